//! Whatever is in a file, in a link or on the device, reading a draft gives a draft or says why not. Whatever is done to a draft,
//! it can be checked, drawn, packed and kept; undo leads back to where it began, and redo to where it ended.
#![no_main]

use finaud_rules::{Step, ValuePath, builtin_ids};
use finaud_workshop::{
    Checked, Draft, Edit, MOST_TEXT, Resize, Value, Workbench, add_zone, change_mechanic, differences,
    drawable, fitted, marks, mechanics, pack, parts, print_bonus_here, recolour, remove_zone, rename_die,
    resized, set_part, swap_dice, swap_zones, toggled, unpack, written_cell,
};
use libfuzzer_sys::fuzz_target;

/// The bytes of an input, one after the other; zeros when they are over.
struct Script<'a>(&'a [u8]);

impl Script<'_> {
    fn next(&mut self) -> usize {
        match self.0.split_first() {
            Some((first, rest)) => {
                self.0 = rest;
                usize::from(*first)
            }
            None => 0,
        }
    }

    fn below(&mut self, most: usize) -> usize {
        let number = self.next() << 8 | self.next();
        number % most.max(1)
    }

    /// A text of a few bytes.
    fn text(&mut self) -> String {
        let length = self.next() % 12;
        let bytes: Vec<u8> = (0..length).map(|_| self.next() as u8).collect();
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

fn places(value: &Value, here: &mut ValuePath, all: &mut Vec<ValuePath>) {
    all.push(here.clone());
    for (index, entry) in value.entries().iter().enumerate() {
        here.push(Step::Index(index));
        places(entry, here, all);
        here.pop();
    }
    for (key, inner) in value.fields() {
        here.push(Step::Key(key.clone()));
        places(inner, here, all);
        here.pop();
    }
}

fn value(script: &mut Script<'_>, draft: &Draft, all: &[ValuePath]) -> Value {
    match script.next() % 6 {
        0 => Value::Number(script.next() as i64 - 60),
        1 => Value::Number(i64::MAX - script.next() as i64),
        2 => Value::Flag(script.next() % 2 == 0),
        3 => Value::List(vec![Value::Text(script.text())]),
        4 => Value::Text(script.text()),
        _ => draft
            .get(&all[script.below(all.len())])
            .cloned()
            .unwrap_or(Value::Flag(true)),
    }
}

fn edit(script: &mut Script<'_>, draft: &Draft) -> Edit {
    let mut all = Vec::new();
    places(draft.root(), &mut Vec::new(), &mut all);
    let place = all[script.below(all.len())].clone();
    let (zone, other) = (script.next() % 7, script.next() % 7);
    let checked = || Checked::of(draft);
    let known = mechanics();
    match script.next() % 14 {
        0..=2 => Edit::Set(place, value(script, draft, &all)),
        3 => Edit::Remove(place),
        4 => Edit::Insert(place, script.next(), value(script, draft, &all)),
        5 => add_zone(draft, &known[script.next() % known.len()]),
        6 => remove_zone(draft, zone),
        7 => change_mechanic(draft, zone, &known[script.next() % known.len()]),
        8 => recolour(draft, zone, ["red", "gold", "#123456", "-"][other % 4]),
        9 => rename_die(draft, zone, &script.text()),
        10 => swap_zones(draft, zone, other),
        11 => swap_dice(draft, zone, other),
        12 => {
            let how = [
                Resize::MoreRows,
                Resize::FewerRows,
                Resize::MoreColumns,
                Resize::FewerColumns,
            ];
            let list = [
                Step::Key("zones".into()),
                Step::Index(zone),
                Step::Key("cells".into()),
            ];
            resized(&checked(), draft, &list, how[other % 4]).unwrap_or(Edit::Several(Vec::new()))
        }
        _ => {
            let checked = checked();
            let Some(cell) = written_cell(&checked, draft, zone, script.next() % 64) else {
                return Edit::Several(Vec::new());
            };
            let marks = marks(&checked, draft, zone, &cell);
            match (script.next() % 3, marks.first()) {
                (0, Some(mark)) => toggled(draft, mark),
                (1, _) => print_bonus_here(&checked, draft, &cell),
                _ => {
                    let letters = parts(&checked, draft, &cell);
                    let part = letters.get(script.next() % (letters.len() + 1)).copied();
                    set_part(&checked, draft, &cell, part)
                }
            }
        }
    }
}

fn holds(draft: &Draft) {
    let text = draft.text();
    assert!(text.len() <= MOST_TEXT, "a draft cannot be read again");
    assert_eq!(
        Draft::read(&text).as_ref(),
        Ok(draft),
        "a draft is not read as it was written"
    );
    assert_eq!(
        unpack(&pack(&text)).as_deref(),
        Ok(text.as_str()),
        "a link loses something"
    );
    let checked = Checked::of(draft);
    assert!(
        checked.sheet.is_some() || checked.problems.iter().any(|problem| problem.is_error()),
        "no sheet, and no word why"
    );
    let _ = (drawable(draft), draft.stamped());
}

fuzz_target!(|bytes: &[u8]| {
    // As a file, as a link, and as it lies on the device.
    if let Ok(text) = str::from_utf8(bytes) {
        let _ = unpack(text);
        if let Ok(draft) = Draft::read(text) {
            holds(&draft);
        }
        if let Ok(mut bench) = serde_json::from_str::<Workbench>(text) {
            while bench.undo() {}
            let _ = Checked::of(bench.draft());
        }
    }
    // As something that is done.
    let mut script = Script(bytes);
    let games = builtin_ids();
    let first = match games.get(script.next() % (games.len() + 1)) {
        Some(game) => Draft::copy_of(game).expect("a built-in sheet can be copied"),
        None => Draft::empty(),
    };
    let mut bench = Workbench::new(first.clone());
    let mut done = 0;
    while !script.0.is_empty() && done < 8 {
        let before = bench.draft().text();
        let edit = fitted(bench.draft(), edit(&mut script, bench.draft()));
        if bench.apply(edit).is_err() {
            assert_eq!(bench.draft().text(), before, "half of an edit was done");
        }
        done += 1;
    }
    holds(bench.draft());
    let _ = differences(&first, bench.draft());
    let kept = serde_json::to_string(&bench).expect("a bench can be kept");
    let mut bench: Workbench = serde_json::from_str(&kept).expect("and read again");
    let last = bench.draft().text();
    while bench.undo() {}
    assert_eq!(bench.draft().text(), first.text(), "undo does not lead back");
    while bench.redo() {}
    assert_eq!(bench.draft().text(), last, "redo does not lead on");
});
