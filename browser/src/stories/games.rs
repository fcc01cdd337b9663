//! Whole games, from the first page to the final score.

use std::collections::BTreeSet;

use anyhow::{Result, ensure};

use crate::context::StoryContext;
use crate::hands::{Hands, in_a_hurry};
use crate::page::Window;

/// A solo game, started with one tap on the first page.
fn solo(stage: &StoryContext<'_>, game: &str, window: Window, seed: u64) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(window, &site, "#/")?;
    page.tap(&format!("article[data-game={game}] [data-do=play-now]"))?;
    let hands = Hands::new(&page, seed);
    hands.play_to_the_end()?;
    hands.check_the_end()?;
    page.until("the score is in sight", || {
        let seen = page.read(
            "const top = document.querySelector('.finish').getBoundingClientRect().top; return top >= 0 && top < innerHeight / 2",
        )?;
        Ok((seen == true).then_some(()))
    })?;
    Ok(())
}

pub(crate) fn tres_fute_alone(stage: &StoryContext<'_>) -> Result<()> {
    solo(stage, "tres-fute", Window::PHONE, 1)
}

pub(crate) fn tres_fute_deluxe_alone(stage: &StoryContext<'_>) -> Result<()> {
    solo(stage, "tres-fute-deluxe", Window::DESK, 2)
}

pub(crate) fn melange_fute_alone(stage: &StoryContext<'_>) -> Result<()> {
    solo(stage, "melange-fute", Window::PHONE.in_language("fr"), 3)
}

pub(crate) fn hyper_fute_alone(stage: &StoryContext<'_>) -> Result<()> {
    solo(stage, "hyper-fute", Window::SHORT_PHONE.in_language("de"), 4)
}

pub(crate) fn vraiment_tres_fute_alone(stage: &StoryContext<'_>) -> Result<()> {
    solo(stage, "vraiment-tres-fute", Window::PHONE.in_language("fr"), 6)
}

pub(crate) fn clever_4ever_alone(stage: &StoryContext<'_>) -> Result<()> {
    solo(stage, "clever-4ever", Window::DESK.in_language("fr"), 7)
}

pub(crate) fn push_against_bots(stage: &StoryContext<'_>) -> Result<()> {
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

pub(crate) fn two_people_and_a_bot(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(Window::DESK, &site, "#/settings")?;
    in_a_hurry(&page, &site.address("#/settings"))?;
    page.go(&site.address("#/new/tres-fute"))?;
    page.replace_text("[data-seat='1'] [data-do=seat-name]", "Ada")?;
    page.tap("[data-do=add-seat]")?;
    page.type_into("[data-seat='2'] [data-do=seat-name]", "Grace")?;
    page.tap("[data-do=add-bot]")?;
    page.find("[data-seat='3'] .seat-bot")?;
    page.tap("[data-do=start]")?;
    let hands = Hands::new(&page, 6);
    hands.play_to_the_end()?;
    hands.check_the_end()?;
    let words = page.words()?;
    ensure!(
        words.contains("Ada") && words.contains("Grace"),
        "the names are not shown"
    );
    Ok(())
}

pub(crate) fn by_keyboard_alone(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(Window::DESK, &site, "#/")?;
    crate::hands::reach(&page, "article[data-game=tres-fute] [data-do=play-now]")?;
    page.keys(&["Enter"])?;
    let hands = Hands::on_keys(&page, 7);
    hands.play_to_the_end()?;
    hands.check_the_end()?;
    Ok(())
}

pub(crate) fn push_with_risk(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(Window::DESK.in_language("fr"), &site, "#/settings")?;
    in_a_hurry(&page, &site.address("#/settings"))?;
    page.go(&site.address("#/new/push"))?;
    page.tap("[data-do=variant-risk]")?;
    page.tap("[data-do=start]")?;
    let hands = Hands::new(&page, 8);
    hands.play_to_the_end()?;
    hands.check_the_end()?;
    let record = hands.record()?;
    ensure!(
        record.contains("variant: risk") || record.contains("variant=risk"),
        "not Risk but {record}"
    );
    Ok(())
}

/// A first game: each thing is explained when it first happens, and only then.
fn guided(stage: &StoryContext<'_>, game: &str, window: Window, seed: u64) -> Result<BTreeSet<String>> {
    const GUIDE: &str = "aside[data-guide]";
    let site = stage.site()?;
    let page = stage.visit(window, &site, "#/")?;
    in_a_hurry(&page, &site.address("#/settings"))?;
    page.go(&site.address(&format!("#/how/{game}")))?;
    page.tap("[data-do=guided]")?;
    // The scripted turn has stories of its own.
    page.tap("[data-do=skip]")?;
    let hands = Hands::new(&page, seed);
    let mut told = BTreeSet::new();
    loop {
        let seen = hands.look()?;
        while page.has(GUIDE)? {
            let topic = page.attribute(GUIDE, "data-guide")?;
            ensure!(
                page.text(&format!("{GUIDE} p"))?.len() > 20,
                "nothing is said about {topic}"
            );
            page.tap(&format!("{GUIDE}[data-guide='{topic}'] [data-do=got-it]"))?;
            page.gone(&format!("{GUIDE}[data-guide='{topic}']"))?;
            ensure!(told.insert(topic.clone()), "{topic} is explained twice");
        }
        // Bots go on while tips are read.
        if hands.look()? != seen {
            continue;
        }
        if seen.awaits == "over" {
            break;
        }
        hands.act(&seen)?;
    }
    hands.check_the_end()?;
    Ok(told)
}

pub(crate) fn a_guided_game(stage: &StoryContext<'_>) -> Result<()> {
    let told = guided(stage, "melange-fute", Window::PHONE, 9)?;
    for topic in ["first_roll", "pick_die", "to_platter", "passive", "end"] {
        ensure!(told.contains(topic), "{topic} was never explained, only {told:?}");
    }
    let told = guided(stage, "push", Window::PHONE.in_language("de"), 10)?;
    for topic in ["draw", "place", "end"] {
        ensure!(told.contains(topic), "{topic} was never explained, only {told:?}");
    }
    Ok(())
}
