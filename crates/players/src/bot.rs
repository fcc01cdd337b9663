//! The players one can name.

use finaud_rules::{DiceGame, Game, Push, nearest};

use crate::{Club, Greedy, Player, Random};

/// A player one can name on a command line or seat at a table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Bot {
    /// Every legal action is equally likely.
    Random,
    /// The action whose sheet is worth most at once.
    Greedy,
    /// A good regular player.
    Club,
}

impl Bot {
    /// All bots, weakest first.
    pub const ALL: [Bot; 3] = [Bot::Random, Bot::Greedy, Bot::Club];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Bot::Random => "random",
            Bot::Greedy => "greedy",
            Bot::Club => "club",
        }
    }

    /// The names of all bots, weakest first.
    pub fn names() -> impl Iterator<Item = &'static str> {
        Bot::ALL.into_iter().map(Bot::name)
    }

    /// The bot with this name.
    ///
    /// ```
    /// use finaud_players::Bot;
    /// assert_eq!(Bot::by_name("random"), Ok(Bot::Random));
    /// assert_eq!(
    ///     Bot::by_name("gredy").unwrap_err().to_string(),
    ///     "there is no player `gredy`; did you mean `greedy`?"
    /// );
    /// ```
    pub fn by_name(name: &str) -> Result<Bot, UnknownBot> {
        Bot::ALL
            .into_iter()
            .find(|bot| bot.name() == name)
            .ok_or_else(|| UnknownBot {
                asked: name.to_string(),
            })
    }

    /// A player of this kind; `None` where the game has none, see [`Roster::BOTS`].
    pub fn player<G: Roster>(self, seed: u64) -> Option<Box<dyn Player<G>>> {
        G::player(self, seed)
    }
}

impl std::fmt::Display for Bot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// Nobody has this name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownBot {
    /// The name that was asked for.
    pub asked: String,
}

impl std::fmt::Display for UnknownBot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "there is no player `{}`; ", self.asked)?;
        match nearest(&self.asked, Bot::names()) {
            Some(name) => write!(f, "did you mean `{name}`?"),
            None => write!(f, "there are {}", Bot::names().collect::<Vec<_>>().join(", ")),
        }
    }
}

impl std::error::Error for UnknownBot {}

/// A game that bots can play.
pub trait Roster: Game {
    /// The bots that can play it, weakest first.
    const BOTS: &'static [Bot];

    /// A player of this kind; `None` if it cannot play the game.
    fn player(bot: Bot, seed: u64) -> Option<Box<dyn Player<Self>>>;
}

impl<const SEATS: usize> Roster for DiceGame<SEATS> {
    const BOTS: &'static [Bot] = &[Bot::Random, Bot::Greedy];

    fn player(bot: Bot, seed: u64) -> Option<Box<dyn Player<DiceGame<SEATS>>>> {
        match bot {
            Bot::Random => Some(Box::new(Random::new(seed))),
            Bot::Greedy => Some(Box::new(Greedy)),
            Bot::Club => None,
        }
    }
}

impl Roster for Push {
    const BOTS: &'static [Bot] = &[Bot::Random, Bot::Club];

    fn player(bot: Bot, seed: u64) -> Option<Box<dyn Player<Push>>> {
        match bot {
            Bot::Random => Some(Box::new(Random::new(seed))),
            Bot::Greedy => None,
            Bot::Club => Some(Box::new(Club::new())),
        }
    }
}
