//! The table itself.

use finaud_players::{Bot, Player, Roster};
use finaud_record::{Event, Notation, bits_at};
use finaud_rules::{Next, Refusal, Seat, Seats};

use crate::{Chair, Sitter};

/// Where dice and cards come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChanceSource {
    /// From this seed.
    Seed(u64),
    /// Somebody types in what real dice or cards show.
    Typed,
}

/// What a table waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Awaits<Chance> {
    /// The choice of a bot, or the luck of a seed: [`Table::advance`] makes it happen.
    Nobody,
    /// Each of these people may choose now.
    People(Seats),
    /// Somebody has to roll or draw this and say what came.
    Typed(Chance),
    /// The game is over.
    Over,
}

/// There are more or fewer chairs than seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WrongChairs {
    /// How many chairs were given.
    pub chairs: usize,
    /// How many people play.
    pub seats: usize,
}

impl std::fmt::Display for WrongChairs {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} names were given for {} players", self.chairs, self.seats)
    }
}

impl std::error::Error for WrongChairs {}

/// No choice was made since dice last fell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NothingToUndo;

impl std::fmt::Display for NothingToUndo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("nothing can be taken back: no choice was made since the last luck")
    }
}

impl std::error::Error for NothingToUndo {}

/// Keeps what bots draw apart from the dice of the same seed.
const BOTS: u64 = 0xb075_b075_b075_b075;

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Table<G: Notation> {
    game: G,
    chairs: Vec<Chair>,
    luck: ChanceSource,
    log: Vec<Event<G>>,
    /// The state before each event of the log, then the state now.
    states: Vec<G::State>,
}

impl<G: Notation> Table<G> {
    /// A table at which a game begins, a chair for each seat.
    pub fn new(game: G, chairs: Vec<Chair>, luck: ChanceSource) -> Result<Table<G>, WrongChairs> {
        if chairs.len() != game.seats() {
            return Err(WrongChairs {
                chairs: chairs.len(),
                seats: game.seats(),
            });
        }
        let start = game.start();
        Ok(Table::starting_at(game, start, chairs, luck))
    }

    pub(crate) fn starting_at(game: G, start: G::State, chairs: Vec<Chair>, luck: ChanceSource) -> Table<G> {
        Table {
            game,
            chairs,
            luck,
            log: Vec::new(),
            states: vec![start],
        }
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
    pub fn call(&mut self, seat: Seat, name: impl Into<String>) {
        if let Some(chair) = self.chairs.get_mut(seat.index()) {
            chair.name = name.into();
        }
    }

    /// Where luck comes from.
    pub fn chance_source(&self) -> ChanceSource {
        self.luck
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

    /// Does a person sit there?
    pub fn is_person(&self, seat: Seat) -> bool {
        self.chairs
            .get(seat.index())
            .is_some_and(|chair| chair.sitter == Sitter::Person)
    }

    /// What the table waits for. While a bot is asked, people wait.
    pub fn awaits(&self) -> Awaits<G::Chance> {
        match (self.game.next(self.state()), self.luck) {
            (Next::Over, _) => Awaits::Over,
            (Next::Chance(chance), ChanceSource::Typed) => Awaits::Typed(chance),
            (Next::Chance(_), ChanceSource::Seed(_)) => Awaits::Nobody,
            (Next::Choice(seats), _) => {
                if seats.iter().all(|seat| self.is_person(seat)) {
                    Awaits::People(seats)
                } else {
                    Awaits::Nobody
                }
            }
        }
    }

    /// The bot that chooses next; `None` if luck, a person or nobody is next. Bots go before people who may act as well.
    pub fn bot_next(&self) -> Option<(Seat, Bot)> {
        let Next::Choice(seats) = self.game.next(self.state()) else {
            return None;
        };
        seats
            .iter()
            .find_map(|seat| match self.chairs[seat.index()].sitter {
                Sitter::Bot(bot) => Some((seat, bot)),
                Sitter::Person => None,
            })
    }

    /// The luck that the seed gives now; `None` if none is due or it is to be typed in.
    pub fn seeded_outcome(&self) -> Option<G::Outcome> {
        match self.luck {
            ChanceSource::Seed(seed) => self.game.seeded_outcome(self.state(), seed),
            ChanceSource::Typed => None,
        }
    }

    /// The legal actions of a seat: none if it is not asked.
    pub fn legal(&self, seat: Seat) -> Vec<G::Action> {
        let mut legal = Vec::new();
        self.game.legal(self.state(), seat, &mut legal);
        legal
    }

    /// A seat plays an action.
    pub fn play(&mut self, seat: Seat, action: G::Action) -> Result<(), Refusal> {
        self.apply(Event::Choice(seat, action))
    }

    /// Dice fell, or a card was turned.
    pub fn apply_chance(&mut self, luck: G::Outcome) -> Result<(), Refusal> {
        self.apply(Event::Outcome(luck))
    }

    /// Anything happens. A refused event changes nothing.
    pub fn apply(&mut self, event: Event<G>) -> Result<(), Refusal> {
        let mut state = *self.state();
        event.apply(&self.game, &mut state)?;
        self.log.push(event);
        self.states.push(state);
        Ok(())
    }

    /// How many events [`Table::undo`] would take back: the last choice of a person since the last luck, and what bots
    /// chose after it.
    fn undoable(&self) -> Option<usize> {
        let since_luck = self
            .log
            .iter()
            .rev()
            .take_while(|event| matches!(event, Event::Choice(..)));
        let by_person = |event: &Event<G>| matches!(event, Event::Choice(seat, _) if self.is_person(*seat));
        since_luck.into_iter().position(by_person).map(|index| index + 1)
    }

    /// Is there anything to take back?
    pub fn can_undo(&self) -> bool {
        self.undoable().is_some()
    }

    /// Takes back the last choice of a person, with what bots chose after it, but never luck: nobody rolls twice.
    pub fn undo(&mut self) -> Result<(), NothingToUndo> {
        let kept = self.log.len() - self.undoable().ok_or(NothingToUndo)?;
        self.log.truncate(kept);
        self.states.truncate(kept + 1);
        Ok(())
    }
}

impl<G: Notation> Table<G> {
    /// Takes back what was typed in last, if nothing was chosen since: fingers slip, and these dice are not ours.
    pub fn undo_typed(&mut self) -> Result<(), NothingToUndo> {
        match (self.luck, self.log.last()) {
            (ChanceSource::Typed, Some(Event::Outcome(_))) => {
                self.log.pop();
                self.states.pop();
                Ok(())
            }
            _ => Err(NothingToUndo),
        }
    }
}

impl<G: Notation + Roster> Table<G> {
    /// Lets one thing happen that needs nobody: the luck of the seed, or the choice of a bot. `None` if somebody is
    /// awaited or the game is over.
    pub fn advance(&mut self) -> Option<Event<G>> {
        let event = match self.game.next(self.state()) {
            Next::Over => return None,
            Next::Chance(_) => Event::Outcome(self.seeded_outcome()?),
            Next::Choice(_) => self.bot_choice()?,
        };
        self.apply(event).ok()?;
        Some(event)
    }

    /// What the bot that is next chooses.
    pub fn bot_choice(&self) -> Option<Event<G>> {
        let (seat, bot) = self.bot_next()?;
        // A seed for each choice, so that a game that was put away goes on as if it had not been; and an order of its
        // own, so that it does not matter in which order the rules list the actions.
        let mut player = bot.player(&self.game, bits_at(self.seed() ^ BOTS, self.log.len() as u64))?;
        let mut legal = self.legal(seat);
        legal.sort_unstable();
        Some(Event::Choice(
            seat,
            player.choose(&self.game, self.state(), seat, &legal),
        ))
    }

    /// The seed of the dice; where these are real, bots need one all the same.
    fn seed(&self) -> u64 {
        match self.luck {
            ChanceSource::Seed(seed) => seed,
            ChanceSource::Typed => 0,
        }
    }
}
