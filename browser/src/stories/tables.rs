//! At the table: taking back, coming back, real dice, the coach.

use std::process::Command;

use anyhow::{Result, ensure};

use crate::context::StoryContext;
use crate::engine;
use crate::hands::{Hands, in_a_hurry};
use crate::page::{BrowserPage, Window};
use crate::site::AppServer;

/// Where pending bonuses are listed.
pub(super) const GIFTS: &str = "main .gifts";

pub(crate) fn undo_goes_back_to_the_last_luck(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(Window::PHONE, &site, "#/")?;
    page.tap("article[data-game=tres-fute] [data-do=play-now]")?;
    let hands = Hands::new(&page, 11);
    for _ in 0..3 {
        // Dice have been rolled and a choice is due.
        let before = hands.play_until(|seen| seen.awaits == "people" && seen.step > 0)?;
        let record = hands.record()?;
        let mut after = hands.act(&before)?;
        while after.step == before.step {
            after = hands.act(&after)?;
        }
        // As often as there are choices since luck.
        while hands.look()?.step > before.step && page.has("[data-do=undo]:not([disabled])")? {
            let step = hands.look()?.step;
            page.tap("[data-do=undo]:not([disabled])")?;
            page.until("a choice is taken back", || {
                Ok((hands.look()?.step < step).then_some(()))
            })?;
        }
        ensure!(
            hands.look()?.step == before.step,
            "not everything could be taken back"
        );
        ensure!(
            hands.record()? == record,
            "the record after undo is another one than before the choice"
        );
        // And on, so that the next time is another place.
        hands.act(&hands.look()?)?;
        hands.play_until(|seen| seen.step > before.step + 4)?;
    }
    Ok(())
}

/// The bonuses that wait, once they have flown to where they are listed.
fn waiting(page: &BrowserPage<'_>) -> Result<String> {
    page.until("the waiting bonuses can be read", || {
        let text = page.text(GIFTS)?;
        Ok((!text.trim().is_empty()).then_some(text))
    })
}

pub(crate) fn a_reload_in_a_cascade_resumes_there(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(Window::PHONE, &site, "#/")?;
    page.tap("article[data-game=tres-fute] [data-do=play-now]")?;
    let hands = Hands::new(&page, 12);
    let mut reloads = 0;
    while reloads < 2 {
        let seen = hands.play_until(|seen| {
            seen.awaits == "over" || (seen.awaits == "people" && page.has(GIFTS).unwrap_or(false))
        })?;
        if seen.awaits == "over" {
            break;
        }
        let (gifts, record) = (waiting(&page)?, hands.record()?);
        page.reload()?;
        let now = hands.look()?;
        ensure!(now.step == seen.step, "step {} became {}", seen.step, now.step);
        let now_waiting = waiting(&page)?;
        ensure!(now_waiting == gifts, "`{gifts}` waited, now `{now_waiting}`");
        ensure!(hands.record()? == record, "the record changed");
        reloads += 1;
        // The bonus is used, and the game goes on.
        hands.play_until(|later| later.step > seen.step + 3 || later.awaits == "over")?;
    }
    ensure!(reloads > 0, "the game was over before a bonus waited");
    Ok(())
}

pub(crate) fn real_dice(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(Window::PHONE, &site, "#/new/hyper-fute")?;
    page.tap("[data-do=luck-real]")?;
    page.tap("[data-do=start]")?;
    let hands = Hands::new(&page, 13);
    // What was entered wrongly is taken back.
    let asked = hands.play_until(|seen| seen.awaits == "typed")?;
    let entered = hands.act(&asked)?;
    ensure!(entered.step > asked.step, "nothing was entered");
    page.tap("[data-do=undo]:not([disabled])")?;
    page.until("the dice are asked for again", || {
        Ok((hands.look()?.step == asked.step).then_some(()))
    })?;
    hands.play_to_the_end()?;
    hands.check_the_end()?;
    Ok(())
}

pub(crate) fn real_cards(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(Window::PHONE, &site, "#/settings")?;
    in_a_hurry(&page, &site.address("#/settings"))?;
    page.go(&site.address("#/new/push"))?;
    page.tap("[data-do=luck-real]")?;
    page.tap("[data-do=start]")?;
    let hands = Hands::new(&page, 14);
    let seen = hands.play_until(|seen| seen.step > 40)?;
    ensure!(
        engine::replay(&hands.record()?)?.events as u64 >= seen.step,
        "events are missing in the record"
    );
    Ok(())
}

pub(crate) fn the_coach_is_asked_and_obeyed(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(Window::DESK, &site, "#/")?;
    page.tap("article[data-game=tres-fute] [data-do=play-now]")?;
    let hands = Hands::new(&page, 15);
    let seen = hands.play_until(|seen| seen.awaits == "people" && seen.step > 0)?;
    page.tap("[data-do=hint]")?;
    page.find("[data-panel=coach] [data-do=advised]")?;
    let why = page.text("[data-panel=coach] .why")?;
    ensure!(!why.trim().is_empty(), "the coach does not say why");
    // Whoever leaves now was helped all the same.
    let id = page.address()?.rsplit('/').next().unwrap_or_default().to_owned();
    let kept = page.read(&format!("return localStorage.getItem('finaud.game.{id}')"))?;
    ensure!(
        kept.as_str().is_some_and(|kept| kept.contains("\"hints\":1")),
        "the hint is not kept: {kept}"
    );
    page.tap("[data-panel=coach] [data-do=advised]")?;
    page.until("the advice is played", || {
        Ok((hands.look()?.step > seen.step).then_some(()))
    })
}

pub(crate) fn the_coach_can_be_forbidden(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(Window::PHONE, &site, "#/new/tres-fute")?;
    page.tap("[data-do=coach][aria-checked=true]")?;
    page.tap("[data-do=start]")?;
    Hands::new(&page, 16).play_until(|seen| seen.awaits == "people" && seen.step > 0)?;
    ensure!(
        !page.has("[data-do=hint]")?,
        "the coach can be asked all the same"
    );
    Ok(())
}

pub(crate) fn a_sheet_of_ones_own(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(Window::PHONE, &site, "#/new/tres-fute")?;
    let folder = crate::target().join("browser");
    std::fs::create_dir_all(&folder)?;
    let printed = std::fs::read_to_string(crate::root().join("games/tres-fute/sheet.toml"))?;
    let load = |name: &str, text: &str| -> Result<()> {
        let file = folder.join(name);
        std::fs::write(&file, text)?;
        page.type_into("[data-do=load-sheet]", &file.display().to_string())
    };
    // A mistake is named, and the sheet that was there stays.
    load(
        "broken-sheet.toml",
        &printed.replacen("[[zones]]", "[[zoones]]", 1),
    )?;
    ensure!(
        page.text("[data-sheet-problems]")?.contains("zoones"),
        "the mistake is not named: {}",
        page.text("[data-sheet-problems]")?
    );
    let own = printed
        .replacen("id = \"tres-fute\"", "id = \"fox-hole\"", 1)
        .replacen("name = \"Très Futé\"", "name = \"Fox Hole\"", 1);
    load("fox-hole.toml", &own)?;
    page.find("[data-provenance=custom]")?;
    page.tap("[data-do=start]")?;
    let hands = Hands::new(&page, 17);
    let seen = hands.play_until(|seen| seen.step > 9 && seen.awaits == "people")?;
    let record = hands.record()?;
    ensure!(record.contains("game: fox-hole"), "another game: {record}");
    // It is found again on the first page, though it has no card there.
    page.tap("[data-do=home]")?;
    ensure!(
        page.text(".continue")?.contains("Fox Hole"),
        "{}",
        page.text(".continue")?
    );
    page.tap(".continue [data-do=resume]")?;
    ensure!(hands.look()?.step == seen.step, "the game went back");
    ensure!(hands.record()? == record, "the record changed");
    hands.play_to_the_end()?;
    page.find("[data-total='1']")?;
    Ok(())
}

/// A game that no code knows: a folder with a sheet, a few texts and nothing else, packed by the command for it.
pub(crate) fn a_game_from_a_folder(stage: &StoryContext<'_>) -> Result<()> {
    let app = crate::target().join("browser/fifth");
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let packed = Command::new(cargo)
        .args(["xtask", "app", "--games", "testdata/games", "--out"])
        .arg(&app)
        .current_dir(crate::root())
        .output()?;
    ensure!(
        packed.status.success(),
        "the app is not packed: {}",
        String::from_utf8_lossy(&packed.stderr)
    );
    let site = AppServer::start(&app, "/")?;
    let page = stage.visit(Window::PHONE.in_language("fr"), &site, "#/")?;
    // On the first page in its place, with its words, a picture and its colour.
    let card = "article[data-game=fox-hole]";
    ensure!(
        page.text(card)?.contains("Un terrier pour les essais"),
        "{}",
        page.text(card)?
    );
    page.find(&format!("{card} svg rect"))?;
    let order = page
        .read("return [...document.querySelectorAll('article[data-game]:not(.challenge)')].map(card => card.dataset.game)")?;
    ensure!(
        order[0] == "tres-fute" && order[1] == "fox-hole",
        "it has another place: {order}"
    );
    // Its how-to page: its own words, and defaults for what it leaves out.
    page.go(&site.address("#/how/fox-hole"))?;
    ensure!(page.text("#how-hay")? == "Le foin", "{}", page.text("#how-hay")?);
    ensure!(
        page.text("#how-berry")? == "berry",
        "{}",
        page.text("#how-berry")?
    );
    ensure!(
        page.text(".how-games")?.contains("Fox Hole"),
        "it is missing among the games"
    );
    // At its table: titles and colours of its own, in German too.
    page.go(&site.address("#/new/fox-hole"))?;
    page.tap("[data-do=start]")?;
    let hands = Hands::new(&page, 21);
    hands.play_until(|seen| seen.step > 6 && seen.awaits == "people")?;
    let told = |what: &str| -> Result<String> {
        let found = page.read(&format!(
            "return document.querySelector('[data-zone-frame={what}]').getAttribute('aria-label')"
        ))?;
        Ok(found.as_str().unwrap_or_default().to_owned())
    };
    ensure!(told("hay")? == "foin", "{}", told("hay")?);
    let colour =
        page.read("return getComputedStyle(document.querySelector('[data-zone-frame=moss] .strip')).fill")?;
    ensure!(colour == "rgb(79, 125, 58)", "another colour: {colour}");
    hands.play_to_the_end()?;
    ensure!(hands.record()?.contains("game: fox-hole"), "another game");
    page.go(&site.address("#/settings"))?;
    page.tap("[data-do=language-de]")?;
    page.go(&site.address("#/history"))?;
    ensure!(
        page.text("main")?.contains("Fox Hole"),
        "it is missing among the games played"
    );
    Ok(())
}
