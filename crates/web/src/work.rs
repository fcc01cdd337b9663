//! Bots and the coach think in workers, so that the page never stands still.
//!
//! A worker is the same program without a window. It is [asked](ask) with one message and answers with one, with
//! progress in between. Choices and hints have a worker of their own: they never wait for a review.

mod asked;
mod worker;

use std::cell::RefCell;
use std::collections::BTreeMap;

use futures_channel::oneshot;
use serde::{Deserialize, Serialize};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

use crate::messages::Language;
use crate::reviewed::Reviewed;

pub use worker::serve;

/// The game a question is about.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct About {
    /// Its record.
    pub record: String,
    /// The sheet, where it is somebody's own.
    pub sheet: Option<String>,
}

/// What a worker can be asked.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Ask {
    /// What does the bot choose that is next? [`Answer::Chosen`].
    Choose(About),
    /// What is each choice of a seat worth? [`Answer::Analysis`].
    Analyse {
        /// The game.
        about: About,
        /// For whom, from 0.
        seat: u8,
        /// The language of the reasons.
        language: Language,
        /// How many states may be valued.
        nodes: u64,
    },
    /// The whole game, reviewed for a seat: [`Answer::Review`].
    Review {
        /// The game.
        about: About,
        /// For whom, from 0.
        seat: u8,
        /// The language of the reasons.
        language: Language,
    },
    /// How would `master` have done in the place of all people, with the same luck? [`Answer::SameSeed`].
    SameSeed(About),
    /// How many random games are played in about a second? [`Answer::Speed`].
    Speed {
        /// The id of the game.
        game: String,
    },
}

/// A choice and what it is worth.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Advice {
    /// The number of the action.
    pub number: usize,
    /// The final score to be expected.
    pub points: f64,
    /// The chance to win, where there are others.
    pub win: Option<f64>,
    /// What it costs in points against the best choice.
    pub loss: f64,
    /// What it costs of the chance to win against the best choice.
    pub win_loss: Option<f64>,
    /// Why, in a sentence.
    pub why: String,
}

/// What an analysis says.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Analysis {
    /// The final score to be expected.
    pub points: f64,
    /// The chance to win, where there are others.
    pub win: Option<f64>,
    /// All choices, best first.
    pub advice: Vec<Advice>,
    /// Were no weights learned for this game, so that the numbers are rough?
    pub rough: bool,
}

/// What a worker answers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Answer {
    /// The number of the action.
    Chosen(usize),
    /// What the choices are worth.
    Analysis(Analysis),
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
    /// It could not be answered.
    Failed(String),
}

#[derive(Serialize, Deserialize)]
struct Question {
    id: u64,
    ask: Ask,
}

#[derive(Serialize, Deserialize)]
enum Reply {
    Progress { id: u64, part: f64 },
    Done { id: u64, answer: Answer },
}

/// Which worker is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Desk {
    /// The one for choices and hints.
    Quick,
    /// The one for what takes longer.
    Long,
}

struct Waiting {
    desk: Desk,
    progress: Box<dyn Fn(f64)>,
    done: oneshot::Sender<Answer>,
}

#[derive(Default)]
struct WorkerPool {
    workers: [Option<Worker>; 2],
    waiting: BTreeMap<u64, Waiting>,
    last: u64,
}

thread_local! {
    static WORKERS: RefCell<WorkerPool> = RefCell::new(WorkerPool::default());
}

/// Asks a worker. `progress` is told which part of the work is done, from 0 to 1.
pub async fn ask(desk: Desk, ask: Ask, progress: impl Fn(f64) + 'static) -> Answer {
    let (done, answer) = oneshot::channel();
    let sent = WORKERS.with_borrow_mut(|pool| {
        pool.last += 1;
        let id = pool.last;
        let worker = pool.worker(desk)?;
        let text = serde_json::to_string(&Question { id, ask }).ok()?;
        worker.post_message(&text.into()).ok()?;
        pool.waiting.insert(
            id,
            Waiting {
                desk,
                progress: Box::new(progress),
                done,
            },
        );
        Some(())
    });
    if sent.is_none() {
        return Answer::Failed("the browser does not start workers".into());
    }
    answer
        .await
        .unwrap_or_else(|_| Answer::Failed("the worker has gone".into()))
}

/// Ends what a desk is busy with; whoever waits for it is told that it failed.
pub fn dismiss(desk: Desk) {
    WORKERS.with_borrow_mut(|pool| {
        if let Some(worker) = pool.workers[desk as usize].take() {
            worker.terminate();
        }
        pool.waiting.retain(|_, waiting| waiting.desk != desk);
    });
}

impl WorkerPool {
    fn worker(&mut self, desk: Desk) -> Option<&Worker> {
        let place = &mut self.workers[desk as usize];
        if place.is_none() {
            let options = WorkerOptions::new();
            options.set_type(WorkerType::Module);
            let worker = Worker::new_with_options("./worker.js", &options).ok()?;
            let heard = Closure::<dyn Fn(MessageEvent)>::new(|event: MessageEvent| {
                if let Some(reply) = event
                    .data()
                    .as_string()
                    .and_then(|text| serde_json::from_str(&text).ok())
                {
                    hear(reply);
                }
            });
            worker.set_onmessage(Some(heard.as_ref().unchecked_ref()));
            heard.forget();
            let broken = Closure::<dyn Fn()>::new(move || dismiss(desk));
            worker.set_onerror(Some(broken.as_ref().unchecked_ref()));
            broken.forget();
            *place = Some(worker);
        }
        place.as_ref()
    }
}

fn hear(reply: Reply) {
    match reply {
        Reply::Progress { id, part } => WORKERS.with_borrow(|pool| {
            if let Some(waiting) = pool.waiting.get(&id) {
                (waiting.progress)(part);
            }
        }),
        Reply::Done { id, answer } => {
            // Taken out before it is told: whoever hears it may ask again at once.
            let waiting = WORKERS.with_borrow_mut(|pool| pool.waiting.remove(&id));
            if let Some(waiting) = waiting {
                let _ = waiting.done.send(answer);
            }
        }
    }
}
