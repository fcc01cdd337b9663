//! What was learned on one sheet, borrowed for another.

use finaud_players::learned::{Confidence, Encoder, Evaluator, Learnable, Matching};
use finaud_players::{Bot, Heuristic, Knowledge, Player, Roster, SearchLimits, Searcher, play_out};
use finaud_rules::{
    Award, Game, GiftChoice, Power, Seat, Sheet, SoloGame, TableGame, builtin, builtin_ids, builtin_text,
    gallery_ids,
};

fn known(id: &str) -> Sheet {
    builtin(id).unwrap().clone()
}

/// A sheet from a built-in one, with words replaced; its id is `mine`.
fn changed(id: &str, changes: &[(&str, &str)]) -> Sheet {
    let id_line = |id: &str| format!("id = \"{id}\"");
    let mut text = builtin_text(id)
        .unwrap()
        .replacen(&id_line(id), &id_line("mine"), 1);
    for (from, to) in changes {
        assert!(text.contains(from), "{from}");
        text = text.replacen(from, to, 1);
    }
    let reading = Sheet::read(&text);
    reading.sheet.unwrap_or_else(|| panic!("{:?}", reading.problems))
}

/// Three bonuses of the second game are others.
fn other_bonuses() -> Sheet {
    let mut sheet = known("tres-fute-deluxe");
    sheet.id = "mine".into();
    sheet.round_awards.swap(0, 1);
    sheet.round_awards[3] = Some(Award::Circle(Power::Extra));
    sheet
}

/// The first game with other zones in the place of these: rows that no sheet like it has.
fn with_strangers(zones: &[&str]) -> Sheet {
    let mut text = builtin_text("tres-fute")
        .unwrap()
        .replacen("id = \"tres-fute\"", "id = \"mine\"", 1)
        .replace("black X or black 6", "black X");
    for zone in zones {
        let head = format!("[[zones]]\nname = \"{zone}\"");
        let start = text.find(&head).unwrap();
        let end = text[start + 2..]
            .find("[[zones]]")
            .or_else(|| text[start + 2..].find("[[ratings]]"));
        let stride = format!(
            "{head}\nmechanic = \"stride\"\ncells = \"1 5 3 4 2 6 5 1 4 3 6 2\"\n\
             between = [\"\", \"reroll\", \"yellow X\", \"\", \"+1\", \"blue X\", \"fox\", \"\", \"green X\", \"\", \"\"]\n\
             points = [2, 5, 9, 14, 20, 27, 35, 44, 54, 65, 77, 90]\n\n"
        );
        text.replace_range(start..start + 2 + end.unwrap(), &stride);
        for number in 1..=6 {
            text = text.replace(&format!("\"{zone} {number}\""), &format!("\"{zone} X\""));
        }
    }
    let reading = Sheet::read(&text);
    reading.sheet.unwrap_or_else(|| panic!("{:?}", reading.problems))
}

fn solo(sheet: Sheet) -> SoloGame {
    SoloGame::new(sheet, 1).unwrap()
}

#[test]
fn a_known_sheet_under_another_name_is_known_for_sure() {
    for id in builtin_ids() {
        let mut sheet = known(id);
        sheet.id = "mine".into();
        let matching = Matching::nearest(&sheet).unwrap();
        assert_eq!(
            (matching.id.as_str(), matching.confidence()),
            (id, Some(Confidence::Sure))
        );
        assert!((matching.share - 1.0).abs() < 1e-6, "{id}: {}", matching.share);
        let game = solo(sheet);
        assert!(game.weights().is_none());
        // Whoever borrows everything plays as whoever has learned it.
        let own = solo(known(id));
        for seed in 0..3 {
            let score = |game: &SoloGame| {
                let mut expert = [Bot::Expert.player(game, seed).unwrap()];
                let end = play_out(game, seed, &mut expert, &mut Vec::new());
                game.points(&end.state, Seat(0))
            };
            assert_eq!(score(&game), score(&own), "{id}, seed {seed}");
        }
        let game = TableGame::new(game.sheet().clone(), 3).unwrap();
        assert!(game.borrowed().is_some(), "{id} for three");
    }
}

#[test]
fn a_changed_copy_of_a_sheet_of_the_gallery_borrows_from_it() {
    for id in gallery_ids() {
        let text = builtin_text(id).unwrap();
        let mut sheet = Sheet::read(text).sheet.unwrap();
        (sheet.id, sheet.rulings.forfeit_always) = ("mine".into(), !sheet.rulings.forfeit_always);
        let expected = Knowledge::Borrowed {
            from: id.into(),
            confidence: Confidence::Sure,
        };
        assert_eq!(solo(sheet.clone()).knowledge(), expected, "{id}");
        let three = TableGame::new(sheet, 3).unwrap();
        assert_eq!(three.knowledge(), expected, "{id} for three");
    }
}

#[test]
fn zones_are_found_again_in_another_order() {
    let original = known("tres-fute");
    let order = [3, 0, 4, 1, 2];
    let mut sheet = original.clone();
    sheet.id = "mine".into();
    for (zone, from) in order.into_iter().enumerate() {
        sheet.zones[zone] = original.zones[from].clone();
        sheet.dice[zone + 1] = original.dice[from + 1].clone();
    }
    for gift in &mut sheet.gifts {
        if let GiftChoice::Mark(marks) = &mut gift.choice {
            for (zone, _) in marks {
                *zone = order.iter().position(|from| *from == usize::from(*zone)).unwrap() as u8;
            }
        }
    }
    let matching = Matching::nearest(&sheet).unwrap();
    assert_eq!(
        matching.confidence(),
        Some(Confidence::Sure),
        "{}",
        matching.share
    );
    let (own, new) = (solo(original), solo(sheet));
    let value = |game: &SoloGame, net| {
        let mut evaluator = Evaluator::new(game.encoder(), net);
        evaluator.value(game, &game.start(), Seat(0))
    };
    let (own, new) = (
        value(&own, own.weights().unwrap().net.clone()),
        value(&new, new.borrowed().unwrap().net),
    );
    assert!((own - new).abs() < 1e-2, "{own} and {new}");
}

#[test]
fn the_less_is_the_same_the_less_it_is_trusted() {
    let confidence = |sheet: &Sheet| Matching::nearest(sheet).and_then(|matching| matching.confidence());
    assert_eq!(confidence(&other_bonuses()), Some(Confidence::Sure));
    let mut rules = known("tres-fute");
    rules.rulings.forfeit_always = !rules.rulings.forfeit_always;
    assert_eq!(confidence(&rules), Some(Confidence::Sure), "a house rule");
    let mut short = known("tres-fute");
    short.rounds[0] = 5;
    assert_eq!(confidence(&short), Some(Confidence::FairlySure), "a round less");
    short.rounds[0] = 4;
    assert_eq!(confidence(&short), Some(Confidence::Guess), "fewer rounds");
    assert_eq!(confidence(&with_strangers(&["orange"])), Some(Confidence::Guess));
    let two = with_strangers(&["orange", "violet"]);
    let colours = include_str!("../../../testdata/games/fox-hole/sheet.toml");
    let colours = Sheet::read(colours).sheet.unwrap();
    assert_eq!(confidence(&colours), Some(Confidence::Sure), "other colours");
    assert_eq!(confidence(&two), None, "two zones of five are strangers");
    let knowledge = |sheet: Sheet| solo(sheet).knowledge();
    assert_eq!(knowledge(known("tres-fute")), Knowledge::Learned);
    assert_eq!(knowledge(two), Knowledge::Nothing);
    let from = "tres-fute".to_owned();
    let confidence = Confidence::Guess;
    assert_eq!(
        knowledge(with_strangers(&["orange"])),
        Knowledge::Borrowed { from, confidence }
    );
}

#[test]
fn any_sheet_can_be_matched_with_any_other() {
    for one in builtin_ids() {
        for other in builtin_ids() {
            let (one, other) = (known(one), known(other));
            let matching = Matching::of(&one, &other);
            assert!((0.0..=1.0 + 1e-6).contains(&matching.share));
            let net = &solo(one.clone()).weights().unwrap().net;
            let adapted = matching.adapt(&one, net, &other);
            let game = solo(other);
            assert_eq!(adapted.inputs(), Encoder::<SoloGame>::inputs(&game.encoder()));
        }
    }
}

/// The mean score of a player over some games, and its standard error.
fn mean(
    game: &SoloGame,
    games: u64,
    mut player: impl FnMut(u64) -> Box<dyn Player<SoloGame> + Send>,
) -> (f64, f64) {
    let scores: Vec<f64> = (0..games)
        .map(|seed| {
            let end = play_out(game, seed, &mut [player(seed)], &mut Vec::new());
            f64::from(game.points(&end.state, Seat(0)))
        })
        .collect();
    let mean = scores.iter().sum::<f64>() / games as f64;
    let spread = scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>();
    (mean, (spread / (games - 1) as f64 / games as f64).sqrt())
}

#[test]
fn whoever_borrows_plays_better_than_a_plain_estimate() {
    let game = solo(other_bonuses());
    let (borrowing, _) = mean(&game, 30, |seed| Bot::Expert.player(&game, seed).unwrap());
    let (greedy, _) = mean(&game, 30, |seed| Bot::Greedy.player(&game, seed).unwrap());
    assert!(borrowing > greedy + 30.0, "{borrowing} and {greedy}");
}

/// The table of docs/players.md: `cargo test --release -p finaud-players --test borrow -- --ignored --nocapture`.
#[test]
#[ignore = "measures, and takes minutes"]
fn how_well_borrowed_knowledge_plays() {
    let fox_hole = include_str!("../../../testdata/games/fox-hole/sheet.toml");
    let page = include_str!("../../../docs/sheets.md");
    let potager = page
        .split("```toml complete")
        .nth(1)
        .unwrap()
        .split("```")
        .next()
        .unwrap();
    let read = |text: &str| Sheet::read(text).sheet.unwrap();
    let richer = changed(
        "tres-fute",
        &[(
            "column_points = [10, 14, 16, 20]",
            "column_points = [16, 10, 20, 14]",
        )],
    );
    let zones = [
        (
            "[\"blue X\", \"orange 4\", \"green X\", \"fox\"]",
            "[\"orange 4\", \"blue X\", \"green X\", \"fox\"]",
        ),
        (
            "[\"orange 5\", \"yellow X\", \"fox\"]",
            "[\"violet 6\", \"green X\", \"fox\"]",
        ),
        (
            "\"blue X\", \"fox\", \"\", \"violet 6\"",
            "\"yellow X\", \"fox\", \"\", \"orange 6\"",
        ),
        (
            "\"yellow X\", \"+1\", \"\", \"fox\", \"\", \"violet 6\"",
            "\"blue X\", \"+1\", \"\", \"fox\", \"\", \"green X\"",
        ),
    ];
    let sheets = [
        ("Deluxe with other bonuses of rounds", other_bonuses()),
        ("Très Futé, other points in yellow", richer),
        (
            "Très Futé, 2 other bonuses in zones",
            changed("tres-fute", &zones[..1]),
        ),
        (
            "Très Futé, 4 other bonuses in zones",
            changed("tres-fute", &zones[..2]),
        ),
        (
            "Très Futé, 6 other bonuses in zones",
            changed("tres-fute", &zones[..3]),
        ),
        (
            "Très Futé, 8 other bonuses in zones",
            changed("tres-fute", &zones),
        ),
        ("Très Futé, orange a stride", with_strangers(&["orange"])),
        (
            "Très Futé, orange and violet strides",
            with_strangers(&["orange", "violet"]),
        ),
        ("fox-hole", read(fox_hole)),
        ("Petit Potager", read(potager)),
    ];
    let plain = SearchLimits {
        nodes: 1_500,
        time: None,
        candidates: 5,
        threads: 1,
    };
    for (name, sheet) in sheets {
        match Matching::nearest(&sheet) {
            None => println!("{name}: nothing like it"),
            Some(near) => println!(
                "{name}: {} {:.3} {:.3} {:?}",
                near.id,
                near.share,
                near.bonuses,
                near.confidence()
            ),
        }
        let game = solo(sheet);
        let games = 100;
        let told = |who: &str, (mean, error): (f64, f64)| println!("  {who:10} {mean:6.1} ± {error:.1}");
        told(
            "greedy",
            mean(&game, games, |seed| Bot::Greedy.player(&game, seed).unwrap()),
        );
        told(
            "plain",
            mean(&game, games / 4, |_| Box::new(Searcher::new(Heuristic, plain))),
        );
        if game.borrowed().is_none() {
            continue;
        }
        told(
            "expert",
            mean(&game, games, |seed| Bot::Expert.player(&game, seed).unwrap()),
        );
    }
}
