//! `finaud replay`: a record event by event, with what it came to.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, Result};
use finaud_record::{Event, Record, RecordHeader};
use finaud_rules::{Next, Seat, Seats};
use finaud_table::{GameTable, with_game};
use serde_json::{Value, json};

use crate::draw::{Palette, TextLine};
use crate::failure::UsageError;
use crate::language::language;
use crate::numbers;
use crate::record_file::RecordFile;
use crate::surface::Surface;
use crate::texts::replay::GameStatus;
use crate::texts::{self, games::too_few_events, replay as words};

/// No record has more events.
const MAX_EVENTS: u64 = 1_000_000;

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
    numbers::count(text, "the number of events", 0..=MAX_EVENTS).map(|events| events as usize)
}

/// Reads the record and prints it.
pub(crate) fn run(args: &Args) -> Result<()> {
    let file = RecordFile::open(&args.file)?;
    let sheet = args.sheet.as_ref().map(|path| path.to_string_lossy());
    let game = file.game_on(sheet.as_deref())?;
    with_game!(into game, game => replay(args, &file, game))
}

/// Plays the record through and prints it.
fn replay<G: Surface>(args: &Args, file: &RecordFile, game: G) -> Result<()> {
    let record = file.read(&game)?;
    let known = record.events.len();
    let events = args.to.unwrap_or(known);
    if events > known {
        return Err(UsageError(too_few_events(&file.name, known, events)).into());
    }
    let table = GameTable::of_record(game, &record);
    let mut table = table.with_context(|| file.name.clone())?;
    table.truncate(events);
    let report = ReplayReport { table, record };
    let mut out = io::stdout().lock();
    if args.json {
        writeln!(out, "{}", report.json())?;
    } else if args.quiet {
        report.write_end(&mut out)?;
    } else {
        report.write(&mut out)?;
    }
    Ok(out.flush()?)
}

/// A record as far as it is replayed.
struct ReplayReport<G: Surface> {
    /// The game as far as it is replayed.
    table: GameTable<G>,
    /// The whole record.
    record: Record<G>,
}

impl<G: Surface> ReplayReport<G> {
    fn game(&self) -> &G {
        self.table.game()
    }

    fn state(&self) -> &G::State {
        self.table.state()
    }

    fn seats(&self) -> impl Iterator<Item = Seat> + use<G> {
        (0..self.table.chairs().len() as u8).map(Seat)
    }

    /// A seat with the name of its player.
    fn seat(&self, seat: Seat) -> String {
        let chair = self.table.chairs().get(seat.index());
        words::seat(seat, chair.map_or("", |chair| &chair.name))
    }

    fn names(&self, seats: Seats) -> Vec<String> {
        seats.iter().map(|seat| self.seat(seat)).collect()
    }

    /// The whole game.
    fn write(&self, out: &mut impl Write) -> Result<()> {
        self.write_header(out)?;
        self.write_events(out)?;
        writeln!(out)?;
        self.write_end(out)?;
        show(out, &self.game().table_view(self.state()))?;
        for seat in self.seats() {
            writeln!(out, "\n{}", self.seat(seat))?;
            show(out, &self.game().sheet_view(self.state(), seat))?;
        }
        Ok(())
    }

    /// How the game ends, or where it stands.
    fn write_end(&self, out: &mut impl Write) -> Result<()> {
        let events = self.table.log().len();
        writeln!(out, "{}", words::standing(events, &self.standing()))?;
        if !matches!(self.table.next(), Next::Over) {
            writeln!(out, "{}", self.game().position_text(self.state()))?;
        }
        writeln!(out)?;
        self.write_scores(out)
    }

    fn write_header(&self, out: &mut impl Write) -> Result<()> {
        let RecordHeader {
            seed,
            options,
            position,
            tags,
            comments,
            ..
        } = &self.record.header;
        let players = texts::players(language(), self.table.chairs().len());
        writeln!(out, "{}", words::title(self.game().name(), &players))?;
        if let Some(seed) = seed {
            writeln!(out, "{}", words::tag(&words::seed_tag(), &seed.to_string()))?;
        }
        for (key, value) in options.iter().chain(tags) {
            writeln!(out, "{}", words::tag(key, value))?;
        }
        if let Some(position) = position {
            writeln!(out, "{}", words::tag(&words::from_tag(), position))?;
        }
        for comment in comments {
            writeln!(out, "{}", words::comment(comment))?;
        }
        Ok(())
    }

    fn write_events(&self, out: &mut impl Write) -> Result<()> {
        if self.table.log().is_empty() {
            return Ok(());
        }
        let names: Vec<String> = self.seats().map(|seat| self.seat(seat)).collect();
        let mut heading = None;
        // What a round gives stands below its heading, which comes with its first event.
        let mut announced = self.game().announcements(&self.start_effects(), &names);
        for (index, (event, before)) in self.table.log().iter().zip(self.table.states()).enumerate() {
            let now = self.game().heading(before);
            if heading != Some(now) {
                heading = Some(now);
                writeln!(out, "\n{}", language().describe(&now.message()))?;
            }
            write_indented(out, &announced)?;
            let what = match event {
                Event::Choice(seat, action) => {
                    texts::play::choice(&self.seat(*seat), &self.game().action_text(*action))
                }
                Event::Outcome(outcome) => self.game().outcome_text(*outcome),
            };
            let comments: String = self.record.events[index]
                .comments
                .iter()
                .map(|comment| format!("  {}", words::comment(comment)))
                .collect();
            writeln!(out, "{:>5}  {what}{comments}", index + 1)?;
            announced = self.game().announcements(&self.table.effects(index), &names);
        }
        write_indented(out, &announced)
    }

    /// What happened before the first event, if the record begins with the game.
    fn start_effects(&self) -> Vec<G::Effect> {
        let mut effects = Vec::new();
        if self.record.header.position.is_none() {
            self.game().start_observed(&mut effects);
        }
        effects
    }

    fn standing(&self) -> GameStatus {
        match self.table.next() {
            Next::Over if self.table.chairs().len() == 1 => GameStatus::Over,
            Next::Over => GameStatus::Won(self.names(self.game().winners(self.state()))),
            Next::Chance(_) => GameStatus::Chance,
            Next::Choice(seats) => GameStatus::Choice(self.names(seats)),
        }
    }

    fn write_scores(&self, out: &mut impl Write) -> Result<()> {
        let names: Vec<String> = self.seats().map(|seat| self.seat(seat)).collect();
        let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let parts = self.game().part_titles();
        let foxes = self.game().has_foxes().then(texts::foxes);
        let total = texts::total();
        let columns = parts.iter().chain(&foxes).chain([&total]);
        let head: String = columns.clone().map(|part| format!("  {part:>6}")).collect();
        writeln!(out, "{:width$}{head}", "")?;
        for (seat, name) in self.seats().zip(&names) {
            let score = self.game().score_parts(self.state(), seat);
            let points = score.parts[..parts.len()]
                .iter()
                .copied()
                .chain(foxes.as_ref().map(|_| score.fox_points))
                .chain([score.total]);
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
        let next = self.table.next();
        let events = self.table.log().iter().zip(self.table.states()).enumerate();
        let events = events.map(|(index, (event, before))| {
            let mut object = match event {
                Event::Choice(seat, action) => json!({
                    "seat": u16::from(seat.0) + 1,
                    "action": self.game().action_text(*action),
                    "number": self.game().action_index(*action),
                }),
                Event::Outcome(outcome) => json!({ "luck": self.game().outcome_text(*outcome) }),
            };
            object["event"] = (index + 1).into();
            object["heading"] = self.game().heading(before).to_string().into();
            let comments = &self.record.events[index].comments;
            if !comments.is_empty() {
                object["comments"] = comments.clone().into();
            }
            object
        });
        let scores = self.seats().map(|seat| {
            json!({
                "seat": u16::from(seat.0) + 1,
                "name": header.seats.get(seat.index()).filter(|name| !name.is_empty()),
                "points": self.game().points(self.state(), seat),
                "parts": self.game().score_json(self.state(), seat),
            })
        });
        json!({
            "game": self.game().id(),
            "players": self.table.chairs().len(),
            "seed": header.seed.as_ref().map(ToString::to_string),
            "options": header.options.iter().cloned().collect::<std::collections::BTreeMap<_, _>>(),
            "events": events.collect::<Vec<_>>(),
            "over": matches!(next, Next::Over),
            "asked": match next {
                Next::Choice(seats) => seat_numbers(seats),
                Next::Chance(_) | Next::Over => Vec::new(),
            },
            "leaders": seat_numbers(self.game().winners(self.state())),
            "scores": scores.collect::<Vec<_>>(),
            "position": self.game().position_json(self.state()),
            "text": self.game().position_text(self.state()),
        })
    }
}

/// Lines that stand where the words of events do.
fn write_indented(out: &mut impl Write, lines: &[String]) -> Result<()> {
    for line in lines {
        writeln!(out, "       {line}")?;
    }
    Ok(())
}

/// Shows a drawing after an empty line.
fn show(out: &mut impl Write, drawing: &[TextLine]) -> io::Result<()> {
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
