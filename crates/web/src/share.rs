//! A game leaves this device and comes back: inside a link, as a text to copy, as a file.

use finaud_record::{RECORD_VERSION, RecordHeader};
use finaud_rules::Seat;

use crate::any_table::{AnyTable, PUSH, read_sheet};
use crate::messages::Language;
use crate::tell;

/// The largest text a link may hold: a long game of PUSH has about 40 KB.
const MOST_TEXT: usize = 512 * 1024;
/// The largest link that is looked at.
const MOST_LINK: usize = 700 * 1024;
/// How the links of this version begin.
const LINK_VERSION: char = '1';
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

/// Why there is no game in a link.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotUnpacked {
    /// It was cut off or changed on the way.
    Damaged,
    /// It holds more than a game can have.
    TooLarge,
    /// A newer Finaud made it.
    Newer,
}

/// Packs a game into the part of a link after `#/replay/`.
pub fn pack(record: &str, sheet: Option<&str>) -> String {
    let mut text = record.to_owned();
    if let Some(sheet) = sheet {
        text.push(SHEET_FOLLOWS);
        text += sheet;
    }
    let mut packed = String::from(LINK_VERSION);
    packed += &encode(&miniz_oxide::deflate::compress_to_vec(text.as_bytes(), 9));
    packed
}

/// Does a person sit there whom the page only calls "You"?
pub fn is_nameless(table: &AnyTable, seat: Seat) -> bool {
    let name = table.chairs()[seat.index()].name.trim();
    table.is_person(seat) && (name.is_empty() || tell::is_you(name))
}

/// The game as others should read it: somebody who is only called "You" gets this name, or is told by the seat.
pub fn for_others(language: Language, table: &AnyTable, name: &str) -> AnyTable {
    let mut shown = table.clone();
    for seat in (0..table.seats() as u8).map(Seat) {
        if is_nameless(table, seat) {
            match name.trim() {
                "" => shown.call(seat, &language.fill("setup.person", &[("n", &seat)])),
                name => shown.call(seat, name),
            }
        }
    }
    shown
}

/// A record without the names of those who play: the same for the same game, whatever they are called.
pub fn without_names(record: &str) -> String {
    let told = record.lines().filter(|line| !line.starts_with("seat "));
    told.collect::<Vec<_>>().join("\n")
}

/// The game in a link.
pub fn unpack(data: &str) -> Result<Packed, NotUnpacked> {
    if data.len() > MOST_LINK {
        return Err(NotUnpacked::TooLarge);
    }
    let mut letters = data.trim().chars();
    match letters.next() {
        Some(LINK_VERSION) => {}
        Some(version) if version.is_ascii_digit() => return Err(NotUnpacked::Newer),
        _ => return Err(NotUnpacked::Damaged),
    }
    let bytes = decode(letters.as_str()).ok_or(NotUnpacked::Damaged)?;
    let text =
        miniz_oxide::inflate::decompress_to_vec_with_limit(&bytes, MOST_TEXT).map_err(|fault| match fault
            .status
        {
            miniz_oxide::inflate::TINFLStatus::HasMoreOutput => NotUnpacked::TooLarge,
            _ => NotUnpacked::Damaged,
        })?;
    let text = String::from_utf8(text).map_err(|_| NotUnpacked::Damaged)?;
    let (record, sheet) = match text.split_once(SHEET_FOLLOWS) {
        Some((record, sheet)) => (record.to_owned(), Some(sheet.to_owned())),
        None => (text, None),
    };
    Ok(Packed { record, sheet })
}

/// The letters of base64 that may stand in an address.
const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let bits = (0..3).fold(0u32, |bits, index| {
            bits << 8 | u32::from(chunk.get(index).copied().unwrap_or(0))
        });
        for index in 0..=chunk.len() {
            text.push(char::from(LETTERS[(bits >> (18 - 6 * index) & 63) as usize]));
        }
    }
    text
}

fn decode(text: &str) -> Option<Vec<u8>> {
    let text = text.trim_end_matches('=').as_bytes();
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 2);
    for chunk in text.chunks(4) {
        let mut bits = 0u32;
        for letter in chunk {
            bits = bits << 6 | LETTERS.iter().position(|known| known == letter)? as u32;
        }
        match chunk.len() {
            4 => bytes.extend(&bits.to_be_bytes()[1..]),
            3 => bytes.extend(&(bits >> 2).to_be_bytes()[2..]),
            2 => bytes.extend(&(bits >> 4).to_be_bytes()[3..]),
            _ => return None,
        }
    }
    Some(bytes)
}

/// The part of a link that asks somebody to beat this: the seed, the points, and who has them.
pub fn challenge(table: &AnyTable, seat: Seat, name: &str) -> Option<String> {
    let seed = table.seed()?;
    // The sheet is not in the link, so only games that everybody has can be asked for; nor are other rules.
    let known = table.game() == PUSH || finaud_rules::builtin(table.game()).is_some();
    if !known || !table.options().is_empty() {
        return None;
    }
    let points = table.points(seat);
    let name = name.trim();
    Some(match name.is_empty() {
        true => format!("#/seed/{seed}/{points}"),
        false => format!("#/seed/{seed}/{points}/{}", escape(name)),
    })
}

/// A text as it may stand in an address.
fn escape(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte);
    text.bytes()
        .fold(String::new(), |escaped, byte| match plain(byte) {
            true => escaped + &char::from(byte).to_string(),
            false => escaped + &format!("%{byte:02X}"),
        })
}

/// The result of a game as a text for friends.
pub fn result_text(language: Language, table: &AnyTable, link: Option<&str>) -> String {
    let mut text = format!("Finaud · {}\n", table.name());
    let seats = (0..table.seats() as u8).map(Seat);
    if table.seats() == 1 {
        let points = table.points(Seat(0));
        text += &language.fill("share.solo", &[("n", &points)]);
        let title = table
            .sheet()
            .and_then(|sheet| sheet.rating(i16::try_from(points).ok()?));
        if let Some(title) = title {
            text += &format!(" – {}", title.titles[language.index()]);
        }
        text.push('\n');
        if let (Some(sheet), Some(score)) = (table.sheet(), table.score(Seat(0))) {
            let zones = sheet.zones.iter().zip(score.zones);
            let mut parts: Vec<String> = zones
                .map(|(zone, points)| format!("{} {points}", tell::colour(language, &zone.name)))
                .collect();
            if score.foxes > 0 {
                parts.push(format!("🦊×{} {}", score.foxes, score.fox_points));
            }
            text += &format!("{}\n", parts.join(" · "));
        }
    } else {
        let winners = table.winners();
        let mut order: Vec<Seat> = seats.collect();
        order.sort_by_key(|seat| (!winners.contains(*seat), -table.points(*seat)));
        for seat in order {
            let crown = if winners.contains(seat) { "🏆 " } else { "" };
            text += &format!(
                "{crown}{} {}\n",
                tell::seat(language, table, seat),
                table.points(seat)
            );
        }
    }
    if let Some(link) = link {
        text += &format!("{}\n{link}\n", language.text("share.beat"));
    }
    text
}

/// Why a record cannot be opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A newer Finaud wrote it.
    Newer,
    /// Its sheet is not here: the id.
    UnknownSheet(String),
    /// Its sheet has changed since: the id.
    OtherEdition(String),
    /// Something in it is wrong.
    Broken {
        /// The line, from 1, if it is in one line.
        line: Option<usize>,
        /// What is wrong, in English.
        why: String,
    },
}

/// The table of a record, or why there is none.
pub fn open(record: &str, sheet: Option<&str>) -> Result<AnyTable, Fault> {
    let version = record
        .strip_prefix("finaud record ")
        .and_then(|rest| rest.lines().next());
    if version
        .and_then(|version| version.trim().parse::<u32>().ok())
        .is_some_and(|version| version > RECORD_VERSION)
    {
        return Err(Fault::Newer);
    }
    let header = RecordHeader::read(record).map_err(|fault| Fault::Broken {
        line: fault.line,
        why: fault.why,
    })?;
    let id = header.game;
    if sheet.is_none() && id != PUSH && finaud_rules::builtin(&id).is_none() {
        return Err(Fault::UnknownSheet(id));
    }
    AnyTable::restore(record, sheet).map_err(|why| match why.contains("another edition of the sheet") {
        true => Fault::OtherEdition(id),
        false => located(&why),
    })
}

/// Takes the line out of a sentence: `line 12: that action is not legal now`.
fn located(sentence: &str) -> Fault {
    let line = sentence
        .strip_prefix("line ")
        .and_then(|rest| rest.split_once(": "));
    match line.and_then(|(line, why)| Some((line.parse().ok()?, why))) {
        Some((line, why)) => Fault::Broken {
            line: Some(line),
            why: why.into(),
        },
        None => Fault::Broken {
            line: None,
            why: sentence.into(),
        },
    }
}

/// How the sheets in a file of games begin.
const SHEET_HEAD: &str = "finaud sheet ";
const RECORD_HEAD: &str = "finaud record ";

/// A game for a file.
pub struct Exported<'a> {
    /// The record.
    pub record: &'a str,
    /// The sheet, where it is somebody's own.
    pub sheet: Option<&'a str>,
    /// When it was begun: `2031-05-04T12:30:00.000Z`.
    pub date: String,
}

/// Many games as one text. Each record tells its date; sheets of one's own stand before the first record that needs them.
pub fn export(games: &[Exported<'_>]) -> String {
    let mut text = String::new();
    let mut sheets: Vec<&str> = Vec::new();
    for game in games {
        if let Some(sheet) = game.sheet
            && !sheets.contains(&sheet)
        {
            sheets.push(sheet);
            let id = read_sheet(sheet).map_or_else(|_| "?".into(), |sheet| sheet.id);
            text += &format!("{SHEET_HEAD}{id}\n");
            for line in sheet.lines() {
                text += &format!("  {line}\n");
            }
            text.push('\n');
        }
        let (first, rest) = game.record.split_once('\n').unwrap_or((game.record, ""));
        text += &format!("{first}\ndate: {}\n{}\n\n", game.date, rest.trim_end());
    }
    text
}

/// A game found in a text, or what stands there in its place.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The first line, from 1.
    pub line: usize,
    /// The game; a fault names lines of the whole text.
    pub table: Result<AnyTable, Fault>,
    /// The sheet, where it is somebody's own.
    pub sheet: Option<String>,
    /// When it was begun, if told.
    pub date: Option<String>,
}

/// All games in a text. A text without any is one broken game.
pub fn import(text: &str) -> Vec<Imported> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines: Vec<&str> = text.lines().collect();
    let is_head = |line: &str| line.starts_with(RECORD_HEAD) || line.starts_with(SHEET_HEAD);
    let mut starts: Vec<usize> = (0..lines.len()).filter(|index| is_head(lines[*index])).collect();
    let first = lines.iter().position(|line| !line.trim().is_empty()).unwrap_or(0);
    // What stands before the first head is not silently left out.
    if starts.first() != Some(&first) {
        starts.insert(0, first);
    }
    let mut sheets: Vec<(String, String)> = Vec::new();
    let mut found = Vec::new();
    for (index, start) in starts.iter().enumerate() {
        let end = starts.get(index + 1).copied().unwrap_or(lines.len());
        let part = &lines[*start..end.max(*start)];
        let head = part.first().copied().unwrap_or_default();
        if let Some(id) = head.strip_prefix(SHEET_HEAD) {
            let sheet: String = part[1..]
                .iter()
                .map(|line| format!("{}\n", line.strip_prefix("  ").unwrap_or(line)))
                .collect();
            sheets.push((id.trim().into(), sheet.trim_end().to_owned() + "\n"));
            continue;
        }
        found.push(imported(*start + 1, &part.join("\n"), &sheets));
    }
    found
}

fn imported(line: usize, record: &str, sheets: &[(String, String)]) -> Imported {
    let header = RecordHeader::read(record).ok();
    let date = header
        .as_ref()
        .and_then(|header| header.tag("date"))
        .map(ToOwned::to_owned);
    let named = header.map(|header| header.game).unwrap_or_default();
    let own: Vec<&String> = sheets
        .iter()
        .filter(|(id, _)| *id == named)
        .map(|(_, sheet)| sheet)
        .collect();
    let mut table = open(record, None);
    let mut sheet = None;
    // Two editions of a sheet may stand in one file; the last one that fits is it.
    for text in own {
        if table.is_err() {
            table = open(record, Some(text));
            sheet = table.is_ok().then(|| text.clone());
        }
    }
    let table = table.map_err(|fault| match fault {
        Fault::Broken { line: Some(at), why } => Fault::Broken {
            line: Some(line + at - 1),
            why,
        },
        other => other,
    });
    Imported {
        line,
        table,
        sheet,
        date,
    }
}

mod browser {
    //! What only a browser can do: the clipboard and files.

    use leptos::prelude::*;
    use wasm_bindgen::JsCast;
    use wasm_bindgen::JsValue;
    use wasm_bindgen_futures::JsFuture;

    /// The address of a page of this app, whole.
    pub fn address(hash: &str) -> String {
        let whole = window().location().href().unwrap_or_default();
        let base = whole.split('#').next().unwrap_or_default();
        format!("{base}{hash}")
    }

    /// Copies a text, and tells for a while whether it worked.
    pub async fn copy_and_tell(text: String, told: RwSignal<Option<bool>>) -> bool {
        let copied = copy(text).await;
        told.try_set(Some(copied));
        let forget = move || {
            told.try_set(None);
        };
        set_timeout(forget, std::time::Duration::from_secs(3));
        copied
    }

    /// Copies a text. Says whether it worked.
    async fn copy(text: String) -> bool {
        let navigator = window().navigator();
        // Where the page did not come over a safe connection, there is no clipboard.
        let there = js_sys::Reflect::get(&navigator, &"clipboard".into())
            .is_ok_and(|clipboard| !clipboard.is_undefined());
        if there
            && JsFuture::from(navigator.clipboard().write_text(&text))
                .await
                .is_ok()
        {
            return true;
        }
        copy_by_selection(&text)
    }

    fn copy_by_selection(text: &str) -> bool {
        let Some(area) = document().create_element("textarea").ok() else {
            return false;
        };
        let area: web_sys::HtmlTextAreaElement = area.unchecked_into();
        area.set_value(text);
        let _ = area.set_attribute("style", "position:fixed;left:-999px");
        let before = document().active_element();
        let Some(body) = document().body() else {
            return false;
        };
        let _ = body.append_child(&area);
        area.select();
        let document: JsValue = document().into();
        let copied = js_sys::Reflect::get(&document, &"execCommand".into())
            .ok()
            .and_then(|command| command.dyn_into::<js_sys::Function>().ok())
            .and_then(|command| command.call1(&document, &"copy".into()).ok())
            .is_some_and(|copied| copied.is_truthy());
        area.remove();
        if let Some(before) = before {
            let _ = before.unchecked_into::<web_sys::HtmlElement>().focus();
        }
        copied
    }

    /// Lets the person keep a text as a file.
    pub fn save_file(name: &str, text: &str) {
        let parts = js_sys::Array::of1(&text.into());
        let kind = web_sys::BlobPropertyBag::new();
        kind.set_type("text/plain;charset=utf-8");
        let Ok(blob) = web_sys::Blob::new_with_str_sequence_and_options(&parts, &kind) else {
            return;
        };
        let Ok(address) = web_sys::Url::create_object_url_with_blob(&blob) else {
            return;
        };
        if let Ok(anchor) = document().create_element("a") {
            let anchor: web_sys::HtmlAnchorElement = anchor.unchecked_into();
            anchor.set_href(&address);
            anchor.set_download(name);
            anchor.click();
        }
        let _ = web_sys::Url::revoke_object_url(&address);
    }
}

pub use browser::{address, copy_and_tell, save_file};

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::any_table::GameChoice;
    use finaud_players::Bot;
    use finaud_table::{Chair, ChanceSource};

    pub(crate) fn played(game: &str, players: usize, seed: u64) -> AnyTable {
        let choice = GameChoice::plain(game, players);
        let chairs = (0..players).map(|_| Chair::bot("", Bot::Random)).collect();
        let mut table = AnyTable::new(&choice, chairs, ChanceSource::Seed(seed)).unwrap();
        while match &mut table {
            AnyTable::Dice(table) => table.advance().is_some(),
            AnyTable::Push(table) => table.advance().is_some(),
        } {}
        table
    }

    #[test]
    fn a_link_holds_the_whole_record() {
        for (game, players) in [("tres-fute", 1), ("hyper-fute", 4), ("push", 6)] {
            let record = played(game, players, 5).record();
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
    fn nobody_is_called_you_in_what_others_read() {
        let choice = GameChoice::plain("tres-fute", 2);
        let chairs = vec![Chair::person(""), Chair::bot("Renart", Bot::Club)];
        let mut table = AnyTable::new(&choice, chairs, ChanceSource::Seed(1)).unwrap();
        for (called, name, shown) in [
            ("You", "", "Joueur 1"),
            ("Toi", "", "Joueur 1"),
            ("", "Zoé", "Zoé"),
            ("Du", " Zoé ", "Zoé"),
            ("Ada", "Zoé", "Ada"),
        ] {
            table.call(Seat(0), called);
            let others = for_others(Language::Fr, &table, name);
            assert_eq!(others.chairs()[0].name, shown, "{called:?} by {name:?}");
            assert_eq!(others.chairs()[1], table.chairs()[1]);
            assert_eq!(without_names(&others.record()), without_names(&table.record()));
        }
        let other = played("tres-fute", 2, 3).record();
        assert_ne!(without_names(&table.record()), without_names(&other));
    }

    #[test]
    fn damaged_and_hostile_links_are_refused() {
        let link = pack(&played("tres-fute", 1, 5).record(), None);
        assert_eq!(unpack(""), Err(NotUnpacked::Damaged));
        assert_eq!(unpack("hello"), Err(NotUnpacked::Damaged));
        assert_eq!(unpack("1!!!"), Err(NotUnpacked::Damaged));
        assert_eq!(unpack(&link[..link.len() / 2]), Err(NotUnpacked::Damaged));
        assert_eq!(unpack("2abc"), Err(NotUnpacked::Newer));
        assert_eq!(
            unpack(&pack(&"x".repeat(MOST_TEXT + 1), None)),
            Err(NotUnpacked::TooLarge)
        );
        assert_eq!(unpack(&"1".repeat(MOST_LINK + 1)), Err(NotUnpacked::TooLarge));
        for end in 0..link.len() {
            let _ = unpack(&link[..end]);
        }
    }

    #[test]
    fn base64_comes_back_whatever_its_length() {
        for length in 0..70u8 {
            let bytes: Vec<u8> = (0..length).map(|byte| byte.wrapping_mul(37)).collect();
            assert_eq!(decode(&encode(&bytes)), Some(bytes));
        }
        assert_eq!(encode(b"finaud"), "ZmluYXVk");
        assert_eq!(decode("A"), None);
    }

    #[test]
    fn a_challenge_names_seed_points_and_person() {
        let table = played("tres-fute", 1, 5);
        let points = table.points(Seat(0));
        let seed = table.seed().unwrap();
        assert_eq!(
            challenge(&table, Seat(0), " Zoé B "),
            Some(format!("#/seed/{seed}/{points}/Zo%C3%A9%20B"))
        );
        assert_eq!(
            challenge(&table, Seat(0), ""),
            Some(format!("#/seed/{seed}/{points}"))
        );
    }

    #[test]
    fn a_file_of_games_comes_back_as_the_same_games() {
        let tables = [
            played("tres-fute", 1, 1),
            played("push", 3, 2),
            played("hyper-fute", 2, 3),
        ];
        let records: Vec<String> = tables.iter().map(AnyTable::record).collect();
        let games: Vec<Exported<'_>> = records
            .iter()
            .map(|record| Exported {
                record,
                sheet: None,
                date: "2031-05-04T12:30:00.000Z".into(),
            })
            .collect();
        let found = import(&export(&games));
        let back: Vec<String> = found
            .iter()
            .map(|game| game.table.as_ref().unwrap().record())
            .collect();
        assert_eq!(back, records);
        assert!(
            found
                .iter()
                .all(|game| game.date.as_deref() == Some("2031-05-04T12:30:00.000Z"))
        );
    }

    #[test]
    fn a_sheet_of_ones_own_travels_with_its_games() {
        let sheet = finaud_rules::builtin_text("tres-fute")
            .unwrap()
            .replace("id = \"tres-fute\"", "id = \"ours\"");
        let choice = GameChoice {
            game: "ours".into(),
            sheet: Some(sheet.clone()),
            options: Vec::new(),
            players: 1,
        };
        let table = AnyTable::new(&choice, vec![Chair::person("Ada")], ChanceSource::Seed(3)).unwrap();
        let record = table.record();
        assert_eq!(
            open(&record, None).err(),
            Some(Fault::UnknownSheet("ours".into()))
        );
        let game = Exported {
            record: &record,
            sheet: Some(&sheet),
            date: "2031-05-04".into(),
        };
        let found = import(&export(&[game]));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].table.as_ref().unwrap().record(), record);
        assert!(found[0].sheet.is_some());
        let changed = sheet.replace("boxes = 7", "boxes = 6");
        assert_ne!(changed, sheet);
        assert_eq!(
            open(&record, Some(&changed)).err(),
            Some(Fault::OtherEdition("ours".into()))
        );
    }

    #[test]
    fn a_broken_record_is_named_and_the_others_are_taken() {
        let good = played("tres-fute", 1, 1).record();
        let bad = played("push", 2, 2).record().replacen("draw", "drow", 1);
        let wrong = bad.lines().position(|line| line.contains("drow")).unwrap();
        let found = import(&format!("{good}\n{bad}\n{good}"));
        assert_eq!(found.len(), 3);
        assert!(found[0].table.is_ok() && found[2].table.is_ok());
        let Err(Fault::Broken { line, why }) = &found[1].table else {
            panic!("{:?}", found[1].table.as_ref().err());
        };
        assert_eq!(*line, Some(good.lines().count() + 1 + wrong + 1));
        assert!(why.contains("drow"), "{why}");
    }

    #[test]
    fn nonsense_is_one_broken_game() {
        for text in ["", "hello", "\u{feff}\n\n  a list of things to buy"] {
            let found = import(text);
            assert_eq!(found.len(), 1, "{text}");
            assert!(matches!(found[0].table, Err(Fault::Broken { .. })));
        }
        assert!(matches!(
            import("finaud record 9\ngame: x").as_slice(),
            [Imported {
                table: Err(Fault::Newer),
                ..
            }]
        ));
    }

    #[test]
    fn a_result_is_told_with_its_zones_or_its_winner() {
        let solo = played("tres-fute", 1, 5);
        let text = result_text(Language::Fr, &solo, Some("https://x/#/seed/s/1"));
        assert!(text.starts_with("Finaud · Très Futé\n"), "{text}");
        assert!(
            text.contains(&solo.points(Seat(0)).to_string()) && text.contains("jaune "),
            "{text}"
        );
        assert!(text.trim_end().ends_with("https://x/#/seed/s/1"), "{text}");
        assert!(result_text(Language::En, &played("push", 3, 2), None).contains("🏆"));
    }
}
