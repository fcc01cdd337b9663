//! What bots were taught on this device: kept in the browser's database, where the page and the workers find it.
//!
//! Each course has a key, and three things are kept under it: how far it is, what was learned, and everything to go on.

use std::cell::RefCell;

use finaud_players::learned::{Learnable, Weights, WeightsError, register_weights};
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
    /// What was learned elsewhere and brought here in a file, where the course begins with that.
    #[serde(default)]
    pub brought: Option<Brought>,
}

/// What came in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Brought {
    /// How many games it was learned from.
    pub games: u64,
    /// When it came, in milliseconds: tells one file from the next.
    pub at: u64,
}

/// Why a file with what was learned was not taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum NotTaken {
    /// It is no such file, or it was cut off or changed.
    Damaged,
    /// Another version of Finaud made it.
    Version,
    /// It is for another sheet, or for another number of players.
    Other,
    /// The browser keeps nothing.
    NotKept,
}

impl From<WeightsError> for NotTaken {
    fn from(error: WeightsError) -> NotTaken {
        match error {
            WeightsError::Version(_) => NotTaken::Version,
            WeightsError::Other { .. } => NotTaken::Other,
            WeightsError::NotWeights
            | WeightsError::Header(_)
            | WeightsError::Length { .. }
            | WeightsError::Checksum => NotTaken::Damaged,
        }
    }
}

/// The largest file with what was learned that is looked at.
pub const MOST_WEIGHTS: usize = 1 << 20;

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

/// What a file says, if it fits a game.
pub fn fitting(game: &AnyGame, file: &[u8]) -> Result<Weights, NotTaken> {
    if file.len() > MOST_WEIGHTS {
        return Err(NotTaken::Damaged);
    }
    let weights = Weights::read(file)?;
    with_game!(game, game => game.accepts(&weights))?;
    Ok(weights)
}

/// Takes what was learned elsewhere in place of what was learned here.
pub async fn take(spec: &GameSpec, file: &[u8]) -> Result<CourseStatus, NotTaken> {
    let game = spec.build().map_err(|_| NotTaken::Other)?;
    let weights = fitting(&game, file)?;
    let key = key(&game);
    let status = CourseStatus {
        used: true,
        brought: Some(Brought {
            games: weights.header.games,
            at: js_sys::Date::now() as u64,
        }),
        ..CourseStatus::default()
    };
    let json = serde_json::to_vec(&status).unwrap_or_default();
    let kept = async {
        forget(&key).await?;
        write(&key, Kept::Weights, file).await?;
        write(&key, Kept::Status, &json).await
    };
    kept.await.map(|()| status).ok_or(NotTaken::NotKept)
}

thread_local! {
    /// The courses whose weights are in use, and how far they were when they were taken.
    static USED: RefCell<Vec<(String, CourseStatus)>> = const { RefCell::new(Vec::new()) };
}

/// Has a course come so far since its weights were taken that they are worth taking again? Weights stay in memory until the
/// worker ends.
fn is_worth_taking(known: &CourseStatus, now: &CourseStatus) -> bool {
    let further = now.games > known.games && (now.over || now.games >= known.games + known.games / 4);
    further || now.brought != known.brought
}

/// Lets the bots of this worker use what was learned for a game.
pub async fn use_for(spec: &GameSpec) -> Option<()> {
    let game = spec.build().ok()?;
    let key = key(&game);
    let status = status(&key).await.filter(|status| status.used)?;
    let is_known = USED.with_borrow(|used| {
        let known = used.iter().rev().find(|(known, _)| *known == key);
        known.is_some_and(|(_, known)| !is_worth_taking(known, &status))
    });
    if is_known {
        return Some(());
    }
    let weights = fitting(&game, &read(&key, Kept::Weights).await?).ok()?;
    register_weights(weights);
    USED.with_borrow_mut(|used| used.push((key, status)));
    Some(())
}

#[cfg(test)]
mod tests {
    use finaud_players::learned::{Encoder, Header, Net};
    use finaud_record::Notation as _;
    use finaud_rules::{SoloGame, builtin};
    use std::sync::Arc;

    use super::*;

    fn file(spec: &GameSpec, change: impl FnOnce(&mut Header)) -> Vec<u8> {
        let sheet = builtin(&spec.game).unwrap().clone();
        let game = SoloGame::new(sheet, 1).unwrap();
        let mut header = Header {
            game: game.id().into(),
            fingerprint: game.weights_fingerprint(),
            players: game.player_range().into(),
            command: "by hand".into(),
            games: 7,
            held_out: "nothing".into(),
        };
        change(&mut header);
        let net = Arc::new(Net::random(Encoder::<SoloGame>::inputs(&game.encoder()), 1));
        Weights { header, net }.write(game.quantisation_step(), |_| true)
    }

    #[test]
    fn a_file_is_taken_for_its_sheet_and_its_players_alone() {
        let spec = |game: &str, players: usize| GameSpec {
            game: game.into(),
            sheet: None,
            options: Vec::new(),
            players,
        };
        let own = spec("tres-fute", 1);
        let game = own.build().unwrap();
        let right = file(&own, |_| ());
        assert_eq!(fitting(&game, &right).unwrap().header.games, 7);
        let refused = |game: &AnyGame, file: &[u8]| fitting(game, file).err();
        let other = spec("melange-fute", 1).build().unwrap();
        let two = spec("tres-fute", 2).build().unwrap();
        assert_eq!(refused(&other, &right), Some(NotTaken::Other));
        assert_eq!(refused(&two, &right), Some(NotTaken::Other));
        let corrected = file(&own, |header| header.fingerprint ^= 1);
        assert_eq!(refused(&game, &corrected), Some(NotTaken::Other));
        assert_eq!(refused(&game, b"name = 1"), Some(NotTaken::Damaged));
        assert_eq!(refused(&game, &right[..right.len() / 2]), Some(NotTaken::Damaged));
        assert_eq!(
            refused(&game, &vec![0; MOST_WEIGHTS + 1]),
            Some(NotTaken::Damaged)
        );
        let mut changed = right.clone();
        let last = changed.len() - 20;
        changed[last] ^= 1;
        assert_eq!(refused(&game, &changed), Some(NotTaken::Damaged));
    }

    #[test]
    fn weights_are_taken_again_when_there_are_better_ones() {
        let at = |games: u64, brought: Option<u64>| CourseStatus {
            games,
            brought: brought.map(|at| Brought { games: 1, at }),
            ..CourseStatus::default()
        };
        assert!(!is_worth_taking(&at(1000, None), &at(1000, None)));
        assert!(!is_worth_taking(&at(1000, None), &at(1100, None)));
        assert!(is_worth_taking(&at(1000, None), &at(1300, None)));
        assert!(is_worth_taking(&at(1000, None), &at(0, Some(5))));
        assert!(is_worth_taking(&at(0, Some(5)), &at(0, Some(6))));
        assert!(!is_worth_taking(&at(0, Some(5)), &at(0, Some(5))));
    }
}
