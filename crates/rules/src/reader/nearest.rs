//! Guessing what a misspelt word was meant to be.

/// Words longer than this are not misspelt, they are something else.
const LONGEST: usize = 40;

/// The known word that is most like this one, if any is near enough to be what was meant.
///
/// ```
/// use finaud_rules::nearest;
/// assert_eq!(nearest("yelow", ["blue", "yellow"]), Some("yellow"));
/// assert_eq!(nearest("hedgehog", ["blue", "yellow"]), None);
/// ```
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = lowercase(word)?;
    let near = |candidate: &'a str| {
        let other = lowercase(candidate)?;
        // One slip for every three letters, at least one: "fix" is near "fox", but not near "+1".
        let longest = word.chars().count().max(other.chars().count());
        let allowed = longest.div_ceil(3).min(longest - 1);
        let slips = strsim::osa_distance(&word, &other);
        (slips <= allowed).then_some((slips, candidate))
    };
    let nearest = known.into_iter().filter_map(near).min_by_key(|(slips, _)| *slips);
    nearest.map(|(_, candidate)| candidate)
}

/// The word in small letters, if it is one.
fn lowercase(word: &str) -> Option<String> {
    let letters = word.chars().flat_map(char::to_lowercase).take(LONGEST + 1);
    let word: String = letters.collect();
    (1..=LONGEST).contains(&word.chars().count()).then_some(word)
}
