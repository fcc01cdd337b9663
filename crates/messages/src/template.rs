//! Filling the blanks of a message.

use std::collections::BTreeSet;

use crate::catalog::Language;
use crate::plural::Shown;
use crate::value::Value;

/// A piece of a template.
enum Piece<'t> {
    /// Plain text.
    Text(&'t str),
    /// What stands between braces.
    Blank(&'t str),
}

/// The pieces of a template, one after the other. `{{` and `}}` are braces; a brace without its partner is a letter.
struct Pieces<'t>(&'t str);

impl<'t> Iterator for Pieces<'t> {
    type Item = Piece<'t>;

    fn next(&mut self) -> Option<Piece<'t>> {
        let text = self.0;
        if text.is_empty() {
            return None;
        }
        let plain = text.find(['{', '}']).unwrap_or(text.len());
        if plain > 0 {
            self.0 = &text[plain..];
            return Some(Piece::Text(&text[..plain]));
        }
        if text.starts_with("{{") || text.starts_with("}}") {
            self.0 = &text[2..];
            return Some(Piece::Text(&text[..1]));
        }
        if let Some(inner) = text.strip_prefix('{').and_then(enclosed) {
            self.0 = &text[inner.len() + 2..];
            return Some(Piece::Blank(inner));
        }
        self.0 = &text[1..];
        Some(Piece::Text(&text[..1]))
    }
}

/// What stands before the brace that closes this level.
fn enclosed(text: &str) -> Option<&str> {
    let mut depth = 0usize;
    for (at, letter) in text.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth == 0 => return Some(&text[..at]),
            '}' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// `name`, `name.form`, `name, kind` or `name, kind, variants`.
struct Blank<'t> {
    name: &'t str,
    form: &'t str,
    kind: &'t str,
    variants: &'t str,
}

impl<'t> Blank<'t> {
    fn read(inner: &'t str) -> Blank<'t> {
        let mut parts = inner.splitn(3, ',').map(str::trim);
        let name = parts.next().unwrap_or_default();
        let (name, form) = name.split_once('.').unwrap_or((name, ""));
        Blank {
            name,
            form,
            kind: parts.next().unwrap_or_default(),
            variants: parts.next().unwrap_or_default(),
        }
    }

    /// The variants: a word and its template each.
    fn variants(&self) -> impl Iterator<Item = (&'t str, &'t str)> {
        let mut rest = self.variants;
        std::iter::from_fn(move || {
            let (word, behind) = rest.split_once('{')?;
            let template = enclosed(behind)?;
            rest = &behind[template.len() + 1..];
            Some((word.trim(), template))
        })
    }
}

/// The names of all arguments of a template.
pub fn arguments(template: &str) -> BTreeSet<&str> {
    let mut names = BTreeSet::new();
    collect(template, &mut names);
    names
}

fn collect<'t>(template: &'t str, names: &mut BTreeSet<&'t str>) {
    for piece in Pieces(template) {
        if let Piece::Blank(inner) = piece {
            let blank = Blank::read(inner);
            names.insert(blank.name);
            blank
                .variants()
                .for_each(|(_, template)| collect(template, names));
        }
    }
}

/// What is wrong with a template, if anything.
pub(crate) fn mistakes(template: &str) -> Vec<String> {
    let mut found = Vec::new();
    for piece in Pieces(template) {
        match piece {
            Piece::Text("{" | "}") => found.push("a brace is alone; write it twice to mean it".into()),
            Piece::Text(_) => {}
            Piece::Blank(inner) => {
                let blank = Blank::read(inner);
                let variants: Vec<(&str, &str)> = blank.variants().collect();
                match blank.kind {
                    "" | "decimal" | "signed" | "percent" | "and" | "or" => {}
                    "plural" | "select" if variants.iter().any(|(word, _)| *word == "other") => {}
                    "plural" | "select" => found.push(format!("`{}` has no variant `other`", blank.name)),
                    kind => found.push(format!("`{}`: there is no kind `{kind}`", blank.name)),
                }
                for (_, template) in variants {
                    found.extend(mistakes(template));
                }
            }
        }
    }
    found
}

/// Fills a template.
pub(crate) fn render(language: Language, template: &str, arguments: &[(&str, Value<'_>)], out: &mut String) {
    // `{{` would be ambiguous inside a variant, where a blank may stand first: there the outer level decides.
    for piece in Pieces(template) {
        match piece {
            Piece::Text(text) => out.push_str(text),
            Piece::Blank(inner) => {
                let blank = Blank::read(inner);
                let value = arguments.iter().find(|(name, _)| *name == blank.name);
                match value {
                    Some((_, value)) => fill(language, &blank, value, arguments, out),
                    // Somebody forgot an argument: its name is better than nothing.
                    None => out.push_str(blank.name),
                }
            }
        }
    }
}

fn fill(
    language: Language,
    blank: &Blank<'_>,
    value: &Value<'_>,
    arguments: &[(&str, Value<'_>)],
    out: &mut String,
) {
    match blank.kind {
        "plural" => {
            let category = shown(value).map_or("other", |number| language.plural(number));
            let exact = match value {
                Value::Int(number) => format!("={number}"),
                _ => String::new(),
            };
            choose(language, blank, &[&exact, category], arguments, out);
        }
        "select" => {
            let mut word = String::new();
            write(language, value, blank.form, &mut word);
            choose(language, blank, &[&word], arguments, out);
        }
        "decimal" => out.push_str(&language.decimal(number(value))),
        "signed" => {
            let sign = if number(value) > 0.0 { "+" } else { "" };
            out.push_str(sign);
            write(language, value, blank.form, out);
        }
        "percent" => {
            let percent = format!("{:.0}", 100.0 * number(value)).replace('-', "−");
            let text = language.fill("language.percent", &[("n", &percent)]);
            out.push_str(&text);
        }
        "and" | "or" => list(language, blank, value, out),
        _ => write(language, value, blank.form, out),
    }
}

/// The first variant with one of these words, or the one for all others.
fn choose(
    language: Language,
    blank: &Blank<'_>,
    words: &[&str],
    arguments: &[(&str, Value<'_>)],
    out: &mut String,
) {
    let find = |wanted: &str| {
        let mut variants = blank.variants();
        variants.find(|(word, _)| *word == wanted)
    };
    let chosen = words.iter().find_map(|word| find(word)).or_else(|| find("other"));
    if let Some((_, template)) = chosen {
        render(language, template, arguments, out);
    }
}

fn list(language: Language, blank: &Blank<'_>, value: &Value<'_>, out: &mut String) {
    let Value::List(items) = value else {
        return write(language, value, blank.form, out);
    };
    let mut texts: Vec<String> = items
        .iter()
        .map(|item| {
            let mut text = String::new();
            write(language, item, blank.form, &mut text);
            text
        })
        .collect();
    match texts.pop() {
        None => {}
        Some(only) if texts.is_empty() => out.push_str(&only),
        Some(last) => {
            let key = if blank.kind == "or" {
                "language.list_or"
            } else {
                "language.list_and"
            };
            let others = texts.join(language.text("language.list_between"));
            out.push_str(&language.fill(key, &[("others", &others), ("last", &last)]));
        }
    }
}

fn number(value: &Value<'_>) -> f64 {
    match value {
        Value::Int(number) => *number as f64,
        Value::Decimal(number) => *number,
        Value::Text(text) => text.parse().unwrap_or(0.0),
        _ => 0.0,
    }
}

fn shown(value: &Value<'_>) -> Option<Shown> {
    match value {
        Value::Int(number) => Some(Shown::whole(*number)),
        Value::Decimal(number) => Some(Shown::one_decimal(*number)),
        Value::Text(text) => text.replace('−', "-").parse().ok().map(Shown::whole),
        Value::List(items) => Some(Shown::whole(items.len() as i64)),
        _ => None,
    }
}

/// Writes a value in a form.
fn write(language: Language, value: &Value<'_>, form: &str, out: &mut String) {
    match value {
        Value::Text(text) => out.push_str(text),
        Value::Int(number) => out.push_str(&number.to_string().replace('-', "−")),
        Value::Decimal(number) => out.push_str(&language.decimal(*number)),
        Value::Word(word) => out.push_str(&language.word(word, form)),
        Value::Forms(forms) => out.push_str(forms.form(form)),
        Value::Ordinal(place) => {
            let known = language.form(&format!("ordinal.{place}"), form);
            match known {
                Some(text) => out.push_str(text),
                None => out.push_str(&language.fill("ordinal.other", &[("n", place)])),
            }
        }
        Value::List(items) => {
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push_str(language.text("language.list_between"));
                }
                write(language, item, form, out);
            }
        }
        Value::Message(key, arguments) => {
            // A message may have forms as a word has.
            let template = language.form(key, form).unwrap_or(key);
            render(language, template, arguments, out);
        }
    }
}
