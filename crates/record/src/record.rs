//! Whole games as text: replayable without any generator, with the version inside.
//!
//! ```text
//! finaud record 1
//! game: tres-fute
//! players: 2
//! seed: tres-fute-p2-7K3
//! option forfeit_always: true
//! sheet: 4f3a9c0d12e45b67
//! seat 1: Ada
//! seat 2: random
//! date: 2031-05-04
//! result: 201 187
//!
//! round 1 turn 1
//!   W4 Y3 B2 G6 O1 V5
//!   1 white as violet 4  ; a comment
//!   V3 G2
//!   1 green
//! ```
//!
//! - The first line names the version. Then come tags, `name: value`, up to the first empty line. `game` and `players`
//!   must be there; `option` (only those that differ from the game's own reading of the rules), `sheet` (a fingerprint),
//!   `seat`, `seed`, `position` (where the game started, if not at its beginning) and `result` have a meaning; all others
//!   are kept as they are.
//! - Lines that begin in the first column are headings. They may be left out; where they stand, they must be right.
//! - Indented lines are events: outcome, or a seat and its action.
//! - `;` starts a comment. It belongs to the event of its line, or to the event before if it has a line of its own.
//!
//! A record is replayed while it is read: every event is checked by the rules.

mod header;
mod lines;
mod read;

pub use header::RecordHeader;
pub use read::Replayed;

use finaud_rules::{Game, Message, Next, Refusal, Seat};

use crate::event::Event;
use crate::notation::{Notation, ParseError};
use lines::clean;

/// The version this program writes and reads.
pub const RECORD_VERSION: u32 = 1;

/// What is wrong with a record, and in which line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordError {
    /// What kind of thing is wrong.
    pub kind: RecordErrorKind,
    /// The line, from 1; `None` if the error is not in one line.
    pub line: Option<usize>,
    /// What is wrong, in a sentence.
    pub why: Message,
}

/// What kind of thing is wrong with a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordErrorKind {
    /// A newer version of this program wrote it.
    Newer,
    /// It is of another game, another number of players or other options than it is read for.
    OtherGame,
    /// Something in it cannot be.
    Broken,
}

impl RecordError {
    fn at(line: usize, why: impl Into<Message>) -> RecordError {
        RecordError {
            kind: RecordErrorKind::Broken,
            line: Some(line),
            why: why.into(),
        }
    }

    fn whole(why: impl Into<Message>) -> RecordError {
        RecordError {
            kind: RecordErrorKind::Broken,
            line: None,
            why: why.into(),
        }
    }

    fn of_kind(mut self, kind: RecordErrorKind) -> RecordError {
        self.kind = kind;
        self
    }

    /// The whole sentence, with the line it speaks of.
    pub fn message(&self) -> Message {
        match self.line {
            Some(line) => Message::new("record.line", "line {line}: {why}")
                .with("line", line)
                .with("why", self.why.clone()),
            None => self.why.clone(),
        }
    }
}

impl std::fmt::Display for RecordError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.message())
    }
}

impl std::error::Error for RecordError {}

/// An event of a record, and what somebody had to say about it.
pub struct Logged<G: Game> {
    /// The event.
    pub event: Event<G>,
    /// Comments, one a line.
    pub comments: Vec<String>,
}

/// A whole game, or its beginning.
///
/// ```
/// use finaud_record::{Event, Notation, Record, RecordHeader};
/// use finaud_rules::{Game, TableGame, builtin};
///
/// let game = TableGame::new(builtin("tres-fute").unwrap().clone(), 2).unwrap();
/// let mut record = Record::of(&game, [Event::Outcome(game.read_outcome("W4 Y3 B2 G6 O1 V5").unwrap())]).unwrap();
/// record.header.seats[0] = "Ada".into();
/// let text = record.write(&game);
///
/// let header = RecordHeader::read(&text).unwrap();
/// assert_eq!((header.game.as_str(), header.players), ("tres-fute", 2));
/// let replayed = Record::read(&game, &text).unwrap();
/// assert_eq!(replayed.record, record);
/// assert_eq!(game.heading(&replayed.state).to_string(), "round 1 turn 1");
/// ```
pub struct Record<G: Game> {
    /// Who played what.
    pub header: RecordHeader,
    /// What happened.
    pub events: Vec<Logged<G>>,
}

impl<G: Notation> Record<G> {
    /// The record of a game whose states are known: the state before each event, then the last one.
    pub fn of_states(game: &G, events: &[Event<G>], states: &[G::State]) -> Record<G> {
        let mut header = RecordHeader::of(game);
        let start = game.start();
        let first = states.first().copied().unwrap_or(start);
        header.position = (first != start).then(|| game.position_text(&first));
        header.result = result(game, states.last().unwrap_or(&start));
        let logged = |event: &Event<G>| Logged {
            event: *event,
            comments: Vec::new(),
        };
        Record {
            header,
            events: events.iter().map(logged).collect(),
        }
    }

    /// The record of these events from the start of the game; the first one that cannot be is told.
    pub fn of(game: &G, events: impl IntoIterator<Item = Event<G>>) -> Result<Record<G>, Refusal> {
        Record::since(game, game.start(), events)
    }

    /// The record of these events from a position in the middle of the game.
    pub fn since(
        game: &G,
        start: G::State,
        events: impl IntoIterator<Item = Event<G>>,
    ) -> Result<Record<G>, Refusal> {
        let mut record = Record {
            header: RecordHeader::of(game),
            events: Vec::new(),
        };
        record.header.position = (start != game.start()).then(|| game.position_text(&start));
        let mut state = start;
        for event in events {
            event.apply(game, &mut state)?;
            record.events.push(Logged {
                event,
                comments: Vec::new(),
            });
        }
        record.header.result = result(game, &state);
        Ok(record)
    }

    /// The events.
    pub fn log(&self) -> impl Iterator<Item = Event<G>> {
        self.events.iter().map(|logged| logged.event)
    }

    /// The state before the first event.
    pub fn start(&self, game: &G) -> Result<G::State, ParseError> {
        self.header
            .position
            .as_ref()
            .map_or_else(|| Ok(game.start()), |position| game.read_position(position))
    }

    /// Walks through the game. The walk ends after the last event, or after the first refused one.
    pub fn replay<'a>(&'a self, game: &'a G) -> Replay<'a, G> {
        Replay {
            game,
            state: self.start(game).ok(),
            events: self.events.iter(),
        }
    }

    /// Every state of the game: the start, then the state after each event.
    pub fn states(&self, game: &G) -> Result<Vec<G::State>, RecordError> {
        let mut states = vec![
            self.start(game)
                .map_err(|error| RecordError::whole(error.message()))?,
        ];
        for step in self.replay(game) {
            let number = states.len();
            let step = step.map_err(|refusal| {
                let error = Message::new("record.event", "event {number}: {why}").with("number", number);
                RecordError::whole(error.with("why", refusal.message()))
            })?;
            states.push(step.after);
        }
        Ok(states)
    }

    /// Writes the record. Control characters in names, tags and comments are left out.
    pub fn write(&self, game: &G) -> String {
        let mut state = self.start(game).unwrap_or_else(|_| game.start());
        self.write_events(game, |event| {
            let before = state;
            // A refused event leaves the state as it is; reading the text will name it.
            let _ = event.apply(game, &mut state);
            before
        })
    }

    /// Writes the record of a game whose states are known: the state before each event.
    pub fn write_with(&self, game: &G, states: &[G::State]) -> String {
        let mut states = states.iter();
        self.write_events(game, |_| states.next().copied().unwrap_or_else(|| game.start()))
    }

    /// Writes the record; `before` is asked for the state before each event, in their order.
    fn write_events(&self, game: &G, mut before: impl FnMut(Event<G>) -> G::State) -> String {
        let mut text = self.header.write();
        let mut heading = None;
        for Logged { event, comments } in &self.events {
            let now = game.heading(&before(*event));
            if heading != Some(now) {
                heading = Some(now);
                text += &format!("\n{now}\n");
            }
            text += &format!("  {}", event.text(game));
            let comments = comments.iter().flat_map(|comment| comment.lines()).map(clean);
            let mut comments = comments.filter(|comment| !comment.is_empty());
            if let Some(first) = comments.next() {
                text += &format!("  ; {first}");
            }
            text.push('\n');
            comments.for_each(|comment| text += &format!("  ; {comment}\n"));
        }
        text
    }
}

/// The points of all seats if the game is over.
fn result<G: Notation>(game: &G, state: &G::State) -> Option<Vec<i32>> {
    let over = matches!(game.next(state), Next::Over);
    over.then(|| {
        (0..game.seats() as u8)
            .map(|seat| game.points(state, Seat(seat)))
            .collect()
    })
}

/// One step of a replay.
pub struct Step<G: Game> {
    /// The state before the event.
    pub before: G::State,
    /// The event.
    pub event: Event<G>,
    /// The state after it.
    pub after: G::State,
}

/// Walks through a record.
pub struct Replay<'a, G: Game> {
    game: &'a G,
    state: Option<G::State>,
    events: std::slice::Iter<'a, Logged<G>>,
}

impl<G: Game> Iterator for Replay<'_, G> {
    type Item = Result<Step<G>, Refusal>;

    fn next(&mut self) -> Option<Result<Step<G>, Refusal>> {
        let before = self.state?;
        let event = self.events.next()?.event;
        let mut after = before;
        let happened = event.apply(self.game, &mut after);
        self.state = happened.is_ok().then_some(after);
        Some(happened.map(|()| Step { before, event, after }))
    }
}

// Written out because deriving would ask the game itself to be comparable and so on.
impl<G: Game> Clone for Logged<G> {
    fn clone(&self) -> Logged<G> {
        Logged {
            event: self.event,
            comments: self.comments.clone(),
        }
    }
}

impl<G: Game> PartialEq for Logged<G> {
    fn eq(&self, other: &Logged<G>) -> bool {
        self.event == other.event && self.comments == other.comments
    }
}

impl<G: Game> Eq for Logged<G> {}

impl<G: Game> std::fmt::Debug for Logged<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Logged")
            .field("event", &self.event)
            .field("comments", &self.comments)
            .finish()
    }
}

impl<G: Game> Clone for Record<G> {
    fn clone(&self) -> Record<G> {
        Record {
            header: self.header.clone(),
            events: self.events.clone(),
        }
    }
}

impl<G: Game> PartialEq for Record<G> {
    fn eq(&self, other: &Record<G>) -> bool {
        self.header == other.header && self.events == other.events
    }
}

impl<G: Game> Eq for Record<G> {}

impl<G: Game> std::fmt::Debug for Record<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Record")
            .field("header", &self.header)
            .field("events", &self.events)
            .finish()
    }
}
