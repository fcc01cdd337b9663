//! The pictures of the dice games.

use finaud_rules::{Award, Die, Face, Power, Source, insertion_sort};
use leptos::prelude::*;

use super::examples::{Example, Shown};
use crate::colours;
use crate::dice_table::choose::SheetCells;
use crate::dice_table::plan::{SheetPlan, WIDTH};
use crate::dice_table::{Lights, SheetView, award_mark, face_view, fox_icon, words};
use crate::messages::language;

/// Something drawn for a dice game. Its caption tells the same.
#[derive(Clone, Copy)]
pub(super) enum DicePicture {
    /// A roll, and the first choice on a slot.
    Turn,
    /// What goes to the platter, and what stays.
    Platter,
    /// White and blue together.
    White,
    /// The numbered slots.
    Slots,
    /// A zone of the sheet.
    Zone(usize),
    /// The bonuses that ask for a choice.
    Gifts,
    /// What foxes are worth.
    Foxes,
    /// The actions.
    Powers,
    /// A platter to choose from.
    Passive,
    /// The rounds and their bonuses.
    Rounds,
    /// The three lowest of six.
    Solo,
}

/// The points of the five zones beside the foxes; the captions tell the lowest.
const ZONES: [i16; 5] = [24, 37, 21, 29, 18];
const FOXES: i16 = 3;

pub(super) fn draw(picture: DicePicture, example: &Example) -> AnyView {
    match picture {
        DicePicture::Turn => turn(example),
        DicePicture::Platter => platter(example),
        DicePicture::White => white(example),
        DicePicture::Slots => slots(example, &example.slots, &["I", "II", "III"]),
        DicePicture::Zone(index) => zone(example, index),
        DicePicture::Gifts => legend(example, &gifts(example)),
        DicePicture::Foxes => foxes(example),
        DicePicture::Powers => legend(example, &powers(example)),
        DicePicture::Passive => {
            let (lower, _) = example.parted();
            tray(example, "how-platter", &lower)
        }
        DicePicture::Rounds => rounds(example),
        DicePicture::Solo => solo(example),
    }
}

fn die(example: &Example, (die, face): Shown) -> AnyView {
    let letter = words::letter(language(), &example.sheet, die);
    let class = format!("how-die die {}", colours::of_die(&example.sheet, die));
    let chosen = die == example.chosen;
    view! {
        <span class=class class:chosen=chosen aria-hidden="true">
            {face_view(Face::new(face), letter)}
            <b>{letter.to_string()}</b>
        </span>
    }
    .into_any()
}

fn row(example: &Example, dice: &[Shown]) -> AnyView {
    dice.iter()
        .map(|shown| die(example, *shown))
        .collect_view()
        .into_any()
}

fn tray(example: &Example, class: &'static str, dice: &[Shown]) -> AnyView {
    view! { <div class=format!("how-tray {class}")>{row(example, dice)}</div> }.into_any()
}

fn slots(example: &Example, dice: &[Shown], names: &[&'static str]) -> AnyView {
    let places = names
        .iter()
        .enumerate()
        .map(|(index, name)| {
            let inside = dice.get(index).map(|shown| die(example, *shown));
            view! { <span class="how-slot"><i aria-hidden="true">{*name}</i>{inside}</span> }
        })
        .collect_view();
    view! { <div class="how-slots" class:full=dice.len() == names.len()>{places}</div> }.into_any()
}

fn arrow() -> AnyView {
    view! {
        <svg class="how-arrow" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 4v15m-6-6l6 6 6-6"/></svg>
    }
    .into_any()
}

fn turn(example: &Example) -> AnyView {
    let chosen = (example.chosen, example.face(example.chosen));
    view! {
        {tray(example, "how-pool", &example.roll)}
        {arrow()}
        {slots(example, &[chosen], &["1", "2", "3"])}
    }
    .into_any()
}

fn platter(example: &Example) -> AnyView {
    let chosen = (example.chosen, example.face(example.chosen));
    let (lower, kept) = example.parted();
    view! {
        <div class="how-split">
            {slots(example, &[chosen], &["1"])}
            {tray(example, "how-pool", &kept)}
        </div>
        {arrow()}
        {tray(example, "how-platter", &lower)}
    }
    .into_any()
}

/// The first die that never counts alone, and white with it.
fn white(example: &Example) -> AnyView {
    let adds = example
        .sheet
        .zones
        .iter()
        .position(|zone| zone.source == Source::WithWhite);
    let Some(adding) = adds.and_then(|zone| Die::of_zone(zone as u8)) else {
        return row(example, &[(Die::White, 4)]);
    };
    view! {
        <div class="how-sum">
            {die(example, (adding, 3))}<span>"+"</span>{die(example, (Die::White, 4))}<span>"="</span><b>"7"</b>
        </div>
    }
    .into_any()
}

/// One zone of the sheet, as the table draws it: the whole sheet behind a window.
fn zone(example: &Example, index: usize) -> AnyView {
    let plan = SheetPlan::of(&example.sheet);
    let frame = plan.zones[index].frame;
    let (last, dice) = example.last(index);
    let lights = Lights {
        fresh: SheetCells::in_zone(index as u8, last.iter().copied().collect()),
        ..Lights::default()
    };
    let player = example.player;
    // The sheet has a margin of one unit all around; so has the window.
    let (wide, high) = (frame.w + 2.0, frame.h + 2.0);
    let share = |part: f32, whole: f32| format!("{:.3}%", 100.0 * part / whole);
    let window = format!(
        "aspect-ratio: {wide} / {high}; max-width: {}px",
        (wide * 1.6).min(480.0)
    );
    let sheet = format!(
        "width: {}; left: {}; top: {}",
        share(WIDTH + 2.0, wide),
        share(-frame.x, wide),
        share(-frame.y, high)
    );
    view! {
        <div class="how-dice">{row(example, dice)}</div>
        <div class="how-window" style=window aria-hidden="true" inert>
            <div style=sheet>
                <SheetView
                    sheet=example.sheet.clone()
                    player=Signal::stored(player)
                    lights=Signal::stored(lights)
                    on_tap=Callback::new(|_| ())
                    label=String::new()
                />
            </div>
        </div>
    }
    .into_any()
}

fn gifts(example: &Example) -> Vec<Award> {
    (0..example.sheet.gifts.len())
        .map(|index| Award::Gift(index as u8))
        .collect()
}

fn powers(example: &Example) -> Vec<Award> {
    Power::ALL
        .into_iter()
        .filter(|power| example.sheet.power(*power).boxes > 0)
        .map(Award::Circle)
        .collect()
}

/// Signs with their names.
fn legend(example: &Example, awards: &[Award]) -> AnyView {
    let signs = awards
        .iter()
        .map(|award| {
            view! { <li>{sign(example, *award)} <span>{words::award(language(), &example.sheet, *award)}</span></li> }
        })
        .collect_view();
    view! { <ul class="how-legend">{signs}</ul> }.into_any()
}

fn sign(example: &Example, award: Award) -> AnyView {
    view! { <svg class="how-sign" viewBox="0 0 26 18" aria-hidden="true">{award_mark(&example.sheet, award, 13.0, 9.0)}</svg> }
        .into_any()
}

fn foxes(example: &Example) -> AnyView {
    let lowest = ZONES.into_iter().min().unwrap_or_default();
    let highest = ZONES.into_iter().max().unwrap_or(1);
    let bars = example
        .sheet
        .zones
        .iter()
        .enumerate()
        .zip(ZONES)
        .map(|((zone, _), points)| {
            let style = format!(
                "--c: var(--{0}); --c-ink: var(--{0}-ink); width: {1}%",
                colours::of_zone(&example.sheet, zone),
                100 * points / highest
            );
            view! { <i style=style class:lowest=points == lowest>{points}</i> }
        })
        .collect_view();
    let heads = (0..FOXES).map(|_| fox_icon()).collect_view();
    view! {
        <div class="how-bars" aria-hidden="true">{bars}</div>
        <div class="how-sum" aria-hidden="true">
            {heads}<span>{format!("{FOXES} × {lowest} =")}</span><b>{FOXES * lowest}</b>
        </div>
    }
    .into_any()
}

fn rounds(example: &Example) -> AnyView {
    let sheet = &example.sheet;
    let boxes = (0..usize::from(sheet.rounds[0]))
        .map(|round| {
            let award = sheet.round_awards.get(round).copied().flatten();
            view! { <li><b>{round + 1}</b>{award.map(|award| sign(example, award))}</li> }
        })
        .collect_view();
    view! { <ol class="how-rounds" aria-hidden="true">{boxes}</ol> }.into_any()
}

fn solo(example: &Example) -> AnyView {
    let mut dice = example.roll;
    insertion_sort(&mut dice, |one, other| one.1.cmp(&other.1));
    let (low, high) = dice.split_at(3);
    view! {
        {tray(example, "how-platter", low)}
        {tray(example, "how-pool how-away", high)}
    }
    .into_any()
}
