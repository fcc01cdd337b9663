//! What the built-in sheets have in common and how they differ.

use finaud_rules::{
    Award, Face, GiftChoice, Give, Power, Provenance, Rulings, Sheet, builtin, builtin_ids, builtin_text,
};

use super::{sheet, text, word, words};

#[test]
fn all_read_without_a_problem() {
    assert_eq!(
        builtin_ids(),
        [
            "tres-fute",
            "tres-fute-deluxe",
            "melange-fute",
            "hyper-fute",
            "vraiment-tres-fute",
            "clever-4ever"
        ]
    );
    for id in builtin_ids() {
        let reading = Sheet::read(text(id));
        assert_eq!(reading.problems, [], "{id}");
        let read = reading.sheet.expect("a sheet without problems");
        assert_eq!(read.id, *id);
        assert_eq!(Some(&read), builtin(id));
    }
    assert_eq!(builtin("presque-fute"), None);
    assert_eq!(builtin_text("presque-fute"), None);
}

#[test]
fn provenance_rounds_and_slots() {
    let provenance = builtin_ids()
        .iter()
        .map(|id| sheet(id).provenance)
        .collect::<Vec<_>>();
    let expected = [
        Provenance::Printed,
        Provenance::Inferred,
        Provenance::Reconstruction,
        Provenance::Printed,
        Provenance::Printed,
        Provenance::Printed,
    ];
    assert_eq!(provenance, expected);
    for id in builtin_ids() {
        assert_eq!(sheet(id).rounds, [6, 6, 5, 4]);
        assert_eq!(sheet(id).round_awards.len(), 6);
        assert_eq!(sheet(id).numbered_slots, id == "hyper-fute");
    }
}

#[test]
fn dice_are_white_and_the_zones() {
    for id in builtin_ids() {
        let sheet = sheet(id);
        assert_eq!(sheet.dice[0].name, "white");
        for (die, zone) in sheet.dice[1..].iter().zip(&sheet.zones) {
            assert_eq!(die.name, zone.name);
        }
    }
    let names = |id| {
        sheet(id)
            .zones
            .iter()
            .map(|zone| zone.name.as_str())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        names("melange-fute"),
        ["yellow", "blue", "green", "orange", "violet"]
    );
    assert_eq!(
        names("hyper-fute"),
        ["yellow", "turquoise", "blue", "brown", "pink"]
    );
    let letters: String = sheet("hyper-fute").dice.iter().map(|die| die.letter).collect();
    assert_eq!(letters, "WYTBNP");
}

#[test]
fn every_action_has_as_many_sources_as_boxes() {
    let expected = [
        ("tres-fute", vec![("reroll", 7), ("+1", 7)]),
        ("tres-fute-deluxe", vec![("reroll", 7), ("+1", 7)]),
        ("melange-fute", vec![("reroll", 6), ("+1", 7), ("melange", 9)]),
        ("hyper-fute", vec![("reroll", 7), ("+1", 7), ("joker", 7)]),
    ];
    for (id, counts) in expected {
        let sheet = sheet(id);
        for (action, count) in counts {
            let sources = sheet
                .awards()
                .filter(|award| word(sheet, Some(*award)) == action)
                .count();
            assert_eq!(sources, count, "{id}: {action}");
            let boxes: u8 = match Power::from_word(action) {
                Some(power) => sheet.power(power).boxes,
                None => [Power::Polish, Power::TakeBack, Power::Joker]
                    .map(|row| sheet.power(row).boxes)
                    .iter()
                    .sum(),
            };
            assert_eq!(usize::from(boxes), count, "{id}: {action}");
        }
    }
}

#[test]
fn foxes() {
    assert_eq!(
        builtin_ids()
            .iter()
            .map(|id| sheet(id).fox_count())
            .collect::<Vec<_>>(),
        [5, 5, 5, 6, 6, 7]
    );
    for id in builtin_ids() {
        for zone in &sheet(id).zones {
            let foxes = zone.awards().iter().filter(|award| **award == Award::Fox).count();
            // Each shade of a map has its own.
            let expected = if matches!(zone.mechanic, finaud_rules::Mechanic::Regions(_)) {
                3
            } else {
                1
            };
            assert_eq!(foxes, expected, "{id}, {}", zone.name);
        }
    }
}

#[test]
fn round_bonuses() {
    let rounds = |id: &str| words(sheet(id), &sheet(id).round_awards);
    assert_eq!(
        rounds("tres-fute"),
        ["reroll", "+1", "reroll", "black X or black 6", "", ""]
    );
    assert_eq!(
        rounds("tres-fute-deluxe"),
        ["reroll", "+1", "reroll", "black ?", "", ""]
    );
    assert_eq!(
        rounds("melange-fute"),
        ["reroll", "+1", "melange", "black ?", "", ""]
    );
    assert_eq!(rounds("hyper-fute"), ["reroll", "+1", "joker", "black ?", "", ""]);
}

#[test]
fn rulings_follow_the_boxes() {
    let set = |id: &str| {
        Rulings::KEYS
            .into_iter()
            .filter(|key| sheet(id).rulings.get(key) == Some(true))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        set("tres-fute"),
        ["passive_must_pick", "fallback_ignores_actions"]
    );
    for id in ["tres-fute-deluxe", "melange-fute", "hyper-fute"] {
        assert_eq!(
            set(id),
            ["forfeit_always", "fallback_ignores_actions", "solo_fallback"],
            "{id}"
        );
    }
}

#[test]
fn rating_edges() {
    let steps = |id: &str| sheet(id).ratings.iter().map(|step| step.from).collect::<Vec<_>>();
    let down = |first: i16, rest: &[i16]| {
        [first]
            .iter()
            .chain(rest)
            .map(|from| Some(*from))
            .chain([None])
            .collect::<Vec<_>>()
    };
    let star = down(281, &[260, 240, 220, 200, 180, 160, 140]);
    assert_eq!(steps("tres-fute"), star);
    assert_eq!(steps("tres-fute-deluxe"), star);
    assert_eq!(
        steps("melange-fute"),
        down(421, &[390, 360, 330, 300, 270, 240, 210, 180, 160])
    );
    assert_eq!(
        steps("hyper-fute"),
        down(450, &[420, 390, 360, 330, 300, 270, 240, 210, 180])
    );
    let step = |id: &str, score| {
        let sheet = sheet(id);
        sheet
            .ratings
            .iter()
            .position(|step| Some(step) == sheet.rating(score))
    };
    assert_eq!(
        [
            step("tres-fute", 281),
            step("tres-fute", 280),
            step("tres-fute", 260)
        ],
        [Some(0), Some(1), Some(1)]
    );
    assert_eq!(
        [step("tres-fute", 139), step("tres-fute", -20)],
        [Some(8), Some(8)]
    );
    assert_eq!(
        [step("melange-fute", 420), step("melange-fute", 421)],
        [Some(1), Some(0)]
    );
    assert_eq!(
        [
            step("hyper-fute", 450),
            step("hyper-fute", 449),
            step("hyper-fute", 179)
        ],
        [Some(0), Some(1), Some(10)]
    );
}

#[test]
fn every_title_is_written_once_on_a_sheet() {
    for id in builtin_ids() {
        for language in ["fr", "en", "de"] {
            let mut titles: Vec<&str> = sheet(id)
                .ratings
                .iter()
                .map(|step| step.titles.get(language).unwrap())
                .collect();
            titles.sort_unstable();
            titles.dedup();
            assert_eq!(titles.len(), sheet(id).ratings.len(), "{id}");
        }
    }
}

#[test]
fn bonuses_mark_zones_that_can_take_them_and_black_ones_all_of_those() {
    for id in builtin_ids() {
        let sheet = sheet(id);
        for gift in &sheet.gifts {
            let GiftChoice::Mark(choice) = &gift.choice else {
                continue;
            };
            for (zone, give) in choice {
                let zone = &sheet.zones[usize::from(*zone)];
                assert!(zone.takes(*give), "{id}: {} in {}", gift.name, zone.name);
            }
            for give in [Give::Cross, Give::Number(Face::Six), Give::Free] {
                let has = choice.iter().filter(|(_, other)| *other == give).count();
                let takes = sheet.zones.iter().filter(|zone| zone.takes(give)).count();
                let black = gift.name.contains("black") && has > 0;
                assert!(!black || has == takes, "{id}: {}", gift.name);
            }
        }
    }
    let takers = |id: &str, give: Give| {
        let zones = sheet(id).zones.iter().filter(|zone| zone.takes(give));
        zones.map(|zone| zone.name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(takers("tres-fute", Give::Cross), ["yellow", "blue", "green"]);
    assert_eq!(takers("tres-fute", Give::Number(Face::Six)), ["orange", "violet"]);
    assert_eq!(takers("melange-fute", Give::Cross), ["blue", "orange"]);
    assert_eq!(takers("melange-fute", Give::Number(Face::Six)), ["violet"]);
    assert_eq!(
        takers("hyper-fute", Give::Cross),
        ["yellow", "turquoise", "brown"]
    );
}
