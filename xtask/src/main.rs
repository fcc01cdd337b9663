//! Every chore of the project, behind `cargo xtask`.
//!
//! Two commands are enough on a fresh machine: `cargo xtask play` and `cargo xtask test`.

mod app;
mod architecture;
mod chaos;
mod dependencies;
mod fuzz;
mod mutants;
mod play;
mod steps;
mod test;
mod texts;
mod tools;

use std::process::ExitCode;

use anyhow::{Result, bail};

const HELP: &str = "\
The chores of Finaud.

  cargo xtask play                      build the app and serve it to the browsers of this machine
  cargo xtask play --terminal [ARGS…]   build the game and play it in this terminal
  cargo xtask app [--dev] [--out DIR]   build the app as a static site into target/app (--dev: quick to
                                        build, large, slow, into target/app-dev)
  cargo xtask test [--fuzz-seconds N]   every check: format, lints, docs, tests, the app in a browser,
                                        fuzzing (N seconds a target, 5 unless told; 0 leaves it out)
  cargo xtask fuzz                      list the fuzz targets
  cargo xtask fuzz TARGET [SECONDS]     fuzz one target (60 seconds unless told)
  cargo xtask fuzz TARGET --input FILE  run one input again, for example a crash
  cargo xtask texts [AREA…]             every text of every language on one page, target/texts.html, to be
                                        read whole; or those of some areas: coach, games.push
  cargo xtask chaos [--nodes N] [--kills N] [--seconds S] [--tables N]
                                        kill servers and their PostgreSQL, cut and delay lines while people
                                        play, and check that nothing that was acknowledged is lost
  cargo xtask chaos --simulated N       the same in simulated time, until N nodes were killed
  cargo xtask mutants [ARGS…]           change the rules in small ways and see whether a test notices
  cargo xtask help                      this text

What a chore needs and cannot find, it installs, or names in one sentence.
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match dispatch(&args) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch(args: &[String]) -> Result<ExitCode> {
    let Some((chore, rest)) = args.split_first() else {
        print!("{HELP}");
        return Ok(ExitCode::SUCCESS);
    };
    match chore.as_str() {
        "app" => app::command(rest),
        "chaos" => chaos::command(rest),
        "play" => play::play(rest),
        "test" => test::test(rest),
        "fuzz" => fuzz::command(rest),
        "texts" => texts::command(rest),
        "mutants" => mutants::mutants(rest),
        "help" | "--help" | "-h" => {
            print!("{HELP}");
            Ok(ExitCode::SUCCESS)
        }
        other => bail!("there is no chore called `{other}`; `cargo xtask help` lists them"),
    }
}
