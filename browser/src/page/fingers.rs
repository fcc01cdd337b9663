//! What fingers do: taps, and keys.

use anyhow::Result;
use serde_json::{Value, json};

use super::{BrowserPage, ELEMENT, Element, is};
use crate::driver::DriverError;

impl BrowserPage<'_> {
    /// Taps the first element that fits, as soon as it can be tapped.
    pub(crate) fn tap(&self, css: &str) -> Result<()> {
        self.until(&format!("`{css}` can be tapped"), || {
            let Some(element) = self.all(css)?.into_iter().next() else {
                return Ok(None);
            };
            match self.press(&element) {
                Err(error) if is(&error, "element click intercepted") => {
                    // It lies under a bar that stays where it is: a person scrolls on.
                    self.scroll_to(css)?;
                    self.press(&element).map(Some)
                }
                pressed => pressed.map(Some),
            }
        })
    }

    /// Turns the wheel until an element is in the middle of the window.
    fn scroll_to(&self, css: &str) -> Result<()> {
        let away = self.read_with(
            "const box = document.querySelector(arguments[0]).getBoundingClientRect(); \
             return Math.round(box.top + box.height / 2 - innerHeight / 2)",
            &json!([css]),
        )?;
        let turn = json!({ "type": "scroll", "x": 100, "y": 100, "deltaX": 0, "deltaY": away, "duration": 0, "origin": "viewport" });
        self.post(
            "actions",
            &json!({ "actions": [{ "type": "wheel", "id": "wheel", "actions": [turn] }] }),
        )?;
        Ok(())
    }

    /// Taps an element: pointer down and up in its middle, where nothing may lie above it. WebDriver's own click does the
    /// same and waits up to a second where the page has to be scrolled.
    pub(crate) fn press(&self, element: &Element) -> Result<()> {
        let middle = self.read_with(MIDDLE, &json!([{ ELEMENT: element.0 }]))?;
        let (Some(x), Some(y)) = (middle["x"].as_f64(), middle["y"].as_f64()) else {
            let why = middle.as_str().unwrap_or("javascript error").to_owned();
            return Err(anyhow::Error::new(DriverError(why)));
        };
        let there = json!({ "type": "pointerMove", "duration": 0, "x": x, "y": y });
        self.post("actions", &pointer("mouse", &[there, down(), up()]))?;
        Ok(())
    }

    /// Taps at a point of the window, whatever is there.
    pub(crate) fn tap_at(&self, x: f64, y: f64) -> Result<()> {
        let there = json!({ "type": "pointerMove", "duration": 0, "x": x.round(), "y": y.round() });
        self.post("actions", &pointer("touch", &[there, down(), up()]))?;
        Ok(())
    }

    /// Taps twice in the middle of an element, as fast as fingers can: whatever is there by then takes the second tap.
    pub(crate) fn double_tap(&self, css: &str) -> Result<()> {
        let element = self.find(css)?;
        let origin = json!({ ELEMENT: element.0 });
        let there = json!({ "type": "pointerMove", "duration": 0, "origin": origin, "x": 0, "y": 0 });
        let pause = json!({ "type": "pause", "duration": 60 });
        let twice = [there, down(), up(), pause, down(), up()];
        self.post("actions", &pointer("mouse", &twice))?;
        Ok(())
    }

    /// Types into a field, after what is in it.
    pub(crate) fn type_into(&self, css: &str, text: &str) -> Result<()> {
        let element = self.find(css)?;
        self.post(&format!("element/{}/value", element.0), &json!({ "text": text }))?;
        Ok(())
    }

    /// Empties a field and types into it.
    pub(crate) fn replace_text(&self, css: &str, text: &str) -> Result<()> {
        let element = self.find(css)?;
        self.post(&format!("element/{}/clear", element.0), &json!({}))?;
        self.type_into(css, text)
    }

    /// Presses keys, wherever the focus is.
    pub(crate) fn keys(&self, keys: &[&str]) -> Result<()> {
        let mut actions = Vec::new();
        for key in keys {
            let code = key_code(key);
            actions.push(json!({ "type": "keyDown", "value": code }));
            actions.push(json!({ "type": "keyUp", "value": code }));
        }
        self.post(
            "actions",
            &json!({ "actions": [{ "type": "key", "id": "keyboard", "actions": actions }] }),
        )?;
        Ok(())
    }
}

/// Where the middle of an element is, scrolled into sight if it has to be; or why nobody can tap it.
const MIDDLE: &str = "
    const [element] = arguments;
    const middle = () => {
        const box = [...element.getClientRects()].find((box) => box.width > 0 && box.height > 0);
        if (!box) return null;
        const [left, right] = [Math.max(0, box.left), Math.min(innerWidth, box.right)];
        const [top, bottom] = [Math.max(0, box.top), Math.min(innerHeight, box.bottom)];
        return { x: Math.floor((left + right) / 2), y: Math.floor((top + bottom) / 2), seen: left < right && top < bottom };
    };
    if (!element.isConnected) return 'stale element reference';
    const hit = (at) => at.seen && element.contains(document.elementFromPoint(at.x, at.y));
    let at = middle();
    if (at && !hit(at)) {
        // Outside the window, or outside what scrolls inside it.
        element.scrollIntoView({ behavior: 'instant', block: at.seen ? 'nearest' : 'center', inline: 'nearest' });
        at = middle();
    }
    if (!at || !at.seen) return 'element not interactable';
    return hit(at) ? at : 'element click intercepted';";

/// What a pointer of that kind does, one thing after the other.
fn pointer(kind: &str, actions: &[Value]) -> Value {
    json!({ "actions": [{
        "type": "pointer", "id": kind, "parameters": { "pointerType": kind }, "actions": actions,
    }] })
}

fn down() -> Value {
    json!({ "type": "pointerDown", "button": 0 })
}

fn up() -> Value {
    json!({ "type": "pointerUp", "button": 0 })
}

/// WebDriver's letter for a key with a name.
fn key_code(name: &str) -> &str {
    match name {
        "Tab" => "\u{e004}",
        "Enter" => "\u{e007}",
        "Shift" => "\u{e008}",
        "Escape" => "\u{e00c}",
        "Space" => " ",
        "Left" => "\u{e012}",
        "Up" => "\u{e013}",
        "Right" => "\u{e014}",
        "Down" => "\u{e015}",
        "Backspace" => "\u{e003}",
        letter => letter,
    }
}
