//! Reading a track: what may follow what, what is written and how it scores.

use super::bonus::Bonuses;
use super::location::Noun;
use super::ratings::{rising_steps, too_many_steps};
use super::walk::{Fields, Node, not_together, only_with};
use super::zones::{MOST_FACTOR, for_each_cell, read_cell_count, read_points, read_some_points};
use crate::die::DICE;
use crate::zone::track::MAX_CELLS;
use crate::zone::{Factor, FreeNumber, Source, Track, TrackCell, TrackRule, TrackScore, Writes};
use crate::{Argument, Message};

/// The most steps of extra points.
const MOST_EXTRA: usize = 8;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Rule {
    Any,
    AtLeast,
    Rising,
    NotRising,
}

/// What the track is filled with: the first thing bonuses have to know about it.
pub(super) fn read_writes(fields: &mut Fields<'_>) -> Option<Writes> {
    fields.need("writes", "\"number\"").and_then(|writes| {
        writes.one_of(&[
            ("cross", Writes::Cross),
            ("number", Writes::Number),
            ("half or times", Writes::HalfOrTimes),
        ])
    })
}

pub(super) fn read(
    fields: &mut Fields<'_>,
    source: Source,
    writes: Option<Writes>,
    bonuses: &mut Bonuses,
) -> Option<Track> {
    let count = read_cell_count(fields, MAX_CELLS);
    let rule = fields.need("rule", "\"any\"").and_then(|rule| {
        rule.one_of(&[
            ("any", Rule::Any),
            ("at least", Rule::AtLeast),
            ("rising", Rule::Rising),
            ("not rising", Rule::NotRising),
        ])
    });
    let score = fields
        .need("score", "\"sum\"")
        .and_then(|score| score.one_of(&[("last", TrackScore::Last), ("sum", TrackScore::Sum)]));
    let least = fields.for_choice("least", rule, Rule::AtLeast, "rule = \"at least\"");
    let points = fields.for_choice("points", score, TrackScore::Last, "score = \"last\"");
    let restart = fields.maybe("restart");
    let factor = fields.maybe("factor");
    let free = fields.maybe("free");
    let bonus = fields.maybe("bonus");
    let bonus_from = fields.maybe("bonus_from");
    let extra = fields.maybe("extra");
    let number_points = fields.maybe("number_points");
    let doubled = fields.maybe("doubled");
    fields.finish(Message::new("sheet.table.track", "a track"));
    check_numbers_only(writes, [&bonus_from, &number_points, &doubled]);

    let highest = match source {
        Source::Face | Source::BesideWhite => 6,
        Source::WithWhite => 12,
        Source::WithPlatter => 6 * DICE as u8,
    };
    let awards = bonuses.list(bonus, Noun::Cell, count, for_each_cell());
    let points = read_points(points, Noun::Cell, count, for_each_cell());
    let least: Vec<u8> = entries(least, count)
        .iter()
        .map(|entry| entry.number(0, highest.into()).unwrap_or(0))
        .collect();
    let restart = restart.and_then(|restart| {
        if rule.is_some_and(|rule| rule != Rule::Rising) {
            restart.error(only_with("rule = \"rising\""));
        }
        restart.number(1, highest.into())
    });
    let bonus_from: Vec<u8> = entries(bonus_from, count)
        .iter()
        .map(|entry| entry.number(0, highest.into()).unwrap_or(0))
        .collect();
    if let Some(doubled) = &doubled {
        if factor.is_some() {
            doubled.error(not_together("doubled", "factor"));
        }
        if rule.is_some_and(|rule| rule != Rule::Any) {
            doubled.error(only_with("rule = \"any\""));
        }
    }
    let doubled = doubled.and_then(|doubled| doubled.number(1, highest.into()));
    let exact_extra = number_points.is_some();
    if let (Some(node), true) = (&number_points, extra.is_some() || factor.is_some() || highest > 6) {
        let other = if extra.is_some() {
            "extra"
        } else if factor.is_some() {
            "factor"
        } else {
            "value"
        };
        node.error(not_together("number_points", other));
    }
    let factors = read_factors(factor, writes, rule, count);
    let free = read_free(free, writes, rule, source);
    let extra = match number_points {
        Some(points) => read_number_points(points),
        None => read_extra(extra, highest),
    };
    check(fields, writes, rule, score, source, !extra.is_empty());

    let count = count?;
    // Free numbers that continue the row may climb past the highest roll, by one a cell.
    let most = if free == FreeNumber::Next {
        highest + (count - 1) as u8
    } else {
        highest
    };
    let rule = match rule? {
        Rule::Any => TrackRule::Any,
        Rule::AtLeast => TrackRule::AtLeast,
        Rule::Rising => TrackRule::Rising { restart },
        Rule::NotRising => TrackRule::NotRising,
    };
    let cells = (0..count).map(|cell| TrackCell {
        least: nth(&least, cell, 0),
        factor: nth(&factors, cell, Factor::Times(1)),
        points: nth(&points, cell, 0),
        award: nth(&awards, cell, None),
        bonus_from: nth(&bonus_from, cell, 0),
    });
    Some(Track {
        cells: cells.collect(),
        rule,
        writes: writes?,
        most,
        free,
        doubled: doubled.unwrap_or(0),
        score: score?,
        extra,
        exact_extra,
    })
}

fn nth<T: Copy>(list: &[T], index: usize, otherwise: T) -> T {
    list.get(index).copied().unwrap_or(otherwise)
}

/// The entries of a list with one for each cell.
fn entries<'a>(node: Option<Node<'a>>, count: Option<usize>) -> Vec<Node<'a>> {
    let entries = node.and_then(|node| match count {
        Some(count) => node.list_of(Noun::Cell, count, for_each_cell()),
        None => node.list(Noun::Cell),
    });
    entries.unwrap_or_default()
}

fn read_factors(
    node: Option<Node<'_>>,
    writes: Option<Writes>,
    rule: Option<Rule>,
    count: Option<usize>,
) -> Vec<Factor> {
    if let Some(node) = &node {
        if writes == Some(Writes::Cross) {
            node.error(Message::new(
                "sheet.factors-of-crosses",
                "makes sense only where numbers are written",
            ));
        } else if rule == Some(Rule::NotRising) {
            node.error(not_together("factor", "rule = \"not rising\""));
        } else if rule == Some(Rule::Rising) {
            node.error(Message::new(
                "sheet.rising-factors",
                "a rising track has no factors: what is written has to rise",
            ));
        }
    }
    let factor = |entry: &Node<'_>| {
        if entry.is_text() {
            let half = entry.one_of(&[("half", Factor::HalfOnly)]);
            if half.is_some() && writes.is_some_and(|writes| writes != Writes::HalfOrTimes) {
                entry.error(goes_with("half", "writes = \"half or times\"".into()));
            }
            return half.unwrap_or(Factor::HalfOnly);
        }
        entry
            .number(1, MOST_FACTOR)
            .map_or(Factor::HalfOnly, Factor::Times)
    };
    entries(node, count).iter().map(factor).collect()
}

/// A word that needs another value beside it, which is told as it is written.
fn goes_with(word: &str, when: Argument) -> Message {
    Message::new("sheet.goes-with", "\"{word}\" goes with {when}")
        .with("word", word)
        .with("when", when)
}

fn read_free(
    node: Option<Node<'_>>,
    writes: Option<Writes>,
    rule: Option<Rule>,
    source: Source,
) -> FreeNumber {
    let Some(node) = node else {
        return FreeNumber::Face;
    };
    let free = node.one_of(&[
        ("any", FreeNumber::Face),
        ("next", FreeNumber::Next),
        ("sum", FreeNumber::Sum),
    ]);
    let is_next = free == Some(FreeNumber::Next);
    if free == Some(FreeNumber::Sum) && source != Source::WithWhite {
        node.error(goes_with("sum", "value = \"with white\"".into()));
    }
    let climbs = matches!(writes, None | Some(Writes::Number)) && matches!(rule, None | Some(Rule::Rising));
    if is_next && !climbs {
        let when = Message::all_of(["rule = \"rising\"", "writes = \"number\""]);
        node.error(goes_with("next", when));
    }
    match free {
        Some(FreeNumber::Next) if !climbs => FreeNumber::Face,
        free => free.unwrap_or(FreeNumber::Face),
    }
}

/// Points for each written 1, 2, … 6, as steps: from 6 on so many, from 5 on so many, and so on.
fn read_number_points(node: Node<'_>) -> Vec<(u8, i16)> {
    let why = Message::new("sheet.why.faces", "one for each number from 1 to 6");
    let points = read_points(Some(node), Noun::Entry, Some(6), why);
    (1..=6).rev().zip(points.into_iter().rev()).collect()
}

/// These keys are for tracks of numbers.
fn check_numbers_only(writes: Option<Writes>, keys: [&Option<Node<'_>>; 3]) {
    for node in keys {
        if let (Some(node), Some(Writes::Cross | Writes::HalfOrTimes)) = (node, writes) {
            node.error(only_with("writes = \"number\""));
        }
    }
}

/// Points for high numbers: `[{ from = 20, points = 4 }, { from = 15, points = 3 }]`.
fn read_extra(node: Option<Node<'_>>, highest: u8) -> Vec<(u8, i16)> {
    let Some(node) = node else { return Vec::new() };
    let steps = node.list(Noun::Step).unwrap_or_default();
    if steps.len() > MOST_EXTRA {
        node.error(too_many_steps(steps.len(), MOST_EXTRA));
    }
    let mut extra: Vec<(u8, i16)> = Vec::new();
    for step in steps.iter().take(MOST_EXTRA) {
        let Some(mut fields) = step.fields() else { continue };
        let from: Option<u8> = fields
            .need("from", "20")
            .and_then(|from| from.number(1, i64::from(highest) * MOST_FACTOR));
        let points = fields
            .need("points", "4")
            .and_then(|points| read_some_points(&points));
        fields.finish(Message::new("sheet.table.extra-step", "a step of extra points"));
        let (Some(from), Some(points)) = (from, points) else {
            continue;
        };
        if let Some((before, _)) = extra.last().filter(|(before, _)| *before <= from) {
            step.error(rising_steps(from, *before));
        }
        extra.push((from, points));
    }
    extra
}

/// Complains about what does not go together.
fn check(
    fields: &Fields<'_>,
    writes: Option<Writes>,
    rule: Option<Rule>,
    score: Option<TrackScore>,
    source: Source,
    has_extra: bool,
) {
    match writes {
        Some(Writes::Cross) => {
            if rule == Some(Rule::Rising) {
                fields.error(Message::new(
                    "sheet.rising-crosses",
                    "crosses cannot rise; write rule = \"any\" or \"at least\", or writes = \"number\"",
                ));
            }
            if rule == Some(Rule::NotRising) {
                fields.error(not_together("writes = \"cross\"", "rule = \"not rising\""));
            }
            if score == Some(TrackScore::Sum) {
                fields.error(Message::new(
                    "sheet.sum-of-crosses",
                    "crosses have no sum; write score = \"last\" and \"points\", or writes = \"number\"",
                ));
            }
            if has_extra {
                fields.error(Message::new(
                    "sheet.extra-for-crosses",
                    "\"extra\" points are for written numbers, but this track holds crosses",
                ));
            }
        }
        Some(Writes::HalfOrTimes) => {
            if source != Source::Face {
                fields.error(Message::new(
                    "sheet.half-of-sums",
                    "writes \"half or times\" goes with a single die; leave \"value\" out",
                ));
            }
            if rule == Some(Rule::NotRising) {
                fields.error(not_together(
                    "writes = \"half or times\"",
                    "rule = \"not rising\"",
                ));
            }
            if rule == Some(Rule::Rising) {
                fields.error(Message::new(
                    "sheet.rising-halves",
                    "writes \"half or times\" goes with rule = \"any\" or \"at least\", not \"rising\"",
                ));
            }
        }
        Some(Writes::Number) | None => {}
    }
}
