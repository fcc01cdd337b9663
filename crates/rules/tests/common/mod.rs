//! Stories of the game: a position in one line, what the dice do, what players do, and what comes of it.
//!
//! Positions, actions and dice are written as in records; seats count from 1.
#![allow(dead_code)] // each test file tells its own part

pub(crate) mod random;
pub(crate) mod zones;

use finaud_record::{Notation, choose_rulings, setup_names};
use finaud_rules::{Chance, Game, Next, Position, Score, Seat, TableGame, builtin};

/// A game in the middle and everything that is done with it.
#[derive(Clone)]
pub(crate) struct Story {
    pub(crate) game: TableGame,
    pub(crate) position: Position<4>,
}

/// The position in this line; a `/` before each player's sheet, one empty sheet without any.
pub(crate) fn given(line: &str) -> Story {
    given_under("", line)
}

/// The same with some rulings set: `solo_fallback=true`.
pub(crate) fn given_under(rulings: &str, line: &str) -> Story {
    let (id, seats) = setup_names(line).unwrap_or_else(|| panic!("`{line}` names no game"));
    let game = table(id, seats, rulings);
    let position = game
        .read_position(line)
        .unwrap_or_else(|fault| panic!("{fault}\n  in `{line}`"));
    Story { game, position }
}

/// Why the position in this line cannot be.
#[track_caller]
pub(crate) fn cannot_be(line: &str) -> String {
    let (id, seats) = setup_names(line).unwrap_or_else(|| panic!("`{line}` names no game"));
    match table(id, seats, "").read_position(line) {
        Ok(_) => panic!("this can be: `{line}`"),
        Err(fault) => fault.to_string(),
    }
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
    let mut sheet = builtin(id)
        .unwrap_or_else(|| panic!("there is no `{id}`"))
        .clone();
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

fn seat(number: u8) -> Seat {
    Seat(number.checked_sub(1).expect("seats count from 1"))
}

impl Story {
    /// The dice fall, or distance sorts them, like this.
    #[track_caller]
    pub(crate) fn luck(&mut self, text: &str) -> &mut Story {
        let luck = self
            .game
            .read_luck(text)
            .unwrap_or_else(|fault| panic!("{fault}"));
        if let Err(refusal) = self.game.befall(&mut self.position, luck) {
            panic!("`{text}`: {refusal}\n  in `{}`", self.line());
        }
        self
    }

    /// A player does this.
    #[track_caller]
    pub(crate) fn plays(&mut self, number: u8, text: &str) -> &mut Story {
        let action = self
            .game
            .read_action(text)
            .unwrap_or_else(|fault| panic!("{fault}"));
        if let Err(refusal) = self.game.play(&mut self.position, seat(number), action) {
            let legal = self.can(number).join(", ");
            panic!(
                "seat {number}, `{text}`: {refusal}\n  in `{}`\n  legal: {legal}",
                self.line()
            );
        }
        self
    }

    /// A player may not do this: it is not listed, it is refused, and nothing changes.
    #[track_caller]
    pub(crate) fn refuses(&self, number: u8, text: &str) -> &Story {
        let action = self
            .game
            .read_action(text)
            .unwrap_or_else(|fault| panic!("{fault}"));
        let mut after = self.position;
        let played = self.game.play(&mut after, seat(number), action);
        assert!(
            played.is_err(),
            "seat {number} may play `{text}`\n  in `{}`",
            self.line()
        );
        assert_eq!(
            after,
            self.position,
            "the refused `{text}` left a trace\n  in `{}`",
            self.line()
        );
        assert!(
            !self.can(number).contains(&text.to_string()),
            "`{text}` is listed but refused"
        );
        self
    }

    /// This luck cannot have happened, and nothing changes.
    #[track_caller]
    pub(crate) fn refuses_luck(&self, text: &str) -> String {
        let luck = self
            .game
            .read_luck(text)
            .unwrap_or_else(|fault| panic!("{fault}"));
        let mut after = self.position;
        let refusal = self
            .game
            .befall(&mut after, luck)
            .expect_err("this luck should be refused");
        assert_eq!(after, self.position, "the refused `{text}` left a trace");
        refusal.to_string()
    }

    /// Everything a player can do now, in the order of the alphabet.
    pub(crate) fn can(&self, number: u8) -> Vec<String> {
        let mut actions = Vec::new();
        self.game.legal(&self.position, seat(number), &mut actions);
        let texts = actions.into_iter().map(|action| self.game.action_text(action));
        let mut texts: Vec<String> = texts.collect();
        texts.sort();
        texts
    }

    /// Everything a player can do now that begins like this.
    pub(crate) fn can_begin(&self, number: u8, beginning: &str) -> Vec<String> {
        self.can(number)
            .into_iter()
            .filter(|text| text.starts_with(beginning))
            .collect()
    }

    /// Can the player do this now?
    #[track_caller]
    pub(crate) fn may(&self, number: u8, text: &str) -> bool {
        let action = self
            .game
            .read_action(text)
            .unwrap_or_else(|fault| panic!("{fault}"));
        let listed = self.can(number).contains(&self.game.action_text(action));
        let mut after = self.position;
        assert_eq!(
            self.game.play(&mut after, seat(number), action).is_ok(),
            listed,
            "seat {number}, `{text}`: listed and played differ"
        );
        listed
    }

    /// A player can do exactly this, in whatever order.
    #[track_caller]
    pub(crate) fn only(&self, number: u8, wanted: &[&str]) -> &Story {
        let mut wanted: Vec<String> = wanted.iter().map(ToString::to_string).collect();
        wanted.sort();
        assert_eq!(self.can(number), wanted, "seat {number}\n  in `{}`", self.line());
        self
    }

    /// Of everything that begins like this, a player can do exactly this, in whatever order.
    #[track_caller]
    pub(crate) fn only_begin(&self, number: u8, beginning: &str, wanted: &[&str]) -> &Story {
        let mut wanted: Vec<String> = wanted.iter().map(ToString::to_string).collect();
        wanted.sort();
        assert_eq!(
            self.can_begin(number, beginning),
            wanted,
            "seat {number}\n  in `{}`",
            self.line()
        );
        self
    }

    /// The position is this one.
    #[track_caller]
    pub(crate) fn then(&self, line: &str) -> &Story {
        let wanted = self
            .game
            .read_position(line)
            .unwrap_or_else(|fault| panic!("{fault}\n  in `{line}`"));
        assert_eq!(self.line(), self.game.position_text(&wanted));
        assert_eq!(
            self.position, wanted,
            "the same text, but not the same position: `{line}`"
        );
        self
    }

    /// The position in one line.
    pub(crate) fn line(&self) -> String {
        self.game.position_text(&self.position)
    }

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

    /// The seats that may act now; none if luck is due or the game is over.
    pub(crate) fn asked(&self) -> Vec<u8> {
        match self.game.next(&self.position) {
            Next::Choice(seats) => seats.iter().map(|seat| seat.0 + 1).collect(),
            Next::Luck(_) | Next::Over => Vec::new(),
        }
    }

    /// Is the game over?
    pub(crate) fn over(&self) -> bool {
        self.game.next(&self.position) == Next::Over
    }

    /// The letters of the dice that are to be rolled; "" if none are.
    pub(crate) fn to_roll(&self) -> String {
        match self.game.next(&self.position) {
            Next::Luck(Chance::Roll(dice)) => dice
                .iter()
                .map(|die| self.game.sheet().dice[die.index()].letter)
                .collect(),
            _ => String::new(),
        }
    }

    /// Is distance to sort the dice?
    pub(crate) fn to_sort(&self) -> bool {
        matches!(self.game.next(&self.position), Next::Luck(Chance::Sort(_)))
    }

    /// Every outcome of the luck that is due, with its weight; and the sum of the weights.
    pub(crate) fn outcomes(&self) -> (Vec<(String, u32)>, u32) {
        let mut outcomes = Vec::new();
        let total = self.game.outcomes(&self.position, &mut |luck, weight| {
            outcomes.push((self.game.luck_text(luck), weight));
        });
        (outcomes, total)
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

    /// The seats that win.
    pub(crate) fn winners(&self) -> Vec<u8> {
        self.game
            .winners(&self.position)
            .iter()
            .map(|seat| seat.0 + 1)
            .collect()
    }
}
