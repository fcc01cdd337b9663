//! Records whose dice are sound, and records that somebody has changed: here, and in a program of somebody else.

mod common;

use std::path::{Path, PathBuf};
use std::process::Command;

use common::House;
use finaud_online::{Act, Broken, Settings, record_of, verify};
use finaud_rules::Seat;
use finaud_table::{ChanceSource, Table};

const GAMES: [(&str, u8, usize); 8] = [
    ("tres-fute", 1, 1),
    ("tres-fute", 4, 3),
    ("tres-fute-deluxe", 2, 2),
    ("melange-fute", 3, 2),
    ("hyper-fute", 1, 1),
    ("hyper-fute", 2, 2),
    ("push", 2, 2),
    ("push", 5, 3),
];

fn record(game: &str, players: u8, people: usize, seed: u64) -> String {
    let mut house = House::playing(Settings::plain(game, players), people, seed);
    // Somebody rolls again whenever they can, so that this is checked too.
    for _ in 0..2_000 {
        house.later(3_000);
        let asked = house.table.asked().iter().next();
        let reroll = asked.filter(|seat| {
            house.table.seats()[seat.index()].level().is_none()
                && house
                    .table
                    .play()
                    .expect("a game")
                    .legal(*seat)
                    .iter()
                    .any(|action| action == "reroll")
        });
        match reroll {
            Some(seat) => {
                let action = "reroll".into();
                house.seat(seat, Act::Choose { action }).expect("a reroll");
            }
            None if house.work() => {}
            None if house.table.phase() == finaud_online::Phase::Over => break,
            None => assert!(house.step()),
        }
    }
    let entries = house.entries();
    record_of(&entries, &mut house.shelf)
        .expect("a log")
        .expect("a game")
}

/// Another digit of the same tag.
fn forge(record: &str, tag: &str) -> String {
    let line = record
        .lines()
        .find(|line| line.starts_with(tag))
        .unwrap_or_else(|| panic!("no {tag}"));
    let digit = if line.ends_with('0') { "1" } else { "0" };
    record.replace(line, &format!("{}{digit}", &line[..line.len() - 1]))
}

/// The number of the first line that tells luck, and that line.
fn first_luck(record: &str) -> &str {
    let is_luck =
        |line: &&str| line.starts_with("  ") && !line.trim_start().starts_with(|c: char| c.is_ascii_digit());
    record.lines().find(is_luck).expect("luck")
}

fn folder() -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("seals");
    std::fs::create_dir_all(&path).expect("a folder");
    path
}

/// What the script of the documents says about a record; `None` if it finds it broken.
fn script(name: &str, record: &str) -> Option<String> {
    let file = folder().join(name);
    std::fs::write(&file, record).expect("a file");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/verify.py");
    let output = Command::new("python3").arg(script).arg(&file).output();
    let output = output.expect("python3, which checks our dice with a program of its own: install it");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() || complaint.starts_with("broken: "),
        "{name}: {complaint}"
    );
    output.status.success().then_some(said)
}

#[test]
fn another_program_finds_our_dice_sound() {
    let mut sorted = 0;
    let mut rerolled = 0;
    for (index, (game, players, people)) in (0..).zip(GAMES) {
        let record = record(game, players, people, 100 + index);
        let seal = verify(&record, None).unwrap_or_else(|error| panic!("{game}: {error}\n{record}"));
        assert_eq!((seal.seeds.len(), seal.draws, seal.over), (people, 1, true));
        let said =
            script(&format!("{game}-{players}.txt"), &record).unwrap_or_else(|| panic!("{game}\n{record}"));
        assert!(
            said.starts_with(&format!("sound: {} outcomes", seal.outcomes)),
            "{said}"
        );
        sorted += record.matches("  platter ").count();
        rerolled += record.matches(" reroll\n").count();
    }
    assert!(sorted > 5 && rerolled > 5, "{sorted} {rerolled}");
}

#[test]
fn a_changed_record_breaks_the_seal() {
    let sound = record("tres-fute", 2, 2, 7);
    let check = |name: &str, record: &str| {
        assert_eq!(script(&format!("forged-{name}.txt"), record), None, "{name}");
        verify(record, None).unwrap_err()
    };
    assert!(verify(&sound, None).is_ok());
    assert_eq!(check("server", &forge(&sound, "dice seed: ")), Broken::Server);
    assert_eq!(
        check("commitment", &forge(&sound, "dice commitment: ")),
        Broken::Server
    );
    assert_eq!(
        check("seat", &forge(&sound, "dice seed 2: ")),
        Broken::Seat(Seat(1))
    );
    let seed = sound
        .lines()
        .find(|line| line.starts_with("dice seed 2: "))
        .expect("a seed");
    let without = sound.replace(&format!("{seed}\n"), "");
    assert_eq!(check("no-seed", &without), Broken::NoSeed(Seat(1)));
    // A seat that is said to be a bot: then the dice are others.
    let commitment = sound
        .lines()
        .find(|line| line.starts_with("dice commitment 2: "))
        .expect("a seed");
    let bot = without.replace(&format!("{commitment}\n"), "bot 2: club\n");
    assert!(matches!(check("bot", &bot), Broken::Outcome { event: 1, .. }));
    let luck = first_luck(&sound);
    let (white, face) = (&luck[2..3], &luck[3..4]);
    let other = if face == "6" { "5" } else { "6" };
    let changed = sound.replacen(
        luck,
        &luck.replacen(&format!("{white}{face}"), &format!("{white}{other}"), 1),
        1,
    );
    // Another die may make later events impossible; the seal breaks all the same.
    assert!(matches!(
        check("roll", &changed),
        Broken::Outcome { .. } | Broken::Record(_)
    ));
    let scheme = sound.replace("dice scheme: 1", "dice scheme: 2");
    assert_eq!(check("scheme", &scheme), Broken::Scheme("2".into()));
    let table = sound
        .lines()
        .find(|line| line.starts_with("dice table: "))
        .expect("a table");
    let other_table = sound.replace(table, "dice table: 0123456789abcdef");
    assert_eq!(check("table", &other_table), Broken::Server);
}

#[test]
fn a_changed_card_breaks_the_seal() {
    let sound = record("push", 3, 3, 8);
    let card = sound
        .lines()
        .find(|line| line.starts_with("  card "))
        .expect("a card");
    for other in ["  card red 1", "  card blue 2"]
        .into_iter()
        .filter(|other| *other != card)
    {
        let forged = sound.replacen(card, other, 1);
        assert_eq!(script("forged-card.txt", &forged), None);
        let broken = verify(&forged, None).unwrap_err();
        assert!(
            matches!(broken, Broken::Outcome { .. } | Broken::Record(_)),
            "{broken}"
        );
    }
}

#[test]
fn other_records_have_no_seal() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../testdata/0.1/records/tres-fute-p1-3.txt"
    );
    let old = std::fs::read_to_string(path).expect("a record");
    assert_eq!(verify(&old, None), Err(Broken::Unsealed));
    assert!(matches!(verify("nonsense", None), Err(Broken::Record(_))));
}

#[test]
fn the_record_of_an_online_game_is_a_record_like_any_other() {
    let text = record("melange-fute", 2, 1, 9);
    let table = Table::restore(&text, None).expect("a table");
    assert!(table.is_over());
    assert_eq!(table.chance_source(), ChanceSource::Dealt);
    assert!(!table.is_person(Seat(1)));
    // What it says about its dice is not lost when it is read and written again.
    use finaud_record::Record;
    let table = table.dice().expect("dice");
    let again = Record::read(table.game(), &text).expect("a record").record;
    assert_eq!(again.write(table.game()), text);
}
