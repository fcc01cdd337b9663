//! Every action of every sheet has a text of its own.

use std::collections::BTreeSet;

use finaud_record::Notation;
use finaud_rules::{Game, SoloGame, builtin, builtin_ids};

fn game(id: &str) -> SoloGame {
    SoloGame::new(builtin(id).unwrap().clone(), 1).unwrap()
}

#[test]
fn every_action_reads_back_as_itself() {
    for id in builtin_ids() {
        let game = game(id);
        let mut texts = BTreeSet::new();
        for number in 0..game.action_count() {
            let action = game
                .action_from_index(number)
                .unwrap_or_else(|| panic!("{id}: no action {number}"));
            let text = game.action_text(action);
            assert_eq!(game.read_action(&text), Ok(action), "{id}: {number} is `{text}`");
            assert_eq!(game.action_index(action), Some(number), "{id}: `{text}`");
            assert!(text.len() < 60, "{id}: `{text}` is long");
            assert!(texts.insert(text.clone()), "{id}: `{text}` has two meanings");
        }
    }
}

#[test]
fn texts_read_like_the_game() {
    for (id, texts) in [
        (
            "tres-fute",
            &[
                "roll",
                "end rolls",
                "take back green",
                "yellow 3 r1",
                "white as yellow 3 r4",
                "blue 7",
                "green",
                "white as green",
                "orange 6",
                "+1 violet 4",
                "yellow X: yellow 3 r1",
                "black X or black 6: green",
                "black X or black 6: orange 6",
            ][..],
        ),
        ("tres-fute-deluxe", &["black ?: violet 4", "blue ?: blue 12"]),
        (
            "melange-fute",
            &[
                "yellow top 6",
                "white as yellow bottom 1 joker ?",
                "green left 6",
                "green right 1 joker 6 polish 2",
                "orange 5 #2",
                "violet 17 polish 1",
                "melange: joker",
                "melange: return",
                "melange: polish",
            ],
        ),
        (
            "hyper-fute",
            &[
                "yellow 3 r1",
                "turquoise 4 r1",
                "turquoise 4 r1,3",
                "blue left 6",
                "blue right 8 joker 6",
                "brown 5 #2",
                "pink half 2",
                "+1 white as pink times 4 joker ?",
            ],
        ),
    ] {
        let game = game(id);
        for text in texts {
            let action = game
                .read_action(text)
                .unwrap_or_else(|fault| panic!("{id}: `{text}`: {fault}"));
            assert_eq!(game.action_text(action), *text, "{id}");
        }
    }
}

#[test]
fn reading_forgives_case_blanks_and_letters() {
    for (id, loose, tidy) in [
        ("tres-fute", "  WHITE  as\tYellow 3   R1 ", "white as yellow 3 r1"),
        ("tres-fute", "w as y 3 r1", "white as yellow 3 r1"),
        ("tres-fute", "yellow r1 c1", "yellow 3 r1"),
        ("tres-fute", "blue 7 r2 c3", "blue 7"),
        ("tres-fute", "Yellow x : yellow 3 r1", "yellow X: yellow 3 r1"),
        ("tres-fute", "END   ROLLS", "end rolls"),
        ("hyper-fute", "turquoise 4 r3 , 1", "turquoise 4 r1,3"),
        ("hyper-fute", "brown #2", "brown 5 #2"),
        (
            "melange-fute",
            "green right 1 polish 2 joker 6",
            "green right 1 joker 6 polish 2",
        ),
    ] {
        let game = game(id);
        assert_eq!(game.action_text(game.read_action(loose).unwrap()), tidy);
    }
}

#[test]
fn what_cannot_be_read_is_named() {
    for (id, text, fault) in [
        ("tres-fute", "", "an action is missing here"),
        (
            "tres-fute",
            "yelow 3 r1",
            "`yelow` is no die and no action, did you mean `yellow`?",
        ),
        (
            "tres-fute",
            "rol",
            "`rol` is no die and no action, did you mean `roll`?",
        ),
        (
            "tres-fute",
            "white 4",
            "say what the white die stands for: `white as yellow`",
        ),
        (
            "tres-fute",
            "blue as green",
            "the blue die cannot stand for another colour; only white can",
        ),
        (
            "tres-fute",
            "white as vilet 4",
            "`vilet` is no zone, did you mean `violet`?",
        ),
        (
            "tres-fute",
            "yellow 3",
            "yellow has several such cells; write the row too, as in `3 r1`",
        ),
        ("tres-fute", "blue 13", "blue has no cell printed 13"),
        ("tres-fute", "blue 7 r9", "blue has no cell printed 7 in row 9"),
        (
            "tres-fute",
            "blue -7",
            "name a cell of blue by its number, with `r` and the row if need be, not `-7`",
        ),
        ("tres-fute", "orange 7", "`7` cannot be entered in orange"),
        (
            "tres-fute",
            "orange 99999999999999999999",
            "a number for orange should stand here, not `99999999999999999999`",
        ),
        ("tres-fute", "green 4", "the action should end before `4`"),
        ("tres-fute", "orange 4 joker 6", "the sheet has no joker box `6`"),
        (
            "tres-fute",
            "yelow X: yellow 3 r1",
            "`yelow X` is no bonus that asks for a choice, did you mean `yellow X`?",
        ),
        ("tres-fute", "yellow X: blue 7", "`yellow X` cannot mark blue"),
        (
            "tres-fute",
            "take green",
            "`take` is followed by `back` and a die: `take back yellow`",
        ),
        (
            "melange-fute",
            "orange 5 #2 polish 4",
            "`4` polish boxes cannot be spent: the sheet has 3",
        ),
        (
            "melange-fute",
            "yellow tpo 3",
            "in yellow, name a line: top, middle, bottom, not `tpo`, did you mean `top`?",
        ),
        (
            "melange-fute",
            "melange: fox",
            "`melange:` is followed by one of polish, return, joker, not `fox`",
        ),
        (
            "hyper-fute",
            "turquoise 4 r1,1",
            "row 1 of turquoise is named twice",
        ),
        (
            "hyper-fute",
            "turquoise 4 r6",
            "`r6` should be `r` and rows from 1 to 5, as in `r1,3`",
        ),
        (
            "hyper-fute",
            "brown 5",
            "brown has several cells printed 5; write the place too, as in `5 #2`",
        ),
        (
            "hyper-fute",
            "brown 5 #3",
            "brown has no cell printed 5 at place 3",
        ),
        ("hyper-fute", "pink 4", "in pink, say `half` or `times`, not `4`"),
        ("hyper-fute", "blue 6", "in blue, say `left` or `right`, not `6`"),
    ] {
        assert_eq!(
            game(id).read_action(text).unwrap_err().to_string(),
            fault,
            "{id}: `{text}`"
        );
    }
}

#[test]
fn luck_is_read_in_any_order() {
    let game = game("tres-fute");
    for (loose, tidy) in [
        ("W4 Y3 B2 G6 O1 V5", "W4 Y3 B2 G6 O1 V5"),
        ("v5, white 4 yellow3 B 2", "W4 Y3 B2 V5"),
        ("platter B V O slots W Y G", "platter B O V slots W Y G"),
        (
            "SLOTS white y G platter blue, violet, o",
            "platter B O V slots W Y G",
        ),
    ] {
        let outcome = game
            .read_outcome(loose)
            .unwrap_or_else(|fault| panic!("{loose}: {fault}"));
        assert_eq!(game.outcome_text(outcome), tidy);
        assert_eq!(game.read_outcome(tidy), Ok(outcome));
    }
    for (text, fault) in [
        (
            "",
            "no die is named; write each as its letter and face, as in `W4`",
        ),
        ("W4 W5", "the white die is named twice"),
        ("W7", "a die cannot show `7`"),
        ("W0", "a die cannot show `0`"),
        ("W-3", "a die cannot show `-3`"),
        (
            "W999999999999999999999999",
            "a die cannot show `999999999999999999999999`",
        ),
        ("W", "what does the die `W` show?"),
        ("Z3", "`Z` is none of the dice W Y B G O V"),
        (
            "vilet 3",
            "`vilet` is none of the dice W Y B G O V, did you mean `violet`?",
        ),
        ("4", "`4` is none of the dice W Y B G O V"),
        (
            "platter B V O slots W Y",
            "name three dice after `platter` and three after `slots`: `platter B V O slots W Y G`",
        ),
        ("platter B V O slots W Y B", "the blue die is named twice"),
        (
            "platter",
            "name three dice after `platter` and three after `slots`: `platter B V O slots W Y G`",
        ),
    ] {
        assert_eq!(
            game.read_outcome(text).unwrap_err().to_string(),
            fault,
            "`{text}`"
        );
    }
}
