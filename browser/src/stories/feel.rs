//! What is heard, and what moves.

use anyhow::{Result, bail, ensure};
use serde_json::json;

use super::comeback::keep_game;
use super::own_sheets::{load, printed};
use crate::context::StoryContext;
use crate::hands::{Hands, in_a_hurry};
use crate::page::{BrowserPage, Window};
use crate::site::AppServer;

/// Counts the sounds that begin.
const EARS: &str = "window.heard = 0; const start = AudioBufferSourceNode.prototype.start; \
    AudioBufferSourceNode.prototype.start = function (...when) { window.heard += 1; return start.apply(this, when) }";

pub(crate) fn sounds_begin_with_a_tap_and_one_tap_silences_them(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.window(Window::PHONE)?;
    page.before_the_app(EARS)?;
    page.go(&site.address("#/"))?;
    page.tap("article[data-game=tres-fute] [data-do=play-now]")?;
    let heard = || -> Result<u64> { Ok(page.read("return window.heard")?.as_u64().unwrap_or(0)) };
    page.find("[data-do=sound][aria-pressed=true]")?;
    page.tap("[data-do=roll]")?;
    page.find("[data-zone][data-cell].legal")?;
    ensure!(heard()? > 0, "nobody hears the dice");
    page.tap("[data-do=sound]")?;
    page.find("[data-do=sound][aria-pressed=false]")?;
    // Silence is kept, also by the settings.
    page.reload()?;
    page.find("[data-do=sound][aria-pressed=false]")?;
    let hands = Hands::new(&page, 50);
    hands.play_until(|seen| seen.step > 3)?;
    ensure!(heard()? == 0, "something is heard all the same");
    page.go(&site.address("#/settings"))?;
    page.tap("[data-do=sound][aria-checked=false]")?;
    page.find("[data-do=sound][aria-checked=true]")?;
    Ok(())
}

/// A phone on which things move.
const MOVING: Window = Window {
    still: false,
    ..Window::PHONE
};

/// Stops the clock of everything that moves as soon as dice fall, so that a story has all the time it needs.
const STOP: &str = "document.addEventListener('animationstart', (event) => { \
    if (event.animationName.startsWith('body-')) for (const one of document.getAnimations()) one.pause() }, true)";

fn moving(page: &BrowserPage<'_>) -> Result<u64> {
    let count = page.read(
        // A button that is held for a moment against double taps looks as it did before.
        "return document.getAnimations().filter((one) => one.playState === 'running' && !one.transitionProperty \
         && one.animationName !== 'held').length",
    )?;
    Ok(count.as_u64().unwrap_or(0))
}

pub(crate) fn cells_light_when_the_dice_lie_and_a_tap_skips(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.window(MOVING)?;
    page.before_the_app(STOP)?;
    page.go(&site.address("#/seed/tres-fute-p1-7K3"))?;
    page.tap("[data-do=start]")?;
    page.tap("[data-do=roll]")?;
    page.find(".dice-table.falling .body")?;
    let step = page.attribute("main", "data-step")?;
    ensure!(step == "1", "the dice are rolled, but it is step {step}");
    ensure!(
        !page.has("[data-zone][data-cell].legal")?,
        "cells are lit before the dice lie"
    );
    ensure!(
        !page.has("button[data-die].usable")?,
        "dice can be taken before they lie"
    );
    let said = page.text("[data-ticker]")?;
    ensure!(said.trim().is_empty(), "`{said}` is said before the dice lie");
    // A tap on a cell ends the fall, and is no choice.
    page.tap("[data-zone=yellow][data-cell]")?;
    page.gone(".dice-table.falling")?;
    page.find("[data-zone][data-cell].legal")?;
    page.find("button[data-die].usable")?;
    ensure!(
        page.attribute("main", "data-step")? == "1",
        "the tap was taken for a choice"
    );
    ensure!(
        !page.text("[data-ticker]")?.trim().is_empty(),
        "nothing is said about the dice"
    );
    // The next tap is one.
    let hands = Hands::new(&page, 51);
    let seen = hands.look()?;
    hands.touch_cell(&seen.cells()[0])?;
    page.until("the choice is made", || {
        Ok((page.attribute("main", "data-step")? != "1" || page.has("[data-do=answer]")?).then_some(()))
    })?;
    Ok(())
}

pub(crate) fn nothing_moves_where_nobody_wants_it(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(Window::PHONE, &site, "#/")?;
    page.tap("article[data-game=tres-fute] [data-do=play-now]")?;
    let hands = Hands::new(&page, 52);
    for _ in 0..12 {
        let seen = hands.look()?;
        ensure!(!seen.falling, "dice fall");
        let count = moving(&page)?;
        ensure!(count == 0, "{count} things move");
        ensure!(!page.has(".body, .fly, .cheer")?, "something is about to move");
        hands.act(&seen)?;
    }
    // The same by the switch of the app, where the device does not mind.
    let page = stage.visit(MOVING, &site, "#/settings")?;
    page.tap("[data-do=calm][aria-checked=false]")?;
    page.find("[data-do=calm][aria-checked=true]")?;
    page.go(&site.address("#/"))?;
    page.tap("article[data-game=tres-fute] [data-do=play-now]")?;
    page.tap("[data-do=roll]")?;
    page.find("[data-zone][data-cell].legal")?;
    ensure!(
        !page.has(".body")? && moving(&page)? == 0,
        "dice fall all the same"
    );
    Ok(())
}

pub(crate) fn a_card_is_turned_before_it_is_told(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.window(MOVING)?;
    page.before_the_app(STOP)?;
    page.go(&site.address("#/seed/push-p2-7K3"))?;
    page.tap("[data-do=start]")?;
    let hands = Hands::new(&page, 53);
    hands.play_until(|seen| seen.offers("draw"))?;
    page.tap("main .push-buttons [data-do=draw]")?;
    page.find(".push.falling .push-turned .flip")?;
    ensure!(
        !page.has("button[data-column].legal")?,
        "the card can be placed before it lies there"
    );
    page.tap(".push-middle")?;
    page.gone(".push.falling")?;
    page.find("button[data-column].legal, [data-do=stop], [data-do=draw]")?;
    Ok(())
}

pub(crate) fn points_are_counted_to_the_true_score(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(Window::PHONE, &site, "#/seed/tres-fute-p1-7K3")?;
    page.tap("[data-do=start]")?;
    let hands = Hands::new(&page, 54);
    // Without movement first, since a whole game would take long.
    hands.play_to_the_end()?;
    hands.check_the_end()?;
    ensure!(!page.has(".cheer")?, "somebody cheers where nothing shall move");
    // Back to before the last choice, and once more before everybody's eyes.
    page.dress(MOVING)?;
    page.tap("[data-do=undo]:not([disabled])")?;
    page.gone("[data-finish]")?;
    hands.play_to_the_end()?;
    page.find(".finish.counting .count")?;
    page.tap("[data-finish] h2")?;
    page.until("the counting is over", || {
        let count = page.read(
            "return document.getAnimations().filter((one) => ['count', 'counted', 'fill', 'appear'].includes(one.animationName)).length",
        )?;
        Ok((count == 0).then_some(()))
    })?;
    hands.check_the_end()?;
    // Looked at again, it is there at once.
    page.reload()?;
    page.find("[data-finish]")?;
    ensure!(!page.has(".finish.counting")?, "an old game is counted again");
    Ok(())
}

/// How long the chain of bonuses is that is shown; 0 where none is.
fn chain(page: &BrowserPage<'_>) -> Result<u64> {
    let shown = page.read("return Number(document.querySelector('[data-chain]')?.dataset.chain ?? 0)")?;
    Ok(shown.as_u64().unwrap_or(0))
}

/// A bonus that wins a bonus is counted as it happens, and summed up when nothing of it is left to choose.
pub(crate) fn a_cascade_is_counted_and_summed_up(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(Window::PHONE, &site, "#/")?;
    let (mut grown, mut summed) = (0, 0);
    for seed in ["7K3", "7K4", "7K5", "7K6", "7K7"] {
        page.go(&site.address(&format!("#/seed/hyper-fute-p1-{seed}")))?;
        page.tap("[data-do=start]")?;
        let hands = Hands::new(&page, 55);
        let mut seen = hands.look()?;
        // At the step before: how long it was, and whether a bonus waited to be used.
        let mut before = (seen.step, 0, false);
        while seen.awaits != "over" {
            let (step, links) = (seen.step, chain(&page)?);
            let waits = page.has(".gifts .gift-chip")?;
            if links > 1 {
                let told = page.text("[data-chain]")?;
                ensure!(
                    told == format!("Chain of {links}"),
                    "{links} links are told as `{told}`"
                );
                let said = page.text("[data-ticker]")?;
                let sums = said.starts_with(&format!("Chain of {links}: "));
                ensure!(sums != waits, "more to come: {waits}, and `{said}` is said");
                summed += usize::from(sums);
                // Using a bonus made it longer.
                grown += usize::from(step > before.0 && before.2 && links > before.1);
            }
            if step != before.0 {
                before = (step, links, waits);
            }
            seen = hands.act(&seen)?;
        }
        if grown > 0 && summed > 0 {
            return Ok(());
        }
    }
    bail!("{grown} chains grew and {summed} were summed up in these games")
}

/// Stops the clock as soon as somebody is glad, so that a story can look.
const STOP_AT_CHEER: &str = "window.cheered = false; document.addEventListener('animationstart', (event) => { \
    if (event.animationName !== 'cheer') return; \
    for (const one of document.getAnimations()) one.pause(); window.cheered = true }, true)";

/// Something is celebrated with these words; a tap there ends it, and does nothing else.
fn celebrated(page: &BrowserPage<'_>, words: &str, tapped: &str) -> Result<()> {
    page.until("somebody is glad", || {
        Ok((page.read("return window.cheered")? == true).then_some(()))
    })?;
    let told = page.read("return document.querySelector('.cheer p').textContent")?;
    ensure!(told == words, "`{told}` instead of `{words}`");
    page.find(".cheer i")?;
    let step = page.attribute("main", "data-step")?;
    page.tap(tapped)?;
    page.gone(".cheer")?;
    ensure!(
        page.attribute("main", "data-step")? == step,
        "the tap that ends the celebration is a choice"
    );
    Ok(())
}

pub(crate) fn the_first_fox_is_celebrated(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    for seed in ["7K3", "7K4", "7K5", "7K6"] {
        let page = stage.visit(Window::PHONE, &site, &format!("#/seed/tres-fute-p1-{seed}"))?;
        page.tap("[data-do=start]")?;
        let hands = Hands::new(&page, 56);
        let foxes = || page.text("[data-foxes] b");
        let mut seen = hands.look()?;
        while seen.awaits != "over" && foxes()? == "0" {
            let Some(cell) = seen.cells().last().filter(|_| seen.asks_for_a_cell()).cloned() else {
                seen = hands.act(&seen)?;
                continue;
            };
            hands.touch_cell(&cell)?;
            let after = page.until("the tap does something", || {
                Ok(Some(hands.look()?).filter(|after| *after != seen))
            })?;
            let undo = "[data-do=undo]:not([disabled])";
            if foxes()? == "0" || after.step != seen.step + 1 || !page.has(undo)? {
                seen = after;
                continue;
            }
            ensure!(!page.has(".cheer")?, "somebody cheers where nothing shall move");
            page.tap(undo)?;
            page.until("the fox is gone", || Ok((foxes()? == "0").then_some(())))?;
            // Once more, where things may move.
            page.dress(MOVING)?;
            page.read(STOP_AT_CHEER)?;
            hands.touch_cell(&cell)?;
            celebrated(&page, "First fox!", "[data-foxes]")?;
            return Ok(());
        }
        page.close();
    }
    bail!("no fox was won in any of these games")
}

/// Ends a game once without movement, where nobody cheers, and once more with it.
fn ends_with(page: &BrowserPage<'_>, words: &str) -> Result<()> {
    let hands = Hands::new(page, 57);
    hands.play_to_the_end()?;
    page.find("[data-finish]")?;
    ensure!(!page.has(".cheer")?, "somebody cheers where nothing shall move");
    page.dress(MOVING)?;
    page.tap("[data-do=undo]:not([disabled])")?;
    page.gone("[data-finish]")?;
    page.read(STOP_AT_CHEER)?;
    hands.play_to_the_end()?;
    page.find(".cheer.big")?;
    celebrated(page, words, "[data-finish] h2")?;
    // Looked at again, it is not celebrated again.
    page.reload()?;
    page.find("[data-finish]")?;
    ensure!(!page.has(".cheer")?, "an old game is celebrated again");
    Ok(())
}

fn quick_phone<'d>(stage: &StoryContext<'d>, site: &AppServer) -> Result<std::rc::Rc<BrowserPage<'d>>> {
    let page = stage.visit(Window::PHONE, site, "#/")?;
    in_a_hurry(&page, &site.address("#/settings"))?;
    Ok(page)
}

pub(crate) fn a_record_is_celebrated(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = quick_phone(stage, &site)?;
    let before = "finaud record 1\ngame: tres-fute\nplayers: 1\nseat 1: You\nresult: 5\n";
    keep_game(&page, "1a1", before, &json!({}))?;
    page.go(&site.address("#/seed/tres-fute-p1-7K3"))?;
    page.tap("[data-do=start]")?;
    ends_with(&page, "A new record!")?;
    page.find("[data-finish] [data-best='5']")?;
    Ok(())
}

pub(crate) fn the_top_rating_step_is_celebrated(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = quick_phone(stage, &site)?;
    // A sheet like the printed one, whose highest title is easy to get.
    let mut titles = (1..=20).rev();
    let line = |line: &str| match line.strip_prefix("from = ").and_then(|_| titles.next()) {
        Some(points) => format!("from = {points}\n"),
        None => format!("{line}\n"),
    };
    let own: String = printed("tres-fute")?.lines().map(line).collect();
    let own = own.replacen("id = \"tres-fute\"", "id = \"mine\"", 1);
    page.go(&site.address("#/new/tres-fute"))?;
    load(&page, "easy.toml", &own)?;
    page.find("[data-provenance=custom]")?;
    page.tap("[data-do=start]")?;
    ends_with(&page, "The top step!")
}
