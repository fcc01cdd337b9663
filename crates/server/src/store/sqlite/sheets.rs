//! What is posted for tables, in SQLite.

use sqlx::Row as _;

use super::super::{Answer, Millis, Phase, Posted, PostedFile, SheetStore};
use super::SqliteStore;

impl SheetStore for SqliteStore {
    fn post<'a>(&'a self, file: &'a PostedFile, room: u64) -> Answer<'a, Posted> {
        let file = file.clone();
        self.write(move |connection| {
            Box::pin(async move {
                let known = sqlx::query("update posted set used = max(used, ?) where hash = ?")
                    .bind(file.used)
                    .bind(&file.hash)
                    .execute(&mut *connection)
                    .await?;
                if known.rows_affected() > 0 {
                    return Ok(Posted::Known);
                }
                let bytes = file.body.len() as i64;
                let kept = sqlx::query(
                    "insert into posted (hash, sheet, bytes, used, body) select ?1, ?2, ?3, ?4, ?5 \
                     where (select coalesce(sum(bytes), 0) from posted) + ?3 <= ?6",
                )
                .bind(&file.hash)
                .bind(file.sheet.as_deref())
                .bind(bytes)
                .bind(file.used)
                .bind(&file.body)
                .bind(i64::try_from(room).unwrap_or(i64::MAX))
                .execute(&mut *connection)
                .await?;
                Ok(if kept.rows_affected() > 0 {
                    Posted::New
                } else {
                    Posted::NoRoom
                })
            })
        })
    }

    fn posted<'a>(&'a self, hash: &'a str) -> Answer<'a, Option<PostedFile>> {
        Box::pin(async move {
            let row = sqlx::query("select hash, sheet, used, body from posted where hash = ?")
                .bind(hash)
                .fetch_optional(&self.readers)
                .await?;
            Ok(row.map(|row| PostedFile {
                hash: row.get(0),
                sheet: row.get(1),
                used: row.get(2),
                body: row.get(3),
            }))
        })
    }

    fn use_posted<'a>(&'a self, hash: &'a str, at: Millis) -> Answer<'a, bool> {
        let hash = hash.to_owned();
        self.write(move |connection| {
            Box::pin(async move {
                let used = sqlx::query("update posted set used = max(used, ?) where hash = ?")
                    .bind(at)
                    .bind(hash)
                    .execute(connection)
                    .await?;
                Ok(used.rows_affected() > 0)
            })
        })
    }

    fn forget_posted(&self, unused: Millis, over: Millis) -> Answer<'_, u64> {
        self.write(move |connection| {
            Box::pin(async move {
                let gone = sqlx::query(
                    "delete from posted where used < ?1 and not exists ( \
                         select 1 from tables where posted.sheet is null and tables.sheet = posted.hash) \
                     and not exists ( \
                         select 1 from tables where posted.sheet is not null and tables.weights = posted.hash \
                         and (phase in (?3, ?4) or touched >= ?2))",
                )
                .bind(unused)
                .bind(over)
                .bind(Phase::Open as i64)
                .bind(Phase::Playing as i64)
                .execute(connection)
                .await?;
                Ok(gone.rows_affected())
            })
        })
    }
}
