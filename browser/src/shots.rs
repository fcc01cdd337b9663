//! Pictures of every page, on a phone held either way, on a tablet and on a desk, in the light and in the dark: `NAME-SIZE-THEME.webp`.
//! Those of a phone and of a desk are kept in `docs/img`; the others are there to be looked at, in `target/shots`, as are all
//! those in another language than English (`shots FILTER fr`) and those that no two runs take alike.

mod poses;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, Result};

use crate::context::StoryContext;
use crate::driver::Driver;
use crate::page::{BrowserPage, Window};
use crate::site::AppServer;

/// A page to be photographed: its name, and how somebody gets there.
pub(crate) struct Shot {
    pub(crate) name: &'static str,
    pub(crate) pose: fn(&BrowserPage<'_>, &AppServer) -> Result<()>,
    /// Is the address all it takes?
    pub(crate) is_plain: bool,
    /// Does every run see something else: dice of a server, a link with a key, the time?
    pub(crate) is_passing: bool,
}

macro_rules! plain {
    ($name:literal, $route:literal) => {
        Shot {
            name: $name,
            pose: |page, site| {
                page.go(&site.address($route))?;
                page.find("main h1").map(|_| ())
            },
            is_plain: true,
            is_passing: false,
        }
    };
}

/// A page that takes some playing to get to.
macro_rules! posed {
    ($name:literal, $pose:expr) => {
        Shot {
            name: $name,
            pose: $pose,
            is_plain: false,
            is_passing: false,
        }
    };
}

/// A page that looks different every time.
macro_rules! passing {
    ($name:literal, $pose:expr) => {
        Shot {
            is_passing: true,
            ..posed!($name, $pose)
        }
    };
}

pub(crate) static SHOTS: &[Shot] = &[
    plain!("home", "#/"),
    plain!("setup", "#/new/tres-fute"),
    plain!("setup-push", "#/new/push"),
    plain!("how-tres-fute", "#/how/tres-fute"),
    plain!("how-push", "#/how/push"),
    plain!("settings", "#/settings"),
    plain!("how-sheets", "#/how/sheets"),
    plain!("seed", "#/seed/tres-fute-p1-7K3/261/Ada"),
    plain!("workshop", "#/workshop"),
    plain!("friends", "#/friends"),
    plain!("me", "#/me"),
    posed!("guided", poses::guided),
    posed!("tres-fute", |page, site| poses::in_play(
        page,
        site,
        "tres-fute",
        30
    )),
    posed!("tres-fute-deluxe", |page, site| poses::in_play(
        page,
        site,
        "tres-fute-deluxe",
        30
    )),
    posed!("melange-fute", |page, site| poses::in_play(
        page,
        site,
        "melange-fute",
        30
    )),
    posed!("hyper-fute", |page, site| poses::in_play(
        page,
        site,
        "hyper-fute",
        30
    )),
    posed!("vraiment-tres-fute", |page, site| poses::in_play(
        page,
        site,
        "vraiment-tres-fute",
        30
    )),
    posed!("clever-4ever", |page, site| poses::in_play(
        page,
        site,
        "clever-4ever",
        30
    )),
    posed!("push", |page, site| poses::in_play(page, site, "push", 60)),
    posed!("coach", poses::coach),
    posed!("coach-push", poses::coach_at_push),
    posed!("real-dice", poses::real_dice),
    posed!("history", poses::history),
    posed!("finish", poses::finish),
    posed!("review", poses::review),
    posed!("replay", poses::replay),
    posed!("next-mistake", poses::next_mistake),
    posed!("home-lessons", poses::home_with_lessons),
    posed!("puzzles", poses::puzzles),
    posed!("puzzle", |page, site| poses::puzzle(page, site, "tres-fute/1")),
    posed!("puzzle-push", |page, site| poses::puzzle(page, site, "push/1")),
    posed!("puzzle-answered", |page, site| poses::answered_puzzle(
        page,
        site,
        "tres-fute/1"
    )),
    posed!("puzzle-push-answered", |page, site| poses::answered_puzzle(
        page, site, "push/1"
    )),
    posed!("achievements", poses::achievements),
    posed!("calendar", poses::calendar),
    posed!("rules-above", |page, site| poses::rules_above(
        page,
        site,
        "tres-fute"
    )),
    posed!("rules-above-push", |page, site| poses::rules_above(
        page, site, "push"
    )),
    posed!("share-picture", poses::share_picture),
    posed!("own-sheet", poses::broken_sheet),
    posed!("workshop-sheet", poses::workshop_sheet),
    posed!("report", poses::report),
    posed!("home-daily", poses::home_after_the_challenge),
    passing!("board", poses::board),
    passing!("room", poses::room),
    passing!("online", |page, site| poses::online(
        page,
        site,
        "melange-fute",
        2
    )),
    passing!("online-push", |page, site| poses::online(page, site, "push", 3)),
];

/// Takes the pictures whose names contain the filter, in a language.
pub(crate) fn take(app: &Path, filter: &str, language: &str) -> Result<ExitCode> {
    let languages = ["en", "fr", "de"];
    let known = languages.into_iter().find(|known| *known == language);
    let language = known.with_context(|| format!("the languages are {}", languages.join(", ")))?;
    let driver = Driver::start()?;
    for (size, _) in SIZES {
        std::fs::create_dir_all(folder(size, language))?;
        std::fs::create_dir_all(shots())?;
    }
    let mut code = ExitCode::SUCCESS;
    for shot in SHOTS.iter().filter(|shot| shot.name.contains(filter)) {
        let stage = StoryContext::new(&driver, app);
        let taken = photograph(&stage, shot, language).with_context(|| format!("`{}`", shot.name));
        match taken {
            Ok(()) => println!("{}", shot.name),
            Err(error) => {
                println!("FAILED {error:#}");
                stage.keep_evidence(&crate::target().join("browser"), shot.name)?;
                code = ExitCode::FAILURE;
            }
        }
    }
    Ok(code)
}

const SIZES: [(&str, Window); 4] = [
    ("phone", Window::PHONE),
    ("sideways", Window::SIDEWAYS),
    ("tablet", Window::TABLET),
    ("desk", Window::DESK),
];

/// Where pictures go that are only looked at.
fn shots() -> PathBuf {
    crate::target().join("shots")
}

/// Where pictures of a size go.
fn folder(size: &str, language: &str) -> PathBuf {
    match (size, language) {
        ("phone" | "desk", "en") => crate::root().join("docs/img"),
        (_, "en") => shots(),
        _ => shots().join(language),
    }
}

fn photograph(stage: &StoryContext<'_>, shot: &Shot, language: &'static str) -> Result<()> {
    let site = stage.site()?;
    for (size, window) in SIZES {
        let window = window.in_language(language);
        let page = stage.visit(window, &site, "#/")?;
        (shot.pose)(&page, &site)?;
        for (theme, dark) in [("light", false), ("dark", true)] {
            page.dress(Window { dark, ..window })?;
            // Colours may glide from one theme to the other.
            std::thread::sleep(std::time::Duration::from_millis(400));
            let folder = match shot.is_passing && language == "en" {
                true => shots(),
                false => folder(size, language),
            };
            let file = folder.join(format!("{}-{size}-{theme}.webp", shot.name));
            std::fs::write(file, page.picture()?)?;
        }
        page.close();
    }
    Ok(())
}
