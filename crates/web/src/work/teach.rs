//! Teaching the bots a sheet, in a worker of its own: a course in slices, kept on the device as it goes.

use std::cell::{Cell, RefCell};

use finaud_players::learned::{COURSE_GAMES, Course, Learnable, Net};
use finaud_rules::{MAX_SEATS, SoloGame, TableGame};
use finaud_table::{AnyGame, GameSpec};
use leptos::wasm_split::{SplitLoaderError, wasm_split};
use wasm_bindgen_futures::JsFuture;

use crate::taught::{self, CourseStatus, Kept};

/// How long a slice may take, in milliseconds: after that, whoever wants to stop it is heard.
const SLICE: f64 = 250.0;
/// After so many milliseconds, what was learned is kept.
const KEEP: f64 = 10_000.0;

/// A course for one player, or for a table.
enum AnyCourse {
    Solo(Box<Course<SoloGame>>),
    Table(Box<Course<TableGame>>),
}

macro_rules! with_course {
    ($course:expr, $it:ident => $body:expr) => {
        match $course {
            AnyCourse::Solo($it) => $body,
            AnyCourse::Table($it) => $body,
        }
    };
}

thread_local! {
    static COURSE: RefCell<Option<AnyCourse>> = const { RefCell::new(None) };
    static STOP: Cell<bool> = const { Cell::new(false) };
}

/// Everything that is kept of a course.
struct KeptCourse {
    weights: Option<Vec<u8>>,
    course: Vec<u8>,
}

/// Asks the course of this worker to stop after its slice.
pub(super) fn stop() {
    STOP.set(true);
}

/// Teaches a game until its course is over or somebody stops it; `told` hears how far it is. `None` if the game cannot be
/// taught, or a part of the program cannot be fetched.
pub(super) async fn teach(spec: &GameSpec, told: impl Fn(&CourseStatus)) -> Option<CourseStatus> {
    STOP.set(false);
    let key = taught::key(&spec.build().ok()?);
    let kept = taught::read(&key, Kept::Course).await;
    load_teaching().await.ok()?;
    begin(spec.clone(), kept).await.ok()??;
    let mut status = taught::status(&key).await.unwrap_or_default();
    let mut kept_at = js_sys::Date::now();
    loop {
        let used = status.used;
        status = go_on().await.ok()?;
        let stop = STOP.get() || status.over;
        let now = js_sys::Date::now();
        if stop || now - kept_at > KEEP {
            let KeptCourse { weights, course } = kept_now().await.ok()?;
            taught::write(&key, Kept::Course, &course).await;
            if let Some(weights) = weights {
                let written = taught::write(&key, Kept::Weights, &weights).await;
                status.used = written.is_some();
            }
            kept_at = js_sys::Date::now();
            let json = serde_json::to_vec(&status).unwrap_or_default();
            taught::write(&key, Kept::Status, &json).await;
        } else {
            status.used = used;
        }
        told(&status);
        if stop {
            COURSE.take();
            return Some(status);
        }
        pause().await;
    }
}

/// Lets the worker hear what it is asked.
async fn pause() {
    let promise = js_sys::Promise::new(&mut |resolve, _| {
        let global = js_sys::global();
        let timer = js_sys::Reflect::get(&global, &"setTimeout".into());
        if let Ok(timer) = timer.map(js_sys::Function::from) {
            let _ = timer.call2(&global, &resolve, &0.into());
        }
    });
    let _ = JsFuture::from(promise).await;
}

/// Goes on with a course that was kept, or begins one: with what is known of the sheet, if anything.
#[wasm_split(teaching, wasm_split_path = ::leptos::wasm_split, preload(load_teaching), fallible)]
fn begin(spec: GameSpec, kept: Option<Vec<u8>>) -> Result<Option<()>, SplitLoaderError> {
    let Ok(game) = spec.build() else {
        return Ok(None);
    };
    let course = match (game.solo(), &game) {
        (Some(solo), _) => AnyCourse::Solo(Box::new(course(vec![solo], kept))),
        (None, AnyGame::Dice(game)) => {
            let tables = (2..=MAX_SEATS).filter_map(|seats| TableGame::new(game.sheet().clone(), seats).ok());
            AnyCourse::Table(Box::new(course(tables.collect(), kept)))
        }
        (None, AnyGame::Push(_)) => return Ok(None),
    };
    COURSE.set(Some(course));
    Ok(Some(()))
}

fn course<const SEATS: usize>(
    games: Vec<finaud_rules::DiceGame<SEATS>>,
    kept: Option<Vec<u8>>,
) -> Course<finaud_rules::DiceGame<SEATS>> {
    let known = kept.and_then(|kept| Course::read(games.clone(), &kept).ok());
    known.unwrap_or_else(|| {
        let start: Option<Net> = games[0].borrowed().map(|borrowed| (*borrowed.net).clone());
        Course::new(games, start)
    })
}

/// Goes on for a slice.
#[wasm_split(teaching, wasm_split_path = ::leptos::wasm_split, preload(load_going_on), fallible)]
fn go_on() -> Result<CourseStatus, SplitLoaderError> {
    let status = COURSE.with_borrow_mut(|course| {
        let course = course.as_mut()?;
        let start = js_sys::Date::now();
        with_course!(course, course => {
            loop {
                course.advance();
                if course.is_over() || js_sys::Date::now() - start > SLICE {
                    break;
                }
            }
            Some(CourseStatus {
                games: course.played(),
                of: COURSE_GAMES,
                baseline: course.baseline(),
                curve: course.curve().iter().map(|at| (at.games, at.mean)).collect(),
                used: false,
                over: course.is_over(),
            })
        })
    });
    Ok(status.unwrap_or_default())
}

/// What is kept now; weights only if they are better than what was known before.
#[wasm_split(teaching, wasm_split_path = ::leptos::wasm_split, preload(load_keeping), fallible)]
fn kept_now() -> Result<KeptCourse, SplitLoaderError> {
    Ok(COURSE.with_borrow(|course| match course {
        Some(course) => with_course!(course, course => KeptCourse {
            weights: course.is_better().then(|| course.weights()),
            course: course.write(),
        }),
        None => KeptCourse {
            weights: None,
            course: Vec::new(),
        },
    }))
}
