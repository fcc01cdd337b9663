//! Dice: their faces and where they lie.

/// How many dice every dice game has: one white die and one die for each zone.
pub const DICE: usize = 6;
/// How many coloured zones every sheet has.
pub const ZONES: usize = DICE - 1;
/// How many die slots a sheet has.
pub const SLOTS: usize = 3;

/// One of the six dice: the white one, or the die of a zone. A sheet gives them their colours.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Die {
    /// The wild die: it may stand for any colour.
    White,
    /// The die of the first zone.
    Zone1,
    /// The die of the second zone.
    Zone2,
    /// The die of the third zone.
    Zone3,
    /// The die of the fourth zone.
    Zone4,
    /// The die of the fifth zone.
    Zone5,
}

impl Die {
    /// All six dice, white first, then in the order of the zones.
    pub const ALL: [Die; DICE] = [
        Die::White,
        Die::Zone1,
        Die::Zone2,
        Die::Zone3,
        Die::Zone4,
        Die::Zone5,
    ];

    /// The die with this index in [`Die::ALL`].
    pub fn from_index(index: usize) -> Option<Die> {
        Die::ALL.get(index).copied()
    }

    /// The die of a zone, given by the zone's index.
    pub fn of_zone(zone: u8) -> Option<Die> {
        Die::from_index(usize::from(zone) + 1)
    }

    /// Where the die stands in [`Die::ALL`].
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// The index of the zone whose colour the die has; `None` for the white die.
    #[inline]
    pub fn zone(self) -> Option<u8> {
        (self as u8).checked_sub(1)
    }
}

/// What a die shows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Face {
    /// 1
    One = 1,
    /// 2
    Two,
    /// 3
    Three,
    /// 4
    Four,
    /// 5
    Five,
    /// 6
    Six,
}

impl Face {
    /// The six faces, lowest first.
    pub const ALL: [Face; 6] = [
        Face::One,
        Face::Two,
        Face::Three,
        Face::Four,
        Face::Five,
        Face::Six,
    ];

    /// The face with this many pips.
    #[inline]
    pub fn new(pips: u8) -> Option<Face> {
        Face::ALL.get(usize::from(pips).wrapping_sub(1)).copied()
    }

    /// How many pips the face has.
    #[inline]
    pub fn pips(self) -> u8 {
        self as u8
    }
}

/// A set of dice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct DieSet(u8);

impl DieSet {
    /// No die.
    pub const EMPTY: DieSet = DieSet(0);
    /// All six dice.
    pub const ALL: DieSet = DieSet((1 << DICE) - 1);

    /// The set with these bits, the first die lowest.
    #[inline]
    pub(crate) fn from_bits(bits: u8) -> DieSet {
        DieSet(bits & DieSet::ALL.0)
    }

    /// One bit a die, the first die lowest.
    #[inline]
    pub(crate) fn bits(self) -> u8 {
        self.0
    }

    /// The dice of which this holds. Without branches: dice cannot be predicted.
    #[inline]
    pub fn where_is(holds: impl Fn(Die) -> bool) -> DieSet {
        DieSet(
            Die::ALL
                .into_iter()
                .fold(0, |bits, die| bits | u8::from(holds(die)) << die as u8),
        )
    }

    /// Is the die in the set?
    #[inline]
    pub fn contains(self, die: Die) -> bool {
        self.0 & (1 << die as u8) != 0
    }

    /// Adds a die.
    #[inline]
    pub fn insert(&mut self, die: Die) {
        self.0 |= 1 << die as u8;
    }

    /// Takes a die out.
    #[inline]
    pub fn remove(&mut self, die: Die) {
        self.0 &= !(1 << die as u8);
    }

    /// The set without one die.
    #[inline]
    #[must_use]
    pub fn without(mut self, die: Die) -> DieSet {
        self.remove(die);
        self
    }

    /// The dice in either set.
    #[inline]
    #[must_use]
    pub fn union(self, other: DieSet) -> DieSet {
        DieSet(self.0 | other.0)
    }

    /// The dice in both sets.
    #[inline]
    #[must_use]
    pub fn and(self, other: DieSet) -> DieSet {
        DieSet(self.0 & other.0)
    }

    /// The dice of this set that are not in the other.
    #[inline]
    #[must_use]
    pub fn minus(self, other: DieSet) -> DieSet {
        DieSet(self.0 & !other.0)
    }

    /// Is there no die in it?
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many dice are in it?
    #[inline]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The dice, in the order of [`Die::ALL`].
    #[inline]
    pub fn iter(self) -> DieSetIter {
        DieSetIter(self.0)
    }
}

impl std::fmt::Debug for DieSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl FromIterator<Die> for DieSet {
    fn from_iter<I: IntoIterator<Item = Die>>(dice: I) -> DieSet {
        let mut set = DieSet::EMPTY;
        for die in dice {
            set.insert(die);
        }
        set
    }
}

impl IntoIterator for DieSet {
    type Item = Die;
    type IntoIter = DieSetIter;
    fn into_iter(self) -> DieSetIter {
        self.iter()
    }
}

/// Walks through a [`DieSet`].
#[derive(Clone, Debug)]
pub struct DieSetIter(u8);

impl Iterator for DieSetIter {
    type Item = Die;
    #[inline]
    fn next(&mut self) -> Option<Die> {
        let die = Die::from_index(self.0.trailing_zeros() as usize)?;
        self.0 &= self.0 - 1;
        Some(die)
    }
}

/// Where a die lies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// Ready to be rolled, or just rolled.
    Pool,
    /// On one of the active player's die slots: 0, 1 or 2.
    Slot(u8),
    /// On the silver platter.
    Platter,
}

/// The six dice on the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Dice {
    faces: [Option<Face>; DICE],
    pool: DieSet,
    platter: DieSet,
    slots: [Option<Die>; SLOTS],
}

impl Dice {
    /// All dice in the pool, none rolled yet: how every turn starts.
    pub const FRESH: Dice = Dice {
        faces: [None; DICE],
        pool: DieSet::ALL,
        platter: DieSet::EMPTY,
        slots: [None; SLOTS],
    };

    /// What the die shows; `None` until it is rolled.
    #[inline]
    pub fn face(&self, die: Die) -> Option<Face> {
        self.faces[die.index()]
    }

    /// The pips the die shows; 0 until it is rolled.
    #[inline]
    pub fn pips(&self, die: Die) -> u8 {
        self.faces[die.index()].map_or(0, Face::pips)
    }

    /// The dice to be rolled, or just rolled.
    #[inline]
    pub fn pool(&self) -> DieSet {
        self.pool
    }

    /// The dice on the silver platter.
    #[inline]
    pub fn platter(&self) -> DieSet {
        self.platter
    }

    /// The dice on the active player's slots.
    #[inline]
    pub fn slots(&self) -> &[Option<Die>; SLOTS] {
        &self.slots
    }

    /// The dice on the slots as a set.
    #[inline]
    pub fn on_slots(&self) -> DieSet {
        DieSet::ALL.minus(self.pool).minus(self.platter)
    }

    /// Where a die lies.
    #[inline]
    pub fn place(&self, die: Die) -> Place {
        if self.pool.contains(die) {
            Place::Pool
        } else if self.platter.contains(die) {
            Place::Platter
        } else {
            Place::Slot(self.slots.iter().position(|slot| *slot == Some(die)).unwrap_or(0) as u8)
        }
    }

    /// The slot the next die goes to where slots are filled in order.
    #[inline]
    pub fn first_free_slot(&self) -> usize {
        self.slots.iter().position(Option::is_none).unwrap_or(SLOTS - 1)
    }

    /// The die placed last: the one on the highest filled slot.
    #[inline]
    pub fn last_placed(&self) -> Option<Die> {
        self.slots.iter().rev().find_map(|slot| *slot)
    }

    /// The sum of the faces of these dice.
    #[inline]
    pub fn sum(&self, dice: DieSet) -> u8 {
        dice.iter().map(|die| self.pips(die)).sum()
    }

    pub(crate) fn show(&mut self, die: Die, face: Option<Face>) {
        self.faces[die.index()] = face;
    }

    /// The dice with a new face show it.
    #[inline]
    pub(crate) fn roll(&mut self, faces: &[Option<Face>; DICE]) {
        for (shown, rolled) in self.faces.iter_mut().zip(faces) {
            *shown = rolled.or(*shown);
        }
    }

    #[inline]
    pub(crate) fn put_on_slot(&mut self, die: Die, slot: usize) {
        self.pool.remove(die);
        self.platter.remove(die);
        self.slots[slot] = Some(die);
    }

    #[inline]
    pub(crate) fn put_on_platter(&mut self, dice: DieSet) {
        self.pool = self.pool.minus(dice);
        self.platter = self.platter.union(dice);
    }

    /// Moves these dice and all of the slots to the platter.
    pub(crate) fn sweep(&mut self, dice: DieSet) {
        self.pool = self.pool.minus(dice);
        self.platter = DieSet::ALL.minus(self.pool);
        self.slots = [None; SLOTS];
    }

    pub(crate) fn take_back(&mut self, die: Die) {
        self.platter.remove(die);
        self.pool.insert(die);
    }

    /// The dice whose pips are as wanted.
    #[inline]
    pub(crate) fn where_face(&self, wanted: impl Fn(u8) -> bool) -> DieSet {
        DieSet::where_is(|die| wanted(self.pips(die)))
    }

    /// The dice of the pool that show less than this: they go to the platter once a die that shows this is entered.
    #[inline]
    pub fn lower_in_pool(&self, pips: u8) -> DieSet {
        self.where_face(|face| face < pips).and(self.pool)
    }
}
