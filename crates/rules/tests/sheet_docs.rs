//! `docs/sheets.md` tells the truth: its sheet is played, its snippets and bonuses are read, its slips are made, and its
//! tables have the keys, choices and ranges that the reader has.

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::random::{Mood, play_out};
use finaud_record::Notation;
use finaud_rules::{DiceGame, Game, Power, Problem, Reading, Seat, Sheet};
use toml::{Table, Value};

const DOC: &str = include_str!("../../../docs/sheets.md");

/// A word that means nothing in a sheet and is like no word that does.
const NONSENSE: &str = "zzzzzzzzzzzz";

/// The fenced blocks that begin with this line, in order.
fn blocks(fence: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut inside = false;
    for line in DOC.lines() {
        match (inside, line) {
            (true, "```") => inside = false,
            (true, line) => found.last_mut().expect("a block was begun").extend([line, "\n"]),
            (false, line) if line == fence => {
                found.push(String::new());
                inside = true;
            }
            _ => {}
        }
    }
    found
}

fn example() -> String {
    let found = blocks("```toml complete");
    assert_eq!(found.len(), 1, "there is one complete example");
    found[0].clone()
}

fn tree(text: &str) -> Table {
    text.parse()
        .unwrap_or_else(|fault: toml::de::Error| panic!("{}\n{text}", fault.message()))
}

fn read(tree: &Table) -> Reading {
    Sheet::read(&toml::to_string(tree).expect("a tree is TOML"))
}

/// The example with a snippet in it: zones take the place of the zone with their name, other keys that of the key.
fn with_snippet(snippet: &str) -> Table {
    let mut whole = tree(&example());
    for (key, value) in tree(snippet) {
        if key != "zones" {
            whole.insert(key, value);
            continue;
        }
        for zone in value.as_array().expect("[[zones]]") {
            let zones = whole["zones"].as_array_mut().expect("[[zones]]");
            let place = zones.iter_mut().find(|other| other["name"] == zone["name"]);
            *place.unwrap_or_else(|| panic!("the example has no zone {}", zone["name"])) = zone.clone();
        }
    }
    whole
}

/// The example, and the example with each of the snippets.
fn sheets() -> Vec<Table> {
    let snippets = blocks("```toml");
    assert!(snippets.len() >= 10, "{} snippets", snippets.len());
    std::iter::once(tree(&example()))
        .chain(snippets.iter().map(|snippet| with_snippet(snippet)))
        .collect()
}

/// The sentences that `finaud sheet check` prints.
fn sentences(problems: &[Problem]) -> Vec<String> {
    let kind = |problem: &Problem| {
        if problem.is_error() { "error" } else { "warning" }
    };
    problems
        .iter()
        .map(|problem| format!("{}: {problem}", kind(problem)))
        .collect()
}

/// The words in backquotes.
fn codes(cell: &str) -> Vec<String> {
    cell.split('`').skip(1).step_by(2).map(str::to_string).collect()
}

/// The words in double quotes.
fn quoted(text: &str) -> BTreeSet<String> {
    text.split('"').skip(1).step_by(2).map(str::to_string).collect()
}

/// The rows of all tables whose first column has a heading like this, and what follows it there.
fn rows(heading: &str) -> Vec<(String, Vec<String>)> {
    let mut found = Vec::new();
    let mut named: Option<String> = None;
    let mut lines_in = 0;
    for line in DOC.lines() {
        let Some(row) = line.strip_prefix("| ").and_then(|row| row.strip_suffix(" |")) else {
            if !line.starts_with("|--") {
                (named, lines_in) = (None, 0);
            }
            continue;
        };
        let cells: Vec<String> = row.split(" | ").map(str::to_string).collect();
        lines_in += 1;
        if lines_in == 1 {
            named = cells[0].strip_prefix(heading).map(|rest| rest.trim().to_string());
        } else if let Some(rest) = &named {
            found.push((rest.clone(), cells));
        }
    }
    assert!(!found.is_empty(), "there is no table `{heading}`");
    found
}

/// Plays games; every position must hold, and can be written down and read again, as can every action.
fn play_to_the_end<const SEATS: usize>(sheet: &Sheet, players: usize, games: u64) {
    let game = DiceGame::<SEATS>::new(sheet.clone(), players).expect("a fitting number of players");
    let mut legal = Vec::new();
    for (seed, mood) in (0..games).flat_map(|seed| Mood::ALL.map(|mood| (seed, mood))) {
        play_out(&game, seed, mood, |position, _, _| {
            let line = game.position_text(position);
            assert_eq!(game.violations(position), [], "{line}");
            assert_eq!(game.read_position(&line).as_ref(), Ok(position), "{line}");
            for seat in 0..players {
                game.legal(position, Seat(seat as u8), &mut legal);
                for action in &legal {
                    let text = game.action_text(*action);
                    assert_eq!(game.read_action(&text).as_ref(), Ok(action), "{text}: {line}");
                }
            }
        });
    }
}

#[test]
fn the_example_has_no_problem() {
    let reading = Sheet::read(&example());
    assert_eq!(reading.problems, []);
    assert!(reading.sheet.is_some());
}

#[test]
fn the_example_is_played_to_the_end_by_one_to_four() {
    let sheet = Sheet::read(&example()).sheet.expect("a sheet");
    play_to_the_end::<1>(&sheet, 1, 10);
    for players in 1..=4 {
        play_to_the_end::<4>(&sheet, players, 10);
    }
}

#[test]
fn every_snippet_fits_into_the_example_and_is_played() {
    let mut mechanics = BTreeSet::new();
    for (number, snippet) in blocks("```toml").iter().enumerate() {
        let reading = read(&with_snippet(snippet));
        assert_eq!(
            sentences(&reading.problems),
            [""; 0],
            "snippet {number}:\n{snippet}"
        );
        let sheet = reading.sheet.expect("there is no problem");
        let zones = tree(snippet).get("zones").and_then(Value::as_array).cloned();
        mechanics.extend(zones.iter().flatten().map(|zone| zone["mechanic"].to_string()));
        play_to_the_end::<1>(&sheet, 1, 3);
        play_to_the_end::<4>(&sheet, 3, 3);
    }
    assert_eq!(mechanics.len(), 8, "each mechanic has a snippet: {mechanics:?}");
}

#[test]
fn every_bonus_can_be_written() {
    let whole = sheets().into_iter().find(|sheet| {
        let actions = sheet["actions"].as_table().expect("[actions]");
        actions.values().any(|action| action.get("choose").is_some())
    });
    let whole = whole.expect("a sheet with an action that chooses a row");
    let words: Vec<String> = rows("bonus")
        .iter()
        .flat_map(|(_, cells)| codes(&cells[0]))
        .collect();
    assert!(words.len() > 12, "{words:?}");
    for word in words {
        let mut sheet = whole.clone();
        sheet.insert("round_bonuses".into(), Value::Array(vec![word.clone().into()]));
        let reading = read(&sheet);
        assert!(
            reading.sheet.is_some(),
            "`{word}`: {:?}",
            sentences(&reading.problems)
        );
    }
}

#[test]
fn every_slip_is_reported_in_these_words() {
    let example = example();
    for (_, cells) in rows("instead of") {
        let [right, wrong, says] = &cells[..] else {
            panic!("{cells:?} should have three columns")
        };
        let (right, wrong) = (&codes(right)[0], &codes(wrong)[0]);
        assert!(example.contains(right), "{right} is not in the example");
        let reading = Sheet::read(&example.replacen(right, wrong, 1));
        assert_eq!(sentences(&reading.problems), [says.as_str()]);
    }
}

#[test]
fn a_cell_that_gives_nothing_is_warned_about_in_these_words() {
    let idle = example()
        .replace("row_bonus = [\"blue ?\"", "row_bonus = [\"\"")
        .replace("column_points = [12,", "column_points = [12, 0, 14] # ");
    let reading = Sheet::read(&idle);
    assert_eq!(reading.problems.len(), 1, "{:?}", reading.problems);
    assert!(!reading.problems[0].is_error());
    assert!(DOC.contains(&format!("`{}`", reading.problems[0].what)));
}

#[test]
fn words_that_cannot_be_names_are_refused() {
    let sentence = DOC
        .split("cannot be names of dice:")
        .nth(1)
        .expect("the list of words");
    let words = codes(sentence.split("\n\n").next().expect("a paragraph"));
    assert!(words.len() > 15, "{words:?}");
    for word in words {
        let reading = Sheet::read(&example().replace("\"red\"", &format!("\"{word}\"")));
        let refused = |problem: &Problem| problem.what.to_string().contains("a die cannot be called");
        assert!(
            reading.problems.iter().any(refused),
            "{word}: {:?}",
            reading.problems
        );
    }
}

#[test]
fn the_actions_are_those_there_are() {
    let told: Vec<String> = rows("action")
        .iter()
        .flat_map(|(_, cells)| codes(&cells[0]))
        .collect();
    assert_eq!(told, Power::ALL.map(|power| power.word().to_string()));
}

/// The tables of keys, compared with what the reader says about sheets with wrong keys and values.
mod keys {
    use super::*;

    /// The way to a table of a sheet: keys and indices.
    type Path = Vec<String>;

    fn paths(value: &Value, here: Path, out: &mut Vec<Path>) {
        let below = |step: String| here.iter().cloned().chain([step]).collect();
        match value {
            Value::Table(table) => {
                table
                    .iter()
                    .for_each(|(key, value)| paths(value, below(key.clone()), out));
                out.push(here);
            }
            Value::Array(entries) => {
                let entries = entries.iter().enumerate();
                entries.for_each(|(index, value)| paths(value, below(index.to_string()), out));
            }
            _ => {}
        }
    }

    /// The sheet after a change to the table at the end of the path.
    fn changed(sheet: &Table, path: &Path, change: impl FnOnce(&mut Table)) -> Reading {
        let mut whole = Value::Table(sheet.clone());
        let mut at = &mut whole;
        for step in path {
            at = match at {
                Value::Array(entries) => &mut entries[step.parse::<usize>().expect("an index")],
                other => &mut other[step.as_str()],
            };
        }
        change(at.as_table_mut().expect("a table"));
        read(whole.as_table().expect("a sheet"))
    }

    fn set(sheet: &Table, path: &Path, key: &str, value: Value) -> Reading {
        changed(sheet, path, |table| {
            table.insert(key.into(), value);
        })
    }

    /// A kind of table: its keys by the reader, and where the documentation has one.
    #[derive(Default)]
    struct Kind {
        keys: BTreeSet<String>,
        places: Vec<(Table, Path)>,
    }

    /// All kinds of table by the name the reader has for them: "a grid".
    fn kinds() -> BTreeMap<String, Kind> {
        let mut kinds: BTreeMap<String, Kind> = BTreeMap::new();
        for sheet in sheets() {
            let mut all = Vec::new();
            paths(&Value::Table(sheet.clone()), Vec::new(), &mut all);
            for path in all {
                let reading = set(&sheet, &path, NONSENSE, true.into());
                let told = reading.problems.iter().find_map(|problem| {
                    let said = problem.what.to_string();
                    let (what, keys) = said.split_once(" has no key ")?;
                    Some((what.to_string(), quoted(keys.split_once("the keys are")?.1)))
                });
                // Keys of [actions] are names, those of a title are codes of languages, those of a map's bonuses are parts.
                let Some((what, keys)) = told else {
                    let names = |key: &String| key == "title" || key == "bonus";
                    assert!(path == ["actions"] || path.last().is_some_and(names));
                    continue;
                };
                let kind = kinds.entry(what).or_default();
                kind.keys.extend(keys);
                kind.places.push((sheet.clone(), path));
            }
        }
        kinds
    }

    /// A key as the documentation tells it.
    struct Told {
        kind: String,
        key: String,
        needed: String,
        value: String,
    }

    fn told() -> Vec<Told> {
        let row = |(kind, cells): (String, Vec<String>)| {
            let [keys, needed, value, _] = &cells[..] else {
                panic!("{cells:?} should have four columns")
            };
            let one = |key| Told {
                kind: kind.clone(),
                key,
                needed: needed.clone(),
                value: value.clone(),
            };
            codes(keys).into_iter().map(one).collect::<Vec<_>>()
        };
        rows("key of").into_iter().flat_map(row).collect()
    }

    impl Told {
        fn places<'a>(&self, kinds: &'a BTreeMap<String, Kind>) -> &'a [(Table, Path)] {
            let kind = if self.kind == "every zone" {
                "a grid"
            } else {
                &self.kind
            };
            &kinds[kind].places
        }

        /// The ranges in words: "from 1 to 8".
        fn ranges(&self) -> Vec<String> {
            let after_number = self.value.split("number").skip(1);
            let ranges = after_number.filter_map(|text| text.trim_start_matches('s').strip_prefix(" from "));
            let bounds = |range: &str| range.split([' ', ';', ',']).take(3).collect::<Vec<_>>().join(" ");
            ranges.map(|range| format!("from {}", bounds(range))).collect()
        }
    }

    #[test]
    fn are_all_told() {
        let mut known: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for Told { kind, key, .. } in told() {
            let new = known.entry(kind.clone()).or_default().insert(key.clone());
            assert!(new, "{kind} has `{key}` twice");
        }
        let common = known.remove("every zone").expect("a table for all zones");
        for kind in [
            "a grid",
            "a track",
            "a stride",
            "a spread",
            "a zone of lines",
            "a zone of pairs",
            "a square",
            "a zone of regions",
        ] {
            known.get_mut(kind).expect(kind).extend(common.clone());
        }
        let kinds: BTreeMap<String, BTreeSet<String>> = kinds()
            .into_iter()
            .map(|(what, kind)| (what, kind.keys))
            .collect();
        assert_eq!(known, kinds);
    }

    #[test]
    fn have_the_choices_that_are_told() {
        let kinds = kinds();
        let told = told();
        let choices: Vec<&Told> = told
            .iter()
            .filter(|told| told.value.starts_with("one of "))
            .collect();
        assert!(choices.len() > 12);
        for told in choices {
            let Told { kind, key, value, .. } = told;
            let start = format!("\"{NONSENSE}\" should be ");
            let (sheet, path) = &told.places(&kinds)[0];
            let reading = set(sheet, path, key, NONSENSE.into());
            let known = reading.problems.iter().find_map(|problem| {
                let said = problem.what.to_string();
                said.strip_prefix(&start).map(quoted)
            });
            assert_eq!(known, Some(quoted(value)), "{kind}, {key}");
        }
    }

    #[test]
    fn have_the_ranges_that_are_told() {
        let kinds = kinds();
        // The key may hold a number, a list of them, or a list of lists.
        let number = Value::Integer(99_999);
        let list = Value::Array(vec![number.clone()]);
        let lists = Value::Array(vec![list.clone()]);
        let wrong = [number, list, lists];
        let mut count = 0;
        for told in told() {
            for range in told.ranges() {
                count += 1;
                let says = format!("should be {range}");
                let said = |(sheet, path): &(Table, Path)| {
                    wrong.iter().any(|wrong| {
                        let reading = set(sheet, path, &told.key, wrong.clone());
                        reading
                            .problems
                            .iter()
                            .any(|problem| problem.what.to_string().ends_with(&says))
                    })
                };
                assert!(
                    told.places(&kinds).iter().any(said),
                    "{}, {}: {range}",
                    told.kind,
                    told.key
                );
            }
        }
        assert!(count > 12, "{count} ranges");
    }

    #[test]
    fn are_needed_where_it_is_told() {
        let kinds = kinds();
        for told in told() {
            let needs = |(sheet, path): &(Table, Path)| {
                let without = |table: &mut Table| drop(table.remove(&told.key));
                changed(sheet, path, without).sheet.is_none()
            };
            let always = told.places(&kinds).iter().all(needs);
            match told.needed.as_str() {
                "yes" => assert!(always, "{} can do without `{}`", told.kind, told.key),
                "no" => assert!(!always, "{} cannot do without `{}`", told.kind, told.key),
                // Needed together with something else.
                _ => {}
            }
        }
    }
}
