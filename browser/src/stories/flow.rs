//! Playing with others: bots that begin, taking back before they roll, hurrying them, and passing the device on.

use anyhow::{Result, ensure};
use serde_json::json;

use super::online::open;
use crate::context::StoryContext;
use crate::hands::{Hands, in_a_hurry};
use crate::page::{BrowserPage, Window};

/// A clock that stands still for pauses: what would happen after one waits until the story lets it.
const HOLD_PAUSES: &str = "window.held = []; const later = window.setTimeout.bind(window); \
    window.setTimeout = (act, pause, ...rest) => \
      pause >= 250 && pause <= 2000 ? (window.held.push(act), 0) : later(act, pause, ...rest)";

/// Lets all pauses end that the story has held.
fn let_go(page: &BrowserPage<'_>) -> Result<()> {
    page.read("for (const act of window.held.splice(0)) act()")?;
    Ok(())
}

/// A tap on something that does nothing by itself.
const NOTHING: &str = ".game-head h1";

/// A table of these people and bots; the first chair is a person's.
fn sit_down(page: &BrowserPage<'_>, address: &str, names: &[&str], bots: usize) -> Result<()> {
    page.go(address)?;
    page.find("[data-do=start]")?;
    let removable = "[data-seat='2'] [data-do=remove-seat]";
    while page.has(removable)? {
        page.tap(removable)?;
    }
    for (index, name) in names.iter().enumerate() {
        let seat = format!("[data-seat='{}']", index + 1);
        if !page.has(&seat)? {
            page.tap("[data-do=add-seat]")?;
        } else if index > 0 {
            page.type_into(&format!("{seat} [data-do=seat-kind]"), "A person")?;
        }
        page.replace_text(&format!("{seat} [data-do=seat-name]"), name)?;
    }
    let last = format!("[data-seat='{}']", names.len() + bots);
    while !page.has(&last)? {
        page.tap("[data-do=add-bot]")?;
    }
    page.tap("[data-do=start]")
}

pub(crate) fn bots_begin_by_themselves(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(Window::PHONE, &site, "#/new/tres-fute")?;
    page.tap("[data-do=add-bot]")?;
    page.tap("[data-do=add-bot]")?;
    // The first chair is a bot's now.
    page.type_into("[data-seat='1'] [data-do=seat-kind]", "Bot")?;
    page.type_into("[data-seat='2'] [data-do=seat-kind]", "A person")?;
    page.tap("[data-do=start]")?;
    let hands = Hands::new(&page, 61);
    // Nobody taps: dice fall, the bot chooses, until the person is asked.
    page.until("the person is asked", || {
        let seen = hands.look()?;
        Ok((seen.awaits == "people" || seen.offers("roll")).then_some(()))
    })?;
    let record = hands.record()?;
    ensure!(record.contains("\n  1 "), "the bot has not played: {record}");
    ensure!(
        !record.contains("\n  2 "),
        "the person has played without a tap: {record}"
    );
    Ok(())
}

pub(crate) fn a_choice_is_taken_back_before_the_bot_rolls(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.window(Window::PHONE)?;
    page.before_the_app(HOLD_PAUSES)?;
    sit_down(&page, &site.address("#/new/tres-fute"), &["Ada"], 1)?;
    page.find("[data-do=pace]")?;
    page.tap("[data-do=pace]")?;
    page.tap("[data-do=pace]")?;
    page.find("[data-do=pace][data-pace=instant]")?;
    let hands = Hands::patient(&page, 62);
    let offered = "[data-do=undo].offered:not([disabled])";
    let until_offered = || {
        hands.play_until(|seen| {
            seen.awaits == "luck" && !seen.offers("roll") && page.has(offered).unwrap_or(false)
        })
    };
    let seen = until_offered()?;
    page.tap(offered)?;
    page.until("the choice is taken back", || {
        Ok((hands.look()?.step < seen.step).then_some(()))
    })?;
    ensure!(!page.has(offered)?, "undo is still offered");
    // What the pause was for is gone with the choice.
    let taken_back = hands.look()?;
    let_go(&page)?;
    ensure!(
        hands.look()?.step == taken_back.step,
        "the bot rolled for a choice that was taken back"
    );
    // Nobody takes it back this time: when the pause is over the bot rolls, without a tap.
    let seen = until_offered()?;
    let_go(&page)?;
    page.until("the bot has rolled", || {
        Ok((hands.look()?.step > seen.step).then_some(()))
    })?;
    Ok(())
}

pub(crate) fn a_tap_hurries_the_others(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.window(Window::PHONE)?;
    page.before_the_app(HOLD_PAUSES)?;
    for game in ["tres-fute", "push"] {
        sit_down(&page, &site.address(&format!("#/new/{game}")), &["Ada"], 2)?;
        page.find("[data-do=pace][data-pace=calm]")?;
        let hands = Hands::patient(&page, 63);
        let asked = |seen: &crate::hands::SeenGame| seen.awaits == "people" || seen.offers("roll");
        for turn in 0..4 {
            // Every pause lasts forever, unless somebody is in a hurry.
            let waits =
                hands.play_until(|seen| !asked(seen) && page.has("[data-do=hurry]").unwrap_or(false))?;
            page.until("the others have hurried", || {
                let now = hands.look()?;
                if now.step == waits.step || !asked(&now) {
                    match turn % 2 {
                        0 => page.tap(NOTHING)?,
                        _ => page.keys(&["Space"])?,
                    }
                }
                Ok((now.step > waits.step && asked(&now)).then_some(()))
            })?;
        }
    }
    Ok(())
}

pub(crate) fn the_pace_is_set_at_the_table_and_kept(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.window(Window::PHONE)?;
    // By how many bots there are, as long as nobody says otherwise.
    sit_down(&page, &site.address("#/new/push"), &["Ada"], 3)?;
    page.find("[data-do=pace][data-pace=quick]")?;
    sit_down(&page, &site.address("#/new/push"), &["Ada"], 2)?;
    page.tap("[data-do=pace][data-pace=calm]")?;
    page.tap("[data-do=pace][data-pace=quick]")?;
    page.find("[data-do=pace][data-pace=instant]")?;
    page.reload()?;
    page.find("[data-do=pace][data-pace=instant]")?;
    page.go(&site.address("#/settings"))?;
    page.find("[data-do=pace-instant][aria-checked=true]")?;
    // Nobody waits for bots where there are none.
    sit_down(&page, &site.address("#/new/tres-fute"), &["Ada", "Bruno"], 0)?;
    page.find("main[data-page=play]")?;
    ensure!(!page.has("[data-do=pace]")?, "a pace without bots");
    Ok(())
}

/// Lets bots play at once, by the button at the table.
fn at_once(page: &BrowserPage<'_>) -> Result<()> {
    while !page.has("[data-do=pace][data-pace=instant]")? {
        page.tap("[data-do=pace]")?;
    }
    Ok(())
}

pub(crate) fn the_device_is_handed_over(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.window(Window::PHONE)?;
    for game in ["tres-fute", "push"] {
        sit_down(
            &page,
            &site.address(&format!("#/new/{game}")),
            &["Ada", "Bruno"],
            0,
        )?;
        let hands = Hands::new(&page, 64);
        let card = |seat: usize| format!("[data-do=handover][data-seat='{seat}']");
        let says = |seat: usize, words: &str| {
            page.until(words, || {
                Ok(page.text(&card(seat))?.contains(words).then_some(()))
            })
        };
        says(1, "Ada’s turn")?;
        page.tap(&card(1))?;
        page.gone("[data-do=handover]")?;
        hands.play_until(|_| page.has(&card(2)).unwrap_or(false))?;
        says(2, "Bruno’s turn")?;
        // Each has a colour, the same on the card and on the name.
        let colours = page.read(
            "const colour = (css) => getComputedStyle(document.querySelector(css)).getPropertyValue('--seat').trim(); \
             return ['[data-do=handover]', 'button[data-seat=\"2\"]:not([data-do=handover])', 'button[data-seat=\"1\"]:not([data-do=handover])'].map(colour)",
        )?;
        ensure!(
            colours[0] == colours[1] && colours[1] != colours[2] && colours[0] != "",
            "{colours}"
        );
        // Taking back the choice that ended the turn, where it was one, gives the device back without a word.
        let undo = "[data-do=undo]:not([disabled])";
        if page.has(undo)? {
            page.tap(undo)?;
            page.gone("[data-do=handover]")?;
        }
        let seen = hands.look()?;
        hands.play_until(|now| now.step > seen.step + 8)?;
    }
    Ok(())
}

pub(crate) fn what_bots_write_slides_in_on_a_phone(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.window(Window {
        still: false,
        ..Window::PHONE
    })?;
    sit_down(&page, &site.address("#/new/tres-fute"), &["Ada"], 1)?;
    at_once(&page)?;
    let hands = Hands::patient(&page, 65);
    let card = "[data-visit='2']";
    hands.play_until(|_| page.has(card).unwrap_or(false))?;
    ensure!(
        page.has(&format!("{card} .cell.fresh"))?,
        "what was written is not lit"
    );
    page.until("the card leaves by itself, or has left", || {
        let gone = page.read_with(
            "const card = document.querySelector(arguments[0]); return !card || getComputedStyle(card).visibility === 'hidden'",
            &serde_json::json!([card]),
        )?;
        Ok((gone == true).then_some(()))
    })?;
    // Beside the table there is room for every sheet: what was written is lit there.
    let desk = stage.window(Window::DESK)?;
    sit_down(&desk, &site.address("#/new/tres-fute"), &["Ada"], 1)?;
    at_once(&desk)?;
    Hands::patient(&desk, 65).play_until(|_| desk.has(".other .cell.fresh").unwrap_or(false))?;
    ensure!(!desk.has("[data-visit]")?, "a card hides the table on a desk");
    Ok(())
}

pub(crate) fn what_bots_take_slides_in_on_a_phone(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    for (width, height) in [(390, 844), (360, 640), (844, 390)] {
        let page = stage.window(Window {
            width,
            height,
            still: false,
            ..Window::PHONE
        })?;
        sit_down(&page, &site.address("#/new/push"), &["Ada"], 3)?;
        at_once(&page)?;
        let hands = Hands::patient(&page, 68);
        let card = "[data-visit]";
        hands.play_until(|_| page.has(&format!("{card} .push-heap.fresh")).unwrap_or(false))?;
        // It is a bot's, it says what happened, and hides neither pile nor columns.
        let told = page.read(
            "const card = document.querySelector('[data-visit]'); if (!card) return null; const box = card.getBoundingClientRect(); \
             const under = [...document.querySelectorAll('.push-column, .push-pile, .push-buttons')].map((one) => one.getBoundingClientRect()) \
               .some((one) => one.top < box.bottom - 1 && one.bottom > box.top + 1 && one.left < box.right - 1 && one.right > box.left + 1); \
             return [card.dataset.visit, card.textContent, under]",
        )?;
        if !told.is_null() {
            ensure!(told[0] != "1", "one's own bench visits");
            ensure!(told[1].as_str().is_some_and(|told| told.len() > 12), "{told}");
            ensure!(told[2] == false, "{width}×{height}: the card hides the table");
        }
        page.until("the card leaves by itself, or has left", || {
            let gone = page.read_with(
                "const card = document.querySelector(arguments[0]); return !card || getComputedStyle(card).visibility === 'hidden'",
                &serde_json::json!([card]),
            )?;
            Ok((gone == true).then_some(()))
        })?;
        page.close();
    }
    // On a desk all benches are in sight.
    let desk = stage.window(Window::DESK)?;
    sit_down(&desk, &site.address("#/new/push"), &["Ada"], 3)?;
    at_once(&desk)?;
    Hands::patient(&desk, 68).play_until(|seen| seen.step > 60)?;
    ensure!(!desk.has("[data-visit]")?, "a card hides the table on a desk");
    Ok(())
}

pub(crate) fn a_hint_leaves_the_cards_in_sight(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    for (width, height) in [(390, 844), (360, 640), (844, 390), (820, 1180)] {
        let page = stage.window(Window {
            width,
            height,
            ..Window::PHONE.in_language("fr")
        })?;
        page.go(&site.address("#/seed/push-p4-7K3"))?;
        page.tap("[data-do=start]")?;
        at_once(&page)?;
        let hands = Hands::new(&page, 69);
        // A card that is to be placed, and whatever is asked after it.
        let place = hands.play_until(|seen| seen.awaits == "people" && seen.offers("place"))?;
        for least in [place.step, place.step + 1] {
            hands.play_until(|seen| seen.awaits == "people" && seen.step >= least)?;
            page.tap("[data-do=hint]")?;
            page.find("[data-panel=coach] [data-do=advised]")?;
            let hidden = page.read(
                "const box = (one) => one.getBoundingClientRect(); const panel = box(document.querySelector('[data-panel=coach]')); \
                 const hidden = [...document.querySelectorAll('.push-column, .push-turned, .push-pile, .push-buttons button')].filter((one) => { \
                   const { left, top, right, bottom } = box(one); \
                   return left < panel.right && right > panel.left && top < panel.bottom && bottom > panel.top \
                     || top < 0 || bottom > innerHeight + 1 }).map((one) => one.className); \
                 const advice = box(document.querySelector('[data-do=advised]')); \
                 return advice.top < panel.bottom && advice.bottom > panel.top ? hidden : ['no advice in sight']",
            )?;
            ensure!(
                hidden.as_array().is_some_and(Vec::is_empty),
                "{width}×{height}: not in sight: {hidden}"
            );
            page.tap("[data-do=close-coach]")?;
            page.gone("[data-panel=coach]")?;
        }
        page.close();
    }
    Ok(())
}

pub(crate) fn why_a_turn_ended_is_said(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(Window::PHONE, &site, "#/")?;
    page.tap("article[data-game=tres-fute] [data-do=play-now]")?;
    let hands = Hands::new(&page, 66);
    let said = || page.text("[data-ticker]").unwrap_or_default();
    hands.play_until(|_| {
        let said = said();
        said.contains("No dice left to roll.") || said.contains("That was the last roll.")
    })?;
    ensure!(
        page.attribute("[data-ticker]", "aria-live")? == "polite",
        "it is not spoken"
    );
    Ok(())
}

/// The windows in which a table of PUSH needs no scrolling.
const SCREENS: [(u32, u32); 6] = [
    (844, 390),
    (390, 844),
    (360, 640),
    (820, 1180),
    (1440, 900),
    (2560, 1440),
];

fn screen((width, height): (u32, u32)) -> Window {
    Window {
        width,
        height,
        ..Window::PHONE.in_language("fr")
    }
}

/// Everything that can be done at a table of PUSH is in sight and large enough.
fn all_is_in_sight(page: &BrowserPage<'_>, screen: (u32, u32)) -> Result<()> {
    page.until(&format!("everything is in sight at {screen:?}"), || {
        let found = page.read(
            "scrollTo(0, 0); \
             const out = [...document.querySelectorAll('.push button, .push-prompt')].filter((one) => one.checkVisibility()) \
               .filter((one) => { const box = one.getBoundingClientRect(); \
                 return box.left < -1 || box.right > innerWidth + 1 || box.top < 0 || box.bottom > innerHeight + 1 }); \
             return out.length === 0 && document.documentElement.scrollWidth <= innerWidth",
        )?;
        Ok((found == true).then_some(()))
    })?;
    let small = page.read(
        "return [...document.querySelectorAll('.push button, .game-head :is(a, button)')].filter((one) => one.checkVisibility()) \
           .filter((one) => one.getBoundingClientRect().height < 39.5).map((one) => one.dataset.do ?? one.className).join()",
    )?;
    ensure!(small == "", "too small to tap at {screen:?}: {small}");
    Ok(())
}

pub(crate) fn push_fits_every_screen(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.window(screen(SCREENS[0]))?;
    sit_down(&page, &site.address("#/new/push"), &["Ada"], 3)?;
    at_once(&page)?;
    let hands = Hands::new(&page, 67);
    for step in [0, 40, 80] {
        hands.play_until(|seen| seen.awaits == "people" && seen.step >= step)?;
        for size in SCREENS {
            page.dress(screen(size))?;
            all_is_in_sight(&page, size)?;
        }
    }
    Ok(())
}

/// Gives a free chair in the waiting room to a bot.
pub(crate) fn add_bot(page: &BrowserPage<'_>, seat: usize) -> Result<()> {
    page.find(&format!("[data-do=add-bot][data-seat='{seat}']"))?;
    page.read_with(
        "const select = document.querySelector(`[data-do=add-bot][data-seat='${arguments[0]}']`); \
         select.value = 'club'; select.dispatchEvent(new Event('change', { bubbles: true }))",
        &json!([seat]),
    )?;
    page.find(&format!(".chair[data-person=bot][data-seat='{seat}']"))?;
    Ok(())
}

pub(crate) fn push_at_a_shared_table_fits_every_screen(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(screen(SCREENS[1]), &site, "#/")?;
    in_a_hurry(&page, &site.address("#/settings"))?;
    open(&page, &site.address(""), "Ada", "push", 4)?;
    for seat in 2..=4 {
        add_bot(&page, seat)?;
    }
    page.tap("[data-do=begin]:not([disabled])")?;
    let hands = Hands::new(&page, 68);
    for step in [0, 30] {
        hands.play_until(|seen| seen.awaits == "people" && seen.step >= step)?;
        for size in SCREENS {
            page.dress(screen(size))?;
            all_is_in_sight(&page, size)?;
            let whole = page.read(
                "const title = document.querySelector('.game-head h1'); \
                 return [document.documentElement.scrollHeight <= innerHeight, \
                   title.checkVisibility({ visibilityProperty: true }) && title.scrollWidth <= title.clientWidth + 1]",
            )?;
            ensure!(whole[0] == true, "the page scrolls at {size:?}");
            ensure!(whole[1] == true, "the title is not seen at {size:?}");
        }
    }
    stage.all_go_home()
}
