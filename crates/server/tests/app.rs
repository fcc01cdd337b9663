//! The app over plain connections, as browsers and worse ask for it.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use finaud_server::{AppFile, BuiltIn, Bus, Limits, MemoryStore, Server, Settings};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_util::sync::{CancellationToken, DropGuard};

static FILES: &[AppFile] = &[
    AppFile {
        path: "index.html",
        size: 5,
        tag: "\"1-5\"",
        // `printf hello | brotli`
        packed: &[11, 2, 128, 104, 101, 108, 108, 111, 3],
    },
    AppFile {
        path: "weights/a.weights",
        size: 5,
        tag: "\"2-5\"",
        packed: &[11, 2, 128, 104, 101, 108, 108, 111, 3],
    },
];

struct Started {
    address: SocketAddr,
    stop: CancellationToken,
    _guard: DropGuard,
}

async fn start(limits: Limits) -> Started {
    let settings = Settings {
        app: Arc::new(BuiltIn::new(FILES)),
        public_url: Some("https://play.example/".into()),
        is_local: false,
        behind_proxy: false,
        limits,
        push: Default::default(),
    };
    let server = Server::new(settings, Arc::new(MemoryStore::new()), Bus::local());
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let stop = server.stop_token();
    tokio::spawn(server.run(listener, None));
    Started {
        address,
        _guard: stop.clone().drop_guard(),
        stop,
    }
}

async fn ask_at(address: SocketAddr, said: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    // The server may have heard enough before everything is said.
    let _ = stream.write_all(said).await;
    let _ = stream.shutdown().await;
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    String::from_utf8_lossy(&answer).into_owned()
}

/// A server with two files; what it answers to these bytes.
async fn ask(said: &[u8]) -> String {
    let server = start(Limits::DEFAULT).await;
    ask_at(server.address, said).await
}

#[tokio::test]
async fn the_first_page_is_at_the_root() {
    let answer = ask(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n").await;
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
    assert!(
        answer.contains("\r\ncontent-type: text/html; charset=utf-8\r\n"),
        "{answer}"
    );
    assert!(answer.contains("\r\ncache-control: no-cache\r\n"), "{answer}");
    assert!(answer.contains("\r\netag: \"1-5\"\r\n"), "{answer}");
    assert!(answer.ends_with("\r\n\r\nhello"), "{answer}");
}

#[tokio::test]
async fn nothing_but_our_own_program_may_run() {
    for path in ["/", "/nothing", "/api/about", "/healthz"] {
        let answer = ask(format!("GET {path} HTTP/1.1\r\nHost: x\r\n\r\n").as_bytes()).await;
        assert!(
            answer.contains(
                "\r\ncontent-security-policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval';"
            ),
            "{answer}"
        );
        assert!(
            answer.contains("connect-src 'self' wss://play.example;"),
            "{answer}"
        );
        assert!(answer.contains("frame-ancestors 'none'\r\n"), "{answer}");
        assert!(
            answer.contains("\r\nx-content-type-options: nosniff\r\n"),
            "{answer}"
        );
        assert!(
            answer.contains("\r\nreferrer-policy: no-referrer\r\n"),
            "{answer}"
        );
        assert!(
            answer.contains("\r\ncross-origin-opener-policy: same-origin\r\n"),
            "{answer}"
        );
    }
}

#[tokio::test]
async fn files_are_packed_for_those_who_can_unpack() {
    let answer =
        ask(b"GET /weights/a.weights?v=2 HTTP/1.1\r\nHost: x\r\naccept-encoding: gzip, br;q=0.5\r\n\r\n")
            .await;
    assert!(answer.contains("\r\ncontent-encoding: br\r\n"), "{answer}");
    assert!(answer.contains("\r\ncontent-length: 9\r\n"), "{answer}");
    let answer = ask(b"GET /weights/a.weights HTTP/1.1\r\nHost: x\r\nAccept-Encoding: br;q=0\r\n\r\n").await;
    assert!(answer.contains("\r\ncontent-length: 5\r\n"), "{answer}");
    assert!(!answer.contains("content-encoding"), "{answer}");
}

#[tokio::test]
async fn head_has_no_body() {
    let answer = ask(b"HEAD /index.html HTTP/1.1\r\nHost: x\r\n\r\n").await;
    assert!(answer.contains("\r\ncontent-length: 5\r\n"), "{answer}");
    assert!(answer.ends_with("\r\n\r\n"), "{answer}");
}

#[tokio::test]
async fn what_is_known_is_not_sent_again() {
    let answer = ask(b"GET / HTTP/1.1\r\nHost: x\r\nIf-None-Match: \"x\", W/\"1-5\"\r\n\r\n").await;
    assert!(answer.starts_with("HTTP/1.1 304 Not Modified\r\n"), "{answer}");
    assert!(answer.ends_with("\r\n\r\n"), "{answer}");
}

#[tokio::test]
async fn nothing_else_is_there() {
    for path in [
        "/nothing",
        "/../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "//index.html",
        "/weights",
        "/%00",
        "/%zz",
        "/api/nothing",
    ] {
        let answer = ask(format!("GET {path} HTTP/1.1\r\nHost: x\r\n\r\n").as_bytes()).await;
        assert!(
            answer.starts_with("HTTP/1.1 404 Not Found\r\n"),
            "{path}: {answer}"
        );
    }
}

#[tokio::test]
async fn other_methods_are_refused() {
    let answer = ask(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc").await;
    assert!(answer.starts_with("HTTP/1.1 405 "), "{answer}");
    assert!(answer.contains("\r\nallow: GET, HEAD\r\n"), "{answer}");
}

#[tokio::test]
async fn nonsense_is_refused_without_a_panic() {
    let long = [b"GET /".to_vec(), vec![b'a'; 1_000_000]].concat();
    let answer = ask(&long).await;
    assert!(answer.starts_with("HTTP/1.1 4"), "{answer}");
    let nonsense: [&[u8]; 5] = [
        b"GET\r\n\r\n",
        b"GET / HTTP/9\r\n\r\n",
        b"GET / HTTP/1.1\r\nno colon\r\n\r\n",
        b"\xff\xfe\x00 / HTTP/1.1\r\n\r\n",
        b"GET x HTTP/1.1\r\n\r\n",
    ];
    for said in nonsense {
        let answer = ask(said).await;
        assert!(answer.starts_with("HTTP/1.1 400 "), "{said:?}: {answer}");
    }
    assert_eq!(ask(b"GET / HT").await, "");
}

/// Three hundred who never finish asking, and one who does.
#[tokio::test]
async fn those_who_dawdle_disturb_nobody() {
    let server = start(Limits::DEFAULT).await;
    let mut dawdling = Vec::new();
    for number in 0..300 {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        let said: &[u8] = if number % 2 == 0 {
            b""
        } else {
            b"GET / HTTP/1.1\r\nHo"
        };
        stream.write_all(said).await.unwrap();
        dawdling.push(stream);
    }
    let answer = ask_at(server.address, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n").await;
    assert!(answer.ends_with("\r\n\r\nhello"), "{answer}");
    // They are not kept for ever.
    for mut stream in dawdling {
        let mut answer = Vec::new();
        let closed = tokio::time::timeout(Duration::from_secs(60), stream.read_to_end(&mut answer)).await;
        assert!(closed.is_ok(), "a connection that never asked is still open");
    }
}

#[tokio::test]
async fn a_full_house_says_so() {
    let server = start(Limits {
        connections: 2,
        ..Limits::DEFAULT
    })
    .await;
    let held = [
        TcpStream::connect(server.address).await.unwrap(),
        TcpStream::connect(server.address).await.unwrap(),
    ];
    // Both must have been taken before the third comes.
    let answer = ask_at(server.address, b"").await;
    assert!(answer.starts_with("HTTP/1.1 503 "), "{answer}");
    assert!(
        answer.ends_with("Too many connections: try again shortly.\n"),
        "{answer}"
    );
    drop(held);
}

#[tokio::test]
async fn health_is_told_until_the_end() {
    let server = start(Limits::DEFAULT).await;
    let answer = ask_at(server.address, b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").await;
    assert!(
        answer.starts_with("HTTP/1.1 200 OK\r\n") && answer.ends_with("\r\n\r\nok\n"),
        "{answer}"
    );
    let answer = ask_at(server.address, b"GET /api/about HTTP/1.1\r\nHost: x\r\n\r\n").await;
    assert!(answer.contains("\"url\":\"https://play.example/\""), "{answer}");
    server.stop.cancel();
    // Nobody is taken any more.
    while TcpStream::connect(server.address).await.is_ok() {
        tokio::task::yield_now().await;
    }
}
