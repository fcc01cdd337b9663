//! From taps to actions: which dice and cells mean something now, and which actions a tap may mean.

use std::collections::BTreeSet;

use finaud_rules::{Action, Die, DieSet, Entry, Mark, Player, Power, Sheet};

use super::ink::targets;

/// A cell of a sheet: the zone and its number there.
pub type CellId = (u8, u8);

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
pub fn cells_of(sheet: &Sheet, player: &Player, action: Action) -> Vec<CellId> {
    let Some((zone, mark)) = mark_of(action) else {
        return Vec::new();
    };
    let index = usize::from(zone);
    targets(&sheet.zones[index].mechanic, player.ink(index), mark)
        .into_iter()
        .map(|cell| (zone, cell))
        .collect()
}

/// The dice that can be used.
pub fn usable(legal: &[Action]) -> DieSet {
    legal.iter().filter_map(|action| die_of(*action)).collect()
}

/// The actions that are left once a die is chosen: all that write something, if none is.
pub fn with_die(legal: &[Action], die: Option<Die>) -> Vec<Action> {
    let fits = |action: &Action| match (die, die_of(*action)) {
        (Some(wanted), Some(used)) => wanted == used,
        (Some(_), None) => false,
        (None, _) => true,
    };
    legal.iter().copied().filter(fits).collect()
}

/// The cells a tap on which means something.
pub fn lit(sheet: &Sheet, player: &Player, legal: &[Action], die: Option<Die>) -> BTreeSet<CellId> {
    with_die(legal, die)
        .into_iter()
        .flat_map(|action| cells_of(sheet, player, action))
        .collect()
}

/// What a tap on a cell may mean, the plainest first: no joker, no polish, most crosses.
pub fn at_cell(
    sheet: &Sheet,
    player: &Player,
    legal: &[Action],
    die: Option<Die>,
    cell: CellId,
) -> Vec<Action> {
    let mut actions: Vec<Action> = with_die(legal, die)
        .into_iter()
        .filter(|action| cells_of(sheet, player, *action).contains(&cell))
        .collect();
    actions.sort_by_key(|action| {
        let crosses = cells_of(sheet, player, *action).len();
        (price(*action), usize::MAX - crosses, *action)
    });
    // What costs more and does the same is left out: nobody spends a box for nothing.
    let mut plain: Vec<Action> = Vec::new();
    for action in actions {
        let same = |known: &&Action| {
            die_of(**known) == die_of(action)
                && mark_of(**known) == mark_of(action)
                && price(**known) < price(action)
        };
        if plain.iter().find(same).is_none() {
            plain.push(action);
        }
    }
    plain
}

/// How many boxes an action spends beyond what its kind must.
fn price(action: Action) -> u8 {
    match action {
        Action::Pick(entry) | Action::Extra(entry) => entry.polish + u8::from(entry.joker.is_some()),
        _ => 0,
    }
}

/// The actions that are neither a die nor a cell: buttons.
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

/// The row of boxes a gift may circle, by power.
pub fn circles(legal: &[Action], wanted: Power) -> Option<Action> {
    legal
        .iter()
        .copied()
        .find(|action| matches!(action, Action::Circle { power, .. } if *power == wanted))
}

/// All rows of boxes a gift may circle, each with an action that does.
pub fn all_circles(legal: &[Action]) -> Vec<(Power, Action)> {
    Power::ALL
        .into_iter()
        .filter_map(|power| Some((power, circles(legal, power)?)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use finaud_record::Notation;
    use finaud_rules::{Game, Seat, SoloGame, builtin};

    fn legal(game: &SoloGame, position: &str) -> (Player, Vec<Action>) {
        let state = game.read_position(position).unwrap();
        let mut legal = Vec::new();
        game.legal(&state, Seat(0), &mut legal);
        (*state.player(Seat(0)), legal)
    }

    #[test]
    fn a_die_lights_the_cells_it_may_fill_and_white_lights_them_everywhere() {
        let game = SoloGame::new(builtin("tres-fute").unwrap().clone(), 1).unwrap();
        let (player, legal) = legal(&game, "tres-fute phase=rolled pool=W4,Y3,B2,G6,O1,V5");
        let lit = |die| lit(game.sheet(), &player, &legal, Some(die));
        // Yellow 3 stands twice on the sheet.
        assert_eq!(lit(Die::of_zone(0).unwrap()).len(), 2);
        // White 4: yellow twice, blue 4 + 2, the next cells of green, orange and violet.
        assert_eq!(lit(Die::White).len(), 2 + 1 + 3);
    }

    #[test]
    fn a_tap_that_could_mean_two_dice_asks() {
        let game = SoloGame::new(builtin("tres-fute").unwrap().clone(), 1).unwrap();
        let (player, legal) = legal(&game, "tres-fute phase=rolled pool=W3,Y3,B2,G6,O1,V5");
        assert_eq!(at_cell(game.sheet(), &player, &legal, None, (0, 0)).len(), 2);
        assert_eq!(
            at_cell(game.sheet(), &player, &legal, Some(Die::White), (0, 0)).len(),
            1
        );
    }

    #[test]
    fn every_legal_action_is_a_button_a_box_a_die_or_a_cell() {
        for id in finaud_rules::builtin_ids() {
            let game = SoloGame::new(builtin(id).unwrap().clone(), 1).unwrap();
            for seed in 0..20 {
                let mut state = game.start();
                let mut legal = Vec::new();
                let mut step = 0;
                loop {
                    match game.next(&state) {
                        finaud_rules::Next::Over => break,
                        finaud_rules::Next::Chance(_) => {
                            let luck = game.seeded_outcome(&state, seed).unwrap();
                            game.apply_chance(&mut state, luck).unwrap();
                        }
                        finaud_rules::Next::Choice(_) => {
                            game.legal(&state, Seat(0), &mut legal);
                            let player = state.player(Seat(0));
                            for action in &legal {
                                let reachable = buttons(&[*action]) == [*action]
                                    || matches!(action, Action::Circle { .. } | Action::TakeBack(_))
                                    || !cells_of(game.sheet(), player, *action).is_empty();
                                assert!(reachable, "{id}: {}", game.action_text(*action));
                            }
                            step += 1;
                            let action = legal[(step * 7) % legal.len()];
                            game.play(&mut state, Seat(0), action).unwrap();
                        }
                    }
                }
            }
        }
    }
}
