//! What happened at a table of PUSH, from what its events did: nobody should have to ask.

use finaud_rules::push::{Card, Colour, Column, NumberCards};
use finaud_rules::{PushEffect, Seat, Variant};
use finaud_table::{AnyEffect, Table};

use crate::at_step::push_at;

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum PushNews {
    /// A card was turned and waits for its place.
    Turned {
        /// Who turned it.
        seat: Seat,
        /// What it is.
        card: Card,
    },
    /// A card was put on a column, counted from 0.
    Placed {
        /// Who put it there.
        seat: Seat,
        /// What was put.
        card: Card,
        /// Where.
        column: usize,
        /// Did it begin the column?
        begins: bool,
    },
    /// A Switch card was turned.
    Switched {
        /// Who turned it.
        seat: Seat,
        /// Are columns taken clockwise from now on?
        clockwise: bool,
    },
    /// A card fits nowhere.
    Bust {
        /// Who turned it.
        seat: Seat,
        /// What it is.
        card: Card,
    },
    /// Somebody turns no more cards.
    Stopped {
        /// Who.
        seat: Seat,
    },
    /// A colour was turned face down.
    Protected {
        /// Who is safe now.
        seat: Seat,
        /// With what.
        cards: Vec<Card>,
    },
    /// A column was taken.
    Took {
        /// Who took it.
        seat: Seat,
        /// Its number, from 0.
        column: usize,
        /// What was in it.
        cards: Vec<Card>,
    },
    /// The die was rolled.
    Rolled {
        /// Who rolled.
        seat: Seat,
        /// A colour, or the star.
        shown: Option<Colour>,
        /// What went.
        lost: Vec<Card>,
        /// Does the star take everything in this game?
        risk: bool,
    },
    /// Nobody was left to take these.
    Left {
        /// What went.
        cards: Vec<Card>,
    },
}

impl PushNews {
    /// Is it still worth telling when something else has happened in the same turn?
    pub(super) fn is_major(&self) -> bool {
        match self {
            PushNews::Turned { .. } | PushNews::Placed { .. } => false,
            PushNews::Stopped { .. }
            | PushNews::Switched { .. }
            | PushNews::Bust { .. }
            | PushNews::Protected { .. }
            | PushNews::Took { .. }
            | PushNews::Rolled { .. }
            | PushNews::Left { .. } => true,
        }
    }
}

/// Something that happened, and when.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct LogEntry {
    /// The index of the event.
    pub step: usize,
    /// The turn, counted from 0.
    pub turn: usize,
    /// What it was.
    pub what: PushNews,
}

/// Everything that happened, from the first turn on.
pub(super) fn log_of(table: &Table) -> Vec<LogEntry> {
    let mut log = Vec::new();
    let mut turn = 0;
    for step in 0..table.steps() {
        let Some((game, before)) = push_at(table, step) else {
            break;
        };
        let effects: Vec<PushEffect> = table
            .effects(step)
            .into_iter()
            .filter_map(|effect| match effect {
                AnyEffect::Push(effect) => Some(effect),
                AnyEffect::Dice(_) => None,
            })
            .collect();
        let news = news_of(&effects, before.current(), game.variant());
        log.extend(news.into_iter().map(|what| LogEntry { step, turn, what }));
        let ends = |effect: &PushEffect| matches!(effect, PushEffect::TurnEnds(_));
        turn += usize::from(effects.iter().any(ends));
    }
    log
}

/// What an event did, in the turn of this seat.
fn news_of(effects: &[PushEffect], current: Seat, variant: Variant) -> Vec<PushNews> {
    let mut news: Vec<PushNews> = Vec::new();
    let mut left: Vec<Card> = Vec::new();
    for effect in effects {
        match *effect {
            PushEffect::Turned(card) => news.push(PushNews::Turned { seat: current, card }),
            PushEffect::Switched { clockwise } => {
                // The card itself is told by what it does.
                news.retain(|what| !matches!(what, PushNews::Turned { .. }));
                news.push(PushNews::Switched {
                    seat: current,
                    clockwise,
                });
            }
            PushEffect::Bust(seat) => {
                if let Some(PushNews::Turned { card, .. }) = news.pop() {
                    news.push(PushNews::Bust { seat, card });
                }
            }
            PushEffect::Placed { card, column, begins } => news.push(PushNews::Placed {
                seat: current,
                card,
                column: usize::from(column),
                begins,
            }),
            PushEffect::Stopped(seat) => news.push(PushNews::Stopped { seat }),
            PushEffect::Taken { seat, column, cards } => news.push(PushNews::Took {
                seat,
                column: usize::from(column),
                cards: cards.cards().collect(),
            }),
            PushEffect::Protected { seat, cards, .. } => news.push(PushNews::Protected {
                seat,
                cards: cards_of(cards),
            }),
            PushEffect::DieRolled { seat, face } => news.push(PushNews::Rolled {
                seat,
                shown: face,
                lost: Vec::new(),
                risk: variant == Variant::Risk,
            }),
            PushEffect::DieTook { cards, .. } => {
                if let Some(PushNews::Rolled { lost, .. }) = news.last_mut() {
                    *lost = cards_of(cards);
                }
            }
            PushEffect::ColumnDiscarded(column) => left.extend(column.cards()),
            PushEffect::TurnBegins(_)
            | PushEffect::Discarded(_)
            | PushEffect::TurnEnds(_)
            | PushEffect::GameOver => {}
        }
    }
    if !left.is_empty() {
        news.push(PushNews::Left { cards: left });
    }
    news
}

/// The cards of a heap, one by one, by colour and value.
pub(super) fn cards_of(heap: NumberCards) -> Vec<Card> {
    heap.iter()
        .flat_map(|(kind, count)| std::iter::repeat_n(Card::Number(kind), usize::from(count)))
        .collect()
}

/// The points of some cards.
pub(super) fn points_of(cards: &[Card]) -> i32 {
    let value = |card: &Card| match card {
        Card::Number(kind) => i32::from(kind.value()),
        Card::Die | Card::Switch => 0,
    };
    cards.iter().map(value).sum()
}

/// What is worth telling now: what matters of the turn in which something happened last, and that itself.
pub(super) fn announcement(log: &[LogEntry], most: usize) -> Vec<LogEntry> {
    let Some(last) = log.last() else {
        return Vec::new();
    };
    let turn = log.iter().filter(|each| each.turn == last.turn);
    let mut worth: Vec<LogEntry> = turn
        .filter(|each| each.step == last.step || each.what.is_major())
        .cloned()
        .collect();
    worth.drain(..worth.len().saturating_sub(most));
    worth
}

/// The columns with their cards in the order in which they were laid.
pub(super) fn laid(log: &[LogEntry], columns: &[Column]) -> Vec<Vec<Card>> {
    let turn = log.last().map(|last| last.turn);
    let mut laid: Vec<Vec<Card>> = Vec::new();
    for each in log.iter().filter(|each| Some(each.turn) == turn) {
        match &each.what {
            PushNews::Placed {
                card, begins: true, ..
            } => laid.push(vec![*card]),
            PushNews::Placed { card, column, .. } => {
                if let Some(cards) = laid.get_mut(*column) {
                    cards.push(*card);
                }
            }
            PushNews::Took { column, .. } if *column < laid.len() => {
                laid.remove(*column);
            }
            _ => {}
        }
    }
    // The rules have the last word: a table may have begun in the middle of a turn.
    let same = |(cards, column): (&Vec<Card>, &Column)| {
        cards.len() == column.cards().count() && column.cards().all(|card| cards.contains(&card))
    };
    if laid.len() == columns.len() && laid.iter().zip(columns).all(same) {
        return laid;
    }
    columns.iter().map(|column| column.cards().collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::at_step::push_now;
    use crate::new_game::PUSH;
    use finaud_table::{Chair, ChanceSource, GameSpec};

    fn card(text: &str) -> Card {
        text.parse().unwrap()
    }

    fn cards(texts: &[&str]) -> Vec<Card> {
        texts.iter().map(|text| card(text)).collect()
    }

    /// Plays events in the words of records: `draw`, `!card red 5`, `!die blue`, `place 1`.
    fn logged(seats: usize, events: &[&str]) -> Vec<LogEntry> {
        log_of(&played(seats, events))
    }

    fn played(seats: usize, events: &[&str]) -> Table {
        let spec = GameSpec::plain(PUSH, seats);
        let chairs = (0..seats).map(|seat| Chair::person(format!("p{seat}"))).collect();
        let mut table = Table::new(&spec, chairs, ChanceSource::Typed).unwrap();
        for event in events {
            let text = match event.strip_prefix('!') {
                Some(outcome) => outcome.to_owned(),
                None => format!("{} {event}", push_now(&table).unwrap().1.taker()),
            };
            table.apply(table.read_event(&text).unwrap()).unwrap();
        }
        table
    }

    /// Three columns that all hold a red card, and a red 4 on top.
    const BUST: [&str; 12] = [
        "draw",
        "!card red 1",
        "place new",
        "draw",
        "!card red 2",
        "place new",
        "draw",
        "!card red 3",
        "place new",
        "draw",
        "!card red 4",
        "!die blue",
    ];

    #[test]
    fn a_bust_tells_the_card_and_what_the_die_showed() {
        let log = logged(3, &BUST);
        let last: Vec<&PushNews> = log.iter().rev().take(2).map(|each| &each.what).collect();
        let seat = Seat(0);
        assert_eq!(
            last[1],
            &PushNews::Bust {
                seat,
                card: card("red 4")
            }
        );
        assert_eq!(
            last[0],
            &PushNews::Rolled {
                seat,
                shown: Some(Colour::Blue),
                lost: Vec::new(),
                risk: false
            }
        );
    }

    #[test]
    fn after_a_bust_the_column_nobody_takes_is_told_too() {
        let mut events = BUST.to_vec();
        events.extend(["take 1", "take 2"]);
        let log = logged(3, &events);
        let left = log.last().unwrap();
        assert_eq!(
            left.what,
            PushNews::Left {
                cards: cards(&["red 2"])
            }
        );
        assert_eq!(left.turn, 0);
        let worth: Vec<PushNews> = announcement(&log, 9).into_iter().map(|each| each.what).collect();
        assert_eq!(
            worth.len(),
            5,
            "bust, roll, two takings and what was left: {worth:?}"
        );
        assert_eq!(announcement(&log, 2).len(), 2);
    }

    #[test]
    fn a_roll_tells_the_cards_that_went() {
        let log = logged(
            2,
            &[
                "draw",
                "!card red 6",
                "place new",
                "draw",
                "!card die",
                "place 1",
                "stop",
                "take 1",
                "!die red",
            ],
        );
        let rolled = log.last().unwrap();
        let PushNews::Rolled { lost, .. } = &rolled.what else {
            panic!("{rolled:?}");
        };
        assert_eq!(lost, &cards(&["red 6"]));
        assert_eq!(points_of(lost), 6);
    }

    #[test]
    fn minor_things_are_told_only_while_they_are_the_last() {
        let events = ["draw", "!card red 6", "place new", "draw", "!card blue 1"];
        let worth = announcement(&logged(2, &events), 4);
        let seat = Seat(0);
        assert_eq!(worth.len(), 1);
        assert_eq!(
            worth[0].what,
            PushNews::Turned {
                seat,
                card: card("blue 1")
            }
        );
    }

    #[test]
    fn cards_lie_in_the_order_in_which_they_came() {
        let events = [
            "draw",
            "!card purple 6",
            "place new",
            "draw",
            "!card red 1",
            "place 1",
            "draw",
            "!card red 2",
            "place new",
        ];
        let table = played(2, &events);
        let columns = push_now(&table).unwrap().1.columns();
        assert_eq!(
            laid(&log_of(&table), columns),
            [cards(&["purple 6", "red 1"]), cards(&["red 2"])]
        );
        // Without a log, as the rules list them.
        assert_eq!(laid(&[], columns)[0], cards(&["red 1", "purple 6"]));
    }
}
