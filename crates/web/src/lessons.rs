//! What is kept of lessons and puzzles: positions of one's own games that come back at growing distances, which puzzles of
//! the collection were solved, and the three of today. Nothing here knows about browsers but the reading and keeping.

mod tasks;
mod told;

use finaud_players::puzzle::{Puzzle, PuzzleTerms, RatedChoice, Verdict};
use finaud_rules::{Seat, insertion_sort};
use finaud_table::Table;

use crate::catalog;
use crate::daily::{Challenge as _, Day};
use crate::reviewed::{Reviewed, Terms, Whose};
use crate::storage;
pub use tasks::{Progress, Task, Today, places};
pub use told::LessonTold;

/// After so many days a lesson comes back, the oftener it was right the later.
const DISTANCES: [i64; 6] = [1, 3, 7, 16, 35, 80];
/// So many lessons are kept.
const MOST: usize = 200;
/// So many come from one game.
const FROM_ONE_GAME: usize = 3;
/// So many that somebody did not want are remembered.
const MOST_FORGOTTEN: usize = 400;

/// A position of one's own game in which much was lost.
#[derive(Clone, PartialEq, Debug)]
pub struct Lesson {
    /// The game and the step it comes from; no two lessons have the same.
    pub id: String,
    /// How often in a row it was right.
    pub stage: u8,
    /// The day on which it comes back, counted from 1970-01-01.
    pub due: i64,
    /// The id of the game.
    pub game: String,
    /// The position and what its choices are worth, as it is written: the first page does without reading it.
    text: String,
}

impl Lesson {
    fn text(&self) -> String {
        let Lesson {
            id,
            stage,
            due,
            game,
            text,
        } = self;
        format!("lesson {id} {game} {stage} {due}\n{text}\n")
    }

    fn read(block: &str) -> Option<Lesson> {
        let (head, text) = block.split_once('\n')?;
        let words: Vec<&str> = head.split_whitespace().collect();
        let [_, id, game, stage, due] = words[..] else {
            return None;
        };
        Some(Lesson {
            id: id.into(),
            stage: stage.parse().ok()?,
            due: due.parse().ok()?,
            game: game.into(),
            text: text.trim_end().into(),
        })
    }

    /// The puzzle; `None` if it cannot be read.
    pub fn puzzle(&self) -> Option<Puzzle> {
        Puzzle::read(&self.game, &self.text).ok()
    }

    /// Somebody answered it on this day. What is right comes back later each time, what is wrong begins anew, and what is
    /// almost right comes back at the same distance. Whoever practises before it is due only loses.
    pub fn answered(&mut self, verdict: Verdict, today: i64) {
        let distance = |stage: u8| DISTANCES[usize::from(stage.max(1) - 1).min(DISTANCES.len() - 1)];
        match verdict {
            Verdict::Wrong => self.stage = 0,
            _ if self.due > today => return,
            Verdict::Right => self.stage = self.stage.saturating_add(1).min(DISTANCES.len() as u8),
            Verdict::Almost => {}
        }
        self.due = today.saturating_add(distance(self.stage));
    }
}

/// All lessons on this device.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct LessonBook {
    /// The lessons, oldest first.
    pub lessons: Vec<Lesson>,
}

impl LessonBook {
    /// Reads what [`LessonBook::text`] wrote; what cannot be read is left out.
    pub fn read(text: &str) -> LessonBook {
        let mut blocks: Vec<String> = Vec::new();
        for line in text.lines() {
            if line.starts_with("lesson ") {
                blocks.push(String::new());
            }
            if let Some(block) = blocks.last_mut() {
                block.push_str(line);
                block.push('\n');
            }
        }
        LessonBook {
            lessons: blocks.iter().filter_map(|block| Lesson::read(block)).collect(),
        }
    }

    /// The lessons as a text.
    pub fn text(&self) -> String {
        self.lessons.iter().map(|lesson| lesson.text() + "\n").collect()
    }

    /// Adds lessons that are not there yet, and says how many. Where there are too many, those that were right most often go.
    pub fn add(&mut self, lessons: Vec<Lesson>) -> usize {
        let before = self.lessons.len();
        for lesson in lessons {
            // The same game may be kept twice, as when it came back from another device.
            let known = |known: &Lesson| known.id == lesson.id || known.text == lesson.text;
            if !self.lessons.iter().any(known) {
                self.lessons.push(lesson);
            }
        }
        let added = self.lessons.len() - before;
        while self.lessons.len() > MOST {
            let oldest = (0..self.lessons.len())
                .rev()
                .max_by_key(|index| self.lessons[*index].stage);
            self.lessons.remove(oldest.unwrap_or(0));
        }
        added
    }

    /// The lessons that are due and can be read, those that wait longest first. They are read as they are asked for.
    pub fn due(&self, today: i64) -> impl Iterator<Item = &Lesson> {
        let mut due: Vec<&Lesson> = self.lessons.iter().filter(|lesson| lesson.due <= today).collect();
        insertion_sort(&mut due, |one, other| one.due.cmp(&other.due));
        due.into_iter().filter(|lesson| lesson.is_readable())
    }

    /// The lesson with this name.
    pub fn find(&self, id: &str) -> Option<&Lesson> {
        self.lessons.iter().find(|lesson| lesson.id == id)
    }
}

/// The lessons in a reviewed game of somebody: the choices that cost most, if they cost much.
pub fn lessons_in(id: &str, table: &Table, reviewed: &Reviewed, today: i64) -> Vec<Lesson> {
    let seat = Seat(reviewed.seat);
    // A puzzle has no room for a sheet of one's own.
    let has_sheet = catalog::game(table.id()).is_some();
    if reviewed.rough || !has_sheet || !table.is_person(seat) {
        return Vec::new();
    }
    let (terms, least) = match reviewed.terms() {
        Terms::Points => (PuzzleTerms::Points, 3.0),
        Terms::Win => (PuzzleTerms::Win, 0.04),
    };
    let mut costly: Vec<(usize, f64)> = (0..reviewed.events.len().min(table.steps()))
        .filter_map(|step| {
            let event = &reviewed.events[step];
            let chosen = event.worth?.in_terms(reviewed.terms());
            let best = event
                .others
                .iter()
                .map(|other| other.worth.in_terms(reviewed.terms()));
            let loss = best.reduce(f64::max)? - chosen;
            (event.whose == Whose::Own && loss >= least).then_some((step, loss))
        })
        .collect();
    insertion_sort(&mut costly, |one, other| other.1.total_cmp(&one.1));
    costly.truncate(FROM_ONE_GAME);
    let lesson = |(step, _): (usize, f64)| {
        let event = &reviewed.events[step];
        let worth = |worth: crate::reviewed::Worth| worth.in_terms(reviewed.terms());
        let before = table.until(step);
        // Where several may choose, the table asks the first of them.
        let asked = table.all_seats().find(|seat| !before.legal(*seat).is_empty());
        if asked != Some(seat) {
            return None;
        }
        let action = |text: &str| text.split_once(' ').map(|(_, action)| action.to_owned());
        let mut choices: Vec<(String, f64)> = event
            .others
            .iter()
            .filter_map(|other| Some((action(&other.event)?, worth(other.worth))))
            .collect();
        let least = choices.iter().map(|choice| choice.1).reduce(f64::min)?;
        choices.push((
            action(&table.event_text(table.event(step)?))?,
            worth(event.worth?),
        ));
        insertion_sort(&mut choices, |one, other| other.1.total_cmp(&one.1));
        let value = choices.first()?.1;
        let rated = choices.into_iter().map(|(action, worth)| RatedChoice {
            action,
            loss: value - worth,
        });
        let puzzle = Puzzle {
            game: table.id().into(),
            grade: 2,
            players: table.seats() as u8,
            options: table.options(),
            position: before.position_text(),
            seat: seat.0,
            from: String::new(),
            terms,
            value,
            choices: rated.collect(),
            rest: Some(value - least),
        };
        Some(Lesson {
            id: format!("{id}-{step}"),
            stage: 0,
            due: today,
            text: puzzle.text().trim_end().into(),
            game: puzzle.game,
        })
    };
    costly.into_iter().filter_map(lesson).collect()
}

const LESSONS: &str = "lessons";
const FORGOTTEN: &str = "lessons.forgotten";
const DONE: &str = "puzzles.done";
const TODAY: &str = "puzzles.today";

/// The lessons on this device.
pub fn book() -> LessonBook {
    LessonBook::read(&storage::read(LESSONS).unwrap_or_default())
}

/// Which puzzles were answered on this device.
pub fn progress() -> Progress {
    Progress::read(&storage::read(DONE).unwrap_or_default())
}

/// Today, as a number of days.
pub fn today() -> i64 {
    Day::today().number()
}

/// What there is to do today, for somebody who plays these games; it stays the same for the day.
pub fn todays(games: &[(String, Vec<u16>)]) -> Today {
    let kept = storage::read(TODAY).unwrap_or_default();
    let now = Today::read(&kept).on(today(), &book(), &progress(), games);
    if now.text() != kept {
        // If the device refuses, it is kept in memory and the page says so.
        let _ = storage::write(TODAY, &now.text());
    }
    now
}

/// What is open among today's tasks, as it was last looked up.
pub fn open_today() -> Option<Task> {
    let now = Some(Today::read(&storage::read(TODAY)?)).filter(|now| now.is_on(today()))?;
    let open = now.tasks.into_iter().find(|(_, done)| done.is_none());
    open.map(|(task, _)| task)
}

/// Keeps the lessons of a reviewed game; says how many are new. What somebody did not want does not come again.
pub fn learn(id: &str, table: &Table, reviewed: &Reviewed) -> usize {
    let forgotten = storage::read(FORGOTTEN).unwrap_or_default();
    let mut lessons = lessons_in(id, table, reviewed, today());
    lessons.retain(|lesson| forgotten.lines().all(|known| known != lesson.id));
    if lessons.is_empty() {
        return 0;
    }
    let mut book = book();
    let added = book.add(lessons);
    if added > 0 {
        let _ = storage::write(LESSONS, &book.text());
    }
    added
}

/// Forgets a lesson.
pub fn forget(id: &str) {
    let mut book = book();
    book.lessons.retain(|lesson| lesson.id != id);
    let _ = storage::write(LESSONS, &book.text());
    let before = storage::read(FORGOTTEN).unwrap_or_default();
    let _ = storage::write(FORGOTTEN, &with_forgotten(&before, id));
}

/// The names of forgotten lessons, a line for each, and one more; the oldest ones make room.
fn with_forgotten(before: &str, id: &str) -> String {
    let mut all: Vec<&str> = before.lines().filter(|known| *known != id).collect();
    all.push(id);
    all[all.len().saturating_sub(MOST_FORGOTTEN)..].join("\n")
}

/// Keeps the first answer to a task.
pub fn answered(task: &Task, verdict: Verdict) {
    match task {
        Task::Lesson(id) => {
            let mut book = book();
            if let Some(lesson) = book.lessons.iter_mut().find(|lesson| lesson.id == *id) {
                lesson.answered(verdict, today());
                let _ = storage::write(LESSONS, &book.text());
            }
        }
        Task::Puzzle(game, index) => {
            let mut progress = progress();
            progress.put(game, *index, verdict);
            let _ = storage::write(DONE, &progress.text());
        }
    }
    let mut now = Today::read(&storage::read(TODAY).unwrap_or_default());
    if now.is_on(today()) && now.answer(task, verdict) {
        let _ = storage::write(TODAY, &now.text());
    }
}

#[cfg(test)]
mod tests;
