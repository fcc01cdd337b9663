//! The review tells the truth: its parts add up as they are shown, and its figures explain themselves.

use anyhow::{Context as _, Result, ensure};

use crate::context::StoryContext;
use crate::page::{BrowserPage, Window};

/// A number as a page writes it, in tenths.
fn tenths(page: &BrowserPage<'_>, css: &str) -> Result<i64> {
    let text = page.text(css)?;
    let plain = text.trim().replace('−', "-").replace(',', ".").replace('+', "");
    let number: f64 = plain
        .parse()
        .with_context(|| format!("{css}: `{text}` is no number"))?;
    Ok((10.0 * number).round() as i64)
}

pub(crate) fn what_a_review_shows_adds_up(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(Window::PHONE, &site, "#/history")?;
    // A random game: the coach has much to correct in such a one.
    let file = crate::root().join("crates/table/tests/golden/tres-fute-deluxe-p1.txt");
    super::records::import(&page, &file)?;
    page.tap("[data-game-id] [data-do=review]")?;
    for _ in 0..8 {
        if page.has("[data-review=done]")? {
            break;
        }
        // A review looks at every choice: it may take longer than anything else.
        let _ = page.find("[data-review=done]");
    }
    page.find("[data-review=done]")?;
    let part = |row: &str| tenths(&page, &format!("table.sum {row} td"));
    let (start, luck) = (part("tbody tr:first-child")?, part("tr.by-luck")?);
    let (choices, end) = (part("tr.by-own")?, part("tr.end")?);
    ensure!(
        page.has("table.sum tr.by-coach")? == page.has("[data-figure=correction]")?,
        "a correction without its sentence, or a sentence without a correction"
    );
    let corrected = if page.has("table.sum tr.by-coach")? {
        part("tr.by-coach")?
    } else {
        0
    };
    ensure!(
        start + luck + choices + corrected == end,
        "{start} + {luck} + {choices} + {corrected} is not {end}"
    );
    ensure!(choices <= 0, "choices bring nothing: {choices}");
    let without = tenths(&page, "[data-figure=without-luck] summary b")?;
    ensure!(without == end - luck, "{without} is not {end} without {luck}");
    let accuracy = tenths(&page, "[data-figure=accuracy] summary b")?;
    ensure!((0..=1000).contains(&accuracy), "{accuracy}");
    // What a figure means is said on a tap.
    page.tap("[data-figure=accuracy] summary")?;
    page.find("[data-figure=accuracy][open] p")?;
    let words = page.text("[data-figure=accuracy] p")?;
    ensure!(words.split_whitespace().count() > 8, "{words}");
    // The form over many games is made of the same figure.
    let address = page.address()?;
    let id = address.rsplit('/').next().unwrap_or_default();
    let kept = page.read_with("return localStorage.getItem(Object.keys(localStorage).find((key) => key.includes('review.' + arguments[0])))", &serde_json::json!([id]))?;
    let kept = kept.as_str().unwrap_or_default();
    ensure!(kept.contains("\"correction\""), "`{kept}` of {address}");
    Ok(())
}
