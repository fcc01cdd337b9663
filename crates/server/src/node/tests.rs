use super::*;
use crate::store::MemoryStore;

#[tokio::test]
async fn a_table_whose_task_has_died_is_woken_again() {
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
    let (inbox, messages) = table::inbox();
    drop(messages);
    node.live().insert(table, inbox);
    let look = tokio::time::timeout(Duration::from_secs(20), node.look(table, None, 0)).await;
    let look = look.expect("an answer, sooner or later");
    assert_eq!(look.map(|look| look.seq), Ok(2));
}
