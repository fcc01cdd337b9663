//! What the actions of a dice game do.

use finaud_rules::{
    Action, Award, DiceGame, Die, Entry, Game, Mark, Phase, Player, Position, Power, SLOTS, Score, Seat,
    Sheet,
};

use super::zones::{Written, written};
use super::{Deed, Explained, Thing};

impl<const SEATS: usize> Explained for DiceGame<SEATS> {
    fn deeds(&self, position: &Position<SEATS>, seat: Seat, action: Action) -> Vec<Deed> {
        let mut after = *position;
        if self.play(&mut after, seat, action).is_err() {
            return Vec::new();
        }
        let teller = Teller {
            sheet: self.sheet(),
            before: position.player(seat),
            after: after.player(seat),
        };
        let mut deeds = Vec::new();
        match action {
            Action::Roll => deeds.push(Deed::Rolls(position.dice().pool().len())),
            Action::EndRolls => deeds.push(Deed::StopsRolling),
            Action::Reroll => {
                deeds.push(Deed::Rolls(position.dice().pool().len()));
                deeds.push(teller.spends(Power::Reroll, 1));
            }
            Action::Forfeit => {
                deeds.push(Deed::UsesNoDie);
                if usize::from(position.roll()) < SLOTS {
                    deeds.push(Deed::Keeps(position.dice().pool().len()));
                }
            }
            Action::Decline => deeds.push(Deed::TakesNothing),
            Action::Done => deeds.push(Deed::Finishes(teller.before.boxes(Power::Extra).left())),
            Action::TakeBack(die) => {
                deeds.push(Deed::TakesBack(teller.name(die)));
                deeds.push(teller.spends(Power::TakeBack, 1));
            }
            Action::Circle { power, .. } => deeds.push(Deed::Circles(power)),
            Action::Gift { zone, mark, .. } => teller.mark(zone, mark, &mut deeds, Vec::new()),
            Action::Pick(entry) => {
                let given = given_away(self, position, &teller, entry.die);
                teller.mark(entry.zone, entry.mark, &mut deeds, given);
                teller.price(entry, &mut deeds);
                if position.phase() == Phase::Rolled && usize::from(position.roll()) < SLOTS {
                    let sent = position.sent_to_platter(entry.die);
                    let kept = position.dice().pool().without(entry.die).minus(sent);
                    deeds.push(Deed::Keeps(kept.len()));
                }
            }
            Action::Extra(entry) => {
                teller.mark(entry.zone, entry.mark, &mut deeds, Vec::new());
                deeds.push(teller.spends(Power::Extra, 1));
                teller.price(entry, &mut deeds);
            }
        }
        deeds
    }
}

/// The dice that others may use, or that are lost for the next roll. After the last roll of somebody who plays alone,
/// nobody cares.
fn given_away<const SEATS: usize>(
    game: &DiceGame<SEATS>,
    position: &Position<SEATS>,
    teller: &Teller<'_>,
    die: Die,
) -> Vec<Deed> {
    let last = usize::from(position.roll()) == SLOTS;
    let sent = position.sent_to_platter(die);
    if sent.is_empty() || last && game.seats() == 1 {
        return Vec::new();
    }
    let dice = sent
        .iter()
        .map(|die| (teller.name(die), position.dice().pips(die)));
    vec![Deed::GivesAway(dice.collect())]
}

/// A player's sheet before and after.
struct Teller<'a> {
    sheet: &'a Sheet,
    before: &'a Player,
    after: &'a Player,
}

impl Teller<'_> {
    fn name(&self, die: Die) -> String {
        self.sheet.dice[die.index()].name.clone()
    }

    /// The award as it is told; `None` for a box that is circled already.
    fn thing(&self, award: Award) -> Option<Thing> {
        match award {
            Award::Fox => Some(Thing::Fox),
            Award::Circle(power) => {
                let room = self.before.boxes(power).circled() < self.sheet.power(power).boxes;
                room.then_some(Thing::Box(power))
            }
            Award::Gift(gift) => {
                let gift = self.sheet.gifts.get(usize::from(gift))?;
                Some(Thing::Gift(gift.name.clone()))
            }
        }
    }

    /// Everything a mark does; `given` comes after what it wins.
    fn mark(&self, zone: u8, mark: Mark, deeds: &mut Vec<Deed>, given: Vec<Deed>) {
        let index = usize::from(zone);
        let zone = &self.sheet.zones[index];
        let name = || zone.name.clone();
        let (before, after) = (self.before.ink(index), self.after.ink(index));
        let Written {
            found,
            given_up,
            near,
            later,
            towards,
        } = written(zone, before, after, mark);
        let mut paid = 0;
        for found in found {
            let won = found.award.and_then(|award| self.thing(award));
            match (found.group, won) {
                (Some((group, points)), won) => {
                    paid += points;
                    deeds.push(Deed::Completes {
                        zone: name(),
                        group,
                        points,
                        won,
                    });
                }
                (None, Some(won)) => deeds.push(Deed::Wins { zone: name(), won }),
                (None, None) => {}
            }
        }
        // Foxes first, then everything else that is won, then what only pays.
        deeds.sort_by_key(|deed| match deed {
            Deed::Completes {
                won: Some(Thing::Fox),
                ..
            }
            | Deed::Wins { won: Thing::Fox, .. } => 0,
            Deed::Completes { won: Some(_), .. } | Deed::Wins { .. } => 1,
            _ => 2,
        });
        deeds.extend(given);
        let points = zone.score(after) - zone.score(before);
        if points != 0 && points != paid {
            deeds.push(Deed::Points { zone: name(), points });
        }
        self.foxes(deeds);
        if let Some(lost) = given_up.and_then(|award| self.thing(award)) {
            deeds.push(Deed::GivesUp { zone: name(), lost });
        }
        deeds.extend(later);
        for won in near.into_iter().filter_map(|award| self.thing(award)) {
            deeds.push(Deed::Near { zone: name(), won });
        }
        if deeds.iter().all(|deed| matches!(deed, Deed::GivesAway(_))) {
            let told = match towards {
                Some((group, missing)) => Deed::Towards {
                    zone: name(),
                    group,
                    missing,
                },
                None => Deed::Fills(name()),
            };
            deeds.insert(0, told);
        }
    }

    /// What the foxes gain beyond the new ones.
    fn foxes(&self, deeds: &mut Vec<Deed>) {
        let foxes = self.before.foxes();
        let worth = |player: &Player| {
            let zones = Score::of(self.sheet, player).zones;
            Score::from_zones(self.sheet, zones, foxes).fox_points
        };
        let points = worth(self.after) - worth(self.before);
        if points != 0 {
            deeds.push(Deed::Foxes { foxes, points });
        }
    }

    fn spends(&self, power: Power, count: u8) -> Deed {
        Deed::Spends {
            power,
            count,
            left: self.before.boxes(power).left().saturating_sub(count),
        }
    }

    /// What is crossed off for an entry.
    fn price(&self, entry: Entry, deeds: &mut Vec<Deed>) {
        if entry.joker.is_some() {
            deeds.push(self.spends(Power::Joker, 1));
        }
        if entry.polish > 0 {
            deeds.push(self.spends(Power::Polish, entry.polish));
        }
    }
}
