//! Tables in PostgreSQL: any number of nodes, and none of them owns anything.

use std::str::FromStr as _;
use std::time::Duration;

use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions, PgRow};
use sqlx::{ConnectOptions as _, Connection as _, Postgres, Row as _};
use tokio::time::timeout;

use super::{
    Agreement, Answer, Append, Appended, DailyEnd, DailyTry, Database, Millis, NewTable, Phase, Player,
    Rated, RatedResult, Rating, Reminder, Row, SitterRow, Store, StoreError, Subscription,
};

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
    insert into tables (id, game, parent, phase, seq, created, touched, due, remind)
    values ($1, $13, $14, $4, $2 + $3, $6, $6, $5, $12) on conflict do nothing returning id
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

fn read_daily(row: &PgRow) -> DailyTry {
    DailyTry {
        day: row.get(0),
        player: row.get(1),
        name: row.get(2),
        table: row.get(3),
        score: row.get(4),
        at: row.get(5),
    }
}

async fn settle(connection: &mut PgConnection, table: &str) -> Result<(), sqlx::Error> {
    sqlx::query("update sitters set state = 2 where table_id = $1 and state = 1")
        .bind(table)
        .execute(connection)
        .await?;
    Ok(())
}

fn read_sitter(row: &PgRow) -> SitterRow {
    SitterRow {
        table: row.get(0),
        seat_key: row.get(1),
        player: row.get(2),
        rating: Agreement::of(row.get::<i16, _>(3).into()),
    }
}

fn read_rating(row: &PgRow) -> Rating {
    Rating {
        player: row.get(0),
        mean: row.get(1),
        deviation: row.get(2),
        games: row.get::<i32, _>(3) as u32,
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
            .bind(since as i32)
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
                     delete from tables where phase = $1 and touched < $2 or phase = $3 and touched < $4 returning id
                 ), subscribed as (
                     delete from subscriptions using gone where table_id = gone.id
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

    fn subscribe<'a>(&'a self, subscription: &'a Subscription) -> Answer<'a, ()> {
        Box::pin(self.run(async move |connection| {
            sqlx::query(
                "insert into subscriptions (endpoint, table_id, seat, player, body) values ($1, $2, $3, $4, $5) \
                 on conflict (endpoint, table_id) do update \
                 set seat = excluded.seat, player = excluded.player, body = excluded.body",
            )
            .bind(&subscription.endpoint)
            .bind(&subscription.table)
            .bind(i16::from(subscription.seat))
            .bind(subscription.player.as_deref())
            .bind(&subscription.body)
            .execute(connection)
            .await?;
            Ok(())
        }))
    }

    fn unsubscribe<'a>(&'a self, endpoint: &'a str, table: Option<&'a str>) -> Answer<'a, ()> {
        Box::pin(self.run(async move |connection| {
            sqlx::query(
                "delete from subscriptions where endpoint = $1 and ($2::text is null or table_id = $2)",
            )
            .bind(endpoint)
            .bind(table)
            .execute(connection)
            .await?;
            Ok(())
        }))
    }

    fn subscriptions<'a>(&'a self, table: &'a str, seat: u8) -> Answer<'a, Vec<Subscription>> {
        Box::pin(self.run(async move |connection| {
            let rows: Vec<(String, Option<String>, String)> = sqlx::query_as(
                "select endpoint, player, body from subscriptions where table_id = $1 and seat = $2",
            )
            .bind(table)
            .bind(i16::from(seat))
            .fetch_all(connection)
            .await?;
            let subscriptions = rows.into_iter().map(|(endpoint, player, body)| Subscription {
                endpoint,
                table: table.to_owned(),
                seat,
                player,
                body,
            });
            Ok(subscriptions.collect())
        }))
    }

    fn reminders(&self, now: Millis, limit: u32) -> Answer<'_, Vec<Reminder>> {
        Box::pin(self.run(async move |connection| {
            let rows: Vec<(String, Millis, String)> = sqlx::query_as(
                "select id, remind, told from tables \
                 where remind <= $1 and exists (select 1 from subscriptions where table_id = id) \
                 order by remind limit $2",
            )
            .bind(now)
            .bind(i64::from(limit))
            .fetch_all(connection)
            .await?;
            let reminders = rows.into_iter().map(|(table, at, told)| Reminder { table, at, told });
            Ok(reminders.collect())
        }))
    }

    fn move_reminder<'a>(
        &'a self,
        reminder: &'a Reminder,
        to: Option<Millis>,
        told: &'a str,
    ) -> Answer<'a, bool> {
        Box::pin(self.run(async move |connection| {
            let moved = sqlx::query("update tables set remind = $1, told = $2 where id = $3 and remind = $4")
                .bind(to)
                .bind(told)
                .bind(&reminder.table)
                .bind(reminder.at)
                .execute(connection)
                .await?;
            Ok(moved.rows_affected() > 0)
        }))
    }

    fn meet<'a>(&'a self, player: &'a Player) -> Answer<'a, ()> {
        Box::pin(self.run(async move |connection| {
            sqlx::query(
                "insert into players (id, name, created, seen) values ($1, $2, $3, $4) \
                 on conflict (id) do update set name = excluded.name, seen = excluded.seen",
            )
            .bind(&player.id)
            .bind(&player.name)
            .bind(player.created)
            .bind(player.seen)
            .execute(connection)
            .await?;
            Ok(())
        }))
    }

    fn player<'a>(&'a self, id: &'a str) -> Answer<'a, Option<Player>> {
        Box::pin(self.run(async move |connection| {
            let row: Option<(String, Millis, Millis)> =
                sqlx::query_as("select name, created, seen from players where id = $1")
                    .bind(id)
                    .fetch_optional(connection)
                    .await?;
            Ok(row.map(|(name, created, seen)| Player {
                id: id.to_owned(),
                name,
                created,
                seen,
            }))
        }))
    }

    fn forget<'a>(&'a self, player: &'a str) -> Answer<'a, ()> {
        Box::pin(self.run(async move |connection| {
            sqlx::query(
                "with rated as (delete from ratings where player = $1), \
                 tried as (delete from dailies where player = $1), \
                 sat as (delete from sitters where player = $1), \
                 subscribed as (delete from subscriptions where player = $1), \
                 counted as (delete from rated where player = $1) \
                 delete from players where id = $1",
            )
            .bind(player)
            .execute(connection)
            .await?;
            Ok(())
        }))
    }

    fn know_sitter<'a>(&'a self, sitter: &'a SitterRow) -> Answer<'a, ()> {
        Box::pin(self.run(async move |connection| {
            let mut transaction = connection.begin().await?;
            // Two who come at once wait for each other here.
            sqlx::query("select 1 from tables where id = $1 for update")
                .bind(&sitter.table)
                .execute(&mut *transaction)
                .await?;
            sqlx::query(
                "delete from sitters where table_id = $1 and (player = $2 or seat_key = $3) and not exists \
                 (select 1 from sitters where table_id = $1 and seat_key = $3 and state = 2)",
            )
            .bind(&sitter.table)
            .bind(&sitter.player)
            .bind(&sitter.seat_key)
            .execute(&mut *transaction)
            .await?;
            sqlx::query(
                "insert into sitters (table_id, seat_key, player, state) values ($1, $2, $3, $4) \
                 on conflict do nothing",
            )
            .bind(&sitter.table)
            .bind(&sitter.seat_key)
            .bind(&sitter.player)
            .bind(sitter.rating as i16)
            .execute(&mut *transaction)
            .await?;
            transaction.commit().await
        }))
    }

    fn sitters<'a>(&'a self, table: &'a str) -> Answer<'a, Vec<SitterRow>> {
        Box::pin(self.run(async move |connection| {
            let rows =
                sqlx::query("select table_id, seat_key, player, state from sitters where table_id = $1")
                    .bind(table)
                    .fetch_all(connection)
                    .await?;
            Ok(rows.iter().map(read_sitter).collect())
        }))
    }

    fn seats_of<'a>(&'a self, player: &'a str) -> Answer<'a, Vec<SitterRow>> {
        Box::pin(self.run(async move |connection| {
            let rows = sqlx::query("select table_id, seat_key, player, state from sitters where player = $1")
                .bind(player)
                .fetch_all(connection)
                .await?;
            Ok(rows.iter().map(read_sitter).collect())
        }))
    }

    fn unsettled(&self, limit: u32) -> Answer<'_, Vec<String>> {
        Box::pin(self.run(async move |connection| {
            sqlx::query_scalar(
                "select distinct table_id from sitters join tables on id = table_id \
                 where state = 1 and phase = $1 limit $2",
            )
            .bind(Phase::Over as i16)
            .bind(i64::from(limit))
            .fetch_all(connection)
            .await
        }))
    }

    fn settle<'a>(&'a self, table: &'a str) -> Answer<'a, ()> {
        Box::pin(self.run(async move |connection| settle(connection, table).await))
    }

    fn rate<'a>(&'a self, result: &'a RatedResult) -> Answer<'a, Rated> {
        Box::pin(self.run(async move |connection| {
            let mut transaction = connection.begin().await?;
            let counted = sqlx::query(
                "insert into results (table_id, game, at, body) values ($1, $2, $3, $4) on conflict do nothing",
            )
            .bind(&result.table)
            .bind(&result.game)
            .bind(result.at)
            .bind(&result.body)
            .execute(&mut *transaction)
            .await?;
            if counted.rows_affected() == 0 {
                settle(&mut transaction, &result.table).await?;
                transaction.commit().await?;
                return Ok(Rated::Already);
            }
            // In one order, so that two results never wait for each other.
            let mut ratings: Vec<&Rating> = result.ratings.iter().collect();
            ratings.sort_by(|one, other| one.player.cmp(&other.player));
            for rating in ratings {
                let written = sqlx::query(
                    "insert into ratings (game, player, mean, deviation, games) \
                     select $1, $2, $3, $4, $5::integer where $5 = 1 or exists \
                         (select 1 from ratings where game = $1 and player = $2) \
                     on conflict (game, player) do update \
                     set mean = excluded.mean, deviation = excluded.deviation, games = excluded.games \
                     where ratings.games + 1 = excluded.games",
                )
                .bind(&result.game)
                .bind(&rating.player)
                .bind(rating.mean)
                .bind(rating.deviation)
                .bind(rating.games as i32)
                .execute(&mut *transaction)
                .await?;
                if written.rows_affected() == 0 {
                    transaction.rollback().await?;
                    return Ok(Rated::Conflict);
                }
            }
            for (seat, player) in &result.players {
                sqlx::query("insert into rated (table_id, seat, player) values ($1, $2, $3)")
                    .bind(&result.table)
                    .bind(i16::from(*seat))
                    .bind(player)
                    .execute(&mut *transaction)
                    .await?;
            }
            settle(&mut transaction, &result.table).await?;
            transaction.commit().await?;
            Ok(Rated::Counted)
        }))
    }

    fn ratings<'a>(&'a self, game: &'a str, players: &'a [String]) -> Answer<'a, Vec<Rating>> {
        Box::pin(self.run(async move |connection| {
            let rows = sqlx::query(
                "select player, mean, deviation, games from ratings where game = $1 and player = any($2)",
            )
            .bind(game)
            .bind(players)
            .fetch_all(connection)
            .await?;
            Ok(rows.iter().map(read_rating).collect())
        }))
    }

    fn ratings_of<'a>(&'a self, player: &'a str) -> Answer<'a, Vec<(String, Rating)>> {
        Box::pin(self.run(async move |connection| {
            let rows = sqlx::query(
                "select player, mean, deviation, games, game from ratings where player = $1 order by game",
            )
            .bind(player)
            .fetch_all(connection)
            .await?;
            Ok(rows.iter().map(|row| (row.get(4), read_rating(row))).collect())
        }))
    }

    fn results_of<'a>(&'a self, game: &'a str, player: &'a str) -> Answer<'a, Vec<(u8, String)>> {
        Box::pin(self.run(async move |connection| {
            let rows: Vec<(i16, String)> = sqlx::query_as(
                "select seat, body from rated join results using (table_id) \
                 where player = $1 and game = $2 order by at, table_id",
            )
            .bind(player)
            .bind(game)
            .fetch_all(connection)
            .await?;
            Ok(rows.into_iter().map(|(seat, body)| (seat as u8, body)).collect())
        }))
    }

    fn begin_daily<'a>(&'a self, daily: &'a DailyTry) -> Answer<'a, DailyTry> {
        Box::pin(self.run(async move |connection| {
            sqlx::query(
                "insert into dailies (day, player, name, table_id, score, at, state) \
                 values ($1, $2, $3, $4, $5, $6, case when $5::integer is null then 0 else 1 end) \
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
                "select day, player, name, table_id, score, at from dailies where day = $1 and player = $2",
            )
            .bind(&daily.day)
            .bind(&daily.player)
            .fetch_one(connection)
            .await?;
            Ok(read_daily(&kept))
        }))
    }

    fn end_daily<'a>(&'a self, day: &'a str, player: &'a str, end: DailyEnd, at: Millis) -> Answer<'a, ()> {
        let (score, state) = match end {
            DailyEnd::Score(score) => (Some(score), 1_i16),
            DailyEnd::Nothing => (None, 2),
        };
        Box::pin(self.run(async move |connection| {
            sqlx::query(
                "update dailies set score = $1, at = $2, state = $3 where day = $4 and player = $5 and state = 0",
            )
            .bind(score)
            .bind(at)
            .bind(state)
            .bind(day)
            .bind(player)
            .execute(connection)
            .await?;
            Ok(())
        }))
    }

    fn daily_try<'a>(&'a self, day: &'a str, player: &'a str) -> Answer<'a, Option<(DailyTry, bool)>> {
        Box::pin(self.run(async move |connection| {
            let row = sqlx::query(
                "select day, player, name, table_id, score, at, state from dailies where day = $1 and player = $2",
            )
            .bind(day)
            .bind(player)
            .fetch_optional(connection)
            .await?;
            Ok(row.map(|row| (read_daily(&row), row.get::<i16, _>(6) == 0)))
        }))
    }

    fn unsettled_dailies(&self, limit: u32) -> Answer<'_, Vec<DailyTry>> {
        Box::pin(self.run(async move |connection| {
            let rows = sqlx::query(
                "select day, player, name, table_id, score, at from dailies join tables on id = table_id \
                 where state = 0 and phase = $1 limit $2",
            )
            .bind(Phase::Over as i16)
            .bind(i64::from(limit))
            .fetch_all(connection)
            .await?;
            Ok(rows.iter().map(read_daily).collect())
        }))
    }

    fn daily_days<'a>(&'a self, before: &'a str, limit: u32) -> Answer<'a, Vec<String>> {
        Box::pin(self.run(async move |connection| {
            sqlx::query_scalar(
                "select distinct day from dailies where state = 1 and day < $1 order by day desc limit $2",
            )
            .bind(before)
            .bind(i64::from(limit))
            .fetch_all(connection)
            .await
        }))
    }

    fn daily_board<'a>(&'a self, day: &'a str) -> Answer<'a, Vec<DailyTry>> {
        Box::pin(self.run(async move |connection| {
            let rows = sqlx::query(
                "select day, player, name, table_id, score, at from dailies \
                 where day = $1 and score is not null order by score desc, at",
            )
            .bind(day)
            .fetch_all(connection)
            .await?;
            Ok(rows.iter().map(read_daily).collect())
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
