//! The workshop: sheets in the making.
//!
//! A [`Draft`] is the text of a sheet as a tree, right or wrong. It is changed by an [`Edit`], which is data and can be undone;
//! a [`Workbench`] keeps all of them. What is wrong, and what could be written instead, is asked of the reader of sheets
//! ([`Checked`]): nothing here knows a mechanic, so that every mechanic the rules have can be edited.
//!
//! ```
//! use finaud_rules::Step;
//! use finaud_workshop::{Checked, Draft, Edit, Value, Workbench};
//!
//! let mut bench = Workbench::new(Draft::copy_of("tres-fute").unwrap());
//! let name = vec![Step::Key("name".into())];
//! bench.apply(Edit::Set(name.clone(), Value::Text("".into()))).unwrap();
//! assert!(Checked::of(bench.draft()).problems_in(&name).next().is_some());
//! assert!(bench.undo());
//! assert!(Checked::of(bench.draft()).sheet.is_some());
//! ```
#![forbid(unsafe_code)]

mod cells;
mod check;
mod difference;
mod draft;
mod drawn;
mod edit;
mod fit;
mod history;
mod letters;
mod link;
mod mend;
mod propose;
mod value;
mod zones;

pub use cells::{CellMark, Gap, Resize, WrittenCell, gaps, marks, resized, toggled, written_cell};
pub use check::{Checked, Kind, Offer};
pub use difference::{Difference, differences};
pub use draft::{Draft, MOST_TEXT, NotRead};
pub use drawn::{Bound, Filled, bound, shows, with_every_bonus};
pub use edit::{Edit, NoSuchPlace};
pub use fit::fitted;
pub use history::{NotDone, Workbench};
pub use letters::{part_of, parts, print_bonus_here, prints_bonus, set_part};
pub use link::{Guard, LinkFormat, NotUnpacked, pack, unpack};
pub use mend::{Drawable, complete_dice, drawable};
pub use propose::propose;
pub use value::Value;
pub use zones::{
    add_zone, change_mechanic, die_of_zone, mechanics, recolour, remove_zone, rename_action, rename_die,
    swap_dice, swap_zones,
};
