//! What fits a zone and what it gives.

use finaud_rules::Power;

use super::given;

/// The position before a roll of one die of this colour in a game for two; all other dice show a 6.
pub(crate) fn rolled(id: &str, die: char, face: u8, sheet: &str) -> String {
    let letters = if id == "hyper-fute" { "WYTBNP" } else { "WYBGOV" };
    let dice: Vec<String> = letters
        .chars()
        .map(|letter| format!("{letter}{}", if letter == die { face } else { 6 }))
        .collect();
    format!("{id} phase=rolled pool={} / {sheet} /", dice.join(","))
}

/// What seat 1 wins by an action: foxes, circled boxes and bonuses that wait, parted by commas.
#[track_caller]
pub(crate) fn gains(line: &str, action: &str) -> String {
    let mut table = given(line);
    let before = *table.position.players().first().expect("seat 1");
    table.plays(1, action);
    let after = table.position.players().first().expect("seat 1");
    let mut gains = vec!["fox".to_string(); usize::from(after.foxes() - before.foxes())];
    for power in Power::ALL {
        let circled = after.boxes(power).circled() - before.boxes(power).circled();
        gains.extend(std::iter::repeat_n(
            power.word().to_string(),
            usize::from(circled),
        ));
    }
    for (gift, index) in table.game.sheet().gifts.iter().zip(0..) {
        let won = after.pending().count(index) - before.pending().count(index);
        gains.extend(std::iter::repeat_n(gift.name.clone(), usize::from(won)));
    }
    gains.sort();
    gains.join(", ")
}

pub(crate) fn list(numbers: impl IntoIterator<Item = u8>) -> String {
    numbers
        .into_iter()
        .map(|number| number.to_string())
        .collect::<Vec<_>>()
        .join(",")
}
