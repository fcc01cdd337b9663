//! A game in the middle and everything that is done with it: what is rolled and drawn, what players do, and what comes
//! of it. Positions, actions and luck are written as in records; seats count from 1.

use finaud_record::Notation;
use finaud_rules::{Next, Seat};

/// A game in the middle.
#[derive(Clone)]
pub(crate) struct Story<G: Notation> {
    pub(crate) game: G,
    pub(crate) position: G::State,
}

/// The seat with this number.
pub(crate) fn seat(number: impl TryInto<u8>) -> Seat {
    let number = number.try_into().ok().and_then(|number| number.checked_sub(1));
    Seat(number.expect("seats count from 1"))
}

/// Why the position in this line cannot be.
#[track_caller]
pub(crate) fn why_not<G: Notation>(game: &G, line: &str) -> String {
    match game.read_position(line) {
        Ok(_) => panic!("this can be: `{line}`"),
        Err(fault) => fault.to_string(),
    }
}

impl<G: Notation> Story<G> {
    /// The position in this line.
    #[track_caller]
    pub(crate) fn at(game: G, line: &str) -> Story<G> {
        let position = game
            .read_position(line)
            .unwrap_or_else(|fault| panic!("{fault}\n  in `{line}`"));
        Story { game, position }
    }

    /// This is rolled, sorted or drawn.
    #[track_caller]
    pub(crate) fn luck(&mut self, text: &str) -> &mut Story<G> {
        let luck = self
            .game
            .read_outcome(text)
            .unwrap_or_else(|fault| panic!("{fault}"));
        if let Err(refusal) = self.game.apply_chance(&mut self.position, luck) {
            panic!("`{text}`: {refusal}\n  in `{}`", self.line());
        }
        self
    }

    /// This luck cannot happen now; the sentence says why, and nothing changes.
    #[track_caller]
    pub(crate) fn refuses_luck(&self, text: &str) -> String {
        let luck = self
            .game
            .read_outcome(text)
            .unwrap_or_else(|fault| panic!("{fault}"));
        let mut after = self.position;
        let refusal = self
            .game
            .apply_chance(&mut after, luck)
            .expect_err("this luck should be refused");
        assert_eq!(after, self.position, "the refused `{text}` left a trace");
        refusal.to_string()
    }

    #[track_caller]
    fn action(&self, text: &str) -> G::Action {
        self.game
            .read_action(text)
            .unwrap_or_else(|fault| panic!("{fault}"))
    }

    /// A player does this.
    #[track_caller]
    pub(crate) fn plays(&mut self, number: impl TryInto<u8>, text: &str) -> &mut Story<G> {
        let (seat, action) = (seat(number), self.action(text));
        if let Err(refusal) = self.game.play(&mut self.position, seat, action) {
            let (line, legal) = (self.line(), self.choices(seat).join(", "));
            panic!("seat {seat}, `{text}`: {refusal}\n  in `{line}`\n  legal: {legal}");
        }
        self
    }

    /// A player may not do this: it is not listed, it is refused, and nothing changes.
    #[track_caller]
    pub(crate) fn refuses(&self, number: impl TryInto<u8>, text: &str) -> &Story<G> {
        assert!(
            !self.may(number, text),
            "`{text}` may be played\n  in `{}`",
            self.line()
        );
        self
    }

    /// Can the player do this now? What is not listed is refused and changes nothing.
    #[track_caller]
    pub(crate) fn may(&self, number: impl TryInto<u8>, text: &str) -> bool {
        let (seat, action) = (seat(number), self.action(text));
        let listed = self.choices(seat).contains(&self.game.action_text(action));
        let mut after = self.position;
        assert_eq!(
            self.game.play(&mut after, seat, action).is_ok(),
            listed,
            "seat {seat}, `{text}`: listed and played differ\n  in `{}`",
            self.line()
        );
        assert!(
            listed || after == self.position,
            "the refused `{text}` left a trace\n  in `{}`",
            self.line()
        );
        listed
    }

    /// Everything a player can do now, in the order of the alphabet.
    pub(crate) fn can(&self, number: impl TryInto<u8>) -> Vec<String> {
        let mut texts = self.choices(seat(number));
        texts.sort();
        texts
    }

    fn choices(&self, seat: Seat) -> Vec<String> {
        let mut actions = Vec::new();
        self.game.legal(&self.position, seat, &mut actions);
        let texts = actions.into_iter().map(|action| self.game.action_text(action));
        texts.collect()
    }

    /// A player can do exactly this, in whatever order.
    #[track_caller]
    pub(crate) fn only(&self, number: impl TryInto<u8>, wanted: &[&str]) -> &Story<G> {
        self.only_begin(number, "", wanted)
    }

    /// Everything a player can do now that begins like this.
    pub(crate) fn can_begin(&self, number: impl TryInto<u8>, beginning: &str) -> Vec<String> {
        let mut texts = self.can(number);
        texts.retain(|text| text.starts_with(beginning));
        texts
    }

    /// Of everything that begins like this, a player can do exactly this, in whatever order.
    #[track_caller]
    pub(crate) fn only_begin(&self, number: impl TryInto<u8>, beginning: &str, wanted: &[&str]) -> &Story<G> {
        let mut wanted: Vec<String> = wanted.iter().map(ToString::to_string).collect();
        wanted.sort();
        let seat = seat(number);
        let found = self.can_begin(seat.0 + 1, beginning);
        assert_eq!(found, wanted, "seat {seat}\n  in `{}`", self.line());
        self
    }

    /// The position is this one.
    #[track_caller]
    pub(crate) fn then(&self, line: &str) -> &Story<G> {
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

    /// The seats that may act now; none if luck is due or the game is over.
    pub(crate) fn asked(&self) -> Vec<u8> {
        match self.game.next(&self.position) {
            Next::Choice(seats) => seats.iter().map(|seat| seat.0 + 1).collect(),
            Next::Chance(_) | Next::Over => Vec::new(),
        }
    }

    /// Is the game over?
    pub(crate) fn over(&self) -> bool {
        matches!(self.game.next(&self.position), Next::Over)
    }

    /// Every outcome of the luck that is due, with its weight; and the sum of the weights.
    pub(crate) fn outcomes(&self) -> (Vec<(String, u32)>, u32) {
        let mut outcomes = Vec::new();
        let total = self.game.outcomes(&self.position, &mut |luck, weight| {
            outcomes.push((self.game.outcome_text(luck), weight));
        });
        (outcomes, total)
    }

    /// The seats that win.
    pub(crate) fn winners(&self) -> Vec<u8> {
        let winners = self.game.winners(&self.position);
        winners.iter().map(|seat| seat.0 + 1).collect()
    }
}
