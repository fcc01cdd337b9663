//! The inputs of a dice game: zone by zone, the totals, and the table with its dice.
//!
//! Everything is derived from the sheet's data, so that any sheet has inputs. The face of a die that was given away is an
//! input only for those who may still use it.

mod borrow;
mod zones;

use std::sync::Arc;

use finaud_rules::{
    DICE, DiceGame, Die, DieSet, Game, Phase, Place, Player, Position, Power, ROLLS, Score, Seat, Sheet,
    Source, Stage, ZONES, Zone, builtin,
};

use super::{Borrowed, Encoder, Learnable, Net, Weights};
use crate::greedy;
pub use borrow::{Confidence, Matching};
use zones::{encode_zone, zone_size};

const TOTALS: usize = ZONES;
const TABLE: usize = ZONES + 1;

/// Points of a zone fall into steps of four, from this many below nothing.
const BELOW: i16 = 24;
const STEP: i16 = 4;
const STEPS: usize = 30;
/// Foxes that are told apart.
const FOXES: usize = 8;
/// The lowest zone, as far as foxes care: steps of six.
const FOX_STEPS: usize = 12;
/// Boxes of one power that are told apart.
const BOXES: usize = 9;
/// Gifts that may wait, and how many of one kind are told apart.
const GIFTS: usize = 16;
const ROUNDS: usize = 8;
const PHASES: usize = 8;
const STAGES: usize = 3;
/// The rolls of one's own turn are told apart.
const OWN_ROLLS: usize = ROLLS as usize;
/// The faces of a die.
const FACES: usize = 6;
/// Points are scaled by this.
const SCALE: f32 = 1.0 / 32.0;

/// Raised whenever the inputs change their meaning, for one player and for several.
const ALONE: u64 = 1;
const TOGETHER: u64 = 2;

/// The inputs of a dice game on one sheet.
#[derive(Clone, Debug)]
pub struct DiceEncoder {
    zones: [usize; ZONES],
    totals: usize,
    table: usize,
    inputs: usize,
    /// The dice whose number is added to the white die's.
    with_white: DieSet,
    /// Does any zone count other dice than the one that is entered?
    companions: bool,
}

/// What the dice mean for a seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct DiceOutlook {
    mine: bool,
    /// The dice still to be rolled in this turn.
    pool: DieSet,
    /// Which faces matter to this seat.
    faces: Faces,
}

/// Which faces matter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Faces {
    None,
    White,
    All,
}

impl DiceEncoder {
    /// The inputs of games on this sheet.
    pub fn new(sheet: &Sheet) -> DiceEncoder {
        let mut next = 0;
        let mut room = |size: usize| {
            let base = next;
            next += size;
            base
        };
        let zones = std::array::from_fn(|zone| room(zone_size(&sheet.zones[zone])));
        let totals = room(totals::SIZE);
        let table = room(table::SIZE);
        let with_white = (0..ZONES as u8)
            .filter(|zone| {
                let source = sheet.zones[usize::from(*zone)].source;
                matches!(source, Source::WithWhite | Source::BesideWhite)
            })
            .filter_map(Die::of_zone)
            .collect();
        let companions = sheet.zones.iter().any(Zone::counts_other_dice);
        DiceEncoder {
            zones,
            totals,
            table,
            inputs: next,
            with_white,
            companions,
        }
    }

    fn dice_outlook<const SEATS: usize>(&self, position: &Position<SEATS>, seat: Seat) -> DiceOutlook {
        let dice = position.dice();
        let player = position.player(seat);
        let mine = position.active() == Some(seat);
        let phase = position.phase();
        let pool = match (phase, dice.last_placed()) {
            // Gifts are still to be used; then the lower dice go. After the last roll all others go as well, but the weights
            // were trained without that.
            (Phase::Entered, Some(last)) => dice.pool().minus(dice.lower_in_pool(dice.pips(last))),
            (Phase::Window, _) => DieSet::EMPTY,
            _ => dice.pool(),
        };
        let done = phase == Phase::Window && player.stage() == Stage::Done || phase == Phase::Over;
        let white_wanted = !pool.and(self.with_white).is_empty();
        let faces = if done {
            Faces::None
        } else if !mine || player.boxes(Power::Extra).any() || self.companions {
            Faces::All
        } else if white_wanted {
            Faces::White
        } else {
            Faces::None
        };
        DiceOutlook { mine, pool, faces }
    }
}

/// The inputs of the totals: where each kind begins.
mod totals {
    use super::*;

    pub(super) const SCORE: usize = 0;
    pub(super) const SCORE_STEP: usize = SCORE + ZONES;
    pub(super) const LOWEST: usize = SCORE_STEP + ZONES * STEPS;
    pub(super) const LOWEST_STEP: usize = LOWEST + 1;
    pub(super) const LOWEST_ZONE: usize = LOWEST_STEP + STEPS;
    pub(super) const FOX: usize = LOWEST_ZONE + ZONES;
    pub(super) const FOX_WORTH: usize = FOX + FOXES;
    pub(super) const FOX_LOWEST: usize = FOX_WORTH + 1;
    pub(super) const LEFT: usize = FOX_LOWEST + FOXES * FOX_STEPS;
    pub(super) const CIRCLED: usize = LEFT + Power::ALL.len() * BOXES;
    pub(super) const JOKERS: usize = CIRCLED + Power::ALL.len() * BOXES;
    pub(super) const PENDING: usize = JOKERS + BOXES;
    pub(super) const SIZE: usize = PENDING + 2 * GIFTS;
}

/// The inputs of the table: where each kind begins.
mod table {
    use super::*;

    pub(super) const TIME: usize = 0;
    pub(super) const PHASE: usize = TIME + 4 * ROUNDS * 4;
    pub(super) const POOL: usize = PHASE + 2 * PHASES * OWN_ROLLS;
    pub(super) const POOL_SIZE: usize = POOL + (OWN_ROLLS + 1) * DICE;
    pub(super) const FACE: usize = POOL_SIZE + (OWN_ROLLS + 1) * (DICE + 1);
    pub(super) const STAGE: usize = FACE + 4 * DICE * FACES;
    pub(super) const EXTRA_USED: usize = STAGE + 2 * STAGES;
    pub(super) const SIZE: usize = EXTRA_USED + DICE;

    /// The input for so many seats, so many turns of one's own still to begin, and the turn that is so far from one's own.
    pub(super) fn time(seats: usize, own_turns: usize, until: usize) -> usize {
        TIME + ((seats - 1) * ROUNDS + own_turns.min(ROUNDS - 1)) * 4 + until.min(3)
    }
}

fn step(points: i16) -> usize {
    (((points + BELOW).max(0) / STEP) as usize).min(STEPS - 1)
}

fn encode_totals(sheet: &Sheet, player: &Player, out: &mut impl FnMut(usize, f32)) {
    use totals::*;
    let score = Score::of(sheet, player);
    let lowest = score.zones.into_iter().min().unwrap_or(0);
    for (zone, points) in score.zones.into_iter().enumerate() {
        out(SCORE + zone, f32::from(points) * SCALE);
        out(SCORE_STEP + zone * STEPS + step(points), 1.0);
        if points == lowest {
            out(LOWEST_ZONE + zone, 1.0);
        }
    }
    let foxes = usize::from(score.foxes).min(FOXES - 1);
    let fox_step = ((lowest.max(0) / 6) as usize).min(FOX_STEPS - 1);
    out(LOWEST, f32::from(lowest) * SCALE);
    out(LOWEST_STEP + step(lowest), 1.0);
    out(FOX + foxes, 1.0);
    out(FOX_WORTH, f32::from(score.fox_points) * SCALE);
    out(FOX_LOWEST + foxes * FOX_STEPS + fox_step, 1.0);
    for power in Power::ALL {
        if sheet.power(power).boxes == 0 {
            continue;
        }
        let boxes = player.boxes(power);
        out(
            LEFT + power as usize * BOXES + usize::from(boxes.left()).min(BOXES - 1),
            1.0,
        );
        out(
            CIRCLED + power as usize * BOXES + usize::from(boxes.circled()).min(BOXES - 1),
            1.0,
        );
    }
    for joker in 0..sheet.power(Power::Joker).jokers.len().min(BOXES) {
        if player.boxes(Power::Joker).is_open(joker) {
            out(JOKERS + joker, 1.0);
        }
    }
    for gift in player.pending().kinds() {
        let kind = usize::from(gift).min(GIFTS - 1);
        out(PENDING + kind, 1.0);
        if player.pending().count(gift) > 1 {
            out(PENDING + GIFTS + kind, 1.0);
        }
    }
}

fn phase_number(phase: Phase) -> usize {
    match phase {
        Phase::RoundStart => 0,
        Phase::BeforeRoll => 1,
        Phase::Rolling => 2,
        Phase::Rolled => 3,
        Phase::Entered => 4,
        Phase::Sorting => 5,
        Phase::Window => 6,
        Phase::Over => 7,
    }
}

impl<const SEATS: usize> Encoder<DiceGame<SEATS>> for DiceEncoder {
    fn inputs(&self) -> usize {
        self.inputs
    }

    fn groups(&self) -> usize {
        TABLE + 1
    }

    fn encode_group(
        &self,
        game: &DiceGame<SEATS>,
        position: &Position<SEATS>,
        seat: Seat,
        group: usize,
        out: &mut impl FnMut(usize, f32),
    ) {
        let player = position.player(seat);
        match group {
            TOTALS => encode_totals(game.sheet(), player, &mut |index, value| {
                out(self.totals + index, value);
            }),
            TABLE => self.encode_table(game, position, seat, &mut |index| out(self.table + index, 1.0)),
            zone => encode_zone(&game.sheet().zones[zone], player.ink(zone), &mut |index| {
                out(self.zones[zone] + index, 1.0);
            }),
        }
    }

    #[inline]
    fn same_inputs(&self, one: &Position<SEATS>, other: &Position<SEATS>, seat: Seat, group: usize) -> bool {
        group < ZONES
            && one.player(seat).ink(group).filled() == other.player(seat).ink(group).filled()
            && one.player(seat).ink(group) == other.player(seat).ink(group)
    }

    fn score_so_far(&self, game: &DiceGame<SEATS>, position: &Position<SEATS>, seat: Seat) -> f32 {
        game.points(position, seat) as f32
    }

    fn plain_estimate(
        &self,
        game: &DiceGame<SEATS>,
        position: &Position<SEATS>,
        seat: Seat,
        groups: u8,
    ) -> f32 {
        greedy::zone_prospects(game, position, seat, groups)
    }

    fn target(&self, game: &DiceGame<SEATS>, position: &Position<SEATS>, seat: Seat) -> f32 {
        game.points(position, seat) as f32
    }

    fn output_scale(&self) -> f32 {
        1.0 / SCALE
    }
}

impl DiceEncoder {
    fn encode_table<const SEATS: usize>(
        &self,
        game: &DiceGame<SEATS>,
        position: &Position<SEATS>,
        seat: Seat,
        out: &mut impl FnMut(usize),
    ) {
        use table::*;
        let dice = position.dice();
        let player = position.player(seat);
        let DiceOutlook { mine, pool, faces } = self.dice_outlook(position, seat);
        let seats = position.seats();
        // How far the turn is from one of this seat's own; alone, 1 is the passive turn.
        let turn = usize::from(position.turn());
        let (until, to_come) = if seats == 1 {
            (turn, 0)
        } else {
            let until = (turn + seats - seat.index()) % seats;
            (until, usize::from(turn < seat.index()))
        };
        let own_turns = usize::from(game.rounds().saturating_sub(position.round())) + to_come;
        out(time(seats, own_turns, until));
        let roll = usize::from(position.roll().clamp(1, ROLLS)) - 1;
        out(PHASE + (usize::from(!mine) * PHASES + phase_number(position.phase())) * OWN_ROLLS + roll);
        let whose = if mine { roll } else { OWN_ROLLS };
        if position.phase() == Phase::Window {
            let stage = player.stage();
            out(STAGE + usize::from(!mine) * STAGES + stage as usize);
            if stage != Stage::Done {
                player
                    .extra_used()
                    .iter()
                    .for_each(|die| out(EXTRA_USED + die.index()));
            }
        } else {
            pool.iter().for_each(|die| out(POOL + whose * DICE + die.index()));
            out(POOL_SIZE + whose * (DICE + 1) + pool.len());
        }
        if faces == Faces::None {
            return;
        }
        for die in DieSet::ALL.minus(pool) {
            let pips = usize::from(dice.pips(die));
            if pips == 0 || faces == Faces::White && die != Die::White {
                continue;
            }
            let on_slot = matches!(dice.place(die), Place::Slot(_));
            let block = 2 * usize::from(!mine) + usize::from(on_slot);
            out(FACE + (block * DICE + die.index()) * 6 + pips - 1);
        }
    }
}

impl<const SEATS: usize> Learnable for DiceGame<SEATS> {
    type Encoder = DiceEncoder;

    fn encoder(&self) -> DiceEncoder {
        DiceEncoder::new(self.sheet())
    }

    fn encoder_version(&self) -> u64 {
        if self.seats() == 1 { ALONE } else { TOGETHER }
    }

    fn warm_start(&self, alone: &Weights) -> Option<Net> {
        let encoder = self.encoder();
        let fits = self.seats() > 1
            && alone.header.players == super::player_range(&self.sheet().id, 1)
            && alone.header.fingerprint == self.weights_fingerprint() ^ TOGETHER ^ ALONE
            && alone.net.inputs() == encoder.inputs;
        fits.then(|| {
            let mut net = Net::clone(&alone.net);
            for seats in 2..=SEATS {
                for own_turns in 0..ROUNDS {
                    for until in 0..seats {
                        // Somebody else's turn is what the passive turn is to those who play alone.
                        let known = table::time(1, own_turns, until.min(1));
                        let new = table::time(seats, own_turns, until);
                        net.first[encoder.table + new] = net.first[encoder.table + known];
                    }
                }
            }
            net
        })
    }

    fn borrowed(&self) -> Option<Borrowed> {
        let lender = |known: &Sheet| DiceGame::<SEATS>::new(known.clone(), self.seats()).ok();
        let learned = |known: &&Sheet| lender(known).is_some_and(|game| game.weights().is_some());
        let known = borrow::known_sheets().filter(learned);
        let matching = Matching::nearest_of(self.sheet(), known)?;
        let confidence = matching.confidence()?;
        let known = builtin(&matching.id)?;
        let lender = lender(known)?;
        let net = matching.adapt(known, &lender.weights()?.net, self.sheet());
        Some(Borrowed {
            from: matching.id,
            confidence,
            net: Arc::new(net),
        })
    }

    /// Points. Chosen by hand, not measured.
    fn candidate_margin(&self) -> f32 {
        12.0
    }
}
