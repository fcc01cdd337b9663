//! `finaud train`: teaches a game by self-play, or against bots that stay as they are, and writes the weights.
//!
//! The whole state of the training is kept beside the weights, so that it continues where it was stopped. The log of held-out
//! results is printed, a line each time; games of the held-out series are never trained on.

mod held_out;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use finaud_players::arena::Entrant;
use finaud_players::learned::{Header, Learnable, Net, Plan, Training, Weights};
use finaud_record::push;
use finaud_rules::push::MAX_PUSH_SEATS;
use finaud_rules::{DiceGame, Game, Push, Variant};
use finaud_table::with_compact_game;

use crate::bot_choice::{BotChoice, bot_choice};
use crate::failure::{INTERRUPTED, UsageError};
use crate::game_choice::{self, GameChoice};
use crate::numbers::{self, grouped};
use crate::output_file;
use crate::sim::{self, progress::Progress};
use crate::surface::Surface;

/// The series of dice that measures progress, and the one whose result stands in the header.
const WATCHED: u64 = 0x0a7c_4ed0;
const HELD_OUT: u64 = 0x4e1d_0047;

/// The variants of PUSH.
const VARIANTS: [Variant; 2] = [Variant::Standard, Variant::Risk];

/// The arguments of `finaud train`.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameChoice,
    /// How many players the weights are for: 1, or `many` for every larger table. With a number from 2, weights for every larger
    /// table learn at tables of this size only.
    #[arg(long, short, value_name = "1|many|N", default_value = "1", value_parser = tables)]
    players: Tables,
    /// How many games are played in all, those of earlier runs included.
    #[arg(long, short = 'n', default_value = "1000000", value_parser = games, allow_hyphen_values = true)]
    games: u64,
    /// Names the series of games and the first weights.
    #[arg(long, short, default_value = "1", value_parser = numbers::seed, allow_hyphen_values = true)]
    seed: u64,
    /// Begins with what these weights know: those of the same game, or those for one player of it, where several are to learn.
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Learns to beat these bots, which stay as they are: one seat learns, another one in each game, and one of them, drawn,
    /// sits in every other seat. Commas between them; `expert:FILE` plays by the weights in a file. With `--from`, this tells what a
    /// best response to them gains.
    #[arg(long, value_name = "A,B,…", value_delimiter = ',', value_parser = bot_choice)]
    against: Vec<BotChoice>,
    /// How many threads play and learn; all cores if not given.
    #[arg(long, value_parser = sim::threads, allow_hyphen_values = true)]
    threads: Option<usize>,
    /// The step size at first.
    #[arg(long, default_value = "0.002", value_parser = share, allow_hyphen_values = true)]
    rate: f32,
    /// How much what came later counts against what the net thought next, 0 to 1.
    #[arg(long, default_value = "0.8", value_parser = share, allow_hyphen_values = true)]
    lambda: f32,
    /// The share of random choices at first.
    #[arg(long, default_value = "0.1", value_parser = share, allow_hyphen_values = true)]
    explore: f32,
    /// Takes the luck of the dice out of what is learned: it is measured against the mean over so many outcomes of the same
    /// roll. Slower by about as many times; 0 leaves luck in.
    #[arg(long, default_value = "0", value_parser = outcomes, allow_hyphen_values = true)]
    outcomes: u32,
    /// How many held-out games are played each time; the last time ten times as many.
    #[arg(long, default_value = "2000", value_parser = games, allow_hyphen_values = true)]
    held_out: u64,
    /// The file of weights to write. The training itself is kept beside it, with `.training` added to the name.
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
}

/// The tables to learn at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Tables {
    Alone,
    Many,
    /// Tables of this size among those of `many`.
    Only(usize),
}

impl Tables {
    /// Is a table with so many seats among them?
    fn includes(self, seats: usize) -> bool {
        match self {
            Tables::Alone => seats == 1,
            Tables::Many => seats > 1,
            Tables::Only(players) => seats == players,
        }
    }
}

impl std::fmt::Display for Tables {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Tables::Alone => f.write_str("1"),
            Tables::Many => f.write_str("many"),
            Tables::Only(players) => write!(f, "{players}"),
        }
    }
}

fn tables(text: &str) -> Result<Tables, String> {
    match text {
        "1" => Ok(Tables::Alone),
        "many" => Ok(Tables::Many),
        other => match game_choice::players(other) {
            Ok(players) => Ok(Tables::Only(players)),
            Err(_) => Err(format!(
                "--players is `1`, `many` or a number of players, not `{other}`"
            )),
        },
    }
}

fn games(text: &str) -> Result<u64, String> {
    numbers::count(text, "the number of games", 1..=1_000_000_000_000)
}

fn outcomes(text: &str) -> Result<u32, String> {
    numbers::count(text, "the number of outcomes", 0..=4096).map(|outcomes| outcomes as u32)
}

fn share(text: &str) -> Result<f32, String> {
    let share = text
        .parse::<f32>()
        .ok()
        .filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| format!("`{text}` is no number from 0 to 1"))
}

/// Trains, and writes what was learned.
pub(crate) fn run(args: &Args) -> Result<()> {
    if args.game.weights.is_some() {
        return Err(UsageError(
            "a training goes on from its own `.training` file, not from --weights".into(),
        )
        .into());
    }
    let players = match args.players {
        Tables::Alone => 1,
        Tables::Many => 2,
        Tables::Only(players) => players,
    };
    if args.game.game.eq_ignore_ascii_case(push::ID) && args.players == Tables::Alone {
        let why = "the weights of PUSH are for several players: --players is `many` or their number";
        return Err(UsageError(why.into()).into());
    }
    if args.players == Tables::Alone && !args.against.is_empty() {
        return Err(UsageError("whoever plays alone has nobody to play --against".into()).into());
    }
    let game = args.game.build(players)?;
    output_file::check(&args.out)?;
    with_compact_game!(game, game => train(args, &tables_of(args, &game)?))
}

/// The tables to learn at: all that share their weights, or those that were asked for.
fn tables_of<G: Trainable>(args: &Args, game: &G) -> Result<Vec<G>> {
    let mut tables = game.sharing_weights()?;
    tables.retain(|table| args.players.includes(table.seats()));
    if args.game.variant.is_some() {
        tables.retain(|table| table.options() == game.options());
    }
    Ok(tables)
}

/// A game that can be trained with others of its kind.
trait Trainable: Learnable + Surface {
    /// All games that have the same weights as this one.
    fn sharing_weights(&self) -> Result<Vec<Self>>;

    /// How the weights of some games do on a series that is not trained on, in words.
    fn held_out(games: &[Self], net: &Arc<Net>, count: u64, series: u64, threads: usize) -> String;
}

impl<const SEATS: usize> Trainable for DiceGame<SEATS> {
    fn sharing_weights(&self) -> Result<Vec<Self>> {
        if self.seats() == 1 {
            return Ok(vec![self.clone()]);
        }
        let table = |seats| DiceGame::new(self.sheet().clone(), seats);
        let tables = (2..=SEATS).map(table).collect::<Result<_, _>>();
        Ok(tables?)
    }

    fn held_out(games: &[Self], net: &Arc<Net>, count: u64, series: u64, threads: usize) -> String {
        held_out::mean_points(games, net, count, series, threads)
    }
}

impl Trainable for Push {
    fn sharing_weights(&self) -> Result<Vec<Self>> {
        let tables = (2..=MAX_PUSH_SEATS).flat_map(|seats| VARIANTS.map(|variant| (seats, variant)));
        let tables = tables.map(|(seats, variant)| Push::new(seats, variant));
        Ok(tables.collect::<Result<_, _>>()?)
    }

    fn held_out(games: &[Self], net: &Arc<Net>, count: u64, series: u64, threads: usize) -> String {
        held_out::share_against_club(games, net, count, series, threads)
    }
}

/// How many play at these tables, as `3` or `2-6`.
fn sizes<G: Trainable>(games: &[G]) -> String {
    let seats = || games.iter().map(G::seats);
    match (seats().min(), seats().max()) {
        (Some(least), Some(most)) if least < most => format!("{least}-{most}"),
        (least, _) => least.unwrap_or(0).to_string(),
    }
}

/// Trains one net on several games in turn: the same sheet with different numbers of players.
fn train<G: Trainable>(args: &Args, games: &[G]) -> Result<()> {
    let encoder = games[0].encoder();
    let plan = Plan {
        games: args.games,
        seed: args.seed,
        lambda: args.lambda,
        rate: args.rate,
        explore: args.explore,
        outcomes: args.outcomes,
        threads: args.threads.unwrap_or_else(numbers::cores),
        ..Plan::default()
    };
    let checkpoint = Checkpoint {
        path: checkpoint_path(&args.out),
        purpose: purpose(args, &games[0]),
    };
    let opponents_at = |table: &G| args.against.iter().map(|bot| bot.entrant(table)).collect();
    let opponents: Vec<Vec<Entrant<G>>> = games.iter().map(opponents_at).collect::<Result<_>>()?;
    let measure = |net: &Arc<Net>, count: u64, series: u64| {
        if args.against.is_empty() {
            return G::held_out(games, net, count, series, plan.threads);
        }
        held_out::share_against(games, net, &opponents, count, series, plan.threads)
    };
    let beginner = match &args.from {
        None => Training::new(finaud_players::learned::Encoder::inputs(&encoder), args.seed),
        Some(file) => Training::from_net(warm_start(file, &games[0])?),
    };
    let mut training = checkpoint.begin(beginner)?;
    // Better to learn now than after an hour that nothing can be written there.
    checkpoint.write(&training)?;
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{} for {} players, {} inputs, {} games so far",
        games[0].name(),
        sizes(games),
        training.net.inputs(),
        grouped(training.games)
    )?;
    let stop = sim::stop_on_interrupt()?;
    let progress = Progress::new(args.games);
    let start = Instant::now();
    let every = (args.games / 20).max(1);
    let mut turn = (training.games / plan.generation as u64) as usize;
    let mut next = training.games - training.games % every + every;
    while training.games < args.games && !stop.load(Ordering::Relaxed) {
        let table = turn % games.len();
        training.generation_against(&games[table], &encoder, &plan, &opponents[table]);
        turn += 1;
        progress.show(training.games.min(args.games));
        if training.games >= next {
            next += every;
            progress.clear();
            let mean = Arc::new(training.mean.clone());
            let report = measure(&mean, args.held_out, WATCHED);
            writeln!(
                out,
                "{:>12} games  {:>7.0} s  {report}",
                grouped(training.games),
                start.elapsed().as_secs_f64()
            )?;
            out.flush()?;
            checkpoint.write(&training)?;
        }
    }
    progress.clear();
    checkpoint.write(&training)?;
    if training.games < args.games {
        let _ = writeln!(
            io::stderr(),
            "finaud: stopped after {} games; the same command goes on",
            grouped(training.games)
        );
        return Err(INTERRUPTED.into());
    }
    let mut weights = Weights {
        header: Header {
            game: games[0].id().into(),
            fingerprint: games[0].weights_fingerprint(),
            players: games[0].player_range().into(),
            command: command(args, &args.games.to_string()),
            games: training.games,
            held_out: "?".into(),
        },
        net: Arc::new(training.mean.clone()),
    };
    let file = |weights: &Weights| weights.write(games[0].quantisation_step(), |input| training.seen(input));
    // What is measured is what is written: the rounded weights.
    weights.net = Weights::read(&file(&weights))?.net;
    let held_out = measure(&weights.net, 10 * args.held_out, HELD_OUT);
    weights.header.held_out.clone_from(&held_out);
    keep(&args.out, &file(&weights))?;
    writeln!(out, "{held_out}; written to {}", args.out.display())?;
    Ok(out.flush()?)
}

/// What the weights of a file know, as a beginning.
fn warm_start<G: Learnable>(file: &Path, game: &G) -> Result<Net> {
    let name = file.display();
    let bytes = std::fs::read(file).with_context(|| format!("{name} cannot be read"))?;
    let weights = Weights::read(&bytes).with_context(|| format!("{name} cannot be used"))?;
    if game.accepts(&weights).is_ok() {
        return Ok(Net::clone(&weights.net));
    }
    game.warm_start(&weights).ok_or_else(|| {
        let header = &weights.header;
        let why = format!(
            "{name} is for {} with {} players; --from takes weights of {}, for the same players or, where several are to learn, for one",
            header.game,
            header.players,
            game.id()
        );
        UsageError(why).into()
    })
}

/// What the training is for and how it learns: what must be the same when it continues.
fn purpose<G: Learnable>(args: &Args, game: &G) -> String {
    format!("{:016x} {}", game.weights_fingerprint(), command(args, "…"))
}

/// The command that leads to the same weights.
fn command(args: &Args, games: &str) -> String {
    let rulings: String = args
        .game
        .rulings
        .iter()
        .map(|ruling| format!(" --ruling {ruling}"))
        .collect();
    let from = args.from.as_deref().and_then(Path::file_name);
    let from = from.map_or_else(String::new, |name| format!(" --from {}", name.to_string_lossy()));
    let variant = args.game.variant.as_ref();
    let variant = variant.map_or_else(String::new, |variant| format!(" --variant {variant}"));
    let against: Vec<String> = args.against.iter().map(BotChoice::short_name).collect();
    let against = match &against[..] {
        [] => String::new(),
        bots => format!(" --against {}", bots.join(",")),
    };
    let outcomes = match args.outcomes {
        0 => String::new(),
        outcomes => format!(" --outcomes {outcomes}"),
    };
    format!(
        "finaud train --game {}{rulings}{variant} --players {}{from}{against} --games {games} --seed {} --rate {} --lambda {} --explore {}{outcomes} --out FILE",
        args.game.game, args.players, args.seed, args.rate, args.lambda, args.explore
    )
}

fn checkpoint_path(out: &Path) -> PathBuf {
    let mut name = out.as_os_str().to_owned();
    name.push(".training");
    name.into()
}

/// The file in which a training is kept, and what it is for.
struct Checkpoint {
    path: PathBuf,
    purpose: String,
}

impl Checkpoint {
    /// Continues the training in the file, or begins a new one.
    fn begin(&self, beginner: Training) -> Result<Training> {
        let name = self.path.display();
        let bytes = match std::fs::read(&self.path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(beginner),
            Err(error) => bail!("{name} cannot be read: {error}"),
        };
        let wrong = || format!("{name} cannot be gone on with; move it away to begin anew");
        let line = bytes.iter().position(|byte| *byte == b'\n').unwrap_or(0);
        let (purpose, rest) = bytes.split_at(line);
        let training =
            Training::read(rest.get(1..).unwrap_or_default(), beginner.net.inputs()).with_context(wrong)?;
        if purpose != self.purpose.as_bytes() {
            let other = String::from_utf8_lossy(purpose);
            let other = other.split_once(' ').map_or("", |(_, command)| command);
            bail!("{name} belongs to another training, `{other}`; move it away to begin anew");
        }
        Ok(training)
    }

    fn write(&self, training: &Training) -> Result<()> {
        let mut bytes = format!("{}\n", self.purpose).into_bytes();
        bytes.extend(training.write());
        keep(&self.path, &bytes)
    }
}

/// Writes a file so that a crash leaves the old one.
fn keep(path: &Path, bytes: &[u8]) -> Result<()> {
    let mut partial = path.as_os_str().to_owned();
    partial.push(".part");
    std::fs::write(&partial, bytes).with_context(|| format!("{} cannot be written", path.display()))?;
    std::fs::rename(&partial, path).with_context(|| format!("{} cannot be written", path.display()))
}
