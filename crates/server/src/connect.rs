//! Stores with the bus that goes with them.

use std::path::Path;
use std::sync::Arc;

use crate::bus::Bus;
use crate::store::{PostgresStore, SqliteStore, Store, StoreError};

/// One machine: a file in a folder.
pub async fn sqlite(folder: &Path) -> Result<(Arc<dyn Store>, Bus), StoreError> {
    Ok((Arc::new(SqliteStore::open(folder).await?), Bus::local()))
}

/// Any number of nodes: PostgreSQL.
pub async fn postgres(address: &str) -> Result<(Arc<dyn Store>, Bus), StoreError> {
    let store = PostgresStore::connect(address).await?;
    let bus = Bus::postgres(store.pool().clone(), address.to_owned());
    Ok((Arc::new(store), bus))
}
