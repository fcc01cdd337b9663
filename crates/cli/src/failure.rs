//! How a command that fails says so.

use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

use finaud_messages::Argument;
use finaud_online::Broken;
use finaud_players::UnknownBot;
use finaud_record::{ParseError, RecordError, SeedError};
use finaud_rules::push::PushSeatsError;
use finaud_rules::{Message, Refusal, SeatsError, is_unprintable};
use finaud_table::{CannotUndo, GameError, RestoreError, WrongChairs};

use crate::language::language;
use crate::texts::files;

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
    let causes = error.chain().map(said);
    let _ = writeln!(io::stderr(), "finaud: {}", harmless(&caused(causes)));
    ExitCode::from(if error.is::<UsageError>() { 2 } else { 1 })
}

/// The text without anything a terminal would obey: names of files, and what stands in files, are anybody's own words.
pub(crate) fn harmless(text: &str) -> String {
    let mut harmless = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\n' => harmless.push(letter),
            letter if is_unprintable(letter) => harmless.extend(letter.escape_unicode()),
            letter => harmless.push(letter),
        }
    }
    harmless
}

/// What went wrong, and why: the outermost first.
pub(crate) fn caused(causes: impl DoubleEndedIterator<Item = String>) -> String {
    let all = causes.rev().reduce(|why, what| {
        let arguments: [(&str, &dyn Argument); 2] = [("place", &what), ("what", &why)];
        language().fill("read.at", &arguments)
    });
    all.unwrap_or_default()
}

/// What went wrong, in the language of this run where the languages have it. Much of what the system says they do not.
fn said(cause: &(dyn Error + 'static)) -> String {
    if let Some(error) = cause.downcast_ref::<io::Error>() {
        return files::system_error(error);
    }
    message(cause).map_or_else(|| cause.to_string(), |message| language().describe(&message))
}

/// The sentence of an error of the rules, the records or the table.
fn message(cause: &(dyn Error + 'static)) -> Option<Message> {
    fn of<E: Error + 'static>(cause: &(dyn Error + 'static), say: fn(&E) -> Message) -> Option<Message> {
        cause.downcast_ref().map(say)
    }
    of(cause, RecordError::message)
        .or_else(|| of(cause, ParseError::message))
        .or_else(|| of(cause, SeedError::message))
        .or_else(|| of(cause, GameError::message))
        .or_else(|| of(cause, RestoreError::message))
        .or_else(|| of(cause, Broken::message))
        .or_else(|| of(cause, UnknownBot::message))
        .or_else(|| of(cause, |error: &Refusal| error.message()))
        .or_else(|| of(cause, |error: &SeatsError| error.message()))
        .or_else(|| of(cause, |error: &PushSeatsError| error.message()))
        .or_else(|| of(cause, |error: &CannotUndo| error.message()))
        .or_else(|| of(cause, |error: &WrongChairs| error.message()))
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
    })
}
