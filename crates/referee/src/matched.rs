//! A game in the referee's hands.

use finaud_record::Event;
use finaud_rules::{Next, Refusal, Seat, Seats};
use finaud_table::{ChanceSource, GameTable};
use serde_json::{Value, json};

use crate::analysis;
use crate::command::{Command, LUCK_FIELDS};
use crate::reply::{Answer, Reply};
use crate::request::Request;
use crate::request_error::{RequestError, quoted};
use crate::spoken::Spoken;

/// The longest log that is kept. No game of the house comes near it: it bounds the memory, whatever is loaded.
pub(crate) const LONGEST_LOG: usize = 10_000;
/// How many outcomes or actions are listed unless told otherwise.
const PAGE: usize = 1000;
/// The most that are listed in one line.
const LARGEST_PAGE: usize = 10_000;

/// A game of any kind: it answers every command that needs one.
pub(crate) trait AnyMatch {
    /// Answers a command. A refused one changes nothing.
    fn answer(&mut self, request: &Request) -> Answer;

    /// What a new or loaded game answers.
    fn opened(&self) -> Reply;
}

/// A table, spoken about.
pub(crate) struct Match<G: Spoken> {
    table: GameTable<G>,
}

impl<G: Spoken> Match<G> {
    /// A referee at this table.
    pub(crate) fn new(table: GameTable<G>) -> Match<G> {
        Match { table }
    }

    fn game(&self) -> &G {
        self.table.game()
    }

    fn state(&self) -> &G::State {
        self.table.state()
    }

    fn next_json(&self) -> Value {
        match self.table.next() {
            Next::Choice(seats) => json!({ "kind": "choice", "seats": seat_numbers(seats) }),
            Next::Chance(chance) => json!({ "kind": "luck", "what": self.game().chance_json(chance) }),
            Next::Over => {
                json!({ "kind": "over", "winners": seat_numbers(self.game().winners(self.state())) })
            }
        }
    }

    fn asked(&self) -> Seats {
        match self.table.next() {
            Next::Choice(seats) => seats,
            Next::Chance(_) | Next::Over => Seats::default(),
        }
    }

    /// The seat the request names.
    fn seat(&self, request: &Request) -> Result<Option<Seat>, RequestError> {
        Ok(request
            .number("seat", 1..=self.game().seats())?
            .map(|seat| Seat(seat as u8 - 1)))
    }

    fn action_json(&self, action: G::Action) -> Value {
        json!({ "number": self.game().action_index(action), "action": self.game().action_text(action) })
    }

    fn legal(&self, request: &Request) -> Answer {
        let seats = self.seat(request)?.map_or(self.asked(), Seats::one);
        let mut actions = Vec::new();
        let seats: Vec<Value> = seats
            .iter()
            .map(|seat| {
                self.game().legal(self.state(), seat, &mut actions);
                // By number, so that the order means the same in every version.
                actions.sort_by_key(|action| self.game().action_index(*action));
                let actions: Vec<Value> = actions.iter().map(|action| self.action_json(*action)).collect();
                json!({ "seat": seat_number(seat), "actions": actions })
            })
            .collect();
        Ok(Reply::new().with("legal", seats))
    }

    fn play(&mut self, request: &Request) -> Answer {
        let action = match (
            request.text("action")?,
            request.number("number", 0..=self.game().action_count().saturating_sub(1))?,
        ) {
            (Some(text), None) => self.game().read_action(text)?,
            (None, Some(number)) => self
                .game()
                .action_from_index(number)
                .ok_or_else(|| RequestError::new(format!("there is no action with number {number}")))?,
            (Some(_), Some(_)) => {
                return Err(RequestError::new(
                    "an action is named by `action` or by `number`, not both",
                ));
            }
            (None, None) => {
                return Err(RequestError::new(
                    "`action` is missing: the text of the action, or `number`",
                ));
            }
        };
        let seat = match self.seat(request)? {
            Some(seat) => seat,
            None => self.only_asked()?,
        };
        if let Err(refusal) = self.apply(Event::Choice(seat, action))? {
            if self.asked().is_empty() {
                return Err(self.nobody_asked());
            }
            return Err(RequestError::new(format!(
                "{} is refused: {refusal}",
                quoted(&self.game().action_text(action))
            )));
        }
        Ok(Reply::new()
            .with("seat", seat_number(seat))
            .with("action", self.game().action_text(action))
            .with("number", self.game().action_index(action))
            .with("next", self.next_json()))
    }

    /// The seat that is asked, if there is one only.
    fn only_asked(&self) -> Result<Seat, RequestError> {
        let mut asked = self.asked().iter();
        match (asked.next(), asked.next()) {
            (Some(seat), None) => Ok(seat),
            (None, _) => Err(self.nobody_asked()),
            (Some(_), Some(_)) => Err(RequestError::new(
                "`seat` is missing: more than one seat may act now",
            )),
        }
    }

    fn nobody_asked(&self) -> RequestError {
        RequestError::new(match self.table.next() {
            Next::Over => "the game is over",
            Next::Chance(_) | Next::Choice(_) => "no seat is asked now: luck is due",
        })
    }

    fn luck(&mut self, request: &Request) -> Answer {
        let text = request.text("luck")?;
        let is_seeded = request.flag("seeded")?.unwrap_or(false);
        let is_stray = |field: &&str| request.has(field) && !G::LUCK_FIELDS.contains(field);
        if let Some(stray) = LUCK_FIELDS.into_iter().find(is_stray) {
            return Err(RequestError::new(format!(
                "`{stray}` says nothing in {}: {}",
                self.game().name(),
                say_what::<G>()
            )));
        }
        let described = self.game().described_outcome(request)?;
        let luck = match (text, described, is_seeded) {
            (Some(text), None, false) => self.game().read_outcome(text)?,
            (None, Some(luck), false) => luck,
            (None, None, true) => self.seeded_outcome()?,
            (None, None, false) => {
                return Err(RequestError::new(say_what::<G>()));
            }
            _ => return Err(RequestError::new("say what happened in one way only")),
        };
        self.apply(Event::Outcome(luck))??;
        Ok(Reply::new()
            .with("luck", self.game().outcome_text(luck))
            .with("next", self.next_json()))
    }

    fn seeded_outcome(&self) -> Result<G::Outcome, RequestError> {
        if self.table.chance_source() == ChanceSource::Typed {
            return Err(RequestError::new(
                "this game has no seed: give one to `new` or `load`",
            ));
        }
        let outcome = self.table.seeded_outcome();
        outcome.ok_or_else(|| Refusal::NoChanceDue.into())
    }

    /// Lets an event happen, if there is room for one more.
    fn apply(&mut self, event: Event<G>) -> Result<Result<(), Refusal>, RequestError> {
        if self.table.log().len() == LONGEST_LOG {
            return Err(too_long());
        }
        Ok(self.table.apply(event))
    }

    fn outcomes(&self, request: &Request) -> Answer {
        let page = Page::of(request)?;
        let Next::Chance(chance) = self.table.next() else {
            return Err(Refusal::NoChanceDue.into());
        };
        let mut count = 0;
        let mut listed = Vec::new();
        let total = self.game().outcomes(self.state(), &mut |luck, weight| {
            if page.holds(count) {
                listed.push(json!({ "luck": self.game().outcome_text(luck), "weight": weight }));
            }
            count += 1;
        });
        Ok(Reply::new()
            .with("what", self.game().chance_json(chance))
            .with("count", count)
            .with("weights", total)
            .with("from", page.from)
            .with("outcomes", listed))
    }

    fn actions(&self, request: &Request) -> Answer {
        let page = Page::of(request)?;
        let count = self.game().action_count();
        let numbers = page.from.min(count)..page.from.saturating_add(page.count).min(count);
        let listed: Vec<Value> = numbers
            .filter_map(|number| self.game().action_from_index(number))
            .map(|action| self.action_json(action))
            .collect();
        Ok(Reply::new()
            .with("count", count)
            .with("from", page.from)
            .with("actions", listed))
    }

    fn undo(&mut self) -> Answer {
        let event = self.table.pop();
        let event = event.ok_or_else(|| RequestError::new("there is nothing to take back"))?;
        let undone = match event {
            Event::Choice(seat, action) => {
                json!({ "seat": seat_number(seat), "action": self.game().action_text(action) })
            }
            Event::Outcome(luck) => json!({ "luck": self.game().outcome_text(luck) }),
        };
        Ok(Reply::new().with("undone", undone).with("next", self.next_json()))
    }

    fn record(&self) -> Answer {
        Ok(Reply::new()
            .with("events", self.table.log().len())
            .with("record", self.table.record_text()))
    }

    fn score(&self) -> Answer {
        let scores: Vec<Value> = (0..self.game().seats() as u8)
            .map(|seat| {
                let seat = Seat(seat);
                json!({
                    "seat": seat_number(seat),
                    "points": self.game().points(self.state(), seat),
                    "parts": self.game().score_json(self.state(), seat),
                })
            })
            .collect();
        let is_over = matches!(self.table.next(), Next::Over);
        Ok(Reply::new()
            .with("scores", scores)
            .with("leaders", seat_numbers(self.game().winners(self.state())))
            .with("over", is_over))
    }

    fn position(&self) -> Reply {
        self.described()
            .with("events", self.table.log().len())
            .with("position", self.game().position_json(self.state()))
            .with("text", self.game().position_text(self.state()))
    }

    /// The game itself, without its state.
    fn described(&self) -> Reply {
        let (field, chosen) = self.game().chosen();
        Reply::new()
            .with("game", self.game().id())
            .with("players", self.game().seats())
            .with(field, chosen)
            .with("seed", self.table.seed().map(|seed| seed.to_string()))
    }
}

impl<G: Spoken> AnyMatch for Match<G> {
    fn answer(&mut self, request: &Request) -> Answer {
        match request.command {
            Command::Next => Ok(Reply::new().with("next", self.next_json())),
            Command::Legal => self.legal(request),
            Command::Play => self.play(request),
            Command::Luck => self.luck(request),
            Command::Outcomes => self.outcomes(request),
            Command::Undo => self.undo(),
            Command::Position => Ok(self.position()),
            Command::Score => self.score(),
            Command::Analyse => analysis::answer(self.game(), self.state(), self.seat(request)?, request),
            Command::Actions => self.actions(request),
            Command::Record => self.record(),
            Command::New | Command::Load | Command::Games | Command::Version | Command::Help => {
                Err(RequestError::new("this command needs no game"))
            }
        }
    }

    fn opened(&self) -> Reply {
        self.described()
            .with("name", self.game().name())
            .with("next", self.next_json())
    }
}

/// What is said where a game would be longer than any is.
pub(crate) fn too_long() -> RequestError {
    RequestError::new(format!(
        "this game is longer than {LONGEST_LOG} events: start another one"
    ))
}

/// How luck is told in a game.
fn say_what<G: Spoken>() -> String {
    let fields: String = G::LUCK_FIELDS
        .iter()
        .map(|field| format!("`{field}`, "))
        .collect();
    format!("say what happened: `luck`, {fields}or \"seeded\":true")
}

/// A part of a long list.
struct Page {
    from: usize,
    count: usize,
}

impl Page {
    fn of(request: &Request) -> Result<Page, RequestError> {
        let from = request.number("from", 0..=u32::MAX as usize)?.unwrap_or(0);
        let count = request.number("count", 0..=LARGEST_PAGE)?.unwrap_or(PAGE);
        Ok(Page { from, count })
    }

    fn holds(&self, index: usize) -> bool {
        index
            .checked_sub(self.from)
            .is_some_and(|place| place < self.count)
    }
}

/// People count seats from 1.
fn seat_number(seat: Seat) -> u16 {
    u16::from(seat.0) + 1
}

fn seat_numbers(seats: Seats) -> Vec<u16> {
    seats.iter().map(seat_number).collect()
}
