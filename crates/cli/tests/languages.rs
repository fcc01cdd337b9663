//! The program in every language: nothing English is left, and everything else is as in English.

mod common;

use std::collections::BTreeSet;
use std::path::Path;

use common::{GAMES, answers, complaint, finaud, folder, json, printed, run, run_with, timeless};
use finaud_messages::Language;
use finaud_rules::builtin_text;

const OTHERS: [&str; 2] = ["fr", "de"];
const RECORDS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/0.1/records");

/// A piece of a message with fewer letters may be the same in several languages.
const LONG: usize = 12;

/// English words that are no words of French and German, nor of the notation.
const ENGLISH: [&str; 20] = [
    "the", "is", "are", "and", "with", "of", "this", "that", "cannot", "more", "than", "seat", "lost",
    "wins", "nothing", "choice", "choices", "your", "game", "turn",
];

/// What was printed and what was complained about.
#[derive(PartialEq, Eq, Debug)]
struct Said {
    code: Option<i32>,
    text: String,
}

fn said(folder: &Path, language: &str, args: &str, input: &str) -> Said {
    let mut command = finaud(args);
    command.args(["--lang", language]).current_dir(folder);
    let output = run_with(command, input);
    Said {
        code: output.status.code(),
        text: format!("{}\n{}", printed(&output), complaint(&output)),
    }
}

/// The pieces of a message between its blanks and its columns.
fn pieces(message: &str) -> BTreeSet<String> {
    let between = message
        .split(['{', '}', '\n'])
        .flat_map(|piece| piece.split("  "));
    between
        .map(|piece| piece.trim().to_string())
        .filter(|piece| !piece.contains(", plural,") && !piece.contains(", select,"))
        .filter(|piece| piece.chars().filter(|letter| letter.is_alphabetic()).count() >= LONG)
        .collect()
}

/// Every piece of an English message that the other language says otherwise.
fn english_pieces(other: Language) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (key, english) in Language::english().messages() {
        let theirs = other.find(&key).map(pieces).unwrap_or_default();
        found.extend(pieces(&english).difference(&theirs).cloned());
    }
    found
}

fn is_english(code: &str, said: &str) -> Option<String> {
    let other = Language::get(code).unwrap();
    let pieces = english_pieces(other);
    assert!(pieces.len() > 500, "there is something to look for");
    // A message that is not there shows its key.
    let keys = ["terminal.", "analysis.", "heading."].map(String::from);
    let mut pieces = pieces.into_iter().chain(keys);
    let piece = pieces.find(|piece| said.contains(piece.as_str()));
    // Not in positions (`turn=2`), nor in what is typed (`take back yellow`).
    let outside: Vec<&str> = said.split('`').step_by(2).collect();
    let words: BTreeSet<String> = outside
        .iter()
        .flat_map(|text| {
            text.split(|letter: char| !letter.is_alphanumeric() && letter != '=' && letter != '-')
        })
        .map(str::to_lowercase)
        .collect();
    piece.or_else(|| {
        let word = ENGLISH.into_iter().find(|word| words.contains(*word));
        word.map(Into::into)
    })
}

/// Runs it in every language: the same exit code, and no English in the others. What each of them said.
fn in_every_language(folder: &Path, args: &str, input: &str) -> [String; 2] {
    let english = said(folder, "en", args, input);
    OTHERS.map(|code| {
        let other = said(folder, code, args, input);
        assert_eq!(
            other.code, english.code,
            "finaud {args} --lang {code}: {}",
            other.text
        );
        assert_ne!(other.text, english.text, "finaud {args} --lang {code}");
        // Where a sheet comes from is told as its file tells it.
        let told = match args.strip_prefix("sheet show") {
            Some(_) => other.text.split_once("\n\n").map_or("", |(_, rest)| rest),
            None => &other.text,
        };
        let found = is_english(code, told);
        assert_eq!(found, None, "finaud {args} --lang {code} says:\n{told}");
        other.text
    })
}

#[test]
fn english_is_noticed() {
    for (text, found) in [
        ("La partie est finie.", None),
        ("Alors: The game is over.", Some("The game is over.")),
        ("manche 1 of 6", Some("of")),
        ("terminal.play.nix", Some("terminal.")),
        ("tape `take back the fox`, tour turn=2", None),
    ] {
        assert_eq!(is_english("fr", text).as_deref(), found, "{text}");
    }
}

/// Plays to the end in every language, with the same answers.
fn played_to_the_end(name: &str, args: &str, input: &str) {
    let folder = folder(&format!("languages-{name}"));
    let record = |code: &str, end: &str| {
        let file = format!("{code}.txt");
        let played = said(&folder, code, &format!("play {args} --save {file}"), input);
        assert_eq!(played.code, Some(0), "{args}: {}", played.text);
        assert!(played.text.contains(end), "{args}: {}", played.text);
        if code != "en" {
            assert_eq!(is_english(code, &played.text), None, "{args}: {}", played.text);
        }
        std::fs::read_to_string(folder.join(file)).unwrap()
    };
    let english = record("en", "The game is over.");
    // What is typed and what is written down is the same in every language.
    assert_eq!(record("fr", "La partie est finie."), english, "{args}");
    assert_eq!(record("de", "Die Partie ist zu Ende."), english, "{args}");
}

#[test]
fn games_are_played_to_their_end() {
    let tries = "?\ns\nc\nnix\nblue 99\ntake it\nviolet 6\n99\ns 7\nr\nu\nm\n";
    let input = format!("{tries}{}", answers(5));
    for game in GAMES {
        played_to_the_end(game, &format!("{game} --seat Ada --seed 7"), &input);
    }
    played_to_the_end("push", "push --seat Ada --seat Bo --seed 7", &input);
    let seats = "--seat Ada --seat Bo --seat Reynard=club";
    played_to_the_end("push-3", &format!("push {seats} --seed 8 --variant risk"), &input);
    played_to_the_end("tres-fute-3", &format!("tres-fute {seats} --seed 8"), &input);
}

#[test]
fn whoever_has_no_name_is_called_you() {
    let folder = folder("languages-you");
    for (code, name) in [("en", "You>"), ("fr", "Toi>"), ("de", "Du>")] {
        let played = said(
            &folder,
            code,
            &format!("play push --seed 1 --save {code}.txt"),
            "q\n",
        );
        assert!(played.text.contains(name), "{}", played.text);
    }
}

#[test]
fn real_dice_and_cards_are_asked_for() {
    let folder = folder("languages-real");
    let dice = "432\n999999\nW4\nx\n432615\nr\n432615\n1\n1\nq\n";
    let cards = "red 9\nred 5\n1\nfoo\ndie\n1\nswitch\nblue 3\n1\nc\n2\nstar\nq\n";
    for (game, input) in [
        ("tres-fute --seat Ada", dice),
        ("push --seat Ada --seat Bo --seat Cy", cards),
    ] {
        for (number, code) in OTHERS.iter().enumerate() {
            let args = format!("play {game} --real-dice --save {number}-{}.txt", input.len());
            let played = said(&folder, code, &args, input);
            assert_eq!(played.code, Some(0), "{}", played.text);
            assert_eq!(is_english(code, &played.text), None, "{}", played.text);
        }
    }
}

#[test]
fn a_saved_game_is_taken_up_in_another_language() {
    let folder = folder("languages-resumed");
    said(&folder, "de", "play tres-fute --seed 3 --save kept.txt", "1\nq\n");
    let resumed = said(&folder, "fr", "play --save kept.txt", "x\ny\n1\nq\n");
    assert!(
        resumed.text.contains("contient une partie inachevée"),
        "{}",
        resumed.text
    );
    assert!(resumed.text.contains("Partie enregistrée."), "{}", resumed.text);
    assert_eq!(is_english("fr", &resumed.text), None, "{}", resumed.text);
}

#[test]
fn records_are_told_looked_at_and_reviewed() {
    let folder = folder("languages-records");
    for record in [
        "tres-fute-p1-3",
        "tres-fute-p2-4",
        "melange-fute-p4-7",
        "push-p2-11",
    ] {
        let file = format!("{RECORDS}/{record}.txt");
        in_every_language(&folder, &format!("replay {file}"), "");
        in_every_language(&folder, &format!("replay {file} --to 12"), "");
        in_every_language(&folder, &format!("analyse {file} --nodes 100"), "");
        in_every_language(&folder, &format!("analyse {file} --at 1 --nodes 100"), "");
        let reviews = in_every_language(&folder, &format!("review {file} --nodes 0 --svg course.svg"), "");
        for review in reviews {
            let longest = review.lines().map(|line| line.chars().count()).max();
            assert!(longest <= Some(80), "{review}");
        }
        let german = std::fs::read_to_string(folder.join("course.svg")).unwrap();
        assert_eq!(is_english("de", &in_the_drawing(&german)), None, "{german}");
    }
}

/// The texts of a drawing.
fn in_the_drawing(svg: &str) -> String {
    let texts = svg.split('<').filter_map(|piece| piece.split_once('>'));
    texts.map(|(_, text)| text).collect::<Vec<_>>().join("\n")
}

#[test]
fn sheets_are_drawn_within_eighty_columns() {
    let folder = folder("languages-sheets");
    for game in GAMES {
        for shown in in_every_language(&folder, &format!("sheet show {game}"), "") {
            let longest = shown.lines().map(|line| line.chars().count()).max();
            assert!(longest <= Some(80), "{shown}");
        }
    }
    in_every_language(&folder, "sheet list", "");
    let [french, german] = in_every_language(&folder, "sheet show tres-fute", "");
    for line in [
        "Y  jaune  0 point ",
        "dès 281   ",
        "Y jaune (yellow)",
        "YX = croix jaune",
    ] {
        assert!(french.contains(line), "{line} is missing:\n{french}");
    }
    assert!(german.contains("Y  Gelb  0 Punkte "), "{german}");
}

#[test]
fn errors_are_said_in_every_language() {
    let folder = folder("languages-errors");
    let record = "finaud record 1\ngame: tres-fute\nplayers: 1\n\nround 1 turn 1\n  W4 Y3 B2 G6 O1 V5\n";
    std::fs::write(folder.join("bad.txt"), format!("{record}  1 violet 6\n")).unwrap();
    std::fs::write(folder.join("other.txt"), record.replace("tres-fute", "nosuch")).unwrap();
    std::fs::write(folder.join("text.txt"), "nothing of ours").unwrap();
    std::fs::write(
        folder.join("finished.txt"),
        record.replace("players: 1", "players: 1\nresult: 3"),
    )
    .unwrap();
    let unknown = record.replace("players: 1", "players: 1\nseat 1: Reynard\nbot 1: nobody");
    std::fs::write(folder.join("bot.txt"), unknown).unwrap();
    let sheet = builtin_text("tres-fute").unwrap();
    std::fs::write(
        folder.join("taken.toml"),
        sheet.replace("[6, 6, 5, 4]", "[5, 5, 5, 4]"),
    )
    .unwrap();
    std::fs::write(
        folder.join("bad.toml"),
        sheet.replace("[6, 6, 5, 4]", "[6]").replace("fox", "dog"),
    )
    .unwrap();
    std::fs::write(folder.join("index.html"), "an app").unwrap();
    let push = format!("{RECORDS}/push-p2-11.txt");
    for args in [
        "replay bad.txt",
        "replay other.txt",
        "replay nowhere.txt",
        "replay .",
        "replay text.txt",
        "review other.txt",
        "review bad.txt",
        "play --resume text.txt",
        "play --resume bad.txt",
        "play --resume bot.txt",
        "play --save finished.txt",
        "play nogame",
        "play tres-fut",
        "play bad.toml",
        "play taken.toml",
        "play tres-fute --seed hyper-fute-p1-7K3",
        "play tres-fute --seed p1",
        "play tres-fute --variant risk",
        "play push --ruling solo_fallback=true",
        "play tres-fute --ruling solo",
        "play tres-fute --ruling nix=true",
        "play push --seat Ada",
        "play push --seat Ada --seat Bo=greedy",
        "serve --app nowhere",
        "serve --app . --database mysql://x",
        "serve --app . --data bad.txt/data",
        "sheet show push",
        "sheet check bad.toml",
        "sheet check taken.toml",
        "sheet check nowhere.toml",
        "analyse foo",
        "analyse tres-fute/ --at 3",
        "analyse tres-fute/phase=nix",
        &format!("analyse {push} --at 9999"),
        &format!("analyse {push} --seat 5"),
        &format!("analyse {push} --players 3"),
        &format!("analyse {push} --variant risk"),
        &format!("review {push} --seat 5"),
        &format!("replay {push} --to 9999"),
    ] {
        in_every_language(&folder, args, "");
    }
}

#[test]
fn a_sheet_of_ones_own_goes_by_its_own_names() {
    let folder = folder("languages-own-sheet");
    let sheet = builtin_text("tres-fute").unwrap();
    let title = "title = { fr = \"soleil\", en = \"sunshine\", de = \"Sonne\" }\ncolour = \"#c8860a\"";
    let own = sheet
        .replace("id = \"tres-fute\"", "id = \"garden\"")
        .replace("yellow", "sun")
        .replace("letter = \"Y\"", &format!("letter = \"S\"\n{title}"));
    std::fs::write(folder.join("own.toml"), own).unwrap();
    for (code, name, cross) in [
        ("en", "sunshine", "SX = sunshine X"),
        ("fr", "soleil", "SX = croix soleil"),
        ("de", "Sonne", "SX = Sonne X"),
    ] {
        let shown = said(&folder, code, "sheet show own.toml", "").text;
        for words in [format!(" S  {name}  0 "), format!("S {name} (sun)"), cross.into()] {
            assert!(shown.contains(&words), "{words} is missing:\n{shown}");
        }
        let args = format!("play own.toml --seed 4 --save {code}.txt");
        let played = said(&folder, code, &args, &format!("sun 1\n{}", answers(9)));
        assert_eq!(played.code, Some(0), "{}", played.text);
        let last = played
            .text
            .rfind(&format!("\n{name} "))
            .expect("the zone among the scores");
        assert!(played.text[last..].contains("garden-p1-4"), "{}", played.text);
    }
}

#[test]
fn an_action_of_ones_own_goes_by_its_own_name() {
    let folder = folder("languages-own-action");
    let sheet = builtin_text("melange-fute").unwrap();
    let own = sheet
        .replace("id = \"melange-fute\"", "id = \"mix\"")
        .replace("\"melange\"", "\"panache\"")
        .replace("melange = {", "panache = {");
    std::fs::write(folder.join("own.toml"), own).unwrap();
    for code in ["en", "fr", "de"] {
        let shown = said(&folder, code, "sheet show own.toml", "").text;
        assert!(shown.contains("pan = panache"), "{shown}");
    }
}

#[test]
fn the_language_comes_from_the_argument_or_the_environment() {
    let spoken = |variable: &str, value: &str, args: &str| {
        let mut command = finaud(args);
        command
            .env_remove("LC_ALL")
            .env_remove("LC_MESSAGES")
            .env_remove("LANG");
        command.env(variable, value);
        printed(&run_with(command, ""))
    };
    assert!(spoken("LANG", "fr_CA.UTF-8", "sheet list").contains("imprimée"));
    assert!(spoken("LC_ALL", "de_DE.UTF-8", "sheet list").contains("gedruckt"));
    assert!(spoken("LANG", "fr_FR", "sheet list --lang en").contains("printed"));
    assert!(spoken("LANG", "C", "sheet list").contains("printed"));
    let refused = run("sheet list --lang xx");
    assert_eq!(refused.status.code(), Some(2));
    assert!(complaint(&refused).contains("the languages are fr, en, de"));
}

#[test]
fn data_for_programs_is_the_same_in_every_language() {
    for record in ["tres-fute-p2-4", "push-p2-11"] {
        let replayed = |code: &str| json(&format!("replay {RECORDS}/{record}.txt --json --lang {code}"));
        assert_eq!(replayed("fr"), replayed("en"));
        assert_eq!(replayed("de"), replayed("en"));
    }
    let played = |code: &str| timeless(json(&format!("sim --games 20 --seed 1 --json --lang {code}")));
    assert_eq!(played("fr"), played("en"));
}
