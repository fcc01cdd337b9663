//! `[[zones]]`: what all zones share, and the smaller mechanics.

use super::bonus::Bonuses;
use super::expectation::Expected;
use super::location::{Location, Noun, Segment};
use super::walk::{Fields, Node, only_with};
use super::{grid, regions, square, track};
use crate::Message;
use crate::zone::{
    Line, LineRule, Lines, Mechanic, PairCell, Pairs, Source, Spread, SpreadCell, Stride, Writes, Zone,
};
use crate::zone::{lines, pairs, spread, stride};

/// The most points that may be printed anywhere, and the fewest below zero.
const MOST_POINTS: i64 = 999;
/// The highest factor of a cell.
pub(super) const MOST_FACTOR: i64 = 6;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Grid,
    Track,
    Stride,
    Spread,
    Lines,
    Pairs,
    Square,
    Regions,
}

/// A zone of which only the outline is read: enough to know what bonuses for it mean.
pub(super) struct Draft<'a> {
    pub(super) name: String,
    kind: Option<Kind>,
    writes: Option<Writes>,
    source: Source,
    fields: Fields<'a>,
}

impl<'a> Draft<'a> {
    /// Reads the keys that all zones have.
    pub(super) fn read(node: &Node<'a>) -> Option<Draft<'a>> {
        let mut fields = node.fields()?;
        let name = fields.need("name", "\"yellow\"").and_then(|name| name.word());
        if let Some(name) = &name {
            fields.place = Location::zone(name);
        }
        let kind = fields.need("mechanic", "\"grid\"").and_then(|mechanic| {
            mechanic.one_of(&[
                ("grid", Kind::Grid),
                ("track", Kind::Track),
                ("stride", Kind::Stride),
                ("spread", Kind::Spread),
                ("lines", Kind::Lines),
                ("pairs", Kind::Pairs),
                ("square", Kind::Square),
                ("regions", Kind::Regions),
            ])
        });
        let source = read_source(&mut fields, kind);
        let writes = match kind {
            Some(Kind::Track) => track::read_writes(&mut fields),
            _ => None,
        };
        Some(Draft {
            name: name.unwrap_or_default(),
            kind,
            writes,
            source,
            fields,
        })
    }

    /// Are cells of the zone crossed? `None` where its mechanic is not understood.
    pub(super) fn is_crossed(&self) -> Option<bool> {
        match self.kind? {
            Kind::Grid | Kind::Stride | Kind::Square | Kind::Regions => Some(true),
            Kind::Track => self.writes.map(|writes| writes == Writes::Cross),
            Kind::Spread | Kind::Lines | Kind::Pairs => Some(false),
        }
    }

    /// Can a bonus write a certain number in the next cell?
    pub(super) fn takes_numbers(&self) -> Option<bool> {
        match self.kind? {
            Kind::Track => self.writes.map(|writes| writes != Writes::Cross),
            Kind::Grid
            | Kind::Stride
            | Kind::Spread
            | Kind::Lines
            | Kind::Pairs
            | Kind::Square
            | Kind::Regions => Some(false),
        }
    }

    /// Reads the rest of the zone; `names` are those of all zones.
    pub(super) fn finish(self, names: &[String], bonuses: &mut Bonuses) -> Option<Zone> {
        let Draft {
            name,
            kind,
            writes,
            source,
            mut fields,
        } = self;
        let free_is_any = read_free(&mut fields, kind?, source);
        let mechanic = match kind? {
            Kind::Grid => {
                let others: Vec<(u8, &str)> = (1..)
                    .zip(names.iter().map(String::as_str))
                    .filter(|(_, other)| *other != name)
                    .collect();
                Mechanic::Grid(grid::read(&mut fields, source, &others, bonuses)?)
            }
            Kind::Track => Mechanic::Track(track::read(&mut fields, source, writes, bonuses)?),
            Kind::Stride => Mechanic::Stride(read_stride(&mut fields, bonuses)?),
            Kind::Spread => Mechanic::Spread(read_spread(&mut fields, bonuses)?),
            Kind::Lines => Mechanic::Lines(read_lines(&mut fields, bonuses)?),
            Kind::Pairs => Mechanic::Pairs(read_pairs(&mut fields, bonuses)?),
            Kind::Square => Mechanic::Square(square::read(&mut fields, bonuses)?),
            Kind::Regions => Mechanic::Regions(regions::read(&mut fields, bonuses)?),
        };
        Some(Zone {
            name,
            source,
            free_is_any,
            mechanic,
        })
    }
}

/// Does the sheet say that a free number is any number, whatever the white die shows?
fn read_free(fields: &mut Fields<'_>, kind: Kind, source: Source) -> bool {
    let with_white = source == Source::WithWhite;
    match kind {
        // A track reads this field itself: it has more to say.
        Kind::Track => with_white && (fields.says("free", "any") || fields.says("free", "sum")),
        Kind::Grid | Kind::Spread => {
            let Some(free) = fields.maybe("free") else {
                return false;
            };
            let is_any = free.one_of(&[("any", ())]).is_some();
            if is_any && !with_white {
                free.error(only_with("value = \"with white\""));
            }
            is_any && with_white
        }
        Kind::Stride | Kind::Lines | Kind::Pairs | Kind::Square | Kind::Regions => false,
    }
}

fn read_source(fields: &mut Fields<'_>, kind: Option<Kind>) -> Source {
    const DIE: (&str, Source) = ("die", Source::Face);
    const WHITE: (&str, Source) = ("with white", Source::WithWhite);
    const PLATTER: (&str, Source) = ("with platter", Source::WithPlatter);
    let known: &[(&str, Source)] = match kind {
        // Two dice give the numbers 2 to 12 these zones can hold; more dice would not fit.
        Some(Kind::Grid) => &[DIE, WHITE],
        Some(Kind::Spread) => &[WHITE],
        // These hold the faces of a single die.
        Some(Kind::Stride | Kind::Lines | Kind::Pairs | Kind::Regions) => &[DIE],
        // Two dice name a cell; there is nothing to choose.
        Some(Kind::Square) => return Source::BesideWhite,
        Some(Kind::Track) | None => &[DIE, WHITE, PLATTER],
    };
    let value = if kind == Some(Kind::Spread) {
        fields.need("value", "\"with white\"")
    } else {
        fields.maybe("value")
    };
    value
        .and_then(|value| value.one_of(known))
        .unwrap_or(Source::Face)
}

/// A list of points, one for each of `count` things; where the count is not known, the numbers are checked all the same.
pub(super) fn read_points(
    node: Option<Node<'_>>,
    noun: Noun,
    count: Option<usize>,
    why: Message,
) -> Vec<i16> {
    let entries = node.and_then(|node| match count {
        Some(count) => node.list_of(noun, count, why),
        None => node.list(noun),
    });
    let mut points: Vec<i16> = entries
        .iter()
        .flatten()
        .map(|entry| read_some_points(entry).unwrap_or(0))
        .collect();
    points.resize(count.unwrap_or(points.len()), 0);
    points
}

/// Why a list has so many entries.
pub(super) fn for_each_cell() -> Message {
    Message::new("sheet.why.cells", "one for each cell")
}

/// Why a list has so many entries.
pub(super) fn for_each_column() -> Message {
    Message::new("sheet.why.columns", "one for each column")
}

pub(super) fn read_some_points(node: &Node<'_>) -> Option<i16> {
    node.number(-MOST_POINTS, MOST_POINTS)
}

/// A table of points by crosses, which starts with none.
pub(super) fn from_no_cross(points: Vec<i16>) -> Vec<i16> {
    std::iter::once(0).chain(points).collect()
}

/// The number of cells, written as a number.
pub(super) fn read_cell_count(fields: &mut Fields<'_>, most: usize) -> Option<usize> {
    fields
        .need("cells", &most.to_string())
        .and_then(|cells| cells.number(1, most as i64))
}

fn read_stride(fields: &mut Fields<'_>, bonuses: &mut Bonuses) -> Option<Stride> {
    let cells = fields.need("cells", "\"1 5 3 4 2 6\"");
    let between = fields.maybe("between");
    let points = fields.need("points", "[1, 3, 6, 10, 15, 21]");
    fields.finish(Message::new("sheet.table.stride", "a stride"));

    let numbers = cells.and_then(|cells| {
        cells.expect(|| Expected::PrintedRow { first: 0 });
        let words: Vec<&str> = cells.text()?.split_whitespace().collect();
        if !(2..=stride::MAX_CELLS).contains(&words.len()) {
            let what = Message::new(
                "sheet.stride-cells",
                "has {count} cells, but should have from 2 to {most}",
            );
            cells.error(what.with("count", words.len()).with("most", stride::MAX_CELLS));
            return None;
        }
        let numbers: Vec<u8> = words
            .iter()
            .filter_map(|word| word.parse().ok())
            .filter(|number| (1..=6).contains(number))
            .collect();
        if numbers.len() != words.len() {
            cells.error(Message::new(
                "sheet.stride-numbers",
                "should be numbers from 1 to 6 with spaces between them, such as \"1 5 3 4 2 6\"",
            ));
            return None;
        }
        Some(numbers)
    });
    let count = numbers.as_ref().map(Vec::len);
    let neighbours = count.map(|count| count - 1);
    let why = Message::new("sheet.why.neighbours", "one for each pair of neighbours");
    let between = bonuses.list(between, Noun::Bonus, neighbours, why);
    let points = read_points(
        points,
        Noun::Cross,
        count,
        Message::new("sheet.why.crosses", "one for each number of crosses"),
    );
    Some(Stride::new(numbers?, between, from_no_cross(points)))
}

fn read_spread(fields: &mut Fields<'_>, bonuses: &mut Bonuses) -> Option<Spread> {
    let count = read_cell_count(fields, spread::MAX_CELLS);
    let centre = fields.need("centre", "7").and_then(|centre| centre.number(3, 11));
    let points = fields.need("points", "[3, 6, 9, 13, 17, 22]");
    let left = fields.maybe("left_bonus");
    let right = fields.maybe("right_bonus");
    let extra = fields.maybe("extra");
    fields.finish(Message::new("sheet.table.spread", "a spread"));

    let why = || {
        Message::new(
            "sheet.why.side",
            "one for each cell of a side, nearest to the middle first",
        )
    };
    let points = read_points(points, Noun::Cell, count, why());
    let mut side = |node| {
        let awards = bonuses.list(node, Noun::Cell, count, why());
        let cell = |(points, award): (&i16, Option<_>)| SpreadCell {
            points: *points,
            award,
        };
        points.iter().zip(awards).map(cell).collect::<Vec<_>>()
    };
    let (left, right) = (side(left), side(right));
    // Numbers up to 0 and from 13 on cannot be written: no extra points.
    let extra = extra.map_or(Some((0, 13, 0)), |extra| {
        let mut fields = extra.fields()?;
        let low = fields.need("up_to", "4").and_then(|number| number.number(1, 12));
        let high = fields.need("from", "10").and_then(|number| number.number(2, 13));
        let points = fields
            .need("points", "4")
            .and_then(|points| read_some_points(&points));
        fields.finish(Message::new(
            "sheet.table.extra-of-spread",
            "the extra points of a spread",
        ));
        let (low, high): (u8, u8) = (low?, high?);
        if low >= high {
            let what = Message::new(
                "sheet.extra-order",
                "\"from\" should be more than \"up_to\", but {high} is not more than {low}",
            );
            extra.error(what.with("high", high).with("low", low));
        }
        Some((low, high, points?))
    });
    count?;
    Some(Spread {
        centre: centre?,
        left,
        right,
        extra: extra?,
    })
}

fn read_lines(fields: &mut Fields<'_>, bonuses: &mut Bonuses) -> Option<Lines> {
    let lines = fields.maybe("lines");
    let factors = fields.maybe("column_factors");
    let points = match &factors {
        Some(_) => fields.maybe("column_points"),
        None => fields.need("column_points", "[10, 15, 15, 20, 20, 25]"),
    };
    fields.finish(Message::new("sheet.table.lines", "a zone of lines"));

    let width = factors
        .as_ref()
        .or(points.as_ref())
        .and_then(|columns| Some(columns.list(Noun::Column)?.len()));
    let mut read_factors: Vec<u8> = Vec::new();
    for factor in factors
        .iter()
        .filter_map(|node| node.list(Noun::Column))
        .flatten()
    {
        read_factors.push(factor.number(1, MOST_FACTOR).unwrap_or(1));
    }
    let points = read_points(points, Noun::Column, width, for_each_column());
    let entries = match lines {
        Some(lines) => lines.list(Noun::Line)?,
        None => Vec::new(),
    };
    if !(1..=lines::MAX_LINES).contains(&entries.len()) {
        let what = Message::new(
            "sheet.line-count",
            "has {count} lines, but should have from 1 to {most}; write [[zones.lines]] for each",
        );
        let what = what.with("count", entries.len());
        fields.error(what.with("most", lines::MAX_LINES));
    }
    let mut read: Vec<Line> = Vec::new();
    for entry in &entries {
        let Some(mut line) = entry.fields() else { continue };
        let name = line.need("name", "\"top\"").and_then(|name| name.word());
        line.place = match &name {
            Some(name) => fields.place.with(Segment::Line(name.clone())),
            None => line.place,
        };
        let rule = line.need("rule", "\"falling\"").and_then(|rule| {
            rule.one_of(&[
                ("any", LineRule::Any),
                ("falling", LineRule::Falling),
                ("rising", LineRule::Rising),
            ])
        });
        let sign = line
            .need("counts", "\"plus\"")
            .and_then(|counts| counts.one_of(&[("nothing", 0), ("minus", -1), ("plus", 1)]));
        let awards = line.maybe("bonus");
        line.finish(Message::new("sheet.table.line", "a line"));
        let awards = bonuses.list(awards, Noun::Cell, width, for_each_column());
        let (Some(name), Some(rule), Some(sign)) = (name, rule, sign) else {
            continue;
        };
        if read.iter().any(|other| other.name == name) {
            let what = Message::new("sheet.line-twice", "there are two lines with the name {name}");
            line.error(what.with("name", &name));
        }
        read.push(Line {
            name,
            rule,
            sign,
            awards,
        });
    }
    let cells = width? * entries.len();
    if width == Some(0) {
        fields.error(Message::new(
            "sheet.no-columns",
            "\"column_points\" should have a number for each column, but is empty",
        ));
    } else if cells > lines::MAX_CELLS {
        let what = Message::new(
            "sheet.line-cells",
            "has {count} cells in all lines together, but may have at most {most}",
        );
        fields.error(what.with("count", cells).with("most", lines::MAX_CELLS));
    } else if read.len() == entries.len() && !read.is_empty() {
        return Some(Lines {
            lines: read,
            points,
            factors: read_factors,
        });
    }
    None
}

fn read_pairs(fields: &mut Fields<'_>, bonuses: &mut Bonuses) -> Option<Pairs> {
    let factors = fields.need("factors", "[[2, 3], [2, 2]]");
    let bonus = fields.maybe("bonus");
    let order = fields.maybe("order");
    fields.finish(Message::new("sheet.table.pairs", "a zone of pairs"));
    let in_order =
        order.is_some_and(|order| order.one_of(&[("any", false), ("left to right", true)]) == Some(true));

    let blocks = factors.as_ref().and_then(|factors| factors.list(Noun::Block));
    let count = blocks.as_ref().map(|blocks| 2 * blocks.len());
    let why = Message::new("sheet.why.blocks", "two for each block");
    let awards = bonuses.list(bonus, Noun::Cell, count, why);
    if let (Some(factors), Some(count)) = (&factors, count)
        && !(2..=pairs::MAX_CELLS).contains(&count)
    {
        let what = Message::new(
            "sheet.block-count",
            "has {count} blocks, but should have from 1 to {most}",
        );
        let what = what.with("count", count / 2);
        factors.error(what.with("most", pairs::MAX_CELLS / 2));
        return None;
    }
    let mut cells = Vec::new();
    for block in blocks? {
        let why = Message::new("sheet.why.halves", "left and right");
        for factor in block.list_of(Noun::Factor, 2, why).into_iter().flatten() {
            cells.push(factor.number(1, MOST_FACTOR).unwrap_or(1));
        }
    }
    let cell = |(factor, award)| PairCell { factor, award };
    Some(Pairs {
        cells: cells.into_iter().zip(awards).map(cell).collect(),
        in_order,
    })
}
