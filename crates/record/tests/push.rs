//! PUSH written down: whatever happens in a game reads back as the same thing, and what cannot be read is told.

mod common;

use common::play_out;
use finaud_record::{Event, Notation, ParseError, push, setup_names};
use finaud_rules::{Game, Push, PushState, Seat, Variant};
use serde_json::Value;

/// Every number of players, in both variants.
fn games() -> impl Iterator<Item = Push> {
    let variants = [Variant::Standard, Variant::Risk];
    (2..=6).flat_map(move |seats| variants.map(|variant| Push::new(seats, variant).unwrap()))
}

fn of(players: usize) -> Push {
    push::game(players, &[]).unwrap()
}

fn fault(read: Result<impl std::fmt::Debug, ParseError>) -> String {
    read.unwrap_err().to_string()
}

fn check(game: &Push, state: &PushState) {
    let line = game.position_text(state);
    assert_eq!(game.read_position(&line).as_ref(), Ok(state), "{line}");
    assert_eq!(
        game.read_position(&line.to_uppercase()).as_ref(),
        Ok(state),
        "{line}"
    );
    assert_eq!(setup_names(&line), Some(("push", game.seats())));
    let heap = line.split_once(" pile=").or(line.split_once(" discard="));
    let listed = heap.map_or("", |(_, rest)| rest.split(' ').next().unwrap_or_default());
    let listed = listed.split(',').filter(|card| !card.is_empty()).count() as u32;
    assert_eq!(listed, state.discard().len().min(state.unseen().len()), "{line}");
    let json = game.position_json(state);
    assert_eq!(game.read_position_json(&json).as_ref(), Ok(state), "{json}");
    let printed: Value = serde_json::from_str(&json.to_string()).unwrap();
    assert_eq!(game.read_position_json(&printed).as_ref(), Ok(state));
    for seat in (0..game.seats() as u8).map(Seat) {
        let score = game.score_json(state, seat);
        assert_eq!(score["total"], game.points(state, seat), "{score}");
        let sum = score["zone"].as_i64().zip(score["protected"].as_i64());
        assert_eq!(
            sum.map(|(zone, kept)| zone + kept),
            score["total"].as_i64(),
            "{score}"
        );
        assert_eq!(score["cards"], state.bench(seat).cards(), "{score}");
    }
}

#[test]
fn everything_that_happens_reads_back() {
    for (game, seed) in games().flat_map(|game| (0..2).map(move |seed| (game.clone(), seed))) {
        let end = play_out(&game, seed, |state, event| {
            check(&game, state);
            match event {
                Event::Choice(_, action) => {
                    let text = game.action_text(action);
                    assert_eq!(game.read_action(&text), Ok(action), "{text}");
                    assert_eq!(game.read_action(&text.to_uppercase()), Ok(action), "{text}");
                }
                Event::Outcome(outcome) => {
                    let text = game.outcome_text(outcome);
                    assert_eq!(game.read_outcome(&text), Ok(outcome), "{text}");
                    assert_eq!(game.read_outcome(&text.to_uppercase()), Ok(outcome), "{text}");
                }
            }
        });
        check(&game, &end);
    }
}

#[test]
fn every_action_has_a_text_of_its_own() {
    let game = of(3);
    let texts: Vec<String> = (0..game.action_count())
        .map(|number| game.action_text(game.action_from_index(number).unwrap()))
        .collect();
    let expected = "draw, stop, protect red, protect blue, protect green, protect yellow, protect purple, \
                    place 1, place 2, place 3, place new, take 1, take 2, take 3";
    assert_eq!(texts.join(", "), expected);
    for (number, text) in texts.iter().enumerate() {
        let action = game.read_action(text).unwrap();
        assert_eq!(game.action_index(action), Some(number));
    }
    assert_eq!(
        game.read_action("  Protect\tP "),
        game.read_action("protect purple")
    );
}

#[test]
fn every_card_and_every_face_has_a_text() {
    let game = of(3);
    let texts = |line: &str| {
        let state = game.read_position(line).unwrap();
        let mut texts = Vec::new();
        game.outcomes(&state, &mut |outcome, _| {
            let text = game.outcome_text(outcome);
            assert_eq!(game.read_outcome(&text), Ok(outcome));
            texts.push(text);
        });
        texts
    };
    let cards = texts("push phase=drawing / / /");
    assert_eq!(cards.len(), 32);
    assert_eq!(
        (cards[0].as_str(), cards[29].as_str()),
        ("card red 1", "card purple 6")
    );
    assert_eq!(cards[30..], ["card die", "card switch"]);
    let faces = texts("push phase=rolling taker=1 discard=die / / /");
    assert_eq!(
        faces,
        [
            "die red",
            "die blue",
            "die green",
            "die yellow",
            "die purple",
            "die star"
        ]
    );
    for (loose, text) in [
        ("card r5", "card red 5"),
        ("CARD\tRed5 ", "card red 5"),
        ("card y 2", "card yellow 2"),
        ("Die G", "die green"),
    ] {
        assert_eq!(game.read_outcome(loose), game.read_outcome(text), "{loose}");
    }
}

#[test]
fn actions_that_cannot_be_read_are_told() {
    let game = of(4);
    for (text, told) in [
        ("", "an action is missing here"),
        ("drw", "`drw` is no action, did you mean `draw`?"),
        ("draw 2", "the action should end before `2`"),
        ("protect", "`protect` is followed by a colour: `protect red`"),
        ("protect rad", "`rad` is no colour, did you mean `red`?"),
        ("protect 1", "`1` is no colour"),
        (
            "place",
            "`` is no column: say `place new` or a column from 1 to 3",
        ),
        (
            "place 0",
            "`0` is no column: say `place new` or a column from 1 to 3",
        ),
        (
            "place 4",
            "`4` is no column: say `place new` or a column from 1 to 3",
        ),
        (
            "place -1",
            "`-1` is no column: say `place new` or a column from 1 to 3",
        ),
        ("place new 1", "the action should end before `1`"),
        ("take new", "`new` is no column: say a column from 1 to 3"),
        (
            "take 99999999999999999999",
            "`99999999999999999999` is no column: say a column from 1 to 3",
        ),
        (
            "take 1\u{1b}[31m",
            "`1[31m` is no column: say a column from 1 to 3",
        ),
    ] {
        assert_eq!(fault(game.read_action(text)), told, "{text:?}");
    }
    for long in ["draw ".repeat(1_000_000), "🎲".repeat(100)] {
        assert!(fault(game.read_action(&long)).ends_with("is too long to be an action"));
        assert!(fault(game.read_outcome(&long)).ends_with("is too long to be an outcome"));
    }
}

#[test]
fn luck_that_cannot_be_read_is_told() {
    let game = of(4);
    let no_card = "it should be a colour with a value from 1 to 6, `die` or `switch`";
    let say = "say `card` and the card that was turned, or `die` and what it shows";
    for (text, told) in [
        ("", format!("`` tells no luck: {say}")),
        ("red 5", format!("`red` tells no luck: {say}")),
        ("card", "which card is it?".into()),
        ("card red", format!("`red` is no card: {no_card}")),
        ("card red 0", format!("`red 0` is no card: {no_card}")),
        ("card red 7", format!("`red 7` is no card: {no_card}")),
        ("card red +5", format!("`red +5` is no card: {no_card}")),
        ("card red 05", format!("`red 05` is no card: {no_card}")),
        ("card r five", format!("`r five` is no card: {no_card}")),
        ("card r+5", format!("`r+5` is no card: {no_card}")),
        ("card r05", format!("`r05` is no card: {no_card}")),
        ("card r-5", format!("`r-5` is no card: {no_card}")),
        ("card die 3", format!("`die 3` is no card: {no_card}")),
        (
            "card swich",
            format!("`swich` is no card: {no_card}, did you mean `switch`?"),
        ),
        ("card red 5 5", "the outcome should end before `5`".into()),
        ("die", "what does the die show?".into()),
        (
            "die stat",
            "the die cannot show `stat`, did you mean `star`?".into(),
        ),
        ("die 6", "the die cannot show `6`".into()),
        ("die red blue", "the outcome should end before `blue`".into()),
    ] {
        assert_eq!(fault(game.read_outcome(text)), told, "{text:?}");
    }
}

#[test]
fn a_game_is_found_by_its_players_and_options() {
    let option = |key: &str, value: &str| [(key.to_string(), value.to_string())];
    let risky = push::game(4, &option("variant", "risk")).unwrap();
    assert_eq!((risky.variant(), risky.seats()), (Variant::Risk, 4));
    assert_eq!(push::game(4, &risky.options()).unwrap(), risky);
    assert_eq!(
        (risky.id(), risky.name(), risky.fingerprint()),
        ("push", "PUSH", None)
    );
    let usual = push::game(2, &option("variant", "standard")).unwrap();
    assert_eq!((usual.options(), usual), (vec![], of(2)));
    for (players, key, value, told) in [
        (1, "variant", "risk", "PUSH is for 2 to 6 players, not 1"),
        (7, "variant", "risk", "PUSH is for 2 to 6 players, not 7"),
        (
            2,
            "variant",
            "rsk",
            "the variant is `standard` or `risk`, not `rsk`, did you mean `risk`?",
        ),
        (
            2,
            "varient",
            "risk",
            "there is no option `varient`, did you mean `variant`?",
        ),
        (2, "forfeit_always", "true", "there is no option `forfeit_always`"),
    ] {
        assert_eq!(fault(push::game(players, &option(key, value))), told);
    }
}
