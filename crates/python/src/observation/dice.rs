//! The plain observation of dice games: the table and its dice, then every sheet, one's own first.

use finaud_rules::{
    Chance, DICE, DiceGame, Die, Game, Ink, Phase, Position, Power, Score, Seat, Stage, ZONES,
};

use super::{Columns, Observe, whose};

/// The phases in the order of their columns, with the words that positions use.
const PHASES: [(Phase, &str); 8] = [
    (Phase::RoundStart, "round-start"),
    (Phase::BeforeRoll, "before-roll"),
    (Phase::Rolling, "rolling"),
    (Phase::Rolled, "rolled"),
    (Phase::Entered, "entered"),
    (Phase::Sorting, "sorting"),
    (Phase::Window, "window"),
    (Phase::Over, "over"),
];

/// No zone has more cells: a set of them is a bit each.
const MOST_CELLS: usize = u64::BITS as usize;

/// Where everything stands in a row.
#[derive(Clone)]
pub(crate) struct DicePlan {
    round: usize,
    phase: usize,
    dice: usize,
    /// Where the first sheet begins, and how many columns each sheet has.
    sheets: usize,
    sheet_size: usize,
    zones: [ZonePlan; ZONES],
    powers: Vec<(Power, usize)>,
    jokers: usize,
    joker_count: usize,
    foxes: usize,
    gifts: usize,
    stage: usize,
    extra: usize,
}

/// Where a zone stands in the columns of a sheet.
#[derive(Clone, Copy)]
struct ZonePlan {
    /// The column of each cell, by its id.
    cells: [u16; MOST_CELLS],
    /// How many cells are filled, then the points.
    filled: usize,
}

/// The plan and the names of the columns.
fn lay_out<const SEATS: usize>(game: &DiceGame<SEATS>) -> (DicePlan, Vec<String>) {
    let sheet = game.sheet();
    let mut columns = Columns::default();
    let round = columns.add("round");
    columns.add("rounds left");
    columns.add("active player");
    columns.add("roll");
    columns.add("rerolls");
    let phase = columns.names.len();
    for (_, word) in PHASES {
        columns.add(format!("phase {word}"));
    }
    let dice = columns.names.len();
    for die in &sheet.dice {
        for what in ["face", "in pool", "on platter", "slot"] {
            columns.add(format!("{} {what}", die.name));
        }
    }
    let sheets = columns.names.len();
    let mut one = Columns::default();
    let zones = std::array::from_fn(|index| {
        let zone = &sheet.zones[index];
        let mut plan = ZonePlan {
            cells: [0; MOST_CELLS],
            filled: 0,
        };
        for cell in zone.view(&Ink::EMPTY).playable() {
            let (row, column) = (cell.row + 1, cell.column + 1);
            plan.cells[usize::from(cell.id)] = one.add(format!("{} r{row}c{column}", zone.name)) as u16;
        }
        plan.filled = one.add(format!("{} filled", zone.name));
        one.add(format!("{} points", zone.name));
        plan
    });
    let mut powers = Vec::new();
    for power in Power::ALL {
        if sheet.power(power).boxes > 0 {
            powers.push((power, one.add(format!("{} open", power.word()))));
            one.add(format!("{} circled", power.word()));
        }
    }
    let jokers = one.names.len();
    let joker_count = sheet.power(Power::Joker).jokers.len();
    for joker in 0..joker_count {
        one.add(format!("joker box {} open", joker + 1));
    }
    let foxes = one.add("foxes");
    one.add("fox points");
    one.add("points");
    let gifts = one.names.len();
    for gift in &sheet.gifts {
        one.add(format!("pending {}", gift.name));
    }
    let stage = one.add("picks");
    one.add("uses extra dice");
    let extra = one.names.len();
    for die in &sheet.dice {
        one.add(format!("{} used as extra die", die.name));
    }
    let plan = DicePlan {
        round,
        phase,
        dice,
        sheets,
        sheet_size: one.names.len(),
        zones,
        powers,
        jokers,
        joker_count,
        foxes,
        gifts,
        stage,
        extra,
    };
    for seat in 0..game.seats() {
        for name in &one.names {
            columns.add(format!("{}: {name}", whose(seat)));
        }
    }
    (plan, columns.names)
}

impl<const SEATS: usize> Observe for DiceGame<SEATS> {
    type Plan = DicePlan;

    fn plan(&self) -> DicePlan {
        lay_out(self).0
    }

    fn plain_columns(&self) -> Vec<String> {
        lay_out(self).1
    }

    fn write_plain(&self, plan: &DicePlan, position: &Position<SEATS>, seat: Seat, row: &mut [i16]) {
        row.fill(0);
        let seats = position.seats();
        let (table, sheets) = row.split_at_mut(plan.sheets);
        let turn = usize::from(position.turn());
        table[plan.round..][..5].copy_from_slice(&[
            i16::from(position.round()),
            i16::from(self.rounds().saturating_sub(position.round())),
            match position.active() {
                Some(_) => ((turn + seats - seat.index()) % seats) as i16,
                None => -1,
            },
            i16::from(position.roll()),
            i16::from(position.rerolls()),
        ]);
        if let Some(index) = PHASES.iter().position(|(phase, _)| *phase == position.phase()) {
            table[plan.phase + index] = 1;
        }
        let dice = position.dice();
        let (pool, platter) = (dice.pool(), dice.platter());
        for (die, columns) in Die::ALL
            .into_iter()
            .zip(table[plan.dice..].as_chunks_mut::<4>().0)
        {
            columns[0] = i16::from(dice.pips(die));
            columns[1] = i16::from(pool.contains(die));
            columns[2] = i16::from(platter.contains(die));
        }
        for (slot, die) in dice.slots().iter().enumerate() {
            if let Some(die) = die {
                table[plan.dice + 4 * die.index() + 3] = slot as i16 + 1;
            }
        }
        for (distance, sheet) in sheets.chunks_exact_mut(plan.sheet_size).enumerate() {
            let other = (seat.index() + distance) % seats;
            self.write_sheet(plan, position, Seat(other as u8), sheet);
        }
    }

    #[inline]
    fn points_column(plan: &DicePlan, distance: usize) -> usize {
        // After the foxes and their points.
        plan.sheets + distance * plan.sheet_size + plan.foxes + 2
    }

    fn dice_to_roll(chance: Chance) -> Option<usize> {
        match chance {
            Chance::Roll(dice) => Some(dice.len()),
            Chance::Sort(_) => None,
        }
    }
}

/// Writes one player's sheet.
trait WriteSheet<const SEATS: usize> {
    fn write_sheet(&self, plan: &DicePlan, position: &Position<SEATS>, seat: Seat, row: &mut [i16]);
}

impl<const SEATS: usize> WriteSheet<SEATS> for DiceGame<SEATS> {
    #[inline]
    fn write_sheet(&self, plan: &DicePlan, position: &Position<SEATS>, seat: Seat, row: &mut [i16]) {
        let sheet = self.sheet();
        let player = position.player(seat);
        let score = Score::of(sheet, player);
        for (index, (zone, plan)) in sheet.zones.iter().zip(&plan.zones).enumerate() {
            let mut filled = 0;
            zone.each_written(player.ink(index), |cell, written| {
                row[usize::from(plan.cells[usize::from(cell)])] = i16::from(written);
                filled += 1;
            });
            row[plan.filled] = filled;
            row[plan.filled + 1] = score.zones[index];
        }
        for (power, column) in &plan.powers {
            let boxes = player.boxes(*power);
            row[*column] = i16::from(boxes.left());
            row[column + 1] = i16::from(boxes.circled());
        }
        let jokers = player.boxes(Power::Joker);
        for joker in 0..plan.joker_count {
            row[plan.jokers + joker] = i16::from(jokers.is_open(joker));
        }
        row[plan.foxes..][..3].copy_from_slice(&[i16::from(score.foxes), score.fox_points, score.total]);
        let pending = player.pending();
        for gift in pending.kinds() {
            row[plan.gifts + usize::from(gift)] = i16::from(pending.count(gift));
        }
        let stage = player.stage();
        row[plan.stage] = i16::from(stage == Stage::Pick);
        row[plan.stage + 1] = i16::from(stage == Stage::Extra);
        if stage != Stage::Done {
            let used = player.extra_used();
            let used_columns: &mut [i16] = &mut row[plan.extra..][..DICE];
            for die in used {
                used_columns[die.index()] = 1;
            }
        }
    }
}
