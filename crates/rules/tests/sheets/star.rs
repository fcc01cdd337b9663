//! Très Futé and Très Futé Deluxe.

use finaud_rules::zone::{Factor, FreeNumber, GridScore, TrackRule, TrackScore, Writes};
use finaud_rules::{Face, GiftChoice, Give, Sheet, Source};

use super::{group, printed, sheet, word, words, zone};

#[test]
fn yellow() {
    let sheet = sheet("tres-fute");
    assert_eq!(
        printed(sheet, "yellow"),
        ["3 6 5 X", "2 1 X 5", "1 X 2 4", "X 3 4 6"]
    );
    let rows = [[1, 2, 3], [5, 6, 8], [9, 11, 12], [14, 15, 16]];
    let bonuses = rows.map(|row| group(sheet, "yellow", &row));
    assert_eq!(
        bonuses,
        ["blue X", "orange 4", "green X", "fox"].map(|bonus| (bonus.to_string(), 0))
    );
    assert_eq!(group(sheet, "yellow", &[1, 6, 11, 16]), ("+1".to_string(), 0));
    let columns = [[1, 5, 9], [2, 6, 14], [3, 11, 15], [8, 12, 16]];
    assert_eq!(
        columns.map(|column| group(sheet, "yellow", &column).1),
        [10, 14, 16, 20]
    );
    assert_eq!(mechanic!(sheet, "yellow", Grid).groups().len(), 9);
    assert_eq!(mechanic!(sheet, "yellow", Grid).scoring(), &GridScore::Groups);
}

#[test]
fn blue() {
    let sheet = sheet("tres-fute");
    assert_eq!(printed(sheet, "blue"), ["- 2 3 4", "5 6 7 8", "9 10 11 12"]);
    assert_eq!(zone(sheet, "blue").source, Source::WithWhite);
    let rows: [&[u32]; 3] = [&[2, 3, 4], &[5, 6, 7, 8], &[9, 10, 11, 12]];
    assert_eq!(
        rows.map(|row| group(sheet, "blue", row).0),
        ["orange 5", "yellow X", "fox"]
    );
    let columns: [&[u32]; 4] = [&[5, 9], &[2, 6, 10], &[3, 7, 11], &[4, 8, 12]];
    assert_eq!(
        columns.map(|column| group(sheet, "blue", column).0),
        ["reroll", "green X", "violet 6", "+1"]
    );
    let table = vec![0, 1, 2, 4, 7, 11, 16, 22, 29, 37, 46, 56];
    assert_eq!(
        mechanic!(sheet, "blue", Grid).scoring(),
        &GridScore::Crosses(table)
    );
}

#[test]
fn green_orange_and_violet() {
    let sheet = sheet("tres-fute");
    let green = mechanic!(sheet, "green", Track);
    assert_eq!(
        (green.rule, green.writes, green.score),
        (TrackRule::AtLeast, Writes::Cross, TrackScore::Last)
    );
    let least: Vec<u8> = green.cells.iter().map(|cell| cell.least).collect();
    assert_eq!(least, [1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 6]);
    let points: Vec<i16> = green.cells.iter().map(|cell| cell.points).collect();
    assert_eq!(points, [1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66]);
    let bonuses = words(sheet, green.cells.iter().map(|cell| &cell.award));
    assert_eq!(
        bonuses,
        [
            "", "", "", "+1", "", "blue X", "fox", "", "violet 6", "reroll", ""
        ]
    );

    let orange = mechanic!(sheet, "orange", Track);
    assert_eq!(
        (orange.rule, orange.writes, orange.score),
        (TrackRule::Any, Writes::Number, TrackScore::Sum)
    );
    assert_eq!(orange.most, 6);
    let factors: Vec<Factor> = orange.cells.iter().map(|cell| cell.factor).collect();
    assert_eq!(factors, [1, 1, 1, 2, 1, 1, 2, 1, 2, 1, 3].map(Factor::Times));
    let bonuses = words(sheet, orange.cells.iter().map(|cell| &cell.award));
    assert_eq!(
        bonuses,
        [
            "", "", "reroll", "", "yellow X", "+1", "", "fox", "", "violet 6", ""
        ]
    );

    let violet = mechanic!(sheet, "violet", Track);
    assert_eq!(
        (violet.rule, violet.writes),
        (TrackRule::Rising { restart: Some(6) }, Writes::Number)
    );
    assert_eq!(
        (violet.score, violet.free, violet.extra.len()),
        (TrackScore::Sum, FreeNumber::Face, 0)
    );
    let bonuses = words(sheet, violet.cells.iter().map(|cell| &cell.award));
    let expected = [
        "", "", "reroll", "blue X", "+1", "yellow X", "fox", "reroll", "green X", "orange 6", "+1",
    ];
    assert_eq!(bonuses, expected);
}

#[test]
fn black_bonuses_are_for_the_zones_they_fit() {
    let choice = |id: &str| sheet(id).gifts[0].choice.clone();
    let six = Give::Number(Face::Six);
    let expected = [
        (0, Give::Cross),
        (1, Give::Cross),
        (2, Give::Cross),
        (3, six),
        (4, six),
    ];
    assert_eq!(choice("tres-fute"), GiftChoice::Mark(expected.into()));
    assert_eq!(
        choice("tres-fute-deluxe"),
        GiftChoice::Mark((0..5).map(|zone| (zone, Give::Free)).collect())
    );
}

#[test]
fn gifts_are_numbered_by_first_appearance() {
    let gifts: Vec<&str> = sheet("tres-fute")
        .gifts
        .iter()
        .map(|gift| gift.name.as_str())
        .collect();
    let expected = [
        "black X or black 6",
        "blue X",
        "orange 4",
        "green X",
        "orange 5",
        "yellow X",
        "violet 6",
        "orange 6",
    ];
    assert_eq!(gifts, expected);
    let gifts: Vec<&str> = sheet("hyper-fute")
        .gifts
        .iter()
        .map(|gift| gift.name.as_str())
        .collect();
    assert_eq!(
        gifts,
        [
            "black ?",
            "brown ?",
            "pink ?",
            "turquoise ?",
            "blue ?",
            "yellow ?"
        ]
    );
}

#[test]
fn deluxe_is_the_classic_with_other_glyphs() {
    let (classic, deluxe) = (sheet("tres-fute"), sheet("tres-fute-deluxe"));
    let glyph = |word: String| match word.as_str() {
        "yellow X" | "blue X" | "green X" => word.replace('X', "?"),
        "violet 6" => "violet ?".to_string(),
        "black X or black 6" => "black ?".to_string(),
        _ => word,
    };
    let all = |sheet: &Sheet| {
        sheet
            .awards()
            .map(|award| word(sheet, Some(award)))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        all(classic).into_iter().map(glyph).collect::<Vec<_>>(),
        all(deluxe)
    );
    assert!(all(deluxe).contains(&"orange 4".to_string()));
    for name in ["yellow", "blue"] {
        assert_eq!(printed(classic, name), printed(deluxe, name));
        let (one, other) = (mechanic!(classic, name, Grid), mechanic!(deluxe, name, Grid));
        assert_eq!(one.scoring(), other.scoring());
        let shape = |grid: &finaud_rules::zone::Grid| {
            grid.groups()
                .iter()
                .map(|group| (group.cells, group.points))
                .collect::<Vec<_>>()
        };
        assert_eq!(shape(one), shape(other));
    }
    for name in ["green", "orange", "violet"] {
        let (one, other) = (mechanic!(classic, name, Track), mechanic!(deluxe, name, Track));
        assert_eq!(
            (one.rule, one.writes, one.score),
            (other.rule, other.writes, other.score)
        );
        for (one, other) in one.cells.iter().zip(&other.cells) {
            assert_eq!(
                (one.least, one.factor, one.points),
                (other.least, other.factor, other.points)
            );
        }
    }
}
