//! What a tap left open, near the dice: which way, which cells, which number, and what it costs.

use std::sync::Arc;

use finaud_rules::{Action, Award, Dice, Die, Mark, Player, Sheet, insertion_sort};
use leptos::prelude::*;

use super::choose::{self, Cost};
use super::draft::{self, Asked, Difference, Draft};
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
            <div class="question" role="group" aria-label=t("dice.question.title") node_ref=place>
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

/// Which of the ways: what they have in common is said once, above the buttons.
fn ways_asked(
    sheet: &Sheet,
    dice: &Dice,
    player: &Player,
    ways: Vec<Vec<Action>>,
    answer: Callback<Vec<Action>>,
) -> (String, AnyView) {
    let what = |action: Action| words::plain_action(language(), sheet, dice, player, action);
    let button = |class: &'static str, way: Vec<Action>, inside: AnyView| {
        view! {
            <button type="button" class=class data-do="answer" on:click=move |_| answer.run(way.clone())>{inside}</button>
        }
        .into_any()
    };
    if let [only] = &ways[..] {
        let cost = words::cost(language(), Cost::of(only[0]));
        let title = format!("{} {}", tf("dice.pay.ask", &[("cost", &cost)]), what(only[0]));
        let yes = t("dice.pay.yes").into_any();
        return (title, button("button small primary", only.clone(), yes));
    }
    let differ = draft::difference(&ways);
    let one_price = |way: &Vec<Action>| way.len() == 1 && what(way[0]) == what(ways[0][0]);
    // Whoever pays gets the same, or another number.
    let same = differ == Difference::Cost && ways.iter().all(one_price);
    let title = match differ {
        Difference::Die => t("dice.question.die").to_owned(),
        Difference::Bonus => t("dice.question.bonus").to_owned(),
        Difference::Several => t("dice.question.several").to_owned(),
        Difference::Cost if same => tf("dice.question.cost", &[("what", &what(ways[0][0]))]),
        Difference::Cost => t("dice.question.number").to_owned(),
    };
    let rolled = |die: Die| words::rolled(language(), sheet, die, dice.pips(die));
    let some_cost = ways.iter().any(|way| !Cost::of(way[0]).is_free());
    let buttons: Vec<AnyView> = ways
        .into_iter()
        .map(|way| {
            let (action, cost) = (way[0], Cost::of(way[0]));
            let text = match (differ, action) {
                (Difference::Cost, _) if same => words::cost(language(), cost),
                (Difference::Bonus, Action::Circle { gift, .. }) => words::gift(language(), sheet, gift),
                (Difference::Die, Action::Pick(entry) | Action::Extra(entry)) => rolled(entry.die),
                _ => match (numbers(sheet, player, &way), choose::die_of(action)) {
                    (Some(numbers), _) if differ == Difference::Cost => numbers,
                    (Some(numbers), Some(die)) => format!("{} → {numbers}", rolled(die)),
                    _ => what(action),
                },
            };
            let price = (some_cost && !same).then(|| match cost.is_free() {
                true => view! { <span class="cost-chip free">{t("dice.pay.free")}</span> }.into_any(),
                false => chips(sheet, cost),
            });
            button("button small", way, view! { {text} " " {price} }.into_any())
        })
        .collect();
    (title, buttons.into_any())
}

/// The numbers that a way may write: `1 / 3`; `None` if it writes crosses.
fn numbers(sheet: &Sheet, player: &Player, way: &[Action]) -> Option<String> {
    let number = |action: &Action| {
        let (zone, mark) = choose::mark_of(*action)?;
        words::number_written(sheet, zone, player.ink(usize::from(zone)), mark)
    };
    let mut numbers: Vec<u16> = way.iter().map(number).collect::<Option<_>>()?;
    insertion_sort(&mut numbers, Ord::cmp);
    numbers.dedup();
    let texts: Vec<String> = numbers.iter().map(u16::to_string).collect();
    Some(texts.join(" / "))
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
        None if takes_cells => t("dice.draft.main").to_owned(),
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
