//! Bonus words: `reroll`, `fox`, `yellow X`, `orange 5`, `black ?`, `black X or black 6`.

use super::actions::Actions;
use super::expectation::Expected;
use super::location::Noun;
use super::problem::quote;
use super::walk::{Node, did_you_mean};
use super::zones::Draft;
use crate::Message;
use crate::bonus::{Award, Gift, GiftChoice, Give, Power};
use crate::die::Face;
use crate::position::{MAX_GIFTS, MAX_PENDING};

/// The most places that may give the same gift: no more can be pending.
const MOST_SOURCES: usize = MAX_PENDING as usize;

/// Words that mean something in a bonus and cannot be names.
pub(super) const RESERVED: [&str; 19] = [
    "fox", "black", "or", "reroll", "joker", "polish", "return", "foxes", "pending", "extra", "stage",
    "platter", "slots", "roll", "done", "forfeit", "decline", "take", "as",
];

/// What a bonus may do in a zone.
struct Target {
    name: String,
    /// `None` where the zone itself is not understood.
    crossed: Option<bool>,
    takes_numbers: Option<bool>,
}

/// Turns bonus words into awards and numbers the gifts by their first appearance.
pub(super) struct Bonuses {
    targets: Vec<Target>,
    powers: Vec<Power>,
    chooses: Vec<(String, Vec<Power>)>,
    gifts: Vec<Gift>,
    sources: Vec<usize>,
}

impl Bonuses {
    pub(super) fn new(zones: &[Draft<'_>], actions: &Actions<'_>) -> Bonuses {
        let target = |zone: &Draft<'_>| Target {
            name: zone.name.clone(),
            crossed: zone.is_crossed(),
            takes_numbers: zone.takes_numbers(),
        };
        Bonuses {
            targets: zones.iter().map(target).collect(),
            powers: actions.powers(),
            chooses: actions.chooses.clone(),
            gifts: Vec::new(),
            sources: Vec::new(),
        }
    }

    pub(super) fn into_gifts(self) -> Vec<Gift> {
        self.gifts
    }

    /// The bonus written here; `None` for an empty text (and, after a complaint, for a wrong one).
    pub(super) fn award(&mut self, node: &Node<'_>) -> Option<Award> {
        node.expect(|| Expected::Bonus);
        let words: Vec<&str> = node.text()?.split_whitespace().collect();
        match words.as_slice() {
            [] => None,
            ["fox"] => Some(Award::Fox),
            [word] if Power::from_word(word).is_some() => {
                let power = Power::from_word(word)?;
                if !self.powers.contains(&power) {
                    let what = Message::new(
                        "sheet.bonus-without-boxes",
                        "the sheet has no boxes for \"{word}\"; give it some in [actions]",
                    );
                    node.error(what.with("word", *word));
                    return None;
                }
                Some(Award::Circle(power))
            }
            [word] if self.chooses.iter().any(|(name, _)| name == word) => {
                let powers = self.chooses.iter().find(|(name, _)| name == word)?.1.clone();
                self.gift(node, (*word).to_string(), GiftChoice::Circle(powers))
            }
            _ => {
                let choice = self.marking(node, &words)?;
                self.gift(node, words.join(" "), GiftChoice::Mark(choice))
            }
        }
    }

    /// A list of bonuses, one for each of `count` things; where the count is not known, the words are checked all the same.
    pub(super) fn list(
        &mut self,
        node: Option<Node<'_>>,
        noun: Noun,
        count: Option<usize>,
        why: Message,
    ) -> Vec<Option<Award>> {
        let entries = node.and_then(|node| match count {
            Some(count) => {
                let why = Message::new("sheet.why.or-no-bonus", "{why}, \"\" where there is no bonus")
                    .with("why", why);
                node.list_of(noun, count, why)
            }
            None => node.list(noun),
        });
        let mut awards: Vec<Option<Award>> =
            entries.iter().flatten().map(|entry| self.award(entry)).collect();
        awards.resize(count.unwrap_or(awards.len()), None);
        awards
    }

    /// Alternatives such as `black X or black 6`: the zones that may be marked, and how.
    fn marking(&self, node: &Node<'_>, words: &[&str]) -> Option<Vec<(u8, Give)>> {
        let mut choice: Vec<(u8, Give)> = Vec::new();
        for alternative in words.split(|word| *word == "or") {
            for (zone, give) in self.alternative(node, alternative, words.contains(&"or"))? {
                if choice.iter().any(|(other, _)| *other == zone) {
                    let name = &self.targets[usize::from(zone)].name;
                    let what = Message::new("sheet.zone-twice", "{bonus} names the zone {zone} twice");
                    node.error(what.with("bonus", quote(&words.join(" "))).with("zone", name));
                    return None;
                }
                choice.push((zone, give));
            }
        }
        Some(choice)
    }

    fn alternative(&self, node: &Node<'_>, words: &[&str], one_of_several: bool) -> Option<Vec<(u8, Give)>> {
        let text = words.join(" ");
        let [target, give] = words else {
            let known = self.known_words();
            node.error(match words {
                [] => Message::new(
                    "sheet.lonely-or",
                    "\"or\" should stand between two bonuses, as in \"black X or black 6\"",
                ),
                [word] if one_of_several && known.iter().any(|known| known == word) => Message::new(
                    "sheet.no-alternative",
                    "only bonuses that mark a zone can be alternatives, \"{word}\" cannot",
                )
                .with("word", *word),
                _ => {
                    let guess = did_you_mean(&text, known.iter().map(String::as_str));
                    let help = guess.unwrap_or_else(|| {
                        let words = Message::all_of(known.iter().map(|word| quote(word)));
                        Message::new("sheet.known-bonuses", "; the bonuses are {words}").with("words", words)
                    });
                    let what = Message::new("sheet.unknown-bonus", "there is no bonus {bonus}{help}");
                    what.with("bonus", quote(&text)).with("help", help)
                }
            });
            return None;
        };
        let Some(meaning) = read_give(give) else {
            let what = Message::new(
                "sheet.bonus-ending",
                "{bonus} should end in X, a number from 1 to 6 or ?",
            );
            node.error(what.with("bonus", quote(&text)));
            return None;
        };
        let can = |zone: &Target| match meaning {
            Give::Cross => zone.crossed,
            Give::Number(_) => zone.takes_numbers,
            Give::Free => Some(true),
        };
        let zones = (0..).zip(&self.targets);
        if *target == "black" {
            let fitting: Vec<(u8, Give)> = zones
                .filter(|(_, zone)| can(zone) == Some(true))
                .map(|(index, _)| (index, meaning))
                .collect();
            if fitting.is_empty() {
                let what = Message::new(
                    "sheet.nothing-to-mark",
                    "there is no zone that \"{bonus}\" could mark",
                );
                node.error(what.with("bonus", text));
                return None;
            }
            return Some(fitting);
        }
        let Some((index, zone)) = zones.into_iter().find(|(_, zone)| zone.name == *target) else {
            let names = self
                .targets
                .iter()
                .map(|zone| zone.name.as_str())
                .chain(["black"]);
            let guess = did_you_mean(target, names.clone());
            let what = Message::new(
                "sheet.unknown-zone",
                "there is no zone {zone} for the bonus {bonus}; the zones are {zones}{guess}",
            );
            let what = what.with("zone", quote(target)).with("bonus", quote(&text));
            let what = what.with("zones", Message::all_of(names.filter(|name| !name.is_empty())));
            node.error(what.with("guess", guess.unwrap_or_else(Message::nothing)));
            return None;
        };
        if can(zone) == Some(false) {
            let what = match meaning {
                Give::Cross => Message::new(
                    "sheet.nothing-crossed",
                    "\"{bonus}\" cannot be used: nothing is crossed in {zone}; write \"{zone} ?\"",
                ),
                _ => Message::new(
                    "sheet.no-numbers",
                    "\"{bonus}\" cannot be used: {zone} is not a track of numbers; write \"{zone} ?\"",
                ),
            };
            node.error(what.with("bonus", text).with("zone", *target));
            return None;
        }
        Some(vec![(index, meaning)])
    }

    pub(super) fn known_words(&self) -> Vec<String> {
        let words = std::iter::once("fox".to_string());
        let powers = self.powers.iter().map(|power| power.word().to_string());
        let chooses = self.chooses.iter().map(|(name, _)| name.clone());
        let black = ["X", "6", "?"].iter().map(|give| format!("black {give}"));
        let zones = self
            .targets
            .iter()
            .filter(|zone| !zone.name.is_empty())
            .flat_map(|zone| {
                let crossed = (zone.crossed == Some(true)).then(|| format!("{} X", zone.name));
                let number = (zone.takes_numbers == Some(true)).then(|| format!("{} 6", zone.name));
                crossed
                    .into_iter()
                    .chain(number)
                    .chain([format!("{} ?", zone.name)])
            });
        words
            .chain(powers)
            .chain(chooses)
            .chain(zones)
            .chain(black)
            .collect()
    }

    fn gift(&mut self, node: &Node<'_>, name: String, choice: GiftChoice) -> Option<Award> {
        let index = match self.gifts.iter().position(|gift| gift.name == name) {
            Some(index) => index,
            None if self.gifts.len() == MAX_GIFTS => {
                let what = Message::new(
                    "sheet.too-many-gifts",
                    "a sheet may have at most {most} different marking bonuses; this is one too many",
                );
                node.error(what.with("most", MAX_GIFTS));
                return None;
            }
            None => {
                self.gifts.push(Gift { name, choice });
                self.sources.push(0);
                self.gifts.len() - 1
            }
        };
        self.sources[index] += 1;
        if self.sources[index] > MOST_SOURCES {
            let what = Message::new(
                "sheet.too-many-sources",
                "a sheet may give the same bonus at most {most} times; this is one too many",
            );
            node.error(what.with("most", MOST_SOURCES));
            return None;
        }
        Some(Award::Gift(index as u8))
    }
}

fn read_give(word: &str) -> Option<Give> {
    match word {
        "X" => Some(Give::Cross),
        "?" => Some(Give::Free),
        _ if word.len() == 1 => Some(Give::Number(Face::new(word.parse().ok()?)?)),
        _ => None,
    }
}
