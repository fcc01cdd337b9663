//! The challenge of the day, played on the server: a table for one with the dice of that day, one try for each player.
//!
//! Days are those of UTC. The dice follow from a secret that is shown when the day is over. Nothing that depends on them is
//! shown before: what `master` makes of them is computed after the day.

use finaud_catalog::day::{Day, game_on};
use finaud_online::{
    Act, Command, CommandId, Decision, Entry, Event, Key, KeyHash, Logged, OnlineTable, Opening, Phase, Role,
    Seed, Settings, Shelf, TableId, Time, steps, verify_log,
};
use finaud_rules::Seat;

use crate::games::games;
use crate::log::read_log;
use crate::node::{Failure, Lane, Node, choose_for};
use crate::store::{Agreement, DailyEnd, DailyTry, SitterRow, StoreError};

/// Under which name the bot stands among those who tried. Players are named by 64 digits.
pub(crate) const MASTER: &str = "master";
const DAY: u64 = 24 * 3_600_000;
/// How many tries are looked at in one go.
const AT_ONCE: u32 = 100;
/// How many days back the bot plays what it has not played.
const DAYS_BACK: u32 = 3;
/// The most entries of a log of one person, more or less.
const MOST_STEPS: usize = 2_000;

/// The day at a time.
pub(crate) fn day_at(now: Time) -> Day {
    Day::from_number((now.0 / DAY) as i64)
}

/// When a day is over.
pub(crate) fn end_of(day: Day) -> Time {
    Time((day.number() + 1).max(0) as u64 * DAY)
}

/// What is played on a day; nothing if no game takes turns.
pub(crate) fn settings_of(day: Day) -> Option<Settings> {
    let game = game_on(day, games())?;
    Some(Settings {
        daily: Some(day.to_string()),
        ..Settings::plain(game, 1)
    })
}

/// Somebody who wants to try today's challenge.
pub(crate) struct Asked {
    /// Who.
    pub(crate) player: KeyHash,
    /// Their name on the board.
    pub(crate) name: String,
    /// The command that opens the table.
    pub(crate) id: CommandId,
    /// The hash of the key of their seat.
    pub(crate) key: KeyHash,
}

/// Opens the table for somebody's only try today, or names the one they have opened already.
pub(crate) async fn begin(node: &Node, asked: &Asked) -> Result<TableId, Failure> {
    let now = node.now();
    let day = day_at(now);
    let settings = settings_of(day).ok_or(finaud_online::Refused::NoSuchGame)?;
    let seed = node.seed_of_day(&day.to_string(), &settings.game).await?;
    let mut join = Key([0; 16]);
    (node.random())(&mut join.0);
    let opening = Opening {
        settings,
        name: asked.name.clone(),
        key: asked.key,
        join: join.hash(),
    };
    let (_, log) = OnlineTable::open(&opening, asked.id, now, seed, &mut node.shelf())?;
    let table = TableId::of_opening(&asked.id);
    // Another table that somebody has opened with this id is no try, and nobody is to be known there for it.
    let there = read_log(node.store(), table.as_str()).await;
    let there = there.map_err(|error| node.unavailable(&error))?;
    let is_other = |first: &Logged| match Event::read(&first.entry.body) {
        Some(Event::Opened(opened)) => opened.settings != opening.settings,
        _ => true,
    };
    if there.first().is_some_and(is_other) {
        return Err(finaud_online::Refused::AlreadyDone.into());
    }
    let wanted = DailyTry {
        day: day.to_string(),
        player: asked.player.into(),
        name: asked.name.trim().to_owned(),
        table: table.to_string(),
        score: None,
        at: now.0 as i64,
    };
    let kept = node.store().begin_daily(&wanted).await;
    let kept = kept.map_err(|error| node.unavailable(&error))?;
    if kept.table == wanted.table {
        node.create(&log, None).await?;
        let sitter = SitterRow {
            table: kept.table,
            seat_key: asked.key.into(),
            player: kept.player,
            rating: Agreement::No,
        };
        let known = node.store().know_sitter(&sitter).await;
        known.map_err(|error| node.unavailable(&error))?;
        return Ok(table);
    }
    kept.table.parse().map_err(|_| Failure::Broken)
}

/// Looks at all tries whose tables are over: each is replayed before it counts.
pub(crate) async fn settle_tries(node: &Node) -> Result<usize, StoreError> {
    let tries = node.store().unsettled_dailies(AT_ONCE).await?;
    for one in &tries {
        let log = read_log(node.store(), &one.table).await?;
        let (end, at) = match result_of(&one.day, &log, &mut node.shelf()) {
            Some((points, at)) => (DailyEnd::Score(points), at.0 as i64),
            None => (DailyEnd::Nothing, one.at),
        };
        node.store().end_daily(&one.day, &one.player, end, at).await?;
    }
    Ok(tries.len())
}

/// The points of a try and when it ended, if it counts: played to the end by a person, in time, with the dice of the day.
fn result_of(day: &str, log: &[Logged], shelf: &mut Shelf) -> Option<(i32, Time)> {
    let table = OnlineTable::replay(log, shelf).ok()?;
    let settings = settings_of(day.parse().ok()?)?;
    if *table.settings() != settings || table.phase() != Phase::Over || table.is_abandoned() {
        return None;
    }
    let mut entries: Vec<Entry> = log.iter().map(|logged| logged.entry.clone()).collect();
    let is_end = |entry: &&Entry| matches!(Event::read(&entry.body), Some(Event::Ended { .. }));
    let ended = entries.iter().find(is_end)?.at;
    // After the day the dice are known.
    if ended >= table.day_ends()? {
        return None;
    }
    let by_a_bot = |step: &finaud_online::Step| step.by.is_none() && step.line.starts_with("1 ");
    if steps(&entries).iter().any(by_a_bot) {
        return None;
    }
    if table.draw().revealed().is_none() {
        let seed = log.first()?.private.seed?;
        entries.push(Entry {
            seq: table.seq() + 1,
            at: table.touched(),
            by: None,
            body: Event::Revealed { seed }.text(),
        });
    }
    let seal = verify_log(&entries, shelf).ok()?;
    let is_right = seal.over && seal.day.as_deref() == Some(day);
    is_right.then(|| Some((table.points().first().copied()?, ended)))?
}

/// Lets the bot play the days that are over and that somebody has played.
pub(crate) async fn play_masters(node: &Node) -> Result<(), Failure> {
    let today = day_at(node.now()).to_string();
    let days = node.store().daily_days(&today, DAYS_BACK).await;
    for day in days.map_err(|error| node.unavailable(&error))? {
        let known = node.store().daily_try(&day, MASTER).await;
        if known.map_err(|error| node.unavailable(&error))?.is_some() {
            continue;
        }
        let Some(settings) = day.parse().ok().and_then(settings_of) else {
            continue;
        };
        let seed = node.seed_of_day(&day, &settings.game).await?;
        let thought = move || play_master(settings, seed);
        let Some(points) = node.thinkers().think(Lane::Games, thought).await else {
            continue;
        };
        let played = DailyTry {
            day,
            player: MASTER.into(),
            name: MASTER.into(),
            table: String::new(),
            score: Some(points),
            at: node.now().0 as i64,
        };
        let kept = node.store().begin_daily(&played).await;
        kept.map_err(|error| node.unavailable(&error))?;
    }
    Ok(())
}

/// What `master` makes of the dice of a day. Any node finds the same.
pub(crate) fn play_master(settings: Settings, seed: Seed) -> Option<i32> {
    let seat = Seat(0);
    let opening = Opening {
        settings,
        name: MASTER.into(),
        key: Key([1; 16]).hash(),
        join: Key([2; 16]).hash(),
    };
    let mut shelf = Shelf::default();
    let now = Time(0);
    let (mut table, _) = OnlineTable::open(&opening, CommandId([3; 16]), now, seed, &mut shelf).ok()?;
    let mut act = Act::Begin {};
    for _ in 0..MOST_STEPS {
        let command = Command::by_itself(table.decision(seat), act);
        let decided = table.decide(&command, Role::Seat(seat), now, seed).ok()?;
        if let Decision::Append(rows) = decided {
            rows.iter().try_for_each(|row| table.apply(row)).ok()?;
        }
        if table.phase() == Phase::Over {
            return table.points().first().copied();
        }
        act = match table.play()?.roller() {
            Some(_) => Act::Roll {},
            None => Act::Choose {
                action: choose_for(&table, seat, MASTER)?,
            },
        };
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_utc() {
        let noon = Time(20_000 * DAY + DAY / 2);
        let day = day_at(noon);
        assert_eq!(day.number(), 20_000);
        assert_eq!(end_of(day), Time(20_001 * DAY));
        assert_eq!(day_at(end_of(day)).number(), 20_001);
    }

    #[test]
    fn every_day_has_a_game_for_one() {
        for number in 20_000..20_010 {
            let settings = settings_of(Day::from_number(number)).unwrap();
            assert_eq!(
                (settings.players, settings.hints, settings.rated),
                (1, false, false)
            );
        }
    }

    #[test]
    fn the_bot_makes_the_same_of_the_same_dice() {
        let day = (20_000..)
            .map(Day::from_number)
            .find(|day| game_on(*day, games()) == Some("tres-fute"));
        let settings = settings_of(day.unwrap()).unwrap();
        let points = play_master(settings.clone(), Seed([5; 32])).unwrap();
        assert!(points > 200, "{points}");
        assert_eq!(play_master(settings, Seed([5; 32])), Some(points));
    }
}
