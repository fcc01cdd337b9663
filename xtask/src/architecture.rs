//! What ARCHITECTURE.md claims and a search can check.

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};
    use std::{fs, iter};

    use finaud_catalog::files::read_games;
    use finaud_rules::Sheet;

    /// Where mechanics may be named: how they are written in a sheet, what they do, what a net sees of them.
    const MECHANICS: [&str; 3] = [
        "crates/players/src/learned/dice_encoder/zones.rs",
        "crates/rules/src/reader/zones.rs",
        "crates/rules/src/zone.rs",
    ];

    fn root() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
    }

    fn rust_files(folder: &Path) -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let mut files: Vec<PathBuf> = entries
            .flat_map(|entry| match entry.path() {
                path if path.is_dir() => rust_files(&path),
                path => vec![path],
            })
            .filter(|path| path.extension().is_some_and(|ending| ending == "rs"))
            .collect();
        files.sort();
        files
    }

    /// The lines of code of a file, without comments and the tests behind it.
    fn code(path: &Path) -> Vec<String> {
        if path.ends_with("tests.rs") {
            return Vec::new();
        }
        let text = fs::read_to_string(path).expect("a source");
        let text = text.split("\n#[cfg(test)]").next().unwrap_or_default();
        let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        lines.map(str::to_owned).collect()
    }

    /// The lines of code with one of these words, but not in these files.
    fn found(words: &[String], besides: &[&str]) -> Vec<String> {
        let root = root();
        let sources = fs::read_dir(root.join("crates"))
            .expect("the crates")
            .flatten()
            .map(|entry| entry.path())
            .flat_map(|home| [home.join("src"), home.join("build.rs")])
            .chain(iter::once(root.join("xtask/src")));
        let files = sources.flat_map(|path| match path.is_dir() {
            true => rust_files(&path),
            false => vec![path].into_iter().filter(|path| path.exists()).collect(),
        });
        let mut found = Vec::new();
        for path in files {
            let name = path.strip_prefix(&root).unwrap_or(&path).display().to_string();
            if besides.contains(&name.as_str()) {
                continue;
            }
            let lines = code(&path);
            let named = lines
                .iter()
                .filter(|line| words.iter().any(|word| line.contains(word)));
            found.extend(named.map(|line| format!("{name}: {}", line.trim())));
        }
        found
    }

    #[test]
    fn no_code_knows_a_sheet_by_its_name() {
        let games = read_games(&root().join("games")).expect("games that can be read");
        let mut words = Vec::new();
        for text in games.iter().filter_map(|game| game.sheet.as_deref()) {
            let sheet = Sheet::read(text).sheet.expect("a sheet");
            words.extend([sheet.id, sheet.name]);
        }
        assert!(words.len() >= 8);
        assert_eq!(found(&words, &[]), Vec::<String>::new());
    }

    #[test]
    fn mechanics_are_named_in_few_places() {
        let elsewhere = found(&["Mechanic::".to_string()], &MECHANICS);
        assert_eq!(elsewhere, Vec::<String>::new());
        // Those that may name them do: a list that nobody needs any more would hide the next one.
        for path in MECHANICS {
            let named = code(&root().join(path))
                .iter()
                .any(|line| line.contains("Mechanic::"));
            assert!(named, "{path} names no mechanic");
        }
    }
}
