//! A sitting at a table: show, ask, play, until the game is over or somebody leaves.

use std::io::{BufRead, Write};

use anyhow::Result;
use finaud_record::{Event, push};
use finaud_rules::{Seat, builtin};
use finaud_table::{Awaits, Table};

use super::finish;
use super::input::{Command, Input};
use super::menu::Menu;
use super::saves::Saves;
use crate::draw::{Line, Palette, Style, WIDTH};
use crate::surface::{Language, Surface};

const HELP: &str = "  a number       plays the choice with this number
  blue 7         plays an action by its words, as records write it
  m              shows more choices: those that spend actions
  u              takes your last choice back, up to the last roll of the dice
  s, s 2         shows everybody's sheet, or that of player 2
  c              tells the chances, where there is something to tell
  r              with real dice: types the last roll again
  q              saves the game and leaves
  ?              shows this help";

/// What a person wants.
enum Wish<Action> {
    Play(Action),
    Undo,
    Retype,
    Leave,
}

/// Does the game go on?
enum Flow {
    On,
    Left,
}

/// A sitting.
pub(super) struct Session<G: Surface, R, W> {
    pub(super) table: Table<G>,
    pub(super) input: Input<R>,
    pub(super) out: W,
    pub(super) palette: Palette,
    pub(super) saves: Saves,
    pub(super) language: Language,
}

impl<G: Surface, R: BufRead, W: Write> Session<G, R, W> {
    /// Plays until the game is over or somebody leaves.
    pub(super) fn run(mut self) -> Result<()> {
        writeln!(
            self.out,
            "{}. Type ? for help, q to save and leave.",
            self.table.game().name()
        )?;
        loop {
            let flow = match self.table.awaits() {
                Awaits::Over => return self.finish(),
                Awaits::Nobody => self.advance()?,
                Awaits::Typed(_) => self.ask_for_luck()?,
                Awaits::People(seats) => match seats.first() {
                    Some(seat) => self.ask(seat)?,
                    None => return self.finish(),
                },
            };
            if let Flow::Left = flow {
                return self.leave();
            }
        }
    }

    fn save(&self) -> Result<()> {
        self.saves.save(&self.table.record().write(self.table.game()))
    }

    fn leave(mut self) -> Result<()> {
        self.save()?;
        let path = self.saves.path().display().to_string();
        // A sheet that is not built in has to be named again.
        let id = self.table.game().id();
        let built_in = id == push::ID || builtin(id).is_some();
        let sheet = if built_in { "" } else { " --game SHEET-FILE" };
        writeln!(self.out, "Saved. Go on with: finaud play --resume {path}{sheet}")?;
        Ok(self.out.flush()?)
    }

    fn finish(mut self) -> Result<()> {
        self.save()?;
        if self.table.chairs().len() == 1 {
            self.show_sheet(Seat(0))?;
        }
        write!(self.out, "{}", finish::summary(&self.table, self.language))?;
        writeln!(
            self.out,
            "The record of the game: {}",
            self.saves.path().display()
        )?;
        Ok(self.out.flush()?)
    }

    fn help(&mut self) -> Result<()> {
        writeln!(self.out, "{HELP}\n")?;
        for line in self.table.game().legend() {
            writeln!(self.out, "  {line}")?;
        }
        Ok(())
    }

    fn names(&self) -> Vec<String> {
        self.table
            .chairs()
            .iter()
            .map(|chair| chair.name.clone())
            .collect()
    }

    fn show(&mut self, lines: &[Line]) -> Result<()> {
        for line in lines {
            writeln!(self.out, "{}", line.show(self.palette))?;
        }
        Ok(())
    }

    fn rule(&mut self, text: &str) -> Result<()> {
        let line = Line::new().with(format!("── {text} "), Style::Bold);
        let missing = WIDTH.saturating_sub(line.width());
        self.show(&[Line::new(), line.with("─".repeat(missing), Style::Faint)])
    }

    fn show_sheet(&mut self, seat: Seat) -> Result<()> {
        let name = self.table.chairs()[seat.index()].name.clone();
        let points = self.table.game().points(self.table.state(), seat);
        self.rule(&format!(
            "{name}: {points} {}",
            if points == 1 { "point" } else { "points" }
        ))?;
        let lines = self.table.game().sheet_view(self.table.state(), seat);
        self.show(&lines)
    }

    /// Lets luck or a bot go on, and tells what happened.
    fn advance(&mut self) -> Result<Flow> {
        let event = self.table.advance();
        let Some(event) = event else {
            anyhow::bail!("the table waits for nobody, but nothing happens")
        };
        self.tell(event)?;
        Ok(Flow::On)
    }

    fn tell(&mut self, event: Event<G>) -> Result<()> {
        let game = self.table.game();
        match event {
            Event::Outcome(luck) => writeln!(self.out, "  {}", game.outcome_description(luck))?,
            Event::Choice(seat, action) => {
                let name = &self.table.chairs()[seat.index()].name;
                writeln!(self.out, "  {name}: {}", game.action_text(action))?;
            }
        }
        Ok(())
    }

    fn ask_for_luck(&mut self) -> Result<Flow> {
        let moment = self.table.game().moment(self.table.state(), &self.names());
        self.rule(&moment)?;
        for line in self.table.game().chance_prompt(self.table.state()) {
            writeln!(self.out, "{line}")?;
        }
        loop {
            let Some(text) = self.input.ask(&mut self.out, "dice>")? else {
                return Ok(Flow::Left);
            };
            if text.is_empty() {
                continue;
            }
            // A die may have the letter or the name of a command: letters are commands, names are dice.
            let command = match Command::by_letter(&text).filter(Command::goes_with_luck) {
                Some(command) => command,
                None => {
                    let luck = self.table.game().read_typed_outcome(self.table.state(), &text);
                    let done = luck.and_then(|luck| {
                        self.table
                            .apply_chance(luck)
                            .map_err(|refusal| refusal.to_string())
                    });
                    let Err(fault) = done else {
                        return Ok(Flow::On);
                    };
                    let Some(command) = Command::by_name(&text).filter(Command::goes_with_luck) else {
                        writeln!(self.out, "{}.", sentence(&fault))?;
                        continue;
                    };
                    command
                }
            };
            match command {
                Command::Leave => return Ok(Flow::Left),
                Command::Undo if self.undo()? => return Ok(Flow::On),
                Command::Sheets(which) => self.show_sheets(which)?,
                Command::Help => self.help()?,
                _ => {}
            }
        }
    }

    /// Asks a person for a choice.
    fn ask(&mut self, seat: Seat) -> Result<Flow> {
        let legal = self.table.legal(seat);
        let name = self.table.chairs()[seat.index()].name.clone();
        if let [only] = legal.as_slice() {
            let text = self.table.game().action_text(*only);
            writeln!(self.out, "  {name}: {text} (the only choice)")?;
            self.table.play(seat, *only)?;
            return Ok(Flow::On);
        }
        self.show_sheet(seat)?;
        let moment = self.table.game().moment(self.table.state(), &self.names());
        self.rule(&moment)?;
        let lines = self.table.game().table_view(self.table.state());
        self.show(&lines)?;
        let menu = Menu::new(self.table.game().menu(self.table.state(), seat, &legal));
        match self.wish(seat, menu, &legal)? {
            Wish::Play(action) => {
                self.table.play(seat, action)?;
                self.save()?;
            }
            Wish::Undo => {
                self.undo()?;
            }
            Wish::Retype => match self.table.undo_typed() {
                Ok(()) => {}
                Err(_) => writeln!(self.out, "Only a roll that was just typed in can be typed again.")?,
            },
            Wish::Leave => return Ok(Flow::Left),
        }
        Ok(Flow::On)
    }

    /// Shows the choices and reads until something is chosen.
    fn wish(
        &mut self,
        seat: Seat,
        mut menu: Menu<G::Action>,
        legal: &[G::Action],
    ) -> Result<Wish<G::Action>> {
        let name = self.table.chairs()[seat.index()].name.clone();
        self.show(&menu.lines())?;
        loop {
            let Some(text) = self.input.ask(&mut self.out, &format!("{name}>"))? else {
                return Ok(Wish::Leave);
            };
            if text.is_empty() {
                continue;
            }
            if let Ok(number) = text.parse::<usize>() {
                match menu.choice(number) {
                    Some(action) => return Ok(Wish::Play(action)),
                    None => writeln!(self.out, "There is no choice {number}.")?,
                }
                continue;
            }
            let action = self.table.game().read_action(&text);
            let legal = action.as_ref().ok().filter(|action| legal.contains(action));
            // A die may have the letter or the name of a command: letters are commands, names are dice.
            let command = match (Command::by_letter(&text), legal) {
                (Some(command), _) => Some(command),
                (None, Some(action)) => return Ok(Wish::Play(*action)),
                (None, None) => Command::by_name(&text),
            };
            match (command, action) {
                (Some(Command::Leave), _) => return Ok(Wish::Leave),
                (Some(Command::Undo), _) => return Ok(Wish::Undo),
                (Some(Command::Retype), _) => return Ok(Wish::Retype),
                (Some(Command::Help), _) => self.help()?,
                (Some(Command::Chances), _) => self.tell_chances(seat)?,
                (Some(Command::More), _) => {
                    menu.show_more();
                    self.show(&menu.lines())?;
                }
                (Some(Command::Sheets(which)), _) => self.show_sheets(which)?,
                (None, Ok(_)) => writeln!(self.out, "That cannot be played now.")?,
                (None, Err(fault)) => writeln!(self.out, "{}.", sentence(&fault.to_string()))?,
            }
        }
    }

    fn tell_chances(&mut self, seat: Seat) -> Result<()> {
        let lines = self.table.game().chances(self.table.state(), seat);
        if lines.is_empty() {
            writeln!(self.out, "There is nothing to tell here.")?;
        }
        for line in lines {
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }

    fn show_sheets(&mut self, which: &str) -> Result<()> {
        let seats = self.table.chairs().len();
        if which.is_empty() {
            for seat in 0..seats {
                self.show_sheet(Seat(seat as u8))?;
            }
            return Ok(());
        }
        match which.parse::<usize>() {
            Ok(number) if (1..=seats).contains(&number) => self.show_sheet(Seat(number as u8 - 1)),
            _ => Ok(writeln!(self.out, "The players are numbered from 1 to {seats}.")?),
        }
    }

    /// Takes back the last choice that was one: what was forced would only happen again.
    fn undo(&mut self) -> Result<bool> {
        let mut earlier = self.table.clone();
        loop {
            if let Err(nothing) = earlier.undo() {
                writeln!(self.out, "{}.", sentence(&nothing.to_string()))?;
                return Ok(false);
            }
            let Awaits::People(seats) = earlier.awaits() else {
                continue;
            };
            if seats.first().is_some_and(|seat| earlier.legal(seat).len() > 1) {
                self.table = earlier;
                writeln!(self.out, "  taken back")?;
                return Ok(true);
            }
        }
    }
}

/// The text with a capital first letter and no full stop.
fn sentence(text: &str) -> String {
    let text = text.trim_end_matches('.');
    let mut letters = text.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
