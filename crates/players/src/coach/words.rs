//! The sentences of the coach: which message says what. How it is said stands in the languages' files.

#[cfg(test)]
mod tests;

use finaud_messages::{Language, Names, Value};
use finaud_rules::Award;
use finaud_rules::zone::GroupKind;

use super::reason::{NearCell, Reason};

/// The most reasons one sentence gives. Chosen by hand: more do not fit on a phone.
const MOST: usize = 4;

/// What an action does, in a sentence.
///
/// ```
/// use finaud_messages::{Language, Names};
/// use finaud_players::coach::{Reason, words};
///
/// let french = Language::get("fr").unwrap();
/// assert_eq!(words::sentence(french, &Names::default(), &[Reason::Rolls(4)]), "lance 4 dés");
/// ```
pub fn sentence(language: Language, names: &Names<'_>, reasons: &[Reason]) -> String {
    let writer = Writer { language, names };
    let clauses: Vec<String> = reasons
        .iter()
        .take(MOST)
        .map(|reason| writer.clause(reason))
        .collect();
    if clauses.is_empty() {
        language.text("reason.nothing").into()
    } else {
        clauses.join(language.text("reason.between"))
    }
}

/// Puts reasons into words.
struct Writer<'a> {
    language: Language,
    names: &'a Names<'a>,
}

impl<'a> Writer<'a> {
    fn clause(&self, reason: &Reason) -> String {
        let (key, arguments) = self.message(reason);
        self.language.say(key, &arguments)
    }

    /// The message for a reason, and what stands in it.
    fn message(&self, reason: &Reason) -> (&'static str, Vec<(&'static str, Value<'a>)>) {
        match reason {
            Reason::Completes {
                zone,
                group,
                points,
                won,
            } => (
                "reason.completes",
                vec![
                    ("group", self.group(*zone, *group)),
                    ("pays", self.pays(*won, *points)),
                ],
            ),
            Reason::Wins { zone, won } => (
                "reason.wins",
                vec![("zone", self.zone(*zone)), ("won", self.award(*won))],
            ),
            Reason::Circles(power) => ("reason.circles", vec![("power", Names::power(*power))]),
            Reason::RowEnd { power, won } => (
                "reason.row_end",
                vec![("power", Names::power(*power)), ("won", self.award(*won))],
            ),
            Reason::GivesUp { zone, lost } => (
                "reason.gives_up",
                vec![("zone", self.zone(*zone)), ("won", self.award(*lost))],
            ),
            Reason::Points { zone, points } => (
                if *points < 0 {
                    "reason.costs_points"
                } else {
                    "reason.brings_points"
                },
                vec![("zone", self.zone(*zone)), ("points", points_of(points.abs()))],
            ),
            Reason::Foxes { foxes, points } => (
                if *points > 0 {
                    "reason.foxes_more"
                } else {
                    "reason.foxes_less"
                },
                vec![("foxes", int(*foxes)), ("n", int(points.abs()))],
            ),
            Reason::Near { zone, cell, won } => {
                let mut arguments = vec![("zone", self.zone(*zone)), ("won", self.award(*won))];
                let key = match cell {
                    NearCell::Next => "reason.near",
                    NearCell::Number(_) => "reason.near_cell",
                    NearCell::InRow(..) => "reason.near_in_row",
                };
                if let NearCell::Number(number) | NearCell::InRow(number, _) = cell {
                    arguments.push(("number", int(*number)));
                }
                if let NearCell::InRow(_, row) = cell {
                    arguments.push(("row", int(u16::from(*row) + 1)));
                }
                (key, arguments)
            }
            Reason::Towards { zone, group, missing } => (
                "reason.towards",
                vec![("group", self.group(*zone, *group)), ("missing", int(*missing))],
            ),
            Reason::Fills(zone) => ("reason.fills", vec![("zone", self.zone(*zone))]),
            Reason::Needs { zone, least, most } => (
                match most.checked_sub(*least) {
                    None => "reason.needs_nothing",
                    Some(0) => "reason.needs_one",
                    Some(1) => "reason.needs_two",
                    Some(_) => "reason.needs_least",
                },
                vec![
                    ("zone", self.zone(*zone)),
                    ("least", int(*least)),
                    ("most", int(*most)),
                ],
            ),
            Reason::Skips { zone, cells } => (
                "reason.skips",
                vec![("zone", self.zone(*zone)), ("cells", int(*cells))],
            ),
            Reason::GivesAway(dice) => {
                let die = |(die, face): &(finaud_rules::Die, finaud_rules::Face)| {
                    let arguments = vec![
                        ("die", self.names.die(self.language, *die)),
                        ("face", int(face.pips())),
                    ];
                    Value::Message("reason.die".into(), arguments)
                };
                (
                    "reason.gives_away",
                    vec![("dice", Value::List(dice.iter().map(die).collect()))],
                )
            }
            Reason::Keeps(dice) => ("reason.keeps", vec![("dice", int(*dice as u32))]),
            Reason::Spends { power, count, left } => (
                "reason.spends",
                vec![
                    ("power", Names::power(*power)),
                    ("count", int(*count)),
                    ("left", int(*left)),
                ],
            ),
            Reason::Rolls(dice) => ("reason.rolls", vec![("dice", int(*dice as u32))]),
            Reason::UsesNoDie => ("reason.uses_no_die", Vec::new()),
            Reason::TakesNothing => ("reason.takes_nothing", Vec::new()),
            Reason::Finishes(left) => ("reason.finishes", vec![("left", int(*left))]),
            Reason::StopsRolling => ("reason.stops_rolling", Vec::new()),
            Reason::TakesBack(die) => (
                "reason.takes_back",
                vec![("die", self.names.die(self.language, *die))],
            ),
            Reason::Bust { chance, .. } if *chance <= 0.0 => ("reason.no_bust", Vec::new()),
            Reason::Bust { chance, stake } => (
                "reason.bust",
                vec![("chance", Value::Decimal(*chance)), ("stake", int(*stake))],
            ),
            Reason::Secures(points) => ("reason.secures", vec![("points", points_of(*points))]),
            Reason::Leaves(columns) => {
                // Several columns are several points, whatever they are worth.
                let several = match columns[..] {
                    [only] => int(only),
                    _ => int(2u8),
                };
                let columns = columns.iter().map(|points| int(*points)).collect();
                (
                    "reason.leaves",
                    vec![("columns", Value::List(columns)), ("points", several)],
                )
            }
            Reason::Protects { colour, points } => (
                "reason.protects",
                vec![
                    ("colour", Value::Word(colour.word().into())),
                    ("points", points_of(*points)),
                ],
            ),
            Reason::Builds { column, points } => (
                "reason.builds",
                vec![
                    ("column", int(u16::from(*column) + 1)),
                    ("points", points_of(*points)),
                ],
            ),
            Reason::Begins(column) => ("reason.begins", vec![("column", int(u16::from(*column) + 1))]),
            Reason::Takes(points) => ("reason.takes", vec![("points", points_of(*points))]),
            Reason::RollsForIt(cost) => ("reason.rolls_for_it", vec![("cost", Value::Decimal(*cost))]),
            Reason::Spares(power) => ("reason.spares", vec![("power", Names::power(*power))]),
            Reason::KeepsBonus { zone, won } => (
                "reason.keeps_bonus",
                vec![("zone", self.zone(*zone)), ("won", self.award(*won))],
            ),
            Reason::SkipsFewer { zone, cells } => (
                "reason.skips_fewer",
                vec![("zone", self.zone(*zone)), ("cells", int(*cells))],
            ),
            Reason::KeepsOpen(zone) => ("reason.keeps_open", vec![("zone", self.zone(*zone))]),
            Reason::LessRisk { from, to } => (
                if *to > 0.0 {
                    "reason.less_risk"
                } else {
                    "reason.no_risk"
                },
                vec![("from", Value::Decimal(*from)), ("to", Value::Decimal(*to))],
            ),
            Reason::LeavesLess(points) => ("reason.leaves_less", vec![("n", int(*points))]),
            Reason::AvoidsDie(cost) => ("reason.avoids_die", vec![("cost", Value::Decimal(*cost))]),
            Reason::Prospects => ("reason.prospects", Vec::new()),
        }
    }

    fn zone(&self, zone: u8) -> Value<'a> {
        self.names.zone(self.language, zone)
    }

    fn award(&self, award: Award) -> Value<'a> {
        self.names.award(self.language, award)
    }

    fn group(&self, zone: u8, group: GroupKind) -> Value<'a> {
        self.names.group(self.language, zone, group)
    }

    fn pays(&self, won: Option<Award>, points: i16) -> Value<'a> {
        let (key, arguments) = match won {
            Some(won) if points == 0 => ("reason.pays_won", vec![("won", self.award(won))]),
            Some(won) => (
                "reason.pays_both",
                vec![("won", self.award(won)), ("points", points_of(points))],
            ),
            None => ("reason.pays_points", vec![("points", points_of(points))]),
        };
        Value::Message(key.into(), arguments)
    }
}

fn int(number: impl Into<i64>) -> Value<'static> {
    Value::Int(number.into())
}

/// `3 points`.
fn points_of(points: i16) -> Value<'static> {
    Value::Message("reason.points".into(), vec![("n", int(points))])
}
