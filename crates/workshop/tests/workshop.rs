//! Drafts of sheets: what comes back, what is undone, what is found wrong, and what nobody should ever send.

use finaud_rules::zone::{Printed, Spot};
use finaud_rules::{Award, Ink, Sheet, Step, builtin, builtin_ids, builtin_text};
use finaud_workshop::{
    Checked, Draft, Edit, Kind, NotDone, NotRead, NotUnpacked, Resize, Value, Workbench, WrittenCell,
    add_zone, bound, change_mechanic, differences, drawable, fitted, marks, mechanics, pack, part_of, parts,
    print_bonus_here, prints_bonus, propose, recolour, remove_zone, rename_action, rename_die, resized,
    set_part, swap_dice, swap_zones, toggled, unpack, with_every_bonus, written_cell,
};

fn key(word: &str) -> Step {
    Step::Key(word.into())
}

fn path(words: &str) -> Vec<Step> {
    let step = |word: &str| word.parse().map_or_else(|_| key(word), Step::Index);
    words.split(' ').map(step).collect()
}

fn text(text: &str) -> Value {
    Value::Text(text.into())
}

/// SplitMix64: the same draws on every machine.
struct Draws(u64);

impl Draws {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((bits ^ bits >> 31) >> 8) as usize % most.max(1)
    }
}

fn sources() -> Vec<Draft> {
    let mut all: Vec<Draft> = builtin_ids().into_iter().filter_map(Draft::copy_of).collect();
    all.push(Draft::empty());
    all
}

/// All places of a draft.
fn places(draft: &Draft) -> Vec<Vec<Step>> {
    fn go(value: &Value, here: &mut Vec<Step>, all: &mut Vec<Vec<Step>>) {
        all.push(here.clone());
        for (index, entry) in value.entries().iter().enumerate() {
            here.push(Step::Index(index));
            go(entry, here, all);
            here.pop();
        }
        for (name, inner) in value.fields() {
            here.push(key(name));
            go(inner, here, all);
            here.pop();
        }
    }
    let mut all = Vec::new();
    go(draft.root(), &mut Vec::new(), &mut all);
    all
}

fn random_value(draws: &mut Draws, draft: &Draft) -> Value {
    let texts = [
        "",
        "fox",
        "black ?",
        "yellow X",
        "<b>\"bold\"</b>\n",
        "é\u{202e}🦊\\",
        "with white",
        "1 2 X -",
        "grid",
    ];
    match draws.below(8) {
        0 => Value::Number(draws.below(13) as i64),
        1 => Value::Number(-(draws.below(100_000) as i64)),
        2 => Value::Flag(draws.below(2) == 0),
        3 => Value::List(Vec::new()),
        4 => Value::Table(vec![("a b.c".into(), Value::Number(1))]),
        5 => {
            let all = places(draft);
            draft
                .get(&all[draws.below(all.len())])
                .cloned()
                .unwrap_or(text(""))
        }
        _ => text(texts[draws.below(texts.len())]),
    }
}

fn random_edit(draws: &mut Draws, draft: &Draft) -> Edit {
    let all = places(draft);
    let place = all[draws.below(all.len())].clone();
    match draws.below(14) {
        10 => swap_zones(draft, draws.below(6), draws.below(6)),
        11 => swap_dice(draft, draws.below(7), draws.below(7)),
        12 => rename_die(
            draft,
            draws.below(7),
            ["sapin", "", "fox", "yellow"][draws.below(4)],
        ),
        13 => {
            let list = path(&format!("zones {} cells", draws.below(6)));
            let how = [
                Resize::MoreRows,
                Resize::FewerRows,
                Resize::MoreColumns,
                Resize::FewerColumns,
            ];
            let resized = resized(&Checked::of(draft), draft, &list, how[draws.below(4)]);
            resized.unwrap_or(Edit::Several(Vec::new()))
        }
        0..=4 => Edit::Set(place, random_value(draws, draft)),
        5 => Edit::Remove(place),
        6 => Edit::Insert(place, draws.below(5), random_value(draws, draft)),
        7 => add_zone(draft, "track"),
        8 => recolour(
            draft,
            draws.below(7),
            ["red", "blue", "#123456", "nonsense"][draws.below(4)],
        ),
        _ => Edit::Several(vec![
            remove_zone(draft, draws.below(6)),
            Edit::Set(place, random_value(draws, draft)),
        ]),
    }
}

#[test]
fn a_draft_is_written_as_it_was_read() {
    for game in builtin_ids() {
        let original = builtin_text(game).unwrap();
        let draft = Draft::read(original).unwrap();
        let written = draft.text();
        assert_eq!(Draft::read(&written).unwrap(), draft, "{game}");
        assert_eq!(Draft::read(&written).unwrap().text(), written, "{game}");
        assert_eq!(Sheet::read(&written).sheet, Sheet::read(original).sheet, "{game}");
    }
    let empty = Checked::of(&Draft::empty());
    assert_eq!(empty.problems, Vec::new());
    assert!(empty.sheet.is_some());
}

#[test]
fn whatever_is_done_can_be_undone_and_done_again() {
    for seed in 0..60 {
        let draws = &mut Draws(seed);
        let drafts = sources();
        let first = drafts[draws.below(drafts.len())].clone();
        let mut bench = Workbench::new(first.clone());
        let mut course = vec![first.text()];
        for _ in 0..15 {
            let edit = random_edit(draws, bench.draft());
            let before = bench.draft().text();
            if bench.apply(edit).is_err() {
                assert_eq!(bench.draft().text(), before);
            } else if bench.draft().text() != before {
                course.push(bench.draft().text());
            }
        }
        // What is kept and read again is the same, with its whole history.
        let kept = serde_json::to_string(&bench).unwrap();
        let mut bench: Workbench = serde_json::from_str(&kept).unwrap();
        let last = bench.draft().text();
        assert_eq!(Draft::read(&last).unwrap(), *bench.draft(), "{last}");
        for text in course.iter().rev().skip(1) {
            assert!(bench.undo());
            assert_eq!(bench.draft().text(), *text, "seed {seed}");
        }
        assert!(!bench.undo() && !bench.can_undo());
        assert_eq!(*bench.draft(), first);
        while bench.redo() {}
        assert_eq!(bench.draft().text(), last);
    }
}

#[test]
fn any_draft_is_checked_drawn_packed_and_compared() {
    for seed in 100..160 {
        let draws = &mut Draws(seed);
        let drafts = sources();
        let mut draft = drafts[draws.below(drafts.len())].clone();
        let first = draft.clone();
        for _ in 0..draws.below(12) {
            let edit = fitted(&draft, random_edit(draws, &draft));
            let _ = edit.apply(&mut draft);
        }
        let checked = Checked::of(&draft);
        for place in places(&draft) {
            let _ = (checked.kind(&draft, &place), checked.offers(&draft, &place));
        }
        if let Some(drawable) = drawable(&draft) {
            assert!(
                drawable
                    .zones
                    .iter()
                    .all(|zone| *zone < drawable.sheet.zones.len())
            );
        }
        assert_eq!(unpack(&pack(&draft.text())), Ok(draft.text()));
        assert_eq!(differences(&first, &draft).is_empty(), {
            let (one, other) = (first.text(), draft.text());
            one == other || differences(&draft, &first).is_empty()
        });
        let stamped = draft.stamped();
        assert!(stamped.is_ascii() || stamped.len() > 10);
    }
}

#[test]
fn every_mechanic_can_be_had() {
    let all = mechanics();
    assert!(all.len() >= 6, "{all:?}");
    for mechanic in &all {
        for zone in 0..5 {
            let mut draft = Draft::empty();
            change_mechanic(&draft, zone, mechanic).apply(&mut draft).unwrap();
            let problems = Checked::of(&draft).problems;
            let errors: Vec<String> = (problems.iter())
                .filter(|problem| problem.is_error())
                .map(ToString::to_string)
                .collect();
            assert_eq!(errors, Vec::<String>::new(), "{mechanic}");
        }
        let mut draft = Draft::empty();
        remove_zone(&draft, 1).apply(&mut draft).unwrap();
        assert!(Checked::of(&draft).sheet.is_none());
        add_zone(&draft, mechanic).apply(&mut draft).unwrap();
        let checked = Checked::of(&draft);
        assert!(checked.sheet.is_some(), "{mechanic}: {:?}", checked.problems);
    }
}

#[test]
fn a_colour_is_changed_wherever_it_is_named() {
    for game in builtin_ids() {
        for die in 0..6 {
            let mut draft = Draft::copy_of(game).unwrap();
            recolour(&draft, die, "gold").apply(&mut draft).unwrap();
            let checked = Checked::of(&draft);
            assert!(checked.sheet.is_some(), "{game} {die}: {:?}", checked.problems);
            recolour(&draft, die, "#0a7b0c").apply(&mut draft).unwrap();
            assert!(Checked::of(&draft).sheet.is_some(), "{game} {die}");
        }
    }
}

/// Everything in a zone that is seen: its cells, its bonuses, its points.
fn look(zone: usize) -> impl Fn(&Sheet) -> Vec<((u8, usize), String)> {
    move |sheet: &Sheet| {
        let view = sheet.zones[zone].view(&Ink::EMPTY);
        let mut seen = Vec::new();
        for cell in &view.cells {
            seen.push(((0, usize::from(cell.id)), format!("{:?}", cell.printed)));
            seen.push(((1, usize::from(cell.id)), format!("{:?}", cell.points)));
        }
        for (spot, bonus) in view.bonuses() {
            let drawn = match spot {
                Spot::Cell(cell) => (2, usize::from(cell)),
                Spot::Between(cell) => (3, usize::from(cell)),
                Spot::Group(group) => (4, usize::from(group)),
            };
            let looks = match bonus.award {
                Award::Gift(gift) => sheet.gifts[usize::from(gift)].name.clone(),
                other => format!("{other:?}"),
            };
            seen.push((drawn, looks));
        }
        for (index, group) in view.groups.iter().enumerate() {
            seen.push(((5, index), group.points.to_string()));
        }
        seen
    }
}

#[test]
fn every_bonus_is_found_where_it_is_drawn() {
    for game in builtin_ids() {
        let draft = with_every_bonus(&Draft::copy_of(game).unwrap()).draft;
        let sheet = Checked::of(&draft).sheet.unwrap();
        for zone in 0..sheet.zones.len() {
            let bound = bound(&draft, zone, look(zone));
            let missing: Vec<(u8, usize)> = look(zone)(&sheet)
                .into_iter()
                .map(|(drawn, _)| drawn)
                .filter(|drawn| (2..=4).contains(&drawn.0))
                .filter(|drawn| !bound.iter().any(|bound| bound.drawn == *drawn))
                .collect();
            assert_eq!(missing, Vec::new(), "{game} {}", sheet.zones[zone].name);
            for found in &bound {
                assert!(draft.get(&found.path).is_some());
            }
        }
    }
}

#[test]
fn a_printed_number_is_a_word_of_its_row() {
    let draft = with_every_bonus(&Draft::copy_of("tres-fute").unwrap()).draft;
    let bound = bound(&draft, 0, look(0));
    // Row 2, column 3 of the yellow grid.
    let cell = bound.iter().find(|bound| bound.drawn == (0, 6)).unwrap();
    assert_eq!(
        (cell.path.as_slice(), cell.word),
        (path("zones 0 cells 1").as_slice(), Some(2))
    );
}

#[test]
fn lists_follow_their_cells() {
    let mut draft = Draft::empty();
    let (more, fewer) = (path("zones 2 cells"), path("zones 3 cells"));
    for edit in [
        Edit::Set(more, Value::Number(11)),
        Edit::Set(fewer, Value::Number(3)),
    ] {
        fitted(&draft, edit).apply(&mut draft).unwrap();
        assert!(
            Checked::of(&draft).sheet.is_some(),
            "{:?}",
            Checked::of(&draft).problems
        );
    }
    // A row more in a grid: the bonuses of rows follow.
    let row = Edit::Insert(path("zones 0 cells 3"), 3, text("4 5 6"));
    fitted(&draft, row).apply(&mut draft).unwrap();
    assert_eq!(draft.get(&path("zones 0 row_bonus")).unwrap().entries().len(), 4);
    assert!(Checked::of(&draft).sheet.is_some());
    // Lists that were wrong before are nobody's business.
    Edit::Set(path("zones 4 bonus"), Value::List(vec![text("fox")]))
        .apply(&mut draft)
        .unwrap();
    fitted(&draft, Edit::Set(path("name"), text("Other")))
        .apply(&mut draft)
        .unwrap();
    assert_eq!(draft.get(&path("zones 4 bonus")).unwrap().entries().len(), 1);
}

#[test]
fn places_without_a_bonus_are_told_from_those_with_one() {
    let filled = with_every_bonus(&Draft::empty());
    let (full, other) = (filled.draft, filled.other.unwrap());
    let sheet = |draft: &Draft| Checked::of(draft).sheet.unwrap();
    for zone in 0..5 {
        let bonuses = |draft: &Draft| {
            look(zone)(&sheet(draft))
                .into_iter()
                .filter(|(drawn, _)| (2..=4).contains(&drawn.0))
        };
        let (one, two): (Vec<_>, Vec<_>) = (bonuses(&full).collect(), bonuses(&other).collect());
        assert!(one.len() == two.len() && !one.is_empty());
        assert!(
            one.iter()
                .zip(&two)
                .all(|(one, two)| one.0 == two.0 && one.1 != two.1)
        );
    }
}

/// Whatever may be added is proposed in a form the reader takes.
#[test]
fn what_is_proposed_is_of_the_right_kind() {
    let mut proposed = 0;
    for draft in sources() {
        let checked = Checked::of(&draft);
        for zone in 0..5 {
            let here = path(&format!("zones {zone}"));
            for offer in checked.offers(&draft, &here) {
                let mut inner = here.clone();
                inner.push(key(&offer.key));
                // Some keys are not looked at unless others are there.
                let Some(value) = propose(&draft, &inner) else {
                    assert!(!offer.needed, "nothing for {inner:?}");
                    continue;
                };
                let mut more = draft.clone();
                Edit::Set(inner.clone(), value.clone()).apply(&mut more).unwrap();
                let wrong: Vec<String> = Checked::of(&more)
                    .problems_in(&inner)
                    .filter(|problem| {
                        ["sheet.other-value", "sheet.entry-count"].contains(&problem.what.key())
                    })
                    .map(ToString::to_string)
                    .collect();
                assert_eq!(wrong, Vec::<String>::new(), "{value:?}");
                proposed += 1;
            }
        }
    }
    assert!(proposed > 50, "{proposed}");
}

#[test]
fn what_may_be_written_is_asked_of_the_reader() {
    let draft = Draft::copy_of("hyper-fute").unwrap();
    let checked = Checked::of(&draft);
    let kind = |words: &str| checked.kind(&draft, &path(words)).unwrap();
    assert_eq!(kind("name"), Kind::Line { longest: 40 });
    assert_eq!(kind("rounds 2"), Kind::Number { least: 1, most: 9 });
    assert_eq!(kind("round_bonuses 0"), Kind::Bonus);
    assert_eq!(kind("rulings forfeit_always"), Kind::Flag);
    assert!(matches!(kind("zones 0 mechanic"), Kind::OneOf(_)));
    let half = (0..5).find_map(|zone| {
        let place = path(&format!("zones {zone} factor 0"));
        checked.kind(&draft, &place).map(|kind| (place, kind))
    });
    let Some((
        _,
        Kind::NumberOr {
            least: 1,
            most: 6,
            words,
        },
    )) = half
    else {
        panic!("{half:?}");
    };
    assert_eq!(words, ["half"]);
}

#[test]
fn a_mistake_is_told_where_it_is() {
    let mut draft = Draft::copy_of("tres-fute").unwrap();
    let place = path("zones 2 bonus 3");
    Edit::Set(place.clone(), text("yelow X"))
        .apply(&mut draft)
        .unwrap();
    let checked = Checked::of(&draft);
    let told: Vec<String> = checked
        .problems_at(&place)
        .map(|problem| problem.what.to_string())
        .collect();
    assert_eq!(told.len(), 1);
    assert!(told[0].contains("did you mean \"yellow\"?"), "{told:?}");
    // The rest can still be drawn.
    let drawn = drawable(&draft).unwrap();
    assert_eq!(drawn.zones, [0, 1, 2, 3, 4]);
    // A zone that makes no sense is left out of the picture, and stays in the draft.
    Edit::Set(path("zones 1 mechanic"), text("hedgehog"))
        .apply(&mut draft)
        .unwrap();
    assert_eq!(drawable(&draft).unwrap().zones, [0, 2, 3, 4]);
    assert_eq!(draft.get(&path("zones 1 mechanic")), Some(&text("hedgehog")));
}

#[test]
fn differences_name_the_place_and_both_values() {
    let origin = Draft::copy_of("melange-fute").unwrap();
    let mut draft = origin.clone();
    assert_eq!(differences(&origin, &draft), Vec::new());
    for (place, value) in [
        ("zones 3 between 0", text("fox")),
        ("zones 1 points 10", Value::Number(60)),
        ("rulings solo_fallback", Value::Flag(false)),
        ("id", text("something-else")),
    ] {
        Edit::Set(path(place), value).apply(&mut draft).unwrap();
    }
    let found = differences(&origin, &draft);
    assert_eq!(found.len(), 3);
    let bonus = found
        .iter()
        .find(|found| found.path == path("zones 3 between 0"))
        .unwrap();
    assert_eq!(
        (bonus.before.as_ref(), bonus.after.as_ref()),
        (Some(&text("melange")), Some(&text("fox")))
    );
    let mut fewer = origin.clone();
    remove_zone(&fewer, 0).apply(&mut fewer).unwrap();
    let gone = differences(&origin, &fewer);
    assert_eq!(
        gone.iter().filter(|found| found.after.is_none()).count(),
        2,
        "{gone:?}"
    );
}

/// Games on a corrected sheet count apart from those on the guess, and from those on another correction.
#[test]
fn the_same_sheet_has_the_same_id_and_another_one_has_another() {
    let id = |draft: &Draft| {
        Draft::read(&draft.stamped())
            .unwrap()
            .head("id")
            .unwrap()
            .to_string()
    };
    let draft = Draft::copy_of("tres-fute-deluxe").unwrap();
    assert_eq!(draft.origin(), Some("tres-fute-deluxe"));
    let mut named = draft.clone();
    named.put("name", text("Mine"));
    assert_eq!(id(&draft), id(&named));
    let mut corrected = draft.clone();
    Edit::Set(path("round_bonuses 0"), text("fox"))
        .apply(&mut corrected)
        .unwrap();
    assert_ne!(id(&draft), id(&corrected));
    assert_eq!(
        Draft::read(&corrected.stamped()).unwrap().origin(),
        Some("tres-fute-deluxe")
    );
    assert!(finaud_table::read_sheet(&corrected.stamped()).is_ok());
    assert_eq!(Draft::empty().origin(), None);
    assert!(finaud_table::read_sheet(&Draft::empty().stamped()).is_ok());
    for game in builtin_ids() {
        assert_eq!(Draft::copy_of(game).unwrap().origin(), Some(game));
        let opened = Draft::read(builtin_text(game).unwrap()).unwrap();
        assert!(opened.origin() == Some(game) && id(&opened) != *game);
        assert_ne!(id(&Draft::copy_of(game).unwrap()), builtin(game).unwrap().id);
    }
}

#[test]
fn sheets_nobody_should_send_do_no_harm() {
    let mut none = Draft::empty();
    none.put("zones", Value::List(Vec::new()));
    let mut forty = Draft::empty();
    for _ in 0..35 {
        add_zone(&forty, "stride").apply(&mut forty).unwrap();
    }
    let mut gone = Draft::empty();
    Edit::Remove(path("zones")).apply(&mut gone).unwrap();
    let mut markup = Draft::empty();
    markup.put("name", text("<img src=x onerror=alert(1)>\"'&"));
    let nested = format!("a = {}{}", "[".repeat(70), "]".repeat(70));
    for draft in [
        none,
        forty,
        gone,
        markup,
        Draft::read("").unwrap(),
        Draft::read(&nested).unwrap(),
    ] {
        let checked = Checked::of(&draft);
        assert!(checked.problems.len() <= 101);
        let _ = drawable(&draft).map(|drawn| bound(&drawn.draft, 0, look(0)));
        assert_eq!(Draft::read(&draft.text()).unwrap(), draft);
    }
    assert!(matches!(
        Draft::read(&format!("points = [{}]", "1,".repeat(1_000_000))),
        Err(NotRead::TooLong(_))
    ));
    assert!(matches!(
        Draft::read(&format!("a = {}", "[".repeat(5_000))),
        Err(NotRead::Syntax(_))
    ));
    assert!(matches!(Draft::read("name = Fox"), Err(NotRead::Syntax(_))));
}

/// Bonuses in a circle: every cell of each zone gives a number in another one. A sheet has so many cells, and no more.
#[test]
fn bonuses_in_a_circle_come_to_an_end() {
    use finaud_rules::{Game, Next, Seat, SoloGame};
    let mut draft = Draft::empty();
    let zones = ["yellow", "blue", "green", "orange", "violet"];
    for (zone, _) in zones.iter().enumerate() {
        let next = format!("{} ?", zones[(zone + 1) % zones.len()]);
        let mut full = draft.clone();
        for place in places(&draft) {
            let inside = place.starts_with(&path(&format!("zones {zone}"))) && place.len() == 4;
            if inside && draft.get(&place) == Some(&text("")) {
                Edit::Set(place, text(&next)).apply(&mut full).unwrap();
            }
        }
        draft = full;
    }
    let sheet = Checked::of(&draft).sheet.expect("a sheet that can be played");
    let game = SoloGame::new(sheet, 1).unwrap();
    let mut position = game.start();
    let draws = &mut Draws(7);
    let mut steps = 0;
    loop {
        match game.next(&position) {
            Next::Over => break,
            Next::Chance(_) => {
                let mut all = Vec::new();
                game.outcomes(&position, &mut |outcome, _| all.push(outcome));
                game.apply_chance(&mut position, all[draws.below(all.len())])
                    .unwrap();
            }
            Next::Choice(_) => {
                let mut legal = Vec::new();
                game.legal(&position, Seat(0), &mut legal);
                game.play(&mut position, Seat(0), legal[draws.below(legal.len())])
                    .unwrap();
            }
        }
        steps += 1;
        assert!(steps < 10_000);
    }
}

#[test]
fn links_that_were_cut_or_changed_are_refused() {
    let text = Draft::copy_of("melange-fute").unwrap().stamped();
    let link = pack(&text);
    assert!(link.len() < 4_000, "{}", link.len());
    assert!(
        link.bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
    );
    assert_eq!(unpack(&link), Ok(text));
    assert_eq!(unpack(&link[..link.len() / 2]), Err(NotUnpacked::Damaged));
    for end in 0..link.len() - 8 {
        assert!(unpack(&link[..end]).is_err(), "{end}");
    }
    let mut changed = link.clone().into_bytes();
    changed[link.len() / 3] = if changed[link.len() / 3] == b'A' {
        b'B'
    } else {
        b'A'
    };
    assert_eq!(
        unpack(std::str::from_utf8(&changed).unwrap()),
        Err(NotUnpacked::Damaged)
    );
    assert_eq!(unpack("2abc"), Err(NotUnpacked::Newer));
    assert_eq!(unpack(""), Err(NotUnpacked::Damaged));
    assert_eq!(unpack(&pack(&"x".repeat(70_000))), Err(NotUnpacked::TooLarge));
    assert_eq!(unpack(&"1".repeat(200_000)), Err(NotUnpacked::TooLarge));
}

fn errors(draft: &Draft) -> Vec<String> {
    let problems = Checked::of(draft).problems;
    let errors = problems.iter().filter(|problem| problem.is_error());
    errors.map(ToString::to_string).collect()
}

/// The zones of all sheets whose cells are written row by row, and of every mechanic that has such.
fn with_rows() -> Vec<(Draft, usize, usize)> {
    let mut all = Vec::new();
    let more = mechanics().into_iter().map(|mechanic| {
        let mut draft = Draft::empty();
        change_mechanic(&draft, 1, &mechanic).apply(&mut draft).unwrap();
        draft
    });
    for draft in sources().into_iter().chain(more) {
        let sheet = Checked::of(&draft).sheet.unwrap();
        for (zone, it) in sheet.zones.iter().enumerate() {
            let cells = it.view(&Ink::EMPTY).cells;
            all.extend(
                cells
                    .iter()
                    .map(|cell| (draft.clone(), zone, usize::from(cell.id))),
            );
        }
    }
    all
}

#[test]
fn a_drawn_cell_is_found_in_the_text_of_its_row() {
    let mut found = 0;
    for (draft, zone, cell) in with_rows() {
        let checked = Checked::of(&draft);
        let Some(written) = written_cell(&checked, &draft, zone, cell) else {
            continue;
        };
        let row = draft.get(&written.path).unwrap().text().unwrap();
        let view = checked.sheet.as_ref().unwrap().zones[zone].view(&Ink::EMPTY);
        let view = view
            .cells
            .iter()
            .find(|view| usize::from(view.id) == cell)
            .unwrap();
        match (view.part, view.printed) {
            (Some(part), _) => assert_eq!(part_of(&checked, &draft, &written), Some(part.letter)),
            (None, Printed::Number(number)) => {
                let word = row.split_whitespace().nth(written.at).unwrap();
                assert_eq!(word, number.to_string(), "{row}");
            }
            (None, _) => {}
        }
        for mark in marks(&checked, &draft, zone, &written) {
            // What is said of a cell is said no longer, and said again.
            let mut other = draft.clone();
            toggled(&draft, &mark).apply(&mut other).unwrap();
            let again = marks(&Checked::of(&other), &other, zone, &written);
            let now = again.iter().find(|now| now.path == mark.path).unwrap();
            assert_eq!(now.on, !mark.on);
            toggled(&other, now).apply(&mut other).unwrap();
            assert_eq!(
                marks(&Checked::of(&other), &other, zone, &written)
                    .iter()
                    .find(|now| now.path == mark.path)
                    .map(|now| now.on),
                Some(mark.on)
            );
        }
        found += 1;
    }
    assert!(found > 200, "{found}");
}

/// A draft with a map as its second zone, divided in two shades.
fn with_map() -> Draft {
    let mut draft = Draft::empty();
    let zone = Draft::read(
        "zone = { name = \"blue\", mechanic = \"regions\", cells = [\"AbC\", \"ab-\"], start = \"a b\", bonus = { a = \"reroll\", c = \"+1\" }, \
         column_points = [1, 2, 3], shades = [{ name = \"light\", parts = \"a c\" }, { name = \"dark\", parts = \"b\" }] }",
    );
    let zone = zone.unwrap().root().key("zone").unwrap().clone();
    Edit::Set(path("zones 1"), zone).apply(&mut draft).unwrap();
    assert_eq!(errors(&draft), Vec::<String>::new());
    draft
}

#[test]
fn letters_of_a_map_close_up_and_everything_follows() {
    let draft = with_map();
    let checked = Checked::of(&draft);
    let cell = |row: usize, at: usize| WrittenCell {
        path: path(&format!("zones 1 cells {row}")),
        at,
    };
    assert_eq!(parts(&checked, &draft, &cell(0, 0)), ['a', 'b', 'c', 'd']);
    let changed = |edit: Edit| {
        let mut changed = draft.clone();
        edit.apply(&mut changed).unwrap();
        changed
    };
    let texts = |draft: &Draft| {
        let read = |place: &str| {
            draft
                .get(&path(place))
                .and_then(Value::text)
                .unwrap_or("?")
                .to_owned()
        };
        [
            "cells 0",
            "cells 1",
            "start",
            "shades 0 parts",
            "shades 1 parts",
            "bonus c",
            "bonus b",
        ]
        .map(|place| read(&format!("zones 1 {place}")))
    };
    // One of the cells of b joins a: nothing else is touched.
    let joined = changed(set_part(&checked, &draft, &cell(1, 1), Some('a')));
    assert_eq!(texts(&joined), ["AbC", "aa-", "a b", "a c", "b", "+1", "?"]);
    // c is no cell any more: it goes, and its bonus with it.
    let gone = changed(set_part(&checked, &draft, &cell(0, 2), None));
    assert_eq!(texts(&gone), ["Ab-", "ab-", "a b", "a", "b", "?", "?"]);
    // b goes: c is b from now on, in the map, in its shade, and with its bonus.
    let mut fewer = draft.clone();
    for at in [cell(0, 1), cell(1, 1)] {
        let checked = Checked::of(&fewer);
        set_part(&checked, &fewer, &at, Some('a'))
            .apply(&mut fewer)
            .unwrap();
    }
    assert_eq!(texts(&fewer), ["AaB", "aa-", "a", "a b", "", "?", "+1"]);
    // A new part takes its place among the shades.
    let new = changed(set_part(&checked, &draft, &cell(1, 2), Some('d')));
    assert_eq!(texts(&new), ["AbC", "abd", "a b", "a c d", "b", "+1", "?"]);
    assert_eq!(errors(&new), Vec::<String>::new());
    // The bonus of a is printed elsewhere.
    let printed = changed(print_bonus_here(&checked, &draft, &cell(1, 0)));
    assert_eq!(texts(&printed)[..2], ["abC", "Ab-"]);
    assert!(prints_bonus(&printed, &cell(1, 0)) && !prints_bonus(&printed, &cell(0, 0)));
    // A part belongs to one shade: the other one loses it.
    let marks = marks(&checked, &draft, 1, &cell(0, 1));
    let light = marks
        .iter()
        .find(|mark| mark.path == path("zones 1 shades 0 parts"))
        .unwrap();
    assert_eq!(texts(&changed(toggled(&draft, light)))[3..5], ["a b c", ""]);
}

#[test]
fn rows_and_columns_come_and_go() {
    let list = path("zones 1 cells");
    let map = with_map();
    let mut draft = map.clone();
    let resize = |draft: &mut Draft, list: &[Step], how: Resize| {
        let edit = resized(&Checked::of(draft), draft, list, how)?;
        let edit = fitted(draft, edit);
        edit.apply(draft).ok()
    };
    // A column fewer: c goes, and the points of its column.
    resize(&mut draft, &list, Resize::FewerColumns).unwrap();
    assert_eq!(errors(&draft), Vec::<String>::new());
    assert_eq!(
        draft.get(&path("zones 1 column_points")).unwrap().entries().len(),
        2
    );
    resize(&mut draft, &list, Resize::MoreColumns).unwrap();
    resize(&mut draft, &list, Resize::MoreRows).unwrap();
    assert_eq!(errors(&draft), Vec::<String>::new());
    assert_eq!(draft.get(&path("zones 1 cells 2")), Some(&text("abb")));
    // In a grid, bonuses and points follow.
    let grid = path("zones 0 cells");
    let mut draft = Draft::empty();
    for how in [
        Resize::MoreColumns,
        Resize::MoreRows,
        Resize::FewerColumns,
        Resize::FewerRows,
    ] {
        resize(&mut draft, &grid, how).unwrap();
        assert_eq!(errors(&draft), Vec::<String>::new(), "{how:?}");
    }
    assert_eq!(draft, Draft::empty());
    // The last row and the last column stay.
    while resize(&mut draft, &grid, Resize::FewerRows).is_some() {}
    while resize(&mut draft, &grid, Resize::FewerColumns).is_some() {}
    assert_eq!(draft.get(&grid), Some(&Value::List(vec![text("1")])));
    // What is no list of rows has no size.
    assert!(
        resized(
            &Checked::of(&draft),
            &draft,
            &path("zones 2 cells"),
            Resize::MoreRows
        )
        .is_none()
    );
}

#[test]
fn zones_and_dice_change_places_together() {
    for game in builtin_ids() {
        let origin = Draft::copy_of(game).unwrap();
        let mut bench = Workbench::new(origin.clone());
        for (zone, other) in [(0, 1), (3, 4), (1, 0), (2, 4)] {
            bench.apply(swap_zones(bench.draft(), zone, other)).unwrap();
            assert_eq!(errors(bench.draft()), Vec::<String>::new(), "{game}");
        }
        let found = differences(&origin, bench.draft());
        assert_eq!(found.len(), 1, "{game}: {found:?}");
        assert_eq!(found[0].path, path("zones"));
        while bench.undo() {}
        assert_eq!(*bench.draft(), origin);
        // The white die moves alone, any other one with its zone.
        bench.apply(swap_dice(bench.draft(), 0, 1)).unwrap();
        bench.apply(swap_dice(bench.draft(), 2, 3)).unwrap();
        assert_eq!(errors(bench.draft()), Vec::<String>::new(), "{game}");
        // Nobody moves beyond the end.
        let before = bench.draft().clone();
        bench.apply(swap_zones(bench.draft(), 4, 5)).unwrap();
        bench.apply(swap_dice(bench.draft(), 9, 5)).unwrap();
        assert_eq!(*bench.draft(), before);
    }
}

#[test]
fn a_name_is_changed_wherever_it_stands() {
    for game in builtin_ids() {
        for die in 0..6 {
            let mut draft = Draft::copy_of(game).unwrap();
            rename_die(&draft, die, "sapin").apply(&mut draft).unwrap();
            assert_eq!(errors(&draft), Vec::<String>::new(), "{game} {die}");
        }
        let mut draft = Draft::copy_of(game).unwrap();
        let rows = draft.root().key("actions").unwrap().fields().to_vec();
        for (name, _) in rows.iter().filter(|(_, row)| row.key("choose").is_some()) {
            rename_action(&draft, name, "sapin").apply(&mut draft).unwrap();
            assert_eq!(errors(&draft), Vec::<String>::new(), "{game} {name}");
            assert!(draft.get(&path("actions sapin")).is_some());
        }
    }
}

#[test]
fn missing_dice_are_completed() {
    for left in [0, 1, 3, 6] {
        let mut draft = Draft::copy_of("tres-fute").unwrap();
        let dice = draft.list("dice")[..left].to_vec();
        draft.put("dice", Value::List(dice));
        complete_dice(&draft).apply(&mut draft).unwrap();
        assert_eq!(errors(&draft), Vec::<String>::new(), "{left}");
        Edit::Remove(path("dice")).apply(&mut draft).unwrap();
        complete_dice(&draft).apply(&mut draft).unwrap();
        assert_eq!(errors(&draft), Vec::<String>::new());
    }
}

#[test]
fn a_sheet_never_grows_beyond_what_can_be_sent() {
    let mut bench = Workbench::new(Draft::empty());
    let long = Edit::Set(path("source"), text(&"x".repeat(70_000)));
    assert_eq!(bench.apply(long), Err(NotDone::TooLong));
    assert_eq!(*bench.draft(), Draft::empty());
    assert!(!bench.can_undo());
}
