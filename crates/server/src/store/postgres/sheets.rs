//! What is posted for tables, in PostgreSQL.

use sqlx::Row as _;

use super::super::{Answer, Millis, Phase, Posted, PostedFile, SheetStore};
use super::PostgresStore;

impl SheetStore for PostgresStore {
    fn post<'a>(&'a self, file: &'a PostedFile, room: u64) -> Answer<'a, Posted> {
        Box::pin(self.run(async move |connection| {
            // Nodes that post at once may each find room for the last file: a little too much harms nobody.
            let kept = sqlx::query(
                "insert into posted (hash, sheet, bytes, used, body) select $1, $2, $3, $4, $5 \
                 where (select coalesce(sum(bytes), 0) from posted) + $3 <= $6 on conflict do nothing",
            )
            .bind(&file.hash)
            .bind(file.sheet.as_deref())
            .bind(file.body.len() as i32)
            .bind(file.used)
            .bind(&file.body)
            .bind(i64::try_from(room).unwrap_or(i64::MAX))
            .execute(&mut *connection)
            .await?;
            if kept.rows_affected() > 0 {
                return Ok(Posted::New);
            }
            let known = sqlx::query("update posted set used = greatest(used, $1) where hash = $2")
                .bind(file.used)
                .bind(&file.hash)
                .execute(&mut *connection)
                .await?;
            Ok(if known.rows_affected() > 0 {
                Posted::Known
            } else {
                Posted::NoRoom
            })
        }))
    }

    fn posted<'a>(&'a self, hash: &'a str) -> Answer<'a, Option<PostedFile>> {
        Box::pin(self.run(async move |connection| {
            let row = sqlx::query("select hash, sheet, used, body from posted where hash = $1")
                .bind(hash)
                .fetch_optional(connection)
                .await?;
            Ok(row.map(|row| PostedFile {
                hash: row.get(0),
                sheet: row.get(1),
                used: row.get(2),
                body: row.get(3),
            }))
        }))
    }

    fn use_posted<'a>(&'a self, hash: &'a str, at: Millis) -> Answer<'a, bool> {
        Box::pin(self.run(async move |connection| {
            let used = sqlx::query("update posted set used = greatest(used, $1) where hash = $2")
                .bind(at)
                .bind(hash)
                .execute(connection)
                .await?;
            Ok(used.rows_affected() > 0)
        }))
    }

    fn forget_posted(&self, unused: Millis, over: Millis) -> Answer<'_, u64> {
        Box::pin(self.run(async move |connection| {
            let gone = sqlx::query(
                "delete from posted where used < $1 and not exists ( \
                     select 1 from tables where posted.sheet is null and tables.sheet = posted.hash) \
                 and not exists ( \
                     select 1 from tables where posted.sheet is not null and tables.weights = posted.hash \
                     and (phase in ($3, $4) or touched >= $2))",
            )
            .bind(unused)
            .bind(over)
            .bind(Phase::Open as i16)
            .bind(Phase::Playing as i16)
            .execute(connection)
            .await?;
            Ok(gone.rows_affected())
        }))
    }
}
