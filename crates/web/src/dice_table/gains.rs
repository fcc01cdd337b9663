//! What a choice won: told where it happens, and sent to where it goes.

use finaud_rules::{Award, Player, Power, Sheet};

/// Everything a sheet won between two moments, in the order foxes, boxes, gifts.
pub fn gains(sheet: &Sheet, before: &Player, after: &Player) -> Vec<Award> {
    let foxes = after.foxes().saturating_sub(before.foxes());
    let mut won = vec![Award::Fox; usize::from(foxes)];
    for power in Power::ALL {
        let circled = after
            .boxes(power)
            .circled()
            .saturating_sub(before.boxes(power).circled());
        won.extend(vec![Award::Circle(power); usize::from(circled)]);
    }
    for gift in 0..sheet.gifts.len() as u8 {
        let more = after
            .pending()
            .count(gift)
            .saturating_sub(before.pending().count(gift));
        won.extend(vec![Award::Gift(gift); usize::from(more)]);
    }
    won
}
