//! The workshop: an owner sets a guess right, somebody invents a sheet, a broken file is mended, a link brings a sheet along.

use anyhow::{Context as _, Result, ensure};

use super::online::{play_together, sit, table_of};
use super::own_sheets::printed;
use crate::context::StoryContext;
use crate::hands::Hands;
use crate::page::{BrowserPage, Window};

/// Makes a file with this text, and opens it in the workshop.
fn open_file(page: &BrowserPage<'_>, name: &str, text: &str) -> Result<()> {
    let folder = crate::target().join("browser");
    std::fs::create_dir_all(&folder)?;
    let file = folder.join(name);
    std::fs::write(&file, text)?;
    page.type_into("[data-do=load-draft]", &file.display().to_string())
}

/// Taps a bonus on the drawn sheet and gives it another meaning.
pub(super) fn change_bonus(page: &BrowserPage<'_>, zone: &str, bonus: &str, word: &str) -> Result<()> {
    // On a phone the zone is drawn alone and larger once it is chosen.
    page.tap(&format!("[data-zone-frame={zone}] .strip"))?;
    page.tap(&format!("[data-ws-bonus='{bonus}']"))?;
    page.tap(&format!("[data-picker] [data-bonus-word='{word}']"))?;
    page.find(&format!(
        "[data-picker] [data-bonus-word='{word}'][aria-pressed=true]"
    ))?;
    if page.has("[data-do=whole-sheet]")? {
        page.tap("[data-do=whole-sheet]")?;
    }
    Ok(())
}

/// The text that a button copies.
fn copied(page: &BrowserPage<'_>, css: &str) -> Result<String> {
    page.read(
        "window.told = []; const board = { writeText: async (text) => { window.told.push(text); } }; \
         Object.defineProperty(navigator, 'clipboard', { value: board, configurable: true }); return 0",
    )?;
    page.tap(css)?;
    page.until("something was copied", || {
        let told = page.read("return window.told[0] ?? null")?;
        Ok(told.as_str().map(str::to_owned))
    })
}

pub(crate) fn an_owner_corrects_a_guess_and_plays_it(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(Window::PHONE.in_language("fr"), &site, "#/new/melange-fute")?;
    // From the note that says it is a guess.
    page.find("[data-provenance=reconstruction]")?;
    page.tap("[data-do=differs]")?;
    page.find("main[data-draft]")?;
    // Three bonuses, where they are drawn.
    change_bonus(&page, "green", "green cell 0", "fox")?;
    change_bonus(&page, "orange", "orange between 0", "black ?")?;
    change_bonus(&page, "blue", "blue group 0", "+1")?;
    // And a row of points.
    page.tap("[data-zone-frame=violet] .strip")?;
    page.tap("[data-zone-frame=violet] [data-ws-print='44']")?;
    page.replace_text("#ws-zones-4-points-10", "50")?;
    page.keys(&["Tab"])?;
    page.find("[data-ws-print='50']")?;
    // What differs is told in words.
    page.find("[data-differences='4']")?;
    let told = page.text("[data-differences]")?;
    for words in [
        "Orange, bonus entre voisines",
        "Violet, points",
        "44 → 50",
        "renard",
    ] {
        ensure!(told.contains(words), "{words} is missing: {told}");
    }
    // Nothing is lost by a reload, and everything can be undone.
    page.reload()?;
    page.find("[data-differences='4']")?;
    // The browser empties a field before it types: two edits.
    page.tap("[data-do=undo-edit]")?;
    page.find("[data-errors='1']")?;
    page.tap("[data-do=undo-edit]")?;
    page.find("[data-differences='3']")?;
    page.tap("[data-do=redo-edit]")?;
    page.tap("[data-do=redo-edit]")?;
    page.find("[data-differences='4']")?;
    page.find("[data-errors='0']")?;
    // And to the table, in the place of the game.
    page.tap("[data-do=play-sheet]")?;
    page.find("main[data-page=setup][data-game=melange-fute] [data-provenance=custom]")?;
    ensure!(
        page.text("[data-warning=weights]")?.contains("Mélange Futé"),
        "nobody lends the bots what they know"
    );
    page.tap("[data-do=start]")?;
    Hands::new(&page, 61).play_until(|seen| seen.awaits == "people" && seen.step > 12)?;
    // The game keeps its place on the first page, with a sheet of one's own.
    page.go(&site.address("#/"))?;
    page.find("article[data-game=melange-fute] [data-corrected]")?;
    page.find("article[data-game=melange-fute] [data-do=resume]")?;
    // From the table, the way back leads to the same draft.
    page.go(&site.address("#/new/melange-fute"))?;
    page.tap("[data-do=change-sheet]")?;
    page.find("main[data-draft] [data-differences='4']")?;
    // Back on the guess, what was played on the corrected sheet counts for itself.
    page.go(&site.address("#/new/melange-fute"))?;
    page.tap("[data-do=drop-sheet]")?;
    page.find("[data-provenance=reconstruction]")?;
    page.tap("[data-do=start]")?;
    Hands::new(&page, 64).play_until(|seen| seen.awaits == "people" && seen.step > 2)?;
    let played = "return Object.keys(localStorage).filter((key) => key.startsWith('finaud.game.')) \
        .map((key) => /\\ngame: (\\S+)/.exec(JSON.parse(localStorage[key]).record)[1]).sort()";
    let played = page.read(played)?;
    let ids: Vec<&str> = played
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|id| id.as_str())
        .collect();
    ensure!(
        matches!(ids.as_slice(), ["melange-fute", own] if own.starts_with("melange-fute-")),
        "{ids:?}"
    );
    page.go(&site.address("#/"))?;
    page.find("article[data-game=melange-fute] [data-do=resume]")?;
    ensure!(
        !page.has("article[data-game=melange-fute] [data-corrected]")?,
        "the guess is told to be corrected"
    );
    Ok(())
}

pub(crate) fn a_sheet_is_built_from_nothing(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(Window::DESK, &site, "#/workshop")?;
    page.tap("[data-do=begin-empty]")?;
    page.find("[data-errors='0']")?;
    // A name with markup is a name.
    page.tap("[data-do=edit-name-head]")?;
    page.replace_text("#ws-name", "<b>Fox</b> & Co")?;
    page.keys(&["Tab"])?;
    page.until("the name is there", || {
        Ok((page.text("h1")? == "<b>Fox</b> & Co").then_some(()))
    })?;
    // A zone goes: that is a mistake, told where it is.
    page.tap("[data-zone-frame=violet] .strip")?;
    page.tap("[data-do=remove-zone]")?;
    page.find(".ws-state.wrong")?;
    page.find("[data-do=play-sheet][disabled]")?;
    // Another one comes, of whatever mechanic there is.
    let mechanics = page.read("return [...document.querySelectorAll('#ws-add-zone option')].map((one) => one.value).filter(Boolean)")?;
    let mechanics = mechanics.as_array().context("no mechanics")?;
    ensure!(mechanics.len() >= 6, "{mechanics:?}");
    let last = mechanics.last().and_then(|one| one.as_str()).context("a name")?;
    page.read_with(
        "const select = document.querySelector('#ws-add-zone'); select.value = arguments[0]; \
         select.dispatchEvent(new Event('change', { bubbles: true })); return 0",
        &serde_json::json!([last]),
    )?;
    page.find("[data-errors='0']")?;
    // A cell gets another number, a place without a bonus gets one, a zone another colour.
    page.tap("[data-zone-frame=yellow] [data-ws-cell='4']")?;
    page.tap("[data-tapped] [data-word='6']")?;
    page.find("[data-tapped] [data-word='6'][aria-pressed=true]")?;
    page.tap("[data-ws-bonus='yellow group 0']")?;
    page.tap("[data-picker] [data-bonus-word=fox]")?;
    page.find("[data-picker] [data-bonus-word=fox][aria-pressed=true]")?;
    page.tap("[data-zone-frame=green] .strip")?;
    page.tap("[data-colour=red]")?;
    page.find("[data-zone-frame=red]")?;
    page.find("[data-errors='0']")?;
    // Played at once, by a person and a bot.
    page.tap("[data-do=play-sheet]")?;
    page.find("main[data-page=setup]")?;
    ensure!(page.text("h1")?.contains("Fox"), "{}", page.text("h1")?);
    page.tap("[data-do=add-bot]")?;
    page.tap("[data-do=start]")?;
    Hands::new(&page, 62).play_until(|seen| seen.awaits == "people" && seen.step > 8)?;
    Ok(())
}

pub(crate) fn a_broken_sheet_is_mended(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(Window::PHONE.in_language("fr"), &site, "#/workshop")?;
    // Not even TOML: the text stays, and what is wrong is told.
    let sheet = printed("tres-fute")?.replacen("id = \"tres-fute\"", "id = \"tres-fute-mine\"", 1);
    open_file(
        &page,
        "no-toml.toml",
        &sheet.replacen("\"Très Futé\"", "Très Futé", 1),
    )?;
    let told = page.text("[data-broken]")?;
    ensure!(told.contains("guillemets"), "{told}");
    page.find(".ws-text")?;
    // A sheet with three mistakes opens, and they are shown where they are.
    let broken = sheet
        .replacen("\"blue X\"", "\"bleu X\"", 1)
        .replacen("rounds = [6, 6, 5, 4]", "rounds = [6, 60, 5, 4]", 1)
        .replacen("\"fox\"", "\"fix\"", 1);
    open_file(&page, "broken.toml", &broken)?;
    page.find("[data-errors='3']")?;
    let words = page.words()?;
    ensure!(words.contains("Manches, entrée 2"), "{words}");
    page.find("svg.ws-sheet .ws-wrong")?;
    // Tapping a mistake leads to it.
    for left in ["2", "1", "0"] {
        page.tap("[data-problem]")?;
        if page.has("[data-picker]")? {
            page.tap("[data-picker] [data-bonus-word=fox]")?;
        } else {
            page.replace_text("#ws-rounds-1", "6")?;
            page.keys(&["Tab"])?;
        }
        page.find(&format!("[data-errors='{left}']"))?;
    }
    page.find("[data-do=play-sheet]:not([disabled])")?;
    Ok(())
}

pub(crate) fn a_sheet_goes_by_link_to_another_browser(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(Window::DESK, &site, "#/workshop/copy/tres-fute-deluxe")?;
    change_bonus(&page, "yellow", "yellow group 0", "fox")?;
    page.find("[data-differences='1']")?;
    let link = copied(&page, "[data-do=copy-sheet-link]")?;
    ensure!(link.contains("#/workshop/s/1"), "{link}");
    // Elsewhere: seen, compared, played.
    let there = stage.window(Window::PHONE.in_language("de"))?;
    there.go(&link)?;
    there.find("main[data-arrived] svg.sheet")?;
    there.find("[data-differences='1']")?;
    ensure!(
        there.text("[data-differences]")?.contains("Fuchs"),
        "not told in German"
    );
    there.tap("[data-do=play-sheet]")?;
    there.tap("[data-do=start]")?;
    Hands::new(&there, 63).play_until(|seen| seen.awaits == "people" && seen.step > 6)?;
    // Half a link is told to be one.
    there.go(&link[..link.len() - link.len() / 3])?;
    there.find("[data-link-broken]")?;
    Ok(())
}

/// The game of an online table as a device keeps it.
fn kept_game(page: &BrowserPage<'_>, table: &str) -> Result<serde_json::Value> {
    page.until("the game joins the others on the device", || {
        let kept = page.read_with(
            "for (const key of Object.keys(localStorage)) if (key.startsWith('finaud.game.') && key.endsWith(arguments[0])) \
             return JSON.parse(localStorage.getItem(key)); return null",
            &serde_json::json!([table]),
        )?;
        let sealed = kept["record"].as_str().is_some_and(|record| record.contains("dice seed"));
        Ok(sealed.then_some(kept))
    })
}

pub(crate) fn a_sheet_sent_by_link_is_played_online(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    // Ada has a sheet for two short rounds, with a name that is only a name.
    let name = "<i>Deux</i> manches & hop";
    let sheet = printed("tres-fute")?
        .replacen("id = \"tres-fute\"", "id = \"tres-fute-mine\"", 1)
        .replacen("\"Très Futé\"", &format!("\"{name}\""), 1)
        .replacen("rounds = [6, 6, 5, 4]", "rounds = [2, 2, 2, 2]", 1)
        .replacen(
            "round_bonuses = [\"reroll\", \"+1\", \"reroll\", \"black X or black 6\"]",
            "round_bonuses = [\"reroll\", \"+1\"]",
            1,
        );
    let ada = stage.visit(Window::PHONE.in_language("fr"), &site, "#/workshop")?;
    open_file(&ada, "two-rounds.toml", &sheet)?;
    ada.find("[data-errors='0']")?;
    let link = copied(&ada, "[data-do=copy-sheet-link]")?;
    // Bo gets the sheet by that link and opens a table on it.
    let bo = stage.window(Window::DESK.in_language("de"))?;
    bo.go(&link)?;
    bo.find("main[data-arrived] svg.sheet")?;
    bo.tap("[data-do=play-online]")?;
    bo.find("main[data-page=friends] [data-own-about]")?;
    bo.find("[data-do^=own-tres-fute-][aria-checked=true]")?;
    bo.replace_text("[data-field=name]", "Bo")?;
    bo.tap("[data-do=players-2]")?;
    bo.tap("[data-do=open-table]")?;
    bo.find("main[data-stage=room][data-seat='1'] [data-notice=own-sheet]")?;
    ensure!(bo.text("h1")? == name, "{}", bo.text("h1")?);
    ensure!(!bo.has("[data-do=keep-sheet]")?, "Bo has the sheet");
    let invited = bo.read("return document.querySelector('[data-link=join]').value")?;
    let invited = invited.as_str().context("no link")?;
    let hash = invited.find('#').map(|at| &invited[at..]).context("no table")?;
    // The first page knows the table by the name of its sheet.
    bo.go(&site.address("#/"))?;
    let told = bo.text("[data-do=my-table]")?;
    ensure!(told.contains(name), "{told}");
    bo.tap("[data-do=my-table]")?;
    bo.find("main[data-stage=room][data-seat='1']")?;
    // Somebody who has never seen the sheet watches, and keeps it.
    let cleo = stage.window(Window::PHONE.in_language("en"))?;
    cleo.go(&site.address(&format!("#/t/{}", table_of(hash))))?;
    cleo.find("main[data-stage=room]")?;
    let told = cleo.text("[data-notice=own-sheet]")?;
    ensure!(told.contains("A sheet of Bo’s own"), "{told}");
    cleo.tap("[data-do=keep-sheet]")?;
    cleo.find("[data-kept]")?;
    // Ada sits down by the link, and they play to the end.
    sit(&ada, &site.address(hash), "Ada", 2)?;
    let told = ada.text("[data-notice=own-sheet]")?;
    ensure!(told.contains("feuille personnelle de Bo"), "{told}");
    bo.find(".chair[data-person=here][data-seat='2']")?;
    bo.tap("[data-do=begin]:not([disabled])")?;
    for page in [&ada, &bo, &cleo] {
        page.find("main[data-page=play][data-awaits]")?;
    }
    play_together(&[&ada, &bo], |seen| seen.awaits == "over")?;
    let mut records = Vec::new();
    for page in [&ada, &bo] {
        page.find("[data-finish]")?;
        page.find("[data-seal=whole]")?;
        let kept = kept_game(page, table_of(hash))?;
        let (record, text) = (kept["record"].as_str(), kept["sheet"].as_str());
        let table = finaud_table::Table::restore(record.context("no record")?, text)?;
        ensure!(table.is_over() && table.name() == name, "another game is kept");
        records.push(record.map(str::to_owned));
    }
    ensure!(records[0] == records[1], "the devices keep different games");
    cleo.find("[data-finish]")?;
    // It can be looked at again, and what was kept lies in the workshop.
    bo.tap("[data-do=review]")?;
    bo.find("main[data-page=review]")?;
    cleo.go(&site.address("#/workshop"))?;
    let told = cleo.text("[data-do=open-draft]")?;
    ensure!(told.contains(name), "{told}");
    // And from there the next table: Cleo’s own sheet is offered now.
    cleo.go(&site.address("#/friends"))?;
    cleo.tap("[data-do^=own-tres-fute-]")?;
    cleo.find("[data-own-about]")?;
    Ok(())
}

/// What a draft on this device has at a place, as it is kept.
fn kept(page: &BrowserPage<'_>, path: &[&str]) -> Result<serde_json::Value> {
    page.read_with(
        "const id = document.querySelector('main[data-draft]').dataset.draft; \
         let value = JSON.parse(localStorage['finaud.workshop.' + id]).draft; \
         for (const step of arguments[0]) { \
           value = value?.Table ? value.Table.find(([key]) => key === step)?.[1] : value?.List?.[Number(step)]; \
         } \
         return Object.values(value ?? { none: null })[0]",
        &serde_json::json!([path]),
    )
}

/// Waits until a draft has this at a place.
fn is_kept(page: &BrowserPage<'_>, path: &[&str], wanted: &str) -> Result<()> {
    page.until(&format!("{path:?} is {wanted}"), || {
        Ok((kept(page, path)?.as_str() == Some(wanted)).then_some(()))
    })
}

pub(crate) fn grey_cells_letters_and_the_order_are_changed_on_the_sheet(
    stage: &StoryContext<'_>,
) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(
        Window::PHONE.in_language("fr"),
        &site,
        "#/workshop/copy/hyper-fute",
    )?;
    // A grey cell, where it is drawn.
    page.find("svg.ws-sheet .cell.grey")?;
    let first = "document.querySelector('svg.ws-sheet .cell.grey')";
    let zone = page.read(&format!(
        "return {first}.closest('[data-zone-frame]').dataset.zoneFrame"
    ))?;
    let zone = zone.as_str().context("no grey cell")?.to_owned();
    page.tap(&format!("[data-zone-frame={zone}] .strip"))?;
    let grey = page.read("return document.querySelectorAll('svg.ws-sheet .cell.grey').length")?;
    page.tap("svg.ws-sheet .cell.grey")?;
    page.tap("[data-tapped] [data-do=mark][aria-checked=true]")?;
    page.until("a grey cell less", || {
        let now = page.read("return document.querySelectorAll('svg.ws-sheet .cell.grey').length")?;
        Ok((now.as_i64() < grey.as_i64()).then_some(()))
    })?;
    page.tap("[data-do=undo-edit]")?;
    page.until("it is grey again", || {
        let now = page.read("return document.querySelectorAll('svg.ws-sheet .cell.grey').length")?;
        Ok((now == grey).then_some(()))
    })?;
    // Two zones change their places, and back.
    page.tap("[data-do=whole-sheet]")?;
    let before = kept(&page, &["zones", "1", "name"])?;
    let before = before.as_str().context("a name")?.to_owned();
    page.tap("[data-do=move-up][data-index='1']")?;
    is_kept(&page, &["zones", "0", "name"], &before)?;
    is_kept(&page, &["dice", "1", "name"], &before)?;
    page.find("[data-errors='0']")?;
    page.find("[data-differences='1']")?;
    page.tap("[data-do=undo-edit]")?;
    is_kept(&page, &["zones", "1", "name"], &before)?;
    page.find("[data-differences='0']")?;
    // The map: a cell goes from one part to another; a part that has none left is gone, and all letters follow.
    page.go(&site.address("#/workshop/copy/clever-4ever"))?;
    page.tap("[data-zone-frame=grey] [data-ws-cell='1']")?;
    page.tap("[data-tapped] [data-word=a]")?;
    is_kept(&page, &["zones", "2", "cells", "0"], "AabccCcddeefGghh")?;
    page.find("[data-errors='0']")?;
    // Where the sheet begins, by a switch; without a start nothing goes, and that is told.
    page.tap("[data-tapped] [data-do=mark][aria-checked=true]")?;
    is_kept(&page, &["zones", "2", "start"], "i")?;
    page.tap("[data-do=undo-edit]")?;
    page.tap("[data-do=undo-edit]")?;
    is_kept(&page, &["zones", "2", "cells", "0"], "AbbccCcddeefGghh")?;
    page.find("[data-differences='0']")?;
    Ok(())
}

pub(crate) fn two_tabs_never_overwrite_each_other_in_the_workshop(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(Window::DESK.in_language("fr"), &site, "#/workshop/copy/tres-fute")?;
    page.find("main[data-draft]")?;
    let address = page.address()?;
    let first = page.current_tab()?;
    let second = page.new_tab()?;
    page.tab(&second)?;
    page.go(&address)?;
    change_bonus(&page, "yellow", "yellow group 0", "fox")?;
    page.find("[data-differences='1']")?;
    // The first tab says so, and changes nothing until somebody has chosen.
    page.tab(&first)?;
    let told = page.text("[data-outdated]")?;
    ensure!(told.contains("autre fenêtre"), "{told}");
    page.find(".ws-bench[inert]")?;
    page.tap("[data-do=take-newer]")?;
    page.find("[data-differences='1']")?;
    page.gone("[data-outdated]")?;
    // Now the other way round, and both are kept.
    change_bonus(&page, "yellow", "yellow group 1", "fox")?;
    page.find("[data-differences='2']")?;
    page.tab(&second)?;
    page.find("[data-outdated]")?;
    page.tap("[data-do=take-own]")?;
    page.until("a sheet of its own", || {
        Ok((page.address()? != address && page.has("[data-differences='1']")?).then_some(()))
    })?;
    page.go(&site.address("#/workshop"))?;
    page.until("both are there", || {
        Ok((page.all("[data-do=open-draft]")?.len() == 2).then_some(()))
    })?;
    page.tab(&first)?;
    page.find("[data-differences='2']")?;
    // Deleted elsewhere: it can be kept after all.
    page.read("localStorage.removeItem('finaud.workshop.' + document.querySelector('main[data-draft]').dataset.draft); \
        window.dispatchEvent(new Event('focus')); return 0")?;
    page.find("[data-outdated] [data-do=keep-again]")?;
    page.tap("[data-do=keep-again]")?;
    page.reload()?;
    page.find("[data-differences='2']")?;
    Ok(())
}

pub(crate) fn rubbish_in_the_workshop_does_no_harm(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(Window::PHONE.in_language("fr"), &site, "#/workshop")?;
    // A file of 10 MB is not even read.
    open_file(&page, "huge.toml", &"# ten bytes\n".repeat(1_000_000))?;
    ensure!(
        page.text("[data-broken]")?.contains("octets"),
        "{}",
        page.text("[data-broken]")?
    );
    // A draft that somebody wrote by hand is told to be none, and can be saved or deleted.
    page.read("localStorage.setItem('finaud.workshop.rubbish', '{\"draft\":{\"Table\":[[\"a\",{\"Other\":\"]\"}]]}}'); return 0")?;
    page.go(&site.address("#/workshop/d/rubbish"))?;
    let told = page.text("[data-trouble]")?;
    ensure!(told.contains("n’est pas une feuille"), "{told}");
    page.find("[data-damaged] [data-do=save-damaged]")?;
    // Sheets that nobody would make: no zones, forty zones, points beyond all measure.
    let sheet = printed("tres-fute")?.replacen("id = \"tres-fute\"", "id = \"tres-fute-mine\"", 1);
    let head = sheet.split("[[zones]]").next().unwrap_or_default().to_owned();
    let zone = sheet.split("[[zones]]").nth(1).unwrap_or_default();
    let forty = format!("{head}{}", format!("[[zones]]{zone}").repeat(40));
    let million = sheet.replacen("points = [", "points = [1000000, ", 1);
    for (name, text) in [
        ("none.toml", head),
        ("forty.toml", forty),
        ("million.toml", million),
    ] {
        page.go(&site.address("#/workshop"))?;
        open_file(&page, name, &text)?;
        page.find("main[data-draft] .ws-state.wrong [data-problem]")?;
        page.find("[data-do=play-sheet][disabled]")?;
    }
    // Markup is a name; a name beyond all measure is refused, and nothing is lost.
    page.go(&site.address("#/workshop/copy/tres-fute"))?;
    page.tap("[data-do=edit-name-head]")?;
    page.read(
        "const field = document.querySelector('#ws-name'); field.value = 'x'.repeat(70000); \
         field.dispatchEvent(new Event('change', { bubbles: true })); return 0",
    )?;
    let told = page.text("[data-notice]")?;
    ensure!(told.contains("Rien n’a été changé"), "{told}");
    page.replace_text("#ws-name", "<img src=x onerror=alert(1)>")?;
    page.keys(&["Tab"])?;
    page.until("the name is there", || {
        Ok((page.text("h1")? == "<img src=x onerror=alert(1)>").then_some(()))
    })?;
    ensure!(!page.has("h1 img")?, "a name became a picture");
    Ok(())
}
