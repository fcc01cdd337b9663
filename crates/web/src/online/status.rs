//! How the line is, who is awaited and how much time is left: one line that is honest.

use finaud_online::{Client, OnlineTable, Pace, Phase, Sitter};
use finaud_rules::Seat;
use leptos::prelude::*;

use super::line::{LineState, TableLine};
use crate::messages::{Language, language, t, tf};
use crate::saved::now;
use crate::session::all_names;

/// So long a line may be gone before anybody needs to know, in milliseconds.
const UNNOTICED: f64 = 400.0;

/// A time that is left, as people say it: the larger unit decides.
pub(super) fn time_left(language: Language, milliseconds: f64) -> String {
    let seconds = (milliseconds / 1000.0).max(0.0).round() as i64;
    match seconds {
        0..100 => language.fill("friends.left.seconds", &[("n", &seconds)]),
        100..7_200 => language.fill("friends.left.minutes", &[("n", &((seconds + 30) / 60))]),
        7_200..172_800 => language.fill("friends.left.hours", &[("n", &((seconds + 1_800) / 3_600))]),
        _ => language.fill("friends.left.days", &[("n", &((seconds + 43_200) / 86_400))]),
    }
}

/// Who is asked, and of these who is awaited most urgently.
fn awaited(table: &OnlineTable) -> Vec<Seat> {
    let asked = table.asked();
    let people = |seat: &Seat| {
        table
            .seat(*seat)
            .is_some_and(|place| place.sitter == Sitter::Person)
    };
    let mut seats: Vec<Seat> = asked.iter().filter(people).collect();
    if seats.is_empty() {
        seats = asked.iter().collect();
    }
    seats
}

/// What is said while the line is well.
fn said(client: &Client, present: &[Seat]) -> String {
    let Some(table) = client.confirmed() else {
        return String::new();
    };
    let name = |seat: &Seat| {
        table
            .seat(*seat)
            .map_or_else(String::new, |place| place.name.clone())
    };
    if table.phase() != Phase::Playing {
        return String::new();
    }
    let is_here = |seat: Seat| {
        table
            .seat(seat)
            .is_some_and(|place| place.sitter == Sitter::Person)
    };
    if !(0..table.settings().players).any(|seat| is_here(Seat(seat))) {
        return t("friends.nobody_plays").into();
    }
    let seats = awaited(table);
    if client
        .seat()
        .is_some_and(|own| seats.contains(&own) && is_here(own))
    {
        return t("friends.your_turn").into();
    }
    let away: Vec<Seat> = seats
        .iter()
        .copied()
        .filter(|seat| {
            !present.contains(seat)
                && table
                    .seat(*seat)
                    .is_some_and(finaud_online::OnlineSeat::is_person)
        })
        .collect();
    if !away.is_empty() && away.len() == seats.len() {
        return tf("friends.absent", &[("names", &all_names(away.iter().map(name)))]);
    }
    tf("play.waits", &[("names", &all_names(seats.iter().map(name)))])
}

/// The line itself.
pub(super) fn status(line: TableLine) -> AnyView {
    let mark = move || match line.state.get() {
        LineState::Lost(_) => "lost",
        LineState::Opening => "opening",
        LineState::Up if line.look(Client::is_sending) => "sending",
        LineState::Up => "up",
    };
    let told = move || match line.state.get() {
        LineState::Lost(since) => {
            line.second.track();
            let gone = now() - since;
            match gone < UNNOTICED {
                true => String::new(),
                false => t("friends.lost").into(),
            }
        }
        LineState::Opening => t("friends.opening").into(),
        LineState::Up if line.look(Client::is_sending) => t("friends.sending").into(),
        LineState::Up => line
            .presence
            .with(|(present, _)| line.look(|client| said(client, present))),
    };
    // What changes every second is not spoken.
    let clock = move || {
        line.second.track();
        let time = |milliseconds: f64| time_left(language(), milliseconds);
        if let LineState::Lost(since) = line.state.get() {
            let gone = now() - since;
            return (gone > 1_500.0).then(|| tf("friends.lost_since", &[("time", &time(gone))]));
        }
        let left = line.look(|client| {
            let table = client
                .confirmed()
                .filter(|table| table.phase() == Phase::Playing)?;
            let seats = awaited(table);
            let own = client.seat().filter(|own| seats.contains(own));
            let deadline = own
                .into_iter()
                .chain(seats.iter().copied())
                .find_map(|seat| table.deadline(seat))?;
            Some(deadline.0 as f64 - line.server_now().0 as f64)
        })?;
        Some(match left > 0.0 {
            true => time(left),
            false => t("friends.late").into(),
        })
    };
    let calm = move || match line.state.get() {
        LineState::Lost(since) => {
            line.second.track();
            (now() - since >= UNNOTICED).then(|| t("friends.lost_calm"))
        }
        LineState::Opening | LineState::Up => None,
    };
    let watchers = move || {
        let watching = line.presence.with(|(_, watchers)| *watchers);
        (watching > 0).then(|| tf("friends.watchers", &[("n", &watching)]))
    };
    view! {
        <div class="table-status" data-line=mark>
            <i class="line-dot" aria-hidden="true"></i>
            <span role="status">{told}</span>
            <span class="table-clock" aria-hidden="true" data-clock>{clock}</span>
            <span class="table-calm">{calm}</span>
            <span class="table-watchers">{watchers}</span>
        </div>
    }
    .into_any()
}

/// How much time there is for a decision, in a few words.
pub(super) fn pace_text(language: Language, pace: Pace) -> String {
    match pace {
        Pace::Free => language.text("friends.pace.free_for").into(),
        Pace::Live { seconds } => language.fill(
            "friends.pace.live_for",
            &[("time", &time_left(language, f64::from(seconds) * 1000.0))],
        ),
        Pace::Days { hours } => language.fill(
            "friends.pace.days_for",
            &[("time", &time_left(language, f64::from(hours) * 3_600_000.0))],
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::tests::{english, french, german};

    #[test]
    fn time_is_told_in_the_unit_that_matters() {
        let told = |milliseconds| time_left(english(), milliseconds);
        assert_eq!(told(0.0), "0 s");
        assert_eq!(told(-5.0), "0 s");
        assert_eq!(told(45_300.0), "45 s");
        assert_eq!(told(120_000.0), "2 min");
        assert_eq!(told(3.0 * 3_600_000.0), "3 h");
        assert_eq!(told(3.0 * 86_400_000.0), "3 days");
        assert_eq!(time_left(french(), 3.0 * 86_400_000.0), "3 jours");
        assert_eq!(time_left(german(), 3.0 * 86_400_000.0), "3 Tage");
    }
}
