//! One game of a report, and what is noted of it.

use std::sync::Arc;

use finaud_record::{Notation, bits_at, seed_in_series};
use finaud_rules::{Action, DiceGame, Effect, Game, Loss, Next, Origin, Position, Score, Seat, zone::Spot};
use serde::{Deserialize, Serialize};

use super::question::{Decided, Valued, asked};
use crate::bot::net_of;
use crate::greedy;
use crate::learned::{Evaluator, Learnable};
use crate::search::Evaluation;
use crate::{Expected, Heuristic, Knowledge, Novice, Player, Roster, Search, SearchLimits, draw_outcomes};

/// Luck is measured in the first games only: each roll is compared with 64 others, which takes a hundred times as long as
/// to play it.
pub(super) const LUCK_GAMES: u64 = 200;

/// Keeps what is drawn to measure luck apart from the dice of the same seed.
const LUCK: u64 = 0x1c4a_11ce_5eed_0002;

/// Where a bonus is printed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// At the start of this round, from 1.
    Round(u8),
    /// In a cell of a zone, both by index.
    Cell(u8, u8),
    /// Between this cell of a zone and its neighbour to the right.
    Between(u8, u8),
    /// At a group of cells of a zone, both by index.
    Group(u8, u8),
    /// At the end of a row of boxes, by its index.
    RowEnd(u8),
}

impl Place {
    /// A place in a zone.
    pub(super) fn in_zone(zone: u8, spot: Spot) -> Place {
        match spot {
            Spot::Cell(cell) => Place::Cell(zone, cell),
            Spot::Between(cell) => Place::Between(zone, cell),
            Spot::Group(group) => Place::Group(zone, group),
        }
    }

    /// Where something comes from; `None` if it comes of a choice and is printed nowhere.
    fn of(origin: Origin) -> Option<Place> {
        Some(match origin {
            Origin::Round(round) => Place::Round(round),
            Origin::Zone { zone, spot } => Place::in_zone(zone, spot),
            Origin::RowEnd(power) => Place::RowEnd(power as u8),
            Origin::Gift(_) => return None,
        })
    }
}

/// What is noted of one player's sheet.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct PlayedSheet {
    pub(super) score: Score,
    /// Every cell that was filled: zone, cell, round.
    pub(super) written: Vec<(u8, u8, u8)>,
    /// Every bonus that was won, and in which round.
    pub(super) won: Vec<(Place, u8)>,
    /// Every bonus that came too late to be of use.
    pub(super) lost: Vec<Place>,
    /// How many choices were made, forced ones included.
    pub(super) actions: u32,
    pub(super) decided: Vec<Decided>,
    /// The share of the victory.
    pub(super) victory: f64,
    /// What the dice were worth against what else might have fallen, where that was measured.
    pub(super) luck: Option<f64>,
}

/// A game of a report.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedGame {
    pub(super) sheets: Vec<PlayedSheet>,
    pub(super) turns: u32,
    pub(super) rolls: u32,
    /// The seat that a beginner took over to play the same dice again, and what came of it: points, share of the victory.
    pub(super) beginner: (Seat, i32, f64),
}

/// What luck is measured by.
#[derive(Clone, Debug)]
pub(super) enum Valuation<const SEATS: usize> {
    Learned(Box<Expected<DiceGame<SEATS>>>),
    Plain(Heuristic),
}

impl<const SEATS: usize> Evaluation<DiceGame<SEATS>> for Valuation<SEATS> {
    fn begin(&mut self) {
        match self {
            Valuation::Learned(expected) => expected.begin(),
            Valuation::Plain(plain) => Evaluation::<DiceGame<SEATS>>::begin(plain),
        }
    }

    fn set_root(&mut self, game: &DiceGame<SEATS>, state: &Position<SEATS>, seat: Seat) {
        match self {
            Valuation::Learned(expected) => expected.set_root(game, state, seat),
            Valuation::Plain(plain) => plain.set_root(game, state, seat),
        }
    }

    fn value(&mut self, game: &DiceGame<SEATS>, state: &Position<SEATS>, seat: Seat) -> f32 {
        match self {
            Valuation::Learned(expected) => expected.value(game, state, seat),
            Valuation::Plain(plain) => plain.value(game, state, seat),
        }
    }

    fn margin(&self) -> f32 {
        match self {
            Valuation::Learned(expected) => expected.margin(),
            Valuation::Plain(plain) => Evaluation::<DiceGame<SEATS>>::margin(plain),
        }
    }
}

/// Plays the games of a report, one by one and in any order.
#[derive(Clone, Debug)]
pub struct Reporter<'g, const SEATS: usize> {
    game: &'g DiceGame<SEATS>,
    seed: u64,
    /// What was learned; `greedy` plays where nothing was.
    learned: Option<Learned<SEATS>>,
    luck: Search<Valuation<SEATS>>,
}

/// A net that evaluates the positions of a dice game.
type Learned<const SEATS: usize> = Box<Evaluator<DiceGame<SEATS>, <DiceGame<SEATS> as Learnable>::Encoder>>;

impl<'g, const SEATS: usize> Reporter<'g, SEATS> {
    /// Games of a series, played by what is known of the sheet: what was learned on it, what was learned on a sheet like it,
    /// or a plain estimate.
    pub fn new(game: &'g DiceGame<SEATS>, seed: u64) -> Reporter<'g, SEATS> {
        let net = net_of(game);
        let valuation = match &net {
            Some(net) => Valuation::Learned(Box::new(Expected::new(game, Arc::clone(net)))),
            None => Valuation::Plain(Heuristic),
        };
        Reporter {
            game,
            seed,
            learned: net.map(|net| Box::new(Evaluator::new(game.encoder(), net))),
            luck: Search::new(valuation, SearchLimits::NONE),
        }
    }

    /// Plays the game with this number in the series, from 0.
    pub fn play(&mut self, index: u64) -> PlayedGame {
        let seed = seed_in_series(self.seed, index);
        let one = Seat((index % self.game.seats() as u64) as u8);
        let beginner = self.beginner(seed, one);
        let game = self.game;
        let mut notes = Notes::new(game.seats());
        let mut effects = Vec::new();
        let mut state = game.start_observed(&mut effects);
        let mut legal = Vec::new();
        let mut luck = (index < LUCK_GAMES).then_some(0.0);
        loop {
            notes.observe(&mut effects);
            match game.next(&state) {
                Next::Over => break,
                Next::Chance(_) => {
                    let outcome = game.seeded_outcome(&state, seed).expect("chance is due");
                    if let Some(sum) = &mut luck {
                        // What is drawn depends on the game and on the moment, and not on what falls then.
                        let bits = bits_at(seed ^ LUCK, u64::from(notes.rolls));
                        let sample = draw_outcomes(game, &state, bits);
                        *sum += self.luck.luck(game, &state, outcome, one, &sample);
                    }
                    game.apply_chance_observed(&mut state, outcome, &mut effects)
                        .expect("a seeded outcome is possible");
                    notes.rolls += 1;
                }
                Next::Choice(seats) => {
                    let seat = seats.first().expect("a choice belongs to somebody");
                    game.legal(&state, seat, &mut legal);
                    let action = match &legal[..] {
                        [only] => *only,
                        _ => {
                            let valued = self.valued(&state, seat, &legal);
                            let best = best_of(&valued);
                            notes.decided(seat, asked(game, &state, seat, &valued, best));
                            valued[best].0
                        }
                    };
                    notes.sheets[seat.index()].actions += 1;
                    game.play_observed(&mut state, seat, action, &mut effects)
                        .expect("listed actions are legal");
                }
            }
        }
        let winners = game.winners(&state);
        let sheets = notes.sheets.into_iter().enumerate().map(|(index, noted)| {
            let seat = Seat(index as u8);
            PlayedSheet {
                score: Score::of(game.sheet(), state.player(seat)),
                written: noted.written,
                won: noted.won,
                lost: noted.lost,
                actions: noted.actions,
                decided: noted.decided,
                victory: share(winners.contains(seat), winners.iter().count()),
                luck: luck.filter(|_| seat == one),
            }
        });
        PlayedGame {
            sheets: sheets.collect(),
            turns: notes.turns,
            rolls: notes.rolls,
            beginner,
        }
    }

    /// All actions with what they are worth, in the order given.
    fn valued(&mut self, state: &Position<SEATS>, seat: Seat, legal: &[Action]) -> Vec<Valued<SEATS>> {
        let game = self.game;
        if let Some(learned) = &mut self.learned {
            learned.set_root(game, state, seat);
        }
        let mut valued = Vec::with_capacity(legal.len());
        for action in legal {
            let mut after = *state;
            game.play(&mut after, seat, *action)
                .expect("listed actions are legal");
            let value = match &mut self.learned {
                Some(learned) => learned.value(game, &after, seat),
                None => greedy::action_points(game, state, seat, *action, &after),
            };
            valued.push((*action, value, after));
        }
        valued
    }

    /// The same dice once more, with a careful beginner in one seat and the taught bot in all others.
    fn beginner(&mut self, seed: u64, one: Seat) -> (Seat, i32, f64) {
        let game = self.game;
        let mut state = game.start();
        let mut legal = Vec::new();
        loop {
            match game.next(&state) {
                Next::Over => break,
                Next::Chance(_) => {
                    let outcome = game.seeded_outcome(&state, seed).expect("chance is due");
                    game.apply_chance(&mut state, outcome)
                        .expect("a seeded outcome is possible");
                }
                Next::Choice(seats) => {
                    let seat = seats.first().expect("a choice belongs to somebody");
                    game.legal(&state, seat, &mut legal);
                    let action = match &legal[..] {
                        [only] => *only,
                        _ if seat == one => Novice.choose(game, &state, seat, &legal),
                        _ => {
                            let valued = self.valued(&state, seat, &legal);
                            valued[best_of(&valued)].0
                        }
                    };
                    game.play(&mut state, seat, action)
                        .expect("players choose legal actions");
                }
            }
        }
        let winners = game.winners(&state);
        let victory = share(winners.contains(one), winners.iter().count());
        (one, game.points(&state, one), victory)
    }
}

/// What the games of a report are played by.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "by")]
pub enum PlayedBy {
    /// What was learned on this very sheet.
    Learned,
    /// What was learned on another sheet.
    Borrowed {
        /// The id of the other sheet.
        from: String,
        /// How well it fits: `sure`, `fairly-sure` or `guess`.
        confidence: String,
    },
    /// A plain estimate of what the sheet promises: nobody has learned it.
    Estimate,
}

impl PlayedBy {
    /// What is known of a game.
    pub fn of<const SEATS: usize>(game: &DiceGame<SEATS>) -> PlayedBy {
        if game.weights().is_some() {
            return PlayedBy::Learned;
        }
        match game.knowledge() {
            Knowledge::Learned => PlayedBy::Learned,
            Knowledge::Borrowed { from, confidence } => PlayedBy::Borrowed {
                from,
                confidence: confidence.word().into(),
            },
            Knowledge::Nothing => PlayedBy::Estimate,
        }
    }
}

/// The index of the best choice; among equals the first.
fn best_of<const SEATS: usize>(valued: &[Valued<SEATS>]) -> usize {
    let mut best = 0;
    for (index, (_, value, _)) in valued.iter().enumerate() {
        if *value > valued[best].1 {
            best = index;
        }
    }
    best
}

fn share(won: bool, winners: usize) -> f64 {
    if won { 1.0 / winners.max(1) as f64 } else { 0.0 }
}

/// What is noted while a game is played.
struct Notes {
    sheets: Vec<SheetNotes>,
    round: u8,
    turns: u32,
    rolls: u32,
}

#[derive(Clone, Default)]
struct SheetNotes {
    written: Vec<(u8, u8, u8)>,
    won: Vec<(Place, u8)>,
    lost: Vec<Place>,
    actions: u32,
    decided: Vec<Decided>,
}

impl Notes {
    fn new(seats: usize) -> Notes {
        Notes {
            sheets: vec![SheetNotes::default(); seats],
            round: 1,
            turns: 0,
            rolls: 0,
        }
    }

    fn decided(&mut self, seat: Seat, decided: Vec<Decided>) {
        self.sheets[seat.index()].decided.extend(decided);
    }

    /// Takes in what happened.
    fn observe(&mut self, effects: &mut Vec<Effect>) {
        for effect in effects.drain(..) {
            match effect {
                Effect::RoundBegins(round) => self.round = round,
                Effect::TurnBegins(_) => self.turns += 1,
                Effect::Written { seat, zone, cell, .. } => {
                    self.sheets[seat.index()].written.push((zone, cell, self.round));
                }
                Effect::Won { seat, origin, .. } => {
                    if let Some(place) = Place::of(origin) {
                        self.sheets[seat.index()].won.push((place, self.round));
                    }
                }
                Effect::Lost {
                    seat,
                    origin: Some(origin),
                    why: Loss::NoRoom | Loss::NoTarget,
                    ..
                } => {
                    if let Some(place) = Place::of(origin) {
                        self.sheets[seat.index()].lost.push(place);
                    }
                }
                _ => {}
            }
        }
    }
}
