//! A line between one browser and a server that can be cut and mended, without either of them knowing.

use std::io::{Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::Result;

/// A line on a port of its own.
pub(crate) struct CutLine {
    port: u16,
    shared: Arc<Mutex<Shared>>,
}

struct Shared {
    is_cut: bool,
    open: Vec<TcpStream>,
}

fn locked(shared: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl CutLine {
    /// A line to a server on this machine.
    pub(crate) fn to(server: u16) -> Result<CutLine> {
        let listener = TcpListener::bind(("127.0.0.1", 0))?;
        let port = listener.local_addr()?.port();
        let shared = Arc::new(Mutex::new(Shared {
            is_cut: false,
            open: Vec::new(),
        }));
        let known = Arc::clone(&shared);
        std::thread::spawn(move || {
            for here in listener.incoming().flatten() {
                if locked(&known).is_cut {
                    continue;
                }
                let Ok(there) = TcpStream::connect(("127.0.0.1", server)) else {
                    continue;
                };
                for (from, to) in [(&here, &there), (&there, &here)] {
                    if let (Ok(from), Ok(to)) = (from.try_clone(), to.try_clone()) {
                        std::thread::spawn(move || carry(from, to));
                    }
                }
                locked(&known).open.extend([here, there]);
            }
        });
        Ok(CutLine { port, shared })
    }

    /// The address of a page behind the line.
    pub(crate) fn address(&self, route: &str) -> String {
        format!("http://127.0.0.1:{}/{route}", self.port)
    }

    /// Cuts it: everything that is open breaks off, and nothing new comes through.
    pub(crate) fn cut(&self) {
        let mut shared = locked(&self.shared);
        shared.is_cut = true;
        for stream in shared.open.drain(..) {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }

    /// Mends it.
    pub(crate) fn mend(&self) {
        locked(&self.shared).is_cut = false;
    }
}

fn carry(mut from: TcpStream, mut to: TcpStream) {
    let mut bytes = [0; 16 * 1024];
    while let Ok(count @ 1..) = from.read(&mut bytes) {
        if to.write_all(&bytes[..count]).is_err() {
            break;
        }
    }
    let _ = to.shutdown(Shutdown::Both);
    let _ = from.shutdown(Shutdown::Both);
}
