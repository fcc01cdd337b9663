//! Reading a map of regions: its parts, where one starts, what they give.

use super::bonus::Bonuses;
use super::expectation::Expected;
use super::location::{Noun, Segment};
use super::problem::quote;
use super::walk::{Fields, Node};
use super::zones::{for_each_column, read_points};
use crate::Message;
use crate::bonus::Award;
use crate::zone::regions::{MAX_CELLS, MAX_PARTS, MAX_SHADES, MAX_SIZE, letter};
use crate::zone::{Part, Regions, Shade};

/// A map as it is drawn.
struct Map {
    rows: usize,
    columns: usize,
    /// The part of each cell, row after row.
    part_of: Vec<Option<usize>>,
    /// The cells written with a capital letter, one for each part that has one.
    capitals: Vec<Option<u8>>,
}

pub(super) fn read(fields: &mut Fields<'_>, bonuses: &mut Bonuses) -> Option<Regions> {
    let cells = fields.need("cells", "[\"aab\", \"acb\"]");
    let start = fields.need("start", "\"a\"");
    let bonus = fields.maybe("bonus");
    let points = fields.need("column_points", "[1, 2, 3]");
    let shades = fields.maybe("shades");
    fields.finish(Message::new("sheet.table.regions", "a zone of regions"));

    let map = cells.and_then(|mut cells| {
        cells.place.clone_from(&fields.place);
        read_map(&cells)
    });
    let count = map.as_ref().map_or(0, |map| map.capitals.len());
    let mut awards: Vec<Option<Award>> = vec![None; count];
    if let Some(bonus) = &bonus {
        (0..count).for_each(|part| bonus.expect_key(&letter(part).to_string()));
    }
    for (name, node) in bonus.iter().filter_map(Node::entries).flatten() {
        let award = bonuses.award(&node);
        match part_named(name, count) {
            Some(part) => awards[part] = award,
            None if map.is_some() => node.error(no_part(name)),
            None => {}
        }
    }
    let columns = map.as_ref().map(|map| map.columns);
    let points = read_points(points, Noun::Column, columns, for_each_column());
    let start = start.and_then(|start| read_parts(&start, count));
    let shades = read_shades(fields, shades, count, bonuses);

    let (map, start, shades) = (map?, start?, shades?);
    let parts: Vec<Part> = (0..count)
        .map(|part| {
            let cells = map.cells_of(part);
            let shade = shades.iter().position(|shade| shade.parts >> part & 1 != 0);
            Part {
                cells,
                touches: map.touched_by(part),
                shade: shade.unwrap_or(0) as u8,
                award: awards[part],
                bonus_cell: map.capitals[part].unwrap_or(cells.trailing_zeros() as u8),
            }
        })
        .collect();
    check_ways(fields, &parts, start);
    Some(Regions::new(
        map.rows as u8,
        map.columns as u8,
        parts,
        start,
        shades,
        points,
    ))
}

/// The part with this letter, of so many.
fn part_named(name: &str, count: usize) -> Option<usize> {
    (0..count).find(|part| name.chars().eq([letter(*part)]))
}

fn no_part(name: &str) -> Message {
    Message::new("sheet.no-part", "there is no part {name}").with("name", quote(name))
}

fn read_map(node: &Node<'_>) -> Option<Map> {
    let rows = node.list(Noun::Row)?;
    let mut letters: Vec<Vec<char>> = Vec::new();
    for row in &rows {
        let first = letters.iter().map(Vec::len).sum();
        row.expect(|| Expected::MapRow { first });
        letters.push(row.text()?.chars().collect());
    }
    let columns = letters.first().map_or(0, Vec::len);
    for (row, letters) in rows.iter().zip(&letters) {
        if letters.len() != columns {
            let what = Message::new(
                "sheet.uneven-rows",
                "has {count} cells, but row 1 has {columns}; write - where there is no cell",
            );
            row.error(what.with("count", letters.len()).with("columns", columns));
            return None;
        }
        if let Some(at) = letters
            .iter()
            .position(|it| !it.is_ascii_alphabetic() && *it != '-')
        {
            let what = Message::new(
                "sheet.no-letter",
                "{text} should be a letter, the same for all cells of a part, or -",
            );
            let what = what.with("text", quote(&letters[at].to_string()));
            row.error_in(Segment::Numbered(Noun::Cell, at + 1), what);
            return None;
        }
    }
    let count = columns * rows.len();
    if count == 0 || count > MAX_CELLS {
        let what = Message::new(
            "sheet.map-cells",
            "has {count} cells, but a map should have from 1 to {most}",
        );
        node.error(what.with("count", count).with("most", MAX_CELLS));
        return None;
    }
    let flat: Vec<char> = letters.into_iter().flatten().collect();
    let part_of: Vec<Option<usize>> = flat
        .iter()
        .map(|it| {
            it.is_ascii_alphabetic()
                .then(|| usize::from(it.to_ascii_lowercase() as u8 - b'a'))
        })
        .collect();
    let parts = part_of.iter().flatten().max().map_or(0, |last| last + 1);
    let mut map = Map {
        rows: rows.len(),
        columns,
        part_of,
        capitals: vec![None; parts.min(MAX_PARTS)],
    };
    for (cell, it) in flat.iter().enumerate() {
        if let (true, Some(part)) = (it.is_ascii_uppercase(), map.part_of[cell]) {
            map.capitals[part] = Some(cell as u8);
        }
    }
    map.check(node).then_some(map)
}

impl Map {
    /// The cells of a part, one bit each.
    fn cells_of(&self, part: usize) -> u64 {
        let cells = self.part_of.iter().enumerate();
        cells
            .filter(|(_, of)| **of == Some(part))
            .fold(0, |cells, (cell, _)| cells | 1 << cell)
    }

    /// The cells beside these, one bit each.
    fn beside(&self, cells: u64) -> u64 {
        let count = self.part_of.len();
        (0..count)
            .filter(|cell| cells >> cell & 1 != 0)
            .fold(0, |beside, cell| {
                let column = cell % self.columns;
                let mut near = 0;
                if column > 0 {
                    near |= 1 << (cell - 1);
                }
                if column + 1 < self.columns {
                    near |= 1 << (cell + 1);
                }
                if let Some(above) = cell.checked_sub(self.columns) {
                    near |= 1 << above;
                }
                if cell + self.columns < count {
                    near |= 1 << (cell + self.columns);
                }
                beside | near
            })
    }

    /// The other parts that lie beside a part, one bit each.
    fn touched_by(&self, part: usize) -> u32 {
        let beside = self.beside(self.cells_of(part));
        let parts = self.part_of.iter().enumerate();
        parts
            .filter(|(cell, _)| beside >> cell & 1 != 0)
            .filter_map(|(_, of)| of.filter(|of| *of != part))
            .fold(0, |parts, of| parts | 1 << of)
    }

    /// Complains about parts that are missing, too large or in pieces.
    fn check(&self, node: &Node<'_>) -> bool {
        let mut fits = true;
        for part in 0..self.capitals.len() {
            let cells = self.cells_of(part);
            let size = cells.count_ones() as usize;
            let mut together = cells & cells.wrapping_neg();
            loop {
                let more = (together | self.beside(together)) & cells;
                if more == together {
                    break;
                }
                together = more;
            }
            let what = if size == 0 {
                Message::new(
                    "sheet.part-missing",
                    "part {part} is missing: letters are used from a on, without gaps",
                )
            } else if size > MAX_SIZE {
                Message::new(
                    "sheet.part-size",
                    "part {part} has {count} cells, but may have at most {most}",
                )
                .with("count", size)
                .with("most", MAX_SIZE)
            } else if together != cells {
                Message::new(
                    "sheet.part-in-pieces",
                    "part {part} is in pieces: its cells should lie side by side",
                )
            } else {
                continue;
            };
            node.error(what.with("part", letter(part).to_string()));
            fits = false;
        }
        if self.capitals.is_empty() {
            node.error(Message::new(
                "sheet.nothing-open",
                "has no cell that can be crossed",
            ));
            fits = false;
        }
        fits
    }
}

/// Reads the letters of some parts, with spaces between.
fn read_parts(node: &Node<'_>, count: usize) -> Option<u32> {
    let mut parts = 0;
    node.expect(|| Expected::SomeOf((0..count).map(|part| letter(part).to_string()).collect()));
    let text = node.text()?;
    for word in text.split_whitespace() {
        match part_named(word, count) {
            Some(part) if parts >> part & 1 != 0 => {
                let what = Message::new("sheet.named-twice", "{word} is named twice");
                node.error(what.with("word", quote(word)));
            }
            Some(part) => parts |= 1 << part,
            None if count > 0 => node.error(no_part(word)),
            None => {}
        }
    }
    if text.trim().is_empty() {
        node.error(Message::new("sheet.empty-text", "should not be empty"));
        return None;
    }
    Some(parts)
}

fn read_shades(
    fields: &Fields<'_>,
    node: Option<Node<'_>>,
    count: usize,
    bonuses: &mut Bonuses,
) -> Option<Vec<Shade>> {
    let all = (1u64 << count) as u32;
    let all = all.wrapping_sub(1);
    let Some(node) = node else {
        return Some(vec![Shade {
            name: String::new(),
            parts: all,
            award: None,
        }]);
    };
    let mut shades: Vec<Shade> = Vec::new();
    let entries = node.list(Noun::Entry)?;
    if !(1..=MAX_SHADES).contains(&entries.len()) {
        let what = Message::new(
            "sheet.shade-count",
            "has {count} shades, but may have from 1 to {most}; write [[zones.shades]] for each",
        );
        node.error(what.with("count", entries.len()).with("most", MAX_SHADES));
        return None;
    }
    for entry in &entries {
        let mut shade = entry.fields()?;
        let name = shade.need("name", "\"dark\"").and_then(|name| name.word());
        let parts = shade.need("parts", "\"a c\"");
        let bonus = shade.maybe("bonus");
        shade.finish(Message::new("sheet.table.shade", "a shade"));
        let award = bonus.and_then(|bonus| bonuses.award(&bonus));
        let parts = parts.and_then(|parts| read_parts(&parts, count));
        shades.push(Shade {
            name: name?,
            parts: parts?,
            award,
        });
    }
    if count == 0 {
        return None;
    }
    for part in 0..count {
        let has = shades.iter().filter(|shade| shade.parts >> part & 1 != 0).count();
        if has != 1 {
            let what = Message::new(
                "sheet.part-shades",
                "part {part} should belong to one shade, but belongs to {count}",
            );
            let what = what.with("part", letter(part).to_string());
            fields.error(what.with("count", has));
        }
    }
    Some(shades)
}

/// Every part should be reached some day.
fn check_ways(fields: &Fields<'_>, parts: &[Part], start: u32) {
    let mut reached = start;
    loop {
        let beside = (0..parts.len())
            .filter(|part| reached >> part & 1 != 0)
            .fold(0, |beside, part| beside | parts[part].touches);
        if reached | beside == reached {
            break;
        }
        reached |= beside;
    }
    for part in (0..parts.len()).filter(|part| reached >> part & 1 == 0) {
        let what = Message::new(
            "sheet.part-unreached",
            "part {part} cannot be reached from where one starts",
        );
        fields.error(what.with("part", letter(part).to_string()));
    }
}
