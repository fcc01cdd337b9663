//! A learned value: what a state is worth in the end.
//!
//! A [`Sight`] turns a state into inputs, a [`Net`] turns inputs into a value and the quantiles of the final score, a
//! [`Judge`] does both quickly, a [`Training`] finds the weights by self-play, and [`Weights`] are what is kept.

mod built_in;
mod dice_sight;
mod judge;
mod net;
mod push_sight;
mod sight;
mod state;
mod train;
mod weights;

use finaud_record::Notation;

pub use built_in::{built_in, lend};
pub use dice_sight::DiceSight;
pub use judge::{Judge, Verdict};
pub use net::{Net, QUANTILES, quantile_level};
pub use push_sight::PushSight;
pub use sight::{Inputs, Sight};
pub use state::NoTraining;
pub use train::{Plan, Training};
pub use weights::{Header, Weights, WeightsError};

/// What one unit of a quantile output is worth in points.
pub(crate) const QUANTILE_UNIT: f32 = 32.0;

/// A game of which a value can be learned.
pub trait Learned: Notation + Sized {
    /// How it is seen.
    type Eyes: Sight<Self> + Clone + Send + Sync;

    /// How this game is seen.
    fn eyes(&self) -> Self::Eyes;

    /// Raised whenever the inputs change their meaning: weights from before are of no use then.
    fn sight_version(&self) -> u64;

    /// The numbers of players that share weights with this one: `1`, or `2-4`.
    fn table(&self) -> &'static str;

    /// How far apart two actions may seem to be at first sight and yet be close, in units of the outcome.
    fn close(&self) -> f32;

    /// Steps between weights of the first layer that are finer than this make no better player, only a larger download.
    fn grain(&self) -> f32 {
        0.0
    }

    /// What weights for this game are marked with.
    fn mark(&self) -> u64 {
        self.fingerprint().unwrap_or(0).rotate_left(17) ^ self.sight_version()
    }

    /// The weights for this game: those that were [lent](lend), or the program's own; `None` for a game that came from
    /// elsewhere, or was changed, and was not learned.
    fn weights(&self) -> Option<&'static Weights> {
        built_in::lent()
            .into_iter()
            .chain(built_in(self.id(), self.table()))
            .find(|weights| self.accepts(weights).is_ok())
    }

    /// What was learned alone, as a beginning for several; `None` where the weights are for something else.
    fn grown(&self, _alone: &Weights) -> Option<Net> {
        None
    }

    /// Says why weights do not fit this game.
    fn accepts(&self, weights: &Weights) -> Result<(), WeightsError> {
        let header = &weights.header;
        let fits = header.game == self.id()
            && header.players == self.table()
            && header.fingerprint == self.mark()
            && weights.net.inputs() == self.eyes().inputs();
        if fits {
            return Ok(());
        }
        Err(WeightsError::Other {
            found: described(&header.game, &header.players, header.fingerprint),
            wanted: described(self.id(), self.table(), self.mark()),
        })
    }
}

fn described(game: &str, players: &str, mark: u64) -> String {
    format!("{game} with {players} players, sheet mark {mark:016x}")
}
