//! A session: one game at a time, line by line.

use finaud_record::push;
use finaud_rules::{ACTION_SPACE_VERSION, builtin, builtin_ids};
use serde_json::{Value, json};

use crate::command::{COMMANDS, Command, Described};
use crate::matched::AnyMatch;
use crate::reply::{self, Answer, Reply};
use crate::request::{self, Request};
use crate::request_error::RequestError;
use crate::{LONGEST_LINE, PROTOCOL, opening};

/// A conversation with the referee. It holds one game, once `new` or `load` has given it one.
#[derive(Default)]
pub struct Session {
    table: Option<Box<dyn AnyMatch>>,
}

impl Session {
    /// A session without a game.
    pub fn new() -> Session {
        Session::default()
    }

    /// Answers a line with a line, without its end. Whatever is refused changes nothing.
    pub fn answer(&mut self, line: &str) -> String {
        if line.len() > LONGEST_LINE {
            return reply::line(None, &Err(too_long()));
        }
        let (id, request) = request::read(line);
        let answer = request.and_then(|request| self.carry_out(&request));
        reply::line(id.as_ref(), &answer)
    }

    fn carry_out(&mut self, request: &Request) -> Answer {
        match request.command {
            Command::New | Command::Load => {
                let opened = opening::open(request)?;
                let reply = opened.opened();
                self.table = Some(opened);
                Ok(reply)
            }
            Command::Games => Ok(Reply::new().with("games", games())),
            Command::Version => Ok(version()),
            Command::Help => Ok(Reply::new().with(
                "commands",
                COMMANDS.iter().map(Described::json).collect::<Vec<_>>(),
            )),
            _ => match &mut self.table {
                Some(table) => table.answer(request),
                None => Err(RequestError::new(
                    "there is no game yet: start one with `new` or `load`",
                )),
            },
        }
    }
}

/// The complaint about a line that is too long.
pub(crate) fn too_long() -> RequestError {
    RequestError::new(format!("this line is longer than {LONGEST_LINE} bytes"))
}

fn games() -> Vec<Value> {
    let sheets = builtin_ids().into_iter().filter_map(builtin);
    let games = sheets.map(|sheet| (sheet.id.as_str(), sheet.name.as_str()));
    games
        .chain([(push::ID, push::NAME)])
        .map(|(id, name)| json!({ "game": id, "name": name }))
        .collect()
}

fn version() -> Reply {
    Reply::new()
        .with("finaud", env!("CARGO_PKG_VERSION"))
        .with("protocol", PROTOCOL)
        .with("action_numbers", ACTION_SPACE_VERSION)
}
