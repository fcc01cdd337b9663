//! A game in progress, whatever is played: what the Python class asks for.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use finaud_record::{Event, Record, SeedString};
use finaud_rules::{Next, Seat};

use crate::bots;
use crate::game::Playable;
use crate::sparse::Sparse;

/// A number that depends on the value alone, whatever the version of the standard library: FNV-1a.
pub(crate) fn hashed(value: &impl Hash) -> u64 {
    struct Fnv(u64);
    impl Hasher for Fnv {
        fn finish(&self) -> u64 {
            self.0
        }

        fn write(&mut self, bytes: &[u8]) {
            for byte in bytes {
                self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
            }
        }
    }
    let mut hasher = Fnv(0xcbf2_9ce4_8422_2325);
    value.hash(&mut hasher);
    hasher.finish()
}

/// A game in progress, whatever is played.
pub(crate) trait AnyState: Send + Sync {
    fn copy(&self) -> Box<dyn AnyState>;
    fn kind(&self) -> NextKind;
    fn asked(&self) -> Vec<usize>;
    fn legal(&self, seat: Seat) -> Vec<usize>;
    fn play(&mut self, seat: Seat, action: usize) -> Result<(), String>;
    fn play_text(&mut self, seat: Seat, text: &str) -> Result<(), String>;
    fn outcomes(&self) -> (Vec<u32>, u32);
    fn outcome_text(&self, number: usize) -> Option<String>;
    fn dice_to_roll(&self) -> usize;
    fn chance_place(&self) -> Option<String>;
    fn apply_outcome(&mut self, number: usize) -> Result<(), String>;
    fn apply_outcome_text(&mut self, text: &str) -> Result<(), String>;
    fn apply_bits(&mut self, bits: u64) -> Result<(), String>;
    fn apply_seeded(&mut self) -> Result<(), String>;
    fn undo(&mut self) -> bool;
    fn events(&self) -> Vec<String>;
    fn points(&self) -> Vec<i32>;
    fn winners(&self) -> Vec<usize>;
    fn score_json(&self, seat: Seat) -> String;
    fn text(&self) -> String;
    fn json(&self) -> String;
    fn record(&self, names: &[String]) -> String;
    fn hash(&self) -> u64;
    fn same(&self, other: &dyn AnyState) -> bool;
    fn seed(&self) -> Option<u64>;
    fn plain(&self, seat: Seat) -> Vec<i16>;
    fn sparse(&self, seat: Seat) -> Sparse;
    fn bot_choice(&self, bot: finaud_players::Bot, seat: Seat, seed: u64) -> Result<usize, String>;
    fn analysis(&self, request: &crate::coach::Request) -> Result<String, String>;
    fn as_any(&self) -> &dyn std::any::Any;
}

/// What comes next.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum NextKind {
    Choice,
    Chance,
    Over,
}

/// A game in progress of one kind.
#[derive(Clone)]
pub(crate) struct StateOf<G: Playable> {
    pub(crate) game: Arc<G>,
    pub(crate) now: G::State,
    /// What happened, each with the state before it.
    log: Vec<(Event<G>, G::State)>,
    pub(super) seed: Option<u64>,
}

impl<G: Playable> StateOf<G> {
    pub(crate) fn new(game: Arc<G>, now: G::State, seed: Option<u64>) -> StateOf<G> {
        StateOf {
            game,
            now,
            log: Vec::new(),
            seed,
        }
    }

    fn apply(&mut self, event: Event<G>) -> Result<(), String> {
        let before = self.now;
        event
            .apply(&self.game, &mut self.now)
            .map_err(|refusal| refusal.to_string())?;
        self.log.push((event, before));
        Ok(())
    }

    /// The outcome with this number among all outcomes of the chance that is due.
    fn outcome(&self, number: usize) -> Option<G::Outcome> {
        let (mut index, mut found) = (0, None);
        self.game.outcomes(&self.now, &mut |outcome, _| {
            if index == number {
                found = Some(outcome);
            }
            index += 1;
        });
        found
    }

    /// The state the record tells, with everything that led to it.
    pub(super) fn of_record(game: Arc<G>, text: &str) -> Result<StateOf<G>, String> {
        let replayed = Record::read(&*game, text).map_err(|error| error.to_string())?;
        let record = replayed.record;
        let start = record.start(&game).map_err(|error| error.to_string())?;
        let seed = record.header.seed.as_ref().map(SeedString::seed);
        let mut state = StateOf::new(game, start, seed);
        for event in record.log() {
            state.apply(event)?;
        }
        Ok(state)
    }

    fn states(&self) -> Vec<G::State> {
        let before = self.log.iter().map(|(_, before)| *before);
        before.chain([self.now]).collect()
    }
}

impl<G: Playable> AnyState for StateOf<G> {
    fn copy(&self) -> Box<dyn AnyState> {
        Box::new(self.clone())
    }

    fn kind(&self) -> NextKind {
        match self.game.next(&self.now) {
            Next::Choice(_) => NextKind::Choice,
            Next::Chance(_) => NextKind::Chance,
            Next::Over => NextKind::Over,
        }
    }

    fn asked(&self) -> Vec<usize> {
        match self.game.next(&self.now) {
            Next::Choice(seats) => seats.iter().map(Seat::index).collect(),
            Next::Chance(_) | Next::Over => Vec::new(),
        }
    }

    fn legal(&self, seat: Seat) -> Vec<usize> {
        let mut legal = Vec::new();
        self.game.legal(&self.now, seat, &mut legal);
        let numbers = legal
            .into_iter()
            .filter_map(|action| self.game.action_index(action));
        let mut numbers: Vec<usize> = numbers.collect();
        numbers.sort_unstable();
        numbers
    }

    fn play(&mut self, seat: Seat, action: usize) -> Result<(), String> {
        let action = self
            .game
            .action_from_index(action)
            .ok_or_else(|| format!("there is no action {action}"))?;
        self.apply(Event::Choice(seat, action)).map_err(|why| {
            let text = self.game.action_text(action);
            format!("`{text}` is refused: {why}")
        })
    }

    fn play_text(&mut self, seat: Seat, text: &str) -> Result<(), String> {
        let action = self.game.read_action(text).map_err(|error| error.to_string())?;
        self.apply(Event::Choice(seat, action))
            .map_err(|why| format!("`{text}` is refused: {why}"))
    }

    fn outcomes(&self) -> (Vec<u32>, u32) {
        let mut weights = Vec::new();
        let sum = self
            .game
            .outcomes(&self.now, &mut |_, weight| weights.push(weight));
        (weights, sum)
    }

    fn outcome_text(&self, number: usize) -> Option<String> {
        self.outcome(number)
            .map(|outcome| self.game.outcome_text(outcome))
    }

    fn dice_to_roll(&self) -> usize {
        match self.game.next(&self.now) {
            Next::Chance(chance) => G::dice_to_roll(chance).unwrap_or(0),
            Next::Choice(_) | Next::Over => 0,
        }
    }

    fn chance_place(&self) -> Option<String> {
        self.game.chance_place(&self.now).map(|place| place.to_string())
    }

    fn apply_outcome(&mut self, number: usize) -> Result<(), String> {
        if self.kind() != NextKind::Chance {
            return Err("there is nothing to roll or draw now".into());
        }
        let outcome = self.outcome(number).ok_or_else(|| {
            let count = self.outcomes().0.len();
            format!("there is no outcome {number}: there are {count}, counted from 0")
        })?;
        self.apply(Event::Outcome(outcome))
    }

    fn apply_outcome_text(&mut self, text: &str) -> Result<(), String> {
        let outcome = self.game.read_outcome(text).map_err(|error| error.to_string())?;
        self.apply(Event::Outcome(outcome))
    }

    fn apply_bits(&mut self, bits: u64) -> Result<(), String> {
        let outcome = self.game.outcome_of_bits(&self.now, bits);
        self.apply(Event::Outcome(
            outcome.ok_or("there is nothing to roll or draw now")?,
        ))
    }

    fn apply_seeded(&mut self) -> Result<(), String> {
        let seed = self
            .seed
            .ok_or("this state has no seed: give one to `State`, or an outcome to `apply_chance`")?;
        let outcome = self.game.seeded_outcome(&self.now, seed);
        self.apply(Event::Outcome(
            outcome.ok_or("there is nothing to roll or draw now")?,
        ))
    }

    fn undo(&mut self) -> bool {
        match self.log.pop() {
            Some((_, before)) => {
                self.now = before;
                true
            }
            None => false,
        }
    }

    fn events(&self) -> Vec<String> {
        self.log.iter().map(|(event, _)| event.text(&self.game)).collect()
    }

    fn points(&self) -> Vec<i32> {
        let seats = (0..self.game.seats() as u8).map(Seat);
        seats.map(|seat| self.game.points(&self.now, seat)).collect()
    }

    fn winners(&self) -> Vec<usize> {
        self.game.winners(&self.now).iter().map(Seat::index).collect()
    }

    fn score_json(&self, seat: Seat) -> String {
        self.game.score_json(&self.now, seat).to_string()
    }

    fn text(&self) -> String {
        self.game.position_text(&self.now)
    }

    fn json(&self) -> String {
        self.game.position_json(&self.now).to_string()
    }

    fn record(&self, names: &[String]) -> String {
        let events: Vec<Event<G>> = self.log.iter().map(|(event, _)| *event).collect();
        let states = self.states();
        let mut record = Record::of_states(&*self.game, &events, &states);
        let seats = self.game.seats();
        record.header.seed = self
            .seed
            .and_then(|seed| SeedString::new(self.game.id(), seats as u8, seed).ok());
        for (seat, name) in record.header.seats.iter_mut().zip(names) {
            seat.clone_from(name);
        }
        record.write_with(&self.game, &states)
    }

    fn hash(&self) -> u64 {
        hashed(&self.now)
    }

    fn same(&self, other: &dyn AnyState) -> bool {
        let other = other.as_any().downcast_ref::<StateOf<G>>();
        other.is_some_and(|other| other.now == self.now)
    }

    fn seed(&self) -> Option<u64> {
        self.seed
    }

    fn plain(&self, seat: Seat) -> Vec<i16> {
        let mut row = vec![0; self.game.plain_columns().len()];
        self.game
            .write_plain(&self.game.plan(), &self.now, seat, &mut row);
        row
    }

    fn sparse(&self, seat: Seat) -> Sparse {
        let mut sparse = Sparse::default();
        sparse.push(&self.game.encoder(), &*self.game, &self.now, seat);
        sparse
    }

    fn bot_choice(&self, bot: finaud_players::Bot, seat: Seat, seed: u64) -> Result<usize, String> {
        bots::choose(&*self.game, &self.now, bot, seat, seed)
    }

    fn analysis(&self, request: &crate::coach::Request) -> Result<String, String> {
        crate::coach::analysis(&*self.game, &self.now, request)
    }

    fn as_any(&self) -> &dyn std::any::Any {
        self
    }
}
