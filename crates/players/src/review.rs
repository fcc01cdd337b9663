//! The review: a game walked through once more, parting luck from skill.
//!
//! Every event moves what a seat may expect. What a choice of the seat moves is its *loss* against the best choice; what
//! other seats do is *others*, which for this seat is luck as well. *Luck* is what an outcome of dice or cards was worth
//! against the mean over the outcomes of the same roll, by the same quick valuation on both sides. So it is 0 on average for
//! any player, however little the analyst knows.
//!
//! What is left is the *correction*: by how much the analyst has changed its mind. After a choice it believes one thing; when
//! the dice have fallen it knows the game better, and what luck does not explain was wrong before. That is nobody's luck and
//! no choice's fault. The parts add up: start + luck + others − losses + correction = end, and the end of a finished game is
//! its final score (or the share of the victory).
//!
//! Between two pieces of luck a seat may choose several times. Each choice is evaluated by itself, and what the last of them
//! came to is what is believed; the value before the first is that plus what the choices lost. So where a deeper search
//! changes a value, the change counts with the correction before, never as a gain or a loss of a choice.
//!
//! The choices that another seat makes one after the other are one move, told with the last of them. What another seat
//! rolls is felt when it has chosen: nobody else's prospects are known before.

mod accuracy;
mod serialize;
mod stretch;
mod svg;
mod text;

use finaud_messages::Language;
use finaud_record::{Event, Heading, Notation, Record, RecordError, SeedString};
use finaud_rules::{Game, Message, Next, Seat};
use serde::Serialize;

use crate::coach::{self, Analyst, EvaluatedAction, Explain, Outlook, Reason, words};
use crate::luck::{Roll, luck_of};
use crate::{Roster, SearchLimits};

pub use stretch::{Span, Stretch};
pub use svg::svg;
pub use text::text;

/// How many alternatives of a choice are kept.
const ALTERNATIVES: usize = 3;

/// Whose event it was.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Part {
    /// A choice of the seat under review.
    Own,
    /// A choice of another seat.
    Others,
    /// Dice or cards.
    Luck,
}

/// A choice that would have been better, or as good.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Alternative {
    /// What it is.
    pub action: String,
    /// What was to be expected of it.
    #[serde(rename = "value")]
    pub outlook: Outlook,
    /// What it does, the most telling first: for whoever words it in another language. Of a better choice only what speaks
    /// for it against the one that was made.
    #[serde(skip)]
    pub reasons: Vec<Reason>,
    /// The same as a sentence.
    pub why: String,
}

/// One event, seen from the seat under review.
#[derive(Clone, PartialEq, Debug)]
pub struct Moment {
    /// The number of the event, from 1.
    pub number: usize,
    /// Where in the game it stands.
    pub heading: Heading,
    /// Whose event it was.
    pub part: Part,
    /// Who chose; `None` for luck.
    pub chooser: Option<Seat>,
    /// What happened.
    pub what: String,
    /// What was to be expected after it.
    pub after: Outlook,
    /// What it moved: never more than 0 for a choice of the seat.
    pub moved: Outlook,
    /// What the analyst had to correct when it happened: what was to be expected before was wrong by so much.
    pub correction: Outlook,
    /// How many choices there were; 0 for luck.
    pub choices: usize,
    /// What was to be expected of a choice of the seat when it was made, beside its alternatives.
    pub worth: Option<Outlook>,
    /// What somebody who chooses blindly would have lost here on average; nothing where the seat did not choose.
    pub stake: Outlook,
    /// What a choice of the seat did, the most telling first.
    pub reasons: Vec<Reason>,
    /// The same as a sentence; empty for others.
    pub why: String,
    /// The best other choices, best first, for choices of the seat that were not the best.
    pub alternatives: Vec<Alternative>,
}

/// What all events of one part moved.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Sums {
    /// Luck of dice and cards.
    pub luck: f64,
    /// What others did.
    pub others: f64,
    /// What choices lost, as a number from 0 up.
    pub losses: f64,
    /// What the analyst had to correct.
    pub correction: f64,
}

impl Sums {
    fn add(&mut self, part: Part, moved: f64, correction: f64) {
        match part {
            Part::Luck => self.luck += moved,
            Part::Others => self.others += moved,
            Part::Own => self.losses -= moved,
        }
        self.correction += correction;
    }
}

/// A game, reviewed for one seat.
#[derive(Clone, PartialEq, Debug)]
pub struct Review {
    /// The game.
    pub game: String,
    /// Its name, for people.
    pub name: String,
    /// How many played.
    pub players: usize,
    /// For whom.
    pub seat: Seat,
    /// The name of whoever sat there; may be empty.
    pub who: String,
    /// What was to be expected before the first event.
    pub start: Outlook,
    /// What is to be expected after the last one: the result, if the game is over.
    pub end: Outlook,
    /// Is the game over?
    pub over: bool,
    /// The parts in points.
    pub points: Sums,
    /// The parts in chances to win.
    pub win: Option<Sums>,
    /// Every event.
    pub moments: Vec<Moment>,
    /// How well the seat chose, from 0 to 100; `None` if nothing was at stake.
    pub accuracy: Option<f64>,
    /// What is to be said about the numbers, if anything.
    pub caveat: Option<Message>,
}

/// What is known of a state of the game.
enum Node<A> {
    /// Its value.
    Valued(Outlook),
    /// The seat chose here: its actions, best first.
    Chosen(Vec<EvaluatedAction<A>>),
    /// Another seat is in the middle of its choices, or has rolled for them.
    Between,
}

/// Reviews a record for a seat. An event that cannot be is named.
///
/// `progress` is told how many events are done.
pub fn review<G: Notation + Roster>(
    game: &G,
    record: &Record<G>,
    seat: Seat,
    limits: SearchLimits,
    language: Language,
    mut progress: impl FnMut(usize),
) -> Result<Review, RecordError> {
    let states = record.states(game)?;
    let analyst = &mut *game.analyst(limits);
    let events: Vec<Event<G>> = record.log().collect();
    let mut nodes = Vec::with_capacity(states.len());
    for (index, state) in states.iter().enumerate() {
        progress(index);
        let chooser = |index: Option<usize>| match events.get(index?) {
            Some(Event::Choice(chooser, _)) => Some(*chooser),
            Some(Event::Outcome(_)) | None => None,
        };
        let (before, now) = (chooser(index.checked_sub(1)), chooser(Some(index)));
        nodes.push(if now == Some(seat) {
            Node::Chosen(coach::evaluate_actions(game, analyst, state, seat))
        } else if now.is_some()
            && (now == before || before.is_none() && unseen(game, analyst, state, seat, index))
        {
            Node::Between
        } else {
            Node::Valued(standing(game, analyst, state, seat))
        });
    }
    let values = values(&events, &nodes, seat);
    let luck = luck(game, analyst, record, &events, &states, seat);
    let moments = moments(game, &events, &states, &nodes, &values, &luck, seat, language);
    let last = states.last().copied().unwrap_or_else(|| game.start());
    let sums = |number: fn(Outlook) -> f64| {
        let mut sums = Sums::default();
        for moment in &moments {
            sums.add(moment.part, number(moment.moved), number(moment.correction));
        }
        sums
    };
    let win = (game.seats() > 1).then(|| sums(|outlook| outlook.win.unwrap_or(0.0)));
    Ok(Review {
        game: game.id().into(),
        name: game.name().into(),
        players: game.seats(),
        seat,
        who: record.header.seats.get(seat.index()).cloned().unwrap_or_default(),
        start: values[0],
        end: values[events.len()],
        over: game.next(&last) == Next::Over,
        points: sums(|outlook| outlook.points),
        win,
        accuracy: accuracy::accuracy(&moments),
        moments,
        caveat: game.caveat(),
    })
}

/// Whether luck has just left a choice to others and the analyst cannot tell what that means for this seat.
fn unseen<G: Game>(game: &G, analyst: &dyn Analyst<G>, state: &G::State, seat: Seat, index: usize) -> bool {
    let asked = matches!(game.next(state), Next::Choice(seats) if seats.contains(seat));
    index > 0 && !asked && !analyst.evaluates_after_chance()
}

/// What a state is worth in which the seat does not choose next: if it could, what its best choice is worth.
fn standing<G: Game>(game: &G, analyst: &mut dyn Analyst<G>, state: &G::State, seat: Seat) -> Outlook {
    match game.next(state) {
        Next::Choice(seats) if seats.contains(seat) => {
            coach::best(&coach::evaluate_actions(game, analyst, state, seat))
        }
        _ => analyst.outlook(game, state, seat),
    }
}

/// The value of every state, from the last to the first: a choice of the seat was worth what it came to plus what it lost.
fn values<G: Game>(events: &[Event<G>], nodes: &[Node<G::Action>], seat: Seat) -> Vec<Outlook> {
    let nothing = Outlook {
        points: 0.0,
        win: None,
    };
    let mut values = vec![nothing; nodes.len()];
    for index in (0..nodes.len()).rev() {
        values[index] = match (&nodes[index], events.get(index)) {
            (Node::Valued(outlook), _) => *outlook,
            (Node::Chosen(evaluated), Some(Event::Choice(_, action))) => {
                let best = coach::best(evaluated);
                let chosen = evaluated
                    .iter()
                    .find(|evaluated| evaluated.action == *action)
                    .map_or(best, |evaluated| evaluated.outlook);
                // Where another choice of the seat follows at once, or the record ends, more is known of what came of it.
                let known = match events.get(index + 1) {
                    None => true,
                    Some(Event::Choice(next, _)) => *next == seat,
                    Some(Event::Outcome(_)) => false,
                };
                let came_to = if known { values[index + 1] } else { chosen };
                Outlook {
                    points: came_to.points + (best.points - chosen.points),
                    win: came_to
                        .win
                        .zip(best.win.zip(chosen.win))
                        .map(|(came_to, (best, chosen))| came_to + (best - chosen)),
                }
            }
            (Node::Chosen(_) | Node::Between, _) => nothing,
        };
    }
    values
}

/// What each outcome of chance was worth against what might have come; nothing for choices.
fn luck<G: Notation>(
    game: &G,
    analyst: &mut dyn Analyst<G>,
    record: &Record<G>,
    events: &[Event<G>],
    states: &[G::State],
    seat: Seat,
) -> Vec<Outlook> {
    let seed = record.header.seed.as_ref().map_or(0, SeedString::seed);
    let events = events.iter().enumerate();
    events
        .map(|(index, event)| match event {
            Event::Outcome(outcome) => {
                let roll = Roll {
                    seed,
                    number: index as u64,
                    before: &states[index],
                    outcome: *outcome,
                };
                luck_of(game, analyst, roll, seat)
            }
            Event::Choice(..) => Outlook::nothing(game),
        })
        .collect()
}

#[expect(clippy::too_many_arguments, reason = "what the parts before have found")]
fn moments<G: Notation + Explain>(
    game: &G,
    events: &[Event<G>],
    states: &[G::State],
    nodes: &[Node<G::Action>],
    values: &[Outlook],
    luck: &[Outlook],
    seat: Seat,
    language: Language,
) -> Vec<Moment> {
    let mut moments: Vec<Moment> = Vec::with_capacity(events.len());
    // What is believed so far.
    let mut now = values[0];
    let mut legal = Vec::new();
    let names = game.names();
    for (index, event) in events.iter().enumerate() {
        let state = &states[index];
        let (part, chooser, what, choices) = match event {
            Event::Outcome(luck) => (Part::Luck, None, game.outcome_text(*luck), 0),
            Event::Choice(chooser, action) => {
                game.legal(state, *chooser, &mut legal);
                let part = if *chooser == seat { Part::Own } else { Part::Others };
                (part, Some(*chooser), game.action_text(*action), legal.len())
            }
        };
        let mut worth = None;
        let mut stake = Outlook::nothing(game);
        let mut correction = Outlook::nothing(game);
        let mut reasons = Vec::new();
        let mut why = String::new();
        let mut alternatives = Vec::new();
        let known = !matches!(nodes[index + 1], Node::Between);
        let moved = match (event, &nodes[index]) {
            (Event::Choice(_, action), Node::Chosen(evaluated)) => {
                let mut others = Vec::new();
                for other in evaluated {
                    if other.action == *action {
                        worth = Some(other.outlook);
                    } else if others.len() < ALTERNATIVES {
                        others.push(other);
                    }
                }
                stake = accuracy::stake(evaluated);
                reasons = game.reasons(state, seat, *action);
                why = words::sentence(language, &names, &reasons);
                let decides = |outlook: Outlook| outlook.win.unwrap_or(outlook.points);
                alternatives = others
                    .into_iter()
                    .map(|other| {
                        let mut does = game.reasons(state, seat, other.action);
                        if worth.is_some_and(|worth| decides(other.outlook) > decides(worth)) {
                            does = coach::in_favour(&does, &reasons);
                        }
                        Alternative {
                            action: game.action_text(other.action),
                            outlook: other.outlook,
                            why: words::sentence(language, &names, &does),
                            reasons: does,
                        }
                    })
                    .collect();
                loss(evaluated, action)
            }
            (Event::Outcome(_), _) => {
                if known {
                    correction = values[index + 1].minus(now).minus(luck[index]);
                }
                luck[index]
            }
            _ if known => values[index + 1].minus(now),
            _ => Outlook::nothing(game),
        };
        now = now.plus(moved).plus(correction);
        moments.push(Moment {
            number: index + 1,
            heading: game.heading(state),
            part,
            chooser,
            what,
            after: now,
            moved,
            correction,
            choices,
            worth,
            stake,
            reasons,
            why,
            alternatives,
        });
    }
    moments
}

/// What a choice moved: nothing, or less than nothing.
fn loss<A: PartialEq>(evaluated: &[EvaluatedAction<A>], action: &A) -> Outlook {
    let best = coach::best(evaluated);
    let chosen = evaluated
        .iter()
        .find(|evaluated| evaluated.action == *action)
        .map_or(best, |evaluated| evaluated.outlook);
    Outlook {
        points: (chosen.points - best.points).min(0.0),
        win: chosen
            .win
            .zip(best.win)
            .map(|(chosen, best)| (chosen - best).min(0.0)),
    }
}

impl Review {
    /// How far the parts are from adding up, in points and in chances: nothing but rounding.
    pub fn gap(&self) -> f64 {
        let gap = |start: f64, sums: &Sums, end: f64| {
            (start + sums.luck + sums.others - sums.losses + sums.correction - end).abs()
        };
        let points = gap(self.start.points, &self.points, self.end.points);
        let win = match (self.start.win, &self.win, self.end.win) {
            (Some(start), Some(sums), Some(end)) => gap(start, sums, end),
            _ => 0.0,
        };
        points.max(win)
    }

    /// Whether what the analyst had to correct must be shown for the parts to add up.
    pub fn is_corrected(&self) -> bool {
        // What is shown as 0.1 points or 0.1 %.
        self.points.correction.abs() >= 0.05
            || self
                .win
                .as_ref()
                .is_some_and(|win| win.correction.abs() >= 0.000_5)
    }

    /// The result without luck and without what others did: what the seat made of the game. Over many games its mean is that
    /// of the results, and for somebody who plays well it is nearer to it in each of them.
    pub fn without_luck(&self) -> Outlook {
        let sums = |sums: &Sums| sums.luck + sums.others;
        Outlook {
            points: self.end.points - sums(&self.points),
            win: self
                .end
                .win
                .zip(self.win.as_ref())
                .map(|(end, win)| end - sums(win)),
        }
    }

    /// What an event moved in the terms that decide: the chance to win where there are opponents, else points.
    pub fn moved(&self, moment: &Moment) -> f64 {
        moment.moved.win.unwrap_or(moment.moved.points)
    }

    /// The choices of the seat that cost most, most costly first.
    pub fn costliest(&self, most: usize) -> Vec<&Moment> {
        let mut own: Vec<&Moment> = self
            .moments
            .iter()
            .filter(|moment| moment.part == Part::Own && self.moved(moment) < 0.0)
            .collect();
        own.sort_by(|one, other| self.moved(one).total_cmp(&self.moved(other)));
        own.truncate(most);
        own
    }

    /// Where the game stands after an event, in the terms that decide.
    pub fn after(&self, moment: &Moment) -> f64 {
        moment.after.win.unwrap_or(moment.after.points)
    }

    /// What was to be expected before the first event, in the terms that decide.
    pub fn before_all(&self) -> f64 {
        self.start.win.unwrap_or(self.start.points)
    }
}
