//! The zones of Très Futé and of the star side of Très Futé Deluxe: what fits, what it gives, what it is worth.

mod common;

use common::given;
use common::zones::{gains, list, rolled};

/// The bonus of the first sheet as the Deluxe sheet prints it.
fn on(id: &str, bonus: &str) -> String {
    if id == "tres-fute-deluxe" {
        bonus.replace(" X", " ?").replace("violet 6", "violet ?")
    } else {
        bonus.to_string()
    }
}

const STARS: [&str; 2] = ["tres-fute", "tres-fute-deluxe"];

#[test]
fn star_yellow_crosses_one_of_the_two_cells_of_a_number() {
    for id in STARS {
        let table = given(&rolled(id, 'Y', 3, ""));
        table.only_begin(1, "yellow", &["yellow 3 r1", "yellow 3 r4"]);
        given(&rolled(id, 'Y', 3, "yellow=1")).only_begin(1, "yellow", &["yellow 3 r4"]);
        given(&rolled(id, 'Y', 3, "yellow=1,14")).only_begin(1, "yellow", &[]);
        given(&rolled(id, 'Y', 3, "yellow=1"))
            .refuses(1, "yellow 3 r1")
            .refuses(1, "yellow 5 r1");
    }
}

#[test]
fn star_yellow_rows_and_the_diagonal_give_bonuses_and_columns_points() {
    // The cells of each group (counted from 1), and the numbers printed in them.
    let numbers = |cell: u8| [3, 6, 5, 0, 2, 1, 0, 5, 1, 0, 2, 4, 0, 3, 4, 6][usize::from(cell) - 1];
    for id in STARS {
        for (cells, bonus) in [
            (&[1, 2, 3][..], "blue X"),
            (&[5, 6, 8], "orange 4"),
            (&[9, 11, 12], "green X"),
            (&[14, 15, 16], "fox"),
            (&[1, 6, 11, 16], "+1"),
            (&[1, 5, 9], ""),
            (&[2, 6, 14], ""),
        ] {
            for last in cells {
                let before = cells.iter().copied().filter(|cell| cell != last);
                let line = rolled(id, 'Y', numbers(*last), &format!("yellow={}", list(before)));
                let row = (last - 1) / 4 + 1;
                assert_eq!(
                    gains(&line, &format!("yellow {} r{row}", numbers(*last))),
                    on(id, bonus),
                    "{id}: {last} of {cells:?}"
                );
            }
        }
        let yellow = |cells: &str| given(&format!("{id} / yellow={cells}")).zone(1, "yellow");
        assert_eq!(yellow("1,5,9"), 10);
        assert_eq!(yellow("2,6,14"), 14);
        assert_eq!(yellow("3,11,15"), 16);
        assert_eq!(yellow("8,12,16"), 20);
        assert_eq!(yellow("1,2,3,5,6,8,9,11,12,14,15,16"), 60);
        assert_eq!(yellow("1,2,3,5,6,8"), 0, "rows are not columns");
    }
}

#[test]
fn star_blue_rows_and_columns_give_bonuses() {
    for id in STARS {
        for (cells, bonus) in [
            (&[2, 3, 4][..], "orange 5"),
            (&[5, 6, 7, 8], "yellow X"),
            (&[9, 10, 11, 12], "fox"),
            (&[5, 9], "reroll"),
            (&[2, 6, 10], "green X"),
            (&[3, 7, 11], "violet 6"),
            (&[4, 8, 12], "+1"),
        ] {
            for last in cells {
                let before = cells.iter().copied().filter(|cell| cell != last);
                let (blue, white) = (last / 2, last - last / 2);
                let line = format!(
                    "{id} phase=rolled pool=W{white},B{blue},Y6,G6,O6,V6 / blue={} /",
                    list(before)
                );
                assert_eq!(
                    gains(&line, &format!("blue {last}")),
                    on(id, bonus),
                    "{id}: {last} of {cells:?}"
                );
            }
        }
    }
}

#[test]
fn star_blue_scores_by_crosses() {
    let points = [0, 1, 2, 4, 7, 11, 16, 22, 29, 37, 46, 56];
    for id in STARS {
        for (crosses, points) in (0..=11).zip(points) {
            let blue = list(2..2 + crosses);
            assert_eq!(
                given(&format!("{id} / blue={blue}")).zone(1, "blue"),
                points,
                "{crosses}"
            );
        }
    }
}

#[test]
fn star_green_wants_at_least_the_printed_number() {
    let least = [1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 6];
    for id in STARS {
        for (crossed, least) in (0..11).zip(least) {
            for face in 1..=6 {
                let table = given(&rolled(id, 'G', face, &format!("green={}", list(1..=crossed))));
                assert_eq!(
                    table.may(1, "green"),
                    face >= least,
                    "{id}: {face} in cell {}",
                    crossed + 1
                );
            }
        }
        let full = given(&rolled(id, 'G', 6, "green=1,2,3,4,5,6,7,8,9,10,11"));
        full.only_begin(1, "green", &[])
            .only_begin(1, "white as green", &[]);
    }
}

#[test]
fn star_green_gives_bonuses_and_the_points_of_the_last_cell() {
    let bonuses = [
        "", "", "", "+1", "", "blue X", "fox", "", "violet 6", "reroll", "",
    ];
    let points = [1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66];
    for id in STARS {
        for (crossed, (bonus, points)) in (0..).zip(bonuses.into_iter().zip(points)) {
            let line = rolled(id, 'G', 6, &format!("green={}", list(1..=crossed)));
            assert_eq!(gains(&line, "green"), on(id, bonus), "cell {}", crossed + 1);
            let green = list(1..=crossed + 1);
            assert_eq!(given(&format!("{id} / green={green}")).zone(1, "green"), points);
        }
    }
}

#[test]
fn star_orange_multiplies_by_its_cells_and_scores_the_sum() {
    let factors = [1, 1, 1, 2, 1, 1, 2, 1, 2, 1, 3];
    let bonuses = [
        "", "", "reroll", "", "yellow X", "+1", "", "fox", "", "violet 6", "",
    ];
    for id in STARS {
        let mut written: Vec<u8> = Vec::new();
        for (factor, bonus) in factors.into_iter().zip(bonuses) {
            let face = written.len() as u8 % 5 + 2;
            let line = rolled(id, 'O', face, &format!("orange={}", list(written.clone())));
            let action = format!("orange {face}");
            given(&line).only_begin(1, "orange", &[&action]);
            assert_eq!(gains(&line, &action), on(id, bonus), "cell {}", written.len() + 1);
            let mut table = given(&line);
            table.plays(1, &action);
            written.push(face * factor);
            assert!(
                table
                    .sheet(1)
                    .starts_with(&format!("orange={}", list(written.clone())))
            );
            assert_eq!(
                table.zone(1, "orange"),
                written.iter().map(|number| i16::from(*number)).sum::<i16>()
            );
        }
        given(&rolled(id, 'O', 6, &format!("orange={}", list(written)))).only_begin(1, "orange", &[]);
    }
}

#[test]
fn star_violet_rises_and_starts_again_after_a_6() {
    let bonuses = [
        "", "", "reroll", "blue X", "+1", "yellow X", "fox", "reroll", "green X", "orange 6", "+1",
    ];
    for id in STARS {
        for before in 1..=6 {
            for face in 1..=6 {
                let table = given(&rolled(id, 'V', face, &format!("violet={before}")));
                assert_eq!(
                    table.may(1, &format!("violet {face}")),
                    face > before || before == 6
                );
            }
        }
        let numbers = [2, 3, 4, 5, 6, 1, 2, 6, 6, 1, 4];
        for (count, bonus) in bonuses.into_iter().enumerate() {
            let line = rolled(
                id,
                'V',
                numbers[count],
                &format!("violet={}", list(numbers[..count].to_vec())),
            );
            assert_eq!(
                gains(&line, &format!("violet {}", numbers[count])),
                on(id, bonus),
                "cell {}",
                count + 1
            );
        }
        let full = list(numbers);
        assert_eq!(given(&format!("{id} / violet={full}")).zone(1, "violet"), 40);
        given(&rolled(id, 'V', 6, &format!("violet={full}"))).only_begin(1, "violet", &[]);
    }
}

#[test]
fn deluxe_bonuses_leave_the_number_to_the_player() {
    let gift = |name: &str, sheet: &str| {
        given(&format!(
            "tres-fute-deluxe phase=entered pool=W6,Y6,B6,G6,O6 slots=V1 / {sheet} pending={name} /"
        ))
    };
    assert_eq!(
        gift("yellow_?", "yellow=1,2").can(1).len(),
        10,
        "any free yellow cell"
    );
    assert_eq!(
        gift("blue_?", "blue=7").can(1).len(),
        10,
        "any free blue cell, whatever white shows"
    );
    gift("violet_?", "violet=4").only(1, &["violet ?: violet 5", "violet ?: violet 6"]);
    assert_eq!(gift("violet_?", "violet=6").can(1).len(), 6);
    gift("orange_4", "").only(1, &["orange 4: orange 4"]);
    let black = gift("black_?", "violet=5 orange=1");
    assert_eq!(black.can(1).len(), 12 + 11 + 1 + 6 + 1);
    let classic = given(
        "tres-fute phase=entered pool=W6,Y6,B6,G6,O6 slots=V1 / blue=7 yellow=1 pending=blue_X,yellow_X /",
    );
    assert_eq!(classic.can_begin(1, "blue X").len(), 10);
    assert_eq!(classic.can_begin(1, "yellow X").len(), 11);
}
