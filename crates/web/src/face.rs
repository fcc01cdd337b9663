//! The faces of the bots: six beasts of the old fables, each a few shapes in a box of 32.

use finaud_rules::Seat;
use finaud_table::Table;
use leptos::prelude::*;

use crate::new_game::{BOT_NAMES, bot_name};

/// What tells one beast from the others.
struct Beast {
    fur: &'static str,
    light: &'static str,
    ears: &'static str,
    /// Drawn last: a comb, whiskers, lashes.
    more: &'static str,
}

const POINTED: &str = "M4 3l10 7-9 7zM28 3L18 10l9 7z";
const ROUND: &str =
    "M3 9a4.500 4.500 0 1 0 9 0 4.500 4.500 0 1 0-9 0zM20 9a4.500 4.500 0 1 0 9 0 4.500 4.500 0 1 0-9 0z";
const LINE: &str = "fill='none' stroke-width='1.200' stroke-linecap='round' stroke='#2b1a10'";

/// The beasts, in the order of their names.
const BEASTS: [Beast; 6] = [
    Beast {
        fur: "#d9692a",
        light: "#fff3e4",
        ears: POINTED,
        more: "",
    },
    Beast {
        fur: "#e79a52",
        light: "#fff6ea",
        ears: POINTED,
        more: "M8 14l-2.500-1.500M9 12.500L7.500 10.500M24 14l2.500-1.500M23 12.500l1.500-2",
    },
    Beast {
        fur: "#7d8287",
        light: "#e9ecee",
        ears: POINTED,
        more: "M8 12l5 1.500M24 12l-5 1.500",
    },
    Beast {
        fur: "#5d4b43",
        light: "#d9b48a",
        ears: POINTED,
        more: "M16 7v4M12.500 8l.8 3M19.500 8l-.8 3M3 20l7 1M3 24l7-1.500M29 20l-7 1M29 24l-7-1.500",
    },
    Beast {
        fur: "#f6e3b4",
        light: "#f2a516",
        ears: "M9 9C7 4 11 3 12 6c0-5 5-5 5 0 2-4 6-2 4 3z",
        more: "",
    },
    Beast {
        fur: "#8a5a34",
        light: "#e3c39c",
        ears: ROUND,
        more: "",
    },
];

/// The face of a bot with this name, or of the seat where the name is another.
pub fn face(name: &str, seat: usize) -> AnyView {
    let known = BOT_NAMES.iter().position(|known| *known == name);
    let which = known.unwrap_or(seat) % BEASTS.len();
    let Beast {
        fur,
        light,
        ears,
        more,
    } = &BEASTS[which];
    // A cock has a comb where others have ears, and a beak.
    let (top, muzzle, nose) = match which {
        4 => ("#c2342b", "M11 18h10l-5 8z", ""),
        _ => (
            *fur,
            "M16 14c4 0 7 4 6 8-1 4-4 6-6 6s-5-2-6-6c-1-4 2-8 6-8z",
            "M13.500 19h5L16 22.500z",
        ),
    };
    let drawn = format!(
        "<path d='{ears}' fill='{top}'/><path d='M16 6C24 6 28 11 27 17S21 29 16 29 6 23 5 17 8 6 16 6z' fill='{fur}'/>\
         <path d='{muzzle}' fill='{light}'/><g fill='#2b1a10'><path d='{nose}'/><circle cx='11' cy='15' r='1.800'/><circle cx='21' cy='15' r='1.800'/></g>\
         <path d='{more}' {LINE}/>"
    );
    view! { <svg class="face" viewBox="0 0 32 32" aria-hidden="true" focusable="false" inner_html=drawn></svg> }.into_any()
}

/// The face at a seat, if a bot sits there.
pub fn of_seat(table: &Table, seat: Seat) -> Option<AnyView> {
    let bot = !table.is_person(seat);
    bot.then(|| face(&table.chairs()[seat.index()].name, seat.index()))
}

/// The face of the bot that would sit there.
pub fn of_place(seat: usize) -> AnyView {
    face(bot_name(seat), seat)
}
