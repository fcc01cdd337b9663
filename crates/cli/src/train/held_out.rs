//! What was learned, measured on games that are never trained on.

use std::sync::Arc;

use finaud_players::arena::Entrant;
use finaud_players::learned::{Learnable, Net};
use finaud_players::{Bot, Expert, Player, play_out};
use finaud_record::{SplitMix64, seed_in_series};
use finaud_rules::{Game, Push, Seat};

use crate::numbers::grouped;

/// The share of the victory that one seat has with a net, where the others are drawn from the opponents at each table: every
/// seat on the same luck.
pub(super) fn share_against<G: Learnable + Sync>(
    games: &[G],
    net: &Arc<Net>,
    opponents: &[Vec<Entrant<G>>],
    count: u64,
    series: u64,
    threads: usize,
) -> String {
    let names = opponents.first().into_iter().flatten().map(Entrant::name);
    let names: Vec<&str> = names.collect();
    let part = |(game, opponents): (&G, &Vec<Entrant<G>>)| {
        let seats = game.seats() as u64;
        let deals = count.div_ceil(games.len() as u64 * seats).max(2);
        let (mean, error) = mean(deals, threads, || {
            move |index| {
                let seed = seed_in_series(series, index);
                let share = |seat| share_of(game, net, opponents, Seat(seat as u8), seed);
                (0..seats).map(share).sum::<f64>() / seats as f64
            }
        });
        let options: String = game
            .options()
            .iter()
            .map(|(_, word)| format!("{word} "))
            .collect();
        format!(
            "{options}for {seats}: {:.1} % ± {:.1} of the victories, fair {:.1} %, over {} games",
            100.0 * mean,
            100.0 * error,
            100.0 / seats as f64,
            grouped(deals * seats)
        )
    };
    let parts: Vec<String> = games.iter().zip(opponents).map(part).collect();
    format!("against {}: {}", names.join(", "), parts.join("; "))
}

/// The share of the victory of one seat.
fn share_of<G: Learnable>(game: &G, net: &Arc<Net>, opponents: &[Entrant<G>], seat: Seat, seed: u64) -> f64 {
    let mut random = SplitMix64::new(seed);
    let mut players: Vec<Box<dyn Player<G>>> = Vec::with_capacity(game.seats());
    for other in 0..game.seats() {
        let opponent = &opponents[random.below(opponents.len() as u64) as usize];
        let mut player: Box<dyn Player<G>> = if other == seat.index() {
            Box::new(Expert::new(game, Arc::clone(net)))
        } else {
            opponent.player()
        };
        player.begin(random.next_u64());
        players.push(player);
    }
    let end = play_out(game, seed, &mut players, &mut Vec::new());
    share(game, &end.state, seat)
}

/// What a seat has of the victory at the end of a game.
fn share<G: Game>(game: &G, end: &G::State, seat: Seat) -> f64 {
    let winners = game.winners(end);
    if winners.contains(seat) {
        1.0 / winners.iter().count() as f64
    } else {
        0.0
    }
}

/// How many points a net has on the mean.
pub(super) fn mean_points<G: Learnable + Sync>(
    games: &[G],
    net: &Arc<Net>,
    count: u64,
    series: u64,
    threads: usize,
) -> String {
    let count = count.div_ceil(games.len() as u64);
    let part = |game: &G| {
        let seats = game.seats();
        let (mean, error) = mean(count, threads, || {
            let mut players: Vec<_> = (0..seats).map(|_| Expert::new(game, Arc::clone(net))).collect();
            let mut legal = Vec::new();
            move |index| {
                let end = play_out(game, seed_in_series(series, index), &mut players, &mut legal);
                let points = (0..seats).map(|seat| game.points(&end.state, Seat(seat as u8)));
                points.sum::<i32>() as f64 / seats as f64
            }
        });
        format!(
            "{seats} players: mean {mean:.1} ± {error:.1} over {} games",
            grouped(count)
        )
    };
    games.iter().map(part).collect::<Vec<_>>().join(", ")
}

/// The share of the victory against `club` at PUSH: at the tables for two, or at all where there is none.
pub(super) fn share_against_club(
    games: &[Push],
    net: &Arc<Net>,
    count: u64,
    series: u64,
    threads: usize,
) -> String {
    let has_duels = games.iter().any(|game| game.seats() == 2);
    let tables = games.iter().filter(|game| game.seats() == 2 || !has_duels);
    let tables: Vec<Push> = tables.cloned().collect();
    let club = |table| Entrant::bot(table, Bot::Club).into_iter().collect();
    let opponents: Vec<Vec<Entrant<Push>>> = tables.iter().map(club).collect();
    share_against(&tables, net, &opponents, count, series, threads)
}

/// The mean of what came of so many games, and how far off it may be, with 95 % confidence. Each thread has a worker of
/// its own, which is given the number of a game and says what came of it.
fn mean<W: FnMut(u64) -> f64>(count: u64, threads: usize, worker: impl Fn() -> W + Sync) -> (f64, f64) {
    let mut found: Vec<f64> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads as u64)
            .map(|first| {
                let worker = &worker;
                scope.spawn(move || {
                    let games = (first..count).step_by(threads);
                    games.map(worker()).collect::<Vec<_>>()
                })
            })
            .collect();
        workers
            .into_iter()
            .flat_map(|worker| worker.join().expect("a game came to its end"))
            .collect()
    });
    // The sum must not depend on which thread was first.
    found.sort_by(f64::total_cmp);
    let count = found.len() as f64;
    let mean = found.iter().sum::<f64>() / count;
    let variance = found.iter().map(|one| (one - mean).powi(2)).sum::<f64>() / count;
    (mean, 1.96 * (variance / count).sqrt())
}
