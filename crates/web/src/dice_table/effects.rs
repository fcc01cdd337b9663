//! What an event did, as the table shows it: which cells were written, what was won and where, and what a new round gave.

use finaud_rules::zone::CellSet;
use finaud_rules::{Award, Effect, Loss, Origin, Seat};
use finaud_table::{AnyEvent, Table};

use super::choose::SheetCells;

/// What the event with this index did; nothing if there is none, or another game is played.
pub fn effects_of(table: &Table, step: usize) -> Vec<Effect> {
    table.dice().map(|table| table.effects(step)).unwrap_or_default()
}

/// The cells that were written on a sheet.
pub fn written(effects: &[Effect], seat: Seat) -> SheetCells {
    effects
        .iter()
        .fold(SheetCells::default(), |cells, effect| match *effect {
            Effect::Written {
                seat: whose,
                zone,
                cell,
                ..
            } if whose == seat => cells.union(SheetCells::in_zone(zone, CellSet::one(cell))),
            _ => cells,
        })
}

/// Something that was won, and where it comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Win {
    /// Where it comes from.
    pub origin: Origin,
    /// What it is.
    pub award: Award,
}

/// What a seat won, in order. What was lost again at once, because it fits nowhere, is left out.
pub fn wins(effects: &[Effect], seat: Seat) -> Vec<Win> {
    let mut wins: Vec<Win> = Vec::new();
    for effect in effects.iter().filter(|effect| effect.seat() == Some(seat)) {
        match *effect {
            Effect::Won { origin, award, .. } => wins.push(Win { origin, award }),
            Effect::Lost {
                award,
                why: Loss::NoTarget,
                ..
            } => {
                if let Some(index) = wins.iter().rposition(|win| win.award == award) {
                    wins.remove(index);
                }
            }
            _ => {}
        }
    }
    wins
}

/// What the start of a round gave.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoundGift {
    /// The round, from 1.
    pub round: u8,
    /// What everybody won who had room for it.
    pub awards: Vec<Award>,
}

/// What a round gave that began with these effects; `None` if none began, or it gives nothing.
pub fn round_gift(effects: &[Effect]) -> Option<RoundGift> {
    let mut gift: Option<RoundGift> = None;
    for effect in effects {
        if let Effect::Won {
            origin: Origin::Round(round),
            award,
            ..
        } = *effect
        {
            let gift = gift.get_or_insert(RoundGift {
                round,
                awards: Vec::new(),
            });
            if !gift.awards.contains(&award) {
                gift.awards.push(award);
            }
        }
    }
    gift
}

/// The bonuses a seat has won one out of the other, up to the last event: what a choice won, what using that won, and so on.
pub fn chain(table: &Table, seat: Seat) -> Vec<Award> {
    let mut links = Vec::new();
    for step in (0..table.steps()).rev() {
        match table.event(step) {
            // Others may choose at the same time.
            Some(AnyEvent::Choice(chooser, _)) if chooser != seat => continue,
            Some(AnyEvent::Choice(..)) => {}
            _ => break,
        }
        let effects = effects_of(table, step);
        // What a new round gives is nobody's merit.
        let won = wins(&effects, seat).into_iter();
        let won = won.filter(|win| !matches!(win.origin, Origin::Round(_)));
        links.splice(0..0, won.map(|win| win.award));
        let goes_on = effects
            .iter()
            .any(|effect| matches!(effect, Effect::GiftUsed { seat: user, .. } if *user == seat));
        if !goes_on {
            break;
        }
    }
    links
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use finaud_record::Notation;
    use finaud_rules::zone::Spot;
    use finaud_rules::{Game, Power, TableGame, builtin};

    /// What the last of these actions does in a position, as records have them.
    pub(crate) fn done(id: &str, position: &str, seat: Seat, actions: &[&str]) -> Vec<Effect> {
        let players = finaud_record::setup_names(position).unwrap().1;
        let game = TableGame::new(builtin(id).unwrap().clone(), players).unwrap();
        let mut state = game.read_position(position).unwrap();
        let mut effects = Vec::new();
        for action in actions {
            effects.clear();
            let action = game.read_action(action).unwrap();
            game.play_observed(&mut state, seat, action, &mut effects)
                .unwrap();
        }
        effects
    }

    /// The last choice of the first solo round: the second round's +1 follows.
    pub(crate) fn end_of_a_round() -> Vec<Effect> {
        let line = "tres-fute turn=2 phase=window platter=W1,Y3,B1 slots=G6,O5,V5 / stage=pick";
        done("tres-fute", line, Seat(0), &["yellow 3 r1"])
    }

    #[test]
    fn what_a_round_gives_is_the_rounds() {
        let effects = end_of_a_round();
        let plus = Award::Circle(Power::Extra);
        assert_eq!(
            round_gift(&effects),
            Some(RoundGift {
                round: 2,
                awards: vec![plus]
            })
        );
        assert_eq!(
            wins(&effects, Seat(0)),
            [Win {
                origin: Origin::Round(2),
                award: plus
            }]
        );
        assert_eq!(written(&effects, Seat(0)).iter().collect::<Vec<_>>(), [(0, 0)]);
    }

    #[test]
    fn a_group_that_is_completed_gives_from_its_place() {
        let effects = done(
            "tres-fute",
            "tres-fute phase=rolled pool=W5,Y3,B6,G6,O1,V5 / blue=9,10,12",
            Seat(0),
            &["blue 11"],
        );
        let [fox] = wins(&effects, Seat(0))[..] else {
            panic!("{effects:?}");
        };
        assert_eq!(fox.award, Award::Fox);
        let Origin::Zone {
            zone: 1,
            spot: Spot::Group(_),
        } = fox.origin
        else {
            panic!("{fox:?}");
        };
        assert_eq!(round_gift(&effects), None);
    }

    /// Plays random games until a seat has won more than two bonuses one out of the other.
    #[test]
    fn a_chain_goes_back_to_the_choice_that_began_it() {
        use crate::new_game::tests::played;
        let mut longest = 0;
        for seed in 0..8 {
            let whole = played("tres-fute", 2, seed);
            for step in 1..=whole.steps() {
                let table = whole.until(step);
                for seat in table.all_seats() {
                    let links = chain(&table, seat);
                    let own: usize = (0..step)
                        .map(|step| wins(&effects_of(&table, step), seat).len())
                        .sum();
                    assert!(links.len() <= own, "{links:?}");
                    longest = longest.max(links.len());
                }
                // Dice end every chain.
                if matches!(table.event(step - 1), Some(AnyEvent::Outcome(_))) {
                    assert_eq!(chain(&table, Seat(0)), []);
                }
            }
        }
        assert!(longest > 2, "no chain in any game");
    }

    #[test]
    fn what_is_lost_at_once_was_not_won() {
        let effects = done(
            "tres-fute",
            "tres-fute phase=rolled pool=W1,Y1,B1,G1,O1,V1 \
             / orange=1,1,1,2,1,1,2,1,2 violet=1,2,3,4,5,6,1,2,3,4,5",
            Seat(0),
            &["orange 1"],
        );
        assert!(effects.iter().any(|effect| matches!(effect, Effect::Won { .. })));
        assert_eq!(wins(&effects, Seat(0)), []);
    }

    #[test]
    fn others_win_nothing_by_a_choice_but_what_the_round_gives_all() {
        let line = "tres-fute turn=2 roll=3 phase=window platter=W1,Y3,B1 slots=G6,O5,V5 / stage=pick /";
        let effects = done("tres-fute", line, Seat(0), &["yellow 3 r1"]);
        assert_eq!(wins(&effects, Seat(1)), wins(&effects, Seat(0)));
        assert!(written(&effects, Seat(1)).is_empty());
        assert_eq!(round_gift(&effects).map(|gift| gift.awards.len()), Some(1));
    }
}
