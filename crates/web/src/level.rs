//! Which level of bots is offered: `novice` to a newcomer, and then what the results ask for.

use finaud_players::Bot;
use finaud_record::RecordHeader;
use finaud_rules::insertion_sort;

use crate::saved::{self, Saved};

/// The bots one can sit down with, weakest first.
pub const LEVELS: [Bot; 5] = [Bot::Random, Bot::Novice, Bot::Club, Bot::Expert, Bot::Master];
/// So many victories in a row lead one up.
const UP: u8 = 2;
/// So many defeats in a row lead one down.
const DOWN: u8 = 3;

/// A game that one person finished against bots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bout {
    /// The strongest of the bots.
    pub level: Bot,
    /// Did the person win, alone or with others?
    pub won: bool,
}

impl Bout {
    /// What a kept game tells: nothing if it does not count, if others may have played it, or if it was not one person
    /// against bots.
    fn of(game: &str, saved: &Saved) -> Option<Bout> {
        if !saved.counts() || saved.brought {
            return None;
        }
        let header = RecordHeader::read(&saved.record).ok()?;
        let points = header.result.as_ref().filter(|_| header.game == game)?;
        let bots: Vec<Option<Bot>> = (1..=points.len())
            .map(|seat| {
                let bot = header.tag(&format!("bot {seat}"))?;
                // A bot that is unknown here is somebody all the same.
                Some(Bot::by_name(bot).unwrap_or(Bot::Random))
            })
            .collect();
        let me = bots.iter().position(Option::is_none)?;
        let alone = bots.iter().filter(|bot| bot.is_none()).count() == 1;
        let level = bots.iter().flatten().max_by_key(|bot| place(**bot)).copied()?;
        alone.then(|| Bout {
            level,
            won: points.iter().max() == points.get(me),
        })
    }
}

fn place(level: Bot) -> usize {
    LEVELS.iter().position(|known| *known == level).unwrap_or(0)
}

/// The level to offer after these games, the oldest first. A victory over somebody weaker and a defeat by somebody stronger
/// say nothing about the level that was offered.
pub fn offered(bouts: impl IntoIterator<Item = Bout>) -> Bot {
    let (mut at, mut won, mut lost) = (place(Bot::Novice), 0, 0);
    for bout in bouts {
        let level = place(bout.level);
        if bout.won && level >= at {
            (won, lost) = (won + 1, 0);
        } else if !bout.won && level <= at {
            (won, lost) = (0, lost + 1);
        }
        if won == UP {
            (at, won) = ((at + 1).min(LEVELS.len() - 1), 0);
        }
        if lost == DOWN {
            (at, lost) = (at.saturating_sub(1), 0);
        }
    }
    LEVELS[at]
}

/// The level to offer to whoever plays this game here.
pub fn offered_here(game: &str) -> Bot {
    let mut games = saved::all();
    insertion_sort(&mut games, |one, other| one.started.total_cmp(&other.started));
    offered(games.iter().filter_map(|saved| Bout::of(game, saved)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(bouts: &[(Bot, bool)]) -> Bot {
        offered(bouts.iter().map(|(level, won)| Bout {
            level: *level,
            won: *won,
        }))
    }

    #[test]
    fn a_newcomer_is_offered_novice() {
        assert_eq!(after(&[]), Bot::Novice);
    }

    #[test]
    fn two_victories_in_a_row_lead_one_up() {
        assert_eq!(after(&[(Bot::Novice, true)]), Bot::Novice);
        assert_eq!(after(&[(Bot::Novice, true); 2]), Bot::Club);
        assert_eq!(
            after(&[(Bot::Novice, true), (Bot::Novice, false), (Bot::Novice, true)]),
            Bot::Novice
        );
        assert_eq!(after(&[(Bot::Master, true); 20]), Bot::Master);
    }

    #[test]
    fn three_defeats_in_a_row_lead_one_down() {
        let up = [(Bot::Novice, true); 2];
        let then = |bouts: &[(Bot, bool)]| after(&[&up[..], bouts].concat());
        assert_eq!(then(&[(Bot::Club, false); 2]), Bot::Club);
        assert_eq!(then(&[(Bot::Club, false); 3]), Bot::Novice);
        assert_eq!(after(&[(Bot::Random, false); 9]), Bot::Random);
    }

    #[test]
    fn what_was_to_be_expected_says_nothing() {
        assert_eq!(after(&[(Bot::Master, false); 5]), Bot::Novice);
        let weaker = [
            (Bot::Novice, true),
            (Bot::Novice, true),
            (Bot::Random, true),
            (Bot::Random, true),
        ];
        assert_eq!(after(&weaker), Bot::Club);
    }

    fn saved(record: &str) -> Saved {
        let text = serde_json::json!({
            "version": 1, "id": "g", "revision": 1, "started": 1.0, "changed": 1.0, "record": record, "over": true,
        });
        Saved::read(&text.to_string()).unwrap()
    }

    #[test]
    fn a_bout_is_one_person_against_bots() {
        let head = "finaud record 1\ngame: push\nplayers: 3\nseat 1: Ada\n";
        let of = |rest: &str| Bout::of("push", &saved(&format!("{head}{rest}")));
        let won = Bout {
            level: Bot::Club,
            won: true,
        };
        assert_eq!(of("bot 2: novice\nbot 3: club\nresult: 31 30 12\n"), Some(won));
        // A shared victory is one.
        assert_eq!(of("bot 2: novice\nbot 3: club\nresult: 31 31 12\n"), Some(won));
        assert_eq!(
            of("bot 2: novice\nbot 3: club\nresult: 31 50 12\n"),
            Some(Bout { won: false, ..won })
        );
        // Two people, nobody, and a game that is not over.
        assert_eq!(of("bot 3: club\nresult: 31 50 12\n"), None);
        assert_eq!(
            of("bot 1: club\nbot 2: club\nbot 3: club\nresult: 31 50 12\n"),
            None
        );
        assert_eq!(of("bot 2: novice\nbot 3: club\n"), None);
        assert_eq!(Bout::of("push", &saved("nonsense")), None);
        let mut guided = saved(&format!("{head}bot 2: novice\nbot 3: club\nresult: 31 30 12\n"));
        guided.guided = true;
        assert_eq!(Bout::of("push", &guided), None);
        // What began in the middle, and what others may have played.
        let mut other = saved(&format!("{head}bot 2: novice\nbot 3: club\nresult: 31 30 12\n"));
        assert!(Bout::of("push", &other).is_some());
        (other.played_on, other.brought) = (true, false);
        assert_eq!(Bout::of("push", &other), None);
        (other.played_on, other.brought) = (false, true);
        assert_eq!(Bout::of("push", &other), None);
    }
}
