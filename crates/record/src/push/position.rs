//! Positions in one line, short enough to be written by hand: everything left out is empty.
//!
//! ```text
//! push current=2 phase=after-card columns=r5,g2,die|b1 switches=1 / zone=r1,r1,b6 protected=g3 / zone=p4 /
//! ```
//!
//! First the id of the game, then what lies on the table, then after each `/` the cards of one player. A number card is
//! written as the letter of its colour (red, blue, green, yellow, purple) and its value; the others are `die` and
//! `switch`.
//!
//! | on the table | means | left out |
//! |---|---|---|
//! | `current=2` | whose turn it is | 1 |
//! | `phase=placing` | `turn`, `drawing`, `placing`, `after-card`, `taking`, `rolling`, `over` | `turn` |
//! | `card=y2` | the card that is to be placed | none |
//! | `taker=3` | who takes a column or rolls the die | nobody |
//! | `rolls=1` | how often the die was rolled in this turn | 0 |
//! | `switches=1` | the Switch cards turned in this turn | 0 |
//! | <code>columns=r5,die&#124;b1</code> | the cards of each column | no column |
//! | `discard=r1,die` | the cards out of the game | see below |
//! | `pile=b2,switch` | the cards of the pile, in any order | see below |
//!
//! | in front of a player | means |
//! |---|---|
//! | `zone=r1,r1,b6` | his open cards |
//! | `protected=g3` | his protected cards |
//!
//! Every card of the game is somewhere. If neither `discard` nor `pile` is given, nothing is discarded and the pile is
//! what lies nowhere else; if one is given, the other is the rest. So `pile=` is an empty pile. The shorter of the two is
//! written.

mod read;

pub(super) use read::read;

use finaud_rules::push::{Card, PushPhase, PushSeat, PushSetup};

use super::card;

/// Writes a setup in one line: nothing that goes without saying, always in the same order.
pub(super) fn text(setup: &PushSetup) -> String {
    let mut words = vec![setup.game.clone()];
    let mut word = |key: &str, value: String| words.push(format!("{key}={value}"));
    if setup.current != 1 {
        word("current", setup.current.to_string());
    }
    if setup.phase != PushPhase::Turn {
        word("phase", setup.phase.word().into());
    }
    if let Some(card) = &setup.card {
        word("card", code(card));
    }
    if let Some(taker) = setup.taker {
        word("taker", taker.to_string());
    }
    for (key, count) in [("rolls", setup.rolls), ("switches", setup.switches)] {
        if count != 0 {
            word(key, count.to_string());
        }
    }
    if !setup.columns.is_empty() {
        let columns: Vec<String> = setup.columns.iter().map(|column| list(column)).collect();
        word("columns", columns.join("|"));
    }
    match &setup.pile {
        _ if setup.discard.is_empty() => {}
        Some(pile) if pile.len() < setup.discard.len() => word("pile", list(pile)),
        _ => word("discard", list(&setup.discard)),
    }
    for seat in &setup.seats {
        words.push("/".into());
        words.extend(seat_words(seat));
    }
    words.join(" ")
}

fn seat_words(seat: &PushSeat) -> impl Iterator<Item = String> {
    let heaps = [("zone", &seat.zone), ("protected", &seat.protected)];
    let held = heaps.into_iter().filter(|(_, cards)| !cards.is_empty());
    held.map(|(key, cards)| format!("{key}={}", list(cards)))
}

fn list(cards: &[String]) -> String {
    cards.iter().map(|card| code(card)).collect::<Vec<_>>().join(",")
}

/// A card's short word.
fn code(card: &str) -> String {
    card.parse::<Card>().map_or_else(|_| card.into(), card::code)
}
