//! Pictures of every page, on a phone held either way, on a tablet and on a desk, in the light and in the dark: `docs/img/NAME-SIZE-THEME.webp`.

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, Result};

use crate::context::StoryContext;
use crate::driver::Driver;
use crate::hands::{Hands, in_a_hurry};
use crate::page::{BrowserPage, Window};
use crate::site::AppServer;
use crate::stories::records::import;

/// A page to be photographed: its name, and how somebody gets there.
pub(crate) struct Shot {
    pub(crate) name: &'static str,
    pub(crate) pose: fn(&BrowserPage<'_>, &AppServer) -> Result<()>,
    /// Is the address all it takes?
    pub(crate) is_plain: bool,
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
    plain!("seed", "#/seed/tres-fute-p1-7K3/261/Ada"),
    Shot {
        name: "guided",
        pose: guided,
        is_plain: false,
    },
    Shot {
        name: "tres-fute",
        pose: |page, site| in_play(page, site, "tres-fute", 30),
        is_plain: false,
    },
    Shot {
        name: "tres-fute-deluxe",
        pose: |page, site| in_play(page, site, "tres-fute-deluxe", 30),
        is_plain: false,
    },
    Shot {
        name: "melange-fute",
        pose: |page, site| in_play(page, site, "melange-fute", 30),
        is_plain: false,
    },
    Shot {
        name: "hyper-fute",
        pose: |page, site| in_play(page, site, "hyper-fute", 30),
        is_plain: false,
    },
    Shot {
        name: "push",
        pose: |page, site| in_play(page, site, "push", 60),
        is_plain: false,
    },
    Shot {
        name: "coach",
        pose: coach,
        is_plain: false,
    },
    Shot {
        name: "real-dice",
        pose: real_dice,
        is_plain: false,
    },
    Shot {
        name: "history",
        pose: history,
        is_plain: false,
    },
    Shot {
        name: "finish",
        pose: finish,
        is_plain: false,
    },
    Shot {
        name: "review",
        pose: review,
        is_plain: false,
    },
    Shot {
        name: "replay",
        pose: replay,
        is_plain: false,
    },
];

fn golden(name: &str) -> std::path::PathBuf {
    crate::root().join("crates/table/tests/golden").join(name)
}

/// A game that has been played for a while, with a choice to be made: the same dice and cards each time.
fn in_play(page: &BrowserPage<'_>, site: &AppServer, game: &str, steps: u64) -> Result<()> {
    in_a_hurry(page, &site.address("#/settings"))?;
    let players = if game == "push" { 3 } else { 1 };
    page.go(&site.address(&format!("#/seed/{game}-p{players}-7K3")))?;
    page.tap("[data-do=start]")?;
    Hands::new(page, 31).play_until(|seen| seen.step > steps && seen.awaits == "people")?;
    Ok(())
}

fn guided(page: &BrowserPage<'_>, site: &AppServer) -> Result<()> {
    page.go(&site.address("#/how/hyper-fute"))?;
    page.tap("[data-do=guided]")?;
    page.tap("[data-do=next]")?;
    page.find("[data-lesson=sheet]")?;
    Ok(())
}

fn coach(page: &BrowserPage<'_>, site: &AppServer) -> Result<()> {
    in_play(page, site, "tres-fute", 30)?;
    page.tap("[data-do=hint]")?;
    page.find("[data-panel=coach] [data-do=advised]")?;
    Ok(())
}

fn real_dice(page: &BrowserPage<'_>, site: &AppServer) -> Result<()> {
    page.go(&site.address("#/new/tres-fute"))?;
    page.tap("[data-do=luck-real]")?;
    page.tap("[data-do=start]")?;
    Hands::new(page, 32).play_until(|seen| seen.awaits == "typed")?;
    Ok(())
}

fn history(page: &BrowserPage<'_>, site: &AppServer) -> Result<()> {
    page.go(&site.address("#/history"))?;
    for name in [
        "tres-fute-p1.txt",
        "hyper-fute-p1.txt",
        "push-p4.txt",
        "tres-fute-p3.txt",
    ] {
        import(page, &golden(name))?;
        page.reload()?;
        page.find("main h1")?;
    }
    Ok(())
}

fn finish(page: &BrowserPage<'_>, site: &AppServer) -> Result<()> {
    page.go(&site.address("#/history"))?;
    import(page, &golden("tres-fute-p3.txt"))?;
    page.tap("[data-game-id] [data-do=open]")?;
    page.find("[data-total]")?;
    Ok(())
}

fn review(page: &BrowserPage<'_>, site: &AppServer) -> Result<()> {
    page.go(&site.address("#/history"))?;
    import(page, &golden("hyper-fute-p1.txt"))?;
    page.tap("[data-game-id] [data-do=review]")?;
    for _ in 0..5 {
        // A review takes longer than anything else.
        if page.find("[data-review=done]").is_ok() {
            return Ok(());
        }
    }
    page.find("[data-review=done]").map(|_| ())
}

fn replay(page: &BrowserPage<'_>, site: &AppServer) -> Result<()> {
    finish(page, site)?;
    crate::stories::records::allow_clipboard(page)?;
    page.tap("[data-do=copy-replay]")?;
    let link = page.until("the link is copied", || {
        let text = page.read_later(
            "const done = arguments[0]; navigator.clipboard.readText().then(done, () => done(''))",
        )?;
        Ok(text
            .as_str()
            .filter(|text| text.contains("#/replay/"))
            .map(str::to_owned))
    })?;
    page.go(&link)?;
    page.find("main[data-page=replay] [data-total]")?;
    Ok(())
}

/// Takes the pictures whose names contain the filter.
pub(crate) fn take(app: &Path, filter: &str) -> Result<ExitCode> {
    let driver = Driver::start()?;
    let folder = crate::root().join("docs/img");
    std::fs::create_dir_all(&folder)?;
    let mut code = ExitCode::SUCCESS;
    for shot in SHOTS.iter().filter(|shot| shot.name.contains(filter)) {
        let stage = StoryContext::new(&driver, app);
        let taken = photograph(&stage, shot, &folder).with_context(|| format!("`{}`", shot.name));
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

fn photograph(stage: &StoryContext<'_>, shot: &Shot, folder: &Path) -> Result<()> {
    let site = stage.site()?;
    for (size, window) in SIZES {
        let page = stage.visit(window, &site, "#/")?;
        (shot.pose)(&page, &site)?;
        for (theme, dark) in [("light", false), ("dark", true)] {
            page.dress(Window { dark, ..window })?;
            // Colours may glide from one theme to the other.
            std::thread::sleep(std::time::Duration::from_millis(400));
            let file = folder.join(format!("{}-{size}-{theme}.webp", shot.name));
            std::fs::write(file, page.picture()?)?;
        }
        page.close();
    }
    Ok(())
}
