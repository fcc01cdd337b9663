//! An accessibility audit of our own, in the spirit of axe's serious rules: run in the page, by a script that only reads.

use anyhow::{Context as _, Result};

use crate::page::BrowserPage;

/// What is wrong with the page as it is now, a line each. A finding counts if it is still there at a second look: the first
/// may have met the page while it was being drawn.
pub(crate) fn audit(page: &BrowserPage<'_>) -> Result<Vec<String>> {
    let mut found = look(page)?;
    if !found.is_empty() {
        std::thread::sleep(std::time::Duration::from_millis(500));
        let again = look(page)?;
        found.retain(|finding| again.contains(finding));
    }
    Ok(found)
}

fn look(page: &BrowserPage<'_>) -> Result<Vec<String>> {
    // Browsers show the focus to those who use keys; from here on, that is us.
    page.keys(&["Tab"])?;
    let found = page.read(&format!("{}\nreturn audit();", include_str!("audit.js")))?;
    let found = found.as_array().context("the audit gave no list")?;
    Ok(found
        .iter()
        .filter_map(|finding| finding.as_str().map(str::to_owned))
        .collect())
}
