//! Sets of dice, numbers and seats, faces, and the words for things.

use finaud_rules::{Die, DieSet, Face, Joker, Place, PlaceName, Power, Seat, Seats, Values};

fn dice(list: &[Die]) -> DieSet {
    list.iter().copied().collect()
}

#[test]
fn a_set_of_dice() {
    let mut set = dice(&[Die::White, Die::Zone3]);
    assert!(set.contains(Die::White) && set.contains(Die::Zone3) && !set.contains(Die::Zone1));
    assert_eq!((set.len(), set.is_empty()), (2, false));
    set.insert(Die::White);
    assert_eq!(
        set,
        dice(&[Die::Zone3, Die::White]),
        "inserting a die twice changes nothing"
    );
    assert_eq!(
        set.union(dice(&[Die::Zone3, Die::Zone5])),
        dice(&[Die::White, Die::Zone3, Die::Zone5])
    );
    assert_eq!(set.minus(dice(&[Die::Zone3, Die::Zone5])), dice(&[Die::White]));
    assert_eq!(set.without(Die::White), dice(&[Die::Zone3]));
    assert_eq!(set.without(Die::Zone1), set);
    set.remove(Die::Zone3);
    set.remove(Die::Zone3);
    assert_eq!(set, dice(&[Die::White]));
    assert_eq!(DieSet::ALL.iter().collect::<Vec<_>>(), Die::ALL);
    assert_eq!((DieSet::ALL.len(), DieSet::EMPTY.len()), (6, 0));
    assert!(DieSet::EMPTY.is_empty() && DieSet::default().is_empty());
    assert_eq!(format!("{:?}", dice(&[Die::Zone2, Die::White])), "{White, Zone2}");
}

#[test]
fn dice_and_their_zones() {
    for (index, die) in Die::ALL.into_iter().enumerate() {
        assert_eq!(die.index(), index);
        assert_eq!(Die::from_index(index), Some(die));
    }
    assert_eq!(Die::from_index(6), None);
    assert_eq!(Die::White.zone(), None);
    for zone in 0..5 {
        let die = Die::of_zone(zone).expect("five zones have dice");
        assert_eq!(die.zone(), Some(zone));
    }
    assert_eq!(Die::of_zone(5), None);
    assert_eq!(Die::of_zone(255), None);
}

#[test]
fn faces_have_one_to_six_pips() {
    let faces: Vec<Option<u8>> = (0..=8).map(|pips| Face::new(pips).map(Face::pips)).collect();
    assert_eq!(
        faces,
        [
            None,
            Some(1),
            Some(2),
            Some(3),
            Some(4),
            Some(5),
            Some(6),
            None,
            None
        ]
    );
    assert_eq!(Face::new(255), None);
}

#[test]
fn a_set_of_numbers() {
    let set: Values = [2, 5, 63].into_iter().collect();
    assert_eq!(set.iter().collect::<Vec<_>>(), [2, 5, 63]);
    assert!(set.contains(63) && !set.contains(3));
    assert_eq!(set.highest(), Some(63));
    assert_eq!(Values::NONE.highest(), None);
    assert!(Values::NONE.is_empty() && !set.is_empty());
    assert_eq!(set.without(5).without(6), Values::one(2).union(Values::one(63)));
    assert_eq!(set.at_least(5), [5, 63].into_iter().collect());
    assert_eq!(set.below(5), Values::one(2));
    assert_eq!(set.and(Values::FACES), [2, 5].into_iter().collect());
    assert_eq!(
        Values::FACES.plus(6).iter().collect::<Vec<_>>(),
        [7, 8, 9, 10, 11, 12]
    );
    assert_eq!(Values::FACES.iter().collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
    assert_eq!(Values::ANY.iter().count(), 64);
    // There is nothing above 63.
    for number in [64, 65, 128, 255] {
        assert!(!Values::ANY.contains(number));
        assert!(Values::one(number).is_empty());
        assert!(Values::ANY.at_least(number).is_empty());
        assert_eq!(Values::ANY.below(number), Values::ANY);
        assert!(Values::ANY.plus(number).is_empty());
        assert_eq!(Values::ANY.without(number), Values::ANY);
    }
    assert_eq!(format!("{set:?}"), "{2, 5, 63}");
}

#[test]
fn a_set_of_seats() {
    let seats: Seats = [Seat(2), Seat(0), Seat(2)].into_iter().collect();
    assert_eq!(seats.iter().collect::<Vec<_>>(), [Seat(0), Seat(2)]);
    assert_eq!(seats.first(), Some(Seat(0)));
    assert!(seats.contains(Seat(2)) && !seats.contains(Seat(1)) && !seats.contains(Seat(255)));
    assert_eq!(Seats::one(Seat(3)).iter().collect::<Vec<_>>(), [Seat(3)]);
    assert!(Seats::default().is_empty() && !seats.is_empty());
    assert_eq!(Seats::default().first(), None);
    assert!(Seats::one(Seat(200)).is_empty());
    assert_eq!(Seat(0).to_string(), "1", "people count from 1");
    assert_eq!(Seat(255).to_string(), "256");
}

#[test]
fn words_for_actions_jokers_and_places() {
    for power in Power::ALL {
        assert_eq!(Power::from_word(power.word()), Some(power));
    }
    assert_eq!(
        Power::ALL.map(Power::word),
        ["reroll", "+1", "joker", "polish", "return"]
    );
    assert_eq!(Power::from_word("melange"), None);
    for (index, joker) in Joker::ALL.into_iter().enumerate() {
        assert_eq!(joker.index(), index);
    }
    assert_eq!(PlaceName::from(Place::Pool), PlaceName::Pool);
    assert_eq!(PlaceName::from(Place::Platter), PlaceName::Platter);
    assert_eq!(
        [0, 1, 2].map(|slot| PlaceName::from(Place::Slot(slot))),
        [PlaceName::Slot1, PlaceName::Slot2, PlaceName::Slot3]
    );
}
