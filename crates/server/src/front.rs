//! The front door: connections come in here, in bounds, and nobody who dawdles is in anybody's way.

use std::collections::HashMap;
use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::AsyncWriteExt as _;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower_service::Service as _;

use crate::limits::AddressHasher;

/// Nobody needs longer to say what they want.
const HEAD_PATIENCE: Duration = Duration::from_secs(10);
/// Nobody needs longer to fetch what they asked for; a socket is no longer counted.
const PATIENCE: Duration = Duration::from_secs(300);
/// The head of a browser's request is a few hundred bytes.
const HEAD_BYTES: usize = 16 * 1024;
/// Who is told to come later has this long to hear it.
const FAREWELL: Duration = Duration::from_secs(1);
/// How long connections may go on after the stop.
const STOP_PATIENCE: Duration = Duration::from_secs(5);

const FULL: &str = "Too many connections: try again shortly.\n";

/// How many connections there may be.
#[derive(Clone, Copy)]
pub(crate) struct Doors {
    /// In all.
    pub(crate) connections: usize,
    /// From one address, unless it is this machine's own.
    pub(crate) per_address: usize,
    /// By which addresses are counted.
    pub(crate) hasher: AddressHasher,
}

/// Whom a request comes from.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Peer(pub(crate) IpAddr);

/// Who is connected, counted. Sockets that were upgraded stay counted until they close.
#[derive(Default)]
struct Counts {
    all: usize,
    by_address: HashMap<u64, usize>,
}

/// One place at the door, given back when it is dropped.
pub(crate) struct Place {
    counts: Arc<Mutex<Counts>>,
    address: u64,
}

impl Place {
    fn take(counts: &Arc<Mutex<Counts>>, address: IpAddr, doors: Doors) -> Option<Place> {
        let is_own = address.to_canonical().is_loopback();
        let address = doors.hasher.number(address);
        let mut held = counts.lock().unwrap_or_else(PoisonError::into_inner);
        let here = held.by_address.get(&address).copied().unwrap_or_default();
        if held.all >= doors.connections || here >= doors.per_address && !is_own {
            return None;
        }
        held.all += 1;
        *held.by_address.entry(address).or_default() += 1;
        let counts = Arc::clone(counts);
        Some(Place { counts, address })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut held = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        held.all -= 1;
        if let Some(here) = held.by_address.get_mut(&self.address) {
            *here -= 1;
            if *here == 0 {
                held.by_address.remove(&self.address);
            }
        }
    }
}

/// Answers whoever comes until it is told to stop; then until those who are here have gone, within bounds.
pub(crate) async fn serve(listener: TcpListener, router: Router, doors: Doors, stop: CancellationToken) {
    let counts = Arc::new(Mutex::new(Counts::default()));
    let tasks = TaskTracker::new();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = stop.cancelled() => break,
        };
        let (stream, address) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                dawdle(&error).await;
                continue;
            }
        };
        match Place::take(&counts, address.ip(), doors) {
            Some(place) => {
                let attended = attend(stream, address, place, router.clone(), stop.clone());
                tasks.spawn(attended);
            }
            None => {
                tasks.spawn(refuse(stream));
            }
        }
    }
    drop(listener);
    tasks.close();
    let _ = timeout(STOP_PATIENCE, tasks.wait()).await;
}

/// Too many open files, for example: it passes. A connection that broke before it was answered is nobody's business.
async fn dawdle(error: &io::Error) {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    if !matches!(
        error.kind(),
        ConnectionAborted | ConnectionRefused | ConnectionReset
    ) {
        tracing::warn!(%error, "a connection could not be taken");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

async fn refuse(mut stream: TcpStream) {
    let answer = format!(
        "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\nRetry-After: 5\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{FULL}",
        FULL.len()
    );
    let _ = timeout(FAREWELL, async {
        stream.write_all(answer.as_bytes()).await?;
        stream.shutdown().await
    })
    .await;
}

async fn attend(
    stream: TcpStream,
    address: SocketAddr,
    place: Place,
    router: Router,
    stop: CancellationToken,
) {
    let _ = stream.set_nodelay(true);
    let place = Arc::new(place);
    let answer = service_fn(|mut request: Request<Incoming>| {
        request.extensions_mut().insert(Peer(address.ip()));
        request.extensions_mut().insert(Arc::clone(&place));
        let mut router = router.clone();
        async move {
            Ok::<_, Infallible>(
                router
                    .call(request.map(Body::new))
                    .await
                    .unwrap_or_else(|never| match never {}),
            )
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_PATIENCE)
        .max_buf_size(HEAD_BYTES)
        // Whoever has said everything may close that half and still wants the answer.
        .half_close(true)
        .serve_connection(TokioIo::new(stream), answer)
        .with_upgrades();
    tokio::pin!(connection);
    let attended = timeout(PATIENCE, async {
        tokio::select! {
            // A connection that breaks is the browser's business.
            _ = connection.as_mut() => {}
            () = stop.cancelled() => {
                connection.as_mut().graceful_shutdown();
                let _ = connection.as_mut().await;
            }
        }
    });
    let _ = attended.await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_household_has_so_many_places_whatever_its_addresses_are() {
        let doors = Doors {
            connections: 100,
            per_address: 2,
            hasher: AddressHasher::new([7; 16]),
        };
        let counts = Arc::default();
        let take = |address: &str| Place::take(&counts, address.parse().expect("an address"), doors);
        let [one, two] = ["2001:db8::1", "2001:db8::2"].map(take);
        assert!(one.is_some() && two.is_some());
        assert!(take("2001:db8::3").is_none());
        assert!(take("2001:db8:0:1::3").is_some());
        drop(one);
        assert!(take("2001:db8::3").is_some());
        let own: Vec<_> = (0..9).map(|_| take("::ffff:127.0.0.1")).collect();
        assert!(own.iter().all(Option::is_some));
    }
}
