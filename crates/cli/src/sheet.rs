//! `finaud sheet`: the sheets there are, what they look like, what is wrong with one, and how it plays.

mod report;

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Result;
use finaud_record::own_id;
use finaud_rules::{Rulings, Sheet, SoloGame, builtin, builtin_ids, gallery_ids};

use crate::draw::{self, Detail, Palette};
use crate::failure::{SilentExit, harmless};
use crate::game_choice::{sheet_called, sheet_text};
use crate::language::language;
use crate::texts::sheet as texts;

/// The arguments of `finaud sheet`.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: SheetCommand,
}

#[derive(clap::Subcommand)]
enum SheetCommand {
    /// Names the built-in sheets, those of the gallery last.
    List,
    /// Lists everything that is wrong with a sheet file.
    Check {
        /// The sheet file.
        file: PathBuf,
    },
    /// Draws an empty sheet with its bonuses and tables.
    Show {
        /// A built-in sheet or a sheet file.
        #[arg(value_name = "ID|FILE")]
        sheet: String,
    },
    /// Plays many games and says how the sheet plays: results, zones, bonuses, cells, choices, luck, seats.
    Report(report::ReportArgs),
    /// Measures the built-in sheets for the comparison in reports: the file `crates/players/src/report/built_in.txt`.
    Figures(report::FiguresArgs),
}

/// Does what was asked.
pub(crate) fn run(args: &Args) -> Result<()> {
    let mut out = io::stdout().lock();
    match &args.command {
        SheetCommand::List => list(&mut out)?,
        SheetCommand::Check { file } => check(&mut out, file)?,
        SheetCommand::Show { sheet } => show(&mut out, &sheet_called(sheet)?)?,
        SheetCommand::Report(args) => report::run(&mut out, args)?,
        SheetCommand::Figures(args) => report::figures(&mut out, args)?,
    }
    Ok(out.flush()?)
}

fn list(out: &mut impl Write) -> Result<()> {
    for id in builtin_ids().into_iter().chain(gallery_ids()) {
        if let Some(sheet) = builtin(id) {
            writeln!(
                out,
                "{id:<18} {:<18} {}",
                sheet.name,
                texts::provenance(sheet.provenance)
            )?;
        }
    }
    Ok(())
}

fn check(out: &mut impl Write, file: &std::path::Path) -> Result<()> {
    let reading = Sheet::read(&sheet_text(file)?);
    for problem in &reading.problems {
        writeln!(out, "{}", harmless(&texts::problem(problem)))?;
    }
    let borrowed = reading.sheet.as_ref().and_then(|sheet| own_id(sheet).err());
    if let Some(error) = &borrowed {
        writeln!(out, "{}", texts::borrowed_id(&error.message()))?;
    }
    let wrong = reading.problems.iter().filter(|problem| problem.is_error());
    let warnings = reading.problems.len() - wrong.clone().count();
    let errors = wrong.count() + usize::from(borrowed.is_some());
    match reading.sheet.filter(|_| borrowed.is_none()) {
        Some(sheet) => {
            writeln!(out, "{}", texts::playable(file, &sheet.name, warnings))?;
            Ok(())
        }
        None => {
            writeln!(out, "{}", texts::unplayable(file, errors, warnings))?;
            out.flush()?;
            Err(SilentExit(1).into())
        }
    }
}

fn show(out: &mut impl Write, sheet: &Sheet) -> Result<()> {
    let palette = Palette::of_stdout();
    writeln!(out, "{}", texts::title(&sheet.name, &sheet.id))?;
    for line in draw::wrapped(&texts::source(sheet), draw::WIDTH) {
        writeln!(out, "{line}")?;
    }
    writeln!(out)?;
    let rounds = texts::rounds(sheet.rounds.iter().copied());
    for text in [texts::dice(sheet), rounds, texts::round_bonuses(sheet)] {
        for line in draw::wrapped_list(&text, draw::WIDTH) {
            writeln!(out, "{line}")?;
        }
    }
    writeln!(out)?;
    let game = SoloGame::new(sheet.clone(), 1)?;
    for line in draw::sheet(sheet, game.new_player(), Detail::Full) {
        writeln!(out, "{}", line.show(palette))?;
    }
    writeln!(out)?;
    for line in draw::legend(sheet, draw::WIDTH) {
        writeln!(out, "{line}")?;
    }
    writeln!(out)?;
    if !sheet.ratings.is_empty() {
        writeln!(out, "{}", texts::ratings())?;
        for step in &sheet.ratings {
            writeln!(
                out,
                "{}",
                texts::rating(step.from, step.titles.get(language().code()).unwrap_or_default())
            )?;
        }
        writeln!(out)?;
    }
    writeln!(out, "{}", texts::rulings())?;
    for key in Rulings::KEYS {
        let value = sheet.rulings.get(key).unwrap_or_default();
        writeln!(out, "{}", texts::ruling(key, value))?;
    }
    Ok(())
}
