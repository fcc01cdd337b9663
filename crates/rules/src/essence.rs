//! A position without what can no longer matter.

use crate::bonus::Power;
use crate::dice_game::DiceGame;
use crate::game::Game;
use crate::position::{Phase, Position};

impl<const SEATS: usize> DiceGame<SEATS> {
    /// The position without what can no longer matter: see [`Game::essence`].
    pub(crate) fn forgotten(&self, position: &Position<SEATS>) -> Position<SEATS> {
        let mut essence = *position;
        if essence.phase == Phase::Rolling {
            // They are about to fall again. How often they have fallen names the dice of a seed and nothing else.
            for die in essence.dice.pool() {
                essence.dice.show(die, None);
            }
            essence.rerolls = 0;
        }
        if self.is_last_passive_turn(position) {
            // Nobody is active any more, and only who is active rolls again or takes dice back.
            for player in &mut essence.players {
                for power in [Power::Reroll, Power::TakeBack] {
                    let boxes = &mut player.boxes[power as usize];
                    boxes.spend(boxes.left());
                }
            }
        }
        essence
    }

    /// The passive turn of the last round of somebody who plays alone.
    fn is_last_passive_turn(&self, position: &Position<SEATS>) -> bool {
        self.seats() == 1 && position.turn == 1 && position.round == self.rounds()
    }
}
