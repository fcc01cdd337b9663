//! How good play can be.
//!
//! [`exact`] solves small games outright; [`truth`] holds players against what was solved.
#![forbid(unsafe_code)]

pub mod exact;
mod fingerprint;
mod moments;
pub mod truth;

pub use moments::Moments;
