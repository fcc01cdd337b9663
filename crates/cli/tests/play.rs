//! `finaud play` with typed input: whole games, leaving and coming back, undo, real dice.

mod common;

use std::path::Path;

use common::{GAMES, answers, complaint, finaud, folder, play, run_with};

fn refused(folder: &Path, args: &str, code: i32, words: &str) {
    let mut command = finaud(&format!("play {args}"));
    command.current_dir(folder);
    let output = run_with(command, "");
    assert_eq!(output.status.code(), Some(code), "{}", complaint(&output));
    assert!(complaint(&output).contains(words), "{}", complaint(&output));
}

#[test]
fn whole_games_are_played_on_every_sheet() {
    let folder = folder("whole-games");
    for (index, game) in GAMES.into_iter().enumerate() {
        for (seats, players) in [("", 1), ("--seat Ada --seat Reynard=greedy --seat =random", 3)] {
            let file = format!("{game}-{players}.txt");
            let text = play(
                &folder,
                &format!("{game} --seed 4 --save {file} {seats}"),
                &answers(index as u32),
            );
            assert!(text.contains("The game is over."), "{text}");
            assert!(text.contains(&format!("The seed of this game: {game}-p{players}-4")));
            assert!(text.contains(&file));
            let long = text.lines().find(|line| line.chars().count() > 80);
            assert_eq!(long, None, "a line is too long");
            // What was saved is a finished game by the rules.
            let mut command = finaud(&format!("replay --quiet {file}"));
            command.current_dir(&folder);
            let replayed = run_with(command, "");
            assert!(replayed.status.success(), "{}", complaint(&replayed));
        }
    }
}

#[test]
fn a_game_is_left_and_taken_up_again() {
    let folder = folder("resume");
    let whole = play(&folder, "--seed 8 --save whole.txt", &"2\n1\n".repeat(400));
    let first = play(&folder, "--seed 8", "2\n1\nq\n");
    assert!(
        first.contains("Saved. Go on with: finaud play --resume finaud-game.txt"),
        "{first}"
    );
    let rest = play(&folder, "--resume finaud-game.txt", &"2\n1\n".repeat(400));
    assert!(rest.contains("The game is over."));
    let read = |file: &str| std::fs::read_to_string(folder.join(file)).unwrap();
    assert_eq!(read("whole.txt"), read("finaud-game.txt"));
    assert!(whole.contains("The game is over."));

    // A finished game is kept: the next one has another file.
    let text = play(&folder, "--seed 9", "1\nq\n");
    assert!(text.contains("finaud-game-2.txt"), "{text}");
    assert_eq!(read("whole.txt"), read("finaud-game.txt"));
    assert!(!folder.join("finaud-game.txt.part").exists());
}

#[test]
fn an_unfinished_game_is_offered() {
    let folder = folder("offered");
    play(&folder, "hyper-fute --seed 8", "1\nq\n");
    let kept = std::fs::read_to_string(folder.join("finaud-game.txt")).unwrap();
    let text = play(&folder, "", "perhaps\nq\n");
    assert!(text.contains("holds an unfinished game of hyper-fute"), "{text}");
    assert_eq!(
        std::fs::read_to_string(folder.join("finaud-game.txt")).unwrap(),
        kept
    );
    let text = play(&folder, "", "y\nq\n");
    assert!(text.contains("Hyper Futé"), "{text}");
    let text = play(&folder, "melange-fute --seed 1", "n\n1\nq\n");
    assert!(text.contains("Mélange Futé"), "{text}");
    assert!(
        std::fs::read_to_string(folder.join("finaud-game.txt"))
            .unwrap()
            .contains("melange-fute")
    );
}

#[test]
fn the_end_of_the_input_saves_the_game() {
    let folder = folder("end-of-input");
    let text = play(&folder, "--seed 8 --save game.txt", "1\n1");
    assert!(text.contains("Saved."), "{text}");
    let saved = std::fs::read_to_string(folder.join("game.txt")).unwrap();
    assert_eq!(
        saved.lines().filter(|line| line.starts_with("  1 ")).count(),
        2,
        "{saved}"
    );
}

#[test]
fn nothing_but_games_is_overwritten() {
    let folder = folder("foreign-file");
    std::fs::write(folder.join("letter.txt"), "Dear Ada,\n").unwrap();
    refused(
        &folder,
        "--save letter.txt",
        1,
        "letter.txt is no record of a game",
    );
    refused(
        &folder,
        "--resume letter.txt",
        1,
        "letter.txt is no record of a game",
    );
    refused(&folder, "--resume missing.txt", 1, "missing.txt cannot be opened");
    assert_eq!(
        std::fs::read_to_string(folder.join("letter.txt")).unwrap(),
        "Dear Ada,\n"
    );
}

#[test]
fn real_dice_are_typed_in() {
    let folder = folder("real-dice");
    let input = "whatever\n12\nW4 Y3 B2 G6 O1 V5\nblue 6\nu\nr\n432615\nblue 6\n1 1 6 6 6\nq\n";
    let text = play(&folder, "--real-dice --save game.txt", input);
    assert!(text.contains("is none of the dice"), "{text}");
    assert!(text.contains("There are 6 dice to enter"), "{text}");
    assert!(text.contains("undone"), "{text}");
    let saved = std::fs::read_to_string(folder.join("game.txt")).unwrap();
    assert!(saved.contains("  W4 Y3 B2 G6 O1 V5\n  1 blue 6\n"), "{saved}");
    assert!(!saved.contains("seed"), "{saved}");
}

#[test]
fn undo_takes_back_a_choice_or_a_roll_that_was_typed_in() {
    let folder = folder("undo-typed");
    let play = |input: &str| {
        let _ = std::fs::remove_file(folder.join("game.txt"));
        let text = play(&folder, "--real-dice --save game.txt", input);
        let saved = std::fs::read_to_string(folder.join("game.txt")).unwrap();
        let events = saved.lines().filter(|line| line.starts_with("  "));
        (text, events.map(Into::into).collect::<Vec<String>>())
    };
    let (text, events) = play("432615\nu\n666666\nq\n");
    assert!(text.contains("  undone\n"), "{text}");
    assert_eq!(events, ["  W6 Y6 B6 G6 O6 V6"]);
    let (_, events) = play("432615\nr\n666666\nq\n");
    assert_eq!(events, ["  W6 Y6 B6 G6 O6 V6"]);
    // The choice goes first, then the roll, then nothing is left.
    let (_, events) = play("432615\nblue 6\nu\nq\n");
    assert_eq!(events, ["  W4 Y3 B2 G6 O1 V5"]);
    let (text, events) = play("432615\nblue 6\nu\nu\nu\nq\n");
    assert!(text.contains("Nothing can be undone"), "{text}");
    assert_eq!(events, Vec::<String>::new());
    // A choice is not typed again.
    let (text, events) = play("tres\n432615\nyellow 3 r1\n11111\nr\nq\n");
    assert!(!text.contains("Only a roll"), "{text}");
    assert_eq!(events.len(), 2, "{events:?}");
    let seeded = common::play(&folder, "--seed 1 --save seeded.txt", "r\nq\n");
    assert!(
        seeded.contains("Only a roll that was just typed in can be typed again."),
        "{seeded}"
    );
}

#[test]
fn a_forced_choice_is_taken_back_with_the_one_before() {
    let folder = folder("undo-forced");
    // A gift that fits one cell only follows the choice that won it.
    let position = "tres-fute phase=rolled pool=W1,Y1,B1,G6,O1,V1 / green=1,2,3,4,5 \
                    blue=2,3,4,5,6,7,8,9,10,11 yellow=1";
    let record =
        format!("finaud record 1\ngame: tres-fute\nplayers: 1\nposition: {position}\nseat 1: Ada\n\n");
    std::fs::write(folder.join("game.txt"), record).unwrap();
    let text = play(&folder, "--resume game.txt", "green\nu\nq\n");
    assert!(text.contains("(the only choice)"), "{text}");
    assert!(text.contains("  undone"), "{text}");
    let saved = std::fs::read_to_string(folder.join("game.txt")).unwrap();
    assert!(!saved.lines().any(|line| line.starts_with("  ")), "{saved}");
}

#[test]
fn what_a_round_gives_is_announced() {
    let folder = folder("round-bonus");
    let text = play(&folder, "--seed 8 --save whole.txt", &"2\n1\n".repeat(400));
    for line in ["  round 1: reroll", "  round 2: +1", "  round 3: reroll"] {
        assert_eq!(text.lines().filter(|shown| *shown == line).count(), 1, "{line}");
    }
    let bonus = "  round 4: black X or black 6";
    assert_eq!(text.lines().filter(|shown| *shown == bonus).count(), 1);

    // Who has no box left to circle goes without; a game that is taken up again does not repeat what was given.
    let window = "tres-fute turn=2 roll=3 phase=window slots=V3,W4,O3 platter=B1,Y2,G3";
    let record = |first: &str, second: &str| {
        format!(
            "finaud record 1\ngame: tres-fute\nplayers: 2\n\
             position: {window} / {first} stage=pick / {second} stage=done\nseat 1: Ada\nseat 2: Bo\n\n"
        )
    };
    let full = "+1=7:7";
    for (first, second, given) in [
        ("", "", "  round 2: +1 for everybody"),
        (full, "", "  round 2: +1 for Bo, lost for Ada"),
        ("", full, "  round 2: +1 for Ada, lost for Bo"),
        (full, full, "  round 2: +1, lost"),
    ] {
        std::fs::write(folder.join("game.txt"), record(first, second)).unwrap();
        let text = play(&folder, "--resume game.txt", "yellow 2 r2\nq\n");
        assert!(text.lines().any(|line| line == given), "{given}:\n{text}");
        assert!(!text.contains("round 1:"), "{text}");
    }
}

#[test]
fn a_bonus_that_wins_itself_again_is_shown() {
    let folder = folder("same-bonus");
    let position = "hyper-fute round=4 phase=round-start / turquoise=19 pending=turquoise_?";
    let record =
        format!("finaud record 1\ngame: hyper-fute\nplayers: 1\nposition: {position}\nseat 1: Ada\n\n");
    std::fs::write(folder.join("game.txt"), record).unwrap();
    let text = play(&folder, "--resume game.txt", "q\n");
    assert!(text.contains("turquoise 2 r4  [+2, turquoise ?]"), "{text}");
}

#[test]
fn equal_dice_are_sorted_by_distance() {
    let folder = folder("distance");
    // Three rolls of an active turn, then the passive one: five equal dice.
    let input = "666666\n1\n66666\n1\n6666\n1\n155555\nO V\n1\nq\n";
    let text = play(&folder, "--real-dice --save game.txt", input);
    assert!(text.contains("by their distance"), "{text}");
    let saved = std::fs::read_to_string(folder.join("game.txt")).unwrap();
    assert!(saved.contains("  platter W O V slots Y B G\n"), "{saved}");
}

#[test]
fn mistakes_are_answered_and_help_is_given() {
    let folder = folder("mistakes");
    let text = play(
        &folder,
        "--seed 1 --save game.txt",
        "?\n0\n999\nhedgehog\nu\ns 7\ns\n\u{1b}[A\ngreen left 3\nq\n",
    );
    for words in [
        "saves the game and leaves",
        "There is no choice 0.",
        "There is no choice 999.",
        "`hedgehog`",
        "Nothing can be undone",
        "The players are numbered from 1 to 1.",
    ] {
        assert!(text.contains(words), "{words} is missing:\n{text}");
    }
}

#[test]
fn bad_seats_and_seeds_are_refused() {
    let folder = folder("bad-seats");
    refused(&folder, "--seat Ada=gredy", 2, "did you mean `greedy`?");
    refused(
        &folder,
        "--seat A --seat B --seat C --seat D --seat E",
        2,
        "players, not 5",
    );
    refused(&folder, "--seed hyper-fute-p1-7K3", 2, "another game");
    refused(&folder, "--seed perhaps", 2, "is no seed");
    refused(&folder, "hyper-fut", 2, "did you mean `hyper-fute`?");
}

#[test]
fn bots_play_alone() {
    let folder = folder("bots-alone");
    let text = play(
        &folder,
        "hyper-fute --seat A=greedy --seat B=random --seed 3 --save game.txt",
        "",
    );
    assert!(text.contains("A wins."), "{text}");
}

#[test]
fn the_rating_speaks_three_languages() {
    let folder = folder("languages");
    let titles = [
        ("fr", " points\u{a0}: "),
        ("en", " points: "),
        ("de", " Punkte: "),
    ];
    let titles = titles.map(|(language, points)| {
        let args = format!("--lang {language} --seat =random --seed 3 --save {language}.txt");
        let text = play(&folder, &args, "");
        let rating = text.lines().rev().find_map(|line| line.split_once(points));
        rating.unwrap().1.to_string()
    });
    assert_ne!(titles[0], titles[1]);
    assert_ne!(titles[1], titles[2]);
}

#[test]
fn a_bot_of_another_game_is_refused() {
    let folder = folder("other-bot");
    refused(
        &folder,
        "push --seat Ada --seat Bo=greedy",
        2,
        "has no player `greedy`",
    );
    play(
        &folder,
        "push --seed 1 --seat Ada --seat Bo=random --save game.txt",
        "1\nq\n",
    );
    let saved = std::fs::read_to_string(folder.join("game.txt")).unwrap();
    std::fs::write(
        folder.join("game.txt"),
        saved.replace("bot 2: random", "bot 2: greedy"),
    )
    .unwrap();
    refused(&folder, "--resume game.txt", 2, "has no player `greedy`");
}

#[test]
fn the_choices_say_what_a_pick_sends_to_the_platter() {
    let folder = folder("platter");
    let text = play(&folder, "--real-dice", "W3 Y2 B3 G1 O4 V3\nq\n");
    for line in [
        "Y2 yellow   sends to the platter: G1",
        "B3 blue   sends to the platter: Y2  G1",
        "O4 orange   sends to the platter: W3  Y2  B3  G1  V3",
    ] {
        assert!(
            text.lines().any(|shown| shown.trim_end() == line),
            "{line}:\n{text}"
        );
    }
    // Equal dice stay, and the lowest die sends nothing away.
    assert!(text.lines().any(|shown| shown.trim_end() == "G1 green"), "{text}");
}

#[test]
fn a_die_with_the_name_of_a_command_can_still_be_played() {
    let folder = folder("odd-names");
    let own = finaud_rules::builtin_text("tres-fute")
        .unwrap()
        .replace("id = \"tres-fute\"", "id = \"odd-names\"")
        .replace("green", "undo")
        .replace("letter = \"G\"", "letter = \"U\"")
        .replace("yellow", "quit")
        .replace("letter = \"Y\"", "letter = \"Q\"");
    std::fs::write(folder.join("own.toml"), own).unwrap();
    let rolls = "W1 Q2 B3 U4 O5 V6\nviolet 6\nW5 Q3 B1 U3 O3 V2\n";
    let played = |input: &str| {
        let _ = std::fs::remove_file(folder.join("game.txt"));
        let args = "own.toml --real-dice --save game.txt";
        let text = play(&folder, args, &format!("{rolls}{input}"));
        let saved = std::fs::read_to_string(folder.join("game.txt")).unwrap();
        (
            text,
            saved
                .lines()
                .map(|line| line.trim().to_string())
                .collect::<Vec<_>>(),
        )
    };
    // Which of three equal dice is nearest is told by its name, and so is the die that is used.
    let (_, saved) = played("quit\nq\n");
    assert_eq!(saved.last().unwrap(), "platter Q B V slots W U O");
    let (_, saved) = played("undo\nundo\nq\n");
    let end = &saved[saved.len() - 2..];
    assert_eq!(end, ["platter B U V slots W Q O", "1 undo"]);
    // The letter is still the command; so is the name where no die can be meant.
    for command in ["u", "undo"] {
        let (text, saved) = played(&format!("undo\nundo\n{command}\nq\n"));
        assert!(text.contains("undone"), "{text}");
        assert_eq!(saved.last().unwrap(), "platter B U V slots W Q O");
    }
}
