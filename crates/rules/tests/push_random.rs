//! Random games of PUSH: every state is sound, every choice and all luck is as the rules say, and every game ends.

mod common;

use common::push::every_game;
use finaud_record::{Event, SplitMix64};
use finaud_rules::push::{Card, Colour, Kind, PushPhase};
use finaud_rules::{
    Game, Next, Push, PushAction, PushChance, PushOutcome, PushState, Refusal, Seat, Variant,
};

/// The most events a game can have.
///
/// A Switch card has two: somebody draws, and it is turned. Every other card (there are 108) has at most six: somebody
/// draws, it is turned, it is placed, somebody stops, a column is taken, and in the end a Die card is rolled for or a
/// number card is protected. For each stop and each taking is of a column, which has a card that can answer for it; a roll
/// is for a Die card, or for the card that fitted nowhere and was not placed; and a card is protected once.
fn most_events(game: &Push) -> usize {
    6 * 108 + 2 * usize::from(game.deck().count(Card::Switch))
}

fn all_luck() -> impl Iterator<Item = PushOutcome> {
    let faces = Colour::ALL.into_iter().map(Some).chain([None]);
    Card::all()
        .map(PushOutcome::Card)
        .chain(faces.map(PushOutcome::Die))
}

/// How many of each card lie somewhere, counted one by one.
fn lying(game: &Push, state: &PushState, card: Card) -> u8 {
    let mut count = state.unseen().count(card) + state.discard().count(card);
    count += u8::from(state.card() == Some(card));
    for column in state.columns() {
        count += column.cards().filter(|lies| *lies == card).count() as u8;
    }
    match card {
        Card::Number(kind) => {
            for seat in (0..game.seats() as u8).map(Seat) {
                let bench = state.bench(seat);
                let open = bench.zone().value_counts(kind.colour()) >> (2 * (kind.value() - 1)) & 3;
                assert_eq!(open, u16::from(bench.zone().count(kind)));
                count += bench.zone().count(kind) + bench.protected().count(kind);
            }
        }
        Card::Switch => count += state.switches(),
        Card::Die => {}
    }
    count
}

fn sound(game: &Push, state: &PushState) {
    assert_eq!(game.violations(state), [], "{state:?}");
    for card in Card::all() {
        assert_eq!(
            lying(game, state, card),
            game.deck().count(card),
            "{card}: {state:?}"
        );
    }
    for column in state.columns() {
        let numbers: Vec<Kind> = column.numbers().collect();
        for (at, one) in numbers.iter().enumerate() {
            let rivals = numbers[at + 1..].iter();
            let mut rivals =
                rivals.filter(|other| one.colour() == other.colour() || one.value() == other.value());
            assert_eq!(rivals.next(), None, "{state:?}");
        }
    }
}

/// Tries all luck there is: exactly the outcomes can happen, each as often as it is there.
fn luck_is_as_told(game: &Push, state: &PushState) {
    let mut outcomes = Vec::new();
    let total = game.outcomes(state, &mut |luck, weight| outcomes.push((luck, weight)));
    assert_eq!(total, outcomes.iter().map(|(_, weight)| weight).sum::<u32>());
    for luck in all_luck() {
        let mut told = outcomes.iter().filter(|(known, _)| *known == luck);
        let weight = told.next().map(|(_, weight)| *weight);
        assert_eq!(told.next(), None, "{luck:?} is listed twice");
        let wanted = match (game.next(state), luck) {
            (Next::Chance(PushChance::Card), PushOutcome::Card(card)) => {
                u32::from(state.unseen().count(card))
            }
            (Next::Chance(PushChance::Die(_)), PushOutcome::Die(_)) => 1,
            _ => 0,
        };
        assert_eq!(weight, (wanted > 0).then_some(wanted), "{luck:?}: {state:?}");
        let mut after = *state;
        match game.apply_chance(&mut after, luck) {
            Ok(()) => {
                assert!(wanted > 0 && after != *state);
                if let PushOutcome::Card(card) = luck {
                    let rolls = matches!(game.next(&after), Next::Chance(PushChance::Die(_)));
                    assert_eq!(state.busts(card), rolls, "{card}: {state:?}");
                }
            }
            Err(_) => assert!(wanted == 0 && after == *state, "{luck:?}: {state:?}"),
        }
    }
}

/// Ends the turn without another card: exactly the takers take, in their order.
fn takers_are_as_told(game: &Push, state: &PushState) {
    let told: Vec<Seat> = game.takers(state).collect();
    let mut now = *state;
    let mut took = Vec::new();
    let mut legal = Vec::new();
    // A card that was turned is put somewhere first; where it may begin a column, that is one more to take.
    let begun = now.columns().len();
    loop {
        match game.next(&now) {
            Next::Chance(PushChance::Die(_)) => game.apply_chance(&mut now, PushOutcome::Die(None)).unwrap(),
            Next::Chance(PushChance::Card) | Next::Over => break,
            Next::Choice(seats) => {
                let seat = seats.first().unwrap();
                game.legal(&now, seat, &mut legal);
                let place = legal.iter().find(|action| matches!(action, PushAction::Place(_)));
                let action = if legal.contains(&PushAction::Stop) {
                    PushAction::Stop
                } else {
                    *place.unwrap_or(&legal[0])
                };
                match action {
                    PushAction::Take(_) => took.push(seat),
                    PushAction::Stop => {}
                    PushAction::Place(_) => {}
                    // A new column, or a new turn.
                    _ => break,
                }
                game.play(&mut now, seat, action).unwrap();
            }
        }
    }
    if now.columns().len() <= begun {
        assert_eq!(took, told[..took.len()], "{state:?}");
        let ended = now.columns().is_empty();
        assert!(
            !ended || took.len() == told.len(),
            "{told:?} took {took:?}: {state:?}"
        );
    }
}

/// Turns a card that fits nowhere, where there is one: exactly the others take, in the order that is told.
fn takers_after_a_bust_are_as_told(game: &Push, state: &PushState) {
    let told: Vec<Seat> = game.takers_after_bust(state).collect();
    let mut now = *state;
    if state.phase() == PushPhase::AfterCard && !state.unseen().is_empty() {
        game.play(&mut now, state.current(), PushAction::Draw).unwrap();
    }
    if now.phase() != PushPhase::Drawing {
        return;
    }
    let Some((card, _)) = now.unseen().iter().find(|(card, _)| now.busts(*card)) else {
        return;
    };
    game.apply_chance(&mut now, PushOutcome::Card(card)).unwrap();
    assert_eq!(told, game.takers(&now).collect::<Vec<_>>(), "{state:?}");
    takers_are_as_told(game, &now);
}

/// May this be done now, said without the engine's own tricks?
fn allowed(state: &PushState, stage: Stage, action: PushAction) -> bool {
    let fits = |index: u8| {
        let column = state.columns().get(usize::from(index))?;
        let mut lying = column.cards();
        Some(match state.card()? {
            Card::Number(kind) => !column
                .numbers()
                .any(|lies| lies.colour() == kind.colour() || lies.value() == kind.value()),
            Card::Die => lying.all(|lies| lies != Card::Die),
            Card::Switch => false,
        })
    };
    let columns = state.columns().len();
    match (stage, action) {
        (Stage::Turn, PushAction::Draw) => true,
        (Stage::Turn, PushAction::Protect(colour)) => {
            let zone = state.bench(state.current()).zone();
            zone.iter().any(|(kind, _)| kind.colour() == colour)
        }
        (Stage::Placing, PushAction::Place(index)) => fits(index) == Some(true),
        (Stage::Placing, PushAction::PlaceNew) => columns < 3,
        (Stage::AfterCard, PushAction::Draw) => !state.unseen().is_empty(),
        (Stage::AfterCard, PushAction::Stop) => columns > 0,
        (Stage::Taking, PushAction::Take(index)) => usize::from(index) < columns,
        _ => false,
    }
}

/// What is chosen, as the story so far tells it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Turn,
    Placing,
    AfterCard,
    Taking,
}

/// Tries every action of every seat: exactly the legal ones can be played, and nothing else leaves a trace.
fn actions_are_as_told(game: &Push, state: &PushState, stage: Stage) {
    let mut legal = Vec::new();
    let asked = match game.next(state) {
        Next::Choice(seats) => seats.first(),
        Next::Chance(_) | Next::Over => None,
    };
    for seat in (0..8).map(Seat) {
        game.legal(state, seat, &mut legal);
        assert_eq!(legal.is_empty(), asked != Some(seat), "{state:?}");
        let numbers = legal.iter().map(|action| game.action_index(*action).unwrap());
        assert!(numbers.is_sorted_by(|one, next| one < next), "{legal:?}");
        let mut scratch = Vec::new();
        let mut pick = |index: usize| game.nth_legal(state, seat, &mut scratch, |_| index);
        for (index, action) in legal.iter().enumerate() {
            assert_eq!(pick(index), Some(*action), "{state:?}");
        }
        assert_eq!(pick(0), legal.first().copied(), "{state:?}");
        // A single action may be picked without asking which.
        assert!(legal.len() == 1 || pick(legal.len()).is_none() && pick(usize::MAX).is_none());
        for number in 0..game.action_count() {
            let action = game.action_from_index(number).unwrap();
            assert_eq!(game.action_index(action), Some(number));
            let expected = asked == Some(seat) && allowed(state, stage, action);
            assert_eq!(legal.contains(&action), expected, "{action:?}: {state:?}");
            let mut after = *state;
            match game.play(&mut after, seat, action) {
                Ok(()) => assert!(expected && after != *state),
                Err(refusal) => {
                    assert!(!expected && after == *state, "{action:?}: {state:?}");
                    let not_asked = refusal == Refusal::NotAsked(seat);
                    assert_eq!(not_asked, asked != Some(seat));
                }
            }
        }
    }
    for stray in [
        PushAction::Place(3),
        PushAction::Place(255),
        PushAction::Take(3),
        PushAction::Take(255),
    ] {
        assert_eq!(game.action_index(stray), None);
        let mut after = *state;
        for seat in (0..8).map(Seat) {
            assert!(
                game.play(&mut after, seat, stray).is_err() && after == *state,
                "{stray:?}"
            );
        }
    }
    assert_eq!(game.action_from_index(game.action_count()), None);
}

/// What the event should have done to cards and turns.
fn effect(game: &Push, before: &PushState, event: Event<Push>, after: &PushState) {
    let zones = |state: &PushState| -> Vec<i16> {
        let seats = (0..game.seats() as u8).map(Seat);
        seats.map(|seat| state.bench(seat).zone().points()).collect()
    };
    match event {
        Event::Outcome(PushOutcome::Die(shown)) => {
            let roller = before.taker();
            let lost = match (shown, game.variant()) {
                (Some(colour), _) => before.bench(roller).zone().of(colour),
                (None, Variant::Risk) => before.bench(roller).zone(),
                (None, Variant::Standard) => finaud_rules::push::NumberCards::EMPTY,
            };
            let mut wanted = zones(before);
            wanted[roller.index()] -= lost.points();
            assert_eq!(zones(after), wanted);
            assert_eq!(before.bench(roller).protected(), after.bench(roller).protected());
        }
        Event::Outcome(PushOutcome::Card(card)) => {
            assert_eq!(before.unseen().len(), after.unseen().len() + 1);
            assert_eq!(before.unseen().count(card), after.unseen().count(card) + 1);
            assert_eq!(zones(before), zones(after));
        }
        Event::Choice(seat, PushAction::Take(index)) => {
            let mut wanted = zones(before);
            wanted[seat.index()] += before.columns()[usize::from(index)].points();
            assert_eq!(zones(after), wanted);
        }
        Event::Choice(seat, PushAction::Protect(colour)) => {
            let (had, has) = (before.bench(seat), after.bench(seat));
            assert!(has.zone().of(colour).is_empty());
            assert_eq!((had.points(), had.cards()), (has.points(), has.cards()));
            assert_eq!(before.unseen(), after.unseen());
            assert_eq!(
                after.current().index(),
                (before.current().index() + 1) % game.seats()
            );
        }
        Event::Choice(..) => assert_eq!(zones(before), zones(after)),
    }
}

/// What happened in a game, counted.
#[derive(Default, Debug)]
struct Tally {
    events: usize,
    draws: usize,
    cards: usize,
    switches: usize,
    places: usize,
    stops: usize,
    takes: usize,
    rolls: usize,
    protects: usize,
    protected: usize,
}

impl Tally {
    fn count(&mut self, before: &PushState, event: Event<Push>) {
        self.events += 1;
        match event {
            Event::Choice(_, PushAction::Draw) => self.draws += 1,
            Event::Choice(_, PushAction::Stop) => self.stops += 1,
            Event::Choice(seat, PushAction::Protect(colour)) => {
                self.protects += 1;
                self.protected += before.bench(seat).zone().of(colour).len() as usize;
            }
            Event::Choice(_, PushAction::Place(_) | PushAction::PlaceNew) => self.places += 1,
            Event::Choice(_, PushAction::Take(_)) => self.takes += 1,
            Event::Outcome(PushOutcome::Card(card)) => {
                self.cards += 1;
                self.switches += usize::from(card == Card::Switch);
            }
            Event::Outcome(PushOutcome::Die(_)) => self.rolls += 1,
        }
    }

    fn adds_up(&self, game: &Push) {
        let deck = game.deck().len() as usize;
        assert_eq!(
            (self.draws, self.cards),
            (deck, deck),
            "every card is drawn once: {self:?}"
        );
        assert_eq!(self.switches, usize::from(game.deck().count(Card::Switch)));
        let too_far = 108 - self.places;
        assert!(too_far <= self.rolls && self.rolls <= too_far + 18, "{self:?}");
        assert!(self.stops <= self.takes && self.takes <= self.places, "{self:?}");
        assert!(
            self.protects <= self.protected && self.protected <= 90,
            "{self:?}"
        );
        assert!(self.events <= most_events(game), "{self:?}");
    }
}

/// What a player would rather do: the higher of these wins, chance decides among equals.
type Taste = fn(PushAction) -> u8;

fn play_out(game: &Push, seed: u64, taste: Taste) -> (Tally, PushState) {
    let mut random = SplitMix64::new(seed);
    let mut state = game.start();
    let mut legal = Vec::new();
    let mut tally = Tally::default();
    let mut stage = Stage::Turn;
    sound(game, &state);
    loop {
        actions_are_as_told(game, &state, stage);
        luck_is_as_told(game, &state);
        takers_are_as_told(game, &state);
        takers_after_a_bust_are_as_told(game, &state);
        let event = match game.next(&state) {
            Next::Over => return (tally, state),
            Next::Choice(seats) => {
                let seat = seats.first().unwrap();
                game.legal(&state, seat, &mut legal);
                let best = legal.iter().map(|action| taste(*action)).max();
                legal.retain(|action| Some(taste(*action)) == best);
                Event::Choice(seat, legal[random.below(legal.len() as u64) as usize])
            }
            Next::Chance(_) => {
                let mut outcomes = Vec::new();
                game.outcomes(&state, &mut |luck, weight| {
                    outcomes.extend(std::iter::repeat_n(luck, weight as usize));
                });
                Event::Outcome(outcomes[random.below(outcomes.len() as u64) as usize])
            }
        };
        let before = state;
        event.apply(game, &mut state).unwrap();
        tally.count(&before, event);
        sound(game, &state);
        effect(game, &before, event, &state);
        let new_turn = state.current() != before.current();
        stage = match event {
            _ if new_turn => Stage::Turn,
            Event::Outcome(PushOutcome::Card(Card::Switch)) => Stage::AfterCard,
            Event::Outcome(PushOutcome::Card(_)) => Stage::Placing,
            Event::Choice(_, PushAction::Place(_) | PushAction::PlaceNew) => Stage::AfterCard,
            _ => Stage::Taking,
        };
    }
}

fn check(seeds: std::ops::Range<u64>, taste: Taste) {
    for game in every_game() {
        for seed in seeds.clone() {
            let (tally, end) = play_out(&game, seed, taste);
            tally.adds_up(&game);
            assert!(end.unseen().is_empty() && end.columns().is_empty() && end.switches() == 0);
            let key = |seat: &Seat| (game.points(&end, *seat), end.bench(*seat).cards());
            let seats: Vec<Seat> = (0..game.seats() as u8).map(Seat).collect();
            let best = seats.iter().map(key).max();
            let winners: Vec<Seat> = seats
                .iter()
                .copied()
                .filter(|seat| Some(key(seat)) == best)
                .collect();
            assert_eq!(game.winners(&end).iter().collect::<Vec<_>>(), winners);
        }
    }
}

#[test]
fn games_of_players_who_do_anything() {
    check(0..3, |_| 0);
}

#[test]
fn games_of_players_who_never_stop() {
    check(10..12, |action| match action {
        PushAction::Draw => 2,
        PushAction::Protect(_) | PushAction::Stop => 0,
        _ => 1,
    });
}

#[test]
fn games_of_players_who_protect_whenever_they_can() {
    check(20..22, |action| match action {
        PushAction::Protect(_) => 2,
        PushAction::Stop => 0,
        _ => 1,
    });
}

/// The longest game: everybody turns one card, stops, takes it, and protects it in his next turn. The Die cards come
/// last, so that every number card is protected before the end.
#[test]
fn the_longest_game_has_672_events_and_with_two_players_648() {
    for game in every_game() {
        let mut pile: Vec<Card> = Card::all()
            .flat_map(|card| std::iter::repeat_n(card, usize::from(game.deck().count(card))))
            .collect();
        // The last in the list is turned first: Switch cards, then numbers, then Die cards.
        pile.sort_by_key(|card| match card {
            Card::Die => 0,
            Card::Number(_) => 1,
            Card::Switch => 2,
        });
        let mut state = game.start();
        let mut legal = Vec::new();
        let mut events = 0;
        loop {
            match game.next(&state) {
                Next::Over => break,
                Next::Chance(PushChance::Card) => {
                    let card = pile.pop().unwrap();
                    game.apply_chance(&mut state, PushOutcome::Card(card)).unwrap();
                }
                Next::Chance(PushChance::Die(_)) => {
                    game.apply_chance(&mut state, PushOutcome::Die(None)).unwrap();
                }
                Next::Choice(seats) => {
                    let seat = seats.first().unwrap();
                    game.legal(&state, seat, &mut legal);
                    // Protect before drawing, stop before drawing on.
                    let action = legal.iter().find(|action| **action != PushAction::Draw);
                    game.play(&mut state, seat, *action.unwrap_or(&PushAction::Draw))
                        .unwrap();
                }
            }
            events += 1;
        }
        let longest = if game.seats() == 2 { 648 } else { 672 };
        assert_eq!((events, most_events(&game)), (longest, longest));
    }
}
