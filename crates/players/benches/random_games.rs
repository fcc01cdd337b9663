//! Complete solo games with uniformly random legal choices, every choice checked by the rules, on one core.
//!
//! `cargo bench -p finaud-players --bench random_games`

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use finaud_players::{Player, Random, play_out};
use finaud_record::seed_in_series;
use finaud_rules::{SoloGame, builtin, builtin_ids};

/// How many games one measurement plays.
const GAMES: u64 = 1_000;

fn random_games(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("random_games");
    group.throughput(Throughput::Elements(GAMES));
    for id in builtin_ids() {
        let Some(sheet) = builtin(id) else { continue };
        let Ok(game) = SoloGame::new(sheet.clone(), 1) else {
            continue;
        };
        let mut legal = Vec::with_capacity(256);
        let mut players = [Random::new(0)];
        group.bench_function(id, |bencher| {
            bencher.iter(|| {
                let mut decisions = 0;
                for index in 0..GAMES {
                    let seed = seed_in_series(1, index);
                    Player::<SoloGame>::begin(&mut players[0], seed);
                    decisions += play_out(&game, seed, &mut players, &mut legal).decisions;
                }
                decisions
            });
        });
    }
    group.finish();
}

criterion_group!(benches, random_games);
criterion_main!(benches);
