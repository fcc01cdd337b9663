//! `finaud analyse`: what every choice is worth, and why.

use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use finaud_players::Knowledge;
use finaud_players::coach::{Analysis, Outlook, analyse};
use finaud_record::{Event, Notation, setup_names};
use finaud_rules::{Next, Seat};
use finaud_table::{GameTable, games, with_compact_game};
use serde_json::{Value, json};

use crate::failure::UsageError;
use crate::game_choice::{self, GameChoice};
use crate::language::language;
use crate::limits::LimitsChoice;
use crate::numbers;
use crate::record_file::{self, GameFiles, RecordFile};
use crate::surface::Surface;
use crate::texts::{analyse as texts, games::too_few_events};

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
    files: GameFiles,
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

/// Reads a position or a record, and prints the analysis.
pub(crate) fn run(args: &Args) -> Result<()> {
    let path = Path::new(&args.what);
    let line = if args.what == "-" || path.is_file() {
        let (name, text) = record_file::text(path)?;
        if text.trim_start().starts_with("finaud record") {
            return analyse_record(args, &RecordFile::of(name, text)?);
        }
        text
    } else {
        args.what.clone()
    };
    analyse_position(args, line.trim())
}

fn analyse_position(args: &Args, line: &str) -> Result<()> {
    if line.is_empty() {
        return Err(UsageError(texts::nothing()).into());
    }
    let is_game = |id: &str| games().any(|game| game.eq_ignore_ascii_case(id));
    if !line.contains([' ', '=', '/']) && setup_names(line).is_some_and(|(id, _)| !is_game(id)) {
        return Err(UsageError(texts::neither(line)).into());
    }
    if args.at.is_some() {
        return Err(UsageError(texts::no_events()).into());
    }
    let (id, seats) = setup_names(line).ok_or_else(|| anyhow!(texts::no_game()))?;
    let choice = GameChoice {
        game: args.files.game.clone().unwrap_or_else(|| id.into()),
        rulings: args.rulings.clone(),
        variant: args.variant.clone(),
        weights: args.files.weights.clone(),
    };
    with_compact_game!(choice.build(args.players.unwrap_or(seats))?, game => {
        let state = game.read_position(line)?;
        AnalysedState { game, state, event: None, played: None }.analyse(args)
    })
}

fn analyse_record(args: &Args, file: &RecordFile) -> Result<()> {
    if !args.rulings.is_empty() || args.variant.is_some() {
        return Err(UsageError(texts::record_has_rules()).into());
    }
    if args.players.is_some_and(|players| players != file.players()) {
        return Err(UsageError(texts::record_has_players(&file.name, file.players())).into());
    }
    let game = file.game(args.files.game.as_deref(), args.files.weights.as_deref())?;
    with_compact_game!(game, game => before_event(game, file, args.at)?.analyse(args))
}

/// A state, and what was played there if a record says so.
struct AnalysedState<G: Surface> {
    game: G,
    state: G::State,
    /// The number of the event that follows in the record, from 1.
    event: Option<usize>,
    played: Option<(Seat, G::Action)>,
}

/// The state before an event of a record; before its last choice if no event is named.
fn before_event<G: Surface>(game: G, file: &RecordFile, event: Option<usize>) -> Result<AnalysedState<G>> {
    let record = file.read(&game)?;
    let table = GameTable::of_record(game, &record).with_context(|| file.name.clone())?;
    let known = table.log().len();
    let is_choice = |event: &Event<G>| matches!(event, Event::Choice(..));
    let event = match event {
        Some(event) if event > known => {
            return Err(UsageError(too_few_events(&file.name, known, event)).into());
        }
        Some(event) => event,
        None => table
            .log()
            .iter()
            .rposition(is_choice)
            .map_or(known.max(1), |index| index + 1),
    };
    Ok(AnalysedState {
        state: table.states()[event - 1],
        played: match table.log().get(event - 1) {
            Some(Event::Choice(seat, action)) => Some((*seat, *action)),
            Some(Event::Outcome(_)) | None => None,
        },
        game: table.game().clone(),
        event: Some(event),
    })
}

/// The seats that are analysed.
fn asked<G: Surface>(analysed: &AnalysedState<G>, wanted: Option<usize>) -> Result<Vec<Seat>> {
    let seats = analysed.game.seats();
    match (wanted, analysed.game.next(&analysed.state)) {
        (Some(seat), _) if seat > seats => Err(UsageError(texts::no_seat(seats, seat)).into()),
        (Some(seat), _) => Ok(vec![Seat(seat as u8 - 1)]),
        (None, Next::Choice(asked)) => Ok(match analysed.played {
            Some((seat, _)) => vec![seat],
            None => asked.iter().collect(),
        }),
        (None, Next::Chance(_) | Next::Over) => Ok((0..seats as u8).map(Seat).collect()),
    }
}

impl<G: Surface> AnalysedState<G> {
    fn analyse(&self, args: &Args) -> Result<()> {
        let seats = asked(self, args.seat)?;
        let mut analyst = self.game.analyst(args.limits.limits(NODES));
        let analyses: Vec<Analysis<G::Action>> = seats
            .into_iter()
            .map(|seat| analyse(&self.game, &mut *analyst, &self.state, seat, language()))
            .collect();
        let mut out = io::stdout().lock();
        if args.json {
            writeln!(out, "{}", self.json(&analyses))?;
        } else {
            self.write(&mut out, &analyses)?;
        }
        Ok(out.flush()?)
    }

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
            "event": self.event,
            "played": self.played.map(|(seat, action)| json!({
                "seat": u16::from(seat.0) + 1,
                "action": self.game.action_text(action),
            })),
            "caveat": self.game.caveat().map(|caveat| caveat.to_string()),
            "seats": analyses,
        })
    }

    fn write(&self, out: &mut impl Write, analyses: &[Analysis<G::Action>]) -> Result<()> {
        let heading = language().describe(&self.game.heading(&self.state).message());
        writeln!(out, "{}", texts::title(self.game.name(), &heading, self.event))?;
        writeln!(out, "{}", self.game.position_text(&self.state))?;
        if let Some(caveat) = self.game.caveat() {
            writeln!(out, "{}", texts::rough(&caveat))?;
        }
        match self.game.next(&self.state) {
            Next::Choice(_) => {}
            Next::Chance(_) => writeln!(out, "{}", texts::chance_due())?,
            Next::Over => writeln!(out, "{}", texts::over())?,
        }
        for analysis in analyses {
            self.write_seat(out, analysis)?;
        }
        Ok(())
    }

    fn write_seat(&self, out: &mut impl Write, analysis: &Analysis<G::Action>) -> Result<()> {
        let Outlook { points, win } = analysis.outlook;
        let choices = analysis.advice.len();
        // Where nothing is known, there are reasons and no numbers.
        let known = self.game.knowledge() != Knowledge::Nothing;
        let head = match known {
            true => texts::seat(analysis.seat, choices, points, win),
            false => texts::seat_unknown(analysis.seat, choices),
        };
        writeln!(out, "\n{head}")?;
        if analysis.advice.is_empty() {
            return Ok(());
        }
        let texts: Vec<String> = analysis
            .advice
            .iter()
            .map(|advice| {
                let played = self.played == Some((analysis.seat, advice.action));
                let mark = if played { texts::PLAYED } else { "" };
                format!("{}{mark}", advice.text)
            })
            .collect();
        let width = texts
            .iter()
            .map(|text| text.chars().count())
            .max()
            .unwrap_or(0)
            .max(texts::action_head().chars().count());
        if known {
            writeln!(out, "{}", texts::heads(win.is_some(), width))?;
        }
        for (advice, text) in analysis.advice.iter().zip(&texts) {
            if !known {
                writeln!(out, "  {text:width$}  {}", advice.why)?;
                continue;
            }
            if let (Some(win), Some(loss)) = (advice.outlook.win, advice.win_loss) {
                write!(out, "{}", numbers(100.0 * win, 100.0 * loss))?;
            }
            let blanks = width - text.chars().count();
            let numbers = numbers(advice.outlook.points, advice.loss);
            writeln!(out, "{numbers}  {text}{:blanks$}  {}", "", advice.why)?;
        }
        if self.played.is_some_and(|(seat, _)| seat == analysis.seat) {
            writeln!(out, "{}", texts::played())?;
        }
        Ok(())
    }
}

/// What a choice is worth and what it costs, as columns.
fn numbers(value: f64, loss: f64) -> String {
    language().tabular(&format!("{value:>8.1}{:>8}", cost(loss)))
}

/// What a choice costs; nothing is not written.
fn cost(loss: f64) -> String {
    if loss < 0.005 {
        "–".into()
    } else {
        format!("{loss:.2}")
    }
}
