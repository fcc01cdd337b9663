//! The binary `finaud`: play, simulate, compare and study the games in a terminal.
#![forbid(unsafe_code)]

mod analyse;
mod arena;
mod bench;
mod bot_choice;
mod bound;
mod draw;
mod failure;
mod game_choice;
mod language;
mod limits;
mod load;
mod more_games;
mod numbers;
mod output_file;
mod perft;
mod play;
mod puzzles;
mod ratings;
mod record_file;
mod referee;
mod replay;
mod review;
mod series_report;
mod serve;
mod sheet;
mod sim;
mod solve;
mod stats;
mod strength;
mod surface;
mod texts;
mod train;
mod tune;
mod verify;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use finaud_messages::Language;

/// Play, simulate, compare and study the Futé dice games in a terminal.
#[derive(Parser)]
#[command(name = "finaud", version, arg_required_else_help = true, max_term_width = 100)]
struct Cli {
    /// The language of what is said to people, by its code, as in `fr`; that of the environment if not given.
    #[arg(long, global = true, value_name = "CODE", value_parser = language::parse)]
    lang: Option<Language>,
    /// A folder of games besides those inside the program, laid out like `games/`; may be given several times.
    #[arg(long, global = true, value_name = "FOLDER")]
    more_games: Vec<PathBuf>,
    #[command(subcommand)]
    command: CliCommand,
}

#[derive(Subcommand)]
enum CliCommand {
    /// Play a game in this terminal, alone, with others or against bots.
    Play(play::Args),
    /// Play many games and say how they went.
    Sim(sim::Args),
    /// Compare bots on the same dice and cards, in every seat.
    Arena(arena::Args),
    /// Say what every choice in a position is worth, and why.
    Analyse(analyse::Args),
    /// Bound what any player can reach: proved, and estimated.
    Bound(bound::Args),
    /// Measure how fast the engine plays.
    Bench(bench::Args),
    /// Play at many online tables at once and say how long others wait to see a move.
    Load(load::Args),
    /// Count the sequences of events from a position.
    Perft(perft::Args),
    /// Make puzzles from games of the bots, or check those in a file.
    Puzzles(puzzles::Args),
    /// Fit what ratings mean on games of bots: the numbers of docs/ratings.md.
    Ratings(ratings::Args),
    /// Tell a record event by event, checked by the rules.
    Replay(replay::Args),
    /// Walk through a record once more: what was luck, what was skill.
    Review(review::Args),
    /// Be the rules for another program: JSON lines on standard input and output.
    Referee(referee::Args),
    /// Serve the app to the browsers of this machine.
    Serve(serve::Args),
    /// Show, list and check sheets.
    Sheet(sheet::Args),
    /// Solve a small game outright, and hold players against the truth.
    Solve(solve::Args),
    /// Measure every level at every game: the table of docs/strength.md.
    Strength(strength::Args),
    /// Teach a game by self-play and write what was learned.
    Train(train::Args),
    /// Search better thresholds for the `club` player of PUSH.
    Tune(tune::Args),
    /// Check that nobody chose the dice of an online game.
    Verify(verify::Args),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    language::choose(cli.lang);
    let more = cli
        .more_games
        .iter()
        .try_for_each(|folder| more_games::install(folder));
    let result = more.and_then(|()| match &cli.command {
        CliCommand::Play(args) => play::run(args),
        CliCommand::Sim(args) => sim::run(args),
        CliCommand::Arena(args) => arena::run(args),
        CliCommand::Analyse(args) => analyse::run(args),
        CliCommand::Bench(args) => bench::run(args),
        CliCommand::Bound(args) => bound::run(args),
        CliCommand::Load(args) => load::run(args),
        CliCommand::Perft(args) => perft::run(args),
        CliCommand::Puzzles(args) => puzzles::run(args),
        CliCommand::Ratings(args) => ratings::run(args),
        CliCommand::Replay(args) => replay::run(args),
        CliCommand::Review(args) => review::run(args),
        CliCommand::Referee(args) => referee::run(args),
        CliCommand::Serve(args) => serve::run(args),
        CliCommand::Sheet(args) => sheet::run(args),
        CliCommand::Solve(args) => solve::run(args),
        CliCommand::Strength(args) => strength::run(args),
        CliCommand::Train(args) => train::run(args),
        CliCommand::Tune(args) => tune::run(args),
        CliCommand::Verify(args) => verify::run(args),
    });
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failure::report(&error),
    }
}
