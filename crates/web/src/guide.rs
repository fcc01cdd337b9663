//! The first guided game: each thing is explained when it first happens.

use std::collections::BTreeSet;

use finaud_rules::push::PushPhase;
use finaud_rules::{Action, Phase, Player, Power, PushOutcome, Seat, Stage, push::Card};
use leptos::prelude::*;

use crate::any_table::{AnyAction, AnyChance, AnyEvent, AnyOutcome, AnyTable, Awaits, PUSH};
use crate::messages::{Language, language, t};
use crate::session::Session;
use crate::storage;

/// What is said about a topic: in the game’s own words, else in those of its family.
fn told(language: Language, game: &str, topic: &str) -> Option<&'static str> {
    let families: &[&str] = match game {
        PUSH => &[],
        "tres-fute" | "tres-fute-deluxe" => &["star", "dice"],
        _ => &["dice"],
    };
    std::iter::once(&game)
        .chain(families)
        .find_map(|from| language.find(&format!("guide.{from}.{topic}")))
}

/// What can be explained now, the most urgent first.
pub fn topics(table: &AnyTable) -> Vec<&str> {
    match table {
        AnyTable::Push(_) => push_topics(table),
        AnyTable::Dice(_) => dice_topics(table),
    }
}

fn dice_topics(table: &AnyTable) -> Vec<&str> {
    let (Some(view), Some(sheet)) = (table.dice_at(table.steps()), table.sheet()) else {
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
            AnyEvent::Choice(seat, AnyAction::Dice(Action::Pick(entry))) if seat == me => Some(entry.zone),
            _ => None,
        });
    let zone = picked.map_or("", |zone| &sheet.zones[usize::from(zone)].name);
    let rolls = |wanted: u8| mine && view.roll == wanted && view.phase == Phase::Rolled;
    let rolling = mine
        && matches!(
            table.awaits(),
            Awaits::Chance(AnyChance::Dice(_)) | Awaits::Typed(_)
        );
    let cases = [
        ("end", view.phase == Phase::Over),
        ("fox", player.foxes() > 0),
        (
            "pending_bonus",
            asked && !player.pending().is_empty() && view.phase != Phase::RoundStart,
        ),
        ("first_roll", rolling && view.roll <= 1),
        (
            "round_bonus",
            view.round == 1 && view.phase == Phase::Rolling && mine || view.phase == Phase::RoundStart,
        ),
        ("pick_die", rolls(1) && asked),
        (zone, picked.is_some()),
        ("to_platter", mine && !view.dice.platter().is_empty()),
        (
            "first_bonus",
            Power::ALL
                .into_iter()
                .any(|power| player.boxes(power).circled() > 1),
        ),
        ("second_roll", rolling && view.roll == 2),
        ("sum", rolls(2) && asked),
        (
            "white",
            mine && asked && view.phase == Phase::Rolled && view.roll > 1,
        ),
        ("third_roll", rolls(3) && asked),
        (
            "passive",
            view.active.is_none() && asked && player.stage() == Stage::Pick,
        ),
        ("slots", mine && view.phase == Phase::Window),
        (
            "melange",
            has(|action| matches!(action, AnyAction::Dice(Action::Circle { .. }))),
        ),
        (
            "takeback",
            has(|action| matches!(action, AnyAction::Dice(Action::TakeBack(_)))),
        ),
        (
            "polish",
            has(|action| matches!(action, AnyAction::Dice(Action::Pick(entry)) if entry.polish > 0)),
        ),
        (
            "joker",
            has(|action| matches!(action, AnyAction::Dice(Action::Pick(entry)) if entry.joker.is_some())),
        ),
        (
            "reroll",
            has(|action| matches!(action, AnyAction::Dice(Action::Reroll))),
        ),
        (
            "extra",
            has(|action| matches!(action, AnyAction::Dice(Action::Extra(_)))),
        ),
        (
            "forfeit",
            has(|action| matches!(action, AnyAction::Dice(Action::Forfeit))),
        ),
    ];
    cases
        .into_iter()
        .filter(|(_, holds)| *holds)
        .map(|(key, _)| key)
        .collect()
}

fn push_topics(table: &AnyTable) -> Vec<&str> {
    let Some((_, state)) = table.push_at(table.steps()) else {
        return Vec::new();
    };
    let me = Seat(0);
    let mine = state.current() == me;
    let last = table.steps().checked_sub(1).and_then(|last| table.event(last));
    let bust = matches!(
        last,
        Some(AnyEvent::Outcome(AnyOutcome::Push(PushOutcome::Card(_))))
    ) && mine
        && matches!(state.phase(), PushPhase::Taking | PushPhase::Rolling);
    let die_card = state.columns().iter().any(|column| column.has_die()) || state.card() == Some(Card::Die);
    let cases = [
        ("end", state.phase() == PushPhase::Over),
        ("bust", bust),
        ("draw", mine && state.phase() == PushPhase::Turn),
        ("place", mine && state.phase() == PushPhase::Placing),
        (
            "stop",
            mine && state.phase() == PushPhase::AfterCard && state.columns().len() > 1,
        ),
        ("switch", state.switches() > 0),
        ("die_card", die_card),
        (
            "take",
            mine && state.phase() == PushPhase::Taking && state.taker() == me,
        ),
        (
            "others",
            mine && state.phase() == PushPhase::Taking && state.taker() != me,
        ),
        ("die", state.phase() == PushPhase::Rolling),
        (
            "protect",
            mine && state.phase() == PushPhase::Turn && state.bench(me).zone().points() >= 12,
        ),
    ];
    cases
        .into_iter()
        .filter(|(_, holds)| *holds)
        .map(|(key, _)| key)
        .collect()
}

/// What is explained now.
#[derive(Clone, PartialEq, Debug)]
struct Tip {
    topic: String,
    /// When it was first shown.
    step: usize,
    /// Is it about something that others do and that is soon over? Then it stays until it is one's own turn to act.
    passing: bool,
}

impl Tip {
    fn still_holds(&self, table: &AnyTable, topics: &[&str]) -> bool {
        let acted = || {
            (self.step..table.steps())
                .any(|step| matches!(table.event(step), Some(AnyEvent::Choice(seat, _)) if seat == Seat(0)))
        };
        topics.contains(&self.topic.as_str()) || self.passing && !acted()
    }
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
    let now = Memo::new(move |before: Option<&Option<Tip>>| {
        if !session.saved.with(|saved| saved.guided) {
            return None;
        }
        let hurries = !session.waits_for_tap();
        session.table.with(|table| {
            let new = |topic: &str| {
                seen.with(|seen| !seen.contains(topic)) && told(language(), table.game(), topic).is_some()
            };
            let topics = topics(table);
            before
                .and_then(Option::as_ref)
                .filter(|tip| new(&tip.topic) && tip.still_holds(table, &topics))
                .cloned()
                .or_else(|| {
                    Some(Tip {
                        topic: topics
                            .iter()
                            .find(|topic| new(topic))
                            .map(|topic| (*topic).to_owned())?,
                        step: table.steps(),
                        passing: hurries && matches!(table.awaits(), Awaits::Bot(..) | Awaits::Chance(_)),
                    })
                })
        })
    });
    let learned = move |topic: String| {
        seen.update(|seen| {
            seen.insert(topic);
        });
        let text = seen.with_untracked(|seen| seen.iter().cloned().collect::<Vec<_>>().join(" "));
        let _ = storage::write(&name, &text);
    };
    move || {
        let learned = learned.clone();
        now.get().map(|Tip { topic, .. }| {
            let text = session.table.with_untracked(|table| told(language(), table.game(), &topic));
            let name = topic.clone();
            view! {
                <aside class="guide card" aria-label=t("guide.title") aria-live="polite" data-guide=name>
                    <p>{text}</p>
                    <div class="row">
                        <button type="button" class="button small primary" data-do="got-it" on:click=move |_| learned(topic.clone())>
                            {t("guide.got_it")}
                        </button>
                        <button
                            type="button"
                            class="button small quiet"
                            data-do="no-guide"
                            aria-label=t("guide.stop")
                            on:click=move |_| session.saved.update(|saved| saved.guided = false)
                        >
                            <span class="in-words">{t("guide.stop")}</span>
                            <span class="in-short" aria-hidden="true">"×"</span>
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
    use crate::any_table::GameChoice;
    use finaud_players::Bot;
    use finaud_table::{Chair, ChanceSource, Sitter};

    /// Everything a bot's game goes through, as a person in its place would see it.
    fn met(game: &str, players: usize) -> BTreeSet<String> {
        let mut met = BTreeSet::new();
        for seed in 0..12 {
            let choice = GameChoice::plain(game, players);
            let chairs = |sitter: Sitter| {
                (0..players)
                    .map(|seat| Chair {
                        name: format!("{seat}"),
                        sitter: if seat == 0 { sitter } else { Sitter::Bot(Bot::Club) },
                    })
                    .collect::<Vec<_>>()
            };
            let bot = if seed % 2 == 0 { Bot::Novice } else { Bot::Random };
            let mut table =
                AnyTable::new(&choice, chairs(Sitter::Bot(bot)), ChanceSource::Seed(seed)).unwrap();
            let step = |table: &mut AnyTable| match table {
                AnyTable::Dice(table) => table.advance().is_some(),
                AnyTable::Push(table) => table.advance().is_some(),
            };
            while step(&mut table) {}
            let mut person =
                AnyTable::new(&choice, chairs(Sitter::Person), ChanceSource::Seed(seed)).unwrap();
            for index in 0..table.steps() {
                met.extend(topics(&person).into_iter().map(str::to_owned));
                match table.event(index).unwrap() {
                    AnyEvent::Choice(seat, action) => person.play(seat, action).unwrap(),
                    AnyEvent::Outcome(luck) => person.apply_chance(luck).unwrap(),
                }
            }
            met.extend(topics(&person).into_iter().map(str::to_owned));
        }
        met
    }

    /// Has every game words in every language for what it meets, and does it meet all it has words for?
    fn check(game: &str, players: usize, wanted: &[&str]) {
        let met = met(game, players);
        for language in Language::ALL {
            for topic in &met {
                assert!(
                    told(language, game, topic).is_some(),
                    "{game}: no words for {topic}"
                );
            }
        }
        for topic in wanted {
            assert!(met.contains(*topic), "{game}: {topic} was never met");
        }
    }

    const DICE: [&str; 12] = [
        "first_roll",
        "pick_die",
        "to_platter",
        "second_roll",
        "third_roll",
        "white",
        "sum",
        "passive",
        "fox",
        "pending_bonus",
        "reroll",
        "end",
    ];

    #[test]
    fn a_first_game_of_the_star_sheets_explains_everything_that_happens_in_it() {
        for game in ["tres-fute", "tres-fute-deluxe"] {
            check(game, 1, &DICE);
            check(game, 1, &["yellow", "blue", "green", "orange", "violet"]);
        }
    }

    #[test]
    fn a_first_game_of_melange_fute_explains_everything_that_happens_in_it() {
        check("melange-fute", 1, &DICE);
        check(
            "melange-fute",
            1,
            &["yellow", "blue", "green", "orange", "violet"],
        );
        check("melange-fute", 1, &["melange", "takeback", "polish", "joker"]);
    }

    #[test]
    fn a_first_game_of_hyper_fute_explains_everything_that_happens_in_it() {
        check("hyper-fute", 1, &DICE);
        check("hyper-fute", 1, &["yellow", "turquoise", "blue", "brown", "pink"]);
        check("hyper-fute", 1, &["joker", "slots"]);
    }

    #[test]
    fn a_first_game_of_push_explains_everything_that_happens_in_it() {
        let wanted = [
            "draw", "place", "stop", "take", "others", "bust", "die", "die_card", "switch", "protect", "end",
        ];
        check(PUSH, 3, &wanted);
    }
}
