//! The dice games for the commands.

use finaud_record::Notation;
use finaud_rules::{
    Chance, DICE, DiceGame, Die, DieSet, Face, Game, Next, Outcome, Phase, Position, Score, Seat, Sorting,
    Stage,
};

use super::{Language, Measure, Section, Step, Surface, dice_menu};
use crate::draw::{self, Line, Style};

impl<const SEATS: usize> Surface for DiceGame<SEATS> {
    fn parts(&self) -> Vec<String> {
        self.sheet().zones.iter().map(|zone| zone.name.clone()).collect()
    }

    #[inline]
    fn measure(&self, position: &Position<SEATS>, seat: Seat) -> Measure {
        let score = Score::of(self.sheet(), position.player(seat));
        Measure {
            total: i32::from(score.total),
            parts: score.zones.map(i32::from),
            foxes: i32::from(score.foxes),
            fox_points: i32::from(score.fox_points),
        }
    }

    fn rating(&self, language: Language) -> Vec<Step> {
        if self.seats() > 1 {
            return Vec::new();
        }
        let title = |titles: &[String; 3]| match language {
            Language::Fr => titles[0].clone(),
            Language::En => titles[1].clone(),
            Language::De => titles[2].clone(),
        };
        let steps = self.sheet().ratings.iter();
        steps
            .map(|step| Step {
                from: step.from.map(i32::from),
                title: title(&step.titles),
            })
            .collect()
    }

    fn moment(&self, position: &Position<SEATS>, names: &[String]) -> String {
        let round = format!("round {} of {}", position.round(), self.rounds());
        let turn = match position.active().and_then(|seat| names.get(seat.index())) {
            Some(name) if self.seats() > 1 => format!("{name} is active"),
            Some(_) => "active turn".into(),
            None => "passive turn".into(),
        };
        match position.phase() {
            Phase::RoundStart => format!("{round}, bonus of the round"),
            Phase::BeforeRoll | Phase::Rolling | Phase::Rolled | Phase::Entered => {
                let again = if position.rerolls() > 0 { " again" } else { "" };
                format!("{round}, {turn}, roll {} of 3{again}", position.roll())
            }
            Phase::Sorting => format!("{round}, {turn}"),
            Phase::Window => format!("{round}, {turn}, end of the turn"),
            Phase::Over => "the game is over".into(),
        }
    }

    fn table_view(&self, position: &Position<SEATS>) -> Vec<Line> {
        let dice = position.dice();
        let heap = |label: &str, set: DieSet| {
            let line = Line::plain(format!("{label:<8}"));
            if set.is_empty() {
                line.with("–", Style::Faint)
            } else {
                line.and(self.dice_line(position, set))
            }
        };
        let mut slots = Line::plain("slots   ");
        for (slot, die) in (1..).zip(dice.slots()) {
            slots = slots.with(format!("{slot}:"), Style::Faint);
            slots = match die {
                Some(die) => slots.and(self.die(position, *die)),
                None => slots.with("–  ", Style::Faint),
            };
            slots = slots.with("  ", Style::Plain);
        }
        match position.phase() {
            Phase::RoundStart | Phase::Over => Vec::new(),
            _ => vec![heap("pool", dice.pool()), slots, heap("platter", dice.platter())],
        }
    }

    fn sheet_view(&self, position: &Position<SEATS>, seat: Seat) -> Vec<Line> {
        let setup = self.setup(position);
        let Some(player) = setup.seats.get(seat.index()) else {
            return Vec::new();
        };
        draw::sheet(
            self.sheet(),
            player,
            &Score::of(self.sheet(), position.player(seat)),
            draw::Detail::Brief,
        )
    }

    fn legend(&self) -> Vec<String> {
        let mut lines = vec![
            "X crossed   x printed crossed   ✓ won   – lost   (o) to be used   [x] used".to_string(),
            "under or behind cells, what they give when they are filled:".to_string(),
        ];
        lines.extend(draw::legend(self.sheet(), draw::WIDTH - 2));
        lines
    }

    fn menu(
        &self,
        position: &Position<SEATS>,
        seat: Seat,
        legal: &[Self::Action],
    ) -> Vec<Section<Self::Action>> {
        dice_menu::menu(self, position, seat, legal)
    }

    fn chance_prompt(&self, position: &Position<SEATS>) -> Vec<String> {
        let letters = |dice: DieSet| self.letters(dice);
        match self.next(position) {
            Next::Chance(Chance::Roll(dice)) => {
                let example = || dice.iter().zip("432615".chars());
                let in_order: String = example().map(|(_, face)| face).collect();
                let by_letter = example().map(|(die, face)| format!("{}{face}", self.letter(die)));
                let by_letter = by_letter.collect::<Vec<_>>().join(" ");
                vec![
                    format!("Roll {}.", letters(dice)),
                    format!(
                        "Type what they show, in this order (`{in_order}`) or by letter (`{by_letter}`)."
                    ),
                ]
            }
            Next::Chance(Chance::Sort(sorting)) => vec![
                "The three lowest dice go to the platter; among equals the nearest.".into(),
                format!(
                    "Type {} by their distance, the nearest first.",
                    letters(asked_for(&sorting))
                ),
            ],
            Next::Choice(_) | Next::Over => Vec::new(),
        }
    }

    fn read_typed_outcome(&self, position: &Position<SEATS>, text: &str) -> Result<Outcome, String> {
        let plain: String = text
            .chars()
            .filter(|char| !matches!(char, ' ' | ',' | '\t'))
            .collect();
        match self.next(position) {
            Next::Chance(Chance::Roll(dice)) if plain.chars().all(|char| char.is_ascii_digit()) => {
                self.faces_in_order(dice, &plain)
            }
            Next::Chance(Chance::Sort(sorting)) if !text.contains("slots") => {
                self.sorted_by_distance(&sorting, text)
            }
            _ => self.read_outcome(text).map_err(|fault| fault.to_string()),
        }
    }
}

/// The dice whose distance matters.
fn asked_for(sorting: &Sorting) -> DieSet {
    if sorting.ordered {
        sorting.tied.union(sorting.high)
    } else {
        sorting.tied
    }
}

/// What the dice games say about their dice.
pub(super) trait DiceWords<const SEATS: usize> {
    /// The letter of a die.
    fn letter(&self, die: Die) -> char;
    /// The letters of some dice.
    fn letters(&self, dice: DieSet) -> String;
    /// A die and what it shows: `B3`.
    fn die(&self, position: &Position<SEATS>, die: Die) -> Line;
    /// Several dice and what they show.
    fn dice_line(&self, position: &Position<SEATS>, dice: DieSet) -> Line;
    /// Reads the faces of these dice from digits.
    fn faces_in_order(&self, dice: DieSet, digits: &str) -> Result<Outcome, String>;
    /// Reads dice, nearest first.
    fn sorted_by_distance(&self, sorting: &Sorting, text: &str) -> Result<Outcome, String>;
}

impl<const SEATS: usize> DiceWords<SEATS> for DiceGame<SEATS> {
    fn letter(&self, die: Die) -> char {
        self.sheet().dice[die.index()].letter
    }

    fn letters(&self, dice: DieSet) -> String {
        dice.iter()
            .map(|die| self.letter(die).to_string())
            .collect::<Vec<_>>()
            .join(" ")
    }

    fn die(&self, position: &Position<SEATS>, die: Die) -> Line {
        let face = position
            .dice()
            .face(die)
            .map_or_else(|| "-".into(), |face| face.pips().to_string());
        Line::new().with(
            format!("{}{face}", self.letter(die)),
            Style::Filled(draw::hue(self.sheet(), die)),
        )
    }

    fn dice_line(&self, position: &Position<SEATS>, dice: DieSet) -> Line {
        dice.iter().fold(Line::new(), |line, die| {
            line.and(self.die(position, die)).with("  ", Style::Plain)
        })
    }

    fn faces_in_order(&self, dice: DieSet, digits: &str) -> Result<Outcome, String> {
        if digits.len() != dice.len() {
            return Err(format!(
                "there are {} dice to be told: {}",
                dice.len(),
                self.letters(dice)
            ));
        }
        let mut faces = [None; DICE];
        for (die, digit) in dice.iter().zip(digits.bytes()) {
            let face = Face::new(digit.wrapping_sub(b'0')).ok_or("a die shows 1 to 6")?;
            faces[die.index()] = Some(face);
        }
        Ok(Outcome::Roll(faces))
    }

    fn sorted_by_distance(&self, sorting: &Sorting, text: &str) -> Result<Outcome, String> {
        let mut ranking: Vec<Die> = Vec::new();
        for word in text.replace(',', " ").split_whitespace() {
            let die = self.sheet().die_named(word);
            let die =
                die.ok_or_else(|| format!("`{word}` is none of the dice {}", self.letters(DieSet::ALL)))?;
            if ranking.contains(&die) {
                return Err(format!("{word} is named twice"));
            }
            ranking.push(die);
        }
        let told: DieSet = ranking.iter().copied().collect();
        // Where the order of the slots does not matter, those that go to the platter are enough.
        let enough = if sorting.ordered {
            asked_for(sorting).minus(told).is_empty()
        } else {
            sorting.tied.iter().filter(|die| told.contains(*die)).count() >= sorting.wanted()
        };
        if !enough {
            return Err(format!("type all of {}", self.letters(asked_for(sorting))));
        }
        ranking.extend(DieSet::ALL.minus(told));
        let ranking = ranking.try_into().map_err(|_| "there are six dice".to_string())?;
        Ok(Outcome::Sort(sorting.by_distance(&ranking)))
    }
}

/// Is a seat in the middle of the window at the end of a turn, with its pick behind it?
pub(super) fn uses_extra_dice<const SEATS: usize>(position: &Position<SEATS>, seat: Seat) -> bool {
    position.phase() == Phase::Window && position.player(seat).stage() == Stage::Extra
}
