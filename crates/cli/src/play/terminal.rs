//! A table in a terminal: show, ask, play, until the game is over or somebody leaves.

use std::io::{BufRead, Write};

use anyhow::Result;
use finaud_players::seated;
use finaud_record::Event;
use finaud_rules::{Next, Refusal, Seat, Seats};
use finaud_table::{GameTable, Undo, games};

use super::finish;
use super::input::{Input, PlayCommand};
use super::menu::Menu;
use super::saves::SaveFile;
use crate::draw::{Palette, Style, TextLine, WIDTH};
use crate::language::language;
use crate::surface::Surface;
use crate::texts::{self, play as words};

/// What a person answers when asked for a choice.
enum ChoiceInput<Action> {
    Play(Action),
    Undo,
    Retype,
    Leave,
}

/// Does the game go on?
enum Flow {
    Continue,
    Leave,
}

/// A table with the people who sit around one terminal.
pub(super) struct Terminal<G: Surface, R, W> {
    pub(super) table: GameTable<G>,
    pub(super) input: Input<R>,
    pub(super) out: W,
    pub(super) palette: Palette,
    pub(super) save_file: SaveFile,
}

impl<G: Surface, R: BufRead, W: Write> Terminal<G, R, W> {
    /// Plays until the game is over or somebody leaves.
    pub(super) fn run(mut self) -> Result<()> {
        writeln!(self.out, "{}", words::greeting(self.table.game().name()))?;
        self.announce_start()?;
        loop {
            if let Some(event) = seated::advance_in(&mut self.table) {
                self.show_event(event)?;
                self.announce()?;
                continue;
            }
            let person = |seats: Seats| seats.iter().find(|seat| self.table.is_person(*seat));
            let flow = match self.table.next() {
                Next::Over => return self.finish(),
                Next::Chance(_) => self.ask_for_outcome()?,
                Next::Choice(seats) => match person(seats) {
                    Some(seat) => self.ask_for_choice(seat)?,
                    None => anyhow::bail!("a bot is to choose and does not"),
                },
            };
            if let Flow::Leave = flow {
                return self.leave();
            }
        }
    }

    fn save(&self) -> Result<()> {
        self.save_file.save(&self.table.record_text())
    }

    fn leave(mut self) -> Result<()> {
        self.save()?;
        let path = self.save_file.path().display().to_string();
        let built_in = games().any(|id| id == self.table.game().id());
        writeln!(self.out, "{}", words::saved(&path, built_in))?;
        Ok(self.out.flush()?)
    }

    fn finish(mut self) -> Result<()> {
        self.save()?;
        if self.table.chairs().len() == 1 {
            self.show_sheet(Seat(0))?;
        }
        write!(self.out, "{}", finish::summary(&self.table))?;
        let path = self.save_file.path().display().to_string();
        writeln!(self.out, "{}", words::record(&path))?;
        Ok(self.out.flush()?)
    }

    fn help(&mut self) -> Result<()> {
        writeln!(self.out, "{}\n", words::help())?;
        for line in self.table.game().legend() {
            writeln!(self.out, "  {line}")?;
        }
        Ok(())
    }

    fn name(&self, seat: Seat) -> String {
        self.table.chairs()[seat.index()].name.clone()
    }

    fn names(&self) -> Vec<String> {
        let chairs = self.table.chairs().iter();
        chairs.map(|chair| chair.name.clone()).collect()
    }

    fn show(&mut self, lines: &[TextLine]) -> Result<()> {
        for line in lines {
            writeln!(self.out, "{}", line.show(self.palette))?;
        }
        Ok(())
    }

    fn rule(&mut self, text: &str) -> Result<()> {
        let line = TextLine::new().with(format!("── {text} "), Style::Bold);
        let missing = WIDTH.saturating_sub(line.width());
        self.show(&[TextLine::new(), line.with("─".repeat(missing), Style::Faint)])
    }

    fn show_sheet(&mut self, seat: Seat) -> Result<()> {
        let points = self.table.game().points(self.table.state(), seat);
        self.rule(&texts::sheet::owner(&self.name(seat), points))?;
        let lines = self.table.game().sheet_view(self.table.state(), seat);
        self.show(&lines)
    }

    fn show_moment(&mut self) -> Result<()> {
        let moment = self.table.game().moment(self.table.state(), &self.names());
        self.rule(&moment)
    }

    /// Says what happened without a person.
    fn show_event(&mut self, event: Event<G>) -> Result<()> {
        let game = self.table.game();
        let text = match event {
            Event::Outcome(outcome) => game.outcome_description(outcome),
            Event::Choice(seat, action) => words::choice(&self.name(seat), &game.action_text(action)),
        };
        Ok(writeln!(self.out, "  {text}")?)
    }

    /// Says what the last event did that is nobody's doing.
    fn announce(&mut self) -> Result<()> {
        let last = self.table.log().len().checked_sub(1);
        let effects = last.map_or_else(Vec::new, |last| self.table.effects(last));
        self.show_announcements(&effects)
    }

    /// Says what the first round gives, at the beginning of a game.
    fn announce_start(&mut self) -> Result<()> {
        let mut effects = Vec::new();
        let start = self.table.game().start_observed(&mut effects);
        if self.table.log().is_empty() && *self.table.state() == start {
            self.show_announcements(&effects)?;
        }
        Ok(())
    }

    fn show_announcements(&mut self, effects: &[G::Effect]) -> Result<()> {
        for line in self.table.game().announcements(effects, &self.names()) {
            writeln!(self.out, "  {line}")?;
        }
        Ok(())
    }

    /// Asks what real dice or cards show.
    fn ask_for_outcome(&mut self) -> Result<Flow> {
        self.show_moment()?;
        for line in self.table.game().chance_prompt(self.table.state()) {
            writeln!(self.out, "{line}")?;
        }
        loop {
            let Some(text) = self.input.ask(&mut self.out, &words::chance_prompt())? else {
                return Ok(Flow::Leave);
            };
            if text.is_empty() {
                continue;
            }
            // A die may have the letter or the name of a command: letters are commands, names are dice.
            let command = match PlayCommand::by_letter(&text).filter(PlayCommand::goes_with_chance) {
                Some(command) => command,
                None => {
                    let outcome = self.table.game().read_typed_outcome(self.table.state(), &text);
                    let done = outcome.and_then(|outcome| {
                        let applied = self.table.apply(Event::Outcome(outcome));
                        applied.map_err(Refusal::message)
                    });
                    let Err(why) = done else {
                        self.announce()?;
                        return Ok(Flow::Continue);
                    };
                    let Some(command) = PlayCommand::by_name(&text).filter(PlayCommand::goes_with_chance)
                    else {
                        writeln!(self.out, "{}", texts::sentence(&language().describe(&why)))?;
                        continue;
                    };
                    command
                }
            };
            match command {
                PlayCommand::Leave => return Ok(Flow::Leave),
                PlayCommand::Undo if self.undo()? => return Ok(Flow::Continue),
                PlayCommand::Sheets(which) => self.show_sheets(which)?,
                PlayCommand::Help => self.help()?,
                _ => {}
            }
        }
    }

    /// Asks a person for a choice.
    fn ask_for_choice(&mut self, seat: Seat) -> Result<Flow> {
        let legal = self.table.legal(seat);
        if let [only] = legal.as_slice() {
            let text = words::only_choice(&self.name(seat), &self.table.game().action_text(*only));
            writeln!(self.out, "  {text}")?;
            self.table.apply(Event::Choice(seat, *only))?;
            self.announce()?;
            return Ok(Flow::Continue);
        }
        self.show_sheet(seat)?;
        self.show_moment()?;
        let lines = self.table.game().table_view(self.table.state());
        self.show(&lines)?;
        let menu = Menu::new(self.table.game().menu(self.table.state(), seat, &legal));
        match self.read_choice(seat, menu, &legal)? {
            ChoiceInput::Play(action) => {
                self.table.apply(Event::Choice(seat, action))?;
                self.save()?;
                self.announce()?;
            }
            ChoiceInput::Undo => {
                self.undo()?;
            }
            ChoiceInput::Retype => self.retype()?,
            ChoiceInput::Leave => return Ok(Flow::Leave),
        }
        Ok(Flow::Continue)
    }

    /// Shows the choices and reads until one is made.
    fn read_choice(
        &mut self,
        seat: Seat,
        mut menu: Menu<G::Action>,
        legal: &[G::Action],
    ) -> Result<ChoiceInput<G::Action>> {
        let prompt = words::prompt(&self.name(seat));
        self.show(&menu.lines())?;
        loop {
            let Some(text) = self.input.ask(&mut self.out, &prompt)? else {
                return Ok(ChoiceInput::Leave);
            };
            if text.is_empty() {
                continue;
            }
            if let Ok(number) = text.parse::<usize>() {
                match menu.action(number) {
                    Some(action) => return Ok(ChoiceInput::Play(action)),
                    None => writeln!(self.out, "{}", words::no_such_choice(number))?,
                }
                continue;
            }
            let action = self.table.game().read_action(&text);
            let legal = action.as_ref().ok().filter(|action| legal.contains(action));
            // A die may have the letter or the name of a command: letters are commands, names are dice.
            let command = match (PlayCommand::by_letter(&text), legal) {
                (Some(command), _) => Some(command),
                (None, Some(action)) => return Ok(ChoiceInput::Play(*action)),
                (None, None) => PlayCommand::by_name(&text),
            };
            match (command, action) {
                (Some(PlayCommand::Leave), _) => return Ok(ChoiceInput::Leave),
                (Some(PlayCommand::Undo), _) => return Ok(ChoiceInput::Undo),
                (Some(PlayCommand::Retype), _) => return Ok(ChoiceInput::Retype),
                (Some(PlayCommand::Help), _) => self.help()?,
                (Some(PlayCommand::Chances), _) => self.show_chances(seat)?,
                (Some(PlayCommand::More), _) => {
                    menu.show_more();
                    self.show(&menu.lines())?;
                }
                (Some(PlayCommand::Sheets(which)), _) => self.show_sheets(which)?,
                (None, Ok(_)) => writeln!(self.out, "{}", words::not_now())?,
                (None, Err(error)) => {
                    let why = language().describe(&error.message());
                    writeln!(self.out, "{}", texts::sentence(&why))?;
                }
            }
        }
    }

    fn show_chances(&mut self, seat: Seat) -> Result<()> {
        let lines = self.table.game().chances(self.table.state(), seat);
        if lines.is_empty() {
            writeln!(self.out, "{}", words::no_chances())?;
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
            _ => Ok(writeln!(self.out, "{}", words::no_such_player(seats))?),
        }
    }

    /// Takes back what the table allows; says so, or why not.
    fn undo(&mut self) -> Result<bool> {
        let undone = self.table.undo();
        match undone {
            Ok(_) => writeln!(self.out, "  {}", words::taken_back())?,
            Err(error) => {
                let why = language().describe(&error.message());
                writeln!(self.out, "{}", texts::sentence(&why))?;
            }
        }
        Ok(undone.is_ok())
    }

    /// Takes back an outcome that was typed in, and nothing else.
    fn retype(&mut self) -> Result<()> {
        if let Ok(Undo { seat: None, .. }) = self.table.undoable() {
            self.table.undo()?;
        } else {
            writeln!(self.out, "{}", words::nothing_to_retype())?;
        }
        Ok(())
    }
}
