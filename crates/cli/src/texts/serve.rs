//! What `finaud serve` says. Its log is for programs and whoever runs the server, and stays English.

use std::net::IpAddr;
use std::path::Path;

use super::{say, words};

/// Where the app is.
pub(crate) fn address(address: &str) -> String {
    say("terminal.serve.address", &[("address", &address)])
}

/// Nobody else can open it.
pub(crate) fn only_here() -> String {
    words("terminal.serve.only-here")
}

/// Where the tables are.
pub(crate) fn kept_in(folder: &Path) -> String {
    about(folder, "terminal.serve.kept-in")
}

/// A folder without an app.
pub(crate) fn no_app(folder: &Path) -> String {
    about(folder, "terminal.serve.no-app")
}

/// A binary without an app.
pub(crate) fn built_without_app() -> String {
    words("terminal.serve.built-without-app")
}

/// The address of a database that is of another kind. It may hold a password, so it is not repeated.
pub(crate) fn other_database() -> String {
    words("terminal.serve.other-database")
}

/// A database that cannot be used.
pub(crate) fn cannot_use_database() -> String {
    words("terminal.serve.cannot-use-database")
}

/// A folder in which no tables can be kept.
pub(crate) fn cannot_keep(folder: &Path) -> String {
    about(folder, "terminal.serve.cannot-keep")
}

/// A user of whom the system says no folder.
pub(crate) fn no_folder() -> String {
    words("terminal.serve.no-folder")
}

/// A port that somebody else has.
pub(crate) fn port_taken(port: u16, address: IpAddr) -> String {
    say(
        "terminal.serve.port-taken",
        &[("port", &u32::from(port)), ("address", &address.to_string())],
    )
}

/// The same of the port for metrics.
pub(crate) fn metrics_port_taken(port: u16) -> String {
    say("terminal.serve.metrics-port-taken", &[("port", &u32::from(port))])
}

/// Ports that are all taken.
pub(crate) fn no_port(first: u16, last: u16, address: IpAddr) -> String {
    say(
        "terminal.serve.no-port",
        &[
            ("first", &u32::from(first)),
            ("last", &u32::from(last)),
            ("address", &address.to_string()),
        ],
    )
}

fn about(folder: &Path, key: &str) -> String {
    say(key, &[("folder", &folder.display().to_string())])
}
