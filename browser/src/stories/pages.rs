//! What holds for every page.

use anyhow::{Result, ensure};

use crate::audit;
use crate::page::Window;
use crate::stage::Stage;

/// Pages that need nothing but their address.
pub(crate) const PLAIN: [&str; 14] = [
    "#/",
    "#/new/tres-fute",
    "#/new/tres-fute-deluxe",
    "#/new/melange-fute",
    "#/new/hyper-fute",
    "#/new/push",
    "#/history",
    "#/how/tres-fute",
    "#/how/tres-fute-deluxe",
    "#/how/melange-fute",
    "#/how/hyper-fute",
    "#/how/push",
    "#/settings",
    "#/nowhere",
];

pub(crate) fn the_first_page_speaks_the_browsers_language(stage: &Stage<'_>) -> Result<()> {
    let site = stage.site()?;
    let mut titles = Vec::new();
    for language in ["fr", "en", "de"] {
        let page = stage.visit(Window::PHONE.in_language(language), &site, "#/")?;
        page.find("main[data-page=home]")?;
        ensure!(
            page.attribute("html", "lang")? == language,
            "the page does not say that it is in `{language}`"
        );
        titles.push(page.text("main")?);
        page.close();
    }
    titles.dedup();
    ensure!(titles.len() == 3, "two languages say the same: {titles:?}");
    Ok(())
}

pub(crate) fn every_page_is_accessible(stage: &Stage<'_>) -> Result<()> {
    let site = stage.site()?;
    let mut findings = Vec::new();
    for window in [
        Window::PHONE,
        Window {
            dark: true,
            ..Window::DESK
        },
    ] {
        let page = stage.visit(window, &site, "#/")?;
        for route in PLAIN {
            page.go(&site.address(route))?;
            page.find("main h1")?;
            let found = audit::audit(&page)?;
            findings.extend(found.into_iter().map(|finding| format!("{route}: {finding}")));
        }
        page.close();
    }
    findings.sort();
    findings.dedup();
    ensure!(findings.is_empty(), "{}", findings.join("\n        "));
    Ok(())
}
