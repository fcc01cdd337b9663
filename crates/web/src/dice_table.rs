//! The table of the dice games: sheet, dice, and what is to be chosen now.

mod bar;
pub mod choose;
mod course;
pub mod draft;
pub mod effects;
pub mod fly;
mod focus;
mod grow;
pub(crate) mod in_sight;
mod keys;
mod panel;
pub mod plan;
pub mod powers;
mod scene;
mod seats;
pub mod sheet_view;
mod signs;
mod tally;
mod tips;
pub mod tray;
pub mod typed;
mod visit;
pub mod words;

use std::sync::Arc;

use finaud_rules::{Action, Die, DieSet, Power, Seat};
use finaud_table::{AnyAction, AnyChance, Awaits};
use leptos::prelude::*;

use crate::coach::Coach;
use crate::handover::seat_colour;
use crate::messages::{language, tf};
use crate::motion::Motion;
use crate::session::GameSession;
use crate::tell;
use bar::{bar, waiting};
use choose::{CellId, SheetCells};
pub use course::event_lines;
use course::{chain_count, log, round_bar, ticker};
use draft::Asked;
use grow::Growth;
use keys::keys;
use plan::{SheetPlan, WIDTH};
pub use powers::Powers;
use scene::{fresh, own_seat, question, scene};
use seats::{others, seat_tabs};
pub use sheet_view::{Lights, SheetView};
pub use signs::{award_mark, fox_icon};
use tips::Tips;
pub use tray::{Tray, face_view};
use typed::{Entered, TypedDice};

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
    let motion = Motion::follow(session);
    let now = Memo::new(move |_| {
        session
            .table
            .with(|table| scene(table, session.asked_here(table), wanted.get()))
    });
    // Dice are seen falling; what they mean is said when they lie.
    let scene = motion.at_rest(now);
    let position = Signal::derive(move || now.with(|scene| scene.position));
    let selected = RwSignal::new(None::<Die>);
    // What a tap may mean is asked before anything is played, and above all before anything is spent.
    let asked = RwSignal::new(Asked::Nothing);
    let tapped = StoredValue::new(None::<CellId>);
    let growth = Growth::new();
    let tips = Tips::new();
    let entered = StoredValue::new(Entered::default());
    // Another sheet than one's own, until it is one's choice again.
    let shown = RwSignal::new(None::<Seat>);
    // What somebody has begun to choose stays, whatever others choose beside them.
    let question = question(session, scene);
    Effect::new(move |_| {
        question.with(|_| ());
        selected.set(None);
        asked.set(Asked::Nothing);
    });
    let best = Memo::new(move |_| match coach.best() {
        Some(AnyAction::Dice(action)) => Some(action),
        _ => None,
    });
    Effect::new(move |_| {
        question.with(|_| ());
        selected.track();
        // What is advised is seen on the whole sheet.
        best.track();
        growth.shrink();
        tips.hide();
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
                .unwrap_or_else(|| session.table.with(|table| own_seat(session, table)))
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
    let follow = move |resolved: Result<Action, Asked>| match resolved {
        Ok(action) => {
            asked.set(Asked::Nothing);
            play(action);
        }
        Err(more) => asked.set(more),
    };
    let mean = {
        let sheet = Arc::clone(&sheet);
        Callback::new(move |(meant, cell): (Vec<Action>, Option<CellId>)| {
            tapped.set_value(cell);
            let offered = scene.with_untracked(|scene| choose::offered(&scene.legal));
            follow(draft::resolve(
                &sheet,
                &player.get_untracked(),
                &offered,
                &meant,
                cell,
            ));
        })
    };
    let answer = {
        let sheet = Arc::clone(&sheet);
        Callback::new(move |way: Vec<Action>| {
            let offered = scene.with_untracked(|scene| choose::offered(&scene.legal));
            let (player, cell) = (player.get_untracked(), tapped.get_value());
            follow(draft::resolve_way(&sheet, &player, &offered, &way, cell));
        })
    };
    let lights = {
        let sheet = Arc::clone(&sheet);
        Memo::new(move |_| {
            let mut lights = Lights {
                fresh: session.table.with(|table| fresh(table, seat.get())),
                ..Lights::default()
            };
            if is_acting() {
                let player = player.get();
                if let Asked::Draft(draft) = &*asked.read() {
                    lights.legal = draft.open(&sheet, &player);
                    lights.drafted = draft.cells;
                    lights.draft = (draft.picked.or(draft.options.first().copied()))
                        .and_then(choose::mark_of)
                        .and_then(|(zone, mark)| {
                            words::number_written(&sheet, zone, player.ink(usize::from(zone)), mark)
                        });
                    if draft.picked.is_none() && !draft.takes_cells(&sheet, &player) {
                        lights.drafted = SheetCells::default();
                    }
                    return lights;
                }
                scene.with(|scene| {
                    lights.legal = choose::lit(&sheet, &player, &scene.legal, selected.get());
                    lights.paid = choose::paid(&sheet, &player, &scene.legal, selected.get());
                });
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
            if growth.takes(&sheet, cell) {
                return;
            }
            let player = player.get_untracked();
            if let Asked::Draft(draft) = asked.get_untracked() {
                let drafted = draft.tap(&sheet, &player, cell);
                asked.set(drafted.map_or(Asked::Nothing, Asked::Draft));
                return;
            }
            let meant = scene.with_untracked(|scene| {
                choose::at_cell(&sheet, &player, &scene.legal, selected.get_untracked(), cell)
            });
            mean.run((meant, Some(cell)));
        })
    };
    let tap_power = Callback::new(move |power: Power| {
        let meant = scene.with_untracked(|scene| choose::at_power(&scene.legal, power));
        mean.run((meant, None));
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
            mean.run((vec![action], None));
        } else {
            selected.update(|selected| *selected = if *selected == Some(die) { None } else { Some(die) });
            asked.set(Asked::Nothing);
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
    let falling = Signal::derive(move || motion.falling());
    let dice = {
        let sheet = Arc::clone(&sheet);
        move || {
            match due.get() {
            Some((chance, _)) => {
                let position = scene.with_untracked(|scene| scene.position);
                view! { <TypedDice session sheet=Arc::clone(&sheet) chance position entered/> }.into_any()
            }
            None => view! {
                <Tray sheet=Arc::clone(&sheet) position usable leaving selected hint=hinted_die on_tap=tap_die falling/>
            }
            .into_any(),
        }
        }
    };
    let links = Memo::new(move |_| session.table.with(|table| effects::chain(table, seat.get())));
    keys(session, scene, selected, asked, growth, tips, tap_die, play);
    let lit = Memo::new(move |_| lights.with(|lights| lights.legal));
    in_sight::keep(move || {
        lit.track();
        // A question takes room, and so does an answer of the coach.
        asked.track();
        best.track();
    });
    fly::follow(session, Arc::clone(&sheet), seat);
    // How wide the sheet is for its height: on a screen that is wide and low it takes all of the height.
    let ratio = format!(
        "--ratio:{:.3}",
        (WIDTH + 2.0) / (SheetPlan::of(&sheet).height + 2.0)
    );
    let sheet_below = Arc::clone(&sheet);
    view! {
        <div
            class="dice-table"
            style=move || format!("{};{ratio}", seat_colour(seat.get()))
            on:click=move |event| {
                let acts = tips.acts(&event);
                let touch = tips.lifted();
                if acts {
                    return tips.hide();
                }
                if let Some(cell) = touch.and_then(|touch| growth.beside(&sheet_below, touch.x, touch.y)) {
                    return tap_cell.run(cell);
                }
                tips.tapped(&event);
                growth.shrink();
            }
            on:pointerdown=move |event| tips.touched(&event)
            on:pointerover=move |event| tips.pointed_at(&event)
            on:pointerleave=move |_| tips.hide()
            on:contextmenu=move |event| tips.pressed_long(&event)
            class:falling=move || falling.get().is_some()
            class:many=move || session.table.with(|table| table.seats() > 1)>
            {tips.button()}
            {seat_tabs(session, seat, shown, wanted, scene)}
            {visit::visits(session, Arc::clone(&sheet), scene, seat)}
            <div class="sheet-side">
                {round_bar(&sheet, rounds, position)}
                {chain_count(links)}
                {tally::tally(session, Arc::clone(&sheet))}
                <Powers sheet=Arc::clone(&sheet) player lit=lit_powers on_tap=tap_power/>
                {
                    let sheet = Arc::clone(&sheet);
                    move || {
                        let label = tf("dice.sheet_of", &[("name", &name.get())]);
                        view! {
                            <div class="sheet-frame" class:grown=move || growth.is_grown() style=move || growth.style() node_ref=growth.frame>
                                <SheetView sheet=Arc::clone(&sheet) player lights on_tap=tap_cell label/>
                            </div>
                        }
                    }
                }
            </div>
            <div class="play-side">
                <div class="at-hand">
                    {ticker(session, Arc::clone(&sheet), motion, links, player)}
                    {dice}
                    <div class="bar">
                        {waiting(Arc::clone(&sheet), player)}
                        {panel::panel(Arc::clone(&sheet), scene, player, asked, answer)}
                        <div class="bar-inside" hidden=move || asked.with(|asked| *asked != Asked::Nothing)>
                            {bar(session, Arc::clone(&sheet), scene, selected, player, growth, coach, Callback::new(play), tap_power)}
                        </div>
                    </div>
                </div>
                {log(session, Arc::clone(&sheet), motion)}
            </div>
            {others(session, &sheet, scene, seat, shown)}
            {tips.view()}
        </div>
    }
    .into_any()
}
