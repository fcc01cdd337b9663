//! What an icon or a letter means, in a sentence: beside it, when a mouse rests on it or a finger taps it.

use finaud_messages::{GiftName, Names};
use finaud_rules::zone::{GroupKind, Printed, Spot, ZoneView};
use finaud_rules::{Award, Give, Power, Sheet};
use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, EventTarget};

use super::focus::{self, Way};
use super::plan::CellPlan;
use crate::messages::{language, t, tf};

/// What a tap does something with: there it explains nothing. A long press does.
const ACTS: &str = ".legal, .usable, a, .question, .typed, button:not([aria-disabled=true]):not(:disabled)";

/// What says what it is: in a description that is spoken too, or, where the thing itself is not spoken of, in a tip alone.
/// A zone is explained at its letter.
const EXPLAINED: &str = "[data-tip], [aria-description]:not(.zone), .dice .die";

/// The sentence that is shown.
#[derive(Clone, PartialEq, Debug)]
struct Tip {
    text: String,
    /// The middle of the thing, and its upper and lower edge.
    x: f64,
    top: f64,
    bottom: f64,
    /// Does a mouse rest on it? Then it waits a little.
    is_hover: bool,
}

/// A finger that was put down: on something that acts, and where.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Touch {
    pub(super) acts: bool,
    pub(super) x: f64,
    pub(super) y: f64,
}

/// The one place where things at the table are explained.
#[derive(Clone, Copy)]
pub(super) struct Tips {
    shown: RwSignal<Option<Tip>>,
    /// Was a finger put down on something that acts, and where? Asked before it does: afterwards it may look different, or
    /// be gone, and browsers move a tap to what they think was meant.
    acts: StoredValue<Option<Touch>>,
    /// Does the focus go from one explained thing to the next?
    walking: StoredValue<bool>,
}

impl Tips {
    pub(super) fn new() -> Tips {
        Tips {
            shown: RwSignal::new(None),
            acts: StoredValue::new(None),
            walking: StoredValue::new(false),
        }
    }

    /// Nothing is explained.
    pub(super) fn hide(self) {
        if self.shown.with_untracked(Option::is_some) {
            self.shown.set(None);
        }
    }

    fn show(self, target: Option<EventTarget>, is_hover: bool) {
        let tip = target
            .and_then(|target| target.dyn_into::<Element>().ok())
            .and_then(|target| explained(&target, is_hover));
        if self.shown.with_untracked(|now| *now != tip) {
            self.shown.set(tip);
        }
    }

    /// A finger is put down.
    pub(super) fn touched(self, event: &ev::PointerEvent) {
        self.acts.set_value(Some(Touch {
            acts: acts(event.target()),
            x: f64::from(event.client_x()),
            y: f64::from(event.client_y()),
        }));
    }

    /// Does a tap do something else than explain?
    pub(super) fn acts(self, event: &ev::MouseEvent) -> bool {
        let touch = self.acts.get_value();
        touch.map_or_else(|| acts(event.target()), |touch| touch.acts)
    }

    /// Where the finger was put down; `None` for a tap without a finger.
    pub(super) fn lifted(self) -> Option<Touch> {
        let touch = self.acts.get_value();
        self.acts.set_value(None);
        touch
    }

    /// Takes the focus to the next thing that is explained, and explains it.
    pub(super) fn walk(self, way: Way) {
        if let Some(thing) = focus::walk(EXPLAINED, way) {
            self.walking.set_value(true);
            self.show(Some(thing.into()), false);
        }
    }

    /// Is the focus on something because it is explained there?
    pub(super) fn walks(self) -> bool {
        let focused = || document().active_element();
        self.walking.get_value() && focused().is_some_and(|here| matches!(here.matches(EXPLAINED), Ok(true)))
    }

    /// Nothing is explained any more.
    pub(super) fn stop(self) {
        self.walking.set_value(false);
        self.hide();
    }

    /// A button for those who come by keys: from here on, arrows go from one explained thing to the next.
    pub(super) fn button(self) -> impl IntoView {
        view! {
            <button type="button" class="skip button small" data-do="explain" aria-keyshortcuts="I" on:click=move |event| {
                    // A tap on a button hides what is explained.
                    event.stop_propagation();
                    self.walk(Way::On);
                }>
                {t("dice.explain")}
            </button>
        }
        .into_any()
    }

    /// A tap on something that is explained.
    pub(super) fn tapped(self, event: &ev::MouseEvent) {
        self.show(event.target(), false);
    }

    /// A mouse comes to rest on something.
    pub(super) fn pointed_at(self, event: &ev::PointerEvent) {
        if event.pointer_type() == "mouse" {
            self.show(event.target(), true);
        }
    }

    /// A finger stays where it is.
    pub(super) fn pressed_long(self, event: &ev::MouseEvent) {
        let by_finger = event
            .dyn_ref::<web_sys::PointerEvent>()
            .is_some_and(|event| event.pointer_type() == "touch");
        if by_finger {
            event.prevent_default();
            self.show(event.target(), false);
        }
    }

    /// The sentence, beside what it explains. A screen reader reads it when it appears.
    pub(super) fn view(self) -> impl IntoView {
        let place = move || {
            let tip = self.shown.get()?;
            // Above the thing, where no finger covers it; below it at the upper edge of the window.
            let side = match tip.top > 130.0 {
                true => format!("bottom:calc(100dvh - {:.0}px + 8px)", tip.top),
                false => format!("top:{:.0}px", tip.bottom + 8.0),
            };
            Some(format!("--x:{:.0}px;{side}", tip.x))
        };
        view! {
            <p
                class="tip"
                class:hover=move || self.shown.with(|tip| tip.as_ref().is_some_and(|tip| tip.is_hover))
                role="status"
                data-tip-shown
                style=place
            >
                {move || self.shown.with(|tip| tip.as_ref().map(|tip| tip.text.clone()))}
            </p>
        }
        .into_any()
    }
}

fn acts(target: Option<EventTarget>) -> bool {
    let element = target.and_then(|target| target.dyn_into::<Element>().ok());
    element.is_some_and(|element| matches!(element.closest(ACTS), Ok(Some(_))))
}

fn explained(target: &Element, is_hover: bool) -> Option<Tip> {
    let thing = target.closest(EXPLAINED).ok()??;
    let text = ["data-tip", "aria-description", "aria-label"]
        .into_iter()
        .find_map(|name| thing.get_attribute(name))?;
    let place = thing.get_bounding_client_rect();
    Some(Tip {
        text,
        x: f64::midpoint(place.left(), place.right()),
        top: place.top(),
        bottom: place.bottom(),
        is_hover,
    })
}

/// What an action box is for.
pub(super) fn power(power: Power) -> &'static str {
    t(match power {
        Power::Reroll => "dice.tip.reroll",
        Power::Extra => "dice.tip.extra",
        Power::Joker => "dice.tip.joker",
        Power::Polish => "dice.tip.polish",
        Power::TakeBack => "dice.tip.take_back",
    })
}

/// What a bonus is worth.
pub(super) fn award(sheet: &Sheet, award: Award) -> String {
    match award {
        Award::Fox => t("dice.tip.fox").to_owned(),
        Award::Circle(which) => power(which).to_owned(),
        Award::Gift(gift) => {
            let names = Names::of(sheet);
            let how = match names.gift_name(gift) {
                Some(GiftName::Marks(marks)) => {
                    let black = marks.iter().any(|(zone, _)| zone.is_none());
                    let gives = |wanted: fn(&Give) -> bool| marks.iter().any(|(_, give)| wanted(give));
                    let parts = [
                        (gives(|give| *give == Give::Cross), "dice.tip.cross"),
                        (gives(|give| *give == Give::Free), "dice.tip.free"),
                        (gives(|give| matches!(give, Give::Number(_))), "dice.tip.number"),
                        (black, "dice.tip.black"),
                    ];
                    let parts = parts.into_iter().filter(|(is_so, _)| *is_so);
                    parts.map(|(_, key)| t(key)).collect::<Vec<_>>().join(" ")
                }
                _ => t("dice.tip.circle").to_owned(),
            };
            let name = names.gift(language(), gift);
            format!("{} {how}", tf("dice.tip.gift", &[("gift", &name)]))
        }
    }
}

/// What a bonus on the sheet is worth, and what wins it.
pub(super) fn badge(sheet: &Sheet, view: &ZoneView, award_there: Award, spot: Spot) -> String {
    let when = match spot {
        Spot::Cell(_) => t("dice.tip.when_cell").to_owned(),
        Spot::Between(_) => t("dice.tip.when_between").to_owned(),
        Spot::Group(index) => {
            let group = view.groups.get(usize::from(index));
            let part = group.is_some_and(|group| {
                let counts = group.cells.iter().filter_map(|cell| view.cell(cell));
                counts.into_iter().any(|cell| cell.shaded)
            });
            match group.map(|group| group.kind) {
                Some(_) if view.crosses.is_some() => {
                    let crosses = view.crosses.unwrap_or(0);
                    tf("dice.tip.when_crosses", &[("n", &crosses)])
                }
                Some(GroupKind::Row(row)) if part => tf("dice.tip.when_row_part", &[("n", &(row + 1))]),
                Some(GroupKind::Row(row)) => tf("dice.tip.when_row", &[("n", &(row + 1))]),
                Some(GroupKind::Column(column)) if part => {
                    tf("dice.tip.when_column_part", &[("n", &(column + 1))])
                }
                Some(GroupKind::Column(column)) => tf("dice.tip.when_column", &[("n", &(column + 1))]),
                Some(GroupKind::Diagonal) => t("dice.tip.when_diagonal").to_owned(),
                Some(GroupKind::Shade(_)) => t("dice.tip.when_shade").to_owned(),
                _ => t("dice.tip.when_group").to_owned(),
            }
        }
    };
    format!("{} {when}", award(sheet, award_there))
}

/// What may be written in a cell.
pub(super) fn cell(plan: CellPlan) -> String {
    if plan.part.is_some() {
        return t("dice.tip.cell_part").to_owned();
    }
    if let Some(from) = plan.bonus_from {
        return tf("dice.tip.cell_bonus_from", &[("number", &from)]);
    }
    let text = match plan.printed {
        Printed::Number(number) => tf("dice.tip.cell_number", &[("number", &number)]),
        Printed::AtLeast { least, factor: 0 | 1 } => tf("dice.tip.cell_least", &[("number", &least)]),
        Printed::AtLeast { least, factor } => {
            let least = tf("dice.tip.cell_least", &[("number", &least)]);
            format!("{least} {}", tf("dice.tip.cell_times", &[("number", &factor)]))
        }
        Printed::Times(factor) => tf("dice.tip.cell_times", &[("number", &factor)]),
        Printed::HalfOrTimes(factor) => tf("dice.tip.cell_half_or_times", &[("number", &factor)]),
        Printed::Half => t("dice.tip.cell_half").to_owned(),
        Printed::Blank => t("dice.tip.cell_blank").to_owned(),
        Printed::Cross => t("dice.tip.cell_cross").to_owned(),
        Printed::Centre(number) => tf("dice.tip.cell_centre", &[("number", &number)]),
    };
    match plan.grey {
        true => format!("{text} {}", t("dice.tip.cell_grey")),
        false => text,
    }
}
