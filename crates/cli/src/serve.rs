//! `finaud serve`: the app, from inside the binary, to the browsers of this machine.

mod answer;
mod request;

use std::io::{self, ErrorKind, Read as _, Write as _};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result};

use crate::failure::UsageError;
use answer::{AppFile, Status};
use request::HttpRequest;

/// The app's files; none where the binary was built without it.
static APP: &[AppFile] = include!(concat!(env!("OUT_DIR"), "/app.rs"));

/// A browser opens six connections at a time; this is room for a few tabs.
const CONNECTIONS: usize = 64;
/// Nobody on this machine needs longer to say what they want.
const PATIENCE: Duration = Duration::from_secs(10);
/// How many ports are tried when the wanted one is taken.
const PORTS: u16 = 100;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The port on 127.0.0.1; the next free one if it is taken.
    #[arg(long, default_value_t = 7878)]
    port: u16,
    /// Open the address in a browser, if this machine has one.
    #[arg(long)]
    open: bool,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    if APP.is_empty() {
        return Err(UsageError(
            "this binary was built without the app; `cargo xtask play` builds one that has it".into(),
        )
        .into());
    }
    let listener = listen(args.port)?;
    let address = format!("http://{}/", listener.local_addr()?);
    let mut out = io::stdout().lock();
    writeln!(out, "Finaud is at {address} (Ctrl-C ends it)")?;
    out.flush()?;
    drop(out);
    if args.open {
        open(&address);
    }
    serve(&listener, APP);
    Ok(())
}

/// Listens on this port or on the next one that is free.
fn listen(port: u16) -> Result<TcpListener> {
    let last = port.saturating_add(PORTS);
    for port in port..=last {
        match TcpListener::bind((Ipv4Addr::LOCALHOST, port)) {
            Ok(listener) => return Ok(listener),
            Err(error) if error.kind() == ErrorKind::AddrInUse && port < last => {}
            Err(error) => {
                return Err(error).with_context(|| format!("port {port} of 127.0.0.1 cannot be used"));
            }
        }
    }
    Err(UsageError(format!("no port from {port} to {last} of 127.0.0.1 is free")).into())
}

/// Answers every connection in a thread of its own, for ever.
fn serve(listener: &TcpListener, app: &'static [AppFile]) {
    let open = Arc::new(AtomicUsize::new(0));
    for stream in listener.incoming() {
        let Ok(stream) = stream else {
            // Too many open files, for example: it passes.
            thread::sleep(Duration::from_millis(50));
            continue;
        };
        if open.fetch_add(1, Ordering::Relaxed) >= CONNECTIONS {
            open.fetch_sub(1, Ordering::Relaxed);
            continue;
        }
        let counter = Arc::clone(&open);
        let started = thread::Builder::new().spawn(move || {
            // A connection that breaks is the browser's business.
            let _ = attend(stream, app);
            counter.fetch_sub(1, Ordering::Relaxed);
        });
        if started.is_err() {
            open.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

/// One connection: one request, one answer.
fn attend(mut stream: TcpStream, app: &[AppFile]) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let answer = match HttpRequest::read(&mut stream) {
        Ok(request) => request.answer(app),
        Err(request::HttpError::Malformed) => answer::refusal(Status::BadRequest),
        Err(request::HttpError::TooLong) => answer::refusal(Status::TooLong),
        Err(request::HttpError::Broken(error)) => return Err(error),
    };
    stream.write_all(&answer)?;
    // Closing while the browser still sends would take the answer away from it: what it says is heard out, in bounds.
    stream.shutdown(Shutdown::Write)?;
    stream.set_read_timeout(Some(Duration::from_millis(200)))?;
    let mut heard = [0; 4096];
    for _ in 0..64 {
        if stream.read(&mut heard)? == 0 {
            break;
        }
    }
    Ok(())
}

/// Opens an address the way this system does, quietly: whoever has no browser reads the address.
fn open(address: &str) {
    let has_display = ["DISPLAY", "WAYLAND_DISPLAY"]
        .iter()
        .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()));
    let mut opener = if cfg!(target_os = "macos") {
        Command::new("open")
    } else if cfg!(windows) {
        Command::new("explorer")
    } else if has_display {
        Command::new("xdg-open")
    } else {
        return;
    };
    opener.arg(address).stdin(Stdio::null());
    let _ = opener.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
}

#[cfg(test)]
mod tests {
    use super::*;

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

    /// A server with two files; what it answers to these bytes.
    fn ask(said: &[u8]) -> String {
        let listener = listen(0).unwrap();
        let address = listener.local_addr().unwrap();
        thread::spawn(move || serve(&listener, FILES));
        let mut stream = TcpStream::connect(address).unwrap();
        // The server may have heard enough before everything is said.
        let _ = stream.write_all(said);
        let _ = stream.shutdown(Shutdown::Write);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    #[test]
    fn the_first_page_is_at_the_root() {
        let answer = ask(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n");
        assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
        assert!(
            answer.contains("Content-Type: text/html; charset=utf-8\r\n"),
            "{answer}"
        );
        assert!(answer.contains("Cache-Control: no-cache\r\n"), "{answer}");
        assert!(answer.ends_with("\r\n\r\nhello"), "{answer}");
    }

    #[test]
    fn files_are_packed_for_those_who_can_unpack() {
        let answer = ask(b"GET /weights/a.weights?v=2 HTTP/1.1\r\naccept-encoding: gzip, br;q=0.5\r\n\r\n");
        assert!(
            answer.contains("Content-Encoding: br\r\nContent-Length: 9\r\n"),
            "{answer}"
        );
        let answer = ask(b"GET /weights/a.weights HTTP/1.1\r\nAccept-Encoding: br;q=0\r\n\r\n");
        assert!(answer.contains("Content-Length: 5\r\n"), "{answer}");
        assert!(!answer.contains("Content-Encoding"), "{answer}");
    }

    #[test]
    fn head_has_no_body() {
        let answer = ask(b"HEAD /index.html HTTP/1.1\r\n\r\n");
        assert!(answer.contains("Content-Length: 5\r\n"), "{answer}");
        assert!(answer.ends_with("\r\n\r\n"), "{answer}");
    }

    #[test]
    fn what_is_known_is_not_sent_again() {
        let answer = ask(b"GET / HTTP/1.1\r\nIf-None-Match: \"x\", W/\"1-5\"\r\n\r\n");
        assert!(answer.starts_with("HTTP/1.1 304 Not Modified\r\n"), "{answer}");
        assert!(answer.ends_with("\r\n\r\n"), "{answer}");
    }

    #[test]
    fn nothing_else_is_there() {
        for path in [
            "/nothing",
            "/../Cargo.toml",
            "/%2e%2e/Cargo.toml",
            "//index.html",
            "/weights",
            "/%00",
            "/%zz",
        ] {
            let answer = ask(format!("GET {path} HTTP/1.1\r\n\r\n").as_bytes());
            assert!(
                answer.starts_with("HTTP/1.1 404 Not Found\r\n"),
                "{path}: {answer}"
            );
        }
    }

    #[test]
    fn other_methods_are_refused() {
        let answer = ask(b"POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc");
        assert!(answer.starts_with("HTTP/1.1 405 "), "{answer}");
        assert!(answer.contains("Allow: GET, HEAD\r\n"), "{answer}");
    }

    #[test]
    fn nonsense_is_refused_without_a_panic() {
        let long = [b"GET /".to_vec(), vec![b'a'; 1_000_000]].concat();
        assert!(ask(&long).starts_with("HTTP/1.1 431 "));
        let nonsense: [&[u8]; 6] = [
            b"\r\n\r\n",
            b"GET\r\n\r\n",
            b"GET / HTTP/9\r\n\r\n",
            b"GET / HTTP/1.1\r\nno colon\r\n\r\n",
            b"\xff\xfe\x00 / HTTP/1.1\r\n\r\n",
            b"GET x HTTP/1.1\r\n\r\n",
        ];
        for said in nonsense {
            let answer = ask(said);
            assert!(answer.starts_with("HTTP/1.1 400 "), "{said:?}: {answer}");
        }
        assert_eq!(ask(b"GET / HT"), "");
    }

    #[test]
    fn a_taken_port_is_passed_over() {
        let first = listen(0).unwrap();
        let port = first.local_addr().unwrap().port();
        let second = listen(port).unwrap();
        assert_ne!(second.local_addr().unwrap().port(), port);
    }
}
