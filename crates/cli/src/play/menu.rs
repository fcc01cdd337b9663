//! Numbered choices on a page.

use crate::draw::{Style, TextLine, WIDTH};
use crate::surface::{MenuItem, MenuSection};
use crate::texts::play as texts;

/// So many choices that spend something are shown at once; more have to be asked for.
const FEW: usize = 12;

/// Choices with numbers.
pub(super) struct Menu<Action> {
    sections: Vec<MenuSection<Action>>,
    more: bool,
}

impl<Action: Copy> Menu<Action> {
    /// The sections in their order, numbered from 1.
    pub(super) fn new(sections: Vec<MenuSection<Action>>) -> Menu<Action> {
        let spending: usize = sections
            .iter()
            .filter(|section| section.spends)
            .map(|section| section.items.len())
            .sum();
        let plain = sections.iter().any(|section| !section.spends);
        Menu {
            more: spending <= FEW || !plain,
            sections,
        }
    }

    /// How many choices there are.
    fn len(&self) -> usize {
        self.sections.iter().map(|section| section.items.len()).sum()
    }

    /// The action with this number.
    pub(super) fn action(&self, number: usize) -> Option<Action> {
        let mut items = self.sections.iter().flat_map(|section| &section.items);
        number
            .checked_sub(1)
            .and_then(|index| items.nth(index))
            .map(|item| item.action)
    }

    /// Shows everything from now on.
    pub(super) fn show_more(&mut self) {
        self.more = true;
    }

    /// The lines to show.
    pub(super) fn lines(&self) -> Vec<TextLine> {
        let mut lines = Vec::new();
        let mut number = 1;
        let mut hidden = 0;
        let width = self.len().to_string().len();
        for section in &self.sections {
            if section.spends && !self.more {
                hidden += section.items.len();
            } else {
                if section.title.width() > 0 {
                    lines.push(section.title.clone());
                }
                lines.extend(in_columns(&section.items, number, width));
            }
            number += section.items.len();
        }
        if hidden > 0 {
            let first = number - hidden;
            let text = texts::more_choices(hidden, first, number - 1);
            lines.push(TextLine::new().with(text, Style::Faint));
        }
        lines
    }
}

fn in_columns<Action>(items: &[MenuItem<Action>], first: usize, digits: usize) -> Vec<TextLine> {
    let lines: Vec<TextLine> = (first..)
        .zip(items)
        .map(|(number, item)| {
            let line = TextLine::plain(format!("  {number:>digits$}) {}", item.text));
            if item.gain.is_empty() {
                line
            } else {
                line.with(format!("  [{}]", item.gain), Style::Faint)
            }
        })
        .collect();
    let widest = lines.iter().map(TextLine::width).max().unwrap_or(0);
    let columns = (WIDTH / (widest + 1))
        .clamp(1, 4)
        .min(lines.len().div_ceil(2).max(1));
    let column = WIDTH / columns;
    lines
        .chunks(columns)
        .map(|chunk| {
            chunk.iter().fold(TextLine::new(), |line, item| {
                let start = line.width().div_ceil(column) * column;
                line.padded(start).and(item.clone())
            })
        })
        .collect()
}
