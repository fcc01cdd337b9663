//! What `docs/languages.md` says about templates is true.

use finaud_messages::{Language, Value, extend};

const DOC: &str = include_str!("../../../docs/languages.md");

/// The rows of the table that begins with these columns.
fn rows(head: &str) -> Vec<Vec<&'static str>> {
    let (_, table) = DOC.split_once(head).unwrap_or_else(|| panic!("no table {head}"));
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    let cells = |line: &'static str| line.trim_matches('|').split('|').map(str::trim).collect();
    rows.map(cells).collect()
}

fn code(cell: &str) -> &str {
    cell.trim_matches('`')
}

/// `"Zoé"` is a text, `fox` a word, `1st` an ordinal; lists stand in brackets.
fn value(written: &str) -> Value<'_> {
    let written = written.trim();
    if let Some(items) = written.strip_prefix('[') {
        let items = items.trim_end_matches(']').split(',');
        return Value::List(items.map(value).collect());
    }
    if let Some(text) = written.strip_prefix('"') {
        return Value::Text(text.trim_end_matches('"').into());
    }
    if let Some(place) = written.strip_suffix("st") {
        return Value::Ordinal(place.parse().expect("a number"));
    }
    match (written.parse::<i64>(), written.parse::<f64>()) {
        (Ok(number), _) => Value::Int(number),
        (_, Ok(number)) => Value::Decimal(number),
        _ => Value::Word(written.into()),
    }
}

#[test]
fn templates_say_what_is_told() {
    let french = Language::get("fr").expect("French");
    let rows = rows("| template | with | says |");
    assert!(rows.len() > 12);
    for row in rows {
        let [template, with, says] = row[..] else {
            panic!("{row:?}")
        };
        let json = serde_json::json!({ "docs.example": code(template) });
        extend(french, &json.to_string()).expect("a message");
        let mut arguments = Vec::new();
        // A comma inside of brackets parts the items of a list.
        let pairs = match code(with) {
            list if list.contains('[') => vec![list],
            with => with.split(", ").collect(),
        };
        for pair in pairs {
            let (name, written) = pair.split_once(" = ").expect("name = value");
            arguments.push((name, value(written)));
        }
        assert_eq!(french.say("docs.example", &arguments), says, "{template}");
    }
}

#[test]
fn the_language_file_is_as_told() {
    let french = Language::get("fr").expect("French");
    let rows = rows("| key | what | French |");
    assert!(rows.len() > 5);
    for row in rows {
        let told = row[2].trim_matches('`');
        let keys = row[0].split(", ").filter(|key| key.starts_with('`')).map(code);
        let keys: Vec<&str> = keys.collect();
        let texts = keys.iter().map(|key| {
            let text = french.find(&format!("language.{key}"));
            text.unwrap_or_else(|| panic!("there is no `language.{key}`"))
        });
        assert!(texts.into_iter().any(|text| text == told), "{row:?}");
    }
}

#[test]
fn the_areas_of_the_engine_are_told() {
    let areas: Vec<&str> = rows("| area | what |")
        .iter()
        .flat_map(|row| row[0].split(", ").map(code).collect::<Vec<_>>())
        .collect();
    for area in areas {
        let start = format!("{area}.");
        let messages = Language::english().messages();
        assert!(messages.keys().any(|key| key.starts_with(&start)), "{area}");
    }
    assert!(DOC.contains(
        "Message::new(\"position.no-round\", \"round {round} does not exist: there are {rounds}\")"
    ));
}
