//! Who people are, ratings, days and notifications, over plain requests to real servers.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use finaud_online::{CommandId, Entry, Key, Pace, Seed, Settings, Shelf, TableId, Time, record_of, verify};
use finaud_server::push::{Notice, PushSettings, Reach, decrypt};
use finaud_server::standing::rating::{ResultBody, fold};
use finaud_server::{
    Bus, Clock, Limits, MemoryStore, Server, Settings as ServerSettings, StandingStore as _, Store as _,
    rating_scale,
};
use finaud_trial::Site;
use p256::SecretKey;
use serde_json::{Value, json};
use tokio::time::Instant;
use tokio_util::sync::{CancellationToken, DropGuard};

/// A day of the week like any other, at noon (UTC).
const NOON: u64 = 1_795_003_200_000;
const DAY: u64 = 24 * 3_600_000;

struct Started {
    site: Site,
    stop: CancellationToken,
    _guard: DropGuard,
}

/// A server on this store, at this time. Nobody here thinks, so they ask more than people would.
fn start_at(store: &MemoryStore, now: u64, reach: Reach) -> Started {
    let limits = Limits {
        requests: 100_000,
        ..Limits::DEFAULT
    };
    start_with(store, now, reach, limits)
}

fn start_with(store: &MemoryStore, now: u64, reach: Reach, limits: Limits) -> Started {
    let settings = ServerSettings {
        app: Arc::new(()),
        public_url: None,
        is_local: true,
        behind_proxy: false,
        limits,
        push: PushSettings { contact: None, reach },
    };
    let store = store.with_faults(Box::new(Default::default));
    let clock = Clock::Simulated(Instant::now(), Time(now));
    let server = Server::at_time(settings, Arc::new(store), Bus::local(), clock);
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let stop = server.stop_token();
    tokio::spawn(server.run(listener, None));
    Started {
        site: Site::local(port),
        _guard: stop.clone().drop_guard(),
        stop,
    }
}

type Asked = (u16, Value);

impl Started {
    async fn ask(&self, method: &str, path: &str, key: Key, body: Value) -> Asked {
        let body = if body.is_null() {
            String::new()
        } else {
            body.to_string()
        };
        self.site
            .ask_as(method, path, (Some(&key), None), &body)
            .await
            .unwrap()
    }

    async fn ask_both(&self, method: &str, path: &str, keys: (Key, Key), body: Value) -> Asked {
        let keys = (Some(&keys.0), Some(&keys.1));
        self.site
            .ask_as(method, path, keys, &body.to_string())
            .await
            .unwrap()
    }

    async fn meet(&self, key: Key, name: &str) {
        let (status, answer) = self
            .ask("PUT", "/api/me", key, json!({ "v": 1, "name": name }))
            .await;
        assert_eq!((status, &answer["name"]), (200, &json!(name)), "{answer}");
    }

    async fn act(&self, table: TableId, key: Key, id: u16, at: u64, what: Value) -> Asked {
        let mut command = CommandId([7; 16]);
        command.0[..2].copy_from_slice(&id.to_le_bytes());
        command.0[2] = key.0[0];
        let body = json!({ "id": command, "at": at, "what": what });
        self.ask("POST", &format!("/api/t/{table}"), key, body).await
    }

    /// Plays for everybody who has one of these keys until the game is over: whatever is legal first.
    async fn play(&self, table: TableId, keys: &[Key]) -> Value {
        for step in 0..2_000 {
            for key in keys {
                let (status, answer) = self
                    .ask("GET", &format!("/api/t/{table}?since=2000000"), *key, Value::Null)
                    .await;
                assert_eq!(status, 200, "{answer}");
                let view = &answer["view"];
                if view["phase"] == "over" {
                    return view.clone();
                }
                let you = &view["you"];
                let at = you["at"].as_u64().unwrap_or(0);
                let what = match (you["legal"].get(0), view["rolls"] == you["seat"]) {
                    (Some(action), _) => json!({ "choose": { "action": action } }),
                    (None, true) if !you["seat"].is_null() => json!({ "roll": {} }),
                    _ => continue,
                };
                let (status, answer) = self.act(table, *key, 1_000 + step, at, what).await;
                assert_eq!(status, 200, "{answer}");
            }
        }
        panic!("the game does not end");
    }

    /// Asks until the answer is as it should be: what is done beside the tables takes a moment.
    async fn wait(&self, path: &str, key: Key, is_right: impl Fn(&Value) -> bool) -> Value {
        for _ in 0..3_000 {
            let (_, answer) = self.ask("GET", path, key, Value::Null).await;
            if is_right(&answer) {
                return answer;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        panic!("{path} is never as it should be");
    }
}

fn id(number: u8) -> CommandId {
    CommandId([number; 16])
}

fn day_of(now: u64) -> String {
    finaud_catalog::day::Day::from_number((now / DAY) as i64).to_string()
}

async fn begin_day(server: &Started, player: Key, seat: Key, number: u8) -> Asked {
    let body = json!({ "v": 1, "id": id(number), "key": seat.hash() });
    server.ask("POST", "/api/daily", player, body).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_day_is_tried_once_and_its_dice_are_shown_the_day_after() {
    let store = MemoryStore::new();
    let server = start_at(&store, NOON, Reach::Public);
    let (ada, seat) = (Key([1; 16]), Key([2; 16]));
    let (status, answer) = begin_day(&server, ada, seat, 1).await;
    assert_eq!(
        (status, &answer["refused"]["why"]),
        (404, &json!("no-such-player"))
    );
    server.meet(ada, "Ada").await;
    let (status, answer) = begin_day(&server, ada, seat, 1).await;
    assert_eq!((status, &answer["day"]), (201, &json!(day_of(NOON))), "{answer}");
    let table: TableId = answer["table"].as_str().unwrap().parse().unwrap();
    // Once more, and with another wish: it is the same try.
    for number in [1, 2] {
        let (_, answer) = begin_day(&server, ada, seat, number).await;
        assert_eq!(answer["table"], json!(table));
    }
    // Nobody gets these dice at a table of their own.
    let settings = Settings {
        daily: Some(day_of(NOON)),
        ..Settings::plain("tres-fute", 1)
    };
    let opening = json!({
        "v": 1, "id": id(9), "settings": settings, "name": "Eve",
        "key": Key([8; 16]).hash(), "join": Key([9; 16]).hash(),
    });
    let (status, _) = server
        .site
        .post("/api/t", None, &opening.to_string())
        .await
        .unwrap();
    assert_eq!(status, 409);

    let (status, _) = server.act(table, seat, 1, 0, json!({ "begin": {} })).await;
    assert_eq!(status, 200);
    let view = server.play(table, &[seat]).await;
    let points = view["seats"][0]["points"].clone();
    let board = server.wait("/api/daily", ada, |board| board["count"] == 1).await;
    let line = json!([{ "place": 1, "name": "Ada", "points": points, "you": true }]);
    assert_eq!(board["board"], line);
    assert_eq!(
        (&board["over"], &board["seed"], &board["master"]),
        (&json!(false), &Value::Null, &Value::Null)
    );
    assert_eq!(board["try"], json!({ "table": table, "goes_on": false }));
    assert_eq!(view["seed"], Value::Null);
    let (status, _) = server
        .ask(
            "GET",
            &format!("/api/daily/{}", day_of(NOON + DAY)),
            ada,
            Value::Null,
        )
        .await;
    assert_eq!(status, 404);

    // Bo begins, but does not end in time.
    let (bo, late) = (Key([3; 16]), Key([4; 16]));
    server.meet(bo, "Bo").await;
    let (_, answer) = begin_day(&server, bo, late, 5).await;
    let too_late: TableId = answer["table"].as_str().unwrap().parse().unwrap();
    server.act(too_late, late, 1, 0, json!({ "begin": {} })).await;
    server.stop.cancel();

    let server = start_at(&store, NOON + DAY, Reach::Public);
    server.play(too_late, &[late]).await;
    let path = format!("/api/daily/{}", day_of(NOON));
    let tried = |board: &Value| board["try"]["goes_on"] == json!(false);
    let board = server.wait(&path, bo, tried).await;
    assert_eq!((&board["count"], &board["you"]), (&json!(1), &Value::Null));
    let board = server.wait(&path, ada, |board| !board["master"].is_null()).await;
    assert!(
        board["master"].as_i64().unwrap() > points.as_i64().unwrap(),
        "{board}"
    );
    let seed: Seed = board["seed"].as_str().unwrap().parse().unwrap();
    let log = server
        .wait(&format!("/api/t/{table}"), seat, |answer| {
            !answer["view"]["seed"].is_null()
        })
        .await;
    assert_eq!(log["view"]["seed"], json!(seed));
    assert_eq!(log["view"]["commitment"], board["commitment"]);
    let entries: Vec<Entry> = serde_json::from_value(log["events"].clone()).unwrap();
    let record = record_of(&entries, &mut Shelf::default()).unwrap().unwrap();
    let seal = verify(&record, None).unwrap();
    assert_eq!((seal.day, seal.over), (Some(day_of(NOON)), true));
}

async fn open_rated(server: &Started, number: u8, keys: [Key; 2]) -> TableId {
    let settings = Settings {
        rated: true,
        ..Settings::plain("push", 2)
    };
    let join = Key([200 + number; 16]);
    let opening = json!({
        "v": 1, "id": id(number), "settings": settings, "name": "Ada",
        "key": keys[0].hash(), "join": join.hash(),
    });
    let (status, answer) = server
        .site
        .post("/api/t", None, &opening.to_string())
        .await
        .unwrap();
    assert_eq!(status, 201, "{answer}");
    let table = answer["table"].as_str().unwrap().parse().unwrap();
    let sit = json!({ "sit": { "name": "Bo", "key": keys[1].hash() } });
    assert_eq!(server.act(table, join, 1, 0, sit).await.0, 200);
    table
}

async fn begin(server: &Started, table: TableId, keys: [Key; 2]) {
    for (seat, key) in (0..).map(finaud_rules::Seat).zip(keys) {
        let commitment = Seed(seed_of(key)).seat_commitment(&table, seat);
        let commit = json!({ "commit": { "commitment": commitment } });
        assert_eq!(server.act(table, key, 2, 0, commit).await.0, 200);
    }
    assert_eq!(
        server.act(table, keys[0], 3, 0, json!({ "begin": {} })).await.0,
        200
    );
    for key in keys {
        let reveal = json!({ "reveal": { "seed": Seed(seed_of(key)) } });
        assert_eq!(server.act(table, key, 4, 0, reveal).await.0, 200);
    }
}

fn seed_of(key: Key) -> [u8; 32] {
    [key.0[0]; 32]
}

async fn agree(server: &Started, table: TableId, seat: Key, player: Key, rated: bool) -> Asked {
    let body = json!({ "v": 1, "rated": rated });
    server
        .ask_both("PUT", &format!("/api/t/{table}/players"), (seat, player), body)
        .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_result_counts_once_if_everybody_agreed() {
    assert!(rating_scale("push").is_some());
    let store = MemoryStore::new();
    // Two nodes look for results.
    let servers = [
        start_at(&store, NOON, Reach::Public),
        start_at(&store, NOON, Reach::Public),
    ];
    let server = &servers[0];
    let (ada, bo) = (Key([1; 16]), Key([2; 16]));
    server.meet(ada, "Ada").await;
    server.meet(bo, "Bo").await;
    let mut games = 0;
    for number in 10..14_u8 {
        let keys = [Key([number; 16]), Key([100 + number; 16])];
        let table = open_rated(server, number, keys).await;
        let counts = number != 12;
        assert_eq!(agree(server, table, keys[0], ada, true).await.0, 200);
        assert_eq!(agree(server, table, keys[1], bo, counts).await.0, 200);
        let path = format!("/api/t/{table}/players");
        let (_, players) = server.ask("GET", &path, keys[0], Value::Null).await;
        assert_eq!(players["seats"][1]["agreed"], json!(counts));
        begin(server, table, keys).await;
        // Whoever knows the first cards cannot agree any more.
        if !counts {
            assert_eq!(agree(server, table, keys[1], bo, true).await.0, 409);
        }
        server.play(table, &keys).await;
        games += u32::from(counts);
        let is_counted = |answer: &Value| answer["ratings"][0]["games"] == json!(games);
        let answer = servers[1].wait("/api/me", ada, is_counted).await;
        // A few games say nothing yet.
        assert_eq!(answer["ratings"][0]["rating"], Value::Null);
    }
    // The nodes go on looking, and nothing more is counted.
    tokio::time::sleep(Duration::from_secs(4)).await;
    let (_, answer) = server.ask("GET", "/api/me", bo, Value::Null).await;
    assert_eq!(answer["ratings"], json!([{ "game": "push", "games": 3 }]));
    // What is kept adds up to the rating.
    for player in [ada, bo] {
        let player = String::from(player.hash());
        let rating = store
            .ratings("push", std::slice::from_ref(&player))
            .await
            .unwrap()
            .remove(0);
        let results = store.results_of("push", &player).await.unwrap();
        assert!(results.iter().all(|(_, body)| !body.contains(&player)));
        let results: Vec<(u8, ResultBody)> = results
            .into_iter()
            .map(|(seat, body)| (seat, serde_json::from_str(&body).unwrap()))
            .collect();
        let folded = fold(&results);
        assert!((folded.mean - rating.mean).abs() < 1e-6, "{folded:?} {rating:?}");
        assert!((folded.deviation - rating.deviation).abs() < 1e-6);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_loses_cannot_slip_away_from_the_result() {
    let server = start_at(&MemoryStore::new(), NOON, Reach::Public);
    let keys = [Key([1; 16]), Key([2; 16])];
    let (ada, bo, eve) = (Key([11; 16]), Key([12; 16]), Key([13; 16]));
    for (player, name) in [(ada, "Ada"), (bo, "Bo"), (eve, "Eve")] {
        server.meet(player, name).await;
    }
    let table = open_rated(&server, 1, keys).await;
    for (seat, player) in [(keys[0], ada), (keys[1], bo)] {
        assert_eq!(agree(&server, table, seat, player, true).await.0, 200);
    }
    begin(&server, table, keys).await;
    let path = format!("/api/t/{table}/players");
    let known = |seat, player| server.ask_both("PUT", &path, (seat, player), json!({ "v": 1 }));
    // Somebody else sits there now; one has another seat; it was the challenge of the day all along.
    for (seat, player) in [(keys[1], eve), (keys[0], bo)] {
        let (status, answer) = known(seat, player).await;
        assert_eq!((status, &answer["refused"]["why"]), (409, &json!("begun")));
    }
    let (status, answer) = begin_day(&server, ada, keys[0], 1).await;
    assert_eq!((status, &answer["refused"]["why"]), (409, &json!("already-done")));
    // Whoever says again who they are changes nothing.
    assert_eq!(known(keys[1], bo).await.0, 200);
    let (_, players) = server.ask("GET", &path, bo, Value::Null).await;
    let agreed = |seat: usize| players["seats"][seat]["agreed"].clone();
    assert_eq!((agreed(0), agreed(1)), (json!(true), json!(true)), "{players}");
    server.play(table, &keys).await;
    for player in [ada, bo] {
        let rated = |me: &Value| me["ratings"][0]["games"] == 1;
        server.wait("/api/me", player, rated).await;
    }
    // The try of the day is still there to be had.
    assert_eq!(begin_day(&server, ada, Key([77; 16]), 77).await.0, 201);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_never_comes_back_is_forgotten() {
    let store = MemoryStore::new();
    let server = start_at(&store, NOON, Reach::Public);
    let (ada, bo) = (Key([1; 16]), Key([2; 16]));
    server.meet(ada, "Ada").await;
    server.meet(bo, "Bo").await;
    server.stop.cancel();
    // Ada looks in after most of a year, Bo never does.
    let server = start_at(&store, NOON + 300 * DAY, Reach::Public);
    assert_eq!(server.ask("GET", "/api/me", ada, Value::Null).await.0, 200);
    server.stop.cancel();
    let _server = start_at(&store, NOON + 401 * DAY, Reach::Public);
    for _ in 0..100 {
        if store.player(&String::from(bo.hash())).await.unwrap().is_none() {
            let ada = store.player(&String::from(ada.hash())).await.unwrap();
            assert_eq!(ada.map(|ada| ada.name).as_deref(), Some("Ada"));
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("Bo is still known");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_asks_is_forgotten() {
    let store = MemoryStore::new();
    let server = start_at(&store, NOON, Reach::Public);
    let (ada, bo) = (Key([1; 16]), Key([2; 16]));
    server.meet(ada, "Ada").await;
    server.meet(bo, "Bo").await;
    let keys = [Key([10; 16]), Key([110; 16])];
    let table = open_rated(&server, 10, keys).await;
    assert_eq!(agree(&server, table, keys[0], ada, true).await.0, 200);
    assert_eq!(agree(&server, table, keys[1], bo, true).await.0, 200);
    let name = json!({ "name": { "name": "Adelaide" } });
    assert_eq!(server.act(table, keys[0], 9, 0, name).await.0, 200);
    begin(&server, table, keys).await;
    server.play(table, &keys).await;
    server
        .wait("/api/me", ada, |answer| answer["ratings"][0]["games"] == 1)
        .await;
    let (_, answer) = begin_day(&server, ada, Key([3; 16]), 1).await;
    assert!(answer["table"].is_string(), "{answer}");
    let before = store.results_of("push", &String::from(bo.hash())).await.unwrap();

    for _ in 0..2 {
        let (status, _) = server.ask("DELETE", "/api/me", ada, Value::Null).await;
        assert_eq!(status, 200);
    }
    assert_eq!(server.ask("GET", "/api/me", ada, Value::Null).await.0, 404);
    let (_, answer) = server.ask("GET", "/api/daily", ada, Value::Null).await;
    assert_eq!(answer["try"], Value::Null);
    // What was played stays, as seats; Bo's rating too.
    for row in store.tail(table.as_str(), 0).await.unwrap() {
        assert!(
            !row.body.contains("Ada") && !row.body.contains("Adelaide"),
            "{}",
            row.body
        );
    }
    let bodies: Vec<String> = store
        .tail(table.as_str(), 0)
        .await
        .unwrap()
        .into_iter()
        .map(|row| row.body)
        .collect();
    assert!(bodies.iter().any(|body| body.contains("Bo")));
    assert_eq!(
        store.results_of("push", &String::from(bo.hash())).await.unwrap(),
        before
    );
    let restarted = start_at(&store, NOON + 1_000, Reach::Public);
    let (status, answer) = restarted
        .ask("GET", &format!("/api/t/{table}"), keys[1], Value::Null)
        .await;
    assert_eq!(status, 200);
    let entries: Vec<Entry> = serde_json::from_value(answer["events"].clone()).unwrap();
    let record = record_of(&entries, &mut Shelf::default()).unwrap().unwrap();
    assert!(verify(&record, None).is_ok(), "{record}");
}

/// A push service: it keeps what it was sent, and answers as it is told to.
#[derive(Clone, Default)]
struct PushService(Arc<Mutex<Pushed>>);

#[derive(Default)]
struct Pushed {
    status: u16,
    messages: Vec<(BTreeMap<String, String>, Vec<u8>)>,
}

impl PushService {
    async fn start() -> (PushService, u16) {
        let service = PushService::default();
        service.0.lock().unwrap().status = 201;
        let take = async |State(service): State<PushService>, headers: HeaderMap, body: Bytes| {
            let mut pushed = service.0.lock().unwrap();
            let headers = headers
                .iter()
                .map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned()));
            pushed.messages.push((headers.collect(), body.to_vec()));
            StatusCode::from_u16(pushed.status).unwrap()
        };
        let router = Router::new()
            .route("/{any}", post(take))
            .with_state(service.clone());
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        tokio::spawn(async move { axum::serve(listener, router).await });
        (service, port)
    }

    fn count(&self) -> usize {
        self.0.lock().unwrap().messages.len()
    }

    async fn wait_for(&self, count: usize) {
        for _ in 0..200 {
            if self.count() >= count {
                return;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        panic!("{} messages came, not {count}", self.count());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_is_waited_for_and_does_not_look_is_notified() {
    let (service, port) = PushService::start().await;
    let store = MemoryStore::new();
    let server = start_at(&store, NOON, Reach::Anywhere);
    let keys = [Key([1; 16]), Key([2; 16])];
    let join = Key([3; 16]);
    let settings = Settings {
        pace: Pace::Days { hours: 10 },
        ..Settings::plain("push", 2)
    };
    let opening = json!({
        "v": 1, "id": id(9), "settings": settings, "name": "Ada", "key": keys[0].hash(), "join": join.hash(),
    });
    let (_, answer) = server
        .site
        .post("/api/t", None, &opening.to_string())
        .await
        .unwrap();
    let table: TableId = answer["table"].as_str().unwrap().parse().unwrap();
    let sit = json!({ "sit": { "name": "Bo", "key": keys[1].hash() } });
    server.act(table, join, 1, 0, sit).await;
    begin(&server, table, keys).await;
    let (_, look) = server
        .ask("GET", &format!("/api/t/{table}"), keys[0], Value::Null)
        .await;
    let asked = look["view"]["seats"]
        .as_array()
        .unwrap()
        .iter()
        .position(|seat| seat["asked"] == json!(true));
    let key = keys[asked.unwrap()];

    let browser = SecretKey::from_slice(&[5; 32]).unwrap();
    let auth = [6; 16];
    let subscription = |endpoint: String| {
        json!({
            "v": 1, "endpoint": endpoint, "lang": "fr",
            "p256dh": URL_SAFE_NO_PAD.encode(browser.public_key().to_sec1_bytes()),
            "auth": URL_SAFE_NO_PAD.encode(auth),
        })
    };
    let here = subscription(format!("http://127.0.0.1:{port}/one"));
    let path = format!("/api/t/{table}/push");
    let (status, answer) = server.ask("PUT", &path, key, here.clone()).await;
    assert_eq!(status, 200, "{answer}");
    // Not at once: whoever is there needs no notification.
    tokio::time::sleep(Duration::from_secs(3)).await;
    assert_eq!(service.count(), 0);
    server.stop.cancel();

    // Somebody who looks at the table needs none either.
    let looking = start_at(&store, NOON + 60_000, Reach::Anywhere);
    let mut socket = looking.site.connect().await.unwrap();
    let hello = json!({ "hello": { "v": 1, "table": table, "key": key, "since": 0, "hidden": false } });
    futures_util::SinkExt::send(
        &mut socket,
        tokio_tungstenite::tungstenite::Message::text(hello.to_string()),
    )
    .await
    .unwrap();
    looking
        .wait(&path.replace("/push", ""), key, |answer| {
            !answer["view"].is_null()
        })
        .await;
    tokio::time::sleep(Duration::from_secs(4)).await;
    let at_first = service.count();
    looking.stop.cancel();
    drop(socket);

    // Two nodes, and one message. That the table is open in a window which nobody sees does not count as looking.
    let servers = [
        start_at(&store, NOON + 300_000, Reach::Anywhere),
        start_at(&store, NOON + 300_000, Reach::Anywhere),
    ];
    let mut behind = servers[0].site.connect().await.unwrap();
    let hello = json!({ "hello": { "v": 1, "table": table, "key": key, "since": 0, "hidden": true } });
    futures_util::SinkExt::send(
        &mut behind,
        tokio_tungstenite::tungstenite::Message::text(hello.to_string()),
    )
    .await
    .unwrap();
    service.wait_for(1).await;
    tokio::time::sleep(Duration::from_secs(4)).await;
    assert_eq!(service.count(), 1, "{at_first} at first");
    let (headers, body) = service.0.lock().unwrap().messages[0].clone();
    let notice: Notice = serde_json::from_slice(&decrypt(&body, &browser, auth).unwrap()).unwrap();
    assert_eq!((notice.table, notice.what.as_str()), (table.to_string(), "waits"));
    assert_eq!((notice.game.as_str(), notice.lang.as_str()), ("push", "fr"));
    assert_eq!(notice.sheet, None, "nobody's own sheet");
    assert_eq!(headers["topic"], table.to_string());
    assert_eq!(headers["content-encoding"], "aes128gcm");
    assert!(headers["authorization"].starts_with("vapid t=ey"));
    let (_, known) = servers[0].ask("GET", "/api/push", key, Value::Null).await;
    assert!(headers["authorization"].ends_with(known["key"].as_str().unwrap()));
    for server in &servers {
        server.stop.cancel();
    }

    // When most of the time is gone, once more; the service has forgotten the browser, and so do we.
    service.0.lock().unwrap().status = 410;
    let _later = start_at(&store, NOON + 9 * 3_600_000, Reach::Anywhere);
    service.wait_for(2).await;
    let (headers, body) = service.0.lock().unwrap().messages[1].clone();
    let notice: Notice = serde_json::from_slice(&decrypt(&body, &browser, auth).unwrap()).unwrap();
    assert_eq!(
        (notice.what.as_str(), headers["urgency"].as_str()),
        ("presses", "high")
    );
    for _ in 0..50 {
        tokio::time::sleep(Duration::from_millis(100)).await;
        if store
            .subscriptions(table.as_str(), asked.unwrap() as u8)
            .await
            .unwrap()
            .is_empty()
        {
            return;
        }
    }
    panic!("the subscription is still there");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_does_not_behave_is_refused() {
    let store = MemoryStore::new();
    let server = start_at(&store, NOON, Reach::Public);
    let (ada, seat) = (Key([1; 16]), Key([10; 16]));
    server.meet(ada, "Ada").await;
    let keys = [seat, Key([110; 16])];
    let table = open_rated(&server, 10, keys).await;
    let players = format!("/api/t/{table}/players");
    let push = format!("/api/t/{table}/push");
    let why = |answer: &Value| answer["refused"]["why"].clone();

    for (body, status) in [
        (json!({ "v": 1, "name": "" }), 409),
        (json!({ "v": 1, "name": "x".repeat(25) }), 409),
        (json!({ "v": 1, "name": "a\u{202e}b" }), 409),
        (json!({ "v": 2, "name": "Ada" }), 400),
        (json!({ "name": "Ada" }), 400),
        (json!([1]), 400),
        (json!({ "v": 1, "name": "x".repeat(5_000) }), 413),
    ] {
        let (answered, answer) = server.ask("PUT", "/api/me", Key([77; 16]), body.clone()).await;
        assert_eq!(answered, status, "{body} {answer}");
    }
    assert_eq!(
        server.ask("GET", "/api/me", Key([77; 16]), Value::Null).await.0,
        404
    );
    let (status, _) = server
        .site
        .ask_as("GET", "/api/me", (None, None), "")
        .await
        .unwrap();
    assert_eq!(status, 403);

    // Another key than that of a seat, an unknown player, no such table.
    assert_eq!(agree(&server, table, Key([55; 16]), ada, true).await.0, 403);
    assert_eq!(agree(&server, table, seat, Key([56; 16]), true).await.0, 404);
    let nowhere = server
        .ask_both(
            "PUT",
            "/api/t/0000000000000000/players",
            (seat, ada),
            json!({ "v": 1 }),
        )
        .await;
    assert_eq!(nowhere.0, 404);
    let odd = server
        .ask("GET", "/api/t/..%2f..%2fetc/players", seat, Value::Null)
        .await;
    assert_eq!(odd.0, 404);
    // One person does not sit twice: the first seat is nobody's then, and the table does not count.
    agree(&server, table, seat, ada, true).await;
    agree(&server, table, keys[1], ada, true).await;
    let (_, answer) = server.ask("GET", &players, seat, Value::Null).await;
    let agreed: Vec<&Value> = answer["seats"]
        .as_array()
        .unwrap()
        .iter()
        .map(|seat| &seat["agreed"])
        .collect();
    assert_eq!(agreed, [&json!(false), &json!(true)]);

    let public = URL_SAFE_NO_PAD.encode(
        SecretKey::from_slice(&[5; 32])
            .unwrap()
            .public_key()
            .to_sec1_bytes(),
    );
    let auth = URL_SAFE_NO_PAD.encode([6; 16]);
    let good =
        json!({ "v": 1, "endpoint": "https://push.example/1", "p256dh": public, "auth": auth, "lang": "fr" });
    for (field, value) in [
        ("endpoint", "https://127.0.0.1/"),
        ("endpoint", "http://push.example/1"),
        ("endpoint", "https://169.254.169.254/latest/meta-data"),
        ("endpoint", "https://[::1]:443/"),
        ("endpoint", "javascript:alert(1)"),
        ("p256dh", "AAAA"),
        ("auth", ""),
        ("lang", "<script>"),
    ] {
        let mut bad = good.clone();
        bad[field] = json!(value);
        let (status, answer) = server.ask("PUT", &push, seat, bad).await;
        assert_eq!(
            (status, why(&answer)),
            (400, json!("bad-subscription")),
            "{field} {value}"
        );
    }
    assert_eq!(server.ask("PUT", &push, Key([55; 16]), good.clone()).await.0, 403);
    for number in 0..8 {
        let mut one = good.clone();
        one["endpoint"] = json!(format!("https://push.example/{number}"));
        assert_eq!(server.ask("PUT", &push, seat, one).await.0, 200);
    }
    let mut more = good.clone();
    more["endpoint"] = json!("https://push.example/more");
    assert_eq!(server.ask("PUT", &push, seat, more).await.0, 409);
    let gone = json!({ "v": 1, "endpoint": "https://push.example/0" });
    assert_eq!(server.ask("DELETE", &push, seat, gone).await.0, 200);
    assert_eq!(store.subscriptions(table.as_str(), 0).await.unwrap().len(), 7);

    for day in ["tomorrow", "2026-13-01", "9999-12-31", "%00"] {
        assert_eq!(
            server
                .ask("GET", &format!("/api/daily/{day}"), ada, Value::Null)
                .await
                .0,
            404,
            "{day}"
        );
    }
    // The key of a player opens no seat.
    let body = json!({ "v": 1, "id": id(1), "key": ada.hash() });
    assert_eq!(server.ask("POST", "/api/daily", ada, body).await.0, 409);

    let limits = Limits {
        requests: 3,
        requests_per_second: 1,
        ..Limits::DEFAULT
    };
    let slow = start_with(&store, NOON, Reach::Public, limits);
    let mut refused = 0;
    for _ in 0..20 {
        refused += u32::from(slow.ask("GET", "/api/me", ada, Value::Null).await.0 == 429);
    }
    assert!(refused >= 10, "{refused}");
}
