//! Playing a game from a seed to its end.

use finaud_record::{Event, Notation};
use finaud_rules::{Game, Next};

use crate::{LuckMeter, Player};

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct End<State> {
    /// The final state.
    pub state: State,
    /// How many choices were made.
    pub decisions: u64,
}

/// Plays a game with the dice of a seed, each seat by its own player. `legal` is a buffer: nothing else is allocated.
///
/// Where several seats are asked, the lowest goes first.
///
/// # Panics
/// If there are fewer players than seats, or a player chooses what is not legal.
#[inline]
pub fn play_out<G: Notation, P: Player<G>>(
    game: &G,
    seed: u64,
    players: &mut [P],
    legal: &mut Vec<<G as Game>::Action>,
) -> End<G::State> {
    play_out_logged(game, seed, players, legal, |_| ())
}

/// The same, telling every event.
///
/// # Panics
/// As [`play_out`].
#[inline]
pub fn play_out_logged<G: Notation, P: Player<G>>(
    game: &G,
    seed: u64,
    players: &mut [P],
    legal: &mut Vec<<G as Game>::Action>,
    mut log: impl FnMut(Event<G>),
) -> End<G::State> {
    play_out_watched(game, seed, players, legal, |_, event| log(event))
}

/// The same, adding up everybody's luck.
///
/// # Panics
/// As [`play_out`].
pub fn play_out_measured<G: Notation, P: Player<G>>(
    game: &G,
    seed: u64,
    players: &mut [P],
    legal: &mut Vec<<G as Game>::Action>,
    meter: &mut LuckMeter<G>,
    mut log: impl FnMut(Event<G>),
) -> End<G::State> {
    meter.begin(game, seed);
    play_out_watched(game, seed, players, legal, |before, event| {
        match event {
            Event::Outcome(outcome) => {
                meter.outcome(game, before, outcome);
            }
            Event::Choice(..) => meter.choice(),
        }
        log(event);
    })
}

/// The same, telling every event and the state before it.
#[inline]
fn play_out_watched<G: Notation, P: Player<G>>(
    game: &G,
    seed: u64,
    players: &mut [P],
    legal: &mut Vec<<G as Game>::Action>,
    mut watch: impl FnMut(&G::State, Event<G>),
) -> End<G::State> {
    let mut state = game.start();
    let mut decisions = 0;
    loop {
        match game.next(&state) {
            Next::Over => return End { state, decisions },
            Next::Chance(_) => {
                let outcome = game.seeded_outcome(&state, seed).expect("chance is due");
                let before = state;
                game.apply_chance(&mut state, outcome)
                    .expect("a seeded outcome is possible");
                watch(&before, Event::Outcome(outcome));
            }
            Next::Choice(seats) => {
                let seat = seats.first().expect("a choice belongs to somebody");
                let action = players[seat.index()].decide(game, &state, seat, legal);
                let before = state;
                game.play(&mut state, seat, action)
                    .expect("players choose legal actions");
                watch(&before, Event::Choice(seat, action));
                decisions += 1;
            }
        }
    }
}
