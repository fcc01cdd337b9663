//! Numbered choices on a page.

use crate::draw::{Line, Style, WIDTH};
use crate::surface::{Choice, Section};

/// So many choices that spend something are shown at once; more have to be asked for.
const FEW: usize = 12;

/// Choices with numbers.
pub(super) struct Menu<Action> {
    sections: Vec<Section<Action>>,
    more: bool,
}

impl<Action: Copy> Menu<Action> {
    /// The sections in their order, numbered from 1.
    pub(super) fn new(sections: Vec<Section<Action>>) -> Menu<Action> {
        let spending: usize = sections
            .iter()
            .filter(|section| section.spends)
            .map(|section| section.choices.len())
            .sum();
        let plain = sections.iter().any(|section| !section.spends);
        Menu {
            more: spending <= FEW || !plain,
            sections,
        }
    }

    /// How many choices there are.
    fn len(&self) -> usize {
        self.sections.iter().map(|section| section.choices.len()).sum()
    }

    /// The choice with this number.
    pub(super) fn choice(&self, number: usize) -> Option<Action> {
        let mut choices = self.sections.iter().flat_map(|section| &section.choices);
        number
            .checked_sub(1)
            .and_then(|index| choices.nth(index))
            .map(|choice| choice.action)
    }

    /// Shows everything from now on.
    pub(super) fn show_more(&mut self) {
        self.more = true;
    }

    /// The lines to show.
    pub(super) fn lines(&self) -> Vec<Line> {
        let mut lines = Vec::new();
        let mut number = 1;
        let mut hidden = 0;
        let width = self.len().to_string().len();
        for section in &self.sections {
            if section.spends && !self.more {
                hidden += section.choices.len();
            } else {
                if section.title.width() > 0 {
                    lines.push(section.title.clone());
                }
                lines.extend(in_columns(&section.choices, number, width));
            }
            number += section.choices.len();
        }
        if hidden > 0 {
            let first = number - hidden;
            let text = format!(
                "m) {hidden} more choices that spend actions ({first} to {})",
                number - 1
            );
            lines.push(Line::new().with(text, Style::Faint));
        }
        lines
    }
}

fn in_columns<Action>(choices: &[Choice<Action>], first: usize, digits: usize) -> Vec<Line> {
    let items: Vec<Line> = (first..)
        .zip(choices)
        .map(|(number, choice)| {
            let item = Line::plain(format!("  {number:>digits$}) {}", choice.text));
            if choice.gain.is_empty() {
                item
            } else {
                item.with(format!("  [{}]", choice.gain), Style::Faint)
            }
        })
        .collect();
    let widest = items.iter().map(Line::width).max().unwrap_or(0);
    let columns = (WIDTH / (widest + 1))
        .clamp(1, 4)
        .min(items.len().div_ceil(2).max(1));
    let column = WIDTH / columns;
    items
        .chunks(columns)
        .map(|chunk| {
            chunk.iter().fold(Line::new(), |line, item| {
                let start = line.width().div_ceil(column) * column;
                line.padded(start).and(item.clone())
            })
        })
        .collect()
}
