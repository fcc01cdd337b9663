//! A stored seed means the same dice for ever. If one of these tests fails, the dice changed: undo that.

use finaud_record::{Notation, SplitMix64, bits_at, seed_in_series};
use finaud_rules::{Game, Next, SoloGame, TableGame, builtin};

#[test]
fn the_bits_of_a_place_never_change() {
    assert_eq!(bits_at(0, 0), 5_197_578_548_964_807_871);
    assert_eq!(bits_at(1, 0), 15_916_886_550_466_581_944);
    assert_eq!(bits_at(0, 0x0101_0100), 5_180_710_456_574_846_389);
    assert_eq!(bits_at(u64::MAX, u64::MAX), 16_645_725_859_762_752_316);
    assert_eq!(seed_in_series(1, 0), 6_693_372_134_820_142_973);
    assert_eq!(seed_in_series(1, 1), 8_210_135_937_353_825_987);
}

#[test]
fn the_dice_of_a_seed_never_change() {
    let game = TableGame::new(builtin("tres-fute").unwrap().clone(), 2).unwrap();
    for (seed, position, outcome) in [
        (0, "tres-fute / /", "W1 Y4 B3 G5 O3 V3"),
        (1, "tres-fute / /", "W4 Y1 B4 G1 O4 V3"),
        (7779, "tres-fute / /", "W6 Y5 B2 G6 O5 V5"),
        (u64::MAX, "tres-fute / /", "W5 Y5 B5 G3 O1 V6"),
        (7779, "tres-fute turn=2 / /", "W5 Y1 B1 G4 O2 V2"),
        (7779, "tres-fute round=4 / /", "W3 Y4 B5 G2 O1 V4"),
        (
            7779,
            "tres-fute roll=2 pool=W1,Y1,B1,G1,O1 slots=V1 / /",
            "W1 Y3 B3 G2 O1",
        ),
        (
            7779,
            "tres-fute roll=2 pool=Y1,O1 slots=W3 platter=B1,G1,V2 / /",
            "Y3 O1",
        ),
        (
            7779,
            "tres-fute rerolls=1 pool=W1,Y1,B1,G1,O1,V1 / reroll=1:1 /",
            "W6 Y1 B2 G2 O5 V3",
        ),
    ] {
        let state = game
            .read_position(position)
            .unwrap_or_else(|fault| panic!("{position}: {fault}"));
        let found = game
            .seeded_outcome(&state, seed)
            .map(|outcome| game.outcome_text(outcome));
        assert_eq!(found.as_deref(), Some(outcome), "({seed}, {position:?})");
    }
    let game = SoloGame::new(builtin("hyper-fute").unwrap().clone(), 1).unwrap();
    for (seed, position, outcome) in [
        (
            0,
            "hyper-fute turn=2 phase=sorting pool=W1,Y1,T1,B1,N1,P1",
            "platter W N P slots T B Y",
        ),
        (
            1,
            "hyper-fute turn=2 phase=sorting pool=W1,Y1,T1,B1,N1,P1",
            "platter W T B slots N Y P",
        ),
        (
            7779,
            "hyper-fute turn=2 phase=sorting pool=W1,Y1,T1,B1,N1,P1",
            "platter T B N slots W Y P",
        ),
        (
            7779,
            "hyper-fute turn=2 phase=sorting pool=W1,Y2,T3,B4,N5,P6",
            "platter W Y T slots N B P",
        ),
    ] {
        let state = game
            .read_position(position)
            .unwrap_or_else(|fault| panic!("{position}: {fault}"));
        let found = game
            .seeded_outcome(&state, seed)
            .map(|outcome| game.outcome_text(outcome));
        assert_eq!(found.as_deref(), Some(outcome), "({seed}, {position:?})");
    }
}

#[test]
fn seeded_luck_is_always_possible() {
    for id in ["tres-fute", "hyper-fute"] {
        let game = SoloGame::new(builtin(id).unwrap().clone(), 1).unwrap();
        let mut legal = Vec::new();
        for seed in 0..20 {
            let mut random = SplitMix64::new(seed);
            let mut state = game.start();
            loop {
                match game.next(&state) {
                    Next::Over => break,
                    Next::Chance(_) => {
                        let outcome = game.seeded_outcome(&state, seed).expect("luck is due");
                        assert_eq!(game.seeded_outcome(&state, seed), Some(outcome));
                        game.apply_chance(&mut state, outcome)
                            .expect("it can have happened");
                    }
                    Next::Choice(seats) => {
                        assert_eq!(game.seeded_outcome(&state, seed), None);
                        let seat = seats.first().unwrap();
                        game.legal(&state, seat, &mut legal);
                        let action = legal[random.below(legal.len() as u64) as usize];
                        game.play(&mut state, seat, action).unwrap();
                    }
                }
            }
        }
    }
}
