//! Reasons to come back, and honest records.

use anyhow::{Context as _, Result, ensure};
use serde_json::json;

use super::records::{allow_clipboard, import};
use crate::context::StoryContext;
use crate::hands::{Hands, in_a_hurry};
use crate::page::{BrowserPage, Window};
use crate::site::AppServer;

/// A finished game on the device, as the app keeps it; `more` changes what is kept beside the record.
pub(crate) fn keep_game(
    page: &BrowserPage<'_>,
    id: &str,
    record: &str,
    more: &serde_json::Value,
) -> Result<()> {
    let mut saved = json!({
        "version": 1, "id": id, "revision": 1, "started": 1_794_800_000_000_f64, "changed": 1_794_800_900_000_f64,
        "record": record, "over": true,
    });
    if let (Some(saved), Some(more)) = (saved.as_object_mut(), more.as_object()) {
        saved.extend(more.clone());
    }
    page.read_with(
        "localStorage.setItem(`finaud.game.${arguments[0]}`, arguments[1])",
        &json!([id, saved.to_string()]),
    )?;
    Ok(())
}

/// A golden game, with people in place of bots.
pub(crate) fn played_by(name: &str, people: &[&str]) -> Result<String> {
    let file = crate::root().join("crates/table/tests/golden").join(name);
    let text = std::fs::read_to_string(&file).with_context(|| file.display().to_string())?;
    let lines = text.lines().filter_map(|line| {
        let seat = |start: &str| -> Option<usize> {
            line.strip_prefix(start)?
                .split_once(':')?
                .0
                .parse::<usize>()
                .ok()?
                .checked_sub(1)
        };
        if let Some(name) = seat("seat ").and_then(|seat| people.get(seat)) {
            let head = line.split(':').next().unwrap_or_default();
            return Some(format!("{head}: {name}"));
        }
        match seat("bot ") {
            Some(seat) if seat < people.len() => None,
            _ => Some(line.to_owned()),
        }
    });
    Ok(lines.collect::<Vec<_>>().join("\n") + "\n")
}

/// A page with these games on the device.
fn with_games<'d>(
    stage: &StoryContext<'d>,
    site: &AppServer,
    window: Window,
    route: &str,
    keep: impl Fn(&BrowserPage<'_>) -> Result<()>,
) -> Result<std::rc::Rc<BrowserPage<'d>>> {
    let page = stage.visit(window, site, "#/settings")?;
    keep(&page)?;
    page.go(&site.address(route))?;
    page.find("main:not([data-page=coming])")?;
    Ok(page)
}

fn clipboard(page: &BrowserPage<'_>) -> Result<String> {
    let text = page.read_later(
        "const done = arguments[0]; navigator.clipboard.readText().then(done, (why) => done(`! ${why}`))",
    )?;
    Ok(text.as_str().context("the clipboard is empty")?.to_owned())
}

/// The seats of others and games with hints do not count as one's own best.
pub(crate) fn records_are_ones_own(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = with_games(stage, &site, Window::PHONE, "#/history", |page| {
        keep_game(page, "1a1", &played_by("tres-fute-p1.txt", &["You"])?, &json!({}))?;
        // Somebody else's, from a link; and one of two people with names, of whom none is oneself.
        keep_game(
            page,
            "1a2",
            &played_by("tres-fute-deluxe-p1.txt", &["Zoé"])?,
            &json!({ "brought": true }),
        )?;
        keep_game(
            page,
            "1a3",
            &played_by("tres-fute-p2.txt", &["Ada", "Bruno"])?,
            &json!({}),
        )?;
        keep_game(
            page,
            "1a4",
            &played_by("hyper-fute-p1.txt", &["You"])?,
            &json!({ "hints": 3 }),
        )
    })?;
    page.until("all games are listed", || {
        Ok((page.all("[data-game-id]")?.len() == 4).then_some(()))
    })?;
    ensure!(
        page.all("[data-game-id] [data-points]")?.len() == 2,
        "points that are not one's own are shown as one's own"
    );
    ensure!(
        page.text("[data-game-id='1a4'] [data-hints]")?.contains('3'),
        "the hints are not told in the list"
    );
    // Games with hints are kept apart, and there is something to choose.
    page.find("[data-do=help-without][aria-checked=true]")?;
    ensure!(
        page.all(".figures-of table tbody tr")?.len() == 1,
        "others or games with hints are counted: {}",
        page.text(".figures-of")?
    );
    page.tap("[data-do=help-any]")?;
    page.until("both are counted", || {
        Ok((page.all(".figures-of table tbody tr")?.len() == 2).then_some(()))
    })?;
    // A single game is told, not drawn.
    page.tap("[data-do=help-without]")?;
    page.tap("[data-do=filter-tres-fute]")?;
    page.find("[data-few='1']")?;
    ensure!(!page.has(".histogram")?, "one game is drawn as a distribution");
    page.go(&site.address("#/"))?;
    page.find("article[data-game=tres-fute]")?;
    ensure!(
        page.text("article[data-game=tres-fute] .best")?.contains("106"),
        "the best is not one's own"
    );
    ensure!(
        !page.has("article[data-game=tres-fute-deluxe] .best")?,
        "Zoé's best is told as one's own"
    );
    Ok(())
}

/// Help of the coach is told at the end, in the review, in the text and in the links for others.
pub(crate) fn hints_are_told_everywhere(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = with_games(stage, &site, Window::DESK, "#/play/1a1", |page| {
        keep_game(
            page,
            "1a1",
            &played_by("tres-fute-p1.txt", &["You"])?,
            &json!({ "hints": 2 }),
        )
    })?;
    allow_clipboard(&page)?;
    page.find("[data-finish] [data-hints='2']")?;
    page.tap("[data-do=copy-result]")?;
    page.until("the result tells the hints", || {
        Ok(clipboard(&page)?.contains("with 2 hints").then_some(()))
    })?;
    page.tap("[data-do=copy-challenge]")?;
    let dare = page.until("the dare is copied", || {
        let text = clipboard(&page)?;
        Ok(text.contains("/106+2").then_some(text))
    })?;
    page.tap("[data-do=copy-replay]")?;
    let replay = page.until("the link is copied", || {
        let text = clipboard(&page)?;
        Ok(text.contains("#/replay/").then_some(text))
    })?;
    page.go(&site.address("#/review/1a1"))?;
    page.find("main[data-page=review] [data-hints='2']")?;
    let other = stage.window(Window::PHONE)?;
    other.go(&dare)?;
    other.find("main[data-page=seed] [data-hints='2']")?;
    other.go(&replay)?;
    other.find("main[data-page=replay] [data-hints='2']")?;
    // Whoever keeps it keeps that too, and it stays somebody else's.
    other.tap("[data-do=keep]")?;
    other.find("[data-kept]")?;
    other.go(&site.address("#/history"))?;
    other.find("[data-game-id] [data-hints='2']")?;
    ensure!(
        !other.has("[data-game-id] [data-points]")?,
        "it counts as one's own"
    );
    Ok(())
}

/// A replay plays by itself, hides the score until its end, and offers the same dice.
pub(crate) fn a_replay_is_watched(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(Window::DESK, &site, "#/history")?;
    allow_clipboard(&page)?;
    import(
        &page,
        &crate::root().join("crates/table/tests/golden/tres-fute-p1.txt"),
    )?;
    page.tap("[data-game-id] [data-do=open]")?;
    page.tap("[data-do=copy-replay]")?;
    let link = page.until("the link is copied", || {
        let text = clipboard(&page)?;
        Ok(text.contains("#/replay/").then_some(text))
    })?;
    page.go(&link)?;
    page.find("main[data-page=replay] [data-total]")?;
    page.tap("[data-do=hide-scores]")?;
    page.gone("[data-total]")?;
    page.find("[data-hidden-scores]")?;
    page.tap("[data-do=speed-4]")?;
    page.tap("[data-do=autoplay]")?;
    page.until("the game plays by itself", || {
        let step = page.attribute(".steps", "data-step")?;
        Ok((step.parse::<usize>()? >= 3).then_some(()))
    })?;
    page.tap("[data-do=autoplay]")?;
    page.find("[data-playing=false]")?;
    // From shortly before the end it stops by itself.
    page.tap("[data-do=last]")?;
    page.find("[data-total]")?;
    page.tap("[data-do=back]")?;
    page.tap("[data-do=autoplay]")?;
    page.find("[data-playing=true]")?;
    page.find("[data-playing=false]")?;
    let steps = page.attribute(".steps", "data-steps")?;
    ensure!(
        page.attribute(".steps", "data-step")? == steps,
        "it stopped early"
    );
    page.tap("[data-do=same-dice]")?;
    page.find("main[data-page=play]")?;
    let record = page.read("const id = location.hash.split('/')[2]; return JSON.parse(localStorage.getItem(`finaud.game.${id}`)).record")?;
    let record = record.as_str().unwrap_or_default();
    ensure!(record.contains("seed: tres-fute-p1-35\n"), "other dice: {record}");
    Ok(())
}

/// Alone, the table tells the points so far and the next title.
pub(crate) fn the_table_tells_the_next_title(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.window(Window::PHONE)?;
    in_a_hurry(&page, &site.address("#/settings"))?;
    page.go(&site.address("#/seed/tres-fute-p1-7K3"))?;
    page.tap("[data-do=start]")?;
    let first = page.text(".tally")?;
    ensure!(first.starts_with("0 points") && first.contains('“'), "{first}");
    Hands::new(&page, 35).play_until(|seen| seen.step > 12)?;
    ensure!(page.text(".tally")? != first, "the points stay at nothing");
    Ok(())
}

/// Somebody who has played before has achievements at once; they are told at the end of the game that earned them.
pub(crate) fn old_games_have_earned_something(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = with_games(stage, &site, Window::PHONE, "#/", |page| {
        keep_game(page, "1a1", &played_by("tres-fute-p1.txt", &["You"])?, &json!({}))?;
        keep_game(
            page,
            "1a3",
            &played_by("push-p4.txt", &["Zoé"])?,
            &json!({ "brought": true }),
        )
    })?;
    page.tap("[data-do=achievements]")?;
    page.find("main[data-page=achievements] [data-achievement=first-game][data-is-earned=true]")?;
    // A game of somebody else earns nothing.
    let ten = page.attribute("[data-achievement=ten-games]", "data-done")?;
    ensure!(ten == "1", "{ten} games are counted");
    let earned = page.attribute("[data-earned]", "data-earned")?;
    ensure!(
        page.all("[data-is-earned=true]")?.len().to_string() == earned,
        "{earned}"
    );
    // Each is told by name, with what is to be done.
    let told = page.text("[data-achievement=points-300]")?;
    ensure!(told.contains("300") && told.contains("without hints"), "{told}");
    page.tap("[data-achievement=first-game] a")?;
    page.find("[data-finish] [data-earned-now] [data-achievement=first-game]")?;
    // What was earned stays when the game is deleted.
    page.go(&site.address("#/history"))?;
    page.tap("[data-game-id='1a1'] [data-do=delete]")?;
    page.gone("[data-game-id='1a1']")?;
    page.go(&site.address("#/achievements"))?;
    page.find("[data-achievement=first-game][data-is-earned=true]")?;
    ensure!(
        page.attribute("[data-achievement=ten-games]", "data-done")? == "0",
        "a deleted game still counts"
    );
    Ok(())
}

/// The calendar shows what was reached on which day, and goes by keys from day to day.
pub(crate) fn the_calendar_tells_the_streak(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.window(Window::PHONE)?;
    page.before_the_app(&super::trouble::clock("2026-11-20T12:00:00"))?;
    page.go(&site.address("#/settings"))?;
    page.find("main")?;
    let record = played_by("tres-fute-p1.txt", &["You"])?;
    for (id, day, hints) in [
        ("1a1", "2026-11-18", 0),
        ("1a2", "2026-11-19", 2),
        ("1a3", "2026-10-31", 0),
    ] {
        keep_game(&page, id, &record, &json!({ "daily": day, "hints": hints }))?;
    }
    page.go(&site.address("#/"))?;
    page.tap("[data-do=calendar]")?;
    page.find("main[data-page=calendar] [data-streak='2']")?;
    ensure!(
        page.text("[data-day='2026-11-18']")?.contains("106"),
        "no points on the day"
    );
    page.find("[data-day='2026-11-19'].helped")?;
    page.find("[data-day='2026-11-21'][disabled]")?;
    // From the chosen day, today, three days back by keys.
    page.tap("[data-day='2026-11-20']")?;
    page.keys(&["Left"])?;
    page.find("[data-chosen='2026-11-19'] [data-hints='2']")?;
    page.find("[data-day='2026-11-19']:focus")?;
    page.keys(&["Up"])?;
    page.find("[data-chosen='2026-11-12']")?;
    ensure!(!page.has("[data-do=review-day]")?, "there was nothing to review");
    page.tap("[data-do=month-before]")?;
    page.find("[data-day='2026-10-31'].done")?;
    page.tap("[data-day='2026-10-31']")?;
    page.find("[data-chosen='2026-10-31'] [data-do=review-day]")?;
    // What is played of a day that has gone is practice and does not fill the gap.
    page.tap("[data-day='2026-10-30']")?;
    page.tap("[data-chosen='2026-10-30'] [data-do=play-day]")?;
    page.find("main[data-page=play]")?;
    let kept = page.read("const id = location.hash.split('/')[2]; return JSON.parse(localStorage.getItem(`finaud.game.${id}`)).daily")?;
    ensure!(kept.is_null(), "it counts for {kept}");
    Ok(())
}

/// The result of the day is shared as squares, with how much help there was.
pub(crate) fn the_day_is_shared_in_squares(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.window(Window::PHONE)?;
    page.before_the_app(&super::trouble::clock("2026-11-20T12:00:00"))?;
    page.go(&site.address("#/settings"))?;
    page.find("main")?;
    allow_clipboard(&page)?;
    keep_game(
        &page,
        "1a1",
        &played_by("tres-fute-p1.txt", &["You"])?,
        &json!({ "daily": "2026-11-20" }),
    )?;
    page.go(&site.address("#/"))?;
    page.tap("[data-do=daily-share]")?;
    let text = page.until("the squares are copied", || {
        let text = clipboard(&page)?;
        Ok(text.contains("#/seed/").then_some(text))
    })?;
    let lines: Vec<&str> = text.lines().collect();
    ensure!(lines.len() == 4 && lines[0].contains("324"), "{text}");
    ensure!(
        lines[1]
            .chars()
            .all(|letter| "🟨🟦🟩🟧🟪🟥🟫⬛⬜🦊".contains(letter)),
        "{text}"
    );
    ensure!(lines[2] == "106 points · without hints", "{text}");
    Ok(())
}

/// Bots have faces, and the last word of a game is theirs, unless they are told to be quiet.
pub(crate) fn bots_have_faces_and_say_a_word(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let whole = played_by("tres-fute-p2.txt", &["You"])?;
    // The same game without its result and its last turn.
    let (before, _) = whole.rsplit_once("\nround ").context("a last turn")?;
    let lines = before.lines().filter(|line| !line.starts_with("result:"));
    let record = lines.collect::<Vec<_>>().join("\n") + "\n";
    for quiet in [false, true] {
        let page = stage.window(Window::PHONE)?;
        in_a_hurry(&page, &site.address("#/settings"))?;
        if quiet {
            page.tap("[data-do=remarks]")?;
            page.find("[data-do=remarks][aria-checked=false]")?;
        }
        keep_game(&page, "1a1", &record, &json!({ "over": false }))?;
        page.go(&site.address("#/play/1a1"))?;
        page.find("[data-seat='2'] .face")?;
        ensure!(
            !page.has("[data-seat='1'] .face")?,
            "a person has the face of a bot"
        );
        Hands::new(&page, 36).play_to_the_end()?;
        page.find("[data-finish] th .face")?;
        ensure!(page.has("[data-remark]")? != quiet, "quiet: {quiet}");
        page.close();
    }
    Ok(())
}

/// The result becomes a picture, drawn here, that can be saved.
pub(crate) fn a_result_becomes_a_picture(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    for (record, people) in [
        ("hyper-fute-p1.txt", vec!["You"]),
        ("push-p4.txt", vec!["<b>&amp;"]),
    ] {
        let page = with_games(stage, &site, Window::PHONE, "#/play/1a1", |page| {
            keep_game(page, "1a1", &played_by(record, &people)?, &json!({}))
        })?;
        page.tap("[data-do=picture]")?;
        page.find("[data-picture]")?;
        page.until("the picture has its size", || {
            let size = page.read("const one = document.querySelector('[data-picture]'); return one.complete && one.naturalWidth")?;
            Ok((size == 1080).then_some(()))
        })?;
        // The whole of it is in sight, with what can be done with it.
        let seen = page.read(
            "return ['[data-picture]', '[data-do=save-picture]', '[data-do=close-picture]'].every((css) => { \
             const at = document.querySelector(css).getBoundingClientRect(); \
             return at.top >= 0 && at.left >= 0 && at.bottom <= innerHeight && at.right <= innerWidth })",
        )?;
        ensure!(seen == true, "the picture or its buttons are out of sight");
        ensure!(
            page.attribute("[data-do=save-picture]", "download")?
                .ends_with(".png"),
            "no file to save"
        );
        page.tap("[data-do=close-picture]")?;
        page.until("it closes", || {
            Ok((!page.has("dialog.picture[open]")?).then_some(()))
        })?;
        page.tap("[data-do=picture]")?;
        page.find("dialog.picture[open] [data-picture]")?;
        page.close();
    }
    Ok(())
}
