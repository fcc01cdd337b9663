//! *Lines*: parallel lines, each filled from left to right; complete columns pay.

use super::view::{
    BonusStatus, BonusView, CellSet, CellStatus, CellView, Digest, GroupKind, GroupView, InkForm, MarkForm,
    RowOrder, RowView, Spot, Unfinished, Written, ZoneView,
};
use super::{EntryContext, Ink, Mark, MarkCounts, gap, stray_cells, wrong_number, wrong_order};
use crate::Message;
use crate::bonus::Award;
use crate::setup::ZoneSetup;
use crate::values::Values;

/// The most cells all lines may have together.
pub(crate) const MAX_CELLS: usize = 24;
/// The most lines.
pub(crate) const MAX_LINES: usize = 4;

/// What may follow what in a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineRule {
    /// Any number.
    Any,
    /// Less than the number before it.
    Falling,
    /// More than the number before it.
    Rising,
}

/// One line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Its name: `top`, `middle`, `bottom`.
    pub name: String,
    /// What may follow what.
    pub rule: LineRule,
    /// What each number counts in the end: −1, 0 or 1 times.
    pub sign: i8,
    /// What filling a cell gives.
    pub awards: Vec<Option<Award>>,
}

/// Parallel lines of equal length.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lines {
    /// The lines, top to bottom.
    pub lines: Vec<Line>,
    /// The points of each complete column.
    pub points: Vec<i16>,
    /// What the sum of the numbers in each complete column is multiplied by; empty where it does not count.
    pub factors: Vec<u8>,
}

impl Lines {
    #[inline]
    fn width(&self) -> usize {
        self.points.len()
    }

    #[inline]
    fn line_bits(&self, ink: &Ink, line: usize) -> u32 {
        ink.filled >> (line * self.width()) & ((1 << self.width()) - 1)
    }

    /// How many numbers a line holds.
    #[inline]
    pub fn count(&self, ink: &Ink, line: usize) -> usize {
        self.line_bits(ink, line).trailing_ones() as usize
    }

    /// The number in a cell of a line; 0 if it is empty.
    #[inline]
    pub fn number(&self, ink: &Ink, line: usize, cell: usize) -> u8 {
        // Two numbers a byte: they are faces of a die.
        let index = line * self.width() + cell;
        ink.numbers[index / 2] >> (4 * (index % 2)) & 15
    }

    pub(crate) fn put(&self, ink: &mut Ink, line: usize, cell: usize, number: u8) {
        let index = line * self.width() + cell;
        ink.filled |= 1 << index;
        ink.numbers[index / 2] |= (number & 15) << (4 * (index % 2));
    }

    #[inline]
    fn fits(&self, ink: &Ink, line: usize, number: u8) -> bool {
        let count = self.count(ink, line);
        count < self.width()
            && (1..=6).contains(&number)
            && match (self.lines[line].rule, count.checked_sub(1)) {
                (LineRule::Falling, Some(last)) => number < self.number(ink, line, last),
                (LineRule::Rising, Some(last)) => number > self.number(ink, line, last),
                _ => true,
            }
    }

    /// The ways to write each number now.
    pub(super) fn mark_counts(&self, ink: &Ink) -> MarkCounts {
        let mut counts = MarkCounts::NONE;
        for (index, line) in self.lines.iter().enumerate() {
            let count = self.count(ink, index);
            if count == self.width() {
                continue;
            }
            let last = count.checked_sub(1).map(|last| self.number(ink, index, last));
            counts = counts.and(match (line.rule, last) {
                (LineRule::Any, _) | (_, None) => MarkCounts::span(1, 6),
                (LineRule::Falling, Some(last)) => MarkCounts::span(1, last - 1),
                (LineRule::Rising, Some(last)) => MarkCounts::span(last + 1, 6),
            });
        }
        counts
    }

    #[inline]
    pub(super) fn marks_of(&self, ink: &Ink, number: u8, _: EntryContext, out: &mut impl FnMut(Mark)) {
        for line in 0..self.lines.len() {
            if self.fits(ink, line, number) {
                out(Mark::Line(line as u8, number));
            }
        }
    }

    #[inline]
    pub(super) fn allows(&self, ink: &Ink, values: Values, _: EntryContext, mark: Mark) -> bool {
        let Mark::Line(line, number) = mark else {
            return false;
        };
        let line = usize::from(line);
        line < self.lines.len() && values.contains(number) && self.fits(ink, line, number)
    }

    #[inline]
    pub(super) fn any_of(&self, ink: &Ink, number: u8, _: EntryContext) -> bool {
        (0..self.lines.len()).any(|line| self.fits(ink, line, number))
    }

    #[inline]
    pub(super) fn write(&self, ink: &mut Ink, mark: Mark, award: &mut impl FnMut(Spot, Award)) {
        let Mark::Line(line, number) = mark else { return };
        let line = usize::from(line);
        let cell = self.count(ink, line);
        self.put(ink, line, cell, number);
        if let Some(won) = self.lines[line].awards[cell] {
            award(Spot::Cell((line * self.width() + cell) as u8), won);
        }
    }

    pub(super) fn score(&self, ink: &Ink) -> i16 {
        let numbers: i16 = self
            .lines
            .iter()
            .enumerate()
            .map(|(index, line)| {
                let sum: i16 = (0..self.count(ink, index))
                    .map(|cell| i16::from(self.number(ink, index, cell)))
                    .sum();
                sum * i16::from(line.sign)
            })
            .sum();
        let complete = (0..self.lines.len())
            .map(|line| self.count(ink, line))
            .min()
            .unwrap_or(0);
        let products = self.factors.iter().take(complete).zip(0..);
        let products: i16 = products
            .map(|(factor, column)| i16::from(*factor) * self.column_sum(ink, column))
            .sum();
        numbers + products + self.points[..complete].iter().sum::<i16>()
    }

    /// The sum of the numbers written in a column.
    pub fn column_sum(&self, ink: &Ink, column: usize) -> i16 {
        let numbers = (0..self.lines.len()).map(|line| self.number(ink, line, column));
        numbers.map(i16::from).sum()
    }

    pub(super) fn mark_count(&self) -> usize {
        6 * self.lines.len()
    }

    pub(super) fn mark_index(&self, mark: Mark) -> Option<usize> {
        match mark {
            Mark::Line(line, number @ 1..=6) if usize::from(line) < self.lines.len() => {
                Some(6 * usize::from(line) + usize::from(number) - 1)
            }
            _ => None,
        }
    }

    pub(super) fn mark_at(&self, index: usize) -> Option<Mark> {
        (index < self.mark_count()).then_some(Mark::Line((index / 6) as u8, (index % 6) as u8 + 1))
    }

    pub(super) fn awards(&self) -> Vec<Award> {
        self.lines
            .iter()
            .flat_map(|line| &line.awards)
            .filter_map(|award| *award)
            .collect()
    }

    pub(super) fn targets(&self, ink: &Ink, mark: Mark) -> CellSet {
        let Mark::Line(line, _) = mark else {
            return CellSet::EMPTY;
        };
        let line = usize::from(line);
        if line < self.lines.len() && self.count(ink, line) < self.width() {
            CellSet::one((line * self.width() + self.count(ink, line)) as u8)
        } else {
            CellSet::EMPTY
        }
    }

    #[inline]
    pub(super) fn each_written(&self, ink: &Ink, out: &mut impl FnMut(u8, u8)) {
        for line in 0..self.lines.len() {
            for cell in 0..self.count(ink, line) {
                out((line * self.width() + cell) as u8, self.number(ink, line, cell));
            }
        }
    }

    pub(super) fn view(&self, ink: &Ink) -> ZoneView {
        let rows = self.lines.iter().map(|line| RowView {
            name: Some(line.name.clone()),
            sign: Some(line.sign.signum()),
            order: match line.rule {
                LineRule::Any => RowOrder::Free,
                LineRule::Falling => RowOrder::Falling,
                LineRule::Rising => RowOrder::Rising { restart: None },
            },
            slot: None,
            die: None,
        });
        let width = self.width();
        let mut view = ZoneView::new(rows.collect(), width);
        for (index, line) in self.lines.iter().enumerate() {
            let count = self.count(ink, index);
            for cell in 0..width {
                let filled = cell < count;
                let (status, paid) = if filled {
                    (CellStatus::Filled, BonusStatus::Paid)
                } else {
                    (CellStatus::Open, BonusStatus::Open)
                };
                let number = Written::Number(self.number(ink, index, cell));
                view.cells.push(CellView {
                    written: filled.then_some(number),
                    status,
                    bonus: line.awards.get(cell).copied().flatten().map(|award| BonusView {
                        award,
                        status: paid,
                        missing: (count..=cell).map(|cell| (index * width + cell) as u8).collect(),
                    }),
                    ..CellView::blank(index * width + cell, index, cell)
                });
            }
        }
        for (column, points) in self.points.iter().enumerate() {
            let cells = |wanted: fn(usize, usize) -> bool| -> CellSet {
                let lines = (0..self.lines.len()).filter(|line| wanted(self.count(ink, *line), column));
                lines.map(|line| (line * width + column) as u8).collect()
            };
            let missing = cells(|count, column| count <= column);
            let factor = self.factors.get(column).copied();
            let product = match factor {
                Some(factor) if missing.is_empty() => i16::from(factor) * self.column_sum(ink, column),
                _ => 0,
            };
            view.groups.push(GroupView {
                kind: GroupKind::Column(column as u8),
                cells: cells(|_, _| true),
                missing,
                needed: missing.len() as u8,
                points: points + product,
                factor,
                bonus: None,
            });
        }
        view
    }

    pub(super) fn unfinished(&self, ink: &Ink, out: &mut impl FnMut(Unfinished)) {
        for (column, points) in self.points.iter().enumerate() {
            let filled = (0..self.lines.len()).filter(|line| self.count(ink, *line) > column);
            let (filled, cells) = (filled.count(), self.lines.len());
            // An empty cell gets a middling number.
            let sum = self.column_sum(ink, column) + 4 * (cells - filled) as i16;
            let factor = self.factors.get(column).copied().map_or(0, i16::from);
            out(Unfinished::Group {
                filled: filled as u8,
                cells: cells as u8,
                points: points + factor * sum,
                award: None,
            });
        }
        for (index, line) in self.lines.iter().enumerate().filter(|_| !self.factors.is_empty()) {
            let ahead = line.awards.iter().skip(self.count(ink, index)).zip(0..);
            for (award, before) in ahead.filter_map(|(award, before)| Some(((*award)?, before))) {
                out(Unfinished::Ahead { before, award });
            }
        }
    }

    pub(super) fn mark_form(&self) -> MarkForm<'_> {
        MarkForm::Line(&self.lines)
    }

    pub(super) fn ink_form(&self) -> InkForm {
        InkForm::Lines
    }

    pub(super) fn setup(&self, ink: &Ink) -> ZoneSetup {
        let numbers = |line| (0..self.count(ink, line)).map(move |cell| self.number(ink, line, cell));
        ZoneSetup {
            lines: Some(
                (0..self.lines.len())
                    .map(|line| numbers(line).collect())
                    .collect(),
            ),
            ..ZoneSetup::default()
        }
    }

    pub(super) fn read_setup(&self, setup: &ZoneSetup, ink: &mut Ink) -> Result<(), Message> {
        for (line, numbers) in setup.lines.iter().flatten().enumerate() {
            if line >= self.lines.len() || numbers.len() > self.width() {
                let error = Message::new("position.line-count", "there are {lines} lines of {cells} cells");
                return Err(error.with("lines", self.lines.len()).with("cells", self.width()));
            }
            for (cell, number) in numbers.iter().enumerate() {
                if *number > 6 {
                    let error = Message::new(
                        "position.wrong-number-in-line",
                        "{number} cannot stand in cell {cell} of line {line}",
                    );
                    let error = error.with("number", *number);
                    return Err(error.with("cell", cell + 1).with("line", line + 1));
                }
                self.put(ink, line, cell, *number);
            }
        }
        Ok(())
    }

    /// No way of filling the zone pays more than this, or costs more.
    pub(super) fn most_points(&self) -> i64 {
        let columns: i64 = self.points.iter().map(|points| i64::from(*points).abs()).sum();
        let most = i64::from(self.factors.iter().copied().max().unwrap_or(0)) + 1;
        6 * most * self.cell_count() as i64 + columns
    }

    pub(super) fn digest(&self, out: &mut impl Digest) {
        out.text("lines");
        out.count(self.lines.len());
        for line in &self.lines {
            out.text(&line.name);
            out.byte(match line.rule {
                LineRule::Any => 0,
                LineRule::Falling => 1,
                LineRule::Rising => 2,
            });
            out.number(line.sign.into());
            out.count(line.awards.len());
            line.awards.iter().for_each(|award| out.award(*award));
        }
        out.count(self.points.len());
        self.points.iter().for_each(|points| out.number((*points).into()));
        if !self.factors.is_empty() {
            out.text("factors");
            self.factors.iter().for_each(|factor| out.byte(*factor));
        }
    }

    pub(super) fn cell_count(&self) -> usize {
        self.lines.len() * self.width()
    }

    pub(super) fn violations(&self, ink: &Ink) -> Vec<Message> {
        let mut violations: Vec<Message> = stray_cells(ink.filled, self.cell_count()).into_iter().collect();
        for (index, line) in self.lines.iter().enumerate() {
            let of_line = |what: Message| {
                Message::new("position.of-line", "{name} line: {what}")
                    .with("name", &line.name)
                    .with("what", what)
            };
            if let Some(violation) = gap(self.line_bits(ink, index)) {
                violations.push(of_line(violation));
                continue;
            }
            for cell in 0..self.width() {
                let number = self.number(ink, index, cell);
                let filled = cell < self.count(ink, index);
                if filled && !(1..=6).contains(&number) || !filled && number != 0 {
                    violations.push(of_line(wrong_number(number, cell + 1)));
                } else if filled && cell > 0 {
                    let before = self.number(ink, index, cell - 1);
                    let fits = match line.rule {
                        LineRule::Any => true,
                        LineRule::Falling => number < before,
                        LineRule::Rising => number > before,
                    };
                    if !fits {
                        violations.push(of_line(wrong_order(number, cell + 1, before)));
                    }
                }
            }
        }
        violations
    }
}
