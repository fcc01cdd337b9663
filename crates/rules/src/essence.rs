//! A position without what can no longer matter.

use crate::bonus::{Award, GiftChoice, Power};
use crate::dice_game::DiceGame;
use crate::die::{Die, DieSet, ZONES};
use crate::game::{Game, Seat};
use crate::position::{Phase, Player, Position};
use crate::turn::ROLLS;
use crate::values::Values;
use crate::zone::{EntryContext, Ink, MarkCounts, Source, Zone};

/// Whose sheet it is, where somebody plays alone.
const ALONE: Seat = Seat(0);

impl<const SEATS: usize> DiceGame<SEATS> {
    /// The position without what can no longer matter: see [`Game::essence`].
    pub(crate) fn forgotten(&self, position: &Position<SEATS>) -> Position<SEATS> {
        let mut essence = *position;
        if self.is_last_passive_turn(position) {
            // Nobody is active any more, and only who is active rolls again or takes dice back.
            for player in &mut essence.players {
                for power in [Power::Reroll, Power::TakeBack] {
                    let boxes = &mut player.boxes[power as usize];
                    boxes.spend(boxes.left());
                }
            }
        }
        if position.phase == Phase::Rolling {
            // They are about to fall again. How often they have fallen names the dice of a seed and nothing else.
            for die in essence.dice.pool() {
                essence.dice.show(die, None);
            }
            essence.rerolls = 0;
            let fresh = position.dice.pool() == DieSet::ALL;
            let picks = ROLLS + 1 - position.roll;
            if position.active().is_some() && !fresh && self.spent_dice_are_dead(position, picks) {
                self.forget_spent(&mut essence);
            }
        }
        essence
    }

    /// Sweeps the dice on slots and those whose zone is full onto the platter. There they show nothing but what is added to dice
    /// of the pool.
    fn forget_spent(&self, essence: &mut Position<SEATS>) {
        let player = *essence.player(ALONE);
        let full = DieSet::where_is(|die| die.zone().is_some_and(|zone| self.is_full(&player, zone)));
        essence.dice.sweep(full);
        let sums: DieSet = (0..ZONES)
            .filter(|zone| self.sheet().zones[*zone].source == Source::WithWhite)
            .flat_map(|zone| [Die::White, Die::ALL[zone + 1]])
            .collect();
        let added = if essence.dice.pool().and(sums).is_empty() {
            DieSet::EMPTY
        } else {
            sums
        };
        for die in essence.dice.platter().minus(added) {
            essence.dice.show(die, None);
        }
    }

    /// Is there nothing left to mark in the zone?
    fn is_full(&self, player: &Player, zone: u8) -> bool {
        let ink = &player.zones[usize::from(zone)];
        let mut full = ink.mark_counts == MarkCounts::NONE;
        if full {
            let rules = &self.sheet().zones[usize::from(zone)];
            rules.marks(ink, Values::ANY, EntryContext::BONUS, |_| full = false);
        }
        full
    }

    /// Whether nobody looks any more at the dice on slots and platter before they fall again, but for what is added to dice
    /// of the pool: nobody is passive on them or takes extra dice after so many picks, and no zone counts them.
    pub(crate) fn spent_dice_are_dead(&self, position: &Position<SEATS>, picks: u8) -> bool {
        let sheet = self.sheet();
        let player = position.player(ALONE);
        let unused = [Power::Polish, Power::Joker, Power::TakeBack]
            .iter()
            .all(|power| sheet.power(*power).boxes == 0);
        self.seats() == 1
            && unused
            && Power::ALL.iter().all(|power| sheet.power(*power).end.is_none())
            && sheet.zones.iter().all(Zone::gives_by_cell)
            && player.pending.is_empty()
            && !player.boxes(Power::Extra).any()
            && (sheet.power(Power::Extra).boxes == 0 || !self.may_win_extra(&player.zones, picks))
    }

    /// Whether so many marks of any numbers may win an extra die. A bonus counts as one more mark anywhere.
    fn may_win_extra(&self, zones: &[Ink; ZONES], marks: u8) -> bool {
        (0..ZONES).any(|zone| {
            let rules = &self.sheet().zones[zone];
            let ink = &zones[zone];
            let mut found = false;
            rules.mark_each_cell(ink, |mark| {
                if found {
                    return;
                }
                let mut after = *ink;
                let mut left = marks - 1;
                rules.write(&mut after, mark, |_, award| match award {
                    Award::Circle(power) => found |= power == Power::Extra,
                    Award::Gift(gift) => match self.sheet().gifts[usize::from(gift)].choice {
                        GiftChoice::Mark(_) => left += 1,
                        GiftChoice::Circle(_) => found = true,
                    },
                    Award::Fox => {}
                });
                if !found && left > 0 {
                    let mut zones = *zones;
                    zones[zone] = after;
                    found = self.may_win_extra(&zones, left);
                }
            });
            found
        })
    }

    /// The passive turn of the last round of somebody who plays alone.
    fn is_last_passive_turn(&self, position: &Position<SEATS>) -> bool {
        self.seats() == 1 && position.turn == 1 && position.round == self.rounds()
    }
}
