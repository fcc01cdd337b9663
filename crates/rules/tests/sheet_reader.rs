//! The reader says what is wrong with a sheet, whatever the text, and what it accepts can be played.

use finaud_rules::{
    Chance, DiceGame, Die, DieSet, Face, Game, Next, Outcome, Problem, ProblemKind, Provenance, Reading,
    Seat, Sheet, SoloGame, TableGame, Tint, builtin, builtin_ids, builtin_text, nearest,
};

fn text(id: &str) -> &'static str {
    builtin_text(id).unwrap_or_else(|| panic!("there is no {id}"))
}

mod mistakes {
    use super::*;

    struct Change {
        sheet: String,
        replace: String,
        by: String,
        entry: toml::Table,
    }

    fn changes(kind: &str) -> Vec<Change> {
        let corpus: toml::Table = include_str!("data/sheets/mistakes.toml")
            .parse()
            .unwrap_or_else(|fault: toml::de::Error| panic!("{}", fault.message()));
        let change = |value: &toml::Value| {
            let entry = value.as_table().expect("a table").clone();
            let field = |key: &str| entry[key].as_str().expect(key).to_string();
            Change {
                sheet: field("sheet"),
                replace: field("replace"),
                by: field("by"),
                entry,
            }
        };
        corpus[kind]
            .as_array()
            .expect("a list")
            .iter()
            .map(change)
            .collect()
    }

    impl Change {
        fn read(&self) -> Reading {
            let whole = text(&self.sheet);
            assert!(
                whole.contains(&self.replace),
                "{} does not contain {:?}",
                self.sheet,
                self.replace
            );
            Sheet::read(&whole.replacen(&self.replace, &self.by, 1))
        }
    }

    #[test]
    fn each_is_named_with_its_place_and_nothing_else_is() {
        let changes = changes("mistake");
        assert!(changes.len() > 100);
        let mut failures = Vec::new();
        for change in changes {
            let field = |key: &str| change.entry[key].as_str().expect(key);
            let kind = match change.entry.get("kind") {
                Some(_) => ProblemKind::Warning,
                None => ProblemKind::Error,
            };
            let count = change
                .entry
                .get("problems")
                .and_then(toml::Value::as_integer)
                .unwrap_or(1);
            let reading = change.read();
            let named = reading.problems.iter().any(|problem| {
                problem.place.to_string() == field("place")
                    && problem.what.to_string().contains(field("says"))
                    && problem.kind == kind
            });
            let counted = reading.problems.len() == count as usize;
            let playable = reading.sheet.is_some() == (kind == ProblemKind::Warning);
            if !(named && counted && playable) {
                let said: Vec<String> = reading
                    .problems
                    .iter()
                    .map(|problem| format!("    {problem}"))
                    .collect();
                failures.push(format!(
                    "{}: {:?} by {:?}\n  expected {count}: {}: {}\n  found\n{}",
                    change.sheet,
                    change.replace,
                    change.by,
                    field("place"),
                    field("says"),
                    said.join("\n")
                ));
            }
        }
        assert!(failures.is_empty(), "{}", failures.join("\n\n"));
    }

    #[test]
    fn harmless_changes_are_not() {
        for change in changes("fine") {
            let reading = change.read();
            assert_eq!(reading.problems, [], "{:?} by {:?}", change.replace, change.by);
            assert_ne!(
                reading.sheet.as_ref(),
                builtin(&change.sheet),
                "{:?} changes nothing",
                change.by
            );
        }
    }

    #[test]
    fn several_are_reported_at_once_in_the_order_of_the_lines() {
        let spoilt = text("tres-fute")
            .replace("id = \"tres-fute\"", "id = \"?\"")
            .replace("letter = \"O\"", "letter = \"orange\"")
            .replace("\"2 1 X 5\"", "\"2 1 0 5\"")
            .replace(
                "\"blue X\", \"fox\", \"\", \"violet 6\"",
                "\"blau X\", \"fix\", \"\", \"violet 9\"",
            )
            .replace("solo_fallback", "solo_fall_back");
        let reading = Sheet::read(&spoilt);
        assert_eq!(reading.sheet, None);
        let places: Vec<String> = reading
            .problems
            .iter()
            .map(|problem| problem.place.to_string())
            .collect();
        let expected = [
            "id",
            "die 5, letter",
            "zone yellow, row 2, cell 3",
            "zone green, bonus, cell 6",
            "zone green, bonus, cell 7",
            "zone green, bonus, cell 9",
            "rulings",
            "rulings",
        ];
        assert_eq!(places, expected);
        let lines: Vec<Option<usize>> = reading.problems.iter().map(|problem| problem.line).collect();
        let line_of = |needle: &str| {
            spoilt
                .lines()
                .position(|line| line.contains(needle))
                .map(|line| line + 1)
        };
        let expected = [
            "id =",
            "letter = \"orange\"",
            "2 1 0 5",
            "blau X",
            "blau X",
            "blau X",
            "[rulings]",
            "solo_fall_back",
        ];
        assert_eq!(lines, expected.map(line_of));
    }

    #[test]
    fn a_problem_reads_like_a_sentence() {
        let reading = Sheet::read(&text("tres-fute").replace("\"2 1 X 5\"", "\"2 1 0 5\""));
        let said: Vec<String> = reading.problems.iter().map(ToString::to_string).collect();
        assert_eq!(
            said,
            ["zone yellow, row 2, cell 3 (line 50): \"0\" should be a number from 1 to 6, X or -"]
        );
    }

    #[test]
    fn a_warning_leaves_the_sheet_playable() {
        let reading = Sheet::read(&text("hyper-fute").replace("end = \"fox\"", "end = \"reroll\""));
        let problem = &reading.problems[0];
        assert!(!problem.is_error());
        assert_eq!(problem.place.to_string(), "actions, reroll");
        assert!(reading.sheet.is_some_and(|sheet| sheet.fox_count() == 5));
    }

    #[test]
    fn too_many_gifts() {
        // Seventeen different alternatives where six are on the sheet already.
        let pairs: Vec<String> = ["blue", "brown", "pink", "turquoise"]
            .iter()
            .flat_map(|one| ["yellow", "pink", "blue"].iter().map(move |other| (one, other)))
            .filter(|(one, other)| one != other)
            .map(|(one, other)| format!("\"{one} ? or {other} ?\""))
            .collect();
        let half = ["\"\", \"\"", &pairs[..10].join(", ")].join(", ");
        let spoilt = text("hyper-fute").replace(
            "\"\", \"reroll\", \"blue ?\", \"+1\", \"joker\", \"yellow ?\",\n    \"brown ?\", \"reroll\", \"fox\", \"blue ?\", \"turquoise ?\", \"black ?\",",
            &half,
        );
        assert_eq!(
            Sheet::read(&spoilt).sheet.map(|sheet| sheet.gifts.len()),
            Some(16)
        );
        let reading = Sheet::read(&spoilt.replacen(
            "round_bonuses = [\"reroll\"",
            "round_bonuses = [\"yellow ? or brown ?\"",
            1,
        ));
        assert_eq!(reading.problems.len(), 1, "{:?}", reading.problems);
        assert_eq!(reading.problems[0].place.to_string(), "zone pink, bonus, cell 12");
        assert!(
            reading.problems[0]
                .what
                .to_string()
                .contains("at most 16 different"),
            "{:?}",
            reading.problems
        );
    }

    #[test]
    fn too_many_sources_of_a_gift() {
        let bonuses = |count: usize| {
            let all: Vec<&str> = (0..11)
                .map(|cell| if cell < count { "\"yellow X\"" } else { "\"\"" })
                .collect();
            format!("bonus = [{}]", all.join(", "))
        };
        let spoil = |count: usize| {
            let lines = text("tres-fute").lines().map(|line| match line {
                _ if line.starts_with("bonus = [\"\", \"\", \"\"") => bonuses(11),
                _ if line.starts_with("bonus = [\"\", \"\", \"reroll\", \"\"") => bonuses(count),
                _ => line.to_string(),
            });
            Sheet::read(&lines.collect::<Vec<_>>().join("\n"))
        };
        // Two more are in blue and violet.
        assert!(spoil(2).sheet.is_some());
        let reading = spoil(3);
        assert_eq!(reading.problems.len(), 1, "{:?}", reading.problems);
        assert_eq!(
            reading.problems[0].place.to_string(),
            "zone violet, bonus, cell 6"
        );
        assert!(
            reading.problems[0]
                .what
                .to_string()
                .contains("the same bonus at most 15 times")
        );
    }

    #[test]
    fn more_points_than_can_be_counted() {
        let rich = text("tres-fute").replace(
            "factor = [1, 1, 1, 2, 1, 1, 2, 1, 2, 1, 3]",
            "factor = [6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6]",
        );
        assert!(Sheet::read(&rich).sheet.is_some());
        let too_rich = rich.replace(
            "column_points = [10, 14, 16, 20]",
            "column_points = [999, 999, 999, 999]\nrow_points = [999, 999, 999, 999]",
        );
        let reading = Sheet::read(&too_rich);
        assert_eq!(reading.sheet, None);
        assert!(
            reading.problems[0]
                .what
                .to_string()
                .contains("a sheet may give at most 30000"),
            "{:?}",
            reading.problems
        );
    }

    #[test]
    fn a_custom_sheet_may_leave_out_what_it_does_not_use() {
        let whole = text("tres-fute").replace("provenance = \"printed\"", "provenance = \"custom\"");
        let (before, rest) = whole.split_once("# Titles").expect("ratings");
        let (_, after) = rest.split_once("# Which").expect("rulings");
        let reading =
            Sheet::read(&format!("{before}{after}").replace(" reading of the rules is played.", ""));
        assert_eq!(reading.problems, []);
        let custom = reading.sheet.expect("a sheet");
        assert_eq!(custom.provenance, Provenance::Custom);
        assert_eq!(custom.rating(200), None);
    }
}

mod bad_input {
    use super::*;

    #[test]
    fn garbage() {
        let garbage = [
            "",
            "\0",
            "\u{feff}",
            "]]]]",
            "[[[[",
            "= = =",
            "'''",
            "\"\"\"",
            "🦊 = 🦊",
            "a.b.c.d = 1",
            "[[zones.lines]]",
            "zones = 3",
        ];
        for text in garbage {
            let reading = Sheet::read(text);
            assert_eq!(reading.sheet, None, "{text:?}");
            assert!(reading.problems.iter().any(Problem::is_error), "{text:?}");
        }
    }

    #[test]
    fn truncated_anywhere() {
        for id in builtin_ids() {
            let whole = text(id);
            // The last line is the last ruling: without it nothing reads.
            for end in (0..whole.len() - 2)
                .step_by(17)
                .filter(|end| whole.is_char_boundary(*end))
            {
                let reading = Sheet::read(&whole[..end]);
                assert_eq!(reading.sheet, None, "{id} cut at {end}");
                assert!(!reading.problems.is_empty());
            }
        }
    }

    #[test]
    fn every_line_left_out_or_doubled() {
        for id in builtin_ids() {
            let lines: Vec<&str> = text(id).lines().collect();
            for at in 0..lines.len() {
                let mut fewer = lines.clone();
                fewer.remove(at);
                let mut more = lines.clone();
                more.insert(at, lines[at]);
                for changed in [fewer, more] {
                    let reading = Sheet::read(&changed.join("\n"));
                    assert_eq!(
                        reading.sheet.is_none(),
                        reading.problems.iter().any(Problem::is_error)
                    );
                }
            }
        }
    }

    /// Every number and every text of the sheets is replaced by things that do not belong there.
    #[test]
    fn strange_values() {
        let strange = [
            "0",
            "-1",
            "255",
            "256",
            "65536",
            "9223372036854775807",
            "1e400",
            "nan",
            "\"\"",
            "[]",
            "{}",
            "true",
            "[[1]]",
            "1979-05-27",
        ];
        for id in builtin_ids() {
            let whole = text(id);
            let starts = whole.match_indices(" = ").map(|(at, _)| at + 3);
            for start in starts {
                let Some(length) = whole[start..].find('\n') else {
                    continue;
                };
                for value in strange {
                    let spoilt = format!("{}{value}{}", &whole[..start], &whole[start + length..]);
                    let reading = Sheet::read(&spoilt);
                    assert_eq!(
                        reading.sheet.is_none(),
                        reading.problems.iter().any(Problem::is_error)
                    );
                }
            }
        }
    }

    #[test]
    fn deep_nesting() {
        let deep = format!("zones = {}{}", "[".repeat(100_000), "]".repeat(100_000));
        assert_eq!(Sheet::read(&deep).sheet, None);
        let dotted = format!("{} = 1", vec!["a"; 100_000].join("."));
        assert_eq!(Sheet::read(&dotted).sheet, None);
        let inline = format!("a = {}1{}", "{ a = ".repeat(10_000), " }".repeat(10_000));
        assert_eq!(Sheet::read(&inline).sheet, None);
    }

    #[test]
    fn long_lists_and_many_keys_end_soon() {
        let long = text("tres-fute").replace(
            "rounds = [6, 6, 5, 4]",
            &format!("rounds = [{}]", "6, ".repeat(200_000)),
        );
        let reading = Sheet::read(&long);
        assert!(
            reading
                .problems
                .iter()
                .any(|problem| problem.what.to_string().contains("has 200000 entries")),
            "{:?}",
            reading.problems
        );
        let many: String = (0..50_000).map(|key| format!("k{key} = 1\n")).collect();
        let reading = Sheet::read(&many);
        assert_eq!(reading.problems.len(), 101);
        assert!(reading.problems[100].what.to_string().contains("fix these first"));
    }

    /// The time must not grow with the square of the mistakes.
    #[test]
    fn a_megabyte_of_mistakes_ends_soon() {
        for piece in ["=", "]\n", "a = 1\n", "[a]\n", "[[zones]]\n", "a = [", "\"", "a."] {
            let start = std::time::Instant::now();
            let reading = Sheet::read(&piece.repeat(999_999 / piece.len()));
            assert_eq!(reading.sheet, None);
            assert!(reading.problems.len() <= 101);
            assert!(
                start.elapsed().as_secs() < 8,
                "{piece:?} took {:?}",
                start.elapsed()
            );
        }
    }

    #[test]
    fn ten_megabytes_are_refused_unread() {
        let huge = "# nothing\n".repeat(1_000_000);
        let reading = Sheet::read(&huge);
        assert_eq!(reading.sheet, None);
        assert_eq!(reading.problems.len(), 1);
        assert_eq!(
            reading.problems[0].what.to_string(),
            "the text is 10000000 bytes long; a sheet may have at most 1000000"
        );
    }

    #[test]
    fn text_of_others_is_shown_short_and_harmless() {
        let reading = Sheet::read(&format!("id = \"\\u001b[2J{}\"", "x".repeat(5000)));
        let problem = reading
            .problems
            .iter()
            .find(|problem| problem.place.to_string() == "id")
            .expect("the id is wrong");
        assert!(
            problem.what.to_string().chars().count() < 150 && !problem.what.to_string().contains('\u{1b}'),
            "{}",
            problem.what
        );
    }
}

mod play {
    use super::*;

    /// A small generator: the test needs the same strange sheets every time, not good luck.
    struct Dice(u64);

    impl Dice {
        fn below(&mut self, bound: usize) -> usize {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) as usize % bound
        }
    }

    /// The pieces of a text that are numbers, or texts in quotes.
    fn pieces(text: &str) -> Vec<std::ops::Range<usize>> {
        let mut pieces = Vec::new();
        let mut start = None;
        for (at, char) in text.char_indices() {
            match (start, char) {
                (None, '"' | '0'..='9') => start = Some((at, char)),
                (Some((from, '"')), '"') => {
                    pieces.push(from..at + 1);
                    start = None;
                }
                (Some((from, first)), _) if first != '"' && !char.is_ascii_digit() => {
                    pieces.push(from..at);
                    start = None;
                }
                _ => {}
            }
        }
        pieces
    }

    fn spoil(text: &str, dice: &mut Dice) -> String {
        let mut spoilt = text.to_string();
        for _ in 0..1 + dice.below(4) {
            let pieces = pieces(&spoilt);
            let one = pieces[dice.below(pieces.len())].clone();
            let other = spoilt[pieces[dice.below(pieces.len())].clone()].to_string();
            if spoilt[one.clone()].starts_with('"') == other.starts_with('"') {
                spoilt.replace_range(one, &other);
            } else if !other.starts_with('"') {
                // A cell of a grid, a word of a bonus.
                let words = spoilt[one.clone()].replace(['1', '3', '6'], &other);
                spoilt.replace_range(one, &words);
            }
        }
        spoilt
    }

    fn roll(due: DieSet, dice: &mut Dice) -> Outcome {
        let face = |die: Die, dice: &mut Dice| due.contains(die).then(|| Face::ALL[dice.below(6)]);
        Outcome::Roll(Die::ALL.map(|die| face(die, dice)))
    }

    fn play_to_the_end<const SEATS: usize>(game: &DiceGame<SEATS>, dice: &mut Dice) {
        let mut position = game.start();
        let mut legal = Vec::new();
        for _ in 0..10_000 {
            match game.next(&position) {
                Next::Over => {
                    let total: i32 = (0..game.seats())
                        .map(|seat| game.points(&position, Seat(seat as u8)))
                        .sum();
                    assert!(total.abs() <= 4 * 30_000);
                    return;
                }
                Next::Chance(chance) => {
                    let luck = match chance {
                        Chance::Roll(due) => roll(due, dice),
                        Chance::Sort(sorting) => Outcome::Sort(sorting.by_distance(&Die::ALL)),
                    };
                    game.apply_chance(&mut position, luck)
                        .expect("what is due may happen");
                }
                Next::Choice(seats) => {
                    let seat = seats.first().expect("somebody is asked");
                    game.legal(&position, seat, &mut legal);
                    assert!(!legal.is_empty(), "asked, but nothing is legal: {position:?}");
                    for action in &legal {
                        let number = game.action_index(*action).expect("legal actions have numbers");
                        assert_eq!(game.action_from_index(number), Some(*action));
                    }
                    game.play(&mut position, seat, legal[dice.below(legal.len())])
                        .expect("it is legal");
                }
            }
        }
        panic!("the game does not end");
    }

    #[test]
    fn every_sheet_the_reader_accepts_can_be_played() {
        let mut dice = Dice(1);
        let mut accepted = 0;
        for id in builtin_ids() {
            for _ in 0..300 {
                let spoilt = spoil(text(id), &mut dice);
                let Some(sheet) = Sheet::read(&spoilt).sheet else {
                    continue;
                };
                accepted += 1;
                play_to_the_end(&SoloGame::new(sheet.clone(), 1).expect("one seat"), &mut dice);
                play_to_the_end(&TableGame::new(sheet, 4).expect("four seats"), &mut dice);
            }
        }
        assert!(
            accepted > 100,
            "only {accepted} sheets were accepted: too few to mean anything"
        );
    }

    #[test]
    fn the_largest_and_oddest_zones_can_be_played() {
        let mut dice = Dice(2);
        let sheets = [
            include_str!("data/sheets/largest-grids.toml"),
            include_str!("data/sheets/largest-rows.toml"),
            include_str!("data/sheets/largest-tracks.toml"),
        ];
        for text in sheets {
            let reading = Sheet::read(text);
            let errors: Vec<&Problem> = reading
                .problems
                .iter()
                .filter(|problem| problem.is_error())
                .collect();
            assert!(errors.is_empty(), "{errors:?}");
            let sheet = reading.sheet.expect("there are no errors");
            for _ in 0..30 {
                play_to_the_end(&SoloGame::new(sheet.clone(), 1).expect("one seat"), &mut dice);
                play_to_the_end(&TableGame::new(sheet.clone(), 4).expect("four seats"), &mut dice);
            }
        }
    }
}

mod nearest_word {
    use super::*;

    #[test]
    fn is_found_when_near() {
        let colours = ["yellow", "blue", "green", "orange", "violet"];
        assert_eq!(nearest("yelow", colours), Some("yellow"));
        assert_eq!(nearest("Green", colours), Some("green"));
        assert_eq!(nearest("ornage", colours), Some("orange"));
        assert_eq!(nearest("bleu", colours), Some("blue"));
    }

    #[test]
    fn is_not_invented() {
        assert_eq!(nearest("hedgehog", ["yellow", "blue"]), None);
        assert_eq!(nearest("", ["a"]), None);
        assert_eq!(nearest("b", ["a"]), None);
        assert_eq!(nearest(&"x".repeat(100_000), ["yellow"]), None);
    }
}

#[test]
fn dice_have_the_colours_and_titles_they_are_given_or_good_ones_of_their_own() {
    let text = builtin_text("tres-fute").unwrap();
    let own = text
        .replace("\"yellow\"", "\"amber\"")
        .replace("yellow X", "amber X")
        .replacen("name = \"amber\"\nletter = \"Y\"", "name = \"amber\"\nletter = \"Y\"\ncolour = \"#c8860a\"\ntitle = { fr = \"ambre\", en = \"amber\" }", 1)
        .replace("\"green\"", "\"moss\"")
        .replace("green X", "moss X")
        .replacen("id = \"tres-fute\"", "id = \"ours\"", 1);
    let sheet = Sheet::read(&own)
        .sheet
        .unwrap_or_else(|| panic!("{:#?}", Sheet::read(&own).problems));
    let tints: Vec<&Tint> = sheet.dice.iter().map(|die| &die.tint).collect();
    assert_eq!(tints[0], &Tint::Named("white"));
    assert_eq!(tints[1], &Tint::Mixed([0xc8, 0x86, 0x0a]));
    assert_eq!(tints[2], &Tint::Named("blue"), "the colour its name says");
    assert_eq!(tints[3], &Tint::Named("yellow"), "one that no other die has");
    assert_eq!(sheet.dice[1].titles.get("fr"), Some("ambre"));
    assert_eq!(
        sheet.dice[1].titles.get("de"),
        Some("amber"),
        "English where a language is missing"
    );
    assert_eq!(sheet.dice[2].titles.get("fr"), None);

    for (colour, title, wanted) in [
        ("\"#12345\"", "\"x\"", "should be a colour"),
        ("\"mauve-ish\"", "\"x\"", "should be a colour"),
        ("7", "\"x\"", "a text"),
        ("\"red\"", "{ french = \"x\" }", "code of a language"),
        ("\"red\"", "{}", "at least one language"),
    ] {
        let bad = own.replacen("colour = \"#c8860a\"", &format!("colour = {colour}"), 1);
        let bad = bad.replacen("{ fr = \"ambre\", en = \"amber\" }", title, 1);
        let reading = Sheet::read(&bad);
        assert!(reading.sheet.is_none(), "{colour} {title}");
        assert!(
            reading
                .problems
                .iter()
                .any(|problem| problem.to_string().contains(wanted)),
            "{:#?}",
            reading.problems
        );
    }
}
