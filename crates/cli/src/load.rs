//! `finaud load`: many tables at once, over real sockets.

use std::io::{self, Write as _};

use anyhow::Result;
use finaud_trial::load::{self, Options};

use crate::failure::UsageError;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// How many tables, with four sockets each.
    #[arg(long, value_name = "N", default_value_t = 200)]
    tables: usize,
    /// How long they are played at, a move every four seconds.
    #[arg(long, value_name = "S", default_value_t = 30)]
    seconds: u64,
    /// The server, as in http://127.0.0.1:7878/; one is started if none is named. If there are several, the people of each
    /// table spread over them.
    #[arg(long, value_name = "URL")]
    url: Vec<String>,
    /// Print one line of JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    finaud_server::allow_many_files();
    let games = finaud_rules::builtin_ids();
    let game = *games
        .first()
        .ok_or_else(|| UsageError("this binary has no games".into()))?;
    let binary = std::env::current_exe()?;
    let options = Options {
        tables: args.tables,
        seconds: args.seconds,
        urls: &args.url,
        binary: &binary,
        game,
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let report = runtime.block_on(load::run(&options))?;
    let mut out = io::stdout().lock();
    let json = serde_json::to_value(&report)?;
    if args.json {
        writeln!(out, "{json}")?;
    } else {
        for (name, value) in json.as_object().into_iter().flatten() {
            writeln!(out, "{name:18} {value}")?;
        }
    }
    Ok(())
}
