//! Dice nobody chose: commitments, the key of a game, and random bits by place.
//!
//! `docs/online.md` has the scheme in full, so that others can check a game without this program.

use finaud_record::Place;
use finaud_rules::Seat;
use hkdf::Hkdf;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;
use subtle::ConstantTimeEq as _;

use crate::ids::sha256;
use crate::{Commitment, Seed, TableId};

/// The version of the scheme, written in records.
pub const DICE_SCHEME: u32 = 1;

/// What the dice belong to: a table, or a day on which all tables meet the same dice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Scope {
    /// The dice of one table.
    Table(TableId),
    /// The dice of a day, `2031-05-04`.
    Day(String),
}

impl Scope {
    /// As it goes into hashes.
    fn bytes(&self) -> &[u8] {
        match self {
            Scope::Table(table) => table.as_str().as_bytes(),
            Scope::Day(day) => day.as_bytes(),
        }
    }
}

impl Seed {
    /// The commitment of the server to its seed.
    pub fn server_commitment(&self, scope: &Scope) -> Commitment {
        Commitment(sha256(&[b"finaud table 1", scope.bytes(), &self.0]))
    }

    /// The commitment of a seat to its seed.
    pub fn seat_commitment(&self, table: &TableId, seat: Seat) -> Commitment {
        let number = seat.to_string();
        Commitment(sha256(&[
            b"finaud seat 1",
            table.as_str().as_bytes(),
            number.as_bytes(),
            &self.0,
        ]))
    }
}

impl Commitment {
    /// Is it the same? In constant time.
    pub fn matches(&self, other: &Commitment) -> bool {
        bool::from(self.0.ct_eq(&other.0))
    }
}

/// The key from which all luck of a game follows.
#[derive(Clone, PartialEq, Eq)]
pub struct DiceKey([u8; 32]);

impl DiceKey {
    /// The key of a game: from the server's seed and those of the people, in the order of their seats.
    pub fn new(
        scope: &Scope,
        server: &Seed,
        seats: impl IntoIterator<Item = Seed>,
        game: &str,
        players: usize,
    ) -> DiceKey {
        let mut info = Vec::new();
        seats.into_iter().for_each(|seed| info.extend(seed.0));
        info.extend(format!("{game} {players}").bytes());
        let mut key = [0; 32];
        // One block of output is never too long.
        let _ = Hkdf::<Sha256>::new(Some(scope.bytes()), &server.0).expand(&info, &mut key);
        DiceKey(key)
    }

    /// The random bits of a place.
    pub fn bits(&self, place: Place) -> u64 {
        self.bits_of(&place.to_string())
    }

    /// The seed of a bot's choice: the same on every node.
    pub fn bot_seed(&self, seat: Seat, decision: u32) -> u64 {
        self.bits_of(&format!("bot {seat}.{decision}"))
    }

    fn bits_of(&self, text: &str) -> u64 {
        // A key of any length will do.
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(&self.0) else {
            return 0;
        };
        mac.update(text.as_bytes());
        let mut first = [0; 8];
        first.copy_from_slice(&mac.finalize().into_bytes()[..8]);
        u64::from_be_bytes(first)
    }
}

impl std::fmt::Debug for DiceKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("DiceKey(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CommandId;

    /// Frozen: computed once by another program (Python's `hashlib` and `hmac`).
    #[test]
    fn the_scheme_is_for_ever() {
        let table: TableId = "0123456789abcdef".parse().unwrap();
        let scope = Scope::Table(table);
        let server = Seed([1; 32]);
        assert_eq!(server.server_commitment(&scope).to_string(), SERVER);
        assert_eq!(Seed([2; 32]).seat_commitment(&table, Seat(0)).to_string(), SEAT);
        let key = DiceKey::new(&scope, &server, [Seed([2; 32]), Seed([3; 32])], "tres-fute", 2);
        assert_eq!(key.bits_of("roll 1.1.1.0"), BITS);
    }

    const SERVER: &str = "f0f76e534f3c474474a1d5cfbf967a29bf29bd242795303d11dda6c8f29f3150";
    const SEAT: &str = "c440f05efcc71380aa3b39b87f3017738eea1802625b77ab3119c0968f7a1afa";
    const BITS: u64 = 0x3912_ab71_7327_ed18;

    #[test]
    fn every_part_matters() {
        let table = |n: u8| Scope::Table(TableId::of_opening(&CommandId([n; 16])));
        let key = |scope: &Scope, server: u8, seats: &[u8], game: &str, players: usize| {
            DiceKey::new(
                scope,
                &Seed([server; 32]),
                seats.iter().map(|n| Seed([*n; 32])),
                game,
                players,
            )
        };
        let usual = key(&table(1), 1, &[2, 3], "push", 2);
        assert_eq!(usual, key(&table(1), 1, &[2, 3], "push", 2));
        for other in [
            key(&table(2), 1, &[2, 3], "push", 2),
            key(&table(1), 2, &[2, 3], "push", 2),
            key(&table(1), 1, &[3, 2], "push", 2),
            key(&table(1), 1, &[2], "push", 2),
            key(&table(1), 1, &[2, 3], "push", 3),
            key(&table(1), 1, &[2, 3], "hyper-fute", 2),
            key(&Scope::Day("2031-05-04".into()), 1, &[2, 3], "push", 2),
        ] {
            assert_ne!(usual, other);
        }
        assert_ne!(usual.bits(Place(1)), usual.bits(Place(2)));
        assert_ne!(usual.bot_seed(Seat(0), 1), usual.bot_seed(Seat(0), 2));
    }
}
