//! Those who do not behave: they lie, flood, replay, guess, talk nonsense, and disturb nobody.

mod common;

use std::time::Duration;

use common::{Started, hear, hello, open, opening, say, start, start_with};
use finaud_online::wire::{self, ServerMessage};
use finaud_online::{CommandId, Key, TableId};
use finaud_server::{Limits, MemoryStore};
use finaud_trial::Socket;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

#[tokio::test]
async fn nonsense_is_refused_and_disturbs_nobody() {
    let server = start();
    let table = open(&server.site, 2).await;
    let mut watcher = hello(&server.site, table, None).await;
    hear(&mut watcher, "welcome").await;
    let path = format!("/api/t/{table}");
    for (body, status) in [
        ("", 400),
        ("{", 400),
        ("[]", 400),
        ("{\"id\":1}", 400),
        (&"x".repeat(5_000), 413),
    ] {
        let (found, answer) = server.site.post(&path, None, body).await.unwrap();
        assert_eq!(found, status, "{answer}");
    }
    let newer = opening(1, 2).replace("\"v\":1", "\"v\":99");
    let (status, answer) = server.site.post("/api/t", None, &newer).await.unwrap();
    assert_eq!(status, 400);
    assert!(answer["refused"]["why"]["version"].is_object(), "{answer}");

    // No hello before anything else; then a wrong version, which ends it.
    let mut socket = server.site.connect().await.unwrap();
    say(
        &mut socket,
        json!({ "do": { "id": CommandId([8; 16]), "what": { "roll": {} } } }),
    )
    .await;
    assert_eq!(hear(&mut socket, "refused").await["why"], "no-such-table");
    socket.send(Message::text("[")).await.unwrap();
    assert_eq!(hear(&mut socket, "refused").await["why"], "unreadable");
    say(&mut socket, json!({ "hello": { "v": 2, "table": table } })).await;
    hear(&mut socket, "bye").await;

    // A forged key sees nothing.
    let mut socket = hello(&server.site, table, Some(Key([9; 16]))).await;
    assert_eq!(hear(&mut socket, "refused").await["why"], "wrong-key");

    // Ten megabytes, and bytes that are no text.
    let mut socket = server.site.connect().await.unwrap();
    let _ = socket.send(Message::text("x".repeat(10_000_000))).await;
    while let Some(Ok(_)) = socket.next().await {}
    let mut socket = server.site.connect().await.unwrap();
    socket.send(Message::binary(vec![0; 10])).await.unwrap();
    hear(&mut socket, "bye").await;

    // Half a frame, and then nothing.
    let mut half = TcpStream::connect(("127.0.0.1", server.port)).await.unwrap();
    let upgrade = "GET /api/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
                   Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n\x01\u{7f}";
    half.write_all(upgrade.as_bytes()).await.unwrap();

    // The watcher has noticed nothing of all this.
    say(&mut watcher, json!({ "ping": { "n": 7 } })).await;
    assert_eq!(hear(&mut watcher, "pong").await["n"], 7);
    // Whoever never says where they want to be is sent away.
    let mut heard = Vec::new();
    let _ = half.read_to_end(&mut heard).await;
    assert!(String::from_utf8_lossy(&heard).starts_with("HTTP/1.1 101 "));
}

#[tokio::test]
async fn a_flood_is_refused_and_then_cut_off() {
    let server = start();
    let table = open(&server.site, 2).await;
    let mut socket = hello(&server.site, table, Some(Key([1; 16]))).await;
    hear(&mut socket, "welcome").await;
    for n in 0..400 {
        if socket
            .send(Message::text(json!({ "ping": { "n": n } }).to_string()))
            .await
            .is_err()
        {
            break;
        }
    }
    let mut too_fast = 0;
    let mut bye = false;
    while let Some(Ok(message)) = socket.next().await {
        let Message::Text(text) = message else { continue };
        match wire::read_server(&text) {
            Ok(ServerMessage::Refused { .. }) => too_fast += 1,
            Ok(ServerMessage::Bye { .. }) => bye = true,
            _ => {}
        }
    }
    assert!(too_fast > 0 && bye, "{too_fast} refusals, bye: {bye}");
}

#[tokio::test]
async fn a_flood_of_frames_that_say_nothing_is_cut_off_too() {
    let server = start();
    let table = open(&server.site, 2).await;
    let mut socket = hello(&server.site, table, Some(Key([1; 16]))).await;
    hear(&mut socket, "welcome").await;
    // Far more than any proxy sends.
    for _ in 0..2_000 {
        if socket.send(Message::Ping(vec![0; 100].into())).await.is_err() {
            break;
        }
    }
    hear(&mut socket, "bye").await;
}

#[tokio::test]
async fn whoever_is_cut_off_is_told_the_right_reason() {
    let server = start();
    let upgrade = "GET /api/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
                   Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    // A text that is none, a frame without a mask, and one that says it has 2^62 bytes.
    let frames: [(&[u8], &str); 3] = [
        (&[0x81, 0x82, 0, 0, 0, 0, 0xff, 0xfe], "cannot be read"),
        (&[0x81, 0x02, b'h', b'i'], "cannot be read"),
        (&[0x81, 0xff, 0x40, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4], "too long"),
    ];
    for (frame, why) in frames {
        let mut stream = TcpStream::connect(("127.0.0.1", server.port)).await.unwrap();
        stream.write_all(upgrade.as_bytes()).await.unwrap();
        stream.write_all(frame).await.unwrap();
        let mut heard = Vec::new();
        let _ = stream.read_to_end(&mut heard).await;
        let heard = String::from_utf8_lossy(&heard).into_owned();
        assert!(heard.contains("bye") && heard.contains(why), "{why}: {heard}");
    }
}

#[tokio::test]
async fn openings_that_cannot_be_read_are_counted_as_well() {
    let limits = Limits {
        requests: 5,
        requests_per_second: 1,
        ..Limits::DEFAULT
    };
    let server = start_with(limits, &MemoryStore::new());
    let mut last = 0;
    for _ in 0..20 {
        last = server.site.post("/api/t", None, "{").await.unwrap().0;
    }
    assert_eq!(last, 429);
}

#[tokio::test]
async fn other_sites_and_too_many_sockets_are_refused() {
    let limits = Limits {
        sockets_per_address: 2,
        tables_per_address: 1,
        ..Limits::DEFAULT
    };
    let server = start_with(limits, &MemoryStore::new());
    open(&server.site, 2).await;
    let (status, answer) = server.site.post("/api/t", None, &opening(8, 2)).await.unwrap();
    assert_eq!(
        (status, &answer["refused"]["why"]),
        (429, &json!("too-many-tables"))
    );
    let held = [
        server.site.connect().await.unwrap(),
        server.site.connect().await.unwrap(),
    ];
    assert!(server.site.connect().await.is_err());
    drop(held);
    for (origin, is_ours) in [
        ("https://evil.example", false),
        ("null", false),
        ("http://x", true),
    ] {
        let mut stream = TcpStream::connect(("127.0.0.1", server.port)).await.unwrap();
        let said = format!(
            "GET /api/socket HTTP/1.1\r\nHost: x\r\nOrigin: {origin}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        // Those that were dropped have to be noticed first.
        let mut status = String::new();
        while status.is_empty() || status.contains(" 429 ") {
            stream = TcpStream::connect(("127.0.0.1", server.port)).await.unwrap();
            stream.write_all(said.as_bytes()).await.unwrap();
            let mut start = [0; 40];
            let count = stream.read(&mut start).await.unwrap();
            status = String::from_utf8_lossy(&start[..count]).into_owned();
        }
        drop(stream);
        let wanted = if is_ours { "HTTP/1.1 101 " } else { "HTTP/1.1 403 " };
        assert!(status.starts_with(wanted), "{origin}: {status}");
    }
}

/// Two people at a table; the seat of the second, and both sockets.
async fn two_at(server: &Started) -> (TableId, Socket, Socket) {
    let table = open(&server.site, 2).await;
    let sit =
        json!({ "id": CommandId([4; 16]), "what": { "sit": { "name": "Bo", "key": Key([3; 16]).hash() } } });
    let (status, answer) = server
        .site
        .post(&format!("/api/t/{table}"), Some(&Key([2; 16])), &sit.to_string())
        .await
        .unwrap();
    assert_eq!(status, 200, "{answer}");
    let mut ada = hello(&server.site, table, Some(Key([1; 16]))).await;
    let mut bo = hello(&server.site, table, Some(Key([3; 16]))).await;
    hear(&mut ada, "welcome").await;
    hear(&mut bo, "welcome").await;
    (table, ada, bo)
}

/// Somebody wants something.
async fn want(socket: &mut Socket, id: u8, at: u32, what: Value) {
    say(
        socket,
        json!({ "do": { "id": CommandId([id; 16]), "at": at, "what": what } }),
    )
    .await;
}

#[tokio::test]
async fn whoever_lies_is_refused_with_a_reason_and_the_log_stays_as_it_was() {
    let server = start();
    let (table, mut ada, mut bo) = two_at(&server).await;
    let lies = [
        (10, json!({ "begin": {} }), json!("not-host")),
        (
            11,
            json!({ "bot": { "seat": 1, "level": "club" } }),
            json!("not-host"),
        ),
        (
            12,
            json!({ "choose": { "action": "draw" } }),
            json!("not-playing"),
        ),
        (13, json!({ "roll": {} }), json!("not-playing")),
        (14, json!({ "late": { "seat": 1 } }), json!("not-yours")),
        (
            15,
            json!({ "reveal": { "seed": "00".repeat(32) } }),
            json!("too-early"),
        ),
        (
            16,
            json!({ "name": { "name": "\u{202e}adA" } }),
            json!("bad-name"),
        ),
        (
            17,
            json!({ "sit": { "name": "Cy", "key": "00".repeat(32) } }),
            json!("already-seated"),
        ),
    ];
    for (id, what, why) in lies {
        want(&mut bo, id, 7, what.clone()).await;
        let refused = hear(&mut bo, "refused").await;
        assert_eq!(refused["why"], why, "{what}");
        assert_eq!(refused["id"], json!(CommandId([id; 16])), "{what}");
    }
    // A watcher has no seat to lie for.
    let mut watcher = hello(&server.site, table, None).await;
    hear(&mut watcher, "welcome").await;
    want(&mut watcher, 20, 0, json!({ "leave": {} })).await;
    assert_eq!(hear(&mut watcher, "refused").await["why"], "no-seat");
    say(&mut watcher, json!({ "say": { "phrase": 1 } })).await;
    assert_eq!(hear(&mut watcher, "refused").await["why"], "no-seat");
    say(&mut bo, json!({ "say": { "phrase": 99 } })).await;
    assert_eq!(hear(&mut bo, "refused").await["why"], "bad-phrase");

    let (_, answer) = server.site.get(&format!("/api/t/{table}"), None).await.unwrap();
    assert_eq!(answer["seq"], 3);
    say(&mut ada, json!({ "ping": { "n": 1 } })).await;
    assert_eq!(hear(&mut ada, "pong").await["n"], 1);
}

#[tokio::test]
async fn what_is_said_again_happens_once_and_by_nobody_else() {
    let server = start();
    let (table, mut ada, mut bo) = two_at(&server).await;
    let named = json!({ "name": { "name": "Bob" } });
    for _ in 0..3 {
        want(&mut bo, 40, 0, named.clone()).await;
        assert_eq!(hear(&mut bo, "ack").await["seq"], 4);
    }
    // Somebody who has overheard it and says it for another seat gets the first answer, and nothing happens.
    want(&mut ada, 40, 0, json!({ "name": { "name": "Ada!" } })).await;
    assert_eq!(hear(&mut ada, "ack").await["seq"], 4);
    let (_, answer) = server.site.get(&format!("/api/t/{table}"), None).await.unwrap();
    assert_eq!(answer["seq"], 4);
    assert_eq!(answer["view"]["seats"][0]["name"], "Ada");
    assert_eq!(answer["view"]["seats"][1]["name"], "Bob");
}

#[tokio::test]
async fn whoever_guesses_keys_learns_nothing_and_is_slowed_down() {
    let limits = Limits {
        requests: 10,
        requests_per_second: 1,
        ..Limits::DEFAULT
    };
    let server = start_with(limits, &MemoryStore::new());
    let table = open(&server.site, 2).await;
    let mut watcher = hello(&server.site, table, None).await;
    hear(&mut watcher, "welcome").await;
    let mut statuses = Vec::new();
    for guess in 0..30 {
        let path = format!("/api/t/{table}");
        let (status, answer) = server
            .site
            .get(&path, Some(&Key([guess + 10; 16])))
            .await
            .unwrap();
        assert!(answer["refused"]["why"].is_string(), "{answer}");
        statuses.push(status);
    }
    assert_eq!(statuses[0], 403);
    assert_eq!(statuses.last(), Some(&429));
    // The socket goes on, and tables that are not there are not told apart from those that cannot be.
    say(&mut watcher, json!({ "ping": { "n": 3 } })).await;
    assert_eq!(hear(&mut watcher, "pong").await["n"], 3);
    let mut socket = hello(&server.site, "0000000000000000".parse().unwrap(), None).await;
    assert_eq!(hear(&mut socket, "refused").await["why"], "no-such-table");
}

#[tokio::test]
async fn a_watcher_who_never_reads_holds_nobody_up() {
    let limits = Limits {
        messages: 10_000,
        ..Limits::DEFAULT
    };
    let server = start_with(limits, &MemoryStore::new());
    let (table, mut ada, mut bo) = two_at(&server).await;
    // It asks for everything again and again, and takes nothing of it.
    let mut deaf = hello(&server.site, table, None).await;
    for _ in 0..2_000 {
        let asked = Message::text(json!({ "since": { "seq": 0 } }).to_string());
        if tokio::time::timeout(Duration::from_millis(200), deaf.send(asked))
            .await
            .is_err()
        {
            break;
        }
    }
    for number in 0..100_u8 {
        want(
            &mut ada,
            100 + number,
            0,
            json!({ "name": { "name": format!("Ada {number}") } }),
        )
        .await;
        hear(&mut ada, "ack").await;
    }
    let mut seq = 0;
    while seq < 103 {
        let events = hear(&mut bo, "events").await;
        let list = events["list"].as_array().unwrap();
        seq = list.last().unwrap()["seq"].as_u64().unwrap();
    }
}
