//! Tables in a file: one machine, nothing to configure.
//!
//! One task writes. While a commit waits for the disk, the next writes gather; they then share a transaction, since a commit
//! takes as long for a hundred events as for one. Everybody is answered after the commit.

use std::path::Path;
use std::pin::Pin;
use std::time::Duration;

use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteRow,
    SqliteSynchronous,
};
use sqlx::{ConnectOptions as _, Connection as _, Row as _};
use tokio::sync::{mpsc, oneshot};

use super::{
    Answer, Append, Appended, DailyTry, Database, Millis, NewTable, Phase, Player, Rated, RatedResult,
    Rating, Row, Store, StoreError, Subscription,
};

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
    let updated =
        sqlx::query("update tables set seq = ?, phase = ?, due = ?, touched = ? where id = ? and seq = ?")
            .bind(append.expected() + append.rows.len() as i64)
            .bind(append.head.phase as i64)
            .bind(append.head.due)
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

fn read_daily(row: &SqliteRow) -> DailyTry {
    DailyTry {
        day: row.get(0),
        player: row.get(1),
        name: row.get(2),
        table: row.get(3),
        score: row.get(4),
        at: row.get(5),
    }
}

fn read_rating(row: &SqliteRow) -> Rating {
    Rating {
        player: row.get(0),
        mean: row.get(1),
        deviation: row.get(2),
        games: row.get(3),
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
                    "insert into tables (id, game, parent, phase, seq, created, touched, due) \
                     values (?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing",
                )
                .bind(&table.id)
                .bind(&table.game)
                .bind(table.parent.as_deref())
                .bind(table.head.phase as i64)
                .bind(table.rows.len() as i64)
                .bind(at)
                .bind(at)
                .bind(table.head.due)
                .execute(&mut *connection)
                .await?;
                if inserted.rows_affected() == 0 {
                    return Ok(false);
                }
                insert(connection, &table.id, &table.rows).await?;
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
                for (phase, before) in [(Phase::Open, open), (Phase::Playing, playing)] {
                    for of_these in [
                        "delete from events where table_id in (select id from tables where phase = ? and touched < ?)",
                        "delete from subscriptions where table_id in (select id from tables where phase = ? and touched < ?)",
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

    fn subscribe<'a>(&'a self, subscription: &'a Subscription) -> Answer<'a, ()> {
        let subscription = subscription.clone();
        self.write(move |connection| {
            Box::pin(async move {
                sqlx::query(
                    "insert into subscriptions (endpoint, table_id, seat, body) values (?, ?, ?, ?) \
                     on conflict (endpoint, table_id) do update set seat = excluded.seat, body = excluded.body",
                )
                .bind(subscription.endpoint)
                .bind(subscription.table)
                .bind(subscription.seat)
                .bind(subscription.body)
                .execute(connection)
                .await?;
                Ok(())
            })
        })
    }

    fn unsubscribe<'a>(&'a self, endpoint: &'a str, table: Option<&'a str>) -> Answer<'a, ()> {
        let (endpoint, table) = (endpoint.to_owned(), table.map(str::to_owned));
        self.write(move |connection| {
            Box::pin(async move {
                sqlx::query(
                    "delete from subscriptions where endpoint = ?1 and (?2 is null or table_id = ?2)",
                )
                .bind(endpoint)
                .bind(table)
                .execute(connection)
                .await?;
                Ok(())
            })
        })
    }

    fn subscriptions<'a>(&'a self, table: &'a str, seat: u8) -> Answer<'a, Vec<Subscription>> {
        Box::pin(async move {
            let rows: Vec<(String, String)> =
                sqlx::query_as("select endpoint, body from subscriptions where table_id = ? and seat = ?")
                    .bind(table)
                    .bind(seat)
                    .fetch_all(&self.readers)
                    .await?;
            let subscriptions = rows.into_iter().map(|(endpoint, body)| Subscription {
                endpoint,
                table: table.to_owned(),
                seat,
                body,
            });
            Ok(subscriptions.collect())
        })
    }

    fn meet<'a>(&'a self, player: &'a Player) -> Answer<'a, ()> {
        let player = player.clone();
        self.write(move |connection| {
            Box::pin(async move {
                sqlx::query(
                    "insert into players (id, name, created, seen) values (?, ?, ?, ?) \
                     on conflict (id) do update set name = excluded.name, seen = excluded.seen",
                )
                .bind(player.id)
                .bind(player.name)
                .bind(player.created)
                .bind(player.seen)
                .execute(connection)
                .await?;
                Ok(())
            })
        })
    }

    fn player<'a>(&'a self, id: &'a str) -> Answer<'a, Option<Player>> {
        Box::pin(async move {
            let row: Option<(String, Millis, Millis)> =
                sqlx::query_as("select name, created, seen from players where id = ?")
                    .bind(id)
                    .fetch_optional(&self.readers)
                    .await?;
            Ok(row.map(|(name, created, seen)| Player {
                id: id.to_owned(),
                name,
                created,
                seen,
            }))
        })
    }

    fn forget<'a>(&'a self, player: &'a str) -> Answer<'a, ()> {
        let player = player.to_owned();
        self.write(move |connection| {
            Box::pin(async move {
                for forget in [
                    "delete from players where id = ?",
                    "delete from ratings where player = ?",
                    "update dailies set name = '' where player = ?",
                ] {
                    sqlx::query(forget)
                        .bind(&player)
                        .execute(&mut *connection)
                        .await?;
                }
                Ok(())
            })
        })
    }

    fn rate<'a>(&'a self, result: &'a RatedResult) -> Answer<'a, Rated> {
        let result = result.clone();
        self.write(move |connection| {
            Box::pin(async move {
                let known = sqlx::query("select 1 from results where table_id = ?").bind(&result.table);
                if known.fetch_optional(&mut *connection).await?.is_some() {
                    return Ok(Rated::Already);
                }
                for rating in &result.ratings {
                    let games: Option<u32> =
                        sqlx::query_scalar("select games from ratings where game = ? and player = ?")
                            .bind(&result.game)
                            .bind(&rating.player)
                            .fetch_optional(&mut *connection)
                            .await?;
                    if games.unwrap_or(0) + 1 != rating.games {
                        return Ok(Rated::Conflict);
                    }
                }
                sqlx::query("insert into results (table_id, game, at, body) values (?, ?, ?, ?)")
                    .bind(&result.table)
                    .bind(&result.game)
                    .bind(result.at)
                    .bind(&result.body)
                    .execute(&mut *connection)
                    .await?;
                for rating in &result.ratings {
                    sqlx::query(
                        "insert into ratings (game, player, mean, deviation, games) values (?, ?, ?, ?, ?) \
                         on conflict (game, player) do update \
                         set mean = excluded.mean, deviation = excluded.deviation, games = excluded.games",
                    )
                    .bind(&result.game)
                    .bind(&rating.player)
                    .bind(rating.mean)
                    .bind(rating.deviation)
                    .bind(rating.games)
                    .execute(&mut *connection)
                    .await?;
                }
                Ok(Rated::Counted)
            })
        })
    }

    fn ratings<'a>(&'a self, game: &'a str, players: &'a [String]) -> Answer<'a, Vec<Rating>> {
        Box::pin(async move {
            let rows = sqlx::query(
                "select player, mean, deviation, games from ratings \
                 where game = ? and player in (select value from json_each(?))",
            )
            .bind(game)
            .bind(as_json(players))
            .fetch_all(&self.readers)
            .await?;
            Ok(rows.iter().map(read_rating).collect())
        })
    }

    fn begin_daily<'a>(&'a self, daily: &'a DailyTry) -> Answer<'a, DailyTry> {
        let daily = daily.clone();
        self.write(move |connection| {
            Box::pin(async move {
                sqlx::query(
                    "insert into dailies (day, player, name, table_id, score, at) values (?, ?, ?, ?, ?, ?) \
                     on conflict do nothing",
                )
                .bind(&daily.day)
                .bind(&daily.player)
                .bind(&daily.name)
                .bind(&daily.table)
                .bind(daily.score)
                .bind(daily.at)
                .execute(&mut *connection)
                .await?;
                let kept = sqlx::query(
                    "select day, player, name, table_id, score, at from dailies where day = ? and player = ?",
                )
                .bind(&daily.day)
                .bind(&daily.player)
                .fetch_one(&mut *connection)
                .await?;
                Ok(read_daily(&kept))
            })
        })
    }

    fn end_daily<'a>(&'a self, day: &'a str, player: &'a str, score: i32, at: Millis) -> Answer<'a, ()> {
        let (day, player) = (day.to_owned(), player.to_owned());
        self.write(move |connection| {
            Box::pin(async move {
                sqlx::query(
                    "update dailies set score = ?, at = ? where day = ? and player = ? and score is null",
                )
                .bind(score)
                .bind(at)
                .bind(day)
                .bind(player)
                .execute(connection)
                .await?;
                Ok(())
            })
        })
    }

    fn daily_board<'a>(&'a self, day: &'a str) -> Answer<'a, Vec<DailyTry>> {
        Box::pin(async move {
            let rows = sqlx::query(
                "select day, player, name, table_id, score, at from dailies \
                 where day = ? and score is not null order by score desc, at",
            )
            .bind(day)
            .fetch_all(&self.readers)
            .await?;
            Ok(rows.iter().map(read_daily).collect())
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
