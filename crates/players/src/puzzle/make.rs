//! Making puzzles from games of bots: positions with one clearly best choice that somebody weaker misses.

use std::collections::BTreeMap;

use finaud_record::{Notation, bits_at, seed_code, seed_in_series};
use finaud_rules::{Game, Next, Seat};

use super::text::GRADES;
use super::{Puzzle, PuzzleTerms, RatedChoice};
use crate::coach::evaluate_actions;
use crate::seated::choose_in;
use crate::{Bot, Player, Roster, SearchLimits};

/// Whose games are looked at, in turn: strong players reach positions that weak ones do not, and the other way round.
const PLAYERS: [Bot; 3] = [Bot::Club, Bot::Expert, Bot::Novice];
/// Not more puzzles than this come from one game.
const FROM_ONE_GAME: usize = 2;
/// So many positions of a game are searched.
const SEARCHED: u64 = 6;
/// So many choices are listed; whoever makes another one is told that it costs at least as much as the last of these.
const LISTED: usize = 14;
/// `club` is noisy: asked so many times, it misses what it misses half of the time.
const ASKED: u64 = 8;
/// The first search, which finds puzzles, and the second, which must agree.
const FIRST: u64 = 30_000;
const SECOND: u64 = 150_000;
/// The least lead of the best choice over those that are not as good, for grades 1 to 3: in points, and in chances to win.
const LEAD_POINTS: [f64; 3] = [4.0, 2.0, 1.2];
const LEAD_WIN: [f64; 3] = [0.05, 0.03, 0.015];
/// Two searches must agree on the lead up to this part of it.
const AGREE: f64 = 0.5;

/// What is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PuzzleOrder {
    /// How many puzzles, shared evenly by the grades.
    pub count: usize,
    /// Names the series of games.
    pub seed: u64,
    /// After so many games it is enough, even if puzzles are missing.
    pub games: u64,
}

/// What was made.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Made {
    /// The puzzles, by grade, in the order in which they were found.
    pub puzzles: Vec<Puzzle>,
    /// How many games were played.
    pub games: u64,
    /// How many positions were searched.
    pub searched: u64,
}

/// What all choices of a position are worth.
pub(super) struct Rated {
    pub(super) terms: PuzzleTerms,
    pub(super) value: f64,
    pub(super) choices: Vec<RatedChoice>,
}

impl Rated {
    /// How far the best choice is ahead of the first that is not as good; `None` if there is none.
    fn lead(&self) -> Option<f64> {
        let behind = self
            .choices
            .iter()
            .find(|choice| choice.loss > self.terms.as_good());
        behind.map(|choice| choice.loss)
    }

    fn is_best(&self, action: &str) -> bool {
        let choice = self.choices.iter().find(|choice| choice.action == action);
        choice.is_some_and(|choice| choice.loss <= self.terms.as_good())
    }
}

/// Evaluates all choices of a seat that is asked, best first.
pub(super) fn rated<G: Roster + Notation>(
    game: &G,
    state: &G::State,
    seat: Seat,
    limits: SearchLimits,
) -> Rated {
    let mut analyst = game.analyst(limits);
    let evaluated = evaluate_actions(game, &mut *analyst, state, seat);
    let terms = match evaluated.first() {
        Some(first) if first.outlook.win.is_some() => PuzzleTerms::Win,
        _ => PuzzleTerms::Points,
    };
    let worth = |index: usize| {
        let outlook = evaluated[index].outlook;
        outlook.win.unwrap_or(outlook.points)
    };
    let value = if evaluated.is_empty() { 0.0 } else { worth(0) };
    let choices = (0..evaluated.len()).map(|index| RatedChoice {
        action: game.action_text(evaluated[index].action),
        loss: (value - worth(index)).max(0.0),
    });
    Rated {
        terms,
        value,
        choices: choices.collect(),
    }
}

fn limits(nodes: u64) -> SearchLimits {
    SearchLimits {
        nodes,
        candidates: usize::MAX,
        ..SearchLimits::default()
    }
}

/// Which kind of choice an action is: its words without its numbers.
fn kind(action: &str) -> String {
    let words = action.split_whitespace();
    let names = words.filter(|word| word.chars().all(char::is_alphabetic));
    names.collect::<Vec<_>>().join(" ")
}

/// What there is already, for the sake of variety.
#[derive(Default)]
struct Shelf {
    by_grade: [usize; GRADES as usize],
    /// By grade, third of the game or kind of choice.
    seen: BTreeMap<(u8, String), usize>,
}

impl Shelf {
    fn keys(grade: u8, third: usize, kind: &str) -> [(u8, String); 2] {
        [(grade, format!("third {third}")), (grade, kind.into())]
    }

    /// Is there room for one more of this kind? `relaxed` allows twice as many of the same.
    fn has_room(&self, order: &PuzzleOrder, grade: u8, third: usize, kind: &str, relaxed: bool) -> bool {
        let wanted = order.count.div_ceil(usize::from(GRADES));
        let factor = if relaxed { 2 } else { 1 };
        let [by_third, by_kind] =
            Shelf::keys(grade, third, kind).map(|key| self.seen.get(&key).copied().unwrap_or(0));
        self.by_grade[usize::from(grade) - 1] < wanted
            && by_third < wanted.div_ceil(2) * factor
            && by_kind < wanted.div_ceil(6) * factor
    }

    fn put(&mut self, grade: u8, third: usize, kind: &str) {
        self.by_grade[usize::from(grade) - 1] += 1;
        for key in Shelf::keys(grade, third, kind) {
            *self.seen.entry(key).or_default() += 1;
        }
    }

    fn is_full(&self, order: &PuzzleOrder) -> bool {
        let wanted = order.count.div_ceil(usize::from(GRADES));
        self.by_grade.iter().all(|count| *count >= wanted)
    }

    fn wants(&self, order: &PuzzleOrder, grade: u8) -> bool {
        self.by_grade[usize::from(grade) - 1] < order.count.div_ceil(usize::from(GRADES))
    }
}

/// A position of a game.
struct Moment<G: Game> {
    state: G::State,
    seat: Seat,
    event: usize,
    /// How far the game was, in thirds.
    third: usize,
}

/// Makes puzzles. `found` is told how many there are and after how many games.
pub fn make<G: Roster + Notation>(game: &G, order: &PuzzleOrder, mut found: impl FnMut(usize, u64)) -> Made {
    let mut made = Made::default();
    let mut shelf = Shelf::default();
    while made.games < order.games && !shelf.is_full(order) {
        let index = made.games;
        made.games += 1;
        let seed = seed_in_series(order.seed, index);
        let bot = PLAYERS[(index % PLAYERS.len() as u64) as usize];
        let relaxed = made.games > order.games / 2;
        let mut moments = moments(game, bot, seed);
        let (mut taken, enough) = (0, made.searched + SEARCHED);
        for draw in 0.. {
            if moments.is_empty() || taken == FROM_ONE_GAME || made.searched >= enough {
                break;
            }
            let place = bits_at(seed, draw) % moments.len() as u64;
            let moment = moments.swap_remove(place as usize);
            let Some(mut puzzle) = puzzle(game, order, &shelf, &moment, relaxed, &mut made.searched) else {
                continue;
            };
            puzzle.from = format!("{} {} {}", bot.name(), seed_code(seed), moment.event + 1);
            shelf.put(puzzle.grade, moment.third, &kind(&puzzle.choices[0].action));
            made.puzzles.push(puzzle);
            taken += 1;
            found(made.puzzles.len(), made.games);
        }
    }
    made.puzzles.sort_by_key(|puzzle| puzzle.grade);
    made
}

/// The positions of a game in which a choice matters by static evaluation, or might.
fn moments<G: Roster + Notation>(game: &G, bot: Bot, seed: u64) -> Vec<Moment<G>> {
    let mut state = game.start();
    let mut event = 0;
    let mut found: Vec<Moment<G>> = Vec::new();
    let mut players: Vec<_> = (0..game.seats() as u64)
        .filter_map(|seat| bot.player(game, seed_in_series(seed, seat)))
        .collect();
    let mut legal = Vec::new();
    loop {
        match game.next(&state) {
            Next::Over => break,
            Next::Chance(_) => {
                let Some(outcome) = game.seeded_outcome(&state, seed) else {
                    break;
                };
                if game.apply_chance(&mut state, outcome).is_err() {
                    break;
                }
            }
            Next::Choice(seats) => {
                let Some(seat) = seats.first() else { break };
                game.legal(&state, seat, &mut legal);
                let Some(player) = players.get_mut(seat.index()).filter(|_| !legal.is_empty()) else {
                    break;
                };
                if legal.len() > 1 {
                    found.push(Moment {
                        state,
                        seat,
                        event,
                        third: 0,
                    });
                }
                let action = player.choose(game, &state, seat, &legal);
                if game.play(&mut state, seat, action).is_err() {
                    break;
                }
            }
        }
        event += 1;
    }
    for moment in &mut found {
        moment.third = 3 * moment.event / event.max(1);
    }
    found
}

/// The puzzle in a position, if there is one that is still wanted.
fn puzzle<G: Roster + Notation>(
    game: &G,
    order: &PuzzleOrder,
    shelf: &Shelf,
    moment: &Moment<G>,
    relaxed: bool,
    searched: &mut u64,
) -> Option<Puzzle> {
    let Moment {
        state, seat, third, ..
    } = moment;
    let (seat, third) = (*seat, *third);
    let text =
        |bot: Bot, seed: u64| choose_in(game, state, seat, bot, seed).map(|action| game.action_text(action));
    let expert = text(Bot::Expert, 0)?;
    let novice = text(Bot::Novice, 0)?;
    let misses = (0..ASKED)
        .filter(|seed| text(Bot::Club, *seed).is_some_and(|club| club != expert))
        .count();
    // What it would be if `expert` were right. Grade 3 is where it is not, and only a search finds that.
    let easy = if misses as u64 * 2 >= ASKED { 2 } else { 1 };
    let obvious = rated(game, state, seat, SearchLimits::NONE);
    let lead = obvious.lead()?;
    let bars = match obvious.terms {
        PuzzleTerms::Points => LEAD_POINTS,
        PuzzleTerms::Win => LEAD_WIN,
    };
    let bar = |grade: u8| bars[usize::from(grade) - 1];
    let promising = (easy == 2 || novice != expert)
        && lead >= 0.7 * bar(easy)
        && shelf.has_room(order, easy, third, &kind(&expert), relaxed);
    let close = lead < 2.0 * bar(3) && shelf.wants(order, 3);
    if !promising && !close {
        return None;
    }
    *searched += 1;
    let first = rated(game, state, seat, limits(FIRST));
    let best = &first.choices.first()?.action;
    let grade = match (first.is_best(&expert), first.is_best(&novice)) {
        (false, _) => 3,
        (true, _) if easy == 2 => 2,
        (true, false) => 1,
        (true, true) => return None,
    };
    let lead = first.lead()?;
    let solutions = first.choices.len()
        - first
            .choices
            .iter()
            .filter(|choice| choice.loss > first.terms.as_good())
            .count();
    if lead < bar(grade) || solutions > 2 || !shelf.has_room(order, grade, third, &kind(best), relaxed) {
        return None;
    }
    // Somebody else looks again, and harder.
    if !first.is_best(&text(Bot::Master, 0)?) {
        return None;
    }
    let second = rated(game, state, seat, limits(SECOND));
    let again = second.lead()?;
    let agree = second.choices.first()?.action == *best || first.is_best(&second.choices.first()?.action);
    if !agree
        || again < bar(grade)
        || (again - lead).abs() > AGREE * lead.max(again)
        || second.is_best(&expert) == (grade == 3)
    {
        return None;
    }
    let mut choices = second.choices;
    choices.truncate(LISTED);
    Some(Puzzle {
        game: game.id().into(),
        grade,
        players: game.seats() as u8,
        options: game.options(),
        position: game.position_text(state),
        seat: seat.0,
        from: String::new(),
        terms: second.terms,
        value: second.value,
        choices,
        rest: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_choices_have_no_numbers() {
        assert_eq!(kind("white as violet 4"), "white as violet");
        assert_eq!(kind("place 2"), "place");
        assert_eq!(kind("reroll"), "reroll");
    }
}
