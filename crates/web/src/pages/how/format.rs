//! How a sheet of one's own is written, in short.

use leptos::prelude::*;

use crate::catalog;
use crate::messages::{language, t};
use crate::new_game::name_of;
use crate::pages::setup::BackHome;
use crate::share::save_file;

/// The address of this page among those of the games.
pub const FORMAT: &str = "sheets";

/// What is told, in this order, each with an example: keys under `howto.format`.
pub(super) const SECTIONS: [(&str, &str); 7] = [
    ("start", ""),
    (
        "head",
        r#"format = 1
id = "my-sheet"
name = "My sheet"
provenance = "custom"
source = "my own idea"
rounds = [6, 6, 5, 4]
round_bonuses = ["reroll", "+1", "reroll", "black X or black 6"]"#,
    ),
    (
        "dice",
        r#"[[dice]]
name = "white"
letter = "W"
wild = true

[[dice]]
name = "yellow"
letter = "Y"
title = { fr = "jaune", en = "yellow", de = "Gelb" }"#,
    ),
    (
        "actions",
        r#"[actions]
reroll = { boxes = 7 }
"+1" = { boxes = 7, end = "fox" }
joker = { boxes = [4, 6, "?"] }"#,
    ),
    (
        "zones",
        r#"[[zones]]
name = "yellow"
mechanic = "grid"
cells = [
    "3 6 5",
    "2 1 X",
]
row_bonus = ["blue X", "fox"]
score = "groups"
column_points = [10, 14, 16]"#,
    ),
    ("bonuses", ""),
    (
        "end",
        r#"[[ratings]]
from = 200
title = { fr = "Bravo !", en = "Well done!", de = "Bravo!" }

[[ratings]]
title = { fr = "Encore un essai", en = "Try again", de = "Noch einmal" }

[rulings]
forfeit_always = true
passive_must_pick = false"#,
    ),
];

/// The mechanics, each with a sentence.
const MECHANICS: [&str; 8] = [
    "grid", "track", "stride", "spread", "lines", "pairs", "square", "regions",
];

/// How a sheet of one's own is written.
pub fn page() -> AnyView {
    let sections = SECTIONS.map(|(key, code)| section(key, code)).collect_view();
    view! {
        <main id="content" class="how" data-page="how" data-format="">
            <header class="how-head"><BackHome/></header>
            <div class="how-lead">
                <div>
                    <p class="how-kind">{t("common.page.how")}</p>
                    <h1>{t("howto.format.title")}</h1>
                    <p class="lead">{t("howto.format.lead")}</p>
                </div>
            </div>
            <div class="how-text">{sections}</div>
        </main>
    }
    .into_any()
}

fn section(key: &'static str, code: &'static str) -> AnyView {
    let part = |part: &str| language().find(&format!("howto.format.{key}.{part}"));
    let mechanics = (key == "zones").then(|| {
        let told = MECHANICS.map(|mechanic| view! { <li>{part(mechanic)}</li> });
        view! { <ul>{told.collect_view()}</ul> }
    });
    let downloads = (key == "start").then(|| {
        let games = catalog::ids().filter(|game| example(game).is_some());
        let buttons: Vec<AnyView> = games.map(download).collect();
        view! { <div class="row" role="group" aria-label=t("howto.format.example")>{buttons}</div> }
    });
    view! {
        <article class="card how-section told-only">
            <div>
                <h2>{part("heading")}</h2>
                <p>{part("text")}</p>
                {mechanics}
                {downloads}
                {(!code.is_empty()).then(|| view! { <pre class="format-code" tabindex="0"><code>{code}</code></pre> })}
            </div>
        </article>
    }
    .into_any()
}

fn download(game: &'static str) -> AnyView {
    view! {
        <button type="button" class="button small" data-do="example" on:click=move |_| save_example(game)>
            {name_of(game).to_owned()}
        </button>
    }
    .into_any()
}

/// Saves the sheet of a game as a file to begin with.
pub fn save_example(game: &str) {
    if let Some(text) = example(game) {
        save_file(&format!("my-{game}.toml"), &text);
    }
}

/// The sheet of a game as one's own: under an id that no game has.
fn example(game: &str) -> Option<String> {
    let sheet = catalog::game(game)?.sheet.as_deref()?;
    let id = |id: &str| format!("id = \"{id}\"");
    Some(sheet.replacen(&id(game), &id(&format!("my-{game}")), 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::Language;
    use finaud_table::read_sheet;

    #[test]
    fn every_example_is_a_sheet_of_ones_own() {
        let mut games = 0;
        for game in catalog::ids() {
            let Some(text) = example(game) else { continue };
            assert_eq!(read_sheet(&text).unwrap().id, format!("my-{game}"));
            games += 1;
        }
        assert!(games >= 4);
    }

    #[test]
    fn every_section_is_told_in_every_language() {
        for language in Language::all() {
            let find = |key: &str| language.find(&format!("howto.format.{key}"));
            for (key, _) in SECTIONS {
                for part in ["heading", "text"] {
                    assert!(find(&format!("{key}.{part}")).is_some(), "{key}.{part}");
                }
            }
            for mechanic in MECHANICS {
                assert!(find(&format!("zones.{mechanic}")).is_some(), "{mechanic}");
            }
        }
    }
}
