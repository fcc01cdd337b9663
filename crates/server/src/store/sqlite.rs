//! Tables in a file: one machine, nothing to configure.
//!
//! One task writes. While a commit waits for the disk, the next writes gather; they then share a transaction, since a commit
//! takes as long for a hundred events as for one. Everybody is answered after the commit.

mod sheets;
mod standing;

use std::path::Path;
use std::pin::Pin;
use std::time::Duration;

use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteRow,
    SqliteSynchronous,
};
use sqlx::{ConnectOptions as _, Connection as _, Row as _};
use tokio::sync::{mpsc, oneshot};

use super::{Answer, Append, Appended, Database, Millis, NewTable, Phase, Row, Store, StoreError};

/// The name of the file in the data folder.
const FILE: &str = "tables.sqlite";
/// How many writes may wait; more, and those who write wait too.
const QUEUE: usize = 4096;
/// How many writes share a commit at most.
const BATCH: usize = 256;
/// How many connections read.
const READERS: u32 = 4;

type Work<'c, T> = Pin<Box<dyn Future<Output = Result<T, sqlx::Error>> + Send + 'c>>;
/// Tells whoever waits, after the commit.
type Done = Box<dyn FnOnce() + Send>;
type Job = Box<dyn for<'c> FnOnce(&'c mut SqliteConnection) -> Work<'c, Done> + Send>;

/// A store in a file.
pub struct SqliteStore {
    jobs: mpsc::Sender<Job>,
    readers: SqlitePool,
}

impl SqliteStore {
    /// Opens the file in this folder, makes it if it is missing and brings it up to date.
    pub async fn open(folder: &Path) -> Result<SqliteStore, StoreError> {
        make_private(&folder.join(FILE))?;
        let options = SqliteConnectOptions::new()
            .filename(folder.join(FILE))
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            // Without it, the last commits before a power cut would be lost.
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(Duration::from_secs(5))
            // In kibibytes: the newest pages are all that is read again.
            .pragma("cache_size", "-1024")
            .disable_statement_logging();
        let mut writer = SqliteConnection::connect_with(&options).await?;
        Database::Sqlite
            .migrator()
            .run_direct(None, &mut writer, false)
            .await?;
        let readers = SqlitePoolOptions::new()
            .max_connections(READERS)
            .test_before_acquire(false)
            .connect_with(options.pragma("query_only", "on"))
            .await?;
        let (jobs, waiting) = mpsc::channel(QUEUE);
        tokio::spawn(write_all(writer, waiting));
        Ok(SqliteStore { jobs, readers })
    }

    /// Writes; answers after the commit.
    fn write<'a, T: Send + 'static>(
        &'a self,
        work: impl for<'c> FnOnce(&'c mut SqliteConnection) -> Work<'c, T> + Send + 'static,
    ) -> Answer<'a, T> {
        Box::pin(async move {
            let (tell, told) = oneshot::channel();
            let job: Job = Box::new(move |connection| {
                Box::pin(async move {
                    let answer = work(connection).await?;
                    let done: Done = Box::new(move || drop(tell.send(answer)));
                    Ok(done)
                })
            });
            let gone = || StoreError::new("the database could not write");
            self.jobs.send(job).await.map_err(|_| gone())?;
            told.await.map_err(|_| gone())
        })
    }
}

/// The seeds of games in progress are in this file: nobody but its owner may read it. SQLite gives the files beside it the same
/// rights.
fn make_private(file: &Path) -> Result<(), StoreError> {
    let mut options = std::fs::File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    match options.open(file) {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(StoreError::new(error.to_string())),
    }
}

/// Writes what comes, until nobody is left who could send something.
async fn write_all(mut connection: SqliteConnection, mut jobs: mpsc::Receiver<Job>) {
    let mut batch = Vec::new();
    while jobs.recv_many(&mut batch, BATCH).await > 0 {
        // Those who are not told learn that it is unknown what became of their write.
        match commit(&mut connection, batch.drain(..)).await {
            Ok(done) => done.into_iter().for_each(|done| done()),
            Err(error) => tracing::error!(%error, "the database could not write"),
        }
    }
    let _ = connection.close().await;
}

async fn commit(
    connection: &mut SqliteConnection,
    jobs: impl Iterator<Item = Job>,
) -> Result<Vec<Done>, sqlx::Error> {
    // A transaction that begins with reading could not always become one that writes.
    let mut transaction = connection.begin_with("begin immediate").await?;
    let mut done = Vec::new();
    for job in jobs {
        done.push(job(&mut transaction).await?);
    }
    transaction.commit().await?;
    Ok(done)
}

async fn append(connection: &mut SqliteConnection, append: &Append) -> Result<Appended, sqlx::Error> {
    if let Some(command) = append.command() {
        let known = sqlx::query_scalar("select seq from events where table_id = ? and command = ?")
            .bind(&append.table)
            .bind(&command[..])
            .fetch_optional(&mut *connection)
            .await?;
        if let Some(seq) = known {
            return Ok(Appended::Duplicate(seq));
        }
    }
    let updated = sqlx::query(
        "update tables set seq = ?, phase = ?, due = ?, remind = ?, touched = ? where id = ? and seq = ?",
    )
    .bind(append.expected() + append.rows.len() as i64)
    .bind(append.head.phase as i64)
    .bind(append.head.due)
    .bind(append.head.remind)
    .bind(append.touched())
    .bind(&append.table)
    .bind(append.expected())
    .execute(&mut *connection)
    .await?;
    if updated.rows_affected() == 0 {
        return Ok(Appended::Conflict);
    }
    insert(connection, &append.table, &append.rows).await?;
    Ok(Appended::Committed)
}

async fn insert(connection: &mut SqliteConnection, table: &str, rows: &[Row]) -> Result<(), sqlx::Error> {
    for row in rows {
        sqlx::query("insert into events (table_id, seq, at, seat, command, body, private) values (?, ?, ?, ?, ?, ?, ?)")
            .bind(table)
            .bind(row.seq)
            .bind(row.at)
            .bind(row.seat)
            .bind(row.command.as_ref().map(|command| &command[..]))
            .bind(&row.body)
            .bind(row.private.as_deref())
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

fn read_row(row: &SqliteRow) -> Row {
    let command: Option<Vec<u8>> = row.get(3);
    Row {
        seq: row.get(0),
        at: row.get(1),
        seat: row.get(2),
        command: command.and_then(|command| command.try_into().ok()),
        body: row.get(4),
        private: row.get(5),
    }
}

/// A list that SQLite unfolds with `json_each`.
fn as_json(list: &[String]) -> String {
    serde_json::Value::from(list).to_string()
}

impl Store for SqliteStore {
    fn create<'a>(&'a self, table: &'a NewTable) -> Answer<'a, bool> {
        let table = table.clone();
        self.write(move |connection| {
            Box::pin(async move {
                let at = table.rows.last().map_or(0, |row| row.at);
                let inserted = sqlx::query(
                    "insert into tables (id, game, parent, phase, seq, created, touched, due, remind, sheet, weights) \
                     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing",
                )
                .bind(&table.id)
                .bind(&table.game)
                .bind(table.parent.as_deref())
                .bind(table.head.phase as i64)
                .bind(table.rows.len() as i64)
                .bind(at)
                .bind(at)
                .bind(table.head.due)
                .bind(table.head.remind)
                .bind(table.sheet.as_deref())
                .bind(table.weights.as_deref())
                .execute(&mut *connection)
                .await?;
                if inserted.rows_affected() == 0 {
                    return Ok(false);
                }
                insert(connection, &table.id, &table.rows).await?;
                if let Some(parent) = &table.parent {
                    sqlx::query(
                        "insert into sitters (table_id, seat_key, player, state) \
                         select ?, seat_key, player, min(state, 1) from sitters where table_id = ?",
                    )
                    .bind(&table.id)
                    .bind(parent)
                    .execute(&mut *connection)
                    .await?;
                }
                Ok(true)
            })
        })
    }

    fn append<'a>(&'a self, rows: &'a Append) -> Answer<'a, Appended> {
        let rows = rows.clone();
        self.write(move |connection| Box::pin(async move { append(connection, &rows).await }))
    }

    fn tail<'a>(&'a self, table: &'a str, since: u32) -> Answer<'a, Vec<Row>> {
        Box::pin(async move {
            let rows = sqlx::query(
                "select seq, at, seat, command, body, private from events where table_id = ? and seq > ? order by seq",
            )
            .bind(table)
            .bind(since)
            .fetch_all(&self.readers)
            .await?;
            Ok(rows.iter().map(read_row).collect())
        })
    }

    fn heads<'a>(&'a self, tables: &'a [String]) -> Answer<'a, Vec<(String, u32)>> {
        Box::pin(async move {
            let heads =
                sqlx::query_as("select id, seq from tables where id in (select value from json_each(?))")
                    .bind(as_json(tables))
                    .fetch_all(&self.readers)
                    .await?;
            Ok(heads)
        })
    }

    fn due(&self, now: Millis, limit: u32) -> Answer<'_, Vec<String>> {
        Box::pin(async move {
            let due = sqlx::query_scalar("select id from tables where due <= ? order by due limit ?")
                .bind(now)
                .bind(limit)
                .fetch_all(&self.readers)
                .await?;
            Ok(due)
        })
    }

    fn expire(&self, open: Millis, playing: Millis) -> Answer<'_, u64> {
        self.write(move |connection| {
            Box::pin(async move {
                let mut gone = 0;
                for (phase, before) in [
                    (Phase::Open, open),
                    (Phase::Playing, playing),
                    (Phase::GivenUp, open),
                ] {
                    for of_these in [
                        "delete from events where table_id in (select id from tables where phase = ? and touched < ?)",
                        "delete from subscriptions where table_id in (select id from tables where phase = ? and touched < ?)",
                        "delete from sitters where table_id in (select id from tables where phase = ? and touched < ?)",
                    ] {
                        let deleted = sqlx::query(of_these).bind(phase as i64).bind(before);
                        deleted.execute(&mut *connection).await?;
                    }
                    let expired = sqlx::query("delete from tables where phase = ? and touched < ?")
                        .bind(phase as i64)
                        .bind(before)
                        .execute(&mut *connection)
                        .await?;
                    gone += expired.rows_affected();
                }
                sqlx::query(
                    "delete from subscriptions where table_id in (select id from tables where phase = ? and touched < ?)",
                )
                .bind(Phase::Over as i64)
                .bind(open)
                .execute(&mut *connection)
                .await?;
                Ok(gone)
            })
        })
    }

    fn redact<'a>(&'a self, table: &'a str, seq: u32, body: &'a str) -> Answer<'a, ()> {
        let (table, body) = (table.to_owned(), body.to_owned());
        self.write(move |connection| {
            Box::pin(async move {
                sqlx::query("update events set body = ? where table_id = ? and seq = ?")
                    .bind(body)
                    .bind(table)
                    .bind(seq)
                    .execute(connection)
                    .await?;
                Ok(())
            })
        })
    }

    fn secret<'a>(&'a self, name: &'a str, fresh: &'a [u8]) -> Answer<'a, Vec<u8>> {
        let (name, fresh) = (name.to_owned(), fresh.to_vec());
        self.write(move |connection| {
            Box::pin(async move {
                sqlx::query("insert into secrets (name, value) values (?, ?) on conflict do nothing")
                    .bind(&name)
                    .bind(fresh)
                    .execute(&mut *connection)
                    .await?;
                sqlx::query_scalar("select value from secrets where name = ?")
                    .bind(name)
                    .fetch_one(&mut *connection)
                    .await
            })
        })
    }
}
