//! The zones of Mélange Futé: what fits, what it gives, what it is worth.

mod common;

use common::given;
use common::zones::{gains, list, rolled};

#[test]
fn melange_yellow_lines_are_filled_from_the_left() {
    let yellow = |sheet: &str, face: u8| given(&rolled("melange-fute", 'Y', face, sheet));
    let all = ["yellow top 4", "yellow middle 4", "yellow bottom 4"];
    yellow("", 4).only_begin(1, "yellow", &all);
    yellow("yellow=5||", 4).only_begin(1, "yellow", &all);
    yellow("yellow=4|6|1", 4).only_begin(1, "yellow", &all[1..]);
    yellow("yellow=3|1,1,1,1,1,1|", 4).only_begin(1, "yellow", &all[2..]);
    yellow("yellow=1||4,4,4,4,4,4", 4).only_begin(1, "yellow", &all[1..2]);
    for face in 1..=6 {
        assert!(
            !yellow("yellow=1||", face).may(1, &format!("yellow top {face}")),
            "closed by a 1"
        );
    }
    yellow("yellow=6,5,4,3,2,1|1,1,1,1,1,1|1,1,1,1,1,1", 1).only_begin(1, "yellow", &[]);
    let table = yellow("yellow=4|1,1,1,1,1,1|", 4);
    for number in 1..=6 {
        for line in ["top", "middle", "bottom"] {
            let fits = number == 4 && line == "bottom";
            assert_eq!(table.may(1, &format!("yellow {line} {number}")), fits);
        }
    }
}

#[test]
fn melange_yellow_top_and_middle_give_bonuses() {
    let top = ["", "melange", "orange ?", "green ?", "violet ?", "fox"];
    let middle = ["reroll", "violet ?", "blue ?", "+1", "yellow ?", "melange"];
    for count in 0..6u8 {
        let line = |before: String, face| rolled("melange-fute", 'Y', face, &format!("yellow={before}"));
        let falling = list((0..count).map(|cell| 6 - cell));
        let gained = gains(
            &line(format!("{falling}||"), 6 - count),
            &format!("yellow top {}", 6 - count),
        );
        assert_eq!(gained, top[usize::from(count)]);
        let threes = list((0..count).map(|_| 3));
        assert_eq!(
            gains(&line(format!("|{threes}|"), 3), "yellow middle 3"),
            middle[usize::from(count)]
        );
        assert_eq!(gains(&line(format!("||{threes}"), 3), "yellow bottom 3"), "");
    }
}

#[test]
fn melange_yellow_scores_bottom_minus_middle_plus_columns() {
    let yellow = |lines: &str| given(&format!("melange-fute / yellow={lines}")).zone(1, "yellow");
    assert_eq!(yellow("6,5,4||"), 0, "the top line itself gives nothing");
    assert_eq!(yellow("|6,5|"), -11);
    assert_eq!(yellow("||6,5"), 11);
    for (columns, points) in [(1, 10), (2, 25), (3, 40), (4, 60), (5, 80), (6, 105)] {
        let top = list((0..columns).map(|cell| 6 - cell));
        let ones = list((0..columns).map(|_| 1));
        assert_eq!(yellow(&format!("{top}|{ones}|{ones}")), points);
        // The shortest line counts, whichever it is.
        let more = list((0..6).map(|_| 1));
        let extra = 6 - i16::from(columns);
        assert_eq!(yellow(&format!("{top}|{ones}|{more}")), points + extra);
        assert_eq!(yellow(&format!("{top}|{more}|{ones}")), points - extra);
        assert_eq!(yellow(&format!("6,5,4,3,2,1|{ones}|{ones}")), points);
    }
}

#[test]
fn melange_blue_counts_printed_crosses_for_bonuses_and_not_for_points() {
    // Cells: 2 3 X 4 5 | X 6 7 8 X | 9 10 X 11 12.
    let number = |cell: u8| [2, 3, 0, 4, 5, 0, 6, 7, 8, 0, 9, 10, 0, 11, 12][usize::from(cell) - 1];
    for (cells, bonus) in [
        (&[1, 2, 4, 5][..], "orange ?"),
        (&[7, 8, 9], "melange, yellow ?"),
        (&[11, 12, 14, 15], "fox"),
        (&[1, 11], "reroll"),
        (&[2, 7, 12], "green ?"),
        (&[8], "melange"),
        (&[4, 9, 14], "violet ?"),
        (&[5, 15], "+1"),
    ] {
        let last = *cells.last().expect("a cell");
        // The 7 is a column of its own: let it be the last cell of its row.
        let last = if cells.contains(&8) { 8 } else { last };
        let before = cells.iter().copied().filter(|cell| *cell != last);
        let (blue, white) = (number(last) / 2, number(last) - number(last) / 2);
        let line = format!(
            "melange-fute phase=rolled pool=W{white},B{blue},Y6,G6,O6,V6 / blue={} /",
            list(before)
        );
        assert_eq!(
            gains(&line, &format!("blue {}", number(last))),
            bonus,
            "{cells:?}"
        );
    }
    let cells = [1, 2, 4, 5, 7, 8, 9, 11, 12, 14, 15];
    let points = [0, 1, 2, 4, 7, 11, 16, 22, 29, 37, 46, 56];
    for crosses in 0..=11 {
        let blue = list(cells[..crosses].to_vec());
        assert_eq!(
            given(&format!("melange-fute / blue={blue}")).zone(1, "blue"),
            points[crosses]
        );
    }
}

#[test]
fn melange_green_fills_block_by_block() {
    let green = |sheet: &str| given(&rolled("melange-fute", 'G', 2, sheet));
    green("").only_begin(1, "green", &["green left 2", "green right 2"]);
    green("green=4:.").only_begin(1, "green", &["green right 2"]);
    green("green=.:6").only_begin(1, "green", &["green left 2"]);
    green("green=4:6").only_begin(1, "green", &["green left 2", "green right 2"]);
    green("green=4:6,4:4,4:2,6:4,6:2,8:2").only_begin(1, "green", &[]);
    let table = green("green=4:6,4:.");
    for number in 1..=6 {
        assert!(!table.may(1, &format!("green left {number}")));
        assert_eq!(table.may(1, &format!("green right {number}")), number == 2);
    }
}

#[test]
fn melange_green_multiplies_gives_bonuses_and_scores_left_minus_right() {
    let factors = [(2, 3), (2, 2), (2, 1), (3, 2), (3, 1), (4, 1)];
    let bonuses = [
        ("", "reroll"),
        ("", "blue ?"),
        ("melange", ""),
        ("fox", "orange ?"),
        ("+1", "melange"),
        ("violet ?", "yellow ?"),
    ];
    let mut blocks: Vec<String> = Vec::new();
    let mut score = 0;
    for ((left, right), (left_bonus, right_bonus)) in factors.into_iter().zip(bonuses) {
        let sheet = |block: &str| {
            let green = blocks
                .iter()
                .map(String::as_str)
                .chain([block])
                .filter(|block| !block.is_empty());
            rolled(
                "melange-fute",
                'G',
                5,
                &format!("green={}", green.collect::<Vec<_>>().join(",")),
            )
        };
        assert_eq!(gains(&sheet(""), "green left 5"), left_bonus);
        assert_eq!(gains(&sheet(""), "green right 5"), right_bonus);
        let mut table = given(&sheet(&format!("{}:.", left * 3)));
        assert_eq!(table.zone(1, "green"), score, "an open block counts nothing");
        table.plays(1, "green right 5");
        let block = format!("{}:{}", left * 3, right * 5);
        assert!(table.sheet(1).contains(&block), "{}", table.sheet(1));
        score += left * 3 - right * 5;
        assert_eq!(table.zone(1, "green"), score);
        blocks.push(block);
    }
}

#[test]
fn melange_violet_adds_all_other_dice_of_the_platter_as_it_is() {
    // The first roll: the platter is empty, and the lower dice get there only after the entry.
    given("melange-fute phase=rolled pool=W1,Y1,B1,G1,O1,V4").only_begin(1, "violet", &["violet 4"]);
    // A die of the platter is not counted twice.
    let window = "melange-fute roll=3 phase=window slots=W6,Y6,B6 platter=G1,O2,V3 \
                  / +1=1 stage=extra / stage=pick";
    given(window).only_begin(2, "violet", &["violet 6"]);
    given(window).only_begin(1, "+1 violet", &["+1 violet 6"]);
    // A die of a slot counts along with all dice of the platter.
    given(window).only_begin(1, "+1 white as violet", &["+1 white as violet 12"]);
}

#[test]
fn melange_violet_rises_without_starting_again() {
    for (before, may) in [(5, true), (6, false), (7, false)] {
        let table = given(&rolled("melange-fute", 'V', 6, &format!("violet={before}")));
        assert_eq!(table.may(1, "violet 6"), may, "6 after {before}");
    }
    let full = "violet=1,2,3,4,5,6,7,8,9,10,11";
    given("melange-fute roll=2 phase=rolled pool=V6 slots=W6 platter=Y5,B5,G5,O5").only_begin(
        1,
        "violet",
        &["violet 26"],
    );
    given(&format!(
        "melange-fute roll=2 phase=rolled pool=V6 slots=W6 platter=Y5,B5,G5,O5 / {full}"
    ))
    .only_begin(1, "violet", &[]);
}

#[test]
fn melange_violet_gives_bonuses_and_scores_cells_and_high_numbers() {
    let bonuses = [
        "", "melange", "reroll", "blue ?", "+1", "yellow ?", "fox", "melange", "green ?", "orange ?", "+1",
    ];
    for (count, bonus) in (0..11u8).zip(bonuses) {
        // Numbers 1 to 11 in cells 1 to 11; the last one is made of the violet die and the platter.
        let line = format!(
            "melange-fute roll=2 phase=rolled pool=V{},B6,G6 slots=W6 platter=Y3,O2 / violet={} /",
            if count < 5 { 1 } else { count - 4 }.min(6),
            list(1..=count)
        );
        let next = 5 + if count < 5 { 1 } else { count - 4 }.min(6);
        assert_eq!(
            gains(&line, &format!("violet {next}")),
            bonus,
            "cell {}",
            count + 1
        );
    }
    let violet = |numbers: &str| given(&format!("melange-fute / violet={numbers}")).zone(1, "violet");
    let mut before = 0;
    for (count, points) in (1..=4u8).zip([4, 8, 12, 16]) {
        assert_eq!(
            violet(&list(1..=count)),
            points,
            "numbers below 5 give nothing more"
        );
        before = points;
    }
    assert_eq!(before, 16);
    for (number, more) in [
        (4, 0),
        (5, 1),
        (9, 1),
        (10, 2),
        (14, 2),
        (15, 3),
        (19, 3),
        (20, 4),
        (36, 4),
    ] {
        assert_eq!(violet(&number.to_string()), 4 + more, "{number}");
    }
    for (count, points) in (0..11u8).zip([4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44]) {
        let numbers = list((0..=count).map(|cell| 20 + cell));
        assert_eq!(violet(&numbers), points + 4 * (i16::from(count) + 1));
    }
}

#[test]
fn melange_violet_uses_the_platter_with_high_sums_too() {
    // Everything but violet is full. 6 + 6 + 6 fits after the 10, so the dice of the slots stay out of reach.
    let sheet = "yellow=6,5,4,3,2,1|1,1,1,1,1,1|1,1,1,1,1,1 blue=1,2,4,5,7,8,9,11,12,14,15 \
                 green=2:3,2:2,2:1,3:2,3:1,4:1 orange=12";
    let window = "melange-fute roll=3 phase=window slots=W6,Y6,B6 platter=G6,O6,V6";
    let table = given(&format!("{window} / / {sheet} violet=10 stage=pick"));
    table.only(2, &["violet 18", "decline"]);
    // After an 18 it does not, and the white die of a slot may be used instead.
    let table = given(&format!("{window} / / {sheet} violet=18 stage=pick"));
    table.only(2, &["white as violet 24", "decline"]);
}
