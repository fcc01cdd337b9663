//! Where in the app somebody is: the part of the address after `#`.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

/// A page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Route {
    /// The games.
    Home,
    /// Setting a table for a game, and perhaps the section to begin with: `tres-fute/teach`.
    New(String),
    /// A game in progress, by the name it is kept under.
    Play(String),
    /// The review of a game on this device.
    Review(String),
    /// All games and statistics.
    History,
    /// What was reached in all games.
    Achievements,
    /// The challenges, month by month.
    Calendar,
    /// How a game is played.
    How(String),
    /// The scripted first turn of a game.
    Learn(String),
    /// Puzzles: all of them, those of a game, or one: `push/12`, `lesson/1a-2-30`, `today`.
    Puzzles(String),
    /// The settings.
    Settings,
    /// A whole game inside the address.
    Replay(String),
    /// The dice of somebody else: a seed string, and what is to be beaten.
    Seed(String),
    /// Setting a table for friends who sit elsewhere.
    Friends,
    /// A table that friends share from elsewhere: its name, and perhaps a key, `NAME/j=KEY`, which leaves the address at once.
    Table(String),
    /// Who one is on this server: perhaps with a key, `k=KEY`, which leaves the address at once.
    Me(String),
    /// The board of today's challenge, or of another day's: `2031-05-04`.
    Board(String),
    /// Sheets in the making: all of them, a draft, `d/ID`, a copy, `copy/GAME`, a sheet inside the address, `s/DATA`, or
    /// that of a table, `table/PLACE`.
    Workshop(String),
    /// Sheets that show what can be made: all of them, or one by its id.
    Gallery(String),
    /// Nothing is there.
    Lost,
}

impl Route {
    /// The route of an address part: `#/new/push`.
    pub fn read(hash: &str) -> Route {
        let path = hash.trim_start_matches('#').trim_matches('/');
        let (page, rest) = path.split_once('/').unwrap_or((path, ""));
        match (page, rest) {
            ("", "") => Route::Home,
            ("new", game) if !game.is_empty() => Route::New(game.into()),
            ("play", id) if !id.is_empty() => Route::Play(id.into()),
            ("review", id) if !id.is_empty() => Route::Review(id.into()),
            ("history", "") => Route::History,
            ("achievements", "") => Route::Achievements,
            ("calendar", "") => Route::Calendar,
            ("how", game) if !game.is_empty() => Route::How(game.into()),
            ("learn", game) if !game.is_empty() => Route::Learn(game.into()),
            ("puzzles", which) => Route::Puzzles(which.into()),
            ("settings", "") => Route::Settings,
            ("replay", data) if !data.is_empty() => Route::Replay(data.into()),
            ("seed", seed) if !seed.is_empty() => Route::Seed(seed.into()),
            ("friends", "") => Route::Friends,
            ("t", table) if !table.is_empty() => Route::Table(table.into()),
            ("me", key) => Route::Me(key.into()),
            ("board", day) => Route::Board(day.into()),
            ("workshop", place) => Route::Workshop(place.into()),
            ("gallery", id) => Route::Gallery(id.into()),
            _ => Route::Lost,
        }
    }

    /// The address part.
    pub fn hash(&self) -> String {
        match self {
            Route::Home | Route::Lost => "#/".into(),
            Route::New(game) => format!("#/new/{game}"),
            Route::Play(id) => format!("#/play/{id}"),
            Route::Review(id) => format!("#/review/{id}"),
            Route::History => "#/history".into(),
            Route::Achievements => "#/achievements".into(),
            Route::Calendar => "#/calendar".into(),
            Route::How(game) => format!("#/how/{game}"),
            Route::Learn(game) => format!("#/learn/{game}"),
            Route::Puzzles(which) if which.is_empty() => "#/puzzles".into(),
            Route::Puzzles(which) => format!("#/puzzles/{which}"),
            Route::Settings => "#/settings".into(),
            Route::Replay(data) => format!("#/replay/{data}"),
            Route::Seed(seed) => format!("#/seed/{seed}"),
            Route::Friends => "#/friends".into(),
            Route::Table(table) => format!("#/t/{table}"),
            Route::Me(key) if key.is_empty() => "#/me".into(),
            Route::Me(key) => format!("#/me/{key}"),
            Route::Board(day) if day.is_empty() => "#/board".into(),
            Route::Board(day) => format!("#/board/{day}"),
            Route::Workshop(place) if place.is_empty() => "#/workshop".into(),
            Route::Workshop(place) => format!("#/workshop/{place}"),
            Route::Gallery(id) if id.is_empty() => "#/gallery".into(),
            Route::Gallery(id) => format!("#/gallery/{id}"),
        }
    }
}

fn here() -> Route {
    Route::read(&window().location().hash().unwrap_or_default())
}

/// The route as a signal that follows the address.
pub fn follow() -> ReadSignal<Route> {
    let (route, set_route) = signal(here());
    let changed = Closure::<dyn Fn()>::new(move || {
        set_route.set(here());
        window().scroll_to_with_x_and_y(0.0, 0.0);
    });
    let _ = window().add_event_listener_with_callback("hashchange", changed.as_ref().unchecked_ref());
    // As long as the page lives.
    changed.forget();
    route
}

/// Goes to a page.
pub fn go(route: &Route) {
    let _ = window().location().set_hash(&route.hash());
}

/// Goes to a page in place of this one: the way back leads past it.
pub fn replace(route: &Route) {
    let _ = window().location().replace(&route.hash());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn routes_are_read_as_they_are_written() {
        for route in [
            Route::Home,
            Route::New("push".into()),
            Route::Play("g1".into()),
            Route::Review("g1".into()),
            Route::History,
            Route::Achievements,
            Route::Calendar,
            Route::How("tres-fute".into()),
            Route::Learn("push".into()),
            Route::Puzzles(String::new()),
            Route::Puzzles("push/12".into()),
            Route::Settings,
            Route::Replay("eJx_-".into()),
            Route::Seed("tres-fute-p1-7K3/261".into()),
            Route::Friends,
            Route::Table("abcdefghijklmnop".into()),
            Route::Table("abcdefghijklmnop/j=00ff".into()),
            Route::Me(String::new()),
            Route::Me("k=00ff".into()),
            Route::Board(String::new()),
            Route::Board("2031-05-04".into()),
            Route::Workshop(String::new()),
            Route::Workshop("d/18f".into()),
            Route::Gallery(String::new()),
            Route::Gallery("eclair".into()),
        ] {
            assert_eq!(Route::read(&route.hash()), route);
        }
        assert_eq!(Route::read("#/nowhere"), Route::Lost);
        assert_eq!(Route::read(""), Route::Home);
    }
}
