//! What a review says, as the pages show it and as it is kept beside a game.

use finaud_players::coach::Outlook;
use finaud_players::review::{Part, Review, Sums};
use finaud_players::{Knowledge, Roster};
use finaud_record::{Event, Notation};
use finaud_rules::insertion_sort;
use serde::{Deserialize, Serialize};

/// What is to be expected.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Worth {
    /// The final score.
    pub points: f64,
    /// The chance to win, where there are others.
    pub win: Option<f64>,
}

/// In which terms a game is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Terms {
    /// In points.
    #[default]
    Points,
    /// In chances to win.
    Win,
}

impl Worth {
    /// The number in these terms.
    pub fn in_terms(self, terms: Terms) -> f64 {
        match terms {
            Terms::Points => self.points,
            Terms::Win => self.win.unwrap_or(0.0),
        }
    }
}

/// Whose event it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Whose {
    /// A choice of the seat under review.
    Own,
    /// A choice of another seat.
    Others,
    /// Dice or cards.
    Luck,
}

/// Another choice there was.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Other {
    /// The choice, as records have it.
    pub event: String,
    /// What was to be expected of it.
    pub worth: Worth,
    /// Why, in a sentence.
    pub why: String,
}

/// One event.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct EventReview {
    /// Whose it was.
    pub whose: Whose,
    /// What was to be expected after it.
    pub after: Worth,
    /// What it moved.
    pub moved: Worth,
    /// What the coach had to correct when it happened.
    pub correction: Worth,
    /// How many choices there were.
    pub choices: usize,
    /// What was to be expected of the choice when it was made.
    pub worth: Option<Worth>,
    /// What the choice did, in a sentence.
    pub why: String,
    /// The best other choices.
    pub others: Vec<Other>,
}

/// What start, luck, others, choices and corrections add up to.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Account {
    /// What was to be expected before the first event.
    pub start: f64,
    /// Luck of dice and cards.
    pub luck: f64,
    /// What others did.
    pub others: f64,
    /// What choices lost, as a number from 0 up.
    pub losses: f64,
    /// What the coach had to correct. `None` in what versions before 0.2 kept: there it is part of the luck, which is not 0
    /// on average then.
    #[serde(default)]
    pub correction: Option<f64>,
    /// The result.
    pub end: f64,
}

/// The parts of an account in whole units, as they are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShownAccount {
    /// What was to be expected before the first event; with what the coach had to correct, where that is too little to be
    /// told apart.
    pub start: i64,
    /// Luck of dice and cards.
    pub luck: i64,
    /// What others did.
    pub others: i64,
    /// What choices lost: never above 0.
    pub choices: i64,
    /// What the coach had to correct; 0 where it does not matter.
    pub correction: i64,
    /// The result.
    pub end: i64,
}

impl ShownAccount {
    /// The result without luck and without what others did.
    pub fn without_luck(self) -> i64 {
        self.end - self.luck - self.others
    }
}

impl Account {
    fn of(start: f64, sums: &Sums, end: f64) -> Account {
        Account {
            start,
            luck: sums.luck,
            others: sums.others,
            losses: sums.losses,
            correction: Some(sums.correction),
            end,
        }
    }

    /// The parts as they are shown, in units of `unit`. Corrections matter from `least` on.
    ///
    /// What is shown adds up: the result is rounded first, and the parts whose rounding says most give way.
    pub fn shown(&self, unit: f64, least: f64) -> ShownAccount {
        let correction = self.correction.unwrap_or(0.0);
        let told = correction.abs() >= least;
        // A small correction says that the start was a little off.
        let start = if told { self.start } else { self.start + correction };
        let correction = if told { correction } else { 0.0 };
        let parts = [start, self.luck, self.others, -self.losses, correction];
        let exact = parts.map(|part| part / unit);
        let mut rounded = exact.map(|part| part.round() as i64);
        let end = (self.end / unit).round() as i64;
        let mut missing = end - rounded.iter().sum::<i64>();
        while missing != 0 {
            let step = missing.signum();
            // The part that lies furthest on the other side of its rounding. Losses never become gains, and a part that
            // is nothing stays nothing.
            let room = |index: usize| (exact[index] - rounded[index] as f64) * step as f64;
            let may = |index: &usize| parts[*index] != 0.0 && !(*index == 3 && rounded[3] + step > 0);
            let Some(index) = (0..parts.len())
                .filter(may)
                .max_by(|one, other| room(*one).total_cmp(&room(*other)))
            else {
                break;
            };
            rounded[index] += step;
            missing -= step;
        }
        let [start, luck, others, choices, correction] = rounded;
        ShownAccount {
            start,
            luck,
            others,
            choices,
            correction,
            end,
        }
    }

    /// The result without luck and without what others did.
    pub fn without_luck(&self) -> f64 {
        self.end - self.luck - self.others
    }
}

/// A reviewed game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Reviewed {
    /// For whom, from 0.
    pub seat: u8,
    /// Before the first event.
    pub start: Worth,
    /// In points.
    pub points: Account,
    /// In chances to win, where there are others.
    pub win: Option<Account>,
    /// How well the seat chose, from 0 to 100; `None` if nothing was at stake.
    pub accuracy: Option<f64>,
    /// Every event.
    pub events: Vec<EventReview>,
    /// Were no weights learned for this game, so that the numbers are rough?
    pub rough: bool,
}

impl Reviewed {
    /// A review as it is kept.
    pub fn of<G: Notation + Roster>(game: &G, review: &Review) -> Reviewed {
        let event = |text: &str| {
            let action = game.read_action(text).ok()?;
            Some(Event::Choice(review.seat, action).text(game))
        };
        let events = review.moments.iter().map(|moment| EventReview {
            whose: match moment.part {
                Part::Own => Whose::Own,
                Part::Others => Whose::Others,
                Part::Luck => Whose::Luck,
            },
            after: worth(moment.after),
            moved: worth(moment.moved),
            correction: worth(moment.correction),
            choices: moment.choices,
            worth: moment.worth.map(worth),
            why: moment.why.clone(),
            others: moment
                .alternatives
                .iter()
                .filter_map(|other| {
                    Some(Other {
                        event: event(&other.action)?,
                        worth: worth(other.outlook),
                        why: other.why.clone(),
                    })
                })
                .collect(),
        });
        let win = review.start.win.zip(review.win.as_ref()).zip(review.end.win);
        Reviewed {
            seat: review.seat.0,
            start: worth(review.start),
            points: Account::of(review.start.points, &review.points, review.end.points),
            win: win.map(|((start, sums), end)| Account::of(start, sums, end)),
            accuracy: review.accuracy,
            events: events.collect(),
            rough: game.knowledge() == Knowledge::Nothing,
        }
    }

    /// The terms that decide: the chance to win where there are opponents, else points.
    pub fn terms(&self) -> Terms {
        if self.win.is_some() {
            Terms::Win
        } else {
            Terms::Points
        }
    }

    /// The account in these terms.
    pub fn account(&self, terms: Terms) -> Account {
        match terms {
            Terms::Points => self.points,
            Terms::Win => self.win.unwrap_or(self.points),
        }
    }

    /// The best of the other choices at a step, where the one that was made cost something.
    pub fn better(&self, step: usize) -> Option<&Other> {
        let terms = self.terms();
        let event = self.events.get(step)?;
        let cost = event.whose == Whose::Own && event.moved.in_terms(terms) < -smallest_shown(terms);
        let worth = |other: &Other| other.worth.in_terms(terms);
        let others = event.others.iter().filter(|_| cost);
        others.max_by(|one, other| worth(one).total_cmp(&worth(other)))
    }

    /// The choices that cost something worth a second look, by their step from 0, in the order of the game.
    pub fn mistakes(&self) -> Vec<usize> {
        let terms = self.terms();
        let least = match terms {
            Terms::Points => 1.0,
            Terms::Win => 0.01,
        };
        let is_mistake = |step: &usize| {
            let event = &self.events[*step];
            event.whose == Whose::Own && event.choices > 1 && -event.moved.in_terms(terms) >= least
        };
        (0..self.events.len()).filter(is_mistake).collect()
    }

    /// The choices that cost most, by their step from 0, most costly first.
    pub fn costliest(&self, most: usize) -> Vec<usize> {
        let terms = self.terms();
        let cost = |step: &usize| self.events[*step].moved.in_terms(terms);
        let mut own: Vec<usize> = (0..self.events.len())
            .filter(|step| self.events[*step].whose == Whose::Own && cost(step) < -smallest_shown(terms))
            .collect();
        insertion_sort(&mut own, |one, other| cost(one).total_cmp(&cost(other)));
        own.truncate(most);
        own
    }
}

/// What is shown as nothing is not told as a loss.
fn smallest_shown(terms: Terms) -> f64 {
    match terms {
        Terms::Points => 0.05,
        Terms::Win => 0.000_5,
    }
}

fn worth(outlook: Outlook) -> Worth {
    Worth {
        points: outlook.points,
        win: outlook.win,
    }
}

mod kept {
    //! What is kept of reviews beside the games: the sums, and how `master` did.

    use std::collections::BTreeMap;

    use serde::{Deserialize, Serialize};

    use super::Account;
    use crate::storage;

    const VERSION: u32 = 1;
    const PREFIX: &str = "review.";

    /// What is kept beside a game.
    #[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
    pub struct SavedReview {
        version: u32,
        /// How many events the game had.
        pub steps: usize,
        /// What the review of a seat adds up to, in points.
        #[serde(default)]
        pub seats: BTreeMap<u8, Account>,
        /// Are its numbers too rough to part luck from skill?
        #[serde(default)]
        pub rough: bool,
        /// The points of all seats with `master` in the place of people.
        #[serde(default)]
        pub master: Option<Vec<i32>>,
    }

    impl SavedReview {
        /// What is kept on a device; `None` if the text is none, or of another version.
        pub(crate) fn read(text: &str) -> Option<SavedReview> {
            let mut kept: SavedReview = serde_json::from_str(text).ok()?;
            // What was called luck before corrections were told apart flatters. Such a game can be reviewed once more.
            kept.seats.retain(|_, account| account.correction.is_some());
            (kept.version == VERSION).then_some(kept)
        }
    }

    /// What is kept of a game with so many events; nothing, if it went on since.
    pub fn load(id: &str, steps: usize) -> SavedReview {
        storage::read(&format!("{PREFIX}{id}"))
            .and_then(|text| SavedReview::read(&text))
            .filter(|kept| kept.steps == steps)
            .unwrap_or(SavedReview {
                version: VERSION,
                steps,
                rough: false,
                seats: BTreeMap::new(),
                master: None,
            })
    }

    /// Keeps a change.
    pub fn change(id: &str, steps: usize, change: impl FnOnce(&mut SavedReview)) {
        let mut kept = load(id, steps);
        change(&mut kept);
        if let Ok(text) = serde_json::to_string(&kept) {
            let _ = storage::write(&format!("{PREFIX}{id}"), &text);
        }
    }

    /// Forgets what was kept.
    pub fn forget(id: &str) {
        storage::remove(&format!("{PREFIX}{id}"));
    }
}

pub use kept::{SavedReview, change, forget, load};

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A review of somebody alone, in which one choice cost ten points against another.
    pub(crate) fn with_a_better_choice(steps: usize, step: usize, better: &str) -> Reviewed {
        let worth = |points: f64| Worth { points, win: None };
        let event = |at: usize| EventReview {
            whose: Whose::Own,
            after: worth(200.0),
            moved: worth(if at == step { -10.0 } else { 0.0 }),
            correction: worth(0.0),
            choices: 2,
            worth: Some(worth(190.0)),
            why: String::new(),
            others: vec![Other {
                event: better.into(),
                worth: worth(200.0),
                why: String::new(),
            }],
        };
        Reviewed {
            seat: 0,
            start: worth(210.0),
            points: account(210.0, 0.0, 0.0, 10.0, 0.0),
            win: None,
            accuracy: None,
            events: (0..steps).map(event).collect(),
            rough: false,
        }
    }

    #[test]
    fn something_was_better_only_where_something_was_lost() {
        let reviewed = with_a_better_choice(5, 3, "1 pass");
        let better: Vec<bool> = (0..6).map(|step| reviewed.better(step).is_some()).collect();
        assert_eq!(better, [false, false, false, true, false, false]);
    }

    fn account(start: f64, luck: f64, others: f64, losses: f64, correction: f64) -> Account {
        Account {
            start,
            luck,
            others,
            losses,
            correction: Some(correction),
            end: start + luck + others - losses + correction,
        }
    }

    #[test]
    fn what_was_called_luck_before_is_not_taken_for_luck() {
        let kept = |correction: &str| {
            let account = format!(
                "{{\"start\":220.0,\"luck\":40.0,\"others\":0.0,\"losses\":50.0{correction},\"end\":210.0}}"
            );
            let text =
                format!("{{\"version\":1,\"steps\":9,\"seats\":{{\"0\":{account}}},\"master\":[300]}}");
            SavedReview::read(&text).unwrap()
        };
        let before = kept("");
        assert!(before.seats.is_empty());
        assert_eq!((before.steps, before.master), (9, Some(vec![300])));
        let now = kept(",\"correction\":12.5");
        assert_eq!(now.seats[&0].correction, Some(12.5));
        let text = serde_json::to_string(&now).unwrap();
        assert_eq!(SavedReview::read(&text).unwrap(), now);
    }

    #[test]
    fn the_reviews_of_version_0_1_are_read() {
        let kept = crate::storage::tests::version_0_1_of("review.");
        assert_eq!(kept.len(), 1);
        let review = SavedReview::read(&kept[0].1).unwrap();
        assert_eq!((review.steps, review.rough), (440, false));
        assert_eq!(review.master, Some(vec![60, 76, 76]));
        assert!(review.seats.is_empty());
        assert_eq!(SavedReview::read("{\"version\":2,\"steps\":1}"), None);
    }

    #[test]
    fn what_is_shown_adds_up() {
        for seed in 0..2_000u32 {
            let number =
                |salt: u32| f64::from(seed.wrapping_mul(2_654_435_761).rotate_left(salt) % 40_000) / 1_000.0;
            let account = account(
                200.0 + number(1),
                number(7) - 20.0,
                number(13) - 20.0,
                number(19),
                (number(23) - 20.0) / f64::from(1 + seed % 40),
            );
            for unit in [0.1, 1.0] {
                let shown = account.shown(unit, 1.0);
                let sum = shown.start + shown.luck + shown.others + shown.choices + shown.correction;
                assert_eq!(sum, shown.end, "{account:?}");
                assert_eq!(
                    shown.without_luck(),
                    shown.start + shown.choices + shown.correction
                );
                // Small corrections are part of the start; large ones are told.
                let small = account.correction.unwrap().abs() < 1.0;
                assert!(!small || shown.correction == 0);
                let start = account.start + if small { account.correction.unwrap() } else { 0.0 };
                assert!((shown.start as f64 * unit - start).abs() <= 1.01 * unit);
                assert!((shown.luck as f64 * unit - account.luck).abs() <= 1.01 * unit);
                assert!(shown.choices <= 0);
            }
        }
    }

    #[test]
    fn alone_nothing_is_put_on_others() {
        let account = account(220.04, 10.04, 0.0, 5.04, 0.0);
        let shown = account.shown(0.1, 1.0);
        assert_eq!((shown.others, shown.correction), (0, 0));
        assert_eq!(shown.start + shown.luck + shown.choices, shown.end);
    }

    #[test]
    fn a_game_without_luck_is_what_the_choices_made_of_it() {
        let account = account(220.0, 15.0, -5.0, 12.0, 3.0);
        assert!((account.without_luck() - 211.0).abs() < 1e-9);
    }
}
