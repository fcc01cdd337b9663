//! Tables over real sockets and plain requests, by people who play.

mod common;

use std::time::Duration;

use common::{hear, hello, open, start, start_with};
use finaud_online::{Act, CommandId, Key};
use finaud_rules::Seat;
use finaud_server::{Limits, MemoryStore};
use finaud_trial::Person;
use serde_json::{Value, json};

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
