//! A table of any game: one type for every surface.

use finaud_record::{Event, EventError, RecordHeader, SeedString};
use finaud_rules::{Decision, Game, Next, Push, Refusal, Score, Seat, Seats, Sheet, TableGame};

use crate::any::Member;
use crate::{
    AnyAction, AnyChance, AnyEffect, AnyEvent, AnyGame, AnyOutcome, CannotUndo, Chair, ChanceSource,
    GameError, GameSpec, GameTable, RestoreError, Undo,
};

/// A table of any game.
#[derive(Clone, Debug)]
pub struct Table(Kind);

#[derive(Clone, Debug)]
enum Kind {
    Dice(Box<GameTable<TableGame>>),
    Push(Box<GameTable<Push>>),
}

/// What a table waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Awaits {
    /// Each of these people and each of these bots may choose now, in any order.
    Choice {
        /// People who are asked.
        people: Seats,
        /// Bots that are asked.
        bots: Seats,
    },
    /// An outcome that comes from the seed, [`Table::apply_seeded`], or from whoever deals.
    Seeded(AnyChance),
    /// Somebody rolls real dice or draws real cards and says what came.
    Typed(AnyChance),
    /// Nothing: the game is over.
    Over,
}

impl Awaits {
    /// The bot to choose first, where bots go before people who may choose as well.
    pub fn bot(self) -> Option<Seat> {
        match self {
            Awaits::Choice { bots, .. } => bots.first(),
            Awaits::Seeded(_) | Awaits::Typed(_) | Awaits::Over => None,
        }
    }

    /// The people to choose, where bots go before people: nobody while a bot is asked.
    pub fn people(self) -> Seats {
        match self {
            Awaits::Choice { people, bots } if bots.is_empty() => people,
            _ => Seats::default(),
        }
    }
}

macro_rules! each {
    ($table:expr, $it:ident => $body:expr) => {
        match $table {
            Kind::Dice($it) => $body,
            Kind::Push($it) => $body,
        }
    };
}

impl Table {
    /// A table at which a game begins, a chair for each seat.
    pub fn new(spec: &GameSpec, chairs: Vec<Chair>, chance: ChanceSource) -> Result<Table, GameError> {
        Table::of_game(spec.build()?, chairs, chance)
    }

    /// A table at which this game begins.
    pub fn of_game(game: AnyGame, chairs: Vec<Chair>, chance: ChanceSource) -> Result<Table, GameError> {
        let kind = match game {
            AnyGame::Dice(game) => {
                GameTable::new(*game, chairs, chance).map(|table| Kind::Dice(table.into()))
            }
            AnyGame::Push(game) => {
                GameTable::new(*game, chairs, chance).map(|table| Kind::Push(table.into()))
            }
        };
        kind.map(Table)
            .map_err(|wrong| GameError::Players(wrong.message()))
    }

    /// The table at which a record was written. `sheet` is the text of the sheet, where it is somebody's own.
    pub fn restore(text: &str, sheet: Option<&str>) -> Result<Table, RestoreError> {
        let header = RecordHeader::read(text)?;
        Ok(Table(match GameSpec::of_record(&header, sheet).build()? {
            AnyGame::Dice(game) => Kind::Dice(GameTable::restore(*game, text)?.into()),
            AnyGame::Push(game) => Kind::Push(GameTable::restore(*game, text)?.into()),
        }))
    }

    /// The table of a dice game.
    pub fn dice(&self) -> Option<&GameTable<TableGame>> {
        match &self.0 {
            Kind::Dice(table) => Some(table),
            Kind::Push(_) => None,
        }
    }

    /// The table of a game of PUSH.
    pub fn push(&self) -> Option<&GameTable<Push>> {
        match &self.0 {
            Kind::Push(table) => Some(table),
            Kind::Dice(_) => None,
        }
    }

    /// The game.
    pub fn game(&self) -> AnyGame {
        match &self.0 {
            Kind::Dice(table) => AnyGame::Dice(table.game().clone().into()),
            Kind::Push(table) => AnyGame::Push(table.game().clone().into()),
        }
    }

    /// The game as it is asked for again; `sheet` is the text of its sheet, where it is somebody's own.
    pub fn spec(&self, sheet: Option<&str>) -> GameSpec {
        each!(&self.0, table => GameSpec::of(table.game(), sheet))
    }

    /// The id of the game.
    pub fn id(&self) -> &str {
        use finaud_record::Notation;
        each!(&self.0, table => table.game().id())
    }

    /// The name of the game.
    pub fn name(&self) -> &str {
        use finaud_record::Notation;
        each!(&self.0, table => table.game().name())
    }

    /// The options that differ from the game's own reading of the rules.
    pub fn options(&self) -> Vec<(String, String)> {
        use finaud_record::Notation;
        each!(&self.0, table => table.game().options())
    }

    /// The sheet of a dice game.
    pub fn sheet(&self) -> Option<&Sheet> {
        self.dice().map(|table| table.game().sheet())
    }

    /// Who sits where, seat 1 first.
    pub fn chairs(&self) -> &[Chair] {
        each!(&self.0, table => table.chairs())
    }

    /// Gives somebody another name; a seat that nobody has is left alone.
    pub fn rename(&mut self, seat: Seat, name: &str) {
        each!(&mut self.0, table => table.rename(seat, name));
    }

    /// How many play.
    pub fn seats(&self) -> usize {
        self.chairs().len()
    }

    /// Every seat.
    pub fn all_seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.seats() as u8).map(Seat)
    }

    /// Does a person sit there?
    pub fn is_person(&self, seat: Seat) -> bool {
        self.chairs().get(seat.index()).is_some_and(Chair::is_person)
    }

    /// How many events there were.
    pub fn steps(&self) -> usize {
        each!(&self.0, table => table.log().len())
    }

    /// Where outcomes come from.
    pub fn chance_source(&self) -> ChanceSource {
        each!(&self.0, table => table.chance_source())
    }

    /// The seed as a string that can be told.
    pub fn seed(&self) -> Option<SeedString> {
        each!(&self.0, table => table.seed())
    }

    /// The seed for a bot's choice now.
    pub fn bot_seed(&self) -> u64 {
        each!(&self.0, table => table.bot_seed())
    }

    /// What the table waits for.
    pub fn awaits(&self) -> Awaits {
        fn awaits<G: Member>(table: &GameTable<G>) -> Awaits {
            match (table.next(), table.chance_source()) {
                (Next::Over, _) => Awaits::Over,
                (Next::Chance(chance), ChanceSource::Seed(_) | ChanceSource::Dealt) => {
                    Awaits::Seeded(G::any_chance(chance))
                }
                (Next::Chance(chance), ChanceSource::Typed) => Awaits::Typed(G::any_chance(chance)),
                (Next::Choice(seats), _) => Awaits::Choice {
                    people: seats.iter().filter(|seat| table.is_person(*seat)).collect(),
                    bots: seats.iter().filter(|seat| !table.is_person(*seat)).collect(),
                },
            }
        }
        each!(&self.0, table => awaits(table))
    }

    /// Is the game over?
    pub fn is_over(&self) -> bool {
        self.awaits() == Awaits::Over
    }

    /// The legal actions of a seat: none if it is not asked.
    pub fn legal(&self, seat: Seat) -> Vec<AnyAction> {
        fn legal<G: Member>(table: &GameTable<G>, seat: Seat) -> Vec<AnyAction> {
            table.legal(seat).into_iter().map(G::any_action).collect()
        }
        each!(&self.0, table => legal(table, seat))
    }

    /// A seat plays.
    pub fn play(&mut self, seat: Seat, action: AnyAction) -> Result<(), Refusal> {
        self.apply(AnyEvent::Choice(seat, action))
    }

    /// Somebody tells what real dice or cards did.
    pub fn apply_chance(&mut self, outcome: AnyOutcome) -> Result<(), Refusal> {
        self.apply(AnyEvent::Outcome(outcome))
    }

    /// Lets an event happen. A refused one changes nothing.
    pub fn apply(&mut self, event: AnyEvent) -> Result<(), Refusal> {
        fn apply<G: Member>(table: &mut GameTable<G>, event: AnyEvent) -> Result<(), Refusal> {
            match (G::own_event(event), event) {
                (Some(event), _) => table.apply(event),
                // Of another game.
                (None, AnyEvent::Choice(..)) => Err(Refusal::Illegal),
                (None, AnyEvent::Outcome(_)) => Err(Refusal::NoChanceDue),
            }
        }
        each!(&mut self.0, table => apply(table, event))
    }

    /// The outcome of the seed happens; `None` if none is due, it is to be typed in, or somebody else deals.
    pub fn apply_seeded(&mut self) -> Option<AnyEvent> {
        fn apply<G: Member>(table: &mut GameTable<G>) -> Option<AnyEvent> {
            let event = Event::Outcome(table.seeded_outcome()?);
            table.apply(event).ok()?;
            Some(G::any_event(event))
        }
        each!(&mut self.0, table => apply(table))
    }

    /// What would be taken back by people around one screen.
    pub fn undoable(&self) -> Result<Undo, CannotUndo> {
        each!(&self.0, table => table.undoable())
    }

    /// What this seat could take back of its own.
    pub fn undoable_by(&self, seat: Seat) -> Result<Undo, CannotUndo> {
        each!(&self.0, table => table.undoable_by(seat))
    }

    /// Takes back the last real choice of a person, or an outcome typed in since.
    pub fn undo(&mut self) -> Result<Undo, CannotUndo> {
        each!(&mut self.0, table => table.undo())
    }

    /// Takes back the last real choice of this seat.
    pub fn undo_by(&mut self, seat: Seat) -> Result<Undo, CannotUndo> {
        each!(&mut self.0, table => table.undo_by(seat))
    }

    /// Takes the last event back, whatever it was.
    pub fn pop(&mut self) -> Option<AnyEvent> {
        fn pop<G: Member>(table: &mut GameTable<G>) -> Option<AnyEvent> {
            table.pop().map(G::any_event)
        }
        each!(&mut self.0, table => pop(table))
    }

    /// The same table before the event with this index.
    #[must_use]
    pub fn until(&self, step: usize) -> Table {
        let mut earlier = self.clone();
        each!(&mut earlier.0, table => table.truncate(step));
        earlier
    }

    /// A new table that goes on from before the event with this index, with somebody in each chair. With a source of its own
    /// it starts there and what follows is new; without one, it keeps what happened so far and meets the same outcomes.
    pub fn branch(
        &self,
        step: usize,
        chairs: Vec<Chair>,
        fresh: Option<ChanceSource>,
    ) -> Result<Table, GameError> {
        fn branch<G: Member + Clone>(
            table: &GameTable<G>,
            step: usize,
            chairs: Vec<Chair>,
            fresh: Option<ChanceSource>,
        ) -> Result<GameTable<G>, GameError> {
            let step = step.min(table.log().len());
            let (start, log) = match fresh {
                Some(_) => (table.states()[step], &[][..]),
                None => (table.states()[0], &table.log()[..step]),
            };
            let chance = fresh.unwrap_or(table.chance_source());
            let branched = GameTable::starting_at(table.game().clone(), start, chairs, chance);
            let mut branched = branched.map_err(|wrong| GameError::Players(wrong.message()))?;
            for event in log {
                // What happened once can happen again.
                let _ = branched.apply(*event);
            }
            Ok(branched)
        }
        Ok(Table(match &self.0 {
            Kind::Dice(table) => Kind::Dice(branch(table, step, chairs, fresh)?.into()),
            Kind::Push(table) => Kind::Push(branch(table, step, chairs, fresh)?.into()),
        }))
    }

    /// The event with this index.
    pub fn event(&self, index: usize) -> Option<AnyEvent> {
        fn event<G: Member>(table: &GameTable<G>, index: usize) -> Option<AnyEvent> {
            table.log().get(index).map(|event| G::any_event(*event))
        }
        each!(&self.0, table => event(table, index))
    }

    /// What the event with this index did, in order.
    pub fn effects(&self, index: usize) -> Vec<AnyEffect> {
        fn effects<G: Member>(table: &GameTable<G>, index: usize) -> Vec<AnyEffect> {
            table.effects(index).into_iter().map(G::any_effect).collect()
        }
        each!(&self.0, table => effects(table, index))
    }

    /// An event in one line, as records have it; empty for one of another game.
    pub fn event_text(&self, event: AnyEvent) -> String {
        fn text<G: Member>(table: &GameTable<G>, event: AnyEvent) -> String {
            G::own_event(event).map_or_else(String::new, |event| event.text(table.game()))
        }
        each!(&self.0, table => text(table, event))
    }

    /// The event with this text, which must be due now.
    pub fn read_event(&self, text: &str) -> Result<AnyEvent, EventError> {
        fn read<G: Member>(table: &GameTable<G>, text: &str) -> Result<AnyEvent, EventError> {
            Event::read(table.game(), table.state(), text).map(G::any_event)
        }
        each!(&self.0, table => read(table, text))
    }

    /// An action in the words of records; empty for one of another game.
    pub fn action_text(&self, action: AnyAction) -> String {
        use finaud_record::Notation;
        match (&self.0, action) {
            (Kind::Dice(table), AnyAction::Dice(action)) => table.game().action_text(action),
            (Kind::Push(table), AnyAction::Push(action)) => table.game().action_text(action),
            _ => String::new(),
        }
    }

    /// The stable number of an action.
    pub fn action_index(&self, action: AnyAction) -> Option<usize> {
        match (&self.0, action) {
            (Kind::Dice(table), AnyAction::Dice(action)) => table.game().action_index(action),
            (Kind::Push(table), AnyAction::Push(action)) => table.game().action_index(action),
            _ => None,
        }
    }

    /// The action with this number.
    pub fn action_from_index(&self, index: usize) -> Option<AnyAction> {
        fn action<G: Member>(table: &GameTable<G>, index: usize) -> Option<AnyAction> {
            table.game().action_from_index(index).map(G::any_action)
        }
        each!(&self.0, table => action(table, index))
    }

    /// Where the game stands, in one line.
    pub fn position_text(&self) -> String {
        use finaud_record::Notation;
        each!(&self.0, table => table.game().position_text(table.state()))
    }

    /// The points of a seat if the game ended now.
    pub fn points(&self, seat: Seat) -> i32 {
        each!(&self.0, table => table.game().points(table.state(), seat))
    }

    /// Who wins if the game ended now.
    pub fn winners(&self) -> Seats {
        each!(&self.0, table => table.game().winners(table.state()))
    }

    /// Why they win.
    pub fn decision(&self) -> Decision {
        each!(&self.0, table => table.game().decision(table.state()))
    }

    /// What the sheet of a seat is worth, in a dice game.
    pub fn score(&self, seat: Seat) -> Option<Score> {
        let table = self.dice()?;
        let player = table.state().players().get(seat.index())?;
        Some(Score::of(table.game().sheet(), player))
    }

    /// The game so far, as a record.
    pub fn record_text(&self) -> String {
        each!(&self.0, table => table.record_text())
    }

    /// The same for those who must not know what comes next: without the seed.
    pub fn public_record_text(&self) -> String {
        each!(&self.0, table => table.public_record_text())
    }
}
