//! A sheet, drawn from its data.

use std::sync::Arc;

use finaud_rules::zone::{BonusStatus, CellStatus, CellView, Printed, Written, ZoneView};
use finaud_rules::{Award, Die, Player, Power, Score, Sheet};
use leptos::prelude::*;

use super::choose::{CellId, Cost, SheetCells};
use super::fly::bonus_name;
use super::plan::{Badge, CellPlan, Print, RowDie, SheetPlan, WIDTH, ZonePlan};
use super::{tips, words};
use crate::colours;
use crate::messages::{Language, language, t, tf};

/// Which cells stand out.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Lights {
    /// A tap on these means something.
    pub legal: SheetCells,
    /// The coach would write here.
    pub hint: SheetCells,
    /// These were written just now.
    pub fresh: SheetCells,
    /// What has to be paid for cells that cannot be had for nothing.
    pub paid: Vec<(CellId, Cost)>,
    /// These are chosen, and not written yet.
    pub drafted: SheetCells,
    /// The number that is to be written there; a cross where there is none.
    pub draft: Option<u16>,
}

/// How one cell stands out.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct CellLight {
    legal: bool,
    hint: bool,
    fresh: bool,
    paid: Option<Cost>,
    draft: Option<Option<u16>>,
}

impl Lights {
    fn at(&self, cell: CellId) -> CellLight {
        let legal = self.legal.contains(cell);
        CellLight {
            legal,
            hint: self.hint.contains(cell),
            fresh: self.fresh.contains(cell),
            paid: (self.paid.iter())
                .find(|(known, _)| legal && *known == cell)
                .map(|(_, cost)| *cost),
            draft: self.drafted.contains(cell).then_some(self.draft),
        }
    }
}

/// The head of a fox in a square of 16.
const FOX: &str = "M1.5 1.5 L6 4.6 L10 4.6 L14.5 1.5 L14.2 9 L8 14.8 L1.8 9 Z";
const FOX_CHEEKS: &str = "M1.8 9 L5.6 8.2 L8 14.8 Z M14.2 9 L10.4 8.2 L8 14.8 Z";

/// A fox, as an icon.
pub fn fox_icon() -> AnyView {
    view! {
        <svg class="fox-icon" viewBox="0 0 16 16" aria-hidden="true">
            <path class="fox-face" d=FOX/>
            <path class="fox-cheek" d=FOX_CHEEKS/>
        </svg>
    }
    .into_any()
}

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

fn zone_view(
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
        .map(|badge| badge_view(sheet, index, *badge, read))
        .collect();
    let count = Memo::new(move |_| read.with(ZoneView::filled));
    let costs = cost_views(sheet, plan, lights);
    let prints: Vec<AnyView> = plan.prints.iter().map(|print| print_view(print, count)).collect();
    let row_dice: Vec<AnyView> = plan
        .row_dice
        .iter()
        .map(|row| row_die_view(sheet, *row))
        .collect();
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
    let colour = row
        .die
        .zone()
        .map(|zone| colours::of_zone(sheet, usize::from(zone)));
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

fn cell_view(
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
            let name = spoken(language(), &what, ink.get());
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
            class:paid=move || light.get().paid.is_some()
            class:drafted=move || light.get().draft.is_some()
            class:grey=cell.grey
            class:shaded=cell.shaded
            class:factor=is_factor
            class:filled=move || matches!(ink.get(), InCell::Written(_))
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

fn badge_view(sheet: &Arc<Sheet>, zone: usize, badge: Badge, read: Memo<ZoneView>) -> AnyView {
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

/// A bonus as a small sign with its middle here.
pub fn award_mark(sheet: &Sheet, award: Award, x: f32, y: f32) -> AnyView {
    let colour = words::award_colour(sheet, award);
    let sign = words::sign(language(), sheet, award);
    match award {
        Award::Fox => view! {
            <g class="sign fox" transform=format!("translate({} {})", x - 8.0, y - 8.0)>
                <path class="fox-face" d=FOX/>
                <path class="fox-cheek" d=FOX_CHEEKS/>
            </g>
        }
        .into_any(),
        Award::Circle(_) => view! {
            <g class="sign power">
                <rect x=x - 8.5 y=y - 7.5 width="17" height="15" rx="5"/>
                <text x=x y=y + 3.6>{sign}</text>
            </g>
        }
        .into_any(),
        Award::Gift(_) => {
            let wide = if sign.chars().count() > 2 { 11.5 } else { 8.5 };
            view! {
                <g class=format!("sign gift {colour}")>
                    <rect x=x - wide y=y - 8.0 width=2.0 * wide height="16" rx="8"/>
                    <text x=x y=y + 3.4>{sign}</text>
                </g>
            }
            .into_any()
        }
    }
}

/// The rows of action boxes and the foxes of one player.
#[component]
pub fn Powers(
    /// The sheet.
    sheet: Arc<Sheet>,
    /// Whose boxes.
    #[prop(into)]
    player: Signal<Player>,
    /// The rows a gift may circle now.
    #[prop(into)]
    lit: Signal<Vec<Power>>,
    /// Somebody taps a row.
    on_tap: Callback<Power>,
) -> impl IntoView {
    let rows: Vec<AnyView> = Power::ALL
        .into_iter()
        .filter(|power| sheet.power(*power).boxes > 0)
        .map(|power| power_view(&sheet, power, player, lit, on_tap))
        .collect();
    let foxes = sheet.fox_count();
    view! {
        <div class="powers">
            {rows}
            <span class="power-row foxes" data-foxes aria-description=t("dice.tip.fox") role="img"
                aria-label=move || format!("{} {}", t("dice.foxes"), player.with(Player::foxes))>
                {fox_icon()}
                <b>{move || player.with(Player::foxes)}</b>
                <span class="of">{format!("/{foxes}")}</span>
            </span>
        </div>
    }
    .into_any()
}

fn power_view(
    sheet: &Arc<Sheet>,
    power: Power,
    player: Signal<Player>,
    lit: Signal<Vec<Power>>,
    on_tap: Callback<Power>,
) -> AnyView {
    let row = sheet.power(power);
    let sign = words::sign(language(), sheet, Award::Circle(power));
    let is_lit = Memo::new(move |_| lit.with(|lit| lit.contains(&power)));
    let boxes: Vec<AnyView> = (0..usize::from(row.boxes))
        .map(|index| {
            let inside = row
                .jokers
                .get(index)
                .map(|joker| words::joker(*joker))
                .unwrap_or_default();
            let state = Memo::new(move |_| {
                let boxes = player.with(|player| player.boxes(power));
                if boxes.is_used(index) {
                    "box-used"
                } else if boxes.is_open(index) {
                    "box-open"
                } else {
                    "box-closed"
                }
            });
            view! { <i class=move || format!("power-box {}", state.get())>{inside}</i> }.into_any()
        })
        .collect();
    let told = move || {
        let boxes = player.with(|player| player.boxes(power));
        tf(
            "dice.boxes_left",
            &[("power", &words::power(language(), power)), ("n", &boxes.left())],
        )
    };
    let explained = move || {
        let left = player.with(|player| player.boxes(power)).left();
        format!("{} {}", tips::power(power), tf("dice.tip.left", &[("n", &left)]))
    };
    let end = row.end.map(|award| {
        let tip = format!("{} {}", t("dice.tip.end"), tips::award(sheet, award));
        view! {
            <svg class="end" viewBox="0 0 24 18" aria-description=tip role="img" aria-label=tf("dice.row_end", &[("power", &words::power(language(), power)), ("what", &words::award(language(), sheet, award))])>
                {award_mark(sheet, award, 12.0, 9.0)}
            </svg>
        }
    });
    view! {
        <button
            type="button"
            class="power-row"
            class:legal=move || is_lit.get()
            data-power=power.word()
            aria-description=explained
            aria-label=told
            aria-disabled=move || (!is_lit.get()).then_some("true")
            tabindex=move || if is_lit.get() { "0" } else { "-1" }
            on:click=move |_| {
                if is_lit.get_untracked() {
                    on_tap.run(power);
                }
            }
        >
            <b class="sign">{sign}</b>
            {boxes}
            {end}
        </button>
    }
    .into_any()
}
