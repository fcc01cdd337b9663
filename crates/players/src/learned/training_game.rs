//! One game of a training, and what can be learned from it.

use finaud_record::{Notation, SplitMix64, bits_at};
use finaud_rules::{Game, Next, Seat};

use super::encoder::{Encoder, Inputs};
use super::{Evaluator, Plan, QUANTILE_UNIT};
use crate::Player;
use crate::arena::Entrant;

/// What is learned from one moment.
pub(super) struct TrainingSample {
    pub(super) inputs: Inputs,
    /// What the value should have said, in units of the net.
    pub(super) target: f32,
    /// What the final score came to beyond the points at the time, in units of the quantiles.
    pub(super) end: f32,
}

struct Decision {
    inputs: Inputs,
    /// What the seat had at the time, and its points.
    standing: f32,
    points: f32,
    /// What chance gave the seat since its last moment, against the mean.
    luck: f32,
    kind: Kind,
}

/// How a moment came about.
#[derive(Clone, Copy)]
enum Kind {
    /// The seat took the afterstate that the net thought best, and worth this much.
    Best(f32),
    /// The seat chose at random; the best afterstate would have been worth this much.
    Random(f32),
    /// The seat did nothing: others chose, or an outcome of chance came.
    Watched,
}

/// Opponents that stay as they are, at a table with one seat for whoever learns.
pub(super) struct Opponents<G: Game> {
    learner: Seat,
    /// For each seat a player of each kind.
    players: Vec<Vec<Box<dyn Player<G> + Send>>>,
    /// Which of them sits there.
    seated: Vec<usize>,
}

/// Keeps who sits where apart from the dice of the same seed.
const OPPONENTS: u64 = 0x51e7_0a9a_1257_0bad;

impl<G: Game> Opponents<G> {
    pub(super) fn new(opponents: &[Entrant<G>], seats: usize) -> Opponents<G> {
        let of_each_kind = || opponents.iter().map(Entrant::player).collect();
        Opponents {
            learner: Seat(0),
            players: (0..seats).map(|_| of_each_kind()).collect(),
            seated: vec![0; seats],
        }
    }

    /// A game with this seed begins.
    pub(super) fn sit_down(&mut self, learner: Seat, seed: u64) {
        self.learner = learner;
        let mut random = SplitMix64::new(bits_at(seed, OPPONENTS));
        for (players, seated) in self.players.iter_mut().zip(&mut self.seated) {
            *seated = random.below(players.len() as u64) as usize;
            players[*seated].begin(random.next_u64());
        }
    }

    /// What the player in a seat chooses.
    fn choose(&mut self, game: &G, state: &G::State, seat: Seat, legal: &mut Vec<G::Action>) -> G::Action {
        let player = &mut self.players[seat.index()][self.seated[seat.index()]];
        player.decide(game, state, seat, legal)
    }
}

/// A game that is played to learn from it.
pub(super) struct TrainingGame<'a, G: Notation, S: Encoder<G>> {
    game: &'a G,
    evaluator: &'a mut Evaluator<G, S>,
    /// The others, where only one seat learns.
    opponents: Option<&'a mut Opponents<G>>,
    seed: u64,
    lambda: f32,
    outcomes: u32,
    random: SplitMix64,
    /// What each seat can learn from, in order.
    moments: Vec<Vec<Decision>>,
    /// What chance gave each seat since its last moment.
    luck: Vec<f32>,
    /// What the chance that is due is worth on average, to those of whom that can be said.
    expected: Vec<(Seat, f32)>,
    legal: Vec<G::Action>,
}

impl<'a, G: Notation, S: Encoder<G>> TrainingGame<'a, G, S> {
    pub(super) fn new(
        game: &'a G,
        evaluator: &'a mut Evaluator<G, S>,
        opponents: Option<&'a mut Opponents<G>>,
        seed: u64,
        plan: &Plan,
    ) -> Self {
        TrainingGame {
            game,
            evaluator,
            opponents,
            seed,
            lambda: plan.lambda,
            outcomes: plan.outcomes,
            random: SplitMix64::new(bits_at(seed, u64::MAX)),
            moments: (0..game.seats()).map(|_| Vec::new()).collect(),
            luck: vec![0.0; game.seats()],
            expected: Vec::new(),
            legal: Vec::new(),
        }
    }

    /// Plays to the end and adds what those who learn can learn from it. Returns their mean outcome.
    pub(super) fn run(&mut self, explore: f32, samples: &mut Vec<TrainingSample>) -> f32 {
        let game = self.game;
        let mut state = game.start();
        loop {
            match game.next(&state) {
                Next::Over => break,
                Next::Chance(_) => self.roll(&mut state),
                Next::Choice(asked) => {
                    let seat = asked.first().expect("a choice belongs to somebody");
                    if self.learns(seat) {
                        self.choose(&mut state, seat, explore);
                    } else {
                        self.let_opponent_choose(&mut state, seat);
                    }
                }
            }
        }
        self.note_luck(&state, None);
        self.collect(&state, samples)
    }

    fn learns(&self, seat: Seat) -> bool {
        let learner = self.opponents.as_ref().map(|opponents| opponents.learner);
        learner.is_none_or(|learner| learner == seat)
    }

    /// One of the seats that learn.
    fn random_learner(&mut self) -> Seat {
        match &self.opponents {
            Some(opponents) => opponents.learner,
            None => Seat(self.random.below(self.game.seats() as u64) as u8),
        }
    }

    fn roll(&mut self, state: &mut G::State) {
        let game = self.game;
        // Chance that follows chance, without a choice in between, is one event.
        if self.outcomes > 0 && self.expected.is_empty() {
            self.expect(state);
        }
        apply_seeded(game, state, self.seed);
        if !self.evaluator.encoder().evaluates_after_chance() {
            return;
        }
        let Next::Choice(asked) = game.next(state) else {
            return;
        };
        // Whoever remembers this state knows what chance has brought.
        self.note_luck(state, None);
        if self.random.below(2) == 0 {
            let seat = self.random_learner();
            if !asked.contains(seat) {
                self.remember(state, seat, Kind::Watched);
            }
        }
    }

    fn choose(&mut self, state: &mut G::State, seat: Seat, explore: f32) {
        let game = self.game;
        let is_expected = self.expected.iter().any(|(awaited, _)| *awaited == seat);
        game.legal(state, seat, &mut self.legal);
        let is_free = self.legal.len() > 1;
        let (mut best, mut after) = (0.0, *state);
        if is_free || is_expected {
            (best, after) = best_choice(game, self.evaluator, state, seat, &self.legal);
        } else if let Some(action) = self.legal.first() {
            game.play(&mut after, seat, *action)
                .expect("listed actions are legal");
        }
        self.note_luck(state, Some((seat, best)));
        let mut kind = Kind::Best(best);
        if is_free && (self.random.below(1 << 20) as f32) < explore * (1 << 20) as f32 {
            let action = self.legal[self.random.below(self.legal.len() as u64) as usize];
            after = *state;
            game.play(&mut after, seat, action)
                .expect("listed actions are legal");
            kind = Kind::Random(best);
        }
        *state = after;
        if is_free && game.next(state) != Next::Over {
            self.remember(state, seat, kind);
            // What others do changes a seat's prospects too; a sample now and then is enough.
            if game.seats() > 1 && self.random.below(4) == 0 {
                let other = self.random_learner();
                if other != seat {
                    self.remember(state, other, Kind::Watched);
                }
            }
        }
    }

    /// Somebody who does not learn chooses; now and then, whoever learns looks at what came of it.
    fn let_opponent_choose(&mut self, state: &mut G::State, seat: Seat) {
        let game = self.game;
        self.note_luck(state, None);
        let Some(opponents) = &mut self.opponents else {
            return;
        };
        let learner = opponents.learner;
        let action = opponents.choose(game, state, seat, &mut self.legal);
        game.play(state, seat, action)
            .expect("players choose legal actions");
        if self.random.below(4) == 0 && game.next(state) != Next::Over {
            self.remember(state, learner, Kind::Watched);
        }
    }

    /// Chance is due: works out what it is worth on average. Where states can be evaluated in which somebody else chooses, to
    /// everybody who learns; otherwise to whoever chooses next, unless that depends on chance.
    fn expect(&mut self, before: &G::State) {
        let game = self.game;
        let mut seeds = SplitMix64::new(self.random.next_u64());
        let mut afterwards = Vec::with_capacity(self.outcomes as usize);
        for _ in 0..self.outcomes {
            let seed = seeds.next_u64();
            let mut after = *before;
            while let Next::Chance(_) = game.next(&after) {
                apply_seeded(game, &mut after, seed);
            }
            afterwards.push(after);
        }
        let seats = (0..game.seats() as u8).map(Seat);
        let everywhere = self.evaluator.encoder().evaluates_after_chance();
        let concerned = |seat: &Seat| {
            let others_choose = |after: &G::State| matches!(game.next(after), Next::Choice(asked) if asked.first() != Some(*seat));
            self.learns(*seat) && (everywhere || !afterwards.iter().any(others_choose))
        };
        for seat in seats.filter(concerned).collect::<Vec<Seat>>() {
            let sum: f32 = afterwards.iter().map(|after| self.worth(after, seat)).sum();
            self.expected.push((seat, sum / self.outcomes as f32));
        }
    }

    /// What a state is worth to a seat in which no chance is due: after the best choice, if the seat chooses.
    fn worth(&mut self, state: &G::State, seat: Seat) -> f32 {
        let game = self.game;
        match game.next(state) {
            Next::Choice(asked) if asked.first() == Some(seat) => {
                game.legal(state, seat, &mut self.legal);
                best_choice(game, self.evaluator, state, seat, &self.legal).0
            }
            _ => self.evaluator.value(game, state, seat),
        }
    }

    /// Chance has brought a state: adds what that was worth against the mean. What it is worth to one seat may be known.
    fn note_luck(&mut self, state: &G::State, known: Option<(Seat, f32)>) {
        for (seat, mean) in std::mem::take(&mut self.expected) {
            let worth = match known {
                Some((whose, worth)) if whose == seat => worth,
                _ => self.worth(state, seat),
            };
            self.luck[seat.index()] += worth - mean;
        }
    }

    fn remember(&mut self, state: &G::State, seat: Seat, kind: Kind) {
        let encoder = self.evaluator.encoder();
        let moment = Decision {
            inputs: Inputs::of(encoder, self.game, state, seat),
            standing: encoder.score_so_far(self.game, state, seat),
            points: self.game.points(state, seat) as f32,
            luck: std::mem::take(&mut self.luck[seat.index()]),
            kind,
        };
        self.moments[seat.index()].push(moment);
    }

    /// Walks back through the game of every seat that learns.
    fn collect(&mut self, end: &G::State, samples: &mut Vec<TrainingSample>) -> f32 {
        let seats = (0..self.game.seats() as u8).map(Seat);
        let learners: Vec<Seat> = seats.filter(|seat| self.learns(*seat)).collect();
        let encoder = self.evaluator.encoder();
        let mut total = 0.0;
        for seat in &learners {
            let (seat, index) = (*seat, seat.index());
            let moments = &mut self.moments[index];
            let outcome = encoder.target(self.game, end, seat);
            let points = self.game.points(end, seat) as f32;
            total += outcome;
            let mut target = outcome - self.luck[index];
            for moment in moments.drain(..).rev() {
                samples.push(TrainingSample {
                    target: (target - moment.standing) / encoder.output_scale(),
                    end: (points - moment.points) / QUANTILE_UNIT,
                    inputs: moment.inputs,
                });
                target = match moment.kind {
                    Kind::Best(worth) => self.lambda * target + (1.0 - self.lambda) * worth,
                    // After a random choice the rest of the game says nothing about the moments before.
                    Kind::Random(worth) => worth,
                    Kind::Watched => target,
                } - moment.luck;
            }
        }
        total / learners.len() as f32
    }
}

fn apply_seeded<G: Notation>(game: &G, state: &mut G::State, seed: u64) {
    let outcome = game.seeded_outcome(state, seed).expect("chance is due");
    game.apply_chance(state, outcome)
        .expect("a seeded outcome is possible");
}

/// The action whose afterstate is worth most: what it is worth, and the afterstate.
fn best_choice<G: Game, S: Encoder<G>>(
    game: &G,
    evaluator: &mut Evaluator<G, S>,
    state: &G::State,
    seat: Seat,
    legal: &[G::Action],
) -> (f32, G::State) {
    evaluator.set_root(game, state, seat);
    let (mut best, mut chosen) = (f32::NEG_INFINITY, *state);
    for action in legal {
        let mut after = *state;
        game.play(&mut after, seat, *action)
            .expect("listed actions are legal");
        let worth = evaluator.value(game, &after, seat);
        if worth > best {
            (best, chosen) = (worth, after);
        }
    }
    (best, chosen)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::learned::Learnable;
    use finaud_rules::{Push, SoloGame, Variant, builtin};

    const GAMES: u64 = 60;

    /// What the first moment of the last seat is told that each game came to, in units of the outcome.
    fn first_targets<G: Learnable>(game: &G, outcomes: u32) -> Vec<f32> {
        let net = Arc::clone(&game.weights().unwrap().net);
        let mut evaluator = Evaluator::new(game.encoder(), net);
        let plan = Plan {
            lambda: 1.0,
            outcomes,
            ..Plan::default()
        };
        let targets = (0..GAMES).map(|seed| {
            let mut samples = Vec::new();
            TrainingGame::new(game, &mut evaluator, None, seed, &plan).run(0.0, &mut samples);
            // They are collected seat by seat, each from the end of the game.
            samples.last().unwrap().target
        });
        targets.collect()
    }

    fn mean_and_variance(values: &[f32]) -> (f32, f32) {
        let count = values.len() as f32;
        let mean = values.iter().sum::<f32>() / count;
        let squares = values.iter().map(|value| (value - mean).powi(2)).sum::<f32>();
        (mean, squares / (count - 1.0))
    }

    /// Without luck, the targets have the same mean, and so many times less spread.
    fn check_without_luck<G: Learnable>(game: &G, less: f32) {
        let (mean, variance) = mean_and_variance(&first_targets(game, 0));
        let (calm_mean, calm_variance) = mean_and_variance(&first_targets(game, 16));
        assert!(calm_variance < variance / less, "{calm_variance} and {variance}");
        let error = ((variance + calm_variance) / GAMES as f32).sqrt();
        assert!((mean - calm_mean).abs() < 3.0 * error, "{mean} and {calm_mean}");
    }

    #[test]
    fn without_luck_targets_have_the_same_mean_and_spread_less() {
        let game = SoloGame::new(builtin("tres-fute").unwrap().clone(), 1).unwrap();
        check_without_luck(&game, 3.0);
    }

    #[test]
    fn luck_is_taken_out_where_a_card_may_end_a_turn() {
        check_without_luck(&Push::new(2, Variant::Standard).unwrap(), 1.5);
    }
}
