//! How a command that fails says so.

use std::io::{self, Write};
use std::process::ExitCode;

/// The command line asks for something that does not exist. One sentence.
#[derive(Debug)]
pub(crate) struct UsageError(pub(crate) String);

impl std::fmt::Display for UsageError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for UsageError {}

/// Everything that was to be said has been said: only the exit code is left.
#[derive(Debug)]
pub(crate) struct SilentExit(pub(crate) u8);

impl std::fmt::Display for SilentExit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "exit code {}", self.0)
    }
}

impl std::error::Error for SilentExit {}

/// What a shell expects after Ctrl-C.
pub(crate) const INTERRUPTED: SilentExit = SilentExit(130);

/// Says what went wrong on the error stream and gives the exit code.
pub(crate) fn report(error: &anyhow::Error) -> ExitCode {
    if let Some(SilentExit(code)) = error.downcast_ref() {
        return ExitCode::from(*code);
    }
    if is_closed_pipe(error) {
        // Whoever read the output has seen enough: `finaud … | head` is no failure.
        return ExitCode::SUCCESS;
    }
    // If nobody listens there either, nothing is left to be done.
    let _ = writeln!(io::stderr(), "finaud: {error:#}");
    ExitCode::from(if error.is::<UsageError>() { 2 } else { 1 })
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
    })
}
