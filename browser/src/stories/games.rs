//! Whole games, from the first page to the final score.

use anyhow::Result;

use crate::hands::{Hands, in_a_hurry};
use crate::page::Window;
use crate::stage::Stage;

/// A solo game, started with one tap on the first page.
fn solo(stage: &Stage<'_>, game: &str, window: Window, seed: u64) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(window, &site, "#/")?;
    page.tap(&format!("article[data-game={game}] [data-do=play-now]"))?;
    let hands = Hands::new(&page, seed);
    hands.play_to_the_end()?;
    hands.check_the_end()?;
    Ok(())
}

pub(crate) fn tres_fute_alone(stage: &Stage<'_>) -> Result<()> {
    solo(stage, "tres-fute", Window::PHONE, 1)
}

pub(crate) fn tres_fute_deluxe_alone(stage: &Stage<'_>) -> Result<()> {
    solo(stage, "tres-fute-deluxe", Window::DESK, 2)
}

pub(crate) fn melange_fute_alone(stage: &Stage<'_>) -> Result<()> {
    solo(stage, "melange-fute", Window::PHONE.in_language("fr"), 3)
}

pub(crate) fn hyper_fute_alone(stage: &Stage<'_>) -> Result<()> {
    solo(stage, "hyper-fute", Window::PHONE.in_language("de"), 4)
}

pub(crate) fn push_against_bots(stage: &Stage<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(Window::PHONE, &site, "#/")?;
    in_a_hurry(&page, &site.address("#/settings"))?;
    page.go(&site.address("#/"))?;
    page.tap("article[data-game=push] [data-do=play-now]")?;
    let hands = Hands::new(&page, 5);
    hands.play_to_the_end()?;
    hands.check_the_end()?;
    Ok(())
}

pub(crate) fn two_people_and_a_bot(stage: &Stage<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(Window::DESK, &site, "#/settings")?;
    in_a_hurry(&page, &site.address("#/settings"))?;
    page.go(&site.address("#/new/tres-fute"))?;
    page.retype("[data-seat='1'] [data-do=seat-name]", "Ada")?;
    page.tap("[data-do=add-seat]")?;
    page.type_into("[data-seat='2'] [data-do=seat-name]", "Grace")?;
    page.tap("[data-do=add-bot]")?;
    page.find("[data-seat='3'] .seat-bot")?;
    page.tap("[data-do=start]")?;
    let hands = Hands::new(&page, 6);
    hands.play_to_the_end()?;
    hands.check_the_end()?;
    let words = page.words()?;
    anyhow::ensure!(
        words.contains("Ada") && words.contains("Grace"),
        "the names are not shown"
    );
    Ok(())
}

pub(crate) fn by_keyboard_alone(stage: &Stage<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(Window::DESK, &site, "#/")?;
    crate::hands::reach(&page, "article[data-game=tres-fute] [data-do=play-now]")?;
    page.keys(&["Enter"])?;
    let hands = Hands::on_keys(&page, 7);
    hands.play_to_the_end()?;
    hands.check_the_end()?;
    Ok(())
}
