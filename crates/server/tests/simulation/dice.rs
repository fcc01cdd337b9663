//! Random numbers that follow from a seed.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use finaud_server::Random;

/// SplitMix64: a small generator is enough here.
#[derive(Clone)]
pub(crate) struct Dice(Rc<Cell<u64>>);

impl Dice {
    pub(crate) fn new(seed: u64) -> Dice {
        Dice(Rc::new(Cell::new(seed)))
    }

    pub(crate) fn next(&self) -> u64 {
        let (next, value) = mixed(self.0.get());
        self.0.set(next);
        value
    }

    pub(crate) fn below(&self, bound: u64) -> u64 {
        self.next() % bound
    }

    pub(crate) fn one_in(&self, bound: u64) -> bool {
        self.below(bound) == 0
    }

    pub(crate) fn millis(&self, below: u64) -> Duration {
        Duration::from_millis(self.below(below))
    }

    pub(crate) fn fill(&self, bytes: &mut [u8]) {
        bytes.fill_with(|| self.next() as u8);
    }

    pub(crate) fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        self.fill(&mut bytes);
        bytes
    }
}

fn mixed(state: u64) -> (u64, u64) {
    let next = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = next;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (next, z ^ (z >> 31))
}

/// The same for what must be able to move to other threads, though it never does.
pub(crate) fn sendable(seed: u64) -> impl FnMut() -> u64 + Send {
    let mut state = seed;
    move || {
        let (next, value) = mixed(state);
        state = next;
        value
    }
}

pub(crate) fn random(seed: u64) -> Random {
    let draw = Mutex::new(sendable(seed));
    Arc::new(move |bytes| {
        let mut draw = draw.lock().unwrap();
        bytes.fill_with(|| draw() as u8);
    })
}
