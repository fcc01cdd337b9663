//! Puts servers to the test: a PostgreSQL of one's own, load, real faults.

pub mod chaos;
mod dice;
pub mod load;
mod person;
mod postgres;
mod proxy;
mod server;
mod site;

pub use person::{Person, Seen};
pub use postgres::PostgresServer;
pub use proxy::Proxy;
pub use server::ServerProcess;
pub use site::{Site, Socket};
