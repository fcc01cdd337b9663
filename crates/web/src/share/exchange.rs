//! Many games as one text, for another device: records one after the other, and the sheets they need.

use finaud_record::{RecordError, RecordHeader};
use finaud_table::{RestoreError, Table, read_sheet};

use crate::open::{OpenError, open};
use crate::saved::is_played_on;

/// How the sheets in a file of games begin.
const SHEET_HEAD: &str = "finaud sheet ";
const RECORD_HEAD: &str = "finaud record ";

/// Nobody has more sheets of their own in one file.
const MOST_SHEETS: usize = 64;

/// A game for a file.
pub struct Exported<'a> {
    /// The record.
    pub record: &'a str,
    /// The sheet, where it is somebody's own.
    pub sheet: Option<&'a str>,
    /// When it was begun: `2031-05-04T12:30:00.000Z`.
    pub date: String,
    /// How often the coach was asked.
    pub hints: u32,
    /// The day whose challenge it is.
    pub challenge: Option<&'a str>,
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
        text += &format!("{first}\ndate: {}\n", game.date);
        if game.hints > 0 {
            text += &format!("hints: {}\n", game.hints);
        }
        if let Some(day) = game.challenge {
            text += &format!("challenge: {day}\n");
        }
        text += &format!("{}\n\n", rest.trim_end());
    }
    text
}

/// A game found in a text, or what stands there in its place.
#[derive(Clone, Debug)]
pub struct FoundGame {
    /// The first line, from 1.
    pub line: usize,
    /// The game; an error names lines of the whole text.
    pub table: Result<Table, OpenError>,
    /// The sheet, where it is somebody's own.
    pub sheet: Option<String>,
    /// When it was begun, if the text says so.
    pub date: Option<String>,
    /// Does it go on from the middle of another game?
    pub played_on: bool,
    /// What the text tells beside the game.
    pub header: Option<RecordHeader>,
}

/// All games in a text. A text without any is one broken game.
pub fn games_in(text: &str) -> Vec<FoundGame> {
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
            let known = (id.trim().to_owned(), sheet.trim_end().to_owned() + "\n");
            // Each is tried with every record that names it: what stands there twice or cannot be read would only cost time.
            let useful = sheets.len() < MOST_SHEETS && !sheets.contains(&known);
            if useful && read_sheet(&known.1).is_ok() {
                sheets.push(known);
            }
            continue;
        }
        found.push(found_game(*start + 1, &part.join("\n"), &sheets));
    }
    found
}

fn found_game(line: usize, record: &str, sheets: &[(String, String)]) -> FoundGame {
    let header = RecordHeader::read(record).ok();
    let date = header
        .as_ref()
        .and_then(|header| header.tag("date"))
        .map(ToOwned::to_owned);
    let named = header
        .as_ref()
        .map(|header| header.game.clone())
        .unwrap_or_default();
    let mut table = open(record, None);
    let mut sheet = None;
    // Two editions of a sheet may stand in one file: the first one that fits is it.
    for (_, text) in sheets.iter().filter(|(id, _)| *id == named) {
        if table.is_err() {
            table = open(record, Some(text));
            sheet = table.is_ok().then(|| text.clone());
        }
    }
    if let Err(OpenError::Restore(RestoreError::Record(RecordError { line: Some(at), .. }))) = &mut table {
        *at += line - 1;
    }
    FoundGame {
        line,
        table,
        sheet,
        date,
        played_on: is_played_on(record),
        header,
    }
}

/// What an import brings.
#[derive(Clone, Debug, Default)]
pub struct Import {
    /// The games that are not on the device yet.
    pub new: Vec<NewFound>,
    /// How many are there already.
    pub known: usize,
    /// Why others are refused: the line at which the game begins, and the error.
    pub refused: Vec<(usize, OpenError)>,
}

/// A game that is not on the device yet.
#[derive(Clone, Debug)]
pub struct NewFound {
    /// The first line, from 1.
    pub line: usize,
    /// The game.
    pub table: Table,
    /// The sheet, where it is somebody's own.
    pub sheet: Option<String>,
    /// When it was begun, if the text says so.
    pub date: Option<String>,
    /// Does it go on from the middle of another game?
    pub played_on: bool,
    /// What the text tells beside the game.
    pub header: Option<RecordHeader>,
}

/// Sorts the games of a text by what becomes of them; `kept` are the records on the device.
pub fn import<'a>(text: &str, kept: impl Iterator<Item = &'a str>) -> Import {
    let mut known: Vec<String> = kept.map(without_names).collect();
    let mut import = Import::default();
    for found in games_in(text) {
        match found.table {
            Err(error) => import.refused.push((found.line, error)),
            Ok(table) => {
                let nameless = without_names(&table.record_text());
                if known.contains(&nameless) {
                    import.known += 1;
                    continue;
                }
                known.push(nameless);
                import.new.push(NewFound {
                    line: found.line,
                    table,
                    sheet: found.sheet,
                    date: found.date,
                    played_on: found.played_on,
                    header: found.header,
                });
            }
        }
    }
    import
}

/// A record without the names of those who play: the same for the same game, whatever they are called.
pub fn without_names(record: &str) -> String {
    let lines = record.lines().filter(|line| !line.starts_with("seat "));
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::new_game::tests::played;
    use finaud_record::RecordErrorKind;
    use finaud_rules::Seat;
    use finaud_table::{Chair, ChanceSource, GameError, GameSpec};

    #[test]
    fn a_file_of_games_comes_back_as_the_same_games() {
        let tables = [
            played("tres-fute", 1, 1),
            played("push", 3, 2),
            played("hyper-fute", 2, 3),
        ];
        let records: Vec<String> = tables.iter().map(Table::record_text).collect();
        let games: Vec<Exported<'_>> = records
            .iter()
            .map(|record| Exported {
                record,
                sheet: None,
                date: "2031-05-04T12:30:00.000Z".into(),
                hints: 3,
                challenge: Some("2031-05-04"),
            })
            .collect();
        let found = games_in(&export(&games));
        let back: Vec<String> = found
            .iter()
            .map(|game| game.table.as_ref().unwrap().record_text())
            .collect();
        assert_eq!(back, records);
        assert!(
            found
                .iter()
                .all(|game| game.date.as_deref() == Some("2031-05-04T12:30:00.000Z"))
        );
        // Help of the coach and the day of a challenge come along.
        let told = |name: &str| {
            let headers = found.iter().filter_map(|game| game.header.as_ref());
            headers.filter_map(|header| header.tag(name)).collect::<Vec<_>>()
        };
        assert_eq!(told("hints"), ["3"; 3]);
        assert_eq!(told("challenge"), ["2031-05-04"; 3]);
    }

    #[test]
    fn a_sheet_of_ones_own_travels_with_its_games() {
        let sheet = finaud_rules::builtin_text("tres-fute")
            .unwrap()
            .replace("id = \"tres-fute\"", "id = \"ours\"");
        let spec = GameSpec {
            game: "ours".into(),
            sheet: Some(sheet.clone()),
            options: Vec::new(),
            players: 1,
        };
        let table = Table::new(&spec, vec![Chair::person("Ada")], ChanceSource::Seed(3)).unwrap();
        let record = table.record_text();
        assert_eq!(
            open(&record, None).err(),
            Some(OpenError::Restore(RestoreError::Game(GameError::Unknown {
                id: "ours".into(),
                guess: None
            })))
        );
        let game = Exported {
            record: &record,
            sheet: Some(&sheet),
            date: "2031-05-04".into(),
            hints: 0,
            challenge: None,
        };
        let found = games_in(&export(&[game]));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].table.as_ref().unwrap().record_text(), record);
        assert!(found[0].sheet.is_some());
        let changed = sheet.replace("boxes = 7", "boxes = 6");
        assert_ne!(changed, sheet);
        assert_eq!(
            open(&record, Some(&changed)).err(),
            Some(OpenError::Restore(RestoreError::OtherEdition("ours".into())))
        );
    }

    #[test]
    fn a_broken_record_is_named_and_the_others_are_taken() {
        let good = played("tres-fute", 1, 1).record_text();
        let bad = played("push", 2, 2).record_text().replacen("draw", "drow", 1);
        let wrong = bad.lines().position(|line| line.contains("drow")).unwrap();
        let found = games_in(&format!("{good}\n{bad}\n{good}"));
        assert_eq!(found.len(), 3);
        assert!(found[0].table.is_ok() && found[2].table.is_ok());
        let Err(OpenError::Restore(RestoreError::Record(error))) = &found[1].table else {
            panic!("{:?}", found[1].table.as_ref().err());
        };
        assert_eq!(error.line, Some(good.lines().count() + 1 + wrong + 1));
        assert!(error.why.to_string().contains("drow"), "{error}");
    }

    #[test]
    fn nonsense_is_one_broken_game() {
        for text in ["", "hello", "\u{feff}\n\n  a list of things to buy"] {
            let found = games_in(text);
            assert_eq!(found.len(), 1, "{text}");
            assert!(matches!(
                &found[0].table,
                Err(OpenError::Restore(RestoreError::Record(error))) if error.kind == RecordErrorKind::Broken
            ));
        }
        assert!(matches!(
            games_in("finaud record 9\ngame: x").as_slice(),
            [FoundGame {
                table: Err(OpenError::Restore(error)),
                ..
            }] if error.is_newer()
        ));
    }

    #[test]
    fn an_import_takes_what_is_new_counts_what_is_known_and_names_what_is_refused() {
        let (one, two) = (played("tres-fute", 1, 1), played("push", 2, 2));
        let mut at_home = one.clone();
        at_home.rename(Seat(0), "Zoé");
        let kept = [at_home.record_text()];
        let text = format!(
            "{}\n{}\n{}\nfinaud record 1\ngame: nonsense\nplayers: 1\n",
            one.record_text(),
            two.record_text(),
            two.record_text()
        );
        let import = import(&text, kept.iter().map(String::as_str));
        let new: Vec<String> = import.new.iter().map(|new| new.table.record_text()).collect();
        assert_eq!(new, [two.record_text()]);
        // The same game under another name, and the same game twice in the file.
        assert_eq!(import.known, 2);
        let [(line, OpenError::Restore(RestoreError::Game(GameError::Unknown { id, .. })))] =
            &import.refused[..]
        else {
            panic!("{:?}", import.refused);
        };
        let before = text.lines().position(|line| line == "game: nonsense").unwrap();
        assert_eq!((*line, id.as_str()), (before, "nonsense"));
    }
}
