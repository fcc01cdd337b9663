//! What the pictures of a dice game show: a sheet in the middle of a game, and a few dice.

use std::sync::Arc;

use finaud_catalog::LastWritten;
use finaud_record::Notation;
use finaud_rules::{DICE, Die, DieSet, Player, Seat, Sheet, TableGame, builtin};

use crate::catalog;

/// A die and what it shows.
pub(super) type Shown = (Die, u8);

/// What dice show where a game brings no example.
const ROLL: [u8; DICE] = [2, 3, 6, 4, 1, 4];

/// What the pictures of a dice game show.
pub(super) struct Example {
    pub(super) sheet: Arc<Sheet>,
    pub(super) player: Player,
    /// Did the game bring it along?
    pub(super) is_own: bool,
    /// The cells written last in each zone, and the dice they were written with.
    last: Vec<(Vec<u8>, Vec<Shown>)>,
    /// A first roll.
    pub(super) roll: [Shown; DICE],
    /// The die chosen from it.
    pub(super) chosen: Die,
    /// The dice that this choice sends to the platter.
    to_platter: DieSet,
    /// Dice on their slots.
    pub(super) slots: Vec<Shown>,
}

impl Example {
    /// The example of a dice game: its own, or else an empty sheet; none for other games.
    pub(super) fn of(game: &str) -> Option<Example> {
        let sheet = builtin(game)?;
        let own = catalog::game(game).and_then(|game| game.about.example.as_ref());
        let faces: [u8; DICE] = own
            .and_then(|own| own.roll.as_slice().try_into().ok())
            .unwrap_or(ROLL);
        let roll = Die::ALL.map(|die| (die, faces[die.index()]));
        let chosen = own.and_then(|own| sheet.die_named(&own.chosen));
        let chosen = chosen.or(Die::from_index(3))?;
        let written = own.map_or("", |own| &own.sheet);
        let solo = TableGame::new(sheet.clone(), 1).ok()?;
        let state = solo.read_position(&position(sheet, written, &roll)).ok()?;
        let read = |last: &LastWritten| (last.cells.clone(), shown(sheet, &last.dice));
        Some(Example {
            sheet: Arc::new(sheet.clone()),
            player: *state.player(Seat(0)),
            is_own: own.is_some(),
            last: own.map_or_else(Vec::new, |own| own.last.iter().map(read).collect()),
            roll,
            chosen,
            to_platter: state.sent_to_platter(chosen),
            slots: own.map_or_else(Vec::new, |own| shown(sheet, &own.slots)),
        })
    }

    /// The cells written last in a zone, and the dice they were written with.
    pub(super) fn last(&self, zone: usize) -> (&[u8], &[Shown]) {
        self.last
            .get(zone)
            .map_or((&[], &[]), |(cells, dice)| (cells, dice))
    }

    /// What the choice sends to the platter, and what stays to be rolled again.
    pub(super) fn parted(&self) -> (Vec<Shown>, Vec<Shown>) {
        self.roll
            .into_iter()
            .filter(|(die, _)| *die != self.chosen)
            .partition(|(die, _)| self.to_platter.contains(*die))
    }

    /// What a die of the roll shows.
    pub(super) fn face(&self, die: Die) -> u8 {
        self.roll[die.index()].1
    }
}

/// Dice as a file writes them: `blue 3`.
fn shown(sheet: &Sheet, dice: &[String]) -> Vec<Shown> {
    let read = |text: &String| {
        let (name, face) = text.rsplit_once(' ')?;
        Some((sheet.die_named(name)?, face.parse().ok()?))
    };
    dice.iter().filter_map(read).collect()
}

fn position(sheet: &Sheet, marks: &str, roll: &[Shown; DICE]) -> String {
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
        for game in catalog::games().iter().filter(|game| game.sheet.is_some()) {
            let example = Example::of(&game.id).unwrap();
            let (lower, kept) = example.parted();
            assert_eq!((lower.len(), kept.len()), (3, 2), "{}", game.id);
        }
    }

    #[test]
    fn everything_an_example_names_exists() {
        for game in catalog::games() {
            let Some(own) = &game.about.example else { continue };
            let example = Example::of(&game.id).unwrap_or_else(|| panic!("{}: no position", game.id));
            assert_eq!(own.roll.len(), DICE);
            assert_eq!(own.last.len(), example.sheet.zones.len());
            assert_eq!(own.slots.len(), example.slots.len());
            assert_eq!(example.sheet.dice[example.chosen.index()].name, own.chosen);
            for (zone, last) in own.last.iter().enumerate() {
                let (cells, dice) = example.last(zone);
                assert_eq!(
                    (cells, dice.len()),
                    (&last.cells[..], last.dice.len()),
                    "{}",
                    game.id
                );
            }
        }
    }
}
