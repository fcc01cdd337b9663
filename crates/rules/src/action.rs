//! What a player can choose, and the stable number of each choice.

use crate::bonus::{GiftChoice, Joker, Power};
use crate::die::{DICE, Die, ZONES};
use crate::sheet::Sheet;
use crate::zone::Mark;

/// The version of the action numbers. It changes whenever a number changes its meaning on an unchanged sheet.
pub const ACTION_SPACE_VERSION: u32 = 1;

/// A die entered in a zone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Entry {
    /// The die that is used.
    pub die: Die,
    /// The zone, by index.
    pub zone: u8,
    /// What is written.
    pub mark: Mark,
    /// The joker box spent on it.
    pub joker: Option<Joker>,
    /// How many polish boxes are spent on it.
    pub polish: u8,
}

impl Entry {
    /// An entry that spends no action.
    pub fn plain(die: Die, zone: u8, mark: Mark) -> Entry {
        Entry {
            die,
            zone,
            mark,
            joker: None,
            polish: 0,
        }
    }

    /// Does it write the same with the same die as the other entry, and spend only a part of what that one spends?
    ///
    /// A box of another kind is no part: one joker does not dominate two polish boxes, nor the other way round, and a
    /// joker with a number does not dominate a free one.
    pub fn dominates(self, other: Entry) -> bool {
        let same = (self.die, self.zone, self.mark) == (other.die, other.zone, other.mark);
        let part = self.polish <= other.polish && (self.joker.is_none() || self.joker == other.joker);
        same && part && self != other
    }
}

/// One choice of one player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Go on and roll the pool.
    Roll,
    /// Stop here: there is no die left to roll.
    EndRolls,
    /// Roll the pool again.
    Reroll,
    /// Use no die of this roll.
    Forfeit,
    /// Use no die of the platter.
    Decline,
    /// Use no (further) extra die.
    Done,
    /// Take a die of the platter back into the pool.
    TakeBack(Die),
    /// Use a die: of the roll as active, of the platter or a slot as passive player.
    Pick(Entry),
    /// Use an extra die.
    Extra(Entry),
    /// Use a pending gift to mark a zone.
    Gift {
        /// The gift, by index.
        gift: u8,
        /// The zone, by index.
        zone: u8,
        /// What is written.
        mark: Mark,
    },
    /// Use a pending gift to circle an action box.
    Circle {
        /// The gift, by index.
        gift: u8,
        /// The row of boxes.
        power: Power,
    },
}

impl Action {
    /// Does it do the same as the other action and spend only a part of what that one spends? Then nobody misses the
    /// other one, although it is legal.
    ///
    /// ```
    /// use finaud_record::Notation;
    /// use finaud_rules::{SoloGame, builtin};
    ///
    /// let game = SoloGame::new(builtin("melange-fute").unwrap().clone(), 1).unwrap();
    /// let read = |text: &str| game.read_action(text).unwrap();
    /// assert!(read("orange 4 #4").dominates(read("orange 4 #4 joker 4")));
    /// assert!(!read("orange 4 #4 joker 4").dominates(read("orange 4 #4 polish 2")));
    /// ```
    pub fn dominates(self, other: Action) -> bool {
        match (self, other) {
            (Action::Pick(entry), Action::Pick(other)) | (Action::Extra(entry), Action::Extra(other)) => {
                entry.dominates(other)
            }
            _ => false,
        }
    }
}

/// The numbering of all actions of a sheet, from 0 without gaps.
///
/// | numbers | actions |
/// |---|---|
/// | 0–5 | roll, end rolls, reroll, forfeit, decline, done |
/// | 6–11 | take back white, then the dice of the zones in order |
/// | next, for each gift in the sheet's order | its options in order: boxes to circle, or all marks a gift can make in each zone it may mark |
/// | next | picks |
/// | last | extras, in the same order as the picks |
///
/// Picks run, from the slowest to the fastest, over the dice uses (each zone with its own die, then each zone with the
/// white die), the joker spent (none, then the kinds the sheet has, 1 to 6 and `?`), the polish spent (none to all boxes
/// of the sheet), and the marks of the zone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ActionSpace {
    gifts: Vec<GiftNumbers>,
    marks: [usize; ZONES],
    gift_marks: [usize; ZONES],
    zone_starts: [usize; ZONES],
    jokers: Vec<Option<Joker>>,
    polish: usize,
    first_pick: usize,
    picks: usize,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct GiftNumbers {
    first: usize,
    options: Vec<GiftOption>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum GiftOption {
    Circle(Power),
    Zone(u8),
}

const TAKE_BACK: usize = 6;
const FIRST_GIFT: usize = TAKE_BACK + DICE;

impl ActionSpace {
    /// The numbering of this sheet.
    pub fn of(sheet: &Sheet) -> ActionSpace {
        let marks = std::array::from_fn(|zone| sheet.zones[zone].mark_count());
        let gift_marks = std::array::from_fn(|zone| sheet.zones[zone].gift_mark_count());
        let mut next = FIRST_GIFT;
        let gifts = sheet
            .gifts
            .iter()
            .map(|gift| {
                let options: Vec<GiftOption> = match &gift.choice {
                    GiftChoice::Circle(powers) => {
                        powers.iter().map(|power| GiftOption::Circle(*power)).collect()
                    }
                    GiftChoice::Mark(zones) => {
                        zones.iter().map(|(zone, _)| GiftOption::Zone(*zone)).collect()
                    }
                };
                let first = next;
                next += options
                    .iter()
                    .map(|option| option.size(&gift_marks))
                    .sum::<usize>();
                GiftNumbers { first, options }
            })
            .collect();
        let mut jokers = vec![None];
        jokers.extend(sheet.joker_kinds().into_iter().map(Some));
        let polish = usize::from(sheet.power(Power::Polish).boxes) + 1;
        let mut zone_starts = [0; ZONES];
        let mut size = 0;
        for zone in 0..ZONES {
            zone_starts[zone] = size;
            size += marks[zone] * jokers.len() * polish;
        }
        ActionSpace {
            gifts,
            marks,
            gift_marks,
            zone_starts,
            jokers,
            polish,
            first_pick: next,
            picks: 2 * size,
        }
    }

    /// How many actions there are.
    pub fn count(&self) -> usize {
        self.first_pick + 2 * self.picks
    }

    /// The number of an action; `None` if the sheet has no such action.
    pub fn number(&self, sheet: &Sheet, action: Action) -> Option<usize> {
        Some(match action {
            Action::Roll => 0,
            Action::EndRolls => 1,
            Action::Reroll => 2,
            Action::Forfeit => 3,
            Action::Decline => 4,
            Action::Done => 5,
            Action::TakeBack(die) => TAKE_BACK + die.index(),
            Action::Gift { gift, zone, mark } => {
                let first = self.option_start(gift, &GiftOption::Zone(zone))?;
                let index = sheet.zones.get(usize::from(zone))?.mark_index(mark)?;
                first + Some(index).filter(|index| *index < self.gift_marks[usize::from(zone)])?
            }
            Action::Circle { gift, power } => self.option_start(gift, &GiftOption::Circle(power))?,
            Action::Pick(entry) => self.first_pick + self.entry_number(sheet, entry)?,
            Action::Extra(entry) => self.first_pick + self.picks + self.entry_number(sheet, entry)?,
        })
    }

    /// The action with this number.
    pub fn action(&self, sheet: &Sheet, number: usize) -> Option<Action> {
        const PLAIN: [Action; TAKE_BACK] = [
            Action::Roll,
            Action::EndRolls,
            Action::Reroll,
            Action::Forfeit,
            Action::Decline,
            Action::Done,
        ];
        if let Some(action) = PLAIN.get(number) {
            return Some(*action);
        }
        if number < FIRST_GIFT {
            return Die::from_index(number - TAKE_BACK).map(Action::TakeBack);
        }
        if number < self.first_pick {
            let gift = self.gifts.iter().rposition(|gift| gift.first <= number)?;
            let mut rest = number - self.gifts[gift].first;
            for option in &self.gifts[gift].options {
                let size = option.size(&self.gift_marks);
                if rest < size {
                    let gift = gift as u8;
                    return Some(match option {
                        GiftOption::Circle(power) => Action::Circle { gift, power: *power },
                        GiftOption::Zone(zone) => Action::Gift {
                            gift,
                            zone: *zone,
                            mark: sheet.zones[usize::from(*zone)].mark_at(rest)?,
                        },
                    });
                }
                rest -= size;
            }
            return None;
        }
        if number >= self.count() {
            return None;
        }
        let entry = number - self.first_pick;
        if entry < self.picks {
            self.entry(sheet, entry).map(Action::Pick)
        } else {
            self.entry(sheet, entry - self.picks).map(Action::Extra)
        }
    }

    fn option_start(&self, gift: u8, wanted: &GiftOption) -> Option<usize> {
        let gift = self.gifts.get(usize::from(gift))?;
        let mut first = gift.first;
        for option in &gift.options {
            if option == wanted {
                return Some(first);
            }
            first += option.size(&self.gift_marks);
        }
        None
    }

    fn entry_number(&self, sheet: &Sheet, entry: Entry) -> Option<usize> {
        let zone = usize::from(entry.zone);
        let mark = sheet.zones.get(zone)?.mark_index(entry.mark)?;
        let white = match entry.die.zone() {
            None => self.picks / 2,
            Some(own) if own == entry.zone => 0,
            Some(_) => return None,
        };
        let joker = self.jokers.iter().position(|joker| *joker == entry.joker)?;
        let polish = usize::from(entry.polish);
        (polish < self.polish).then(|| {
            white + self.zone_starts[zone] + (joker * self.polish + polish) * self.marks[zone] + mark
        })
    }

    fn entry(&self, sheet: &Sheet, number: usize) -> Option<Entry> {
        let half = self.picks / 2;
        let (is_white, rest) = (number >= half, number % half);
        let zone = self.zone_starts.iter().rposition(|start| *start <= rest)?;
        let rest = rest - self.zone_starts[zone];
        let (spent, mark) = (rest / self.marks[zone], rest % self.marks[zone]);
        let joker = *self.jokers.get(spent / self.polish)?;
        let die = if is_white {
            Die::White
        } else {
            Die::of_zone(zone as u8)?
        };
        Some(Entry {
            die,
            zone: zone as u8,
            mark: sheet.zones[zone].mark_at(mark)?,
            joker,
            polish: (spent % self.polish) as u8,
        })
    }
}

impl GiftOption {
    fn size(&self, marks: &[usize; ZONES]) -> usize {
        match self {
            GiftOption::Circle(_) => 1,
            GiftOption::Zone(zone) => marks[usize::from(*zone)],
        }
    }
}
