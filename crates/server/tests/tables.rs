//! Tables over real sockets and plain requests, by people who play and by some who do not behave.

use std::sync::Arc;
use std::time::Duration;

use finaud_online::wire::{self, ServerMessage};
use finaud_online::{Act, CommandId, Key, Settings, TableId};
use finaud_rules::Seat;
use finaud_server::{Bus, Limits, MemoryStore, Server, Settings as ServerSettings};
use finaud_trial::{Person, Site, Socket};
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_util::sync::{CancellationToken, DropGuard};

struct Started {
    site: Site,
    port: u16,
    stop: CancellationToken,
    _guard: DropGuard,
}

fn start_with(limits: Limits, store: &MemoryStore) -> Started {
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

fn start() -> Started {
    start_with(Limits::DEFAULT, &MemoryStore::new())
}

fn opening(number: u8, players: u8) -> String {
    json!({
        "v": 1, "id": CommandId([number; 16]), "settings": Settings::plain("push", players), "name": "Ada",
        "key": Key([1; 16]).hash(), "join": Key([2; 16]).hash(),
    })
    .to_string()
}

async fn open(site: &Site, players: u8) -> TableId {
    let (status, answer) = site.post("/api/t", None, &opening(9, players)).await.unwrap();
    assert_eq!(status, 201, "{answer}");
    answer["table"].as_str().unwrap().parse().unwrap()
}

async fn say(socket: &mut Socket, message: Value) {
    socket.send(Message::text(message.to_string())).await.unwrap();
}

/// The next message of one kind; others are passed over.
async fn hear(socket: &mut Socket, kind: &str) -> Value {
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

async fn hello(site: &Site, table: TableId, key: Option<Key>) -> Socket {
    let mut socket = site.connect().await.unwrap();
    say(
        &mut socket,
        json!({ "hello": { "v": 1, "table": table, "key": key, "since": 0 } }),
    )
    .await;
    socket
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_is_played_to_its_end_with_a_bot_and_dice_that_nobody_chose() {
    // Nobody here thinks, so they say more than people would.
    let limits = Limits {
        messages: 1_000,
        ..Limits::DEFAULT
    };
    let server = start_with(limits, &MemoryStore::new());
    let table = open(&server.site, 3).await;
    let mut ada = Person::new(table, Key([1; 16]), "Ada");
    ada.act(Act::Bot {
        seat: Seat(2),
        level: "random".into(),
        name: None,
    });
    let bo = Person::new(table, Key([2; 16]), "Bo");
    let sites = [server.site.clone()];
    let never = || false;
    let (ada, bo) = tokio::join!(
        ada.play(&sites, Duration::ZERO, &never),
        bo.play(&sites, Duration::ZERO, &never)
    );
    assert_eq!(ada.log, bo.log);
    for seen in [&ada, &bo] {
        assert_eq!(seen.odd, Vec::<String>::new());
        assert_eq!(seen.broken_seal, None);
        assert!(seen.acked.len() > 3);
    }
    let (status, answer) = server.site.get(&format!("/api/t/{table}"), None).await.unwrap();
    assert_eq!(status, 200);
    assert_eq!(answer["events"].as_array().unwrap().len(), ada.log.len());
    assert_eq!(answer["view"]["phase"], "over");
}

#[tokio::test]
async fn a_table_is_opened_once_and_told_to_those_who_may_know() {
    let server = start();
    let table = open(&server.site, 2).await;
    // Sent again, it is the same table.
    assert_eq!(open(&server.site, 2).await, table);
    let (_, answer) = server.site.get(&format!("/api/t/{table}"), None).await.unwrap();
    let text = answer.to_string();
    assert_eq!(answer["seat"], Value::Null);
    let secrets = [
        String::from(Key([1; 16]).hash()),
        String::from(Key([2; 16]).hash()),
        "0909090909".into(),
    ];
    for secret in secrets {
        assert!(!text.contains(&secret), "{text}");
    }
    let own = server
        .site
        .get(&format!("/api/t/{table}"), Some(&Key([1; 16])))
        .await
        .unwrap();
    assert_eq!((own.0, &own.1["seat"]), (200, &json!(1)));
    let wrong = server
        .site
        .get(&format!("/api/t/{table}"), Some(&Key([7; 16])))
        .await
        .unwrap();
    assert_eq!(wrong, (403, json!({ "refused": { "why": "wrong-key" } })));
    for path in ["/api/t/0000000000000000", "/api/t/x", "/api/t/%00"] {
        assert_eq!(server.site.get(path, None).await.unwrap().0, 404, "{path}");
    }
}

#[tokio::test]
async fn the_same_commands_work_without_a_socket_and_count_once() {
    let server = start();
    let table = open(&server.site, 2).await;
    let path = format!("/api/t/{table}");
    let sit =
        json!({ "id": CommandId([4; 16]), "what": { "sit": { "name": "Bo", "key": Key([3; 16]).hash() } } })
            .to_string();
    let (status, answer) = server.site.post(&path, Some(&Key([2; 16])), &sit).await.unwrap();
    assert_eq!(status, 200, "{answer}");
    let again = server.site.post(&path, Some(&Key([2; 16])), &sit).await.unwrap();
    assert_eq!(again, (200, answer));
    // Whoever has no invitation cannot, and a seat cannot do what is the host's.
    let (status, _) = server
        .site
        .post(&path, None, &sit.replace("0404", "0505"))
        .await
        .unwrap();
    assert_eq!(status, 409);
    let begin = json!({ "id": CommandId([6; 16]), "what": { "begin": {} } }).to_string();
    let (status, answer) = server
        .site
        .post(&path, Some(&Key([3; 16])), &begin)
        .await
        .unwrap();
    assert_eq!((status, &answer["refused"]["why"]), (409, &json!("not-host")));
    let bot =
        json!({ "id": CommandId([7; 16]), "what": { "bot": { "seat": 2, "level": "wizard" } } }).to_string();
    let (status, answer) = server.site.post(&path, Some(&Key([1; 16])), &bot).await.unwrap();
    assert_eq!((status, &answer["refused"]["why"]), (409, &json!("bad-level")));
}

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

#[tokio::test]
async fn whoever_was_away_gets_everything_and_a_stop_says_goodbye() {
    let store = MemoryStore::new();
    let server = start_with(Limits::DEFAULT, &store);
    let table = open(&server.site, 2).await;
    let mut first = hello(&server.site, table, None).await;
    let list = hear(&mut first, "events").await;
    let seen = list["list"].as_array().unwrap().len();
    let name = json!({ "id": CommandId([5; 16]), "what": { "name": { "name": "Adele" } } }).to_string();
    let (status, answer) = server
        .site
        .post(&format!("/api/t/{table}"), Some(&Key([1; 16])), &name)
        .await
        .unwrap();
    assert_eq!(status, 200, "{answer}");
    let news = hear(&mut first, "events").await;
    assert_eq!(news["from"], json!(seen + 1));
    assert!(news.to_string().contains("Adele"));

    server.stop.cancel();
    let bye = hear(&mut first, "bye").await;
    assert!(bye["after"].as_u64().unwrap() <= 2_000, "{bye}");
    // Another node goes on where it was.
    let other = start_with(Limits::DEFAULT, &store);
    let mut back = hello(&other.site, table, Some(Key([1; 16]))).await;
    assert_eq!(hear(&mut back, "welcome").await["seq"], json!(seen + 1));
    assert_eq!(
        hear(&mut back, "events").await["list"].as_array().unwrap().len(),
        seen + 1
    );
    assert_eq!(hear(&mut back, "presence").await["seats"], json!([1]));
}
