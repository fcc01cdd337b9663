//! What the games that come with Finaud say about themselves.

use std::sync::LazyLock;

use finaud_catalog::{About, GameEntry, RatingScale};

static FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/games.rs"));

static GAMES: LazyLock<Vec<GameEntry>> = LazyLock::new(|| {
    let entry = |(id, text): &(&str, &str)| GameEntry {
        id: (*id).to_owned(),
        // They are checked when the app is packed.
        about: toml::from_str::<About>(text).unwrap_or_default(),
        sheet: None,
        card: None,
        weights: Vec::new(),
        lesson: false,
        puzzles: Vec::new(),
    };
    FILES.iter().map(entry).collect()
});

/// All of them.
pub(crate) fn games() -> &'static [GameEntry] {
    &GAMES
}

/// What ratings at a game mean; none where nobody is rated.
pub fn rating_scale(game: &str) -> Option<&'static RatingScale> {
    let entry = games().iter().find(|entry| entry.id == game)?;
    entry.about.rating.as_ref()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_can_be_read() {
        assert!(FILES.len() >= 5);
        for (id, text) in FILES {
            let about: Result<About, _> = toml::from_str(text);
            assert!(about.is_ok(), "{id}: {about:?}");
        }
    }
}
