//! A result as a line of coloured squares: how good each zone was, and nothing about the dice.

use finaud_rules::{Score, Sheet, Tint};

/// The most squares a zone shows.
const MOST: i32 = 4;

/// Squares that may stand for a colour, the nearest first.
fn squares_of(colour: &str) -> &'static [char] {
    match colour {
        "yellow" | "gold" => &['🟨', '🟧', '🟫'],
        "orange" => &['🟧', '🟨', '🟥'],
        "red" => &['🟥', '🟧', '🟫'],
        "pink" => &['🟥', '🟪', '🟧'],
        "violet" | "purple" => &['🟪', '🟦', '🟥'],
        "blue" => &['🟦', '🟪', '🟩'],
        "turquoise" => &['🟩', '🟦', '🟪'],
        "green" => &['🟩', '🟦', '🟨'],
        "brown" => &['🟫', '🟧', '🟥'],
        _ => &['⬛', '🟫', '🟦'],
    }
}

/// The squares of a score: each zone in its colour, one to four of them by how much it gives, a white one for a zone that
/// gives almost nothing; then a fox for each fox.
///
/// What is much is said by the sheet: three squares are a sixth of what the highest step of the rating asks for, since five
/// zones and the foxes make a score.
pub fn squares(sheet: &Sheet, score: &Score) -> String {
    let top = sheet.ratings.iter().find_map(|step| step.from).unwrap_or(300);
    let part = (i32::from(top) / 6).max(1);
    let mut used: Vec<char> = Vec::new();
    let mut line = String::new();
    for (zone, points) in score.zones.iter().enumerate() {
        let colour = match sheet.dice.get(zone + 1).map(|die| &die.tint) {
            Some(Tint::Named(name)) => name,
            _ => "",
        };
        let wanted = squares_of(colour);
        let free = wanted.iter().find(|square| !used.contains(square));
        let square = *free.unwrap_or(&wanted[0]);
        used.push(square);
        let count = ((2 * 3 * i32::from(*points) + part) / (2 * part)).clamp(0, MOST);
        match count {
            0 => line.push('⬜'),
            count => line.extend((0..count).map(|_| square)),
        }
    }
    line.extend((0..score.foxes).map(|_| '🦊'));
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use finaud_rules::builtin;

    #[test]
    fn more_points_are_more_squares() {
        let sheet = builtin("tres-fute").unwrap();
        let line = |zones: [i16; 5], foxes| squares(sheet, &Score::from_zones(sheet, zones, foxes));
        assert_eq!(line([0, 0, 0, 0, 0], 0), "⬜⬜⬜⬜⬜");
        assert_eq!(line([90, 16, 30, 45, 60], 2), "🟨🟨🟨🟨🟦🟩🟩🟧🟧🟧🟪🟪🟪🟪🦊🦊");
        assert_eq!(line([-5, 0, 0, 0, 999], 0), "⬜⬜⬜⬜🟪🟪🟪🟪");
    }

    #[test]
    fn every_zone_of_every_sheet_has_a_square_of_its_own() {
        for game in crate::catalog::ids() {
            let Some(sheet) = builtin(game) else { continue };
            let line: Vec<char> = squares(sheet, &Score::from_zones(sheet, [15; 5], 0))
                .chars()
                .collect();
            let mut kinds = line.clone();
            kinds.dedup();
            assert_eq!(kinds.len(), 5, "{game}: {line:?}");
        }
    }
}
