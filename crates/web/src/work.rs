//! Bots and the coach think in workers, so that the page never stands still.
//!
//! A worker is the same program without a window. It is [asked](ask) with one message and answers with one, with
//! progress in between. Choices and hints have a worker of their own: they never wait for a review. Positions, events
//! and whole games travel as the texts that records have.

mod answer;
mod teach;
mod worker;

use std::cell::RefCell;

use finaud_rules::{Message, Seat};
use finaud_table::{GameSpec, Table};
use futures_channel::oneshot;
use serde::{Deserialize, Serialize};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

use crate::describe::Description;
use crate::messages::language;
use crate::reviewed::Reviewed;
use crate::taught::{CourseStatus, NotTaken};

pub use worker::serve;

/// A position in which a seat is to choose.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatToChoose {
    /// The game.
    pub spec: GameSpec,
    /// The position, in one line.
    pub position: String,
    /// Who is to choose, from 0.
    pub seat: u8,
}

impl SeatToChoose {
    /// A seat at a table now; `sheet` is the text of the sheet, where it is somebody's own.
    pub fn at(table: &Table, sheet: Option<&str>, seat: Seat) -> SeatToChoose {
        SeatToChoose {
            spec: table.spec(sheet),
            position: table.position_text(),
            seat: seat.0,
        }
    }
}

/// A whole game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WholeGame {
    /// Its record.
    pub record: String,
    /// The sheet, where it is somebody's own.
    pub sheet: Option<String>,
}

/// What a worker can be asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum WorkerRequest {
    /// What does a bot choose? [`WorkerResponse::Chosen`].
    Choose {
        /// Where and for whom.
        at: SeatToChoose,
        /// The name of the bot.
        bot: String,
        /// The seed of its choice.
        seed: u64,
    },
    /// What is each choice of a seat worth? [`WorkerResponse::Hints`].
    Analyse {
        /// Where and for whom.
        at: SeatToChoose,
        /// How many states may be valued.
        nodes: u64,
    },
    /// The whole game, reviewed for a seat: [`WorkerResponse::Review`].
    Review {
        /// The game.
        game: WholeGame,
        /// For whom, from 0.
        seat: u8,
    },
    /// How would `master` have done in the place of all people, with the same outcomes? [`WorkerResponse::SameSeed`].
    SameSeed(WholeGame),
    /// How many random games are played in about a second? [`WorkerResponse::Speed`].
    Speed {
        /// The id of the game.
        game: String,
    },
    /// Teaches the bots a game until its course is over, or somebody stops it: [`WorkerResponse::Taught`].
    Teach(GameSpec),
    /// Takes what was learned elsewhere, from a file: [`WorkerResponse::Taught`], or [`WorkerResponse::NotTaken`].
    TakeLearned {
        /// The game.
        spec: GameSpec,
        /// The file.
        file: Vec<u8>,
    },
    /// How does a sheet play? [`WorkerResponse::Report`].
    Report(GameSpec),
    /// Stops the course that goes on. It answers when it has kept what was learned; this is answered at once.
    StopTeaching,
}

/// A choice and what it is worth.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Hint {
    /// The choice, as records have it.
    pub event: String,
    /// The final score to be expected.
    pub points: f64,
    /// The chance to win, where there are others.
    pub win: Option<f64>,
    /// Why, in a sentence.
    pub why: String,
}

/// What an analysis says.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Hints {
    /// The final score to be expected.
    pub points: f64,
    /// The chance to win, where there are others.
    pub win: Option<f64>,
    /// All choices, best first.
    pub hints: Vec<Hint>,
    /// Is nothing known of this sheet, so that there are reasons but no numbers?
    pub rough: bool,
    /// What was learned on another sheet, where that is all there is: its game, and how sure it is, in a word.
    #[serde(default)]
    pub borrowed: Option<(String, String)>,
}

/// What a worker answers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum WorkerResponse {
    /// The choice, as records have it.
    Chosen(String),
    /// What the choices are worth.
    Hints(Hints),
    /// The review.
    Review(Box<Reviewed>),
    /// How `master` did: the whole record, and the points of all seats.
    SameSeed {
        /// The record.
        record: String,
        /// The points of each seat.
        points: Vec<i32>,
    },
    /// Random games in a second.
    Speed(f64),
    /// How far the course is that was stopped, or is over.
    Taught(CourseStatus),
    /// The file was not taken.
    NotTaken(NotTaken),
    /// The course will stop.
    Stopping,
    /// How a sheet plays: a report as JSON, which only those read who show it.
    Report(String),
    /// It could not be answered.
    Failed(Description),
    /// The worker could not fetch the games or the language.
    Unprepared,
}

/// An answer is not what was asked for.
pub fn mistaken() -> Message {
    Message::new("worker.mistaken", "the answer was to another question")
}

impl WorkerResponse {
    /// Why there is no answer of the kind that was asked for.
    pub fn failure(self) -> Description {
        match self {
            WorkerResponse::Failed(why) => why,
            WorkerResponse::Unprepared => Description::of(
                language(),
                &Message::new("worker.unprepared", "a file of the app could not be fetched"),
            ),
            _ => Description::of(language(), &mistaken()),
        }
    }
}

#[derive(Serialize, Deserialize)]
struct RequestMessage {
    id: u64,
    /// The code of the language of everything that is answered in words.
    language: String,
    request: WorkerRequest,
}

#[derive(Serialize, Deserialize)]
enum ResponseMessage {
    Progress { id: u64, part: f64 },
    Teaching(CourseStatus),
    Done { id: u64, response: WorkerResponse },
}

/// Which worker is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lane {
    /// The one for choices and hints.
    Quick,
    /// The one for what takes longer.
    Long,
    /// The one that teaches.
    Teaching,
}

struct Waiting {
    id: u64,
    lane: Lane,
    progress: Box<dyn Fn(f64)>,
    done: oneshot::Sender<WorkerResponse>,
}

#[derive(Default)]
struct WorkerPool {
    workers: [Option<Worker>; 3],
    waiting: Vec<Waiting>,
    last: u64,
    /// Who wants to know how far a course is.
    watching: Option<Watching>,
}

/// Called with how far a course is.
type Watching = std::rc::Rc<dyn Fn(CourseStatus)>;

thread_local! {
    static WORKERS: RefCell<WorkerPool> = RefCell::new(WorkerPool::default());
}

/// Asks a worker. `progress` is told which part of the work is done, from 0 to 1.
pub async fn ask(lane: Lane, request: WorkerRequest, progress: impl Fn(f64) + 'static) -> WorkerResponse {
    let language = language();
    let failed = |why: Message| WorkerResponse::Failed(Description::of(language, &why));
    let (done, response) = oneshot::channel();
    let sent = WORKERS.with_borrow_mut(|pool| {
        pool.last += 1;
        let id = pool.last;
        let worker = pool.worker(lane)?;
        let message = RequestMessage {
            id,
            language: language.code().into(),
            request,
        };
        let text = serde_json::to_string(&message).ok()?;
        worker.post_message(&text.into()).ok()?;
        pool.waiting.push(Waiting {
            id,
            lane,
            progress: Box::new(progress),
            done,
        });
        Some(())
    });
    if sent.is_none() {
        return failed(Message::new(
            "worker.unavailable",
            "the browser does not start background processes",
        ));
    }
    response
        .await
        .unwrap_or_else(|_| failed(Message::new("worker.gone", "the background process has stopped")))
}

/// From now on `watch` hears how far the course is that goes on.
pub fn watch_course(watch: impl Fn(CourseStatus) + 'static) {
    WORKERS.with_borrow_mut(|pool| pool.watching = Some(std::rc::Rc::new(watch)));
}

/// Ends what a worker is busy with; whoever waits for it is told that it failed.
pub fn dismiss(lane: Lane) {
    WORKERS.with_borrow_mut(|pool| {
        if let Some(worker) = pool.workers[lane as usize].take() {
            worker.terminate();
        }
        pool.waiting.retain(|waiting| waiting.lane != lane);
    });
}

impl WorkerPool {
    fn worker(&mut self, lane: Lane) -> Option<&Worker> {
        let place = &mut self.workers[lane as usize];
        if place.is_none() {
            let options = WorkerOptions::new();
            options.set_type(WorkerType::Module);
            let worker = Worker::new_with_options("./worker.js", &options).ok()?;
            let heard = Closure::<dyn Fn(MessageEvent)>::new(|event: MessageEvent| {
                if let Some(message) = event
                    .data()
                    .as_string()
                    .and_then(|text| serde_json::from_str(&text).ok())
                {
                    hear(message);
                }
            });
            worker.set_onmessage(Some(heard.as_ref().unchecked_ref()));
            heard.forget();
            let broken = Closure::<dyn Fn()>::new(move || dismiss(lane));
            worker.set_onerror(Some(broken.as_ref().unchecked_ref()));
            broken.forget();
            *place = Some(worker);
        }
        place.as_ref()
    }
}

fn hear(message: ResponseMessage) {
    match message {
        ResponseMessage::Progress { id, part } => WORKERS.with_borrow(|pool| {
            if let Some(waiting) = pool.waiting.iter().find(|waiting| waiting.id == id) {
                (waiting.progress)(part);
            }
        }),
        ResponseMessage::Teaching(status) => {
            let watching = WORKERS.with_borrow(|pool| pool.watching.clone());
            if let Some(watching) = watching {
                watching(status);
            }
        }
        ResponseMessage::Done { id, response } => {
            // Taken out before it is told: whoever hears it may ask again at once.
            let waiting = WORKERS.with_borrow_mut(|pool| {
                let place = pool.waiting.iter().position(|waiting| waiting.id == id);
                place.map(|place| pool.waiting.remove(place))
            });
            if let Some(waiting) = waiting {
                let _ = waiting.done.send(response);
            }
        }
    }
}
