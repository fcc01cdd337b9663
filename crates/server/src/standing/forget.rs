//! Forgetting somebody: their name goes from the logs of their tables, and everything else that is kept of them.

use finaud_online::{Event, KeyHash};

use crate::log::{read_log, row_of};
use crate::node::{Node, NotReplayed};
use crate::store::StoreError;

/// Whoever was not here for so long is forgotten, in milliseconds: 400 days, so that a game a year is enough to be known.
const KEPT_FOR: i64 = 400 * 24 * 3_600_000;
/// How many are forgotten in one go.
const AT_ONCE: u32 = 100;

/// Forgets those who have not come back for too long, as if they had asked for it.
pub(crate) async fn forget_absent(node: &Node) -> Result<(), StoreError> {
    let before = node.now().0 as i64 - KEPT_FOR;
    let absent = node.store().players_absent_since(before, AT_ONCE).await?;
    for player in &absent {
        forget(node, player).await?;
    }
    if !absent.is_empty() {
        tracing::info!(count = absent.len(), "players were forgotten");
    }
    Ok(())
}

/// Forgets a player. What they played stays, as the seat they had. Asked again, it goes on where it was interrupted.
pub(crate) async fn forget(node: &Node, player: &str) -> Result<(), StoreError> {
    let store = node.store();
    for sat in store.seats_of(player).await? {
        let Ok(key) = sat.seat_key.parse() else { continue };
        forget_name(node, &sat.table, &key).await?;
    }
    store.forget(player).await
}

/// Empties the name of whoever had this key wherever the log has it.
async fn forget_name(node: &Node, table: &str, key: &KeyHash) -> Result<(), StoreError> {
    let log = read_log(node.store(), table).await?;
    let mut online = match node.replay(log.get(..1).unwrap_or_default()).await {
        Ok(online) => online,
        Err(NotReplayed::Store(error)) => return Err(error),
        Err(NotReplayed::Log(_)) => return Ok(()),
    };
    for row in log.iter().skip(1) {
        if online.apply(row).is_err() {
            return Ok(());
        }
        let is_theirs = |seat| online.seat(seat).and_then(|place| place.key_hash()) == Some(key);
        let empty = match Event::read(&row.entry.body) {
            Some(Event::Sat { seat, name }) if is_theirs(seat) && !name.is_empty() => Event::Sat {
                seat,
                name: String::new(),
            },
            Some(Event::Named { seat, name }) if is_theirs(seat) && !name.is_empty() => Event::Named {
                seat,
                name: String::new(),
            },
            _ => continue,
        };
        let kept = row_of(row);
        node.store().redact(table, kept.seq, &empty.text()).await?;
    }
    // Whoever was notified before they were known is forgotten as well.
    let theirs = online.all_seats().filter(|seat| {
        let place = online.seat(*seat);
        place.and_then(|place| place.key_hash()) == Some(key)
    });
    for seat in theirs {
        for subscription in node.store().subscriptions(table, seat.0).await? {
            node.store()
                .unsubscribe(&subscription.endpoint, Some(table))
                .await?;
        }
    }
    Ok(())
}
