//! What happened at a table of PUSH, told from its log: nobody should have to ask.

use finaud_rules::push::{Card, Colour, Column, Kind, NumberCards, PushPhase};
use finaud_rules::{PushAction, PushOutcome, PushState, Seat, Variant};

use crate::any_table::{AnyAction, AnyEvent, AnyOutcome, AnyTable};

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Happening {
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

impl Happening {
    /// Is it still worth telling when something else has happened in the same turn?
    pub(super) fn is_major(&self) -> bool {
        match self {
            Happening::Turned { .. } | Happening::Placed { .. } | Happening::Stopped { .. } => false,
            Happening::Switched { .. }
            | Happening::Bust { .. }
            | Happening::Protected { .. }
            | Happening::Took { .. }
            | Happening::Rolled { .. }
            | Happening::Left { .. } => true,
        }
    }
}

/// Something that happened, and when.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Told {
    /// The index of the event.
    pub step: usize,
    /// The turn, counted from 0.
    pub turn: usize,
    /// What it was.
    pub what: Happening,
}

/// Everything that happened, from the first turn on.
pub(super) fn happenings(table: &AnyTable) -> Vec<Told> {
    let mut all = Vec::new();
    let mut turn = 0;
    for step in 0..table.steps() {
        let (Some((game, before)), Some((_, after)), Some(event)) =
            (table.push_at(step), table.push_at(step + 1), table.event(step))
        else {
            break;
        };
        let mut tell = |what| all.push(Told { step, turn, what });
        if let Some(what) = happening(game.variant(), before, after, event) {
            tell(what);
        }
        if matches!(after.phase(), PushPhase::Turn | PushPhase::Over) {
            let cards = left_over(before, event);
            if !cards.is_empty() {
                tell(Happening::Left { cards });
            }
            turn += 1;
        }
    }
    all
}

fn happening(variant: Variant, before: &PushState, after: &PushState, event: AnyEvent) -> Option<Happening> {
    match event {
        AnyEvent::Choice(seat, AnyAction::Push(action)) => chosen(seat, action, before),
        AnyEvent::Outcome(AnyOutcome::Push(PushOutcome::Card(card))) => Some(turned(card, before, after)),
        AnyEvent::Outcome(AnyOutcome::Push(PushOutcome::Die(shown))) => {
            let seat = before.taker();
            Some(Happening::Rolled {
                seat,
                shown,
                lost: gone(before.bench(seat).zone(), after.bench(seat).zone()),
                risk: variant == Variant::Risk,
            })
        }
        AnyEvent::Choice(_, AnyAction::Dice(_)) | AnyEvent::Outcome(AnyOutcome::Dice(_)) => None,
    }
}

fn chosen(seat: Seat, action: PushAction, before: &PushState) -> Option<Happening> {
    let columns = before.columns();
    Some(match action {
        PushAction::Draw => return None,
        PushAction::Stop => Happening::Stopped { seat },
        PushAction::Protect(colour) => Happening::Protected {
            seat,
            cards: cards_of(before.bench(seat).zone().of(colour)),
        },
        PushAction::Place(column) => Happening::Placed {
            seat,
            card: before.card()?,
            column: usize::from(column),
            begins: false,
        },
        PushAction::PlaceNew => Happening::Placed {
            seat,
            card: before.card()?,
            column: columns.len(),
            begins: true,
        },
        PushAction::Take(column) => Happening::Took {
            seat,
            column: usize::from(column),
            cards: columns.get(usize::from(column))?.cards().collect(),
        },
    })
}

fn turned(card: Card, before: &PushState, after: &PushState) -> Happening {
    let seat = before.current();
    match (card, after.phase()) {
        (Card::Switch, _) => Happening::Switched {
            seat,
            clockwise: after.clockwise(),
        },
        (_, PushPhase::Rolling) => Happening::Bust { seat, card },
        _ => Happening::Turned { seat, card },
    }
}

/// The columns nobody takes when a turn ends with this event.
fn left_over(before: &PushState, event: AnyEvent) -> Vec<Card> {
    let taken = match event {
        AnyEvent::Choice(_, AnyAction::Push(PushAction::Take(column))) => Some(usize::from(column)),
        _ => None,
    };
    let left = before
        .columns()
        .iter()
        .enumerate()
        .filter(|(index, _)| Some(*index) != taken);
    left.flat_map(|(_, column)| column.cards()).collect()
}

/// The cards of a heap, one by one, by colour and value.
pub(super) fn cards_of(heap: NumberCards) -> Vec<Card> {
    heap.iter()
        .flat_map(|(kind, count)| std::iter::repeat_n(Card::Number(kind), usize::from(count)))
        .collect()
}

/// The cards that are in the first heap and no longer in the second.
fn gone(before: NumberCards, after: NumberCards) -> Vec<Card> {
    let lost = |kind: Kind| usize::from(before.count(kind).saturating_sub(after.count(kind)));
    Kind::all()
        .flat_map(|kind| std::iter::repeat_n(Card::Number(kind), lost(kind)))
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
pub(super) fn announcement(told: &[Told], most: usize) -> Vec<Told> {
    let Some(last) = told.last() else {
        return Vec::new();
    };
    let turn = told.iter().filter(|each| each.turn == last.turn);
    let mut worth: Vec<Told> = turn
        .filter(|each| each.step == last.step || each.what.is_major())
        .cloned()
        .collect();
    worth.drain(..worth.len().saturating_sub(most));
    worth
}

/// The columns with their cards in the order in which they were laid.
pub(super) fn laid(told: &[Told], columns: &[Column]) -> Vec<Vec<Card>> {
    let turn = told.last().map(|last| last.turn);
    let mut laid: Vec<Vec<Card>> = Vec::new();
    for each in told.iter().filter(|each| Some(each.turn) == turn) {
        match &each.what {
            Happening::Placed {
                card, begins: true, ..
            } => laid.push(vec![*card]),
            Happening::Placed { card, column, .. } => {
                if let Some(cards) = laid.get_mut(*column) {
                    cards.push(*card);
                }
            }
            Happening::Took { column, .. } if *column < laid.len() => {
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
    use crate::any_table::{GameChoice, PUSH};
    use finaud_record::{Notation, push};
    use finaud_table::{Chair, ChanceSource};

    fn card(text: &str) -> Card {
        text.parse().unwrap()
    }

    fn cards(texts: &[&str]) -> Vec<Card> {
        texts.iter().map(|text| card(text)).collect()
    }

    /// Plays events in the words of records: `draw`, `!card red 5`, `!die blue`, `place 1`.
    fn told(seats: usize, events: &[&str]) -> Vec<Told> {
        happenings(&played(seats, events))
    }

    fn played(seats: usize, events: &[&str]) -> AnyTable {
        let choice = GameChoice::plain(PUSH, seats);
        let chairs = (0..seats).map(|seat| Chair::person(format!("p{seat}"))).collect();
        let mut table = AnyTable::new(&choice, chairs, ChanceSource::Typed).unwrap();
        let game = push::game(seats, &[]).unwrap();
        for event in events {
            match event.strip_prefix('!') {
                Some(luck) => table
                    .apply_chance(AnyOutcome::Push(game.read_outcome(luck).unwrap()))
                    .unwrap(),
                None => {
                    let seat = table.push_at(table.steps()).unwrap().1.taker();
                    table
                        .play(seat, AnyAction::Push(game.read_action(event).unwrap()))
                        .unwrap();
                }
            }
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
        let told = told(3, &BUST);
        let last: Vec<&Happening> = told.iter().rev().take(2).map(|each| &each.what).collect();
        let seat = Seat(0);
        assert_eq!(
            last[1],
            &Happening::Bust {
                seat,
                card: card("red 4")
            }
        );
        assert_eq!(
            last[0],
            &Happening::Rolled {
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
        let told = told(3, &events);
        let left = told.last().unwrap();
        assert_eq!(
            left.what,
            Happening::Left {
                cards: cards(&["red 2"])
            }
        );
        assert_eq!(left.turn, 0);
        let worth: Vec<Happening> = announcement(&told, 9).into_iter().map(|each| each.what).collect();
        assert_eq!(
            worth.len(),
            5,
            "bust, roll, two takings and what was left: {worth:?}"
        );
        assert_eq!(announcement(&told, 2).len(), 2);
    }

    #[test]
    fn a_roll_tells_the_cards_that_went() {
        let told = told(
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
        let rolled = told.last().unwrap();
        let Happening::Rolled { lost, .. } = &rolled.what else {
            panic!("{rolled:?}");
        };
        assert_eq!(lost, &cards(&["red 6"]));
        assert_eq!(points_of(lost), 6);
    }

    #[test]
    fn minor_things_are_told_only_while_they_are_the_last() {
        let events = ["draw", "!card red 6", "place new", "draw", "!card blue 1"];
        let worth = announcement(&told(2, &events), 4);
        let seat = Seat(0);
        assert_eq!(worth.len(), 1);
        assert_eq!(
            worth[0].what,
            Happening::Turned {
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
        let columns = table.push_at(table.steps()).unwrap().1.columns();
        assert_eq!(
            laid(&happenings(&table), columns),
            [cards(&["purple 6", "red 1"]), cards(&["red 2"])]
        );
        // Without a log, as the rules list them.
        assert_eq!(laid(&[], columns)[0], cards(&["red 1", "purple 6"]));
    }
}
