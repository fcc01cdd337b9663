//! What speaks for a choice that was better than another one.

use super::Reason;

/// A bust that is less likely by less than this is not worth a word.
const LEAST_RISK: f64 = 0.005;

/// What speaks for the better of two choices over the other, the most telling first; what both do and what speaks against it
/// is left out. Never empty.
pub fn in_favour(better: &[Reason], other: &[Reason]) -> Vec<Reason> {
    let gained = better.iter().filter(|reason| gains(reason, other)).cloned();
    let mut found: Vec<Reason> = gained.collect();
    found.extend(other.iter().filter_map(|reason| spares(reason, better)));
    if found.is_empty() {
        found.push(Reason::Prospects);
    }
    found
}

/// Is this something that the other choice does not bring, or not as much of it?
fn gains(reason: &Reason, other: &[Reason]) -> bool {
    // The most of the same kind that the other choice has.
    let most = |number: fn(&Reason) -> Option<i64>| other.iter().filter_map(number).max();
    let more = |number: fn(&Reason) -> Option<i64>| number(reason) > most(number);
    match reason {
        Reason::Completes { .. }
        | Reason::Wins { .. }
        | Reason::Circles(_)
        | Reason::RowEnd { .. }
        | Reason::Near { .. }
        | Reason::Towards { .. }
        | Reason::TakesBack(_)
        | Reason::Protects { .. } => !other.contains(reason),
        Reason::Points { points, .. } => *points > 0 && more(points_of),
        Reason::Foxes { points, .. } => *points > 0 && more(fox_points),
        // More dice are better only where the other choice leaves some as well: else nothing is rolled any more.
        Reason::Keeps(_) => most(kept).is_some() && more(kept),
        Reason::Rolls(_) => !other.iter().any(|other| matches!(other, Reason::Rolls(_))),
        Reason::Finishes(left) => *left > 0,
        Reason::Secures(_) => more(secured),
        Reason::Takes(_) => more(taken),
        Reason::Builds { .. } => more(built),
        Reason::Bust { chance, .. } => *chance <= 0.0 && bust(other).is_none(),
        Reason::GivesUp { .. }
        | Reason::Fills(_)
        | Reason::Needs { .. }
        | Reason::Skips { .. }
        | Reason::GivesAway(_)
        | Reason::Spends { .. }
        | Reason::UsesNoDie
        | Reason::TakesNothing
        | Reason::StopsRolling
        | Reason::Leaves(_)
        | Reason::Begins(_)
        | Reason::RollsForIt(_) => false,
        Reason::Spares(_)
        | Reason::KeepsBonus { .. }
        | Reason::SkipsFewer { .. }
        | Reason::KeepsOpen(_)
        | Reason::LessRisk { .. }
        | Reason::LeavesLess(_)
        | Reason::AvoidsDie(_)
        | Reason::Prospects => true,
    }
}

/// What the better choice spares of what speaks against the other.
fn spares(against: &Reason, better: &[Reason]) -> Option<Reason> {
    match against {
        Reason::Spends { power, count, .. } => {
            let spent = better.iter().find_map(|reason| match reason {
                Reason::Spends {
                    power: spent, count, ..
                } if spent == power => Some(*count),
                _ => None,
            });
            (spent.unwrap_or(0) < *count).then_some(Reason::Spares(*power))
        }
        Reason::GivesUp { zone, lost } if !better.contains(against) => Some(Reason::KeepsBonus {
            zone: *zone,
            won: *lost,
        }),
        Reason::Skips { zone, cells } => {
            let skipped = better.iter().find_map(|reason| match reason {
                Reason::Skips { zone: other, cells } if other == zone => Some(*cells),
                _ => None,
            });
            let fewer = cells.saturating_sub(skipped.unwrap_or(0));
            (fewer > 0).then_some(Reason::SkipsFewer {
                zone: *zone,
                cells: fewer,
            })
        }
        Reason::Needs { zone, .. } => {
            let needs =
                |reason: &Reason| matches!(reason, Reason::Needs { zone: other, .. } if other == zone);
            (!better.iter().any(needs)).then_some(Reason::KeepsOpen(*zone))
        }
        Reason::Bust { chance, .. } => {
            let to = bust(better).unwrap_or(0.0);
            (to + LEAST_RISK <= *chance).then_some(Reason::LessRisk { from: *chance, to })
        }
        Reason::Leaves(columns) => {
            let left = |columns: &[i16]| columns.iter().sum::<i16>();
            let mine = better.iter().find_map(|reason| match reason {
                Reason::Leaves(columns) => Some(left(columns)),
                _ => None,
            });
            // Only somebody who leaves something as well leaves less of it.
            let less = left(columns) - mine?;
            (less > 0).then_some(Reason::LeavesLess(less))
        }
        Reason::RollsForIt(cost) => {
            let rolls = |reason: &Reason| matches!(reason, Reason::RollsForIt(_));
            (!better.iter().any(rolls)).then_some(Reason::AvoidsDie(*cost))
        }
        _ => None,
    }
}

fn bust(reasons: &[Reason]) -> Option<f64> {
    reasons.iter().find_map(|reason| match reason {
        Reason::Bust { chance, .. } => Some(*chance),
        _ => None,
    })
}

fn points_of(reason: &Reason) -> Option<i64> {
    match reason {
        Reason::Points { points, .. } => Some((*points).into()),
        _ => None,
    }
}

fn fox_points(reason: &Reason) -> Option<i64> {
    match reason {
        Reason::Foxes { points, .. } => Some((*points).into()),
        _ => None,
    }
}

fn kept(reason: &Reason) -> Option<i64> {
    match reason {
        Reason::Keeps(dice) => Some(*dice as i64),
        _ => None,
    }
}

fn secured(reason: &Reason) -> Option<i64> {
    match reason {
        Reason::Secures(points) => Some((*points).into()),
        _ => None,
    }
}

fn taken(reason: &Reason) -> Option<i64> {
    match reason {
        Reason::Takes(points) => Some((*points).into()),
        _ => None,
    }
}

fn built(reason: &Reason) -> Option<i64> {
    match reason {
        Reason::Builds { points, .. } => Some((*points).into()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use finaud_rules::{Award, Power};

    use super::*;

    fn points(points: i16) -> Reason {
        Reason::Points { zone: 1, points }
    }

    fn spends(count: u8) -> Reason {
        Reason::Spends {
            power: Power::Extra,
            count,
            left: 1,
        }
    }

    #[test]
    fn what_both_do_and_what_speaks_against_is_left_out() {
        let fox = Reason::Wins {
            zone: 0,
            won: Award::Fox,
        };
        let better = [
            fox.clone(),
            points(3),
            Reason::GivesAway(Vec::new()),
            spends(1),
            Reason::Keeps(3),
        ];
        let other = [fox, points(5), Reason::Keeps(2)];
        assert_eq!(in_favour(&better, &other), [Reason::Keeps(3)]);
        // Fewer points and fewer dice speak for nothing.
        assert_eq!(in_favour(&[points(3)], &[points(5)]), [Reason::Prospects]);
        assert_eq!(in_favour(&[points(-3)], &[]), [Reason::Prospects]);
        assert_eq!(in_favour(&[points(7)], &[points(5)]), [points(7)]);
    }

    #[test]
    fn what_the_other_choice_costs_is_spared() {
        assert_eq!(in_favour(&[], &[spends(1)]), [Reason::Spares(Power::Extra)]);
        assert_eq!(in_favour(&[spends(1)], &[spends(1)]), [Reason::Prospects]);
        let skips = |cells| Reason::Skips { zone: 2, cells };
        let fewer = Reason::SkipsFewer { zone: 2, cells: 2 };
        assert_eq!(in_favour(&[skips(1)], &[skips(3)]), [fewer]);
        assert_eq!(in_favour(&[skips(3)], &[skips(1)]), [Reason::Prospects]);
    }

    #[test]
    fn risk_is_told_where_it_is_less() {
        let draw = |chance| Reason::Bust { chance, stake: 9 };
        let stop = [Reason::Secures(9), Reason::Leaves(vec![4])];
        let less = |from, to| Reason::LessRisk { from, to };
        assert_eq!(
            in_favour(&stop, &[draw(0.4)]),
            [Reason::Secures(9), less(0.4, 0.0)]
        );
        assert_eq!(in_favour(&[draw(0.2)], &[draw(0.4)]), [less(0.4, 0.2)]);
        // Turning a card is a risk: only a card that cannot bust speaks for it.
        assert_eq!(in_favour(&[draw(0.1)], &stop), [Reason::Prospects]);
        assert_eq!(in_favour(&[draw(0.0)], &stop), [draw(0.0)]);
    }
}
