//! A zone of a sheet: its frame, what is printed in it, its cells, its bonuses, and what cells cost.

use std::sync::Arc;

use finaud_rules::zone::{BonusStatus, ZoneView};
use finaud_rules::{Die, Player, Score, Sheet};
use leptos::prelude::*;

use super::Lights;
use super::cell::cell_view;
use crate::colours;
use crate::dice_table::choose::{CellId, Cost};
use crate::dice_table::fly::bonus_name;
use crate::dice_table::plan::{Badge, Print, RowDie, ZonePlan};
use crate::dice_table::signs::award_mark;
use crate::dice_table::{tips, words};
use crate::messages::{language, tf};

pub(super) fn zone_view(
    sheet: &Arc<Sheet>,
    plan: &ZonePlan,
    player: Signal<Player>,
    lights: Signal<Lights>,
    on_tap: Callback<CellId>,
) -> AnyView {
    let index = plan.zone;
    let zone = &sheet.zones[index];
    let frame = plan.frame;
    let letter = Die::of_zone(index as u8).map_or(' ', |die| words::letter(language(), sheet, die));
    let points = {
        let sheet = Arc::clone(sheet);
        Memo::new(move |_| player.with(|player| Score::of(&sheet, player).zones[index]))
    };
    // The zone is read once for each change; its cells and bonuses follow.
    let read = {
        let sheet = Arc::clone(sheet);
        Memo::new(move |_| player.with(|player| sheet.zones[index].view(player.ink(index))))
    };
    let cells: Vec<AnyView> = plan
        .cells
        .iter()
        .map(|cell| cell_view(sheet, index, *cell, read, lights, on_tap))
        .collect();
    let badges: Vec<AnyView> = plan
        .badges
        .iter()
        .map(|badge| {
            let below = plan.cells.iter().find(|cell| cell.rect.holds(badge.x, badge.y));
            let below = below.map(|cell| (index as u8, cell.id));
            // In a cell that can be chosen, the tap is for the cell.
            let yields = Signal::derive(move || {
                below.is_some_and(|cell| lights.with(|lights| lights.legal.contains(cell)))
            });
            badge_view(sheet, index, *badge, read, yields)
        })
        .collect();
    let count = Memo::new(move |_| read.with(ZoneView::filled));
    let costs = cost_views(sheet, plan, lights);
    let prints: Vec<AnyView> = plan.prints.iter().map(|print| print_view(print, count)).collect();
    let row_dice = plan.row_dice.iter().map(|row| row_die_view(sheet, *row));
    let row_dice: Vec<AnyView> = row_dice.collect();
    let swatches: Vec<AnyView> = (plan.swatches.iter())
        .map(|(rect, shade)| {
            view! { <rect class=format!("swatch shade-{shade}") x=rect.x y=rect.y width=rect.w height=rect.h rx="4"/> }
                .into_any()
        })
        .collect();
    let borders = (!plan.borders.is_empty())
        .then(|| view! { <path class="borders" d=plan.borders.clone()/> }.into_any());
    let name = words::zone(language(), sheet, index);
    let explained = {
        let (name, wild) = (name.clone(), words::die(language(), sheet, Die::White));
        move || {
            tf(
                "dice.tip.zone",
                &[("zone", &name), ("wild", &wild), ("n", &points.get())],
            )
        }
    };
    let (colour, described) = (colours::of_zone(sheet, index), explained.clone());
    view! {
        <g class=format!("zone {colour}") data-zone-frame=zone.name.clone() role="group" aria-label=name aria-description=described>
            <rect class="frame" x=frame.x y=frame.y width=frame.w height=frame.h rx="8"/>
            <path class="strip" d=strip(frame.x, frame.y, frame.h)/>
            <rect class="letter-place" x=frame.x y=frame.y width="20" height=frame.h data-tip=explained/>
            <text class="letter" x=frame.x + 10.0 y=frame.y + 17.0>{letter.to_string()}</text>
            <text class="zone-points" x=frame.x + 10.0 y=frame.y + frame.h - 7.0 data-zone-points=zone.name.clone()>
                {move || points.get()}
            </text>
            {prints}
            {row_dice}
            {swatches}
            {cells}
            {borders}
            {badges}
            {costs}
        </g>
    }
    .into_any()
}

/// The letter of the die that a row belongs to, in its colour.
fn row_die_view(sheet: &Sheet, row: RowDie) -> AnyView {
    let letter = words::letter(language(), sheet, row.die);
    let zone = row.die.zone();
    let colour = zone.map(|zone| colours::of_zone(sheet, usize::from(zone)));
    let tip = tf(
        "dice.tip.row_die",
        &[("die", &words::die(language(), sheet, row.die))],
    );
    view! {
        <text class=format!("row-die {}", colour.unwrap_or_default()) x=row.x y=row.y data-tip=tip aria-hidden="true">
            {letter.to_string()}
        </text>
    }
    .into_any()
}

/// The boxes that cells of a zone cost, above everything else in it.
fn cost_views(
    sheet: &Arc<Sheet>,
    plan: &ZonePlan,
    lights: Signal<Lights>,
) -> impl Fn() -> Vec<AnyView> + use<> {
    let (sheet, zone) = (Arc::clone(sheet), plan.zone);
    let corners: Vec<(u8, f32, f32)> = (plan.cells.iter())
        .map(|cell| (cell.id, cell.rect.x + cell.rect.w, cell.rect.y))
        .collect();
    let here = Memo::new(move |_| {
        lights.with(|lights| {
            let here = lights.paid.iter().filter(|(cell, _)| usize::from(cell.0) == zone);
            here.copied().collect::<Vec<_>>()
        })
    });
    move || {
        let badge = |((_, id), cost): (CellId, Cost)| {
            let (_, x, y) = corners.iter().find(|(cell, ..)| *cell == id)?;
            let signs = words::cost_signs(language(), &sheet, cost).concat();
            let wide = 5.0 + 6.0 * signs.chars().count() as f32;
            Some(
                view! {
                    <g class="cost" aria-hidden="true">
                        <rect x=x - wide + 4.0 y=y - 5.0 width=wide height="13" rx="6"/>
                        <text x=x - wide / 2.0 + 4.0 y=y + 4.8>{signs}</text>
                    </g>
                }
                .into_any(),
            )
        };
        here.get().into_iter().filter_map(badge).collect()
    }
}

/// The strip at the left edge of a zone, round on its outer side.
fn strip(x: f32, y: f32, h: f32) -> String {
    format!(
        "M{} {y} H{} a8 8 0 0 0 -8 8 V{} a8 8 0 0 0 8 8 H{} Z",
        x + 20.0,
        x + 8.0,
        y + h - 8.0,
        x + 20.0
    )
}

fn print_view(print: &Print, count: Memo<usize>) -> AnyView {
    let at = print.at_count;
    let points = print.text.parse::<i64>().ok();
    let tip = at
        .zip(points)
        .map(|(at, points)| tf("dice.tip.points", &[("points", &points), ("n", &at)]));
    view! {
        <text class="print" data-tip=tip class:reached=move || at.is_some_and(|at| count.get() == at) x=print.x y=print.y aria-hidden="true">
            {print.text.clone()}
        </text>
    }
    .into_any()
}

fn badge_view(
    sheet: &Arc<Sheet>,
    zone: usize,
    badge: Badge,
    read: Memo<ZoneView>,
    yields: Signal<bool>,
) -> AnyView {
    let status = Memo::new(move |_| {
        read.with(|zone| {
            let mut bonuses = zone.bonuses();
            let found = bonuses.find(|(spot, _)| *spot == badge.spot);
            found.map_or(BonusStatus::Open, |(_, bonus)| bonus.status)
        })
    });
    let explained = read.with_untracked(|view| tips::badge(sheet, view, badge.award, badge.spot));
    let name =
        read.with_untracked(|view| words::bonus(language(), sheet, zone, view, badge.spot, badge.award));
    view! {
        <g
            class="badge"
            class:yields=move || yields.get()
            class:won=move || status.get() == BonusStatus::Paid
            class:lost=move || matches!(status.get(), BonusStatus::GivenUp | BonusStatus::Lost)
            data-bonus=bonus_name(&sheet.zones[zone].name, badge.spot)
            aria-description=explained
            role="img"
            aria-label=name
        >
            {award_mark(sheet, badge.award, badge.x, badge.y)}
            <path class="tick" d=format!("M{} {} l2.6 2.8 l4.6 -5.6", badge.x - 3.4, badge.y + 0.4)/>
        </g>
    }
    .into_any()
}
