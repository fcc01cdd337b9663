//! Bonuses fly from where they were won to where they go, so that a cascade can be followed by eye.

use std::sync::Arc;

use finaud_rules::zone::Spot;
use finaud_rules::{Award, Effect as RulesEffect, Origin, Outcome, Power, Seat, Sheet};
use finaud_table::{AnyEvent, AnyOutcome, Table};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{DomRect, Element, Event};

use super::choose::CellId;
use super::effects::{chain, effects_of, wins};
use super::words;
use crate::at_step::dice_now;
use crate::cheer::{Cheer, cheer};
use crate::messages::{language, t};
use crate::motion::rattle;
use crate::pace::Pace;
use crate::session::GameSession;
use crate::settings::settings;
use crate::sound::{self, Sound};

/// A place on the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FlightPoint {
    /// A cell of the sheet.
    Cell(CellId),
    /// A bonus printed between two cells, or for several: the zone and what releases it.
    Bonus(u8, Spot),
    /// A row of boxes.
    Row(Power),
    /// The bonus at the end of a row of boxes.
    RowEnd(Power),
    /// A round, from 1.
    Round(u8),
    /// Where bonuses wait for a choice.
    Waiting,
    /// Where foxes are counted.
    Foxes,
}

/// A bonus on its way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Flight {
    /// What flies.
    pub award: Award,
    /// Where it was won.
    pub from: FlightPoint,
    /// Where it goes.
    pub to: FlightPoint,
    /// When it starts, in milliseconds.
    pub wait: u64,
}

/// What flies for a seat after these effects, one after the other.
pub fn flights(effects: &[RulesEffect], seat: Seat) -> Vec<Flight> {
    let flight = |(index, win): (u64, super::effects::Win)| Flight {
        award: win.award,
        from: match win.origin {
            Origin::Round(round) => FlightPoint::Round(round),
            Origin::Zone {
                zone,
                spot: Spot::Cell(cell),
            } => FlightPoint::Cell((zone, cell)),
            Origin::Zone { zone, spot } => FlightPoint::Bonus(zone, spot),
            Origin::RowEnd(power) => FlightPoint::RowEnd(power),
            Origin::Gift(_) => FlightPoint::Waiting,
        },
        to: match win.award {
            Award::Fox => FlightPoint::Foxes,
            Award::Circle(power) => FlightPoint::Row(power),
            Award::Gift(_) => FlightPoint::Waiting,
        },
        wait: 60 + 300 * index,
    };
    (0..).zip(wins(effects, seat)).map(flight).collect()
}

/// What a bonus of a zone is called on the page.
pub(crate) fn bonus_name(zone: &str, spot: Spot) -> String {
    match spot {
        Spot::Cell(cell) => format!("{zone} cell {cell}"),
        Spot::Between(cell) => format!("{zone} between {cell}"),
        Spot::Group(group) => format!("{zone} group {group}"),
    }
}

impl FlightPoint {
    /// How the place is found on the page: the first of these that is there.
    fn selectors(self, sheet: &Sheet) -> Vec<String> {
        let zone = |zone: u8| sheet.zones[usize::from(zone)].name.as_str();
        vec![match self {
            FlightPoint::Cell((index, cell)) => {
                format!(
                    ".sheet-side [data-zone=\"{}\"][data-cell=\"{cell}\"]",
                    zone(index)
                )
            }
            FlightPoint::Bonus(index, spot) => {
                format!(".sheet-side [data-bonus=\"{}\"]", bonus_name(zone(index), spot))
            }
            FlightPoint::Row(power) => format!("[data-power=\"{}\"]", power.word()),
            FlightPoint::RowEnd(power) => format!("[data-power=\"{}\"] .end", power.word()),
            FlightPoint::Round(round) => format!("[data-round=\"{round}\"]"),
            FlightPoint::Waiting => return vec![".gifts".into(), ".prompt".into()],
            FlightPoint::Foxes => "[data-foxes]".into(),
        }]
    }

    fn find(self, sheet: &Sheet) -> Option<Element> {
        let mut selectors = self.selectors(sheet).into_iter();
        selectors.find_map(|selector| document().query_selector(&selector).ok().flatten())
    }
}

/// How long a bonus flies, and how long after one the next sets off, in milliseconds.
const FLIGHT: u64 = 340;

/// Lets bonuses of the shown sheet fly from now on.
pub(super) fn follow(session: GameSession, sheet: Arc<Sheet>, seat: Memo<Seat>) {
    Effect::new(move |before: Option<usize>| {
        let step = session.table.with(Table::steps);
        if before.is_some_and(|before| before + 1 == step) {
            session
                .table
                .with_untracked(|table| happened(session, table, &sheet, step - 1, seat.get_untracked()));
        }
        step
    });
}

/// Lets an event be seen and heard.
fn happened(session: GameSession, table: &Table, sheet: &Arc<Sheet>, step: usize, seat: Seat) {
    let effects = effects_of(table, step);
    if let Some(AnyEvent::Outcome(AnyOutcome::Dice(Outcome::Roll(faces)))) = table.event(step) {
        let quick = untrack(|| Pace::at(table)) != Pace::Calm;
        rattle(quick, faces.iter().flatten().count());
    }
    heard(&effects);
    let flights = flights(&effects, seat);
    // What was won before in the same chain sounds lower.
    let lower = chain(table, seat).len().saturating_sub(flights.len());
    for (link, flight) in flights.iter().enumerate() {
        let lands = (flight.wait + FLIGHT) as f64 / 1000.0;
        match flight.award {
            Award::Fox => sound::play(Sound::Fox, lands, 1.0),
            _ => sound::bonus(lower + link, lands),
        }
    }
    if flights.is_empty() || table.is_over() || !settings().moves() {
        return;
    }
    if session.plays_here(table, seat) {
        foxes(table, sheet, &flights, seat);
    }
    let sheet = Arc::clone(sheet);
    // Bonuses wait where they are listed: the list is there with the next picture.
    request_animation_frame(move || {
        let _ = launch(&sheet, &flights);
    });
}

/// The first fox of a game and the last one are something to be glad about.
fn foxes(table: &Table, sheet: &Sheet, flights: &[Flight], seat: Seat) {
    let won = flights.iter().filter(|flight| flight.award == Award::Fox).count();
    let have = dice_now(table).map_or(0, |position| usize::from(position.player(seat).foxes()));
    if won == 0 {
        return;
    }
    let wait = flights.last().map_or(0, |last| last.wait) + FLIGHT;
    if have == sheet.fox_count() && have > 1 {
        cheer(t("dice.cheer.all_foxes"), Cheer::Big, wait);
    } else if have == won {
        cheer(t("dice.cheer.first_fox"), Cheer::Small, wait);
    }
}

/// What an event sounds like, but for the bonuses that it won.
fn heard(effects: &[RulesEffect]) {
    let has = |what: fn(&RulesEffect) -> bool| effects.iter().any(what);
    if has(|effect| matches!(effect, RulesEffect::Written { .. })) {
        sound::now(Sound::Pencil);
        sound::tick(8);
    }
    if has(|effect| matches!(effect, RulesEffect::RoundBegins(_))) {
        sound::play(Sound::Bell, 0.25, 1.0);
    }
}

/// Puts all bonuses on their way. What arrives is taken away, and what it came to shows it.
fn launch(sheet: &Sheet, flights: &[Flight]) -> Option<()> {
    let sky = document().create_element("div").ok()?;
    sky.set_class_name("sky skippable");
    sky.set_attribute("aria-hidden", "true").ok()?;
    let mut targets = Vec::new();
    for flight in flights {
        // Where something is not on the page, nothing flies.
        if let Some((sign, target)) = sign(sheet, *flight) {
            sky.append_child(&sign).ok()?;
            targets.push((sign, target));
        }
    }
    if targets.is_empty() {
        return None;
    }
    let landed = {
        let sky = sky.clone();
        Closure::<dyn FnMut(Event)>::new(move |event: Event| {
            let sign = event.target();
            let Some(at) = targets
                .iter()
                .position(|(known, _)| sign.as_ref() == Some(known.as_ref()))
            else {
                return;
            };
            let (sign, target) = targets.swap_remove(at);
            sign.remove();
            // Taken away first, so that it begins again for the next bonus.
            let _ = target.class_list().remove_1("hit");
            let _ = target.get_bounding_client_rect();
            let _ = target.class_list().add_1("hit");
            if targets.is_empty() {
                sky.remove();
            }
        })
    };
    let _ = sky.add_event_listener_with_callback("animationend", landed.as_ref().unchecked_ref());
    // It lives as long as the sky does.
    let _ = landed.into_js_value();
    document().body()?.append_child(&sky).ok()?;
    Some(())
}

/// The sign of a bonus where it was won, and where it goes.
fn sign(sheet: &Sheet, flight: Flight) -> Option<(Element, Element)> {
    let (from, to) = (flight.from.find(sheet)?, flight.to.find(sheet)?);
    let middle = |rect: &DomRect| (rect.x() + rect.width() / 2.0, rect.y() + rect.height() / 2.0);
    let (x, y) = middle(&from.get_bounding_client_rect());
    let (to_x, to_y) = middle(&to.get_bounding_client_rect());
    let sign = document().create_element("div").ok()?;
    let kind = match flight.award {
        Award::Fox => "fox",
        _ => "gift",
    };
    sign.set_class_name(&format!(
        "fly {kind} {}",
        words::award_colour(sheet, flight.award)
    ));
    sign.set_text_content(Some(&words::sign(language(), sheet, flight.award)));
    let style = format!(
        "left:{x}px;top:{y}px;--dx:{}px;--dy:{}px;--after:{}ms",
        to_x - x,
        to_y - y,
        flight.wait
    );
    sign.set_attribute("style", &style).ok()?;
    Some((sign, to))
}

#[cfg(test)]
mod tests {
    use super::super::effects::tests::{done, end_of_a_round};
    use super::*;
    use finaud_rules::builtin;

    fn routes(effects: &[RulesEffect]) -> Vec<(FlightPoint, FlightPoint)> {
        let flights = flights(effects, Seat(0));
        flights
            .into_iter()
            .map(|flight| (flight.from, flight.to))
            .collect()
    }

    #[test]
    fn what_a_round_gives_flies_from_the_round_not_from_the_cell_before_it() {
        assert_eq!(
            routes(&end_of_a_round()),
            [(FlightPoint::Round(2), FlightPoint::Row(Power::Extra))]
        );
    }

    #[test]
    fn a_bonus_flies_from_its_cell_its_group_or_from_between_two_cells() {
        let cell = done(
            "tres-fute",
            "tres-fute phase=rolled pool=W4,Y3,B2,G6,O5,V5 / orange=5,2",
            Seat(0),
            &["orange 5"],
        );
        assert_eq!(
            routes(&cell),
            [(FlightPoint::Cell((3, 2)), FlightPoint::Row(Power::Reroll))]
        );
        let group = done(
            "tres-fute",
            "tres-fute phase=rolled pool=W5,Y3,B6,G6,O1,V5 / blue=9,10,12",
            Seat(0),
            &["blue 11"],
        );
        let [(FlightPoint::Bonus(1, Spot::Group(row)), FlightPoint::Foxes)] = routes(&group)[..] else {
            panic!("{group:?}");
        };
        let name = bonus_name("blue", Spot::Group(row));
        let selectors = FlightPoint::Bonus(1, Spot::Group(row)).selectors(builtin("tres-fute").unwrap());
        assert_eq!(selectors, [format!(".sheet-side [data-bonus=\"{name}\"]")]);
        let between = done(
            "melange-fute",
            "melange-fute phase=rolled pool=W4,Y3,B2,G6,O5,V5 / orange=1",
            Seat(0),
            &["orange 5 #2"],
        );
        assert_eq!(
            routes(&between),
            [(FlightPoint::Bonus(3, Spot::Between(0)), FlightPoint::Waiting)]
        );
    }

    #[test]
    fn a_bonus_that_was_chosen_flies_from_where_it_waited() {
        let effects = done(
            "melange-fute",
            "melange-fute phase=rolled pool=W4,Y3,B2,G6,O5,V5 / orange=1",
            Seat(0),
            &["orange 5 #2", "melange: polish"],
        );
        assert_eq!(
            routes(&effects),
            [(FlightPoint::Waiting, FlightPoint::Row(Power::Polish))]
        );
    }

    #[test]
    fn a_cascade_flies_link_by_link_in_the_order_in_which_it_happened() {
        // The pink cell circles the last reroll, which releases the fox at the end of its row.
        let effects = done(
            "hyper-fute",
            "hyper-fute phase=rolled pool=W1,Y1,T1,B1,N1,P4 / pink=1 reroll=6",
            Seat(0),
            &["pink half 2"],
        );
        let flights = flights(&effects, Seat(0));
        assert_eq!(
            routes(&effects),
            [
                (FlightPoint::Cell((4, 1)), FlightPoint::Row(Power::Reroll)),
                (FlightPoint::RowEnd(Power::Reroll), FlightPoint::Foxes),
            ]
        );
        let waits: Vec<u64> = flights.iter().map(|flight| flight.wait).collect();
        assert_eq!(waits, [60, 360]);
    }
}
