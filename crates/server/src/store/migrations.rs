//! The versions of the databases. A version that people have is never changed: what is new comes as the next one.

use std::borrow::Cow;

use sqlx::SqlSafeStr as _;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// Which database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Database {
    /// A file on this machine.
    Sqlite,
    /// A server that several nodes share.
    Postgres,
}

struct Version {
    name: &'static str,
    sqlite: &'static str,
    postgres: &'static str,
}

macro_rules! version {
    ($name:literal) => {
        Version {
            name: $name,
            sqlite: include_str!(concat!("../../migrations/sqlite/", $name, ".sql")),
            postgres: include_str!(concat!("../../migrations/postgres/", $name, ".sql")),
        }
    };
}

/// In order; the number of a version is its place, from 1.
const VERSIONS: [Version; 3] = [
    version!("0001_tables"),
    version!("0002_standing"),
    version!("0003_sheets"),
];

/// The number of the newest version.
pub fn newest() -> i64 {
    VERSIONS.len() as i64
}

impl Database {
    /// All versions of this database.
    pub fn migrator(self) -> Migrator {
        let migrations = VERSIONS.iter().enumerate().map(|(index, version)| {
            let sql = match self {
                Database::Sqlite => version.sqlite,
                Database::Postgres => version.postgres,
            };
            Migration::new(
                index as i64 + 1,
                Cow::Borrowed(version.name),
                MigrationType::Simple,
                sql.into_sql_str(),
                false,
            )
        });
        Migrator::with_migrations(migrations.collect())
    }
}
