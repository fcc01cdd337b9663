//! A cell of a sheet: what is printed in it, what is written there, and whether it is lit.

use std::sync::Arc;

use finaud_rules::Sheet;
use finaud_rules::zone::{CellStatus, CellView, Printed, Written, ZoneView};
use leptos::prelude::*;

use super::Lights;
use crate::dice_table::choose::CellId;
use crate::dice_table::plan::CellPlan;
use crate::dice_table::{tips, words};
use crate::messages::{Language, language};

pub(super) fn cell_view(
    sheet: &Arc<Sheet>,
    zone: usize,
    cell: CellPlan,
    read: Memo<ZoneView>,
    lights: Signal<Lights>,
    on_tap: Callback<CellId>,
) -> AnyView {
    let id: CellId = (zone as u8, cell.id);
    let rect = cell.rect;
    let (cx, cy) = rect.middle();
    let name = sheet.zones[zone].name.clone();
    if let Printed::Centre(number) = cell.printed {
        return view! {
            <g class="cell centre" aria-hidden="true" data-tip=tips::cell(cell)>
                <rect x=rect.x + 1.0 y=rect.y + 1.0 width=rect.w - 2.0 height=rect.h - 2.0 rx="9"/>
                <text class="printed-number" x=cx y=cy + 5.5>{number}</text>
            </g>
        }
        .into_any();
    }
    if cell.printed == Printed::Cross {
        return view! {
            <g class="cell printed" aria-hidden="true" data-tip=tips::cell(cell)>
                <rect x=rect.x + 1.0 y=rect.y + 1.0 width=rect.w - 2.0 height=rect.h - 2.0 rx="5"/>
                <path class="cross" d=cross(cx, cy, rect.w * 0.24)/>
            </g>
        }
        .into_any();
    }
    let ink = Memo::new(move |_| read.with(|zone| zone.cell(cell.id).map(InCell::of).unwrap_or_default()));
    let light = Memo::new(move |_| lights.with(|lights| lights.at(id)));
    let legal = move || light.get().legal;
    let label = {
        let what = read.with_untracked(|view| words::cell(language(), sheet, zone, view, cell.id));
        move || {
            let name = light.get().reviewed(spoken(language(), &what, ink.get()));
            match light.get().paid {
                None => name,
                Some(cost) => {
                    let cost = words::cost(language(), cost);
                    language().fill("dice.pay.cell", &[("cell", &name), ("cost", &cost)])
                }
            }
        }
    };
    let tap = move || {
        if light.get_untracked().legal {
            on_tap.run(id);
        }
    };
    let draft = move || {
        light.get().draft.map(|number| match number {
            None => view! { <path class="cross ghost" d=cross(cx, cy, rect.w * 0.27)/> }.into_any(),
            Some(number) => view! { <text class="number ghost" x=cx y=cy + 6.0>{number}</text> }.into_any(),
        })
    };
    let printed = match cell.printed {
        Printed::Blank | Printed::Cross | Printed::Centre(_) => String::new(),
        Printed::Number(number) => number.to_string(),
        Printed::AtLeast { least, factor: 0 | 1 } => format!("≥{least}"),
        Printed::AtLeast { factor, .. } | Printed::Times(factor) | Printed::HalfOrTimes(factor) => {
            format!("×{factor}")
        }
        Printed::Half => "½".into(),
    };
    let is_factor = printed.starts_with(['×', '½']);
    let from = (cell.bonus_from)
        .map(|from| view! { <text class="from" x=cx y=cy + 4.0>{format!("≥{from}")}</text> });
    let part = cell.part.map_or_else(String::new, |part| {
        let start = if part.start { " start" } else { "" };
        format!(" part shade-{}{start}", part.shade)
    });
    view! {
        <g
            class=format!("cell{part}")
            class:legal=legal
            class:hint=move || light.get().hint
            class:fresh=move || light.get().fresh
            class:played=move || light.get().played
            class:better=move || light.get().better
            class:paid=move || light.get().paid.is_some()
            class:drafted=move || light.get().draft.is_some()
            class:grey=cell.grey
            class:shaded=cell.shaded
            class:factor=is_factor
            class:filled=move || matches!(ink.get(), InCell::Written(Written::Cross | Written::Number(_)))
            class:lost=move || ink.get() == InCell::Closed
            data-zone=name
            data-cell=cell.id
            aria-description=tips::cell(cell)
            role=move || if legal() { "button" } else { "img" }
            tabindex=move || legal().then_some("0")
            aria-label=label
            aria-pressed=move || light.get().draft.map(|_| "true")
            on:click=move |_| tap()
            on:keydown=move |event| {
                if !event.repeat() && matches!(event.key().as_str(), "Enter" | " ") {
                    event.prevent_default();
                    tap();
                }
            }
        >
            <rect x=rect.x + 1.0 y=rect.y + 1.0 width=rect.w - 2.0 height=rect.h - 2.0 rx="5"/>
            <text class="printed-number" x=cx y=cy + 4.8>{printed}</text>
            {from}
            {move || match ink.get() {
                InCell::Written(Written::Cross) => view! { <path class="cross ink" d=cross(cx, cy, rect.w * 0.27)/> }.into_any(),
                InCell::Written(Written::Circle) => view! { <circle class="circle ink" cx=cx cy=cy r=rect.w * 0.38/> }.into_any(),
                InCell::Written(Written::Number(number)) => view! { <text class="number ink" x=cx y=cy + 6.0>{number}</text> }.into_any(),
                InCell::Closed => view! { <path class="gone" d=format!("M{} {} H{}", rect.x + 6.0, cy, rect.x + rect.w - 6.0)/> }.into_any(),
                InCell::Empty => ().into_any(),
            }}
            {draft}
        </g>
    }
    .into_any()
}

fn cross(x: f32, y: f32, half: f32) -> String {
    format!(
        "M{} {} L{} {} M{} {} L{} {}",
        x - half,
        y - half,
        x + half,
        y + half,
        x + half,
        y - half,
        x - half,
        y + half
    )
}

/// What is seen in a cell beside what is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum InCell {
    /// Nothing yet.
    #[default]
    Empty,
    /// This.
    Written(Written),
    /// Nothing, and nothing ever will be.
    Closed,
}

impl InCell {
    fn of(cell: &CellView) -> InCell {
        match (cell.written, cell.status) {
            (Some(written), _) => InCell::Written(written),
            (None, CellStatus::Closed) => InCell::Closed,
            (None, CellStatus::Open | CellStatus::Filled | CellStatus::Fixed) => InCell::Empty,
        }
    }
}

/// A cell's name with what is written in it.
fn spoken(language: Language, what: &str, ink: InCell) -> String {
    match ink {
        InCell::Empty => what.into(),
        InCell::Written(Written::Cross) => language.fill("dice.cell.crossed", &[("what", &what)]),
        InCell::Written(Written::Circle) => language.fill("dice.cell.circled", &[("what", &what)]),
        InCell::Closed => language.fill("dice.cell.lost", &[("what", &what)]),
        InCell::Written(Written::Number(number)) => {
            language.fill("dice.cell.number", &[("what", &what), ("number", &number)])
        }
    }
}
