//! Stories of the game: a position in one line, what the dice do, what players do, and what comes of it.
//!
//! Positions, actions and dice are written as in records; seats count from 1.
#![allow(dead_code)] // each test file tells its own part

pub(crate) mod push;
pub(crate) mod random;
mod story;
pub(crate) mod zones;

use finaud_record::{choose_rulings, setup_names};
use finaud_rules::{Chance, Game, Next, Score, Sheet, TableGame, builtin};
use story::seat;

/// A dice game in the middle and everything that is done with it.
pub(crate) type Story = story::Story<TableGame>;

/// The position in this line; a `/` before each player's sheet, one empty sheet without any.
pub(crate) fn given(line: &str) -> Story {
    given_under("", line)
}

/// The same with some rulings set: `solo_fallback=true`.
pub(crate) fn given_under(rulings: &str, line: &str) -> Story {
    let (id, seats) = setup_names(line).unwrap_or_else(|| panic!("`{line}` names no game"));
    Story::at(table(id, seats, rulings), line)
}

/// The same on a sheet of one's own.
pub(crate) fn given_on(sheet: &Sheet, rulings: &str, line: &str) -> Story {
    let (_, seats) = setup_names(line).unwrap_or_else(|| panic!("`{line}` names no game"));
    Story::at(table_on(sheet.clone(), seats, rulings), line)
}

/// Why the position in this line cannot be.
#[track_caller]
pub(crate) fn cannot_be(line: &str) -> String {
    let (id, seats) = setup_names(line).unwrap_or_else(|| panic!("`{line}` names no game"));
    story::why_not(&table(id, seats, ""), line)
}

/// A game before its first round.
pub(crate) fn new_game(id: &str, seats: usize) -> Story {
    let game = table(id, seats, "");
    Story {
        position: game.start(),
        game,
    }
}

fn table(id: &str, seats: usize, rulings: &str) -> TableGame {
    let sheet = builtin(id).unwrap_or_else(|| panic!("there is no `{id}`"));
    table_on(sheet.clone(), seats, rulings)
}

fn table_on(mut sheet: Sheet, seats: usize, rulings: &str) -> TableGame {
    let rulings: Vec<(String, String)> = rulings
        .split_whitespace()
        .map(|ruling| {
            let (key, value) = ruling.split_once('=').expect("`ruling=value`");
            (key.into(), value.into())
        })
        .collect();
    choose_rulings(&mut sheet, &rulings).expect("known rulings");
    TableGame::new(sheet, seats).expect("1 to 4 players")
}

impl Story {
    /// What lies on the table, up to the first sheet.
    pub(crate) fn table(&self) -> String {
        self.part(0)
    }

    /// A player's sheet as the position writes it.
    pub(crate) fn sheet(&self, number: u8) -> String {
        self.part(number)
    }

    fn part(&self, number: u8) -> String {
        let line = self.line();
        line.split('/')
            .nth(number.into())
            .unwrap_or_default()
            .trim()
            .to_string()
    }

    /// The letters of the dice that are to be rolled; "" if none are.
    pub(crate) fn to_roll(&self) -> String {
        match self.game.next(&self.position) {
            Next::Chance(Chance::Roll(dice)) => dice
                .iter()
                .map(|die| self.game.sheet().dice[die.index()].letter)
                .collect(),
            _ => String::new(),
        }
    }

    /// Is distance to sort the dice?
    pub(crate) fn to_sort(&self) -> bool {
        matches!(self.game.next(&self.position), Next::Chance(Chance::Sort(_)))
    }

    /// What a player's sheet is worth.
    pub(crate) fn score(&self, number: u8) -> Score {
        Score::of(self.game.sheet(), self.position.player(seat(number)))
    }

    /// What one zone of a player's sheet is worth.
    #[track_caller]
    pub(crate) fn zone(&self, number: u8, name: &str) -> i16 {
        let zone = self
            .game
            .sheet()
            .zone_named(name)
            .unwrap_or_else(|| panic!("no zone {name}"));
        self.score(number).zones[usize::from(zone)]
    }
}
