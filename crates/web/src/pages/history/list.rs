//! What is kept on this device, as the page of all games lists it.

use std::cell::RefCell;

use finaud_rules::{Seat, insertion_sort};
use finaud_table::Table;
use leptos::prelude::GetUntracked;

use crate::error_text::ErrorText;
use crate::messages::Language;
use crate::own;
use crate::reviewed::{self, SavedReview};
use crate::saved::{self, NotLoaded, Saved};
use crate::settings::settings;
use crate::statistics::Finished;
use crate::tell;
use crate::{catalog, colours};

/// A game in the list.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct HistoryEntry {
    pub(super) saved: Saved,
    pub(super) game: String,
    pub(super) name: String,
    pub(super) players: usize,
    /// Who played, with points.
    pub(super) seats: Vec<(String, i32, bool)>,
    /// The seat of the person at this device; `None` where only bots or others played.
    pub(super) own: Option<Seat>,
    pub(super) points: i32,
    /// The points of the zones and of the foxes.
    pub(super) parts: Vec<i32>,
    pub(super) won: Option<bool>,
    pub(super) steps: usize,
    /// What the zones are called, and their colours.
    pub(super) zones: Vec<(String, String)>,
}

/// A game that cannot be read, with the text that is left of it.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Unread {
    pub(super) id: String,
    pub(super) text: String,
    pub(super) why: ErrorText,
}

#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct GameList {
    pub(super) items: Vec<HistoryEntry>,
    pub(super) unread: Vec<Unread>,
}

thread_local! {
    /// What was worked out already, by the name of the game and how often it was kept.
    static KNOWN: RefCell<Vec<(String, HistoryEntry)>> = const { RefCell::new(Vec::new()) };
}

impl HistoryEntry {
    /// A kept game, with the person at this device called so.
    fn of(language: Language, saved: Saved, table: &Table, name: &str) -> HistoryEntry {
        let winners = table.winners();
        let own = own::seat(table, &saved, name);
        let score = own.and_then(|own| table.score(own));
        HistoryEntry {
            game: table.id().into(),
            name: table.name().into(),
            players: table.seats(),
            seats: table
                .all_seats()
                .map(|seat| {
                    (
                        tell::seat(language, table, seat),
                        table.points(seat),
                        winners.contains(seat),
                    )
                })
                .collect(),
            points: own.map_or(0, |own| table.points(own)),
            parts: score.map_or_else(Vec::new, |score| {
                score
                    .zones
                    .iter()
                    .map(|points| i32::from(*points))
                    .chain([i32::from(score.fox_points)])
                    .collect()
            }),
            won: own.filter(|_| table.seats() > 1).map(|own| winners.contains(own)),
            own,
            steps: table.steps(),
            zones: table.sheet().map_or_else(Vec::new, |sheet| {
                (0..sheet.zones.len())
                    .map(|zone| (tell::zone(language, sheet, zone), colours::of_zone(sheet, zone)))
                    .collect()
            }),
            saved,
        }
    }

    /// The finished game of the person at this device.
    pub(super) fn finished(&self) -> Option<Finished> {
        self.finished_with(&reviewed::load(&self.saved.id, self.steps))
    }

    /// The same with what is kept of its review.
    fn finished_with(&self, reviewed: &SavedReview) -> Option<Finished> {
        let own = self.own.filter(|_| self.saved.counts())?;
        Some(Finished {
            id: self.saved.id.clone(),
            when: self.saved.started,
            points: self.points,
            parts: self.parts.clone(),
            won: self.won,
            account: reviewed.seats.get(&own.0).copied().filter(|_| !reviewed.rough),
            helped: self.saved.hints > 0,
        })
    }
}

/// Everything that is kept, newest first.
pub(super) fn read_list() -> GameList {
    let language = settings().language.get_untracked();
    let name = settings().name.get_untracked();
    let mut list = GameList::default();
    // The name of a game begins with the moment it was begun.
    for id in saved::ids().into_iter().rev() {
        match saved::load(&id) {
            Ok(saved) => {
                let key = format!("{id} {} {} {name}", saved.revision, language.code());
                let known = KNOWN.with_borrow(|known| {
                    let known = known.iter().find(|(known, _)| *known == key);
                    known.map(|(_, item)| item.clone())
                });
                if let Some(item) = known {
                    list.items.push(HistoryEntry { saved, ..item });
                    continue;
                }
                match saved.table() {
                    Ok(table) => {
                        let item = HistoryEntry::of(language, saved, &table, &name);
                        KNOWN.with_borrow_mut(|known| known.push((key, item.clone())));
                        list.items.push(item);
                    }
                    Err(error) => list.unread.push(Unread {
                        text: saved.record,
                        why: ErrorText::of_open(language, &error),
                        id,
                    }),
                }
            }
            Err(NotLoaded::Missing) => {}
            Err(NotLoaded::Newer) => list.unread.push(Unread {
                text: saved::text(&id).unwrap_or_default(),
                why: ErrorText::plain(language.text("share.fault.newer")),
                id,
            }),
            Err(NotLoaded::Broken) => list.unread.push(Unread {
                text: saved::text(&id).unwrap_or_default(),
                why: ErrorText::plain(language.text("share.fault.broken")),
                id,
            }),
        }
    }
    insertion_sort(&mut list.items, |one, other| {
        other.saved.changed.total_cmp(&one.saved.changed)
    });
    list
}

/// The games there are, in the order of the first page, then sheets of one's own.
pub(super) fn kinds(items: &[HistoryEntry]) -> Vec<(String, String)> {
    let place = |game: &str| {
        let place = catalog::ids().position(|known| known == game);
        place.unwrap_or(usize::MAX)
    };
    let mut kinds: Vec<(String, String)> = Vec::new();
    for item in items {
        if !kinds.iter().any(|(game, _)| *game == item.game) {
            kinds.push((item.game.clone(), item.name.clone()));
        }
    }
    insertion_sort(&mut kinds, |one, other| {
        (place(&one.0), &one.0).cmp(&(place(&other.0), &other.0))
    });
    // Sheets of one's own may be called like another.
    let names: Vec<String> = kinds.iter().map(|(_, name)| name.clone()).collect();
    for (game, name) in &mut kinds {
        if names.iter().filter(|other| *other == name).count() > 1 && catalog::game(game).is_none() {
            *name = format!("{name} ({game})");
        }
    }
    kinds
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::tests::english;
    use crate::statistics::figures;
    use crate::storage::tests::version_0_1_of;

    #[test]
    fn the_games_of_version_0_1_are_listed_and_counted() {
        let entries: Vec<HistoryEntry> = version_0_1_of("game.")
            .iter()
            .map(|(_, text)| {
                let saved = Saved::read(text).unwrap();
                let table = saved.table().unwrap();
                HistoryEntry::of(english(), saved, &table, "")
            })
            .collect();
        let names: Vec<String> = kinds(&entries).into_iter().map(|(game, _)| game).collect();
        assert_eq!(
            names,
            ["tres-fute", "melange-fute", "hyper-fute", "push", "fox-hole"]
        );
        let unreviewed = |entry: &HistoryEntry| {
            let text = format!("{{\"version\":1,\"steps\":{}}}", entry.steps);
            entry.finished_with(&SavedReview::read(&text).unwrap())
        };
        let finished: Vec<(&str, Finished)> = entries
            .iter()
            .filter_map(|entry| Some((entry.game.as_str(), unreviewed(entry)?)))
            .collect();
        // Two are over: one alone, and one that a bot won.
        let points: Vec<(&str, i32, Option<bool>)> = finished
            .iter()
            .map(|(game, finished)| (*game, finished.points, finished.won))
            .collect();
        assert_eq!(points, [("tres-fute", 90, None), ("push", 41, Some(false))]);
        let alone = &finished[0].1;
        assert_eq!(alone.parts.iter().sum::<i32>(), alone.points);
        let figures = figures(std::slice::from_ref(alone)).unwrap();
        assert_eq!((figures.games, figures.mean, figures.best.0), (1, 90.0, 90));
    }
}
