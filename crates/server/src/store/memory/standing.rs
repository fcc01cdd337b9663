//! What belongs to people.

use std::collections::BTreeSet;

use super::super::{
    Agreement, Answer, DailyEnd, DailyTry, Millis, Phase, Player, Rated, RatedResult, Rating, Reminder,
    SitterRow, StandingStore, Subscription,
};
use super::{Data, MemoryStore};

impl Data {
    fn is_over(&self, table: &str) -> bool {
        let table = self.tables.get(table);
        table.is_some_and(|table| matches!(table.head.phase, Phase::Over | Phase::GivenUp))
    }

    fn settle(&mut self, table: &str) {
        let agreed = self.sitters.iter_mut().filter(|sitter| sitter.table == table);
        for sitter in agreed.filter(|sitter| sitter.rating == Agreement::Yes) {
            sitter.rating = Agreement::Settled;
        }
    }

    fn know(&mut self, sitter: &SitterRow) {
        let settled = self.sitters.iter().any(|known| {
            known.table == sitter.table
                && known.seat_key == sitter.seat_key
                && known.rating == Agreement::Settled
        });
        if settled {
            return;
        }
        self.sitters.retain(|known| {
            known.table != sitter.table || known.player != sitter.player && known.seat_key != sitter.seat_key
        });
        self.sitters.push(sitter.clone());
    }
}

impl StandingStore for MemoryStore {
    fn subscribe<'a>(&'a self, subscription: &'a Subscription) -> Answer<'a, ()> {
        self.run(|data| {
            let key = (subscription.endpoint.clone(), subscription.table.clone());
            data.subscriptions.insert(key, subscription.clone());
        })
    }

    fn unsubscribe<'a>(&'a self, endpoint: &'a str, table: Option<&'a str>) -> Answer<'a, ()> {
        self.run(move |data| {
            data.subscriptions
                .retain(|(to, at), _| to != endpoint || table.is_some_and(|table| table != at));
        })
    }

    fn subscriptions<'a>(&'a self, table: &'a str, seat: u8) -> Answer<'a, Vec<Subscription>> {
        self.run(move |data| {
            let all = data.subscriptions.values();
            all.filter(|one| one.table == table && one.seat == seat)
                .cloned()
                .collect()
        })
    }

    fn reminders(&self, now: Millis, limit: u32) -> Answer<'_, Vec<Reminder>> {
        self.run(move |data| {
            let wanted: BTreeSet<&String> = data.subscriptions.keys().map(|(_, table)| table).collect();
            let due = data.tables.iter().filter_map(|(id, table)| {
                let at = table.head.remind.filter(|at| *at <= now && wanted.contains(id))?;
                Some(Reminder {
                    table: id.clone(),
                    at,
                    told: table.told.clone(),
                })
            });
            let mut due: Vec<Reminder> = due.collect();
            due.sort_by_key(|reminder| reminder.at);
            due.truncate(limit as usize);
            due
        })
    }

    fn move_reminder<'a>(
        &'a self,
        reminder: &'a Reminder,
        to: Option<Millis>,
        told: &'a str,
    ) -> Answer<'a, bool> {
        self.run(move |data| {
            let table = data.tables.get_mut(&reminder.table);
            let Some(table) = table.filter(|table| table.head.remind == Some(reminder.at)) else {
                return false;
            };
            table.head.remind = to;
            told.clone_into(&mut table.told);
            true
        })
    }

    fn meet<'a>(&'a self, player: &'a Player) -> Answer<'a, ()> {
        self.run(|data| {
            let known = data
                .players
                .entry(player.id.clone())
                .or_insert_with(|| player.clone());
            known.name.clone_from(&player.name);
            known.seen = player.seen;
        })
    }

    fn player<'a>(&'a self, id: &'a str) -> Answer<'a, Option<Player>> {
        self.run(|data| data.players.get(id).cloned())
    }

    fn players_absent_since(&self, before: Millis, limit: u32) -> Answer<'_, Vec<String>> {
        self.run(move |data| {
            let mut absent: Vec<&Player> = data.players.values().collect();
            absent.retain(|player| player.seen < before);
            absent.sort_by_key(|player| player.seen);
            let ids = absent.into_iter().map(|player| player.id.clone());
            ids.take(limit as usize).collect()
        })
    }

    fn forget<'a>(&'a self, player: &'a str) -> Answer<'a, ()> {
        self.run(move |data| {
            data.players.remove(player);
            data.ratings.retain(|(_, of), _| of != player);
            data.dailies.retain(|(_, of), _| of != player);
            data.sitters.retain(|sitter| sitter.player != player);
            data.subscriptions
                .retain(|_, one| one.player.as_deref() != Some(player));
            for result in &mut data.results {
                result.players.retain(|(_, of)| of != player);
            }
        })
    }

    fn know_sitter<'a>(&'a self, sitter: &'a SitterRow) -> Answer<'a, ()> {
        self.run(|data| data.know(sitter))
    }

    fn sitters<'a>(&'a self, table: &'a str) -> Answer<'a, Vec<SitterRow>> {
        self.run(move |data| {
            let all = data.sitters.iter();
            all.filter(|sitter| sitter.table == table).cloned().collect()
        })
    }

    fn seats_of<'a>(&'a self, player: &'a str) -> Answer<'a, Vec<SitterRow>> {
        self.run(move |data| {
            let all = data.sitters.iter();
            all.filter(|sitter| sitter.player == player).cloned().collect()
        })
    }

    fn unsettled(&self, limit: u32) -> Answer<'_, Vec<String>> {
        self.run(move |data| {
            let agreed = data
                .sitters
                .iter()
                .filter(|sitter| sitter.rating == Agreement::Yes);
            let tables: BTreeSet<&String> = agreed.map(|sitter| &sitter.table).collect();
            let over = tables.into_iter().filter(|table| data.is_over(table));
            over.take(limit as usize).cloned().collect()
        })
    }

    fn settle<'a>(&'a self, table: &'a str) -> Answer<'a, ()> {
        self.run(move |data| data.settle(table))
    }

    fn rate<'a>(&'a self, result: &'a RatedResult) -> Answer<'a, Rated> {
        self.run(|data| {
            if data.results.iter().any(|known| known.table == result.table) {
                data.settle(&result.table);
                return Rated::Already;
            }
            let key = |rating: &Rating| (result.game.clone(), rating.player.clone());
            let fits = result.ratings.iter().all(|rating| {
                let games = data.ratings.get(&key(rating)).map_or(0, |known| known.games);
                games + 1 == rating.games
            });
            if !fits {
                return Rated::Conflict;
            }
            data.results.push(result.clone());
            for rating in &result.ratings {
                data.ratings.insert(key(rating), rating.clone());
            }
            data.settle(&result.table);
            Rated::Counted
        })
    }

    fn ratings<'a>(&'a self, game: &'a str, players: &'a [String]) -> Answer<'a, Vec<Rating>> {
        self.run(move |data| {
            let known = players
                .iter()
                .filter_map(|player| data.ratings.get(&(game.to_owned(), player.clone())));
            known.cloned().collect()
        })
    }

    fn ratings_of<'a>(&'a self, player: &'a str) -> Answer<'a, Vec<(String, Rating)>> {
        self.run(move |data| {
            let all = data.ratings.iter().filter(|((_, of), _)| of == player);
            all.map(|((game, _), rating)| (game.clone(), rating.clone()))
                .collect()
        })
    }

    fn results_of<'a>(&'a self, game: &'a str, player: &'a str) -> Answer<'a, Vec<(u8, String)>> {
        self.run(move |data| {
            let mut all: Vec<&RatedResult> = data.results.iter().filter(|one| one.game == game).collect();
            all.sort_by_key(|result| (result.at, result.table.as_str()));
            let own = all.into_iter().filter_map(|result| {
                let (seat, _) = result.players.iter().find(|(_, of)| of == player)?;
                Some((*seat, result.body.clone()))
            });
            own.collect()
        })
    }

    fn begin_daily<'a>(&'a self, daily: &'a DailyTry) -> Answer<'a, DailyTry> {
        self.run(|data| {
            let key = (daily.day.clone(), daily.player.clone());
            let kept = data.dailies.entry(key);
            kept.or_insert_with(|| (daily.clone(), daily.score.is_none()))
                .0
                .clone()
        })
    }

    fn end_daily<'a>(&'a self, day: &'a str, player: &'a str, end: DailyEnd, at: Millis) -> Answer<'a, ()> {
        self.run(move |data| {
            let key = (day.to_owned(), player.to_owned());
            if let Some((daily, goes_on)) = data.dailies.get_mut(&key).filter(|(_, goes_on)| *goes_on) {
                daily.score = match end {
                    DailyEnd::Score(score) => Some(score),
                    DailyEnd::Nothing => None,
                };
                daily.at = at;
                *goes_on = false;
            }
        })
    }

    fn daily_try<'a>(&'a self, day: &'a str, player: &'a str) -> Answer<'a, Option<(DailyTry, bool)>> {
        self.run(move |data| data.dailies.get(&(day.to_owned(), player.to_owned())).cloned())
    }

    fn unsettled_dailies(&self, limit: u32) -> Answer<'_, Vec<DailyTry>> {
        self.run(move |data| {
            let open = data.dailies.values().filter(|(_, goes_on)| *goes_on);
            let over = open.filter(|(daily, _)| data.is_over(&daily.table));
            over.take(limit as usize)
                .map(|(daily, _)| daily.clone())
                .collect()
        })
    }

    fn daily_days<'a>(&'a self, before: &'a str, limit: u32) -> Answer<'a, Vec<String>> {
        self.run(move |data| {
            let counted = data.dailies.values().filter(|(daily, _)| daily.score.is_some());
            let days: BTreeSet<&str> = counted.map(|(daily, _)| daily.day.as_str()).collect();
            let earlier = days.into_iter().rev().filter(|day| *day < before);
            earlier.take(limit as usize).map(str::to_owned).collect()
        })
    }

    fn daily_board<'a>(&'a self, day: &'a str) -> Answer<'a, Vec<DailyTry>> {
        self.run(move |data| {
            let all = data.dailies.values().map(|(daily, _)| daily);
            let mut board: Vec<DailyTry> = all
                .filter(|daily| daily.day == day && daily.score.is_some())
                .cloned()
                .collect();
            board.sort_by(|one, other| (other.score, one.at).cmp(&(one.score, other.at)));
            board
        })
    }
}
