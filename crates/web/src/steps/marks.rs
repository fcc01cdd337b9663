//! What was played at a step, and what would have been better: marked where it is on the table.

use std::sync::Arc;

use finaud_rules::{Action, Die, Player, PushAction, Seat, Sheet};
use finaud_table::{AnyAction, AnyEvent, Table};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{DomRect, Element, ScrollToOptions};

use crate::dice_table::{Lights, choose};
use crate::reviewed::Reviewed;
use crate::settings::in_one_column;

/// The choice of a step, and the better one a review knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Marks {
    /// Who chose.
    pub(super) seat: Option<Seat>,
    /// What was chosen.
    played: Option<AnyAction>,
    /// What would have been better, if anything.
    better: Option<AnyAction>,
}

impl Marks {
    /// What there is to mark before the event with this index.
    pub(super) fn at(table: &Table, step: usize, reviewed: Option<&Reviewed>) -> Marks {
        let Some(AnyEvent::Choice(seat, played)) = table.event(step) else {
            return Marks::default();
        };
        let better = reviewed.and_then(|reviewed| reviewed.better(step));
        let better = better.and_then(|better| match table.until(step).read_event(&better.event) {
            Ok(AnyEvent::Choice(_, action)) => Some(action),
            _ => None,
        });
        Marks {
            seat: Some(seat),
            played: Some(played),
            better,
        }
    }

    /// The cells that stand out on the sheet of who chose.
    pub(super) fn lights(self, sheet: &Sheet, player: &Player) -> Lights {
        let cells = |action: Option<AnyAction>| {
            let action = action.and_then(dice);
            action.map_or_else(Default::default, |action| choose::cells_of(sheet, player, action))
        };
        Lights {
            played: cells(self.played),
            better: cells(self.better),
            ..Lights::default()
        }
    }

    /// The die that was used.
    pub(super) fn played_die(self) -> Option<Die> {
        self.played.and_then(dice).and_then(choose::die_of)
    }

    /// The die that should have been used.
    pub(super) fn better_die(self) -> Option<Die> {
        self.better.and_then(dice).and_then(choose::die_of)
    }

    /// Was this column used?
    pub(super) fn is_played(self, column: usize) -> bool {
        self.played.and_then(column_of) == Some(column)
    }

    /// Should this column have been used?
    pub(super) fn is_better(self, column: usize) -> bool {
        self.better.and_then(column_of) == Some(column)
    }
}

fn dice(action: AnyAction) -> Option<Action> {
    match action {
        AnyAction::Dice(action) => Some(action),
        AnyAction::Push(_) => None,
    }
}

fn column_of(action: AnyAction) -> Option<usize> {
    match action {
        AnyAction::Push(PushAction::Place(column) | PushAction::Take(column)) => Some(usize::from(column)),
        _ => None,
    }
}

/// The marks of the step that is shown.
pub(super) fn marks(
    table: StoredValue<Table>,
    at: RwSignal<usize>,
    reviewed: Signal<Option<Arc<Reviewed>>>,
) -> Memo<Marks> {
    Memo::new(move |_| {
        let reviewed = reviewed.get();
        table.with_value(|table| Marks::at(table, at.get(), reviewed.as_deref()))
    })
}

/// Brings what is marked into sight, once it is drawn: whoever asks for a mistake wants to see it. What is told of it stays
/// above.
pub fn bring_into_sight() {
    if in_one_column() {
        request_animation_frame(bring);
    }
}

fn bring() {
    let place = |element: &Element| element.get_bounding_client_rect();
    let Ok(list) = document().query_selector_all(".still :is(.cell, .still-column):is(.played, .better)")
    else {
        return;
    };
    let marked: Vec<DomRect> = (0..list.length())
        .filter_map(|index| list.get(index)?.dyn_into::<Element>().ok())
        .map(|element| place(&element))
        .collect();
    let Ok(Some(now)) = document().query_selector(".steps-now") else {
        return;
    };
    let told = place(&now);
    let style = window().get_computed_style(&now).ok().flatten();
    let position = style.and_then(|style| style.get_property_value("position").ok());
    let sticks = position.as_deref() == Some("sticky");
    let height = window().inner_height().ok().and_then(|height| height.as_f64());
    let height = height.unwrap_or(0.0);
    // Where what is told sticks to the top, the marks have what is left below it.
    let free = if sticks { told.bottom() } else { 0.0 };
    let told_is_seen = told.top() >= 0.0 && told.bottom() <= height;
    if told_is_seen
        && marked
            .iter()
            .all(|mark| mark.top() >= free && mark.bottom() <= height)
    {
        return;
    }
    let top = marked.iter().map(|mark| mark.top()).fold(f64::INFINITY, f64::min);
    let bottom = marked
        .iter()
        .map(|mark| mark.bottom())
        .fold(f64::NEG_INFINITY, f64::max);
    let by = match marked.is_empty() || !sticks {
        // Side by side with the sheet, or all there is to see.
        true => told.top() - 4.0,
        false => top - told.height() - ((height - told.height() - (bottom - top)) / 2.0).max(4.0),
    };
    let way = ScrollToOptions::new();
    way.set_top(by);
    window().scroll_by_with_scroll_to_options(&way);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::new_game::tests::played;
    use crate::reviewed::tests::with_a_better_choice;

    /// Every choice that writes has its cell marked, and the better one another cell or another die.
    #[test]
    fn what_was_played_and_what_was_better_are_marked() {
        let table = played("tres-fute", 1, 3);
        let sheet = table.sheet().unwrap().clone();
        let mut seen = 0;
        for step in 0..table.steps() {
            let Some(AnyEvent::Choice(seat, chosen)) = table.event(step) else {
                assert_eq!(Marks::at(&table, step, None), Marks::default());
                continue;
            };
            let then = table.until(step);
            let player = *crate::at_step::dice_at(&table, step).unwrap().player(seat);
            let other = then.legal(seat).into_iter().find(|other| *other != chosen);
            let Some(other) = other else {
                continue;
            };
            let text = then.event_text(AnyEvent::Choice(seat, other));
            let reviewed = with_a_better_choice(table.steps(), step, &text);
            let marks = Marks::at(&table, step, Some(&reviewed));
            assert_eq!(
                (marks.seat, marks.played, marks.better),
                (Some(seat), Some(chosen), Some(other))
            );
            let lights = marks.lights(&sheet, &player);
            let writes = |action| dice(action).and_then(choose::mark_of).is_some();
            assert_eq!(!lights.played.is_empty(), writes(chosen), "{chosen:?}");
            assert_eq!(!lights.better.is_empty(), writes(other), "{other:?}");
            // At another step it is not marked.
            assert_eq!(Marks::at(&table, step, None).better, None);
            seen += usize::from(writes(chosen) && writes(other));
        }
        assert!(seen > 5, "{seen}");
    }

    #[test]
    fn columns_are_marked() {
        let table = played("push", 3, 3);
        let marked = (0..table.steps()).filter(|step| {
            let marks = Marks::at(&table, *step, None);
            (0..3).any(|column| marks.is_played(column))
        });
        assert!(marked.count() > 10);
    }
}
