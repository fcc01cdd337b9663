//! Checks of the whole sheet, once every part of it is understood.

use super::expectation::Step;
use super::location::{Location, Segment};
use super::problem::Report;
use crate::Message;
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
            let names = rows().map(Power::word).collect();
            let place = Location::default().with(Segment::Key("actions".into()));
            let place = place.with(Segment::Powers(names));
            let what = Message::new(
                "sheet.boxes-and-bonuses",
                "there are {boxes}, but {bonuses} them; a sheet has as many boxes as bonuses that give them",
            );
            let what = what.with("boxes", box_count(boxes));
            report.warning(
                &place,
                None,
                &[Step::Key("actions".into())],
                what.with("bonuses", bonus_count(sources)),
            );
        }
    }
}

fn box_count(number: usize) -> Message {
    let count = match number {
        1 => Message::new("sheet.one-box", "{n} box"),
        _ => Message::new("sheet.boxes", "{n} boxes"),
    };
    count.with("n", number)
}

fn bonus_count(number: usize) -> Message {
    let count = match number {
        1 => Message::new("sheet.one-bonus-gives", "{n} bonus gives"),
        _ => Message::new("sheet.bonuses-give", "{n} bonuses give"),
    };
    count.with("n", number)
}

fn check_highest_score(sheet: &Sheet, report: &Report) {
    let zones: Vec<i64> = sheet.zones.iter().map(Zone::most_points).collect();
    let best = zones.iter().copied().max().unwrap_or(0);
    let most = zones.iter().sum::<i64>() + best * sheet.fox_count() as i64;
    if most > MOST_POINTS {
        let what = Message::new(
            "sheet.too-many-points",
            "zones and foxes could give {points} points; a sheet may give at most {most}",
        );
        let what = what.with("points", most).with("most", MOST_POINTS);
        report.error(&Location::default(), None, &[], what);
    }
}
