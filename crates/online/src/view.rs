//! A table as somebody sees it: enough for a list of tables, for a waiting room, and for a program that has no rules of its own.

use finaud_rules::Seat;
use serde::{Deserialize, Serialize};

use crate::ids::{maybe_seat_number, seat_number};
use crate::table::{OnlineTable, Phase, Sitter};
use crate::{Commitment, Role, Seed, Seq, Settings, TableId, Time};

/// A table as somebody sees it. Nothing in it is secret from anybody but what is marked as theirs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct View {
    /// The name of the table.
    pub table: TableId,
    /// The last entry it tells of.
    pub seq: Seq,
    /// When that was made.
    pub touched: Time,
    /// What the table is doing.
    pub phase: Phase,
    /// Was the game given up before its end?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub abandoned: bool,
    /// What was agreed.
    pub settings: Settings,
    /// Who may change the table.
    #[serde(default, with = "maybe_seat_number", skip_serializing_if = "Option::is_none")]
    pub host: Option<Seat>,
    /// The seats.
    pub seats: Vec<SeatView>,
    /// Whose dice wait.
    #[serde(default, with = "maybe_seat_number", skip_serializing_if = "Option::is_none")]
    pub rolls: Option<Seat>,
    /// Where the game stands, in one line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// How often seeds were drawn.
    pub draws: u32,
    /// The server's commitment to its seed.
    pub commitment: Commitment,
    /// The server's seed, once everybody may know it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<Seed>,
    /// The table of which this is the rematch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<TableId>,
    /// The table at which the same people play again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<TableId>,
    /// What concerns whoever looks.
    pub you: You,
}

/// A seat as everybody sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatView {
    /// Its number.
    #[serde(with = "seat_number")]
    pub seat: Seat,
    /// Who sits there.
    pub kind: SeatKind,
    /// Their name.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The level of the bot that chooses, where one does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
    /// Is the seat asked to choose or to roll?
    pub asked: bool,
    /// When its time is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deadline: Option<Time>,
    /// Is its time over?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub late: bool,
    /// Has it committed to a seed?
    pub committed: bool,
    /// Has it shown its seed?
    pub shown: bool,
    /// Its points: at the end, or if the game ended now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<i32>,
}

/// Who sits in a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SeatKind {
    /// Nobody.
    Free,
    /// Somebody.
    Person,
    /// Somebody for whom a bot plays until they return.
    Away,
    /// A bot, until somebody takes the seat.
    Vacant,
    /// A bot.
    Bot,
}

/// What concerns whoever looks.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct You {
    /// Their seat.
    #[serde(default, with = "maybe_seat_number", skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// May they take a free seat?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub invited: bool,
    /// The number of their decision, which a command must carry.
    #[serde(default)]
    pub at: u32,
    /// What they may choose, in the words of records.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub legal: Vec<String>,
    /// May they take back a choice?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub undo: bool,
}

impl OnlineTable {
    /// The table as somebody with this right sees it.
    pub fn view(&self, role: Role) -> View {
        let points = self.points();
        let asked = self.asked();
        let seat_view = |seat: Seat| {
            let place = &self.seats[seat.index()];
            SeatView {
                seat,
                kind: match place.sitter {
                    Sitter::Nobody => SeatKind::Free,
                    Sitter::Person => SeatKind::Person,
                    Sitter::Away(_) => SeatKind::Away,
                    Sitter::Vacant(_) => SeatKind::Vacant,
                    Sitter::Bot(_) => SeatKind::Bot,
                },
                name: place.name.clone(),
                level: place.level().map(Into::into),
                asked: asked.contains(seat),
                deadline: self.deadline(seat),
                late: place.late,
                committed: self.draw.commitment_of(seat).is_some(),
                shown: self.draw.seed_of(seat).is_some(),
                points: points.get(seat.index()).copied(),
            }
        };
        let playing = self.play.as_ref().filter(|_| self.phase == Phase::Playing);
        let you = match role {
            Role::Seat(seat) => You {
                seat: Some(seat),
                invited: false,
                at: self.decision(seat),
                legal: playing.map_or_else(Vec::new, |play| play.legal(seat)),
                undo: playing.is_some_and(|play| play.undoable(seat).is_ok()),
            },
            Role::Joiner => You {
                invited: true,
                ..You::default()
            },
            Role::Watcher | Role::Bot(_) | Role::House => You::default(),
        };
        View {
            table: self.id,
            seq: self.seq,
            touched: self.touched,
            phase: self.phase,
            abandoned: self.abandoned,
            settings: self.settings.clone(),
            host: self.host,
            seats: self.all_seats().map(seat_view).collect(),
            rolls: playing.and_then(crate::Play::roller),
            position: self.play.as_ref().map(crate::Play::position_text),
            draws: self.draw.number(),
            commitment: self.draw.commitment(),
            seed: self.draw.revealed(),
            parent: self.parent,
            next: self.next,
            you,
        }
    }
}
