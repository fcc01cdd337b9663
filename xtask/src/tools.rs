//! The programs the chores lean on: found, installed when missing, or named in one sentence.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// The project's root. Read when running, so that a moved checkout keeps working.
pub(crate) fn root() -> Result<PathBuf> {
    let manifest = env::var_os("CARGO_MANIFEST_DIR").context("run the chores as `cargo xtask …`")?;
    let root = PathBuf::from(manifest).parent().map(PathBuf::from);
    root.context("the `xtask` folder has no parent folder")
}

/// Where cargo puts what it builds.
pub(crate) fn target_folder() -> Result<PathBuf> {
    let root = root()?;
    Ok(match env::var_os("CARGO_TARGET_DIR") {
        Some(folder) => root.join(folder),
        None => root.join("target"),
    })
}

/// The cargo that runs this chore, started in the project's root.
pub(crate) fn cargo(args: &[&str]) -> Result<Command> {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root()?).args(args);
    Ok(command)
}

/// The project's programs as the tests build them, so that nothing is compiled again after them: what a crate
/// is compiled with depends on what is built beside it.
pub(crate) fn programs() -> Result<PathBuf> {
    run(&mut cargo(&["build", "--workspace", "--bins", "--tests"])?)?;
    Ok(target_folder()?.join("debug"))
}

/// Runs a command to its end; anything but success is an error that names it.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let shown = show(command);
    println!("$ {shown}");
    let status = command
        .status()
        .with_context(|| format!("`{shown}` could not be started"))?;
    if !status.success() {
        bail!("`{shown}` failed ({status})");
    }
    Ok(())
}

/// The command as a person would type it.
pub(crate) fn show(command: &Command) -> String {
    let program = PathBuf::from(command.get_program());
    let name = program
        .file_stem()
        .unwrap_or(command.get_program())
        .to_string_lossy()
        .into_owned();
    command.get_args().fold(name, |line, argument| {
        format!("{line} {}", argument.to_string_lossy())
    })
}

/// Whether the command can be started and succeeds; its output is thrown away.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    let quiet = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}

/// The triple of this machine, for example `x86_64-unknown-linux-gnu`.
pub(crate) fn host_triple() -> Result<String> {
    let output = cargo(&["-vV"])?
        .output()
        .context("`cargo -vV` could not be started")?;
    let text = String::from_utf8_lossy(&output.stdout);
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host
        .context("`cargo -vV` does not name the host")?
        .trim()
        .to_owned())
}

/// Makes sure that programs can be built for a target.
pub(crate) fn need_target(target: &str) -> Result<()> {
    let output = Command::new("rustc")
        .current_dir(root()?)
        .args(["--print", "target-libdir", "--target", target])
        .output();
    let library = output.map(|output| PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()));
    if library.is_ok_and(|library| library.is_dir()) {
        return Ok(());
    }
    println!("The target `{target}` is missing; installing it with rustup.");
    let mut rustup = Command::new("rustup");
    rustup.current_dir(root()?).args(["target", "add", target]);
    run(&mut rustup)
        .with_context(|| format!("the target `{target}` is missing and must be installed by hand"))
}

/// Makes sure that `cargo fmt` or `cargo clippy` is there.
pub(crate) fn need_component(subcommand: &str, component: &str) -> Result<()> {
    if succeeds(&mut cargo(&[subcommand, "--version"])?) {
        return Ok(());
    }
    println!("`cargo {subcommand}` is missing; installing `{component}` with rustup.");
    let mut rustup = Command::new("rustup");
    rustup.current_dir(root()?).args(["component", "add", component]);
    run(&mut rustup).with_context(|| format!("`cargo {subcommand}` is missing and must be installed by hand"))
}

/// Makes sure that a cargo subcommand published as a crate is there.
pub(crate) fn need_subcommand(subcommand: &str, package: &str) -> Result<()> {
    if succeeds(&mut cargo(&[subcommand, "--version"])?) {
        return Ok(());
    }
    println!("`cargo {subcommand}` is missing; installing `{package}` with cargo, which takes some minutes.");
    run(&mut cargo(&["install", "--locked", package])?)
        .with_context(|| format!("`{package}` is missing and must be installed by hand"))
}

/// Makes sure that there is a C++ compiler, which libFuzzer is built with.
pub(crate) fn need_cxx() -> Result<()> {
    let compiler = env::var_os("CXX").unwrap_or_else(|| "c++".into());
    let is_there = || succeeds(Command::new(&compiler).arg("--version"));
    let by_hand = "a C++ compiler is missing: install one (on Debian and Ubuntu, `apt-get install g++`)";
    need_packages(is_there, "A C++ compiler", &["g++"], by_hand)
}

/// Makes sure that there is a Chromium and the driver that moves it.
pub(crate) fn need_browser() -> Result<()> {
    let is_there = || {
        let browsers = ["chromium", "google-chrome", "chromium-browser"];
        succeeds(Command::new("chromedriver").arg("--version"))
            && browsers
                .iter()
                .any(|browser| succeeds(Command::new(browser).arg("--version")))
    };
    let by_hand = "Chromium and chromedriver are missing: install them \
                   (on Debian, `apt-get install chromium chromium-driver`)";
    need_packages(is_there, "Chromium", &["chromium", "chromium-driver"], by_hand)
}

/// Makes sure that there is a PostgreSQL that tests can start.
pub(crate) fn need_postgres() -> Result<()> {
    let is_there = || {
        // Debian keeps its programs out of the way.
        let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten();
        let mut folders = versions.flatten().map(|version| version.path().join("bin"));
        folders.any(|folder| folder.join("postgres").exists() && folder.join("initdb").exists())
            || succeeds(Command::new("pg_config").arg("--bindir"))
                && succeeds(Command::new("postgres").arg("--version"))
    };
    let by_hand = "PostgreSQL is missing: install it (on Debian and Ubuntu, `apt-get install postgresql`)";
    need_packages(is_there, "PostgreSQL", &["postgresql"], by_hand)
}

/// A Python that can make environments: the one that `PYTHON` names, or `python3`.
pub(crate) fn need_python() -> Result<OsString> {
    let python = env::var_os("PYTHON").unwrap_or_else(|| "python3".into());
    let is_there = || {
        let new_enough = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))";
        succeeds(Command::new(&python).args(["-c", new_enough]))
    };
    let by_hand = "Python 3.11 or newer is missing: install it with its `venv` (on Debian and Ubuntu, \
                   `apt-get install python3 python3-venv`), or name it with `PYTHON=…`";
    need_packages(is_there, "Python", &["python3", "python3-venv"], by_hand)?;
    Ok(python)
}

/// Makes sure that something is there, with Debian's packages if it is not.
fn need_packages(
    is_there: impl Fn() -> bool,
    what: &str,
    packages: &[&str],
    by_hand: &'static str,
) -> Result<()> {
    if is_there() {
        return Ok(());
    }
    if !is_root() || !succeeds(Command::new("apt-get").arg("--version")) {
        bail!("{by_hand}");
    }
    println!(
        "{what} is missing; installing {} with apt-get.",
        packages.join(" and ")
    );
    // A stale or half-reachable package list is no reason to stop: the installation decides.
    let _ = run(Command::new("apt-get").args(["update", "-q"]));
    let mut install = Command::new("apt-get");
    install
        .args(["install", "-q", "-y", "--no-install-recommends"])
        .args(packages);
    run(install.env("DEBIAN_FRONTEND", "noninteractive")).context(by_hand)?;
    if !is_there() {
        bail!("{by_hand}");
    }
    Ok(())
}

fn is_root() -> bool {
    let user = Command::new("id").arg("-u").output();
    user.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}
