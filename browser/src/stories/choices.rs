//! Choosing at the table: nothing is spent by surprise, and what is written is chosen on the sheet.

use anyhow::{Context as _, Result, ensure};
use serde_json::json;

use super::DICE_GAMES;
use super::comeback::keep_game;
use crate::context::StoryContext;
use crate::hands::{Hands, in_a_hurry, reach};
use crate::page::{BrowserPage, Window};
use crate::reader::Reader;

/// A game of this kind, with the dice of this seed.
pub(super) fn seeded(
    page: &BrowserPage<'_>,
    site: &crate::site::AppServer,
    game: &str,
    seed: &str,
) -> Result<()> {
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
    ensure!(
        question.contains("Dépenser") != page.has(".question .cost-chip")?,
        "the cost is named twice, or not at all: {question}"
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

const TIP: &str = "[data-tip-shown]";

pub(crate) fn everything_says_what_it_is(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(Window::PHONE.in_language("fr"), &site, "#/")?;
    seeded(&page, &site, "melange-fute", "7K3")?;
    let hands = Hands::new(&page, 55);
    let seen = hands.play_until(|seen| seen.awaits == "people" && seen.step > 8)?;
    let (record, before) = (hands.record()?, boxes(&page)?);
    let mut told = Vec::new();
    for thing in [
        ".badge .sign.fox",
        ".badge .sign.gift",
        ".badge .sign.power",
        "[data-power=reroll]",
        "[data-power=joker]",
        "[data-power=polish]",
        "[data-foxes]",
        "[data-round='4']",
        ".round-bar .roll",
        "[data-zone-frame=green] .letter-place",
        ".cell.printed",
        ".place.platter",
        "button.die[aria-disabled=true]",
    ] {
        if !page.has(thing)? {
            ensure!(thing.contains("die"), "there is no {thing}");
            continue;
        }
        page.tap(thing)?;
        let tip = page.until(&format!("{thing} is explained"), || {
            let text = page.text(TIP)?;
            Ok((!text.is_empty() && told.last() != Some(&text)).then_some(text))
        })?;
        told.push(tip);
    }
    ensure!(
        told[0].contains("renard") && told.iter().all(|tip| tip.len() > 12),
        "these are no sentences: {told:?}"
    );
    // Whoever cannot see it hears it, and nothing was played or spent.
    ensure!(
        page.attribute(TIP, "role")? == "status",
        "a screen reader does not read it"
    );
    ensure!(hands.look()?.step == seen.step, "a question was an action");
    ensure!(
        hands.record()? == record && boxes(&page)? == before,
        "something was spent"
    );
    Ok(())
}

pub(crate) fn everything_is_explained_without_a_pointer(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(Window::DESK, &site, "#/")?;
    seeded(&page, &site, "melange-fute", "7K3")?;
    let hands = Hands::on_keys(&page, 55);
    let seen = hands.play_until(|seen| seen.awaits == "people" && seen.step > 8)?;
    let record = hands.record()?;
    // By keys: a button that only they meet, and arrows from there on.
    reach(&page, "[data-do=explain]")?;
    page.keys(&["Enter"])?;
    let mut told = Vec::new();
    for _ in 0..30 {
        page.until("something is explained", || {
            let here = page.read(
                "const here = document.activeElement; const same = here === window.before; \
                 return !same && here.matches('.dice-table :is([data-tip], [aria-description], .die)')",
            )?;
            Ok((here == true).then_some(()))
        })?;
        page.read("window.before = document.activeElement")?;
        told.push(page.text(TIP)?);
        page.keys(&["Right"])?;
    }
    ensure!(
        told[0].contains("round 1")
            && told.iter().any(|tip| tip.starts_with("Reroll:"))
            && told.iter().all(|tip| tip.len() > 12),
        "{told:?}"
    );
    page.keys(&["Escape"])?;
    page.until("nothing is explained any more", || {
        Ok(page.text(TIP)?.is_empty().then_some(()))
    })?;
    page.find(":is(.usable, .legal, .button):focus")?;
    // To a screen reader: with what it speaks of.
    let nodes = Reader::new(&page, 1).hear()?;
    for (name, description) in [
        ("fox", "worth as much as your weakest zone"),
        ("reroll", "roll every die again"),
    ] {
        let named = nodes
            .iter()
            .filter(|node| node.name.to_lowercase().contains(name));
        ensure!(
            { named }.any(|node| node.description.contains(description)),
            "`{name}` is not explained to a screen reader"
        );
    }
    ensure!(
        hands.look()?.step == seen.step && hands.record()? == record,
        "a question was an action"
    );
    Ok(())
}

/// Every cell that can be tapped, with its middle and its size: `[css, x, y, width, height]`.
const CELLS: &str = r#"
return [...document.querySelectorAll(".sheet-frame .cell.legal")].map((cell) => {
  const box = cell.firstElementChild.getBoundingClientRect();
  return [`[data-zone="${cell.dataset.zone}"][data-cell="${cell.dataset.cell}"]`,
    box.left + box.width / 2, box.top + box.height / 2, box.width, box.height];
});
"#;

fn cells(page: &BrowserPage<'_>) -> Result<Vec<(String, [f64; 4])>> {
    let read = page.read(CELLS)?;
    let cells = read.as_array().context("a list of cells")?.iter();
    Ok(cells
        .map(|cell| {
            let number = |index: usize| cell[index].as_f64().unwrap_or(0.0);
            let name = cell[0].as_str().unwrap_or_default().to_owned();
            (name, [number(1), number(2), number(3), number(4)])
        })
        .collect())
}

/// Is another one so near that targets of 40 pixels would overlap?
fn has_near_one(cells: &[(String, [f64; 4])], which: usize) -> bool {
    let (_, [x, y, ..]) = cells[which];
    cells.iter().enumerate().any(|(index, (_, [left, top, ..]))| {
        index != which && (left - x).abs() < 40.0 && (top - y).abs() < 40.0
    })
}

pub(crate) fn a_tap_beside_a_small_cell_hits_it(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(SMALL_PHONE, &site, "#/")?;
    seeded(&page, &site, "tres-fute", "7K3")?;
    let hands = Hands::new(&page, 56);
    // A cell with no other one near it, nothing to pay for, and in sight above the dice.
    let alone = |page: &BrowserPage<'_>| -> Result<Option<[f64; 4]>> {
        let cells = cells(page)?;
        let free = page.read("return document.querySelectorAll('.cell.paid').length")? == 0;
        let at = (0..cells.len())
            .find(|which| !has_near_one(&cells, *which) && (60.0..330.0).contains(&cells[*which].1[1]));
        Ok(at.filter(|_| free).map(|which| cells[which].1))
    };
    let seen = hands.play_until(|seen| {
        seen.awaits == "people" && !seen.offers("cancel") && alone(&page).is_ok_and(|cell| cell.is_some())
    })?;
    let [x, y, ..] = alone(&page)?.context("it was there")?;
    page.tap_at(x + 18.0, y - 18.0)?;
    page.until("the tap beside it is taken for it", || {
        let now = hands.look()?;
        Ok((now.step > seen.step || now.offers("cancel")).then_some(()))
    })
}

/// The smallest phone that is still in use.
pub(super) const SMALL_PHONE: Window = Window {
    width: 360,
    height: 640,
    ..Window::PHONE
};

pub(crate) fn every_target_is_large_enough(stage: &StoryContext<'_>) -> Result<()> {
    const SMALL: &str = r#"
    return [...document.querySelectorAll("header a, header button, main button, main a")]
      .filter((one) => one.checkVisibility() && !one.disabled && one.ariaDisabled !== "true" && !one.closest("[aria-hidden=true]"))
      .map((one) => [one.dataset.do ?? one.className, one.getBoundingClientRect()])
      .filter(([, box]) => box.width > 0 && (box.width < 39.5 || box.height < 39.5))
      .map(([name, box]) => `${name}: ${Math.round(box.width)} x ${Math.round(box.height)}`);
    "#;
    let site = stage.site()?;
    for (window, game) in [(Window::PHONE, "hyper-fute"), (SMALL_PHONE, "melange-fute")] {
        let page = stage.visit(window, &site, "#/")?;
        seeded(&page, &site, game, "7K3")?;
        let hands = Hands::new(&page, 57);
        let mut grown = 0;
        hands.play_until(|seen| seen.step > 30)?;
        for _ in 0..6 {
            let seen = hands.play_until(|seen| seen.awaits == "people" && !seen.offers("cancel"))?;
            let small = page.read(SMALL)?;
            ensure!(
                small.as_array().is_some_and(Vec::is_empty),
                "{game}: too small for a finger: {small}"
            );
            let cells_now = cells(&page)?;
            if let Some(which) = (0..cells_now.len()).find(|which| has_near_one(&cells_now, *which)) {
                let record = hands.record()?;
                page.tap(&cells_now[which].0)?;
                page.find(".sheet-frame.grown")?;
                ensure!(hands.record()? == record, "the first tap played");
                let now = cells(&page)?;
                let (name, [.., width, height]) = &now[which];
                ensure!(
                    *width >= 40.0 && *height >= 40.0,
                    "{game}: {name} has grown to {width} x {height} only"
                );
                grown += 1;
            }
            hands.play_until(|now| now.step > seen.step)?;
        }
        ensure!(grown > 0, "{game}: no cells were ever too close");
        page.close();
    }
    Ok(())
}

pub(crate) fn many_dice_on_the_platter_are_large_enough(stage: &StoryContext<'_>) -> Result<()> {
    // How large each die is where no other one lies over it, and whether it lies on the platter and not on a slot.
    const SMALL: &str = r#"
    const box = (one) => one.getBoundingClientRect();
    const dice = [...document.querySelectorAll(".dice button.die.platter")];
    const platter = box(document.querySelector(".place.platter"));
    const slots = [...document.querySelectorAll(".place.slot, .die.slot")].map(box);
    const free = (die) => {
      const { left, top, right, bottom } = box(die);
      const seen = (x) => document.elementFromPoint(x, (top + bottom) / 2)?.closest(".die") === die;
      let width = 0;
      for (let x = Math.ceil(left); x < right; x++) width += seen(x + .25) ? 1 : 0;
      return [width + 1, bottom - top, left >= platter.left && right <= platter.right && slots.every((slot) => slot.right <= left)];
    };
    return [dice.length, dice.map(free).filter(([width, height, there]) => width < 39.5 || height < 39.5 || !there)];
    "#;
    let site = stage.site()?;
    for (width, height) in [(390, 844), (360, 640), (360, 800), (844, 390), (1024, 768)] {
        let window = Window {
            width,
            height,
            ..Window::PHONE.in_language("fr")
        };
        let page = stage.visit(window, &site, "#/settings")?;
        for (dice, lying) in [
            (4, "slots=W6,V6 platter=Y1,B2,G3,O4"),
            (5, "slots=W6 platter=Y1,B2,G3,O4,V5"),
            (6, "platter=W6,Y1,B2,G3,O4,V5"),
        ] {
            let record = format!(
                "finaud record 1\ngame: tres-fute\nplayers: 2\nseat 1: Ada\nseat 2: Bruno\nseed: tres-fute-p2-7K3\n\
                 position: tres-fute roll=3 phase=window {lying} / / stage=pick\n"
            );
            keep_game(&page, &format!("1a{dice}"), &record, &json!({ "over": false }))?;
            page.go(&site.address(&format!("#/play/1a{dice}")))?;
            page.find(".dice button.die.platter.usable")?;
            if page.has("[data-do=handover]")? {
                page.tap("[data-do=handover]")?;
                page.gone("[data-do=handover]")?;
            }
            let lying = page.until("the dice lie where they belong", || {
                let lying = page.read(SMALL)?;
                Ok((lying[0] == dice).then_some(lying))
            })?;
            ensure!(
                lying[1].as_array().is_some_and(Vec::is_empty),
                "{width}×{height}, {dice} dice on the platter: {}",
                lying[1]
            );
        }
        page.close();
    }
    Ok(())
}

pub(crate) fn a_phone_on_its_side_needs_no_scrolling(stage: &StoryContext<'_>) -> Result<()> {
    const ALL_SEEN: &str = r#"
    const out = [...document.querySelectorAll(".sheet-frame, .dice .die, .typed button, .bar-inside button, .power-row, .question, .prompt")]
      .filter((one) => one.checkVisibility())
      .map((one) => [one.dataset.do ?? one.className, one.getBoundingClientRect()])
      .filter(([, box]) => box.width > 0 && (box.top < -1 || box.left < -1 || box.bottom > innerHeight + 1 || box.right > innerWidth + 1))
      .map(([name, box]) => `${name} at ${Math.round(box.left)},${Math.round(box.top)} to ${Math.round(box.right)},${Math.round(box.bottom)}`);
    if (document.documentElement.scrollHeight > innerHeight + 1) out.push(`the page is ${document.documentElement.scrollHeight} high`);
    return out;
    "#;
    let site = stage.site()?;
    let on_its_side = Window {
        width: 844,
        height: 390,
        ..Window::PHONE.in_language("fr")
    };
    for game in DICE_GAMES {
        let page = stage.visit(on_its_side, &site, "#/")?;
        seeded(&page, &site, game, "7K3")?;
        let hands = Hands::new(&page, 58);
        for _ in 0..30 {
            let seen = hands.look()?;
            let out = page.read(ALL_SEEN)?;
            ensure!(
                out.as_array().is_some_and(Vec::is_empty),
                "{game}, step {}: out of sight: {out}",
                seen.step
            );
            hands.act(&seen)?;
        }
        page.close();
    }
    Ok(())
}

pub(crate) fn dice_taken_back_keep_their_values(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(Window::PHONE, &site, "#/new/tres-fute")?;
    page.tap("[data-do=luck-real]")?;
    page.tap("[data-do=start]")?;
    let hands = Hands::new(&page, 59);
    let asked = hands.play_until(|seen| seen.awaits == "typed")?;
    let dice = ["white", "yellow", "blue", "green", "orange", "violet"];
    for (die, face) in dice.iter().zip([3, 1, 4, 1, 5, 2]) {
        page.tap(&format!("[data-enter='{die} {face}']"))?;
    }
    page.tap("[data-do=enter]:not([disabled])")?;
    page.until("the dice are entered", || {
        Ok((hands.look()?.step > asked.step).then_some(()))
    })?;
    page.tap("[data-do=undo]:not([disabled])")?;
    page.find("[data-enter='blue 4'][aria-pressed=true]")?;
    ensure!(
        page.all("[data-enter][aria-pressed=true]")?.len() == 6,
        "some of the values are gone"
    );
    // One was wrong; the others stay.
    page.tap("[data-enter='violet 6']")?;
    page.tap("[data-do=enter]:not([disabled])")?;
    page.find("button[data-die=violet][data-face='6']")?;
    page.find("button[data-die=blue][data-face='4']")?;
    Ok(())
}
