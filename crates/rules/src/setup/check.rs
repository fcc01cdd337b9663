//! From a setup to a position: every violated invariant is named.

use super::{BoxesSetup, PlaceName, SeatSetup, Setup, StageName};
use crate::bonus::{Boxes, Power};
use crate::chance::Sorting;
use crate::dice_game::DiceGame;
use crate::die::{Dice, Die, DieSet, Face, Place, SLOTS};
use crate::game::{Game, Seat};
use crate::position::{MAX_PENDING, Phase, Player, Position, Stage};

/// Something in a setup that cannot be: where, and what.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// The part of the setup: `dice`, `seat 2, zone green`.
    pub place: String,
    /// What is wrong with it.
    pub what: String,
}

/// In English only.
impl From<Violation> for crate::Message {
    fn from(violation: Violation) -> crate::Message {
        violation.to_string().into()
    }
}

impl std::fmt::Display for Violation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.place, self.what)
    }
}

/// Collects violations.
struct Findings(Vec<Violation>);

impl Findings {
    fn add(&mut self, place: impl Into<String>, what: impl Into<String>) {
        self.0.push(Violation {
            place: place.into(),
            what: what.into(),
        });
    }

    fn require(&mut self, holds: bool, place: &str, what: impl FnOnce() -> String) {
        if !holds {
            self.add(place, what());
        }
    }
}

impl<const SEATS: usize> DiceGame<SEATS> {
    /// Checks a setup and makes a position of it.
    pub fn position(&self, setup: &Setup) -> Result<Position<SEATS>, Vec<Violation>> {
        let mut findings = Findings(Vec::new());
        findings.require(setup.game == self.sheet().id, "game", || {
            format!(
                "the position is for `{}`, this game is `{}`",
                setup.game,
                self.sheet().id
            )
        });
        findings.require(setup.seats.len() == self.seats(), "seats", || {
            format!(
                "{} sheets are given for {} players",
                setup.seats.len(),
                self.seats()
            )
        });
        let rounds = self.rounds();
        findings.require((1..=rounds).contains(&setup.round), "round", || {
            format!("round {} does not exist: there are {rounds}", setup.round)
        });
        let turns = self.turns_per_round();
        findings.require((1..=turns).contains(&setup.turn), "turn", || {
            format!("turn {} does not exist: a round has {turns}", setup.turn)
        });
        findings.require((1..=3).contains(&setup.roll), "roll", || {
            format!("roll {} does not exist: there are 3", setup.roll)
        });
        let dice = self.dice_of(setup, &mut findings);
        let mut players = [self.new_player; SEATS];
        for (index, seat) in setup.seats.iter().enumerate().take(self.seats()) {
            players[index] = self.player_of(seat, &format!("seat {}", index + 1), &mut findings);
        }
        if !findings.0.is_empty() {
            return Err(findings.0);
        }
        let position = Position {
            players,
            dice,
            phase: setup.phase.phase(),
            seats: self.seats() as u8,
            round: setup.round,
            turn: setup.turn - 1,
            roll: setup.roll,
            rerolls: setup.rerolls,
        };
        self.check_phase(&position, &mut findings);
        if let (true, Some(asked)) = (findings.0.is_empty(), &setup.asked) {
            let due: Vec<u8> = position.asked().iter().map(|seat| seat.0 + 1).collect();
            findings.require(*asked == due, "asked", || {
                format!("seats {due:?} are asked, not {asked:?}")
            });
        }
        if findings.0.is_empty() {
            Ok(position)
        } else {
            Err(findings.0)
        }
    }

    /// Says what is wrong with a position, if anything: the check that random play runs after every event.
    pub fn violations(&self, position: &Position<SEATS>) -> Vec<Violation> {
        match self.position(&self.setup(position)) {
            Err(violations) => violations,
            Ok(again) if again == *position => Vec::new(),
            Ok(_) => {
                vec![Violation {
                    place: "position".into(),
                    what: "it changes when it is written down and read".into(),
                }]
            }
        }
    }

    fn dice_of(&self, setup: &Setup, findings: &mut Findings) -> Dice {
        let mut dice = Dice::FRESH;
        let mut seen = DieSet::EMPTY;
        for (name, die) in &setup.dice {
            let place = format!("die {name}");
            let Some(which) = self.sheet().die_named(name) else {
                findings.add(place, "the sheet has no such die");
                continue;
            };
            if seen.contains(which) {
                findings.add(place, "it is written down twice");
                continue;
            }
            seen.insert(which);
            if let Some(pips) = die.face {
                let face = Face::new(pips);
                findings.require(face.is_some(), &place, || format!("a die cannot show {pips}"));
                dice.show(which, face);
            }
            let slot = match die.place {
                PlaceName::Pool => continue,
                PlaceName::Platter => {
                    dice.put_on_platter(std::iter::once(which).collect());
                    continue;
                }
                PlaceName::Slot1 => 0,
                PlaceName::Slot2 => 1,
                PlaceName::Slot3 => 2,
            };
            if dice.slots()[slot].is_some() {
                findings.add(place, format!("slot {} already holds another die", slot + 1));
            } else {
                dice.put_on_slot(which, slot);
            }
        }
        dice
    }

    fn player_of(&self, setup: &SeatSetup, place: &str, findings: &mut Findings) -> Player {
        let sheet = self.sheet();
        let mut player = self.new_player;
        let mut seen = 0;
        for (name, zone) in &setup.zones {
            let place = format!("{place}, zone {name}");
            let Some(index) = sheet.zone_named(name) else {
                findings.add(place, "the sheet has no such zone");
                continue;
            };
            if seen >> index & 1 != 0 {
                findings.add(place, "it is written down twice");
                continue;
            }
            seen |= 1u8 << index;
            match zone.ink(&sheet.zones[usize::from(index)]) {
                Ok(ink) => player.zones[usize::from(index)] = self.with_mark_counts(usize::from(index), ink),
                Err(faults) => faults
                    .into_iter()
                    .for_each(|fault| findings.add(place.clone(), fault)),
            }
        }
        for (word, boxes) in &setup.boxes {
            let place = format!("{place}, {word} boxes");
            match Power::from_word(word) {
                None => findings.add(place, "there is no such action"),
                Some(power) => {
                    player.boxes[power as usize] =
                        boxes_of(boxes, sheet.power(power).boxes, &place, findings);
                }
            }
        }
        let foxes = self.foxes;
        findings.require(setup.foxes <= foxes, place, || {
            format!("{} foxes are more than the {foxes} of the sheet", setup.foxes)
        });
        player.foxes = setup.foxes;
        for name in &setup.pending {
            match sheet.gift_named(name) {
                None => findings.add(
                    place,
                    format!("`{name}` is no bonus of this sheet that asks for a choice"),
                ),
                Some(gift) if player.pending.count(gift) == MAX_PENDING => {
                    findings.add(place, format!("`{name}` waits more than {MAX_PENDING} times"));
                }
                Some(gift) => player.pending.add(gift),
            }
        }
        for name in &setup.extra_used {
            match sheet.die_named(name) {
                None => findings.add(place, format!("`{name}` is no die of this sheet")),
                Some(die) if player.extra_used().contains(die) => {
                    findings.add(place, format!("the {name} die is listed twice as extra die"));
                }
                Some(die) => player.window.use_extra(die),
            }
        }
        player.window.set_stage(match setup.stage {
            StageName::Pick => Stage::Pick,
            StageName::Extra => Stage::Extra,
            StageName::Done => Stage::Done,
        });
        player
    }

    /// Do dice, stages and bonuses suit the phase?
    fn check_phase(&self, position: &Position<SEATS>, findings: &mut Findings) {
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
            findings.add("phase", "the solo passive turn has no choice of an active player");
        }
        for seat in (0..self.seats() as u8).map(Seat) {
            self.check_seat(position, seat, findings);
        }
        let used = active.map_or(0, |seat| position.player(seat).boxes(Power::Reroll).used());
        findings.require(position.rerolls <= used, "rerolls", || {
            format!(
                "the roll was repeated {} times with {used} reroll boxes used",
                position.rerolls
            )
        });
        let last = position.round == self.rounds() && position.turn + 1 == self.turns_per_round();
        findings.require(phase != Phase::Over || last, "phase", || {
            "the game ends after the last turn of the last round".into()
        });
        findings.require(phase != Phase::RoundStart || position.turn == 0, "turn", || {
            "a round starts before its first turn".into()
        });
        let idle = matches!(phase, Phase::RoundStart | Phase::Window) && position.asked().is_empty();
        findings.require(!idle, "phase", || {
            "nobody has anything to do, so the game would have moved on".into()
        });
    }

    fn check_seat(&self, position: &Position<SEATS>, seat: Seat, findings: &mut Findings) {
        let player = position.player(seat);
        let place = format!("seat {seat}");
        let phase = position.phase;
        let is_active = position.active() == Some(seat);
        for gift in player.pending.kinds() {
            let name = &self.sheet().gifts[usize::from(gift)].name;
            findings.require(self.gift_has_target(position, seat, gift), &place, || {
                format!("the bonus `{name}` cannot be used any more, so it cannot wait")
            });
        }
        let may_wait = match phase {
            Phase::RoundStart | Phase::Window => true,
            Phase::Entered => is_active,
            _ => false,
        };
        findings.require(may_wait || player.pending.is_empty(), &place, || {
            "no bonus can wait in this phase".into()
        });
        if phase == Phase::Entered && is_active {
            findings.require(!player.pending.is_empty(), &place, || {
                "no bonus waits, so the turn would have moved on".into()
            });
        }
        if phase == Phase::Window {
            findings.require(!(is_active && player.stage() == Stage::Pick), &place, || {
                "the active player picks no die of the platter".into()
            });
            let forced = player.pending.is_empty()
                && match player.stage() {
                    Stage::Pick => !self.any_pick(position, seat),
                    Stage::Extra => !self.any_extra(position, seat),
                    Stage::Done => false,
                };
            findings.require(!forced, &place, || {
                "nothing can be done at this stage, so it would be over".into()
            });
            findings.require(
                player.pending.is_empty() || player.stage() == Stage::Extra,
                &place,
                || "a bonus can wait only between the pick and the end of the extra dice".into(),
            );
        } else {
            findings.require(player.stage() == Stage::Done, &place, || {
                "a stage belongs to the window at the end of a turn".into()
            });
        }
        let may_have_extras = matches!(phase, Phase::Window | Phase::Over);
        findings.require(may_have_extras || player.extra_used().is_empty(), &place, || {
            "extra dice are used only in the window at the end of a turn".into()
        });
        findings.require(
            player.stage() != Stage::Pick || player.extra_used().is_empty(),
            &place,
            || "extra dice come after the pick".into(),
        );
        let used = usize::from(player.boxes(Power::Extra).used());
        findings.require(player.extra_used().len() <= used, &place, || {
            format!(
                "{} extra dice were taken with {used} +1 boxes used",
                player.extra_used().len()
            )
        });
    }

    fn check_dice(&self, position: &Position<SEATS>, findings: &mut Findings) {
        let dice = &position.dice;
        let phase = position.phase;
        let filled = dice.on_slots().len();
        let fresh = matches!(phase, Phase::RoundStart) || phase == Phase::Rolling && first_throw(position);
        if fresh {
            findings.require(*dice == Dice::FRESH, "dice", || {
                "all dice lie in the pool and show nothing yet".into()
            });
            findings.require(position.roll == 1 && position.rerolls == 0, "roll", || {
                "a turn begins with its first roll".into()
            });
            return;
        }
        let unrolled = Die::ALL.into_iter().find(|die| dice.face(*die).is_none());
        if let Some(die) = unrolled {
            findings.add(
                "dice",
                format!(
                    "the {} die must show a face by now",
                    self.sheet().dice[die.index()].name
                ),
            );
            return;
        }
        let pool = dice.pool();
        match phase {
            Phase::Window | Phase::Over => {
                findings.require(pool.is_empty(), "dice", || {
                    "no die is left in the pool after the last roll".into()
                });
                findings.require(dice.platter().len() >= SLOTS, "dice", || {
                    "the platter holds at least three dice at the end of a turn".into()
                });
            }
            Phase::Sorting => findings.require(pool == DieSet::ALL, "dice", || {
                "all six dice are still to be sorted".into()
            }),
            Phase::Rolled | Phase::Rolling => {
                findings.require(!pool.is_empty(), "dice", || "there is no die in the pool".into());
            }
            Phase::BeforeRoll => {
                findings.require(position.roll >= 2, "roll", || {
                    "dice are taken back before roll 2 or 3".into()
                });
                let seat = position.active().unwrap_or(Seat(0));
                let can =
                    !dice.platter().is_empty() && position.player(seat).boxes(Power::TakeBack).left() > 0;
                findings.require(can, "phase", || {
                    "nothing can be taken back, so the dice would be rolled".into()
                });
            }
            Phase::Entered => {
                findings.require(filled > 0, "dice", || {
                    "a die was just picked, so it lies on a slot".into()
                });
            }
            Phase::RoundStart => {}
        }
        if position.active().is_none() {
            if phase == Phase::Sorting {
                let open = Sorting::of(dice, self.sheet().numbered_slots).is_open();
                findings.require(open, "phase", || {
                    "distance decides nothing here, so the dice would be sorted".into()
                });
            } else {
                self.check_sorted(position, findings);
            }
            findings.require(position.roll == 1, "roll", || {
                "the solo passive turn has one roll".into()
            });
            return;
        }
        findings.require(phase != Phase::Sorting, "phase", || {
            "dice are sorted only in the solo passive turn".into()
        });
        let rolls_done = match phase {
            Phase::Entered | Phase::Window | Phase::Over => position.roll,
            _ => position.roll - 1,
        };
        findings.require(filled <= usize::from(rolls_done), "dice", || {
            format!("{filled} dice lie on slots after {rolls_done} rolls")
        });
        let rolled_out = position.roll == 3 && matches!(phase, Phase::Window | Phase::Over);
        let highest = dice
            .on_slots()
            .iter()
            .map(|die| dice.pips(die))
            .max()
            .unwrap_or(0);
        let given_away = dice.platter().iter().all(|die| dice.pips(die) < highest);
        findings.require(rolled_out || given_away, "dice", || {
            "before the third roll is done, a die goes to the platter only below a die that was picked".into()
        });
        let slots = dice.slots();
        if self.sheet().numbered_slots {
            let too_far = slots.iter().skip(usize::from(rolls_done)).any(Option::is_some);
            findings.require(!too_far, "dice", || "a slot of a later roll is filled".into());
            let empty = phase == Phase::Entered && slots[usize::from(position.roll) - 1].is_none();
            findings.require(!empty, "dice", || {
                format!("roll {} filled no slot", position.roll)
            });
        } else {
            let gap = slots
                .windows(2)
                .any(|pair| pair[0].is_none() && pair[1].is_some());
            findings.require(!gap, "dice", || "slots are filled from the first on".into());
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
                findings.add("dice", why.message().to_string());
            }
        } else {
            findings.add("dice", "three dice lie on the slots in the solo passive turn");
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

fn boxes_of(setup: &BoxesSetup, printed: u8, place: &str, findings: &mut Findings) -> Boxes {
    let mut boxes = Boxes::default();
    if setup.circled > printed {
        findings.add(
            place,
            format!("{} boxes are circled, but the sheet has {printed}", setup.circled),
        );
        return boxes;
    }
    (0..setup.circled).for_each(|_| boxes.circle());
    for number in &setup.used {
        if !(1..=setup.circled).contains(number) {
            findings.add(place, format!("box {number} is used but not circled"));
        } else if boxes.is_used(usize::from(*number) - 1) {
            findings.add(place, format!("box {number} is used twice"));
        } else {
            boxes.spend_box(usize::from(*number) - 1);
        }
    }
    boxes
}
