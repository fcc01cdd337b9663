//! The inputs of PUSH: the benches, the pile, the columns, and where the turn would leave everybody.
//!
//! The five colours are alike, so no input names one: colours are told apart by how much of them lies open.
//! What is learned is the share of the victory; the number of players and the variant are inputs like all others.

mod prospect;

use finaud_rules::push::{
    Bench, COLUMNS, Card, Colour, Column, MAX_PUSH_SEATS, Push, PushPhase, PushState, Variant,
};
use finaud_rules::{Game, Seat};

use super::{Encoder, Learnable};
use prospect::{Course, Prospect};

/// The groups of inputs.
const MINE: usize = 0;
const OTHERS: usize = 1;
const STANDING: usize = 2;
const PILE: usize = 3;
const TABLE: usize = 4;
const GROUPS: usize = 5;

/// The most opponents.
const RIVALS: usize = MAX_PUSH_SEATS - 1;
/// Numbers of players and variants.
const TABLES: usize = 2 * RIVALS;
/// Steps of own points.
const STEPS: usize = 32;
/// Steps of an opponent's points.
const RIVAL_STEPS: usize = 20;
/// Steps of a difference, from far behind to far ahead.
const LEADS: usize = 31;
/// How far the game is, where it decides how much a difference says.
const STAGES: usize = 8;
/// The classes of the number of cards in the pile.
const LEFT: usize = 44;
const PHASES: usize = 7;
/// First, second or third to take a column, or none to take.
const PICKS: usize = 4;
/// Points of a column: at most 6 + 5 + 4 + 3 + 2.
const COLUMN_POINTS: usize = 21;
/// Cards of a column.
const COLUMN_CARDS: usize = 7;
const TENTHS: usize = 11;
/// Steps of the chance to bust.
const CHANCES: usize = 20;
/// Points are scaled by this.
const POINTS: f32 = 1.0 / 32.0;
/// Differences and gains of one turn are scaled by this.
const GAIN: f32 = 1.0 / 16.0;

/// The inputs of PUSH.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PushEncoder;

/// Where each kind of input begins, in a row.
macro_rules! inputs {
    ($first:ident: $size:expr, $($name:ident: $sizes:expr,)*) => {
        const $first: usize = 0;
        inputs!(@ $first, $size; $($name: $sizes,)*);
    };
    (@ $before:ident, $size:expr; $name:ident: $next:expr, $($names:ident: $sizes:expr,)*) => {
        const $name: usize = $before + $size;
        inputs!(@ $name, $next; $($names: $sizes,)*);
    };
    (@ $before:ident, $size:expr;) => {
        const INPUTS: usize = $before + $size;
    };
}

inputs! {
    // The own bench.
    MY_PROTECTED: STEPS,
    MY_OPEN: 2 * STEPS,
    MY_BEST_COLOUR: STEPS,
    MY_SECOND_COLOUR: STEPS,
    MY_NUMBERS: 8,
    // The benches of the others, in the order of their turns.
    RIVAL_PROTECTED: RIVALS * RIVAL_STEPS,
    RIVAL_OPEN: RIVALS * RIVAL_STEPS,
    RIVAL_NUMBERS: RIVALS * 4,
    // How the benches compare.
    LEAD: STAGES * LEADS,
    SAFE_LEAD: LEADS,
    SECOND_LEAD: LEADS,
    AHEAD: TABLES * MAX_PUSH_SEATS,
    BEST_RIVAL_OPEN: RIVAL_STEPS,
    STANDING_NUMBERS: 4,
    // The pile.
    SEATS_AND_VARIANT: TABLES,
    CARDS_LEFT: LEFT,
    PILE_NUMBERS: 5,
    // The table.
    PHASE: PHASES * MAX_PUSH_SEATS,
    TURN_OF: RIVALS * MAX_PUSH_SEATS,
    TAKER: MAX_PUSH_SEATS,
    PICK: PICKS * (COLUMNS + 1),
    COLUMN: COLUMNS * 2 * COLUMN_POINTS,
    CARDS: COLUMNS * COLUMN_CARDS,
    ACCEPTS: COLUMNS * TENTHS,
    BUST_CHANCE: 4 * CHANCES,
    LEAD_AFTER: STAGES * LEADS,
    LEAD_AFTER_BUST: LEADS,
    OPEN_AFTER: STEPS,
    MY_GAIN: STEPS,
    BUST_COST: STEPS,
    TABLE_NUMBERS: 10,
}

fn step(points: i32, size: i32, steps: usize) -> usize {
    ((points.max(0) / size) as usize).min(steps - 1)
}

/// A difference in steps that grow with it: what decides is whether one leads, then how safely.
fn lead(difference: f32) -> usize {
    let size = difference.abs();
    let steps = if size < 12.0 {
        size / 2.0
    } else if size < 28.0 {
        6.0 + (size - 12.0) / 4.0
    } else {
        10.0 + (size - 28.0) / 8.0
    };
    let steps = (steps.round() as usize).min(LEADS / 2);
    if difference < 0.0 {
        LEADS / 2 - steps
    } else {
        LEADS / 2 + steps
    }
}

/// How far the game is.
fn stage(left: u32) -> usize {
    match left {
        0 => 0,
        1..=5 => 1,
        6..=11 => 2,
        12..=20 => 3,
        21..=32 => 4,
        33..=50 => 5,
        51..=75 => 6,
        _ => 7,
    }
}

fn left_class(left: u32) -> usize {
    match left {
        0..=15 => left as usize,
        _ => (16 + (left as usize - 16) / 4).min(LEFT - 1),
    }
}

fn variant(game: &Push) -> usize {
    match game.variant() {
        Variant::Standard => 0,
        Variant::Risk => 1,
    }
}

/// The number of players and the variant as one class.
fn table_kind(game: &Push) -> usize {
    (game.seats() - 2) * 2 + variant(game)
}

/// The open points of each colour, most first.
fn colours(bench: &Bench) -> [i32; 5] {
    let mut points = Colour::ALL.map(|colour| i32::from(bench.zone().of(colour).points()));
    points.sort_unstable_by(|one, other| other.cmp(one));
    points
}

/// How many seats after this one another one sits.
fn distance(seats: usize, from: Seat, to: Seat) -> usize {
    (to.index() + seats - from.index()) % seats
}

fn encode_own(game: &Push, bench: &Bench, out: &mut dyn FnMut(usize, f32)) {
    let variant = variant(game) * STEPS;
    let (protected, open) = (
        i32::from(bench.protected().points()),
        i32::from(bench.zone().points()),
    );
    let colours = colours(bench);
    out(MY_PROTECTED + step(protected, 4, STEPS), 1.0);
    out(MY_OPEN + variant + step(open, 3, STEPS), 1.0);
    out(MY_BEST_COLOUR + step(colours[0], 2, STEPS), 1.0);
    out(MY_SECOND_COLOUR + step(colours[1], 2, STEPS), 1.0);
    let numbers = [protected, open].into_iter().chain(colours);
    for (index, number) in numbers.enumerate() {
        out(MY_NUMBERS + index, number as f32 * POINTS);
    }
    out(MY_NUMBERS + 7, bench.cards() as f32 * POINTS);
}

fn encode_others(game: &Push, state: &PushState, seat: Seat, out: &mut dyn FnMut(usize, f32)) {
    let seats = game.seats();
    for rival in 0..seats - 1 {
        let bench = state.bench(Seat(((seat.index() + 1 + rival) % seats) as u8));
        let (protected, open) = (
            i32::from(bench.protected().points()),
            i32::from(bench.zone().points()),
        );
        out(
            RIVAL_PROTECTED + rival * RIVAL_STEPS + step(protected, 6, RIVAL_STEPS),
            1.0,
        );
        out(RIVAL_OPEN + rival * RIVAL_STEPS + step(open, 5, RIVAL_STEPS), 1.0);
        let numbers = [protected, open, colours(bench)[0], bench.cards() as i32];
        for (index, number) in numbers.into_iter().enumerate() {
            out(RIVAL_NUMBERS + rival * 4 + index, number as f32 * POINTS);
        }
    }
}

fn encode_standing(game: &Push, state: &PushState, seat: Seat, out: &mut dyn FnMut(usize, f32)) {
    let seats = game.seats();
    let stage = stage(state.unseen().len()) * LEADS;
    let mine = state.bench(seat);
    let mut rivals = [(0, 0, 0); RIVALS];
    for (rival, place) in rivals.iter_mut().enumerate().take(seats - 1) {
        let bench = state.bench(Seat(((seat.index() + 1 + rival) % seats) as u8));
        *place = (
            bench.points(),
            i32::from(bench.protected().points()),
            i32::from(bench.zone().points()),
        );
    }
    let rivals = &mut rivals[..seats - 1];
    rivals.sort_unstable_by(|one, other| other.cmp(one));
    let safest = rivals
        .iter()
        .map(|(_, protected, _)| *protected)
        .max()
        .unwrap_or(0);
    let ahead = (mine.points() - rivals[0].0) as f32;
    let safe = (i32::from(mine.protected().points()) - safest) as f32;
    out(LEAD + stage + lead(ahead), 1.0);
    out(SAFE_LEAD + lead(safe), 1.0);
    if let Some((points, ..)) = rivals.get(1) {
        let difference = (mine.points() - points) as f32;
        out(SECOND_LEAD + lead(difference), 1.0);
        out(STANDING_NUMBERS + 2, difference * GAIN);
    }
    let better = rivals
        .iter()
        .filter(|(points, ..)| *points > mine.points())
        .count();
    out(AHEAD + table_kind(game) * MAX_PUSH_SEATS + better, 1.0);
    out(BEST_RIVAL_OPEN + step(rivals[0].2, 5, RIVAL_STEPS), 1.0);
    out(STANDING_NUMBERS, ahead * GAIN);
    out(STANDING_NUMBERS + 1, safe * GAIN);
    let pace = (state.unseen().len() as f32 + 4.0).sqrt();
    out(STANDING_NUMBERS + 3, ahead / pace);
}

fn encode_pile(game: &Push, state: &PushState, out: &mut dyn FnMut(usize, f32)) {
    let unseen = state.unseen();
    let (left, numbers) = (unseen.len(), unseen.numbers());
    let share = |count: u8| f32::from(count) / left.max(1) as f32;
    out(SEATS_AND_VARIANT + table_kind(game), 1.0);
    out(CARDS_LEFT + left_class(left), 1.0);
    out(PILE_NUMBERS, left as f32 * POINTS);
    out(PILE_NUMBERS + 1, share(unseen.count(Card::Die)));
    out(PILE_NUMBERS + 2, share(unseen.count(Card::Switch)));
    out(
        PILE_NUMBERS + 3,
        f32::from(numbers.points()) / numbers.len().max(1) as f32 * 0.25,
    );
    out(PILE_NUMBERS + 4, f32::from(numbers.points()) * POINTS * 0.25);
}

fn encode_table(game: &Push, state: &PushState, seat: Seat, out: &mut dyn FnMut(usize, f32)) {
    let seats = game.seats();
    let unseen = state.unseen();
    let current = distance(seats, seat, state.current());
    let phase = state.phase();
    out(PHASE + phase as usize * MAX_PUSH_SEATS + current, 1.0);
    out(TURN_OF + (seats - 2) * MAX_PUSH_SEATS + current, 1.0);
    let drawing = matches!(
        phase,
        PushPhase::Drawing | PushPhase::Placing | PushPhase::AfterCard
    );
    if !drawing {
        out(TAKER + distance(seats, seat, state.taker()), 1.0);
    }
    let stop = Prospect::of(game, state, seat, Course::Stop);
    let index = seat.index();
    let after = stop.lead(seats, seat);
    out(LEAD_AFTER + stage(unseen.len()) * LEADS + lead(after), 1.0);
    out(OPEN_AFTER + step(stop.open[index] as i32, 3, STEPS), 1.0);
    let pace = (unseen.len() as f32 + 4.0).sqrt();
    out(TABLE_NUMBERS, after * GAIN);
    out(TABLE_NUMBERS + 1, after / pace);
    out(TABLE_NUMBERS + 2, stop.open[index] * POINTS);
    if phase == PushPhase::Turn {
        return;
    }
    let gain = stop.points[index] - state.bench(seat).points() as f32;
    out(MY_GAIN + step(gain as i32 + 10, 1, STEPS), 1.0);
    out(TABLE_NUMBERS + 3, gain * GAIN);
    let mut columns = [Column::EMPTY; COLUMNS];
    columns[..state.columns().len()].copy_from_slice(state.columns());
    let columns = &mut columns[..state.columns().len()];
    columns.sort_unstable_by_key(|column| (-column.points(), column.has_die()));
    out(PICK + stop.pick * (COLUMNS + 1) + columns.len(), 1.0);
    for (rank, column) in columns.iter().enumerate() {
        let points = (column.points() as usize).min(COLUMN_POINTS - 1);
        let die = usize::from(column.has_die());
        out(COLUMN + (rank * 2 + die) * COLUMN_POINTS + points, 1.0);
        let cards = column.cards().count().min(COLUMN_CARDS - 1);
        out(CARDS + rank * COLUMN_CARDS + cards, 1.0);
    }
    if !drawing {
        return;
    }
    let mut busting = 0;
    let mut accepted = [0; COLUMNS];
    for (card, count) in unseen.iter() {
        busting += u32::from(count) * u32::from(state.busts(card));
        for (accepted, column) in accepted.iter_mut().zip(columns.iter()) {
            *accepted += u32::from(count) * u32::from(column.accepts(card));
        }
    }
    let left = unseen.len().max(1) as f32;
    for (rank, _) in columns.iter().enumerate() {
        let tenths = (10.0 * accepted[rank] as f32 / left).round() as usize;
        out(ACCEPTS + rank * TENTHS + tenths.min(TENTHS - 1), 1.0);
        out(TABLE_NUMBERS + 7 + rank, accepted[rank] as f32 / left);
    }
    let chance = busting as f32 / left;
    let bust = Prospect::of(game, state, seat, Course::Bust);
    let after_bust = bust.lead(seats, seat);
    let class = 2 * usize::from(current == 0) + usize::from(phase == PushPhase::Drawing);
    let chances = ((chance * 40.0).ceil() as usize).min(CHANCES - 1);
    out(BUST_CHANCE + class * CHANCES + chances, 1.0);
    out(LEAD_AFTER_BUST + lead(after_bust), 1.0);
    let cost = chance * (after - after_bust);
    out(BUST_COST + step((8.0 * cost) as i32 + 10, 1, STEPS), 1.0);
    out(TABLE_NUMBERS + 4, chance);
    out(TABLE_NUMBERS + 5, (after - after_bust) * GAIN);
    out(TABLE_NUMBERS + 6, cost * 0.25);
}

impl Encoder<Push> for PushEncoder {
    fn inputs(&self) -> usize {
        INPUTS
    }

    fn groups(&self) -> usize {
        GROUPS
    }

    fn encode_group(
        &self,
        game: &Push,
        state: &PushState,
        seat: Seat,
        group: usize,
        out: &mut impl FnMut(usize, f32),
    ) {
        match group {
            MINE => encode_own(game, state.bench(seat), out),
            OTHERS => encode_others(game, state, seat, out),
            STANDING => encode_standing(game, state, seat, out),
            PILE => encode_pile(game, state, out),
            TABLE => encode_table(game, state, seat, out),
            _ => {}
        }
    }

    #[inline]
    fn same_inputs(&self, one: &PushState, other: &PushState, seat: Seat, group: usize) -> bool {
        let alike = |of: u8| one.bench(Seat(of)) == other.bench(Seat(of));
        let mut seats = 0..MAX_PUSH_SEATS as u8;
        match group {
            MINE => alike(seat.0),
            OTHERS => seats.all(|of| of == seat.0 || alike(of)),
            STANDING => one.unseen().len() == other.unseen().len() && seats.all(alike),
            PILE => one.unseen() == other.unseen(),
            _ => false,
        }
    }

    fn score_so_far(&self, _: &Push, _: &PushState, _: Seat) -> f32 {
        0.0
    }

    fn target(&self, game: &Push, state: &PushState, seat: Seat) -> f32 {
        crate::evaluation::share(game, state, seat)
    }

    fn output_scale(&self) -> f32 {
        1.0
    }

    /// A bust ends a turn, and the others take their columns.
    fn evaluates_after_chance(&self) -> bool {
        true
    }
}

impl Learnable for Push {
    type Encoder = PushEncoder;

    fn encoder_version(&self) -> u64 {
        1
    }

    fn encoder(&self) -> PushEncoder {
        PushEncoder
    }

    /// A share of the victory. Chosen by hand, not measured.
    fn candidate_margin(&self) -> f32 {
        0.06
    }

    /// Measured: docs/strength.md, *How coarse weights may be*.
    fn quantisation_step(&self) -> f32 {
        0.06
    }
}
