//! `finaud replay`: a record told event by event, with what it came to.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use finaud_record::{Event, Record, RecordHeader, Replayed, choose_rulings, push};
use finaud_rules::{Next, Seat, Seats, TableGame, builtin, builtin_ids, nearest};
use serde_json::{Value, json};

use crate::draw::{Line, Palette};
use crate::failure::Usage;
use crate::findings::players;
use crate::game_choice::sheet_called;
use crate::numbers;
use crate::surface::Surface;

/// A file larger than this is no record.
const MOST_BYTES: u64 = 16 << 20;
/// No record has more events.
const MOST_EVENTS: u64 = 1_000_000;

/// The arguments of `finaud replay`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The record; `-` reads it from standard input.
    file: PathBuf,
    /// Stops after this many events.
    #[arg(long, value_name = "N", value_parser = events, allow_hyphen_values = true)]
    to: Option<usize>,
    /// The sheet file the record was played on, if it is no built-in one.
    #[arg(long, value_name = "FILE")]
    sheet: Option<PathBuf>,
    /// Tells the end only.
    #[arg(long, short)]
    quiet: bool,
    /// Prints one JSON object.
    #[arg(long)]
    json: bool,
}

fn events(text: &str) -> Result<usize, String> {
    numbers::count(text, "the number of events", 0..=MOST_EVENTS).map(|events| events as usize)
}

/// Reads the record and tells it.
pub(crate) fn run(args: &Args) -> Result<()> {
    let name = if is_stdin(&args.file) {
        "the record".into()
    } else {
        args.file.display().to_string()
    };
    let text = read(&args.file).with_context(|| format!("{name} cannot be read"))?;
    let header = RecordHeader::read(&text).with_context(|| name.clone())?;
    let players = usize::from(header.players);
    if header.game == push::ID && args.sheet.is_none() {
        let game = push::game(players, &header.options).with_context(|| name.clone())?;
        return tell(args, &name, &text, &game);
    }
    let mut sheet = match &args.sheet {
        Some(file) => sheet_called(&file.to_string_lossy())?,
        None => builtin(&header.game)
            .cloned()
            .ok_or_else(|| anyhow!("{name}: {}", no_such_game(&header.game)))?,
    };
    choose_rulings(&mut sheet, &header.options).with_context(|| name.clone())?;
    let game = TableGame::new(sheet, players).with_context(|| name.clone())?;
    tell(args, &name, &text, &game)
}

/// Replays the record of a game and tells it.
fn tell<G: Surface>(args: &Args, name: &str, text: &str, game: &G) -> Result<()> {
    let replayed = Record::read(game, text).with_context(|| name.to_string())?;
    for warning in &replayed.warnings {
        // If nobody listens, the game is told all the same.
        let _ = writeln!(io::stderr(), "finaud: {name}: {warning}");
    }
    let known = replayed.record.events.len();
    let events = args.to.unwrap_or(known);
    if events > known {
        return Err(Usage(format!("{name} has {known} events, not {events}")).into());
    }
    let tale = Tale::of(game, replayed, events)?;
    let mut out = io::stdout().lock();
    if args.json {
        writeln!(out, "{}", tale.json())?;
    } else {
        tale.tell(&mut out, if args.quiet { Extent::End } else { Extent::All })?;
    }
    Ok(out.flush()?)
}

/// Is standard input meant?
pub(crate) fn is_stdin(file: &Path) -> bool {
    file.as_os_str() == "-"
}

/// The text of a record file; `-` is standard input.
pub(crate) fn read(file: &Path) -> Result<String> {
    let mut bytes = Vec::new();
    let input: Box<dyn Read> = if is_stdin(file) {
        Box::new(io::stdin())
    } else {
        Box::new(File::open(file)?)
    };
    input.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST_BYTES {
        bail!("it is larger than {} MiB, which no record is", MOST_BYTES >> 20);
    }
    String::from_utf8(bytes).ok().context("it is not a text in UTF-8")
}

fn no_such_game(id: &str) -> String {
    let shown: String = id
        .chars()
        .filter(|letter| !letter.is_control())
        .take(60)
        .collect();
    let guess = nearest(id, builtin_ids().iter().copied().chain([push::ID]));
    let guess = guess.map_or_else(String::new, |guess| format!(", did you mean `{guess}`?"));
    format!("there is no built-in game `{shown}`{guess}; --sheet FILE names the sheet of another one")
}

/// How much is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Extent {
    All,
    End,
}

/// A record as far as it is told.
struct Tale<'a, G: Surface> {
    game: &'a G,
    record: Record<G>,
    /// How many of its events are told.
    events: usize,
    /// The state after them.
    state: G::State,
}

impl<'a, G: Surface> Tale<'a, G> {
    fn of(game: &'a G, replayed: Replayed<G>, events: usize) -> Result<Tale<'a, G>> {
        let mut state = replayed.record.start(game)?;
        for event in replayed.record.log().take(events) {
            event.apply(game, &mut state)?;
        }
        Ok(Tale {
            game,
            record: replayed.record,
            events,
            state,
        })
    }

    fn seats(&self) -> impl Iterator<Item = Seat> {
        (0..self.game.seats() as u8).map(Seat)
    }

    /// A seat with the name of its player.
    fn seat(&self, seat: Seat) -> String {
        match self.record.header.seats.get(seat.index()).map(String::as_str) {
            None | Some("") => format!("seat {seat}"),
            Some(name) => format!("seat {seat} ({name})"),
        }
    }

    fn list(&self, seats: Seats) -> String {
        let mut names: Vec<String> = seats.iter().map(|seat| self.seat(seat)).collect();
        match names.pop() {
            Some(last) if names.is_empty() => last,
            Some(last) => format!("{} and {last}", names.join(", ")),
            None => "nobody".into(),
        }
    }

    fn tell(&self, out: &mut impl Write, extent: Extent) -> Result<()> {
        if extent == Extent::All {
            self.tell_header(out)?;
            self.tell_events(out)?;
            writeln!(out)?;
        }
        writeln!(out, "{}", self.outcome())?;
        if !matches!(self.game.next(&self.state), Next::Over) {
            writeln!(out, "{}", self.game.position_text(&self.state))?;
        }
        writeln!(out)?;
        self.tell_scores(out)?;
        if extent == Extent::All {
            show(out, &self.game.table_view(&self.state))?;
            for seat in self.seats() {
                writeln!(out, "\n{}", self.seat(seat))?;
                show(out, &self.game.sheet_view(&self.state, seat))?;
            }
        }
        Ok(())
    }

    fn tell_header(&self, out: &mut impl Write) -> Result<()> {
        let RecordHeader {
            seed,
            options,
            position,
            tags,
            comments,
            ..
        } = &self.record.header;
        let players = players(self.game.seats());
        writeln!(out, "{}, {players}", self.game.name())?;
        if let Some(seed) = seed {
            writeln!(out, "seed: {seed}")?;
        }
        for (key, value) in options.iter().chain(tags) {
            writeln!(out, "{key}: {value}")?;
        }
        if let Some(position) = position {
            writeln!(out, "from: {position}")?;
        }
        for comment in comments {
            writeln!(out, "; {comment}")?;
        }
        Ok(())
    }

    fn tell_events(&self, out: &mut impl Write) -> Result<()> {
        let mut heading = String::new();
        for (number, (step, logged)) in
            (1..=self.events).zip(self.record.replay(self.game).zip(&self.record.events))
        {
            let step = step?;
            let now = self.game.heading(&step.before);
            if now != heading {
                heading = now;
                writeln!(out, "\n{heading}")?;
            }
            let what = match step.event {
                Event::Choice(seat, action) => {
                    format!("{}: {}", self.seat(seat), self.game.action_text(action))
                }
                Event::Outcome(luck) => self.game.outcome_text(luck),
            };
            let comments: String = logged
                .comments
                .iter()
                .map(|comment| format!("  ; {comment}"))
                .collect();
            writeln!(out, "{number:>5}  {what}{comments}")?;
        }
        Ok(())
    }

    /// How the game stands, in a sentence.
    fn outcome(&self) -> String {
        let after = match self.events {
            0 => "Before the first event".into(),
            1 => "After one event".into(),
            events => format!("After {events} events"),
        };
        match self.game.next(&self.state) {
            Next::Over if self.game.seats() == 1 => format!("{after} the game is over."),
            Next::Over => format!(
                "{after} the game is over: victory for {}.",
                self.list(self.game.winners(&self.state))
            ),
            Next::Chance(_) => format!("{after} the game goes on: luck is due."),
            Next::Choice(seats) => format!(
                "{after} the game goes on: the choice is with {}.",
                self.list(seats)
            ),
        }
    }

    fn tell_scores(&self, out: &mut impl Write) -> Result<()> {
        let names: Vec<String> = self.seats().map(|seat| self.seat(seat)).collect();
        let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let parts = self.game.parts();
        let foxes = self.game.has_foxes().then_some("foxes");
        let columns = parts.iter().map(String::as_str).chain(foxes).chain(["total"]);
        let head: String = columns.clone().map(|part| format!("  {part:>6}")).collect();
        writeln!(out, "{:width$}{head}", "")?;
        for (seat, name) in self.seats().zip(&names) {
            let measure = self.game.measure(&self.state, seat);
            let points = measure.parts[..parts.len()]
                .iter()
                .copied()
                .chain(foxes.map(|_| measure.fox_points))
                .chain([measure.total]);
            let row: String = columns
                .clone()
                .zip(points)
                .map(|(part, points)| format!("  {points:>width$}", width = part.chars().count().max(6)))
                .collect();
            let blanks = width - name.chars().count();
            writeln!(out, "{name}{:blanks$}{row}", "")?;
        }
        Ok(())
    }

    fn json(&self) -> Value {
        let header = &self.record.header;
        let next = self.game.next(&self.state);
        let events: Vec<Value> = (1..=self.events)
            .zip(self.record.replay(self.game).zip(&self.record.events))
            .filter_map(|(number, (step, logged))| {
                let step = step.ok()?;
                let mut event = match step.event {
                    Event::Choice(seat, action) => json!({
                        "seat": u16::from(seat.0) + 1,
                        "action": self.game.action_text(action),
                        "number": self.game.action_index(action),
                    }),
                    Event::Outcome(luck) => json!({ "luck": self.game.outcome_text(luck) }),
                };
                event["event"] = number.into();
                event["heading"] = self.game.heading(&step.before).into();
                if !logged.comments.is_empty() {
                    event["comments"] = logged.comments.clone().into();
                }
                Some(event)
            })
            .collect();
        let scores: Vec<Value> = self
            .seats()
            .map(|seat| {
                json!({
                    "seat": u16::from(seat.0) + 1,
                    "name": header.seats.get(seat.index()).filter(|name| !name.is_empty()),
                    "points": self.game.points(&self.state, seat),
                    "parts": self.game.score_json(&self.state, seat),
                })
            })
            .collect();
        json!({
            "game": self.game.id(),
            "players": self.game.seats(),
            "seed": header.seed.as_ref().map(ToString::to_string),
            "options": header.options.iter().cloned().collect::<std::collections::BTreeMap<_, _>>(),
            "events": events,
            "over": matches!(next, Next::Over),
            "asked": match next {
                Next::Choice(seats) => seat_numbers(seats),
                Next::Chance(_) | Next::Over => Vec::new(),
            },
            "leaders": seat_numbers(self.game.winners(&self.state)),
            "scores": scores,
            "position": self.game.position_json(&self.state),
            "text": self.game.position_text(&self.state),
        })
    }
}

/// Shows a drawing after an empty line.
fn show(out: &mut impl Write, drawing: &[Line]) -> io::Result<()> {
    let palette = Palette::of_stdout();
    if !drawing.is_empty() {
        writeln!(out)?;
    }
    drawing
        .iter()
        .try_for_each(|line| writeln!(out, "{}", line.show(palette)))
}

/// People count seats from 1.
fn seat_numbers(seats: Seats) -> Vec<u16> {
    seats.iter().map(|seat| u16::from(seat.0) + 1).collect()
}
