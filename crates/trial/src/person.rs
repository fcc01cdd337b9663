//! Somebody who plays over real sockets, comes back when the line breaks, and remembers what was promised.

use std::collections::BTreeMap;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use finaud_online::wire::{self, ServerMessage};
use finaud_online::{
    Act, Client, CommandId, Entry, Key, Line, Notice, Phase, Seq, SheetHash, Shelf, TableId, Time,
};
use futures_util::StreamExt as _;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

use crate::dice;
use crate::site::{Site, send};

/// How often somebody looks whether there is something to do.
const LOOK: Duration = Duration::from_millis(50);

/// What somebody has seen of a table.
#[derive(Debug, Default)]
pub struct Seen {
    /// The log.
    pub log: Vec<Entry>,
    /// What was acknowledged, and where.
    pub acked: BTreeMap<CommandId, Seq>,
    /// What should not have been answered so.
    pub odd: Vec<String>,
    /// Whether their own seed is in the dice of a game that ended.
    pub broken_seal: Option<String>,
    /// How long it took from a broken line to the next welcome.
    pub back: Vec<Duration>,
}

/// Somebody at a table.
pub struct Person {
    client: Client,
    name: String,
    seen: Seen,
}

impl Person {
    /// Somebody with the key of a seat or of an invitation.
    pub fn new(table: TableId, key: Key, name: &str) -> Person {
        Person {
            client: Client::new(table, Some(key), "finaud-trial", Shelf::default()),
            name: name.to_owned(),
            seen: Seen::default(),
        }
    }

    /// What the table looks like from here.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// Gives a command.
    pub fn act(&mut self, act: Act) {
        let _ = self.client.act(CommandId(dice::bytes()), act);
    }

    /// Is everything said and answered?
    fn is_quiet(&self) -> bool {
        self.client.pending().is_empty()
    }

    fn is_over(&self) -> bool {
        let table = self.client.confirmed();
        table.is_some_and(|table| table.phase() == Phase::Over)
    }

    /// Plays at whichever of these servers answers, until the game is over or somebody says that it is enough; then waits until
    /// everything is answered. `pause` is how long they think at most.
    pub async fn play(mut self, sites: &[Site], pause: Duration, enough: &(dyn Fn() -> bool + Sync)) -> Seen {
        let mut lost: Option<Instant> = None;
        let mut tries = 0;
        while !(self.is_quiet() && (self.is_over() || enough())) {
            let site = &sites[dice::below(sites.len())];
            if let Ok(mut socket) = site.connect().await {
                self.client.connected(now());
                self.talk(site, &mut socket, (pause, enough), &mut lost).await;
                if self.client.line() == Line::Up {
                    tries = 0;
                    lost = Some(Instant::now());
                }
                self.client.disconnected();
            }
            // A quarter of a second at first, then longer, each time by chance.
            let longest = 250_usize << tries.min(3);
            tries += 1;
            tokio::time::sleep(Duration::from_millis(20) + dice::millis(longest)).await;
        }
        if self.is_over() {
            self.seen.broken_seal = self.client.verify().err().map(|broken| broken.to_string());
        }
        self.seen.log = self.client.log().to_vec();
        self.seen
    }

    async fn talk(
        &mut self,
        site: &Site,
        socket: &mut crate::Socket,
        (pause, enough): (Duration, &(dyn Fn() -> bool + Sync)),
        lost: &mut Option<Instant>,
    ) {
        let mut thinks_until = Instant::now() + pause_of(pause);
        while !(self.is_quiet() && (self.is_over() || enough())) {
            if !enough() && Instant::now() >= thinks_until {
                self.choose();
                thinks_until = Instant::now() + pause_of(pause);
            }
            for message in self.client.upkeep(now(), &mut dice::fill) {
                if send(socket, &message).await.is_err() {
                    return;
                }
            }
            if self.client.is_dead(now()) {
                return;
            }
            let message = match timeout(LOOK, socket.next()).await {
                Ok(Some(Ok(Message::Text(text)))) => wire::read_server(&text),
                Ok(Some(Ok(Message::Close(_)) | Err(_)) | None) => return,
                Ok(Some(Ok(_))) | Err(_) => continue,
            };
            let Ok(message) = message else {
                self.seen.odd.push("a message that cannot be read".into());
                return;
            };
            let seq = match &message {
                ServerMessage::Ack { seq, .. } => *seq,
                _ => 0,
            };
            for notice in self.client.receive(message, now()) {
                match notice {
                    Notice::Welcome => {
                        if let Some(lost) = lost.take() {
                            self.seen.back.push(lost.elapsed());
                        }
                    }
                    Notice::Acked(id) => drop(self.seen.acked.insert(id, seq)),
                    Notice::Rejected(why) => self.seen.odd.push(format!("rejected: {why}")),
                    Notice::Reset => self.seen.odd.push("the log changed".into()),
                    Notice::Broken(error) => self.seen.odd.push(format!("broken: {error}")),
                    Notice::SheetWanted(hash) => self.fetch_sheet(site, &hash).await,
                    Notice::Bye(_) => return,
                    Notice::Events(..) | Notice::Refused(..) | Notice::Presence(..) | Notice::Said(..) => {}
                }
            }
        }
    }

    /// The sheet of this table, from whoever has it.
    async fn fetch_sheet(&mut self, site: &Site, hash: &SheetHash) {
        let Ok((200, body)) = site.file(&format!("/api/sheets/{hash}")).await else {
            return self.seen.odd.push("the sheet is not there".into());
        };
        let added = self.client.add_sheet(&String::from_utf8_lossy(&body), now());
        if added.as_ref() != Ok(hash) {
            self.seen.odd.push(format!("another sheet: {added:?}"));
        }
    }

    /// Does something that is legal, if asked.
    fn choose(&mut self) {
        let Some(table) = self.client.confirmed() else {
            return;
        };
        if self.client.is_sending() {
            return;
        }
        let Some(seat) = self.client.seat() else {
            if self.client.is_invited() {
                let (id, key) = (CommandId(dice::bytes()), Key(dice::bytes()));
                let name = self.name.clone();
                self.client.sit(id, key, None, &name);
            }
            return;
        };
        let act = match (table.phase(), table.play()) {
            (Phase::Open, _) => {
                let full = table.seats().iter().all(|seat| !seat.name.is_empty());
                (full && table.host() == Some(seat)).then_some(Act::Begin {})
            }
            (Phase::Playing, Some(play)) => {
                if table.seat(seat).is_some_and(|own| own.level().is_some()) {
                    Some(Act::Return {})
                } else if play.roller() == Some(seat) {
                    Some(Act::Roll {})
                } else {
                    let mut legal = play.legal(seat);
                    let choice = (!legal.is_empty()).then(|| legal.swap_remove(dice::below(legal.len())));
                    choice.map(|action| Act::Choose { action })
                }
            }
            _ => None,
        };
        if let Some(act) = act {
            self.act(act);
        }
    }
}

fn pause_of(most: Duration) -> Duration {
    dice::millis(most.as_millis() as usize + 1)
}

/// The time of this machine.
pub(crate) fn now() -> Time {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Time(since.as_millis() as u64)
}
