//! The sheets that come with Finaud.

use std::sync::OnceLock;

use crate::sheet::Sheet;

/// A sheet, its text, and the place to keep it once it is read.
struct Builtin {
    id: &'static str,
    text: &'static str,
    sheet: OnceLock<Option<Sheet>>,
}

const IDS: [&str; 4] = ["tres-fute", "tres-fute-deluxe", "melange-fute", "hyper-fute"];

static SHEETS: [Builtin; IDS.len()] = [
    Builtin::new(IDS[0], include_str!("../../../sheets/tres-fute.toml")),
    Builtin::new(IDS[1], include_str!("../../../sheets/tres-fute-deluxe.toml")),
    Builtin::new(IDS[2], include_str!("../../../sheets/melange-fute.toml")),
    Builtin::new(IDS[3], include_str!("../../../sheets/hyper-fute.toml")),
];

impl Builtin {
    const fn new(id: &'static str, text: &'static str) -> Builtin {
        Builtin {
            id,
            text,
            sheet: OnceLock::new(),
        }
    }

    fn find(id: &str) -> Option<&'static Builtin> {
        SHEETS.iter().find(|builtin| builtin.id == id)
    }
}

/// The ids of the built-in sheets, in the order they are offered to players.
pub fn builtin_ids() -> &'static [&'static str] {
    &IDS
}

/// The built-in sheet with this id, read at the first call.
///
/// ```
/// let sheet = finaud_rules::builtin("tres-fute").unwrap();
/// assert_eq!(sheet.name, "Très Futé");
/// ```
pub fn builtin(id: &str) -> Option<&'static Sheet> {
    let builtin = Builtin::find(id)?;
    builtin
        .sheet
        .get_or_init(|| Sheet::read(builtin.text).sheet)
        .as_ref()
}

/// The TOML of the built-in sheet with this id: a start for a sheet of one's own.
pub fn builtin_text(id: &str) -> Option<&'static str> {
    Builtin::find(id).map(|builtin| builtin.text)
}
