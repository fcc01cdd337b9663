//! A position without what can no longer matter.

use crate::bonus::Power;
use crate::dice_game::DiceGame;
use crate::die::Die;
use crate::game::Game;
use crate::position::{Phase, Position};
use crate::zone::{Source, Zone};

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
            if self.spent_dice_are_dead() {
                for die in essence.dice.on_slots().union(essence.dice.platter()) {
                    if die != Die::White {
                        essence.dice.show(die, None);
                    }
                }
            }
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

    /// Whether nobody looks any more at the dice on slots and platter before they fall again, but for the white one: nobody
    /// is passive on them or takes extra dice, and no zone counts them.
    fn spent_dice_are_dead(&self) -> bool {
        let sheet = self.sheet();
        let plain = |zone: &Zone| {
            matches!(zone.source, Source::Face | Source::WithWhite)
                && !zone.counts_other_dice()
                && !zone.looks_at_places()
                && !zone.counts_moved_dice()
        };
        let unused = [Power::Extra, Power::Polish]
            .iter()
            .all(|power| sheet.power(*power).boxes == 0);
        self.seats() == 1 && unused && sheet.zones.iter().all(plain)
    }

    /// The passive turn of the last round of somebody who plays alone.
    fn is_last_passive_turn(&self, position: &Position<SEATS>) -> bool {
        self.seats() == 1 && position.turn == 1 && position.round == self.rounds()
    }
}
