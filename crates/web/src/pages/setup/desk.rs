//! What is being set: the seats, the sheet, the luck and the rules, and how it becomes a game.

use finaud_players::Bot;
use finaud_record::{SeedError, SeedString, read_seed_code};
use finaud_rules::{Rulings, Sheet, builtin};
use finaud_table::{Chair, ChanceSource};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use crate::any_table::{GameChoice, PUSH, read_sheet};
use crate::daily::Day;
use crate::saved::Beat;
use crate::settings::settings;
use crate::start::{Start, bot, clean_name, go_daily, person, players_of, random_seed};
use crate::storage;

/// The bots one can sit down with, weakest first.
pub const LEVELS: [Bot; 5] = [Bot::Random, Bot::Novice, Bot::Club, Bot::Expert, Bot::Master];

/// A place at the table that is being set.
#[derive(Clone, Copy)]
pub struct Place {
    /// The bot that sits there; `None` for a person.
    pub level: RwSignal<Option<Bot>>,
    /// The name of the person.
    pub name: RwSignal<String>,
}

/// Where seeded luck comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seeded {
    /// From a seed nobody knows.
    Surprise,
    /// From a seed that is typed in.
    Told,
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
pub struct Desk {
    /// The id of the game.
    pub game: &'static str,
    /// The places.
    pub places: RwSignal<Vec<Place>>,
    /// The sheet, where it is one’s own.
    pub sheet: RwSignal<Option<OwnSheet>>,
    /// Do people roll or draw on their own table?
    pub real: RwSignal<bool>,
    /// Where Finaud’s luck comes from.
    pub seeded: RwSignal<Seeded>,
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
struct Kept {
    /// Who sits where: the name of a person, or the level of a bot.
    seats: Vec<KeptSeat>,
    #[serde(default)]
    real: bool,
    #[serde(default)]
    risk: bool,
    #[serde(default)]
    rulings: Vec<(String, bool)>,
    coach: bool,
    #[serde(default)]
    sheet: Option<String>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum KeptSeat {
    Person(String),
    Bot(String),
}

/// Why a table cannot be played at yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
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
    /// The engine refuses.
    Refused(String),
}

thread_local! {
    /// The luck a link told, on its way to the table that is set for it.
    static HANDED: std::cell::RefCell<Option<(SeedString, Option<Beat>)>> = const { std::cell::RefCell::new(None) };
}

/// Hands a told seed to the next table that is set for its game.
pub fn hand(seed: SeedString, beat: Option<Beat>) {
    HANDED.set(Some((seed, beat)));
}

impl Desk {
    /// The table as it was set last time, or as most people want it.
    pub fn new(game: &'static str) -> Desk {
        let kept = storage::read(&key(game)).and_then(|text| serde_json::from_str::<Kept>(&text).ok());
        let kept = kept.unwrap_or_else(|| Kept::usual(game));
        let own = kept.sheet.as_deref().and_then(|text| own_sheet(text).ok());
        let mut seats = kept.seats;
        seats.truncate(*players_of(game).end());
        while seats.len() < *players_of(game).start() {
            seats.push(KeptSeat::Bot(Bot::Club.name().into()));
        }
        let desk = Desk {
            game,
            places: RwSignal::new(seats.into_iter().map(Place::from).collect()),
            sheet: RwSignal::new(own),
            real: RwSignal::new(kept.real),
            seeded: RwSignal::new(Seeded::Surprise),
            seed: RwSignal::new(String::new()),
            risk: RwSignal::new(kept.risk),
            rulings: RwSignal::new(kept.rulings),
            coach: RwSignal::new(kept.coach),
            beat: StoredValue::new(None),
        };
        let handed = HANDED.take();
        if let Some((seed, beat)) = handed.filter(|(seed, _)| seed.game() == game) {
            desk.take_seed(seed, beat);
        }
        desk
    }

    fn take_seed(self, seed: SeedString, beat: Option<Beat>) {
        // A dare is for the game as its box has it.
        self.sheet.set(None);
        self.risk.set(false);
        self.rulings.set(Vec::new());
        self.real.set(false);
        self.seeded.set(Seeded::Told);
        self.seed.set(seed.to_string());
        self.places.update(|places| {
            places.truncate(usize::from(seed.players()));
            while places.len() < usize::from(seed.players()) {
                places.push(Place::bot(Bot::Club));
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
        !self.real.get() && self.seeded.get() == Seeded::Daily
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
        let sit = |(seat, place): (usize, &Place)| match place.level.get() {
            Some(level) => bot(level, seat),
            None => person(&place.name.get(), seat),
        };
        places.iter().enumerate().map(sit).collect()
    }

    /// What hinders the game, if anything.
    pub fn fault(self) -> Option<Fault> {
        let places = self.places.get();
        if self.real.get() {
            return None;
        }
        match self.seeded.get() {
            Seeded::Surprise => None,
            Seeded::Told => told_seed(&self.seed.get(), &self.id(), places.len()).err(),
            Seeded::Daily => {
                let alone = places.len() == 1 && places[0].level.get().is_none();
                let plain = self.sheet.with(Option::is_none) && self.changed_rulings().is_empty();
                match (alone, plain) {
                    (false, _) => Some(Fault::DailyAlone),
                    (true, false) => Some(Fault::DailyPlain),
                    (true, true) => None,
                }
            }
        }
    }

    /// Remembers the table and goes to it.
    pub fn start(self) -> Result<(), Fault> {
        untrack(move || {
            if let Some(fault) = self.fault() {
                return Err(fault);
            }
            self.remember();
            if self.is_day() {
                return go_daily(Day::today()).map_err(Fault::Refused);
            }
            let chairs = self.chairs();
            let luck = match (self.real.get(), self.seeded.get()) {
                (true, _) => ChanceSource::Typed,
                (false, Seeded::Told) => {
                    ChanceSource::Seed(told_seed(&self.seed.get(), &self.id(), chairs.len())?)
                }
                (false, _) => ChanceSource::Seed(random_seed()),
            };
            let dared = self
                .beat
                .get_value()
                .filter(|(seed, _)| luck == ChanceSource::Seed(seed.seed()));
            let start = Start {
                choice: GameChoice {
                    game: self.id(),
                    sheet: self.sheet.with(|own| own.as_ref().map(|own| own.text.clone())),
                    options: self.options(),
                    players: chairs.len(),
                },
                coach: self.coach.get(),
                beat: dared.map(|(_, beat)| beat),
                ..Start::plain(self.game, chairs, luck)
            };
            start.go().map_err(Fault::Refused)
        })
    }

    fn remember(self) {
        let seat = |place: &Place| match place.level.get() {
            Some(level) => KeptSeat::Bot(level.name().into()),
            None => KeptSeat::Person(clean_name(&place.name.get())),
        };
        let kept = Kept {
            seats: self.places.get().iter().map(seat).collect(),
            real: self.real.get(),
            risk: self.risk.get(),
            rulings: self.rulings.get(),
            coach: self.coach.get(),
            sheet: self.sheet.with(|own| own.as_ref().map(|own| own.text.clone())),
        };
        // A name given here for the first time is the name of whoever holds the device.
        if let Some(KeptSeat::Person(name)) = kept.seats.first()
            && settings().name.get().is_empty()
            && !name.is_empty()
        {
            settings().name.set(name.clone());
        }
        if let Ok(text) = serde_json::to_string(&kept) {
            let _ = storage::write(&key(self.game), &text);
        }
    }
}

impl Kept {
    fn usual(game: &str) -> Kept {
        let me = KeptSeat::Person(settings().name.get_untracked());
        let bots = if game == PUSH { 2 } else { 0 };
        Kept {
            seats: std::iter::once(me)
                .chain((0..bots).map(|_| KeptSeat::Bot(Bot::Club.name().into())))
                .collect(),
            real: false,
            risk: false,
            rulings: Vec::new(),
            coach: true,
            sheet: None,
        }
    }
}

impl Place {
    /// A place for a person.
    pub fn person(name: String) -> Place {
        Place {
            level: RwSignal::new(None),
            name: RwSignal::new(name),
        }
    }

    /// A place for a bot.
    pub fn bot(level: Bot) -> Place {
        Place {
            level: RwSignal::new(Some(level)),
            name: RwSignal::new(String::new()),
        }
    }
}

impl From<KeptSeat> for Place {
    fn from(seat: KeptSeat) -> Place {
        match seat {
            KeptSeat::Person(name) => Place::person(name),
            KeptSeat::Bot(level) => Place::bot(Bot::by_name(&level).unwrap_or(Bot::Club)),
        }
    }
}

fn key(game: &str) -> String {
    format!("table.{game}")
}

/// A sheet of one’s own, or everything that is wrong with it.
pub fn own_sheet(text: &str) -> Result<OwnSheet, String> {
    let sheet = read_sheet(text)?;
    Ok(OwnSheet {
        text: text.into(),
        sheet,
    })
}

/// The seed in what somebody typed or pasted: a seed string, a link with one in it, or the code alone.
pub fn told_seed(text: &str, game: &str, players: usize) -> Result<u64, Fault> {
    let text = text.trim();
    if text.is_empty() {
        return Err(Fault::Empty);
    }
    let in_link = text
        .split_once("#/seed/")
        .map(|(_, behind)| behind.split('/').next().unwrap_or_default());
    let told = in_link.unwrap_or(text);
    let seed: SeedString = match told.parse() {
        Ok(seed) => seed,
        Err(SeedError::Shape) if !told.contains('-') => {
            return read_seed_code(told).map_err(|_| Fault::Seed(SeedError::Shape));
        }
        Err(fault) => return Err(Fault::Seed(fault)),
    };
    if seed.game() != game {
        return Err(Fault::OtherGame(seed.game().into()));
    }
    if usize::from(seed.players()) != players {
        return Err(Fault::OtherPlayers(seed.players()));
    }
    Ok(seed.seed())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_read_from_strings_links_and_codes() {
        for text in [
            "tres-fute-p1-7K3",
            " TRES-FUTE-P1-7k3 ",
            "7K3",
            "https://a.example/f/#/seed/tres-fute-p1-7K3/261/Ada",
        ] {
            assert_eq!(told_seed(text, "tres-fute", 1), Ok(7779), "{text}");
        }
    }

    #[test]
    fn what_does_not_fit_is_told() {
        let told = |text: &str| told_seed(text, "tres-fute", 2).unwrap_err();
        assert_eq!(told("  "), Fault::Empty);
        assert_eq!(told("push-p2-7K3"), Fault::OtherGame("push".into()));
        assert_eq!(told("tres-fute-p1-7K3"), Fault::OtherPlayers(1));
        assert_eq!(told("tres-fute-p2-7U3"), Fault::Seed(SeedError::Digit('U')));
        assert_eq!(told("hello world"), Fault::Seed(SeedError::Shape));
        assert_eq!(told(&"x".repeat(100_000)), Fault::Seed(SeedError::Shape));
    }
}
