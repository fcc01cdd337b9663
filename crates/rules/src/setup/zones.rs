//! What is written in a zone, as plain data and back.

use super::ZoneSetup;
use crate::zone::{Ink, Mark, Mechanic, Side, Writes, Zone};

impl ZoneSetup {
    /// What stands in a zone.
    pub(super) fn of(zone: &Zone, ink: &Ink) -> ZoneSetup {
        let mut setup = ZoneSetup::default();
        let crossed = |cells: usize| {
            (0..cells as u8)
                .filter(|cell| ink.filled >> cell & 1 != 0)
                .map(|cell| cell + 1)
        };
        match &zone.mechanic {
            Mechanic::Grid(_) | Mechanic::Stride(_) => {
                setup.crossed = Some(crossed(zone.cell_count()).collect());
            }
            Mechanic::Track(track) if track.writes == Writes::Cross => {
                setup.crossed = Some(crossed(zone.cell_count()).collect());
            }
            Mechanic::Track(track) => {
                let count = track.count(ink);
                setup.numbers = Some(ink.numbers[..count].to_vec());
                if track.writes == Writes::HalfOrTimes {
                    let given_up = (0..count).filter(|cell| track.crossed_out(ink, *cell));
                    setup.given_up = Some(given_up.map(|cell| cell as u8 + 1).collect());
                }
            }
            Mechanic::Spread(spread) => {
                setup.left = Some(spread.written(ink, Side::Left).to_vec());
                setup.right = Some(spread.written(ink, Side::Right).to_vec());
            }
            Mechanic::Lines(lines) => {
                let numbers =
                    |line| (0..lines.count(ink, line)).map(move |cell| lines.number(ink, line, cell));
                setup.lines = Some(
                    (0..lines.lines.len())
                        .map(|line| numbers(line).collect())
                        .collect(),
                );
            }
            Mechanic::Pairs(pairs) => {
                let blocks = (0..pairs.cells.len() / 2)
                    .map(|block| (pairs.number(ink, 2 * block), pairs.number(ink, 2 * block + 1)))
                    .take_while(|block| *block != (None, None));
                setup.pairs = Some(blocks.collect());
            }
        }
        setup
    }

    /// The fields that are used, by name.
    fn used(&self) -> impl Iterator<Item = &'static str> {
        [
            ("crossed", self.crossed.is_some()),
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
    pub(super) fn ink(&self, zone: &Zone) -> Result<Ink, Vec<String>> {
        let fields: &[&str] = match &zone.mechanic {
            Mechanic::Grid(_) | Mechanic::Stride(_) => &["crossed"],
            Mechanic::Track(track) => match track.writes {
                Writes::Cross => &["crossed"],
                Writes::Number => &["numbers"],
                Writes::HalfOrTimes => &["numbers", "given_up"],
            },
            Mechanic::Spread(_) => &["left", "right"],
            Mechanic::Lines(_) => &["lines"],
            Mechanic::Pairs(_) => &["pairs"],
        };
        if let Some(stray) = self.used().find(|field| !fields.contains(field)) {
            return Err(vec![format!(
                "`{stray}` does not suit this zone, which is written as {}",
                fields.join(" and ")
            )]);
        }
        let ink = self.draw(zone).map_err(|fault| vec![fault])?;
        let faults = zone.faults(&ink);
        if faults.is_empty() { Ok(ink) } else { Err(faults) }
    }

    fn draw(&self, zone: &Zone) -> Result<Ink, String> {
        let mut ink = Ink::EMPTY;
        let cells = zone.cell_count();
        let bit = |cell: u8| match usize::from(cell).checked_sub(1) {
            Some(index) if index < cells => Ok(1u32 << index),
            _ => Err(format!("cell {cell} does not exist: there are {cells}")),
        };
        for cell in self.crossed.iter().flatten() {
            let bit = bit(*cell)?;
            if ink.filled & bit != 0 {
                return Err(format!("cell {cell} is crossed twice"));
            }
            ink.filled |= bit;
        }
        for (index, number) in self.numbers.iter().flatten().enumerate() {
            ink.filled |= bit(u8::try_from(index + 1).unwrap_or(u8::MAX))?;
            ink.numbers[index] = *number;
        }
        for cell in self.given_up.iter().flatten() {
            let bit = bit(*cell)?;
            if ink.filled & bit == 0 {
                return Err(format!("cell {cell} is empty, so its bonus cannot be given up"));
            }
            ink.filled |= bit << 16;
        }
        match &zone.mechanic {
            Mechanic::Spread(spread) => {
                for (side, numbers) in [(Side::Left, &self.left), (Side::Right, &self.right)] {
                    let numbers = numbers.as_deref().unwrap_or_default();
                    if numbers.len() > spread.cells(side).len() {
                        return Err(format!(
                            "a side has {} cells, not {}",
                            spread.cells(side).len(),
                            numbers.len()
                        ));
                    }
                    for number in numbers {
                        zone.write(&mut ink, Mark::Side(side, *number), |_| {});
                    }
                }
            }
            Mechanic::Lines(lines) => {
                for (line, numbers) in self.lines.iter().flatten().enumerate() {
                    if line >= lines.lines.len() || numbers.len() > lines.points.len() {
                        return Err(format!(
                            "there are {} lines of {} cells",
                            lines.lines.len(),
                            lines.points.len()
                        ));
                    }
                    for (cell, number) in numbers.iter().enumerate() {
                        if *number > 6 {
                            return Err(format!(
                                "{number} cannot stand in cell {} of line {}",
                                cell + 1,
                                line + 1
                            ));
                        }
                        lines.put(&mut ink, line, cell, *number);
                    }
                }
            }
            Mechanic::Pairs(_) => {
                let halves = self
                    .pairs
                    .iter()
                    .flatten()
                    .flat_map(|(left, right)| [*left, *right]);
                for (index, number) in halves.enumerate() {
                    let bit = bit(u8::try_from(index + 1).unwrap_or(u8::MAX))?;
                    if let Some(number) = number {
                        ink.filled |= bit;
                        ink.numbers[index] = number;
                    }
                }
            }
            Mechanic::Grid(_) | Mechanic::Track(_) | Mechanic::Stride(_) => {}
        }
        Ok(ink)
    }
}
