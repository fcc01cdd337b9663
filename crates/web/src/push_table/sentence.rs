//! What happened, as a short sentence: as text for the ear, and in parts for the eye, which sees cards.

use finaud_rules::Seat;
use finaud_rules::push::{Card, Colour};

use super::log::{PushNews, points_of};
use crate::messages::Language;
pub(super) use crate::tell::{card as card_name, colour as colour_name};

/// A part of a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum SentencePart {
    /// Words.
    Words(String),
    /// Who, and where they sit.
    Name(String, Option<Seat>),
    /// Cards, drawn small.
    Cards(Vec<Card>),
    /// What the die shows.
    Face(Option<Colour>),
}

/// What the die shows.
pub(super) fn face_name(language: Language, shown: Option<Colour>) -> &'static str {
    shown.map_or(language.text("push.card.star"), |colour| {
        colour_name(language, colour)
    })
}

/// Cards in a row: `red 5, blue 3, Die card`.
pub(super) fn card_names(language: Language, cards: &[Card]) -> String {
    let names: Vec<String> = cards.iter().map(|card| card_name(language, *card)).collect();
    names.join(", ")
}

/// What fills the blanks of a sentence.
#[derive(Default)]
struct Blanks<'a> {
    seat: Option<Seat>,
    cards: &'a [Card],
    face: Option<Option<Colour>>,
    column: usize,
}

fn template(language: Language, what: &PushNews) -> (&'static str, Blanks<'_>) {
    let of = |seat: Seat| Blanks {
        seat: Some(seat),
        ..Blanks::default()
    };
    match what {
        PushNews::Turned { seat, card } => (
            language.text("push.event.turned"),
            Blanks {
                cards: std::slice::from_ref(card),
                ..of(*seat)
            },
        ),
        PushNews::Placed {
            seat,
            card,
            column,
            begins,
        } => (
            match begins {
                true => language.text("push.event.began"),
                false => language.text("push.event.placed"),
            },
            Blanks {
                cards: std::slice::from_ref(card),
                column: column + 1,
                ..of(*seat)
            },
        ),
        PushNews::Switched { seat, clockwise } => (
            match clockwise {
                true => language.text("push.event.clockwise"),
                false => language.text("push.event.counter"),
            },
            Blanks {
                cards: &[Card::Switch],
                ..of(*seat)
            },
        ),
        PushNews::Bust { seat, card } => (
            language.text("push.event.bust"),
            Blanks {
                cards: std::slice::from_ref(card),
                ..of(*seat)
            },
        ),
        PushNews::Stopped { seat } => (language.text("push.event.stopped"), of(*seat)),
        PushNews::Protected { seat, cards } => (
            language.text("push.event.protected"),
            Blanks { cards, ..of(*seat) },
        ),
        PushNews::Took { seat, column, cards } => (
            language.text("push.event.took"),
            Blanks {
                cards,
                column: column + 1,
                ..of(*seat)
            },
        ),
        PushNews::Rolled {
            seat,
            shown,
            lost,
            risk,
        } => (
            match (shown, lost.is_empty(), risk) {
                (_, false, _) => language.text("push.event.lost"),
                (None, true, false) => language.text("push.event.star"),
                _ => language.text("push.event.spared"),
            },
            Blanks {
                cards: lost,
                face: Some(*shown),
                ..of(*seat)
            },
        ),
        PushNews::Left { cards } => (
            language.text("push.event.left"),
            Blanks {
                cards,
                ..Blanks::default()
            },
        ),
    }
}

/// A sentence in parts, as it is shown: no full stop hangs behind a row of cards.
pub(super) fn shown(language: Language, what: &PushNews, names: &[String]) -> Vec<SentencePart> {
    let mut parts = parts(language, what, names);
    if parts.last() == Some(&SentencePart::Words(".".into())) {
        parts.pop();
    }
    parts
}

/// A sentence in parts.
fn parts(language: Language, what: &PushNews, names: &[String]) -> Vec<SentencePart> {
    let (text, blanks) = template(language, what);
    let mut parts = Vec::new();
    let mut words = String::new();
    let mut rest = text;
    while let Some((before, (blank, after))) = rest
        .split_once('{')
        .and_then(|(before, after)| Some((before, after.split_once('}')?)))
    {
        words += before;
        rest = after;
        let part = match blank {
            "name" => SentencePart::Name(
                blanks
                    .seat
                    .and_then(|seat| names.get(seat.index()))
                    .cloned()
                    .unwrap_or_default(),
                blanks.seat,
            ),
            "cards" => SentencePart::Cards(blanks.cards.to_vec()),
            "face" => SentencePart::Face(blanks.face.flatten()),
            "points" => {
                words += &language.fill("common.points", &[("n", &points_of(blanks.cards))]);
                continue;
            }
            _ => {
                words += &blanks.column.to_string();
                continue;
            }
        };
        if !words.is_empty() {
            parts.push(SentencePart::Words(std::mem::take(&mut words)));
        }
        parts.push(part);
    }
    words += rest;
    if !words.is_empty() {
        parts.push(SentencePart::Words(words));
    }
    parts
}

/// A sentence in words alone.
pub(super) fn spoken(language: Language, what: &PushNews, names: &[String]) -> String {
    let word = |part: SentencePart| match part {
        SentencePart::Words(words) | SentencePart::Name(words, _) => words,
        SentencePart::Cards(cards) => card_names(language, &cards),
        SentencePart::Face(face) => face_name(language, face).into(),
    };
    parts(language, what, names).into_iter().map(word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::tests::english;

    fn names() -> Vec<String> {
        vec!["Léa".into(), "Tom".into()]
    }

    #[test]
    fn what_the_die_took_is_said_in_one_sentence() {
        let lost = ["blue 3", "blue 4"].map(|card| card.parse().unwrap()).to_vec();
        let what = PushNews::Rolled {
            seat: Seat(1),
            shown: Some(Colour::Blue),
            lost,
            risk: false,
        };
        assert_eq!(
            spoken(english(), &what, &names()),
            "Tom: the die shows blue, −7 points: blue 3, blue 4."
        );
    }

    #[test]
    fn every_sentence_has_no_blank_left_in_any_language() {
        let seat = Seat(0);
        let card: Card = "red 5".parse().unwrap();
        let cards = vec![card, Card::Die];
        let mut all = vec![
            PushNews::Turned { seat, card },
            PushNews::Bust { seat, card },
            PushNews::Stopped { seat },
            PushNews::Protected {
                seat,
                cards: vec![card],
            },
            PushNews::Took {
                seat,
                column: 1,
                cards: cards.clone(),
            },
            PushNews::Left { cards: cards.clone() },
        ];
        for (begins, clockwise) in [(false, true), (true, false)] {
            all.push(PushNews::Placed {
                seat,
                card,
                column: 2,
                begins,
            });
            all.push(PushNews::Switched { seat, clockwise });
        }
        for (shown, lost) in [(None, vec![]), (None, cards.clone()), (Some(Colour::Red), vec![])] {
            for risk in [false, true] {
                all.push(PushNews::Rolled {
                    seat,
                    shown,
                    lost: lost.clone(),
                    risk,
                });
            }
        }
        for language in Language::all() {
            for what in &all {
                let text = spoken(language, what, &names());
                assert!(!text.contains(['{', '}']), "{text}");
                assert!(text.ends_with(['.', '!']), "{text}");
            }
        }
    }
}
