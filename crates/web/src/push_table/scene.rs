//! Everything the table shows at one moment, worked out once a step.

use finaud_rules::push::{COLUMNS, Card, Colour, PushPhase};
use finaud_rules::{PushAction, PushChance, PushState, Seat};
use finaud_table::{AnyAction, AnyChance, AnyEvent, Awaits, Table};
use leptos::prelude::*;

use super::log::{LogEntry, PushNews, laid, log_of};
use crate::at_step::push_now;
use crate::messages::Language;
use crate::session::GameSession;
use crate::tell;

/// What is waited for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Now {
    /// A person chooses.
    Person(Seat),
    /// A bot chooses.
    Bot(Seat),
    /// A person chooses who is not at this screen.
    Elsewhere(Seat),
    /// This person taps to roll the die.
    Tap(Seat),
    /// A card is being turned.
    Turning,
    /// The die rolls for this seat.
    Rolling(Seat),
    /// Somebody turns a real card, in the turn of this seat.
    EnterCard(Seat),
    /// Somebody rolls the real die for this seat.
    EnterDie(Seat),
    /// Nothing.
    Over,
}

/// What there is to know about this screen.
#[derive(Clone, Copy, Default)]
pub(super) struct Here {
    /// The person here who is asked.
    asked: Option<Seat>,
    /// One's own seat, where the others sit elsewhere.
    own: Option<Seat>,
    /// Do the others sit elsewhere?
    remote: bool,
    /// Does somebody here tap to roll?
    taps: bool,
}

/// What lies where the turned card is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Turned {
    /// A card that is to be placed.
    ToPlace(Card),
    /// A card that fits nowhere.
    Busted(Card),
}

/// Everything the table shows.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct PushScene {
    /// The state.
    pub state: PushState,
    /// How many events there were.
    pub step: usize,
    /// Who sits where.
    pub names: Vec<String>,
    /// What is waited for.
    pub now: Now,
    /// What whoever is asked may do, if a person is.
    pub legal: Vec<PushAction>,
    /// Whose bench is shown large.
    pub viewer: Seat,
    /// Everything that happened.
    pub log: Vec<LogEntry>,
    /// The columns, each in the order in which it was laid.
    pub columns: Vec<Vec<Card>>,
    /// Who takes columns, in order.
    pub takers: Vec<Seat>,
    /// Are columns taken clockwise?
    pub clockwise: bool,
    /// The card that was turned.
    pub turned: Option<Turned>,
    /// What the die showed last in this turn.
    pub die: Option<Option<Colour>>,
}

impl PushScene {
    /// The scene of a session; `None` if another game is played there.
    pub(super) fn of(session: GameSession, language: Language) -> Option<PushScene> {
        let taps = session.waits_for_tap();
        session.table.with(|table| {
            let here = Here {
                asked: session.asked_here(table).first(),
                own: session.remote.and_then(|remote| remote.seat),
                remote: session.remote.is_some(),
                taps,
            };
            PushScene::of_table(table, here, language)
        })
    }

    pub(super) fn of_table(table: &Table, here: Here, language: Language) -> Option<PushScene> {
        let step = table.steps();
        let (game, state) = push_now(table)?;
        let (takers, state) = (game.takers(state).collect(), *state);
        let now = now(table, &state, here);
        let legal = match now {
            Now::Person(seat) => table.legal(seat).into_iter().filter_map(of_push).collect(),
            _ => Vec::new(),
        };
        let log = log_of(table);
        Some(PushScene {
            step,
            names: table
                .all_seats()
                .map(|seat| tell::seat(language, table, seat))
                .collect(),
            legal,
            viewer: match here.remote {
                true => here.own.unwrap_or_else(|| state.current()),
                false => viewer(table, now),
            },
            columns: laid(&log, state.columns()),
            takers,
            clockwise: state.clockwise(),
            turned: turned(&state, &log),
            die: die(&state, &log),
            log,
            now,
            state,
        })
    }

    /// How many play.
    pub(super) fn seats(&self) -> usize {
        self.names.len()
    }

    /// The name of a seat.
    pub(super) fn name(&self, seat: Seat) -> &str {
        self.names.get(seat.index()).map_or("", String::as_str)
    }

    /// Is it legal now?
    pub(super) fn allows(&self, action: PushAction) -> bool {
        self.legal.contains(&action)
    }

    /// What a tap on this column means now, counted from 0.
    pub(super) fn column_action(&self, column: usize) -> Option<PushAction> {
        let index = column as u8;
        let new = (column == self.columns.len() && column < COLUMNS).then_some(PushAction::PlaceNew);
        let known = [Some(PushAction::Place(index)), Some(PushAction::Take(index)), new];
        known.into_iter().flatten().find(|action| self.allows(*action))
    }

    /// The card that was put on a column last, if nothing happened since.
    pub(super) fn fresh(&self) -> Option<(usize, Card)> {
        match self.log.last() {
            Some(LogEntry {
                step,
                what: PushNews::Placed { column, card, .. },
                ..
            }) if step + 1 == self.step => Some((*column, *card)),
            _ => None,
        }
    }

    /// What busts if it is turned now.
    pub(super) fn busts(&self, card: Card) -> bool {
        !matches!(
            self.state.phase(),
            PushPhase::Taking | PushPhase::Rolling | PushPhase::Over
        ) && self.state.busts(card)
    }
}

fn of_push(action: AnyAction) -> Option<PushAction> {
    match action {
        AnyAction::Push(action) => Some(action),
        AnyAction::Dice(_) => None,
    }
}

fn now(table: &Table, state: &PushState, here: Here) -> Now {
    match table.awaits() {
        awaits @ Awaits::Choice { people, .. } => match (here.asked, awaits.bot(), people.first()) {
            (Some(person), _, _) => Now::Person(person),
            (None, Some(bot), _) => Now::Bot(bot),
            (None, None, Some(person)) => Now::Elsewhere(person),
            (None, None, None) => Now::Over,
        },
        Awaits::Seeded(AnyChance::Push(PushChance::Die(seat))) if here.taps => Now::Tap(seat),
        Awaits::Seeded(AnyChance::Push(PushChance::Die(seat))) => Now::Rolling(seat),
        Awaits::Seeded(_) => Now::Turning,
        Awaits::Typed(AnyChance::Push(PushChance::Die(seat))) => Now::EnterDie(seat),
        Awaits::Typed(_) => Now::EnterCard(state.current()),
        Awaits::Over => Now::Over,
    }
}

/// Whoever is asked, if it is a person; else the person who was asked last.
fn viewer(table: &Table, now: Now) -> Seat {
    let asked = match now {
        Now::Person(seat)
        | Now::Tap(seat)
        | Now::Rolling(seat)
        | Now::EnterCard(seat)
        | Now::EnterDie(seat) => Some(seat),
        Now::Bot(_) | Now::Elsewhere(_) | Now::Turning | Now::Over => None,
    };
    let last = || {
        (0..table.steps()).rev().find_map(|step| match table.event(step) {
            Some(AnyEvent::Choice(seat, _)) if table.is_person(seat) => Some(seat),
            _ => None,
        })
    };
    let first = || table.all_seats().find(|seat| table.is_person(*seat));
    asked
        .filter(|seat| table.is_person(*seat))
        .or_else(last)
        .or_else(first)
        .unwrap_or(Seat(0))
}

fn turned(state: &PushState, log: &[LogEntry]) -> Option<Turned> {
    if let Some(card) = state.card() {
        return Some(Turned::ToPlace(card));
    }
    if !matches!(state.phase(), PushPhase::Rolling | PushPhase::Taking) {
        return None;
    }
    let turn = log.last()?.turn;
    log.iter()
        .rev()
        .take_while(|each| each.turn == turn)
        .find_map(|each| match each.what {
            PushNews::Bust { card, .. } => Some(Turned::Busted(card)),
            _ => None,
        })
}

/// What the die showed last, for as long as the turn in which something happened last is told.
fn die(state: &PushState, log: &[LogEntry]) -> Option<Option<Colour>> {
    let turn = log.last()?.turn;
    if state.phase() == PushPhase::Rolling {
        return None;
    }
    log.iter()
        .rev()
        .take_while(|each| each.turn == turn)
        .find_map(|each| match each.what {
            PushNews::Rolled { shown, .. } => Some(shown),
            _ => None,
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::tests::english;
    use finaud_players::seated;
    use finaud_table::{Chair, ChanceSource, GameSpec};

    #[test]
    fn every_legal_action_is_a_column_a_colour_or_a_button() {
        for seed in 0..20 {
            let chairs = |bot: bool| {
                let chair = |_| {
                    if bot {
                        Chair::bot("", "random")
                    } else {
                        Chair::person("")
                    }
                };
                (0..3).map(chair).collect::<Vec<_>>()
            };
            let spec = GameSpec::plain("push", 3);
            let mut bots = Table::new(&spec, chairs(true), ChanceSource::Seed(seed)).unwrap();
            let mut people = Table::new(&spec, chairs(false), ChanceSource::Seed(seed)).unwrap();
            while let Some(event) = seated::advance(&mut bots) {
                let scene = PushScene::of_table(
                    &people,
                    Here {
                        asked: people.awaits().people().first(),
                        ..Here::default()
                    },
                    english(),
                )
                .unwrap();
                for action in &scene.legal {
                    let reachable = match action {
                        PushAction::Place(_) | PushAction::PlaceNew | PushAction::Take(_) => {
                            (0..COLUMNS).any(|column| scene.column_action(column) == Some(*action))
                        }
                        PushAction::Protect(colour) => {
                            super::super::context::protectable(&scene).contains(colour)
                        }
                        PushAction::Draw | PushAction::Stop => true,
                    };
                    assert!(reachable, "{action:?}");
                }
                people.apply(event).unwrap();
            }
        }
    }
}
