//! Weights in a file: a few lines that say what they are, an empty line, then the numbers.
//!
//! The first layer has one byte a weight and a scale for each input; inputs that never occurred in training are left
//! out. The other layers are small and have two bytes a weight. All numbers are little-endian.

use std::sync::Arc;

use super::net::{FIRST, Net, OUTPUTS, SECOND};

/// The version of the file format.
const VERSION: &str = "finaud weights 1";

/// What the weights are and where they come from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Header {
    /// The game they are for.
    pub game: String,
    /// The fingerprint of its sheet and of its encoder; 0 if the game never changes.
    pub fingerprint: u64,
    /// For how many players: `1`, or `2-4`.
    pub players: String,
    /// The command that trained them.
    pub command: String,
    /// How many games they were trained on.
    pub games: u64,
    /// What they reached on games not seen in training, in a sentence.
    pub held_out: String,
}

/// Weights with their header.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    /// What they are.
    pub header: Header,
    /// The net itself.
    pub net: Arc<Net>,
}

/// Why a file holds no weights one could use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WeightsError {
    /// It is something else.
    NotWeights,
    /// It is from another version.
    Version(String),
    /// A line of the header is missing or cannot be read.
    Header(&'static str),
    /// It ends too early, or goes on too long.
    Length {
        /// How many bytes of numbers there should be.
        wanted: usize,
        /// How many there are.
        found: usize,
    },
    /// The numbers are not those that were written.
    Checksum,
    /// They are for another game, sheet or number of players.
    Other {
        /// What they are for.
        found: String,
        /// What was wanted.
        wanted: String,
    },
}

impl std::fmt::Display for WeightsError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            WeightsError::NotWeights => write!(
                f,
                "this is no file of weights: its first line should be `{VERSION}`"
            ),
            WeightsError::Version(found) => {
                write!(
                    f,
                    "these weights are of another version: `{found}` instead of `{VERSION}`"
                )
            }
            WeightsError::Header(key) => write!(f, "the weights' header has no readable line `{key}: …`"),
            WeightsError::Length { wanted, found } => write!(
                f,
                "the weights should be {wanted} bytes long after the header and are {found}: the file was cut short or altered"
            ),
            WeightsError::Checksum => write!(f, "the weights were altered: their checksum does not fit"),
            WeightsError::Other { found, wanted } => {
                write!(f, "these weights are for {found}, not for {wanted}")
            }
        }
    }
}

impl std::error::Error for WeightsError {}

/// FNV-1a over bytes.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// Bytes of one row of the first layer: which input, its scale, one byte a weight.
const ROW: usize = 2 + 4 + FIRST;
/// Bytes of everything else: a scale and two bytes a weight for each part.
const REST: [usize; 5] = [FIRST, FIRST * SECOND, SECOND, SECOND * OUTPUTS, OUTPUTS];

impl Weights {
    /// The file. No step between weights of the first layer is finer than `quantisation_step`; `seen` says which inputs occurred in
    /// training.
    pub fn write(&self, quantisation_step: f32, seen: impl Fn(usize) -> bool) -> Vec<u8> {
        let mut numbers = Vec::new();
        let rows: Vec<usize> = (0..self.net.inputs()).filter(|input| seen(*input)).collect();
        for input in &rows {
            let row = &self.net.first[*input];
            let scale = (largest(row) / 127.0).max(quantisation_step);
            numbers.extend((*input as u16).to_le_bytes());
            numbers.extend(scale.to_le_bytes());
            numbers.extend(row.iter().map(|weight| rounded(*weight, scale) as i8 as u8));
        }
        for part in &self.net.slices()[1..] {
            let scale = largest(part) / 32767.0;
            numbers.extend(scale.to_le_bytes());
            for weight in *part {
                numbers.extend((rounded(*weight, scale) as i16).to_le_bytes());
            }
        }
        let Header {
            game,
            fingerprint,
            players,
            command,
            games,
            held_out,
        } = &self.header;
        let mut file = format!(
            "{VERSION}\ngame: {game}\nfingerprint: {fingerprint:016x}\nplayers: {players}\ncommand: {command}\n\
             games: {games}\nheld out: {held_out}\ninputs: {}\nrows: {}\nchecksum: {:016x}\n\n",
            self.net.inputs(),
            rows.len(),
            checksum(&numbers)
        )
        .into_bytes();
        file.extend(numbers);
        file
    }

    /// Reads a file.
    pub fn read(file: &[u8]) -> Result<Weights, WeightsError> {
        let end = file
            .windows(2)
            .take(1 << 16)
            .position(|pair| pair == b"\n\n")
            .ok_or(WeightsError::NotWeights)?;
        let text = std::str::from_utf8(&file[..end]).map_err(|_| WeightsError::NotWeights)?;
        let numbers = &file[end + 2..];
        let version = text.lines().next().unwrap_or_default();
        if version != VERSION {
            return Err(if version.starts_with("finaud weights ") {
                WeightsError::Version(version.chars().take(40).collect())
            } else {
                WeightsError::NotWeights
            });
        }
        let line = |key: &'static str| {
            text.lines()
                .find_map(|line| line.strip_prefix(key)?.strip_prefix(": "))
                .ok_or(WeightsError::Header(key))
        };
        let number = |key| line(key)?.parse::<u64>().map_err(|_| WeightsError::Header(key));
        let hex = |key| u64::from_str_radix(line(key)?, 16).map_err(|_| WeightsError::Header(key));
        let header = Header {
            game: line("game")?.into(),
            fingerprint: hex("fingerprint")?,
            players: line("players")?.into(),
            command: line("command")?.into(),
            games: number("games")?,
            held_out: line("held out")?.into(),
        };
        // Inputs are numbered with two bytes.
        let bounded = |key| {
            number(key)?
                .try_into()
                .ok()
                .filter(|count: &usize| *count <= 1 << 16)
                .ok_or(WeightsError::Header(key))
        };
        let (inputs, rows): (usize, usize) = (bounded("inputs")?, bounded("rows")?);
        let wanted = rows * ROW + REST.iter().map(|size| 4 + 2 * size).sum::<usize>();
        if numbers.len() != wanted {
            return Err(WeightsError::Length {
                wanted,
                found: numbers.len(),
            });
        }
        if checksum(numbers) != hex("checksum")? {
            return Err(WeightsError::Checksum);
        }
        let mut net = Net::zero(inputs);
        let (first, mut rest) = numbers.split_at(rows * ROW);
        for row in first.chunks_exact(ROW) {
            let input = usize::from(u16::from_le_bytes([row[0], row[1]]));
            let scale = f32::from_le_bytes([row[2], row[3], row[4], row[5]]);
            let weights = net.first.get_mut(input).ok_or(WeightsError::Checksum)?;
            for (weight, byte) in weights.iter_mut().zip(&row[6..]) {
                *weight = f32::from(*byte as i8) * scale;
            }
        }
        for part in net.slices_mut().into_iter().skip(1) {
            let (these, others) = rest.split_at(4 + 2 * part.len());
            let scale = f32::from_le_bytes([these[0], these[1], these[2], these[3]]);
            for (weight, bytes) in part.iter_mut().zip(these[4..].chunks_exact(2)) {
                *weight = f32::from(i16::from_le_bytes([bytes[0], bytes[1]])) * scale;
            }
            rest = others;
        }
        if net
            .slices()
            .into_iter()
            .flatten()
            .any(|weight| !weight.is_finite())
        {
            return Err(WeightsError::Checksum);
        }
        Ok(Weights {
            header,
            net: Arc::new(net),
        })
    }
}

fn largest(weights: &[f32]) -> f32 {
    weights
        .iter()
        .fold(0.0, |largest, weight| weight.abs().max(largest))
}

fn rounded(weight: f32, scale: f32) -> f32 {
    if scale > 0.0 {
        (weight / scale).round()
    } else {
        0.0
    }
}
