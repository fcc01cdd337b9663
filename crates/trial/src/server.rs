//! The real server, in a process of its own.

use std::fs;
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};

use crate::site::Site;

/// A busy machine may take this long to start it.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server in a process of its own, which ends when this is dropped.
pub struct ServerProcess {
    binary: PathBuf,
    folder: PathBuf,
    args: Vec<String>,
    port: u16,
    process: Option<Child>,
}

impl ServerProcess {
    /// Starts `finaud serve`, with these arguments, on a port of its own. Without `--database` it keeps tables in SQLite, in a
    /// folder that is gone in the end.
    pub async fn start(binary: &Path, args: &[&str]) -> Result<ServerProcess> {
        static STARTED: AtomicU32 = AtomicU32::new(0);
        let number = STARTED.fetch_add(1, Ordering::Relaxed);
        let name = format!("finaud-server-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let app = folder.join("app");
        fs::create_dir_all(&app)?;
        fs::write(app.join("index.html"), "<!doctype html>\n<title>Finaud</title>\n")?;
        let mut server = ServerProcess {
            binary: binary.to_owned(),
            folder,
            args: args.iter().map(|arg| (*arg).to_owned()).collect(),
            port: free_port()?,
            process: None,
        };
        server.launch()?;
        server.wait().await?;
        Ok(server)
    }

    fn launch(&mut self) -> Result<()> {
        let log = fs::File::options()
            .create(true)
            .append(true)
            .open(self.folder.join("log"))?;
        let mut serve = Command::new(&self.binary);
        serve.args(["serve", "--listen", &format!("127.0.0.1:{}", self.port), "--app"]);
        serve.arg(self.folder.join("app"));
        if !self.args.iter().any(|arg| arg == "--database") {
            serve.arg("--data").arg(&self.folder);
        }
        serve
            .args(&self.args)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log);
        let started = serve.spawn();
        self.process =
            Some(started.with_context(|| format!("`{}` could not be started", self.binary.display()))?);
        Ok(())
    }

    /// Waits until it answers.
    pub async fn wait(&mut self) -> Result<()> {
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            if let Ok((200, _)) = self.site().get("/healthz", None).await {
                return Ok(());
            }
            let ended = match &mut self.process {
                Some(process) => process.try_wait()?.is_some(),
                None => true,
            };
            if ended {
                break;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        bail!("the server did not start: {}", self.log().trim())
    }

    /// What it has logged.
    pub fn log(&self) -> String {
        fs::read_to_string(self.folder.join("log")).unwrap_or_default()
    }

    /// Where it keeps what it keeps.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Where it is.
    pub fn site(&self) -> Site {
        Site::local(self.port)
    }

    /// Its port on 127.0.0.1.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// `kill -9`.
    pub fn kill(&mut self) -> Result<()> {
        if let Some(mut process) = self.process.take() {
            process.kill()?;
            process.wait()?;
        }
        Ok(())
    }

    /// Starts it again, on the same port.
    pub fn restart(&mut self) -> Result<()> {
        self.kill()?;
        self.launch()
    }

    /// How much memory it holds, in bytes; none where that cannot be found out.
    pub fn memory(&self) -> Option<u64> {
        let process = self.process.as_ref()?;
        let status = fs::read_to_string(format!("/proc/{}/status", process.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        let kilobytes: u64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
        Some(kilobytes * 1024)
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = self.kill();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn free_port() -> Result<u16> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    Ok(listener.local_addr()?.port())
}
