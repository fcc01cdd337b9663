//! Whether dice, stages and bonuses of a position suit its phase.

use super::part::Part;
use super::violation::Findings;
use crate::Message;
use crate::bonus::Power;
use crate::chance::Sorting;
use crate::dice_game::DiceGame;
use crate::die::{Dice, Die, DieSet, Place, SLOTS};
use crate::game::{Game, Seat};
use crate::position::{Phase, Position, Stage};

impl<const SEATS: usize> DiceGame<SEATS> {
    /// Do dice, stages and bonuses suit the phase?
    pub(super) fn check_phase(&self, position: &Position<SEATS>, findings: &mut Findings) {
        let phase = position.phase;
        let active = position.active();
        self.check_dice(position, findings);
        let passive_phases = [
            Phase::RoundStart,
            Phase::Rolling,
            Phase::Sorting,
            Phase::Window,
            Phase::Over,
        ];
        if active.is_none() && !passive_phases.contains(&phase) {
            let what = Message::new(
                "position.nobody-active",
                "in the solo passive turn there is no active player to choose",
            );
            findings.add(Part::Phase, what);
        }
        for seat in (0..self.seats() as u8).map(Seat) {
            self.check_seat(position, seat, findings);
        }
        let used = active.map_or(0, |seat| position.player(seat).boxes(Power::Reroll).used());
        findings.require(position.rerolls <= used, Part::Rerolls, || {
            Message::new(
                "position.reroll-count",
                "the roll was repeated {times} times with {boxes} reroll boxes used",
            )
            .with("times", position.rerolls)
            .with("boxes", used)
        });
        let last = position.round == self.rounds() && position.turn + 1 == self.turns_per_round();
        findings.require(phase != Phase::Over || last, Part::Phase, || {
            Message::new(
                "position.over-early",
                "the game ends after the last turn of the last round",
            )
        });
        findings.require(
            phase != Phase::RoundStart || position.turn == 0,
            Part::Turn,
            || {
                Message::new(
                    "position.round-start-late",
                    "a round starts before its first turn",
                )
            },
        );
        let idle = matches!(phase, Phase::RoundStart | Phase::Window) && position.asked().is_empty();
        findings.require(!idle, Part::Phase, || {
            Message::new(
                "position.nobody-asked",
                "nobody has anything to do, so the game would have moved on",
            )
        });
    }

    fn check_seat(&self, position: &Position<SEATS>, seat: Seat, findings: &mut Findings) {
        let player = position.player(seat);
        let place = Part::Seat(seat.index() + 1);
        let phase = position.phase;
        let is_active = position.active() == Some(seat);
        for gift in player.pending.kinds() {
            let name = &self.sheet().gifts[usize::from(gift)].name;
            findings.require(self.gift_has_target(position, seat, gift), place, || {
                Message::new(
                    "position.gift-useless",
                    "the bonus `{name}` cannot be used any more, so it cannot wait",
                )
                .with("name", name)
            });
        }
        let may_wait = match phase {
            Phase::RoundStart | Phase::Window => true,
            Phase::Entered => is_active,
            _ => false,
        };
        findings.require(may_wait || player.pending.is_empty(), place, || {
            Message::new("position.gift-in-phase", "no bonus can wait in this phase")
        });
        if phase == Phase::Entered && is_active {
            findings.require(!player.pending.is_empty(), place, || {
                Message::new(
                    "position.no-gift-waits",
                    "no bonus waits, so the turn would have moved on",
                )
            });
        }
        if phase == Phase::Window {
            findings.require(!(is_active && player.stage() == Stage::Pick), place, || {
                Message::new(
                    "position.active-picks",
                    "the active player picks no die from the platter",
                )
            });
            let forced = player.pending.is_empty()
                && match player.stage() {
                    Stage::Pick => !self.any_pick(position, seat),
                    Stage::Extra => !self.any_extra(position, seat),
                    Stage::Done => false,
                };
            findings.require(!forced, place, || {
                Message::new(
                    "position.stage-over",
                    "nothing can be done at this stage, so it would be over",
                )
            });
            findings.require(
                player.pending.is_empty() || player.stage() == Stage::Extra,
                place,
                || {
                    Message::new(
                        "position.gift-in-stage",
                        "a bonus can wait only between the pick and the end of the extra dice",
                    )
                },
            );
        } else {
            findings.require(player.stage() == Stage::Done, place, || {
                Message::new(
                    "position.stray-stage",
                    "a stage belongs to the window at the end of a turn",
                )
            });
        }
        // What was used in an earlier turn of the round counts too, where the table says so.
        let carried =
            self.sheet().rulings.extra_once_per_round && position.turn > 0 && phase != Phase::RoundStart;
        let may_have_extras = carried || matches!(phase, Phase::Window | Phase::Over);
        findings.require(may_have_extras || player.extra_used().is_empty(), place, || {
            Message::new(
                "position.stray-extra",
                "extra dice are used only in the window at the end of a turn",
            )
        });
        findings.require(
            carried || player.stage() != Stage::Pick || player.extra_used().is_empty(),
            place,
            || Message::new("position.extra-before-pick", "extra dice come after the pick"),
        );
        let used = usize::from(player.boxes(Power::Extra).used());
        findings.require(player.extra_used().len() <= used, place, || {
            Message::new(
                "position.extra-count",
                "{dice} extra dice were taken with {boxes} +1 boxes used",
            )
            .with("dice", player.extra_used().len())
            .with("boxes", used)
        });
    }

    fn check_dice(&self, position: &Position<SEATS>, findings: &mut Findings) {
        let dice = &position.dice;
        let phase = position.phase;
        let filled = dice.on_slots().len();
        let fresh = matches!(phase, Phase::RoundStart) || phase == Phase::Rolling && first_throw(position);
        if fresh {
            findings.require(*dice == Dice::FRESH, Part::Dice, || {
                Message::new(
                    "position.fresh-dice",
                    "all dice lie in the pool and show nothing yet",
                )
            });
            findings.require(position.roll == 1 && position.rerolls == 0, Part::Roll, || {
                Message::new("position.first-roll", "a turn begins with its first roll")
            });
            return;
        }
        let unrolled = Die::ALL.into_iter().find(|die| dice.face(*die).is_none());
        if let Some(die) = unrolled {
            let what = Message::new("position.unrolled-die", "the {name} die must show a face by now");
            findings.add(
                Part::Dice,
                what.with("name", &self.sheet().dice[die.index()].name),
            );
            return;
        }
        let pool = dice.pool();
        match phase {
            Phase::Window | Phase::Over => {
                findings.require(pool.is_empty(), Part::Dice, || {
                    Message::new(
                        "position.dice-left",
                        "no die is left in the pool after the last roll",
                    )
                });
                findings.require(dice.platter().len() >= SLOTS, Part::Dice, || {
                    Message::new(
                        "position.small-platter",
                        "the platter holds at least three dice at the end of a turn",
                    )
                });
            }
            Phase::Sorting => findings.require(pool == DieSet::ALL, Part::Dice, || {
                Message::new("position.sorted-early", "all six dice are still to be sorted")
            }),
            Phase::Rolled | Phase::Rolling => {
                findings.require(!pool.is_empty(), Part::Dice, || {
                    Message::new("position.empty-pool", "there is no die in the pool")
                });
            }
            Phase::BeforeRoll => {
                findings.require(position.roll >= 2, Part::Roll, || {
                    Message::new(
                        "position.take-back-roll",
                        "dice are taken back before roll 2 or 3",
                    )
                });
                let seat = position.active().unwrap_or(Seat(0));
                let can =
                    !dice.platter().is_empty() && position.player(seat).boxes(Power::TakeBack).left() > 0;
                findings.require(can, Part::Phase, || {
                    Message::new(
                        "position.nothing-to-take-back",
                        "nothing can be taken back, so the dice would be rolled",
                    )
                });
            }
            Phase::Entered => {
                findings.require(filled > 0, Part::Dice, || {
                    Message::new(
                        "position.no-slot-filled",
                        "a die was just picked, so it lies on a slot",
                    )
                });
            }
            Phase::RoundStart => {}
        }
        if position.active().is_none() {
            if phase == Phase::Sorting {
                let open = Sorting::of(dice, self.sheet().numbered_slots).is_open();
                findings.require(open, Part::Phase, || {
                    Message::new(
                        "position.nothing-to-sort",
                        "distance decides nothing here, so the dice would be sorted",
                    )
                });
            } else {
                self.check_sorted(position, findings);
            }
            findings.require(position.roll == 1, Part::Roll, || {
                Message::new("position.passive-roll", "the solo passive turn has one roll")
            });
            return;
        }
        findings.require(phase != Phase::Sorting, Part::Phase, || {
            Message::new(
                "position.stray-sorting",
                "dice are sorted only in the solo passive turn",
            )
        });
        let rolls_done = match phase {
            Phase::Entered | Phase::Window | Phase::Over => position.roll,
            _ => position.roll - 1,
        };
        findings.require(filled <= usize::from(rolls_done), Part::Dice, || {
            Message::new(
                "position.too-many-slots",
                "{dice} dice lie on slots after {rolls} rolls",
            )
            .with("dice", filled)
            .with("rolls", rolls_done)
        });
        let rolled_out = position.roll == 3 && matches!(phase, Phase::Window | Phase::Over);
        let highest = dice
            .on_slots()
            .iter()
            .map(|die| dice.pips(die))
            .max()
            .unwrap_or(0);
        let given_away = dice.platter().iter().all(|die| dice.pips(die) < highest);
        findings.require(rolled_out || given_away, Part::Dice, || {
            Message::new(
                "position.platter-too-high",
                "before the third roll is done, a die goes to the platter only below a die that was picked",
            )
        });
        let slots = dice.slots();
        if self.sheet().numbered_slots {
            let too_far = slots.iter().skip(usize::from(rolls_done)).any(Option::is_some);
            findings.require(!too_far, Part::Dice, || {
                Message::new("position.later-slot", "a slot of a later roll is filled")
            });
            let empty = phase == Phase::Entered && slots[usize::from(position.roll) - 1].is_none();
            findings.require(!empty, Part::Dice, || {
                Message::new("position.roll-without-slot", "roll {roll} filled no slot")
                    .with("roll", position.roll)
            });
        } else {
            let gap = slots
                .windows(2)
                .any(|pair| pair[0].is_none() && pair[1].is_some());
            findings.require(!gap, Part::Dice, || {
                Message::new("position.slot-gap", "slots are filled from the first on")
            });
        }
    }

    fn check_sorted(&self, position: &Position<SEATS>, findings: &mut Findings) {
        let dice = &position.dice;
        if !matches!(position.phase, Phase::Window | Phase::Over) {
            return;
        }
        let mut flat = Dice::FRESH;
        Die::ALL
            .into_iter()
            .for_each(|die| flat.show(die, dice.face(die)));
        let sorting = Sorting::of(&flat, self.sheet().numbered_slots);
        if let [Some(first), Some(second), Some(third)] = *dice.slots() {
            let sorted = crate::Sorted {
                platter: dice.platter(),
                slots: [first, second, third],
            };
            if let Some(why) = sorting.forbids(sorted) {
                findings.add(Part::Dice, why.message());
            }
        } else {
            let what = Message::new(
                "position.three-on-slots",
                "three dice lie on the slots in the solo passive turn",
            );
            findings.add(Part::Dice, what);
        }
        debug_assert!(
            Die::ALL.into_iter().all(|die| dice.place(die) != Place::Pool) || !findings.0.is_empty()
        );
    }
}

/// Is the pool rolled for the first time in the turn?
fn first_throw<const SEATS: usize>(position: &Position<SEATS>) -> bool {
    position.roll == 1 && position.rerolls == 0
}
