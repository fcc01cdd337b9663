//! What several fuzz targets do.

mod effects;

pub use effects::{Audited, views_are_consistent};

use finaud_record::{Event, Notation, SplitMix64};
use finaud_rules::{Next, Refusal};
use finaud_table::{AnyGame, GameSpec};

/// The built-in game with this id, for so many players and with these options, if there is such a game.
pub fn game(id: &str, players: usize, options: &[(String, String)]) -> Option<AnyGame> {
    let spec = GameSpec {
        options: options.to_vec(),
        ..GameSpec::plain(id, players)
    };
    spec.build().ok()
}

/// Plays on at random for so many events; `check` sees the state after each.
pub fn play_at_random<G: Notation>(
    game: &G,
    start: G::State,
    seed: u64,
    events: usize,
    mut check: impl FnMut(&G::State),
) {
    let mut random = SplitMix64::new(seed);
    let mut state = start;
    let mut legal = Vec::new();
    for _ in 0..events {
        match game.next(&state) {
            Next::Over => return,
            Next::Chance(_) => {
                let outcome = game.seeded_outcome(&state, random.next_u64());
                let outcome = outcome.expect("an outcome is due");
                game.apply_chance(&mut state, outcome)
                    .expect("seeded outcomes can happen");
            }
            Next::Choice(seats) => {
                let seat = seats.first().expect("a choice belongs to somebody");
                game.legal(&state, seat, &mut legal);
                assert!(!legal.is_empty(), "somebody is asked and has no choice");
                let action = legal[random.below(legal.len() as u64) as usize];
                game.play(&mut state, seat, action)
                    .expect("legal actions are legal");
            }
        }
        check(&state);
    }
}

/// Applies an event, observed and unobserved: observing changes nothing, a refused event changes nothing and does
/// nothing, and the effects of the others add up to what changed.
pub fn apply_audited<G: Audited>(game: &G, state: &mut G::State, event: Event<G>) -> Result<(), Refusal> {
    let (before, mut unobserved) = (*state, *state);
    let result = event.apply(game, &mut unobserved);
    let mut effects = Vec::new();
    let observed = event.apply_observed(game, state, &mut effects);
    assert_eq!(observed, result, "observing changed whether {event:?} can happen");
    assert_eq!(*state, unobserved, "observing changed what {event:?} does");
    if result.is_err() {
        assert_eq!(*state, before, "a refused event changed something");
        assert!(effects.is_empty(), "a refused event did something: {effects:?}");
    } else {
        game.audit(&before, &effects, state);
    }
    result
}

/// The state before the first event, which is the same whether somebody observes or not.
pub fn audited_start<G: Audited>(game: &G) -> G::State {
    let start = game.start_observed(&mut Vec::new());
    assert_eq!(start, game.start());
    start
}
