//! `finaud analyse`: what every choice is worth, and why.

use std::io::{self, Write};
use std::path::Path;

use anyhow::{Result, anyhow};
use finaud_players::coach::{Analysis, analyse};
use finaud_record::{Event, setup_names};
use finaud_rules::{Next, Seat};
use serde_json::{Value, json};

use crate::failure::Usage;
use crate::game_choice::{self, GameChoice, WithGame};
use crate::limits::LimitsChoice;
use crate::numbers;
use crate::record_file::{self, RecordFile, Unsaid};
use crate::surface::Surface;

/// How many states are valued unless told otherwise.
const NODES: u64 = 60_000;

/// The arguments of `finaud analyse`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A position in one line, as `finaud replay` and the referee write it, or a file with a position or a record;
    /// `-` reads it from standard input.
    #[arg(value_name = "POSITION|FILE")]
    what: String,
    #[command(flatten)]
    unsaid: Unsaid,
    /// How many players sit at the table, if the position does not say.
    #[arg(long, short, value_parser = game_choice::players, allow_hyphen_values = true)]
    players: Option<usize>,
    /// Reads a rule in another way, as in `forfeit_always=true`. May be given several times; a record says it itself.
    #[arg(long = "ruling", value_name = "KEY=VALUE")]
    rulings: Vec<String>,
    /// The variant of PUSH: standard or risk; a record says it itself.
    #[arg(long)]
    variant: Option<String>,
    /// The event of a record before which the position is looked at; the last decision if not given.
    #[arg(long, value_name = "N", value_parser = event, allow_hyphen_values = true)]
    at: Option<usize>,
    /// For this seat only; for all seats that are asked if not given.
    #[arg(long, value_name = "N", value_parser = game_choice::seat, allow_hyphen_values = true)]
    seat: Option<usize>,
    #[command(flatten)]
    limits: LimitsChoice,
    /// Prints one JSON object.
    #[arg(long)]
    json: bool,
}

fn event(text: &str) -> Result<usize, String> {
    numbers::count(text, "the event", 1..=1_000_000).map(|event| event as usize)
}

/// Looks at the position and says what is to be said.
pub(crate) fn run(args: &Args) -> Result<()> {
    let path = Path::new(&args.what);
    let line = if args.what == "-" || path.is_file() {
        let (name, text) = record_file::text(path)?;
        if text.trim_start().starts_with("finaud record") {
            let record = RecordFile::of(name, text, &args.unsaid)?;
            return of_record(args, &record);
        }
        text
    } else {
        args.what.clone()
    };
    let line = line.trim();
    if line.is_empty() {
        return Err(Usage("there is no position and no record to look at".into()).into());
    }
    if !line.contains([' ', '=', '/']) && setup_names(line).is_some_and(|(id, _)| !is_game(id)) {
        return Err(Usage(format!(
            "`{line}` is neither a file nor a position, which begins with the name of its game: \
             `tres-fute phase=rolled pool=W4,Y3,B2,G6,O1,V5 /`"
        ))
        .into());
    }
    if args.at.is_some() {
        return Err(Usage("--at picks an event of a record, and this is a position".into()).into());
    }
    let (id, seats) = setup_names(line)
        .ok_or_else(|| anyhow!("the position should begin with the name of its game, as in `tres-fute …`"))?;
    let game = GameChoice {
        game: args.unsaid.game.clone().unwrap_or_else(|| id.into()),
        rulings: args.rulings.clone(),
        variant: args.variant.clone(),
        weights: args.unsaid.weights.clone(),
    };
    let players = args.players.unwrap_or(seats);
    game.with(
        players,
        Look {
            args,
            from: From::Line(line),
        },
    )?
}

fn is_game(id: &str) -> bool {
    finaud_rules::builtin(id).is_some() || id.eq_ignore_ascii_case(finaud_record::push::ID)
}

fn of_record(args: &Args, record: &RecordFile) -> Result<()> {
    if !args.rulings.is_empty() || args.variant.is_some() {
        return Err(Usage("a record says itself by which rules it was played".into()).into());
    }
    if args.players.is_some_and(|players| players != record.players) {
        return Err(Usage(format!("{} is of {} players", record.name, record.players)).into());
    }
    let look = Look {
        args,
        from: From::Record(record),
    };
    record.game.with(record.players, look)?
}

/// Where the position comes from.
#[derive(Clone, Copy)]
enum From<'a> {
    Line(&'a str),
    Record(&'a RecordFile),
}

struct Look<'a> {
    args: &'a Args,
    from: From<'a>,
}

/// A position, and what was played there if a record says so.
struct Scene<G: Surface> {
    game: G,
    state: G::State,
    /// The number of the event.
    at: Option<usize>,
    played: Option<(Seat, G::Action)>,
}

impl WithGame for Look<'_> {
    type Out = Result<()>;

    fn with<G: Surface>(self, game: G) -> Result<()> {
        let scene = match self.from {
            From::Line(line) => Scene {
                state: game.read_position(line)?,
                game,
                at: None,
                played: None,
            },
            From::Record(file) => of_event(game, file, self.args.at)?,
        };
        let seats = asked(&scene, self.args.seat)?;
        let mut analyst = scene.game.analyst(self.args.limits.limits(NODES));
        let analyses: Vec<Analysis<G::Action>> = seats
            .into_iter()
            .map(|seat| analyse(&scene.game, &mut *analyst, &scene.state, seat))
            .collect();
        let mut out = io::stdout().lock();
        if self.args.json {
            writeln!(out, "{}", scene.json(&analyses))?;
        } else {
            scene.tell(&mut out, &analyses)?;
        }
        Ok(out.flush()?)
    }
}

/// The state before an event of a record.
fn of_event<G: Surface>(game: G, file: &RecordFile, at: Option<usize>) -> Result<Scene<G>> {
    let record = file.read(&game)?;
    let known = record.events.len();
    let last = |event: Event<G>| matches!(event, Event::Choice(..));
    let decision = record.log().enumerate().filter(|(_, event)| last(*event)).last();
    let at = match at {
        Some(at) if at > known => {
            return Err(Usage(format!("{} has {known} events, not {at}", file.name)).into());
        }
        Some(at) => at,
        None => decision.map_or(known.max(1), |(index, _)| index + 1),
    };
    let mut state = record.start(&game)?;
    for event in record.log().take(at - 1) {
        event.apply(&game, &mut state)?;
    }
    let played = match record.log().nth(at - 1) {
        Some(Event::Choice(seat, action)) => Some((seat, action)),
        Some(Event::Outcome(_)) | None => None,
    };
    Ok(Scene {
        game,
        state,
        at: Some(at),
        played,
    })
}

/// The seats to be spoken to.
fn asked<G: Surface>(scene: &Scene<G>, wanted: Option<usize>) -> Result<Vec<Seat>> {
    let seats = scene.game.seats();
    match (wanted, scene.game.next(&scene.state)) {
        (Some(seat), _) if seat > seats => {
            Err(Usage(format!("there are {seats} seats: no seat {seat}")).into())
        }
        (Some(seat), _) => Ok(vec![Seat(seat as u8 - 1)]),
        (None, Next::Choice(asked)) => Ok(match scene.played {
            Some((seat, _)) => vec![seat],
            None => asked.iter().collect(),
        }),
        (None, Next::Chance(_) | Next::Over) => Ok((0..seats as u8).map(Seat).collect()),
    }
}

impl<G: Surface> Scene<G> {
    fn json(&self, analyses: &[Analysis<G::Action>]) -> Value {
        json!({
            "game": self.game.id(),
            "players": self.game.seats(),
            "text": self.game.position_text(&self.state),
            "next": match self.game.next(&self.state) {
                Next::Choice(_) => "choice",
                Next::Chance(_) => "luck",
                Next::Over => "over",
            },
            "event": self.at,
            "played": self.played.map(|(seat, action)| json!({
                "seat": u16::from(seat.0) + 1,
                "action": self.game.action_text(action),
            })),
            "caveat": self.game.caveat(),
            "seats": analyses,
        })
    }

    fn tell(&self, out: &mut impl Write, analyses: &[Analysis<G::Action>]) -> Result<()> {
        let at = self
            .at
            .map_or_else(String::new, |at| format!(", before event {at}"));
        writeln!(
            out,
            "{}, {}{at}",
            self.game.name(),
            self.game.heading(&self.state)
        )?;
        writeln!(out, "{}", self.game.position_text(&self.state))?;
        if let Some(caveat) = self.game.caveat() {
            writeln!(out, "Note: {caveat}. The numbers below are rough.")?;
        }
        match self.game.next(&self.state) {
            Next::Choice(_) => {}
            Next::Chance(_) => writeln!(out, "Nobody is asked now: luck is due. This is what to expect.")?,
            Next::Over => writeln!(out, "Nobody is asked now: the game is over.")?,
        }
        for analysis in analyses {
            self.tell_seat(out, analysis)?;
        }
        Ok(())
    }

    fn tell_seat(&self, out: &mut impl Write, analysis: &Analysis<G::Action>) -> Result<()> {
        let win = analysis
            .outlook
            .win
            .map_or_else(String::new, |win| format!(", {:.1} % to win", 100.0 * win));
        let count = match analysis.advice.len() {
            0 => String::new(),
            1 => " with 1 choice".into(),
            count => format!(" with {count} choices"),
        };
        writeln!(
            out,
            "\nseat {}{count}: {:.1} points{win}",
            analysis.seat, analysis.outlook.points
        )?;
        if analysis.advice.is_empty() {
            return Ok(());
        }
        let texts: Vec<String> = analysis
            .advice
            .iter()
            .map(|advice| {
                let played = self.played == Some((analysis.seat, advice.action));
                let mark = if played { " ←" } else { "" };
                format!("{}{mark}", advice.text)
            })
            .collect();
        let width = texts
            .iter()
            .map(|text| text.chars().count())
            .max()
            .unwrap_or(0)
            .max(6);
        let chances = if analysis.outlook.win.is_some() {
            "   win %    loss"
        } else {
            ""
        };
        writeln!(out, "{chances}  points    loss  {:width$}  why", "action")?;
        for (advice, text) in analysis.advice.iter().zip(&texts) {
            if let (Some(win), Some(loss)) = (advice.outlook.win, advice.win_loss) {
                write!(out, "{:>8.1}{:>8}", 100.0 * win, cost(100.0 * loss))?;
            }
            let blanks = width - text.chars().count();
            writeln!(
                out,
                "{:>8.1}{:>8}  {text}{:blanks$}  {}",
                advice.outlook.points,
                cost(advice.loss),
                "",
                advice.why
            )?;
        }
        if self.played.is_some_and(|(seat, _)| seat == analysis.seat) {
            writeln!(out, "← was played")?;
        }
        Ok(())
    }
}

/// What a choice costs; nothing is not written.
fn cost(loss: f64) -> String {
    if loss < 0.005 {
        "–".into()
    } else {
        format!("{loss:.2}")
    }
}
