//! Checks of the whole sheet, once every part of it is understood.

use super::problem::{Report, join};
use crate::bonus::{Award, GiftChoice, POWERS, Power};
use crate::sheet::Sheet;
use crate::zone::Zone;

/// Scores are kept in 16 bits; no sheet may come near their end.
const MOST_POINTS: i64 = 30_000;

pub(super) fn check(sheet: &Sheet, report: &Report) {
    check_boxes(sheet, report);
    check_highest_score(sheet, report);
}

/// On every printed sheet of the family an action has exactly as many boxes as there are places that give it.
fn check_boxes(sheet: &Sheet, report: &Report) {
    // Rows that share a bonus such as `melange` share their sources too and are counted together.
    let mut together: [u8; POWERS] = std::array::from_fn(|power| 1 << power);
    for gift in &sheet.gifts {
        if let GiftChoice::Circle(powers) = &gift.choice {
            let all = powers
                .iter()
                .fold(0, |all, power| all | together[*power as usize]);
            for (power, group) in together.iter_mut().enumerate() {
                if all >> power & 1 != 0 {
                    *group = all;
                }
            }
        }
    }
    let in_group = |power: &Power, group: u8| group >> *power as u8 & 1 != 0;
    for first in Power::ALL {
        let group = together[first as usize];
        if group.trailing_zeros() != first as u32 {
            continue;
        }
        let rows = || Power::ALL.into_iter().filter(|power| in_group(power, group));
        let boxes: usize = rows().map(|power| usize::from(sheet.power(power).boxes)).sum();
        let gives = |award: &Award| match award {
            Award::Fox => false,
            Award::Circle(power) => in_group(power, group),
            Award::Gift(gift) => match sheet.gifts.get(usize::from(*gift)).map(|gift| &gift.choice) {
                Some(GiftChoice::Circle(powers)) => powers.iter().any(|power| in_group(power, group)),
                _ => false,
            },
        };
        let sources = sheet.awards().filter(gives).count();
        if sources != boxes {
            let names: Vec<String> = rows().map(|power| power.word().to_string()).collect();
            let place = format!("actions, {}", join(&names, "and"));
            let boxes = count(boxes, "box", "boxes");
            let sources = count(sources, "bonus gives", "bonuses give");
            report.warning(
                &place,
                None,
                format!("there are {boxes}, but {sources} them; sheets have as many of both"),
            );
        }
    }
}

fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

fn check_highest_score(sheet: &Sheet, report: &Report) {
    let zones: Vec<i64> = sheet.zones.iter().map(Zone::most_points).collect();
    let best = zones.iter().copied().max().unwrap_or(0);
    let most = zones.iter().sum::<i64>() + best * sheet.fox_count() as i64;
    if most > MOST_POINTS {
        report.error(
            "sheet",
            None,
            format!("zones and foxes could give {most} points; a sheet may give at most {MOST_POINTS}"),
        );
    }
}
