//! A plain web server for a built app: any sub-path, files that change, and a plug that can be pulled.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::{Context as _, Result};
use sha2::{Digest as _, Sha256};

/// A server on a port of its own.
pub(crate) struct AppServer {
    port: u16,
    sub_path: String,
    shared: Arc<Mutex<Shared>>,
}

struct Shared {
    folder: PathBuf,
    sub_path: String,
    /// Contents that differ from the folder's.
    changed: BTreeMap<String, Vec<u8>>,
    reachable: bool,
    asked: Vec<String>,
}

impl AppServer {
    /// Serves a folder under a path like `/` or `/games/finaud/`.
    pub(crate) fn start(folder: &Path, sub_path: &str) -> Result<AppServer> {
        let listener = TcpListener::bind(("127.0.0.1", 0))?;
        let port = listener.local_addr()?.port();
        let shared = Arc::new(Mutex::new(Shared {
            folder: folder.to_owned(),
            sub_path: sub_path.to_owned(),
            changed: BTreeMap::new(),
            reachable: true,
            asked: Vec::new(),
        }));
        let to_serve = Arc::clone(&shared);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let shared = Arc::clone(&to_serve);
                std::thread::spawn(move || {
                    let _ = answer(stream, &shared);
                });
            }
        });
        Ok(AppServer {
            port,
            sub_path: sub_path.to_owned(),
            shared,
        })
    }

    fn shared(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The address of the app, with what follows `#`.
    pub(crate) fn address(&self, route: &str) -> String {
        format!("http://127.0.0.1:{}{}{route}", self.port, self.sub_path)
    }

    /// Answers with rubbish where this file is asked for.
    pub(crate) fn damage(&self, path: &str) {
        let rubbish = b"<html>rubbish".to_vec();
        self.shared().changed.insert(path.to_owned(), rubbish);
    }

    /// Answers with the file again.
    pub(crate) fn mend(&self, path: &str) {
        self.shared().changed.remove(path);
    }

    /// The part of the program that is fetched for the pages beside the first one and the table.
    pub(crate) fn part(&self) -> Result<String> {
        let loader = String::from_utf8(self.shared().read("parts.js").context("no parts.js")?)?;
        let name = loader.split("\"./").find_map(|rest| {
            let (name, _) = rest.split_once('"')?;
            name.starts_with("split_pages").then(|| name.to_owned())
        });
        name.context("`parts.js` names no part")
    }

    /// Pulls the plug: every connection is closed without a word.
    pub(crate) fn pull_the_plug(&self) {
        self.shared().reachable = false;
    }

    /// What was asked for so far, without the sub-path.
    pub(crate) fn asked(&self) -> Vec<String> {
        self.shared().asked.clone()
    }

    /// Puts a new version on the server. It differs in a comment, which is enough: every file of it is another one by
    /// its hash that a service worker has to notice.
    pub(crate) fn publish(&self, version: &str) -> Result<()> {
        let mut shared = self.shared();
        let page = shared.read("index.html").context("no index.html")?;
        let worker = String::from_utf8(shared.read("sw.js").context("no sw.js")?)?;
        let mark = format!("<meta name=\"generator\" content=\"{version}\">\n</head>");
        let new_page = String::from_utf8(page.clone())?.replacen("</head>", &mark, 1);
        let new_worker = worker
            .replacen(&hash(&page), &hash(new_page.as_bytes()), 1)
            .replacen("const VERSION = \"", &format!("const VERSION = \"{version}-"), 1);
        anyhow::ensure!(new_worker != worker, "sw.js does not name its version");
        shared.changed.insert("index.html".into(), new_page.into_bytes());
        shared.changed.insert("sw.js".into(), new_worker.into_bytes());
        Ok(())
    }
}

impl Shared {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        let changed = self.changed.get(path).cloned();
        changed.or_else(|| std::fs::read(self.folder.join(path)).ok())
    }
}

fn hash(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}

fn answer(stream: TcpStream, shared: &Mutex<Shared>) -> Result<()> {
    let mut lines = BufReader::new(stream.try_clone()?).lines();
    let first = lines.next().context("nothing asked")??;
    let mut known = String::new();
    for line in lines {
        let line = line?;
        if line.is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("if-none-match")
        {
            value.trim().clone_into(&mut known);
        }
    }
    let target = first.split(' ').nth(1).unwrap_or("/");
    let target = target.split(['?', '#']).next().unwrap_or("/");
    let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
    if !shared.reachable {
        return Ok(());
    }
    let file = target
        .strip_prefix(shared.sub_path.as_str())
        .map(|path| match path {
            "" => "index.html",
            path => path,
        });
    let plain = file.filter(|path| {
        let mut parts = Path::new(path).components();
        parts.all(|part| matches!(part, Component::Normal(_)))
    });
    let contents = plain.and_then(|path| shared.read(path));
    if let Some(path) = plain {
        shared.asked.push(path.to_owned());
    }
    drop(shared);
    let mut stream = stream;
    if target == "/favicon.ico" {
        // Browsers ask for it on their own when a page names no icon.
        stream.write_all(b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")?;
        return Ok(());
    }
    let (Some(path), Some(contents)) = (plain, contents) else {
        stream.write_all(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")?;
        return Ok(());
    };
    let tag = format!("\"{}\"", hash(&contents));
    if known == tag {
        write!(
            stream,
            "HTTP/1.1 304 Not Modified\r\nETag: {tag}\r\nConnection: close\r\n\r\n"
        )?;
        return Ok(());
    }
    write!(
        stream,
        "HTTP/1.1 200 OK\r\nContent-Type: {}\r\nContent-Length: {}\r\nCache-Control: no-cache\r\nETag: {tag}\r\n\
         Connection: close\r\n\r\n",
        kind(path),
        contents.len()
    )?;
    stream.write_all(&contents)?;
    Ok(())
}

fn kind(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("webmanifest") => "application/manifest+json",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        _ => "application/octet-stream",
    }
}
