//! What the actions of a dice game do.

use finaud_rules::{
    Action, Award, DiceGame, Die, Entry, Game, Mark, Phase, Player, Position, Power, SLOTS, Score, Seat,
    Sheet,
};

use super::zones::{Written, written};
use super::{Explain, Reason, Thing};

impl<const SEATS: usize> Explain for DiceGame<SEATS> {
    fn reasons(&self, position: &Position<SEATS>, seat: Seat, action: Action) -> Vec<Reason> {
        let mut after = *position;
        if self.play(&mut after, seat, action).is_err() {
            return Vec::new();
        }
        let explainer = Explainer {
            sheet: self.sheet(),
            before: position.player(seat),
            after: after.player(seat),
        };
        let mut reasons = Vec::new();
        match action {
            Action::Roll => reasons.push(Reason::Rolls(position.dice().pool().len())),
            Action::EndRolls => reasons.push(Reason::StopsRolling),
            Action::Reroll => {
                reasons.push(Reason::Rolls(position.dice().pool().len()));
                reasons.push(explainer.spends(Power::Reroll, 1));
            }
            Action::Forfeit => {
                reasons.push(Reason::UsesNoDie);
                if usize::from(position.roll()) < SLOTS {
                    reasons.push(Reason::Keeps(position.dice().pool().len()));
                }
            }
            Action::Decline => reasons.push(Reason::TakesNothing),
            Action::Done => reasons.push(Reason::Finishes(explainer.before.boxes(Power::Extra).left())),
            Action::TakeBack(die) => {
                reasons.push(Reason::TakesBack(explainer.name(die)));
                reasons.push(explainer.spends(Power::TakeBack, 1));
            }
            Action::Circle { power, .. } => reasons.push(Reason::Circles(power)),
            Action::Gift { zone, mark, .. } => explainer.mark(zone, mark, &mut reasons, Vec::new()),
            Action::Pick(entry) => {
                let given = given_away(self, position, &explainer, entry.die);
                explainer.mark(entry.zone, entry.mark, &mut reasons, given);
                explainer.price(entry, &mut reasons);
                if position.phase() == Phase::Rolled && usize::from(position.roll()) < SLOTS {
                    let sent = position.sent_to_platter(entry.die);
                    let kept = position.dice().pool().without(entry.die).minus(sent);
                    reasons.push(Reason::Keeps(kept.len()));
                }
            }
            Action::Extra(entry) => {
                explainer.mark(entry.zone, entry.mark, &mut reasons, Vec::new());
                reasons.push(explainer.spends(Power::Extra, 1));
                explainer.price(entry, &mut reasons);
            }
        }
        reasons
    }
}

/// The dice that others may use, or that are lost for the next roll. After the last roll of somebody who plays alone,
/// nobody cares.
fn given_away<const SEATS: usize>(
    game: &DiceGame<SEATS>,
    position: &Position<SEATS>,
    explainer: &Explainer<'_>,
    die: Die,
) -> Vec<Reason> {
    let last = usize::from(position.roll()) == SLOTS;
    let sent = position.sent_to_platter(die);
    if sent.is_empty() || last && game.seats() == 1 {
        return Vec::new();
    }
    let dice = sent
        .iter()
        .map(|die| (explainer.name(die), position.dice().pips(die)));
    vec![Reason::GivesAway(dice.collect())]
}

/// A player's sheet before and after.
struct Explainer<'a> {
    sheet: &'a Sheet,
    before: &'a Player,
    after: &'a Player,
}

impl Explainer<'_> {
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
    fn mark(&self, zone: u8, mark: Mark, reasons: &mut Vec<Reason>, given: Vec<Reason>) {
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
                    reasons.push(Reason::Completes {
                        zone: name(),
                        group,
                        points,
                        won,
                    });
                }
                (None, Some(won)) => reasons.push(Reason::Wins { zone: name(), won }),
                (None, None) => {}
            }
        }
        // Foxes first, then everything else that is won, then what only pays.
        reasons.sort_by_key(|reason| match reason {
            Reason::Completes {
                won: Some(Thing::Fox),
                ..
            }
            | Reason::Wins { won: Thing::Fox, .. } => 0,
            Reason::Completes { won: Some(_), .. } | Reason::Wins { .. } => 1,
            _ => 2,
        });
        reasons.extend(given);
        let points = zone.score(after) - zone.score(before);
        if points != 0 && points != paid {
            reasons.push(Reason::Points { zone: name(), points });
        }
        self.foxes(reasons);
        if let Some(lost) = given_up.and_then(|award| self.thing(award)) {
            reasons.push(Reason::GivesUp { zone: name(), lost });
        }
        reasons.extend(later);
        for won in near.into_iter().filter_map(|award| self.thing(award)) {
            reasons.push(Reason::Near { zone: name(), won });
        }
        if reasons
            .iter()
            .all(|reason| matches!(reason, Reason::GivesAway(_)))
        {
            let told = match towards {
                Some((group, missing)) => Reason::Towards {
                    zone: name(),
                    group,
                    missing,
                },
                None => Reason::Fills(name()),
            };
            reasons.insert(0, told);
        }
    }

    /// What the foxes gain beyond the new ones.
    fn foxes(&self, reasons: &mut Vec<Reason>) {
        let foxes = self.before.foxes();
        let worth = |player: &Player| {
            let zones = Score::of(self.sheet, player).zones;
            Score::from_zones(self.sheet, zones, foxes).fox_points
        };
        let points = worth(self.after) - worth(self.before);
        if points != 0 {
            reasons.push(Reason::Foxes { foxes, points });
        }
    }

    fn spends(&self, power: Power, count: u8) -> Reason {
        Reason::Spends {
            power,
            count,
            left: self.before.boxes(power).left().saturating_sub(count),
        }
    }

    /// What is crossed off for an entry.
    fn price(&self, entry: Entry, reasons: &mut Vec<Reason>) {
        if entry.joker.is_some() {
            reasons.push(self.spends(Power::Joker, 1));
        }
        if entry.polish > 0 {
            reasons.push(self.spends(Power::Polish, entry.polish));
        }
    }
}
