//! How a dice game moves on: rounds, turns, rolls, the window at the end of a turn, and what entries give.
//!
//! Everything here tells an [`Observer`] what it does. Where nobody listens, nothing of that is compiled.

use crate::action::{Action, Entry};
use crate::bonus::{Award, Joker, MAX_BOXES, Power};
use crate::chance::{Sorted, Sorting};
use crate::dice_game::DiceGame;
use crate::die::{DICE, Dice, DieSet, Face, SLOTS};
use crate::effect::{Effect, Loss, Origin, RollsEnd};
use crate::game::Seat;
use crate::observer::Observer;
use crate::position::{MAX_PENDING, Phase, Player, Position, Stage, WindowState};
use crate::zone::{BonusStatus, Ink, Mark, Spot};

/// How many rolls a turn has.
pub const ROLLS: u8 = SLOTS as u8;

impl<const SEATS: usize> DiceGame<SEATS> {
    pub(crate) fn first_round(&self, observer: &mut impl Observer<Effect>) -> Position<SEATS> {
        let mut position = Position {
            players: [self.new_player; SEATS],
            dice: Dice::FRESH,
            phase: Phase::RoundStart,
            seats: self.seats_u8(),
            round: 1,
            turn: 0,
            roll: 1,
            rerolls: 0,
        };
        self.begin_round(&mut position, observer);
        position
    }

    #[inline]
    fn seats_u8(&self) -> u8 {
        crate::Game::seats(self) as u8
    }

    /// Solo rounds have an active and a passive turn; otherwise everybody is active once.
    #[inline]
    pub fn turns_per_round(&self) -> u8 {
        self.seats_u8().max(2)
    }

    fn begin_round(&self, position: &mut Position<SEATS>, observer: &mut impl Observer<Effect>) {
        position.phase = Phase::RoundStart;
        position.turn = 0;
        clear_table(position);
        forget_extras(position);
        observer.observe(Effect::RoundBegins(position.round));
        if let Some(Some(award)) = self.sheet().round_awards.get(usize::from(position.round) - 1) {
            for seat in (0..self.seats_u8()).map(Seat) {
                let origin = Origin::Round(position.round);
                self.give(
                    &mut position.players[seat.index()],
                    seat,
                    origin,
                    *award,
                    observer,
                );
                self.drop_dead_gifts(position, seat, observer);
            }
        }
        self.end_round_start(position, observer);
    }

    #[inline]
    fn end_round_start(&self, position: &mut Position<SEATS>, observer: &mut impl Observer<Effect>) {
        if position.asked().is_empty() {
            // The table was cleared as the round began.
            start_turn(position, observer);
        }
    }

    #[inline]
    fn begin_turn(&self, position: &mut Position<SEATS>, observer: &mut impl Observer<Effect>) {
        clear_table(position);
        for player in &mut position.players {
            player.window.keep(self.kept_extras);
        }
        start_turn(position, observer);
    }

    #[inline(always)]
    pub(crate) fn dice_fell(
        &self,
        position: &mut Position<SEATS>,
        faces: &[Option<Face>; DICE],
        observer: &mut impl Observer<Effect>,
    ) {
        position.dice.roll(faces);
        if position.active().is_some() {
            position.phase = Phase::Rolled;
            return;
        }
        let sorting = Sorting::of(&position.dice, self.sheet().numbered_slots);
        if sorting.is_open() {
            position.phase = Phase::Sorting;
        } else {
            self.dice_sorted(position, sorting.settled(), observer);
        }
    }

    pub(crate) fn dice_sorted(
        &self,
        position: &mut Position<SEATS>,
        sorted: Sorted,
        observer: &mut impl Observer<Effect>,
    ) {
        put_on_platter(position, sorted.platter, observer);
        for (slot, die) in sorted.slots.into_iter().enumerate() {
            position.dice.put_on_slot(die, slot);
            observer.observe(Effect::Placed {
                die,
                slot: slot as u8,
            });
        }
        self.open_window(position, observer);
    }

    /// Carries out an action that was found legal.
    #[inline(always)]
    pub(crate) fn carry_out(
        &self,
        position: &mut Position<SEATS>,
        seat: Seat,
        action: Action,
        observer: &mut impl Observer<Effect>,
    ) {
        let player = &mut position.players[seat.index()];
        match action {
            Action::Roll => {
                position.phase = Phase::Rolling;
                return;
            }
            Action::EndRolls => {
                observer.observe(Effect::RollsEnd(RollsEnd::Chosen));
                return self.open_window(position, observer);
            }
            Action::TakeBack(die) => {
                spend(player, seat, Power::TakeBack, 1, observer);
                position.dice.take_back(die);
                observer.observe(Effect::TakenBack(die));
                return self.prepare_roll(position);
            }
            Action::Reroll => {
                spend(player, seat, Power::Reroll, 1, observer);
                position.rerolls = position.rerolls.saturating_add(1);
                position.phase = Phase::Rolling;
                return;
            }
            Action::Forfeit => return self.end_roll(position, observer),
            Action::Decline => player.window.set_stage(Stage::Extra),
            Action::Done => player.window.set_stage(Stage::Done),
            Action::Pick(entry) if position.phase == Phase::Rolled => {
                let slot = if self.sheet().numbered_slots {
                    usize::from(position.roll) - 1
                } else {
                    position.dice.first_free_slot()
                };
                position.dice.put_on_slot(entry.die, slot);
                observer.observe(Effect::Placed {
                    die: entry.die,
                    slot: slot as u8,
                });
                self.enter(position, seat, entry, observer);
                position.phase = Phase::Entered;
            }
            Action::Pick(entry) => {
                player.window.set_stage(Stage::Extra);
                self.enter(position, seat, entry, observer);
            }
            Action::Extra(entry) => {
                spend(player, seat, Power::Extra, 1, observer);
                player.window.use_extra(entry.die);
                self.enter(position, seat, entry, observer);
            }
            Action::Gift { gift, zone, mark } => {
                player.pending.remove(gift);
                observer.observe(Effect::GiftUsed { seat, gift });
                self.write(position, seat, zone, mark, observer);
            }
            Action::Circle { gift, power } => {
                player.pending.remove(gift);
                observer.observe(Effect::GiftUsed { seat, gift });
                self.give(player, seat, Origin::Gift(gift), Award::Circle(power), observer);
            }
        }
        // One call only, so that the compiler inlines it.
        self.go_on(position, seat, observer);
    }

    /// Spends what the entry costs and writes it.
    #[inline(always)]
    fn enter(
        &self,
        position: &mut Position<SEATS>,
        seat: Seat,
        entry: Entry,
        observer: &mut impl Observer<Effect>,
    ) {
        let player = &mut position.players[seat.index()];
        if let Some(joker) = entry.joker {
            self.spend_joker(player, seat, joker, observer);
        }
        if entry.polish > 0 {
            spend(player, seat, Power::Polish, entry.polish, observer);
        }
        self.write(position, seat, entry.zone, entry.mark, observer);
    }

    fn spend_joker(
        &self,
        player: &mut Player,
        seat: Seat,
        joker: Joker,
        observer: &mut impl Observer<Effect>,
    ) {
        let boxes = &mut player.boxes[Power::Joker as usize];
        let row = self.sheet().power(Power::Joker).jokers.iter().enumerate();
        if let Some((index, _)) = row
            .filter(|(index, _)| boxes.is_open(*index))
            .find(|(_, kind)| **kind == joker)
        {
            boxes.spend_box(index);
            observer.observe(Effect::Spent {
                seat,
                power: Power::Joker,
                index: index as u8,
            });
        }
    }

    /// Writes a mark and hands out what it gives.
    #[inline]
    fn write<O: Observer<Effect>>(
        &self,
        position: &mut Position<SEATS>,
        seat: Seat,
        zone: u8,
        mark: Mark,
        observer: &mut O,
    ) {
        let player = &mut position.players[seat.index()];
        let index = usize::from(zone);
        let rules = &self.sheet().zones[index];
        let before = player.zones[index];
        let mut ink = before;
        if O::LISTENS {
            // What is written is told before what that gives.
            rules.write(&mut ink, mark, |_, _| {});
            self.tell_written(seat, zone, &before, &ink, observer);
            ink = before;
        }
        rules.write(&mut ink, mark, |spot, award| {
            self.give(player, seat, Origin::Zone { zone, spot }, award, observer);
        });
        if self.is_context_free(index) {
            rules.update_mark_counts(&mut ink, mark);
        }
        player.zones[index] = ink;
    }

    /// Tells which cells were filled, which groups are complete, and which bonus was given up.
    fn tell_written(
        &self,
        seat: Seat,
        zone: u8,
        before: &Ink,
        after: &Ink,
        observer: &mut impl Observer<Effect>,
    ) {
        let rules = &self.sheet().zones[usize::from(zone)];
        let (before, after) = (rules.view(before), rules.view(after));
        for (was, cell) in before.cells.iter().zip(&after.cells) {
            if let Some(what) = cell.written.filter(|_| was.written != cell.written) {
                observer.observe(Effect::Written {
                    seat,
                    zone,
                    cell: cell.id,
                    what,
                });
            }
        }
        for (was, cell) in before.cells.iter().zip(&after.cells) {
            if let Some(bonus) = cell.bonus
                && bonus.status == BonusStatus::GivenUp
                && was.bonus != cell.bonus
            {
                observer.observe(Effect::GivenUp {
                    seat,
                    zone,
                    cell: cell.id,
                    award: bonus.award,
                });
            }
            if let Some(bonus) = cell.bonus
                && bonus.status == BonusStatus::Lost
                && was.bonus != cell.bonus
            {
                let spot = Spot::Cell(cell.id);
                observer.observe(Effect::Lost {
                    seat,
                    origin: Some(Origin::Zone { zone, spot }),
                    award: bonus.award,
                    why: Loss::TooLow,
                });
            }
        }
        for (index, (was, group)) in before.groups.iter().zip(&after.groups).enumerate() {
            if group.is_complete() && !was.is_complete() {
                observer.observe(Effect::Completed {
                    seat,
                    zone,
                    group: index as u8,
                    points: group.points,
                });
            }
        }
    }

    /// Foxes and boxes are taken at once, gifts wait for a choice.
    fn give<O: Observer<Effect>>(
        &self,
        player: &mut Player,
        seat: Seat,
        origin: Origin,
        award: Award,
        observer: &mut O,
    ) {
        if O::LISTENS {
            observer.observe(if self.has_room(player, award) {
                Effect::Won { seat, origin, award }
            } else {
                Effect::Lost {
                    seat,
                    origin: Some(origin),
                    award,
                    why: Loss::NoRoom,
                }
            });
        }
        match award {
            Award::Fox => player.foxes = (player.foxes + 1).min(self.foxes),
            Award::Gift(gift) => player.pending.add(gift),
            Award::Circle(power) => {
                let row = self.sheet().power(power);
                let boxes = &mut player.boxes[power as usize];
                if boxes.circled() < row.boxes {
                    boxes.circle();
                    if let (true, Some(end)) = (boxes.circled() == row.boxes, row.end) {
                        self.give(player, seat, Origin::RowEnd(power), end, observer);
                    }
                }
            }
        }
    }

    /// Can the player take one more of this? Not if every box of the row is circled, every fox won, or so many of a bonus
    /// wait that no more can.
    pub fn has_room(&self, player: &Player, award: Award) -> bool {
        match award {
            Award::Fox => player.foxes < self.foxes,
            Award::Gift(gift) => player.pending.count(gift) < MAX_PENDING,
            Award::Circle(power) => player.boxes(power).circled() < self.sheet().power(power).boxes,
        }
    }

    /// A gift that can no longer be used is lost at once.
    #[inline]
    fn drop_dead_gifts<O: Observer<Effect>>(
        &self,
        position: &mut Position<SEATS>,
        seat: Seat,
        observer: &mut O,
    ) {
        for gift in position.player(seat).pending.kinds() {
            if !self.gift_has_target(position, seat, gift) {
                let pending = &mut position.players[seat.index()].pending;
                if O::LISTENS {
                    for _ in 0..pending.count(gift) {
                        observer.observe(Effect::Lost {
                            seat,
                            origin: None,
                            award: Award::Gift(gift),
                            why: Loss::NoTarget,
                        });
                    }
                }
                pending.drop_all(gift);
            }
        }
    }

    /// Goes on once a player has nothing pending any more.
    #[inline(always)]
    fn go_on(&self, position: &mut Position<SEATS>, seat: Seat, observer: &mut impl Observer<Effect>) {
        if !position.player(seat).pending.is_empty() {
            self.drop_dead_gifts(position, seat, observer);
            if !position.player(seat).pending.is_empty() {
                return;
            }
        }
        match position.phase {
            Phase::RoundStart => self.end_round_start(position, observer),
            Phase::Entered => {
                if let Some(die) = position.dice.last_placed() {
                    let lower = position.dice.lower_in_pool(position.dice.pips(die));
                    put_on_platter(position, lower, observer);
                }
                self.end_roll(position, observer);
            }
            Phase::Window => {
                self.skip_forced(position, seat, observer);
                self.close_window(position, observer);
            }
            _ => {}
        }
    }

    #[inline]
    fn end_roll(&self, position: &mut Position<SEATS>, observer: &mut impl Observer<Effect>) {
        if position.roll == ROLLS {
            put_on_platter(position, position.dice.pool(), observer);
            observer.observe(Effect::RollsEnd(RollsEnd::LastRoll));
            self.open_window(position, observer);
            return;
        }
        if position.dice.pool().is_empty() && !can_take_back(position) {
            observer.observe(Effect::RollsEnd(RollsEnd::NoDice));
            self.open_window(position, observer);
            return;
        }
        position.roll += 1;
        position.rerolls = 0;
        self.prepare_roll(position);
    }

    #[inline]
    fn prepare_roll(&self, position: &mut Position<SEATS>) {
        position.phase = if can_take_back(position) {
            Phase::BeforeRoll
        } else {
            Phase::Rolling
        };
    }

    fn open_window(&self, position: &mut Position<SEATS>, observer: &mut impl Observer<Effect>) {
        position.phase = Phase::Window;
        let active = position.active();
        for seat in (0..self.seats_u8()).map(Seat) {
            let stage = if active == Some(seat) {
                Stage::Extra
            } else {
                Stage::Pick
            };
            position.players[seat.index()].window.set_stage(stage);
        }
        for seat in (0..self.seats_u8()).map(Seat) {
            self.skip_forced(position, seat, observer);
        }
        self.close_window(position, observer);
    }

    /// Moves a player past the stages in which nothing can be done.
    #[inline]
    fn skip_forced(&self, position: &mut Position<SEATS>, seat: Seat, observer: &mut impl Observer<Effect>) {
        if position.player(seat).stage() == Stage::Pick && !self.any_pick(position, seat) {
            position.players[seat.index()].window.set_stage(Stage::Extra);
            observer.observe(Effect::NothingFits(seat));
        }
        if position.player(seat).stage() == Stage::Extra && !self.any_extra(position, seat) {
            position.players[seat.index()].window.set_stage(Stage::Done);
        }
    }

    #[inline]
    fn close_window(&self, position: &mut Position<SEATS>, observer: &mut impl Observer<Effect>) {
        if position
            .players()
            .iter()
            .any(|player| player.stage() != Stage::Done)
        {
            return;
        }
        observer.observe(Effect::TurnEnds(position.active()));
        position.turn += 1;
        if position.turn < self.turns_per_round() {
            self.begin_turn(position, observer);
        } else if position.round < self.rounds() {
            position.round += 1;
            self.begin_round(position, observer);
        } else {
            position.turn -= 1;
            position.phase = Phase::Over;
            observer.observe(Effect::GameOver);
        }
    }
}

#[inline(always)]
fn start_turn<const SEATS: usize>(position: &mut Position<SEATS>, observer: &mut impl Observer<Effect>) {
    position.phase = Phase::Rolling;
    observer.observe(Effect::TurnBegins(position.active()));
}

/// Crosses off the leftmost open boxes of a row.
#[inline(always)]
fn spend<O: Observer<Effect>>(player: &mut Player, seat: Seat, power: Power, count: u8, observer: &mut O) {
    let boxes = &mut player.boxes[power as usize];
    if O::LISTENS {
        let open = (0..MAX_BOXES as u8).filter(|index| boxes.is_open(usize::from(*index)));
        for index in open.take(usize::from(count)) {
            observer.observe(Effect::Spent { seat, power, index });
        }
    }
    boxes.spend(count);
}

#[inline(always)]
fn put_on_platter<const SEATS: usize>(
    position: &mut Position<SEATS>,
    dice: DieSet,
    observer: &mut impl Observer<Effect>,
) {
    position.dice.put_on_platter(dice);
    if !dice.is_empty() {
        observer.observe(Effect::ToPlatter(dice));
    }
}

/// Can the active player take a die back now?
#[inline]
fn can_take_back<const SEATS: usize>(position: &Position<SEATS>) -> bool {
    let Some(seat) = position.active() else {
        return false;
    };
    !position.dice.platter().is_empty() && position.player(seat).boxes(Power::TakeBack).any()
}

/// Takes all dice back.
fn clear_table<const SEATS: usize>(position: &mut Position<SEATS>) {
    position.dice = Dice::FRESH;
    position.roll = 1;
    position.rerolls = 0;
}

/// From now on every die may be an extra die again.
#[inline]
fn forget_extras<const SEATS: usize>(position: &mut Position<SEATS>) {
    for player in &mut position.players {
        player.window = WindowState::new(Stage::Done);
    }
}
