//! `finaud review`, run as the program it is.

mod common;

use common::{complaint, fails, finaud, folder, json, printed, run, run_with};

const GOLDEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../table/tests/golden");

#[test]
fn a_game_is_parted_into_luck_and_losses() {
    let output = run(&format!("review {GOLDEN}/tres-fute-deluxe-p1.txt --nodes 0"));
    let told = printed(&output);
    assert_eq!(complaint(&output), "");
    for words in [
        "expected at the start",
        "luck of dice and cards",
        "lost through choices",
        "final score                   54.0",
        "result without luck",
        "accuracy",
        "The costliest choices",
        "better: ",
        "  round 6",
    ] {
        assert!(told.contains(words), "{words}: {told}");
    }
    assert!(!told.contains("others and their dice"), "{told}");
}

#[test]
fn no_line_runs_past_eighty_columns() {
    for file in ["tres-fute-p3", "hyper-fute-p1", "melange-fute-p2", "push-p4"] {
        let output = run(&format!("review {GOLDEN}/{file}.txt --nodes 0"));
        for line in printed(&output).lines() {
            assert!(line.chars().count() <= 80, "{file}: {line}");
        }
    }
}

#[test]
fn the_parts_add_up_in_json() {
    for (file, seat) in [("tres-fute-p3", 2), ("push-p4", 3), ("hyper-fute-p1", 1)] {
        let told = json(&format!(
            "review {GOLDEN}/{file}.txt --seat {seat} --nodes 0 --json"
        ));
        for terms in ["points", "win"] {
            let part = |name: &str| told[terms][name].as_f64();
            let Some(start) = part("start") else {
                assert_eq!((terms, seat), ("win", 1));
                continue;
            };
            let sum = start + part("luck").unwrap() + part("others").unwrap() - part("losses").unwrap()
                + part("correction").unwrap();
            assert!((sum - part("end").unwrap()).abs() < 1e-6, "{file}: {terms}");
        }
        for event in told["events"].as_array().unwrap() {
            let loss = event["loss"]["points"].as_f64();
            assert!(loss.is_none_or(|loss| loss >= 0.0));
        }
    }
}

#[test]
fn the_course_is_drawn() {
    let folder = folder("review-svg");
    let file = folder.join("course.svg");
    let output = run(&format!(
        "review {GOLDEN}/push-p2.txt --nodes 0 --svg {}",
        file.display()
    ));
    assert!(output.status.success(), "{}", complaint(&output));
    let drawing = std::fs::read_to_string(&file).unwrap();
    assert!(drawing.starts_with("<svg ") && drawing.ends_with("</svg>\n"));
    assert!(drawing.contains("chance to win (%)"));
    fails(
        &format!(
            "review {GOLDEN}/push-p2.txt --nodes 0 --svg {}/no/such.svg",
            folder.display()
        ),
        1,
        "cannot be written",
    );
}

#[test]
fn an_unfinished_game_is_reviewed_as_far_as_it_goes() {
    let record =
        "finaud record 1\ngame: tres-fute\nplayers: 1\n\nround 1 turn 1\n  W4 Y3 B2 G6 O1 V5\n  1 violet 5\n";
    let output = run_with(finaud("review - --nodes 0"), record);
    let told = printed(&output);
    assert!(told.contains("The game is not over"), "{told}");
    assert!(told.contains("expected at the end"), "{told}");
}

#[test]
fn bad_records_name_the_move() {
    let record =
        "finaud record 1\ngame: tres-fute\nplayers: 1\n\nround 1 turn 1\n  W4 Y3 B2 G6 O1 V5\n  1 violet 6\n";
    let output = run_with(finaud("review -"), record);
    let said = complaint(&output);
    assert!(said.contains("line 7: `violet 6` is not possible"), "{said}");
    assert_eq!((printed(&output).as_str(), output.status.code()), ("", Some(1)));
    fails("review nowhere.txt", 1, "nowhere.txt cannot be read");
    fails(
        &format!("review {GOLDEN}/push-p2.txt --seat 3"),
        2,
        "there is no seat 3",
    );
    fails(
        &format!("review {GOLDEN}/push-p2.txt --seat 0"),
        2,
        "must be a whole number",
    );
    fails(
        &format!("review {GOLDEN}/push-p2.txt --time 0"),
        2,
        "the time in milliseconds",
    );
    let output = run_with(
        finaud("review -"),
        "finaud record 1\ngame: nosuch\nplayers: 1\n\n",
    );
    assert!(
        complaint(&output).contains("name its sheet file with --game"),
        "{}",
        complaint(&output)
    );
}

/// As the app writes them: each sheet before the first record that needs it.
#[test]
fn games_on_two_editions_of_a_sheet_are_reviewed_each_on_its_own() {
    let folder = folder("review-editions");
    let sheet = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/tres-fute/sheet.toml");
    let sheet = std::fs::read_to_string(sheet).unwrap();
    let first = sheet.replace("id = \"tres-fute\"", "id = \"ours\"");
    let second = first.replace("boxes = 7", "boxes = 6");
    assert_ne!(first, second);
    let mut parts = Vec::new();
    for (number, sheet) in [&first, &second].into_iter().enumerate() {
        let (file, games) = (
            folder.join(format!("{number}.toml")),
            folder.join(format!("{number}.txt")),
        );
        std::fs::write(&file, sheet).unwrap();
        let output = run(&format!(
            "sim --game {} --bot random -n 1 --records {}",
            file.display(),
            games.display()
        ));
        assert!(output.status.success(), "{}", complaint(&output));
        let inside: String = sheet.lines().map(|line| format!("  {line}\n")).collect();
        parts.push((
            format!("finaud sheet ours\n{inside}\n"),
            std::fs::read_to_string(games).unwrap(),
        ));
    }
    let [(sheet, record), (other_sheet, other_record)] = &parts[..] else {
        panic!("two editions");
    };
    let file = folder.join("games.txt");
    std::fs::write(
        &file,
        format!("{sheet}{record}{other_sheet}{other_record}{record}"),
    )
    .unwrap();
    let told = json(&format!("review {} --nodes 0 --json", file.display()));
    assert_eq!(told["groups"][0]["games"], 3);

    std::fs::write(&file, format!("{sheet}{other_sheet}")).unwrap();
    fails(&format!("review {}", file.display()), 1, "games.txt");
}

/// The first record of several.
fn one_game(text: &str) -> String {
    let second = text[1..]
        .find("finaud record 1\n")
        .map_or(text.len(), |at| at + 1);
    text[..second].to_owned()
}

#[test]
fn the_games_of_a_simulation_are_reviewed_together() {
    let folder = folder("review-many");
    let file = folder.join("games.txt");
    let of = |game: &str, bot: &str, n: u32, file: &std::path::Path| {
        let command = format!(
            "sim --game {game} --bot {bot} -n {n} --seed 5 --records {}",
            file.display()
        );
        let output = run(&command);
        assert!(output.status.success(), "{}", complaint(&output));
    };
    of("tres-fute", "novice", 5, &file);
    let text = std::fs::read_to_string(&file).unwrap();
    assert_eq!(text.matches("finaud record 1\n").count(), 5);
    assert_eq!(text.matches("bot 1: novice\n").count(), 5);
    // The same file, whoever plays the games first.
    of("tres-fute", "novice", 5, &folder.join("again.txt"));
    assert_eq!(std::fs::read_to_string(folder.join("again.txt")).unwrap(), text);

    let push = folder.join("push.txt");
    of("push --players 2", "random", 3, &push);
    let told = json(&format!(
        "review {} {} --nodes 0 --json",
        file.display(),
        push.display()
    ));
    let groups = told["groups"].as_array().unwrap();
    assert_eq!(groups.len(), 2);
    assert_eq!(
        (&groups[0]["game"], &groups[0]["who"]),
        (&"tres-fute".into(), &"novice".into())
    );
    assert_eq!((&groups[0]["games"], &groups[1]["games"]), (&5.into(), &3.into()));
    for group in groups {
        for terms in ["points", "win"] {
            let mean = |part: &str| group[terms][part]["mean"].as_f64();
            let Some(start) = mean("start") else { continue };
            let mean = |part: &str| mean(part).unwrap();
            let sum = start + mean("luck") + mean("others") - mean("losses") + mean("correction");
            assert!((sum - mean("end")).abs() < 1e-6, "{group}");
            let without = mean("end") - mean("luck") - mean("others");
            assert!((without - mean("without_luck")).abs() < 1e-6);
            assert!(group[terms]["luck"]["standard_error"].as_f64().unwrap() > 0.0);
        }
        assert!((0.0..=100.0).contains(&group["accuracy"]["mean"].as_f64().unwrap()));
    }
    let told = printed(&run(&format!("review {} --nodes 0 --threads 2", file.display())));
    assert!(told.starts_with("Très Futé, solo, novice: 5 games\n"), "{told}");
    assert!(told.contains("result without luck"), "{told}");
    assert!(told.contains(" ± "), "{told}");

    // A game that was left is no result: the means are those of the others.
    let cut = |text: &str| {
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with("result:")).collect();
        lines[..lines.len() * 2 / 3].join("\n")
    };
    let unfinished = folder.join("unfinished.txt");
    std::fs::write(&unfinished, cut(&one_game(&text))).unwrap();
    let both = format!("review {} {} --nodes 0", file.display(), unfinished.display());
    let means = json(&format!("{both} --json"));
    let alone = json(&format!("review {} --nodes 0 --json", file.display()));
    assert_eq!(means["groups"], alone["groups"]);
    assert_eq!(
        (&means["unfinished"], &alone["unfinished"]),
        (&1.into(), &0.into())
    );
    let told = printed(&run(&both));
    assert!(told.starts_with("Très Futé, solo, novice: 5 games\n"), "{told}");
    assert!(
        told.ends_with("Left out: 1 game that is not finished.\n"),
        "{told}"
    );
    let two = format!("review {0} {0} --nodes 0", unfinished.display());
    assert_eq!(printed(&run(&two)), "Left out: 2 games that are not finished.\n");

    fails(
        &format!("review {} --svg {}/x.svg", file.display(), folder.display()),
        2,
        "--svg draws one game",
    );
    let one = folder.join("one.txt");
    std::fs::write(&one, one_game(&text)).unwrap();
    fails(
        &format!("review {} --nodes 0 --svg /no/such/folder/x.svg", one.display()),
        1,
        "/no/such/folder/x.svg",
    );
    let broken = folder.join("broken.txt");
    std::fs::write(&broken, text.replacen("players: 1", "players: 9", 3)).unwrap();
    fails(&format!("review {}", broken.display()), 1, "broken.txt:1");
    fails(
        "sim -n 1 --records /no/such/folder/games.txt",
        1,
        "cannot be written",
    );
    // A player who does not exist empties no file.
    fails(
        &format!(
            "sim --game push --players 2 --bot greedy -n 1 --records {}",
            file.display()
        ),
        2,
        "greedy",
    );
    assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
}
