//! How a track looks.

use super::super::Ink;
use super::super::view::{
    BonusStatus, BonusView, CellStatus, CellView, Demand, ExtraPoints, Printed, RowOrder, RowView,
    Unfinished, Written, ZoneView,
};
use super::{Factor, Track, TrackCell, TrackRule, TrackScore, Writes};

impl Track {
    fn printed(&self, cell: &TrackCell) -> Printed {
        let factor = match cell.factor {
            Factor::Times(factor) => factor,
            Factor::HalfOnly => return Printed::Half,
        };
        match (self.rule, self.writes) {
            (_, Writes::HalfOrTimes) => Printed::HalfOrTimes(factor),
            (TrackRule::AtLeast, _) => Printed::AtLeast {
                least: cell.least,
                factor,
            },
            _ if factor == 1 => Printed::Blank,
            _ => Printed::Times(factor),
        }
    }

    /// What the next number has to be, where the rule says something about it.
    fn demand(&self, ink: &Ink) -> Option<Demand> {
        let next = self.cells.get(Track::filled(ink))?;
        let (least, most) = match self.rule {
            TrackRule::Any => return None,
            TrackRule::AtLeast => (next.least, 6),
            TrackRule::Rising { restart } => {
                let last = self.last(ink).unwrap_or(0);
                if restart == Some(last) {
                    return None;
                }
                (last + 1, self.most)
            }
            TrackRule::NotRising => (self.lowest(), self.last(ink)?),
        };
        Some(Demand { least, most })
    }

    /// The lowest number that can be entered: two dice show at least 2.
    fn lowest(&self) -> u8 {
        if self.most > 6 { 2 } else { 1 }
    }

    #[inline]
    pub(in crate::zone) fn each_written(&self, ink: &Ink, out: &mut impl FnMut(u8, u8)) {
        for cell in 0..Track::filled(ink) {
            let written = match self.writes {
                Writes::Cross => 1,
                Writes::Number | Writes::HalfOrTimes => ink.numbers[cell],
            };
            out(cell as u8, written);
        }
    }

    pub(in crate::zone) fn view(&self, ink: &Ink) -> ZoneView {
        let order = match self.rule {
            TrackRule::NotRising => RowOrder::NotRising,
            TrackRule::Any | TrackRule::AtLeast => RowOrder::Free,
            TrackRule::Rising { restart } => RowOrder::Rising { restart },
        };
        let mut view = ZoneView::new(vec![RowView::plain(order)], self.cells.len());
        let count = Track::filled(ink);
        for (index, cell) in self.cells.iter().enumerate() {
            let filled = index < count;
            let is_lost = || self.is_copy(ink, index) || self.entered(ink, index) < cell.bonus_from;
            let status = match filled {
                true if self.crossed_out(ink, index) => BonusStatus::GivenUp,
                true if self.writes == Writes::Number && is_lost() => BonusStatus::Lost,
                true => BonusStatus::Paid,
                false => BonusStatus::Open,
            };
            let written = match self.writes {
                Writes::Cross => Written::Cross,
                Writes::Number | Writes::HalfOrTimes => Written::Number(ink.numbers[index]),
            };
            view.cells.push(CellView {
                printed: self.printed(cell),
                written: filled.then_some(written),
                status: if filled {
                    CellStatus::Filled
                } else {
                    CellStatus::Open
                },
                points: (self.score == TrackScore::Last).then_some(cell.points),
                least: (self.rule == TrackRule::AtLeast).then_some(cell.least),
                bonus_from: cell.award.map(|_| cell.bonus_from).filter(|from| *from > 0),
                bonus: cell.award.map(|award| BonusView {
                    award,
                    status,
                    missing: (count..=index).map(|cell| cell as u8).collect(),
                }),
                ..CellView::blank(index, 0, index)
            });
        }
        let above = |from: u8| {
            let steps = self.extra.iter().map(|(least, _)| *least);
            steps.filter(|least| *least > from).min()
        };
        let highest = self.cells.iter().map(|cell| match cell.factor {
            Factor::Times(factor) => factor * self.most,
            Factor::HalfOnly => self.most,
        });
        let highest = highest.max().unwrap_or(self.most);
        let extras = self.extra.iter().rev().map(|(from, points)| {
            let next = above(*from).unwrap_or(highest + 1);
            let alone = self.exact_extra && next == from + 1;
            ExtraPoints {
                up_to: None,
                from: (!alone).then_some(*from),
                only: alone.then_some(*from),
                points: *points,
            }
        });
        view.extras = extras
            .filter(|extra| extra.only.is_none() || extra.points != 0)
            .collect();
        view.doubled = Some(self.doubled).filter(|number| *number > 0);
        view.demand = self.demand(ink);
        view
    }

    pub(in crate::zone) fn unfinished(&self, ink: &Ink, out: &mut impl FnMut(Unfinished)) {
        let count = Track::filled(ink);
        for (before, cell) in (0..).zip(self.cells.iter().skip(count)) {
            if let Some(award) = cell.award {
                out(Unfinished::Ahead { before, award });
            }
        }
        if let (TrackScore::Last, Some(end)) = (self.score, self.cells.last()) {
            out(Unfinished::Row {
                filled: count as u8,
                cells: self.cells.len() as u8,
                now: count.checked_sub(1).map_or(0, |last| self.cells[last].points),
                end: end.points,
            });
        }
    }
}
