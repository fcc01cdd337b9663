//! Errors of every kind, made by doing what is not allowed.

use finaud_online::{Broken, Commitment, LogError, Refused, Seal, Seed, SheetHash, TableId};
use finaud_record::{Event, Logged, Notation, Record, SeedString, choose_rulings, push, read_seed_code};
use finaud_rules::{
    Impossible, Message, Next, Problem, Push, Refusal, Seat, Sheet, SoloGame, TableGame, Variant, builtin,
    builtin_text,
};
use finaud_table::{CannotUndo, GameSpec, GameTable, Table, WrongChairs, read_sheet};
use serde_json::Value;

/// All errors: what is written in the data files, and what needs code.
pub(crate) fn all_errors() -> Vec<Message> {
    let mut errors = Vec::new();
    texts(&mut errors);
    sheets(&mut errors);
    records(&mut errors);
    lengths(&mut errors);
    tables(&mut errors);
    online(&mut errors);
    errors
}

/// Notes an error, which there must be.
fn refused<T>(errors: &mut Vec<Message>, what: &str, result: Result<T, Message>) {
    match result {
        Ok(_) => panic!("this is not wrong: {what:.200}"),
        Err(error) => errors.push(error),
    }
}

fn data(text: &str) -> toml::Table {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn list<'a>(entry: &'a toml::Value, key: &str) -> impl Iterator<Item = &'a str> {
    let list = entry.get(key).and_then(toml::Value::as_array);
    list.into_iter().flatten().filter_map(toml::Value::as_str)
}

/// Actions, outcomes, positions and records that cannot be read.
fn texts(errors: &mut Vec<Message>) {
    for entry in data(include_str!("../data/errors.toml"))["bad"]
        .as_array()
        .expect("a list")
    {
        let players = entry["players"].as_integer().expect("a number") as usize;
        match entry["game"].as_str().expect("an id") {
            push::ID => {
                let game = Push::new(players, Variant::Standard).expect("a game");
                texts_of(&game, entry, errors);
            }
            id => {
                let game = TableGame::new(builtin(id).expect("a sheet").clone(), players).expect("a game");
                texts_of(&game, entry, errors);
            }
        }
    }
}

fn texts_of<G: Notation>(game: &G, entry: &toml::Value, errors: &mut Vec<Message>) {
    for text in list(entry, "actions") {
        refused(
            errors,
            text,
            game.read_action(text).map_err(|error| error.message()),
        );
    }
    for text in list(entry, "outcomes") {
        refused(
            errors,
            text,
            game.read_outcome(text).map_err(|error| error.message()),
        );
    }
    for text in list(entry, "positions") {
        refused(
            errors,
            text,
            game.read_position(text).map_err(|error| error.message()),
        );
    }
    for text in list(entry, "altered") {
        let mut json = game.position_json(&game.start());
        put(&mut json, serde_json::from_str(text).expect("JSON"));
        refused(
            errors,
            text,
            game.read_position_json(&json).map_err(|error| error.message()),
        );
    }
    let head = format!(
        "finaud record 1\ngame: {}\nplayers: {}\n\n",
        game.id(),
        game.seats()
    );
    for text in list(entry, "records") {
        let text = text.replace("{head}", &head);
        refused(
            errors,
            &text,
            Record::read(game, &text).map_err(|error| error.message()),
        );
    }
}

/// Puts values into JSON, key by key.
fn put(json: &mut Value, new: Value) {
    match (json, new) {
        (Value::Object(old), Value::Object(new)) => {
            for (key, value) in new {
                put(old.entry(key).or_insert(Value::Null), value);
            }
        }
        (old, new) => *old = new,
    }
}

/// Sheets with a mistake.
fn sheets(errors: &mut Vec<Message>) {
    let mut read = |text: &str| {
        let problems = Sheet::read(text).problems;
        assert!(!problems.is_empty(), "this is not wrong:\n{text}");
        errors.extend(problems.iter().map(Problem::message));
    };
    let mistakes = data(include_str!("../../../rules/tests/data/sheets/mistakes.toml"));
    for mistake in mistakes["mistake"].as_array().expect("a list") {
        let field = |key: &str| mistake[key].as_str().unwrap_or_else(|| panic!("{key}"));
        read(&spoilt(field("sheet"), &[field("replace"), field("by")]));
    }
    let more = data(include_str!("../data/errors.toml"));
    for (id, all) in more["spoilt"].as_table().expect("a table") {
        for pieces in all.as_array().expect("a list") {
            let pieces = pieces.as_array().expect("pieces").iter();
            read(&spoilt(
                id,
                &pieces.filter_map(toml::Value::as_str).collect::<Vec<_>>(),
            ));
        }
    }
    list(&more["sheets"], "whole").for_each(&mut read);

    // Where too much is wrong, a sentence would be too long to write down.
    let entries = |count: usize, entry: &str| vec![entry; count].join(", ");
    read(&"#".repeat(2_000_000));
    read(
        &(0..200)
            .map(|number| format!("key{number} = 1\n"))
            .collect::<String>(),
    );
    read(&format!("rounds = [{}]", entries(65, "6")));
    let zone = "[[zones]]\nname = \"blue\"\nmechanic = \"track\"\nwrites = \"number\"\n";
    let colours = ["red", "green", "pink", "grey", "gold"];
    let zones: String = colours.map(|name| zone.replace("blue", name)).concat();
    let gifts: Vec<String> = colours
        .iter()
        .flat_map(|name| (1..=4).map(move |number| format!("\"{name} {number}\"")))
        .collect();
    let (gifts, same) = (gifts.join(", "), entries(20, "\"red 1\""));
    read(&format!("round_bonuses = [{gifts}]\n{zones}"));
    read(&format!("round_bonuses = [{same}]\n{zones}"));
}

/// A built-in sheet with other pieces: what is replaced and by what, in turn.
fn spoilt(id: &str, pieces: &[&str]) -> String {
    let mut text = builtin_text(id).expect("a sheet").to_string();
    for pair in pieces.chunks(2) {
        assert!(text.contains(pair[0]), "{id} does not contain {}", pair[0]);
        text = text.replacen(pair[0], pair[1], 1);
    }
    text
}

/// A game to its end: everybody does the first thing that is allowed.
fn played<G: Notation>(game: &G) -> Vec<Event<G>> {
    let mut state = game.start();
    let mut log = Vec::new();
    loop {
        let event = match game.next(&state) {
            Next::Over => return log,
            Next::Chance(_) => Event::Outcome(game.seeded_outcome(&state, 1).expect("an outcome")),
            Next::Choice(seats) => {
                let seat = seats.first().expect("a seat");
                let mut legal = Vec::new();
                game.legal(&state, seat, &mut legal);
                Event::Choice(seat, legal[0])
            }
        };
        event.apply(game, &mut state).expect("what is legal");
        log.push(event);
    }
}

/// Records that need a whole game.
fn records(errors: &mut Vec<Message>) {
    let game = SoloGame::new(builtin("tres-fute").expect("a sheet").clone(), 1).expect("a game");
    let log = played(&game);
    let whole = Record::of(&game, log.iter().copied()).expect("a record");
    let read = |record: &Record<SoloGame>| Record::read(&game, &record.write(&game));

    let mut longer = whole.write(&game);
    longer += "  W1\n";
    refused(
        errors,
        "longer",
        Record::read(&game, &longer).map_err(|error| error.message()),
    );
    let mut other = whole.clone();
    other.header.result = Some(vec![1]);
    refused(
        errors,
        "other result",
        read(&other).map_err(|error| error.message()),
    );
    let mut odd = whole.clone();
    odd.header.sheet = Some(1);
    odd.events.pop();
    errors.extend(read(&odd).expect("a record").warnings);
    let mut broken = whole;
    broken.events.insert(
        0,
        Logged {
            event: Event::Choice(Seat(0), game.read_action("done").expect("an action")),
            comments: Vec::new(),
        },
    );
    refused(
        errors,
        "broken",
        broken.states(&game).map_err(|error| error.message()),
    );
    let restored = GameTable::of_record(game.clone(), &broken).map_err(|error| error.message());
    refused(errors, "broken", restored);
    odd.events.clear();
    odd.header.result = None;
    let restored = Table::restore(&odd.write(&game), None).map_err(|error| error.message());
    refused(errors, "another edition", restored);
}

/// Texts that are too long.
fn lengths(errors: &mut Vec<Message>) {
    let long = "x ".repeat(100_000);
    let dice = TableGame::new(builtin("tres-fute").expect("a sheet").clone(), 2).expect("a game");
    let cards = Push::new(2, Variant::Standard).expect("a game");
    refused(
        errors,
        "action",
        dice.read_action(&long).map_err(|error| error.message()),
    );
    refused(
        errors,
        "outcome",
        dice.read_outcome(&long).map_err(|error| error.message()),
    );
    refused(
        errors,
        "position",
        dice.read_position(&long).map_err(|error| error.message()),
    );
    refused(
        errors,
        "action",
        cards.read_action(&long).map_err(|error| error.message()),
    );
    refused(
        errors,
        "outcome",
        cards.read_outcome(&long).map_err(|error| error.message()),
    );
    refused(
        errors,
        "card",
        push::outcome::read_card(&long).map_err(|error| error.message()),
    );
    refused(
        errors,
        "face",
        push::outcome::read_face(&long).map_err(|error| error.message()),
    );
    let head = "finaud record 1\ngame: tres-fute\nplayers: 2\n";
    for record in [
        format!("{head}{long}"),
        format!("{head}{}", "tag: x\n".repeat(300)),
        "x".repeat(20 << 20),
    ] {
        refused(
            errors,
            "record",
            Record::read(&dice, &record).map_err(|error| error.message()),
        );
    }
}

/// Games, tables and seeds that cannot be, and what the rules refuse.
fn tables(errors: &mut Vec<Message>) {
    for seed in [
        "",
        "-p2-7K3",
        "tres-fute-p9-7K3",
        "tres-fute-p2-7U3",
        "tres-fute-p2-",
    ] {
        let read = seed.parse::<SeedString>().map(|_| ()).and(read_seed_code(""));
        refused(errors, seed, read.map_err(|error| error.message()));
        refused(
            errors,
            seed,
            seed.parse::<SeedString>().map_err(|error| error.message()),
        );
    }
    for (game, players, key, value) in [
        ("chess", 2, "", ""),
        ("tres-fut", 2, "", ""),
        ("tres-fute", 9, "", ""),
        ("push", 1, "", ""),
        ("tres-fute", 2, "forfeit_alway", "true"),
        ("tres-fute", 2, "forfeit_always", "yes"),
        ("push", 2, "variant", "rsk"),
        ("push", 2, "x", "y"),
    ] {
        let mut spec = GameSpec::plain(game, players);
        if !key.is_empty() {
            spec.options.push((key.into(), value.into()));
        }
        refused(errors, game, spec.build().map_err(|error| error.message()));
    }
    let text = builtin_text("tres-fute").expect("a sheet");
    let taken = text.replace("rounds = [6, 6, 5, 4]", "rounds = [5, 5, 5, 4]");
    refused(
        errors,
        "taken id",
        read_sheet(&taken).map_err(|error| error.message()),
    );
    refused(
        errors,
        "no sheet",
        read_sheet("x = 1").map_err(|error| error.message()),
    );
    let mut other = GameSpec::plain("hyper-fute", 2);
    other.sheet = Some(text.into());
    refused(
        errors,
        "other sheet",
        other.build().map_err(|error| error.message()),
    );
    let mut sheet = builtin("tres-fute").expect("a sheet").clone();
    let option = [("x".to_string(), "y".to_string())];
    let chosen = choose_rulings(&mut sheet, &option).map_err(|error| error.message());
    refused(errors, "option", chosen);

    errors.push(WrongChairs { chairs: 3, seats: 2 }.message());
    errors.extend([CannotUndo::NoChoice, CannotUndo::Answered(Seat(1))].map(CannotUndo::message));
    let refusals = [Refusal::NotAsked(Seat(1)), Refusal::Illegal, Refusal::NoChanceDue];
    errors.extend(refusals.map(Refusal::message));
    let impossible = [
        Impossible::WrongDice,
        Impossible::ToBeRolled,
        Impossible::ToBeSorted,
        Impossible::WrongSorting,
        Impossible::NotTheLowest,
        Impossible::SlotsOutOfOrder,
        Impossible::NoSuchCard,
        Impossible::CardDue,
        Impossible::DieDue,
    ];
    errors.extend(impossible.map(Impossible::message));
}

/// Everything an online table refuses, and everything that can be wrong with its log and its dice.
fn online(errors: &mut Vec<Message>) {
    let refusals = [
        Refused::TooLong { most: 4096 },
        Refused::Unreadable,
        Refused::Version { spoken: 1 },
        Refused::TooFast,
        Refused::Busy,
        Refused::NoSuchTable,
        Refused::WrongKey,
        Refused::NoSuchGame,
        Refused::NoSuchSheet,
        Refused::WrongHash,
        Refused::BadSheet,
        Refused::BadWeights,
        Refused::TooManySheets,
        Refused::NoRoom,
        Refused::BadPlayers { least: 2, most: 6 },
        Refused::BadSettings,
        Refused::BadName,
        Refused::BadLevel,
        Refused::BadKey,
        Refused::BadPhrase,
        Refused::BadOrder,
        Refused::NoSeat,
        Refused::NotInvited,
        Refused::NotHost,
        Refused::NotYours,
        Refused::NoSuchSeat,
        Refused::SeatTaken,
        Refused::SeatFree,
        Refused::NoFreeSeat,
        Refused::AlreadySeated,
        Refused::EmptySeats,
        Refused::Begun,
        Refused::NotPlaying,
        Refused::Over,
        Refused::Full,
        Refused::AlreadyDone,
        Refused::TooEarly,
        Refused::WrongSeed,
        Refused::Stale { at: 3 },
        Refused::NotAsked,
        Refused::Illegal,
        Refused::NotYourDice,
        Refused::Away,
        Refused::NotAway,
        Refused::NotLate,
        Refused::NothingToUndo,
        Refused::Answered { seat: Seat(1) },
        Refused::OthersPlay,
        Refused::Sealed,
    ];
    errors.extend(refusals.iter().map(Refused::message));
    let logs = [
        LogError::Empty,
        LogError::Gap { due: 4, found: 6 },
        LogError::Newer(2),
        LogError::NoSuchGame,
        LogError::NoSheet(SheetHash::of("a sheet")),
        LogError::OtherEdition,
        LogError::Impossible(7, "a detail".into()),
    ];
    errors.extend(logs.iter().map(LogError::message));
    let broken = [
        Broken::Unsealed,
        Broken::Scheme("9".into()),
        Broken::Tag("dice seed".into()),
        Broken::Middle,
        Broken::Server,
        Broken::Seat(Seat(0)),
        Broken::NoSeed(Seat(2)),
        Broken::Outcome {
            event: 3,
            told: "W1".into(),
            due: "W2".into(),
        },
        Broken::Place("card 3".into()),
        Broken::Other,
    ];
    errors.extend(broken.iter().map(Broken::message));
    let seal = |day: Option<&str>, people: u8, draws: u32| Seal {
        table: "0123456789abcdef".parse::<TableId>().expect("a name"),
        day: day.map(Into::into),
        draws,
        commitment: Commitment([1; 32]),
        seeds: (0..people).map(|seat| (Seat(seat), Seed([2; 32]))).collect(),
        outcomes: 48,
        over: true,
    };
    for seal in [seal(None, 1, 1), seal(None, 3, 2), seal(Some("2031-05-04"), 0, 1)] {
        errors.push(seal.message());
        errors.push(seal.limits());
        errors.extend(seal.redrawn());
    }
}
