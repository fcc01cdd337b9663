//! Actions, bonuses and dice in words.

use finaud_messages::{GiftName, Names, Value};
use finaud_rules::zone::{CellView, GroupKind, MarkForm, Printed, Spot, ZoneView};
use finaud_rules::{
    Action, Award, Dice, Die, DieName, Entry, Give, Ink, Joker, Mark, Player, Power, Sheet, Side, builtin,
    builtin_ids, insertion_sort,
};

use super::choose::Cost;
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

/// A die and what it shows: `green 4`.
pub fn rolled(language: Language, sheet: &Sheet, die: Die, pips: u8) -> String {
    let die = Names::of(sheet).die(language, die);
    language.say("dice.rolled", &[("die", die), ("n", Value::Int(pips.into()))])
}

/// The name of a gift: `yellow X`, each colour in the language.
pub fn gift(language: Language, sheet: &Sheet, gift: u8) -> String {
    let gift = Names::of(sheet).gift(language, gift);
    language.say("dice.gift", &[("gift", gift)])
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

/// Where an action writes, and what unless it is what the die shows: `next green cell`, `yellow 5, row 2`.
pub fn mark(language: Language, sheet: &Sheet, zone: u8, ink: &Ink, mark: Mark, shown: Option<u8>) -> String {
    let rules = &sheet.zones[usize::from(zone)];
    let view = rules.view(ink);
    let target = rules.targets(ink, mark).iter().next();
    let target = target.and_then(|cell| view.cell(cell));
    let factor = target.map_or(1, CellView::factor);
    let place = ("zone", Names::of(sheet).zone(language, zone));
    let say = |key: &str, number: String, other: (&'static str, Value<'_>)| {
        language.say(key, &[place.clone(), ("number", number.into()), other])
    };
    let plain = |key: &str, number: String| say(key, number, ("", Value::Int(0)));
    match mark {
        Mark::Cell(cell) => match rules.mark_form() {
            MarkForm::Step => {
                let cell = Value::Int(i64::from(cell) + 1);
                say("dice.mark.at", printed_number(target), ("cell", cell))
            }
            MarkForm::Part => {
                let letter = target.and_then(|cell| cell.part).map_or(' ', |part| part.letter);
                plain("dice.mark.part", letter.to_string())
            }
            _ => match target.filter(|cell| is_in_several_rows(&view, cell)) {
                Some(cell) => {
                    let row = Value::Int(i64::from(cell.row) + 1);
                    say("dice.mark.in_row", printed_number(target), ("row", row))
                }
                None => plain("dice.mark.cell", printed_number(target)),
            },
        },
        Mark::Cells { number, rows } => {
            let rows: Vec<Value<'_>> = (0..8)
                .filter(|row| rows >> row & 1 != 0)
                .map(|row| Value::Int(row + 1))
                .collect();
            let (key, name) = match rows.len() {
                1 => ("dice.mark.in_row", "row"),
                _ => ("dice.mark.in_rows", "rows"),
            };
            say(key, number.to_string(), (name, Value::List(rows)))
        }
        Mark::Set(_) => {
            let targets = rules.targets(ink, mark).iter().filter_map(|cell| view.cell(cell));
            let mut cells: Vec<&CellView> = targets.collect();
            insertion_sort(&mut cells, |one, other| {
                let number = |cell: &CellView| printed_number(Some(cell));
                number(other).cmp(&number(one)).then(one.id.cmp(&other.id))
            });
            let in_row = |cell: &&CellView| {
                let row = Value::Int(i64::from(cell.row) + 1);
                let number = printed_number(Some(cell));
                Value::Message(
                    "dice.mark.number_in_row".into(),
                    vec![("number", number.into()), ("row", row)],
                )
            };
            let cells = Value::List(cells.iter().map(in_row).collect());
            say("dice.mark.set", String::new(), ("cells", cells))
        }
        Mark::Next => plain("dice.mark.next", String::new()),
        Mark::Number(number) if factor <= 1 && shown == Some(number) => {
            plain("dice.mark.next", String::new())
        }
        Mark::Number(number) => plain("dice.mark.number", multiplied(number, factor)),
        Mark::Half(number) => plain("dice.mark.half", number.to_string()),
        Mark::Times(number) => {
            let number = u16::from(number) * u16::from(factor);
            plain("dice.mark.times", number.to_string())
        }
        Mark::Side(side, number) => {
            let key = match side {
                Side::Left => "dice.mark.left",
                Side::Right => "dice.mark.right",
            };
            plain(key, multiplied(number, factor))
        }
        Mark::Line(line, number) => {
            let row = view.rows.get(usize::from(line));
            let name = row.and_then(|row| row.name.clone()).unwrap_or_default();
            let line = ("line", Value::Word(name.into()));
            say("dice.mark.line", number.to_string(), line)
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

/// Do other rows have what is printed in this cell?
fn is_in_several_rows(view: &ZoneView, cell: &CellView) -> bool {
    let mut same = view.cells.iter().filter(|other| other.printed == cell.printed);
    same.any(|other| other.row != cell.row)
}

/// What a cell is called by itself: `yellow 5, row 2`.
pub fn cell(language: Language, sheet: &Sheet, zone: usize, view: &ZoneView, id: u8) -> String {
    let Some(cell) = view.cell(id) else {
        return String::new();
    };
    let zone = self::zone(language, sheet, zone);
    let n = u16::from(id) + 1;
    let say = |key: &str, number: u8| {
        let row = u16::from(cell.row) + 1;
        language.fill(
            key,
            &[("zone", &zone), ("n", &n), ("number", &number), ("row", &row)],
        )
    };
    match cell.printed {
        Printed::Number(number) if is_in_several_rows(view, cell) => say("dice.cell.in_row", number),
        Printed::Number(number) | Printed::Centre(number) => say("dice.cell.printed", number),
        Printed::AtLeast { least, factor: 0 | 1 } => say("dice.cell.at_least", least),
        Printed::AtLeast { factor, .. } | Printed::Times(factor) | Printed::HalfOrTimes(factor) => {
            say("dice.cell.times", factor)
        }
        Printed::Half => say("dice.cell.half", 0),
        Printed::Blank | Printed::Cross => match cell.part {
            Some(part) => {
                let (row, column) = (u16::from(cell.row) + 1, u16::from(cell.column) + 1);
                let letter = part.letter.to_string();
                language.fill(
                    "dice.cell.part",
                    &[
                        ("zone", &zone),
                        ("part", &letter),
                        ("row", &row),
                        ("column", &column),
                    ],
                )
            }
            None => say("dice.cell.blank", 0),
        },
    }
}

/// A bonus with the cells it belongs to: `reroll, for the second yellow row`.
pub fn bonus(
    language: Language,
    sheet: &Sheet,
    zone: usize,
    view: &ZoneView,
    spot: Spot,
    award: Award,
) -> String {
    let won = self::award(language, sheet, award);
    let cell = |id| Value::Text(cell(language, sheet, zone, view, id).into());
    let (key, arguments) = match spot {
        Spot::Cell(id) => ("dice.bonus.cell", vec![("cell", cell(id))]),
        Spot::Between(id) => (
            "dice.bonus.between",
            vec![("cell", cell(id)), ("next", cell(id + 1))],
        ),
        Spot::Group(group) => {
            let kind = view.groups.get(usize::from(group)).map(|group| group.kind);
            let group = Names::of(sheet).group(language, zone as u8, kind.unwrap_or(GroupKind::Other));
            ("dice.bonus.group", vec![("group", group)])
        }
    };
    let arguments: Vec<_> = arguments.into_iter().chain([("won", won.into())]).collect();
    language.say(key, &arguments)
}

/// A number and what the cell makes of it: `5 × 2 = 10`.
fn multiplied(number: u8, factor: u8) -> String {
    match factor {
        0 | 1 => number.to_string(),
        factor => format!("{number} × {factor} = {}", u16::from(number) * u16::from(factor)),
    }
}

/// What an action costs: `un polissage`, `le joker 4`; nothing for what is free.
pub fn cost(language: Language, cost: Cost) -> String {
    let part = |(power, boxes): (Power, u8)| {
        let joker = cost.joker.map(joker).unwrap_or_default();
        let key = match power {
            Power::Reroll => "dice.cost.reroll",
            Power::Extra => "dice.cost.extra",
            Power::Joker => "dice.cost.joker",
            Power::Polish => "dice.cost.polish",
            Power::TakeBack => "dice.cost.take_back",
        };
        language.fill(key, &[("n", &boxes), ("joker", &joker)])
    };
    let parts: Vec<String> = cost.parts().map(part).collect();
    parts.join(" + ")
}

/// What an action costs, as signs: `±2`, `★4`.
pub fn cost_signs(language: Language, sheet: &Sheet, cost: Cost) -> Vec<String> {
    let part = |(power, boxes): (Power, u8)| {
        let sign = sign(language, sheet, Award::Circle(power));
        match (cost.joker, power) {
            (Some(spent), Power::Joker) => sign + &joker(spent),
            _ if boxes > 1 => format!("{sign}{boxes}"),
            _ => sign,
        }
    };
    cost.parts().map(part).collect()
}

/// The number a mark writes; `None` for a cross.
pub fn number_written(sheet: &Sheet, zone: u8, ink: &Ink, mark: Mark) -> Option<u16> {
    let zone = &sheet.zones[usize::from(zone)];
    let factor = || {
        let target = zone.targets(ink, mark).iter().next();
        let view = zone.view(ink);
        let factor = target
            .and_then(|cell| view.cell(cell))
            .map_or(1, CellView::factor);
        u16::from(factor.max(1))
    };
    match mark {
        Mark::Cell(_) | Mark::Cells { .. } | Mark::Set(_) | Mark::Next => None,
        Mark::Half(number) | Mark::Line(_, number) => Some(number.into()),
        Mark::Number(number) | Mark::Times(number) | Mark::Side(_, number) => {
            Some(u16::from(number) * factor())
        }
    }
}

/// An action in words, with what it spends: `green 4 → next green cell`.
pub fn action(language: Language, sheet: &Sheet, dice: &Dice, player: &Player, action: Action) -> String {
    let mut text = plain_action(language, sheet, dice, player, action);
    if let Action::Pick(entry) | Action::Extra(entry) = action {
        if let Some(spent) = entry.joker {
            text += &language.fill("dice.with_joker", &[("joker", &joker(spent))]);
        }
        if entry.polish > 0 {
            text += &language.fill("dice.with_polish", &[("n", &entry.polish)]);
        }
    }
    match action {
        Action::Extra(_) => language.fill("dice.with_extra", &[("what", &text)]),
        _ => text,
    }
}

/// An action in words, without what it spends.
pub fn plain_action(
    language: Language,
    sheet: &Sheet,
    dice: &Dice,
    player: &Player,
    action: Action,
) -> String {
    let written = |zone: u8, what: Mark, shown: Option<u8>| {
        mark(language, sheet, zone, player.ink(usize::from(zone)), what, shown)
    };
    let entry = |entry: &Entry| {
        let shown = dice.pips(entry.die);
        format!(
            "{} → {}",
            rolled(language, sheet, entry.die, shown),
            written(entry.zone, entry.mark, Some(shown))
        )
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
        Action::Pick(what) | Action::Extra(what) => entry(what),
        Action::Gift {
            gift: which,
            zone,
            mark: what,
        } => {
            let gift = Names::of(sheet).gift_in(language, sheet, *which, *zone);
            let what = Value::Text(written(*zone, *what, None).into());
            language.say("dice.with_gift", &[("gift", gift), ("what", what)])
        }
        Action::Circle { power: which, .. } => {
            language.fill("dice.do.circle", &[("power", &power(language, *which))])
        }
    }
}

#[cfg(test)]
mod tests;
