//! How a zone looks, whatever its mechanic: rows of cells with points above and bonuses below, between and behind them.

use finaud_rules::zone::{
    BonusStatus, BonusView, CellStatus, CellView, GroupKind, GroupView, PointsTable, Printed, RowOrder,
    Written, ZoneView,
};
use finaud_rules::{Die, Sheet, Source};

use super::Detail;
use super::block::{Block, TextCell};
use super::paint::{Hue, Style};
use crate::texts::{award as award_name, sheet as texts};

/// Draws a zone with what is written in it.
pub(super) fn block(sheet: &Sheet, die: Die, view: &ZoneView, hue: Hue, detail: Detail) -> Block {
    let mut drawing = Drawing {
        sheet,
        view,
        hue,
        detail,
        shown: vec![false; view.groups.len()],
        block: Block::default(),
    };
    drawing.rows();
    drawing.columns();
    drawing.notes(die);
    drawing.block
}

/// A drawing that is being made.
struct Drawing<'a> {
    sheet: &'a Sheet,
    view: &'a ZoneView,
    hue: Hue,
    detail: Detail,
    /// The groups whose bonus has its place already.
    shown: Vec<bool>,
    block: Block,
}

impl Drawing<'_> {
    fn rows(&mut self) {
        // Bonuses of rows and columns find their place before those of smaller groups.
        let rows = 0..self.view.rows.len() as u8;
        let at_row_end: Vec<TextCell> = rows
            .clone()
            .map(|row| self.group_bonus(|group| group.kind == GroupKind::Row(row)))
            .collect();
        for (row, bonus) in rows.zip(at_row_end) {
            self.row(row, bonus);
        }
    }

    /// A row with everything that belongs to its cells; a bonus for the whole row stands behind it.
    fn row(&mut self, row: u8, behind: TextCell) {
        let columns = self.view.columns;
        let in_row: Vec<Option<&CellView>> = (0..columns).map(|column| self.cell(row, column)).collect();
        let drawn = |draw: &dyn Fn(&CellView) -> TextCell| -> Vec<TextCell> {
            let cells = in_row.iter();
            cells
                .map(|cell| cell.map_or_else(TextCell::default, draw))
                .collect()
        };
        let any = |holds: fn(&CellView) -> bool| in_row.iter().flatten().any(|cell| holds(cell));
        let points = any(|cell| cell.points.is_some()).then(|| drawn(&|cell| self.points(cell)));
        // Where the cells have factors too, the least numbers need a row of their own.
        let two_rows = any(|cell| cell.least.is_some() && prints_factor(cell));
        let least = two_rows.then(|| drawn(&least));
        let mut cells = drawn(&|cell| self.content(cell, two_rows));
        cells.push(behind);
        let bonuses = any(|cell| cell.bonus.is_some()).then(|| drawn(&|cell| self.bonus(cell.bonus)));
        let bonus_from = any(|cell| cell.bonus_from.is_some()).then(|| drawn(&bonus_from));
        let links = self.links(row);
        let label = self.label(row);

        if let Some(points) = points {
            self.block.row(&texts::points_label(), points);
        }
        if let Some(least) = least {
            self.block.row("", least);
        }
        self.block.row(&label, cells);
        if let Some(bonuses) = bonuses {
            self.block.row("", bonuses);
        }
        if let Some(bonus_from) = bonus_from {
            self.block.row("", bonus_from);
        }
        if let Some(links) = links {
            self.block.row_between("", links);
        }
        let below: Vec<TextCell> = (0..columns).map(|column| self.bonus_below(row, column)).collect();
        if below.iter().any(|cell| !cell.is_empty()) {
            self.block.row("", below);
        }
    }

    /// What stands below the last row: what blocks and columns give.
    fn columns(&mut self) {
        let mut blocks = vec![TextCell::default(); usize::from(self.view.columns)];
        for group in &self.view.groups {
            let left = group.cells.iter().filter_map(|cell| self.view.cell(cell));
            let left = left.map(|cell| usize::from(cell.column)).min();
            if let (GroupKind::Block(_), Some(left)) = (group.kind, left) {
                // It stands in the middle of its block.
                blocks[left] = result(group);
            }
        }
        if blocks.iter().any(|cell| !cell.is_empty()) {
            self.block.row_between("", blocks);
        }
        let columns = 0..self.view.columns;
        let bonuses: Vec<TextCell> = columns
            .clone()
            .map(|column| self.group_bonus(|group| group.kind == GroupKind::Column(column)))
            .collect();
        if bonuses.iter().any(|cell| !cell.is_empty()) {
            self.block.row("", bonuses);
        }
        let points: Vec<TextCell> = columns.map(|column| self.column_points(column)).collect();
        if points.iter().any(|cell| !cell.is_empty()) {
            let named = self.view.rows.iter().any(|row| row.name.is_some());
            let label = if named {
                texts::column_label()
            } else {
                String::new()
            };
            self.block.row(&label, points);
        }
    }

    fn notes(&mut self, die: Die) {
        let full = self.detail == Detail::Full;
        match &self.view.table {
            PointsTable::None => {}
            PointsTable::Whole(table) => self.block.note(texts::zone_points(table, full)),
            PointsTable::EachRow(table) => self.block.note(texts::row_points(table, full)),
        }
        self.other_groups();
        if !full {
            return;
        }
        for (row, line) in self.view.rows.iter().enumerate() {
            let note = match line.order {
                RowOrder::Free => continue,
                RowOrder::Rising { restart } => texts::rising(restart),
                RowOrder::Falling => texts::falling(),
                RowOrder::NotRising => texts::not_rising(),
                RowOrder::Outwards => texts::outwards(self.centre(row as u8)),
            };
            self.block.note(texts::of_row(line.name.as_deref(), &note));
        }
        // The highest numbers first.
        let bounds = self.view.extras.iter().rev();
        let from: Vec<(u8, i16)> = bounds
            .clone()
            .filter(|extra| extra.up_to.is_none() && extra.only.is_none())
            .filter_map(|extra| Some((extra.from?, extra.points)))
            .collect();
        if !from.is_empty() {
            self.block.note(texts::more_points_from(&from));
        }
        let only: Vec<(u8, i16)> = bounds
            .clone()
            .filter_map(|extra| Some((extra.only?, extra.points)))
            .collect();
        if !only.is_empty() {
            self.block.note(texts::more_points_for(&only));
        }
        for extra in bounds {
            if let Some(up_to) = extra.up_to {
                self.block
                    .note(texts::more_points_beyond(up_to, extra.from, extra.points));
            }
        }
        if let Some(number) = self.view.doubled {
            self.block.note(texts::doubled(number));
        }
        if let Some(crosses) = self.view.crosses {
            self.block.note(texts::crosses_needed(crosses));
        }
        if self.view.rows.iter().any(|row| row.die.is_some()) {
            self.block.note(texts::moved());
        }
        if self.view.cells.iter().any(|cell| cell.part.is_some()) {
            self.block.note(texts::parts());
        }
        let source = die.zone().map(|zone| self.sheet.zones[usize::from(zone)].source);
        match source.unwrap_or(Source::Face) {
            Source::Face => {}
            Source::WithWhite => self.block.note(texts::with_white(self.sheet, die)),
            Source::WithPlatter => self.block.note(texts::with_platter()),
            Source::BesideWhite => self.block.note(texts::beside_white(self.sheet, die)),
        }
    }

    /// What has found no place beside its cells is said in words.
    fn other_groups(&mut self) {
        for (group, shown) in self.view.groups.iter().zip(&self.shown) {
            let beside = matches!(group.kind, GroupKind::Column(_) | GroupKind::Block(_));
            let points = Some(group.points).filter(|points| *points != 0 && !beside);
            let award = group.bonus.filter(|_| !shown);
            let award = award.map(|bonus| award_name(self.sheet, bonus.award));
            if award.is_none() && points.is_none() {
                continue;
            }
            let numbers = group.cells.iter().filter_map(|cell| {
                let cell = self.view.cell(cell)?;
                match cell.printed {
                    Printed::Number(number) => Some(number),
                    _ => None,
                }
            });
            let cells = match group.kind {
                GroupKind::OtherDiagonal => texts::other_diagonal(),
                GroupKind::Shade(shade) => {
                    let name = self.view.shades.get(usize::from(shade));
                    texts::shade(name.map_or("", String::as_str))
                }
                kind => texts::cells(kind == GroupKind::Diagonal, numbers),
            };
            self.block
                .note(texts::group(&cells, award, points, group.is_complete()));
        }
    }

    fn cell(&self, row: u8, column: u8) -> Option<&CellView> {
        let mut cells = self.view.cells.iter();
        cells.find(|cell| (cell.row, cell.column) == (row, column))
    }

    /// The printed number in the middle of a row.
    fn centre(&self, row: u8) -> Option<u8> {
        let in_row = self.view.cells.iter().filter(|cell| cell.row == row);
        in_row.filter_map(centre).next()
    }

    fn label(&self, row: u8) -> String {
        let row = &self.view.rows[usize::from(row)];
        if let Some(die) = row.die {
            return self.sheet.dice[die.index()].letter.to_string();
        }
        match (&row.name, row.slot) {
            (Some(name), _) => format!("{} {}", sign_text(row.sign.unwrap_or(0)), texts::row(name)),
            (None, Some(slot)) => "I".repeat(usize::from(slot) + 1),
            (None, None) => String::new(),
        }
    }

    /// What stands in a cell: what is written there, or else what is printed.
    fn content(&self, cell: &CellView, least_apart: bool) -> TextCell {
        let (left, right) = match cell {
            CellView { grey: true, .. } => ("(", ")"),
            CellView { shaded: true, .. } => ("[", "]"),
            _ => ("", ""),
        };
        let sign = cell.sign.map_or("", sign_text);
        if let Some(written) = cell.written {
            let text = match written {
                Written::Cross => "X".into(),
                Written::Circle => match cell.printed {
                    Printed::Number(number) => format!("({number})"),
                    _ => "o".into(),
                },
                Written::Number(number) => number.to_string(),
            };
            return TextCell::new(format!("{left}{sign}{text}{right}"), Style::Filled(self.hue));
        }
        let text = match cell.printed {
            _ if cell.status == CellStatus::Closed => return TextCell::new("–", Style::Faint),
            Printed::Cross => return TextCell::new("x", Style::Faint),
            Printed::Centre(number) => return TextCell::new(format!("<{number}>"), Style::Bold),
            Printed::Number(number) => number.to_string(),
            Printed::AtLeast { least, .. } if !least_apart => format!("≥{least}"),
            Printed::Blank if cell.part.is_some() => {
                let part = cell.part.map_or(' ', |part| part.letter);
                return TextCell::new(part.to_string(), Style::Zone(self.hue));
            }
            Printed::Blank | Printed::AtLeast { factor: 1, .. } => "_".into(),
            Printed::Times(factor) | Printed::AtLeast { factor, .. } => format!("×{factor}"),
            Printed::Half => "½".into(),
            Printed::HalfOrTimes(factor) => format!("½/×{factor}"),
        };
        TextCell::new(format!("{left}{sign}{text}{right}"), Style::Zone(self.hue))
    }

    /// The points above a cell, which stand out where they count.
    fn points(&self, cell: &CellView) -> TextCell {
        let Some(points) = cell.points else {
            return TextCell::default();
        };
        // A row is filled from its left end, or from its middle outwards.
        let middle = self.view.cells.iter();
        let mut middle = middle.filter(|other| other.row == cell.row && centre(other).is_some());
        let outwards = match middle.next() {
            Some(middle) if cell.column < middle.column => cell.column.checked_sub(1),
            _ => Some(cell.column + 1),
        };
        let filled = |cell: &CellView| cell.status == CellStatus::Filled;
        let next = outwards.and_then(|column| self.cell(cell.row, column));
        let counts = filled(cell) && !next.is_some_and(filled);
        TextCell::new(
            points.to_string(),
            if counts { Style::Bold } else { Style::Faint },
        )
    }

    fn bonus(&self, bonus: Option<BonusView>) -> TextCell {
        let Some(bonus) = bonus else {
            return TextCell::default();
        };
        let sign = texts::award_sign(self.sheet, bonus.award);
        match bonus.status {
            BonusStatus::Open => TextCell::new(sign, Style::Plain),
            BonusStatus::Paid => TextCell::new(format!("{sign}✓"), Style::Faint),
            BonusStatus::GivenUp | BonusStatus::Lost => TextCell::new("–", Style::Faint),
        }
    }

    /// The bonuses between the cells of a row.
    fn links(&self, row: u8) -> Option<Vec<TextCell>> {
        let mut between = vec![TextCell::default(); usize::from(self.view.columns)];
        for link in &self.view.links {
            if let Some(left) = self.view.cell(link.left).filter(|left| left.row == row) {
                between[usize::from(left.column)] = self.bonus(Some(link.bonus));
            }
        }
        between.iter().any(|cell| !cell.is_empty()).then_some(between)
    }

    /// The first bonus without a place that belongs to such a group.
    fn group_bonus(&mut self, wanted: impl Fn(&GroupView) -> bool) -> TextCell {
        let mut groups = self.view.groups.iter().zip(&mut self.shown);
        let found = groups.find(|(group, shown)| !**shown && group.bonus.is_some() && wanted(group));
        let Some((group, shown)) = found else {
            return TextCell::default();
        };
        *shown = true;
        self.bonus(group.bonus)
    }

    /// The bonus of a cell together with the one below it.
    fn bonus_below(&mut self, row: u8, column: u8) -> TextCell {
        let view = self.view;
        self.group_bonus(|group| {
            let mut cells = group.cells.iter().filter_map(|cell| view.cell(cell));
            let both = cells.all(|cell| cell.column == column && (row..=row + 1).contains(&cell.row));
            group.kind == GroupKind::Other && both
        })
    }

    fn column_points(&self, column: u8) -> TextCell {
        let mut groups = self.view.groups.iter();
        let pays = |group: &&GroupView| group.points != 0 || group.factor.is_some();
        let found = groups.find(|group| group.kind == GroupKind::Column(column) && pays(group));
        found.map_or_else(TextCell::default, |group| {
            let won = if group.is_complete() { "✓" } else { "" };
            let text = match group.factor {
                Some(factor) if !group.is_complete() => format!("×{factor}"),
                _ => format!("{}{won}", group.points),
            };
            TextCell::new(text, Style::Bold)
        })
    }
}

/// Does a cell print what its number is multiplied by?
fn prints_factor(cell: &CellView) -> bool {
    match cell.printed {
        Printed::AtLeast { factor, .. } => factor != 1,
        Printed::Times(_) | Printed::Half | Printed::HalfOrTimes(_) => true,
        Printed::Blank | Printed::Number(_) | Printed::Cross | Printed::Centre(_) => false,
    }
}

fn least(cell: &CellView) -> TextCell {
    let least = cell
        .least
        .map(|least| TextCell::new(format!("≥{least}"), Style::Faint));
    least.unwrap_or_default()
}

fn bonus_from(cell: &CellView) -> TextCell {
    let from = cell
        .bonus_from
        .map(|from| TextCell::new(format!("≥{from}"), Style::Faint));
    from.unwrap_or_default()
}

fn centre(cell: &CellView) -> Option<u8> {
    match cell.printed {
        Printed::Centre(number) => Some(number),
        _ => None,
    }
}

/// What a block came to.
fn result(block: &GroupView) -> TextCell {
    if block.is_complete() {
        TextCell::new(format!("={}", block.points), Style::Bold)
    } else {
        TextCell::new("=", Style::Faint)
    }
}

fn sign_text(sign: i8) -> &'static str {
    match sign.signum() {
        1 => "+",
        -1 => "−",
        _ => " ",
    }
}
