//! What matters is seen: lit cells, names, cards and the coach, each where nothing lies over it.

use anyhow::{Context as _, Result, ensure};

use super::DICE_GAMES;
use super::choices::{SMALL_PHONE, seeded};
use crate::context::StoryContext;
use crate::hands::{Hands, in_a_hurry};
use crate::page::{BrowserPage, Window};

/// The lit cells and boxes that cannot be tapped where they are, because something lies over them or they are outside.
const HIDDEN: &str = r#"
return [...document.querySelectorAll(".sheet-side .legal")].filter((one) => {
  const box = one.getBoundingClientRect();
  const there = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return !one.contains(there);
}).map((one) => `${one.dataset.zone ?? one.dataset.power} ${one.dataset.cell ?? ""}`);
"#;

/// Whether why a turn ended can be read, if that is said now.
const WHY: &str = r#"
const why = document.querySelector("[data-why]");
if (!why) return null;
const box = why.getBoundingClientRect();
return why.scrollWidth <= why.clientWidth + 1 && box.height > 10 && box.top >= 0 && box.bottom <= innerHeight;
"#;

fn all_lit_is_seen(page: &BrowserPage<'_>, place: &str) -> Result<()> {
    page.until(&format!("{place}: everything lit is seen"), || {
        let hidden = page.read(HIDDEN)?;
        Ok(hidden.as_array().is_some_and(Vec::is_empty).then_some(()))
    })
    .with_context(|| format!("{place}: {}", page.read(HIDDEN).unwrap_or_default()))
}

pub(crate) fn every_lit_cell_is_seen_on_a_small_phone(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let window = SMALL_PHONE.in_language("fr");
    let mut ended = 0;
    for (seed, game) in (71..).zip(DICE_GAMES) {
        let page = stage.visit(window, &site, "#/")?;
        seeded(&page, &site, game, "7K3")?;
        let hands = Hands::new(&page, seed);
        for _ in 0..8 {
            let seen = hands.look()?;
            // A zone that has grown under a finger shows what is near it.
            if seen.asks_for_a_cell() && !page.has(".sheet-frame.grown")? {
                all_lit_is_seen(&page, &format!("{game}, step {}", seen.step))?;
            }
            let why = page.read(WHY)?;
            ensure!(
                why != false,
                "{game}, step {}: why a turn ended is cut",
                seen.step
            );
            ended += usize::from(why == true);
            hands.act(&seen)?;
        }
        page.close();
    }
    ensure!(ended > 0, "no turn ever ended");
    let page = stage.visit(window, &site, "#/")?;
    for puzzle in ["tres-fute/5", "hyper-fute/2"] {
        page.go(&site.address(&format!("#/puzzles/{puzzle}")))?;
        page.find(&format!("main[data-puzzle='{puzzle}'] .sheet-side .legal"))?;
        all_lit_is_seen(&page, puzzle)?;
        // Nothing had to move for that: what is asked and the dice are in sight, too.
        let hidden = page.read(
            "return ['.puzzle-told', '.dice', '.bar'].filter((css) => { \
               const box = document.querySelector(css).getBoundingClientRect(); \
               return box.top < 0 || box.bottom > innerHeight })",
        )?;
        ensure!(hidden == serde_json::json!([]), "{puzzle}: {hidden} out of sight");
    }
    // A card of a guided game takes room of its own.
    in_a_hurry(&page, &site.address("#/settings"))?;
    page.go(&site.address("#/learn/hyper-fute"))?;
    page.tap("[data-do=skip]")?;
    page.tap("[data-do=roll]")?;
    page.find("[data-guide=pick_die]")?;
    page.find(".sheet-side .legal")?;
    all_lit_is_seen(&page, "a guided game")?;
    Ok(())
}

/// Do two things on the page overlap? `None` if one of them is not seen at all.
fn overlap(page: &BrowserPage<'_>, one: &str, other: &str) -> Result<Option<bool>> {
    let overlap = page.read_with(
        "const [one, other] = [...arguments].map((css) => document.querySelector(css)); \
         if (!one?.checkVisibility() || !other?.checkVisibility()) return null; \
         const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()]; \
         return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom",
        &serde_json::json!([one, other]),
    )?;
    Ok(overlap.as_bool())
}

pub(crate) fn the_coach_and_celebrations_leave_the_card_alone(stage: &StoryContext<'_>) -> Result<()> {
    const GUIDE: &str = "aside[data-guide]";
    // A word of joy as the app shows it; stories that do not move have none of their own.
    const CHEER: &str = "const cheer = document.createElement('div'); cheer.className = 'cheer skippable'; \
        cheer.innerHTML = '<p>Premier renard !</p>'; document.body.append(cheer)";
    let site = stage.site()?;
    for window in [SMALL_PHONE, Window::SIDEWAYS, Window::DESK] {
        let size = format!("{}×{}", window.width, window.height);
        let page = stage.visit(window.in_language("fr"), &site, "#/learn/tres-fute")?;
        page.tap("[data-do=skip]")?;
        page.tap("[data-do=roll]")?;
        page.find("[data-guide=pick_die]")?;
        page.find(".sheet-side .legal")?;
        page.read(CHEER)?;
        ensure!(
            overlap(&page, ".cheer p", GUIDE)? == Some(false),
            "{size}: a celebration lies over the card"
        );
        page.read("document.querySelector('.cheer').remove()")?;
        page.tap("[data-do=hint]")?;
        page.find("[data-do=advised]")?;
        ensure!(
            overlap(&page, ".coach", GUIDE)? != Some(true),
            "{size}: the coach lies over the card"
        );
        page.until(&format!("{size}: what he advises is seen"), || {
            let seen = page.read(
                "const hint = document.querySelector('.sheet-side .hint'); if (!hint) return true; \
                 const box = hint.getBoundingClientRect(); \
                 return hint.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2))",
            )?;
            Ok((seen == true).then_some(()))
        })?;
        losses_add_up(&page).with_context(|| size.clone())?;
        // A choice of one's own, and not one of his.
        let hands = Hands::new(&page, 72);
        let step = hands.look()?.step;
        let now = hands.play_until(|seen| seen.step > step)?;
        ensure!(now.step > step, "{size}: nothing was chosen");
        page.until(
            &format!("{size}: the coach is gone or has something to say"),
            || {
                let empty =
                    page.has(".coach")? && !page.has(".coach :is([data-do=advised], [data-coach])")?;
                let stays = window.width < 900 && page.has(".coach")?;
                Ok((!empty && !stays).then_some(()))
            },
        )?;
        page.close();
    }
    Ok(())
}

/// The losses that the coach shows are the differences of the numbers beside them.
fn losses_add_up(page: &BrowserPage<'_>) -> Result<()> {
    let rows = page.read(
        "const number = (text) => Math.round(10 * Number(text.replace('−', '').replace(',', '.') || 0)); \
         return [...document.querySelectorAll('.advice-row')].map((row) => \
           ['.worth', '.loss'].map((part) => number(row.querySelector(part).textContent)))",
    )?;
    let rows = rows.as_array().context("a list of choices")?;
    let number = |row: &serde_json::Value, part: usize| row[part].as_i64().unwrap_or(-1);
    let best = number(rows.first().context("a choice")?, 0);
    for row in rows {
        let (worth, loss) = (number(row, 0), number(row, 1));
        ensure!(worth + loss == best, "{worth} and {loss} are not {best} tenths");
    }
    Ok(())
}

pub(crate) fn names_are_whole_at_a_full_table(stage: &StoryContext<'_>) -> Result<()> {
    const CUT: &str = "return [...document.querySelectorAll('.push-seat .push-name')] \
        .filter((name) => name.scrollWidth > name.clientWidth + 1 || name.clientWidth === 0).map((name) => name.textContent)";
    let site = stage.site()?;
    for (window, players) in [(SMALL_PHONE, 6), (Window::PHONE, 5), (Window::SIDEWAYS, 6)] {
        let page = stage.visit(window.in_language("fr"), &site, "#/")?;
        page.go(&site.address(&format!("#/seed/push-p{players}-7K3")))?;
        page.tap("[data-do=start]")?;
        page.find(&format!(".push-seats.n{players} .push-name"))?;
        let cut = page.read(CUT)?;
        ensure!(
            cut.as_array().is_some_and(Vec::is_empty),
            "{}×{}, {players} players: {cut} are cut",
            window.width,
            window.height
        );
        page.close();
    }
    Ok(())
}
