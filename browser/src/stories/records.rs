//! Games leave the device and come back.

use std::path::PathBuf;

use anyhow::{Context as _, Result, ensure};
use serde_json::json;

use crate::context::StoryContext;
use crate::engine;
use crate::hands::Hands;
use crate::page::{BrowserPage, Window};

/// A finished game that somebody brings along.
fn brought(name: &str) -> PathBuf {
    crate::root().join("crates/table/tests/golden").join(name)
}

/// Chooses a file with games, as the button "import" does.
pub(crate) fn import(page: &BrowserPage<'_>, file: &std::path::Path) -> Result<()> {
    page.type_into("[data-import=file]", &file.display().to_string())?;
    page.find("[data-imported] p")?;
    Ok(())
}

fn clipboard(page: &BrowserPage<'_>) -> Result<String> {
    let text = page.read_later(
        "const done = arguments[0]; navigator.clipboard.readText().then(done, (why) => done(`! ${why}`))",
    )?;
    Ok(text.as_str().context("the clipboard is empty")?.to_owned())
}

pub(crate) fn allow_clipboard(page: &BrowserPage<'_>) -> Result<()> {
    let wanted = json!({ "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"] });
    page.cdp("Browser.grantPermissions", &wanted)?;
    Ok(())
}

pub(crate) fn a_replay_link_opens_elsewhere(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    for name in ["tres-fute-p3.txt", "push-p4.txt"] {
        let page = stage.visit(Window::DESK, &site, "#/history")?;
        allow_clipboard(&page)?;
        let file = brought(name);
        import(&page, &file)?;
        page.tap("[data-game-id] [data-do=open]")?;
        page.tap("[data-do=copy-replay]")?;
        let link = page.until("the link is copied", || {
            let text = clipboard(&page)?;
            Ok(text.contains("#/replay/").then_some(text))
        })?;
        page.close();
        let other = stage.window(Window::PHONE)?;
        other.go(&link)?;
        other.find("main[data-page=replay]")?;
        let counted = engine::replay(&std::fs::read_to_string(&file)?)?;
        for (index, points) in counted.points.iter().enumerate() {
            let total = other.text(&format!("[data-total='{}']", index + 1))?;
            ensure!(
                total.trim() == points.to_string(),
                "{name}: {total} instead of {points}"
            );
        }
        other.close();
    }
    Ok(())
}

pub(crate) fn a_broken_record_is_refused_kindly(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(Window::PHONE.in_language("fr"), &site, "#/history")?;
    let folder = crate::target().join("browser");
    std::fs::create_dir_all(&folder)?;
    let good = std::fs::read_to_string(brought("tres-fute-p3.txt"))?;
    let broken = [
        ("no-game", "once upon a time\nthere was a fox".to_owned()),
        ("empty", String::new()),
        ("cut", good[..good.len() / 2].replace("  2 ", "  9 ")),
        (
            "other-game",
            good.replacen("game: tres-fute", "game: monopoly", 1),
        ),
        ("bytes", "\u{0}\u{1}\u{2}finaud record 1\n".to_owned()),
        ("long", "finaud record 1\n".repeat(20_000)),
    ];
    for (name, text) in broken {
        let file = folder.join(format!("{name}.txt"));
        std::fs::write(&file, text)?;
        page.reload()?;
        import(&page, &file)?;
        let told = page.text("[data-imported]")?;
        ensure!(
            told.split_whitespace().count() >= 3,
            "{name}: no sentence but `{told}`"
        );
        ensure!(!page.has("[data-game-id]")?, "{name}: a game was taken from it");
        ensure!(
            page.all("[data-imported] .detail")?.len() == page.all("[data-imported] .detail[lang=fr]")?.len(),
            "{name}: not in the reader's language: `{told}`"
        );
    }
    // What a record claims beside its game is believed as far as it can be true.
    let claims = "date: 9999-12-31T00:00:00Z\nchallenge: 9999-12-31\nhints: 99999999999999999999\n";
    let claiming = good
        .replacen("players:", &format!("{claims}players:"), 1)
        .replacen("seat 1: ", "seat 1: \u{202e}\u{200b}", 1);
    let file = folder.join("claims.txt");
    std::fs::write(&file, claiming)?;
    page.reload()?;
    import(&page, &file)?;
    page.find("[data-imported] p[data-taken='1'][data-doubted='3']")?;
    let kept = page.read(
        "const key = Object.keys(localStorage).find((key) => key.startsWith('finaud.game.')); \
         const kept = JSON.parse(localStorage.getItem(key)); return [kept.daily, kept.hints, kept.started <= Date.now()]",
    )?;
    ensure!(kept == json!([null, 1, true]), "{kept}");
    let words = page.words()?;
    ensure!(
        words.contains("n’a pas encore eu lieu") && !words.contains('\u{202e}'),
        "{words}"
    );
    for data in ["1", "1garbage", "2abc", "%20", "1AAAA"] {
        page.go(&site.address(&format!("#/replay/{data}")))?;
        page.find("main[data-page=replay] [data-broken]")?;
        ensure!(
            !page.text("[data-broken]")?.is_empty(),
            "`{data}`: nothing is said"
        );
    }
    Ok(())
}

pub(crate) fn all_games_go_to_another_device(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(Window::PHONE, &site, "#/history")?;
    let folder = page.download_into("downloads")?;
    for name in ["tres-fute-p3.txt", "push-p4.txt", "hyper-fute-p1.txt"] {
        import(&page, &brought(name))?;
        page.reload()?;
    }
    page.until("three games are there", || {
        Ok((page.all("[data-game-id]")?.len() == 3).then_some(()))
    })?;
    page.tap("[data-do=export]")?;
    let file = page.until("the file is there", || {
        let files = std::fs::read_dir(&folder)?.filter_map(|entry| Some(entry.ok()?.path()));
        Ok(files
            .into_iter()
            .find(|path| path.extension().is_some_and(|ending| ending == "txt")))
    })?;
    let other = stage.visit(Window::PHONE, &site, "#/history")?;
    import(&other, &file)?;
    ensure!(
        other.attribute("[data-imported] p", "data-taken")? == "3",
        "{}",
        other.text("[data-imported]")?
    );
    // Once more brings nothing new.
    other.reload()?;
    import(&other, &file)?;
    ensure!(
        other.attribute("[data-imported] p", "data-known")? == "3",
        "{}",
        other.text("[data-imported]")?
    );
    Ok(())
}

pub(crate) fn a_copied_game_is_known_at_home(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(Window::PHONE, &site, "#/")?;
    allow_clipboard(&page)?;
    page.tap("article[data-game=tres-fute] [data-do=play-now]")?;
    Hands::new(&page, 33).play_until(|seen| seen.step > 8)?;
    page.go(&site.address("#/history"))?;
    page.tap("[data-game-id] [data-do=copy-record]")?;
    let record = page.until("the game is copied", || {
        let text = clipboard(&page)?;
        Ok(text.starts_with("finaud record").then_some(text))
    })?;
    ensure!(
        record.contains("\nseat 1: Player 1\n"),
        "others would read: {record}"
    );
    let file = crate::target().join("browser").join("copied.txt");
    std::fs::write(&file, record)?;
    import(&page, &file)?;
    ensure!(
        page.attribute("[data-imported] p", "data-known")? == "1",
        "{}",
        page.text("[data-imported]")?
    );
    Ok(())
}

pub(crate) fn a_game_is_reviewed(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(Window::DESK, &site, "#/history")?;
    import(&page, &brought("hyper-fute-p1.txt"))?;
    page.tap("[data-game-id] [data-do=review]")?;
    page.find("main[data-page=review]")?;
    for _ in 0..8 {
        if page.has("[data-review=done]")? {
            break;
        }
        // A review looks at every choice: it may take longer than anything else.
        let _ = page.find("[data-review=done]");
    }
    page.find("[data-review=done]")?;
    page.tap("[data-do=show-me]")?;
    Ok(())
}

pub(crate) fn a_dare_is_taken_up(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(Window::PHONE, &site, "#/seed/tres-fute-p1-7K3/261/Ada")?;
    page.find("[data-do=start]")?;
    let words = page.words()?;
    ensure!(words.contains("Ada") && words.contains("261"), "{words}");
    page.tap("[data-do=start]")?;
    let hands = Hands::new(&page, 18);
    hands.look()?;
    ensure!(
        page.attribute(".game-head [data-beat]", "data-beat")? == "261",
        "nothing is to be beaten"
    );
    hands.play_to_the_end()?;
    let points = hands.check_the_end()?[0];
    let expected = if points > 261 { "yes" } else { "no" };
    ensure!(
        page.attribute("[data-beaten]", "data-beaten")? == expected,
        "{points} against 261"
    );
    ensure!(hands.record()?.contains("7K3"), "other dice: {}", hands.record()?);
    // `master` plays the same dice, and its game can be looked at.
    page.find("[data-master=same]")?;
    page.tap("[data-do=see-master]")?;
    let total = page.text("main[data-page=replay] [data-total='1']")?;
    ensure!(
        total.trim().parse::<i32>()? > 150,
        "master has only {total} points"
    );
    for (link, word) in [
        ("nonsense", "nonsense"),
        ("go-p1-7K3", "go"),
        ("tres-fute-p9-7K3", "9"),
    ] {
        page.go(&site.address(&format!("#/seed/{link}")))?;
        let told = page.until("the link is refused", || {
            let text = page.words()?;
            Ok((page.has("[data-alert]")? && text.contains(word)).then_some(text))
        })?;
        ensure!(told.split_whitespace().count() > 5, "`{link}`: {told}");
    }
    Ok(())
}
