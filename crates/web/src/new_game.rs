//! Starting a game: who sits where, whose dice, and off to the table.

use finaud_catalog::About;
use finaud_players::Bot;
use finaud_record::{SeedString, push};
use finaud_rules::push::MAX_PUSH_SEATS;
use finaud_rules::{builtin, is_unprintable};
pub use finaud_table::players_of;
use finaud_table::{Chair, ChanceSource, GameError, GameSpec, Table, read_sheet};
use leptos::prelude::*;

use crate::catalog;
use crate::daily::{Attempt, Challenge as _, ChallengeGame, Day, challenge_game};
use crate::level;
use crate::messages::{t, tf};
use crate::route::{self, Route};
use crate::saved::{self, Beat, Saved};
use crate::settings::settings;
use crate::storage;

/// The id of PUSH.
pub const PUSH: &str = push::ID;
/// What bots are called, by seat: the beasts of the old fables of Renart.
pub const BOT_NAMES: [&str; MAX_PUSH_SEATS] =
    ["Renart", "Hermeline", "Isengrin", "Tibert", "Chantecler", "Brun"];
/// The longest name of a person.
pub const LONGEST_NAME: usize = 24;
/// So many bits has a seed that Finaud draws: seven letters to tell somebody.
const SEED_BITS: u32 = 35;

/// The name of a game.
pub fn name_of(game: &str) -> &str {
    if game == PUSH {
        return push::NAME;
    }
    builtin(game).map_or(game, |sheet| &sheet.name)
}

/// How many sit at a table that is set with one tap.
pub fn seats_at_once(game: &str) -> usize {
    seats_of(game, |about| about.quick)
}

/// How many sit at a table that nobody set, as far as so many may play.
fn seats_of(game: &str, wanted: fn(&About) -> u8) -> usize {
    let about = catalog::game(game).map(|game| game.about.clone());
    let (possible, wanted) = (players_of(game), usize::from(wanted(&about.unwrap_or_default())));
    wanted.clamp(*possible.start(), *possible.end())
}

/// A name as it can be shown and kept: no control characters, nothing invisible, not too long.
pub fn clean_name(text: &str) -> String {
    let whole: String = text
        .chars()
        .take(1_000)
        .map(|letter| if letter.is_whitespace() { ' ' } else { letter })
        .filter(|letter| !is_unprintable(*letter))
        .collect();
    let words = whole.split_whitespace().collect::<Vec<_>>().join(" ");
    words
        .chars()
        .take(LONGEST_NAME)
        .collect::<String>()
        .trim_end()
        .to_owned()
}

/// A chair for a person; without a name, what the page calls them.
pub fn person(name: &str, seat: usize) -> Chair {
    let name = clean_name(name);
    Chair::person(match (name.is_empty(), seat) {
        (false, _) => name,
        (true, 0) => t("common.you").into(),
        (true, seat) => tf("setup.person", &[("n", &(seat + 1))]),
    })
}

/// A chair for a bot.
pub fn bot(level: Bot, seat: usize) -> Chair {
    Chair::bot(bot_name(seat), level.name())
}

/// What the bot of a seat is called.
pub fn bot_name(seat: usize) -> &'static str {
    BOT_NAMES[seat % BOT_NAMES.len()]
}

/// The person at this device, alone or against bots of a level.
pub fn me_and_bots(players: usize, level: Bot) -> Vec<Chair> {
    let name = settings().name.get_untracked();
    let me = std::iter::once(person(&name, 0));
    me.chain((1..players).map(|seat| bot(level, seat))).collect()
}

/// A seed that nobody knows.
pub fn random_seed() -> u64 {
    let draw = || (js_sys::Math::random() * f64::from(1u32 << 18)) as u64;
    (draw() << 18 | draw()) & ((1 << SEED_BITS) - 1)
}

/// A sheet that stands in the place of a game's own, because somebody has corrected that.
pub struct Corrected {
    /// Its id, under which its games count.
    pub id: String,
    /// Its text.
    pub text: String,
}

/// The corrected sheet in the place of a game's own, if there is one: the table that was set last has it.
pub fn corrected(game: &str) -> Option<Corrected> {
    #[derive(serde::Deserialize)]
    struct SheetOfTable {
        #[serde(default)]
        sheet: Option<String>,
    }
    let table: SheetOfTable = serde_json::from_str(&storage::read(&format!("table.{game}"))?).ok()?;
    let text = table.sheet?;
    let id = read_sheet(&text).ok()?.id;
    let corrects = id.strip_prefix(game).is_some_and(|rest| rest.starts_with('-'));
    corrects.then_some(Corrected { id, text })
}

/// Everything about a game that begins.
#[derive(Clone, PartialEq, Debug)]
pub struct NewGame {
    /// What is played.
    pub spec: GameSpec,
    /// Who sits where.
    pub chairs: Vec<Chair>,
    /// Whose dice.
    pub chance: ChanceSource,
    /// May the coach be asked?
    pub coach: bool,
    /// The day whose challenge it is.
    pub daily: Option<Day>,
    /// What is to be beaten.
    pub beat: Option<Beat>,
    /// Is it a guided first game?
    pub guided: bool,
}

impl NewGame {
    /// A game as its box has it, with a coach and nothing special.
    pub fn plain(game: &str, chairs: Vec<Chair>, chance: ChanceSource) -> NewGame {
        NewGame {
            spec: GameSpec::plain(game, chairs.len()),
            chairs,
            chance,
            coach: true,
            daily: None,
            beat: None,
            guided: false,
        }
    }

    /// A game right away: alone, or against bots where it takes several.
    pub fn now(game: &str) -> NewGame {
        let players = seats_at_once(game);
        // Alone nobody's level is asked for.
        let level = if players > 1 {
            level::offered_here(game)
        } else {
            Bot::Novice
        };
        let mut new = NewGame::plain(
            game,
            me_and_bots(players, level),
            ChanceSource::Seed(random_seed()),
        );
        if let Some(corrected) = corrected(game) {
            new.spec.game = corrected.id;
            new.spec.sheet = Some(corrected.text);
        }
        new
    }

    /// A first game in which everything is explained.
    pub fn guided(game: &str) -> NewGame {
        let players = seats_of(game, |about| about.guided);
        let chairs = me_and_bots(players, Bot::Novice);
        NewGame {
            guided: true,
            ..NewGame::plain(game, chairs, ChanceSource::Seed(random_seed()))
        }
    }

    /// A game with told dice, against bots where it takes several.
    pub fn of_seed(seed: &SeedString, beat: Option<Beat>) -> NewGame {
        let chairs = me_and_bots(usize::from(seed.players()), Bot::Club);
        NewGame {
            beat,
            ..NewGame::plain(seed.game(), chairs, ChanceSource::Seed(seed.seed()))
        }
    }

    /// Keeps the game and goes to its table; says why not if that cannot be.
    pub fn go(self) -> Result<(), GameError> {
        self.keep().map(|id| route::go(&Route::Play(id)))
    }

    /// The same in place of this page: the way back leads past it.
    pub fn go_in_place(self) -> Result<(), GameError> {
        self.keep().map(|id| route::replace(&Route::Play(id)))
    }

    /// Keeps the game under a name.
    fn keep(self) -> Result<String, GameError> {
        let table = Table::new(&self.spec, self.chairs, self.chance)?;
        let mut kept = Saved::new(&table, self.spec.sheet);
        kept.coach = self.coach;
        kept.daily = self.daily.map(|day| day.to_string());
        kept.beat = self.beat;
        kept.guided = self.guided;
        // If the device refuses, the game goes on in memory and the page says so.
        let _ = saved::save(&mut kept);
        Ok(kept.id)
    }
}

/// The challenge of a day: goes on with it, begins it, or practises with its dice.
pub fn go_daily(day: Day) -> Result<(), GameError> {
    let attempts: Vec<Attempt> = saved::all().iter().filter_map(Attempt::of).collect();
    let mut new = NewGame::plain(
        day.game(),
        me_and_bots(1, Bot::Club),
        ChanceSource::Seed(day.seed()),
    );
    match challenge_game(&attempts, day) {
        ChallengeGame::Resume(id) => {
            route::go(&Route::Play(id));
            return Ok(());
        }
        ChallengeGame::Begin => new.daily = Some(day),
        ChallengeGame::Practise(points) => {
            new.beat = Some(Beat {
                points,
                by: new.chairs[0].name.clone(),
                hints: 0,
            });
        }
    }
    new.go()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use finaud_players::seated;

    /// A whole game of random bots.
    pub(crate) fn played(game: &str, players: usize, seed: u64) -> Table {
        let chairs = (0..players).map(|_| Chair::bot("", "random")).collect();
        let spec = GameSpec::plain(game, players);
        let mut table = Table::new(&spec, chairs, ChanceSource::Seed(seed)).unwrap();
        while seated::advance(&mut table).is_some() {}
        table
    }

    #[test]
    fn names_are_trimmed_and_made_visible() {
        assert_eq!(clean_name("  Ada   Lovelace "), "Ada Lovelace");
        assert_eq!(clean_name("a\u{0}b\nc\u{202e}d\u{200b}"), "ab cd");
        assert_eq!(clean_name(&"x".repeat(5_000)).chars().count(), LONGEST_NAME);
        assert_eq!(
            clean_name("<script>alert(1)</script>"),
            "<script>alert(1)</script"
        );
        assert_eq!(clean_name("\u{7}\u{202e}"), "");
        assert_eq!(clean_name("Zoé 🦊"), "Zoé 🦊");
    }

    #[test]
    fn every_game_has_a_name_and_can_begin() {
        for game in catalog::ids() {
            assert_ne!(name_of(game), game);
            for players in players_of(game) {
                let chairs = (0..players).map(|seat| bot(Bot::Club, seat)).collect();
                let new = NewGame::plain(game, chairs, ChanceSource::Seed(7));
                assert!(
                    Table::new(&new.spec, new.chairs, new.chance).is_ok(),
                    "{game} {players}"
                );
            }
        }
    }
}
