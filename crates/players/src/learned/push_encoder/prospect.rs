//! Where a turn of PUSH would leave everybody.

use finaud_rules::push::{COLUMNS, Column, MAX_PUSH_SEATS, Push, PushPhase, PushState};
use finaud_rules::{Game, Seat};

use super::PICKS;

/// Where a turn is likely to leave everybody: each takes the column that is worth most to him at once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prospect {
    /// The points to be expected.
    pub(super) points: [f32; MAX_PUSH_SEATS],
    /// Those that stay open.
    pub(super) open: [f32; MAX_PUSH_SEATS],
    /// When the seat takes its column: 0 is next.
    pub(super) pick: usize,
}

/// How a turn goes on from where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Course {
    /// No more card is turned.
    Stop,
    /// The next card fits nowhere.
    Bust,
}

impl Prospect {
    /// Where a seat would be left by this course of the turn.
    pub(super) fn of(game: &Push, state: &PushState, seat: Seat, course: Course) -> Prospect {
        let seats = game.seats();
        // What the die takes on average, as a share of what lies open.
        let share = game.faces_that_take_a_card() as f32 / Push::die_faces().len() as f32;
        let mut prospect = Prospect {
            points: [0.0; MAX_PUSH_SEATS],
            open: [0.0; MAX_PUSH_SEATS],
            pick: PICKS - 1,
        };
        for index in 0..seats {
            let bench = state.bench(Seat(index as u8));
            prospect.points[index] = bench.points() as f32;
            prospect.open[index] = f32::from(bench.zone().points());
        }
        let rolls = match state.phase() {
            PushPhase::Turn | PushPhase::Over => return prospect,
            PushPhase::Rolling => true,
            PushPhase::Taking => false,
            PushPhase::Drawing | PushPhase::Placing | PushPhase::AfterCard => course == Course::Bust,
        };
        if rolls {
            prospect.roll(state.taker(), share);
        }
        let mut columns: [Option<Column>; COLUMNS] = [None; COLUMNS];
        for (place, column) in columns.iter_mut().zip(state.columns()) {
            *place = Some(*column);
        }
        let mut take = |turn: usize, taker: Seat| {
            let open = prospect.open[taker.index()];
            let worth = |column: Column| {
                let points = f32::from(column.points());
                if column.has_die() {
                    points - (open + points) * share
                } else {
                    points
                }
            };
            let best = (0..COLUMNS)
                .filter_map(|index| columns[index].map(|column| (index, worth(column))))
                .max_by(|one, other| one.1.total_cmp(&other.1));
            if let Some(column) = best.and_then(|(index, _)| columns[index].take()) {
                prospect.points[taker.index()] += f32::from(column.points());
                prospect.open[taker.index()] += f32::from(column.points());
                if column.has_die() {
                    prospect.roll(taker, share);
                }
            }
            if taker == seat {
                prospect.pick = turn;
            }
        };
        match course {
            Course::Stop => (0..)
                .zip(game.takers(state))
                .for_each(|(turn, taker)| take(turn, taker)),
            Course::Bust => (0..)
                .zip(game.takers_after_bust(state))
                .for_each(|(turn, taker)| take(turn, taker)),
        }
        prospect
    }

    fn roll(&mut self, seat: Seat, share: f32) {
        let lost = self.open[seat.index()] * share;
        self.points[seat.index()] -= lost;
        self.open[seat.index()] -= lost;
    }

    /// How far a seat is ahead of the best of the others.
    pub(super) fn lead(&self, seats: usize, seat: Seat) -> f32 {
        let others = (0..seats).filter(|other| *other != seat.index());
        let best = others.map(|other| self.points[other]).fold(0.0, f32::max);
        self.points[seat.index()] - best
    }
}
