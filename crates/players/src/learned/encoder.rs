//! What a learned value looks at: a game state as a short list of inputs.

use finaud_rules::{Game, Seat};

/// The most groups a sight may have.
pub(crate) const GROUPS: usize = 8;

/// How a learned value sees a game.
///
/// The inputs come in groups, so that two states that differ in one corner of the table share the work for the rest.
pub trait Encoder<G: Game> {
    /// How many inputs there are.
    fn inputs(&self) -> usize;

    /// How many groups they come in, at most eight.
    fn groups(&self) -> usize;

    /// Calls `out` with the inputs of a group that are not zero, as a seat sees the state.
    fn encode_group(
        &self,
        game: &G,
        state: &G::State,
        seat: Seat,
        group: usize,
        out: &mut impl FnMut(usize, f32),
    );

    /// Is it plain that a group looks the same in both states?
    fn same_inputs(&self, one: &G::State, other: &G::State, seat: Seat, group: usize) -> bool;

    /// What the seat has already, in the units of [`Encoder::target`]: the net learns what comes on top of it.
    fn score_so_far(&self, game: &G, state: &G::State, seat: Seat) -> f32;

    /// What the net learns to foretell, once the game is over.
    fn target(&self, game: &G, state: &G::State, seat: Seat) -> f32;

    /// What one unit of the net's output is worth in the units of [`Encoder::target`].
    fn output_scale(&self) -> f32;

    /// Must the net know what luck leaves to somebody else? It must where luck ends a turn: whoever looks ahead comes to
    /// states there that nobody's choice leads to.
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
    /// What a seat sees in a state.
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
