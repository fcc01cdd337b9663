//! Friends who sit elsewhere: two and three browsers at one table, over a real server.

use std::rc::Rc;

use anyhow::{Context as _, Result, ensure};

use super::offline::stocked;
use super::tables::GIFTS;
use crate::audit;
use crate::context::StoryContext;
use crate::cut_line::CutLine;
use crate::engine;
use crate::hands::{Hands, SeenGame};
use crate::page::{BrowserPage, Window};
use crate::site::AppServer;

type Page<'d> = Rc<BrowserPage<'d>>;

/// Opens a table and says where the invitation leads: what follows `#`.
pub(crate) fn open(
    page: &BrowserPage<'_>,
    site: &str,
    name: &str,
    game: &str,
    players: usize,
) -> Result<String> {
    page.go(&format!("{site}#/"))?;
    page.tap("[data-do=friends]")?;
    page.find("main[data-page=friends]")?;
    page.replace_text("[data-field=name]", name)?;
    page.tap(&format!("[data-do=game-{game}]"))?;
    page.tap(&format!("[data-do=players-{players}]"))?;
    page.tap("[data-do=open-table]")?;
    page.find("main[data-stage=room][data-seat='1']")?;
    let link = page.read("return document.querySelector('[data-link=join]').value")?;
    let link = link.as_str().context("no link")?;
    ensure!(
        page.has("[data-only-here]")?,
        "nobody says that only this machine opens it"
    );
    ensure!(
        !page.has("svg[data-qr]")?,
        "a code is drawn that no other device could use"
    );
    page.tap("[data-do=qr]")?;
    page.find("svg[data-qr]")?;
    let hash = link.find('#').map(|at| link[at..].to_owned());
    hash.with_context(|| format!("`{link}` leads nowhere"))
}

/// Sits down by a link.
pub(super) fn sit(page: &BrowserPage<'_>, address: &str, name: &str, seat: usize) -> Result<()> {
    page.go(address)?;
    page.find("main[data-stage=room]")?;
    ensure!(!page.address()?.contains("j="), "the key stays in the address");
    page.replace_text("[data-field=name]", name)?;
    page.tap("[data-do=sit]")?;
    page.find(&format!("main[data-stage=room][data-seat='{seat}']"))?;
    Ok(())
}

/// Two people at a table of a game that has begun.
fn two<'d>(
    stage: &StoryContext<'d>,
    site: &str,
    game: &str,
    windows: [Window; 2],
) -> Result<(Page<'d>, Page<'d>, String)> {
    let ada = stage.window(windows[0])?;
    let link = open(&ada, site, "Ada", game, 2)?;
    let bo = stage.window(windows[1])?;
    sit(&bo, &format!("{site}{link}"), "Bo", 2)?;
    // Whoever waits sees them appear.
    ada.find(".chair[data-person=here][data-seat='2']")?;
    ada.tap("[data-do=begin]:not([disabled])")?;
    for page in [&ada, &bo] {
        page.find("main[data-page=play][data-awaits]")?;
    }
    Ok((ada, bo, link))
}

/// The table of a link, without its key.
pub(super) fn table_of(link: &str) -> &str {
    link.trim_start_matches("#/t/")
        .split('/')
        .next()
        .unwrap_or_default()
}

/// Everybody plays when they are asked, until all pages look like that.
pub(super) fn play_together(pages: &[&BrowserPage<'_>], enough: impl Fn(&SeenGame) -> bool) -> Result<()> {
    play_until(pages, |seen| Ok(seen.iter().all(&enough)))
}

/// Everybody plays when they are asked, until the pages look like that.
fn play_until(pages: &[&BrowserPage<'_>], enough: impl Fn(&[SeenGame]) -> Result<bool>) -> Result<()> {
    let hands: Vec<Hands<'_, '_>> = pages
        .iter()
        .zip(61..)
        .map(|(page, seed)| Hands::new(page, seed))
        .collect();
    for _ in 0..4_000 {
        let seen: Vec<SeenGame> = hands.iter().map(Hands::look).collect::<Result<_>>()?;
        if enough(&seen)? {
            return Ok(());
        }
        for (hands, seen) in hands.iter().zip(&seen) {
            if matches!(seen.awaits.as_str(), "people" | "luck") {
                hands.act(seen)?;
            } else if seen.offers("hurry") {
                hands.hurry()?;
            }
        }
    }
    anyhow::bail!("the game does not get there")
}

/// How far a page shows the game.
fn step(page: &BrowserPage<'_>) -> Result<u64> {
    Ok(Hands::new(page, 1).look()?.step)
}

fn same_step(pages: &[&BrowserPage<'_>]) -> Result<()> {
    pages[0].until("all pages show the same step", || {
        let first = step(pages[0])?;
        for page in &pages[1..] {
            if step(page)? != first {
                return Ok(None);
            }
        }
        Ok(Some(()))
    })
}

/// The record of the finished game as this device keeps it.
fn kept_record(page: &BrowserPage<'_>, table: &str) -> Result<String> {
    let kept = page.until("the game joins the others on the device", || {
        let kept = page.read_with(
            "for (const key of Object.keys(localStorage)) if (key.startsWith('finaud.game.') && key.endsWith(arguments[0])) \
             return JSON.parse(localStorage.getItem(key)).record; return null",
            &serde_json::json!([table]),
        )?;
        Ok(kept.as_str().filter(|record| record.contains("dice table")).map(str::to_owned))
    })?;
    Ok(kept)
}

/// Everything that should be true at the end, on every page; the record of the game.
fn the_end(pages: &[&BrowserPage<'_>], table: &str) -> Result<String> {
    let mut records = Vec::new();
    for page in pages {
        page.find("[data-finish]")?;
        page.find("[data-seal=whole]")?;
        let record = kept_record(page, table)?;
        let counted = engine::replay(&record)?;
        ensure!(counted.over, "the record is not over");
        for (seat, points) in (1..).zip(&counted.points) {
            let shown = page.text(&format!("[data-total='{seat}']"))?;
            ensure!(
                shown.trim() == points.to_string(),
                "seat {seat} has {points}, shown is {shown}"
            );
        }
        records.push(record);
    }
    ensure!(
        records.windows(2).all(|two| two[0] == two[1]),
        "the devices keep different games"
    );
    records.pop().context("no record")
}

pub(crate) fn a_dice_game_by_link(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let (ada, bo, link) = two(
        stage,
        &site.address(""),
        "tres-fute",
        [Window::PHONE, Window::DESK],
    )?;
    play_together(&[&ada, &bo], |seen| seen.awaits == "over")?;
    the_end(&[&ada, &bo], table_of(&link))?;
    stage.all_go_home()
}

/// Three people, one of them at a desk in the dark; what they see is told and accessible all along.
pub(crate) fn three_friends_finish_a_game(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let dark = Window {
        dark: true,
        ..Window::DESK
    };
    let ada = stage.window(Window::PHONE.in_language("de"))?;
    let link = open(&ada, &site.address(""), "Ada", "hyper-fute", 3)?;
    let bo = stage.window(Window::PHONE.in_language("fr"))?;
    bo.go(&site.address(&link))?;
    bo.find("[data-do=sit]")?;
    accessible(&bo, "an invitation")?;
    sit(&bo, &site.address(&link), "Bo", 2)?;
    let cleo = stage.window(dark)?;
    sit(&cleo, &site.address(&link), "Cléo", 3)?;
    ada.find(".chair[data-person=here][data-seat='3']")?;
    accessible(&ada, "the waiting room of the host")?;
    accessible(&cleo, "the waiting room")?;
    ada.tap("[data-do=begin]:not([disabled])")?;
    let pages = [&*ada, &*bo, &*cleo];
    for page in pages {
        page.find("main[data-page=play][data-awaits]")?;
    }
    play_together(&pages, |seen| seen.step >= 6)?;
    for panel in ["people", "phrases"] {
        bo.tap(&format!("[data-do={panel}]"))?;
        bo.find(&format!("[data-panel={panel}][open]"))?;
        accessible(&bo, panel)?;
        bo.tap(&format!("[data-panel={panel}] [data-do=close-panel]"))?;
        bo.gone(&format!("[data-panel={panel}][open]"))?;
    }
    for page in pages {
        accessible(page, "the table")?;
    }
    play_together(&pages, |seen| seen.awaits == "over")?;
    the_end(&pages, table_of(&link))?;
    for page in pages {
        accessible(page, "the end")?;
    }
    // Everybody can look at the game again.
    bo.tap("[data-do=review]")?;
    bo.find("main[data-page=review]")?;
    bo.find("[data-seal=whole]")?;
    stage.all_go_home()
}

fn accessible(page: &BrowserPage<'_>, place: &str) -> Result<()> {
    let found = audit::audit(page)?;
    ensure!(found.is_empty(), "{place}: {}", found.join("\n        "));
    Ok(())
}

pub(crate) fn cards_by_link_in_french_and_a_rematch(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let windows = [Window::PHONE.in_language("fr"), Window::PHONE.in_language("de")];
    let (ada, bo, link) = two(stage, &site.address(""), "push", windows)?;
    play_together(&[&ada, &bo], |seen| seen.awaits == "over")?;
    let record = the_end(&[&ada, &bo], table_of(&link))?;
    a_tampered_record_breaks_the_seal(&ada, &site, &record)?;
    ada.go(&site.address(&format!("#/t/{}", table_of(&link))))?;
    ada.tap("[data-do=rematch]")?;
    // Whoever was second begins; the host stays the host.
    ada.find("main[data-stage=room][data-seat='2']")?;
    bo.tap("[data-do=join-rematch]")?;
    bo.find("main[data-stage=room][data-seat='1']")?;
    ada.find(".chair[data-person=here][data-seat='1']")?;
    ada.tap("[data-do=begin]:not([disabled])")?;
    for page in [&ada, &bo] {
        page.find("main[data-page=play][data-awaits]")?;
    }
    play_together(&[&ada, &bo], |seen| seen.step >= 4)?;
    stage.all_go_home()
}

/// Two cards change places so that the game could still have been: the rules do not notice, the seal does.
fn a_tampered_record_breaks_the_seal(page: &BrowserPage<'_>, site: &AppServer, record: &str) -> Result<()> {
    // Whoever forges a game forges its result too.
    let lines: Vec<&str> = record
        .lines()
        .filter(|line| !line.starts_with("result:"))
        .collect();
    let cards: Vec<usize> = (0..lines.len())
        .filter(|at| lines[*at].trim().starts_with("card "))
        .collect();
    let tampered = cards.windows(2).find_map(|two| {
        let mut all = lines.clone();
        all.swap(two[0], two[1]);
        let text = all.join("\n") + "\n";
        let legal = all != lines && engine::replay(&text).is_ok_and(|counted| counted.over);
        legal.then_some(text)
    });
    let tampered = tampered.context("no two cards can change places")?;
    for (record, seal) in [(record, "whole"), (&tampered, "broken")] {
        page.go(&site.address("#/history"))?;
        page.find("main[data-page=history]")?;
        let hash = replay_hash(page, record)?;
        page.go(&site.address(&hash))?;
        page.find(&format!("[data-seal={seal}]"))?;
    }
    Ok(())
}

/// The address part of a link that holds a record, packed as the app packs it.
fn replay_hash(page: &BrowserPage<'_>, record: &str) -> Result<String> {
    let packed = page.read_later_with(
        "const [text, done] = arguments; (async () => { \
         const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw')); \
         const bytes = new Uint8Array(await new Response(stream).arrayBuffer()); \
         let letters = ''; for (const byte of bytes) letters += String.fromCharCode(byte); \
         done(btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')) })()",
        &serde_json::json!([record]),
    )?;
    Ok(format!("#/replay/1{}", packed.as_str().context("not packed")?))
}

pub(crate) fn a_line_breaks_in_mid_turn(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let ada = stage.window(Window::PHONE)?;
    let link = open(&ada, &site.address(""), "Ada", "tres-fute", 2)?;
    let line = CutLine::to(site.port())?;
    let bo = stage.window(Window::PHONE)?;
    sit(&bo, &line.address(&link), "Bo", 2)?;
    ada.tap("[data-do=begin]:not([disabled])")?;
    for page in [&ada, &bo] {
        page.find("main[data-page=play][data-awaits]")?;
    }
    // Until Bo is to choose.
    let hands = Hands::new(&bo, 71);
    for _ in 0..200 {
        let seen = hands.look()?;
        if seen.asks_for_a_cell() && !seen.cells().is_empty() {
            break;
        }
        let hers = Hands::new(&ada, 72);
        let seen = hers.look()?;
        if matches!(seen.awaits.as_str(), "people" | "luck") {
            hers.act(&seen)?;
        }
    }
    stocked(&bo)?;
    line.cut();
    bo.find(".table-status[data-line=lost]")?;
    // What is chosen meanwhile stays chosen.
    let seen = hands.look()?;
    let before = seen.step;
    let seen = hands.play_until(|seen| seen.step > before)?;
    // Not even a page that is opened anew without a network forgets it.
    bo.reload()?;
    ensure!(hands.look()?.step == seen.step, "the choice is forgotten");
    bo.find(".table-status[data-line=lost]")?;
    line.mend();
    bo.find(".table-status[data-line=up]")?;
    ensure!(hands.look()?.step >= seen.step, "the choice was lost");
    same_step(&[&ada, &bo])?;
    play_together(&[&ada, &bo], |later| later.step > seen.step + 10)?;
    let _ = bo.complaints();
    stage.all_go_home()
}

pub(crate) fn a_tab_is_closed_before_its_choice_was_sent(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let ada = stage.window(Window::PHONE)?;
    let link = open(&ada, &site.address(""), "Ada", "tres-fute", 2)?;
    let line = CutLine::to(site.port())?;
    let bo = stage.window(Window::PHONE)?;
    sit(&bo, &line.address(&link), "Bo", 2)?;
    ada.tap("[data-do=begin]:not([disabled])")?;
    for page in [&ada, &bo] {
        page.find("main[data-page=play][data-awaits]")?;
    }
    let hands = Hands::new(&bo, 73);
    for _ in 0..200 {
        let seen = hands.look()?;
        if seen.asks_for_a_cell() && !seen.cells().is_empty() {
            break;
        }
        let hers = Hands::new(&ada, 74);
        let seen = hers.look()?;
        if matches!(seen.awaits.as_str(), "people" | "luck") {
            hers.act(&seen)?;
        }
    }
    // Bo has the table open twice.
    let (address, first) = (bo.address()?, bo.current_tab()?);
    let second = bo.new_tab()?;
    bo.go(&address)?;
    bo.find(".table-status[data-line=up]")?;
    line.cut();
    bo.find(".table-status[data-line=lost]")?;
    bo.tab(&first)?;
    bo.find(".table-status[data-line=lost]")?;
    let before = hands.look()?.step;
    let chosen = hands.play_until(|seen| seen.step > before)?;
    // The tab in which it was chosen is gone before the line is back.
    bo.go("about:blank")?;
    bo.tab(&second)?;
    bo.until("the other tab has taken the choice up", || {
        Ok((hands.look()?.step == chosen.step).then_some(()))
    })?;
    line.mend();
    bo.find(".table-status[data-line=up]")?;
    same_step(&[&ada, &bo])?;
    ensure!(step(&bo)? >= chosen.step, "the choice was lost with its tab");
    ensure!(
        bo.read("return Object.keys(localStorage).every((key) => !key.startsWith('finaud.unsent.') || localStorage[key].includes('seed'))")?
            == true,
        "what was sent is still kept"
    );
    let _ = bo.complaints();
    stage.all_go_home()
}

pub(crate) fn whoever_looks_away_is_not_there(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let windows = [Window::PHONE, Window::PHONE];
    let (ada, bo, _) = two(stage, &site.address(""), "push", windows)?;
    ada.tap("[data-do=people]")?;
    for (hidden, person) in [(false, "here"), (true, "gone"), (false, "here")] {
        // Another window is in front of the table, or no longer.
        bo.read_with(
            "Object.defineProperty(document, 'hidden', { configurable: true, get: () => arguments[0] }); \
             document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));",
            &serde_json::json!([hidden]),
        )?;
        ada.find(&format!(".table-people li[data-person={person}][data-seat='2']"))?;
    }
    bo.find(".table-status[data-line=up]")?;
    stage.all_go_home()
}

pub(crate) fn the_server_is_killed_in_mid_cascade(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.killed_site()?;
    let (ada, bo, _) = two(
        stage,
        &site.address(),
        "tres-fute",
        [Window::PHONE, Window::PHONE],
    )?;
    let pages = [&*ada, &*bo];
    for _ in 0..2 {
        let asked_for_a_bonus = |seen: &SeenGame, page: &BrowserPage<'_>| -> Result<bool> {
            Ok(seen.asks_for_a_cell() && !seen.cells().is_empty() && page.has(GIFTS)?)
        };
        play_until(&pages, |seen| {
            for (seen, page) in seen.iter().zip(pages) {
                ensure!(seen.awaits != "over", "the game was over before a bonus waited");
                if asked_for_a_bonus(seen, page)? {
                    return Ok(true);
                }
            }
            Ok(false)
        })?;
        let mut winner = ada.as_ref();
        for page in pages {
            if asked_for_a_bonus(&Hands::new(page, 1).look()?, page)? {
                winner = page;
            }
        }
        site.kill()?;
        for page in pages {
            page.find(".table-status[data-line=lost]")?;
        }
        // Whoever won the bonus uses it all the same.
        let hands = Hands::new(winner, 80);
        let before = hands.look()?.step;
        let chosen = hands.play_until(|later| later.step > before)?;
        ensure!(
            winner.read("return Object.entries(localStorage).some(([key, text]) => key.startsWith('finaud.online.') && JSON.parse(text).pending.length > 0)")? == true,
            "the choice is not kept on the device"
        );
        site.start_again()?;
        for page in pages {
            page.find(".table-status[data-line=up]")?;
            // The browser notes every try that failed.
            let _ = page.complaints();
        }
        same_step(&pages)?;
        ensure!(step(winner)? >= chosen.step, "the game went back");
        play_together(&pages, |seen| seen.step > chosen.step + 4)?;
    }
    stage.all_go_home()
}

pub(crate) fn somebody_leaves_and_comes_back(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let (ada, bo, _) = two(stage, &site.address(""), "push", [Window::PHONE, Window::PHONE])?;
    play_together(&[&ada, &bo], |seen| seen.step >= 4)?;
    bo.tap("[data-do=people]")?;
    bo.tap("[data-panel=people] [data-do=leave]")?;
    bo.find("[data-notice=away]")?;
    ada.tap("[data-do=people]")?;
    ada.find("[data-panel=people] [data-person=away][data-seat='2']")?;
    ada.tap("[data-do=close-panel]")?;
    // Against a bot the game goes on with one pair of hands.
    let before = step(&ada)?;
    play_together(&[&ada], |seen| seen.step > before + 8)?;
    bo.tap("[data-notice=away] [data-do=return]")?;
    bo.gone("[data-notice=away]")?;
    let before = step(&ada)?;
    play_together(&[&ada, &bo], |seen| {
        seen.step > before + 6 || seen.awaits == "over"
    })?;
    stage.all_go_home()
}

pub(crate) fn somebody_watches_and_nobody_forges_a_seat(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let (ada, bo, link) = two(
        stage,
        &site.address(""),
        "tres-fute",
        [Window::PHONE, Window::PHONE],
    )?;
    let table = table_of(&link);
    let watcher = stage.window(Window::DESK)?;
    watcher.go(&site.address(&format!("#/t/{table}")))?;
    watcher.find("[data-notice=watching]")?;
    play_together(&[&ada, &bo], |seen| seen.step >= 6)?;
    same_step(&[&ada, &watcher])?;
    let seen = Hands::new(&watcher, 1).look()?;
    ensure!(seen.awaits == "others", "whoever watches is asked: {seen:?}");
    ensure!(
        seen.cells().is_empty() && !seen.offers("roll"),
        "whoever watches may choose: {seen:?}"
    );
    // A seat that nobody gave.
    let forger = stage.window(Window::PHONE)?;
    forger.go(&site.address(&format!("#/t/{table}/k={}", "f".repeat(32))))?;
    forger.find("[data-rejected]")?;
    ensure!(!forger.address()?.contains("k="), "the key stays in the address");
    forger.tap("[data-do=watch]")?;
    forger.find("[data-notice=watching]")?;
    // One's own seat on another device.
    ada.tap("[data-do=people]")?;
    ada.tap("[data-more=device] summary")?;
    let own = ada.read("return document.querySelector('[data-link=seat]').value")?;
    let own = own.as_str().context("no link to the seat")?;
    let second = stage.window(Window::PHONE)?;
    second.go(own)?;
    second.find("main[data-page=play][data-awaits]")?;
    second.gone("[data-notice=watching]")?;
    same_step(&[&ada, &second])?;
    // A phrase is heard, and muted.
    bo.tap("[data-do=phrases]")?;
    bo.tap("[data-do=say][data-phrase='2']")?;
    second.find("[data-said='2']")?;
    second.tap("[data-do=phrases]")?;
    second.tap("[data-do=mute]")?;
    second.gone("[data-said]")?;
    stage.all_go_home()
}

pub(crate) fn my_tables_wait_on_the_first_page(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let (ada, bo, _) = two(stage, &site.address(""), "push", [Window::PHONE, Window::PHONE])?;
    bo.tap("[data-do=home]")?;
    bo.find(".my-tables [data-waits]")?;
    let hands = Hands::new(&ada, 90);
    for _ in 0..200 {
        let seen = hands.look()?;
        if seen.awaits == "others" {
            break;
        }
        hands.act(&seen)?;
    }
    bo.reload()?;
    bo.find(".my-tables [data-waits=turn]")?;
    bo.tap("[data-do=my-table]")?;
    bo.find("main[data-page=play][data-awaits=people], main[data-page=play][data-awaits=luck]")?;
    stage.all_go_home()
}

pub(crate) fn without_a_server_the_page_says_so(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.static_site()?;
    let page = stage.visit(Window::PHONE.in_language("fr"), &site, "#/")?;
    page.tap("[data-do=friends]")?;
    page.find("[data-server=static]")?;
    // The browser notes that the address is not there: that is the question.
    let _ = page.complaints();
    page.tap("[data-do=home]")?;
    page.find("main[data-page=home]")?;
    Ok(())
}
