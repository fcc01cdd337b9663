//! From a setup to a position: every violated invariant is named.

use super::part::Part;
use super::violation::{Findings, Violation, other_game, other_seats_asked};
use super::{BoxesSetup, PlaceName, SeatSetup, Setup, StageName};
use crate::Message;
use crate::bonus::{Boxes, Power};
use crate::dice_game::DiceGame;
use crate::die::{Dice, DieSet, Face};
use crate::game::Game;
use crate::position::{MAX_PENDING, Player, Position, Stage};

impl<const SEATS: usize> DiceGame<SEATS> {
    /// Checks a setup and makes a position of it.
    pub fn position(&self, setup: &Setup) -> Result<Position<SEATS>, Vec<Violation>> {
        let mut findings = Findings(Vec::new());
        findings.require(setup.game == self.sheet().id, Part::Game, || {
            other_game(&setup.game, &self.sheet().id)
        });
        findings.require(setup.seats.len() == self.seats(), Part::Seats, || {
            Message::new(
                "position.sheet-count",
                "sheets given: {sheets}, players: {players}",
            )
            .with("sheets", setup.seats.len())
            .with("players", self.seats())
        });
        let rounds = self.rounds();
        findings.require((1..=rounds).contains(&setup.round), Part::Round, || {
            Message::new(
                "position.no-round",
                "round {round} does not exist: there are {rounds}",
            )
            .with("round", setup.round)
            .with("rounds", rounds)
        });
        let turns = self.turns_per_round();
        findings.require((1..=turns).contains(&setup.turn), Part::Turn, || {
            Message::new(
                "position.no-turn",
                "turn {turn} does not exist: a round has {turns}",
            )
            .with("turn", setup.turn)
            .with("turns", turns)
        });
        findings.require((1..=3).contains(&setup.roll), Part::Roll, || {
            Message::new("position.no-roll", "roll {roll} does not exist: there are 3")
                .with("roll", setup.roll)
        });
        let dice = self.dice_of(setup, &mut findings);
        let mut players = [self.new_player; SEATS];
        for (index, seat) in setup.seats.iter().enumerate().take(self.seats()) {
            players[index] = self.player_of(seat, index + 1, &mut findings);
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
            findings.require(*asked == due, Part::Asked, || other_seats_asked(&due, asked));
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
            Ok(_) => vec![Violation::unstable()],
        }
    }

    fn dice_of(&self, setup: &Setup, findings: &mut Findings) -> Dice {
        let mut dice = Dice::FRESH;
        let mut seen = DieSet::EMPTY;
        for (name, die) in &setup.dice {
            let place = Part::Die(name);
            let Some(which) = self.sheet().die_named(name) else {
                let what = Message::new("position.no-such-die", "the sheet has no such die");
                findings.add(place, what);
                continue;
            };
            if seen.contains(which) {
                findings.add(place, written_twice());
                continue;
            }
            seen.insert(which);
            if let Some(pips) = die.face {
                let face = Face::new(pips);
                findings.require(face.is_some(), place, || {
                    Message::new("position.no-face", "a die cannot show {face}").with("face", pips)
                });
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
                let what = Message::new("position.slot-taken", "slot {slot} already holds another die");
                findings.add(place, what.with("slot", slot + 1));
            } else {
                dice.put_on_slot(which, slot);
            }
        }
        dice
    }

    fn player_of(&self, setup: &SeatSetup, seat: usize, findings: &mut Findings) -> Player {
        let sheet = self.sheet();
        let place = Part::Seat(seat);
        let mut player = self.new_player;
        let mut seen = 0;
        for (name, zone) in &setup.zones {
            let place = Part::Zone(seat, name);
            let Some(index) = sheet.zone_named(name) else {
                let what = Message::new("position.no-such-zone", "the sheet has no such zone");
                findings.add(place, what);
                continue;
            };
            if seen >> index & 1 != 0 {
                findings.add(place, written_twice());
                continue;
            }
            seen |= 1u8 << index;
            match zone.ink(&sheet.zones[usize::from(index)]) {
                Ok(ink) => player.zones[usize::from(index)] = self.with_mark_counts(usize::from(index), ink),
                Err(errors) => errors.into_iter().for_each(|error| findings.add(place, error)),
            }
        }
        for (word, boxes) in &setup.boxes {
            let place = Part::Boxes(seat, word);
            match Power::from_word(word) {
                None => findings.add(
                    place,
                    Message::new("position.no-such-action", "there is no such action"),
                ),
                Some(power) => {
                    player.boxes[power as usize] = boxes_of(boxes, sheet.power(power).boxes, place, findings);
                }
            }
        }
        let foxes = self.foxes;
        findings.require(setup.foxes <= foxes, place, || {
            Message::new(
                "position.too-many-foxes",
                "{foxes} foxes are more than the {most} of the sheet",
            )
            .with("foxes", setup.foxes)
            .with("most", foxes)
        });
        player.foxes = setup.foxes;
        for name in &setup.pending {
            match sheet.gift_named(name) {
                None => {
                    let what = Message::new(
                        "position.no-gift",
                        "`{name}` is no bonus of this sheet that asks for a choice",
                    );
                    findings.add(place, what.with("name", name));
                }
                Some(gift) if player.pending.count(gift) == MAX_PENDING => {
                    let what = Message::new("position.gift-count", "`{name}` waits more than {most} times");
                    findings.add(place, what.with("name", name).with("most", MAX_PENDING));
                }
                Some(gift) => player.pending.add(gift),
            }
        }
        for name in &setup.extra_used {
            match sheet.die_named(name) {
                None => {
                    let what = Message::new("position.no-extra-die", "`{name}` is no die of this sheet");
                    findings.add(place, what.with("name", name));
                }
                Some(die) if player.extra_used().contains(die) => {
                    let what = Message::new(
                        "position.extra-twice",
                        "the {name} die is listed twice as an extra die",
                    );
                    findings.add(place, what.with("name", name));
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
}

fn written_twice() -> Message {
    Message::new("position.written-twice", "it is written down twice")
}

fn boxes_of(setup: &BoxesSetup, printed: u8, place: Part<'_>, findings: &mut Findings) -> Boxes {
    let mut boxes = Boxes::default();
    if setup.circled > printed {
        let what = Message::new(
            "position.too-many-boxes",
            "{circled} boxes are circled, but the sheet has {printed}",
        );
        findings.add(
            place,
            what.with("circled", setup.circled).with("printed", printed),
        );
        return boxes;
    }
    (0..setup.circled).for_each(|_| boxes.circle());
    for number in &setup.used {
        if !(1..=setup.circled).contains(number) {
            let what = Message::new("position.box-not-circled", "box {number} is used but not circled");
            findings.add(place, what.with("number", *number));
        } else if boxes.is_used(usize::from(*number) - 1) {
            let what = Message::new("position.box-twice", "box {number} is used twice");
            findings.add(place, what.with("number", *number));
        } else {
            boxes.spend_box(usize::from(*number) - 1);
        }
    }
    boxes
}
