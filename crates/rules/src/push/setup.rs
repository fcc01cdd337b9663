//! A position of PUSH written by hand, and back.

mod taking;

use serde::{Deserialize, Serialize};

use super::{
    Bag, Bench, COLUMNS, Card, Colour, Column, Kind, MAX_PUSH_SEATS, NumberCards, Push, PushState, Stand,
};
use crate::Message;
use crate::game::Game;
use crate::setup::{Part, Violation, other_game, other_seats_asked};

/// A game of PUSH in the middle, as plain data. Seats and columns count from 1; what is left out is empty.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PushSetup {
    /// Always `push`.
    pub game: String,
    /// The seat whose turn it is.
    pub current: u8,
    /// Where in the turn the game stands.
    pub phase: PushPhase,
    /// The card that is to be placed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<String>,
    /// The seat that takes a column or rolls the die.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taker: Option<u8>,
    /// How often the die was rolled in this turn.
    #[serde(default)]
    pub rolls: u8,
    /// The Switch cards turned in this turn.
    #[serde(default)]
    pub switches: u8,
    /// The cards of each column: `red 5`, `die`.
    #[serde(default)]
    pub columns: Vec<Vec<String>>,
    /// The players, seat 1 first.
    pub seats: Vec<PushSeat>,
    /// The cards out of the game, one entry a card.
    #[serde(default)]
    pub discard: Vec<String>,
    /// The cards left in the pile; if left out, all that are nowhere else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pile: Option<Vec<String>>,
    /// The seats that may act now; if given, it must be what the rules say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<Vec<u8>>,
}

/// The cards of a player.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PushSeat {
    /// Open cards.
    #[serde(default)]
    pub zone: Vec<String>,
    /// Protected cards.
    #[serde(default)]
    pub protected: Vec<String>,
}

/// The phases by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PushPhase {
    /// Draw or protect.
    Turn,
    /// A card is to be turned.
    Drawing,
    /// The card is to be placed.
    Placing,
    /// Draw on or stop.
    AfterCard,
    /// A column is to be taken.
    Taking,
    /// The die is to be rolled.
    Rolling,
    /// The end.
    Over,
}

impl PushPhase {
    const WORDS: [(PushPhase, &'static str); 7] = [
        (PushPhase::Turn, "turn"),
        (PushPhase::Drawing, "drawing"),
        (PushPhase::Placing, "placing"),
        (PushPhase::AfterCard, "after-card"),
        (PushPhase::Taking, "taking"),
        (PushPhase::Rolling, "rolling"),
        (PushPhase::Over, "over"),
    ];

    /// The word for it.
    pub fn word(self) -> &'static str {
        PushPhase::WORDS
            .iter()
            .find(|(phase, _)| *phase == self)
            .map_or("", |(_, word)| word)
    }

    /// The phase with this word.
    pub fn from_word(word: &str) -> Option<PushPhase> {
        PushPhase::WORDS
            .iter()
            .find(|(_, known)| *known == word)
            .map(|(phase, _)| *phase)
    }
}

impl std::fmt::Display for Card {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Card::Number(kind) => write!(f, "{} {}", kind.colour().word(), kind.value()),
            Card::Die => f.write_str("die"),
            Card::Switch => f.write_str("switch"),
        }
    }
}

/// Reads `red 5`, `die` and `switch`.
impl std::str::FromStr for Card {
    type Err = Message;

    fn from_str(text: &str) -> Result<Card, Message> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let card = match words[..] {
            [word] if word.eq_ignore_ascii_case("die") => Some(Card::Die),
            [word] if word.eq_ignore_ascii_case("switch") => Some(Card::Switch),
            [colour, value] => Colour::from_word(colour)
                .zip(digit(value))
                .and_then(|(colour, value)| Kind::new(colour, value))
                .map(Card::Number),
            _ => None,
        };
        card.ok_or_else(|| {
            let shown: String = text.chars().take(40).collect();
            Message::new(
                "position.no-card",
                "`{text}` is no card: it should be a colour with a value from 1 to 6, `die` or `switch`",
            )
            .with("text", shown)
        })
    }
}

impl Push {
    /// Writes a state down.
    pub fn setup(&self, state: &PushState) -> PushSetup {
        let numbers = |cards: NumberCards| {
            cards
                .iter()
                .flat_map(|(kind, count)| repeat(Card::Number(kind), count))
                .collect::<Vec<_>>()
        };
        let bag = |bag: &Bag| {
            bag.iter()
                .flat_map(|(card, count)| repeat(card, count))
                .collect::<Vec<_>>()
        };
        let taker = matches!(state.stand, Stand::Taking | Stand::Rolling).then(|| state.taker().0 + 1);
        PushSetup {
            game: "push".into(),
            current: state.current + 1,
            phase: state.phase(),
            card: state.card().map(|card| card.to_string()),
            taker,
            rolls: state.rolls,
            switches: state.switches,
            columns: state
                .columns()
                .iter()
                .map(|column| column.cards().map(|card| card.to_string()).collect())
                .collect(),
            seats: state.benches[..self.seats()]
                .iter()
                .map(|bench| PushSeat {
                    zone: numbers(bench.zone),
                    protected: numbers(bench.protected),
                })
                .collect(),
            discard: bag(&state.discard),
            pile: Some(bag(&state.unseen)),
            asked: Some(self.asked(state).iter().map(|seat| seat.0 + 1).collect()),
        }
    }

    /// Checks a setup and makes a state of it.
    pub fn position(&self, setup: &PushSetup) -> Result<PushState, Vec<Violation>> {
        let mut reading = Reading {
            unseen: self.deck(),
            violations: Vec::new(),
        };
        if setup.game != "push" {
            reading.violation(Part::Game, other_game(&setup.game, "push"));
        }
        if setup.seats.len() != self.seats() {
            let what = Message::new(
                "position.player-count",
                "players given: {given}, in a game for {players}",
            );
            let what = what.with("given", setup.seats.len());
            reading.violation(Part::Seats, what.with("players", self.seats()));
        }
        let mut state = self.start();
        for (index, seat) in setup.seats.iter().enumerate().take(MAX_PUSH_SEATS) {
            let zone = reading.numbers(&seat.zone, Part::OpenCards(index + 1));
            let protected = reading.numbers(&seat.protected, Part::Protected(index + 1));
            state.benches[index] = Bench { zone, protected };
        }
        if setup.columns.len() > COLUMNS {
            let what = Message::new(
                "position.column-count",
                "there are {columns} columns, but there can be at most {most}",
            );
            let what = what.with("columns", setup.columns.len());
            reading.violation(Part::Columns, what.with("most", COLUMNS));
        }
        for (index, cards) in setup.columns.iter().enumerate().take(COLUMNS) {
            state.columns[index] = reading.column(cards, Part::Column(index + 1));
            state.column_count += 1;
        }
        state.discard = reading.bag(&setup.discard, Part::Discard);
        for _ in 0..setup.switches {
            reading.draw(Card::Switch, Part::Switches);
        }
        state.switches = setup.switches;
        let card = setup
            .card
            .as_deref()
            .and_then(|text| reading.card(text, Part::Card));
        state.unseen = reading.unseen;
        if let Some(pile) = &setup.pile {
            let mut rest = Reading {
                unseen: reading.unseen,
                violations: Vec::new(),
            };
            rest.bag(pile, Part::Pile);
            if !rest.unseen.is_empty() {
                let what = Message::new("position.missing-cards", "{cards} cards of the game are missing");
                rest.violation(Part::Pile, what.with("cards", rest.unseen.len()));
            }
            reading.violations.append(&mut rest.violations);
        }
        state.rolls = setup.rolls;
        if (1..=self.seats()).contains(&usize::from(setup.current)) {
            state.current = setup.current - 1;
        } else {
            reading.violation(Part::Current, no_seat(setup.current));
        }
        if reading.violations.is_empty() {
            self.set_stand(setup, card, &mut state, &mut reading);
        }
        if let (true, Some(asked)) = (reading.violations.is_empty(), &setup.asked) {
            let due: Vec<u8> = self.asked(&state).iter().map(|seat| seat.0 + 1).collect();
            if *asked != due {
                reading.violation(Part::Asked, other_seats_asked(&due, asked));
            }
        }
        if reading.violations.is_empty() {
            Ok(state)
        } else {
            Err(reading.violations)
        }
    }

    /// Says what is wrong with a state, if anything: every card must be somewhere, once.
    pub fn violations(&self, state: &PushState) -> Vec<Violation> {
        match self.position(&self.setup(state)) {
            Err(violations) => violations,
            Ok(again) if again == *state => Vec::new(),
            Ok(_) => vec![Violation::unstable()],
        }
    }

    fn set_stand(&self, setup: &PushSetup, card: Option<Card>, state: &mut PushState, reading: &mut Reading) {
        let mut require = |holds: bool, what: Message| {
            if !holds {
                reading.violation(Part::Phase, what);
            }
        };
        let phase = setup.phase;
        let columns = state.column_count;
        let pile = !state.unseen.is_empty();
        require(
            card.is_some() == (phase == PushPhase::Placing),
            Message::new(
                "position.stray-card",
                "a card is given exactly when one is to be placed",
            ),
        );
        let takes = matches!(phase, PushPhase::Taking | PushPhase::Rolling);
        require(
            setup.taker.is_some() == takes,
            Message::new(
                "position.stray-taker",
                "a taker is given exactly when someone takes or rolls",
            ),
        );
        require(
            takes || state.rolls == 0,
            Message::new(
                "position.stray-rolls",
                "the die is rolled only when columns are taken",
            ),
        );
        state.stand = match phase {
            PushPhase::Turn => {
                require(
                    columns == 0 && state.switches == 0,
                    Message::new("position.table-not-empty", "a turn begins with an empty table"),
                );
                require(
                    pile,
                    Message::new("position.pile-empty", "the pile is empty, so the game is over"),
                );
                Stand::Turn
            }
            PushPhase::Drawing => {
                require(
                    pile,
                    Message::new("position.nothing-to-draw", "there is no card to draw"),
                );
                Stand::Drawing
            }
            PushPhase::Placing => {
                let fits = card.is_some_and(|card| card != Card::Switch && !state.busts(card));
                require(
                    fits,
                    Message::new("position.card-fits-nowhere", "the card fits nowhere"),
                );
                state.card = card;
                Stand::Placing
            }
            PushPhase::AfterCard => {
                require(
                    columns > 0 || state.switches > 0,
                    Message::new("position.no-card-turned", "no card has been turned yet"),
                );
                require(
                    columns > 0 || pile,
                    Message::new(
                        "position.nothing-to-do",
                        "nothing can be done, so the game would be over",
                    ),
                );
                Stand::AfterCard
            }
            PushPhase::Taking => {
                require(
                    columns > 0,
                    Message::new("position.no-column", "there is no column to take"),
                );
                Stand::Taking
            }
            PushPhase::Rolling => Stand::Rolling,
            PushPhase::Over => {
                require(
                    !pile && columns == 0 && state.switches == 0,
                    Message::new(
                        "position.cards-left",
                        "the game ends with an empty pile and table",
                    ),
                );
                Stand::Over
            }
        };
        state.taker = state.current;
        match setup.taker.map(|taker| (taker, taker.wrapping_sub(1))) {
            None => {}
            Some((_, seat)) if seat < self.seats => {
                state.taker = seat;
                for violation in self.taking_violations(state) {
                    require(false, violation);
                }
            }
            Some((taker, _)) => reading.violation(Part::Taker, no_seat(taker)),
        }
    }
}

fn no_seat(seat: u8) -> Message {
    Message::new("position.no-seat", "seat {seat} does not exist").with("seat", seat)
}

/// A value as it is printed on a card. Numbers in other spellings (`+5`, `05`) would be second names of the same card.
fn digit(word: &str) -> Option<u8> {
    match word.as_bytes() {
        [digit @ b'0'..=b'9'] => Some(digit - b'0'),
        _ => None,
    }
}

fn repeat(card: Card, count: u8) -> impl Iterator<Item = String> {
    std::iter::repeat_n(card.to_string(), usize::from(count))
}

/// Reads cards and takes each out of the deck.
struct Reading {
    unseen: Bag,
    violations: Vec<Violation>,
}

impl Reading {
    fn violation(&mut self, place: Part<'_>, what: Message) {
        self.violations.push(Violation::new(place, what));
    }

    fn draw(&mut self, card: Card, place: Part<'_>) {
        if !self.unseen.try_remove(card) {
            let what = Message::new(
                "position.too-many-cards",
                "there are more `{card}` cards than the game has",
            );
            self.violation(place, what.with("card", card.to_string()));
        }
    }

    fn card(&mut self, text: &str, place: Part<'_>) -> Option<Card> {
        match text.parse() {
            Ok(card) => {
                self.draw(card, place);
                Some(card)
            }
            Err(violation) => {
                self.violation(place, violation);
                None
            }
        }
    }

    fn numbers(&mut self, texts: &[String], place: Part<'_>) -> NumberCards {
        let mut cards = NumberCards::EMPTY;
        for text in texts {
            let before = self.violations.len();
            match self.card(text, place) {
                Some(Card::Number(kind)) if before == self.violations.len() => cards.add(kind),
                Some(Card::Die | Card::Switch) => {
                    let what = Message::new("position.no-number-card", "`{text}` is no number card");
                    self.violation(place, what.with("text", text));
                }
                _ => {}
            }
        }
        cards
    }

    fn bag(&mut self, texts: &[String], place: Part<'_>) -> Bag {
        let mut bag = Bag::EMPTY;
        for text in texts {
            let before = self.violations.len();
            if let Some(card) = self.card(text, place).filter(|_| before == self.violations.len()) {
                bag.add(card);
            }
        }
        bag
    }

    fn column(&mut self, texts: &[String], place: Part<'_>) -> Column {
        let mut column = Column::EMPTY;
        for text in texts {
            if let Some(card) = self.card(text, place) {
                if column.accepts(card) {
                    column.add(card);
                } else {
                    let what = Message::new(
                        "position.card-does-not-fit",
                        "`{card}` does not fit the cards before it",
                    );
                    self.violation(place, what.with("card", card.to_string()));
                }
            }
        }
        if column.is_empty() {
            let what = Message::new("position.empty-column", "a column has at least one card");
            self.violation(place, what);
        }
        column
    }
}
