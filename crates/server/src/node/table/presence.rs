//! Who is at a table, here and at other nodes.

use std::collections::BTreeSet;
use std::time::Duration;

use finaud_online::wire::ServerMessage;
use finaud_rules::Seat;
use tokio::time::Instant;

use super::Live;
use crate::bus::News;

/// Who is here is told at most so often.
const PRESENCE: Duration = Duration::from_millis(700);
/// Other nodes are told so often, and believed a little longer.
const HERE: Duration = Duration::from_secs(5);
const HERE_BELIEVED: Duration = Duration::from_secs(12);
/// After this, everybody who is at other nodes was heard of.
pub(in crate::node) const PRESENCE_HEARD: Duration = Duration::from_secs(6);

impl Live {
    /// Somebody came or went, or seats have changed.
    pub(super) fn presence_changes_here(&mut self) {
        self.presence_changes();
        // A little later, since others may come and go with them.
        let soon = Instant::now() + PRESENCE / 2;
        self.tell_nodes = Some(self.tell_nodes.map_or(soon, |due| due.min(soon)));
    }

    fn presence_changes(&mut self) {
        let now = Instant::now();
        let due = self.told_at.map_or(now, |told| now.max(told + PRESENCE));
        self.tell_presence = Some(self.tell_presence.map_or(due, |known| known.min(due)));
    }

    /// Another node says who is there.
    pub(super) fn hear_presence(&mut self, node: u64, seats: Vec<u8>, watchers: u32) {
        let known = if seats.is_empty() && watchers == 0 {
            self.elsewhere.remove(&node);
            true
        } else {
            let heard = (Instant::now(), seats, watchers);
            self.elsewhere.insert(node, heard).is_some()
        };
        self.presence_changes();
        if !known && !self.sockets.is_empty() {
            // A node that comes new does not know who is here.
            self.tell_nodes = Some(Instant::now());
        }
    }

    /// Whoever comes learns at once who is here; the others, that somebody has come.
    pub(super) fn greet_with_presence(&mut self, socket: u64) {
        let (seats, watchers) = self.everybody();
        self.send(socket, &presence(&seats, watchers));
        self.presence_changes_here();
    }

    /// Those who are at this node.
    fn here(&mut self) -> (BTreeSet<u8>, u32) {
        // That a socket has gone may have been said when the table had no time to listen.
        self.sockets.retain(|_, socket| !socket.outbox.is_closed());
        let mut seats = BTreeSet::new();
        let mut watchers = 0;
        for socket in self.sockets.values() {
            match self.seat_of(socket) {
                // Whoever has something else before them is not there.
                _ if socket.hidden => {}
                Some(seat) => drop(seats.insert(seat.0)),
                None => watchers += 1,
            }
        }
        (seats, watchers)
    }

    fn everybody(&mut self) -> (BTreeSet<u8>, u32) {
        let (mut seats, mut watchers) = self.here();
        self.elsewhere
            .retain(|_, (heard, ..)| heard.elapsed() < HERE_BELIEVED);
        for (_, there, more) in self.elsewhere.values() {
            seats.extend(there);
            watchers += more;
        }
        (seats, watchers)
    }

    /// The seats whose people have the table before them.
    pub(super) fn who_looks(&mut self) -> Vec<Seat> {
        self.everybody().0.into_iter().map(Seat).collect()
    }

    pub(super) fn tell_presence_now(&mut self) {
        let now = self.everybody();
        // What is believed for a while has to be looked at again.
        self.tell_presence = (!self.elsewhere.is_empty()).then(|| Instant::now() + HERE_BELIEVED);
        if self.told != now {
            self.send_all(&presence(&now.0, now.1));
            self.told = now;
            self.told_at = Some(Instant::now());
        }
    }

    pub(super) fn tell_nodes_now(&mut self) {
        let (seats, watchers) = self.here();
        self.node
            .tell(&self.id, News::Here(seats.into_iter().collect(), watchers));
        self.tell_nodes = (!self.sockets.is_empty()).then(|| Instant::now() + HERE);
    }
}

fn presence(seats: &BTreeSet<u8>, watchers: u32) -> ServerMessage {
    let seats = seats.iter().map(|seat| Seat(*seat)).collect();
    ServerMessage::Presence { seats, watchers }
}
