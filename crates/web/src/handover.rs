//! Several people around one screen: a colour for each seat, and a card that says whose turn it is now.

use finaud_rules::Seat;
use finaud_table::Table;
use leptos::prelude::*;

use crate::at_step::{DicePosition, dice_now, push_now};
use crate::messages::{Language, language, t};
use crate::session::GameSession;
use crate::tell;

/// The colour of a seat, for a `style`.
pub fn seat_colour(seat: Seat) -> String {
    format!("--seat:var(--seat-{})", seat.0 % 6 + 1)
}

/// Whose turn it is, in a few words.
pub fn turn_of(language: Language, name: &str) -> String {
    language.fill("play.turn", &[("name", &name)])
}

/// The person whose turn it is, where several people share the screen.
fn holder(table: &Table) -> Option<Seat> {
    let people = table.chairs().iter().filter(|chair| chair.is_person()).count();
    let turn = dice_now(table)
        .and_then(DicePosition::active)
        .or_else(|| push_now(table).map(|(_, state)| state.current()));
    turn.filter(|seat| people > 1 && !table.is_over() && table.is_person(*seat))
}

/// What the card remembers from step to step: how far the game was, and who had the device last.
type Seen = (usize, Option<Seat>);

/// Who gets the device now, if somebody else had it; what was taken back is no new turn.
fn handed_to(before: Option<Seen>, step: usize, now: Option<Seat>) -> Option<Seat> {
    match before {
        None => now,
        Some((then, last)) => now.filter(|seat| step > then && last != Some(*seat)),
    }
}

/// Says whose turn it is when the device goes to somebody else, until something is tapped.
#[component]
pub fn Handover(
    /// The game.
    session: GameSession,
) -> impl IntoView {
    // Where everybody has a screen of their own, none is handed on.
    if session.remote.is_some() {
        return ().into_any();
    }
    let shown = RwSignal::new(None::<Seat>);
    Effect::new(move |before: Option<Seen>| {
        let (step, now) = session.table.with(|table| (table.steps(), holder(table)));
        if before.is_none_or(|(then, _)| then != step) {
            shown.set(handed_to(before, step, now));
        }
        (step, now.or_else(|| before.and_then(|(_, last)| last)))
    });
    let card = move |seat: Seat| {
        let name = session
            .table
            .with_untracked(|table| tell::seat(language(), table, seat));
        let initial: String = name.chars().take(1).flat_map(char::to_uppercase).collect();
        view! {
            <button type="button" class="handover" data-do="handover" data-seat=seat.0 + 1 style=seat_colour(seat)
                on:click=move |_| shown.set(None)>
                <span class="initial" aria-hidden="true">{initial}</span>
                <b>{turn_of(language(), &name)}</b>
                <small>{t("play.handover")}</small>
            </button>
        }
    };
    view! { <div role="status">{move || shown.get().map(card)}</div> }.into_any()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::tests::{english, french, german};
    use finaud_table::{Chair, ChanceSource, GameSpec};

    #[test]
    fn the_device_goes_to_whoever_did_not_have_it() {
        let (ada, bruno) = (Some(Seat(0)), Some(Seat(1)));
        assert_eq!(handed_to(None, 0, ada), ada, "the first turn");
        assert_eq!(handed_to(Some((3, ada)), 4, ada), None, "the same person");
        assert_eq!(handed_to(Some((3, ada)), 4, bruno), bruno);
        assert_eq!(handed_to(Some((3, ada)), 4, None), None, "a bot plays");
        assert_eq!(
            handed_to(Some((9, bruno)), 8, ada),
            None,
            "a choice is taken back"
        );
    }

    #[test]
    fn nothing_is_handed_over_where_one_person_plays() {
        let spec = GameSpec::plain("tres-fute", 2);
        let at = |chairs| Table::new(&spec, chairs, ChanceSource::Seed(1)).unwrap();
        let alone = at(vec![Chair::person("Ada"), Chair::bot("", "club")]);
        assert_eq!(holder(&alone), None);
        let two = at(vec![Chair::person("Ada"), Chair::person("Bruno")]);
        assert_eq!(holder(&two), Some(Seat(0)));
    }

    #[test]
    fn somebody_without_a_name_is_addressed() {
        let told = |language: Language| {
            (
                turn_of(language, "Anna"),
                turn_of(language, language.text("common.you")),
            )
        };
        assert_eq!(
            told(french()),
            ("À Anna de jouer".into(), "À toi de jouer".into())
        );
        assert_eq!(told(english()), ("Anna’s turn".into(), "Your turn".into()));
        assert_eq!(told(german()), ("Anna ist dran".into(), "Du bist dran".into()));
    }
}
