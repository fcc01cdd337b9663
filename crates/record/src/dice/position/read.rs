//! From a line to a setup.

use finaud_rules::{
    BoxesSetup, DieSetup, Message, PhaseName, PlaceName, Power, SLOTS, SeatSetup, Setup, Sheet, StageName,
};

use super::super::no_gift;
use super::super::outcome::{die_and_face, no_face};
use super::zone;
use crate::line::{self, ErrorCollector, Keys, belongs_to_table, no_phase, not_of_table, of_key};
use crate::notation::ParseError;
use crate::words::{did_you_mean, number, quote};

const TABLE_KEYS: [&str; 8] = [
    "round", "turn", "roll", "rerolls", "phase", "pool", "slots", "platter",
];
const SEAT_KEYS: [&str; 4] = ["foxes", "pending", "extra", "stage"];

/// Reads a setup from one line. Whether it can be is for [`finaud_rules::DiceGame::position`] to say.
pub fn read_setup(sheet: &Sheet, line: &str) -> Result<Setup, ParseError> {
    let line = line::tidied(line)?;
    let mut parts = line.split('/');
    let mut reader = Reader {
        sheet,
        errors: ErrorCollector::default(),
    };
    let mut setup = reader.table(parts.next().unwrap_or_default());
    for (part, seat) in parts.zip(1..) {
        reader.errors.seat = Some(seat);
        setup.seats.push(reader.seat(part));
        if reader.errors.are_enough() {
            break;
        }
    }
    if setup.seats.is_empty() {
        setup.seats.push(SeatSetup::default());
    }
    reader.errors.or(setup)
}

struct Reader<'a> {
    sheet: &'a Sheet,
    errors: ErrorCollector,
}

impl Reader<'_> {
    fn table(&mut self, part: &str) -> Setup {
        let mut words = part.split_whitespace().peekable();
        let mut setup = Setup {
            game: self.sheet.id.clone(),
            round: 1,
            turn: 1,
            roll: 1,
            rerolls: 0,
            phase: PhaseName::Rolling,
            dice: Default::default(),
            seats: Vec::new(),
            asked: None,
        };
        let named = words.next_if(|word| !word.contains('='));
        self.errors.name(named, &self.sheet.id);
        let mut keys = Keys::default();
        for word in words {
            if let Some((key, value)) = self.errors.pair(&mut keys, word) {
                self.table_word(&mut setup, key, value);
            }
        }
        setup
    }

    fn table_word(&mut self, setup: &mut Setup, key: &str, value: &str) {
        match key.to_ascii_lowercase().as_str() {
            "round" => setup.round = self.errors.count(key, value),
            "turn" => setup.turn = self.errors.count(key, value),
            "roll" => setup.roll = self.errors.count(key, value),
            "rerolls" => setup.rerolls = self.errors.count(key, value),
            "phase" => match PhaseName::from_word(&value.to_ascii_lowercase()) {
                Some(phase) => setup.phase = phase,
                None => {
                    let known = "round-start before-roll rolling rolled entered sorting window over";
                    self.errors.add(no_phase(value, known.split(' ')));
                }
            },
            "pool" => value
                .split(',')
                .for_each(|die| self.die(setup, die, PlaceName::Pool)),
            "platter" => value
                .split(',')
                .for_each(|die| self.die(setup, die, PlaceName::Platter)),
            "slots" => {
                let slots = [PlaceName::Slot1, PlaceName::Slot2, PlaceName::Slot3];
                if value.split(',').count() > SLOTS {
                    let what =
                        Message::new("position.too-many-slot-dice", "`slots` has more than {most} dice");
                    self.errors.add(what.with("most", SLOTS));
                }
                for (die, slot) in value.split(',').zip(slots).filter(|(die, _)| *die != "-") {
                    self.die(setup, die, slot);
                }
            }
            other => {
                let on_sheet = SEAT_KEYS.contains(&other)
                    || self.sheet.zone_named(other).is_some()
                    || Power::from_word(other).is_some();
                let hint = if on_sheet {
                    Message::new(
                        "position.belongs-to-sheet",
                        ", it belongs to a player's sheet, after a `/`",
                    )
                } else {
                    did_you_mean(key, TABLE_KEYS)
                };
                self.errors.add(not_of_table(key, hint));
            }
        }
    }

    fn die(&mut self, setup: &mut Setup, word: &str, place: PlaceName) {
        if word.is_empty() || self.errors.are_enough() {
            return;
        }
        let (die, face) = match die_and_face(self.sheet, word) {
            Ok(found) => found,
            Err(error) => return self.errors.add(error),
        };
        let face = match face {
            "" => None,
            face => match number(face) {
                Some(face) => Some(face),
                None => return self.errors.add(no_face(face)),
            },
        };
        let name = self.sheet.dice[die.index()].name.clone();
        if setup
            .dice
            .insert(name.clone(), DieSetup { face, place })
            .is_some()
        {
            let what = Message::new("position.die-twice", "the {die} die lies in two places");
            self.errors.add(what.with("die", name));
        }
    }

    fn seat(&mut self, part: &str) -> SeatSetup {
        let mut seat = SeatSetup::default();
        let mut keys = Keys::default();
        for word in part.split_whitespace() {
            if let Some((key, value)) = self.errors.pair(&mut keys, word) {
                self.seat_word(&mut seat, key, value);
            }
        }
        seat
    }

    fn seat_word(&mut self, seat: &mut SeatSetup, key: &str, value: &str) {
        if let Some(zone) = self.sheet.zone_named(key) {
            let zone = &self.sheet.zones[usize::from(zone)];
            let written = zone::read(zone, value).map_err(|error| {
                Message::new("position.of-zone", "{zone}: {what}")
                    .with("zone", &zone.name)
                    .with("what", error)
            });
            let written = self.errors.keep(written);
            seat.zones.insert(zone.name.clone(), written);
            return;
        }
        let lower = key.to_ascii_lowercase();
        if let Some(power) = Power::from_word(&lower) {
            let boxes = self.errors.keep(boxes(power, value));
            seat.boxes.insert(lower, boxes);
            return;
        }
        let parts = value.split(',').filter(|part| !part.is_empty());
        match lower.as_str() {
            "foxes" => seat.foxes = self.errors.count(key, value),
            "pending" => {
                for part in parts {
                    let gift = self.gift(part);
                    let gift = self.errors.keep(gift);
                    seat.pending.push(gift);
                }
            }
            "extra" => {
                for part in parts {
                    match self.sheet.die_named(part) {
                        Some(die) => seat.extra_used.push(self.sheet.dice[die.index()].name.clone()),
                        None => {
                            let what = Message::new("position.no-die", "{word} is no die of this sheet");
                            self.errors.add(what.with("word", quote(part)));
                        }
                    }
                }
            }
            "stage" => match StageName::from_word(&value.to_ascii_lowercase()) {
                Some(stage) => seat.stage = stage,
                None => {
                    let what = Message::new(
                        "position.no-stage",
                        "{word} is no stage; there are `pick`, `extra` and `done`",
                    );
                    self.errors.add(what.with("word", quote(value)));
                }
            },
            other => {
                let hint = if TABLE_KEYS.contains(&other) {
                    belongs_to_table()
                } else {
                    let zones = self.sheet.zones.iter().map(|zone| zone.name.as_str());
                    let powers = Power::ALL.iter().map(|power| power.word());
                    did_you_mean(key, zones.chain(powers).chain(SEAT_KEYS))
                };
                let what = Message::new("position.not-on-sheet", "a sheet has no {key}{hint}");
                self.errors.add(what.with("key", quote(key)).with("hint", hint));
            }
        }
    }

    fn gift(&self, word: &str) -> Result<String, Message> {
        let mut names = self.sheet.gifts.iter().map(|gift| gift.name.as_str());
        let spelt = |name: &&str| name.replace(' ', "_").eq_ignore_ascii_case(word);
        let name = names.find(spelt).map(str::to_string);
        name.ok_or_else(|| no_gift(self.sheet, word, &word.replace('_', " ")))
    }
}

/// Reads a row of boxes: `3`, `3:1` (so many of them used), `3:[2]` (these used), and for jokers `3:1,3`.
fn boxes(power: Power, value: &str) -> Result<BoxesSetup, Message> {
    let (circled, used) = value
        .split_once(':')
        .map_or((value, None), |(circled, used)| (circled, Some(used)));
    let unclear = |word: &str| {
        let what = Message::new("position.no-box-count", "{text} is not a number of boxes");
        of_key(power.word(), what.with("text", quote(word)))
    };
    let circled = number(circled).ok_or_else(|| unclear(circled))?;
    let listed = |list: &str| zone::list(list).map_err(|error| of_key(power.word(), error));
    let used = match used {
        None => Vec::new(),
        Some(used) => match used.strip_prefix('[').map(|list| list.strip_suffix(']')) {
            Some(Some(list)) => listed(list)?,
            Some(None) => return Err(unclear(used)),
            None if power == Power::Joker => listed(used)?,
            None => (1..=number(used).ok_or_else(|| unclear(used))?).collect(),
        },
    };
    Ok(BoxesSetup { circled, used })
}
