//! What is said about files.

use std::io;
use std::path::Path;

use super::{say, words};

/// What the record on standard input is called.
pub(crate) fn record() -> String {
    words("terminal.file.record")
}

/// A file that cannot be opened, read, written or used.
pub(crate) fn cannot_open(file: &Path) -> String {
    about(file, "terminal.file.cannot-open")
}

/// See [`cannot_open`].
pub(crate) fn cannot_read(file: &str) -> String {
    say("terminal.file.cannot-read", &[("file", &file)])
}

/// See [`cannot_open`].
pub(crate) fn cannot_write(file: &Path) -> String {
    about(file, "terminal.file.cannot-write")
}

/// See [`cannot_open`].
pub(crate) fn cannot_use(file: &Path) -> String {
    about(file, "terminal.file.cannot-use")
}

/// A file that is larger than any of its kind.
pub(crate) fn too_large(file: &Path, bytes: u64) -> String {
    say(
        "terminal.file.too-large",
        &[("file", &file.display().to_string()), ("size", &(bytes >> 20))],
    )
}

/// The same of a record.
pub(crate) fn record_too_large(bytes: u64) -> String {
    say("terminal.file.record-too-large", &[("size", &(bytes >> 20))])
}

/// A file that is no text.
pub(crate) fn no_text(file: &Path) -> String {
    about(file, "terminal.file.no-text")
}

/// The same of a record.
pub(crate) fn record_no_text() -> String {
    words("terminal.file.record-no-text")
}

/// What the system says of a file, or of a port.
pub(crate) fn system_error(error: &io::Error) -> String {
    let key = match error.kind() {
        io::ErrorKind::NotFound => "terminal.file.not-found",
        io::ErrorKind::PermissionDenied => "terminal.file.not-allowed",
        io::ErrorKind::IsADirectory => "terminal.file.is-folder",
        io::ErrorKind::AddrInUse => "terminal.file.in-use",
        _ => return error.to_string(),
    };
    match error.raw_os_error() {
        Some(code) => say(key, &[("code", &code)]),
        None => error.to_string(),
    }
}

fn about(file: &Path, key: &str) -> String {
    say(key, &[("file", &file.display().to_string())])
}
