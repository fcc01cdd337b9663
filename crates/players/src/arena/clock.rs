//! How long decisions take.

use std::time::Duration;

/// Every doubling of the time is divided into so many steps: a percentile is off by 3 % at most.
const STEPS: u64 = 32;
const STEP_BITS: u32 = STEPS.trailing_zeros();

/// The times of many decisions: sums and counts, never the times themselves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// How many decisions took about as long, shortest first.
    counts: Vec<u64>,
    decisions: u64,
    nanos: u128,
}

impl Clock {
    /// Counts a decision.
    pub fn add(&mut self, time: Duration) {
        let nanos = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        let step = step(nanos);
        if step >= self.counts.len() {
            self.counts.resize(step + 1, 0);
        }
        self.counts[step] += 1;
        self.decisions += 1;
        self.nanos += u128::from(nanos);
    }

    /// Adds the decisions of another clock.
    pub fn merge(&mut self, other: &Clock) {
        if other.counts.len() > self.counts.len() {
            self.counts.resize(other.counts.len(), 0);
        }
        for (count, more) in self.counts.iter_mut().zip(&other.counts) {
            *count += more;
        }
        self.decisions += other.decisions;
        self.nanos += other.nanos;
    }

    /// How many decisions were timed.
    pub fn decisions(&self) -> u64 {
        self.decisions
    }

    /// The mean time of a decision in microseconds; `None` of no decision.
    pub fn mean_micros(&self) -> Option<f64> {
        (self.decisions > 0).then(|| self.nanos as f64 / self.decisions as f64 / 1e3)
    }

    /// The time in microseconds that so many per cent of the decisions do not exceed; `None` of no decision.
    pub fn percentile_micros(&self, percent: u32) -> Option<f64> {
        let rank = (u128::from(self.decisions) * u128::from(percent))
            .div_ceil(100)
            .max(1);
        let mut seen = 0;
        let reached = self.counts.iter().position(|count| {
            seen += u128::from(*count);
            seen >= rank
        });
        reached.map(|step| middle(step) / 1e3)
    }
}

/// The step a time belongs to: one for each of the first nanoseconds, then wider and wider.
fn step(nanos: u64) -> usize {
    if nanos < STEPS {
        return nanos as usize;
    }
    let shift = nanos.ilog2() - STEP_BITS;
    let within = (nanos >> shift) - STEPS;
    ((u64::from(shift) + 1) * STEPS + within) as usize
}

/// The middle of a step in nanoseconds.
fn middle(step: usize) -> f64 {
    let step = step as u64;
    if step < STEPS {
        return step as f64;
    }
    let width = ((step / STEPS - 1) as f64).exp2();
    ((STEPS + step % STEPS) as f64 + 0.5) * width
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_holds_times_that_differ_little() {
        let mut last = 0;
        for nanos in (0..2000).chain([1 << 20, 123_456_789, 1 << 40, u64::MAX]) {
            let step = step(nanos);
            assert!(step >= last, "{nanos}");
            last = step;
            let off = (middle(step) - nanos as f64).abs();
            assert!(off <= nanos as f64 * 0.03, "{nanos} is off by {off}");
        }
    }

    #[test]
    fn the_slow_ones_show_in_the_percentile() {
        let mut clock = Clock::default();
        for _ in 0..90 {
            clock.add(Duration::from_micros(1));
        }
        let mut slow = Clock::default();
        for _ in 0..10 {
            slow.add(Duration::from_micros(101));
        }
        clock.merge(&slow);
        assert_eq!(clock.decisions(), 100);
        assert!((clock.mean_micros().unwrap() - 11.0).abs() < 1e-9);
        assert!((clock.percentile_micros(90).unwrap() - 1.0).abs() < 0.03);
        assert!((clock.percentile_micros(95).unwrap() - 101.0).abs() < 3.1);
    }

    #[test]
    fn nothing_takes_no_time() {
        let clock = Clock::default();
        assert_eq!((clock.mean_micros(), clock.percentile_micros(95)), (None, None));
    }
}
