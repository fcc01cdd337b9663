//! Following one's own turn to its end.

use std::sync::Arc;

use finaud_players::learned::Learnable;
use finaud_players::{Evaluation, Expected, Search, SearchLimits};
use finaud_record::{Notation, push};
use finaud_rules::push::{Push, PushAction, PushState};
use finaud_rules::{Game, Next, Seat};

/// How many points a seat is ahead; no choice is ever left out.
#[derive(Clone, Copy)]
struct Lead;

impl Evaluation<Push> for Lead {
    fn set_root(&mut self, _: &Push, _: &PushState, _: Seat) {}

    fn value(&mut self, game: &Push, state: &PushState, seat: Seat) -> f32 {
        let others = (0..game.seats() as u8).map(Seat).filter(|other| *other != seat);
        let best = others.map(|other| game.points(state, other)).max();
        (game.points(state, seat) - best.unwrap_or(0)) as f32
    }

    fn evaluates_after_chance(&self) -> bool {
        true
    }

    fn margin(&self) -> f32 {
        1e6
    }
}

/// What a state is worth to a seat when its turn is played out in the best way, by the definition: every outcome, every choice,
/// nothing remembered. Others choose after it, and luck that falls before they do belongs to it.
fn by_definition(game: &Push, state: &PushState, seat: Seat) -> f64 {
    match game.next(state) {
        Next::Choice(seats) if seats.contains(seat) => {
            let mut legal = Vec::new();
            game.legal(state, seat, &mut legal);
            let values = legal.iter().map(|action| {
                let mut after = *state;
                game.play(&mut after, seat, *action).unwrap();
                by_definition(game, &after, seat)
            });
            values.fold(f64::NEG_INFINITY, f64::max)
        }
        Next::Chance(_) => {
            let mut sum = 0.0;
            let total = game.outcomes(state, &mut |outcome, weight| {
                let mut after = *state;
                game.apply_chance(&mut after, outcome).unwrap();
                sum += f64::from(weight) * by_definition(game, &after, seat);
            });
            sum / f64::from(total)
        }
        _ => f64::from(Lead.value(game, state, seat)),
    }
}

fn positions() -> Vec<(Push, PushState)> {
    let texts = [
        (
            2,
            "push phase=after-card columns=r5,g2|b1|y3 pile=p4,p5,r1,die / zone=r1,b6 / zone=p4",
        ),
        (
            2,
            "push phase=after-card columns=r5 pile=p4,g5,r1,y2 / zone=r1,b6 / zone=p4",
        ),
        (2, "push pile=p4,g5,r1,y2 / zone=r1,b6 protected=g3 / zone=p4"),
        (
            3,
            "push current=2 phase=after-card switches=1 columns=r5,g2,die|b1|b6 pile=y1,g4,switch / zone=r1 / zone=p4 / zone=",
        ),
    ];
    let read = |(seats, text): (usize, &str)| {
        let game = push::game(seats, &[]).unwrap();
        let state = game.read_position(text).unwrap();
        (game, state)
    };
    texts.into_iter().map(read).collect()
}

fn legal(game: &Push, state: &PushState) -> (Seat, Vec<PushAction>) {
    let Next::Choice(seats) = game.next(state) else {
        panic!("somebody is asked");
    };
    let seat = seats.first().unwrap();
    let mut legal = Vec::new();
    game.legal(state, seat, &mut legal);
    (seat, legal)
}

fn limits(nodes: u64) -> SearchLimits {
    SearchLimits {
        nodes,
        ..SearchLimits::default()
    }
}

#[test]
fn a_turn_that_is_followed_to_its_end_is_worth_what_the_definition_says() {
    for (game, state) in positions() {
        let (seat, legal) = legal(&game, &state);
        let ranked = Search::new(Lead, limits(u64::MAX)).rank_turn(&game, &state, seat, &legal);
        assert_eq!(ranked.len(), legal.len());
        for entry in &ranked {
            let mut after = state;
            game.play(&mut after, seat, entry.action).unwrap();
            let value = by_definition(&game, &after, seat);
            assert!(
                (f64::from(entry.value) - value).abs() < 1e-3,
                "{:?} is worth {value}, not {}: {}",
                entry.action,
                entry.value,
                game.position_text(&state)
            );
        }
        assert!(ranked.is_sorted_by(|one, other| one.value >= other.value));
    }
}

#[test]
fn a_small_budget_leaves_the_static_evaluation_and_a_larger_one_is_kept() {
    let game = push::game(2, &[]).unwrap();
    let text = "push phase=after-card columns=r5,g2|b1|y3 / zone=r1,b6 / zone=p4";
    let state = game.read_position(text).unwrap();
    let (seat, legal) = legal(&game, &state);
    let net = Arc::clone(&game.weights().unwrap().net);
    let mut search = Search::new(Expected::new(&game, net), limits(1));
    let ranked = search.rank_turn(&game, &state, seat, &legal);
    assert!(
        ranked
            .iter()
            .all(|entry| entry.value == entry.static_eval && entry.outcomes == 0)
    );
    let mut search = Search::new(search.evaluation().clone(), limits(2_000));
    let ranked = search.rank_turn(&game, &state, seat, &legal);
    let depth = ranked[0].outcomes;
    assert!((1..20).contains(&depth), "{ranked:?}");
    // One state after the other is evaluated; the last one may bring a few along.
    assert!(search.nodes() < 2_100, "{}", search.nodes());
    assert_eq!(ranked, search.rank_turn(&game, &state, seat, &legal));
}
