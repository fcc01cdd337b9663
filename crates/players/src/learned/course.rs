//! A course: a training in small slices, for a program that has no threads and may be closed at any moment.
//!
//! It plays and learns as [`Training`] does, with settings that lead far in a few minutes, and measures now and then what has been
//! learned, on games that are never trained on. Everything it has goes into one block of bytes, from which it continues.

use std::sync::Arc;

use finaud_record::seed_in_series;
use finaud_rules::Seat;

use super::encoder::Encoder;
use super::{Header, Learnable, Net, NoTraining, Plan, Training, Weights};
use crate::{Bot, Expert, Player, Roster, play_out};

/// How many games a course has. Where it ends, the step size has fallen to nearly nothing.
pub const COURSE_GAMES: u64 = 70_000;

/// The settings, chosen by trying a few on one sheet, each with a single seed: larger steps and smaller batches than a long
/// training has. docs/players.md says what they reach.
const PLAN: Plan = Plan {
    games: COURSE_GAMES,
    seed: 1,
    generation: 256,
    batch: 256,
    lambda: 0.8,
    rate: 0.004,
    explore: 0.1,
    outcomes: 0,
    threads: 1,
};

/// Whoever begins with something learned elsewhere takes smaller steps: large ones would spoil it.
const RATE_WITH_START: f32 = 0.002;

/// After so many games it is measured what has been learned, on so many others.
const MEASURE_EVERY: u64 = COURSE_GAMES / 32;
const MEASURED_GAMES: u64 = 200;

/// The series of games that measures progress.
const WATCHED: u64 = 0x0a7c_4ed0;

/// The first line of a course that is kept.
const MARK: &str = "finaud course 1";

/// What had been learned after so many games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Measured {
    /// The games.
    pub games: u64,
    /// The mean result on games that were not trained on.
    pub mean: f64,
}

/// A course for a game, or for several that share their weights.
#[derive(Clone, Debug)]
pub struct Course<G: Learnable> {
    games: Vec<G>,
    encoder: G::Encoder,
    plan: Plan,
    training: Training,
    /// What is known without the course comes to so much.
    baseline: Option<f64>,
    curve: Vec<Measured>,
}

/// A player at work.
type Seated<G> = Box<dyn Player<G>>;

impl<G: Learnable + Roster + Sync + 'static> Course<G> {
    /// Begins a course. `games` are those that share the weights, at least one; `start` is what is known already, if anything.
    ///
    /// # Panics
    /// If there is no game, or `start` is for another one.
    pub fn new(games: Vec<G>, start: Option<Net>) -> Course<G> {
        let encoder = games.first().expect("a course is for a game").encoder();
        let inputs = Encoder::<G>::inputs(&encoder);
        let mut plan = PLAN;
        let training = match start {
            Some(net) => {
                assert_eq!(net.inputs(), inputs, "the start is for another game");
                plan.rate = RATE_WITH_START;
                Training::from_net(net)
            }
            None => Training::new(inputs, plan.seed),
        };
        Course {
            games,
            encoder,
            plan,
            training,
            baseline: None,
            curve: Vec::new(),
        }
    }

    /// What is known without the course comes to so much, on the games that measure it: what it began with, or else a plain
    /// estimate. `None` before the first slice.
    pub fn baseline(&self) -> Option<f64> {
        self.baseline
    }

    /// Is what has been learned better than what was known before?
    pub fn is_better(&self) -> bool {
        let last = self.curve.last().map(|last| last.mean);
        last.zip(self.baseline)
            .is_some_and(|(learned, known)| learned > known)
    }

    /// How many games have been played.
    pub fn played(&self) -> u64 {
        self.training.games
    }

    /// Which part of the course is done, from 0 to 1.
    pub fn part(&self) -> f64 {
        (self.training.games as f64 / self.plan.games as f64).min(1.0)
    }

    /// Is everything learned and measured that there is?
    pub fn is_over(&self) -> bool {
        self.training.games >= self.plan.games && !self.is_measured_next()
    }

    /// What had been learned when, the first first.
    pub fn curve(&self) -> &[Measured] {
        &self.curve
    }

    /// Goes on by a slice: learns from a few games, or measures what has been learned. Does nothing when the course is over.
    pub fn advance(&mut self) {
        if self.baseline.is_none() {
            self.baseline = Some(if self.plan.rate == RATE_WITH_START {
                self.measure()
            } else {
                self.measured(|game| Some(Bot::Greedy.player(game, 0)? as Seated<G>))
            });
        } else if self.is_measured_next() {
            let mean = self.measure();
            self.curve.push(Measured {
                games: self.training.games,
                mean,
            });
        } else if self.training.games < self.plan.games {
            let turn = self.training.games / self.plan.generation as u64;
            let game = &self.games[(turn % self.games.len() as u64) as usize];
            self.training.generation(game, &self.encoder, &self.plan);
        }
    }

    fn is_measured_next(&self) -> bool {
        let measured = self.curve.last().map_or(0, |last| last.games);
        let due = self.training.games / MEASURE_EVERY > measured / MEASURE_EVERY;
        due || self.training.games >= self.plan.games && measured < self.training.games
    }

    /// What has been learned comes to so much.
    fn measure(&self) -> f64 {
        let net = Arc::new(self.training.mean.clone());
        self.measured(|game| Some(Box::new(Expert::new(game, Arc::clone(&net))) as Seated<G>))
    }

    /// The mean result of a player on games that are never trained on.
    fn measured(&self, player: impl Fn(&G) -> Option<Seated<G>>) -> f64 {
        let mut legal = Vec::new();
        let (mut sum, mut sheets) = (0.0, 0.0);
        for index in 0..MEASURED_GAMES {
            let game = &self.games[(index % self.games.len() as u64) as usize];
            let mut players: Vec<Seated<G>> = (0..game.seats()).filter_map(|_| player(game)).collect();
            if players.len() < game.seats() {
                continue;
            }
            let end = play_out(game, seed_in_series(WATCHED, index), &mut players, &mut legal);
            for seat in 0..game.seats() {
                sum += f64::from(game.points(&end.state, Seat(seat as u8)));
                sheets += 1.0;
            }
        }
        if sheets > 0.0 { sum / sheets } else { 0.0 }
    }

    /// What has been learned so far, as a file of weights.
    pub fn weights(&self) -> Vec<u8> {
        let game = &self.games[0];
        let held_out = self.curve.last().map_or_else(
            || "not measured yet".into(),
            |last| format!("mean {:.1} over {MEASURED_GAMES} games", last.mean),
        );
        let weights = Weights {
            header: Header {
                game: game.id().into(),
                fingerprint: game.weights_fingerprint(),
                players: game.player_range().into(),
                command: "taught in the app".into(),
                games: self.training.games,
                held_out,
            },
            net: Arc::new(self.training.mean.clone()),
        };
        weights.write(game.quantisation_step(), |input| self.training.seen(input))
    }

    /// Everything, to continue later.
    pub fn write(&self) -> Vec<u8> {
        let fingerprint = self.games[0].weights_fingerprint();
        let baseline = self.baseline.map_or("-".into(), |mean| mean.to_string());
        let mut head = format!("{MARK}\n{fingerprint:016x}\n{}\n{baseline}\n", self.plan.rate);
        for Measured { games, mean } in &self.curve {
            head += &format!("{games} {mean}\n");
        }
        head.push('\n');
        let mut bytes = head.into_bytes();
        bytes.extend(self.training.write());
        bytes
    }

    /// The course in these bytes, which must be for these games.
    pub fn read(games: Vec<G>, bytes: &[u8]) -> Result<Course<G>, NoTraining> {
        let mut course = Course::new(games, None);
        let end = bytes
            .windows(2)
            .position(|two| two == b"\n\n")
            .ok_or(NoTraining)?;
        let (head, training) = bytes.split_at(end);
        let mut lines = str::from_utf8(head).map_err(|_| NoTraining)?.lines();
        let fingerprint = format!("{:016x}", course.games[0].weights_fingerprint());
        if lines.next() != Some(MARK) || lines.next() != Some(&fingerprint) {
            return Err(NoTraining);
        }
        let rate = lines.next().and_then(|rate| rate.parse::<f32>().ok());
        course.plan.rate = rate.filter(|rate| (0.0..=1.0).contains(rate)).ok_or(NoTraining)?;
        course.baseline = match lines.next().ok_or(NoTraining)? {
            "-" => None,
            mean => Some(mean.parse().map_err(|_| NoTraining)?),
        };
        for line in lines {
            let (games, mean) = line.split_once(' ').ok_or(NoTraining)?;
            let (games, mean) = (games.parse().ok(), mean.parse().ok());
            let (games, mean) = games.zip(mean).ok_or(NoTraining)?;
            course.curve.push(Measured { games, mean });
        }
        course.training = Training::read(&training[2..], course.training.net.inputs())?;
        Ok(course)
    }
}
