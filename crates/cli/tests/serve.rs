//! `finaud serve` as a process: what it prints, what it logs, how it ends.

mod common;

use std::io::{BufRead as _, BufReader};
use std::path::Path;

use finaud_online::{CommandId, Key, Settings};
use finaud_trial::ServerProcess;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::json;
use tokio_tungstenite::tungstenite::Message;

const BINARY: &str = env!("CARGO_BIN_EXE_finaud");

fn hex(bytes: [u8; 16]) -> String {
    String::from(Key(bytes))
}

#[tokio::test]
async fn a_log_tells_neither_secrets_nor_where_people_are() {
    let server = ServerProcess::start(Path::new(BINARY), &["--log", "debug"])
        .await
        .unwrap();
    let site = server.site();
    let (own, join, wrong) = (Key([0xa1; 16]), Key([0xb2; 16]), Key([0xc3; 16]));
    let opening = json!({
        "v": 1, "id": CommandId([0xd4; 16]), "settings": Settings::plain("push", 2), "name": "Ada Lovelace",
        "key": own.hash(), "join": join.hash(),
    });
    let (status, answer) = site.post("/api/t", None, &opening.to_string()).await.unwrap();
    assert_eq!(status, 201, "{answer}");
    let path = format!("/api/t/{}", answer["table"].as_str().unwrap());
    for key in [&own, &join, &wrong] {
        site.get(&path, Some(key)).await.unwrap();
        site.post(&path, Some(key), "{\"nonsense\":").await.unwrap();
        let name = json!({ "id": CommandId([0xe5; 16]), "what": { "name": { "name": "Ada Byron" } } });
        site.post(&path, Some(key), &name.to_string()).await.unwrap();
        let mut socket = site.connect().await.unwrap();
        let hello = json!({ "hello": { "v": 1, "table": answer["table"], "key": key } });
        socket.send(Message::text(hello.to_string())).await.unwrap();
        socket.next().await.unwrap().unwrap();
        // Too long: the line is cut.
        let _ = socket.send(Message::text(hex(key.0).repeat(1_000))).await;
    }
    // Whoever puts a key into an address does so against all advice; it is not logged all the same.
    site.get(&format!("{path}?since=0&k={}", hex(own.0)), None)
        .await
        .unwrap();
    let log = server.log();
    assert!(log.contains("serving"), "{log}");
    let hashes = [own.hash(), join.hash()].map(String::from);
    let keys = [own.0, join.0, wrong.0, [0xe5; 16]].map(hex);
    let others = ["127.0.0.1", "Lovelace", "Byron"].map(String::from);
    for secret in keys.iter().chain(&hashes).chain(&others) {
        assert!(!log.contains(secret), "{secret} is in the log: {log}");
    }
}

#[tokio::test]
async fn tables_outlive_the_server_and_only_their_owner_reads_them() {
    let mut server = ServerProcess::start(Path::new(BINARY), &[]).await.unwrap();
    let opening = json!({
        "v": 1, "id": CommandId([7; 16]), "settings": Settings::plain("push", 2), "name": "Ada",
        "key": Key([1; 16]).hash(), "join": Key([2; 16]).hash(),
    });
    let (_, opened) = server
        .site()
        .post("/api/t", None, &opening.to_string())
        .await
        .unwrap();
    let path = format!("/api/t/{}", opened["table"].as_str().unwrap());
    server.restart().unwrap();
    server.wait().await.unwrap();
    let (status, answer) = server.site().get(&path, Some(&Key([1; 16]))).await.unwrap();
    assert_eq!((status, &answer["seat"]), (200, &json!(1)), "{answer}");
    #[cfg(unix)]
    for file in std::fs::read_dir(server.folder()).unwrap() {
        use std::os::unix::fs::PermissionsExt as _;
        let file = file.unwrap();
        if file.file_name().to_string_lossy().starts_with("tables.sqlite") {
            let mode = file.metadata().unwrap().permissions().mode();
            assert_eq!(mode & 0o077, 0, "{:?}", file.path());
        }
    }
}

#[test]
fn a_server_that_cannot_start_says_why() {
    let folder = common::folder("serve-nowhere");
    std::fs::write(folder.join("index.html"), "x").unwrap();
    std::fs::write(folder.join("file"), "x").unwrap();
    let app = folder.display();
    for (args, said) in [
        (
            format!("--app {app} --data {app}/file/data"),
            "`--data` names another folder",
        ),
        (format!("--app {app}/nowhere"), "there is no app in"),
        (format!("--app {app} --database mysql://x"), "PostgreSQL"),
        (
            format!("--app {app} --listen here"),
            "an address of this machine is wanted",
        ),
        (
            format!("--app {app} --public-url play.example"),
            "https://play.example/",
        ),
        (
            format!("--app {app} --database postgres://x --data {app}"),
            "cannot be used with",
        ),
    ] {
        let output = common::run(&format!("serve --port 0 {args}"));
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            !output.status.success() && error.contains(said),
            "{args}: {error}"
        );
        assert!(!error.contains("panicked"), "{error}");
    }
}

#[test]
fn a_server_greets_in_the_language_of_the_run() {
    let folder = common::folder("serve-greets");
    std::fs::write(folder.join("index.html"), "x").unwrap();
    let app = folder.display();
    for (code, words) in [
        ("en", ["Finaud is at http://127.0.0.1:", "Tables are kept in"]),
        (
            "fr",
            [
                "Finaud est à l’adresse http://127.0.0.1:",
                "Les tables sont conservées dans",
            ],
        ),
        (
            "de",
            ["Finaud läuft unter http://127.0.0.1:", "Die Tische liegen in"],
        ),
    ] {
        let args = format!("serve --port 0 --app {app} --data {app}/{code} --lang {code}");
        let mut child = common::start(common::finaud(&args));
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        // The address, that nobody else can open it, and where the tables are.
        let said: Vec<String> = lines.by_ref().take(3).map(Result::unwrap).collect();
        child.kill().unwrap();
        child.wait().unwrap();
        for words in words {
            assert!(said.iter().any(|line| line.contains(words)), "{said:?}");
        }
    }
}
