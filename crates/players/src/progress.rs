//! How far a search is, for whoever wants to show it.
//!
//! Nobody needs to listen, and listening changes no answer. Each thread has a listener of its own.

use std::cell::RefCell;

/// Called with how much of the budget is spent, from 0 to 1.
type Listener = Box<dyn Fn(f32)>;

thread_local! {
    static LISTENER: RefCell<Option<(Listener, f32)>> = const { RefCell::new(None) };
}

/// How much must be spent before the listener is called again.
const STEP: f32 = 0.05;

/// Listens as long as it lives.
#[must_use = "listening ends when this is dropped"]
#[derive(Debug)]
pub struct Listening(());

/// Calls `listener` from now on with how much of their budget the searches of this thread have spent, from 0 to 1.
///
/// ```
/// use finaud_players::{Bot, progress};
/// use finaud_record::Notation;
/// use finaud_rules::{Game, Seat, SoloGame, builtin};
/// use std::{cell::RefCell, rc::Rc};
///
/// let game = SoloGame::new(builtin("tres-fute").unwrap().clone(), 1).unwrap();
/// let state = game.read_position("tres-fute phase=rolled pool=W5,Y3,B6,G6,O1,V5").unwrap();
/// let parts = Rc::new(RefCell::new(Vec::new()));
/// let listening = progress::listen({ let parts = Rc::clone(&parts); move |part| parts.borrow_mut().push(part) });
/// let mut legal = Vec::new();
/// game.legal(&state, Seat(0), &mut legal);
/// Bot::Master.player(&game, 1).unwrap().choose(&game, &state, Seat(0), &legal);
/// drop(listening);
/// assert!(parts.borrow().is_sorted() && parts.borrow().iter().all(|part| (0.0..=1.0).contains(part)));
/// ```
pub fn listen(listener: impl Fn(f32) + 'static) -> Listening {
    LISTENER.with_borrow_mut(|place| *place = Some((Box::new(listener), 0.0)));
    Listening(())
}

impl Drop for Listening {
    fn drop(&mut self) {
        LISTENER.with_borrow_mut(|place| *place = None);
    }
}

/// Reports that so many of so many states are evaluated.
pub(crate) fn report(nodes: u64, of: u64) {
    LISTENER.with_borrow_mut(|place| {
        if let Some((listener, reported)) = place {
            let part = (nodes as f32 / of.max(1) as f32).min(1.0);
            if part >= *reported + STEP {
                *reported = part;
                listener(part);
            }
        }
    });
}
