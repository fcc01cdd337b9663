//! Sessions on WebSockets.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use finaud_online::Refused;
use finaud_online::wire::MOST_CLIENT_BYTES;
use tokio::sync::mpsc;
use tokio::time::{Instant, interval_at, timeout};

use crate::node::{Frame, Going, Node, Session};

/// Whoever connects has to say where they want to be within this.
const HELLO: Duration = Duration::from_secs(5);
/// A frame that is not taken for so long is taken by nobody.
const WRITE: Duration = Duration::from_secs(10);
/// How often the other side is asked whether it is there, and how long it may be silent.
const PING: Duration = Duration::from_secs(25);
const SILENCE: Duration = Duration::from_secs(75);

/// In bounds: the defaults would hold 128 KiB for each socket and take messages of 64 MiB.
pub(crate) fn bounded(upgrade: WebSocketUpgrade) -> WebSocketUpgrade {
    upgrade
        .read_buffer_size(2 * 1024)
        .write_buffer_size(0)
        .max_write_buffer_size(1024 * 1024)
        .max_message_size(MOST_CLIENT_BYTES)
        .max_frame_size(MOST_CLIENT_BYTES)
}

/// Runs a session on a socket to its end.
pub(crate) async fn run(mut socket: WebSocket, node: Arc<Node>) {
    let (mut session, mut frames) = Session::new(&node);
    let code = talk(&mut socket, &mut session, &mut frames, &node).await;
    // What is still to be said, above all the goodbye.
    while let Ok(frame) = frames.try_recv() {
        let (Frame::Text(text) | Frame::Last(text)) = frame;
        if timeout(WRITE, socket.send(Message::Text(text))).await.is_err() {
            return;
        }
    }
    let close = CloseFrame {
        code,
        reason: "".into(),
    };
    let _ = timeout(WRITE, socket.send(Message::Close(Some(close)))).await;
}

/// Returns with the reason for which the socket is to be closed.
async fn talk(
    socket: &mut WebSocket,
    session: &mut Session,
    frames: &mut mpsc::Receiver<Frame>,
    node: &Arc<Node>,
) -> u16 {
    let start = Instant::now();
    let mut heard = start;
    let mut ping = interval_at(start + PING, PING);
    let hello = tokio::time::sleep_until(start + HELLO);
    tokio::pin!(hello);
    loop {
        tokio::select! {
            frame = frames.recv() => {
                let (text, is_last) = match frame {
                    Some(Frame::Text(text)) => (text, false),
                    Some(Frame::Last(text)) => (text, true),
                    None => return close_code::AWAY,
                };
                match timeout(WRITE, socket.send(Message::Text(text))).await {
                    Ok(Ok(())) if is_last => return close_code::AGAIN,
                    Ok(Ok(())) => {}
                    Ok(Err(_)) | Err(_) => return close_code::AWAY,
                }
            }
            message = socket.recv() => {
                heard = Instant::now();
                let going = match message {
                    Some(Ok(Message::Text(text))) => session.receive(&text).await,
                    Some(Ok(Message::Binary(_))) => {
                        session.end(&Refused::Unreadable, 60_000);
                        return close_code::UNSUPPORTED;
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => Going::On,
                    Some(Ok(Message::Close(_))) | None => return close_code::NORMAL,
                    // Too long, half a frame, no WebSocket at all.
                    Some(Err(_)) => {
                        session.end(&Refused::TooLong { most: MOST_CLIENT_BYTES }, 60_000);
                        return close_code::SIZE;
                    }
                };
                if going == Going::Away {
                    return close_code::POLICY;
                }
            }
            _ = ping.tick() => {
                if heard.elapsed() > SILENCE || timeout(WRITE, socket.send(Message::Ping(Default::default()))).await.is_err() {
                    return close_code::AWAY;
                }
            }
            () = &mut hello, if !session.has_joined() => {
                session.end(&Refused::NoSuchTable, 1_000);
                return close_code::POLICY;
            }
            () = node.stop_token().cancelled() => {
                session.stop();
                return close_code::RESTART;
            }
        }
    }
}
