//! The effects of an event, added up.

use finaud_record::Notation;
use finaud_rules::push::{Card, Kind};
use finaud_rules::zone::{BonusStatus, CellStatus, Written};
use finaud_rules::{
    Award, DiceGame, Effect, Ink, Loss, Player, Position, Power, Push, PushEffect, PushState, Seat, Sheet,
};

/// A game whose effects can be added up.
pub trait Audited: Notation {
    /// Do the effects of an event tell everything that changed?
    fn audit(&self, before: &Self::State, effects: &[Self::Effect], after: &Self::State);
}

impl<const SEATS: usize> Audited for DiceGame<SEATS> {
    fn audit(&self, before: &Position<SEATS>, effects: &[Effect], after: &Position<SEATS>) {
        let sheet = self.sheet();
        for seat in (0..before.seats() as u8).map(Seat) {
            let own = || effects.iter().filter(|effect| effect.seat() == Some(seat));
            if own().next().is_none() && before.player(seat) == after.player(seat) {
                continue;
            }
            let mut counted = Counted::of(sheet, before.player(seat));
            own().for_each(|effect| counted.add(*effect));
            let found = Counted::of(sheet, after.player(seat));
            assert_eq!(counted, found, "seat {seat}: {effects:#?}");
            views_are_consistent(sheet, after.player(seat));
        }
        let mut platter = before.dice().platter();
        for effect in effects {
            match effect {
                Effect::ToPlatter(dice) => platter = platter.union(*dice),
                Effect::TakenBack(die) => platter.remove(*die),
                Effect::RoundBegins(_) | Effect::TurnBegins(_) => platter = Default::default(),
                _ => {}
            }
        }
        assert_eq!(platter, after.dice().platter(), "{effects:#?}");
    }
}

/// What a player has.
#[derive(PartialEq, Eq, Debug)]
struct Counted {
    foxes: i16,
    circled: Vec<i16>,
    used: Vec<i16>,
    pending: Vec<i16>,
    written: Vec<(u8, u8, Written)>,
}

impl Counted {
    fn of(sheet: &Sheet, player: &Player) -> Counted {
        let written = (0..).zip(&sheet.zones).flat_map(|(zone, rules)| {
            let cells = rules.view(player.ink(usize::from(zone))).cells.into_iter();
            cells.filter_map(move |cell| Some((zone, cell.id, cell.written?)))
        });
        let mut written: Vec<_> = written.collect();
        written.sort_by_key(|(zone, cell, _)| (*zone, *cell));
        Counted {
            foxes: player.foxes().into(),
            circled: Power::ALL
                .map(|power| player.boxes(power).circled().into())
                .into(),
            used: Power::ALL.map(|power| player.boxes(power).used().into()).into(),
            pending: (0..sheet.gifts.len() as u8)
                .map(|gift| player.pending().count(gift).into())
                .collect(),
            written,
        }
    }

    fn add(&mut self, effect: Effect) {
        match effect {
            Effect::Won { award, .. } => match award {
                Award::Fox => self.foxes += 1,
                Award::Circle(power) => self.circled[power as usize] += 1,
                Award::Gift(gift) => self.pending[usize::from(gift)] += 1,
            },
            Effect::GiftUsed { gift, .. }
            | Effect::Lost {
                award: Award::Gift(gift),
                why: Loss::NoTarget,
                ..
            } => self.pending[usize::from(gift)] -= 1,
            Effect::Spent { power, .. } => self.used[power as usize] += 1,
            Effect::Written { zone, cell, what, .. } => {
                // A cross may follow a circle, and nothing else anything.
                if what == Written::Cross {
                    self.written
                        .retain(|known| *known != (zone, cell, Written::Circle));
                }
                self.written.push((zone, cell, what));
                self.written.sort_by_key(|(zone, cell, _)| (*zone, *cell));
            }
            _ => {}
        }
    }
}

/// What is written is filled, what is open waits for open cells, and every part of a view speaks of cells that exist.
pub fn views_are_consistent(sheet: &Sheet, player: &Player) {
    for (index, zone) in sheet.zones.iter().enumerate() {
        let view = zone.view(player.ink(index));
        for cell in &view.cells {
            // A circle waits for its cross, or for ever.
            if cell.written != Some(Written::Circle) {
                assert_eq!(
                    cell.status == CellStatus::Filled,
                    cell.written.is_some(),
                    "zone {index}: {cell:?}"
                );
            }
            assert!(usize::from(cell.row) < view.rows.len(), "zone {index}: {cell:?}");
            assert!(cell.column < view.columns, "zone {index}: {cell:?}");
        }
        let status = |cell: u8| view.cell(cell).map(|cell| cell.status);
        for (spot, bonus) in view.bonuses() {
            assert_eq!(
                bonus.status == BonusStatus::Open,
                !bonus.missing.is_empty(),
                "zone {index} {spot:?}: {bonus:?}"
            );
            let mut missing = bonus.missing.iter().map(status);
            assert!(
                missing.all(|status| status == Some(CellStatus::Open)),
                "zone {index} {spot:?}: {bonus:?}"
            );
        }
        let fresh = zone.view(&Ink::EMPTY);
        for (group, fresh) in view.groups.iter().zip(&fresh.groups) {
            assert!(
                group.missing.minus(group.cells).is_empty(),
                "zone {index}: {group:?}"
            );
            let filled = group.cells.minus(group.missing);
            // Where cells are circled first, circles complete a group.
            let counts = |cell: u8| {
                let cell = view.cell(cell);
                cell.is_some_and(|cell| {
                    cell.status == CellStatus::Filled || cell.written == Some(Written::Circle)
                })
            };
            // Some groups are complete before all their cells are.
            let takes_all = usize::from(fresh.needed) == fresh.cells.len();
            assert!(!takes_all || filled.iter().all(counts), "zone {index}: {group:?}");
        }
    }
}

impl Audited for Push {
    fn audit(&self, before: &PushState, effects: &[PushEffect], after: &PushState) {
        let mut cards = CardCount::of(self, before);
        let mut switches = i16::from(before.switches());
        for effect in effects {
            cards.add(*effect, &mut switches);
        }
        assert_eq!(cards, CardCount::of(self, after), "{effects:#?}");
    }
}

/// Where all cards are, but for those on the table.
#[derive(PartialEq, Eq, Debug)]
struct CardCount {
    pile: Vec<i16>,
    discard: Vec<i16>,
    /// Of each seat, of each kind.
    open: Vec<Vec<i16>>,
    protected: Vec<Vec<i16>>,
}

impl CardCount {
    fn of(game: &Push, state: &PushState) -> CardCount {
        use finaud_rules::Game;
        let benches = || (0..game.seats() as u8).map(|seat| state.bench(Seat(seat)));
        let kinds = |count: &dyn Fn(Kind) -> u8| Kind::all().map(|kind| count(kind).into()).collect();
        CardCount {
            pile: Card::all()
                .map(|card| state.unseen().count(card).into())
                .collect(),
            discard: Card::all()
                .map(|card| state.discard().count(card).into())
                .collect(),
            open: benches()
                .map(|bench| kinds(&|kind| bench.zone().count(kind)))
                .collect(),
            protected: benches()
                .map(|bench| kinds(&|kind| bench.protected().count(kind)))
                .collect(),
        }
    }

    fn discard(&mut self, card: Card, count: i16) {
        self.discard[Card::all().position(|known| known == card).expect("a card")] += count;
    }

    fn add(&mut self, effect: PushEffect, switches: &mut i16) {
        let index = |kind: Kind| Kind::all().position(|known| known == kind).expect("a kind");
        match effect {
            PushEffect::Turned(card) => {
                self.pile[Card::all().position(|known| known == card).expect("a card")] -= 1;
            }
            PushEffect::Taken { seat, cards, .. } => {
                let open = &mut self.open[seat.index()];
                cards.numbers().for_each(|kind| open[index(kind)] += 1);
            }
            PushEffect::Protected { seat, cards, .. } => {
                for (kind, count) in cards.iter() {
                    self.open[seat.index()][index(kind)] -= i16::from(count);
                    self.protected[seat.index()][index(kind)] += i16::from(count);
                }
            }
            PushEffect::DieTook { seat, cards } => {
                for (kind, count) in cards.iter() {
                    self.open[seat.index()][index(kind)] -= i16::from(count);
                    self.discard(Card::Number(kind), count.into());
                }
            }
            PushEffect::Discarded(card) => self.discard(card, 1),
            PushEffect::ColumnDiscarded(column) => column.cards().for_each(|card| self.discard(card, 1)),
            PushEffect::Switched { .. } => *switches += 1,
            // The Switch cards of a turn lie on the table until it ends.
            PushEffect::TurnEnds(_) => self.discard(Card::Switch, std::mem::take(switches)),
            PushEffect::TurnBegins(_)
            | PushEffect::Placed { .. }
            | PushEffect::Bust(_)
            | PushEffect::Stopped(_)
            | PushEffect::DieRolled { .. }
            | PushEffect::GameOver => {}
        }
    }
}
