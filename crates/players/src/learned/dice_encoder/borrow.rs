//! What was learned on one sheet, for another that nobody has learned.
//!
//! The inputs of a dice game come zone by zone, so weights can be borrowed zone by zone. [`Matching::nearest`] finds the
//! known sheet that is most alike, pairing zones whatever their order and colour; [`Matching::adapt`] rearranges a net that
//! was learned there. A zone without a partner adds nothing to the net and is left to the plain estimate
//! ([`Encoder::plain_estimate`](crate::learned::Encoder::plain_estimate)).
//!
//! ```
//! use finaud_players::learned::{Confidence, Matching};
//! use finaud_rules::builtin;
//!
//! let mut sheet = builtin("tres-fute-deluxe").unwrap().clone();
//! sheet.id = "mine".into();
//! sheet.round_awards[1] = None;
//! let matching = Matching::nearest(&sheet).unwrap();
//! assert_eq!((matching.id.as_str(), matching.confidence()), ("tres-fute-deluxe", Some(Confidence::Sure)));
//! ```

use finaud_rules::zone::Spot;
use finaud_rules::{
    Award, DICE, Die, GiftChoice, Give, Ink, Power, Rulings, Sheet, ZONES, Zone, builtin, builtin_ids,
    gallery_ids,
};

use super::zones::{borrowed_inputs, encode_zone};
use super::{BOXES, DiceEncoder, FACES, GIFTS, STEPS, table, totals};
use crate::learned::Net;

/// Zones that are less alike than this are strangers. Chosen by hand, not measured.
const ALIKE: f32 = 0.5;

/// How far what was learned on another sheet can be trusted. The steps were chosen so that they say what was measured
/// (docs/players.md).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Confidence {
    /// The sheets differ in details, but every zone is known.
    Sure,
    /// Every zone is known, but some give other bonuses or points.
    FairlySure,
    /// A zone is unknown, or much is different.
    Guess,
}

impl Confidence {
    /// The word for it in keys of messages.
    pub fn word(self) -> &'static str {
        match self {
            Confidence::Sure => "sure",
            Confidence::FairlySure => "fairly-sure",
            Confidence::Guess => "guess",
        }
    }
}

/// How a sheet matches a known one.
#[derive(Clone, PartialEq, Debug)]
pub struct Matching {
    /// The known sheet.
    pub id: String,
    /// How much of the sheet is the same there, from 0 to 1.
    pub share: f32,
    /// How many bonuses of the zones that are known are the same there, from 0 to 1. The net has learned what they set
    /// off, so this counts most.
    pub bonuses: f32,
    /// For each zone of the sheet, its partner.
    zones: [Partner; ZONES],
    /// By how many rounds the two differ, at most, whatever the number of players.
    rounds_apart: u8,
}

/// A zone of the known sheet.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Partner {
    zone: usize,
    /// How much is the same in the two, from 0 to 1; strangers have 0.
    alike: f32,
}

impl Matching {
    /// The known sheet that is most like this one; `None` if none is like it at all.
    pub fn nearest(sheet: &Sheet) -> Option<Matching> {
        Matching::nearest_of(sheet, known_sheets())
    }

    /// The same among these sheets.
    pub fn nearest_of<'a>(sheet: &Sheet, known: impl Iterator<Item = &'a Sheet>) -> Option<Matching> {
        let matchings = known.map(|known| Matching::of(known, sheet));
        let nearest = matchings.reduce(|best, next| if next.share > best.share { next } else { best })?;
        nearest.zones.iter().any(Partner::is_known).then_some(nearest)
    }

    /// How a sheet matches this known one.
    pub fn of(known: &Sheet, sheet: &Sheet) -> Matching {
        let alike: [[f32; ZONES]; ZONES] = std::array::from_fn(|zone| {
            std::array::from_fn(|partner| {
                let alike = alike(known, &known.zones[partner], sheet, &sheet.zones[zone]);
                if alike < ALIKE { 0.0 } else { alike }
            })
        });
        let sum = |order: &[usize; ZONES]| -> f32 {
            let own = order
                .iter()
                .enumerate()
                .filter(|(zone, partner)| zone == *partner);
            // Among equals, a zone keeps its place.
            let kept = own.count() as f32 * 1e-3;
            let alike = order
                .iter()
                .enumerate()
                .map(|(zone, partner)| alike[zone][*partner]);
            alike.sum::<f32>() + kept
        };
        let mut best = std::array::from_fn(|zone| zone);
        each_order(&mut std::array::from_fn(|zone| zone), 0, &mut |order| {
            if sum(order) > sum(&best) {
                best = *order;
            }
        });
        let zones: [Partner; ZONES] = std::array::from_fn(|zone| Partner {
            zone: best[zone],
            alike: alike[zone][best[zone]],
        });
        let known_zones: f32 = zones.iter().map(|partner| partner.alike).sum();
        let (mut same, mut all) = (0.0, 0.0);
        for (zone, partner) in zones.iter().enumerate().filter(|(_, partner)| partner.is_known()) {
            let (share, count) = bonuses_alike(
                known,
                &known.zones[partner.zone],
                sheet,
                &sheet.zones[zone],
                Some(&best),
            );
            same += share * count as f32;
            all += count as f32;
        }
        Matching {
            id: known.id.clone(),
            share: (known_zones + rest_alike(known, sheet)) / (ZONES + 1) as f32,
            bonuses: if all > 0.0 { same / all } else { 1.0 },
            zones,
            rounds_apart: rounds_apart(known, sheet),
        }
    }

    /// How far the known sheet can be trusted for this one; `None` if too little is the same.
    pub fn confidence(&self) -> Option<Confidence> {
        let strangers = self.zones.iter().filter(|partner| !partner.is_known()).count();
        // The net has also learned how full a sheet is in each round.
        match (strangers, self.share, self.bonuses) {
            (0, 0.9.., 0.97..) if self.rounds_apart == 0 => Some(Confidence::Sure),
            (0, 0.8.., 0.8..) if self.rounds_apart <= 1 => Some(Confidence::FairlySure),
            (0 | 1, 0.6.., 0.7..) => Some(Confidence::Guess),
            _ => None,
        }
    }

    /// A net for the sheet, from one that was learned on the known sheet.
    ///
    /// # Panics
    /// If the net was made for another sheet.
    pub fn adapt(&self, known: &Sheet, net: &Net, sheet: &Sheet) -> Net {
        let (from, to) = (DiceEncoder::new(known), DiceEncoder::new(sheet));
        assert_eq!(from.inputs, net.inputs(), "the net was made for another sheet");
        let mut new = net.resized(to.inputs);
        let mut copy = |to: usize, from: usize| new.copy_input(to, net, from);
        for (zone, partner) in self.zones.iter().enumerate() {
            let inputs = borrowed_inputs(&known.zones[partner.zone], &sheet.zones[zone]);
            if let (true, Some(inputs)) = (partner.is_known(), inputs) {
                for (index, partner_index) in inputs.into_iter().enumerate() {
                    if let Some(partner_index) = partner_index {
                        copy(to.zones[zone] + index, from.zones[partner.zone] + partner_index);
                    }
                }
            }
            for (index, partner_index) in self.totals_of(zone, partner.zone) {
                copy(to.totals + index, from.totals + partner_index);
            }
        }
        for (index, partner_index) in self.shared_totals(known, sheet) {
            copy(to.totals + index, from.totals + partner_index);
        }
        for index in 0..table::SIZE {
            copy(to.table + index, from.table + self.table_input(index));
        }
        for partner in self.zones.iter().filter(|partner| !partner.is_known()) {
            // Nothing is known of the zone: the net sees its partner as it is when the game begins.
            encode_zone(&known.zones[partner.zone], &Ink::default(), &mut |index| {
                new.add_to_bias(net, from.zones[partner.zone] + index);
            });
        }
        for (zone, partner) in self.zones.iter().enumerate() {
            if !partner.is_known() {
                new.estimate_plainly(zone);
            }
        }
        new
    }

    /// The totals of a zone, each with that of its partner.
    fn totals_of(&self, zone: usize, partner: usize) -> impl Iterator<Item = (usize, usize)> {
        use totals::{LOWEST_ZONE, SCORE, SCORE_STEP};
        let steps = (0..STEPS).map(move |step| {
            (
                SCORE_STEP + zone * STEPS + step,
                SCORE_STEP + partner * STEPS + step,
            )
        });
        let single = [SCORE, LOWEST_ZONE].map(|first| (first + zone, first + partner));
        single.into_iter().chain(steps)
    }

    /// The totals that belong to no zone, each with that of the known sheet.
    fn shared_totals(&self, known: &Sheet, sheet: &Sheet) -> Vec<(usize, usize)> {
        use totals::{CIRCLED, JOKERS, LEFT, LOWEST, LOWEST_ZONE, PENDING};
        let mut pairs: Vec<(usize, usize)> = (LOWEST..LOWEST_ZONE)
            .chain(totals::FOX..LEFT)
            .map(|index| (index, index))
            .collect();
        for power in Power::ALL {
            // More boxes than the known sheet has are as good as all of them.
            let most = usize::from(known.power(power).boxes).min(BOXES - 1);
            for boxes in 0..BOXES {
                for first in [LEFT, CIRCLED] {
                    let row = first + power as usize * BOXES;
                    pairs.push((row + boxes, row + boxes.min(most)));
                }
            }
        }
        let jokers = &known.power(Power::Joker).jokers;
        for (index, joker) in sheet.power(Power::Joker).jokers.iter().enumerate().take(BOXES) {
            let here = (jokers.get(index) == Some(joker)).then_some(index);
            if let Some(same) = here.or_else(|| jokers.iter().position(|other| other == joker)) {
                pairs.push((JOKERS + index, JOKERS + same.min(BOXES - 1)));
            }
        }
        for gift in 0..sheet.gifts.len().min(GIFTS) {
            if let Some(same) = self.gift(known, sheet, gift) {
                let same = same.min(GIFTS - 1);
                pairs.push((PENDING + gift, PENDING + same));
                pairs.push((PENDING + GIFTS + gift, PENDING + GIFTS + same));
            }
        }
        pairs
    }

    /// The bonus of the known sheet that is most like this one.
    fn gift(&self, known: &Sheet, sheet: &Sheet, gift: usize) -> Option<usize> {
        let wanted = &sheet.gifts[gift].choice;
        let likeness = |choice: &GiftChoice| match (wanted, choice) {
            (GiftChoice::Circle(one), GiftChoice::Circle(other)) => 1 + 2 * u32::from(one == other),
            (GiftChoice::Mark(one), GiftChoice::Mark(other)) => {
                let partners: Vec<(u8, Give)> = one
                    .iter()
                    .map(|(zone, give)| (self.zones[usize::from(*zone)].zone as u8, *give))
                    .collect();
                let shared = partners.iter().filter(|mark| other.contains(mark)).count();
                let zones = partners
                    .iter()
                    .filter(|(zone, _)| other.iter().any(|(also, _)| also == zone));
                let size = partners.len().max(other.len()).max(1);
                (1 + 20 * shared / size + 10 * zones.count() / size) as u32
            }
            _ => 0,
        };
        let known = known.gifts.iter().enumerate();
        let best = known.map(|(index, other)| (likeness(&other.choice), index));
        let best = best.reduce(|best, next| if next.0 > best.0 { next } else { best })?;
        (best.0 > 0).then_some(best.1)
    }

    /// The input of the known sheet's table that stands for this one: dice go with their zones.
    fn table_input(&self, index: usize) -> usize {
        use table::{EXTRA_USED, FACE, POOL, POOL_SIZE, STAGE};
        let partner = |die: usize| match die.checked_sub(Die::White.index() + 1) {
            Some(zone) => self.zones[zone].zone + Die::White.index() + 1,
            None => die,
        };
        let in_rows = |first: usize, wide: usize| {
            let (row, within) = ((index - first) / (DICE * wide), (index - first) % (DICE * wide));
            first + row * DICE * wide + partner(within / wide) * wide + within % wide
        };
        if (POOL..POOL_SIZE).contains(&index) {
            in_rows(POOL, 1)
        } else if (FACE..STAGE).contains(&index) {
            in_rows(FACE, FACES)
        } else if index >= EXTRA_USED {
            in_rows(EXTRA_USED, 1)
        } else {
            index
        }
    }
}

impl Partner {
    fn is_known(&self) -> bool {
        self.alike > 0.0
    }
}

/// The sheets that others may borrow from: those of the games, then those of the gallery.
pub(super) fn known_sheets() -> impl Iterator<Item = &'static Sheet> {
    let ids = builtin_ids().into_iter().chain(gallery_ids());
    ids.filter_map(builtin)
}

/// Calls `tell` with every order of the numbers from `place` on.
fn each_order(order: &mut [usize; ZONES], place: usize, tell: &mut impl FnMut(&[usize; ZONES])) {
    if place == ZONES {
        return tell(order);
    }
    for other in place..ZONES {
        order.swap(place, other);
        each_order(order, place + 1, tell);
        order.swap(place, other);
    }
}

/// How much is the same in two zones, from 0 to 1; 0 where the inputs of one mean nothing for the other.
fn alike(known: &Sheet, partner: &Zone, sheet: &Sheet, zone: &Zone) -> f32 {
    if partner.source != zone.source || borrowed_inputs(partner, zone).is_none() {
        return 0.0;
    }
    let (one, other) = (partner.view(&Ink::default()), zone.view(&Ink::default()));
    if one
        .rows
        .iter()
        .map(|row| row.order)
        .ne(other.rows.iter().map(|row| row.order))
    {
        return 0.0;
    }
    let cells = shared(&one.cells, &other.cells, |one, other| {
        let same = (one.printed, one.least, one.sign, one.points)
            == (other.printed, other.least, other.sign, other.points);
        f32::from(u8::from(same))
    });
    let (bonuses, _) = bonuses_alike(known, partner, sheet, zone, None);
    let groups = shared(&one.groups, &other.groups, |one, other| {
        f32::from(u8::from(
            (one.kind, one.cells, one.points) == (other.kind, other.cells, other.points),
        ))
    });
    let points = if one.table == other.table && one.extras == other.extras {
        1.0
    } else {
        0.5
    };
    (0.3 * cells + 0.35 * bonuses + 0.35 * groups * points).clamp(0.0, 1.0)
}

/// How many bonuses of two zones are the same, as a share, and how many there are; `partners` are the partners of the
/// zones, where they are found already.
fn bonuses_alike(
    known: &Sheet,
    partner: &Zone,
    sheet: &Sheet,
    zone: &Zone,
    partners: Option<&[usize; ZONES]>,
) -> (f32, usize) {
    let awards = |zone: &Zone| -> Vec<(Spot, Award)> {
        let view = zone.view(&Ink::default());
        view.bonuses().map(|(spot, bonus)| (spot, bonus.award)).collect()
    };
    let (one, other) = (awards(partner), awards(zone));
    let same = other.iter().filter(|(spot, award)| {
        one.iter()
            .any(|(place, also)| place == spot && is_same(known, *also, sheet, *award, partners))
    });
    let most = one.len().max(other.len());
    let share = if most == 0 {
        1.0
    } else {
        same.count() as f32 / most as f32
    };
    (share, most)
}

/// How much two lists share, place by place.
fn shared<T>(one: &[T], other: &[T], alike: impl Fn(&T, &T) -> f32) -> f32 {
    let longest = one.len().max(other.len());
    if longest == 0 {
        return 1.0;
    }
    let sum: f32 = one.iter().zip(other).map(|(one, other)| alike(one, other)).sum();
    sum / longest as f32
}

/// Do two bonuses do the same, in partners of the same zones? Where these are not known yet, any zones are the same.
fn is_same(
    known: &Sheet,
    one: Award,
    sheet: &Sheet,
    other: Award,
    partners: Option<&[usize; ZONES]>,
) -> bool {
    let (Award::Gift(one), Award::Gift(other)) = (one, other) else {
        return one == other;
    };
    let (one, other) = (&known.gifts[usize::from(one)], &sheet.gifts[usize::from(other)]);
    match (&one.choice, &other.choice) {
        (GiftChoice::Circle(one), GiftChoice::Circle(other)) => one == other,
        (GiftChoice::Mark(one), GiftChoice::Mark(other)) => {
            let in_one = |(zone, give): &(u8, Give)| {
                one.iter().any(|(also, gives)| {
                    let here =
                        partners.is_none_or(|partners| partners[usize::from(*zone)] == usize::from(*also));
                    here && gives == give
                })
            };
            one.len() == other.len() && other.iter().all(in_one)
        }
        _ => false,
    }
}

fn rounds_apart(known: &Sheet, sheet: &Sheet) -> u8 {
    let both = known.rounds.iter().zip(&sheet.rounds);
    both.map(|(one, other)| one.abs_diff(*other)).max().unwrap_or(0)
}

/// How much is the same beside the zones: rounds and what they give, action boxes, readings of the rules.
fn rest_alike(known: &Sheet, sheet: &Sheet) -> f32 {
    let boxes = shared(&known.powers, &sheet.powers, |one, other| {
        f32::from(u8::from((one.boxes, &one.jokers) == (other.boxes, &other.jokers)))
    });
    let awards = shared(&known.round_awards, &sheet.round_awards, |one, other| {
        match (one, other) {
            (Some(one), Some(other)) => f32::from(u8::from(is_same(known, *one, sheet, *other, None))),
            (one, other) => f32::from(u8::from(one.is_none() && other.is_none())),
        }
    });
    let rounds = shared(&known.rounds, &sheet.rounds, |one, other| {
        f32::from(u8::from(one == other))
    });
    let rulings = Rulings::KEYS.into_iter();
    let same = rulings
        .filter(|key| known.rulings.get(key) == sheet.rulings.get(key))
        .count();
    let rulings = same as f32 / Rulings::KEYS.len() as f32;
    let slots = f32::from(u8::from(known.numbered_slots == sheet.numbered_slots));
    (boxes + awards + rounds + rulings + slots) / 5.0
}
