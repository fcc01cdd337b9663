//! Dialogues with earlier versions, kept in `testdata`: whoever wrote a program for them gets the same answers today.

use std::path::{Path, PathBuf};

use finaud_referee::Session;
use serde_json::Value;

/// The dialogues of every version.
fn dialogues() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata");
    let versions = std::fs::read_dir(root)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let folders = versions
        .map(|version| version.join("referee"))
        .filter(|folder| folder.is_dir());
    let files = folders.flat_map(|folder| std::fs::read_dir(folder).unwrap());
    let mut files: Vec<PathBuf> = files.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn old_dialogues_go_as_they_went() {
    let dialogues = dialogues();
    assert!(dialogues.len() >= 13, "{dialogues:?}");
    for file in dialogues {
        let text = std::fs::read_to_string(&file).unwrap();
        let mut session = Session::new();
        let mut lines = text.lines();
        let mut questions = 0;
        while let Some(question) = lines.next() {
            let question = question.strip_prefix("> ").expect("a question");
            let expected = lines.next().and_then(|line| line.strip_prefix("< "));
            let expected: Value = serde_json::from_str(expected.expect("its answer")).unwrap();
            let mut answer: Value = serde_json::from_str(&session.answer(question)).unwrap();
            leave_out_new_rulings(&mut answer, &expected);
            let asked: Value = serde_json::from_str(question).unwrap();
            let place = format!("{}: {question}", file.display());
            if asked["do"] == "analyse" {
                // What a choice is worth changes whenever somebody has learned more.
                same_shape(&expected, &answer, &place);
            } else {
                assert_eq!(answer, expected, "{place}");
            }
            questions += 1;
        }
        assert!(questions > 20, "{}", file.display());
    }
}

/// A later version may know more ways to read the rules; those of its time are all there.
fn leave_out_new_rulings(answer: &mut Value, expected: &Value) {
    let now = answer.get_mut("rulings").and_then(Value::as_object_mut);
    if let (Some(now), Some(then)) = (now, expected["rulings"].as_object()) {
        now.retain(|ruling, _| then.contains_key(ruling));
    }
}

/// Everything that was there is there and of the same kind; actions are the same in any order.
#[track_caller]
fn same_shape(old: &Value, new: &Value, place: &str) {
    match (old, new) {
        (Value::Object(old), Value::Object(new)) => {
            for (key, old) in old {
                let new = new.get(key).unwrap_or_else(|| panic!("{place}: no `{key}`"));
                if ["seat", "action", "number", "ok"].contains(&key.as_str()) {
                    assert_eq!(new, old, "{place}: {key}");
                }
                same_shape(old, new, &format!("{place} {key}"));
            }
        }
        (Value::Array(old), Value::Array(new)) => {
            assert_eq!(new.len(), old.len(), "{place}");
            let by_number = |list: &[Value]| {
                let mut list = list.to_vec();
                list.sort_by_key(|item| item["number"].as_u64());
                list
            };
            for (old, new) in by_number(old).iter().zip(&by_number(new)) {
                same_shape(old, new, place);
            }
        }
        (Value::Null, Value::Null)
        | (Value::Bool(_), Value::Bool(_))
        | (Value::Number(_), Value::Number(_))
        | (Value::String(_), Value::String(_)) => {}
        _ => panic!("{place}: {new} where {old} was"),
    }
}
