//! A whole game inside a link, and a link that asks somebody to beat a result.

use finaud_record::SeedString;
use finaud_rules::Seat;
use finaud_table::{Table, games};
use finaud_workshop::{Guard, LinkFormat, NotUnpacked};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use crate::route::Route;

/// Games in links: a long game of PUSH has about 40 KB. A record that was changed does not replay.
const GAMES: LinkFormat = LinkFormat {
    guard: Guard::None,
    most_text: 512 * 1024,
    most_link: 700 * 1024,
};
/// Between a record and the sheet it was played on.
const SHEET_FOLLOWS: char = '\u{0}';

/// What a link holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Packed {
    /// The record.
    pub record: String,
    /// The sheet, where it is somebody's own.
    pub sheet: Option<String>,
}

/// Packs a game into the part of a link after `#/replay/`.
pub fn pack(record: &str, sheet: Option<&str>) -> String {
    let mut text = record.to_owned();
    if let Some(sheet) = sheet {
        text.push(SHEET_FOLLOWS);
        text += sheet;
    }
    GAMES.pack(&text)
}

/// The game in a link.
pub fn unpack(data: &str) -> Result<Packed, NotUnpacked> {
    let text = GAMES.unpack(data)?;
    let (record, sheet) = match text.split_once(SHEET_FOLLOWS) {
        Some((record, sheet)) => (record.to_owned(), Some(sheet.to_owned())),
        None => (text, None),
    };
    Ok(Packed { record, sheet })
}

/// What stands for itself in an address.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'~');

/// The address part that asks somebody to beat this: the seed, the points, and who has them. Points that the coach helped
/// with say so: `261+3`.
pub fn challenge(seed: &SeedString, points: i32, hints: u32, name: &str) -> String {
    let name = name.trim();
    let points = match hints {
        0 => points.to_string(),
        hints => format!("{points}+{hints}"),
    };
    Route::Seed(match name.is_empty() {
        true => format!("{seed}/{points}"),
        false => format!("{seed}/{points}/{}", utf8_percent_encode(name, PLAIN)),
    })
    .hash()
}

/// The same for a seat of a game, if the game can be asked for by its seed alone.
pub fn challenge_of(table: &Table, seat: Seat, hints: u32, name: &str) -> Option<String> {
    let seed = table.seed()?;
    // The sheet is not in the link, so only games that everybody has can be asked for; nor are other rules.
    let is_known = games().any(|game| game == table.id());
    let is_plain = table.options().is_empty();
    (is_known && is_plain).then(|| challenge(&seed, table.points(seat), hints, name))
}

/// A part of an address as it was before it was put there.
pub fn decoded(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::new_game::tests::played;
    use crate::open::open;

    #[test]
    fn a_link_holds_the_whole_record() {
        for (game, players) in [("tres-fute", 1), ("hyper-fute", 4), ("push", 6)] {
            let record = played(game, players, 5).record_text();
            let link = pack(&record, None);
            assert!(
                link.bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
            );
            assert!(
                link.len() < record.len() / 2,
                "{game}: {} of {}",
                link.len(),
                record.len()
            );
            let packed = unpack(&link).unwrap();
            assert_eq!((packed.record, packed.sheet), (record, None));
        }
        let packed = unpack(&pack("a record", Some("a sheet"))).unwrap();
        assert_eq!(packed.sheet.as_deref(), Some("a sheet"));
    }

    #[test]
    fn links_made_by_version_0_1_still_open() {
        let links = include_str!("../../../../testdata/0.1/web/links.txt");
        let mut opened = 0;
        for link in links.lines().filter(|line| !line.trim().is_empty()) {
            let Route::Replay(data) = Route::read(link) else {
                panic!("{link} leads elsewhere");
            };
            let packed = unpack(&data).unwrap();
            let table = open(&packed.record, packed.sheet.as_deref()).unwrap();
            assert_eq!(table.record_text(), packed.record);
            // The same link is made again, to the letter.
            assert_eq!(pack(&packed.record, packed.sheet.as_deref()), data);
            opened += 1;
        }
        assert_eq!(opened, 2);
    }

    #[test]
    fn damaged_and_hostile_links_are_refused() {
        let link = pack(&played("tres-fute", 1, 5).record_text(), None);
        assert_eq!(unpack(""), Err(NotUnpacked::Damaged));
        assert_eq!(unpack("hello"), Err(NotUnpacked::Damaged));
        assert_eq!(unpack("1!!!"), Err(NotUnpacked::Damaged));
        assert_eq!(unpack(&link[..link.len() / 2]), Err(NotUnpacked::Damaged));
        assert_eq!(unpack("2abc"), Err(NotUnpacked::Newer));
        assert_eq!(
            unpack(&pack(&"x".repeat(GAMES.most_text + 1), None)),
            Err(NotUnpacked::TooLarge)
        );
        assert_eq!(
            unpack(&"1".repeat(GAMES.most_link + 1)),
            Err(NotUnpacked::TooLarge)
        );
        for end in 0..link.len() {
            let _ = unpack(&link[..end]);
        }
    }

    #[test]
    fn a_challenge_names_seed_points_and_person() {
        let table = played("tres-fute", 1, 5);
        let points = table.points(Seat(0));
        let seed = table.seed().unwrap();
        assert_eq!(
            challenge_of(&table, Seat(0), 0, " Zoé B "),
            Some(format!("#/seed/{seed}/{points}/Zo%C3%A9%20B"))
        );
        assert_eq!(
            challenge_of(&table, Seat(0), 0, ""),
            Some(format!("#/seed/{seed}/{points}"))
        );
    }
}
