//! The plain observation of PUSH: the pile, the card, the columns, then what everybody has, oneself first.
//!
//! Within a colour only the sum and the number of the open cards matter: they are lost or saved together.

use finaud_rules::push::{COLUMNS, Card, Colour, Kind, NumberCards, PushPhase};
use finaud_rules::{Game, Push, PushChance, PushState, Seat, Variant};

use super::{Columns, Observe, whose};

const PHASES: [(PushPhase, &str); 7] = [
    (PushPhase::Turn, "turn"),
    (PushPhase::Drawing, "drawing"),
    (PushPhase::Placing, "placing"),
    (PushPhase::AfterCard, "after-card"),
    (PushPhase::Taking, "taking"),
    (PushPhase::Rolling, "rolling"),
    (PushPhase::Over, "over"),
];
const VALUES: usize = 6;
const COLOURS: usize = Colour::ALL.len();
/// Where the parts of the row begin.
const PHASE: usize = 5;
const PILE: usize = PHASE + PHASES.len();
const CARD: usize = PILE + COLOURS * VALUES + 2;
const FIRST_COLUMN: usize = CARD + COLOURS + 1;
const COLUMN_SIZE: usize = COLOURS + 1;
const BENCHES: usize = FIRST_COLUMN + COLUMNS * COLUMN_SIZE;
const BENCH_SIZE: usize = 2 * COLOURS + 3;

/// How many cards of each value, how many together and their sum, for every heap of one colour.
#[derive(Clone, Copy)]
struct Heap {
    counts: [i16; VALUES],
    cards: i16,
    points: i16,
}

/// Every heap of one colour, by [`NumberCards::value_counts`].
static HEAPS: [Heap; 1 << (2 * VALUES)] = {
    let empty = Heap {
        counts: [0; VALUES],
        cards: 0,
        points: 0,
    };
    let mut heaps = [empty; 1 << (2 * VALUES)];
    let mut bits = 0;
    while bits < heaps.len() {
        let mut value = 0;
        while value < VALUES {
            let count = (bits >> (2 * value) & 3) as i16;
            heaps[bits].counts[value] = count;
            heaps[bits].cards += count;
            heaps[bits].points += count * (value as i16 + 1);
            value += 1;
        }
        bits += 1;
    }
    heaps
};

fn heap(cards: NumberCards, colour: Colour) -> &'static Heap {
    &HEAPS[usize::from(cards.value_counts(colour))]
}

impl Observe for Push {
    type Plan = ();

    fn plan(&self) {}

    fn plain_columns(&self) -> Vec<String> {
        let mut columns = Columns::default();
        for name in ["risk variant", "player to move", "taker", "switches", "rolls"] {
            columns.add(name);
        }
        for (_, word) in PHASES {
            columns.add(format!("phase {word}"));
        }
        for kind in Kind::all() {
            columns.add(format!("pile {} {}", kind.colour().word(), kind.value()));
        }
        columns.add("pile die");
        columns.add("pile switch");
        for colour in Colour::ALL {
            columns.add(format!("card {}", colour.word()));
        }
        columns.add("card die");
        for column in 1..=COLUMNS {
            for colour in Colour::ALL {
                columns.add(format!("column {column} {}", colour.word()));
            }
            columns.add(format!("column {column} die"));
        }
        for distance in 0..self.seats() {
            for colour in Colour::ALL {
                columns.add(format!("{}: open {} cards", whose(distance), colour.word()));
                columns.add(format!("{}: open {} points", whose(distance), colour.word()));
            }
            for name in ["protected cards", "protected points", "points"] {
                columns.add(format!("{}: {name}", whose(distance)));
            }
        }
        columns.names
    }

    fn write_plain(&self, (): &(), state: &PushState, seat: Seat, row: &mut [i16]) {
        row[..BENCHES].fill(0);
        let seats = self.seats();
        let distance = |other: Seat| ((other.index() + seats - seat.index()) % seats) as i16;
        row[..PHASE].copy_from_slice(&[
            i16::from(self.variant() == Variant::Risk),
            distance(state.current()),
            distance(state.taker()),
            i16::from(state.switches()),
            i16::from(state.rolls()),
        ]);
        if let Some(index) = PHASES.iter().position(|(phase, _)| *phase == state.phase()) {
            row[PHASE + index] = 1;
        }
        let pile = state.unseen();
        for (colour, columns) in Colour::ALL
            .into_iter()
            .zip(row[PILE..].as_chunks_mut::<VALUES>().0)
        {
            *columns = heap(pile.numbers(), colour).counts;
        }
        row[CARD - 2] = i16::from(pile.count(Card::Die));
        row[CARD - 1] = i16::from(pile.count(Card::Switch));
        match state.card() {
            Some(Card::Number(kind)) => row[CARD + kind.colour() as usize] = i16::from(kind.value()),
            Some(Card::Die) => row[CARD + COLOURS] = 1,
            Some(Card::Switch) | None => {}
        }
        for (index, column) in state.columns().iter().enumerate() {
            let columns = &mut row[FIRST_COLUMN + index * COLUMN_SIZE..][..COLUMN_SIZE];
            for kind in column.numbers() {
                columns[kind.colour() as usize] = i16::from(kind.value());
            }
            columns[COLOURS] = i16::from(column.has_die());
        }
        let (benches, _) = row[BENCHES..].as_chunks_mut::<BENCH_SIZE>();
        for (distance, columns) in benches.iter_mut().enumerate() {
            let other = (seat.index() + distance) % seats;
            let bench = state.bench(Seat(other as u8));
            let (mut open, mut cards, mut points) = (0, 0, 0);
            for (index, colour) in Colour::ALL.into_iter().enumerate() {
                let zone = heap(bench.zone(), colour);
                let safe = heap(bench.protected(), colour);
                columns[2 * index] = zone.cards;
                columns[2 * index + 1] = zone.points;
                open += zone.points;
                cards += safe.cards;
                points += safe.points;
            }
            columns[2 * COLOURS] = cards;
            columns[2 * COLOURS + 1] = points;
            columns[2 * COLOURS + 2] = open + points;
        }
    }

    #[inline]
    fn points_column((): &(), distance: usize) -> usize {
        BENCHES + distance * BENCH_SIZE + BENCH_SIZE - 1
    }

    fn dice_to_roll(_: PushChance) -> Option<usize> {
        None
    }
}
