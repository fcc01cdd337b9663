//! How hard to look, on the command line.

use std::time::Duration;

use finaud_players::SearchLimits;

use crate::numbers;
use crate::sim;

/// More states than this nobody waits for.
const MOST_NODES: u64 = 1_000_000_000;
/// The longest time in milliseconds: an hour.
const MOST_TIME: u64 = 3_600_000;

/// How hard to look.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct LimitsChoice {
    /// How many states are valued at each decision, about; 0 trusts the static evaluation.
    #[arg(long, value_name = "N", value_parser = nodes, allow_hyphen_values = true)]
    nodes: Option<u64>,
    /// How many milliseconds are spent on each decision at most.
    #[arg(long, value_name = "MS", value_parser = time, allow_hyphen_values = true)]
    time: Option<u64>,
    /// How many threads share the work.
    #[arg(long, default_value = "1", value_parser = sim::threads, allow_hyphen_values = true)]
    threads: usize,
}

fn nodes(text: &str) -> Result<u64, String> {
    numbers::count(text, "the number of states", 0..=MOST_NODES)
}

fn time(text: &str) -> Result<u64, String> {
    numbers::count(text, "the time in milliseconds", 1..=MOST_TIME)
}

impl LimitsChoice {
    /// The effort that was asked for. Who gives a time only has as many states as fit into it.
    pub(crate) fn limits(&self, usual: u64) -> SearchLimits {
        let usual = if self.time.is_some() { MOST_NODES } else { usual };
        SearchLimits {
            nodes: self.nodes.unwrap_or(usual),
            time: self.time.map(Duration::from_millis),
            candidates: usize::MAX,
            threads: self.threads,
        }
    }

    /// The same on one thread, for those who share the threads in another way.
    pub(crate) fn alone(&self, usual: u64) -> SearchLimits {
        SearchLimits {
            threads: 1,
            ..self.limits(usual)
        }
    }

    /// How many threads share the work.
    pub(crate) fn threads(&self) -> usize {
        self.threads
    }
}
