//! Without a network, in any folder of a server, and across versions.

use anyhow::{Result, ensure};

use crate::context::StoryContext;
use crate::page::{BrowserPage, Window};

/// Waits until the device has the app, and the language it speaks.
pub(crate) fn settled(page: &BrowserPage<'_>) -> Result<()> {
    page.until("a service worker is in charge", || {
        let state = page.read("return navigator.serviceWorker.controller?.state ?? ''")?;
        Ok((state == "activated").then_some(()))
    })?;
    page.until("a language is on the device", || {
        Ok((kept(page, "/languages/")? > 0).then_some(()))
    })
}

/// How many files whose address contains this are on the device.
fn kept(page: &BrowserPage<'_>, part: &str) -> Result<u64> {
    let count = page.read_later(&format!(
        "const done = arguments[0]; (async () => {{ let count = 0; for (const name of await caches.keys()) \
         for (const request of await (await caches.open(name)).keys()) \
         if (request.url.includes('{part}')) count += 1; done(count) }})()",
    ))?;
    Ok(count.as_u64().unwrap_or(0))
}

/// Waits until the device has everything, weights too.
pub(crate) fn stocked(page: &BrowserPage<'_>) -> Result<()> {
    settled(page)?;
    page.until("the weights are on the device", || {
        Ok((kept(page, ".weights")? >= 9).then_some(()))
    })
}

pub(crate) fn works_under_a_sub_path(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site_under("/games/our-finaud/")?;
    let page = stage.visit(Window::PHONE, &site, "#/")?;
    page.find("main[data-page=home]")?;
    settled(&page)?;
    site.pull_the_plug();
    page.reload()?;
    page.find("main[data-page=home]")?;
    Ok(())
}

pub(crate) fn opens_without_a_network(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(Window::PHONE, &site, "#/")?;
    let title = page.text("h1")?;
    stocked(&page)?;
    site.pull_the_plug();
    for route in [
        "#/",
        "#/history",
        "#/settings",
        "#/how/tres-fute",
        "#/new/push",
        "#/",
    ] {
        page.go("about:blank")?;
        page.go(&site.address(route))?;
        page.find("main h1")?;
    }
    ensure!(page.text("h1")? == title, "another page than before");
    Ok(())
}

pub(crate) fn an_update_waits_and_is_let_in(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(Window::PHONE, &site, "#/settings")?;
    settled(&page)?;
    site.publish("second")?;
    // The browser looks for a new version when the page is opened; what is shown is still the old one.
    page.reload()?;
    page.find("[data-notice=update]")?;
    ensure!(!page.has("meta[name=generator]")?, "the new version did not wait");
    page.tap("[data-do=update]")?;
    page.find("meta[name=generator][content=second]")?;
    page.find("main[data-page=settings]")?;
    page.gone("[data-notice=update]")
}
