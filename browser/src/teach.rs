//! How quickly bots learn a sheet in the browser: Très Futé as a sheet of one's own, with all weights withheld.
//!
//! A machine that is four times as slow needs four times the processor time. That is what is counted: it depends neither on what
//! else the machine does nor on which threads Chromium can slow down.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use crate::context::StoryContext;
use crate::driver::Driver;
use crate::page::Window;
use crate::stories::own_sheets::{load, printed};

/// So many times as slow is the machine that is meant.
const SLOWED: f64 = 4.0;
/// What must be reached within [`WITHIN`] seconds of such a machine, and what is aimed at.
const LEAST: f64 = 255.0;
const AIM: f64 = 275.0;
const WITHIN: f64 = 600.0;
/// Nobody waits longer than this.
const PATIENCE: Duration = Duration::from_secs(1800);

/// Teaches until the course is over or the time of the slow machine has passed, and tells the curve.
pub(crate) fn measure(app: &Path) -> Result<ExitCode> {
    let app = untaught(app)?;
    let driver = Driver::start()?;
    let stage = StoryContext::new(&driver, &app);
    let site = stage.site()?;
    let page = stage.visit(Window::PHONE, &site, "#/new/tres-fute")?;
    let sheet = printed("tres-fute")?.replacen("id = \"tres-fute\"", "id = \"mine\"", 1);
    load(&page, "mine.toml", &sheet)?;
    page.find("[data-panel=teach]")?;
    let used = || {
        page.processor_seconds()
            .context("the processor time cannot be read")
    };
    let (start, before) = (Instant::now(), used()?);
    page.tap("[data-do=teach]")?;
    println!(
        "{:>8} {:>8} {:>10} {:>12} {:>8}",
        "games", "seconds", "processor", "four times", "points"
    );
    let (mut last, mut reached) = (String::new(), Vec::new());
    loop {
        std::thread::sleep(Duration::from_millis(500));
        let told = page.read(
            "const it = document.querySelector('[data-taught-games]'); \
             return it ? [it.dataset.taughtGames, it.dataset.taughtMean ?? '', it.dataset.taughtOver] : null",
        )?;
        let word = |index: usize| told[index].as_str().unwrap_or_default().to_owned();
        let (games, mean, over) = (word(0), word(1), word(2));
        let spent = used()? - before;
        if mean != last {
            let seconds = start.elapsed().as_secs_f64();
            println!(
                "{games:>8} {seconds:>8.0} {spent:>10.0} {:>12.0} {mean:>8}",
                SLOWED * spent
            );
            last.clone_from(&mean);
            if let Ok(mean) = mean.parse::<f64>() {
                reached.push((SLOWED * spent, mean));
            }
        }
        if over == "true" || SLOWED * spent > WITHIN {
            break;
        }
        if start.elapsed() > PATIENCE {
            bail!("the course does not come to its end");
        }
    }
    page.close();
    let within = |points: f64| reached.iter().find(|(_, mean)| *mean >= points);
    for points in [LEAST, AIM] {
        match within(points) {
            Some((seconds, _)) => {
                println!("{points:.0} points after {seconds:.0} s of a machine four times as slow");
            }
            None => println!("{points:.0} points: not within {WITHIN:.0} s"),
        }
    }
    Ok(match within(LEAST) {
        Some(_) => ExitCode::SUCCESS,
        None => ExitCode::FAILURE,
    })
}

/// The same app without weights: nothing can be borrowed.
fn untaught(app: &Path) -> Result<PathBuf> {
    let folder = crate::target().join("browser").join("untaught");
    let _ = std::fs::remove_dir_all(&folder);
    copy(app, &folder)?;
    let file = folder.join("catalog.json");
    let mut catalog: Value = serde_json::from_str(&std::fs::read_to_string(&file)?)?;
    let games = catalog["games"].as_array_mut().context("a catalog has games")?;
    for game in games {
        game["weights"] = Value::Array(Vec::new());
    }
    std::fs::write(&file, catalog.to_string())?;
    // Packed files beside it are the old ones.
    for ending in ["br", "gz"] {
        let _ = std::fs::remove_file(folder.join(format!("catalog.json.{ending}")));
    }
    Ok(folder)
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            std::fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}
