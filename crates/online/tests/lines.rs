//! Clients on bad lines: messages are lost, doubled, late; lines break; apps are closed. Nothing that was acknowledged is lost.

mod common;

use common::{House, OWN_SHEET, Random, on_own_sheet};
use finaud_online::wire::{self, ClientMessage, ServerMessage, Welcome};
use finaud_online::{
    Act, Client, Command, CommandId, Decision, Entry, Key, Line, Notice, OnlineTable, Opening, Phase,
    Refused, Role, Seed, Settings, Shelf, Task, Time, Visibility,
};
use finaud_rules::Seat;

/// What a server would do for one socket, over text, as on a real line.
struct Server {
    house: House,
}

/// A client and its line.
struct Device {
    client: Client,
    /// The server's side: the key that was shown, and how far the log was sent.
    key: Option<Option<Key>>,
    sent: u32,
    /// Messages on their way, as text: to the server and from it.
    up: Vec<String>,
    down: Vec<String>,
    acked: Vec<CommandId>,
}

impl Server {
    fn answer(&mut self, device: &mut Device, text: &str) {
        let reply = |message: &ServerMessage| wire::write(message);
        let message = match wire::read_client(text) {
            Ok(message) => message,
            Err(why) => {
                let seq = self.house.table.seq();
                device
                    .down
                    .push(reply(&ServerMessage::Refused { id: None, why, seq }));
                return;
            }
        };
        match message {
            ClientMessage::Hello(hello) => {
                let role = self.house.table.admit(hello.key.as_ref()).expect("a right");
                device.key = Some(hello.key);
                device.sent = hello.since;
                device.down.push(reply(&ServerMessage::Welcome(Welcome {
                    v: wire::VERSION,
                    seq: self.house.table.seq(),
                    seat: match role {
                        Role::Seat(seat) => Some(seat),
                        _ => None,
                    },
                    invited: role == Role::Joiner,
                    now: self.house.now,
                    app: "test".into(),
                })));
            }
            ClientMessage::Do(command) => {
                let Some(key) = device.key else { return };
                let answer = self.house.table.admit(key.as_ref()).and_then(|role| {
                    let given = Command::new(command.id, command.at, command.what);
                    self.house.give(&given, role)
                });
                let seq = self.house.table.seq();
                let id = command.id;
                device.down.push(match answer {
                    Ok(seq) => reply(&ServerMessage::Ack { id, seq }),
                    Err(why) => reply(&ServerMessage::Refused {
                        id: Some(id),
                        why,
                        seq,
                    }),
                });
            }
            ClientMessage::Since { seq } => device.sent = seq,
            ClientMessage::Ping { n } => {
                let now = self.house.now;
                device.down.push(reply(&ServerMessage::Pong { n, now }));
            }
            ClientMessage::Say { .. } => {}
        }
    }

    /// Sends what is new.
    fn publish(&self, device: &mut Device) {
        let known = device.sent as usize;
        if device.key.is_some() && known < self.house.log.len() {
            let list: Vec<Entry> = self.house.entries().split_off(known);
            device.sent = self.house.table.seq();
            device.down.extend(wire::events(&list).iter().map(wire::write));
        }
    }
}

impl Device {
    fn new(client: Client) -> Device {
        Device {
            client,
            key: None,
            sent: 0,
            up: Vec::new(),
            down: Vec::new(),
            acked: Vec::new(),
        }
    }

    fn cut(&mut self) {
        self.client.disconnected();
        self.key = None;
        self.up.clear();
        self.down.clear();
    }

    /// Nothing that the client has acted on is lost by closing the app.
    fn reopen(&mut self) {
        let text = serde_json::to_string(&self.client.save()).expect("text");
        let saved = serde_json::from_str(&text).expect("what was kept");
        self.client = Client::restore(saved, "test", Shelf::default());
        self.cut();
    }

    fn turn(&mut self, server: &mut Server, random: &mut Random, bad: bool) {
        let now = server.house.now;
        if self.client.line() == Line::Down {
            self.client.connected(now);
        }
        if bad && random.one_in(60) {
            self.cut();
            return;
        }
        if bad && random.one_in(150) {
            self.reopen();
            return;
        }
        let messages = self.client.upkeep(now, &mut |bytes| random.fill(bytes));
        self.up.extend(messages.iter().map(wire::write));
        // A line may stand still, or lose the end of what is on it when it breaks; it never changes the order.
        let take = |random: &mut Random, list: &mut Vec<String>| {
            let count = if bad {
                random.below(list.len() + 1)
            } else {
                list.len()
            };
            list.drain(..count).collect::<Vec<String>>()
        };
        for text in take(random, &mut self.up) {
            server.answer(self, &text);
        }
        server.publish(self);
        for text in take(random, &mut self.down) {
            let message = wire::read_server(&text).expect("a message");
            for notice in self.client.receive(message, now) {
                match notice {
                    Notice::Acked(id) => self.acked.push(id),
                    Notice::SheetWanted(_) => {
                        // It takes a while now and then, and entries come meanwhile.
                        if !bad || random.one_in(2) {
                            self.client.add_sheet(OWN_SHEET, now).expect("a sheet");
                        } else {
                            self.cut();
                            return;
                        }
                    }
                    Notice::Broken(error) => panic!("{error}"),
                    Notice::Reset => panic!("nothing was restored"),
                    _ => {}
                }
            }
        }
        if self.client.is_dead(now) {
            self.cut();
        }
    }

    /// Whoever holds the device does something sensible with what is on its screen, or takes it back.
    fn play(&mut self, random: &mut Random) {
        let (Some(seat), Some(ahead)) = (self.client.seat(), self.client.ahead()) else {
            return;
        };
        let Some(play) = ahead.play().filter(|_| ahead.phase() == Phase::Playing) else {
            return;
        };
        let shown = self.client.table().expect("a game");
        assert_eq!(shown.position_text(), play.position_text());
        if !ahead.asked().contains(seat) {
            return;
        }
        let act = match play.roller() {
            // A roll is not guessed: one waits for the dice.
            Some(_) if self.client.is_sending() => return,
            Some(_) => Act::Roll {},
            None if random.one_in(6) => Act::Undo {},
            None => Act::Choose {
                action: random.pick(&play.legal(seat)).clone(),
            },
        };
        let id = CommandId(random.bytes());
        self.client.act(id, act).expect("what is shown can be done");
    }
}

fn people(settings: Settings, seed: u64) -> (Server, Vec<Device>, Random) {
    let count = usize::from(settings.players);
    let house = House::open(settings, seed);
    let mut random = Random::new(seed ^ 0xdead);
    let id = house.table.id();
    let client = |key: Key| Client::new(id, Some(key), "test", Shelf::default());
    let mut devices = vec![Device::new(client(house.people[0].key))];
    for index in 1..count {
        let mut guest = client(house.join);
        guest.sit(
            CommandId(random.bytes()),
            Key(random.bytes()),
            None,
            &format!("Guest {index}"),
        );
        devices.push(Device::new(guest));
    }
    (Server { house }, devices, random)
}

#[test]
fn games_are_finished_on_bad_lines() {
    for (seed, (game, players)) in (0..).zip([
        ("tres-fute", 3),
        ("push", 3),
        ("hyper-fute", 2),
        ("melange-fute", 1),
        ("tres-fute-deluxe", 4),
        ("push", 2),
        ("fox-hole", 2),
    ]) {
        let settings = match game {
            "fox-hole" => on_own_sheet(players),
            game => Settings::plain(game, players),
        };
        let (mut server, mut devices, mut random) = people(settings, seed);
        for round in 0..60_000 {
            let bad = !(server.house.table.phase() == Phase::Over && round % 50 > 20);
            server.house.later(200);
            let index = random.below(devices.len());
            devices[index].turn(&mut server, &mut random, bad);
            if random.one_in(3) {
                devices[index].play(&mut random);
            }
            if server.house.table.phase() == Phase::Open {
                let full = server
                    .house
                    .table
                    .seats()
                    .iter()
                    .all(finaud_online::OnlineSeat::is_person);
                let host = &mut devices[0].client;
                if full && host.line() == Line::Up && host.pending().is_empty() && host.seat().is_some() {
                    host.act(CommandId(random.bytes()), Act::Begin {})
                        .expect("a beginning");
                }
            }
            let done = |device: &Device| {
                device.client.seq() == server.house.table.seq() && !device.client.is_sending()
            };
            if server.house.table.phase() == Phase::Over && devices.iter().all(done) {
                break;
            }
        }
        assert_eq!(server.house.table.phase(), Phase::Over, "{game} {players}");
        for device in &devices {
            // Everybody has the same log, and can check the dice.
            assert_eq!(device.client.log(), server.house.entries(), "{game} {players}");
            let seal = device.client.verify().expect("sound dice");
            assert_eq!(seal.seeds.len(), usize::from(players));
            let logged = |id: &CommandId| {
                let rows = server.house.log.iter();
                rows.filter(|row| row.private.command == Some(*id)).count() == 1
            };
            assert!(device.acked.iter().all(logged));
            assert_eq!(device.client.record(), devices[0].client.record());
        }
    }
}

#[test]
fn a_server_that_leaves_out_a_seed_is_found_out() {
    let (mut server, mut devices, mut random) = people(Settings::plain("push", 2), 5);
    for _ in 0..30 {
        for device in &mut devices {
            device.turn(&mut server, &mut random, false);
        }
        server.house.later(300);
    }
    devices[0]
        .client
        .act(CommandId([1; 16]), Act::Begin {})
        .expect("a beginning");
    for _ in 0..30 {
        for device in &mut devices {
            device.turn(&mut server, &mut random, false);
        }
        server.house.later(300);
    }
    assert_eq!(server.house.table.phase(), Phase::Playing);
    server.house.finish();
    for device in &mut devices {
        for _ in 0..10 {
            device.turn(&mut server, &mut random, false);
        }
        assert!(device.client.verify().is_ok());
    }
    // The same people, but another log with seeds of the server's own making: sound in itself, and not what this device has seen.
    let mut other = House::open(Settings::plain("push", 2), 5);
    other.sit("Guest 1");
    other.ada(Act::Begin {}).expect("a beginning");
    other.seeds();
    other.finish();
    let mut saved = serde_json::to_value(devices[0].client.save()).expect("data");
    saved["log"] = serde_json::to_value(other.entries()).expect("data");
    let saved = serde_json::from_value(saved).expect("what was kept");
    let fooled = Client::restore(saved, "test", Shelf::default());
    assert_eq!(fooled.log().len(), other.log.len());
    assert_eq!(fooled.verify(), Err(finaud_online::Broken::Other));
}

#[test]
fn what_is_on_its_way_is_shown_on_top() {
    let (mut server, mut devices, mut random) = people(Settings::plain("tres-fute", 1), 7);
    let device = &mut devices[0];
    let turns = |device: &mut Device, server: &mut Server, random: &mut Random| {
        for _ in 0..6 {
            device.turn(server, random, false);
        }
    };
    turns(device, &mut server, &mut random);
    device
        .client
        .act(CommandId([1; 16]), Act::Begin {})
        .expect("a beginning");
    turns(device, &mut server, &mut random);
    device
        .client
        .act(CommandId([2; 16]), Act::Roll {})
        .expect("a roll");
    turns(device, &mut server, &mut random);
    let before = device.client.table().expect("a game");
    let legal = before.legal(Seat(0));
    let action = before.action_text(legal[1]);
    device.cut();
    device
        .client
        .act(
            CommandId([3; 16]),
            Act::Choose {
                action: action.clone(),
            },
        )
        .expect("a choice");
    // Offline: shown, not confirmed, and kept.
    assert!(device.client.is_sending());
    assert_eq!(device.client.table().expect("a game").steps(), before.steps() + 1);
    device
        .client
        .act(CommandId([4; 16]), Act::Undo {})
        .expect("taking back");
    assert_eq!(
        device.client.table().expect("a game").position_text(),
        before.position_text()
    );
    device
        .client
        .act(CommandId([5; 16]), Act::Choose { action })
        .expect("a choice");
    assert_eq!(
        device.client.act(
            CommandId([6; 16]),
            Act::Choose {
                action: "nonsense".into()
            }
        ),
        Err(Refused::Illegal)
    );
    device.reopen();
    assert_eq!(device.client.table().expect("a game").steps(), before.steps() + 1);
    turns(device, &mut server, &mut random);
    assert!(!device.client.is_sending());
    let now = server.house.table.play().expect("a game").position_text();
    assert_eq!(device.client.table().expect("a game").position_text(), now);
    assert_eq!(device.client.table().expect("a game").steps(), before.steps() + 1);
}

#[test]
fn a_client_knows_what_its_server_would_let_it_do() {
    let (mut server, mut devices, mut random) = people(Settings::plain("push", 2), 11);
    let turns = |devices: &mut [Device], server: &mut Server, random: &mut Random| {
        for _ in 0..12 {
            for device in devices.iter_mut() {
                device.turn(server, random, false);
            }
        }
    };
    turns(&mut devices, &mut server, &mut random);
    let guest = devices[1].client.seat().expect("a seat");
    let begin = devices[0].client.act(CommandId([1; 16]), Act::Begin {});
    begin.expect("a beginning");
    turns(&mut devices, &mut server, &mut random);
    let hand = |seat| Act::Hand { seat, level: None };
    let may = |devices: &[Device], server: &Server, act: Act| devices[0].client.may(&act, server.house.now);
    // The host draws a card; until something falls by that, nothing can be taken back.
    assert!(!devices[0].client.can_undo());
    assert_eq!(may(&devices, &server, Act::Abandon {}), Err(Refused::OthersPlay));
    assert_eq!(may(&devices, &server, Act::Free { seat: guest }), Ok(()));
    assert_eq!(
        devices[1]
            .client
            .may(&Act::Free { seat: Seat(0) }, server.house.now),
        Err(Refused::NotHost)
    );
    assert_eq!(may(&devices, &server, hand(guest)), Err(Refused::NotLate));
    // Whoever watches may do nothing.
    let watcher = Client::new(server.house.table.id(), None, "test", Shelf::default());
    assert_eq!(
        watcher.may(&Act::Leave {}, server.house.now),
        Err(Refused::NoSeat)
    );
    // Somebody else's leaving changes nothing about one's own seat, not even for a moment.
    let leave = devices[1].client.act(CommandId([2; 16]), Act::Leave {});
    leave.expect("a way out");
    turns(&mut devices, &mut server, &mut random);
    assert_eq!(devices[0].client.seat(), Some(Seat(0)));
    assert_eq!(may(&devices, &server, Act::Abandon {}), Ok(()));
    assert_eq!(may(&devices, &server, hand(guest)), Err(Refused::Away));
}

#[test]
fn gaps_are_noticed_and_filled() {
    let house = House::playing(Settings::plain("push", 2), 2, 8);
    let mut client = Client::new(house.table.id(), None, "test", Shelf::default());
    client.connected(Time(0));
    let sent = client.upkeep(Time(0), &mut |_| panic!("a watcher has no seed"));
    assert!(matches!(&sent[..], [ClientMessage::Hello(hello)] if hello.since == 0 && hello.key.is_none()));
    let welcome = ServerMessage::Welcome(Welcome {
        v: 1,
        seq: house.table.seq(),
        seat: None,
        invited: false,
        now: Time(1_000_000),
        app: String::new(),
    });
    assert_eq!(client.receive(welcome.clone(), Time(0)), [Notice::Welcome]);
    assert_eq!(client.server_time(Time(5)), Time(1_000_005));
    let entries = house.entries();
    let events = |range: std::ops::Range<usize>| ServerMessage::Events {
        from: entries[range.start].seq,
        list: entries[range].to_vec(),
    };
    assert_eq!(client.receive(events(0..2), Time(1)), [Notice::Events(1, 2)]);
    assert_eq!(client.receive(events(4..5), Time(2)), []);
    let sent = client.upkeep(Time(2), &mut |_| ());
    assert_eq!(sent, [ClientMessage::Since { seq: 2 }]);
    // Doubled entries do no harm.
    assert_eq!(client.receive(events(1..5), Time(3)), [Notice::Events(3, 5)]);
    assert_eq!(client.receive(events(0..5), Time(3)), []);
    assert!(!client.is_dead(Time(5_003)));
    assert!(client.is_dead(Time(5_004)));
    // A log that was rolled back is read anew.
    let mut other = entries[2].clone();
    other.at = Time(0);
    let changed = ServerMessage::Events {
        from: 3,
        list: vec![other],
    };
    assert_eq!(client.receive(changed, Time(4)), [Notice::Reset]);
    assert_eq!(
        client.upkeep(Time(4), &mut |_| ()),
        [ClientMessage::Since { seq: 0 }]
    );
    assert_eq!(client.receive(events(0..entries.len()), Time(5)).len(), 1);
    assert_eq!(client.log(), entries);
}

#[test]
fn a_log_of_the_future_is_not_guessed_at() {
    let house = House::open(Settings::plain("push", 2), 9);
    let mut entry = house.entries()[0].clone();
    entry.body = entry.body.replace("\"v\":1", "\"v\":2");
    let mut client = Client::new(house.table.id(), None, "test", Shelf::default());
    client.connected(Time(0));
    let events = ServerMessage::Events {
        from: 1,
        list: vec![entry],
    };
    let notices = client.receive(events, Time(0));
    assert!(
        matches!(&notices[..], [Notice::Broken(error)] if error.is_newer()),
        "{notices:?}"
    );
}

#[test]
fn messages_have_limits() {
    let long = format!("{{\"ping\":{{\"n\":1,\"x\":\"{}\"}}}}", "x".repeat(5_000));
    assert_eq!(
        wire::read_client(&long),
        Err(Refused::TooLong {
            most: wire::MOST_CLIENT_BYTES
        })
    );
    for text in [
        "",
        "{",
        "[]",
        "null",
        "{\"hello\":{}}",
        "{\"do\":{\"id\":\"00\",\"at\":0,\"what\":{\"roll\":{}}}}",
        "{\"do\":{\"id\":\"00000000000000000000000000000000\",\"at\":-1,\"what\":{\"roll\":{}}}}",
        "{\"do\":{\"id\":\"00000000000000000000000000000000\",\"at\":0,\"what\":{\"free\":{\"seat\":0}}}}",
        "{\"do\":{\"id\":\"00000000000000000000000000000000\",\"at\":0,\"what\":{\"explode\":{}}}}",
        "{\"say\":{\"phrase\":256}}",
    ] {
        assert_eq!(wire::read_client(text), Err(Refused::Unreadable), "{text}");
    }
    let action = "x".repeat(300);
    let choose = format!(
        "{{\"do\":{{\"id\":\"00000000000000000000000000000000\",\"what\":{{\"choose\":{{\"action\":\"{action}\"}}}}}}}}"
    );
    assert!(matches!(wire::read_client(&choose), Err(Refused::TooLong { .. })));
    let hello = "{\"hello\":{\"v\":2,\"table\":\"0123456789abcdef\"}}";
    assert_eq!(wire::read_client(hello), Err(Refused::Version { spoken: 1 }));
    let house = House::playing(Settings::plain("push", 2), 2, 1);
    for message in wire::events(&house.entries()) {
        assert!(wire::write(&message).len() < wire::MOST_SERVER_BYTES);
        assert_eq!(wire::read_server(&wire::write(&message)), Ok(message));
    }
}

#[test]
fn a_table_is_opened_by_a_message() {
    let opening = Opening {
        settings: Settings::plain("push", 3),
        name: "Ada".into(),
        key: Key([1; 16]).hash(),
        join: Key([2; 16]).hash(),
    };
    let open = wire::Open {
        v: 1,
        id: CommandId([3; 16]),
        opening,
    };
    let text = wire::write(&open);
    assert_eq!(wire::read_open(&text), Ok(open.clone()));
    assert_eq!(
        wire::read_open(&text.replace("\"v\":1", "\"v\":7")),
        Err(Refused::Version { spoken: 1 })
    );
    // The shortest that somebody would write by hand.
    let short = format!(
        "{{\"v\":1,\"id\":\"{}\",\"settings\":{{\"game\":\"push\",\"players\":3}},\"name\":\"Ada\",\"key\":\"{}\",\"join\":\"{}\"}}",
        open.id,
        String::from(open.opening.key),
        String::from(open.opening.join)
    );
    assert_eq!(wire::read_open(&short), Ok(open.clone()));
    let mut shelf = Shelf::default();
    let (table, log) =
        OnlineTable::open(&open.opening, open.id, Time(1), Seed([1; 32]), &mut shelf).expect("a table");
    let again = table.decide(
        &Command::new(open.id, 0, Act::Leave {}),
        Role::Watcher,
        Time(2),
        Seed([2; 32]),
    );
    assert_eq!(again, Ok(Decision::Already(log[0].entry.seq)));
    assert!(table.jobs().iter().all(|job| job.task == Task::Abandon));
}

/// Another window of the same browser: it has what is kept of the table, and goes on by itself.
fn second_window(first: &Device) -> Device {
    let text = serde_json::to_string(&first.client.save()).expect("text");
    let saved = serde_json::from_str(&text).expect("what was kept");
    Device::new(Client::restore(saved, "test", Shelf::default()))
}

/// What one window leaves behind, as text, is taken up by another one; says what it takes for worth keeping.
fn take_up(from: &Device, to: &mut Device) -> Vec<bool> {
    let kept = from.client.unsent();
    let texts = kept.iter().map(|kept| serde_json::to_string(kept).expect("text"));
    let read = texts.map(|text| serde_json::from_str(&text).expect("what was kept"));
    read.map(|kept| to.client.take_up(kept)).collect()
}

fn turns(device: &mut Device, server: &mut Server, random: &mut Random) {
    for _ in 0..6 {
        device.turn(server, random, false);
    }
}

/// Two windows at a seat where somebody is to choose.
fn two_windows() -> (Server, [Device; 2], Random) {
    let (mut server, mut devices, mut random) = people(Settings::plain("tres-fute", 1), 7);
    let mut first = devices.remove(0);
    turns(&mut first, &mut server, &mut random);
    first
        .client
        .act(CommandId([1; 16]), Act::Begin {})
        .expect("a beginning");
    turns(&mut first, &mut server, &mut random);
    first
        .client
        .act(CommandId([2; 16]), Act::Roll {})
        .expect("a roll");
    turns(&mut first, &mut server, &mut random);
    let mut second = second_window(&first);
    turns(&mut second, &mut server, &mut random);
    (server, [first, second], random)
}

#[test]
fn what_one_window_could_not_send_another_one_does() {
    let (mut server, [mut first, mut second], mut random) = two_windows();
    // Both lines break. Something is chosen in the first window, taken back and chosen again; then it is closed.
    first.cut();
    second.cut();
    let before = server.house.table.seq();
    let table = first.client.table().expect("a game");
    let action = table.action_text(table.legal(Seat(0))[1]);
    let choose = || Act::Choose {
        action: action.clone(),
    };
    first.client.act(CommandId([9; 16]), choose()).expect("a choice");
    first
        .client
        .act(CommandId([4; 16]), Act::Undo {})
        .expect("taking back");
    first.client.act(CommandId([5; 16]), choose()).expect("a choice");
    assert_eq!(
        first
            .client
            .unsent()
            .iter()
            .filter(|kept| kept.name().starts_with("0"))
            .count(),
        3
    );
    // In whatever order they are found.
    let mut kept = first.client.unsent();
    kept.reverse();
    assert!(kept.into_iter().all(|kept| second.client.take_up(kept)));
    assert!(second.client.is_sending());
    turns(&mut second, &mut server, &mut random);
    assert!(!second.client.is_sending());
    assert_eq!(server.house.table.seq(), before + 3);
    // The first one was not closed after all, and sends the same: nothing happens twice.
    turns(&mut first, &mut server, &mut random);
    assert!(!first.client.is_sending());
    assert_eq!(server.house.table.seq(), before + 3);
    assert_eq!(
        first.client.table().expect("a game").position_text(),
        second.client.table().expect("a game").position_text()
    );
}

#[test]
fn what_is_settled_or_refused_is_not_taken_up_again() {
    let (mut server, [mut first, mut second], mut random) = two_windows();
    // Each window chooses something else while the lines are down: the first one that arrives counts.
    first.cut();
    second.cut();
    let table = first.client.table().expect("a game");
    let legal = table.legal(Seat(0));
    for (device, number) in [(&mut first, 0), (&mut second, 1)] {
        let action = table.action_text(legal[number]);
        let id = CommandId([10 + number as u8; 16]);
        device.client.act(id, Act::Choose { action }).expect("a choice");
    }
    let lost = second.client.unsent();
    turns(&mut first, &mut server, &mut random);
    let seq = server.house.table.seq();
    turns(&mut second, &mut server, &mut random);
    assert!(!second.client.is_sending() && !first.client.is_sending());
    for device in [&mut first, &mut second] {
        for kept in lost.clone() {
            let is_seed = !kept.name().starts_with("0b0b");
            assert_eq!(device.client.take_up(kept), is_seed);
        }
        turns(device, &mut server, &mut random);
        assert!(!device.client.is_sending());
    }
    assert_eq!(server.house.table.seq(), seq);
}

#[test]
fn what_was_acknowledged_is_not_sent_again_whoever_is_asked_next() {
    let (mut server, mut devices, mut random) = people(Settings::plain("tres-fute", 2), 11);
    for device in &mut devices {
        turns(device, &mut server, &mut random);
    }
    let begin = devices[0].client.act(CommandId([1; 16]), Act::Begin {});
    begin.expect("a beginning");
    let mut given = vec![Vec::new(); devices.len()];
    let mut settled = 0;
    for _ in 0..100 {
        for (device, given) in devices.iter_mut().zip(&mut given) {
            device.play(&mut random);
            given.extend(device.client.unsent());
            turns(device, &mut server, &mut random);
            if device.client.is_sending() {
                continue;
            }
            for unsent in given.drain(..) {
                device.client.take_up(unsent);
                assert!(!device.client.is_sending());
                settled += 1;
            }
        }
    }
    assert!(settled > 50, "{settled}");
}

#[test]
fn a_seed_is_shown_by_whichever_window_is_left() {
    let (mut server, mut devices, mut random) = people(Settings::plain("push", 2), 3);
    let mut guest = devices.remove(1);
    let mut host = devices.remove(0);
    turns(&mut host, &mut server, &mut random);
    // Two windows of the guest: both draw a seed, one commits to it, and is closed before it shows it.
    let mut other = None;
    for _ in 0..20 {
        guest.turn(&mut server, &mut random, false);
        if guest.client.seat().is_some() && other.is_none() {
            other = Some(second_window(&guest));
        }
    }
    let mut other = other.expect("a second window");
    turns(&mut other, &mut server, &mut random);
    take_up(&guest, &mut other);
    drop(guest);
    host.client
        .act(CommandId([1; 16]), Act::Begin {})
        .expect("a beginning");
    for _ in 0..20 {
        host.turn(&mut server, &mut random, false);
        other.turn(&mut server, &mut random, false);
    }
    assert_eq!(server.house.table.phase(), Phase::Playing);
    assert!(other.client.unsent().iter().all(|kept| !kept.name().is_empty()));
}

#[test]
fn a_hidden_window_says_so() {
    let (mut server, mut devices, mut random) = people(Settings::plain("push", 2), 5);
    let device = &mut devices[0];
    turns(device, &mut server, &mut random);
    let said = |device: &mut Device, random: &mut Random| {
        let messages = device.client.upkeep(Time(0), &mut |bytes| random.fill(bytes));
        let hidden = messages.iter().filter_map(|message| match message {
            ClientMessage::Hello(hello) => Some(hello.hidden),
            _ => None,
        });
        hidden.collect::<Vec<_>>()
    };
    device.client.set_visibility(Visibility::Hidden);
    device.client.set_visibility(Visibility::Hidden);
    assert_eq!(said(device, &mut random), [true]);
    // A line that is opened while nobody looks begins so.
    device.cut();
    device.client.connected(Time(0));
    assert_eq!(said(device, &mut random), [true]);
    device.client.set_visibility(Visibility::Visible);
    // Servers of before do not know the word, and need not.
    let hello = wire::read_client(r#"{"hello":{"v":1,"table":"0000000000000000","hidden":true,"later":1}}"#);
    assert!(matches!(hello, Ok(ClientMessage::Hello(hello)) if hello.hidden));
}
