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
    let word = letters(word)?;
    known
        .into_iter()
        .filter_map(|candidate| {
            let other = letters(candidate)?;
            // One slip for every three letters, at least one: "fix" is near "fox", but not near "+1".
            let allowed = word
                .len()
                .max(other.len())
                .div_ceil(3)
                .min(word.len().max(other.len()) - 1);
            let slips = distance(&word, &other);
            (slips <= allowed).then_some((slips, candidate))
        })
        .min_by_key(|(slips, _)| *slips)
        .map(|(_, candidate)| candidate)
}

fn letters(word: &str) -> Option<Vec<char>> {
    let letters: Vec<char> = word
        .chars()
        .flat_map(char::to_lowercase)
        .take(LONGEST + 1)
        .collect();
    (1..=LONGEST).contains(&letters.len()).then_some(letters)
}

/// How many letters have to be added, dropped, changed or swapped with their neighbour.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let changed = usize::from(a[i - 1] != b[j - 1]);
            let mut least = (last[j - 1] + changed).min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(before[j - 2] + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}
