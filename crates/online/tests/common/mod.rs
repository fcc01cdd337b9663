//! A server without a network: a table, its log, and people who act.
#![allow(dead_code)]

use finaud_online::{
    Act, Command, CommandId, Decision, Entry, Key, Logged, OnlineTable, Opening, Phase, Refused, Role, Seed,
    Seq, Settings, SheetHash, Shelf, Task, Time,
};
use finaud_record::SplitMix64;
use finaud_rules::Seat;

/// A sheet that is somebody's own.
pub(crate) const OWN_SHEET: &str = include_str!("../../../../testdata/0.1/fox-hole.toml");

/// A game on that sheet.
pub(crate) fn on_own_sheet(players: u8) -> Settings {
    Settings {
        sheet: Some(SheetHash::of(OWN_SHEET)),
        ..Settings::plain("fox-hole", players)
    }
}

/// Random bytes from a seed: tests repeat.
#[derive(Clone)]
pub(crate) struct Random(SplitMix64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(SplitMix64::new(seed))
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0.below(bound as u64) as usize
    }

    pub(crate) fn one_in(&mut self, bound: usize) -> bool {
        self.below(bound) == 0
    }

    pub(crate) fn fill(&mut self, bytes: &mut [u8]) {
        for byte in bytes {
            *byte = self.0.next_u64() as u8;
        }
    }

    pub(crate) fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let mut bytes = [0; N];
        self.fill(&mut bytes);
        bytes
    }

    pub(crate) fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

/// Somebody at the table.
#[derive(Clone)]
pub(crate) struct Person {
    pub(crate) key: Key,
    pub(crate) seed: Seed,
}

/// A table and everything around it.
#[derive(Clone)]
pub(crate) struct House {
    pub(crate) shelf: Shelf,
    pub(crate) table: OnlineTable,
    pub(crate) log: Vec<Logged>,
    pub(crate) now: Time,
    pub(crate) random: Random,
    pub(crate) join: Key,
    pub(crate) people: Vec<Person>,
}

impl House {
    /// Ada opens a table.
    pub(crate) fn open(settings: Settings, seed: u64) -> House {
        House::try_open(settings, seed).expect("a table")
    }

    pub(crate) fn try_open(settings: Settings, seed: u64) -> Result<House, Refused> {
        let mut random = Random::new(seed);
        let mut shelf = Shelf::default();
        shelf.add_sheet(OWN_SHEET).expect("a sheet");
        let ada = Person {
            key: Key(random.bytes()),
            seed: Seed(random.bytes()),
        };
        let join = Key(random.bytes());
        let opening = Opening {
            settings,
            name: "Ada".into(),
            key: ada.key.hash(),
            join: join.hash(),
        };
        let id = CommandId(random.bytes());
        let now = Time(1_795_000_000_000);
        let (table, log) = OnlineTable::open(&opening, id, now, Seed(random.bytes()), &mut shelf)?;
        Ok(House {
            shelf,
            table,
            log,
            now,
            random,
            join,
            people: vec![ada],
        })
    }

    /// A game that is on, with so many people in the first seats and bots in the others.
    pub(crate) fn playing(settings: Settings, people: usize, seed: u64) -> House {
        let players = usize::from(settings.players);
        let mut house = House::open(settings, seed);
        for name in ["Bo", "Cleo", "Dan", "Eve", "Fay"].iter().take(people - 1) {
            house.sit(name);
        }
        for seat in people..players {
            house.ada(bot(seat as u8)).expect("a bot");
        }
        house.ada(Act::Begin {}).expect("a beginning");
        house.seeds();
        house
    }

    /// Somebody with the invitation takes the first free seat.
    pub(crate) fn sit(&mut self, name: &str) -> Seat {
        let key = Key(self.random.bytes());
        let act = Act::Sit {
            seat: None,
            name: name.into(),
            key: key.hash(),
        };
        let join = self.join;
        self.by_key(&join, act).expect("a free seat");
        let seed = Seed(self.random.bytes());
        self.people.push(Person { key, seed });
        match self.table.role_of(Some(&key)) {
            Some(Role::Seat(seat)) => seat,
            other => panic!("{other:?}"),
        }
    }

    /// Everybody commits to a seed and shows it, as the app does by itself.
    pub(crate) fn seeds(&mut self) {
        for reveal in [false, true] {
            for person in self.people.clone() {
                let Some(Role::Seat(seat)) = self.table.role_of(Some(&person.key)) else {
                    continue;
                };
                let seed = person.seed;
                if reveal && self.table.phase() == Phase::Seeding {
                    self.seat(seat, Act::Reveal { seed }).expect("a seed");
                } else if !reveal && self.table.draw().commitment_of(seat).is_none() {
                    let commitment = seed.seat_commitment(&self.table.id(), seat);
                    self.seat(seat, Act::Commit { commitment }).expect("a commitment");
                }
            }
        }
    }

    pub(crate) fn fresh_id(&mut self) -> CommandId {
        CommandId(self.random.bytes())
    }

    /// Gives a command and appends what it leads to.
    pub(crate) fn give(&mut self, command: &Command, by: Role) -> Result<Seq, Refused> {
        let seed = Seed(self.random.bytes());
        match self.table.decide(command, by, self.now, seed)? {
            Decision::Already(seq) => Ok(seq),
            Decision::Append(rows) => {
                let seq = rows[0].entry.seq;
                for row in rows {
                    self.table.apply(&row).expect("what was decided can happen");
                    self.log.push(row);
                }
                Ok(seq)
            }
        }
    }

    /// Whoever has this key does something now.
    pub(crate) fn by_key(&mut self, key: &Key, act: Act) -> Result<Seq, Refused> {
        let role = self.table.admit(Some(key))?;
        let at = match role {
            Role::Seat(seat) => self.table.decision(seat),
            _ => 0,
        };
        let command = Command::new(self.fresh_id(), at, act);
        self.give(&command, role)
    }

    /// A seat does something now.
    pub(crate) fn seat(&mut self, seat: Seat, act: Act) -> Result<Seq, Refused> {
        let command = Command::new(self.fresh_id(), self.table.decision(seat), act);
        self.give(&command, Role::Seat(seat))
    }

    pub(crate) fn ada(&mut self, act: Act) -> Result<Seq, Refused> {
        let key = self.people[0].key;
        self.by_key(&key, act)
    }

    pub(crate) fn later(&mut self, milliseconds: u64) {
        self.now = self.now.plus(milliseconds);
    }

    /// Does the first job that is due; bots choose by chance. Says whether there was one.
    pub(crate) fn work(&mut self) -> bool {
        let Some(job) = self.table.jobs().into_iter().find(|job| job.due <= self.now) else {
            return false;
        };
        match job.task {
            Task::Choose { seat, .. } => {
                let legal = self.table.play().expect("a game").legal(seat);
                let action = self.random.pick(&legal).clone();
                let at = self.table.decision(seat);
                let command = Command::by_itself(at, Act::Choose { action });
                self.give(&command, Role::Bot(seat)).expect("a bot's choice");
            }
            other => {
                let (command, role) = other.command().expect("a command");
                self.give(&command, role).expect("a job that is due");
            }
        }
        true
    }

    /// A person who is asked chooses by chance, or rolls. `false` if no person is asked.
    pub(crate) fn step(&mut self) -> bool {
        let play = self.table.play().expect("a game").clone();
        let asked: Vec<Seat> = self.table.asked().iter().collect();
        let asked: Vec<Seat> = asked
            .into_iter()
            .filter(|seat| self.table.seats()[seat.index()].level().is_none())
            .collect();
        if asked.is_empty() {
            return false;
        }
        let seat = *self.random.pick(&asked);
        let act = if play.roller().is_some() {
            Act::Roll {}
        } else {
            let legal = play.legal(seat);
            Act::Choose {
                action: self.random.pick(&legal).clone(),
            }
        };
        self.seat(seat, act).expect("a legal act");
        true
    }

    /// Plays to the end.
    pub(crate) fn finish(&mut self) {
        for _ in 0..5_000 {
            self.later(3_000);
            if self.table.phase() == Phase::Over {
                return;
            }
            if !self.work() && !self.step() {
                // Everybody is away, so bots rest too.
                let away: Vec<Seat> = self.table.people().collect();
                let back = away
                    .into_iter()
                    .any(|seat| self.seat(seat, Act::Return {}).is_ok());
                assert!(back, "somebody is asked");
            }
        }
        panic!("a game without end");
    }

    pub(crate) fn entries(&self) -> Vec<Entry> {
        self.log.iter().map(|logged| logged.entry.clone()).collect()
    }

    /// The choice that a seat has now, by its number.
    pub(crate) fn choice(&self, seat: Seat, index: usize) -> Act {
        let legal = self.table.play().expect("a game").legal(seat);
        Act::Choose {
            action: legal[index].clone(),
        }
    }
}

pub(crate) fn bot(seat: u8) -> Act {
    Act::Bot {
        seat: Seat(seat),
        level: "club".into(),
        name: None,
    }
}

/// Everything that could be told apart at two tables.
pub(crate) fn told(table: &OnlineTable) -> String {
    let seats: Vec<String> = table
        .seats()
        .iter()
        .map(|seat| {
            format!(
                "{} {:?} {} {:?} {}",
                seat.name, seat.sitter, seat.decision, seat.asked, seat.late
            )
        })
        .collect();
    let view = table.view(Role::Watcher);
    let views: Vec<_> = table
        .all_seats()
        .map(|seat| table.view(Role::Seat(seat)).you)
        .collect();
    format!(
        "{seats:?} {view:?} {views:?} {:?} {:?}",
        table.jobs(),
        table.draw()
    )
}
