//! Which games and which seats are those of the person at this device: only these count for records and statistics.
//!
//! A seat is one's own if it has the name of the settings, or if the page only calls it "You". A single person at a table
//! of this device is oneself, whatever the name. Of several people with names, none is guessed to be the person here.

use finaud_record::RecordHeader;
use finaud_rules::Seat;
use finaud_table::Table;

use crate::saved::Saved;
use crate::tell;

/// The seat of the person called so among these people; `brought` games were played elsewhere, perhaps by others.
fn among(people: &[(Seat, &str)], name: &str, brought: bool) -> Option<Seat> {
    let name = name.trim();
    let called = |wanted: &dyn Fn(&str) -> bool| {
        let found = people.iter().find(|(_, known)| wanted(known.trim()));
        found.map(|(seat, _)| *seat)
    };
    let only = || match people {
        [(seat, _)] if !brought => Some(*seat),
        _ => None,
    };
    called(&|known| !name.is_empty() && known == name)
        .or_else(|| called(&|known| known.is_empty() || tell::is_you(known)))
        .or_else(only)
}

/// The seat that counts for the person called so; `None` where only others played.
pub fn seat(table: &Table, saved: &Saved, name: &str) -> Option<Seat> {
    let people: Vec<(Seat, &str)> = table
        .all_seats()
        .filter(|seat| table.is_person(*seat))
        .map(|seat| (seat, table.chairs()[seat.index()].name.as_str()))
        .collect();
    known(&people, saved).or_else(|| among(&people, name, saved.brought))
}

/// The seat that is one's own whatever the names are.
fn known(people: &[(Seat, &str)], saved: &Saved) -> Option<Seat> {
    let seat = Seat(saved.seat?);
    people.iter().any(|(known, _)| *known == seat).then_some(seat)
}

/// How a kept game stands in the records, from the head of its record alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outline {
    /// The game.
    pub game: String,
    /// How many played.
    pub players: u8,
    /// One's own points, if it counts: it is over, and one's own.
    pub points: Option<i32>,
    /// Was the coach asked?
    pub helped: bool,
}

impl Outline {
    /// The outline of a kept game, for the person called so.
    pub fn of(saved: &Saved, name: &str) -> Option<Outline> {
        let header = RecordHeader::read(&saved.record).ok()?;
        let is_person = |seat: usize| header.tag(&format!("bot {}", seat + 1)).is_none();
        let people: Vec<(Seat, &str)> = header
            .seats
            .iter()
            .enumerate()
            .filter(|(seat, _)| is_person(*seat))
            .map(|(seat, name)| (Seat(seat as u8), name.as_str()))
            .collect();
        let own = known(&people, saved).or_else(|| among(&people, name, saved.brought));
        let own = own.filter(|_| saved.counts());
        let points = own.and_then(|own| header.result.as_ref()?.get(own.index()).copied());
        Some(Outline {
            players: header.players,
            points,
            helped: saved.hints > 0,
            game: header.game,
        })
    }
}

/// How a finished game stands to the best one of its kind that was played without help.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// It is better than the best one, which had so many points.
    Record(i32),
    /// It has as many points.
    Level,
    /// The best one still has more: so many.
    Below(i32),
    /// The coach helped, so it does not compare; the best one has so many.
    Helped(i32),
}

/// How a game stands to the others on this device; `None` if it is not one's own or there is nothing to compare it with.
pub fn standing(mine: &Outline, others: impl Iterator<Item = Outline>) -> Option<Standing> {
    let points = mine.points?;
    let best = others
        .filter(|other| other.game == mine.game && other.players == mine.players && !other.helped)
        .filter_map(|other| other.points)
        .max()?;
    Some(match points.cmp(&best) {
        _ if mine.helped => Standing::Helped(best),
        std::cmp::Ordering::Greater => Standing::Record(best),
        std::cmp::Ordering::Equal => Standing::Level,
        std::cmp::Ordering::Less => Standing::Below(best),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::tests::version_0_1_of;

    fn kept(record: &str) -> Saved {
        let (_, text) = version_0_1_of("game.").remove(0);
        let mut saved = Saved::read(&text).unwrap();
        saved.record = record.into();
        (saved.over, saved.hints) = (true, 0);
        saved
    }

    fn points(record: &str, name: &str) -> Option<i32> {
        Outline::of(&kept(record), name).unwrap().points
    }

    #[test]
    fn only_ones_own_seat_counts() {
        let three = "finaud record 1\ngame: push\nplayers: 3\nseat 1: Ada\nseat 2: Renart\nbot 2: club\nseat 3: Zoé\nresult: 31 50 72\n";
        assert_eq!(points(three, "Zoé"), Some(72));
        assert_eq!(points(three, " Ada "), Some(31));
        // Nobody here is called so: neither is guessed.
        assert_eq!(points(three, ""), None);
        assert_eq!(points(three, "Bruno"), None);
        let nameless = three.replace("Ada", "Toi");
        assert_eq!(points(&nameless, ""), Some(31));
        assert_eq!(points(&nameless, "Bruno"), Some(31));
        // One's own name goes before "You".
        assert_eq!(points(&nameless, "Zoé"), Some(72));
    }

    #[test]
    fn a_single_person_here_is_oneself_but_not_in_a_game_from_elsewhere() {
        let alone = "finaud record 1\ngame: tres-fute\nplayers: 1\nseat 1: Ada\nresult: 231\n";
        assert_eq!(points(alone, ""), Some(231));
        let mut brought = kept(alone);
        brought.brought = true;
        assert_eq!(Outline::of(&brought, "").unwrap().points, None);
        assert_eq!(Outline::of(&brought, "Ada").unwrap().points, Some(231));
    }

    #[test]
    fn at_an_online_table_ones_own_seat_is_known_whatever_the_names_are() {
        let mut two =
            kept("finaud record 1\ngame: push\nplayers: 2\nseat 1: Ada\nseat 2: Ada\nresult: 31 50\n");
        two.seat = Some(1);
        assert_eq!(Outline::of(&two, "Ada").unwrap().points, Some(50));
        assert_eq!(Outline::of(&two, "Zoé").unwrap().points, Some(50));
        // Whoever only watched is nobody at the table, whatever their name.
        (two.seat, two.brought) = (None, true);
        assert_eq!(Outline::of(&two, "Zoé").unwrap().points, None);
    }

    #[test]
    fn bots_and_games_that_go_on_do_not_count() {
        let bots = "finaud record 1\ngame: push\nplayers: 2\nseat 1: a\nbot 1: club\nseat 2: b\nbot 2: club\nresult: 1 2\n";
        assert_eq!(points(bots, "a"), None);
        let mut open = kept("finaud record 1\ngame: tres-fute\nplayers: 1\nseat 1: Ada\nresult: 231\n");
        open.over = false;
        assert_eq!(Outline::of(&open, "").unwrap().points, None);
        assert_eq!(Outline::of(&kept("nonsense"), ""), None);
    }

    #[test]
    fn a_record_is_the_best_of_its_kind_without_help() {
        let game = |points, players, helped| Outline {
            game: "tres-fute".into(),
            players,
            points: Some(points),
            helped,
        };
        let others = || [game(200, 1, false), game(260, 1, true), game(300, 2, false)].into_iter();
        assert_eq!(
            standing(&game(210, 1, false), others()),
            Some(Standing::Record(200))
        );
        assert_eq!(standing(&game(200, 1, false), others()), Some(Standing::Level));
        assert_eq!(
            standing(&game(190, 1, false), others()),
            Some(Standing::Below(200))
        );
        assert_eq!(
            standing(&game(290, 1, true), others()),
            Some(Standing::Helped(200))
        );
        assert_eq!(standing(&game(10, 3, false), others()), None);
        let theirs = Outline {
            points: None,
            ..game(0, 1, false)
        };
        assert_eq!(standing(&theirs, others()), None);
    }

    #[test]
    fn games_with_hints_are_told_apart() {
        let mut saved = kept("finaud record 1\ngame: tres-fute\nplayers: 1\nseat 1: You\nresult: 231\n");
        assert!(!Outline::of(&saved, "").unwrap().helped);
        saved.hints = 2;
        assert!(Outline::of(&saved, "").unwrap().helped);
    }
}
