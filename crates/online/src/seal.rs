//! Checking that nobody chose the dice of a game.

use std::collections::BTreeSet;

use finaud_record::{Event, Notation, RecordHeader};
use finaud_rules::{Message, Seat};
use finaud_table::{DEALT_TAG, GameTable, RestoreError, Table};

use crate::story::record_of;
use crate::table::OnlineTable;
use crate::{Commitment, DICE_SCHEME, DiceKey, Entry, LogError, Scope, Seed, Shelf, TableId};

/// What was checked, and found to be right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seal {
    /// The table.
    pub table: TableId,
    /// The day, if its dice were those of a day.
    pub day: Option<String>,
    /// How often everything was drawn anew before the game: 1 is as it should be.
    pub draws: u32,
    /// What the server committed to before anybody had a seed.
    pub commitment: Commitment,
    /// The seeds of people, by their seats.
    pub seeds: Vec<(Seat, Seed)>,
    /// How many rolls and cards follow from the seeds.
    pub outcomes: usize,
    /// Is the game over?
    pub over: bool,
}

/// Why nothing can be said about the dice of a record, or what is wrong with them.
#[derive(Clone, PartialEq, Debug)]
pub enum Broken {
    /// It cannot be replayed.
    Record(RestoreError),
    /// The log cannot be replayed.
    Log(LogError),
    /// It was not played at an online table, or the server has not shown its seed yet.
    Unsealed,
    /// Its dice follow a scheme that is not known here.
    Scheme(String),
    /// What it says about its dice is missing or cannot be read: this tag.
    Tag(String),
    /// It does not begin at the beginning.
    Middle,
    /// The server's seed is not the one it committed to.
    Server,
    /// The seed of this seat is not the one it committed to.
    Seat(Seat),
    /// A person sat there, but gave no seed.
    NoSeed(Seat),
    /// An outcome does not follow from the seeds: its number among the events, what it is and what it should be.
    Outcome {
        /// Its number among the events of the record.
        event: usize,
        /// What the record says.
        told: String,
        /// What follows from the seeds.
        due: String,
    },
    /// Two outcomes have the same place in the game.
    Place(String),
    /// It is not the game this device has played: the server's commitment, or the device's own seed, was another one.
    Other,
}

impl Seal {
    /// What was checked, in a sentence.
    pub fn message(&self) -> Message {
        let people = self.seeds.len();
        let sentence = match (&self.day, people) {
            (Some(day), _) => Message::new(
                "online.seal-day",
                "the dice are those of {day}: all {outcomes} outcomes follow from the seed that the server committed to",
            )
            .with("day", day),
            (None, 1) => Message::new(
                "online.seal-one",
                "nobody chose the dice or the cards: all {outcomes} outcomes follow from the seeds of the server and of one person, who committed to them before the game",
            ),
            (None, _) => Message::new(
                "online.seal",
                "nobody chose the dice or the cards: all {outcomes} outcomes follow from the seeds of the server and of {people} people, who committed to them before the game",
            )
            .with("people", people),
        };
        sentence.with("outcomes", self.outcomes)
    }

    /// What that does not prove, in a sentence.
    pub fn limits(&self) -> Message {
        Message::new(
            "online.seal-limits",
            "it does not prove that whoever runs the server did not know the dice beforehand",
        )
    }

    /// That seeds were drawn more than once, in a sentence; `None` if they were not.
    pub fn redrawn(&self) -> Option<Message> {
        let redrawn = Message::new(
            "online.seal-redrawn",
            "seeds were drawn {draws} times, because somebody did not show theirs",
        );
        (self.draws > 1).then(|| redrawn.with("draws", self.draws))
    }

    /// Is it the game that this device has played: with the commitment of the server that it saw first, and its own seed?
    pub fn is_mine(&self, commitment: &Commitment, own: Option<(Seat, Seed)>) -> Result<(), Broken> {
        let seed = own.is_none_or(|own| self.seeds.contains(&own));
        if self.commitment.matches(commitment) && seed {
            Ok(())
        } else {
            Err(Broken::Other)
        }
    }
}

impl Broken {
    /// What is wrong, in a sentence.
    pub fn message(&self) -> Message {
        match self {
            Broken::Record(error) => error.message(),
            Broken::Log(error) => error.message(),
            Broken::Unsealed => Message::new(
                "online.unsealed",
                "there are no dice to check: it was not played at an online table, or its seeds are not revealed",
            ),
            Broken::Scheme(scheme) => Message::new(
                "online.seal-scheme",
                "its dice follow the scheme {scheme}, which this program does not know",
            )
            .with("scheme", scheme),
            Broken::Tag(tag) => {
                Message::new("online.seal-tag", "the tag `{tag}` is missing or cannot be read")
                    .with("tag", tag)
            }
            Broken::Middle => Message::new(
                "online.seal-middle",
                "the record does not begin at the beginning of the game",
            ),
            Broken::Server => Message::new(
                "online.seal-server",
                "the server's seed is not the one it committed to",
            ),
            Broken::Seat(seat) => Message::new(
                "online.seal-seat",
                "the seed of seat {seat} is not the one it committed to",
            )
            .with("seat", u16::from(seat.0) + 1),
            Broken::NoSeed(seat) => Message::new(
                "online.seal-no-seed",
                "a person sat in seat {seat}, but no seed of theirs went into the dice",
            )
            .with("seat", u16::from(seat.0) + 1),
            Broken::Outcome { event, told, due } => Message::new(
                "online.seal-outcome",
                "event {number} is `{told}`, but `{due}` follows from the seeds",
            )
            .with("number", *event)
            .with("told", told)
            .with("due", due),
            Broken::Place(place) => Message::new(
                "online.seal-place",
                "two outcomes have the same place in the game, `{place}`",
            )
            .with("place", place),
            Broken::Other => Message::new(
                "online.seal-other",
                "this is not the game that this device has seen: the commitment or its own seed is another one",
            ),
        }
    }
}

impl std::fmt::Display for Broken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.message())
    }
}

impl std::error::Error for Broken {}

/// Checks the dice of a record. `sheet` is the text of its sheet, where it is somebody's own.
pub fn verify(record: &str, sheet: Option<&str>) -> Result<Seal, Broken> {
    let header = RecordHeader::read(record).map_err(|error| Broken::Record(error.into()))?;
    if header.tag(DEALT_TAG).is_none() {
        return Err(Broken::Unsealed);
    }
    let table = Table::restore(record, sheet).map_err(Broken::Record)?;
    match (table.dice(), table.push()) {
        (Some(table), _) => check(table, &header),
        (None, Some(table)) => check(table, &header),
        (None, None) => Err(Broken::Unsealed),
    }
}

/// Checks the dice of a log: the log itself is replayed, so commitments came before seeds, then its record.
pub fn verify_log<'a>(
    log: impl IntoIterator<Item = &'a Entry> + Clone,
    shelf: &mut Shelf,
) -> Result<Seal, Broken> {
    let online = OnlineTable::replay_public(log.clone(), shelf).map_err(Broken::Log)?;
    let record = record_of(log, shelf)
        .map_err(Broken::Log)?
        .ok_or(Broken::Unsealed)?;
    let sheet = online.settings().sheet;
    let sheet = sheet.and_then(|hash| shelf.sheet(&hash).map(ToString::to_string));
    verify(&record, sheet.as_deref())
}

/// A tag, read as something.
fn tag<T: std::str::FromStr>(header: &RecordHeader, name: &str) -> Result<T, Broken> {
    let value = header.tag(name).and_then(|value| value.parse().ok());
    value.ok_or_else(|| Broken::Tag(name.into()))
}

fn check<G: Notation>(table: &GameTable<G>, header: &RecordHeader) -> Result<Seal, Broken> {
    let scheme: String = tag(header, "dice scheme")?;
    if scheme != DICE_SCHEME.to_string() {
        return Err(Broken::Scheme(scheme));
    }
    if header.position.is_some() {
        return Err(Broken::Middle);
    }
    let id: TableId = tag(header, DEALT_TAG)?;
    let draws: u32 = tag(header, "dice draws")?;
    let commitment: Commitment = tag(header, "dice commitment")?;
    let server: Seed = tag(header, "dice seed")?;
    let day = header.tag("dice day").map(ToString::to_string);
    let scope = day.clone().map_or(Scope::Table(id), Scope::Day);
    if !server.server_commitment(&scope).matches(&commitment) {
        return Err(Broken::Server);
    }
    let mut seeds = Vec::new();
    for (index, chair) in table.chairs().iter().enumerate().filter(|_| day.is_none()) {
        let seat = Seat(index as u8);
        let names = [format!("dice commitment {seat}"), format!("dice seed {seat}")];
        if !chair.is_person() && names.iter().all(|name| header.tag(name).is_none()) {
            continue;
        }
        if names.iter().any(|name| header.tag(name).is_none()) {
            return Err(Broken::NoSeed(seat));
        }
        let committed: Commitment = tag(header, &names[0])?;
        let seed: Seed = tag(header, &names[1])?;
        if !seed.seat_commitment(&id, seat).matches(&committed) {
            return Err(Broken::Seat(seat));
        }
        seeds.push((seat, seed));
    }
    let game = table.game();
    let people = seeds.iter().map(|(_, seed)| *seed);
    let key = DiceKey::new(&scope, &server, people, game.id(), game.seats());
    let outcomes = check_outcomes(table, &key)?;
    Ok(Seal {
        table: id,
        day,
        draws,
        commitment,
        seeds,
        outcomes,
        over: matches!(table.next(), finaud_rules::Next::Over),
    })
}

/// Does every outcome follow from the key? Says how many there are.
fn check_outcomes<G: Notation>(table: &GameTable<G>, key: &DiceKey) -> Result<usize, Broken> {
    let game = table.game();
    let mut places = BTreeSet::new();
    for (index, (event, before)) in table.log().iter().zip(table.states()).enumerate() {
        let Event::Outcome(outcome) = event else { continue };
        let place = game.chance_place(before);
        let due = place.and_then(|place| game.outcome_of_bits(before, key.bits(place)));
        let (Some(place), Some(due)) = (place, due) else {
            continue;
        };
        if !places.insert(place) {
            return Err(Broken::Place(place.to_string()));
        }
        if due != *outcome {
            return Err(Broken::Outcome {
                event: index + 1,
                told: game.outcome_text(*outcome),
                due: game.outcome_text(due),
            });
        }
    }
    Ok(places.len())
}
