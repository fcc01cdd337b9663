//! The server with a built app: any sub-path, files that change, and a plug that can be pulled.

use std::collections::BTreeMap;
use std::net::TcpListener;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::{Context as _, Result};
use axum::Router;
use axum::http::StatusCode;
use axum::routing::get;
use finaud_server::{AppFiles, Bus, Found, Limits, MemoryStore, Server, Settings};
use sha2::{Digest as _, Sha256};
use tokio::runtime::{Builder, Runtime};

/// A server on a port of its own.
pub(crate) struct AppServer {
    port: u16,
    sub_path: String,
    shared: Arc<Mutex<Shared>>,
    /// Everything the server does; none once the plug is pulled.
    running: Mutex<Option<Runtime>>,
}

/// What a server has beside the files of the app.
#[derive(Clone, Copy)]
enum Site {
    Tables,
    FilesAlone,
}

struct Shared {
    folder: PathBuf,
    /// Contents that differ from the folder's.
    changed: BTreeMap<String, Vec<u8>>,
    asked: Vec<String>,
}

/// The files as they are now.
struct Files(Arc<Mutex<Shared>>);

impl AppFiles for Files {
    fn find(&self, path: &str) -> Option<Found> {
        let mut parts = Path::new(path).components();
        if !parts.all(|part| matches!(part, Component::Normal(_))) {
            return None;
        }
        let mut shared = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        shared.asked.push(path.to_owned());
        shared.read(path).map(Found::plain)
    }
}

impl AppServer {
    /// Serves a folder under a path like `/` or `/games/finaud/`, with tables.
    pub(crate) fn start(folder: &Path, sub_path: &str) -> Result<AppServer> {
        AppServer::start_as(folder, sub_path, Site::Tables)
    }

    /// Serves a folder as any web server would: without tables.
    pub(crate) fn start_static(folder: &Path) -> Result<AppServer> {
        AppServer::start_as(folder, "/", Site::FilesAlone)
    }

    fn start_as(folder: &Path, sub_path: &str, site: Site) -> Result<AppServer> {
        let listener = TcpListener::bind(("127.0.0.1", 0))?;
        let server = AppServer {
            port: listener.local_addr()?.port(),
            sub_path: sub_path.to_owned(),
            shared: Arc::new(Mutex::new(Shared {
                folder: folder.to_owned(),
                changed: BTreeMap::new(),
                asked: Vec::new(),
            })),
            running: Mutex::new(None),
        };
        server.run(listener, site)?;
        Ok(server)
    }

    fn run(&self, listener: TcpListener, site: Site) -> Result<()> {
        let settings = Settings {
            app: Arc::new(Files(Arc::clone(&self.shared))),
            public_url: None,
            is_local: true,
            behind_proxy: false,
            limits: Limits::DEFAULT,
            push: Default::default(),
        };
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()?;
        let store = Arc::new(MemoryStore::new());
        let guard = runtime.enter();
        let server = Server::new(settings, store, Bus::local());
        drop(guard);
        let routes = match site {
            Site::FilesAlone => Router::new()
                .route("/api/{*rest}", get(async || StatusCode::NOT_FOUND))
                .fallback_service(server.router()),
            Site::Tables => server.router(),
        };
        let router = under(&self.sub_path, routes);
        runtime.spawn(server.run_router(router, listener, None));
        *self.running.lock().unwrap_or_else(PoisonError::into_inner) = Some(runtime);
        Ok(())
    }

    /// Its port.
    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    fn shared(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The address of the app, with what follows `#`.
    pub(crate) fn address(&self, route: &str) -> String {
        format!("{}{}{route}", self.origin(), self.sub_path)
    }

    /// What a browser keeps data for.
    pub(crate) fn origin(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
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

    /// Pulls the plug: every connection is closed without a word, and no other is taken.
    pub(crate) fn pull_the_plug(&self) {
        let running = self.running.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(running) = running {
            running.shutdown_background();
        }
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

impl Drop for AppServer {
    fn drop(&mut self) {
        self.pull_the_plug();
    }
}

/// The server's routes under a path like `/` or `/games/finaud/`.
fn under(sub_path: &str, routes: Router) -> Router {
    match sub_path.trim_end_matches('/') {
        "" => routes,
        sub_path => Router::new()
            .nest_service(sub_path, routes)
            // Browsers ask for it on their own, outside of the path.
            .route("/favicon.ico", get(async || StatusCode::NO_CONTENT)),
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
