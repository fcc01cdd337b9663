//! The board of a day's challenge: one ranked try for everybody, with dice that the server deals one roll at a time.

use finaud_catalog::day::Day;
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde::Deserialize;
use serde_json::json;

use super::identity;
use super::server::{self, Server};
use super::status::time_left;
use crate::art;
use crate::daily::written;
use crate::fetch::{self, Texts};
use crate::messages::{language, t, tf, tn};
use crate::my_tables::MyTable;
use crate::new_game::{LONGEST_NAME, clean_name, name_of};
use crate::pages::setup::{Alert, BackHome};
use crate::route::{self, Route};
use crate::saved::now;
use crate::settings::settings;

/// A line of the board.
#[derive(Clone, PartialEq, Debug, Deserialize)]
struct BoardLine {
    place: u32,
    name: String,
    points: i64,
    #[serde(default)]
    you: bool,
}

#[derive(Clone, PartialEq, Debug, Deserialize)]
struct Try {
    table: String,
    goes_on: bool,
}

/// What a server says about a day.
#[derive(Clone, PartialEq, Debug, Deserialize)]
struct Board {
    day: String,
    game: String,
    ends: f64,
    over: bool,
    count: u32,
    board: Vec<BoardLine>,
    #[serde(default)]
    seed: Option<String>,
    #[serde(default)]
    master: Option<i64>,
    #[serde(default)]
    you: Option<BoardLine>,
    #[serde(default, rename = "try")]
    tried: Option<Try>,
}

#[derive(Clone, PartialEq, Debug)]
enum Found {
    Coming,
    /// There is no server, or it knows no boards.
    Static,
    Silent,
    NoSuchDay,
    Here(Board),
}

async fn fetch_board(day: &str) -> Found {
    match server::look().await {
        Server::Here(_) => {}
        Server::Static => return Found::Static,
        Server::Silent => return Found::Silent,
    }
    let address = match day {
        "" => "./api/daily".to_owned(),
        day => format!("./api/daily/{day}"),
    };
    match identity::ask("GET", &address, None).await {
        None | Some((429 | 500.., _)) => Found::Silent,
        Some((200, board)) => serde_json::from_value(board).map_or(Found::Static, Found::Here),
        Some((404, answer)) if answer.get("refused").is_some() => Found::NoSuchDay,
        Some(_) => Found::Static,
    }
}

/// The board of a day.
#[component]
pub fn BoardPage(
    /// The day, `2031-05-04`; today if it is empty.
    day: String,
) -> impl IntoView {
    let texts = Memo::new(|_| fetch::long_texts(language()));
    let found = RwSignal::new(Found::Coming);
    let look = StoredValue::new(move || {
        let day = day.clone();
        spawn_local(async move {
            let board = fetch_board(&day).await;
            found.try_set(board);
        });
    });
    look.with_value(|look| look());
    let again = move || look.with_value(|look| look());
    let said = |mark: &'static str, what: &'static str| {
        view! { <p class="card" role="status" data-board=mark>{what}</p> }.into_any()
    };
    let inside = move || {
        match (texts.get(), found.get()) {
        (Texts::Missing, _) => said("missing", t("common.not-loaded")),
        (Texts::Coming, _) | (_, Found::Coming) => said("coming", t("common.loading")),
        (_, Found::Static) => said("static", t("friends.board.static")),
        (_, Found::NoSuchDay) => said("no-such-day", t("friends.board.no_such_day")),
        (_, Found::Silent) => view! {
            {said("silent", t("friends.silent"))}
            <p class="row"><button type="button" class="button primary" data-do="again" on:click=move |_| again()>{t("common.try_again")}</button></p>
        }
        .into_any(),
        (_, Found::Here(board)) => shown(&board),
    }
    };
    view! {
        <main id="content" class="narrow board" data-page="board">
            <header class="page-head"><BackHome/><h1>{t("common.page.board")}</h1></header>
            {inside}
        </main>
    }
    .into_any()
}

fn shown(board: &Board) -> AnyView {
    let parts = [("weekday", "long"), ("day", "numeric"), ("month", "long")];
    let day: Option<Day> = board.day.parse().ok();
    let date = day.map_or_else(|| board.day.clone(), |day| written(language(), day, &parts));
    let ends = (!board.over).then(|| {
        let left = time_left(language(), board.ends - now());
        tf("friends.board.ends", &[("time", &left)])
    });
    let before = day.map(|day| Route::Board(day.before().to_string()).hash());
    view! {
        <section class="card setting" data-board="here" data-day=board.day.clone() data-over=board.over.to_string()>
            <div class="spread">
                <div>
                    <h2>{name_of(&board.game).to_owned()}</h2>
                    <p class="muted">{date} {ends.map(|ends| view! { " · " {ends} })}</p>
                </div>
                <span class="continue-art">{art::picture(&board.game)}</span>
            </div>
            {(!board.over).then(|| try_it(board))}
        </section>
        {lines(board)}
        {board.seed.clone().map(|seed| view! {
            <section class="card setting">
                <h2>{t("friends.board.seed")}</h2>
                <p class="setting-why">{t("friends.board.seed_about")}</p>
                <p class="small"><code data-seed>{seed}</code></p>
            </section>
        })}
        {before.map(|before| view! { <p class="row"><a class="button small" data-do="day-before" href=before>{t("friends.board.before")}</a></p> })}
    }
    .into_any()
}

/// Those who have played, the best first.
fn lines(board: &Board) -> AnyView {
    let line = |one: &BoardLine| {
        let name = match one.name.is_empty() {
            true => t("friends.board.nameless").to_owned(),
            false => one.name.clone(),
        };
        view! {
            <tr data-you=one.you.to_string() class:you=one.you>
                <td>{one.place}</td>
                <th scope="row">{name} {one.you.then(|| view! { " " <span class="tag">{t("common.you")}</span> })}</th>
                <td data-points>{one.points}</td>
            </tr>
        }
    };
    let listed = board.board.iter().any(|one| one.you);
    let own = board.you.as_ref().filter(|_| !listed);
    let master = board.master.map(|points| {
        view! { <p data-master=points>{tf("friends.board.master", &[("points", &points)])}</p> }
    });
    view! {
        <section class="card setting">
            <h2>{tn("friends.board.count", i64::from(board.count))}</h2>
            {(board.count > 0).then(|| view! {
                <table class="board-lines">
                    <tbody>{board.board.iter().map(line).collect_view()} {own.map(line)}</tbody>
                </table>
            })}
            {master}
            {(!board.over).then(|| view! { <p class="setting-why">{t("friends.board.master_later")}</p> })}
        </section>
    }
    .into_any()
}

/// The way to one's only ranked try, or back to it.
fn try_it(board: &Board) -> AnyView {
    match &board.tried {
        Some(Try { table, goes_on: true }) => {
            keep_table(board, table);
            let hash = Route::Table(table.clone()).hash();
            view! { <p class="row"><a class="button primary" data-do="go-on" href=hash>{t("friends.board.go_on")}</a></p> }.into_any()
        }
        Some(_) => view! { <p class="setting-why" data-tried>{t("friends.board.tried")}</p> }.into_any(),
        None => begin_form(board),
    }
}

/// Keeps the key of one's table, which follows from who one is and from the day.
fn keep_table(board: &Board, table: &str) {
    let Some(player) = identity::key() else { return };
    let mut mine = MyTable::load(table).unwrap_or_else(|| MyTable::new(table));
    mine.key = Some(String::from(player.of_day(&board.day).0));
    mine.game.clone_from(&board.game);
    mine.seat = Some(0);
    mine.day = Some(board.day.clone());
    mine.save();
}

fn begin_form(board: &Board) -> AnyView {
    let name = RwSignal::new(identity::name());
    let alert = RwSignal::new(None::<String>);
    let busy = RwSignal::new(false);
    let board = board.clone();
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let wanted = clean_name(&name.get_untracked());
        if wanted.is_empty() {
            alert.set(Some(t("friends.name_missing").into()));
            return;
        }
        if busy.get_untracked() {
            return;
        }
        settings().name.set(wanted.clone());
        busy.set(true);
        alert.set(None);
        let board = board.clone();
        spawn_local(async move {
            let begun = begin(&board, &wanted).await;
            busy.try_set(false);
            match begun {
                Some(table) => route::go(&Route::Table(table)),
                None => drop(alert.try_set(Some(t("friends.silent").into()))),
            }
        });
    };
    view! {
        <p>{t("friends.board.about")}</p>
        <form class="field" on:submit=submit>
            <label for="board-name">{t("friends.board.name")}</label>
            <input id="board-name" type="text" maxlength=LONGEST_NAME autocomplete="nickname" data-field="name"
                prop:value=move || name.get() on:input=move |event| name.set(event_target_value(&event))/>
            <Alert alert=alert/>
            <button type="submit" class="button primary" data-do="try" disabled=move || busy.get()>{t("friends.board.try")}</button>
        </form>
    }
    .into_any()
}

/// Opens the table of the day and begins. Whatever is lost on the way can be asked again.
async fn begin(board: &Board, name: &str) -> Option<String> {
    if !identity::introduce(name).await {
        return None;
    }
    let (seat, command) = identity::key()?.of_day(&board.day);
    let body = json!({ "v": 1, "id": command, "key": seat.hash() });
    let (status, answer) = identity::ask("POST", "./api/daily", Some(body)).await?;
    let table = answer
        .get("table")
        .filter(|_| status == 201)?
        .as_str()?
        .to_owned();
    keep_table(board, &table);
    let begin = json!({ "id": super::keys::new_command(), "at": 0, "what": { "begin": {} } });
    let key = String::from(seat);
    // Somebody who comes back has begun already: that is refused, and nothing is lost.
    fetch::ask(
        "POST",
        &format!("./api/t/{table}"),
        Some(&key),
        Some(&begin.to_string()),
    )
    .await?;
    Some(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_read_as_a_server_writes_it() {
        let text = r#"{"v":1,"day":"2026-11-17","game":"tres-fute","ends":1794960000000,"over":true,"commitment":"00",
            "seed":"01","master":301,"count":2,"board":[{"place":1,"name":"Ada","points":250,"you":false},
            {"place":2,"name":"","points":200,"you":true}],"you":{"place":2,"name":"","points":200,"you":true},
            "try":{"table":"abc","goes_on":false}}"#;
        let board: Board = serde_json::from_str(text).unwrap();
        assert_eq!((board.count, board.master, board.board.len()), (2, Some(301), 2));
        assert!(board.you.unwrap().you);
        let early = r#"{"day":"2026-11-17","game":"push","ends":1,"over":false,"seed":null,"master":null,"count":0,
            "board":[],"you":null,"try":null}"#;
        assert_eq!(serde_json::from_str::<Board>(early).unwrap().tried, None);
    }
}
