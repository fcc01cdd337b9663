//! From taps to actions: which dice, cells and boxes mean something now, and which actions a tap may mean.

use finaud_rules::zone::CellSet;
use finaud_rules::{Action, Die, DieSet, Entry, Joker, Mark, Player, Power, Sheet, ZONES, insertion_sort};

/// A cell of a sheet: the zone and its number there.
pub type CellId = (u8, u8);

/// Some cells of a sheet.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SheetCells([CellSet; ZONES]);

impl SheetCells {
    /// These cells of one zone.
    pub fn in_zone(zone: u8, cells: CellSet) -> SheetCells {
        let mut all = SheetCells::default();
        if let Some(here) = all.0.get_mut(usize::from(zone)) {
            *here = cells;
        }
        all
    }

    /// The cells of both sets.
    #[must_use]
    pub fn union(self, other: SheetCells) -> SheetCells {
        let mut all = self;
        for (here, there) in all.0.iter_mut().zip(other.0) {
            *here = here.union(there);
        }
        all
    }

    /// Just this cell.
    pub fn one((zone, cell): CellId) -> SheetCells {
        SheetCells::in_zone(zone, CellSet::one(cell))
    }

    /// The cells of this set that are not in the other.
    #[must_use]
    pub fn minus(self, other: SheetCells) -> SheetCells {
        let mut all = self;
        for (here, there) in all.0.iter_mut().zip(other.0) {
            *here = here.minus(there);
        }
        all
    }

    /// Is the cell in the set?
    pub fn contains(self, (zone, cell): CellId) -> bool {
        let here = self.0.get(usize::from(zone));
        here.is_some_and(|cells| cells.contains(cell))
    }

    /// Is there no cell?
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// How many cells there are.
    pub fn len(self) -> usize {
        self.0.iter().map(|cells| cells.len()).sum()
    }

    /// The cells, zone by zone.
    pub fn iter(self) -> impl Iterator<Item = CellId> {
        (0..)
            .zip(self.0)
            .flat_map(|(zone, cells)| cells.iter().map(move |cell| (zone, cell)))
    }
}

/// What an action takes from the rows of boxes.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Cost {
    spent: [u8; Power::ALL.len()],
    /// Which joker box.
    pub joker: Option<Joker>,
}

impl Cost {
    /// What this action costs.
    pub fn of(action: Action) -> Cost {
        let mut cost = Cost::default();
        let mut spend = |power: Power, boxes: u8| cost.spent[power as usize] += boxes;
        match action {
            Action::Reroll => spend(Power::Reroll, 1),
            Action::TakeBack(_) => spend(Power::TakeBack, 1),
            Action::Extra(_) => spend(Power::Extra, 1),
            _ => {}
        }
        if let Action::Pick(entry) | Action::Extra(entry) = action {
            spend(Power::Polish, entry.polish);
            spend(Power::Joker, u8::from(entry.joker.is_some()));
            cost.joker = entry.joker;
        }
        cost
    }

    /// Does it cost nothing?
    pub fn is_free(self) -> bool {
        self.boxes() == 0
    }

    /// How many boxes it costs.
    fn boxes(self) -> u8 {
        self.spent.iter().sum()
    }

    /// The kinds of boxes it takes, and how many of each.
    pub fn parts(self) -> impl Iterator<Item = (Power, u8)> {
        let parts = Power::ALL.into_iter().zip(self.spent);
        parts.filter(|(_, boxes)| *boxes > 0)
    }
}

/// The die an action uses.
pub fn die_of(action: Action) -> Option<Die> {
    match action {
        Action::Pick(entry) | Action::Extra(entry) => Some(entry.die),
        Action::TakeBack(die) => Some(die),
        _ => None,
    }
}

/// What an action writes and where.
pub fn mark_of(action: Action) -> Option<(u8, Mark)> {
    match action {
        Action::Pick(Entry { zone, mark, .. }) | Action::Extra(Entry { zone, mark, .. }) => {
            Some((zone, mark))
        }
        Action::Gift { zone, mark, .. } => Some((zone, mark)),
        _ => None,
    }
}

/// The cells an action writes in.
pub fn cells_of(sheet: &Sheet, player: &Player, action: Action) -> SheetCells {
    let Some((zone, mark)) = mark_of(action) else {
        return SheetCells::default();
    };
    let index = usize::from(zone);
    SheetCells::in_zone(zone, sheet.zones[index].targets(player.ink(index), mark))
}

/// The actions that are offered: what does the same as another one and spends more is left out.
pub fn offered(legal: &[Action]) -> Vec<Action> {
    let is_dominated = |action: &Action| legal.iter().any(|other| other.dominates(*action));
    legal
        .iter()
        .copied()
        .filter(|action| !is_dominated(action))
        .collect()
}

/// The dice that can be used.
pub fn usable(legal: &[Action]) -> DieSet {
    legal.iter().filter_map(|action| die_of(*action)).collect()
}

/// The actions that are left once a die is chosen: all of them, if none is.
fn with_die(legal: &[Action], die: Option<Die>) -> impl Iterator<Item = Action> {
    let fits = move |action: &Action| die.is_none() || die_of(*action) == die;
    legal.iter().copied().filter(fits)
}

/// The cells a tap on which means something.
pub fn lit(sheet: &Sheet, player: &Player, legal: &[Action], die: Option<Die>) -> SheetCells {
    with_die(legal, die).fold(SheetCells::default(), |cells, action| {
        cells.union(cells_of(sheet, player, action))
    })
}

/// What a tap on a cell may mean, the plainest first: least spent, most crosses.
pub fn at_cell(
    sheet: &Sheet,
    player: &Player,
    legal: &[Action],
    die: Option<Die>,
    cell: CellId,
) -> Vec<Action> {
    let cells = |action: &Action| cells_of(sheet, player, *action);
    let mut actions: Vec<Action> = with_die(&offered(legal), die)
        .filter(|action| cells(action).contains(cell))
        .collect();
    let rank = |action: &Action| {
        (
            Cost::of(*action).boxes(),
            usize::MAX - cells(action).len(),
            *action,
        )
    };
    insertion_sort(&mut actions, |one, other| rank(one).cmp(&rank(other)));
    actions
}

/// The cells that cannot be had for nothing, with what the cheapest way to each costs.
pub fn paid(sheet: &Sheet, player: &Player, legal: &[Action], die: Option<Die>) -> Vec<(CellId, Cost)> {
    let mut paid: Vec<(CellId, Cost)> = Vec::new();
    for action in with_die(legal, die) {
        let cost = Cost::of(action);
        for cell in cells_of(sheet, player, action).iter() {
            match paid.iter_mut().find(|(known, _)| *known == cell) {
                None => paid.push((cell, cost)),
                Some((_, least)) if cost.boxes() < least.boxes() => *least = cost,
                Some(_) => {}
            }
        }
    }
    paid.retain(|(_, cost)| !cost.is_free());
    paid
}

/// What a tap on a die means at once; most dice are chosen first and then tapped into a cell.
pub fn at_die(legal: &[Action], die: Die) -> Option<Action> {
    let back = Action::TakeBack(die);
    legal.contains(&back).then_some(back)
}

/// What a tap on a row of boxes may mean: several bonuses may let the player circle in it.
pub fn at_power(legal: &[Action], wanted: Power) -> Vec<Action> {
    let circles = |action: &Action| matches!(action, Action::Circle { power, .. } if *power == wanted);
    legal.iter().copied().filter(circles).collect()
}

/// The rows of boxes in which a bonus may circle.
pub fn lit_powers(legal: &[Action]) -> Vec<Power> {
    let circled = |power: &Power| !at_power(legal, *power).is_empty();
    Power::ALL.into_iter().filter(circled).collect()
}

/// The actions that are neither a die nor a cell nor a box: buttons.
pub fn buttons(legal: &[Action]) -> Vec<Action> {
    let is_button = |action: &Action| {
        matches!(
            action,
            Action::Roll
                | Action::EndRolls
                | Action::Reroll
                | Action::Forfeit
                | Action::Decline
                | Action::Done
        )
    };
    legal.iter().copied().filter(is_button).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    use finaud_record::{Notation, SplitMix64};
    use finaud_rules::{Game, Next, Seat, TableGame, builtin, builtin_ids};

    fn game(id: &str, players: usize) -> TableGame {
        TableGame::new(builtin(id).unwrap().clone(), players).unwrap()
    }

    fn legal(game: &TableGame, position: &str) -> (Player, Vec<Action>) {
        let state = game.read_position(position).unwrap();
        let mut legal = Vec::new();
        game.legal(&state, Seat(0), &mut legal);
        (*state.player(Seat(0)), legal)
    }

    #[test]
    fn a_die_lights_the_cells_it_may_fill_and_white_lights_them_everywhere() {
        let game = game("tres-fute", 1);
        let (player, legal) = legal(&game, "tres-fute phase=rolled pool=W4,Y3,B2,G6,O1,V5");
        let lit = |die| lit(game.sheet(), &player, &legal, Some(die));
        // Yellow 3 stands twice on the sheet.
        assert_eq!(lit(Die::of_zone(0).unwrap()).len(), 2);
        // White 4: yellow twice, blue 4 + 2, the next cells of green, orange and violet.
        assert_eq!(lit(Die::White).len(), 2 + 1 + 3);
    }

    #[test]
    fn a_tap_that_could_mean_two_dice_asks() {
        let game = game("tres-fute", 1);
        let (player, legal) = legal(&game, "tres-fute phase=rolled pool=W3,Y3,B2,G6,O1,V5");
        assert_eq!(at_cell(game.sheet(), &player, &legal, None, (0, 0)).len(), 2);
        assert_eq!(
            at_cell(game.sheet(), &player, &legal, Some(Die::White), (0, 0)).len(),
            1
        );
    }

    #[test]
    fn one_joker_or_two_polish_boxes_is_a_choice() {
        let game = game("melange-fute", 1);
        let line = "melange-fute turn=2 phase=window platter=W6,Y6,O2 slots=B6,G6,V6 \
                    / stage=pick polish=3 joker=1";
        let (player, legal) = legal(&game, line);
        let orange = game.sheet().die_named("orange").unwrap();
        let zone = orange.zone().unwrap();
        // The fourth orange cell shows a 4: two steps from the die, or the number of the joker.
        let meant = at_cell(game.sheet(), &player, &legal, Some(orange), (zone, 3));
        let texts: Vec<String> = meant.iter().map(|action| game.action_text(*action)).collect();
        assert_eq!(texts, ["orange 4 #4 joker 4", "orange 4 #4 polish 2"]);
    }

    #[test]
    fn a_cell_that_only_a_box_reaches_is_paid_for_and_a_free_one_is_not() {
        let game = game("melange-fute", 1);
        let line = "melange-fute turn=2 phase=window platter=W6,Y6,O2 slots=B6,G6,V6 \
                    / stage=pick polish=3 joker=1";
        let (player, legal) = legal(&game, line);
        let orange = game.sheet().die_named("orange").unwrap();
        let zone = orange.zone().unwrap();
        let paid = paid(game.sheet(), &player, &legal, Some(orange));
        let cost = |cell| paid.iter().find(|(known, _)| *known == (zone, cell));
        let free = lit(game.sheet(), &player, &offered(&legal), Some(orange));
        for cell in free.iter() {
            let ways = at_cell(game.sheet(), &player, &legal, Some(orange), cell);
            let is_free = ways.iter().any(|action| Cost::of(*action).is_free());
            assert_eq!(paid.iter().any(|(known, _)| *known == cell), !is_free, "{cell:?}");
        }
        // The fourth orange cell shows a 4: a joker is one box, polishing would be two.
        let (_, cost) = cost(3).expect("the 4 must be paid for");
        assert_eq!(cost.parts().collect::<Vec<_>>(), [(Power::Joker, 1)]);
    }

    #[test]
    fn everything_that_spends_a_box_has_a_cost() {
        let game = game("melange-fute", 1);
        let cost = |text: &str| {
            let action = game.read_action(text).unwrap();
            Cost::of(action).parts().collect::<Vec<_>>()
        };
        assert_eq!(cost("reroll"), [(Power::Reroll, 1)]);
        assert_eq!(cost("orange 4 #4 polish 2"), [(Power::Polish, 2)]);
        assert_eq!(cost("+1 orange 4 #4"), [(Power::Extra, 1)]);
        let back = Cost::of(Action::TakeBack(Die::White));
        assert_eq!(back.parts().collect::<Vec<_>>(), [(Power::TakeBack, 1)]);
        assert_eq!(cost("roll"), []);
    }

    #[test]
    fn two_bonuses_that_circle_in_one_row_are_both_offered() {
        let circle = |gift, power| Action::Circle { gift, power };
        let legal = [
            circle(0, Power::Joker),
            circle(0, Power::Polish),
            circle(3, Power::Joker),
        ];
        assert_eq!(
            at_power(&legal, Power::Joker),
            [circle(0, Power::Joker), circle(3, Power::Joker)]
        );
        assert_eq!(lit_powers(&legal), [Power::Joker, Power::Polish]);
    }

    /// Everything that can be reached by taps: buttons, rows of boxes, dice, and cells with and without a chosen die.
    fn reachable(sheet: &Sheet, player: &Player, legal: &[Action]) -> BTreeSet<Action> {
        let mut reached: BTreeSet<Action> = buttons(legal).into_iter().collect();
        for power in lit_powers(legal) {
            reached.extend(at_power(legal, power));
        }
        let dice = usable(legal);
        reached.extend(dice.iter().filter_map(|die| at_die(legal, die)));
        for die in std::iter::once(None).chain(dice.iter().map(Some)) {
            for cell in lit(sheet, player, legal, die).iter() {
                let meant = at_cell(sheet, player, legal, die, cell);
                assert!(!meant.is_empty(), "a lit cell means something");
                reached.extend(meant);
            }
        }
        reached
    }

    #[test]
    fn every_legal_action_but_the_dominated_ones_can_be_reached_by_taps() {
        let mut asked = 0;
        for id in builtin_ids() {
            for (players, seed) in (0..30).map(|seed| (1 + seed as usize % 3, seed)) {
                let game = game(id, players);
                let mut random = SplitMix64::new(seed);
                let mut state = game.start();
                let mut legal = Vec::new();
                loop {
                    let seats = match game.next(&state) {
                        Next::Over => break,
                        Next::Chance(_) => {
                            let outcome = game.seeded_outcome(&state, seed).unwrap();
                            game.apply_chance(&mut state, outcome).unwrap();
                            continue;
                        }
                        Next::Choice(seats) => seats,
                    };
                    for seat in seats.iter() {
                        game.legal(&state, seat, &mut legal);
                        let reached = reachable(game.sheet(), state.player(seat), &legal);
                        let wanted: BTreeSet<Action> = offered(&legal).into_iter().collect();
                        assert_eq!(reached, wanted, "{id}: {}", game.position_text(&state));
                        asked += 1;
                    }
                    let seat = seats.first().unwrap();
                    game.legal(&state, seat, &mut legal);
                    let action = legal[random.below(legal.len() as u64) as usize];
                    game.play(&mut state, seat, action).unwrap();
                }
            }
        }
        assert!(asked > 4_000, "only {asked} choices");
    }
}
