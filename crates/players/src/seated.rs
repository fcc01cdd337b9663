//! Bots that sit at a table: they choose for the seats under whose names they play.

use finaud_record::{Event, Notation};
use finaud_rules::{Seat, insertion_sort};
use finaud_table::{AnyAction, AnyEvent, Awaits, GameTable, Sitter, Table};

use crate::{Bot, Player, PlayerMeans, Roster, UnknownBot};

/// The bot that sits there; `None` if a person does, or nobody.
pub fn bot_at(table: &Table, seat: Seat) -> Option<Result<Bot, UnknownBot>> {
    match &table.chairs().get(seat.index())?.sitter {
        Sitter::Person => None,
        Sitter::Bot(name) => Some(Bot::by_name(name)),
    }
}

/// Does every bot that sits at the table exist? Names the first that does not.
pub fn check_bots(table: &Table) -> Result<(), UnknownBot> {
    let mut bots = table.all_seats().filter_map(|seat| bot_at(table, seat));
    bots.try_for_each(|bot| bot.map(|_| ()))
}

/// What a bot chooses in a state, with this seed; `None` if it cannot play the game or the seat is not asked.
///
/// The order in which the rules list the actions does not matter.
pub fn choose_in<G: Roster>(
    game: &G,
    state: &G::State,
    seat: Seat,
    bot: Bot,
    seed: u64,
) -> Option<G::Action> {
    choice_of(game, state, seat, || bot.player(game, seed))
}

/// The same with these means.
pub fn choose_with<G: Roster>(
    game: &G,
    state: &G::State,
    seat: Seat,
    (bot, seed): (Bot, u64),
    means: PlayerMeans,
) -> Option<G::Action> {
    choice_of(game, state, seat, || game.player_with(bot, seed, means))
}

fn choice_of<G: Roster>(
    game: &G,
    state: &G::State,
    seat: Seat,
    player: impl FnOnce() -> Option<Box<dyn Player<G> + Send>>,
) -> Option<G::Action> {
    let mut legal = Vec::new();
    game.legal(state, seat, &mut legal);
    if legal.is_empty() {
        return None;
    }
    insertion_sort(&mut legal, Ord::cmp);
    Some(player()?.choose(game, state, seat, &legal))
}

/// What the bot of a seat chooses now; `None` if it is not asked, or no bot sits there.
pub fn choose(table: &Table, seat: Seat) -> Option<AnyAction> {
    fn chosen<G: Notation + Roster>(table: &GameTable<G>, seat: Seat, bot: Bot) -> Option<G::Action> {
        choose_in(table.game(), table.state(), seat, bot, table.bot_seed())
    }
    let bot = bot_at(table, seat)?.ok()?;
    match (table.dice(), table.push()) {
        (Some(table), _) => chosen(table, seat, bot).map(AnyAction::Dice),
        (None, Some(table)) => chosen(table, seat, bot).map(AnyAction::Push),
        (None, None) => None,
    }
}

/// Lets one thing happen that needs nobody: an outcome of the seed, or the choice of a bot. `None` if somebody is
/// awaited or the game is over. Bots go before people who may choose as well.
///
/// ```
/// use finaud_players::seated;
/// use finaud_table::{Chair, ChanceSource, GameSpec, Table};
///
/// let chairs = vec![Chair::bot("Reynard", "random")];
/// let mut table = Table::new(&GameSpec::plain("tres-fute", 1), chairs, ChanceSource::Seed(7)).unwrap();
/// while seated::advance(&mut table).is_some() {}
/// assert!(table.is_over());
/// ```
pub fn advance(table: &mut Table) -> Option<AnyEvent> {
    match table.awaits() {
        Awaits::Seeded(_) => table.apply_seeded(),
        Awaits::Choice { bots, .. } => {
            let seat = bots.first()?;
            let event = AnyEvent::Choice(seat, choose(table, seat)?);
            table.apply(event).ok()?;
            Some(event)
        }
        Awaits::Typed(_) | Awaits::Over => None,
    }
}

/// The same at a table of one kind of game.
pub fn advance_in<G: Notation + Roster>(table: &mut GameTable<G>) -> Option<Event<G>> {
    let event = match table.next() {
        finaud_rules::Next::Over => return None,
        finaud_rules::Next::Chance(_) => Event::Outcome(table.seeded_outcome()?),
        finaud_rules::Next::Choice(seats) => {
            let bot = |seat: Seat| match &table.chairs().get(seat.index())?.sitter {
                Sitter::Person => None,
                Sitter::Bot(name) => Some((seat, Bot::by_name(name).ok()?)),
            };
            let (seat, bot) = seats.iter().find_map(bot)?;
            let action = choose_in(table.game(), table.state(), seat, bot, table.bot_seed())?;
            Event::Choice(seat, action)
        }
    };
    table.apply(event).ok()?;
    Some(event)
}
