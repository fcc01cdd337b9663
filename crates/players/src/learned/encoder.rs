//! A game state as a short list of inputs for a net.

use finaud_rules::{Game, Seat};

/// The most groups an encoder may have.
pub(crate) const GROUPS: usize = 8;

/// Turns states of a game into the inputs of a net.
///
/// The inputs come in groups, so that two states that differ in one corner of the table share the work for the rest.
pub trait Encoder<G: Game> {
    /// How many inputs there are.
    fn inputs(&self) -> usize;

    /// How many groups they come in, at most eight.
    fn groups(&self) -> usize;

    /// Calls `out` with the inputs of a group that are not zero, for a seat.
    fn encode_group(
        &self,
        game: &G,
        state: &G::State,
        seat: Seat,
        group: usize,
        out: &mut impl FnMut(usize, f32),
    );

    /// Is it certain that a group has the same inputs in both states? `false` where it takes long to find out.
    fn same_inputs(&self, one: &G::State, other: &G::State, seat: Seat, group: usize) -> bool;

    /// What the seat has already, in the units of [`Encoder::target`]: the net learns what comes on top of it.
    fn score_so_far(&self, game: &G, state: &G::State, seat: Seat) -> f32;

    /// What some groups of inputs promise on top of that by a plain estimate, for nets that know nothing of them; one bit
    /// each.
    fn plain_estimate(&self, _game: &G, _state: &G::State, _seat: Seat, _groups: u8) -> f32 {
        0.0
    }

    /// What the net learns to predict, once the game is over.
    fn target(&self, game: &G, state: &G::State, seat: Seat) -> f32;

    /// What one unit of the net's output is worth in the units of [`Encoder::target`].
    fn output_scale(&self) -> f32;

    /// Is the net trained on states in which chance has left the choice to somebody else? It must be where chance ends a
    /// turn: a search comes to states there that nobody's choice leads to.
    fn evaluates_after_chance(&self) -> bool {
        false
    }
}

/// The inputs of one state that are not zero, group by group.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Inputs {
    /// Which input, and its value.
    pub active: Vec<(u16, f32)>,
}

impl Inputs {
    /// The inputs of a state for a seat.
    pub fn of<G: Game>(encoder: &impl Encoder<G>, game: &G, state: &G::State, seat: Seat) -> Inputs {
        let mut inputs = Inputs {
            active: Vec::with_capacity(96),
        };
        for group in 0..encoder.groups() {
            encoder.encode_group(game, state, seat, group, &mut |index, value| {
                inputs.active.push((index as u16, value));
            });
        }
        inputs
    }
}
