//! Sizes and speed, in a table: what the first page costs, how soon a tap shows, how long a hint takes, and how fast
//! games are played compared with the program outside the browser.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::{Context as _, Result, bail};
use brotli::enc::BrotliEncoderParams;
use serde_json::Value;

use crate::context::StoryContext;
use crate::driver::Driver;
use crate::hands::Hands;
use crate::page::{BrowserPage, Window};
use crate::stories::DICE_GAMES;
use crate::waiting::push_against;

/// Watches, from the moment the page opens, how long taps and hints take until they are seen.
const WATCH: &str = r#"
window.watched = { taps: [], hints: [], asked: 0 };
new PerformanceObserver((list) => {
  for (const entry of list.getEntries())
    if (entry.name === "click") window.watched.taps.push(entry.duration);
}).observe({ type: "event", durationThreshold: 16, buffered: true });
addEventListener("click", (event) => {
  window.watched.clicks = (window.watched.clicks ?? 0) + 1;
  if (event.target.closest?.("[data-do=hint]")) window.watched.asked = performance.now();
}, true);
new MutationObserver(() => {
  if (window.watched.asked && document.querySelector("[data-do=advised]")) {
    window.watched.hints.push(performance.now() - window.watched.asked);
    window.watched.asked = 0;
  }
}).observe(document, { childList: true, subtree: true });
"#;

/// One line of the table.
struct BenchLine {
    what: String,
    found: f64,
    unit: &'static str,
    /// What it must not be above.
    limit: Option<f64>,
}

/// What moves and what must not, without the rest: quick enough to be run while working on it.
pub(crate) fn measure_motion(app: &Path) -> Result<ExitCode> {
    let driver = Driver::start()?;
    let stage = StoryContext::new(&driver, app);
    let mut lines = Vec::new();
    motion(&stage, &mut lines)?;
    idle(&stage, &mut lines)?;
    Ok(told(&lines))
}

pub(crate) fn measure(app: &Path) -> Result<ExitCode> {
    let driver = Driver::start()?;
    let stage = StoryContext::new(&driver, app);
    let mut lines = Vec::new();
    sizes(&stage, &mut lines)?;
    waits(&stage, &mut lines)?;
    motion(&stage, &mut lines)?;
    idle(&stage, &mut lines)?;
    bots(&stage, &mut lines)?;
    // Last, because it builds the program outside the browser: without it, the rest is told all the same.
    let compared = speed(&stage, &mut lines);
    let code = told(&lines);
    compared?;
    Ok(code)
}

/// How long a person waits for bots, alone: that takes a minute, the rest several.
pub(crate) fn waits_for_bots(app: &Path) -> Result<ExitCode> {
    let driver = Driver::start()?;
    let stage = StoryContext::new(&driver, app);
    let mut lines = Vec::new();
    bots(&stage, &mut lines)?;
    Ok(told(&lines))
}

fn bots(stage: &StoryContext<'_>, lines: &mut Vec<BenchLine>) -> Result<()> {
    let game = push_against(stage, 3)?;
    lines.push(line(
        "PUSH against three bots: a person waits".into(),
        game.waited,
        "s",
        Some(40.0),
    ));
    lines.push(line(
        "PUSH against three bots: the whole game".into(),
        game.total,
        "s",
        None,
    ));
    Ok(())
}

/// Prints the table; does everything keep to its limit?
fn told(lines: &[BenchLine]) -> ExitCode {
    println!("{:52}{:>12}        {:>10}", "what", "found", "at most");
    let mut code = ExitCode::SUCCESS;
    for line in lines {
        let limit = line.limit.map_or(String::new(), |limit| format!("{limit:.0}"));
        let over = line.limit.is_some_and(|limit| line.found > limit);
        let mark = if over { "  too much" } else { "" };
        println!(
            "{:52}{:>12.1} {:7}{limit:>10}{mark}",
            line.what, line.found, line.unit
        );
        if over {
            code = ExitCode::FAILURE;
        }
    }
    code
}

fn sizes(stage: &StoryContext<'_>, lines: &mut Vec<BenchLine>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(Window::PHONE, &site, "#/")?;
    page.find("main[data-page=home]")?;
    // What the page itself has asked for; what the service worker keeps for later is the same files, or comes later.
    let asked: BTreeSet<String> = site
        .asked()
        .into_iter()
        .filter(|path| {
            let later = [".weights", ".png", ".more.json"];
            !later.iter().any(|ending| path.ends_with(ending))
        })
        .collect();
    let mut total = 0.0;
    for path in &asked {
        let size = packed(&stage.app().join(path))?;
        total += size;
        if size > 5.0 {
            lines.push(line(format!("download: {path}"), size, "KB", None));
        }
    }
    let weights = packed(&stage.app().join("weights/tres-fute.1.weights"))?;
    lines.push(line("download: one game's weights".into(), weights, "KB", None));
    lines.push(line(
        "download: first page with them, packed".into(),
        total + weights,
        "KB",
        Some(900.0),
    ));
    page.close();
    Ok(())
}

/// The size of a file as a web server sends it, packed with brotli, in kilobytes.
fn packed(path: &Path) -> Result<f64> {
    let bytes = std::fs::read(path).with_context(|| format!("`{}`", path.display()))?;
    let best = BrotliEncoderParams {
        quality: 11,
        lgwin: 24,
        ..BrotliEncoderParams::default()
    };
    let mut packed = Vec::new();
    brotli::BrotliCompress(&mut &bytes[..], &mut packed, &best)?;
    Ok(packed.len() as f64 / 1000.0)
}

fn line(what: String, found: f64, unit: &'static str, limit: Option<f64>) -> BenchLine {
    BenchLine {
        what,
        found,
        unit,
        limit,
    }
}

fn waits(stage: &StoryContext<'_>, lines: &mut Vec<BenchLine>) -> Result<()> {
    let site = stage.site()?;
    let mut hints = Vec::new();
    for game in DICE_GAMES {
        let page = stage.window(Window::PHONE)?;
        page.before_the_app(WATCH)?;
        page.go(&site.address("#/"))?;
        page.tap(&format!("article[data-game={game}] [data-do=play-now]"))?;
        let hands = Hands::new(&page, 41);
        let mut step = 0;
        for number in 0..8 {
            let seen = hands.play_until(|seen| seen.awaits == "people" && seen.step > step)?;
            step = seen.step + 2;
            page.tap("[data-do=hint]:not([disabled])")?;
            page.until("the hint is there", || {
                let count = page.read("return window.watched.hints.length")?;
                Ok((count.as_u64() > Some(number)).then_some(()))
            })?;
            page.tap("[data-do=close-coach]")?;
        }
        // The first one of a game fetches the weights and wakes the worker: it is told apart.
        let mut taken = numbers(&page, "hints")?;
        if game == "tres-fute" {
            lines.push(line("hint: the first one".into(), taken[0], "ms", None));
        }
        hints.extend(taken.drain(1..));
        if game == "tres-fute" {
            let mut taps = taps(&page)?;
            lines.push(line(
                format!("tap to picture: 95 of 100 of {}", taps.len()),
                percentile(&mut taps, 0.95),
                "ms",
                Some(50.0),
            ));
        }
        page.close();
    }
    let count = hints.len();
    lines.push(line(
        "hint: half of them".into(),
        percentile(&mut hints, 0.5),
        "ms",
        None,
    ));
    lines.push(line(
        format!("hint: 95 of 100 of {count}"),
        percentile(&mut hints, 0.95),
        "ms",
        Some(500.0),
    ));
    Ok(())
}

/// What the main thread works for each picture while dice roll, bonuses fly and cards are turned.
fn motion(stage: &StoryContext<'_>, lines: &mut Vec<BenchLine>) -> Result<()> {
    let site = stage.site()?;
    let moving = Window {
        still: false,
        ..Window::PHONE
    };
    for (game, steps) in [("tres-fute", 30), ("push", 30)] {
        let play = |page: &BrowserPage<'_>| -> Result<()> {
            page.before_the_app(WATCH)?;
            page.go(&site.address("#/"))?;
            page.tap(&format!("article[data-game={game}] [data-do=play-now]"))?;
            let hands = Hands::new(page, 42);
            hands.look()?;
            // What opening the page took is not counted.
            page.read(&format!("console.timeStamp('{BEGIN}')"))?;
            hands.play_until(|seen| seen.step >= steps || seen.awaits == "over")?;
            Ok(())
        };
        let page = stage.traced_window(moving)?;
        play(&page)?;
        let mut frames = frames(&page.trace()?);
        page.close();
        if frames.len() < 20 {
            bail!("only {} pictures of {game} were traced", frames.len());
        }
        lines.push(line(
            format!("{game}: work a frame in motion, 95 of 100 of {}", frames.len()),
            percentile(&mut frames, 0.95),
            "ms",
            Some(8.0),
        ));
        // Tracing slows a page down: taps are timed without it.
        let page = stage.window(moving)?;
        play(&page)?;
        let mut taps = taps(&page)?;
        page.close();
        lines.push(line(
            format!("{game}: tap to picture in motion, 95 of 100 of {}", taps.len()),
            percentile(&mut taps, 0.95),
            "ms",
            // Without a graphics processor most of it is drawing: `bench` has the limit, where nothing moves.
            None,
        ));
    }
    Ok(())
}

/// How long each tap took until it was seen. What the browser does not report took less than 16 ms.
fn taps(page: &BrowserPage<'_>) -> Result<Vec<f64>> {
    let clicks = page.read("return window.watched.clicks")?.as_u64().unwrap_or(0) as usize;
    let mut taps = numbers(page, "taps")?;
    taps.resize(clicks.max(taps.len()), 8.0);
    Ok(taps)
}

/// Where counting begins in a trace.
const BEGIN: &str = "motion begins";

/// The work of the page's main thread from one picture to the next, in milliseconds of processor time.
fn frames(trace: &[Value]) -> Vec<f64> {
    let thread = |event: &Value| (event["pid"].as_u64(), event["tid"].as_u64());
    let at = |event: &Value| event["ts"].as_f64().unwrap_or(0.0);
    let mark = trace
        .iter()
        .find(|event| event["name"] == "TimeStamp" && event["args"]["data"]["message"] == BEGIN);
    let from = mark.map_or(0.0, at);
    let begins = |event: &&Value| event["name"] == "PrePaint" && at(event) >= from;
    // The page has the thread on which most pictures begin.
    let mut threads: Vec<_> = trace.iter().filter(begins).map(thread).collect();
    threads.sort_unstable();
    let most = threads
        .chunk_by(|one, other| one == other)
        .max_by_key(|same| same.len());
    let Some(main) = most.and_then(|same| same.first()).copied() else {
        return Vec::new();
    };
    let mut starts: Vec<f64> = trace
        .iter()
        .filter(begins)
        .filter(|event| thread(event) == main)
        .map(at)
        .collect();
    starts.sort_by(f64::total_cmp);
    let mut work = vec![0.0; starts.len()];
    for event in trace.iter().filter(|event| thread(event) == main) {
        // What we ask the page is a script without an address, and no work of the page.
        let is_ours = event["name"] == "EvaluateScript" && event["args"]["data"]["url"] == "";
        let sign = match event["name"].as_str() {
            Some("RunTask") => 1.0,
            _ if is_ours => -1.0,
            _ => continue,
        };
        let frame = starts.partition_point(|start| *start <= at(event));
        let took = event["tdur"].as_f64().or(event["dur"].as_f64());
        if let Some(sum) = frame.checked_sub(1).and_then(|frame| work.get_mut(frame)) {
            *sum += sign * took.unwrap_or(0.0) / 1000.0;
        }
    }
    work
}

/// Counts what runs by itself.
const COUNT: &str = r#"
window.ran = 0;
for (const name of ["setTimeout", "setInterval", "requestAnimationFrame", "requestIdleCallback"]) {
  const plain = window[name];
  window[name] = (act, ...rest) => plain.call(window, (...given) => { window.ran += 1; return act(...given) }, ...rest);
}
"#;

/// What happens in ten seconds in which nobody does anything, at a table that waits for a choice.
fn idle(stage: &StoryContext<'_>, lines: &mut Vec<BenchLine>) -> Result<()> {
    let site = stage.site()?;
    for game in ["tres-fute", "push"] {
        let page = stage.window(Window {
            still: false,
            ..Window::PHONE
        })?;
        page.before_the_app(COUNT)?;
        page.go(&site.address("#/"))?;
        page.tap(&format!("article[data-game={game}] [data-do=play-now]"))?;
        let hands = Hands::new(&page, 43);
        hands.play_until(|seen| seen.awaits == "people" && seen.step > 4 && !seen.falling)?;
        page.cdp("Performance.enable", &serde_json::json!({}))?;
        // What was begun by the last tap may end.
        std::thread::sleep(std::time::Duration::from_secs(5));
        let before = (ran(&page)?, drawn(&page)?, site.asked().len());
        std::thread::sleep(std::time::Duration::from_secs(10));
        let after = (ran(&page)?, drawn(&page)?, site.asked().len());
        for (what, count) in [
            ("timers and frames asked for", after.0 - before.0),
            ("pictures drawn", after.1 - before.1),
            ("requests", (after.2 - before.2) as f64),
        ] {
            lines.push(line(
                format!("{game}: ten idle seconds, {what}"),
                count,
                "",
                Some(0.0),
            ));
        }
        page.close();
    }
    Ok(())
}

fn ran(page: &BrowserPage<'_>) -> Result<f64> {
    Ok(page.read("return window.ran")?.as_f64().unwrap_or(0.0))
}

/// How often the page has worked out how it looks.
fn drawn(page: &BrowserPage<'_>) -> Result<f64> {
    let metrics = page.cdp("Performance.getMetrics", &serde_json::json!({}))?;
    let list = metrics["metrics"].as_array().context("a list of measures")?;
    let found = list.iter().find(|one| one["name"] == "RecalcStyleCount");
    found
        .and_then(|one| one["value"].as_f64())
        .context("no count of pictures")
}

fn numbers(page: &BrowserPage<'_>, name: &str) -> Result<Vec<f64>> {
    let list = page.read(&format!("return window.watched.{name}"))?;
    let list = list.as_array().context("a list of times")?;
    Ok(list.iter().filter_map(Value::as_f64).collect())
}

fn percentile(values: &mut [f64], part: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    let at = (values.len() as f64 * part).ceil() as usize;
    values.get(at.saturating_sub(1)).copied().unwrap_or(0.0)
}

fn speed(stage: &StoryContext<'_>, lines: &mut Vec<BenchLine>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(Window::DESK, &site, "#/")?;
    for game in DICE_GAMES {
        // The worker of the app, asked what the app never asks.
        let answer = page.read_later(&format!(
            "const done = arguments[0]; const worker = new Worker('./worker.js', {{ type: 'module' }}); \
             worker.onmessage = (event) => {{ worker.terminate(); done(JSON.parse(event.data)) }}; \
             worker.postMessage(JSON.stringify({{ id: 1, ask: {{ Speed: {{ game: '{game}' }} }} }}));"
        ))?;
        let here = find_number(&answer, "Speed").with_context(|| format!("no speed in {answer}"))?;
        let native = native(game)?;
        lines.push(line(
            format!("{game}: random games in the browser"),
            here,
            "/s",
            None,
        ));
        lines.push(line(format!("{game}: random games outside"), native, "/s", None));
        lines.push(line(
            format!("{game}: times slower"),
            native / here,
            "",
            Some(3.0),
        ));
    }
    page.close();
    Ok(())
}

/// The number with this name, however deep it lies.
fn find_number(value: &Value, name: &str) -> Option<f64> {
    match value {
        Value::Object(parts) => parts.iter().find_map(|(key, part)| {
            part.as_f64()
                .filter(|_| key == name)
                .or_else(|| find_number(part, name))
        }),
        Value::Array(parts) => parts.iter().find_map(|part| find_number(part, name)),
        _ => None,
    }
}

/// What `finaud bench` plays on one thread.
fn native(game: &str) -> Result<f64> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .current_dir(crate::root())
        .args(["run", "--quiet", "--release", "--package", "finaud-cli", "--"])
        .args([
            "bench",
            "--game",
            game,
            "--players",
            "1",
            "--threads",
            "1",
            "--seconds",
            "1",
            "--json",
        ])
        .output()?;
    if !output.status.success() {
        bail!(
            "`finaud bench` failed: {}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
    let figures: Value = serde_json::from_slice(&output.stdout)?;
    find_number(&figures, "games_per_second").with_context(|| format!("no speed in {figures}"))
}
