//! Whole games of PUSH as text: written, read, replayed, cut and altered.

mod common;

use common::random_log;
use finaud_record::{Event, Notation, Record, RecordHeader, SeedString, SplitMix64, push};
use finaud_rules::{Game, Next, Push, PushLuck, Variant};

fn random_record(players: usize, variant: Variant, seed: u64) -> (Push, Record<Push>) {
    let game = Push::new(players, variant).unwrap();
    let (log, _) = random_log(&game, seed);
    let mut record = Record::of(&game, log).unwrap();
    record.header.seed = SeedString::new("push", players as u8, seed).ok();
    record.header.seats[1] = "Matéo; not: a comment 🎲".into();
    record.header.comments.push("a fine game".into());
    record.events[0].comments = vec!["first; card".into(), "on two lines".into()];
    (game, record)
}

#[test]
fn records_read_back_and_replay_to_the_same_end() {
    for players in 2..=6 {
        for variant in [Variant::Standard, Variant::Risk] {
            let (game, record) = random_record(players, variant, players as u64);
            let text = record.write(&game);
            let header = RecordHeader::read(&text).unwrap();
            assert_eq!(header, record.header);
            let found = push::game(usize::from(header.players), &header.options).unwrap();
            assert_eq!(found, game, "the header is enough to find the game");
            let replayed = Record::read(&found, &text).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
            assert_eq!(replayed.record, record);
            assert_eq!(replayed.warnings, [] as [&str; 0]);
            assert_eq!(replayed.record.write(&game), text);
            assert_eq!(replayed.state, random_log(&game, players as u64).1);
            assert_eq!(game.next(&replayed.state), Next::Over);
            assert_eq!(record.states(&game).unwrap().len(), record.events.len() + 1);
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
    let game = Push::new(3, Variant::Risk).unwrap();
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
    let game = Push::new(4, Variant::Standard).unwrap();
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
    let (game, record) = random_record(3, Variant::Risk, 9);
    let text = record.write(&game);
    let states = record.states(&game).unwrap();
    let header = text.split_once("\n\n").unwrap().0.len();
    for (end, _) in text.match_indices('\n').filter(|(end, _)| *end >= header) {
        let cut = Record::read(&game, &text[..=end]).unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!(cut.state, states[cut.record.events.len()]);
    }
}

#[test]
fn a_record_cut_anywhere_never_panics() {
    let (game, record) = random_record(2, Variant::Standard, 4);
    let text = record.write(&game);
    let lines = text.lines().count();
    for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
        match Record::read(&game, &text[..end]) {
            Ok(cut) => assert!(cut.record.events.len() <= record.events.len()),
            Err(fault) => assert!(fault.line.is_none_or(|line| line <= lines) && !fault.why.is_empty()),
        }
    }
}

#[test]
fn altered_records_are_noticed_or_replay() {
    let (game, record) = random_record(5, Variant::Standard, 6);
    let text = record.write(&game);
    let lines: Vec<&str> = text.lines().collect();
    let mut random = SplitMix64::new(1);
    let strange = [
        "",
        "7",
        "-1",
        "999999999999",
        "🎲",
        "\u{0}",
        ";",
        ":",
        "\n",
        "die",
        "new",
        "red",
        "switch",
        "\u{202e}",
    ];
    for at in 0..lines.len() {
        for _ in 0..3 {
            let mut altered: Vec<String> = lines.iter().map(ToString::to_string).collect();
            let letters: Vec<char> = lines[at].chars().collect();
            let place = random.below(letters.len() as u64 + 1) as usize;
            let until = (place + random.below(4) as usize).min(letters.len());
            let new = strange[random.below(strange.len() as u64) as usize];
            altered[at] = letters[..place].iter().collect::<String>()
                + new
                + &letters[until..].iter().collect::<String>();
            match Record::read(&game, &altered.join("\n")) {
                Ok(replayed) => {
                    let again = replayed.record.write(&game);
                    let read = Record::read(&game, &again).unwrap();
                    assert_eq!(read.record, replayed.record, "{again}");
                }
                Err(fault) => assert!(fault.why.chars().all(|letter| !letter.is_control()), "{fault:?}"),
            }
        }
    }
}

#[test]
fn a_game_that_lacks_one_event_does_not_come_to_its_end() {
    let (game, record) = random_record(4, Variant::Risk, 3);
    let log: Vec<Event<Push>> = record.log().collect();
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
        .filter(|event| matches!(event, Event::Luck(PushLuck::Card(_))));
    assert_eq!(cards.count(), 120);
}

#[test]
fn the_first_bad_line_is_named() {
    let game = Push::new(2, Variant::Standard).unwrap();
    let head = "finaud record 1\ngame: push\nplayers: 2\n\n";
    for (body, told) in [
        (
            "turn of seat 2\n",
            "line 5: the heading `turn of seat 2` should be `turn of seat 1`; the lines of events begin with a blank",
        ),
        (
            "  card red 1\n",
            "line 5: `card red 1` stands where seat 1 has to choose: write the seat and the action",
        ),
        (
            "  2 draw\n",
            "line 5: `2 draw` cannot be: it is not seat 2's choice now, but that of seat 1",
        ),
        (
            "  1 stop\n",
            "line 5: `stop` cannot be: that action is not legal now; seat 1 may play `draw`",
        ),
        (
            "  1 draw\n  card switch\n",
            "line 6: `card switch` cannot be: no such card is left in the pile; luck is due here, such as `card red 1`",
        ),
        (
            "  1 draw\n  die star\n",
            "line 6: `die star` cannot be: a card is to be turned, not the die rolled; luck is due here, such as `card red \
             1`",
        ),
        (
            "  1 draw\n  card r1\n  1 place 1\n",
            "line 7: `place 1` cannot be: that action is not legal now; seat 1 may play `place new`",
        ),
        (
            "  1 draw\n  card r1\n  1 place new\n  1 stop\n  1 take 2\n",
            "line 9: `take 2` cannot be: that action is not legal now; seat 1 may play `take 1`",
        ),
        (
            "  1 draw\n  card die\n  1 place new\n  1 stop\n  1 take 1\n  card r1\n",
            "line 10: `card r1` cannot be: the die is to be rolled, not a card turned; luck is due here, such as `die red`",
        ),
    ] {
        let fault = Record::read(&game, &format!("{head}{body}")).unwrap_err();
        assert_eq!(fault.to_string(), told);
    }
}

#[test]
fn bad_headers_are_told() {
    let game = Push::new(2, Variant::Standard).unwrap();
    for (tags, told) in [
        ("players: 3", "the record is of 3 players, not of 2"),
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
            "the record tells the result [3, 1], but the game ends with [3, 0]",
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
