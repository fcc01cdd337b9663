//! What people set once: language, light or dark, colours, sound, pace. SavedSettings on the device.

use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::MediaQueryList;

use crate::messages::Language;
use crate::pace::Pace;
use crate::storage;

/// Light or dark.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// As the device does.
    #[default]
    Auto,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// What is kept.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct SavedSettings {
    /// The code of the language.
    language: Option<String>,
    theme: Theme,
    safe_colours: bool,
    /// The other way round than it is asked: sounds are on unless somebody switched them off. (Before they were our own, a
    /// `sound` was kept here; what it said was seldom chosen.)
    silent: bool,
    no_haptics: bool,
    calm: bool,
    pace: Pace,
    /// Did somebody choose the pace? Earlier versions do not say: what differs from theirs was chosen.
    own_pace: bool,
    auto_roll: bool,
    quiet_bots: bool,
    name: String,
}

impl SavedSettings {
    /// The pace somebody chose.
    fn chosen_pace(&self) -> Option<Pace> {
        (self.own_pace || self.pace != Pace::default()).then_some(self.pace)
    }

    /// Settings as they are kept on a device; `None` if the text is none. What another version said otherwise is left out.
    fn read(text: &str) -> Option<SavedSettings> {
        let mut kept: serde_json::Map<String, serde_json::Value> = serde_json::from_str(text).ok()?;
        let names: Vec<String> = kept.keys().cloned().collect();
        for name in names {
            let alone = kept.get(&name).cloned().map(|value| (name.clone(), value));
            let alone = serde_json::Value::Object(alone.into_iter().collect());
            if serde_json::from_value::<SavedSettings>(alone).is_err() {
                kept.remove(&name);
            }
        }
        serde_json::from_value(serde_json::Value::Object(kept)).ok()
    }
}

/// The settings, as signals.
#[derive(Clone, Copy)]
pub struct Settings {
    /// The language of all texts.
    pub language: RwSignal<Language>,
    /// Light or dark.
    pub theme: RwSignal<Theme>,
    /// Colours that people with any colour vision can tell apart.
    pub safe_colours: RwSignal<bool>,
    /// Are there sounds?
    pub sound: RwSignal<bool>,
    /// Does the device tick, where it can?
    pub haptics: RwSignal<bool>,
    /// No movement, even if the device would like some.
    pub calm: RwSignal<bool>,
    /// How quickly bots play, if somebody chose; else it depends on how many they are.
    pub pace: RwSignal<Option<Pace>>,
    /// Dice roll by themselves instead of waiting for a tap.
    pub auto_roll: RwSignal<bool>,
    /// Bots say nothing.
    pub quiet_bots: RwSignal<bool>,
    /// What the person at this device is called.
    pub name: RwSignal<String>,
}

thread_local! {
    static SETTINGS: Settings = Settings::load();
}

/// The settings of this device.
pub fn settings() -> Settings {
    SETTINGS.with(|settings| *settings)
}

const NAME: &str = "settings";

impl Settings {
    fn load() -> Settings {
        let kept = storage::read(NAME).and_then(|text| SavedSettings::read(&text));
        let kept = kept.unwrap_or_default();
        Settings {
            language: RwSignal::new(chosen(kept.language.as_deref())),
            theme: RwSignal::new(kept.theme),
            safe_colours: RwSignal::new(kept.safe_colours),
            sound: RwSignal::new(!kept.silent),
            haptics: RwSignal::new(!kept.no_haptics),
            calm: RwSignal::new(kept.calm),
            pace: RwSignal::new(kept.chosen_pace()),
            auto_roll: RwSignal::new(kept.auto_roll),
            quiet_bots: RwSignal::new(kept.quiet_bots),
            name: RwSignal::new(kept.name),
        }
    }

    /// Keeps every change from now on, and tells the page's root element about those that style sheets care for.
    pub fn follow(self) {
        let device_is_dark = device_is_dark();
        Effect::new(move |before: Option<()>| {
            let kept = SavedSettings {
                language: Some(self.language.get().code().into()),
                theme: self.theme.get(),
                safe_colours: self.safe_colours.get(),
                silent: !self.sound.get(),
                no_haptics: !self.haptics.get(),
                calm: self.calm.get(),
                pace: self.pace.get().unwrap_or_default(),
                own_pace: self.pace.get().is_some(),
                auto_roll: self.auto_roll.get(),
                quiet_bots: self.quiet_bots.get(),
                name: self.name.get(),
            };
            if let Some(root) = document().document_element() {
                let theme = match kept.theme {
                    Theme::Auto if device_is_dark.get() => "dark",
                    Theme::Auto | Theme::Light => "light",
                    Theme::Dark => "dark",
                };
                let colours = if kept.safe_colours { "safe" } else { "own" };
                let motion = if kept.calm { "none" } else { "auto" };
                let _ = root.set_attribute("lang", self.language.get().code());
                let _ = root.set_attribute("data-theme", theme);
                let _ = root.set_attribute("data-colours", colours);
                let _ = root.set_attribute("data-motion", motion);
            }
            // The first run only reads what was kept: opening the page is no change.
            if before.is_some()
                && let Ok(text) = serde_json::to_string(&kept)
            {
                let _ = storage::write(NAME, &text);
            }
        });
    }

    /// Shall things move?
    pub fn moves(self) -> bool {
        !self.calm.get_untracked() && !device_says("(prefers-reduced-motion: reduce)")
    }
}

/// Does the device answer yes to a media query?
pub fn device_says(query: &str) -> bool {
    let query = window().match_media(query).ok().flatten();
    query.is_some_and(|query| query.matches())
}

/// Does a table stand in one column, as on a phone: dice and buttons below the sheet, panels over them? As in the style.
pub fn in_one_column() -> bool {
    device_says("(max-width: 899px)")
}

/// Is the window that of a tablet held upright: one column, and cells that are large even if the sheet gives way?
pub fn on_a_tablet() -> bool {
    device_says("(min-width: 700px) and (max-width: 899px) and (min-height: 1000px)")
}

/// Does the device like it dark? Followed as long as the page lives, since evenings come.
fn device_is_dark() -> ReadSignal<bool> {
    let query = window()
        .match_media("(prefers-color-scheme: dark)")
        .ok()
        .flatten();
    let (dark, set_dark) = signal(query.as_ref().is_some_and(MediaQueryList::matches));
    if let Some(query) = query {
        let changed = {
            let query = query.clone();
            Closure::<dyn Fn()>::new(move || set_dark.set(query.matches()))
        };
        let _ = query.add_event_listener_with_callback("change", changed.as_ref().unchecked_ref());
        changed.forget();
    }
    dark
}

/// The language somebody chose, or one that the browser asks for.
fn chosen(code: Option<&str>) -> Language {
    let of_browser = || {
        let tags = web_sys::window()?.navigator().languages();
        tags.iter().find_map(|tag| Language::get(&tag.as_string()?))
    };
    let chosen = code.and_then(Language::get);
    chosen.or_else(of_browser).unwrap_or_else(Language::english)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::tests::version_0_1;

    #[test]
    fn the_settings_of_version_0_1_are_read() {
        let kept = SavedSettings::read(&version_0_1()[NAME]);
        assert_eq!(
            kept,
            Some(SavedSettings {
                language: Some("fr".into()),
                pace: Pace::Instant,
                ..SavedSettings::default()
            })
        );
    }

    #[test]
    fn what_a_version_did_not_know_is_as_usual() {
        let kept = SavedSettings::read("{\"theme\":\"dark\",\"later\":true}").unwrap();
        assert_eq!(
            (kept.theme, kept.pace, kept.language),
            (Theme::Dark, Pace::Calm, None)
        );
        // Sounds are on for those who never touched the switch of earlier versions, too.
        let kept = SavedSettings::read("{\"sound\":false}").unwrap();
        assert_eq!((kept.silent, kept.no_haptics), (false, false));
        assert_eq!(SavedSettings::read("nonsense"), None);
        // One word that is not known here takes nothing else with it.
        let kept =
            SavedSettings::read("{\"theme\":\"sepia\",\"name\":\"Ada\",\"language\":\"fr\",\"calm\":7}")
                .unwrap();
        assert_eq!(
            kept,
            SavedSettings {
                name: "Ada".into(),
                language: Some("fr".into()),
                ..SavedSettings::default()
            }
        );
    }

    #[test]
    fn a_calm_pace_counts_as_chosen_only_where_somebody_chose_it() {
        let pace = |text| SavedSettings::read(text).unwrap().chosen_pace();
        assert_eq!(pace("{\"pace\":\"calm\"}"), None);
        assert_eq!(pace("{\"pace\":\"quick\"}"), Some(Pace::Quick));
        assert_eq!(pace("{\"pace\":\"calm\",\"own_pace\":true}"), Some(Pace::Calm));
    }
}
