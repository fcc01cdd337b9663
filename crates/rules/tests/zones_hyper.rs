//! The zones of Hyper Futé, and the orange zone of Mélange Futé, which works like the brown one.

mod common;

use common::given;
use common::zones::{gains, list, rolled};
use finaud_rules::{Mechanic, Side};

/// A row that is crossed rightwards.
struct Stride {
    id: &'static str,
    zone: &'static str,
    die: char,
    between: [&'static str; 11],
    points: [i16; 13],
}

/// Brown on Hyper Futé and orange on Mélange Futé: the same row of numbers.
const STRIDES: [Stride; 2] = [
    Stride {
        id: "melange-fute",
        zone: "orange",
        die: 'O',
        between: [
            "melange", "violet ?", "", "reroll", "green ?", "", "+1", "blue ?", "", "yellow ?", "fox",
        ],
        points: [0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78],
    },
    Stride {
        id: "hyper-fute",
        zone: "brown",
        die: 'N',
        between: [
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
        ],
        points: [0, 2, 5, 9, 14, 20, 27, 35, 44, 54, 65, 77, 90],
    },
];

const STRIDE: [u8; 12] = [1, 5, 3, 4, 2, 6, 4, 5, 2, 1, 6, 3];

#[test]
fn strides_go_to_the_right_and_what_is_skipped_is_lost() {
    for Stride { id, zone, die, .. } in STRIDES {
        for last in 0..=12u8 {
            for face in 1..=6 {
                let crossed = if last == 0 {
                    String::new()
                } else {
                    last.to_string()
                };
                let table = given(&rolled(id, die, face, &format!("{zone}={crossed}")));
                let ways: Vec<String> = (1..=12)
                    .zip(STRIDE)
                    .filter(|(cell, number)| *cell > last && *number == face)
                    .map(|(cell, number)| format!("{zone} {number} #{cell}"))
                    .collect();
                table.only_begin(1, zone, &ways.iter().map(String::as_str).collect::<Vec<_>>());
                for (cell, number) in (1..=12).zip(STRIDE) {
                    let way = format!("{zone} {number} #{cell}");
                    assert_eq!(table.may(1, &way), cell > last && number == face, "{way}");
                }
            }
        }
    }
}

#[test]
fn strides_give_a_bonus_for_two_neighbours_and_points_by_crosses() {
    for Stride {
        id,
        zone,
        die,
        between,
        points,
    } in STRIDES
    {
        for cell in 2..=12u8 {
            let number = STRIDE[usize::from(cell) - 1];
            let action = format!("{zone} {number} #{cell}");
            let with = |crossed: u8| gains(&rolled(id, die, number, &format!("{zone}={crossed}")), &action);
            assert_eq!(
                with(cell - 1),
                between[usize::from(cell) - 2],
                "{cell} after its neighbour"
            );
            if cell > 2 {
                assert_eq!(with(cell - 2), "", "{cell} after a skipped cell");
            }
        }
        for (crosses, points) in (0..).zip(points) {
            let low = list(1..=crosses);
            let high = list(13 - crosses..=12);
            for crossed in [low, high] {
                assert_eq!(given(&format!("{id} / {zone}={crossed}")).zone(1, zone), points);
            }
        }
    }
}

#[test]
fn hyper_yellow_goes_by_the_roll() {
    for roll in 1..=3u8 {
        let slots = ["", "slots=P6", "slots=P6,N6"][usize::from(roll) - 1];
        let rest = ["W6,T6,B6,N6,P6", "W6,T6,B6,N6", "W6,T6,B6"][usize::from(roll) - 1];
        for face in 1..=6 {
            let line = format!("hyper-fute roll={roll} phase=rolled pool=Y{face},{rest} {slots}");
            let way = format!("yellow {face} r{roll}");
            given(&line).only_begin(1, "yellow", &[&way]);
            let cell = 6 * (roll - 1) + face;
            given(&format!("{line} / yellow={cell}")).only_begin(1, "yellow", &[]);
        }
    }
}

#[test]
fn hyper_yellow_gives_passive_players_the_grey_cells() {
    for (face, row) in [(1, 3), (2, 3), (3, 2), (4, 2), (5, 1), (6, 1)] {
        let line =
            format!("hyper-fute roll=3 phase=window slots=W6,N6,P6 platter=Y{face},T1,B1 / / stage=pick");
        given(&line).only_begin(2, "yellow", &[&format!("yellow {face} r{row}")]);
    }
}

#[test]
fn hyper_yellow_gives_bonuses_between_cells_one_above_the_other() {
    let upper = ["reroll", "joker", "pink ?", "+1", "turquoise ?", "fox"];
    let lower = ["joker", "turquoise ?", "blue ?", "brown ?", "yellow ?", "+1"];
    for column in 1..=6u8 {
        let [one, two, three] = [column, column + 6, column + 12];
        let roll = |row: u8, crossed: &str| {
            let slots = ["", "slots=P6", "slots=P6,N6"][usize::from(row) - 1];
            let rest = ["W6,T6,B6,N6,P6", "W6,T6,B6,N6", "W6,T6,B6"][usize::from(row) - 1];
            let line = format!(
                "hyper-fute roll={row} phase=rolled pool=Y{column},{rest} {slots} / yellow={crossed} /"
            );
            gains(&line, &format!("yellow {column} r{row}"))
        };
        let index = usize::from(column) - 1;
        assert_eq!(roll(1, &two.to_string()), upper[index]);
        assert_eq!(roll(2, &one.to_string()), upper[index]);
        assert_eq!(roll(2, &three.to_string()), lower[index]);
        assert_eq!(roll(3, &two.to_string()), lower[index]);
        assert_eq!(roll(1, &three.to_string()), "");
        assert_eq!(roll(3, &one.to_string()), "");
        let mut both = [upper[index], lower[index]];
        both.sort_unstable();
        assert_eq!(roll(2, &format!("{one},{three}")), both.join(", "));
    }
}

#[test]
fn hyper_rows_score_by_crosses() {
    for (crosses, (yellow, turquoise)) in
        (0..).zip([(0, 0), (2, 1), (6, 3), (12, 6), (20, 10), (30, 15), (42, 21)])
    {
        for row in 0..3 {
            let cells = list(6 * row + 1..6 * row + 1 + crosses);
            assert_eq!(
                given(&format!("hyper-fute / yellow={cells}")).zone(1, "yellow"),
                yellow
            );
        }
        for row in 0..5 {
            let cells = list(6 * row + 7 - crosses..6 * row + 7);
            assert_eq!(
                given(&format!("hyper-fute / turquoise={cells}")).zone(1, "turquoise"),
                turquoise
            );
        }
    }
    assert_eq!(
        given(&format!("hyper-fute / yellow={}", list(1..=18))).zone(1, "yellow"),
        3 * 42
    );
    assert_eq!(
        given(&format!("hyper-fute / turquoise={}", list(1..=30))).zone(1, "turquoise"),
        5 * 21
    );
}

#[test]
fn hyper_turquoise_crosses_free_cells_of_its_column_only() {
    let table = given(&rolled("hyper-fute", 'T', 2, "turquoise=2,8,14"));
    table.only_begin(1, "turquoise", &["turquoise 2 r4", "turquoise 2 r5"]);
    given(&rolled("hyper-fute", 'T', 2, "turquoise=2,8,14,20,26")).only_begin(1, "turquoise", &[]);
    table
        .refuses(1, "turquoise 2 r1")
        .refuses(1, "turquoise 2 r4,5")
        .refuses(1, "turquoise 3 r4");
    given("hyper-fute roll=2 phase=rolled pool=T2,W6,B6,N6,P6 slots=Y2 / turquoise=2")
        .refuses(1, "turquoise 2 r1,2")
        .refuses(1, "turquoise 2 r2,3,4")
        .refuses(1, "turquoise 3 r2,3");
    // With two matching dice and one free cell there is one way.
    given("hyper-fute roll=3 phase=rolled pool=T2,W6,B6,N6 slots=Y2,P2 / turquoise=2,8,14,20").only_begin(
        1,
        "turquoise",
        &["turquoise 2 r5"],
    );
}

#[test]
fn hyper_blue_falls_to_the_left_and_rises_to_the_right() {
    let blue = |white: u8, blue: u8, sheet: &str| {
        given(&format!(
            "hyper-fute phase=rolled pool=W{white},B{blue},Y1,T1,N1,P1 / blue={sheet}"
        ))
    };
    blue(2, 4, "|").only_begin(1, "blue", &["blue left 6"]);
    blue(4, 4, "|").only_begin(1, "blue", &["blue right 8"]);
    blue(1, 4, "|").only_begin(1, "blue", &[]);
    blue(1, 4, "6|").only_begin(1, "blue", &["blue left 5"]);
    blue(2, 4, "6|").only_begin(1, "blue", &[]);
    blue(2, 4, "6,7|8,9").only_begin(1, "blue", &["blue left 6"]);
    blue(6, 6, "6|8,9,10,11").only_begin(1, "blue", &["blue right 12"]);
    blue(1, 1, "6,5,4,3|8").only_begin(1, "blue", &["blue left 2"]);
    blue(6, 6, "|8,9,10,11,12").only_begin(1, "blue", &[]);
    blue(1, 1, "6,5,4,3,2|").only_begin(1, "blue", &[]);
    blue(3, 4, "6,5,4,3,2|8,9,10,11,12,7").only_begin(1, "blue", &["blue left 7"]);
    for sum in 2..=12u8 {
        let table = blue(sum / 2, sum - sum / 2, "6,5|8,7");
        for number in 2..=12 {
            let fits = number == sum && [4, 7].contains(&sum);
            assert_eq!(
                table.may(1, &format!("blue left {number}")),
                fits,
                "{number} with {sum}"
            );
            let fits = number == sum && sum == 8;
            assert_eq!(
                table.may(1, &format!("blue right {number}")),
                fits,
                "{number} with {sum}"
            );
        }
    }
    // A full side takes nothing more.
    blue(2, 4, "6,5,4,3,2,7|8,7,8,7,8,7").only_begin(1, "blue", &[]);
}

#[test]
fn hyper_blue_gives_the_bonuses_of_its_cells_and_the_points_of_the_outermost() {
    let left = ["", "joker", "yellow ?", "", "pink ?", "+1"];
    let right = ["", "reroll", "brown ?", "", "turquoise ?", "fox"];
    let (lefts, rights) = ([6, 7, 6, 7, 6, 7], [8, 7, 8, 7, 8, 7]);
    for count in 0..6 {
        let line = |sum: u8, sheet: String| {
            format!(
                "hyper-fute phase=rolled pool=W{},B4,Y6,T6,N6,P6 / blue={sheet} /",
                sum - 4
            )
        };
        let before = list(lefts[..count].to_vec());
        let gained = gains(
            &line(lefts[count], format!("{before}|")),
            &format!("blue left {}", lefts[count]),
        );
        assert_eq!(gained, left[count]);
        let before = list(rights[..count].to_vec());
        let gained = gains(
            &line(rights[count], format!("|{before}")),
            &format!("blue right {}", rights[count]),
        );
        assert_eq!(gained, right[count]);
    }
    let blue = |sheet: String| given(&format!("hyper-fute / blue={sheet}")).zone(1, "blue");
    for (count, points) in (1..=6).zip([3, 6, 9, 13, 17, 22]) {
        assert_eq!(blue(format!("{}|", list(lefts[..count].to_vec()))), points);
        assert_eq!(blue(format!("|{}", list(rights[..count].to_vec()))), points);
        assert_eq!(
            blue(format!(
                "{}|{}",
                list(lefts[..count].to_vec()),
                list(rights[..count].to_vec())
            )),
            2 * points
        );
    }
    // 4 more for each number up to 4 and from 10 on.
    assert_eq!(blue("6,5,4,3,2|".into()), 17 + 3 * 4);
    assert_eq!(blue("|8,9,10,11,12".into()), 17 + 3 * 4);
    assert_eq!(blue("6,5|8,9".into()), 6 + 6);
}

#[test]
fn hyper_pink_is_halved_with_the_bonus_or_multiplied_without_it() {
    let factors = [0, 1, 2, 2, 1, 2, 2, 1, 3, 2, 2, 3];
    let bonuses = [
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
    for count in 0..12usize {
        let ones = list((0..count).map(|_| 1));
        let line = rolled("hyper-fute", 'P', 5, &format!("pink={ones}"));
        assert_eq!(gains(&line, "pink half 3"), bonuses[count], "cell {}", count + 1);
        let mut table = given(&line);
        table.plays(1, "pink half 3");
        assert_eq!(table.zone(1, "pink"), count as i16 + 3);
        if count > 0 {
            assert_eq!(gains(&line, "pink times 5"), "");
            let mut table = given(&line);
            table.plays(1, "pink times 5");
            assert_eq!(table.zone(1, "pink"), count as i16 + 5 * factors[count]);
            assert!(
                table
                    .sheet(1)
                    .starts_with(&format!("pink={ones},{}!", 5 * factors[count]))
            );
        }
    }
    let full = list((0..12).map(|_| 1));
    given(&rolled("hyper-fute", 'P', 5, &format!("pink={full}"))).only_begin(1, "pink", &[]);
}

#[test]
fn what_is_written_can_be_read_off_the_sheet() {
    let table = given("hyper-fute / blue=6,5|8 pink=3,4!,2");
    let sheet = table.game.sheet();
    let ink = |zone: &str| {
        let zone = usize::from(sheet.zone_named(zone).expect("a zone"));
        (&sheet.zones[zone], table.position.players()[0].ink(zone))
    };
    let (zone, pink) = ink("pink");
    let Mechanic::Track(track) = &zone.mechanic else {
        panic!("pink is a track")
    };
    assert_eq!(track.count(pink), 3);
    assert_eq!(
        [0, 1, 2, 3, 99].map(|cell| track.number(pink, cell)),
        [3, 4, 2, 0, 0]
    );
    assert_eq!(
        [0, 1, 2, 3].map(|cell| track.crossed_out(pink, cell)),
        [false, true, false, false]
    );
    let (zone, blue) = ink("blue");
    assert_eq!(zone.cell_count(), 12);
    let Mechanic::Spread(spread) = &zone.mechanic else {
        panic!("blue is a spread")
    };
    assert_eq!(spread.written(blue, Side::Left), [6, 5]);
    assert_eq!(spread.written(blue, Side::Right), [8]);
}
