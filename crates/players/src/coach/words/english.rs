//! The sentences in English.

use finaud_rules::{Award, Give, Power};

use super::{GroupKind, Names, Reason, list, sign};

pub(super) const NOTHING: &str = "changes nothing on the sheet";

pub(super) const BETWEEN: &str = "; ";

pub(super) fn clause(names: &Names<'_>, reason: &Reason) -> String {
    let name = |zone: &u8| names.zone(*zone);
    let bonus = |award: &Award| thing(names, *award);
    let a_bonus = |award: &Award| a_thing(names, *award);
    match reason {
        Reason::Completes {
            zone,
            group,
            points,
            won,
        } => {
            let pays = match (won, points) {
                (Some(won), 0) => bonus(won),
                (Some(won), points) => format!("{} and {}", bonus(won), count(*points, "point")),
                (None, points) => count(*points, "point"),
            };
            format!("completes {}: {pays}", place(name(zone), *group))
        }
        Reason::Wins { zone, won } => format!("wins {} in {}", a_bonus(won), name(zone)),
        Reason::Circles(power) => format!("circles {}", a_box(*power)),
        Reason::GivesUp { zone, lost } => format!("gives up {} in {}", a_bonus(lost), name(zone)),
        Reason::Points { zone, points } if *points < 0 => {
            format!("costs {} in {}", count(-points, "point"), name(zone))
        }
        Reason::Points { zone, points } => format!("{} in {}", count(*points, "point"), name(zone)),
        Reason::Foxes { foxes, points } => {
            let more = if *points > 0 { "more" } else { "less" };
            let whose = if *foxes == 1 {
                "the fox is"
            } else {
                "the foxes are"
            };
            format!("{whose} worth {} {more}", points.abs())
        }
        Reason::Near { zone, won } => format!("one more in {} wins {}", name(zone), a_bonus(won)),
        Reason::Towards { zone, group, missing } => format!("{} lacks {missing}", place(name(zone), *group)),
        Reason::Fills(zone) => format!("a cell in {} that gives nothing at once", name(zone)),
        Reason::Needs { zone, least, most } => match most.checked_sub(*least) {
            None => format!("nothing more fits in {}", name(zone)),
            Some(0) => format!("only {} can follow in {}", a_number(*least), name(zone)),
            Some(1) => format!("only {least} or {most} can follow in {}", name(zone)),
            Some(_) => format!("{} goes on from {least} only", name(zone)),
        },
        Reason::Skips { zone, cells } => format!("skips {} in {}", count(*cells, "cell"), name(zone)),
        Reason::GivesAway(dice) => {
            let dice: Vec<String> = dice
                .iter()
                .map(|(die, face)| format!("the {} {}", names.die(*die), face.pips()))
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
        Reason::TakesBack(die) => format!("takes the {} die back", names.die(*die)),
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
            format!("protects {} in {}", count(*points, "point"), colour.word())
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

fn nth(index: u8) -> String {
    const WORDS: [&str; 6] = ["first", "second", "third", "fourth", "fifth", "sixth"];
    WORDS
        .get(usize::from(index))
        .map_or_else(|| format!("{}th", index + 1), |word| (*word).into())
}

fn thing(names: &Names<'_>, award: Award) -> String {
    match award {
        Award::Fox => "fox".into(),
        Award::Circle(power) => box_word(power).into(),
        Award::Gift(gift) => names.gift(gift, "or", mark, str::to_string),
    }
}

fn a_thing(names: &Names<'_>, award: Award) -> String {
    match award {
        Award::Fox => "a fox".into(),
        Award::Circle(power) => a_box(power),
        // A cross or a number of a colour does without an article.
        Award::Gift(_) => thing(names, award),
    }
}

fn mark(colour: &str, give: Give) -> String {
    format!("{colour} {}", sign(give))
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
