//! The drawn sheet. Everything on it can be tapped; by keys, its zones, whose forms have everything that is drawn.

use std::sync::Arc;

use finaud_rules::zone::Printed;
use finaud_rules::{Award, Die, Power, Problem, Step};
use finaud_workshop::{Gap, Value, gaps};
use leptos::prelude::*;

use super::bench::{Bench, Drawing, Drawn, Selected, Shown, is_narrow};
use super::picker::chip;
use super::words as names;
use crate::colours;
use crate::dice_table::plan::{Badge, CellPlan, Print, Rect, WIDTH, ZonePlan};
use crate::dice_table::{award_mark, words};
use crate::messages::{language, t, tf};

/// The sheet as it is now: rounds, action rows, zones.
pub(super) fn drawing(bench: Bench) -> AnyView {
    let drawn = move || {
        let shown = bench.shown.get();
        let selected = bench.selected.get();
        view! { {head(bench, &shown, &selected)} {zones(bench, &shown, &selected)} }
    };
    view! { <section class="ws-drawing" aria-label=t("workshop.drawing")>{drawn}</section> }.into_any()
}

fn part(key: &str) -> Selected {
    Selected::Part(vec![Step::Key(key.into())])
}

/// The rounds and the rows of action boxes.
fn head(bench: Bench, shown: &Arc<Shown>, selected: &Selected) -> AnyView {
    if is_narrow() && matches!(selected, Selected::Zone(..)) {
        return ().into_any();
    }
    let root = shown.draft.root();
    let sheet = shown.sheet();
    let most = root.key("rounds").map(Value::entries).unwrap_or_default();
    let most = most
        .iter()
        .filter_map(Value::number)
        .max()
        .unwrap_or(0)
        .clamp(0, 12);
    let bonuses = root.key("round_bonuses").map(Value::entries).unwrap_or_default();
    let rounds = (0..most as usize).map(|round| {
        let bonus = bonuses.get(round).and_then(Value::text).unwrap_or_default();
        let sign = (!bonus.is_empty()).then(|| chip(sheet.as_deref(), bonus));
        view! { <span class="ws-round"><b>{round + 1}</b>{sign}</span> }
    });
    let rounds = rounds.collect_view();
    let rows = root.key("actions").map(Value::fields).unwrap_or_default();
    let row = |(word, row): &(String, Value)| {
        let boxes = match row.key("boxes") {
            Some(Value::Number(boxes)) => vec![String::new(); (*boxes).clamp(0, 12) as usize],
            Some(Value::List(shown)) => shown.iter().map(plain).collect(),
            _ => Vec::new(),
        };
        let boxes = boxes
            .into_iter()
            .map(|shown| view! { <i class="power-box">{shown}</i> })
            .collect_view();
        let end = row.key("end").and_then(Value::text).filter(|end| !end.is_empty());
        let end = end.map(|end| chip(sheet.as_deref(), end));
        let sign = match (Power::from_word(word), sheet.as_deref()) {
            (Some(power), Some(sheet)) => words::sign(language(), sheet, Award::Circle(power)),
            _ => "◐".into(),
        };
        view! { <span class="ws-row"><b>{sign}</b>{boxes}{end}</span> }
    };
    let rows = rows.iter().map(row).collect_view();
    let wrong = |key: &str| {
        shown
            .checked
            .problems_in(&[Step::Key(key.into())])
            .any(Problem::is_error)
    };
    let (bad_rounds, bad_rows) = (wrong("rounds") || wrong("round_bonuses"), wrong("actions"));
    view! {
        <button type="button" class="ws-strip" class:wrong=bad_rounds data-do="edit-rounds" aria-label=t("workshop.part.rounds")
            on:click=move |_| bench.select(part("rounds"))>{rounds}</button>
        <button type="button" class="ws-strip" class:wrong=bad_rows data-do="edit-actions" aria-label=t("workshop.part.actions")
            on:click=move |_| bench.select(part("actions"))>{rows}</button>
    }
    .into_any()
}

fn plain(value: &Value) -> String {
    match value {
        Value::Text(text) | Value::Other(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Flag(_) | Value::List(_) | Value::Table(_) => String::new(),
    }
}

fn zones(bench: Bench, shown: &Arc<Shown>, selected: &Selected) -> AnyView {
    let Some(drawing) = &shown.drawing else {
        return view! { <p class="ws-undrawn">{t("workshop.undrawn")}</p> }.into_any();
    };
    let plan = &drawing.plan;
    let alone = match selected {
        Selected::Zone(zone, _) if is_narrow() => plan.zones.iter().find(|plan| plan.zone == *zone),
        _ => None,
    };
    let box_of = match alone {
        Some(zone) => format!(
            "{} {} {} {}",
            zone.frame.x - 1.0,
            zone.frame.y - 1.0,
            zone.frame.w + 2.0,
            zone.frame.h + 2.0
        ),
        None => format!("-1 -1 {} {}", WIDTH + 2.0, plan.height + 2.0),
    };
    // Where zones are missing, others only fill their place.
    let count = shown.draft.list("zones").len();
    let is_seen = |zone: &&ZonePlan| match alone {
        Some(alone) => alone.zone == zone.zone,
        None => zone.zone < count,
    };
    let all: Vec<AnyView> = plan
        .zones
        .iter()
        .filter(is_seen)
        .map(|zone| zone_view(bench, shown, drawing, zone, selected))
        .collect();
    let back = alone.is_some().then(|| {
        view! {
            <p class="ws-line">
                <button type="button" class="button small" data-do="whole-sheet" on:click=move |_| bench.select(Selected::Sheet)>
                    {t("workshop.whole_sheet")}
                </button>
                <button type="button" class="ws-small" data-do="undo-here" aria-label=t("workshop.undo") disabled=move || !bench.can_undo()
                    on:click=move |_| bench.undo()>"↶"</button>
                <button type="button" class="ws-small" data-do="redo-here" aria-label=t("workshop.redo") disabled=move || !bench.can_redo()
                    on:click=move |_| bench.redo()>"↷"</button>
            </p>
        }
    });
    view! {
        <svg class="sheet ws-sheet" viewBox=box_of role="group" aria-label=t("workshop.drawing")>{all}</svg>
        {back}
    }
    .into_any()
}

fn zone_view(
    bench: Bench,
    shown: &Shown,
    drawing: &Drawing,
    plan: &ZonePlan,
    selected: &Selected,
) -> AnyView {
    let (zone, frame, sheet) = (plan.zone, plan.frame, &drawing.sheet);
    let path = [Step::Key("zones".into()), Step::Index(zone)];
    let wrong = shown.checked.problems_in(&path).any(Problem::is_error);
    let chosen = matches!(selected, Selected::Zone(known, _) if *known == zone);
    let there = drawing.zones.contains(&zone);
    let name = names::zone(shown, zone);
    let label = match wrong {
        true => tf("workshop.zone_wrong", &[("zone", &name)]),
        false => tf("workshop.zone_edit", &[("zone", &name)]),
    };
    let letter = Die::of_zone(zone as u8).map_or(' ', |die| words::letter(language(), sheet, die));
    let inner = there.then(|| {
        let cells: Vec<AnyView> = plan
            .cells
            .iter()
            .map(|cell| cell_view(bench, drawing, zone, *cell))
            .collect();
        let badges: Vec<AnyView> = plan
            .badges
            .iter()
            .map(|badge| badge_view(bench, drawing, zone, *badge))
            .collect();
        let prints: Vec<AnyView> = plan
            .prints
            .iter()
            .enumerate()
            .map(|(index, print)| print_view(bench, drawing, zone, index, print))
            .collect();
        let gaps: Vec<AnyView> = empty_places(shown, plan)
            .into_iter()
            .map(|(cell, rect)| gap_view(bench, zone, cell, rect))
            .collect();
        let row_dice = plan.row_dice.iter().map(|row| {
            let letter = words::letter(language(), sheet, row.die).to_string();
            view! { <text class="row-die" x=row.x y=row.y>{letter}</text> }
        });
        let row_dice = row_dice.collect_view();
        let swatches = plan.swatches.iter().map(|(rect, shade)| {
            view! { <rect class=format!("swatch shade-{shade}") x=rect.x y=rect.y width=rect.w height=rect.h rx="4"/> }
        });
        let swatches = swatches.collect_view();
        let borders = (!plan.borders.is_empty()).then(|| view! { <path class="borders" d=plan.borders.clone()/> });
        view! { <g aria-hidden="true">{prints}{row_dice}{swatches}{gaps}{cells}{borders}{badges}</g> }
    });
    let unreadable = (!there).then(|| {
        view! { <text class="ws-broken" x=frame.x + frame.w / 2.0 y=frame.y + frame.h / 2.0>{t("workshop.unreadable_zone")}</text> }
    });
    let colour = colours::of_zone(sheet, zone);
    view! {
        <g class=format!("zone {colour}") class:ws-wrong=wrong class:ws-chosen=chosen data-zone-frame=sheet.zones[zone].name.clone()>
            <g class="ws-zone" role="button" tabindex="0" aria-label=label aria-pressed=chosen.to_string() data-do="edit-zone" data-index=zone
                on:click=move |_| bench.tap(zone, Drawn::Zone)
                on:keydown=move |event| {
                    if matches!(event.key().as_str(), "Enter" | " ") {
                        event.prevent_default();
                        bench.tap(zone, Drawn::Zone);
                    }
                }
            >
                <rect class="frame" x=frame.x y=frame.y width=frame.w height=frame.h rx="8"/>
                <rect class="strip" x=frame.x y=frame.y width="20" height=frame.h rx="8"/>
                <text class="letter" x=frame.x + 10.0 y=frame.y + 17.0>{letter.to_string()}</text>
            </g>
            {inner}
            {unreadable}
        </g>
    }
    .into_any()
}

fn cell_view(bench: Bench, drawing: &Drawing, zone: usize, cell: CellPlan) -> AnyView {
    let wrong = drawing.wrong.contains(&(zone, Drawn::Cell(cell.id)));
    let rect = cell.rect;
    let (cx, cy) = rect.middle();
    let printed = match cell.printed {
        Printed::Blank => String::new(),
        Printed::Cross => "✕".into(),
        Printed::Centre(number) | Printed::Number(number) => number.to_string(),
        Printed::AtLeast { least, factor: 0 | 1 } => format!("≥{least}"),
        Printed::AtLeast { least, factor } => format!("≥{least} ×{factor}"),
        Printed::Times(factor) | Printed::HalfOrTimes(factor) => format!("×{factor}"),
        Printed::Half => "½".into(),
    };
    let printed = cell.part.map_or(printed, |part| part.letter.to_string());
    let part = cell.part.map_or_else(String::new, |part| {
        let start = if part.start { " start" } else { "" };
        format!(" part shade-{}{start}", part.shade)
    });
    view! {
        <g class=format!("cell ws-tap{part}") class:ws-bad=wrong class:grey=cell.grey class:shaded=cell.shaded data-ws-cell=cell.id
            on:click=move |_| bench.tap(zone, Drawn::Cell(cell.id))>
            <rect x=rect.x + 1.0 y=rect.y + 1.0 width=rect.w - 2.0 height=rect.h - 2.0 rx="5"/>
            <text class="printed-number" x=cx y=cy + 4.8>{printed}</text>
        </g>
    }
    .into_any()
}

/// The places in rows of cells where there is none, as large as their neighbours.
fn empty_places(shown: &Shown, plan: &ZonePlan) -> Vec<(u8, Rect)> {
    let place = |gap: Gap| {
        let (row, column) = (gap.cell / gap.columns, gap.cell % gap.columns);
        let mut cells = plan.cells.iter();
        let above = cells.find(|cell| usize::from(cell.id) % gap.columns == column)?;
        let mut cells = plan.cells.iter();
        let beside = cells.find(|cell| usize::from(cell.id) / gap.columns == row)?;
        let rect = Rect {
            x: above.rect.x,
            y: beside.rect.y,
            ..above.rect
        };
        Some((u8::try_from(gap.cell).ok()?, rect))
    };
    let gaps = gaps(&shown.checked, &shown.draft, plan.zone);
    gaps.into_iter().filter_map(place).collect()
}

fn gap_view(bench: Bench, zone: usize, cell: u8, rect: Rect) -> AnyView {
    let (cx, cy) = rect.middle();
    view! {
        <g class="ws-tap ws-gap" data-ws-cell=cell on:click=move |_| bench.tap(zone, Drawn::Cell(cell))>
            <rect x=rect.x + 1.0 y=rect.y + 1.0 width=rect.w - 2.0 height=rect.h - 2.0 rx="5"/>
            <path class="ws-plus" d=format!("M{} {} h6 M{} {} v6", cx - 3.0, cy, cx, cy - 3.0)/>
        </g>
    }
    .into_any()
}

fn badge_view(bench: Bench, drawing: &Drawing, zone: usize, badge: Badge) -> AnyView {
    let blank = drawing.blank.contains(&(zone, badge.spot));
    let wrong = drawing.wrong.contains(&(zone, Drawn::Bonus(badge.spot)));
    let mark = match blank {
        _ if wrong => view! {
            <circle class="ws-alarm" cx=badge.x cy=badge.y r="8"/>
            <text class="ws-alarm-sign" x=badge.x y=badge.y + 4.0>"!"</text>
        }
        .into_any(),
        true => view! {
            <circle class="ws-blank" cx=badge.x cy=badge.y r="6.5"/>
            <path class="ws-plus" d=format!("M{} {} h6 M{} {} v6", badge.x - 3.0, badge.y, badge.x, badge.y - 3.0)/>
        }
        .into_any(),
        false => award_mark(&drawing.sheet, badge.award, badge.x, badge.y),
    };
    view! {
        <g class="badge ws-tap" data-ws-bonus=crate::dice_table::fly::bonus_name(&drawing.sheet.zones[zone].name, badge.spot)
            on:click=move |_| bench.tap(zone, Drawn::Bonus(badge.spot))>
            <rect class="ws-hit" x=badge.x - 13.0 y=badge.y - 9.5 width="26" height="19"/>
            {mark}
        </g>
    }
    .into_any()
}

fn print_view(bench: Bench, drawing: &Drawing, zone: usize, index: usize, print: &Print) -> AnyView {
    let wrong = drawing.wrong.contains(&(zone, Drawn::Print(index)));
    view! {
        <g class="ws-tap" class:ws-bad=wrong data-ws-print=print.text.clone() on:click=move |_| bench.tap(zone, Drawn::Print(index))>
            <rect class="ws-hit" x=print.x - 11.0 y=print.y - 9.0 width="22" height="12"/>
            <text class="print" x=print.x y=print.y>{print.text.clone()}</text>
        </g>
    }
    .into_any()
}
