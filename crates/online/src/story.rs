//! The game of a log: its choices and luck without what was taken back, as a table and as a record.

use finaud_record::{Notation, Record};
use finaud_rules::Seat;
use finaud_table::{Chair, ChanceSource, DEALT_TAG, GameTable, Table};

use crate::event::Event;
use crate::table::{OnlineTable, Sitter};
use crate::{DICE_SCHEME, Entry, LogError, Seq, Shelf};

/// A choice or an outcome that was not taken back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Its number in the log.
    pub seq: Seq,
    /// The seat that did it; `None` for luck, and for what a bot chose.
    pub by: Option<Seat>,
    /// A line of the record's notation.
    pub line: String,
}

/// The choices and outcomes of a log that were not taken back.
pub fn steps<'a>(log: impl IntoIterator<Item = &'a Entry>) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for entry in log {
        if !Event::is_one(&entry.body) {
            steps.push(Step {
                seq: entry.seq,
                by: entry.by,
                line: entry.body.clone(),
            });
        } else if let Some(Event::Undone { removes, .. }) = Event::read(&entry.body) {
            steps.retain(|step| !removes.contains(&step.seq));
        }
    }
    steps
}

impl OnlineTable {
    /// Who sits where, as other tables have it. Whoever was handed to a bot is still a person.
    pub fn chairs(&self) -> Vec<Chair> {
        let chair = |seat: &crate::OnlineSeat| match &seat.sitter {
            Sitter::Bot(level) => Chair::bot(&seat.name, level),
            Sitter::Nobody | Sitter::Person | Sitter::Away(_) | Sitter::Vacant(_) => {
                Chair::person(&seat.name)
            }
        };
        self.seats.iter().map(chair).collect()
    }

    /// The game before its first event, as a table that any surface can show; `None` if the shelf does not have it.
    pub fn fresh_table(&self, shelf: &Shelf) -> Option<Table> {
        let spec = shelf.spec(&self.settings).ok()?;
        Table::new(&spec, self.chairs(), ChanceSource::Dealt).ok()
    }
}

/// The game of a log as a table that any surface can show; `None` if it has not begun.
pub fn game_of<'a>(
    log: impl IntoIterator<Item = &'a Entry> + Clone,
    shelf: &mut Shelf,
) -> Result<Option<Table>, LogError> {
    let online = OnlineTable::replay_public(log.clone(), shelf)?;
    let Some(mut table) = online.fresh_table(shelf).filter(|_| online.play().is_some()) else {
        return Ok(None);
    };
    for step in steps(log) {
        play_line(&mut table, &step)?;
    }
    Ok(Some(table))
}

/// Lets a line of the log happen at a table.
pub(crate) fn play_line(table: &mut Table, step: &Step) -> Result<(), LogError> {
    let impossible = |why: String| LogError::Impossible(step.seq, why);
    let event = table.read_event(&step.line);
    let event = event.map_err(|error| impossible(format!("{error:?}")))?;
    table
        .apply(event)
        .map_err(|refusal| impossible(refusal.to_string()))
}

/// The record of a log: what anybody needs to replay the game and, once the seeds are revealed, to check its dice.
/// `None` if the game has not begun.
pub fn record_of<'a>(
    log: impl IntoIterator<Item = &'a Entry> + Clone,
    shelf: &mut Shelf,
) -> Result<Option<String>, LogError> {
    let online = OnlineTable::replay_public(log.clone(), shelf)?;
    let Some(table) = game_of(log.clone(), shelf)? else {
        return Ok(None);
    };
    let steps = steps(log);
    let numbered = table.sheet().is_some_and(|sheet| sheet.numbered_slots);
    let tags = online.dice_tags(numbered);
    Ok(match (table.dice(), table.push()) {
        (Some(table), _) => Some(written(table, &online, &steps, tags)),
        (None, Some(table)) => Some(written(table, &online, &steps, tags)),
        (None, None) => None,
    })
}

fn written<G: Notation>(
    table: &GameTable<G>,
    online: &OnlineTable,
    steps: &[Step],
    tags: Vec<(String, String)>,
) -> String {
    let mut record: Record<G> = table.record();
    record.header.tags.extend(tags);
    for (logged, step) in record.events.iter_mut().zip(steps) {
        if let finaud_record::Event::Choice(seat, _) = logged.event
            && step.by.is_none()
            && !matches!(online.seat(seat).map(|place| &place.sitter), Some(Sitter::Bot(_)))
        {
            logged.comments.push("by a bot".into());
        }
    }
    record.write_with(table.game(), table.states())
}

impl OnlineTable {
    /// What a record says about its dice, once everybody may know the seeds. Readers that do not know these tags keep them.
    fn dice_tags(&self, numbered_slots: bool) -> Vec<(String, String)> {
        let Some(seed) = self.draw.revealed() else {
            return Vec::new();
        };
        let mut tags = vec![
            ("dice scheme".to_string(), DICE_SCHEME.to_string()),
            (DEALT_TAG.to_string(), self.id.to_string()),
        ];
        if let Some(day) = &self.settings.daily {
            tags.push(("dice day".into(), day.clone()));
        }
        if numbered_slots {
            tags.push(("dice slots".into(), "numbered".into()));
        }
        tags.push(("dice draws".into(), self.draw.number().to_string()));
        tags.push(("dice commitment".into(), self.draw.commitment().to_string()));
        tags.push(("dice seed".into(), String::from(seed)));
        for seat in self.all_seats() {
            if let (Some(commitment), Some(seed)) = (self.draw.commitment_of(seat), self.draw.seed_of(seat)) {
                tags.push((format!("dice commitment {seat}"), commitment.to_string()));
                tags.push((format!("dice seed {seat}"), String::from(seed)));
            }
        }
        tags
    }
}
