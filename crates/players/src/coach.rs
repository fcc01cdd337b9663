//! The coach: what every legal action is worth, what it costs against the best one, and why, in a sentence.
//!
//! An [`Analyst`] (ask [`Roster::analyst`](crate::Roster::analyst) for one) puts numbers on states and actions. A game that
//! can [`Explain`] says what an action does ([`Reason`]). [`analyse`] puts the two together. The sentences are made in one
//! place, [`words`].
//!
//! ```
//! use finaud_players::{SearchLimits, Roster, coach::analyse};
//! use finaud_messages::Language;
//! use finaud_record::Notation;
//! use finaud_rules::{Seat, SoloGame, builtin};
//!
//! let game = SoloGame::new(builtin("tres-fute").unwrap().clone(), 1).unwrap();
//! let state = game.read_position("tres-fute phase=rolled pool=W5,Y3,B6,G6,O1,V5 / blue=9,10,12").unwrap();
//! let mut analyst = game.analyst(SearchLimits::NONE);
//! let analysis = analyse(&game, &mut *analyst, &state, Seat(0), Language::english());
//! let blue = game.read_action("blue 11").unwrap();
//! let advice = analysis.advice.iter().find(|advice| advice.action == blue).unwrap();
//! assert!(advice.why.starts_with("completes the third blue row: fox"), "{}", advice.why);
//! assert!(advice.why.contains("sends the white 5"), "{}", advice.why);
//! ```

mod analyst;
mod compare;
mod dice;
mod estimate;
mod push;
mod reason;
mod rounded;
pub mod words;

use finaud_messages::Language;
use finaud_record::Notation;
use finaud_rules::{Game, Next, Seat, insertion_sort};
use serde::Serialize;

pub(crate) use analyst::analyst;
pub use analyst::{MeanScore, Share, WinChance};
pub use compare::in_favour;
pub use estimate::{PushEstimate, WinFromLead};
pub use reason::{Explain, NearCell, Reason};
pub(crate) use rounded::counted;

/// What is to be expected of a game.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Outlook {
    /// The expected final score.
    pub points: f64,
    /// The chance to win, a shared victory by its share; `None` for somebody who plays alone.
    pub win: Option<f64>,
}

impl Outlook {
    /// No points and no chances.
    pub(crate) fn nothing<G: Game>(game: &G) -> Outlook {
        Outlook {
            points: 0.0,
            win: (game.seats() > 1).then_some(0.0),
        }
    }

    /// Both together.
    pub(crate) fn plus(self, other: Outlook) -> Outlook {
        Outlook {
            points: self.points + other.points,
            win: self.win.zip(other.win).map(|(one, other)| one + other),
        }
    }

    /// What one has more than the other.
    pub(crate) fn minus(self, other: Outlook) -> Outlook {
        Outlook {
            points: self.points - other.points,
            win: self.win.zip(other.win).map(|(one, other)| one - other),
        }
    }

    /// The outlook of a game that is over.
    pub fn of_end<G: Game>(game: &G, state: &G::State, seat: Seat) -> Outlook {
        Outlook {
            points: f64::from(game.points(state, seat)),
            win: (game.seats() > 1).then(|| f64::from(crate::evaluation::share(game, state, seat))),
        }
    }
}

/// An action with what is to be expected after it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EvaluatedAction<A> {
    /// The action.
    pub action: A,
    /// What is to be expected.
    pub outlook: Outlook,
    /// How many outcomes of chance the numbers rest on; 0 if they are static evaluations.
    pub outcomes: usize,
}

/// Evaluates states and actions.
///
/// Points and the chance to win are two questions: each is answered for somebody who plays on for it.
pub trait Analyst<G: Game> {
    /// What is to be expected of a state for a seat.
    fn outlook(&mut self, game: &G, state: &G::State, seat: Seat) -> Outlook;

    /// What is to be expected after each of the legal actions of a seat that is asked; in the order given.
    fn evaluate_actions(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        legal: &[G::Action],
    ) -> Vec<EvaluatedAction<G::Action>>;

    /// What an outcome of the chance that is due was worth against the mean of a sample of its outcomes, which does not
    /// depend on the outcome (see [`draw_outcomes`](crate::draw_outcomes)): 0 on average, whatever the analyst knows.
    fn luck(
        &mut self,
        game: &G,
        before: &G::State,
        outcome: G::Outcome,
        seat: Seat,
        sample: &[(G::Outcome, u32)],
    ) -> Outlook;

    /// How many states the last question took.
    fn nodes(&self) -> u64;

    /// Can it evaluate a state in which an outcome of chance has left the choice to somebody else?
    fn evaluates_after_chance(&self) -> bool;
}

/// What there is to say about one action.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(bound = "")]
pub struct Advice<A> {
    /// The action.
    #[serde(skip)]
    pub action: A,
    /// The action as records write it.
    #[serde(rename = "action")]
    pub text: String,
    /// Its number.
    pub number: Option<usize>,
    /// What is to be expected after it.
    #[serde(flatten, serialize_with = "rounded::outlook")]
    pub outlook: Outlook,
    /// How many points it costs against the action that brings most.
    #[serde(serialize_with = "rounded::points")]
    pub loss: f64,
    /// How much of the chance to win it costs against the action that wins most often.
    #[serde(serialize_with = "rounded::chance")]
    pub win_loss: Option<f64>,
    /// How many outcomes of chance the numbers rest on; 0 if they are static evaluations.
    pub outcomes: usize,
    /// What it does, the most telling first.
    #[serde(skip)]
    pub reasons: Vec<Reason>,
    /// The same as a sentence.
    pub why: String,
}

/// What there is to say about a state.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(bound = "")]
pub struct Analysis<A> {
    /// For whom.
    #[serde(serialize_with = "rounded::seat")]
    pub seat: Seat,
    /// What is to be expected of the state.
    #[serde(flatten, serialize_with = "rounded::outlook")]
    pub outlook: Outlook,
    /// Every legal action, best first: by the chance to win where there are opponents, else by points. Empty if the seat is
    /// not asked.
    #[serde(rename = "actions")]
    pub advice: Vec<Advice<A>>,
    /// How many states were evaluated.
    pub nodes: u64,
}

/// Says what is to be said about a state for a seat.
pub fn analyse<G: Explain + Notation>(
    game: &G,
    analyst: &mut dyn Analyst<G>,
    state: &G::State,
    seat: Seat,
    language: Language,
) -> Analysis<G::Action> {
    let asked = matches!(game.next(state), Next::Choice(seats) if seats.contains(seat));
    if !asked {
        let outlook = analyst.outlook(game, state, seat);
        return Analysis {
            seat,
            outlook,
            advice: Vec::new(),
            nodes: analyst.nodes(),
        };
    }
    let evaluated = evaluate_actions(game, analyst, state, seat);
    let nodes = analyst.nodes();
    let outlook = best(&evaluated);
    let names = game.names();
    let advice = evaluated
        .into_iter()
        .map(|evaluated| {
            let reasons = game.reasons(state, seat, evaluated.action);
            Advice {
                action: evaluated.action,
                text: game.action_text(evaluated.action),
                number: game.action_index(evaluated.action),
                outlook: evaluated.outlook,
                loss: outlook.points - evaluated.outlook.points,
                win_loss: outlook
                    .win
                    .zip(evaluated.outlook.win)
                    .map(|(best, this)| best - this),
                outcomes: evaluated.outcomes,
                why: words::sentence(language, &names, &reasons),
                reasons,
            }
        })
        .collect();
    Analysis {
        seat,
        outlook,
        advice,
        nodes,
    }
}

/// All legal actions of a seat that is asked, best first.
pub fn evaluate_actions<G: Game>(
    game: &G,
    analyst: &mut dyn Analyst<G>,
    state: &G::State,
    seat: Seat,
) -> Vec<EvaluatedAction<G::Action>> {
    let mut legal = Vec::new();
    game.legal(state, seat, &mut legal);
    let mut evaluated = analyst.evaluate_actions(game, state, seat, &legal);
    insertion_sort(&mut evaluated, |one, other| {
        let win = |evaluated: &EvaluatedAction<G::Action>| evaluated.outlook.win.unwrap_or(0.0);
        win(other)
            .total_cmp(&win(one))
            .then(other.outlook.points.total_cmp(&one.outlook.points))
    });
    evaluated
}

/// The most points and the best chance to win among some actions.
pub fn best<A>(evaluated: &[EvaluatedAction<A>]) -> Outlook {
    let most = |values: &mut dyn Iterator<Item = f64>| values.reduce(f64::max);
    Outlook {
        points: most(&mut evaluated.iter().map(|this| this.outlook.points)).unwrap_or(0.0),
        win: most(&mut evaluated.iter().filter_map(|this| this.outlook.win)),
    }
}
