//! What the pictures of a dice game show: a sheet in the middle of a game, and a few dice.

use std::sync::Arc;

use finaud_record::Notation;
use finaud_rules::{Player, Seat, Sheet, TableGame, builtin};

use crate::messages::language;
use crate::tell;

/// A die: its name and what it shows.
pub(super) type Shown = (&'static str, u8);

/// The cells written last, and the dice they were written with.
type Last = (&'static [u8], &'static [Shown]);

/// What the pictures of a dice game show.
pub(super) struct Example {
    pub(super) sheet: Arc<Sheet>,
    pub(super) player: Player,
    /// The cells written last in each zone, and the dice they were written with.
    pub(super) zones: [Last; 5],
    /// A first roll.
    pub(super) roll: [Shown; 6],
    /// The die chosen from it.
    pub(super) chosen: &'static str,
}

const STAR_ROLL: [Shown; 6] = [
    ("white", 2),
    ("yellow", 3),
    ("blue", 6),
    ("green", 4),
    ("orange", 1),
    ("violet", 4),
];
const HYPER_ROLL: [Shown; 6] = [
    ("white", 2),
    ("yellow", 3),
    ("turquoise", 6),
    ("blue", 4),
    ("brown", 1),
    ("pink", 4),
];

/// The example on the two star sheets. The captions count these points.
const STAR: &str = "yellow=1,2,5,9 blue=5,6,7,8 green=1,2,3 orange=4,6,3,10 violet=3,4,6,2";
const MELANGE: &str = "yellow=6,4,2|1,2|5,3,4 blue=11,12,14,15 green=10:6 orange=1,2,4,5 violet=7,10";
const HYPER: &str = "yellow=2,4,10 turquoise=1,3,9 blue=6|8,9 brown=1,2,4,5 pink=3,2,12!";

impl Example {
    /// The example of a dice game; none for PUSH.
    pub(super) fn of(game: &str) -> Option<Example> {
        let (marks, zones): (_, [Last; 5]) = match game {
            "tres-fute" | "tres-fute-deluxe" => (
                STAR,
                [
                    (&[8], &[("yellow", 1)]),
                    (&[6], &[("blue", 3), ("white", 4)]),
                    (&[2], &[("green", 5)]),
                    (&[3], &[("orange", 5)]),
                    (&[3], &[("violet", 2)]),
                ],
            ),
            "melange-fute" => (
                MELANGE,
                [
                    (&[14], &[("yellow", 4)]),
                    (&[14], &[("blue", 6), ("white", 6)]),
                    (&[1], &[("green", 2)]),
                    (&[4], &[("orange", 2)]),
                    (&[1], &[("violet", 5), ("yellow", 2), ("white", 3)]),
                ],
            ),
            "hyper-fute" => (
                HYPER,
                [
                    (&[9], &[("yellow", 4)]),
                    (&[2, 8], &[("turquoise", 3), ("pink", 3)]),
                    (&[7], &[("blue", 5), ("white", 4)]),
                    (&[4], &[("brown", 2)]),
                    (&[2], &[("pink", 6)]),
                ],
            ),
            _ => return None,
        };
        let (roll, chosen) = match game {
            "hyper-fute" => (HYPER_ROLL, "pink"),
            _ => (STAR_ROLL, "green"),
        };
        let sheet = builtin(game)?.clone();
        let position = position(&sheet, marks, &roll);
        let solo = TableGame::new(sheet.clone(), 1).ok()?;
        let state = solo.read_position(&position).ok()?;
        Some(Example {
            sheet: Arc::new(sheet),
            player: *state.player(Seat(0)),
            zones,
            roll,
            chosen,
        })
    }

    /// The letter of a die.
    pub(super) fn letter(&self, die: &str) -> char {
        self.sheet
            .die_named(die)
            .map_or(' ', |die| tell::letter(language(), &self.sheet, die))
    }

    /// Everything in the roll that is lower than the chosen die, and what stays to be rolled again.
    pub(super) fn parted(&self) -> (Vec<Shown>, Vec<Shown>) {
        let limit = self.face(self.chosen);
        self.roll
            .into_iter()
            .filter(|(die, _)| *die != self.chosen)
            .partition(|(_, face)| *face < limit)
    }

    /// What a die of the roll shows.
    pub(super) fn face(&self, die: &str) -> u8 {
        self.roll
            .iter()
            .find(|(name, _)| *name == die)
            .map_or(0, |(_, face)| *face)
    }
}

fn position(sheet: &Sheet, marks: &str, roll: &[Shown; 6]) -> String {
    let pool: Vec<String> = sheet
        .dice
        .iter()
        .zip(roll)
        .map(|(die, (_, face))| format!("{}{face}", die.letter))
        .collect();
    format!("{} phase=rolled pool={} / {marks}", sheet.id, pool.join(","))
}

#[cfg(test)]
mod tests {
    use finaud_rules::Score;

    use super::*;
    use crate::new_game::GAMES;

    fn points(game: &str) -> Vec<i16> {
        let example = Example::of(game).unwrap_or_else(|| panic!("the example of {game} is a position"));
        Score::of(&example.sheet, &example.player).zones.to_vec()
    }

    #[test]
    fn the_points_are_those_the_captions_tell() {
        assert_eq!(points("tres-fute"), [10, 7, 6, 23, 15]);
        assert_eq!(points("tres-fute-deluxe"), [10, 7, 6, 23, 15]);
        assert_eq!(points("melange-fute"), [34, 7, 4, 10, 11]);
        assert_eq!(points("hyper-fute")[2..], [9, 14, 17]);
    }

    #[test]
    fn the_roll_is_parted_as_the_rules_part_it() {
        for game in GAMES.into_iter().filter(|game| *game != crate::new_game::PUSH) {
            let example = Example::of(game).unwrap();
            let (lower, kept) = example.parted();
            assert_eq!((lower.len(), kept.len()), (3, 2), "{game}");
            for (die, name) in example.sheet.dice.iter().zip(example.roll) {
                assert_eq!(die.name, name.0);
            }
        }
    }
}
