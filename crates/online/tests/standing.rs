//! What is known of a table for those who rate and remind: ranks, and whom it waits for.

use finaud_online::{
    Act, Command, CommandId, Decision, Entry, Key, Late, Logged, OnlineTable, Opening, Pace, Phase,
    REMIND_AFTER, Refused, Role, Seed, Settings, Shelf, Stage, Time,
};
use finaud_rules::Seat;

struct Room {
    table: OnlineTable,
    log: Vec<Logged>,
    commands: u8,
    now: Time,
}

impl Room {
    fn open(settings: Settings) -> Room {
        let opening = Opening {
            settings,
            name: "Ada".into(),
            key: Key([1; 16]).hash(),
            join: Key([9; 16]).hash(),
        };
        let id = CommandId([200; 16]);
        let (table, log) =
            OnlineTable::open(&opening, id, Time(0), Seed([7; 32]), &mut Shelf::default()).unwrap();
        Room {
            table,
            log,
            commands: 0,
            now: Time(0),
        }
    }

    fn try_act(&mut self, role: Role, act: Act) -> Result<(), Refused> {
        self.commands += 1;
        let at = match role {
            Role::Seat(seat) => self.table.decision(seat),
            _ => 0,
        };
        let command = Command::new(CommandId([self.commands; 16]), at, act);
        match self.table.decide(&command, role, self.now, Seed([8; 32]))? {
            Decision::Append(rows) => {
                for row in rows {
                    self.table.apply(&row).unwrap();
                    self.log.push(row);
                }
                Ok(())
            }
            Decision::Already(_) => panic!("every command is new"),
        }
    }

    fn act(&mut self, role: Role, act: Act) {
        self.try_act(role, act).unwrap();
    }

    fn entries(&self) -> Vec<Entry> {
        self.log.iter().map(|row| row.entry.clone()).collect()
    }

    /// Bo sits down, and both show their seeds.
    fn begin(&mut self) {
        let key = Key([2; 16]).hash();
        let (name, seat) = ("Bo".into(), None);
        self.act(Role::Joiner, Act::Sit { seat, name, key });
        for seat in [0, 1] {
            let commitment = Seed([seat; 32]).seat_commitment(&self.table.id(), Seat(seat));
            self.act(Role::Seat(Seat(seat)), Act::Commit { commitment });
        }
        self.act(Role::Seat(Seat(0)), Act::Begin {});
        for seat in [0, 1] {
            let seed = Seed([seat; 32]);
            self.act(Role::Seat(Seat(seat)), Act::Reveal { seed });
        }
        assert_eq!(self.table.phase(), Phase::Playing);
    }

    /// Everybody takes the first action there is, until the end.
    fn play(&mut self) {
        while self.table.phase() == Phase::Playing {
            let play = self.table.play().unwrap();
            let seat = self.table.asked().iter().next().unwrap();
            let act = match play.roller() {
                Some(_) => Act::Roll {},
                None => Act::Choose {
                    action: play.legal(seat)[0].clone(),
                },
            };
            // Ids are not what is tested here, and there are more than 255 of them.
            let command = Command::by_itself(self.table.decision(seat), act);
            let Decision::Append(rows) = self
                .table
                .decide(&command, Role::Seat(seat), self.now, Seed([8; 32]))
                .unwrap()
            else {
                panic!("it has no id");
            };
            for row in rows {
                self.table.apply(&row).unwrap();
                self.log.push(row);
            }
        }
    }
}

fn rated(game: &str) -> Settings {
    Settings {
        rated: true,
        ..Settings::plain(game, 2)
    }
}

#[test]
fn whoever_wins_is_first() {
    for game in ["push", "tres-fute"] {
        let mut room = Room::open(Settings::plain(game, 2));
        room.begin();
        assert_eq!(room.table.ranks(), None);
        room.play();
        let points = room.table.points();
        let ranks = room.table.ranks().unwrap();
        assert!(
            ranks.contains(&1) && ranks.iter().all(|rank| (1..=2).contains(rank)),
            "{ranks:?}"
        );
        if points[0] != points[1] {
            assert_eq!(ranks[0] == 1, points[0] > points[1], "{points:?} {ranks:?}");
        }
        assert_eq!(room.table.ranks_given_up(&room.entries()), None);
    }
}

#[test]
fn whoever_gives_up_or_left_is_behind() {
    let mut room = Room::open(Settings::plain("push", 2));
    room.begin();
    room.act(Role::Seat(Seat(1)), Act::Leave {});
    room.act(Role::Seat(Seat(0)), Act::Abandon {});
    assert_eq!(room.table.ranks(), None);
    assert_eq!(room.table.ranks_given_up(&room.entries()), Some(vec![1, 1]));

    let mut room = Room::open(Settings::plain("push", 2));
    let level = "club".into();
    let (seat, name) = (Seat(1), None);
    room.act(Role::Seat(Seat(0)), Act::Bot { seat, level, name });
    let commitment = Seed([0; 32]).seat_commitment(&room.table.id(), Seat(0));
    room.act(Role::Seat(Seat(0)), Act::Commit { commitment });
    room.act(Role::Seat(Seat(0)), Act::Begin {});
    room.act(Role::Seat(Seat(0)), Act::Reveal { seed: Seed([0; 32]) });
    room.act(Role::Seat(Seat(0)), Act::Abandon {});
    assert_eq!(room.table.ranks_given_up(&room.entries()), Some(vec![2, 1]));
}

#[test]
fn a_rating_is_for_the_game_as_it_is() {
    let open = |settings: Settings| {
        let opening = Opening {
            settings,
            name: "Ada".into(),
            key: Key([1; 16]).hash(),
            join: Key([9; 16]).hash(),
        };
        let seed = Seed([7; 32]);
        OnlineTable::open(&opening, CommandId([1; 16]), Time(0), seed, &mut Shelf::default()).map(|_| ())
    };
    assert_eq!(open(rated("push")), Ok(()));
    let with_help = Settings {
        hints: true,
        ..rated("push")
    };
    let alone = Settings {
        players: 1,
        ..rated("tres-fute")
    };
    let of_a_day = Settings {
        daily: Some("2031-05-04".into()),
        ..alone.clone()
    };
    let otherwise = Settings {
        options: vec![("variant".into(), "risk".into())],
        ..rated("push")
    };
    for settings in [with_help, alone, of_a_day, otherwise] {
        assert_eq!(open(settings), Err(Refused::BadSettings));
    }
}

#[test]
fn a_novice_stands_in_at_a_rated_table() {
    let strong = Settings {
        stand_in: "master".into(),
        ..rated("push")
    };
    let mut room = Room::open(strong);
    room.begin();
    let level = Some("master".to_owned());
    room.act(Role::Seat(Seat(1)), Act::Hand { seat: Seat(1), level });
    assert_eq!(room.table.seats()[1].level(), Some("novice"));
    room.act(Role::Seat(Seat(1)), Act::Return {});
    room.act(Role::Seat(Seat(1)), Act::Leave {});
    assert_eq!(room.table.seats()[1].level(), Some("novice"));
}

#[test]
fn whoever_is_waited_for_is_reminded_twice() {
    let slow = Settings {
        pace: Pace::Days { hours: 10 },
        late: Late::Offer,
        ..Settings::plain("push", 2)
    };
    let mut room = Room::open(slow);
    assert_eq!(room.table.reminders(), []);
    room.now = Time(1_000);
    room.begin();
    let reminders = room.table.reminders();
    let asked = room.table.asked().iter().next().unwrap();
    let told: Vec<_> = reminders
        .iter()
        .map(|reminder| (reminder.seat, reminder.decision, reminder.stage, reminder.at))
        .collect();
    let first = Time(1_000 + REMIND_AFTER);
    let second = Time(1_000 + 8 * 3_600_000);
    assert_eq!(
        told,
        [
            (asked, 1, Stage::Waits, first),
            (asked, 1, Stage::Presses, second)
        ]
    );
    // Somebody for whom a bot plays is left in peace.
    room.act(Role::Seat(asked), Act::Leave {});
    assert_eq!(room.table.reminders(), []);
}

#[test]
fn whoever_does_not_show_their_seed_is_reminded() {
    let mut room = Room::open(Settings::plain("push", 2));
    let key = Key([2; 16]).hash();
    let (name, seat) = ("Bo".into(), None);
    room.act(Role::Joiner, Act::Sit { seat, name, key });
    let commitment = Seed([0; 32]).seat_commitment(&room.table.id(), Seat(0));
    room.act(Role::Seat(Seat(0)), Act::Commit { commitment });
    room.now = Time(5_000);
    room.act(Role::Seat(Seat(0)), Act::Begin {});
    let reminders = room.table.reminders();
    assert_eq!(reminders.len(), 1);
    assert_eq!((reminders[0].seat, reminders[0].decision), (Seat(1), 0));
    assert_eq!(reminders[0].at, Time(5_000 + REMIND_AFTER));
}
