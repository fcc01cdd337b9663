//! A score sheet, read and checked once, ready to be played on.

use crate::bonus::{Award, Gift, Joker, POWERS, Power, PowerRow};
use crate::die::{DICE, Die, ZONES};
use crate::insertion_sort;
use crate::zone::Zone;

/// How many players a dice game may have.
pub const MAX_SEATS: usize = 4;

/// How sure the sheet is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Provenance {
    /// Read off the printed sheet.
    Printed,
    /// Worked out from a sister sheet and the rulebook.
    Inferred,
    /// The rulebook's figures plus choices of ours where it is silent.
    Reconstruction,
    /// Somebody's own sheet.
    Custom,
}

impl Provenance {
    /// The word sheets use.
    pub fn word(self) -> &'static str {
        match self {
            Provenance::Printed => "printed",
            Provenance::Inferred => "inferred",
            Provenance::Reconstruction => "reconstruction",
            Provenance::Custom => "custom",
        }
    }
}

/// The readings of the rules that a table may choose. `docs/rulings.md` tells the story of each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rulings {
    /// a roll may be forfeited even with a usable die.
    pub forfeit_always: bool,
    /// a passive player who can use a platter die must.
    pub passive_must_pick: bool,
    /// whether a passive player can use a platter die is judged by faces alone, jokers and polish left aside.
    pub fallback_ignores_actions: bool,
    /// in the solo passive turn, the slot dice may be used when no platter die can.
    pub solo_fallback: bool,
    /// a fox is never worth less than nothing.
    pub foxes_floor_zero: bool,
    /// a fallback die goes by its place (slot n: row n, matches on the slots), not by the passive player's role.
    pub fallback_by_place: bool,
    /// a free number for a zone that adds the white die is 1–6 plus the white die's face.
    pub blue_bonus_adds_white: bool,
    /// each die may be an extra die once a round, not once a turn.
    pub extra_once_per_round: bool,
}

impl Rulings {
    /// The names of all switches, in order.
    pub const KEYS: [&'static str; 8] = [
        "forfeit_always",
        "passive_must_pick",
        "fallback_ignores_actions",
        "solo_fallback",
        "foxes_floor_zero",
        "fallback_by_place",
        "blue_bonus_adds_white",
        "extra_once_per_round",
    ];
    /// How many of them, from the first, every sheet has to set. The others came later; a sheet that leaves them out does
    /// without.
    pub const NEEDED: usize = 7;

    /// The switch with this name.
    pub fn switch(&mut self, key: &str) -> Option<&mut bool> {
        Some(match key {
            "forfeit_always" => &mut self.forfeit_always,
            "passive_must_pick" => &mut self.passive_must_pick,
            "fallback_ignores_actions" => &mut self.fallback_ignores_actions,
            "solo_fallback" => &mut self.solo_fallback,
            "foxes_floor_zero" => &mut self.foxes_floor_zero,
            "fallback_by_place" => &mut self.fallback_by_place,
            "blue_bonus_adds_white" => &mut self.blue_bonus_adds_white,
            "extra_once_per_round" => &mut self.extra_once_per_round,
            _ => return None,
        })
    }

    /// How the switch with this name is set.
    pub fn get(mut self, key: &str) -> Option<bool> {
        self.switch(key).map(|switch| *switch)
    }
}

/// A short text in some languages, by their codes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Titles(Vec<(String, String)>);

impl Titles {
    /// The text in a language; in English, or whatever there is, where the language is missing.
    pub fn get(&self, language: &str) -> Option<&str> {
        let find = |code: &str| self.0.iter().find(|(known, _)| known == code);
        let title = find(language).or_else(|| find("en")).or(self.0.first());
        title.map(|(_, text)| text.as_str())
    }

    /// The languages there are.
    pub fn languages(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(code, _)| code.as_str())
    }
}

impl FromIterator<(String, String)> for Titles {
    fn from_iter<I: IntoIterator<Item = (String, String)>>(titles: I) -> Titles {
        let mut titles: Vec<(String, String)> = titles.into_iter().collect();
        insertion_sort(&mut titles, |one, other| one.0.cmp(&other.0));
        Titles(titles)
    }
}

/// The colour of a die and of its zone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Tint {
    /// One that every surface knows by name: see [`Tint::NAMES`].
    Named(&'static str),
    /// Red, green and blue.
    Mixed([u8; 3]),
}

impl Tint {
    /// The colours that have a name.
    pub const NAMES: [&'static str; 15] = [
        "white",
        "yellow",
        "blue",
        "green",
        "orange",
        "violet",
        "turquoise",
        "brown",
        "pink",
        "red",
        "black",
        "grey",
        "silver",
        "gold",
        "purple",
    ];

    /// The colour with this name, or `#1a2b3c`.
    pub fn read(text: &str) -> Option<Tint> {
        if let Some(name) = Tint::NAMES.into_iter().find(|name| *name == text) {
            return Some(Tint::Named(name));
        }
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
        if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return None;
        }
        let part = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
        Some(Tint::Mixed([part(0)?, part(2)?, part(4)?]))
    }
}

/// What a die is called and how it looks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DieName {
    /// Its name in actions and records, which is also that of its zone.
    pub name: String,
    /// The letter that stands for it where there is no colour.
    pub letter: char,
    /// What people call it; empty where the name will do.
    pub titles: Titles,
    /// Its colour.
    pub tint: Tint,
}

/// A step of the solo rating.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rating {
    /// The least score of the step; `None` for the lowest one.
    pub from: Option<i16>,
    /// Its title.
    pub titles: Titles,
}

/// A score sheet with everything a dice game needs to know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sheet {
    /// The name used in commands, records and seeds: `tres-fute`.
    pub id: String,
    /// The name of the game.
    pub name: String,
    /// How sure the sheet is.
    pub provenance: Provenance,
    /// Where the facts of the sheet come from, in a sentence.
    pub source: String,
    /// The six dice: white, then one for each zone.
    pub dice: [DieName; DICE],
    /// How many rounds are played, by the number of players.
    pub rounds: [u8; MAX_SEATS],
    /// What everybody gets at the start of each round.
    pub round_awards: Vec<Option<Award>>,
    /// Does the die of roll k always go to slot k?
    pub numbered_slots: bool,
    /// The rows of action boxes, by [`Power`].
    pub powers: [PowerRow; POWERS],
    /// The five zones.
    pub zones: [Zone; ZONES],
    /// The bonuses that ask for a choice; [`Award::Gift`] points here.
    pub gifts: Vec<Gift>,
    /// The steps of the solo rating, highest first.
    pub ratings: Vec<Rating>,
    /// The readings of the rules that are played.
    pub rulings: Rulings,
    /// The readings the sheet itself proposes; a table may choose others.
    pub own_rulings: Rulings,
}

impl Sheet {
    /// The action boxes of one kind.
    #[inline]
    pub fn power(&self, power: Power) -> &PowerRow {
        &self.powers[power as usize]
    }

    /// The joker kinds that have boxes on this sheet, each once, in the order of [`Joker::ALL`].
    pub fn joker_kinds(&self) -> Vec<Joker> {
        let boxes = &self.power(Power::Joker).jokers;
        let kinds = Joker::ALL.into_iter();
        kinds.filter(|kind| boxes.contains(kind)).collect()
    }

    /// The die with this name or letter, whatever the case.
    pub fn die_named(&self, word: &str) -> Option<Die> {
        let index = self.dice.iter().position(|die| {
            die.name.eq_ignore_ascii_case(word)
                || word.chars().eq([die.letter])
                || word.chars().eq(die.letter.to_lowercase())
        })?;
        Die::from_index(index)
    }

    /// The index of the zone with this name.
    pub fn zone_named(&self, word: &str) -> Option<u8> {
        self.zones
            .iter()
            .position(|zone| zone.name.eq_ignore_ascii_case(word))
            .map(|index| index as u8)
    }

    /// The index of the gift with this name.
    pub fn gift_named(&self, name: &str) -> Option<u8> {
        self.gifts
            .iter()
            .position(|gift| gift.name.eq_ignore_ascii_case(name))
            .map(|index| index as u8)
    }

    /// Every award of the sheet: rounds, ends of action rows, zones.
    pub fn awards(&self) -> impl Iterator<Item = Award> {
        let rounds = self.round_awards.iter().filter_map(|award| *award);
        let ends = self.powers.iter().filter_map(|row| row.end);
        rounds
            .chain(ends)
            .chain(self.zones.iter().flat_map(Zone::awards))
            .collect::<Vec<_>>()
            .into_iter()
    }

    /// How many foxes the sheet has.
    pub fn fox_count(&self) -> usize {
        self.awards().filter(|award| *award == Award::Fox).count()
    }

    /// The rating step of a solo score.
    pub fn rating(&self, score: i16) -> Option<&Rating> {
        self.ratings
            .iter()
            .find(|step| step.from.is_none_or(|from| score >= from))
    }
}
