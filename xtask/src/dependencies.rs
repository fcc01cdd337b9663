//! Whose code we build on: its licences, and whether anything comes in two versions.

use std::collections::BTreeMap;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::steps::Outcome;
use crate::tools;

/// Licences that allow what ours (MIT or Apache-2.0) allow, with no more than a notice.
const ALLOWED: [&str; 12] = [
    "MIT",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "0BSD",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Crates that may come in two or three versions, each with the reason.
const TWICE: [(&str, &str); 20] = [
    ("block-buffer", "goes with digest"),
    (
        "convert_case",
        "config, which leptos reads its settings with, is behind leptos's macros",
    ),
    ("cpufeatures", "goes with sha2"),
    ("crypto-common", "goes with digest"),
    ("digest", "goes with sha2"),
    (
        "getrandom",
        "goes with rand; ring, under the server's TLS, is behind both",
    ),
    (
        "gimli",
        "wasm-bindgen, in xtask only, is behind what cuts the app in parts",
    ),
    ("hashbrown", "wasmparser, in xtask only, is behind indexmap"),
    ("itertools", "criterion, in benchmarks only, is behind leptos"),
    ("r-efi", "goes with getrandom"),
    ("rand", "tungstenite, under the server's sockets, is behind sqlx"),
    ("rand_core", "goes with rand"),
    ("sha1", "as for rand"),
    (
        "sha2",
        "half of sqlx, and what cuts the app in parts, are behind the other half",
    ),
    (
        "syn",
        "some macros have moved on to the next version, others have not",
    ),
    (
        "thiserror",
        "gloo-net, which leptos brings along, is behind the others",
    ),
    ("thiserror-impl", "goes with thiserror"),
    ("wasm-encoder", "as for gimli"),
    ("wasmparser", "as for gimli"),
    ("windows-sys", "as for ring, on other systems than this one"),
];

/// Checks every crate that any of our programs is built from.
pub(crate) fn check() -> Result<Outcome> {
    let output = tools::cargo(&["metadata", "--format-version", "1", "--locked"])?
        .output()
        .context("`cargo metadata` could not be started")?;
    if !output.status.success() {
        bail!("{}", String::from_utf8_lossy(&output.stderr).trim());
    }
    let metadata: Value = serde_json::from_slice(&output.stdout)?;
    let problems = problems(&metadata);
    if !problems.is_empty() {
        bail!("{}", problems.join("; "));
    }
    Ok(Outcome::Passed)
}

fn problems(metadata: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let mut versions: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let packages = metadata["packages"].as_array();
    for package in packages.into_iter().flatten() {
        let name = package["name"].as_str().unwrap_or_default();
        versions
            .entry(name)
            .or_default()
            .push(package["version"].as_str().unwrap_or_default());
        match package["license"].as_str() {
            Some(licence) if is_allowed(licence) => {}
            Some(licence) => found.push(format!("`{name}` has the licence {licence}")),
            None => found.push(format!("`{name}` names no licence")),
        }
    }
    for (name, versions) in &versions {
        let known = TWICE.iter().any(|(twice, _)| twice == name);
        match (versions.len(), known) {
            (1, true) => found.push(format!("`{name}` comes once now: take it off the list")),
            (1, false) | (2 | 3, true) => {}
            _ => found.push(format!("`{name}` comes in the versions {}", versions.join(", "))),
        }
    }
    found
}

/// Is one of the alternatives of a licence expression allowed, with every part of it?
fn is_allowed(expression: &str) -> bool {
    let expression = expression.replace('/', " OR ");
    let expression = expression.trim();
    // `(A OR B) AND C`: brackets are taken apart from the left; nothing here nests deeper.
    if let Some((inner, rest)) = expression.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
        let rest = rest.trim();
        return match (rest.strip_prefix("AND "), rest.strip_prefix("OR ")) {
            (Some(rest), _) => is_allowed(inner) && is_allowed(rest),
            (None, Some(rest)) => is_allowed(inner) || is_allowed(rest),
            (None, None) => rest.is_empty() && is_allowed(inner),
        };
    }
    expression.split(" OR ").any(|alternative| {
        let mut parts = alternative.split(" AND ").map(str::trim);
        parts.all(|licence| ALLOWED.contains(&licence))
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_expression_is_allowed_if_one_way_through_it_is() {
        for allowed in [
            "MIT",
            "MIT/Apache-2.0",
            "MIT OR Apache-2.0 OR LGPL-2.1-or-later",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
            "BSD-3-Clause AND MIT",
            "Apache-2.0 WITH LLVM-exception OR GPL-3.0",
        ] {
            assert!(is_allowed(allowed), "{allowed}");
        }
        for refused in [
            "GPL-3.0",
            "MIT AND GPL-3.0",
            "(MIT OR Apache-2.0) AND GPL-3.0",
            "",
            "MPL-2.0",
        ] {
            assert!(!is_allowed(refused), "{refused}");
        }
    }

    #[test]
    fn licences_and_second_versions_are_told() {
        let package = |name: &str, version: &str, licence: Value| json!({ "name": name, "version": version, "license": licence });
        let mut packages = vec![
            package("good", "1.0.0", json!("MIT")),
            package("bad", "1.0.0", json!("GPL-3.0")),
            package("silent", "1.0.0", Value::Null),
            package("two", "1.0.0", json!("MIT")),
            package("two", "2.0.0", json!("MIT")),
        ];
        for (name, _) in TWICE {
            packages.push(package(name, "1.0.0", json!("MIT")));
            packages.push(package(name, "2.0.0", json!("MIT")));
        }
        let told = problems(&json!({ "packages": packages }));
        assert_eq!(
            told,
            [
                "`bad` has the licence GPL-3.0",
                "`silent` names no licence",
                "`two` comes in the versions 1.0.0, 2.0.0"
            ]
        );
    }
}
