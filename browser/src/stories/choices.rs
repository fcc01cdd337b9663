//! Choosing at the table: nothing is spent by surprise, and what is written is chosen on the sheet.

use anyhow::{Context as _, Result, ensure};

use crate::context::StoryContext;
use crate::hands::{Hands, in_a_hurry};
use crate::page::{BrowserPage, Window};

/// A game of this kind, with the dice of this seed.
fn seeded(page: &BrowserPage<'_>, site: &crate::site::AppServer, game: &str, seed: &str) -> Result<()> {
    in_a_hurry(page, &site.address("#/settings"))?;
    page.go(&site.address(&format!("#/seed/{game}-p1-{seed}")))?;
    page.tap("[data-do=start]")?;
    page.find("main[data-page=play]")?;
    Ok(())
}

/// The boxes as they are told: how many of each kind are left.
fn boxes(page: &BrowserPage<'_>) -> Result<String> {
    let told = page.read(
        "return [...document.querySelectorAll('[data-power]')].map((row) => row.ariaLabel).join('; ')",
    )?;
    Ok(told.as_str().unwrap_or_default().to_owned())
}

/// The last line of the record.
fn last_event(hands: &Hands<'_, '_>) -> Result<String> {
    let record = hands.record()?;
    let last = record.trim_end().lines().last();
    Ok(last.context("the record is empty")?.to_owned())
}

pub(crate) fn what_costs_a_box_asks_first(stage: &StoryContext<'_>) -> Result<()> {
    const PAID: &str = ".sheet-side .cell.paid";
    let site = stage.site()?;
    let page = stage.visit(Window::PHONE.in_language("fr"), &site, "#/")?;
    seeded(&page, &site, "hyper-fute", "7K3")?;
    let hands = Hands::new(&page, 51);
    let seen = hands.play_until(|seen| {
        seen.awaits == "people" && !seen.offers("cancel") && page.has(PAID).unwrap_or(false)
    })?;
    // It looks different, shows the box, and says what it costs.
    page.find(".sheet-side .zone .cost text")?;
    let label = page.attribute(PAID, "aria-label")?;
    ensure!(label.contains("coûte"), "nothing is said of what `{label}` costs");
    let (record, before) = (hands.record()?, boxes(&page)?);
    hands.touch_cell(PAID)?;
    let question = page.text("[data-question]")?;
    ensure!(
        question.contains("Dépenser") || page.has(".question .cost-chip")?,
        "the question does not say what it costs: {question}"
    );
    page.tap(".question [data-do=cancel]")?;
    page.gone(".question")?;
    ensure!(hands.record()? == record, "cancelled, and played all the same");
    ensure!(boxes(&page)? == before, "cancelled, and spent all the same");
    // And whoever wants it, gets it for that price.
    hands.touch_cell(PAID)?;
    let mut now = hands.look()?;
    while now.step == seen.step {
        if now.offers("confirm") {
            page.tap("[data-do=confirm]:not([disabled])")?;
        } else if page.has("[data-do=number]")? {
            page.tap("[data-do=number][aria-pressed=false]")?;
        } else {
            page.tap("[data-do=answer]")?;
        }
        let last = now.clone();
        now = page.until("the answer is taken", || {
            let now = hands.look()?;
            Ok((now != last).then_some(now))
        })?;
    }
    let event = last_event(&hands)?;
    ensure!(
        event.contains("joker") || event.contains("+1") || event.contains("polish"),
        "nothing was spent: {event}"
    );
    ensure!(boxes(&page)? != before, "the boxes are as before: {before}");
    Ok(())
}

pub(crate) fn a_double_tap_rolls_once_and_spends_nothing(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    // The first game gives a reroll at once; in the other one a roll may also be given up.
    for (window, game) in [
        (Window::PHONE, "tres-fute"),
        (Window::PHONE.in_language("fr"), "tres-fute-deluxe"),
        (Window::DESK, "tres-fute"),
    ] {
        let page = stage.visit(window, &site, "#/")?;
        seeded(&page, &site, game, "7K3")?;
        let hands = Hands::new(&page, 52);
        for _ in 0..4 {
            let before = hands.play_until(|seen| seen.awaits == "luck" && seen.offers("roll"))?;
            page.double_tap("[data-do=roll]")?;
            let after = page.until("the dice fall", || {
                let now = hands.look()?;
                Ok((now.step > before.step && now.awaits == "people").then_some(now))
            })?;
            let record = hands.record()?;
            let fallen = usize::try_from(after.step - before.step)?;
            // Choices begin with the number of the seat.
            let is_choice = |line: &&str| line.trim_start().starts_with(char::is_numeric);
            let chosen = record.trim_end().lines().rev().take(fallen).find(is_choice);
            ensure!(chosen.is_none(), "{game}: the second tap played `{chosen:?}`");
        }
        page.close();
    }
    Ok(())
}

pub(crate) fn more_crosses_are_tapped_on_the_sheet(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(Window::PHONE, &site, "#/")?;
    seeded(&page, &site, "hyper-fute", "7K3")?;
    let hands = Hands::new(&page, 53);
    let drafting = |seen: &crate::hands::SeenGame| {
        seen.offers("confirm") && !page.has("[data-do=number]").unwrap_or(true)
    };
    let seen = hands.play_until(drafting)?;
    let first = page.text("[data-question]")?;
    ensure!(
        first.contains("more"),
        "it is not said that more is possible: {first}"
    );
    ensure!(
        page.all(".cell.drafted")?.len() == 1,
        "more than one cell is chosen"
    );
    // Another cell is chosen, left out, and chosen again: the sentence follows.
    let other = ".cell.legal:not(.drafted)";
    let (zone, cell) = (
        page.attribute(other, "data-zone")?,
        page.attribute(other, "data-cell")?,
    );
    let other = format!("[data-zone={zone}][data-cell='{cell}'].legal");
    for chosen in [2, 1, 2] {
        hands.touch_cell(&other)?;
        page.until("the cell is chosen or left out", || {
            Ok((page.all(".cell.drafted")?.len() == chosen).then_some(()))
        })?;
    }
    let both = page.text("[data-question]")?;
    ensure!(both != first, "the sentence stays the same: {both}");
    ensure!(hands.look()?.step == seen.step, "played before it was confirmed");
    page.tap("[data-do=confirm]")?;
    page.until("it is played", || {
        Ok((hands.look()?.step > seen.step).then_some(()))
    })?;
    let record = hands.record()?;
    let played = record.lines().rev().find(|line| line.contains(&zone));
    let played = played.context("the entry is not in the record")?;
    let rows = played.rsplit(" r").next().unwrap_or_default();
    ensure!(
        rows.split(',').count() == 2,
        "two cells were chosen, played was `{played}`"
    );
    Ok(())
}

pub(crate) fn two_ways_are_chosen_on_the_sheet(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(Window::PHONE.in_language("de"), &site, "#/")?;
    seeded(&page, &site, "hyper-fute", "7K3")?;
    let hands = Hands::new(&page, 54);
    let seen = hands.play_until(|seen| {
        seen.offers("confirm") && page.all("[data-do=number]").is_ok_and(|all| all.len() == 2)
    })?;
    let first = page.text("[data-question]")?;
    // A tap on the cell shows the other way there; nothing is played.
    let shown = page.text(".cell .ghost")?;
    hands.touch_cell(".cell.drafted")?;
    page.until("the other way is told", || {
        Ok((page.text("[data-question]")? != first).then_some(()))
    })?;
    // The chips are the same two ways, and one of them gives up the bonus.
    page.find("[data-do=number] svg.given-up")?;
    page.tap("[data-do=number][aria-pressed=false]")?;
    page.until("the first way is told again", || {
        Ok((page.text("[data-question]")? == first).then_some(()))
    })?;
    ensure!(
        page.text(".cell .ghost")? == shown,
        "the cell shows something else"
    );
    ensure!(hands.look()?.step == seen.step, "played before it was confirmed");
    page.tap("[data-do=confirm]")?;
    page.until("it is played", || {
        Ok((hands.look()?.step > seen.step).then_some(()))
    })
}
