//! What somebody did in one finished game, as numbers: achievements count these.

use finaud_rules::{Effect, Origin, Power, PushEffect, Seat};
use finaud_table::{AnyEvent, ChanceSource, Sitter, Table};

use crate::at_step::{dice_now, push_now};
use crate::catalog;
use crate::daily::Day;
use crate::own;
use crate::saved::Saved;

/// The levels of bots that can be beaten, the weakest first: a feat names one by its place, from 1.
pub(super) const LEVELS: [&str; 4] = ["novice", "club", "expert", "master"];
/// What is counted. A kept line of another edition is counted anew.
const EDITION: &str = "2";

macro_rules! feats {
    ($($(#[$doc:meta])* $name:ident,)+) => {
        /// What somebody did in one finished game.
        #[derive(Clone, PartialEq, Debug, Default)]
        pub(super) struct Feats {
            /// The name the game is kept under.
            pub(super) id: String,
            /// The game.
            pub(super) game: String,
            /// When it ended, in milliseconds since 1970.
            pub(super) when: f64,
            $($(#[$doc])* pub(super) $name: u32,)+
        }

        impl Feats {
            /// As a line of text.
            pub(super) fn line(&self) -> String {
                let mut line = format!("{EDITION} {} {} {}", self.id, self.game, self.when);
                $(line += &format!(" {}", self.$name);)+
                line
            }

            /// The line read again; `None` if another edition wrote it.
            pub(super) fn read(line: &str) -> Option<Feats> {
                let mut parts = line.strip_prefix(EDITION)?.strip_prefix(' ')?.split(' ');
                let feats = Feats {
                    id: parts.next()?.to_owned(),
                    game: parts.next()?.to_owned(),
                    when: parts.next()?.parse().ok()?,
                    $($name: parts.next()?.parse().ok()?,)+
                };
                parts.next().is_none().then_some(feats)
            }
        }
    };
}

feats! {
    /// The points.
    points,
    /// How many played.
    players,
    /// How many people played at this device.
    people,
    /// How often the coach was asked.
    hints,
    /// Was it won against others? 1 or 0, as all that is yes or no.
    won,
    /// The place of the strongest bot that lost; 0 if none did.
    beaten,
    /// The step of the solo rating, from 1.
    step,
    /// How many steps there are.
    steps,
    /// How many foxes.
    foxes,
    /// Were those all foxes of the sheet?
    all_foxes,
    /// What they were worth.
    fox_points,
    /// The most bonuses that one entry led to.
    chain,
    /// How many zones are full.
    full_zones,
    /// The points of the weakest zone.
    low_zone,
    /// The points of the strongest zone.
    high_zone,
    /// How many rerolls were used.
    rerolls,
    /// How many extra dice were used.
    extras,
    /// How many bonuses were lost.
    lost,
    /// Was it a game of cards?
    cards,
    /// How often a turn ended in a bust.
    busts,
    /// The points that lay protected in the end.
    protected,
    /// The most cards of a turn that was stopped in time.
    run,
    /// Were there real dice or cards?
    real,
    /// The day of the challenge, as a number; 0 for none.
    day,
    /// Was somebody's result beaten?
    dare,
    /// Was it played on a sheet of one's own?
    own_sheet,
}

impl Feats {
    /// The feats of a finished game of the person called so; `None` if it is not over or not theirs.
    pub(super) fn of(saved: &Saved, table: &Table, name: &str) -> Option<Feats> {
        let seat = own::seat(table, saved, name).filter(|_| saved.counts() && table.is_over())?;
        let flag = u32::from;
        let points = table.points(seat);
        let winners = table.winners();
        let won = table.seats() > 1 && winners.contains(seat);
        let level = |chair: &finaud_table::Chair| match &chair.sitter {
            Sitter::Bot(bot) => LEVELS
                .iter()
                .position(|level| level == bot)
                .map(|place| place as u32 + 1),
            Sitter::Person => None,
        };
        let day = saved.daily.as_deref().and_then(|day| day.parse::<Day>().ok());
        let mut feats = Feats {
            id: saved.id.clone(),
            game: table.id().to_owned(),
            when: saved.changed,
            points: u32::try_from(points).unwrap_or(0),
            players: table.seats() as u32,
            people: match saved.online {
                Some(_) => 1,
                None => table.chairs().iter().filter(|chair| chair.is_person()).count() as u32,
            },
            hints: saved.hints,
            won: flag(won),
            beaten: match won {
                true => table.chairs().iter().filter_map(level).max().unwrap_or(0),
                false => 0,
            },
            cards: flag(table.sheet().is_none()),
            real: flag(table.chance_source() == ChanceSource::Typed),
            day: day.and_then(|day| u32::try_from(day.number()).ok()).unwrap_or(0),
            dare: flag(saved.beat.as_ref().is_some_and(|beat| points > beat.points)),
            own_sheet: flag(catalog::game(table.id()).is_none()),
            ..Feats::default()
        };
        feats.of_dice(table, seat);
        feats.of_cards(table, seat);
        Some(feats)
    }

    fn of_dice(&mut self, table: &Table, seat: Seat) {
        let (Some(sheet), Some(score), Some(dice), Some(position)) =
            (table.sheet(), table.score(seat), table.dice(), dice_now(table))
        else {
            return;
        };
        let zone = |points: Option<i16>| points.and_then(|points| u32::try_from(points).ok()).unwrap_or(0);
        self.foxes = u32::from(score.foxes);
        self.all_foxes = u32::from(score.foxes > 0 && usize::from(score.foxes) == sheet.fox_count());
        self.fox_points = u32::try_from(score.fox_points).unwrap_or(0);
        self.low_zone = zone(score.zones.iter().min().copied());
        self.high_zone = zone(score.zones.iter().max().copied());
        let player = position.player(seat);
        self.full_zones = (0..sheet.zones.len())
            .filter(|zone| {
                let view = sheet.zones[*zone].view(player.ink(*zone));
                view.filled() > 0 && view.filled() == view.playable().count()
            })
            .count() as u32;
        if table.seats() == 1
            && let Some(below) = sheet
                .ratings
                .iter()
                .position(|step| step.from.is_none_or(|from| table.points(seat) >= i32::from(from)))
        {
            self.steps = sheet.ratings.len() as u32;
            self.step = self.steps - below as u32;
        }
        let mut chain = 0;
        for step in 0..dice.log().len() {
            // A bonus that is used goes on with the entry that won it.
            let mut begins = matches!(table.event(step), Some(AnyEvent::Choice(who, _)) if who == seat);
            let mut wins = 0;
            for effect in dice
                .effects(step)
                .iter()
                .filter(|effect| effect.seat() == Some(seat))
            {
                match effect {
                    Effect::GiftUsed { .. } => begins = false,
                    Effect::Won {
                        origin: Origin::Round(_),
                        ..
                    } => {}
                    Effect::Won { .. } => wins += 1,
                    Effect::Lost { .. } => self.lost += 1,
                    Effect::Spent {
                        power: Power::Reroll, ..
                    } => self.rerolls += 1,
                    Effect::Spent {
                        power: Power::Extra, ..
                    } => self.extras += 1,
                    _ => {}
                }
            }
            chain = if begins { wins } else { chain + wins };
            self.chain = self.chain.max(chain);
        }
    }

    fn of_cards(&mut self, table: &Table, seat: Seat) {
        let (Some(push), Some((_, state))) = (table.push(), push_now(table)) else {
            return;
        };
        self.protected = u32::try_from(state.bench(seat).protected().points()).unwrap_or(0);
        let mut turned = 0;
        for step in 0..push.log().len() {
            for effect in push.effects(step) {
                match effect {
                    PushEffect::TurnBegins(_) => turned = 0,
                    PushEffect::Turned(_) => turned += 1,
                    PushEffect::Bust(who) if who == seat => self.busts += 1,
                    PushEffect::Stopped(who) if who == seat => self.run = self.run.max(turned),
                    _ => {}
                }
            }
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::storage::tests::version_0_1_of;
    use finaud_table::{Chair, GameSpec};

    /// A kept game of a table.
    pub(in crate::pages::achievements) fn saved(table: &Table) -> Saved {
        let (_, text) = version_0_1_of("game.").remove(0);
        let mut saved = Saved::read(&text).unwrap();
        saved.record = table.record_text();
        (saved.hints, saved.daily, saved.over) = (0, None, true);
        saved
    }

    /// A whole game of a person who plays like a bot.
    pub(in crate::pages::achievements) fn played(
        game: &str,
        players: usize,
        seed: u64,
        level: &str,
    ) -> Table {
        let spec = GameSpec::plain(game, players);
        let bots = |name: &str| (0..players).map(|_| Chair::bot(name, name)).collect::<Vec<_>>();
        let mut table = Table::new(&spec, bots(level), ChanceSource::Seed(seed)).unwrap();
        while finaud_players::seated::advance(&mut table).is_some() {}
        let person = table.record_text().replace(&format!("bot 1: {level}\n"), "");
        Table::restore(&person, None).unwrap()
    }

    #[test]
    fn a_game_of_dice_is_counted() {
        let table = played("tres-fute", 1, 4, "greedy");
        let feats = Feats::of(&saved(&table), &table, "").unwrap();
        let score = table.score(Seat(0)).unwrap();
        assert_eq!(feats.points, table.points(Seat(0)) as u32);
        assert_eq!((feats.players, feats.people, feats.won), (1, 1, 0));
        assert_eq!(feats.foxes, u32::from(score.foxes));
        assert!(
            feats.chain >= 1 && feats.step >= 1 && feats.steps >= feats.step,
            "{feats:?}"
        );
        assert!(u32::try_from(score.zones[0]).unwrap() <= feats.high_zone);
        assert_eq!(feats.cards, 0);
    }

    #[test]
    fn a_game_of_cards_is_counted() {
        let table = played("push", 3, 4, "novice");
        let feats = Feats::of(&saved(&table), &table, "").unwrap();
        assert_eq!((feats.cards, feats.players, feats.people), (1, 3, 1));
        assert!(feats.run >= 1, "{feats:?}");
        let won = table.winners().contains(Seat(0));
        assert_eq!((feats.won == 1, feats.beaten), (won, u32::from(won)));
    }

    #[test]
    fn a_line_comes_back() {
        let table = played("hyper-fute", 1, 2, "random");
        let feats = Feats::of(&saved(&table), &table, "").unwrap();
        assert_eq!(Feats::read(&feats.line()), Some(feats.clone()));
        for broken in ["", "0 a b 1", "1", "nonsense", &format!("{} 7", feats.line())] {
            assert_eq!(Feats::read(broken), None, "{broken}");
        }
    }

    #[test]
    fn what_is_not_ones_own_is_not_counted() {
        let table = played("tres-fute", 1, 4, "random");
        let mut other = saved(&table);
        other.brought = true;
        assert_eq!(Feats::of(&other, &table, "Ada"), None);
        other.brought = false;
        other.over = false;
        assert_eq!(Feats::of(&other, &table, ""), None);
    }

    #[test]
    fn the_games_of_version_0_1_are_counted() {
        let kept = version_0_1_of("game.");
        let feats: Vec<Feats> = kept
            .iter()
            .filter_map(|(_, text)| {
                let saved = Saved::read(text).unwrap();
                Feats::of(&saved, &saved.table().unwrap(), "")
            })
            .collect();
        assert_eq!(feats.len(), 2);
        assert_eq!(feats[0].points, 90);
    }
}
