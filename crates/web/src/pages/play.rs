//! A game in progress: the frame around the table.

use finaud_rules::Message;
use finaud_table::{Awaits, Table};
use leptos::prelude::*;

use crate::catalog;
use crate::coach::{Coach, CoachPanel};
use crate::daily::{self, Challenge as _, Day};
use crate::describe::Description;
use crate::dice_table::DiceTable;
use crate::error_text::ErrorText;
use crate::fetch::{self, Texts};
use crate::guide::Guide;
use crate::handover::Handover;
use crate::help::Help;
use crate::hurry::{follow_taps, pace_button};
use crate::lazy;
use crate::messages::{language, t, tf};
use crate::pages::setup::back_icon;
use crate::push_table::PushTable;
use crate::remarks;
use crate::route::Route;
use crate::saved::{self, NotLoaded};
use crate::session::GameSession;
use crate::sound;

/// A game in progress.
#[component]
pub fn Play(
    /// The name the game is kept under.
    id: String,
) -> impl IntoView {
    let opened = saved::load(&id).map_err(|error| (error, None)).and_then(|saved| {
        GameSession::open(saved).map_err(|error| (NotLoaded::Broken, Some(error.message())))
    });
    match opened {
        Ok(session) => view! { <Game session/> }.into_any(),
        Err((error, why)) => view! {
            <main id="content" class="narrow" data-page="play">
                <h1>{t("play.cannot")}</h1>
                <p>{move || cannot(&error, why.as_ref())}</p>
                <p class="row">
                    <a class="button" href="#/history">{t("common.page.history")}</a>
                    <a class="button primary" href="#/">{t("common.home")}</a>
                </p>
            </main>
        }
        .into_any(),
    }
}

/// Why a game cannot be opened. The words for it come when they are needed.
fn cannot(error: &NotLoaded, why: Option<&Message>) -> AnyView {
    let text = match (error, why) {
        (NotLoaded::Missing, _) => ErrorText::plain(t("play.missing")),
        (NotLoaded::Newer, _) => ErrorText::plain(t("play.newer")),
        (NotLoaded::Broken, Some(why)) if fetch::long_texts(language()) == Texts::Here => {
            ErrorText::with(t("play.broken"), Description::of(language(), why))
        }
        (NotLoaded::Broken, _) => ErrorText::plain(t("play.broken")),
    };
    text.view()
}

/// What stands around a table that others share from elsewhere.
#[derive(Clone, Copy)]
pub struct Around {
    /// Buttons for what concerns the others, in the head of the page.
    pub head: Callback<(), AnyView>,
    /// How the line is and who is there, above the table.
    pub above: Callback<(), AnyView>,
    /// What comes below the scores.
    pub after: Callback<(), AnyView>,
}

/// The frame around a table, and the table.
#[component]
pub fn Game(
    /// The game.
    session: GameSession,
    /// The card of a scripted turn; without one, tips stand in its place.
    #[prop(optional)]
    lesson: Option<AnyView>,
    /// What stands around a table that others share from elsewhere.
    #[prop(optional)]
    around: Option<Around>,
) -> impl IntoView {
    let coach = Coach::new(session);
    let name = session.table.with_untracked(|table| table.name().to_owned());
    let game = session.table.with_untracked(|table| table.id().to_owned());
    let id = session.saved.with_untracked(|saved| saved.id.clone());
    let step = move || session.table.with(Table::steps);
    let awaits = move || match session.table.with(Table::awaits) {
        Awaits::Choice { .. } if session.remote.is_some() => {
            match session.table.with(|table| session.asked_here(table).is_empty()) {
                true => "others",
                false => "people",
            }
        }
        Awaits::Seeded(_) if session.remote.is_some() && !session.waits_for_tap() => "others",
        awaits @ Awaits::Choice { .. } if awaits.bot().is_some() => "bot",
        Awaits::Choice { .. } => "people",
        Awaits::Seeded(_) => "luck",
        Awaits::Typed(_) => "typed",
        Awaits::Over => "over",
    };
    follow_taps(session);
    let over = Memo::new(move |_| session.table.with(Table::is_over));
    // A game that ends is counted before everybody's eyes; one that was over is only looked at.
    let ends_now = !over.get_untracked();
    // The scores stand above the table.
    Effect::new(move |was: Option<bool>| {
        let over = over.get();
        if over && was == Some(false) {
            window().scroll_to_with_x_and_y(0.0, 0.0);
        }
        over
    });
    let is_push = session.table.with_untracked(|table| table.push().is_some());
    let table = if is_push {
        view! { <PushTable session coach/> }.into_any()
    } else {
        view! { <DiceTable session coach/> }.into_any()
    };
    let (beat, daily) = session
        .saved
        .with_untracked(|saved| (saved.beat.clone(), saved.daily.clone()));
    // Whoever looks knows what today is; the day is told of a game that was begun before.
    let daily = move || {
        daily.clone().filter(|_| !over.get()).map(|day| {
            let told = match day == Day::today().to_string() {
                true => t("play.daily").to_owned(),
                false => tf("play.daily-of", &[("day", &daily::date_text(language(), &day))]),
            };
            view! { <span class="tag" data-daily=day>{told}</span> }
        })
    };
    // Until the end: then the score table says it.
    let beat = move || {
        beat.clone().filter(|_| !over.get()).map(|beat| {
            view! { <span class="tag beat" data-beat=beat.points>{tf("play.beat", &[("n", &beat.points)])}</span> }
        })
    };
    // A sheet of one's own has no page that explains it.
    let how = catalog::game(&game).map(|_| game.clone());
    let review = Route::Review(id).hash();
    let scripted = lesson.is_some();
    view! {
        <header class="game-head">
            <a class="icon-button" href="#/" data-do="home" aria-label=t("common.home")>{back_icon()}</a>
            <h1>{name}</h1>
            {remarks::bubble(session)}
            {daily}
            {beat}
            {move || (over.get() && around.is_none()).then(|| view! { <a class="button small" href=review.clone() data-do="review">{t("common.page.review")}</a> })}
            {around.map(|around| around.head.run(()))}
            {pace_button(session)}
            {sound::button()}
            {how.map(|game| view! { <Help session game/> })}
        </header>
        <main id="content" class="game" class:lesson-on=scripted data-page="play" data-game=game data-step=step data-awaits=awaits
            data-hurry=move || session.hurried.get().then_some("")>
            <Thinking session/>
            {around.map(|around| around.above.run(()))}
            <Elsewhere session/>
            <BotFailed session/>
            {lesson.unwrap_or_else(|| view! { <Guide session/> }.into_any())}
            <Handover session/>
            {move || over.get().then(|| lazy::finish(session, ends_now, around.map(|around| around.after)))}
            {table}
            <CoachPanel coach/>
        </main>
    }
    .into_any()
}

/// How far a bot's thoughts are.
#[component]
fn Thinking(session: GameSession) -> impl IntoView {
    let part = move || session.thinking.get();
    view! {
        <progress
            class="thinking"
            class:idle=move || part().is_none()
            max="1"
            value=move || part().unwrap_or(0.0)
            aria-label=t("play.thinking")
            aria-hidden=move || part().is_none().to_string()
        ></progress>
    }
    .into_any()
}

/// Another tab has gone on with the game.
#[component]
fn Elsewhere(session: GameSession) -> impl IntoView {
    move || {
        session.elsewhere.get().then(|| {
            view! {
                <div class="notice spread" role="alert" data-notice="elsewhere">
                    <span>{t("dice.elsewhere")}</span>
                    <button type="button" class="button small" data-do="continue-here" on:click=move |_| session.catch_up()>
                        {t("dice.elsewhere_here")}
                    </button>
                </div>
            }
        })
    }
}

/// A bot could not answer.
#[component]
fn BotFailed(session: GameSession) -> impl IntoView {
    move || {
        session.failure.get().map(|why| {
            view! {
                <div class="notice spread" role="alert" data-notice="failed">
                    <span>{ErrorText::with(t("dice.fault"), why).view()}</span>
                    <button type="button" class="button small" data-do="ask-again" on:click=move |_| session.ask_again()>
                        {t("dice.again")}
                    </button>
                </div>
            }
        })
    }
}
