//! A server in a process of its own that keeps its tables on the disk: it can be killed at any moment and started again.

use std::cell::RefCell;
use std::io::Read as _;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use finaud_server::{Folder, Limits, Server, Settings, connect};

/// The word that makes this program such a server.
pub(crate) const WORD: &str = "keep-tables";

/// So long the server may take to answer on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server that can be killed.
pub(crate) struct KilledServer {
    app: PathBuf,
    data: PathBuf,
    port: u16,
    running: RefCell<Option<Child>>,
}

impl KilledServer {
    /// Starts one with this app and no tables yet.
    pub(crate) fn start(app: &Path) -> Result<KilledServer> {
        // A port that is free now; it is taken again by the process.
        let port = TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port();
        let data = crate::target().join(format!("browser/tables-{}-{port}", std::process::id()));
        std::fs::create_dir_all(&data)?;
        let server = KilledServer {
            app: app.to_owned(),
            data,
            port,
            running: RefCell::new(None),
        };
        server.start_again()?;
        Ok(server)
    }

    /// Its address.
    pub(crate) fn address(&self) -> String {
        format!("http://127.0.0.1:{}/", self.port)
    }

    /// Starts it again with the same tables.
    pub(crate) fn start_again(&self) -> Result<()> {
        let child = Command::new(std::env::current_exe()?)
            .args([WORD, &self.port.to_string()])
            .arg(&self.data)
            .arg("--app")
            .arg(&self.app)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()?;
        *self.running.borrow_mut() = Some(child);
        let begun = Instant::now();
        while TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            let mut running = self.running.borrow_mut();
            let gone = running.as_mut().map(Child::try_wait).transpose()?.flatten();
            ensure!(gone.is_none(), "the server has ended by itself");
            ensure!(begun.elapsed() < PATIENCE, "the server does not start");
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(())
    }

    /// Kills it: no goodbye, nothing is written any more.
    pub(crate) fn kill(&self) -> Result<()> {
        let mut running = self.running.borrow_mut().take().context("it is dead already")?;
        running.kill()?;
        running.wait()?;
        Ok(())
    }
}

impl Drop for KilledServer {
    fn drop(&mut self) {
        if self.running.borrow().is_some() {
            let _ = self.kill();
        }
        let _ = std::fs::remove_dir_all(&self.data);
    }
}

/// What the process does: it keeps tables until it is killed, or until whoever started it is gone.
pub(crate) fn keep_tables(app: &Path, port: &str, data: &Path) -> Result<()> {
    let listener = TcpListener::bind(("127.0.0.1", port.parse::<u16>()?))?;
    std::thread::spawn(|| {
        let _ = std::io::stdin().read_to_end(&mut Vec::new());
        std::process::exit(0);
    });
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let (store, bus) = connect::sqlite(data).await?;
        let settings = Settings {
            app: Arc::new(Folder::new(app)),
            public_url: None,
            is_local: true,
            behind_proxy: false,
            limits: Limits::DEFAULT,
            push: Default::default(),
        };
        Server::new(settings, store, bus).run(listener, None).await?;
        Ok(())
    })
}
