//! Reading a square: what its rows, columns and diagonals give.

use super::bonus::Bonuses;
use super::location::Noun;
use super::walk::{Fields, Node};
use super::zones::{for_each_column, read_points, read_some_points};
use crate::Message;
use crate::bonus::Award;
use crate::zone::square::{SIDE, cells_of};
use crate::zone::{GroupKind, Square, SquareGroup};

pub(super) fn read(fields: &mut Fields<'_>, bonuses: &mut Bonuses) -> Option<Square> {
    let crosses = fields.need("crosses", "2");
    let row_bonus = fields.maybe("row_bonus");
    let row_points = fields.maybe("row_points");
    let column_bonus = fields.maybe("column_bonus");
    let column_points = fields.maybe("column_points");
    let diagonal_bonus = fields.maybe("diagonal_bonus");
    let diagonal_points = fields.maybe("diagonal_points");
    let other_bonus = fields.maybe("other_diagonal_bonus");
    let other_points = fields.maybe("other_diagonal_points");
    fields.finish(Message::new("sheet.table.square", "a square"));

    let crosses = crosses.and_then(|crosses| crosses.number(1, SIDE.into()));
    let side = Some(usize::from(SIDE));
    let for_each_row = || Message::new("sheet.why.rows", "one for each row");
    // In this order the gifts of the zone are numbered.
    let row_awards = bonuses.list(row_bonus, Noun::Row, side, for_each_row());
    let row_points = read_points(row_points, Noun::Row, side, for_each_row());
    let column_awards = bonuses.list(column_bonus, Noun::Column, side, for_each_column());
    let column_points = read_points(column_points, Noun::Column, side, for_each_column());
    let mut diagonal = |bonus: Option<Node<'_>>, points: Option<Node<'_>>| {
        let award = bonus.and_then(|bonus| bonuses.award(&bonus));
        let points = points.and_then(|points| read_some_points(&points));
        (award, points.unwrap_or(0))
    };
    let diagonals = [
        (GroupKind::Diagonal, diagonal(diagonal_bonus, diagonal_points)),
        (GroupKind::OtherDiagonal, diagonal(other_bonus, other_points)),
    ];

    let group = |kind, award: Option<Award>, points: i16| SquareGroup {
        kind,
        cells: cells_of(kind),
        award,
        points,
    };
    let rows = (0..SIDE).zip(row_awards.into_iter().zip(row_points));
    let rows = rows.map(|(row, (award, points))| group(GroupKind::Row(row), award, points));
    let columns = (0..SIDE).zip(column_awards.into_iter().zip(column_points));
    let columns = columns.map(|(column, (award, points))| group(GroupKind::Column(column), award, points));
    let diagonals = diagonals.map(|(kind, (award, points))| group(kind, award, points));
    let groups: Vec<SquareGroup> = rows
        .chain(columns)
        .chain(diagonals)
        .filter(|group| group.award.is_some() || group.points != 0)
        .collect();
    if groups.is_empty() {
        fields.error(Message::new(
            "sheet.empty-square",
            "no row, column or diagonal gives anything; write for example: column_points = [7, 8, 9, 10, 11, 12]",
        ));
    }
    Some(Square {
        crosses: crosses?,
        groups,
    })
}
