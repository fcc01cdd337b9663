//! Bonuses fly from where they were won to where they go, so that a cascade can be followed by eye.

use std::sync::Arc;
use std::time::Duration;

use finaud_rules::zone::Spot;
use finaud_rules::{Award, Effect as RulesEffect, Origin, Power, Seat, Sheet};
use finaud_table::Table;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{DomRect, Element, HtmlElement};

use super::choose::CellId;
use super::effects::{effects_of, wins};
use super::words;
use crate::messages::language;
use crate::session::GameSession;
use crate::settings::settings;
use crate::sound;

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
        wait: 120 + 160 * index,
    };
    (0..).zip(wins(effects, seat)).map(flight).collect()
}

/// What a bonus of a zone is called on the page.
pub(super) fn bonus_name(zone: &str, spot: Spot) -> String {
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

/// Lets bonuses of the shown sheet fly from now on.
pub(super) fn follow(session: GameSession, sheet: Arc<Sheet>, seat: Memo<Seat>) {
    Effect::new(move |before: Option<usize>| {
        let step = session.table.with(Table::steps);
        if before.is_some_and(|before| before + 1 == step) {
            session.table.with_untracked(sound::of_last_event);
            let flights = session
                .table
                .with_untracked(|table| flights(&effects_of(table, step - 1), seat.get_untracked()));
            if !flights.is_empty() {
                sound::of_bonus();
            }
            let over = session.table.with_untracked(Table::is_over);
            if settings().moves() && !over {
                for flight in flights {
                    let sheet = Arc::clone(&sheet);
                    set_timeout(
                        move || {
                            // Where something is not on the page, nothing flies.
                            let _ = fly(&sheet, flight);
                        },
                        Duration::from_millis(flight.wait),
                    );
                }
            }
        }
        step
    });
}

fn fly(sheet: &Sheet, flight: Flight) -> Option<()> {
    let (from, to) = (flight.from.find(sheet)?, flight.to.find(sheet)?);
    let middle = |rect: &DomRect| (rect.x() + rect.width() / 2.0, rect.y() + rect.height() / 2.0);
    let (x, y) = middle(&from.get_bounding_client_rect());
    let (to_x, to_y) = middle(&to.get_bounding_client_rect());
    let sign: HtmlElement = document().create_element("div").ok()?.unchecked_into();
    sign.set_class_name(&format!("fly gift {}", words::award_colour(sheet, flight.award)));
    sign.set_attribute("aria-hidden", "true").ok()?;
    sign.set_text_content(Some(&words::sign(language(), sheet, flight.award)));
    let style = format!("left:{x}px;top:{y}px;--dx:{}px;--dy:{}px", to_x - x, to_y - y);
    sign.set_attribute("style", &style).ok()?;
    document().body()?.append_child(&sign).ok()?;
    set_timeout(move || sign.remove(), Duration::from_millis(1000));
    Some(())
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
        assert_eq!(waits, [120, 280]);
    }
}
