//! `cargo xtask python`: the Python package, built as a wheel, installed in an environment of its own and tested there.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};

use crate::steps::Outcome;
use crate::tools;

/// The crate, from the root.
const CRATE: &str = "crates/python";

/// What is too large for every run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Extra {
    Torch,
    Cluster,
}

impl Extra {
    const ALL: [Extra; 2] = [Extra::Torch, Extra::Cluster];

    fn word(self) -> &'static str {
        match self {
            Extra::Torch => "torch",
            Extra::Cluster => "cluster",
        }
    }
}

/// Runs the chore by hand.
pub(crate) fn command(args: &[String]) -> Result<ExitCode> {
    test(&extras(args)?)?;
    println!("\nThe Python package passed.");
    Ok(ExitCode::SUCCESS)
}

/// The step of `cargo xtask test`: without what is too large for every run.
pub(crate) fn check() -> Result<Outcome> {
    test(&[])?;
    Ok(Outcome::Passed)
}

fn extras(args: &[String]) -> Result<Vec<Extra>> {
    let mut extras = Vec::new();
    for arg in args {
        let known = Extra::ALL
            .into_iter()
            .find(|extra| arg.strip_prefix("--") == Some(extra.word()));
        match known {
            Some(extra) if !extras.contains(&extra) => extras.push(extra),
            _ => bail!("`cargo xtask python` knows `--torch` and `--cluster`, each once, not `{arg}`"),
        }
    }
    Ok(extras)
}

fn test(extras: &[Extra]) -> Result<()> {
    let manifest = format!("{CRATE}/Cargo.toml");
    let environment = Environment::make(extras)?;
    tools::run(&mut tools::cargo(&[
        "fmt",
        "--check",
        "--manifest-path",
        &manifest,
    ])?)?;
    let mut lints = tools::cargo(&["clippy", "--locked", "--manifest-path", &manifest])?;
    lints.arg("--target-dir").arg(build_folder()?);
    lints.args(["--", "-D", "warnings"]);
    tools::run(lints.env("PYO3_PYTHON", environment.program("python")))?;
    environment.install(&environment.wheel()?)?;
    // The tests compare with what `finaud` says.
    tools::programs()?;
    environment.check_stubs()?;
    environment.run_tests(extras)
}

/// Where the crate is built: it has a workspace of its own.
fn build_folder() -> Result<PathBuf> {
    Ok(tools::target_folder()?.join("python"))
}

/// A virtual environment with everything the tests need.
struct Environment {
    folder: PathBuf,
}

impl Environment {
    /// The environment: made if it is missing, brought up to date if it is not.
    fn make(extras: &[Extra]) -> Result<Environment> {
        let folder = tools::target_folder()?.join("python-env");
        let environment = Environment { folder };
        if !tools::succeeds(Command::new(environment.program("python")).arg("--version")) {
            let python = tools::need_python()?;
            tools::run(
                Command::new(python)
                    .args(["-m", "venv", "--clear"])
                    .arg(&environment.folder),
            )?;
        }
        let mut lists = vec!["requirements.txt".to_string()];
        lists.extend(
            extras
                .iter()
                .map(|extra| format!("requirements-{}.txt", extra.word())),
        );
        for list in lists {
            environment.need(&list)?;
        }
        Ok(environment)
    }

    fn program(&self, name: &str) -> PathBuf {
        let folder = if cfg!(windows) { "Scripts" } else { "bin" };
        self.folder.join(folder).join(name)
    }

    /// Installs what a list names, unless this very list was installed before.
    fn need(&self, list: &str) -> Result<()> {
        let path = tools::root()?.join(CRATE).join("tests").join(list);
        let wanted =
            fs::read_to_string(&path).with_context(|| format!("{} cannot be read", path.display()))?;
        let installed = self.folder.join(format!("installed-{list}"));
        if fs::read_to_string(&installed).is_ok_and(|known| known == wanted) {
            return Ok(());
        }
        tools::run(
            Command::new(self.program("python"))
                .args([
                    "-m",
                    "pip",
                    "install",
                    "--quiet",
                    "--disable-pip-version-check",
                    "-r",
                ])
                .arg(&path),
        )?;
        fs::write(&installed, wanted).with_context(|| format!("{} cannot be written", installed.display()))
    }

    /// Builds the wheel as people get it.
    fn wheel(&self) -> Result<PathBuf> {
        let out = tools::target_folder()?.join("wheels");
        if out.exists() {
            fs::remove_dir_all(&out).with_context(|| format!("{} cannot be emptied", out.display()))?;
        }
        let mut maturin = Command::new(self.program("maturin"));
        maturin
            .current_dir(tools::root()?)
            .env("CARGO_TARGET_DIR", build_folder()?)
            .args(["build", "--release", "--quiet", "--interpreter"])
            .arg(self.program("python"))
            .arg("--out")
            .arg(&out);
        tools::run(&mut maturin)?;
        let wheels = fs::read_dir(&out).with_context(|| format!("{} cannot be read", out.display()))?;
        let wheels: Vec<PathBuf> = wheels.flatten().map(|entry| entry.path()).collect();
        match wheels.as_slice() {
            [one] => Ok(one.clone()),
            _ => bail!("{} should hold one wheel", out.display()),
        }
    }

    fn install(&self, wheel: &Path) -> Result<()> {
        tools::run(
            Command::new(self.program("python"))
                .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"])
                .args(["--force-reinstall", "--no-deps"])
                .arg(wheel),
        )
    }

    /// Do the stubs say what is there?
    fn check_stubs(&self) -> Result<()> {
        let mut stubtest = Command::new(self.program("stubtest"));
        stubtest.current_dir(&self.folder).arg("finaud._finaud");
        tools::run(&mut stubtest)
    }

    fn run_tests(&self, extras: &[Extra]) -> Result<()> {
        let tests = tools::root()?.join(CRATE).join("tests");
        let program = tools::target_folder()?.join("debug").join("finaud");
        let mut pytest = Command::new(self.program("python"));
        pytest
            .current_dir(tools::root()?)
            .env("FINAUD_PROGRAM", program)
            // What was asked for must not be skipped.
            .env(
                "FINAUD_EXTRAS",
                extras
                    .iter()
                    .map(|extra| extra.word())
                    .collect::<Vec<_>>()
                    .join(","),
            )
            .args(["-m", "pytest", "-q", "-p", "no:cacheprovider"])
            .arg(tests);
        tools::run(&mut pytest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Vec<Extra>> {
        extras(&line.split_whitespace().map(String::from).collect::<Vec<_>>())
    }

    #[test]
    fn what_is_large_is_asked_for() {
        assert_eq!(parsed("").unwrap(), []);
        assert_eq!(
            parsed("--cluster --torch").unwrap(),
            [Extra::Cluster, Extra::Torch]
        );
        for wrong in ["--torch --torch", "--everything", "torch"] {
            assert!(parsed(wrong).is_err(), "{wrong}");
        }
    }
}
