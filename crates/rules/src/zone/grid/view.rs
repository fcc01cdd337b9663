//! How a grid looks.

use super::super::Ink;
use super::super::view::{
    BonusStatus, BonusView, CellSet, CellStatus, CellView, GroupKind, GroupView, PointsTable, Printed,
    RowOrder, RowView, Unfinished, Written, ZoneView,
};
use super::{Access, Grid, GridScore, Group, bits};
use crate::die::Die;

impl Grid {
    /// Which cells a group has: where only shaded cells count, a row is complete with those.
    fn kind_of(&self, group: &Group) -> GroupKind {
        let is = |cells: u32| {
            let open = cells & self.open;
            group.cells == open || group.cells == open & self.shaded
        };
        if let Some(row) = (0..self.rows).find(|row| is(self.row(*row))) {
            return GroupKind::Row(row);
        }
        if let Some(column) = (0..self.columns).find(|column| is(self.column(*column))) {
            return GroupKind::Column(column);
        }
        let diagonal = (0..self.rows.min(self.columns))
            .fold(0u32, |cells, step| cells | 1 << (step * self.columns + step));
        if is(diagonal) {
            GroupKind::Diagonal
        } else {
            GroupKind::Other
        }
    }

    #[inline]
    pub(in crate::zone) fn each_written(&self, ink: &Ink, out: &mut impl FnMut(u8, u8)) {
        let crossed = if self.twice { ink.filled } else { 0 };
        bits(self.marked(ink)).for_each(|cell| out(cell, 1 + (crossed >> cell & 1) as u8));
    }

    pub(in crate::zone) fn view(&self, ink: &Ink) -> ZoneView {
        let rows = (0..self.rows).map(|row| RowView {
            slot: (self.access == Access::BySlot).then_some(row),
            die: (self.moved)
                .and_then(|dice| dice.get(usize::from(row)).copied())
                .and_then(|die| Die::from_index(die.into())),
            ..RowView::plain(RowOrder::Free)
        });
        let mut view = ZoneView::new(rows.collect(), usize::from(self.columns));
        let marked = self.marked(ink);
        // Where every cell counts, none needs to be told apart.
        let some_shaded = self.shaded != self.open;
        for cell in bits(self.open | self.printed) {
            let (row, column) = (cell / self.columns, cell % self.columns);
            let has = |cells: u32| cells >> cell & 1 != 0;
            let filled = has(ink.filled);
            let (printed, status) = match self.number(cell) {
                Some(number) if filled => (Printed::Number(number), CellStatus::Filled),
                Some(number) => (Printed::Number(number), CellStatus::Open),
                None => (Printed::Cross, CellStatus::Fixed),
            };
            view.cells.push(CellView {
                printed,
                status,
                written: match has(marked) {
                    true if filled => Some(Written::Cross),
                    true => Some(Written::Circle),
                    false => None,
                },
                grey: has(self.grey),
                shaded: some_shaded && has(self.shaded),
                ..CellView::blank(usize::from(cell), usize::from(row), usize::from(column))
            });
        }
        for group in &self.groups {
            let missing = CellSet::from(group.cells & !marked);
            let status = if missing.is_empty() {
                BonusStatus::Paid
            } else {
                BonusStatus::Open
            };
            view.groups.push(GroupView {
                kind: self.kind_of(group),
                cells: group.cells.into(),
                missing,
                needed: missing.len() as u8,
                points: group.points,
                factor: None,
                bonus: group.award.map(|award| BonusView {
                    award,
                    status,
                    missing,
                }),
            });
        }
        view.table = match &self.score {
            GridScore::Groups => PointsTable::None,
            GridScore::Crosses(table) => PointsTable::Whole(table.clone()),
            GridScore::Rows(table) => PointsTable::EachRow(table.clone()),
        };
        view
    }

    pub(in crate::zone) fn unfinished(&self, ink: &Ink, out: &mut impl FnMut(Unfinished)) {
        let mut along = |table: &[i16], cells: u32| {
            let filled = (ink.filled & cells).count_ones() as usize;
            if let (Some(now), Some(end)) = (table.get(filled), table.last()) {
                out(Unfinished::Row {
                    filled: filled as u8,
                    cells: (table.len() - 1) as u8,
                    now: *now,
                    end: *end,
                });
            }
        };
        match &self.score {
            GridScore::Groups => {}
            GridScore::Crosses(table) => along(table, u32::MAX),
            GridScore::Rows(table) => (0..self.rows).for_each(|row| along(table, self.row(row))),
        }
        for group in &self.groups {
            out(Unfinished::Group {
                filled: (group.cells & self.marked(ink)).count_ones() as u8,
                cells: group.cells.count_ones() as u8,
                points: group.points,
                award: group.award,
            });
        }
    }
}
