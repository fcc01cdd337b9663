//! Texts on and around a drawn sheet.

use std::path::Path;

use finaud_messages::{GiftName, Names, Value};
use finaud_rules::{Award, Die, DieName, Give, Message, Power, Problem, Provenance, Sheet};

use super::{award as award_name, points, say, words};
use crate::language::language;

/// The label of the points above cells.
pub(crate) fn points_label() -> String {
    words("terminal.sheet.points")
}

/// The label of the points below columns.
pub(crate) fn column_label() -> String {
    words("terminal.sheet.column")
}

/// The name of a row: a word that the language knows, or what the sheet calls it.
pub(crate) fn row(name: &str) -> String {
    language().word(name, "")
}

/// Points by the number of crosses in a zone. That no cross gives nothing needs no words.
pub(crate) fn zone_points(table: &[i16], full: bool) -> String {
    points_table("zone-points", table, full)
}

/// Points by the number of crosses in each row.
pub(crate) fn row_points(table: &[i16], full: bool) -> String {
    points_table("row-points", table, full)
}

fn points_table(what: &str, table: &[i16], full: bool) -> String {
    let how = if full { "-by-crosses" } else { "" };
    let points: Vec<String> = table.iter().skip(1).map(ToString::to_string).collect();
    say(
        &format!("terminal.sheet.{what}{how}"),
        &[("points", &points.join(" "))],
    )
}

/// A row in which numbers rise.
pub(crate) fn rising(restart: Option<u8>) -> String {
    match restart {
        None => words("terminal.sheet.rising"),
        Some(number) => say("terminal.sheet.rising-restart", &[("n", &number)]),
    }
}

/// A row in which numbers fall.
pub(crate) fn falling() -> String {
    words("terminal.sheet.falling")
}

/// A row in which numbers fall or stay.
pub(crate) fn not_rising() -> String {
    words("terminal.sheet.not-rising")
}

/// A number that is written twice.
pub(crate) fn doubled(number: u8) -> String {
    say("terminal.sheet.doubled", &[("n", &number)])
}

/// How many crosses rows, columns and diagonals need.
pub(crate) fn crosses_needed(crosses: u8) -> String {
    say("terminal.sheet.crosses-needed", &[("n", &crosses)])
}

/// Dice that a pick moves cross too.
pub(crate) fn moved() -> String {
    words("terminal.sheet.moved")
}

/// Parts are crossed as a whole.
pub(crate) fn parts() -> String {
    words("terminal.sheet.parts")
}

/// The diagonal from the top right.
pub(crate) fn other_diagonal() -> String {
    words("terminal.sheet.other-diagonal")
}

/// The cells of a shade.
pub(crate) fn shade(name: &str) -> String {
    say("terminal.sheet.shade", &[("shade", &row(name))])
}

/// A row that grows from its middle.
pub(crate) fn outwards(centre: Option<u8>) -> String {
    match centre {
        None => words("terminal.sheet.outwards"),
        Some(number) => say("terminal.sheet.outwards-restart", &[("n", &number)]),
    }
}

/// A note on a row that may have a name.
pub(crate) fn of_row(name: Option<&str>, note: &str) -> String {
    match name {
        Some(name) => say("terminal.sheet.of-row", &[("row", &row(name)), ("note", &note)]),
        None => note.into(),
    }
}

/// More points for high numbers: `2 from 5, 1 from 3`.
pub(crate) fn more_points_from(steps: &[(u8, i16)]) -> String {
    let step = |(least, points): &(u8, i16)| {
        say(
            "terminal.sheet.more-points-from",
            &[("points", points), ("least", least)],
        )
    };
    let steps: Vec<String> = steps.iter().map(step).collect();
    say("terminal.sheet.more-points", &[("steps", &steps.join(", "))])
}

/// More points for certain numbers: `3 for a 6, 4 for a 4`.
pub(crate) fn more_points_for(numbers: &[(u8, i16)]) -> String {
    let each = |(number, points): &(u8, i16)| {
        say(
            "terminal.sheet.more-points-for",
            &[("points", points), ("n", number)],
        )
    };
    let steps: Vec<String> = numbers.iter().map(each).collect();
    say("terminal.sheet.more-points", &[("steps", &steps.join(", "))])
}

/// More points for low numbers, and for high ones.
pub(crate) fn more_points_beyond(up_to: u8, from: Option<u8>, points: i16) -> String {
    match from {
        None => say(
            "terminal.sheet.more-points-up-to",
            &[("points", &points), ("up_to", &up_to)],
        ),
        Some(from) => say(
            "terminal.sheet.more-points-beyond",
            &[("points", &points), ("up_to", &up_to), ("from", &from)],
        ),
    }
}

/// What counts in a zone: its die and the white one.
pub(crate) fn with_white(sheet: &Sheet, die: Die) -> String {
    format!("{} + {}", super::die(sheet, die), super::die(sheet, Die::White))
}

/// What counts in a zone: the die and the platter.
pub(crate) fn with_platter() -> String {
    words("terminal.sheet.with-platter")
}

/// What names a cell: the zone's die its row, the white one its column.
pub(crate) fn beside_white(sheet: &Sheet, die: Die) -> String {
    let (row, column) = (super::die(sheet, die), super::die(sheet, Die::White));
    say(
        "terminal.sheet.beside-white",
        &[("row", &row), ("column", &column)],
    )
}

/// Cells by what is printed in them.
pub(crate) fn cells(diagonal: bool, numbers: impl Iterator<Item = u8>) -> String {
    let numbers: Vec<String> = numbers.map(|number| number.to_string()).collect();
    let key = if diagonal {
        "terminal.sheet.diagonal"
    } else {
        "terminal.sheet.cells"
    };
    say(key, &[("numbers", &numbers.join(" "))])
}

/// What some cells give together.
pub(crate) fn group(cells: &str, award: Option<String>, points: Option<i16>, complete: bool) -> String {
    let points = points.map(|points| say("terminal.sheet.group-points", &[("n", &points)]));
    let gives = award.into_iter().chain(points).map(Value::from).collect();
    let group = say(
        "terminal.sheet.group",
        &[("cells", &cells), ("gives", &Value::List(gives))],
    );
    let won = if complete { " ✓" } else { "" };
    format!("{group}{won}")
}

/// A row of action boxes.
pub(crate) fn power(power: Power) -> String {
    say("terminal.award", &[("award", &Names::power(power))])
}

/// What the last box of a row gives.
pub(crate) fn row_end(sheet: &Sheet, award: Award, won: bool) -> String {
    let end = say("terminal.sheet.row-end", &[("award", &award_name(sheet, award))]);
    format!("{end}{}", if won { "✓" } else { "" })
}

/// How many foxes there are.
pub(crate) fn fox_count(foxes: u8, most: usize, worth: i16) -> String {
    let key = if foxes > 0 {
        "terminal.sheet.fox-count-worth"
    } else {
        "terminal.sheet.fox-count"
    };
    say(key, &[("n", &foxes), ("most", &most), ("worth", &worth)])
}

/// What the signs on a drawn sheet mean, before the bonuses.
pub(crate) fn signs() -> [String; 2] {
    [
        words("terminal.sheet.signs"),
        words("terminal.sheet.signs-of-bonuses"),
    ]
}

/// The longest sign of a bonus.
const SIGN: usize = 4;

/// A sign for something the sheet gives, at most four letters.
pub(crate) fn award_sign(sheet: &Sheet, award: Award) -> String {
    let power = |power: Power| match power {
        Power::Reroll => "terminal.sign.reroll",
        Power::Extra => "terminal.sign.extra",
        Power::Joker => "terminal.sign.joker",
        Power::Polish => "terminal.sign.polish",
        Power::TakeBack => "terminal.sign.take-back",
    };
    match award {
        Award::Fox => words("terminal.sign.fox"),
        Award::Circle(row) => words(power(row)),
        Award::Gift(gift) => sheet
            .gifts
            .get(usize::from(gift))
            .map_or_else(|| "?".into(), |gift| gift_sign(sheet, &GiftName::of(sheet, gift))),
    }
}

/// A zone is its letter, any zone a star: a yellow cross is `YX`.
fn gift_sign(sheet: &Sheet, gift: &GiftName) -> String {
    match gift {
        GiftName::Marks(marks) => {
            let mark = |(zone, give): &(Option<u8>, Give)| {
                let zone = zone.and_then(|zone| sheet.dice.get(usize::from(zone) + 1));
                let zone = zone.map_or('*', |die| die.letter);
                match give {
                    Give::Cross => format!("{zone}X"),
                    Give::Free => format!("{zone}?"),
                    Give::Number(face) => format!("{zone}{}", face.pips()),
                }
            };
            let sign = marks.iter().map(mark).collect::<Vec<_>>().join("/");
            if sign.chars().count() > SIGN {
                sign.chars().take(SIGN - 1).chain(['…']).collect()
            } else {
                sign
            }
        }
        GiftName::Circle(name) if name.chars().count() <= SIGN => name.clone(),
        GiftName::Circle(name) => name.chars().take(SIGN - 1).collect(),
    }
}

/// What a sign means.
pub(crate) fn sign(sign: &str, name: &str) -> String {
    format!("{sign} = {name}")
}

/// The name of a sheet with its id.
pub(crate) fn title(name: &str, id: &str) -> String {
    format!("{name} ({id})")
}

/// Where a sheet comes from, in a word.
pub(crate) fn provenance(provenance: Provenance) -> String {
    words(&format!("terminal.provenance.{}", provenance.word()))
}

/// Where a sheet comes from.
pub(crate) fn source(sheet: &Sheet) -> String {
    say(
        "terminal.sheet.source",
        &[("word", &provenance(sheet.provenance)), ("source", &sheet.source)],
    )
}

/// The dice: `W white, Y yellow`. Where people call a die otherwise than actions do, both names are told.
pub(crate) fn dice(sheet: &Sheet) -> String {
    let die = |(die, known): (&Die, &DieName)| {
        let (letter, title) = (known.letter, super::die(sheet, *die));
        if title == known.name {
            format!("{letter} {title}")
        } else {
            format!("{letter} {title} ({})", known.name)
        }
    };
    let dice: Vec<String> = Die::ALL.iter().zip(&sheet.dice).map(die).collect();
    say("terminal.sheet.dice", &[("dice", &dice.join(", "))])
}

/// Do people call a die otherwise than actions do?
pub(crate) fn has_titles(sheet: &Sheet) -> bool {
    let mut dice = Die::ALL.iter().zip(&sheet.dice);
    dice.any(|(die, known)| super::die(sheet, *die) != known.name)
}

/// How many rounds so many players play: `1: 6, 2: 6`.
pub(crate) fn rounds(rounds: impl Iterator<Item = u8>) -> String {
    let rounds: Vec<String> = (1..)
        .zip(rounds)
        .map(|(players, rounds)| format!("{players}: {rounds}"))
        .collect();
    say("terminal.sheet.rounds", &[("rounds", &rounds.join(", "))])
}

/// What rounds give as they start.
pub(crate) fn round_bonuses(sheet: &Sheet) -> String {
    let bonuses = (1usize..).zip(&sheet.round_awards);
    let bonus = |(round, award): (usize, &Option<Award>)| {
        let award = award_name(sheet, (*award)?);
        Some(say(
            "terminal.sheet.round-bonus",
            &[("n", &round), ("award", &award)],
        ))
    };
    let bonuses: Vec<String> = bonuses.filter_map(bonus).collect();
    say("terminal.sheet.bonuses", &[("bonuses", &bonuses.join(", "))])
}

/// Above the ratings.
pub(crate) fn ratings() -> String {
    words("terminal.sheet.ratings")
}

/// A rating.
pub(crate) fn rating(from: Option<i16>, title: &str) -> String {
    let from = match from {
        None => words("terminal.sheet.rating-below"),
        Some(from) => say("terminal.sheet.rating-from", &[("n", &from)]),
    };
    format!("  {from:<9} {title}")
}

/// Above the rulings.
pub(crate) fn rulings() -> String {
    words("terminal.sheet.rulings")
}

/// A ruling.
pub(crate) fn ruling(key: &str, value: bool) -> String {
    format!("  {key} = {value}")
}

/// Above a player's sheet.
pub(crate) fn owner(name: &str, total: i32) -> String {
    say(
        "terminal.sheet.owner",
        &[("name", &name), ("points", &points(total))],
    )
}

/// Something is wrong with a sheet.
pub(crate) fn problem(problem: &Problem) -> String {
    let key = if problem.is_error() {
        "terminal.check.error"
    } else {
        "terminal.check.warning"
    };
    say(key, &[("what", &language().describe(&problem.message()))])
}

/// The id of a sheet belongs to another one.
pub(crate) fn borrowed_id(why: &Message) -> String {
    let what = say("terminal.check.in-id", &[("what", &language().describe(why))]);
    say("terminal.check.error", &[("what", &what)])
}

/// A sheet can be played, with so many warnings.
pub(crate) fn playable(file: &Path, sheet: &str, warnings: usize) -> String {
    say(
        "terminal.check.good",
        &[
            ("file", &file.display().to_string()),
            ("sheet", &sheet),
            ("warnings", &warnings),
        ],
    )
}

/// A sheet cannot be played.
pub(crate) fn unplayable(file: &Path, errors: usize, warnings: usize) -> String {
    say(
        "terminal.check.bad",
        &[
            ("file", &file.display().to_string()),
            ("errors", &errors),
            ("warnings", &warnings),
        ],
    )
}
