//! A sheet, drawn from its data.

mod cell;
mod lights;
mod zone;

use std::sync::Arc;

use finaud_rules::{Player, Sheet};
use leptos::prelude::*;

use super::choose::CellId;
use super::plan::{SheetPlan, WIDTH};
pub use lights::Lights;
use zone::zone_view;

/// One player's sheet: the zones.
#[component]
pub fn SheetView(
    /// The sheet.
    sheet: Arc<Sheet>,
    /// What is written on it.
    #[prop(into)]
    player: Signal<Player>,
    /// Which cells stand out.
    #[prop(into)]
    lights: Signal<Lights>,
    /// Somebody taps a cell.
    on_tap: Callback<CellId>,
    /// Whose sheet it is.
    #[prop(into)]
    label: String,
) -> impl IntoView {
    let plan = SheetPlan::of(&sheet);
    let box_of = format!("-1 -1 {} {}", WIDTH + 2.0, plan.height + 2.0);
    let zones: Vec<AnyView> = plan
        .zones
        .iter()
        .map(|zone| zone_view(&sheet, zone, player, lights, on_tap))
        .collect();
    view! {
        <svg class="sheet" viewBox=box_of role="group" aria-label=label>{zones}</svg>
    }
    .into_any()
}

/// A zone of somebody's sheet, alone.
pub(super) fn zone_picture(
    sheet: &Arc<Sheet>,
    zone: usize,
    player: Signal<Player>,
    lights: Signal<Lights>,
) -> Option<AnyView> {
    let plan = SheetPlan::of(sheet);
    let plan = plan.zones.iter().find(|plan| plan.zone == zone)?;
    let frame = plan.frame;
    let (width, height) = (frame.w + 2.0, frame.h + 2.0);
    let box_of = format!("{} {} {width} {height}", frame.x - 1.0, frame.y - 1.0);
    let zone = zone_view(sheet, plan, player, lights, Callback::new(|_| ()));
    Some(view! { <svg class="sheet" viewBox=box_of width=width height=height>{zone}</svg> }.into_any())
}
