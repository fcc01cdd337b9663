//! What is asked now, and the buttons for what is neither a die nor a cell.

use std::sync::Arc;

use finaud_messages::Names;
use finaud_rules::{Action, Award, Die, Phase, Player, Power, ROLLS, Seat, Sheet, Stage};
use finaud_table::{AnyChance, Awaits, Table};
use leptos::prelude::*;

use super::scene::DiceScene;
use super::sheet_view::award_mark;
use super::{choose, words};
use crate::coach::Coach;
use crate::messages::{language, t, tf};
use crate::session::GameSession;
use crate::tell;

/// The bonuses that wait for a choice.
pub(super) fn waiting(sheet: Arc<Sheet>, player: Memo<Player>) -> impl IntoView {
    move || {
        let pending = player.with(Player::pending);
        if pending.is_empty() {
            return ().into_any();
        }
        let chips: Vec<AnyView> = pending
            .kinds()
            .flat_map(|gift| (0..pending.count(gift)).map(move |_| gift))
            .map(|gift| {
                let name = words::gift(language(), &sheet, gift);
                view! {
                    <li class="gift-chip">
                        <svg viewBox="0 0 24 18" aria-hidden="true">{award_mark(&sheet, Award::Gift(gift), 12.0, 9.0)}</svg>
                        {name}
                    </li>
                }
                .into_any()
            })
            .collect();
        view! { <ul class="gifts" aria-label=t("dice.waiting_bonus")>{chips}</ul> }.into_any()
    }
}

/// A small plain question where a tap could mean several things.
pub(super) fn question(
    sheet: Arc<Sheet>,
    scene: Memo<DiceScene>,
    player: Memo<Player>,
    asked: RwSignal<Vec<Action>>,
    play: Callback<Action>,
) -> impl IntoView {
    move || {
        let actions = asked.get();
        if actions.is_empty() {
            return ().into_any();
        }
        let dice = scene.with_untracked(|scene| *scene.position.dice());
        let player = player.get_untracked();
        let options: Vec<AnyView> = actions
            .into_iter()
            .map(|action| {
                let text = words::action(language(), &sheet, &dice, &player, action);
                view! {
                    <button type="button" class="button small" data-do="answer" on:click=move |_| {
                        asked.set(Vec::new());
                        play.run(action);
                    }>{text}</button>
                }
                .into_any()
            })
            .collect();
        view! {
            <div class="question" role="group" aria-label=t("dice.question") node_ref=focus_first()>
                <p>{t("dice.question")}</p>
                <div class="row">
                    {options}
                    <button type="button" class="button small quiet" data-do="cancel" on:click=move |_| asked.set(Vec::new())>
                        {t("common.cancel")}
                    </button>
                </div>
            </div>
        }
        .into_any()
    }
}

/// Moves the focus to the first button of what appears, for those who play by keyboard.
fn focus_first() -> NodeRef<leptos::html::Div> {
    use wasm_bindgen::JsCast;
    let place = NodeRef::<leptos::html::Div>::new();
    Effect::new(move |_| {
        if let Some(place) = place.get()
            && let Ok(Some(button)) = place.query_selector("button")
        {
            let _ = button.unchecked_into::<web_sys::HtmlElement>().focus();
        }
    });
    place
}

/// What is asked now, and the buttons for what is neither a die nor a cell.
pub(super) fn bar(
    session: GameSession,
    sheet: Arc<Sheet>,
    scene: Memo<DiceScene>,
    selected: RwSignal<Option<Die>>,
    coach: Coach,
    play: Callback<Action>,
    circle: Callback<Power>,
) -> impl IntoView {
    let asked = {
        let sheet = Arc::clone(&sheet);
        move || scene.with(|scene| prompt(session, &sheet, scene, selected.get()))
    };
    let waits = Memo::new(move |_| session.waits_for_tap());
    let actions = move || scene.with(|scene| choose::buttons(&scene.legal));
    let circles = move || scene.with(|scene| choose::lit_powers(&scene.legal));
    view! {
            <p class="prompt" data-prompt>{asked}</p>
            <div class="bar-buttons">
                <button
                    type="button"
                    class="button small quiet"
                    data-do="undo"
                    aria-label=t("common.undo")
                    disabled=move || !session.can_undo()
                    on:click=move |_| session.undo()
                >
                    <span aria-hidden="true">"↶"</span>
                    {t("dice.undo")}
                </button>
                {coach.button()}
                <span class="spacer"></span>
                {move || {
                    actions()
                        .into_iter()
                        .map(|action| action_button(action, play))
                        .collect_view()
                }}
                {move || {
                    circles()
                        .into_iter()
                        .map(|power| {
                            view! {
                                <button type="button" class="button small" data-do="circle" on:click=move |_| circle.run(power)>
                                    {words::power(language(), power)}
                                </button>
                            }
                        })
                        .collect_view()
                }}
                {move || {
                    waits.get().then(|| {
                        let label = scene.with(chance_label);
                        view! {
                            <button type="button" class="button primary" data-do="roll" on:click=move |_| session.apply_seeded()>
                                {label}
                            </button>
                        }
                    })
                }}
            </div>
    }
    .into_any()
}

fn chance_label(scene: &DiceScene) -> &'static str {
    match scene.awaits {
        Awaits::Seeded(AnyChance::Dice(finaud_rules::Chance::Sort(_))) => t("dice.do.sort"),
        _ => t("dice.do.roll"),
    }
}

fn action_button(action: Action, play: Callback<Action>) -> AnyView {
    let (name, text, primary) = match action {
        Action::Roll => ("roll", t("dice.do.roll"), true),
        Action::EndRolls => ("end-rolls", t("dice.do.end_rolls"), true),
        Action::Reroll => ("reroll", t("dice.do.reroll"), false),
        Action::Forfeit => ("forfeit", t("dice.do.forfeit"), false),
        Action::Decline => ("decline", t("dice.do.decline"), false),
        _ => ("done", t("dice.do.done"), true),
    };
    let class = if primary {
        "button small primary"
    } else {
        "button small"
    };
    view! { <button type="button" class=class data-do=name on:click=move |_| play.run(action)>{text}</button> }.into_any()
}

/// Who rolls, where several play.
fn roller(session: GameSession, scene: &DiceScene) -> Option<Seat> {
    scene
        .position
        .active()
        .filter(|_| session.table.with(Table::seats) > 1)
}

/// What is asked, in a sentence.
fn prompt(session: GameSession, sheet: &Sheet, scene: &DiceScene, selected: Option<Die>) -> String {
    let name = |seat: Seat| session.table.with(|table| tell::seat(language(), table, seat));
    if let (Some(die), Some(_)) = (selected, scene.acting) {
        let name = Names::of(sheet).die(language(), die);
        let n = scene.position.dice().pips(die);
        return tf("dice.ask.die", &[("die", &name), ("n", &n)]);
    }
    match scene.awaits {
        Awaits::Over => t("dice.ask.over").into(),
        // Who plays alone needs not be named, and the pad for real dice says what to do.
        Awaits::Seeded(_) => match roller(session, scene) {
            Some(roller) => tf("dice.ask.rolls", &[("name", &name(roller))]),
            None => t("dice.ask.luck").into(),
        },
        Awaits::Typed(_) => match roller(session, scene) {
            Some(roller) => tf("dice.ask.rolls", &[("name", &name(roller))]),
            None => String::new(),
        },
        Awaits::Choice { .. } => {
            if let Some(bot) = scene.awaits.bot() {
                return tf("dice.thinking", &[("name", &name(bot))]);
            }
            let Some(acting) = scene.acting else {
                return String::new();
            };
            let player = scene.position.player(acting);
            let text = match scene.position.phase() {
                _ if !choose::lit_powers(&scene.legal).is_empty() => t("dice.ask.circle"),
                Phase::RoundStart => t("dice.ask.round_bonus"),
                _ if !player.pending().is_empty() => t("dice.ask.bonus"),
                Phase::BeforeRoll => t("dice.ask.before_roll"),
                Phase::Rolled if scene.position.roll() >= ROLLS => t("dice.ask.last"),
                Phase::Window if player.stage() == Stage::Pick => {
                    let platter = scene.position.dice().platter();
                    let from_platter = choose::usable(&scene.legal).and(platter);
                    if from_platter.is_empty() && !choose::usable(&scene.legal).is_empty() {
                        t("dice.ask.pick_slots")
                    } else {
                        t("dice.ask.pick")
                    }
                }
                Phase::Window => t("dice.ask.extra"),
                _ if choose::usable(&scene.legal).is_empty() => t("dice.ask.nothing_fits"),
                _ => t("dice.ask.rolled"),
            };
            if session.table.with(Table::seats) > 1 {
                format!(
                    "{} {text}",
                    tf("dice.said.choice", &[("name", &name(acting)), ("what", &"")]).trim_end()
                )
            } else {
                text.to_owned()
            }
        }
    }
}
