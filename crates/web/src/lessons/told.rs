//! Which lesson it is: three of one game look alike unless they say where in the game they are, what is asked, and of which dice.

use finaud_players::puzzle::Puzzle;
use finaud_rules::push::PushPhase;
use finaud_rules::{Die, DieSet, Phase, Place, Seat, Stage};
use finaud_table::Table;
use leptos::prelude::*;

use super::Lesson;
use crate::at_step::{DicePosition, dice_now, push_now};
use crate::daily::options;
use crate::dice_table::words;
use crate::messages::Language;
use crate::saved;
use crate::{colours, tell};

/// What a lesson is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LessonTold {
    /// Where in the game, and what is asked: "Round 2, roll 3: which die?"
    pub asked: String,
    /// The dice it is about: colour, letter and number.
    pub dice: Vec<(String, char, u8)>,
    /// The dice in words.
    pub dice_told: String,
}

impl LessonTold {
    /// What a seat is asked at a table.
    fn of(language: Language, table: &Table, seat: Seat) -> LessonTold {
        let Some((position, sheet)) = dice_now(table).zip(table.sheet()) else {
            return LessonTold {
                asked: asked_with_cards(language, table),
                dice: Vec::new(),
                dice_told: String::new(),
            };
        };
        let (key, places) = asked_with_dice(position, seat);
        let round = language.fill("home.lesson.round", &[("n", &position.round())]);
        let place = match position.phase() {
            Phase::Rolled | Phase::Entered | Phase::BeforeRoll => {
                format!(
                    "{round}, {}",
                    language.fill("home.lesson.roll", &[("n", &position.roll())])
                )
            }
            _ => round,
        };
        let shown = |die: Die| position.dice().face(die).filter(|_| places.contains(die));
        let dice = Die::ALL.into_iter().filter_map(|die| {
            let face = shown(die)?.pips();
            Some((
                colours::of_die(sheet, die),
                tell::letter(language, sheet, die),
                face,
            ))
        });
        let told = Die::ALL.into_iter().filter_map(|die| {
            let face = shown(die)?.pips();
            Some(words::rolled(language, sheet, die, face))
        });
        let gifts: Vec<String> = (position.player(seat).pending().kinds())
            .map(|gift| words::gift(language, sheet, gift))
            .collect();
        let what = match gifts.is_empty() {
            true => language.text(key).to_owned(),
            false => language.fill("home.lesson.bonus", &[("bonus", &gifts.join(", "))]),
        };
        LessonTold {
            asked: language.fill("home.lesson.asked", &[("place", &place), ("what", &what)]),
            dice: dice.collect(),
            dice_told: told.collect::<Vec<_>>().join(", "),
        }
    }

    /// The same as small dice, which are told in words too.
    pub fn dice_view(&self) -> AnyView {
        if self.dice.is_empty() {
            return ().into_any();
        }
        let dice = self.dice.iter().map(|(colour, letter, face)| {
            let chip = format!("background:var(--{colour});color:var(--{colour}-ink)");
            view! { <span class="chip die" style=chip><small>{letter.to_string()}</small>{*face}</span> }
        });
        view! {
            <span class="visually-hidden">{self.dice_told.clone()}</span>
            <span class="dice-row" aria-hidden="true">{dice.collect_view()}</span>
        }
        .into_any()
    }
}

/// What is asked at a dice game, and of which dice.
fn asked_with_dice(position: &DicePosition, seat: Seat) -> (&'static str, DieSet) {
    let on = |wanted: fn(Place) -> bool| {
        let there = Die::ALL
            .into_iter()
            .filter(|die| wanted(position.dice().place(*die)));
        there.collect::<DieSet>()
    };
    let player = position.player(seat);
    if !player.pending().is_empty() {
        return ("home.lesson.choice", DieSet::EMPTY);
    }
    let pool = |place| place == Place::Pool;
    let platter = |place| place == Place::Platter;
    match (position.phase(), player.stage()) {
        (Phase::Rolled, _) => ("home.lesson.die", on(pool)),
        (Phase::BeforeRoll, _) => ("home.lesson.take_back", on(platter)),
        (Phase::Window, Stage::Pick) => ("home.lesson.platter", on(platter)),
        (Phase::Window, _) => ("home.lesson.extra", on(|_| true)),
        _ => ("home.lesson.choice", DieSet::EMPTY),
    }
}

/// What is asked at PUSH.
fn asked_with_cards(language: Language, table: &Table) -> String {
    let Some((_, state)) = push_now(table) else {
        return String::new();
    };
    let card = state
        .card()
        .map(|card| tell::card(language, card))
        .unwrap_or_default();
    match state.phase() {
        PushPhase::Placing => language.fill("home.lesson.place", &[("card", &card)]),
        PushPhase::AfterCard => {
            let columns: Vec<String> = state
                .columns()
                .iter()
                .map(|column| column.points().to_string())
                .collect();
            language.fill("home.lesson.draw", &[("columns", &columns.join(", "))])
        }
        PushPhase::Taking => language.text("home.lesson.column").into(),
        _ => language.text("home.lesson.turn").into(),
    }
}

impl Lesson {
    /// The table of the lesson, and who is asked there; `None` if it cannot be read, or nobody is asked.
    pub fn table(&self) -> Option<(Table, Seat)> {
        let (record, seat) = Puzzle::record_of(&self.game, &self.text)?;
        let table = crate::open::open(&record, None).ok()?;
        let seat = Seat(seat);
        (seat.index() < table.seats() && !table.legal(seat).is_empty()).then_some((table, seat))
    }

    /// Can it be shown and answered?
    pub fn is_readable(&self) -> bool {
        self.table().is_some()
    }

    /// What the lesson is about; `None` if it cannot be read.
    pub fn told(&self, language: Language) -> Option<LessonTold> {
        let (table, seat) = self.table()?;
        Some(LessonTold::of(language, &table, seat))
    }

    /// When the game it comes from was begun, in milliseconds since 1970: the name of a game begins with it, as long as it was
    /// not brought along from another device.
    fn begun(&self) -> Option<f64> {
        let (game, _step) = self.id.rsplit_once('-')?;
        if let Ok(saved) = saved::load(game) {
            return Some(saved.started);
        }
        let (moment, _) = game.split_once('-')?;
        Some(u64::from_str_radix(moment, 16).ok()? as f64)
    }

    /// The day of the game, as the language writes it.
    pub fn day(&self, language: Language) -> Option<String> {
        let date = js_sys::Date::new(&self.begun()?.into());
        if date.get_time().is_nan() {
            return None;
        }
        let parts = options(&[("day", "numeric"), ("month", "short")]);
        Some(date.to_locale_date_string(language.code(), &parts).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::tests::{english, french};
    use crate::new_game::tests::played;
    use std::collections::BTreeSet;

    /// Every moment in which somebody chooses is told, and moments of one round differ by their dice or by what is asked.
    #[test]
    fn moments_of_a_game_are_told_apart() {
        for (game, players) in [("tres-fute", 1), ("melange-fute", 2), ("hyper-fute", 1)] {
            let table = played(game, players, 4);
            let mut told = BTreeSet::new();
            let mut moments = 0;
            for step in 0..table.steps() {
                let then = table.until(step);
                let asked = then.all_seats().find(|seat| then.legal(*seat).len() > 1);
                let Some(seat) = asked else { continue };
                let lesson = LessonTold::of(english(), &then, seat);
                assert!(
                    lesson.asked.starts_with("Round ") && !lesson.asked.contains('{'),
                    "{lesson:?}"
                );
                assert_eq!(lesson.dice.is_empty(), lesson.dice_told.is_empty());
                if lesson.asked.ends_with("which die?") {
                    assert!(!lesson.dice.is_empty(), "{lesson:?}");
                }
                moments += 1;
                told.insert(format!("{} {}", lesson.asked, lesson.dice_told));
            }
            // A chain of bonuses is one moment to whoever plays.
            assert!(
                3 * told.len() > 2 * moments,
                "{game}: {} of {moments}",
                told.len()
            );
        }
        let push = played("push", 3, 4);
        let asked: BTreeSet<String> = (0..push.steps())
            .map(|step| LessonTold::of(french(), &push.until(step), Seat(0)).asked)
            .collect();
        assert!(
            asked.len() > 20 && asked.iter().all(|asked| !asked.is_empty()),
            "{asked:?}"
        );
    }
}
