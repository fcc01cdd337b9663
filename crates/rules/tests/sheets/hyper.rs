//! Hyper Futé.

use finaud_rules::zone::{Access, Factor, GridScore, TrackRule, TrackScore, Writes};
use finaud_rules::{Power, Source};

use super::{cells, group, printed, sheet, word, words, zone};

#[test]
fn actions() {
    let sheet = sheet("hyper-fute");
    let jokers: Vec<usize> = sheet
        .power(Power::Joker)
        .jokers
        .iter()
        .map(|joker| joker.index() + 1)
        .collect();
    assert_eq!(jokers, [3, 4, 5, 6, 7, 7, 7], "3 to 6 and three times ?");
    assert_eq!(Power::ALL.map(|power| sheet.power(power).boxes), [7, 7, 7, 0, 0]);
    let ends = Power::ALL.map(|power| word(sheet, sheet.power(power).end));
    assert_eq!(ends, ["fox", "brown ?", "pink ?", "", ""]);
}

#[test]
fn yellow() {
    let sheet = sheet("hyper-fute");
    let yellow = mechanic!(sheet, "yellow", Grid);
    assert_eq!(printed(sheet, "yellow"), ["1 2 3 4 5 6"; 3]);
    assert_eq!(yellow.access(), Access::BySlot);
    assert_eq!(cells(yellow.grey()), [5, 6, 9, 10, 13, 14]);
    let between = |upper: u32| {
        [1, 2, 3, 4, 5, 6]
            .map(|column| group(sheet, "yellow", &[column + 6 * upper, column + 6 * upper + 6]).0)
    };
    assert_eq!(
        between(0),
        ["reroll", "joker", "pink ?", "+1", "turquoise ?", "fox"]
    );
    assert_eq!(
        between(1),
        ["joker", "turquoise ?", "blue ?", "brown ?", "yellow ?", "+1"]
    );
    assert_eq!(yellow.groups().len(), 12);
    assert_eq!(yellow.scoring(), &GridScore::Rows(vec![0, 2, 6, 12, 20, 30, 42]));
}

#[test]
fn turquoise() {
    let sheet = sheet("hyper-fute");
    let turquoise = mechanic!(sheet, "turquoise", Grid);
    assert_eq!(printed(sheet, "turquoise"), ["1 2 3 4 5 6"; 5]);
    assert!(turquoise.matching());
    assert_eq!(turquoise.access(), Access::Anywhere);
    let shaded = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 19, 20, 25];
    assert_eq!(cells(turquoise.shaded()), shaded);
    // Rows and columns need their shaded cells only.
    let rows: [&[u32]; 4] = [&[1, 2, 3, 4, 5, 6], &[7, 8, 9, 10, 11], &[13, 14, 15], &[19, 20]];
    assert_eq!(
        rows.map(|row| group(sheet, "turquoise", row).0),
        ["fox", "+1", "brown ?", "turquoise ?"]
    );
    let columns: [&[u32]; 6] = [
        &[1, 7, 13, 19, 25],
        &[2, 8, 14, 20],
        &[3, 9, 15],
        &[4, 10],
        &[5, 11],
        &[6],
    ];
    let bonuses = columns.map(|column| group(sheet, "turquoise", column).0);
    assert_eq!(
        bonuses,
        ["brown ?", "pink ?", "yellow ?", "joker", "blue ?", "reroll"]
    );
    assert_eq!(turquoise.groups().len(), 10);
    assert_eq!(
        turquoise.scoring(),
        &GridScore::Rows(vec![0, 1, 3, 6, 10, 15, 21])
    );
}

#[test]
fn blue_brown_and_pink() {
    let sheet = sheet("hyper-fute");
    let blue = mechanic!(sheet, "blue", Spread);
    assert_eq!((blue.centre, blue.extra), (7, (4, 10, 4)));
    assert_eq!(zone(sheet, "blue").source, Source::WithWhite);
    for side in [&blue.left, &blue.right] {
        assert_eq!(
            side.iter().map(|cell| cell.points).collect::<Vec<_>>(),
            [3, 6, 9, 13, 17, 22]
        );
    }
    let side = |cells: &[finaud_rules::zone::SpreadCell]| words(sheet, cells.iter().map(|cell| &cell.award));
    assert_eq!(side(&blue.left), ["", "joker", "yellow ?", "", "pink ?", "+1"]);
    assert_eq!(
        side(&blue.right),
        ["", "reroll", "brown ?", "", "turquoise ?", "fox"]
    );

    let brown = mechanic!(sheet, "brown", Stride);
    assert_eq!(brown.numbers(), [1, 5, 3, 4, 2, 6, 4, 5, 2, 1, 6, 3]);
    assert_eq!(brown.points(), [0, 2, 5, 9, 14, 20, 27, 35, 44, 54, 65, 77, 90]);
    let expected = [
        "joker",
        "pink ?",
        "",
        "reroll",
        "turquoise ?",
        "",
        "+1",
        "blue ?",
        "",
        "yellow ?",
        "fox",
    ];
    assert_eq!(words(sheet, brown.between()), expected);

    let pink = mechanic!(sheet, "pink", Track);
    assert_eq!(
        (pink.rule, pink.writes, pink.score),
        (TrackRule::Any, Writes::HalfOrTimes, TrackScore::Sum)
    );
    let factors: Vec<Factor> = pink.cells.iter().map(|cell| cell.factor).collect();
    assert_eq!(factors[0], Factor::HalfOnly);
    assert_eq!(factors[1..], [1, 2, 2, 1, 2, 2, 1, 3, 2, 2, 3].map(Factor::Times));
    let bonuses = words(sheet, pink.cells.iter().map(|cell| &cell.award));
    let expected = [
        "",
        "reroll",
        "blue ?",
        "+1",
        "joker",
        "yellow ?",
        "brown ?",
        "reroll",
        "fox",
        "blue ?",
        "turquoise ?",
        "black ?",
    ];
    assert_eq!(bonuses, expected);
}
