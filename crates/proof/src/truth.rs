//! Players and valuations held against what was solved.
//!
//! In a solved game every choice has an exact loss and every roll an exact luck. Along any game, the end is the value of the
//! start plus the luck of all rolls minus the losses of all choices. So the value of the start minus the mean loss is what a
//! player reaches on average, and next to no spread is left in it.

use finaud_players::coach::{Analyst, best, evaluate_actions};
use finaud_players::{LuckMeter, Player, Roster, SearchLimits};
use finaud_record::Notation;
use finaud_rules::{Next, Seat};

use crate::exact::{Aim, Solver, Unsolved};
use crate::moments::Moments;

/// What players did in a solved game, over many games from the same state.
#[derive(Clone, Debug, Default)]
pub struct Played {
    /// What the games came to: points, or the first seat's share of the victory.
    pub results: Moments,
    /// What all choices of a game lost together, seat by seat in the order of the seats.
    pub losses: Vec<Moments>,
    /// What the games came to without their luck, by the exact values.
    pub adjusted: Moments,
    /// What the games came to without the luck that the review tells.
    pub told: Moments,
    /// Choices between several actions.
    pub choices: u64,
    /// Those among them that were not the best.
    pub mistakes: u64,
    /// The exact luck of each roll for whoever chose next, or the first seat.
    pub luck: Moments,
    /// What the review says of it, less what it was.
    pub luck_error: Moments,
    /// The static evaluation of the best choice, less what it is worth.
    pub static_error: Moments,
    /// What a search says of the best choice, less what it is worth.
    pub search_error: Moments,
    /// By how much the parts of a game miss its end at most: nothing but rounding.
    pub gap: f64,
}

/// A loss below this is rounding.
const NOTHING: f64 = 1e-9;

/// What is asked of the valuations beside the players.
pub struct Judges<G: Notation> {
    meter: LuckMeter<G>,
    quick: Box<dyn Analyst<G> + Send>,
    searching: Box<dyn Analyst<G> + Send>,
}

impl<G: Notation + Roster> Judges<G> {
    /// The review's luck, the static evaluation, and a search with these limits.
    pub fn new(game: &G, limits: SearchLimits) -> Judges<G> {
        Judges {
            meter: LuckMeter::new(game),
            quick: game.analyst(SearchLimits::NONE),
            searching: game.analyst(limits),
        }
    }
}

impl<G: Notation> std::fmt::Debug for Judges<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Judges").finish_non_exhaustive()
    }
}

impl Played {
    /// Plays one game from a state with the dice of a seed, each seat by its own player, and adds it.
    pub fn play<G: Notation, P: Player<G>>(
        &mut self,
        solver: &Solver<'_, G>,
        game: &G,
        start: &G::State,
        seed: u64,
        players: &mut [P],
        judges: &mut Judges<G>,
    ) -> Result<(), Unsolved> {
        let mut state = *start;
        let mut legal = Vec::new();
        let value = solver.remembered(&state)?;
        let (mut luck, mut told) = (0.0, 0.0);
        let mut losses = vec![0.0; game.seats()];
        judges.meter.begin(game, seed);
        loop {
            match game.next(&state) {
                Next::Over => break,
                Next::Chance(_) => {
                    let outcome = game.seeded_outcome(&state, seed).expect("chance is due");
                    let mut after = state;
                    game.apply_chance(&mut after, outcome)
                        .expect("a seeded outcome is possible");
                    let moved = solver.remembered(&after)? - solver.remembered(&state)?;
                    let believed = judges.meter.outcome(game, &state, outcome)[0];
                    let believed = match solver.aim() {
                        Aim::Points => believed.points,
                        Aim::Victory => believed.win.unwrap_or(0.0),
                    };
                    luck += moved;
                    told += believed;
                    self.luck.add(moved);
                    self.luck_error.add(believed - moved);
                    state = after;
                }
                Next::Choice(seats) => {
                    let seat = seats.first().unwrap_or(Seat(0));
                    judges.meter.choice();
                    let action = players[seat.index()].decide(game, &state, seat, &mut legal);
                    game.legal(&state, seat, &mut legal);
                    let best = solver.for_seat(solver.remembered(&state)?, seat);
                    if legal.len() > 1 {
                        self.judge(solver, judges, game, &state, seat, best);
                    }
                    game.play(&mut state, seat, action)
                        .expect("players choose legal actions");
                    let loss = best - solver.for_seat(solver.remembered(&state)?, seat);
                    losses[seat.index()] += loss;
                    if legal.len() > 1 {
                        self.choices += 1;
                        self.mistakes += u64::from(loss > NOTHING);
                    }
                }
            }
        }
        let end = solver.remembered(&state)?;
        let lost: f64 = (0..).map(Seat).zip(&losses).fold(0.0, |sum, (seat, loss)| {
            // What the second seat loses, the first wins.
            match (solver.aim(), seat) {
                (Aim::Victory, Seat(1)) => sum - loss,
                _ => sum + loss,
            }
        });
        self.gap = self.gap.max((value + luck - lost - end).abs());
        self.results.add(end);
        self.adjusted.add(end - luck);
        self.told.add(end - told);
        self.losses.resize(losses.len(), Moments::default());
        self.losses
            .iter_mut()
            .zip(losses)
            .for_each(|(sum, loss)| sum.add(loss));
        Ok(())
    }

    /// Adds what the valuations say of a state in which a seat chooses.
    fn judge<G: Notation>(
        &mut self,
        solver: &Solver<'_, G>,
        judges: &mut Judges<G>,
        game: &G,
        state: &G::State,
        seat: Seat,
        truth: f64,
    ) {
        let error = |analyst: &mut dyn Analyst<G>| {
            let outlook = best(&evaluate_actions(game, analyst, state, seat));
            match solver.aim() {
                Aim::Points => outlook.points - truth,
                Aim::Victory => outlook.win.unwrap_or(0.0) - truth,
            }
        };
        self.static_error.add(error(&mut *judges.quick));
        self.search_error.add(error(&mut *judges.searching));
    }

    /// Adds other games.
    pub fn merge(&mut self, other: &Played) {
        self.results.merge(&other.results);
        self.adjusted.merge(&other.adjusted);
        self.told.merge(&other.told);
        self.losses
            .resize(self.losses.len().max(other.losses.len()), Moments::default());
        self.losses
            .iter_mut()
            .zip(&other.losses)
            .for_each(|(sum, more)| sum.merge(more));
        self.choices += other.choices;
        self.mistakes += other.mistakes;
        self.luck.merge(&other.luck);
        self.luck_error.merge(&other.luck_error);
        self.static_error.merge(&other.static_error);
        self.search_error.merge(&other.search_error);
        self.gap = self.gap.max(other.gap);
    }
}
