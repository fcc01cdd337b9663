//! Looking ahead through one's own turn, over everything that luck can bring on the way.
//!
//! Where luck and choices take turns until the player stops or loses the turn, as at PUSH, looking over the next outcome alone
//! says little: what matters is how the turn goes on. Here the turn is followed one outcome deeper each time, until its end is
//! reached everywhere or the budget is spent. The last depth that was searched completely counts.
//!
//! The evaluation is asked where the turn is over, where the depth is reached, and to leave out choices that are clearly behind.

use std::collections::HashMap;

use finaud_rules::{Game, Next, Seat, insertion_sort};

use super::{ActionValue, Evaluation, Search, best_first};
use crate::deadline::Deadline;
use crate::progress;

/// How far behind the best, as a part of [`Evaluation::margin`], a choice later in the turn may be and still be followed.
const LATER_MARGIN: f32 = 0.5;
/// No turn is followed over more outcomes than this: it only keeps a turn without end from being followed for ever.
const DEEPEST: usize = 64;

/// A search of the turn to a certain depth. It ends early when the budget is spent.
struct Iteration<'a, G: Game> {
    game: &'a G,
    seat: Seat,
    deadline: Deadline,
    /// Values by the essence of the state and the depth that was left.
    cache: HashMap<(G::State, usize), f32>,
    /// Was the turn cut off anywhere before its end?
    cut_off: bool,
}

/// The budget is spent.
struct BudgetSpent;

impl<E: Clone + Send> Search<E> {
    /// Evaluates the legal actions of a seat that is asked by following its turn to the end, as far as the budget allows; best
    /// first, among equals in the order given.
    pub fn rank_turn<G: Game>(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        legal: &[G::Action],
    ) -> Vec<ActionValue<G::Action>>
    where
        E: Evaluation<G>,
    {
        let deadline = self.begin(game, state, seat);
        let mut ranked = Vec::with_capacity(legal.len());
        for action in legal {
            let mut after = *state;
            if game.play(&mut after, seat, *action).is_err() {
                continue;
            }
            let value = self.static_value(game, &after, seat);
            let entry = ActionValue {
                action: *action,
                value,
                static_eval: value,
                outcomes: 0,
            };
            ranked.push((entry, after));
        }
        insertion_sort(&mut ranked, |(one, _), (other, _)| {
            other.value.total_cmp(&one.value)
        });
        let Some(best) = ranked.first().map(|(entry, _)| entry.static_eval) else {
            return Vec::new();
        };
        let bar = best - self.evaluate.margin();
        let within = ranked
            .iter()
            .filter(|(entry, _)| entry.static_eval >= bar)
            .count();
        let candidates = within.min(self.limits.candidates.max(1));
        let is_searched = candidates > 1;
        if is_searched {
            self.deepen(game, seat, &mut ranked[..candidates], deadline);
        }
        let entries = ranked.into_iter().map(|(entry, _)| entry).enumerate();
        best_first(
            entries
                .map(|(index, entry)| (entry, is_searched && index < candidates))
                .collect(),
        )
    }

    /// Follows the turn deeper and deeper.
    fn deepen<G: Game>(
        &mut self,
        game: &G,
        seat: Seat,
        candidates: &mut [(ActionValue<G::Action>, G::State)],
        deadline: Deadline,
    ) where
        E: Evaluation<G>,
    {
        for depth in 1..=DEEPEST {
            let mut iteration = Iteration {
                game,
                seat,
                deadline,
                cache: HashMap::new(),
                cut_off: false,
            };
            let mut values = Vec::with_capacity(candidates.len());
            for (_, after) in candidates.iter() {
                match self.after_choice(&mut iteration, after, depth) {
                    Ok(value) => values.push(value),
                    Err(BudgetSpent) => return,
                }
                progress::report(self.nodes, self.limits.nodes);
            }
            for ((entry, _), value) in candidates.iter_mut().zip(values) {
                entry.value = value;
                entry.outcomes = depth;
            }
            if !iteration.cut_off {
                return;
            }
        }
    }

    fn static_value<G: Game>(&mut self, game: &G, state: &G::State, seat: Seat) -> f32
    where
        E: Evaluation<G>,
    {
        self.nodes += 1;
        self.evaluate.value(game, state, seat)
    }

    /// What a state is worth that a choice of the seat has led to.
    fn after_choice<G: Game>(
        &mut self,
        iteration: &mut Iteration<'_, G>,
        state: &G::State,
        depth: usize,
    ) -> Result<f32, BudgetSpent>
    where
        E: Evaluation<G>,
    {
        let (game, seat) = (iteration.game, iteration.seat);
        match game.next(state) {
            Next::Choice(seats) if seats.contains(seat) && depth > 0 => {
                self.best_choice(iteration, state, depth)
            }
            Next::Chance(_) if depth > 0 && goes_on(game, state, seat) => {
                let key = (game.essence(state), depth);
                if let Some(value) = iteration.cache.get(&key) {
                    return Ok(*value);
                }
                let value = self.mean(iteration, state, depth - 1)?;
                iteration.cache.insert(key, value);
                Ok(value)
            }
            // Luck that ends the turn is part of it, and costs no depth.
            Next::Chance(_) if self.evaluate.evaluates_after_chance() && !goes_on(game, state, seat) => {
                self.mean(iteration, state, 0)
            }
            next => {
                let is_cut_off = match next {
                    Next::Choice(seats) => seats.contains(seat),
                    Next::Chance(_) => goes_on(game, state, seat),
                    Next::Over => false,
                };
                iteration.cut_off |= is_cut_off;
                Ok(self.static_value(game, state, seat))
            }
        }
    }

    /// The best of the seat's choices, among those that are not clearly behind.
    fn best_choice<G: Game>(
        &mut self,
        iteration: &mut Iteration<'_, G>,
        state: &G::State,
        depth: usize,
    ) -> Result<f32, BudgetSpent>
    where
        E: Evaluation<G>,
    {
        if self.nodes >= self.limits.nodes || iteration.deadline.is_over() {
            return Err(BudgetSpent);
        }
        let (game, seat) = (iteration.game, iteration.seat);
        let mut legal = Vec::with_capacity(8);
        game.legal(state, seat, &mut legal);
        let mut choices: Vec<(f32, G::State)> = Vec::with_capacity(legal.len());
        for action in &legal {
            let mut after = *state;
            if game.play(&mut after, seat, *action).is_ok() {
                choices.push((0.0, after));
            }
        }
        if let [(_, only)] = &choices[..] {
            return self.after_choice(iteration, only, depth);
        }
        for (value, after) in &mut choices {
            *value = self.static_value(game, after, seat);
        }
        let most = choices
            .iter()
            .map(|(value, _)| *value)
            .fold(f32::NEG_INFINITY, f32::max);
        if depth == 0 {
            iteration.cut_off |= choices.iter().any(|(_, after)| goes_on(game, after, seat));
            return Ok(most);
        }
        let bar = most - LATER_MARGIN * self.evaluate.margin();
        let mut best = f32::NEG_INFINITY;
        for (value, after) in &choices {
            if *value >= bar {
                best = best.max(self.after_choice(iteration, after, depth)?);
            }
        }
        Ok(best)
    }

    /// The mean over all outcomes of the chance that is due.
    fn mean<G: Game>(
        &mut self,
        iteration: &mut Iteration<'_, G>,
        state: &G::State,
        depth: usize,
    ) -> Result<f32, BudgetSpent>
    where
        E: Evaluation<G>,
    {
        let (game, seat) = (iteration.game, iteration.seat);
        let mut outcomes = Vec::with_capacity(32);
        let total = game.outcomes(state, &mut |outcome, weight| outcomes.push((outcome, weight)));
        let mut sum = 0.0;
        for (outcome, weight) in outcomes {
            let mut after = *state;
            if game.apply_chance(&mut after, outcome).is_err() {
                continue;
            }
            let value = match game.next(&after) {
                Next::Choice(seats) if seats.contains(seat) => self.best_choice(iteration, &after, depth)?,
                // Chance that follows chance belongs to it.
                Next::Chance(_) => self.mean(iteration, &after, depth)?,
                Next::Choice(_) | Next::Over => self.static_value(game, &after, seat),
            };
            sum += f64::from(weight) * f64::from(value);
        }
        Ok((sum / f64::from(total.max(1))) as f32)
    }
}

/// Does the turn of a seat go on here: is it asked, or may it be asked after the chance that is due?
fn goes_on<G: Game>(game: &G, state: &G::State, seat: Seat) -> bool {
    match game.next(state) {
        Next::Choice(seats) => seats.contains(seat),
        Next::Chance(_) => {
            let mut mine = false;
            game.outcomes(state, &mut |outcome, _| {
                mine = mine || asks(game, state, outcome, seat);
            });
            mine
        }
        Next::Over => false,
    }
}

/// Does an outcome leave a choice to this seat?
fn asks<G: Game>(game: &G, state: &G::State, outcome: G::Outcome, seat: Seat) -> bool {
    let mut after = *state;
    game.apply_chance(&mut after, outcome).is_ok()
        && matches!(game.next(&after), Next::Choice(seats) if seats.contains(seat))
}
