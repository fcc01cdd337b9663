//! Steps run one after the other, each with a heading and a time, and a plain summary at the end.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Result;

/// How a step that did not fail ended.
pub(crate) enum Outcome {
    Passed,
    /// Nothing was checked, for this reason.
    Skipped(String),
}

struct Report {
    name: &'static str,
    time: Duration,
    result: Result<Outcome>,
}

/// The steps run so far.
#[derive(Default)]
pub(crate) struct Steps {
    reports: Vec<Report>,
}

impl Steps {
    /// Runs a step. A failure is kept for the summary and the next steps still run, so that one
    /// run shows everything that is wrong.
    pub(crate) fn run(&mut self, name: &'static str, step: impl FnOnce() -> Result<Outcome>) {
        println!("\n== {name} ==");
        let start = Instant::now();
        let result = step();
        let time = start.elapsed();
        let (verdict, reason) = verdict(&result);
        println!("-- {name}: {verdict} after {:.1} s{reason}", time.as_secs_f64());
        self.reports.push(Report { name, time, result });
    }

    /// Prints the summary; the exit code says whether every step passed or was skipped.
    pub(crate) fn finish(self) -> ExitCode {
        println!("\n== summary ==");
        for report in &self.reports {
            let (verdict, reason) = verdict(&report.result);
            println!(
                "{verdict:8}{:10}{:7.1} s{reason}",
                report.name,
                report.time.as_secs_f64()
            );
        }
        println!();
        let total: Duration = self.reports.iter().map(|report| report.time).sum();
        let failed: Vec<String> = self
            .reports
            .iter()
            .filter(|report| report.result.is_err())
            .map(|r| format!("`{}`", r.name))
            .collect();
        match failed.as_slice() {
            [] => {
                println!("Nothing failed ({:.1} s).", total.as_secs_f64());
                ExitCode::SUCCESS
            }
            [one] => {
                println!("The step {one} failed.");
                ExitCode::FAILURE
            }
            several => {
                println!("These steps failed: {}.", several.join(", "));
                ExitCode::FAILURE
            }
        }
    }
}

fn verdict(result: &Result<Outcome>) -> (&'static str, String) {
    match result {
        Ok(Outcome::Passed) => ("passed", String::new()),
        Ok(Outcome::Skipped(reason)) => ("skipped", format!(": {reason}")),
        Err(error) => ("FAILED", format!(": {error:#}")),
    }
}

#[cfg(test)]
mod tests {
    use anyhow::bail;

    use super::*;

    fn code_of(results: Vec<Result<Outcome>>) -> ExitCode {
        let mut steps = Steps::default();
        for result in results {
            steps.run("step", || result);
        }
        steps.finish()
    }

    #[test]
    fn a_failure_does_not_stop_later_steps_and_decides_the_exit_code() {
        let mut steps = Steps::default();
        let mut later_step_ran = false;
        steps.run("first", || bail!("broken"));
        steps.run("second", || {
            later_step_ran = true;
            Ok(Outcome::Passed)
        });
        assert!(later_step_ran);
        assert_eq!(steps.finish(), ExitCode::FAILURE);
    }

    #[test]
    fn passed_and_skipped_steps_are_a_success() {
        let results = vec![Ok(Outcome::Passed), Ok(Outcome::Skipped("not needed".into()))];
        assert_eq!(code_of(results), ExitCode::SUCCESS);
    }
}
