//! Tables of solved positions, as `finaud solve --positions` prints them.
#![allow(dead_code)] // each test file uses its part

use finaud_rules::{SoloGame, builtin};

/// Très Futé, alone.
pub(crate) fn tres_fute() -> SoloGame {
    SoloGame::new(builtin("tres-fute").unwrap().clone(), 1).unwrap()
}

/// The values and positions of a table.
pub(crate) fn table(text: &'static str) -> Vec<(f64, &'static str)> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let (value, position) = line.split_once('\t').expect(line);
            (value.parse().expect(line), position)
        })
        .collect()
}

/// A small game of the tests' data, alone.
pub(crate) fn small_game(toml: &str) -> SoloGame {
    SoloGame::new(finaud_rules::Sheet::read(toml).sheet.unwrap(), 1).unwrap()
}
