//! What comes when a game is over: the score table, the rating, `master` on the same dice, and what to do next.

use finaud_rules::{Die, Score, Seat, Seats};
use finaud_table::{ChanceSource, Sitter};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::any_table::{AnyTable, GameChoice};
use crate::messages::{Language, language, t, tf, tn};
use crate::reviewed;
use crate::route::Route;
use crate::saved::Saved;
use crate::session::Session;
use crate::settings::settings;
use crate::start::{Outline, Start, random_seed};
use crate::work::{self, About, Answer, Ask, Desk};
use crate::{daily, saved, share, tell};

/// The seats of people; where only bots play, all seats.
pub fn people(table: &AnyTable) -> Vec<Seat> {
    let seats = || (0..table.seats() as u8).map(Seat);
    let people: Vec<Seat> = seats().filter(|seat| table.is_person(*seat)).collect();
    if people.is_empty() {
        seats().collect()
    } else {
        people
    }
}

/// The seat of the person at this device: the one with this name, else the first person.
pub fn own_seat(table: &AnyTable, name: &str) -> Seat {
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
    session: Session,
) -> impl IntoView {
    let table = session.table.get_untracked();
    let saved = session.saved.get_untracked();
    let language = language();
    let seat = own_seat(&table, &settings().name.get_untracked());
    let points = table.points(seat);
    view! {
        <section class="finish" data-finish aria-labelledby="finish-title">
            <header class="finish-head">
                {headline(language, &table)}
                {rating(language, &table)}
                <ul class="finish-facts">
                    {record_fact(&table, &saved)}
                    {saved.daily.as_ref().map(|day| view! { <li data-daily>{tf("finish.daily", &[("day", &daily::told(language, day))])}</li> })}
                    {saved.beat.as_ref().map(|beat| beaten(points, beat.points, &beat.by))}
                </ul>
            </header>
            <ScoreTable table=table.clone()/>
            <SameSeed table=table.clone() saved=saved.clone()/>
            <Next table=table saved=saved seat=seat/>
        </section>
    }
    .into_any()
}

/// Who won, or how many points it are.
fn headline(language: Language, table: &AnyTable) -> AnyView {
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
fn is_you(table: &AnyTable, seat: Seat) -> bool {
    let people = table
        .chairs()
        .iter()
        .filter(|chair| chair.sitter == Sitter::Person)
        .count();
    people == 1 && table.is_person(seat)
}

/// What decided between equal points, or that nothing did.
fn tie(language: Language, table: &AnyTable) -> Option<String> {
    let winners = table.winners();
    let most = table.points(winners.first()?);
    let level: Vec<Seat> = (0..table.seats() as u8)
        .map(Seat)
        .filter(|seat| table.points(*seat) == most)
        .collect();
    if level.len() < 2 {
        return None;
    }
    let shared = winners.iter().count() > 1;
    let dice = table.sheet().is_some();
    let key = match (shared, dice) {
        (true, true) => "finish.tie.shared-zone",
        (true, false) => "finish.tie.shared-cards",
        (false, true) => "finish.tie.zone",
        (false, false) => "finish.tie.cards",
    };
    Some(language.text(key).into())
}

/// The title for a solo score, and how far the next one is.
fn rating(language: Language, table: &AnyTable) -> Option<AnyView> {
    let sheet = table.sheet().filter(|_| table.seats() == 1)?;
    let points = i16::try_from(table.points(Seat(0))).ok()?;
    let step = sheet
        .ratings
        .iter()
        .position(|step| step.from.is_none_or(|from| points >= from))?;
    let title = sheet.ratings[step].titles[language.index()].clone();
    let next = step.checked_sub(1).map(|next| &sheet.ratings[next]);
    let missing = next.and_then(|next| Some((next.from? - points, next.titles[language.index()].clone())));
    let steps = sheet.ratings.len();
    let pips = (0..steps)
        .map(|pip| {
            let on = steps - pip > step;
            view! { <i class:on=on></i> }
        })
        .collect_view();
    let ahead = match missing {
        Some((missing, title)) => language.fill(
            if language.is_one(i64::from(missing)) {
                "finish.next.one"
            } else {
                "finish.next.many"
            },
            &[("n", &missing), ("title", &title)],
        ),
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

/// Is it the best game of its kind on this device?
fn record_fact(table: &AnyTable, saved: &Saved) -> Option<AnyView> {
    let header = finaud_record::RecordHeader::read(&saved.record).ok()?;
    let mine = Outline::of(&table.record())?.best?;
    let before = saved::all()
        .iter()
        .filter(|other| other.over && other.id != saved.id)
        .filter(|other| {
            finaud_record::RecordHeader::read(&other.record)
                .is_ok_and(|other| other.game == header.game && other.players == header.players)
        })
        .filter_map(|other| Outline::of(&other.record)?.best)
        .max()?;
    let text = match mine.cmp(&before) {
        std::cmp::Ordering::Greater => tf("finish.record", &[("n", &before)]),
        std::cmp::Ordering::Equal => t("finish.record-level").into(),
        std::cmp::Ordering::Less => tf("finish.best", &[("n", &before)]),
    };
    Some(view! { <li data-best=before.to_string()>{text}</li> }.into_any())
}

fn beaten(points: i32, wanted: i32, by: &str) -> AnyView {
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

/// All scores with what they are made of.
#[component]
pub fn ScoreTable(
    /// The game.
    table: AnyTable,
) -> impl IntoView {
    let language = language();
    let seats: Vec<Seat> = (0..table.seats() as u8).map(Seat).collect();
    let over = table.is_over();
    let winners = if over && seats.len() > 1 {
        table.winners()
    } else {
        Seats::default()
    };
    let heads = (seats.len() > 1).then(|| {
        let heads = seats.iter().map(|seat| {
            let won = winners.contains(*seat);
            let bot = match table.chairs()[seat.index()].sitter {
                Sitter::Person => None,
                Sitter::Bot(bot) => Some(tell::level(language, bot.name())),
            };
            view! {
                <th scope="col" class:winner=won>
                    {won.then(|| view! { <span class="crown" role="img" aria-label=t("finish.winner")>"★"</span> })}
                    {tell::seat(language, &table, *seat)}
                    {bot.map(|level| view! { <small class="muted">{level}</small> })}
                </th>
            }
        });
        view! { <thead><tr><th scope="col"><span class="visually-hidden">{t("finish.zone")}</span></th>{heads.collect_view()}</tr></thead> }
    });
    let rows = if table.sheet().is_some() {
        dice_rows(language, &table, &seats)
    } else {
        push_rows(&table, &seats)
    };
    let totals = seats.iter().map(|seat| {
        view! { <td data-total=u32::from(seat.0) + 1 class:winner=winners.contains(*seat)>{table.points(*seat)}</td> }
    });
    let (solo, crowded) = (seats.len() == 1, seats.len() > 3);
    view! {
        <div class="score-card card">
            <table class="figures scores" class:solo=solo class:many=crowded>
                <caption class="visually-hidden">{t("finish.scores")}</caption>
                {heads}
                <tbody>{rows}</tbody>
                <tfoot><tr><th scope="row">{t("finish.total")}</th>{totals.collect_view()}</tr></tfoot>
            </table>
        </div>
    }
    .into_any()
}

fn dice_rows(language: Language, table: &AnyTable, seats: &[Seat]) -> AnyView {
    let Some(sheet) = table.sheet() else {
        return ().into_any();
    };
    let scores: Vec<_> = seats.iter().filter_map(|seat| table.score(*seat)).collect();
    let most = scores
        .iter()
        .flat_map(|score| score.zones)
        .max()
        .unwrap_or(0)
        .max(1);
    let zones = sheet.zones.iter().enumerate().map(|(index, zone)| {
        let letter = Die::of_zone(index as u8).map(|die| tell::letter(language, sheet, die));
        let colours = format!("background:var(--{0});color:var(--{0}-ink)", zone.name);
        let cells = scores.iter().map(|score| {
            let points = score.zones[index];
            let bar = (seats.len() == 1).then(|| {
                let width = 100.0 * f64::from(points.max(0)) / f64::from(most);
                view! { <span class="score-bar" aria-hidden="true"><i style=format!("width:{width:.1}%;background:var(--{})", zone.name)></i></span> }
            });
            view! { <td>{bar}<span class="score-number">{points}</span></td> }
        });
        view! {
            <tr>
                <th scope="row"><span class="chip" style=colours aria-hidden="true">{letter}</span>{tell::colour(language, &zone.name)}</th>
                {cells.collect_view()}
            </tr>
        }
    });
    let foxes = scores.iter().map(|score| {
        // What one fox is worth, or would be.
        let worth = Score::from_zones(sheet, score.zones, 1).fox_points;
        view! {
            <td>
                <span class="muted small foxes">{format!("{} × {worth}", score.foxes)}</span>
                {score.fox_points}
            </td>
        }
    });
    view! {
        {zones.collect_view()}
        <tr class="fox-row">
            <th scope="row"><span class="chip fox" aria-hidden="true"><svg viewBox="0 0 24 24"><path d="M3 3l5 4h8l5-4v9c0 4-5 9-9 9s-9-5-9-9z"/></svg></span>{t("finish.foxes")}</th>
            {foxes.collect_view()}
        </tr>
    }
    .into_any()
}

fn push_rows(table: &AnyTable, seats: &[Seat]) -> AnyView {
    let Some((_, state)) = table.push_at(table.steps()) else {
        return ().into_any();
    };
    let row = |name: &'static str, value: &dyn Fn(Seat) -> i64| {
        let cells = seats
            .iter()
            .map(|seat| view! { <td>{value(*seat)}</td> })
            .collect_view();
        view! { <tr><th scope="row">{name}</th>{cells}</tr> }
    };
    view! {
        {row(t("finish.open"), &|seat| i64::from(state.bench(seat).zone().points()))}
        {row(t("finish.protected"), &|seat| i64::from(state.bench(seat).protected().points()))}
        {row(t("finish.cards"), &|seat| i64::from(state.bench(seat).cards()))}
    }
    .into_any()
}

/// How far the same dice with `master` are known.
#[derive(Clone, PartialEq, Debug)]
enum Known {
    Asking(f64),
    Told(Vec<i32>),
    Stopped,
    Failed(String),
}

thread_local! {
    /// The games `master` played in place of people, by the name of the game: for a look at them.
    static MASTERS: std::cell::RefCell<std::collections::BTreeMap<String, String>> = const { std::cell::RefCell::new(std::collections::BTreeMap::new()) };
}

/// How `master` did on the same dice.
#[component]
fn SameSeed(
    /// The game.
    table: AnyTable,
    /// What is kept beside it.
    saved: Saved,
) -> impl IntoView {
    let cards = table.sheet().is_none();
    if table.chance_source() == ChanceSource::Typed {
        let key = if cards {
            "finish.master.real-cards"
        } else {
            "finish.master.real"
        };
        return view! { <div class="master-card card" data-master="real"><p class="muted">{t(key)}</p></div> }.into_any();
    }
    if !(0..table.seats() as u8).any(|seat| table.is_person(Seat(seat))) {
        return ().into_any();
    }
    let steps = table.steps();
    let (id, sheet) = (saved.id.clone(), saved.sheet.clone());
    let known = RwSignal::new(match reviewed::load(&id, steps).master {
        Some(points) => Known::Told(points),
        None => Known::Asking(0.0),
    });
    let about = About {
        record: table.record(),
        sheet: sheet.clone(),
    };
    let asked = id.clone();
    let ask = move || {
        known.set(Known::Asking(0.0));
        let (about, id) = (about.clone(), asked.clone());
        spawn_local(async move {
            let progress = move |part: f64| {
                known.try_update(|known| {
                    if let Known::Asking(done) = known {
                        *done = part;
                    }
                });
            };
            match work::ask(Desk::Long, Ask::SameSeed(about), progress).await {
                Answer::SameSeed { record, points } => {
                    reviewed::change(&id, steps, |kept| kept.master = Some(points.clone()));
                    MASTERS.with_borrow_mut(|games| games.insert(id, record));
                    known.try_set(Known::Told(points));
                }
                Answer::Failed(why) => {
                    known.try_update(|known| {
                        if matches!(known, Known::Asking(_)) {
                            *known = Known::Failed(why);
                        }
                    });
                }
                _ => {}
            }
        });
    };
    if matches!(known.get_untracked(), Known::Asking(_)) {
        ask();
    }
    on_cleanup(move || {
        if matches!(known.try_get_untracked(), Some(Known::Asking(_))) {
            work::dismiss(Desk::Long);
        }
    });
    let ask = StoredValue::new_local(ask);
    let again = move || {
        view! {
            <button type="button" class="button small" data-do="ask-master" on:click=move |_| ask.with_value(|ask| ask())>
                {t("finish.master.ask")}
            </button>
        }
    };
    let content = move || match known.get() {
        Known::Asking(part) => view! {
            <p>{t(if cards { "finish.master.asking-cards" } else { "finish.master.asking" })}</p>
            <div class="progress-row">
                <progress max="1" prop:value=part aria-label=t("finish.master.progress")></progress>
                <button type="button" class="button small quiet" data-do="stop-master" on:click=move |_| {
                    known.set(Known::Stopped);
                    work::dismiss(Desk::Long);
                }>{t("common.cancel")}</button>
            </div>
        }
        .into_any(),
        Known::Stopped => again().into_any(),
        Known::Failed(why) => {
            view! { <p class="muted">{tf("finish.master.failed", &[("why", &why)])}</p> {again()} }.into_any()
        }
        Known::Told(points) => {
            let told = compared(language(), &table, &points);
            let replay = MASTERS.with_borrow(|games| {
                games
                    .get(&id)
                    .map(|record| Route::Replay(share::pack(record, sheet.as_deref())).hash())
            });
            view! {
                {told}
                {replay.map(|link| view! { <p><a href=link data-do="see-master">{t("finish.master.see")}</a></p> })}
            }
            .into_any()
        }
    };
    view! {
        <div class="master-card card" data-master="same">
            <h3>{t(if cards { "finish.master.title-cards" } else { "finish.master.title" })}</h3>
            {content}
        </div>
    }
    .into_any()
}

fn compared(language: Language, table: &AnyTable, points: &[i32]) -> AnyView {
    let people = people(table);
    let lines = people.iter().map(|seat| {
        let (mine, theirs) = (table.points(*seat), points.get(seat.index()).copied().unwrap_or(0));
        let away = i64::from((mine - theirs).abs());
        let verdict = match mine.cmp(&theirs) {
            std::cmp::Ordering::Greater => tn("finish.master.better", away),
            std::cmp::Ordering::Equal => t("finish.master.level").into(),
            std::cmp::Ordering::Less => tn("finish.master.worse", away),
        };
        let who = (people.len() > 1 || table.seats() > 1).then(|| view! { <span class="muted">{tell::seat(language, table, *seat)}</span> });
        view! {
            <li>
                {who}
                <span class="versus"><b>{mine}</b><span class="muted">{t("finish.master.against")}</span><b data-master-points=u32::from(seat.0) + 1>{theirs}</b></span>
                <span>{verdict}</span>
            </li>
        }
    });
    view! { <ul class="master-lines">{lines.collect_view()}</ul> }.into_any()
}

/// A button that copies a text and says so.
#[component]
pub fn CopyButton(
    /// What tests call it.
    mark: &'static str,
    /// What is written on it.
    #[prop(into)]
    label: String,
    /// Makes the text.
    text: Callback<(), String>,
) -> impl IntoView {
    let told = RwSignal::new(None::<bool>);
    let shown = RwSignal::new(None::<String>);
    let copy = move |_| {
        let words = text.run(());
        spawn_local(async move {
            let copied = share::copy_and_tell(words.clone(), told).await;
            shown.try_set((!copied).then_some(words));
        });
    };
    view! {
        <span class="copy">
            <button type="button" class="button" data-do=mark on:click=copy>
                <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M9 9h11v11H9zM5 15H4V4h11v1"/></svg>
                {label}
            </button>
            <span class="copied" role="status">
                {move || told.get().map(|copied| if copied { t("share.copied") } else { t("share.not-copied") })}
            </span>
            {move || shown.get().map(|text| view! {
                <textarea class="copy-by-hand" readonly aria-label=t("share.by-hand") prop:value=text></textarea>
            })}
        </span>
    }
    .into_any()
}

/// What can be done now.
#[component]
fn Next(
    /// The game.
    table: AnyTable,
    /// What is kept beside it.
    saved: Saved,
    /// The person at this device.
    seat: Seat,
) -> impl IntoView {
    let language = language();
    let name = settings().name.get_untracked();
    let shown = share::for_others(language, &table, &name);
    let called = match share::is_nameless(&table, seat) {
        true => name,
        false => tell::seat(language, &table, seat),
    };
    let challenge = share::challenge(&table, seat, &called).map(|hash| share::address(&hash));
    let result = share::result_text(language, &shown, challenge.as_deref());
    let record = shown.record();
    let replay = share::address(&Route::Replay(share::pack(&record, saved.sheet.as_deref())).hash());
    let review = Route::Review(saved.id.clone()).hash();
    let fault = RwSignal::new(None::<String>);
    let again = {
        let choice = GameChoice {
            game: table.game().into(),
            sheet: saved.sheet.clone(),
            options: table.options(),
            players: table.seats(),
        };
        let (chairs, luck, coach) = (table.chairs().to_vec(), table.chance_source(), saved.coach);
        move |_| {
            let luck = match luck {
                ChanceSource::Seed(_) => ChanceSource::Seed(random_seed()),
                ChanceSource::Typed => ChanceSource::Typed,
            };
            let start = Start {
                choice: choice.clone(),
                chairs: chairs.clone(),
                luck,
                coach,
                daily: None,
                beat: None,
                guided: false,
            };
            if let Err(why) = start.go() {
                fault.set(Some(why));
            }
        }
    };
    view! {
        <div class="finish-next">
            <div class="row">
                <button type="button" class="button primary" data-do="again" on:click=again>{t("finish.again")}</button>
                <a class="button" data-do="review" href=review>{t("finish.review")}</a>
            </div>
            {move || fault.get().map(|why| view! { <p role="alert">{why}</p> })}
            <div class="share card">
                <h3>{t("share.title")}</h3>
                <div class="share-buttons">
                    <CopyButton mark="copy-result" label=t("share.result") text=Callback::new(move |()| result.clone())/>
                    {challenge.map(|link| {
                        let label = tf("share.challenge", &[("n", &table.points(seat))]);
                        view! { <CopyButton mark="copy-challenge" label=label text=Callback::new(move |()| link.clone())/> }
                    })}
                    <CopyButton mark="copy-replay" label=t("share.replay") text=Callback::new(move |()| replay.clone())/>
                    <CopyButton mark="copy-record" label=t("share.record") text=Callback::new(move |()| record.clone())/>
                </div>
            </div>
        </div>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;
    use finaud_players::Bot;
    use finaud_table::Chair;

    fn table(chairs: Vec<Chair>) -> AnyTable {
        let choice = GameChoice::plain("tres-fute", chairs.len());
        AnyTable::new(&choice, chairs, ChanceSource::Seed(7)).unwrap()
    }

    #[test]
    fn the_person_at_this_device_is_found_by_name() {
        let several = table(vec![
            Chair::bot("Renart", Bot::Club),
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
        let bots = table(vec![Chair::bot("a", Bot::Club), Chair::bot("b", Bot::Club)]);
        assert_eq!(people(&bots), [Seat(0), Seat(1)]);
        assert_eq!(own_seat(&bots, ""), Seat(0));
    }
}
