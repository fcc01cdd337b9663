//! Playing on from a step of a game, as a new game.

use finaud_rules::Seat;
use finaud_table::{AnyEvent, Chair, ChanceSource, GameError, Table};
use leptos::prelude::*;

use crate::describe::describe;
use crate::messages::t;
use crate::new_game::{person, random_seed};
use crate::route::{self, Route};
use crate::saved::{self, Saved};
use crate::settings::settings;

/// Who plays on: those who played. Where only bots did, a person takes the seat that chooses next.
fn chairs(table: &Table, step: usize, person: impl FnOnce(usize) -> Chair) -> Vec<Chair> {
    let mut chairs = table.chairs().to_vec();
    if chairs.iter().all(|chair| !chair.is_person()) {
        let next = (step..table.steps()).find_map(|step| match table.event(step)? {
            AnyEvent::Choice(seat, _) => Some(seat),
            AnyEvent::Outcome(_) => None,
        });
        let seat = next.unwrap_or(Seat(0)).index();
        if let Some(chair) = chairs.get_mut(seat) {
            *chair = person(seat);
        }
    }
    chairs
}

/// Keeps a new game that goes on from a step, and goes to its table.
fn play_on(
    table: &Table,
    step: usize,
    fresh: Option<ChanceSource>,
    sheet: Option<String>,
) -> Result<(), GameError> {
    // Whoever takes the place of a bot sits there as the person at this device.
    let me = |_| person(&settings().name.get_untracked(), 0);
    let branched = table.branch(step, chairs(table, step, me), fresh)?;
    let mut kept = Saved::new(&branched, sheet);
    kept.played_on = true;
    kept.over = branched.is_over();
    // If the device refuses, the game goes on in memory and the page says so.
    let _ = saved::save(&mut kept);
    route::go(&Route::Play(kept.id));
    Ok(())
}

/// A small menu: the same dice or cards, or new ones.
pub(super) fn control(
    table: StoredValue<Table>,
    at: RwSignal<usize>,
    sheet: Option<String>,
) -> impl IntoView {
    let (steps, over, seeded, cards) = table.with_value(|table| {
        let seeded = matches!(table.chance_source(), ChanceSource::Seed(_));
        (table.steps(), table.is_over(), seeded, table.sheet().is_none())
    });
    let sheet = StoredValue::new(sheet);
    let alert = RwSignal::new(None::<String>);
    let go = move |fresh: bool| {
        let chance = fresh.then(|| ChanceSource::Seed(random_seed()));
        let done = table.with_value(|table| play_on(table, at.get_untracked(), chance, sheet.get_value()));
        if let Err(error) = done {
            alert.set(Some(describe(&error.message())));
        }
    };
    let button = move |mark: &'static str, key: &'static str, fresh: bool| {
        view! { <button type="button" class="button small" data-do=mark on:click=move |_| go(fresh)>{t(key)}</button> }
    };
    let [same, fresh, typed] = match cards {
        true => [
            "review.play-on.same-cards",
            "review.play-on.fresh-cards",
            "review.play-on.real-cards",
        ],
        false => [
            "review.play-on.same",
            "review.play-on.fresh",
            "review.play-on.real",
        ],
    };
    let ended = move || over && at.get() >= steps;
    view! {
        <details class="play-on" hidden=ended>
            <summary data-do="play-on">{t("review.play-on.title")}</summary>
            <div class="row">
                {button("play-on-same", if seeded { same } else { typed }, false)}
                {button("play-on-fresh", fresh, true)}
            </div>
            <p class="muted small">{t("review.play-on.told")}</p>
            {move || alert.get().map(|why| view! { <p role="alert">{why}</p> })}
        </details>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::new_game::tests::played;

    #[test]
    fn the_same_luck_goes_on_where_it_was_and_fresh_luck_starts_there() {
        for (game, players) in [("tres-fute", 1), ("hyper-fute", 3), ("push", 4)] {
            let table = played(game, players, 5);
            let step = table.steps() / 2;
            let bots = table.chairs().to_vec();
            let same = table.branch(step, bots.clone(), None).unwrap();
            assert_eq!(same.record_text(), table.until(step).record_text());
            let fresh = table.branch(step, bots, Some(ChanceSource::Seed(99))).unwrap();
            assert_eq!(fresh.position_text(), table.until(step).position_text());
            assert_eq!(fresh.steps(), 0);
            let record = fresh.record_text();
            assert!(saved::is_played_on(&record), "{record}");
            // What is kept is opened again, by anybody who reads records.
            let again = crate::open::open(&record, None).unwrap();
            assert_eq!(again.position_text(), fresh.position_text());
            assert_eq!(again.chance_source(), ChanceSource::Seed(99));
        }
    }

    #[test]
    fn where_bots_played_a_person_takes_the_next_seat() {
        let table = played("hyper-fute", 3, 5);
        let step = table.steps() / 2;
        let chairs = chairs(&table, step, |seat| Chair::person(format!("on {seat}")));
        assert_eq!(chairs.iter().filter(|chair| chair.is_person()).count(), 1);
    }
}
