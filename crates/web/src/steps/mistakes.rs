//! From one mistake to the next.

use std::sync::Arc;

use leptos::prelude::*;

use super::marks::bring_into_sight;
use crate::messages::{t, tf};
use crate::reviewed::Reviewed;

/// The mistake before or after a step.
fn beside(mistakes: &[usize], at: usize, forward: bool) -> Option<usize> {
    match forward {
        true => mistakes.iter().copied().find(|step| *step > at),
        false => mistakes.iter().copied().rev().find(|step| *step < at),
    }
}

/// Two buttons, once a review knows the mistakes.
pub(super) fn buttons(reviewed: Signal<Option<Arc<Reviewed>>>, at: RwSignal<usize>) -> impl IntoView {
    move || {
        let mistakes = reviewed.get()?.mistakes();
        let all = mistakes.len();
        let mistakes = StoredValue::new(mistakes);
        let button = move |mark: &'static str, key: &'static str, forward: bool| {
            let to = move || mistakes.with_value(|mistakes| beside(mistakes, at.get(), forward));
            view! {
                <button type="button" class="button small" data-do=mark disabled=move || to().is_none()
                    on:click=move |_| if let Some(step) = untrack(to) { at.set(step); bring_into_sight() }>{t(key)}</button>
            }
        };
        let place = move || {
            let at = at.get();
            let number = mistakes.with_value(|mistakes| mistakes.iter().position(|step| *step == at));
            match number {
                Some(number) => tf("review.mistake-of", &[("n", &(number + 1)), ("all", &all)]),
                None => crate::messages::tn("review.mistakes", all as i64),
            }
        };
        Some(view! {
            <div class="mistakes" role="group" aria-label=t("review.mistakes-label") data-mistakes=all>
                {button("previous-mistake", "review.previous-mistake", false)}
                <span class="muted small" aria-live="polite">{place}</span>
                {button("next-mistake", "review.next-mistake", true)}
            </div>
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_are_walked_both_ways() {
        let mistakes = [3, 9, 20];
        assert_eq!(beside(&mistakes, 0, true), Some(3));
        assert_eq!(beside(&mistakes, 3, true), Some(9));
        assert_eq!(beside(&mistakes, 20, true), None);
        assert_eq!(beside(&mistakes, 20, false), Some(9));
        assert_eq!(beside(&mistakes, 3, false), None);
        assert_eq!(beside(&[], 5, true), None);
    }
}
