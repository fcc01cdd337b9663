//! Somebody else’s luck, to be beaten.

use finaud_record::{SeedError, SeedString};
use leptos::prelude::*;

use crate::art;
use crate::catalog;
use crate::describe::describe;
use crate::finish::help_tag;
use crate::messages::{t, tf, tn};
use crate::new_game::{NewGame, PUSH, clean_name, name_of, players_of};
use crate::pages::setup::form::hand;
use crate::pages::setup::luck::explain_seed;
use crate::pages::setup::{Alert, BackHome};
use crate::route::Route;
use crate::saved::Beat;
use crate::share::decoded;

/// More points than anybody can have.
const MOST_POINTS: i32 = 9_999;

/// What a link says.
#[derive(Clone, PartialEq, Debug)]
struct Dare {
    seed: SeedString,
    /// What is to be beaten; without it there are just the dice.
    beat: Option<Beat>,
    /// Were there points that cannot be read?
    bad_points: bool,
}

/// Why a link leads nowhere.
#[derive(Clone, PartialEq, Debug)]
enum Broken {
    Seed(SeedError),
    Game(String),
    Players(String, u8),
}

/// Somebody else’s luck, to be beaten.
#[component]
pub fn SeedLink(
    /// The seed string, and what is to be beaten.
    seed: String,
) -> impl IntoView {
    match read(&seed) {
        Ok(dare) => dared(dare),
        Err(why) => broken(&seed, &why),
    }
}

/// Reads what stands in the address behind `seed/`: the seed, the points, the name.
fn read(text: &str) -> Result<Dare, Broken> {
    let mut parts = text.splitn(3, '/');
    let mut next = || parts.next().map(decoded).unwrap_or_default();
    let seed: SeedString = next().parse().map_err(Broken::Seed)?;
    if catalog::game(seed.game()).is_none() {
        return Err(Broken::Game(clean_name(seed.game())));
    }
    if !players_of(seed.game()).contains(&usize::from(seed.players())) {
        return Err(Broken::Players(name_of(seed.game()).into(), seed.players()));
    }
    let told = next();
    let (points, hints) = told.trim().split_once('+').unwrap_or((told.trim(), "0"));
    let points = points
        .parse::<i32>()
        .ok()
        .filter(|points| (-MOST_POINTS..=MOST_POINTS).contains(points))
        .zip(hints.parse::<u32>().ok());
    let by = clean_name(next().trim_end_matches('/'));
    Ok(Dare {
        seed,
        bad_points: points.is_none() && !told.trim().is_empty(),
        beat: points.map(|(points, hints)| Beat { points, by, hints }),
    })
}

fn dared(dare: Dare) -> AnyView {
    let Dare {
        seed,
        beat,
        bad_points,
    } = dare;
    let alert: RwSignal<Option<String>> = RwSignal::new(None);
    let game = seed.game().to_owned();
    let points = beat
        .as_ref()
        .map(|beat| tn("common.points", i64::from(beat.points)));
    let (title, start) = match beat {
        Some(_) => (t("setup.challenge.title"), t("setup.challenge.start")),
        None => (t("setup.challenge.title_plain"), t("setup.challenge.start_plain")),
    };
    let has_dice = seed.game() != PUSH;
    let scored = match (&beat, &points) {
        (Some(beat), Some(points)) => {
            let key = match (beat.by.is_empty(), has_dice) {
                (true, true) => "setup.challenge.scored_nobody",
                (true, false) => "setup.challenge.scored_nobody_cards",
                (false, true) => "setup.challenge.scored",
                (false, false) => "setup.challenge.scored_cards",
            };
            tf(key, &[("name", &beat.by), ("points", points)])
        }
        _ => t("setup.challenge.plain").into(),
    };
    let table = Route::New(game.clone()).hash();
    let several = seed.players() > 1;
    let begin = {
        let (seed, beat) = (seed.clone(), beat.clone());
        move |_| {
            if let Err(error) = NewGame::of_seed(&seed, beat.clone()).go() {
                alert.set(Some(describe(&error.message())));
            }
        }
    };
    let set = {
        let (seed, beat) = (seed.clone(), beat.clone());
        move |_| hand(seed.clone(), beat.clone())
    };
    view! {
        <main id="content" class="narrow dare" data-page="seed" data-game=game.clone()>
            <header class="page-head"><BackHome/><h1>{title}</h1></header>
            <Alert alert=alert/>
            <article class="card dare-card">
                <div class="dare-art">{art::picture(&game)}</div>
                <p class="dare-line">{scored} {help_tag(beat.as_ref().map_or(0, |beat| beat.hints))}</p>
                {bad_points.then(|| view! { <p class="remark">{t("setup.challenge.broken_points")}</p> })}
                <dl class="facts">
                    <div><dt>{t("setup.challenge.game")}</dt><dd>{name_of(&game).to_owned()}</dd></div>
                    <div><dt>{t("setup.challenge.players")}</dt><dd>{seed.players()}</dd></div>
                    {points.map(|points| view! { <div><dt>{t("setup.challenge.points")}</dt><dd data-beat="">{points}</dd></div> })}
                    <div><dt>{t("setup.challenge.seed")}</dt><dd class="code">{seed.to_string()}</dd></div>
                </dl>
                {several.then(|| view! { <p class="setting-why">{t("setup.challenge.bots")}</p> })}
                <div class="row">
                    <button type="button" class="button primary" data-do="start" on:click=begin>{start}</button>
                    <a class="button" data-do="set-table" href=table on:click=set>{t("setup.challenge.table")}</a>
                </div>
            </article>
        </main>
    }
    .into_any()
}

/// A seed as it is written.
fn example() -> String {
    let game = catalog::ids().next().unwrap_or_default();
    format!("{game}-p{}-7K3", players_of(game).start())
}

fn broken(text: &str, why: &Broken) -> AnyView {
    let told = match why {
        Broken::Seed(error) => explain_seed(error, &example()),
        Broken::Game(game) => tf("setup.challenge.broken_game", &[("game", game)]),
        Broken::Players(game, players) => tf(
            "setup.challenge.broken_players",
            &[("game", game), ("n", players)],
        ),
    };
    let shown: String = decoded(text)
        .chars()
        .filter(|letter| !letter.is_control())
        .take(60)
        .collect();
    view! {
        <main id="content" class="narrow dare" data-page="seed">
            <header class="page-head"><BackHome/><h1>{t("setup.challenge.broken")}</h1></header>
            <article class="card">
                <p role="alert" data-alert="">{told}</p>
                <p class="muted">{tf("setup.challenge.read", &[("text", &shown)])}</p>
                <p><a class="button primary" href=Route::Home.hash()>{t("setup.challenge.home")}</a></p>
            </article>
        </main>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dare_names_the_dice_the_points_and_who() {
        let dare = read("tres-fute-p1-7K3/261/Ada").unwrap();
        assert_eq!(dare.seed.to_string(), "tres-fute-p1-7K3");
        assert_eq!(
            dare.beat,
            Some(Beat {
                points: 261,
                by: "Ada".into(),
                hints: 0,
            })
        );
        let helped = read("tres-fute-p1-7K3/261+3/Ada").unwrap().beat.unwrap();
        assert_eq!((helped.points, helped.hints), (261, 3));
        assert_eq!(read("push-p3-7K3").unwrap().beat, None);
        assert_eq!(read("tres-fute-p1-7K3/-4").unwrap().beat.unwrap().points, -4);
        assert_eq!(
            read("tres-fute-p1-7K3/261/Zo%C3%A9%20%F0%9F%A6%8A")
                .unwrap()
                .beat
                .unwrap()
                .by,
            "Zoé 🦊"
        );
    }

    #[test]
    fn hostile_links_are_read_as_text_or_refused() {
        let by = |name: &str| {
            read(&format!("tres-fute-p1-7K3/1/{name}"))
                .unwrap()
                .beat
                .unwrap()
                .by
        };
        assert_eq!(by("%3Cimg src=x%3E"), "<img src=x>");
        assert_eq!(by("a/b/c"), "a/b/c");
        assert_eq!(by("%E2%80%AE%00x%ZZ%"), "x%ZZ%");
        assert_eq!(by(&"y".repeat(100_000)).len(), 24);
        assert!(by("%FF%FE").chars().all(|letter| letter == '\u{fffd}'));
        for points in [
            "NaN",
            "99999999999999",
            "1e9",
            "--3",
            "10000",
            "5+x",
            "5+-1",
            "+",
            "-2147483648",
            "-10000",
        ] {
            let dare = read(&format!("tres-fute-p1-7K3/{points}/Ada")).unwrap();
            assert_eq!((dare.beat, dare.bad_points), (None, true), "{points}");
        }
        assert_eq!(read("chess-p1-7K3"), Err(Broken::Game("chess".into())));
        assert_eq!(read("push-p1-7K3"), Err(Broken::Players("PUSH".into(), 1)));
        assert_eq!(
            read("tres-fute-p7-7K3"),
            Err(Broken::Players("Très Futé".into(), 7))
        );
        assert_eq!(read("%00"), Err(Broken::Seed(SeedError::Shape)));
    }
}
