//! Tables in PostgreSQL: any number of nodes, and none of them owns anything.

mod sheets;
mod standing;

use std::str::FromStr as _;
use std::time::Duration;

use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions, PgRow};
use sqlx::{ConnectOptions as _, Connection as _, Postgres, Row as _};
use tokio::time::timeout;

use super::{Answer, Append, Appended, Database, Millis, NewTable, Phase, Row, Store, StoreError};

/// The server gives up on a statement after this.
const STATEMENT: &str = "2s";
/// We give up on the server after this: the line may be dead.
const PATIENCE: Duration = Duration::from_secs(3);
/// How many connections a node holds at most.
const CONNECTIONS: u32 = 16;
/// A connection that rested longer is asked whether it still lives.
const REST: Duration = Duration::from_secs(1);

/// A store in PostgreSQL.
pub struct PostgresStore {
    pool: PgPool,
}

impl PostgresStore {
    /// Connects to `postgres://…` and brings the tables up to date.
    pub async fn connect(address: &str) -> Result<PostgresStore, StoreError> {
        let options = PgConnectOptions::from_str(address)
            .map_err(|error| {
                StoreError::new(format!("this is no address of a PostgreSQL database: {error}"))
            })?
            .application_name("finaud")
            .options([("statement_timeout", STATEMENT)])
            .disable_statement_logging();
        let mut first = timeout(PATIENCE, PgConnection::connect_with(&options))
            .await
            .map_err(|_| silent())??;
        // The statements of a migration may take longer; only one node runs them at a time.
        sqlx::query("set statement_timeout = 0")
            .execute(&mut first)
            .await?;
        Database::Postgres
            .migrator()
            .run_direct(None, &mut first, false)
            .await?;
        first.close().await?;
        let pool = PgPoolOptions::new()
            .max_connections(CONNECTIONS)
            .acquire_timeout(PATIENCE)
            .test_before_acquire(false)
            .before_acquire(|connection, rested| {
                Box::pin(async move {
                    if rested.idle_for > REST {
                        connection.ping().await?;
                    }
                    Ok(true)
                })
            })
            .connect_lazy_with(options);
        Ok(PostgresStore { pool })
    }

    /// The connections, for the hints between nodes.
    pub fn pool(&self) -> &PgPool {
        &self.pool
    }

    /// Runs something on a connection. One that does not answer in time is given up, not given back.
    async fn run<T>(
        &self,
        work: impl AsyncFnOnce(&mut PgConnection) -> Result<T, sqlx::Error>,
    ) -> Result<T, StoreError> {
        let mut connection: PoolConnection<Postgres> = self.pool.acquire().await?;
        match timeout(PATIENCE, work(&mut connection)).await {
            Ok(answer) => Ok(answer?),
            Err(_) => {
                drop(connection.detach());
                Err(silent())
            }
        }
    }
}

fn silent() -> StoreError {
    StoreError::new("the database does not answer")
}

/// One statement, so one round trip: it writes the events only if nobody else has moved the head.
const APPEND: &str = "\
with head as (
    update tables set seq = $2 + $3, phase = $4, due = $5, touched = $6, remind = $12
    where id = $1 and seq = $2 returning id
)
insert into events (table_id, seq, at, seat, command, body, private)
select head.id, $2 + row.place::integer, row.at, row.seat, row.command, row.body, row.private
from head, unnest($7::bigint[], $8::smallint[], $9::bytea[], $10::text[], $11::text[]) with ordinality
    as row (at, seat, command, body, private, place)";

async fn append(connection: &mut PgConnection, append: &Append) -> Result<Appended, sqlx::Error> {
    let rows = &append.rows;
    let written = sqlx::query(APPEND)
        .bind(&append.table)
        .bind(append.expected() as i32)
        .bind(rows.len() as i32)
        .bind(append.head.phase as i16)
        .bind(append.head.due)
        .bind(append.touched())
        .bind(rows.iter().map(|row| row.at).collect::<Vec<_>>())
        .bind(rows.iter().map(|row| row.seat.map(i16::from)).collect::<Vec<_>>())
        .bind(
            rows.iter()
                .map(|row| row.command.as_ref().map(|id| &id[..]))
                .collect::<Vec<_>>(),
        )
        .bind(rows.iter().map(|row| row.body.as_str()).collect::<Vec<_>>())
        .bind(rows.iter().map(|row| row.private.as_deref()).collect::<Vec<_>>())
        .bind(append.head.remind)
        .execute(&mut *connection)
        .await;
    match written {
        Ok(written) if written.rows_affected() > 0 => return Ok(Appended::Committed),
        Ok(_) => {}
        Err(sqlx::Error::Database(error)) if error.is_unique_violation() => {}
        Err(error) => return Err(error),
    }
    let known: Option<i32> = match append.command() {
        Some(command) => {
            sqlx::query_scalar("select seq from events where table_id = $1 and command = $2")
                .bind(&append.table)
                .bind(&command[..])
                .fetch_optional(&mut *connection)
                .await?
        }
        None => None,
    };
    Ok(known.map_or(Appended::Conflict, |seq| Appended::Duplicate(seq as u32)))
}

/// The same for a table that is new.
const CREATE: &str = "\
with head as (
    insert into tables (id, game, parent, phase, seq, created, touched, due, remind, sheet, weights)
    values ($1, $13, $14, $4, $2 + $3, $6, $6, $5, $12, $15, $16) on conflict do nothing returning id
), again as (
    insert into sitters (table_id, seat_key, player, state)
    select head.id, seat_key, player, least(state, 1) from head, sitters where table_id = $14
)
insert into events (table_id, seq, at, seat, command, body, private)
select head.id, $2 + row.place::integer, row.at, row.seat, row.command, row.body, row.private
from head, unnest($7::bigint[], $8::smallint[], $9::bytea[], $10::text[], $11::text[]) with ordinality
    as row (at, seat, command, body, private, place)";

fn read_row(row: &PgRow) -> Row {
    let seat: Option<i16> = row.get(2);
    let command: Option<Vec<u8>> = row.get(3);
    Row {
        seq: row.get::<i32, _>(0) as u32,
        at: row.get(1),
        seat: seat.map(|seat| seat as u8),
        command: command.and_then(|command| command.try_into().ok()),
        body: row.get(4),
        private: row.get(5),
    }
}

impl Store for PostgresStore {
    fn create<'a>(&'a self, table: &'a NewTable) -> Answer<'a, bool> {
        Box::pin(self.run(async move |connection| {
            let rows = &table.rows;
            let written = sqlx::query(CREATE)
                .bind(&table.id)
                .bind(0_i32)
                .bind(rows.len() as i32)
                .bind(table.head.phase as i16)
                .bind(table.head.due)
                .bind(rows.last().map_or(0, |row| row.at))
                .bind(rows.iter().map(|row| row.at).collect::<Vec<_>>())
                .bind(rows.iter().map(|row| row.seat.map(i16::from)).collect::<Vec<_>>())
                .bind(
                    rows.iter()
                        .map(|row| row.command.as_ref().map(|id| &id[..]))
                        .collect::<Vec<_>>(),
                )
                .bind(rows.iter().map(|row| row.body.as_str()).collect::<Vec<_>>())
                .bind(rows.iter().map(|row| row.private.as_deref()).collect::<Vec<_>>())
                .bind(table.head.remind)
                .bind(&table.game)
                .bind(table.parent.as_deref())
                .bind(table.sheet.as_deref())
                .bind(table.weights.as_deref())
                .execute(connection)
                .await?;
            Ok(written.rows_affected() > 0)
        }))
    }

    fn append<'a>(&'a self, rows: &'a Append) -> Answer<'a, Appended> {
        Box::pin(self.run(async move |connection| append(connection, rows).await))
    }

    fn tail<'a>(&'a self, table: &'a str, since: u32) -> Answer<'a, Vec<Row>> {
        Box::pin(self.run(async move |connection| {
            let rows = sqlx::query(
                "select seq, at, seat, command, body, private from events where table_id = $1 and seq > $2 order by seq",
            )
            .bind(table)
            // More than any log has is not negative.
            .bind(i32::try_from(since).unwrap_or(i32::MAX))
            .fetch_all(connection)
            .await?;
            Ok(rows.iter().map(read_row).collect())
        }))
    }

    fn heads<'a>(&'a self, tables: &'a [String]) -> Answer<'a, Vec<(String, u32)>> {
        Box::pin(self.run(async move |connection| {
            let heads: Vec<(String, i32)> = sqlx::query_as("select id, seq from tables where id = any($1)")
                .bind(tables)
                .fetch_all(connection)
                .await?;
            Ok(heads.into_iter().map(|(id, seq)| (id, seq as u32)).collect())
        }))
    }

    fn due(&self, now: Millis, limit: u32) -> Answer<'_, Vec<String>> {
        Box::pin(self.run(async move |connection| {
            sqlx::query_scalar("select id from tables where due <= $1 order by due limit $2")
                .bind(now)
                .bind(i64::from(limit))
                .fetch_all(connection)
                .await
        }))
    }

    fn expire(&self, open: Millis, playing: Millis) -> Answer<'_, u64> {
        Box::pin(self.run(async move |connection| {
            let gone = sqlx::query(
                "with gone as (
                     delete from tables
                     where phase in ($1, $6) and touched < $2 or phase = $3 and touched < $4 returning id
                 ), subscribed as (
                     delete from subscriptions using gone where table_id = gone.id
                 ), useless as (
                     delete from subscriptions using tables where table_id = id and phase = $5 and touched < $2
                 ), known as (
                     delete from sitters using gone where table_id = gone.id
                 ), events as (
                     delete from events using gone where table_id = gone.id
                 )
                 select id from gone",
            )
            .bind(Phase::Open as i16)
            .bind(open)
            .bind(Phase::Playing as i16)
            .bind(playing)
            .bind(Phase::Over as i16)
            .bind(Phase::GivenUp as i16)
            .fetch_all(connection)
            .await?;
            Ok(gone.len() as u64)
        }))
    }

    fn redact<'a>(&'a self, table: &'a str, seq: u32, body: &'a str) -> Answer<'a, ()> {
        Box::pin(self.run(async move |connection| {
            sqlx::query("update events set body = $1 where table_id = $2 and seq = $3")
                .bind(body)
                .bind(table)
                .bind(seq as i32)
                .execute(connection)
                .await?;
            Ok(())
        }))
    }

    fn secret<'a>(&'a self, name: &'a str, fresh: &'a [u8]) -> Answer<'a, Vec<u8>> {
        Box::pin(self.run(async move |connection| {
            sqlx::query("insert into secrets (name, value) values ($1, $2) on conflict do nothing")
                .bind(name)
                .bind(fresh)
                .execute(&mut *connection)
                .await?;
            sqlx::query_scalar("select value from secrets where name = $1")
                .bind(name)
                .fetch_one(connection)
                .await
        }))
    }
}
