//! Games played at random.

use finaud_record::{Event, SplitMix64};
use finaud_rules::{Action, Chance, DICE, DiceGame, Die, Face, Game, Next, Outcome, Position, builtin};

/// What players at random like to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mood {
    /// Anything.
    Any,
    /// To write something whenever that is possible, so that sheets become full.
    Eager,
    /// To spend actions whenever that is possible.
    Spendthrift,
    /// To forfeit and decline rather often.
    Lazy,
}

impl Mood {
    pub(crate) const ALL: [Mood; 4] = [Mood::Any, Mood::Eager, Mood::Spendthrift, Mood::Lazy];

    fn likes(self, action: Action) -> bool {
        match (self, action) {
            (Mood::Any, _) => true,
            (Mood::Eager, Action::Forfeit | Action::Decline | Action::Done | Action::EndRolls) => false,
            (Mood::Eager, _) => true,
            (Mood::Spendthrift, Action::Reroll | Action::TakeBack(_) | Action::Extra(_)) => true,
            (Mood::Spendthrift, Action::Pick(entry)) => entry.joker.is_some() || entry.polish > 0,
            (Mood::Spendthrift, _) => false,
            (Mood::Lazy, Action::Forfeit | Action::Decline | Action::Done | Action::EndRolls) => true,
            (Mood::Lazy, _) => false,
        }
    }
}

/// A game on a built-in sheet.
pub(crate) fn game<const SEATS: usize>(id: &str, players: usize) -> DiceGame<SEATS> {
    let sheet = builtin(id).unwrap_or_else(|| panic!("there is no `{id}`"));
    DiceGame::new(sheet.clone(), players).expect("a fitting number of players")
}

/// One of the legal actions, by mood: two times out of three one of those it likes.
fn choose(random: &mut SplitMix64, mood: Mood, legal: &[Action]) -> Action {
    let liked: Vec<Action> = legal
        .iter()
        .copied()
        .filter(|action| mood.likes(*action))
        .collect();
    let from = if liked.is_empty() || random.below(3) == 0 {
        legal
    } else {
        &liked
    };
    from[random.below(from.len() as u64) as usize]
}

/// What comes next in a game of chance and whims; `None` at its end.
pub(crate) fn next_event<const SEATS: usize>(
    game: &DiceGame<SEATS>,
    position: &Position<SEATS>,
    mood: Mood,
    random: &mut SplitMix64,
) -> Option<Event<DiceGame<SEATS>>> {
    Some(match game.next(position) {
        Next::Over => return None,
        Next::Chance(Chance::Roll(dice)) => {
            let mut faces = [None; DICE];
            for die in dice {
                faces[die.index()] = Some(Face::ALL[random.below(6) as usize]);
            }
            Event::Outcome(Outcome::Roll(faces))
        }
        Next::Chance(Chance::Sort(sorting)) => {
            let mut ranking = Die::ALL;
            for place in (1..DICE).rev() {
                ranking.swap(place, random.below(place as u64 + 1) as usize);
            }
            Event::Outcome(Outcome::Sort(sorting.by_distance(&ranking)))
        }
        Next::Choice(seats) => {
            let seats: Vec<_> = seats.iter().collect();
            assert!(!seats.is_empty(), "somebody must be asked");
            let seat = seats[random.below(seats.len() as u64) as usize];
            let mut legal = Vec::new();
            game.legal(position, seat, &mut legal);
            assert!(!legal.is_empty(), "seat {seat} is asked but can do nothing");
            Event::Choice(seat, choose(random, mood, &legal))
        }
    })
}

/// Plays a game to its end; `visit` sees every position and what comes next.
pub(crate) fn play_out<const SEATS: usize>(
    game: &DiceGame<SEATS>,
    seed: u64,
    mood: Mood,
    mut visit: impl FnMut(&Position<SEATS>, Option<Event<DiceGame<SEATS>>>, &mut SplitMix64),
) {
    let mut random = SplitMix64::new(seed);
    let mut position = game.start();
    loop {
        let event = next_event(game, &position, mood, &mut random);
        visit(&position, event, &mut random);
        let Some(event) = event else { return };
        event.apply(game, &mut position).expect("a legal event");
    }
}
