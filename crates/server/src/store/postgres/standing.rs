//! What belongs to people.

use sqlx::postgres::{PgConnection, PgRow};
use sqlx::{Connection as _, Row as _};

use super::super::{
    Agreement, Answer, DailyEnd, DailyTry, Millis, Phase, Player, Rated, RatedResult, Rating, Reminder,
    SitterRow, StandingStore, Subscription,
};
use super::PostgresStore;

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

impl StandingStore for PostgresStore {
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
            let reminders = rows
                .into_iter()
                .map(|(table, at, told)| Reminder { table, at, told });
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

    fn players_absent_since(&self, before: Millis, limit: u32) -> Answer<'_, Vec<String>> {
        Box::pin(self.run(async move |connection| {
            sqlx::query_scalar("select id from players where seen < $1 order by seen limit $2")
                .bind(before)
                .bind(i64::from(limit))
                .fetch_all(connection)
                .await
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
                 where state = 1 and phase >= $1 limit $2",
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
                 where state = 0 and phase >= $1 limit $2",
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
}
