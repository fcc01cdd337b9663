//! What can be done after a game: another one, a review, telling others.

use finaud_rules::Seat;
use finaud_table::{ChanceSource, Table};
use leptos::prelude::*;

use crate::describe::describe;
use crate::lazy::{self, AfterGame};
use crate::messages::{language, t, tf};
use crate::new_game::{NewGame, random_seed};
use crate::route::Route;
use crate::saved::Saved;
use crate::settings::settings;
use crate::share::{self, CopyButton};
use crate::tell;

/// What can be done now.
#[component]
pub fn Next(
    /// The game.
    table: Table,
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
    let challenge = share::challenge_of(&table, seat, saved.hints, &called)
        .filter(|_| !saved.played_on)
        .map(|hash| share::address(&hash));
    let result = share::result_text(language, &shown, &saved, challenge.as_deref());
    let record = saved.told(&shown.record_text());
    let replay = share::address(&Route::Replay(share::pack(&record, saved.sheet.as_deref())).hash());
    let review = Route::Review(saved.id.clone()).hash();
    let alert = RwSignal::new(None::<String>);
    // How often a picture was asked for: it opens anew each time.
    let (drawn, id) = (RwSignal::new(0u32), saved.id.clone());
    let again = {
        let spec = table.spec(saved.sheet.as_deref());
        let (chairs, chance, coach) = (table.chairs().to_vec(), table.chance_source(), saved.coach);
        move |_| {
            let chance = match chance {
                ChanceSource::Seed(_) | ChanceSource::Dealt => ChanceSource::Seed(random_seed()),
                ChanceSource::Typed => ChanceSource::Typed,
            };
            let new = NewGame {
                spec: spec.clone(),
                chairs: chairs.clone(),
                chance,
                coach,
                daily: None,
                beat: None,
                guided: false,
            };
            if let Err(error) = new.go() {
                alert.set(Some(describe(&error.message())));
            }
        }
    };
    view! {
        <div class="finish-next">
            <div class="row">
                <button type="button" class="button primary" data-do="again" on:click=again>{t("finish.again")}</button>
                <a class="button" data-do="review" href=review>{t("finish.review")}</a>
            </div>
            {move || alert.get().map(|why| view! { <p role="alert">{why}</p> })}
            <div class="share card">
                <h3>{t("share.title")}</h3>
                <div class="share-buttons">
                    <button type="button" class="button" data-do="picture" aria-haspopup="dialog"
                        on:click=move |_| drawn.update(|drawn| *drawn += 1)>
                        <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.500 9a.5.5 0 1 0 0 .1"/></svg>
                        {t("share.picture.make")}
                    </button>
                    <CopyButton mark="copy-result" label=t("share.result") text=Callback::new(move |()| result.clone())/>
                    {challenge.map(|link| {
                        let label = tf("share.challenge", &[("n", &table.points(seat))]);
                        view! { <CopyButton mark="copy-challenge" label=label text=Callback::new(move |()| link.clone())/> }
                    })}
                    <CopyButton mark="copy-replay" label=t("share.replay") text=Callback::new(move |()| replay.clone())/>
                    <CopyButton mark="copy-record" label=t("share.record") text=Callback::new(move |()| record.clone())/>
                </div>
                {move || (drawn.get() > 0).then(|| lazy::after_game(AfterGame::Picture, id.clone()))}
            </div>
        </div>
    }
    .into_any()
}
