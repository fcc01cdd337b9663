//! What is written in a zone, as plain data and back.

use super::ZoneSetup;
use crate::Message;
use crate::zone::{Ink, InkForm, Zone};

impl ZoneSetup {
    /// What stands in a zone.
    pub(super) fn of(zone: &Zone, ink: &Ink) -> ZoneSetup {
        zone.setup(ink)
    }

    /// These crossed cells of so many.
    pub(crate) fn crossed(filled: u64, cells: usize) -> ZoneSetup {
        let crossed = (0..cells as u8).filter(|cell| filled >> cell & 1 != 0);
        ZoneSetup {
            crossed: Some(crossed.map(|cell| cell + 1).collect()),
            ..ZoneSetup::default()
        }
    }

    /// The fields that are used, by name.
    fn used(&self) -> impl Iterator<Item = &'static str> {
        [
            ("crossed", self.crossed.is_some()),
            ("circled", self.circled.is_some()),
            ("numbers", self.numbers.is_some()),
            ("given_up", self.given_up.is_some()),
            ("left", self.left.is_some()),
            ("right", self.right.is_some()),
            ("lines", self.lines.is_some()),
            ("pairs", self.pairs.is_some()),
        ]
        .into_iter()
        .filter_map(|(name, used)| used.then_some(name))
    }

    /// The ink this describes, or what is wrong with it.
    pub(super) fn ink(&self, zone: &Zone) -> Result<Ink, Vec<Message>> {
        let fields: &[&str] = match zone.ink_form() {
            InkForm::Crossed => &["crossed"],
            InkForm::Numbers => &["numbers"],
            InkForm::NumbersAndGivenUp => &["numbers", "given_up"],
            InkForm::Sides => &["left", "right"],
            InkForm::Lines => &["lines"],
            InkForm::Pairs => &["pairs"],
            InkForm::Circled => &["crossed", "circled"],
        };
        if let Some(stray) = self.used().find(|field| !fields.contains(field)) {
            let error = Message::new(
                "position.stray-field",
                "`{field}` does not suit this zone, which is written as {fields}",
            );
            let error = error.with("field", stray);
            return Err(vec![
                error.with("fields", Message::all_of(fields.iter().copied())),
            ]);
        }
        let mut ink = Ink::EMPTY;
        zone.read_setup(self, &mut ink).map_err(|error| vec![error])?;
        let violations = zone.violations(&ink);
        if violations.is_empty() {
            Ok(ink)
        } else {
            Err(violations)
        }
    }

    /// The bit of a cell, counted from 1, of so many.
    pub(crate) fn bit(cell: u8, cells: usize) -> Result<u32, Message> {
        let index = ZoneSetup::index(cell, cells)?;
        Ok(1u32.checked_shl(index).unwrap_or(0))
    }

    /// The index of a cell, counted from 1, of so many.
    fn index(cell: u8, cells: usize) -> Result<u32, Message> {
        match usize::from(cell).checked_sub(1) {
            Some(index) if index < cells => Ok(index as u32),
            _ => Err(no_cell(cell.into(), cells)),
        }
    }

    /// Crosses the cells that are told to be crossed.
    pub(crate) fn read_crossed(&self, cells: usize, ink: &mut Ink) -> Result<(), Message> {
        ink.filled |= self.crossed_cells(cells)? as u32;
        Ok(())
    }

    /// The cells that are told to be crossed, one bit each.
    pub(crate) fn crossed_cells(&self, cells: usize) -> Result<u64, Message> {
        let mut crossed = 0;
        for cell in self.crossed.iter().flatten() {
            let bit = 1u64.checked_shl(ZoneSetup::index(*cell, cells)?).unwrap_or(0);
            if crossed & bit != 0 {
                let error = Message::new("position.crossed-twice", "cell {cell} is crossed twice");
                return Err(error.with("cell", *cell));
            }
            crossed |= bit;
        }
        Ok(crossed)
    }

    /// Writes numbers cell by cell; `None` leaves a cell empty.
    pub(crate) fn read_numbers(
        &self,
        numbers: impl Iterator<Item = Option<u8>>,
        cells: usize,
        ink: &mut Ink,
    ) -> Result<(), Message> {
        for (index, number) in numbers.enumerate() {
            let bit = ZoneSetup::bit(u8::try_from(index + 1).unwrap_or(u8::MAX), cells)?;
            if let Some(number) = number {
                ink.filled |= bit;
                ink.numbers[index] = number;
            }
        }
        Ok(())
    }
}

/// There are fewer cells.
pub(crate) fn no_cell(cell: u32, cells: usize) -> Message {
    Message::new(
        "position.no-cell",
        "cell {cell} does not exist: there are {cells}",
    )
    .with("cell", cell)
    .with("cells", cells)
}
