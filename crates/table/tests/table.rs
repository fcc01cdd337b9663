//! The table: undo, luck from a seed or typed in, games put away and taken up again.

use finaud_players::Bot;
use finaud_record::{Event, Notation, Record};
use finaud_rules::{Seat, Seats, SoloGame, TableGame, builtin, builtin_ids};
use finaud_table::{Awaits, Chair, ChanceSource, NotRestored, NothingToUndo, Table, WrongChairs};

fn solo() -> SoloGame {
    SoloGame::new(builtin("tres-fute").unwrap().clone(), 1).unwrap()
}

fn game_for(players: usize) -> TableGame {
    TableGame::new(builtin("tres-fute").unwrap().clone(), players).unwrap()
}

/// A solo table with real dice, which show this.
fn with_dice(dice: &str) -> Table<SoloGame> {
    let mut table = Table::new(solo(), vec![Chair::person("Ada")], ChanceSource::Typed).unwrap();
    type_in(&mut table, dice);
    table
}

fn type_in(table: &mut Table<SoloGame>, dice: &str) {
    let luck = table.game().read_outcome(dice).unwrap();
    table.apply_chance(luck).unwrap();
}

fn play(table: &mut Table<SoloGame>, action: &str) {
    let action = table.game().read_action(action).unwrap();
    table.play(Seat(0), action).unwrap();
}

#[test]
fn every_seat_needs_a_chair() {
    let wrong = Table::new(game_for(2), vec![Chair::person("Ada")], ChanceSource::Typed).unwrap_err();
    assert_eq!(wrong, WrongChairs { chairs: 1, seats: 2 });
}

#[test]
fn a_choice_is_taken_back_up_to_the_last_luck() {
    let mut table = with_dice("W4 Y3 B2 G6 O1 V5");
    let rolled = *table.state();
    assert_eq!(table.undo(), Err(NothingToUndo));

    play(&mut table, "yellow 3 r1");
    assert!(table.can_undo());
    table.undo().unwrap();
    assert_eq!((*table.state(), table.log().len()), (rolled, 1));

    play(&mut table, "yellow 3 r1");
    type_in(&mut table, "W4 G6 V5");
    assert_eq!(table.undo(), Err(NothingToUndo));
    assert_eq!(table.log().len(), 3);
}

#[test]
fn real_dice_may_be_typed_again_until_something_is_chosen() {
    let mut table = with_dice("W4 Y3 B2 G6 O1 V5");
    table.undo_typed().unwrap();
    assert!(matches!(table.awaits(), Awaits::Typed(_)));
    type_in(&mut table, "W1 Y3 B2 G6 O1 V5");
    play(&mut table, "yellow 3 r1");
    assert_eq!(table.undo_typed(), Err(NothingToUndo));

    let mut seeded = Table::new(solo(), vec![Chair::person("Ada")], ChanceSource::Seed(1)).unwrap();
    seeded.advance().unwrap();
    assert_eq!(seeded.undo_typed(), Err(NothingToUndo));
}

#[test]
fn a_refused_event_changes_nothing() {
    let mut table = with_dice("W4 Y3 B2 G6 O1 V5");
    let before = (*table.state(), table.log().len());
    let luck = table.game().read_outcome("W4").unwrap();
    assert!(table.apply_chance(luck).is_err());
    let action = table.game().read_action("yellow 6 r1").unwrap();
    assert!(table.play(Seat(0), action).is_err());
    assert!(table.play(Seat(3), action).is_err());
    assert_eq!((*table.state(), table.log().len()), before);
}

#[test]
fn bots_go_first_and_are_taken_back_with_the_person_they_followed() {
    let chairs = vec![Chair::person("Ada"), Chair::bot("Reynard", Bot::Greedy)];
    let mut table = Table::new(game_for(2), chairs, ChanceSource::Seed(5)).unwrap();
    // Ada plays until a bot has answered to a choice of hers without new luck in between.
    loop {
        while let Some(event) = table.advance() {
            let log = table.log();
            let answered =
                matches!(event, Event::Choice(..)) && matches!(log[log.len() - 2], Event::Choice(Seat(0), _));
            if answered {
                let kept = log.len() - 2;
                table.undo().unwrap();
                assert_eq!(table.log().len(), kept);
                assert_eq!(table.awaits(), Awaits::People(Seats::one(Seat(0))));
                return;
            }
        }
        assert_eq!(
            table.awaits(),
            Awaits::People(Seats::one(Seat(0))),
            "the bot never waits"
        );
        let action = table.legal(Seat(0))[0];
        table.play(Seat(0), action).unwrap();
    }
}

#[test]
fn a_table_put_away_goes_on_as_if_it_had_not_been() {
    for id in builtin_ids() {
        for players in 1..=4 {
            let game = TableGame::new(builtin(id).unwrap().clone(), players).unwrap();
            let chairs = (0..players)
                .map(|seat| Chair::bot(format!("{seat}"), Bot::ALL[seat % 2]))
                .collect();
            let mut table = Table::new(game.clone(), chairs, ChanceSource::Seed(11)).unwrap();
            for _ in 0..40 {
                table.advance();
            }
            let text = table.record().write(&game);
            let record = Record::read(&game, &text).unwrap().record;
            let mut again = Table::restore(game.clone(), &record).unwrap();
            assert_eq!(again.chairs(), table.chairs());
            assert_eq!(again.chance_source(), table.chance_source());
            while table.advance().is_some() {}
            while again.advance().is_some() {}
            assert_eq!(again.awaits(), Awaits::Over);
            assert_eq!(again.log(), table.log(), "{id} for {players}");
        }
    }
}

#[test]
fn a_record_of_another_game_is_refused() {
    let table = with_dice("W4 Y3 B2 G6 O1 V5");
    let mut record = table.record();
    record.header.tags.push(("bot 1".into(), "gredy".into()));
    assert!(matches!(
        Table::restore(solo(), &record),
        Err(NotRestored::Bot(_))
    ));

    let mut record = table.record();
    record.header.game = "hyper-fute".into();
    let refused = Table::restore(solo(), &record).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "the record is of another game: hyper-fute for 1"
    );

    let mut record = table.record();
    record.events.push(record.events[0].clone());
    assert!(matches!(
        Table::restore(solo(), &record),
        Err(NotRestored::Event(2, _))
    ));
}
