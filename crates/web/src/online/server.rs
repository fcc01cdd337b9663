//! Whether there is a server, and tables opened there.

use finaud_online::wire::{self, Open};
use finaud_online::{Refused, TableId};
use leptos::prelude::*;
use serde::Deserialize;

use super::sheets::RefusedAnswer;
use crate::fetch;
use crate::share::address;

/// What a server says about itself.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
pub(super) struct About {
    /// Where others find it, if it was told.
    #[serde(default)]
    pub url: Option<String>,
    /// Can only this machine open it?
    #[serde(default)]
    pub local: bool,
}

/// Is there a server? Asked once a page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Server {
    /// This one.
    Here(About),
    /// The app is a site without one.
    Static,
    /// Nobody answers: there is no network, or the server is down.
    Silent,
}

/// Asks whether there is a server.
pub(super) async fn look() -> Server {
    match fetch::ask("GET", "./api/about", None, None).await {
        None => Server::Silent,
        Some((200, text)) => serde_json::from_str(&text).map_or(Server::Static, Server::Here),
        // A server that is full or stopping is there all the same.
        Some((500.., _)) => Server::Silent,
        Some(_) => Server::Static,
    }
}

impl About {
    /// The whole address of a page as others open it.
    pub(super) fn address(&self, hash: &str) -> String {
        match &self.url {
            Some(url) => format!("{}/{hash}", url.trim_end_matches('/')),
            None => address(hash),
        }
    }

    /// Does a link that others get lead to this machine only?
    pub(super) fn is_only_here(&self) -> bool {
        let host = window().location().hostname().unwrap_or_default();
        self.url.is_none() && (self.local || is_loopback(&host))
    }
}

/// Does a name of a machine mean this machine, whoever says it?
fn is_loopback(host: &str) -> bool {
    host == "localhost" || host.ends_with(".localhost") || host.starts_with("127.") || host == "[::1]"
}

/// Why a table was not opened.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum NotOpened {
    /// Nobody answers.
    Silent,
    /// The server says no.
    Refused(Refused),
}

/// Opens a table. Sent again, the same table is opened once.
pub(super) async fn open(wanted: &Open) -> Result<TableId, NotOpened> {
    #[derive(Deserialize)]
    struct Answer {
        table: TableId,
    }
    let body = wire::write(wanted);
    let answer = fetch::ask("POST", "./api/t", None, Some(&body)).await;
    let (status, text) = answer.ok_or(NotOpened::Silent)?;
    if let Ok(answer) = serde_json::from_str::<Answer>(&text) {
        return Ok(answer.table);
    }
    match serde_json::from_str::<RefusedAnswer>(&text) {
        Ok(answer) => Err(NotOpened::Refused(answer.refused.why)),
        Err(_) if status == 429 => Err(NotOpened::Refused(Refused::TooFast)),
        Err(_) => Err(NotOpened::Silent),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loopback_is_known_by_its_names() {
        for host in ["localhost", "finaud.localhost", "127.0.0.1", "127.1.2.3", "[::1]"] {
            assert!(is_loopback(host), "{host}");
        }
        for host in ["192.168.1.4", "finaud.example", "localhost.example"] {
            assert!(!is_loopback(host), "{host}");
        }
    }
}
