//! Tables on sheets that are somebody's own.

mod common;

use common::{House, OWN_SHEET, on_own_sheet};
use finaud_online::{
    Act, LogError, OnlineTable, Phase, Refused, Settings, SheetHash, Shelf, WeightsHash, record_of, verify,
    verify_log,
};
use finaud_rules::Seat;
use finaud_table::Table;

#[test]
fn a_game_on_a_sheet_of_ones_own_is_kept_checked_and_played_again() {
    let mut house = House::playing(on_own_sheet(3), 2, 5);
    house.finish();
    let entries = house.entries();
    let record = record_of(&entries, &mut house.shelf)
        .expect("a log")
        .expect("a game");
    // The record names the sheet as every record does, and is read with it.
    assert!(record.contains("\ngame: fox-hole\n"), "{record}");
    let table = Table::restore(&record, Some(OWN_SHEET)).expect("a game");
    assert!(table.is_over());
    assert!(Table::restore(&record, None).is_err());
    let seal = verify(&record, Some(OWN_SHEET)).expect("sound dice");
    assert_eq!(seal.seeds.len(), 2);
    assert!(verify_log(&entries, &mut house.shelf).is_ok());
    // Whoever does not have the sheet knows which one is missing.
    let missing = LogError::NoSheet(SheetHash::of(OWN_SHEET));
    let mut empty = Shelf::default();
    assert_eq!(
        OnlineTable::replay_public(&entries, &mut empty).err(),
        Some(missing.clone())
    );
    assert!(!missing.is_newer());
    assert_eq!(
        empty.missing_sheet(house.table.settings()),
        Some(SheetHash::of(OWN_SHEET))
    );
    // The rematch is on the same sheet.
    house.ada(Act::Rematch {}).expect("a rematch");
    let log = house.table.rematch(&mut house.shelf).expect("its log");
    let next = OnlineTable::replay(&log, &mut house.shelf).expect("a table");
    assert_eq!(next.settings(), house.table.settings());
    assert_eq!(next.phase(), Phase::Open);
}

#[test]
fn the_seats_of_such_a_table_can_change() {
    let mut house = House::open(on_own_sheet(2), 6);
    house.ada(Act::Chairs { players: 4 }).expect("more chairs");
    for seat in 1..4 {
        house.ada(common::bot(seat)).expect("a bot");
    }
    house.ada(Act::Begin {}).expect("a beginning");
    house.seeds();
    assert_eq!(house.table.play().map(|play| play.legal(Seat(0)).len()), Some(0));
    house.finish();
    assert!(
        record_of(&house.entries(), &mut house.shelf)
            .expect("a log")
            .is_some()
    );
}

#[test]
fn what_cannot_be_on_such_a_sheet_is_refused() {
    let own = on_own_sheet(2);
    let unknown = Settings {
        sheet: Some(SheetHash::of("something else")),
        ..own.clone()
    };
    let tried = |settings: Settings| House::try_open(settings, 7).err();
    assert_eq!(tried(unknown), Some(Refused::NoSuchSheet));
    let other_game = Settings {
        game: "tres-fute".into(),
        ..own.clone()
    };
    assert_eq!(tried(other_game), Some(Refused::NoSuchGame));
    let weights = Some(WeightsHash::of(b"weights"));
    let rated = Settings {
        rated: true,
        ..own.clone()
    };
    let of_a_day = Settings {
        daily: Some("2031-05-04".into()),
        players: 1,
        ..own.clone()
    };
    let without_sheet = Settings {
        weights,
        ..Settings::plain("tres-fute", 2)
    };
    for settings in [rated, of_a_day, without_sheet] {
        assert_eq!(tried(settings), Some(Refused::BadSettings));
    }
    assert_eq!(tried(Settings { weights, ..own }), None);
}

/// The shelf of a server sees more sheets than it keeps; those that are played on stay.
#[test]
fn a_shelf_forgets_sheets_that_nobody_plays_on() {
    let house = House::open(on_own_sheet(2), 8);
    let mut shelf = house.shelf.clone();
    for number in 0..300 {
        let text = OWN_SHEET.replace("\"Fox Hole\"", &format!("\"Fox Hole {number}\""));
        shelf.add_sheet(&text).expect("a sheet");
    }
    assert_eq!(shelf.missing_sheet(house.table.settings()), None);
    let first = SheetHash::of(&OWN_SHEET.replace("\"Fox Hole\"", "\"Fox Hole 0\""));
    assert_eq!(shelf.sheet(&first), None);
}
