//! How a game is played: short sections with pictures that are drawn from the sheets’ own data.

mod chapters;
mod dice_pictures;
mod examples;
pub mod format;
mod push_pictures;

use finaud_catalog::GameEntry;
use finaud_rules::{Provenance, builtin};
use leptos::ev::MouseEvent;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::art;
use crate::catalog;
use crate::fetch::{self, Texts};
use crate::help::AboveGame;
use crate::messages::{Language, language, t, tf};
use crate::new_game::name_of;
use crate::pages::lost::Lost;
use crate::route::Route;
use chapters::{Chapter, HowSection, Picture, chapters};
use examples::Example;

/// How a game is played.
#[component]
pub fn How(
    /// The id of the game.
    game: String,
) -> impl IntoView {
    let entry = catalog::game(&game);
    if entry.is_none() && game != format::FORMAT {
        return Lost().into_any();
    }
    view! { {move || match fetch::long_texts(language()) {
        Texts::Here => entry.map_or_else(format::page, page),
        Texts::Coming => waiting(t("common.loading")),
        Texts::Missing => waiting(t("common.not-loaded")),
    }} }
    .into_any()
}

/// While the texts are on their way, or when they do not come.
fn waiting(why: &'static str) -> AnyView {
    if use_context::<AboveGame>().is_some() {
        return view! { <p class="muted" role="status">{why}</p> }.into_any();
    }
    view! { <main id="content" class="how" data-page="how"><p class="muted" role="status">{why}</p></main> }
        .into_any()
}

/// The keys of all sections of a game.
#[cfg(test)]
pub(crate) fn section_keys(language: Language, game: &str) -> Vec<&'static str> {
    let chapters = chapters(language, game);
    let sections = chapters.iter().flat_map(|chapter| &chapter.sections);
    sections.map(|section| section.key).collect()
}

fn page(entry: &'static GameEntry) -> AnyView {
    let game = entry.id.as_str();
    let above = use_context::<AboveGame>();
    let chapters = chapters(language(), game);
    let example = Example::of(game);
    let links = chapters
        .iter()
        .map(|chapter| contents(game, chapter))
        .collect_view();
    let told = chapters
        .iter()
        .map(|chapter| chapter_view(game, chapter, example.as_ref()))
        .collect_view();
    let body = view! {
        <div class="how-body">
            <nav class="how-contents" aria-labelledby="how-contents">
                <h2 id="how-contents">{t("howto.page.contents")}</h2>
                <ol>{links}</ol>
            </nav>
            <div class="how-text">
                {told}
                {above.is_none().then(|| view! { <div class="how-end">{play(game)}</div> })}
            </div>
        </div>
    };
    if let Some(AboveGame(section)) = above {
        let section = section.get_untracked();
        request_animation_frame(move || show_section(section));
        return view! { <div class="how" data-how=game data-section=section>{body}</div> }.into_any();
    }
    view! {
        <main id="content" class="how" data-page="how" data-game=game>
            <header class="how-head">
                <a class="icon-button" href=Route::Home.hash() aria-label=t("common.home")>
                    <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M15 5l-7 7 7 7"/></svg>
                </a>
                <nav class="how-games" aria-label=t("howto.page.others")>{games(game)}</nav>
            </header>
            <div class="how-lead" style=format!("--tint: var(--{}-soft)", entry.about.tint)>
                <div class="how-art">{art::picture(game)}</div>
                <div>
                    <p class="how-kind">{t("common.page.how")}</p>
                    <h1>{name_of(game).to_owned()}</h1>
                    <p class="lead">{text(language(), game, None, "lead")}</p>
                    {play(game)}
                </div>
            </div>
            {body}
        </main>
    }
    .into_any()
}

/// A part of what is told about a game: its own words first, then those of its families, then what all have in common.
fn text(language: Language, game: &str, section: Option<&str>, part: &str) -> Option<&'static str> {
    let own = match section {
        None => format!("games.{game}.{part}"),
        Some(section) => format!("games.{game}.how.{section}.{part}"),
    };
    let shared = |from: &str| language.find(&format!("howto.{from}.{}.{part}", section?));
    let sources = catalog::sources(game).chain(["common"]);
    language
        .find(&own)
        .or_else(|| sources.into_iter().find_map(shared))
}

fn games(chosen: &'static str) -> AnyView {
    request_animation_frame(show_chosen);
    catalog::ids()
        .map(|game| {
            let here = (game == chosen).then_some("page");
            view! { <a href=Route::How(game.into()).hash() aria-current=here>{name_of(game).to_owned()}</a> }
        })
        .collect_view()
        .into_any()
}

/// Where not all games fit side by side, the one that is explained is moved into sight.
fn show_chosen() {
    let find = |css: &str| document().query_selector(css).ok().flatten();
    if let (Some(row), Some(chosen)) = (find(".how-games"), find(".how-games [aria-current]")) {
        let middle = |element: &web_sys::Element| {
            let place = element.get_bounding_client_rect();
            f64::midpoint(place.left(), place.right())
        };
        row.set_scroll_left(row.scroll_left() + (middle(&chosen) - middle(&row)) as i32);
    }
}

/// A table to be set, or a game in which everything is explained.
fn play(game: &'static str) -> AnyView {
    let name = name_of(game).to_owned();
    view! {
        <div class="row">
            <a class="button primary" href=Route::New(game.into()).hash() data-do="play">
                {tf("howto.page.play", &[("game", &name)])}
            </a>
            <a class="button" data-do="guided" href=Route::Learn(game.into()).hash()>{t("home.guided")}</a>
        </div>
    }
    .into_any()
}

fn contents(game: &'static str, chapter: &Chapter) -> AnyView {
    let language = language();
    let sections = chapter
        .sections
        .iter()
        .map(|section| {
            let key = section.key;
            // The address names the page; the place on it is gone to by hand.
            view! {
                <li>
                    <a href=Route::How(game.into()).hash() on:click=move |event| go_to(&event, key)>
                        {short(&section.heading(language, game))}
                    </a>
                </li>
            }
        })
        .collect_view();
    view! {
        <li>
            <span class="chapter">{language.text(chapter.heading)}</span>
            <ol>{sections}</ol>
        </li>
    }
    .into_any()
}

/// A heading without what it explains after a colon.
fn short(heading: &str) -> String {
    heading.split(':').next().unwrap_or(heading).trim().to_owned()
}

fn go_to(event: &MouseEvent, key: &str) {
    event.prevent_default();
    show_section(key);
}

fn show_section(key: &str) {
    if let Some(heading) = document().get_element_by_id(&format!("how-{key}")) {
        // The picture beside a heading may begin above it.
        let card = heading.closest("article").ok().flatten();
        card.as_ref().unwrap_or(&heading).scroll_into_view();
        let heading: web_sys::HtmlElement = heading.unchecked_into();
        let _ = heading.focus();
    }
}

fn chapter_view(game: &'static str, chapter: &Chapter, example: Option<&Example>) -> AnyView {
    let sections = chapter
        .sections
        .iter()
        .map(|section| section_view(game, section, example))
        .collect_view();
    view! {
        <section class="chapter">
            <h2>{language().text(chapter.heading)}</h2>
            {sections}
        </section>
    }
    .into_any()
}

fn section_view(game: &'static str, section: &HowSection, example: Option<&Example>) -> AnyView {
    let part = |part| text(language(), game, Some(section.key), part);
    // What is told about a picture counts the points of the game's own example.
    let captioned = example.is_none_or(|example| example.is_own);
    let id = format!("how-{}", section.key);
    let named = id.clone();
    let figure = section.picture.map(|picture| {
        view! {
            <figure>
                <div class="how-picture">{draw(picture, example)}</div>
                {captioned.then(|| part("example")).flatten().map(|told| view! { <figcaption>{told}</figcaption> })}
            </figure>
        }
    });
    view! {
        <article class="card how-section" class:told-only=section.picture.is_none() aria-labelledby=named>
            <div>
                <h3 id=id tabindex="-1">{section.heading(language(), game)}</h3>
                <p>{part("text")}</p>
                {(section.key == "sheet").then(|| differs(game))}
            </div>
            {figure}
        </article>
    }
    .into_any()
}

/// The way to set a sheet right that is only a guess.
fn differs(game: &str) -> Option<AnyView> {
    let provenance = builtin(game)?.provenance;
    let is_guess = matches!(provenance, Provenance::Inferred | Provenance::Reconstruction);
    is_guess.then(|| {
        let address = Route::Workshop(format!("copy/{game}")).hash();
        view! { <p><a class="button" data-do="differs" href=address>{t("setup.sheet.differs")}</a></p> }
            .into_any()
    })
}

fn draw(picture: Picture, example: Option<&Example>) -> AnyView {
    match (picture, example) {
        (Picture::Dice(which), Some(example)) => dice_pictures::draw(which, example),
        (Picture::Cards(which), _) => push_pictures::draw(which),
        (Picture::Dice(_), None) => ().into_any(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::tests::english;

    #[test]
    fn every_section_is_told_in_every_language() {
        for language in Language::all() {
            for game in catalog::ids() {
                assert!(text(language, game, None, "lead").is_some(), "{game} has no lead");
                for section in chapters(language, game)
                    .iter()
                    .flat_map(|chapter| &chapter.sections)
                {
                    for part in ["heading", "text"] {
                        let told = text(language, game, Some(section.key), part);
                        assert!(told.is_some(), "{game}: no {part} of `{}`", section.key);
                    }
                }
            }
        }
    }

    #[test]
    fn nothing_that_is_written_is_left_out() {
        let shown = |game: &str, key: &str, here: &str| {
            let chapters = chapters(english(), game);
            let mut sections = chapters.iter().flat_map(|chapter| &chapter.sections);
            sections.any(|section| section.key == key)
                && text(english(), game, Some(key), "text") == Some(here)
        };
        for (path, here) in english().messages() {
            let parts: Vec<&str> = path.split('.').collect();
            match parts[..] {
                ["games", game, "how", key, "text"] => assert!(shown(game, key, &here), "{path}"),
                ["howto", "format", key, "text"] => {
                    let told = format::SECTIONS.iter().any(|(section, _)| *section == key);
                    assert!(told, "no page shows `{path}`");
                }
                ["howto", _, key, "text"] => {
                    assert!(
                        catalog::ids().any(|game| shown(game, key, &here)),
                        "no game shows `{path}`"
                    );
                }
                _ => {}
            }
        }
    }

    #[test]
    fn no_section_is_told_twice() {
        for game in catalog::ids() {
            let chapters = chapters(english(), game);
            let mut keys: Vec<_> = chapters
                .iter()
                .flat_map(|chapter| &chapter.sections)
                .map(|section| section.key)
                .collect();
            let all = keys.len();
            keys.sort_unstable();
            keys.dedup();
            assert_eq!(keys.len(), all, "{game}");
        }
    }
}
