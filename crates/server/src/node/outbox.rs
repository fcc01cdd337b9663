//! What is to be sent on a socket, in bounds: nobody who is slow keeps others waiting.

use axum::extract::ws::Utf8Bytes;
use tokio::sync::mpsc;

/// How many frames may wait.
const FRAMES: usize = 64;

/// One thing to send.
#[derive(Debug, Clone)]
pub enum Frame {
    /// A message. Its bytes are shared by all who get it.
    Text(Utf8Bytes),
    /// Nothing comes after this message.
    Last(Utf8Bytes),
}

/// The way to a socket.
#[derive(Debug, Clone)]
pub struct Outbox(mpsc::Sender<Frame>);

impl Outbox {
    /// A way, and its other end.
    pub fn new() -> (Outbox, mpsc::Receiver<Frame>) {
        let (frames, receiver) = mpsc::channel(FRAMES);
        (Outbox(frames), receiver)
    }

    /// Sends without waiting; false if there is no room.
    pub(crate) fn send(&self, frame: Frame) -> bool {
        self.0.try_send(frame).is_ok()
    }

    /// Is nobody there any more?
    pub(crate) fn is_closed(&self) -> bool {
        self.0.is_closed()
    }

    /// How many more there is room for.
    pub(crate) fn room(&self) -> usize {
        self.0.capacity()
    }
}
