//! Reading a grid: its cells, the groups that pay and how it scores.

use super::bonus::Bonuses;
use super::expectation::Expected;
use super::location::{Location, Noun, Segment};
use super::problem::quote;
use super::walk::{Fields, Node, not_together, only_with};
use super::zones::{for_each_column, from_no_cross, read_points, read_some_points};
use crate::Message;
use crate::bonus::Award;
use crate::die::SLOTS;
use crate::insertion_sort;
use crate::zone::grid::{MAX_CELLS, MAX_NUMBER, MOVED_ROWS, bits};
use crate::zone::{Access, Grid, GridScore, Source};

/// Groups are counted with the bits of a 32-bit number.
const MOST_GROUPS: usize = 32;
/// The rows of a mark in a matching grid are the bits of a byte.
const MOST_MATCHING_ROWS: u8 = 8;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Score {
    Groups,
    Crosses,
    Rows,
}

/// What a row, a column, a diagonal or two neighbours give.
struct Paying {
    place: Location,
    cells: u32,
    award: Option<Award>,
    points: i16,
}

/// Reads a grid; `others` are the dice of the other zones, by index.
pub(super) fn read(
    fields: &mut Fields<'_>,
    source: Source,
    others: &[(u8, &str)],
    bonuses: &mut Bonuses,
) -> Option<Grid> {
    let cells = fields.need("cells", "[\"1 2 3\", \"4 5 6\"]");
    let access = fields.maybe("access");
    let grey = fields.maybe("grey");
    let matching = fields
        .maybe("matching")
        .and_then(|matching| matching.flag())
        .unwrap_or(false);
    let moved = fields.maybe("moved");
    let twice = fields.maybe("twice");
    let is_twice = twice.as_ref().and_then(Node::flag).unwrap_or(false);
    let shaded = fields.maybe("shaded");
    let row_bonus = fields.maybe("row_bonus");
    let row_points = fields.maybe("row_points");
    let column_bonus = fields.maybe("column_bonus");
    let column_points = fields.maybe("column_points");
    let diagonal_bonus = fields.maybe("diagonal_bonus");
    let diagonal_points = fields.maybe("diagonal_points");
    let between_rows = fields.maybe("between_rows");
    let score = fields.need("score", "\"groups\"").and_then(|score| {
        score.one_of(&[
            ("groups", Score::Groups),
            ("crosses", Score::Crosses),
            ("rows", Score::Rows),
        ])
    });
    let points = fields.maybe("points");
    fields.finish(Message::new("sheet.table.grid", "a grid"));

    let grid = cells.and_then(|mut cells| {
        cells.place.clone_from(&fields.place);
        read_cells(&cells, source)
    });
    let (rows, columns) = (
        grid.as_ref().map(|grid| grid.rows().into()),
        grid.as_ref().map(|grid| grid.columns().into()),
    );
    let pays_groups = row_points.is_some() || column_points.is_some() || diagonal_points.is_some();
    let diagonal = diagonal_bonus.is_some() || diagonal_points.is_some();

    // In this order the gifts of the zone are numbered.
    let for_each_row = || Message::new("sheet.why.rows", "one for each row");
    let row_awards = bonuses.list(row_bonus, Noun::Row, rows, for_each_row());
    let row_points = read_points(row_points, Noun::Row, rows, for_each_row());
    let column_awards = bonuses.list(column_bonus, Noun::Column, columns, for_each_column());
    let column_points = read_points(column_points, Noun::Column, columns, for_each_column());
    let diagonal_award = diagonal_bonus.and_then(|bonus| bonuses.award(&bonus));
    let diagonal_points = diagonal_points
        .and_then(|points| read_some_points(&points))
        .unwrap_or(0);
    let between = read_between(between_rows, rows, columns, bonuses);

    let mut grid = grid?;
    let shading = match shaded {
        Some(shaded) => numbers_by_row(&shaded, &grid),
        None => grid.open(),
    };
    grid.set_shaded(shading);
    read_access(fields, &mut grid, access, grey);
    if matching {
        check_matching(fields, &grid, source);
        grid.set_matching();
    }
    if let Some(moved) = &moved {
        read_moved(fields, &mut grid, moved, others);
    }
    if let (Some(twice), true) = (&twice, is_twice) {
        if score == Some(Score::Groups) {
            twice.error(not_together("twice", "score = \"groups\""));
        }
        grid.set_twice();
    }
    let crossed_otherwise = [
        (matching, "matching"),
        (is_twice, "twice"),
        (grid.access() == Access::BySlot, "access = \"by slot\""),
        (source != Source::Face, "value = \"with white\""),
    ];
    if let Some((_, other)) = crossed_otherwise
        .into_iter()
        .find(|(is, _)| *is && moved.is_some())
    {
        fields.error(not_together("moved", other));
    }
    if is_twice && matching {
        fields.error(not_together("twice", "matching"));
    }

    let mut paying = Vec::new();
    for row in 0..grid.rows() {
        let (award, points) = (row_awards[usize::from(row)], row_points[usize::from(row)]);
        paying.push(Paying {
            place: row_of(fields, row),
            cells: grid.row(row) & shading,
            award,
            points,
        });
    }
    for column in 0..grid.columns() {
        let (award, points) = (
            column_awards[usize::from(column)],
            column_points[usize::from(column)],
        );
        let cells = grid.column(column) & shading;
        paying.push(Paying {
            place: fields.place.with(numbered(Noun::Column, column)),
            cells,
            award,
            points,
        });
    }
    if diagonal {
        if grid.rows() != grid.columns() {
            let what = Message::new(
                "sheet.no-diagonal",
                "only a square grid has a diagonal, but this one has {rows} rows and {columns} columns",
            );
            let what = what.with("rows", grid.rows());
            fields.error(what.with("columns", grid.columns()));
        }
        let cells =
            (0..grid.rows().min(grid.columns())).fold(0, |cells, at| cells | grid.row(at) & grid.column(at));
        let (award, points) = (diagonal_award, diagonal_points);
        paying.push(Paying {
            place: fields.place.with(Segment::Diagonal),
            cells,
            award,
            points,
        });
    }
    for (upper, awards) in (0..).zip(between) {
        for (column, award) in (0..grid.columns()).zip(awards) {
            let cells = (grid.row(upper) | grid.row(upper + 1)) & grid.column(column);
            let place = fields.place.with(Segment::BetweenRows(usize::from(upper) + 1));
            let place = place.with(numbered(Noun::Column, column));
            if award.is_some() && (cells & (grid.open() | grid.printed())).count_ones() < 2 {
                let what = Message::new(
                    "sheet.between-nothing",
                    "a bonus between cells needs a cell above and below",
                );
                fields.error_at(&place, what);
            }
            paying.push(Paying {
                place,
                cells,
                award,
                points: 0,
            });
        }
    }
    add_groups(fields, &mut grid, paying);
    read_score(fields, &mut grid, score?, points, pays_groups);
    Some(grid)
}

/// Something of a grid that is counted, from 0.
fn numbered(noun: Noun, index: u8) -> Segment {
    Segment::Numbered(noun, usize::from(index) + 1)
}

/// A row of the zone, counted from 0.
fn row_of(fields: &Fields<'_>, row: u8) -> Location {
    fields.place.with(numbered(Noun::Row, row))
}

/// Reads what is printed: numbers, `X` for a printed cross, `-` for no cell.
fn read_cells(node: &Node<'_>, source: Source) -> Option<Grid> {
    let (least, most) = match source {
        Source::Face => (1, 6),
        Source::WithWhite | Source::WithPlatter | Source::BesideWhite => (2, MAX_NUMBER as u8),
    };
    let rows = node.list(Noun::Row)?;
    let mut printed: Vec<Vec<Option<u8>>> = Vec::new();
    for row in &rows {
        let read = |(index, word): (usize, &str)| match word {
            "X" => Some(0),
            "-" => None,
            _ => {
                let number: Option<u8> = word.parse().ok();
                if !number.is_some_and(|number| (least..=most).contains(&number)) {
                    let hint = match number {
                        Some(7..=12) => Message::new(
                            "sheet.sum-needs-white",
                            "; a sum of two dice needs value = \"with white\"",
                        ),
                        _ => Message::nothing(),
                    };
                    let what = Message::new(
                        "sheet.bad-cell",
                        "{text} should be a number from {least} to {most}, X or -{hint}",
                    );
                    let what = what.with("text", quote(word)).with("hint", hint);
                    let what = what.with("least", least).with("most", most);
                    row.error_in(Segment::Numbered(Noun::Cell, index + 1), what);
                }
                // A wrong number still makes a cell, so that nothing is said about its row and column too.
                Some(number.unwrap_or(0).clamp(1, MAX_NUMBER as u8))
            }
        };
        let first = printed.iter().map(Vec::len).sum();
        row.expect(|| Expected::PrintedRow { first });
        printed.push(row.text()?.split_whitespace().enumerate().map(read).collect());
    }
    let columns = printed.first().map_or(0, Vec::len);
    let (mut fits, mut open) = (true, false);
    for (row, cells) in rows.iter().zip(&printed) {
        if cells.len() != columns {
            let what = Message::new(
                "sheet.uneven-rows",
                "has {count} cells, but row 1 has {columns}; write - where there is no cell",
            );
            row.error(what.with("count", cells.len()).with("columns", columns));
            fits = false;
        }
        open |= cells.iter().flatten().any(|number| *number > 0);
    }
    let count = columns * rows.len();
    if count == 0 || count > MAX_CELLS {
        let what = Message::new(
            "sheet.grid-cells",
            "has {count} cells, but a grid should have from 1 to {most}",
        );
        node.error(what.with("count", count).with("most", MAX_CELLS));
        return None;
    }
    if !open {
        node.error(Message::new(
            "sheet.nothing-open",
            "has no cell that can be crossed",
        ));
    }
    let number = |row: u8, column: u8| *printed.get(usize::from(row))?.get(usize::from(column))?;
    (fits && open).then(|| Grid::new(rows.len() as u8, columns as u8, number))
}

/// The cells given by the numbers printed in them, row by row: `["5 6", "3 4", "1 2"]`.
fn numbers_by_row(node: &Node<'_>, grid: &Grid) -> u32 {
    let why = Message::new(
        "sheet.why.numbers-by-row",
        "the numbers of the cells, one text for each row",
    );
    let mut cells = 0;
    let entries = node.list_of(Noun::Row, grid.rows().into(), why);
    for (row, entry) in (0..grid.rows()).zip(entries.into_iter().flatten()) {
        entry.expect(|| Expected::SomeOf(numbers_of(grid, row)));
        let Some(text) = entry.text() else { continue };
        for word in text.split_whitespace() {
            let number: Option<u8> = word.parse().ok();
            let showing = bits(grid.row(row) & grid.open()).filter(|cell| grid.number(*cell) == number);
            let showing = showing.fold(0, |cells, cell| cells | 1 << cell);
            if number.is_none() || showing == 0 {
                let what = Message::new("sheet.not-in-row", "row {row} has no cell printed {text}");
                entry.error(what.with("row", row + 1).with("text", quote(word)));
            } else {
                cells |= showing;
            }
        }
    }
    cells
}

/// The numbers of a row that can be crossed, each once.
fn numbers_of(grid: &Grid, row: u8) -> Vec<String> {
    let cells = bits(grid.row(row) & grid.open());
    let mut numbers: Vec<u8> = cells.filter_map(|cell| grid.number(cell)).collect();
    insertion_sort(&mut numbers, u8::cmp);
    numbers.dedup();
    numbers.iter().map(u8::to_string).collect()
}

fn read_access(fields: &Fields<'_>, grid: &mut Grid, access: Option<Node<'_>>, grey: Option<Node<'_>>) {
    let read =
        |access: Node<'_>| access.one_of(&[("anywhere", Access::Anywhere), ("by slot", Access::BySlot)]);
    let access = access.map_or(Some(Access::Anywhere), read);
    match (access, grey) {
        (Some(Access::BySlot), Some(grey)) => {
            if usize::from(grid.rows()) != SLOTS {
                let what = Message::new(
                    "sheet.rows-for-slots",
                    "access \"by slot\" needs {slots} rows, one for each slot, but there are {rows}",
                );
                fields.error(what.with("slots", SLOTS).with("rows", grid.rows()));
            }
            let grey = numbers_by_row(&grey, grid);
            grid.set_access(Access::BySlot, grey);
        }
        (Some(Access::BySlot), None) => {
            fields.error(Message::new(
                "sheet.no-grey",
                "access \"by slot\" needs grey cells for the dice from the platter; write for example: grey = [\"5 6\", \"3 4\", \"1 2\"]",
            ));
        }
        (Some(Access::Anywhere), Some(grey)) => {
            grey.error(Message::new(
                "sheet.stray-grey",
                "grey cells make sense only with access = \"by slot\"",
            ));
        }
        _ => {}
    }
}

/// A matching grid is marked by a number and a set of rows, so each number may stand only once in a row.
fn check_matching(fields: &Fields<'_>, grid: &Grid, source: Source) {
    if source != Source::Face {
        fields.error(Message::new(
            "sheet.matching-sums",
            "a matching grid goes by the face of a single die; leave \"value\" out",
        ));
    }
    if grid.rows() > MOST_MATCHING_ROWS {
        let what = Message::new(
            "sheet.matching-rows",
            "a matching grid may have at most {most} rows, but has {rows}",
        );
        let what = what.with("most", MOST_MATCHING_ROWS);
        fields.error(what.with("rows", grid.rows()));
    }
    for row in 0..grid.rows() {
        let mut numbers: Vec<u8> = bits(grid.row(row) & grid.open())
            .filter_map(|cell| grid.number(cell))
            .collect();
        insertion_sort(&mut numbers, u8::cmp);
        if let Some(twice) = numbers.windows(2).find(|pair| pair[0] == pair[1]) {
            let what = Message::new(
                "sheet.twice-in-row",
                "{number} appears twice in the row; in a matching grid it may appear once",
            );
            fields.error_at(&row_of(fields, row), what.with("number", twice[0]));
        }
    }
}

/// The rows belong to the dice of the other colours: those that a pick moves give crosses there.
fn read_moved(fields: &Fields<'_>, grid: &mut Grid, moved: &Node<'_>, others: &[(u8, &str)]) {
    let why = Message::new(
        "sheet.why.other-dice",
        "the die of each row, every colour but its own once",
    );
    let mut dice = Vec::new();
    for entry in moved.list_of(Noun::Row, MOVED_ROWS, why).into_iter().flatten() {
        let known: Vec<(&str, u8)> = others.iter().map(|(die, name)| (*name, *die)).collect();
        let Some(die) = entry.one_of(&known) else { continue };
        if dice.contains(&die) {
            let what = Message::new("sheet.named-twice", "{word} is named twice");
            entry.error(what.with("word", quote(entry.text().unwrap_or_default())));
        }
        dice.push(die);
    }
    if usize::from(grid.rows()) != MOVED_ROWS {
        let what = Message::new(
            "sheet.moved-rows",
            "\"moved\" needs {count} rows, one for each other colour, but there are {rows}",
        );
        fields.error(what.with("count", MOVED_ROWS).with("rows", grid.rows()));
        return;
    }
    for row in 0..grid.rows() {
        let in_row = bits(grid.row(row) & grid.open()).filter_map(|cell| grid.number(cell));
        let mut numbers: Vec<u8> = in_row.collect();
        insertion_sort(&mut numbers, u8::cmp);
        if let Some(twice) = numbers.windows(2).find(|pair| pair[0] == pair[1]) {
            let what = Message::new(
                "sheet.twice-in-moved-row",
                "{number} appears twice in the row; with \"moved\" it may appear once",
            );
            fields.error_at(&row_of(fields, row), what.with("number", twice[0]));
        }
    }
    if let Ok(dice) = dice.try_into() {
        grid.set_moved(dice);
    }
}

fn read_between(
    node: Option<Node<'_>>,
    rows: Option<usize>,
    columns: Option<usize>,
    bonuses: &mut Bonuses,
) -> Vec<Vec<Option<Award>>> {
    let entries = node.and_then(|node| match rows {
        Some(rows) => {
            let why = Message::new(
                "sheet.why.row-pairs",
                "one list for each pair of neighbouring rows",
            );
            node.list_of(Noun::Pair, rows - 1, why)
        }
        None => node.list(Noun::Pair),
    });
    let mut between: Vec<Vec<Option<Award>>> = Vec::new();
    for entry in entries.into_iter().flatten() {
        between.push(bonuses.list(Some(entry), Noun::Column, columns, for_each_column()));
    }
    between.truncate(rows.map_or(0, |rows| rows - 1));
    between
}

fn add_groups(fields: &Fields<'_>, grid: &mut Grid, paying: Vec<Paying>) {
    let paying: Vec<Paying> = paying
        .into_iter()
        .filter(|group| group.award.is_some() || group.points != 0)
        .collect();
    if paying.len() > MOST_GROUPS {
        let what = Message::new(
            "sheet.group-count",
            "has {count} rows, columns and neighbours that give something, but may have {most}",
        );
        fields.error(what.with("count", paying.len()).with("most", MOST_GROUPS));
        return;
    }
    for group in paying {
        if group.cells & grid.open() == 0 {
            let what = Message::new(
                "sheet.never-won",
                "no cell of it can be crossed, so what it gives can never be won",
            );
            fields.error_at(&group.place, what);
        }
        grid.add_group(group.cells, group.award, group.points);
    }
}

fn read_score(
    fields: &Fields<'_>,
    grid: &mut Grid,
    score: Score,
    points: Option<Node<'_>>,
    pays_groups: bool,
) {
    if score == Score::Groups {
        if let Some(points) = points {
            let when = Message::any_of(["score = \"crosses\"", "\"rows\""]);
            points.error(only_with(when));
        }
        if !pays_groups {
            fields.error(Message::new(
                "sheet.no-group-points",
                "score \"groups\" needs row_points, column_points or diagonal_points",
            ));
        }
        let grouped = grid.groups().iter().fold(0, |cells, group| cells | group.cells);
        for cell in bits(grid.open() & !grouped) {
            let (row, column) = (cell / grid.columns(), cell % grid.columns());
            let place = row_of(fields, row).with(numbered(Noun::Cell, column));
            let what = Message::new(
                "sheet.worthless-cell",
                "is in no row, column or diagonal that gives anything",
            );
            fields.warning_at(&place, what);
        }
        return;
    }
    if pays_groups {
        fields.error(Message::new(
            "sheet.stray-group-points",
            "row_points, column_points and diagonal_points count only with score = \"groups\"",
        ));
    }
    let Some(points) = points else {
        fields.error(Message::new(
            "sheet.no-points",
            "\"points\" is missing; write the points by the number of crosses, for example: points = [1, 3, 6]",
        ));
        return;
    };
    let longest = (0..grid.rows())
        .map(|row| (grid.row(row) & grid.open()).count_ones() as usize)
        .max()
        .unwrap_or(0);
    if score == Score::Rows {
        let why = Message::new(
            "sheet.why.longest-row",
            "one for each number of crosses in the longest row",
        );
        let table = read_points(Some(points), Noun::Cross, Some(longest), why);
        grid.set_score(GridScore::Rows(from_no_cross(table)));
    } else {
        let count = grid.open().count_ones() as usize;
        let why = Message::new(
            "sheet.why.open-crosses",
            "one for each number of crosses, printed ones left out",
        );
        let table = read_points(Some(points), Noun::Cross, Some(count), why);
        grid.set_score(GridScore::Crosses(from_no_cross(table)));
    }
}
