//! What gifts may do: the bonuses that ask for a choice.

use crate::action::Action;
use crate::bonus::{Award, GiftChoice, Give, Power};
use crate::dice_game::DiceGame;
use crate::die::Die;
use crate::game::Seat;
use crate::position::{Phase, Player, Position};
use crate::values::Values;
use crate::zone::{EntryContext, Ink, Source, Zone};

impl<const SEATS: usize> DiceGame<SEATS> {
    /// The numbers a gift lets a player use in a zone.
    #[inline]
    fn gift_values(&self, position: &Position<SEATS>, zone: &Zone, ink: &Ink, give: Give) -> Values {
        match give {
            Give::Cross => Values::ANY,
            Give::Number(face) => Values::one(face.pips()),
            Give::Free => {
                let white = position.dice.pips(Die::White);
                let adds_white = self.sheet().rulings.blue_bonus_adds_white
                    && zone.source == Source::WithWhite
                    && !zone.free_is_any
                    && position.phase != Phase::RoundStart
                    && white > 0;
                if adds_white {
                    Values::FACES.plus(white)
                } else {
                    zone.free_values(ink)
                }
            }
        }
    }

    /// Calls `out` with everything a player can do with a gift.
    #[inline]
    pub(crate) fn gift_actions(
        &self,
        position: &Position<SEATS>,
        seat: Seat,
        gift: u8,
        mut out: impl FnMut(Action),
    ) {
        let player = position.player(seat);
        match &self.sheet().gifts[usize::from(gift)].choice {
            GiftChoice::Mark(zones) => {
                for (index, give) in zones {
                    let zone = &self.sheet().zones[usize::from(*index)];
                    let ink = &player.zones[usize::from(*index)];
                    let values = self.gift_values(position, zone, ink, *give);
                    zone.marks(ink, values, EntryContext::BONUS, |mark| {
                        out(Action::Gift {
                            gift,
                            zone: *index,
                            mark,
                        });
                    });
                }
            }
            GiftChoice::Circle(powers) => {
                for power in powers {
                    if self.has_free_box(player, *power) {
                        out(Action::Circle { gift, power: *power });
                    }
                }
            }
        }
    }

    /// Could the player use one more of this now? A bonus without anything left to mark is lost as soon as it is won.
    pub fn can_use(&self, position: &Position<SEATS>, seat: Seat, award: Award) -> bool {
        let has_target = match award {
            Award::Gift(gift) => self.gift_has_target(position, seat, gift),
            Award::Fox | Award::Circle(_) => true,
        };
        has_target && self.has_room(position.player(seat), award)
    }

    /// Can the gift still be used?
    #[inline]
    pub(crate) fn gift_has_target(&self, position: &Position<SEATS>, seat: Seat, gift: u8) -> bool {
        let player = position.player(seat);
        match &self.sheet().gifts[usize::from(gift)].choice {
            GiftChoice::Mark(zones) => zones.iter().any(|(index, give)| {
                let zone = &self.sheet().zones[usize::from(*index)];
                let ink = &player.zones[usize::from(*index)];
                zone.any(
                    ink,
                    self.gift_values(position, zone, ink, *give),
                    EntryContext::BONUS,
                )
            }),
            GiftChoice::Circle(powers) => powers.iter().any(|power| self.has_free_box(player, *power)),
        }
    }

    /// May this pending gift be used in this way?
    #[inline]
    pub(crate) fn allows_gift(&self, position: &Position<SEATS>, seat: Seat, action: Action) -> bool {
        let player = position.player(seat);
        let (Action::Gift { gift, .. } | Action::Circle { gift, .. }) = action else {
            return false;
        };
        if player.pending.count(gift) == 0 {
            return false;
        }
        match (action, &self.sheet().gifts[usize::from(gift)].choice) {
            (
                Action::Gift {
                    zone: index, mark, ..
                },
                GiftChoice::Mark(zones),
            ) => zones.iter().any(|(wanted, give)| {
                *wanted == index && {
                    let zone = &self.sheet().zones[usize::from(index)];
                    let ink = &player.zones[usize::from(index)];
                    zone.allows(
                        ink,
                        self.gift_values(position, zone, ink, *give),
                        EntryContext::BONUS,
                        mark,
                    )
                }
            }),
            (Action::Circle { power, .. }, GiftChoice::Circle(powers)) => {
                powers.contains(&power) && self.has_free_box(player, power)
            }
            _ => false,
        }
    }

    fn has_free_box(&self, player: &Player, power: Power) -> bool {
        player.boxes(power).circled() < self.sheet().power(power).boxes
    }
}
