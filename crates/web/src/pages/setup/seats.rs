//! Who plays.

use finaud_players::Bot;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::form::{SeatForm, TableForm};
use crate::face;
use crate::level::LEVELS;
use crate::messages::{language, t, tf};
use crate::new_game::{LONGEST_NAME, bot_name, players_of};

/// The places, one below the other, and what adds more.
pub(super) fn section(form: TableForm) -> AnyView {
    let players = players_of(form.game);
    let (least, most) = (*players.start(), *players.end());
    let count = move || form.places.with(Vec::len);
    let full = move || count() >= most;
    let add = move |place: SeatForm| {
        if form.places.with_untracked(Vec::len) < most {
            form.places.update(|places| places.push(place));
            focus_soon(".seat:last-child select");
        }
    };
    let remark = move || {
        let all_bots = form
            .places
            .with(|places| places.iter().all(|place| place.level.get().is_some()));
        match (all_bots, count()) {
            (true, _) => t("setup.who.watching"),
            (false, 1) => t("setup.who.alone"),
            (false, _) => t("setup.who.about"),
        }
    };
    let against_bots = move || {
        form.places
            .with(|places| places.iter().any(|place| place.level.get().is_some()))
    };
    let level = language()
        .find(&format!("common.level.{}", form.offered))
        .unwrap_or_default();
    let offered = tf("setup.who.offered", &[("level", &level)]);
    let rows = move || {
        let places = form.places.get();
        let removable = places.len() > least;
        let row = |(seat, place): (usize, SeatForm)| row(form, seat, place, removable);
        places.into_iter().enumerate().map(row).collect_view()
    };
    view! {
        <section class="card setting" aria-labelledby="who">
            <h2 id="who">{t("setup.who.title")}</h2>
            <ol class="seats">{rows}</ol>
            <div class="row">
                <button type="button" class="button small" data-do="add-seat" data-kind="person"
                    disabled=full on:click=move |_| add(SeatForm::person(String::new()))>
                    <span aria-hidden="true">"+"</span> {t("setup.who.add_person")}
                </button>
                <button type="button" class="button small" data-do="add-bot" data-kind="bot"
                    disabled=full on:click=move |_| add(SeatForm::bot(form.offered))>
                    <span aria-hidden="true">"+"</span> {t("setup.who.add_bot")}
                </button>
                {move || (count() > 1).then(|| view! {
                    <button type="button" class="button small" data-do="shuffle-seats" on:click=move |_| shuffle(form)>
                        {t("setup.who.shuffle")}
                    </button>
                })}
            </div>
            <p class="setting-why" aria-live="polite">{remark}</p>
            {move || against_bots().then(|| view! { <p class="setting-why" data-offered=form.offered.name()>{offered.clone()}</p> })}
        </section>
    }
    .into_any()
}

fn row(form: TableForm, seat: usize, place: SeatForm, removable: bool) -> AnyView {
    let number = seat + 1;
    let pick = move |event: leptos::ev::Event| {
        let value = event_target_value(&event);
        place.level.set(Bot::by_name(&value).ok());
    };
    let remove = move |_| {
        form.places.update(|places| {
            places.remove(seat);
        });
        focus_soon("[data-do=add-seat]");
    };
    let levels = LEVELS.map(|level| {
        let told = language()
            .find(&format!("common.level.{level}"))
            .unwrap_or_default();
        view! {
            <option value=level.name() prop:selected=move || place.level.get() == Some(level)>
                {tf("setup.who.bot", &[("level", &told)])}
            </option>
        }
    });
    let who = move || {
        match place.level.get() {
        None => view! {
            <input
                type="text"
                class="seat-name"
                maxlength=LONGEST_NAME.to_string()
                autocomplete="off"
                spellcheck="false"
                data-do="seat-name"
                aria-label=tf("setup.who.name", &[("n", &number)])
                placeholder=if seat == 0 { t("common.you").into() } else { tf("setup.person", &[("n", &number)]) }
                prop:value=place.name.get_untracked()
                on:input=move |event| place.name.set(event_target_value(&event))
            />
        }
        .into_any(),
        Some(level) => {
            let told = language().find(&format!("setup.level.{level}")).unwrap_or_default();
            view! { <p class="seat-bot">{face::of_place(seat)} <strong>{bot_name(seat)}</strong> <span>{told}</span></p> }.into_any()
        }
    }
    };
    view! {
        <li class="seat" data-seat=number>
            <span class="seat-number" aria-hidden="true">{number}</span>
            <select data-do="seat-kind" aria-label=tf("setup.who.kind", &[("n", &number)]) on:change=pick>
                <option value="person" prop:selected=move || place.level.get().is_none()>{t("setup.who.human")}</option>
                {levels.into_iter().collect_view()}
            </select>
            {who}
            {removable.then(|| view! {
                <button type="button" class="icon-button seat-remove" data-do="remove-seat"
                    aria-label=tf("setup.who.remove", &[("n", &number)]) on:click=remove>
                    <span aria-hidden="true">"×"</span>
                </button>
            })}
        </li>
    }
    .into_any()
}

/// Everybody gets a seat by lot.
fn shuffle(form: TableForm) {
    form.places.update(|places| {
        for last in (1..places.len()).rev() {
            let other = (js_sys::Math::random() * (last + 1) as f64) as usize;
            places.swap(last, other.min(last));
        }
    });
}

/// Moves the focus once the page is drawn.
fn focus_soon(place: &'static str) {
    request_animation_frame(move || {
        if let Some(element) = document().query_selector(place).ok().flatten() {
            let _ = element.unchecked_into::<web_sys::HtmlElement>().focus();
        }
    });
}
