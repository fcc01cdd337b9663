//! When things go wrong: no game is lost.

use anyhow::{Context as _, Result, ensure};

use super::offline::settled;
use crate::context::StoryContext;
use crate::hands::Hands;
use crate::page::Window;

pub(crate) fn storage_is_forbidden(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.window(Window::PHONE)?;
    page.before_the_app(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError') } })",
    )?;
    page.go(&site.address("#/"))?;
    page.tap("article[data-game=tres-fute] [data-do=play-now]")?;
    let hands = Hands::new(&page, 21);
    page.find("[data-notice=storage]")?;
    hands.play_until(|seen| seen.step > 12)?;
    // Away and back again, as long as the page lives.
    let step = hands.look()?.step;
    let address = page.address()?;
    page.tap("[data-do=home]")?;
    page.find("main[data-page=home]")?;
    page.tap("[data-do=resume]")?;
    ensure!(page.address()? == address, "another game is resumed");
    ensure!(hands.look()?.step == step, "the game went back");
    Ok(())
}

pub(crate) fn storage_is_full(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.window(Window::PHONE)?;
    // Room for the settings and the beginning of a game, and for nothing more.
    page.before_the_app(
        "const write = Storage.prototype.setItem; let room; Storage.prototype.setItem = function (name, text) { \
         if (name.startsWith('finaud.game.')) { room ??= text.length + 200; \
         if (text.length > room) throw new DOMException('full', 'QuotaExceededError') } write.call(this, name, text) }",
    )?;
    page.go(&site.address("#/"))?;
    page.tap("article[data-game=tres-fute] [data-do=play-now]")?;
    let hands = Hands::new(&page, 22);
    hands.play_until(|seen| seen.step > 25)?;
    page.find("[data-notice=storage]")?;
    let step = hands.look()?.step;
    page.tap("[data-do=home]")?;
    // There is room for today's puzzles, but the game will still be lost with the page.
    page.find("[data-todays]")?;
    page.find("[data-notice=storage]")?;
    page.tap("[data-do=resume]")?;
    ensure!(
        hands.look()?.step == step,
        "the game went back while the page lived"
    );
    Ok(())
}

pub(crate) fn two_tabs_play_the_same_game(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(Window::DESK, &site, "#/")?;
    page.tap("article[data-game=tres-fute] [data-do=play-now]")?;
    let hands = Hands::new(&page, 23);
    hands.play_until(|seen| seen.step > 5)?;
    let (address, first) = (page.address()?, page.current_tab()?);
    let second = page.new_tab()?;
    page.go(&address)?;
    let there = hands.look()?.step;
    let far = hands.play_until(|seen| seen.step > there + 4)?.step;
    page.tab(&first)?;
    page.find("[data-notice=elsewhere]")?;
    page.tap("[data-do=continue-here]")?;
    page.until("the first tab has caught up", || {
        Ok((hands.look()?.step == far).then_some(()))
    })?;
    let farther = hands.play_until(|seen| seen.step > far + 3)?.step;
    let record = hands.record()?;
    page.tab(&second)?;
    page.find("[data-notice=elsewhere]")?;
    page.tap("[data-do=continue-here]")?;
    page.until("the second tab has caught up", || {
        Ok((hands.look()?.step == farther).then_some(()))
    })?;
    ensure!(hands.record()? == record, "the tabs have different games");
    Ok(())
}

pub(crate) fn an_update_in_the_middle_of_a_game(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(Window::PHONE, &site, "#/")?;
    settled(&page)?;
    page.tap("article[data-game=tres-fute] [data-do=play-now]")?;
    let hands = Hands::new(&page, 24);
    hands.play_until(|seen| seen.step > 8)?;
    site.publish("second")?;
    page.reload()?;
    page.find("[data-notice=update]")?;
    // The game goes on while the new version waits.
    let seen = hands.look()?;
    let seen = hands.play_until(|later| later.step > seen.step + 3)?;
    let record = hands.record()?;
    page.tap("[data-do=update]")?;
    page.find("meta[name=generator][content=second]")?;
    ensure!(
        hands.look()?.step == seen.step,
        "the game is at another step after the update"
    );
    ensure!(hands.record()? == record, "the update changed the record");
    hands.play_until(|later| later.step > seen.step + 3)?;
    Ok(())
}

/// A clock that shows this moment when the page opens.
pub(crate) fn clock(moment: &str) -> String {
    format!(
        "{{ const real = window.realDate ?? Date; window.realDate = real; const shift = new real('{moment}').getTime() - real.now(); \
         window.Date = class extends real {{ constructor(...parts) {{ parts.length ? super(...parts) : super(real.now() + shift) }} \
         static now() {{ return real.now() + shift }} }} }}"
    )
}

pub(crate) fn the_clock_passes_midnight(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.window(Window::PHONE)?;
    page.before_the_app(&clock("2026-11-20T23:58:00"))?;
    page.go(&site.address("#/"))?;
    let today = page.attribute("[data-daily]", "data-daily")?;
    ensure!(today == "2026-11-20", "the challenge is of {today}");
    page.tap("[data-do=daily]")?;
    let hands = Hands::new(&page, 25);
    let seen = hands.play_until(|seen| seen.step > 6)?;
    let address = page.address()?;
    // The next day, and then a clock that was set back by a month.
    for (moment, day) in [
        ("2026-11-21T00:03:00", "2026-11-21"),
        ("2026-10-21T12:00:00", "2026-10-21"),
    ] {
        page.before_the_app(&clock(moment))?;
        page.reload()?;
        ensure!(
            hands.look()?.step == seen.step,
            "{moment}: the game is at another step"
        );
        let kept = page.read("const id = location.hash.split('/')[2]; return JSON.parse(localStorage.getItem(`finaud.game.${id}`)).daily")?;
        ensure!(kept == "2026-11-20", "{moment}: the game belongs to {kept} now");
        page.go(&site.address("#/"))?;
        page.find(&format!("[data-daily='{day}']"))?;
        page.go(&address)?;
    }
    hands.play_until(|later| later.step > seen.step + 3)?;
    Ok(())
}

pub(crate) fn games_of_other_versions(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(Window::PHONE, &site, "#/")?;
    page.tap("article[data-game=tres-fute] [data-do=play-now]")?;
    let hands = Hands::new(&page, 26);
    let seen = hands.play_until(|seen| seen.step > 8)?;
    let record = hands.record()?;
    let address = page.address()?;
    let id = address
        .rsplit('/')
        .next()
        .context("a game in the address")?
        .to_owned();
    // The same game as the first version kept it, one of a version that does not exist yet, and one that is no game.
    let old = serde_json::json!({
        "version": 1, "id": id, "revision": 3, "started": 1.0e12, "changed": 1.0e12, "record": record,
    });
    let script = format!(
        "localStorage.setItem('finaud.game.{id}', {}); \
         localStorage.setItem('finaud.game.newer', '{{\"version\":99,\"id\":\"newer\"}}'); \
         localStorage.setItem('finaud.game.broken', 'not even json');",
        serde_json::Value::String(old.to_string())
    );
    page.close();
    let page = stage.window(Window::PHONE)?;
    page.go(&site.address("icon.svg"))?;
    page.read(&script)?;
    page.go(&address)?;
    let hands = Hands::new(&page, 27);
    ensure!(hands.look()?.step == seen.step, "the old game is at another step");
    hands.play_until(|later| later.step > seen.step + 3)?;
    for kept in ["newer", "broken"] {
        page.go(&site.address(&format!("#/play/{kept}")))?;
        page.find("main[data-page=play] h1")?;
        let told = page.text("main[data-page=play]")?;
        ensure!(
            told.split_whitespace().count() > 5,
            "`{kept}`: no sentence but `{told}`"
        );
        let still = page.read(&format!(
            "return localStorage.getItem('finaud.game.{kept}') !== null"
        ))?;
        ensure!(still == true, "`{kept}` was thrown away");
    }
    page.go(&site.address("#/history"))?;
    page.find("[data-unread]")?;
    Ok(())
}

pub(crate) fn the_server_sends_rubbish(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    // Texts that are fetched when they are read: the page says so, and they come once they are there.
    let texts = "languages/fr.more.json";
    site.damage(texts);
    let page = stage.visit(Window::PHONE.in_language("fr"), &site, "#/how/push")?;
    page.until("the page says that its texts are missing", || {
        Ok(page
            .text("main")?
            .contains("n’ont pas pu être chargés")
            .then_some(()))
    })?;
    site.mend(texts);
    page.go(&site.address("#/"))?;
    page.find("main[data-page=home]")?;
    page.go(&site.address("#/how/push"))?;
    page.find("main[data-page=how] h1")?;
    // Without its games or its language the app cannot open, and says that.
    for file in ["catalog.json", "languages/fr.json"] {
        site.damage(file);
        let page = stage.window(Window::PHONE.in_language("fr"))?;
        page.go(&site.address("#/"))?;
        page.until("the page says that it could not be loaded", || {
            let shown =
                page.read("return document.querySelector('#unreachable')?.checkVisibility() ?? false")?;
            Ok((shown == true).then_some(()))
        })?;
        site.mend(file);
        page.reload()?;
        page.find("main[data-page=home]")?;
    }
    Ok(())
}

pub(crate) fn a_part_of_the_program_is_missing(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let part = site.part()?;
    site.damage(&part);
    let page = stage.visit(Window::PHONE.in_language("fr"), &site, "#/settings")?;
    page.find("main[data-page=missing]")?;
    let text = page.text("main")?;
    ensure!(text.contains("n’a pas pu être chargée"), "the page says `{text}`");
    // The loader tells the console as well.
    page.complaints()?;
    site.mend(&part);
    page.tap("[data-do=again]")?;
    page.find("main[data-page=settings] h1")?;
    Ok(())
}
