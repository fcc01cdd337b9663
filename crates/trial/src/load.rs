//! Many tables at once, each with somebody in every seat, over real sockets: how long until the others see a move.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use finaud_online::wire::{self, ClientMessage, Do, ServerMessage};
use finaud_online::{Act, Client, CommandId, Key, OnlineTable, Phase, Seq, Settings, Shelf, TableId};
use finaud_rules::Seat;
use futures_util::stream::{SplitSink, SplitStream, select_all};
use futures_util::{Stream, StreamExt as _};
use serde::Serialize;
use serde::de::IgnoredAny;
use serde_json::json;
use tokio::sync::{Semaphore, watch};
use tokio::time::{sleep_until, timeout};
use tokio_tungstenite::tungstenite::Message;

use crate::dice;
use crate::person::now;
use crate::server::ServerProcess;
use crate::site::{Site, Socket, send};

/// How many sit at a table.
const SEATS: usize = 4;
/// How often somebody moves at a table.
const EVERY: Duration = Duration::from_secs(4);
/// A move that nobody has answered by then counts as not acknowledged.
const PATIENCE: Duration = Duration::from_secs(10);
/// How many tables are set at the same time.
const SETTING: usize = 48;
/// How long it may take to set one.
const SET_PATIENCE: Duration = Duration::from_secs(60);
/// So many sockets tell how much memory one takes.
const SAMPLE: usize = 400;

/// What is wanted.
pub struct Options<'a> {
    /// How many tables.
    pub tables: usize,
    /// How long they are played at.
    pub seconds: u64,
    /// Where the servers are, to which the people of each table spread; one is started if there is none.
    pub urls: &'a [String],
    /// The program that is started.
    pub binary: &'a Path,
    /// The game, for four.
    pub game: &'a str,
}

/// What came out.
#[derive(Debug, Default, Serialize)]
pub struct Report {
    /// Tables that were played at.
    pub tables: usize,
    /// Sockets that were open.
    pub sockets: usize,
    /// Moves that were sent.
    pub moves: usize,
    /// Moves that were acknowledged.
    pub acked: usize,
    /// Acknowledged moves that are not in the log.
    pub lost: usize,
    /// From sending a move to another socket having it: the middle.
    pub p50_ms: f64,
    /// The same: one in a hundred took longer.
    pub p99_ms: f64,
    /// The same: the longest.
    pub max_ms: f64,
    /// The memory of the server, if it was started here.
    pub server_rss_bytes: Option<u64>,
    /// Of that, for a table without its sockets.
    pub bytes_per_table: Option<i64>,
    /// Of that, for a socket.
    pub bytes_per_socket: Option<i64>,
}

/// Plays.
pub async fn run(options: &Options<'_>) -> Result<Report> {
    let server = match options.urls {
        [_, ..] => None,
        [] => {
            let many = "1000000";
            let open = [
                "--sockets-per-address",
                many,
                "--tables-per-address",
                many,
                "--requests-per-second",
                many,
                "--live-tables",
                many,
            ];
            Some(ServerProcess::start(options.binary, &open).await?)
        }
    };
    let sites: Arc<Vec<Site>> = Arc::new(match &server {
        Some(server) => vec![server.site()],
        None => {
            let sites = options.urls.iter().map(|url| Site::new(url));
            sites.collect::<Result<_>>()?
        }
    });
    let memory = || server.as_ref().and_then(ServerProcess::memory);
    let per_socket = match memory() {
        Some(before) => {
            // Those who never say hello are sent away soon: long enough to look.
            let mut held = Vec::new();
            for _ in 0..SAMPLE {
                held.push(sites[0].connect().await?);
            }
            memory().map(|after| (after.cast_signed() - before.cast_signed()) / SAMPLE as i64)
        }
        None => None,
    };
    let before = memory();

    let places = Arc::new(Semaphore::new(SETTING));
    let (begin, begun) = watch::channel(None);
    let (set, mut all_set) = watch::channel(0_usize);
    let set = Arc::new(set);
    let mut playing = Vec::new();
    for _ in 0..options.tables {
        let (sites, game) = (Arc::clone(&sites), options.game.to_owned());
        let (places, mut begun, set) = (Arc::clone(&places), begun.clone(), Arc::clone(&set));
        playing.push(tokio::spawn(async move {
            let place = places.acquire_owned().await?;
            let table = timeout(SET_PATIENCE, LoadTable::set(&sites, &game)).await;
            drop(place);
            set.send_modify(|set| *set += 1);
            let mut table = table.context("a table could not be set in time")??;
            begun.wait_for(Option::is_some).await?;
            let until: Instant = begun.borrow().context("it has begun")?;
            table.play(until).await;
            anyhow::Ok(table)
        }));
    }
    all_set.wait_for(|set| *set == options.tables).await?;
    let full = memory();
    begin.send(Some(Instant::now() + Duration::from_secs(options.seconds)))?;

    let mut report = Report::default();
    let mut times = Vec::new();
    for table in playing {
        let table = table.await??;
        report.tables += 1;
        report.sockets += SEATS;
        report.moves += table.moves;
        report.acked += table.acked.len();
        times.extend_from_slice(&table.times);
        report.lost += table.lost(&sites[0]).await?;
    }
    times.sort_unstable();
    let at = |share: f64| {
        let place = (times.len() as f64 * share).ceil() as usize;
        let time = times.get(place.saturating_sub(1)).copied().unwrap_or_default();
        (time.as_secs_f64() * 1e5).round() / 100.0
    };
    (report.p50_ms, report.p99_ms, report.max_ms) = (at(0.5), at(0.99), at(1.0));
    report.server_rss_bytes = full;
    report.bytes_per_socket = per_socket;
    if let (Some(before), Some(full), Some(per_socket)) = (before, full, per_socket) {
        let sockets = per_socket * (report.sockets as i64 - SAMPLE as i64).max(0);
        let tables = full.cast_signed() - before.cast_signed() - sockets;
        report.bytes_per_table = Some(tables / report.tables.max(1) as i64);
    }
    Ok(report)
}

type Incoming = (usize, Option<String>);

struct LoadTable {
    id: TableId,
    table: OnlineTable,
    sinks: Vec<SplitSink<Socket, Message>>,
    incoming: Box<dyn Stream<Item = Incoming> + Send + Unpin>,
    /// The last number that each socket has.
    known: Vec<Seq>,
    moves: usize,
    acked: Vec<(Seq, Seat)>,
    times: Vec<Duration>,
    is_broken: bool,
}

/// Messages of one socket, with its number; `None` when it ends.
fn numbered(number: usize, stream: SplitStream<Socket>) -> impl Stream<Item = Incoming> + Send + Unpin {
    let texts = stream.filter_map(move |message| {
        let text = match message {
            Ok(Message::Text(text)) => Some((number, Some(text.to_string()))),
            Ok(Message::Close(_)) | Err(_) => Some((number, None)),
            Ok(_) => None,
        };
        std::future::ready(text)
    });
    Box::pin(texts)
}

impl LoadTable {
    /// Opens a table, sits down in every seat and begins.
    async fn set(sites: &[Site], game: &str) -> Result<LoadTable> {
        let opening = CommandId(dice::bytes());
        let (own, join) = (Key(dice::bytes()), Key(dice::bytes()));
        let asked = json!({
            "v": wire::VERSION, "id": opening, "settings": Settings::plain(game, SEATS as u8), "name": "1",
            "key": own.hash(), "join": join.hash(),
        });
        // The first of them is another server at each table.
        let first = dice::below(sites.len());
        let (status, answer) = sites[first].post("/api/t", None, &asked.to_string()).await?;
        if status != 201 {
            bail!("a table could not be opened: {status} {answer}");
        }
        let id = TableId::of_opening(&opening);
        let mut clients = Vec::new();
        let mut sinks = Vec::new();
        let mut streams = Vec::new();
        for number in 0..SEATS {
            let key = if number == 0 { own } else { join };
            let mut client = Client::new(id, Some(key), "finaud-load", Shelf::default());
            client.connected(now());
            let site = &sites[(first + number) % sites.len()];
            let (sink, stream) = site.connect().await?.split();
            clients.push(client);
            sinks.push(sink);
            streams.push(numbered(number, stream));
        }
        let mut incoming = select_all(streams);
        while !clients.iter().all(is_playing) {
            for (client, sink) in clients.iter_mut().zip(&mut sinks) {
                sit_or_begin(client);
                for message in client.upkeep(now(), &mut dice::fill) {
                    send(sink, &message).await?;
                }
            }
            if let Ok(message) = timeout(Duration::from_millis(500), incoming.next()).await {
                let Some((number, Some(text))) = message else {
                    bail!("a socket was closed")
                };
                let message = wire::read_server(&text).map_err(|why| anyhow::anyhow!("{why}"))?;
                clients[number].receive(message, now());
            }
        }
        // Seats may be taken in any order; the rest needs to know whose socket is whose.
        let mut sinks: Vec<_> = clients.iter().map(Client::seat).zip(sinks).collect();
        let places: Vec<usize> = sinks
            .iter()
            .map(|(seat, _)| seat.map_or(0, Seat::index))
            .collect();
        sinks.sort_by_key(|(seat, _)| *seat);
        let mut known = vec![0; SEATS];
        for (client, place) in clients.iter().zip(&places) {
            known[*place] = client.seq();
        }
        let furthest = clients.iter().max_by_key(|client| client.seq());
        let table = furthest.and_then(Client::confirmed).context("a table")?.clone();
        let incoming = incoming.map(move |(number, text)| (places[number], text));
        Ok(LoadTable {
            id,
            table,
            sinks: sinks.into_iter().map(|(_, sink)| sink).collect(),
            incoming: Box::new(incoming),
            known,
            moves: 0,
            acked: Vec::new(),
            times: Vec::new(),
            is_broken: false,
        })
    }

    async fn play(&mut self, until: Instant) {
        // Tables do not move in step.
        let mut next = Instant::now() + dice::millis(EVERY.as_millis() as usize);
        while next < until && !self.is_broken {
            loop {
                tokio::select! {
                    biased;
                    () = sleep_until(next.into()) => break,
                    message = self.incoming.next() => drop(self.take(message)),
                }
                if self.is_broken {
                    return;
                }
            }
            self.make_move().await;
            next += EVERY;
        }
    }

    /// One move: sent, acknowledged, seen by the others.
    async fn make_move(&mut self) {
        let Some((seat, act)) = self.some_move() else {
            return;
        };
        let id = CommandId(dice::bytes());
        let message = ClientMessage::Do(Do {
            id,
            at: self.table.decision(seat),
            what: act,
        });
        let before = self.table.seq();
        let mut seen: Vec<bool> = (0..SEATS).map(|other| other == seat.index()).collect();
        let mut acked = false;
        self.moves += 1;
        let start = Instant::now();
        if send(&mut self.sinks[seat.index()], &message).await.is_err() {
            self.is_broken = true;
            return;
        }
        let done = timeout(PATIENCE, async {
            while !(acked && seen.iter().all(|seen| *seen)) {
                let message = self.incoming.next().await;
                if let Some((answered, seq)) = self.take(message)
                    && answered == id
                {
                    acked = true;
                    self.acked.push((seq, seat));
                }
                if self.is_broken {
                    return;
                }
                for (number, seen) in seen.iter_mut().enumerate() {
                    if !*seen && self.known[number] > before {
                        *seen = true;
                        self.times.push(start.elapsed());
                    }
                }
            }
        });
        let _ = done.await;
    }

    fn some_move(&self) -> Option<(Seat, Act)> {
        let play = self.table.play()?;
        if self.table.phase() != Phase::Playing {
            return None;
        }
        if let Some(seat) = play.roller() {
            return Some((seat, Act::Roll {}));
        }
        let seats: Vec<Seat> = self.table.asked().iter().collect();
        let seat = *seats.get(dice::below(seats.len()))?;
        let mut legal = play.legal(seat);
        if legal.is_empty() {
            return None;
        }
        let action = legal.swap_remove(dice::below(legal.len()));
        Some((seat, Act::Choose { action }))
    }

    /// Takes in a message; what it acknowledges, if it does.
    fn take(&mut self, message: Option<Incoming>) -> Option<(CommandId, Seq)> {
        let Some((number, Some(text))) = message else {
            self.is_broken = true;
            return None;
        };
        if let Some(rest) = text.strip_prefix("{\"events\":") {
            self.take_events(number, &text, rest);
            return None;
        }
        match wire::read_server(&text) {
            Ok(ServerMessage::Ack { id, seq }) => Some((id, seq)),
            Ok(_) => None,
            Err(_) => {
                self.is_broken = true;
                None
            }
        }
    }

    /// One socket folds the log for all; the others only count, so that the players cost less than the server.
    fn take_events(&mut self, number: usize, text: &str, rest: &str) {
        #[derive(serde::Deserialize)]
        struct Counted {
            from: Seq,
            list: Vec<IgnoredAny>,
        }
        let mut counted = serde_json::Deserializer::from_str(rest);
        let Ok(Counted { from, list }) = serde::Deserialize::deserialize(&mut counted) else {
            self.is_broken = true;
            return;
        };
        if from > self.known[number] + 1 {
            // Entries always come without a gap.
            self.is_broken = true;
            return;
        }
        self.known[number] = self.known[number].max(from + list.len() as Seq - 1);
        if self.known[number] <= self.table.seq() {
            return;
        }
        let Ok(ServerMessage::Events { list, .. }) = wire::read_server(text) else {
            self.is_broken = true;
            return;
        };
        let known = self.table.seq();
        for entry in list.iter().filter(|entry| entry.seq > known) {
            if self.table.apply_public(entry).is_err() {
                self.is_broken = true;
            }
        }
    }

    /// How many acknowledged moves are not where they were said to be.
    async fn lost(&self, site: &Site) -> Result<usize> {
        let (status, answer) = site.get(&format!("/api/t/{}?since=0", self.id), None).await?;
        let events = answer["events"].as_array();
        let events = events.with_context(|| format!("a log could not be read: {status}"))?;
        let is_there = |seq: Seq, seat: Seat| {
            let entry = events.get(seq as usize - 1);
            entry.is_some_and(|entry| {
                let by = entry["by"].as_u64();
                entry["seq"] == json!(seq) && by.is_none_or(|by| by == u64::from(seat.0) + 1)
            })
        };
        Ok(self
            .acked
            .iter()
            .filter(|(seq, seat)| !is_there(*seq, *seat))
            .count())
    }
}

fn is_playing(client: &Client) -> bool {
    let table = client.confirmed();
    table.is_some_and(|table| table.phase() == Phase::Playing)
        && client.pending().is_empty()
        && client.seat().is_some()
}

fn sit_or_begin(client: &mut Client) {
    if client.is_sending() {
        return;
    }
    let Some(table) = client.confirmed() else { return };
    let (seat, id) = (client.seat(), CommandId(dice::bytes()));
    if seat.is_none() && client.is_invited() {
        client.sit(id, Key(dice::bytes()), None, "2");
    } else if seat.is_some() && seat == table.host() && table.phase() == Phase::Open {
        let full = table.seats().iter().all(|seat| !seat.name.is_empty());
        if full {
            let _ = client.act(id, Act::Begin {});
        }
    }
}
