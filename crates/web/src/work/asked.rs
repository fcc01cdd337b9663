//! What a worker answers to what it is asked: nothing here knows about browsers.

use finaud_players::coach::analyse;
use finaud_players::coach::words::sentence_in;
use finaud_players::review::review;
use finaud_players::{Bot, Roster, SearchLimits};
use finaud_record::{Notation, Record, RecordHeader};
use finaud_rules::{Game, Seat};
use finaud_table::{Chair, ChanceSource, Sitter, Table};

use super::{About, Advice, Analysis, Answer, Ask};
use crate::any_table::{AnyTable, GameChoice};
use crate::messages::Language;
use crate::reviewed::{Reviewed, spoken};
use crate::start::bot;

/// How hard a review looks at each state: a game has a hundred of them.
const REVIEW: SearchLimits = SearchLimits {
    nodes: 3_000,
    time: None,
    candidates: 6,
    threads: 1,
};

/// Answers a question; `progress` is told which part is done.
pub(super) fn answer(ask: &Ask, progress: &dyn Fn(f64)) -> Answer {
    try_answer(ask, progress).unwrap_or_else(Answer::Failed)
}

fn try_answer(ask: &Ask, progress: &dyn Fn(f64)) -> Result<Answer, String> {
    match ask {
        Ask::Choose(about) => match table(about)? {
            AnyTable::Dice(table) => choose(&table),
            AnyTable::Push(table) => choose(&table),
        },
        Ask::Analyse {
            about,
            seat,
            language,
            nodes,
        } => {
            let limits = SearchLimits {
                nodes: *nodes,
                ..SearchLimits::default()
            };
            Ok(Answer::Analysis(match table(about)? {
                AnyTable::Dice(table) => analysed(&table, Seat(*seat), *language, limits),
                AnyTable::Push(table) => analysed(&table, Seat(*seat), *language, limits),
            }))
        }
        Ask::Review {
            about,
            seat,
            language,
        } => match table(about)? {
            AnyTable::Dice(table) => reviewed(&table, Seat(*seat), *language, progress),
            AnyTable::Push(table) => reviewed(&table, Seat(*seat), *language, progress),
        },
        Ask::SameSeed(about) => same_seed(about, progress),
        Ask::Speed { game } => speed(game),
    }
}

fn table(about: &About) -> Result<AnyTable, String> {
    AnyTable::restore(&about.record, about.sheet.as_deref())
}

fn choose<G: Notation + Roster>(table: &Table<G>) -> Result<Answer, String> {
    match table.bot_choice() {
        Some(finaud_record::Event::Choice(_, action)) => table
            .game()
            .action_index(action)
            .map(Answer::Chosen)
            .ok_or_else(|| "the action has no number".into()),
        _ => Err("no bot is asked".into()),
    }
}

fn analysed<G: Notation + Roster>(
    table: &Table<G>,
    seat: Seat,
    language: Language,
    limits: SearchLimits,
) -> Analysis {
    let game = table.game();
    let names = game.names();
    let mut analyst = game.analyst(limits);
    let analysis = analyse(game, &mut *analyst, table.state(), seat);
    Analysis {
        points: analysis.outlook.points,
        win: analysis.outlook.win,
        advice: analysis
            .advice
            .iter()
            .filter_map(|advice| {
                Some(Advice {
                    number: game.action_index(advice.action)?,
                    points: advice.outlook.points,
                    win: advice.outlook.win,
                    loss: advice.loss,
                    win_loss: advice.win_loss,
                    why: sentence_in(spoken(language), &names, &advice.reasons),
                })
            })
            .collect(),
        rough: game.caveat().is_some(),
    }
}

fn reviewed<G: Notation + Roster>(
    table: &Table<G>,
    seat: Seat,
    language: Language,
    progress: &dyn Fn(f64),
) -> Result<Answer, String> {
    let record: Record<G> = table.record();
    let all = record.events.len().max(1) as f64;
    let review = review(table.game(), &record, seat, REVIEW, |done| {
        progress(done as f64 / all);
    })
    .map_err(|fault| fault.to_string())?;
    Ok(Answer::Review(Box::new(Reviewed::of(
        table.game(),
        &review,
        language,
    ))))
}

/// The same table with `master` in the place of all people.
fn same_seed(about: &About, progress: &dyn Fn(f64)) -> Result<Answer, String> {
    let header = RecordHeader::read(&about.record).map_err(|fault| fault.to_string())?;
    let table = table(about)?;
    let ChanceSource::Seed(seed) = table.chance_source() else {
        return Err("real dice cannot be rolled again".into());
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
    let choice = GameChoice {
        game: header.game,
        sheet: about.sheet.clone(),
        options: header.options,
        players: chairs.len(),
    };
    let all = table.steps().max(1) as f64;
    let mut again = AnyTable::new(&choice, chairs, ChanceSource::Seed(seed))?;
    let mut steps = 0;
    while match &mut again {
        AnyTable::Dice(table) => table.advance().is_some(),
        AnyTable::Push(table) => table.advance().is_some(),
    } {
        steps += 1;
        progress((f64::from(steps) / all).min(1.0));
    }
    let points = (0..again.seats() as u8)
        .map(|seat| again.points(Seat(seat)))
        .collect();
    Ok(Answer::SameSeed {
        record: again.record(),
        points,
    })
}

/// Plays random games for about a second.
fn speed(game: &str) -> Result<Answer, String> {
    let sheet = crate::any_table::sheet_of(game, None, &[])?;
    let game = finaud_rules::SoloGame::new(sheet, 1).map_err(|error| error.to_string())?;
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
    Ok(Answer::Speed(speed))
}
