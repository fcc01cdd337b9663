//! Mélange Futé.

use finaud_rules::zone::{FreeNumber, LineRule, TrackRule, TrackScore, Writes};
use finaud_rules::{Face, GiftChoice, Joker, Power, Source};

use super::{group, printed, sheet, words, zone};

#[test]
fn actions() {
    let sheet = sheet("melange-fute");
    let jokers = vec![Joker::Number(Face::Four), Joker::Number(Face::Six), Joker::Free];
    assert_eq!(sheet.power(Power::Joker).jokers, jokers);
    assert_eq!(Power::ALL.map(|power| sheet.power(power).boxes), [6, 7, 3, 3, 3]);
    assert_eq!(Power::ALL.map(|power| sheet.power(power).end), [None; 5]);
    let melange = &sheet.gifts[usize::from(sheet.gift_named("melange").expect("a gift"))];
    assert_eq!(
        melange.choice,
        GiftChoice::Circle(vec![Power::Polish, Power::TakeBack, Power::Joker])
    );
}

#[test]
fn yellow() {
    let sheet = sheet("melange-fute");
    let yellow = mechanic!(sheet, "yellow", Lines);
    assert_eq!(yellow.points, [10, 15, 15, 20, 20, 25]);
    let lines: Vec<_> = yellow
        .lines
        .iter()
        .map(|line| (line.name.as_str(), line.rule, line.sign))
        .collect();
    let expected = [
        ("top", LineRule::Falling, 0),
        ("middle", LineRule::Any, -1),
        ("bottom", LineRule::Any, 1),
    ];
    assert_eq!(lines, expected);
    let bonuses = [0, 1, 2].map(|line| words(sheet, &yellow.lines[line].awards));
    assert_eq!(
        bonuses[0],
        ["", "melange", "orange ?", "green ?", "violet ?", "fox"]
    );
    assert_eq!(
        bonuses[1],
        ["reroll", "violet ?", "blue ?", "+1", "yellow ?", "melange"]
    );
    assert_eq!(bonuses[2], [""; 6]);
}

#[test]
fn blue() {
    let sheet = sheet("melange-fute");
    assert_eq!(printed(sheet, "blue"), ["2 3 X 4 5", "X 6 7 8 X", "9 10 X 11 12"]);
    assert_eq!(zone(sheet, "blue").source, Source::WithWhite);
    let rows: [&[u32]; 2] = [&[1, 2, 4, 5], &[11, 12, 14, 15]];
    assert_eq!(rows.map(|row| group(sheet, "blue", row).0), ["orange ?", "fox"]);
    assert_eq!(group(sheet, "blue", &[7, 8, 9]).0, "yellow ?");
    let columns: [&[u32]; 5] = [&[1, 11], &[2, 7, 12], &[8], &[4, 9, 14], &[5, 15]];
    let bonuses = columns.map(|column| group(sheet, "blue", column).0);
    assert_eq!(bonuses, ["reroll", "green ?", "melange", "violet ?", "+1"]);
    assert_eq!(
        mechanic!(sheet, "blue", Grid).scoring(),
        mechanic!(super::sheet("tres-fute"), "blue", Grid).scoring()
    );
}

#[test]
fn green_and_orange() {
    let sheet = sheet("melange-fute");
    let green = mechanic!(sheet, "green", Pairs);
    let factors: Vec<u8> = green.cells.iter().map(|cell| cell.factor).collect();
    assert_eq!(factors, [2, 3, 2, 2, 2, 1, 3, 2, 3, 1, 4, 1]);
    let bonuses = words(sheet, green.cells.iter().map(|cell| &cell.award));
    let expected = [
        "", "reroll", "", "blue ?", "melange", "", "fox", "orange ?", "+1", "melange", "violet ?", "yellow ?",
    ];
    assert_eq!(bonuses, expected);

    let orange = mechanic!(sheet, "orange", Stride);
    assert_eq!(orange.numbers(), [1, 5, 3, 4, 2, 6, 4, 5, 2, 1, 6, 3]);
    assert_eq!(orange.points(), [0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78]);
    let expected = [
        "melange", "violet ?", "", "reroll", "green ?", "", "+1", "blue ?", "", "yellow ?", "fox",
    ];
    assert_eq!(words(sheet, orange.between()), expected);
}

#[test]
fn violet() {
    let sheet = sheet("melange-fute");
    let violet = mechanic!(sheet, "violet", Track);
    assert_eq!(zone(sheet, "violet").source, Source::WithPlatter);
    assert_eq!(
        (violet.rule, violet.writes),
        (TrackRule::Rising { restart: None }, Writes::Number)
    );
    assert_eq!((violet.score, violet.free), (TrackScore::Last, FreeNumber::Next));
    // After a 36, every violet ? of the ten cells that are left still has a number to write.
    assert_eq!(violet.most, 46);
    let points: Vec<i16> = violet.cells.iter().map(|cell| cell.points).collect();
    assert_eq!(points, [4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44]);
    assert_eq!(violet.extra, [(20, 4), (15, 3), (10, 2), (5, 1)]);
    let bonuses = words(sheet, violet.cells.iter().map(|cell| &cell.award));
    let expected = [
        "", "melange", "reroll", "blue ?", "+1", "yellow ?", "fox", "melange", "green ?", "orange ?", "+1",
    ];
    assert_eq!(bonuses, expected);
}
