//! Reading a record: every event is played as it is read.

use finaud_rules::{Game, Next, Refusal, Seat, Seats};

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
    pub warnings: Vec<String>,
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
        let (replayed, fault) = Record::salvage(game, text)?;
        fault.map_or(Ok(replayed), Err)
    }

    /// Reads and replays a record up to its first fault, and says what that is.
    pub fn salvage(game: &G, text: &str) -> Result<(Replayed<G>, Option<RecordError>), RecordError> {
        let mut lines = Lines::of(text)?;
        let header = RecordHeader::read_from(&mut lines)?;
        suits(game, &header)?;
        let mut warnings = Vec::new();
        if let (Some(sheet), Some(now)) = (header.sheet, game.fingerprint())
            && sheet != now
        {
            warnings.push(format!(
                "the record was made with another edition of the sheet `{}`",
                game.id()
            ));
        }
        let mut record = Record {
            header,
            events: Vec::new(),
        };
        let mut state = record
            .start(game)
            .map_err(|fault| RecordError::whole(format!("position: {fault}")))?;
        let fault = body(game, &mut lines, &mut record, &mut state).err();
        let fault = fault.or_else(|| check_result(game, &record, &state, &mut warnings).err());
        Ok((
            Replayed {
                record,
                state,
                warnings,
            },
            fault,
        ))
    }
}

/// Is the header one of this game?
fn suits<G: Notation>(game: &G, header: &RecordHeader) -> Result<(), RecordError> {
    let other = |why: String| RecordError::whole(why).of_kind(RecordErrorKind::OtherGame);
    let (id, seats) = (game.id(), game.seats());
    if header.game != id {
        let named = quote(&header.game);
        return Err(other(format!("the record is of the game {named}, not of `{id}`")));
    }
    if usize::from(header.players) != seats {
        return Err(other(format!(
            "the record is of {} players, not of {seats}",
            header.players
        )));
    }
    let sorted = |options: &[(String, String)]| {
        let mut options = options.to_vec();
        options.sort();
        options
    };
    let (told, chosen) = (sorted(&header.options), sorted(&game.options()));
    if told != chosen {
        let list = |options: &[(String, String)]| match options {
            [] => "no options".to_string(),
            some => some
                .iter()
                .map(|(key, value)| format!("{key}: {value}"))
                .collect::<Vec<_>>()
                .join(", "),
        };
        let (told, chosen) = (quote(&list(&told)), quote(&list(&chosen)));
        return Err(other(format!(
            "the record was played with {told}, this game has {chosen}"
        )));
    }
    Ok(())
}

fn check_result<G: Notation>(
    game: &G,
    record: &Record<G>,
    state: &G::State,
    warnings: &mut Vec<String>,
) -> Result<(), RecordError> {
    match (&record.header.result, result(game, state)) {
        (Some(told), Some(reached)) if *told != reached => Err(RecordError::whole(format!(
            "the record tells the result {told:?}, but the game ends with {reached:?}"
        ))),
        (Some(_), None) => {
            warnings.push("the record tells a result, but the game is not over".into());
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
            return Err(RecordError::at(
                at,
                format!("a record has at most {MOST_EVENTS} events"),
            ));
        }
        let event = event(game, state, content.trim()).map_err(|why| RecordError::at(at, why))?;
        record.events.push(Logged {
            event,
            comments: comment.into_iter().collect(),
        });
    }
    Ok(())
}

fn heading<G: Notation>(game: &G, state: &G::State, content: &str) -> Result<(), String> {
    let due = game.heading(state);
    if tidy(content).eq_ignore_ascii_case(&due) {
        Ok(())
    } else {
        Err(format!(
            "the heading {} should be `{due}`; the lines of events begin with a blank",
            quote(content)
        ))
    }
}

/// Reads the event that is due and lets it happen.
fn event<G: Notation>(game: &G, state: &mut G::State, content: &str) -> Result<Event<G>, String> {
    let read = Event::read(game, state, content);
    let cannot = |why: &dyn std::fmt::Display| match game.next(state) {
        Next::Choice(seats) => {
            let (seat, text) = choice_parts(content);
            let seat = number(seat).and_then(|seat| seat.checked_sub(1)).map(Seat);
            let seat = seat.or(seats.first()).unwrap_or(Seat(0));
            format!(
                "{} cannot be: {why}; seat {seat} may play {}",
                quote(text),
                possible(game, state, seat)
            )
        }
        Next::Chance(_) | Next::Over => {
            let mut example = None;
            game.outcomes(state, &mut |outcome, _| {
                example.get_or_insert(outcome);
            });
            let example = example.map_or_else(String::new, |outcome| {
                format!(", such as `{}`", game.outcome_text(outcome))
            });
            format!("{} cannot be: {why}; luck is due here{example}", quote(content))
        }
    };
    let event = read.map_err(|error| match error {
        EventError::Over => format!("the game is over, but {} follows", quote(content)),
        EventError::NoSeat(seats) => format!(
            "{} stands where {} has to choose: write the seat and the action",
            quote(content),
            list(seats)
        ),
        EventError::NotAsked(seat, seats) => format!(
            "{} cannot be: {}, but that of {}",
            quote(content),
            Refusal::NotAsked(seat),
            list(seats)
        ),
        EventError::Outcome(error) | EventError::Action(_, error) => cannot(&error),
    })?;
    let mut after = *state;
    event
        .apply(game, &mut after)
        .map_err(|refusal| cannot(&refusal))?;
    *state = after;
    Ok(event)
}

fn list(seats: Seats) -> String {
    let names: Vec<String> = seats.iter().map(|seat| format!("seat {seat}")).collect();
    names.join(" or ")
}

/// The first legal actions of a seat.
fn possible<G: Notation>(game: &G, state: &G::State, seat: Seat) -> String {
    let mut legal = Vec::new();
    game.legal(state, seat, &mut legal);
    let texts = legal
        .iter()
        .take(MOST_LISTED)
        .map(|action| format!("`{}`", game.action_text(*action)));
    let mut texts: Vec<String> = texts.collect();
    if legal.len() > MOST_LISTED {
        texts.push(format!("{} more", legal.len() - MOST_LISTED));
    }
    match texts.pop() {
        None => "nothing".into(),
        Some(only) if texts.is_empty() => only,
        Some(last) => format!("{} or {last}", texts.join(", ")),
    }
}
