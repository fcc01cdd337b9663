//! Every text of every language on one page, to be read whole.

use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use finaud_catalog::files::read_languages;

use crate::tools;

/// `cargo xtask texts [AREA…]`.
pub(crate) fn command(args: &[String]) -> Result<ExitCode> {
    if let Some(option) = args.iter().find(|word| word.starts_with('-')) {
        bail!("`cargo xtask texts` takes areas, such as `coach` or `games.push`, not `{option}`");
    }
    let page = page(&tools::root()?, args)?;
    let file = tools::target_folder()?.join("texts.html");
    std::fs::write(&file, page).with_context(|| format!("{} cannot be written", file.display()))?;
    println!("{}", file.display());
    Ok(ExitCode::SUCCESS)
}

/// A table of all texts: a line for each key, a column for each language.
fn page(root: &Path, areas: &[String]) -> Result<String> {
    let games = root.join("games");
    let languages = read_languages(&root.join("languages"), &[&games]).map_err(anyhow::Error::msg)?;
    let belongs = |key: &str, area: &str| {
        let rest = key.strip_prefix(area);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    let mut keys: Vec<&String> = languages
        .iter()
        .flat_map(|(_, messages)| messages.keys())
        .filter(|key| areas.is_empty() || areas.iter().any(|area| belongs(key, area)))
        .collect();
    keys.sort();
    keys.dedup();
    if keys.is_empty() {
        bail!("there is no text under {}", areas.join(", "));
    }
    let mut page = String::from(concat!(
        "<!doctype html>\n<meta charset=\"utf-8\">\n<title>Every text of Finaud</title>\n<style>",
        "body{font:15px/1.4 system-ui;margin:1rem}table{border-collapse:collapse;width:100%;table-layout:fixed}",
        "td,th{border-top:1px solid #ccc;padding:.3rem .6rem;text-align:left;vertical-align:top;overflow-wrap:anywhere}",
        "th{font:12px monospace;width:16%}thead th{position:sticky;top:0;background:#fff}.none{background:#fdd}",
        "</style>\n<table>\n<thead><tr><th>key</th>"
    ));
    for (code, _) in &languages {
        write!(page, "<th>{}</th>", escaped(code))?;
    }
    page.push_str("</tr></thead>\n");
    for key in keys {
        write!(page, "<tr><th>{}</th>", escaped(key))?;
        for (code, messages) in &languages {
            match messages.get(key) {
                Some(text) => write!(page, "<td lang=\"{code}\">{}</td>", escaped(text))?,
                // Forms of words are each language's own; everything else is named by the tests.
                None => page.push_str("<td class=\"none\"></td>"),
            }
        }
        page.push_str("</tr>\n");
    }
    page.push_str("</table>\n");
    Ok(page)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_stands_on_the_page_in_every_language() {
        let page = page(&tools::root().unwrap(), &[]).unwrap();
        for text in [
            "coach.expected",
            "plus que le {number} {zone.m} pour gagner {won.a}",
            "games.push.about",
            "Your roll.",
            "Runde einrichten",
        ] {
            assert!(page.contains(&escaped(text)), "{text}");
        }
        assert!(page.contains("lang=\"de\""));
    }

    #[test]
    fn an_area_is_shown_by_itself() {
        let page = page(&tools::root().unwrap(), &["coach".into()]).unwrap();
        assert!(page.contains("coach.expected") && !page.contains("home.play"));
        assert!(super::page(&tools::root().unwrap(), &["coac".into()]).is_err());
    }
}
