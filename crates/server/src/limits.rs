//! How much one server does, and for whom.

use std::time::Duration;

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
    /// Tables at which somebody sits or watches.
    pub live_tables: usize,
    /// Watchers at a table.
    pub watchers: usize,
    /// Messages of a socket at once.
    pub messages: u32,
    /// Messages of a socket a second, after those.
    pub messages_per_second: u32,
    /// Bots that think at the same time; 0 is as many as there are processors.
    pub thinkers: usize,
}

/// How long it takes until an address may open one table more.
pub const TABLE_EVERY: Duration = Duration::from_secs(180);

impl Limits {
    /// Those of a server that nobody has configured.
    pub const DEFAULT: Limits = Limits {
        connections: 50_000,
        connections_per_address: 1_000,
        sockets_per_address: 50,
        tables_per_address: 20,
        live_tables: 20_000,
        watchers: 200,
        messages: 20,
        messages_per_second: 5,
        thinkers: 0,
    };
}

impl Default for Limits {
    fn default() -> Limits {
        Limits::DEFAULT
    }
}
