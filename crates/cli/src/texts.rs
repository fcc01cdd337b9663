//! Everything that `play`, `replay`, `analyse` and `sheet show` say to people, one function for each text.
//!
//! The other modules decide what is said and where it stands on the page. `review` takes its text from the players' crate,
//! and why something is refused comes as a `Message` from the rules, the records or the table.

pub(crate) mod analyse;
pub(crate) mod dice;
pub(crate) mod games;
pub(crate) mod play;
pub(crate) mod push;
pub(crate) mod replay;
pub(crate) mod sheet;

/// `1 point`, `7 points`.
pub(crate) fn points(points: i32) -> String {
    format!("{points} {}", if points == 1 { "point" } else { "points" })
}

/// `solo`, or `3 players`.
pub(crate) fn players(seats: usize) -> String {
    match seats {
        1 => "solo".into(),
        seats => format!("{seats} players"),
    }
}

/// `Ada`, `Ada and Bo`, `Ada, Bo and Cy`; `nobody`.
pub(crate) fn list(names: &[String]) -> String {
    match names {
        [] => "nobody".into(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// The text as a sentence: with a capital first letter and a full stop.
pub(crate) fn sentence(text: &str) -> String {
    let text = text.trim_end_matches('.');
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).chain(['.']).collect()
}

/// Something worth knowing before the rest.
pub(crate) fn note(text: &str) -> String {
    format!("Note: {text}.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_becomes_a_sentence() {
        assert_eq!(sentence("there is no way."), "There is no way.");
        assert_eq!(sentence("`x` is no card"), "`x` is no card.");
        assert_eq!(sentence("été"), "Été.");
    }

    #[test]
    fn names_are_listed() {
        let names = ["Ada", "Bo", "Cy"].map(String::from);
        assert_eq!(list(&names), "Ada, Bo and Cy");
        assert_eq!(list(&names[..2]), "Ada and Bo");
        assert_eq!(list(&names[..1]), "Ada");
        assert_eq!(list(&[]), "nobody");
    }
}
