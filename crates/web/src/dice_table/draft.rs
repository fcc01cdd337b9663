//! Between a tap and an action: which way, which cells, which number. Nothing is played before that is clear, and nothing
//! is spent before it is confirmed.

use finaud_rules::{Action, DieSet, Entry, Mark, Player, Sheet};

use super::choose::{CellId, Cost, SheetCells, cells_of, die_of, mark_of};

/// What is asked after a tap.
#[derive(Clone, PartialEq, Default, Debug)]
pub enum Asked {
    /// Nothing.
    #[default]
    Nothing,
    /// Which of these ways: another die, other boxes, another bonus. A single one is asked about because it costs something.
    Ways(Vec<Vec<Action>>),
    /// Which cells or which number: chosen on the sheet.
    Draft(Draft),
}

/// An entry that is being put together on the sheet.
#[derive(Clone, PartialEq, Debug)]
pub struct Draft {
    /// Everything it may become.
    pub options: Vec<Action>,
    /// The cells chosen so far.
    pub cells: SheetCells,
    /// What it is now, if that may be played.
    pub picked: Option<Action>,
}

/// The way of an action: everything but what is written.
fn way(action: Action) -> Action {
    let bare = |entry: Entry| Entry {
        mark: Mark::Next,
        ..entry
    };
    match action {
        Action::Pick(entry) => Action::Pick(bare(entry)),
        Action::Extra(entry) => Action::Extra(bare(entry)),
        Action::Gift { gift, zone, .. } => Action::Gift {
            gift,
            zone,
            mark: Mark::Next,
        },
        other => other,
    }
}

/// In what the ways differ that somebody is asked about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Difference {
    /// Each is another die.
    Die,
    /// Each is another bonus.
    Bonus,
    /// The same die, paid for in another way.
    Cost,
    /// In more than one of these.
    Several,
}

/// In what these ways differ.
pub fn difference(ways: &[Vec<Action>]) -> Difference {
    let first = || ways.iter().filter_map(|way| way.first().copied());
    if first().all(|action| matches!(action, Action::Gift { .. } | Action::Circle { .. })) {
        return Difference::Bonus;
    }
    let dice: DieSet = first().filter_map(die_of).collect();
    match dice.len() {
        1 => Difference::Cost,
        all if all == ways.len() => Difference::Die,
        _ => Difference::Several,
    }
}

/// What follows from a tap: an action, or what is to be asked first.
///
/// `meant` are the actions the tap may mean, the plainest first; `offered` are all that there are.
pub fn resolve(
    sheet: &Sheet,
    player: &Player,
    offered: &[Action],
    meant: &[Action],
    cell: Option<CellId>,
) -> Result<Action, Asked> {
    let mut ways: Vec<Vec<Action>> = Vec::new();
    for action in meant {
        match ways.iter_mut().find(|known| way(known[0]) == way(*action)) {
            Some(known) => known.push(*action),
            None => ways.push(vec![*action]),
        }
    }
    match &ways[..] {
        [] => Err(Asked::Nothing),
        [only] => match (&only[..], cell) {
            ([action], _) if Cost::of(*action).is_free() => Ok(*action),
            ([_], _) | (_, None) => Err(Asked::Ways(ways)),
            (several, Some(cell)) => Err(Asked::Draft(Draft::begin(sheet, player, offered, several, cell))),
        },
        _ => Err(Asked::Ways(ways)),
    }
}

/// What follows once one of the ways is chosen.
pub fn resolve_way(
    sheet: &Sheet,
    player: &Player,
    offered: &[Action],
    way: &[Action],
    cell: Option<CellId>,
) -> Result<Action, Asked> {
    match (way, cell) {
        ([only], _) => Ok(*only),
        _ => resolve(sheet, player, offered, way, cell),
    }
}

/// Does an action cross several cells that are chosen one by one? A number that fills two cells is none.
fn crosses_several(sheet: &Sheet, player: &Player, action: Action) -> bool {
    let by_cells = matches!(mark_of(action), Some((_, Mark::Cells { .. } | Mark::Set(_))));
    by_cells && cells_of(sheet, player, action).len() > 1
}

impl Draft {
    fn begin(sheet: &Sheet, player: &Player, offered: &[Action], meant: &[Action], cell: CellId) -> Draft {
        let cells = SheetCells::one(cell);
        let several = meant.iter().any(|action| crosses_several(sheet, player, *action));
        let mut draft = Draft {
            options: meant.to_vec(),
            cells,
            picked: None,
        };
        if several {
            // Whoever changes their mind may leave out the cell they tapped first.
            let same = |action: &&Action| way(**action) == way(meant[0]);
            draft.options = offered.iter().filter(same).copied().collect();
            draft.pick(sheet, player);
        } else if let [first, _] = meant {
            draft.picked = Some(*first);
        }
        draft
    }

    /// Are several cells chosen, and not what is written in one of them?
    pub fn takes_cells(&self, sheet: &Sheet, player: &Player) -> bool {
        let mut options = self.options.iter();
        options.any(|action| crosses_several(sheet, player, *action))
    }

    fn pick(&mut self, sheet: &Sheet, player: &Player) {
        let fits = |action: &&Action| cells_of(sheet, player, **action) == self.cells;
        self.picked = self.options.iter().find(fits).copied();
    }

    /// The cells a tap on which changes the draft.
    pub fn open(&self, sheet: &Sheet, player: &Player) -> SheetCells {
        let cells = self.options.iter().map(|action| cells_of(sheet, player, *action));
        let fitting = cells.filter(|cells| self.cells.minus(*cells).is_empty());
        fitting.fold(self.cells, SheetCells::union)
    }

    /// How many more cells may be chosen.
    pub fn more(&self, sheet: &Sheet, player: &Player) -> usize {
        let cells = self.options.iter().map(|action| cells_of(sheet, player, *action));
        let fitting = cells.filter(|cells| self.cells.minus(*cells).is_empty());
        let most = fitting.map(SheetCells::len).max().unwrap_or(0);
        most.saturating_sub(self.cells.len())
    }

    /// A tap on a cell: it is chosen or left out; where one cell takes several numbers, the next one is written.
    /// `None` once no cell is left.
    #[must_use]
    pub fn tap(mut self, sheet: &Sheet, player: &Player, cell: CellId) -> Option<Draft> {
        if !self.open(sheet, player).contains(cell) {
            return Some(self);
        }
        let tapped = SheetCells::one(cell);
        if !self.takes_cells(sheet, player) {
            let at = self
                .options
                .iter()
                .position(|action| Some(*action) == self.picked);
            let next = at.map_or(0, |at| (at + 1) % self.options.len().max(1));
            self.picked = self.options.get(next).copied();
            return Some(self);
        }
        self.cells = match self.cells.contains(cell) {
            true => self.cells.minus(tapped),
            false => self.cells.union(tapped),
        };
        self.pick(sheet, player);
        (!self.cells.is_empty()).then_some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::super::choose::{at_cell, offered};
    use super::*;

    use finaud_record::Notation;
    use finaud_rules::{Die, Game, Power, Seat, TableGame, builtin};

    struct Given {
        game: TableGame,
        player: Player,
        legal: Vec<Action>,
    }

    impl Given {
        fn at(id: &str, position: &str) -> Given {
            let game = TableGame::new(builtin(id).unwrap().clone(), 1).unwrap();
            let state = game.read_position(&format!("{id} {position}")).unwrap();
            let mut legal = Vec::new();
            game.legal(&state, Seat(0), &mut legal);
            Given {
                player: *state.player(Seat(0)),
                legal,
                game,
            }
        }

        fn die(&self, name: &str) -> Die {
            self.game.sheet().die_named(name).unwrap()
        }

        fn tap(&self, die: Option<&str>, cell: CellId) -> Result<String, Asked> {
            let die = die.map(|name| self.die(name));
            let (sheet, offered) = (self.game.sheet(), offered(&self.legal));
            let meant = at_cell(sheet, &self.player, &self.legal, die, cell);
            let action = resolve(sheet, &self.player, &offered, &meant, Some(cell))?;
            Ok(self.game.action_text(action))
        }

        fn texts(&self, actions: &[Action]) -> Vec<String> {
            let text = |action: &Action| self.game.action_text(*action);
            actions.iter().map(text).collect()
        }
    }

    fn draft(asked: Result<String, Asked>) -> Draft {
        match asked {
            Err(Asked::Draft(draft)) => draft,
            other => panic!("no draft but {other:?}"),
        }
    }

    #[test]
    fn what_costs_nothing_and_can_mean_one_thing_is_played_at_once() {
        let given = Given::at("tres-fute", "phase=rolled pool=W4,Y3,B2,G6,O1,V5");
        assert!(given.tap(Some("green"), (2, 0)).is_ok());
    }

    #[test]
    fn a_box_is_never_spent_before_it_is_confirmed() {
        let given = Given::at(
            "melange-fute",
            "turn=2 phase=window platter=W6,Y6,O2 slots=B6,G6,V6 / stage=pick polish=3 joker=1",
        );
        let zone = given.die("orange").zone().unwrap();
        let cells = given.game.sheet().zones[usize::from(zone)].view(given.player.ink(usize::from(zone)));
        let mut asked = 0;
        for cell in &cells.cells {
            match given.tap(Some("orange"), (zone, cell.id)) {
                Ok(text) => assert!(!text.contains("polish") && !text.contains("joker"), "{text}"),
                Err(Asked::Ways(ways)) => {
                    assert!(ways.iter().flatten().all(|action| !Cost::of(*action).is_free()));
                    asked += 1;
                }
                Err(_) => {}
            }
        }
        assert!(asked > 0, "nothing was to be paid for");
    }

    #[test]
    fn more_crosses_are_tapped_one_by_one_and_in_any_order() {
        // Two other dice of the platter show a 3 as well: three crosses in the column of the threes.
        let given = Given::at(
            "hyper-fute",
            "turn=2 phase=window platter=W3,T3,B3 slots=Y6,N6,P6 / stage=pick",
        );
        let (sheet, player) = (given.game.sheet(), &given.player);
        let zone = given.die("turquoise").zone().unwrap();
        let cell = |row: u8| (zone, row * 6 + 2);
        let begun = draft(given.tap(Some("turquoise"), cell(1)));
        assert!(begun.takes_cells(sheet, player));
        assert_eq!(begun.more(sheet, player), 2);
        assert_eq!(begun.open(sheet, player).len(), 5);
        let one = begun.picked.expect("a single cross may be confirmed");
        let two = begun.clone().tap(sheet, player, cell(3)).unwrap();
        let both = two.picked.expect("two crosses may be confirmed");
        assert_eq!(
            given.texts(&[one, both]),
            ["turquoise 3 r2", "turquoise 3 r2,4"].map(str::to_owned)
        );
        let three = two.clone().tap(sheet, player, cell(0)).unwrap();
        assert_eq!(three.more(sheet, player), 0);
        // A fourth one is not to be had.
        assert_eq!(three.open(sheet, player).len(), 3);
        assert_eq!(three.clone().tap(sheet, player, cell(4)), Some(three));
        // The first one is left out again, and then the last.
        let other = two.tap(sheet, player, cell(1)).unwrap();
        assert_eq!(other.cells, SheetCells::one(cell(3)));
        assert_eq!(other.tap(sheet, player, cell(3)), None);
    }

    #[test]
    fn crosses_of_moved_dice_are_tapped_beside_the_main_one() {
        let given = Given::at("vraiment-tres-fute", "phase=rolled pool=W2,S3,Y4,B1,G5,P3");
        let (sheet, player) = (given.game.sheet(), &given.player);
        // Rows and columns of the silver zone, from 0.
        let cell = |row: u8, column: u8| (0, row * 6 + column);
        let begun = draft(given.tap(Some("silver"), cell(2, 2)));
        assert_eq!(begun.more(sheet, player), 2);
        let main = begun.picked.expect("the main cross alone may be confirmed");
        let both = begun.tap(sheet, player, cell(1, 0)).unwrap();
        let three = both.clone().tap(sheet, player, cell(2, 1)).unwrap();
        let picked = [main, both.picked.unwrap(), three.picked.unwrap()];
        assert_eq!(
            given.texts(&picked),
            [
                "silver 3 r3",
                "silver 3 r3 with 1 r2",
                "silver 3 r3 with 2 r3 1 r2"
            ]
            .map(str::to_owned)
        );
        // An extra cross alone is no entry.
        let extra = draft(given.tap(Some("silver"), cell(1, 0)));
        assert_eq!(extra.picked, None);
    }

    #[test]
    fn a_number_that_fills_two_cells_is_chosen_like_the_others() {
        let given = Given::at("clever-4ever", "round=4 phase=round-start / pending=black_?");
        let (sheet, player) = (given.game.sheet(), &given.player);
        let zone = given.die("pink").zone().unwrap();
        let mut begun = draft(given.tap(None, (zone, 0)));
        assert!(!begun.takes_cells(sheet, player));
        let mut picked = std::collections::BTreeSet::new();
        for _ in 0..6 {
            begun = begun.tap(sheet, player, (zone, 0)).unwrap();
            picked.extend(begun.picked);
        }
        assert_eq!(picked.len(), 6);
    }

    #[test]
    fn half_with_the_bonus_or_the_number_without_it_is_chosen_in_the_cell() {
        let given = Given::at("hyper-fute", "phase=rolled pool=W1,Y2,T3,B4,N5,P4 / pink=3");
        let (sheet, player) = (given.game.sheet(), &given.player);
        let zone = given.die("pink").zone().unwrap();
        let begun = draft(given.tap(Some("pink"), (zone, 1)));
        assert!(!begun.takes_cells(sheet, player));
        let first = begun.picked.expect("the first of two is shown");
        let second = begun
            .clone()
            .tap(sheet, player, (zone, 1))
            .unwrap()
            .picked
            .unwrap();
        assert_ne!(first, second);
        let again = begun.tap(sheet, player, (zone, 1)).unwrap();
        assert_eq!(again.tap(sheet, player, (zone, 1)).unwrap().picked, Some(first));
    }

    #[test]
    fn two_dice_for_one_cell_are_two_ways() {
        let given = Given::at("tres-fute", "phase=rolled pool=W3,Y3,B2,G6,O1,V5");
        let Err(Asked::Ways(ways)) = given.tap(None, (0, 0)) else {
            panic!("two dice could go there");
        };
        assert_eq!(ways.len(), 2);
        assert_eq!(difference(&ways), Difference::Die);
    }

    #[test]
    fn two_ways_to_pay_for_one_die_differ_in_what_they_cost() {
        let given = Given::at(
            "melange-fute",
            "turn=2 phase=window platter=W6,Y6,O2 slots=B6,G6,V6 / stage=pick polish=3 joker=1",
        );
        let zone = given.die("orange").zone().unwrap();
        let Err(Asked::Ways(ways)) = given.tap(Some("orange"), (zone, 3)) else {
            panic!("a joker or two polishes");
        };
        assert_eq!(difference(&ways), Difference::Cost);
        // With white, which could go there as well, it is not the price alone.
        let white = Action::Pick(Entry {
            die: Die::White,
            ..match ways[0][0] {
                Action::Pick(entry) => entry,
                other => panic!("{other:?}"),
            }
        });
        let more: Vec<Vec<Action>> = ways.into_iter().chain([vec![white]]).collect();
        assert_eq!(difference(&more), Difference::Several);
    }

    #[test]
    fn bonuses_that_reach_the_same_cell_or_row_are_told_apart_as_bonuses() {
        let circle = |gift| {
            vec![Action::Circle {
                gift,
                power: Power::Joker,
            }]
        };
        assert_eq!(difference(&[circle(0), circle(3)]), Difference::Bonus);
    }
}
