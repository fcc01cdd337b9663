//! Random numbers for those who play here.

use std::time::Duration;

/// Fills bytes with random ones of the system.
pub(crate) fn fill(bytes: &mut [u8]) {
    // A machine without random numbers plays the same game over and over.
    let _ = getrandom::fill(bytes);
}

pub(crate) fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    fill(&mut bytes);
    bytes
}

/// A number below a bound.
pub(crate) fn below(bound: usize) -> usize {
    let drawn = u64::from_le_bytes(bytes());
    (drawn % bound.max(1) as u64) as usize
}

pub(crate) fn millis(below_this: usize) -> Duration {
    Duration::from_millis(below(below_this) as u64)
}
