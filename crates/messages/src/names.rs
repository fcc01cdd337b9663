//! What the things on a sheet are called, in any language.

use finaud_rules::zone::GroupKind;
use finaud_rules::{Award, Die, DieName, Gift, GiftChoice, Give, Power, Sheet};

use crate::catalog::Language;
use crate::value::Value;

/// The word for the colour of a bonus that may be used in any zone that can take it.
const BLACK: &str = "black";

/// The names of zones, dice and bonuses of a sheet. Games without a sheet need none.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Names<'a> {
    dice: &'a [DieName],
    gifts: Vec<GiftName>,
}

/// What a bonus that waits for a choice is made of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GiftName {
    /// One of these marks: in the zone with this index, or in any zone that takes it.
    Marks(Vec<(Option<u8>, Give)>),
    /// A box of a row of one's choice: what the sheet calls this, a word that languages may know.
    Circle(String),
}

impl<'a> Names<'a> {
    /// The names on a sheet.
    pub fn of(sheet: &'a Sheet) -> Names<'a> {
        let gifts = sheet.gifts.iter().map(|gift| GiftName::of(sheet, gift));
        Names::new(&sheet.dice, gifts.collect())
    }

    /// These dice, the white one first, and these bonuses.
    pub fn new(dice: &'a [DieName], gifts: Vec<GiftName>) -> Names<'a> {
        Names { dice, gifts }
    }

    /// A zone.
    pub fn zone(&self, language: Language, zone: u8) -> Value<'a> {
        self.named(language, usize::from(zone) + 1)
    }

    /// A die: by the title the sheet gives it, or by a word the language knows.
    pub fn die(&self, language: Language, die: Die) -> Value<'a> {
        self.named(language, die.index())
    }

    fn named(&self, language: Language, index: usize) -> Value<'a> {
        let Some(die) = self.dice.get(index) else {
            return Value::Text("".into());
        };
        match die.titles.get(language.code()) {
            Some(title) => Value::Text(title.into()),
            None => Value::Word(die.name.as_str().into()),
        }
    }

    /// Something the sheet gives; its form `a` has an article.
    pub fn award(&self, language: Language, award: Award) -> Value<'a> {
        match award {
            Award::Fox => Value::Word("fox".into()),
            Award::Circle(power) => Names::power(power),
            Award::Gift(gift) => self.gift(language, gift),
        }
    }

    /// An action that a box stands for; its form `a` has an article, its form `many` is for several.
    pub fn power(power: Power) -> Value<'static> {
        let word = match power {
            Power::Reroll => "reroll",
            Power::Extra => "extra",
            Power::Joker => "joker",
            Power::Polish => "polish",
            Power::TakeBack => "take-back",
        };
        Value::Word(word.into())
    }

    /// What a bonus that waits for a choice is made of.
    pub fn gift_name(&self, gift: u8) -> Option<&GiftName> {
        self.gifts.get(usize::from(gift))
    }

    /// A bonus that waits for a choice.
    pub fn gift(&self, language: Language, gift: u8) -> Value<'a> {
        self.gift_where(language, gift, |_, _| true)
    }

    /// A bonus as it is used in a zone: of several ways only those that the zone can take.
    pub fn gift_in(&self, language: Language, sheet: &Sheet, gift: u8, zone: u8) -> Value<'a> {
        let takes = |give| {
            let zone = sheet.zones.get(usize::from(zone));
            zone.is_some_and(|zone| zone.takes(give))
        };
        self.gift_where(language, gift, |place, give| {
            place.is_none_or(|place| place == zone) && takes(give)
        })
    }

    fn gift_where(
        &self,
        language: Language,
        gift: u8,
        holds: impl Fn(Option<u8>, Give) -> bool,
    ) -> Value<'a> {
        match self.gift_name(gift) {
            None => Value::Text("".into()),
            Some(GiftName::Circle(name)) => Value::Word(name.clone().into()),
            Some(GiftName::Marks(marks)) => {
                let mut ways: Vec<Value<'a>> = marks
                    .iter()
                    .filter(|(zone, give)| holds(*zone, *give))
                    .map(|(zone, give)| self.mark(language, *zone, *give))
                    .collect();
                match (ways.pop(), ways.is_empty()) {
                    (Some(only), true) => only,
                    (last, _) => {
                        ways.extend(last);
                        Value::Message("gift.either".into(), vec![("ways", Value::List(ways))])
                    }
                }
            }
        }
    }

    /// Cells that pay together: `the second yellow row`.
    pub fn group(&self, language: Language, zone: u8, group: GroupKind) -> Value<'a> {
        let place = |index: u8| Value::Ordinal(usize::from(index) + 1);
        let (key, n) = match group {
            GroupKind::Row(row) => ("reason.group.row", Some(place(row))),
            GroupKind::Column(column) => ("reason.group.column", Some(place(column))),
            GroupKind::Block(block) => ("reason.group.block", Some(place(block))),
            GroupKind::Diagonal => ("reason.group.diagonal", None),
            GroupKind::OtherDiagonal => ("reason.group.other-diagonal", None),
            GroupKind::Shade(_) => ("reason.group.shade", None),
            GroupKind::Other => ("reason.group.other", None),
        };
        let mut arguments = vec![("zone", self.zone(language, zone))];
        arguments.extend(n.map(|n| ("n", n)));
        Value::Message(key.into(), arguments)
    }

    fn mark(&self, language: Language, zone: Option<u8>, give: Give) -> Value<'a> {
        let zone = match zone {
            Some(zone) => self.zone(language, zone),
            None => Value::Word(BLACK.into()),
        };
        match give {
            Give::Cross => Value::Message("gift.cross".into(), vec![("zone", zone)]),
            Give::Free => Value::Message("gift.free".into(), vec![("zone", zone)]),
            Give::Number(face) => {
                let number = Value::Int(i64::from(face.pips()));
                Value::Message("gift.number".into(), vec![("zone", zone), ("n", number)])
            }
        }
    }
}

impl GiftName {
    /// What a bonus of a sheet is made of.
    pub fn of(sheet: &Sheet, gift: &Gift) -> GiftName {
        let choice = match &gift.choice {
            GiftChoice::Circle(_) => return GiftName::Circle(gift.name.clone()),
            GiftChoice::Mark(choice) => choice,
        };
        let mut marks: Vec<(Option<u8>, Give)> = Vec::new();
        for (zone, give) in choice {
            let same = choice.iter().filter(|(_, other)| other == give).count();
            let takers = sheet.zones.iter().filter(|zone| zone.takes(*give)).count();
            let everywhere = same > 1 && same == takers;
            let mark = ((!everywhere).then_some(*zone), *give);
            if !marks.contains(&mark) {
                marks.push(mark);
            }
        }
        GiftName::Marks(marks)
    }
}
