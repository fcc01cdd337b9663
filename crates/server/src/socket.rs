//! Sessions on WebSockets.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use finaud_online::Refused;
use finaud_online::wire::MOST_CLIENT_BYTES;
use tokio::sync::mpsc;
use tokio::time::{Instant, interval_at, timeout};

use crate::node::{Frame, Going, Node, Session};

/// Whoever connects has to say where they want to be within this.
const HELLO: Duration = Duration::from_secs(5);
/// A frame that is not taken for so long is taken by nobody.
const WRITE: Duration = Duration::from_secs(4);
/// Whoever was silent for so long is asked whether they are there, and is taken for gone if they stay silent. Our app asks
/// more often itself; browsers answer also where the app may not run, behind other windows.
const PING: Duration = Duration::from_secs(10);
const SILENCE: Duration = Duration::from_secs(25);

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
    let ended = talk(&mut socket, &mut session, &mut frames, &node).await;
    drop(session);
    // What is still to be said, the goodbye last. Whoever does not listen has missed it.
    let _ = timeout(WRITE, async {
        while let Ok(Frame::Text(text) | Frame::Last(text)) = frames.try_recv() {
            socket.send(Message::Text(text)).await?;
        }
        if let Some(bye) = ended.bye {
            socket.send(Message::Text(bye)).await?;
        }
        let close = CloseFrame {
            code: ended.code,
            reason: "".into(),
        };
        socket.send(Message::Close(Some(close))).await?;
        // A line that is closed while the other side still talks is reset, and what was said last is lost with it.
        while let Some(Ok(_)) = socket.recv().await {}
        Ok::<_, axum::Error>(())
    })
    .await;
}

/// Why a socket is to be closed.
struct Ended {
    code: u16,
    bye: Option<Utf8Bytes>,
}

impl Ended {
    fn silently(code: u16) -> Ended {
        Ended { code, bye: None }
    }

    fn after(going: Going, code: u16) -> Ended {
        let bye = match going {
            Going::On => None,
            Going::Away(bye) => Some(bye),
        };
        Ended { code, bye }
    }
}

async fn talk(
    socket: &mut WebSocket,
    session: &mut Session,
    frames: &mut mpsc::Receiver<Frame>,
    node: &Arc<Node>,
) -> Ended {
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
                    None => return Ended::silently(close_code::AWAY),
                };
                match timeout(WRITE, socket.send(Message::Text(text))).await {
                    Ok(Ok(())) if is_last => return Ended::silently(close_code::AGAIN),
                    Ok(Ok(())) => {}
                    Ok(Err(_)) | Err(_) => return Ended::silently(close_code::AWAY),
                }
            }
            message = socket.recv() => {
                heard = Instant::now();
                let going = match message {
                    Some(Ok(Message::Text(text))) => Box::pin(session.receive(&text)).await,
                    Some(Ok(Message::Binary(_))) => {
                        let going = session.end(&Refused::Unreadable, 60_000);
                        return Ended::after(going, close_code::UNSUPPORTED);
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => session.receive_empty(),
                    Some(Ok(Message::Close(_))) | None => return Ended::silently(close_code::NORMAL),
                    Some(Err(error)) => {
                        let (why, code) = reason(&error);
                        return Ended::after(session.end(&why, 60_000), code);
                    }
                };
                if going != Going::On {
                    return Ended::after(going, close_code::POLICY);
                }
            }
            _ = ping.tick() => {
                let silent = heard.elapsed();
                if silent > SILENCE {
                    return Ended::silently(close_code::AWAY);
                }
                if silent >= PING {
                    let ping = socket.send(Message::Ping(Default::default()));
                    if !matches!(timeout(WRITE, ping).await, Ok(Ok(()))) {
                        return Ended::silently(close_code::AWAY);
                    }
                }
            }
            () = &mut hello, if !session.has_joined() => {
                return Ended::after(session.end(&Refused::NoSuchTable, 1_000), close_code::POLICY);
            }
            () = node.stop_token().cancelled() => {
                return Ended::after(session.stop(), close_code::RESTART);
            }
        }
    }
}

/// Why a frame was not taken: it is too long, or no frame at all. The library tells it in words alone.
fn reason(error: &axum::Error) -> (Refused, u16) {
    match error.to_string().contains("too long") {
        true => (
            Refused::TooLong {
                most: MOST_CLIENT_BYTES,
            },
            close_code::SIZE,
        ),
        false => (Refused::Unreadable, close_code::PROTOCOL),
    }
}
