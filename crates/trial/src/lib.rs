//! Puts servers to the test: a PostgreSQL of one's own, load, real faults.

mod postgres;

pub use postgres::PostgresServer;
