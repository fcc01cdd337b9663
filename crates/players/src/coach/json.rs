//! An analysis as plain JSON.

use finaud_record::Notation;
use serde_json::{Value, json};

use super::{Advice, Analysis, Outlook};

/// Points are told to a thousandth, chances to a hundred-thousandth: everything below depends on how a machine rounds.
pub(crate) fn points(value: f64) -> Value {
    rounded(value, 1e3)
}

/// A chance to win, or a part of one.
pub(crate) fn chance(value: Option<f64>) -> Value {
    value.map_or(Value::Null, |value| rounded(value, 1e5))
}

fn rounded(value: f64, places: f64) -> Value {
    // Adding 0 turns −0 into 0.
    json!((value * places).round() / places + 0.0)
}

impl Outlook {
    /// `{"points":231.4,"win":0.5}`.
    pub fn json(&self) -> Value {
        json!({ "points": points(self.points), "win": chance(self.win) })
    }
}

impl<A: Copy> Analysis<A> {
    /// Everything that is said.
    pub fn json<G: Notation<Action = A>>(&self, game: &G) -> Value {
        let actions: Vec<Value> = self.advice.iter().map(|advice| advice.json(game)).collect();
        json!({
            "seat": u16::from(self.seat.0) + 1,
            "points": points(self.outlook.points),
            "win": chance(self.outlook.win),
            "nodes": self.nodes,
            "actions": actions,
        })
    }
}

impl<A: Copy> Advice<A> {
    /// One action.
    pub fn json<G: Notation<Action = A>>(&self, game: &G) -> Value {
        json!({
            "action": game.action_text(self.action),
            "number": game.action_index(self.action),
            "points": points(self.outlook.points),
            "win": chance(self.outlook.win),
            "loss": points(self.loss),
            "win_loss": chance(self.win_loss),
            "outcomes": self.outcomes,
            "why": self.why,
        })
    }
}
