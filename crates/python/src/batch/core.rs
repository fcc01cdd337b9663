//! Many games of one kind, stepped side by side.

use std::sync::Arc;

use finaud_players::learned::Encoder;
use finaud_players::{Bot, Player};
use finaud_record::{bits_at, seed_in_series};
use finaud_rules::{Next, Seat};

use super::config::{Actions, Autoreset, Config, Illegal, Reward};
use super::outputs::{Outputs, Row, Rows};
use crate::game::Playable;
use crate::sparse::Sparse;

/// The most seats of any game.
const MAX_SEATS: usize = 6;
/// Keeps what bots draw apart from the dice of the same game.
const BOTS: u64 = 0xb075_b075_b075_b075;

/// One of the games.
#[derive(Clone)]
pub(crate) struct Slot<G: Playable> {
    pub(crate) state: G::State,
    /// Where its dice or cards come from.
    pub(crate) seed: u64,
    /// How many games were begun in this place.
    began: u64,
    /// How many choices were made in this one.
    decisions: u64,
    /// Who is to choose; who chose last once the game is over.
    pub(crate) seat: Seat,
    pub(crate) over: bool,
    /// The points that were told as rewards.
    points: [i32; MAX_SEATS],
    /// The legal actions in the order of their numbers.
    pub(crate) legal: Vec<G::Action>,
    pub(crate) numbers: Vec<u32>,
}

/// Lists up to this long are sorted where they are: most are. Chosen by hand.
const FEW: usize = 24;

/// Sorts by numbers, moving the actions along.
#[inline]
fn sort_few<A: Copy>(numbers: &mut [u32], actions: &mut [A]) {
    for end in 1..numbers.len().min(actions.len()) {
        let (number, action) = (numbers[end], actions[end]);
        let mut place = end;
        while place > 0 && numbers[place - 1] > number {
            numbers[place] = numbers[place - 1];
            actions[place] = actions[place - 1];
            place -= 1;
        }
        numbers[place] = number;
        actions[place] = action;
    }
}

impl<G: Playable> Slot<G> {
    /// Ends the game where it stands.
    pub(crate) fn end(&mut self) {
        self.over = true;
        self.legal.clear();
        self.numbers.clear();
    }
}

/// What a thread needs to play.
pub(crate) struct Bench<G: Playable> {
    /// The bot of each seat.
    bots: Vec<Option<Box<dyn Player<G> + Send>>>,
    /// Legal actions with their numbers, to be sorted.
    pairs: Vec<(u32, G::Action)>,
    scratch: Vec<G::Action>,
    sparse: Sparse,
}

/// The game, with what was worked out once.
pub(crate) struct Rules<G: Playable> {
    pub(crate) game: Arc<G>,
    pub(crate) plan: G::Plan,
    pub(crate) encoder: G::Encoder,
    pub(crate) config: Config,
}

/// Which observation shows the end of the step.
#[derive(Clone, Copy)]
enum Seen {
    /// The one of the game as it goes on.
    Now,
    /// The last one, of a game that begins anew in the same step.
    Finally,
}

/// Why a step was refused before anything moved.
pub(crate) struct Refused {
    pub(crate) game: usize,
    pub(crate) action: i64,
    pub(crate) why: Why,
}

pub(crate) enum Why {
    /// The game is over and waits to be begun anew.
    Over,
    /// The action is not legal.
    Illegal,
}

impl<G: Playable> Rules<G> {
    pub(crate) fn bench(&self) -> Bench<G> {
        let make = |bot: &Option<Bot>| bot.and_then(|bot| bot.player(&*self.game, 0));
        Bench {
            bots: self.config.opponents.iter().map(make).collect(),
            pairs: Vec::with_capacity(256),
            scratch: Vec::with_capacity(256),
            sparse: Sparse::default(),
        }
    }

    /// A place in which no game was begun yet.
    pub(crate) fn empty_slot(&self) -> Slot<G> {
        Slot {
            state: self.game.start(),
            seed: 0,
            began: 0,
            decisions: 0,
            seat: Seat(0),
            over: true,
            points: [0; MAX_SEATS],
            legal: Vec::new(),
            numbers: Vec::new(),
        }
    }

    /// Begins a game. Without a seed of its own it has the next one of its place, whatever the other games do.
    pub(crate) fn begin(&self, slot: &mut Slot<G>, index: usize, seed: Option<u64>, bench: &mut Bench<G>) {
        let own = || seed_in_series(seed_in_series(self.config.seed, index as u64), slot.began);
        slot.seed = seed.unwrap_or_else(own);
        slot.began += 1;
        slot.decisions = 0;
        slot.state = self.game.start();
        slot.seat = Seat(0);
        if self.config.reward == Reward::Points {
            for seat in 0..self.game.seats() {
                slot.points[seat] = self.game.points(&slot.state, Seat(seat as u8));
            }
        }
        self.advance(slot, bench);
        self.list(slot, bench);
    }

    /// Goes on from a state; its dice come from a seed of its own, or from that of the game before.
    pub(crate) fn put(&self, slot: &mut Slot<G>, state: G::State, seed: Option<u64>, bench: &mut Bench<G>) {
        slot.seed = seed.unwrap_or(slot.seed);
        slot.state = state;
        slot.decisions = 0;
        for seat in 0..self.game.seats() {
            slot.points[seat] = self.game.points(&slot.state, Seat(seat as u8));
        }
        self.advance(slot, bench);
        self.list(slot, bench);
    }

    /// Lets dice fall and bots choose until somebody else is to choose or the game is over.
    #[inline]
    fn advance(&self, slot: &mut Slot<G>, bench: &mut Bench<G>) {
        loop {
            match self.game.next(&slot.state) {
                Next::Over => {
                    slot.over = true;
                    return;
                }
                Next::Chance(_) => {
                    let outcome = self.game.seeded_outcome(&slot.state, slot.seed);
                    // Seeded outcomes are possible; if one were not, the game would stand still for ever.
                    let applied = outcome.map(|outcome| self.game.apply_chance(&mut slot.state, outcome));
                    assert!(matches!(applied, Some(Ok(()))), "a seeded outcome was refused");
                }
                Next::Choice(seats) => {
                    let seat = seats.first().unwrap_or(Seat(0));
                    if let Some(bot) = bench.bots.get_mut(seat.index()).and_then(Option::as_mut) {
                        bot.begin(bits_at(slot.seed ^ BOTS, slot.decisions));
                        let action = bot.decide(&*self.game, &slot.state, seat, &mut bench.scratch);
                        let played = self.game.play(&mut slot.state, seat, action);
                        assert!(played.is_ok(), "a bot chose what is not legal");
                        slot.decisions += 1;
                        continue;
                    }
                    slot.seat = seat;
                    slot.over = false;
                    return;
                }
            }
        }
    }

    /// Lists the legal actions in the order of their numbers.
    #[inline]
    fn list(&self, slot: &mut Slot<G>, bench: &mut Bench<G>) {
        slot.numbers.clear();
        if slot.over {
            slot.legal.clear();
            return;
        }
        self.game.legal(&slot.state, slot.seat, &mut slot.legal);
        let numbers = slot.legal.iter();
        slot.numbers
            .extend(numbers.map(|action| self.game.action_index(*action).unwrap_or(usize::MAX) as u32));
        if slot.numbers.len() <= FEW {
            sort_few(&mut slot.numbers, &mut slot.legal);
        } else if !slot.numbers.is_sorted() {
            bench.pairs.clear();
            bench
                .pairs
                .extend(slot.numbers.iter().copied().zip(slot.legal.iter().copied()));
            bench.pairs.sort_unstable_by_key(|(number, _)| *number);
            for ((number, action), pair) in slot.numbers.iter_mut().zip(&mut slot.legal).zip(&bench.pairs) {
                (*number, *action) = *pair;
            }
        }
    }

    /// Where an action stands in the list of legal actions.
    #[inline]
    fn place(&self, slot: &Slot<G>, action: i64) -> Option<usize> {
        match self.config.actions {
            Actions::Index => usize::try_from(action)
                .ok()
                .filter(|index| *index < slot.legal.len()),
            Actions::Number => {
                let number = u32::try_from(action).ok()?;
                slot.numbers.iter().position(|known| *known == number)
            }
        }
    }

    /// Says why these actions cannot be played; nothing has moved.
    pub(crate) fn check(&self, slots: &[Slot<G>], actions: &[i64]) -> Result<(), Refused> {
        for (game, (slot, action)) in slots.iter().zip(actions).enumerate() {
            let refused = |why| Refused {
                game,
                action: *action,
                why,
            };
            if slot.over {
                if self.config.autoreset == Autoreset::Disabled {
                    return Err(refused(Why::Over));
                }
                continue;
            }
            if self.config.illegal == Illegal::Raise && self.place(slot, *action).is_none() {
                return Err(refused(Why::Illegal));
            }
        }
        Ok(())
    }

    /// Steps some games; `first` is the index of the first of them.
    pub(crate) fn step(
        &self,
        first: usize,
        slots: &mut [Slot<G>],
        actions: &[i64],
        seeds: Option<&[u64]>,
        bench: &mut Bench<G>,
        mut outputs: Outputs<'_>,
    ) {
        for (offset, (slot, action)) in slots.iter_mut().zip(actions).enumerate() {
            let index = first + offset;
            let seed = seeds.map(|seeds| seeds[offset]);
            let mut row = outputs.row(offset);
            row.clear();
            if slot.over {
                self.begin(slot, index, seed, bench);
                row.mark_begun();
                self.write(slot, bench, &mut row);
                continue;
            }
            let place = self.place(slot, *action);
            match place {
                Some(place) => self.play(slot, place, bench),
                None => match self.config.illegal {
                    Illegal::Ignore | Illegal::Raise => row.mark_illegal(),
                    Illegal::Terminate => {
                        row.mark_illegal();
                        row.rewards[slot.seat.index()] = -1.0;
                        slot.end();
                    }
                },
            }
            if slot.over {
                row.mark_terminated();
            }
            if slot.over && self.config.autoreset == Autoreset::SameStep {
                self.observe(slot, bench, row.final_rows());
                if place.is_some() {
                    self.reward(slot, &mut row, Seen::Finally);
                }
                self.begin(slot, index, seed, bench);
                row.mark_begun();
                self.write(slot, bench, &mut row);
            } else {
                self.write(slot, bench, &mut row);
                if place.is_some() {
                    self.reward(slot, &mut row, Seen::Now);
                }
            }
        }
    }

    #[inline]
    fn play(&self, slot: &mut Slot<G>, place: usize, bench: &mut Bench<G>) {
        let played = self.game.play(&mut slot.state, slot.seat, slot.legal[place]);
        assert!(played.is_ok(), "a legal action was refused");
        slot.decisions += 1;
        self.advance(slot, bench);
        self.list(slot, bench);
    }

    /// Writes what everybody gained. Points that the observation has are not counted again.
    #[inline]
    fn reward(&self, slot: &mut Slot<G>, row: &mut Row<'_>, seen: Seen) {
        let seats = self.game.seats();
        match self.config.reward {
            Reward::Points => {
                let (rewards, rows) = match seen {
                    Seen::Now => row.rewards_and_rows(),
                    Seen::Finally => row.rewards_and_final_rows(),
                };
                for (seat, reward) in rewards.iter_mut().enumerate() {
                    let points = match &rows {
                        Rows::Plain(row) => {
                            let distance = (seat + seats - slot.seat.index()) % seats;
                            i32::from(row[G::points_column(&self.plan, distance)])
                        }
                        Rows::Encoder(_) | Rows::Nothing => self.game.points(&slot.state, Seat(seat as u8)),
                    };
                    *reward = (points - slot.points[seat]) as f32;
                    slot.points[seat] = points;
                }
            }
            Reward::Final if slot.over => {
                for seat in 0..seats {
                    row.rewards[seat] = self.game.points(&slot.state, Seat(seat as u8)) as f32;
                }
            }
            Reward::Win if slot.over => {
                let winners = self.game.winners(&slot.state);
                let share = 1.0 / winners.iter().count() as f32;
                for seat in winners.iter() {
                    row.rewards[seat.index()] = share;
                }
            }
            Reward::Final | Reward::Win => {}
        }
    }

    /// Writes what is seen of a game now.
    #[inline]
    pub(crate) fn write(&self, slot: &Slot<G>, bench: &mut Bench<G>, row: &mut Row<'_>) {
        row.player(slot.seat);
        row.count(slot.legal.len());
        if let Some(mask) = row.mask.as_deref_mut() {
            match self.config.actions {
                Actions::Number => {
                    mask.fill(0);
                    for number in &slot.numbers {
                        mask[*number as usize] = 1;
                    }
                }
                Actions::Index => {
                    let (ones, zeros) = mask.split_at_mut(slot.legal.len().min(self.config.width));
                    ones.fill(1);
                    zeros.fill(0);
                }
            }
        }
        self.observe(slot, bench, row.rows());
    }

    #[inline]
    fn observe(&self, slot: &Slot<G>, bench: &mut Bench<G>, rows: Rows<'_>) {
        self.observe_as(&slot.state, slot.seat, &mut bench.sparse, rows);
    }

    /// Writes what a seat sees of a state.
    #[inline]
    pub(crate) fn observe_as(&self, state: &G::State, seat: Seat, sparse: &mut Sparse, rows: Rows<'_>) {
        match rows {
            Rows::Nothing => {}
            Rows::Plain(row) => self.game.write_plain(&self.plan, state, seat, row),
            Rows::Encoder(row) => {
                sparse.ends.clear();
                sparse.indices.clear();
                sparse.values.clear();
                sparse.push(&self.encoder, &*self.game, state, seat);
                sparse.write(0, row);
            }
        }
    }

    /// How many columns the encoder has.
    pub(crate) fn inputs(&self) -> usize {
        Encoder::<G>::inputs(&self.encoder)
    }
}
