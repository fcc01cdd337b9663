//! Reading the folders of games and languages.

use std::collections::BTreeMap;
use std::path::Path;

use finaud_messages::files::{Messages, read_text, sorted, toml_error};
pub use finaud_messages::files::{read_game_texts, read_languages};
use finaud_rules::{DICE, Sheet, Tint};

use crate::day::Day;
use crate::{About, Catalog, Example, Gallery, GameEntry};

/// All games in a folder, in the order in which they are offered; what is wrong with one is said with its file.
pub fn read_games(folder: &Path) -> Result<Vec<GameEntry>, String> {
    let mut games = Vec::new();
    for path in sorted(folder)? {
        let holds = |name: &str| path.join(name).symlink_metadata().is_ok();
        if path.is_dir() && (holds("game.toml") || holds("sheet.toml")) {
            games.push(read_game(&path)?);
        }
    }
    games.sort_by_key(|game| (game.about.order, game.id.clone()));
    Ok(games)
}

fn read_game(folder: &Path) -> Result<GameEntry, String> {
    let text = |name: &str| {
        let path = folder.join(name);
        let there = path.symlink_metadata().is_ok();
        there.then(|| read_text(&path)).transpose()
    };
    let about: About = match text("game.toml")? {
        None => About::default(),
        Some(text) => {
            let path = folder.join("game.toml");
            let about = toml::from_str(&text).map_err(|error| toml_error(&path, &text, &error))?;
            check_about(&about).map_err(|why| format!("{}: {why}", path.display()))?;
            about
        }
    };
    let mut weights = Vec::new();
    for path in sorted(folder)? {
        if path.extension().is_some_and(|ending| ending == "weights")
            && let Some(players) = path.file_stem()
        {
            weights.push(players.to_string_lossy().into_owned());
        }
    }
    let card = text("card.svg")?.map(|svg| picture(&svg));
    let card = card
        .transpose()
        .map_err(|why| format!("{}: {why}", folder.join("card.svg").display()))?;
    let puzzles = text("puzzles.txt")?.map(|text| grades(&text));
    let puzzles = puzzles
        .transpose()
        .map_err(|why| format!("{}: {why}", folder.join("puzzles.txt").display()))?;
    Ok(GameEntry {
        id: folder
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned(),
        about,
        sheet: text("sheet.toml")?,
        card,
        weights,
        lesson: text("lesson.txt")?.is_some(),
        puzzles: puzzles.unwrap_or_default(),
    })
}

/// How many puzzles of each grade a collection has. The first page offers them by their place, so they must stand in order.
fn grades(puzzles: &str) -> Result<Vec<u16>, String> {
    let mut grades = Vec::new();
    for grade in puzzles.lines().filter_map(|line| line.strip_prefix("puzzle ")) {
        let grade: usize = grade
            .trim()
            .parse()
            .map_err(|_| format!("`{grade}` is no grade"))?;
        if grade == 0 || grade > 3 || grade < grades.len() {
            return Err("puzzles should stand in the order of their grades, 1 to 3".into());
        }
        grades.resize(grade, 0);
        grades[grade - 1] += 1;
    }
    Ok(grades)
}

/// What a game says about itself must make sense before anybody sees it.
fn check_about(about: &About) -> Result<(), String> {
    if !Tint::NAMES.contains(&about.tint.as_str()) {
        return Err(format!("`tint` should be one of {}", Tint::NAMES.join(", ")));
    }
    let from = about.daily.as_ref().map_or("", |daily| &daily.from);
    if !from.is_empty() && from.parse::<Day>().is_err() {
        return Err("`from` should be a day such as \"2031-05-04\"".into());
    }
    if let Some(rating) = &about.rating
        && (!(1..=100_000).contains(&rating.width) || !rating.bots.contains_key("club"))
    {
        return Err("`rating` should have a `width` above 0 and know the bot `club`".into());
    }
    Ok(())
}

/// A sheet must be playable and called like its folder, and the example of the game must be one of this sheet.
pub fn check_sheet(game: &GameEntry) -> Result<(), String> {
    let Some(text) = &game.sheet else {
        return Ok(());
    };
    let reading = Sheet::read(text);
    let Some(sheet) = reading.sheet else {
        let first = reading.problems.first().map(ToString::to_string);
        return Err(format!(
            "{}/sheet.toml: {}; `finaud sheet check` lists all problems",
            game.id,
            first.unwrap_or_default()
        ));
    };
    if sheet.id != game.id {
        return Err(format!(
            "{}/sheet.toml: the sheet calls itself `{}`, but its folder is `{}`",
            game.id, sheet.id, game.id
        ));
    }
    let example = game
        .about
        .example
        .as_ref()
        .map(|example| check_example(&sheet, example));
    example
        .unwrap_or(Ok(()))
        .map_err(|why| format!("{}/game.toml: {why}", game.id))
}

fn check_example(sheet: &Sheet, example: &Example) -> Result<(), String> {
    let faces = |faces: &[u8]| faces.iter().all(|face| (1..=6).contains(face));
    if example.roll.len() != DICE || !faces(&example.roll) {
        return Err(format!("`roll` should have {DICE} numbers from 1 to 6"));
    }
    let dice = example
        .last
        .iter()
        .flat_map(|last| &last.dice)
        .chain(&example.slots);
    let names = dice.map(|text| text.rsplit_once(' ').map_or(text.as_str(), |(name, _)| name));
    match names
        .chain([example.chosen.as_str()])
        .find(|name| sheet.die_named(name).is_none())
    {
        Some(name) => Err(format!("the sheet has no die `{name}`")),
        None => Ok(()),
    }
}

/// The inside of a picture. It becomes a part of the page, so it may draw and nothing else.
fn picture(svg: &str) -> Result<String, String> {
    let inner = inside(svg).ok_or("this is no `<svg …>…</svg>`")?;
    let small = inner.to_ascii_lowercase();
    let attributes = small
        .split(|letter: char| letter.is_whitespace() || letter == '"' || letter == '\'' || letter == '/');
    let acts = attributes
        .into_iter()
        .any(|word| word.starts_with("on") && word.contains('='));
    if acts
        || [
            "<script",
            "<foreignobject",
            "<style",
            "href",
            "javascript:",
            "<iframe",
        ]
        .iter()
        .any(|word| small.contains(word))
    {
        return Err("a picture may hold shapes and texts, but no scripts, links or styles".into());
    }
    Ok(inner)
}

/// What stands between `<svg …>` and `</svg>`, without the spaces between lines.
fn inside(svg: &str) -> Option<String> {
    let after = svg.get(svg.find("<svg")?..)?;
    let (_, inner) = after.split_once('>')?;
    let (inner, _) = inner.rsplit_once("</svg>")?;
    Some(inner.lines().map(str::trim).collect())
}

impl Catalog {
    /// The catalog of these games and languages.
    pub fn of(games: Vec<GameEntry>, languages: &[(String, Messages)]) -> Catalog {
        let shared = |messages: &Messages| {
            let known = Catalog::SHARED
                .iter()
                .filter_map(|key| Some(((*key).to_string(), messages.get(*key)?.clone())));
            known.collect()
        };
        let languages = languages
            .iter()
            .map(|(code, messages)| (code.clone(), shared(messages)));
        Catalog {
            games,
            languages: languages.collect(),
            gallery: BTreeMap::new(),
        }
    }
}

impl Gallery {
    /// The gallery in a folder; `codes` are the languages.
    pub fn read<'a>(folder: &Path, codes: impl Iterator<Item = &'a str>) -> Result<Gallery, String> {
        let games = read_games(folder)?;
        for game in &games {
            check_sheet(game)?;
        }
        let mut texts = BTreeMap::new();
        for code in codes {
            let mut told = Messages::new();
            read_game_texts(folder, code, &mut told)?;
            texts.insert(code.to_owned(), told);
        }
        Ok(Gallery { games, texts })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inside_of_a_picture_is_found() {
        assert_eq!(
            inside("<?xml?>\n<svg viewBox=\"0 0 1 1\">\n  <g/>\n  <g/>\n</svg>\n"),
            Some("<g/><g/>".into())
        );
        assert_eq!(inside("<svg>"), None);
        assert_eq!(inside("nonsense"), None);
    }

    #[test]
    fn puzzles_are_counted_by_grade() {
        assert_eq!(
            grades("finaud puzzles 1\npuzzle 1\n\npuzzle 1\npuzzle 3\n"),
            Ok(vec![2, 0, 1])
        );
        assert_eq!(grades(""), Ok(Vec::new()));
        assert!(grades("puzzle 2\npuzzle 1").is_err());
        assert!(grades("puzzle 9").is_err());
        assert!(grades("puzzle hard").is_err());
    }

    #[test]
    fn a_picture_only_draws() {
        let drawn = |inner: &str| picture(&format!("<svg>{inner}</svg>"));
        assert!(drawn("<path d=\"M0 0\" fill=\"var(--blue)\"/><text>on 3 = 4</text>").is_ok());
        for inner in [
            "<script>alert(1)</script>",
            "<g onload=\"alert(1)\"/>",
            "<g/onclick=x>",
            "<a href=\"x\"/>",
            "<use xlink:href='#x'/>",
            "<STYLE>*{}</STYLE>",
        ] {
            assert!(drawn(inner).is_err(), "{inner}");
        }
    }

    #[test]
    fn what_a_game_says_about_itself_is_checked() {
        let about = |text: &str| check_about(&toml::from_str(text).unwrap());
        assert_eq!(
            about("tint = \"blue\"\n[daily]\nturn = 5\nfrom = \"2031-05-04\""),
            Ok(())
        );
        assert!(about("tint = \"red;x:y\"").is_err());
        assert_eq!(about("[rating]\nwidth = 300\nbots = { club = 1500 }"), Ok(()));
        assert!(about("[rating]\nwidth = 0\nbots = { club = 1500 }").is_err());
        assert!(about("[rating]\nwidth = 300\nbots = { novice = 1200 }").is_err());
        for day in [
            "yesterday",
            "2031-13-04",
            "2031-05-4",
            "2031/05/04",
            "２０３１-05-04",
        ] {
            assert!(
                about(&format!("[daily]\nturn = 5\nfrom = \"{day}\"")).is_err(),
                "{day}"
            );
        }
    }
}
