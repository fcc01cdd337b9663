//! A review as plain JSON, for an app.

use serde_json::{Value, json};

use super::{Alternative, Moment, Part, Review, Sums};
use crate::coach::Outlook;

impl Part {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Part::Own => "own",
            Part::Others => "others",
            Part::Luck => "luck",
        }
    }
}

/// All digits: so that the parts add up for whoever adds them.
fn outlook(outlook: &Outlook) -> Value {
    json!({ "points": outlook.points, "win": outlook.win })
}

fn sums(start: f64, sums: &Sums, end: f64) -> Value {
    json!({
        "start": start,
        "luck": sums.luck,
        "others": sums.others,
        "losses": sums.losses,
        "end": end,
    })
}

impl Review {
    /// Everything the review says.
    pub fn json(&self) -> Value {
        let win = match (self.start.win, &self.win, self.end.win) {
            (Some(start), Some(parts), Some(end)) => sums(start, parts, end),
            _ => Value::Null,
        };
        json!({
            "game": self.game,
            "players": self.players,
            "seat": u16::from(self.seat.0) + 1,
            "name": Some(&self.who).filter(|who| !who.is_empty()),
            "over": self.over,
            "caveat": self.caveat,
            "points": sums(self.start.points, &self.points, self.end.points),
            "win": win,
            "costliest": self.costliest(5).iter().map(|moment| moment.number).collect::<Vec<_>>(),
            "events": self.moments.iter().map(Moment::json).collect::<Vec<_>>(),
        })
    }
}

impl Moment {
    fn json(&self) -> Value {
        let mut event = json!({
            "event": self.number,
            "heading": self.heading,
            "part": self.part.word(),
            "what": self.what,
            "value": outlook(&self.after),
        });
        if let Some(seat) = self.chooser {
            event["seat"] = (u16::from(seat.0) + 1).into();
            event["choices"] = self.choices.into();
        }
        match self.part {
            Part::Own => {
                let loss = Outlook {
                    points: 0.0 - self.moved.points,
                    win: self.moved.win.map(|win| 0.0 - win),
                };
                event["loss"] = outlook(&loss);
                event["why"] = self.why.clone().into();
                event["alternatives"] = self.alternatives.iter().map(Alternative::json).collect();
            }
            Part::Others => event["others"] = outlook(&self.moved),
            Part::Luck => event["luck"] = outlook(&self.moved),
        }
        event
    }
}

impl Alternative {
    fn json(&self) -> Value {
        json!({ "action": self.action, "value": outlook(&self.outlook), "why": self.why })
    }
}
