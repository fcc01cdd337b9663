//! What things are called: all that the sentences need to know of a sheet.

use finaud_rules::{Die, Gift, GiftChoice, Give, Sheet};

/// The colour of a bonus that may be used in any zone that can take it.
const BLACK: &str = "black";

/// The names of zones, dice and bonuses, as a sheet writes them. Games without a sheet need none.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Names<'a> {
    pub(super) zones: Vec<&'a str>,
    pub(super) dice: Vec<&'a str>,
    pub(super) gifts: Vec<GiftName<'a>>,
}

/// What a bonus that waits for a choice is called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum GiftName<'a> {
    /// By what may be marked, in which colour: one of these.
    Marks(Vec<(&'a str, Give)>),
    /// By a name that the sheet gives it.
    Own(&'a str),
}

impl<'a> Names<'a> {
    /// The names on a sheet.
    pub fn of(sheet: &'a Sheet) -> Names<'a> {
        Names {
            zones: sheet.zones.iter().map(|zone| zone.name.as_str()).collect(),
            dice: sheet.dice.iter().map(|die| die.name.as_str()).collect(),
            gifts: sheet.gifts.iter().map(|gift| GiftName::of(sheet, gift)).collect(),
        }
    }

    /// The name of a zone.
    pub(super) fn zone(&self, zone: u8) -> &'a str {
        self.zones.get(usize::from(zone)).copied().unwrap_or_default()
    }

    /// The name of a die.
    pub(super) fn die(&self, die: Die) -> &'a str {
        self.dice.get(die.index()).copied().unwrap_or_default()
    }

    /// A bonus in a language: `mark` says what is marked in a colour, `own` translates a name of its own, and `or` stands
    /// between things to choose from.
    pub(super) fn gift(
        &self,
        gift: u8,
        or: &str,
        mark: impl Fn(&str, Give) -> String,
        own: impl Fn(&str) -> String,
    ) -> String {
        match self.gifts.get(usize::from(gift)) {
            None => String::new(),
            Some(GiftName::Own(name)) => own(name),
            Some(GiftName::Marks(marks)) => {
                let marks: Vec<String> = marks.iter().map(|(colour, give)| mark(colour, *give)).collect();
                marks.join(&format!(" {or} "))
            }
        }
    }
}

impl<'a> GiftName<'a> {
    fn of(sheet: &'a Sheet, gift: &'a Gift) -> GiftName<'a> {
        let choice = match &gift.choice {
            GiftChoice::Circle(_) => return GiftName::Own(&gift.name),
            GiftChoice::Mark(choice) => choice,
        };
        let mut marks: Vec<(&str, Give)> = Vec::new();
        for (zone, give) in choice {
            let same = choice.iter().filter(|(_, other)| other == give).count();
            let takers = sheet.zones.iter().filter(|zone| zone.takes(*give)).count();
            let colour = if same > 1 && same == takers {
                BLACK
            } else {
                &sheet.zones[usize::from(*zone)].name
            };
            if !marks.contains(&(colour, *give)) {
                marks.push((colour, *give));
            }
        }
        GiftName::Marks(marks)
    }
}

/// What a mark shows: `X`, `?` or its number.
pub(super) fn sign(give: Give) -> String {
    match give {
        Give::Cross => "X".into(),
        Give::Free => "?".into(),
        Give::Number(face) => face.pips().to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use finaud_rules::{builtin, builtin_ids, builtin_text};

    /// The bonus as sheets write it.
    fn written(names: &Names<'_>, gift: usize) -> String {
        let mark = |colour: &str, give: Give| format!("{colour} {}", sign(give));
        names.gift(gift as u8, "or", mark, str::to_string)
    }

    #[test]
    fn every_bonus_is_called_what_its_sheet_calls_it() {
        for id in builtin_ids() {
            let sheet = builtin(id).unwrap();
            let names = Names::of(sheet);
            for (index, gift) in sheet.gifts.iter().enumerate() {
                assert_eq!(written(&names, index), gift.name, "{id}");
            }
        }
    }

    #[test]
    fn some_zones_are_named_and_all_that_can_take_a_bonus_are_black() {
        let round_four = |bonus: &str| {
            let text = builtin_text("tres-fute").unwrap();
            let sheet = Sheet::read(&text.replace("black X or black 6", bonus))
                .sheet
                .unwrap();
            let gift = sheet.gifts.iter().position(|gift| gift.name == bonus).unwrap();
            written(&Names::of(&sheet), gift)
        };
        assert_eq!(round_four("yellow X or blue X"), "yellow X or blue X");
        assert_eq!(round_four("black X"), "black X");
        assert_eq!(round_four("blue X or yellow X or green X"), "black X");
        assert_eq!(round_four("yellow X or black 6"), "yellow X or black 6");
    }
}
