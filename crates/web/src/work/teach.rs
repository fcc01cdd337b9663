//! Teaching the bots a sheet, in a worker of its own: a course in slices, kept on the device as it goes.
//!
//! Only those who teach bots, or play on a sheet of their own, need this part of the program: it is fetched then.

use std::cell::Cell;
use std::pin::Pin;

use finaud_players::learned::{COURSE_GAMES, Course, Learnable, Net};
use finaud_players::report::{PlayedGame, Report, Reporter};
use finaud_rules::{DiceGame, MAX_SEATS, SoloGame, TableGame};
use finaud_table::{AnyGame, GameSpec};
use leptos::wasm_split::{SplitLoaderError, wasm_split};
use wasm_bindgen_futures::JsFuture;

use crate::taught::{self, CourseStatus, Kept, NotTaken};

/// How long a slice may take, in milliseconds: after that, whoever wants to stop it is heard.
const SLICE: f64 = 250.0;
/// So many games tell enough of a sheet to somebody who waits.
const REPORT_GAMES: u64 = 300;
/// The series of these games.
const REPORT_SEED: u64 = 1;
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
    static STOP: Cell<bool> = const { Cell::new(false) };
}

/// Work of another part of the program.
type Work<T> = Pin<Box<dyn Future<Output = Option<T>>>>;

/// Asks the course of this worker to stop after its slice.
pub(super) fn stop() {
    STOP.set(true);
}

/// Teaches a game until its course is over or somebody stops it; `told` hears how far it is. `None` if the game cannot be
/// taught, or this part of the program cannot be fetched.
pub(super) async fn teach(spec: GameSpec, told: Box<dyn Fn(&CourseStatus)>) -> Option<CourseStatus> {
    STOP.set(false);
    load_teaching().await.ok()?;
    teaching(spec, told).await.ok()?.await
}

/// Lets the bots of this worker use what was taught on this device for a game; `None` if nothing was.
pub(super) async fn use_taught(spec: GameSpec) -> Option<()> {
    load_taught().await.ok()?;
    taught_for(spec).await.ok()?.await
}

#[wasm_split(teaching, wasm_split_path = ::leptos::wasm_split, preload(load_teaching), fallible)]
fn teaching(
    spec: GameSpec,
    told: Box<dyn Fn(&CourseStatus)>,
) -> Result<Work<CourseStatus>, SplitLoaderError> {
    Ok(Box::pin(run(spec, told)))
}

#[wasm_split(teaching, wasm_split_path = ::leptos::wasm_split, preload(load_taught), fallible)]
fn taught_for(spec: GameSpec) -> Result<Work<()>, SplitLoaderError> {
    Ok(Box::pin(async move { taught::use_for(&spec).await }))
}

/// Takes what was learned elsewhere; `None` if this part of the program cannot be fetched.
pub(super) async fn take(spec: GameSpec, file: Vec<u8>) -> Option<Result<CourseStatus, NotTaken>> {
    load_taking().await.ok()?;
    taking(spec, file).await.ok()?.await
}

#[wasm_split(teaching, wasm_split_path = ::leptos::wasm_split, preload(load_taking), fallible)]
fn taking(spec: GameSpec, file: Vec<u8>) -> Result<Work<Result<CourseStatus, NotTaken>>, SplitLoaderError> {
    Ok(Box::pin(async move { Some(taught::take(&spec, &file).await) }))
}

async fn run(spec: GameSpec, told: Box<dyn Fn(&CourseStatus)>) -> Option<CourseStatus> {
    let game = spec.build().ok()?;
    let key = taught::key(&game);
    let before = taught::status(&key).await.unwrap_or_default();
    // What came in a file is the best that is known.
    let brought = match before.brought {
        Some(_) => taught::read(&key, Kept::Weights).await,
        None => None,
    };
    let brought = brought.and_then(|file| taught::fitting(&game, &file).ok());
    let brought = brought.map(|weights| (*weights.net).clone());
    let mut course = begin(&spec, taught::read(&key, Kept::Course).await, brought)?;
    let mut used = before.used;
    let mut kept_at = js_sys::Date::now();
    loop {
        course.go_on();
        let mut status = course.status();
        let stop = STOP.get() || status.over;
        let keep = stop || js_sys::Date::now() - kept_at > KEEP;
        if keep {
            taught::write(&key, Kept::Course, &course.bytes()).await;
            if let Some(weights) = course.weights() {
                used = taught::write(&key, Kept::Weights, &weights).await.is_some();
            }
            kept_at = js_sys::Date::now();
        }
        status.used = used;
        status.brought = before.brought;
        if keep {
            let json = serde_json::to_vec(&status).unwrap_or_default();
            taught::write(&key, Kept::Status, &json).await;
        }
        told(&status);
        if stop {
            return Some(status);
        }
        pause().await;
    }
}

/// How a sheet plays, as JSON; `told` hears which part of the games is played. `None` if there is no such sheet, or this part
/// of the program cannot be fetched.
pub(super) async fn report(spec: GameSpec, told: Box<dyn Fn(f64)>) -> Option<String> {
    load_reporting().await.ok()?;
    reporting(spec, told).await.ok()?.await
}

#[wasm_split(teaching, wasm_split_path = ::leptos::wasm_split, preload(load_reporting), fallible)]
fn reporting(spec: GameSpec, told: Box<dyn Fn(f64)>) -> Result<Work<String>, SplitLoaderError> {
    Ok(Box::pin(async move {
        let game = spec.build().ok()?;
        let report = match (game.solo(), &game) {
            (Some(solo), _) => report_of(&solo, told).await,
            (None, AnyGame::Dice(game)) => report_of(game, told).await,
            (None, AnyGame::Push(_)) => return None,
        };
        serde_json::to_string(&report).ok()
    }))
}

async fn report_of<const SEATS: usize>(game: &DiceGame<SEATS>, told: Box<dyn Fn(f64)>) -> Report {
    let mut reporter = Reporter::new(game, REPORT_SEED);
    let mut played: Vec<PlayedGame> = Vec::new();
    while (played.len() as u64) < REPORT_GAMES {
        let start = js_sys::Date::now();
        while (played.len() as u64) < REPORT_GAMES && js_sys::Date::now() - start < SLICE {
            played.push(reporter.play(played.len() as u64));
        }
        told(played.len() as f64 / REPORT_GAMES as f64);
        pause().await;
    }
    Report::of(game, REPORT_SEED, &played)
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
fn begin(spec: &GameSpec, kept: Option<Vec<u8>>, brought: Option<Net>) -> Option<AnyCourse> {
    let game = spec.build().ok()?;
    if let Some(solo) = game.solo() {
        return Some(AnyCourse::Solo(Box::new(course(vec![solo], kept, brought))));
    }
    let AnyGame::Dice(game) = &game else {
        return None;
    };
    let tables = (2..=MAX_SEATS).map(|seats| TableGame::new(game.sheet().clone(), seats));
    let tables: Vec<TableGame> = tables.collect::<Result<_, _>>().ok()?;
    Some(AnyCourse::Table(Box::new(course(tables, kept, brought))))
}

fn course<const SEATS: usize>(
    games: Vec<DiceGame<SEATS>>,
    kept: Option<Vec<u8>>,
    brought: Option<Net>,
) -> Course<DiceGame<SEATS>> {
    let known = kept.and_then(|kept| Course::read(games.clone(), &kept).ok());
    known.unwrap_or_else(|| {
        let borrowed = || games[0].borrowed().map(|borrowed| (*borrowed.net).clone());
        let start: Option<Net> = brought.or_else(borrowed);
        Course::new(games, start)
    })
}

impl AnyCourse {
    /// Goes on for a slice.
    fn go_on(&mut self) {
        let start = js_sys::Date::now();
        with_course!(self, course => loop {
            course.advance();
            if course.is_over() || js_sys::Date::now() - start > SLICE {
                break;
            }
        });
    }

    fn status(&self) -> CourseStatus {
        with_course!(self, course => CourseStatus {
            games: course.played(),
            of: COURSE_GAMES,
            baseline: course.baseline(),
            curve: course.curve().iter().map(|at| (at.games, at.mean)).collect(),
            used: false,
            over: course.is_over(),
            brought: None,
        })
    }

    /// What was learned, if it is better than what was known before.
    fn weights(&self) -> Option<Vec<u8>> {
        with_course!(self, course => course.is_better().then(|| course.weights()))
    }

    /// Everything to go on.
    fn bytes(&self) -> Vec<u8> {
        with_course!(self, course => course.write())
    }
}
