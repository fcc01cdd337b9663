//! What a decision is about, and how close it was.

use finaud_rules::{Action, DiceGame, Entry, Phase, Position, Power, Seat};
use serde::{Deserialize, Serialize};

/// A kind of decision.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind", content = "index")]
pub enum Question {
    /// Which die of the roll, and where?
    Roll,
    /// Which die of the platter, and where?
    Platter,
    /// Which extra die, if any?
    ExtraDie,
    /// Which dice are taken back before a roll?
    TakeBack,
    /// Is a box of this row used, or kept? The index is that of [`Power::ALL`].
    Box(u8),
    /// What is done with this bonus? The index is that of the sheet's gifts.
    Gift(u8),
}

/// A decision with at least two different ends.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Decided {
    pub(super) question: Question,
    pub(super) options: u16,
    /// By how much the best choice led.
    pub(super) margin: f32,
}

/// A choice, what it is worth, and where it leads.
pub(super) type Valued<const SEATS: usize> = (Action, f32, Position<SEATS>);

/// What a seat was asked, and how close it was: the decision as a whole, and each row of boxes that it may use.
pub(super) fn asked<const SEATS: usize>(
    game: &DiceGame<SEATS>,
    position: &Position<SEATS>,
    seat: Seat,
    valued: &[Valued<SEATS>],
    best: usize,
) -> Vec<Decided> {
    let (action, value, after) = &valued[best];
    // Two ways to the same position are one choice.
    let second = valued.iter().filter(|(_, _, other)| other != after);
    let Some(second) = second.map(|(_, value, _)| *value).max_by(f32::total_cmp) else {
        return Vec::new();
    };
    let decided = |question, margin| Decided {
        question,
        options: valued.len().min(usize::from(u16::MAX)) as u16,
        margin,
    };
    let whole = decided(
        question(position, seat, *action, valued),
        (value - second).max(0.0),
    );
    let boxes = Power::ALL.into_iter().filter_map(|power| {
        if game.sheet().power(power).boxes == 0 {
            return None;
        }
        let best_of = |uses: bool| {
            let values = valued
                .iter()
                .filter(|(action, ..)| spends(*action, power) == uses);
            values.map(|(_, value, _)| *value).max_by(f32::total_cmp)
        };
        let (with, without) = (best_of(true)?, best_of(false)?);
        Some(decided(Question::Box(power as u8), (with - without).abs()))
    });
    [whole].into_iter().chain(boxes).collect()
}

fn question<const SEATS: usize>(
    position: &Position<SEATS>,
    seat: Seat,
    best: Action,
    valued: &[Valued<SEATS>],
) -> Question {
    if let Action::Gift { gift, .. } | Action::Circle { gift, .. } = best {
        return Question::Gift(gift);
    }
    let any = |holds: fn(&Action) -> bool| valued.iter().any(|(action, ..)| holds(action));
    if any(|action| matches!(action, Action::Extra(_))) {
        Question::ExtraDie
    } else if position.phase() == Phase::BeforeRoll || any(|action| matches!(action, Action::TakeBack(_))) {
        Question::TakeBack
    } else if position.phase() == Phase::Rolled && position.active() == Some(seat) {
        Question::Roll
    } else {
        Question::Platter
    }
}

/// Does the action cross off a box of this row?
fn spends(action: Action, power: Power) -> bool {
    let by_entry = |entry: Entry| match power {
        Power::Joker => entry.joker.is_some(),
        Power::Polish => entry.polish > 0,
        Power::Reroll | Power::Extra | Power::TakeBack => false,
    };
    match action {
        Action::Reroll => power == Power::Reroll,
        Action::TakeBack(_) => power == Power::TakeBack,
        Action::Extra(entry) => power == Power::Extra || by_entry(entry),
        Action::Pick(entry) => by_entry(entry),
        Action::Roll
        | Action::EndRolls
        | Action::Forfeit
        | Action::Decline
        | Action::Done
        | Action::Gift { .. }
        | Action::Circle { .. } => false,
    }
}
