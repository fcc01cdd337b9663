//! The rulings on the solo game, rerolls, ties and ratings.

mod common;

use std::collections::BTreeMap;

use common::{given, given_under};
use finaud_record::SplitMix64;
use finaud_rules::builtin;

const IDS: [&str; 4] = ["tres-fute", "tres-fute-deluxe", "melange-fute", "hyper-fute"];

fn letters(id: &str) -> Vec<char> {
    builtin(id)
        .expect("built in")
        .dice
        .iter()
        .map(|die| die.letter)
        .collect()
}

/// All orders of six dice.
fn rankings() -> Vec<[usize; 6]> {
    let mut rankings = Vec::new();
    let mut ranking = [0, 1, 2, 3, 4, 5];
    fn permute(ranking: &mut [usize; 6], from: usize, out: &mut Vec<[usize; 6]>) {
        if from == ranking.len() {
            out.push(*ranking);
        }
        for other in from..ranking.len() {
            ranking.swap(from, other);
            permute(ranking, from + 1, out);
            ranking.swap(from, other);
        }
    }
    permute(&mut ranking, 0, &mut rankings);
    assert_eq!(rankings.len(), 720);
    rankings
}

/// What a ranking by distance does with six faces: the three lowest dice go to the platter, the nearer of equal ones
/// first; the others to the slots, on Hyper Futé the nearest first.
fn sorted(faces: &[u8; 6], ranking: &[usize; 6], ordered: bool) -> ([usize; 3], [usize; 3]) {
    let mut by_face = *ranking;
    by_face.sort_by_key(|die| faces[*die]); // stable: equal faces stay in the order of distance
    let mut platter = [by_face[0], by_face[1], by_face[2]];
    platter.sort_unstable();
    let mut slots: Vec<usize> = ranking
        .iter()
        .copied()
        .filter(|die| !platter.contains(die))
        .collect();
    if !ordered {
        slots.sort_unstable();
    }
    (platter, [slots[0], slots[1], slots[2]])
}

#[test]
fn a20_all_rankings_by_distance_are_equally_likely() {
    let rankings = rankings();
    let mut random = SplitMix64::new(20);
    let mut rolls = vec![
        [1, 1, 1, 1, 1, 1],
        [1, 2, 3, 3, 3, 3],
        [3, 3, 3, 3, 1, 2],
        [1, 1, 2, 2, 3, 3],
        [1, 2, 2, 2, 2, 5],
        [4, 2, 2, 2, 2, 1],
        [1, 2, 3, 3, 5, 6],
        [6, 5, 4, 4, 2, 1],
        [2, 2, 2, 2, 5, 6],
        [6, 6, 6, 6, 6, 1],
        [1, 2, 3, 4, 5, 6],
        [1, 1, 1, 2, 2, 2],
    ];
    rolls.extend((0..60).map(|_| [(); 6].map(|()| random.below(3) as u8 + 1)));
    rolls.extend((0..20).map(|_| [(); 6].map(|()| random.below(6) as u8 + 1)));
    for id in IDS {
        let letters = letters(id);
        let ordered = id == "hyper-fute";
        for faces in &rolls {
            let roll: Vec<String> = letters
                .iter()
                .zip(faces)
                .map(|(die, face)| format!("{die}{face}"))
                .collect();
            let mut counts: BTreeMap<String, u32> = BTreeMap::new();
            for ranking in &rankings {
                let (platter, slots) = sorted(faces, ranking, ordered);
                let names = |dice: [usize; 3]| dice.map(|die| letters[die].to_string()).join(" ");
                *counts
                    .entry(format!("platter {} slots {}", names(platter), names(slots)))
                    .or_default() += 1;
            }
            let mut table = given(&format!("{id} turn=2"));
            table.luck(&roll.join(" "));
            assert_eq!(
                table.to_sort(),
                counts.len() > 1,
                "{id} {faces:?}: asked only where distance decides something"
            );
            if !table.to_sort() {
                continue;
            }
            let (outcomes, total) = table.outcomes();
            assert_eq!(outcomes.len(), counts.len(), "{id} {faces:?}");
            assert_eq!(outcomes.iter().map(|(_, weight)| weight).sum::<u32>(), total);
            for (luck, weight) in outcomes {
                assert_eq!(
                    u64::from(weight) * 720,
                    u64::from(counts[&luck]) * u64::from(total),
                    "{id} {faces:?}: {luck}"
                );
                table.clone().luck(&luck);
            }
        }
    }
}

#[test]
fn a20_without_a_tie_at_the_border_nothing_is_asked() {
    let mut table = given("tres-fute-deluxe turn=2");
    // Two threes, but both belong to the platter; two fives, but neither does.
    table.luck("W5 Y3 B1 G3 O5 V6");
    table.then("tres-fute-deluxe turn=2 phase=window slots=W5,O5,V6 platter=Y3,B1,G3 / stage=pick");
}

#[test]
fn a20_a_sorting_that_cannot_be_is_refused() {
    let mut table = given("tres-fute turn=2");
    table.luck("W5 Y3 B1 G3 O3 V2");
    let lowest = "the three lowest dice go to the platter";
    assert_eq!(table.refuses_luck("platter Y G O slots W B V"), lowest);
    assert_eq!(table.refuses_luck("platter B V W slots Y G O"), lowest);
    assert!(
        table
            .refuses_luck("platter B V Y slots O W G")
            .contains("in the order of the dice")
    );
    assert!(
        table
            .refuses_luck("W5 Y3 B1 G3 O3 V2")
            .contains("sorted, not rolled")
    );
}

#[test]
fn a21_on_hyper_fute_the_slots_are_filled_by_distance() {
    let mut table = given("hyper-fute turn=2");
    table.luck("W6 Y5 T4 B1 N2 P3");
    let (outcomes, total) = table.outcomes();
    assert_eq!(
        (outcomes.len(), total),
        (6, 6),
        "no tie, but six orders of the slots"
    );
    table.luck("platter B N P slots T W Y");
    table.then("hyper-fute turn=2 phase=window slots=T4,W6,Y5 platter=B1,N2,P3 / stage=pick");
}

/// A solo passive turn in which no die of the platter fits.
const NOTHING_FITS: &str = "turn=2 / blue=6 green=1,2,3,4 violet=5";

#[test]
fn a22_on_the_first_sheet_there_is_no_fallback_in_solo() {
    let mut table = given(&format!("tres-fute {NOTHING_FITS}"));
    table.luck("W5 Y6 B1 G2 O4 V2");
    assert_eq!(
        table.table(),
        "tres-fute round=2",
        "nothing to pick: the turn is over"
    );
    let mut table = given_under("solo_fallback=true", &format!("tres-fute {NOTHING_FITS}"));
    table.luck("W5 Y6 B1 G2 O4 V2");
    assert!(table.may(1, "orange 4"));
}

#[test]
fn a22_on_the_other_sheets_there_is() {
    let mut table = given(&format!("tres-fute-deluxe {NOTHING_FITS}"));
    table.luck("W5 Y6 B1 G2 O4 V2");
    assert!(table.may(1, "orange 4") && table.may(1, "white as green") && table.may(1, "decline"));
    let mut table = given_under("solo_fallback=false", &format!("tres-fute-deluxe {NOTHING_FITS}"));
    table.luck("W5 Y6 B1 G2 O4 V2");
    assert_eq!(table.table(), "tres-fute-deluxe round=2");
}

#[test]
fn a22_the_switch_says_nothing_about_games_with_others() {
    let line = "tres-fute roll=3 phase=window slots=W5,Y6,O4 platter=B1,G2,V2 \
                / / blue=6 green=1,2,3,4 violet=5 stage=pick";
    for solo in ["solo_fallback=true", "solo_fallback=false"] {
        assert!(given_under(solo, line).may(2, "orange 4"));
    }
}

#[test]
fn a23_a_reroll_rolls_all_dice_of_the_pool_as_often_as_boxes_allow() {
    let mut table = given("tres-fute roll=2 phase=rolled pool=W4,O3 slots=V3 platter=Y1,B2,G1 / reroll=3:1");
    table.plays(1, "reroll");
    table.then("tres-fute roll=2 rerolls=1 pool=W4,O3 slots=V3 platter=Y1,B2,G1 / reroll=3:2");
    assert_eq!(table.to_roll(), "WO");
    assert_eq!(
        (table.position.roll(), table.position.rerolls()),
        (2, 1),
        "it does not count as a roll"
    );
    assert_eq!(table.refuses_luck("W4"), table.refuses_luck("W4 O3 Y2"));
    table
        .luck("W1 O1")
        .plays(1, "reroll")
        .luck("W2 O2")
        .refuses(1, "reroll");
    table.plays(1, "white as orange 2");
    assert_eq!((table.position.roll(), table.position.rerolls()), (3, 0));
    table.then("tres-fute roll=3 pool=O2 slots=V3,W2 platter=Y1,B2,G1 / orange=2 reroll=3:3");
}

#[test]
fn a23_only_the_active_player_rerolls_and_only_after_a_roll() {
    let table = given(
        "tres-fute roll=3 phase=window slots=W4,Y5,G6 platter=B1,O1,V1 \
         / reroll=7 +1=1 stage=extra / reroll=7 stage=pick",
    );
    table.refuses(1, "reroll").refuses(2, "reroll");
    let mut solo = given("tres-fute turn=2 / reroll=7");
    solo.luck("W1 Y2 B3 G4 O5 V6").refuses(1, "reroll");
}

#[test]
fn a29_fox_points_break_no_tie() {
    // 19 points each. Seat 1 has five foxes of 1 beside 10, 1, 1, 1 and 1; seat 2 has 12 in its best zone.
    let table =
        given("tres-fute / yellow=1,5,9 blue=2 green=1 orange=1 violet=1 foxes=5 / orange=6,6 violet=1,6");
    assert_eq!((table.score(1).total, table.score(1).fox_points), (19, 5));
    assert_eq!(table.score(2).total, 19);
    assert_eq!(table.winners(), [2]);
    // 58 points each. Seat 2's five foxes are worth 25 together, one more than seat 1's best zone.
    let table = given(
        "tres-fute / yellow=1,2,5,6,9,14 blue=2,3,4,5,6,7 orange=6,6,6 \
         / yellow=1,5,9 blue=2,3,4,5 green=1,2,3 orange=5 violet=5 foxes=5",
    );
    assert_eq!((table.score(1).total, table.score(1).best_zone()), (58, 24));
    assert_eq!((table.score(2).total, table.score(2).fox_points), (58, 25));
    assert_eq!(table.winners(), [1]);
}

#[test]
fn a30_edges_of_the_solo_rating() {
    // The score, and how many steps from the top it lies.
    for (id, edges) in [
        (
            "tres-fute",
            &[
                (281, 0),
                (280, 1),
                (260, 1),
                (259, 2),
                (240, 2),
                (239, 3),
                (140, 7),
                (139, 8),
                (-5, 8),
            ][..],
        ),
        (
            "tres-fute-deluxe",
            &[(281, 0), (280, 1), (260, 1), (259, 2), (140, 7), (139, 8)],
        ),
        (
            "melange-fute",
            &[
                (421, 0),
                (420, 1),
                (390, 1),
                (389, 2),
                (160, 9),
                (159, 10),
                (-100, 10),
            ],
        ),
        (
            "hyper-fute",
            &[
                (450, 0),
                (449, 1),
                (420, 1),
                (419, 2),
                (180, 9),
                (179, 10),
                (0, 10),
            ],
        ),
    ] {
        let sheet = builtin(id).expect("built in");
        for (score, step) in edges {
            let rating = sheet.rating(*score).expect("every score has a step");
            let place = sheet.ratings.iter().position(|other| other == rating);
            assert_eq!(place, Some(*step), "{id}: {score}");
        }
    }
}
