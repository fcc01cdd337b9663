//! `finaud play`: a game in the terminal, for people and bots.

mod finish;
mod input;
mod menu;
mod saves;
mod terminal;

use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, anyhow};
use finaud_players::Bot;
use finaud_record::{Notation, Record, SeedString};
use finaud_table::{Chair, ChanceSource, GameTable, RestoreError, Sitter, with_game};

use crate::draw::Palette;
use crate::failure::UsageError;
use crate::game_choice::{self, GameChoice};
use crate::language::language;
use crate::numbers;
use crate::record_file::RecordFile;
use crate::surface::Surface;
use crate::texts::play as texts;
use input::Input;
use saves::{Beginning, SaveFile};
use terminal::Terminal;

/// The longest name of a player.
const LONGEST_NAME: usize = 24;

/// The arguments of `finaud play`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game, as with --game.
    #[arg(value_name = "GAME", conflicts_with = "game")]
    name: Option<String>,
    #[command(flatten)]
    game: GameChoice,
    /// Seats somebody, as in `Ada`, `Ada=person` or `Reynard=greedy`. Give it once for each player.
    #[arg(long = "seat", value_name = "NAME[=person|BOT]", value_parser = chair)]
    seats: Vec<Chair>,
    /// Plays with the dice of this seed: a number, or a string like `tres-fute-p1-7K3`.
    #[arg(long, allow_hyphen_values = true)]
    seed: Option<String>,
    /// You roll your own dice and type what they show.
    #[arg(long, conflicts_with = "seed")]
    real_dice: bool,
    /// Goes on with a game that was saved.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["seats", "seed", "real_dice"])]
    resume: Option<PathBuf>,
    /// Where the game is saved after each choice; `finaud-game.txt` if not given.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
}

/// Reads who sits where.
fn chair(text: &str) -> Result<Chair, String> {
    let (name, who) = text.split_once('=').unwrap_or((text, "person"));
    let name = if name.trim().is_empty() { who } else { name.trim() };
    let proper = |name: &str| name.chars().count() <= LONGEST_NAME && !name.chars().any(char::is_control);
    if name.is_empty() || !proper(name) {
        return Err(format!("a player has a name of 1 to {LONGEST_NAME} letters"));
    }
    match who.trim() {
        "person" => Ok(Chair::person(name)),
        bot => Bot::by_name(bot)
            .map(|bot| Chair::bot(name, bot.name()))
            .map_err(|unknown| unknown.to_string()),
    }
}

/// Plays.
pub(crate) fn run(args: &Args) -> Result<()> {
    let mut input = Input::new(io::stdin().lock(), !io::stdin().is_terminal());
    let mut out = io::stdout();
    let mut choice = args.game.clone();
    if let Some(name) = &args.name {
        choice.game = name.clone();
    }
    let (save_file, beginning) = match &args.resume {
        Some(path) => (
            SaveFile::resumed(path, args.save.as_deref()),
            Beginning::Resumed(saves::read(path)?),
        ),
        None => SaveFile::fresh(args.save.as_deref(), &mut input, &mut out)?,
    };
    match beginning {
        Beginning::Nothing => Ok(()),
        Beginning::Resumed(text) => {
            let header = saves::header(&text, save_file.path())?;
            let record = RecordFile::new(save_file.path().display().to_string(), text, header);
            let game = record.game(Some(&choice.game), choice.weights.as_deref())?;
            with_game!(into game, game => {
                let table = resume(game, &record, &mut out)?;
                play(table, input, out, save_file)
            })
        }
        Beginning::New => {
            let chairs = if args.seats.is_empty() {
                default_chairs(choice.fewest_players()?)
            } else {
                args.seats.clone()
            };
            let game = choice.build(chairs.len())?;
            with_game!(into game, game => {
                let chance = chance_source(args, game.id(), chairs.len())?;
                let table = GameTable::new(game, chairs, chance)?;
                play(table, input, out, save_file)
            })
        }
    }
}

/// You, and as many opponents as the game needs.
fn default_chairs(players: usize) -> Vec<Chair> {
    let opponents = (1..players).map(|_| Chair::bot("Reynard", Bot::Club.name()));
    std::iter::once(Chair::person(texts::you()))
        .chain(opponents)
        .collect()
}

/// The table at which a record was written.
fn resume<G: Surface>(game: G, record: &RecordFile, out: &mut impl Write) -> Result<GameTable<G>> {
    let why = |error: RestoreError| match error {
        RestoreError::OtherEdition(_) => {
            anyhow!(texts::other_edition(&language().describe(&error.message())))
        }
        other => other.into(),
    };
    let cannot = || texts::cannot_resume(&record.name);
    let table = GameTable::restore(game, &record.text)
        .map_err(why)
        .with_context(cannot)?;
    for warning in Record::read(table.game(), &record.text)?.warnings {
        writeln!(out, "{}", crate::texts::note(&language().describe(&warning)))?;
    }
    Ok(table)
}

fn play<G: Surface, R: BufRead, W: Write>(
    table: GameTable<G>,
    input: Input<R>,
    out: W,
    save_file: SaveFile,
) -> Result<()> {
    for chair in table.chairs() {
        if let Sitter::Bot(name) = &chair.sitter {
            game_choice::check_bot(table.game(), Bot::by_name(name)?)?;
        }
    }
    let terminal = Terminal {
        table,
        input,
        out,
        palette: Palette::of_stdout(),
        save_file,
    };
    terminal.run()
}

fn chance_source(args: &Args, game: &str, players: usize) -> Result<ChanceSource> {
    if args.real_dice {
        return Ok(ChanceSource::Typed);
    }
    let Some(text) = &args.seed else {
        // The standard library's hashers start from the system's randomness.
        return Ok(ChanceSource::Seed(RandomState::new().hash_one("dice") >> 24));
    };
    if let Ok(seed) = numbers::seed(text) {
        return Ok(ChanceSource::Seed(seed));
    }
    let seed: SeedString = text.parse().map_err(|error: finaud_record::SeedError| {
        UsageError(texts::no_seed(text, &language().describe(&error.message())))
    })?;
    let (wanted, found) = ((game, players), (seed.game(), usize::from(seed.players())));
    if found != wanted {
        return Err(UsageError(texts::other_seed(text, wanted, found)).into());
    }
    Ok(ChanceSource::Seed(seed.seed()))
}
