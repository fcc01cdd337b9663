//! What is being set: the seats, the sheet, the luck and the rules, and how it becomes a game.

use finaud_players::Bot;
use finaud_record::{SeedError, SeedString, read_seed_code};
use finaud_rules::{Rulings, Sheet, builtin};
use finaud_table::{Chair, ChanceSource, GameError, GameSpec, read_sheet};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use crate::catalog;
use crate::daily::{Challenge as _, Day};
use crate::level;
use crate::new_game::{
    NewGame, PUSH, bot, clean_name, go_daily, person, players_of, random_seed, seats_at_once,
};
use crate::saved::Beat;
use crate::settings::settings;
use crate::storage;

/// A place at the table that is being set.
#[derive(Clone, Copy)]
pub struct SeatForm {
    /// The bot that sits there; `None` for a person.
    pub level: RwSignal<Option<Bot>>,
    /// The name of the person.
    pub name: RwSignal<String>,
}

/// Where seeded luck comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeedSource {
    /// From a seed nobody knows.
    Random,
    /// From a seed that is typed in.
    Typed,
    /// From the day.
    Daily,
}

/// A sheet of one's own that can be played.
#[derive(Clone, PartialEq, Debug)]
pub struct OwnSheet {
    /// Its text.
    pub text: String,
    /// The sheet.
    pub sheet: Sheet,
}

/// A table that is being set.
#[derive(Clone, Copy)]
pub struct TableForm {
    /// The id of the game.
    pub game: &'static str,
    /// The name the table is remembered under: that of the game, or [`OWN`].
    pub place: &'static str,
    /// The level that is offered for bots.
    pub offered: Bot,
    /// The places.
    pub places: RwSignal<Vec<SeatForm>>,
    /// The sheet, where it is one’s own.
    pub sheet: RwSignal<Option<OwnSheet>>,
    /// The draft in the workshop that the sheet was made from.
    pub draft: RwSignal<Option<String>>,
    /// Was a file of one’s own refused? Then nothing is played until somebody has said on which sheet.
    pub refused: RwSignal<bool>,
    /// Do people roll or draw on their own table?
    pub real: RwSignal<bool>,
    /// Where Finaud’s luck comes from.
    pub seeded: RwSignal<SeedSource>,
    /// The seed that was typed in.
    pub seed: RwSignal<String>,
    /// Is it the Risk variant of PUSH?
    pub risk: RwSignal<bool>,
    /// The rulings that were switched, and how.
    pub rulings: RwSignal<Vec<(String, bool)>>,
    /// May the coach be asked?
    pub coach: RwSignal<bool>,
    /// What is to be beaten, where somebody dared us.
    beat: StoredValue<Option<(SeedString, Beat)>>,
}

/// A table as it is remembered.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct SavedForm {
    /// Who sits where: the name of a person, or the level of a bot.
    seats: Vec<SavedSeat>,
    #[serde(default)]
    real: bool,
    #[serde(default)]
    risk: bool,
    #[serde(default)]
    rulings: Vec<(String, bool)>,
    coach: bool,
    #[serde(default)]
    sheet: Option<String>,
    /// The draft in the workshop that the sheet was made from.
    #[serde(default)]
    draft: Option<String>,
    /// The level that was offered then: a bot that has it follows what is offered now.
    #[serde(default)]
    offered: Option<String>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum SavedSeat {
    Person(String),
    Bot(String),
}

/// Why a table cannot be played at yet.
#[derive(Clone, PartialEq, Debug)]
pub enum FormError {
    /// No seed was typed in.
    Empty,
    /// It is no seed.
    Seed(SeedError),
    /// It is a seed of another game.
    OtherGame(String),
    /// It is a seed for so many.
    OtherPlayers(u8),
    /// The day is for one person.
    DailyAlone,
    /// The day is played as the box has it.
    DailyPlain,
    /// The file with the sheet cannot be read.
    Sheet,
    /// The engine refuses.
    Refused(GameError),
}

thread_local! {
    /// The luck a link told, on its way to the table that is set for it.
    static HANDED: std::cell::RefCell<Option<(SeedString, Option<Beat>)>> = const { std::cell::RefCell::new(None) };
}

/// Hands a told seed to the next table that is set for its game.
pub fn hand(seed: SeedString, beat: Option<Beat>) {
    HANDED.set(Some((seed, beat)));
}

/// The place of the table for a sheet that takes the place of no game.
pub const OWN: &str = "own";

/// Puts a sheet on the table: in the place of the game it corrects, or in a place of its own. Gives the name of the place.
/// `draft` is the draft in the workshop it was made from, if there is one.
pub fn put_sheet(game: Option<&'static str>, text: String, draft: Option<String>) -> String {
    let place = game.unwrap_or(OWN);
    let host = game.or_else(host).unwrap_or_default();
    let kept = storage::read(&key(place)).and_then(|kept| SavedForm::read(host, &kept));
    let mut kept = kept.unwrap_or_else(|| SavedForm::usual(host, level::offered_here(host)));
    kept.sheet = Some(text);
    kept.draft = draft;
    kept.rulings.clear();
    if let Ok(text) = serde_json::to_string(&kept) {
        let _ = storage::write(&key(place), &text);
    }
    place.into()
}

/// The sheet of one's own that lies on a table, and the draft it was made from.
pub fn sheet_at(place: &str) -> Option<(String, Option<String>)> {
    let kept: SavedForm = serde_json::from_str(&storage::read(&key(place))?).ok()?;
    Some((kept.sheet?, kept.draft))
}

/// A game whose table can be set for any sheet.
fn host() -> Option<&'static str> {
    catalog::ids().find(|game| builtin(game).is_some())
}

impl TableForm {
    /// The table as it was set last time, or as most people want it.
    pub fn new(game: &'static str) -> TableForm {
        TableForm::at(game, game)
    }

    /// The table for a sheet that takes the place of no game; `None` if there is no such sheet.
    pub fn own() -> Option<TableForm> {
        let form = TableForm::at(host()?, OWN);
        form.sheet.with_untracked(Option::is_some).then_some(form)
    }

    fn at(game: &'static str, place: &'static str) -> TableForm {
        let kept = storage::read(&key(place)).and_then(|text| SavedForm::read(game, &text));
        let offered = level::offered_here(game);
        let mut kept = kept.unwrap_or_else(|| SavedForm::usual(game, offered));
        kept.follow(offered);
        let own = kept.sheet.as_deref().and_then(|text| own_sheet(text).ok());
        let form = TableForm {
            game,
            place,
            offered,
            places: RwSignal::new(kept.seats.into_iter().map(SeatForm::from).collect()),
            sheet: RwSignal::new(own),
            draft: RwSignal::new(kept.draft),
            refused: RwSignal::new(false),
            real: RwSignal::new(kept.real),
            seeded: RwSignal::new(SeedSource::Random),
            seed: RwSignal::new(String::new()),
            risk: RwSignal::new(kept.risk),
            rulings: RwSignal::new(kept.rulings),
            coach: RwSignal::new(kept.coach),
            beat: StoredValue::new(None),
        };
        let handed = HANDED.take();
        if let Some((seed, beat)) = handed.filter(|(seed, _)| seed.game() == game) {
            form.take_seed(seed, beat);
        }
        form
    }

    fn take_seed(self, seed: SeedString, beat: Option<Beat>) {
        // A dare is for the game as its box has it.
        self.sheet.set(None);
        self.risk.set(false);
        self.rulings.set(Vec::new());
        self.real.set(false);
        self.seeded.set(SeedSource::Typed);
        self.seed.set(seed.to_string());
        self.places.update(|places| {
            places.truncate(usize::from(seed.players()));
            while places.len() < usize::from(seed.players()) {
                places.push(SeatForm::bot(self.offered));
            }
        });
        self.beat.set_value(beat.map(|beat| (seed, beat)));
    }

    /// The sheet of a dice game with its own rulings.
    pub fn with_sheet<T>(self, look: impl FnOnce(&Sheet) -> T) -> Option<T> {
        self.sheet.with(|own| match own {
            Some(own) => Some(look(&own.sheet)),
            None => builtin(self.game).map(look),
        })
    }

    /// The id of what is played: that of the own sheet, if there is one.
    pub fn id(self) -> String {
        self.with_sheet(|sheet| sheet.id.clone())
            .unwrap_or_else(|| self.game.into())
    }

    /// How a ruling is set.
    pub fn ruling(self, key: &str) -> bool {
        let switched = self
            .rulings
            .with(|rulings| rulings.iter().find(|(known, _)| known == key).map(|(_, on)| *on));
        switched.unwrap_or_else(|| self.own_ruling(key))
    }

    fn own_ruling(self, key: &str) -> bool {
        self.with_sheet(|sheet| sheet.own_rulings.get(key))
            .flatten()
            .unwrap_or(false)
    }

    /// Sets a ruling.
    pub fn rule(self, key: &'static str, on: bool) {
        let own = untrack(|| self.own_ruling(key));
        self.rulings.update(|rulings| {
            rulings.retain(|(known, _)| known != key);
            if on != own {
                rulings.push((key.into(), on));
            }
        });
    }

    /// The rulings that differ from the sheet’s own.
    pub fn changed_rulings(self) -> Vec<&'static str> {
        if self.game == PUSH {
            return Vec::new();
        }
        Rulings::KEYS
            .into_iter()
            .filter(|key| self.ruling(key) != self.own_ruling(key))
            .collect()
    }

    /// Does anything ask for the game of the day?
    pub fn is_day(self) -> bool {
        !self.real.get() && self.seeded.get() == SeedSource::Daily
    }

    fn options(self) -> Vec<(String, String)> {
        if self.game == PUSH {
            return if self.risk.get() {
                vec![("variant".into(), "risk".into())]
            } else {
                Vec::new()
            };
        }
        let changed = self.changed_rulings().into_iter();
        changed
            .map(|key| (key.into(), self.ruling(key).to_string()))
            .collect()
    }

    fn chairs(self) -> Vec<Chair> {
        let places = self.places.get();
        let sit = |(seat, place): (usize, &SeatForm)| match place.level.get() {
            Some(level) => bot(level, seat),
            None => person(&place.name.get(), seat),
        };
        places.iter().enumerate().map(sit).collect()
    }

    /// What is played at this table.
    pub fn spec(self) -> GameSpec {
        GameSpec {
            game: self.id(),
            sheet: self.sheet.with(|own| own.as_ref().map(|own| own.text.clone())),
            options: self.options(),
            players: self.places.with(Vec::len),
        }
    }

    /// What hinders the game, if anything.
    pub fn error(self) -> Option<FormError> {
        let places = self.places.get();
        if self.refused.get() {
            return Some(FormError::Sheet);
        }
        if self.real.get() {
            return None;
        }
        match self.seeded.get() {
            SeedSource::Random => None,
            SeedSource::Typed => typed_seed(&self.seed.get(), &self.id(), places.len()).err(),
            SeedSource::Daily => {
                let alone = places.len() == 1 && places[0].level.get().is_none();
                let plain = self.sheet.with(Option::is_none) && self.changed_rulings().is_empty();
                match (alone, plain) {
                    (false, _) => Some(FormError::DailyAlone),
                    (true, false) => Some(FormError::DailyPlain),
                    (true, true) => None,
                }
            }
        }
    }

    /// Remembers the table and goes to it.
    pub fn start(self) -> Result<(), FormError> {
        untrack(move || {
            if let Some(error) = self.error() {
                return Err(error);
            }
            self.remember();
            if self.is_day() {
                return go_daily(Day::today()).map_err(FormError::Refused);
            }
            let chairs = self.chairs();
            let chance = match (self.real.get(), self.seeded.get()) {
                (true, _) => ChanceSource::Typed,
                (false, SeedSource::Typed) => {
                    ChanceSource::Seed(typed_seed(&self.seed.get(), &self.id(), chairs.len())?)
                }
                (false, _) => ChanceSource::Seed(random_seed()),
            };
            let dared = self
                .beat
                .get_value()
                .filter(|(seed, _)| chance == ChanceSource::Seed(seed.seed()));
            let new = NewGame {
                spec: self.spec(),
                coach: self.coach.get(),
                beat: dared.map(|(_, beat)| beat),
                ..NewGame::plain(self.game, chairs, chance)
            };
            new.go().map_err(FormError::Refused)
        })
    }

    /// Remembers the table as it is set.
    pub fn remember(self) {
        let seat = |place: &SeatForm| match place.level.get() {
            Some(level) => SavedSeat::Bot(level.name().into()),
            None => SavedSeat::Person(clean_name(&place.name.get())),
        };
        let kept = SavedForm {
            seats: self.places.get().iter().map(seat).collect(),
            real: self.real.get(),
            risk: self.risk.get(),
            rulings: self.rulings.get(),
            coach: self.coach.get(),
            sheet: self.sheet.with(|own| own.as_ref().map(|own| own.text.clone())),
            draft: self.draft.get(),
            offered: Some(self.offered.name().into()),
        };
        // A name given here for the first time is the name of whoever holds the device, unless several people do.
        let people = kept
            .seats
            .iter()
            .filter(|seat| matches!(seat, SavedSeat::Person(_)));
        if people.count() == 1
            && let Some(SavedSeat::Person(name)) = kept.seats.first()
            && settings().name.get().is_empty()
            && !name.is_empty()
        {
            settings().name.set(name.clone());
        }
        if let Ok(text) = serde_json::to_string(&kept) {
            let _ = storage::write(&key(self.place), &text);
        }
    }
}

impl SavedForm {
    /// A table as it was remembered, with as many seats as the game has; `None` if the text is none.
    fn read(game: &str, text: &str) -> Option<SavedForm> {
        let mut saved: SavedForm = serde_json::from_str(text).ok()?;
        saved.seats.truncate(*players_of(game).end());
        while saved.seats.len() < *players_of(game).start() {
            saved.seats.push(SavedSeat::Bot(Bot::Club.name().into()));
        }
        Some(saved)
    }

    /// Bots with the level that was offered get the one that is offered now. Others were chosen, and stay.
    fn follow(&mut self, offered: Bot) {
        let before = self.offered.replace(offered.name().into());
        for seat in &mut self.seats {
            if let SavedSeat::Bot(level) = seat
                && Some(&*level) == before.as_ref()
            {
                *level = offered.name().into();
            }
        }
    }

    fn usual(game: &str, offered: Bot) -> SavedForm {
        let me = SavedSeat::Person(settings().name.get_untracked());
        let bots = seats_at_once(game) - 1;
        SavedForm {
            seats: std::iter::once(me)
                .chain((0..bots).map(|_| SavedSeat::Bot(offered.name().into())))
                .collect(),
            real: false,
            risk: false,
            rulings: Vec::new(),
            coach: true,
            sheet: None,
            draft: None,
            offered: None,
        }
    }
}

impl SeatForm {
    /// A place for a person.
    pub fn person(name: String) -> SeatForm {
        SeatForm {
            level: RwSignal::new(None),
            name: RwSignal::new(name),
        }
    }

    /// A place for a bot.
    pub fn bot(level: Bot) -> SeatForm {
        SeatForm {
            level: RwSignal::new(Some(level)),
            name: RwSignal::new(String::new()),
        }
    }
}

impl From<SavedSeat> for SeatForm {
    fn from(seat: SavedSeat) -> SeatForm {
        match seat {
            SavedSeat::Person(name) => SeatForm::person(name),
            SavedSeat::Bot(level) => SeatForm::bot(Bot::by_name(&level).unwrap_or(Bot::Club)),
        }
    }
}

fn key(game: &str) -> String {
    format!("table.{game}")
}

/// A sheet of one’s own, or everything that is wrong with it.
pub fn own_sheet(text: &str) -> Result<OwnSheet, GameError> {
    let sheet = read_sheet(text)?;
    Ok(OwnSheet {
        text: text.into(),
        sheet,
    })
}

/// The seed in what somebody typed or pasted: a seed string, a link with one in it, or the code alone.
pub fn typed_seed(text: &str, game: &str, players: usize) -> Result<u64, FormError> {
    let text = text.trim();
    if text.is_empty() {
        return Err(FormError::Empty);
    }
    let in_link = text
        .split_once("#/seed/")
        .map(|(_, behind)| behind.split('/').next().unwrap_or_default());
    let told = in_link.unwrap_or(text);
    let seed: SeedString = match told.parse() {
        Ok(seed) => seed,
        Err(SeedError::Shape) if !told.contains('-') => {
            return read_seed_code(told).map_err(|_| FormError::Seed(SeedError::Shape));
        }
        Err(alert) => return Err(FormError::Seed(alert)),
    };
    if seed.game() != game {
        return Err(FormError::OtherGame(seed.game().into()));
    }
    if usize::from(seed.players()) != players {
        return Err(FormError::OtherPlayers(seed.players()));
    }
    Ok(seed.seed())
}

#[cfg(test)]
mod tests;
