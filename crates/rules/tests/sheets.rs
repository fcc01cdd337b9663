//! The built-in sheets say what is printed.

use finaud_rules::zone::{Access, Factor, GridScore, LineRule, TrackRule, TrackScore, Writes};
use finaud_rules::{
    Award, Face, GiftChoice, Give, Joker, Mechanic, Power, Provenance, Rulings, Sheet, Source, Zone, builtin,
    builtin_ids, builtin_text,
};

fn sheet(id: &str) -> &'static Sheet {
    builtin(id).unwrap_or_else(|| panic!("{id} cannot be read"))
}

fn text(id: &str) -> &'static str {
    builtin_text(id).unwrap_or_else(|| panic!("there is no {id}"))
}

/// The bonus as the sheet writes it; "" for none.
fn word(sheet: &Sheet, award: Option<Award>) -> String {
    match award {
        None => String::new(),
        Some(Award::Fox) => "fox".to_string(),
        Some(Award::Circle(power)) => power.word().to_string(),
        Some(Award::Gift(gift)) => sheet.gifts[usize::from(gift)].name.clone(),
    }
}

fn words<'a>(sheet: &Sheet, awards: impl IntoIterator<Item = &'a Option<Award>>) -> Vec<String> {
    awards.into_iter().map(|award| word(sheet, *award)).collect()
}

fn zone<'a>(sheet: &'a Sheet, name: &str) -> &'a Zone {
    &sheet.zones[usize::from(sheet.zone_named(name).unwrap_or_else(|| panic!("no zone {name}")))]
}

macro_rules! mechanic {
    ($sheet:expr, $zone:expr, $kind:ident) => {
        match &zone($sheet, $zone).mechanic {
            Mechanic::$kind(mechanic) => mechanic,
            other => panic!("{} is {other:?}", $zone),
        }
    };
}

/// The bonus of the group with exactly these cells (counted from 1), and its points.
fn group(sheet: &Sheet, name: &str, cells: &[u32]) -> (String, i16) {
    let mask = cells.iter().fold(0, |mask, cell| mask | 1 << (cell - 1));
    let grid = mechanic!(sheet, name, Grid);
    let found: Vec<_> = grid.groups().iter().filter(|group| group.cells == mask).collect();
    assert_eq!(found.len(), 1, "{name} {cells:?}: {:?}", grid.groups());
    (word(sheet, found[0].award), found[0].points)
}

/// The printed rows: numbers, `X` and `-`.
fn printed(sheet: &Sheet, name: &str) -> Vec<String> {
    let grid = mechanic!(sheet, name, Grid);
    let cell = |cell: u8| match grid.number(cell) {
        Some(number) => number.to_string(),
        None if grid.printed() >> cell & 1 != 0 => "X".to_string(),
        None => "-".to_string(),
    };
    let row = |row: u8| {
        (0..grid.columns())
            .map(|column| cell(row * grid.columns() + column))
            .collect::<Vec<_>>()
    };
    (0..grid.rows()).map(|at| row(at).join(" ")).collect()
}

/// Cells (counted from 1) of a mask.
fn cells(mask: u32) -> Vec<u32> {
    (0..32)
        .filter(|cell| mask >> cell & 1 != 0)
        .map(|cell| cell + 1)
        .collect()
}

mod builtin_sheets {
    use super::*;

    #[test]
    fn all_read_without_a_problem() {
        assert_eq!(
            builtin_ids(),
            ["tres-fute", "tres-fute-deluxe", "melange-fute", "hyper-fute"]
        );
        for id in builtin_ids() {
            let reading = Sheet::read(text(id));
            assert_eq!(reading.problems, [], "{id}");
            let read = reading.sheet.expect("a sheet without problems");
            assert_eq!(read.id, *id);
            assert_eq!(Some(&read), builtin(id));
        }
        assert_eq!(builtin("vraiment-tres-fute"), None);
        assert_eq!(builtin_text("vraiment-tres-fute"), None);
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
        ];
        assert_eq!(provenance, expected);
        for id in builtin_ids() {
            assert_eq!(sheet(id).rounds, [6, 6, 5, 4]);
            assert_eq!(sheet(id).round_awards.len(), 6);
            assert_eq!(sheet(id).numbered_slots, *id == "hyper-fute");
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
            [5, 5, 5, 6]
        );
        for id in builtin_ids() {
            for zone in &sheet(id).zones {
                let foxes = zone.awards().iter().filter(|award| **award == Award::Fox).count();
                assert_eq!(foxes, 1, "{id}, {}", zone.name);
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
            for language in 0..3 {
                let mut titles: Vec<&str> = sheet(id)
                    .ratings
                    .iter()
                    .map(|step| step.titles[language].as_str())
                    .collect();
                titles.sort_unstable();
                titles.dedup();
                assert_eq!(titles.len(), sheet(id).ratings.len(), "{id}");
            }
        }
    }
}

mod star_sheets {
    use super::*;

    #[test]
    fn yellow() {
        let sheet = sheet("tres-fute");
        assert_eq!(
            printed(sheet, "yellow"),
            ["3 6 5 X", "2 1 X 5", "1 X 2 4", "X 3 4 6"]
        );
        let rows = [[1, 2, 3], [5, 6, 8], [9, 11, 12], [14, 15, 16]];
        let bonuses = rows.map(|row| group(sheet, "yellow", &row));
        assert_eq!(
            bonuses,
            ["blue X", "orange 4", "green X", "fox"].map(|bonus| (bonus.to_string(), 0))
        );
        assert_eq!(group(sheet, "yellow", &[1, 6, 11, 16]), ("+1".to_string(), 0));
        let columns = [[1, 5, 9], [2, 6, 14], [3, 11, 15], [8, 12, 16]];
        assert_eq!(
            columns.map(|column| group(sheet, "yellow", &column).1),
            [10, 14, 16, 20]
        );
        assert_eq!(mechanic!(sheet, "yellow", Grid).groups().len(), 9);
        assert_eq!(mechanic!(sheet, "yellow", Grid).scoring(), &GridScore::Groups);
    }

    #[test]
    fn blue() {
        let sheet = sheet("tres-fute");
        assert_eq!(printed(sheet, "blue"), ["- 2 3 4", "5 6 7 8", "9 10 11 12"]);
        assert_eq!(zone(sheet, "blue").source, Source::WithWhite);
        let rows: [&[u32]; 3] = [&[2, 3, 4], &[5, 6, 7, 8], &[9, 10, 11, 12]];
        assert_eq!(
            rows.map(|row| group(sheet, "blue", row).0),
            ["orange 5", "yellow X", "fox"]
        );
        let columns: [&[u32]; 4] = [&[5, 9], &[2, 6, 10], &[3, 7, 11], &[4, 8, 12]];
        assert_eq!(
            columns.map(|column| group(sheet, "blue", column).0),
            ["reroll", "green X", "violet 6", "+1"]
        );
        let table = vec![0, 1, 2, 4, 7, 11, 16, 22, 29, 37, 46, 56];
        assert_eq!(
            mechanic!(sheet, "blue", Grid).scoring(),
            &GridScore::Crosses(table)
        );
    }

    #[test]
    fn green_orange_and_violet() {
        let sheet = sheet("tres-fute");
        let green = mechanic!(sheet, "green", Track);
        assert_eq!(
            (green.rule, green.writes, green.score),
            (TrackRule::AtLeast, Writes::Cross, TrackScore::Last)
        );
        let least: Vec<u8> = green.cells.iter().map(|cell| cell.least).collect();
        assert_eq!(least, [1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 6]);
        let points: Vec<i16> = green.cells.iter().map(|cell| cell.points).collect();
        assert_eq!(points, [1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66]);
        let bonuses = words(sheet, green.cells.iter().map(|cell| &cell.award));
        assert_eq!(
            bonuses,
            [
                "", "", "", "+1", "", "blue X", "fox", "", "violet 6", "reroll", ""
            ]
        );

        let orange = mechanic!(sheet, "orange", Track);
        assert_eq!(
            (orange.rule, orange.writes, orange.score),
            (TrackRule::Any, Writes::Number, TrackScore::Sum)
        );
        assert_eq!(orange.most, 6);
        let factors: Vec<Factor> = orange.cells.iter().map(|cell| cell.factor).collect();
        assert_eq!(factors, [1, 1, 1, 2, 1, 1, 2, 1, 2, 1, 3].map(Factor::Times));
        let bonuses = words(sheet, orange.cells.iter().map(|cell| &cell.award));
        assert_eq!(
            bonuses,
            [
                "", "", "reroll", "", "yellow X", "+1", "", "fox", "", "violet 6", ""
            ]
        );

        let violet = mechanic!(sheet, "violet", Track);
        assert_eq!(
            (violet.rule, violet.writes),
            (TrackRule::Rising { restart: Some(6) }, Writes::Number)
        );
        assert_eq!(
            (violet.score, violet.free_is_next, violet.extra.len()),
            (TrackScore::Sum, false, 0)
        );
        let bonuses = words(sheet, violet.cells.iter().map(|cell| &cell.award));
        let expected = [
            "", "", "reroll", "blue X", "+1", "yellow X", "fox", "reroll", "green X", "orange 6", "+1",
        ];
        assert_eq!(bonuses, expected);
    }

    #[test]
    fn black_bonuses_are_for_the_zones_they_fit() {
        let choice = |id: &str| sheet(id).gifts[0].choice.clone();
        let six = Give::Number(Face::Six);
        let expected = [
            (0, Give::Cross),
            (1, Give::Cross),
            (2, Give::Cross),
            (3, six),
            (4, six),
        ];
        assert_eq!(choice("tres-fute"), GiftChoice::Mark(expected.into()));
        assert_eq!(
            choice("tres-fute-deluxe"),
            GiftChoice::Mark((0..5).map(|zone| (zone, Give::Free)).collect())
        );
    }

    #[test]
    fn gifts_are_numbered_by_first_appearance() {
        let gifts: Vec<&str> = sheet("tres-fute")
            .gifts
            .iter()
            .map(|gift| gift.name.as_str())
            .collect();
        let expected = [
            "black X or black 6",
            "blue X",
            "orange 4",
            "green X",
            "orange 5",
            "yellow X",
            "violet 6",
            "orange 6",
        ];
        assert_eq!(gifts, expected);
        let gifts: Vec<&str> = sheet("hyper-fute")
            .gifts
            .iter()
            .map(|gift| gift.name.as_str())
            .collect();
        assert_eq!(
            gifts,
            [
                "black ?",
                "brown ?",
                "pink ?",
                "turquoise ?",
                "blue ?",
                "yellow ?"
            ]
        );
    }

    #[test]
    fn deluxe_is_the_classic_with_other_glyphs() {
        let (classic, deluxe) = (sheet("tres-fute"), sheet("tres-fute-deluxe"));
        let glyph = |word: String| match word.as_str() {
            "yellow X" | "blue X" | "green X" => word.replace('X', "?"),
            "violet 6" => "violet ?".to_string(),
            "black X or black 6" => "black ?".to_string(),
            _ => word,
        };
        let all = |sheet: &Sheet| {
            sheet
                .awards()
                .map(|award| word(sheet, Some(award)))
                .collect::<Vec<_>>()
        };
        assert_eq!(
            all(classic).into_iter().map(glyph).collect::<Vec<_>>(),
            all(deluxe)
        );
        assert!(all(deluxe).contains(&"orange 4".to_string()));
        for name in ["yellow", "blue"] {
            assert_eq!(printed(classic, name), printed(deluxe, name));
            let (one, other) = (mechanic!(classic, name, Grid), mechanic!(deluxe, name, Grid));
            assert_eq!(one.scoring(), other.scoring());
            let shape = |grid: &finaud_rules::zone::Grid| {
                grid.groups()
                    .iter()
                    .map(|group| (group.cells, group.points))
                    .collect::<Vec<_>>()
            };
            assert_eq!(shape(one), shape(other));
        }
        for name in ["green", "orange", "violet"] {
            let (one, other) = (mechanic!(classic, name, Track), mechanic!(deluxe, name, Track));
            assert_eq!(
                (one.rule, one.writes, one.score),
                (other.rule, other.writes, other.score)
            );
            for (one, other) in one.cells.iter().zip(&other.cells) {
                assert_eq!(
                    (one.least, one.factor, one.points),
                    (other.least, other.factor, other.points)
                );
            }
        }
    }
}

mod melange_sheet {
    use super::*;

    #[test]
    fn actions() {
        let sheet = sheet("melange-fute");
        let jokers = vec![Joker::Number(Face::Four), Joker::Number(Face::Six), Joker::Free];
        assert_eq!(sheet.power(Power::Joker).jokers, jokers);
        assert_eq!(Power::ALL.map(|power| sheet.power(power).boxes), [6, 7, 3, 3, 3]);
        assert_eq!(Power::ALL.map(|power| sheet.power(power).end), [None; 5]);
        let melange = &sheet.gifts[usize::from(sheet.gift_named("melange").expect("a gift"))];
        assert_eq!(
            melange.choice,
            GiftChoice::Circle(vec![Power::Polish, Power::TakeBack, Power::Joker])
        );
    }

    #[test]
    fn yellow() {
        let sheet = sheet("melange-fute");
        let yellow = mechanic!(sheet, "yellow", Lines);
        assert_eq!(yellow.points, [10, 15, 15, 20, 20, 25]);
        let lines: Vec<_> = yellow
            .lines
            .iter()
            .map(|line| (line.name.as_str(), line.rule, line.sign))
            .collect();
        let expected = [
            ("top", LineRule::Falling, 0),
            ("middle", LineRule::Any, -1),
            ("bottom", LineRule::Any, 1),
        ];
        assert_eq!(lines, expected);
        let bonuses = [0, 1, 2].map(|line| words(sheet, &yellow.lines[line].awards));
        assert_eq!(
            bonuses[0],
            ["", "melange", "orange ?", "green ?", "violet ?", "fox"]
        );
        assert_eq!(
            bonuses[1],
            ["reroll", "violet ?", "blue ?", "+1", "yellow ?", "melange"]
        );
        assert_eq!(bonuses[2], [""; 6]);
    }

    #[test]
    fn blue() {
        let sheet = sheet("melange-fute");
        assert_eq!(printed(sheet, "blue"), ["2 3 X 4 5", "X 6 7 8 X", "9 10 X 11 12"]);
        assert_eq!(zone(sheet, "blue").source, Source::WithWhite);
        let rows: [&[u32]; 2] = [&[1, 2, 4, 5], &[11, 12, 14, 15]];
        assert_eq!(rows.map(|row| group(sheet, "blue", row).0), ["orange ?", "fox"]);
        assert_eq!(group(sheet, "blue", &[7, 8, 9]).0, "yellow ?");
        let columns: [&[u32]; 5] = [&[1, 11], &[2, 7, 12], &[8], &[4, 9, 14], &[5, 15]];
        let bonuses = columns.map(|column| group(sheet, "blue", column).0);
        assert_eq!(bonuses, ["reroll", "green ?", "melange", "violet ?", "+1"]);
        assert_eq!(
            mechanic!(sheet, "blue", Grid).scoring(),
            mechanic!(super::sheet("tres-fute"), "blue", Grid).scoring()
        );
    }

    #[test]
    fn green_and_orange() {
        let sheet = sheet("melange-fute");
        let green = mechanic!(sheet, "green", Pairs);
        let factors: Vec<u8> = green.cells.iter().map(|cell| cell.factor).collect();
        assert_eq!(factors, [2, 3, 2, 2, 2, 1, 3, 2, 3, 1, 4, 1]);
        let bonuses = words(sheet, green.cells.iter().map(|cell| &cell.award));
        let expected = [
            "", "reroll", "", "blue ?", "melange", "", "fox", "orange ?", "+1", "melange", "violet ?",
            "yellow ?",
        ];
        assert_eq!(bonuses, expected);

        let orange = mechanic!(sheet, "orange", Stride);
        assert_eq!(orange.numbers(), [1, 5, 3, 4, 2, 6, 4, 5, 2, 1, 6, 3]);
        assert_eq!(orange.points(), [0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78]);
        let expected = [
            "melange", "violet ?", "", "reroll", "green ?", "", "+1", "blue ?", "", "yellow ?", "fox",
        ];
        assert_eq!(words(sheet, orange.between()), expected);
    }

    #[test]
    fn violet() {
        let sheet = sheet("melange-fute");
        let violet = mechanic!(sheet, "violet", Track);
        assert_eq!(zone(sheet, "violet").source, Source::WithPlatter);
        assert_eq!(
            (violet.rule, violet.writes),
            (TrackRule::Rising { restart: None }, Writes::Number)
        );
        assert_eq!((violet.score, violet.free_is_next), (TrackScore::Last, true));
        // After a 36, every violet ? of the ten cells that are left still has a number to write.
        assert_eq!(violet.most, 46);
        let points: Vec<i16> = violet.cells.iter().map(|cell| cell.points).collect();
        assert_eq!(points, [4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44]);
        assert_eq!(violet.extra, [(20, 4), (15, 3), (10, 2), (5, 1)]);
        let bonuses = words(sheet, violet.cells.iter().map(|cell| &cell.award));
        let expected = [
            "", "melange", "reroll", "blue ?", "+1", "yellow ?", "fox", "melange", "green ?", "orange ?",
            "+1",
        ];
        assert_eq!(bonuses, expected);
    }
}

mod hyper_sheet {
    use super::*;

    #[test]
    fn actions() {
        let sheet = sheet("hyper-fute");
        let jokers: Vec<usize> = sheet
            .power(Power::Joker)
            .jokers
            .iter()
            .map(|joker| joker.index() + 1)
            .collect();
        assert_eq!(jokers, [3, 4, 5, 6, 7, 7, 7], "3 to 6 and three times ?");
        assert_eq!(Power::ALL.map(|power| sheet.power(power).boxes), [7, 7, 7, 0, 0]);
        let ends = Power::ALL.map(|power| word(sheet, sheet.power(power).end));
        assert_eq!(ends, ["fox", "brown ?", "pink ?", "", ""]);
    }

    #[test]
    fn yellow() {
        let sheet = sheet("hyper-fute");
        let yellow = mechanic!(sheet, "yellow", Grid);
        assert_eq!(printed(sheet, "yellow"), ["1 2 3 4 5 6"; 3]);
        assert_eq!(yellow.access(), Access::BySlot);
        assert_eq!(cells(yellow.grey()), [5, 6, 9, 10, 13, 14]);
        let between = |upper: u32| {
            [1, 2, 3, 4, 5, 6]
                .map(|column| group(sheet, "yellow", &[column + 6 * upper, column + 6 * upper + 6]).0)
        };
        assert_eq!(
            between(0),
            ["reroll", "joker", "pink ?", "+1", "turquoise ?", "fox"]
        );
        assert_eq!(
            between(1),
            ["joker", "turquoise ?", "blue ?", "brown ?", "yellow ?", "+1"]
        );
        assert_eq!(yellow.groups().len(), 12);
        assert_eq!(yellow.scoring(), &GridScore::Rows(vec![0, 2, 6, 12, 20, 30, 42]));
    }

    #[test]
    fn turquoise() {
        let sheet = sheet("hyper-fute");
        let turquoise = mechanic!(sheet, "turquoise", Grid);
        assert_eq!(printed(sheet, "turquoise"), ["1 2 3 4 5 6"; 5]);
        assert!(turquoise.matching());
        assert_eq!(turquoise.access(), Access::Anywhere);
        let shaded = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 19, 20, 25];
        assert_eq!(cells(turquoise.shaded()), shaded);
        // Rows and columns need their shaded cells only.
        let rows: [&[u32]; 4] = [&[1, 2, 3, 4, 5, 6], &[7, 8, 9, 10, 11], &[13, 14, 15], &[19, 20]];
        assert_eq!(
            rows.map(|row| group(sheet, "turquoise", row).0),
            ["fox", "+1", "brown ?", "turquoise ?"]
        );
        let columns: [&[u32]; 6] = [
            &[1, 7, 13, 19, 25],
            &[2, 8, 14, 20],
            &[3, 9, 15],
            &[4, 10],
            &[5, 11],
            &[6],
        ];
        let bonuses = columns.map(|column| group(sheet, "turquoise", column).0);
        assert_eq!(
            bonuses,
            ["brown ?", "pink ?", "yellow ?", "joker", "blue ?", "reroll"]
        );
        assert_eq!(turquoise.groups().len(), 10);
        assert_eq!(
            turquoise.scoring(),
            &GridScore::Rows(vec![0, 1, 3, 6, 10, 15, 21])
        );
    }

    #[test]
    fn blue_brown_and_pink() {
        let sheet = sheet("hyper-fute");
        let blue = mechanic!(sheet, "blue", Spread);
        assert_eq!((blue.centre, blue.extra), (7, (4, 10, 4)));
        assert_eq!(zone(sheet, "blue").source, Source::WithWhite);
        for side in [&blue.left, &blue.right] {
            assert_eq!(
                side.iter().map(|cell| cell.points).collect::<Vec<_>>(),
                [3, 6, 9, 13, 17, 22]
            );
        }
        let side =
            |cells: &[finaud_rules::zone::SpreadCell]| words(sheet, cells.iter().map(|cell| &cell.award));
        assert_eq!(side(&blue.left), ["", "joker", "yellow ?", "", "pink ?", "+1"]);
        assert_eq!(
            side(&blue.right),
            ["", "reroll", "brown ?", "", "turquoise ?", "fox"]
        );

        let brown = mechanic!(sheet, "brown", Stride);
        assert_eq!(brown.numbers(), [1, 5, 3, 4, 2, 6, 4, 5, 2, 1, 6, 3]);
        assert_eq!(brown.points(), [0, 2, 5, 9, 14, 20, 27, 35, 44, 54, 65, 77, 90]);
        let expected = [
            "joker",
            "pink ?",
            "",
            "reroll",
            "turquoise ?",
            "",
            "+1",
            "blue ?",
            "",
            "yellow ?",
            "fox",
        ];
        assert_eq!(words(sheet, brown.between()), expected);

        let pink = mechanic!(sheet, "pink", Track);
        assert_eq!(
            (pink.rule, pink.writes, pink.score),
            (TrackRule::Any, Writes::HalfOrTimes, TrackScore::Sum)
        );
        let factors: Vec<Factor> = pink.cells.iter().map(|cell| cell.factor).collect();
        assert_eq!(factors[0], Factor::HalfOnly);
        assert_eq!(factors[1..], [1, 2, 2, 1, 2, 2, 1, 3, 2, 2, 3].map(Factor::Times));
        let bonuses = words(sheet, pink.cells.iter().map(|cell| &cell.award));
        let expected = [
            "",
            "reroll",
            "blue ?",
            "+1",
            "joker",
            "yellow ?",
            "brown ?",
            "reroll",
            "fox",
            "blue ?",
            "turquoise ?",
            "black ?",
        ];
        assert_eq!(bonuses, expected);
    }
}
