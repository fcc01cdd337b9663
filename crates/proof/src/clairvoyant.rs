//! The best that somebody who knows all dice beforehand can make of them, by branch and bound.
//!
//! Its mean over paths is at least what anybody reaches on average who does not know the dice. Unlike a line that was found,
//! the most of a path is *proved*: a choice is left out only where even dice chosen freely from there on would not lead
//! to more ([`Ceiling`]). A search that is given up before its end counts with the ceiling of what it has not looked at.

use std::collections::HashSet;
use std::sync::Arc;

use finaud_players::learned::{DiceEncoder, Evaluator, Learnable, Net};
use finaud_record::Notation;
use finaud_rules::{Game, Next, Position, Seat, SoloGame};

use crate::ceiling::{Ceiling, NoCeiling};
use crate::fingerprint::fingerprint;

const SEAT: Seat = Seat(0);

/// What a path can be made into.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Most {
    /// The points of the best line that was found.
    pub found: i32,
    /// No line has more points than this.
    pub proved: i32,
    /// How many states were looked at.
    pub nodes: u64,
}

impl Most {
    /// Was the best line found?
    pub fn is_exact(&self) -> bool {
        self.found == self.proved
    }
}

/// A search for the best line, with its memory.
#[derive(Debug)]
pub struct Clairvoyant<'a> {
    game: &'a SoloGame,
    ceiling: Ceiling<'a>,
    evaluator: Evaluator<SoloGame, DiceEncoder>,
    /// So many states of a path are looked at.
    nodes: u64,
}

/// The search of one path.
struct Path {
    seed: u64,
    seen: HashSet<u128>,
    found: i32,
    /// The highest ceiling of what was not looked at.
    left: i32,
    nodes: u64,
}

impl<'a> Clairvoyant<'a> {
    /// A search that looks at so many states of a path; the net says where to look first.
    pub fn new(game: &'a SoloGame, net: Arc<Net>, nodes: u64) -> Result<Clairvoyant<'a>, NoCeiling> {
        Ok(Clairvoyant {
            game,
            ceiling: Ceiling::new(game)?,
            evaluator: Evaluator::new(game.encoder(), net).with_cache(),
            nodes,
        })
    }

    /// The most that can be made of the dice of a seed from a position, of which a line with so many points is known.
    pub fn most(&mut self, start: &Position<1>, seed: u64, known: i32) -> Most {
        let mut path = Path {
            seed,
            seen: HashSet::new(),
            found: known,
            left: i32::MIN,
            nodes: 0,
        };
        let ceiling = i32::from(self.ceiling.of(start).points);
        self.search(start, ceiling, &mut path);
        Most {
            found: path.found,
            proved: path.found.max(path.left),
            nodes: path.nodes,
        }
    }

    /// Looks at everything behind a state that can be worth more than what was found. `ceiling` holds for it.
    fn search(&mut self, state: &Position<1>, ceiling: i32, path: &mut Path) {
        if ceiling <= path.found {
            return;
        }
        if path.nodes >= self.nodes {
            path.left = path.left.max(ceiling);
            return;
        }
        match self.game.next(state) {
            Next::Over => path.found = path.found.max(self.game.points(state, SEAT)),
            Next::Chance(_) => {
                let outcome = self.game.seeded_outcome(state, path.seed).expect("chance is due");
                let mut after = *state;
                self.game
                    .apply_chance(&mut after, outcome)
                    .expect("a seeded outcome is possible");
                self.search(&after, ceiling, path);
            }
            Next::Choice(_) => {
                for next in self.promising_first(state) {
                    // States at the same place have the same dice before them: one way to a state is as good as another.
                    if path.seen.insert(fingerprint(&next)) {
                        path.nodes += 1;
                        let ceiling = self.ceiling.quick(&next).map_or(ceiling, |own| ceiling.min(own));
                        self.search(&next, ceiling, path);
                    }
                }
            }
        }
    }

    fn promising_first(&mut self, state: &Position<1>) -> Vec<Position<1>> {
        let mut legal = Vec::with_capacity(32);
        self.game.legal(state, SEAT, &mut legal);
        self.evaluator.set_root(self.game, state, SEAT);
        let mut after: Vec<(f32, Position<1>)> = Vec::with_capacity(legal.len());
        for action in legal {
            let mut next = *state;
            if self.game.play(&mut next, SEAT, action).is_ok() {
                after.push((self.evaluator.value(self.game, &next, SEAT), next));
            }
        }
        after.sort_by(|one, other| other.0.total_cmp(&one.0));
        after.into_iter().map(|(_, next)| next).collect()
    }
}
