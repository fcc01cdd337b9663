//! The review: its parts add up, in every game.

use finaud_messages::Language;
use finaud_players::review::{Part, Review, Span, Sums, review, svg, text};
use finaud_players::{Roster, SearchLimits, draw_outcomes};
use finaud_record::{Event, Notation, Record, SplitMix64, push};
use finaud_rules::{Game, Next, Seat, SoloGame, TableGame, builtin, builtin_ids};

fn solo(id: &str) -> SoloGame {
    SoloGame::new(builtin(id).unwrap().clone(), 1).unwrap()
}

fn table(id: &str, players: usize) -> TableGame {
    TableGame::new(builtin(id).unwrap().clone(), players).unwrap()
}

const LITTLE: SearchLimits = SearchLimits {
    nodes: 300,
    time: None,
    candidates: usize::MAX,
    threads: 1,
};

/// A random game of so many events at most.
fn random_record<G: Notation>(game: &G, events: usize, seed: u64) -> Record<G> {
    let mut random = SplitMix64::new(seed);
    let mut state = game.start();
    let mut log = Vec::new();
    let mut legal = Vec::new();
    while log.len() < events {
        let event = match game.next(&state) {
            Next::Chance(_) => Event::Outcome(game.seeded_outcome(&state, seed).unwrap()),
            Next::Choice(seats) => {
                let seats: Vec<Seat> = seats.iter().collect();
                let seat = seats[random.below(seats.len() as u64) as usize];
                game.legal(&state, seat, &mut legal);
                Event::Choice(seat, legal[random.below(legal.len() as u64) as usize])
            }
            Next::Over => break,
        };
        event.apply(game, &mut state).unwrap();
        log.push(event);
    }
    Record::of(game, log).unwrap()
}

fn reviewed<G: Notation + Roster>(game: &G, record: &Record<G>, seat: u8, limits: SearchLimits) -> Review {
    let mut told = 0;
    let reviewed = review(game, record, Seat(seat), limits, Language::english(), |done| {
        told = done;
    })
    .unwrap();
    assert_eq!(told, record.events.len());
    reviewed
}

/// What must hold for every review.
fn holds<G: Notation + Roster>(game: &G, record: &Record<G>, seat: u8, limits: SearchLimits) {
    let review = reviewed(game, record, seat, limits);
    let name = format!("{} for {}, seat {seat}", game.id(), game.seats());
    assert!(review.gap() < 1e-6, "{name}: {}", review.gap());
    assert_eq!(review.moments.len(), record.events.len());
    if review.over {
        let end = record.states(game).unwrap().pop().unwrap();
        assert_eq!(
            review.end.points,
            f64::from(game.points(&end, Seat(seat))),
            "{name}"
        );
    }
    assert_eq!(review.win.is_some(), game.seats() > 1);
    let mut now = review.start;
    for moment in &review.moments {
        now.points += moment.moved.points + moment.correction.points;
        assert!((now.points - moment.after.points).abs() < 1e-6);
        match moment.part {
            Part::Own => {
                assert!(moment.moved.points <= 0.0 && moment.moved.win.is_none_or(|win| win <= 0.0));
                assert_eq!(moment.correction.points, 0.0);
                assert!(moment.stake.points >= 0.0);
                if moment.choices == 1 {
                    assert_eq!(moment.moved.points, 0.0, "a forced move costs nothing");
                    assert_eq!(moment.stake.points, 0.0);
                    assert!(moment.alternatives.is_empty());
                }
            }
            Part::Others => assert!(game.seats() > 1),
            Part::Luck => assert_eq!(moment.chooser, None),
        }
    }
    assert!((now.points - review.end.points).abs() < 1e-6);
    if game.seats() == 1 {
        assert_eq!(review.points.others, 0.0);
    }
    let whole = review.win.as_ref().unwrap_or(&review.points);
    for part in [|sums: &Sums| sums.luck, |sums: &Sums| sums.correction] {
        let sum: f64 = review.stretches().iter().map(|stretch| part(&stretch.sums)).sum();
        assert!((sum - part(whole)).abs() < 1e-6);
    }
    let made = review.end.points - review.points.luck - review.points.others;
    assert!((review.without_luck().points - made).abs() < 1e-9);
    assert!(
        review
            .accuracy
            .is_none_or(|accuracy| (0.0..=100.0).contains(&accuracy))
    );
    assert!(review.stretches().len() <= 16);
    assert!(text(&review, Language::english()).contains("expected at the start"));
    well_formed(&svg(&review, Language::english()));
    let json = serde_json::to_value(&review).unwrap();
    assert_eq!(json["events"].as_array().unwrap().len(), record.events.len());
}

#[test]
fn random_games_add_up() {
    for id in builtin_ids() {
        let game = solo(id);
        holds(&game, &random_record(&game, usize::MAX, 1), 0, SearchLimits::NONE);
        holds(&game, &random_record(&game, usize::MAX, 2), 0, LITTLE);
        for players in [2, 4] {
            let game = table(id, players);
            let record = random_record(&game, usize::MAX, 3);
            holds(&game, &record, players as u8 - 1, SearchLimits::NONE);
        }
    }
    for players in [2, 5] {
        let risk = [("variant".to_string(), "risk".to_string())];
        let game = push::game(players, &risk).unwrap();
        holds(&game, &random_record(&game, usize::MAX, 4), 1, SearchLimits::NONE);
        holds(&game, &random_record(&game, 60, 4), 0, LITTLE);
    }
}

#[test]
fn unfinished_games_add_up_too() {
    let game = table("hyper-fute", 2);
    for events in [0, 1, 2, 3, 4, 5, 9, 30] {
        let record = random_record(&game, events, 6);
        holds(&game, &record, 0, SearchLimits::NONE);
        holds(&game, &record, 1, LITTLE);
    }
}

#[test]
fn golden_games_add_up() {
    let golden = |file: &str| {
        let path = format!("{}/../table/tests/golden/{file}", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(path).unwrap()
    };
    let game = solo("tres-fute-deluxe");
    let record = Record::read(&game, &golden("tres-fute-deluxe-p1.txt"))
        .unwrap()
        .record;
    holds(&game, &record, 0, LITTLE);
    let game = table("tres-fute", 2);
    let record = Record::read(&game, &golden("tres-fute-p2.txt")).unwrap().record;
    holds(&game, &record, 1, SearchLimits::NONE);
    let game = push::game(2, &[]).unwrap();
    let record = Record::read(&game, &golden("push-p2.txt")).unwrap().record;
    holds(&game, &record, 0, SearchLimits::NONE);
}

#[test]
fn the_best_choice_costs_nothing_and_the_best_alternative_is_told() {
    let game = solo("tres-fute-deluxe");
    // The last choice of the game: violet is worth 36, declining 32.
    let start = "tres-fute-deluxe round=6 turn=2 phase=window slots=W6,G6,O5 platter=Y4,B5,V1 / yellow=1,3,6 \
                 blue=9,10,12 green=1,2,3 orange=3,6 violet=2,5,6 stage=pick";
    let start = game.read_position(start).unwrap();
    let played = |texts: &[&str]| {
        let events = texts
            .iter()
            .map(|text| Event::Choice(Seat(0), game.read_action(text).unwrap()));
        let record = Record::since(&game, start, events).unwrap();
        reviewed(&game, &record, 0, SearchLimits::NONE)
    };
    let review = played(&["decline"]);
    assert_eq!(
        (review.start.points, review.points.losses, review.end.points),
        (36.0, 4.0, 32.0)
    );
    let [costly] = review.costliest(5)[..] else {
        panic!("one choice lost something")
    };
    assert_eq!(costly.alternatives[0].action, "violet 1");
    assert!(
        text(&review, Language::english()).contains("better: violet 1"),
        "{}",
        text(&review, Language::english())
    );
    let review = played(&["violet 1", "blue ?: blue 11"]);
    assert_eq!(
        (review.start.points, review.points.losses, review.points.luck),
        (36.0, 0.0, 0.0)
    );
    assert_eq!(review.end.points, 36.0);
    assert!(text(&review, Language::english()).contains("No choice cost anything."));
}

#[test]
fn names_are_harmless_in_the_drawing() {
    let game = solo("tres-fute");
    let mut record = random_record(&game, 12, 9);
    record.header.seats[0] = "<script>&\"'\u{1}]]>".into();
    let drawing = svg(
        &reviewed(&game, &record, 0, SearchLimits::NONE),
        Language::english(),
    );
    well_formed(&drawing);
    assert!(!drawing.contains("<script>"));
    assert!(drawing.contains("&lt;script&gt;&amp;"));
}

/// A little reader of XML: tags nest and close, attributes are quoted, ampersands begin entities.
fn well_formed(xml: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = xml;
    let entities = ["&amp;", "&lt;", "&gt;", "&quot;", "&#39;"];
    while let Some(start) = rest.find('<') {
        let (text, tag) = rest.split_at(start);
        for (at, _) in text.match_indices('&') {
            assert!(
                entities.iter().any(|entity| text[at..].starts_with(entity)),
                "{text}"
            );
        }
        assert!(!text.contains('>'), "{text}");
        let end = tag.find('>').expect("tags end");
        let inside = &tag[1..end];
        rest = &tag[end + 1..];
        if let Some(name) = inside.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
            continue;
        }
        assert_eq!(inside.matches('"').count() % 2, 0, "{inside}");
        assert!(!inside.contains('<'), "{inside}");
        let name = inside.split([' ', '/', '\n']).next().unwrap();
        if !inside.ends_with('/') {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?}");
    assert!(rest.trim().is_empty());
    assert!(xml.chars().all(|letter| !letter.is_control() || letter == '\n'));
}

#[test]
fn what_another_seat_rolls_moves_nothing_before_it_has_chosen() {
    let game = table("tres-fute", 2);
    let record = random_record(&game, 60, 4);
    let review = reviewed(&game, &record, 1, LITTLE);
    let mut rolls = 0;
    for pair in review.moments.windows(2) {
        if pair[0].part == Part::Luck && pair[1].part == Part::Others {
            assert_eq!(pair[0].moved.points, 0.0, "event {}", pair[0].number);
            rolls += 1;
        }
    }
    assert!(rolls > 3, "{rolls}");
}

#[test]
fn a_game_is_told_in_rounds_turns_or_events_in_any_language() {
    let game = solo("tres-fute");
    let review = reviewed(&game, &random_record(&game, usize::MAX, 3), 0, SearchLimits::NONE);
    let spans: Vec<Span> = review.stretches().iter().map(|stretch| stretch.span).collect();
    assert_eq!(spans, (1..=6).map(Span::Round).collect::<Vec<_>>());

    let push = push::game(3, &[]).unwrap();
    let begun = reviewed(&push, &random_record(&push, 25, 3), 0, SearchLimits::NONE);
    let spans: Vec<Span> = begun.stretches().iter().map(|stretch| stretch.span).collect();
    assert_eq!(spans[..2], [Span::TurnOf(Seat(0)), Span::TurnOf(Seat(1))]);
    let whole = reviewed(&push, &random_record(&push, usize::MAX, 3), 0, SearchLimits::NONE);
    let spans: Vec<Span> = whole.stretches().iter().map(|stretch| stretch.span).collect();
    assert!(
        matches!(spans[0], Span::Events { from: 1, to } if to > 1),
        "{spans:?}"
    );

    let language = |code| Language::get(code).unwrap();
    for (code, round, turn, events) in [
        ("en", "  round 6 ", "  turn of seat 2 ", "  events 1–"),
        ("fr", "  manche 6 ", "  tour de la place 2 ", "  événements 1–"),
        ("de", "  Runde 6 ", "  Zug von Platz 2 ", "  Ereignisse 1–"),
    ] {
        for (review, words) in [(&review, round), (&begun, turn), (&whole, events)] {
            let told = text(review, language(code));
            assert!(told.contains(words), "{words}: {told}");
            well_formed(&svg(review, language(code)));
        }
    }
}

/// Luck at a chance node is nothing on average: over all outcomes, with their weights, by whatever the analyst believes.
fn averages_zero<G: Notation + Roster>(game: &G, record: &Record<G>, seat: u8) -> usize {
    let states = record.states(game).unwrap();
    let mut analyst = game.analyst(SearchLimits::NONE);
    let mut nodes = 0;
    for state in states {
        let mut all = Vec::new();
        if matches!(game.next(&state), Next::Chance(_)) {
            game.outcomes(&state, &mut |outcome, weight| all.push((outcome, weight)));
        }
        if all.is_empty() || all.len() > 64 {
            continue;
        }
        assert_eq!(
            draw_outcomes(game, &state, 7),
            all,
            "few outcomes are all looked at"
        );
        let (mut points, mut win, mut spread) = (0.0, 0.0, 0.0);
        for (outcome, weight) in &all {
            let luck = analyst.luck(game, &state, *outcome, Seat(seat), &all);
            points += f64::from(*weight) * luck.points;
            win += f64::from(*weight) * luck.win.unwrap_or(0.0);
            spread += luck.points.abs();
        }
        let name = format!(
            "{} for {}: {}",
            game.id(),
            game.seats(),
            game.position_text(&state)
        );
        assert!(points.abs() < 1e-6 && win.abs() < 1e-6, "{name}: {points}, {win}");
        nodes += usize::from(spread > 0.0);
    }
    nodes
}

#[test]
fn luck_is_nothing_on_average() {
    let mut dice = 0;
    for id in builtin_ids() {
        let game = solo(id);
        dice += averages_zero(&game, &random_record(&game, usize::MAX, 11), 0);
        let game = table(id, 2);
        dice += averages_zero(&game, &random_record(&game, usize::MAX, 12), 1);
    }
    assert!(dice > 10, "{dice}");
    for players in [2, 4] {
        let game = push::game(players, &[]).unwrap();
        assert!(averages_zero(&game, &random_record(&game, usize::MAX, 13), 0) > 20);
    }
}

#[test]
fn what_is_drawn_does_not_depend_on_what_fell() {
    let game = solo("tres-fute");
    let start = game.start();
    let drawn = draw_outcomes(&game, &start, 3);
    assert_eq!(drawn.iter().map(|(_, times)| times).sum::<u32>(), 64);
    assert_eq!(drawn, draw_outcomes(&game, &start, 3));
    assert_ne!(drawn, draw_outcomes(&game, &start, 4));
    // Every face of every die comes about as often as any other: over many draws.
    let drawn: Vec<_> = (0..40)
        .flat_map(|bits| draw_outcomes(&game, &start, bits))
        .collect();
    for letter in ["W", "Y", "B", "G", "O", "V"] {
        for face in 1..=6 {
            let shown = |text: &str| text.contains(&format!("{letter}{face}"));
            let times = drawn
                .iter()
                .filter(|(outcome, _)| shown(&game.outcome_text(*outcome)))
                .count();
            assert!((347..=507).contains(&times), "{letter}{face}: {times}");
        }
    }
    let record = random_record(&game, usize::MAX, 5);
    let one = reviewed(&game, &record, 0, SearchLimits::NONE);
    // How hard the review looks changes what choices lost, and not what luck was.
    let other = reviewed(&game, &record, 0, LITTLE);
    assert_eq!(one.points.luck, other.points.luck);
}
