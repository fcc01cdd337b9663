//! The numbers of an analysis as they are written down: points to a thousandth, chances to a hundred-thousandth. Everything
//! below depends on how a machine rounds.

use finaud_rules::Seat;
use serde::{Serialize, Serializer};

use super::Outlook;

pub(super) fn points<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(rounded(*value, 1e3))
}

/// A chance to win, or a part of one.
pub(super) fn chance<S: Serializer>(value: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
    value.map(|value| rounded(value, 1e5)).serialize(serializer)
}

pub(super) fn outlook<S: Serializer>(outlook: &Outlook, serializer: S) -> Result<S::Ok, S::Error> {
    let rounded = Outlook {
        points: rounded(outlook.points, 1e3),
        win: outlook.win.map(|win| rounded(win, 1e5)),
    };
    rounded.serialize(serializer)
}

pub(super) fn seat<S: Serializer>(seat: &Seat, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u16(counted(*seat))
}

/// People count seats from 1.
pub(crate) fn counted(seat: Seat) -> u16 {
    u16::from(seat.0) + 1
}

fn rounded(value: f64, places: f64) -> f64 {
    // Adding 0 turns −0 into 0.
    (value * places).round() / places + 0.0
}
