//! What lies on this device, game by game: the best result, and what is not finished.

use finaud_table::Table;
use leptos::prelude::GetUntracked;

use crate::at_step::push_now;
use crate::catalog;
use crate::daily::{Attempt, options};
use crate::messages::{language, tf, tn};
use crate::new_game::name_of;
use crate::own::Outline;
use crate::saved::{self, Saved};
use crate::settings::settings;

/// A game that can be gone on with.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Resume {
    /// The name it is kept under.
    pub id: String,
    /// The id of its game.
    pub game: String,
    /// The name of its game.
    pub name: String,
    /// How far it is.
    pub progress: Option<String>,
    /// When it was last played.
    pub when: String,
}

/// What lies here of one game.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct GameSummary {
    /// The id of the game.
    pub game: String,
    /// How many games are over.
    pub finished: usize,
    /// The best one reached without help.
    pub best: Option<i32>,
    /// The best one reached with the coach.
    pub best_helped: Option<i32>,
    /// The game that was played last and is not over.
    pub resume: Option<Resume>,
}

/// Everything on this device, as the first page shows it.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct HomeSummary {
    games: Vec<GameSummary>,
    /// The game that was played last of all and is not over.
    latest: Option<Resume>,
    /// All games of challenges.
    pub attempts: Vec<Attempt>,
}

impl HomeSummary {
    /// Looks at everything that is kept.
    pub(super) fn read() -> HomeSummary {
        let mut summary = HomeSummary::default();
        let name = settings().name.get_untracked();
        for saved in saved::all() {
            let Some(outline) = Outline::of(&saved, &name) else {
                continue;
            };
            summary.attempts.extend(Attempt::of(&saved));
            let known = summary.games.iter().position(|known| known.game == outline.game);
            let place = known.unwrap_or(summary.games.len());
            if known.is_none() {
                summary.games.push(GameSummary {
                    game: outline.game.clone(),
                    ..GameSummary::default()
                });
            }
            let of_game = &mut summary.games[place];
            if saved.over {
                of_game.finished += 1;
                let best = match outline.helped {
                    true => &mut of_game.best_helped,
                    false => &mut of_game.best,
                };
                *best = (*best).max(outline.points);
            } else if of_game.resume.is_none() {
                // The last changed come first.
                let resume = resume(&saved, &outline);
                summary.latest.get_or_insert_with(|| resume.clone());
                of_game.resume = Some(resume);
            }
        }
        summary
    }

    /// The game that was played last, and what is not over on sheets of one's own, which have no card.
    pub(super) fn going_on(&self) -> Vec<Resume> {
        let without_card = self
            .games
            .iter()
            .filter(|known| catalog::game(&known.game).is_none())
            .filter_map(|known| known.resume.clone())
            .filter(|resume| self.latest.as_ref().is_none_or(|latest| latest.id != resume.id));
        self.latest.iter().cloned().chain(without_card).collect()
    }

    /// The games that lie here, last played first.
    pub(super) fn played(&self) -> impl Iterator<Item = &str> {
        self.games.iter().map(|known| known.game.as_str())
    }

    /// What lies here of a game.
    pub(super) fn of(&self, game: &str) -> GameSummary {
        let known = self.games.iter().find(|known| known.game == game);
        known.cloned().unwrap_or_default()
    }
}

fn resume(saved: &Saved, outline: &Outline) -> Resume {
    let table = saved.table().ok();
    Resume {
        id: saved.id.clone(),
        game: outline.game.clone(),
        name: table.as_ref().map_or_else(
            || name_of(&outline.game).to_owned(),
            |table| table.name().to_owned(),
        ),
        progress: table.as_ref().and_then(progress),
        when: when(saved.changed),
    }
}

/// How far a game is, in a few words.
fn progress(table: &Table) -> Option<String> {
    if let Some(dice) = table.dice() {
        let (round, rounds) = (dice.state().round(), dice.game().rounds());
        let round = tf("home.continue.round", &[("round", &round), ("rounds", &rounds)]);
        let person = table.all_seats().find(|seat| table.is_person(*seat))?;
        return Some(format!(
            "{round} · {}",
            tn("common.points", i64::from(table.points(person)))
        ));
    }
    let (_, state) = push_now(table)?;
    Some(tn("home.continue.pile", i64::from(state.unseen().len())))
}

/// A moment as the language tells it: the time of today, or the day.
pub(super) fn when(moment: f64) -> String {
    let then = js_sys::Date::new(&moment.into());
    let code = language().code();
    let now = js_sys::Date::new_0();
    let same_day = then.to_date_string() == now.to_date_string();
    let told = if same_day {
        then.to_locale_time_string_with_options(code, &options(&[("hour", "2-digit"), ("minute", "2-digit")]))
    } else {
        then.to_locale_date_string(code, &options(&[("day", "numeric"), ("month", "long")]))
    };
    String::from(told)
}
