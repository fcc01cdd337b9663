//! What holds for every page.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context as _, Error, Result, ensure};
use finaud_catalog::files::read_languages;

use crate::audit;
use crate::context::StoryContext;
use crate::hands::Hands;
use crate::page::{BrowserPage, Window};
use crate::shots::{SHOTS, Shot};

/// Pages that need nothing but their address.
pub(crate) const PLAIN: [&str; 25] = [
    "#/",
    "#/friends",
    "#/new/tres-fute",
    "#/new/tres-fute-deluxe",
    "#/new/melange-fute",
    "#/new/vraiment-tres-fute",
    "#/new/hyper-fute",
    "#/new/clever-4ever",
    "#/new/push",
    "#/history",
    "#/achievements",
    "#/calendar",
    "#/how/tres-fute",
    "#/how/tres-fute-deluxe",
    "#/how/melange-fute",
    "#/how/vraiment-tres-fute",
    "#/how/hyper-fute",
    "#/how/clever-4ever",
    "#/how/push",
    "#/how/sheets",
    "#/puzzles",
    "#/settings",
    "#/workshop",
    "#/workshop/copy/melange-fute",
    "#/nowhere",
];

pub(crate) fn the_first_page_speaks_the_browsers_language(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let mut titles = Vec::new();
    for language in ["fr", "en", "de"] {
        let page = stage.visit(Window::PHONE.in_language(language), &site, "#/")?;
        page.find("main[data-page=home]")?;
        ensure!(
            page.attribute("html", "lang")? == language,
            "the page does not say that it is in `{language}`"
        );
        titles.push(page.text("main")?);
        page.close();
    }
    titles.dedup();
    ensure!(titles.len() == 3, "two languages say the same: {titles:?}");
    Ok(())
}

/// Everything that is read or heard on a page. What is a file, as it is written, is the same in every language.
const TEXTS: &str = r#"
const texts = new Set();
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const parent = walker.currentNode.parentElement;
  if (!parent.closest("script, style, noscript, pre, [data-record]")) texts.add(walker.currentNode.data.trim().replace(/\s+/g, " "));
}
for (const element of document.querySelectorAll("body *")) {
  for (const name of ["aria-label", "title", "placeholder", "alt"]) {
    const text = element.getAttribute(name)?.trim();
    if (text) texts.add(text);
  }
}
texts.add(document.title);
return [...texts].filter(Boolean);
"#;

fn texts(page: &BrowserPage<'_>) -> Result<Vec<String>> {
    let texts = page.read(TEXTS)?;
    let texts = texts.as_array().into_iter().flatten();
    Ok(texts
        .filter_map(|text| text.as_str().map(str::to_owned))
        .collect())
}

/// Every message without blanks, by its key.
fn messages(language: &str) -> Result<BTreeMap<String, String>> {
    let (languages, games) = (crate::root().join("languages"), crate::root().join("games"));
    let all = read_languages(&languages, &[&games]).map_err(Error::msg)?;
    let found = all.into_iter().find(|(code, _)| code == language);
    let (_, mut messages) = found.with_context(|| format!("there is no `{language}`"))?;
    messages.retain(|_, text| !text.contains('{'));
    Ok(messages)
}

/// The English messages that are other words in this language.
fn english_only(language: &str) -> Result<BTreeSet<String>> {
    let (english, other) = (messages("en")?, messages(language)?);
    let said: BTreeSet<&String> = other.values().collect();
    let differs = |text: &&String| !said.contains(text) && is_language(text);
    Ok(english.values().filter(differs).cloned().collect())
}

/// Does this look like the name of a message instead of a message: `home.about.push`?
fn is_key(text: &str) -> bool {
    let parts: Vec<&str> = text.split('.').collect();
    let plain = |part: &&str| {
        !part.is_empty()
            && part
                .chars()
                .all(|letter| letter.is_ascii_lowercase() || "_-".contains(letter))
    };
    parts.len() > 1 && parts.iter().all(plain)
}

/// Would these words be others in another language? Names and figures are the same everywhere.
fn is_language(text: &str) -> bool {
    const NAMES: [&str; 19] = [
        "finaud",
        "très",
        "futé",
        "deluxe",
        "mélange",
        "hyper",
        "vraiment",
        "clever",
        "ever",
        "push",
        "français",
        "english",
        "deutsch",
        "mit",
        "apache",
        "renart",
        "hermeline",
        "isengrin",
        "tibert",
    ];
    let words = text.split(|letter: char| !letter.is_alphabetic());
    let told =
        words.filter(|word| word.chars().count() > 2 && !NAMES.contains(&word.to_lowercase().as_str()));
    told.count() > 1
}

pub(crate) fn no_text_is_missing_in_any_language(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let mut findings = Vec::new();
    let mut told: Vec<Vec<Vec<String>>> = Vec::new();
    for language in ["en", "fr", "de"] {
        let page = stage.visit(Window::DESK.in_language(language), &site, "#/")?;
        let mut pages = Vec::new();
        for route in PLAIN {
            page.go(&site.address(route))?;
            page.find("main h1")?;
            let texts = texts(&page)?;
            for text in texts.iter().filter(|text| is_key(text) || text.contains('{')) {
                findings.push(format!("{language} {route}: `{text}` is no text"));
            }
            pages.push(texts);
        }
        told.push(pages);
        page.close();
    }
    for (language, pages) in ["fr", "de"].into_iter().zip(&told[1..]) {
        for ((route, texts), english) in PLAIN.iter().zip(pages).zip(&told[0]) {
            for text in texts
                .iter()
                .filter(|text| is_language(text) && english.contains(text))
            {
                findings.push(format!("{language} {route}: `{text}` is the same as in English"));
            }
        }
    }
    findings.sort();
    findings.dedup();
    ensure!(findings.is_empty(), "{}", findings.join("\n        "));
    Ok(())
}

pub(crate) fn a_language_is_chosen_and_remembered(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(Window::PHONE.in_language("en"), &site, "#/")?;
    for language in ["fr", "de", "en", "fr"] {
        page.tap(&format!("[data-do=language-{language}]"))?;
        page.until("the language is another one", || {
            Ok((page.attribute("html", "lang")? == language).then_some(()))
        })?;
        page.reload()?;
        page.find("main[data-page=home]")?;
        ensure!(
            page.attribute("html", "lang")? == language,
            "`{language}` was forgotten"
        );
    }
    Ok(())
}

pub(crate) fn every_page_is_accessible(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let mut findings = Vec::new();
    for window in [
        Window::PHONE,
        Window {
            dark: true,
            ..Window::DESK
        },
    ] {
        let page = stage.visit(window, &site, "#/")?;
        for route in PLAIN {
            page.go(&site.address(route))?;
            page.find("main h1")?;
            let found = audit::audit(&page)?;
            findings.extend(found.into_iter().map(|finding| format!("{route}: {finding}")));
        }
        page.close();
    }
    findings.sort();
    findings.dedup();
    ensure!(findings.is_empty(), "{}", findings.join("\n        "));
    Ok(())
}

/// What a desk draws otherwise than a phone.
const ON_A_DESK: [&str; 12] = [
    "hyper-fute",
    "push",
    "coach",
    "finish",
    "review",
    "puzzle-answered",
    "puzzle-push-answered",
    "achievements",
    "calendar",
    "rules-above",
    "share-picture",
    "own-sheet",
];

pub(crate) fn every_table_is_told_and_accessible_on_a_phone(stage: &StoryContext<'_>) -> Result<()> {
    told_and_accessible(stage, Window::PHONE.in_language("fr"), |_| true)
}

pub(crate) fn every_table_is_told_and_accessible_on_a_desk(stage: &StoryContext<'_>) -> Result<()> {
    let dark = Window {
        dark: true,
        ..Window::DESK
    };
    let wanted = |shot: &Shot| ON_A_DESK.contains(&shot.name);
    told_and_accessible(stage, dark.in_language("de"), wanted)
}

/// The pages that take some playing to get to: each is read and audited.
fn told_and_accessible(
    stage: &StoryContext<'_>,
    window: Window,
    is_wanted: impl Fn(&Shot) -> bool,
) -> Result<()> {
    let site = stage.site()?;
    let language = window.language;
    let english = english_only(language)?;
    let mut findings = Vec::new();
    let page = stage.visit(window, &site, "#/")?;
    for shot in SHOTS.iter().filter(|shot| !shot.is_plain && is_wanted(shot)) {
        page.forget(&site.origin())?;
        page.go(&site.address("#/"))?;
        (shot.pose)(&page, &site).with_context(|| format!("getting to {} in {language}", shot.name))?;
        let mut found = audit::audit(&page)?;
        if shot.name == "push" {
            // Cards are placed, taken, protected: each moment looks different.
            let hands = Hands::new(&page, 32);
            let mut seen = hands.look()?;
            for _ in 0..6 {
                let before = seen.step;
                seen = hands.play_until(|seen| seen.awaits == "people" && seen.step > before)?;
                found.extend(audit::audit(&page)?);
            }
        }
        findings.extend(
            found
                .into_iter()
                .map(|finding| format!("{}: {finding}", shot.name)),
        );
        for text in texts(&page)? {
            if is_key(&text) || english.contains(&text) {
                findings.push(format!("{} in {language}: `{text}`", shot.name));
            }
        }
    }
    findings.sort();
    findings.dedup();
    ensure!(findings.is_empty(), "{}", findings.join("\n        "));
    Ok(())
}
