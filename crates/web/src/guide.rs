//! The first guided game: each thing is explained when it first happens.

use std::collections::BTreeSet;

use finaud_rules::push::PushPhase;
use finaud_rules::{Phase, Player, Power, PushLuck, Seat, Stage, push::Card};
use leptos::prelude::*;

use crate::any_table::{AnyAction, AnyChance, AnyEvent, AnyLuck, AnyTable, Awaits};
use crate::messages::{language, t};
use crate::session::Session;
use crate::storage;

/// What can be explained now, the most urgent first.
pub fn topics(table: &AnyTable) -> Vec<&'static str> {
    match table {
        AnyTable::Push(_) => push_topics(table),
        AnyTable::Dice(_) => dice_topics(table),
    }
}

fn dice_topics(table: &AnyTable) -> Vec<&'static str> {
    let Some(view) = table.dice_at(table.steps()) else {
        return Vec::new();
    };
    let me = Seat(0);
    let player: &Player = &view.players[0];
    let mine = view.active == Some(me);
    let asked = matches!(table.awaits(), Awaits::People(seats) if seats.contains(me));
    let legal = if asked { table.legal(me) } else { Vec::new() };
    let has = |wanted: fn(&AnyAction) -> bool| legal.iter().any(wanted);
    let picked = table
        .steps()
        .checked_sub(1)
        .and_then(|last| table.event(last))
        .and_then(|event| match event {
            AnyEvent::Choice(seat, AnyAction::Dice(finaud_rules::Action::Pick(entry))) if seat == me => {
                Some(entry.zone)
            }
            _ => None,
        });
    let rolls = |wanted: u8| mine && view.roll == wanted && view.phase == Phase::Rolled;
    let rolling = mine
        && matches!(
            table.awaits(),
            Awaits::Luck(AnyChance::Dice(_)) | Awaits::Typed(_)
        );
    let cases = [
        ("guide.dice.end", view.phase == Phase::Over),
        ("guide.dice.fox", player.foxes() > 0),
        (
            "guide.dice.pending_bonus",
            asked && !player.pending().is_empty() && view.phase != Phase::RoundStart,
        ),
        ("guide.dice.first_roll", rolling && view.roll <= 1),
        (
            "guide.dice.round_bonus",
            view.round == 1 && view.phase == Phase::Rolling && mine || view.phase == Phase::RoundStart,
        ),
        ("guide.dice.pick_die", rolls(1) && asked),
        ("guide.dice.yellow", picked == Some(0)),
        ("guide.dice.green", picked == Some(2)),
        ("guide.dice.orange", picked == Some(3)),
        ("guide.dice.violet", picked == Some(4)),
        ("guide.dice.to_platter", mine && !view.dice.platter().is_empty()),
        (
            "guide.dice.first_bonus",
            Power::ALL
                .into_iter()
                .any(|power| player.boxes(power).circled() > 1),
        ),
        ("guide.dice.second_roll", rolling && view.roll == 2),
        ("guide.dice.blue", rolls(2) && asked),
        (
            "guide.dice.white",
            mine && asked && view.phase == Phase::Rolled && view.roll > 1,
        ),
        ("guide.dice.third_roll", rolls(3) && asked),
        (
            "guide.dice.passive",
            view.active.is_none() && asked && player.stage() == Stage::Pick,
        ),
        ("guide.dice.slots", mine && view.phase == Phase::Window),
        (
            "guide.dice.reroll",
            has(|action| matches!(action, AnyAction::Dice(finaud_rules::Action::Reroll))),
        ),
        (
            "guide.dice.extra",
            has(|action| matches!(action, AnyAction::Dice(finaud_rules::Action::Extra(_)))),
        ),
        (
            "guide.dice.forfeit",
            has(|action| matches!(action, AnyAction::Dice(finaud_rules::Action::Forfeit))),
        ),
    ];
    cases
        .into_iter()
        .filter(|(_, holds)| *holds)
        .map(|(key, _)| key)
        .collect()
}

fn push_topics(table: &AnyTable) -> Vec<&'static str> {
    let Some((_, state)) = table.push_at(table.steps()) else {
        return Vec::new();
    };
    let me = Seat(0);
    let mine = state.current() == me;
    let last = table.steps().checked_sub(1).and_then(|last| table.event(last));
    let bust = matches!(last, Some(AnyEvent::Luck(AnyLuck::Push(PushLuck::Card(_)))))
        && mine
        && matches!(state.phase(), PushPhase::Taking | PushPhase::Rolling);
    let die_card = state.columns().iter().any(|column| column.has_die()) || state.card() == Some(Card::Die);
    let cases = [
        ("guide.push.end", state.phase() == PushPhase::Over),
        ("guide.push.bust", bust),
        ("guide.push.draw", mine && state.phase() == PushPhase::Turn),
        ("guide.push.place", mine && state.phase() == PushPhase::Placing),
        (
            "guide.push.stop",
            mine && state.phase() == PushPhase::AfterCard && state.columns().len() > 1,
        ),
        ("guide.push.switch", state.switches() > 0),
        ("guide.push.die_card", die_card),
        (
            "guide.push.take",
            mine && state.phase() == PushPhase::Taking && state.taker() == me,
        ),
        (
            "guide.push.others",
            mine && state.phase() == PushPhase::Taking && state.taker() != me,
        ),
        ("guide.push.die", state.phase() == PushPhase::Rolling),
        (
            "guide.push.protect",
            mine && state.phase() == PushPhase::Turn && state.bench(me).zone().points() >= 12,
        ),
    ];
    cases
        .into_iter()
        .filter(|(_, holds)| *holds)
        .map(|(key, _)| key)
        .collect()
}

/// A small card beside the table that explains what is new.
#[component]
pub fn Guide(
    /// The game.
    session: Session,
) -> impl IntoView {
    let name = session
        .saved
        .with_untracked(|saved| format!("guide.{}", saved.id));
    let seen = RwSignal::new(read(&name));
    let now = Memo::new(move |_| {
        if !session.saved.with(|saved| saved.guided) {
            return None;
        }
        let topics = session.table.with(topics);
        seen.with(|seen| topics.into_iter().find(|topic| !seen.contains(*topic)))
    });
    let learned = move |topic: &'static str| {
        seen.update(|seen| {
            seen.insert(topic.to_owned());
        });
        let text = seen.with_untracked(|seen| seen.iter().cloned().collect::<Vec<_>>().join(" "));
        let _ = storage::write(&name, &text);
    };
    move || {
        let learned = learned.clone();
        now.get().map(|topic| {
            let text = language().find(topic).unwrap_or_default();
            view! {
                <aside class="guide card" aria-label=t("guide.title") aria-live="polite" data-guide=topic>
                    <p>{text}</p>
                    <div class="row">
                        <button type="button" class="button small primary" data-do="got-it" on:click=move |_| learned(topic)>
                            {t("guide.got_it")}
                        </button>
                        <button
                            type="button"
                            class="button small quiet"
                            data-do="no-guide"
                            on:click=move |_| session.saved.update(|saved| saved.guided = false)
                        >
                            {t("guide.stop")}
                        </button>
                    </div>
                </aside>
            }
        })
    }
}

fn read(name: &str) -> BTreeSet<String> {
    let text = storage::read(name).unwrap_or_default();
    text.split_whitespace().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::any_table::{GameChoice, PUSH};
    use finaud_players::Bot;
    use finaud_table::{Chair, LuckSource, Sitter};

    /// Everything a bot's game goes through, as a person in its place would see it.
    fn met(game: &str, players: usize) -> BTreeSet<&'static str> {
        let mut met = BTreeSet::new();
        for seed in 0..12 {
            let choice = GameChoice {
                game: game.into(),
                sheet: None,
                options: Vec::new(),
                players,
            };
            let chairs = |sitter: Sitter| {
                (0..players)
                    .map(|seat| Chair {
                        name: format!("{seat}"),
                        sitter: if seat == 0 { sitter } else { Sitter::Bot(Bot::Club) },
                    })
                    .collect::<Vec<_>>()
            };
            let mut table =
                AnyTable::new(&choice, chairs(Sitter::Bot(Bot::Novice)), LuckSource::Seed(seed)).unwrap();
            let step = |table: &mut AnyTable| match table {
                AnyTable::Dice(table) => table.advance().is_some(),
                AnyTable::Push(table) => table.advance().is_some(),
            };
            while step(&mut table) {}
            let mut person = AnyTable::new(&choice, chairs(Sitter::Person), LuckSource::Seed(seed)).unwrap();
            for index in 0..table.steps() {
                met.extend(topics(&person));
                match table.event(index).unwrap() {
                    AnyEvent::Choice(seat, action) => person.play(seat, action).unwrap(),
                    AnyEvent::Luck(luck) => person.befall(luck).unwrap(),
                }
            }
            met.extend(topics(&person));
        }
        met
    }

    #[test]
    fn a_first_game_of_tres_fute_explains_everything_that_happens_in_it() {
        let met = met("tres-fute", 1);
        let all = crate::messages::Language::En;
        for topic in &met {
            assert!(all.find(topic).is_some(), "{topic} has no text");
        }
        for wanted in [
            "first_roll",
            "pick_die",
            "to_platter",
            "passive",
            "fox",
            "pending_bonus",
            "end",
            "reroll",
        ] {
            assert!(
                met.contains(format!("guide.dice.{wanted}").as_str()),
                "{wanted} was never met"
            );
        }
    }

    #[test]
    fn a_first_game_of_push_explains_everything_that_happens_in_it() {
        let met = met(PUSH, 3);
        for wanted in [
            "draw", "place", "stop", "take", "others", "bust", "die", "die_card", "switch", "protect", "end",
        ] {
            assert!(
                met.contains(format!("guide.push.{wanted}").as_str()),
                "{wanted} was never met"
            );
        }
    }
}
