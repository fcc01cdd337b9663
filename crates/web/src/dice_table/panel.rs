//! What a tap left open, near the dice: which way, which cells, which number, and what it costs.

use std::sync::Arc;

use finaud_rules::{Action, Award, Dice, Mark, Player, Sheet};
use leptos::prelude::*;

use super::choose::{self, Cost};
use super::draft::{Asked, Draft};
use super::scene::DiceScene;
use super::signs::award_mark;
use super::words;
use crate::messages::{language, t, tf, tn};

/// The question that is open, if any.
pub(super) fn panel(
    sheet: Arc<Sheet>,
    scene: Memo<DiceScene>,
    player: Memo<Player>,
    asked: RwSignal<Asked>,
    answer: Callback<Vec<Action>>,
) -> impl IntoView {
    let cancel = move || {
        view! {
            <button type="button" class="button small quiet" data-do="cancel" on:click=move |_| asked.set(Asked::Nothing)>
                {t("common.cancel")}
            </button>
        }
    };
    move || {
        let dice = scene.with_untracked(|scene| *scene.position.dice());
        let player = player.get_untracked();
        let now = asked.get();
        // Whoever taps cell after cell goes on doing so.
        let stays = matches!(&now, Asked::Draft(draft) if draft.takes_cells(&sheet, &player));
        let (title, inside) = match now {
            Asked::Nothing => return ().into_any(),
            Asked::Ways(ways) => ways_asked(&sheet, &dice, &player, ways, answer),
            Asked::Draft(draft) => drafted(&sheet, &dice, &player, &draft, asked, answer),
        };
        let place = NodeRef::new();
        if !stays {
            focus_first(place);
        }
        view! {
            <div class="question" role="group" aria-label=t("dice.question") node_ref=place>
                <p aria-live="polite" data-question>{title}</p>
                <div class="row">{inside} {cancel()}</div>
            </div>
        }
        .into_any()
    }
}

/// What it costs, as small boxes.
fn chips(sheet: &Sheet, cost: Cost) -> AnyView {
    let signs = words::cost_signs(language(), sheet, cost);
    let boxes: Vec<AnyView> = signs
        .into_iter()
        .map(|sign| view! { <span class="cost-chip" aria-hidden="true">{sign}</span> }.into_any())
        .collect();
    let spoken = (!cost.is_free()).then(|| {
        let cost = words::cost(language(), cost);
        view! { <span class="visually-hidden">{tf("dice.pay.spoken", &[("cost", &cost)])}</span> }
    });
    view! { {boxes} {spoken} }.into_any()
}

fn ways_asked(
    sheet: &Sheet,
    dice: &Dice,
    player: &Player,
    ways: Vec<Vec<Action>>,
    answer: Callback<Vec<Action>>,
) -> (String, AnyView) {
    let costs: Vec<Cost> = ways.iter().map(|way| Cost::of(way[0])).collect();
    let some_cost = costs.iter().any(|cost| !cost.is_free());
    let title = match (&ways[..], &costs[..]) {
        ([only], [cost]) => {
            let what = words::plain_action(language(), sheet, dice, player, only[0]);
            let ask = tf("dice.pay.ask", &[("cost", &words::cost(language(), *cost))]);
            format!("{ask} {what}")
        }
        _ => t("dice.question").to_owned(),
    };
    let single = ways.len() == 1;
    let buttons: Vec<AnyView> = ways
        .into_iter()
        .zip(costs)
        .map(|(way, cost)| {
            let text = if single {
                t("dice.pay.yes").to_owned()
            } else {
                words::plain_action(language(), sheet, dice, player, way[0])
            };
            let free = (some_cost && cost.is_free())
                .then(|| view! { <span class="cost-chip free">{t("dice.pay.free")}</span> });
            view! {
                <button type="button" class="button small" class:primary=single data-do="answer" on:click=move |_| answer.run(way.clone())>
                    {text} {free} {chips(sheet, cost)}
                </button>
            }
            .into_any()
        })
        .collect();
    (title, buttons.into_any())
}

fn drafted(
    sheet: &Arc<Sheet>,
    dice: &Dice,
    player: &Player,
    draft: &Draft,
    asked: RwSignal<Asked>,
    answer: Callback<Vec<Action>>,
) -> (String, AnyView) {
    let takes_cells = draft.takes_cells(sheet, player);
    let mut title = match draft.picked {
        Some(picked) => words::plain_action(language(), sheet, dice, player, picked),
        None => t("dice.draft.number").to_owned(),
    };
    if takes_cells {
        let more = draft.more(sheet, player);
        title = format!("{title} · {}", tn("dice.draft.more", more as i64));
    }
    let numbers: Vec<AnyView> = (draft.options.iter())
        .filter(|_| !takes_cells)
        .map(|option| number_chip(sheet, player, draft, *option, asked))
        .collect();
    let picked = draft.picked;
    let cost = picked.or(draft.options.first().copied()).map(Cost::of);
    let confirm = view! {
        <button
            type="button"
            class="button small primary"
            data-do="confirm"
            disabled=picked.is_none()
            on:click=move |_| {
                if let Some(picked) = picked {
                    answer.run(vec![picked]);
                }
            }
        >
            {t("dice.draft.confirm")} {cost.map(|cost| chips(sheet, cost))}
        </button>
    };
    let numbers = (!numbers.is_empty()).then(|| view! { <div class="numbers" role="group">{numbers}</div> });
    (title, view! { {numbers} {confirm} }.into_any())
}

/// A number that may be written, with the bonus it takes or gives up.
fn number_chip(
    sheet: &Arc<Sheet>,
    player: &Player,
    draft: &Draft,
    option: Action,
    asked: RwSignal<Asked>,
) -> AnyView {
    let Some((zone, mark)) = choose::mark_of(option) else {
        return ().into_any();
    };
    let ink = player.ink(usize::from(zone));
    let label = words::mark(language(), sheet, zone, ink, mark, None);
    let number = words::number_written(sheet, zone, ink, mark);
    let bonus = matches!(mark, Mark::Half(_) | Mark::Times(_))
        .then(|| bonus_there(sheet, player, option))
        .flatten()
        .map(|award| {
            view! {
                <svg viewBox="0 0 24 18" class:given-up=matches!(mark, Mark::Times(_)) aria-hidden="true">
                    {award_mark(sheet, award, 12.0, 9.0)}
                    <path class="strike" d="M3 15 L21 3"/>
                </svg>
            }
        });
    let picked = draft.picked == Some(option);
    let draft = draft.clone();
    view! {
        <button
            type="button"
            class="number-chip"
            data-do="number"
            aria-label=label
            aria-pressed=picked.to_string()
            on:click=move |_| asked.set(Asked::Draft(Draft { picked: Some(option), ..draft.clone() }))
        >
            {number} {bonus}
        </button>
    }
    .into_any()
}

/// The bonus in the cell that an action fills.
fn bonus_there(sheet: &Sheet, player: &Player, action: Action) -> Option<Award> {
    let (zone, cell) = choose::cells_of(sheet, player, action).iter().next()?;
    let index = usize::from(zone);
    let view = sheet.zones[index].view(player.ink(index));
    view.cell(cell)?.bonus.map(|bonus| bonus.award)
}

/// Moves the focus to what is chosen, or to the first button of what appears, for those who play by keyboard.
fn focus_first(place: NodeRef<leptos::html::Div>) {
    use wasm_bindgen::JsCast;
    Effect::new(move |_| {
        let Some(place) = place.get() else { return };
        let find = |css: &str| place.query_selector(css).ok().flatten();
        if let Some(button) = find("[aria-pressed=true]").or_else(|| find("button:not(:disabled)")) {
            let _ = button.unchecked_into::<web_sys::HtmlElement>().focus();
        }
    });
}
