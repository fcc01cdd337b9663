//! Clever 4ever.

use finaud_rules::Power;
use finaud_rules::zone::{GroupKind, LineRule, TrackRule, TrackScore};

use super::{sheet, word, words};

const GAME: &str = "clever-4ever";

#[test]
fn actions() {
    let sheet = sheet(GAME);
    assert_eq!(Power::ALL.map(|power| sheet.power(power).boxes), [7, 7, 0, 9, 0]);
    assert_eq!(word(sheet, sheet.power(Power::Reroll).end), "pink ?");
    let rounds = words(sheet, &sheet.round_awards);
    assert_eq!(rounds, ["reroll", "+1", "polish", "black ?", "", ""]);
}

#[test]
fn yellow_and_green() {
    let sheet = sheet(GAME);
    let yellow = mechanic!(sheet, "yellow", Lines);
    assert_eq!(yellow.points, [10, 10, 15, 15, 20]);
    let lines: Vec<_> = yellow.lines.iter().map(|line| (line.rule, line.sign)).collect();
    assert_eq!(
        lines,
        [(LineRule::Rising, 0), (LineRule::Any, -1), (LineRule::Any, 1)]
    );
    let bonuses = [0, 1, 2].map(|line| words(sheet, &yellow.lines[line].awards));
    assert_eq!(bonuses[0], ["", "polish", "grey ?", "green ?", "fox"]);
    assert_eq!(bonuses[1], ["reroll", "pink ?", "blue ?", "+1", "yellow ?"]);
    assert_eq!(bonuses[2], [""; 5]);

    let green = mechanic!(sheet, "green", Lines);
    assert_eq!(green.factors, [1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2]);
    assert!(
        green
            .lines
            .iter()
            .all(|line| line.sign == 0 && line.rule == LineRule::Any)
    );
    assert_eq!(words(sheet, &green.lines[0].awards), [""; 11]);
    let lower = [
        "reroll", "blue ?", "polish", "yellow ?", "grey ?", "+1", "pink ?", "blue ?", "yellow ?", "fox", "+1",
    ];
    assert_eq!(words(sheet, &green.lines[1].awards), lower);
}

#[test]
fn blue() {
    let sheet = sheet(GAME);
    let blue = mechanic!(sheet, "blue", Square);
    assert_eq!(blue.crosses, 2);
    let gives = |kind: GroupKind| {
        let group = blue.groups.iter().find(|group| group.kind == kind);
        group.map(|group| (word(sheet, group.award), group.points))
    };
    let rows = [0, 1, 2, 3, 4, 5].map(|row| gives(GroupKind::Row(row)).unwrap().0);
    assert_eq!(rows, ["green ?", "pink ?", "yellow ?", "+1", "grey ?", "fox"]);
    let columns = [0, 1, 2, 3, 4, 5].map(|column| gives(GroupKind::Column(column)).unwrap().1);
    assert_eq!(columns, [7, 8, 9, 10, 11, 12]);
    assert_eq!(gives(GroupKind::Diagonal), Some(("reroll".into(), 0)));
    assert_eq!(gives(GroupKind::OtherDiagonal), Some((String::new(), 6)));
}

#[test]
fn grey() {
    let sheet = sheet(GAME);
    let grey = mechanic!(sheet, "grey", Regions);
    assert_eq!(grey.points(), [1, 2, 3, 4, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11]);
    let bonuses = words(sheet, grey.parts().iter().map(|part| &part.award));
    let expected = [
        "polish", "", "green ?", "reroll", "polish", "", "polish", "green ?", "reroll", "polish", "blue ?",
        "pink ?", "", "+1", "yellow ?", "", "polish",
    ];
    assert_eq!(bonuses, expected);
    let places: Vec<(u8, u8)> = (grey.parts().iter())
        .filter(|part| part.award.is_some())
        .map(|part| (part.bonus_cell / 16 + 1, part.bonus_cell % 16 + 1))
        .collect();
    let expected = [
        (1, 1),
        (1, 6),
        (2, 8),
        (3, 10),
        (1, 13),
        (2, 16),
        (4, 1),
        (3, 6),
        (3, 14),
        (3, 4),
        (4, 8),
        (4, 12),
        (4, 15),
    ];
    assert_eq!(places, expected);
}

#[test]
fn pink() {
    let sheet = sheet(GAME);
    let pink = mechanic!(sheet, "pink", Track);
    assert_eq!(
        (pink.rule, pink.score, pink.doubled),
        (TrackRule::Any, TrackScore::Last, 3)
    );
    let points: Vec<i16> = pink.cells.iter().map(|cell| cell.points).collect();
    assert_eq!(points, [2, 4, 6, 9, 12, 15, 19, 23, 27, 32, 37, 42]);
    assert!(pink.cells.iter().all(|cell| cell.bonus_from == 5));
    let expected = [
        "polish", "", "green ?", "+1", "reroll", "", "grey ?", "fox", "", "blue ?", "", "yellow ?",
    ];
    assert_eq!(words(sheet, pink.cells.iter().map(|cell| &cell.award)), expected);
}
