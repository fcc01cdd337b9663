//! How long a person waits in a game against bots: all the time in which the page does not await them.

use anyhow::{Context as _, Result};

use crate::context::StoryContext;
use crate::hands::Hands;
use crate::page::Window;

/// Adds up, from the moment the page opens, how long a game lasts and how much of that nobody is asked anything.
const WATCH: &str = r#"
window.waits = { waited: 0, total: 0 };
let then = null, waiting = false;
const look = () => {
  const main = document.querySelector("main[data-page=play][data-awaits]");
  const now = performance.now();
  if (then !== null) {
    window.waits.total += now - then;
    if (waiting) window.waits.waited += now - then;
  }
  const awaits = main?.dataset.awaits ?? "over";
  then = awaits === "over" ? null : now;
  waiting = awaits === "bot" || (awaits === "luck" && !document.querySelector("main [data-do=roll]"));
};
new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true });
"#;

/// What a game costs in patience.
pub(crate) struct Waited {
    /// Seconds in which the person had nothing to do.
    pub(crate) waited: f64,
    /// Seconds the whole game took, played by hands that tap at once.
    pub(crate) total: f64,
}

/// Plays PUSH against so many bots at the pace the app has without being told another.
pub(crate) fn push_against(stage: &StoryContext<'_>, bots: usize) -> Result<Waited> {
    let site = stage.site()?;
    let page = stage.window(Window {
        still: false,
        ..Window::PHONE
    })?;
    page.before_the_app(WATCH)?;
    page.go(&site.address("#/new/push"))?;
    page.find("[data-do=start]")?;
    while !page.has(&format!("[data-seat='{}']", bots + 1))? {
        page.tap("[data-do=add-bot]")?;
    }
    while page.has(&format!("[data-seat='{}']", bots + 2))? {
        page.tap("[data-do=remove-seat]")?;
    }
    page.tap("[data-do=start]")?;
    Hands::patient(&page, 51).play_to_the_end()?;
    let waits = page.read("return window.waits")?;
    let seconds = |name: &str| -> Result<f64> {
        let found = waits[name].as_f64();
        Ok(found.with_context(|| format!("no time in {waits}"))? / 1000.0)
    };
    let (waited, total) = (seconds("waited")?, seconds("total")?);
    page.close();
    Ok(Waited { waited, total })
}
