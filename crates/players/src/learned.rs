//! A learned value: what a state is worth in the end.
//!
//! An [`Encoder`] turns a state into inputs, a [`Net`] turns inputs into a value and the quantiles of the final score, an
//! [`Evaluator`] does both quickly, a [`Training`] finds the weights by self-play, and [`Weights`] are what is kept.

mod built_in;
mod course;
mod dice_encoder;
mod encoder;
mod evaluator;
mod net;
mod push_encoder;
mod state;
mod train;
mod training_game;
mod weights;

use std::sync::Arc;

use finaud_record::{Notation, push};

pub use built_in::{built_in, register_weights};
pub use course::{COURSE_GAMES, Course, Measured};
pub use dice_encoder::{Confidence, DiceEncoder, Matching};
pub use encoder::{Encoder, Inputs};
pub use evaluator::{Evaluator, Prediction};
pub use net::{Net, QUANTILES, quantile_level};
pub use push_encoder::PushEncoder;
pub use state::NoTraining;
pub use train::{Plan, Training};
pub use weights::{Header, Weights, WeightsError};

/// What one unit of a quantile output is worth in points.
pub(crate) const QUANTILE_UNIT: f32 = 32.0;

/// The numbers of players that share weights at a game: whoever plays a dice game alone has weights of his own.
fn player_range(game: &str, players: usize) -> &'static str {
    match (game, players) {
        (push::ID, _) => "2-6",
        (_, 1) => "1",
        _ => "2-4",
    }
}

/// What the file of weights for a game and a number of players is called, without its ending.
///
/// ```
/// use finaud_players::learned::weights_name;
///
/// assert_eq!(weights_name("tres-fute", 1), "tres-fute.1");
/// assert_eq!(weights_name("tres-fute", 3), "tres-fute.2-4");
/// assert_eq!(weights_name("push", 3), "push.2-6");
/// ```
pub fn weights_name(game: &str, players: usize) -> String {
    format!("{game}.{}", player_range(game, players))
}

/// A game of which a value can be learned.
pub trait Learnable: Notation + Sized {
    /// How its states become inputs.
    type Encoder: Encoder<Self> + Clone + Send + Sync;

    /// The encoder of this game.
    fn encoder(&self) -> Self::Encoder;

    /// Raised whenever the inputs change their meaning: weights from before are of no use then.
    fn encoder_version(&self) -> u64;

    /// The numbers of players that share weights with this one: `1`, or `2-4`.
    fn player_range(&self) -> &'static str {
        player_range(self.id(), self.seats())
    }

    /// How far apart the static evaluations of two actions may be although the actions are about equally good, in units of
    /// the outcome.
    fn candidate_margin(&self) -> f32;

    /// Steps between weights of the first layer that are finer than this make no better player, only a larger download.
    fn quantisation_step(&self) -> f32 {
        0.0
    }

    /// The fingerprint in the header of weights for this game.
    fn weights_fingerprint(&self) -> u64 {
        self.fingerprint().unwrap_or(0).rotate_left(17) ^ self.encoder_version()
    }

    /// The weights for this game: those that were [registered](register_weights), or the program's own; `None` for a sheet
    /// that came from elsewhere, or was changed, and was not trained.
    fn weights(&self) -> Option<&'static Weights> {
        built_in::registered()
            .into_iter()
            .chain(built_in(self.id(), self.player_range()))
            .find(|weights| self.accepts(weights).is_ok())
    }

    /// What was learned on the nearest known sheet, fitted to this game, which nobody has learned; `None` where too little is
    /// the same, or where the known game's weights are not there.
    fn borrowed(&self) -> Option<Borrowed> {
        None
    }

    /// What was learned alone, as the first weights for several players; `None` where the weights are for something else.
    fn warm_start(&self, _alone: &Weights) -> Option<Net> {
        None
    }

    /// Says why weights do not fit this game.
    fn accepts(&self, weights: &Weights) -> Result<(), WeightsError> {
        let header = &weights.header;
        let fits = header.game == self.id()
            && header.players == self.player_range()
            && header.fingerprint == self.weights_fingerprint()
            && weights.net.inputs() == self.encoder().inputs();
        if fits {
            return Ok(());
        }
        Err(WeightsError::Other {
            found: described(&header.game, &header.players, header.fingerprint),
            wanted: described(self.id(), self.player_range(), self.weights_fingerprint()),
        })
    }
}

/// What was learned elsewhere, fitted to a game that nobody has learned.
#[derive(Clone, Debug)]
pub struct Borrowed {
    /// The game it was learned at.
    pub from: String,
    /// How far it can be trusted.
    pub confidence: Confidence,
    /// The net.
    pub net: Arc<Net>,
}

fn described(game: &str, players: &str, mark: u64) -> String {
    format!("{game} with {players} players, sheet mark {mark:016x}")
}
