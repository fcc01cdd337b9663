//! What is kept of lessons and puzzles: positions of one's own games that come back at growing distances, which puzzles of
//! the collection were solved, and the three of today. Nothing here knows about browsers but the reading and keeping.

use finaud_players::puzzle::{Puzzle, PuzzleTerms, RatedChoice, Verdict};
use finaud_rules::{Seat, insertion_sort};
use finaud_table::Table;

use crate::daily::Day;
use crate::reviewed::{Reviewed, Terms, Whose};
use crate::storage;

/// After so many days a lesson comes back, the oftener it was right the later.
const DISTANCES: [i64; 6] = [1, 3, 7, 16, 35, 80];
/// So many lessons are kept.
const MOST: usize = 200;
/// So many come from one game.
const FROM_ONE_GAME: usize = 3;
/// So many puzzles are there each day.
const A_DAY: usize = 3;
/// After so many right answers in a grade, the next one is offered.
const STEP_UP: usize = 6;

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
        self.due = today + distance(self.stage);
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

    /// The lessons that are due, those that wait longest first.
    pub fn due(&self, today: i64) -> Vec<&Lesson> {
        let mut due: Vec<&Lesson> = self.lessons.iter().filter(|lesson| lesson.due <= today).collect();
        insertion_sort(&mut due, |one, other| one.due.cmp(&other.due));
        due
    }

    /// The lesson with this name.
    pub fn find(&self, id: &str) -> Option<&Lesson> {
        self.lessons.iter().find(|lesson| lesson.id == id)
    }
}

/// The lessons in a reviewed game of somebody: the choices that cost most, if they cost much.
pub fn lessons_in(id: &str, table: &Table, reviewed: &Reviewed, today: i64) -> Vec<Lesson> {
    let seat = Seat(reviewed.seat);
    if reviewed.rough || !table.is_person(seat) {
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

/// A letter for a verdict.
fn letter(verdict: Verdict) -> char {
    match verdict {
        Verdict::Right => 'r',
        Verdict::Almost => 'a',
        Verdict::Wrong => 'w',
    }
}

fn verdict(letter: &str) -> Option<Verdict> {
    match letter {
        "r" => Some(Verdict::Right),
        "a" => Some(Verdict::Almost),
        "w" => Some(Verdict::Wrong),
        _ => None,
    }
}

/// Which puzzles of the collections were answered, and how.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Progress(Vec<(String, usize, Verdict)>);

impl Progress {
    /// Reads what [`Progress::text`] wrote; what cannot be read is left out.
    pub fn read(text: &str) -> Progress {
        let line = |line: &str| {
            let words: Vec<&str> = line.split_whitespace().collect();
            let [game, index, letter] = words[..] else {
                return None;
            };
            Some((game.into(), index.parse().ok()?, verdict(letter)?))
        };
        Progress(text.lines().filter_map(line).collect())
    }

    /// The progress as a text.
    pub fn text(&self) -> String {
        let line = |(game, index, verdict): &(String, usize, Verdict)| {
            format!("{game} {index} {}\n", letter(*verdict))
        };
        self.0.iter().map(line).collect()
    }

    /// How a puzzle was answered last, by its place in the collection.
    pub fn of(&self, game: &str, index: usize) -> Option<Verdict> {
        let known = self.0.iter().find(|known| known.0 == game && known.1 == index);
        known.map(|known| known.2)
    }

    /// Keeps an answer.
    pub fn put(&mut self, game: &str, index: usize, verdict: Verdict) {
        self.0.retain(|known| known.0 != game || known.1 != index);
        self.0.push((game.into(), index, verdict));
    }

    /// How many of these were right.
    pub fn right(&self, game: &str, places: std::ops::Range<usize>) -> usize {
        let right = |index: &usize| self.of(game, *index) == Some(Verdict::Right);
        places.filter(right).count()
    }

    /// The puzzle to go on with, of a game with so many in each grade: of the grade that suits, one that was not right yet.
    pub fn next(&self, game: &str, grades: &[u16], chance: usize) -> Option<usize> {
        let ranges = places(grades);
        let suits = ranges
            .iter()
            .take_while(|range| self.right(game, (*range).clone()) >= STEP_UP.min(range.len()))
            .count();
        let order = ranges.iter().skip(suits).chain(&ranges);
        let open = |range: &std::ops::Range<usize>| -> Vec<usize> {
            let open = |index: &usize| self.of(game, *index) != Some(Verdict::Right);
            range.clone().filter(open).collect()
        };
        let all: usize = grades.iter().map(|count| usize::from(*count)).sum();
        order
            .map(open)
            .find(|open| !open.is_empty())
            .map(|open| open[chance % open.len()])
            .or((all > 0).then(|| chance % all.max(1)))
    }
}

/// The places of each grade in a collection with so many of each.
pub fn places(grades: &[u16]) -> Vec<std::ops::Range<usize>> {
    let mut from = 0;
    grades
        .iter()
        .map(|count| {
            let range = from..from + usize::from(*count);
            from = range.end;
            range
        })
        .collect()
}

/// Something to solve.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Task {
    /// The lesson with this name.
    Lesson(String),
    /// A puzzle of the collection of a game, by its place.
    Puzzle(String, usize),
}

impl Task {
    /// What stands in the address.
    pub fn path(&self) -> String {
        match self {
            Task::Lesson(id) => format!("lesson/{id}"),
            Task::Puzzle(game, index) => format!("{game}/{}", index + 1),
        }
    }

    /// The task of an address.
    pub fn of_path(path: &str) -> Option<Task> {
        match path.split_once('/')? {
            ("lesson", id) => Some(Task::Lesson(id.into())),
            (game, number) => {
                let index = number.parse::<usize>().ok()?.checked_sub(1)?;
                Some(Task::Puzzle(game.into(), index))
            }
        }
    }
}

/// The puzzles of a day.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Today {
    day: i64,
    /// What there is to do, and how it was done.
    pub tasks: Vec<(Task, Option<Verdict>)>,
}

impl Today {
    fn read(text: &str) -> Today {
        let mut lines = text.lines();
        let day = lines.next().and_then(|line| line.parse().ok()).unwrap_or(0);
        let task = |line: &str| {
            let (path, done) = line.split_once(' ')?;
            Some((Task::of_path(path)?, verdict(done)))
        };
        Today {
            day,
            tasks: lines.filter_map(task).take(A_DAY).collect(),
        }
    }

    fn text(&self) -> String {
        let mut text = format!("{}\n", self.day);
        for (task, done) in &self.tasks {
            text += &format!("{} {}\n", task.path(), done.map_or('-', letter));
        }
        text
    }

    /// What there is to do on a day: what was begun stays, lessons that are due come first, puzzles of the games somebody
    /// plays fill up. `games` are these games with the sizes of their grades.
    fn on(mut self, day: i64, book: &LessonBook, progress: &Progress, games: &[(String, Vec<u16>)]) -> Today {
        if self.day != day {
            self = Today {
                day,
                tasks: Vec::new(),
            };
        }
        let stays = |task: &Task| match task {
            Task::Lesson(id) => book.find(id).is_some(),
            Task::Puzzle(game, index) => games.iter().any(|(known, grades)| {
                known == game && *index < grades.iter().map(|count| usize::from(*count)).sum()
            }),
        };
        self.tasks.retain(|(task, done)| done.is_some() || stays(task));
        for lesson in book.due(day) {
            let task = Task::Lesson(lesson.id.clone());
            if self.tasks.iter().any(|(known, _)| *known == task) {
                continue;
            }
            // A puzzle of the collection that nobody began makes room.
            let open =
                |(task, done): &(Task, Option<Verdict>)| done.is_none() && matches!(task, Task::Puzzle(..));
            if self.tasks.len() < A_DAY {
                self.tasks.push((task, None));
            } else if let Some(place) = self.tasks.iter().position(open) {
                self.tasks[place].0 = task;
            }
        }
        for slot in self.tasks.len()..A_DAY {
            if games.is_empty() {
                break;
            }
            let (game, grades) = &games[slot % games.len()];
            let known = |task: &Task| self.tasks.iter().any(|(known, _)| known == task);
            let draws = (0..20usize).map(|draw| day.unsigned_abs() as usize * 7 + slot * 3 + draw);
            let mut tasks = draws.filter_map(|chance| {
                let index = progress.next(game, grades, chance)?;
                Some(Task::Puzzle(game.clone(), index))
            });
            if let Some(task) = tasks.find(|task| !known(task)) {
                self.tasks.push((task, None));
            }
        }
        self
    }
}

const LESSONS: &str = "lessons";
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
    let now = Today::read(&storage::read(TODAY)?);
    let open = now.tasks.into_iter().find(|(_, done)| done.is_none());
    open.filter(|_| now.day == today()).map(|(task, _)| task)
}

/// Keeps the lessons of a reviewed game; says how many are new.
pub fn learn(id: &str, table: &Table, reviewed: &Reviewed) -> usize {
    let lessons = lessons_in(id, table, reviewed, today());
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
    if let Some(place) = now
        .tasks
        .iter()
        .position(|(known, done)| known == task && done.is_none())
        && now.day == today()
    {
        now.tasks[place].1 = Some(verdict);
        let _ = storage::write(TODAY, &now.text());
    }
}

#[cfg(test)]
mod tests;
