//! The points so far and what is missing for the next title, for somebody who plays alone.

use std::sync::Arc;

use finaud_rules::{Seat, Sheet};
use finaud_table::Table;
use leptos::prelude::*;

use crate::messages::{language, tf};
use crate::session::GameSession;

/// How many points the next step of the rating asks for, and its title.
pub(super) fn next_step(sheet: &Sheet, points: i32, code: &str) -> Option<(i32, String)> {
    let steps = sheet.ratings.iter().rev();
    let next = steps
        .filter_map(|step| Some((i32::from(step.from?), step)))
        .find(|(from, _)| *from > points)?;
    Some((next.0 - points, next.1.titles.get(code)?.to_owned()))
}

/// The points so far and the next title; nothing where others play along.
pub(super) fn tally(session: GameSession, sheet: Arc<Sheet>) -> AnyView {
    if session.table.with_untracked(Table::seats) > 1 {
        return ().into_any();
    }
    let points = Memo::new(move |_| session.table.with(|table| table.points(Seat(0))));
    let next = move || {
        if session.table.with(Table::is_over) {
            return None;
        }
        let (missing, title) = next_step(&sheet, points.get(), language().code())?;
        Some(tf("dice.next_title", &[("n", &missing), ("title", &title)]))
    };
    view! {
        <p class="tally">
            <b data-tally>{move || crate::messages::tn("common.points", i64::from(points.get()))}</b>
            <span>{next}</span>
        </p>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;
    use finaud_rules::builtin;

    #[test]
    fn the_next_title_is_the_lowest_one_above() {
        let sheet = builtin("hyper-fute").unwrap();
        let next = |points| next_step(sheet, points, "en");
        assert_eq!(next(0), Some((180, "One flat tyre".into())));
        assert_eq!(next(180), Some((30, "Stopping train".into())));
        assert_eq!(next(239), Some((1, "Cruising speed".into())));
        assert_eq!(next(450), None);
    }
}
