//! Reading a track: what may follow what, what is written and how it scores.

use super::bonus::Bonuses;
use super::location::Noun;
use super::ratings::{rising_steps, too_many_steps};
use super::walk::{Fields, Node, only_with};
use super::zones::{MOST_FACTOR, for_each_cell, read_cell_count, read_points, read_some_points};
use crate::die::DICE;
use crate::zone::track::MAX_CELLS;
use crate::zone::{Factor, Source, Track, TrackCell, TrackRule, TrackScore, Writes};
use crate::{Argument, Message};

/// The most steps of extra points.
const MOST_EXTRA: usize = 8;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Rule {
    Any,
    AtLeast,
    Rising,
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
    let extra = fields.maybe("extra");
    fields.finish(Message::new("sheet.table.track", "a track"));

    let highest = match source {
        Source::Face => 6,
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
    let factors = read_factors(factor, writes, rule, count);
    let free_is_next = read_free(free, writes, rule);
    let extra = read_extra(extra, highest);
    check(fields, writes, rule, score, source, !extra.is_empty());

    let count = count?;
    // Free numbers that continue the row may climb past the highest roll, by one a cell.
    let most = if free_is_next {
        highest + (count - 1) as u8
    } else {
        highest
    };
    let rule = match rule? {
        Rule::Any => TrackRule::Any,
        Rule::AtLeast => TrackRule::AtLeast,
        Rule::Rising => TrackRule::Rising { restart },
    };
    let cells = (0..count).map(|cell| TrackCell {
        least: nth(&least, cell, 0),
        factor: nth(&factors, cell, Factor::Times(1)),
        points: nth(&points, cell, 0),
        award: nth(&awards, cell, None),
    });
    Some(Track {
        cells: cells.collect(),
        rule,
        writes: writes?,
        most,
        free_is_next,
        score: score?,
        extra,
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

fn read_free(node: Option<Node<'_>>, writes: Option<Writes>, rule: Option<Rule>) -> bool {
    let Some(node) = node else { return false };
    let is_next = node.one_of(&[("any", false), ("next", true)]).unwrap_or(false);
    let climbs = matches!(writes, None | Some(Writes::Number)) && matches!(rule, None | Some(Rule::Rising));
    if is_next && !climbs {
        let when = Message::all_of(["rule = \"rising\"", "writes = \"number\""]);
        node.error(goes_with("next", when));
    }
    is_next && climbs
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
