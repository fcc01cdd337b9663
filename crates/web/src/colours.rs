//! The colours of dice and zones, by the names the style sheet has for them.
//!
//! A colour `x` is four variables: `--x`, `--x-ink` for what stands on it, `--x-soft` for what lies behind it, `--x-deep`
//! for text of that colour. A colour that a sheet mixes itself gets its variables here.

use finaud_rules::{Die, Sheet, Tint};

/// The colour of a die.
pub fn of_die(sheet: &Sheet, die: Die) -> String {
    let tint = sheet.dice.get(die.index()).map(|die| &die.tint);
    tint.map_or_else(|| "black".into(), name)
}

/// The colour of a zone.
pub fn of_zone(sheet: &Sheet, zone: usize) -> String {
    let die = u8::try_from(zone).ok().and_then(Die::of_zone);
    die.map_or_else(|| "black".into(), |die| of_die(sheet, die))
}

fn name(tint: &Tint) -> String {
    match tint {
        Tint::Named(name) => (*name).into(),
        Tint::Mixed(parts) => {
            let [red, green, blue] = parts;
            let name = format!("mixed-{red:02x}{green:02x}{blue:02x}");
            define(&name, *parts);
            name
        }
    }
}

/// The rules of the style sheet for a mixed colour, in both themes.
fn rules(name: &str, [red, green, blue]: [u8; 3]) -> String {
    let mixed = format!("#{red:02x}{green:02x}{blue:02x}");
    // Perceived brightness, after ITU-R BT.601.
    let bright = 299 * u32::from(red) + 587 * u32::from(green) + 114 * u32::from(blue);
    let ink = if bright > 140_000 { "#2b2420" } else { "#ffffff" };
    format!(
        ":root{{--{name}:{mixed};--{name}-ink:{ink};--{name}-soft:color-mix(in srgb,{mixed} 20%,var(--card));\
         --{name}-deep:color-mix(in srgb,{mixed} 55%,var(--ink))}}\
         .zone.{name},.die.{name},.gift.{name}{{--c:var(--{name});--c-ink:var(--{name}-ink);\
         --c-soft:var(--{name}-soft);--c-deep:var(--{name}-deep)}}"
    )
}

/// Puts the rules of a mixed colour on the page, once.
#[cfg(target_arch = "wasm32")]
fn define(name: &str, parts: [u8; 3]) {
    let document = leptos::prelude::document();
    let id = format!("colour-{name}");
    if document.get_element_by_id(&id).is_some() {
        return;
    }
    if let (Ok(style), Some(head)) = (document.create_element("style"), document.head()) {
        style.set_id(&id);
        style.set_text_content(Some(&rules(name, parts)));
        let _ = head.append_child(&style);
    }
}

/// There is no page in tests.
#[cfg(not(target_arch = "wasm32"))]
fn define(name: &str, parts: [u8; 3]) {
    debug_assert!(rules(name, parts).contains(name));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_on_a_mixed_colour_can_be_read() {
        assert!(rules("x", [250, 240, 120]).contains("--x-ink:#2b2420"));
        assert!(rules("x", [20, 30, 90]).contains("--x-ink:#ffffff"));
    }

    #[test]
    fn mixed_colours_have_names_a_style_sheet_takes() {
        assert_eq!(name(&Tint::Mixed([26, 43, 60])), "mixed-1a2b3c");
        assert_eq!(name(&Tint::Named("teal")), "teal");
    }

    /// Every colour a sheet may name has its variables in the style sheet, and a class of its own.
    #[test]
    fn every_named_colour_is_in_the_style_sheet() {
        let (base, dice) = (
            include_str!("../style/base.css"),
            include_str!("../style/dice.css"),
        );
        for name in Tint::NAMES {
            for part in ["", "-ink", "-soft", "-deep"] {
                assert!(base.contains(&format!("--{name}{part}:")), "--{name}{part}");
            }
            for class in [".zone", ".die", ".gift"] {
                assert!(dice.contains(&format!("{class}.{name}")), "{class}.{name}");
            }
        }
    }
}
