//! What is said during a dice game.

use finaud_messages::{Names, Value};
use finaud_rules::{Award, Die, ROLLS, Sheet};

use super::{list, say, words};
use crate::language::language;

/// What lies in the pool, on the slots and on the platter.
pub(crate) fn pool() -> String {
    words("terminal.table.pool")
}

/// See [`pool`].
pub(crate) fn slots() -> String {
    words("terminal.table.slots")
}

/// See [`pool`].
pub(crate) fn platter() -> String {
    words("terminal.table.platter")
}

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
    let round = say("terminal.moment.round", &[("n", &round), ("all", &rounds)]);
    let turn = match turn {
        TurnOf::Active(name) => say("terminal.moment.active", &[("name", name)]),
        TurnOf::ActiveAlone => words("terminal.moment.active-alone"),
        TurnOf::Passive => words("terminal.moment.passive"),
    };
    let (key, roll) = match moment {
        TurnMoment::RoundStart => ("start", 0),
        TurnMoment::Roll { roll, again: false } => ("roll", *roll),
        TurnMoment::Roll { roll, again: true } => ("roll-again", *roll),
        TurnMoment::Sorting => ("sorting", 0),
        TurnMoment::Window => ("end", 0),
    };
    say(
        &format!("terminal.moment.{key}"),
        &[("round", &round), ("turn", &turn), ("n", &roll), ("all", &ROLLS)],
    )
}

/// What a round gives as it starts; who wins it, and who has no use for it.
pub(crate) fn round_bonus(
    sheet: &Sheet,
    round: u8,
    award: Award,
    winners: &[String],
    losers: &[String],
) -> String {
    let key = match (winners, losers) {
        ([_], []) => "won",
        (_, []) => "won-by-all",
        ([], _) => "lost",
        _ => "won-by-some",
    };
    say(
        &format!("terminal.bonus.{key}"),
        &[
            ("round", &round),
            ("award", &Names::of(sheet).award(language(), award)),
            ("winners", &list(winners)),
            ("losers", &list(losers)),
        ],
    )
}

/// What fell.
pub(crate) fn outcome(text: &str) -> String {
    say("terminal.menu.rolled", &[("dice", &text)])
}

/// Dice are to be rolled; examples of what may be typed.
pub(crate) fn roll_prompt(letters: &str, in_order: &str, by_letter: &str) -> Vec<String> {
    vec![
        say("terminal.typed.roll", &[("dice", &letters)]),
        say(
            "terminal.typed.faces",
            &[("in_order", &in_order), ("by_letter", &by_letter)],
        ),
    ]
}

/// Dice are to be sorted.
pub(crate) fn sort_prompt(letters: &str) -> Vec<String> {
    vec![
        words("terminal.typed.lowest"),
        say("terminal.typed.sort", &[("dice", &letters)]),
    ]
}

/// Too few or too many dice were typed.
pub(crate) fn wrong_count(dice: usize, letters: &str) -> String {
    say("terminal.typed.wrong-count", &[("n", &dice), ("dice", &letters)])
}

/// A die cannot show that.
pub(crate) fn wrong_face() -> String {
    words("terminal.typed.wrong-face")
}

/// No die is called that.
pub(crate) fn no_such_die(word: &str, letters: &str) -> String {
    say(
        "outcome.no-die",
        &[("word", &format!("`{word}`")), ("dice", &letters), ("guess", &"")],
    )
}

/// A die was typed twice.
pub(crate) fn named_twice(word: &str) -> String {
    say("sheet.named-twice", &[("word", &word)])
}

/// Dice are missing.
pub(crate) fn type_all(letters: &str) -> String {
    say("terminal.typed.all", &[("dice", &letters)])
}

/// Above the choices with a bonus.
pub(crate) fn gift_title(sheet: &Sheet, gift: u8) -> String {
    let name = Names::of(sheet).gift(language(), gift);
    say("terminal.menu.gift", &[("gift", &name)])
}

/// Above choices that belong to no die.
pub(crate) fn other_title() -> String {
    words("dice.or")
}

/// The choices of a section take one more die.
pub(crate) fn as_extra() -> String {
    words("terminal.menu.as-extra")
}

/// The choices of a section spend actions.
pub(crate) fn spending() -> String {
    words("terminal.menu.spending")
}

/// Before the dice that picking a die sends to the platter.
pub(crate) fn sends_to_platter() -> String {
    words("terminal.menu.to-platter")
}

/// A choice: roll.
pub(crate) fn roll(letters: &str) -> String {
    say("terminal.menu.roll", &[("dice", &letters)])
}

/// A choice: roll again.
pub(crate) fn reroll(letters: &str) -> String {
    say("terminal.menu.reroll", &[("dice", &letters)])
}

/// A choice: no more rolls.
pub(crate) fn end_rolls() -> String {
    words("terminal.menu.end-rolls")
}

/// A choice: no die of the roll.
pub(crate) fn forfeit() -> String {
    words("terminal.menu.forfeit")
}

/// A choice: no die of the platter.
pub(crate) fn decline() -> String {
    words("terminal.menu.decline")
}

/// A choice: no extra die.
pub(crate) fn done() -> String {
    words("terminal.menu.done")
}

/// A choice: take a die back.
pub(crate) fn take_back(sheet: &Sheet, die: Die, action: &str) -> String {
    let die: Value<'_> = Names::of(sheet).die(language(), die);
    say("terminal.menu.take-back", &[("action", &action), ("die", &die)])
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
    let face = face.map_or_else(String::new, |face| format!(" {face}"));
    say(
        "dice.mark.at",
        &[("number", &format!("{entry}{face}")), ("cell", &cell)],
    )
}

/// Points that an action brings or costs at once; nothing if there are none.
pub(crate) fn gain(points: i32) -> Option<String> {
    match points {
        0 => None,
        1.. => Some(format!("+{points}")),
        _ => Some(format!("−{}", points.unsigned_abs())),
    }
}
