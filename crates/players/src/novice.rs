//! `novice`: a careful beginner, who counts the points on the sheet and little else.

use finaud_rules::{Action, DiceGame, Game, Position, Power, Seat};

use crate::Player;

/// Plays each legal action on a copy and takes the one that gives most points at once; a bonus that is won counts a
/// little. Among equals it likes the entry that gives away fewest dice, then the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Novice;

/// What a beginner takes a fox, a box or a gift for, in points.
const BONUS: i32 = 3;

impl<const SEATS: usize> Player<DiceGame<SEATS>> for Novice {
    fn begin(&mut self, _: u64) {}

    fn choose(
        &mut self,
        game: &DiceGame<SEATS>,
        position: &Position<SEATS>,
        seat: Seat,
        legal: &[Action],
    ) -> Action {
        let mut best = (i32::MIN, legal[0]);
        for action in legal {
            let mut after = *position;
            if game.play(&mut after, seat, *action).is_err() {
                continue;
            }
            let player = after.player(seat);
            let bonuses = i32::from(player.foxes())
                + Power::ALL
                    .into_iter()
                    .map(|power| i32::from(player.boxes(power).left()))
                    .sum::<i32>()
                + player
                    .pending()
                    .kinds()
                    .map(|gift| i32::from(player.pending().count(gift)))
                    .sum::<i32>();
            // A tenth of a point for each die that is still to be rolled.
            let dice = after.dice().pool().len() as i32;
            let worth = 10 * (game.points(&after, seat) + BONUS * bonuses) + dice;
            if worth > best.0 {
                best = (worth, *action);
            }
        }
        best.1
    }
}
