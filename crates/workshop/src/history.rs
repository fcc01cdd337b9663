//! A draft with everything that was done to it: undo and redo without end.

use serde::{Deserialize, Serialize};

use crate::draft::{Draft, MOST_TEXT};
use crate::edit::{Edit, NoSuchPlace};

/// Why an edit was not done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotDone {
    /// The draft has no such place.
    NoSuchPlace(NoSuchPlace),
    /// The sheet would be longer than one may be.
    TooLong,
}

impl From<NoSuchPlace> for NotDone {
    fn from(error: NoSuchPlace) -> NotDone {
        NotDone::NoSuchPlace(error)
    }
}

/// A draft and its edits.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Workbench {
    // As a tree, not as a text: a text may put keys in another order, and then they would not come back in the old one.
    draft: Draft,
    /// What takes back what was done, the last one last.
    #[serde(default)]
    done: Vec<Edit>,
    /// What does again what was taken back, the next one last.
    #[serde(default)]
    undone: Vec<Edit>,
}

impl Workbench {
    /// A draft nothing was done to.
    pub fn new(draft: Draft) -> Workbench {
        Workbench {
            draft,
            done: Vec::new(),
            undone: Vec::new(),
        }
    }

    /// The draft as it is now.
    pub fn draft(&self) -> &Draft {
        &self.draft
    }

    /// Does an edit. What was taken back before cannot be done again then.
    pub fn apply(&mut self, edit: Edit) -> Result<(), NotDone> {
        let before = self.draft.clone();
        let back = edit.apply(&mut self.draft)?;
        if self.draft.text().len() > MOST_TEXT {
            self.draft = before;
            return Err(NotDone::TooLong);
        }
        if self.draft != before {
            self.done.push(back);
            self.undone.clear();
        }
        Ok(())
    }

    /// Takes back the last edit; says whether there was one.
    pub fn undo(&mut self) -> bool {
        step(&mut self.draft, &mut self.done, &mut self.undone)
    }

    /// Does the last edit again that was taken back.
    pub fn redo(&mut self) -> bool {
        step(&mut self.draft, &mut self.undone, &mut self.done)
    }

    /// Is there something to take back?
    pub fn can_undo(&self) -> bool {
        !self.done.is_empty()
    }

    /// Is there something to do again?
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }
}

fn step(draft: &mut Draft, from: &mut Vec<Edit>, to: &mut Vec<Edit>) -> bool {
    let Some(edit) = from.pop() else { return false };
    match edit.apply(draft) {
        Ok(back) => {
            to.push(back);
            true
        }
        // A history that somebody else wrote: what does not fit is over.
        Err(_) => {
            from.clear();
            false
        }
    }
}
