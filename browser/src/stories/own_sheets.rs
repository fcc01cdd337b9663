//! Sheets of one's own: what the coach knows of them, and what is said of those that cannot be read.

use anyhow::{Context, Result, ensure};

use super::records::import;
use super::workshop::change_bonus;
use crate::context::StoryContext;
use crate::hands::{Hands, in_a_hurry};
use crate::page::{BrowserPage, Window};
use crate::site::AppServer;

/// Chooses a sheet from a file, as the button does.
pub(crate) fn load(page: &BrowserPage<'_>, name: &str, text: &str) -> Result<()> {
    let folder = crate::target().join("browser");
    std::fs::create_dir_all(&folder)?;
    let file = folder.join(name);
    std::fs::write(&file, text)?;
    page.type_into("[data-do=load-sheet]", &file.display().to_string())
}

pub(crate) fn printed(game: &str) -> Result<String> {
    let file = crate::root().join("games").join(game).join("sheet.toml");
    Ok(std::fs::read_to_string(file)?)
}

/// The weights that were asked for.
fn weights(site: &AppServer) -> Vec<String> {
    let mut asked = site.asked();
    asked.retain(|path| path.contains("weights/"));
    asked.dedup();
    asked
}

/// Nothing was asked for that the app does not have.
fn nothing_in_vain(stage: &StoryContext<'_>, site: &AppServer) -> Result<()> {
    for path in site.asked() {
        let path = path
            .split('?')
            .next()
            .unwrap_or_default()
            .trim_matches('/')
            .to_owned();
        ensure!(
            path.is_empty() || stage.app().join(&path).exists(),
            "{path} was asked for, and is not there"
        );
    }
    Ok(())
}

/// Plays to a choice and asks the coach: what he says of himself.
fn asked_coach(page: &BrowserPage<'_>, seed: u64) -> Result<String> {
    page.tap("[data-do=start]")?;
    Hands::new(page, seed).play_until(|seen| seen.awaits == "people" && seen.step > 0)?;
    page.tap("[data-do=hint]")?;
    page.find("[data-panel=coach] [data-do=advised]")?;
    let why = page.text("[data-panel=coach] .why")?;
    ensure!(!why.trim().is_empty(), "the coach does not say why");
    page.text("[data-coach=doubt]")
}

pub(crate) fn the_coach_borrows_from_the_nearest_sheet(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(Window::PHONE, &site, "#/new/tres-fute")?;
    let own = printed("tres-fute-deluxe")?
        .replacen("id = \"tres-fute-deluxe\"", "id = \"mine\"", 1)
        .replacen(
            "column_points = [10, 14, 16, 20]",
            "column_points = [14, 10, 20, 16]",
            1,
        );
    load(&page, "mine.toml", &own)?;
    let warned = page.text("[data-warning=weights]")?;
    ensure!(warned.contains("it is nearly Très Futé Deluxe"), "{warned}");
    let doubt = asked_coach(&page, 41)?;
    ensure!(
        doubt.contains("Très Futé Deluxe") && doubt.contains("sure"),
        "{doubt}"
    );
    ensure!(
        page.has("[data-panel=coach] .worth")?,
        "he borrows, but has no numbers"
    );
    let weights = weights(&site);
    ensure!(
        weights.len() == 1 && weights[0].ends_with("tres-fute-deluxe.1.weights"),
        "{weights:?} were asked for"
    );
    nothing_in_vain(stage, &site)
}

pub(crate) fn of_a_sheet_like_no_other_there_are_reasons_and_no_numbers(
    stage: &StoryContext<'_>,
) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(Window::PHONE.in_language("fr"), &site, "#/new/tres-fute")?;
    let docs = std::fs::read_to_string(crate::root().join("docs/sheets.md"))?;
    let potager = docs.split("```toml complete").nth(1).context("no whole sheet")?;
    load(
        &page,
        "potager.toml",
        potager.split("```").next().unwrap_or_default(),
    )?;
    let warned = page.text("[data-warning=weights]")?;
    ensure!(warned.contains("pas de chiffres"), "{warned}");
    let doubt = asked_coach(&page, 42)?;
    ensure!(doubt.contains("ne connaît pas cette feuille"), "{doubt}");
    ensure!(
        !page.has("[data-panel=coach] .worth")?,
        "he knows nothing, but has numbers"
    );
    ensure!(weights(&site).is_empty(), "{:?} were asked for", weights(&site));
    nothing_in_vain(stage, &site)
}

pub(crate) fn after_a_broken_file_nothing_starts_by_mistake(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(Window::PHONE.in_language("fr"), &site, "#/new/tres-fute")?;
    let broken = printed("tres-fute")?.replacen("id = \"tres-fute\"", "id = mine", 1);
    load(&page, "broken.toml", &broken)?;
    let told = page.text("[data-sheet-problems]")?;
    ensure!(
        told.contains("ligne") && told.contains("colonne") && told.contains("guillemets"),
        "not told in French: {told}"
    );
    page.find("[data-do=start][disabled]")?;
    ensure!(
        page.text("#start-off")?.contains("n’a pas pu être lue"),
        "{}",
        page.text("#start-off")?
    );
    // Somebody says on which sheet, and it goes on.
    ensure!(
        page.text("[data-do=keep-sheet]")?.contains("Très Futé"),
        "{}",
        page.text("[data-do=keep-sheet]")?
    );
    page.tap("[data-do=keep-sheet]")?;
    page.find("[data-do=start]:not([disabled])")?;
    page.gone("[data-sheet-problems]")?;
    // An example to begin with, which is a sheet; and a page that tells how one is written.
    let folder = page.download_into("examples")?;
    page.tap("[data-do=example]")?;
    let example = folder.join("my-tres-fute.toml");
    let text = page.until("the example is there", || {
        Ok(std::fs::read_to_string(&example)
            .ok()
            .filter(|text| !text.is_empty()))
    })?;
    load(&page, "example.toml", &text)?;
    page.find("[data-provenance=custom]")?;
    page.tap("[data-do=format]")?;
    page.find("[data-format] pre")?;
    let words = page.words()?;
    ensure!(words.contains("Écrire sa propre feuille"), "{words}");
    Ok(())
}

/// How many games the bots have learned from, as the page says.
fn taught(page: &BrowserPage<'_>) -> Result<u64> {
    let games =
        page.read("return document.querySelector('[data-taught-games]')?.dataset.taughtGames ?? '0'")?;
    Ok(games.as_str().unwrap_or_default().parse()?)
}

pub(crate) fn bots_are_taught_and_go_on_after_the_page_was_closed(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(Window::PHONE, &site, "#/new/tres-fute")?;
    ensure!(
        !page.has("[data-panel=teach]")?,
        "the built-in sheet is known already"
    );
    let own = printed("tres-fute")?.replacen("id = \"tres-fute\"", "id = \"mine\"", 1);
    load(&page, "taught.toml", &own)?;
    page.tap("[data-do=teach]")?;
    let more_than = |games: u64| {
        page.until("the bots learn", || {
            Ok(Some(taught(&page)?).filter(|now| *now > games))
        })
    };
    let first = more_than(0)?;
    more_than(first)?;
    page.tap("[data-do=stop-teaching]")?;
    page.find("[data-do=teach]")?;
    let stopped = taught(&page)?;
    ensure!(stopped > first, "{stopped} games are no more than {first}");
    // Closed and opened again: the bots go on where they were.
    page.reload()?;
    page.find("main")?;
    load(&page, "taught.toml", &own)?;
    let kept = more_than(0)?;
    ensure!(kept == stopped, "{stopped} games were learned, {kept} were kept");
    page.tap("[data-do=teach]")?;
    more_than(stopped)?;
    // A page that is closed in the middle loses little, and nothing breaks.
    page.reload()?;
    page.find("main")?;
    load(&page, "taught.toml", &own)?;
    let kept = more_than(0)?;
    ensure!(kept >= stopped, "{kept} games are left of {stopped}");
    page.tap("[data-do=forget-taught]")?;
    page.gone("[data-taught-games]")?;
    Ok(())
}

pub(crate) fn what_bots_learned_goes_to_another_browser(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    // A sheet like no other: whatever is learned is more than what was known.
    let docs = std::fs::read_to_string(crate::root().join("docs/sheets.md"))?;
    let potager = docs.split("```toml complete").nth(1).context("no whole sheet")?;
    let sheet = crate::target().join("browser").join("potager-for-two.toml");
    std::fs::create_dir_all(crate::target().join("browser"))?;
    std::fs::write(&sheet, potager.split("```").next().unwrap_or_default())?;
    let page = stage.visit(Window::DESK.in_language("fr"), &site, "#/workshop")?;
    page.type_into("[data-do=load-draft]", &sheet.display().to_string())?;
    // From the workshop to the lesson of the bots, for two.
    page.tap("[data-do=teach-sheet]")?;
    page.find("main[data-page=setup] [data-panel=teach]")?;
    page.tap("[data-do=add-bot]")?;
    page.tap("[data-do=teach]")?;
    page.until("the bots use what they learned", || {
        let used =
            page.read("return document.querySelector('[data-taught-used]')?.dataset.taughtUsed ?? ''")?;
        Ok((used == "true").then_some(()))
    })?;
    page.tap("[data-do=stop-teaching]")?;
    page.find("[data-do=teach]")?;
    let folder = page.download_into("weights")?;
    page.tap("[data-do=save-taught]")?;
    let file = page.until("the file is there", || {
        let files = std::fs::read_dir(&folder)?.flatten().map(|entry| entry.path());
        let mut files = files.filter(|path| path.extension().is_some_and(|end| end == "weights"));
        Ok(files.next())
    })?;
    let name = file
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    ensure!(
        name.starts_with("sheet-") && name.ends_with(".2-4.weights"),
        "{name}"
    );
    // And back to the draft.
    page.tap("[data-do=change-sheet]")?;
    page.find("main[data-draft]")?;
    // Elsewhere: alone it is for another number of players, for two it fits.
    let there = stage.window(Window::PHONE.in_language("fr"))?;
    there.go(&site.address("#/workshop"))?;
    there.type_into("[data-do=load-draft]", &sheet.display().to_string())?;
    there.tap("[data-do=teach-sheet]")?;
    there.type_into("[data-do=load-taught]", &file.display().to_string())?;
    there.until("it is refused", || {
        Ok(there
            .text("[data-not-taken]")?
            .contains("autre nombre de joueurs")
            .then_some(()))
    })?;
    there.tap("[data-do=add-bot]")?;
    there.type_into("[data-do=load-taught]", &file.display().to_string())?;
    there.find("[data-brought]")?;
    there.find("[data-do=save-taught]")?;
    // What is no such file is told to be none.
    let other = folder.join("other.weights");
    std::fs::write(&other, "finaud weights 1\nnothing")?;
    there.type_into("[data-do=load-taught]", &other.display().to_string())?;
    there.until("it is refused", || {
        Ok(there.text("[data-not-taken]")?.contains("abîmé").then_some(()))
    })?;
    there.find("[data-brought]")?;
    Ok(())
}

pub(crate) fn a_report_tells_how_a_sheet_plays(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(Window::PHONE, &site, "#/new/tres-fute")?;
    page.tap("[data-do=report]")?;
    page.find("[data-report] svg")?;
    let told = page.text("[data-report]")?;
    for words in [
        "300 games",
        "Points by zone",
        "Luck and skill",
        "Compared with the built-in sheets",
    ] {
        ensure!(told.contains(words), "{words}: {told}");
    }
    let wide = page.read("return document.documentElement.scrollWidth > innerWidth")?;
    ensure!(wide == false, "the page is wider than the phone");
    Ok(())
}

pub(crate) fn a_hint_leaves_the_dice_in_sight(stage: &StoryContext<'_>) -> Result<()> {
    for (width, height) in [(390, 844), (360, 640)] {
        let site = stage.site()?;
        let window = Window {
            width,
            height,
            ..Window::PHONE
        };
        let page = stage.visit(window, &site, "#/")?;
        page.tap("article[data-game=tres-fute] [data-do=play-now]")?;
        Hands::new(&page, 43).play_until(|seen| seen.awaits == "people" && seen.step > 0)?;
        page.tap("[data-do=hint]")?;
        page.find("[data-panel=coach] [data-do=advised]")?;
        let hidden = page.read(
            "const panel = document.querySelector('[data-panel=coach]').getBoundingClientRect(); \
             return [...document.querySelectorAll('.dice button.die')].filter(die => { \
               const box = die.getBoundingClientRect(); \
               const covered = box.top < panel.bottom && box.bottom > panel.top \
                 && box.left < panel.right && box.right > panel.left; \
               return covered || box.top < 0 || box.bottom > innerHeight; \
             }).length",
        )?;
        ensure!(hidden == 0, "{width}×{height}: {hidden} dice are not in sight");
    }
    Ok(())
}

/// The rows of the statistics: what was played, how often, and the best result.
fn statistics(page: &BrowserPage<'_>) -> Result<Vec<[String; 3]>> {
    page.find("[data-page=history] .figures tbody tr")?;
    let rows = page.read(
        "return [...document.querySelectorAll('.figures:not(.parts) tbody tr')].map((row) => \
         [row.querySelector('th'), ...row.querySelectorAll('td')].map((cell) => cell.innerText.trim()))",
    )?;
    let rows: Vec<[String; 4]> = serde_json::from_value(rows)?;
    Ok(rows
        .into_iter()
        .map(|[name, games, _, best]| [name, games, best])
        .collect())
}

pub(crate) fn a_corrected_sheet_is_counted_apart_from_the_guess(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(Window::DESK.in_language("fr"), &site, "#/history")?;
    // One game was finished on the sheet that is a guess, by the person at this device.
    let golden = crate::root().join("crates/table/tests/golden/melange-fute-p1.txt");
    let record = std::fs::read_to_string(golden)?;
    let guessed = crate::engine::replay(&record)?.points[0].to_string();
    let record = record.replace("seat 1: random 1\nbot 1: random\n", "seat 1: Toi\n");
    let file = crate::target().join("browser").join("melange.txt");
    std::fs::create_dir_all(crate::target().join("browser"))?;
    std::fs::write(&file, record)?;
    import(&page, &file)?;
    let best_of = |page: &BrowserPage<'_>| -> Result<String> {
        page.go(&site.address("#/"))?;
        page.text("article[data-game=melange-fute] .best")
    };
    ensure!(
        best_of(&page)?.ends_with(&format!(" {guessed}")),
        "what was brought along does not count"
    );
    // The owner sets the guess right, and finishes a game on that.
    in_a_hurry(&page, &site.address("#/settings"))?;
    page.go(&site.address("#/new/melange-fute"))?;
    page.tap("[data-do=differs]")?;
    page.find("main[data-draft]")?;
    change_bonus(&page, "green", "green cell 0", "fox")?;
    page.tap("[data-do=play-sheet]")?;
    page.find("main[data-page=setup] [data-provenance=custom]")?;
    page.tap("[data-do=start]")?;
    let hands = Hands::new(&page, 67);
    hands.play_to_the_end()?;
    let reached = page.text("[data-total='1']")?.trim().to_owned();
    ensure!(
        hands.record()?.contains("\ngame: melange-fute-"),
        "it was played as the guess"
    );
    ensure!(
        !page.has("[data-best]")?,
        "the first game on a sheet is compared with those on another"
    );
    // The first page and the statistics keep the two apart, and name both.
    ensure!(
        best_of(&page)?.ends_with(&format!(" {reached}")),
        "the best result is that of another sheet"
    );
    page.go(&site.address("#/history"))?;
    let told = statistics(&page)?;
    let wanted = [
        ["Mélange Futé", "1", guessed.as_str()],
        ["Mélange Futé (ma feuille)", "1", reached.as_str()],
    ];
    ensure!(told == wanted, "{told:?} instead of {wanted:?}");
    // Each has figures and games of its own.
    for (filter, points) in [
        ("[data-do=filter-melange-fute]", &guessed),
        ("[data-do^=filter-melange-fute-]", &reached),
    ] {
        page.tap(filter)?;
        page.find(&format!("{filter}[aria-checked=true]"))?;
        page.until("one game is listed", || {
            Ok((page.all("[data-games=over] [data-points]")?.len() == 1).then_some(()))
        })?;
        let listed = page.text("[data-games=over] [data-points]")?;
        ensure!(listed.trim() == points, "{filter}: {listed} instead of {points}");
    }
    // Back on the guess, its own result counts again.
    page.go(&site.address("#/new/melange-fute"))?;
    page.tap("[data-do=drop-sheet]")?;
    page.find("[data-provenance=reconstruction]")?;
    page.tap("[data-do=start]")?;
    Hands::new(&page, 68).look()?;
    ensure!(
        best_of(&page)?.ends_with(&format!(" {guessed}")),
        "the guess has the result of the corrected sheet"
    );
    Ok(())
}
