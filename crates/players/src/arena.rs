//! Duplicate matches: bots compared on the same dice and cards, in every seat.
//!
//! A *deal* is one seed. It is played once in every [seating](Seatings), so that neither luck nor the seat favours
//! anybody: what is left is how well they play. The games of a deal depend on each other, deals do not: intervals are
//! computed over deals.
//!
//! ```
//! use finaud_players::Bot;
//! use finaud_players::arena::{Arena, Entrant};
//! use finaud_rules::{builtin, TableGame};
//!
//! let game = TableGame::new(builtin("tres-fute").unwrap().clone(), 2).unwrap();
//! let entrants = [Bot::Random, Bot::Greedy].map(|bot| Entrant::bot(&game, bot).unwrap());
//! let arena = Arena::new(&game, entrants.into()).unwrap();
//! let mut pool = arena.player_pool();
//! let mut tally = arena.tally();
//! for seed in 0..10 {
//!     let deal = arena.play_deal(seed, &mut pool, &mut || true);
//!     tally.count(&deal.unwrap());
//! }
//! assert!(tally.standing(1).wins.mean > tally.standing(0).wins.mean);
//! ```

mod adjusted;
mod clock;
mod estimate;
mod seating;
mod tally;

use std::sync::Arc;
use std::time::Instant;

use finaud_record::{Notation, bits_at};
use finaud_rules::{Game, Seat, Seats};

pub use adjusted::{AdjustedStanding, AdjustedTally, FINE};
pub use clock::Clock;
pub use estimate::{Estimate, Sample};
pub use seating::{MOST_ENTRANTS, MOST_SEATINGS, NoSeating, Order, Seatings};
pub use tally::{Standing, Tally};

use crate::coach::Outlook;
use crate::learned::Net;
use crate::{Bot, LuckMeter, Player, PlayerMeans, Roster, play_out, play_out_measured};
use adjusted::AdjustedDeal;

/// A victory is counted in parts that 2, 3, … or [`MOST_ENTRANTS`] winners can share without a remainder.
const WHOLE_WIN: i64 = 2520;
/// Keeps what a player draws apart from the dice of the same deal.
const PLAYERS: u64 = 0xa7e4_a0b0_75ea_75ed;

/// Somebody who takes part: a name, and how to make one more player of this kind.
pub struct Entrant<G: Game> {
    name: String,
    make: Box<MakePlayer<G>>,
}

type MakePlayer<G> = dyn Fn() -> Box<dyn Player<G> + Send> + Send + Sync;

impl<G: Game> Entrant<G> {
    /// A player of one's own. Whatever it draws must come from the seed of [`Player::begin`], and whatever it remembers
    /// of earlier games must not change what it plays: otherwise the result depends on who plays which deal.
    pub fn new(
        name: impl Into<String>,
        make: impl Fn() -> Box<dyn Player<G> + Send> + Send + Sync + 'static,
    ) -> Entrant<G> {
        Entrant {
            name: name.into(),
            make: Box::new(make),
        }
    }

    /// A bot; `None` if it cannot play the game.
    pub fn bot(game: &G, bot: Bot) -> Option<Entrant<G>>
    where
        G: Roster + Clone + Send + Sync + 'static,
    {
        let game = game.clone();
        bot.player(&game, 0)?;
        Some(Entrant::new(bot.name(), move || {
            bot.player(&game, 0).expect("it could be made a moment ago")
        }))
    }

    /// A bot under another name, which plays by this net; `None` if it cannot play the game.
    pub fn bot_with(game: &G, bot: Bot, name: impl Into<String>, net: Arc<Net>) -> Option<Entrant<G>>
    where
        G: Roster + Clone + Send + Sync + 'static,
    {
        let game = game.clone();
        let make = move || {
            let means = PlayerMeans {
                net: Some(Arc::clone(&net)),
                time: None,
            };
            game.player_with(bot, 0, means)
        };
        make()?;
        Some(Entrant::new(name, move || {
            make().expect("it could be made a moment ago")
        }))
    }

    /// One more player of this kind.
    pub fn player(&self) -> Box<dyn Player<G> + Send> {
        (self.make)()
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl<G: Game> std::fmt::Debug for Entrant<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Entrant").field(&self.name).finish()
    }
}

/// A match: a game, who takes part, and who sits where.
#[derive(Debug)]
pub struct Arena<'a, G: Game> {
    game: &'a G,
    entrants: Vec<Entrant<G>>,
    seatings: Seatings,
}

/// Players ready to sit down, with their clocks. One for each thread.
pub struct PlayerPool<G: Game> {
    players: Vec<Vec<Clocked<G>>>,
    legal: Vec<G::Action>,
    /// Where luck is measured.
    meter: Option<Box<dyn Measure<G> + Send>>,
}

/// Plays a game and says what luck each seat had in it.
trait Measure<G: Game> {
    fn play(
        &mut self,
        game: &G,
        seed: u64,
        table: &mut [Clocked<G>],
        legal: &mut Vec<G::Action>,
    ) -> (G::State, Vec<Outlook>);
}

impl<G: Notation> Measure<G> for LuckMeter<G> {
    fn play(
        &mut self,
        game: &G,
        seed: u64,
        table: &mut [Clocked<G>],
        legal: &mut Vec<G::Action>,
    ) -> (G::State, Vec<Outlook>) {
        let end = play_out_measured(game, seed, table, legal, self, |_| ());
        (end.state, self.sums().to_vec())
    }
}

impl<G: Game> PlayerPool<G> {
    /// How long the players of an entrant took to decide so far.
    pub fn clock(&self, entrant: usize) -> Clock {
        let mut whole = Clock::default();
        for player in &self.players[entrant] {
            whole.merge(&player.clock);
        }
        whole
    }
}

/// What came of one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameResult {
    /// The points of each seat.
    pub points: Vec<i32>,
    /// Who won.
    pub winners: Seats,
}

/// What came of one deal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deal {
    /// For each entrant the points in every seat it had.
    scores: Vec<Sample>,
    /// For each entrant the parts of victories it won.
    wins: Vec<i64>,
    /// The same without luck, where that was measured.
    adjusted: Option<AdjustedDeal>,
}

impl<'a, G: Notation> Arena<'a, G> {
    /// A match of these entrants; they sit at the table together, or play alone if the game has one seat.
    pub fn new(game: &'a G, entrants: Vec<Entrant<G>>) -> Result<Arena<'a, G>, NoSeating> {
        let seatings = Seatings::of(entrants.len(), game.seats())?;
        Ok(Arena {
            game,
            entrants,
            seatings,
        })
    }

    /// A match of one entrant against another: the first has one seat, each in turn, the second all others.
    pub fn one_against(game: &'a G, one: Entrant<G>, others: Entrant<G>) -> Result<Arena<'a, G>, NoSeating> {
        let seatings = Seatings::one_against(game.seats())?;
        Ok(Arena {
            game,
            entrants: vec![one, others],
            seatings,
        })
    }

    /// Who takes part.
    pub fn entrants(&self) -> &[Entrant<G>] {
        &self.entrants
    }

    /// Who sits where.
    pub fn seatings(&self) -> &Seatings {
        &self.seatings
    }

    /// Nothing counted yet.
    pub fn tally(&self) -> Tally {
        Tally::new(&self.seatings)
    }

    /// As many players of each entrant as ever sit at the table together.
    pub fn player_pool(&self) -> PlayerPool<G> {
        let pool = self.entrants.iter().enumerate().map(|(index, entrant)| {
            (0..self.seatings.most_at_once(index))
                .map(|_| Clocked {
                    player: entrant.player(),
                    clock: Clock::default(),
                })
                .collect()
        });
        PlayerPool {
            players: pool.collect(),
            legal: Vec::with_capacity(256),
            meter: None,
        }
    }

    /// The same, and from now on everybody's luck is measured, so that the deals can be counted without it.
    pub fn measuring_pool(&self) -> PlayerPool<G>
    where
        G: Roster + 'static,
    {
        PlayerPool {
            meter: Some(Box::new(LuckMeter::new(self.game))),
            ..self.player_pool()
        }
    }

    /// Plays a deal in every seating. `go_on` is asked after every game; `None` if it said no before the last one, since
    /// half a deal would favour somebody.
    pub fn play_deal(
        &self,
        seed: u64,
        pool: &mut PlayerPool<G>,
        go_on: &mut impl FnMut() -> bool,
    ) -> Option<Deal> {
        let mut games = Vec::with_capacity(self.seatings.len());
        let mut luck = Vec::with_capacity(self.seatings.len());
        for seating in self.seatings.iter() {
            let (game, lucky) = self.play_measured(seed, seating, pool);
            games.push(game);
            luck.extend(lucky);
            if !go_on() && games.len() < self.seatings.len() {
                return None;
            }
        }
        let mut deal = Deal::of(&self.seatings, &games);
        if luck.len() == games.len() {
            deal.adjusted = Some(AdjustedDeal::of(&self.seatings, &games, &luck));
        }
        Some(deal)
    }

    /// Plays a deal in one of its seatings.
    pub fn play_game(&self, seed: u64, seating: &[usize], pool: &mut PlayerPool<G>) -> GameResult {
        self.play_measured(seed, seating, pool).0
    }

    /// The same, and everybody's luck where it is measured.
    fn play_measured(
        &self,
        seed: u64,
        seating: &[usize],
        pool: &mut PlayerPool<G>,
    ) -> (GameResult, Option<Vec<Outlook>>) {
        let mut table: Vec<Clocked<G>> = Vec::with_capacity(seating.len());
        for (seat, entrant) in seating.iter().enumerate() {
            let mut player = pool.players[*entrant].pop().expect("the bench is long enough");
            player.begin(player_seed(seed, seat, &self.entrants[*entrant].name));
            table.push(player);
        }
        let (end, luck) = match &mut pool.meter {
            None => (play_out(self.game, seed, &mut table, &mut pool.legal).state, None),
            Some(meter) => {
                let (end, luck) = meter.play(self.game, seed, &mut table, &mut pool.legal);
                (end, Some(luck))
            }
        };
        for (entrant, player) in seating.iter().zip(table) {
            pool.players[*entrant].push(player);
        }
        let points = |seat| self.game.points(&end, Seat(seat as u8));
        let result = GameResult {
            points: (0..seating.len()).map(points).collect(),
            winners: self.game.winners(&end),
        };
        (result, luck)
    }
}

impl Deal {
    /// The deal whose games, one for each seating in order, came to this.
    pub fn of(seatings: &Seatings, games: &[GameResult]) -> Deal {
        let mut deal = Deal {
            scores: vec![Sample::default(); seatings.entrants()],
            wins: vec![0; seatings.entrants()],
            adjusted: None,
        };
        for (seating, game) in seatings.iter().zip(games) {
            for (entrant, points) in seating.iter().zip(&game.points) {
                deal.scores[*entrant].add(i64::from(*points));
            }
            if seating.len() > 1 {
                let share = WHOLE_WIN / (game.winners.iter().count() as i64).max(1);
                for entrant in game.winners.iter().filter_map(|seat| seating.get(seat.index())) {
                    deal.wins[*entrant] += share;
                }
            }
        }
        if seatings.order() == Order::Alone {
            deal.share_the_victory();
        }
        deal
    }

    /// Those who played alone are compared with each other: most points win.
    fn share_the_victory(&mut self) {
        let most = self.scores.iter().map(Sample::sum).max();
        let won = |score: &Sample| Some(score.sum()) == most;
        let winners = self.scores.iter().filter(|score| won(score)).count() as i64;
        for (wins, score) in self.wins.iter_mut().zip(&self.scores) {
            *wins = if won(score) { WHOLE_WIN / winners } else { 0 };
        }
    }
}

/// The seed of a player: the same for the same name in the same seat of the same deal.
fn player_seed(deal: u64, seat: usize, name: &str) -> u64 {
    // FNV-1a: the standard library's hasher may change from release to release.
    let name = name.bytes().fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    bits_at(bits_at(deal ^ PLAYERS, seat as u64), name)
}

/// A player whose decisions are timed.
struct Clocked<G: Game> {
    player: Box<dyn Player<G> + Send>,
    clock: Clock,
}

impl<G: Game> Player<G> for Clocked<G> {
    fn begin(&mut self, seed: u64) {
        self.player.begin(seed);
    }

    fn choose(&mut self, game: &G, state: &G::State, seat: Seat, legal: &[G::Action]) -> G::Action {
        self.player.choose(game, state, seat, legal)
    }

    fn decide(&mut self, game: &G, state: &G::State, seat: Seat, scratch: &mut Vec<G::Action>) -> G::Action {
        let start = Instant::now();
        let action = self.player.decide(game, state, seat, scratch);
        self.clock.add(start.elapsed());
        action
    }
}

#[cfg(test)]
mod tests {
    use finaud_record::push;
    use finaud_rules::{Push, SoloGame, TableGame, builtin};

    use super::*;
    use crate::{Club, Greedy};

    fn played<G: Notation>(arena: &Arena<'_, G>, deals: std::ops::Range<u64>) -> Tally {
        let mut pool = arena.player_pool();
        let mut tally = arena.tally();
        for seed in deals {
            tally.count(&arena.play_deal(seed, &mut pool, &mut || true).unwrap());
        }
        tally
    }

    fn alike<G: Game + 'static>(many: usize, make: fn() -> Box<dyn Player<G> + Send>) -> Vec<Entrant<G>> {
        (0..many)
            .map(|index| Entrant::new(format!("twin {index}"), make))
            .collect()
    }

    fn assert_equals_come_out_fair(tally: &Tally, entrants: usize) {
        for index in 0..entrants {
            let standing = tally.standing(index);
            assert_eq!(standing.wins.mean, standing.fair);
            assert!(standing.wins.margin.unwrap() < 1e-9);
            assert_eq!(standing.points.mean, tally.standing(0).points.mean);
            assert_eq!(standing.deviation, tally.standing(0).deviation);
        }
        for (_, _, difference) in tally.pairs() {
            assert_eq!((difference.mean, difference.margin), (0.0, Some(0.0)));
        }
    }

    #[test]
    fn equal_players_win_exactly_their_fair_share_of_dice_games() {
        for (entrants, seats) in [(2, 2), (2, 3), (3, 3), (2, 4), (3, 4), (4, 4)] {
            let game = TableGame::new(builtin("tres-fute").unwrap().clone(), seats).unwrap();
            let arena = Arena::new(&game, alike(entrants, || Box::new(Greedy))).unwrap();
            assert_equals_come_out_fair(&played(&arena, 0..3), entrants);
        }
    }

    #[test]
    fn equal_players_win_exactly_their_fair_share_of_push() {
        for (entrants, seats) in [(2, 2), (2, 5), (3, 5), (5, 5), (6, 6)] {
            let game: Push = push::game(seats, &[]).unwrap();
            let arena = Arena::new(&game, alike(entrants, || Box::new(Club::new()))).unwrap();
            assert_equals_come_out_fair(&played(&arena, 0..3), entrants);
        }
    }

    #[test]
    fn equal_players_alone_meet_the_same_dice() {
        let game = SoloGame::new(builtin("hyper-fute").unwrap().clone(), 1).unwrap();
        let arena = Arena::new(&game, alike(3, || Box::new(Greedy))).unwrap();
        let tally = played(&arena, 0..4);
        assert_equals_come_out_fair(&tally, 3);
        assert_eq!(tally.standing(0).games, 4);
        assert_eq!(tally.games(), 12);
    }

    #[test]
    fn all_victories_are_given_away() {
        let game: Push = push::game(4, &[]).unwrap();
        let bots = [Bot::Random, Bot::Club].map(|bot| Entrant::bot(&game, bot).unwrap());
        let arena = Arena::new(&game, bots.into()).unwrap();
        let tally = played(&arena, 0..10);
        let standings = [0, 1].map(|index| tally.standing(index));
        assert!((standings[0].wins.mean + standings[1].wins.mean - 1.0).abs() < 1e-12);
        assert!(standings[1].wins.mean > 0.6, "{standings:?}");
        assert_eq!(standings[0].games, 60);
        assert_eq!(standings[0].seats, 120);
        assert!(tally.pairs().next().unwrap().2.mean < 0.0);
    }

    #[test]
    fn a_deal_is_the_same_whoever_plays_it_and_when() {
        let game = TableGame::new(builtin("melange-fute").unwrap().clone(), 3).unwrap();
        let bots = [Bot::Random, Bot::Greedy].map(|bot| Entrant::bot(&game, bot).unwrap());
        let arena = Arena::new(&game, bots.into()).unwrap();
        let mut merged = played(&arena, 4..7);
        merged.merge(&played(&arena, 0..4));
        let whole = played(&arena, 0..7);
        for index in 0..2 {
            assert_eq!(merged.standing(index), whole.standing(index));
        }
        assert_eq!(
            merged.pairs().collect::<Vec<_>>(),
            whole.pairs().collect::<Vec<_>>()
        );
    }

    #[test]
    fn half_a_deal_does_not_count() {
        let game = TableGame::new(builtin("tres-fute").unwrap().clone(), 2).unwrap();
        let arena = Arena::new(&game, alike(2, || Box::new(Greedy))).unwrap();
        let mut pool = arena.player_pool();
        assert_eq!(arena.play_deal(1, &mut pool, &mut || false), None);
        // The players are back on the bench.
        assert!(arena.play_deal(1, &mut pool, &mut || true).is_some());
        assert!(pool.clock(0).decisions() > 0);
    }

    #[test]
    fn the_seed_of_a_player_depends_on_deal_seat_and_name() {
        let seed = player_seed(1, 0, "greedy");
        assert_eq!(seed, player_seed(1, 0, "greedy"));
        for other in [(2, 0, "greedy"), (1, 1, "greedy"), (1, 0, "random")] {
            assert_ne!(seed, player_seed(other.0, other.1, other.2));
        }
    }
}
