//! What is said during a dice game.

use finaud_rules::ROLLS;

use super::list;

/// What lies in the pool, on the slots and on the platter.
pub(crate) const POOL: &str = "pool";
pub(crate) const SLOTS: &str = "slots";
pub(crate) const PLATTER: &str = "platter";

/// Whose turn it is.
pub(crate) enum TurnOf<'a> {
    /// This player's, at a table of several.
    Active(&'a str),
    /// The active turn of somebody who plays alone.
    ActiveAlone,
    /// The passive turn of somebody who plays alone.
    Passive,
}

/// Where in its turn a game stands.
pub(crate) enum TurnMoment {
    /// Somebody uses the bonus of the round.
    RoundStart,
    /// A roll, from 1.
    Roll {
        /// Which.
        roll: u8,
        /// Was it rolled again?
        again: bool,
    },
    /// The dice are sorted.
    Sorting,
    /// Everybody uses dice that are left.
    Window,
}

/// Where a game stands: `round 2 of 6, Ada is active, roll 1 of 3`.
pub(crate) fn moment(round: u8, rounds: u8, turn: &TurnOf<'_>, moment: &TurnMoment) -> String {
    let round = format!("round {round} of {rounds}");
    let turn = match turn {
        TurnOf::Active(name) => format!("{name} is active"),
        TurnOf::ActiveAlone => "active turn".into(),
        TurnOf::Passive => "passive turn".into(),
    };
    match moment {
        TurnMoment::RoundStart => format!("{round}, bonus of the round"),
        TurnMoment::Roll { roll, again } => {
            let again = if *again { " again" } else { "" };
            format!("{round}, {turn}, roll {roll} of {ROLLS}{again}")
        }
        TurnMoment::Sorting => format!("{round}, {turn}"),
        TurnMoment::Window => format!("{round}, {turn}, end of the turn"),
    }
}

/// What a round gives as it starts; who wins it, and who has no use for it.
pub(crate) fn round_bonus(round: u8, award: &str, winners: &[String], losers: &[String]) -> String {
    match (winners, losers) {
        ([_], []) => format!("round {round}: {award}"),
        (_, []) => format!("round {round}: {award} for everybody"),
        ([], _) => format!("round {round}: {award}, lost"),
        _ => format!(
            "round {round}: {award} for {}, lost for {}",
            list(winners),
            list(losers)
        ),
    }
}

/// What fell.
pub(crate) fn outcome(text: &str) -> String {
    format!("dice: {text}")
}

/// Dice are to be rolled; examples of what may be typed.
pub(crate) fn roll_prompt(letters: &str, in_order: &str, by_letter: &str) -> Vec<String> {
    vec![
        format!("Roll {letters}."),
        format!("Type what they show, in this order (`{in_order}`) or by letter (`{by_letter}`)."),
    ]
}

/// Dice are to be sorted.
pub(crate) fn sort_prompt(letters: &str) -> Vec<String> {
    vec![
        "The three lowest dice go to the platter; among equals the nearest.".into(),
        format!("Type {letters} by their distance, the nearest first."),
    ]
}

/// Too few or too many dice were typed.
pub(crate) fn wrong_count(dice: usize, letters: &str) -> String {
    format!("there are {dice} dice to be told: {letters}")
}

/// A die cannot show that.
pub(crate) fn wrong_face() -> String {
    "a die shows 1 to 6".into()
}

/// No die is called that.
pub(crate) fn no_such_die(word: &str, letters: &str) -> String {
    format!("`{word}` is none of the dice {letters}")
}

/// A die was typed twice.
pub(crate) fn named_twice(word: &str) -> String {
    format!("{word} is named twice")
}

/// Dice are missing.
pub(crate) fn type_all(letters: &str) -> String {
    format!("type all of {letters}")
}

/// Above the choices with a bonus.
pub(crate) fn gift_title(name: &str) -> String {
    format!("bonus {name}")
}

/// Above choices that belong to no die.
pub(crate) fn other_title() -> String {
    "or".into()
}

/// The choices of a section take one more die.
pub(crate) fn as_extra() -> String {
    " as extra die (+1)".into()
}

/// The choices of a section spend actions.
pub(crate) fn spending() -> String {
    ", spending actions".into()
}

/// What picking a die sends to the platter.
pub(crate) fn sends_to_platter() -> String {
    "   sends to the platter: ".into()
}

/// A choice: roll.
pub(crate) fn roll(letters: &str) -> String {
    format!("roll {letters}")
}

/// A choice: roll again.
pub(crate) fn reroll(letters: &str) -> String {
    format!("roll {letters} again (reroll)")
}

/// A choice: no more rolls.
pub(crate) fn end_rolls() -> String {
    "stop rolling: no die is left".into()
}

/// A choice: no die of the roll.
pub(crate) fn forfeit() -> String {
    "use no die of this roll (forfeit)".into()
}

/// A choice: no die of the platter.
pub(crate) fn decline() -> String {
    "use no die of the platter (decline)".into()
}

/// A choice: no extra die.
pub(crate) fn done() -> String {
    "no (further) extra die (done)".into()
}

/// A choice: take a die back.
pub(crate) fn take_back(action: &str) -> String {
    format!("{action} from the platter")
}

/// An entry that counts several dice: `blue 7 = 3 + W4`.
pub(crate) fn sum(entry: &str, face: u8, others: &[String]) -> String {
    format!("{entry} = {face} + {}", others.join(" + "))
}

/// An entry that is multiplied: `orange 4 ×2 = 8`.
pub(crate) fn product(entry: &str, factor: u8, written: u8) -> String {
    format!("{entry} ×{factor} = {written}")
}

/// An entry that crosses the next cell, counted from 1: `green 5 (cell 3)`.
pub(crate) fn next_cell(entry: &str, face: Option<u8>, cell: u8) -> String {
    let face = face.map_or_else(String::new, |face| format!("{face} "));
    format!("{entry} {face}(cell {cell})")
}

/// Points that an action brings or costs at once; nothing if there are none.
pub(crate) fn gain(points: i32) -> Option<String> {
    match points {
        0 => None,
        1.. => Some(format!("+{points}")),
        _ => Some(format!("−{}", points.unsigned_abs())),
    }
}
