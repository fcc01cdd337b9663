//! The daily challenges of a month, with what was reached and how many days in a row.

use finaud_players::Bot;
use finaud_table::ChanceSource;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::daily::{Attempt, Challenge as _, Day, day_status, written};
use crate::describe::describe;
use crate::finish::help_tag;
use crate::messages::{language, t, tf, tn};
use crate::new_game::{NewGame, go_daily, me_and_bots, name_of};
use crate::pages::achievements::list::longest_streak;
use crate::pages::setup::{Alert, BackHome};
use crate::route::Route;
use crate::saved;

/// The first day that had a challenge with a number.
const FIRST: (i32, u8) = (2026, 1);

/// A month of a calendar.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Month {
    year: i32,
    month: u8,
}

impl Month {
    fn of(day: Day) -> Month {
        let (year, month, _) = day.parts();
        Month { year, month }
    }

    fn before(self) -> Month {
        match self.month {
            1 => Month {
                year: self.year - 1,
                month: 12,
            },
            month => Month {
                month: month - 1,
                ..self
            },
        }
    }

    fn after(self) -> Month {
        match self.month {
            12 => Month {
                year: self.year + 1,
                month: 1,
            },
            month => Month {
                month: month + 1,
                ..self
            },
        }
    }

    /// Its days in weeks from Monday to Sunday; `None` where another month has the place.
    fn weeks(self) -> Vec<[Option<Day>; 7]> {
        let days: Vec<Day> = (1..=31)
            .filter_map(|day| Day::new(self.year, self.month, day))
            .collect();
        let Some(first) = days.first() else {
            return Vec::new();
        };
        // 1970-01-01 was a Thursday.
        let offset = usize::try_from((first.number() + 3).rem_euclid(7)).unwrap_or(0);
        (0..(offset + days.len()).div_ceil(7))
            .map(|week| {
                std::array::from_fn(|weekday| {
                    (7 * week + weekday)
                        .checked_sub(offset)
                        .and_then(|at| days.get(at).copied())
                })
            })
            .collect()
    }
}

/// The day by which a keyboard comes into a month: the chosen one, else the first.
fn way_in(month: Month, chosen: Day) -> Day {
    match Month::of(chosen) == month {
        true => chosen,
        false => Day::new(month.year, month.month, 1).unwrap_or(chosen),
    }
}

/// The day a key leads to.
fn by_key(key: &str, day: Day) -> Option<Day> {
    let step = match key {
        "ArrowLeft" => -1,
        "ArrowRight" => 1,
        "ArrowUp" => -7,
        "ArrowDown" => 7,
        _ => return None,
    };
    Some(Day::from_number(day.number() + step))
}

/// The challenges of a month.
#[component]
pub fn Calendar() -> impl IntoView {
    let attempts: Vec<Attempt> = saved::all().iter().filter_map(Attempt::of).collect();
    let today = Day::today();
    let streak = day_status(&attempts, today).streak;
    let done: Vec<Day> = attempts
        .iter()
        .filter(|attempt| attempt.points.is_some())
        .map(|attempt| attempt.day)
        .collect();
    let longest = longest_streak(&done).max(streak);
    let mut played = done;
    played.sort_unstable();
    played.dedup();
    let attempts = StoredValue::new(attempts);
    let month = RwSignal::new(Month::of(today));
    let chosen = RwSignal::new(today);
    let alert = RwSignal::new(None::<String>);
    let first = Month {
        year: FIRST.0,
        month: FIRST.1,
    }
    .min(Month::of(today));
    let in_reach = move |month: Month| month >= first && month <= Month::of(today);
    let show = move |to: Month| {
        if in_reach(to) {
            month.set(to);
        }
    };
    // Arrow keys go from day to day, and into the next month.
    let key = move |event: leptos::ev::KeyboardEvent| {
        let from = way_in(month.get_untracked(), chosen.get_untracked());
        let Some(next) = by_key(&event.key(), from) else {
            return;
        };
        event.prevent_default();
        if next <= today && in_reach(Month::of(next)) {
            month.set(Month::of(next));
            chosen.set(next);
            request_animation_frame(move || {
                let place = format!("[data-day='{next}']");
                if let Some(button) = document().query_selector(&place).ok().flatten() {
                    let _ = button.unchecked_into::<web_sys::HtmlElement>().focus();
                }
            });
        }
    };
    let way_in = Memo::new(move |_| way_in(month.get(), chosen.get()));
    let arrow = move |mark: &'static str,
                      name: &'static str,
                      picture: &'static str,
                      to: fn(Month) -> Month| {
        view! {
            <button type="button" class="icon-button" data-do=mark aria-label=name prop:disabled=move || !in_reach(to(month.get()))
                on:click=move |_| show(to(month.get_untracked()))>
                <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2.400" stroke-linecap="round" stroke-linejoin="round"><path d=picture/></svg>
            </button>
        }
    };
    let title = move || {
        let Month { year, month } = month.get();
        let first = Day::new(year, month, 1).unwrap_or(today);
        written(language(), first, &[("month", "long"), ("year", "numeric")])
    };
    // A Monday and the days after it.
    let heads = (4..11).map(Day::from_number).map(|day| {
        let (short, long) = (
            written(language(), day, &[("weekday", "short")]),
            written(language(), day, &[("weekday", "long")]),
        );
        view! { <th scope="col" abbr=long>{short}</th> }
    });
    let weeks = move || {
        let rows = month.get().weeks().into_iter().map(|week| {
            let cells = week.into_iter().map(|day| match day {
                None => view! { <td></td> }.into_any(),
                Some(day) => view! { <td>{cell(attempts, today, day, chosen, way_in)}</td> }.into_any(),
            });
            view! { <tr>{cells.collect_view()}</tr> }
        });
        rows.collect_view()
    };
    view! {
        <main id="content" class="narrow calendar" data-page="calendar">
            <header class="page-head"><BackHome/><h1>{t("common.page.calendar")}</h1></header>
            <Alert alert=alert/>
            <dl class="tiles">
                <div class="tile"><dt>{t("daily.calendar.streak")}</dt><dd data-streak=streak>{streak}</dd></div>
                <div class="tile"><dt>{t("daily.calendar.longest")}</dt><dd>{longest}</dd></div>
                <div class="tile"><dt>{t("daily.calendar.played")}</dt><dd>{played.len()}</dd></div>
            </dl>
            <section class="card month" aria-labelledby="month-title">
                <div class="month-head">
                    {arrow("month-before", t("daily.calendar.before"), "M15 5l-7 7 7 7", Month::before)}
                    <h2 id="month-title" aria-live="polite">{title}</h2>
                    {arrow("month-after", t("daily.calendar.after"), "M9 5l7 7-7 7", Month::after)}
                </div>
                <table class="days" on:keydown=key>
                    <thead><tr>{heads.collect_view()}</tr></thead>
                    <tbody>{weeks}</tbody>
                </table>
            </section>
            {move || details(attempts, today, chosen.get(), alert)}
        </main>
    }
    .into_any()
}

/// What counts of a day.
fn result(attempts: StoredValue<Vec<Attempt>>, day: Day) -> Option<Attempt> {
    attempts.with_value(|attempts| day_status(attempts, day).result)
}

fn cell(
    attempts: StoredValue<Vec<Attempt>>,
    today: Day,
    day: Day,
    chosen: RwSignal<Day>,
    way_in: Memo<Day>,
) -> AnyView {
    let (_, _, number) = day.parts();
    let points = result(attempts, day).and_then(|result| Some((result.points?, result.hints)));
    let told = match points {
        Some((points, _)) => tn("common.points", i64::from(points)),
        None => t("daily.calendar.open").into(),
    };
    let label = format!(
        "{}, {told}",
        written(
            language(),
            day,
            &[("weekday", "long"), ("day", "numeric"), ("month", "long")]
        )
    );
    let is_ahead = day > today;
    let helped = points.is_some_and(|(_, hints)| hints > 0);
    view! {
        <button type="button" class="day" class:done=points.is_some() class:helped=helped class:today=day == today
            data-day=day.to_string() aria-label=label prop:disabled=is_ahead
            aria-pressed=move || (chosen.get() == day).to_string()
            tabindex=move || if way_in.get() == day { "0" } else { "-1" }
            on:click=move |_| chosen.set(day)>
            <span class="day-number">{number}</span>
            <span class="day-points">{points.map(|(points, _)| points)}</span>
        </button>
    }
    .into_any()
}

/// The chosen day: what was played, what was reached, and what can be done.
fn details(
    attempts: StoredValue<Vec<Attempt>>,
    today: Day,
    day: Day,
    alert: RwSignal<Option<String>>,
) -> AnyView {
    let result = result(attempts, day);
    let told = match &result {
        Some(result) => tn("common.points", i64::from(result.points.unwrap_or_default())),
        None if day == today => t("daily.own.about").to_owned(),
        None => t("daily.calendar.missed").to_owned(),
    };
    // What is played later is practice: it does not fill a gap.
    let play = move |_| {
        let begun = match day == today {
            true => go_daily(day),
            false => NewGame::plain(
                day.game(),
                me_and_bots(1, Bot::Club),
                ChanceSource::Seed(day.seed()),
            )
            .go(),
        };
        if let Err(error) = begun {
            alert.set(Some(describe(&error.message())));
        }
    };
    let label = match (day == today, result.is_some()) {
        (true, false) => t("daily.play"),
        _ => t("daily.again"),
    };
    let hints = result.as_ref().map_or(0, |result| result.hints);
    let number = tf("daily.calendar.number", &[("n", &day.challenge())]);
    view! {
        <section class="card day-card" data-chosen=day.to_string() aria-live="polite">
            <p class="muted small">{written(language(), day, &[("weekday", "long"), ("day", "numeric"), ("month", "long"), ("year", "numeric")])} " · " {number}</p>
            <h2>{name_of(day.game()).to_owned()}</h2>
            <p>{told} {help_tag(hints)}</p>
            <div class="row">
                <button type="button" class="button" class:primary=day == today && result.is_none() data-do="play-day" on:click=play>{label}</button>
                {result.map(|result| view! { <a class="button" data-do="review-day" href=Route::Review(result.id).hash()>{t("daily.review")}</a> })}
            </div>
        </section>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weeks_hold_every_day_once_under_its_weekday() {
        let month = Month {
            year: 2026,
            month: 11,
        };
        let weeks = month.weeks();
        let days: Vec<Day> = weeks.iter().flatten().flatten().copied().collect();
        assert_eq!(days.len(), 30);
        assert!(days.windows(2).all(|two| two[0].number() + 1 == two[1].number()));
        // 2026-11-01 is a Sunday.
        assert_eq!(weeks[0][6].map(|day| day.to_string()), Some("2026-11-01".into()));
        assert!(weeks[0][..6].iter().all(Option::is_none));
        assert_eq!(
            Month { year: 2028, month: 2 }
                .weeks()
                .iter()
                .flatten()
                .flatten()
                .count(),
            29
        );
    }

    #[test]
    fn months_follow_each_other_over_years() {
        let december = Month {
            year: 2026,
            month: 12,
        };
        assert_eq!(december.after(), Month { year: 2027, month: 1 });
        assert_eq!(december.after().before(), december);
        assert!(december < december.after());
    }

    #[test]
    fn every_month_can_be_entered_by_keyboard() {
        let chosen: Day = "2026-11-15".parse().unwrap();
        let november = Month::of(chosen);
        assert_eq!(way_in(november, chosen), chosen);
        assert_eq!(way_in(november.before(), chosen).to_string(), "2026-10-01");
    }

    #[test]
    fn arrows_go_by_day_and_by_week() {
        let day: Day = "2026-11-01".parse().unwrap();
        assert_eq!(by_key("ArrowLeft", day).unwrap().to_string(), "2026-10-31");
        assert_eq!(by_key("ArrowDown", day).unwrap().to_string(), "2026-11-08");
        assert_eq!(by_key("Enter", day), None);
    }
}
