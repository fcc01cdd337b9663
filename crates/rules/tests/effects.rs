//! What the rules say an event did: told in the order in which it happens, and nothing but what changed.

mod common;

use common::random::{Mood, game, play_out};
use common::{Story, given, given_under};
use finaud_record::{Event, Notation};
use finaud_rules::zone::{BonusStatus, CellStatus, InkForm, Spot, Written};
use finaud_rules::{
    Award, DiceGame, DieSet, Effect, Game, Loss, Origin, Player, Position, Power, RollsEnd, Seat, Sheet,
    Zone, builtin, builtin_ids,
};

/// An effect in a few words.
fn told(sheet: &Sheet, effect: Effect) -> String {
    let zone = |zone: u8| sheet.zones[usize::from(zone)].name.clone();
    let award = |award: Award| match award {
        Award::Fox => "fox".to_string(),
        Award::Circle(power) => power.word().to_string(),
        Award::Gift(gift) => sheet.gifts[usize::from(gift)].name.clone(),
    };
    let dice = |dice: DieSet| {
        let letters = dice.iter().map(|die| sheet.dice[die.index()].letter);
        letters.collect::<String>()
    };
    let origin = |origin: Origin| match origin {
        Origin::Round(round) => format!("round {round}"),
        Origin::Zone {
            zone: index,
            spot: Spot::Cell(cell),
        } => format!("{} cell {}", zone(index), cell + 1),
        Origin::Zone {
            zone: index,
            spot: Spot::Between(cell),
        } => format!("{} between {} and {}", zone(index), cell + 1, cell + 2),
        Origin::Zone {
            zone: index,
            spot: Spot::Group(group),
        } => {
            let view = sheet.zones[usize::from(index)].view(&finaud_rules::Ink::EMPTY);
            format!("{} {:?}", zone(index), view.groups[usize::from(group)].kind)
        }
        Origin::RowEnd(power) => format!("the end of {}", power.word()),
        Origin::Gift(gift) => sheet.gifts[usize::from(gift)].name.clone(),
    };
    match effect {
        Effect::RoundBegins(round) => format!("round {round} begins"),
        Effect::TurnBegins(Some(seat)) => format!("turn of {seat} begins"),
        Effect::TurnBegins(None) => "passive turn begins".into(),
        Effect::Placed { die, slot } => format!("{} on slot {}", dice([die].into_iter().collect()), slot + 1),
        Effect::ToPlatter(which) => format!("{} to the platter", dice(which)),
        Effect::TakenBack(die) => format!("{} taken back", dice([die].into_iter().collect())),
        Effect::Spent { seat, power, index } => format!("{seat} spends {} {}", power.word(), index + 1),
        Effect::GiftUsed { seat, gift } => format!("{seat} uses {}", award(Award::Gift(gift))),
        Effect::Written {
            seat,
            zone: index,
            cell,
            what,
        } => {
            let what = match what {
                Written::Cross => "X".into(),
                Written::Circle => "O".into(),
                Written::Number(number) => number.to_string(),
            };
            format!("{seat} writes {what} in {} cell {}", zone(index), cell + 1)
        }
        Effect::Completed {
            seat,
            zone: index,
            group,
            points,
        } => {
            let view = sheet.zones[usize::from(index)].view(&finaud_rules::Ink::EMPTY);
            let kind = view.groups[usize::from(group)].kind;
            format!("{seat} completes {} {kind:?}: {points}", zone(index))
        }
        Effect::Won {
            seat,
            origin: from,
            award: what,
        } => format!("{seat} wins {} from {}", award(what), origin(from)),
        Effect::GivenUp {
            seat,
            zone: index,
            cell,
            award: what,
        } => format!(
            "{seat} gives up {} of {} cell {}",
            award(what),
            zone(index),
            cell + 1
        ),
        Effect::Lost {
            seat,
            origin: from,
            award: what,
            why,
        } => format!(
            "{seat} loses {}{}: {}",
            award(what),
            from.map_or_else(String::new, |from| format!(" from {}", origin(from))),
            match why {
                Loss::NoRoom => "no room",
                Loss::NoTarget => "no target",
                Loss::TooLow => "too low",
            }
        ),
        Effect::RollsEnd(why) => format!("rolls end: {why:?}"),
        Effect::NothingFits(seat) => format!("nothing fits {seat}"),
        Effect::TurnEnds(Some(seat)) => format!("turn of {seat} ends"),
        Effect::TurnEnds(None) => "passive turn ends".into(),
        Effect::GameOver => "game over".into(),
    }
}

/// What an action of a seat does.
#[track_caller]
fn effects(story: &Story, seat: u8, action: &str) -> Vec<String> {
    let action = story.game.read_action(action).unwrap();
    let (mut after, mut silent) = (story.position, story.position);
    let mut effects = Vec::new();
    story
        .game
        .play_observed(&mut after, Seat(seat - 1), action, &mut effects)
        .unwrap();
    story.game.play(&mut silent, Seat(seat - 1), action).unwrap();
    assert_eq!(after, silent, "listening changes nothing");
    effects
        .into_iter()
        .map(|effect| told(story.game.sheet(), effect))
        .collect()
}

/// What an outcome does.
#[track_caller]
fn effects_of_outcome(story: &Story, outcome: &str) -> Vec<String> {
    let outcome = story.game.read_outcome(outcome).unwrap();
    let mut after = story.position;
    let mut effects = Vec::new();
    story
        .game
        .apply_chance_observed(&mut after, outcome, &mut effects)
        .unwrap();
    effects
        .into_iter()
        .map(|effect| told(story.game.sheet(), effect))
        .collect()
}

#[test]
fn a_picked_die_lies_on_its_slot_is_written_and_sends_lower_dice_to_the_platter() {
    let table = given("tres-fute phase=rolled pool=W4,Y3,B2,G6,O1,V5 / reroll=1 /");
    assert_eq!(
        effects(&table, 1, "violet 5"),
        [
            "V on slot 1",
            "1 writes 5 in violet cell 1",
            "WYBO to the platter",
        ]
    );
}

#[test]
fn the_first_round_gives_before_anything_is_rolled() {
    let story = common::new_game("tres-fute", 2);
    let mut effects = Vec::new();
    let start = story.game.start_observed(&mut effects);
    assert_eq!(start, story.game.start());
    let told: Vec<String> = effects
        .into_iter()
        .map(|effect| told(story.game.sheet(), effect))
        .collect();
    assert_eq!(
        told,
        [
            "round 1 begins",
            "1 wins reroll from round 1",
            "2 wins reroll from round 1",
            "turn of 1 begins",
        ]
    );
}

#[test]
fn what_the_round_gives_is_the_rounds_and_comes_after_the_end_of_the_turn() {
    // The passive turn of the first solo round ends with a choice; the second round's +1 is not its merit.
    let table = given("tres-fute turn=2 phase=window platter=W1,Y3,B1 slots=G6,O5,V5 / stage=pick");
    assert_eq!(
        effects(&table, 1, "yellow 3 r1"),
        [
            "1 writes X in yellow cell 1",
            "passive turn ends",
            "round 2 begins",
            "1 wins +1 from round 2",
            "turn of 1 begins",
        ]
    );
}

#[test]
fn a_row_a_column_and_the_diagonal_tell_what_they_release() {
    let table = given("tres-fute phase=rolled pool=W5,Y3,B6,G6,O1,V5 / blue=9,10,12 /");
    assert_eq!(
        effects(&table, 1, "blue 11"),
        [
            "B on slot 1",
            "1 writes X in blue cell 11",
            "1 completes blue Row(2): 0",
            "1 wins fox from blue Row(2)",
            "WYOV to the platter",
        ]
    );
    // Column 1 of yellow (cells 1, 5, 9) pays points and the row pays a bonus: both at once.
    let table = given("tres-fute phase=rolled pool=W1,Y3,B1,G1,O1,V1 / yellow=2,3,5,9 /");
    let told = effects(&table, 1, "yellow 3 r1");
    assert_eq!(told[1], "1 writes X in yellow cell 1");
    assert!(
        told.contains(&"1 completes yellow Row(0): 0".to_string()),
        "{told:?}"
    );
    assert!(
        told.contains(&"1 completes yellow Column(0): 10".to_string()),
        "{told:?}"
    );
    assert!(
        told.contains(&"1 wins blue X from yellow Row(0)".to_string()),
        "{told:?}"
    );
}

#[test]
fn a_cascade_is_told_link_by_link() {
    // Orange cell 3 gives a reroll; the last box of Hyper's row gives the bonus at its end.
    let table = given("melange-fute phase=rolled pool=W4,Y3,B2,G6,O5,V5 / orange=1 reroll=5 /");
    let told = effects(&table, 1, "orange 5 #2");
    assert!(
        told.contains(&"1 wins melange from orange between 1 and 2".to_string()),
        "{told:?}"
    );
    let mut table = table.clone();
    table.plays(1, "orange 5 #2");
    assert_eq!(
        effects(&table, 1, "melange: polish")[..2],
        ["1 uses melange", "1 wins polish from melange"]
    );
}

#[test]
fn what_is_spent_is_told_box_by_box() {
    let table = given("tres-fute phase=rolled pool=W4,Y3,B2,G6,O1,V5 / reroll=3:1 /");
    assert_eq!(effects(&table, 1, "reroll"), ["1 spends reroll 2"]);
    let table = given(
        "melange-fute roll=2 phase=before-roll pool=W4 slots=V3 platter=Y1,B2,G1,O1 / return=2 violet=3 /",
    );
    assert_eq!(
        effects(&table, 1, "take back green"),
        ["1 spends return 1", "G taken back"]
    );
}

#[test]
fn a_joker_and_polish_are_told_before_what_they_write() {
    let table = given("melange-fute phase=rolled pool=W4,Y3,B2,G6,O1,V5 / joker=3 /");
    let told = effects(&table, 1, "orange 4 #4 joker 4");
    assert_eq!(
        told[..3],
        ["O on slot 1", "1 spends joker 1", "1 writes X in orange cell 4"]
    );
}

#[test]
fn a_box_that_finds_its_row_full_is_lost_at_the_end_of_the_row() {
    let table = given("tres-fute phase=rolled pool=W4,Y3,B2,G6,O5,V5 / orange=5,2 reroll=7 /");
    assert!(
        effects(&table, 1, "orange 5").contains(&"1 loses reroll from orange cell 3: no room".to_string()),
        "{:?}",
        effects(&table, 1, "orange 5")
    );
}

#[test]
fn whether_there_is_room_for_a_bonus_can_be_asked_before() {
    let table = given("tres-fute phase=rolled pool=W4,Y3,B2,G6,O5,V5 / reroll=7 +1=6 /");
    let room = |award: Award| table.game.has_room(table.position.player(Seat(0)), award);
    assert!(!room(Award::Circle(Power::Reroll)), "all seven are circled");
    assert!(room(Award::Circle(Power::Extra)) && room(Award::Fox) && room(Award::Gift(0)));
}

#[test]
fn a_bonus_that_fits_nowhere_is_lost_at_once() {
    let table = given(
        "tres-fute phase=rolled pool=W1,Y1,B1,G1,O1,V1 \
         / orange=1,1,1,2,1,1,2,1,2 violet=1,2,3,4,5,6,1,2,3,4,5 /",
    );
    let told = effects(&table, 1, "orange 1");
    assert_eq!(
        told[..4],
        [
            "O on slot 1",
            "1 writes 1 in orange cell 10",
            "1 wins violet 6 from orange cell 10",
            "1 loses violet 6: no target",
        ]
    );
}

#[test]
fn a_bonus_left_for_points_is_given_up() {
    let table = given("hyper-fute phase=rolled pool=W1,Y1,T1,B1,N1,P4 / pink=1 /");
    let told = effects(&table, 1, "pink times 4");
    let given_up: Vec<&String> = told.iter().filter(|line| line.contains("gives up")).collect();
    assert_eq!(given_up.len(), 1, "{told:?}");
    assert!(!told.iter().any(|line| line.contains("wins")), "{told:?}");
}

#[test]
fn the_rolls_end_for_a_reason() {
    let last =
        given("tres-fute roll=3 phase=rolled pool=W4,G6 slots=V3,B2 platter=Y1,O1 / violet=3 blue=6 /");
    assert!(effects(&last, 1, "green").contains(&format!("rolls end: {:?}", RollsEnd::LastRoll)));
    let no_dice = given("tres-fute phase=rolled pool=W1,Y1,B1,G6,O1,V1 / reroll=1 /");
    let told = effects(&no_dice, 1, "green");
    assert!(
        told.contains(&format!("rolls end: {:?}", RollsEnd::NoDice)),
        "{told:?}"
    );
}

#[test]
fn the_dice_of_a_solo_passive_turn_are_laid_out() {
    let table = given("tres-fute turn=2");
    let told = effects_of_outcome(&table, "W1 Y2 B3 G4 O5 V6");
    assert_eq!(
        told,
        ["WYB to the platter", "G on slot 1", "O on slot 2", "V on slot 3"]
    );
}

#[test]
fn somebody_whom_nothing_fits_is_passed_over() {
    let table = given_under(
        "solo_fallback=false",
        "tres-fute turn=2 round=6 / yellow=1,2,3,5,6,8,9,11,12,14,15,16 blue=2,3,4,5,6,7,8,9,10,11,12 \
         green=1,2,3,4,5,6,7,8,9,10,11 orange=1,1,1,2,1,1,2,1,2,1,3 violet=1,2,3,4,5,6,1,2,3,4,5",
    );
    let told = effects_of_outcome(&table, "W1 Y2 B3 G4 O5 V6");
    assert_eq!(told[4..], ["nothing fits 1", "passive turn ends", "game over"]);
}

/// What a sheet has, counted.
#[derive(PartialEq, Eq, Debug)]
struct Count {
    foxes: u8,
    circled: Vec<u8>,
    used: Vec<Vec<bool>>,
    pending: Vec<u8>,
    cells: Vec<Vec<Option<Written>>>,
}

impl Count {
    fn of(sheet: &Sheet, player: &Player) -> Count {
        let used = |power: Power| {
            let row = 0..usize::from(sheet.power(power).boxes);
            row.map(|index| player.boxes(power).is_used(index)).collect()
        };
        let cells = |(index, zone): (usize, &Zone)| {
            let view = zone.view(player.ink(index));
            let mut cells = vec![None; 64];
            view.cells
                .iter()
                .for_each(|cell| cells[usize::from(cell.id)] = cell.written);
            cells
        };
        Count {
            foxes: player.foxes(),
            circled: Power::ALL.map(|power| player.boxes(power).circled()).to_vec(),
            used: Power::ALL.map(used).to_vec(),
            pending: (0..sheet.gifts.len() as u8)
                .map(|gift| player.pending().count(gift))
                .collect(),
            cells: sheet.zones.iter().enumerate().map(cells).collect(),
        }
    }

    fn apply(&mut self, effect: Effect) {
        match effect {
            Effect::Won { award, .. } => match award {
                Award::Fox => self.foxes += 1,
                Award::Circle(power) => self.circled[power as usize] += 1,
                Award::Gift(gift) => self.pending[usize::from(gift)] += 1,
            },
            Effect::GiftUsed { gift, .. } => self.pending[usize::from(gift)] -= 1,
            Effect::Lost {
                award: Award::Gift(gift),
                why: Loss::NoTarget,
                ..
            } => self.pending[usize::from(gift)] -= 1,
            Effect::Spent { power, index, .. } => {
                let spent = &mut self.used[power as usize][usize::from(index)];
                assert!(!*spent, "a box is crossed off once");
                *spent = true;
            }
            Effect::Written { zone, cell, what, .. } => {
                let written = &mut self.cells[usize::from(zone)][usize::from(cell)];
                let circled_first = (*written, what) == (Some(Written::Circle), Written::Cross);
                assert!(written.is_none() || circled_first, "a cell is filled once");
                *written = Some(what);
            }
            _ => {}
        }
    }
}

/// The effects of an event add up to what changed, for everybody.
fn adds_up<const SEATS: usize>(
    game: &DiceGame<SEATS>,
    before: &Position<SEATS>,
    event: Event<DiceGame<SEATS>>,
) {
    let mut after = *before;
    let mut effects = Vec::new();
    match event {
        Event::Choice(seat, action) => game.play_observed(&mut after, seat, action, &mut effects),
        Event::Outcome(outcome) => game.apply_chance_observed(&mut after, outcome, &mut effects),
    }
    .unwrap();
    let sheet = game.sheet();
    let line = || format!("{event:?} in {}\n{effects:#?}", game.position_text(before));
    for seat in (0..before.seats() as u8).map(Seat) {
        let mut count = Count::of(sheet, before.player(seat));
        for effect in effects.iter().filter(|effect| effect.seat() == Some(seat)) {
            count.apply(*effect);
        }
        assert_eq!(
            count,
            Count::of(sheet, after.player(seat)),
            "seat {seat}: {}",
            line()
        );
        tells_bonuses(
            sheet,
            before.player(seat),
            after.player(seat),
            seat,
            &effects,
            &line,
        );
    }
    // The platter holds what went there, less what was taken back, until the table is cleared.
    let (mut platter, mut cleared) = (before.dice().platter(), false);
    let mut ended = 0;
    for effect in &effects {
        match effect {
            Effect::ToPlatter(dice) => platter = platter.union(*dice),
            Effect::TakenBack(die) => platter.remove(*die),
            Effect::TurnBegins(_) | Effect::RoundBegins(_) => (platter, cleared) = (DieSet::EMPTY, true),
            Effect::TurnEnds(active) => {
                assert_eq!(*active, before.active(), "{}", line());
                ended += 1;
            }
            _ => {}
        }
    }
    assert_eq!(platter, after.dice().platter(), "{}", line());
    let moved_on = (before.round(), before.turn()) != (after.round(), after.turn());
    let over = effects.last() == Some(&Effect::GameOver);
    assert_eq!(cleared && ended > 0 || over, moved_on || over, "{}", line());
    assert_eq!(ended, usize::from(moved_on || over), "{}", line());
}

/// Every bonus that a zone shows as decided was won, lost or given up in this event, and no other.
fn tells_bonuses(
    sheet: &Sheet,
    before: &Player,
    after: &Player,
    seat: Seat,
    effects: &[Effect],
    line: &dyn Fn() -> String,
) {
    for (index, zone) in sheet.zones.iter().enumerate() {
        let (then, now) = (zone.view(before.ink(index)), zone.view(after.ink(index)));
        for ((spot, then), (same, now)) in then.bonuses().zip(now.bonuses()) {
            assert_eq!(spot, same);
            let paid = then.status != BonusStatus::Paid && now.status == BonusStatus::Paid;
            let origin = Origin::Zone {
                zone: index as u8,
                spot,
            };
            let won = effects.iter().any(|effect| {
                matches!(effect, Effect::Won { seat: whose, origin: from, award }
                    if *whose == seat && *from == origin && *award == now.award)
            });
            let no_room = effects.iter().any(|effect| {
                matches!(effect, Effect::Lost { seat: whose, origin: from, award, why: Loss::NoRoom }
                    if *whose == seat && *from == Some(origin) && *award == now.award)
            });
            assert_eq!(won || no_room, paid, "{spot:?} of zone {index}: {}", line());
        }
    }
}

#[test]
fn effects_add_up_to_what_changed_in_random_play() {
    for id in builtin_ids() {
        for mood in Mood::ALL {
            for seed in 0..12 {
                let solo = game::<1>(id, 1);
                play_out(&solo, seed, mood, |position, event, _| {
                    event
                        .into_iter()
                        .for_each(|event| adds_up(&solo, position, event));
                });
            }
            let table = game::<4>(id, 3);
            play_out(&table, 77, mood, |position, event, _| {
                event
                    .into_iter()
                    .for_each(|event| adds_up(&table, position, event));
            });
        }
    }
}

#[test]
fn a_zone_can_be_read_cell_by_cell_while_it_fills() {
    for id in builtin_ids() {
        let game = game::<1>(id, 1);
        let mut legal = Vec::new();
        for seed in 0..30 {
            play_out(&game, seed, Mood::Eager, |position, event, _| {
                let player = position.player(Seat(0));
                for (index, zone) in game.sheet().zones.iter().enumerate() {
                    let view = zone.view(player.ink(index));
                    assert_eq!(view.playable().count() + fixed(&view), view.cells.len());
                    for cell in &view.cells {
                        let filled = cell.status == CellStatus::Filled;
                        let written = cell.written.is_some_and(|written| written != Written::Circle);
                        assert_eq!(filled, written, "{id} zone {index}: {cell:?}");
                        let cell_bonus = cell.bonus.map(|bonus| bonus.status);
                        let decided = cell_bonus.is_some_and(|status| status != BonusStatus::Open);
                        assert!(
                            cell_bonus.is_none() || decided == filled,
                            "{id} zone {index}: {cell:?}"
                        );
                    }
                    // Read quickly, the zone says the same.
                    let mut written = Vec::new();
                    zone.each_written(player.ink(index), |cell, number| written.push((cell, number)));
                    let circles_first = zone.ink_form() == InkForm::Circled;
                    let told = view.cells.iter().filter_map(|cell| {
                        let number = match cell.written? {
                            Written::Cross if circles_first => 2,
                            Written::Cross | Written::Circle => 1,
                            Written::Number(number) => number,
                        };
                        Some((cell.id, number))
                    });
                    assert_eq!(written, told.collect::<Vec<_>>(), "{id} zone {index}");
                    for (spot, bonus) in view.bonuses() {
                        let open = bonus.status == BonusStatus::Open;
                        assert_eq!(
                            open,
                            !bonus.missing.is_empty(),
                            "{id} zone {index} {spot:?}: {bonus:?}"
                        );
                        let waiting = bonus.missing.iter().all(|cell| {
                            view.cell(cell)
                                .is_some_and(|cell| cell.status == CellStatus::Open)
                        });
                        assert!(waiting, "{id} zone {index} {spot:?}: {bonus:?}");
                    }
                }
                // Every mark goes to cells that are open, and fills just those.
                if let Some(Event::Choice(seat, _)) = event {
                    game.legal(position, seat, &mut legal);
                    for action in &legal {
                        let (finaud_rules::Action::Pick(finaud_rules::Entry { zone, mark, .. })
                        | finaud_rules::Action::Gift { zone, mark, .. }) = *action
                        else {
                            continue;
                        };
                        let index = usize::from(zone);
                        let rules = &game.sheet().zones[index];
                        let targets = rules.targets(player.ink(index), mark);
                        let mut after = *position;
                        game.play(&mut after, seat, *action).unwrap();
                        let (then, now) = (
                            rules.view(player.ink(index)),
                            rules.view(after.player(seat).ink(index)),
                        );
                        let filled = then.cells.iter().zip(&now.cells);
                        let filled = filled.filter(|(then, now)| then.written != now.written);
                        let filled: Vec<u8> = filled.map(|(_, cell)| cell.id).collect();
                        assert_eq!(targets.iter().collect::<Vec<_>>(), filled, "{id}: {action:?}");
                    }
                }
            });
        }
    }
}

fn fixed(view: &finaud_rules::zone::ZoneView) -> usize {
    let fixed = view.cells.iter().filter(|cell| cell.status == CellStatus::Fixed);
    fixed.count()
}

#[test]
fn cells_are_printed_as_the_sheets_say() {
    use finaud_rules::Ink;
    use finaud_rules::zone::{GroupKind, PointsTable, Printed, RowOrder};
    let view = |id: &str, zone: &str| {
        let sheet = builtin(id).unwrap();
        sheet.zones[usize::from(sheet.zone_named(zone).unwrap())].view(&Ink::EMPTY)
    };
    let orange = view("tres-fute", "orange");
    let factors: Vec<u8> = orange
        .cells
        .iter()
        .map(finaud_rules::zone::CellView::factor)
        .collect();
    assert_eq!(factors, [1, 1, 1, 2, 1, 1, 2, 1, 2, 1, 3]);
    let green = view("tres-fute", "green");
    assert_eq!(green.cells[0].printed, Printed::AtLeast { least: 1, factor: 1 });
    assert_eq!(green.cells[10].points, Some(66));
    let violet = view("tres-fute", "violet");
    assert_eq!(violet.rows[0].order, RowOrder::Rising { restart: Some(6) });
    assert!(green.cells.iter().all(|cell| cell.least.is_some()));
    assert!(orange.cells.iter().all(|cell| cell.least.is_none()));
    let slots = |zone: &str| -> Vec<Option<u8>> {
        let view = view("hyper-fute", zone);
        view.rows.iter().map(|row| row.slot).collect()
    };
    assert_eq!(slots("yellow"), [Some(0), Some(1), Some(2)]);
    assert_eq!(slots("turquoise"), [None; 5]);
    let signs: Vec<Option<i8>> = view("melange-fute", "green")
        .cells
        .iter()
        .map(|cell| cell.sign)
        .collect();
    assert_eq!(signs[..4], [Some(1), Some(-1), Some(1), Some(-1)]);
    let yellow = view("melange-fute", "yellow");
    let rows: Vec<(Option<&str>, Option<i8>)> = yellow
        .rows
        .iter()
        .map(|row| (row.name.as_deref(), row.sign))
        .collect();
    assert_eq!(
        rows,
        [
            (Some("top"), Some(0)),
            (Some("middle"), Some(-1)),
            (Some("bottom"), Some(1))
        ]
    );
    let columns: Vec<(GroupKind, i16)> = yellow
        .groups
        .iter()
        .map(|group| (group.kind, group.points))
        .collect();
    assert_eq!(columns[2], (GroupKind::Column(2), 15));
    let blue = view("melange-fute", "blue");
    assert_eq!(blue.cells[2].printed, Printed::Cross);
    assert_eq!(blue.cells[2].status, CellStatus::Fixed);
    assert!(matches!(&blue.table, PointsTable::Whole(table) if table[1] == 1 && table[11] == 56));
}
