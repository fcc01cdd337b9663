//! The rulings on Vraiment Très Futé.

mod common;

use common::zones::gains;
use common::{given, given_under};
use finaud_rules::{Effect, Game, Loss, Seat, builtin};

const GAME: &str = "vraiment-tres-fute";

fn rolled(pool: &str, sheet: &str) -> String {
    format!("{GAME} phase=rolled pool={pool} / {sheet} /")
}

#[test]
fn a80_each_extra_cross_may_be_left_out() {
    let table = given(&rolled("W2,S3,Y4,B1,G5,P3", ""));
    for entry in ["3 r1", "3 r1 with 1 r2", "3 r1 with 2 r4", "3 r1 with 2 r4 1 r2"] {
        assert!(table.may(1, &format!("silver {entry}")), "{entry}");
    }
}

#[test]
fn a81_what_the_end_of_the_turn_sweeps_away_gives_no_cross() {
    let line = format!("{GAME} roll=3 phase=rolled pool=S4,P5,G2 slots=W3,B4 platter=Y1 / /");
    let entries = given(&line).can_begin(1, "silver");
    assert_eq!(entries.len(), 8);
    assert!(entries.iter().all(|entry| !entry.contains('5')));
}

#[test]
fn a82_all_crosses_are_written_before_a_bonus_is_won() {
    let table = given(&rolled("W6,S6,Y6,B2,G6,P6", "silver=2,14,20"));
    let action = finaud_record::Notation::read_action(&table.game, "silver 6 r1 with 2 r2").unwrap();
    let (mut after, mut effects) = (table.position, Vec::new());
    table
        .game
        .play_observed(&mut after, Seat(0), action, &mut effects)
        .unwrap();
    let kinds = effects.iter().filter_map(|effect| match effect {
        Effect::Written { .. } => Some("written"),
        Effect::Won { .. } => Some("won"),
        _ => None,
    });
    assert_eq!(kinds.collect::<Vec<_>>(), ["written", "written", "won"]);
}

#[test]
fn a83_two_dice_with_one_number_cross_a_cell_once() {
    let table = given(&rolled("W2,S5,Y2,B6,G6,P6", ""));
    let in_first = table.can_begin(1, "silver 5 r1");
    assert_eq!(in_first.len(), 8);
    let twice = in_first.iter().filter(|entry| entry.matches("2 r1").count() > 1);
    assert_eq!(twice.count(), 0);
}

#[test]
fn a84_the_blue_die_crosses_its_face() {
    let table = given(&rolled("W2,S6,Y6,B1,G6,P6", ""));
    assert!(table.may(1, "silver 6 r1 with 1 r2") && !table.may(1, "silver 6 r1 with 3 r2"));
}

#[test]
fn a85_a_die_that_was_taken_back_counts_again() {
    let line = format!("{GAME} roll=2 phase=before-roll pool=W4,S4,Y4,P4 slots=B2 platter=G1 / return=1 /");
    let mut table = given(&line);
    table.plays(1, "take back green");
    table.luck("W6 S5 Y6 G1 P6");
    assert!(table.may(1, "silver 5 r1 with 1 r3"));
}

#[test]
fn a86_a_die_may_be_taken_back_into_an_empty_pool() {
    let line = format!("{GAME} roll=2 phase=before-roll slots=S6 platter=W4,Y4,B2,G1,P4 / return=1 /");
    let mut table = given(&line);
    table.only_begin(
        1,
        "",
        &[
            "end rolls",
            "take back white",
            "take back yellow",
            "take back blue",
            "take back green",
            "take back pink",
        ],
    );
    table.plays(1, "take back pink");
    assert_eq!(table.to_roll(), "P");
    // With a second one the player is asked again.
    let two = line.replace("return=1", "return=2");
    let mut table = given(&two);
    table.plays(1, "take back pink");
    assert!(table.may(1, "roll") && table.may(1, "take back green"));
}

#[test]
fn a87_no_die_is_taken_back_before_a_reroll() {
    let line =
        format!("{GAME} roll=2 phase=rolled pool=W4,S4,Y4,P4 slots=B2 platter=G1 / return=2 reroll=1 /");
    let mut table = given(&line);
    assert_eq!(table.can_begin(1, "take back"), [""; 0]);
    table.plays(1, "reroll");
    assert_eq!(table.to_roll(), "WSYP");
}

/// Alone, at the end of the active turn: two +1s, and everything else done.
const WINDOW: &str =
    "vraiment-tres-fute roll=3 phase=window slots=W6,S6,Y6 platter=B1,G2,P3 / +1=2 stage=extra";

#[test]
fn a88_each_die_once_a_turn() {
    let mut table = given(WINDOW);
    table.plays(1, "+1 pink 3");
    assert!(!table.may(1, "+1 pink 3"));
    table.plays(1, "done");
    table.luck("W6 S6 Y6 B1 G2 P3");
    table.plays(1, "decline");
    assert!(table.may(1, "+1 pink 3"), "the passive turn is another turn");
}

#[test]
fn a88_with_the_other_reading_once_a_round() {
    let mut table = given_under("extra_once_per_round=true", WINDOW);
    table.plays(1, "+1 pink 3");
    table.plays(1, "done");
    table.luck("W6 S6 Y6 B1 G2 P3");
    table.plays(1, "decline");
    assert!(!table.may(1, "+1 pink 3") && table.may(1, "+1 green left 2"));
    assert_eq!(table.game.violations(&table.position), []);
    table.plays(1, "done");
    assert!(table.table().contains("round=2"), "{}", table.line());
    assert!(
        !table.line().contains("extra="),
        "a new round forgets: {}",
        table.line()
    );
}

#[test]
fn a89_a_free_blue_number_may_not_rise() {
    let line = format!("{GAME} round=4 phase=round-start / blue=9,5 pending=black_? / ");
    let table = given(&line);
    table.only_begin(
        1,
        "black ?: blue",
        &[
            "black ?: blue 2",
            "black ?: blue 3",
            "black ?: blue 4",
            "black ?: blue 5",
        ],
    );
    let first = given(&line.replace("blue=9,5 ", ""));
    assert_eq!(first.can_begin(1, "black ?: blue").len(), 11);
}

#[test]
fn a90_foxes_cost_points_where_green_is_below_zero() {
    let score = given(&format!("{GAME} / green=2:12 foxes=2")).score(1);
    assert_eq!((score.zones[3], score.fox_points), (-10, -20));
}

#[test]
fn a91_a_number_below_the_minimum_loses_the_bonus_for_good() {
    let low = rolled("W1,S1,Y1,B1,G1,P1", "pink=4,4");
    assert_eq!(gains(&low, "pink 1"), "");
    assert_eq!(
        gains(&rolled("W1,S1,Y1,B1,G1,P2", "pink=4,4"), "pink 2"),
        "reroll"
    );
    let table = given(&low);
    let action = finaud_record::Notation::read_action(&table.game, "pink 1").unwrap();
    let (mut after, mut effects) = (table.position, Vec::new());
    table
        .game
        .play_observed(&mut after, Seat(0), action, &mut effects)
        .unwrap();
    let lost = effects.iter().filter(|effect| {
        matches!(
            effect,
            Effect::Lost {
                why: Loss::TooLow,
                ..
            }
        )
    });
    assert_eq!(lost.count(), 1);
    // A free number too has to reach it.
    let gift = format!("{GAME} round=4 phase=round-start / pink=4,4 pending=black_? /");
    let mut table = given(&gift);
    table.plays(1, "black ?: pink 1");
    assert!(!table.line().contains("reroll"), "{}", table.line());
}

#[test]
fn a92_320_points_are_the_top_step() {
    let sheet = builtin(GAME).unwrap();
    assert_eq!(sheet.rating(320), Some(&sheet.ratings[0]));
    assert_eq!(sheet.rating(319), Some(&sheet.ratings[1]));
    assert_eq!(sheet.rating(139), sheet.ratings.last());
}

#[test]
fn a93_a_die_that_fits_nowhere_cannot_be_picked() {
    let table = given(&rolled("W1,S1,Y6,B1,G1,P1", "yellow=4"));
    assert_eq!(table.can_begin(1, "yellow"), [""; 0]);
    assert!(table.may(1, "forfeit"));
}

#[test]
fn a94_circling_the_last_box_gives_what_stands_behind_it() {
    let pool = "W1,S1,Y1,B1,G1,P2";
    assert_eq!(
        gains(&rolled(pool, "pink=4,4 reroll=5:[1,2,3,4,5]"), "pink 2"),
        "fox, reroll"
    );
    assert_eq!(gains(&rolled(pool, "pink=4,4 reroll=4"), "pink 2"), "reroll");
    assert_eq!(
        gains(&rolled("W1,S1,Y1,B1,G1,P3", "pink=4,4,4 return=5"), "pink 3"),
        "pink ?, return"
    );
    assert_eq!(
        gains(&rolled("W1,S1,Y1,B1,G1,P4", "pink=4,4,4,4 +1=5"), "pink 4"),
        "+1, silver ?"
    );
}

#[test]
fn a95_a_silver_die_that_is_not_moved_gives_nothing() {
    let slot = format!("{GAME} roll=2 phase=rolled pool=W5,Y6,B6,P6 slots=S2 platter=G1 / /");
    let platter = format!("{GAME} roll=2 phase=rolled pool=W5,Y6,B6,P6 slots=G3 platter=S2 / /");
    for line in [slot, platter] {
        assert_eq!(given(&line).can_begin(1, "white as silver").len(), 4, "{line}");
    }
}
