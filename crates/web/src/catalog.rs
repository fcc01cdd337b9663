//! The games and languages of the app, as they were packed with it. Nothing here knows one of them by name.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use finaud_catalog::{Catalog, GameEntry};
use finaud_rules::{Sheet, builtin, install_builtin};

static GAMES: OnceLock<Vec<GameEntry>> = OnceLock::new();
static GALLERY: OnceLock<BTreeMap<String, Vec<String>>> = OnceLock::new();

/// Makes the games and the languages of a catalog known. Of a language only its name is there; see `fetch::language`.
pub fn install(catalog: Catalog) {
    for (code, messages) in &catalog.languages {
        // A map of texts is always good JSON.
        let json = serde_json::to_string(messages).unwrap_or_default();
        let _ = finaud_messages::install(code, &json);
    }
    // What has a sheet needs one that can be read; the packer refuses others.
    let playable = |game: &GameEntry| {
        game.sheet
            .as_deref()
            .is_none_or(|sheet| install_builtin(sheet).is_ok())
    };
    let games = catalog.games.into_iter().filter(playable).collect();
    let _ = GAMES.set(games);
    let _ = GALLERY.set(catalog.gallery);
}

/// The numbers of players for which a sheet of the gallery has weights; `None` if it is no sheet of the gallery.
pub fn gallery_weights(id: &str) -> Option<&'static [String]> {
    GALLERY.get()?.get(id).map(Vec::as_slice)
}

/// All games, as the first page shows them.
pub fn games() -> &'static [GameEntry] {
    #[cfg(test)]
    tests::install_from_folders();
    GAMES.get().map_or(&[], Vec::as_slice)
}

/// The ids of all games.
pub fn ids() -> impl Iterator<Item = &'static str> {
    games().iter().map(|game| game.id.as_str())
}

/// The game with this id.
pub fn game(id: &str) -> Option<&'static GameEntry> {
    games().iter().find(|game| game.id == id)
}

/// The sheets of which something was learned.
pub fn learned_sheets() -> impl Iterator<Item = &'static Sheet> {
    let learned = games().iter().filter(|game| !game.weights.is_empty());
    learned.filter_map(|game| builtin(&game.id))
}

/// The words about a game come from here: its own first, then those of its families.
pub fn sources(id: &str) -> impl Iterator<Item = &'static str> {
    let families = game(id).map_or(&[][..], |game| &game.about.families);
    families.iter().map(String::as_str)
}

#[cfg(test)]
pub(crate) mod tests {
    use std::path::Path;

    use finaud_catalog::files::{read_games, read_languages};

    use super::*;

    /// The games of this repository, for tests.
    pub(super) fn install_from_folders() {
        GAMES.get_or_init(|| {
            let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
            read_games(&root.join("games")).expect("games that can be read")
        });
    }

    #[test]
    fn every_game_comes_with_all_it_may_have() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let games = root.join("games");
        let languages = read_languages(&root.join("languages"), &[&games]).unwrap();
        let catalog = Catalog::of(read_games(&games).unwrap(), &languages);
        assert_eq!(Catalog::read(&catalog.json()).unwrap(), catalog);
        assert!(catalog.games.len() >= 5 && catalog.languages.len() >= 3);
        for game in &catalog.games {
            assert!(game.card.is_some() && !game.weights.is_empty(), "{}", game.id);
            for (code, messages) in &languages {
                for key in ["about", "lead"] {
                    let key = format!("games.{}.{key}", game.id);
                    assert!(messages.contains_key(&key), "{code}: {key}");
                }
            }
        }
        for (_, messages) in &catalog.languages {
            assert_eq!(messages.len(), Catalog::SHARED.len());
        }
    }

    #[test]
    fn games_are_offered_in_their_order() {
        let order: Vec<u32> = games().iter().map(|game| game.about.order).collect();
        assert!(order.is_sorted(), "{order:?}");
        assert_eq!(sources("tres-fute").collect::<Vec<_>>(), ["star", "dice"]);
        assert_eq!(sources("push").count() + sources("no-such-game").count(), 0);
    }
}
