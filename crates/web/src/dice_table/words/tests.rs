//! What is said of actions, bonuses and dice.

use super::*;
use crate::messages::tests::{english, french, german};
use finaud_record::Notation;
use finaud_rules::{Game, Seat, SoloGame};

#[test]
fn a_number_is_told_with_what_it_is_multiplied_by() {
    let game = SoloGame::new(builtin("melange-fute").unwrap().clone(), 1).unwrap();
    let start = game.start();
    let (green, ink) = (2, start.player(Seat(0)).ink(2));
    let told = |side| mark(english(), game.sheet(), green, ink, Mark::Side(side, 5), Some(5));
    assert_eq!(told(Side::Left), "left green cell: 5 × 2 = 10");
    assert_eq!(told(Side::Right), "right green cell: 5 × 3 = 15");
}

#[test]
fn an_action_is_told_as_a_player_would_say_it() {
    let game = SoloGame::new(builtin("tres-fute").unwrap().clone(), 1).unwrap();
    let told = |position: &str, text: &str| {
        let state = game.read_position(position).unwrap();
        let chosen = game.read_action(text).unwrap();
        [french(), english(), german()].map(|language| {
            action(
                language,
                game.sheet(),
                state.dice(),
                state.player(Seat(0)),
                chosen,
            )
            .replace('\u{a0}', " ")
        })
    };
    let rolled = "tres-fute phase=rolled pool=W5,Y5,B6,G4,O5,V5 /";
    assert_eq!(
        told(rolled, "green"),
        [
            "4 vert → prochaine case verte",
            "green 4 → next green cell",
            "Grün 4 → nächstes grünes Feld"
        ]
    );
    assert_eq!(
        told(rolled, "yellow 5 r2"),
        [
            "5 jaune → case jaune 5, ligne 2",
            "yellow 5 → yellow 5, row 2",
            "Gelb 5 → gelbe 5, Reihe 2"
        ]
    );
    assert_eq!(
        told(rolled, "orange 5"),
        [
            "5 orange → prochaine case orange",
            "orange 5 → next orange cell",
            "Orange 5 → nächstes oranges Feld"
        ]
    );
    let bonus = "tres-fute phase=round-start round=4 / pending=black_X_or_black_6";
    assert_eq!(
        told(bonus, "black X or black 6: yellow 5 r2"),
        [
            "X noir → case jaune 5, ligne 2",
            "black X → yellow 5, row 2",
            "schwarzes X → gelbe 5, Reihe 2"
        ]
    );
}

#[test]
fn a_bonus_is_told_with_the_cells_it_belongs_to() {
    let game = SoloGame::new(builtin("tres-fute").unwrap().clone(), 1).unwrap();
    let start = game.start();
    let sheet = game.sheet();
    let told = |zone: usize, n: usize| {
        let view = sheet.zones[zone].view(start.player(Seat(0)).ink(zone));
        let (spot, found) = view.bonuses().nth(n).unwrap();
        [french(), english(), german()]
            .map(|language| bonus(language, sheet, zone, &view, spot, found.award).replace('\u{a0}', " "))
    };
    assert_eq!(
        told(0, 0),
        [
            "croix bleue, pour la première ligne jaune",
            "blue X, for the first yellow row",
            "blaues X, für die erste gelbe Reihe"
        ]
    );
    assert_eq!(
        told(2, 0),
        [
            "vert, case 4, au moins 4 : +1",
            "green, cell 4, at least 4: +1",
            "Grün, Feld 4, mindestens 4: +1"
        ]
    );
    let yellow = sheet.zones[0].view(start.player(Seat(0)).ink(0));
    let fives: Vec<String> = yellow
        .cells
        .iter()
        .filter(|five| five.printed == Printed::Number(5))
        .map(|five| cell(french(), sheet, 0, &yellow, five.id))
        .collect();
    assert_eq!(fives, ["jaune 5, ligne 1", "jaune 5, ligne 2"]);
}

#[test]
fn the_letters_of_a_sheet_differ_in_every_language() {
    for id in builtin_ids() {
        let sheet = builtin(id).unwrap();
        for language in Language::all() {
            let letters = Die::ALL.map(|die| letter(language, sheet, die));
            let distinct: std::collections::BTreeSet<char> = letters.into_iter().collect();
            assert_eq!(distinct.len(), letters.len(), "{id} {language:?}: {letters:?}");
        }
    }
}

#[test]
fn green_is_called_by_its_own_name() {
    let sheet = builtin("tres-fute").unwrap();
    let green = sheet.die_named("green").unwrap();
    assert_eq!(
        [french(), english(), german()].map(|language| letter(language, sheet, green)),
        ['V', 'G', 'Ü']
    );
    // Brown has another letter than its name begins with.
    let sheet = builtin("hyper-fute").unwrap();
    let letters = |language| {
        Die::ALL
            .map(|die| letter(language, sheet, die))
            .iter()
            .collect::<String>()
    };
    assert_eq!([french(), english()].map(letters), ["CJTBMR", "WYTBNP"]);
}

#[test]
fn a_sheet_with_letters_of_its_own_keeps_them() {
    let mut sheet = builtin("tres-fute").unwrap().clone();
    sheet.dice[1].letter = 'Q';
    let letters = Die::ALL.map(|die| letter(french(), &sheet, die));
    assert_eq!(letters, ['W', 'Q', 'B', 'G', 'O', 'V']);
}
