//! Random commands of several people: whatever they do, the log stays sound.

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::{House, Person, Random, bot, told};
use finaud_online::{
    Act, Broken, Command, CommandId, Event, Key, Late, OnlineTable, Pace, Phase, Refused, Role, Seed, Seq,
    Settings, Sitter, game_of, record_of, steps, verify, verify_log,
};
use finaud_rules::Seat;
use finaud_table::Table;

const GAMES: [(&str, u8); 8] = [
    ("tres-fute", 1),
    ("tres-fute", 3),
    ("tres-fute-deluxe", 2),
    ("melange-fute", 4),
    ("hyper-fute", 1),
    ("hyper-fute", 2),
    ("push", 2),
    ("push", 5),
];

/// What a random table has seen.
#[derive(Default)]
struct Seen {
    /// Every acknowledged command, by its entry.
    acked: BTreeMap<CommandId, Seq>,
    /// Choices that were acknowledged: command and what it says.
    choices: Vec<(Seq, String)>,
    refused: BTreeSet<String>,
    /// Old commands, with the right under which they were given.
    given: Vec<(Command, Role)>,
}

fn settings(random: &mut Random) -> Settings {
    let (game, players) = *random.pick(&GAMES);
    let mut settings = Settings::plain(game, players);
    if game == "push" && random.one_in(2) {
        settings.options.push(("variant".into(), "risk".into()));
    }
    settings.pace = *random.pick(&[Pace::Free, Pace::Live { seconds: 20 }, Pace::Days { hours: 1 }]);
    settings.late = *random.pick(&[Late::Offer, Late::Bot]);
    settings.hints = random.one_in(2);
    settings
}

/// Anything anybody might want, sensible or not.
fn some_act(house: &mut House, seat: Seat) -> Act {
    let seats = house.table.seats().len();
    let other = Seat(house.random.below(seats + 1) as u8);
    let choices = house
        .table
        .play()
        .map(|play| play.legal(seat))
        .unwrap_or_default();
    match house.random.below(40) {
        0 => Act::Leave {},
        1 => Act::Return {},
        2 => Act::Name {
            name: format!("N{}", house.random.below(99)),
        },
        3 => bot(other.0),
        4 if house.random.one_in(3) => Act::Free { seat: other },
        5 => Act::Order {
            seats: (0..seats as u8).rev().map(Seat).collect(),
        },
        6 => Act::Chairs {
            players: 1 + house.random.below(6) as u8,
        },
        7 => Act::Begin {},
        8..=13 => Act::Undo {},
        14 => Act::Hand {
            seat: other,
            level: None,
        },
        15 => Act::Rematch {},
        16 if house.random.one_in(10) => Act::Abandon {},
        17 => Act::Late { seat: other },
        18 => Act::Commit {
            commitment: finaud_online::Commitment(house.random.bytes()),
        },
        19 => Act::Reveal {
            seed: Seed(house.random.bytes()),
        },
        20 => Act::Choose {
            action: "nonsense".into(),
        },
        21..=28 => Act::Roll {},
        _ if choices.is_empty() => Act::Roll {},
        _ => Act::Choose {
            action: house.random.pick(&choices).clone(),
        },
    }
}

/// One thing happens at a table.
fn happen(house: &mut House, seen: &mut Seen) {
    let pause = *house.random.pick(&[0, 50, 700, 2_500]);
    house.later(pause);
    if house.random.one_in(200) {
        house.later(3_600_000);
    }
    let what = house.random.below(30);
    if what < 4 {
        house.work();
        return;
    }
    if what == 4 && !seen.given.is_empty() {
        // An old command once more: acknowledged as before, or refused again, but never done twice.
        let (command, role) = house.random.pick(&seen.given).clone();
        let before = house.table.seq();
        let answer = house.give(&command, role);
        match command.id.and_then(|id| seen.acked.get(&id).copied()) {
            Some(seq) => {
                assert_eq!(answer, Ok(seq));
                assert_eq!(house.table.seq(), before);
            }
            None => note(house, seen, &command, role, answer),
        }
        return;
    }
    if what == 5 {
        let forged = Key(house.random.bytes());
        assert_eq!(house.by_key(&forged, Act::Leave {}), Err(Refused::WrongKey));
        return;
    }
    let playing = house.table.phase() == Phase::Playing;
    if what == 6 || (what < 12 && !playing) {
        let key = Key(house.random.bytes());
        let join = house.join;
        let act = Act::Sit {
            seat: None,
            name: "Zoe".into(),
            key: key.hash(),
        };
        if house.by_key(&join, act).is_ok() {
            let seed = Seed(house.random.bytes());
            house.people.push(Person { key, seed });
        }
        return;
    }
    if what < 20 && matches!(house.table.phase(), Phase::Open | Phase::Seeding) {
        // What apps do by themselves.
        let person = house.random.pick(&house.people.clone()).clone();
        if let Some(Role::Seat(seat)) = house.table.role_of(Some(&person.key)) {
            let act = match house.table.draw().commitment_of(seat) {
                None => Act::Commit {
                    commitment: person.seed.seat_commitment(&house.table.id(), seat),
                },
                Some(_) => Act::Reveal { seed: person.seed },
            };
            let _ = house.seat(seat, act);
            if house.random.one_in(4) {
                let _ = house.ada(bot(house.table.seats().len() as u8 - 1));
                let _ = house.ada(Act::Begin {});
            }
        }
        return;
    }
    let person = house.random.pick(&house.people.clone()).clone();
    let role = match house.random.below(30) {
        0 => Role::Watcher,
        1 => Role::Joiner,
        _ => house.table.role_of(Some(&person.key)).unwrap_or(Role::Watcher),
    };
    let seat = match role {
        Role::Seat(seat) => seat,
        _ => Seat(0),
    };
    let act = some_act(house, seat);
    // Now and then for a decision that is gone.
    let at = house
        .table
        .decision(seat)
        .saturating_sub(u32::from(house.random.one_in(8)));
    let command = Command::new(house.fresh_id(), at, act);
    seen.given.push((command.clone(), role));
    let answer = house.give(&command, role);
    note(house, seen, &command, role, answer);
}

fn note(house: &House, seen: &mut Seen, command: &Command, role: Role, answer: Result<Seq, Refused>) {
    match answer {
        Err(why) => {
            seen.refused.insert(format!("{why:?}"));
        }
        Ok(seq) => {
            seen.acked.insert(command.id.expect("a name"), seq);
            if let (Act::Choose { action }, Role::Seat(seat)) = (&command.act, role) {
                let line = format!("{seat} {action}");
                assert_eq!(house.log[seq as usize - 1].entry.body, line);
                seen.choices.push((seq, line));
            }
        }
    }
}

/// What must hold after every event.
fn check(house: &mut House, seen: &Seen) {
    let entries = house.entries();
    for (index, entry) in entries.iter().enumerate() {
        assert_eq!(entry.seq as usize, index + 1);
    }
    // The log adds up to the same table, here and in every app.
    let replayed = OnlineTable::replay(&house.log, &mut house.shelf).expect("a sound log");
    assert_eq!(told(&replayed), told(&house.table));
    let public = OnlineTable::replay_public(&entries, &mut house.shelf).expect("a sound log");
    assert_eq!(
        public.view(Role::Seat(Seat(0))),
        house.table.view(Role::Seat(Seat(0)))
    );
    // Every acknowledged command stands there once, at its entry.
    let mut commands = BTreeMap::new();
    for logged in &house.log {
        if let Some(id) = logged.private.command {
            assert!(commands.insert(id, logged.entry.seq).is_none());
        }
    }
    for (id, seq) in &seen.acked {
        assert_eq!(commands.get(id), Some(seq));
    }
    // The host is a person, unless nobody is.
    match house.table.host() {
        Some(host) => assert!(house.table.seats()[host.index()].is_person()),
        None => assert_eq!(house.table.people().count(), 0),
    }
    if let Some(table) = game_of(&entries, &mut house.shelf).expect("a game") {
        let play = house.table.play().expect("a game");
        assert_eq!(table.position_text(), play.position_text());
    }
}

#[test]
fn the_log_is_sound_whatever_people_do() {
    let mut refused = BTreeSet::new();
    let (mut played, mut finished, mut undone, mut redrawn, mut handed) = (0, 0, 0, 0, 0);
    for seed in 0..240 {
        let mut random = Random::new(seed);
        let mut house = House::open(settings(&mut random), seed);
        let mut seen = Seen::default();
        for step in 0..700 {
            if house.table.people().next().is_none() {
                break;
            }
            happen(&mut house, &mut seen);
            if step % 29 == 0 {
                check(&mut house, &seen);
            }
            // Most games would be left half-way: people who play on finish some.
            if step > 400 && house.table.phase() == Phase::Playing && seed % 3 == 0 {
                let away: Vec<Seat> = house.table.people().collect();
                for seat in away {
                    let _ = house.seat(seat, Act::Return {});
                }
                if house
                    .table
                    .seats()
                    .iter()
                    .any(|seat| seat.sitter == Sitter::Person)
                {
                    house.finish();
                }
            }
        }
        check(&mut house, &seen);
        // Every acknowledged choice is in the game, unless it was taken back by name.
        let entries = house.entries();
        let kept: BTreeMap<Seq, String> = steps(&entries)
            .into_iter()
            .map(|step| (step.seq, step.line))
            .collect();
        let mut removed = BTreeSet::new();
        for entry in &entries {
            match Event::read(&entry.body) {
                Some(Event::Undone { removes, .. }) => {
                    undone += 1;
                    removed.extend(removes);
                }
                Some(Event::Redrawn { .. }) => redrawn += 1,
                Some(Event::Handed { .. }) => handed += 1,
                _ => {}
            }
        }
        for (seq, line) in &seen.choices {
            match kept.get(seq) {
                Some(kept) => assert_eq!(kept, line),
                None => assert!(removed.contains(seq), "seed {seed}: {line} is lost"),
            }
        }
        refused.extend(seen.refused);
        let Some(record) = record_of(&entries, &mut house.shelf).expect("a record") else {
            continue;
        };
        played += 1;
        let table = Table::restore(&record, None).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        assert_eq!(table.steps(), kept.len());
        match house.table.phase() {
            Phase::Over => {
                finished += usize::from(!house.table.is_abandoned());
                let seal = verify(&record, None).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
                assert_eq!(Ok(seal), verify_log(&entries, &mut house.shelf));
            }
            _ => assert_eq!(verify(&record, None), Err(Broken::Unsealed)),
        }
    }
    assert!(played > 150 && finished > 30, "{played} {finished}");
    assert!(
        undone > 500 && redrawn > 20 && handed > 100,
        "{undone} {redrawn} {handed}"
    );
    assert!(refused.len() > 20, "{refused:?}");
}

/// Luck of one game never has the same place twice, so no bits are used twice.
#[test]
fn places_are_unique_in_a_game() {
    use finaud_record::{Event, Notation, SplitMix64};
    use finaud_rules::{Next, Push, TableGame, Variant, builtin, builtin_ids};

    fn play<G: Notation>(game: &G, games: u64) -> usize {
        let mut scratch = Vec::new();
        let mut all = 0;
        for seed in 0..games {
            let mut random = SplitMix64::new(seed);
            let mut state = game.start();
            let mut places = BTreeSet::new();
            let mut texts = BTreeSet::new();
            loop {
                let event: Event<G> = match game.next(&state) {
                    Next::Over => break,
                    Next::Chance(_) => {
                        let place = game.chance_place(&state).expect("a place");
                        assert!(places.insert(place), "{} {place}", game.id());
                        assert!(texts.insert(place.to_string()), "{} {place}", game.id());
                        let outcome = game.outcome_of_bits(&state, random.next_u64());
                        Event::Outcome(outcome.expect("an outcome"))
                    }
                    Next::Choice(seats) => {
                        assert_eq!(game.chance_place(&state), None);
                        let seat = seats.first().expect("a seat");
                        let action = game
                            .nth_legal(&state, seat, &mut scratch, |count| {
                                random.below(count as u64) as usize
                            })
                            .expect("an action");
                        Event::Choice(seat, action)
                    }
                };
                event.apply(game, &mut state).expect("a legal event");
            }
            all += places.len();
        }
        all
    }
    // More games: FINAUD_GAMES=1000000 cargo test --release -p finaud-online places
    let games = std::env::var("FINAUD_GAMES")
        .ok()
        .and_then(|games| games.parse().ok())
        .unwrap_or(300);
    let mut all = 0;
    for id in builtin_ids() {
        for players in [1, 2, 4] {
            let game = TableGame::new(builtin(id).expect("a sheet").clone(), players).expect("a game");
            all += play(&game, games);
        }
    }
    for players in [2, 3, 6] {
        for variant in [Variant::Standard, Variant::Risk] {
            all += play(&Push::new(players, variant).expect("a game"), games);
        }
    }
    assert!(all > 100_000, "{all}");
}

/// Bits scaled here give what a seed gives: one derivation, two sources of bits.
#[test]
fn bits_are_scaled_as_those_of_a_seed() {
    use finaud_record::{Event, Notation, bits_at};
    use finaud_rules::{Game, Next, Seat, SoloGame, builtin};

    let game = SoloGame::new(builtin("hyper-fute").expect("a sheet").clone(), 1).expect("a game");
    let (mut state, mut legal) = (game.start(), Vec::new());
    loop {
        let event = match game.next(&state) {
            Next::Over => break,
            Next::Chance(_) => {
                let place = game.chance_place(&state).expect("a place");
                let outcome = game.outcome_of_bits(&state, bits_at(7, place.0));
                assert_eq!(outcome, game.seeded_outcome(&state, 7));
                Event::Outcome(outcome.expect("an outcome"))
            }
            Next::Choice(_) => {
                game.legal(&state, Seat(0), &mut legal);
                Event::Choice(Seat(0), legal[0])
            }
        };
        event.apply(&game, &mut state).expect("a legal event");
    }
}
