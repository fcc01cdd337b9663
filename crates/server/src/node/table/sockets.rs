//! The sockets of a live table: who gets which entries, and what becomes of those who are slow.

use std::time::Duration;

use finaud_online::wire::{self, ServerMessage, Welcome};
use finaud_online::{Entry, Key, Logged, Role, Seq};
use finaud_rules::Seat;
use tokio::time::Instant;

use super::log::read;
use super::{Failure, Frame, Join, Live, Outbox};
use crate::bus::News;
use crate::metrics::count;

/// How often those who are behind are looked at. Whoever takes nothing at all is cut off by their socket.
const CATCH_UP: Duration = Duration::from_millis(250);
/// So many frames are kept free for what is not a catch-up.
const SPARE_ROOM: usize = 32;

pub(super) struct Socket {
    pub(super) outbox: Outbox,
    pub(super) key: Option<Key>,
    /// Whether nobody sees what it shows.
    pub(super) hidden: bool,
    /// The last number it was sent.
    sent: Seq,
    /// Whether there was no room for everything.
    pub(super) is_behind: bool,
}

impl Socket {
    /// Sends entries up to this number; false if there is no room.
    fn take(&mut self, to: Seq, frame: &Frame) -> bool {
        let taken = self.outbox.send(frame.clone());
        if taken {
            self.sent = to;
        }
        taken
    }
}

/// Entries as frames, each with the number of its last one. Their bytes are shared by all who get them.
fn frames(list: &[Entry]) -> Vec<(Seq, Frame)> {
    let last_of = |message: &ServerMessage| match message {
        ServerMessage::Events { list, .. } => list.last().map(|entry| entry.seq),
        _ => None,
    };
    let messages = wire::events(list).into_iter();
    let framed =
        messages.filter_map(|message| Some((last_of(&message)?, Frame::Text(wire::write(&message).into()))));
    framed.collect()
}

impl Live {
    /// Tells sockets and other nodes that these rows are kept.
    pub(super) fn tell_rows(&mut self, rows: Vec<Logged>) {
        let Some(first) = rows.first().map(|row| row.entry.seq) else {
            return;
        };
        if self.leads {
            self.node.tell(&self.id, News::Grown(self.table.seq()));
        }
        let last = self.table.seq();
        let list: Vec<Entry> = rows.into_iter().map(|row| row.entry).collect();
        let seats_change = list.iter().any(|entry| entry.body.starts_with('{'));
        let frames = frames(&list);
        let now = Instant::now();
        let mut slow = false;
        for socket in self.sockets.values_mut() {
            let follows = !socket.is_behind && socket.sent + 1 == first;
            if follows && frames.iter().all(|(to, frame)| socket.take(*to, frame)) {
                debug_assert_eq!(socket.sent, last);
            } else {
                if !socket.is_behind {
                    count(&self.node.metrics.behind);
                    socket.is_behind = true;
                }
                slow = true;
            }
        }
        if slow {
            self.look_after_slow.get_or_insert(now + CATCH_UP);
        }
        if seats_change {
            self.presence_changes_here();
        }
    }

    pub(super) async fn join(&mut self, join: Join) -> Result<(), Failure> {
        // Whoever comes may have seen more at another node, or got their key there.
        let admitted = match self.refresh().await {
            Ok(()) => self.admit(&join),
            Err(failure) => Err(failure),
        };
        let role = match admitted {
            Ok(role) => role,
            Err(failure) => {
                let ends = failure.is_final();
                let _ = join.reply.send(Err(failure.clone()));
                return if ends { Err(failure) } else { Ok(()) };
            }
        };
        let socket = Socket {
            outbox: join.outbox,
            key: join.key,
            hidden: join.hidden,
            sent: join.since.min(self.table.seq()),
            is_behind: true,
        };
        let welcome = ServerMessage::Welcome(Welcome {
            v: wire::VERSION,
            seq: self.table.seq(),
            seat: match role {
                Role::Seat(seat) => Some(seat),
                _ => None,
            },
            invited: role == Role::Joiner,
            now: self.node.now(),
            app: crate::node::APP.into(),
        });
        socket.outbox.send(Frame::Text(wire::write(&welcome).into()));
        self.sockets.insert(join.socket, socket);
        let _ = join.reply.send(Ok(()));
        let caught_up = self.catch_up_sockets().await;
        self.greet_with_presence(join.socket);
        caught_up
    }

    fn admit(&self, join: &Join) -> Result<Role, Failure> {
        let role = self.table.admit(join.key.as_ref())?;
        let others = self.sockets.iter().filter(|(id, _)| **id != join.socket);
        let watchers = others.filter(|(_, socket)| self.seat_of(socket).is_none());
        if !matches!(role, Role::Seat(_)) && watchers.count() >= self.node.limits.watchers {
            return Err(Failure::Full);
        }
        Ok(role)
    }

    /// Sends a socket everything after this number once more.
    pub(super) async fn send_since(&mut self, socket: u64, seq: Seq) -> Result<(), Failure> {
        if seq > self.table.seq() {
            self.refresh().await?;
        }
        let last = self.table.seq();
        if let Some(socket) = self.sockets.get_mut(&socket) {
            socket.sent = seq.min(last);
            socket.is_behind = true;
        }
        self.catch_up_sockets().await
    }

    /// Sends those who are behind what they miss, as much as there is room for.
    pub(super) async fn catch_up_sockets(&mut self) -> Result<(), Failure> {
        self.look_after_slow = None;
        self.sockets.retain(|_, socket| !socket.outbox.is_closed());
        let last = self.table.seq();
        let behind: Vec<u64> = self
            .sockets
            .iter()
            .filter(|(_, socket)| socket.is_behind)
            .map(|(id, _)| *id)
            .collect();
        let mut log: Option<(Seq, Vec<Entry>)> = None;
        for id in behind {
            let Some(socket) = self.sockets.get_mut(&id) else {
                continue;
            };
            if socket.sent < last && log.as_ref().is_none_or(|(from, _)| *from > socket.sent) {
                let since = socket.sent;
                let rows = match read(&self.node, self.id, since).await {
                    Ok(rows) => rows,
                    Err(Failure::Broken) => return Err(Failure::Broken),
                    Err(_) => break,
                };
                let known = rows
                    .into_iter()
                    .map(|row| row.entry)
                    .filter(|entry| entry.seq <= last);
                log = Some((since, known.collect()));
            }
            let entries = log.as_ref().map_or(&[][..], |(_, entries)| entries);
            let missing = entries.partition_point(|entry| entry.seq <= socket.sent);
            for (to, frame) in frames(&entries[missing..]) {
                if socket.outbox.room() <= SPARE_ROOM || !socket.take(to, &frame) {
                    break;
                }
            }
            if socket.sent == last {
                socket.is_behind = false;
            }
        }
        if self.sockets.values().any(|socket| socket.is_behind) {
            self.look_after_slow = Some(Instant::now() + CATCH_UP);
        }
        Ok(())
    }

    pub(super) fn say(&mut self, id: u64, phrase: u8) {
        let Some(socket) = self.sockets.get(&id) else {
            return;
        };
        let allowed = self.table.admit(socket.key.as_ref());
        match allowed.and_then(|role| self.table.may_say(role, phrase)) {
            Ok(seat) => {
                self.node.tell(&self.id, News::Said(seat.0, phrase));
                self.send_all(&ServerMessage::Said { seat, phrase });
            }
            Err(why) => {
                let seq = self.table.seq();
                self.send(id, &ServerMessage::Refused { id: None, why, seq });
            }
        }
    }

    pub(super) fn send(&self, id: u64, message: &ServerMessage) {
        if let Some(socket) = self.sockets.get(&id) {
            // No room: the client asks again, as after any lost answer.
            socket.outbox.send(Frame::Text(wire::write(message).into()));
        }
    }

    pub(super) fn send_all(&self, message: &ServerMessage) {
        let frame = Frame::Text(wire::write(message).into());
        for socket in self.sockets.values().filter(|socket| !socket.is_behind) {
            socket.outbox.send(frame.clone());
        }
    }

    pub(super) fn seat_of(&self, socket: &Socket) -> Option<Seat> {
        match self.table.role_of(socket.key.as_ref()) {
            Some(Role::Seat(seat)) => Some(seat),
            _ => None,
        }
    }
}
