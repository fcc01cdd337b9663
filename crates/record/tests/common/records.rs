//! Records of random games: read back, cut and altered.

use finaud_record::{Event, Notation, Record, RecordHeader, SeedString, SplitMix64};
use finaud_rules::Next;

use super::random_log;

/// A random game with everything a record can hold.
pub(crate) fn random_record<G: Notation>(game: &G, seed: u64) -> Record<G> {
    let (log, _) = random_log(game, seed);
    let mut record = Record::of(game, log).unwrap();
    record.header.seed = SeedString::new(game.id(), game.seats() as u8, seed).ok();
    record.header.seats[0] = "Ada; not: a comment 🎲".into();
    record.header.tags.push(("Date".into(), "2031-05-04".into()));
    record
        .header
        .tags
        .push(("place of play".into(), "home: kitchen".into()));
    record.header.comments.push("a fine game".into());
    record.events[0].comments = vec!["first; luck".into(), "on two lines".into()];
    record.events.last_mut().unwrap().comments = vec!["the end".into()];
    record
}

/// A random game reads back and replays to the same end; the text of the record.
pub(crate) fn reads_back<G: Notation>(game: &G, seed: u64) -> String {
    let record = random_record(game, seed);
    let text = record.write(game);
    assert_eq!(RecordHeader::read(&text).unwrap(), record.header);
    let replayed = Record::read(game, &text).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
    assert_eq!(replayed.record, record);
    assert_eq!(replayed.warnings, []);
    assert_eq!(replayed.record.write(game), text);
    let (log, end) = random_log(game, seed);
    assert_eq!(replayed.record.log().collect::<Vec<Event<G>>>(), log);
    assert_eq!(replayed.state, end);
    assert!(matches!(game.next(&end), Next::Over));
    let states = record.states(game).unwrap();
    assert_eq!(states.len(), log.len() + 1);
    assert_eq!((states[0], states[log.len()]), (game.start(), end));
    for (step, states) in record.replay(game).zip(states.windows(2)) {
        let step = step.unwrap();
        assert_eq!((step.before, step.after), (states[0], states[1]));
    }
    text
}

/// Cut after any line, a record is a game that is not yet over.
pub(crate) fn cut_after_any_line<G: Notation>(game: &G, seed: u64) {
    let record = random_record(game, seed);
    let text = record.write(game);
    let states = record.states(game).unwrap();
    // The number of players and the options say which game it is.
    let options = text.rfind("\noption ");
    let needed = options.or(text.find("\nplayers: ")).unwrap();
    for (end, _) in text.match_indices('\n') {
        let cut = Record::read(game, &text[..=end]);
        if end <= needed {
            assert!(cut.is_err(), "{}", &text[..end]);
            continue;
        }
        let cut = cut.unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!(cut.state, states[cut.record.events.len()]);
    }
}

/// Cut anywhere, a record is a shorter game or there is a sentence.
pub(crate) fn cut_anywhere<G: Notation>(game: &G, seed: u64) {
    let record = random_record(game, seed);
    let text = record.write(game);
    let lines = text.lines().count();
    for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
        match Record::read(game, &text[..end]) {
            Ok(cut) => assert!(cut.record.events.len() <= record.events.len()),
            Err(fault) => {
                assert!(fault.line.is_none_or(|line| line <= lines) && !fault.to_string().is_empty());
            }
        }
    }
}

/// With one of its lines altered, a record is refused with a sentence, or what is read can be written and read again.
pub(crate) fn altered<G: Notation>(game: &G, seed: u64, words: &[&str]) {
    let text = random_record(game, seed).write(game);
    let lines: Vec<&str> = text.lines().collect();
    let mut random = SplitMix64::new(1);
    let mut strange = vec![
        "",
        "7",
        "-1",
        "999999999999",
        "🎲",
        "\u{0}",
        ";",
        ":",
        "\n",
        "\u{202e}",
    ];
    strange.extend(words);
    for at in 0..lines.len() {
        for _ in 0..3 {
            let mut altered: Vec<String> = lines.iter().map(ToString::to_string).collect();
            let letters: Vec<char> = lines[at].chars().collect();
            let place = random.below(letters.len() as u64 + 1) as usize;
            let until = (place + random.below(4) as usize).min(letters.len());
            let new = strange[random.below(strange.len() as u64) as usize];
            let rest: String = letters[until..].iter().collect();
            altered[at] = letters[..place].iter().collect::<String>() + new + &rest;
            match Record::read(game, &altered.join("\n")) {
                Ok(replayed) => {
                    let again = replayed.record.write(game);
                    let read = Record::read(game, &again).unwrap();
                    assert_eq!(read.record, replayed.record, "{again}");
                }
                Err(fault) => assert!(
                    fault.to_string().chars().all(|letter| !letter.is_control()),
                    "{fault:?}"
                ),
            }
        }
    }
}
