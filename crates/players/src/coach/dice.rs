//! What the actions of a dice game do.
//!
//! What was written, completed, won, given up and spent comes from the effects that the rules report. What an entry
//! prepares comes from comparing its zone, cell by cell, before and after.

use finaud_rules::zone::{BonusStatus, CellSet, CellStatus, Demand, GroupKind, Printed, Spot, ZoneView};
use finaud_rules::{
    Action, Award, DiceGame, Die, Effect, Game, Origin, Phase, Player, Position, Power, ROLLS, Score, Seat,
    insertion_sort,
};

use finaud_messages::Names;

use super::{Explain, NearCell, Reason};

impl<const SEATS: usize> Explain for DiceGame<SEATS> {
    fn reasons(&self, position: &Position<SEATS>, seat: Seat, action: Action) -> Vec<Reason> {
        let mut after = *position;
        let mut effects = Vec::new();
        if self
            .play_observed(&mut after, seat, action, &mut effects)
            .is_err()
        {
            return Vec::new();
        }
        // Everything up to the next decision is reported. What comes after the end of the turn, such as the next round's
        // bonus, is not the choice's doing.
        let own = effects
            .into_iter()
            .take_while(|effect| !matches!(effect, Effect::TurnEnds(_)))
            .filter(|effect| effect.seat() == Some(seat));
        let explainer = Explainer {
            game: self,
            seat,
            positions: (position, &after),
            before: position.player(seat),
            after: after.player(seat),
            effects: own.collect(),
        };
        let pool = position.dice().pool();
        let more_rolls = position.roll() < ROLLS;
        let mut reasons = Vec::new();
        match action {
            Action::Roll | Action::Reroll => reasons.push(Reason::Rolls(pool.len())),
            Action::EndRolls => reasons.push(Reason::StopsRolling),
            Action::Forfeit => {
                reasons.push(Reason::UsesNoDie);
                if more_rolls {
                    reasons.push(Reason::Keeps(pool.len()));
                }
            }
            Action::Decline => reasons.push(Reason::TakesNothing),
            Action::Done => reasons.push(Reason::Finishes(explainer.before.boxes(Power::Extra).left())),
            Action::TakeBack(die) => reasons.push(Reason::TakesBack(die)),
            Action::Circle { power, .. } => {
                reasons.push(Reason::Circles(power));
                reasons.extend(explainer.row_ends());
            }
            Action::Gift { zone, .. } => reasons = explainer.entered(zone, None),
            Action::Extra(entry) => reasons = explainer.entered(entry.zone, None),
            Action::Pick(entry) => {
                reasons = explainer.entered(entry.zone, given_away(self, position, entry.die));
            }
        }
        explainer.spent(&mut reasons);
        if let Action::Pick(entry) = action
            && position.phase() == Phase::Rolled
            && more_rolls
        {
            let sent = position.sent_to_platter(entry.die);
            reasons.push(Reason::Keeps(pool.without(entry.die).minus(sent).len()));
        }
        reasons
    }

    fn names(&self) -> Names<'_> {
        Names::of(self.sheet())
    }
}

/// The dice that others may use, or that are lost for the next roll. After the last roll of somebody who plays alone,
/// nobody cares.
///
/// They go when all bonuses of the entry are used. That may be an event later, so the rules are asked and not the effects.
fn given_away<const SEATS: usize>(
    game: &DiceGame<SEATS>,
    position: &Position<SEATS>,
    die: Die,
) -> Option<Reason> {
    let sent = position.sent_to_platter(die);
    if sent.is_empty() || position.roll() == ROLLS && game.seats() == 1 {
        return None;
    }
    let shown = |die| Some((die, position.dice().face(die)?));
    Some(Reason::GivesAway(sent.iter().filter_map(shown).collect()))
}

/// An action of a seat with what it did on the seat's sheet.
struct Explainer<'a, const SEATS: usize> {
    game: &'a DiceGame<SEATS>,
    seat: Seat,
    /// Before and after it.
    positions: (&'a Position<SEATS>, &'a Position<SEATS>),
    before: &'a Player,
    after: &'a Player,
    effects: Vec<Effect>,
}

impl<const SEATS: usize> Explainer<'_, SEATS> {
    /// Everything an entry does in its zone; `given` comes after what it wins.
    fn entered(&self, zone: u8, given: Option<Reason>) -> Vec<Reason> {
        let index = usize::from(zone);
        let rules = &self.game.sheet().zones[index];
        let (ink_before, ink_after) = (self.before.ink(index), self.after.ink(index));
        let (before, after) = (rules.view(ink_before), rules.view(ink_after));
        let mut reasons = self.won(zone, &after);
        reasons.extend(self.row_ends());
        let paid: i16 = reasons
            .iter()
            .map(|reason| match reason {
                Reason::Completes { points, .. } => *points,
                _ => 0,
            })
            .sum();
        reasons.extend(given);
        let points = rules.score(ink_after) - rules.score(ink_before);
        if points != 0 && points != paid {
            reasons.push(Reason::Points { zone, points });
        }
        reasons.extend(self.foxes());
        reasons.extend(self.given_up());
        reasons.extend(hard_demand(&after).map(|Demand { least, most }| Reason::Needs { zone, least, most }));
        let cells = closed(&after) - closed(&before);
        if cells > 0 {
            reasons.push(Reason::Skips { zone, cells });
        }
        let near = near(&before, &after).into_iter();
        let near = near.filter(|(_, award)| self.game.can_use(self.positions.1, self.seat, *award));
        reasons.extend(near.map(|(cell, won)| Reason::Near { zone, cell, won }));
        if reasons
            .iter()
            .all(|reason| matches!(reason, Reason::GivesAway(_)))
        {
            let modest = match towards(&before, &after) {
                Some((group, missing)) => Reason::Towards { zone, group, missing },
                None => Reason::Fills(zone),
            };
            reasons.insert(0, modest);
        }
        reasons
    }

    /// What is complete and what is won: foxes first, then everything else that is won, then what only pays.
    fn won(&self, zone: u8, after: &ZoneView) -> Vec<Reason> {
        let won: Vec<(Spot, Award)> = self
            .effects
            .iter()
            .filter_map(|effect| match effect {
                Effect::Won {
                    origin:
                        Origin::Zone {
                            zone: where_from,
                            spot,
                        },
                    award,
                    ..
                } if *where_from == zone && !self.is_lost(*award) => Some((*spot, *award)),
                _ => None,
            })
            .collect();
        let by_cells = won
            .iter()
            .filter(|(spot, _)| !matches!(spot, Spot::Group(_)))
            .map(|(_, won)| Reason::Wins { zone, won: *won });
        let by_groups = self.effects.iter().filter_map(|effect| match effect {
            Effect::Completed { group, points, .. } => {
                let paid = won.iter().find(|(spot, _)| *spot == Spot::Group(*group));
                (paid.is_some() || *points != 0).then(|| Reason::Completes {
                    zone,
                    group: after.groups[usize::from(*group)].kind,
                    points: *points,
                    won: paid.map(|(_, award)| *award),
                })
            }
            _ => None,
        });
        let mut reasons: Vec<Reason> = by_cells.chain(by_groups).collect();
        let rank = |reason: &Reason| match reason {
            Reason::Completes {
                won: Some(Award::Fox),
                ..
            }
            | Reason::Wins { won: Award::Fox, .. } => 0,
            Reason::Completes { won: Some(_), .. } | Reason::Wins { .. } => 1,
            _ => 2,
        };
        insertion_sort(&mut reasons, |one, other| rank(one).cmp(&rank(other)));
        reasons
    }

    /// What the ends of rows give whose last box was circled.
    fn row_ends(&self) -> Vec<Reason> {
        let ends = self.effects.iter().filter_map(|effect| match *effect {
            Effect::Won {
                origin: Origin::RowEnd(power),
                award,
                ..
            } if !self.is_lost(award) => Some(Reason::RowEnd { power, won: award }),
            _ => None,
        });
        ends.collect()
    }

    /// Is nothing left that a bonus could mark, so that it is lost as soon as it is won?
    fn is_lost(&self, award: Award) -> bool {
        let lost = |effect: &Effect| matches!(effect, Effect::Lost { award: lost, .. } if *lost == award);
        matches!(award, Award::Gift(_)) && self.effects.iter().any(lost)
    }

    /// A bonus that was left for points, if it could have been taken.
    fn given_up(&self) -> Option<Reason> {
        self.effects.iter().find_map(|effect| match effect {
            Effect::GivenUp { zone, award, .. } if self.game.can_use(self.positions.0, self.seat, *award) => {
                Some(Reason::GivesUp {
                    zone: *zone,
                    lost: *award,
                })
            }
            _ => None,
        })
    }

    /// What the foxes gain beyond the new ones.
    fn foxes(&self) -> Option<Reason> {
        let foxes = self.before.foxes();
        let sheet = self.game.sheet();
        let worth = |player: &Player| {
            let zones = Score::of(sheet, player).zones;
            Score::from_zones(sheet, zones, foxes).fox_points
        };
        let points = worth(self.after) - worth(self.before);
        (points != 0).then_some(Reason::Foxes { foxes, points })
    }

    /// What is crossed off, row by row.
    fn spent(&self, reasons: &mut Vec<Reason>) {
        let mut rows: Vec<(Power, u8)> = Vec::new();
        for effect in &self.effects {
            if let Effect::Spent { power, .. } = effect {
                match rows.iter_mut().find(|(row, _)| row == power) {
                    Some((_, count)) => *count += 1,
                    None => rows.push((*power, 1)),
                }
            }
        }
        reasons.extend(rows.into_iter().map(|(power, count)| Reason::Spends {
            power,
            count,
            left: self.before.boxes(power).left().saturating_sub(count),
        }));
    }
}

/// What the next entry of a row needs, if only the highest third of all numbers will do.
fn hard_demand(view: &ZoneView) -> Option<Demand> {
    let hard = |demand: &Demand| 3 * u16::from(demand.least) >= 2 * u16::from(demand.most) + 3;
    view.demand.filter(hard)
}

/// How many cells were skipped for good.
fn closed(view: &ZoneView) -> u32 {
    let closed = view.cells.iter().filter(|cell| cell.status == CellStatus::Closed);
    closed.count() as u32
}

/// The bonuses that an entry has brought within one more entry.
fn near(before: &ZoneView, after: &ZoneView) -> Vec<(NearCell, Award)> {
    let begins_block = |spot: Spot| {
        let Spot::Cell(cell) = spot else { return None };
        let block = |view: &ZoneView| {
            let group = view.groups.iter().find(|group| group.cells.contains(cell))?;
            matches!(group.kind, GroupKind::Block(_)).then_some(group.missing.len())
        };
        Some((block(before)?, block(after)?))
    };
    let came_near = before.bonuses().zip(after.bonuses());
    let came_near = came_near.filter(|((_, was), (spot, bonus))| {
        // Either cell of an empty block may be next: the bonus of one of them is near once the other is filled.
        let came = match begins_block(*spot) {
            Some(missing) => missing == (2, 1),
            None => was.missing.len() > 1,
        };
        came && bonus.status == BonusStatus::Open && bonus.missing.len() == 1
    });
    came_near
        .map(|(_, (_, bonus))| (missing_cell(after, bonus.missing), bonus.award))
        .collect()
}

/// What the one cell of a set is called.
fn missing_cell(view: &ZoneView, missing: CellSet) -> NearCell {
    let cell = missing.iter().next().and_then(|cell| view.cell(cell));
    let Some((cell, Printed::Number(number))) = cell.map(|cell| (cell, cell.printed)) else {
        return NearCell::Next;
    };
    let same = view.cells.iter().filter(|other| other.printed == cell.printed);
    match same.filter(|other| other.row != cell.row).count() {
        0 => NearCell::Number(number),
        _ => NearCell::InRow(number, cell.row),
    }
}

/// The cells that pay together and lack fewest, of those that an entry has brought nearer, and how many they lack. Of a
/// block the other cell is all that is ever missing: that is not worth saying.
fn towards(before: &ZoneView, after: &ZoneView) -> Option<(GroupKind, u32)> {
    let groups = before.groups.iter().zip(&after.groups);
    groups
        .filter(|(was, group)| {
            let nearer = !group.is_complete() && group.needed < was.needed;
            nearer && !matches!(group.kind, GroupKind::Block(_))
        })
        .map(|(_, group)| (group.kind, u32::from(group.needed)))
        .min_by_key(|(_, missing)| *missing)
}
