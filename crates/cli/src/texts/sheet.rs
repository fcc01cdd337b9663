//! Texts on and around a drawn sheet.

use super::points;

/// The label of the points above cells.
pub(crate) const POINTS: &str = "points";
/// The label of the points below columns.
pub(crate) const COLUMN: &str = "column";

/// Points by the number of crosses in a zone. That no cross gives nothing needs no words.
pub(crate) fn zone_points(table: &[i16], full: bool) -> String {
    points_table("points", table, full)
}

/// Points by the number of crosses in each row.
pub(crate) fn row_points(table: &[i16], full: bool) -> String {
    points_table("points of a row", table, full)
}

fn points_table(what: &str, table: &[i16], full: bool) -> String {
    let how = if full { " by crosses" } else { "" };
    let points: Vec<String> = table.iter().skip(1).map(ToString::to_string).collect();
    format!("{what}{how}: {}", points.join(" "))
}

/// A row in which numbers rise.
pub(crate) fn rising(restart: Option<u8>) -> String {
    let after = restart.map_or_else(String::new, |number| format!("; after a {number} anything"));
    format!("each number higher than the one before{after}")
}

/// A row in which numbers fall.
pub(crate) fn falling() -> String {
    "each number lower than the one before".into()
}

/// A row that grows from its middle.
pub(crate) fn outwards(centre: Option<u8>) -> String {
    let restart = centre.map_or_else(String::new, |centre| format!("; {centre} may restart a side"));
    format!("falling by one to the left, rising by one to the right{restart}")
}

/// A note on a row that may have a name.
pub(crate) fn of_row(name: Option<&str>, note: &str) -> String {
    match name {
        Some(name) => format!("{name}: {note}"),
        None => note.into(),
    }
}

/// More points for high numbers: `2 from 5, 1 from 3`.
pub(crate) fn more_points_from(steps: &[(u8, i16)]) -> String {
    let steps: Vec<String> = steps
        .iter()
        .map(|(least, points)| format!("{points} from {least}"))
        .collect();
    format!("more points for a number: {}", steps.join(", "))
}

/// More points for low numbers, and for high ones.
pub(crate) fn more_points_beyond(up_to: u8, from: Option<u8>, points: i16) -> String {
    let from = from.map_or_else(String::new, |from| format!(" or from {from}"));
    format!("{points} more points for each number up to {up_to}{from}")
}

/// What counts in a zone: its die and the white one.
pub(crate) fn with_white(die: &str, white: &str) -> String {
    format!("{die} + {white}")
}

/// What counts in a zone: the die and the platter.
pub(crate) fn with_platter() -> String {
    "the die + the other dice on the platter".into()
}

/// Cells by what is printed in them.
pub(crate) fn cells(diagonal: bool, numbers: impl Iterator<Item = u8>) -> String {
    let numbers: Vec<String> = numbers.map(|number| number.to_string()).collect();
    let what = if diagonal { "diagonal" } else { "cells" };
    format!("{what} {}", numbers.join(" "))
}

/// What some cells give together.
pub(crate) fn group(cells: &str, award: Option<String>, points: Option<i16>, complete: bool) -> String {
    let points = points.map(|points| format!("{points} points"));
    let gives: Vec<String> = award.into_iter().chain(points).collect();
    let won = if complete { " ✓" } else { "" };
    format!("{cells}: {}{won}", gives.join(" and "))
}

/// What the last box of a row gives.
pub(crate) fn row_end(award: &str, won: bool) -> String {
    format!("all: {award}{}", if won { "✓" } else { "" })
}

/// How many foxes there are.
pub(crate) fn foxes(foxes: u8, most: usize, worth: i16) -> String {
    let worth = if foxes > 0 {
        format!(", worth {worth} in all")
    } else {
        String::new()
    };
    format!("foxes   {foxes} of {most}{worth}")
}

/// What the signs on a drawn sheet mean, before the bonuses.
pub(crate) fn signs() -> [String; 2] {
    [
        "X crossed   x printed crossed   ✓ won   – lost   (o) to be used   [x] used".into(),
        "under or behind cells, what they give when they are filled:".into(),
    ]
}

/// What a sign means.
pub(crate) fn sign(sign: &str, name: &str) -> String {
    format!("{sign} = {name}")
}

/// The name of a sheet with its id.
pub(crate) fn title(name: &str, id: &str) -> String {
    format!("{name} ({id})")
}

/// Where a sheet comes from.
pub(crate) fn provenance(word: &str, source: &str) -> String {
    format!("{word}: {source}")
}

/// The dice: `W white, Y yellow`.
pub(crate) fn dice<'a>(dice: impl Iterator<Item = (char, &'a str)>) -> String {
    let dice: Vec<String> = dice.map(|(letter, name)| format!("{letter} {name}")).collect();
    format!("dice: {}", dice.join(", "))
}

/// How many rounds so many players play: `1: 6, 2: 6`.
pub(crate) fn rounds(rounds: impl Iterator<Item = u8>) -> String {
    let rounds: Vec<String> = (1..)
        .zip(rounds)
        .map(|(players, rounds)| format!("{players}: {rounds}"))
        .collect();
    format!("rounds by players: {}", rounds.join(", "))
}

/// What rounds give as they start.
pub(crate) fn round_bonuses(bonuses: impl Iterator<Item = (usize, String)>) -> String {
    let bonuses: Vec<String> = bonuses
        .map(|(round, award)| format!("round {round} {award}"))
        .collect();
    format!("bonuses: {}", bonuses.join(", "))
}

/// Above the ratings.
pub(crate) fn ratings() -> String {
    "solo rating:".into()
}

/// A rating.
pub(crate) fn rating(from: Option<i16>, title: &str) -> String {
    let from = from.map_or("below".into(), |from| format!("from {from}"));
    format!("  {from:<9} {title}")
}

/// Above the rulings.
pub(crate) fn rulings() -> String {
    "rulings:".into()
}

/// A ruling.
pub(crate) fn ruling(key: &str, value: bool) -> String {
    format!("  {key} = {value}")
}

/// Above a player's sheet.
pub(crate) fn owner(name: &str, total: i32) -> String {
    format!("{name}: {}", points(total))
}
