//! What there is to solve: the puzzles of the collections, by how far somebody is, and those of a day.

use std::ops::Range;

use finaud_players::puzzle::Verdict;

use super::{Lesson, LessonBook};

/// So many puzzles are there each day.
const A_DAY: usize = 3;
/// After so many right answers in a grade, the next one is offered.
pub(super) const STEP_UP: usize = 6;

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
    pub fn right(&self, game: &str, places: Range<usize>) -> usize {
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
        let open = |range: &Range<usize>| -> Vec<usize> {
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
pub fn places(grades: &[u16]) -> Vec<Range<usize>> {
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
    pub(super) fn read(text: &str) -> Today {
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

    pub(super) fn text(&self) -> String {
        let mut text = format!("{}\n", self.day);
        for (task, done) in &self.tasks {
            text += &format!("{} {}\n", task.path(), done.map_or('-', letter));
        }
        text
    }

    /// Whether it is about this day.
    pub(super) fn is_on(&self, day: i64) -> bool {
        self.day == day
    }

    /// Keeps the first answer to a task; says whether it was one.
    pub(super) fn answer(&mut self, task: &Task, verdict: Verdict) -> bool {
        let open = self
            .tasks
            .iter_mut()
            .find(|(known, done)| known == task && done.is_none());
        match open {
            Some((_, done)) => {
                *done = Some(verdict);
                true
            }
            None => false,
        }
    }

    /// What there is to do on a day: what was begun stays, lessons that are due come first, puzzles of the games somebody
    /// plays fill up. `games` are these games with the sizes of their grades.
    pub(super) fn on(
        mut self,
        day: i64,
        book: &LessonBook,
        progress: &Progress,
        games: &[(String, Vec<u16>)],
    ) -> Today {
        if self.day != day {
            self = Today {
                day,
                tasks: Vec::new(),
            };
        }
        let stays = |task: &Task| match task {
            // What cannot be read takes no place.
            Task::Lesson(id) => book.find(id).is_some_and(Lesson::is_readable),
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
            } else {
                break;
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
