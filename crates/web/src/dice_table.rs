//! The table of the dice games: sheet, dice, and what is to be chosen now.

mod bar;
pub mod choose;
mod course;
pub mod effects;
pub mod fly;
mod focus;
mod in_sight;
mod keys;
pub mod plan;
mod scene;
mod seats;
pub mod sheet_view;
pub mod tray;
pub mod typed;
pub mod words;

use std::sync::Arc;

use finaud_rules::{Action, Die, DieSet, Power, Seat};
use finaud_table::{AnyAction, AnyChance, Awaits};
use leptos::prelude::*;

use crate::coach::Coach;
use crate::messages::{language, tf};
use crate::session::GameSession;
use crate::tell;
use bar::{bar, waiting};
use choose::CellId;
pub use course::event_lines;
use course::{log, round_bar, ticker};
use keys::keys;
use scene::{fresh, own_seat, scene};
use seats::{others, seat_tabs};
pub use sheet_view::{Lights, Powers, SheetView, award_mark, fox_icon};
pub use tray::{Tray, face_view};
use typed::TypedDice;

/// The table of a dice game.
#[component]
pub fn DiceTable(
    /// The game.
    session: GameSession,
    /// The coach of this page.
    coach: Coach,
) -> impl IntoView {
    let sheet = Arc::new(
        session
            .table
            .with_untracked(|table| table.sheet().cloned())
            .expect("a dice game has a sheet"),
    );
    let rounds = session
        .table
        .with_untracked(|table| table.dice().map_or(0, |table| table.game().rounds()));
    // Passive players act side by side: whoever is tapped goes first.
    let wanted = RwSignal::new(None::<Seat>);
    let scene = Memo::new(move |_| session.table.with(|table| scene(table, wanted.get())));
    let position = Signal::derive(move || scene.with(|scene| scene.position));
    let selected = RwSignal::new(None::<Die>);
    let question = RwSignal::new(Vec::<Action>::new());
    // Another sheet than one's own, until it is one's choice again.
    let shown = RwSignal::new(None::<Seat>);
    Effect::new(move |_| {
        scene.track();
        selected.set(None);
        question.set(Vec::new());
    });
    Effect::new(move |before: Option<Option<Seat>>| {
        let acting = scene.with(|scene| scene.acting);
        if acting.is_some() && before != Some(acting) {
            shown.set(None);
        }
        acting
    });
    let seat = Memo::new(move |_| {
        shown.get().unwrap_or_else(|| {
            scene
                .with(|scene| scene.acting)
                .unwrap_or_else(|| session.table.with(own_seat))
        })
    });
    let player = Memo::new(move |_| scene.with(|scene| *scene.position.player(seat.get())));
    let is_acting = move || scene.with(|scene| scene.acting) == Some(seat.get());
    let play = move |action: Action| {
        let acting = scene.with_untracked(|scene| scene.acting);
        if let Some(acting) = acting {
            let _ = session.play(acting, AnyAction::Dice(action));
        }
    };
    // A tap that may mean several things is asked about.
    let mean = move |meant: Vec<Action>| match meant[..] {
        [] => {}
        [only] => play(only),
        _ => question.set(meant),
    };
    let best = Memo::new(move |_| match coach.best() {
        Some(AnyAction::Dice(action)) => Some(action),
        _ => None,
    });
    let lights = {
        let sheet = Arc::clone(&sheet);
        Memo::new(move |_| {
            let mut lights = Lights {
                fresh: session.table.with(|table| fresh(table, seat.get())),
                ..Lights::default()
            };
            if is_acting() {
                let player = player.get();
                lights.legal = scene.with(|scene| choose::lit(&sheet, &player, &scene.legal, selected.get()));
                if let Some(best) = best.get() {
                    lights.hint = choose::cells_of(&sheet, &player, best);
                }
            }
            lights
        })
    };
    let tap_cell = {
        let sheet = Arc::clone(&sheet);
        Callback::new(move |cell: CellId| {
            let player = player.get_untracked();
            let meant = scene.with_untracked(|scene| {
                choose::at_cell(&sheet, &player, &scene.legal, selected.get_untracked(), cell)
            });
            mean(meant);
        })
    };
    let tap_power = Callback::new(move |power: Power| {
        mean(scene.with_untracked(|scene| choose::at_power(&scene.legal, power)));
    });
    let lit_powers = Signal::derive(move || {
        if is_acting() {
            scene.with(|scene| choose::lit_powers(&scene.legal))
        } else {
            Vec::new()
        }
    });
    let usable = Signal::derive(move || scene.with(|scene| choose::usable(&scene.legal)));
    let leaving = Signal::derive(move || match selected.get() {
        Some(die) => scene.with(|scene| scene.position.sent_to_platter(die)),
        None => DieSet::EMPTY,
    });
    let tap_die = Callback::new(move |die: Die| {
        let at_once = scene.with_untracked(|scene| choose::at_die(&scene.legal, die));
        if let Some(action) = at_once {
            play(action);
        } else {
            selected.update(|selected| *selected = if *selected == Some(die) { None } else { Some(die) });
            question.set(Vec::new());
        }
    });
    let hinted_die = Signal::derive(move || best.get().and_then(choose::die_of));
    // The sheet and the dice are drawn once and then follow; only these draw them anew.
    let name = Memo::new(move |_| {
        session
            .table
            .with(|table| tell::seat(language(), table, seat.get()))
    });
    let due = Memo::new(move |_| {
        scene.with(|scene| match scene.awaits {
            Awaits::Typed(AnyChance::Dice(chance)) => Some((chance, scene.step)),
            _ => None,
        })
    });
    let dice = {
        let sheet = Arc::clone(&sheet);
        move || {
            match due.get() {
            Some((chance, _)) => {
                let dice = scene.with_untracked(|scene| *scene.position.dice());
                view! { <TypedDice session sheet=Arc::clone(&sheet) chance dice/> }.into_any()
            }
            None => view! {
                <Tray sheet=Arc::clone(&sheet) position usable leaving selected hint=hinted_die on_tap=tap_die/>
            }
            .into_any(),
        }
        }
    };
    keys(session, scene, selected, tap_die, play);
    let lit = Memo::new(move |_| lights.with(|lights| lights.legal));
    in_sight::keep(move || lit.track());
    fly::follow(session, Arc::clone(&sheet), seat);
    view! {
        <div class="dice-table" class:many=move || session.table.with(|table| table.seats() > 1)>
            {seat_tabs(session, seat, shown, wanted, scene)}
            <div class="sheet-side">
                {round_bar(&sheet, rounds, position)}
                <Powers sheet=Arc::clone(&sheet) player lit=lit_powers on_tap=tap_power/>
                {
                    let sheet = Arc::clone(&sheet);
                    move || {
                        let label = tf("dice.sheet_of", &[("name", &name.get())]);
                        view! { <SheetView sheet=Arc::clone(&sheet) player lights on_tap=tap_cell label/> }
                    }
                }
            </div>
            <div class="play-side">
                <div class="at-hand">
                    {ticker(session, Arc::clone(&sheet))}
                    {dice}
                    <div class="bar">
                        {waiting(Arc::clone(&sheet), player)}
                        {bar::question(Arc::clone(&sheet), scene, player, question, Callback::new(play))}
                        <div class="bar-inside" hidden=move || question.with(|question| !question.is_empty())>
                            {bar(session, Arc::clone(&sheet), scene, selected, coach, Callback::new(play), tap_power)}
                        </div>
                    </div>
                </div>
                {log(session, Arc::clone(&sheet))}
            </div>
            {others(session, &sheet, scene, seat, shown)}
        </div>
    }
    .into_any()
}
