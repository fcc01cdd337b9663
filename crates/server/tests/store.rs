//! What every store must do, on all three of them.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use finaud_server::{
    Agreement, Append, Appended, DailyEnd, DailyTry, Database, Fault, FaultKind, Head, MemoryStore, NewTable,
    Phase, Player, Posted, PostedFile, PostgresStore, Rated, RatedResult, Rating, Reminder, Row, SitterRow,
    SqliteStore, Store, Subscription, newest_migration,
};
use finaud_trial::PostgresServer;
use sqlx::Connection as _;

type Shared = Arc<dyn Store>;

fn row(seq: u32, command: Option<u8>) -> Row {
    Row {
        seq,
        at: i64::from(seq) * 1000,
        seat: command.map(|command| command % 4),
        command: command.map(|command| [command; 16]),
        body: format!("event {seq} – ‹é›"),
        private: (seq == 1).then(|| "secret".to_owned()),
    }
}

fn head(phase: Phase, due: Option<i64>) -> Head {
    Head {
        phase,
        due,
        remind: None,
    }
}

fn table(id: &str, rows: u32) -> NewTable {
    NewTable {
        id: id.to_owned(),
        game: "game".to_owned(),
        parent: None,
        sheet: None,
        weights: None,
        head: head(Phase::Open, None),
        rows: (1..=rows).map(|seq| row(seq, None)).collect(),
    }
}

fn more(id: &str, rows: Vec<Row>) -> Append {
    Append {
        table: id.to_owned(),
        head: head(Phase::Playing, None),
        rows,
    }
}

/// A folder of one's own, gone when it is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("finaud-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[tokio::test]
async fn memory() {
    let store: Shared = Arc::new(MemoryStore::new());
    suite(&store, &store).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sqlite() {
    let folder = Folder::new("sqlite");
    let store: Shared = Arc::new(SqliteStore::open(&folder.0).await.unwrap());
    let other: Shared = Arc::new(SqliteStore::open(&folder.0).await.unwrap());
    suite(&store, &other).await;
    drop((store, other));
    let reopened: Shared = Arc::new(SqliteStore::open(&folder.0).await.unwrap());
    assert_eq!(reopened.tail("log", 0).await.unwrap().len(), 4);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres() {
    let mut server = PostgresServer::start().unwrap();
    let address = server.database("suite").unwrap();
    let (store, other) = tokio::join!(PostgresStore::connect(&address), PostgresStore::connect(&address));
    let store: Shared = Arc::new(store.unwrap());
    let other: Shared = Arc::new(other.unwrap());
    suite(&store, &other).await;
    server.kill_and_restart().unwrap();
    // The connections it had are dead: each is found out once, and then there are new ones.
    let mut rows = None;
    for _ in 0..100 {
        rows = store.tail("log", 0).await.ok();
        if rows.is_some() {
            break;
        }
    }
    assert_eq!(rows.unwrap().len(), 4);
}

async fn suite(store: &Shared, other: &Shared) {
    a_log_grows_only_where_it_ends(store).await;
    a_command_counts_once(store).await;
    a_table_is_made_once(store, other).await;
    heads_are_told(store).await;
    what_is_due_is_found(store).await;
    writers_at_once_lose_nothing(store, other).await;
    subscriptions_are_kept(store).await;
    players_are_kept_and_forgotten(store).await;
    a_result_counts_once(store).await;
    a_result_counts_once_on_several_nodes(store, other).await;
    sitters_are_known_until_they_are_settled(store).await;
    reminders_are_moved_by_one(store, other).await;
    a_daily_try_is_one(store).await;
    a_secret_stays(store, other).await;
    what_is_posted_is_kept_once(store, other).await;
    what_no_table_needs_is_forgotten(store).await;
    tables_expire(store).await;
}

async fn a_log_grows_only_where_it_ends(store: &Shared) {
    assert!(store.create(&table("log", 2)).await.unwrap());
    let next = more("log", vec![row(3, Some(3)), row(4, None)]);
    assert_eq!(store.append(&next).await.unwrap(), Appended::Committed);
    let stale = more("log", vec![row(3, Some(5))]);
    assert_eq!(store.append(&stale).await.unwrap(), Appended::Conflict);
    let early = more("log", vec![row(6, Some(6))]);
    assert_eq!(store.append(&early).await.unwrap(), Appended::Conflict);
    let nowhere = more("no such table", vec![row(1, Some(1))]);
    assert_eq!(store.append(&nowhere).await.unwrap(), Appended::Conflict);

    let all = store.tail("log", 0).await.unwrap();
    assert_eq!(all, [row(1, None), row(2, None), row(3, Some(3)), row(4, None)]);
    assert_eq!(store.tail("log", 3).await.unwrap(), [row(4, None)]);
    assert_eq!(store.tail("log", 4).await.unwrap(), []);
    assert_eq!(store.tail("log", 99).await.unwrap(), []);
    assert_eq!(store.tail("log", u32::MAX).await.unwrap(), []);
    assert_eq!(store.tail("no such table", 0).await.unwrap(), []);

    store.redact("log", 2, "forgotten").await.unwrap();
    assert_eq!(store.tail("log", 1).await.unwrap()[0].body, "forgotten");
}

async fn a_command_counts_once(store: &Shared) {
    store.create(&table("once", 1)).await.unwrap();
    let first = more("once", vec![row(2, Some(7)), row(3, None)]);
    assert_eq!(store.append(&first).await.unwrap(), Appended::Committed);
    // Sent again as it was, and by somebody who has seen more of the log.
    assert_eq!(store.append(&first).await.unwrap(), Appended::Duplicate(2));
    let again = more("once", vec![row(4, Some(7))]);
    assert_eq!(store.append(&again).await.unwrap(), Appended::Duplicate(2));
    assert_eq!(store.tail("once", 0).await.unwrap().len(), 3);
    // The log goes on after a refusal, and another table may use the same id.
    let next = more("once", vec![row(4, Some(8))]);
    assert_eq!(store.append(&next).await.unwrap(), Appended::Committed);
    store.create(&table("twice", 1)).await.unwrap();
    let elsewhere = more("twice", vec![row(2, Some(7))]);
    assert_eq!(store.append(&elsewhere).await.unwrap(), Appended::Committed);
}

async fn a_table_is_made_once(store: &Shared, other: &Shared) {
    let new = table("new", 1);
    let (one, two) = tokio::join!(store.create(&new), other.create(&new));
    assert_ne!(one.unwrap(), two.unwrap());
    assert!(!store.create(&table("new", 3)).await.unwrap());
    assert_eq!(store.tail("new", 0).await.unwrap(), [row(1, None)]);
}

async fn heads_are_told(store: &Shared) {
    for (id, rows) in [("head 1", 1), ("head 2", 2)] {
        store.create(&table(id, rows)).await.unwrap();
    }
    let asked = ["head 2", "no such table", "head 1"].map(str::to_owned);
    let mut heads = store.heads(&asked).await.unwrap();
    heads.sort();
    assert_eq!(heads, [("head 1".to_owned(), 1), ("head 2".to_owned(), 2)]);
    assert_eq!(store.heads(&[]).await.unwrap(), []);
}

async fn what_is_due_is_found(store: &Shared) {
    for (id, due) in [
        ("late", Some(50)),
        ("later", Some(70)),
        ("latest", Some(90)),
        ("never", None),
    ] {
        let new = NewTable {
            head: head(Phase::Playing, due),
            ..table(id, 1)
        };
        store.create(&new).await.unwrap();
    }
    assert_eq!(store.due(49, 10).await.unwrap(), [""; 0]);
    assert_eq!(store.due(80, 10).await.unwrap(), ["late", "later"]);
    assert_eq!(store.due(90, 2).await.unwrap(), ["late", "later"]);
    let looked_after = Append {
        head: head(Phase::Playing, Some(95)),
        ..more("late", vec![row(2, None)])
    };
    store.append(&looked_after).await.unwrap();
    assert_eq!(store.due(90, 10).await.unwrap(), ["later", "latest"]);
    for id in ["late", "later", "latest"] {
        let seq = store.tail(id, 0).await.unwrap().len() as u32;
        store.append(&more(id, vec![row(seq + 1, None)])).await.unwrap();
    }
    assert_eq!(store.due(i64::MAX, 10).await.unwrap(), [""; 0]);
}

/// Two nodes, four writers: every command is written once, and the numbers have no gap.
async fn writers_at_once_lose_nothing(store: &Shared, other: &Shared) {
    store.create(&table("busy", 1)).await.unwrap();
    let writers = (0..4_u8).map(|writer| {
        let store = Arc::clone(if writer % 2 == 0 { store } else { other });
        tokio::spawn(async move {
            let mut seq = 1;
            for turn in 0..25_u8 {
                let command = writer * 25 + turn;
                loop {
                    let next = more("busy", vec![row(seq + 1, Some(command)), row(seq + 2, None)]);
                    match store.append(&next).await.unwrap() {
                        Appended::Committed => break,
                        Appended::Conflict => seq += store.tail("busy", seq).await.unwrap().len() as u32,
                        Appended::Duplicate(seq) => panic!("{command} is at {seq} already"),
                    }
                }
                seq += 2;
            }
        })
    });
    for writer in writers.collect::<Vec<_>>() {
        writer.await.unwrap();
    }
    let rows = store.tail("busy", 0).await.unwrap();
    assert!(rows.iter().map(|row| row.seq).eq(1..=201));
    let commands: BTreeSet<_> = rows.iter().filter_map(|row| row.command).collect();
    assert_eq!(commands.len(), 100);
    assert_eq!(store.heads(&["busy".to_owned()]).await.unwrap()[0].1, 201);
}

async fn subscriptions_are_kept(store: &Shared) {
    let one = Subscription {
        endpoint: "https://push.example/1".into(),
        table: "log".into(),
        seat: 1,
        player: None,
        body: "keys".into(),
    };
    store.subscribe(&one).await.unwrap();
    let elsewhere = Subscription {
        table: "once".into(),
        ..one.clone()
    };
    store.subscribe(&elsewhere).await.unwrap();
    let moved = Subscription {
        seat: 2,
        body: "new keys".into(),
        ..one.clone()
    };
    store.subscribe(&moved).await.unwrap();
    assert_eq!(store.subscriptions("log", 1).await.unwrap(), []);
    assert_eq!(store.subscriptions("log", 2).await.unwrap(), [moved]);
    store.unsubscribe(&one.endpoint, Some("log")).await.unwrap();
    assert_eq!(store.subscriptions("log", 2).await.unwrap(), []);
    assert_eq!(store.subscriptions("once", 1).await.unwrap(), [elsewhere]);
    store.unsubscribe(&one.endpoint, None).await.unwrap();
    assert_eq!(store.subscriptions("once", 1).await.unwrap(), []);
}

async fn players_are_kept_and_forgotten(store: &Shared) {
    let ann = Player {
        id: "a".into(),
        name: "Ann".into(),
        created: 1,
        seen: 1,
    };
    assert_eq!(store.player("a").await.unwrap(), None);
    store.meet(&ann).await.unwrap();
    let back = Player {
        name: "Anne".into(),
        created: 5,
        seen: 5,
        ..ann
    };
    store.meet(&back).await.unwrap();
    let known = Player { created: 1, ..back };
    assert_eq!(store.player("a").await.unwrap(), Some(known));
    let long_away = Player {
        id: "long away".into(),
        name: "Lou".into(),
        created: 1,
        seen: 2,
    };
    store.meet(&long_away).await.unwrap();
    assert_eq!(store.players_absent_since(2, 9).await.unwrap(), [""; 0]);
    assert_eq!(store.players_absent_since(5, 9).await.unwrap(), ["long away"]);
    assert_eq!(
        store.players_absent_since(6, 9).await.unwrap(),
        ["long away", "a"]
    );
    assert_eq!(store.players_absent_since(6, 1).await.unwrap(), ["long away"]);
    store.forget("long away").await.unwrap();
    store.forget("a").await.unwrap();
    assert_eq!(store.player("a").await.unwrap(), None);
}

async fn a_result_counts_once(store: &Shared) {
    let rating = |player: &str, mean: f64, games: u32| Rating {
        player: player.into(),
        mean,
        deviation: 1.5,
        games,
    };
    let result = |table: &str, ratings: Vec<Rating>| RatedResult {
        table: table.into(),
        game: "g".into(),
        at: 9,
        body: format!("result of {table}"),
        players: (0..)
            .zip(ratings.iter().map(|rating| rating.player.clone()))
            .collect(),
        ratings,
    };
    let first = result("t1", vec![rating("x", 25.5, 1), rating("y", 24.5, 1)]);
    assert_eq!(store.rate(&first).await.unwrap(), Rated::Counted);
    assert_eq!(store.rate(&first).await.unwrap(), Rated::Already);
    // Computed before the first one counted: refused as a whole.
    let stale = result("t2", vec![rating("z", 30.0, 1), rating("x", 26.5, 1)]);
    assert_eq!(store.rate(&stale).await.unwrap(), Rated::Conflict);
    let unknown = result("t2", vec![rating("w", 30.0, 2)]);
    assert_eq!(store.rate(&unknown).await.unwrap(), Rated::Conflict);
    let players = ["x", "y", "z"].map(str::to_owned);
    let mut known = store.ratings("g", &players).await.unwrap();
    known.sort_by(|one, other| one.player.cmp(&other.player));
    assert_eq!(known, first.ratings);
    let again = result("t2", vec![rating("z", 30.0, 1), rating("x", 26.5, 2)]);
    assert_eq!(store.rate(&again).await.unwrap(), Rated::Counted);
    assert_eq!(store.ratings("other", &players).await.unwrap(), []);
    let all = store.ratings_of("x").await.unwrap();
    assert_eq!(all, [("g".to_owned(), rating("x", 26.5, 2))]);
    let results = store.results_of("g", "x").await.unwrap();
    assert_eq!(
        results,
        [(0, "result of t1".to_owned()), (1, "result of t2".to_owned())]
    );
    assert_eq!(store.results_of("other", "x").await.unwrap(), []);
    store.forget("x").await.unwrap();
    assert_eq!(store.ratings("g", &players).await.unwrap().len(), 2);
    assert_eq!(store.results_of("g", "x").await.unwrap(), []);
    assert_eq!(store.results_of("g", "y").await.unwrap().len(), 1);
}

/// Six nodes count the same result: it counts once, and so does each of the ratings.
async fn a_result_counts_once_on_several_nodes(store: &Shared, other: &Shared) {
    let result = |number: usize| RatedResult {
        table: "race".into(),
        game: "g".into(),
        at: 1,
        body: String::new(),
        players: vec![(0, "runner".into())],
        ratings: vec![Rating {
            player: "runner".into(),
            mean: 1500.0 + number as f64,
            deviation: 100.0,
            games: 1,
        }],
    };
    let counts = (0..6_usize).map(|number| {
        let store = Arc::clone(if number % 2 == 0 { store } else { other });
        tokio::spawn(async move { store.rate(&result(number)).await.unwrap() })
    });
    let mut counted = Vec::new();
    for count in counts.collect::<Vec<_>>() {
        counted.push(count.await.unwrap());
    }
    let new = counted.iter().filter(|rated| **rated == Rated::Counted);
    assert_eq!(new.count(), 1, "{counted:?}");
    assert!(!counted.contains(&Rated::Conflict), "{counted:?}");
    assert_eq!(store.ratings_of("runner").await.unwrap()[0].1.games, 1);
}

async fn sitters_are_known_until_they_are_settled(store: &Shared) {
    let sitter = |table: &str, seat_key: &str, player: &str, rating| SitterRow {
        table: table.into(),
        seat_key: seat_key.into(),
        player: player.into(),
        rating,
    };
    let known = async |table: &str| {
        let mut known = store.sitters(table).await.unwrap();
        known.sort_by(|one, other| one.player.cmp(&other.player));
        known
    };
    store.create(&table("sat", 1)).await.unwrap();
    let ann = sitter("sat", "k1", "ann", Agreement::Yes);
    let bob = sitter("sat", "k2", "bob", Agreement::No);
    for one in [&ann, &bob, &ann] {
        store.know_sitter(one).await.unwrap();
    }
    assert_eq!(known("sat").await, [ann.clone(), bob.clone()]);
    // Somebody who sits down again has another key, and sits once.
    let moved = sitter("sat", "k3", "ann", Agreement::Yes);
    store.know_sitter(&moved).await.unwrap();
    let agreed = sitter("sat", "k2", "bob", Agreement::Yes);
    store.know_sitter(&agreed).await.unwrap();
    assert_eq!(known("sat").await, [moved.clone(), agreed.clone()]);
    assert_eq!(store.unsettled(9).await.unwrap(), [""; 0]);
    let over = Append {
        head: head(Phase::Over, None),
        ..more("sat", vec![row(2, None)])
    };
    store.append(&over).await.unwrap();
    assert_eq!(store.unsettled(9).await.unwrap(), ["sat"]);
    store.settle("sat").await.unwrap();
    assert_eq!(store.unsettled(9).await.unwrap(), [""; 0]);
    store.know_sitter(&moved).await.unwrap();
    assert_eq!(known("sat").await[0].rating, Agreement::Settled);
    // The rematch knows the same people, and they agree again.
    let rematch = NewTable {
        parent: Some("sat".into()),
        ..table("sat again", 1)
    };
    store.create(&rematch).await.unwrap();
    let again = known("sat again").await;
    assert_eq!(again[1], sitter("sat again", "k2", "bob", Agreement::Yes));
    assert_eq!(store.seats_of("bob").await.unwrap().len(), 2);
    store.forget("bob").await.unwrap();
    assert_eq!(store.seats_of("bob").await.unwrap(), []);
    assert_eq!(known("sat again").await.len(), 1);
    store.forget("ann").await.unwrap();
}

async fn reminders_are_moved_by_one(store: &Shared, other: &Shared) {
    for id in ["waits", "waits unheard"] {
        let new = NewTable {
            head: Head {
                phase: Phase::Playing,
                due: None,
                remind: Some(50),
            },
            ..table(id, 1)
        };
        store.create(&new).await.unwrap();
    }
    let subscription = Subscription {
        endpoint: "https://push.example/3".into(),
        table: "waits".into(),
        seat: 1,
        player: Some("carl".into()),
        body: String::new(),
    };
    store.subscribe(&subscription).await.unwrap();
    assert_eq!(store.reminders(49, 9).await.unwrap(), []);
    let due = Reminder {
        table: "waits".into(),
        at: 50,
        told: String::new(),
    };
    assert_eq!(store.reminders(50, 9).await.unwrap(), std::slice::from_ref(&due));
    let (one, two) = tokio::join!(
        store.move_reminder(&due, Some(60), "told"),
        other.move_reminder(&due, Some(60), "told")
    );
    assert_ne!(one.unwrap(), two.unwrap());
    let again = Reminder {
        at: 60,
        told: "told".into(),
        ..due.clone()
    };
    assert_eq!(
        store.reminders(60, 9).await.unwrap(),
        std::slice::from_ref(&again)
    );
    // The table goes on: what was to be told is old.
    let next = Append {
        head: Head {
            remind: Some(70),
            ..head(Phase::Playing, None)
        },
        ..more("waits", vec![row(2, None)])
    };
    store.append(&next).await.unwrap();
    assert!(!store.move_reminder(&again, None, "").await.unwrap());
    let last = Reminder { at: 70, ..again };
    assert_eq!(store.reminders(99, 9).await.unwrap(), std::slice::from_ref(&last));
    assert!(store.move_reminder(&last, None, "").await.unwrap());
    assert_eq!(store.reminders(99, 9).await.unwrap(), []);
    store.forget("carl").await.unwrap();
    assert_eq!(store.subscriptions("waits", 1).await.unwrap(), []);
}

async fn a_daily_try_is_one(store: &Shared) {
    let entry = |player: &str, table: &str| DailyTry {
        day: "2026-11-17".into(),
        player: player.into(),
        name: player.to_uppercase(),
        table: table.into(),
        score: None,
        at: 1,
    };
    assert_eq!(
        store.begin_daily(&entry("a", "d1")).await.unwrap(),
        entry("a", "d1")
    );
    assert_eq!(
        store.begin_daily(&entry("a", "d2")).await.unwrap(),
        entry("a", "d1")
    );
    for (player, at) in [("b", 5), ("c", 4), ("d", 6)] {
        store.begin_daily(&entry(player, "d")).await.unwrap();
        let end = DailyEnd::Score(200 + at / 5);
        let ended = store.end_daily("2026-11-17", player, end, i64::from(at));
        ended.await.unwrap();
    }
    for end in [DailyEnd::Score(999), DailyEnd::Nothing] {
        store.end_daily("2026-11-17", "b", end, 9).await.unwrap();
    }
    store.begin_daily(&entry("e", "e")).await.unwrap();
    store
        .end_daily("2026-11-17", "e", DailyEnd::Nothing, 9)
        .await
        .unwrap();
    let board = store.daily_board("2026-11-17").await.unwrap();
    let places: Vec<_> = board
        .iter()
        .map(|entry| (entry.player.as_str(), entry.score))
        .collect();
    assert_eq!(places, [("b", Some(201)), ("d", Some(201)), ("c", Some(200))]);
    store.forget("b").await.unwrap();
    assert_eq!(store.daily_board("2026-11-17").await.unwrap()[0].player, "d");
    assert_eq!(store.daily_board("2026-11-18").await.unwrap(), []);
    let tried = async |player| store.daily_try("2026-11-17", player).await.unwrap();
    assert_eq!(tried("b").await, None);
    assert_eq!(tried("a").await, Some((entry("a", "d1"), true)));
    assert_eq!(
        tried("e").await.map(|(end, goes_on)| (end.score, goes_on)),
        Some((None, false))
    );
    // Somebody who knows the result already, as bots do, is on the board at once.
    let bot = DailyTry {
        score: Some(300),
        day: "2026-11-16".into(),
        ..entry("bot", "")
    };
    assert_eq!(store.begin_daily(&bot).await.unwrap(), bot);
    assert_eq!(store.daily_board("2026-11-16").await.unwrap(), [bot]);
    let days = ["2026-11-17".to_owned(), "2026-11-16".to_owned()];
    assert_eq!(store.daily_days("2026-11-18", 9).await.unwrap(), days);
    assert_eq!(store.daily_days("2026-11-17", 9).await.unwrap(), days[1..]);
    assert_eq!(store.daily_days("2026-11-18", 1).await.unwrap(), days[..1]);
    // Tables that are over are looked at once.
    assert_eq!(store.unsettled_dailies(9).await.unwrap(), []);
    let over = NewTable {
        head: head(Phase::Over, None),
        ..table("d1", 1)
    };
    store.create(&over).await.unwrap();
    assert_eq!(store.unsettled_dailies(9).await.unwrap(), [entry("a", "d1")]);
    store
        .end_daily("2026-11-17", "a", DailyEnd::Nothing, 1)
        .await
        .unwrap();
    assert_eq!(store.unsettled_dailies(9).await.unwrap(), []);
}

async fn a_secret_stays(store: &Shared, other: &Shared) {
    let (one, two) = tokio::join!(store.secret("key", b"one"), other.secret("key", b"two"));
    let kept = one.unwrap();
    assert_eq!(kept, two.unwrap());
    assert_eq!(store.secret("key", b"three").await.unwrap(), kept);
    assert_eq!(store.secret("other key", b"").await.unwrap(), b"");
}

fn file(hash: &str, sheet: Option<&str>, used: i64) -> PostedFile {
    PostedFile {
        hash: hash.into(),
        sheet: sheet.map(str::to_owned),
        used,
        body: format!("{hash}\0\u{fe}‹é›").into_bytes(),
    }
}

async fn what_is_posted_is_kept_once(store: &Shared, other: &Shared) {
    let sheet = file("a sheet", None, 5);
    assert_eq!(store.posted("a sheet").await.unwrap(), None);
    assert!(!store.use_posted("a sheet", 6).await.unwrap());
    let size = sheet.body.len() as u64;
    assert_eq!(store.post(&sheet, size - 1).await.unwrap(), Posted::NoRoom);
    assert_eq!(store.posted("a sheet").await.unwrap(), None);
    // Two nodes at once: one of them keeps it.
    let (one, two) = tokio::join!(store.post(&sheet, size), other.post(&sheet, size));
    let both = [one.unwrap(), two.unwrap()];
    assert!(
        both.contains(&Posted::New) && both.contains(&Posted::Known),
        "{both:?}"
    );
    assert_eq!(other.posted("a sheet").await.unwrap(), Some(sheet.clone()));
    // What is there stays as it is, and there is no room for anything else.
    let changed = PostedFile {
        body: b"something else".to_vec(),
        used: 7,
        ..sheet.clone()
    };
    assert_eq!(store.post(&changed, size).await.unwrap(), Posted::Known);
    let later = PostedFile { used: 7, ..sheet };
    assert_eq!(store.posted("a sheet").await.unwrap(), Some(later.clone()));
    let weights = file("weights", Some("a sheet"), 8);
    assert_eq!(store.post(&weights, size).await.unwrap(), Posted::NoRoom);
    assert_eq!(store.post(&weights, 1 << 40).await.unwrap(), Posted::New);
    assert_eq!(store.posted("weights").await.unwrap(), Some(weights));
    // Never used earlier than it was.
    assert!(store.use_posted("a sheet", 3).await.unwrap());
    assert_eq!(store.posted("a sheet").await.unwrap(), Some(later));
    assert_eq!(store.forget_posted(i64::MAX, i64::MAX).await.unwrap(), 2);
}

async fn what_no_table_needs_is_forgotten(store: &Shared) {
    let files = [
        ("free", None),
        ("played", None),
        ("over", None),
        ("gone", None),
        ("free weights", Some("played")),
        ("played weights", Some("played")),
        ("over weights", Some("over")),
    ];
    for (hash, sheet) in files {
        assert_eq!(
            store.post(&file(hash, sheet, 10), 1 << 40).await.unwrap(),
            Posted::New
        );
    }
    for (id, phase) in [
        ("played", Phase::Playing),
        ("over", Phase::Over),
        ("gone", Phase::GivenUp),
    ] {
        let new = NewTable {
            head: head(phase, None),
            sheet: Some(id.to_owned()),
            weights: Some(format!("{id} weights")),
            ..table(&format!("on {id}"), 1)
        };
        store.create(&new).await.unwrap();
    }
    let left = async || {
        let mut left = Vec::new();
        for (hash, _) in files {
            left.extend(store.posted(hash).await.unwrap().map(|file| file.hash));
        }
        left
    };
    // Whatever was used a moment ago stays: somebody is about to open a table.
    assert_eq!(store.forget_posted(10, i64::MAX).await.unwrap(), 0);
    // A table that is over needs its sheet for ever, since its log does, and its weights for a rematch.
    assert_eq!(store.forget_posted(11, 1000).await.unwrap(), 2);
    let kept = ["played", "over", "gone", "played weights", "over weights"];
    assert_eq!(left().await, kept);
    assert_eq!(store.forget_posted(11, 1001).await.unwrap(), 1);
    assert_eq!(left().await, ["played", "over", "gone", "played weights"]);
    // A table that is forgotten needs nothing any more.
    assert!(store.expire(1001, 0).await.unwrap() >= 1);
    assert_eq!(store.forget_posted(11, 1001).await.unwrap(), 1);
    assert_eq!(left().await, ["played", "over", "played weights"]);
    let end = Append {
        head: head(Phase::Over, None),
        ..more("on played", vec![row(2, None)])
    };
    assert_eq!(store.append(&end).await.unwrap(), Appended::Committed);
    assert_eq!(store.forget_posted(11, 2000).await.unwrap(), 0);
    assert_eq!(store.forget_posted(11, 2001).await.unwrap(), 1);
    assert_eq!(left().await, ["played", "over"]);
}

async fn tables_expire(store: &Shared) {
    let soon = |id: &str, phase| NewTable {
        head: head(phase, None),
        ..table(id, 1)
    };
    for new in [
        soon("open", Phase::Open),
        soon("playing", Phase::Playing),
        soon("over", Phase::Over),
        soon("given up", Phase::GivenUp),
    ] {
        store.create(&new).await.unwrap();
    }
    let subscription = Subscription {
        endpoint: "https://push.example/2".into(),
        table: "open".into(),
        seat: 1,
        player: None,
        body: String::new(),
    };
    store.subscribe(&subscription).await.unwrap();
    let over = Subscription {
        table: "over".into(),
        ..subscription
    };
    store.subscribe(&over).await.unwrap();
    assert_eq!(store.expire(1000, 1000).await.unwrap(), 0);
    assert_eq!(store.subscriptions("over", 1).await.unwrap().len(), 1);
    assert!(store.expire(1001, 1000).await.unwrap() >= 1);
    // Nobody will be reminded of a game that is over.
    assert_eq!(store.subscriptions("over", 1).await.unwrap(), []);
    assert_eq!(store.tail("open", 0).await.unwrap(), []);
    assert_eq!(store.tail("given up", 0).await.unwrap(), []);
    assert_eq!(store.subscriptions("open", 1).await.unwrap(), []);
    assert_eq!(store.tail("playing", 0).await.unwrap().len(), 1);
    assert!(store.expire(0, 1001).await.unwrap() >= 1);
    assert_eq!(store.tail("playing", 0).await.unwrap(), []);
    assert_eq!(store.tail("over", 0).await.unwrap().len(), 1);
    assert_eq!(store.tail("log", 0).await.unwrap().len(), 4);
}

/// What the faulty store says did not happen may have: whoever reads again finds out.
#[tokio::test(start_paused = true)]
async fn faults_are_what_databases_do() {
    let store = MemoryStore::new();
    store.create(&table("t", 1)).await.unwrap();
    let faulty = |kind| {
        let fault = Fault {
            before: Duration::from_secs(1),
            after: Duration::from_secs(1),
            kind,
        };
        store.with_faults(Box::new(move || fault))
    };
    let next = more("t", vec![row(2, Some(1))]);
    assert!(faulty(FaultKind::Lost).append(&next).await.is_err());
    assert_eq!(store.tail("t", 1).await.unwrap(), []);
    assert!(faulty(FaultKind::AnswerLost).append(&next).await.is_err());
    assert_eq!(store.tail("t", 1).await.unwrap(), [row(2, Some(1))]);
    assert_eq!(
        faulty(FaultKind::None).append(&next).await.unwrap(),
        Appended::Duplicate(2)
    );
}

/// A table as the first version wrote it.
const OLD: [&str; 4] = [
    "insert into tables (id, game, parent, phase, seq, created, touched, due) \
     values ('old', 'game', null, 1, 1, 1000, 1000, 77)",
    "insert into events (table_id, seq, at, seat, command, body, private) \
     values ('old', 1, 1000, null, null, 'event 1 – ‹é›', 'secret')",
    "insert into dailies (day, player, name, table_id, score, at) values ('2026-11-17', 'a', 'A', 'old', 210, 5)",
    "insert into subscriptions (endpoint, table_id, seat, body) values ('https://push.example/1', 'old', 1, 'keys')",
];

async fn is_as_it_was(store: &dyn Store) {
    assert_eq!(store.tail("old", 0).await.unwrap(), [row(1, None)]);
    assert_eq!(store.due(77, 1).await.unwrap(), ["old"]);
    assert_eq!(store.subscriptions("old", 1).await.unwrap()[0].body, "keys");
    assert_eq!(store.daily_board("2026-11-17").await.unwrap()[0].score, Some(210));
    let next = more("old", vec![row(2, Some(2))]);
    assert_eq!(store.append(&next).await.unwrap(), Appended::Committed);
    // A table of before needs no sheet of anybody's.
    store.post(&file("old", None, 1), 1 << 20).await.unwrap();
    assert_eq!(store.forget_posted(2, 0).await.unwrap(), 1);
}

#[tokio::test]
async fn every_version_of_sqlite_goes_on() {
    for version in 1..=newest_migration() {
        let folder = Folder::new(&format!("sqlite-{version}"));
        let address = format!("sqlite://{}/tables.sqlite?mode=rwc", folder.0.display());
        let mut old = sqlx::SqliteConnection::connect(&address).await.unwrap();
        let migrator = Database::Sqlite.migrator();
        migrator.run_to(version, &mut old).await.unwrap();
        for statement in OLD {
            sqlx::query(statement).execute(&mut old).await.unwrap();
        }
        old.close().await.unwrap();
        is_as_it_was(&SqliteStore::open(&folder.0).await.unwrap()).await;
    }
}

#[tokio::test]
async fn every_version_of_postgres_goes_on() {
    let server = PostgresServer::start().unwrap();
    for version in 1..=newest_migration() {
        let address = server.database(&format!("version{version}")).unwrap();
        let mut old = sqlx::PgConnection::connect(&address).await.unwrap();
        let migrator = Database::Postgres.migrator();
        migrator.run_to(version, &mut old).await.unwrap();
        for statement in OLD {
            sqlx::query(statement).execute(&mut old).await.unwrap();
        }
        old.close().await.unwrap();
        is_as_it_was(&PostgresStore::connect(&address).await.unwrap()).await;
    }
}

#[tokio::test]
async fn a_newer_database_is_refused_in_one_sentence() {
    let folder = Folder::new("sqlite-newer");
    drop(SqliteStore::open(&folder.0).await.unwrap());
    let address = format!("sqlite://{}/tables.sqlite", folder.0.display());
    let mut newer = sqlx::SqliteConnection::connect(&address).await.unwrap();
    sqlx::query(
        "insert into _sqlx_migrations (version, description, success, checksum, execution_time) \
         values (999, 'to come', true, x'00', 0)",
    )
    .execute(&mut newer)
    .await
    .unwrap();
    newer.close().await.unwrap();
    let Err(error) = SqliteStore::open(&folder.0).await else {
        panic!("a newer database was opened");
    };
    assert!(error.to_string().contains("newer version of Finaud"), "{error}");
}
