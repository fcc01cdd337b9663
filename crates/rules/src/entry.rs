//! Which dice may be entered where, with and without jokers and polish.

use crate::action::{Action, Entry};
use crate::bonus::{Joker, Power};
use crate::dice_game::DiceGame;
use crate::die::{Die, DieSet, Place, ZONES};
use crate::game::Seat;
use crate::position::{Player, Position};
use crate::tally::Tally;
use crate::values::Values;
use crate::zone::{EntryContext, Reach, Source, place_of};

/// In which part a player uses a die.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// As active player, from the roll.
    Active,
    /// As passive player.
    Passive,
    /// As an extra die.
    Extra,
}

impl Role {
    #[inline]
    fn action(self, entry: Entry) -> Action {
        match self {
            Role::Active | Role::Passive => Action::Pick(entry),
            Role::Extra => Action::Extra(entry),
        }
    }
}

/// May actions be spent on the entry?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Spending {
    /// Faces only.
    Nothing,
    /// Jokers and polish too.
    Allowed,
}

/// What is spent on an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Spent {
    joker: Option<Joker>,
    polish: u8,
}

const NOTHING: Spent = Spent {
    joker: None,
    polish: 0,
};

impl<const SEATS: usize> DiceGame<SEATS> {
    /// The zones a die may be entered in, by index.
    #[inline]
    fn zones_of(die: Die) -> std::ops::Range<usize> {
        match die.zone() {
            Some(zone) => usize::from(zone)..usize::from(zone) + 1,
            None => 0..ZONES,
        }
    }

    #[inline(always)]
    fn entry_context(&self, position: &Position<SEATS>, die: Die, role: Role) -> EntryContext {
        if self.places_matter {
            self.context_of_place(position, die, role)
        } else {
            EntryContext::BONUS
        }
    }

    #[inline(never)]
    fn context_of_place(&self, position: &Position<SEATS>, die: Die, role: Role) -> EntryContext {
        let dice = &position.dice;
        let slots = dice.on_slots().without(die);
        let platter = dice.platter().without(die);
        let (reach, companions) = match (role, dice.place(die)) {
            (Role::Active, _) | (_, Place::Pool) => (Reach::Row(position.roll - 1), slots),
            (_, Place::Platter) => (Reach::Grey, platter),
            (Role::Passive, Place::Slot(_)) if !self.sheet().rulings.fallback_by_place => {
                (Reach::Grey, platter)
            }
            (_, Place::Slot(slot)) => (Reach::Row(slot), slots),
        };
        let companions = companions.iter().fold(0, |counts, other| {
            counts + (1 << (4 * u32::from(dice.pips(other))))
        });
        let moved = if role == Role::Active && self.moves_count {
            let lower = dice.lower_in_pool(dice.pips(die)).iter();
            lower.fold(0, |faces, other| {
                faces | u32::from(dice.pips(other)) << (4 * other.index())
            })
        } else {
            0
        };
        EntryContext {
            reach,
            companions,
            moved,
        }
    }

    /// What the picked die alone may count as.
    #[inline]
    fn own_values(position: &Position<SEATS>, die: Die, joker: Option<Joker>, polish: u8) -> Values {
        let face = position.dice.pips(die);
        if polish > 0 && !position.dice.platter().contains(die) {
            return Values::NONE;
        }
        match joker {
            None => polished(face, polish),
            Some(Joker::Number(number)) if number.pips() != face => polished(number.pips(), polish),
            Some(Joker::Free) if polish == 0 => Values::FACES.without(face),
            Some(_) => Values::NONE,
        }
    }

    /// What a die counts as in a zone by faces alone.
    #[inline]
    fn plain_value(&self, position: &Position<SEATS>, die: Die, zone: usize) -> u8 {
        let dice = &position.dice;
        let number = dice.pips(die) + (dice.pips(partner(die, zone)) & self.adds_white[zone]);
        if self.is_context_free(zone) {
            return number;
        }
        match self.sheet().zones[zone].source {
            Source::Face | Source::WithWhite => number,
            Source::WithPlatter => number + dice.sum(dice.platter().without(die)),
            Source::BesideWhite => place_of(dice.pips(Die::ALL[zone + 1]), dice.pips(Die::White)),
        }
    }

    /// What a die may count as in a zone when this is spent on it.
    fn values(&self, position: &Position<SEATS>, die: Die, zone: usize, spent: Spent) -> Values {
        let dice = &position.dice;
        let own = |polish| Self::own_values(position, die, spent.joker, polish);
        match self.sheet().zones[zone].source {
            Source::Face => own(spent.polish),
            Source::WithPlatter => own(spent.polish).plus(dice.sum(dice.platter().without(die))),
            Source::WithWhite => {
                let partner = partner(die, zone);
                let face = dice.pips(partner);
                if spent.polish == 0 || !dice.platter().contains(partner) {
                    return own(spent.polish).plus(face);
                }
                (0..=spent.polish).fold(Values::NONE, |all, share| {
                    let own = own(spent.polish - share);
                    polished(face, share)
                        .iter()
                        .fold(all, |all, partner| all.union(own.plus(partner)))
                })
            }
            Source::BesideWhite => {
                let partner = partner(die, zone);
                let shares = if dice.platter().contains(partner) {
                    spent.polish
                } else {
                    0
                };
                (0..=shares).fold(Values::NONE, |all, share| {
                    let partners = polished(dice.pips(partner), share);
                    let places = own(spent.polish - share).iter().flat_map(|own| {
                        partners.iter().map(move |partner| match die {
                            Die::White => place_of(partner, own),
                            _ => place_of(own, partner),
                        })
                    });
                    all.union(places.collect())
                })
            }
        }
    }

    /// The kinds of joker a player can use now.
    fn open_jokers(&self, player: &Player) -> impl Iterator<Item = Joker> {
        let boxes = player.boxes(Power::Joker);
        let jokers = &self.sheet().power(Power::Joker).jokers;
        let kinds = jokers
            .iter()
            .enumerate()
            .filter(|(index, _)| boxes.is_open(*index));
        let kinds = kinds.fold(0u8, |kinds, (_, joker)| kinds | 1 << joker.index());
        Joker::ALL
            .into_iter()
            .filter(move |joker| kinds >> joker.index() & 1 != 0)
    }

    /// Calls `out` with everything but nothing that a player can spend on an entry.
    fn spendings(&self, player: &Player, mut out: impl FnMut(Spent)) {
        let polish = player.boxes(Power::Polish).left();
        for joker in std::iter::once(None).chain(self.open_jokers(player).map(Some)) {
            for polish in 0..=polish {
                let spent = Spent { joker, polish };
                if spent != NOTHING {
                    out(spent);
                }
            }
        }
    }

    /// Has the player an action that changes what a die counts as?
    #[inline]
    fn can_spend(player: &Player) -> bool {
        player.boxes(Power::Joker).any() || player.boxes(Power::Polish).any()
    }

    /// Adds every legal entry of these dice to `out`, those that spend nothing first. Returns whether one was found that
    /// counts: with [`Spending::Nothing`] only entries by faces count.
    pub(crate) fn entries(
        &self,
        position: &Position<SEATS>,
        seat: Seat,
        dice: DieSet,
        role: Role,
        counting: Spending,
        out: &mut Vec<Action>,
    ) -> bool {
        let player = position.player(seat);
        let before = out.len();
        for (die, zone) in uses(dice) {
            self.plain_entries(position, player, die, zone, role, out);
        }
        let found = out.len() > before;
        if !Self::can_spend(player) {
            return found;
        }
        let spending =
            self.spending_entries(position, seat, dice, role, |entry| out.push(role.action(entry)));
        found || spending && counting == Spending::Allowed
    }

    #[inline]
    fn all_context_free(&self) -> bool {
        self.context_free == (1 << ZONES) - 1
    }

    /// Does a die fit a zone by its face?
    #[inline]
    fn is_usable(
        &self,
        position: &Position<SEATS>,
        player: &Player,
        die: Die,
        zone: usize,
        role: Role,
    ) -> bool {
        let number = self.plain_value(position, die, zone);
        let ink = &player.zones[zone];
        if self.is_context_free(zone) {
            return ink.mark_counts.count(number) > 0;
        }
        self.sheet().zones[zone].any_of(ink, number, self.entry_context(position, die, role))
    }

    /// The entries of one die in one zone by its face. Not inlined: one small copy serves all lists.
    #[inline(never)]
    fn plain_entries(
        &self,
        position: &Position<SEATS>,
        player: &Player,
        die: Die,
        index: usize,
        role: Role,
        out: &mut Vec<Action>,
    ) {
        let number = self.plain_value(position, die, index);
        let at = self.entry_context(position, die, role);
        self.sheet().zones[index].marks_of(&player.zones[index], number, at, |mark| {
            out.push(role.action(Entry::plain(die, index as u8, mark)));
        });
    }

    /// Can the player's entries be counted without listing them?
    #[inline]
    pub(crate) fn can_count(&self, player: &Player) -> bool {
        self.all_context_free() && player.pending.is_empty() && !Self::can_spend(player)
    }

    /// How many entries these dice allow by their faces, use by use, where they can be counted.
    #[inline]
    pub(crate) fn tally(&self, position: &Position<SEATS>, player: &Player, dice: DieSet) -> Tally {
        let mut counts = 0;
        let white = position.dice.pips(Die::White);
        for zone in 0..ZONES {
            let own = position.dice.pips(Die::ALL[zone + 1]);
            let mark_counts = player.zones[zone].mark_counts;
            // Every use is counted, offered or not: which dice are offered cannot be predicted.
            counts |= Tally::place(zone, mark_counts.count(own + (white & self.adds_white[zone])));
            counts |= Tally::place(
                ZONES + zone,
                mark_counts.count(white + (own & self.adds_white[zone])),
            );
        }
        Tally::of(counts, dice)
    }

    /// The entry with this index among those of [`Self::entries`], where they can be counted.
    #[inline(always)]
    pub(crate) fn nth_entry(
        &self,
        position: &Position<SEATS>,
        player: &Player,
        tally: Tally,
        role: Role,
        index: usize,
    ) -> Option<Action> {
        let (place, left) = tally.find(index)?;
        let zone = place % ZONES;
        let die = if place < ZONES {
            Die::ALL[zone + 1]
        } else {
            Die::White
        };
        let number = self.plain_value(position, die, zone);
        let at = self.entry_context(position, die, role);
        let mark = self.sheet().zones[zone].nth_mark_of(&player.zones[zone], number, at, left)?;
        Some(role.action(Entry::plain(die, zone as u8, mark)))
    }

    /// The entries that spend jokers or polish. Returns whether there is one.
    fn spending_entries(
        &self,
        position: &Position<SEATS>,
        seat: Seat,
        dice: DieSet,
        role: Role,
        mut out: impl FnMut(Entry),
    ) -> bool {
        let player = position.player(seat);
        let mut found = false;
        for die in dice {
            let at = self.entry_context(position, die, role);
            for index in Self::zones_of(die) {
                self.spendings(player, |spent| {
                    let values = self.values(position, die, index, spent);
                    if values.is_empty() {
                        return;
                    }
                    self.sheet().zones[index].marks(&player.zones[index], values, at, |mark| {
                        found = true;
                        out(Entry {
                            die,
                            zone: index as u8,
                            mark,
                            joker: spent.joker,
                            polish: spent.polish,
                        });
                    });
                });
            }
        }
        found
    }

    /// Is there a legal entry of these dice?
    #[inline]
    pub(crate) fn any_entry(
        &self,
        position: &Position<SEATS>,
        seat: Seat,
        dice: DieSet,
        role: Role,
        spending: Spending,
    ) -> bool {
        let player = position.player(seat);
        if dice.is_empty() {
            return false;
        }
        let by_face = if self.all_context_free() {
            self.tally(position, player, dice).total() > 0
        } else {
            dice.iter()
                .any(|die| Self::zones_of(die).any(|zone| self.is_usable(position, player, die, zone, role)))
        };
        by_face
            || spending == Spending::Allowed
                && Self::can_spend(player)
                && self.spending_entries(position, seat, dice, role, |_| {})
    }

    /// Is this entry legal for a die that may be used in this role?
    #[inline]
    pub(crate) fn allows_entry(
        &self,
        position: &Position<SEATS>,
        seat: Seat,
        entry: Entry,
        role: Role,
    ) -> bool {
        let player = position.player(seat);
        let index = usize::from(entry.zone);
        let Some(zone) = self.sheet().zones.get(index) else {
            return false;
        };
        if !Self::zones_of(entry.die).contains(&index) {
            return false;
        }
        let spent = Spent {
            joker: entry.joker,
            polish: entry.polish,
        };
        let values = match spent {
            NOTHING => {
                let number = self.plain_value(position, entry.die, index);
                if self.is_context_free(index) {
                    return zone.has_mark(&player.zones[index], number, entry.mark);
                }
                Values::one(number)
            }
            _ if self.can_afford(player, spent) => self.values(position, entry.die, index, spent),
            _ => return false,
        };
        let at = self.entry_context(position, entry.die, role);
        !values.is_empty() && zone.allows(&player.zones[index], values, at, entry.mark)
    }

    fn can_afford(&self, player: &Player, spent: Spent) -> bool {
        spent.polish <= player.boxes(Power::Polish).left()
            && spent
                .joker
                .is_none_or(|wanted| self.open_jokers(player).any(|joker| joker == wanted))
    }
}

/// Which die may go to which zone: first each zone's own die, then the white die everywhere.
#[inline]
fn uses(dice: DieSet) -> impl Iterator<Item = (Die, usize)> {
    let own = (0..ZONES)
        .map(|zone| (Die::ALL[zone + 1], zone))
        .filter(move |(die, _)| dice.contains(*die));
    let white = if dice.contains(Die::White) { 0..ZONES } else { 0..0 };
    own.chain(white.map(|zone| (Die::White, zone)))
}

/// The other die of a zone that adds the white die.
#[inline]
fn partner(die: Die, zone: usize) -> Die {
    // White comes first: the indices of the two dice add up to that of the zone's own die.
    Die::ALL[zone + 1 - die.index()]
}

/// A face after so many steps of polish, all in one direction.
#[inline]
fn polished(face: u8, steps: u8) -> Values {
    let up = Values::one(face + steps);
    let down = face.checked_sub(steps).map_or(Values::NONE, Values::one);
    up.union(down).and(Values::FACES)
}
