//! `greedy`: tries each action and takes the sheet that is worth most.
//!
//! All worths are in hundredths of a point and whole numbers, so that every machine chooses alike. The constants were
//! found by trying: each was moved up and down by about a quarter until the mean over the four sheets no longer rose
//! by more than chance (solo, 6,000 games a sheet).

mod prospect;

use finaud_rules::{
    Action, DiceGame, Game, Phase, Player as SeatSheet, Position, Power, ROLLS, Score, Seat, Sheet,
};

use crate::Player;
use prospect::prospect;

/// One point.
pub(crate) const POINT: i32 = 100;
/// What a gift is worth that waits to be used, or may be won.
const GIFT: i32 = 900;
/// What a fox is worth at the start, beyond the lowest zone as it is.
const FOX: i32 = 800;
/// What the roll to come is worth if the pool is rolled again.
const HOPE: i32 = 140;
/// What a die is worth in each roll that is still to come.
const DIE_KEPT: i32 = 160;

/// What an unused box is worth at the start; it falls to nothing towards the last turn.
fn box_worth(power: Power) -> i32 {
    match power {
        Power::Reroll => 150,
        Power::Extra | Power::Joker => 2000,
        Power::Polish | Power::TakeBack => 200,
    }
}

/// Plays each legal action on a copy and takes the best sheet; among equals the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Greedy;

/// How much of the game is still to come after this turn, as a share.
#[derive(Clone, Copy, Debug)]
struct Ahead {
    turns: i32,
    of: i32,
}

impl Ahead {
    fn of<const SEATS: usize>(game: &DiceGame<SEATS>, position: &Position<SEATS>) -> Ahead {
        let per_round = i32::from(game.turns_per_round());
        let of = i32::from(game.rounds()) * per_round;
        let begun = (i32::from(position.round()) - 1) * per_round + i32::from(position.turn()) + 1;
        Ahead {
            turns: of - begun,
            of,
        }
    }

    /// This much of a worth.
    fn share(self, worth: i32) -> i32 {
        worth * self.turns / self.of
    }
}

impl<const SEATS: usize> Player<DiceGame<SEATS>> for Greedy {
    fn begin(&mut self, _: u64) {}

    fn choose(
        &mut self,
        game: &DiceGame<SEATS>,
        position: &Position<SEATS>,
        seat: Seat,
        legal: &[Action],
    ) -> Action {
        let ahead = Ahead::of(game, position);
        let mut best = (i32::MIN, legal[0]);
        for action in legal {
            let mut after = *position;
            if game.play(&mut after, seat, *action).is_err() {
                continue;
            }
            let worth = action_worth(game, position, seat, *action, &after, ahead);
            if worth > best.0 {
                best = (worth, *action);
            }
        }
        best.1
    }
}

/// What an action is worth to a seat, from the position before it and the one after it.
fn action_worth<const SEATS: usize>(
    game: &DiceGame<SEATS>,
    position: &Position<SEATS>,
    seat: Seat,
    action: Action,
    after: &Position<SEATS>,
    ahead: Ahead,
) -> i32 {
    sheet_worth(game.sheet(), after.player(seat), ahead) + dice_worth(position, action)
}

/// What `greedy` thinks an action is worth, in points.
pub(crate) fn action_points<const SEATS: usize>(
    game: &DiceGame<SEATS>,
    position: &Position<SEATS>,
    seat: Seat,
    action: Action,
    after: &Position<SEATS>,
) -> f32 {
    let ahead = Ahead::of(game, position);
    action_worth(game, position, seat, action, after, ahead) as f32 / POINT as f32
}

/// What a sheet is worth.
fn sheet_worth(sheet: &Sheet, player: &SeatSheet, ahead: Ahead) -> i32 {
    let score = Score::of(sheet, player);
    let zones: i32 = score.zones.iter().map(|points| i32::from(*points) * POINT).sum();
    let lowest = score.zones.iter().copied().min().unwrap_or(0);
    let fox = i32::from(lowest.max(0)) * POINT + ahead.share(FOX);
    let foxes = i32::from(score.foxes) * fox;
    let boxes: i32 = Power::ALL
        .into_iter()
        .map(|power| i32::from(player.boxes(power).left()) * box_worth(power))
        .sum();
    let pending: i32 = player
        .pending()
        .kinds()
        .map(|gift| i32::from(player.pending().count(gift)) * GIFT)
        .sum();
    let prospects: i32 = sheet
        .zones
        .iter()
        .enumerate()
        .map(|(index, zone)| prospect(zone, player.ink(index)))
        .sum();
    zones + foxes + pending + ahead.share(boxes + prospects)
}

/// What some zones promise to a seat beyond the points they have, in points; one bit each.
pub(crate) fn zone_prospects<const SEATS: usize>(
    game: &DiceGame<SEATS>,
    position: &Position<SEATS>,
    seat: Seat,
    zones: u8,
) -> f32 {
    let player = position.player(seat);
    let worth = game.sheet().zones.iter().enumerate();
    let worth: i32 = worth
        .filter(|(index, _)| zones >> index & 1 != 0)
        .map(|(index, zone)| prospect(zone, player.ink(index)))
        .sum();
    Ahead::of(game, position).share(worth) as f32 / POINT as f32
}

/// What a position is worth to a seat, without knowing the action that led to it.
pub(crate) fn position_worth<const SEATS: usize>(
    game: &DiceGame<SEATS>,
    position: &Position<SEATS>,
    seat: Seat,
) -> i32 {
    let worth = sheet_worth(game.sheet(), position.player(seat), Ahead::of(game, position));
    let rolls = match position.phase() {
        Phase::Rolling | Phase::BeforeRoll if position.active() == Some(seat) => rolls_after(position) + 1,
        _ => 0,
    };
    worth + DIE_KEPT * rolls * position.dice().pool().len() as i32
}

/// What an action does to the dice still to be rolled in this turn.
fn dice_worth<const SEATS: usize>(position: &Position<SEATS>, action: Action) -> i32 {
    let pool = position.dice().pool();
    match action {
        Action::Reroll => HOPE + kept(position, pool.len()),
        Action::Forfeit => kept(position, pool.len()),
        Action::Pick(entry) if position.phase() == Phase::Rolled => {
            let sent = position.sent_to_platter(entry.die);
            kept(position, pool.without(entry.die).minus(sent).len())
        }
        Action::TakeBack(_) => DIE_KEPT,
        _ => 0,
    }
}

/// What so many dice are worth in the next roll; the last roll has none.
fn kept<const SEATS: usize>(position: &Position<SEATS>, dice: usize) -> i32 {
    DIE_KEPT * rolls_after(position) * dice as i32
}

/// How many rolls the turn has after this one.
fn rolls_after<const SEATS: usize>(position: &Position<SEATS>) -> i32 {
    i32::from(ROLLS) - i32::from(position.roll())
}
