//! What the rules say an event of PUSH did.

mod common;

use common::push::{Story, given};
use finaud_record::{Event, Notation, SplitMix64};
use finaud_rules::push::{Card, Kind, NumberCards};
use finaud_rules::{Game, Next, Push, PushEffect, PushState, Seat, Variant};

#[track_caller]
fn effects(story: &Story, event: &str) -> Vec<PushEffect> {
    let mut after = story.position;
    let mut effects = Vec::new();
    match story.game.next(&story.position) {
        Next::Choice(seats) => {
            let action = story.game.read_action(event).unwrap();
            let seat = seats.first().unwrap();
            story.game.play_observed(&mut after, seat, action, &mut effects)
        }
        Next::Chance(_) => {
            let outcome = story.game.read_outcome(event).unwrap();
            story
                .game
                .apply_chance_observed(&mut after, outcome, &mut effects)
        }
        Next::Over => panic!("the game is over"),
    }
    .unwrap();
    effects
}

fn kinds(cards: NumberCards) -> Vec<(Kind, u8)> {
    cards.iter().collect()
}

#[test]
fn a_card_is_turned_and_placed() {
    let mut story = given("push / /");
    assert_eq!(effects(&story, "draw"), []);
    story.plays(1, "draw");
    let card = story.game.read_outcome("card red 5").unwrap();
    let told = effects(&story, "card red 5");
    assert!(
        matches!(told[..], [PushEffect::Turned(turned)] if finaud_rules::PushOutcome::Card(turned) == card)
    );
    story.card("red 5");
    assert!(matches!(
        effects(&story, "place new")[..],
        [PushEffect::Placed {
            column: 0,
            begins: true,
            ..
        }]
    ));
    story.plays(1, "place new");
    story.plays(1, "draw").card("blue 4");
    assert!(matches!(
        effects(&story, "place 1")[..],
        [PushEffect::Placed {
            column: 0,
            begins: false,
            ..
        }]
    ));
}

#[test]
fn a_protected_colour_is_told_with_its_cards_and_ends_the_turn() {
    let story = given("push / zone=r5,r4,b2 /");
    let told = effects(&story, "protect red");
    let [
        PushEffect::Protected { seat, cards, .. },
        PushEffect::TurnEnds(ended),
        PushEffect::TurnBegins(next),
    ] = told[..]
    else {
        panic!("{told:?}")
    };
    assert_eq!((seat, ended, next), (Seat(0), Seat(0), Seat(1)));
    assert_eq!(cards.points(), 9);
}

/// How many cards of each kind lie where, as the effects tell it.
#[derive(Clone, PartialEq, Debug)]
struct Count {
    open: Vec<NumberCards>,
    protected: Vec<NumberCards>,
    columns: Vec<Vec<Card>>,
    discard: Vec<(Card, u8)>,
}

fn sorted(mut cards: Vec<Card>) -> Vec<Card> {
    cards.sort_unstable();
    cards
}

impl Count {
    fn of(game: &Push, state: &PushState) -> Count {
        let seats = || (0..game.seats() as u8).map(Seat);
        Count {
            open: seats().map(|seat| state.bench(seat).zone()).collect(),
            protected: seats().map(|seat| state.bench(seat).protected()).collect(),
            columns: state
                .columns()
                .iter()
                .map(|column| sorted(column.cards().collect()))
                .collect(),
            discard: Card::all()
                .map(|card| (card, state.discard().count(card)))
                .collect(),
        }
    }

    fn discard(&mut self, card: Card, count: u8) {
        let place = self.discard.iter_mut().find(|(known, _)| *known == card).unwrap();
        place.1 += count;
    }
}

/// All number cards of two heaps.
fn joined(one: NumberCards, other: NumberCards) -> Vec<(Kind, u8)> {
    let counts = Kind::all().map(|kind| (kind, one.count(kind) + other.count(kind)));
    counts.filter(|(_, count)| *count > 0).collect()
}

fn adds_up(game: &Push, before: &PushState, event: Event<Push>) {
    let (mut after, mut silent) = (*before, *before);
    let mut effects = Vec::new();
    match event {
        Event::Choice(seat, action) => {
            game.play(&mut silent, seat, action).unwrap();
            game.play_observed(&mut after, seat, action, &mut effects)
                .unwrap();
        }
        Event::Outcome(outcome) => {
            game.apply_chance(&mut silent, outcome).unwrap();
            game.apply_chance_observed(&mut after, outcome, &mut effects)
                .unwrap();
        }
    }
    assert_eq!(after, silent, "listening changes nothing");
    let line = || format!("{event:?} in {}\n{effects:#?}", game.position_text(before));
    let (mut now, then) = (Count::of(game, before), Count::of(game, &after));
    let mut switches = before.switches();
    for effect in &effects {
        match *effect {
            PushEffect::Placed { card, column, begins } => {
                if begins {
                    assert_eq!(usize::from(column), now.columns.len(), "{}", line());
                    now.columns.push(Vec::new());
                }
                now.columns[usize::from(column)].push(card);
            }
            PushEffect::Taken { seat, column, cards } => {
                let lay = sorted(now.columns.remove(usize::from(column)));
                assert_eq!(lay, sorted(cards.cards().collect()), "{}", line());
                let bench = after.bench(seat).zone();
                let before = now.open[seat.index()];
                for kind in cards.numbers() {
                    assert_eq!(bench.count(kind), before.count(kind) + 1, "{}", line());
                }
                now.open[seat.index()] = bench;
            }
            PushEffect::Protected { seat, colour, cards } => {
                assert_eq!(
                    kinds(cards),
                    kinds(now.open[seat.index()].of(colour)),
                    "{}",
                    line()
                );
                let all = joined(now.protected[seat.index()], cards);
                now.protected[seat.index()] = after.bench(seat).protected();
                assert_eq!(kinds(after.bench(seat).protected()), all, "{}", line());
                let left = joined(after.bench(seat).zone(), cards);
                assert_eq!(left, kinds(now.open[seat.index()]), "{}", line());
                now.open[seat.index()] = after.bench(seat).zone();
            }
            PushEffect::DieTook { seat, cards } => {
                let left = joined(after.bench(seat).zone(), cards);
                assert_eq!(left, kinds(now.open[seat.index()]), "{}", line());
                now.open[seat.index()] = after.bench(seat).zone();
                for (kind, count) in cards.iter() {
                    now.discard(Card::Number(kind), count);
                }
            }
            PushEffect::Discarded(card) => now.discard(card, 1),
            PushEffect::ColumnDiscarded(column) => {
                let lay = sorted(now.columns.remove(0));
                assert_eq!(lay, sorted(column.cards().collect()), "{}", line());
                column.cards().for_each(|card| now.discard(card, 1));
            }
            PushEffect::Switched { .. } => switches += 1,
            PushEffect::TurnEnds(seat) => {
                assert_eq!(seat, before.current(), "{}", line());
                now.discard(Card::Switch, switches);
                switches = 0;
            }
            PushEffect::Turned(_)
            | PushEffect::Bust(_)
            | PushEffect::Stopped(_)
            | PushEffect::DieRolled { .. }
            | PushEffect::TurnBegins(_)
            | PushEffect::GameOver => {}
        }
    }
    now.columns.iter_mut().for_each(|column| column.sort_unstable());
    assert_eq!(now, then, "{}", line());
    let over = effects.last() == Some(&PushEffect::GameOver);
    assert_eq!(over, game.next(&after) == Next::Over, "{}", line());
}

#[test]
fn effects_add_up_to_what_changed_in_random_play() {
    for variant in [Variant::Standard, Variant::Risk] {
        for seats in 2..=6 {
            let game = Push::new(seats, variant).unwrap();
            for seed in 0..6 {
                let mut random = SplitMix64::new(seed);
                let mut state = game.start();
                let mut legal = Vec::new();
                loop {
                    let event = match game.next(&state) {
                        Next::Over => break,
                        Next::Chance(_) => Event::Outcome(game.seeded_outcome(&state, seed).unwrap()),
                        Next::Choice(seats) => {
                            let seat = seats.first().unwrap();
                            game.legal(&state, seat, &mut legal);
                            Event::Choice(seat, legal[random.below(legal.len() as u64) as usize])
                        }
                    };
                    adds_up(&game, &state, event);
                    event.apply(&game, &mut state).unwrap();
                }
            }
        }
    }
}

#[test]
fn the_die_takes_a_colour_and_in_the_risk_variant_its_star_takes_all() {
    let cards = given("push / zone=r5,r4,b2 /").position.bench(Seat(0)).zone();
    let (standard, risk) = (
        Push::new(2, Variant::Standard).unwrap(),
        Push::new(2, Variant::Risk).unwrap(),
    );
    assert_eq!(Push::die_faces().len(), 6);
    assert_eq!(
        standard
            .taken_by_die(cards, Some(finaud_rules::push::Colour::Red))
            .points(),
        9
    );
    assert_eq!(standard.taken_by_die(cards, None).points(), 0);
    assert_eq!(risk.taken_by_die(cards, None).points(), 11);
    assert_eq!(standard.points_taken_by_all_faces(cards), 11);
    assert_eq!(risk.points_taken_by_all_faces(cards), 22);
    assert_eq!(standard.faces_that_take_a_card(), 1);
    assert_eq!(risk.faces_that_take_a_card(), 2);
}
