//! Marks: which a zone knows, how they are numbered, and that it refuses all others.

mod common;

use common::given;
use finaud_record::Notation;
use finaud_rules::{
    Action, Die, Entry, Game, Mark, Mechanic, Seat, Sheet, Side, TableGame, Zone, builtin, builtin_ids,
    builtin_text,
};

/// Marks of all kinds, far beyond what any sheet has.
fn marks() -> Vec<Mark> {
    let mut marks = vec![Mark::Next];
    marks.extend((0..=40).map(Mark::Cell));
    marks.extend((0..=60).map(Mark::Number));
    marks.extend((0..=13).flat_map(|number| (0..=63).map(move |rows| Mark::Cells { number, rows })));
    marks.extend((0..=8).flat_map(|number| [Mark::Half(number), Mark::Times(number)]));
    marks.extend((0..=14).flat_map(|number| [Side::Left, Side::Right].map(|side| Mark::Side(side, number))));
    marks.extend((0..=6).flat_map(|line| (0..=8).map(move |number| Mark::Line(line, number))));
    marks.extend(sets());
    marks
}

/// The sets of crosses that a zone knows by number.
fn sets() -> impl Iterator<Item = Mark> {
    let silver = &zones("vraiment-tres-fute")[0];
    (silver.gift_mark_count()..silver.mark_count()).filter_map(|index| silver.mark_at(index))
}

fn zones(id: &str) -> &'static [Zone] {
    &builtin(id).expect("built in").zones
}

#[test]
fn each_zone_numbers_its_marks_without_a_gap() {
    for zone in builtin_ids().iter().flat_map(|id| zones(id)) {
        let mut numbered: Vec<(usize, Mark)> = marks()
            .into_iter()
            .filter_map(|mark| zone.mark_index(mark).map(|index| (index, mark)))
            .collect();
        numbered.sort_unstable();
        let numbers = numbered.iter().map(|(index, _)| *index);
        assert!(numbers.eq(0..zone.mark_count()), "{}", zone.name);
        for (index, mark) in numbered {
            assert_eq!(zone.mark_at(index), Some(mark), "{}", zone.name);
        }
        for beyond in [0, 1, 200, 255, 256, 300].map(|more| zone.mark_count() + more) {
            assert_eq!(zone.mark_at(beyond), None, "{} {beyond}", zone.name);
        }
    }
}

#[test]
fn zones_have_as_many_marks_as_their_cells_and_numbers_need() {
    let counts = |id: &str| {
        zones(id)
            .iter()
            .map(|zone| (zone.name.as_str(), zone.mark_count()))
            .collect::<Vec<_>>()
    };
    // A mark for each cell, one for the next cross, or one for each number of a die.
    let star = [
        ("yellow", 16),
        ("blue", 12),
        ("green", 1),
        ("orange", 6),
        ("violet", 6),
    ];
    assert_eq!(counts("tres-fute"), star);
    assert_eq!(counts("tres-fute-deluxe"), star);
    // Six numbers in three lines and in two cells of a block; violet numbers go up to 46.
    assert_eq!(
        counts("melange-fute"),
        [
            ("yellow", 18),
            ("blue", 15),
            ("green", 12),
            ("orange", 12),
            ("violet", 46)
        ]
    );
    // Turquoise: six numbers in every choice of five rows. Blue: 2 to 12 on two sides. Pink: three halves, six wholes.
    assert_eq!(
        counts("hyper-fute"),
        [
            ("yellow", 18),
            ("turquoise", 186),
            ("blue", 22),
            ("brown", 12),
            ("pink", 9)
        ]
    );
    // Silver: a mark for each cell, and one for each set of a main cross and lower ones. Blue: sums up to 12.
    assert_eq!(
        counts("vraiment-tres-fute"),
        [
            ("silver", 24 + 59_140),
            ("yellow", 20),
            ("blue", 12),
            ("green", 12),
            ("pink", 6)
        ]
    );
    assert_eq!(zones("vraiment-tres-fute")[0].gift_mark_count(), 24);
    // Blue: six rows and six columns. Grey: a mark for each part.
    assert_eq!(
        counts("clever-4ever"),
        [
            ("yellow", 18),
            ("blue", 36),
            ("grey", 17),
            ("green", 12),
            ("pink", 6)
        ]
    );
}

#[test]
fn a_die_makes_the_marks_that_are_listed_and_no_other() {
    for id in builtin_ids() {
        let letters: String = builtin(id)
            .expect("built in")
            .dice
            .iter()
            .map(|die| die.letter)
            .collect();
        for face in 1..=6 {
            let dice: Vec<String> = letters.chars().map(|letter| format!("{letter}{face}")).collect();
            let table = given(&format!("{id} phase=rolled pool={} / /", dice.join(",")));
            let mut legal = Vec::new();
            table.game.legal(&table.position, Seat(0), &mut legal);
            for (zone, die) in (0..).zip(&Die::ALL[1..]) {
                for mark in marks().into_iter() {
                    let action = Action::Pick(Entry::plain(*die, zone, mark));
                    let mut after = table.position;
                    assert_eq!(
                        table.game.play(&mut after, Seat(0), action).is_ok(),
                        legal.contains(&action),
                        "{id}: {action:?} with a {face}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_line_that_does_not_exist_takes_no_number() {
    let lines = zones("melange-fute")
        .iter()
        .filter_map(|zone| match &zone.mechanic {
            Mechanic::Lines(lines) => Some(lines.lines.len() as u8),
            _ => None,
        });
    assert_eq!(lines.collect::<Vec<_>>(), [3]);
    let table = given("melange-fute phase=rolled pool=W4,Y4,B4,G4,O4,V4 / /");
    let into = |line: u8| {
        let action = Action::Pick(Entry::plain(Die::Zone1, 0, Mark::Line(line, 4)));
        table
            .game
            .play(&mut table.position.clone(), Seat(0), action)
            .is_ok()
    };
    assert_eq!(
        [0, 1, 2, 3, 4, 255].map(into),
        [true, true, true, false, false, false]
    );
}

/// Hyper Futé with a turquoise zone of two rows and a yellow one that works alike.
fn two_turquoise_rows() -> TableGame {
    let text = builtin_text("hyper-fute").expect("built in");
    let start = text
        .find("name = \"turquoise\"\nmechanic")
        .expect("the turquoise zone");
    let end = start + text[start..].find("[[zones]]").expect("the zone behind it");
    let zone = r#"name = "turquoise"
        mechanic = "grid"
        matching = true
        cells = ["1 2 3 4 5 6", "1 2 3 4 5 6"]
        score = "rows"
        points = [1, 3, 6, 10, 15, 21]
        "#;
    let text = format!("{}{zone}{}", &text[..start], &text[end..])
        .replace("access = \"by slot\"\n", "matching = true\n")
        .replace("grey = [\"5 6\", \"3 4\", \"1 2\"]\n", "");
    let sheet = Sheet::read(&text).sheet.expect("a good sheet");
    TableGame::new(sheet, 2).expect("two players")
}

#[test]
fn matching_dice_count_along_in_a_small_grid_too() {
    let game = two_turquoise_rows();
    for (slot, ways) in [("Y5", 2), ("Y3", 3)] {
        let line = format!("hyper-fute roll=2 phase=rolled pool=W6,T3,B6,N6,P6 slots={slot} / /");
        let position = game.read_position(&line).expect("a position");
        let mut legal = Vec::new();
        game.legal(&position, Seat(0), &mut legal);
        let picks = legal
            .iter()
            .filter(|action| matches!(action, Action::Pick(entry) if entry.die == Die::Zone2));
        assert_eq!(picks.count(), ways, "{line}");
        // Picked one by one, they are the same.
        let mut scratch = Vec::new();
        for (index, action) in legal.iter().enumerate() {
            let picked = game.nth_legal(&position, Seat(0), &mut scratch, |count| {
                assert_eq!(count, legal.len());
                index
            });
            assert_eq!(picked, Some(*action));
        }
    }
}
