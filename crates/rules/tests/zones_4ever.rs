//! The zones of Clever 4ever: T150 to T165.

mod common;

use common::given;
use common::zones::{gains, list};
use finaud_rules::builtin;

const GAME: &str = "clever-4ever";

/// Seat 1 of two is active; one die shows this, the white one a 1 unless it is meant, all others a 6.
fn rolled(die: char, face: u8, sheet: &str) -> String {
    let dice: Vec<String> = "WYBEGP"
        .chars()
        .map(|letter| match letter {
            _ if letter == die => format!("{letter}{face}"),
            'W' => "W1".to_string(),
            _ => format!("{letter}6"),
        })
        .collect();
    format!("{GAME} phase=rolled pool={} / {sheet} /", dice.join(","))
}

/// The blue die names this row, the white die this column.
fn two(row: u8, column: u8, sheet: &str) -> String {
    format!("{GAME} phase=rolled pool=W{column},Y6,B{row},E6,G6,P6 / {sheet} /")
}

/// The parts that the grey die can cross, by their letters.
fn parts(face: u8, sheet: &str) -> String {
    let entries = given(&rolled('E', face, sheet)).can_begin(1, "grey ");
    let letters = entries.iter().filter_map(|entry| entry.strip_prefix("grey "));
    letters.collect::<Vec<_>>().join(" ")
}

/// The numbers of parts.
fn numbers(letters: &str) -> String {
    list(
        letters
            .bytes()
            .filter(u8::is_ascii_lowercase)
            .map(|letter| letter - b'a' + 1),
    )
}

#[test]
fn t150_yellow_scores_columns_and_two_lines() {
    let table = given(&format!("{GAME} / yellow=2,3,5|1,1,5|6,6,5,4"));
    assert_eq!(table.zone(1, "yellow"), -7 + 21 + 10 + 10 + 15);
}

#[test]
fn t151_the_top_line_rises() {
    let below = |face: u8| [format!("yellow bottom {face}"), format!("yellow middle {face}")];
    assert_eq!(
        given(&rolled('Y', 4, "yellow=4||")).can_begin(1, "yellow"),
        below(4)
    );
    assert_eq!(
        given(&rolled('Y', 5, "yellow=4||")).can_begin(1, "yellow").len(),
        3
    );
    assert_eq!(
        given(&rolled('Y', 6, "yellow=4,6||")).can_begin(1, "yellow"),
        below(6)
    );
}

#[test]
fn t152_a_six_closes_the_top_line() {
    assert_eq!(gains(&rolled('Y', 5, "yellow=1,2,3,4||"), "yellow top 5"), "fox");
    let table = given(&format!("{GAME} / yellow=2,4,6|1,1,1,1,1|1,1,1,1,1"));
    assert_eq!(table.zone(1, "yellow"), 35);
}

#[test]
fn t153_the_middle_line_gives_its_bonuses_in_order() {
    let won = ["reroll", "pink ?", "blue ?", "+1", "yellow ?"];
    for (before, won) in (0..).zip(won) {
        let line = rolled(
            'Y',
            1,
            &format!("yellow=|{}|", list(std::iter::repeat_n(1, before))),
        );
        assert_eq!(gains(&line, "yellow middle 1"), won);
    }
    assert_eq!(
        given(&format!("{GAME} / yellow=|1,1,1,1,1|")).zone(1, "yellow"),
        -5
    );
}

#[test]
fn t154_yellow_may_be_negative() {
    assert_eq!(given(&format!("{GAME} / yellow=|6,6,6|")).zone(1, "yellow"), -18);
}

#[test]
fn t155_blue_names_the_row_and_white_the_column() {
    let table = given(&two(4, 2, ""));
    table
        .only_begin(1, "blue", &["blue 2 r4"])
        .only_begin(1, "white as blue", &["white as blue 2 r4"]);
    for action in ["blue 2 r4", "white as blue 2 r4"] {
        let mut table = given(&two(4, 2, ""));
        table.plays(1, action);
        assert_eq!(table.sheet(1), "blue=20");
    }
    let crossed = given(&two(4, 2, "blue=20"));
    crossed
        .only_begin(1, "blue", &[])
        .only_begin(1, "white as blue", &[]);
}

#[test]
fn t156_a_row_pays_with_its_second_cross_and_never_again() {
    assert_eq!(gains(&two(2, 1, "blue=11"), "blue 1 r2"), "pink ?");
    assert_eq!(gains(&two(2, 6, "blue=7,11"), "blue 6 r2"), "");
}

#[test]
fn t157_a_row_and_the_diagonal_at_once() {
    assert_eq!(gains(&two(2, 2, "blue=1,10"), "blue 2 r2"), "pink ?, reroll");
    assert_eq!(gains(&two(3, 3, "blue=1,8,10"), "blue 3 r3"), "");
}

#[test]
fn t158_blue_scores_columns_and_the_other_diagonal() {
    assert_eq!(
        given(&format!("{GAME} / blue=2,20,17,35,6,31")).zone(1, "blue"),
        8 + 11 + 6
    );
    assert_eq!(gains(&two(1, 6, "blue=2,17,20,35"), "blue 6 r1"), "green ?");
    assert_eq!(gains(&two(6, 1, "blue=2,6,17,20,35"), "blue 1 r6"), "fox");
    let all = list(1..=36);
    assert_eq!(given(&format!("{GAME} / blue={all}")).zone(1, "blue"), 63);
}

#[test]
fn t159_one_starts_in_a_or_i() {
    let wanted = ["a", "a", "a i", "a i"];
    assert_eq!([1, 3, 4, 6].map(|face| parts(face, "")), wanted);
}

#[test]
fn t160_then_one_goes_on_beside_what_is_crossed() {
    let wanted = ["", "i", "b i"];
    assert_eq!([3, 4, 6].map(|face| parts(face, "grey=1")), wanted);
}

#[test]
fn t161_surplus_is_lost_and_columns_pay() {
    assert_eq!(gains(&rolled('E', 6, ""), "grey a"), "polish");
    assert_eq!(gains(&rolled('E', 4, "grey=1"), "grey i"), "reroll");
    assert_eq!(given(&format!("{GAME} / grey=1,9")).zone(1, "grey"), 1);
    assert_eq!([1, 2].map(|face| parts(face, "grey=1,9")), ["", "p"]);
}

#[test]
fn t162_only_the_reroll_row_ends_in_a_bonus() {
    assert_eq!(
        gains(&rolled('E', 4, "grey=1 reroll=6"), "grey i"),
        "pink ?, reroll"
    );
    assert_eq!(gains(&rolled('E', 1, "polish=8"), "grey a"), "polish");
    assert_eq!(
        gains(&rolled('Y', 1, "yellow=|1,1,1| +1=6"), "yellow middle 1"),
        "+1"
    );
}

#[test]
fn t163_a_free_part_and_the_choices_of_black() {
    let gift = |sheet: &str| {
        given(&format!(
            "{GAME} round=4 phase=round-start / {sheet} pending=black_? /"
        ))
    };
    gift("").only_begin(1, "black ?: grey", &["black ?: grey a", "black ?: grey i"]);
    gift("grey=1").only_begin(1, "black ?: grey", &["black ?: grey b", "black ?: grey i"]);
    assert_eq!(gift("").can(1).len(), 18 + 36 + 2 + 12 + 6);
}

#[test]
fn t164_the_last_part_of_a_shade_gives_its_fox() {
    let but_p = format!("grey={}", numbers("abcdefghijklmnoq"));
    assert_eq!(parts(1, &but_p), "");
    assert_eq!(gains(&rolled('E', 2, &but_p), "grey p"), "fox");
    let all = numbers("abcdefghijklmnopq");
    assert_eq!(given(&format!("{GAME} / grey={all}")).zone(1, "grey"), 106);
}

#[test]
fn t165_the_example_of_the_rulebook_is_possible_on_this_map() {
    let crossed = numbers("aibcjdefgkhq");
    let table = given(&format!("{GAME} / grey={crossed}"));
    assert_eq!(table.zone(1, "grey"), 1 + 6 + 8 + 9 + 10 + 10 + 11);
}

#[test]
fn the_map_has_the_parts_shades_and_neighbours_of_the_print() {
    let sheet = builtin(GAME).unwrap();
    let zone = &sheet.zones[usize::from(sheet.zone_named("grey").unwrap())];
    let finaud_rules::Mechanic::Regions(map) = &zone.mechanic else {
        panic!("grey is a map")
    };
    let letters = |mask: u32| -> String {
        let set = (0..17u8).filter(|part| mask >> part & 1 != 0);
        set.map(|part| char::from(b'a' + part)).collect()
    };
    let sizes: Vec<u32> = map.parts().iter().map(|part| part.cells.count_ones()).collect();
    assert_eq!(sizes, [1, 5, 5, 5, 6, 2, 5, 6, 4, 6, 4, 3, 2, 4, 3, 2, 1]);
    let shades: Vec<String> = map.shades().iter().map(|shade| letters(shade.parts)).collect();
    assert_eq!(shades, ["bdkmo", "cegilq", "afhjnp"]);
    let touches: Vec<String> = map.parts().iter().map(|part| letters(part.touches)).collect();
    let wanted = [
        "bi", "acijlp", "bdjm", "cen", "dfno", "ego", "fhko", "gkq", "abp", "bclm", "ghq", "bjp", "cjn",
        "dem", "efg", "bil", "hk",
    ];
    assert_eq!(touches, wanted);
}

#[test]
fn green_pays_fields_with_both_triangles() {
    assert_eq!(
        given(&format!("{GAME} / green=6,5,4|3,2,1,6")).zone(1, "green"),
        9 + 7 + 5
    );
    assert_eq!(
        given(&format!("{GAME} / green=6,5,4,3|3,2,1,6")).zone(1, "green"),
        9 + 7 + 5 + 18
    );
    assert_eq!(gains(&rolled('G', 2, "green=|1"), "green lower 2"), "blue ?");
    assert_eq!(gains(&rolled('G', 2, "green=|1"), "green upper 2"), "");
}

#[test]
fn pink_scores_its_last_cell_and_some_numbers() {
    assert_eq!(
        given(&format!("{GAME} / pink=2,4,6,5,1")).zone(1, "pink"),
        12 + 2 + 4 + 3
    );
    assert_eq!(given(&format!("{GAME} / pink=3,3,1")).zone(1, "pink"), 6);
    assert_eq!(gains(&rolled('P', 4, ""), "pink 4"), "");
    assert_eq!(gains(&rolled('P', 5, ""), "pink 5"), "polish");
    assert_eq!(gains(&rolled('P', 6, "pink=1,1"), "pink 6"), "green ?");
}
