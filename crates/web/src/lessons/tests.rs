//! When lessons come back, and what there is to do on a day.

use super::tasks::STEP_UP;
use super::*;
use crate::open::open;
use finaud_players::SearchLimits;
use finaud_players::review::review;
use finaud_record::Record;
use finaud_table::{Chair, ChanceSource, GameSpec};

/// A lesson that can be read, unlike any other.
fn text(id: &str) -> String {
    let chairs = vec![Chair::person("Ada"), Chair::bot("", "club")];
    let table = Table::new(&GameSpec::plain("push", 2), chairs, ChanceSource::Seed(1)).unwrap();
    let position = table.position_text();
    format!("puzzle 2\nplayers 2\nseat 1\nposition {position}\nfrom {id}\nbest 61.5% draw\nloss 7.2% stop")
}

fn lesson(id: &str, stage: u8, due: i64) -> Lesson {
    Lesson {
        id: id.into(),
        stage,
        due,
        game: "push".into(),
        text: text(id),
    }
}

#[test]
fn what_is_right_comes_back_later_each_time() {
    let mut lesson = lesson("a-1", 0, 100);
    let mut day = 100;
    let mut distances = Vec::new();
    for _ in 0..7 {
        lesson.answered(Verdict::Right, day);
        distances.push(lesson.due - day);
        day = lesson.due;
    }
    assert_eq!(distances, [1, 3, 7, 16, 35, 80, 80]);
    lesson.answered(Verdict::Wrong, day);
    assert_eq!((lesson.stage, lesson.due - day), (0, 1));
    lesson.answered(Verdict::Right, day);
    assert_eq!((lesson.stage, lesson.due - day), (0, 1), "not due yet");
    lesson.answered(Verdict::Almost, day + 1);
    assert_eq!((lesson.stage, lesson.due - day), (0, 2));
}

#[test]
fn lessons_are_kept_and_rubbish_is_left_out() {
    let mut book = LessonBook::default();
    assert_eq!(
        book.add(vec![
            lesson("a-1", 0, 5),
            lesson("a-1", 0, 6),
            lesson("b-2", 3, 4)
        ]),
        2
    );
    assert_eq!(LessonBook::read(&book.text()), book);
    let first = &book.lessons[0];
    assert_eq!(first.puzzle().unwrap().text().trim_end(), first.text);
    let copied = Lesson {
        id: "c-9".into(),
        ..first.clone()
    };
    assert_eq!(book.clone().add(vec![copied]), 0);
    let torn = format!("rubbish\nlesson x\n{}", book.text());
    assert_eq!(LessonBook::read(&torn), book);
    let cut = LessonBook::read("lesson c-3 push 1 9\npuzzle 9\n");
    assert_eq!(cut.lessons[0].puzzle(), None);
    assert_eq!(LessonBook::read(""), LessonBook::default());
    let due: Vec<&str> = book.due(5).map(|lesson| lesson.id.as_str()).collect();
    assert_eq!(due, ["b-2", "a-1"]);
    assert_eq!(book.due(3).count(), 0);
}

#[test]
fn what_cannot_be_read_takes_no_place_among_the_three() {
    let games = vec![("push".to_owned(), vec![20, 20, 20])];
    let progress = Progress::default();
    let good = lesson("a-9", 0, 50);
    let torn = |id: &str, from: &str, to: &str| Lesson {
        id: id.into(),
        text: good.text.replace(from, to),
        ..good.clone()
    };
    let book = LessonBook {
        lessons: vec![
            // No puzzle at all, a position that cannot be, and a seat nobody sits at.
            torn("a-1", "puzzle 2", "puzzle 9"),
            torn("a-2", "position push", "position push nonsense=3"),
            torn("a-3", "seat 1", "seat 7"),
            Lesson {
                game: "no-such-game".into(),
                ..lesson("a-4", 0, 1)
            },
            Lesson {
                due: i64::MIN,
                ..torn("a-5", "players 2", "players 8")
            },
            good.clone(),
        ],
    };
    assert_eq!(
        book.due(50).map(|lesson| lesson.id.as_str()).collect::<Vec<_>>(),
        ["a-9"]
    );
    let now = Today::default().on(50, &book, &progress, &games);
    assert_eq!(now.tasks.len(), 3);
    assert_eq!(now.tasks[0].0, Task::Lesson("a-9".into()));
    assert!(
        now.tasks[1..]
            .iter()
            .all(|(task, _)| matches!(task, Task::Puzzle(..)))
    );
    // Nor does one that was among them before.
    let before = Today::read("50\nlesson/a-1 -\nlesson/a-2 -\nlesson/a-3 r\n");
    let tasks: Vec<Task> = before
        .on(50, &book, &progress, &games)
        .tasks
        .into_iter()
        .map(|(task, _)| task)
        .collect();
    assert_eq!(
        tasks[..2],
        [Task::Lesson("a-3".into()), Task::Lesson("a-9".into())]
    );
}

#[test]
fn the_number_of_lessons_is_bounded_and_those_known_best_go() {
    let mut book = LessonBook::default();
    book.add(
        (0..MOST)
            .map(|n| lesson(&format!("g-{n}"), u8::from(n == 7), 1))
            .collect(),
    );
    book.add(vec![lesson("new-1", 0, 1)]);
    assert_eq!(book.lessons.len(), MOST);
    assert!(book.find("g-7").is_none() && book.find("new-1").is_some());
}

#[test]
fn puzzles_grow_with_whoever_solves_them() {
    let mut progress = Progress::default();
    let grades = [10, 10, 10];
    assert!(progress.next("push", &grades, 3).unwrap() < 10);
    (0..STEP_UP).for_each(|index| progress.put("push", index, Verdict::Right));
    assert!((10..20).contains(&progress.next("push", &grades, 3).unwrap()));
    (0..30).for_each(|index| progress.put("push", index, Verdict::Right));
    progress.put("push", 4, Verdict::Wrong);
    assert_eq!(progress.next("push", &grades, 9), Some(4));
    assert_eq!(Progress::read(&progress.text()), progress);
    assert_eq!(Progress::read("push x r\nnonsense"), Progress::default());
    assert_eq!(progress.next("other", &[], 1), None);
    assert_eq!(progress.right("push", 0..10), 9);
}

#[test]
fn three_a_day_that_stay_and_lessons_first() {
    let games = vec![
        ("push".to_owned(), vec![20, 20, 20]),
        ("tres-fute".to_owned(), vec![20, 20, 20]),
    ];
    let (mut book, progress) = (LessonBook::default(), Progress::default());
    let first = Today::default().on(50, &book, &progress, &games);
    assert_eq!(first.tasks.len(), 3);
    assert_eq!(Today::read(&first.text()).on(50, &book, &progress, &games), first);
    let mut done = first.clone();
    done.tasks[0].1 = Some(Verdict::Right);
    book.add(vec![
        lesson("a-1", 0, 50),
        lesson("a-2", 0, 49),
        lesson("a-3", 0, 51),
    ]);
    let then = done.clone().on(50, &book, &progress, &games);
    assert_eq!(then.tasks[0], done.tasks[0]);
    assert_eq!(then.tasks[1].0, Task::Lesson("a-2".into()));
    assert_eq!(then.tasks[2].0, Task::Lesson("a-1".into()));
    let tomorrow = then.on(51, &book, &progress, &games);
    assert!(
        tomorrow
            .tasks
            .iter()
            .all(|(task, done)| done.is_none() && matches!(task, Task::Lesson(_)))
    );
    assert!(
        Today::default()
            .on(50, &LessonBook::default(), &progress, &[])
            .tasks
            .is_empty()
    );
    assert_eq!(Today::read("rubbish\nx"), Today::default());
}

#[test]
fn tasks_have_addresses() {
    for task in [Task::Lesson("1a-2-30".into()), Task::Puzzle("push".into(), 11)] {
        assert_eq!(Task::of_path(&task.path()), Some(task));
    }
    for path in ["push", "push/0", "push/x", ""] {
        assert_eq!(Task::of_path(path), None);
    }
}

/// The review of a whole game that somebody plays at random, by a plain estimate.
fn reviewed(spec: &GameSpec) -> (Table, Reviewed) {
    let bots = vec![Chair::bot("", "random")];
    let mut table = Table::new(spec, bots, ChanceSource::Seed(3)).unwrap();
    while finaud_players::seated::advance(&mut table).is_some() {}
    let record = table.record_text().replace("bot 1: random\n", "");
    let table = Table::restore(&record, spec.sheet.as_deref()).unwrap();
    let game = table.dice().unwrap().game();
    let record = Record::read(game, &record).unwrap().record;
    let english = crate::messages::tests::english();
    let review = review(game, &record, Seat(0), SearchLimits::NONE, english, |_| ()).unwrap();
    // As if something had been learned.
    let reviewed = Reviewed {
        rough: false,
        ..Reviewed::of(game, &review)
    };
    (table, reviewed)
}

#[test]
fn a_lesson_stands_on_a_table_where_its_choices_are_possible() {
    let (table, reviewed) = reviewed(&GameSpec::plain("tres-fute", 1));
    let lessons = lessons_in("g1", &table, &reviewed, 50);
    assert_eq!(lessons.len(), FROM_ONE_GAME);
    for lesson in lessons {
        let puzzle = lesson.puzzle().expect("a puzzle");
        let there = open(&puzzle.record_text(), None).expect("a table");
        for choice in &puzzle.choices {
            let event = there.read_event(&format!("1 {}", choice.action)).unwrap();
            assert!(there.clone().apply(event).is_ok(), "{}", choice.action);
        }
        assert!(puzzle.judge(&puzzle.choices[0].action).verdict == Verdict::Right);
    }
}

#[test]
fn a_sheet_of_ones_own_gives_no_lessons_that_could_not_be_opened() {
    let sheet = finaud_rules::builtin_text("tres-fute")
        .unwrap()
        .replace("id = \"tres-fute\"", "id = \"ours\"");
    let spec = GameSpec {
        sheet: Some(sheet),
        ..GameSpec::plain("ours", 1)
    };
    let (table, reviewed) = reviewed(&spec);
    assert!(!reviewed.costliest(3).is_empty());
    assert_eq!(lessons_in("g1", &table, &reviewed, 50), []);
}

#[test]
fn what_was_forgotten_is_remembered_as_such() {
    assert_eq!(with_forgotten("", "a-1"), "a-1");
    assert_eq!(with_forgotten("a-1\nb-2", "a-1"), "b-2\na-1");
    let many: Vec<String> = (0..MOST_FORGOTTEN).map(|n| format!("g-{n}")).collect();
    let more = with_forgotten(&many.join("\n"), "new-1");
    assert_eq!(more.lines().count(), MOST_FORGOTTEN);
    assert!(more.ends_with("new-1") && !more.contains("g-0\n"));
}
