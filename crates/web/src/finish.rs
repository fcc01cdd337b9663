//! What comes when a game is over: the score table, the rating, `master` on the same dice, and what to do next.

pub mod next;
pub mod same_seed;
pub mod scores;

use finaud_rules::{Decision, Seat, TieBreak};
use finaud_table::Table;
use leptos::prelude::*;

use crate::cheer::{Cheer, cheer};
use crate::daily;
use crate::lazy::{self, AfterGame};
use crate::messages::{Language, language, t, tf, tn};
use crate::own::{self, Outline, Standing};
use crate::saved::{self, Beat, Saved};
use crate::session::GameSession;
use crate::settings::settings;
use crate::sound::{self, Sound};
use crate::tell;
use next::Next;
use same_seed::SameSeed;
pub use scores::ScoreTable;

/// The seats of people; where only bots play, all seats.
pub fn people(table: &Table) -> Vec<Seat> {
    let people: Vec<Seat> = table.all_seats().filter(|seat| table.is_person(*seat)).collect();
    if people.is_empty() {
        table.all_seats().collect()
    } else {
        people
    }
}

/// The seat of the person at this device: the one with this name, else the first person.
pub fn own_seat(table: &Table, name: &str) -> Seat {
    let people = people(table);
    let named = people.iter().find(|seat| {
        let known = table.chairs()[seat.index()].name.trim();
        !known.is_empty() && known == name.trim()
    });
    named.or(people.first()).copied().unwrap_or(Seat(0))
}

/// What a finished game shows.
#[component]
pub fn Finish(
    /// The game.
    session: GameSession,
    /// Has it ended just now?
    ends_now: bool,
    /// What comes below the scores, where another game is not begun here.
    #[prop(optional_no_strip)]
    next: Option<AnyView>,
) -> impl IntoView {
    let table = session.table.get_untracked();
    let saved = session.saved.get_untracked();
    let language = language();
    let own = session.remote.and_then(|remote| remote.seat);
    let seat = own.unwrap_or_else(|| own_seat(&table, &settings().name.get_untracked()));
    let points = table.points(seat);
    let counted = format!("--counted:{:.1}", scores::counting_time(&table));
    if ends_now {
        applaud(&table, &saved, seat);
    }
    view! {
        <section class="finish" class:counting=ends_now class:skippable=ends_now style=counted data-finish aria-labelledby="finish-title">
            <header class="finish-head">
                {headline(language, &table)}
                {rating(language, &table)}
                <ul class="finish-facts">
                    {record_fact(&table, &saved)}
                    {(saved.hints > 0).then(|| view! { <li data-hints=saved.hints>{tn("finish.hints", i64::from(saved.hints))}</li> })}
                    {saved.daily.as_ref().map(|day| view! { <li data-daily>{tf("finish.daily", &[("day", &daily::date_text(language, day))])}</li> })}
                    {saved.beat.as_ref().map(|beat| beaten(points, beat))}
                </ul>
            </header>
            <ScoreTable table=table.clone()/>
            {match next {
                Some(next) => next,
                None => view! {
                    {lazy::after_game(AfterGame::Earned, saved.id.clone())}
                    {(!saved.played_on).then(|| view! { <SameSeed table=table.clone() saved=saved.clone()/> })}
                    <Next table=table saved=saved seat=seat/>
                }.into_any(),
            }}
        </section>
    }
    .into_any()
}

/// A game has ended: each zone is heard as it is counted, then how it ended; a record and the last rating step are celebrated.
fn applaud(table: &Table, saved: &Saved, seat: Seat) {
    let moves = settings().moves();
    let counted = if moves { scores::counting_time(table) } else { 0.0 };
    let rows = scores::counted_rows(table);
    for row in (0..rows).filter(|_| moves) {
        sound::bonus(row, scores::ROW_TIME * (row as f64 + 1.0));
    }
    let step = rating_step(table, seat);
    let record = matches!(standing(table, saved), Some(Standing::Record(_)));
    let won = table.seats() == 1 || table.winners().contains(seat);
    let after = (1000.0 * counted) as u64;
    if record && table.is_person(seat) {
        cheer(t("finish.cheer.record"), Cheer::Big, after);
    } else if step == Some(0) {
        cheer(t("finish.cheer.top"), Cheer::Big, after);
    } else if won && table.seats() > 1 && table.is_person(seat) {
        cheer(t("finish.cheer.won"), Cheer::Small, after);
    }
    sound::play(if won { Sound::Win } else { Sound::Lose }, counted, 1.0);
}

/// Which rating step a solo score has reached, the highest first.
fn rating_step(table: &Table, seat: Seat) -> Option<usize> {
    let sheet = table.sheet().filter(|_| table.seats() == 1)?;
    let points = i16::try_from(table.points(seat)).ok()?;
    let mut steps = sheet.ratings.iter();
    steps.position(|step| step.from.is_none_or(|from| points >= from))
}

/// Who won; for somebody who played alone, how many points there are.
fn headline(language: Language, table: &Table) -> AnyView {
    if table.seats() == 1 {
        return view! {
            <p class="finish-over">{t("finish.over")}</p>
            <h2 id="finish-title" class="finish-score">{tn("common.points", i64::from(table.points(Seat(0))))}</h2>
        }
        .into_any();
    }
    let winners: Vec<Seat> = table.winners().iter().collect();
    let names: Vec<String> = winners
        .iter()
        .map(|seat| tell::seat(language, table, *seat))
        .collect();
    let most = winners.first().map_or(0, |seat| table.points(*seat));
    let title = match &names[..] {
        [one] if winners.len() == 1 && is_you(table, winners[0]) => {
            let _ = one;
            tf("finish.you-win", &[("n", &most)])
        }
        [one] => tf("finish.wins", &[("name", one), ("n", &most)]),
        several => {
            let (last, first) = several
                .split_last()
                .map_or((String::new(), String::new()), |(last, first)| {
                    (last.clone(), first.join(", "))
                });
            tf(
                "finish.share",
                &[("names", &first), ("last", &last), ("n", &most)],
            )
        }
    };
    view! {
        <p class="finish-over">{t("finish.over")}</p>
        <h2 id="finish-title">{title}</h2>
        {tie(language, table).map(|tie| view! { <p class="muted">{tie}</p> })}
    }
    .into_any()
}

/// Is it the only person, so that the page may say "you"?
fn is_you(table: &Table, seat: Seat) -> bool {
    let people = table.chairs().iter().filter(|chair| chair.is_person()).count();
    let addressed = tell::is_you(table.chairs()[seat.index()].name.trim());
    table.is_person(seat) && (people == 1 || addressed)
}

/// What decided between equal points, or that nothing did.
fn tie(language: Language, table: &Table) -> Option<&'static str> {
    let key = match table.decision() {
        Decision::Points => return None,
        Decision::TieBreak(TieBreak::BestZone) => "finish.tie.zone",
        Decision::TieBreak(TieBreak::MostCards) => "finish.tie.cards",
        Decision::Shared(TieBreak::BestZone) => "finish.tie.shared-zone",
        Decision::Shared(TieBreak::MostCards) => "finish.tie.shared-cards",
    };
    Some(language.text(key))
}

/// The title for a solo score, and how far the next one is.
fn rating(language: Language, table: &Table) -> Option<AnyView> {
    let sheet = table.sheet().filter(|_| table.seats() == 1)?;
    let points = i16::try_from(table.points(Seat(0))).ok()?;
    let step = rating_step(table, Seat(0))?;
    let title = sheet.ratings[step].titles.get(language.code())?.to_owned();
    let next = step.checked_sub(1).map(|next| &sheet.ratings[next]);
    let missing =
        next.and_then(|next| Some((next.from? - points, next.titles.get(language.code())?.to_owned())));
    let steps = sheet.ratings.len();
    let pips = (0..steps)
        .map(|pip| {
            let on = steps - pip > step;
            view! { <i class:on=on></i> }
        })
        .collect_view();
    let ahead = match missing {
        Some((missing, title)) => language.fill("finish.next", &[("n", &missing), ("title", &title)]),
        None => language.text("finish.top").into(),
    };
    Some(
        view! {
            <p class="finish-title" data-rating=steps - step>{title}</p>
            <p class="rating-steps">
                <span class="rating-pips" aria-hidden="true">{pips}</span>
                <span class="muted small">{language.fill("finish.step", &[("n", &(steps - step)), ("all", &steps)])}</span>
            </p>
            <p class="muted">{ahead}</p>
        }
        .into_any(),
    )
}

/// Is it one's best game of its kind on this device?
fn standing(table: &Table, saved: &Saved) -> Option<Standing> {
    let name = settings().name.get_untracked();
    // What is kept may be a step behind the table.
    let mut ended = saved.clone();
    (ended.record, ended.over) = (table.record_text(), table.is_over());
    // An online table is kept under another name than it is played.
    let is_same =
        |other: &Saved| other.id == saved.id || (saved.online.is_some() && other.online == saved.online);
    let others = saved::all().into_iter().filter(|other| !is_same(other));
    own::standing(
        &Outline::of(&ended, &name)?,
        others.filter_map(|other| Outline::of(&other, &name)),
    )
}

fn record_fact(table: &Table, saved: &Saved) -> Option<AnyView> {
    if saved.played_on {
        return Some(view! { <li data-played-on>{t("finish.played-on")}</li> }.into_any());
    }
    if saved.stood_in {
        return Some(view! { <li data-stood-in>{t("finish.stood-in")}</li> }.into_any());
    }
    if saved.guided {
        return Some(view! { <li data-guided>{t("finish.guided")}</li> }.into_any());
    }
    let (text, best) = match standing(table, saved)? {
        Standing::Record(best) => (tf("finish.record", &[("n", &best)]), best),
        Standing::Level => (t("finish.record-level").into(), 0),
        Standing::Below(best) => (tf("finish.best", &[("n", &best)]), best),
        Standing::Helped(best) => (tf("finish.best-unaided", &[("n", &best)]), best),
    };
    Some(view! { <li data-best=best.to_string()>{text}</li> }.into_any())
}

/// How often the coach helped; nothing where he did not.
pub fn help_tag(hints: u32) -> Option<AnyView> {
    (hints > 0).then(|| {
        view! { <span class="tag" data-hints=hints>{tn("daily.hints", i64::from(hints))}</span> }.into_any()
    })
}

fn beaten(points: i32, beat: &Beat) -> AnyView {
    let (wanted, by) = (beat.points, &beat.by);
    let who = if by.trim().is_empty() {
        t("finish.somebody").to_owned()
    } else {
        by.trim().to_owned()
    };
    let (key, mark) = match points.cmp(&wanted) {
        std::cmp::Ordering::Greater => ("finish.beat.yes", "yes"),
        std::cmp::Ordering::Equal => ("finish.beat.level", "level"),
        std::cmp::Ordering::Less => ("finish.beat.no", "no"),
    };
    let away = (points - wanted).abs();
    let text = language().fill(key, &[("who", &who), ("points", &wanted), ("n", &away)]);
    view! { <li data-beaten=mark>{text}</li> }.into_any()
}

#[cfg(test)]
mod tests {
    use super::*;
    use finaud_table::{Chair, ChanceSource, GameSpec};

    fn table(chairs: Vec<Chair>) -> Table {
        let spec = GameSpec::plain("tres-fute", chairs.len());
        Table::new(&spec, chairs, ChanceSource::Seed(7)).unwrap()
    }

    #[test]
    fn the_person_at_this_device_is_found_by_name() {
        let several = table(vec![
            Chair::bot("Renart", "club"),
            Chair::person("Ada"),
            Chair::person("Zoé"),
        ]);
        assert_eq!(own_seat(&several, "Zoé"), Seat(2));
        assert_eq!(own_seat(&several, "nobody"), Seat(1));
        assert_eq!(own_seat(&several, ""), Seat(1));
        assert_eq!(people(&several), [Seat(1), Seat(2)]);
    }

    #[test]
    fn where_only_bots_play_any_seat_can_be_looked_at() {
        let bots = table(vec![Chair::bot("a", "club"), Chair::bot("b", "club")]);
        assert_eq!(people(&bots), [Seat(0), Seat(1)]);
        assert_eq!(own_seat(&bots, ""), Seat(0));
    }
}
