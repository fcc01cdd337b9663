//! What is wrong with the syntax of a file, in words of our own: the reader of TOML speaks English only.

use super::problem::quote;
use crate::Message;

/// What is wrong at this byte, and in which column, counted from 1.
pub(super) fn explain(text: &str, at: usize) -> Message {
    let at = (0..=at.min(text.len()))
        .rev()
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(0);
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let line = text[start..].lines().next().unwrap_or_default();
    let scan = Scan::of(&text[..start]);
    let own = Scan::of(line);
    let twice = Some(()).filter(|()| scan.open.is_empty());
    let twice = twice.and_then(|()| named_before(text, start, line));
    let (column, why) = if let Some((before, key)) = twice {
        let twice = Message::new("sheet.syntax.key-twice", "\"{key}\" is already in line {line}");
        (1, twice.with("key", key).with("line", before))
    } else if let Some(quote) = own.open_text {
        let open = Message::new(
            "sheet.syntax.open-text",
            "the quotes that open here are not closed",
        );
        (column_of(line, quote), open)
    } else {
        (
            column_of(line, at - start),
            at_place(text, at, start, line, &scan),
        )
    };
    Message::new("sheet.no-toml", "this is not TOML, column {column}: {why}")
        .with("column", column)
        .with("why", why)
}

/// Columns are letters, not bytes.
fn column_of(line: &str, at: usize) -> usize {
    line.get(..at).unwrap_or(line).chars().count() + 1
}

/// What is wrong at a place in a line, where quotes and keys are right.
fn at_place(text: &str, at: usize, start: usize, line: &str, scan: &Scan) -> Message {
    let upto = Scan::of(&text[..at]);
    let next = text[at..].trim_start_matches([' ', '\t']).chars().next();
    let heading = line.trim_start().starts_with('[') && scan.open.is_empty();
    if !heading && let Some((sign, open)) = upto.open.last() {
        let opened = text[..*open].matches('\n').count() + 1;
        let in_list = next.is_some_and(|next| next == '"' || next == '\'' || next.is_ascii_digit());
        return if in_list && (*open >= start || !line.contains('=')) {
            Message::new("sheet.syntax.no-comma", "a comma is missing before this")
        } else {
            Message::new(
                "sheet.syntax.open-bracket",
                "the bracket {sign} of line {line} is not closed",
            )
            .with("sign", quote(&sign.to_string()))
            .with("line", opened)
        };
    }
    let code = line.split('#').next().unwrap_or_default();
    match code.split_once('=') {
        None if !heading && !code.trim().is_empty() => Message::new(
            "sheet.syntax.no-equals",
            "= is missing; a line is written: key = value",
        ),
        Some((_, value)) if value.trim().is_empty() => {
            Message::new("sheet.syntax.no-value", "there is nothing after the =")
        }
        Some((key, value)) if at >= start + key.len() && value.trim().starts_with(char::is_alphabetic) => {
            let text: String = value
                .trim()
                .chars()
                .filter(|sign| *sign != '"')
                .take(40)
                .collect();
            Message::new("sheet.syntax.no-quotes", "a text is put in quotes: \"{text}\"").with("text", text)
        }
        _ => match text[at..].chars().next().filter(|sign| !sign.is_control()) {
            Some(sign) => Message::new("sheet.syntax.other", "{sign} does not belong here")
                .with("sign", quote(&sign.to_string())),
            None => Message::new("sheet.syntax.end", "the line ends too early"),
        },
    }
}

/// The line in which the key or the heading of this line stands already, if it does: the number of the line, and the key.
fn named_before(text: &str, start: usize, line: &str) -> Option<(usize, String)> {
    let key = key_of(line)?;
    let heading = key.starts_with('[');
    let mut found = None;
    for (number, other) in text[..start].lines().enumerate() {
        if !heading && other.trim_start().starts_with('[') {
            found = None;
        } else if key_of(other).as_deref() == Some(&key) {
            found = Some(number + 1);
        }
    }
    // Headings in double brackets may come again and again.
    found.filter(|_| !key.starts_with("[[")).map(|line| (line, key))
}

/// The key of a line, or its heading.
fn key_of(line: &str) -> Option<String> {
    let code = line.split('#').next()?.trim();
    if code.starts_with('[') && code.ends_with(']') {
        return Some(code.into());
    }
    let key = code.split_once('=')?.0.trim().trim_matches('"');
    (!key.is_empty() && key.len() <= 40).then(|| key.into())
}

/// What is open at the end of a text: quotes and brackets.
#[derive(Default)]
struct Scan {
    /// Brackets that are not closed, each with the byte where it stands.
    open: Vec<(char, usize)>,
    /// The byte where a text on one line begins that does not end there.
    open_text: Option<usize>,
}

impl Scan {
    fn of(text: &str) -> Scan {
        let mut scan = Scan::default();
        let mut begins = 0;
        for line in text.split_inclusive('\n') {
            scan.line(line, begins);
            begins += line.len();
        }
        scan
    }

    fn line(&mut self, line: &str, begins: usize) {
        let mut quote: Option<(char, usize)> = None;
        let mut escaped = false;
        for (at, sign) in line.char_indices() {
            match (quote, sign) {
                (Some(_), _) if escaped => escaped = false,
                (Some(('"', _)), '\\') => escaped = true,
                (Some((open, _)), sign) if sign == open => quote = None,
                (Some(_), _) => {}
                (None, '"' | '\'') => quote = Some((sign, begins + at)),
                (None, '#') => break,
                (None, '[' | '{') => self.open.push((sign, begins + at)),
                (None, ']' | '}') => {
                    self.open.pop();
                }
                (None, _) => {}
            }
        }
        self.open_text = quote.map(|(_, at)| at);
    }
}
