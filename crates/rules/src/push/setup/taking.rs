//! What must hold while columns are taken and the die is rolled.
//!
//! The player whose turn it is goes first, the others follow in the direction of the Switch cards, and each of them has
//! taken one column. Only after a bust did the first player take none: then there were three columns, the card that
//! fitted nowhere is in the discard, and the first roll of the turn was for it.

use crate::Message;
use crate::push::{COLUMNS, Card, Push, PushState, Stand};

impl Push {
    /// Says what cannot be about the columns, the rolls and the discard, if somebody takes or rolls.
    pub(super) fn taking_violations(&self, state: &PushState) -> Vec<Message> {
        let rolling = u8::from(state.stand == Stand::Rolling);
        let before = self.takers_before(state);
        // Whoever rolls has had his column or his bust; whoever takes has not.
        let columns = usize::from(state.column_count + before + rolling);
        let busted = columns > COLUMNS;
        let mut violations = Vec::new();
        if state.rolls > before {
            violations.push(Message::new(
                "position.too-many-rolls",
                "the die was rolled more often than players had their turn to take",
            ));
        }
        if columns > COLUMNS + 1 {
            violations.push(Message::new(
                "position.too-many-columns",
                "so many columns cannot be left after so many players had their turn to take",
            ));
            return violations;
        }
        if busted && before > 0 && state.rolls == 0 {
            violations.push(Message::new(
                "position.bust-without-roll",
                "so many columns are left only after a bust, and then the die was rolled",
            ));
        }
        let rolled_for = state.rolls.saturating_add(rolling).saturating_sub(busted.into());
        if state.discard.dice < rolled_for {
            violations.push(Message::new(
                "position.die-card-missing",
                "a Die card that was rolled for is not in the discard",
            ));
        } else if busted && !has_busting_card(state, state.discard.dice - rolled_for) {
            violations.push(Message::new(
                "position.no-busting-card",
                "so many columns are left only after a bust, but every discarded card would fit one of them",
            ));
        }
        violations
    }

    /// How many players had their turn to take before this one.
    fn takers_before(&self, state: &PushState) -> u8 {
        let (from, to) = if state.switches.is_multiple_of(2) {
            (state.current, state.taker)
        } else {
            (state.taker, state.current)
        };
        (to + self.seats - from) % self.seats
    }
}

/// Is there a card in the discard, Die cards that were rolled for aside, that none of the columns accepts?
fn has_busting_card(state: &PushState, dice: u8) -> bool {
    let refused = |card: Card| !state.columns().iter().any(|column| column.accepts(card));
    let mut numbers = state.discard.numbers.iter().map(|(kind, _)| Card::Number(kind));
    numbers.any(refused) || dice > 0 && refused(Card::Die)
}
