//! A number that changes when a sheet changes, so that a record notices.
//!
//! It is FNV-1a (64 bits) over everything that play and scores depend on, in the order of the sheet. Names of the game,
//! sources and ratings do not count. Nor do rulings a table has chosen: a record lists those.

use finaud_rules::zone::Digest;
use finaud_rules::{Award, GiftChoice, Give, Joker, Power, Rulings, Sheet};

struct Fnv(u64);

impl Digest for Fnv {
    fn byte(&mut self, byte: u8) {
        self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }

    fn number(&mut self, number: i64) {
        number.to_le_bytes().into_iter().for_each(|byte| self.byte(byte));
    }

    fn text(&mut self, text: &str) {
        self.count(text.len());
        text.bytes().for_each(|byte| self.byte(byte));
    }

    fn award(&mut self, award: Option<Award>) {
        match award {
            None => self.byte(0),
            Some(Award::Fox) => self.byte(1),
            Some(Award::Circle(power)) => {
                self.byte(2);
                self.text(power.word());
            }
            Some(Award::Gift(gift)) => {
                self.byte(3);
                self.byte(gift);
            }
        }
    }
}

impl Fnv {
    fn all<T>(&mut self, things: &[T], mut each: impl FnMut(&mut Fnv, &T)) {
        self.count(things.len());
        things.iter().for_each(|thing| each(self, thing));
    }
}

/// The fingerprint of a sheet.
pub(super) fn of(sheet: &Sheet) -> u64 {
    let mut hash = Fnv(0xcbf2_9ce4_8422_2325);
    hash.text(&sheet.id);
    hash.all(&sheet.dice, |hash, die| {
        hash.text(&die.name);
        hash.number(i64::from(u32::from(die.letter)));
    });
    hash.all(&sheet.rounds, |hash, rounds| hash.byte(*rounds));
    hash.all(&sheet.round_awards, |hash, award| hash.award(*award));
    hash.byte(u8::from(sheet.numbered_slots));
    for power in Power::ALL {
        let row = sheet.power(power);
        hash.byte(row.boxes);
        hash.all(&row.jokers, |hash, joker| match joker {
            Joker::Number(face) => hash.byte(face.pips()),
            Joker::Free => hash.byte(0),
        });
        hash.award(row.end);
    }
    hash.all(&sheet.gifts, |hash, gift| {
        hash.text(&gift.name);
        match &gift.choice {
            GiftChoice::Mark(zones) => hash.all(zones, |hash, (zone, give)| {
                hash.byte(*zone);
                hash.byte(match give {
                    Give::Cross => 0,
                    Give::Number(face) => face.pips(),
                    Give::Free => 7,
                });
            }),
            GiftChoice::Circle(powers) => hash.all(powers, |hash, power| hash.text(power.word())),
        }
    });
    hash.all(&sheet.zones, |hash, zone| zone.digest(hash));
    let rulings = sheet.own_rulings;
    let (needed, later) = Rulings::KEYS.split_at(Rulings::NEEDED);
    hash.all(needed, |hash, key| {
        hash.byte(u8::from(rulings.get(key).unwrap_or_default()));
    });
    // Readings that came later count only where they are chosen: older sheets keep their numbers.
    for key in later.iter().filter(|key| rulings.get(key) == Some(true)) {
        hash.text(key);
    }
    hash.0
}
