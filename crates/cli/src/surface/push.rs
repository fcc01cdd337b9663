//! PUSH for the commands.

use finaud_messages::Language;
use finaud_record::push::outcome::{read_card, read_face};
use finaud_record::push::{NAME, variant_word};
use finaud_rules::push::{COLUMNS, Card, Colour, Column, Kind, NumberCards};
use finaud_rules::{
    Game, Message, Next, Push, PushAction, PushChance, PushEffect, PushOutcome, PushState, Seat,
};

use super::{MAX_PARTS, MenuItem, MenuSection, RatingStep, ScoreParts, Surface};
use crate::draw::{Hue, Style, TextLine, labelled};
use crate::texts::push as texts;

impl Surface for Push {
    fn parts(&self) -> Vec<String> {
        vec!["open".into(), "protected".into()]
    }

    fn part_titles(&self) -> Vec<String> {
        vec![texts::open(), texts::protected()]
    }

    fn has_foxes(&self) -> bool {
        false
    }

    #[inline]
    fn score_parts(&self, state: &PushState, seat: Seat) -> ScoreParts {
        let bench = state.bench(seat);
        let mut parts = [0; MAX_PARTS];
        parts[0] = i32::from(bench.zone().points());
        parts[1] = i32::from(bench.protected().points());
        ScoreParts {
            total: bench.points(),
            parts,
            foxes: 0,
            fox_points: 0,
        }
    }

    fn rating(&self, _: Language) -> Vec<RatingStep> {
        Vec::new()
    }

    fn moment(&self, state: &PushState, names: &[String]) -> String {
        let name = |seat: Seat| names.get(seat.index()).cloned().unwrap_or_else(texts::somebody);
        let turn = texts::turn(&name(state.current()), state.unseen().len());
        let taker = state.taker();
        match self.next(state) {
            Next::Over => crate::texts::play::game_over(),
            Next::Chance(PushChance::Die(seat)) => texts::rolls(&turn, &name(seat)),
            Next::Choice(seats) if seats.contains(taker) && taker != state.current() => {
                texts::takes(&turn, &name(taker))
            }
            _ => turn,
        }
    }

    fn table_view(&self, state: &PushState) -> Vec<TextLine> {
        let mut rows: Vec<(String, TextLine)> = (1..)
            .zip(state.columns())
            .map(|(number, column)| {
                let line = column_line(*column).padded(28).and(free_line(*column));
                (texts::column(number), line)
            })
            .collect();
        for number in state.columns().len() + 1..=COLUMNS {
            rows.push((texts::column(number), TextLine::new().with("–", Style::Faint)));
        }
        if state.switches() > 0 {
            let text = texts::switches(state.switches(), state.clockwise());
            rows.push((texts::switch(), TextLine::plain(text)));
        }
        if let Some(card) = state.card() {
            rows.push((texts::card(), card_line(card)));
        }
        labelled(rows, 10)
    }

    fn sheet_view(&self, state: &PushState, seat: Seat) -> Vec<TextLine> {
        let bench = state.bench(seat);
        let heap = |cards: NumberCards| texts::cards(&values(cards), cards.points());
        let (open_word, protected_word) = (texts::open(), texts::protected());
        Colour::ALL
            .into_iter()
            .map(|colour| {
                let hue = Hue::named(colour.word());
                let label = TextLine::new()
                    .with(format!(" {} ", letter(colour)), Style::Filled(hue))
                    .with(format!(" {:<8}", texts::colour(colour)), Style::Zone(hue));
                let (open, protected) = (bench.zone().of(colour), bench.protected().of(colour));
                let open = TextLine::plain(format!("{open_word} {}", heap(open))).padded(32);
                let protected = format!("{protected_word} {}", heap(protected));
                label.and(open).with(protected, Style::Plain)
            })
            .collect()
    }

    fn menu(&self, state: &PushState, seat: Seat, legal: &[PushAction]) -> Vec<MenuSection<PushAction>> {
        let items = legal.iter().map(|action| {
            let mut effects = Vec::new();
            // A legal action is not refused.
            let _ = self.play_observed(&mut state.clone(), seat, *action, &mut effects);
            let (text, gain) = described(*action, &effects);
            MenuItem {
                action: *action,
                text,
                gain,
            }
        });
        vec![MenuSection {
            title: TextLine::plain(texts::choices()),
            items: items.collect(),
            spends: false,
        }]
    }

    fn chance_prompt(&self, state: &PushState) -> Vec<String> {
        match self.next(state) {
            Next::Chance(PushChance::Card) => vec![texts::card_prompt()],
            Next::Chance(PushChance::Die(_)) => vec![texts::die_prompt()],
            Next::Choice(_) | Next::Over => Vec::new(),
        }
    }

    fn read_typed_outcome(&self, state: &PushState, text: &str) -> Result<PushOutcome, Message> {
        match self.next(state) {
            Next::Chance(PushChance::Die(_)) => read_face(text).map(PushOutcome::Die),
            _ => read_card(text).map(PushOutcome::Card),
        }
        .map_err(|error| error.message())
    }

    fn outcome_description(&self, outcome: PushOutcome) -> String {
        match outcome {
            PushOutcome::Card(card) => texts::turned(card),
            PushOutcome::Die(face) => texts::rolled(face),
        }
    }

    /// How likely the next card busts, and what the die would cost.
    fn chances(&self, state: &PushState, seat: Seat) -> Vec<String> {
        let (busting, all) = (self.busting_cards(state), state.unseen().len());
        let mut lines = vec![if all == 0 {
            texts::pile_is_empty()
        } else if state.columns().len() < COLUMNS {
            texts::cannot_bust()
        } else {
            texts::may_bust(busting, all)
        }];
        let open = state.bench(seat).zone();
        if !open.is_empty() {
            let taken = |face| self.taken_by_die(open, face).points();
            let colours = Push::die_faces().flatten();
            let colours = colours.map(|colour| (colour, taken(Some(colour))));
            let colours: Vec<(Colour, i16)> = colours.filter(|(_, points)| *points > 0).collect();
            lines.push(texts::die_takes(&colours, taken(None), Push::die_faces().len()));
        }
        let variant = variant_word(self.variant());
        lines.push(texts::left_in_pile(NAME, variant, &cards_left(state)));
        lines
    }
}

/// An action and what it brings at once.
fn described(action: PushAction, effects: &[PushEffect]) -> (String, String) {
    let done = effects.iter().find_map(|effect| match *effect {
        PushEffect::Protected { colour, cards, .. } => Some((
            texts::protect(colour, &values(cards)),
            texts::keeps(cards.points()),
        )),
        PushEffect::Placed {
            column, begins: true, ..
        } => Some((texts::begin(column + 1), String::new())),
        PushEffect::Placed { column, .. } => Some((texts::place(column + 1), String::new())),
        PushEffect::Taken { column, cards, .. } => Some((
            texts::take(column + 1, cards.has_die()),
            texts::gain(cards.points()),
        )),
        _ => None,
    });
    done.unwrap_or_else(|| {
        let text = match action {
            PushAction::Stop => texts::stop(),
            _ => texts::draw(),
        };
        (text, String::new())
    })
}

/// What PUSH says about its pile.
trait BustOdds {
    /// How many cards of the pile fit nowhere.
    fn busting_cards(&self, state: &PushState) -> u32;
}

impl BustOdds for Push {
    fn busting_cards(&self, state: &PushState) -> u32 {
        let mut drawing = *state;
        if self.next(state) != Next::Chance(PushChance::Card)
            && self
                .play(&mut drawing, state.current(), PushAction::Draw)
                .is_err()
        {
            return 0;
        }
        let mut busting = 0;
        self.outcomes(&drawing, &mut |outcome, weight| {
            let mut effects = Vec::new();
            let refused = self.apply_chance_observed(&mut drawing.clone(), outcome, &mut effects);
            let bust = |effect: &PushEffect| matches!(effect, PushEffect::Bust(_));
            if refused.is_ok() && effects.iter().any(bust) {
                busting += weight;
            }
        });
        busting
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

fn card_line(card: Card) -> TextLine {
    match card {
        Card::Number(kind) => {
            let hue = Hue::named(kind.colour().word());
            TextLine::new().with(
                format!("{}{}", letter(kind.colour()), kind.value()),
                Style::Filled(hue),
            )
        }
        Card::Die | Card::Switch => TextLine::new().with(texts::card_name(card), Style::Bold),
    }
}

fn column_line(column: Column) -> TextLine {
    column.cards().fold(TextLine::new(), |line, card| {
        line.and(card_line(card)).with(" ", Style::Plain)
    })
}

/// What still fits a column, as the rules say: the colours and the values of the cards it accepts, and a Die card.
fn free_line(column: Column) -> TextLine {
    let fitting: Vec<Kind> = Kind::all()
        .filter(|kind| column.accepts(Card::Number(*kind)))
        .collect();
    let mut line = TextLine::new().with(format!("{} ", texts::free()), Style::Faint);
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
        .with(format!("{} ", texts::free_values()), Style::Faint)
        .with(values.join(" "), Style::Plain);
    if column.accepts(Card::Die) {
        line.with(format!(", {}", texts::free_die()), Style::Plain)
    } else {
        line
    }
}

/// How many cards of each kind are left.
fn cards_left(state: &PushState) -> Vec<String> {
    let unseen = state.unseen();
    let colours = Colour::ALL
        .into_iter()
        .map(|colour| texts::cards_left(unseen.numbers().of(colour).len() as usize, &texts::colour(colour)));
    let others = [Card::Die, Card::Switch]
        .into_iter()
        .map(|card| texts::cards_left(usize::from(unseen.count(card)), &texts::card_name(card)));
    colours.chain(others).collect()
}
