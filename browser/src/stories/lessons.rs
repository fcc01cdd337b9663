//! Learning from one's own games and from puzzles.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context as _, Result, ensure};

use super::records::import;
use super::trouble::clock;
use crate::context::StoryContext;
use crate::hands::{Hands, reach};
use crate::page::{BrowserPage, Window};

/// Brings a finished game along and reviews it.
pub(crate) fn reviewed_game(page: &BrowserPage<'_>, file: &Path) -> Result<()> {
    import(page, file)?;
    page.tap("[data-game-id] [data-do=review]")?;
    wait_for_review(page)
}

fn wait_for_review(page: &BrowserPage<'_>) -> Result<()> {
    page.find("main[data-page=review]")?;
    for _ in 0..8 {
        if page.has("[data-review=done]")? {
            break;
        }
        // A review looks at every choice: it may take longer than anything else.
        let _ = page.find("[data-review=done]");
    }
    page.find("[data-review=done]")?;
    Ok(())
}

fn golden(name: &str) -> PathBuf {
    crate::root().join("crates/table/tests/golden").join(name)
}

/// A golden game of a bot as if a person had played it.
pub(crate) fn by_a_person(name: &str) -> Result<PathBuf> {
    let record = std::fs::read_to_string(golden(name))?.replacen("bot 1: random\n", "", 1);
    let folder = crate::target().join("browser");
    std::fs::create_dir_all(&folder)?;
    // Stories are told side by side: each has a file of its own.
    static FILES: AtomicUsize = AtomicUsize::new(0);
    let file = folder.join(format!(
        "by-a-person-{}.txt",
        FILES.fetch_add(1, Ordering::Relaxed)
    ));
    std::fs::write(&file, record)?;
    Ok(file)
}

/// The first thing that can be chosen at a puzzle.
pub(crate) const FIRST_CHOICE: &str = "main [data-zone][data-cell].legal, main [data-power].legal, main button[data-column].legal, \
    main .push-buttons button[data-do]:not([disabled]), main .bar-buttons button[data-do]:not([disabled])";

fn step(page: &BrowserPage<'_>) -> Result<u64> {
    Ok(page.attribute(".steps", "data-step")?.parse()?)
}

/// Where what is marked on the sheet is: in sight, told to the ear, and said above it.
const MARKS: &str = "const told = document.querySelector('.steps-now').getBoundingClientRect(); \
    const sticks = getComputedStyle(document.querySelector('.steps-now')).position === 'sticky'; \
    const of = (css) => [...document.querySelectorAll(css)]; \
    const seen = (one) => { const at = one.getBoundingClientRect(); \
        return at.height > 0 && at.top >= (sticks ? told.bottom : 0) - 1 && at.bottom <= innerHeight + 1 }; \
    const cells = of('.still .cell.played, .still .cell.better'); \
    return { played: of('.still .cell.played').length, better: of('.still .cell.better').length, \
        told: of('.steps-now [data-better]').length, unseen: cells.filter((one) => !seen(one)).length, \
        dice: of('.still .die.selected, .still .die.hint').length, top: told.top, \
        unheard: cells.filter((one) => !/played here|better here/.test(one.getAttribute('aria-label'))).length }";

/// Goes from the first mistake to the last: the better choice is told each time, and what was written and should have been is
/// marked and in sight.
fn every_mistake_is_marked(page: &BrowserPage<'_>, all: usize) -> Result<()> {
    let mut both = 0;
    for number in 1..=all {
        // The page is drawn, and what is marked brought into sight.
        page.read_later(
            "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(done))",
        )?;
        let marks = page.read(MARKS)?;
        let count = |what: &str| marks[what].as_u64().unwrap_or(99);
        ensure!(
            count("told") == 1 && count("unseen") == 0 && count("unheard") == 0,
            "mistake {number}: {marks}"
        );
        ensure!(marks["top"].as_f64() >= Some(-1.0), "mistake {number}: {marks}");
        both += u64::from(count("played") > 0 && count("better") > 0);
        if number < all {
            page.tap("[data-do=next-mistake]")?;
        }
    }
    ensure!(
        both > 3,
        "played and better cells are marked {both} times of {all}"
    );
    Ok(())
}

/// Do dice overlap or touch?
fn dice_lie_apart(page: &BrowserPage<'_>) -> Result<bool> {
    let apart = page.read(
        "const all = [...document.querySelectorAll('.still .die')].map((one) => one.getBoundingClientRect()); \
         return all.length === 6 && all.every((one, n) => all.slice(n + 1).every((other) => \
             one.right < other.left || other.right < one.left || one.bottom < other.top || other.bottom < one.top))",
    )?;
    Ok(apart == true)
}

/// Moves the slider to a step.
fn look_at(page: &BrowserPage<'_>, step: u64) -> Result<()> {
    let slide = "const slider = document.querySelector('.steps input[type=range]'); slider.value = arguments[0]; \
        slider.dispatchEvent(new Event('input', { bubbles: true }))";
    page.read_with(slide, &serde_json::json!([step]))?;
    Ok(())
}

/// Is all of a step in sight at once, without scrolling the page or the card?
fn the_card_fits(page: &BrowserPage<'_>) -> Result<bool> {
    let fits = page.read(
        "const card = document.querySelector('.review-steps'); \
         return card.offsetHeight <= innerHeight && card.scrollHeight <= card.clientHeight + 1",
    )?;
    Ok(fits == true)
}

/// What the device keeps of the game in the address.
fn kept(page: &BrowserPage<'_>) -> Result<serde_json::Value> {
    page.read(
        "const id = location.hash.split('/')[2]; return JSON.parse(localStorage.getItem(`finaud.game.${id}`))",
    )
}

pub(crate) fn from_mistake_to_mistake_and_on_from_there(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(Window::PHONE, &site, "#/history")?;
    reviewed_game(&page, &golden("tres-fute-p1.txt"))?;
    // On a phone the sheet comes before the findings.
    let sheet_first = page.read(
        "const top = (css) => document.querySelector(css).getBoundingClientRect().top; return top('.still') < top('[data-review=done] > *')",
    )?;
    ensure!(sheet_first == true, "the findings stand above the sheet");
    let all: usize = page.attribute("[data-mistakes]", "data-mistakes")?.parse()?;
    ensure!(
        all > 1,
        "somebody who plays at random makes mistakes, and {all} are told"
    );
    page.tap("[data-do=next-mistake]")?;
    let first = step(&page)?;
    page.find(".steps .choice.chosen")?;
    every_mistake_is_marked(&page, all)?;
    // On every screen the dice lie apart, at the beginning of a turn and when most of them lie on the platter.
    for window in [
        Window::SIDEWAYS,
        Window {
            width: 2560,
            height: 1440,
            ..Window::DESK
        },
        Window::DESK,
        Window::PHONE,
    ] {
        page.dress(window)?;
        for at in 0..24 {
            look_at(&page, at)?;
            // Dice glide to their places.
            page.until("the dice lie apart", || Ok(dice_lie_apart(&page)?.then_some(())))?;
            ensure!(
                window.width != Window::DESK.width || the_card_fits(&page)?,
                "at step {at} the card is taller than the window of a desk"
            );
        }
    }
    look_at(&page, first)?;
    page.tap("[data-do=next-mistake]")?;
    let second = step(&page)?;
    ensure!(second > first, "{second} does not come after {first}");
    page.tap("[data-do=previous-mistake]")?;
    ensure!(step(&page)? == first, "the way back leads elsewhere");
    let review = page.address()?;

    // The same dice: the game so far stays, and its seed.
    page.tap("[data-do=play-on]")?;
    page.tap("[data-do=play-on-same]")?;
    let hands = Hands::new(&page, 41);
    ensure!(hands.look()?.step == first, "the game goes on elsewhere");
    let same = kept(&page)?;
    ensure!(same["played_on"] == true, "the game is not marked: {same}");
    let record = same["record"].as_str().context("a record")?;
    ensure!(!record.contains("position:"), "its beginning is lost: {record}");
    hands.play_to_the_end()?;
    hands.check_the_end()?;
    page.find(".finish [data-played-on]")?;
    ensure!(!page.has("[data-do=copy-challenge]")?, "others are dared with it");

    // Other dice: it starts from the position.
    page.go(&review)?;
    page.tap("[data-do=next-mistake]")?;
    page.tap("[data-do=play-on]")?;
    page.tap("[data-do=play-on-fresh]")?;
    ensure!(hands.look()?.step == 0, "the game has a past");
    let fresh = kept(&page)?;
    let record = fresh["record"].as_str().context("a record")?;
    ensure!(
        record.contains("position:") && fresh["played_on"] == true,
        "{fresh}"
    );
    hands.play_to_the_end()?;
    hands.check_the_end()?;

    // Neither counts.
    page.go(&site.address("#/history"))?;
    page.find("[data-game-id] [data-played-on]")?;
    let marked = page.all("[data-game-id] [data-played-on]")?.len();
    ensure!(marked == 2, "{marked} games are marked");
    Ok(())
}

/// A puzzle of a game, by its number, whose best choice is like this.
fn puzzle_with(game: &str, fits: impl Fn(&str) -> bool) -> Result<usize> {
    let file = crate::root().join("games").join(game).join("puzzles.txt");
    let text = std::fs::read_to_string(file)?;
    let best = text.lines().filter_map(|line| line.strip_prefix("best "));
    let best = best.filter_map(|line| line.split_once(' ').map(|(_, action)| action));
    let found = best.zip(1..).find(|(action, _)| fits(action));
    found
        .map(|(_, number)| number)
        .context("there is a puzzle like that")
}

/// What was said of the answer.
fn verdict(page: &BrowserPage<'_>) -> Result<String> {
    page.until("the answer is judged", || {
        let verdict = page.attribute("main[data-puzzle]", "data-verdict")?;
        Ok((verdict != "asked").then_some(verdict))
    })
}

/// Goes on until what was tapped is judged: says which way, which number, or that this is all. Says how many ways there were.
pub(crate) fn settle(page: &BrowserPage<'_>, answer: usize) -> Result<usize> {
    let ways = std::cell::Cell::new(0);
    page.until("what was tapped is judged", || {
        if page.attribute("main[data-puzzle]", "data-verdict")? != "asked" {
            return Ok(Some(ways.get()));
        }
        let answers = page.all("[data-do=answer]")?.len();
        if answers > 0 {
            ways.set(answers);
            page.tap(&format!("[data-do=answer]:nth-of-type({})", answer % answers + 1))?;
        } else if page.has("[data-do=confirm]:not([disabled]):not([aria-disabled=true])")? {
            page.tap("[data-do=confirm]")?;
        } else if page.has("[data-do=number][aria-pressed=false]")? {
            page.tap("[data-do=number][aria-pressed=false]")?;
        }
        Ok(None)
    })
}

/// Taps one lit cell after the other, and every answer to a question, until one is right.
fn solve_by_cells(page: &BrowserPage<'_>) -> Result<()> {
    page.find("main[data-puzzle] [data-zone][data-cell].legal")?;
    let cells = page.read(
        "return [...document.querySelectorAll('[data-zone][data-cell].legal')].map((one) => `[data-zone=\"${one.dataset.zone}\"][data-cell=\"${one.dataset.cell}\"].legal`)",
    )?;
    for cell in cells.as_array().context("cells")? {
        let cell = cell.as_str().context("a cell")?;
        for answer in 0..20 {
            // The sheet may grow under the first tap.
            Hands::new(page, 42).touch_cell(cell)?;
            let answers = settle(page, answer)?;
            // What was best is lit, with its die, whatever was answered.
            page.find("main[data-puzzle] .cell.hint")?;
            page.find("main[data-puzzle] .die.hint")?;
            if verdict(page)? == "right" {
                let tapped = cell.trim_end_matches(".legal");
                ensure!(
                    page.has(&format!("{tapped}.hint"))?,
                    "{cell} is right, and not lit"
                );
                return Ok(());
            }
            ensure!(
                answers > 1 || !page.has(&format!("{cell}.hint"))?,
                "{cell} is lit, and not right"
            );
            page.tap("[data-do=try-again]")?;
            page.find("main[data-verdict=asked] [data-asked]")?;
            ensure!(!page.has(".cell.hint, .die.hint")?, "the answer is still lit");
            if answer + 1 >= answers {
                break;
            }
        }
    }
    anyhow::bail!("no cell is right")
}

pub(crate) fn a_puzzle_of_each_game_is_solved(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(Window::PHONE, &site, "#/puzzles")?;
    for game in [
        "tres-fute",
        "tres-fute-deluxe",
        "melange-fute",
        "hyper-fute",
        "vraiment-tres-fute",
        "clever-4ever",
    ] {
        page.find(&format!("section[data-game={game}] [data-do=solve]"))?;
        // A die on a cell, without anything spent.
        const COLOURS: [&str; 11] = [
            "white",
            "yellow",
            "blue",
            "green",
            "orange",
            "violet",
            "turquoise",
            "brown",
            "pink",
            "silver",
            "grey",
        ];
        let plain = |action: &str| {
            let spends = action.contains("joker") || action.contains("polish");
            let is_bonus = action.contains(':');
            !spends && !is_bonus && COLOURS.iter().any(|colour| action.starts_with(colour))
        };
        let number = puzzle_with(game, plain)?;
        page.go(&site.address(&format!("#/puzzles/{game}/{number}")))?;
        solve_by_cells(&page).with_context(|| format!("{game}, puzzle {number}"))?;
        let best = page.text("[data-best]")?;
        ensure!(
            best.split_whitespace().count() > 3,
            "{game}: no reason but `{best}`"
        );
        page.tap("[data-do=next-puzzle]")?;
        page.find("main[data-verdict=asked]")?;
        page.go(&site.address("#/puzzles"))?;
    }
    // PUSH, and by keys alone.
    let number = puzzle_with("push", |action| action == "draw")?;
    page.go(&site.address(&format!("#/puzzles/push/{number}")))?;
    reach(&page, "[data-do=draw]:not([disabled])")?;
    page.keys(&["Enter"])?;
    ensure!(verdict(&page)? == "right", "to draw was best");
    page.find("main[data-puzzle] [data-pile].best")?;
    // What was solved is remembered, and the list says so.
    page.go(&site.address("#/puzzles"))?;
    page.find("section[data-game=push] .mark.right")?;
    let solved = page.read("return localStorage.getItem('finaud.puzzles.done')")?;
    ensure!(
        solved.as_str().is_some_and(|text| text.lines().count() == 7),
        "{solved}"
    );
    for lost in ["push/999", "push/x", "nothing/1", "lesson/none"] {
        page.go(&site.address(&format!("#/puzzles/{lost}")))?;
        page.find("main[data-page=puzzles] h1")?;
    }
    Ok(())
}

pub(crate) fn a_lesson_comes_back(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.window(Window::PHONE)?;
    page.before_the_app(&clock("2026-11-20T10:00:00"))?;
    page.go(&site.address("#/history"))?;
    // Somebody played at random.
    reviewed_game(&page, &by_a_person("tres-fute-p1.txt")?)?;
    ensure!(
        page.attribute("[data-learned]", "data-learned")? == "3",
        "three lessons come from a bad game"
    );
    page.go(&site.address("#/"))?;
    page.find("[data-todays='3']")?;
    let tasks = page.all("[data-task^='lesson/'][data-done=false]")?.len();
    ensure!(tasks == 3, "{tasks} lessons are due today");
    // Each says which one it is: no two look alike.
    let told = page.read(
        "return [...document.querySelectorAll('[data-todays] .lesson')].map((one) => one.innerText.replace(/\\s+/g, ' '))",
    )?;
    let told: Vec<&str> = told
        .as_array()
        .context("lessons")?
        .iter()
        .filter_map(|one| one.as_str())
        .collect();
    let alike = (1..3).any(|one| told[..one].contains(&told[one]));
    let whole = told
        .iter()
        .all(|one| one.contains("Round ") && one.contains("20"));
    ensure!(
        told.len() == 3 && !alike && whole,
        "lessons cannot be told apart: {told:?}"
    );
    ensure!(page.has("[data-todays] .lesson .chip.die")?, "no dice are shown");
    let fetched = page.read(
        "return performance.getEntriesByType('resource').some((one) => one.name.includes('/puzzles/'))",
    )?;
    ensure!(fetched == false, "the first page fetches puzzles");
    let task = page.attribute("[data-task^='lesson/']", "data-task")?;
    page.tap("[data-task^='lesson/']")?;
    page.find(&format!("main[data-puzzle='{task}'] [data-asked]"))?;
    // Whatever is tapped, it is judged.
    Hands::new(&page, 43).touch_cell(FIRST_CHOICE)?;
    settle(&page, 0)?;
    page.find("main[data-puzzle] :is(.cell.hint, .die.hint, .best)")?;
    page.go(&site.address("#/"))?;
    page.find(&format!("[data-task='{task}'][data-done=true]"))?;
    page.go(&site.address("#/puzzles"))?;
    ensure!(
        page.attribute("[data-lessons]", "data-due")? == "2",
        "two are left for today"
    );
    // The next day it is due again, whether it was right or not.
    page.before_the_app(&clock("2026-11-21T09:00:00"))?;
    page.reload()?;
    page.find("[data-lessons='3'][data-due='3']")?;
    page.go(&site.address("#/"))?;
    page.find(&format!("[data-task='{task}'][data-done=false]"))?;
    // What cannot be read takes no place among the three, and says so.
    let torn = "const all = localStorage.getItem('finaud.lessons'); \
        localStorage.setItem('finaud.lessons', all.replace('position tres-fute', 'position tres-fute round=99'))";
    page.read(torn)?;
    page.reload()?;
    page.find("[data-todays='3'] li:not(.lesson)")?;
    let left = page.all("[data-todays] .lesson")?.len();
    ensure!(left == 2, "{left} lessons are among the three of today");
    // Whoever does not want it forgets it.
    page.go(&site.address("#/puzzles"))?;
    page.find("[data-lessons='3'][data-due='2'] [data-unread]")?;
    page.tap("[data-unread] [data-do=forget-lesson]")?;
    page.find("[data-lessons='2']")?;
    Ok(())
}
