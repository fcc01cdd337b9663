//! The built-in sheets say what is printed.

use finaud_rules::{Award, Sheet, Zone, builtin, builtin_text};

/// The mechanic of a zone, which must be of this kind.
macro_rules! mechanic {
    ($sheet:expr, $zone:expr, $kind:ident) => {
        match &$crate::zone($sheet, $zone).mechanic {
            finaud_rules::Mechanic::$kind(mechanic) => mechanic,
            other => panic!("{} is {other:?}", $zone),
        }
    };
}

mod every_sheet;
mod forever;
mod hyper;
mod melange;
mod star;
mod vraiment;

fn sheet(id: &str) -> &'static Sheet {
    builtin(id).unwrap_or_else(|| panic!("{id} cannot be read"))
}

fn text(id: &str) -> &'static str {
    builtin_text(id).unwrap_or_else(|| panic!("there is no {id}"))
}

/// The bonus as the sheet writes it; "" for none.
fn word(sheet: &Sheet, award: Option<Award>) -> String {
    match award {
        None => String::new(),
        Some(Award::Fox) => "fox".to_string(),
        Some(Award::Circle(power)) => power.word().to_string(),
        Some(Award::Gift(gift)) => sheet.gifts[usize::from(gift)].name.clone(),
    }
}

fn words<'a>(sheet: &Sheet, awards: impl IntoIterator<Item = &'a Option<Award>>) -> Vec<String> {
    awards.into_iter().map(|award| word(sheet, *award)).collect()
}

fn zone<'a>(sheet: &'a Sheet, name: &str) -> &'a Zone {
    &sheet.zones[usize::from(sheet.zone_named(name).unwrap_or_else(|| panic!("no zone {name}")))]
}

/// The bonus of the group with exactly these cells (counted from 1), and its points.
fn group(sheet: &Sheet, name: &str, cells: &[u32]) -> (String, i16) {
    let mask = cells.iter().fold(0, |mask, cell| mask | 1 << (cell - 1));
    let grid = mechanic!(sheet, name, Grid);
    let found: Vec<_> = grid.groups().iter().filter(|group| group.cells == mask).collect();
    assert_eq!(found.len(), 1, "{name} {cells:?}: {:?}", grid.groups());
    (word(sheet, found[0].award), found[0].points)
}

/// The printed rows: numbers, `X` and `-`.
fn printed(sheet: &Sheet, name: &str) -> Vec<String> {
    let grid = mechanic!(sheet, name, Grid);
    let cell = |cell: u8| match grid.number(cell) {
        Some(number) => number.to_string(),
        None if grid.printed() >> cell & 1 != 0 => "X".to_string(),
        None => "-".to_string(),
    };
    let row = |row: u8| {
        (0..grid.columns())
            .map(|column| cell(row * grid.columns() + column))
            .collect::<Vec<_>>()
    };
    (0..grid.rows()).map(|at| row(at).join(" ")).collect()
}

/// Cells (counted from 1) of a mask.
fn cells(mask: u32) -> Vec<u32> {
    (0..32)
        .filter(|cell| mask >> cell & 1 != 0)
        .map(|cell| cell + 1)
        .collect()
}
