//! `finaud ratings`: what ratings at a game mean, fitted on games of bots: docs/ratings.md.
//!
//! Two numbers are wanted for each game. How strong the bots are follows from who beats whom. How much luck there is, the
//! *width*, says how fast a rating may follow results: it is chosen so that ratings which begin with nothing, and are
//! told one result after the other, foresee the next result best.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Result;
use finaud_players::Bot;
use finaud_players::arena::{Arena, Entrant};
use finaud_record::bits_at;
use finaud_server::standing::rating::{Belief, after, expected};
use finaud_table::{games, with_compact_game};

use crate::arena::ArenaRun;
use crate::failure::INTERRUPTED;
use crate::game_choice::GameChoice;
use crate::numbers::{self, grouped};
use crate::sim::{self, Luck};
use crate::surface::Surface;

/// The arguments of `finaud ratings`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Only this game; all if not given.
    #[arg(long, short, value_name = "ID")]
    game: Option<String>,
    /// How many games two levels play.
    #[arg(long, short = 'n', default_value = "2000", value_parser = sim::games, allow_hyphen_values = true)]
    games: u64,
    /// How many of them where `master` takes part, which thinks; 0 leaves it out.
    #[arg(long, default_value = "200", value_parser = few_games, allow_hyphen_values = true)]
    master_games: u64,
    /// How many people of each level are let begin, for each width that is tried.
    #[arg(long, default_value = "400", value_parser = sim::games, allow_hyphen_values = true)]
    careers: u64,
    /// Names the series of deals and of careers.
    #[arg(long, short, default_value = "2026", value_parser = numbers::seed, allow_hyphen_values = true)]
    seed: u64,
    /// How many threads play; all cores if not given.
    #[arg(long, value_parser = sim::threads, allow_hyphen_values = true)]
    threads: Option<usize>,
}

fn few_games(text: &str) -> Result<u64, String> {
    numbers::count(text, "the number of games", 0..=1_000_000)
}

/// The levels, weakest first.
const LEVELS: [Bot; 5] = [Bot::Random, Bot::Novice, Bot::Club, Bot::Expert, Bot::Master];
/// Those that people are like.
const PEOPLE: [Bot; 3] = [Bot::Novice, Bot::Club, Bot::Expert];
/// The one whose points are fixed, and what they are.
const ANCHOR: Bot = Bot::Club;
const ANCHOR_POINTS: f64 = 1500.0;
/// How many games a career has.
const CAREER: u64 = 40;
/// Widths that are tried: each is so much wider than the one before.
const NARROWEST: f64 = 40.0;
const STEP: f64 = 1.1;
const WIDTHS: i32 = 40;

/// Plays and prints, game by game.
pub(crate) fn run(args: &Args) -> Result<()> {
    let ids: Vec<String> = match &args.game {
        Some(game) => vec![game.clone()],
        None => games().map(str::to_owned).collect(),
    };
    let stop = sim::stop_on_interrupt()?;
    let mut out = io::stdout().lock();
    for id in ids {
        let game = GameChoice::plain(&id).build(2)?;
        let matches = with_compact_game!(game, game => play_all(args, &game, stop))?;
        if stop.load(Ordering::Relaxed) {
            return Err(INTERRUPTED.into());
        }
        let fit = Fit::of(&matches, args.careers, args.seed);
        fit.print(&id, &matches, &mut out)?;
        out.flush()?;
    }
    Ok(())
}

/// Two levels, and how often the first one won.
struct Match {
    one: Bot,
    other: Bot,
    games: u64,
    share: f64,
}

/// Every level against every other one; `master` against the two next to it.
fn play_all<G: Surface>(args: &Args, game: &G, stop: &AtomicBool) -> Result<Vec<Match>> {
    let mut matches = Vec::new();
    for (index, one) in LEVELS.iter().enumerate() {
        for other in &LEVELS[..index] {
            let games = match (one, other) {
                (Bot::Master, Bot::Expert | Bot::Club) => args.master_games,
                (Bot::Master, _) => 0,
                _ => args.games,
            };
            if games == 0 || stop.load(Ordering::Relaxed) {
                continue;
            }
            let entrants: Vec<Entrant<G>> = [*one, *other]
                .into_iter()
                .filter_map(|bot| Entrant::bot(game, bot))
                .collect();
            let arena = Arena::new(game, entrants)?;
            let run = ArenaRun {
                arena: &arena,
                seed: args.seed,
                deals: (games / arena.seatings().len() as u64).max(1),
                stop,
                luck: Luck::Kept,
            };
            let (tally, _) = run.play(args.threads.unwrap_or_else(numbers::cores));
            matches.push(Match {
                one: *one,
                other: *other,
                games: tally.games(),
                share: tally.standing(0).wins.mean,
            });
        }
    }
    Ok(matches)
}

/// What fits the matches best.
struct Fit {
    /// How strong each level is: the logarithm of its odds against the anchor.
    strengths: Vec<(Bot, f64)>,
    width: f64,
    /// The log loss of the next result at this width, and at the ones around it.
    losses: Vec<(f64, f64)>,
    /// After so many games a rating is shown, on average, and so far off it is then.
    shown_after: f64,
    off_by: f64,
}

impl Fit {
    fn of(matches: &[Match], careers: u64, seed: u64) -> Fit {
        let strengths = strengths(matches);
        let widths = (0..WIDTHS).map(|step| NARROWEST * STEP.powi(step));
        let losses: Vec<(f64, f64)> = widths
            .map(|width| {
                (
                    width,
                    Careers::new(&strengths, matches, width).run(careers, seed).loss,
                )
            })
            .collect();
        let best = losses.iter().min_by(|one, other| one.1.total_cmp(&other.1));
        let width = best.map_or(ANCHOR_POINTS, |(width, _)| *width);
        let run = Careers::new(&strengths, matches, width).run(careers, seed);
        Fit {
            strengths,
            width,
            losses,
            shown_after: run.shown_after,
            off_by: run.off_by,
        }
    }

    fn points(&self, bot: Bot) -> Option<f64> {
        points(&self.strengths, bot, self.width)
    }

    fn print(&self, id: &str, matches: &[Match], out: &mut impl Write) -> Result<()> {
        writeln!(out, "{id}")?;
        for one in matches {
            let share = |bot: Bot| self.points(bot).unwrap_or(ANCHOR_POINTS);
            let fitted = expected(
                Belief::fixed(share(one.one)),
                Belief::fixed(share(one.other)),
                self.width,
            );
            let margin = 1.96 * (one.share * (1.0 - one.share) / one.games as f64).sqrt();
            writeln!(
                out,
                "  {} wins {:.1} % ± {:.1} against {} ({} games); fitted {:.1} %",
                one.one,
                100.0 * one.share,
                100.0 * margin,
                one.other,
                grouped(one.games),
                100.0 * fitted
            )?;
        }
        let loss = |width: f64| {
            let near = self
                .losses
                .iter()
                .find(|(tried, _)| (tried / width - 1.0).abs() < 1e-9);
            near.map_or(f64::NAN, |(_, loss)| *loss)
        };
        writeln!(
            out,
            "  log loss {:.4} at width {:.0}; {:.4} at {:.0}, {:.4} at {:.0}; {:.4} without ratings",
            loss(self.width),
            self.width,
            loss(self.width * STEP.powi(-6)),
            self.width * STEP.powi(-6),
            loss(self.width * STEP.powi(6)),
            self.width * STEP.powi(6),
            std::f64::consts::LN_2,
        )?;
        writeln!(
            out,
            "  shown after {:.0} games on average, then {:.0} points off",
            self.shown_after, self.off_by
        )?;
        let bots: Vec<String> = self
            .strengths
            .iter()
            .filter_map(|(bot, _)| Some(format!("{bot} = {:.0}", self.points(*bot)?.max(0.0))))
            .collect();
        writeln!(
            out,
            "  [rating]\n  width = {:.0}\n  bots = {{ {} }}\n",
            self.width,
            bots.join(", ")
        )?;
        Ok(())
    }
}

/// The points of a level at a width: with two who are known exactly, the logarithm of the odds is the difference by √2 widths.
fn points(strengths: &[(Bot, f64)], bot: Bot, width: f64) -> Option<f64> {
    let (_, strength) = strengths.iter().find(|(known, _)| *known == bot)?;
    Some(ANCHOR_POINTS + strength * std::f64::consts::SQRT_2 * width)
}

/// How strong the levels are if odds multiply: the likeliest strengths, the anchor's being 0.
fn strengths(matches: &[Match]) -> Vec<(Bot, f64)> {
    let plays = |bot: &Bot| matches.iter().any(|one| one.one == *bot || one.other == *bot);
    let mut strengths: Vec<(Bot, f64)> = LEVELS.into_iter().filter(plays).map(|bot| (bot, 0.0)).collect();
    let of = |strengths: &[(Bot, f64)], bot: Bot| {
        let known = strengths.iter().find(|(known, _)| *known == bot);
        known.map_or(0.0, |(_, strength)| *strength)
    };
    for _ in 0..5_000 {
        let known = strengths.clone();
        for (bot, strength) in &mut strengths {
            if *bot == ANCHOR {
                continue;
            }
            let (mut slope, mut bend) = (0.0, 0.0);
            for one in matches.iter().filter(|one| one.one == *bot || one.other == *bot) {
                let (opponent, share) = match one.one == *bot {
                    true => (one.other, one.share),
                    false => (one.one, 1.0 - one.share),
                };
                // Half a game more for each: whoever never loses is not infinitely strong.
                let games = one.games as f64 + 1.0;
                let share = (share * one.games as f64 + 0.5) / games;
                let fitted = 1.0 / (1.0 + (of(&known, opponent) - *strength).exp());
                slope += games * (share - fitted);
                bend += games * fitted * (1.0 - fitted);
            }
            if bend > 0.0 {
                *strength += (slope / bend).clamp(-0.5, 0.5);
            }
        }
    }
    strengths
}

/// People who begin with nothing, each as strong as one of the bots.
struct Careers<'a> {
    strengths: &'a [(Bot, f64)],
    matches: &'a [Match],
    width: f64,
}

struct CareersRun {
    loss: f64,
    shown_after: f64,
    off_by: f64,
}

impl<'a> Careers<'a> {
    fn new(strengths: &'a [(Bot, f64)], matches: &'a [Match], width: f64) -> Careers<'a> {
        Careers {
            strengths,
            matches,
            width,
        }
    }

    /// How often a level beats another one, as it was played.
    fn share(&self, one: Bot, other: Bot) -> f64 {
        let played = |first: Bot, second: Bot| {
            let found = self
                .matches
                .iter()
                .find(|played| played.one == first && played.other == second);
            found.map(|played| played.share)
        };
        played(one, other)
            .or_else(|| played(other, one).map(|share| 1.0 - share))
            .unwrap_or(0.5)
    }

    fn run(&self, careers: u64, seed: u64) -> CareersRun {
        let (mut loss, mut games) = (0.0, 0.0);
        let (mut shown_after, mut off_by, mut shown) = (0.0, 0.0, 0.0);
        for (index, person) in PEOPLE.into_iter().enumerate() {
            let truth = points(self.strengths, person, self.width).unwrap_or(ANCHOR_POINTS);
            for career in 0..careers {
                let mut belief = Belief::START;
                let chance = bits_at(bits_at(seed, index as u64), career);
                let mut was_shown = false;
                // Long enough to be shown; what is foreseen counts for the first games.
                for game in 0..20 * CAREER {
                    if was_shown && game >= CAREER {
                        break;
                    }
                    let opponent = PEOPLE[(bits_at(chance, 2 * game) >> 32) as usize % PEOPLE.len()];
                    let rating = points(self.strengths, opponent, self.width).unwrap_or(ANCHOR_POINTS);
                    let rating = Belief::fixed(rating);
                    let drawn = (bits_at(chance, 2 * game + 1) >> 11) as f64 / (1u64 << 53) as f64;
                    let won = drawn < self.share(person, opponent);
                    let foreseen = expected(belief, rating, self.width).clamp(1e-9, 1.0 - 1e-9);
                    if game < CAREER {
                        loss -= if won { foreseen.ln() } else { (1.0 - foreseen).ln() };
                        games += 1.0;
                    }
                    let ranks = if won { (1, 2) } else { (2, 1) };
                    belief = after(&[(belief, ranks.0), (rating, ranks.1)], self.width)[0];
                    if belief.is_shown() && !was_shown {
                        was_shown = true;
                        shown_after += (game + 1) as f64;
                        off_by += (belief.mean - truth).abs();
                        shown += 1.0;
                    }
                }
            }
        }
        CareersRun {
            loss: loss / games,
            shown_after: shown_after / shown,
            off_by: off_by / shown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(one: Bot, other: Bot, share: f64) -> Match {
        Match {
            one,
            other,
            games: 10_000,
            share,
        }
    }

    #[test]
    fn strengths_are_those_that_the_shares_came_from() {
        let share = |odds: f64| odds / (1.0 + odds);
        let matches = [
            played(Bot::Club, Bot::Novice, share(4.0)),
            played(Bot::Expert, Bot::Novice, share(8.0)),
            played(Bot::Expert, Bot::Club, share(2.0)),
        ];
        let found = strengths(&matches);
        let of = |bot: Bot| found.iter().find(|(known, _)| *known == bot).unwrap().1;
        assert_eq!(of(Bot::Club), 0.0);
        assert!((of(Bot::Novice) + 4f64.ln()).abs() < 0.01, "{found:?}");
        assert!((of(Bot::Expert) - 2f64.ln()).abs() < 0.01, "{found:?}");
        // The points say the same again.
        let points = |bot| Belief::fixed(points(&found, bot, 200.0).unwrap());
        let foreseen = expected(points(Bot::Expert), points(Bot::Novice), 200.0);
        assert!((foreseen - share(8.0)).abs() < 0.01);
    }

    #[test]
    fn more_luck_makes_the_scale_wider() {
        let share = |odds: f64| odds / (1.0 + odds);
        let width = |odds: f64| {
            let matches = [
                played(Bot::Club, Bot::Novice, share(odds)),
                played(Bot::Expert, Bot::Novice, share(odds * odds)),
                played(Bot::Expert, Bot::Club, share(odds)),
            ];
            Fit::of(&matches, 60, 1).width
        };
        assert!(width(1.5) > width(6.0), "{} {}", width(1.5), width(6.0));
    }
}
