//! Strings that name a game, its players and its seed: `tres-fute-p2-7K3`.

use std::fmt;
use std::str::FromStr;

use finaud_rules::{Message, builtin_ids};

use crate::push;

/// The digits of a seed's code: Crockford's base 32, which leaves out I, L, O and U.
const DIGITS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// The digits that 64 bits need.
const LONGEST_CODE: usize = 13;
/// The longest name of a game.
const LONGEST_GAME: usize = 64;
/// How many people may play any game of the house.
const MOST_PLAYERS: u8 = 8;

/// A game, its number of players and a seed, in one word that can be shared.
///
/// ```
/// use finaud_record::SeedString;
/// let seed: SeedString = "tres-fute-p2-7k3".parse().unwrap();
/// assert_eq!((seed.game(), seed.players(), seed.seed()), ("tres-fute", 2, 7779));
/// assert_eq!(seed.to_string(), "tres-fute-p2-7K3");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SeedString {
    game: String,
    players: u8,
    seed: u64,
}

/// Why a text is no seed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SeedError {
    /// The parts are not there.
    Shape,
    /// The name of the game is empty, too long, or has letters that no game's name has.
    Game,
    /// The number of players is none from 1 to 8.
    Players,
    /// The code has a letter that is no digit.
    Digit(char),
    /// The code is empty or stands for a number of more than 64 bits.
    Code,
}

/// The id of some game, to show how things are written.
pub fn example_game() -> &'static str {
    builtin_ids().first().copied().unwrap_or(push::ID)
}

impl SeedError {
    /// The reason in a sentence.
    pub fn message(&self) -> Message {
        match self {
            SeedError::Shape => Message::new(
                "seed.shape",
                "a seed names the game, the players and a code, as in `{example}-p2-7K3`",
            )
            .with("example", example_game()),
            SeedError::Game => Message::new(
                "seed.game",
                "a seed begins with the name of a game: lowercase letters, digits and `-`",
            ),
            SeedError::Players => Message::new(
                "seed.players",
                "the players of a seed are written `p1` to `p{most}`",
            )
            .with("most", MOST_PLAYERS),
            SeedError::Digit(digit) => Message::new(
                "seed.digit",
                "the code of a seed has digits and letters (no U), not `{digit}`",
            )
            .with("digit", digit.escape_debug().to_string()),
            SeedError::Code => Message::new(
                "seed.code",
                "the code of a seed has 1 to {most} digits and letters, at most FZZZZZZZZZZZZ",
            )
            .with("most", LONGEST_CODE),
        }
    }
}

impl fmt::Display for SeedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.message())
    }
}

impl std::error::Error for SeedError {}

impl SeedString {
    /// Names this game, this many players and this seed.
    pub fn new(game: &str, players: u8, seed: u64) -> Result<SeedString, SeedError> {
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if !(1..=LONGEST_GAME).contains(&game.len()) || !game.bytes().all(plain) {
            return Err(SeedError::Game);
        }
        if !(1..=MOST_PLAYERS).contains(&players) {
            return Err(SeedError::Players);
        }
        Ok(SeedString {
            game: game.to_string(),
            players,
            seed,
        })
    }

    /// The id of the game.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// How many people play.
    pub fn players(&self) -> u8 {
        self.players
    }

    /// The seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }
}

impl fmt::Display for SeedString {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-p{}-{}", self.game, self.players, seed_code(self.seed))
    }
}

impl FromStr for SeedString {
    type Err = SeedError;

    fn from_str(text: &str) -> Result<SeedString, SeedError> {
        // Names of games have hyphens too, so the parts are taken from the right.
        let (rest, code) = text.trim().rsplit_once('-').ok_or(SeedError::Shape)?;
        let (game, players) = rest.rsplit_once('-').ok_or(SeedError::Shape)?;
        let players = players.strip_prefix(['p', 'P']).ok_or(SeedError::Shape)?;
        let players = crate::words::number(players).ok_or(SeedError::Players)?;
        SeedString::new(&game.to_ascii_lowercase(), players, read_seed_code(code)?)
    }
}

/// A seed as a short code: base 32 without leading zeros.
///
/// ```
/// assert_eq!(finaud_record::seed_code(7779), "7K3");
/// ```
pub fn seed_code(seed: u64) -> String {
    let mut digits = Vec::with_capacity(LONGEST_CODE);
    let mut rest = seed;
    loop {
        digits.push(char::from(DIGITS[(rest % 32) as usize]));
        rest /= 32;
        if rest == 0 {
            return digits.into_iter().rev().collect();
        }
    }
}

/// The seed with this code. Case does not matter; O reads as 0, I and L as 1.
pub fn read_seed_code(code: &str) -> Result<u64, SeedError> {
    if !(1..=LONGEST_CODE).contains(&code.chars().take(LONGEST_CODE + 1).count()) {
        return Err(SeedError::Code);
    }
    code.chars().try_fold(0u64, |seed, letter| {
        let wanted = match letter.to_ascii_uppercase() {
            'O' => '0',
            'I' | 'L' => '1',
            other => other,
        };
        let digit = DIGITS
            .iter()
            .position(|digit| char::from(*digit) == wanted)
            .ok_or(SeedError::Digit(letter))?;
        seed.checked_mul(32)
            .map(|seed| seed + digit as u64)
            .ok_or(SeedError::Code)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seed::SplitMix64;

    #[test]
    fn codes_read_back() {
        let mut random = SplitMix64::new(3);
        let spread = (0..64).map(|shift| random.next_u64() >> shift);
        for seed in spread.chain([0, 1, 31, 32, u64::MAX]) {
            let string = SeedString::new("tres-fute-deluxe", 4, seed).unwrap();
            assert_eq!(string.to_string().parse(), Ok(string.clone()));
            assert_eq!(string.to_string().to_lowercase().parse(), Ok(string));
        }
        assert_eq!(seed_code(u64::MAX), "FZZZZZZZZZZZZ");
        assert_eq!(read_seed_code("oil"), Ok(32 + 1));
    }

    #[test]
    fn what_is_no_seed_is_told() {
        for (text, error) in [
            ("", SeedError::Shape),
            ("7K3", SeedError::Shape),
            ("p2-7K3", SeedError::Shape),
            ("-p2-7K3", SeedError::Game),
            ("tres fute-p2-7K3", SeedError::Game),
            ("tres-fute-2-7K3", SeedError::Shape),
            ("tres-fute-p0-7K3", SeedError::Players),
            ("tres-fute-p9-7K3", SeedError::Players),
            ("tres-fute-p-7K3", SeedError::Players),
            ("tres-fute-p99999999999-7K3", SeedError::Players),
            ("tres-fute-p2-", SeedError::Code),
            ("tres-fute-p2-G000000000000", SeedError::Code),
            ("tres-fute-p2-FZZZZZZZZZZZZZ", SeedError::Code),
            ("tres-fute-p2-7U3", SeedError::Digit('U')),
            ("tres-fute-p2-7🎲3", SeedError::Digit('🎲')),
        ] {
            assert_eq!(text.parse::<SeedString>(), Err(error), "{text}");
        }
        let long = format!("{}-p1-0", "x".repeat(10_000_000));
        assert_eq!(long.parse::<SeedString>(), Err(SeedError::Game));
        assert_eq!(
            "x-p1-".repeat(2_000_000).parse::<SeedString>(),
            Err(SeedError::Code)
        );
    }
}
