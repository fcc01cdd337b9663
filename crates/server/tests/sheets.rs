//! Tables on sheets that are somebody's own: posted once, checked, fetched by hash, played on.

mod common;

use std::time::Duration;

use common::{Started, hear, hello, start, start_with};
use finaud_online::{Act, CommandId, Key, Settings, SheetHash, TableId, WeightsHash};
use finaud_players::learned::{Encoder, Header, Learnable as _, Net, Weights};
use finaud_rules::{Seat, TableGame};
use finaud_server::{Limits, MemoryStore, SheetStore as _};
use finaud_table::read_sheet;
use finaud_trial::Person;
use serde_json::{Value, json};

/// A whole sheet, with so few rounds that a game is short.
fn short_sheet(name: &str) -> String {
    let text = include_str!("../../../testdata/0.1/fox-hole.toml");
    text.replace("rounds = [6, 6, 5, 4]", "rounds = [2, 2, 2, 2]")
        .replace(
            "round_bonuses = [\"reroll\", \"+1\", \"reroll\", \"black X or black 6\"]",
            "round_bonuses = [\"reroll\", \"+1\"]",
        )
        .replace("name = \"Fox Hole\"", &format!("name = \"{name}\""))
}

/// Weights that fit a sheet, for so many players: each number a seed of its own.
fn weights_for(sheet: &str, players: usize, seed: u64) -> Vec<u8> {
    let game = TableGame::new(read_sheet(sheet).unwrap(), players).unwrap();
    let weights = Weights {
        header: Header {
            game: read_sheet(sheet).unwrap().id,
            fingerprint: game.weights_fingerprint(),
            players: game.player_range().into(),
            command: "none".into(),
            games: 0,
            held_out: "nothing".into(),
        },
        net: std::sync::Arc::new(Net::random(Encoder::<TableGame>::inputs(&game.encoder()), seed)),
    };
    // Every tenth input, so that the file is as long as those that people post.
    weights.write(0.0, |input| input % 10 == 0)
}

async fn put_sheet(server: &Started, text: &str) -> (u16, Value) {
    let path = format!("/api/sheets/{}", SheetHash::of(text));
    server.site.put_file(&path, text.as_bytes()).await.unwrap()
}

async fn put_weights(server: &Started, sheet: &SheetHash, weights: &[u8]) -> (u16, Value) {
    let path = format!("/api/sheets/{sheet}/weights/{}", WeightsHash::of(weights));
    server.site.put_file(&path, weights).await.unwrap()
}

fn why(answer: &(u16, Value)) -> (u16, &Value) {
    let refused = &answer.1["refused"]["why"];
    (answer.0, refused)
}

fn settings(sheet: &str, players: u8) -> Settings {
    Settings {
        sheet: Some(SheetHash::of(sheet)),
        ..Settings::plain("fox-hole", players)
    }
}

async fn open(server: &Started, number: u8, settings: &Settings) -> (u16, Value) {
    let opening = json!({
        "v": 1, "id": CommandId([number; 16]), "settings": settings, "name": "Ada",
        "key": Key([1; 16]).hash(), "join": Key([2; 16]).hash(),
    });
    server
        .site
        .post("/api/t", None, &opening.to_string())
        .await
        .unwrap()
}

fn table_of(answer: &(u16, Value)) -> TableId {
    assert_eq!(answer.0, 201, "{}", answer.1);
    answer.1["table"].as_str().unwrap().parse().unwrap()
}

#[tokio::test]
async fn a_sheet_is_posted_once_and_fetched_by_its_hash() {
    let server = start();
    let text = short_sheet("<script>alert(1)</script> & “Fuchsbau”");
    let hash = SheetHash::of(&text);
    let path = format!("/api/sheets/{hash}");
    let missing = server.site.get(&path, None).await.unwrap();
    assert_eq!(why(&missing), (404, &json!("no-such-sheet")));
    assert_eq!(put_sheet(&server, &text).await, (201, json!({ "hash": hash })));
    assert_eq!(put_sheet(&server, &text).await, (200, json!({ "hash": hash })));
    // As it was posted, to the last letter: what it says is shown as text by whoever shows it.
    let (status, body) = server.site.file(&path).await.unwrap();
    assert_eq!((status, body), (200, text.into_bytes()));
    for path in ["/api/sheets/x", "/api/sheets/%00", "/api/sheets/..%2F..%2Fetc"] {
        assert_eq!(server.site.get(path, None).await.unwrap().0, 404, "{path}");
    }
}

#[tokio::test]
async fn what_is_no_sheet_is_refused_and_says_why() {
    let server = start();
    let right = short_sheet("Right");
    let forty: String = right.split("[[zones]]").next().unwrap().to_owned()
        + &right
            .split("[[zones]]")
            .nth(1)
            .map(|zone| format!("[[zones]]{zone}"))
            .unwrap()
            .repeat(40);
    let refused = [
        ("not toml", "x".repeat(100)),
        ("nothing", String::new()),
        ("no zones", right.split("[[zones]]").next().unwrap().to_owned()),
        ("forty zones", forty),
        (
            "a million rounds",
            right.replace("rounds = [2, 2, 2, 2]", "rounds = [1000000, 2, 2, 2]"),
        ),
        (
            "a million points",
            right.replace("column_points = [10,", "column_points = [1000000,"),
        ),
        (
            "the id of a game",
            right.replace("id = \"fox-hole\"", "id = \"tres-fute\""),
        ),
        (
            "the id of push",
            right.replace("id = \"fox-hole\"", "id = \"push\""),
        ),
        ("nested", "a = ".to_owned() + &"[".repeat(30_000)),
    ];
    for (what, text) in refused {
        assert_ne!(text, right, "{what}");
        let answer = put_sheet(&server, &text).await;
        assert_eq!(why(&answer), (422, &json!("bad-sheet")), "{what}");
        let problems = answer.1["refused"]["problems"].as_array().unwrap();
        assert!((1..=20).contains(&problems.len()), "{what}: {problems:?}");
    }
    let long = format!("{right}#{}", "x".repeat(64 * 1024));
    let answer = put_sheet(&server, &long).await;
    assert_eq!(why(&answer), (413, &json!({ "too-long": { "most": 65536 } })));
    // As long as it may be.
    let longest = format!("{right}#{}", "x".repeat(64 * 1024 - right.len() - 1));
    assert_eq!(put_sheet(&server, &longest).await.0, 201);
    let path = format!("/api/sheets/{}", SheetHash::of("something else"));
    let answer = server.site.put_file(&path, right.as_bytes()).await.unwrap();
    assert_eq!(why(&answer), (409, &json!("wrong-hash")));
    let answer = server.site.put_file(&path, b"\xff\xfe").await.unwrap();
    assert_eq!(why(&answer), (400, &json!("unreadable")));
    assert_eq!(put_sheet(&server, &right).await.0, 201);
}

#[tokio::test]
async fn weights_have_to_fit_the_sheet_they_are_posted_for() {
    let server = start();
    let (one, other) = (
        short_sheet("One"),
        short_sheet("Other").replace("[10, 14, 16, 20]", "[9, 14, 16, 20]"),
    );
    let weights = weights_for(&one, 2, 1);
    let hash = SheetHash::of(&one);
    let answer = put_weights(&server, &hash, &weights).await;
    assert_eq!(why(&answer), (404, &json!("no-such-sheet")));
    for sheet in [&one, &other] {
        assert_eq!(put_sheet(&server, sheet).await.0, 201);
    }
    let answer = put_weights(&server, &SheetHash::of(&other), &weights).await;
    assert_eq!(why(&answer), (422, &json!("bad-weights")));
    let mut damaged = weights.clone();
    *damaged.last_mut().unwrap() ^= 1;
    // More inputs than there are bytes: nobody is to make room for them.
    let boasting = String::from_utf8_lossy(&weights[..400]).replace("inputs: ", "inputs: 6");
    for bad in [
        &damaged[..],
        b"weights",
        &weights[..weights.len() / 2],
        boasting.as_bytes(),
    ] {
        let answer = put_weights(&server, &hash, bad).await;
        assert_eq!(why(&answer), (422, &json!("bad-weights")));
    }
    let answer = put_weights(&server, &hash, &vec![0; 256 * 1024 + 1]).await;
    assert_eq!(why(&answer), (413, &json!({ "too-long": { "most": 262_144 } })));
    assert_eq!(put_weights(&server, &hash, &weights).await.0, 201);
    assert_eq!(put_weights(&server, &hash, &weights).await.0, 200);
    // Somebody else's for the same sheet are other weights, and change nothing about these.
    let others = weights_for(&one, 3, 2);
    assert_eq!(put_weights(&server, &hash, &others).await.0, 201);
    for weights in [weights, others] {
        let path = format!("/api/sheets/{hash}/weights/{}", WeightsHash::of(&weights));
        assert_eq!(server.site.file(&path).await.unwrap(), (200, weights));
    }
    // A sheet is no weights, and weights are no sheet.
    let path = format!("/api/sheets/{hash}/weights/{hash}");
    assert_eq!(server.site.get(&path, None).await.unwrap().0, 404);
}

#[tokio::test]
async fn a_table_is_opened_only_on_a_sheet_that_is_there() {
    let server = start();
    let text = short_sheet("Fox Hole");
    let own = settings(&text, 2);
    assert_eq!(why(&open(&server, 1, &own).await), (404, &json!("no-such-sheet")));
    assert_eq!(put_sheet(&server, &text).await.0, 201);
    let unknown = Settings {
        weights: Some(WeightsHash::of(b"unknown")),
        ..own.clone()
    };
    assert_eq!(
        why(&open(&server, 1, &unknown).await),
        (404, &json!("no-such-sheet"))
    );
    let other_game = Settings {
        game: "tres-fute".into(),
        ..own.clone()
    };
    assert_eq!(
        why(&open(&server, 1, &other_game).await),
        (409, &json!("no-such-game"))
    );
    let rated = Settings {
        rated: true,
        ..own.clone()
    };
    let no_sheet = Settings {
        weights: Some(WeightsHash::of(b"unknown")),
        ..Settings::plain("tres-fute", 2)
    };
    let daily = Settings {
        daily: Some("2031-05-04".into()),
        ..own.clone()
    };
    for settings in [rated, no_sheet, daily] {
        assert_eq!(
            why(&open(&server, 1, &settings).await),
            (409, &json!("bad-settings"))
        );
    }
    let table = table_of(&open(&server, 1, &own).await);
    let (_, seen) = server.site.get(&format!("/api/t/{table}"), None).await.unwrap();
    assert_eq!(seen["view"]["settings"]["sheet"], json!(SheetHash::of(&text)));
}

#[tokio::test]
async fn an_address_posts_so_many_sheets_and_the_server_keeps_so_much() {
    let few = Limits {
        sheets_per_address: 2,
        ..Limits::DEFAULT
    };
    let store = MemoryStore::new();
    let server = start_with(few, &store);
    let sheets = ["One", "Two", "Three"].map(short_sheet);
    assert_eq!(put_sheet(&server, &sheets[0]).await.0, 201);
    // What is there already costs nothing.
    for _ in 0..5 {
        assert_eq!(put_sheet(&server, &sheets[0]).await.0, 200);
    }
    assert_eq!(put_sheet(&server, &sheets[1]).await.0, 201);
    let answer = put_sheet(&server, &sheets[2]).await;
    assert_eq!(why(&answer), (429, &json!("too-many-sheets")));
    // Another server on the same store, which has no room left.
    let narrow = Limits {
        sheet_room: (sheets[0].len() + sheets[1].len() + 10) as u64,
        ..Limits::DEFAULT
    };
    let server = start_with(narrow, &store);
    assert_eq!(put_sheet(&server, &sheets[1]).await.0, 200);
    assert_eq!(
        why(&put_sheet(&server, &sheets[2]).await),
        (507, &json!("no-room"))
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_on_a_sheet_of_ones_own_is_played_on_two_nodes_with_bots_that_were_taught() {
    let limits = Limits {
        messages: 1_000,
        ..Limits::DEFAULT
    };
    let store = MemoryStore::new();
    let servers = [start_with(limits, &store), start_with(limits, &store)];
    let text = short_sheet("Fox Hole");
    let hash = SheetHash::of(&text);
    assert_eq!(put_sheet(&servers[0], &text).await.0, 201);
    let weights = weights_for(&text, 3, 7);
    assert_eq!(put_weights(&servers[0], &hash, &weights).await.0, 201);
    let agreed = Settings {
        weights: Some(WeightsHash::of(&weights)),
        ..settings(&text, 3)
    };
    // The second node has never seen the sheet.
    let table = table_of(&open(&servers[1], 3, &agreed).await);
    let mut ada = Person::new(table, Key([1; 16]), "Ada");
    ada.act(Act::Bot {
        seat: Seat(2),
        level: "expert".into(),
        name: None,
    });
    let bo = Person::new(table, Key([2; 16]), "Bo");
    let never = || false;
    let sites = servers.each_ref().map(|server| server.site.clone());
    let (ada, bo) = tokio::join!(
        ada.play(&sites[..1], Duration::ZERO, &never),
        bo.play(&sites[1..], Duration::ZERO, &never)
    );
    assert_eq!(ada.log, bo.log);
    for seen in [&ada, &bo] {
        assert_eq!(seen.odd, Vec::<String>::new());
        assert_eq!(seen.broken_seal, None);
    }
    // The same people once more, on the same sheet, from a node that has just been started.
    let server = start_with(limits, &store);
    let rematch = json!({ "id": CommandId([8; 16]), "what": { "rematch": {} } }).to_string();
    let path = format!("/api/t/{table}");
    let key = Key([1; 16]);
    let (status, answer) = server.site.post(&path, Some(&key), &rematch).await.unwrap();
    assert_eq!(status, 200, "{answer}");
    let (_, over) = server.site.get(&path, None).await.unwrap();
    let next: TableId = over["view"]["next"].as_str().unwrap().parse().unwrap();
    let mut socket = hello(&server.site, next, Some(key)).await;
    assert_eq!(hear(&mut socket, "welcome").await["seat"], json!(3));
    let first = hear(&mut socket, "events").await["list"][0]["body"].to_string();
    assert!(first.contains(&hash.to_string()), "{first}");
    assert!(first.contains(&WeightsHash::of(&weights).to_string()), "{first}");
    // Nobody needs what was posted for nothing; what was played on stays.
    let unused = short_sheet("Unused");
    assert_eq!(put_sheet(&server, &unused).await.0, 201);
    assert_eq!(store.forget_posted(i64::MAX, i64::MAX).await.unwrap(), 1);
    assert_eq!(
        server
            .site
            .get(&format!("/api/sheets/{}", SheetHash::of(&unused)), None)
            .await
            .unwrap()
            .0,
        404
    );
    assert_eq!(
        server.site.file(&format!("/api/sheets/{hash}")).await.unwrap().0,
        200
    );
}

/// Weights that say the strangest things: the bot plays something legal all the same.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bots_play_on_with_weights_that_make_no_sense() {
    let limits = Limits {
        messages: 1_000,
        ..Limits::DEFAULT
    };
    let server = start_with(limits, &MemoryStore::new());
    let text = short_sheet("Fox Hole");
    let hash = SheetHash::of(&text);
    assert_eq!(put_sheet(&server, &text).await.0, 201);
    let huge = {
        let read = Weights::read(&weights_for(&text, 2, 1)).unwrap();
        let slices = read.net.slices().map(|part| vec![f32::MAX / 4.0; part.len()]);
        let [one, two, three, four, five, six] = &slices;
        let net = Net::from_slices(read.net.inputs(), [one, two, three, four, five, six]).unwrap();
        let net = std::sync::Arc::new(net);
        Weights { net, ..read }.write(0.0, |input| input % 10 == 0)
    };
    assert_eq!(put_weights(&server, &hash, &huge).await.0, 201);
    for (number, level) in [(1, "club"), (2, "expert"), (3, "master")] {
        let agreed = Settings {
            weights: Some(WeightsHash::of(&huge)),
            ..settings(&text, 2)
        };
        let table = table_of(&open(&server, number, &agreed).await);
        let mut ada = Person::new(table, Key([1; 16]), "Ada");
        ada.act(Act::Bot {
            seat: Seat(1),
            level: level.into(),
            name: None,
        });
        let sites = [server.site.clone()];
        let seen = ada.play(&sites, Duration::ZERO, &|| false).await;
        assert_eq!(seen.odd, Vec::<String>::new(), "{level}");
        assert_eq!(seen.broken_seal, None, "{level}");
    }
}
