//! The sentences in English.

use finaud_rules::Power;

use super::{GroupKind, Reason, Thing, list};

pub(super) const NOTHING: &str = "changes nothing on the sheet";

pub(super) const BETWEEN: &str = "; ";

pub(super) fn clause(reason: &Reason) -> String {
    match reason {
        Reason::Completes {
            zone,
            group,
            points,
            won,
        } => {
            let pays = match (won, points) {
                (Some(won), 0) => thing(won),
                (Some(won), points) => format!("{} and {}", thing(won), count(*points, "point")),
                (None, points) => count(*points, "point"),
            };
            format!("completes {}: {pays}", place(zone, *group))
        }
        Reason::Wins { zone, won } => format!("wins {} in {zone}", a_thing(won)),
        Reason::Circles(power) => format!("circles {}", a_box(*power)),
        Reason::GivesUp { zone, lost } => format!("gives up {} in {zone}", a_thing(lost)),
        Reason::Points { zone, points } if *points < 0 => {
            format!("costs {} in {zone}", count(-points, "point"))
        }
        Reason::Points { zone, points } => format!("{} in {zone}", count(*points, "point")),
        Reason::Foxes { foxes, points } => {
            let more = if *points > 0 { "more" } else { "less" };
            let whose = if *foxes == 1 {
                "the fox is"
            } else {
                "the foxes are"
            };
            format!("{whose} worth {} {more}", points.abs())
        }
        Reason::Near { zone, won } => format!("one more in {zone} wins {}", a_thing(won)),
        Reason::Towards { zone, group, missing } => format!("{} lacks {missing}", place(zone, *group)),
        Reason::Fills(zone) => format!("a cell in {zone} that gives nothing at once"),
        Reason::Needs { zone, least, most } => match most.checked_sub(*least) {
            None => format!("nothing more fits in {zone}"),
            Some(0) => format!("only {} can follow in {zone}", a_number(*least)),
            Some(1) => format!("only {least} or {most} can follow in {zone}"),
            Some(_) => format!("{zone} goes on from {least} only"),
        },
        Reason::Skips { zone, cells } => format!("skips {} in {zone}", count(*cells, "cell")),
        Reason::GivesAway(dice) => {
            let dice: Vec<String> = dice
                .iter()
                .map(|(name, face)| format!("the {name} {face}"))
                .collect();
            format!("gives away {}", list(&dice, "and"))
        }
        Reason::Keeps(0) => "leaves no die for the next roll".into(),
        Reason::Keeps(dice) => format!("keeps {} for the next roll", dice_count(*dice)),
        Reason::Spends { power, count, left } => {
            let boxes = match count {
                1 => a_box(*power),
                count => format!("{count} × {}", box_word(*power)),
            };
            format!("spends {boxes}, {left} left")
        }
        Reason::Rolls(dice) => format!("rolls {}", dice_count(*dice)),
        Reason::UsesNoDie => "uses no die of this roll".into(),
        Reason::TakesNothing => "takes nothing from the platter".into(),
        Reason::Finishes(0) => "ends the turn".into(),
        Reason::Finishes(left) => format!("ends the turn and keeps {} for later", count(*left, "+1")),
        Reason::StopsRolling => "stops rolling".into(),
        Reason::TakesBack(die) => format!("takes the {die} die back"),
        Reason::Bust { chance, .. } if *chance <= 0.0 => "the next card cannot bust".into(),
        Reason::Bust { chance, stake: 0 } => format!("the next card busts with {}", percent(*chance)),
        Reason::Bust { chance, stake } => format!(
            "the next card busts with {}, and {} {} lost",
            percent(*chance),
            count(*stake, "point"),
            if *stake == 1 { "is" } else { "are" }
        ),
        Reason::Secures(points) => format!("secures {}", count(*points, "point")),
        Reason::Leaves(columns) => {
            let columns: Vec<String> = columns.iter().map(ToString::to_string).collect();
            format!("leaves {} to others", list(&columns, "and"))
        }
        Reason::Protects { colour, points } => {
            format!("protects {} in {colour}", count(*points, "point"))
        }
        Reason::Builds { column, points } => {
            format!("column {} grows to {}", column + 1, count(*points, "point"))
        }
        Reason::Begins(column) => format!("begins column {}", column + 1),
        Reason::Takes(points) => format!("takes {}", count(*points, "point")),
        Reason::RollsForIt(cost) => format!("the die costs {cost:.1} points on average"),
    }
}

fn place(zone: &str, group: GroupKind) -> String {
    match group {
        GroupKind::Row(row) => format!("the {} {zone} row", nth(row)),
        GroupKind::Column(column) => format!("the {} {zone} column", nth(column)),
        GroupKind::Block(block) => format!("the {} {zone} block", nth(block)),
        GroupKind::Diagonal => format!("the {zone} diagonal"),
        GroupKind::Other => format!("a {zone} group"),
    }
}

fn nth(index: usize) -> String {
    const WORDS: [&str; 6] = ["first", "second", "third", "fourth", "fifth", "sixth"];
    WORDS
        .get(index)
        .map_or_else(|| format!("{}th", index + 1), |word| (*word).into())
}

fn thing(thing: &Thing) -> String {
    match thing {
        Thing::Fox => "fox".into(),
        Thing::Box(power) => box_word(*power).into(),
        Thing::Gift(name) => name.clone(),
    }
}

fn a_thing(thing: &Thing) -> String {
    match thing {
        Thing::Fox => "a fox".into(),
        Thing::Box(power) => a_box(*power),
        Thing::Gift(name) => name.clone(),
    }
}

fn box_word(power: Power) -> &'static str {
    power.word()
}

fn a_box(power: Power) -> String {
    format!("a {}", box_word(power))
}

fn a_number(number: u8) -> String {
    match number {
        8 | 11 => format!("an {number}"),
        _ => format!("a {number}"),
    }
}

fn dice_count(dice: usize) -> String {
    match dice {
        1 => "1 die".into(),
        dice => format!("{dice} dice"),
    }
}

fn count<N: Copy + PartialEq + From<u8> + std::fmt::Display>(number: N, word: &str) -> String {
    if number == N::from(1) || word.starts_with('+') {
        format!("{number} {word}")
    } else {
        format!("{number} {word}s")
    }
}

fn percent(chance: f64) -> String {
    format!("{:.0} %", 100.0 * chance)
}
