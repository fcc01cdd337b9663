//! A table of any game: what the pages need, whatever is played.

use finaud_players::Bot;
use finaud_record::{
    Event, Notation, Record, RecordHeader, SeedString, choose_rulings, own_id, push as push_notation,
};
use finaud_rules::{
    Action, Chance, Dice, Die, DieSet, Next, Outcome, Phase, Player, Position, Push, PushAction, PushChance,
    PushOutcome, PushState, Refusal, Score, Seat, Seats, Sheet, TableGame, builtin,
};
use finaud_table::{Chair, ChanceSource, Table};
use serde::{Deserialize, Serialize};

/// The id of PUSH.
pub const PUSH: &str = push_notation::ID;

/// What is to be played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameChoice {
    /// The id of the game.
    pub game: String,
    /// The text of a sheet of one's own.
    pub sheet: Option<String>,
    /// What differs from the game's own reading of the rules: rulings, or PUSH's `variant`.
    pub options: Vec<(String, String)>,
    /// How many play.
    pub players: usize,
}

impl GameChoice {
    /// A game on its own sheet, with its own rules.
    pub fn plain(game: &str, players: usize) -> GameChoice {
        GameChoice {
            game: game.into(),
            sheet: None,
            options: Vec::new(),
            players,
        }
    }
}

/// A table of any game.
#[derive(Clone, Debug)]
pub enum AnyTable {
    /// A dice game. One person sits at a table for four as well: that halves what has to be downloaded.
    Dice(Box<Table<TableGame>>),
    /// PUSH.
    Push(Table<Push>),
}

/// An action of any game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnyAction {
    /// Of a dice game.
    Dice(Action),
    /// Of PUSH.
    Push(PushAction),
}

/// Luck of any game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnyOutcome {
    /// Of a dice game.
    Dice(Outcome),
    /// Of PUSH.
    Push(PushOutcome),
}

/// What is to be rolled or drawn in any game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnyChance {
    /// In a dice game.
    Dice(Chance),
    /// In PUSH.
    Push(PushChance),
}

/// Something that happened in any game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnyEvent {
    /// A seat chose.
    Choice(Seat, AnyAction),
    /// Dice fell, or a card was turned.
    Outcome(AnyOutcome),
}

/// What a table waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Awaits {
    /// Luck that comes from the seed.
    Chance(AnyChance),
    /// Somebody rolls real dice or draws real cards and says what came.
    Typed(AnyChance),
    /// A bot.
    Bot(Seat, Bot),
    /// Each of these people may choose.
    People(Seats),
    /// Nothing: the game is over.
    Over,
}

/// A dice game as a page shows it, whatever the number of seats.
#[derive(Clone, PartialEq, Debug)]
pub struct DiceView {
    /// Everybody's sheet.
    pub players: Vec<Player>,
    /// The dice.
    pub dice: Dice,
    /// Where in the turn the game stands.
    pub phase: Phase,
    /// The round, from 1.
    pub round: u8,
    /// How many rounds there are.
    pub rounds: u8,
    /// The roll, 1 to 3.
    pub roll: u8,
    /// How often this roll was rolled again.
    pub rerolls: u8,
    /// The active seat; `None` in the solo passive turn.
    pub active: Option<Seat>,
}

macro_rules! each {
    ($table:expr, $it:ident => $body:expr) => {
        match $table {
            AnyTable::Dice($it) => $body,
            AnyTable::Push($it) => $body,
        }
    };
}

/// The sheet of a choice, with its readings of the rules.
pub fn sheet_of(id: &str, own: Option<&str>, options: &[(String, String)]) -> Result<Sheet, String> {
    let mut sheet = match own {
        None => builtin(id)
            .cloned()
            .ok_or_else(|| format!("there is no game `{id}`"))?,
        Some(text) => read_sheet(text)?,
    };
    if sheet.id != id {
        return Err(format!("the game `{id}` is not on the sheet `{}`", sheet.id));
    }
    choose_rulings(&mut sheet, options).map_err(|fault| fault.to_string())?;
    Ok(sheet)
}

/// A sheet somebody wrote, checked; every problem is named.
pub fn read_sheet(text: &str) -> Result<Sheet, String> {
    let reading = Sheet::read(text);
    let problems = || {
        let errors = reading.problems.iter().filter(|problem| problem.is_error());
        errors.map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    let sheet = reading.sheet.clone().ok_or_else(problems)?;
    own_id(&sheet).map_err(|fault| fault.to_string())?;
    Ok(sheet)
}

impl AnyTable {
    /// A table at which a game begins.
    pub fn new(choice: &GameChoice, chairs: Vec<Chair>, luck: ChanceSource) -> Result<AnyTable, String> {
        fn told<T>(result: Result<T, impl ToString>) -> Result<T, String> {
            result.map_err(|fault| fault.to_string())
        }
        if choice.game == PUSH {
            let game = told(push_notation::game(choice.players, &choice.options))?;
            return Ok(AnyTable::Push(told(Table::new(game, chairs, luck))?));
        }
        let sheet = sheet_of(&choice.game, choice.sheet.as_deref(), &choice.options)?;
        let game = told(TableGame::new(sheet, choice.players))?;
        Ok(AnyTable::Dice(Box::new(told(Table::new(game, chairs, luck))?)))
    }

    /// The table at which a record was written. `sheet` is the text of the sheet, where it is somebody's own.
    pub fn restore(text: &str, sheet: Option<&str>) -> Result<AnyTable, String> {
        let header = RecordHeader::read(text).map_err(|fault| fault.to_string())?;
        let players = usize::from(header.players);
        if header.game == PUSH {
            let game = push_notation::game(players, &header.options).map_err(|fault| fault.to_string())?;
            return Ok(AnyTable::Push(restored(game, text)?));
        }
        let sheet = sheet_of(&header.game, sheet, &header.options)?;
        let game = TableGame::new(sheet, players).map_err(|error| error.to_string())?;
        Ok(AnyTable::Dice(Box::new(restored(game, text)?)))
    }

    /// The game so far, as a record.
    pub fn record(&self) -> String {
        each!(self, table => table.record().write(table.game()))
    }

    /// The same table before the event with this index.
    pub fn until(&self, step: usize) -> AnyTable {
        match self {
            AnyTable::Dice(table) => AnyTable::Dice(Box::new(cut(table, step))),
            AnyTable::Push(table) => AnyTable::Push(cut(table, step)),
        }
    }

    /// The id of the game.
    pub fn game(&self) -> &str {
        each!(self, table => table.game().id())
    }

    /// The name of the game.
    pub fn name(&self) -> &str {
        each!(self, table => table.game().name())
    }

    /// The options that differ from the game's own.
    pub fn options(&self) -> Vec<(String, String)> {
        each!(self, table => table.game().options())
    }

    /// Who sits where.
    pub fn chairs(&self) -> &[Chair] {
        each!(self, table => table.chairs())
    }

    /// Gives somebody another name.
    pub fn call(&mut self, seat: Seat, name: &str) {
        each!(self, table => table.call(seat, name));
    }

    /// How many play.
    pub fn seats(&self) -> usize {
        self.chairs().len()
    }

    /// Does a person sit there?
    pub fn is_person(&self, seat: Seat) -> bool {
        each!(self, table => table.is_person(seat))
    }

    /// How many events there were.
    pub fn steps(&self) -> usize {
        each!(self, table => table.log().len())
    }

    /// Where luck comes from.
    pub fn chance_source(&self) -> ChanceSource {
        each!(self, table => table.chance_source())
    }

    /// The seed as a string that can be told.
    pub fn seed(&self) -> Option<SeedString> {
        match self.chance_source() {
            ChanceSource::Seed(seed) => SeedString::new(self.game(), self.seats() as u8, seed).ok(),
            ChanceSource::Typed => None,
        }
    }

    /// What the table waits for.
    pub fn awaits(&self) -> Awaits {
        match self {
            AnyTable::Dice(table) => awaits(table, AnyChance::Dice),
            AnyTable::Push(table) => awaits(table, AnyChance::Push),
        }
    }

    /// Is the game over?
    pub fn is_over(&self) -> bool {
        self.awaits() == Awaits::Over
    }

    /// The luck of the seed happens, if it is due.
    pub fn apply_seeded(&mut self) -> bool {
        each!(self, table => table.seeded_outcome().is_some_and(|luck| table.apply_chance(luck).is_ok()))
    }

    /// The legal actions of a seat.
    pub fn legal(&self, seat: Seat) -> Vec<AnyAction> {
        match self {
            AnyTable::Dice(table) => table.legal(seat).into_iter().map(AnyAction::Dice).collect(),
            AnyTable::Push(table) => table.legal(seat).into_iter().map(AnyAction::Push).collect(),
        }
    }

    /// A seat plays.
    pub fn play(&mut self, seat: Seat, action: AnyAction) -> Result<(), Refusal> {
        match (self, action) {
            (AnyTable::Dice(table), AnyAction::Dice(action)) => table.play(seat, action),
            (AnyTable::Push(table), AnyAction::Push(action)) => table.play(seat, action),
            _ => Err(Refusal::Illegal),
        }
    }

    /// Somebody tells what real dice or cards did.
    pub fn apply_chance(&mut self, luck: AnyOutcome) -> Result<(), Refusal> {
        match (self, luck) {
            (AnyTable::Dice(table), AnyOutcome::Dice(luck)) => table.apply_chance(luck),
            (AnyTable::Push(table), AnyOutcome::Push(luck)) => table.apply_chance(luck),
            _ => Err(Refusal::NoChanceDue),
        }
    }

    /// Can a choice be taken back?
    pub fn can_undo(&self) -> bool {
        each!(self, table => table.can_undo())
    }

    /// Can what was typed in last be taken back?
    pub fn can_retype(&self) -> bool {
        self.chance_source() == ChanceSource::Typed
            && self
                .steps()
                .checked_sub(1)
                .is_some_and(|last| matches!(self.event(last), Some(AnyEvent::Outcome(_))))
    }

    /// Takes back the last choice since luck, or what was typed in last. Says whether there was anything.
    pub fn undo(&mut self) -> bool {
        each!(self, table => table.undo().is_ok() || table.undo_typed().is_ok())
    }

    /// The event with this index.
    pub fn event(&self, index: usize) -> Option<AnyEvent> {
        match self {
            AnyTable::Dice(table) => table.log().get(index).map(dice_event),
            AnyTable::Push(table) => table.log().get(index).map(|event| match *event {
                Event::Choice(seat, action) => AnyEvent::Choice(seat, AnyAction::Push(action)),
                Event::Outcome(luck) => AnyEvent::Outcome(AnyOutcome::Push(luck)),
            }),
        }
    }

    /// An action in the words of records.
    pub fn action_text(&self, action: AnyAction) -> String {
        match (self, action) {
            (AnyTable::Dice(table), AnyAction::Dice(action)) => table.game().action_text(action),
            (AnyTable::Push(table), AnyAction::Push(action)) => table.game().action_text(action),
            _ => String::new(),
        }
    }

    /// The stable number of an action.
    pub fn action_index(&self, action: AnyAction) -> Option<usize> {
        use finaud_rules::Game;
        match (self, action) {
            (AnyTable::Dice(table), AnyAction::Dice(action)) => table.game().action_index(action),
            (AnyTable::Push(table), AnyAction::Push(action)) => table.game().action_index(action),
            _ => None,
        }
    }

    /// The action with this number.
    pub fn action_from_index(&self, number: usize) -> Option<AnyAction> {
        use finaud_rules::Game;
        match self {
            AnyTable::Dice(table) => table.game().action_from_index(number).map(AnyAction::Dice),
            AnyTable::Push(table) => table.game().action_from_index(number).map(AnyAction::Push),
        }
    }

    /// The points of a seat if the game ended now.
    pub fn points(&self, seat: Seat) -> i32 {
        use finaud_rules::Game;
        each!(self, table => table.game().points(table.state(), seat))
    }

    /// Who wins if the game ended now.
    pub fn winners(&self) -> Seats {
        use finaud_rules::Game;
        each!(self, table => table.game().winners(table.state()))
    }

    /// The sheet of a dice game.
    pub fn sheet(&self) -> Option<&Sheet> {
        match self {
            AnyTable::Dice(table) => Some(table.game().sheet()),
            AnyTable::Push(_) => None,
        }
    }

    /// The game of PUSH and its state before the event with this index.
    pub fn push_at(&self, step: usize) -> Option<(&Push, &PushState)> {
        match self {
            AnyTable::Push(table) => Some((table.game(), table.states().get(step)?)),
            AnyTable::Dice(_) => None,
        }
    }

    /// A dice game before the event with this index.
    pub fn dice_at(&self, step: usize) -> Option<DiceView> {
        match self {
            AnyTable::Dice(table) => Some(dice_view(table.states().get(step)?, table.game().rounds())),
            AnyTable::Push(_) => None,
        }
    }

    /// The dice that go to the platter if this rolled die is picked.
    pub fn sent_to_platter(&self, die: Die) -> DieSet {
        match self {
            AnyTable::Dice(table) => table.state().sent_to_platter(die),
            AnyTable::Push(_) => DieSet::EMPTY,
        }
    }

    /// What a sheet is worth.
    pub fn score(&self, seat: Seat) -> Option<Score> {
        let view = self.dice_at(self.steps())?;
        Some(Score::of(self.sheet()?, view.players.get(seat.index())?))
    }
}

fn restored<G: Notation>(game: G, text: &str) -> Result<Table<G>, String> {
    let header = RecordHeader::read(text).map_err(|fault| fault.to_string())?;
    if let (Some(then), Some(now)) = (header.sheet, game.fingerprint())
        && then != now
    {
        return Err(format!(
            "it was played on another edition of the sheet `{}`",
            game.id()
        ));
    }
    let replayed = Record::read(&game, text).map_err(|fault| fault.to_string())?;
    Table::restore(game, &replayed.record).map_err(|fault| fault.to_string())
}

/// The table before the event with this index.
fn cut<G: Notation + Clone>(table: &Table<G>, step: usize) -> Table<G> {
    let mut record = table.record();
    record.events.truncate(step);
    record.header.result = None;
    Table::restore(table.game().clone(), &record).unwrap_or_else(|_| table.clone())
}

fn awaits<G: Notation>(table: &Table<G>, chance: impl Fn(G::Chance) -> AnyChance) -> Awaits {
    match (table.game().next(table.state()), table.bot_next()) {
        (Next::Over, _) => Awaits::Over,
        (Next::Chance(due), _) => match table.chance_source() {
            ChanceSource::Seed(_) => Awaits::Chance(chance(due)),
            ChanceSource::Typed => Awaits::Typed(chance(due)),
        },
        (Next::Choice(_), Some((seat, bot))) => Awaits::Bot(seat, bot),
        (Next::Choice(seats), None) => Awaits::People(seats),
    }
}

fn dice_event<const SEATS: usize>(event: &Event<finaud_rules::DiceGame<SEATS>>) -> AnyEvent {
    match *event {
        Event::Choice(seat, action) => AnyEvent::Choice(seat, AnyAction::Dice(action)),
        Event::Outcome(luck) => AnyEvent::Outcome(AnyOutcome::Dice(luck)),
    }
}

fn dice_view<const SEATS: usize>(position: &Position<SEATS>, rounds: u8) -> DiceView {
    DiceView {
        players: position.players().to_vec(),
        dice: *position.dice(),
        phase: position.phase(),
        round: position.round(),
        rounds,
        roll: position.roll(),
        rerolls: position.rerolls(),
        active: position.active(),
    }
}
