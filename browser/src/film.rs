//! Film strips: five frames of what moves, into `docs/img/film-NAME.webp`.
//!
//! The clock of the animations is stopped and set by hand, so that the frames are the same on any machine.

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};
use base64::Engine as _;
use serde_json::json;

use crate::context::StoryContext;
use crate::driver::Driver;
use crate::hands::{Hands, in_a_hurry};
use crate::page::{BrowserPage, Window};
use crate::site::AppServer;

const STILL: Window = Window {
    language: "fr",
    ..Window::PHONE
};
const MOVING: Window = Window {
    still: false,
    ..STILL
};

/// Where a cell is large enough to be written in with one tap.
const WIDE: Window = Window {
    language: "fr",
    ..Window::TABLET
};

/// Stops every animation as soon as one begins.
const STOP_THE_CLOCK: &str = "window.clock = (event) => { for (const one of document.getAnimations()) one.pause(); window.stopped = true }; \
    window.stopped = false; document.addEventListener('animationstart', window.clock, true)";

/// Sets the clock, in milliseconds since the beginning.
const SET_THE_CLOCK: &str =
    "for (const one of document.getAnimations()) { one.pause(); one.currentTime = arguments[0] }";

/// Lays pictures side by side.
const STRIP: &str = r#"
const [frames, done] = arguments;
Promise.all(frames.map((data) => new Promise((loaded, failed) => {
  const picture = new Image();
  picture.onload = () => loaded(picture);
  picture.onerror = failed;
  picture.src = `data:image/png;base64,${data}`;
}))).then((pictures) => {
  const gap = 8, { width, height } = pictures[0];
  const strip = document.createElement("canvas");
  strip.width = pictures.length * (width + gap) - gap;
  strip.height = height;
  const pen = strip.getContext("2d");
  pen.fillStyle = "white";
  pen.fillRect(0, 0, strip.width, height);
  pictures.forEach((picture, index) => pen.drawImage(picture, index * (width + gap), 0));
  done(strip.toDataURL("image/webp", 0.85).split(",")[1]);
}, () => done(null));
"#;

/// Takes all film strips.
pub(crate) fn shoot(app: &Path) -> Result<ExitCode> {
    let driver = Driver::start()?;
    let stage = StoryContext::new(&driver, app);
    let site = stage.site()?;
    roll(&stage, &site).context("a roll")?;
    cascade(&stage, &site).context("a cascade")?;
    card(&stage, &site).context("a card")?;
    finish(&stage, &site).context("the end")?;
    Ok(ExitCode::SUCCESS)
}

fn roll(stage: &StoryContext<'_>, site: &AppServer) -> Result<()> {
    let page = stage.visit(MOVING, site, "#/seed/tres-fute-p1-7K3")?;
    page.tap("[data-do=start]")?;
    page.find("[data-do=roll]")?;
    page.read(STOP_THE_CLOCK)?;
    page.tap("[data-do=roll]")?;
    stopped(&page)?;
    strip(&page, "roll", ".dice", [60.0, 22.0], &[60, 240, 430, 640, 895])
}

/// How long the chain is that is shown.
fn chain(page: &BrowserPage<'_>) -> Result<u64> {
    let shown = page.read("return Number(document.querySelector('[data-chain]')?.dataset.chain ?? 0)")?;
    Ok(shown.as_u64().unwrap_or(0))
}

/// Looks for a game with a cascade.
fn cascade(stage: &StoryContext<'_>, site: &AppServer) -> Result<()> {
    for (seed, least) in [("7K3", 2), ("7K4", 2), ("7K5", 2), ("7K6", 2), ("7K7", 2)] {
        if cascade_of(stage, site, seed, least)? {
            return Ok(());
        }
    }
    bail!("no cascade in any of these games")
}

/// Plays without movement until a cell makes a chain at least so long, takes it back, and writes it again before the camera.
fn cascade_of(stage: &StoryContext<'_>, site: &AppServer, seed: &str, least: u64) -> Result<bool> {
    let page = stage.visit(WIDE, site, &format!("#/seed/tres-fute-p1-{seed}"))?;
    page.tap("[data-do=start]")?;
    let hands = Hands::new(&page, 33);
    for _ in 0..400 {
        let seen = hands.look()?;
        if seen.awaits == "over" {
            break;
        }
        let Some(cell) = seen.cells().last().filter(|_| seen.asks_for_a_cell()).cloned() else {
            hands.act(&seen)?;
            continue;
        };
        page.tap(&cell)?;
        let after = page.until("the tap does something", || {
            Ok(Some(hands.look()?).filter(|after| *after != seen))
        })?;
        let several = chain(&page)? >= least;
        if after.step == seen.step + 1 && several && page.has("[data-do=undo]:not([disabled])")? {
            page.tap("[data-do=undo]:not([disabled])")?;
            let back = page.until("the choice is taken back", || {
                Ok(Some(hands.look()?).filter(|now| now.step <= seen.step))
            })?;
            if back.step == seen.step && back.cells().contains(&cell) {
                page.dress(Window { still: false, ..WIDE })?;
                page.read(STOP_THE_CLOCK)?;
                page.tap(&cell)?;
                stopped(&page)?;
                strip(
                    &page,
                    "cascade",
                    ".dice-table",
                    [4.0, 4.0],
                    &[110, 210, 310, 390, 700],
                )?;
                return Ok(true);
            }
        }
    }
    page.close();
    Ok(false)
}

/// Plays without movement, takes the last choice back, and ends before the camera.
fn finish(stage: &StoryContext<'_>, site: &AppServer) -> Result<()> {
    let page = stage.visit(STILL, site, "#/seed/tres-fute-p1-7K3")?;
    page.tap("[data-do=start]")?;
    let hands = Hands::new(&page, 35);
    hands.play_to_the_end()?;
    page.tap("[data-do=undo]:not([disabled])")?;
    page.gone("[data-finish]")?;
    page.dress(MOVING)?;
    hands.play_to_the_end()?;
    page.find(".finish.counting")?;
    // Once more from the beginning, with the clock stopped.
    page.read(
        "const end = document.querySelector('.finish'); end.classList.remove('counting'); \
         end.getBoundingClientRect(); end.classList.add('counting')",
    )?;
    strip(
        &page,
        "finish",
        ".finish",
        [-380.0, 50.0],
        &[200, 800, 1400, 2000, 2900],
    )
}

fn card(stage: &StoryContext<'_>, site: &AppServer) -> Result<()> {
    let page = stage.visit(STILL, site, "#/")?;
    in_a_hurry(&page, &site.address("#/settings"))?;
    page.tap("[data-do=pace-calm]")?;
    page.go(&site.address("#/seed/push-p2-7K3"))?;
    page.tap("[data-do=start]")?;
    let hands = Hands::new(&page, 34);
    hands.play_until(|seen| seen.awaits == "people" && seen.offers("draw"))?;
    page.dress(MOVING)?;
    page.read(STOP_THE_CLOCK)?;
    page.tap("main .push-buttons [data-do=draw]")?;
    stopped(&page)?;
    strip(
        &page,
        "card",
        ".push-middle",
        [4.0, 4.0],
        &[20, 120, 220, 320, 455],
    )
}

fn stopped(page: &BrowserPage<'_>) -> Result<()> {
    page.until("something moves", || {
        Ok(page
            .read("return window.stopped")?
            .as_bool()
            .filter(|stopped| *stopped))
    })?;
    Ok(())
}

/// Takes the frames of a part of the page, with so much around it, and keeps them side by side.
fn strip(page: &BrowserPage<'_>, name: &str, css: &str, around: [f64; 2], times: &[u32]) -> Result<()> {
    let place = page.read_with(
        "const b = document.querySelector(arguments[0]).getBoundingClientRect(); \
         return [b.left + scrollX, b.top + scrollY, b.width, b.height]",
        &json!([css]),
    )?;
    let side = |index: usize| place[index].as_f64().context("a place");
    let [below, above] = around;
    let part = [side(0)?, side(1)? - above, side(2)?, side(3)? + above + below];
    let mut frames = Vec::new();
    for time in times {
        page.read_with(SET_THE_CLOCK, &json!([time]))?;
        frames.push(page.picture_of(part)?);
    }
    let strip = page.read_later_with(STRIP, &json!([frames]))?;
    let strip = strip.as_str().context("no strip")?;
    let strip = base64::engine::general_purpose::STANDARD.decode(strip)?;
    let file = crate::root().join(format!("docs/img/film-{name}.webp"));
    std::fs::write(&file, strip)?;
    println!("film-{name}");
    Ok(())
}
