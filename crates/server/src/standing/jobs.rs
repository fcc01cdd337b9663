//! What is done beside the tables, by any node: results, tries, reminders.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use super::{daily, results};
use crate::node::Node;
use crate::push::{PushService, remind_all};

/// How often is looked for something to do.
const ROUND: Duration = Duration::from_secs(2);
/// How often is looked whether a day is over.
const DAYS: Duration = Duration::from_secs(60);

/// Looks after all of it until the node stops.
pub(crate) async fn run(node: Arc<Node>, push: Arc<PushService>) {
    let mut next_days = Instant::now();
    loop {
        let round = async {
            if let Ok(pusher) = push.pusher(&node).await {
                remind_all(&node, &pusher).await?;
            }
            results::settle_results(&node).await?;
            daily::settle_tries(&node).await
        };
        if let Err(error) = round.await {
            node.unavailable(&error);
        }
        if Instant::now() >= next_days {
            next_days = Instant::now() + DAYS;
            let _ = daily::play_masters(&node).await;
        }
        let pause = ROUND + Duration::from_millis(node.jitter(1_000));
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            () = node.stop_token().cancelled() => return,
        }
    }
}
