//! Names, keys and seeds: bytes that are written as text.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;

/// A moment, in milliseconds since 1970 (UTC).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Time(pub u64);

impl Time {
    /// So many milliseconds later.
    #[must_use]
    pub fn plus(self, milliseconds: u64) -> Time {
        Time(self.0.saturating_add(milliseconds))
    }

    /// The milliseconds since an earlier moment; 0 if it is a later one.
    pub fn since(self, earlier: Time) -> u64 {
        self.0.saturating_sub(earlier.0)
    }
}

/// The number of an entry in the log of a table; the first one is 1.
pub type Seq = u32;

/// A text is not what it should be: so many digits from 0 to f, or letters of a table's name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IdError;

impl fmt::Display for IdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("that is no name, key or seed of an online table")
    }
}

impl std::error::Error for IdError {}

/// Bytes as digits from 0 to f.
pub(crate) fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |half: u8| char::from(DIGITS[usize::from(half)]);
    bytes
        .iter()
        .flat_map(|byte| [digit(byte >> 4), digit(byte & 15)])
        .collect()
}

/// The bytes of exactly so many digits, in small letters only: one text for one value.
fn read_hex<const N: usize>(text: &str) -> Result<[u8; N], IdError> {
    let digit = |letter: u8| match letter {
        b'0'..=b'9' => Ok(letter - b'0'),
        b'a'..=b'f' => Ok(letter - b'a' + 10),
        _ => Err(IdError),
    };
    let mut bytes = [0; N];
    if text.len() != 2 * N {
        return Err(IdError);
    }
    for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
        *byte = digit(pair[0])? << 4 | digit(pair[1])?;
    }
    Ok(bytes)
}

/// SHA-256 of these parts, one behind the other.
pub(crate) fn sha256(parts: &[&[u8]]) -> [u8; 32] {
    let mut hash = Sha256::new();
    parts.iter().for_each(|part| hash.update(part));
    hash.finalize().into()
}

macro_rules! hex_bytes {
    ($(#[$doc:meta])* $name:ident, $len:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub struct $name(pub [u8; $len]);

        impl std::str::FromStr for $name {
            type Err = IdError;

            fn from_str(text: &str) -> Result<$name, IdError> {
                read_hex(text).map($name)
            }
        }

        impl TryFrom<String> for $name {
            type Error = IdError;

            fn try_from(text: String) -> Result<$name, IdError> {
                text.parse()
            }
        }

        impl From<$name> for String {
            fn from(bytes: $name) -> String {
                hex(&bytes.0)
            }
        }
    };
}

/// What may be seen is shown as it is written.
macro_rules! shown {
    ($name:ident) => {
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&String::from(*self))
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}({self})", stringify!($name))
            }
        }
    };
}

/// What must not be seen stays out of logs and panics.
macro_rules! hidden {
    ($name:ident) => {
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(concat!(stringify!($name), "(…)"))
            }
        }
    };
}

hex_bytes!(
    /// The name of a command, chosen at random by whoever gives it: the same command sent twice happens once.
    CommandId,
    16
);
shown!(CommandId);

hex_bytes!(
    /// The right to a seat, or to take a free one. Whoever has it, has the right: it stands in a link and in `hello`, nowhere else.
    Key,
    16
);
hidden!(Key);

hex_bytes!(
    /// What a server keeps of a key: its SHA-256.
    KeyHash,
    32
);
hidden!(KeyHash);

hex_bytes!(
    /// 32 random bytes that go into the dice of a game. Secret until they are revealed.
    Seed,
    32
);
hidden!(Seed);

hex_bytes!(
    /// The hash of a seed: whoever shows it cannot choose another seed any more.
    Commitment,
    32
);
shown!(Commitment);

hex_bytes!(
    /// The SHA-256 of the text of a sheet that is somebody's own.
    SheetHash,
    32
);
shown!(SheetHash);

hex_bytes!(
    /// The SHA-256 of a file of weights, by which the bots at a table play.
    WeightsHash,
    32
);
shown!(WeightsHash);

impl Key {
    /// What a server keeps of it.
    pub fn hash(&self) -> KeyHash {
        KeyHash(sha256(&[&self.0]))
    }
}

impl Key {
    /// The key of the seat at which the player with this key tries the challenge of a day, and the command that opens its table:
    /// the same on every device that knows the player.
    pub fn of_day(&self, day: &str) -> (Key, CommandId) {
        let part = |label: &[u8]| {
            let hash = sha256(&[label, &self.0, day.as_bytes()]);
            let mut bytes = [0; 16];
            bytes.copy_from_slice(&hash[..16]);
            bytes
        };
        (
            Key(part(b"finaud daily seat 1")),
            CommandId(part(b"finaud daily open 1")),
        )
    }
}

impl Seed {
    /// A name for it that tells nothing about it.
    pub(crate) fn hash_name(&self) -> String {
        hex(&sha256(&[b"finaud seed name 1", &self.0])[..16])
    }
}

impl KeyHash {
    /// Is this the key? It takes as long for a wrong one as for the right one.
    pub fn matches(&self, key: &Key) -> bool {
        bool::from(self.0.ct_eq(&key.hash().0))
    }
}

impl SheetHash {
    /// The hash of a sheet.
    pub fn of(sheet: &str) -> SheetHash {
        SheetHash(sha256(&[sheet.as_bytes()]))
    }
}

impl WeightsHash {
    /// The hash of a file of weights.
    pub fn of(weights: &[u8]) -> WeightsHash {
        WeightsHash(sha256(&[weights]))
    }
}

/// The letters of a table's name: none that looks like another.
const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// The name of a table: 16 letters, 80 bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TableId([u8; 16]);

impl TableId {
    /// The table that a command opens: the same one if the command is sent twice.
    pub fn of_opening(command: &CommandId) -> TableId {
        TableId::of_hash(&sha256(&[b"finaud open 1", &command.0]))
    }

    /// The table of the rematch that a command at another table asks for.
    pub fn of_rematch(table: &TableId, command: &CommandId) -> TableId {
        TableId::of_hash(&sha256(&[b"finaud rematch 1", &table.0, &command.0]))
    }

    fn of_hash(hash: &[u8; 32]) -> TableId {
        let mut letters = [0; 16];
        for (index, letter) in letters.iter_mut().enumerate() {
            // Five bits a letter; two bytes always hold them.
            let bit = 5 * index;
            let pair = u16::from_be_bytes([hash[bit / 8], hash[bit / 8 + 1]]);
            *letter = LETTERS[usize::from(pair >> (11 - bit % 8) & 31)];
        }
        TableId(letters)
    }

    /// The letters.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

impl std::str::FromStr for TableId {
    type Err = IdError;

    fn from_str(text: &str) -> Result<TableId, IdError> {
        let letters: [u8; 16] = text.as_bytes().try_into().map_err(|_| IdError)?;
        let known = letters.iter().all(|letter| LETTERS.contains(letter));
        known.then_some(TableId(letters)).ok_or(IdError)
    }
}

impl TryFrom<String> for TableId {
    type Error = IdError;

    fn try_from(text: String) -> Result<TableId, IdError> {
        text.parse()
    }
}

impl From<TableId> for String {
    fn from(id: TableId) -> String {
        id.as_str().into()
    }
}

shown!(TableId);

/// Seats in JSON are counted from 1, as people and records do.
pub(crate) mod seat_number {
    use finaud_rules::Seat;
    use serde::{Deserialize as _, Deserializer, Serializer, de::Error as _};

    pub(crate) fn serialize<S: Serializer>(seat: &Seat, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(seat.0.saturating_add(1))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Seat, D::Error> {
        let number = u8::deserialize(deserializer)?;
        let seat = number.checked_sub(1).map(Seat);
        seat.ok_or_else(|| D::Error::custom("seats are counted from 1"))
    }
}

/// The same where there may be none.
pub(crate) mod maybe_seat_number {
    use finaud_rules::Seat;
    use serde::{Deserialize, Deserializer, Serialize as _, Serializer};

    #[derive(Deserialize)]
    struct Number(#[serde(with = "super::seat_number")] Seat);

    pub(crate) fn serialize<S: Serializer>(seat: &Option<Seat>, serializer: S) -> Result<S::Ok, S::Error> {
        seat.map(|seat| seat.0.saturating_add(1)).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Seat>, D::Error> {
        Ok(Option::<Number>::deserialize(deserializer)?.map(|number| number.0))
    }
}

/// The same for lists.
pub(crate) mod seat_numbers {
    use finaud_rules::Seat;
    use serde::{Deserialize, Deserializer, Serializer};

    #[derive(Deserialize)]
    struct Number(#[serde(with = "super::seat_number")] Seat);

    pub(crate) fn serialize<S: Serializer>(seats: &[Seat], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(seats.iter().map(|seat| seat.0.saturating_add(1)))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Seat>, D::Error> {
        let numbers = Vec::<Number>::deserialize(deserializer)?;
        Ok(numbers.into_iter().map(|number| number.0).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_have_one_text() {
        let id: CommandId = "00ff1020304050607080900a0b0c0d0e".parse().unwrap();
        assert_eq!(id.to_string().len(), 32);
        assert_eq!(id.to_string().parse(), Ok(id));
        for wrong in [
            "",
            "00",
            "zz",
            &"0".repeat(31),
            &"0".repeat(33),
            &"A".repeat(32),
            &"é".repeat(16),
        ] {
            assert_eq!(wrong.parse::<CommandId>(), Err(IdError), "{wrong}");
        }
    }

    #[test]
    fn secrets_do_not_show() {
        let key = Key([7; 16]);
        let seen = format!("{key:?} {:?} {:?}", key.hash(), Seed([7; 32]));
        assert_eq!(seen, "Key(…) KeyHash(…) Seed(…)");
    }

    #[test]
    fn a_key_fits_its_hash_alone() {
        let key = Key([7; 16]);
        assert!(key.hash().matches(&key));
        assert!(!key.hash().matches(&Key([8; 16])));
    }

    #[test]
    fn a_day_has_a_key_of_its_own() {
        let player = Key([7; 16]);
        let (seat, command) = player.of_day("2031-05-04");
        assert_eq!((seat, command), player.of_day("2031-05-04"));
        assert_ne!(seat, player.of_day("2031-05-05").0);
        assert_ne!(seat, Key([8; 16]).of_day("2031-05-04").0);
        assert_ne!(seat.0, command.0);
    }

    #[test]
    fn tables_have_readable_names() {
        let id = TableId::of_opening(&CommandId([3; 16]));
        assert_eq!(id, TableId::of_opening(&CommandId([3; 16])));
        assert_ne!(id, TableId::of_opening(&CommandId([4; 16])));
        assert_ne!(id, TableId::of_rematch(&id, &CommandId([3; 16])));
        assert_eq!(id.to_string().parse(), Ok(id));
        assert_eq!("o".repeat(16).parse::<TableId>(), Err(IdError));
        // Every letter occurs, so every bit is used.
        let many: std::collections::BTreeSet<char> = (0..100)
            .flat_map(|n| {
                TableId::of_opening(&CommandId([n; 16]))
                    .to_string()
                    .chars()
                    .collect::<Vec<_>>()
            })
            .collect();
        assert_eq!(many.len(), 32);
    }
}
