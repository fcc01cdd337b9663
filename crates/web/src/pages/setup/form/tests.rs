//! What is remembered of a table, and what hinders a game.

use super::*;

#[test]
fn seeds_are_read_from_strings_links_and_codes() {
    for text in [
        "tres-fute-p1-7K3",
        " TRES-FUTE-P1-7k3 ",
        "7K3",
        "https://a.example/f/#/seed/tres-fute-p1-7K3/261/Ada",
    ] {
        assert_eq!(typed_seed(text, "tres-fute", 1), Ok(7779), "{text}");
    }
}

#[test]
fn what_does_not_fit_is_told() {
    let told = |text: &str| typed_seed(text, "tres-fute", 2).unwrap_err();
    assert_eq!(told("  "), FormError::Empty);
    assert_eq!(told("push-p2-7K3"), FormError::OtherGame("push".into()));
    assert_eq!(told("tres-fute-p1-7K3"), FormError::OtherPlayers(1));
    assert_eq!(told("tres-fute-p2-7U3"), FormError::Seed(SeedError::Digit('U')));
    assert_eq!(told("hello world"), FormError::Seed(SeedError::Shape));
    assert_eq!(told(&"x".repeat(100_000)), FormError::Seed(SeedError::Shape));
}

#[test]
fn tables_set_with_version_0_1_are_set_again() {
    let kept = crate::storage::tests::version_0_1_of("table.");
    let form = |game: &str| {
        let (_, text) = kept.iter().find(|(name, _)| name == game).unwrap();
        SavedForm::read(game, text).unwrap()
    };
    let push = form("push");
    assert!(push.real && push.coach && push.sheet.is_none());
    assert_eq!(
        push.seats,
        [
            SavedSeat::Person(String::new()),
            SavedSeat::Bot("club".into()),
            SavedSeat::Bot("club".into())
        ]
    );
    let dice = form("tres-fute");
    assert_eq!(own_sheet(&dice.sheet.unwrap()).unwrap().sheet.id, "fox-hole");
}

#[test]
fn the_level_follows_what_is_offered_unless_it_was_chosen() {
    let follow = |text: &str, offered| {
        let mut form = SavedForm::read("push", text).unwrap();
        form.follow(offered);
        form.seats
    };
    let bot = |level: &str| SavedSeat::Bot(level.into());
    let seats = "\"seats\":[{\"bot\":\"novice\"},{\"bot\":\"master\"}],\"coach\":true";
    let kept = format!("{{{seats},\"offered\":\"novice\"}}");
    assert_eq!(follow(&kept, Bot::Club), [bot("club"), bot("master")]);
    assert_eq!(follow(&kept, Bot::Novice), [bot("novice"), bot("master")]);
    // What was remembered before levels were offered was chosen.
    assert_eq!(
        follow(&format!("{{{seats}}}"), Bot::Club),
        [bot("novice"), bot("master")]
    );
}

#[test]
fn a_remembered_table_has_as_many_seats_as_its_game() {
    let text = "{\"seats\":[{\"person\":\"Ada\"}],\"coach\":true}";
    let seats = |game: &str| SavedForm::read(game, text).unwrap().seats.len();
    assert_eq!((seats("tres-fute"), seats("push")), (1, 2));
    assert_eq!(SavedForm::read("push", "nonsense"), None);
}
