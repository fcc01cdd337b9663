//! Whole games of PUSH as text: written, read, replayed, cut and altered.

mod common;

use common::{random_log, records};
use finaud_record::{Event, Notation, Record, RecordHeader, push};
use finaud_rules::{Push, PushOutcome, Variant};

fn of(players: usize, variant: Variant) -> Push {
    Push::new(players, variant).unwrap()
}

#[test]
fn records_read_back_and_replay_to_the_same_end() {
    for players in 2..=6 {
        for variant in [Variant::Standard, Variant::Risk] {
            let game = of(players, variant);
            let text = records::reads_back(&game, players as u64);
            let header = RecordHeader::read(&text).unwrap();
            let found = push::game(usize::from(header.players), &header.options).unwrap();
            assert_eq!(found, game, "the header is enough to find the game");
        }
    }
}

#[test]
fn a_record_reads_like_a_game() {
    let text = "\
finaud record 1
game: push
players: 3
seed: push-p3-7K3
option variant: risk
seat 1: Matéo

turn of seat 1
  1 draw
  card red 5
  1 place new
  1 draw
  card switch
  1 draw
  card die
  1 place new  ; the other way round
  1 stop
  1 take 1
  3 take 1
  die star

turn of seat 2
  2 draw
  card die
  2 place new
  2 stop
  2 take 1
  die red

turn of seat 3
  3 draw
  card blue 1
  3 place new
  3 stop
  3 take 1

turn of seat 1
  1 protect red

turn of seat 2
  2 draw
";
    let game = of(3, Variant::Risk);
    let replayed = Record::read(&game, text).unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!(replayed.record.write(&game), text);
    let line = "push current=2 phase=drawing discard=die,die,switch / protected=r5 / / zone=b1";
    assert_eq!(game.position_text(&replayed.state), line);
    // Written by hand: no headings, other blanks, letters for words, another case.
    let loose = text
        .replace("turn of seat 3\n", "")
        .replace("turn of", "Turn  OF")
        .replace("card red 5", "CARD r5")
        .replace("protect red", "Protect   R")
        .replace("\n  ", "\n\t ");
    let loose = Record::read(&game, &loose).unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!(loose.record, replayed.record);
}

#[test]
fn a_record_may_begin_in_the_middle() {
    let game = of(4, Variant::Standard);
    let (log, end) = random_log(&game, 8);
    let states = Record::of(&game, log.clone()).unwrap().states(&game).unwrap();
    for from in (0..log.len()).step_by(17) {
        let record = Record::since(&game, states[from], log[from..].iter().copied()).unwrap();
        let replayed = Record::read(&game, &record.write(&game)).unwrap();
        assert_eq!((replayed.record, replayed.state), (record, end));
    }
}

#[test]
fn a_record_cut_after_any_line_is_a_game_not_yet_over() {
    records::cut_after_any_line(&of(3, Variant::Risk), 9);
}

#[test]
fn a_record_cut_anywhere_never_panics() {
    records::cut_anywhere(&of(2, Variant::Standard), 4);
}

#[test]
fn altered_records_are_noticed_or_replay() {
    records::altered(&of(5, Variant::Standard), 6, &["die", "new", "red", "switch"]);
}

#[test]
fn a_game_that_lacks_one_event_does_not_come_to_its_end() {
    let game = of(4, Variant::Risk);
    let (log, _) = random_log(&game, 3);
    for at in 0..log.len() {
        let mut short = log.clone();
        short.remove(at);
        match Record::of(&game, short.iter().copied()) {
            Ok(record) => assert_eq!(
                record.header.result, None,
                "without event {at} the pile is not empty"
            ),
            Err(refusal) => assert!(!refusal.to_string().is_empty()),
        }
    }
    let cards = log
        .iter()
        .filter(|event| matches!(event, Event::Outcome(PushOutcome::Card(_))));
    assert_eq!(cards.count(), 120);
}

#[test]
fn the_first_bad_line_is_named() {
    let game = of(2, Variant::Standard);
    let head = "finaud record 1\ngame: push\nplayers: 2\n\n";
    for (body, told) in [
        (
            "turn of seat 2\n",
            "line 5: the heading `turn of seat 2` should be `turn of seat 1`; the lines of events begin with a space",
        ),
        (
            "  card red 1\n",
            "line 5: `card red 1` is where seat 1 has to choose: write the seat and the action",
        ),
        (
            "  2 draw\n",
            "line 5: `2 draw` is not possible: it is not seat 2's choice now, but that of seat 1",
        ),
        (
            "  1 stop\n",
            "line 5: `stop` is not possible: that action is not legal now; seat 1 may play `draw`",
        ),
        (
            "  1 draw\n  card switch\n",
            "line 6: `card switch` is not possible: no such card is left in the pile; dice or cards come next here, such as `card red 1`",
        ),
        (
            "  1 draw\n  die star\n",
            "line 6: `die star` is not possible: it is time to turn a card, not to roll the die; dice or cards come next here, such as `card red \
             1`",
        ),
        (
            "  1 draw\n  card r1\n  1 place 1\n",
            "line 7: `place 1` is not possible: that action is not legal now; seat 1 may play `place new`",
        ),
        (
            "  1 draw\n  card r1\n  1 place new\n  1 stop\n  1 take 2\n",
            "line 9: `take 2` is not possible: that action is not legal now; seat 1 may play `take 1`",
        ),
        (
            "  1 draw\n  card die\n  1 place new\n  1 stop\n  1 take 1\n  card r1\n",
            "line 10: `card r1` is not possible: it is time to roll the die, not to turn a card; dice or cards come next here, such as `die red`",
        ),
    ] {
        let fault = Record::read(&game, &format!("{head}{body}")).unwrap_err();
        assert_eq!(fault.to_string(), told);
    }
}

#[test]
fn bad_headers_are_told() {
    let game = of(2, Variant::Standard);
    for (tags, told) in [
        ("players: 3", "the record is for 3 players, not 2"),
        (
            "players: 2\noption variant: risk",
            "the record was played with `variant: risk`, this game has `no options`",
        ),
        (
            "players: 2\nseed: push-p3-0",
            "the seed is for another game or another number of players",
        ),
        (
            "players: 2\nposition: push phase=over / /",
            "position: phase: the game ends with an empty pile and table",
        ),
        (
            "players: 2\nposition: push phase=over pile= / zone=r3 /\nresult: 3 1",
            "the record gives the result [3, 1], but the game ends with [3, 0]",
        ),
        (
            "players: 2\nposition: push phase=over pile= / zone=r3 /\n\n  1 draw",
            "line 6: the game is over, but `1 draw` follows",
        ),
    ] {
        let text = format!("finaud record 1\ngame: push\n{tags}\n");
        assert_eq!(Record::read(&game, &text).unwrap_err().to_string(), told);
    }
}
