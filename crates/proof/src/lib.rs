//! How good play can be.
//!
//! [`exact`] solves small games outright; [`truth`] holds players against what was solved. [`ceiling`] is what nobody exceeds
//! even with dice chosen freely, [`clairvoyant`] what nobody exceeds on average; [`mod@line`] estimates a lower bound of that
//! kind with a price on luck.
#![forbid(unsafe_code)]

pub mod ceiling;
pub mod clairvoyant;
pub mod exact;
mod fingerprint;
pub mod line;
mod moments;
pub mod truth;

pub use moments::Moments;
