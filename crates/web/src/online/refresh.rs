//! What the server says about the tables of the person at this device, for the list on the first page.

use finaud_online::{Phase, View};
use serde::Deserialize;

use crate::fetch;
use crate::my_tables::{self, MyTable, TablePhase};

/// What a server says about a table.
#[derive(Deserialize)]
struct TableAnswer {
    view: View,
}

/// Asks the server how the tables stand, and keeps that. Says whether anything is different now.
pub async fn refresh() -> bool {
    let mut changed = false;
    for mut table in my_tables::kept().into_iter().filter(MyTable::may_change) {
        let address = format!("./api/t/{}?since={}", table.id, u32::MAX);
        let Some((status, text)) = fetch::ask("GET", &address, table.key.as_deref(), None).await else {
            return changed;
        };
        let before = table.clone();
        match (status, serde_json::from_str::<TableAnswer>(&text)) {
            (200, Ok(answer)) => take(&mut table, &answer.view),
            // It was swept away, or our seat was given to somebody else.
            (403 | 404, _) if text.contains("\"refused\"") => {
                MyTable::forget(&table.id);
                changed = true;
                continue;
            }
            _ => return changed,
        }
        if table != before {
            table.save();
            table.keep_rematch();
            changed = true;
        }
    }
    changed
}

/// Takes over what a server says about a table.
fn take(table: &mut MyTable, view: &View) {
    let own = view.you.seat;
    let mine = view.seats.iter().find(|seat| Some(seat.seat) == own);
    table.asked = mine.is_some_and(|seat| seat.asked);
    table.deadline = mine
        .and_then(|seat| seat.deadline)
        .map(|deadline| deadline.0 as f64);
    table.seat = own.map(|seat| seat.0);
    table.others = view
        .seats
        .iter()
        .filter(|seat| Some(seat.seat) != own && !seat.name.is_empty())
        .map(|seat| seat.name.clone())
        .collect();
    table.game.clone_from(&view.settings.game);
    table.sheet = view.settings.sheet.map(|sheet| sheet.to_string());
    table.phase = phase_of(view.phase);
    table.changed = view.touched.0 as f64;
    table.next = view.next.map(|next| next.to_string());
}

/// What a table is doing, as a list says it.
pub(super) fn phase_of(phase: Phase) -> TablePhase {
    match phase {
        Phase::Open => TablePhase::Open,
        Phase::Seeding => TablePhase::Seeding,
        Phase::Playing => TablePhase::Playing,
        Phase::Over => TablePhase::Over,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::my_tables::Waits;

    #[test]
    fn what_waits_is_read_from_what_a_server_says() {
        let commitment = "00".repeat(32);
        let answer = format!(
            r#"{{"seq":9,"view":{{"table":"0123456789abcdef","seq":9,"touched":5000,"phase":"playing",
            "settings":{{"game":"push","players":2}},"host":1,"draws":1,"commitment":"{commitment}",
            "seats":[{{"seat":1,"kind":"person","name":"Ada","asked":false,"committed":true,"shown":true}},
            {{"seat":2,"kind":"person","name":"Bo","asked":true,"deadline":9000,"committed":true,"shown":true}}],
            "you":{{"seat":2,"at":3}}}},"events":[]}}"#
        );
        let mut table = MyTable {
            id: "0123456789abcdef".into(),
            ..MyTable::default()
        };
        let answer: TableAnswer = serde_json::from_str(&answer).unwrap();
        take(&mut table, &answer.view);
        assert_eq!(table.waits(), Some(Waits::Turn));
        assert_eq!((table.seat, table.deadline), (Some(1), Some(9000.0)));
        assert_eq!(table.others, ["Ada"]);
        assert_eq!(table.game, "push");
    }
}
