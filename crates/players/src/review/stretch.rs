//! The game in stretches: rounds, turns, or several of them together.

use finaud_messages::Language;
use finaud_record::Heading;
use finaud_rules::Seat;

use super::{Review, Sums};

impl Review {
    /// The game in stretches: the rounds of a dice game, the turns of PUSH, several together where there are many.
    pub fn stretches(&self) -> Vec<Stretch> {
        let mut stretches: Vec<Stretch> = Vec::new();
        for moment in &self.moments {
            let span = Span::of(moment.heading);
            if stretches.last().is_none_or(|last| last.span != span) {
                stretches.push(Stretch {
                    span,
                    from: moment.number,
                    to: moment.number,
                    after: 0.0,
                    sums: Sums::default(),
                });
            }
            let moved = self.moved(moment);
            if let Some(last) = stretches.last_mut() {
                last.to = moment.number;
                last.after = self.after(moment);
                let correction = moment.correction.win.unwrap_or(moment.correction.points);
                last.sums.add(moment.part, moved, correction);
            }
        }
        let together = stretches.len().div_ceil(MOST_STRETCHES);
        if together < 2 {
            return stretches;
        }
        stretches.chunks(together).filter_map(joined).collect()
    }
}

/// The most stretches a game is told in.
const MOST_STRETCHES: usize = 16;

/// What a part of a game is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Span {
    /// A round, counted from 1.
    Round(u8),
    /// A turn of a game without rounds: whose it is.
    TurnOf(Seat),
    /// Events, by their numbers.
    Events {
        /// The first.
        from: usize,
        /// The last.
        to: usize,
    },
}

impl Span {
    /// What the events under a heading belong to.
    fn of(heading: Heading) -> Span {
        match heading {
            Heading::Turn { round, .. } => Span::Round(round),
            Heading::TurnOf(seat) => Span::TurnOf(seat),
        }
    }

    /// Its name: `round 2`.
    pub(super) fn name(self, language: Language) -> String {
        match self {
            Span::Round(round) => language.fill("analysis.round", &[("n", &round)]),
            Span::TurnOf(seat) => language.describe(&Heading::TurnOf(seat).message()),
            Span::Events { from, to } => language.fill("analysis.events", &[("from", &from), ("to", &to)]),
        }
    }

    /// Its name where there is little room.
    pub(super) fn short_name(self, language: Language) -> String {
        match self {
            Span::Events { from, to } => format!("{from}–{to}"),
            _ => self.name(language),
        }
    }
}

/// A part of a game, in the terms that decide.
#[derive(Clone, PartialEq, Debug)]
pub struct Stretch {
    /// What it is.
    pub span: Span,
    /// The number of its first event.
    pub from: usize,
    /// The number of its last event.
    pub to: usize,
    /// What was to be expected after it.
    pub after: f64,
    /// What moved.
    pub sums: Sums,
}

fn joined(stretches: &[Stretch]) -> Option<Stretch> {
    let (first, last) = (stretches.first()?, stretches.last()?);
    let sum = |part: fn(&Sums) -> f64| stretches.iter().map(|stretch| part(&stretch.sums)).sum();
    Some(Stretch {
        span: Span::Events {
            from: first.from,
            to: last.to,
        },
        from: first.from,
        to: last.to,
        after: last.after,
        sums: Sums {
            luck: sum(|sums| sums.luck),
            others: sum(|sums| sums.others),
            losses: sum(|sums| sums.losses),
            correction: sum(|sums| sums.correction),
        },
    })
}
