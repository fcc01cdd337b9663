//! From a line to a setup.

use finaud_rules::push::{Card, PushPhase, PushSeat, PushSetup};
use finaud_rules::{Message, Push};

use super::super::{ID, card};
use crate::line::{self, ErrorCollector, Keys, belongs_to_table, no_phase, not_of_table, of_key};
use crate::notation::ParseError;
use crate::words::{did_you_mean, quote};

const TABLE_KEYS: [&str; 9] = [
    "current", "phase", "card", "taker", "rolls", "switches", "columns", "discard", "pile",
];
const SEAT_KEYS: [&str; 2] = ["zone", "protected"];
const PHASES: [&str; 7] = [
    "turn",
    "drawing",
    "placing",
    "after-card",
    "taking",
    "rolling",
    "over",
];

/// Reads a setup from one line. Whether it can be is for [`Push::position`] to say.
pub(in crate::push) fn read(game: &Push, line: &str) -> Result<PushSetup, ParseError> {
    let line = line::tidied(line)?;
    let mut parts = line.split('/');
    let mut reader = Reader {
        errors: ErrorCollector::default(),
        discard: None,
    };
    let mut setup = reader.table(parts.next().unwrap_or_default());
    for (part, seat) in parts.zip(1..) {
        reader.errors.seat = Some(seat);
        setup.seats.push(reader.seat(part));
        if reader.errors.are_enough() {
            break;
        }
    }
    setup.discard = match (reader.discard, &setup.pile) {
        (Some(discard), _) => discard,
        (None, Some(_)) => rest(game, &setup),
        (None, None) => Vec::new(),
    };
    reader.errors.or(setup)
}

/// The cards that lie nowhere in a setup.
fn rest(game: &Push, setup: &PushSetup) -> Vec<String> {
    let seats = setup.seats.iter().flat_map(|seat| [&seat.zone, &seat.protected]);
    let heaps = seats.chain(&setup.columns).chain(&setup.pile);
    let lying: Vec<String> = heaps.flatten().chain(&setup.card).cloned().collect();
    let deck = game.deck();
    let left = deck.iter().flat_map(|(card, count)| {
        let name = card.to_string();
        let used = lying.iter().filter(|lies| **lies == name).count()
            + usize::from(if card == Card::Switch { setup.switches } else { 0 });
        std::iter::repeat_n(name, usize::from(count).saturating_sub(used))
    });
    left.collect()
}

struct Reader {
    errors: ErrorCollector,
    discard: Option<Vec<String>>,
}

impl Reader {
    fn table(&mut self, part: &str) -> PushSetup {
        let mut words = part.split_whitespace().peekable();
        let mut setup = PushSetup {
            game: ID.into(),
            current: 1,
            phase: PushPhase::Turn,
            card: None,
            taker: None,
            rolls: 0,
            switches: 0,
            columns: Vec::new(),
            seats: Vec::new(),
            discard: Vec::new(),
            pile: None,
            asked: None,
        };
        self.errors
            .name(words.next_if(|word| !word.contains('=')), &setup.game);
        let mut keys = Keys::default();
        for word in words {
            if let Some((key, value)) = self.errors.pair(&mut keys, word) {
                self.table_word(&mut setup, key, value);
            }
        }
        setup
    }

    fn table_word(&mut self, setup: &mut PushSetup, key: &str, value: &str) {
        match key.to_ascii_lowercase().as_str() {
            "current" => setup.current = self.errors.count(key, value),
            "phase" => match PushPhase::from_word(&value.to_ascii_lowercase()) {
                Some(phase) => setup.phase = phase,
                None => self.errors.add(no_phase(value, PHASES)),
            },
            "card" => {
                let card = card::read_code(value).map(|card| Some(card.to_string()));
                setup.card = self.errors.keep(card.map_err(|error| of_key(key, error)));
            }
            "taker" => setup.taker = Some(self.errors.count(key, value)),
            "rolls" => setup.rolls = self.errors.count(key, value),
            "switches" => setup.switches = self.errors.count(key, value),
            "columns" if value.is_empty() => {}
            "columns" => {
                for column in value.split('|') {
                    let cards = self.cards(key, column);
                    setup.columns.push(cards);
                }
            }
            "discard" => self.discard = Some(self.cards(key, value)),
            "pile" => setup.pile = Some(self.cards(key, value)),
            other => {
                let hint = if SEAT_KEYS.contains(&other) {
                    Message::new(
                        "position.belongs-to-player",
                        ", it belongs to a player, after a `/`",
                    )
                } else {
                    did_you_mean(key, TABLE_KEYS)
                };
                self.errors.add(not_of_table(key, hint));
            }
        }
    }

    fn seat(&mut self, part: &str) -> PushSeat {
        let mut seat = PushSeat::default();
        let mut keys = Keys::default();
        for word in part.split_whitespace() {
            let Some((key, value)) = self.errors.pair(&mut keys, word) else {
                continue;
            };
            match key.to_ascii_lowercase().as_str() {
                "zone" => seat.zone = self.cards(key, value),
                "protected" => seat.protected = self.cards(key, value),
                other => {
                    let hint = if TABLE_KEYS.contains(&other) {
                        belongs_to_table()
                    } else {
                        did_you_mean(key, SEAT_KEYS)
                    };
                    let what = Message::new("position.not-of-player", "a player has no {key}{hint}");
                    self.errors.add(what.with("key", quote(key)).with("hint", hint));
                }
            }
        }
        seat
    }

    /// Cards parted by commas.
    fn cards(&mut self, key: &str, value: &str) -> Vec<String> {
        let mut cards = Vec::new();
        for word in value.split(',').filter(|word| !word.is_empty()) {
            match card::read_code(word) {
                _ if self.errors.are_enough() => break,
                Ok(card) => cards.push(card.to_string()),
                Err(error) => self.errors.add(of_key(key, error)),
            }
        }
        cards
    }
}
