//! A position written by hand: unchecked, plain, complete. [`DiceGame::position`] checks it and names everything that is
//! wrong; [`DiceGame::setup`] writes a position down.
//!
//! Everything left out is empty, so that a situation from a rulebook is a short text. Cells, slots, boxes, seats and
//! turns count from 1 here, as people do.

mod check;
mod part;
mod phase;
mod violation;
mod zones;

pub(crate) use part::Part;
pub use violation::Violation;
pub(crate) use violation::{other_game, other_seats_asked};
pub(crate) use zones::no_cell;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::bonus::{MAX_BOXES, Power};
use crate::dice_game::DiceGame;
use crate::die::{Die, Place};
use crate::position::{Phase, Player, Position, Stage};

/// A dice game in the middle, as plain data.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The id of the sheet.
    pub game: String,
    /// The round, from 1.
    pub round: u8,
    /// The turn within the round, from 1: the active seat; in solo 1 is the active and 2 the passive turn.
    pub turn: u8,
    /// The roll of the turn, 1 to 3.
    pub roll: u8,
    /// How often this roll was rolled again.
    #[serde(default)]
    pub rerolls: u8,
    /// Where in the turn the game stands.
    pub phase: PhaseName,
    /// The dice by name; a die left out lies in the pool and shows nothing.
    #[serde(default)]
    pub dice: BTreeMap<String, DieSetup>,
    /// The players' sheets, seat 1 first.
    pub seats: Vec<SeatSetup>,
    /// The seats that may act now; if given, it must be what the rules say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<Vec<u8>>,
}

/// The phases by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PhaseName {
    /// Everybody uses the bonus of the round.
    RoundStart,
    /// Dice may be taken back before rolling.
    BeforeRoll,
    /// The pool is to be rolled.
    Rolling,
    /// The active player chooses.
    Rolled,
    /// The active player uses what his die gave.
    Entered,
    /// Distance is to decide about equal dice.
    Sorting,
    /// Picks of passive players and extra dice.
    Window,
    /// The end.
    Over,
}

/// Phases and their names, and their words.
const PHASES: [(Phase, PhaseName, &str); 8] = [
    (Phase::RoundStart, PhaseName::RoundStart, "round-start"),
    (Phase::BeforeRoll, PhaseName::BeforeRoll, "before-roll"),
    (Phase::Rolling, PhaseName::Rolling, "rolling"),
    (Phase::Rolled, PhaseName::Rolled, "rolled"),
    (Phase::Entered, PhaseName::Entered, "entered"),
    (Phase::Sorting, PhaseName::Sorting, "sorting"),
    (Phase::Window, PhaseName::Window, "window"),
    (Phase::Over, PhaseName::Over, "over"),
];

impl PhaseName {
    /// The word for it.
    pub fn word(self) -> &'static str {
        PHASES
            .iter()
            .find(|(_, name, _)| *name == self)
            .map_or("", |(_, _, word)| word)
    }

    /// The phase with this word.
    pub fn from_word(word: &str) -> Option<PhaseName> {
        PHASES
            .iter()
            .find(|(_, _, known)| *known == word)
            .map(|(_, name, _)| *name)
    }

    fn phase(self) -> Phase {
        PHASES
            .iter()
            .find(|(_, name, _)| *name == self)
            .map_or(Phase::Over, |(phase, _, _)| *phase)
    }
}

impl From<Phase> for PhaseName {
    fn from(phase: Phase) -> PhaseName {
        PHASES
            .iter()
            .find(|(known, _, _)| *known == phase)
            .map_or(PhaseName::Over, |(_, name, _)| *name)
    }
}

/// A die on the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DieSetup {
    /// What it shows; `None` if it was not rolled yet.
    #[serde(default)]
    pub face: Option<u8>,
    /// Where it lies: `pool`, `platter`, `slot 1`, `slot 2` or `slot 3`.
    pub place: PlaceName,
}

/// Places by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum PlaceName {
    /// In the pool.
    #[serde(rename = "pool")]
    Pool,
    /// On the silver platter.
    #[serde(rename = "platter")]
    Platter,
    /// On the first slot.
    #[serde(rename = "slot 1")]
    Slot1,
    /// On the second slot.
    #[serde(rename = "slot 2")]
    Slot2,
    /// On the third slot.
    #[serde(rename = "slot 3")]
    Slot3,
}

impl From<Place> for PlaceName {
    fn from(place: Place) -> PlaceName {
        match place {
            Place::Pool => PlaceName::Pool,
            Place::Platter => PlaceName::Platter,
            Place::Slot(0) => PlaceName::Slot1,
            Place::Slot(1) => PlaceName::Slot2,
            Place::Slot(_) => PlaceName::Slot3,
        }
    }
}

/// A player's sheet. Zones, boxes and lists left out are empty.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatSetup {
    /// What is written in each zone, by the zone's name.
    #[serde(default)]
    pub zones: BTreeMap<String, ZoneSetup>,
    /// The action boxes, by the action's word: `reroll`, `+1`, `joker`, `polish`, `return`.
    #[serde(default)]
    pub boxes: BTreeMap<String, BoxesSetup>,
    /// How many foxes were won.
    #[serde(default)]
    pub foxes: u8,
    /// The bonuses that wait for a choice, by name.
    #[serde(default)]
    pub pending: Vec<String>,
    /// The dice taken as extra dice in this turn.
    #[serde(default)]
    pub extra_used: Vec<String>,
    /// What is left to do in the window.
    #[serde(default)]
    pub stage: StageName,
}

/// What is written in a zone; each mechanic uses its own fields.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ZoneSetup {
    /// Crossed cells, counted from 1, left to right and top to bottom (grid, stride, track of crosses).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub crossed: Option<Vec<u8>>,
    /// Cells that are circled and not crossed, where they are circled first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub circled: Option<Vec<u8>>,
    /// Written numbers from the left (track of numbers).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub numbers: Option<Vec<u8>>,
    /// Cells whose bonus was given up for points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub given_up: Option<Vec<u8>>,
    /// Numbers to the left of the centre, nearest first (spread).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<Vec<u8>>,
    /// Numbers to the right of the centre, nearest first (spread).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub right: Option<Vec<u8>>,
    /// The numbers of each line, top line first (lines).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines: Option<Vec<Vec<u8>>>,
    /// Left and right number of each block that is begun (pairs).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pairs: Option<Vec<(Option<u8>, Option<u8>)>>,
}

/// A row of action boxes.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoxesSetup {
    /// How many boxes are circled.
    pub circled: u8,
    /// The boxes that are crossed off, counted from 1.
    #[serde(default)]
    pub used: Vec<u8>,
}

/// Stages by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StageName {
    /// The regular pick is to come.
    Pick,
    /// Extra dice may be used.
    Extra,
    /// Nothing is left to do.
    #[default]
    Done,
}

impl StageName {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            StageName::Pick => "pick",
            StageName::Extra => "extra",
            StageName::Done => "done",
        }
    }

    /// The stage with this word.
    pub fn from_word(word: &str) -> Option<StageName> {
        [StageName::Pick, StageName::Extra, StageName::Done]
            .into_iter()
            .find(|stage| stage.word() == word)
    }
}

impl<const SEATS: usize> DiceGame<SEATS> {
    /// Writes a position down.
    pub fn setup(&self, position: &Position<SEATS>) -> Setup {
        let name = |die: Die| self.sheet().dice[die.index()].name.clone();
        Setup {
            game: self.sheet().id.clone(),
            round: position.round,
            turn: position.turn + 1,
            roll: position.roll,
            rerolls: position.rerolls,
            phase: position.phase.into(),
            dice: by_name(Die::ALL.into_iter().map(|die| {
                let face = position.dice.face(die).map(crate::Face::pips);
                let place = position.dice.place(die).into();
                (name(die), DieSetup { face, place })
            })),
            seats: position
                .players()
                .iter()
                .map(|player| self.seat_setup(player))
                .collect(),
            asked: Some(position.asked().iter().map(|seat| seat.0 + 1).collect()),
        }
    }

    fn seat_setup(&self, player: &Player) -> SeatSetup {
        let sheet = self.sheet();
        let zones = sheet.zones.iter().zip(&player.zones);
        let rows = Power::ALL
            .into_iter()
            .filter(|power| sheet.power(*power).boxes > 0);
        let pending = player.pending.kinds().flat_map(|gift| {
            let name = &sheet.gifts[usize::from(gift)].name;
            std::iter::repeat_n(name.clone(), usize::from(player.pending.count(gift)))
        });
        SeatSetup {
            zones: by_name(zones.map(|(zone, ink)| (zone.name.clone(), ZoneSetup::of(zone, ink)))),
            boxes: by_name(rows.map(|power| {
                let boxes = player.boxes(power);
                let used = (0..MAX_BOXES as u8)
                    .filter(|index| boxes.is_used(usize::from(*index)))
                    .map(|index| index + 1);
                let boxes = BoxesSetup {
                    circled: boxes.circled(),
                    used: used.collect(),
                };
                (power.word().into(), boxes)
            })),
            foxes: player.foxes,
            pending: pending.collect(),
            extra_used: player
                .extra_used()
                .iter()
                .map(|die| sheet.dice[die.index()].name.clone())
                .collect(),
            stage: match player.stage() {
                Stage::Pick => StageName::Pick,
                Stage::Extra => StageName::Extra,
                Stage::Done => StageName::Done,
            },
        }
    }
}

/// Entries by their names. Extended rather than collected, which would compile a sort for a handful of things.
fn by_name<T>(entries: impl Iterator<Item = (String, T)>) -> BTreeMap<String, T> {
    let mut map = BTreeMap::new();
    map.extend(entries);
    map
}
