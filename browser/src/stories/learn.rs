//! Learning by doing: the scripted first turns, the rules above a game, the level that is offered, and a screen reader.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::context::StoryContext;
use crate::hands::{Hands, in_a_hurry};
use crate::page::{BrowserPage, Window};
use crate::reader::Reader;

const CARD: &str = "aside[data-lesson]";

/// The name of the card that is shown, and what is lit.
fn card(page: &BrowserPage<'_>) -> Result<(String, String)> {
    Ok((
        page.attribute(CARD, "data-lesson")?,
        page.attribute(CARD, "data-lit")?,
    ))
}

/// Waits until another card is shown, or none.
fn another(page: &BrowserPage<'_>, before: &str) -> Result<()> {
    page.until(&format!("the card `{before}` is done with"), || {
        let now = page.read(&format!(
            "return document.querySelector('{CARD}')?.dataset.lesson ?? ''"
        ))?;
        Ok((now != before).then_some(()))
    })
}

/// Does the card, or anything else, lie over what it speaks of?
fn hides(page: &BrowserPage<'_>, lit: &str) -> Result<bool> {
    let hidden = page.read_with(
        "const box = (one) => one.getBoundingClientRect(); \
         const card = box(document.querySelector('aside[data-lesson]')); \
         const meets = (b) => b.width > 0 && b.top < card.bottom - 1 && b.bottom > card.top + 1 && b.left < card.right - 1 && b.right > card.left + 1; \
         const lit = arguments[0] ? [...document.querySelectorAll(arguments[0])].filter((one) => one.checkVisibility()).map(box) : []; \
         const dice = [...document.querySelectorAll('.dice')].map(box); \
         return [...(lit.length === 1 ? lit : []), ...dice].some(meets)",
        &json!([lit]),
    )?;
    Ok(hidden == true)
}

/// Plays a script to its end as it asks for; `between` may do something before each card is obeyed.
fn obey(page: &BrowserPage<'_>, between: impl Fn(&str, &str) -> Result<()>) -> Result<Vec<String>> {
    let mut told = Vec::new();
    page.find(CARD)?;
    for _ in 0..600 {
        if !page.has(CARD)? {
            return Ok(told);
        }
        let (name, lit) = card(page)?;
        let reads = page.has(&format!("{CARD} [data-do=next]"))?;
        if name.is_empty() || lit.is_empty() && !reads {
            // A card is still being turned.
            continue;
        }
        ensure!(
            page.text(&format!("{CARD} p"))?.len() > 15,
            "nothing is said at `{name}`"
        );
        page.until(&format!("`{name}` hides nothing"), || {
            Ok((!hides(page, &lit)?).then_some(()))
        })?;
        between(&name, &lit)?;
        if reads {
            page.tap(&format!("{CARD} [data-do=next]"))?;
        } else {
            page.tap(&lit)?;
        }
        told.push(name.clone());
        another(page, &name)?;
    }
    anyhow::bail!("the script does not end: {told:?}")
}

/// The words of the last card are not squeezed beside its long button.
fn last_card_has_room(page: &BrowserPage<'_>) -> Result<()> {
    let part = page.read(&format!(
        "const width = (css) => document.querySelector(css).getBoundingClientRect().width; return width('{CARD} p') / width('{CARD}')"
    ))?;
    ensure!(
        part.as_f64().is_some_and(|part| part > 0.8),
        "the words have {part} of the card"
    );
    Ok(())
}

fn scripted(stage: &StoryContext<'_>, game: &str, window: Window) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(window, &site, "#/")?;
    page.tap(&format!("article[data-game={game}] [data-do=guided]"))?;
    let told = obey(&page, |name, _| match name {
        "done" => last_card_has_room(&page),
        _ => Ok(()),
    })?;
    ensure!(told.first().is_some_and(|card| card == "goal"), "{told:?}");
    ensure!(told.last().is_some_and(|card| card == "done"), "{told:?}");
    // A free game of the same kind, in which things are explained when they come up.
    page.find(&format!("main[data-page=play][data-game={game}][data-step='0']"))?;
    page.find("aside[data-guide]")?;
    page.go(&site.address("#/history"))?;
    page.find("main h1")?;
    ensure!(
        page.all("[data-games=going-on] li")?.len() == 1,
        "the scripted turn is listed among the games"
    );
    Ok(())
}

pub(crate) fn the_first_turn_of_tres_fute(stage: &StoryContext<'_>) -> Result<()> {
    scripted(stage, "tres-fute", Window::PHONE)
}

pub(crate) fn the_first_turn_of_tres_fute_deluxe(stage: &StoryContext<'_>) -> Result<()> {
    scripted(stage, "tres-fute-deluxe", Window::DESK.in_language("de"))
}

pub(crate) fn the_first_turn_of_melange_fute(stage: &StoryContext<'_>) -> Result<()> {
    scripted(stage, "melange-fute", Window::PHONE)
}

pub(crate) fn the_first_turn_of_hyper_fute(stage: &StoryContext<'_>) -> Result<()> {
    scripted(stage, "hyper-fute", Window::PHONE.in_language("fr"))
}

pub(crate) fn the_first_turn_of_vraiment_tres_fute(stage: &StoryContext<'_>) -> Result<()> {
    scripted(stage, "vraiment-tres-fute", Window::PHONE.in_language("de"))
}

pub(crate) fn the_first_turn_of_clever_4ever(stage: &StoryContext<'_>) -> Result<()> {
    scripted(stage, "clever-4ever", Window::PHONE.in_language("fr"))
}

pub(crate) fn the_first_turn_of_push(stage: &StoryContext<'_>) -> Result<()> {
    scripted(stage, "push", Window::PHONE.in_language("fr"))
}

pub(crate) fn a_wrong_tap_does_nothing_bad(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(Window::PHONE, &site, "#/learn/tres-fute")?;
    let step = || page.attribute("main[data-page=play]", "data-step");
    obey(&page, |name, _| {
        let before = step()?;
        if name == "die" {
            // Another die, a cell, and the keys of the table.
            page.tap(".die[data-die=white]")?;
            page.find(&format!("{CARD} .missed"))?;
            page.tap("[data-zone=blue][data-cell='8']")?;
            page.keys(&["2", "r", "n"])?;
            ensure!(
                !page.has(".die[aria-pressed=true]")?,
                "a die was chosen that is not lit"
            );
        }
        if name == "gift" {
            // The choice is taken back, and asked for again.
            page.tap("[data-do=undo]")?;
            page.find(&format!("{CARD}[data-lesson=die]"))?;
            page.tap(".die[data-die=yellow]")?;
            page.find(&format!("{CARD}[data-lesson=cell]"))?;
            page.tap("[data-zone=yellow][data-cell='2']")?;
            page.find(&format!("{CARD}[data-lesson=gift]"))?;
        }
        if name == "chain" {
            // Whoever leaves comes back to the same card.
            page.go(&site.address("#/"))?;
            page.tap("article[data-game=tres-fute] [data-do=guided]")?;
            page.find(&format!("{CARD}[data-lesson=chain]"))?;
        }
        ensure!(step()? == before, "`{name}`: the game went on");
        Ok(())
    })?;
    Ok(())
}

pub(crate) fn a_script_is_skipped(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(Window::PHONE, &site, "#/learn/push")?;
    page.tap(&format!("{CARD} [data-do=skip]"))?;
    page.find("main[data-page=play][data-game=push][data-step='0'] aside[data-guide]")?;
    page.tap("[data-do=no-guide]")?;
    page.gone("aside[data-guide]")?;
    page.reload()?;
    page.find("main[data-page=play]")?;
    Hands::new(&page, 3).play_until(|seen| seen.step > 4)?;
    ensure!(
        !page.has("aside[data-guide]")?,
        "tips come back though nobody wants them"
    );
    Ok(())
}

pub(crate) fn the_rules_open_above_a_game(stage: &StoryContext<'_>) -> Result<()> {
    const ABOVE: &str = "dialog[data-above][open]";
    let site = stage.site()?;
    for (game, window) in [
        ("tres-fute", Window::PHONE),
        ("push", Window::DESK.in_language("de")),
    ] {
        let page = stage.visit(window, &site, "#/")?;
        page.tap(&format!("article[data-game={game}] [data-do=play-now]"))?;
        let hands = Hands::new(&page, 4);
        hands.play_until(|seen| seen.step > 1 && seen.awaits == "people")?;
        let (address, step) = (page.address()?, hands.look()?.step);
        let same = |how: &str| -> Result<()> {
            page.gone(ABOVE)?;
            ensure!(
                page.address()? == address,
                "{how} leads elsewhere: {}",
                page.address()?
            );
            ensure!(hands.look()?.step == step, "{how}: the game went on");
            Ok(())
        };
        page.tap("[data-do=how]")?;
        page.find(&format!("{ABOVE} [data-how={game}]"))?;
        let section = page.attribute(&format!("{ABOVE} [data-how]"), "data-section")?;
        page.until("the chapter that matters is in sight", || {
            let seen = page.read(&format!(
                "const box = document.getElementById('how-{section}').getBoundingClientRect(); return box.top >= 0 && box.top < innerHeight / 2"
            ))?;
            Ok((seen == true).then_some(()))
        })?;
        // The keys of the table are not for whoever reads.
        page.keys(&["r", "n", "u", "d"])?;
        page.tap(&format!("{ABOVE} [data-do=back-to-game]"))?;
        same("the button")?;
        page.tap("[data-do=how]")?;
        page.find(&format!("{ABOVE} [data-how]"))?;
        page.keys(&["Escape"])?;
        same("Escape")?;
        page.tap("[data-do=how]")?;
        page.find(&format!("{ABOVE} [data-how]"))?;
        page.back()?;
        same("the way back")?;
        // After a game the rules are a page of their own again.
        page.tap("[data-do=home]")?;
        page.tap(&format!("article[data-game={game}] [data-do=how]"))?;
        page.find(&format!("main[data-page=how][data-game={game}]"))?;
        page.close();
    }
    Ok(())
}

/// A game of PUSH that was finished here, with these points.
fn finished(number: u32, level: &str, points: &str) -> Value {
    let record = format!(
        "finaud record 1\ngame: push\nplayers: 2\nseat 1: You\nseat 2: Renart\nbot 2: {level}\nresult: {points}\n"
    );
    json!({
        "version": 1, "id": format!("0-{number}"), "revision": 1, "started": number, "changed": number,
        "record": record, "over": true,
    })
}

pub(crate) fn the_level_offered_follows_results(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let expect = |games: &[Value], level: &str| -> Result<()> {
        let page = stage.visit(Window::PHONE, &site, "#/")?;
        for (number, game) in games.iter().enumerate() {
            page.before_the_app(&format!(
                "localStorage.setItem('finaud.game.0-{number}', {})",
                Value::from(game.to_string())
            ))?;
        }
        page.reload()?;
        page.go(&site.address("#/new/push"))?;
        page.find(&format!("[data-offered={level}]"))
            .with_context(|| format!("after {} games", games.len()))?;
        let chosen = page.read("return document.querySelector(\"[data-seat='2'] select\").value")?;
        ensure!(chosen == level, "`{chosen}` sits there, `{level}` is offered");
        page.close();
        Ok(())
    };
    expect(&[], "novice")?;
    let won: Vec<Value> = (0..2).map(|n| finished(n, "novice", "60 40")).collect();
    expect(&won, "club")?;
    let lost = (2..5).map(|n| finished(n, "club", "30 40"));
    expect(&won.iter().cloned().chain(lost).collect::<Vec<_>>(), "novice")
}

/// A whole game for somebody who sees nothing: only what the browser tells a screen reader is known.
pub(crate) fn a_dice_game_by_screen_reader(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(Window::DESK, &site, "#/")?;
    let reader = Reader::new(&page, 11);
    reader.press("button", |name| {
        name.contains("Play") && name.contains("– Très Futé") && !name.contains("Deluxe")
    })?;
    reader.play("dice", &["Your sheet"])?;
    Hands::new(&page, 1).check_the_end()?;
    Ok(())
}

pub(crate) fn a_card_game_by_screen_reader(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(Window::DESK, &site, "#/settings")?;
    in_a_hurry(&page, &site.address("#/settings"))?;
    page.go(&site.address("#/"))?;
    let reader = Reader::new(&page, 12);
    reader.press("button", |name| name.contains("Play") && name.contains("– PUSH"))?;
    reader.play("push", &[])?;
    Hands::new(&page, 1).check_the_end()?;
    Ok(())
}

pub(crate) fn puzzles_and_achievements_by_screen_reader(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(Window::DESK, &site, "#/")?;
    let reader = Reader::new(&page, 13);
    for (game, area, groups) in [("Très Futé", "dice", &["Your sheet"][..]), ("PUSH", "push", &[])] {
        reader.press("link", |name| name == "All puzzles")?;
        reader.press("link", |name| name == format!("Solve: {game}, Easy"))?;
        reader.find("heading", "What would you play?")?;
        reader.solve(area, groups)?;
        // What was best is told with a reason, and the way on has the focus.
        let words = reader.words()?;
        let best = words.lines().find(|line| line.starts_with("Best: "));
        ensure!(best.is_some_and(|best| best.len() > 10), "{game}: {words}");
        page.find("[data-do=next-puzzle]:focus")?;
        reader.press("link", |name| name == "Back")?;
        reader.find("heading", "Puzzles")?;
        reader.press("link", |name| name == "Back")?;
        reader.find("heading", "Finaud")?;
    }
    // Each achievement is told with what is to be done and how far it is.
    let record = super::comeback::played_by("tres-fute-p1.txt", &["You"])?;
    super::comeback::keep_game(&page, "1a1", &record, &json!({}))?;
    reader.press("link", |name| name == "Achievements")?;
    reader.find("heading", "Achievements")?;
    reader.find("heading", "First steps")?;
    let list = reader.hear()?.into_iter().filter(|node| node.role == "listitem");
    let mut told = Vec::new();
    for item in list {
        told.push(reader.inside(&item)?);
    }
    ensure!(told.len() > 30, "{} are told", told.len());
    for (name, state) in [("First steps", "Earned on"), ("Regular", "1 of 10")] {
        let item = told.iter().find(|item| item.contains(name));
        ensure!(item.is_some_and(|item| item.contains(state)), "{name}: {item:?}");
    }
    ensure!(
        told.iter().all(|item| ["Earned on", "Still to come", " of "]
            .iter()
            .any(|state| item.contains(state))),
        "some are told without how far they are: {told:#?}"
    );
    reader.press("link", |name| name.starts_with("Earned on"))?;
    reader.find("heading", "106 points")?;
    Ok(())
}
