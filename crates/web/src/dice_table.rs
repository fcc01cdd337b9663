//! The table of the dice games: sheet, dice, and what is to be chosen now.

pub mod choose;
mod fly;
mod focus;
pub mod gains;
pub mod ink;
pub mod plan;
pub mod sheet_view;
pub mod tray;
pub mod typed;
pub mod words;

use std::collections::BTreeSet;
use std::sync::Arc;

use finaud_rules::{Action, Award, Die, DieSet, Phase, Player, Power, Score, Seat, Sheet, Stage};
use leptos::prelude::*;

use crate::any_table::{AnyAction, AnyChance, AnyEvent, AnyTable, Awaits, DiceView};
use crate::coach::Coach;
use crate::messages::{Language, language, t, tf};
use crate::session::Session;
use crate::tell;
use choose::CellId;
pub use sheet_view::{Lights, Powers, SheetView, award_mark, fox_icon};
pub use tray::{Tray, face_view};
use typed::TypedDice;

/// Everything the table shows, worked out once for each change.
#[derive(Clone, PartialEq, Debug)]
struct Scene {
    view: DiceView,
    awaits: Awaits,
    /// The person whose choice is made now.
    acting: Option<Seat>,
    legal: Vec<Action>,
    /// How many events there were: a new one is a new scene even if it looks the same.
    step: usize,
}

/// The table of a dice game.
#[component]
pub fn DiceTable(
    /// The game.
    session: Session,
    /// The coach of this page.
    coach: Coach,
) -> impl IntoView {
    let sheet = Arc::new(
        session
            .table
            .with_untracked(|table| table.sheet().cloned())
            .expect("a dice game has a sheet"),
    );
    // Passive players act side by side: whoever is tapped goes first.
    let wanted = RwSignal::new(None::<Seat>);
    let scene = Memo::new(move |_| session.table.with(|table| scene(table, wanted.get())));
    let view = Signal::derive(move || scene.with(|scene| scene.view.clone()));
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
    let player = Memo::new(move |_| scene.with(|scene| scene.view.players[seat.get().index()]));
    let is_acting = move || scene.with(|scene| scene.acting) == Some(seat.get());
    let play = move |action: Action| {
        let acting = scene.with_untracked(|scene| scene.acting);
        if let Some(acting) = acting {
            let _ = session.play(acting, AnyAction::Dice(action));
        }
    };
    let best = Memo::new(move |_| match coach.best() {
        Some(AnyAction::Dice(action)) => Some(action),
        _ => None,
    });
    let lights = {
        let sheet = Arc::clone(&sheet);
        Memo::new(move |_| {
            let mut lights = Lights {
                fresh: session.table.with(|table| fresh(table, &sheet, seat.get())),
                ..Lights::default()
            };
            if is_acting() {
                let player = player.get();
                lights.legal = scene.with(|scene| choose::lit(&sheet, &player, &scene.legal, selected.get()));
                if let Some(best) = best.get() {
                    lights.hint = choose::cells_of(&sheet, &player, best).into_iter().collect();
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
            match meant[..] {
                [] => {}
                [only] => play(only),
                _ => question.set(meant),
            }
        })
    };
    let tap_power = Callback::new(move |power: Power| {
        if let Some(action) = scene.with_untracked(|scene| choose::circles(&scene.legal, power)) {
            play(action);
        }
    });
    let lit_powers = Signal::derive(move || {
        let circles = |power: &Power| scene.with(|scene| choose::circles(&scene.legal, *power).is_some());
        if is_acting() {
            Power::ALL.into_iter().filter(circles).collect()
        } else {
            Vec::new()
        }
    });
    let usable = Signal::derive(move || scene.with(|scene| choose::usable(&scene.legal)));
    let leaving = Signal::derive(move || match selected.get() {
        Some(die) => session.table.with(|table| table.sent_to_platter(die)),
        None => DieSet::EMPTY,
    });
    let tap_die = Callback::new(move |die: Die| {
        let taken_back = scene.with_untracked(|scene| scene.legal.contains(&Action::TakeBack(die)));
        if taken_back {
            play(Action::TakeBack(die));
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
            .with(|table| table.chairs()[seat.get().index()].name.clone())
    });
    let due = Memo::new(move |_| {
        scene.with(|scene| match scene.awaits {
            Awaits::Typed(AnyChance::Dice(chance)) => Some((chance, scene.step)),
            _ => None,
        })
    });
    let dice = {
        let sheet = Arc::clone(&sheet);
        move || match due.get() {
            Some((chance, _)) => {
                let dice = scene.with_untracked(|scene| scene.view.dice);
                view! { <TypedDice session sheet=Arc::clone(&sheet) chance dice/> }.into_any()
            }
            None => view! {
                <Tray sheet=Arc::clone(&sheet) view usable leaving selected hint=hinted_die on_tap=tap_die/>
            }
            .into_any(),
        }
    };
    keys(session, scene, selected, tap_die, play);
    fly::follow(session, Arc::clone(&sheet), seat);
    view! {
        <div class="dice-table" class:many=move || session.table.with(|table| table.seats() > 1)>
            <SeatTabs session seat shown wanted scene/>
            <div class="sheet-side">
                <RoundBar sheet=Arc::clone(&sheet) view/>
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
                <Ticker session sheet=Arc::clone(&sheet)/>
                {dice}
                <div class="bar">
                    <Waiting sheet=Arc::clone(&sheet) player/>
                    <Question sheet=Arc::clone(&sheet) scene player question play=Callback::new(play)/>
                    <div class="bar-inside" hidden=move || question.with(|question| !question.is_empty())>
                        <Bar session sheet=Arc::clone(&sheet) scene selected coach play=Callback::new(play)/>
                    </div>
                </div>
                <Log session sheet=Arc::clone(&sheet)/>
            </div>
            <Others session sheet=Arc::clone(&sheet) scene seat shown/>
        </div>
    }
    .into_any()
}

fn scene(table: &AnyTable, wanted: Option<Seat>) -> Scene {
    let awaits = table.awaits();
    let acting = match awaits {
        Awaits::People(seats) => wanted.filter(|seat| seats.contains(*seat)).or(seats.first()),
        _ => None,
    };
    let legal = acting.map(|seat| table.legal(seat)).unwrap_or_default();
    let legal = legal
        .into_iter()
        .filter_map(|action| match action {
            AnyAction::Dice(action) => Some(action),
            AnyAction::Push(_) => None,
        })
        .collect();
    Scene {
        view: table.dice_at(table.steps()).expect("a dice game"),
        awaits,
        acting,
        legal,
        step: table.steps(),
    }
}

/// The sheet shown while nobody is asked: the first person's; a bot's where no person plays.
fn own_seat(table: &AnyTable) -> Seat {
    let seats = (0..table.seats() as u8).map(Seat);
    let mut people = seats.filter(|seat| table.is_person(*seat));
    people.next().unwrap_or(Seat(0))
}

/// The cells that the last choice on this sheet wrote.
fn fresh(table: &AnyTable, sheet: &Sheet, seat: Seat) -> BTreeSet<CellId> {
    let cells = |step: usize| match table.event(step) {
        Some(AnyEvent::Choice(chooser, AnyAction::Dice(action))) if chooser == seat => {
            let view = table.dice_at(step)?;
            let cells = choose::cells_of(sheet, &view.players[seat.index()], action);
            (!cells.is_empty()).then_some(cells)
        }
        _ => None,
    };
    // Of this turn only: older ink is dry.
    let last = table.steps();
    (last.saturating_sub(6)..last)
        .rev()
        .find_map(cells)
        .into_iter()
        .flatten()
        .collect()
}

/// Who sits where, with points; a tap shows the sheet.
#[component]
fn SeatTabs(
    session: Session,
    seat: Memo<Seat>,
    shown: RwSignal<Option<Seat>>,
    wanted: RwSignal<Option<Seat>>,
    scene: Memo<Scene>,
) -> impl IntoView {
    let seats = session.table.with_untracked(AnyTable::seats);
    if seats < 2 {
        return ().into_any();
    }
    let tabs: Vec<AnyView> = (0..seats as u8)
        .map(Seat)
        .map(|tab| {
            let name = session
                .table
                .with_untracked(|table| table.chairs()[tab.index()].name.clone());
            let points = Memo::new(move |_| session.table.with(|table| table.points(tab)));
            let asked = Memo::new(move |_| match scene.with(|scene| scene.awaits) {
                Awaits::People(seats) => seats.contains(tab),
                Awaits::Bot(bot, _) => bot == tab,
                _ => false,
            });
            let active = Memo::new(move |_| scene.with(|scene| scene.view.active) == Some(tab));
            view! {
                <button
                    type="button"
                    role="tab"
                    class="seat-tab"
                    class:asked=move || asked.get()
                    class:active=move || active.get()
                    aria-selected=move || (seat.get() == tab).to_string()
                    data-seat=tab.0 + 1
                    on:click=move |_| {
                        shown.set(Some(tab));
                        wanted.set(Some(tab));
                    }
                >
                    <span class="who">{name}</span>
                    <b data-points=tab.0 + 1>{move || points.get()}</b>
                </button>
            }
            .into_any()
        })
        .collect();
    view! { <div class="seat-tabs" role="tablist" aria-label=t("dice.seats")>{tabs}</div> }.into_any()
}

/// The rounds with their bonuses, and which roll it is.
#[component]
fn RoundBar(sheet: Arc<Sheet>, #[prop(into)] view: Signal<DiceView>) -> impl IntoView {
    let rounds = view.with_untracked(|view| view.rounds);
    let boxes: Vec<AnyView> = (1..=rounds)
        .map(|round| {
            let award = sheet.round_awards.get(usize::from(round) - 1).copied().flatten();
            let sign = award.map(|award| {
                view! {
                    <svg viewBox="0 0 24 18" role="img" aria-label=words::award(language(), &sheet, award)>
                        {award_mark(&sheet, award, 12.0, 9.0)}
                    </svg>
                }
            });
            view! {
                <li
                    class="round"
                    class:now=move || view.with(|view| view.round) == round
                    class:past=move || round < view.with(|view| view.round)
                    aria-current=move || (view.with(|view| view.round) == round).then_some("step")
                >
                    {round} {sign}
                </li>
            }
            .into_any()
        })
        .collect();
    let roll = move || {
        view.with(|view| match (view.phase, view.active) {
            (Phase::Over, _) => String::new(),
            (_, None) => t("dice.passive").to_owned(),
            _ => tf("dice.roll", &[("n", &view.roll.max(1))]),
        })
    };
    view! {
        <div class="round-bar">
            <ol class="rounds" aria-label=move || view.with(|view| tf("dice.round", &[("n", &view.round), ("all", &view.rounds)]))>
                {boxes}
            </ol>
            <span class="roll">{roll}</span>
        </div>
    }
    .into_any()
}

/// What just happened, in a line.
#[component]
fn Ticker(session: Session, sheet: Arc<Sheet>) -> impl IntoView {
    let line = move || session.table.with(|table| last_words(language(), table, &sheet));
    view! { <p class="ticker" aria-live="polite" data-ticker>{line}</p> }.into_any()
}

/// The last choice and what it won, in words; the last roll if it came after.
fn last_words(language: Language, table: &AnyTable, sheet: &Sheet) -> String {
    let Some(last) = table.steps().checked_sub(1) else {
        return String::new();
    };
    event_words(language, table, sheet, last)
}

/// An event of a dice game in words, with what it won.
pub fn event_words(language: Language, table: &AnyTable, sheet: &Sheet, step: usize) -> String {
    let (Some(event), Some(before), Some(after)) =
        (table.event(step), table.dice_at(step), table.dice_at(step + 1))
    else {
        return String::new();
    };
    match event {
        AnyEvent::Choice(seat, AnyAction::Dice(action)) => {
            let player = &before.players[seat.index()];
            let what = tell::action(language, table, step, seat, AnyAction::Dice(action));
            let mut line = if table.seats() > 1 {
                let name = &table.chairs()[seat.index()].name;
                language.fill("dice.said.choice", &[("name", name), ("what", &what)])
            } else {
                what
            };
            for award in gains::gains(sheet, player, &after.players[seat.index()]) {
                line += " · ";
                line += &match award {
                    Award::Fox => language.text("dice.won.fox").to_owned(),
                    Award::Circle(power) => {
                        language.fill("dice.won.box", &[("power", &words::power(language, power))])
                    }
                    Award::Gift(gift) => {
                        language.fill("dice.won.gift", &[("gift", &words::gift(language, sheet, gift))])
                    }
                };
            }
            line
        }
        AnyEvent::Luck(luck) => tell::luck(language, table, luck),
        AnyEvent::Choice(..) => String::new(),
    }
}

/// How many events the log goes back.
const LOGGED: usize = 40;

/// What happened, newest first.
#[component]
fn Log(session: Session, sheet: Arc<Sheet>) -> impl IntoView {
    let lines = move || {
        session.table.with(|table| {
            let last = table.steps();
            (last.saturating_sub(LOGGED)..last)
                .rev()
                .map(|step| {
                    let luck = matches!(table.event(step), Some(AnyEvent::Luck(_)));
                    view! { <li class:luck=luck>{event_words(language(), table, &sheet, step)}</li> }
                        .into_any()
                })
                .collect::<Vec<AnyView>>()
        })
    };
    view! {
        <section class="log" aria-label=t("dice.log")>
            <h2>{t("dice.log")}</h2>
            <ol>{lines}</ol>
        </section>
    }
    .into_any()
}

/// The bonuses that wait for a choice.
#[component]
fn Waiting(sheet: Arc<Sheet>, #[prop(into)] player: Signal<Player>) -> impl IntoView {
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
#[component]
fn Question(
    sheet: Arc<Sheet>,
    scene: Memo<Scene>,
    #[prop(into)] player: Signal<Player>,
    question: RwSignal<Vec<Action>>,
    play: Callback<Action>,
) -> impl IntoView {
    move || {
        let actions = question.get();
        if actions.is_empty() {
            return ().into_any();
        }
        let dice = scene.with_untracked(|scene| scene.view.dice);
        let player = player.get_untracked();
        let options: Vec<AnyView> = actions
            .into_iter()
            .map(|action| {
                let text = words::action(language(), &sheet, &dice, &player, action);
                view! {
                    <button type="button" class="button small" data-do="answer" on:click=move |_| {
                        question.set(Vec::new());
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
                    <button type="button" class="button small quiet" data-do="cancel" on:click=move |_| question.set(Vec::new())>
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
#[component]
fn Bar(
    session: Session,
    sheet: Arc<Sheet>,
    scene: Memo<Scene>,
    selected: RwSignal<Option<Die>>,
    coach: Coach,
    play: Callback<Action>,
) -> impl IntoView {
    let asked = {
        let sheet = Arc::clone(&sheet);
        move || scene.with(|scene| prompt(session, &sheet, scene, selected.get()))
    };
    let waits = Memo::new(move |_| session.waits_for_tap());
    let actions = move || scene.with(|scene| choose::buttons(&scene.legal));
    view! {
            <p class="prompt" data-prompt>{asked}</p>
            <div class="bar-buttons">
                <button
                    type="button"
                    class="button small quiet"
                    data-do="undo"
                    disabled=move || !session.table.with(|table| table.can_undo() || table.can_retype())
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
                    waits.get().then(|| {
                        let key = scene.with(luck_label);
                        view! {
                            <button type="button" class="button primary" data-do="roll" on:click=move |_| session.let_luck_happen()>
                                {key}
                            </button>
                        }
                    })
                }}
            </div>
    }
    .into_any()
}

fn luck_label(scene: &Scene) -> &'static str {
    match scene.awaits {
        Awaits::Luck(AnyChance::Dice(finaud_rules::Chance::Sort(_))) => t("dice.do.sort"),
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

/// What is asked, in a sentence.
fn prompt(session: Session, sheet: &Sheet, scene: &Scene, selected: Option<Die>) -> String {
    let name = |seat: Seat| {
        session
            .table
            .with(|table| table.chairs()[seat.index()].name.clone())
    };
    if let (Some(die), Some(_)) = (selected, scene.acting) {
        let die_name = words::die(language(), sheet, die);
        return tf(
            "dice.ask.die",
            &[("die", &die_name), ("n", &scene.view.dice.pips(die))],
        );
    }
    match scene.awaits {
        Awaits::Over => t("dice.ask.over").into(),
        Awaits::Luck(_) => t("dice.ask.luck").into(),
        Awaits::Typed(_) => t("dice.typed.title").into(),
        Awaits::Bot(seat, _) => tf("dice.thinking", &[("name", &name(seat))]),
        Awaits::People(_) => {
            let Some(acting) = scene.acting else {
                return String::new();
            };
            let player = &scene.view.players[acting.index()];
            let text = match scene.view.phase {
                Phase::RoundStart => t("dice.ask.round_bonus"),
                _ if !player.pending().is_empty() => t("dice.ask.bonus"),
                Phase::BeforeRoll => t("dice.ask.before_roll"),
                Phase::Rolled if scene.view.roll >= 3 => t("dice.ask.last"),
                Phase::Window if player.stage() == Stage::Pick => {
                    let platter = scene.view.dice.platter();
                    let from_platter = choose::usable(&scene.legal).and(platter);
                    if from_platter.is_empty() && !choose::usable(&scene.legal).is_empty() {
                        t("dice.ask.pick_slots")
                    } else {
                        t("dice.ask.pick")
                    }
                }
                Phase::Window => t("dice.ask.extra"),
                _ => t("dice.ask.rolled"),
            };
            if session.table.with(AnyTable::seats) > 1 {
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

/// The other sheets, small; a tap shows one large.
#[component]
fn Others(
    session: Session,
    sheet: Arc<Sheet>,
    scene: Memo<Scene>,
    seat: Memo<Seat>,
    shown: RwSignal<Option<Seat>>,
) -> impl IntoView {
    let seats = session.table.with_untracked(AnyTable::seats);
    if seats < 2 {
        return ().into_any();
    }
    let small: Vec<AnyView> = (0..seats as u8)
        .map(Seat)
        .map(|other| {
            let name = session
                .table
                .with_untracked(|table| table.chairs()[other.index()].name.clone());
            let player = Signal::derive(move || scene.with(|scene| scene.view.players[other.index()]));
            let total = {
                let sheet = Arc::clone(&sheet);
                move || player.with(|player| Score::of(&sheet, player).total)
            };
            let label = tf("dice.sheet_of", &[("name", &name)]);
            view! {
                <div class="other" hidden=move || seat.get() == other>
                    <button type="button" class="other-head" on:click=move |_| shown.set(Some(other))>
                        <span>{name}</span>
                        <b>{total}</b>
                    </button>
                    <div class="mini" aria-hidden="true">
                        <SheetView
                            sheet=Arc::clone(&sheet)
                            player
                            lights=Signal::derive(Lights::default)
                            on_tap=Callback::new(|_| ())
                            label
                        />
                    </div>
                </div>
            }
            .into_any()
        })
        .collect();
    view! { <aside class="others">{small}</aside> }.into_any()
}

/// Keys: 1–6 for the dice, R roll, N none, U undo, Escape to let go of a die.
fn keys(
    session: Session,
    scene: Memo<Scene>,
    selected: RwSignal<Option<Die>>,
    tap_die: Callback<Die>,
    play: impl Fn(Action) + Copy + 'static,
) {
    let listener = window_event_listener(leptos::ev::keydown, move |event| {
        let in_field = event.target().is_some_and(|target| {
            use wasm_bindgen::JsCast;
            target
                .dyn_ref::<web_sys::Element>()
                .is_some_and(|element| matches!(element.tag_name().as_str(), "INPUT" | "TEXTAREA" | "SELECT"))
        });
        if in_field || event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        let has = |action: Action| scene.with_untracked(|scene| scene.legal.contains(&action));
        let key = event.key();
        match key.as_str() {
            "1" | "2" | "3" | "4" | "5" | "6" => {
                let index = usize::from(key.as_bytes()[0] - b'1');
                if let Some(die) = Die::from_index(index)
                    && scene.with_untracked(|scene| choose::usable(&scene.legal).contains(die))
                {
                    tap_die.run(die);
                }
            }
            "r" | "R" => {
                if untrack(|| session.waits_for_tap()) {
                    session.let_luck_happen();
                } else if has(Action::Roll) {
                    play(Action::Roll);
                } else if has(Action::Reroll) {
                    play(Action::Reroll);
                }
            }
            "n" | "N" => {
                let none = [Action::Forfeit, Action::Decline, Action::Done, Action::EndRolls];
                if let Some(action) = none.into_iter().find(|action| has(*action)) {
                    play(action);
                }
            }
            "u" | "U" => session.undo(),
            "Escape" => selected.set(None),
            "ArrowRight" | "ArrowDown" => focus::step(&event, focus::Way::On),
            "ArrowLeft" | "ArrowUp" => focus::step(&event, focus::Way::Back),
            _ => {}
        }
    });
    on_cleanup(move || listener.remove());
    focus::keep(move || scene.track());
}
