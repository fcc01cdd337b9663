//! The cards: single ones, heaps of number cards, bags of all kinds, columns.

/// The five colours of cards and die.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Colour {
    /// Red.
    Red,
    /// Blue.
    Blue,
    /// Green.
    Green,
    /// Yellow.
    Yellow,
    /// Purple.
    Purple,
}

impl Colour {
    /// All colours.
    pub const ALL: [Colour; 5] = [
        Colour::Red,
        Colour::Blue,
        Colour::Green,
        Colour::Yellow,
        Colour::Purple,
    ];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Colour::Red => "red",
            Colour::Blue => "blue",
            Colour::Green => "green",
            Colour::Yellow => "yellow",
            Colour::Purple => "purple",
        }
    }

    /// The colour with this word.
    pub fn from_word(word: &str) -> Option<Colour> {
        Colour::ALL
            .into_iter()
            .find(|colour| colour.word().eq_ignore_ascii_case(word))
    }
}

/// A number card's face: its colour and its value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Kind(u8);

/// How many values there are in each colour.
const VALUES: u8 = 6;
/// How many different number cards there are.
const KINDS: u8 = VALUES * Colour::ALL.len() as u8;
/// How many of each number card there are.
const COPIES: u8 = 3;
/// How many Die cards there are.
const DIE_CARDS: u8 = 18;
/// How many Switch cards there are.
const SWITCH_CARDS: u8 = 12;

impl Kind {
    /// The card of this colour and value, which runs from 1 to 6.
    pub fn new(colour: Colour, value: u8) -> Option<Kind> {
        (1..=VALUES)
            .contains(&value)
            .then(|| Kind(colour as u8 * VALUES + value - 1))
    }

    /// All number cards.
    pub fn all() -> impl Iterator<Item = Kind> {
        (0..KINDS).map(Kind)
    }

    /// Its colour.
    #[inline]
    pub fn colour(self) -> Colour {
        Colour::ALL[usize::from(self.0 / VALUES)]
    }

    /// Its value.
    #[inline]
    pub fn value(self) -> u8 {
        self.0 % VALUES + 1
    }

    #[inline]
    fn bit(self) -> u32 {
        1 << self.0
    }

    /// The bits of all cards that share the colour or the value.
    #[inline]
    fn rivals(self) -> u32 {
        let colour = ((1 << VALUES) - 1) << (self.0 / VALUES * VALUES);
        let value = VALUE_BITS << (self.0 % VALUES);
        colour | value
    }
}

/// The bits of value 1 in all colours.
const VALUE_BITS: u32 = {
    let mut bits = 0;
    let mut colour = 0;
    while colour < KINDS / VALUES {
        bits |= 1 << (colour * VALUES);
        colour += 1;
    }
    bits
};

/// A card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Card {
    /// A number card.
    Number(Kind),
    /// A Die card: whoever takes its column rolls.
    Die,
    /// A Switch card: columns are taken in the other direction.
    Switch,
}

impl Card {
    /// All different cards: numbers, Die, Switch.
    pub fn all() -> impl Iterator<Item = Card> {
        Kind::all().map(Card::Number).chain([Card::Die, Card::Switch])
    }
}

/// How many colours there are.
const COLOURS: u32 = Colour::ALL.len() as u32;
/// How many bits a heap has for each colour.
const COLOUR_BITS: u32 = 2 * VALUES as u32;
/// The lowest bit of each colour in a heap.
const EACH_COLOUR: u64 = ones(COLOURS, COLOUR_BITS);

/// A heap of number cards: two bits count each kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct NumberCards(u64);

impl NumberCards {
    /// No card.
    pub const EMPTY: NumberCards = NumberCards(0);
    const ALL: NumberCards = NumberCards((1 << (2 * KINDS)) - 1);

    /// How many cards of a kind there are.
    #[inline]
    pub fn count(self, kind: Kind) -> u8 {
        (self.0 >> (2 * kind.0) & 3) as u8
    }

    /// How many cards there are.
    #[inline]
    pub fn len(self) -> u32 {
        const LOW: u64 = 0x5555_5555_5555_5555;
        (self.0 & LOW).count_ones() + 2 * (self.0 >> 1 & LOW).count_ones()
    }

    /// Is there no card?
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The cards of one colour.
    #[inline]
    #[must_use]
    pub fn of(self, colour: Colour) -> NumberCards {
        NumberCards(self.0 & 0xfff << (2 * VALUES * colour as u8))
    }

    /// How many cards of each value there are in a colour, two bits a value, the lowest value first.
    #[inline]
    pub fn value_counts(self, colour: Colour) -> u16 {
        (self.0 >> (COLOUR_BITS * colour as u32) & 0xfff) as u16
    }

    /// The colours that are there, one bit each.
    #[inline]
    pub(crate) fn colours(self) -> usize {
        // Adding all bits but the highest of a colour sets the highest, unless there is no card.
        const REST: u64 = EACH_COLOUR * ((1 << (COLOUR_BITS - 1)) - 1);
        let there = ((((self.0 & REST) + REST) | self.0) >> (COLOUR_BITS - 1)) & EACH_COLOUR;
        // Each colour moves down next to the one before it: 44 bits up and 11 down for every colour before it.
        const GATHER: u64 = ones(COLOURS, COLOUR_BITS - 1);
        (there.wrapping_mul(GATHER) >> (4 * (COLOUR_BITS - 1))) as usize % (1 << COLOURS)
    }

    /// How many cards of each colour there are, with as many bits as the colour has here.
    #[inline]
    fn colour_sizes(self) -> u64 {
        let twos = (self.0 & 0x3333_3333_3333_3333) + (self.0 >> 2 & 0x3333_3333_3333_3333);
        let part = |shift: u32| twos >> shift & (15 * EACH_COLOUR);
        part(0) + part(4) + part(8)
    }

    /// How many cards of each value there are in a colour, a byte each.
    #[inline]
    fn value_sizes(self, colour: u8) -> u64 {
        let mut bits = self.0 >> (COLOUR_BITS * u32::from(colour)) & 0xfff;
        // Two bits become eight: the upper half of the values moves up until there is room between all of them.
        for (shift, mask) in [
            (24, 0x0000_000f_0000_00ff),
            (12, 0x000f_000f_000f),
            (6, 0x0303_0303_0303),
        ] {
            bits = (bits | bits << shift) & mask;
        }
        bits
    }

    /// The sum of the values.
    pub fn points(self) -> i16 {
        let mut points = 0;
        for value in 0..VALUES {
            let mut mask = 0;
            for colour in 0..KINDS / VALUES {
                mask |= 3u64 << (2 * (colour * VALUES + value));
            }
            points += i16::from(value + 1) * NumberCards(self.0 & mask).len() as i16;
        }
        points
    }

    /// The kinds with their counts.
    pub fn iter(self) -> impl Iterator<Item = (Kind, u8)> {
        Kind::all()
            .map(move |kind| (kind, self.count(kind)))
            .filter(|(_, count)| *count > 0)
    }

    /// Adds a card; there are never more than three of a kind.
    #[inline]
    pub(crate) fn add(&mut self, kind: Kind) {
        debug_assert!(self.count(kind) < COPIES);
        self.0 += 1 << (2 * kind.0);
    }

    #[inline]
    fn remove(&mut self, kind: Kind) {
        self.0 -= 1 << (2 * kind.0);
    }

    /// Moves all cards of the other heap here. No kind may come to more than three.
    #[inline]
    pub(crate) fn join(&mut self, other: NumberCards) {
        self.0 += other.0;
    }

    /// Takes these cards out; they must be in the heap.
    #[inline]
    pub(crate) fn take(&mut self, part: NumberCards) -> NumberCards {
        self.0 -= part.0;
        part
    }
}

/// The lowest bit of each of so many groups of bits.
const fn ones(groups: u32, bits: u32) -> u64 {
    let (mut ones, mut group) = (0, 0);
    while group < groups {
        ones |= 1 << (bits * group);
        group += 1;
    }
    ones
}

/// Into which of several heaps a rank falls, and its rank there. `sizes` counts each heap with so many bits, the first heap
/// lowest; the highest bit of each stays free even for all cards together.
///
/// Counted, not searched: no branch predicts cards.
#[inline]
fn heap_of<const HEAPS: u32, const BITS: u32>(rank: u32, sizes: u64) -> (u8, u32) {
    let ones = const { ones(HEAPS, BITS) };
    let highest = ones << (BITS - 1);
    let ends = sizes.wrapping_mul(ones);
    // The highest bit stays where a heap ends at the rank or before it.
    let ended = (highest | (ones * u64::from(rank))).wrapping_sub(ends) & highest;
    let index = ended.count_ones();
    let before = (ends << BITS >> (BITS * index)) as u32 % (1 << BITS);
    (index as u8, rank - before)
}

/// A bag of cards of all kinds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bag {
    pub(crate) numbers: NumberCards,
    pub(crate) dice: u8,
    pub(crate) switches: u8,
}

impl Bag {
    /// No card.
    pub const EMPTY: Bag = Bag {
        numbers: NumberCards::EMPTY,
        dice: 0,
        switches: 0,
    };
    /// All 120 cards.
    pub const FULL: Bag = Bag {
        numbers: NumberCards::ALL,
        dice: DIE_CARDS,
        switches: SWITCH_CARDS,
    };
    /// The 108 cards of a game of two.
    pub const WITHOUT_SWITCHES: Bag = Bag {
        switches: 0,
        ..Bag::FULL
    };

    /// The number cards.
    pub fn numbers(&self) -> NumberCards {
        self.numbers
    }

    /// How many of a card there are.
    #[inline]
    pub fn count(&self, card: Card) -> u8 {
        match card {
            Card::Number(kind) => self.numbers.count(kind),
            Card::Die => self.dice,
            Card::Switch => self.switches,
        }
    }

    /// How many cards there are.
    #[inline]
    pub fn len(&self) -> u32 {
        self.numbers.len() + u32::from(self.dice) + u32::from(self.switches)
    }

    /// Is there no card?
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.numbers.0 | u64::from(self.dice) | u64::from(self.switches) == 0
    }

    /// The cards with their counts.
    pub fn iter(&self) -> impl Iterator<Item = (Card, u8)> {
        let bag = *self;
        Card::all()
            .map(move |card| (card, bag.count(card)))
            .filter(|(_, count)| *count > 0)
    }

    /// The card with this rank when all cards are laid out in the order of [`Card::all`].
    #[inline(always)]
    pub fn at(&self, rank: u32) -> Option<Card> {
        let numbers = self.numbers.len();
        if rank >= numbers {
            let rank = rank - numbers;
            let dice = u32::from(self.dice);
            return match rank {
                _ if rank < dice => Some(Card::Die),
                _ if rank < dice + u32::from(self.switches) => Some(Card::Switch),
                _ => None,
            };
        }
        let (colour, rank) = heap_of::<COLOURS, COLOUR_BITS>(rank, self.numbers.colour_sizes());
        let (value, _) = heap_of::<{ VALUES as u32 }, 8>(rank, self.numbers.value_sizes(colour));
        Some(Card::Number(Kind(colour * VALUES + value)))
    }

    #[inline]
    pub(crate) fn add(&mut self, card: Card) {
        match card {
            Card::Number(kind) => self.numbers.add(kind),
            Card::Die => self.dice += 1,
            Card::Switch => self.switches += 1,
        }
    }

    #[inline]
    pub(crate) fn remove(&mut self, card: Card) {
        match card {
            Card::Number(kind) => self.numbers.remove(kind),
            Card::Die => self.dice -= 1,
            Card::Switch => self.switches -= 1,
        }
    }

    /// Takes a card out if there is one.
    pub(crate) fn try_remove(&mut self, card: Card) -> bool {
        let has = self.count(card) > 0;
        if has {
            self.remove(card);
        }
        has
    }
}

/// A column: no colour and no value twice, at most one Die card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Column(u32);

const DIE_BIT: u32 = 1 << KINDS;

impl Column {
    /// No card.
    pub const EMPTY: Column = Column(0);

    /// Would the card fit?
    #[inline]
    pub fn accepts(self, card: Card) -> bool {
        match card {
            Card::Number(kind) => self.0 & kind.rivals() == 0,
            Card::Die => self.0 & DIE_BIT == 0,
            Card::Switch => false,
        }
    }

    /// The column with one more card, which must fit.
    #[inline]
    #[must_use]
    pub fn with(mut self, card: Card) -> Column {
        self.add(card);
        self
    }

    #[inline]
    pub(crate) fn add(&mut self, card: Card) {
        self.0 |= match card {
            Card::Number(kind) => kind.bit(),
            Card::Die => DIE_BIT,
            Card::Switch => 0,
        };
    }

    /// Is there a Die card in it?
    #[inline]
    pub fn has_die(self) -> bool {
        self.0 & DIE_BIT != 0
    }

    /// Is there no card in it?
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number cards.
    pub fn numbers(self) -> impl Iterator<Item = Kind> {
        let mut rest = self.0 & !DIE_BIT;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let kind = Kind(rest.trailing_zeros() as u8);
                rest &= rest - 1;
                kind
            })
        })
    }

    /// The number cards as a heap.
    #[inline]
    pub(crate) fn heap(self) -> NumberCards {
        // One bit a kind becomes two: each half of the bits moves up until there is room between all of them.
        let mut bits = u64::from(self.0 & !DIE_BIT);
        for (shift, mask) in [
            (16, 0x0000_ffff_0000_ffff),
            (8, 0x00ff_00ff_00ff_00ff),
            (4, 0x0f0f_0f0f_0f0f_0f0f),
            (2, 0x3333_3333_3333_3333),
            (1, 0x5555_5555_5555_5555),
        ] {
            bits = (bits | bits << shift) & mask;
        }
        NumberCards(bits)
    }

    /// All cards.
    pub fn cards(self) -> impl Iterator<Item = Card> {
        self.numbers()
            .map(Card::Number)
            .chain(self.has_die().then_some(Card::Die))
    }

    /// The sum of the values.
    pub fn points(self) -> i16 {
        self.numbers().map(|kind| i16::from(kind.value())).sum()
    }
}
