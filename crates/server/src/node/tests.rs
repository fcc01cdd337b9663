use finaud_online::{Act, Command};

use super::*;
use crate::store::MemoryStore;

/// A node, and a table at which somebody sits.
async fn node_with_table() -> (Arc<Node>, TableId) {
    let node = Node::start(Parts {
        store: Arc::new(MemoryStore::new()),
        bus: Bus::local(),
        limits: Limits::DEFAULT,
        clock: Clock::System,
        random: system_random(),
        thinkers: Thinkers::Here,
    });
    let opening = Opening {
        settings: finaud_online::Settings::plain("push", 2),
        name: "Ada".into(),
        key: Key([1; 16]).hash(),
        join: Key([2; 16]).hash(),
    };
    let (table, _) = node.open(CommandId([3; 16]), &opening).await.expect("a table");
    (node, table)
}

#[tokio::test]
async fn a_table_that_is_given_up_without_a_game_does_not_stay_for_ever() {
    let (node, table) = node_with_table().await;
    let give_up = Command::new(CommandId([4; 16]), 0, Act::Abandon {});
    let given_up = node.act(table, Some(Key([1; 16])), give_up).await;
    assert_eq!(given_up, Ok(3));
    let now = node.now().0 as i64;
    assert_eq!(node.store().expire(now - OPEN_FOR, 0).await.expect("a store"), 0);
    assert_eq!(node.store().expire(now + 1_000, 0).await.expect("a store"), 1);
}

#[tokio::test]
async fn a_table_whose_task_has_died_is_woken_again() {
    let (node, table) = node_with_table().await;
    let (inbox, messages) = table::inbox();
    drop(messages);
    node.live().insert(table, inbox);
    let look = tokio::time::timeout(Duration::from_secs(20), node.look(table, None, 0)).await;
    let look = look.expect("an answer, sooner or later");
    assert_eq!(look.map(|look| look.seq), Ok(2));
}
