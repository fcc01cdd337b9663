//! Actions, bonuses and dice in words.

use finaud_messages::{GiftName, Names};
use finaud_rules::zone::{CellView, MarkForm, Printed, ZoneView};
use finaud_rules::{
    Action, Award, Dice, Die, DieName, Entry, Give, Ink, Joker, Mark, Player, Power, Sheet, Side, builtin,
    builtin_ids,
};

use crate::colours;
use crate::messages::Language;

/// What a zone is called.
pub fn zone(language: Language, sheet: &Sheet, zone: usize) -> String {
    let die = u8::try_from(zone).ok().and_then(Die::of_zone);
    die.map_or_else(String::new, |die| self::die(language, sheet, die))
}

/// What a die is called: by the title the sheet gives it, or else by a colour the language knows.
pub fn die(language: Language, sheet: &Sheet, die: Die) -> String {
    let kind = &sheet.dice[die.index()];
    let titled = kind.titles.get(language.code());
    let known = titled.or_else(|| language.find(&format!("common.colour.{}", kind.name)));
    known.unwrap_or(&kind.name).to_owned()
}

/// The letter of a die and its zone, as the language has it; a sheet with letters of its own keeps them.
pub fn letter(language: Language, sheet: &Sheet, die: Die) -> char {
    // The letters that games have for their colours are the usual ones.
    let built_in = || {
        builtin_ids()
            .into_iter()
            .filter_map(builtin)
            .flat_map(|sheet| &sheet.dice)
    };
    let usual =
        |die: &DieName| built_in().any(|known| (&known.name, known.letter) == (&die.name, die.letter));
    let kind = &sheet.dice[die.index()];
    let known = || {
        language
            .find(&format!("common.letter.{}", kind.name))?
            .chars()
            .next()
    };
    let own = sheet.dice.iter().all(usual).then(known).flatten();
    own.unwrap_or(kind.letter)
}

/// The name of a row of action boxes.
pub fn power(language: Language, power: Power) -> &'static str {
    language.text(match power {
        Power::Reroll => "dice.power.reroll",
        Power::Extra => "dice.power.extra",
        Power::Joker => "dice.power.joker",
        Power::Polish => "dice.power.polish",
        Power::TakeBack => "dice.power.take_back",
    })
}

/// What is written for a gift: `X`, `?`, `6`.
fn given(give: Give) -> String {
    match give {
        Give::Cross => "X".into(),
        Give::Free => "?".into(),
        Give::Number(face) => face.pips().to_string(),
    }
}

/// The name of a gift: `yellow X`, each colour in the language.
pub fn gift(language: Language, sheet: &Sheet, gift: u8) -> String {
    match Names::of(sheet).gift_name(gift) {
        None => "?".into(),
        Some(GiftName::Circle(name)) => language.word(name, ""),
        Some(GiftName::Marks(marks)) => {
            let black = || language.text("common.colour.black").to_owned();
            let way = |(place, give): &(Option<u8>, Give)| {
                let place = place.map_or_else(black, |place| zone(language, sheet, usize::from(place)));
                format!("{place} {}", given(*give))
            };
            let ways: Vec<String> = marks.iter().map(way).collect();
            ways.join(&format!(" {} ", language.text("dice.or")))
        }
    }
}

/// The name of a bonus.
pub fn award(language: Language, sheet: &Sheet, award: Award) -> String {
    match award {
        Award::Fox => language.text("dice.fox").into(),
        Award::Circle(which) => power(language, which).into(),
        Award::Gift(which) => gift(language, sheet, which),
    }
}

/// A sign for a bonus that fits in a small circle.
pub fn sign(language: Language, sheet: &Sheet, award: Award) -> String {
    match award {
        Award::Fox => String::new(),
        Award::Circle(Power::Reroll) => "↻".into(),
        Award::Circle(Power::Extra) => "+1".into(),
        Award::Circle(Power::Joker) => "★".into(),
        Award::Circle(Power::Polish) => "±".into(),
        Award::Circle(Power::TakeBack) => "↩".into(),
        Award::Gift(which) => match Names::of(sheet).gift_name(which) {
            None => "?".into(),
            Some(GiftName::Circle(_)) => "◐".into(),
            Some(GiftName::Marks(marks)) => {
                let way = |(place, give): &(Option<u8>, Give)| {
                    let die = place.and_then(Die::of_zone);
                    let letter = die.map(|die| letter(language, sheet, die));
                    letter.map(String::from).unwrap_or_default() + &given(*give)
                };
                marks.iter().map(way).collect::<Vec<_>>().join("/")
            }
        },
    }
}

/// The colour a bonus is drawn in.
pub fn award_colour(sheet: &Sheet, award: Award) -> String {
    match award {
        Award::Fox => "fox".into(),
        Award::Circle(_) => "power".into(),
        Award::Gift(which) => match Names::of(sheet).gift_name(which) {
            Some(GiftName::Marks(marks)) => {
                let first = marks.first().and_then(|(place, _)| *place);
                first.map_or_else(
                    || "black".into(),
                    |place| colours::of_zone(sheet, usize::from(place)),
                )
            }
            _ => "black".into(),
        },
    }
}

/// What a joker box shows.
pub fn joker(joker: Joker) -> String {
    match joker {
        Joker::Number(face) => face.pips().to_string(),
        Joker::Free => "?".into(),
    }
}

/// What an action writes: `7`, `half: 2`, `left 5`.
pub fn mark(language: Language, sheet: &Sheet, zone: u8, ink: &Ink, mark: Mark) -> String {
    let zone = &sheet.zones[usize::from(zone)];
    let view = zone.view(ink);
    let target = zone.targets(ink, mark).iter().next();
    let target = target.and_then(|cell| view.cell(cell));
    let factor = target.map_or(1, CellView::factor);
    match mark {
        Mark::Cell(cell) => match zone.mark_form() {
            MarkForm::Step => language.fill(
                "dice.mark.at",
                &[("number", &printed_number(target)), ("cell", &(cell + 1))],
            ),
            _ => cell_by_number(language, &view, target),
        },
        Mark::Cells { number, rows } => {
            let rows: Vec<String> = (0..8)
                .filter(|row| rows >> row & 1 != 0)
                .map(|row| (row + 1).to_string())
                .collect();
            if let [row] = &rows[..] {
                return language.fill("dice.mark.in_row", &[("number", &number), ("row", row)]);
            }
            language.fill(
                "dice.mark.in_rows",
                &[("number", &number), ("rows", &rows.join(", "))],
            )
        }
        Mark::Next => language.text("dice.mark.next").into(),
        Mark::Number(number) => multiplied(number, factor),
        Mark::Half(number) => language.fill("dice.mark.half", &[("number", &number)]),
        Mark::Times(number) => language.fill(
            "dice.mark.times",
            &[("number", &(u16::from(number) * u16::from(factor)))],
        ),
        Mark::Side(side, number) => {
            let key = match side {
                Side::Left => "dice.mark.left",
                Side::Right => "dice.mark.right",
            };
            language.fill(key, &[("number", &multiplied(number, factor))])
        }
        Mark::Line(line, number) => {
            let row = view.rows.get(usize::from(line));
            let name = row.and_then(|row| row.name.as_deref()).unwrap_or_default();
            let known = language.find(&format!("dice.mark.{name}"));
            format!("{} {number}", known.unwrap_or(name))
        }
    }
}

/// The number that is printed in a cell.
fn printed_number(cell: Option<&CellView>) -> String {
    match cell.map(|cell| cell.printed) {
        Some(Printed::Number(number)) => number.to_string(),
        _ => String::new(),
    }
}

/// A cell by its number, and by its row where the number is printed more than once.
fn cell_by_number(language: Language, view: &ZoneView, cell: Option<&CellView>) -> String {
    let number = printed_number(cell);
    let Some(cell) = cell else { return number };
    let same = view.cells.iter().filter(|other| other.printed == cell.printed);
    if same.count() > 1 {
        language.fill(
            "dice.mark.in_row",
            &[("number", &number), ("row", &(cell.row + 1))],
        )
    } else {
        number
    }
}

/// A number and what the cell makes of it: `5 × 2 = 10`.
fn multiplied(number: u8, factor: u8) -> String {
    match factor {
        0 | 1 => number.to_string(),
        factor => format!("{number} × {factor} = {}", u16::from(number) * u16::from(factor)),
    }
}

/// An action in words.
pub fn action(language: Language, sheet: &Sheet, dice: &Dice, player: &Player, action: Action) -> String {
    let zone_name = |place: u8| zone(language, sheet, usize::from(place));
    let written = |zone: u8, what: Mark| mark(language, sheet, zone, player.ink(usize::from(zone)), what);
    let entry = |entry: &Entry| {
        let mut text = format!(
            "{} {} → {} {}",
            die(language, sheet, entry.die),
            dice.pips(entry.die),
            zone_name(entry.zone),
            written(entry.zone, entry.mark)
        );
        if let Some(spent) = entry.joker {
            text += &language.fill("dice.with_joker", &[("joker", &joker(spent))]);
        }
        if entry.polish > 0 {
            text += &language.fill("dice.with_polish", &[("n", &entry.polish)]);
        }
        text
    };
    match &action {
        Action::Roll => language.text("dice.do.roll").into(),
        Action::EndRolls => language.text("dice.do.end_rolls").into(),
        Action::Reroll => language.text("dice.do.reroll").into(),
        Action::Forfeit => language.text("dice.do.forfeit").into(),
        Action::Decline => language.text("dice.do.decline").into(),
        Action::Done => language.text("dice.do.done").into(),
        Action::TakeBack(which) => {
            language.fill("dice.do.take_back", &[("die", &die(language, sheet, *which))])
        }
        Action::Pick(what) => entry(what),
        Action::Extra(what) => language.fill("dice.with_gift", &[("gift", &"+1"), ("what", &entry(what))]),
        Action::Gift {
            gift: which,
            zone,
            mark: what,
        } => {
            let what = format!("{} {}", zone_name(*zone), written(*zone, *what));
            language.fill(
                "dice.with_gift",
                &[("gift", &gift(language, sheet, *which)), ("what", &what)],
            )
        }
        Action::Circle { power: which, .. } => {
            language.fill("dice.do.circle", &[("power", &power(language, *which))])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::tests::{english, french, german};
    use finaud_rules::{Game, Seat, SoloGame};

    #[test]
    fn a_number_is_told_with_what_it_is_multiplied_by() {
        let game = SoloGame::new(builtin("melange-fute").unwrap().clone(), 1).unwrap();
        let start = game.start();
        let (green, ink) = (2, start.player(Seat(0)).ink(2));
        let told = |side| mark(english(), game.sheet(), green, ink, Mark::Side(side, 5));
        assert_eq!(told(Side::Left), "left 5 × 2 = 10");
        assert_eq!(told(Side::Right), "right 5 × 3 = 15");
    }

    #[test]
    fn the_letters_of_a_sheet_differ_in_every_language() {
        for id in builtin_ids() {
            let sheet = builtin(id).unwrap();
            for language in Language::all() {
                let letters = Die::ALL.map(|die| letter(language, sheet, die));
                let distinct: std::collections::BTreeSet<char> = letters.into_iter().collect();
                assert_eq!(distinct.len(), letters.len(), "{id} {language:?}: {letters:?}");
            }
        }
    }

    #[test]
    fn green_is_called_by_its_own_name() {
        let sheet = builtin("tres-fute").unwrap();
        let green = sheet.die_named("green").unwrap();
        assert_eq!(
            [french(), english(), german()].map(|language| letter(language, sheet, green)),
            ['V', 'G', 'Ü']
        );
        // Brown has another letter than its name begins with.
        let sheet = builtin("hyper-fute").unwrap();
        let letters = |language| {
            Die::ALL
                .map(|die| letter(language, sheet, die))
                .iter()
                .collect::<String>()
        };
        assert_eq!([french(), english()].map(letters), ["CJTBMR", "WYTBNP"]);
    }

    #[test]
    fn a_sheet_with_letters_of_its_own_keeps_them() {
        let mut sheet = builtin("tres-fute").unwrap().clone();
        sheet.dice[1].letter = 'Q';
        let letters = Die::ALL.map(|die| letter(french(), &sheet, die));
        assert_eq!(letters, ['W', 'Q', 'B', 'G', 'O', 'V']);
    }
}
