//! How a dice game moves on: rounds, turns, rolls, the window at the end of a turn, and what entries give.

use crate::action::{Action, Entry};
use crate::bonus::{Award, Joker, Power};
use crate::chance::{Sorted, Sorting};
use crate::dice_game::DiceGame;
use crate::die::{DICE, Dice, Face, SLOTS};
use crate::game::Seat;
use crate::position::{Phase, Player, Position, Stage, WindowState};
use crate::zone::Mark;

/// How many rolls a turn has.
const ROLLS: u8 = SLOTS as u8;

impl<const SEATS: usize> DiceGame<SEATS> {
    pub(crate) fn first_round(&self) -> Position<SEATS> {
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
        self.begin_round(&mut position);
        position
    }

    #[inline]
    fn seats_u8(&self) -> u8 {
        crate::Game::seats(self) as u8
    }

    /// Solo rounds have an active and a passive turn; otherwise everybody is active once.
    #[inline]
    pub(crate) fn turns_per_round(&self) -> u8 {
        self.seats_u8().max(2)
    }

    fn begin_round(&self, position: &mut Position<SEATS>) {
        position.phase = Phase::RoundStart;
        position.turn = 0;
        clear_table(position);
        if let Some(Some(award)) = self.sheet().round_awards.get(usize::from(position.round) - 1) {
            for seat in 0..self.seats_u8() {
                self.give(&mut position.players[usize::from(seat)], *award);
                self.drop_dead_gifts(position, Seat(seat));
            }
        }
        self.end_round_start(position);
    }

    fn end_round_start(&self, position: &mut Position<SEATS>) {
        if position.asked().is_empty() {
            self.begin_turn(position);
        }
    }

    fn begin_turn(&self, position: &mut Position<SEATS>) {
        clear_table(position);
        position.phase = Phase::Rolling;
    }

    #[inline(always)]
    pub(crate) fn dice_fell(&self, position: &mut Position<SEATS>, faces: &[Option<Face>; DICE]) {
        position.dice.roll(faces);
        if position.active().is_some() {
            position.phase = Phase::Rolled;
            return;
        }
        let sorting = Sorting::of(&position.dice, self.sheet().numbered_slots);
        if sorting.is_open() {
            position.phase = Phase::Sorting;
        } else {
            self.dice_sorted(position, sorting.settled());
        }
    }

    pub(crate) fn dice_sorted(&self, position: &mut Position<SEATS>, sorted: Sorted) {
        position.dice.put_on_platter(sorted.platter);
        for (slot, die) in sorted.slots.into_iter().enumerate() {
            position.dice.put_on_slot(die, slot);
        }
        self.open_window(position);
    }

    /// Carries out an action that was found legal.
    #[inline(always)]
    pub(crate) fn carry_out(&self, position: &mut Position<SEATS>, seat: Seat, action: Action) {
        let player = &mut position.players[seat.index()];
        match action {
            Action::Roll => position.phase = Phase::Rolling,
            Action::EndRolls => self.open_window(position),
            Action::TakeBack(die) => {
                player.boxes[Power::TakeBack as usize].spend(1);
                position.dice.take_back(die);
                self.prepare_roll(position);
            }
            Action::Reroll => {
                player.boxes[Power::Reroll as usize].spend(1);
                position.rerolls = position.rerolls.saturating_add(1);
                position.phase = Phase::Rolling;
            }
            Action::Forfeit => self.end_roll(position),
            Action::Decline => {
                player.window.set_stage(Stage::Extra);
                self.settle(position, seat);
            }
            Action::Done => {
                player.window.set_stage(Stage::Done);
                self.close_window(position);
            }
            Action::Pick(entry) if position.phase == Phase::Rolled => {
                let slot = if self.sheet().numbered_slots {
                    usize::from(position.roll) - 1
                } else {
                    position.dice.first_free_slot()
                };
                position.dice.put_on_slot(entry.die, slot);
                self.enter(position, seat, entry);
                position.phase = Phase::Entered;
                self.after_mark(position, seat);
            }
            Action::Pick(entry) => {
                player.window.set_stage(Stage::Extra);
                self.enter(position, seat, entry);
                self.after_mark(position, seat);
            }
            Action::Extra(entry) => {
                player.boxes[Power::Extra as usize].spend(1);
                player.window.use_extra(entry.die);
                self.enter(position, seat, entry);
                self.after_mark(position, seat);
            }
            Action::Gift { gift, zone, mark } => {
                player.pending.remove(gift);
                self.write(position, seat, zone, mark);
                self.after_mark(position, seat);
            }
            Action::Circle { gift, power } => {
                player.pending.remove(gift);
                self.give(player, Award::Circle(power));
                self.after_mark(position, seat);
            }
        }
    }

    /// Spends what the entry costs and writes it.
    #[inline(always)]
    fn enter(&self, position: &mut Position<SEATS>, seat: Seat, entry: Entry) {
        let player = &mut position.players[seat.index()];
        if let Some(joker) = entry.joker {
            self.spend_joker(player, joker);
        }
        player.boxes[Power::Polish as usize].spend(entry.polish);
        self.write(position, seat, entry.zone, entry.mark);
    }

    fn spend_joker(&self, player: &mut Player, joker: Joker) {
        let boxes = &mut player.boxes[Power::Joker as usize];
        let row = self.sheet().power(Power::Joker).jokers.iter().enumerate();
        if let Some((index, _)) = row
            .filter(|(index, _)| boxes.is_open(*index))
            .find(|(_, kind)| **kind == joker)
        {
            boxes.spend_box(index);
        }
    }

    /// Writes a mark and hands out what it gives.
    #[inline]
    fn write(&self, position: &mut Position<SEATS>, seat: Seat, zone: u8, mark: Mark) {
        let player = &mut position.players[seat.index()];
        let index = usize::from(zone);
        let zone = &self.sheet().zones[index];
        let mut ink = player.zones[index];
        zone.write(&mut ink, mark, |award| self.give(player, award));
        if self.is_context_free(index) {
            zone.update_mark_counts(&mut ink, mark);
        }
        player.zones[index] = ink;
    }

    /// Foxes and boxes are taken at once, gifts wait for a choice.
    fn give(&self, player: &mut Player, award: Award) {
        match award {
            Award::Fox => player.foxes = (player.foxes + 1).min(self.foxes),
            Award::Gift(gift) => player.pending.add(gift),
            Award::Circle(power) => {
                let row = self.sheet().power(power);
                let boxes = &mut player.boxes[power as usize];
                if boxes.circled() < row.boxes {
                    boxes.circle();
                    if let (true, Some(end)) = (boxes.circled() == row.boxes, row.end) {
                        self.give(player, end);
                    }
                }
            }
        }
    }

    /// A gift that can no longer be used is lost at once.
    #[inline]
    fn drop_dead_gifts(&self, position: &mut Position<SEATS>, seat: Seat) {
        for gift in position.player(seat).pending.kinds() {
            if !self.gift_has_target(position, seat, gift) {
                position.players[seat.index()].pending.drop_all(gift);
            }
        }
    }

    /// Goes on once a player has nothing pending any more.
    #[inline]
    fn after_mark(&self, position: &mut Position<SEATS>, seat: Seat) {
        if !position.player(seat).pending.is_empty() {
            self.drop_dead_gifts(position, seat);
            if !position.player(seat).pending.is_empty() {
                return;
            }
        }
        match position.phase {
            Phase::RoundStart => self.end_round_start(position),
            Phase::Entered => {
                if let Some(die) = position.dice.last_placed() {
                    let lower = position.dice.lower_in_pool(position.dice.pips(die));
                    position.dice.put_on_platter(lower);
                }
                self.end_roll(position);
            }
            Phase::Window => self.settle(position, seat),
            _ => {}
        }
    }

    #[inline]
    fn end_roll(&self, position: &mut Position<SEATS>) {
        if position.roll == ROLLS {
            position.dice.put_on_platter(position.dice.pool());
            self.open_window(position);
            return;
        }
        if position.dice.pool().is_empty() && !can_take_back(position) {
            self.open_window(position);
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

    fn open_window(&self, position: &mut Position<SEATS>) {
        position.phase = Phase::Window;
        let active = position.active();
        for seat in (0..self.seats_u8()).map(Seat) {
            let stage = if active == Some(seat) {
                Stage::Extra
            } else {
                Stage::Pick
            };
            position.players[seat.index()].window = WindowState::new(stage);
        }
        for seat in (0..self.seats_u8()).map(Seat) {
            self.skip_forced(position, seat);
        }
        self.close_window(position);
    }

    /// Moves a player past the stages in which nothing can be done.
    #[inline]
    fn skip_forced(&self, position: &mut Position<SEATS>, seat: Seat) {
        if position.player(seat).stage() == Stage::Pick && !self.any_pick(position, seat) {
            position.players[seat.index()].window.set_stage(Stage::Extra);
        }
        if position.player(seat).stage() == Stage::Extra && !self.any_extra(position, seat) {
            position.players[seat.index()].window.set_stage(Stage::Done);
        }
    }

    #[inline]
    fn settle(&self, position: &mut Position<SEATS>, seat: Seat) {
        self.skip_forced(position, seat);
        self.close_window(position);
    }

    #[inline]
    fn close_window(&self, position: &mut Position<SEATS>) {
        if position
            .players()
            .iter()
            .any(|player| player.stage() != Stage::Done)
        {
            return;
        }
        position.turn += 1;
        if position.turn < self.turns_per_round() {
            self.begin_turn(position);
        } else if position.round < self.rounds() {
            position.round += 1;
            self.begin_round(position);
        } else {
            position.turn -= 1;
            position.phase = Phase::Over;
        }
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

/// Takes all dice back and forgets what belonged to the last turn.
fn clear_table<const SEATS: usize>(position: &mut Position<SEATS>) {
    position.dice = Dice::FRESH;
    position.roll = 1;
    position.rerolls = 0;
    for player in &mut position.players {
        player.window = WindowState::new(Stage::Done);
    }
}
