//! A line that can be cut and slowed down.

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::Result;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// Hands connections on to a port of this machine.
pub struct Proxy {
    port: u16,
    /// How long everything takes, in milliseconds.
    delay: Arc<AtomicU64>,
    /// How often all lines were cut.
    cuts: watch::Sender<u64>,
}

impl Proxy {
    /// Listens on a port of its own and hands on to this one.
    pub async fn start(target: u16) -> Result<Proxy> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let port = listener.local_addr()?.port();
        let delay = Arc::new(AtomicU64::new(0));
        let (cuts, cut) = watch::channel(0);
        let slow = Arc::clone(&delay);
        tokio::spawn(async move {
            // When the proxy is gone, so is whoever could cut.
            let mut ended = cut.clone();
            loop {
                let accepted = tokio::select! {
                    accepted = listener.accept() => accepted,
                    gone = ended.changed() => match gone {
                        Ok(()) => continue,
                        Err(_) => return,
                    },
                };
                if let Ok((from, _)) = accepted {
                    tokio::spawn(hand_on(from, target, Arc::clone(&slow), cut.clone()));
                }
            }
        });
        Ok(Proxy { port, delay, cuts })
    }

    /// Its port on 127.0.0.1.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Cuts every line without a word.
    pub fn cut(&self) {
        self.cuts.send_modify(|cuts| *cuts += 1);
    }

    /// Lets everything take so much longer.
    pub fn delay(&self, time: Duration) {
        self.delay.store(time.as_millis() as u64, Ordering::Relaxed);
    }
}

async fn hand_on(from: TcpStream, target: u16, delay: Arc<AtomicU64>, mut cut: watch::Receiver<u64>) {
    let Ok(to) = TcpStream::connect((Ipv4Addr::LOCALHOST, target)).await else {
        return;
    };
    let _ = (from.set_nodelay(true), to.set_nodelay(true));
    let (from_read, from_write) = from.into_split();
    let (to_read, to_write) = to.into_split();
    cut.mark_unchanged();
    tokio::select! {
        () = copy(from_read, to_write, &delay) => {}
        () = copy(to_read, from_write, &delay) => {}
        _ = cut.changed() => {}
    }
}

async fn copy(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, delay: &AtomicU64) {
    let mut bytes = vec![0; 16 * 1024];
    while let Ok(count) = from.read(&mut bytes).await {
        let wait = delay.load(Ordering::Relaxed);
        if wait > 0 {
            tokio::time::sleep(Duration::from_millis(wait)).await;
        }
        if count == 0 || to.write_all(&bytes[..count]).await.is_err() {
            return;
        }
    }
}
