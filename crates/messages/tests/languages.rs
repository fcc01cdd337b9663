//! The languages that come with Finaud, and the templates they are written in.

use std::collections::BTreeMap;

use finaud_messages::{Forms, Language, Value, install, problems};
use finaud_rules::Message;

fn language(code: &str) -> Language {
    Language::get(code).unwrap_or_else(|| panic!("there is no `{code}`"))
}

/// A language of its own, with a few French rules.
fn small(code: &str, messages: &[(&str, &str)]) -> Language {
    let mut all: BTreeMap<&str, &str> = messages.iter().copied().collect();
    for (key, text) in [
        ("language.plural.one", "i = 0,1"),
        ("language.decimal", ","),
        ("language.percent", "{n} %"),
        ("language.list_between", ", "),
        ("language.list_and", "{others} et {last}"),
        ("language.list_or", "{others} ou {last}"),
        ("ordinal.other", "{n}e"),
        ("ordinal.1.f", "première"),
        ("word.blue.m", "bleu"),
        ("word.blue.f", "bleue"),
        ("word.pink", "rose"),
    ] {
        all.insert(key, text);
    }
    install(code, &serde_json::to_string(&all).unwrap()).unwrap()
}

#[test]
fn all_languages_say_the_same_things() {
    // Those that tests install have no place among the others.
    let all: BTreeMap<String, BTreeMap<String, String>> = Language::all()
        .into_iter()
        .filter(|language| language.find("language.order").is_some())
        .map(|language| (language.code().to_string(), language.messages()))
        .collect();
    assert!(["fr", "en", "de"].iter().all(|code| all.contains_key(*code)));
    assert!(all["fr"].len() > 500);
    let problems = problems(&all);
    assert!(problems.is_empty(), "{problems:#?}");
}

#[test]
fn french_puts_spaces_that_do_not_break() {
    for (key, text) in language("fr").messages() {
        // What stands in quotes is typed as it is, and the help of the terminal is a table.
        if key == "terminal.play.help" {
            continue;
        }
        let prose: String = text.split(['`', '"']).step_by(2).collect::<Vec<_>>().join("_");
        for sign in [" :", " ;", " !", " ?", " »", "« ", " %", " …", "\u{a0}…"] {
            assert!(!prose.contains(sign), "`{key}` has `{sign}`: {text}");
        }
        let typed: String = text.split(['`', '"']).skip(1).step_by(2).collect();
        assert!(
            !typed.contains('\u{a0}'),
            "`{key}` has a space that nobody types: {text}"
        );
    }
}

#[test]
fn languages_are_offered_in_their_order_and_found_by_tag() {
    let codes: Vec<&str> = Language::all()
        .iter()
        .map(|language| language.code())
        .filter(|code| ["de", "en", "fr"].contains(code))
        .collect();
    assert_eq!(codes, ["fr", "en", "de"]);
    assert_eq!(language("fr-CA").name(), "Français");
    assert_eq!(language("de_AT.UTF-8").name(), "Deutsch");
    assert_eq!(Language::get("C"), None);
    assert_eq!(Language::get(""), None);
}

#[test]
fn numbers_take_the_plural_of_the_language() {
    let french = small(
        "f1",
        &[("p", "{n, plural, =0 {rien} one {{n} point} other {{n} points}}")],
    );
    let told = |n: i64| french.fill("p", &[("n", &n)]);
    assert_eq!(
        [0, 1, 2, -1, 40].map(told),
        ["rien", "1 point", "2 points", "−1 point", "40 points"]
    );
    assert_eq!(french.fill("p", &[("n", &1.5)]), "1,5 point");
    assert_eq!(french.fill("p", &[("n", &2.0)]), "2,0 points");
}

#[test]
fn words_agree_and_lists_are_joined() {
    let french = small(
        "f2",
        &[
            ("row", "la {row.f} ligne {zone.f}"),
            ("in", "en {zone}"),
            ("list", "envoie {dice, and} au plateau"),
            ("choice", "{ways, or}"),
            ("die", "le {face} {colour.m}"),
        ],
    );
    let blue = Value::Word("blue".into());
    assert_eq!(
        french.say("row", &[("row", Value::Ordinal(1)), ("zone", blue.clone())]),
        "la première ligne bleue"
    );
    assert_eq!(
        french.say(
            "row",
            &[("row", Value::Ordinal(7)), ("zone", Value::Word("pink".into()))]
        ),
        "la 7e ligne rose"
    );
    // A word nobody knows stays as it is, in every form.
    assert_eq!(
        french.say("in", &[("zone", Value::Word("fuchsia".into()))]),
        "en fuchsia"
    );
    let forms = Forms::plain("gris").with("f", "grise");
    assert_eq!(
        french.say(
            "row",
            &[("row", Value::Ordinal(1)), ("zone", Value::Forms(&forms))]
        ),
        "la première ligne grise"
    );
    let die = |face: i64| {
        Value::Message(
            "die".into(),
            vec![("face", Value::Int(face)), ("colour", Value::Word("blue".into()))],
        )
    };
    let list = |count: i64| french.say("list", &[("dice", Value::List((1..=count).map(die).collect()))]);
    assert_eq!(list(1), "envoie le 1 bleu au plateau");
    assert_eq!(list(3), "envoie le 1 bleu, le 2 bleu et le 3 bleu au plateau");
    assert_eq!(
        french.say("choice", &[("ways", Value::List(vec!["X".into(), "6".into()]))]),
        "X ou 6"
    );
}

#[test]
fn numbers_are_written_as_the_language_does() {
    let french = small(
        "f3",
        &[("d", "{n, decimal}"), ("s", "{n, signed}"), ("c", "{n, percent}")],
    );
    let decimal = |number: f64| french.fill("d", &[("n", &number)]);
    assert_eq!([3.12, -0.04, -2.0].map(decimal), ["3,1", "0,0", "−2,0"]);
    let signed = |number: i64| french.fill("s", &[("n", &number)]);
    assert_eq!([3, 0, -2].map(signed), ["+3", "0", "−2"]);
    assert_eq!(french.fill("c", &[("n", &0.126)]), "13 %");
}

#[test]
fn what_somebody_wrote_is_never_read_as_a_template() {
    let french = small("f4", &[("hello", "Bonjour {name} {{!}}")]);
    for name in ["{name}", "{n, plural, other {x}}", "}{", "<b>Zoé</b>"] {
        assert_eq!(
            french.fill("hello", &[("name", &name)]),
            format!("Bonjour {name} {{!}}")
        );
    }
    assert_eq!(
        french.fill("hello", &[]),
        "Bonjour name {!}",
        "a forgotten argument shows its name"
    );
    assert_eq!(french.fill("no-such-key", &[]), "no-such-key");
}

#[test]
fn sentences_of_the_rules_are_translated_with_everything_in_them() {
    let french = small(
        "f5",
        &[
            ("refusal.not-asked", "ce n’est pas à la place {seat} de choisir"),
            ("record.line", "ligne {line} : {why}"),
        ],
    );
    let refusal = finaud_rules::Refusal::NotAsked(finaud_rules::Seat(1)).message();
    assert_eq!(french.describe(&refusal), "ce n’est pas à la place 2 de choisir");
    let outer = Message::new("record.line", "line {line}: {why}")
        .with("line", 12)
        .with("why", refusal);
    assert_eq!(
        french.describe(&outer),
        "ligne 12 : ce n’est pas à la place 2 de choisir"
    );
    let unknown = Message::new("nobody.knows", "it is {n}").with("n", 3);
    assert_eq!(french.describe(&unknown), "it is 3");
}

#[test]
fn a_language_that_cannot_be_read_is_refused() {
    assert!(install("xx", "[]").is_err());
    assert!(install("xx", "{\"a\":1}").is_err());
    assert_eq!(Language::get("xx"), None);
}
