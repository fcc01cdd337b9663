//! The other end of a line: what an app knows of a table, what it has sent, and what it must send again.
//!
//! A client folds the log that the server sends and holds its own commands on top of it until they are acknowledged. It
//! resends them by their names, asks for entries that are missing, and draws, commits to and shows the seeds of its seat by
//! itself. It opens no connection and reads no clock: whoever has these tells it, and sends what it says.

mod unsent;

use finaud_rules::Seat;
use finaud_table::{GameError, Table};
use serde::{Deserialize, Serialize};

use crate::event::Event;
use crate::seal::verify_log;
use crate::story::{Step, game_of, play_line, steps};
use crate::table::{OnlineTable, Phase, Sitter};
use crate::wire::{ClientMessage, Do, Hello, ServerMessage, VERSION, Welcome};
use crate::{
    Act, Broken, Command, CommandId, Commitment, Entry, Key, LogError, Refused, Role, Seal, Seed, Seq,
    SheetHash, Shelf, TableId, Time,
};

pub use unsent::Unsent;

/// A command that is not acknowledged is sent again after so long.
const RESEND: u64 = 2_500;
/// So often the server is asked whether it is there.
const PING: u64 = 2_500;
/// A line that was silent for so long is dead.
const DEAD: u64 = 5_000;

/// How the line is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Line {
    /// There is none.
    Down,
    /// It is there, and the server has not answered yet.
    Greeting,
    /// All is well.
    Up,
}

/// Can anybody see what the client shows?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Visibility {
    /// As far as is known.
    #[default]
    Visible,
    /// It is behind something else: whoever sits there does not look, and may want to be notified.
    Hidden,
}

/// A command that is not in the log yet, as far as is known here.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pending {
    /// Its name.
    pub id: CommandId,
    /// The decision for which it was made.
    pub at: u32,
    /// What is to happen.
    pub act: Act,
    /// Did the client itself give it, to commit to a seed or to show one?
    #[serde(default)]
    pub by_itself: bool,
    #[serde(skip)]
    sent: Option<Time>,
    /// The entry it has made, which has not come yet.
    #[serde(skip)]
    acked: Option<Seq>,
}

/// Something that whoever shows the table may want to know.
#[derive(Clone, PartialEq, Debug)]
pub enum Notice {
    /// The server has answered: the line is up.
    Welcome,
    /// These entries came, the first and the last.
    Events(Seq, Seq),
    /// The command is in the log, for good.
    Acked(CommandId),
    /// The command will not be, and what was chosen after it neither.
    Refused(CommandId, Refused),
    /// The server does not accept what was said; nothing helps but another program or another key.
    Rejected(Refused),
    /// Who is there: seats, and how many watch.
    Presence(Vec<Seat>, u32),
    /// Somebody says a phrase.
    Said(Seat, u8),
    /// The server has another log than before: everything is read anew.
    Reset,
    /// The table is played on this sheet, which is not here: give it to [`Client::add_sheet`].
    SheetWanted(SheetHash),
    /// The log cannot be read here.
    Broken(LogError),
    /// The server closes the line; come back after so many milliseconds.
    Bye(u32),
}

/// A seed of one's own, and the draw for which it was drawn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct OwnSeed {
    /// The server's commitment in that draw.
    draw: Commitment,
    /// The number of the draw.
    number: u32,
    #[serde(with = "crate::ids::seat_number")]
    seat: Seat,
    seed: Seed,
    /// Has the server acknowledged our commitment to it? Then it must be in the dice.
    #[serde(default)]
    acked: bool,
}

/// What has to be kept so that nothing is lost when the app is closed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SavedClient {
    table: TableId,
    #[serde(default)]
    key: Option<Key>,
    #[serde(default)]
    next_key: Option<Key>,
    #[serde(default, with = "crate::ids::maybe_seat_number")]
    seat: Option<Seat>,
    #[serde(default)]
    log: Vec<Entry>,
    #[serde(default)]
    pending: Vec<Pending>,
    #[serde(default)]
    seeds: Vec<OwnSeed>,
}

/// What an app knows of a table.
#[derive(Clone, Debug)]
pub struct Client {
    id: TableId,
    key: Option<Key>,
    /// The key of a seat that was asked for.
    next_key: Option<Key>,
    app: String,
    shelf: Shelf,
    log: Vec<Entry>,
    online: Option<OnlineTable>,
    game: Option<Table>,
    seat: Option<Seat>,
    invited: bool,
    pending: Vec<Pending>,
    /// The last commands that were acknowledged or refused.
    settled: Vec<CommandId>,
    seeds: Vec<OwnSeed>,
    visibility: Visibility,
    line: Line,
    outbox: Vec<ClientMessage>,
    heard: Time,
    pinged: Time,
    pings: u32,
    lag: Option<u64>,
    /// The server's clock less ours, in milliseconds.
    ahead_of_us: i64,
    /// Entries were asked for that have not come yet.
    asked_tail: Option<Time>,
}

impl Client {
    /// A client that knows nothing but where to go, and its key: of a seat, of an invitation, or none. `app` is what it calls itself.
    pub fn new(table: TableId, key: Option<Key>, app: &str, shelf: Shelf) -> Client {
        Client {
            id: table,
            key,
            next_key: None,
            app: app.into(),
            shelf,
            log: Vec::new(),
            online: None,
            game: None,
            seat: None,
            invited: false,
            pending: Vec::new(),
            settled: Vec::new(),
            seeds: Vec::new(),
            visibility: Visibility::Visible,
            line: Line::Down,
            outbox: Vec::new(),
            heard: Time(0),
            pinged: Time(0),
            pings: 0,
            lag: None,
            ahead_of_us: 0,
            asked_tail: None,
        }
    }

    /// A client that goes on where it was kept. A log that cannot be read any more is fetched anew.
    pub fn restore(saved: SavedClient, app: &str, shelf: Shelf) -> Client {
        let mut client = Client::new(saved.table, saved.key, app, shelf);
        client.next_key = saved.next_key;
        client.seat = saved.seat;
        client.pending = saved.pending;
        client.seeds = saved.seeds;
        if client.fold(saved.log).is_err() {
            client.forget_log();
        }
        client
    }

    /// What has to be kept.
    pub fn save(&self) -> SavedClient {
        SavedClient {
            table: self.id,
            key: self.key,
            next_key: self.next_key,
            seat: self.seat,
            log: self.log.clone(),
            pending: self.pending.clone(),
            seeds: self.seeds.clone(),
        }
    }

    /// Comes with another key from now on: of a seat, of an invitation, or none. The next line is greeted with it.
    pub fn use_key(&mut self, key: Option<Key>) {
        self.key = key;
        self.next_key = None;
        self.seat = None;
        self.invited = false;
    }

    /// A line is being opened: if nobody answers for too long, it is dead.
    pub fn connecting(&mut self, now: Time) {
        self.heard = now;
        self.line = Line::Greeting;
        self.outbox.clear();
    }

    /// A line was opened: the next [`Client::upkeep`] greets the server.
    pub fn connected(&mut self, now: Time) {
        self.heard = now;
        self.pinged = now;
        self.outbox.clear();
        self.greet();
    }

    /// The line is gone.
    pub fn disconnected(&mut self) {
        self.line = Line::Down;
        self.outbox.clear();
    }

    fn greet(&mut self) {
        self.line = Line::Greeting;
        self.asked_tail = None;
        self.outbox.push(ClientMessage::Hello(Hello {
            v: VERSION,
            app: self.app.clone(),
            table: self.id,
            key: self.key,
            since: self.seq(),
            hidden: self.visibility == Visibility::Hidden,
        }));
    }

    /// Says whether anybody can see the table here; the server learns it with the next message.
    pub fn set_visibility(&mut self, visibility: Visibility) {
        if std::mem::replace(&mut self.visibility, visibility) != visibility && self.line != Line::Down {
            self.greet();
        }
    }

    /// Was the line silent for too long? Whoever opened it should close it and open another one.
    pub fn is_dead(&self, now: Time) -> bool {
        self.line != Line::Down && now.since(self.heard) > DEAD
    }

    /// Gives a command. It is sent until it is acknowledged or refused. A choice that cannot be is refused at once.
    pub fn act(&mut self, id: CommandId, act: Act) -> Result<(), Refused> {
        let ahead = self.ahead();
        let at = match (&ahead, self.seat) {
            (Some(ahead), Some(seat)) => ahead.decision(seat),
            _ => 0,
        };
        if is_of_game(&act) && self.seat.is_none() {
            return Err(Refused::NoSeat);
        }
        if let (Act::Choose { action }, Some(seat)) = (&act, self.seat) {
            let play = ahead
                .as_ref()
                .and_then(OnlineTable::play)
                .ok_or(Refused::NotPlaying)?;
            play.choice(seat, action)?;
        }
        self.push(id, at, act, false);
        Ok(())
    }

    /// Takes a seat, with a key of its own. Once that is acknowledged, the client greets the server with it.
    pub fn sit(&mut self, id: CommandId, key: Key, seat: Option<Seat>, name: &str) {
        self.next_key = Some(key);
        let act = Act::Sit {
            seat,
            name: name.into(),
            key: key.hash(),
        };
        self.push(id, 0, act, false);
    }

    fn push(&mut self, id: CommandId, at: u32, act: Act, by_itself: bool) {
        self.pending.push(Pending {
            id,
            at,
            act,
            by_itself,
            sent: None,
            acked: None,
        });
    }

    /// Says a phrase, by its number from 1. It is lost if the line is down.
    pub fn say(&mut self, phrase: u8) {
        if self.line == Line::Up {
            self.outbox.push(ClientMessage::Say { phrase });
        }
    }

    /// Everything that is to be sent now. `random` fills bytes with fresh random ones.
    pub fn upkeep(&mut self, now: Time, random: &mut dyn FnMut(&mut [u8])) -> Vec<ClientMessage> {
        if self.line == Line::Up {
            self.see_to_seeds(random);
            // One after the other, so that they happen in the order in which they were given, whichever of them gets lost.
            let mut is_first = true;
            for pending in self.pending.iter_mut().filter(|pending| pending.acked.is_none()) {
                let may_go = pending.by_itself || std::mem::take(&mut is_first);
                if may_go && pending.sent.is_none_or(|sent| now.since(sent) >= RESEND) {
                    pending.sent = Some(now);
                    self.outbox.push(ClientMessage::Do(Do {
                        id: pending.id,
                        at: pending.at,
                        what: pending.act.clone(),
                    }));
                }
            }
            if self.asked_tail.is_some_and(|asked| now.since(asked) >= RESEND) {
                self.ask_tail(now);
            }
            if now.since(self.pinged) >= PING {
                self.pinged = now;
                self.pings = self.pings.wrapping_add(1);
                self.outbox.push(ClientMessage::Ping { n: self.pings });
            }
        }
        std::mem::take(&mut self.outbox)
    }

    fn ask_tail(&mut self, now: Time) {
        self.asked_tail = Some(now);
        self.outbox.push(ClientMessage::Since { seq: self.seq() });
    }

    /// Commits to a seed, and shows it when everybody has committed.
    fn see_to_seeds(&mut self, random: &mut dyn FnMut(&mut [u8])) {
        let (Some(seat), Some(online)) = (self.seat, &self.online) else {
            return;
        };
        let before_play = matches!(online.phase(), Phase::Open | Phase::Seeding);
        let person = online.seat(seat).is_some_and(crate::OnlineSeat::is_person);
        if !before_play || !person || online.settings().daily.is_some() {
            return;
        }
        let (draw, number) = (online.draw().commitment(), online.draw().number());
        let committed = online.draw().commitment_of(seat);
        // Two windows may have drawn one each: what counts is the one to which the seat has committed.
        let is_it = |own: &OwnSeed| {
            let due = || own.seed.seat_commitment(&self.id, seat);
            committed.is_none_or(|committed| committed.matches(&due()))
        };
        let mut drawn = self
            .seeds
            .iter()
            .filter(|own| own.draw == draw && own.seat == seat);
        let own = drawn.find(|own| is_it(own));
        let act = match (committed, own) {
            (None, own) => {
                let seed = own.map_or_else(
                    || {
                        let mut seed = Seed([0; 32]);
                        random(&mut seed.0);
                        seed
                    },
                    |own| own.seed,
                );
                let commitment = seed.seat_commitment(&self.id, seat);
                if own.is_none() {
                    self.seeds.push(OwnSeed {
                        draw,
                        number,
                        seat,
                        seed,
                        acked: false,
                    });
                }
                Act::Commit { commitment }
            }
            (Some(_), Some(own)) => {
                let due = online.phase() == Phase::Seeding
                    && online.all_committed()
                    && online.draw().seed_of(seat).is_none();
                if !due {
                    return;
                }
                Act::Reveal { seed: own.seed }
            }
            // Another device has committed for this seat: it shows the seed.
            (Some(_), None) => return,
        };
        // A command for an earlier draw or another seat does not count any more.
        let stale = |pending: &Pending| pending.by_itself && pending.act != act;
        self.pending.retain(|pending| !stale(pending));
        if !self.pending.iter().any(|pending| pending.act == act) {
            let mut id = CommandId([0; 16]);
            random(&mut id.0);
            self.push(id, 0, act, true);
        }
    }

    /// A message came.
    pub fn receive(&mut self, message: ServerMessage, now: Time) -> Vec<Notice> {
        self.heard = now;
        match message {
            ServerMessage::Welcome(welcome) => self.welcome(&welcome, now),
            ServerMessage::Events { list, .. } => self.events(list, now),
            ServerMessage::Ack { id, seq } => self.ack(id, seq),
            // It will be said again, by itself and later.
            ServerMessage::Refused {
                id: None,
                why: Refused::TooFast | Refused::Busy,
                ..
            } => Vec::new(),
            ServerMessage::Refused { id: None, why, .. } => vec![Notice::Rejected(why)],
            ServerMessage::Refused {
                id: Some(id), why, ..
            } => self.refused(id, why),
            ServerMessage::Presence { seats, watchers } => vec![Notice::Presence(seats, watchers)],
            ServerMessage::Said { seat, phrase } => vec![Notice::Said(seat, phrase)],
            ServerMessage::Pong { n, now: server } => {
                if n == self.pings {
                    self.lag = Some(now.since(self.pinged));
                }
                self.set_clock(server, now);
                Vec::new()
            }
            ServerMessage::Bye { after, .. } => vec![Notice::Bye(after)],
        }
    }

    fn set_clock(&mut self, server: Time, now: Time) {
        self.ahead_of_us = server.0.cast_signed().wrapping_sub(now.0.cast_signed());
    }

    fn welcome(&mut self, welcome: &Welcome, now: Time) -> Vec<Notice> {
        let mut notices = vec![Notice::Welcome];
        self.line = Line::Up;
        self.seat = welcome.seat;
        self.invited = welcome.invited;
        self.set_clock(welcome.now, now);
        // Whatever was on its way when the line broke is sent again.
        for pending in &mut self.pending {
            pending.sent = None;
        }
        if welcome.seq < self.seq() {
            // Somebody has restored an old log: what we knew is gone.
            self.forget_log();
            self.ask_tail(now);
            notices.push(Notice::Reset);
        }
        notices
    }

    fn forget_log(&mut self) {
        self.log.clear();
        self.online = None;
        self.game = None;
        for pending in &mut self.pending {
            pending.acked = None;
            pending.sent = None;
        }
    }

    fn events(&mut self, list: Vec<Entry>, now: Time) -> Vec<Notice> {
        let Some(first) = list.first().map(|entry| entry.seq) else {
            return Vec::new();
        };
        if first > self.seq() + 1 {
            if self.asked_tail.is_none() {
                self.ask_tail(now);
            }
            return Vec::new();
        }
        let (known, new): (Vec<Entry>, Vec<Entry>) =
            list.into_iter().partition(|entry| entry.seq <= self.seq());
        let other = |entry: &Entry| self.log.get(entry.seq as usize - 1) != Some(entry);
        if known.iter().any(|entry| entry.seq == 0 || other(entry)) {
            self.forget_log();
            self.ask_tail(now);
            return vec![Notice::Reset];
        }
        self.asked_tail = None;
        if new.is_empty() {
            return Vec::new();
        }
        let from = self.seq() + 1;
        match self.fold(new) {
            Ok(()) => {
                let seq = self.seq();
                self.pending
                    .retain(|pending| pending.acked.is_none_or(|acked| acked > seq));
                vec![Notice::Events(from, seq)]
            }
            Err(LogError::NoSheet(sheet)) => vec![Notice::SheetWanted(sheet)],
            Err(error) => vec![Notice::Broken(error)],
        }
    }

    /// Puts a sheet that is somebody's own on the shelf. A log that could not be read without it is asked for again.
    pub fn add_sheet(&mut self, text: &str, now: Time) -> Result<SheetHash, GameError> {
        let hash = self.shelf.add_sheet(text)?;
        if self.online.is_none() && self.line == Line::Up {
            self.ask_tail(now);
        }
        Ok(hash)
    }

    /// The text of the sheet of this table, where it is somebody's own.
    pub fn own_sheet(&self) -> Option<&str> {
        let settings = self.online.as_ref()?.settings();
        self.shelf.sheet(settings.sheet.as_ref()?)
    }

    /// Adds entries to the log.
    fn fold(&mut self, entries: Vec<Entry>) -> Result<(), LogError> {
        for entry in entries {
            match &mut self.online {
                None => {
                    let table = OnlineTable::replay_public([&entry], &mut self.shelf)?;
                    if table.id() != self.id {
                        return Err(LogError::Impossible(1, "it is the log of another table".into()));
                    }
                    self.online = Some(table);
                }
                Some(online) => online.apply_public(&entry)?,
            }
            let event = Event::read(&entry.body);
            self.log.push(entry);
            self.fold_game(event.as_ref())?;
            self.fold_seats(event.as_ref());
        }
        Ok(())
    }

    /// Notes that seats have moved, or that somebody has lost theirs.
    fn fold_seats(&mut self, event: Option<&Event>) {
        let moved = match event {
            Some(Event::Ordered { .. } | Event::Chairs { .. }) => None,
            Some(Event::Left { seat } | Event::Freed { seat } | Event::Bot { seat, .. }) => Some(*seat),
            _ => return,
        };
        let before_play = self.online.as_ref().is_some_and(|online| online.play().is_none());
        for own in self.seeds.iter_mut().filter(|_| before_play) {
            own.acked &= moved.is_some_and(|seat| seat != own.seat);
        }
        let concerns_us = moved.is_none_or(|seat| self.seat == Some(seat));
        if self.seat.is_some() && concerns_us && self.line == Line::Up {
            // The server says which seat is ours now.
            self.seat = None;
            self.greet();
        }
    }

    /// Lets the last entry happen in the game too.
    fn fold_game(&mut self, event: Option<&Event>) -> Result<(), LogError> {
        let (Some(online), Some(last)) = (&self.online, self.log.last()) else {
            return Ok(());
        };
        match (event, &mut self.game) {
            (_, None) => {
                if online.play().is_some() {
                    self.game = game_of(&self.log, &mut self.shelf)?;
                }
            }
            (None, Some(game)) => {
                let step = Step {
                    seq: last.seq,
                    by: last.by,
                    line: last.body.clone(),
                };
                play_line(game, &step)?;
            }
            (Some(Event::Undone { .. }), Some(_)) => self.game = game_of(&self.log, &mut self.shelf)?,
            (Some(Event::Named { seat, name } | Event::Sat { seat, name }), Some(game)) => {
                game.rename(*seat, name);
            }
            (Some(_), Some(_)) => {}
        }
        Ok(())
    }

    fn ack(&mut self, id: CommandId, seq: Seq) -> Vec<Notice> {
        let known = self.seq();
        let Some(index) = self.pending.iter().position(|pending| pending.id == id) else {
            return Vec::new();
        };
        if self.pending[index].acked.is_some() {
            return Vec::new();
        }
        self.pending[index].acked = Some(seq);
        self.note_settled(id);
        if let Act::Commit { commitment } = self.pending[index].act {
            for own in &mut self.seeds {
                own.acked |= own.seed.seat_commitment(&self.id, own.seat).matches(&commitment);
            }
        }
        if matches!(self.pending[index].act, Act::Sit { .. }) {
            self.key = self.next_key.take().or(self.key);
            // The seat is ours; which one, the server says next.
            self.invited = false;
            self.greet();
        }
        if seq <= known {
            self.pending.remove(index);
        }
        vec![Notice::Acked(id)]
    }

    fn refused(&mut self, id: CommandId, why: Refused) -> Vec<Notice> {
        let Some(index) = self.pending.iter().position(|pending| pending.id == id) else {
            return Vec::new();
        };
        // The line is fast, the server says so: try again later.
        if matches!(why, Refused::TooFast | Refused::Busy) {
            return Vec::new();
        }
        let gone = self.pending.remove(index);
        if matches!(gone.act, Act::Sit { .. }) {
            self.next_key = None;
        }
        if gone.by_itself {
            return Vec::new();
        }
        self.note_settled(id);
        // What was chosen on top of it cannot be either.
        let mut notices = vec![Notice::Refused(id, why)];
        if is_of_game(&gone.act) {
            for later in self.pending.split_off(index) {
                if is_of_game(&later.act) && later.acked.is_none() {
                    let at = self
                        .seat
                        .and_then(|seat| Some(self.online.as_ref()?.decision(seat)));
                    notices.push(Notice::Refused(later.id, Refused::Stale { at: at.unwrap_or(0) }));
                    self.note_settled(later.id);
                } else {
                    self.pending.push(later);
                }
            }
        }
        notices
    }

    /// The table.
    pub fn id(&self) -> TableId {
        self.id
    }

    /// The key: of a seat, of an invitation, or none.
    pub fn key(&self) -> Option<&Key> {
        self.key.as_ref()
    }

    /// Our seat, as the server has said.
    pub fn seat(&self) -> Option<Seat> {
        self.seat
    }

    /// May we take a free seat?
    pub fn is_invited(&self) -> bool {
        self.invited
    }

    /// How the line is.
    pub fn line(&self) -> Line {
        self.line
    }

    /// How long the server took to answer last, in milliseconds.
    pub fn lag(&self) -> Option<u64> {
        self.lag
    }

    /// What the server's clock shows when ours shows this.
    pub fn server_time(&self, now: Time) -> Time {
        Time(now.0.saturating_add_signed(self.ahead_of_us))
    }

    /// The last entry known.
    pub fn seq(&self) -> Seq {
        self.log.len() as Seq
    }

    /// The log, as far as it is known.
    pub fn log(&self) -> &[Entry] {
        &self.log
    }

    /// The table as the server has confirmed it; `None` before the first entry.
    pub fn confirmed(&self) -> Option<&OnlineTable> {
        self.online.as_ref()
    }

    /// The commands that are not in the log yet.
    pub fn pending(&self) -> &[Pending] {
        &self.pending
    }

    /// Is anything of ours on its way?
    pub fn is_sending(&self) -> bool {
        self.pending.iter().any(|pending| !pending.by_itself)
    }

    /// The table with our own choices on top that are on their way.
    pub fn ahead(&self) -> Option<OnlineTable> {
        let mut ahead = self.online.clone()?;
        for entry in self.expected() {
            if ahead.apply_public(&entry).is_err() {
                break;
            }
        }
        Some(ahead)
    }

    /// Would the table let us do this now, as far as is known here? The server decides.
    pub fn may(&self, act: &Act, now: Time) -> Result<(), Refused> {
        let (Some(table), Some(seat)) = (&self.online, self.seat) else {
            return Err(Refused::NoSeat);
        };
        let command = Command::new(CommandId([0; 16]), table.decision(seat), act.clone());
        let decided = table.decide(&command, Role::Seat(seat), self.server_time(now), Seed([0; 32]));
        match decided {
            // All that is missing is what the server alone knows: its seed.
            Ok(_) | Err(Refused::NotYours) => Ok(()),
            Err(why) => Err(why),
        }
    }

    /// May our last choice be taken back, if everything that is on its way arrives?
    pub fn can_undo(&self) -> bool {
        let ahead = self.ahead();
        let Some((seat, ahead)) = self.seat.zip(ahead.as_ref()) else {
            return false;
        };
        let present = ahead
            .seat(seat)
            .is_some_and(|place| place.sitter == Sitter::Person);
        let rolls = |pending: &Pending| matches!(pending.act, Act::Roll {});
        present
            && ahead.phase() == Phase::Playing
            && !self.pending.iter().any(rolls)
            && ahead.play().is_some_and(|play| play.undoable(seat).is_ok())
    }

    /// The game with our own choices on top that are on their way, for any surface to show; `None` before it began.
    pub fn table(&self) -> Option<Table> {
        let mut table = self.game.clone()?;
        let expected = self.expected();
        if expected.iter().any(|entry| Event::is_one(&entry.body)) {
            let mut shelf = self.shelf.clone();
            let log = self.log.iter().chain(&expected);
            return game_of(log, &mut shelf).ok().flatten();
        }
        for step in steps(&expected) {
            if play_line(&mut table, &step).is_err() {
                break;
            }
        }
        Some(table)
    }

    /// The entries that our commands on their way will probably make.
    fn expected(&self) -> Vec<Entry> {
        let mut entries = Vec::new();
        let (Some(seat), Some(online)) = (self.seat, &self.online) else {
            return entries;
        };
        let mut ahead = online.clone();
        for pending in &self.pending {
            let fits = pending.at == ahead.decision(seat);
            let body = match (&pending.act, ahead.play()) {
                (Act::Choose { action }, Some(play)) if fits => play.choice(seat, action).ok(),
                (Act::Undo {}, Some(play)) if fits => {
                    let removes = play.undoable(seat).ok();
                    removes.map(|removes| Event::Undone { seat, removes }.text())
                }
                _ => None,
            };
            let Some(body) = body else { continue };
            let entry = Entry {
                seq: ahead.seq() + 1,
                at: ahead.touched(),
                by: Some(seat),
                body,
            };
            if ahead.apply_public(&entry).is_ok() {
                entries.push(entry);
            }
        }
        entries
    }

    /// Checks the dice: the log itself, its seeds and outcomes, and that a seed of this device went into them if the server
    /// has acknowledged it.
    pub fn verify(&self) -> Result<Seal, Broken> {
        let mut shelf = self.shelf.clone();
        let seal = verify_log(&self.log, &mut shelf)?;
        let acked = self
            .seeds
            .iter()
            .rev()
            .find(|own| own.acked && own.number == seal.draws);
        if let Some(own) = acked {
            seal.is_mine(&own.draw, Some((own.seat, own.seed)))?;
        }
        Ok(seal)
    }

    /// The record of the game; `None` before it began.
    pub fn record(&self) -> Option<String> {
        let mut shelf = self.shelf.clone();
        crate::record_of(&self.log, &mut shelf).ok().flatten()
    }
}

/// Does it build on what was chosen before?
fn is_of_game(act: &Act) -> bool {
    matches!(act, Act::Choose { .. } | Act::Roll {} | Act::Undo {})
}
