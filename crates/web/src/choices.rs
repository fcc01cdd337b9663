//! One of a few, and on or off: the two kinds of switch all pages use.

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

/// One of a few.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChoiceItem {
    /// What is written on it.
    pub text: String,
    /// What tests and style sheets call it: `language-fr`.
    pub mark: String,
}

impl ChoiceItem {
    /// A choice with this mark and text.
    pub fn new(mark: impl Into<String>, text: impl Into<String>) -> ChoiceItem {
        ChoiceItem {
            mark: mark.into(),
            text: text.into(),
        }
    }
}

/// Radio buttons that look like one switch. Arrow keys go from one to the next.
#[component]
pub fn Choices(
    /// What is chosen, for those who cannot see it.
    #[prop(into)]
    label: String,
    /// What there is to choose from.
    choices: Vec<ChoiceItem>,
    /// The index of the chosen one; one that is none of them if none is.
    #[prop(into)]
    chosen: Signal<usize>,
    /// Is told the index of another one.
    #[prop(into)]
    choose: Callback<usize>,
) -> impl IntoView {
    let group: NodeRef<html::Div> = NodeRef::new();
    let count = choices.len();
    let key = move |event: leptos::ev::KeyboardEvent| {
        let at = chosen.get_untracked();
        let Some(next) = next_by_key(&event.key(), at, count) else {
            return;
        };
        event.prevent_default();
        choose.run(next);
        // What was chosen may have drawn the page anew: then there is nothing to focus here.
        let buttons = group.try_get_untracked().flatten().map(|group| group.children());
        if let Some(button) = buttons.and_then(|buttons| buttons.item(next as u32)) {
            let _ = button.unchecked_into::<web_sys::HtmlElement>().focus();
        }
    };
    let button = |(index, choice): (usize, ChoiceItem)| {
        let checked = move || chosen.get() == index;
        // Where none is chosen, the keyboard finds the first.
        let reached = move || checked() || (index == 0 && chosen.get() >= count);
        view! {
            <button
                type="button"
                role="radio"
                data-do=choice.mark
                aria-checked=move || checked().to_string()
                tabindex=move || if reached() { "0" } else { "-1" }
                on:click=move |_| choose.run(index)
            >
                {choice.text}
            </button>
        }
    };
    view! {
        <div class="segments" role="radiogroup" aria-label=label node_ref=group on:keydown=key>
            {choices.into_iter().enumerate().map(button).collect_view()}
        </div>
    }
    .into_any()
}

/// Which one a key leads to.
fn next_by_key(key: &str, at: usize, count: usize) -> Option<usize> {
    let last = count.checked_sub(1)?;
    Some(match key {
        "ArrowRight" | "ArrowDown" => {
            if at >= last {
                0
            } else {
                at + 1
            }
        }
        "ArrowLeft" | "ArrowUp" => {
            if at == 0 {
                last
            } else {
                at - 1
            }
        }
        "Home" => 0,
        "End" => last,
        _ => return None,
    })
}

/// On or off, with a name and a word of explanation.
#[component]
pub fn Switch(
    /// What is on or off.
    #[prop(into)]
    label: String,
    /// What that means; may be empty.
    #[prop(into)]
    explained: String,
    /// What tests call it.
    mark: &'static str,
    /// Is it on?
    #[prop(into)]
    on: Signal<bool>,
    /// Is told how it is to be.
    #[prop(into)]
    set: Callback<bool>,
) -> impl IntoView {
    view! {
        <button
            type="button"
            class="switch"
            role="switch"
            data-do=mark
            aria-checked=move || on.get().to_string()
            on:click=move |_| set.run(!on.get_untracked())
        >
            <span class="switch-text">
                <span class="switch-label">{label}</span>
                {(!explained.is_empty()).then(|| view! { <span class="switch-why">{explained}</span> })}
            </span>
            <span class="switch-track" aria-hidden="true"></span>
        </button>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_go_round() {
        assert_eq!(next_by_key("ArrowRight", 2, 3), Some(0));
        assert_eq!(next_by_key("ArrowUp", 0, 3), Some(2));
        assert_eq!(next_by_key("End", 0, 3), Some(2));
        assert_eq!(next_by_key("a", 0, 3), None);
        assert_eq!(next_by_key("Home", 0, 0), None);
    }
}
