//! `finaud serve`: the app and the tables, from inside the binary.

use std::io::{self, ErrorKind, Write as _};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, UdpSocket};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use anyhow::{Context as _, Result};
use finaud_server::push::{PushSettings, Reach};
use finaud_server::{AppFile, AppFiles, BuiltIn, Folder, Limits, Server, Settings, connect};

use crate::failure::UsageError;
use crate::texts::serve as texts;

/// The app's files; none where the binary was built without it.
static APP: &[AppFile] = include!(concat!(env!("OUT_DIR"), "/app.rs"));

/// How many ports are tried when the wanted one is taken.
const PORTS: u16 = 100;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The port; the next free one if it is taken.
    #[arg(long, default_value_t = 7878, env = "FINAUD_PORT")]
    port: u16,
    /// Where to listen: an address of this machine, as in 0.0.0.0, which opens it to the network, perhaps with a port that
    /// must be free.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1", env = "FINAUD_LISTEN", value_parser = where_to_listen)]
    listen: Listen,
    /// The folder in which tables are kept; one for this user if not given.
    #[arg(long, value_name = "FOLDER", env = "FINAUD_DATA")]
    data: Option<PathBuf>,
    /// Keep the tables in PostgreSQL instead, which several servers can share: postgres://USER@HOST/NAME.
    #[arg(
        long,
        value_name = "ADDRESS",
        env = "FINAUD_DATABASE",
        hide_env_values = true,
        conflicts_with = "data"
    )]
    database: Option<String>,
    /// Where people find this server, as in `https://play.example/`; links to tables begin so.
    #[arg(long, value_name = "URL", env = "FINAUD_PUBLIC_URL", value_parser = public_url)]
    public_url: Option<String>,
    /// A proxy stands in front: believe the address that it adds to X-Forwarded-For.
    #[arg(long, env = "FINAUD_BEHIND_PROXY")]
    behind_proxy: bool,
    /// Metrics for Prometheus at this port of 127.0.0.1.
    #[arg(long, value_name = "PORT", env = "FINAUD_METRICS")]
    metrics: Option<u16>,
    /// Where push services find whoever runs this server, as in `mailto:you@play.example`; the public address if not given.
    #[arg(long, value_name = "ADDRESS", env = "FINAUD_CONTACT", value_parser = contact)]
    contact: Option<String>,
    /// Send notifications anywhere, also to this machine and without TLS: for tests alone.
    #[arg(long, env = "FINAUD_PUSH_ANYWHERE", hide = true)]
    push_anywhere: bool,
    /// What is logged: error, warn, info or debug.
    #[arg(long, value_name = "LEVEL", default_value = "warn", env = "FINAUD_LOG")]
    log: tracing::Level,
    /// Hand out the app in this folder, not the one inside the program.
    #[arg(long, value_name = "FOLDER", env = "FINAUD_APP_FOLDER")]
    app: Option<PathBuf>,
    /// Open the address in a browser, if this machine has one.
    #[arg(long)]
    open: bool,
    #[command(flatten)]
    limits: LimitArgs,
}

/// How much one server does.
#[derive(clap::Args)]
#[command(next_help_heading = "Limits")]
struct LimitArgs {
    /// Connections in all.
    #[arg(long, value_name = "N", default_value_t = Limits::DEFAULT.connections, env = "FINAUD_CONNECTIONS")]
    connections: usize,
    /// Sockets from one address.
    #[arg(long, value_name = "N", default_value_t = Limits::DEFAULT.sockets_per_address, env = "FINAUD_SOCKETS_PER_ADDRESS")]
    sockets_per_address: usize,
    /// Tables that one address may open at once; one more every three minutes.
    #[arg(long, value_name = "N", default_value_t = Limits::DEFAULT.tables_per_address, env = "FINAUD_TABLES_PER_ADDRESS")]
    tables_per_address: u32,
    /// Sheets of one's own, and weights for them, that one address may post at once; one more every hour.
    #[arg(long, value_name = "N", default_value_t = Limits::DEFAULT.sheets_per_address, env = "FINAUD_SHEETS_PER_ADDRESS")]
    sheets_per_address: u32,
    /// Mebibytes of all sheets and weights that people have posted.
    #[arg(long, value_name = "MIB", default_value_t = Limits::DEFAULT.sheet_room >> 20, env = "FINAUD_SHEET_ROOM")]
    sheet_room: u64,
    /// Tables at which somebody sits or watches.
    #[arg(long, value_name = "N", default_value_t = Limits::DEFAULT.live_tables, env = "FINAUD_LIVE_TABLES")]
    live_tables: usize,
    /// Watchers at a table.
    #[arg(long, value_name = "N", default_value_t = Limits::DEFAULT.watchers, env = "FINAUD_WATCHERS")]
    watchers: usize,
    /// Plain requests about tables from one address a second; six times as many at once.
    #[arg(long, value_name = "N", default_value_t = Limits::DEFAULT.requests_per_second, env = "FINAUD_REQUESTS_PER_SECOND")]
    requests_per_second: u32,
    /// Bots that think at the same time; one fewer than there are processors if not given.
    #[arg(long, value_name = "N", env = "FINAUD_THINKERS")]
    thinkers: Option<usize>,
}

#[derive(Debug, Clone, Copy)]
struct Listen {
    address: IpAddr,
    port: Option<u16>,
}

fn where_to_listen(text: &str) -> Result<Listen, String> {
    let with_port = text.parse::<SocketAddr>().map(|socket| Listen {
        address: socket.ip(),
        port: Some(socket.port()),
    });
    let without = || {
        let address = text.trim_start_matches('[').trim_end_matches(']').parse();
        address.map(|address| Listen { address, port: None })
    };
    with_port
        .or_else(|_| without())
        .map_err(|_| "an address of this machine is wanted, as in 0.0.0.0 or 127.0.0.1:7878".to_owned())
}

fn contact(text: &str) -> Result<String, String> {
    let is_one = text.starts_with("mailto:") && text.contains('@') || text.starts_with("https://");
    if is_one && text.len() < 200 && text.chars().all(|letter| letter.is_ascii_graphic()) {
        Ok(text.to_owned())
    } else {
        Err("an address is wanted, as in mailto:you@play.example or https://play.example/".to_owned())
    }
}

fn public_url(text: &str) -> Result<String, String> {
    let rest = text
        .strip_prefix("https://")
        .or_else(|| text.strip_prefix("http://"));
    let is_plain = |rest: &str| {
        let host = rest.split('/').next().unwrap_or_default();
        !host.is_empty()
            && rest
                .chars()
                .all(|letter| letter.is_ascii_graphic() && !"?#@\"'<>\\;,".contains(letter))
    };
    match rest {
        Some(rest) if is_plain(rest) => Ok(format!("{}/", text.trim_end_matches('/'))),
        _ => Err("an address that a browser opens is wanted, as in https://play.example/".to_owned()),
    }
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let app: Arc<dyn AppFiles> = match &args.app {
        Some(folder) if folder.join("index.html").is_file() => Arc::new(Folder::new(folder)),
        Some(folder) => {
            return Err(UsageError(texts::no_app(folder)).into());
        }
        None if APP.is_empty() => {
            return Err(UsageError(texts::built_without_app()).into());
        }
        None => Arc::new(BuiltIn::new(APP)),
    };
    tracing_subscriber::fmt()
        .with_max_level(args.log)
        .with_writer(io::stderr)
        .with_ansi(false)
        .init();
    finaud_server::allow_many_files();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(serve(args, app));
    // A bot that is still thinking does so for nobody.
    runtime.shutdown_background();
    served
}

async fn serve(args: &Args, app: Arc<dyn AppFiles>) -> Result<()> {
    let mut kept_in = None;
    let (store, bus) = match &args.database {
        Some(address)
            if !["postgres://", "postgresql://"]
                .iter()
                .any(|kind| address.starts_with(kind)) =>
        {
            return Err(UsageError(texts::other_database()).into());
        }
        Some(address) => connect::postgres(address)
            .await
            .with_context(texts::cannot_use_database)?,
        None => {
            let folder = data_folder(args)?;
            let kept = || texts::cannot_keep(&folder);
            std::fs::create_dir_all(&folder).with_context(kept)?;
            let connected = connect::sqlite(&folder).await.with_context(kept)?;
            kept_in = Some(folder);
            connected
        }
    };
    let listener = listen(args.listen, args.port)?;
    let at = listener.local_addr()?;
    let metrics = args.metrics.map(|port| {
        TcpListener::bind((Ipv4Addr::LOCALHOST, port)).with_context(|| texts::metrics_port_taken(port))
    });
    let settings = Settings {
        app,
        public_url: args.public_url.clone(),
        is_local: at.ip().is_loopback() && args.public_url.is_none(),
        behind_proxy: args.behind_proxy,
        limits: args.limits.limits(),
        push: PushSettings {
            contact: args.contact.clone(),
            reach: match args.push_anywhere {
                true => Reach::Anywhere,
                false => Reach::Public,
            },
        },
    };
    let server = Server::new(settings, store, bus);
    let stop = server.stop_token();
    greet(args, at, kept_in.as_deref())?;
    tracing::info!(port = at.port(), "serving");
    tokio::spawn(async move {
        asked_to_stop().await;
        tracing::info!("stopping");
        stop.cancel();
    });
    server.run(listener, metrics.transpose()?).await?;
    tracing::info!("stopped");
    Ok(())
}

/// Ends with Ctrl-C, or when the system asks politely.
async fn asked_to_stop() {
    let interrupted = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminated) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = interrupted => {}
                _ = terminated.recv() => {}
            }
            return;
        }
    }
    let _ = interrupted.await;
}

fn greet(args: &Args, at: SocketAddr, kept_in: Option<&Path>) -> Result<()> {
    let mut out = io::stdout().lock();
    let here = SocketAddr::new(
        if at.ip().is_unspecified() {
            seen_from_outside(at.ip())
        } else {
            at.ip()
        },
        at.port(),
    );
    let address = match &args.public_url {
        Some(address) => address.clone(),
        None => format!("http://{here}/"),
    };
    writeln!(out, "{}", texts::address(&address))?;
    if args.public_url.is_none() && at.ip().is_loopback() {
        writeln!(out, "{}", texts::only_here())?;
    }
    if let Some(folder) = kept_in {
        writeln!(out, "{}", texts::kept_in(folder))?;
    }
    out.flush()?;
    drop(out);
    if args.open {
        open(&address);
    }
    Ok(())
}

/// The address under which the network knows this machine. Nothing is sent to find out.
fn seen_from_outside(any: IpAddr) -> IpAddr {
    let asked = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).and_then(|socket| {
        socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9))?;
        socket.local_addr()
    });
    asked.map_or(any, |address| address.ip())
}

impl LimitArgs {
    fn limits(&self) -> Limits {
        Limits {
            connections: self.connections,
            sockets_per_address: self.sockets_per_address,
            tables_per_address: self.tables_per_address,
            sheets_per_address: self.sheets_per_address,
            sheet_room: self.sheet_room.saturating_mul(1 << 20),
            live_tables: self.live_tables,
            watchers: self.watchers,
            requests_per_second: self.requests_per_second,
            requests: self.requests_per_second.saturating_mul(6),
            thinkers: self.thinkers.unwrap_or(Limits::DEFAULT.thinkers),
            ..Limits::DEFAULT
        }
    }
}

/// Where this system keeps what belongs to a program of a user.
fn data_folder(args: &Args) -> Result<PathBuf> {
    let named = |name: &str| {
        std::env::var_os(name)
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
    };
    let home = if cfg!(windows) {
        named("APPDATA")
    } else if cfg!(target_os = "macos") {
        named("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        named("XDG_DATA_HOME").or_else(|| named("HOME").map(|home| home.join(".local/share")))
    };
    let ours = || home.map(|home| home.join("finaud"));
    args.data
        .clone()
        .or_else(ours)
        .ok_or_else(|| UsageError(texts::no_folder()).into())
}

/// Listens where it is told to; unless it is told a port exactly, on the next one that is free.
fn listen(wanted: Listen, port: u16) -> Result<TcpListener> {
    let (first, last) = match wanted.port {
        Some(port) => (port, port),
        None => (port, port.saturating_add(PORTS)),
    };
    for port in first..=last {
        match TcpListener::bind((wanted.address, port)) {
            Ok(listener) => {
                listener.set_nonblocking(true)?;
                return Ok(listener);
            }
            Err(error) if error.kind() == ErrorKind::AddrInUse && port < last => {}
            Err(error) => {
                return Err(error).with_context(|| texts::port_taken(port, wanted.address));
            }
        }
    }
    Err(UsageError(texts::no_port(first, last, wanted.address)).into())
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

    #[test]
    fn a_taken_port_is_passed_over_unless_it_was_named_exactly() {
        let anywhere = where_to_listen("127.0.0.1").unwrap();
        let first = listen(anywhere, 0).unwrap();
        let port = first.local_addr().unwrap().port();
        let second = listen(anywhere, port).unwrap();
        assert_ne!(second.local_addr().unwrap().port(), port);
        let exactly = where_to_listen(&format!("127.0.0.1:{port}")).unwrap();
        let error = listen(exactly, 7878).unwrap_err();
        assert!(error.to_string().contains(&port.to_string()), "{error}");
    }

    #[test]
    fn addresses_to_listen_on_are_read() {
        for (text, port) in [
            ("0.0.0.0", None),
            ("::1", None),
            ("[::1]", None),
            ("[::]:80", Some(80)),
            ("127.0.0.1:1", Some(1)),
        ] {
            assert_eq!(where_to_listen(text).unwrap().port, port, "{text}");
        }
        for text in ["", "localhost", "1.2.3", "0.0.0.0:99999"] {
            assert!(where_to_listen(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_public_url_is_one_that_a_browser_opens() {
        for (text, url) in [
            ("https://play.example", "https://play.example/"),
            ("https://play.example/finaud/", "https://play.example/finaud/"),
            ("http://192.168.1.5:7878", "http://192.168.1.5:7878/"),
        ] {
            assert_eq!(public_url(text).unwrap(), url);
        }
        for text in [
            "",
            "play.example",
            "https://",
            "https:///x",
            "https://a b/",
            "https://x/?q",
            "https://x/#j=1",
        ] {
            assert!(public_url(text).is_err(), "{text}");
        }
    }
}
