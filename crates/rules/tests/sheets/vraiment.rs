//! Vraiment Très Futé.

use finaud_rules::Power;
use finaud_rules::zone::{FreeNumber, GridScore, TrackRule, TrackScore};

use super::{group, printed, sheet, word, words};

const GAME: &str = "vraiment-tres-fute";

#[test]
fn actions() {
    let sheet = sheet(GAME);
    assert_eq!(Power::ALL.map(|power| sheet.power(power).boxes), [6, 6, 0, 0, 6]);
    let ends = Power::ALL.map(|power| word(sheet, sheet.power(power).end));
    assert_eq!(ends, ["fox", "silver ?", "", "", "pink ?"]);
    let rounds = words(sheet, &sheet.round_awards);
    assert_eq!(rounds, ["reroll", "+1", "return", "black ?", "", ""]);
}

#[test]
fn silver() {
    let sheet = sheet(GAME);
    assert_eq!(printed(sheet, "silver"), ["1 2 3 4 5 6"; 4]);
    let columns = [1, 2, 3, 4, 5, 6].map(|column| {
        let cells: Vec<u32> = (0..4).map(|row| row * 6 + column).collect();
        group(sheet, "silver", &cells).0
    });
    assert_eq!(columns, ["+1", "yellow ?", "fox", "blue ?", "green ?", "pink ?"]);
    let silver = mechanic!(sheet, "silver", Grid);
    assert!(silver.counts_moved() && !silver.twice());
    assert_eq!(*silver.scoring(), GridScore::Rows(vec![0, 2, 4, 7, 11, 16, 22]));
}

#[test]
fn yellow() {
    let sheet = sheet(GAME);
    let rows = ["- 3 - 6", "1 - 2 -", "- 4 - 3", "2 - 5 -", "- 5 - 4"];
    assert_eq!(printed(sheet, "yellow"), rows);
    let rows: [&[u32]; 5] = [&[2, 4], &[5, 7], &[10, 12], &[13, 15], &[18, 20]];
    let bonuses = rows.map(|row| group(sheet, "yellow", row).0);
    assert_eq!(bonuses, ["blue ?", "return", "yellow ?", "green ?", "pink ?"]);
    let columns: [&[u32]; 4] = [&[5, 13], &[2, 10, 18], &[7, 15], &[4, 12, 20]];
    let bonuses = columns.map(|column| group(sheet, "yellow", column).0);
    assert_eq!(bonuses, ["reroll", "+1", "silver ?", "fox"]);
    let yellow = mechanic!(sheet, "yellow", Grid);
    let points = vec![0, 3, 10, 21, 36, 55, 75, 96, 118, 141, 165];
    assert_eq!(*yellow.scoring(), GridScore::Crosses(points));
}

#[test]
fn blue_green_and_pink() {
    let sheet = sheet(GAME);
    let blue = mechanic!(sheet, "blue", Track);
    assert_eq!(
        (blue.rule, blue.free, blue.score),
        (TrackRule::NotRising, FreeNumber::Sum, TrackScore::Last)
    );
    let points: Vec<i16> = blue.cells.iter().map(|cell| cell.points).collect();
    assert_eq!(points, [1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78]);
    let expected = [
        "", "return", "yellow ?", "", "+1", "reroll", "pink ?", "", "fox", "return", "", "green ?",
    ];
    assert_eq!(words(sheet, blue.cells.iter().map(|cell| &cell.award)), expected);

    let green = mechanic!(sheet, "green", Pairs);
    assert!(green.in_order);
    let factors: Vec<u8> = green.cells.iter().map(|cell| cell.factor).collect();
    assert_eq!(factors, [2, 2, 2, 1, 3, 3, 3, 2, 3, 1, 4, 1]);
    let expected = [
        "", "reroll", "", "blue ?", "return", "", "fox", "silver ?", "+1", "", "pink ?", "yellow ?",
    ];
    assert_eq!(words(sheet, green.cells.iter().map(|cell| &cell.award)), expected);

    let pink = mechanic!(sheet, "pink", Track);
    let from: Vec<u8> = pink.cells.iter().map(|cell| cell.bonus_from).collect();
    assert_eq!(from, [0, 0, 2, 3, 4, 5, 6, 2, 3, 4, 5, 6]);
    let expected = [
        "", "", "reroll", "return", "+1", "green ?", "yellow ?", "fox", "silver ?", "reroll", "blue ?",
        "yellow ?",
    ];
    assert_eq!(words(sheet, pink.cells.iter().map(|cell| &cell.award)), expected);
}
