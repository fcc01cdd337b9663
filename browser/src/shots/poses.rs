//! How somebody gets to the pages that are photographed.

use anyhow::Result;
use serde_json::json;

use crate::hands::{Hands, in_a_hurry};
use crate::page::BrowserPage;
use crate::site::AppServer;
use crate::stories::comeback::{keep_game, played_by};
use crate::stories::flow::add_bot;
use crate::stories::lessons::{FIRST_CHOICE, by_a_person, reviewed_game, settle};
use crate::stories::online::open;
use crate::stories::own_sheets::{load, printed};
use crate::stories::records::{allow_clipboard, import};
use crate::stories::trouble::clock;

/// Finished games of one person.
const GAMES_ALONE: [&str; 3] = ["tres-fute-p1.txt", "hyper-fute-p1.txt", "tres-fute-deluxe-p1.txt"];

fn golden(name: &str) -> std::path::PathBuf {
    crate::root().join("crates/table/tests/golden").join(name)
}

/// A game that has been played for a while, with a choice to be made: the same dice and cards each time.
pub(super) fn in_play(page: &BrowserPage<'_>, site: &AppServer, game: &str, steps: u64) -> Result<()> {
    in_a_hurry(page, &site.address("#/settings"))?;
    let players = if game == "push" { 3 } else { 1 };
    page.go(&site.address(&format!("#/seed/{game}-p{players}-7K3")))?;
    page.tap("[data-do=start]")?;
    Hands::new(page, 31).play_until(|seen| seen.step > steps && seen.awaits == "people")?;
    rest(page)
}

/// Takes the hand away, so that nothing is explained below it, and goes back to the top.
fn rest(page: &BrowserPage<'_>) -> Result<()> {
    let away = json!({ "type": "mouseMoved", "x": 1, "y": 1 });
    page.cdp("Input.dispatchMouseEvent", &away)?;
    page.read("scrollTo(0, 0)")?;
    Ok(())
}

pub(super) fn guided(page: &BrowserPage<'_>, site: &AppServer) -> Result<()> {
    page.go(&site.address("#/how/hyper-fute"))?;
    page.tap("[data-do=guided]")?;
    page.tap("[data-do=next]")?;
    page.find("[data-lesson=sheet]")?;
    Ok(())
}

pub(super) fn coach(page: &BrowserPage<'_>, site: &AppServer) -> Result<()> {
    in_play(page, site, "tres-fute", 30)?;
    page.tap("[data-do=hint]")?;
    page.find("[data-panel=coach] [data-do=advised]")?;
    Ok(())
}

pub(super) fn coach_at_push(page: &BrowserPage<'_>, site: &AppServer) -> Result<()> {
    in_play(page, site, "push", 60)?;
    page.tap("[data-do=hint]")?;
    page.find("[data-panel=coach] [data-do=advised]")?;
    Ok(())
}

pub(super) fn real_dice(page: &BrowserPage<'_>, site: &AppServer) -> Result<()> {
    page.go(&site.address("#/new/tres-fute"))?;
    page.tap("[data-do=luck-real]")?;
    page.tap("[data-do=start]")?;
    Hands::new(page, 32).play_until(|seen| seen.awaits == "typed")?;
    Ok(())
}

pub(super) fn history(page: &BrowserPage<'_>, site: &AppServer) -> Result<()> {
    page.go(&site.address("#/history"))?;
    for name in [
        "tres-fute-p1.txt",
        "hyper-fute-p1.txt",
        "push-p4.txt",
        "tres-fute-p3.txt",
    ] {
        import(page, &golden(name))?;
        page.reload()?;
        page.find("main h1")?;
    }
    Ok(())
}

pub(super) fn finish(page: &BrowserPage<'_>, site: &AppServer) -> Result<()> {
    page.go(&site.address("#/history"))?;
    import(page, &golden("tres-fute-p3.txt"))?;
    page.tap("[data-game-id] [data-do=open]")?;
    page.find("[data-total]")?;
    Ok(())
}

pub(super) fn review(page: &BrowserPage<'_>, site: &AppServer) -> Result<()> {
    page.go(&site.address("#/history"))?;
    reviewed_game(page, &golden("hyper-fute-p1.txt"))
}

pub(super) fn next_mistake(page: &BrowserPage<'_>, site: &AppServer) -> Result<()> {
    page.go(&site.address("#/history"))?;
    reviewed_game(page, &golden("tres-fute-p1.txt"))?;
    page.tap("[data-do=next-mistake]")?;
    page.find(".steps .choice.chosen")?;
    Ok(())
}

/// The first page of somebody who has reviewed a game that went badly.
pub(super) fn home_with_lessons(page: &BrowserPage<'_>, site: &AppServer) -> Result<()> {
    page.go(&site.address("#/history"))?;
    reviewed_game(page, &by_a_person("tres-fute-p1.txt")?)?;
    page.find("[data-learned='3']")?;
    page.go(&site.address("#/"))?;
    page.find("[data-todays] [data-task^='lesson/']")?;
    Ok(())
}

/// The list, for somebody who has solved some of it.
pub(super) fn puzzles(page: &BrowserPage<'_>, site: &AppServer) -> Result<()> {
    answered_puzzle(page, site, "tres-fute/1")?;
    answered_puzzle(page, site, "tres-fute/2")?;
    page.go(&site.address("#/puzzles"))?;
    page.tap("section[data-game=tres-fute] summary")?;
    page.find("section[data-game=tres-fute] details[open] .mark:is(.right, .almost, .wrong)")?;
    Ok(())
}

pub(super) fn puzzle(page: &BrowserPage<'_>, site: &AppServer, which: &str) -> Result<()> {
    page.go(&site.address(&format!("#/puzzles/{which}")))?;
    page.find(&format!("main[data-puzzle='{which}'] [data-asked]"))?;
    page.find(FIRST_CHOICE)?;
    Ok(())
}

pub(super) fn answered_puzzle(page: &BrowserPage<'_>, site: &AppServer, which: &str) -> Result<()> {
    puzzle(page, site, which)?;
    Hands::new(page, 43).touch_cell(FIRST_CHOICE)?;
    settle(page, 0)?;
    page.find("main[data-puzzle] [data-best]")?;
    Ok(())
}

/// A month, with games that were finished on some of its days.
fn with_games(page: &BrowserPage<'_>) -> Result<()> {
    page.before_the_app(&clock("2026-11-20T12:00:00"))?;
    page.reload()?;
    page.find("main")?;
    let days = [
        "2026-11-03",
        "2026-11-04",
        "2026-11-07",
        "2026-11-17",
        "2026-11-18",
        "2026-11-19",
    ];
    for (number, (game, day)) in GAMES_ALONE.iter().cycle().zip(days).enumerate() {
        let more = json!({ "daily": day, "hints": number % 3 / 2 });
        keep_game(page, &format!("1a{number}"), &played_by(game, &["You"])?, &more)?;
    }
    keep_game(page, "1b1", &played_by("push-p4.txt", &["You"])?, &json!({}))
}

pub(super) fn achievements(page: &BrowserPage<'_>, site: &AppServer) -> Result<()> {
    with_games(page)?;
    page.go(&site.address("#/achievements"))?;
    page.find("[data-achievement][data-is-earned=true]")?;
    Ok(())
}

pub(super) fn calendar(page: &BrowserPage<'_>, site: &AppServer) -> Result<()> {
    with_games(page)?;
    page.go(&site.address("#/calendar"))?;
    page.tap("[data-day='2026-11-18']")?;
    page.find("[data-chosen='2026-11-18'] [data-do=review-day]")?;
    Ok(())
}

/// "?" in the middle of a game.
pub(super) fn rules_above(page: &BrowserPage<'_>, site: &AppServer, game: &str) -> Result<()> {
    in_play(page, site, game, 30)?;
    page.tap("[data-do=how]")?;
    page.find("dialog[data-above][open] [data-how]")?;
    Ok(())
}

pub(super) fn share_picture(page: &BrowserPage<'_>, site: &AppServer) -> Result<()> {
    page.go(&site.address("#/settings"))?;
    page.find("main h1")?;
    keep_game(
        page,
        "1a1",
        &played_by("hyper-fute-p1.txt", &["You"])?,
        &json!({}),
    )?;
    page.go(&site.address("#/play/1a1"))?;
    page.tap("[data-do=picture]")?;
    page.find("[data-picture]")?;
    page.until("the picture is there", || {
        let done = page.read("const one = document.querySelector('[data-picture]'); one.scrollIntoView({ block: 'center' }); return one.complete && one.naturalWidth > 0")?;
        Ok((done == true).then_some(()))
    })
}

/// A sheet of one's own in which something is wrong.
pub(super) fn broken_sheet(page: &BrowserPage<'_>, site: &AppServer) -> Result<()> {
    page.go(&site.address("#/new/tres-fute"))?;
    let broken = printed("tres-fute")?.replacen(
        "column_points = [10, 14, 16, 20]",
        "column_points = [10, 14, 160]",
        1,
    );
    load(page, "broken-points.toml", &broken)?;
    page.find("[data-sheet-problems] li, [data-sheet-problems] p")?;
    page.read("document.querySelector('[data-sheet-problems]').scrollIntoView({ block: 'center' })")?;
    Ok(())
}

pub(super) fn replay(page: &BrowserPage<'_>, site: &AppServer) -> Result<()> {
    finish(page, site)?;
    allow_clipboard(page)?;
    page.tap("[data-do=copy-replay]")?;
    let link = page.until("the link is copied", || {
        let text = page.read_later(
            "const done = arguments[0]; navigator.clipboard.readText().then(done, () => done(''))",
        )?;
        Ok(text
            .as_str()
            .filter(|text| text.contains("#/replay/"))
            .map(str::to_owned))
    })?;
    page.go(&link)?;
    page.find("main[data-page=replay] [data-total]")?;
    Ok(())
}

/// A copy of a sheet in the workshop.
pub(super) fn workshop_sheet(page: &BrowserPage<'_>, site: &AppServer) -> Result<()> {
    page.go(&site.address("#/workshop/copy/melange-fute"))?;
    page.find("main[data-draft] [data-zone-frame]")?;
    Ok(())
}

/// How a sheet plays.
pub(super) fn report(page: &BrowserPage<'_>, site: &AppServer) -> Result<()> {
    page.go(&site.address("#/new/tres-fute"))?;
    page.tap("[data-do=report]")?;
    page.find("[data-report] svg")?;
    page.read("document.querySelector('[data-report]').scrollIntoView({ block: 'start' })")?;
    Ok(())
}

/// The first page of somebody who has played today's challenge, and begun another game.
pub(super) fn home_after_the_challenge(page: &BrowserPage<'_>, site: &AppServer) -> Result<()> {
    with_games(page)?;
    keep_game(
        page,
        "1a9",
        &played_by("tres-fute-p1.txt", &["You"])?,
        &json!({ "daily": "2026-11-20" }),
    )?;
    in_play(page, site, "hyper-fute", 12)?;
    page.go(&site.address("#/"))?;
    page.find("[data-daily] [data-daily-points]")?;
    Ok(())
}

/// The board of the day.
pub(super) fn board(page: &BrowserPage<'_>, site: &AppServer) -> Result<()> {
    page.go(&site.address("#/board"))?;
    page.find("[data-board=here] [data-do=try]")?;
    Ok(())
}

/// The waiting room of a table for three, one chair of which a bot has.
pub(super) fn room(page: &BrowserPage<'_>, site: &AppServer) -> Result<()> {
    open(page, &site.address(""), "Ada", "push", 3)?;
    add_bot(page, 2)?;
    rest(page)
}

/// A game at a table that a server keeps, against bots.
pub(super) fn online(page: &BrowserPage<'_>, site: &AppServer, game: &str, players: usize) -> Result<()> {
    in_a_hurry(page, &site.address("#/settings"))?;
    open(page, &site.address(""), "Ada", game, players)?;
    for seat in 2..=players {
        add_bot(page, seat)?;
    }
    page.tap("[data-do=begin]:not([disabled])")?;
    page.find("main[data-page=play][data-awaits]")?;
    Hands::new(page, 31).play_until(|seen| seen.step > 24 && seen.awaits == "people")?;
    rest(page)
}
