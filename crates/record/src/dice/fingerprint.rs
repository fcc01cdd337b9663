//! A number that changes when a sheet changes, so that a record notices.
//!
//! It is FNV-1a (64 bits) over everything that play and scores depend on, in the order of the sheet. Names of the game,
//! sources and ratings do not count. Nor do rulings a table has chosen: a record lists those.

use finaud_rules::zone::{Access, Factor, Grid, GridScore, LineRule, Track, TrackRule, TrackScore, Writes};
use finaud_rules::{Award, GiftChoice, Give, Joker, Mechanic, Power, Rulings, Sheet, Side, Source, Zone};

struct Fnv(u64);

impl Fnv {
    fn byte(&mut self, byte: u8) {
        self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }

    fn number(&mut self, number: impl Into<i64>) {
        number
            .into()
            .to_le_bytes()
            .into_iter()
            .for_each(|byte| self.byte(byte));
    }

    fn text(&mut self, text: &str) {
        self.count(text.len());
        text.bytes().for_each(|byte| self.byte(byte));
    }

    fn count(&mut self, count: usize) {
        self.number(count as i64);
    }

    fn all<T>(&mut self, things: &[T], mut each: impl FnMut(&mut Fnv, &T)) {
        self.count(things.len());
        things.iter().for_each(|thing| each(self, thing));
    }

    fn award(&mut self, award: Option<Award>) {
        match award {
            None => self.byte(0),
            Some(Award::Fox) => self.byte(1),
            Some(Award::Circle(power)) => {
                self.byte(2);
                self.text(power.word());
            }
            Some(Award::Gift(gift)) => {
                self.byte(3);
                self.byte(gift);
            }
        }
    }
}

/// The fingerprint of a sheet.
pub(super) fn of(sheet: &Sheet) -> u64 {
    let mut hash = Fnv(0xcbf2_9ce4_8422_2325);
    hash.text(&sheet.id);
    hash.all(&sheet.dice, |hash, die| {
        hash.text(&die.name);
        hash.number(u32::from(die.letter));
    });
    hash.all(&sheet.rounds, |hash, rounds| hash.byte(*rounds));
    hash.all(&sheet.round_awards, |hash, award| hash.award(*award));
    hash.byte(u8::from(sheet.numbered_slots));
    for power in Power::ALL {
        let row = sheet.power(power);
        hash.byte(row.boxes);
        hash.all(&row.jokers, |hash, joker| match joker {
            Joker::Number(face) => hash.byte(face.pips()),
            Joker::Free => hash.byte(0),
        });
        hash.award(row.end);
    }
    hash.all(&sheet.gifts, |hash, gift| {
        hash.text(&gift.name);
        match &gift.choice {
            GiftChoice::Mark(zones) => hash.all(zones, |hash, (zone, give)| {
                hash.byte(*zone);
                hash.byte(match give {
                    Give::Cross => 0,
                    Give::Number(face) => face.pips(),
                    Give::Free => 7,
                });
            }),
            GiftChoice::Circle(powers) => hash.all(powers, |hash, power| hash.text(power.word())),
        }
    });
    hash.all(&sheet.zones, zone);
    let rulings = sheet.own_rulings;
    hash.all(&Rulings::KEYS, |hash, key| {
        hash.byte(u8::from(rulings.get(key).unwrap_or_default()));
    });
    hash.0
}

fn zone(hash: &mut Fnv, zone: &Zone) {
    hash.text(&zone.name);
    hash.byte(match zone.source {
        Source::Face => 0,
        Source::WithWhite => 1,
        Source::WithPlatter => 2,
    });
    match &zone.mechanic {
        Mechanic::Grid(it) => {
            hash.text("grid");
            grid(hash, it);
        }
        Mechanic::Track(it) => {
            hash.text("track");
            track(hash, it);
        }
        Mechanic::Stride(stride) => {
            hash.text("stride");
            hash.all(stride.numbers(), |hash, number| hash.byte(*number));
            hash.all(stride.between(), |hash, award| hash.award(*award));
            hash.all(stride.points(), |hash, points| hash.number(*points));
        }
        Mechanic::Spread(spread) => {
            hash.text("spread");
            hash.byte(spread.centre);
            for side in [Side::Left, Side::Right] {
                hash.all(spread.cells(side), |hash, cell| {
                    hash.number(cell.points);
                    hash.award(cell.award);
                });
            }
            let (low, high, points) = spread.extra;
            hash.byte(low);
            hash.byte(high);
            hash.number(points);
        }
        Mechanic::Lines(lines) => {
            hash.text("lines");
            hash.all(&lines.lines, |hash, line| {
                hash.text(&line.name);
                hash.byte(match line.rule {
                    LineRule::Any => 0,
                    LineRule::Falling => 1,
                });
                hash.number(line.sign);
                hash.all(&line.awards, |hash, award| hash.award(*award));
            });
            hash.all(&lines.points, |hash, points| hash.number(*points));
        }
        Mechanic::Pairs(pairs) => {
            hash.text("pairs");
            hash.all(&pairs.cells, |hash, cell| {
                hash.byte(cell.factor);
                hash.award(cell.award);
            });
        }
    }
}

fn grid(hash: &mut Fnv, grid: &Grid) {
    hash.byte(grid.rows());
    hash.byte(grid.columns());
    (0..grid.rows() * grid.columns()).for_each(|cell| hash.byte(grid.number(cell).unwrap_or(0)));
    [grid.open(), grid.printed(), grid.grey(), grid.shaded()]
        .into_iter()
        .for_each(|cells| hash.number(cells));
    hash.byte(match grid.access() {
        Access::Anywhere => 0,
        Access::BySlot => 1,
    });
    hash.byte(u8::from(grid.matching()));
    hash.all(grid.groups(), |hash, group| {
        hash.number(group.cells);
        hash.award(group.award);
        hash.number(group.points);
    });
    let (kind, table) = match grid.scoring() {
        GridScore::Groups => (0, &[][..]),
        GridScore::Crosses(table) => (1, table.as_slice()),
        GridScore::Rows(table) => (2, table.as_slice()),
    };
    hash.byte(kind);
    hash.all(table, |hash, points| hash.number(*points));
}

fn track(hash: &mut Fnv, track: &Track) {
    hash.all(&track.cells, |hash, cell| {
        hash.byte(cell.least);
        hash.byte(match cell.factor {
            Factor::Times(factor) => factor,
            Factor::HalfOnly => 0,
        });
        hash.number(cell.points);
        hash.award(cell.award);
    });
    match track.rule {
        TrackRule::Any => hash.byte(0),
        TrackRule::AtLeast => hash.byte(1),
        TrackRule::Rising { restart } => {
            hash.byte(2);
            hash.byte(restart.unwrap_or(0));
        }
    }
    hash.byte(match track.writes {
        Writes::Cross => 0,
        Writes::Number => 1,
        Writes::HalfOrTimes => 2,
    });
    hash.byte(track.most);
    hash.byte(u8::from(track.free_is_next));
    hash.byte(match track.score {
        TrackScore::Last => 0,
        TrackScore::Sum => 1,
    });
    hash.all(&track.extra, |hash, (least, points)| {
        hash.byte(*least);
        hash.number(*points);
    });
}
