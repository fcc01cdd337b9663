//! Where on a sheet something stands.

use crate::Message;

/// A place on a sheet, from the outermost segment to the innermost: zone yellow, row 2, cell 3.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Location(Vec<Segment>);

/// One step of a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Segment {
    /// The value of a key, as it is written in the file.
    Key(String),
    /// Something that is counted, from 1.
    Numbered(Noun, usize),
    /// The zone with this name.
    Zone(String),
    /// The line of a zone with this name.
    Line(String),
    /// The diagonal of a grid.
    Diagonal,
    /// What stands between this row and the next, both counted from 1.
    BetweenRows(usize),
    /// Several rows of action boxes.
    Powers(Vec<&'static str>),
}

/// Things of a sheet that are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Noun {
    Block,
    Bonus,
    Box,
    Cell,
    Column,
    Cross,
    Die,
    Entry,
    Factor,
    Line,
    Pair,
    Round,
    Row,
    Step,
    Zone,
}

impl Location {
    /// The zone with this name.
    pub(super) fn zone(name: &str) -> Location {
        Location::default().with(Segment::Zone(name.into()))
    }

    /// One of the numbered things of the whole sheet.
    pub(super) fn numbered(noun: Noun, number: usize) -> Location {
        Location::default().with(Segment::Numbered(noun, number))
    }

    /// A place inside this one.
    #[must_use]
    pub(super) fn with(&self, segment: Segment) -> Location {
        let mut segments = Vec::with_capacity(self.0.len() + 1);
        segments.extend_from_slice(&self.0);
        segments.push(segment);
        Location(segments)
    }

    /// The place in words; the whole sheet if there is none.
    pub(super) fn message(&self) -> Message {
        let segments = self.0.iter().rev().map(Segment::message);
        let inside = |inner: Message, outer: Message| {
            let both = Message::new("sheet.place.inside", "{outer}, {inner}");
            both.with("outer", outer).with("inner", inner)
        };
        segments
            .reduce(inside)
            .unwrap_or_else(|| Message::new("sheet.place.sheet", "sheet"))
    }
}

impl Segment {
    fn message(&self) -> Message {
        match self {
            Segment::Key(key) => key.as_str().into(),
            Segment::Numbered(noun, number) => noun.message().with("n", *number),
            Segment::Zone(name) => Message::new("sheet.place.zone", "zone {name}").with("name", name),
            Segment::Line(name) => Message::new("sheet.place.line", "line {name}").with("name", name),
            Segment::Diagonal => Message::new("sheet.place.diagonal", "diagonal"),
            Segment::BetweenRows(row) => Message::new("sheet.place.rows", "rows {upper} and {lower}")
                .with("upper", *row)
                .with("lower", row + 1),
            Segment::Powers(names) => Message::all_of(names.iter().copied()).into(),
        }
    }
}

impl Noun {
    fn message(self) -> Message {
        match self {
            Noun::Block => Message::new("sheet.place.block-n", "block {n}"),
            Noun::Bonus => Message::new("sheet.place.bonus-n", "bonus {n}"),
            Noun::Box => Message::new("sheet.place.box-n", "box {n}"),
            Noun::Cell => Message::new("sheet.place.cell-n", "cell {n}"),
            Noun::Column => Message::new("sheet.place.column-n", "column {n}"),
            Noun::Cross => Message::new("sheet.place.cross-n", "cross {n}"),
            Noun::Die => Message::new("sheet.place.die-n", "die {n}"),
            Noun::Entry => Message::new("sheet.place.entry-n", "entry {n}"),
            Noun::Factor => Message::new("sheet.place.factor-n", "factor {n}"),
            Noun::Line => Message::new("sheet.place.line-n", "line {n}"),
            Noun::Pair => Message::new("sheet.place.pair-n", "pair {n}"),
            Noun::Round => Message::new("sheet.place.round-n", "round {n}"),
            Noun::Row => Message::new("sheet.place.row-n", "row {n}"),
            Noun::Step => Message::new("sheet.place.step-n", "step {n}"),
            Noun::Zone => Message::new("sheet.place.zone-n", "zone {n}"),
        }
    }
}
