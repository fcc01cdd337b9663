//! How much one server does, and for whom.
//!
//! Addresses are never stored: they are counted in memory, under a hash with a salt that is drawn anew at each start.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sha2::{Digest as _, Sha256};
use tokio::time::Instant;

/// How much one server does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Connections in all.
    pub connections: usize,
    /// Connections from one address, finished or not; those of this machine are not counted.
    pub connections_per_address: usize,
    /// Sockets from one address.
    pub sockets_per_address: usize,
    /// Tables that one address may open at once; one more every [`TABLE_EVERY`].
    pub tables_per_address: u32,
    /// Sheets of one's own, and weights for them, that one address may post at once; one more every [`SHEET_EVERY`].
    pub sheets_per_address: u32,
    /// Bytes of all sheets and weights that are kept.
    pub sheet_room: u64,
    /// Tables at which somebody sits or watches.
    pub live_tables: usize,
    /// Watchers at a table.
    pub watchers: usize,
    /// Messages of a socket at once.
    pub messages: u32,
    /// Messages of a socket a second, after those.
    pub messages_per_second: u32,
    /// Plain requests about tables from one address, at once.
    pub requests: u32,
    /// The same a second, after those.
    pub requests_per_second: u32,
    /// Bots that think at the same time; 0 is one fewer than there are processors.
    pub thinkers: usize,
}

/// How long it takes until an address may open one table more.
pub const TABLE_EVERY: Duration = Duration::from_secs(180);
/// How long it takes until an address may post one sheet more.
pub const SHEET_EVERY: Duration = Duration::from_secs(3_600);

impl Limits {
    /// Those of a server that nobody has configured.
    pub const DEFAULT: Limits = Limits {
        connections: 50_000,
        connections_per_address: 1_000,
        sockets_per_address: 50,
        tables_per_address: 20,
        sheets_per_address: 30,
        sheet_room: 1 << 30,
        live_tables: 20_000,
        watchers: 200,
        messages: 20,
        messages_per_second: 5,
        requests: 60,
        requests_per_second: 10,
        thinkers: 0,
    };
}

impl Default for Limits {
    fn default() -> Limits {
        Limits::DEFAULT
    }
}

/// Lets so many through at once, and then one at each interval.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TokenBucket {
    most: u32,
    every: Duration,
    /// When the bucket would be full, if nobody took anything any more.
    full_at: Instant,
}

impl TokenBucket {
    pub(crate) fn new(most: u32, every: Duration, now: Instant) -> TokenBucket {
        TokenBucket {
            most,
            every,
            full_at: now,
        }
    }

    /// Takes one, if there is one.
    pub(crate) fn take(&mut self, now: Instant) -> bool {
        let full_at = self.full_at.max(now) + self.every;
        if full_at > now + self.every * self.most {
            return false;
        }
        self.full_at = full_at;
        true
    }

    fn is_full(&self, now: Instant) -> bool {
        self.full_at <= now
    }
}

/// Addresses as numbers that mean nothing to anybody else: hashed with a salt that is drawn anew at each start.
#[derive(Clone, Copy)]
pub(crate) struct AddressHasher([u8; 16]);

impl AddressHasher {
    pub(crate) fn new(salt: [u8; 16]) -> AddressHasher {
        AddressHasher(salt)
    }

    /// The number of an address, and of all that belong to the same household.
    pub(crate) fn number(self, address: IpAddr) -> u64 {
        let mut hasher = Sha256::new();
        hasher.update(self.0);
        match address.to_canonical() {
            IpAddr::V4(address) => hasher.update(address.octets()),
            // A household has a whole /64.
            IpAddr::V6(address) => hasher.update(&address.octets()[..8]),
        }
        let digest = hasher.finalize();
        digest[..8]
            .iter()
            .fold(0, |number, byte| number << 8 | u64::from(*byte))
    }
}

/// What each address has taken.
pub(crate) struct AddressBook {
    hasher: AddressHasher,
    limits: Limits,
    entries: Mutex<HashMap<u64, Entry>>,
}

struct Entry {
    sockets: usize,
    tables: TokenBucket,
    sheets: TokenBucket,
    requests: TokenBucket,
}

impl Entry {
    fn holds_nothing(&self, now: Instant) -> bool {
        let buckets = [&self.tables, &self.sheets, &self.requests];
        self.sockets == 0 && buckets.iter().all(|bucket| bucket.is_full(now))
    }
}

/// Entries that hold nothing are forgotten when there are more than this.
const ENTRIES: usize = 10_000;

impl AddressBook {
    pub(crate) fn new(limits: Limits, hasher: AddressHasher) -> Arc<AddressBook> {
        Arc::new(AddressBook {
            hasher,
            limits,
            entries: Mutex::default(),
        })
    }

    fn entries(&self) -> MutexGuard<'_, HashMap<u64, Entry>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn with<T>(&self, address: IpAddr, work: impl FnOnce(&mut Entry, Instant) -> T) -> (u64, T) {
        let now = Instant::now();
        let key = self.hasher.number(address);
        let mut entries = self.entries();
        if entries.len() >= ENTRIES {
            entries.retain(|_, entry| !entry.holds_nothing(now));
        }
        let entry = entries.entry(key).or_insert_with(|| Entry {
            sockets: 0,
            tables: TokenBucket::new(self.limits.tables_per_address, TABLE_EVERY, now),
            sheets: TokenBucket::new(self.limits.sheets_per_address, SHEET_EVERY, now),
            requests: TokenBucket::new(
                self.limits.requests,
                Duration::from_secs(1) / self.limits.requests_per_second.max(1),
                now,
            ),
        });
        (key, work(entry, now))
    }

    /// One socket more for this address, until the guard is dropped; none if it has too many.
    pub(crate) fn socket(self: &Arc<Self>, address: IpAddr) -> Option<SocketGuard> {
        let most = self.limits.sockets_per_address;
        let (key, taken) = self.with(address, |entry, _| {
            let free = entry.sockets < most;
            entry.sockets += usize::from(free);
            free
        });
        if !taken {
            return None;
        }
        let book = Arc::clone(self);
        Some(SocketGuard { book, key })
    }

    /// May this address open another table?
    pub(crate) fn table(&self, address: IpAddr) -> bool {
        self.with(address, |entry, now| entry.tables.take(now)).1
    }

    /// May this address post another sheet?
    pub(crate) fn sheet(&self, address: IpAddr) -> bool {
        self.with(address, |entry, now| entry.sheets.take(now)).1
    }

    /// May this address ask once more?
    pub(crate) fn request(&self, address: IpAddr) -> bool {
        self.with(address, |entry, now| entry.requests.take(now)).1
    }
}

/// A socket of an address, counted as long as this lives.
pub(crate) struct SocketGuard {
    book: Arc<AddressBook>,
    key: u64,
}

impl Drop for SocketGuard {
    fn drop(&mut self) {
        let mut entries = self.book.entries();
        if let Some(entry) = entries.get_mut(&self.key) {
            entry.sockets -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_bucket_gives_so_many_at_once_and_then_one_at_a_time() {
        let mut bucket = TokenBucket::new(3, Duration::from_secs(1), Instant::now());
        let taken = |bucket: &mut TokenBucket| (0..10).filter(|_| bucket.take(Instant::now())).count();
        assert_eq!(taken(&mut bucket), 3);
        tokio::time::advance(Duration::from_secs(2)).await;
        assert_eq!(taken(&mut bucket), 2);
        tokio::time::advance(Duration::from_secs(100)).await;
        assert_eq!(taken(&mut bucket), 3);
    }

    #[tokio::test(start_paused = true)]
    async fn each_address_is_counted_for_itself() {
        let limits = Limits {
            sockets_per_address: 2,
            tables_per_address: 1,
            sheets_per_address: 1,
            requests: 1,
            ..Limits::DEFAULT
        };
        let book = AddressBook::new(limits, AddressHasher::new([7; 16]));
        let [one, other]: [IpAddr; 2] = ["10.0.0.1", "10.0.0.2"].map(|text| text.parse().unwrap());
        let held: Vec<_> = (0..3).filter_map(|_| book.socket(one)).collect();
        assert_eq!(held.len(), 2);
        assert!(book.socket(other).is_some());
        drop(held);
        assert!(book.socket(one).is_some());
        assert!(book.table(one) && !book.table(one) && book.table(other));
        assert!(book.request(one) && !book.request(one) && book.request(other));
        assert!(book.sheet(one) && !book.sheet(one) && book.sheet(other));
        tokio::time::advance(TABLE_EVERY).await;
        assert!(book.table(one) && !book.sheet(one));
        tokio::time::advance(SHEET_EVERY).await;
        assert!(book.sheet(one));
        // The same household.
        let [one, other]: [IpAddr; 2] = ["2001:db8::1", "2001:db8::2"].map(|text| text.parse().unwrap());
        assert!(book.table(one) && !book.table(other));
    }
}
