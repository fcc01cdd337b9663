//! A browser window, used the way a person uses one: look, tap, type. Scripts only read.

mod fingers;

use std::cell::Cell;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use base64::Engine as _;
use serde_json::{Value, json};

use crate::driver::{Driver, DriverError, end};

/// How long a person would wait for something to appear before calling it broken. Generous: machines are shared.
const PATIENCE: Duration = Duration::from_secs(60);
const GLANCE: Duration = Duration::from_millis(30);
/// How WebDriver writes an element.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// The app draws its seeds from the browser; here they are the same every time, so that a story that failed fails again.
const SAME_CHANCE: &str = "{ let bits = 1; Math.random = () => { \
    bits = (Math.imul(bits, 1664525) + 1013904223) >>> 0; return bits / 4294967296 } }";

/// What the window is like.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) dark: bool,
    /// The language of the browser.
    pub(crate) language: &'static str,
    /// No movement: what most stories want, since they do not watch it.
    pub(crate) still: bool,
}

impl Window {
    pub(crate) const PHONE: Window = Window {
        width: 390,
        height: 844,
        dark: false,
        language: "en",
        still: true,
    };

    /// A phone whose browser shows its bars: not everything fits.
    pub(crate) const SHORT_PHONE: Window = Window {
        height: 664,
        ..Window::PHONE
    };

    /// A phone held sideways.
    pub(crate) const SIDEWAYS: Window = Window {
        width: 844,
        height: 390,
        ..Window::PHONE
    };

    pub(crate) const TABLET: Window = Window {
        width: 820,
        height: 1180,
        ..Window::PHONE
    };

    pub(crate) const DESK: Window = Window {
        width: 1440,
        height: 900,
        ..Window::PHONE
    };

    pub(crate) const fn in_language(self, language: &'static str) -> Window {
        Window { language, ..self }
    }

    fn is_phone(self) -> bool {
        self.width < 600
    }
}

/// An element of the page.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Element(String);

/// A browser with one window, or several.
pub(crate) struct BrowserPage<'d> {
    driver: &'d Driver,
    session: String,
    process: Option<u64>,
    profile: PathBuf,
    closed: Cell<bool>,
}

static PROFILES: AtomicUsize = AtomicUsize::new(0);

impl<'d> BrowserPage<'d> {
    /// A fresh browser that has never seen the app.
    pub(crate) fn open(driver: &'d Driver, window: Window) -> Result<BrowserPage<'d>> {
        BrowserPage::open_with(driver, window, false)
    }

    /// A fresh browser that notes everything it does, for `trace`.
    pub(crate) fn open_traced(driver: &'d Driver, window: Window) -> Result<BrowserPage<'d>> {
        BrowserPage::open_with(driver, window, true)
    }

    fn open_with(driver: &'d Driver, window: Window, traced: bool) -> Result<BrowserPage<'d>> {
        let number = PROFILES.fetch_add(1, Ordering::Relaxed);
        let profile = std::env::temp_dir().join(format!("finaud-browser-{}-{number}", std::process::id()));
        let mut options = json!({
            "args": [
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--disable-dev-shm-usage",
                "--hide-scrollbars",
                format!("--lang={}", window.language),
                format!("--window-size={},{}", window.width.max(500), window.height),
                format!("--user-data-dir={}", profile.display()),
            ],
            "prefs": { "intl.accept_languages": window.language },
        });
        if std::path::Path::new("/usr/bin/chromium").exists() {
            options["binary"] = json!("/usr/bin/chromium");
        }
        let mut logs = json!({ "browser": "ALL" });
        if traced {
            options["perfLoggingPrefs"] = json!({
                "enableNetwork": false,
                "enablePage": false,
                "traceCategories": "devtools.timeline,disabled-by-default-devtools.timeline",
            });
            logs["performance"] = json!("ALL");
        }
        let wanted = json!({ "capabilities": { "alwaysMatch": {
            "browserName": "chrome",
            "goog:chromeOptions": options,
            "goog:loggingPrefs": logs,
        }}});
        let opened = driver
            .send("POST", "/session", &wanted)
            .context("chromium cannot be started")?;
        let page = BrowserPage {
            driver,
            session: opened["sessionId"].as_str().context("no session")?.to_owned(),
            process: opened["capabilities"]["goog:processID"].as_u64(),
            profile,
            closed: Cell::new(false),
        };
        page.dress(window)?;
        page.before_the_app(SAME_CHANCE)?;
        Ok(page)
    }

    /// The processor time that this browser has used so far, all its processes together; `None` where the system does not tell.
    pub(crate) fn processor_seconds(&self) -> Option<f64> {
        let browser = self.process?;
        let mut all: Vec<(u64, u64, f64)> = Vec::new();
        for entry in std::fs::read_dir("/proc").ok()? {
            let name = entry.ok()?.file_name();
            let Some(id) = name.to_str().and_then(|name| name.parse::<u64>().ok()) else {
                continue;
            };
            // A process may have ended meanwhile.
            let Ok(line) = std::fs::read_to_string(format!("/proc/{id}/stat")) else {
                continue;
            };
            // Behind the name, which stands in brackets: the state, the parent, …, the two times in hundredths of a second.
            let (_, rest) = line.rsplit_once(')')?;
            let words: Vec<&str> = rest.split_whitespace().collect();
            let number = |index: usize| words.get(index).and_then(|word| word.parse::<u64>().ok());
            let ticks = number(11).zip(number(12)).map(|(user, system)| user + system);
            if let Some((parent, ticks)) = number(1).zip(ticks) {
                all.push((id, parent, ticks as f64 / 100.0));
            }
        }
        let mut family = vec![browser];
        let mut at = 0;
        while let Some(parent) = family.get(at).copied() {
            family.extend(all.iter().filter(|(_, of, _)| *of == parent).map(|(id, ..)| *id));
            at += 1;
        }
        let own = all.iter().filter(|(id, ..)| family.contains(id));
        Some(own.map(|(_, _, seconds)| seconds).sum())
    }

    /// Makes this window as large and as dark as that.
    pub(crate) fn dress(&self, window: Window) -> Result<()> {
        self.cdp(
            "Emulation.setDeviceMetricsOverride",
            &json!({
                "width": window.width,
                "height": window.height,
                "deviceScaleFactor": if window.is_phone() { 2 } else { 1 },
                "mobile": window.is_phone(),
            }),
        )?;
        let scheme = if window.dark { "dark" } else { "light" };
        let motion = if window.still { "reduce" } else { "no-preference" };
        self.cdp(
            "Emulation.setEmulatedMedia",
            &json!({ "features": [
                { "name": "prefers-color-scheme", "value": scheme },
                { "name": "prefers-reduced-motion", "value": motion },
            ]}),
        )?;
        Ok(())
    }

    fn post(&self, path: &str, body: &Value) -> Result<Value> {
        self.driver
            .send("POST", &format!("/session/{}/{path}", self.session), body)
    }

    fn get(&self, path: &str) -> Result<Value> {
        self.driver
            .send("GET", &format!("/session/{}/{path}", self.session), &Value::Null)
    }

    /// Chrome's own protocol: what a person does with the device, not with the page.
    pub(crate) fn cdp(&self, command: &str, params: &Value) -> Result<Value> {
        self.post("goog/cdp/execute", &json!({ "cmd": command, "params": params }))
    }

    /// Lets downloads come into a folder of this name, which is empty.
    pub(crate) fn download_into(&self, name: &str) -> Result<std::path::PathBuf> {
        let folder = crate::target().join("browser").join(name);
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder)?;
        self.cdp(
            "Browser.setDownloadBehavior",
            &json!({ "behavior": "allow", "downloadPath": folder.display().to_string() }),
        )?;
        Ok(folder)
    }

    /// A script that runs before the app does: for clocks that are wrong and devices that refuse.
    pub(crate) fn before_the_app(&self, script: &str) -> Result<()> {
        self.cdp(
            "Page.addScriptToEvaluateOnNewDocument",
            &json!({ "source": script }),
        )?;
        Ok(())
    }

    pub(crate) fn go(&self, address: &str) -> Result<()> {
        self.post("url", &json!({ "url": address }))?;
        Ok(())
    }

    pub(crate) fn reload(&self) -> Result<()> {
        self.post("refresh", &json!({}))?;
        Ok(())
    }

    /// The browser's own way back.
    pub(crate) fn back(&self) -> Result<()> {
        self.post("back", &json!({}))?;
        Ok(())
    }

    pub(crate) fn address(&self) -> Result<String> {
        Ok(self.get("url")?.as_str().unwrap_or_default().to_owned())
    }

    /// Opens another tab of the same browser and goes there.
    pub(crate) fn new_tab(&self) -> Result<String> {
        let opened = self.post("window/new", &json!({ "type": "tab" }))?;
        let handle = opened["handle"].as_str().context("no tab")?.to_owned();
        self.tab(&handle)?;
        Ok(handle)
    }

    pub(crate) fn current_tab(&self) -> Result<String> {
        Ok(self.get("window")?.as_str().unwrap_or_default().to_owned())
    }

    pub(crate) fn tab(&self, handle: &str) -> Result<()> {
        self.post("window", &json!({ "handle": handle }))?;
        Ok(())
    }

    /// Everything that fits this selector right now.
    pub(crate) fn all(&self, css: &str) -> Result<Vec<Element>> {
        let found = self.post("elements", &json!({ "using": "css selector", "value": css }))?;
        let found = found.as_array().context("a list of elements")?;
        Ok(found
            .iter()
            .filter_map(|one| one[ELEMENT].as_str().map(|id| Element(id.to_owned())))
            .collect())
    }

    pub(crate) fn has(&self, css: &str) -> Result<bool> {
        Ok(!self.all(css)?.is_empty())
    }

    /// The first element that fits, as soon as there is one.
    pub(crate) fn find(&self, css: &str) -> Result<Element> {
        self.until(&format!("`{css}` appears"), || {
            Ok(self.all(css)?.into_iter().next())
        })
    }

    /// Waits until nothing fits any more.
    pub(crate) fn gone(&self, css: &str) -> Result<()> {
        self.until(&format!("`{css}` goes"), || Ok((!self.has(css)?).then_some(())))
    }

    /// Looks again and again until there is an answer.
    pub(crate) fn until<T>(&self, what: &str, look: impl Fn() -> Result<Option<T>>) -> Result<T> {
        let start = Instant::now();
        loop {
            match look() {
                Ok(Some(found)) => return Ok(found),
                Ok(None) => {}
                // The page was drawn anew while it was looked at.
                Err(error) if is_passing(&error) => {}
                Err(error) => return Err(error),
            }
            if start.elapsed() > PATIENCE {
                bail!("waited {} s in vain until {what}", PATIENCE.as_secs());
            }
            sleep(GLANCE);
        }
    }

    /// Leaves the page and clears its local storage and its database.
    pub(crate) fn forget(&self, origin: &str) -> Result<()> {
        self.go("about:blank")?;
        self.cdp(
            "Storage.clearDataForOrigin",
            &json!({ "origin": origin, "storageTypes": "local_storage,indexeddb" }),
        )?;
        Ok(())
    }

    /// Waits until the page has drawn what was done to it.
    pub(crate) fn drawn(&self) -> Result<()> {
        self.read_later(
            "requestAnimationFrame(() => requestAnimationFrame(arguments[arguments.length - 1]))",
        )?;
        Ok(())
    }

    /// What a person reads there.
    pub(crate) fn text(&self, css: &str) -> Result<String> {
        self.until(&format!("`{css}` can be read"), || {
            let Some(element) = self.all(css)?.into_iter().next() else {
                return Ok(None);
            };
            let text = self.get(&format!("element/{}/text", element.0))?;
            Ok(text.as_str().map(str::to_owned))
        })
    }

    /// The whole page, as read.
    pub(crate) fn words(&self) -> Result<String> {
        Ok(self
            .read("return document.body.innerText")?
            .as_str()
            .unwrap_or_default()
            .to_owned())
    }

    /// An attribute of the first element that fits; empty where it has none.
    pub(crate) fn attribute(&self, css: &str, name: &str) -> Result<String> {
        self.until(&format!("`{css}` appears"), || {
            let read = self.read_with(
                "const e = document.querySelector(arguments[0]); return e ? e.getAttribute(arguments[1]) ?? '' : null",
                &json!([css, name]),
            )?;
            Ok(read.as_str().map(str::to_owned))
        })
    }

    /// What a script reads off the page.
    pub(crate) fn read(&self, script: &str) -> Result<Value> {
        self.read_with(script, &json!([]))
    }

    pub(crate) fn read_with(&self, script: &str, arguments: &Value) -> Result<Value> {
        self.post("execute/sync", &json!({ "script": script, "args": arguments }))
    }

    /// What a script reads off the page and has to wait for: `arguments[arguments.length - 1]` takes the answer.
    pub(crate) fn read_later(&self, script: &str) -> Result<Value> {
        self.read_later_with(script, &json!([]))
    }

    pub(crate) fn read_later_with(&self, script: &str, arguments: &Value) -> Result<Value> {
        self.post("execute/async", &json!({ "script": script, "args": arguments }))
    }

    pub(crate) fn screenshot(&self) -> Result<Vec<u8>> {
        let picture = self.get("screenshot")?;
        let picture = picture.as_str().context("no picture")?;
        Ok(base64::engine::general_purpose::STANDARD.decode(picture)?)
    }

    /// A picture for a document: small, and as sharp as the screen.
    pub(crate) fn picture(&self) -> Result<Vec<u8>> {
        let params = json!({ "format": "webp", "quality": 82 });
        let answer = self.cdp("Page.captureScreenshot", &params)?;
        let picture = answer["data"].as_str().context("no picture")?;
        Ok(base64::engine::general_purpose::STANDARD.decode(picture)?)
    }

    /// What the browser complained about since the last time it was asked.
    pub(crate) fn complaints(&self) -> Result<Vec<String>> {
        let log = self.post("se/log", &json!({ "type": "browser" }))?;
        let log = log.as_array().context("a list of messages")?;
        Ok(log
            .iter()
            .filter(|line| line["level"] == "SEVERE")
            .filter_map(|line| line["message"].as_str().map(str::to_owned))
            .collect())
    }

    /// What a traced browser noted since the last time it was asked, event by event.
    pub(crate) fn trace(&self) -> Result<Vec<Value>> {
        let log = self.post("se/log", &json!({ "type": "performance" }))?;
        let log = log.as_array().context("a list of messages")?;
        let event = |line: &Value| {
            let message: Value = serde_json::from_str(line["message"].as_str()?).ok()?;
            let message = &message["message"];
            (message["method"] == "Tracing.dataCollected").then(|| message["params"].clone())
        };
        Ok(log.iter().filter_map(event).collect())
    }

    /// A picture of a part of the page: left, top, width, height.
    pub(crate) fn picture_of(&self, part: [f64; 4]) -> Result<String> {
        let [x, y, width, height] = part;
        let params = json!({
            "format": "png",
            "clip": { "x": x, "y": y, "width": width, "height": height, "scale": 1 },
        });
        let answer = self.cdp("Page.captureScreenshot", &params)?;
        Ok(answer["data"].as_str().context("no picture")?.to_owned())
    }

    /// Closes the browser.
    pub(crate) fn close(&self) {
        if self.closed.replace(true) {
            return;
        }
        let _ = self
            .driver
            .send("DELETE", &format!("/session/{}", self.session), &Value::Null);
        if let Some(process) = self.process {
            end(process);
        }
        let _ = std::fs::remove_dir_all(&self.profile);
    }
}

impl Drop for BrowserPage<'_> {
    fn drop(&mut self) {
        self.close();
    }
}

/// Was the page drawn anew, or is something in the way that will go?
fn is_passing(error: &anyhow::Error) -> bool {
    let passing = [
        "stale element reference",
        "no such element",
        "element click intercepted",
        "element not interactable",
        "javascript error",
    ];
    passing.iter().any(|kind| is(error, kind))
}

/// Is this what went wrong?
fn is(error: &anyhow::Error, kind: &str) -> bool {
    error
        .downcast_ref::<DriverError>()
        .is_some_and(|DriverError(known)| known == kind)
}
