//! What is done beside the tables, by any node: results, tries, reminders. None of it waits for another.

use std::sync::Arc;
use std::time::Duration;

use super::{daily, forget, results};
use crate::node::Node;
use crate::push::{PushService, remind_all};
use crate::store::StoreError;

/// How often is looked for something to do, in milliseconds.
const ROUND: u64 = 2_000;
/// How often is looked whether a day is over.
const DAYS: u64 = 60_000;

/// How often is looked for people who do not come back.
const ABSENT: u64 = 600_000;

/// Looks after all of it until the node stops.
pub(crate) fn start(node: &Arc<Node>, push: &Arc<PushService>) {
    node.spawn(again(Arc::clone(node), ROUND, async |node| {
        results::settle_results(node).await?;
        daily::settle_tries(node).await?;
        Ok(())
    }));
    let push = Arc::clone(push);
    node.spawn(again(Arc::clone(node), ROUND, async move |node| {
        let pusher = push.pusher(node).await?;
        remind_all(node, &pusher).await
    }));
    node.spawn(again(Arc::clone(node), ABSENT, async |node| {
        forget::forget_absent(node).await
    }));
    node.spawn(again(Arc::clone(node), DAYS, async |node| {
        // What fails is tried again, and has said why.
        let _ = daily::play_masters(node).await;
        Ok(())
    }));
}

async fn again<F>(node: Arc<Node>, pause: u64, work: F)
where
    F: AsyncFn(&Arc<Node>) -> Result<(), StoreError>,
{
    loop {
        if let Err(error) = work(&node).await {
            node.unavailable(&error);
        }
        let pause = Duration::from_millis(pause + node.jitter(pause / 2));
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            () = node.stop_token().cancelled() => return,
        }
    }
}
