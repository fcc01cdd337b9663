//! How a grid looks: rows and columns with their bonuses at the ends and between the cells.

use finaud_rules::zone::{Access, Grid, GridScore};

use super::award::name as award_name;
use super::block::{Block, Cell};
use super::paint::Style;
use super::zones::{Fate, Pen, has};

impl Pen<'_> {
    pub(super) fn grid(&self, grid: &Grid, crossed: u64) -> Block {
        let mut block = Block::default();
        let (rows, columns) = (grid.rows(), grid.columns());
        let all_shaded = grid.shaded() == grid.open();
        let fate = |cells: u32| {
            if u64::from(cells) & !crossed == 0 {
                Fate::Won
            } else {
                Fate::Open
            }
        };
        let mut drawn = vec![false; grid.groups().len()];
        let mut award_of = |cells: u32| {
            let index = grid.groups().iter().enumerate().position(|(index, group)| {
                !drawn[index]
                    && group.award.is_some()
                    && group.cells == cells & grid.open()
                    && group.cells != 0
            })?;
            drawn[index] = true;
            grid.groups()[index].award
        };
        let by_slot = grid.access() == Access::BySlot;
        let label = |row: u8| match (by_slot, row) {
            (false, _) => String::new(),
            (true, row) => "I".repeat(usize::from(row) + 1),
        };
        let counted = |cells: u32| cells & grid.shaded();
        let row_awards: Vec<_> = (0..rows).map(|row| award_of(counted(grid.row(row)))).collect();
        let column_awards: Vec<_> = (0..columns)
            .map(|column| award_of(counted(grid.column(column))))
            .collect();
        for row in 0..rows {
            let mut cells: Vec<Cell> = (0..columns)
                .map(|column| {
                    let cell = row * columns + column;
                    let bit = 1u32 << cell;
                    let (left, right) = if grid.grey() & bit != 0 {
                        ("(", ")")
                    } else if !all_shaded && grid.shaded() & bit != 0 {
                        ("[", "]")
                    } else {
                        ("", "")
                    };
                    match grid.number(cell) {
                        _ if has(crossed, usize::from(cell)) => self.filled(format!("{left}X{right}")),
                        Some(number) => self.free(format!("{left}{number}{right}")),
                        None if grid.printed() & bit != 0 => Pen::faint("x"),
                        None => Cell::default(),
                    }
                })
                .collect();
            cells.push(self.award(
                row_awards[usize::from(row)],
                fate(counted(grid.row(row)) & grid.open()),
            ));
            block.row(&label(row), cells);
            if row + 1 < rows {
                let pair =
                    |column: u8| grid.column(column) & (grid.row(row) | grid.row(row + 1)) & grid.open();
                let awards: Vec<_> = (0..columns).map(|column| award_of(pair(column))).collect();
                if awards.iter().any(Option::is_some) {
                    let cells = awards.into_iter().zip(0..);
                    let cells = cells
                        .map(|(award, column)| self.award(award, fate(pair(column))))
                        .collect();
                    block.row("", cells);
                }
            }
        }
        if column_awards.iter().any(Option::is_some) {
            let awards = column_awards.into_iter().zip(0..);
            let cells = |column| counted(grid.column(column)) & grid.open();
            block.row(
                "",
                awards
                    .map(|(award, column)| self.award(award, fate(cells(column))))
                    .collect(),
            );
        }
        self.grid_points(grid, crossed, &mut block);
        self.other_groups(grid, &drawn, crossed, &mut block);
        block
    }

    fn grid_points(&self, grid: &Grid, crossed: u64, block: &mut Block) {
        match grid.scoring() {
            GridScore::Crosses(points) => block.note(self.by_crosses("points", points)),
            GridScore::Rows(points) => block.note(self.by_crosses("points of a row", points)),
            GridScore::Groups => {
                let points = |column: u8| {
                    let cells = grid.column(column) & grid.open();
                    let group = grid
                        .groups()
                        .iter()
                        .find(|group| group.points != 0 && group.cells == cells);
                    group.map_or_else(Cell::default, |group| {
                        let won = if u64::from(cells) & !crossed == 0 {
                            "✓"
                        } else {
                            ""
                        };
                        Cell::new(format!("{}{won}", group.points), Style::Bold)
                    })
                };
                block.row("", (0..grid.columns()).map(points).collect());
            }
        }
    }

    /// Groups that are neither a row nor a column nor a pair: said in words.
    fn other_groups(&self, grid: &Grid, drawn: &[bool], crossed: u64, block: &mut Block) {
        let columns: Vec<u32> = (0..grid.columns())
            .map(|column| grid.column(column) & grid.open())
            .collect();
        for (group, drawn) in grid.groups().iter().zip(drawn) {
            let points = group.points != 0 && !columns.contains(&group.cells);
            let award = group.award.filter(|_| !drawn);
            if award.is_none() && !points {
                continue;
            }
            let cells = (0..32u8).filter(|cell| group.cells >> cell & 1 != 0);
            let cells = cells
                .filter_map(|cell| grid.number(cell))
                .map(|number| number.to_string());
            let gives = award.map(|award| award_name(self.sheet, award));
            let gives = gives
                .into_iter()
                .chain(points.then(|| format!("{} points", group.points)));
            let gives = gives.collect::<Vec<_>>().join(" and ");
            let won = if u64::from(group.cells) & !crossed == 0 {
                " ✓"
            } else {
                ""
            };
            let what = if is_diagonal(grid, group.cells) {
                "diagonal"
            } else {
                "cells"
            };
            block.note(format!(
                "{what} {}: {gives}{won}",
                cells.collect::<Vec<_>>().join(" ")
            ));
        }
    }
}

/// Do the cells run down a diagonal?
fn is_diagonal(grid: &Grid, cells: u32) -> bool {
    let columns = grid.columns();
    if grid.rows() != columns {
        return false;
    }
    let falling = (0..columns).fold(0u32, |bits, index| bits | 1 << (index * columns + index));
    let rising = (0..columns).fold(0u32, |bits, index| {
        bits | 1 << (index * columns + columns - 1 - index)
    });
    [falling, rising].iter().any(|line| line & grid.open() == cells)
}
