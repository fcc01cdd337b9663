//! The report for designers: its figures are those of the games, and every language can say them.

use finaud_messages::Language;
use finaud_players::report::{Place, PlayedBy, Report, Reporter, built_in, html, svg, text};
use finaud_players::{Bot, play_out};
use finaud_record::seed_in_series;
use finaud_rules::{DiceGame, Game, Seat, Sheet, SoloGame, TableGame, builtin, builtin_ids};

fn report<const SEATS: usize>(game: &DiceGame<SEATS>, seed: u64, games: u64) -> Report {
    let mut reporter = Reporter::new(game, seed);
    let played: Vec<_> = (0..games).map(|index| reporter.play(index)).collect();
    Report::of(game, seed, &played)
}

fn solo(sheet: &Sheet) -> SoloGame {
    SoloGame::new(sheet.clone(), 1).unwrap()
}

/// The sheet that the reference of the sheet format begins with: nobody has learned it, and it is like no other.
fn own_sheet(change: impl Fn(&str) -> String) -> Sheet {
    let page = include_str!("../../../docs/sheets.md");
    let (_, rest) = page.split_once("```toml complete\n").unwrap();
    let (text, _) = rest.split_once("```").unwrap();
    Sheet::read(&change(text)).sheet.unwrap()
}

/// The same sheet for games of one round.
fn one_round(text: &str) -> String {
    let bonuses = r#"round_bonuses = ["reroll", "", "+1", "black ?"]"#;
    text.replace("rounds = [5, 5, 4, 3]", "rounds = [1, 1, 1, 1]")
        .replace(bonuses, r#"round_bonuses = ["reroll"]"#)
}

/// The mean of the same games, played by a bot the usual way.
fn mean_of(game: &SoloGame, bot: Bot, seed: u64, games: u64) -> f64 {
    let mut players = [bot.player(game, 0).unwrap()];
    let points = |index| {
        let end = play_out(game, seed_in_series(seed, index), &mut players, &mut Vec::new());
        f64::from(game.points(&end.state, Seat(0)))
    };
    (0..games).map(points).sum::<f64>() / games as f64
}

#[test]
fn the_games_are_those_of_expert_where_the_sheet_is_learned() {
    for id in builtin_ids() {
        let game = solo(builtin(id).unwrap());
        let report = report(&game, 5, 6);
        assert_eq!(report.played, PlayedBy::Learned);
        assert_eq!(report.results.mean, mean_of(&game, Bot::Expert, 5, 6), "{id}");
    }
}

#[test]
fn the_games_are_those_of_greedy_where_nothing_is_known() {
    let game = solo(&own_sheet(str::to_owned));
    let report = report(&game, 5, 12);
    assert_eq!(report.played, PlayedBy::Estimate);
    assert_eq!(report.results.mean, mean_of(&game, Bot::Greedy, 5, 12));
}

#[test]
fn a_sheet_like_a_known_one_says_whose_values_it_borrows() {
    let mut sheet = builtin("tres-fute").unwrap().clone();
    sheet.id = "own".into();
    let report = report(&solo(&sheet), 1, 2);
    let PlayedBy::Borrowed { from, confidence } = &report.played else {
        panic!("{:?}", report.played);
    };
    assert_eq!((from.as_str(), confidence.as_str()), ("tres-fute", "sure"));
    assert!(text(&report, &sheet, Language::get("en").unwrap()).contains("`tres-fute`"));
}

#[test]
fn the_parts_add_up_and_every_bonus_that_is_won_is_printed() {
    for id in builtin_ids() {
        for players in [1, 3] {
            let game = TableGame::new(builtin(id).unwrap().clone(), players).unwrap();
            let report = report(&game, 2, 5);
            let zones: f64 = report.zones.iter().map(|zone| zone.points).sum();
            let sum = zones + report.foxes.points;
            assert!((sum - report.results.mean).abs() < 1e-9, "{id}: {sum}");
            let foxes = report.bonuses.iter().filter(|bonus| bonus.award == "fox");
            let foxes: f64 = foxes.map(|bonus| bonus.won).sum();
            assert!((foxes - report.foxes.count).abs() < 1e-9, "{id}: {foxes}");
            assert!((report.foxes.shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            let seats: f64 = report.seats.iter().map(|seat| seat.mean).sum();
            assert!((seats / players as f64 - report.results.mean).abs() < 1e-9);
            assert!((report.seats.iter().map(|seat| seat.wins).sum::<f64>() - 1.0).abs() < 1e-9);
            let lowest: f64 = report.zones.iter().map(|zone| zone.lowest).sum();
            assert!((lowest - 1.0).abs() < 1e-9);
            for bonus in &report.bonuses {
                assert!((0.0..=1.0).contains(&bonus.won), "{id}: {bonus:?}");
                assert_eq!(bonus.round.is_some(), bonus.won > 0.0);
            }
            for cell in report.zones.iter().flat_map(|zone| &zone.cells) {
                assert!((0.0..=1.0).contains(&cell.filled), "{id}: {cell:?}");
            }
        }
    }
}

#[test]
fn the_order_in_which_games_are_played_makes_no_difference() {
    let game = solo(builtin("tres-fute").unwrap());
    let mut reporter = Reporter::new(&game, 9);
    let mut backwards: Vec<_> = (0..5).rev().map(|index| reporter.play(index)).collect();
    backwards.reverse();
    assert_eq!(Report::of(&game, 9, &backwards), report(&game, 9, 5));
    assert_ne!(report(&game, 8, 5), report(&game, 9, 5));
}

#[test]
fn a_game_of_one_round_is_as_short_as_it_looks() {
    let sheet = own_sheet(one_round);
    let report = report(&solo(&sheet), 1, 20);
    assert_eq!(report.length.turns, 2.0);
    let round = |n: u8| report.bonuses.iter().find(|bonus| bonus.place == Place::Round(n));
    let first = round(1).unwrap();
    assert_eq!(
        (first.award.as_str(), first.won, first.round),
        ("reroll", 1.0, Some(1.0))
    );
    assert!(round(2).is_none() && round(3).is_none(), "{:?}", report.bonuses);
    // Three dice and a passive one, and what they set off: nobody fills eight beans.
    let last = report.zones[1].cells.last().unwrap();
    assert_eq!((last.column, last.filled, last.round), (8, 0.0, None));
    assert!(
        report
            .unreached()
            .any(|(zone, cell)| zone == 1 && cell.column == 8)
    );
    assert!(report.zones[1].cells[0].filled > 0.0);
}

#[test]
fn numbers_that_count_thrice_bring_more_points() {
    let sheet = own_sheet(|text| {
        text.replace(
            "factor = [1, 1, 2, 1, 1, 2, 1, 3]",
            "factor = [3, 3, 3, 3, 3, 3, 3, 3]",
        )
    });
    let plain = report(&solo(&own_sheet(str::to_owned)), 3, 20);
    let steep = report(&solo(&sheet), 3, 20);
    let pink = |report: &Report| report.zones[4].points / report.results.mean;
    assert!(pink(&steep) > pink(&plain));
    assert!(plain.questions.iter().all(|question| question.options >= 2.0));
}

#[test]
fn luck_explains_a_part_and_the_bot_beats_a_beginner() {
    let game = solo(builtin("tres-fute").unwrap());
    let luck = report(&game, 1, 30).luck;
    assert_eq!(luck.games, 30);
    assert!((0.2..1.0).contains(&luck.share), "{luck:?}");
    assert!(
        luck.beginner < 200.0 && luck.beginner_wins < 0.1 && luck.skill_share > 0.5,
        "{luck:?}"
    );
}

#[test]
fn every_language_says_all_of_it() {
    for (sheet, players) in [
        (builtin("hyper-fute").unwrap().clone(), 1),
        (builtin("melange-fute").unwrap().clone(), 2),
        (own_sheet(str::to_owned), 1),
    ] {
        let game = TableGame::new(sheet.clone(), players).unwrap();
        let report = report(&game, 1, 4);
        for language in Language::all() {
            let told = text(&report, &sheet, language);
            for line in told.lines() {
                assert!(line.chars().count() <= 80, "{language:?}: {line}");
            }
            let page = html(&report, &sheet, language);
            for shown in [&told, &page, &svg(&report, &sheet, language)] {
                for key in ["report.", "heading.", "place.", "question.", "{", "NaN"] {
                    let found = shown.match_indices(key).next();
                    // Braces belong to the style of the page.
                    assert!(
                        found.is_none() || key == "{" && shown.starts_with("<!"),
                        "{language:?}: {key}"
                    );
                }
            }
            assert_eq!(page.matches("<svg").count(), page.matches("</svg>").count());
        }
    }
}

#[test]
fn names_with_markup_stay_text() {
    let mut sheet = builtin("tres-fute").unwrap().clone();
    sheet.name = "<script>alert(1)</script>".into();
    let report = report(&solo(&sheet), 1, 1);
    let language = Language::get("en").unwrap();
    for shown in [html(&report, &sheet, language), svg(&report, &sheet, language)] {
        assert!(!shown.contains("<script"), "{shown}");
        assert!(shown.contains("&lt;script"));
    }
}

#[test]
fn a_report_of_no_games_says_so_much() {
    let game = solo(builtin("tres-fute").unwrap());
    let report = Report::of(&game, 1, &[]);
    assert_eq!(report.games, 0);
    let language = Language::get("en").unwrap();
    assert!(text(&report, game.sheet(), language).contains("0 games"));
    assert!(svg(&report, game.sheet(), language).contains("</svg>"));
}

#[test]
fn the_comparison_knows_the_built_in_sheets() {
    for players in 1..=4 {
        let figures = built_in(players);
        assert!(figures.len() >= 4, "{players}: {figures:?}");
        for one in figures {
            assert!(builtin(&one.game).is_some(), "{} is no sheet", one.game);
            assert!(one.mean > 0.0 && one.sd > 0.0 && one.decisions > 0.0);
            assert!((0.0..=1.0).contains(&one.luck) && (0.0..=1.0).contains(&one.first));
        }
    }
}
