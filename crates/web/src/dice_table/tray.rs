//! The six dice: in the tray, on the slots, on the platter.

use std::sync::Arc;

use finaud_rules::{Die, DieSet, Face, Outcome, Place, Sheet};
use finaud_table::AnyOutcome;
use leptos::prelude::*;

use super::words;
use crate::at_step::DicePosition;
use crate::colours;
use crate::messages::{Language, language, t, tf};
use crate::motion::{Fall, cube};

/// Where the pips of a face are, in a square of 30.
fn pips(face: u8) -> &'static [(u8, u8)] {
    match face {
        1 => &[(15, 15)],
        2 => &[(8, 8), (22, 22)],
        3 => &[(8, 8), (15, 15), (22, 22)],
        4 => &[(8, 8), (22, 8), (8, 22), (22, 22)],
        5 => &[(8, 8), (22, 8), (15, 15), (8, 22), (22, 22)],
        6 => &[(8, 7), (22, 7), (8, 15), (22, 15), (8, 23), (22, 23)],
        _ => &[],
    }
}

/// The pips of a face; the letter of the die where it shows nothing yet.
pub fn face_view(face: Option<Face>, letter: char) -> AnyView {
    let shown = face.map_or(0, Face::pips);
    let dots: Vec<AnyView> = pips(shown)
        .iter()
        .map(|(x, y)| view! { <circle cx=*x cy=*y r="3.1"/> }.into_any())
        .collect();
    view! {
        <svg class="face" viewBox="0 0 30 30" aria-hidden="true">
            {if shown == 0 {
                view! { <text class="blank" x="15" y="21">{letter.to_string()}</text> }.into_any()
            } else {
                view! { <g class="pips">{dots}</g> }.into_any()
            }}
        </svg>
    }
    .into_any()
}

/// A die that falls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Throw {
    fall: Fall,
    /// As which of the dice it comes to rest.
    order: usize,
    shown: Face,
}

/// How a die falls; `None` if it lies still.
fn throw(fall: Fall, die: Die) -> Option<Throw> {
    let AnyOutcome::Dice(Outcome::Roll(faces)) = fall.outcome else {
        return None;
    };
    // From the left to the right and back again, so that no die is always the last.
    let thrown = Die::ALL.into_iter().filter(|die| faces[die.index()].is_some());
    let before = thrown.clone().position(|thrown| thrown == die)?;
    let order = match fall.step % 2 {
        0 => before,
        _ => thrown.count() - 1 - before,
    };
    let shown = faces[die.index()]?;
    Some(Throw { fall, order, shown })
}

/// A die in the air. Opposite sides make seven.
fn body(throw: Throw, die: Die, letter: char) -> AnyView {
    let top = throw.shown.pips();
    let around = match top {
        1 | 6 => [2, 3],
        2 | 5 => [1, 3],
        _ => [1, 2],
    };
    let sides = [top, 7 - top, around[0], 7 - around[0], around[1], 7 - around[1]];
    let side = |pips: u8| {
        let letter = (pips == top).then(|| letter.to_string());
        view! { <b class=format!("f{pips}")>{letter}</b> }.into_any()
    };
    cube(throw.fall, die.index(), throw.order, sides.map(side))
}

/// How full the platter is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Crowd {
    /// Are there so many dice that they need the room of empty slots?
    is_crowded: bool,
    /// The first slot that holds a die; where the platter is crowded, the only one.
    held: Option<u8>,
}

impl Crowd {
    fn of(dice: &finaud_rules::Dice) -> Crowd {
        let slot = |die: Die| match dice.place(die) {
            Place::Slot(slot) => Some(slot),
            Place::Pool | Place::Platter => None,
        };
        Crowd {
            is_crowded: dice.platter().len() > 4,
            held: Die::ALL.into_iter().filter_map(slot).min(),
        }
    }
}

/// A die's spoken name.
pub fn spoken(language: Language, sheet: &Sheet, position: &DicePosition, die: Die) -> String {
    let name = words::die(language, sheet, die);
    let Some(face) = position.dice().face(die) else {
        return language.fill("dice.die.unrolled", &[("die", &name)]);
    };
    let n = face.pips();
    match position.dice().place(die) {
        Place::Pool => language.fill("dice.die.tray", &[("die", &name), ("n", &n)]),
        Place::Slot(slot) => language.fill(
            "dice.die.slot",
            &[("die", &name), ("n", &n), ("slot", &(slot + 1))],
        ),
        Place::Platter => language.fill("dice.die.platter", &[("die", &name), ("n", &n)]),
    }
}

/// The dice.
#[component]
pub fn Tray(
    /// The sheet, for the colours of the dice.
    sheet: Arc<Sheet>,
    /// The game.
    #[prop(into)]
    position: Signal<DicePosition>,
    /// The dice that can be tapped.
    #[prop(into)]
    usable: Signal<DieSet>,
    /// The dice that the chosen one sends to the platter.
    #[prop(into)]
    leaving: Signal<DieSet>,
    /// The die that is chosen.
    #[prop(into)]
    selected: Signal<Option<Die>>,
    /// The die the coach would take.
    #[prop(into)]
    hint: Signal<Option<Die>>,
    /// Somebody taps a die.
    on_tap: Callback<Die>,
    /// The dice that are seen falling.
    #[prop(optional)]
    falling: Signal<Option<Fall>>,
) -> impl IntoView {
    let dice: Vec<AnyView> = Die::ALL
        .into_iter()
        .map(|die| {
            die_view(
                &sheet, die, position, usable, leaving, selected, hint, on_tap, falling,
            )
        })
        .collect();
    let numbered = sheet.numbered_slots;
    // Where the platter is crowded, empty slots make room.
    let crowd = Memo::new(move |_| position.with(|position| Crowd::of(position.dice())));
    view! {
        <div class="dice" class:numbered=numbered class:crowded=move || crowd.get().is_crowded
            style=move || format!("--held:{}", u8::from(crowd.get().held.is_some())) role="group" aria-label=t("dice.tray")>
            <span class="place pool" aria-hidden="true" data-tip=t("dice.tip.pool")></span>
            {(1..=3)
                .map(|slot| {
                    view! {
                        <span class="place slot" class:held=move || crowd.get().held == Some(slot - 1)
                            style=move || format!("--i:{};--past:{}", slot - 1, u8::from(crowd.get().held.is_some_and(|held| held < slot - 1))) aria-hidden="true" data-tip=tf("dice.tip.slot", &[("n", &slot)])>
                            {slot.to_string()}
                        </span>
                    }
                })
                .collect_view()}
            <span class="place platter" aria-hidden="true" data-tip=t("dice.tip.platter")><em>{t("dice.platter")}</em></span>
            {dice}
        </div>
    }
    .into_any()
}

#[allow(clippy::too_many_arguments)]
fn die_view(
    sheet: &Arc<Sheet>,
    die: Die,
    position: Signal<DicePosition>,
    usable: Signal<DieSet>,
    leaving: Signal<DieSet>,
    selected: Signal<Option<Die>>,
    hint: Signal<Option<Die>>,
    on_tap: Callback<Die>,
    falling: Signal<Option<Fall>>,
) -> AnyView {
    let colour = colours::of_die(sheet, die);
    let letter = words::letter(language(), sheet, die);
    let can = Memo::new(move |_| usable.with(|usable| usable.contains(die)));
    let place = Memo::new(move |_| {
        position.with(|position| match position.dice().place(die) {
            Place::Pool => ("pool", die.index(), 6),
            Place::Slot(slot) => ("slot", usize::from(slot), 3),
            Place::Platter => {
                let platter = position.dice().platter();
                let before = platter.iter().position(|other| other == die).unwrap_or(0);
                ("platter", before, platter.len())
            }
        })
    });
    // A face that was rolled again is drawn again, and tumbles.
    let face = Memo::new(move |_| {
        position.with(|position| {
            (
                position.dice().face(die),
                position.rerolls(),
                position.roll(),
                position.dice().pool().contains(die),
            )
        })
    });
    let thrown = Memo::new(move |_| falling.get().and_then(|fall| throw(fall, die)));
    let label = {
        let sheet = Arc::clone(sheet);
        move || position.with(|position| spoken(language(), &sheet, position, die))
    };
    view! {
        <button
            type="button"
            // Its place is a class like the others: a whole text that changes would wipe those that stay.
            class=format!("die {colour}")
            class:pool=move || place.get().0 == "pool"
            class:slot=move || place.get().0 == "slot"
            class:platter=move || place.get().0 == "platter"
            class:usable=move || can.get()
            class:selected=move || selected.get() == Some(die)
            class:hint=move || hint.get() == Some(die)
            class:leaving=move || leaving.with(|leaving| leaving.contains(die))
            class:thrown=move || thrown.get().is_some()
            class:unrolled=move || face.get().0.is_none()
            style=move || format!("--i:{};--n:{}", place.get().1, place.get().2)
            data-die=sheet.dice[die.index()].name.clone()
            data-face=move || face.get().0.map_or(0, Face::pips)
            data-place=move || place.get().0
            aria-label=label
            aria-pressed=move || (selected.get() == Some(die)).to_string()
            // Not `disabled`: a die that cannot be chosen still says what it is.
            aria-disabled=move || (!can.get()).then_some("true")
            tabindex=move || if can.get() { "0" } else { "-1" }
            on:click=move |_| {
                if can.get_untracked() {
                    on_tap.run(die);
                }
            }
        >
            {move || {
                let (face, ..) = face.get();
                face_view(face, letter)
            }}
            <span class="die-letter" aria-hidden="true">{letter.to_string()}</span>
            {move || thrown.get().map(|throw| body(throw, die, letter))}
        </button>
    }
    .into_any()
}
