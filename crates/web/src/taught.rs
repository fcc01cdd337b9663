//! What bots were taught on this device: kept in the browser's database, where the page and the workers find it.
//!
//! Each course has a key, and three things are kept under it: how far it is, what was learned, and everything to go on.

use std::cell::RefCell;

use finaud_players::learned::{Learnable, Weights, register_weights};
use finaud_table::{AnyGame, GameSpec, with_game};
use serde::{Deserialize, Serialize};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{IdbDatabase, IdbFactory, IdbObjectStore, IdbOpenDbRequest, IdbRequest, IdbTransactionMode};

const DATABASE: &str = "finaud";
const STORE: &str = "taught";

/// How far a course is.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct CourseStatus {
    /// How many games were played.
    pub games: u64,
    /// How many there will be.
    pub of: u64,
    /// What is known without the course comes to so much.
    pub baseline: Option<f64>,
    /// What had been learned after so many games.
    pub curve: Vec<(u64, f64)>,
    /// Is what was learned used by the bots?
    pub used: bool,
    /// Is the course over?
    pub over: bool,
}

/// What is kept of a course.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kept {
    /// How far it is, as JSON.
    Status,
    /// What was learned, as a file of weights.
    Weights,
    /// Everything to go on.
    Course,
}

impl Kept {
    fn name(self, key: &str) -> String {
        let what = match self {
            Kept::Status => "status",
            Kept::Weights => "weights",
            Kept::Course => "course",
        };
        format!("{key}.{what}")
    }
}

/// The key of the course for a game: the sheet with its rulings, and who shares its weights.
pub fn key(game: &AnyGame) -> String {
    with_game!(game, game => format!("{:016x}.{}", game.weights_fingerprint(), game.player_range()))
}

/// The database, made if it is not there yet. `None` where the browser has none.
async fn database() -> Option<IdbDatabase> {
    let factory: IdbFactory = js_sys::Reflect::get(&js_sys::global(), &"indexedDB".into())
        .ok()?
        .dyn_into()
        .ok()?;
    let request: IdbOpenDbRequest = factory.open_with_u32(DATABASE, 1).ok()?;
    let made = {
        let request = request.clone();
        Closure::once(move || {
            let database = request
                .result()
                .ok()
                .and_then(|it| it.dyn_into::<IdbDatabase>().ok());
            if let Some(database) = database {
                let _ = database.create_object_store(STORE);
            }
        })
    };
    request.set_onupgradeneeded(Some(made.as_ref().unchecked_ref()));
    let database = answer(&request).await?;
    database.dyn_into().ok()
}

/// What a request comes to.
async fn answer(request: &IdbRequest) -> Option<JsValue> {
    let promise = js_sys::Promise::new(&mut |resolve, reject| {
        request.set_onsuccess(Some(&resolve));
        request.set_onerror(Some(&reject));
    });
    JsFuture::from(promise).await.ok()?;
    request.result().ok()
}

fn store(database: &IdbDatabase, mode: IdbTransactionMode) -> Option<IdbObjectStore> {
    let transaction = database.transaction_with_str_and_mode(STORE, mode).ok()?;
    transaction.object_store(STORE).ok()
}

/// What is kept of a course; `None` if nothing is, or the browser has no place for it.
pub async fn read(key: &str, what: Kept) -> Option<Vec<u8>> {
    let database = database().await?;
    let request = store(&database, IdbTransactionMode::Readonly)?
        .get(&what.name(key).into())
        .ok()?;
    let found = answer(&request).await?;
    let bytes: js_sys::Uint8Array = found.dyn_into().ok()?;
    Some(bytes.to_vec())
}

/// Keeps something of a course; `None` if the browser refuses.
pub async fn write(key: &str, what: Kept, bytes: &[u8]) -> Option<()> {
    let database = database().await?;
    let bytes: JsValue = js_sys::Uint8Array::from(bytes).into();
    let request = store(&database, IdbTransactionMode::Readwrite)?
        .put_with_key(&bytes, &what.name(key).into())
        .ok()?;
    answer(&request).await.map(|_| ())
}

/// Forgets a course.
pub async fn forget(key: &str) -> Option<()> {
    let database = database().await?;
    for what in [Kept::Status, Kept::Weights, Kept::Course] {
        let request = store(&database, IdbTransactionMode::Readwrite)?
            .delete(&what.name(key).into())
            .ok()?;
        answer(&request).await?;
    }
    Some(())
}

/// How far a course is that is kept here.
pub async fn status(key: &str) -> Option<CourseStatus> {
    serde_json::from_slice(&read(key, Kept::Status).await?).ok()
}

thread_local! {
    /// The courses whose weights are in use, and after how many games they were taken.
    static USED: RefCell<Vec<(String, u64)>> = const { RefCell::new(Vec::new()) };
}

/// Lets the bots of this worker use what was learned for a game. A course that goes on is looked at again when it has come
/// a good deal further: weights stay in memory until the worker ends.
pub async fn use_for(spec: &GameSpec) -> Option<()> {
    let game = spec.build().ok()?;
    let key = key(&game);
    let status = status(&key).await.filter(|status| status.used)?;
    let known = USED.with_borrow(|used| {
        let mut used = used.iter().rev();
        used.find(|(known, _)| *known == key).map(|(_, games)| *games)
    });
    if known.is_some_and(|games| status.games < games + games / 4 && !(status.over && games < status.games)) {
        return Some(());
    }
    let weights = Weights::read(&read(&key, Kept::Weights).await?).ok()?;
    with_game!(&game, game => game.accepts(&weights)).ok()?;
    register_weights(weights);
    USED.with_borrow_mut(|used| used.push((key, status.games)));
    Some(())
}
