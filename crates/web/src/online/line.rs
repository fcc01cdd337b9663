//! The line to a table: a socket that is opened again whenever it breaks, and the client that knows what to say.

use std::time::Duration;

use finaud_online::wire;
use finaud_online::{
    Act, Client, CommandId, Key, Line, LogError, Notice, OnlineTable, Refused, SavedClient, SharedGame,
    SheetHash, Shelf, TableId, Time, Visibility,
};
use finaud_rules::Seat;
use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{MessageEvent, WebSocket};

use super::keys::{new_command, new_key, random};
use super::refresh::phase_of;
use super::server::NotOpened;
use super::{sheets, unsent};
use crate::my_tables::{LOG, MyTable, TablePhase};
use crate::saved::now as clock;
use crate::storage;

/// How often is looked after the line, in milliseconds.
const TICK: u64 = 250;
/// The first wait before a line is opened again, and the longest, in milliseconds.
const FIRST_WAIT: f64 = 250.0;
const LONGEST_WAIT: f64 = 10_000.0;
/// A sheet that could not be fetched is asked for again after so many milliseconds.
const SHEET_AGAIN: u64 = 2_000;
/// What this app calls itself.
const APP: &str = concat!("finaud-web ", env!("CARGO_PKG_VERSION"));

/// How the line is, for people.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum LineState {
    /// It is there.
    Up,
    /// It is being opened for the first time.
    Opening,
    /// It broke at this moment, or could not be opened, and is tried again.
    Lost(f64),
}

/// Somebody said something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Heard {
    /// Its number: two that are alike are two.
    pub number: u32,
    /// Who.
    pub seat: Seat,
    /// What, from 1.
    pub phrase: u8,
}

/// The line to a table.
#[derive(Clone, Copy)]
pub(super) struct TableLine {
    id: TableId,
    client: StoredValue<Client, LocalStorage>,
    /// Notified whenever the client knows something new.
    changed: Trigger,
    /// How the line is.
    pub state: RwSignal<LineState>,
    /// Who is there, and how many watch.
    pub presence: RwSignal<(Vec<Seat>, u32)>,
    /// What somebody said last.
    pub heard: RwSignal<Option<Heard>>,
    /// Why the last command was refused.
    pub refused: RwSignal<Option<Refused>>,
    /// Why the server does not let us in at all.
    pub rejected: RwSignal<Option<Refused>>,
    /// Why the log cannot be read.
    pub broken: RwSignal<Option<LogError>>,
    /// Our seat, as the server said last; `None` before it said anything.
    pub seat: RwSignal<Option<Option<Seat>>>,
    /// A second hand: moves while a clock runs, so that what is shown of it is drawn anew.
    pub second: RwSignal<f64>,
    socket: StoredValue<Option<Socket>, LocalStorage>,
    /// How often in a row the line could not be opened.
    failures: StoredValue<u32>,
    waiting: StoredValue<Option<TimeoutHandle>>,
    /// Is the sheet of the table on its way?
    fetching: StoredValue<bool>,
    /// Raised when a socket is opened, so that what an old one says is not heard.
    generation: StoredValue<u32>,
}

/// A socket and who listens to it.
struct Socket {
    socket: WebSocket,
    _open: Closure<dyn Fn()>,
    _message: Closure<dyn Fn(MessageEvent)>,
    _close: Closure<dyn Fn()>,
}

fn now() -> Time {
    Time(clock() as u64)
}

impl TableLine {
    /// Opens a line to a table, with what is kept of it, for as long as the page is shown.
    pub(super) fn open(table: TableId, mine: &MyTable) -> TableLine {
        let key = |text: &Option<String>| text.as_ref().and_then(|text| text.parse::<Key>().ok());
        let seat_key = key(&mine.key);
        let kept = storage::read(&format!("{LOG}{table}"))
            .and_then(|text| serde_json::from_str::<SavedClient>(&text).ok());
        let mut shelf = Shelf::default();
        let sheet = mine.sheet.as_ref().and_then(|hash| hash.parse().ok());
        if let Some(text) = sheet.and_then(|hash| sheets::kept(&hash)) {
            // What cannot be read is asked for again.
            let _ = shelf.add_sheet(&text);
        }
        let mut client = match kept {
            Some(kept) => Client::restore(kept, APP, shelf),
            None => Client::new(table, seat_key.or(key(&mine.join)), APP, shelf),
        };
        // A link may have brought a better key than the one that was kept.
        let wanted = seat_key.or(key(&mine.join));
        if wanted.is_some() && client.key() != wanted.as_ref() {
            client.use_key(wanted);
        }
        unsent::share(&mut client, table);
        client.set_visibility(visibility());
        let line = TableLine {
            id: table,
            seat: RwSignal::new(client.seat().map(Some)),
            client: StoredValue::new_local(client),
            changed: Trigger::new(),
            state: RwSignal::new(LineState::Opening),
            presence: RwSignal::new((Vec::new(), 0)),
            heard: RwSignal::new(None),
            refused: RwSignal::new(None),
            rejected: RwSignal::new(None),
            broken: RwSignal::new(None),
            second: RwSignal::new(clock()),
            socket: StoredValue::new_local(None),
            failures: StoredValue::new(0),
            waiting: StoredValue::new(None),
            fetching: StoredValue::new(false),
            generation: StoredValue::new(0),
        };
        line.connect();
        line.follow_device();
        let ticking = set_interval_with_handle(move || line.tick(), Duration::from_millis(TICK)).ok();
        on_cleanup(move || {
            if let Some(ticking) = ticking {
                ticking.clear();
            }
            line.hang_up();
        });
        line
    }

    /// The table.
    pub(super) fn id(self) -> TableId {
        self.id
    }

    /// Something of what is known, followed.
    pub(super) fn look<T>(self, what: impl FnOnce(&Client) -> T) -> T {
        self.changed.track();
        self.client.with_value(what)
    }

    /// Something of what is known now.
    pub(super) fn glance<T>(self, what: impl FnOnce(&Client) -> T) -> T {
        self.client.with_value(what)
    }

    /// What the server's clock shows.
    pub(super) fn server_now(self) -> Time {
        self.client.with_value(|client| client.server_time(now()))
    }

    /// Gives a command; it is kept before it is sent.
    pub(super) fn act(self, act: Act) -> Option<CommandId> {
        self.refused.set(None);
        let id = new_command();
        let given = self.client.try_update_value(|client| client.act(id, act))?;
        match given {
            Ok(()) => {
                self.news();
                Some(id)
            }
            Err(why) => {
                self.refused.set(Some(why));
                None
            }
        }
    }

    /// Would the server let us do this now, as far as is known here?
    pub(super) fn may(self, act: &Act) -> bool {
        self.client.with_value(|client| client.may(act, now()).is_ok())
    }

    /// Takes a seat.
    pub(super) fn sit(self, seat: Option<Seat>, name: &str) {
        self.refused.set(None);
        let key = new_key();
        self.client
            .update_value(|client| client.sit(new_command(), key, seat, name));
        self.news();
    }

    /// Says a phrase.
    pub(super) fn say(self, phrase: u8) {
        self.client.update_value(|client| client.say(phrase));
        self.pump();
    }

    /// Forgets a key that is worth nothing here: a seat that was given to somebody else, then an invitation. Whoever has none
    /// left watches.
    pub(super) fn without_key(self) {
        let mut mine = self.mine();
        if mine.key.take().is_none() {
            mine.join = None;
        }
        mine.seat = None;
        mine.save();
        let join = mine.join.as_ref().and_then(|join| join.parse().ok());
        self.client.update_value(|client| client.use_key(join));
        self.rejected.set(None);
        self.hang_up();
        self.connect();
        self.news();
    }

    /// What a list knows of this table.
    pub(super) fn mine(self) -> MyTable {
        let name = self.id.to_string();
        MyTable::load(&name).unwrap_or_else(|| MyTable::new(&name))
    }

    /// Something is known that was not: it is kept, then sent, then shown.
    fn news(self) {
        self.keep();
        self.pump();
        self.changed.notify();
    }

    fn keep(self) {
        self.client.update_value(|client| unsent::share(client, self.id));
        let saved = self.client.with_value(Client::save);
        if let Ok(text) = serde_json::to_string(&saved) {
            let _ = storage::write(&format!("{LOG}{}", self.id), &text);
        }
        self.client.with_value(|client| keep_outline(client, self.id));
    }

    /// Sends what is to be sent.
    fn pump(self) {
        let Some(messages) = self
            .client
            .try_update_value(|client| client.upkeep(now(), &mut random))
        else {
            return;
        };
        self.socket.with_value(|socket| {
            if let Some(socket) = socket {
                for message in messages {
                    let _ = socket.socket.send_with_str(&wire::write(&message));
                }
            }
        });
    }

    /// Looks after the line. A page that nobody sees keeps quiet.
    fn tick(self) {
        if document().hidden() {
            return;
        }
        if clock() - self.second.get_untracked() >= 1_000.0 {
            self.second.set(clock());
        }
        if self.client.with_value(|client| client.is_dead(now())) {
            self.lost();
            self.connect();
            return;
        }
        let before = self.client.with_value(|client| client.pending().len());
        self.pump();
        if self.client.with_value(|client| client.pending().len()) != before {
            // A seed was drawn: it must not be lost.
            self.keep();
        }
    }

    /// Opens a socket, unless there is one.
    fn connect(self) {
        if self.socket.with_value(Option::is_some) || self.rejected.get_untracked().is_some() {
            return;
        }
        self.stop_waiting();
        self.generation.update_value(|generation| *generation += 1);
        let generation = self.generation.get_value();
        let current = move || self.generation.try_get_value() == Some(generation);
        let Some(socket) = address().and_then(|address| WebSocket::new(&address).ok()) else {
            self.try_later();
            return;
        };
        let open = Closure::<dyn Fn()>::new(move || {
            if current() {
                self.client.update_value(|client| client.connected(now()));
                self.pump();
            }
        });
        let message = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            if let Some(text) = event.data().as_string().filter(|_| current()) {
                self.receive(&text);
            }
        });
        let close = Closure::<dyn Fn()>::new(move || {
            if current() {
                self.lost();
                self.try_later();
            }
        });
        socket.set_onopen(Some(open.as_ref().unchecked_ref()));
        socket.set_onmessage(Some(message.as_ref().unchecked_ref()));
        socket.set_onclose(Some(close.as_ref().unchecked_ref()));
        self.socket.set_value(Some(Socket {
            socket,
            _open: open,
            _message: message,
            _close: close,
        }));
        // A server that does not answer at all is as good as none.
        self.client.update_value(|client| client.connecting(now()));
    }

    fn receive(self, text: &str) {
        let Ok(message) = wire::read_server(text) else {
            return;
        };
        let Some(notices) = self
            .client
            .try_update_value(|client| client.receive(message, now()))
        else {
            return;
        };
        let mut news = false;
        for notice in notices {
            match notice {
                Notice::Welcome => {
                    self.failures.set_value(0);
                    let seat = self.client.with_value(Client::seat);
                    if self.seat.get_untracked() != Some(seat) {
                        self.seat.set(Some(seat));
                    }
                    self.state.set(LineState::Up);
                    news = true;
                }
                Notice::Events(..) | Notice::Acked(_) | Notice::Reset => news = true,
                Notice::Refused(_, why) => {
                    self.refused.set(Some(why));
                    news = true;
                }
                Notice::Rejected(why) => {
                    self.rejected.set(Some(why));
                    self.hang_up();
                }
                Notice::Presence(seats, watchers) => self.presence.set((seats, watchers)),
                Notice::Said(seat, phrase) => self.heard.update(|heard| {
                    let number = heard.map_or(0, |heard| heard.number + 1);
                    *heard = Some(Heard { number, seat, phrase });
                }),
                Notice::SheetWanted(hash) => self.fetch_sheet(hash),
                Notice::Broken(error) => self.broken.set(Some(error)),
                Notice::Bye(after) => {
                    self.lost();
                    self.connect_in(f64::from(after));
                }
            }
        }
        if news {
            self.news();
        } else {
            self.pump();
        }
    }

    /// Fetches the sheet of this table, until it is here or the server says that it has none.
    fn fetch_sheet(self, hash: SheetHash) {
        if self.fetching.get_value() {
            return;
        }
        self.fetching.set_value(true);
        spawn_local(async move {
            let found = sheets::fetch(&hash).await;
            // Somebody may have gone elsewhere meanwhile.
            if self.fetching.try_set_value(false).is_some() {
                return;
            }
            match found {
                Ok(text) => {
                    let added = self
                        .client
                        .try_update_value(|client| client.add_sheet(&text, now()));
                    if matches!(added, Some(Err(_))) {
                        // A newer app can read it.
                        self.broken.set(Some(LogError::NoSuchGame));
                    }
                    self.pump();
                }
                Err(NotOpened::Refused(why)) => {
                    self.rejected.set(Some(why));
                    self.hang_up();
                }
                Err(NotOpened::Silent) => set_timeout(
                    move || {
                        if self.fetching.try_get_value() == Some(false) {
                            self.fetch_sheet(hash);
                        }
                    },
                    Duration::from_millis(SHEET_AGAIN),
                ),
            }
        });
    }

    /// The line is gone.
    fn lost(self) {
        self.hang_up();
        self.client.update_value(Client::disconnected);
        if !matches!(self.state.get_untracked(), LineState::Lost(_)) {
            self.state.set(LineState::Lost(clock()));
        }
        self.changed.notify();
    }

    fn hang_up(self) {
        self.stop_waiting();
        let _ = self.generation.try_update_value(|generation| *generation += 1);
        if let Some(Some(socket)) = self.socket.try_update_value(Option::take) {
            socket.socket.set_onopen(None);
            socket.socket.set_onmessage(None);
            socket.socket.set_onclose(None);
            let _ = socket.socket.close();
        }
    }

    /// Tries again: the longer it has not worked, the later, and never all at the same moment.
    fn try_later(self) {
        let failures = self.failures.get_value();
        self.failures.set_value(failures.saturating_add(1));
        self.connect_in(wait(failures, js_sys::Math::random()));
    }

    fn connect_in(self, milliseconds: f64) {
        self.stop_waiting();
        let timer = set_timeout_with_handle(
            move || {
                if self.generation.try_get_value().is_some() {
                    self.connect();
                }
            },
            Duration::from_millis(milliseconds as u64),
        );
        self.waiting.set_value(timer.ok());
    }

    fn stop_waiting(self) {
        if let Some(Some(timer)) = self.waiting.try_update_value(Option::take) {
            timer.clear();
        }
    }

    /// The network comes and goes, and so does whoever looks.
    fn follow_device(self) {
        let again = move || {
            if document().hidden() {
                return;
            }
            let dead = self.client.with_value(|client| client.is_dead(now()));
            if dead {
                self.lost();
            }
            if self.client.with_value(Client::line) == Line::Down {
                self.failures.set_value(0);
                self.hang_up();
                self.connect();
            } else {
                self.pump();
            }
        };
        let online = window_event_listener_untyped("online", move |_| again());
        let offline = window_event_listener_untyped("offline", move |_| {
            self.lost();
            self.try_later();
        });
        let shown = window_event_listener_untyped("pageshow", move |_| again());
        let seen = window_event_listener_untyped("visibilitychange", move |_| {
            self.client
                .update_value(|client| client.set_visibility(visibility()));
            // Whoever looks away says so with the last message.
            self.pump();
            again();
        });
        // Another window at this table has chosen something, or is done with it.
        let stored = window_event_listener_untyped("storage", move |event| {
            let key = event
                .dyn_ref::<web_sys::StorageEvent>()
                .and_then(web_sys::StorageEvent::key);
            let name = key.as_deref().and_then(storage::name_of_key);
            if name.is_some_and(|name| unsent::is_shared(self.id, name)) {
                self.news();
            }
        });
        on_cleanup(move || {
            for listener in [online, offline, shown, seen, stored] {
                listener.remove();
            }
        });
    }
}

/// Can anybody see this page?
fn visibility() -> Visibility {
    match document().hidden() {
        true => Visibility::Hidden,
        false => Visibility::Visible,
    }
}

/// How long to wait before the next try, in milliseconds, for a random number from 0 to 1.
fn wait(failures: u32, random: f64) -> f64 {
    random * (FIRST_WAIT * 2f64.powi(failures.min(20) as i32)).min(LONGEST_WAIT)
}

/// Where the socket is.
fn address() -> Option<String> {
    let page = window().location().href().ok()?;
    let url = web_sys::Url::new_with_base("./api/socket", page.split('#').next()?).ok()?;
    let safe = url.protocol() == "https:";
    url.set_protocol(if safe { "wss:" } else { "ws:" });
    Some(url.href())
}

/// What the sheet of a table is called, where it is somebody's own.
pub(super) fn own_name(table: &OnlineTable) -> Option<String> {
    table.settings().sheet?;
    match table.game() {
        SharedGame::Dice(game) => Some(game.sheet().name.clone()),
        SharedGame::Push(_) => None,
    }
}

/// Keeps what a list of tables needs to know.
fn keep_outline(client: &Client, id: TableId) {
    let name = id.to_string();
    let kept = MyTable::load(&name);
    let mut mine = kept.clone().unwrap_or_else(|| MyTable::new(&name));
    if let (Some(seat), Some(key)) = (client.seat(), client.key()) {
        mine.key = Some(String::from(*key));
        mine.seat = Some(seat.0);
    }
    if let Some(table) = client.confirmed() {
        mine.game.clone_from(&table.settings().game);
        mine.sheet = table.settings().sheet.map(|sheet| sheet.to_string());
        mine.sheet_name = own_name(table);
        mine.phase = phase_of(table.phase());
        // Whoever is here sees the end.
        mine.seen = mine.phase == TablePhase::Over;
        mine.others = table
            .all_seats()
            .filter(|seat| Some(*seat) != client.seat())
            .filter_map(|seat| Some(table.seat(seat)?.name.clone()))
            .filter(|name| !name.is_empty())
            .collect();
        let own = client.seat();
        mine.asked = own.is_some_and(|seat| table.asked().contains(seat));
        mine.deadline = own
            .and_then(|seat| table.deadline(seat))
            .map(|deadline| deadline.0 as f64);
        mine.changed = table.touched().0 as f64;
        mine.next = table.next_table().map(|next| next.to_string());
    }
    if kept.as_ref() != Some(&mine) {
        mine.save();
        mine.keep_rematch();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tries_come_at_once_at_first_and_never_too_rarely() {
        assert_eq!(wait(0, 1.0), 250.0);
        assert_eq!(wait(1, 1.0), 500.0);
        assert_eq!(wait(2, 0.5), 500.0);
        assert_eq!(wait(6, 1.0), 10_000.0);
        assert_eq!(wait(u32::MAX, 1.0), 10_000.0);
        assert_eq!(wait(9, 0.0), 0.0);
    }
}
