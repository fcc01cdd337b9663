//! Bots say a word now and then: rarely, the same in the same game, and never while somebody thinks.

use finaud_rules::{Award, Effect, Origin, PushEffect, Score, Seat, insertion_sort};
use finaud_table::{AnyEvent, Table};
use leptos::prelude::*;

use crate::face;
use crate::messages::language;
use crate::session::GameSession;
use crate::settings::settings;
use crate::tell;

/// One occasion in so many is spoken about.
const RARE: u64 = 3;
/// So many remarks there are for each occasion.
const KINDS: u64 = 2;

/// What a bot may say something about: the names of its remarks in the languages.
fn occasion(table: &Table, step: usize) -> Option<(Seat, &'static str)> {
    let is_bot = |seat: &Seat| !table.is_person(*seat);
    let other_bot = |than: Seat| table.all_seats().find(|seat| is_bot(seat) && *seat != than);
    if table.is_over() && step + 1 == table.steps() {
        let winner = table.winners().iter().next()?;
        let speaker = if is_bot(&winner) {
            winner
        } else {
            other_bot(winner)?
        };
        let mut points: Vec<i32> = table.all_seats().map(|seat| table.points(seat)).collect();
        insertion_sort(&mut points, Ord::cmp);
        let close = matches!(points[..], [.., second, first] if 20 * (first - second) <= first);
        return Some((
            speaker,
            match (close, speaker == winner) {
                (true, _) => "close",
                (false, true) => "won",
                (false, false) => "lost",
            },
        ));
    }
    let Some(AnyEvent::Choice(seat, _)) = table.event(step) else {
        return table.push().and_then(|push| {
            let busted = push.effects(step).into_iter().find_map(|effect| match effect {
                PushEffect::Bust(seat) => Some(seat),
                _ => None,
            })?;
            Some(if is_bot(&busted) {
                (busted, "bust")
            } else {
                (other_bot(busted)?, "pity")
            })
        });
    };
    let dice = table.dice()?;
    let won: Vec<Award> = dice
        .effects(step)
        .iter()
        .filter_map(|effect| match effect {
            Effect::Won {
                seat: who,
                origin,
                award,
            } if *who == seat && !matches!(origin, Origin::Round(_)) => Some(*award),
            _ => None,
        })
        .collect();
    if !is_bot(&seat) {
        return (won.len() > 2 || won.contains(&Award::Fox)).then_some((other_bot(seat)?, "praise"));
    }
    let sheet = table.sheet()?;
    let leads = |step: usize| {
        let position = dice.states().get(step)?;
        let points = |seat: Seat| Score::of(sheet, position.player(seat)).total;
        Some(
            table
                .all_seats()
                .all(|other| other == seat || points(other) < points(seat)),
        )
    };
    match () {
        () if won.contains(&Award::Fox) => Some((seat, "fox")),
        () if won.len() > 1 => Some((seat, "cascade")),
        () if leads(step) == Some(false) && leads(step + 1) == Some(true) => Some((seat, "lead")),
        () => None,
    }
}

/// Scatters a number, as SplitMix64 does.
fn scatter(number: u64) -> u64 {
    let mut bits = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

/// What a bot says about the last event, if anything: who, and the key of the sentence.
fn remark(table: &Table) -> Option<(Seat, String)> {
    let step = table.steps().checked_sub(1)?;
    let (seat, about) = occasion(table, step)?;
    let chance = scatter(table.bot_seed() ^ step as u64);
    let spoken = table.is_over() || chance.is_multiple_of(RARE);
    spoken.then(|| (seat, format!("remark.{about}.{}", (chance >> 32) % KINDS + 1)))
}

/// The last word of a bot, over the head of the page; it goes by itself.
pub fn bubble(session: GameSession) -> AnyView {
    if session
        .table
        .with_untracked(|table| table.all_seats().all(|seat| table.is_person(seat)))
    {
        return ().into_any();
    }
    let said = Memo::new(move |before: Option<&Option<(Seat, String, usize)>>| {
        let said = match settings().quiet_bots.get() {
            true => None,
            false => session
                .table
                .with(|table| remark(table).map(|(seat, key)| (seat, key, table.steps()))),
        };
        // A page that opens has nothing to say about what was before.
        said.filter(|_| before.is_some())
    });
    let words = move || {
        said.get().and_then(|(seat, key, _)| {
            let text = language().find(&key)?;
            let (face, name) = session.table.with_untracked(|table| (face::of_seat(table, seat), tell::seat(language(), table, seat)));
            Some(view! { <p class="remark-said" data-remark=key>{face} <span><b class="visually-hidden">{name}</b> {text}</span></p> })
        })
    };
    view! { <div class="remark-bubble" aria-live="polite">{words}</div> }.into_any()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::Language;
    use finaud_table::{Chair, ChanceSource, GameSpec};

    const ALL: [&str; 9] = [
        "close", "won", "lost", "bust", "pity", "praise", "fox", "cascade", "lead",
    ];

    #[test]
    fn every_remark_is_in_every_language_and_short() {
        for language in Language::all() {
            for about in ALL {
                for kind in 1..=KINDS {
                    let key = format!("remark.{about}.{kind}");
                    let text = language
                        .find(&key)
                        .unwrap_or_else(|| panic!("{key} in {}", language.code()));
                    assert!(text.chars().count() <= 48, "{text}");
                }
            }
        }
    }

    /// Everything said in a game, played step by step.
    fn said(game: &str, seed: u64) -> (usize, Vec<(Seat, String)>) {
        let chairs = vec![
            Chair::person("Ada"),
            Chair::bot("Hermeline", "novice"),
            Chair::bot("Isengrin", "novice"),
        ];
        let mut table = Table::new(&GameSpec::plain(game, 3), chairs, ChanceSource::Seed(seed)).unwrap();
        let mut said = Vec::new();
        for step in 0.. {
            let person = table.awaits().people().iter().next();
            let moved = match person {
                Some(seat) => {
                    let legal = table.legal(seat);
                    table.play(seat, legal[step % legal.len()]).is_ok()
                }
                None => finaud_players::seated::advance(&mut table).is_some(),
            };
            if !moved {
                break;
            }
            said.extend(remark(&table));
        }
        (table.steps(), said)
    }

    #[test]
    fn bots_speak_rarely_and_say_the_same_again() {
        for game in ["tres-fute", "push"] {
            let (steps, first) = said(game, 7);
            assert!(
                !first.is_empty() && first.len() * 8 < steps,
                "{game}: {} of {steps}",
                first.len()
            );
            assert!(
                first.iter().all(|(seat, _)| seat.0 > 0),
                "a person is made to speak"
            );
            assert_eq!(said(game, 7).1, first);
        }
    }
}
