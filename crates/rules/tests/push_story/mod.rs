//! Stories of PUSH: a position in one line, what is turned and rolled, what players do, and what comes of it.
//!
//! Positions, actions and luck are written as in records; seats count from 1.
#![allow(dead_code)] // each test file tells its own part

use finaud_record::{Notation, setup_names};
use finaud_rules::{Game, Next, Push, PushChance, PushState, Seat, Variant};

/// A game in the middle and everything that is done with it.
#[derive(Clone)]
pub(crate) struct Story {
    pub(crate) game: Push,
    pub(crate) state: PushState,
}

/// The position in this line; a `/` before each player's cards.
#[track_caller]
pub(crate) fn given(line: &str) -> Story {
    given_in(Variant::Standard, line)
}

/// The same in a variant.
#[track_caller]
pub(crate) fn given_in(variant: Variant, line: &str) -> Story {
    let (_, seats) = setup_names(line).unwrap_or_else(|| panic!("`{line}` names no game"));
    let game = Push::new(seats, variant).unwrap_or_else(|error| panic!("{error}"));
    let state = game
        .read_position(line)
        .unwrap_or_else(|fault| panic!("{fault}\n  in `{line}`"));
    Story { game, state }
}

/// This table with so many players, seat 1 first; those not described have nothing.
#[track_caller]
pub(crate) fn given_for(players: usize, table: &str, described: &[&str]) -> Story {
    given(&line_for(players, table, described))
}

/// A line for so many players.
pub(crate) fn line_for(players: usize, table: &str, described: &[&str]) -> String {
    let seats = (0..players).map(|seat| format!(" / {}", described.get(seat).unwrap_or(&"")));
    format!("push {table}{}", seats.collect::<String>())
}

/// Both variants.
pub(crate) const VARIANTS: [Variant; 2] = [Variant::Standard, Variant::Risk];

/// Every game there is: 2 to 6 players, both variants.
pub(crate) fn every_game() -> impl Iterator<Item = Push> {
    (2..=6).flat_map(|seats| VARIANTS.map(|variant| Push::new(seats, variant).expect("2 to 6 players")))
}

fn seat(number: usize) -> Seat {
    Seat(number.checked_sub(1).expect("seats count from 1") as u8)
}

impl Story {
    /// This card is turned: `red 5`, `die`, `switch`.
    #[track_caller]
    pub(crate) fn card(&mut self, card: &str) -> &mut Story {
        self.luck(&format!("card {card}"))
    }

    /// The die shows this.
    #[track_caller]
    pub(crate) fn die(&mut self, face: &str) -> &mut Story {
        self.luck(&format!("die {face}"))
    }

    #[track_caller]
    fn luck(&mut self, text: &str) -> &mut Story {
        let luck = self
            .game
            .read_luck(text)
            .unwrap_or_else(|fault| panic!("{fault}"));
        if let Err(refusal) = self.game.befall(&mut self.state, luck) {
            panic!("`{text}`: {refusal}\n  in `{}`", self.line());
        }
        self
    }

    /// This luck cannot happen now; the sentence says why, and nothing changes.
    #[track_caller]
    pub(crate) fn refuses_luck(&self, text: &str) -> String {
        let luck = self
            .game
            .read_luck(text)
            .unwrap_or_else(|fault| panic!("{fault}"));
        let mut after = self.state;
        let refusal = self
            .game
            .befall(&mut after, luck)
            .expect_err("this luck should be refused");
        assert_eq!(after, self.state, "the refused `{text}` left a trace");
        refusal.to_string()
    }

    /// A player does this.
    #[track_caller]
    pub(crate) fn plays(&mut self, number: usize, text: &str) -> &mut Story {
        let action = self
            .game
            .read_action(text)
            .unwrap_or_else(|fault| panic!("{fault}"));
        if let Err(refusal) = self.game.play(&mut self.state, seat(number), action) {
            let legal = self.can(number).join(", ");
            let line = self.line();
            panic!("seat {number}, `{text}`: {refusal}\n  in `{line}`\n  legal: {legal}");
        }
        self
    }

    /// A player may not do this: it is not listed, it is refused, and nothing changes.
    #[track_caller]
    pub(crate) fn refuses(&mut self, number: usize, text: &str) -> &mut Story {
        let action = self
            .game
            .read_action(text)
            .unwrap_or_else(|fault| panic!("{fault}"));
        let mut after = self.state;
        let line = self.line();
        assert!(
            self.game.play(&mut after, seat(number), action).is_err(),
            "seat {number} may play `{text}`\n  in `{line}`"
        );
        assert_eq!(
            after, self.state,
            "the refused `{text}` left a trace\n  in `{line}`"
        );
        assert!(
            !self.can(number).contains(&text.to_string()),
            "`{text}` is listed but refused"
        );
        self
    }

    /// Everything a player can do now.
    pub(crate) fn can(&self, number: usize) -> Vec<String> {
        let mut actions = Vec::new();
        self.game.legal(&self.state, seat(number), &mut actions);
        actions
            .into_iter()
            .map(|action| self.game.action_text(action))
            .collect()
    }

    /// This player is asked, nobody else, and can do exactly this.
    #[track_caller]
    pub(crate) fn only(&mut self, number: usize, wanted: &[&str]) -> &mut Story {
        assert_eq!(self.asked(), Some(number), "in `{}`", self.line());
        assert_eq!(self.can(number), wanted, "seat {number}\n  in `{}`", self.line());
        for other in (1..=self.game.seats()).filter(|other| *other != number) {
            assert_eq!(self.can(other), [] as [&str; 0], "seat {other} is not asked");
        }
        self
    }

    /// The position is this one.
    #[track_caller]
    pub(crate) fn then(&mut self, line: &str) -> &mut Story {
        let wanted = self
            .game
            .read_position(line)
            .unwrap_or_else(|fault| panic!("{fault}\n  in `{line}`"));
        assert_eq!(self.line(), self.game.position_text(&wanted));
        assert_eq!(
            self.state, wanted,
            "the same text, but not the same position: `{line}`"
        );
        self
    }

    /// The position is this table, with these cards in front of the players.
    #[track_caller]
    pub(crate) fn then_for(&mut self, table: &str, described: &[&str]) -> &mut Story {
        self.then(&line_for(self.game.seats(), table, described))
    }

    /// The position in one line.
    pub(crate) fn line(&self) -> String {
        self.game.position_text(&self.state)
    }

    /// The player who is to choose.
    pub(crate) fn asked(&self) -> Option<usize> {
        match self.game.next(&self.state) {
            Next::Choice(seats) => seats.first().map(|seat| seat.index() + 1),
            Next::Luck(_) | Next::Over => None,
        }
    }

    /// The player who is to roll the die.
    pub(crate) fn rolls(&self) -> Option<usize> {
        match self.game.next(&self.state) {
            Next::Luck(PushChance::Die(seat)) => Some(seat.index() + 1),
            _ => None,
        }
    }

    /// Is a card to be turned?
    pub(crate) fn draws(&self) -> bool {
        self.game.next(&self.state) == Next::Luck(PushChance::Card)
    }

    /// Is the game over?
    pub(crate) fn over(&self) -> bool {
        self.game.next(&self.state) == Next::Over
    }

    /// Every outcome of the luck that is due, with its weight; and the sum of the weights.
    pub(crate) fn outcomes(&self) -> (Vec<(String, u32)>, u32) {
        let mut outcomes = Vec::new();
        let total = self.game.outcomes(&self.state, &mut |luck, weight| {
            outcomes.push((self.game.luck_text(luck), weight));
        });
        (outcomes, total)
    }

    /// The points of all players.
    pub(crate) fn points(&self) -> Vec<i32> {
        (1..=self.game.seats())
            .map(|number| self.game.points(&self.state, seat(number)))
            .collect()
    }

    /// The seats that win.
    pub(crate) fn winners(&self) -> Vec<usize> {
        let winners = self.game.winners(&self.state);
        winners.iter().map(|seat| seat.index() + 1).collect()
    }
}
