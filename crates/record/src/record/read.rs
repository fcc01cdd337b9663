//! Reading a record: every event is played as it is read.

use finaud_rules::{Argument, Game, Message, Next, Refusal, Seat, Seats, insertion_sort};

use super::header::RecordHeader;
use super::lines::{Lines, clean};
use super::{Logged, Record, RecordError, RecordErrorKind, result};
use crate::event::{Event, EventError, choice_parts};
use crate::notation::Notation;
use crate::words::{number, quote, tidy};

/// How many events a record may have.
const MOST_EVENTS: usize = 100_000;
/// How many legal actions are listed when one is refused.
const MOST_LISTED: usize = 6;

/// A record that was read and replayed.
pub struct Replayed<G: Game> {
    /// The record.
    pub record: Record<G>,
    /// The state after its last event.
    pub state: G::State,
    /// What is odd about the record, though it can be replayed.
    pub warnings: Vec<Message>,
}

// Written out because deriving would ask the game itself to be `Debug`.
impl<G: Game> std::fmt::Debug for Replayed<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Replayed {
            record,
            state,
            warnings,
        } = self;
        let mut shown = f.debug_struct("Replayed");
        shown
            .field("record", record)
            .field("state", state)
            .field("warnings", warnings)
            .finish()
    }
}

impl<G: Notation> Record<G> {
    /// Reads and replays a record of this game. One that ends early is a game that is not over yet.
    pub fn read(game: &G, text: &str) -> Result<Replayed<G>, RecordError> {
        let (replayed, error) = Record::salvage(game, text)?;
        error.map_or(Ok(replayed), Err)
    }

    /// Reads and replays a record up to its first error, and says what that is.
    pub fn salvage(game: &G, text: &str) -> Result<(Replayed<G>, Option<RecordError>), RecordError> {
        let mut lines = Lines::of(text)?;
        let header = RecordHeader::read_from(&mut lines)?;
        suits(game, &header)?;
        let mut warnings = Vec::new();
        if let (Some(sheet), Some(now)) = (header.sheet, game.fingerprint())
            && sheet != now
        {
            let warning = Message::new(
                "record.other-edition",
                "the record was made with another edition of the sheet `{id}`",
            );
            warnings.push(warning.with("id", game.id()));
        }
        let mut record = Record {
            header,
            events: Vec::new(),
        };
        let mut state = record.start(game).map_err(|cause| {
            let error = Message::new("record.position", "position: {why}");
            RecordError::whole(error.with("why", cause.message()))
        })?;
        let error = body(game, &mut lines, &mut record, &mut state).err();
        let error = error.or_else(|| check_result(game, &record, &state, &mut warnings).err());
        Ok((
            Replayed {
                record,
                state,
                warnings,
            },
            error,
        ))
    }
}

/// Is the header one of this game?
fn suits<G: Notation>(game: &G, header: &RecordHeader) -> Result<(), RecordError> {
    let other = |why: Message| RecordError::whole(why).of_kind(RecordErrorKind::OtherGame);
    let (id, seats) = (game.id(), game.seats());
    if header.game != id {
        let why = Message::new(
            "record.other-game",
            "the record is of a game of {named}, not of `{id}`",
        );
        return Err(other(why.with("named", quote(&header.game)).with("id", id)));
    }
    if usize::from(header.players) != seats {
        let why = Message::new(
            "record.other-players",
            "the record is for {players} players, not {seats}",
        );
        return Err(other(why.with("players", header.players).with("seats", seats)));
    }
    let sorted = |options: &[(String, String)]| {
        let mut options = options.to_vec();
        insertion_sort(&mut options, Ord::cmp);
        options
    };
    let (told, chosen) = (sorted(&header.options), sorted(&game.options()));
    if told != chosen {
        let why = Message::new(
            "record.other-options",
            "the record was played with {told}, this game has {chosen}",
        );
        return Err(other(
            why.with("told", options(&told)).with("chosen", options(&chosen)),
        ));
    }
    Ok(())
}

/// Options as they are written.
fn options(options: &[(String, String)]) -> Argument {
    if options.is_empty() {
        return Message::new("record.no-options", "`no options`").into();
    }
    let written: Vec<String> = options
        .iter()
        .map(|(key, value)| format!("{key}: {value}"))
        .collect();
    quote(&written.join(", ")).into()
}

fn check_result<G: Notation>(
    game: &G,
    record: &Record<G>,
    state: &G::State,
    warnings: &mut Vec<Message>,
) -> Result<(), RecordError> {
    match (&record.header.result, result(game, state)) {
        (Some(told), Some(reached)) if *told != reached => {
            let error = Message::new(
                "record.other-result",
                "the record gives the result {told}, but the game ends with {reached}",
            );
            let error = error.with("told", format!("{told:?}"));
            Err(RecordError::whole(error.with("reached", format!("{reached:?}"))))
        }
        (Some(_), None) => {
            warnings.push(Message::new(
                "record.early-result",
                "the record gives a result, but the game is not over",
            ));
            Ok(())
        }
        _ => Ok(()),
    }
}

fn body<G: Notation>(
    game: &G,
    lines: &mut Lines<'_>,
    record: &mut Record<G>,
    state: &mut G::State,
) -> Result<(), RecordError> {
    while let Some((at, line)) = lines.next()? {
        let (content, comment) = line.split_once(';').unwrap_or((line, ""));
        let comment = Some(clean(comment)).filter(|comment| !comment.is_empty());
        if content.trim().is_empty() {
            let comments = record
                .events
                .last_mut()
                .map_or(&mut record.header.comments, |last| &mut last.comments);
            comments.extend(comment);
            continue;
        }
        if !content.starts_with([' ', '\t']) {
            heading(game, state, content).map_err(|why| RecordError::at(at, why))?;
            let comments = record
                .events
                .last_mut()
                .map_or(&mut record.header.comments, |last| &mut last.comments);
            comments.extend(comment);
            continue;
        }
        if record.events.len() == MOST_EVENTS {
            let why = Message::new("record.event-count", "a record has at most {most} events");
            return Err(RecordError::at(at, why.with("most", MOST_EVENTS)));
        }
        let event = event(game, state, content.trim()).map_err(|why| RecordError::at(at, why))?;
        record.events.push(Logged {
            event,
            comments: comment.into_iter().collect(),
        });
    }
    Ok(())
}

fn heading<G: Notation>(game: &G, state: &G::State, content: &str) -> Result<(), Message> {
    let due = game.heading(state).to_string();
    if tidy(content).eq_ignore_ascii_case(&due) {
        Ok(())
    } else {
        let error = Message::new(
            "record.heading",
            "the heading {heading} should be `{due}`; the lines of events begin with a space",
        );
        Err(error.with("heading", quote(content)).with("due", due))
    }
}

/// Reads the event that is due and lets it happen.
fn event<G: Notation>(game: &G, state: &mut G::State, content: &str) -> Result<Event<G>, Message> {
    let read = Event::read(game, state, content);
    let cannot = |why: Message| match game.next(state) {
        Next::Choice(seats) => {
            let (seat, text) = choice_parts(content);
            let seat = number(seat).and_then(|seat| seat.checked_sub(1)).map(Seat);
            let seat = seat.or(seats.first()).unwrap_or(Seat(0));
            Message::new(
                "record.no-such-action",
                "{text} is not possible: {why}; seat {seat} may play {actions}",
            )
            .with("text", quote(text))
            .with("why", why)
            .with("seat", u16::from(seat.0) + 1)
            .with("actions", possible(game, state, seat))
        }
        Next::Chance(_) | Next::Over => {
            let mut example = None;
            game.outcomes(state, &mut |outcome, _| {
                example.get_or_insert(outcome);
            });
            let example = example.map_or_else(Message::nothing, |outcome| {
                Message::new("record.such-as", ", such as `{example}`")
                    .with("example", game.outcome_text(outcome))
            });
            Message::new(
                "record.no-such-luck",
                "{text} is not possible: {why}; dice or cards come next here{example}",
            )
            .with("text", quote(content))
            .with("why", why)
            .with("example", example)
        }
    };
    let event = read.map_err(|error| match error {
        EventError::Over => Message::new("record.after-the-end", "the game is over, but {text} follows")
            .with("text", quote(content)),
        EventError::NoSeat(seats) => Message::new(
            "record.seat-missing",
            "{text} is where {seats} has to choose: write the seat and the action",
        )
        .with("text", quote(content))
        .with("seats", either(seats)),
        EventError::NotAsked(seat, seats) => Message::new(
            "record.not-asked",
            "{text} is not possible: {why}, but that of {seats}",
        )
        .with("text", quote(content))
        .with("why", Refusal::NotAsked(seat).message())
        .with("seats", either(seats)),
        EventError::Outcome(error) | EventError::Action(_, error) => cannot(error.message()),
    })?;
    let mut after = *state;
    event
        .apply(game, &mut after)
        .map_err(|refusal| cannot(refusal.message()))?;
    *state = after;
    Ok(event)
}

/// *Seat 1 or seat 2*.
fn either(seats: Seats) -> Message {
    let mut seats: Vec<Seat> = seats.iter().collect();
    let name = |seat: Seat| Message::new("record.seat", "seat {seat}").with("seat", u16::from(seat.0) + 1);
    let last = seats.pop().map_or_else(Message::nothing, name);
    seats.into_iter().rev().fold(last, |others, seat| {
        let either = Message::new("record.either-seat", "{one} or {other}");
        either.with("one", name(seat)).with("other", others)
    })
}

/// The first legal actions of a seat.
fn possible<G: Notation>(game: &G, state: &G::State, seat: Seat) -> Argument {
    let mut legal = Vec::new();
    game.legal(state, seat, &mut legal);
    if legal.is_empty() {
        return Message::new("record.nothing", "nothing").into();
    }
    let listed = legal.iter().take(MOST_LISTED);
    let mut texts: Vec<Argument> = listed
        .map(|action| format!("`{}`", game.action_text(*action)).into())
        .collect();
    if legal.len() > MOST_LISTED {
        let more = Message::new("record.more", "{count} more");
        texts.push(more.with("count", legal.len() - MOST_LISTED).into());
    }
    Message::any_of(texts)
}
