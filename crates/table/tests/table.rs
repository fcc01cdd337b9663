//! The table: any game behind one type, undo, chance from a seed or typed in, games put away and taken up again.

use finaud_players::seated::{advance, check_bots};
use finaud_record::{EventError, RecordHeader};
use finaud_rules::{Effect, Origin, Refusal, Seat, Seats, builtin_text};
use finaud_table::{
    AnyEffect, AnyEvent, Awaits, CannotUndo, Chair, ChanceSource, GameError, GameSpec, RestoreError, Table,
    Undo, games, read_sheet,
};

fn people(names: &[&str]) -> Vec<Chair> {
    names.iter().map(|name| Chair::person(*name)).collect()
}

fn table_of(game: &str, chairs: Vec<Chair>, chance: ChanceSource) -> Table {
    Table::new(&GameSpec::plain(game, chairs.len()), chairs, chance).unwrap()
}

/// A solo table with real dice, which show this.
fn with_dice(dice: &str) -> Table {
    let mut table = table_of("tres-fute", people(&["Ada"]), ChanceSource::Typed);
    happens(&mut table, dice);
    table
}

#[track_caller]
fn happens(table: &mut Table, text: &str) {
    let event = table.read_event(text).unwrap();
    assert_eq!(table.event_text(event), text);
    table.apply(event).unwrap();
}

#[test]
fn every_game_can_be_played_at_a_table_of_every_size() {
    for game in games() {
        let sizes = if game == "push" { 2..=6 } else { 1..=4 };
        for players in 1..=7 {
            let spec = GameSpec::plain(game, players);
            let chairs = (0..players).map(|seat| Chair::bot(format!("{seat}"), "random"));
            match Table::new(&spec, chairs.collect(), ChanceSource::Seed(3)) {
                Ok(mut table) => {
                    assert!(sizes.contains(&players), "{game} for {players}");
                    while let Some(event) = advance(&mut table) {
                        let step = table.steps() - 1;
                        assert_eq!(table.event(step), Some(event));
                        let text = table.event_text(event);
                        assert_eq!(table.until(step).read_event(&text), Ok(event), "{text}");
                    }
                    assert!(table.is_over());
                    assert!(!table.winners().is_empty());
                }
                Err(error) => {
                    assert!(!sizes.contains(&players), "{game} for {players}: {error}");
                    assert!(matches!(error, GameError::Players(_)));
                }
            }
        }
    }
}

#[test]
fn a_game_that_cannot_be_is_told() {
    let told = |spec: &GameSpec| spec.build().unwrap_err().to_string();
    let plain = GameSpec::plain;
    assert_eq!(
        told(&plain("tres-fut", 1)),
        "there is no game `tres-fut`; did you mean `tres-fute`?"
    );
    assert_eq!(told(&plain("monopoly", 2)), "there is no game `monopoly`");
    assert_eq!(
        told(&plain("tres-fute", 5)),
        "this game is for 1 to 4 players, not 5"
    );
    assert_eq!(told(&plain("push", 1)), "PUSH is for 2 to 6 players, not 1");
    let mut spec = plain("tres-fute", 2);
    spec.options = vec![("forfeit_allways".into(), "true".into())];
    assert!(
        told(&spec).contains("did you mean `forfeit_always`?"),
        "{}",
        told(&spec)
    );
    spec.options.clear();
    spec.sheet = Some(builtin_text("hyper-fute").unwrap().into());
    assert_eq!(
        told(&spec),
        "the game `tres-fute` is not on the sheet `hyper-fute`"
    );
    spec.sheet = Some("format = 1".into());
    assert!(matches!(spec.build(), Err(GameError::Sheet(problems)) if problems.len() > 3));
    let printed = builtin_text("hyper-fute").unwrap();
    assert!(read_sheet(printed).is_ok());
    let stolen = printed.replacen("rounds = [6", "rounds = [5", 1);
    assert!(matches!(read_sheet(&stolen), Err(GameError::TakenId(_))));
}

#[test]
fn every_seat_needs_a_chair() {
    let spec = GameSpec::plain("tres-fute", 2);
    let wrong = Table::new(&spec, people(&["Ada"]), ChanceSource::Typed).unwrap_err();
    assert_eq!(wrong.to_string(), "names given: 1, players: 2");
}

#[test]
fn a_choice_is_taken_back_up_to_the_last_outcome() {
    let mut table = table_of("tres-fute", people(&["Ada"]), ChanceSource::Seed(3));
    table.apply_seeded().unwrap();
    let rolled = table.position_text();
    assert_eq!(table.undo(), Err(CannotUndo::NoChoice));

    let action = table.legal(Seat(0))[0];
    table.play(Seat(0), action).unwrap();
    let undo = Undo {
        seat: Some(Seat(0)),
        events: 1,
    };
    assert_eq!(table.undoable(), Ok(undo));
    assert_eq!(table.undoable_by(Seat(0)), Ok(undo));
    assert_eq!(table.undo(), Ok(undo));
    assert_eq!((table.position_text(), table.steps()), (rolled, 1));

    table.play(Seat(0), action).unwrap();
    table.apply_seeded().unwrap();
    assert_eq!(table.undo(), Err(CannotUndo::NoChoice));
    assert_eq!(table.undo_by(Seat(0)), Err(CannotUndo::NoChoice));
    assert_eq!(table.steps(), 3);
}

#[test]
fn real_dice_may_be_typed_again_until_something_is_chosen() {
    let mut table = with_dice("W4 Y3 B2 G6 O1 V5");
    assert_eq!(
        table.undo(),
        Ok(Undo {
            seat: None,
            events: 1
        })
    );
    assert!(matches!(table.awaits(), Awaits::Typed(_)));
    happens(&mut table, "W1 Y3 B2 G6 O1 V5");
    happens(&mut table, "1 yellow 3 r1");
    assert_eq!(
        table.undo(),
        Ok(Undo {
            seat: Some(Seat(0)),
            events: 1
        })
    );
    assert_eq!(table.steps(), 1, "the choice went, the dice stay");
    // What was typed in is nobody's own choice.
    assert_eq!(table.undo_by(Seat(0)), Err(CannotUndo::NoChoice));
}

#[test]
fn what_was_forced_goes_with_the_choice_before_it() {
    let mut table = table_of("push", people(&["Ada", "Bo"]), ChanceSource::Typed);
    happens(&mut table, "1 draw");
    happens(&mut table, "card red 5");
    happens(&mut table, "1 place new");
    // A single card can only begin the first column: to place it was no choice, but to go on or to stop is one.
    assert_eq!(
        table.undoable(),
        Ok(Undo {
            seat: None,
            events: 2
        }),
        "the forced placing goes with the card that was typed in"
    );
    happens(&mut table, "1 stop");
    assert_eq!(
        table.undoable(),
        Ok(Undo {
            seat: Some(Seat(0)),
            events: 1
        })
    );
    happens(&mut table, "1 take 1");
    assert_eq!(
        table.undoable(),
        Ok(Undo {
            seat: Some(Seat(0)),
            events: 2
        }),
        "there was only one column to take"
    );
}

#[test]
fn nobody_takes_back_what_somebody_else_has_answered() {
    let mut table = table_of("tres-fute", people(&["Ada", "Bo", "Cleo"]), ChanceSource::Typed);
    happens(&mut table, "W1 Y1 B1 G6 O1 V2");
    happens(&mut table, "1 green");
    // Bo and Cleo pick side by side.
    assert_eq!(
        table.awaits(),
        Awaits::Choice {
            people: [Seat(1), Seat(2)].into_iter().collect(),
            bots: Seats::default()
        }
    );
    assert_eq!(table.undoable_by(Seat(0)).map(|undo| undo.events), Ok(1));
    happens(&mut table, "3 yellow 1 r2");
    assert_eq!(table.undoable_by(Seat(0)), Err(CannotUndo::Answered(Seat(2))));
    assert_eq!(table.undoable_by(Seat(1)), Err(CannotUndo::Answered(Seat(2))));
    assert_eq!(table.undoable_by(Seat(2)).map(|undo| undo.events), Ok(1));
    // Around one screen, the last choice is taken back, whoever made it, and it is known whose it was.
    assert_eq!(table.undo().unwrap().seat, Some(Seat(2)));
    assert_eq!(table.undo().unwrap().seat, Some(Seat(0)));
}

#[test]
fn bots_go_first_and_are_taken_back_with_the_person_they_followed() {
    let chairs = vec![Chair::person("Ada"), Chair::bot("Reynard", "greedy")];
    let mut table = table_of("tres-fute", chairs, ChanceSource::Seed(5));
    // Ada plays until a bot has answered to a choice of hers without new dice in between.
    loop {
        while let Some(event) = advance(&mut table) {
            let before = table.steps().checked_sub(2).and_then(|step| table.event(step));
            let answered = matches!(event, AnyEvent::Choice(..))
                && matches!(before, Some(AnyEvent::Choice(Seat(0), _)))
                && table.until(table.steps() - 2).legal(Seat(0)).len() > 1;
            if answered {
                let kept = table.steps() - 2;
                assert_eq!(table.undo_by(Seat(0)).unwrap().events, 2);
                assert_eq!(table.steps(), kept);
                assert!(table.awaits().people().contains(Seat(0)));
                return;
            }
        }
        assert_eq!(
            table.awaits().people(),
            Seats::one(Seat(0)),
            "the bot never waits"
        );
        let action = table.legal(Seat(0))[0];
        table.play(Seat(0), action).unwrap();
    }
}

#[test]
fn a_refused_event_changes_nothing() {
    let mut table = with_dice("W4 Y3 B2 G6 O1 V5");
    let before = (table.position_text(), table.steps());
    assert!(matches!(table.read_event("W4"), Err(EventError::NoSeat(_))));
    assert!(matches!(
        table.read_event("2 yellow 3 r1"),
        Err(EventError::NotAsked(Seat(1), _))
    ));
    assert!(matches!(
        table.read_event("1 yelow 3"),
        Err(EventError::Action(Seat(0), _))
    ));
    let illegal = table.read_event("1 yellow 6 r1").unwrap();
    assert_eq!(table.apply(illegal), Err(Refusal::Illegal));
    let AnyEvent::Choice(_, action) = illegal else {
        panic!("a choice")
    };
    assert_eq!(table.play(Seat(3), action), Err(Refusal::NotAsked(Seat(3))));
    // What belongs to another game is refused too.
    let mut push = table_of("push", people(&["Ada", "Bo"]), ChanceSource::Seed(1));
    assert_eq!(push.play(Seat(0), action), Err(Refusal::Illegal));
    let roll = table.event(0).unwrap();
    assert_eq!(push.apply(roll), Err(Refusal::NoChanceDue));
    assert_eq!((table.position_text(), table.steps()), before);
    assert_eq!(push.steps(), 0);
}

#[test]
fn a_table_knows_what_every_event_did() {
    let mut table = with_dice("W4 Y3 B2 G6 O1 V5");
    happens(&mut table, "1 violet 5");
    let effects = table.effects(1);
    assert!(matches!(
        effects[0],
        AnyEffect::Dice(Effect::Placed { slot: 0, .. })
    ));
    assert!(matches!(effects.last(), Some(AnyEffect::Dice(Effect::ToPlatter(dice))) if dice.len() == 4));
    assert_eq!(table.effects(2), []);
    let round_bonus = |effect: &AnyEffect| {
        matches!(
            effect,
            AnyEffect::Dice(Effect::Won {
                origin: Origin::Round(_),
                ..
            })
        )
    };
    let chairs = vec![Chair::bot("a", "random"), Chair::bot("b", "random")];
    let mut table = table_of("hyper-fute", chairs, ChanceSource::Seed(2));
    while advance(&mut table).is_some() {}
    let given = (0..table.steps()).flat_map(|step| table.effects(step));
    assert_eq!(
        given.filter(round_bonus).count(),
        2 * 3,
        "rounds 2, 3 and 4 give something to both"
    );
}

#[test]
fn a_table_put_away_goes_on_as_if_it_had_not_been() {
    for game in games() {
        for players in [1, 2, 4]
            .into_iter()
            .filter(|players| game != "push" || *players > 1)
        {
            let bots = ["random", "novice"];
            let chairs = (0..players).map(|seat| Chair::bot(format!("{seat}"), bots[seat % 2]));
            let mut table = table_of(game, chairs.collect(), ChanceSource::Seed(11));
            for _ in 0..40 {
                advance(&mut table);
            }
            let mut again = Table::restore(&table.record_text(), None).unwrap();
            assert_eq!(again.chairs(), table.chairs());
            assert_eq!(again.chance_source(), table.chance_source());
            assert_eq!(again.position_text(), table.position_text());
            while advance(&mut table).is_some() {}
            while advance(&mut again).is_some() {}
            assert!(again.is_over());
            assert_eq!(again.record_text(), table.record_text(), "{game} for {players}");
        }
    }
}

#[test]
fn a_table_on_a_sheet_of_ones_own_needs_its_text() {
    let sheet = builtin_text("tres-fute")
        .unwrap()
        .replacen("id = \"tres-fute\"", "id = \"ours\"", 1);
    let mut spec = GameSpec::plain("ours", 2);
    spec.sheet = Some(sheet.clone());
    let mut table = Table::new(&spec, people(&["Ada", "Bo"]), ChanceSource::Seed(4)).unwrap();
    table.apply_seeded().unwrap();
    let text = table.record_text();
    assert_eq!(table.spec(Some(&sheet)), spec);
    assert!(matches!(
        Table::restore(&text, None),
        Err(RestoreError::Game(GameError::Unknown { .. }))
    ));
    let again = Table::restore(&text, Some(&sheet)).unwrap();
    assert_eq!(again.record_text(), text);
    // Another edition of the sheet is not played on with the same record.
    let other = sheet.replacen("rounds = [6", "rounds = [5", 1);
    assert_ne!(other, sheet);
    assert_eq!(
        Table::restore(&text, Some(&other)).unwrap_err(),
        RestoreError::OtherEdition("ours".into())
    );
}

#[test]
fn the_seed_can_be_left_out_of_what_is_shown() {
    let mut table = table_of("push", people(&["Ada", "Bo"]), ChanceSource::Seed(77));
    happens(&mut table, "1 draw");
    table.apply_seeded().unwrap();
    let (whole, public) = (table.record_text(), table.public_record_text());
    assert!(whole.contains("seed: push-p2-2D"), "{whole}");
    assert!(!public.contains("seed"), "{public}");
    let without: Vec<&str> = whole.lines().filter(|line| !line.starts_with("seed:")).collect();
    assert_eq!(public.lines().collect::<Vec<_>>(), without);
    let watched = Table::restore(&public, None).unwrap();
    assert_eq!(watched.seed(), None);
    assert_eq!(watched.position_text(), table.position_text());
}

#[test]
fn a_record_that_cannot_be_is_told_by_kind() {
    let table = with_dice("W4 Y3 B2 G6 O1 V5");
    let text = table.record_text();
    let newer = text.replacen("finaud record 1", "finaud record 2", 1);
    assert!(Table::restore(&newer, None).unwrap_err().is_newer());
    let unknown = text.replacen("game: tres-fute", "game: monopoly", 1);
    assert!(matches!(
        Table::restore(&unknown, None),
        Err(RestoreError::Game(GameError::Unknown { .. }))
    ));
    let edition = text.replacen("sheet: 6", "sheet: 7", 1);
    assert_ne!(edition, text);
    assert_eq!(
        Table::restore(&edition, None).unwrap_err(),
        RestoreError::OtherEdition("tres-fute".into())
    );
    let broken = text.replacen("W4", "W9", 1);
    let RestoreError::Record(error) = Table::restore(&broken, None).unwrap_err() else {
        panic!("a record error")
    };
    assert_eq!(error.line, Some(text.lines().count()));
    // Which bots there are is not the table's business.
    let bots = text.replacen("seat 1: Ada", "seat 1: Ada\nbot 1: gredy", 1);
    let table = Table::restore(&bots, None).unwrap();
    assert_eq!(
        check_bots(&table).unwrap_err().to_string(),
        "there is no player `gredy`; did you mean `greedy`?"
    );
    assert!(RecordHeader::read(&bots).is_ok());
}
