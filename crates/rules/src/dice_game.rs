//! The dice games, and every game on a sheet of their kind.

use crate::action::{Action, ActionSpace};
use crate::chance::{self, Chance, Outcome, Sorting};
use crate::die::{DieSet, ZONES};
use crate::effect::Effect;
use crate::entry::{Role, Spending};
use crate::game::{Game, Impossible, Next, Refusal, Seat, Seats, TieBreak};
use crate::message::Message;
use crate::observer::Observer;
use crate::position::{Phase, Player, Position, Stage};
use crate::sheet::{MAX_SEATS, Sheet};
use crate::zone::{Ink, Source, Zone};
use crate::{Power, score};

/// A dice game on a sheet, with room for `SEATS` players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DiceGame<const SEATS: usize> {
    sheet: Sheet,
    seats: u8,
    numbers: ActionSpace,
    /// Does any zone care where a die comes from?
    pub(crate) places_matter: bool,
    /// Does any zone count the dice that a pick moves?
    pub(crate) moves_count: bool,
    /// The zones that count their ways, one bit each.
    pub(crate) context_free: u8,
    /// All bits of a number for every zone that adds the white die, none for the others.
    pub(crate) adds_white: [u8; ZONES],
    /// The extra dice that are kept in mind from turn to turn, one bit each: all of them, or none.
    pub(crate) kept_extras: u8,
    /// How many foxes the sheet has.
    pub(crate) foxes: u8,
    /// A player with an empty sheet.
    pub(crate) new_player: Player,
}

/// A solo game: its state is small.
pub type SoloGame = DiceGame<1>;
/// A game for any number of players.
pub type TableGame = DiceGame<MAX_SEATS>;

/// The number of players does not suit the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeatsError {
    /// The number that was asked for.
    pub asked: usize,
    /// The most players there may be.
    pub most: usize,
}

impl SeatsError {
    /// The reason in a sentence.
    pub fn message(self) -> Message {
        Message::new(
            "game.players",
            "this game is for 1 to {most} players, not {players}",
        )
        .with("players", self.asked)
        .with("most", self.most)
    }
}

impl std::fmt::Display for SeatsError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.message())
    }
}

impl std::error::Error for SeatsError {}

impl<const SEATS: usize> DiceGame<SEATS> {
    /// A game on this sheet for so many players.
    pub fn new(sheet: Sheet, seats: usize) -> Result<DiceGame<SEATS>, SeatsError> {
        let most = SEATS.min(MAX_SEATS);
        if !(1..=most).contains(&seats) {
            return Err(SeatsError { asked: seats, most });
        }
        let numbers = ActionSpace::of(&sheet);
        let places_matter = sheet.zones.iter().any(Zone::looks_at_places);
        let context_free = sheet.zones.iter().enumerate().fold(0, |bits, (index, zone)| {
            bits | u8::from(zone.is_context_free()) << index
        });
        let adds_white = std::array::from_fn(|zone| match sheet.zones[zone].source {
            Source::WithWhite => u8::MAX,
            Source::Face | Source::WithPlatter | Source::BesideWhite => 0,
        });
        let moves_count = sheet.zones.iter().any(Zone::counts_moved_dice);
        let new_player = Player::new([Ink::EMPTY; ZONES]);
        let foxes = u8::try_from(sheet.fox_count()).unwrap_or(u8::MAX - 1);
        let kept_extras = if sheet.rulings.extra_once_per_round {
            DieSet::ALL.bits()
        } else {
            0
        };
        let mut game = DiceGame {
            sheet,
            seats: seats as u8,
            numbers,
            places_matter,
            moves_count,
            context_free,
            adds_white,
            kept_extras,
            foxes,
            new_player,
        };
        game.new_player = Player::new(std::array::from_fn(|zone| {
            game.with_mark_counts(zone, Ink::EMPTY)
        }));
        Ok(game)
    }

    /// A player before anything is written or won.
    pub fn new_player(&self) -> &Player {
        &self.new_player
    }

    /// The sheet the game is played on.
    #[inline]
    pub fn sheet(&self) -> &Sheet {
        &self.sheet
    }

    /// Does this zone count its ways?
    #[inline]
    pub(crate) fn is_context_free(&self, zone: usize) -> bool {
        self.context_free >> zone & 1 != 0
    }

    /// The ink with its ways counted, where the zone does.
    pub(crate) fn with_mark_counts(&self, zone: usize, mut ink: Ink) -> Ink {
        if self.is_context_free(zone) {
            ink.mark_counts = self.sheet.zones[zone].count_all_marks(&ink);
        }
        ink
    }

    /// The numbering of the actions.
    pub fn numbers(&self) -> &ActionSpace {
        &self.numbers
    }

    /// How many rounds are played.
    #[inline]
    pub fn rounds(&self) -> u8 {
        self.sheet.rounds[self.seats() - 1]
    }

    /// Can a passive player fall back on the dice of the slots?
    #[inline]
    fn has_fallback(&self) -> bool {
        self.seats() > 1 || self.sheet.rulings.solo_fallback
    }

    /// What counts when it is asked whether a passive player can use a die of the platter.
    #[inline]
    fn counting(&self) -> Spending {
        if self.sheet.rulings.fallback_ignores_actions {
            Spending::Nothing
        } else {
            Spending::Allowed
        }
    }

    /// Can the passive player use a die of the platter?
    #[inline]
    fn can_use_platter(&self, position: &Position<SEATS>, seat: Seat) -> bool {
        self.any_entry(
            position,
            seat,
            position.dice.platter(),
            Role::Passive,
            self.counting(),
        )
    }

    /// The dice a player may still take as extra dice.
    #[inline]
    fn extra_dice(position: &Position<SEATS>, seat: Seat) -> DieSet {
        let player = position.player(seat);
        if player.boxes(Power::Extra).any() {
            DieSet::ALL.minus(player.extra_used())
        } else {
            DieSet::EMPTY
        }
    }

    /// Has a passive player anything to pick?
    pub(crate) fn any_pick(&self, position: &Position<SEATS>, seat: Seat) -> bool {
        let any = |dice| self.any_entry(position, seat, dice, Role::Passive, Spending::Allowed);
        any(position.dice.platter()) || self.has_fallback() && any(position.dice.on_slots())
    }

    /// Is there an extra die to be used?
    pub(crate) fn any_extra(&self, position: &Position<SEATS>, seat: Seat) -> bool {
        self.any_entry(
            position,
            seat,
            Self::extra_dice(position, seat),
            Role::Extra,
            Spending::Allowed,
        )
    }

    #[inline]
    fn may_forfeit(&self, position: &Position<SEATS>, seat: Seat) -> bool {
        self.sheet.rulings.forfeit_always
            || !self.any_entry(
                position,
                seat,
                position.dice.pool(),
                Role::Active,
                Spending::Nothing,
            )
    }

    #[inline]
    fn list(&self, position: &Position<SEATS>, seat: Seat, out: &mut Vec<Action>) {
        let player = position.player(seat);
        let dice = &position.dice;
        if !player.pending.is_empty() {
            for gift in player.pending.kinds() {
                self.gift_actions(position, seat, gift, |action| out.push(action));
            }
            return;
        }
        match position.phase {
            Phase::BeforeRoll => {
                out.push(if dice.pool().is_empty() {
                    Action::EndRolls
                } else {
                    Action::Roll
                });
                out.extend(dice.platter().iter().map(Action::TakeBack));
            }
            Phase::Rolled => {
                let usable = self.entries(position, seat, dice.pool(), Role::Active, Spending::Nothing, out);
                if player.boxes(Power::Reroll).any() {
                    out.push(Action::Reroll);
                }
                if self.sheet.rulings.forfeit_always || !usable {
                    out.push(Action::Forfeit);
                }
            }
            Phase::Window if player.stage() == Stage::Pick => {
                let counting = self.counting();
                let usable = self.entries(position, seat, dice.platter(), Role::Passive, counting, out);
                if !usable && self.has_fallback() {
                    self.entries(position, seat, dice.on_slots(), Role::Passive, counting, out);
                }
                if !(usable && self.sheet.rulings.passive_must_pick) {
                    out.push(Action::Decline);
                }
            }
            Phase::Window => {
                let dice = Self::extra_dice(position, seat);
                self.entries(position, seat, dice, Role::Extra, Spending::Nothing, out);
                out.push(Action::Done);
            }
            Phase::RoundStart | Phase::Rolling | Phase::Entered | Phase::Sorting | Phase::Over => {}
        }
    }

    /// The legal action with the index that `choose` returns, without listing the others; `None` where that cannot be done.
    #[inline(always)]
    fn nth_unlisted(
        &self,
        position: &Position<SEATS>,
        seat: Seat,
        choose: &mut impl FnMut(usize) -> usize,
    ) -> Option<Action> {
        let player = position.players().get(seat.index())?;
        if !self.can_count(player) {
            return None;
        }
        let dice = &position.dice;
        // The entries, their role, and what may be done instead, in the order of `list`.
        let mut others = [Action::Forfeit; 2];
        let mut other_count = 0;
        let mut add = |action: Action| {
            others[other_count] = action;
            other_count += 1;
        };
        let (tally, role) = match (position.phase, player.stage()) {
            (Phase::Rolled, _) if position.active() == Some(seat) => {
                let tally = self.tally(position, player, dice.pool());
                if player.boxes(Power::Reroll).any() {
                    add(Action::Reroll);
                }
                if self.sheet.rulings.forfeit_always || tally.total() == 0 {
                    add(Action::Forfeit);
                }
                (tally, Role::Active)
            }
            (Phase::Window, Stage::Pick) => {
                let tally = self.tally(position, player, dice.platter());
                let usable = tally.total() > 0;
                if !(usable && self.sheet.rulings.passive_must_pick) {
                    add(Action::Decline);
                }
                let fallback = !usable && self.has_fallback();
                (
                    if fallback {
                        self.tally(position, player, dice.on_slots())
                    } else {
                        tally
                    },
                    Role::Passive,
                )
            }
            (Phase::Window, Stage::Extra) => {
                add(Action::Done);
                (
                    self.tally(position, player, Self::extra_dice(position, seat)),
                    Role::Extra,
                )
            }
            _ => return None,
        };
        let index = choose(tally.total() + other_count);
        match index.checked_sub(tally.total()) {
            None => self.nth_entry(position, player, tally, role, index),
            Some(other) => others[..other_count].get(other).copied(),
        }
    }

    /// Is the seat asked, and the action legal for it?
    #[inline(always)]
    fn allows(&self, position: &Position<SEATS>, seat: Seat, action: Action) -> bool {
        let Some(player) = position.players().get(seat.index()) else {
            return false;
        };
        let dice = &position.dice;
        if !player.pending.is_empty() {
            return position.asks(seat) && self.allows_gift(position, seat, action);
        }
        let is_active = position.active() == Some(seat);
        match (position.phase, action) {
            (Phase::BeforeRoll | Phase::Rolled, _) if !is_active => false,
            (Phase::BeforeRoll, Action::Roll) => !dice.pool().is_empty(),
            (Phase::BeforeRoll, Action::EndRolls) => dice.pool().is_empty(),
            (Phase::BeforeRoll, Action::TakeBack(die)) => dice.platter().contains(die),
            (Phase::Rolled, Action::Pick(entry)) => {
                dice.pool().contains(entry.die) && self.allows_entry(position, seat, entry, Role::Active)
            }
            (Phase::Rolled, Action::Reroll) => player.boxes(Power::Reroll).any(),
            (Phase::Rolled, Action::Forfeit) => self.may_forfeit(position, seat),
            (Phase::Window, action) => match (player.stage(), action) {
                (Stage::Pick, Action::Pick(entry)) => {
                    (dice.platter().contains(entry.die)
                        || self.has_fallback() && !self.can_use_platter(position, seat))
                        && self.allows_entry(position, seat, entry, Role::Passive)
                }
                (Stage::Pick, Action::Decline) => {
                    !self.sheet.rulings.passive_must_pick || !self.can_use_platter(position, seat)
                }
                (Stage::Extra, Action::Extra(entry)) => {
                    Self::extra_dice(position, seat).contains(entry.die)
                        && self.allows_entry(position, seat, entry, Role::Extra)
                }
                (Stage::Extra, Action::Done) => true,
                _ => false,
            },
            _ => false,
        }
    }
}

impl<const SEATS: usize> Game for DiceGame<SEATS> {
    type State = Position<SEATS>;
    type Action = Action;
    type Chance = Chance;
    type Outcome = Outcome;
    type Effect = Effect;

    #[inline]
    fn seats(&self) -> usize {
        // With room for one, one plays: the compiler may count on it.
        if SEATS == 1 { 1 } else { usize::from(self.seats) }
    }

    fn start_observed(&self, observer: &mut impl Observer<Effect>) -> Position<SEATS> {
        self.first_round(observer)
    }

    #[inline(always)]
    fn next(&self, position: &Position<SEATS>) -> Next<Chance> {
        match position.phase {
            Phase::Over => Next::Over,
            Phase::Rolling => Next::Chance(Chance::Roll(position.dice.pool())),
            Phase::Sorting => Next::Chance(Chance::Sort(Sorting::of(
                &position.dice,
                self.sheet.numbered_slots,
            ))),
            Phase::BeforeRoll | Phase::Rolled | Phase::Entered => {
                Next::Choice(position.active().map_or_else(Seats::default, Seats::one))
            }
            Phase::RoundStart | Phase::Window => Next::Choice(position.asked()),
        }
    }

    #[inline]
    fn legal(&self, position: &Position<SEATS>, seat: Seat, out: &mut Vec<Action>) {
        out.clear();
        if position.asks(seat) {
            self.list(position, seat, out);
        }
    }

    #[inline(always)]
    fn nth_legal(
        &self,
        position: &Position<SEATS>,
        seat: Seat,
        scratch: &mut Vec<Action>,
        mut choose: impl FnMut(usize) -> usize,
    ) -> Option<Action> {
        if let Some(action) = self.nth_unlisted(position, seat, &mut choose) {
            return Some(action);
        }
        self.legal(position, seat, scratch);
        if scratch.is_empty() {
            return None;
        }
        scratch.get(choose(scratch.len())).copied()
    }

    #[inline(always)]
    fn play_observed(
        &self,
        position: &mut Position<SEATS>,
        seat: Seat,
        action: Action,
        observer: &mut impl Observer<Effect>,
    ) -> Result<(), Refusal> {
        if !self.allows(position, seat, action) {
            return Err(if position.asks(seat) {
                Refusal::Illegal
            } else {
                Refusal::NotAsked(seat)
            });
        }
        self.carry_out(position, seat, action, observer);
        Ok(())
    }

    #[inline(always)]
    fn apply_chance_observed(
        &self,
        position: &mut Position<SEATS>,
        outcome: Outcome,
        observer: &mut impl Observer<Effect>,
    ) -> Result<(), Refusal> {
        match (position.phase, outcome) {
            (Phase::Rolling, Outcome::Roll(faces)) => {
                let given = DieSet::where_is(|die| faces[die.index()].is_some());
                if given != position.dice.pool() {
                    return Err(Refusal::Impossible(Impossible::WrongDice));
                }
                self.dice_fell(position, &faces, observer);
            }
            (Phase::Sorting, Outcome::Sort(sorted)) => {
                let sorting = Sorting::of(&position.dice, self.sheet.numbered_slots);
                if let Some(why) = sorting.forbids(sorted) {
                    return Err(Refusal::Impossible(why));
                }
                self.dice_sorted(position, sorted, observer);
            }
            (Phase::Rolling, Outcome::Sort(_)) => {
                return Err(Refusal::Impossible(Impossible::ToBeRolled));
            }
            (Phase::Sorting, Outcome::Roll(_)) => {
                return Err(Refusal::Impossible(Impossible::ToBeSorted));
            }
            _ => return Err(Refusal::NoChanceDue),
        }
        Ok(())
    }

    fn outcomes(&self, position: &Position<SEATS>, visit: &mut dyn FnMut(Outcome, u32)) -> u32 {
        match self.next(position) {
            Next::Chance(Chance::Roll(dice)) => chance::rolls(dice, visit),
            Next::Chance(Chance::Sort(sorting)) => {
                sorting.outcomes(&mut |sorted, weight| visit(Outcome::Sort(sorted), weight))
            }
            Next::Choice(_) | Next::Over => 0,
        }
    }

    fn essence(&self, position: &Position<SEATS>) -> Position<SEATS> {
        self.forgotten(position)
    }

    fn quick_mean(
        &self,
        position: &Position<SEATS>,
        value: &mut dyn FnMut(&Position<SEATS>) -> f64,
    ) -> Option<f64> {
        self.mean_of_best_pick(position, value)
    }

    fn points(&self, position: &Position<SEATS>, seat: Seat) -> i32 {
        position
            .players()
            .get(seat.index())
            .map_or(0, |player| i32::from(score::Score::of(&self.sheet, player).total))
    }

    fn winners(&self, position: &Position<SEATS>) -> Seats {
        score::winners(
            position
                .players()
                .iter()
                .map(|player| score::Score::of(&self.sheet, player)),
        )
    }

    fn tie_break(&self) -> TieBreak {
        TieBreak::BestZone
    }

    fn action_count(&self) -> usize {
        self.numbers.count()
    }

    fn action_index(&self, action: Action) -> Option<usize> {
        self.numbers.number(&self.sheet, action)
    }

    fn action_from_index(&self, number: usize) -> Option<Action> {
        self.numbers.action(&self.sheet, number)
    }
}
