//! How many sequences of events there are from known positions. The numbers were written by the program itself: they
//! prove nothing, but they notice every change of what is legal.
//!
//! A line of `tests/perft/GAME.txt` says: players, seed (or `all` for every outcome), depth, nodes, and the
//! position, if it is not the start of the game. `finaud perft` counts the same, and
//! `FINAUD_BLESS=1 cargo test -p finaud-players --test perft` counts all of them anew.

use std::path::PathBuf;

use finaud_players::{Branching, Random, perft, play_out};
use finaud_record::Notation;
use finaud_rules::{Game, Push, SoloGame, TableGame, Variant, builtin, builtin_ids, gallery_ids};

/// The files that are not called after a sheet.
const PUSH: [(&str, Variant); 2] = [("push", Variant::Standard), ("push-risk", Variant::Risk)];

/// What a line asks for.
struct Line<'a> {
    players: usize,
    branching: Branching,
    depth: u32,
    position: &'a str,
}

impl Line<'_> {
    /// Counts in the game that a file is called after.
    fn count(&self, file: &str) -> u64 {
        if let Some((_, variant)) = PUSH.iter().find(|(name, _)| *name == file) {
            return self.nodes(&Push::new(self.players, *variant).unwrap());
        }
        let sheet = builtin(file).unwrap().clone();
        // A solo game has a state of its own, which must count the same.
        if self.players == 1 {
            self.nodes(&SoloGame::new(sheet, 1).unwrap())
        } else {
            self.nodes(&TableGame::new(sheet, self.players).unwrap())
        }
    }

    fn nodes<G: Notation>(&self, game: &G) -> u64 {
        let state = if self.position.is_empty() {
            game.start()
        } else {
            game.read_position(self.position).unwrap()
        };
        perft(game, &state, self.depth, self.branching)
    }
}

#[test]
fn sequences_are_as_many_as_ever() {
    let sheets = builtin_ids().into_iter().chain(gallery_ids());
    for file in sheets.chain(PUSH.map(|(name, _)| name)) {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/perft/{file}.txt"));
        let text = std::fs::read_to_string(&path).unwrap();
        let mut counted = String::new();
        let mut wrong = Vec::new();
        for line in text.lines() {
            if line.starts_with('#') || line.is_empty() {
                counted += &format!("{line}\n");
                continue;
            }
            let mut words = line.splitn(5, ' ');
            let mut word = || words.next().unwrap_or_default();
            let (players, luck, depth, nodes, position) = (word(), word(), word(), word(), word());
            let asked = Line {
                players: players.parse().unwrap(),
                branching: match luck {
                    "all" => Branching::AllOutcomes,
                    seed => Branching::Seeded(seed.parse().unwrap()),
                },
                depth: depth.parse().unwrap(),
                position,
            };
            let found = asked.count(file);
            if found.to_string() != nodes {
                wrong.push(format!("{file}: {line}: found {found}"));
            }
            counted += format!("{players} {luck} {depth} {found} {position}").trim_end();
            counted.push('\n');
        }
        if std::env::var_os("FINAUD_BLESS").is_some() {
            std::fs::write(&path, counted).unwrap();
        } else {
            assert!(wrong.is_empty(), "{wrong:#?}");
        }
    }
}

#[test]
fn a_finished_game_is_one_sequence() {
    let game = SoloGame::new(builtin("tres-fute").unwrap().clone(), 1).unwrap();
    let over = play_out(&game, 1, &mut [Random::new(1)], &mut Vec::new()).state;
    assert_eq!(perft(&game, &over, 5, Branching::AllOutcomes), 1);
}

#[test]
fn solo_and_table_games_count_alike() {
    for id in builtin_ids().into_iter().chain(gallery_ids()) {
        let sheet = builtin(id).unwrap();
        let solo = SoloGame::new(sheet.clone(), 1).unwrap();
        let table = TableGame::new(sheet.clone(), 1).unwrap();
        for seed in 0..3 {
            let branching = Branching::Seeded(seed);
            let (small, large) = (solo.start(), table.start());
            assert_eq!(
                perft(&solo, &small, 5, branching),
                perft(&table, &large, 5, branching),
                "{id}"
            );
        }
    }
}
