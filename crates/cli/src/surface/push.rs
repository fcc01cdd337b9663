//! PUSH for the commands.

use finaud_record::push::outcome::{read_card, read_face};
use finaud_record::push::{NAME, variant_word};
use finaud_rules::push::{COLUMNS, Card, Colour, Column, Kind, NumberCards};
use finaud_rules::{Game, Next, Push, PushAction, PushChance, PushOutcome, PushState, Seat, Variant};

use super::{Choice, Language, Measure, PARTS, Section, Step, Surface};
use crate::draw::{Hue, Line, Style};

impl Surface for Push {
    fn parts(&self) -> Vec<String> {
        vec!["open".into(), "protected".into()]
    }

    fn has_foxes(&self) -> bool {
        false
    }

    #[inline]
    fn measure(&self, state: &PushState, seat: Seat) -> Measure {
        let bench = state.bench(seat);
        let mut parts = [0; PARTS];
        parts[0] = i32::from(bench.zone().points());
        parts[1] = i32::from(bench.protected().points());
        Measure {
            total: bench.points(),
            parts,
            foxes: 0,
            fox_points: 0,
        }
    }

    fn rating(&self, _: Language) -> Vec<Step> {
        Vec::new()
    }

    fn moment(&self, state: &PushState, names: &[String]) -> String {
        let name = |seat: Seat| names.get(seat.index()).map_or("somebody", String::as_str);
        let pile = state.unseen().len();
        let pile = if pile == 1 {
            "1 card left".into()
        } else {
            format!("{pile} cards left")
        };
        let turn = format!("{pile}, {}'s turn", name(state.current()));
        let taker = state.taker();
        match self.next(state) {
            Next::Over => "the game is over".into(),
            Next::Chance(PushChance::Die(seat)) => format!("{turn}: {} rolls the die", name(seat)),
            Next::Choice(seats) if seats.contains(taker) && taker != state.current() => {
                format!("{turn}: {} takes a column", name(taker))
            }
            _ => turn,
        }
    }

    fn table_view(&self, state: &PushState) -> Vec<Line> {
        let mut lines: Vec<Line> = (1..)
            .zip(state.columns())
            .map(|(number, column)| {
                let line = Line::plain(format!("column {number}  "))
                    .and(column_line(*column))
                    .padded(38);
                line.and(free_line(*column))
            })
            .collect();
        for number in state.columns().len() + 1..=COLUMNS {
            lines.push(Line::plain(format!("column {number}  ")).with("–", Style::Faint));
        }
        if state.switches() > 0 {
            let way = if state.switches() % 2 == 1 {
                "counter-clockwise"
            } else {
                "clockwise again"
            };
            lines.push(Line::plain(format!(
                "switch    {} turned: the others take {way}",
                state.switches()
            )));
        }
        if let Some(card) = state.card() {
            lines.push(Line::plain("card      ").and(card_line(card)));
        }
        lines
    }

    fn sheet_view(&self, state: &PushState, seat: Seat) -> Vec<Line> {
        let bench = state.bench(seat);
        Colour::ALL
            .into_iter()
            .map(|colour| {
                let label = Line::new()
                    .with(
                        format!(" {} ", letter(colour)),
                        Style::Filled(Hue::named(colour.word())),
                    )
                    .with(
                        format!(" {:<8}", colour.word()),
                        Style::Zone(Hue::named(colour.word())),
                    );
                let (open, protected) = (bench.zone().of(colour), bench.protected().of(colour));
                let heap = |cards: NumberCards| match cards.points() {
                    0 => "–".to_string(),
                    points => format!("{} = {points}", values(cards)),
                };
                let open = Line::plain(format!("open {}", heap(open))).padded(32);
                label
                    .and(open)
                    .with(format!("protected {}", heap(protected)), Style::Plain)
            })
            .collect()
    }

    fn menu(&self, state: &PushState, _: Seat, legal: &[PushAction]) -> Vec<Section<PushAction>> {
        let column = |index: u8| {
            state
                .columns()
                .get(usize::from(index))
                .copied()
                .unwrap_or_default()
        };
        let bench = state.bench(state.current());
        let choices = legal.iter().map(|action| {
            let (text, gain) = match *action {
                PushAction::Draw => ("turn a card".into(), String::new()),
                PushAction::Stop => ("stop and take a column".into(), String::new()),
                PushAction::Protect(colour) => {
                    let cards = bench.zone().of(colour);
                    let text = format!("protect {} {}", colour.word(), values(cards));
                    (text, format!("keeps {}", cards.points()))
                }
                PushAction::Place(index) => (format!("put it on column {}", index + 1), String::new()),
                PushAction::PlaceNew => (
                    format!("begin column {}", state.columns().len() + 1),
                    String::new(),
                ),
                PushAction::Take(index) => {
                    let roll = if column(index).has_die() {
                        ", then roll the die"
                    } else {
                        ""
                    };
                    (
                        format!("take column {}{roll}", index + 1),
                        format!("+{}", column(index).points()),
                    )
                }
            };
            Choice {
                action: *action,
                text,
                gain,
            }
        });
        vec![Section {
            title: Line::plain("choices"),
            choices: choices.collect(),
            spends: false,
        }]
    }

    fn chance_prompt(&self, state: &PushState) -> Vec<String> {
        match self.next(state) {
            Next::Chance(PushChance::Card) => {
                vec!["Turn the next card and type it: `red 5` or `r5`, `die` or `switch`.".into()]
            }
            Next::Chance(PushChance::Die(_)) => {
                vec!["Roll the die and type what it shows: a colour or `star`.".into()]
            }
            Next::Choice(_) | Next::Over => Vec::new(),
        }
    }

    fn read_typed_outcome(&self, state: &PushState, text: &str) -> Result<PushOutcome, String> {
        match self.next(state) {
            Next::Chance(PushChance::Die(_)) => read_face(text).map(PushOutcome::Die),
            _ => read_card(text).map(PushOutcome::Card),
        }
        .map_err(|fault| fault.to_string())
    }

    fn outcome_description(&self, luck: PushOutcome) -> String {
        match luck {
            PushOutcome::Card(card) => format!("card: {card}"),
            PushOutcome::Die(Some(colour)) => format!("die: {}", colour.word()),
            PushOutcome::Die(None) => "die: star".into(),
        }
    }

    /// How likely the next card busts, and what the die would cost.
    fn chances(&self, state: &PushState, seat: Seat) -> Vec<String> {
        let (busting, all) = self.busting_cards(state);
        let mut lines = vec![if all == 0 {
            "The pile is empty: no card can be turned.".to_string()
        } else if state.columns().len() < COLUMNS {
            "The next card cannot bust: there is room for a new column.".to_string()
        } else {
            let percent = 100.0 * f64::from(busting) / f64::from(all);
            format!("The next card busts with {percent:.1} %: {busting} of {all} cards fit nowhere.")
        }];
        let zone = state.bench(seat).zone();
        let by_colour = Colour::ALL
            .into_iter()
            .filter(|colour| !zone.of(*colour).is_empty());
        let at_risk: Vec<String> = by_colour
            .map(|colour| format!("{} {}", colour.word(), zone.of(colour).points()))
            .collect();
        if !at_risk.is_empty() {
            let star = match self.variant() {
                Variant::Standard => "the star nothing".into(),
                Variant::Risk => format!("the star all {}", zone.points()),
            };
            lines.push(format!(
                "A roll of the die, 1/6 each, takes: {}; {star}.",
                at_risk.join(", ")
            ));
        }
        lines.push(format!(
            "Left in the pile of {NAME} ({}): {}.",
            variant_word(self.variant()),
            pile_text(state)
        ));
        lines
    }
}

/// What PUSH tells about its pile.
trait Pile {
    /// How many cards of the pile fit nowhere, and how many there are.
    fn busting_cards(&self, state: &PushState) -> (u32, u32);
}

impl Pile for Push {
    fn busting_cards(&self, state: &PushState) -> (u32, u32) {
        // The rules decide: a card that is turned and asks for no place, but for the die, is one too many.
        let mut drawing = *state;
        let all = state.unseen().len();
        if self.next(state) != Next::Chance(PushChance::Card)
            && self
                .play(&mut drawing, state.current(), PushAction::Draw)
                .is_err()
        {
            return (0, all);
        }
        let mut busting = 0;
        self.outcomes(&drawing, &mut |luck, weight| {
            let mut after = drawing;
            if self.apply_chance(&mut after, luck).is_ok()
                && matches!(self.next(&after), Next::Chance(PushChance::Die(_)))
            {
                busting += weight;
            }
        });
        (busting, all)
    }
}

/// The letter of a colour.
fn letter(colour: Colour) -> char {
    match colour {
        Colour::Red => 'R',
        Colour::Blue => 'B',
        Colour::Green => 'G',
        Colour::Yellow => 'Y',
        Colour::Purple => 'P',
    }
}

/// The values of some cards, lowest first.
fn values(cards: NumberCards) -> String {
    let each = cards
        .iter()
        .flat_map(|(kind, count)| std::iter::repeat_n(kind.value().to_string(), usize::from(count)));
    each.collect::<Vec<_>>().join(" ")
}

fn card_line(card: Card) -> Line {
    match card {
        Card::Number(kind) => {
            let hue = Hue::named(kind.colour().word());
            Line::new().with(
                format!("{}{}", letter(kind.colour()), kind.value()),
                Style::Filled(hue),
            )
        }
        Card::Die => Line::new().with("die", Style::Bold),
        Card::Switch => Line::new().with("switch", Style::Bold),
    }
}

fn column_line(column: Column) -> Line {
    column.cards().fold(Line::new(), |line, card| {
        line.and(card_line(card)).with(" ", Style::Plain)
    })
}

/// What still fits a column, as the rules say: the colours and the values of the cards it accepts, and a Die card.
fn free_line(column: Column) -> Line {
    let fitting: Vec<Kind> = Kind::all()
        .filter(|kind| column.accepts(Card::Number(*kind)))
        .collect();
    let mut line = Line::new().with("free ", Style::Faint);
    for colour in Colour::ALL {
        if fitting.iter().any(|kind| kind.colour() == colour) {
            let hue = Hue::named(colour.word());
            line = line
                .with(letter(colour).to_string(), Style::Zone(hue))
                .with(" ", Style::Plain);
        }
    }
    let values: Vec<String> = (1..=6)
        .filter(|value| fitting.iter().any(|kind| kind.value() == *value))
        .map(|value| value.to_string())
        .collect();
    line = line
        .with("with ", Style::Faint)
        .with(values.join(" "), Style::Plain);
    if column.accepts(Card::Die) {
        line.with(", die", Style::Plain)
    } else {
        line
    }
}

/// How many cards of each kind are left.
fn pile_text(state: &PushState) -> String {
    let unseen = state.unseen();
    let colours = Colour::ALL
        .into_iter()
        .map(|colour| format!("{} {}", unseen.numbers().of(colour).len(), colour.word()));
    let others = [Card::Die, Card::Switch]
        .into_iter()
        .map(|card| format!("{} {card}", unseen.count(card)));
    colours.chain(others).collect::<Vec<_>>().join(", ")
}
