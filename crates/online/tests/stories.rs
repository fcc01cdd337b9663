//! The rules of a table, one story each.

mod common;

use common::{House, bot};
use finaud_online::{
    ABSENT_AFTER, Act, Command, CommandId, Decision, IDLE_FOR, Key, Late, MOST_ASIDES, MOST_ENTRIES,
    OPEN_FOR, OnlineTable, Pace, Phase, RATED_ABSENT_AFTER, Refused, Role, SeatKind, Seed, Settings, Sitter,
    Time, UNDO_OFFERED, record_of, steps, verify,
};
use finaud_rules::Seat;

const A: Seat = Seat(0);
const B: Seat = Seat(1);
const C: Seat = Seat(2);

fn dice(players: u8) -> Settings {
    Settings::plain("tres-fute", players)
}

fn live(players: u8, late: Late) -> Settings {
    Settings {
        pace: Pace::Live { seconds: 30 },
        late,
        ..dice(players)
    }
}

/// A table at which the passive players have a real choice side by side, and the active player is done.
fn side_by_side() -> House {
    for seed in 0..500 {
        let mut house = House::playing(dice(3), 3, seed);
        for _ in 0..30 {
            let play = house.table.play().expect("a game");
            let choosers = play.choosers();
            let real = |seat: Seat| choosers.contains(seat) && play.legal(seat).len() > 1;
            if !choosers.contains(A) && real(B) && real(C) {
                return house;
            }
            house.step();
        }
    }
    panic!("no such table");
}

#[test]
fn whoever_opens_a_table_has_the_first_seat_and_is_the_host() {
    let house = House::open(dice(2), 1);
    assert_eq!(house.table.phase(), Phase::Open);
    assert_eq!(house.table.host(), Some(A));
    assert_eq!(house.table.seats()[0].name, "Ada");
    assert_eq!(house.table.seats()[1].sitter, Sitter::Nobody);
}

#[test]
fn a_table_that_cannot_be_is_refused() {
    let refused = |settings: Settings| House::try_open(settings, 1).map(|_| ()).unwrap_err();
    assert_eq!(refused(Settings::plain("chess", 2)), Refused::NoSuchGame);
    assert_eq!(
        refused(Settings::plain("push", 1)),
        Refused::BadPlayers { least: 2, most: 6 }
    );
    let settings = |change: fn(&mut Settings)| {
        let mut settings = dice(2);
        change(&mut settings);
        refused(settings)
    };
    assert_eq!(
        settings(|it| it.options.push(("x".into(), "y".into()))),
        Refused::NoSuchGame
    );
    assert_eq!(
        settings(|it| it.options.push(("x".repeat(99), "y".into()))),
        Refused::BadSettings
    );
    assert_eq!(
        settings(|it| it.pace = Pace::Live { seconds: 1 }),
        Refused::BadSettings
    );
    assert_eq!(
        settings(|it| it.pace = Pace::Days { hours: 9_999 }),
        Refused::BadSettings
    );
    assert_eq!(
        settings(|it| it.daily = Some("tomorrow".into())),
        Refused::BadSettings
    );
    assert_eq!(settings(|it| it.stand_in = "Master!".into()), Refused::BadLevel);
    assert_eq!(
        settings(|it| (it.rated, it.hints) = (true, true)),
        Refused::BadSettings
    );
}

#[test]
fn an_invitation_gives_a_free_seat_and_nothing_more() {
    let mut house = House::open(dice(2), 2);
    let join = house.join;
    assert_eq!(house.by_key(&join, Act::Begin {}), Err(Refused::NoSeat));
    assert_eq!(house.sit("Bo"), B);
    let key = Key([9; 16]);
    let sit = |name: &str, seat: Option<Seat>| Act::Sit {
        seat,
        name: name.into(),
        key: key.hash(),
    };
    assert_eq!(house.by_key(&join, sit("Cleo", None)), Err(Refused::NoFreeSeat));
    assert_eq!(house.by_key(&join, sit("Cleo", Some(B))), Err(Refused::SeatTaken));
    assert_eq!(
        house.by_key(&join, sit("Cleo", Some(C))),
        Err(Refused::NoSuchSeat)
    );
    let command = Command::new(CommandId([1; 16]), 0, sit("Cleo", None));
    assert_eq!(house.give(&command, Role::Watcher), Err(Refused::NotInvited));
    assert_eq!(house.give(&command, Role::Seat(B)), Err(Refused::AlreadySeated));
}

#[test]
fn a_forged_key_is_worth_nothing() {
    let mut house = House::open(dice(2), 3);
    let forged = Key([0; 16]);
    assert_eq!(house.table.role_of(Some(&forged)), None);
    assert_eq!(house.by_key(&forged, Act::Begin {}), Err(Refused::WrongKey));
    assert_eq!(house.table.role_of(None), Some(Role::Watcher));
    let seq = house.table.seq();
    let act = Command::new(CommandId([1; 16]), 0, Act::Leave {});
    assert_eq!(house.give(&act, Role::Watcher), Err(Refused::NoSeat));
    assert_eq!(house.give(&act, Role::Seat(B)), Err(Refused::NoSeat));
    assert_eq!(house.table.seq(), seq);
}

#[test]
fn no_key_and_no_secret_is_in_an_entry() {
    let mut house = House::playing(dice(2), 2, 4);
    for _ in 0..20 {
        house.step();
    }
    let public: String = house.entries().iter().map(finaud_online::wire::write).collect();
    for logged in &house.log {
        let private = &logged.private;
        for secret in [
            private.command.map(String::from),
            private.key.map(String::from),
            private.seed.map(String::from),
        ] {
            assert!(secret.is_none_or(|secret| !public.contains(&secret)));
        }
    }
    let views: String = [Role::Watcher, Role::Joiner, Role::Seat(A)]
        .map(|role| finaud_online::wire::write(&house.table.view(role)))
        .concat();
    let server = house.log[0].private.seed.expect("the server's seed");
    assert!(!views.contains(&String::from(server)));
}

#[test]
fn names_are_text() {
    let mut house = House::open(dice(2), 5);
    for name in ["", "   ", "a\u{202e}b", "a\nb", &"x".repeat(25)] {
        let act = Act::Name { name: name.into() };
        assert_eq!(house.ada(act), Err(Refused::BadName), "{name:?}");
    }
    let name = "<b>Ada</b> & \"Søn\" 🎲".to_string();
    house.ada(Act::Name { name: name.clone() }).unwrap();
    assert_eq!(house.table.seats()[0].name, name);
}

#[test]
fn only_the_host_arranges_the_table() {
    let mut house = House::open(dice(4), 6);
    let seat = house.sit("Bo");
    for act in [
        bot(2),
        Act::Free { seat: A },
        Act::Chairs { players: 3 },
        Act::Order {
            seats: vec![B, A, C, Seat(3)],
        },
        Act::Begin {},
        Act::Abandon {},
    ] {
        let refused = house.seat(seat, act.clone()).unwrap_err();
        let others = matches!(act, Act::Abandon {});
        let due = if others {
            Refused::OthersPlay
        } else {
            Refused::NotHost
        };
        assert_eq!(refused, due, "{act:?}");
    }
    assert_eq!(house.ada(Act::Begin {}), Err(Refused::EmptySeats));
    house.ada(bot(2)).unwrap();
    assert_eq!(house.ada(Act::Chairs { players: 2 }), Err(Refused::SeatTaken));
    house.ada(Act::Chairs { players: 3 }).unwrap();
    house.ada(Act::Free { seat: C }).unwrap();
    house.ada(Act::Chairs { players: 2 }).unwrap();
    assert_eq!(house.ada(Act::Free { seat: A }), Err(Refused::SeatTaken));
    house.ada(Act::Free { seat: B }).unwrap();
    let gone = house.people[1].key;
    assert_eq!(house.table.role_of(Some(&gone)), None);
}

#[test]
fn people_take_their_keys_along_when_seats_change() {
    let mut house = House::open(dice(3), 7);
    house.sit("Bo");
    house.seeds();
    assert!(house.table.draw().commitment_of(B).is_some());
    house.ada(Act::Order { seats: vec![B, C, A] }).unwrap();
    let keys: Vec<Key> = house.people.iter().map(|person| person.key).collect();
    assert_eq!(house.table.role_of(Some(&keys[0])), Some(Role::Seat(C)));
    assert_eq!(house.table.role_of(Some(&keys[1])), Some(Role::Seat(A)));
    assert_eq!(house.table.host(), Some(C));
    // The seat is in the hash: whoever moved commits anew.
    assert!(
        house
            .table
            .all_seats()
            .all(|seat| house.table.draw().commitment_of(seat).is_none())
    );
    house.ada(Act::Chairs { players: 2 }).unwrap();
    assert_eq!(house.table.role_of(Some(&keys[0])), Some(Role::Seat(B)));
    assert_eq!(
        house.ada(Act::Order { seats: vec![A, A] }),
        Err(Refused::BadOrder)
    );
    house.ada(Act::Begin {}).unwrap();
    house.seeds();
    assert_eq!(house.table.phase(), Phase::Playing);
    house.finish();
    assert_eq!(house.table.points().len(), 2);
}

#[test]
fn if_the_host_leaves_the_next_person_is_the_host() {
    let mut house = House::open(dice(3), 8);
    house.sit("Bo");
    house.ada(Act::Leave {}).unwrap();
    assert_eq!(house.table.host(), Some(B));
    house.seat(B, Act::Leave {}).unwrap();
    assert_eq!(house.table.phase(), Phase::Over);
    assert!(house.table.is_abandoned());
}

#[test]
fn nobody_shows_a_seed_before_everybody_has_committed() {
    let mut house = House::open(dice(2), 9);
    house.sit("Bo");
    house.ada(Act::Begin {}).unwrap();
    let seeds: Vec<Seed> = house.people.iter().map(|person| person.seed).collect();
    let id = house.table.id();
    house
        .seat(
            A,
            Act::Commit {
                commitment: seeds[0].seat_commitment(&id, A),
            },
        )
        .unwrap();
    assert_eq!(
        house.seat(A, Act::Reveal { seed: seeds[0] }),
        Err(Refused::TooEarly)
    );
    // A commitment for another seat is another one.
    house
        .seat(
            B,
            Act::Commit {
                commitment: seeds[1].seat_commitment(&id, A),
            },
        )
        .unwrap();
    assert_eq!(
        house.seat(B, Act::Reveal { seed: seeds[1] }),
        Err(Refused::WrongSeed)
    );
    assert_eq!(
        house.seat(A, Act::Reveal { seed: seeds[1] }),
        Err(Refused::WrongSeed)
    );
    house.seat(A, Act::Reveal { seed: seeds[0] }).unwrap();
    assert_eq!(
        house.seat(A, Act::Reveal { seed: seeds[0] }),
        Err(Refused::AlreadyDone)
    );
    assert_eq!(house.table.phase(), Phase::Seeding);
}

#[test]
fn if_somebody_stays_silent_everything_is_drawn_anew() {
    let mut house = House::open(dice(2), 10);
    house.sit("Bo");
    house.ada(Act::Begin {}).unwrap();
    let id = house.table.id();
    let seeds: Vec<Seed> = house.people.iter().map(|person| person.seed).collect();
    for (seat, seed) in [(A, seeds[0]), (B, seeds[1])] {
        house
            .seat(
                seat,
                Act::Commit {
                    commitment: seed.seat_commitment(&id, seat),
                },
            )
            .unwrap();
    }
    house.seat(A, Act::Reveal { seed: seeds[0] }).unwrap();
    let first = house.table.draw().commitment();
    house.ada(bot(1)).unwrap();
    // What Ada has shown is worth nothing any more.
    assert_eq!(house.table.phase(), Phase::Seeding);
    assert_ne!(house.table.draw().commitment(), first);
    assert_eq!(house.table.draw().number(), 2);
    assert!(house.table.draw().commitment_of(A).is_none());
    house.seeds();
    assert_eq!(house.table.phase(), Phase::Playing);
    house.finish();
    let entries = house.entries();
    let record = record_of(&entries, &mut house.shelf).unwrap().unwrap();
    let seal = verify(&record, None).unwrap();
    assert_eq!((seal.draws, seal.seeds.len()), (2, 1));
    assert!(seal.redrawn().is_some());
}

#[test]
fn whoever_has_done_their_part_is_not_silent() {
    let mut house = House::open(dice(2), 11);
    house.sit("Bo");
    house.seeds();
    house.ada(Act::Begin {}).unwrap();
    let seed = house.people[1].seed;
    house.seat(B, Act::Reveal { seed }).unwrap();
    assert_eq!(house.ada(bot(1)), Err(Refused::Begun));
}

#[test]
fn whoever_leaves_while_seeds_are_due_makes_the_table_open_again() {
    let mut house = House::open(dice(2), 12);
    house.sit("Bo");
    house.ada(Act::Begin {}).unwrap();
    house.seat(B, Act::Leave {}).unwrap();
    assert_eq!(house.table.phase(), Phase::Open);
    assert_eq!(house.table.draw().number(), 2);
    house.sit("Cleo");
    house.people.remove(1);
    house.ada(Act::Begin {}).unwrap();
    house.seeds();
    assert_eq!(house.table.phase(), Phase::Playing);
}

#[test]
fn only_whoever_is_asked_acts() {
    let mut house = House::playing(dice(2), 2, 13);
    assert_eq!(house.table.asked().iter().collect::<Vec<_>>(), [A]);
    assert_eq!(house.seat(B, Act::Roll {}), Err(Refused::NotAsked));
    house.seat(A, Act::Roll {}).unwrap();
    assert_eq!(house.seat(A, Act::Roll {}), Err(Refused::NotYourDice));
    let choice = house.choice(A, 0);
    assert_eq!(house.seat(B, choice.clone()), Err(Refused::NotAsked));
    let nonsense = |action: &str| Act::Choose {
        action: action.into(),
    };
    assert_eq!(house.seat(A, nonsense("")), Err(Refused::Illegal));
    assert_eq!(house.seat(A, nonsense("roll")), Err(Refused::Illegal));
    house.seat(A, choice).unwrap();
}

#[test]
fn a_command_sent_twice_happens_once() {
    let mut house = House::playing(dice(2), 2, 14);
    let roll = Command::new(CommandId([1; 16]), house.table.decision(A), Act::Roll {});
    let seq = house.give(&roll, Role::Seat(A)).unwrap();
    for _ in 0..3 {
        assert_eq!(house.give(&roll, Role::Seat(A)), Ok(seq));
    }
    let at = house.table.decision(A);
    let choice = Command::new(CommandId([2; 16]), at, house.choice(A, 0));
    let chosen = house.give(&choice, Role::Seat(A)).unwrap();
    // Much later, and whatever the key is worth by then.
    while house.table.phase() == Phase::Playing {
        house.step();
    }
    assert_eq!(house.give(&choice, Role::Seat(A)), Ok(chosen));
    assert_eq!(house.give(&roll, Role::Watcher), Ok(seq));
    // The same wish under another name comes too late.
    let again = Command::new(CommandId([3; 16]), at, choice.act);
    assert_eq!(house.give(&again, Role::Seat(A)), Err(Refused::Over));
}

#[test]
fn a_command_for_a_decision_that_is_gone_is_refused() {
    let mut house = House::playing(dice(2), 2, 15);
    house.seat(A, Act::Roll {}).unwrap();
    let at = house.table.decision(A);
    let choice = house.choice(A, 0);
    let stale = Command::new(CommandId([1; 16]), at - 1, choice.clone());
    assert_eq!(house.give(&stale, Role::Seat(A)), Err(Refused::Stale { at }));
    let early = Command::new(CommandId([2; 16]), at + 1, choice);
    assert_eq!(house.give(&early, Role::Seat(A)), Err(Refused::Stale { at }));
}

#[test]
fn passive_players_choose_side_by_side_in_any_order() {
    let house = side_by_side();
    let commands = [B, C].map(|seat| {
        let command = Command::new(
            CommandId([seat.0; 16]),
            house.table.decision(seat),
            house.choice(seat, 1),
        );
        (seat, command)
    });
    let play = |order: [usize; 2]| {
        let mut house = house.clone();
        for index in order {
            let (seat, command) = &commands[index];
            house.give(command, Role::Seat(*seat)).expect("still valid");
        }
        house.table.play().expect("a game").position_text()
    };
    assert_eq!(play([0, 1]), play([1, 0]));
}

#[test]
fn beside_others_one_takes_back_only_ones_own() {
    let mut house = side_by_side();
    let before = house.table.play().expect("a game").position_text();
    let (bo, cleo) = (house.choice(B, 1), house.choice(C, 0));
    house.seat(B, bo.clone()).unwrap();
    house.seat(C, cleo.clone()).unwrap();
    assert_eq!(house.seat(A, Act::Undo {}), Err(Refused::Answered { seat: B }));
    // Bo chose before Cleo, who did not answer that: Cleo's choice stays.
    house.seat(B, Act::Undo {}).unwrap();
    assert!(house.table.asked().contains(B));
    let kept = steps(&house.entries());
    assert_eq!(kept.last().and_then(|step| step.by), Some(C));
    house.seat(C, Act::Undo {}).unwrap();
    assert_eq!(house.table.play().expect("a game").position_text(), before);
    house.seat(C, cleo).unwrap();
    house.seat(B, bo).unwrap();
    house.finish();
}

#[test]
fn a_decision_that_somebody_takes_back_is_gone_for_the_others_too() {
    // The active player's last choice asks the others; taken back, it asks them anew.
    for seed in 0..200 {
        let mut house = House::playing(dice(2), 2, seed);
        for _ in 0..60 {
            let before = house.clone();
            house.step();
            let asked = |house: &House| house.table.play().expect("a game").choosers().contains(B);
            if asked(&before) || !asked(&house) || house.seat(A, Act::Undo {}).is_err() {
                continue;
            }
            let stale = Command::new(
                CommandId([1; 16]),
                before.table.decision(B) + 1,
                Act::Choose { action: "x".into() },
            );
            assert_eq!(house.give(&stale, Role::Seat(B)), Err(Refused::NotAsked));
            while !asked(&house) {
                house.step();
            }
            let at = house.table.decision(B);
            assert_eq!(at, before.table.decision(B) + 2);
            assert_eq!(house.give(&stale, Role::Seat(B)), Err(Refused::Stale { at }));
            return;
        }
    }
    panic!("no such game");
}

#[test]
fn nobody_takes_back_past_luck_or_twice() {
    let mut house = House::playing(dice(1), 1, 16);
    assert_eq!(house.seat(A, Act::Undo {}), Err(Refused::NothingToUndo));
    house.seat(A, Act::Roll {}).unwrap();
    assert_eq!(house.seat(A, Act::Undo {}), Err(Refused::NothingToUndo));
    let choice = house.choice(A, 1);
    house.seat(A, choice.clone()).unwrap();
    let undo = Command::new(CommandId([7; 16]), house.table.decision(A), Act::Undo {});
    let seq = house.give(&undo, Role::Seat(A)).unwrap();
    assert_eq!(house.give(&undo, Role::Seat(A)), Ok(seq));
    assert_eq!(house.seat(A, Act::Undo {}), Err(Refused::NothingToUndo));
    let again = Command::new(CommandId([8; 16]), undo.at, Act::Undo {});
    assert!(matches!(
        house.give(&again, Role::Seat(A)),
        Err(Refused::Stale { .. })
    ));
    house.seat(A, choice).unwrap();
    while house.table.play().expect("a game").roller().is_none() {
        house.step();
    }
    house.seat(A, Act::Roll {}).unwrap();
    assert_eq!(house.seat(A, Act::Undo {}), Err(Refused::NothingToUndo));
}

#[test]
fn a_card_is_turned_by_the_choice_to_draw_it() {
    let mut house = House::playing(Settings::plain("push", 2), 2, 17);
    let before = house.log.len();
    house
        .seat(
            A,
            Act::Choose {
                action: "draw".into(),
            },
        )
        .unwrap();
    let lines: Vec<&str> = house.log[before..]
        .iter()
        .map(|logged| logged.entry.body.as_str())
        .collect();
    assert_eq!(lines[0], "1 draw");
    assert!(lines[1].starts_with("card "), "{lines:?}");
    assert_eq!(house.seat(A, Act::Undo {}), Err(Refused::NothingToUndo));
}

#[test]
fn bots_are_asked_at_once_but_leave_time_to_take_back() {
    // Ada alone with a bot: after her last choice in her turn the bot's dice fall two seconds later.
    for seed in 0..50 {
        let mut house = House::playing(dice(2), 1, seed);
        loop {
            while house.work() {}
            let roller = house.table.play().expect("a game").roller();
            if roller == Some(B) {
                let job = &house.table.jobs()[0];
                let undoable = house.table.view(Role::Seat(A)).you.undo;
                let pause = job.due.since(house.table.touched());
                assert_eq!(pause, if undoable { UNDO_OFFERED } else { 0 });
                if undoable {
                    let command = Command::by_itself(0, Act::Roll {});
                    house.give(&command, Role::House).unwrap();
                    return;
                }
            }
            house.later(UNDO_OFFERED);
            if house.work() {
                continue;
            }
            if house.table.phase() == Phase::Over || !house.step() {
                break;
            }
        }
    }
    panic!("no such game");
}

#[test]
fn the_house_does_not_play_for_people_who_have_time() {
    let mut house = House::playing(live(2, Late::Offer), 2, 18);
    let roll = Command::by_itself(0, Act::Roll {});
    assert_eq!(house.give(&roll, Role::House), Err(Refused::NotLate));
    let choose = Command::by_itself(1, Act::Choose { action: "x".into() });
    assert_eq!(house.give(&choose, Role::Bot(A)), Err(Refused::NotAway));
    for act in [Act::Late { seat: A }, Act::Unseal {}] {
        assert_eq!(house.seat(A, act), Err(Refused::NotYours));
    }
    let late = Command::by_itself(0, Act::Late { seat: A });
    assert_eq!(house.give(&late, Role::House), Err(Refused::NotLate));
}

#[test]
fn dice_fall_for_somebody_who_is_late() {
    let mut house = House::playing(live(2, Late::Offer), 2, 19);
    let due = house.table.deadline(A).unwrap();
    assert_eq!(due.since(house.table.touched()), 30_000);
    assert_eq!(house.table.due(), Some(due));
    house.later(30_000);
    assert!(house.work());
    assert!(house.table.play().expect("a game").choosers().contains(A));
    assert_eq!(house.log.last().and_then(|logged| logged.entry.by), None);
}

#[test]
fn whoever_is_late_may_be_handed_to_a_bot_by_the_others() {
    let mut house = House::playing(live(3, Late::Offer), 3, 20);
    house.seat(A, Act::Roll {}).unwrap();
    let hand = |seat| Act::Hand { seat, level: None };
    assert_eq!(house.seat(B, hand(A)), Err(Refused::NotLate));
    house.later(30_000);
    assert!(house.work());
    assert!(house.table.seats()[0].late);
    assert!(!house.work(), "once is enough");
    house.seat(B, hand(A)).unwrap();
    assert_eq!(house.table.seats()[0].sitter, Sitter::Away("club".into()));
    let choice = house.choice(A, 0);
    assert_eq!(house.seat(A, choice.clone()), Err(Refused::Away));
    assert!(house.work(), "the bot plays");
    // Ada has her key still.
    house.seat(A, Act::Return {}).unwrap();
    assert_eq!(house.seat(A, Act::Return {}), Err(Refused::NotAway));
    assert_eq!(house.table.seats()[0].sitter, Sitter::Person);
    house.finish();
}

#[test]
fn a_table_may_hand_late_seats_to_bots_by_itself() {
    let mut house = House::playing(live(2, Late::Bot), 2, 21);
    house.seat(A, Act::Roll {}).unwrap();
    house.later(30_000);
    assert!(house.work());
    assert_eq!(house.table.seats()[0].sitter, Sitter::Away("club".into()));
    assert!(house.work());
}

#[test]
fn whoever_returns_has_all_their_time_again() {
    let mut house = House::playing(live(2, Late::Bot), 2, 33);
    house.seat(A, Act::Roll {}).unwrap();
    house.later(30_000);
    assert!(house.work());
    assert_eq!(house.table.seats()[0].level(), Some("club"));
    house.later(3_600_000);
    house.seat(A, Act::Return {}).unwrap();
    assert_eq!(house.table.deadline(A), Some(house.now.plus(30_000)));
    assert!(!house.work());
}

#[test]
fn without_a_clock_the_host_says_who_is_absent() {
    let mut house = House::playing(dice(2), 2, 22);
    while !house.table.asked().contains(B) {
        house.step();
    }
    assert_eq!(house.table.deadline(B), None);
    let hand = Act::Hand {
        seat: B,
        level: Some("expert".into()),
    };
    assert_eq!(house.ada(hand.clone()), Err(Refused::NotLate));
    house.later(ABSENT_AFTER);
    house.ada(hand).unwrap();
    assert_eq!(house.table.seats()[1].level(), Some("expert"));
    assert_eq!(house.table.view(Role::Watcher).seats[1].kind, SeatKind::Away);
}

#[test]
fn without_a_clock_a_host_who_is_absent_is_played_for_as_well() {
    let mut house = House::playing(dice(3), 3, 24);
    house.seat(A, Act::Roll {}).unwrap();
    let hand = |seat| Act::Hand { seat, level: None };
    assert_eq!(house.table.host(), Some(A));
    assert_eq!(house.seat(B, hand(A)), Err(Refused::NotLate));
    house.later(ABSENT_AFTER);
    assert_eq!(
        house.seat(B, hand(C)),
        Err(Refused::NotLate),
        "only the host says so of others"
    );
    house.seat(B, hand(A)).unwrap();
    assert_eq!(house.table.seats()[0].sitter, Sitter::Away("club".into()));
}

#[test]
fn where_ratings_are_at_stake_nobody_is_played_for_while_they_think() {
    let rated = Settings {
        rated: true,
        ..dice(2)
    };
    let mut house = House::playing(rated, 2, 25);
    house.seat(A, Act::Roll {}).unwrap();
    let hand = Act::Hand { seat: A, level: None };
    house.later(RATED_ABSENT_AFTER - 1);
    assert_eq!(house.seat(B, hand.clone()), Err(Refused::NotLate));
    house.later(1);
    house.seat(B, hand).unwrap();
}

#[test]
fn nobody_fills_the_log_of_a_table() {
    let mut house = House::playing(dice(2), 2, 26);
    for number in 0..MOST_ASIDES {
        if let Err(why) = house.seat(
            B,
            Act::Name {
                name: format!("Bo {number}"),
            },
        ) {
            assert_eq!(why, Refused::Full);
        }
    }
    let name = Act::Name { name: "Bo".into() };
    assert_eq!(house.seat(B, name.clone()), Err(Refused::Full));
    house
        .seat(
            A,
            Act::Name {
                name: "Ada L.".into(),
            },
        )
        .unwrap();
    assert!(house.table.seq() < MOST_ENTRIES / 2);
    house.finish();
}

#[test]
fn whoever_leaves_is_played_for_until_they_return() {
    let mut house = House::playing(dice(2), 2, 23);
    house.seat(A, Act::Leave {}).unwrap();
    assert_eq!(house.seat(A, Act::Leave {}), Err(Refused::Away));
    while house.work() {
        house.later(UNDO_OFFERED);
    }
    assert!(house.table.asked().contains(B));
    house.seat(A, Act::Return {}).unwrap();
    house.finish();
    let entries = house.entries();
    let record = record_of(&entries, &mut house.shelf).unwrap().unwrap();
    assert!(record.contains("; by a bot"));
    assert!(verify(&record, None).is_ok());
}

#[test]
fn bots_rest_while_nobody_is_there() {
    let mut house = House::playing(dice(2), 2, 24);
    for seat in [A, B] {
        house.seat(seat, Act::Leave {}).unwrap();
    }
    house.later(60_000);
    assert!(!house.work());
    house.later(IDLE_FOR);
    assert!(house.work());
    assert_eq!(house.table.phase(), Phase::Over);
    assert!(house.table.is_abandoned());
    assert!(house.table.draw().revealed().is_some());
}

#[test]
fn a_freed_seat_is_played_by_a_bot_until_somebody_takes_it() {
    let mut house = House::playing(dice(2), 2, 25);
    let thief = house.people[1].key;
    house.ada(Act::Free { seat: B }).unwrap();
    assert_eq!(house.table.role_of(Some(&thief)), None);
    house.later(UNDO_OFFERED);
    for _ in 0..40 {
        if !house.work() {
            house.step();
        }
        house.later(UNDO_OFFERED);
    }
    assert_eq!(house.sit("Bo herself"), B);
    assert_eq!(house.table.seats()[1].sitter, Sitter::Person);
    house.finish();
    let entries = house.entries();
    let record = record_of(&entries, &mut house.shelf).unwrap().unwrap();
    assert_eq!(verify(&record, None).unwrap().seeds.len(), 2);
}

#[test]
fn an_open_table_is_given_up_after_a_day() {
    let mut house = House::open(dice(2), 26);
    assert_eq!(house.table.due(), Some(house.now.plus(OPEN_FOR)));
    house.later(OPEN_FOR - 1);
    assert!(!house.work());
    house.later(1);
    assert!(house.work());
    assert_eq!(house.table.phase(), Phase::Over);
    assert_eq!(house.table.due(), None);
}

#[test]
fn nobody_ends_a_game_that_others_play() {
    let mut house = House::playing(dice(2), 2, 27);
    assert_eq!(house.ada(Act::Abandon {}), Err(Refused::OthersPlay));
    house.seat(B, Act::Leave {}).unwrap();
    house.ada(Act::Abandon {}).unwrap();
    assert!(house.table.is_abandoned());
    assert_eq!(house.ada(Act::Roll {}), Err(Refused::Over));
}

#[test]
fn the_end_shows_the_seed_and_the_dice_can_be_checked() {
    for (game, players) in [
        ("tres-fute", 1),
        ("hyper-fute", 3),
        ("melange-fute", 2),
        ("push", 4),
    ] {
        let mut house = House::playing(Settings::plain(game, players), usize::from(players), 28);
        house.finish();
        assert!(!house.table.is_abandoned());
        let entries = house.entries();
        let record = record_of(&entries, &mut house.shelf).unwrap().unwrap();
        let seal = verify(&record, None).unwrap();
        assert!(seal.over && seal.outcomes > 10, "{seal:?}");
        assert_eq!(seal.seeds.len(), usize::from(players));
        let own = (A, house.people[0].seed);
        assert_eq!(seal.is_mine(&house.table.draw().commitment(), Some(own)), Ok(()));
        assert!(
            seal.is_mine(&house.table.draw().commitment(), Some((B, own.1)))
                .is_err()
        );
    }
}

#[test]
fn everybody_plays_again() {
    let mut house = House::playing(dice(3), 2, 29);
    assert_eq!(house.ada(Act::Rematch {}), Err(Refused::NotPlaying));
    assert_eq!(house.table.rematch(&mut house.shelf), None);
    house.finish();
    let rematch = Command::new(CommandId([5; 16]), 0, Act::Rematch {});
    let seq = house.give(&rematch, Role::Seat(B)).unwrap();
    assert_eq!(house.give(&rematch, Role::Seat(B)), Ok(seq));
    assert_eq!(house.ada(Act::Rematch {}), Err(Refused::AlreadyDone));
    let log = house.table.rematch(&mut house.shelf).unwrap();
    // Any node writes the same.
    let replayed = OnlineTable::replay(&house.log, &mut house.shelf).unwrap();
    assert_eq!(replayed.rematch(&mut house.shelf), Some(log.clone()));
    let mut next = OnlineTable::replay(&log, &mut house.shelf).unwrap();
    assert_eq!(Some(next.id()), house.table.next_table());
    assert_eq!(next.parent(), Some(house.table.id()));
    let names: Vec<&str> = next.seats().iter().map(|seat| seat.name.as_str()).collect();
    assert_eq!(names, ["Bo", "club", "Ada"]);
    // The same keys, the same host, the same invitation.
    assert_eq!(next.role_of(Some(&house.people[0].key)), Some(Role::Seat(C)));
    assert_eq!(next.host(), Some(C));
    assert_eq!(next.role_of(Some(&house.join)), Some(Role::Joiner));
    assert_ne!(next.draw().commitment(), house.table.draw().commitment());
    let begin = Command::new(CommandId([6; 16]), 0, Act::Begin {});
    let Ok(Decision::Append(rows)) = next.decide(&begin, Role::Seat(C), Time(0), Seed([0; 32])) else {
        panic!("it can begin");
    };
    next.apply(&rows[0]).unwrap();
    assert_eq!(next.phase(), Phase::Seeding);
}

#[test]
fn a_days_challenge_has_the_same_dice_for_everybody_and_keeps_them_secret() {
    let settings = Settings {
        daily: Some("2026-11-18".into()),
        ..dice(1)
    };
    let secret = Seed([77; 32]);
    let open = |n: u8| {
        let mut house = House::open(settings.clone(), u64::from(n));
        let opening = finaud_online::Opening {
            settings: settings.clone(),
            name: "Ada".into(),
            key: house.people[0].key.hash(),
            join: house.join.hash(),
        };
        let id = CommandId([n; 16]);
        let now = Time(1_794_970_000_000);
        let (table, log) = OnlineTable::open(&opening, id, now, secret, &mut house.shelf).unwrap();
        (house.table, house.log, house.now) = (table, log, now);
        house
    };
    let mut houses = [open(1), open(2)];
    let mut first = Vec::new();
    for house in &mut houses {
        let join = house.join;
        let sit = Act::Sit {
            seat: None,
            name: "Bo".into(),
            key: Key([8; 16]).hash(),
        };
        assert_eq!(house.by_key(&join, sit), Err(Refused::NoFreeSeat));
        house.ada(Act::Begin {}).unwrap();
        assert_eq!(house.table.phase(), Phase::Playing);
        house.ada(Act::Roll {}).unwrap();
        first.push(house.log.last().unwrap().entry.body.clone());
        house.finish();
        assert_eq!(house.table.draw().revealed(), None);
        let entries = house.entries();
        let record = record_of(&entries, &mut house.shelf).unwrap().unwrap();
        assert!(!record.contains("dice seed"));
        let unseal = Command::by_itself(0, Act::Unseal {});
        assert_eq!(house.give(&unseal, Role::House), Err(Refused::Sealed));
        house.now = house.table.due().unwrap();
        assert!(house.work());
        let entries = house.entries();
        let record = record_of(&entries, &mut house.shelf).unwrap().unwrap();
        let seal = verify(&record, None).unwrap();
        assert_eq!(seal.day.as_deref(), Some("2026-11-18"));
        assert_eq!(house.table.due(), None);
    }
    assert_eq!(first[0], first[1]);
}

#[test]
fn phrases_are_said_by_number() {
    let house = House::open(dice(2), 31);
    assert_eq!(house.table.may_say(Role::Seat(A), 12), Ok(A));
    assert_eq!(house.table.may_say(Role::Seat(A), 0), Err(Refused::BadPhrase));
    assert_eq!(house.table.may_say(Role::Seat(A), 13), Err(Refused::BadPhrase));
    assert_eq!(house.table.may_say(Role::Watcher, 1), Err(Refused::NoSeat));
}

#[test]
fn a_sheet_of_ones_own_is_named_by_its_hash() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/0.1/fox-hole.toml");
    let text = std::fs::read_to_string(path).unwrap();
    let mut shelf = finaud_online::Shelf::default();
    let hash = shelf.add_sheet(&text).unwrap();
    let settings = Settings {
        sheet: Some(hash),
        ..Settings::plain("fox-hole", 2)
    };
    let opening = finaud_online::Opening {
        settings,
        name: "Ada".into(),
        key: Key([1; 16]).hash(),
        join: Key([2; 16]).hash(),
    };
    let open = |shelf: &mut finaud_online::Shelf| {
        OnlineTable::open(&opening, CommandId([1; 16]), Time(0), Seed([1; 32]), shelf)
            .map(|(table, _)| table.id())
    };
    assert!(open(&mut shelf).is_ok());
    assert_eq!(
        open(&mut finaud_online::Shelf::default()),
        Err(Refused::NoSuchSheet)
    );
    assert!(shelf.add_sheet("nonsense").is_err());
}

#[test]
fn a_live_table_is_small() {
    let house = House::playing(dice(4), 4, 32);
    assert!(size_of_val(&house.table) < 3_000, "{}", size_of_val(&house.table));
}
