//! Logs of the first version, kept in `testdata`: they mean the same for ever.

mod common;

use std::path::PathBuf;

use common::{House, Random, bot};
use finaud_online::{
    Act, Event, Late, Logged, OnlineTable, Pace, Phase, Role, Settings, Shelf, Sitter, View, record_of,
    verify, verify_log,
};
use finaud_rules::Seat;

const GAMES: [(&str, u8, usize); 7] = [
    ("tres-fute", 1, 1),
    ("tres-fute", 3, 2),
    ("tres-fute-deluxe", 2, 2),
    ("melange-fute", 2, 2),
    ("hyper-fute", 4, 3),
    ("push", 2, 2),
    ("push", 4, 3),
];

fn folder() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/0.1/online"))
}

#[test]
fn old_logs_mean_what_they_meant() {
    let mut kinds = std::collections::BTreeSet::new();
    for (game, players, _) in GAMES {
        let name = format!("{game}-p{players}");
        let read = |ending: &str| {
            let path = folder().join(format!("{name}.{ending}"));
            std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
        };
        let log: Vec<Logged> = read("jsonl")
            .lines()
            .map(|line| serde_json::from_str(line).expect("an entry"))
            .collect();
        let mut shelf = Shelf::default();
        let table = OnlineTable::replay(&log, &mut shelf).unwrap_or_else(|error| panic!("{name}: {error}"));
        let view: View = serde_json::from_str(&read("json")).expect("a view");
        assert_eq!(table.view(Role::Watcher), view, "{name}");
        let entries: Vec<_> = log.iter().map(|logged| logged.entry.clone()).collect();
        let record = record_of(&entries, &mut shelf).expect("a log").expect("a game");
        assert_eq!(record, read("txt"), "{name}");
        assert!(verify(&record, None).is_ok());
        assert!(verify_log(&entries, &mut shelf).is_ok());
        // What was kept is written the same way again.
        for (logged, line) in log.iter().zip(read("jsonl").lines()) {
            assert_eq!(serde_json::to_string(logged).expect("text"), line);
            if let Some(event) = Event::read(&logged.entry.body) {
                assert_eq!(event.text(), logged.entry.body);
                kinds.insert(logged.entry.body.split('"').nth(1).expect("a kind").to_string());
            }
        }
    }
    let all = [
        "opened",
        "sat",
        "named",
        "left",
        "freed",
        "bot",
        "chairs",
        "ordered",
        "began",
        "committed",
        "shown",
        "redrawn",
        "undone",
        "late",
        "handed",
        "returned",
        "ended",
        "revealed",
        "rematched",
    ];
    for kind in all {
        assert!(kinds.contains(kind), "no log has `{kind}`");
    }
}

/// How the files were made. They are never made anew: a new version of the log adds files.
#[test]
#[ignore = "writes the files"]
fn write_golden_logs() {
    std::fs::create_dir_all(folder()).expect("a folder");
    for (index, (game, players, people)) in (0..).zip(GAMES) {
        let mut settings = Settings::plain(game, players);
        settings.pace = [Pace::Live { seconds: 60 }, Pace::Days { hours: 24 }][index as usize % 2];
        settings.late = [Late::Offer, Late::Bot][index as usize / 2 % 2];
        if game == "push" && players == 4 {
            settings.options.push(("variant".into(), "risk".into()));
        }
        if game == "tres-fute" && players == 3 {
            settings.options.push(("forfeit_always".into(), "true".into()));
        }
        let mut house = House::open(settings, 1_000 + index);
        let mut random = Random::new(index);
        for name in ["Bo", "Cléo"].iter().take(people - 1) {
            house.sit(name);
        }
        if people > 1 {
            // Somebody comes and goes, and the table is arranged.
            let last = house.table.seats().len() as u8;
            house.ada(Act::Chairs { players: last + 1 }).ok();
            if house
                .table
                .seats()
                .iter()
                .any(|seat| seat.sitter == Sitter::Nobody)
            {
                let guest = house.sit("Dan");
                house.later(1_000);
                house.seat(guest, Act::Leave {}).expect("leaving");
                house.people.pop();
                let thief = house.sit("Eve");
                house.ada(Act::Free { seat: thief }).expect("a free seat");
                house.people.pop();
                house.ada(Act::Chairs { players: last }).ok();
            }
            let seats: Vec<Seat> = house.table.all_seats().collect();
            let order = seats.iter().rev().copied().collect();
            house.ada(Act::Order { seats: order }).expect("another order");
            house
                .ada(Act::Name {
                    name: "Ada L.".into(),
                })
                .expect("a name");
        }
        for seat in 0..house.table.seats().len() as u8 {
            if house.table.seats()[usize::from(seat)].sitter == Sitter::Nobody {
                house.ada(bot(seat)).expect("a bot");
            }
        }
        house.ada(Act::Begin {}).expect("a beginning");
        if people > 2 {
            // One stays silent, a bot takes the seat, and everything is drawn anew.
            let silent = house.people.pop().expect("somebody");
            let Some(Role::Seat(seat)) = house.table.role_of(Some(&silent.key)) else {
                panic!("a seat")
            };
            house.later(30_000);
            house.ada(bot(seat.0)).expect("a bot");
        }
        house.seeds();
        while house.table.phase() == Phase::Playing {
            house.later(if random.one_in(40) { 90_000_000 } else { 2_500 });
            let seats: Vec<Seat> = house.table.people().collect();
            let seat = *random.pick(&seats);
            let away = house.table.seats()[seat.index()].sitter != Sitter::Person;
            match random.below(12) {
                _ if away && random.one_in(4) => drop(house.seat(seat, Act::Return {})),
                0 => drop(house.seat(seat, Act::Undo {})),
                1 if random.one_in(6) && seats.len() > 1 => drop(house.seat(seat, Act::Leave {})),
                2..=5 => drop(house.work()),
                _ => drop(house.step()),
            }
        }
        house.later(5_000);
        house.ada(Act::Rematch {}).expect("a rematch");
        let name = |ending: &str| folder().join(format!("{game}-p{players}.{ending}"));
        let lines: Vec<String> = house
            .log
            .iter()
            .map(|logged| serde_json::to_string(logged).expect("text"))
            .collect();
        std::fs::write(name("jsonl"), lines.join("\n") + "\n").expect("a file");
        let view = serde_json::to_string_pretty(&house.table.view(Role::Watcher)).expect("text");
        std::fs::write(name("json"), view + "\n").expect("a file");
        let entries = house.entries();
        let record = record_of(&entries, &mut house.shelf)
            .expect("a log")
            .expect("a game");
        std::fs::write(name("txt"), record).expect("a file");
    }
}
