//! `cargo xtask app`: the app as a static site, ready for any web server under any sub-path.
//!
//! Everything is made here, by cargo alone: the program, the JavaScript that loads it, one style sheet, the games, the languages,
//! the weights, and the service worker's list of files.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Error, Result, bail};
use brotli::enc::BrotliEncoderParams;
use finaud_catalog::files::{check_sheet, read_games, read_languages};
use finaud_catalog::{Catalog, Gallery, GameEntry, Messages};
use sha2::{Digest as _, Sha256};
use wasm_bindgen_cli_support::Bindgen;

use crate::tools;

pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// Leptos compiles one kind of element instead of one for each combination of attributes and children: a seventh less to
/// download.
const ERASED: &[&str] = &["--cfg", "erase_components"];

/// Where functions and data are referred to: without it the program cannot be cut in parts.
const RELOCATIONS: &str = "link-args=--emit-relocs";

/// What the first page may cost to download, in bytes.
const BUDGET: usize = 950_000;

/// Areas of messages that only the terminal says.
const NOT_IN_THE_APP: [&str; 3] = ["terminal.", "analysis.", "puzzle."];

/// Areas of messages that are fetched when somebody comes to read them.
const LONG: [&str; 17] = [
    "howto",
    "guide",
    "lesson",
    "puzzles",
    "achievements",
    "friends",
    "online",
    "review",
    "history",
    "sheet",
    "position",
    "record",
    "action",
    "report",
    "teach",
    "workshop",
    "gallery",
];

/// How the app is compiled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Build {
    /// Small and quick to run.
    Web,
    /// Quick to compile.
    Dev,
}

impl Build {
    fn profile(self) -> &'static str {
        match self {
            Build::Web => "web",
            Build::Dev => "web-dev",
        }
    }

    /// The folder in `target` the site is written to.
    fn folder(self) -> &'static str {
        match self {
            Build::Web => "app",
            Build::Dev => "app-dev",
        }
    }
}

pub(crate) fn command(args: &[String]) -> Result<ExitCode> {
    let mut build = Build::Web;
    let mut out = None;
    let mut more_games = Vec::new();
    let mut words = args.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--dev" => build = Build::Dev,
            "--out" => out = Some(PathBuf::from(words.next().context("`--out` needs a folder")?)),
            "--games" => more_games.push(PathBuf::from(words.next().context("`--games` needs a folder")?)),
            other => {
                bail!(
                    "`cargo xtask app` knows `--dev`, `--out FOLDER` and `--games FOLDER` only, not `{other}`"
                )
            }
        }
    }
    make(build, out, &more_games)?;
    Ok(ExitCode::SUCCESS)
}

/// Builds the site and says where it is. `more_games` are folders of games besides our own.
pub(crate) fn make(build: Build, out: Option<PathBuf>, more_games: &[PathBuf]) -> Result<PathBuf> {
    tools::need_target(TARGET)?;
    let mut cargo = tools::cargo(&[
        "rustc",
        "--package",
        "finaud-web",
        "--bin",
        "finaud-web",
        "--target",
        TARGET,
        "--profile",
        build.profile(),
        "--",
        "-C",
        RELOCATIONS,
    ])?;
    tools::run(cargo.env("CARGO_ENCODED_RUSTFLAGS", ERASED.join("\u{1f}")))?;

    let root = tools::root()?;
    let web = root.join("crates/web");
    let target = tools::target_folder()?;
    let out = out.unwrap_or_else(|| target.join(build.folder()));
    empty(&out)?;

    let program = target.join(TARGET).join(build.profile()).join("finaud-web.wasm");
    let main = split(&program, &out)?;
    bind(&main, build, &out)?;
    write(&out.join("finaud.css"), style(&web.join("style"))?)?;
    copy_all(&web.join("static"), &out)?;
    let mut games = vec![root.join("games")];
    games.extend_from_slice(more_games);
    pack(&root.join("languages"), &games, &root.join("gallery"), &out)?;
    let site = Site::read(&out)?;
    site.write_worker(&out)?;
    if build == Build::Web {
        site.print_sizes(&out)?;
    }
    println!("the app is in {}", out.display());
    Ok(out)
}

/// Packs what the program fetches: the catalog of games, the gallery, a file for each language, the weights.
fn pack(languages: &Path, games: &[PathBuf], gallery: &Path, out: &Path) -> Result<()> {
    let folders: Vec<&Path> = games.iter().map(PathBuf::as_path).collect();
    let languages = read_languages(languages, &folders).map_err(Error::msg)?;
    let mut entries = Vec::new();
    fs::create_dir_all(out.join("weights"))?;
    fs::create_dir_all(out.join("languages"))?;
    fs::create_dir_all(out.join("lessons"))?;
    fs::create_dir_all(out.join("puzzles"))?;
    for folder in folders {
        for game in read_games(folder).map_err(Error::msg)? {
            check_sheet(&game).map_err(Error::msg)?;
            if entries.iter().any(|known: &GameEntry| known.id == game.id) {
                bail!("there are two games called `{}`", game.id);
            }
            copy_weights(folder, &game, out)?;
            if game.lesson {
                let from = folder.join(&game.id).join("lesson.txt");
                let to = out.join(format!("lessons/{}.txt", game.id));
                fs::copy(&from, to).with_context(|| format!("`{}` cannot be copied", from.display()))?;
            }
            if !game.puzzles.is_empty() {
                let from = folder.join(&game.id).join("puzzles.txt");
                let to = out.join(format!("puzzles/{}.txt", game.id));
                fs::copy(&from, to).with_context(|| format!("`{}` cannot be copied", from.display()))?;
            }
            entries.push(game);
        }
    }
    entries.sort_by_key(|game| game.about.order);
    for (code, messages) in &languages {
        let (long, short): (Messages, Messages) = messages
            .clone()
            .into_iter()
            .filter(|(key, _)| !NOT_IN_THE_APP.iter().any(|area| key.starts_with(area)))
            .partition(|(key, _)| is_long(key));
        for (kind, part) in [("json", &short), ("more.json", &long)] {
            write(
                &out.join(format!("languages/{code}.{kind}")),
                serde_json::to_string(part)?,
            )?;
        }
    }
    let gallery = pack_gallery(gallery, &languages, &entries, out)?;
    let catalog = Catalog {
        gallery,
        ..Catalog::of(entries, &languages)
    };
    write(&out.join("catalog.json"), catalog.json())
}

/// Packs the gallery, a file of its own. Answers with its sheets and what they have weights for.
fn pack_gallery(
    folder: &Path,
    languages: &[(String, Messages)],
    games: &[GameEntry],
    out: &Path,
) -> Result<BTreeMap<String, Vec<String>>> {
    let codes = languages.iter().map(|(code, _)| code.as_str());
    let gallery = Gallery::read(folder, codes).map_err(Error::msg)?;
    let mut weights = BTreeMap::new();
    for sheet in &gallery.games {
        if games.iter().any(|game| game.id == sheet.id) {
            bail!("there are two games called `{}`", sheet.id);
        }
        copy_weights(folder, sheet, out)?;
        weights.insert(sheet.id.clone(), sheet.weights.clone());
    }
    write(&out.join("gallery.json"), serde_json::to_string(&gallery)?)?;
    Ok(weights)
}

fn copy_weights(folder: &Path, game: &GameEntry, out: &Path) -> Result<()> {
    for players in &game.weights {
        let from = folder.join(&game.id).join(format!("{players}.weights"));
        let to = out.join(format!("weights/{}.{players}.weights", game.id));
        fs::copy(&from, to).with_context(|| format!("`{}` cannot be copied", from.display()))?;
    }
    Ok(())
}

/// Is it a text that neither the first page nor the table needs: of the how-to pages, of the guided game, of puzzles, of the
/// pages after a game, of online tables, or what is wrong with a record or a sheet from outside? They are fetched when
/// somebody comes there.
fn is_long(key: &str) -> bool {
    match key.split('.').collect::<Vec<_>>()[..] {
        ["games", _, part, ..] => matches!(part, "how" | "guide" | "lesson"),
        [area, ..] => LONG.contains(&area),
        [] => false,
    }
}

/// Makes the folder, without what an earlier build left in it. A folder that is no build of ours is left alone.
fn empty(out: &Path) -> Result<()> {
    if out.exists() && fs::read_dir(out)?.next().is_some() {
        if !out.join("sw.js").exists() && !out.join("finaud.js").exists() {
            bail!(
                "`{}` is not empty and holds no app: name another folder",
                out.display()
            );
        }
        fs::remove_dir_all(out).with_context(|| format!("`{}` cannot be emptied", out.display()))?;
    }
    fs::create_dir_all(out).with_context(|| format!("`{}` cannot be made", out.display()))
}

/// Cuts the program in parts: what only lazily loaded pages reach becomes files of their own in `out`, the rest is the program
/// that opens. Answers with where that is.
///
/// A part fits the program it was cut from and no other, so its name has the hash of its contents: a page of an earlier version
/// then finds nothing instead of something wrong.
fn split(program: &Path, out: &Path) -> Result<PathBuf> {
    let bytes = fs::read(program).with_context(|| format!("`{}` cannot be read", program.display()))?;
    let folder = program.with_file_name("parts");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    let main = folder.join("finaud.wasm");
    let mut options = wasm_split_cli_support::Options::new(&bytes);
    options.output_dir = &folder;
    options.main_out_path = &main;
    options.main_module = "./finaud.js";
    options.link_name = "./parts.js";
    let parts = wasm_split_cli_support::transform(options)
        .map_err(|error| Error::msg(format!("the program cannot be cut in parts: {error:#}")))?;
    let mut loader = fs::read_to_string(folder.join("parts.js"))?;
    for part in parts.split_modules.iter().filter(|part| part.exists()) {
        let bytes = fs::read(part)?;
        let (name, stem) = (
            file_name(part),
            part.file_stem().unwrap_or_default().to_string_lossy(),
        );
        let hashed = format!("{stem}.{}.wasm", hash(&bytes));
        loader = loader.replace(&format!("./{name}"), &format!("./{hashed}"));
        write(&out.join(hashed), bytes)?;
    }
    write(&out.join("parts.js"), loader)?;
    Ok(main)
}

fn file_name(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

/// Writes the JavaScript that loads the program, and the program as that expects it.
fn bind(program: &Path, build: Build, out: &Path) -> Result<()> {
    let debug = build == Build::Dev;
    Bindgen::new()
        .input_path(program)
        .web(true)?
        .typescript(false)
        .out_name("finaud")
        .remove_name_section(!debug)
        .remove_producers_section(true)
        .omit_default_module_path(false)
        // The parts share the memory and the table of functions.
        .keep_lld_exports(true)
        .generate(out)
        .context("wasm-bindgen could not read the program")?;
    if build == Build::Web {
        let loader = out.join("finaud.js");
        let code = fs::read_to_string(&loader)?;
        write(&loader, smaller_script(&code))?;
    }
    Ok(())
}

/// All style sheets in one: `base.css` first, the others by name.
fn style(folder: &Path) -> Result<String> {
    let mut files = match folder.exists() {
        true => files_in(folder)?,
        false => Vec::new(),
    };
    files.retain(|path| path.extension() == Some(OsStr::new("css")));
    files.sort_by_key(|path| (path.file_name() != Some(OsStr::new("base.css")), path.clone()));
    let mut style = String::new();
    for path in files {
        let text =
            fs::read_to_string(&path).with_context(|| format!("`{}` cannot be read", path.display()))?;
        style.push_str(&smaller_style(&without_comments(&text)));
    }
    Ok(style)
}

fn without_comments(css: &str) -> String {
    let mut kept = String::new();
    let mut rest = css;
    while let Some((before, after)) = rest.split_once("/*") {
        kept.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    kept.push_str(rest);
    let lines = kept.lines().map(str::trim_end).filter(|line| !line.is_empty());
    lines.fold(String::new(), |text, line| text + line + "\n")
}

/// A style sheet without the blanks that only readers need. What stands in quotes stays.
fn smaller_style(css: &str) -> String {
    let mut kept = String::new();
    let mut quote = None;
    for letter in css.chars() {
        if quote.is_none() && letter.is_whitespace() {
            if !kept.ends_with(['{', '}', ';', ',', ':', '>', ' ', '\n']) {
                kept.push(' ');
            }
            continue;
        }
        match quote {
            Some(open) if open == letter => quote = None,
            None if matches!(letter, '"' | '\'') => quote = Some(letter),
            // A blank before a colon or a bracket has a meaning: `a :is(b)`.
            None if matches!(letter, '{' | '}' | ';' | ',' | '>') => {
                kept.truncate(kept.trim_end().len());
                if letter == '}' && kept.ends_with(';') {
                    kept.pop();
                }
            }
            _ => {}
        }
        kept.push(letter);
    }
    kept.truncate(kept.trim_end().len());
    kept + "\n"
}

/// The loader without comments and margins, which are a fifth of it.
fn smaller_script(code: &str) -> String {
    let mut kept = String::new();
    let mut in_comment = false;
    for line in code.lines().map(str::trim) {
        in_comment |= line.starts_with("/*");
        if !in_comment && !line.is_empty() && !line.starts_with("//") {
            kept.push_str(line);
            kept.push('\n');
        }
        in_comment &= !line.ends_with("*/");
    }
    kept
}

/// One file of the site.
struct File {
    /// With slashes, from the site's root.
    path: String,
    bytes: usize,
    /// Of the contents: two files with the same hash are the same file.
    hash: String,
}

impl File {
    /// Whether the app cannot start without it. The rest is fetched when it is used, or when there is time.
    fn is_shell(&self) -> bool {
        let waits = |ending: &OsStr| ending == "weights" || ending == "png";
        let ending = Path::new(&self.path).extension();
        let is_part = ending == Some(OsStr::new("wasm")) && self.path != "finaud_bg.wasm";
        let waiting = ["languages/", "lessons/", "puzzles/", "gallery.json"];
        let comes_later = waiting.iter().any(|folder| self.path.starts_with(folder));
        !is_part && !comes_later && !ending.is_some_and(waits)
    }
}

/// Every file of the site but the service worker.
struct Site {
    files: Vec<File>,
}

impl Site {
    fn read(out: &Path) -> Result<Site> {
        let mut files = Vec::new();
        for path in files_in(out)? {
            let name = path.strip_prefix(out)?;
            let parts: Vec<_> = name.iter().map(OsStr::to_string_lossy).collect();
            if parts == ["sw.js"] {
                continue;
            }
            let bytes = fs::read(&path)?;
            files.push(File {
                path: parts.join("/"),
                bytes: bytes.len(),
                hash: hash(&bytes),
            });
        }
        Ok(Site { files })
    }

    /// Puts the version and the list of files in front of the service worker.
    fn write_worker(&self, out: &Path) -> Result<()> {
        let path = out.join("sw.js");
        let code = fs::read_to_string(&path).context("`crates/web/static/sw.js` cannot be read")?;
        let list = |shell: bool| {
            let files = self.files.iter().filter(|file| file.is_shell() == shell);
            let lines = files.map(|file| format!("  {:?}: {:?},\n", file.path, file.hash));
            format!("{{\n{}}}", lines.collect::<String>())
        };
        let (shell, rest) = (list(true), list(false));
        let version = hash(format!("{shell}{rest}{code}").as_bytes());
        write(
            &path,
            format!("const VERSION = {version:?};\nconst SHELL = {shell};\nconst REST = {rest};\n{code}"),
        )
    }

    /// Says how large everything is, and what the first page costs. Packing takes most of a minute.
    fn print_sizes(&self, out: &Path) -> Result<()> {
        println!("\n{:36}{:>10}{:>10}", "file", "bytes", "packed");
        let (mut shell, mut language, mut weights) = (0, 0, 0);
        for file in &self.files {
            let packed = packed(&fs::read(out.join(&file.path))?)?;
            println!("{:36}{:>10}{packed:>10}", file.path, file.bytes);
            if file.is_shell() {
                shell += packed;
            } else if file.path.starts_with("languages/") && !file.path.ends_with(".more.json") {
                language = language.max(packed);
            } else if file.path.starts_with("weights/") {
                weights = weights.max(packed);
            }
        }
        println!(
            "first page with the largest language and the largest game's weights: {} of {} KB",
            (shell + language + weights).div_ceil(1000),
            BUDGET / 1000
        );
        Ok(())
    }
}

/// The size as a web server sends it, packed with brotli.
fn packed(bytes: &[u8]) -> Result<usize> {
    let best = BrotliEncoderParams {
        quality: 11,
        lgwin: 24,
        ..BrotliEncoderParams::default()
    };
    let mut packed = Vec::new();
    brotli::BrotliCompress(&mut &bytes[..], &mut packed, &best)?;
    Ok(packed.len())
}

fn hash(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Every file below a folder, in a fixed order.
fn files_in(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let entries = fs::read_dir(folder).with_context(|| format!("`{}` cannot be read", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(files_in(&path)?);
        } else {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn copy_all(from: &Path, to: &Path) -> Result<()> {
    for path in files_in(from)? {
        let copy = to.join(path.strip_prefix(from)?);
        if let Some(folder) = copy.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::copy(&path, &copy).with_context(|| format!("`{}` cannot be copied", path.display()))?;
    }
    Ok(())
}

fn write(path: &Path, contents: impl AsRef<[u8]>) -> Result<()> {
    fs::write(path, contents).with_context(|| format!("`{}` cannot be written", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_leave_the_style_sheet() {
        let css = "/* a */\n.b { c: d } /* e\nf */ .g {}\n\n";
        assert_eq!(without_comments(css), ".b { c: d }  .g {}\n");
        assert_eq!(without_comments("a {} /* never closed"), "a {}\n");
    }

    #[test]
    fn blanks_leave_the_style_sheet_where_they_mean_nothing() {
        let css =
            ".a :is(b, c) > d { e: calc(1px + 2px); f: \"g  { h\"; }\n@media (i: j) {\n  k { l: m }\n}\n";
        let smaller = ".a :is(b,c)>d{e:calc(1px + 2px);f:\"g  { h\"}@media (i:j){k{l:m}}\n";
        assert_eq!(smaller_style(css), smaller);
    }

    #[test]
    fn comments_and_margins_leave_the_loader() {
        let code = "/**\n * a\n */\nfunction b() {\n    // c\n    return \"//d\"; // e\n}\n";
        assert_eq!(smaller_script(code), "function b() {\nreturn \"//d\"; // e\n}\n");
    }

    #[test]
    fn languages_weights_and_pictures_can_wait() {
        let file = |path: &str| File {
            path: path.into(),
            bytes: 0,
            hash: String::new(),
        };
        assert!(file("finaud_bg.wasm").is_shell());
        assert!(file("index.html").is_shell());
        assert!(file("catalog.json").is_shell());
        assert!(!file("languages/fr.json").is_shell());
        assert!(!file("puzzles/push.txt").is_shell());
        assert!(!file("gallery.json").is_shell());
        assert!(!file("weights/push.2-6.weights").is_shell());
        assert!(!file("lessons/push.txt").is_shell());
        assert!(!file("icon-512.png").is_shell());
    }

    #[test]
    fn the_same_contents_have_the_same_hash() {
        assert_eq!(hash(b"fox"), hash(b"fox"));
        assert_ne!(hash(b"fox"), hash(b"dog"));
        assert_eq!(hash(b"").len(), 16);
    }
}
