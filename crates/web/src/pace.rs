//! How quickly bots play: the more there is to see, the longer it is shown.

use finaud_rules::{Effect as DiceEffect, PushEffect};
use finaud_table::{AnyEffect, AnyEvent, Table};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use crate::settings::settings;

/// How quickly bots play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pace {
    /// So that every choice can be followed.
    #[default]
    Calm,
    /// Quickly.
    Quick,
    /// At once.
    Instant,
}

/// From so many bots on, a calm pace is a long wait.
const MANY_BOTS: usize = 3;

impl Pace {
    /// All of them, the calmest first.
    pub const ALL: [Pace; 3] = [Pace::Calm, Pace::Quick, Pace::Instant];

    /// The pace at a table: as somebody wishes, else by how many bots there are.
    pub fn at(table: &Table) -> Pace {
        let bots = || table.chairs().iter().filter(|chair| !chair.is_person()).count();
        settings().pace.get().unwrap_or_else(|| Pace::among(bots()))
    }

    /// The pace at a table with so many bots, unless somebody wants another.
    pub fn among(bots: usize) -> Pace {
        if bots < MANY_BOTS { Pace::Calm } else { Pace::Quick }
    }

    /// The next one, round and round.
    pub fn next(self) -> Pace {
        Pace::ALL[(self as usize + 1) % Pace::ALL.len()]
    }

    /// How this pace is called in keys and on the page.
    pub fn word(self) -> &'static str {
        ["calm", "quick", "instant"][self as usize]
    }

    /// How long something is shown, in milliseconds.
    pub fn pause(self, look: Look) -> i32 {
        match self {
            Pace::Calm => look.calm,
            Pace::Quick => look.quick,
            Pace::Instant => 0,
        }
    }
}

/// How long something is worth a look, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Look {
    calm: i32,
    quick: i32,
}

const fn look(calm: i32, quick: i32) -> Look {
    Look { calm, quick }
}

/// How long what happened last is worth a look.
pub fn last_look(table: &Table) -> Look {
    let Some(last) = table.steps().checked_sub(1) else {
        return look(900, 300);
    };
    let dice_fell = table.dice().is_some() && matches!(table.event(last), Some(AnyEvent::Outcome(_)));
    let least = if dice_fell {
        look(900, 300)
    } else {
        Look::default()
    };
    let effects = table.effects(last).into_iter().map(|effect| match effect {
        AnyEffect::Dice(effect) => dice_look(&effect),
        AnyEffect::Push(effect) => push_look(&effect),
    });
    effects.fold(least, Ord::max)
}

fn dice_look(effect: &DiceEffect) -> Look {
    match effect {
        DiceEffect::Written { .. } | DiceEffect::Won { .. } => look(900, 300),
        DiceEffect::Spent { .. } | DiceEffect::Placed { .. } | DiceEffect::NothingFits(_) => look(600, 200),
        _ => look(200, 60),
    }
}

/// A card is seen where it lies: quickly, a whole turn is to be followed and not each card.
fn push_look(effect: &PushEffect) -> Look {
    match effect {
        PushEffect::Bust(_) | PushEffect::DieTook { .. } => look(1400, 280),
        PushEffect::DieRolled { .. } | PushEffect::Protected { .. } => look(900, 170),
        PushEffect::Taken { .. } | PushEffect::Switched { .. } => look(650, 90),
        PushEffect::Turned(_) | PushEffect::ColumnDiscarded(_) => look(450, 50),
        PushEffect::Placed { .. } | PushEffect::Stopped(_) => look(350, 20),
        _ => Look::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::new_game::tests::played;

    #[test]
    fn three_bots_play_quickly_unless_told_otherwise() {
        let paces = [0, 1, 2, 3, 5].map(Pace::among);
        assert_eq!(
            paces,
            [Pace::Calm, Pace::Calm, Pace::Calm, Pace::Quick, Pace::Quick]
        );
    }

    #[test]
    fn every_pace_follows_another_and_has_a_word() {
        for pace in Pace::ALL {
            assert_eq!(pace.next().next().next(), pace);
            assert_eq!(
                serde_json::to_string(&pace).unwrap(),
                format!("\"{}\"", pace.word())
            );
        }
    }

    #[test]
    fn what_shows_nothing_takes_no_time_and_a_bust_the_longest() {
        let table = played("push", 4, 9);
        for step in 0..table.steps() {
            let now = table.until(step + 1);
            let drawn = now.effects(step).is_empty();
            assert_eq!(
                last_look(&now) == Look::default(),
                drawn,
                "step {step}: {:?}",
                now.effects(step)
            );
            if last_look(&now) > look(900, 170) {
                assert!(
                    now.effects(step).iter().any(|effect| matches!(
                        effect,
                        AnyEffect::Push(PushEffect::Bust(_) | PushEffect::DieTook { .. })
                    )),
                    "step {step}"
                );
            }
        }
    }
}
