//! A PostgreSQL of one's own, in a temporary folder, gone when it is dropped.

use std::fs;
use std::net::{Ipv4Addr, TcpListener};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};

const MISSING: &str =
    "PostgreSQL is missing: install it (on Debian and Ubuntu, `apt-get install postgresql`)";
/// A busy machine may take this long to start it.
const PATIENCE: Duration = Duration::from_secs(60);
/// Who owns its databases.
const USER: &str = "finaud";

/// A server that listens on 127.0.0.1 only.
pub struct PostgresServer {
    programs: PathBuf,
    folder: PathBuf,
    port: u16,
    /// PostgreSQL refuses to run as root: then it runs as the user that came with the package.
    user: Option<(u32, u32)>,
    process: Child,
}

impl PostgresServer {
    /// Makes a cluster and starts it.
    pub fn start() -> Result<PostgresServer> {
        static STARTED: AtomicU32 = AtomicU32::new(0);
        let programs = programs()?;
        let user = user()?;
        let number = STARTED.fetch_add(1, Ordering::Relaxed);
        let name = format!("finaud-postgres-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir(&folder).with_context(|| format!("`{}` cannot be made", folder.display()))?;
        if let Some((user, group)) = user {
            std::os::unix::fs::chown(&folder, Some(user), Some(group))?;
        }
        let port = free_port()?;
        let mut initdb = program(&programs, user, "initdb");
        initdb
            .args([
                "--auth=trust",
                "--encoding=UTF8",
                "--locale=C",
                "--no-sync",
                "--username",
                USER,
                "-D",
            ])
            .arg(folder.join("data"));
        run(&mut initdb)?;
        let process = launch(&programs, user, &folder, port)?;
        let server = PostgresServer {
            programs,
            folder,
            port,
            user,
            process,
        };
        server.wait()?;
        Ok(server)
    }

    /// Makes a database; its address.
    pub fn database(&self, name: &str) -> Result<String> {
        let mut createdb = program(&self.programs, self.user, "createdb");
        createdb.args(["-h", "127.0.0.1", "-p", &self.port.to_string(), "-U", USER, name]);
        run(&mut createdb)?;
        Ok(format!("postgres://{USER}@127.0.0.1:{}/{name}", self.port))
    }

    /// What its own client prints for a query, a row a line.
    pub fn query(&self, database: &str, query: &str) -> Result<String> {
        let mut psql = program(&self.programs, self.user, "psql");
        psql.args([
            "-X",
            "-A",
            "-t",
            "-q",
            "-h",
            "127.0.0.1",
            "-p",
            &self.port.to_string(),
            "-U",
            USER,
            "-d",
            database,
            "-c",
        ]);
        let output = psql.arg(query).output().context(MISSING)?;
        if !output.status.success() {
            bail!(
                "the query failed: {}",
                String::from_utf8_lossy(&output.stderr).trim()
            );
        }
        Ok(String::from_utf8(output.stdout)?)
    }

    /// Its port on 127.0.0.1.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// `kill -9`, and starts it again on the same port, with whatever is on the disk.
    pub fn kill_and_restart(&mut self) -> Result<()> {
        self.process.kill()?;
        self.process.wait()?;
        // Those that it had started leave a moment later; until then the folder is theirs.
        let start = Instant::now();
        loop {
            self.process = launch(&self.programs, self.user, &self.folder, self.port)?;
            match self.wait() {
                Ok(()) => return Ok(()),
                Err(error) if start.elapsed() > PATIENCE => return Err(error),
                Err(_) => thread::sleep(Duration::from_millis(100)),
            }
        }
    }

    /// Waits until it answers.
    fn wait(&self) -> Result<()> {
        let start = Instant::now();
        let mut ready = program(&self.programs, self.user, "pg_isready");
        ready.args(["-q", "-h", "127.0.0.1", "-p", &self.port.to_string()]);
        while start.elapsed() < PATIENCE {
            if ready.status().is_ok_and(|status| status.success()) {
                return Ok(());
            }
            if !Path::new(&format!("/proc/{}", self.process.id())).exists() && cfg!(target_os = "linux") {
                break;
            }
            thread::sleep(Duration::from_millis(30));
        }
        let log = fs::read_to_string(self.folder.join("log")).unwrap_or_default();
        bail!("PostgreSQL did not start: {}", log.trim())
    }
}

impl Drop for PostgresServer {
    fn drop(&mut self) {
        let mut stop = program(&self.programs, self.user, "pg_ctl");
        stop.args(["stop", "-s", "-m", "immediate", "-D"])
            .arg(self.folder.join("data"));
        let _ = run(&mut stop);
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn launch(programs: &Path, user: Option<(u32, u32)>, folder: &Path, port: u16) -> Result<Child> {
    let log = fs::File::options()
        .create(true)
        .append(true)
        .open(folder.join("log"))?;
    let mut postgres = program(programs, user, "postgres");
    postgres.arg("-D").arg(folder.join("data"));
    postgres.args(["-h", "127.0.0.1", "-k", "", "-p", &port.to_string()]);
    postgres.args(["-c", "max_connections=200"]);
    postgres.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
    postgres.spawn().context(MISSING)
}

/// One of its programs, run by a user it accepts.
fn program(programs: &Path, user: Option<(u32, u32)>, name: &str) -> Command {
    let mut command = Command::new(programs.join(name));
    command.current_dir("/").env_remove("LANG").env_remove("LC_ALL");
    if let Some((user, group)) = user {
        command.uid(user).gid(group);
    }
    command
}

/// Runs to the end; what it complained about if it failed.
fn run(command: &mut Command) -> Result<()> {
    let output = command.output().context(MISSING)?;
    if !output.status.success() {
        bail!(
            "`{}` failed: {}",
            command.get_program().to_string_lossy(),
            String::from_utf8_lossy(&output.stderr).trim()
        );
    }
    Ok(())
}

/// Where its programs are: Debian keeps them out of the way.
fn programs() -> Result<PathBuf> {
    let asked = Command::new("pg_config").arg("--bindir").output();
    let told = asked.ok().filter(|output| output.status.success());
    let told = told.map(|output| PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()));
    let mut folders: Vec<PathBuf> = fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten()
        .map(|version| version.path().join("bin"))
        .collect();
    folders.sort();
    let mut all = told.into_iter().chain(folders.into_iter().rev());
    all.find(|folder| folder.join("initdb").exists() && folder.join("postgres").exists())
        .context(MISSING)
}

/// The user and group it has to run as, if we are root.
fn user() -> Result<Option<(u32, u32)>> {
    if id(&["-u"])? != 0 {
        return Ok(None);
    }
    let missing = "PostgreSQL refuses to run as root, and there is no user `postgres`";
    let user = id(&["-u", "postgres"]).context(missing)?;
    Ok(Some((user, id(&["-g", "postgres"]).context(missing)?)))
}

fn id(args: &[&str]) -> Result<u32> {
    let output = Command::new("id").args(args).output()?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().parse()?)
}

fn free_port() -> Result<u16> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    Ok(listener.local_addr()?.port())
}
