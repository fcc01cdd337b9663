//! Nodes on one store, lines to them, and what goes wrong.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use finaud_online::{CommandId, Seq, SheetHash, Time};
use finaud_server::{
    Bus, Clock, Fault, FaultKind, Frame, Going, Limits, MemoryStore, Node, Parts, Posted, PostedFile,
    Session, SheetStore as _, Thinkers,
};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep};

use crate::dice::{Dice, random, sendable};

pub(crate) const NODES: usize = 3;

pub(crate) struct World {
    pub(crate) dice: Dice,
    pub(crate) store: MemoryStore,
    pub(crate) bus: Option<Bus>,
    pub(crate) clock: Clock,
    pub(crate) nodes: RefCell<Vec<Option<Arc<Node>>>>,
    /// Nothing fails any more.
    pub(crate) calm: Cell<bool>,
    pub(crate) kills: Cell<u32>,
    pub(crate) acked: RefCell<BTreeMap<CommandId, Seq>>,
}

impl World {
    pub(crate) fn new(seed: u64) -> Rc<World> {
        let dice = Dice::new(seed);
        // Every other time hints are lost, all of them: then polling has to do.
        let bus = (!dice.one_in(2)).then(Bus::local);
        Rc::new(World {
            store: MemoryStore::new(),
            bus,
            clock: Clock::Simulated(Instant::now(), Time(1_800_000_000_000)),
            nodes: RefCell::new(vec![None; NODES]),
            calm: Cell::new(false),
            kills: Cell::new(0),
            acked: RefCell::default(),
            dice,
        })
    }

    /// Posts a sheet that is somebody's own.
    pub(crate) async fn post_sheet(&self, text: &str) -> SheetHash {
        let hash = SheetHash::of(text);
        let file = PostedFile {
            hash: hash.to_string(),
            sheet: None,
            used: self.clock.now().0 as i64,
            body: text.as_bytes().to_vec(),
        };
        let posted = self.store.post(&file, 1 << 20).await;
        assert!(matches!(posted, Ok(Posted::New)), "a store without faults");
        hash
    }

    /// A sheet as it was posted.
    pub(crate) async fn sheet(&self, hash: &SheetHash) -> String {
        let file = self.store.posted(&hash.to_string()).await;
        let file = file.expect("a store without faults").expect("what was posted");
        String::from_utf8(file.body).expect("a text")
    }

    pub(crate) fn start_node(&self, place: usize) {
        let store = if self.calm.get() {
            self.store.with_faults(Box::new(Fault::default))
        } else {
            let mut draw = sendable(self.dice.next());
            self.store.with_faults(Box::new(move || Fault {
                before: Duration::from_millis(draw() % 8),
                // Now and then an answer takes longer than anybody waits.
                after: Duration::from_millis(if draw().is_multiple_of(200) {
                    9_000
                } else {
                    draw() % 8
                }),
                kind: match draw() % 24 {
                    0 => FaultKind::Lost,
                    1 => FaultKind::AnswerLost,
                    _ => FaultKind::None,
                },
            }))
        };
        let node = Node::start(Parts {
            store: Arc::new(store),
            bus: self.bus.clone().unwrap_or_else(Bus::local),
            limits: Limits::DEFAULT,
            clock: self.clock,
            random: random(self.dice.next()),
            thinkers: Thinkers::Here,
        });
        self.nodes.borrow_mut()[place] = Some(node);
    }

    pub(crate) fn kill_node(&self, place: usize) {
        if let Some(node) = self.nodes.borrow_mut()[place].take() {
            node.kill();
            self.kills.set(self.kills.get() + 1);
        }
    }

    /// Lets a node end what it has begun.
    fn stop_node(&self, place: usize) {
        if let Some(node) = self.nodes.borrow_mut()[place].take() {
            tokio::task::spawn_local(async move { node.stopped(Duration::from_secs(5)).await });
        }
    }

    pub(crate) fn some_node(&self) -> Option<Arc<Node>> {
        self.nodes.borrow()[self.dice.below(NODES as u64) as usize].clone()
    }
}

/// Kills nodes and starts others, until it is calm.
pub(crate) async fn trouble(world: Rc<World>) {
    while !world.calm.get() {
        sleep(world.dice.millis(4_000)).await;
        let place = world.dice.below(NODES as u64) as usize;
        if world.dice.one_in(5) {
            world.stop_node(place);
        } else {
            world.kill_node(place);
        }
        sleep(world.dice.millis(1_500)).await;
        world.start_node(place);
    }
}

/// A line until it breaks or its node dies, whatever is under way then.
pub(crate) async fn line(
    world: Rc<World>,
    node: Arc<Node>,
    from_client: mpsc::UnboundedReceiver<String>,
    to_client: mpsc::UnboundedSender<(Instant, String)>,
) {
    let breaks = match world.calm.get() {
        true => Duration::from_secs(100_000),
        false => world.dice.millis(12_000),
    };
    tokio::select! {
        biased;
        () = node.killed() => {}
        () = sleep(breaks) => {}
        () = carry(world, Arc::clone(&node), from_client, to_client) => {}
    }
}

/// Messages take their time, in their order.
async fn carry(
    world: Rc<World>,
    node: Arc<Node>,
    mut from_client: mpsc::UnboundedReceiver<String>,
    to_client: mpsc::UnboundedSender<(Instant, String)>,
) {
    let (mut session, mut frames) = Session::new(&node);
    let mut arrives = Instant::now();
    loop {
        tokio::select! {
            biased;
            () = node.stop_token().cancelled() => {
                if let Going::Away(bye) = session.stop() {
                    let _ = to_client.send((arrives.max(Instant::now()), bye.to_string()));
                }
                return;
            }
            frame = frames.recv() => {
                let (text, is_last) = match frame {
                    Some(Frame::Text(text)) => (text, false),
                    Some(Frame::Last(text)) => (text, true),
                    None => return,
                };
                arrives = arrives.max(Instant::now() + world.dice.millis(60));
                if to_client.send((arrives, text.to_string())).is_err() || is_last {
                    return;
                }
            }
            message = from_client.recv() => {
                let Some(text) = message else { return };
                sleep(world.dice.millis(30)).await;
                if let Going::Away(bye) = session.receive(&text).await {
                    arrives = arrives.max(Instant::now());
                    let _ = to_client.send((arrives, bye.to_string()));
                    return;
                }
            }
        }
    }
}
