//! An accessibility audit of our own, in the spirit of axe's serious rules: run in the page, by a script that only reads.

use anyhow::{Context as _, Result};

use crate::page::Page;

/// What is wrong with the page as it is now, a line each.
pub(crate) fn audit(page: &Page<'_>) -> Result<Vec<String>> {
    // Browsers show the focus to those who use keys; from here on, that is us.
    page.keys(&["Tab"])?;
    let found = page.read(&format!("{}\nreturn audit();", include_str!("audit.js")))?;
    let found = found.as_array().context("the audit gave no list")?;
    Ok(found
        .iter()
        .filter_map(|finding| finding.as_str().map(str::to_owned))
        .collect())
}
