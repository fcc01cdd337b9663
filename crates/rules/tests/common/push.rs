//! Stories of PUSH: a position in one line, what is turned and rolled, what players do, and what comes of it.
//!
//! Positions, actions and luck are written as in records; seats count from 1.

use finaud_record::setup_names;
use finaud_rules::{Game, Next, Push, PushChance, Variant};

use super::story::{self, seat};

/// A game of PUSH in the middle and everything that is done with it.
pub(crate) type Story = story::Story<Push>;

/// The position in this line; a `/` before each player's cards.
#[track_caller]
pub(crate) fn given(line: &str) -> Story {
    given_in(Variant::Standard, line)
}

/// The same in a variant.
#[track_caller]
pub(crate) fn given_in(variant: Variant, line: &str) -> Story {
    Story::at(game_of(variant, line), line)
}

/// Why the position in this line cannot be.
#[track_caller]
pub(crate) fn cannot_be(line: &str) -> String {
    story::why_not(&game_of(Variant::Standard, line), line)
}

#[track_caller]
fn game_of(variant: Variant, line: &str) -> Push {
    let (_, seats) = setup_names(line).unwrap_or_else(|| panic!("`{line}` names no game"));
    Push::new(seats, variant).unwrap_or_else(|error| panic!("{error}"))
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

    /// This player is asked, nobody else, and can do exactly this.
    #[track_caller]
    pub(crate) fn asks(&mut self, number: usize, wanted: &[&str]) -> &mut Story {
        assert_eq!(self.chooser(), Some(number), "in `{}`", self.line());
        self.only(number, wanted);
        for other in (1..=self.game.seats()).filter(|other| *other != number) {
            self.only(other, &[]);
        }
        self
    }

    /// The position is this table, with these cards in front of the players.
    #[track_caller]
    pub(crate) fn then_for(&mut self, table: &str, described: &[&str]) -> &mut Story {
        self.then(&line_for(self.game.seats(), table, described));
        self
    }

    /// The player who is to choose.
    pub(crate) fn chooser(&self) -> Option<usize> {
        self.asked().first().map(|seat| usize::from(*seat))
    }

    /// The player who is to roll the die.
    pub(crate) fn rolls(&self) -> Option<usize> {
        match self.game.next(&self.position) {
            Next::Chance(PushChance::Die(seat)) => Some(seat.index() + 1),
            _ => None,
        }
    }

    /// Is a card to be turned?
    pub(crate) fn draws(&self) -> bool {
        self.game.next(&self.position) == Next::Chance(PushChance::Card)
    }

    /// The points of all players.
    pub(crate) fn points(&self) -> Vec<i32> {
        (1..=self.game.seats())
            .map(|number| self.game.points(&self.position, seat(number)))
            .collect()
    }
}
