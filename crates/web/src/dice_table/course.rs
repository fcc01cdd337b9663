//! Where the game stands, and what happened.

use std::sync::Arc;

use finaud_rules::{Award, Effect, Origin, Phase, Player, RollsEnd, Sheet};
use finaud_table::{AnyEvent, Table};
use leptos::prelude::*;

use super::effects::{RoundGift, effects_of, round_gift, wins};
use super::signs::award_mark;
use super::{tips, words};
use crate::at_step::DicePosition;
use crate::handover::seat_colour;
use crate::messages::{Language, language, t, tf};
use crate::motion::Motion;
use crate::session::GameSession;
use crate::tell;

/// The rounds with their bonuses, and which roll it is.
pub(super) fn round_bar(sheet: &Sheet, rounds: u8, position: Signal<DicePosition>) -> impl IntoView {
    let now = Memo::new(move |_| position.with(DicePosition::round));
    let boxes: Vec<AnyView> = (1..=rounds)
        .map(|round| {
            let award = sheet.round_awards.get(usize::from(round) - 1).copied().flatten();
            let sign = award.map(|award| {
                view! {
                    <svg viewBox="0 0 24 18" role="img" aria-label=tf("dice.won.round", &[("n", &round), ("what", &words::award(language(), sheet, award))])>
                        {award_mark(sheet, award, 12.0, 9.0)}
                    </svg>
                }
            });
            let tip = match award {
                Some(award) => {
                    let given = tf("dice.tip.round", &[("n", &round)]);
                    format!("{given} {}", tips::award(sheet, award))
                }
                None => tf("dice.tip.round_plain", &[("n", &round)]),
            };
            view! {
                <li
                    class="round"
                    class:now=move || now.get() == round
                    class:past=move || round < now.get()
                    data-round=round
                    aria-description=tip
                    aria-current=move || (now.get() == round).then_some("step")
                >
                    {round} {sign}
                </li>
            }
            .into_any()
        })
        .collect();
    let roll = move || {
        position.with(|position| match (position.phase(), position.active()) {
            (Phase::Over, _) => String::new(),
            (_, None) => t("dice.passive").to_owned(),
            _ => tf("dice.roll", &[("n", &position.roll().max(1))]),
        })
    };
    let explained = move || {
        t(match position.with(DicePosition::active) {
            Some(_) => "dice.tip.roll",
            None => "dice.tip.passive",
        })
    };
    view! {
        <div class="round-bar">
            <ol class="rounds" aria-label=move || tf("dice.round", &[("n", &now.get()), ("all", &rounds)])>
                {boxes}
            </ol>
            <span class="roll" aria-description=explained>{roll}</span>
        </div>
    }
    .into_any()
}

/// How long the chain of bonuses is that is going on, as soon as it is one.
pub(super) fn chain_count(links: Memo<Vec<Award>>) -> impl IntoView {
    move || {
        let links = links.with(Vec::len);
        // Spoken by what just happened, when the chain is over.
        (links > 1).then(|| {
            let text = tf("dice.chain.count", &[("n", &links)]);
            view! { <p class="chain" data-chain=links aria-hidden="true">{text}</p> }
        })
    }
}

/// A chain of bonuses that is over, summed up.
fn chain_line(language: Language, sheet: &Sheet, links: &[Award]) -> String {
    let mut named: Vec<(Award, usize)> = Vec::new();
    for link in links {
        match named.iter_mut().find(|(known, _)| known == link) {
            Some((_, count)) => *count += 1,
            None => named.push((*link, 1)),
        }
    }
    let each = |(award, count): &(Award, usize)| match count {
        1 => words::award(language, sheet, *award),
        _ => format!("{count} × {}", words::award(language, sheet, *award)),
    };
    let what: Vec<String> = named.iter().map(each).collect();
    language.fill(
        "dice.chain.sum",
        &[("n", &links.len()), ("what", &what.join(", "))],
    )
}

/// What just happened, in a line, and why it ended a turn, in a line of its own that nothing cuts.
pub(super) fn ticker(
    session: GameSession,
    sheet: Arc<Sheet>,
    motion: Motion,
    links: Memo<Vec<Award>>,
    player: Memo<Player>,
) -> impl IntoView {
    let line = motion.at_rest(Memo::new(move |_| {
        let links = links.get();
        let over = links.len() > 1 && player.with(|player| player.pending().is_empty());
        let summed = over.then(|| chain_line(language(), &sheet, &links));
        session.table.with(|table| {
            let last = table.steps().checked_sub(1)?;
            let told = EventLines::of(language(), table, &sheet, last)?;
            let what: Vec<String> = summed.into_iter().chain([told.own]).chain(told.round).collect();
            Some((what.join(" · "), told.ended.join(" ")))
        })
    }));
    let lines = move || {
        line.get().map(|(what, why)| {
            let why = (!why.is_empty()).then(|| view! { " " <span class="why" data-why>{why}</span> });
            view! { <span class="what">{what}</span> {why} }
        })
    };
    view! {
        <p class="ticker" style=move || session.table.with(whose) aria-live="polite" data-ticker>{lines}</p>
    }
    .into_any()
}

/// The colour of whoever chose last.
fn whose(table: &Table) -> Option<String> {
    let last = table.event(table.steps().checked_sub(1)?);
    colour_of(last?)
}

fn colour_of(event: AnyEvent) -> Option<String> {
    match event {
        AnyEvent::Choice(seat, _) => Some(seat_colour(seat)),
        AnyEvent::Outcome(_) => None,
    }
}

/// Why rolls ended, or somebody picked nothing.
fn reasons(language: Language, table: &Table, effects: &[Effect]) -> Vec<String> {
    let reason = |effect: &Effect| match effect {
        Effect::RollsEnd(RollsEnd::NoDice) => Some(language.text("dice.ends.no_dice").to_owned()),
        Effect::RollsEnd(RollsEnd::LastRoll) => Some(language.text("dice.ends.last_roll").to_owned()),
        Effect::RollsEnd(RollsEnd::Chosen) => Some(language.text("dice.ends.chosen").to_owned()),
        Effect::NothingFits(seat) => Some(language.fill(
            "dice.ends.nothing_fits",
            &[("name", &tell::seat(language, table, *seat))],
        )),
        _ => None,
    };
    effects.iter().filter_map(reason).collect()
}

/// An event of a dice game in words.
struct EventLines {
    /// What it was, with what it won.
    own: String,
    /// What it ended, and why.
    ended: Vec<String>,
    /// What the round gave that began with it.
    round: Option<String>,
}

impl EventLines {
    fn of(language: Language, table: &Table, sheet: &Sheet, step: usize) -> Option<EventLines> {
        let effects = effects_of(table, step);
        let own = match table.event(step)? {
            AnyEvent::Outcome(outcome) => tell::outcome(language, table, outcome),
            AnyEvent::Choice(seat, action) => {
                let what = tell::action(language, table, step, seat, action);
                let mut line = if table.seats() > 1 {
                    let name = tell::seat(language, table, seat);
                    language.fill("dice.said.choice", &[("name", &name), ("what", &what)])
                } else {
                    what
                };
                // What the next round gives is not the merit of the choice before it.
                let own = wins(&effects, seat).into_iter();
                for win in own.filter(|win| !matches!(win.origin, Origin::Round(_))) {
                    line += " · ";
                    line += &won(language, sheet, win.award);
                }
                line
            }
        };
        Some(EventLines {
            own,
            ended: reasons(language, table, &effects),
            round: round_gift(&effects).map(|gift| round_line(language, sheet, &gift)),
        })
    }
}

/// An event of a dice game in words: what it was with what it won, what it ended and why, and what the round gave that
/// began with it.
pub fn event_lines(language: Language, table: &Table, sheet: &Sheet, step: usize) -> Vec<String> {
    let lines = EventLines::of(language, table, sheet, step);
    let each = |lines: EventLines| std::iter::once(lines.own).chain(lines.ended).chain(lines.round);
    lines.into_iter().flat_map(each).collect()
}

fn won(language: Language, sheet: &Sheet, award: Award) -> String {
    match award {
        Award::Fox => language.text("dice.won.fox").to_owned(),
        Award::Circle(power) => language.fill("dice.won.box", &[("power", &words::power(language, power))]),
        Award::Gift(gift) => language.fill("dice.won.gift", &[("gift", &words::gift(language, sheet, gift))]),
    }
}

fn round_line(language: Language, sheet: &Sheet, gift: &RoundGift) -> String {
    let awards = gift.awards.iter();
    let what: Vec<String> = awards
        .map(|award| words::award(language, sheet, *award))
        .collect();
    language.fill(
        "dice.won.round",
        &[("n", &gift.round), ("what", &what.join(", "))],
    )
}

/// How many events the log goes back.
const LOGGED: usize = 40;

/// An event of the log. Where it is taken back and something else is chosen, the version tells them apart.
#[derive(Clone, Copy, PartialEq, Debug)]
struct LoggedEvent {
    step: usize,
    event: AnyEvent,
    version: u32,
}

/// The last events of a table, the oldest first. What was logged before keeps its version as far as nothing changed.
fn logged(table: &Table, last: usize, before: &[LoggedEvent]) -> Vec<LoggedEvent> {
    let next = before.iter().map(|known| known.version + 1).max().unwrap_or(0);
    let mut changed = false;
    (last.saturating_sub(LOGGED)..last)
        .filter_map(|step| {
            let event = table.event(step)?;
            let known = before.iter().find(|known| known.step == step);
            let version = known.filter(|known| known.event == event && !changed);
            // What follows on something else is told anew, even if the same was chosen again.
            changed |= known.is_some() && version.is_none();
            Some(LoggedEvent {
                step,
                event,
                version: version.map_or(next, |known| known.version),
            })
        })
        .collect()
}

/// What happened, newest first.
pub(super) fn log(session: GameSession, sheet: Arc<Sheet>, motion: Motion) -> impl IntoView {
    let known = motion.at_rest(Memo::new(move |_| session.table.with(Table::steps)));
    let events = Memo::new(move |before: Option<&Vec<LoggedEvent>>| {
        session.table.with(|table| {
            let last = known.get().min(table.steps());
            logged(table, last, before.map_or(&[], Vec::as_slice))
        })
    });
    let lines = move |LoggedEvent { step, event, .. }: LoggedEvent| {
        let chance = matches!(event, AnyEvent::Outcome(_));
        let lines = session
            .table
            .with_untracked(|table| event_lines(language(), table, &sheet, step));
        let colour = colour_of(event);
        let line = move |(index, line): (usize, String)| {
            // What a round gives comes from nobody's choice.
            let nobodys = chance || index != 0;
            let colour = colour.clone().filter(|_| !nobodys);
            view! { <li class:luck=nobodys style=colour>{line}</li> }.into_any()
        };
        lines
            .into_iter()
            .enumerate()
            .rev()
            .map(line)
            .collect::<Vec<AnyView>>()
    };
    view! {
        <section class="log" aria-label=t("dice.log")>
            <h2>{t("dice.log")}</h2>
            <ol>
                <For each=move || events.get().into_iter().rev() key=|logged| (logged.step, logged.version) children=lines/>
            </ol>
        </section>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::tests::english;
    use crate::new_game::tests::played;

    #[test]
    fn what_is_logged_stays_until_something_else_happens() {
        let table = played("tres-fute", 2, 4);
        let first = logged(&table, 10, &[]);
        assert_eq!(first.len(), 10);
        assert!(first.iter().all(|known| known.version == 0));
        let more = logged(&table, 12, &first);
        assert_eq!(more[..10], first[..]);
        // Something else was chosen at the sixth step: it and what follows are new.
        let mut other = more.clone();
        other[5].event = other[4].event;
        let versions: Vec<bool> = logged(&table, 12, &other)
            .iter()
            .zip(&other)
            .map(|(now, then)| now.version == then.version)
            .collect();
        assert_eq!(versions, [[true; 5].as_slice(), &[false; 7]].concat());
        let long = logged(&table, 60, &more);
        assert_eq!((long.len(), long[0].step), (LOGGED, 20));
    }

    #[test]
    fn the_rounds_bonus_is_told_as_the_rounds_and_not_credited_to_the_choice_before() {
        let table = played("tres-fute", 2, 4);
        let sheet = table.sheet().unwrap();
        let ends = (0..table.steps()).filter(|step| round_gift(&effects_of(&table, *step)).is_some());
        let told: Vec<Vec<String>> = ends
            .map(|step| event_lines(english(), &table, sheet, step))
            .collect();
        let rounds: Vec<&str> = told
            .iter()
            .filter_map(|lines| lines.last())
            .map(String::as_str)
            .collect();
        assert_eq!(
            rounds,
            [
                "Round 2 gives: +1",
                "Round 3 gives: reroll",
                "Round 4 gives: black X or black 6"
            ]
        );
        for lines in &told {
            assert!(
                !lines[0].contains("won") && !lines[0].contains("Bonus"),
                "{lines:?}"
            );
        }
    }

    #[test]
    fn a_chain_is_summed_up_with_what_it_brought() {
        let sheet = finaud_rules::builtin("tres-fute").unwrap();
        let links = [
            Award::Circle(finaud_rules::Power::Reroll),
            Award::Fox,
            Award::Circle(finaud_rules::Power::Reroll),
        ];
        assert_eq!(
            chain_line(english(), sheet, &links),
            "Chain of 3: 2 × reroll, fox"
        );
    }

    #[test]
    fn why_the_rolls_of_a_turn_ended_is_said_in_every_language() {
        let mut reasons_seen = std::collections::BTreeSet::new();
        for seed in 0..6 {
            for players in [1, 3] {
                let table = played("tres-fute", players, seed);
                let sheet = table.sheet().unwrap();
                for step in 0..table.steps() {
                    let ends = effects_of(&table, step)
                        .iter()
                        .filter(|effect| matches!(effect, Effect::RollsEnd(_) | Effect::NothingFits(_)))
                        .count();
                    for language in Language::all() {
                        let lines = event_lines(language, &table, sheet, step);
                        let round = usize::from(round_gift(&effects_of(&table, step)).is_some());
                        assert_eq!(lines.len(), 1 + ends + round, "{lines:?}");
                        if language == english() {
                            reasons_seen.extend(lines.into_iter().skip(1).take(ends));
                        }
                    }
                }
            }
        }
        for reason in [
            "No dice left to roll.",
            "That was the last roll.",
            "No die fits Random’s sheet.",
        ] {
            assert!(reasons_seen.contains(reason), "{reason}: {reasons_seen:?}");
        }
        assert!(reasons_seen.len() > 2, "{reasons_seen:?}");
    }

    #[test]
    fn a_choice_is_told_with_what_it_won() {
        let table = played("tres-fute", 1, 3);
        let sheet = table.sheet().unwrap();
        let with_box = (0..table.steps()).find_map(|step| {
            let line = event_lines(english(), &table, sheet, step).swap_remove(0);
            line.contains("reroll won").then_some((step, line))
        });
        let (step, line) = with_box.expect("somebody wins a reroll");
        let what = tell::event(english(), &table, step);
        assert!(line.starts_with(&format!("{what} · ")), "{line}");
    }
}
