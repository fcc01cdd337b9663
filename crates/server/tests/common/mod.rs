//! A server in this process, and what is said to it.

// Each test file uses its own part of this.
#![allow(dead_code)]

use std::sync::Arc;

use finaud_online::{CommandId, Key, Settings, TableId};
use finaud_server::{Bus, Limits, MemoryStore, Server, Settings as ServerSettings};
use finaud_trial::{Site, Socket};
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;
use tokio_util::sync::{CancellationToken, DropGuard};

pub(crate) struct Started {
    pub(crate) site: Site,
    pub(crate) port: u16,
    pub(crate) stop: CancellationToken,
    _guard: DropGuard,
}

pub(crate) fn start_with(limits: Limits, store: &MemoryStore) -> Started {
    let settings = ServerSettings {
        app: Arc::new(()),
        public_url: None,
        is_local: true,
        behind_proxy: false,
        limits,
        push: Default::default(),
    };
    let store = store.with_faults(Box::new(Default::default));
    let server = Server::new(settings, Arc::new(store), Bus::local());
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let stop = server.stop_token();
    tokio::spawn(server.run(listener, None));
    Started {
        site: Site::local(port),
        port,
        _guard: stop.clone().drop_guard(),
        stop,
    }
}

pub(crate) fn start() -> Started {
    start_with(Limits::DEFAULT, &MemoryStore::new())
}

pub(crate) fn opening(number: u8, players: u8) -> String {
    json!({
        "v": 1, "id": CommandId([number; 16]), "settings": Settings::plain("push", players), "name": "Ada",
        "key": Key([1; 16]).hash(), "join": Key([2; 16]).hash(),
    })
    .to_string()
}

pub(crate) async fn open(site: &Site, players: u8) -> TableId {
    let (status, answer) = site.post("/api/t", None, &opening(9, players)).await.unwrap();
    assert_eq!(status, 201, "{answer}");
    answer["table"].as_str().unwrap().parse().unwrap()
}

pub(crate) async fn say(socket: &mut Socket, message: Value) {
    socket.send(Message::text(message.to_string())).await.unwrap();
}

/// The next message of one kind; others are passed over.
pub(crate) async fn hear(socket: &mut Socket, kind: &str) -> Value {
    loop {
        match socket.next().await {
            Some(Ok(Message::Text(text))) => {
                let mut message: Value = serde_json::from_str(&text).unwrap();
                if let Some(found) = message.get_mut(kind) {
                    return found.take();
                }
            }
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            other => panic!("{kind} was to come, not {other:?}"),
        }
    }
}

pub(crate) async fn hello(site: &Site, table: TableId, key: Option<Key>) -> Socket {
    let mut socket = site.connect().await.unwrap();
    say(
        &mut socket,
        json!({ "hello": { "v": 1, "table": table, "key": key, "since": 0 } }),
    )
    .await;
    socket
}
