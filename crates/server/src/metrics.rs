//! What the server counts, as Prometheus reads it.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

/// The upper ends of the buckets, in milliseconds.
const BUCKETS: [u64; 10] = [1, 2, 5, 10, 20, 50, 100, 250, 1000, 5000];

/// Durations, counted by how long they were.
#[derive(Default)]
pub(crate) struct Histogram {
    buckets: [AtomicU64; BUCKETS.len()],
    count: AtomicU64,
    micros: AtomicU64,
}

impl Histogram {
    pub(crate) fn observe(&self, time: Duration) {
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        if let Some(place) = BUCKETS.iter().position(|end| micros <= end * 1000) {
            self.buckets[place].fetch_add(1, Ordering::Relaxed);
        }
        self.count.fetch_add(1, Ordering::Relaxed);
        self.micros.fetch_add(micros, Ordering::Relaxed);
    }

    fn write(&self, name: &str, help: &str, page: &mut String) {
        let _ = writeln!(page, "# HELP {name} {help}\n# TYPE {name} histogram");
        let mut sum = 0;
        for (bucket, end) in self.buckets.iter().zip(BUCKETS) {
            sum += bucket.load(Ordering::Relaxed);
            let _ = writeln!(page, "{name}_bucket{{le=\"{}\"}} {sum}", end as f64 / 1000.0);
        }
        let count = self.count.load(Ordering::Relaxed);
        let seconds = self.micros.load(Ordering::Relaxed) as f64 / 1e6;
        let _ = writeln!(
            page,
            "{name}_bucket{{le=\"+Inf\"}} {count}\n{name}_sum {seconds}\n{name}_count {count}"
        );
    }
}

macro_rules! metrics {
    ($($field:ident: $kind:ident, $name:literal, $help:literal;)*) => {
        /// Everything that is counted.
        #[derive(Default)]
        pub(crate) struct Metrics {
            $(pub(crate) $field: metrics!(@type $kind),)*
            pub(crate) append: Histogram,
            pub(crate) thinking: Histogram,
        }

        impl Metrics {
            /// The page that Prometheus fetches.
            pub(crate) fn page(&self) -> String {
                let mut page = String::new();
                $(
                    let _ = writeln!(
                        page,
                        concat!("# HELP ", $name, " ", $help, "\n# TYPE ", $name, " ", stringify!($kind), "\n", $name, " {}"),
                        self.$field.load(Ordering::Relaxed)
                    );
                )*
                self.append.write("finaud_append_seconds", "How long the store took to keep events.", &mut page);
                self.thinking.write("finaud_thinking_seconds", "How long bots thought about a choice.", &mut page);
                page
            }
        }
    };
    (@type counter) => { AtomicU64 };
    (@type gauge) => { AtomicI64 };
}

metrics! {
    sockets: gauge, "finaud_sockets", "Sockets that are open.";
    live_tables: gauge, "finaud_live_tables", "Tables in memory.";
    opened: counter, "finaud_tables_opened_total", "Tables that were opened here.";
    acked: counter, "finaud_commands_acknowledged_total", "Commands that were kept and acknowledged.";
    refused: counter, "finaud_commands_refused_total", "Commands that were refused.";
    unanswered: counter, "finaud_commands_unanswered_total", "Commands that got no answer because the store gave none.";
    conflicts: counter, "finaud_conflicts_total", "Appends for which another node was quicker.";
    store_errors: counter, "finaud_store_errors_total", "Calls that the store did not answer as it should.";
    behind: counter, "finaud_sockets_behind_total", "Sockets that were too slow and had to catch up.";
    too_fast: counter, "finaud_messages_too_fast_total", "Messages that came too fast.";
    pushed: counter, "finaud_notifications_total", "Notifications that push services took.";
    push_failures: counter, "finaud_notification_failures_total", "Notifications that no push service took.";
    posted: counter, "finaud_sheets_posted_total", "Sheets and weights that were posted here.";
    broken: counter, "finaud_tables_broken_total", "Tables whose log could not be read.";
}

/// Adds one.
pub(crate) fn count(counter: &AtomicU64) {
    counter.fetch_add(1, Ordering::Relaxed);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_what_prometheus_reads() {
        let metrics = Metrics::default();
        count(&metrics.acked);
        metrics.append.observe(Duration::from_millis(3));
        metrics.append.observe(Duration::from_secs(60));
        let page = metrics.page();
        assert!(
            page.contains("# TYPE finaud_sockets gauge\nfinaud_sockets 0\n"),
            "{page}"
        );
        assert!(
            page.contains("\nfinaud_commands_acknowledged_total 1\n"),
            "{page}"
        );
        for line in [
            "finaud_append_seconds_bucket{le=\"0.002\"} 0",
            "finaud_append_seconds_bucket{le=\"0.005\"} 1",
            "finaud_append_seconds_bucket{le=\"5\"} 1",
            "finaud_append_seconds_bucket{le=\"+Inf\"} 2",
            "finaud_append_seconds_sum 60.003",
        ] {
            assert!(page.lines().any(|own| own == line), "{line}: {page}");
        }
        for line in page.lines().filter(|line| !line.starts_with('#')) {
            let (name, value) = line.rsplit_once(' ').unwrap();
            assert!(
                name.starts_with("finaud_") && value.parse::<f64>().is_ok(),
                "{line}"
            );
        }
    }
}
