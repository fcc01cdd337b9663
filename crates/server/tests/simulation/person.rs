//! Somebody who plays, far from any server.

use std::rc::Rc;
use std::time::Duration;

use finaud_online::wire::{self, ServerMessage};
use finaud_online::{Act, Client, CommandId, Key, Notice, Phase, Refused, Seq, Time};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep, sleep_until, timeout};

use crate::world::{World, line};

pub(crate) struct Person {
    pub(crate) world: Rc<World>,
    pub(crate) client: Client,
    pub(crate) name: String,
    /// Whether it begins the game, once this many sit.
    pub(crate) hosts: bool,
    /// What came back as refused, apart from what time explains.
    pub(crate) odd: Vec<String>,
    /// What was wanted, in this order.
    pub(crate) wanted: Vec<CommandId>,
}

impl Person {
    fn now(&self) -> Time {
        self.world.clock.now()
    }

    fn id(&self) -> CommandId {
        CommandId(self.world.dice.bytes())
    }

    /// Lives until the table is over and known.
    pub(crate) async fn live(mut self) -> Person {
        while !self.is_done() {
            let Some(node) = self.world.some_node() else {
                sleep(Duration::from_millis(200)).await;
                continue;
            };
            let (to_server, from_client) = mpsc::unbounded_channel();
            let (to_client, from_server) = mpsc::unbounded_channel();
            let world = Rc::clone(&self.world);
            tokio::task::spawn_local(line(world, node, from_client, to_client));
            let now = self.now();
            self.client.connected(now);
            self.talk(&to_server, from_server).await;
            self.client.disconnected();
            sleep(Duration::from_millis(100) + self.world.dice.millis(400)).await;
        }
        self
    }

    fn is_done(&self) -> bool {
        let over = self
            .client
            .confirmed()
            .is_some_and(|table| table.phase() == Phase::Over);
        over && self.client.pending().is_empty()
    }

    async fn talk(
        &mut self,
        to_server: &mpsc::UnboundedSender<String>,
        mut from_server: mpsc::UnboundedReceiver<(Instant, String)>,
    ) {
        while !self.is_done() {
            self.act();
            let now = self.now();
            let dice = self.world.dice.clone();
            for message in self.client.upkeep(now, &mut |bytes| dice.fill(bytes)) {
                if to_server.send(wire::write(&message)).is_err() {
                    return;
                }
            }
            if self.client.is_dead(self.now()) {
                return;
            }
            let message = match timeout(Duration::from_millis(150), from_server.recv()).await {
                Ok(Some(message)) => message,
                Ok(None) => return,
                Err(_) => continue,
            };
            sleep_until(message.0).await;
            let message = wire::read_server(&message.1).expect("a message of the server");
            let was = matches!(message, ServerMessage::Bye { .. });
            let seq = match &message {
                ServerMessage::Ack { seq, .. } => *seq,
                _ => 0,
            };
            let now = self.now();
            for notice in self.client.receive(message, now) {
                if let Notice::SheetWanted(hash) = notice {
                    let text = self.world.sheet(&hash).await;
                    let now = self.now();
                    let added = self.client.add_sheet(&text, now);
                    assert_eq!(added, Ok(hash));
                } else {
                    self.take(notice, seq);
                }
            }
            if was {
                return;
            }
        }
    }

    fn take(&mut self, notice: Notice, seq: Seq) {
        match notice {
            Notice::Acked(id) => {
                let before = self.world.acked.borrow_mut().insert(id, seq);
                assert!(
                    before.is_none_or(|before| before == seq),
                    "a command was acknowledged at two numbers"
                );
            }
            Notice::Refused(_, why) => match why {
                // Somebody else was quicker, or the same decision was answered before a line broke.
                Refused::Stale { .. } | Refused::NotAsked | Refused::NotYourDice | Refused::NothingToUndo => {
                }
                Refused::Answered { .. } | Refused::Begun | Refused::EmptySeats | Refused::Over => {}
                Refused::Illegal | Refused::NotPlaying | Refused::Away | Refused::NotAway => {}
                why => self.odd.push(format!("refused: {why}")),
            },
            Notice::Rejected(why) => self.odd.push(format!("rejected: {why}")),
            Notice::Reset => self.odd.push("the log changed".into()),
            Notice::Broken(error) => self.odd.push(format!("broken: {error}")),
            Notice::Welcome
            | Notice::Events(..)
            | Notice::Presence(..)
            | Notice::Said(..)
            | Notice::SheetWanted(_)
            | Notice::Bye(_) => {}
        }
    }

    /// Does what a person would, sometimes.
    fn act(&mut self) {
        let dice = self.world.dice.clone();
        let Some(table) = self.client.confirmed() else {
            return;
        };
        // Now and then somebody is quicker than the line.
        if self.client.is_sending() && !dice.one_in(8) {
            return;
        }
        let Some(seat) = self.client.seat() else {
            if self.client.is_invited() && !self.client.is_sending() {
                let (id, key) = (self.id(), Key(dice.bytes()));
                let name = self.name.clone();
                self.client.sit(id, key, None, &name);
            }
            return;
        };
        let act = match table.phase() {
            Phase::Open => {
                let full = table.seats().iter().all(|seat| !seat.name.is_empty());
                (self.hosts && full).then_some(Act::Begin {})
            }
            Phase::Playing => {
                let ahead = self.client.ahead().expect("a table");
                let play = ahead.play().expect("a game");
                let away = ahead.seat(seat).is_some_and(|own| own.level().is_some());
                if away {
                    Some(Act::Return {})
                } else if dice.one_in(40) {
                    Some(Act::Leave {})
                } else if dice.one_in(25) {
                    Some(Act::Undo {})
                } else if play.roller() == Some(seat) {
                    Some(Act::Roll {})
                } else {
                    let legal = play.legal(seat);
                    let action =
                        (!legal.is_empty()).then(|| legal[dice.below(legal.len() as u64) as usize].clone());
                    action.map(|action| Act::Choose { action })
                }
            }
            Phase::Seeding | Phase::Over => None,
        };
        if let Some(act) = act {
            let id = self.id();
            if self.client.act(id, act).is_ok() {
                self.wanted.push(id);
            }
        }
    }
}
