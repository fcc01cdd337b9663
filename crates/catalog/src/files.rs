//! Reading the folders of games and languages.

use std::fs;
use std::path::Path;

use finaud_messages::files::{Messages, read_file, read_folder, sorted};

use crate::{About, Catalog, GameEntry};

/// All games in a folder, in the order in which they are offered; what is wrong with one is said with its file.
pub fn read_games(folder: &Path) -> Result<Vec<GameEntry>, String> {
    let mut games = Vec::new();
    for path in sorted(folder)? {
        if path.is_dir() && (path.join("game.toml").exists() || path.join("sheet.toml").exists()) {
            games.push(read_game(&path)?);
        }
    }
    games.sort_by_key(|game| (game.about.order, game.id.clone()));
    Ok(games)
}

fn read_game(folder: &Path) -> Result<GameEntry, String> {
    let text = |name: &str| {
        let path = folder.join(name);
        let read = || fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()));
        path.exists().then(read).transpose()
    };
    let about: About = match text("game.toml")? {
        None => About::default(),
        Some(text) => toml::from_str(&text)
            .map_err(|error| format!("{}: {error}", folder.join("game.toml").display()))?,
    };
    let mut weights = Vec::new();
    for path in sorted(folder)? {
        if path.extension().is_some_and(|ending| ending == "weights")
            && let Some(players) = path.file_stem()
        {
            weights.push(players.to_string_lossy().into_owned());
        }
    }
    let card = text("card.svg")?.map(|svg| inside(&svg).ok_or(folder.join("card.svg")));
    Ok(GameEntry {
        id: folder
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned(),
        about,
        sheet: text("sheet.toml")?,
        card: card
            .transpose()
            .map_err(|path| format!("{}: this is no `<svg …>…</svg>`", path.display()))?,
        weights,
    })
}

/// What stands between `<svg …>` and `</svg>`, without the spaces between lines.
fn inside(svg: &str) -> Option<String> {
    let after = svg.get(svg.find("<svg")?..)?;
    let (_, inner) = after.split_once('>')?;
    let (inner, _) = inner.rsplit_once("</svg>")?;
    Some(inner.lines().map(str::trim).collect())
}

/// The messages of each language, with those of the games, in the order in which the languages are offered.
pub fn read_languages(languages: &Path, games: &[&Path]) -> Result<Vec<(String, Messages)>, String> {
    let mut all = Vec::new();
    for folder in sorted(languages)?.into_iter().filter(|path| path.is_dir()) {
        let code = folder
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let mut messages = read_folder(&folder)?;
        for games in games {
            read_game_texts(games, &code, &mut messages)?;
        }
        all.push((code, messages));
    }
    all.sort_by_key(|(_, messages)| messages.get("language.order").cloned());
    Ok(all)
}

/// Adds what the games in a folder say in a language.
pub fn read_game_texts(games: &Path, code: &str, messages: &mut Messages) -> Result<(), String> {
    for game in sorted(games)? {
        let file = game.join(format!("{code}.toml"));
        if file.exists() {
            let id = game
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            read_file(&file, &format!("games.{id}"), messages)?;
        }
    }
    Ok(())
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
        }
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
}
