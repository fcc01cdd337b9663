//! The sheets that come with Finaud.

use std::sync::{OnceLock, PoisonError, RwLock};

use crate::reader::Problem;
use crate::sheet::Sheet;

/// Where a sheet comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shelf {
    /// A game of its own, listed with the others.
    Games,
    /// A sheet that shows what can be made. It is played by its id like any other, but nobody counts it among the games.
    Gallery,
}

/// A sheet and its text. They stay until the program ends.
#[derive(Clone, Copy)]
struct Builtin {
    id: &'static str,
    shelf: Shelf,
    text: &'static str,
    sheet: &'static OnceLock<Option<Sheet>>,
}

/// The id and the text of each sheet inside the program.
#[cfg(feature = "embedded")]
const EMBEDDED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/sheets.rs"));
#[cfg(not(feature = "embedded"))]
const EMBEDDED: &[(&str, &str)] = &[];

/// The same of the gallery.
#[cfg(feature = "embedded")]
const GALLERY: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/gallery.rs"));
#[cfg(not(feature = "embedded"))]
const GALLERY: &[(&str, &str)] = &[];

static SHEETS: OnceLock<RwLock<Vec<Builtin>>> = OnceLock::new();

fn sheets() -> &'static RwLock<Vec<Builtin>> {
    SHEETS.get_or_init(|| {
        let shelves = [(Shelf::Games, EMBEDDED), (Shelf::Gallery, GALLERY)];
        let embedded = shelves.into_iter().flat_map(|(shelf, sheets)| {
            let sheets = sheets.iter();
            sheets.map(move |(id, text)| Builtin::new(id, text, shelf))
        });
        RwLock::new(embedded.collect())
    })
}

impl Builtin {
    fn new(id: &'static str, text: &'static str, shelf: Shelf) -> Builtin {
        Builtin {
            id,
            shelf,
            text,
            sheet: Box::leak(Box::new(OnceLock::new())),
        }
    }

    fn find(id: &str) -> Option<Builtin> {
        let known = sheets().read().unwrap_or_else(PoisonError::into_inner);
        known.iter().copied().find(|builtin| builtin.id == id)
    }
}

/// The ids of the built-in games with a sheet, in the order they are offered to players.
pub fn builtin_ids() -> Vec<&'static str> {
    ids_on(Shelf::Games)
}

/// The ids of the sheets of the gallery, in the order they are offered to players. [`builtin`] knows them too.
pub fn gallery_ids() -> Vec<&'static str> {
    ids_on(Shelf::Gallery)
}

fn ids_on(shelf: Shelf) -> Vec<&'static str> {
    let known = sheets().read().unwrap_or_else(PoisonError::into_inner);
    let on_it = known.iter().filter(|builtin| builtin.shelf == shelf);
    on_it.map(|builtin| builtin.id).collect()
}

/// The built-in sheet with this id, of a game or of the gallery, read at the first call.
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

/// Makes a sheet one of the built-in ones, behind those that are there; for programs that bring their sheets along. One
/// whose id is known already changes nothing.
pub fn install_builtin(text: &str) -> Result<&'static str, Vec<Problem>> {
    let reading = Sheet::read(text);
    let Some(sheet) = reading.sheet else {
        return Err(reading.problems);
    };
    if let Some(known) = Builtin::find(&sheet.id) {
        return Ok(known.id);
    }
    let id: &'static str = Box::leak(sheet.id.clone().into_boxed_str());
    let builtin = Builtin::new(id, Box::leak(text.to_string().into_boxed_str()), Shelf::Games);
    let _ = builtin.sheet.set(Some(sheet));
    let mut known = sheets().write().unwrap_or_else(PoisonError::into_inner);
    known.push(builtin);
    Ok(id)
}
