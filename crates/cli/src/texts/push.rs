//! What is said during a game of PUSH.

/// A player's turn, with what is left in the pile.
pub(crate) fn turn(name: &str, pile: u32) -> String {
    let pile = if pile == 1 {
        "1 card left".into()
    } else {
        format!("{pile} cards left")
    };
    format!("{pile}, {name}'s turn")
}

/// Somebody rolls the die in this turn.
pub(crate) fn rolls(turn: &str, name: &str) -> String {
    format!("{turn}: {name} rolls the die")
}

/// Somebody else takes a column in this turn.
pub(crate) fn takes(turn: &str, name: &str) -> String {
    format!("{turn}: {name} takes a column")
}

/// A seat without a name.
pub(crate) fn somebody() -> String {
    "somebody".into()
}

/// Before the cards of a column, counted from 1.
pub(crate) fn column(number: usize) -> String {
    format!("column {number}  ")
}

/// Before what still fits a column.
pub(crate) const FREE: &str = "free ";
pub(crate) const FREE_VALUES: &str = "with ";
pub(crate) const FREE_DIE: &str = ", die";

/// Switch cards that lie there.
pub(crate) fn switches(count: u8, clockwise: bool) -> String {
    let way = if clockwise {
        "clockwise again"
    } else {
        "counter-clockwise"
    };
    format!("switch    {count} turned: the others take {way}")
}

/// Before the card that is to be placed.
pub(crate) const CARD: &str = "card      ";

/// Open or protected cards and their points.
pub(crate) fn open(cards: &str) -> String {
    format!("open {cards}")
}

/// See [`open`].
pub(crate) fn protected(cards: &str) -> String {
    format!("protected {cards}")
}

/// Cards with their points; no cards.
pub(crate) fn cards(values: &str, points: i16) -> String {
    if points == 0 {
        "–".into()
    } else {
        format!("{values} = {points}")
    }
}

/// Above the choices.
pub(crate) fn choices() -> String {
    "choices".into()
}

/// A choice: turn a card.
pub(crate) fn draw() -> String {
    "turn a card".into()
}

/// A choice: stop.
pub(crate) fn stop() -> String {
    "stop and take a column".into()
}

/// A choice: protect these cards.
pub(crate) fn protect(colour: &str, values: &str) -> String {
    format!("protect {colour} {values}")
}

/// What protecting keeps.
pub(crate) fn keeps(points: i16) -> String {
    format!("keeps {points}")
}

/// A choice: put the card on a column, counted from 1.
pub(crate) fn place(column: u8) -> String {
    format!("put it on column {column}")
}

/// A choice: begin a column, counted from 1.
pub(crate) fn begin(column: u8) -> String {
    format!("begin column {column}")
}

/// A choice: take a column, counted from 1.
pub(crate) fn take(column: u8, rolls: bool) -> String {
    let rolls = if rolls { ", then roll the die" } else { "" };
    format!("take column {column}{rolls}")
}

/// What taking brings.
pub(crate) fn gain(points: i16) -> String {
    format!("+{points}")
}

/// A card is to be turned.
pub(crate) fn card_prompt() -> String {
    "Turn the next card and type it: `red 5` or `r5`, `die` or `switch`.".into()
}

/// The die is to be rolled.
pub(crate) fn die_prompt() -> String {
    "Roll the die and type what it shows: a colour or `star`.".into()
}

/// A card was turned.
pub(crate) fn turned(card: &str) -> String {
    format!("card: {card}")
}

/// The die was rolled.
pub(crate) fn rolled(face: &str) -> String {
    format!("die: {face}")
}

/// The side of the die that is no colour.
pub(crate) const STAR: &str = "star";

/// There is no next card.
pub(crate) fn pile_is_empty() -> String {
    "The pile is empty: no card can be turned.".into()
}

/// Every card fits somewhere.
pub(crate) fn cannot_bust() -> String {
    "The next card cannot bust: there is room for a new column.".into()
}

/// How likely the next card busts.
pub(crate) fn may_bust(busting: u32, all: u32) -> String {
    let percent = 100.0 * f64::from(busting) / f64::from(all);
    format!("The next card busts with {percent:.1} %: {busting} of {all} cards fit nowhere.")
}

/// What the die takes by its faces: colours with their points, then the star.
pub(crate) fn die_takes(colours: &[(&str, i16)], star: i16, faces: usize) -> String {
    let colours: Vec<String> = colours
        .iter()
        .map(|(colour, points)| format!("{colour} {points}"))
        .collect();
    let star = match star {
        0 => "the star nothing".into(),
        points => format!("the star all {points}"),
    };
    format!(
        "A roll of the die, 1/{faces} each, takes: {}; {star}.",
        colours.join(", ")
    )
}

/// What is left in the pile.
pub(crate) fn left_in_pile(game: &str, variant: &str, cards: &[String]) -> String {
    format!("Left in the pile of {game} ({variant}): {}.", cards.join(", "))
}
