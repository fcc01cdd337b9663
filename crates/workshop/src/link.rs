//! A whole sheet inside a link.

use base64::Engine as _;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_zlib_with_limit};

use crate::draft::MOST_TEXT;

/// The longest link that is looked at.
const MOST_LINK: usize = 2 * MOST_TEXT;
/// How the links of this version begin.
const VERSION: char = '1';

/// Base64 as it may stand in an address. Links that were padded are read as well.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &alphabet::URL_SAFE,
    GeneralPurposeConfig::new()
        .with_encode_padding(false)
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// Why there is no sheet in a link.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotUnpacked {
    /// It was cut off or changed on the way.
    Damaged,
    /// It holds more than a sheet can have.
    TooLarge,
    /// A newer Finaud made it.
    Newer,
}

/// Packs the text of a sheet for an address. A sum over it is packed too, so that a changed letter is noticed.
pub fn pack(text: &str) -> String {
    let packed = BASE64.encode(compress_to_vec_zlib(text.as_bytes(), 9));
    format!("{VERSION}{packed}")
}

/// The text in a link.
pub fn unpack(data: &str) -> Result<String, NotUnpacked> {
    if data.len() > MOST_LINK {
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
    let text = decompress_to_vec_zlib_with_limit(&bytes, MOST_TEXT).map_err(|error| match error.status {
        TINFLStatus::HasMoreOutput => NotUnpacked::TooLarge,
        _ => NotUnpacked::Damaged,
    })?;
    String::from_utf8(text).map_err(|_| NotUnpacked::Damaged)
}
