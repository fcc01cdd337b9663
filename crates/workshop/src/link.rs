//! Texts inside links: a whole sheet, a whole game.

use base64::Engine as _;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use miniz_oxide::deflate::{compress_to_vec, compress_to_vec_zlib};
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit, decompress_to_vec_zlib_with_limit};

use crate::draft::MOST_TEXT;

/// How the links of this version begin.
const VERSION: char = '1';

/// Base64 as it may stand in an address. Links that were padded or carelessly cut are read as well.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &alphabet::URL_SAFE,
    GeneralPurposeConfig::new()
        .with_encode_padding(false)
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// Is a changed letter noticed?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Guard {
    /// A sum over the text is packed with it.
    Sum,
    /// The text shows by itself whether it is whole.
    None,
}

/// How texts of some kind are packed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LinkFormat {
    /// Is a changed letter noticed?
    pub guard: Guard,
    /// The longest text, in bytes.
    pub most_text: usize,
    /// The longest link that is looked at.
    pub most_link: usize,
}

/// Sheets in links.
const SHEETS: LinkFormat = LinkFormat {
    guard: Guard::Sum,
    most_text: MOST_TEXT,
    most_link: 2 * MOST_TEXT,
};

/// Why there is nothing in a link.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotUnpacked {
    /// It was cut off or changed on the way.
    Damaged,
    /// It holds more than it may.
    TooLarge,
    /// A newer Finaud made it.
    Newer,
}

impl LinkFormat {
    /// Packs a text for an address.
    pub fn pack(&self, text: &str) -> String {
        let packed = match self.guard {
            Guard::Sum => compress_to_vec_zlib(text.as_bytes(), 9),
            Guard::None => compress_to_vec(text.as_bytes(), 9),
        };
        format!("{VERSION}{}", BASE64.encode(packed))
    }

    /// The text in a link.
    pub fn unpack(&self, data: &str) -> Result<String, NotUnpacked> {
        if data.len() > self.most_link {
            return Err(NotUnpacked::TooLarge);
        }
        let mut letters = data.trim().chars();
        match letters.next() {
            Some(VERSION) => {}
            Some(version) if version.is_ascii_digit() => return Err(NotUnpacked::Newer),
            _ => return Err(NotUnpacked::Damaged),
        }
        let bytes = BASE64
            .decode(letters.as_str())
            .map_err(|_| NotUnpacked::Damaged)?;
        let text = match self.guard {
            Guard::Sum => decompress_to_vec_zlib_with_limit(&bytes, self.most_text),
            Guard::None => decompress_to_vec_with_limit(&bytes, self.most_text),
        };
        let text = text.map_err(|error| match error.status {
            TINFLStatus::HasMoreOutput => NotUnpacked::TooLarge,
            _ => NotUnpacked::Damaged,
        })?;
        String::from_utf8(text).map_err(|_| NotUnpacked::Damaged)
    }
}

/// Packs the text of a sheet for an address.
pub fn pack(text: &str) -> String {
    SHEETS.pack(text)
}

/// The text of the sheet in a link.
pub fn unpack(data: &str) -> Result<String, NotUnpacked> {
    SHEETS.unpack(data)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_back_whatever_their_number() {
        for length in 0..70u8 {
            let bytes: Vec<u8> = (0..length).map(|byte| byte.wrapping_mul(37)).collect();
            let text = BASE64.encode(&bytes);
            assert!(!text.contains('='));
            assert_eq!(BASE64.decode(&text), Ok(bytes.clone()));
            // A messenger may have padded it.
            let padded = format!("{text}{}", "=".repeat((4 - text.len() % 4) % 4));
            assert_eq!(BASE64.decode(padded), Ok(bytes));
        }
        assert_eq!(BASE64.encode(b"finaud"), "ZmluYXVk");
        assert!(BASE64.decode("A").is_err());
    }
}
