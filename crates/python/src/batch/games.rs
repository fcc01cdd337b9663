//! A batch whatever is played: what the Python class asks for.

use finaud_players::learned::{Evaluator, Net};
use finaud_players::{Bot, Player};
use finaud_record::{SplitMix64, bits_at};
use finaud_rules::{Next, Seat};
use rayon::prelude::*;
use std::sync::Arc;

use super::config::Actions;
use super::core::{Bench, Refused, Rules, Slot};
use super::outputs::{Outputs, Rows};
use crate::game::Playable;
use crate::observation::Observation;
use crate::sparse::Sparse;
use crate::state::{AnyState, StateOf};

/// What every legal action of every game leads to, before dice fall.
#[derive(Default)]
pub(crate) struct Afterstates {
    /// Where the actions of each game end.
    pub(crate) ends: Vec<i64>,
    pub(crate) numbers: Vec<i64>,
    pub(crate) plain: Vec<i16>,
    pub(crate) sparse: Sparse,
    /// The points of whoever chooses, in the afterstate.
    pub(crate) points: Vec<f32>,
    pub(crate) over: Vec<bool>,
    pub(crate) values: Vec<f32>,
}

/// What is wanted of afterstates.
#[derive(Clone)]
pub(crate) struct Wanted {
    pub(crate) observation: Observation,
    pub(crate) net: Option<Arc<Net>>,
}

/// A batch of games.
pub(crate) trait Games: Send {
    fn columns(&self, observation: Observation) -> usize;
    fn check(&self, actions: &[i64]) -> Result<(), Refused>;
    fn step(&mut self, actions: &[i64], seeds: Option<&[u64]>, outputs: Outputs<'_>);
    /// Begins those games anew that are chosen, and writes all of them.
    fn reset(&mut self, chosen: Option<&[bool]>, seeds: Option<&[u64]>, outputs: Outputs<'_>);
    fn end(&mut self, chosen: &[bool]);
    fn legal(&self) -> (Vec<i64>, Vec<i64>);
    fn sample(&mut self, out: &mut [i64]);
    fn afterstates(&self, wanted: &Wanted) -> Afterstates;
    fn observe(&self, index: usize, seat: Seat, rows: Rows<'_>);
    fn encode(&self) -> Sparse;
    fn bot_actions(&self, bot: Bot) -> Vec<i64>;
    fn points(&self) -> Vec<i32>;
    fn seeds(&self) -> Vec<u64>;
    fn state(&self, index: usize) -> Box<dyn AnyState>;
    fn set_state(&mut self, index: usize, state: &dyn AnyState) -> Result<(), String>;
}

/// A batch of one kind of game.
pub(crate) struct GamesOf<G: Playable> {
    rules: Rules<G>,
    slots: Vec<Slot<G>>,
    /// One for each thread.
    benches: Vec<Bench<G>>,
    pool: Option<rayon::ThreadPool>,
    random: SplitMix64,
}

impl<G: Playable> GamesOf<G> {
    pub(crate) fn new(rules: Rules<G>, games: usize, pool: Option<rayon::ThreadPool>) -> GamesOf<G> {
        let threads = pool.as_ref().map_or(1, rayon::ThreadPool::current_num_threads);
        GamesOf {
            slots: (0..games).map(|_| rules.empty_slot()).collect(),
            benches: (0..threads).map(|_| rules.bench()).collect(),
            random: SplitMix64::new(rules.config.seed ^ 0x5a4d_71e5),
            rules,
            pool,
        }
    }

    /// How many games each thread takes.
    fn share(&self) -> usize {
        self.slots.len().div_ceil(self.benches.len()).max(1)
    }
}

/// Does something with every game, on all threads; the parts come in order.
fn each_part<G: Playable, T: Send>(
    slots: &[Slot<G>],
    pool: Option<&rayon::ThreadPool>,
    work: impl Fn(&[Slot<G>]) -> T + Sync,
) -> Vec<T> {
    match pool {
        None => vec![work(slots)],
        Some(pool) => {
            let share = slots.len().div_ceil(pool.current_num_threads()).max(1);
            pool.install(|| slots.par_chunks(share).map(&work).collect())
        }
    }
}

impl<G: Playable> Rules<G> {
    fn afterstates_of(&self, slots: &[Slot<G>], wanted: &Wanted) -> Afterstates {
        let game = &*self.game;
        let columns = game.plain_columns().len();
        let mut after = Afterstates::default();
        let mut evaluator = wanted
            .net
            .as_ref()
            .map(|net| Evaluator::new(self.encoder.clone(), Arc::clone(net)));
        let mut unused = Sparse::default();
        for slot in slots {
            if let Some(evaluator) = evaluator.as_mut().filter(|_| slot.legal.len() > 1) {
                evaluator.set_root(game, &slot.state, slot.seat);
            }
            for (action, number) in slot.legal.iter().zip(&slot.numbers) {
                let mut state = slot.state;
                let played = game.play(&mut state, slot.seat, *action);
                assert!(played.is_ok(), "a legal action was refused");
                after.numbers.push(i64::from(*number));
                after.points.push(game.points(&state, slot.seat) as f32);
                after.over.push(game.next(&state) == Next::Over);
                match wanted.observation {
                    Observation::Plain => {
                        let start = after.plain.len();
                        after.plain.resize(start + columns, 0);
                        let row = Rows::Plain(&mut after.plain[start..]);
                        self.observe_as(&state, slot.seat, &mut unused, row);
                    }
                    Observation::Encoder => {
                        after.sparse.push(&self.encoder, game, &state, slot.seat);
                    }
                    Observation::Nothing => {}
                }
                if let Some(evaluator) = &mut evaluator {
                    after.values.push(evaluator.value(game, &state, slot.seat));
                }
            }
            after.ends.push(after.numbers.len() as i64);
        }
        after
    }
}

impl<G: Playable> Games for GamesOf<G> {
    fn columns(&self, observation: Observation) -> usize {
        match observation {
            Observation::Plain => self.rules.game.plain_columns().len(),
            Observation::Encoder => self.rules.inputs(),
            Observation::Nothing => 0,
        }
    }

    fn check(&self, actions: &[i64]) -> Result<(), Refused> {
        self.rules.check(&self.slots, actions)
    }

    fn step(&mut self, actions: &[i64], seeds: Option<&[u64]>, outputs: Outputs<'_>) {
        let share = self.share();
        let rules = &self.rules;
        let Some(pool) = &self.pool else {
            let bench = &mut self.benches[0];
            rules.step(0, &mut self.slots, actions, seeds, bench, outputs);
            return;
        };
        pool.scope(|scope| {
            let mut rest = Some(outputs);
            let parts = self.slots.chunks_mut(share).zip(&mut self.benches);
            for (part, (slots, bench)) in parts.enumerate() {
                let Some(whole) = rest.take() else { break };
                let (mine, others) = whole.split_at(slots.len());
                rest = Some(others);
                let first = part * share;
                let actions = &actions[first..][..slots.len()];
                let seeds = seeds.map(|seeds| &seeds[first..][..slots.len()]);
                scope.spawn(move |_| rules.step(first, slots, actions, seeds, bench, mine));
            }
        });
    }

    fn reset(&mut self, chosen: Option<&[bool]>, seeds: Option<&[u64]>, mut outputs: Outputs<'_>) {
        let bench = &mut self.benches[0];
        for (index, slot) in self.slots.iter_mut().enumerate() {
            let mut row = outputs.row(index);
            row.clear();
            if chosen.is_none_or(|chosen| chosen[index]) {
                let seed = seeds.map(|seeds| seeds[index]);
                self.rules.begin(slot, index, seed, bench);
                row.mark_begun();
            } else if slot.over {
                row.mark_terminated();
            }
            self.rules.write(slot, bench, &mut row);
        }
    }

    fn end(&mut self, chosen: &[bool]) {
        let chosen = self.slots.iter_mut().zip(chosen).filter(|(_, chosen)| **chosen);
        chosen.for_each(|(slot, _)| slot.end());
    }

    fn legal(&self) -> (Vec<i64>, Vec<i64>) {
        let mut offsets = Vec::with_capacity(self.slots.len() + 1);
        let mut numbers = Vec::with_capacity(16 * self.slots.len());
        offsets.push(0);
        for slot in &self.slots {
            numbers.extend(slot.numbers.iter().map(|number| i64::from(*number)));
            offsets.push(numbers.len() as i64);
        }
        (offsets, numbers)
    }

    fn sample(&mut self, out: &mut [i64]) {
        for (slot, action) in self.slots.iter().zip(out) {
            let index = self.random.below(slot.legal.len() as u64);
            *action = match self.rules.config.actions {
                Actions::Index => index as i64,
                Actions::Number => slot
                    .numbers
                    .get(index as usize)
                    .map_or(0, |number| i64::from(*number)),
            };
        }
    }

    fn afterstates(&self, wanted: &Wanted) -> Afterstates {
        let rules = &self.rules;
        let parts = each_part(&self.slots, self.pool.as_ref(), |slots| {
            rules.afterstates_of(slots, wanted)
        });
        let mut parts = parts.into_iter();
        let mut whole = parts.next().unwrap_or_default();
        for part in parts {
            let before = whole.numbers.len() as i64;
            whole.ends.extend(part.ends.iter().map(|end| end + before));
            whole.numbers.extend(part.numbers);
            whole.plain.extend(part.plain);
            whole.sparse.append(&part.sparse);
            whole.points.extend(part.points);
            whole.over.extend(part.over);
            whole.values.extend(part.values);
        }
        whole
    }

    fn observe(&self, index: usize, seat: Seat, rows: Rows<'_>) {
        let state = &self.slots[index].state;
        self.rules.observe_as(state, seat, &mut Sparse::default(), rows);
    }

    fn encode(&self) -> Sparse {
        let rules = &self.rules;
        let parts = each_part(&self.slots, self.pool.as_ref(), |slots| {
            let mut sparse = Sparse::default();
            for slot in slots {
                sparse.push(&rules.encoder, &*rules.game, &slot.state, slot.seat);
            }
            sparse
        });
        let mut whole = Sparse::default();
        for part in &parts {
            whole.append(part);
        }
        whole
    }

    fn bot_actions(&self, bot: Bot) -> Vec<i64> {
        let rules = &self.rules;
        let parts = each_part(&self.slots, self.pool.as_ref(), |slots| {
            let mut player = bot.player(&*rules.game, 0);
            let choose = |slot: &Slot<G>| {
                let Some(player) = player.as_mut().filter(|_| !slot.over) else {
                    return 0;
                };
                player.begin(bits_at(slot.seed, crate::state::hashed(&slot.state)));
                let action = player.choose(&rules.game, &slot.state, slot.seat, &slot.legal);
                let place = slot.legal.iter().position(|known| *known == action).unwrap_or(0);
                match rules.config.actions {
                    Actions::Index => place as i64,
                    Actions::Number => i64::from(slot.numbers[place]),
                }
            };
            slots.iter().map(choose).collect::<Vec<i64>>()
        });
        parts.concat()
    }

    fn points(&self) -> Vec<i32> {
        let game = &self.rules.game;
        let seats = 0..game.seats() as u8;
        let points = self.slots.iter().flat_map(|slot| {
            let points = |seat| game.points(&slot.state, Seat(seat));
            seats.clone().map(points).collect::<Vec<i32>>()
        });
        points.collect()
    }

    fn seeds(&self) -> Vec<u64> {
        self.slots.iter().map(|slot| slot.seed).collect()
    }

    fn state(&self, index: usize) -> Box<dyn AnyState> {
        let slot = &self.slots[index];
        Box::new(StateOf::new(
            Arc::clone(&self.rules.game),
            slot.state,
            Some(slot.seed),
        ))
    }

    fn set_state(&mut self, index: usize, state: &dyn AnyState) -> Result<(), String> {
        let state = state
            .as_any()
            .downcast_ref::<StateOf<G>>()
            .ok_or("the state is one of another game")?;
        let slot = &mut self.slots[index];
        self.rules
            .put(slot, state.now, state.seed(), &mut self.benches[0]);
        Ok(())
    }
}
