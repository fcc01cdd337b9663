//! `[actions]`: the rows of action boxes, and the bonuses that let the player choose a row.

use super::bonus::{Bonuses, RESERVED};
use super::location::Noun;
use super::problem::quote;
use super::walk::{Fields, Node, did_you_mean};
use crate::Message;
use crate::bonus::{Joker, MAX_BOXES, POWERS, Power, PowerRow};
use crate::die::Face;

/// The actions of a sheet. The bonuses at the ends of the rows are read later, when all bonus words are known.
pub(super) struct Actions<'a> {
    rows: [PowerRow; POWERS],
    ends: [Option<Node<'a>>; POWERS],
    /// Bonuses such as `melange` that circle a box of a row of the player's choice.
    pub(super) chooses: Vec<(String, Vec<Power>)>,
}

impl<'a> Actions<'a> {
    /// Reads the table; `zones` are names an action cannot have.
    pub(super) fn read(node: Option<Node<'a>>, zones: &[&str]) -> Actions<'a> {
        let mut actions = Actions {
            rows: std::array::from_fn(|_| PowerRow::default()),
            ends: std::array::from_fn(|_| None),
            chooses: Vec::new(),
        };
        let Some(table) = node.and_then(|node| node.fields()) else {
            return actions;
        };
        let mut choosing = Vec::new();
        for (name, node) in table.all() {
            if let Some(power) = Power::from_word(name) {
                // A row counts as there even if it is wrong: bonuses for it need no complaint of their own.
                actions.rows[power as usize].boxes = 1;
                if let Some(row) = node.fields() {
                    actions.read_row(power, row);
                }
                continue;
            }
            match node.is_table().then(|| node.fields()).flatten() {
                Some(mut fields) => match fields.maybe("choose") {
                    Some(rows) => {
                        fields.finish(Message::new(
                            "sheet.table.choosing-action",
                            "an action that chooses a row",
                        ));
                        choosing.push((name, node, rows));
                    }
                    None => unknown_action(&node, name),
                },
                None => unknown_action(&node, name),
            }
        }
        for (name, node, rows) in choosing {
            if RESERVED.contains(&name) || zones.contains(&name) {
                let what = Message::new(
                    "sheet.reserved-action",
                    "an action cannot be called {name}: the word means something else",
                );
                node.error(what.with("name", quote(name)));
            } else if !((2..=20).contains(&name.len()) && name.bytes().all(|byte| byte.is_ascii_lowercase()))
            {
                let what = Message::new(
                    "sheet.bad-action-name",
                    "{name} should be a word of 2 to 20 lowercase letters",
                );
                node.error(what.with("name", quote(name)));
            }
            let powers = actions.read_choice(&rows);
            actions.chooses.push((name.to_string(), powers));
        }
        actions
    }

    fn read_row(&mut self, power: Power, mut fields: Fields<'a>) {
        let row = &mut self.rows[power as usize];
        let example = if power == Power::Joker {
            "[4, 6, \"?\"]"
        } else {
            "7"
        };
        let boxes = fields.need("boxes", example);
        self.ends[power as usize] = fields.maybe("end");
        fields.finish(Message::new("sheet.table.boxes", "a row of action boxes"));
        let Some(boxes) = boxes else { return };
        if power != Power::Joker {
            row.boxes = boxes.number(1, MAX_BOXES as i64).unwrap_or(1);
            return;
        }
        if !boxes.is_list() {
            boxes.error(Message::new(
                "sheet.joker-list",
                "should be a list of what the joker boxes show, such as [4, 6, \"?\"]",
            ));
            return;
        }
        let Some(shown) = boxes.list(Noun::Box) else {
            return;
        };
        if !(1..=MAX_BOXES).contains(&shown.len()) {
            let what = Message::new(
                "sheet.box-count",
                "has {count} boxes, but should have from 1 to {most}",
            );
            boxes.error(what.with("count", shown.len()).with("most", MAX_BOXES));
            return;
        }
        row.jokers = shown.iter().filter_map(read_joker).collect();
        row.boxes = row.jokers.len() as u8;
    }

    fn read_choice(&self, rows: &Node<'_>) -> Vec<Power> {
        let mut powers = Vec::new();
        let known: Vec<&str> = self.powers().into_iter().map(Power::word).collect();
        for entry in rows.list(Noun::Row).into_iter().flatten() {
            let Some(word) = entry.text() else { continue };
            match Power::from_word(word).filter(|_| known.contains(&word)) {
                Some(power) if powers.contains(&power) => {
                    let what = Message::new("sheet.named-twice", "{word} is named twice");
                    entry.error(what.with("word", quote(word)));
                }
                Some(power) => powers.push(power),
                None => {
                    let guess = did_you_mean(word, known.iter().copied());
                    let what = Message::new("sheet.no-boxes-for", "the sheet has no boxes for {word}{guess}");
                    let what = what.with("word", quote(word));
                    entry.error(what.with("guess", guess.unwrap_or_else(Message::nothing)));
                }
            }
        }
        if powers.is_empty() {
            rows.error(Message::new(
                "sheet.no-row-named",
                "should name at least one row of action boxes",
            ));
        }
        powers
    }

    /// The actions that have boxes.
    pub(super) fn powers(&self) -> Vec<Power> {
        Power::ALL
            .into_iter()
            .filter(|power| self.rows[*power as usize].boxes > 0)
            .collect()
    }

    /// Reads the bonuses at the ends of the rows.
    pub(super) fn finish(mut self, bonuses: &mut Bonuses) -> [PowerRow; POWERS] {
        for (row, end) in self.rows.iter_mut().zip(&self.ends) {
            row.end = end.as_ref().and_then(|end| bonuses.award(end));
        }
        self.rows
    }
}

fn read_joker(node: &Node<'_>) -> Option<Joker> {
    if node.is_text() {
        return node.one_of(&[("?", Joker::Free)]);
    }
    Face::new(node.number(1, 6)?).map(Joker::Number)
}

fn unknown_action(node: &Node<'_>, name: &str) {
    let help = did_you_mean(name, Power::ALL.map(Power::word)).unwrap_or_else(|| {
        let words = Message::all_of(Power::ALL.map(|power| quote(power.word())));
        let known = Message::new(
            "sheet.known-actions",
            "; actions are {words}, and names with a list \"choose\" of those",
        );
        known.with("words", words)
    });
    let what = Message::new("sheet.unknown-action", "there is no action {name}{help}");
    node.error(what.with("name", quote(name)).with("help", help));
}
