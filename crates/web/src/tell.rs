//! What happened at a table, and what could, in the words of a language.

use finaud_rules::push::{Card, Colour};
use finaud_rules::{Die, Outcome, PushAction, PushOutcome, Seat, Sheet, Sorted};
use finaud_table::{AnyAction, AnyEvent, AnyOutcome, Sitter, Table};

use crate::at_step::dice_at;
use crate::dice_table::words;
use crate::messages::{Argument, Language};
use crate::new_game::clean_name;

/// An action of a seat before the event with this index: `white 4 → violet 4`.
pub fn action(language: Language, table: &Table, step: usize, seat: Seat, action: AnyAction) -> String {
    match action {
        AnyAction::Push(action) => push_action(language, action),
        AnyAction::Dice(action) => {
            let (Some(sheet), Some(position)) = (table.sheet(), dice_at(table, step)) else {
                return String::new();
            };
            let Some(player) = position.players().get(seat.index()) else {
                return String::new();
            };
            words::action(language, sheet, position.dice(), player, action)
        }
    }
}

/// What dice or cards did: `white 4, yellow 3`.
pub fn outcome(language: Language, table: &Table, outcome: AnyOutcome) -> String {
    match (outcome, table.sheet()) {
        (AnyOutcome::Dice(outcome), Some(sheet)) => dice_outcome(language, sheet, outcome),
        (AnyOutcome::Push(outcome), _) => push_outcome(language, outcome),
        (AnyOutcome::Dice(_), None) => String::new(),
    }
}

/// The event with this index, without its seat.
pub fn event(language: Language, table: &Table, step: usize) -> String {
    match table.event(step) {
        None => String::new(),
        Some(AnyEvent::Choice(seat, chosen)) => action(language, table, step, seat, chosen),
        Some(AnyEvent::Outcome(what)) => outcome(language, table, what),
    }
}

/// A choice that could have been made at a step, by its text in records; `None` if there was none like it.
pub fn alternative(language: Language, table: &Table, step: usize, text: &str) -> Option<String> {
    let then = table.until(step);
    match then.read_event(text) {
        Ok(AnyEvent::Choice(seat, chosen)) => Some(action(language, &then, step, seat, chosen)),
        _ => None,
    }
}

pub use words::{letter, zone};

/// Who sits there, by name; without one, by what they are.
pub fn seat(language: Language, table: &Table, seat: Seat) -> String {
    let Some(chair) = table.chairs().get(seat.index()) else {
        return seat.to_string();
    };
    // A record from elsewhere may hold any letters, also such that turn a line around or cannot be seen.
    let name = clean_name(&chair.name);
    if !name.is_empty() {
        let told = match chair.sitter {
            Sitter::Person => stand_in(language, &name, seat),
            Sitter::Bot(_) => None,
        };
        return told.unwrap_or(name);
    }
    let people = table.chairs().iter().filter(|chair| chair.is_person()).count();
    match &chair.sitter {
        Sitter::Bot(bot) => level(language, bot),
        Sitter::Person if people == 1 => language.text("common.you").into(),
        Sitter::Person => language.fill("tell.seat", &[("n", &seat)]),
    }
}

/// Somebody without a name is called after the seat, in the language of the page where the game began; here in this one.
fn stand_in(language: Language, name: &str, seat: Seat) -> Option<String> {
    let number = [("n", &seat as &dyn Argument)];
    let person = |language: Language| language.fill("setup.person", &number);
    if is_you(name) {
        Some(language.text("common.you").into())
    } else if Language::all().into_iter().any(|other| person(other) == name) {
        Some(person(language))
    } else {
        None
    }
}

/// Is somebody of this name only called "You", in whatever language?
pub fn is_you(name: &str) -> bool {
    Language::all()
        .into_iter()
        .any(|language| language.text("common.you") == name)
}

/// What a bot's level is called.
pub fn level(language: Language, name: &str) -> String {
    language
        .find(&format!("common.level.{name}"))
        .map_or_else(|| name.to_owned(), ToOwned::to_owned)
}

fn dice_outcome(language: Language, sheet: &Sheet, outcome: Outcome) -> String {
    match outcome {
        Outcome::Roll(faces) => {
            let rolled = Die::ALL.into_iter().zip(faces);
            let shown = rolled.filter_map(|(rolled, face)| {
                face.map(|face| words::rolled(language, sheet, rolled, face.pips()))
            });
            shown.collect::<Vec<_>>().join(", ")
        }
        Outcome::Sort(Sorted { platter, .. }) => {
            let dice: Vec<String> = platter
                .iter()
                .map(|lying| words::die(language, sheet, lying))
                .collect();
            language.fill("tell.sorted", &[("dice", &dice.join(", "))])
        }
    }
}

/// What a colour of cards is called.
pub fn colour(language: Language, colour: Colour) -> &'static str {
    let word = colour.word();
    language.find(&format!("common.colour.{word}")).unwrap_or(word)
}

fn push_action(language: Language, action: PushAction) -> String {
    let column = |key, index: u8| language.fill(key, &[("n", &(u16::from(index) + 1))]);
    match action {
        PushAction::Draw => language.text("tell.push.draw").into(),
        PushAction::Stop => language.text("tell.push.stop").into(),
        PushAction::Protect(protected) => {
            language.fill("tell.push.protect", &[("colour", &colour(language, protected))])
        }
        PushAction::Place(index) => column("tell.push.place", index),
        PushAction::PlaceNew => language.text("tell.push.begin").into(),
        PushAction::Take(index) => column("tell.push.take", index),
    }
}

/// What a card is called: `red 5`.
pub fn card(language: Language, card: Card) -> String {
    match card {
        Card::Number(kind) => language.fill(
            "push.card.number",
            &[("colour", &colour(language, kind.colour())), ("n", &kind.value())],
        ),
        Card::Die => language.text("push.card.die").into(),
        Card::Switch => language.text("push.card.switch").into(),
    }
}

fn push_outcome(language: Language, outcome: PushOutcome) -> String {
    match outcome {
        PushOutcome::Card(turned) => card(language, turned),
        PushOutcome::Die(None) => language.text("tell.push.star").into(),
        PushOutcome::Die(Some(shown)) => {
            language.fill("tell.push.shown", &[("colour", &colour(language, shown))])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::tests::{english, french};
    use crate::new_game::tests::played;
    use finaud_table::{Chair, ChanceSource, GameSpec};

    fn solo(game: &str) -> Table {
        let spec = GameSpec::plain(game, 1);
        Table::new(&spec, vec![Chair::person("")], ChanceSource::Seed(7)).unwrap()
    }

    #[test]
    fn every_event_has_words_in_every_language() {
        for (game, players) in [
            ("tres-fute", 1),
            ("melange-fute", 3),
            ("hyper-fute", 1),
            ("push", 4),
        ] {
            let table = played(game, players, 9);
            for language in Language::all() {
                for step in 0..table.steps() {
                    let told = event(language, &table, step);
                    assert!(
                        !told.is_empty() && !told.contains('{') && !told.contains("tell."),
                        "{told}"
                    );
                }
            }
        }
    }

    #[test]
    fn another_choice_of_the_past_has_the_words_of_its_time() {
        let table = played("tres-fute", 1, 9);
        for step in 0..table.steps() {
            let Some(AnyEvent::Choice(seat, chosen)) = table.event(step) else {
                continue;
            };
            let then = table.until(step);
            for action in then.legal(seat) {
                let text = then.event_text(AnyEvent::Choice(seat, action));
                let words = alternative(english(), &table, step, &text);
                if action == chosen {
                    assert_eq!(words, Some(event(english(), &table, step)));
                }
                assert!(words.is_some_and(|words| !words.is_empty()), "{text}");
            }
        }
        assert_eq!(alternative(english(), &table, 0, "1 nonsense"), None);
    }

    #[test]
    fn people_without_a_name_are_told_apart() {
        let spec = GameSpec::plain("push", 3);
        let chairs = vec![Chair::person("Ada"), Chair::person(""), Chair::bot("", "master")];
        let table = Table::new(&spec, chairs, ChanceSource::Seed(1)).unwrap();
        let names: Vec<String> = (0..3).map(|index| seat(english(), &table, Seat(index))).collect();
        assert_eq!(names, ["Ada", "Seat 2", "Master"]);
        assert_eq!(seat(french(), &solo("tres-fute"), Seat(0)), "Toi");
    }

    #[test]
    fn a_name_from_elsewhere_is_text_and_nothing_else() {
        let strange = "\u{202e}adA\u{202c}\u{200b}\u{1b}[31m\u{e0041}\tof\u{a0}the  hill";
        let record = format!(
            "finaud record 1\ngame: push\nplayers: 2\nseat 1: {strange}\nseat 2: \u{2066}\u{3164}\u{ad}\n"
        );
        let table = crate::open::open(&record, None).unwrap();
        assert_eq!(seat(english(), &table, Seat(0)), "adA[31m of the hill");
        // Somebody whose name cannot be seen has none.
        assert_eq!(seat(english(), &table, Seat(1)), "Seat 2");
    }

    #[test]
    fn somebody_without_a_name_is_told_in_the_language_of_the_reader() {
        let spec = GameSpec::plain("tres-fute", 4);
        let chairs = vec![
            Chair::person("Du"),
            Chair::person("Person 2"),
            Chair::person("Person 2"),
            Chair::bot("Du", "master"),
        ];
        let table = Table::new(&spec, chairs, ChanceSource::Seed(1)).unwrap();
        let names = [0, 1, 2, 3].map(|index| seat(french(), &table, Seat(index)));
        // The third is somebody who calls himself like the second seat.
        assert_eq!(names, ["Toi", "Joueur 2", "Person 2", "Du"]);
    }
}
