//! Puzzles as text.

use finaud_rules::Message;

use super::{Puzzle, PuzzleTerms, RatedChoice};

/// The first line of every file.
const HEAD: &str = "finaud puzzles 1";
/// More puzzles than this are no collection.
const MOST_PUZZLES: usize = 1_000;
/// More choices, or options, than this no puzzle has.
const MOST_LINES: usize = 400;
/// Nobody wins or loses more.
const MOST_POINTS: f64 = 10_000.0;
/// No line is longer.
const LONGEST_LINE: usize = 2_000;
/// No grade is higher.
pub(super) const GRADES: u8 = 3;

/// Puzzles of one game.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Collection {
    /// The id of the game.
    pub game: String,
    /// The puzzles, in their order.
    pub puzzles: Vec<Puzzle>,
}

/// What is wrong with a collection, and in which line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PuzzleError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong, in a sentence.
    pub why: Message,
}

impl PuzzleError {
    /// The whole sentence, with the line it speaks of.
    pub fn message(&self) -> Message {
        Message::new("puzzle.line", "line {line}: {why}")
            .with("line", self.line)
            .with("why", self.why.clone())
    }
}

impl std::fmt::Display for PuzzleError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.message().fmt(f)
    }
}

impl std::error::Error for PuzzleError {}

impl Collection {
    /// The collection as a text.
    pub fn text(&self) -> String {
        let mut text = format!("{HEAD}\ngame {}\n", self.game);
        for puzzle in &self.puzzles {
            text.push('\n');
            text += &puzzle.text();
        }
        text
    }

    /// Reads what [`Collection::text`] wrote. Whether positions and choices are possible is for the rules to say.
    ///
    /// ```
    /// use finaud_players::puzzle::{Collection, Verdict};
    ///
    /// let text = "finaud puzzles 1\ngame push\n\npuzzle 1\nplayers 2\nseat 1\nposition push players=2\nbest 61.5% draw\nloss 7.2% stop\n";
    /// let collection = Collection::read(text).unwrap();
    /// assert_eq!(collection.puzzles[0].judge("stop").verdict, Verdict::Wrong);
    /// assert_eq!(collection.text(), text);
    /// ```
    pub fn read(text: &str) -> Result<Collection, PuzzleError> {
        let mut lines = (1..).zip(text.lines().map(str::trim_end));
        let at = |line: usize, why: Message| PuzzleError { line, why };
        if lines.next().map(|(_, line)| line) != Some(HEAD) {
            let why = Message::new("puzzle.no-head", "a file of puzzles begins with `{head}`");
            return Err(at(1, why.with("head", HEAD)));
        }
        let game = lines.next().and_then(|(_, line)| line.strip_prefix("game "));
        let Some(game) = game.filter(|game| !game.is_empty() && !game.contains(char::is_whitespace)) else {
            let why = Message::new("puzzle.no-game", "the second line names the game: `game push`");
            return Err(at(2, why));
        };
        let mut collection = Collection {
            game: game.into(),
            puzzles: Vec::new(),
        };
        let mut draft: Option<(usize, Draft)> = None;
        for (number, line) in lines {
            if line.len() > LONGEST_LINE {
                return Err(at(
                    number,
                    Message::new("puzzle.long-line", "the line is too long"),
                ));
            }
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            match (word, &mut draft) {
                ("", _) => {}
                ("puzzle", _) => {
                    if let Some((begun, draft)) = draft.take() {
                        collection
                            .puzzles
                            .push(draft.finish(game).map_err(|why| at(begun, why))?);
                    }
                    if collection.puzzles.len() >= MOST_PUZZLES {
                        let why = Message::new("puzzle.count", "a file has at most {most} puzzles");
                        return Err(at(number, why.with("most", MOST_PUZZLES)));
                    }
                    let grade = rest.parse().ok().filter(|grade| (1..=GRADES).contains(grade));
                    let grade = grade.ok_or_else(|| {
                        at(
                            number,
                            Message::new("puzzle.no-grade", "a grade is 1, 2 or 3: `puzzle 2`"),
                        )
                    })?;
                    draft = Some((number, Draft::new(grade)));
                }
                (_, Some((_, draft))) => draft.line(word, rest).map_err(|why| at(number, why))?,
                (_, None) => {
                    let why = Message::new("puzzle.stray-line", "a puzzle begins with its grade: `puzzle 2`");
                    return Err(at(number, why));
                }
            }
        }
        if let Some((begun, draft)) = draft {
            collection
                .puzzles
                .push(draft.finish(game).map_err(|why| at(begun, why))?);
        }
        Ok(collection)
    }
}

impl Puzzle {
    /// The puzzle as a block of text.
    pub fn text(&self) -> String {
        let mut text = format!(
            "puzzle {}\nplayers {}\nseat {}\n",
            self.grade,
            self.players,
            u16::from(self.seat) + 1
        );
        for (key, value) in &self.options {
            text += &format!("option {key} {value}\n");
        }
        text += &format!("position {}\n", self.position);
        if !self.from.is_empty() {
            text += &format!("from {}\n", self.from);
        }
        for (index, choice) in self.choices.iter().enumerate() {
            let (word, number) = match index {
                0 => ("best", self.value),
                _ => ("loss", choice.loss),
            };
            text += &match self.terms {
                PuzzleTerms::Points => format!("{word} {number:.1} {}\n", choice.action),
                PuzzleTerms::Win => format!("{word} {:.1}% {}\n", 100.0 * number, choice.action),
            };
        }
        if let Some(rest) = self.rest {
            text += &match self.terms {
                PuzzleTerms::Points => format!("rest {rest:.1}\n"),
                PuzzleTerms::Win => format!("rest {:.1}%\n", 100.0 * rest),
            };
        }
        text
    }

    /// The record that begins with the position of a puzzle, and who is asked there, from 0, without reading what the choices
    /// are worth; `None` if that cannot be a puzzle. A first page that only names a puzzle does without the rest.
    pub fn record_of(game: &str, block: &str) -> Option<(String, u8)> {
        let is_amount = |text: &str| {
            let number = text.strip_suffix('%').unwrap_or(text);
            !number.is_empty()
                && number
                    .bytes()
                    .all(|byte| byte.is_ascii_digit() || b".-".contains(&byte))
        };
        let (mut head, mut options, mut position, mut seat, mut best) =
            (None, String::new(), None, None, false);
        for line in block.lines().map(str::trim_end).filter(|line| !line.is_empty()) {
            let (word, rest) = line.split_once(' ')?;
            match word {
                "puzzle" if (1..=GRADES).contains(&rest.parse().ok()?) => {}
                "players" => head = Some(format!("finaud record 1\ngame: {game}\nplayers: {rest}\n")),
                "seat" => seat = rest.parse::<u8>().ok()?.checked_sub(1),
                "option" => {
                    let (key, value) = rest.split_once(' ')?;
                    options += &format!("option {key}: {value}\n");
                }
                "position" => position = Some(format!("position: {rest}\n")),
                "from" => {}
                "best" | "loss" if is_amount(rest.split_once(' ')?.0) => best |= word == "best",
                "rest" if is_amount(rest) => {}
                _ => return None,
            }
        }
        Some((head? + &options + &position.filter(|_| best)?, seat?))
    }

    /// Reads what [`Puzzle::text`] wrote for a game.
    pub fn read(game: &str, block: &str) -> Result<Puzzle, PuzzleError> {
        let mut read = Collection::read(&format!("{HEAD}\ngame {game}\n{block}"))?;
        read.puzzles.pop().ok_or(PuzzleError {
            line: 3,
            why: Message::new("puzzle.stray-line", "a puzzle begins with its grade: `puzzle 2`"),
        })
    }
}

/// What is worth or costs something: `3.5` points, or `61.3%`.
fn amount(text: &str) -> Option<(f64, PuzzleTerms)> {
    let (number, terms) = match text.strip_suffix('%') {
        Some(number) => (number, PuzzleTerms::Win),
        None => (text, PuzzleTerms::Points),
    };
    let number: f64 = number.parse().ok()?;
    let number = match terms {
        PuzzleTerms::Win => number / 100.0,
        PuzzleTerms::Points => number,
    };
    (number.abs() <= MOST_POINTS).then_some((number, terms))
}

/// A puzzle that is being read.
struct Draft {
    grade: u8,
    players: Option<u8>,
    seat: Option<u8>,
    options: Vec<(String, String)>,
    position: Option<String>,
    from: String,
    value: f64,
    terms: Option<PuzzleTerms>,
    choices: Vec<RatedChoice>,
    rest: Option<f64>,
}

impl Draft {
    fn new(grade: u8) -> Draft {
        Draft {
            grade,
            players: None,
            seat: None,
            options: Vec::new(),
            position: None,
            from: String::new(),
            value: 0.0,
            terms: None,
            choices: Vec::new(),
            rest: None,
        }
    }

    fn line(&mut self, word: &str, rest: &str) -> Result<(), Message> {
        let unreadable =
            || Message::new("puzzle.bad-line", "the line `{word}` cannot be read").with("word", word);
        let count = |text: &str| text.parse::<u8>().ok().filter(|count| (1..=8).contains(count));
        match word {
            "players" => self.players = Some(count(rest).ok_or_else(unreadable)?),
            "seat" => self.seat = Some(count(rest).ok_or_else(unreadable)? - 1),
            "option" => {
                let (key, value) = rest.split_once(' ').ok_or_else(unreadable)?;
                self.options.push((key.into(), value.into()));
            }
            "position" if !rest.is_empty() => self.position = Some(rest.into()),
            "from" => self.from = rest.into(),
            "best" | "loss" => {
                let (number, action) = rest.split_once(' ').ok_or_else(unreadable)?;
                let (number, terms) = amount(number).ok_or_else(unreadable)?;
                let first = word == "best";
                let before = self.choices.last().map_or(0.0, |choice| choice.loss);
                let in_order = first == self.choices.is_empty() && (first || number >= before);
                let alike = *self.terms.get_or_insert(terms) == terms;
                if !in_order || !alike || action.is_empty() {
                    return Err(Message::new(
                        "puzzle.choices",
                        "the choices go by what they cost, the best one first",
                    ));
                }
                if first {
                    self.value = number;
                }
                self.choices.push(RatedChoice {
                    action: action.into(),
                    loss: if first { 0.0 } else { number },
                });
            }
            "rest" => {
                let (number, terms) = amount(rest).ok_or_else(unreadable)?;
                if number < 0.0 || *self.terms.get_or_insert(terms) != terms {
                    return Err(unreadable());
                }
                self.rest = Some(number);
            }
            _ => return Err(unreadable()),
        }
        if self.choices.len() + self.options.len() > MOST_LINES {
            return Err(Message::new(
                "puzzle.too-many-lines",
                "a puzzle has too many lines",
            ));
        }
        Ok(())
    }

    fn finish(self, game: &str) -> Result<Puzzle, Message> {
        let missing =
            |word: &str| Message::new("puzzle.missing", "the puzzle has no line `{word}`").with("word", word);
        let players = self.players.ok_or_else(|| missing("players"))?;
        let seat = self.seat.ok_or_else(|| missing("seat"))?;
        if seat >= players {
            return Err(Message::new("puzzle.no-seat", "nobody sits at seat {seat}")
                .with("seat", u16::from(seat) + 1));
        }
        if self.choices.len() < 2 {
            return Err(missing(if self.choices.is_empty() { "best" } else { "loss" }));
        }
        Ok(Puzzle {
            game: game.into(),
            grade: self.grade,
            players,
            options: self.options,
            position: self.position.ok_or_else(|| missing("position"))?,
            seat,
            from: self.from,
            terms: self.terms.unwrap_or(PuzzleTerms::Points),
            value: self.value,
            choices: self.choices,
            rest: self.rest,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "finaud puzzles 1\ngame push\n\npuzzle 3\nplayers 2\nseat 2\noption variant risk\nposition push players=2\nfrom club 7K3 41\nbest 61.5% draw\nloss 7.2% stop\nrest 9.0%\n";

    #[test]
    fn a_collection_reads_back() {
        let read = Collection::read(TEXT).unwrap();
        assert_eq!(read.text(), TEXT);
        let puzzle = &read.puzzles[0];
        assert_eq!((puzzle.grade, puzzle.seat, puzzle.players), (3, 1, 2));
        assert_eq!(Puzzle::read("push", &puzzle.text()).as_ref(), Ok(puzzle));
        let judged = puzzle.judge("take 2");
        assert!(judged.at_least && (judged.loss - 0.09).abs() < 1e-9);
        assert_eq!(puzzle.solutions().count(), 1);
    }

    #[test]
    fn the_position_is_found_without_the_values() {
        let read = Collection::read(TEXT).unwrap();
        let puzzle = &read.puzzles[0];
        let found = |text: &str| Puzzle::record_of("push", text);
        assert_eq!(found(&puzzle.text()), Some((puzzle.record_text(), puzzle.seat)));
        for (from, to) in [
            ("puzzle 3", "puzzle 4"),
            ("seat 2", "seat 0"),
            ("seat 2\n", ""),
            ("players 2\n", ""),
            ("position push players=2\n", ""),
            ("best 61.5% draw\n", ""),
            ("best 61.5%", "best much"),
            ("loss 7.2% stop", "loss 7.2%"),
            ("rest 9.0%", "nonsense"),
        ] {
            let torn = puzzle.text().replace(from, to);
            assert_ne!(torn, puzzle.text());
            assert_eq!(found(&torn), None, "{torn}");
        }
        assert_eq!(found(""), None);
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let said = |text: &str| Collection::read(text).unwrap_err().to_string();
        assert!(said("").contains("finaud puzzles 1"));
        assert!(said("finaud puzzles 1\n").starts_with("line 2"));
        for (from, to, line) in [
            ("puzzle 3", "puzzle 4", 4),
            ("seat 2", "seat 3", 4),
            ("players 2", "players many", 5),
            ("position push players=2", "position", 8),
            ("best 61.5% draw", "best much draw", 10),
            ("best 61.5% draw", "best 61.5 draw", 11),
            ("loss 7.2% stop", "loss NaN% stop", 11),
            ("loss 7.2% stop", "loss -1% stop", 11),
            ("loss 7.2% stop", "best 1% stop", 11),
            ("loss 7.2% stop\n", "", 4),
            ("rest 9.0%", "rest 1e300", 12),
            ("rest 9.0%", "rest 9.0", 12),
            ("rest 9.0%", "rest -9.0%", 12),
            ("option variant risk", "option variant", 7),
            ("from", "whence", 9),
            ("puzzle 3", "players 1\npuzzle 3", 4),
        ] {
            let why = said(&TEXT.replacen(from, to, 1));
            assert!(why.starts_with(&format!("line {line}:")), "{to}: {why}");
        }
    }
}
