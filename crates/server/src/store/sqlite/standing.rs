//! What belongs to people.

use sqlx::Row as _;
use sqlx::sqlite::{SqliteConnection, SqliteRow};

use super::super::{
    Agreement, Answer, DailyEnd, DailyTry, Millis, Phase, Player, Rated, RatedResult, Rating, Reminder,
    SitterRow, StandingStore, Subscription,
};
use super::{SqliteStore, as_json};

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

async fn settle(connection: &mut SqliteConnection, table: &str) -> Result<(), sqlx::Error> {
    sqlx::query("update sitters set state = 2 where table_id = ? and state = 1")
        .bind(table)
        .execute(connection)
        .await?;
    Ok(())
}

fn read_sitter(row: &SqliteRow) -> SitterRow {
    SitterRow {
        table: row.get(0),
        seat_key: row.get(1),
        player: row.get(2),
        rating: Agreement::of(row.get(3)),
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

impl StandingStore for SqliteStore {
    fn subscribe<'a>(&'a self, subscription: &'a Subscription) -> Answer<'a, ()> {
        let subscription = subscription.clone();
        self.write(move |connection| {
            Box::pin(async move {
                sqlx::query(
                    "insert into subscriptions (endpoint, table_id, seat, player, body) values (?, ?, ?, ?, ?) \
                     on conflict (endpoint, table_id) do update \
                     set seat = excluded.seat, player = excluded.player, body = excluded.body",
                )
                .bind(subscription.endpoint)
                .bind(subscription.table)
                .bind(subscription.seat)
                .bind(subscription.player)
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
            let rows: Vec<(String, Option<String>, String)> = sqlx::query_as(
                "select endpoint, player, body from subscriptions where table_id = ? and seat = ?",
            )
            .bind(table)
            .bind(seat)
            .fetch_all(&self.readers)
            .await?;
            let subscriptions = rows.into_iter().map(|(endpoint, player, body)| Subscription {
                endpoint,
                table: table.to_owned(),
                seat,
                player,
                body,
            });
            Ok(subscriptions.collect())
        })
    }

    fn reminders(&self, now: Millis, limit: u32) -> Answer<'_, Vec<Reminder>> {
        Box::pin(async move {
            let rows: Vec<(String, Millis, String)> = sqlx::query_as(
                "select id, remind, told from tables \
                 where remind <= ? and exists (select 1 from subscriptions where table_id = id) \
                 order by remind limit ?",
            )
            .bind(now)
            .bind(limit)
            .fetch_all(&self.readers)
            .await?;
            let reminders = rows
                .into_iter()
                .map(|(table, at, told)| Reminder { table, at, told });
            Ok(reminders.collect())
        })
    }

    fn move_reminder<'a>(
        &'a self,
        reminder: &'a Reminder,
        to: Option<Millis>,
        told: &'a str,
    ) -> Answer<'a, bool> {
        let (reminder, told) = (reminder.clone(), told.to_owned());
        self.write(move |connection| {
            Box::pin(async move {
                let moved = sqlx::query("update tables set remind = ?, told = ? where id = ? and remind = ?")
                    .bind(to)
                    .bind(told)
                    .bind(reminder.table)
                    .bind(reminder.at)
                    .execute(connection)
                    .await?;
                Ok(moved.rows_affected() > 0)
            })
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

    fn players_absent_since(&self, before: Millis, limit: u32) -> Answer<'_, Vec<String>> {
        Box::pin(async move {
            let absent = sqlx::query_scalar("select id from players where seen < ? order by seen limit ?")
                .bind(before)
                .bind(limit)
                .fetch_all(&self.readers)
                .await?;
            Ok(absent)
        })
    }

    fn forget<'a>(&'a self, player: &'a str) -> Answer<'a, ()> {
        let player = player.to_owned();
        self.write(move |connection| {
            Box::pin(async move {
                for forget in [
                    "delete from players where id = ?",
                    "delete from ratings where player = ?",
                    "delete from dailies where player = ?",
                    "delete from sitters where player = ?",
                    "delete from subscriptions where player = ?",
                    "delete from rated where player = ?",
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

    fn know_sitter<'a>(&'a self, sitter: &'a SitterRow) -> Answer<'a, ()> {
        let sitter = sitter.clone();
        self.write(move |connection| {
            Box::pin(async move {
                let settled = sqlx::query_scalar::<_, i64>(
                    "select 1 from sitters where table_id = ? and seat_key = ? and state = 2",
                )
                .bind(&sitter.table)
                .bind(&sitter.seat_key)
                .fetch_optional(&mut *connection)
                .await?;
                if settled.is_some() {
                    return Ok(());
                }
                sqlx::query("delete from sitters where table_id = ? and (player = ? or seat_key = ?)")
                    .bind(&sitter.table)
                    .bind(&sitter.player)
                    .bind(&sitter.seat_key)
                    .execute(&mut *connection)
                    .await?;
                sqlx::query("insert into sitters (table_id, seat_key, player, state) values (?, ?, ?, ?)")
                    .bind(&sitter.table)
                    .bind(&sitter.seat_key)
                    .bind(&sitter.player)
                    .bind(sitter.rating as i64)
                    .execute(&mut *connection)
                    .await?;
                Ok(())
            })
        })
    }

    fn sitters<'a>(&'a self, table: &'a str) -> Answer<'a, Vec<SitterRow>> {
        Box::pin(async move {
            let rows =
                sqlx::query("select table_id, seat_key, player, state from sitters where table_id = ?")
                    .bind(table)
                    .fetch_all(&self.readers)
                    .await?;
            Ok(rows.iter().map(read_sitter).collect())
        })
    }

    fn seats_of<'a>(&'a self, player: &'a str) -> Answer<'a, Vec<SitterRow>> {
        Box::pin(async move {
            let rows = sqlx::query("select table_id, seat_key, player, state from sitters where player = ?")
                .bind(player)
                .fetch_all(&self.readers)
                .await?;
            Ok(rows.iter().map(read_sitter).collect())
        })
    }

    fn unsettled(&self, limit: u32) -> Answer<'_, Vec<String>> {
        Box::pin(async move {
            let tables = sqlx::query_scalar(
                "select distinct table_id from sitters join tables on id = table_id \
                 where state = 1 and phase >= ? limit ?",
            )
            .bind(Phase::Over as i64)
            .bind(limit)
            .fetch_all(&self.readers)
            .await?;
            Ok(tables)
        })
    }

    fn settle<'a>(&'a self, table: &'a str) -> Answer<'a, ()> {
        let table = table.to_owned();
        self.write(move |connection| Box::pin(async move { settle(connection, &table).await }))
    }

    fn rate<'a>(&'a self, result: &'a RatedResult) -> Answer<'a, Rated> {
        let result = result.clone();
        self.write(move |connection| {
            Box::pin(async move {
                let known = sqlx::query("select 1 from results where table_id = ?").bind(&result.table);
                if known.fetch_optional(&mut *connection).await?.is_some() {
                    settle(connection, &result.table).await?;
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
                for (seat, player) in &result.players {
                    sqlx::query("insert into rated (table_id, seat, player) values (?, ?, ?)")
                        .bind(&result.table)
                        .bind(seat)
                        .bind(player)
                        .execute(&mut *connection)
                        .await?;
                }
                settle(connection, &result.table).await?;
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

    fn ratings_of<'a>(&'a self, player: &'a str) -> Answer<'a, Vec<(String, Rating)>> {
        Box::pin(async move {
            let rows = sqlx::query(
                "select player, mean, deviation, games, game from ratings where player = ? order by game",
            )
            .bind(player)
            .fetch_all(&self.readers)
            .await?;
            Ok(rows.iter().map(|row| (row.get(4), read_rating(row))).collect())
        })
    }

    fn results_of<'a>(&'a self, game: &'a str, player: &'a str) -> Answer<'a, Vec<(u8, String)>> {
        Box::pin(async move {
            let rows = sqlx::query_as(
                "select seat, body from rated join results using (table_id) \
                 where player = ? and game = ? order by at, table_id",
            )
            .bind(player)
            .bind(game)
            .fetch_all(&self.readers)
            .await?;
            Ok(rows)
        })
    }

    fn begin_daily<'a>(&'a self, daily: &'a DailyTry) -> Answer<'a, DailyTry> {
        let daily = daily.clone();
        self.write(move |connection| {
            Box::pin(async move {
                sqlx::query(
                    "insert into dailies (day, player, name, table_id, score, at, state) \
                     values (?1, ?2, ?3, ?4, ?5, ?6, ?5 is not null) on conflict do nothing",
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

    fn end_daily<'a>(&'a self, day: &'a str, player: &'a str, end: DailyEnd, at: Millis) -> Answer<'a, ()> {
        let (day, player) = (day.to_owned(), player.to_owned());
        let (score, state) = match end {
            DailyEnd::Score(score) => (Some(score), 1),
            DailyEnd::Nothing => (None, 2),
        };
        self.write(move |connection| {
            Box::pin(async move {
                sqlx::query(
                    "update dailies set score = ?, at = ?, state = ? where day = ? and player = ? and state = 0",
                )
                .bind(score)
                .bind(at)
                .bind(state)
                .bind(day)
                .bind(player)
                .execute(connection)
                .await?;
                Ok(())
            })
        })
    }

    fn daily_try<'a>(&'a self, day: &'a str, player: &'a str) -> Answer<'a, Option<(DailyTry, bool)>> {
        Box::pin(async move {
            let row = sqlx::query(
                "select day, player, name, table_id, score, at, state from dailies where day = ? and player = ?",
            )
            .bind(day)
            .bind(player)
            .fetch_optional(&self.readers)
            .await?;
            Ok(row.map(|row| (read_daily(&row), row.get::<i64, _>(6) == 0)))
        })
    }

    fn unsettled_dailies(&self, limit: u32) -> Answer<'_, Vec<DailyTry>> {
        Box::pin(async move {
            let rows = sqlx::query(
                "select day, player, name, table_id, score, at from dailies join tables on id = table_id \
                 where state = 0 and phase >= ? limit ?",
            )
            .bind(Phase::Over as i64)
            .bind(limit)
            .fetch_all(&self.readers)
            .await?;
            Ok(rows.iter().map(read_daily).collect())
        })
    }

    fn daily_days<'a>(&'a self, before: &'a str, limit: u32) -> Answer<'a, Vec<String>> {
        Box::pin(async move {
            let days = sqlx::query_scalar(
                "select distinct day from dailies where state = 1 and day < ? order by day desc limit ?",
            )
            .bind(before)
            .bind(limit)
            .fetch_all(&self.readers)
            .await?;
            Ok(days)
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
}
