//! How a value is changed: what stands there, and what may stand there, decide.

use finaud_rules::{Power, Step};
use finaud_workshop::{Checked, Draft, Kind, Value};

use super::field::inside;

/// What changes a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Control {
    /// On or off.
    Switch(bool),
    /// A number between two.
    Number(i64, i64),
    /// A number between two, or one of some words.
    NumberOr(i64, i64, Vec<String>),
    /// One of some words.
    Words(Vec<String>),
    /// One of the rows of action boxes that the sheet has.
    ActionRow(Vec<String>),
    /// A bonus, chosen by its sign.
    Bonus,
    /// Some of these words, each on or off.
    Marks(Vec<String>),
    /// A row of printed cells, each in a box of its own.
    PrintedRow,
    /// A row of a map.
    MapRow,
    /// Several such rows, one below the other.
    Rows,
    /// A list.
    List,
    /// A text in several languages.
    Titles,
    /// A text that could be one for each language.
    Title,
    /// A table, key by key.
    Table,
    /// A text.
    Text,
    /// Nothing fits: it is shown as it is written, to be mended or left out.
    Raw,
}

impl Control {
    /// What changes the value at a place; `None` if there is none.
    pub(super) fn of(checked: &Checked, draft: &Draft, path: &[Step]) -> Option<Control> {
        let value = draft.get(path)?;
        Some(match (checked.kind(draft, path), value) {
            (Some(Kind::Flag), Value::Flag(on)) => Control::Switch(*on),
            (Some(Kind::Number { least, most }), _) => Control::Number(least, most),
            (Some(Kind::NumberOr { least, most, words }), _) => Control::NumberOr(least, most, words),
            (Some(Kind::OneOf(words)), _) => Control::Words(words),
            (Some(Kind::Bonus), _) => Control::Bonus,
            (Some(Kind::SomeOf(words)), Value::Text(_)) => Control::Marks(words),
            (Some(Kind::PrintedRow), Value::Text(_)) => Control::PrintedRow,
            (Some(Kind::MapRow), Value::Text(_)) => Control::MapRow,
            (_, Value::List(entries)) => {
                let is_row = |index: usize| {
                    let kind = checked.kind(draft, &inside(path, Step::Index(index)));
                    matches!(kind, Some(Kind::PrintedRow | Kind::MapRow))
                };
                match !entries.is_empty() && (0..entries.len()).all(is_row) {
                    true => Control::Rows,
                    false => Control::List,
                }
            }
            (_, Value::Table(fields)) if is_by_language(fields) => Control::Titles,
            (_, Value::Table(_)) => Control::Table,
            (_, Value::Text(_)) if is_choosing(path) => Control::ActionRow(action_rows(draft)),
            (Some(Kind::Line { .. }), Value::Text(_)) if is_title(path) => Control::Title,
            (Some(Kind::Line { .. } | Kind::Name | Kind::Text), Value::Text(_)) => Control::Text,
            _ => Control::Raw,
        })
    }
}

/// The rows of action boxes.
fn action_rows(draft: &Draft) -> Vec<String> {
    let rows = draft.root().key("actions").map(Value::fields).unwrap_or_default();
    let rows = rows.iter().filter(|(name, _)| Power::from_word(name).is_some());
    rows.map(|(name, _)| name.clone()).collect()
}

/// Is it the row that a bonus lets somebody choose?
fn is_choosing(path: &[Step]) -> bool {
    matches!(path, [Step::Key(actions), _, Step::Key(choose), Step::Index(_)] if actions == "actions" && choose == "choose")
}

/// Is it what people call something, in their language?
fn is_title(path: &[Step]) -> bool {
    matches!(path.last(), Some(Step::Key(key)) if key == "title")
}

/// Is it a text in several languages?
fn is_by_language(fields: &[(String, Value)]) -> bool {
    let code = |(key, value): &(String, Value)| key.len() == 2 && value.text().is_some();
    !fields.is_empty() && fields.iter().all(code)
}

#[cfg(test)]
mod tests {
    use finaud_rules::{Rulings, ValuePath};
    use finaud_workshop::{Edit, change_mechanic, mechanics, propose};

    use super::*;
    use crate::catalog;
    use crate::workshop::panel::PARTS;

    /// What the workshop writes itself.
    const OWN: [&str; 2] = ["format", "id"];

    /// The keys that the reference tells, each with the kind of table it belongs to.
    fn told() -> Vec<(String, String)> {
        let text = include_str!("../../../../docs/sheets.md");
        let mut told = Vec::new();
        let mut kind: Option<String> = None;
        for line in text.lines() {
            let mut cells = line.split('|').map(str::trim).skip(1);
            let first = cells.next().unwrap_or_default();
            match first.strip_prefix("key of ") {
                Some(of) => kind = Some(of.into()),
                None if !line.starts_with('|') => kind = None,
                None => {}
            }
            if let Some(kind) = &kind {
                let keys = first.split('`').skip(1).step_by(2);
                told.extend(keys.map(|key| (kind.clone(), key.to_owned())));
            }
        }
        told
    }

    /// The sheets of the reference, and whatever the app can begin with.
    fn drafts() -> Vec<Draft> {
        let empty = Draft::empty;
        let mut all: Vec<Draft> = catalog::ids().filter_map(Draft::copy_of).collect();
        all.push(empty());
        all.extend(mechanics().iter().map(|mechanic| {
            let mut draft = empty();
            change_mechanic(&draft, 1, mechanic).apply(&mut draft).unwrap();
            draft
        }));
        all
    }

    /// Does some panel of the workshop show this place?
    fn is_shown(path: &[Step]) -> bool {
        let Some(Step::Key(head)) = path.first() else {
            return false;
        };
        match path {
            [_, Step::Key(ruling)] if head == "rulings" => Rulings::KEYS.contains(&ruling.as_str()),
            _ => head == "zones" || PARTS.iter().any(|(_, keys)| keys.contains(&head.as_str())),
        }
    }

    /// The keys of a draft that can be changed, and those it could have once somebody adds them.
    fn changeable(draft: &Draft, deep: usize, found: &mut Vec<String>) {
        let checked = Checked::of(draft);
        let mut tables: Vec<ValuePath> = Vec::new();
        walk(draft.root(), &mut Vec::new(), &mut |path, value| {
            if matches!(value, Value::Table(_)) {
                tables.push(path.to_vec());
            }
            if let Some(Step::Key(key)) = path.last()
                && is_shown(path)
                && Control::of(&checked, draft, path).is_some_and(|control| control != Control::Raw)
            {
                found.push(key.clone());
            }
        });
        if deep == 0 {
            return;
        }
        for table in tables {
            for offer in checked.offers(draft, &table) {
                let path = inside(&table, Step::Key(offer.key));
                let mut more = draft.clone();
                if let Some(value) = propose(draft, &path)
                    && Edit::Set(path, value).apply(&mut more).is_ok()
                {
                    changeable(&more, deep - 1, found);
                }
            }
        }
    }

    fn walk(value: &Value, path: &mut ValuePath, see: &mut impl FnMut(&[Step], &Value)) {
        see(path, value);
        for (index, entry) in value.entries().iter().enumerate() {
            path.push(Step::Index(index));
            walk(entry, path, see);
            path.pop();
        }
        for (key, inner) in value.fields() {
            path.push(Step::Key(key.clone()));
            walk(inner, path, see);
            path.pop();
        }
    }

    /// A key that is added to the format brings a control along, or this fails.
    #[test]
    fn every_key_of_the_format_can_be_changed_without_the_file() {
        let told = told();
        assert!(told.len() > 90, "{}", told.len());
        let mut found: Vec<String> = Vec::new();
        for draft in drafts() {
            changeable(&draft, 1, &mut found);
        }
        found.sort();
        found.dedup();
        let missing: Vec<&(String, String)> = told
            .iter()
            .filter(|(_, key)| !OWN.contains(&key.as_str()) && !found.contains(key))
            .collect();
        assert_eq!(missing, Vec::<&(String, String)>::new());
    }

    /// Whatever stands on the sheets that there are is changed by something made for it.
    #[test]
    fn nothing_on_a_right_sheet_is_shown_as_it_is_written() {
        for draft in drafts() {
            let checked = Checked::of(&draft);
            walk(draft.root(), &mut Vec::new(), &mut |path, _| {
                let control = Control::of(&checked, &draft, path);
                let is_own = matches!(path, [Step::Key(key)] if OWN.contains(&key.as_str()));
                assert!(is_own || control != Some(Control::Raw), "{path:?}");
            });
        }
    }
}
