//! Positions in one line, short enough to be written by hand: everything left out is empty.
//!
//! ```text
//! tres-fute round=2 roll=2 phase=rolled pool=W4,O3 slots=V3 platter=Y1,B2,G1 / yellow=1,4 orange=5,2,3 reroll=3:1
//! ```
//!
//! First the id of the game, then what lies on the table, then after each `/` the sheet of one player. Without any `/`
//! there is one player with an empty sheet. Words are parted by blanks.
//!
//! | on the table | means | left out |
//! |---|---|---|
//! | `round=2` `turn=1` `roll=3` | where the game stands; turn 2 of a solo game is the passive one | 1 |
//! | `rerolls=1` | how often this roll was rolled again | 0 |
//! | `phase=rolled` | `round-start`, `before-roll`, `rolling`, `rolled`, `entered`, `sorting`, `window`, `over` | `rolling` |
//! | `pool=W4,O3` | dice in the pool by letter, with what they show | not yet rolled |
//! | `slots=V3,-,B2` | dice on the slots, first slot first, `-` for an empty one | all empty |
//! | `platter=Y1,G1` | dice on the platter | none |
//!
//! | on a sheet | means |
//! |---|---|
//! | `yellow=1,4` | crossed cells, counted from 1, left to right and top to bottom (grid, stride, track of crosses) |
//! | `orange=5,2,3` | written numbers (track of numbers); `pink=2,4!` says that the bonus of the 4 was given up |
//! | <code>blue=6,5&#124;8</code> | numbers left and right of the centre, nearest first (spread) |
//! | <code>yellow=6,5&#124;1&#124;3,4</code> | the numbers of each line, top line first (lines) |
//! | `green=12:3,.:4` | left and right number of each block, `.` for an empty cell (pairs) |
//! | `reroll=3:1` | three boxes circled, the first one used; `reroll=3:[2]` if it is the second |
//! | `joker=3:1,3` | three boxes circled, the first and the third used |
//! | `foxes=1` | foxes won |
//! | `pending=yellow_X,orange_4` | bonuses that wait for a choice, with `_` for blanks |
//! | `extra=W,B` | dice taken as extra dice in this turn |
//! | `stage=pick` | what is left to do in the window: `pick`, `extra` or `done` |

mod read;
mod zone;

pub use read::read_setup;

use finaud_rules::{BoxesSetup, Die, PhaseName, PlaceName, Power, SeatSetup, Setup, Sheet, StageName};

/// Writes a setup in one line: nothing that goes without saying, always in the same order.
///
/// ```
/// use finaud_record::{read_setup, setup_text};
/// let sheet = finaud_rules::builtin("tres-fute").unwrap();
/// let line = "tres-fute round=2 phase=rolled pool=W4,Y1,B2,G1,O3,V3 / yellow=1,4 orange=5 reroll=1 / blue=7 foxes=1";
/// let setup = read_setup(sheet, line).unwrap();
/// assert_eq!(setup_text(sheet, &setup), line);
/// ```
pub fn setup_text(sheet: &Sheet, setup: &Setup) -> String {
    let mut words = vec![setup.game.clone()];
    for (key, number, usual) in [
        ("round", setup.round, 1),
        ("turn", setup.turn, 1),
        ("roll", setup.roll, 1),
        ("rerolls", setup.rerolls, 0),
    ] {
        if number != usual {
            words.push(format!("{key}={number}"));
        }
    }
    if setup.phase != PhaseName::Rolling {
        words.push(format!("phase={}", setup.phase.word()));
    }
    dice_words(sheet, setup, &mut words);
    let only_empty = matches!(setup.seats.as_slice(), [seat] if seat_words(sheet, seat).is_empty());
    if !only_empty {
        for seat in &setup.seats {
            words.push("/".into());
            words.extend(seat_words(sheet, seat));
        }
    }
    words.join(" ")
}

fn dice_words(sheet: &Sheet, setup: &Setup, words: &mut Vec<String>) {
    let lying = |die: Die| {
        setup
            .dice
            .iter()
            .find(|(name, _)| sheet.die_named(name) == Some(die))
            .map(|(_, lies)| lies)
    };
    let shown = |die: Die| {
        let face = lying(die)
            .and_then(|lies| lies.face)
            .map_or_else(String::new, |face| face.to_string());
        format!("{}{face}", sheet.dice[die.index()].letter)
    };
    let at = |place: PlaceName| {
        let there = move |die: &Die| lying(*die).map_or(place == PlaceName::Pool, |lies| lies.place == place);
        Die::ALL.into_iter().filter(there)
    };
    let mut list = |key: &str, dice: Vec<String>| {
        if !dice.is_empty() {
            words.push(format!("{key}={}", dice.join(",")));
        }
    };
    let rolled = at(PlaceName::Pool).filter(|die| lying(*die).is_some_and(|lies| lies.face.is_some()));
    list("pool", rolled.map(shown).collect());
    let slots = [PlaceName::Slot1, PlaceName::Slot2, PlaceName::Slot3];
    let mut slots: Vec<String> = slots
        .map(|slot| at(slot).next().map_or_else(|| "-".into(), shown))
        .into();
    while slots.last().is_some_and(|slot| slot == "-") {
        slots.pop();
    }
    list("slots", slots);
    list("platter", at(PlaceName::Platter).map(shown).collect());
}

fn seat_words(sheet: &Sheet, seat: &SeatSetup) -> Vec<String> {
    let mut words = Vec::new();
    for zone in &sheet.zones {
        let written = seat.zones.get(&zone.name).map_or_else(String::new, zone::text);
        if !written.is_empty() {
            words.push(format!("{}={written}", zone.name));
        }
    }
    for power in Power::ALL {
        if let Some(boxes) = seat
            .boxes
            .get(power.word())
            .filter(|boxes| **boxes != BoxesSetup::default())
        {
            words.push(format!("{}={}", power.word(), boxes_text(power, boxes)));
        }
    }
    if seat.foxes != 0 {
        words.push(format!("foxes={}", seat.foxes));
    }
    if !seat.pending.is_empty() {
        words.push(format!("pending={}", seat.pending.join(",").replace(' ', "_")));
    }
    if !seat.extra_used.is_empty() {
        let letter = |name: &String| match sheet.die_named(name) {
            Some(die) => sheet.dice[die.index()].letter.to_string(),
            None => name.clone(),
        };
        words.push(format!(
            "extra={}",
            seat.extra_used.iter().map(letter).collect::<Vec<_>>().join(",")
        ));
    }
    if seat.stage != StageName::Done {
        words.push(format!("stage={}", seat.stage.word()));
    }
    words
}

fn boxes_text(power: Power, boxes: &BoxesSetup) -> String {
    let list = boxes.used.iter().map(u8::to_string).collect::<Vec<_>>().join(",");
    let leftmost = (1..).zip(&boxes.used).all(|(place, used)| place == *used);
    match power {
        _ if boxes.used.is_empty() => boxes.circled.to_string(),
        Power::Joker => format!("{}:{list}", boxes.circled),
        _ if leftmost => format!("{}:{}", boxes.circled, boxes.used.len()),
        _ => format!("{}:[{list}]", boxes.circled),
    }
}
