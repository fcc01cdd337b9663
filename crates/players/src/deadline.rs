//! A deadline for whoever was given a time. Nobody else reads a clock: a browser's worker has none of this kind.

use std::time::{Duration, Instant};

/// Time running since it was made, if there is a limit to it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deadline(Option<(Instant, Duration)>);

impl Deadline {
    /// Starts.
    pub(crate) fn new(limit: Option<Duration>) -> Deadline {
        Deadline(limit.map(|limit| (Instant::now(), limit)))
    }

    /// How much time has passed; nothing, if there is no limit.
    pub(crate) fn passed(self) -> Duration {
        self.0.map_or(Duration::ZERO, |(start, _)| start.elapsed())
    }

    /// How much time is left; `None` without a limit.
    pub(crate) fn left(self) -> Option<Duration> {
        self.0.map(|(start, limit)| limit.saturating_sub(start.elapsed()))
    }

    /// Is the time over?
    pub(crate) fn is_over(self) -> bool {
        self.left() == Some(Duration::ZERO)
    }
}
