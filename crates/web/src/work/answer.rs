//! What a worker answers to what it is asked: nothing here knows about browsers.

use finaud_players::coach::analyse;
use finaud_players::review::review;
use finaud_players::{Bot, Knowledge, Roster, SearchLimits, seated};
use finaud_record::{Event, Notation};
use finaud_rules::{Game, Message, Seat};
use finaud_table::{Chair, ChanceSource, GameSpec, GameTable, Sitter, Table, with_game};

use super::{Hint, Hints, SeatToChoose, WholeGame, WorkerRequest, WorkerResponse, mistaken};
use crate::describe::Description;
use crate::messages::Language;
use crate::new_game::bot;
use crate::open::open;
use crate::reviewed::Reviewed;

/// How hard a review looks at each state: a game has a hundred of them.
const REVIEW: SearchLimits = SearchLimits {
    nodes: 3_000,
    time: None,
    candidates: 6,
    threads: 1,
};

/// Answers a request in a language; `progress` is told which part is done.
pub(super) fn answer(request: &WorkerRequest, language: Language, progress: &dyn Fn(f64)) -> WorkerResponse {
    try_answer(request, language, progress)
        .unwrap_or_else(|why| WorkerResponse::Failed(Description::of(language, &why)))
}

fn try_answer(
    request: &WorkerRequest,
    language: Language,
    progress: &dyn Fn(f64),
) -> Result<WorkerResponse, Message> {
    match request {
        WorkerRequest::Choose { at, bot, seed } => {
            let game = at.spec.build().map_err(|error| error.message())?;
            with_game!(&game, game => choose(game, at, bot, *seed))
        }
        WorkerRequest::Analyse { at, nodes } => {
            let limits = SearchLimits {
                nodes: *nodes,
                ..SearchLimits::default()
            };
            let game = at.spec.build().map_err(|error| error.message())?;
            with_game!(&game, game => hints(game, at, language, limits))
        }
        WorkerRequest::Review { game, seat } => {
            let table = restored(game)?;
            match (table.dice(), table.push()) {
                (Some(table), _) => reviewed(table, Seat(*seat), language, progress),
                (None, Some(table)) => reviewed(table, Seat(*seat), language, progress),
                (None, None) => Err(not_asked()),
            }
        }
        WorkerRequest::SameSeed(game) => same_seed(game, progress),
        WorkerRequest::Speed { game } => speed(game),
        // The worker answers these by itself, since they take their time.
        WorkerRequest::Teach(_)
        | WorkerRequest::TakeLearned { .. }
        | WorkerRequest::StopTeaching
        | WorkerRequest::Report(_) => Err(mistaken()),
    }
}

fn not_asked() -> Message {
    Message::new("worker.not-asked", "nobody has a choice to make now")
}

fn restored(game: &WholeGame) -> Result<Table, Message> {
    open(&game.record, game.sheet.as_deref()).map_err(|error| error.message())
}

fn state_of<G: Notation>(game: &G, at: &SeatToChoose) -> Result<G::State, Message> {
    game.read_position(&at.position).map_err(|error| error.message())
}

fn choose<G: Notation + Roster>(
    game: &G,
    at: &SeatToChoose,
    bot: &str,
    seed: u64,
) -> Result<WorkerResponse, Message> {
    let state = state_of(game, at)?;
    let bot = Bot::by_name(bot).map_err(|error| error.message())?;
    let seat = Seat(at.seat);
    let action = seated::choose_in(game, &state, seat, bot, seed).ok_or_else(not_asked)?;
    Ok(WorkerResponse::Chosen(Event::Choice(seat, action).text(game)))
}

fn hints<G: Notation + Roster>(
    game: &G,
    at: &SeatToChoose,
    language: Language,
    limits: SearchLimits,
) -> Result<WorkerResponse, Message> {
    let state = state_of(game, at)?;
    let seat = Seat(at.seat);
    let mut analyst = game.analyst(limits);
    let analysis = analyse(game, &mut *analyst, &state, seat, language);
    let hints = analysis.advice.iter().map(|advice| Hint {
        event: Event::Choice(seat, advice.action).text(game),
        points: advice.outlook.points,
        win: advice.outlook.win,
        why: advice.why.clone(),
    });
    let knowledge = game.knowledge();
    Ok(WorkerResponse::Hints(Hints {
        points: analysis.outlook.points,
        win: analysis.outlook.win,
        hints: hints.collect(),
        rough: knowledge == Knowledge::Nothing,
        borrowed: match knowledge {
            Knowledge::Borrowed { from, confidence } => Some((from, confidence.word().into())),
            _ => None,
        },
    }))
}

fn reviewed<G: Notation + Roster>(
    table: &GameTable<G>,
    seat: Seat,
    language: Language,
    progress: &dyn Fn(f64),
) -> Result<WorkerResponse, Message> {
    let record = table.record();
    let all = record.events.len().max(1) as f64;
    let review = review(table.game(), &record, seat, REVIEW, language, |done| {
        progress(done as f64 / all);
    })
    .map_err(|error| error.message())?;
    let reviewed = Reviewed::of(table.game(), &review);
    Ok(WorkerResponse::Review(Box::new(reviewed)))
}

/// The same table with `master` in the place of all people.
fn same_seed(game: &WholeGame, progress: &dyn Fn(f64)) -> Result<WorkerResponse, Message> {
    let table = restored(game)?;
    let ChanceSource::Seed(seed) = table.chance_source() else {
        return Err(Message::new(
            "worker.real-dice",
            "real dice cannot be rolled again",
        ));
    };
    let chairs: Vec<Chair> = table
        .chairs()
        .iter()
        .enumerate()
        .map(|(seat, chair)| match chair.sitter {
            Sitter::Person => bot(Bot::Master, seat),
            Sitter::Bot(_) => chair.clone(),
        })
        .collect();
    let spec = table.spec(game.sheet.as_deref());
    let mut again = Table::new(&spec, chairs, ChanceSource::Seed(seed)).map_err(|error| error.message())?;
    let all = table.steps().max(1) as f64;
    while seated::advance(&mut again).is_some() {
        progress((again.steps() as f64 / all).min(1.0));
    }
    Ok(WorkerResponse::SameSeed {
        points: again.all_seats().map(|seat| again.points(seat)).collect(),
        record: again.record_text(),
    })
}

/// Plays random games for about a second.
fn speed(game: &str) -> Result<WorkerResponse, Message> {
    let game = GameSpec::plain(game, 1)
        .build()
        .map_err(|error| error.message())?;
    let game = game.solo().ok_or_else(not_asked)?;
    let mut players = [finaud_players::Random::new(1)];
    let mut legal = Vec::new();
    let mut games = 0u64;
    let mut points = 0i64;
    let mut play_for = |milliseconds: f64| {
        let (start, first) = (js_sys::Date::now(), games);
        while js_sys::Date::now() - start < milliseconds {
            for _ in 0..500 {
                let end = finaud_players::play_out(&game, games, &mut players, &mut legal);
                points += i64::from(game.points(&end.state, Seat(0)));
                games += 1;
            }
        }
        (games - first) as f64 * 1_000.0 / (js_sys::Date::now() - start)
    };
    // A browser compiles a program quickly first, and well only once it runs.
    play_for(500.0);
    let speed = play_for(1_000.0);
    // The points are looked at, so that no compiler leaves the games out.
    if points == 0 {
        return Err("random games bring points".into());
    }
    Ok(WorkerResponse::Speed(speed))
}

#[cfg(test)]
mod tests {
    use finaud_table::AnyEvent;

    use super::*;
    use crate::messages::tests::{english, german};

    fn chairs(bots: &[&str]) -> Vec<Chair> {
        bots.iter().map(|bot| Chair::bot("", *bot)).collect()
    }

    /// Sends a request through the text in which it travels.
    fn asked(request: &WorkerRequest) -> WorkerResponse {
        let text = serde_json::to_string(request).unwrap();
        answer(&serde_json::from_str(&text).unwrap(), english(), &|_| ())
    }

    #[test]
    fn a_bot_asked_with_a_position_chooses_as_it_does_at_the_table() {
        for (game, bots, seed) in [
            ("tres-fute", vec!["novice"], u64::MAX),
            ("melange-fute", vec!["random", "novice"], 5),
            ("push", vec!["random", "novice", "club"], 6),
        ] {
            let spec = GameSpec::plain(game, bots.len());
            let mut table = Table::new(&spec, chairs(&bots), ChanceSource::Seed(seed)).unwrap();
            while !table.is_over() {
                if let Some(seat) = table.awaits().bot() {
                    let request = WorkerRequest::Choose {
                        at: SeatToChoose::at(&table, None, seat),
                        bot: bots[seat.index()].into(),
                        seed: table.bot_seed(),
                    };
                    let chosen = seated::choose(&table, seat).unwrap();
                    let text = table.event_text(AnyEvent::Choice(seat, chosen));
                    assert_eq!(asked(&request), WorkerResponse::Chosen(text.clone()));
                    assert_eq!(table.read_event(&text), Ok(AnyEvent::Choice(seat, chosen)));
                }
                seated::advance(&mut table).unwrap();
            }
        }
    }

    #[test]
    fn hints_are_choices_of_the_seat_best_first() {
        let spec = GameSpec::plain("push", 2);
        let mut table = Table::new(&spec, chairs(&["random", "random"]), ChanceSource::Seed(3)).unwrap();
        while table.steps() < 20 || table.awaits().bot().is_none() {
            seated::advance(&mut table).unwrap();
        }
        let seat = table.awaits().bot().unwrap();
        let at = SeatToChoose::at(&table, None, seat);
        let WorkerResponse::Hints(hints) = asked(&WorkerRequest::Analyse { at, nodes: 200 }) else {
            panic!("no hints");
        };
        assert_eq!(hints.hints.len(), table.legal(seat).len());
        let shares: Vec<f64> = hints.hints.iter().filter_map(|hint| hint.win).collect();
        assert_eq!(shares.len(), hints.hints.len());
        assert!(shares.is_sorted_by(|one, next| one >= next), "{shares:?}");
        for hint in &hints.hints {
            let AnyEvent::Choice(chooser, action) = table.read_event(&hint.event).unwrap() else {
                panic!("{} is no choice", hint.event);
            };
            assert!(chooser == seat && table.legal(seat).contains(&action));
        }
    }

    #[test]
    fn what_cannot_be_answered_is_told_in_the_readers_language() {
        let request = WorkerRequest::SameSeed(WholeGame {
            record: "finaud record 1\ngame: push\nplayers: 2\n".into(),
            sheet: None,
        });
        let WorkerResponse::Failed(why) = answer(&request, german(), &|_| ()) else {
            panic!("real cards cannot be dealt again");
        };
        assert_eq!(why.text, german().text("worker.real-dice"));
    }

    #[test]
    fn master_plays_the_same_seed_in_the_place_of_people() {
        let spec = GameSpec::plain("push", 2);
        let chairs = vec![Chair::person("Ada"), Chair::bot("Renart", "random")];
        let table = Table::new(&spec, chairs, ChanceSource::Seed(8)).unwrap();
        let game = WholeGame {
            record: table.record_text(),
            sheet: None,
        };
        let WorkerResponse::SameSeed { record, points } = asked(&WorkerRequest::SameSeed(game)) else {
            panic!("no game");
        };
        let played = open(&record, None).unwrap();
        assert!(played.is_over() && played.seed() == table.seed());
        assert_eq!(points, [Seat(0), Seat(1)].map(|seat| played.points(seat)));
        assert_eq!(played.chairs()[0].sitter, Sitter::Bot("master".into()));
        assert_eq!(played.chairs()[1], table.chairs()[1]);
    }
}
