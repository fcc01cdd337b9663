//! The players one can name.

use std::sync::Arc;
use std::time::Duration;

use finaud_rules::{DiceGame, Game, Message, Push, nearest};

use crate::coach::{self, Analyst, Explain, MeanScore, PushEstimate, Share, WinChance, WinFromLead};
use crate::learned::{Borrowed, Confidence, Learnable, Net};
use crate::{
    Club, Expected, Expert, Greedy, Heuristic, NoisyExpert, Novice, Player, PushNovice, Random, SearchLimits,
    Searcher, TurnSearcher, Winning,
};

/// A player one can name on a command line or seat at a table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Bot {
    /// Every legal action is equally likely.
    Random,
    /// A careful beginner.
    Novice,
    /// The action whose sheet is worth most at once.
    Greedy,
    /// A good regular player.
    Club,
    /// The learned value alone.
    Expert,
    /// The learned value, and a search over what the dice can do next.
    Master,
}

impl Bot {
    /// All bots, weakest first.
    pub const ALL: [Bot; 6] = [
        Bot::Random,
        Bot::Novice,
        Bot::Greedy,
        Bot::Club,
        Bot::Expert,
        Bot::Master,
    ];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Bot::Random => "random",
            Bot::Novice => "novice",
            Bot::Greedy => "greedy",
            Bot::Club => "club",
            Bot::Expert => "expert",
            Bot::Master => "master",
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
    pub fn player<G: Roster>(self, game: &G, seed: u64) -> Option<Box<dyn Player<G> + Send>> {
        game.player(self, seed)
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

impl UnknownBot {
    /// Who was asked for, and who is there, as a sentence that can be said in any language.
    pub fn message(&self) -> Message {
        let message = match nearest(&self.asked, Bot::names()) {
            Some(name) => Message::new(
                "terminal.missing.player-guess",
                "there is no player `{asked}`; did you mean `{guess}`?",
            )
            .with("guess", name),
            None => Message::new(
                "terminal.missing.player",
                "there is no player `{asked}`; there are {known}",
            )
            .with("known", Bot::names().collect::<Vec<_>>().join(", ")),
        };
        message.with("asked", &self.asked)
    }
}

impl std::fmt::Display for UnknownBot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.message().fmt(f)
    }
}

impl std::error::Error for UnknownBot {}

/// What the strongest bots and the coach know of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Knowledge {
    /// It was learned.
    Learned,
    /// What was learned at another game fits it.
    Borrowed {
        /// The other game.
        from: String,
        /// How well it fits.
        confidence: Confidence,
    },
    /// Nothing: whatever numbers there are, are plain estimates.
    Nothing,
}

/// What a player goes by.
#[derive(Clone, Debug, Default)]
pub struct PlayerMeans {
    /// What was learned of the game. It has to be [for this game](Learnable::accepts).
    pub net: Option<Arc<Net>>,
    /// Whoever searches begins nothing new after this.
    pub time: Option<Duration>,
}

/// A game that bots can play and a coach can explain.
pub trait Roster: Explain {
    /// The bots that can play it, weakest first.
    const BOTS: &'static [Bot];

    /// Those among them that play by what was learned.
    const LEARNED: &'static [Bot];

    /// A player of this kind; `None` if it cannot play the game.
    fn player(&self, bot: Bot, seed: u64) -> Option<Box<dyn Player<Self> + Send>> {
        let net = Self::LEARNED.contains(&bot).then(|| self.net()).flatten();
        self.player_with(bot, seed, PlayerMeans { net, time: None })
    }

    /// The same with these means.
    fn player_with(&self, bot: Bot, seed: u64, means: PlayerMeans) -> Option<Box<dyn Player<Self> + Send>>;

    /// What was learned of the game, here or on the nearest sheet; `None` if nothing was.
    fn net(&self) -> Option<Arc<Net>>;

    /// An analyst with these limits.
    fn analyst(&self, limits: SearchLimits) -> Box<dyn Analyst<Self> + Send>;

    /// What is known of the game.
    fn knowledge(&self) -> Knowledge {
        Knowledge::Learned
    }

    /// Why the strongest bots play this game less well than they could; `None` if nothing is missing.
    fn caveat(&self) -> Option<Message> {
        None
    }
}

/// How many points `club` is off at dice games, as a standard deviation. Chosen from 5, 6, 10, 15 and 20 so that `club` stands
/// about two thirds of the way from `novice` to `expert` (docs/strength.md).
const NOISE_SD: f32 = 6.0;
/// What `club` may spend at dice games that were not learned. Chosen by hand, not measured: less than `expert`.
const CLUB: SearchLimits = SearchLimits {
    nodes: 1_500,
    time: None,
    candidates: 5,
    threads: 1,
};

/// So many points ahead are worth odds of e to 1, where no weights know better. Chosen by hand, not measured: about half of the
/// spread of final scores.
const DICE_SPREAD: f32 = 20.0;
const PUSH_SPREAD: f32 = 12.0;
/// Actions of PUSH whose static evaluations are further apart, in points, need no search. Chosen by hand, not measured.
const PUSH_MARGIN: f32 = 10.0;

/// What `master` may spend on a turn of PUSH. Chosen by hand: about two or three cards ahead while the pile is large, and the whole
/// turn towards its end (docs/proof.md).
const PUSH_TURN: SearchLimits = SearchLimits {
    nodes: 3_000,
    time: None,
    candidates: 8,
    threads: 1,
};

/// What a player without weights may spend. Chosen by hand, not measured: searching more with a plain estimate gives nothing
/// (docs/strength.md).
const WITHOUT_WEIGHTS: SearchLimits = SearchLimits {
    nodes: 20_000,
    time: None,
    candidates: 8,
    threads: 1,
};

impl<const SEATS: usize> Roster for DiceGame<SEATS> {
    const BOTS: &'static [Bot] = &Bot::ALL;
    const LEARNED: &'static [Bot] = &[Bot::Club, Bot::Expert, Bot::Master];

    fn net(&self) -> Option<Arc<Net>> {
        net_of(self)
    }

    fn player_with(
        &self,
        bot: Bot,
        seed: u64,
        PlayerMeans { net, time }: PlayerMeans,
    ) -> Option<Box<dyn Player<DiceGame<SEATS>> + Send>> {
        let within = |limits: SearchLimits| SearchLimits { time, ..limits };
        let full = within(SearchLimits::default());
        Some(match (bot, net) {
            (Bot::Random, _) => Box::new(Random::new(seed)),
            (Bot::Novice, _) => Box::new(Novice),
            (Bot::Greedy, _) => Box::new(Greedy),
            (Bot::Club, None) => Box::new(Searcher::new(Heuristic, within(CLUB))),
            (Bot::Club, Some(net)) => Box::new(NoisyExpert::new(self, net, NOISE_SD, seed)),
            (Bot::Expert | Bot::Master, None) => Box::new(Searcher::new(Heuristic, within(WITHOUT_WEIGHTS))),
            (Bot::Expert, Some(net)) => Box::new(Expert::new(self, net)),
            (Bot::Master, Some(net)) if self.seats() == 1 => {
                Box::new(Searcher::new(Expected::new(self, net), full))
            }
            (Bot::Master, Some(net)) => Box::new(Searcher::new(Winning::new(self, &net), full)),
        })
    }

    fn analyst(&self, limits: SearchLimits) -> Box<dyn Analyst<DiceGame<SEATS>> + Send> {
        match net_of(self) {
            Some(net) => {
                let win = WinChance::new(self, &net);
                coach::analyst(self, limits, Expected::new(self, net), win)
            }
            None => coach::analyst(self, limits, Heuristic, WinFromLead::new(Heuristic, DICE_SPREAD)),
        }
    }

    fn knowledge(&self) -> Knowledge {
        if self.weights().is_some() {
            return Knowledge::Learned;
        }
        match self.borrowed() {
            Some(Borrowed { from, confidence, .. }) => Knowledge::Borrowed { from, confidence },
            None => Knowledge::Nothing,
        }
    }

    fn caveat(&self) -> Option<Message> {
        let message = match self.knowledge() {
            Knowledge::Learned => return None,
            Knowledge::Borrowed { from, confidence } => match confidence {
                Confidence::Sure => Message::new(
                    "analysis.borrowed-sure",
                    "nobody has learned the sheet `{sheet}`, but it is nearly `{from}`: what was learned there can be trusted here",
                ),
                Confidence::FairlySure => Message::new(
                    "analysis.borrowed-fairly-sure",
                    "nobody has learned the sheet `{sheet}`: what was learned on `{from}` fits most of it, and the numbers are fairly sure",
                ),
                Confidence::Guess => Message::new(
                    "analysis.borrowed-guess",
                    "nobody has learned the sheet `{sheet}`: what was learned on `{from}` fits part of it, and the numbers are a guess",
                ),
            }
            .with("from", from),
            Knowledge::Nothing => Message::new(
                "analysis.no-weights",
                "no weights were learned for the sheet `{sheet}` with {players} players: `club`, `expert` and `master` look ahead with a plain estimate instead",
            )
            .with("players", self.player_range().to_string()),
        };
        Some(message.with("sheet", &self.sheet().id))
    }
}

/// What was learned of a game, here or elsewhere.
pub(crate) fn net_of<G: Learnable>(game: &G) -> Option<Arc<Net>> {
    let own = game.weights().map(|weights| Arc::clone(&weights.net));
    own.or_else(|| game.borrowed().map(|borrowed| borrowed.net))
}

impl Roster for Push {
    const BOTS: &'static [Bot] = &[Bot::Random, Bot::Novice, Bot::Club, Bot::Expert, Bot::Master];
    const LEARNED: &'static [Bot] = &[Bot::Expert, Bot::Master];

    fn net(&self) -> Option<Arc<Net>> {
        self.weights().map(|weights| Arc::clone(&weights.net))
    }

    fn player_with(
        &self,
        bot: Bot,
        seed: u64,
        PlayerMeans { net, time }: PlayerMeans,
    ) -> Option<Box<dyn Player<Push> + Send>> {
        Some(match (bot, net) {
            (Bot::Random, _) => Box::new(Random::new(seed)),
            (Bot::Novice, _) => Box::new(PushNovice),
            (Bot::Greedy, _) => return None,
            (Bot::Club, _) | (Bot::Expert | Bot::Master, None) => Box::new(Club::new()),
            (Bot::Expert, Some(net)) => Box::new(Expert::new(self, net)),
            (Bot::Master, Some(net)) => {
                let limits = SearchLimits { time, ..PUSH_TURN };
                Box::new(TurnSearcher::new(Expected::new(self, net), limits))
            }
        })
    }

    fn knowledge(&self) -> Knowledge {
        match self.weights() {
            Some(_) => Knowledge::Learned,
            None => Knowledge::Nothing,
        }
    }

    fn caveat(&self) -> Option<Message> {
        self.weights().is_none().then(|| {
            Message::new(
                "analysis.no-weights-push",
                "no weights were learned for PUSH: `expert` and `master` play like `club`",
            )
        })
    }

    fn analyst(&self, limits: SearchLimits) -> Box<dyn Analyst<Push> + Send> {
        match self.weights().map(|weights| Arc::clone(&weights.net)) {
            // The net predicts the share of the victory; the points are the mean of their quantiles.
            Some(net) => {
                let win = Share::new(self, &net);
                coach::analyst(self, limits, MeanScore::new(self, net, PUSH_MARGIN), win)
            }
            None => coach::analyst(
                self,
                limits,
                PushEstimate,
                WinFromLead::new(PushEstimate, PUSH_SPREAD),
            ),
        }
    }
}
