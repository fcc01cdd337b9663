//! A review as data for other programs. Numbers have all their digits, so that the parts add up for whoever adds them.

use serde::ser::{SerializeMap, SerializeStruct};
use serde::{Serialize, Serializer};

use super::{Moment, Part, Review, Sums};
use crate::coach::{Outlook, counted};

/// How many choices are named as the costliest.
const COSTLIEST: usize = 5;

/// What moved a number from its start to its end.
#[derive(Serialize)]
struct Account<'a> {
    start: f64,
    #[serde(flatten)]
    sums: &'a Sums,
    end: f64,
}

impl Serialize for Review {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let account = |start, sums, end| Account { start, sums, end };
        let win = match (self.start.win, &self.win, self.end.win) {
            (Some(start), Some(sums), Some(end)) => Some(account(start, sums, end)),
            _ => None,
        };
        let points = account(self.start.points, &self.points, self.end.points);
        let costliest = self.costliest(COSTLIEST);
        let costliest: Vec<usize> = costliest.iter().map(|moment| moment.number).collect();
        let mut review = serializer.serialize_struct("Review", 11)?;
        review.serialize_field("game", &self.game)?;
        review.serialize_field("players", &self.players)?;
        review.serialize_field("seat", &counted(self.seat))?;
        review.serialize_field("name", &Some(&self.who).filter(|who| !who.is_empty()))?;
        review.serialize_field("over", &self.over)?;
        review.serialize_field("caveat", &self.caveat.as_ref().map(ToString::to_string))?;
        review.serialize_field("points", &points)?;
        review.serialize_field("win", &win)?;
        review.serialize_field("accuracy", &self.accuracy)?;
        review.serialize_field("costliest", &costliest)?;
        review.serialize_field("events", &self.moments)?;
        review.end()
    }
}

/// What is not to be said of an event is left out.
impl Serialize for Moment {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut event = serializer.serialize_map(None)?;
        event.serialize_entry("event", &self.number)?;
        event.serialize_entry("heading", &self.heading.to_string())?;
        event.serialize_entry("part", &self.part)?;
        event.serialize_entry("what", &self.what)?;
        event.serialize_entry("value", &self.after)?;
        if let Some(seat) = self.chooser {
            event.serialize_entry("seat", &counted(seat))?;
            event.serialize_entry("choices", &self.choices)?;
        }
        match self.part {
            Part::Own => {
                // Taken from 0, so that nothing lost is 0 and not −0.
                let loss = Outlook {
                    points: 0.0 - self.moved.points,
                    win: self.moved.win.map(|win| 0.0 - win),
                };
                event.serialize_entry("loss", &loss)?;
                event.serialize_entry("stake", &self.stake)?;
                event.serialize_entry("why", &self.why)?;
                event.serialize_entry("alternatives", &self.alternatives)?;
            }
            Part::Others => event.serialize_entry("others", &self.moved)?,
            Part::Luck => {
                event.serialize_entry("luck", &self.moved)?;
                event.serialize_entry("correction", &self.correction)?;
            }
        }
        event.end()
    }
}
