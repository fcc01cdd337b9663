//! Real faults: nodes and PostgreSQL are killed, lines are cut and slowed down, while people play; and in the end everything
//! that was promised is looked up.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use finaud_online::wire;
use finaud_online::{
    Act, CommandId, Entry, Key, OnlineTable, Phase, Seq, Settings, Shelf, TableId, Time, verify_log,
};
use finaud_rules::Seat;
use serde::Serialize;
use serde_json::json;
use tokio::task::JoinHandle;

use crate::dice;
use crate::person::{Person, Seen};
use crate::postgres::PostgresServer;
use crate::proxy::Proxy;
use crate::server::ServerProcess;
use crate::site::Site;

/// How many people sit at a table, besides a bot.
const PEOPLE: usize = 2;
/// How long people think at most.
const THINK: Duration = Duration::from_millis(300);
/// How long everybody may take to hear the last answer, once nothing fails any more.
const CALM: Duration = Duration::from_secs(120);

/// What is allowed to fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Faults {
    /// Nodes, PostgreSQL and the lines to either.
    All,
    /// The lines between people and nodes; nothing is killed.
    Lines,
    /// Nodes alone.
    Nodes,
}

/// What is wanted.
pub struct Options<'a> {
    /// How many nodes.
    pub nodes: usize,
    /// How many kills; or cuts, where nothing is killed.
    pub kills: usize,
    /// What fails.
    pub faults: Faults,
    /// How long.
    pub seconds: u64,
    /// How many tables are played at.
    pub tables: usize,
    /// The program.
    pub binary: &'a Path,
    /// The games, in turn.
    pub games: &'a [String],
}

/// What came out; everything but the first lines must be zero.
#[derive(Debug, Default, Serialize)]
pub struct Report {
    /// Processes that were killed.
    pub kills: usize,
    /// Lines that were cut.
    pub cuts: usize,
    /// Commands that were acknowledged.
    pub acked: usize,
    /// Acknowledged commands that are not where they were said to be.
    pub lost: usize,
    /// Commands that are there twice.
    pub duplicated: usize,
    /// Logs that cannot be, and what somebody saw that is not in them.
    pub illegal: usize,
    /// Games whose dice do not verify.
    pub unverified: usize,
    /// Games that were played to their end.
    pub games: usize,
    /// From a broken line to the next welcome, whatever had broken it: half of them took no longer.
    pub back_p50_ms: u64,
    /// The same: 95 of 100 took no longer.
    pub back_p95_ms: u64,
    /// What was wrong, if anything was.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<String>,
}

impl Report {
    /// Is everything as it was promised?
    pub fn is_good(&self) -> bool {
        self.lost + self.duplicated + self.illegal + self.unverified == 0 && self.acked > 0
    }
}

/// What people saw, at which tables.
type Played = Vec<(TableId, Seen)>;

/// What the database holds of an event.
struct Kept {
    command: Option<CommandId>,
    entry: Entry,
}

/// Does it all.
pub async fn run(options: &Options<'_>) -> Result<Report> {
    let mut postgres = PostgresServer::start()?;
    let address = postgres.database("chaos")?;
    let to_postgres = Proxy::start(postgres.port()).await?;
    let through = address.replace(
        &format!(":{}/", postgres.port()),
        &format!(":{}/", to_postgres.port()),
    );
    let many = "1000000";
    let args = [
        "--database",
        &through,
        "--sockets-per-address",
        many,
        "--tables-per-address",
        many,
        "--requests-per-second",
        many,
    ];
    let mut nodes = Vec::new();
    let mut lines = Vec::new();
    for _ in 0..options.nodes {
        let node = ServerProcess::start(options.binary, &args).await?;
        lines.push(Proxy::start(node.port()).await?);
        nodes.push(node);
    }
    let sites: Arc<Vec<Site>> = Arc::new(lines.iter().map(|line| Site::local(line.port())).collect());
    let enough = Arc::new(AtomicBool::new(false));
    let playing: Vec<JoinHandle<Result<Played>>> = (0..options.tables)
        .map(|number| {
            let game = options.games[number % options.games.len()].clone();
            tokio::spawn(play(Arc::clone(&sites), game, Arc::clone(&enough)))
        })
        .collect();

    let mut report = Report::default();
    let start = Instant::now();
    let length = Duration::from_secs(options.seconds);
    let every = length / options.kills.max(1) as u32;
    for number in 1..=options.kills as u32 {
        tokio::time::sleep_until((start + every * number).into()).await;
        let unlucky = dice::below(nodes.len());
        let line = &lines[unlucky];
        if options.faults == Faults::Lines {
            line.cut();
            report.cuts += 1;
            continue;
        }
        if options.faults == Faults::All {
            match dice::below(10) {
                0 | 1 => {
                    to_postgres.cut();
                    report.cuts += 1;
                }
                2 | 3 => {
                    line.cut();
                    report.cuts += 1;
                }
                4 => line.delay(Duration::from_millis(200)),
                5 => to_postgres.delay(Duration::from_millis(30)),
                _ => {
                    lines.iter().for_each(|line| line.delay(Duration::ZERO));
                    to_postgres.delay(Duration::ZERO);
                }
            }
        }
        if options.faults == Faults::All && dice::below(8) == 0 {
            postgres.kill_and_restart()?;
        } else {
            let count = nodes.len();
            nodes[dice::below(count)].restart()?;
        }
        report.kills += 1;
    }
    tokio::time::sleep_until((start + length).into()).await;
    // Nothing fails any more: everybody hears the last answer.
    lines.iter().for_each(|line| line.delay(Duration::ZERO));
    to_postgres.delay(Duration::ZERO);
    for node in &mut nodes {
        node.wait().await?;
    }
    enough.store(true, Ordering::Relaxed);
    let mut seen = Vec::new();
    for table in playing {
        let tables = tokio::time::timeout(CALM, table)
            .await
            .context("somebody waits for an answer for ever")?;
        seen.extend(tables??);
    }
    drop(nodes);
    check(&postgres, &seen, &mut report)?;
    Ok(report)
}

/// Opens tables and plays at them, one after the other.
async fn play(sites: Arc<Vec<Site>>, game: String, enough: Arc<AtomicBool>) -> Result<Played> {
    let mut all = Vec::new();
    while !enough.load(Ordering::Relaxed) {
        let (own, join) = (Key(dice::bytes()), Key(dice::bytes()));
        let table = open(&sites, &game, own, join, &enough).await?;
        let Some(table) = table else { break };
        let mut people = Vec::new();
        for number in 0..PEOPLE {
            let key = if number == 0 { own } else { join };
            let mut person = Person::new(table, key, &format!("Person {number}"));
            if number == 0 {
                person.act(Act::Bot {
                    seat: Seat(PEOPLE as u8),
                    level: "random".into(),
                    name: None,
                });
            }
            let (sites, enough) = (Arc::clone(&sites), Arc::clone(&enough));
            people.push(tokio::spawn(async move {
                let enough = move || enough.load(Ordering::Relaxed);
                person.play(&sites, THINK, &enough).await
            }));
        }
        for person in people {
            all.push((table, person.await?));
        }
    }
    Ok(all)
}

async fn open(
    sites: &[Site],
    game: &str,
    own: Key,
    join: Key,
    enough: &AtomicBool,
) -> Result<Option<TableId>> {
    let id = CommandId(dice::bytes());
    let asked = json!({
        "v": wire::VERSION, "id": id, "settings": Settings::plain(game, PEOPLE as u8 + 1), "name": "Ada",
        "key": own.hash(), "join": join.hash(),
    });
    while !enough.load(Ordering::Relaxed) {
        let site = &sites[dice::below(sites.len())];
        if let Ok((201, _)) = site.post("/api/t", None, &asked.to_string()).await {
            return Ok(Some(TableId::of_opening(&id)));
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    Ok(None)
}

/// Compares what was promised with what is there.
fn check(postgres: &PostgresServer, seen: &[(TableId, Seen)], report: &mut Report) -> Result<()> {
    let logs = read(postgres)?;
    let nothing = Vec::new();
    let mut back = Vec::new();
    for (table, seen) in seen {
        let log = logs.get(table).unwrap_or(&nothing);
        report.acked += seen.acked.len();
        for (id, seq) in &seen.acked {
            let found: Vec<Seq> = log
                .iter()
                .filter(|kept| kept.command == Some(*id))
                .map(|kept| kept.entry.seq)
                .collect();
            report.lost += usize::from(!found.contains(seq));
            report.duplicated += usize::from(found.len() > 1);
        }
        let is_prefix =
            seen.log.iter().zip(log).all(|(seen, kept)| *seen == kept.entry) && seen.log.len() <= log.len();
        if !is_prefix {
            report.illegal += 1;
            report
                .problems
                .push(format!("{table}: somebody has seen another log"));
        }
        for odd in &seen.odd {
            report.illegal += 1;
            report.problems.push(format!("{table}: {odd}"));
        }
        if let Some(broken) = &seen.broken_seal {
            report.unverified += 1;
            report.problems.push(format!("{table}: {broken}"));
        }
        back.extend(seen.back.iter().copied());
    }
    for (table, log) in &logs {
        let entries: Vec<Entry> = log.iter().map(|kept| kept.entry.clone()).collect();
        let gaps = !entries.iter().map(|entry| entry.seq).eq(1..=entries.len() as Seq);
        let replayed = OnlineTable::replay_public(&entries, &mut Shelf::default());
        match replayed {
            Ok(end) if !gaps => {
                if end.phase() == Phase::Over && !end.is_abandoned() {
                    report.games += 1;
                    if let Err(broken) = verify_log(&entries, &mut Shelf::default()) {
                        report.unverified += 1;
                        report.problems.push(format!("{table}: {broken}"));
                    }
                }
            }
            Ok(_) => {
                report.illegal += 1;
                report.problems.push(format!("{table}: the log has a gap"));
            }
            Err(error) => {
                report.illegal += 1;
                report.problems.push(format!("{table}: {error}"));
            }
        }
    }
    back.sort_unstable();
    let at = |percent: usize| {
        let place = (back.len() * percent).div_ceil(100).saturating_sub(1);
        back.get(place).map_or(0, |time| time.as_millis() as u64)
    };
    (report.back_p50_ms, report.back_p95_ms) = (at(50), at(95));
    Ok(())
}

/// Every log, read by PostgreSQL's own program: nothing of ours stands between.
fn read(postgres: &PostgresServer) -> Result<BTreeMap<TableId, Vec<Kept>>> {
    let rows = postgres.query(
        "chaos",
        "select json_build_array(table_id, seq, at, seat, encode(command, 'hex'), body) from events order by table_id, seq",
    )?;
    let mut logs: BTreeMap<TableId, Vec<Kept>> = BTreeMap::new();
    for line in rows.lines() {
        type Columns = (String, Seq, u64, Option<u8>, Option<String>, String);
        let (table, seq, at, seat, command, body): Columns = serde_json::from_str(line)?;
        let kept = Kept {
            command: command.map(|command| command.parse()).transpose()?,
            entry: Entry {
                seq,
                at: Time(at),
                by: seat.map(Seat),
                body,
            },
        };
        logs.entry(table.parse()?).or_default().push(kept);
    }
    Ok(logs)
}
