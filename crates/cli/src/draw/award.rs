//! What the signs of bonuses mean that stand under and behind cells.

use finaud_rules::Sheet;

use crate::texts::{self, sheet as words};

/// What every sign on the sheet means, in lines no wider than this.
pub(crate) fn legend(sheet: &Sheet, width: usize) -> Vec<String> {
    let mut known: Vec<(String, String)> = Vec::new();
    for award in sheet.awards() {
        let entry = (words::award_sign(sheet, award), texts::award(sheet, award));
        if entry.0 != entry.1 && !known.contains(&entry) {
            known.push(entry);
        }
    }
    known.sort();
    let mut lines = vec![String::new()];
    for (sign, name) in known {
        let entry = words::sign(&sign, &name);
        let line = lines.last_mut().expect("there is always a line");
        let needed = line.chars().count() + 3 + entry.chars().count();
        if line.is_empty() {
            *line = entry;
        } else if needed <= width {
            *line += &format!("   {entry}");
        } else {
            lines.push(entry);
        }
    }
    lines
}
