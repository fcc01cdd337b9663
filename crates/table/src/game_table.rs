//! A table for one kind of game: what [`Table`](crate::Table) holds, whatever is played.

use finaud_record::{Event, Notation, Record, SeedString, bits_at};
use finaud_rules::{Message, Next, Refusal, Seat};

use crate::{Chair, Sitter};

/// Where outcomes of chance come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChanceSource {
    /// From this seed.
    Seed(u64),
    /// Somebody types in what real dice or cards show.
    Typed,
    /// Somebody else deals, such as an online table: outcomes come in from there.
    Dealt,
}

/// There are more or fewer chairs than seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WrongChairs {
    /// How many chairs were given.
    pub chairs: usize,
    /// How many people play.
    pub seats: usize,
}

impl WrongChairs {
    /// The reason in a sentence.
    pub fn message(self) -> Message {
        Message::new("table.chairs", "names given: {chairs}, players: {seats}")
            .with("chairs", self.chairs)
            .with("seats", self.seats)
    }
}

impl std::fmt::Display for WrongChairs {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.message())
    }
}

impl std::error::Error for WrongChairs {}

/// Keeps what bots draw apart from the dice of the same seed.
const BOTS: u64 = 0xb075_b075_b075_b075;

/// The tag of a record that names the bot of a seat: `bot 2: greedy`.
pub(crate) fn bot_tag(seat: usize) -> String {
    format!("bot {}", seat + 1)
}

/// A game in progress.
#[derive(Clone, Debug)]
pub struct GameTable<G: Notation> {
    game: G,
    chairs: Vec<Chair>,
    chance: ChanceSource,
    log: Vec<Event<G>>,
    /// The state before each event of the log, then the state now.
    states: Vec<G::State>,
}

impl<G: Notation> GameTable<G> {
    /// A table at which a game begins, a chair for each seat.
    pub fn new(game: G, chairs: Vec<Chair>, chance: ChanceSource) -> Result<GameTable<G>, WrongChairs> {
        let start = game.start();
        GameTable::starting_at(game, start, chairs, chance)
    }

    /// A table at which a game goes on from a state.
    pub fn starting_at(
        game: G,
        start: G::State,
        chairs: Vec<Chair>,
        chance: ChanceSource,
    ) -> Result<GameTable<G>, WrongChairs> {
        if chairs.len() != game.seats() {
            return Err(WrongChairs {
                chairs: chairs.len(),
                seats: game.seats(),
            });
        }
        Ok(GameTable {
            game,
            chairs,
            chance,
            log: Vec::new(),
            states: vec![start],
        })
    }

    /// The game that is played.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Who sits where, seat 1 first.
    pub fn chairs(&self) -> &[Chair] {
        &self.chairs
    }

    /// Gives somebody another name; a seat that nobody has is left alone.
    pub fn rename(&mut self, seat: Seat, name: impl Into<String>) {
        if let Some(chair) = self.chairs.get_mut(seat.index()) {
            chair.name = name.into();
        }
    }

    /// Where outcomes come from.
    pub fn chance_source(&self) -> ChanceSource {
        self.chance
    }

    /// Everything that happened.
    pub fn log(&self) -> &[Event<G>] {
        &self.log
    }

    /// The state before each event of the log, then the state now.
    pub fn states(&self) -> &[G::State] {
        &self.states
    }

    /// The state now.
    pub fn state(&self) -> &G::State {
        &self.states[self.states.len() - 1]
    }

    /// What comes next.
    pub fn next(&self) -> Next<G::Chance> {
        self.game.next(self.state())
    }

    /// Does a person sit there?
    pub fn is_person(&self, seat: Seat) -> bool {
        self.chairs.get(seat.index()).is_some_and(Chair::is_person)
    }

    /// The seed as a string that can be told.
    pub fn seed(&self) -> Option<SeedString> {
        match self.chance {
            ChanceSource::Seed(seed) => SeedString::new(self.game.id(), self.chairs.len() as u8, seed).ok(),
            ChanceSource::Typed | ChanceSource::Dealt => None,
        }
    }

    /// The outcome that the seed gives now; `None` if none is due, it is to be typed in, or somebody else deals.
    pub fn seeded_outcome(&self) -> Option<G::Outcome> {
        match self.chance {
            ChanceSource::Seed(seed) => self.game.seeded_outcome(self.state(), seed),
            ChanceSource::Typed | ChanceSource::Dealt => None,
        }
    }

    /// The seed for a bot's choice now. Every choice has its own, so that a game that was put away goes on as if it had
    /// not been.
    pub fn bot_seed(&self) -> u64 {
        let seed = match self.chance {
            ChanceSource::Seed(seed) => seed,
            // Where the dice are not ours, bots need a seed all the same.
            ChanceSource::Typed | ChanceSource::Dealt => 0,
        };
        bits_at(seed ^ BOTS, self.log.len() as u64)
    }

    /// The legal actions of a seat: none if it is not asked.
    pub fn legal(&self, seat: Seat) -> Vec<G::Action> {
        let mut legal = Vec::new();
        self.game.legal(self.state(), seat, &mut legal);
        legal
    }

    /// Lets an event happen. A refused one changes nothing.
    pub fn apply(&mut self, event: Event<G>) -> Result<(), Refusal> {
        let mut state = *self.state();
        event.apply(&self.game, &mut state)?;
        self.log.push(event);
        self.states.push(state);
        Ok(())
    }

    /// Takes the last event back, whatever it was.
    pub fn pop(&mut self) -> Option<Event<G>> {
        let event = self.log.pop()?;
        self.states.pop();
        Some(event)
    }

    /// Forgets everything after the first so many events.
    pub fn truncate(&mut self, events: usize) {
        self.log.truncate(events);
        self.states.truncate(events + 1);
    }

    /// What the event with this index did, in order; nothing if there is none.
    pub fn effects(&self, index: usize) -> Vec<G::Effect> {
        let mut effects = Vec::new();
        if let (Some(event), Some(before)) = (self.log.get(index), self.states.get(index)) {
            let mut state = *before;
            // It was applied once: it is not refused now.
            let _ = event.apply_observed(&self.game, &mut state, &mut effects);
        }
        effects
    }

    /// The game so far as a record: the names, the bots, and the seed if it may be known.
    pub fn record(&self) -> Record<G> {
        let mut record = Record::of_states(&self.game, &self.log, &self.states);
        record.header.seed = self.seed();
        record.header.seats = self.chairs.iter().map(|chair| chair.name.clone()).collect();
        for (seat, chair) in self.chairs.iter().enumerate() {
            if let Sitter::Bot(bot) = &chair.sitter {
                record.header.tags.push((bot_tag(seat), bot.clone()));
            }
        }
        record
    }

    /// The record as text, without playing the game again.
    pub fn record_text(&self) -> String {
        self.record().write_with(&self.game, &self.states)
    }

    /// The same for those who must not know what comes next: without the seed.
    pub fn public_record_text(&self) -> String {
        let mut record = self.record();
        record.header.seed = None;
        record.write_with(&self.game, &self.states)
    }
}
