//! The state of the page: the draft, what is wrong with it, how it is drawn, and what somebody has tapped.

use std::sync::Arc;

use finaud_rules::zone::Spot;
use finaud_rules::{Award, Sheet, Step, ValuePath};
use finaud_workshop::{
    Checked, Draft, Drawable, Edit, NotDone, Workbench, bound, drawable, fitted, shows, with_every_bonus,
    written_cell,
};
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::kept::{self, Found, KeptDraft, NotKept};
use crate::dice_table::plan::SheetPlan;
use crate::messages::{t, tf};
use crate::route::{self, Route};
use crate::storage;

/// What is edited now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Selected {
    /// Nothing yet: what there is to choose from.
    Sheet,
    /// A part of the head of the sheet.
    Part(ValuePath),
    /// A zone, and the values behind what was tapped in it.
    Zone(usize, Vec<(ValuePath, Option<usize>)>),
}

/// Something that is drawn in a zone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Drawn {
    /// A cell.
    Cell(u8),
    /// A bonus.
    Bonus(Spot),
    /// A line of small print, by its number.
    Print(usize),
    /// Anything else: the frame, the letter.
    Zone,
}

/// The draft and everything that follows from it.
#[derive(Debug)]
pub(super) struct Shown {
    pub(super) draft: Draft,
    pub(super) checked: Checked,
    pub(super) drawing: Option<Drawing>,
}

/// The sheet as it is drawn: with a place for every bonus it could have.
#[derive(Debug)]
pub(super) struct Drawing {
    full: Draft,
    pub(super) sheet: Arc<Sheet>,
    pub(super) plan: SheetPlan,
    /// The zones that can be drawn.
    pub(super) zones: Vec<usize>,
    /// The places that give nothing.
    pub(super) blank: Vec<(usize, Spot)>,
    /// Where something is wrong.
    pub(super) wrong: Vec<(usize, Drawn)>,
}

/// So many mistakes are looked for on the drawing; the list has them all.
const MOST_MARKED: usize = 12;

impl PartialEq for Shown {
    fn eq(&self, other: &Shown) -> bool {
        self.draft == other.draft
    }
}

impl Shown {
    pub(super) fn of(draft: &Draft) -> Shown {
        let checked = Checked::of(draft);
        let drawing = drawable(draft).and_then(|drawable| Drawing::of(drawable, &checked));
        Shown {
            draft: draft.clone(),
            checked,
            drawing,
        }
    }

    /// A sheet to take names and colours from.
    pub(super) fn sheet(&self) -> Option<Arc<Sheet>> {
        self.drawing.as_ref().map(|drawing| Arc::clone(&drawing.sheet))
    }
}

impl Drawing {
    fn of(drawable: Drawable, checked: &Checked) -> Option<Drawing> {
        let filled = with_every_bonus(&drawable.draft);
        let sheet = Sheet::read(&filled.draft.text()).sheet?;
        let plan = SheetPlan::of(&sheet);
        let other = filled.other.and_then(|other| Sheet::read(&other.text()).sheet);
        let mut blank = Vec::new();
        if let Some(other) = other {
            let others = SheetPlan::of(&other);
            for (one, two) in plan.zones.iter().zip(&others.zones) {
                for badge in &one.badges {
                    let there = two.badges.iter().find(|other| other.spot == badge.spot);
                    if there.is_some_and(|there| name(&sheet, badge.award) != name(&other, there.award)) {
                        blank.push((one.zone, badge.spot));
                    }
                }
            }
        }
        let mut wrong = Vec::new();
        let errors = checked.problems.iter().filter(|problem| problem.is_error());
        for problem in errors.take(MOST_MARKED) {
            if let [Step::Key(zones), Step::Index(zone), _, _, ..] = problem.path.as_slice()
                && zones == "zones"
                && drawable.zones.contains(zone)
            {
                let there = shows(&filled.draft, &problem.path, |sheet| look(sheet, *zone));
                wrong.extend(there.into_iter().map(|drawn| (*zone, drawn)));
            }
        }
        Some(Drawing {
            full: filled.draft,
            sheet: Arc::new(sheet),
            plan,
            zones: drawable.zones,
            blank,
            wrong,
        })
    }

    /// The values behind something that is drawn.
    fn values(&self, zone: usize, drawn: Drawn) -> Vec<(ValuePath, Option<usize>)> {
        let all = bound(&self.full, zone, |sheet| look(sheet, zone));
        let here = all.into_iter().filter(|bound| bound.drawn == drawn);
        let here = here.map(|bound| (bound.path, bound.word));
        let Drawn::Cell(cell) = drawn else {
            return here.collect();
        };
        // Where cells are written row by row, the reader says where; even where there is no cell yet.
        let written = written_cell(&Checked::of(&self.full), &self.full, zone, cell.into());
        let written = written.map(|cell| (cell.path, Some(cell.at)));
        let others: Vec<_> = here.filter(|value| Some(value) != written.as_ref()).collect();
        written.into_iter().chain(others).collect()
    }
}

/// A bonus by its name: numbers of gifts go by where they first stand.
fn name(sheet: &Sheet, award: Award) -> String {
    match award {
        Award::Gift(gift) => sheet
            .gifts
            .get(usize::from(gift))
            .map(|gift| gift.name.clone())
            .unwrap_or_default(),
        other => format!("{other:?}"),
    }
}

/// How everything looks that is drawn in a zone.
fn look(sheet: &Sheet, zone: usize) -> Vec<(Drawn, String)> {
    let plan = SheetPlan::of(sheet);
    let Some(plan) = plan.zones.iter().find(|plan| plan.zone == zone) else {
        return Vec::new();
    };
    let cells = plan.cells.iter().map(|cell| {
        (
            Drawn::Cell(cell.id),
            format!("{:?} {:?}", cell.printed, cell.bonus_from),
        )
    });
    let badges = plan
        .badges
        .iter()
        .map(|badge| (Drawn::Bonus(badge.spot), name(sheet, badge.award)));
    let prints = plan.prints.iter().enumerate();
    let prints = prints.map(|(index, print)| (Drawn::Print(index), print.text.clone()));
    cells.chain(badges).chain(prints).collect()
}

/// The page's state. Cheap to copy.
#[derive(Clone, Copy)]
pub(super) struct Bench {
    id: StoredValue<String>,
    work: RwSignal<Workbench>,
    /// The number under which this window knows the draft.
    revision: StoredValue<u64>,
    /// Another window has changed the draft or deleted it.
    pub(super) outdated: RwSignal<Option<NotKept>>,
    /// Does this window have a change that is not kept?
    unkept: StoredValue<bool>,
    /// Why the last change was not made.
    pub(super) notice: RwSignal<Option<&'static str>>,
    /// The parts of the page that somebody has unfolded or folded away.
    folds: StoredValue<Vec<(String, bool)>>,
    pub(super) selected: RwSignal<Selected>,
    pub(super) shown: Memo<Arc<Shown>>,
}

impl Bench {
    pub(super) fn new(id: String, kept: KeptDraft) -> Bench {
        let work = RwSignal::new(kept.work);
        let bench = Bench {
            id: StoredValue::new(id),
            work,
            revision: StoredValue::new(kept.revision),
            outdated: RwSignal::new(None),
            unkept: StoredValue::new(false),
            notice: RwSignal::new(None),
            folds: StoredValue::new(Vec::new()),
            selected: RwSignal::new(Selected::Sheet),
            shown: Memo::new(move |_| work.with(|work| Arc::new(Shown::of(work.draft())))),
        };
        bench.watch();
        bench
    }

    pub(super) fn id(self) -> String {
        self.id.get_value()
    }

    /// Hears of what another window does to the draft: at once, and when somebody comes back to this one.
    fn watch(self) {
        let stored = window_event_listener(leptos::ev::storage, move |event| {
            let ours = match event.key() {
                Some(key) => storage::name_of_key(&key).is_some_and(|name| kept::is_of(&self.id(), name)),
                // Everything was deleted at once.
                None => true,
            };
            if ours {
                self.compare();
            }
        });
        let back = window_event_listener(leptos::ev::focus, move |_| self.compare());
        on_cleanup(move || {
            stored.remove();
            back.remove();
        });
    }

    /// Looks whether the draft is still the one this window knows.
    fn compare(self) {
        let Some(known) = self.revision.try_get_value() else {
            return;
        };
        let now = match kept::revision(&self.id()) {
            Some(now) if now == known => None,
            Some(_) => Some(NotKept::Changed),
            None => Some(NotKept::Gone),
        };
        if self.outdated.get_untracked() != now {
            self.outdated.set(now);
        }
    }

    /// Keeps the draft, unless another window has changed it.
    fn keep(self) {
        let (id, over) = (self.id(), self.revision.get_value());
        match self.work.with_untracked(|work| kept::save(&id, work, over)) {
            Ok(revision) => {
                self.revision.set_value(revision);
                self.unkept.set_value(false);
            }
            Err(why) => {
                self.unkept.set_value(true);
                self.outdated.set(Some(why));
            }
        }
    }

    /// Goes on with what the other window has kept. A change of this window that was not kept becomes a sheet of its own.
    pub(super) fn take_newer(self) {
        if self.unkept.get_value() {
            self.keep_apart();
        }
        match kept::load(&self.id()) {
            Found::Draft(kept) => {
                self.revision.set_value(kept.revision);
                self.unkept.set_value(false);
                self.selected.set(Selected::Sheet);
                self.work.set(kept.work);
                self.outdated.set(None);
            }
            Found::Damaged(_) | Found::Nothing => self.outdated.set(Some(NotKept::Gone)),
        }
    }

    /// Goes on with what this window shows, as a sheet of its own.
    pub(super) fn take_own(self) {
        let id = self.keep_apart();
        route::go(&Route::Workshop(format!("d/{id}")));
    }

    /// Keeps what this window shows under another name.
    fn keep_apart(self) -> String {
        let mut work = self.work.get_untracked();
        let name = work.draft().head("name").unwrap_or_default().trim();
        let name: String = tf("workshop.other_name", &[("name", &name)])
            .chars()
            .take(40)
            .collect();
        let named = Edit::Set(vec![Step::Key("name".into())], finaud_workshop::Value::Text(name));
        // A sheet without a place for a name keeps the one it has.
        let _ = work.apply(named);
        kept::begin_with(&work)
    }

    /// Keeps what this window shows under the old name, which another window has deleted.
    pub(super) fn keep_again(self) {
        let revision = self
            .work
            .with_untracked(|work| kept::write(&self.id(), work, self.revision.get_value()));
        self.revision.set_value(revision);
        self.unkept.set_value(false);
        self.outdated.set(None);
    }

    /// Did somebody unfold a part of the page, or fold it away? `None` if nobody touched it.
    pub(super) fn is_open(self, part: &str) -> Option<bool> {
        self.folds.with_value(|folds| {
            let known = folds.iter().find(|(known, _)| known == part);
            known.map(|(_, open)| *open)
        })
    }

    /// Somebody unfolds a part of the page or folds it away.
    pub(super) fn opened(self, part: &str, event: &web_sys::Event) {
        let element: web_sys::HtmlDetailsElement = event_target(event);
        self.folds.update_value(|folds| {
            folds.retain(|(known, _)| known != part);
            folds.push((part.to_owned(), element.open()));
        });
    }

    /// Changes the draft and keeps it. What had the focus has it afterwards, though everything is drawn anew.
    pub(super) fn edit(self, edit: Edit) {
        self.after_focus(move |bench| {
            let edit = bench.work.with_untracked(|work| fitted(work.draft(), edit));
            let mut done = Ok(());
            bench.work.update(|work| done = work.apply(edit));
            bench.notice.set(match done {
                Err(NotDone::TooLong) => Some(t("workshop.too_much")),
                // A place that is gone meanwhile: nothing to change.
                Ok(()) | Err(NotDone::NoSuchPlace(_)) => None,
            });
        });
    }

    pub(super) fn undo(self) {
        self.after_focus(|bench| {
            bench.work.update(|work| {
                work.undo();
            });
        });
    }

    pub(super) fn redo(self) {
        self.after_focus(|bench| {
            bench.work.update(|work| {
                work.redo();
            });
        });
    }

    fn after_focus(self, change: impl FnOnce(Bench) + 'static) {
        // A change is told while the focus still moves on.
        set_timeout(
            move || {
                let focused = document().active_element().map(|element| element.id());
                if self.work.try_with_untracked(|_| ()).is_none() {
                    return;
                }
                if self.outdated.get_untracked().is_some() {
                    return;
                }
                change(self);
                self.keep();
                request_animation_frame(move || focus(&focused.unwrap_or_default()));
            },
            std::time::Duration::ZERO,
        );
    }

    pub(super) fn can_undo(self) -> bool {
        self.work.with(Workbench::can_undo)
    }

    pub(super) fn can_redo(self) -> bool {
        self.work.with(Workbench::can_redo)
    }

    /// Somebody taps something on the drawn sheet.
    pub(super) fn tap(self, zone: usize, drawn: Drawn) {
        let shown = self.shown.get_untracked();
        let values = match (&shown.drawing, drawn) {
            (Some(drawing), Drawn::Cell(_) | Drawn::Bonus(_) | Drawn::Print(_)) => {
                drawing.values(zone, drawn)
            }
            _ => Vec::new(),
        };
        self.select(Selected::Zone(zone, values));
    }

    pub(super) fn select(self, selected: Selected) {
        // A zone is drawn above its panel, small enough for both; anything else is below the whole sheet.
        let goal = match &selected {
            Selected::Zone(..) => "workshop-bench",
            // What is wrong is told above the sheet.
            Selected::Sheet => "content",
            Selected::Part(_) => "workshop-panel",
        };
        self.folds
            .update_value(|folds| folds.retain(|(part, _)| part != "zone-form"));
        self.selected.set(selected);
        if !is_narrow() {
            return;
        }
        request_animation_frame(move || {
            if let Some(goal) = document().get_element_by_id(goal) {
                goal.scroll_into_view();
            }
        });
    }
}

/// Below this width the zone that is edited is drawn alone, and larger.
const NARROW: f64 = 900.0;

/// Is there no room for a sheet beside its panel?
pub(super) fn is_narrow() -> bool {
    let width = window().inner_width().ok().and_then(|width| width.as_f64());
    width.is_some_and(|width| width < NARROW)
}

/// Gives the focus to what has this name.
pub(super) fn focus(id: &str) {
    if id.is_empty() {
        return;
    }
    if let Some(element) = document().get_element_by_id(id)
        && let Ok(element) = element.dyn_into::<web_sys::HtmlElement>()
    {
        let _ = element.focus();
    }
}
