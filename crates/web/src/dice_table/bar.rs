//! What is asked now, and the buttons for what is neither a die nor a cell.

use std::sync::Arc;

use finaud_messages::Names;
use finaud_rules::{Action, Award, Die, Phase, Player, Power, ROLLS, Seat, Sheet, Stage};
use finaud_table::{AnyAction, AnyChance, Awaits, Table};
use leptos::prelude::*;

use super::choose::Cost;
use super::grow::Growth;
use super::scene::DiceScene;
use super::signs::award_mark;
use super::{choose, tips, words};
use crate::coach::Coach;
use crate::hurry::hurry_button;
use crate::messages::{language, t, tf};
use crate::session::{GameSession, waited_for};
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
                    <li class="gift-chip" aria-description=tips::award(&sheet, Award::Gift(gift))>
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

/// What is asked now, and the buttons for what is neither a die nor a cell.
#[allow(clippy::too_many_arguments)]
pub(super) fn bar(
    session: GameSession,
    sheet: Arc<Sheet>,
    scene: Memo<DiceScene>,
    selected: RwSignal<Option<Die>>,
    player: Memo<Player>,
    growth: Growth,
    coach: Coach,
    play: Callback<Action>,
    circle: Callback<Power>,
) -> impl IntoView {
    let asked = {
        let sheet = Arc::clone(&sheet);
        move || match growth.is_grown() {
            true => t("dice.grown").to_owned(),
            false => scene.with(|scene| prompt(session, &sheet, scene, selected.get())),
        }
    };
    let waits = Memo::new(move |_| session.waits_for_tap());
    let actions = move || scene.with(|scene| choose::buttons(&scene.legal));
    let circles = move || scene.with(|scene| choose::lit_powers(&scene.legal));
    let lit = {
        let sheet = Arc::clone(&sheet);
        move |wanted: Rank| {
            let player = player.get();
            actions()
                .into_iter()
                .filter(|action| rank(*action) == wanted)
                .map(|action| action_button(&sheet, &player, action, coach, play))
                .collect_view()
        }
    };
    let go = lit.clone();
    view! {
            <p class="prompt" data-prompt>{asked}</p>
            <div class="bar-buttons">
                <button
                    type="button"
                    class="button small quiet"
                    class:offered=move || session.undo_offered.get()
                    data-do="undo"
                    aria-label=t("common.undo")
                    disabled=move || !session.can_undo()
                    on:click=move |_| session.undo()
                >
                    <span aria-hidden="true">"↶"</span>
                    <span class="word">{t("common.undo")}</span>
                </button>
                {coach.button()}
                {move || lit(Rank::Aside)}
                {hurry_button(session)}
                {move || {
                    circles()
                        .into_iter()
                        .map(|power| {
                            let is_best = move || {
                                matches!(coach.best(), Some(AnyAction::Dice(Action::Circle { power: best, .. })) if best == power)
                            };
                            view! {
                                <button type="button" class="button small" class:best=is_best data-do="circle" on:click=move |_| circle.run(power)>
                                    {words::power(language(), power)}
                                </button>
                            }
                        })
                        .collect_view()
                }}
            </div>
            // The place of what most people do next: nothing else is ever put under that finger.
            <div class="go">
                {move || go(Rank::Go)}
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

/// Where the button of an action stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rank {
    /// Where rolling is.
    Go,
    /// Beside it: what is spent or given up.
    Aside,
}

fn rank(action: Action) -> Rank {
    match action {
        Action::Reroll | Action::Forfeit | Action::Decline => Rank::Aside,
        _ => Rank::Go,
    }
}

fn chance_label(scene: &DiceScene) -> &'static str {
    match scene.awaits {
        Awaits::Seeded(AnyChance::Dice(finaud_rules::Chance::Sort(_))) => t("dice.do.sort"),
        _ => t("dice.do.roll"),
    }
}

fn action_button(
    sheet: &Sheet,
    player: &Player,
    action: Action,
    coach: Coach,
    play: Callback<Action>,
) -> AnyView {
    let (name, text) = match action {
        Action::Roll => ("roll", t("dice.do.roll")),
        Action::EndRolls => ("end-rolls", t("dice.do.end_rolls")),
        Action::Reroll => ("reroll", t("dice.do.reroll")),
        Action::Forfeit => ("forfeit", t("dice.do.forfeit")),
        Action::Decline => ("decline", t("dice.do.decline")),
        _ => ("done", t("dice.do.done")),
    };
    let class = match (rank(action), action) {
        (Rank::Aside, _) => "button small held",
        (Rank::Go, Action::Roll) => "button small primary",
        (Rank::Go, _) => "button small primary held",
    };
    let cost = Cost::of(action);
    let label = (!cost.is_free()).then(|| {
        let left: u8 = (cost.parts()).map(|(power, _)| player.boxes(power).left()).sum();
        let cost = words::cost(language(), cost);
        tf(
            "dice.pay.button",
            &[("what", &text), ("cost", &cost), ("n", &left)],
        )
    });
    let chips = (!cost.is_free()).then(|| {
        let left = cost
            .parts()
            .map(|(power, _)| player.boxes(power).left())
            .sum::<u8>();
        let signs = words::cost_signs(language(), sheet, cost).concat();
        view! { <span class="cost-chip" aria-hidden="true">{format!("{signs} × {left}")}</span> }
    });
    view! {
        <button type="button" class=class class:best=move || coach.best() == Some(AnyAction::Dice(action)) data-do=name aria-label=label on:click=move |_| play.run(action)>
            {text} {chips}
        </button>
    }
    .into_any()
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
        // Somebody who plays alone need not be named, and the pad for real dice says what to do.
        Awaits::Seeded(_) => match roller(session, scene) {
            Some(roller) => tf("dice.ask.rolls", &[("name", &name(roller))]),
            None => t("dice.ask.luck").into(),
        },
        Awaits::Typed(_) => match roller(session, scene) {
            Some(roller) => tf("dice.ask.rolls", &[("name", &name(roller))]),
            None => String::new(),
        },
        Awaits::Choice { .. } => {
            let Some(acting) = scene.acting else {
                return match (session.remote, scene.awaits.bot()) {
                    (Some(_), _) => session.table.with(|table| waited_for(table, scene.awaits)),
                    (None, Some(bot)) => tf("dice.thinking", &[("name", &name(bot))]),
                    (None, None) => String::new(),
                };
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
            let name = name(acting);
            // Whoever is addressed need not be named.
            if session.table.with(Table::seats) > 1 && !tell::is_you(&name) {
                format!(
                    "{} {text}",
                    tf("dice.said.choice", &[("name", &name), ("what", &"")]).trim_end()
                )
            } else {
                text.to_owned()
            }
        }
    }
}
