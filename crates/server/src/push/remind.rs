//! Reminds people of tables that wait for them.
//!
//! When somebody may have to be reminded stands beside the table in the store. Whoever moves that first reminds; if they die,
//! it is due again a little later. A reminder that is sent twice replaces the first one.

use std::collections::BTreeMap;
use std::sync::Arc;

use finaud_online::{OnlineTable, Reminder, SharedGame, Stage, TableId};
use finaud_rules::Seat;

use super::endpoint::Endpoint;
use super::send::{Delivery, Push, Pusher};
use super::{Notice, SubscriptionBody};
use crate::log::read_log;
use crate::node::{Node, NotReplayed};
use crate::store::{self, StoreError};

/// How many tables are looked at in one go.
const AT_ONCE: u32 = 50;
/// How long whoever has taken a reminder has it for themselves.
const LEASE: i64 = 60_000;
/// Whoever looks at the table is looked for again after this.
const LOOK_AGAIN: i64 = 120_000;
/// How long a push service keeps a message at most, in seconds: a month.
const KEPT_FOR: u64 = 30 * 24 * 3_600;

/// What was told, by seats: the decision and the stage.
type Told = BTreeMap<u8, (u32, u8)>;

/// Sends all reminders that are due.
pub(crate) async fn remind_all(node: &Arc<Node>, pusher: &Arc<Pusher>) -> Result<(), StoreError> {
    let now = node.now().0 as i64;
    let mut tasks = tokio::task::JoinSet::new();
    for due in node.store().reminders(now, AT_ONCE).await? {
        let mine = store::Reminder {
            at: now + LEASE,
            ..due.clone()
        };
        if node.store().move_reminder(&due, Some(mine.at), &due.told).await? {
            // A push service that is slow is in nobody else's way.
            let (node, pusher) = (Arc::clone(node), Arc::clone(pusher));
            tasks.spawn(async move { remind(&node, &pusher, &mine).await });
        }
    }
    while let Some(done) = tasks.join_next().await {
        if let Ok(Err(error)) = done {
            node.unavailable(&error);
        }
    }
    Ok(())
}

async fn remind(node: &Arc<Node>, pusher: &Pusher, mine: &store::Reminder) -> Result<(), StoreError> {
    let log = read_log(node.store(), &mine.table).await?;
    let table = match node.replay(&log).await {
        Ok(table) => Some(table),
        Err(NotReplayed::Store(error)) => return Err(error),
        Err(NotReplayed::Log(_)) => None,
    };
    let (Some(table), Ok(id)) = (table, mine.table.parse::<TableId>()) else {
        node.store().move_reminder(mine, None, "").await?;
        return Ok(());
    };
    let now = node.now();
    let mut told: Told = serde_json::from_str(&mine.told).unwrap_or_default();
    let waiting = table.reminders();
    told.retain(|seat, (decision, _)| {
        waiting
            .iter()
            .any(|reminder| reminder.seat.0 == *seat && reminder.decision == *decision)
    });
    let is_new = |told: &Told, reminder: &Reminder| {
        told.get(&reminder.seat.0)
            .is_none_or(|(_, stage)| *stage < reminder.stage as u8)
    };
    let due: Vec<Reminder> = waiting
        .iter()
        .filter(|reminder| reminder.at <= now && is_new(&told, reminder))
        .copied()
        .collect();
    let here = match due.is_empty() {
        true => Vec::new(),
        false => node.who_looks(id).await,
    };
    let mut again = None;
    for reminder in due {
        if here.contains(&reminder.seat) {
            again = Some(now.0 as i64 + LOOK_AGAIN);
            continue;
        }
        push_to_seat(node, pusher, &table, reminder).await?;
        told.insert(reminder.seat.0, (reminder.decision, reminder.stage as u8));
    }
    let later = waiting
        .iter()
        .filter(|reminder| reminder.at > now && is_new(&told, reminder))
        .map(|reminder| reminder.at.0 as i64);
    let next = later.chain(again).min();
    let told = serde_json::to_string(&told).unwrap_or_default();
    node.store().move_reminder(mine, next, &told).await?;
    Ok(())
}

async fn push_to_seat(
    node: &Arc<Node>,
    pusher: &Pusher,
    table: &OnlineTable,
    reminder: Reminder,
) -> Result<(), StoreError> {
    let now = node.now().0;
    let id = table.id().to_string();
    let seat: Seat = reminder.seat;
    let until = table.deadline(seat).map(|deadline| deadline.0);
    for subscription in node.store().subscriptions(&id, seat.0).await? {
        let body: Option<SubscriptionBody> = serde_json::from_str(&subscription.body).ok();
        let endpoint = Endpoint::read(&subscription.endpoint, pusher.reach()).ok();
        let keys = body.as_ref().and_then(SubscriptionBody::keys);
        let (Some(body), Some(endpoint), Some(keys)) = (body, endpoint, keys) else {
            node.store().unsubscribe(&subscription.endpoint, None).await?;
            continue;
        };
        let notice = Notice {
            v: 1,
            table: id.clone(),
            game: table.settings().game.clone(),
            sheet: table.settings().sheet.and_then(|_| sheet_name(table.game())),
            name: table
                .seat(seat)
                .map(|place| place.name.clone())
                .unwrap_or_default(),
            what: match reminder.stage {
                Stage::Waits => "waits".into(),
                Stage::Presses => "presses".into(),
            },
            lang: body.lang,
            until,
        };
        let message = serde_json::to_vec(&notice).unwrap_or_default();
        let push = Push {
            endpoint: &endpoint,
            keys: &keys,
            message: &message,
            topic: &id,
            ttl: until.map_or(KEPT_FOR, |until| {
                (until.saturating_sub(now) / 1_000).clamp(60, KEPT_FOR)
            }),
            is_urgent: reminder.stage == Stage::Presses,
        };
        match pusher.send(&push, now / 1_000).await {
            Delivery::Gone => node.store().unsubscribe(&subscription.endpoint, None).await?,
            Delivery::Taken => crate::metrics::count(&node.metrics.pushed),
            Delivery::Failed => crate::metrics::count(&node.metrics.push_failures),
        }
    }
    Ok(())
}

/// What the sheet of a game is called.
fn sheet_name(game: &SharedGame) -> Option<String> {
    match game {
        SharedGame::Dice(game) => Some(game.sheet().name.clone()),
        SharedGame::Push(_) => None,
    }
}
