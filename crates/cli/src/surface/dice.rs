//! The dice games for the commands.

use finaud_messages::Language;
use finaud_record::Notation;
use finaud_rules::{
    Award, Chance, DICE, DiceGame, Die, DieSet, Effect, Face, Game, Message, Next, Origin, Outcome, Phase,
    Position, Score, Seat, Sorting, Titles,
};

use super::{MenuSection, RatingStep, ScoreParts, Surface, dice_menu};
use crate::draw::{self, Style, TextLine};
use crate::texts::dice::{self as texts, TurnMoment, TurnOf};
use crate::texts::sheet as sheet_texts;

impl<const SEATS: usize> Surface for DiceGame<SEATS> {
    fn parts(&self) -> Vec<String> {
        self.sheet().zones.iter().map(|zone| zone.name.clone()).collect()
    }

    fn part_titles(&self) -> Vec<String> {
        let dice = Die::ALL.iter().filter(|die| die.zone().is_some());
        dice.map(|die| crate::texts::die(self.sheet(), *die)).collect()
    }

    #[inline]
    fn score_parts(&self, position: &Position<SEATS>, seat: Seat) -> ScoreParts {
        let score = Score::of(self.sheet(), position.player(seat));
        ScoreParts {
            total: i32::from(score.total),
            parts: score.zones.map(i32::from),
            foxes: i32::from(score.foxes),
            fox_points: i32::from(score.fox_points),
        }
    }

    fn rating(&self, language: Language) -> Vec<RatingStep> {
        if self.seats() > 1 {
            return Vec::new();
        }
        let title = |titles: &Titles| titles.get(language.code()).unwrap_or_default().to_owned();
        let steps = self.sheet().ratings.iter();
        steps
            .map(|step| RatingStep {
                from: step.from.map(i32::from),
                title: title(&step.titles),
            })
            .collect()
    }

    fn moment(&self, position: &Position<SEATS>, names: &[String]) -> String {
        let turn = match position.active().and_then(|seat| names.get(seat.index())) {
            Some(name) if self.seats() > 1 => TurnOf::Active(name),
            Some(_) => TurnOf::ActiveAlone,
            None => TurnOf::Passive,
        };
        let moment = match position.phase() {
            Phase::RoundStart => TurnMoment::RoundStart,
            Phase::BeforeRoll | Phase::Rolling | Phase::Rolled | Phase::Entered => TurnMoment::Roll {
                roll: position.roll(),
                again: position.rerolls() > 0,
            },
            Phase::Sorting => TurnMoment::Sorting,
            Phase::Window => TurnMoment::Window,
            Phase::Over => return crate::texts::play::game_over(),
        };
        texts::moment(position.round(), self.rounds(), &turn, &moment)
    }

    fn table_view(&self, position: &Position<SEATS>) -> Vec<TextLine> {
        let dice = position.dice();
        let heap = |set: DieSet| {
            if set.is_empty() {
                TextLine::new().with("–", Style::Faint)
            } else {
                self.dice_line(position, set)
            }
        };
        let mut slots = TextLine::new();
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
            _ => {
                let rows = vec![
                    (texts::pool(), heap(dice.pool())),
                    (texts::slots(), slots),
                    (texts::platter(), heap(dice.platter())),
                ];
                draw::labelled(rows, 8)
            }
        }
    }

    fn sheet_view(&self, position: &Position<SEATS>, seat: Seat) -> Vec<TextLine> {
        draw::sheet(self.sheet(), position.player(seat), draw::Detail::Brief)
    }

    fn legend(&self) -> Vec<String> {
        let width = draw::WIDTH - 2;
        let mut lines = Vec::from(sheet_texts::signs());
        lines.extend(draw::legend(self.sheet(), width));
        if sheet_texts::has_titles(self.sheet()) {
            lines.extend(draw::wrapped_list(&sheet_texts::dice(self.sheet()), width));
        }
        lines
    }

    fn menu(
        &self,
        position: &Position<SEATS>,
        seat: Seat,
        legal: &[Self::Action],
    ) -> Vec<MenuSection<Self::Action>> {
        dice_menu::menu(self, position, seat, legal)
    }

    fn chance_prompt(&self, position: &Position<SEATS>) -> Vec<String> {
        match self.next(position) {
            Next::Chance(Chance::Roll(dice)) => {
                let example = || dice.iter().zip("432615".chars());
                let in_order: String = example().map(|(_, face)| face).collect();
                let by_letter = example().map(|(die, face)| format!("{}{face}", self.letter(die)));
                let by_letter = by_letter.collect::<Vec<_>>().join(" ");
                texts::roll_prompt(&self.letters(dice), &in_order, &by_letter)
            }
            Next::Chance(Chance::Sort(sorting)) => texts::sort_prompt(&self.letters(asked_for(&sorting))),
            Next::Choice(_) | Next::Over => Vec::new(),
        }
    }

    fn read_typed_outcome(&self, position: &Position<SEATS>, text: &str) -> Result<Outcome, Message> {
        let plain: String = text
            .chars()
            .filter(|char| !matches!(char, ' ' | ',' | '\t'))
            .collect();
        match self.next(position) {
            Next::Chance(Chance::Roll(dice)) if plain.chars().all(|char| char.is_ascii_digit()) => {
                Ok(self.faces_in_order(dice, &plain)?)
            }
            Next::Chance(Chance::Sort(sorting)) if !text.contains("slots") => {
                Ok(self.sorted_by_distance(&sorting, text)?)
            }
            _ => self.read_outcome(text).map_err(|error| error.message()),
        }
    }

    fn outcome_description(&self, outcome: Outcome) -> String {
        texts::outcome(&self.outcome_text(outcome))
    }

    fn announcements(&self, effects: &[Effect], names: &[String]) -> Vec<String> {
        round_bonuses(effects)
            .into_iter()
            .map(|bonus| {
                let names = |seats: &[Seat]| -> Vec<String> {
                    let seats = seats.iter().filter_map(|seat| names.get(seat.index()));
                    seats.cloned().collect()
                };
                let (winners, losers) = (names(&bonus.winners), names(&bonus.losers));
                texts::round_bonus(self.sheet(), bonus.round, bonus.award, &winners, &losers)
            })
            .collect()
    }
}

/// What a round gave as it started, and to whom.
struct RoundBonus {
    round: u8,
    award: Award,
    winners: Vec<Seat>,
    losers: Vec<Seat>,
}

/// What rounds gave in one event.
fn round_bonuses(effects: &[Effect]) -> Vec<RoundBonus> {
    fn of_round(given: &mut Vec<RoundBonus>, round: u8, award: Award) -> Option<&mut RoundBonus> {
        if given.last().is_none_or(|last| last.round != round) {
            given.push(RoundBonus {
                round,
                award,
                winners: Vec::new(),
                losers: Vec::new(),
            });
        }
        given.last_mut()
    }
    let mut given: Vec<RoundBonus> = Vec::new();
    for effect in effects {
        match *effect {
            Effect::Won {
                seat,
                origin: Origin::Round(round),
                award,
            } => {
                if let Some(bonus) = of_round(&mut given, round, award) {
                    bonus.winners.push(seat);
                }
            }
            Effect::Lost {
                seat,
                origin: Some(Origin::Round(round)),
                award,
                ..
            } => {
                if let Some(bonus) = of_round(&mut given, round, award) {
                    bonus.losers.push(seat);
                }
            }
            // Won, but of no use.
            Effect::Lost {
                seat,
                origin: None,
                award,
                ..
            } => {
                if let Some(bonus) = given.last_mut().filter(|bonus| bonus.award == award)
                    && let Some(index) = bonus.winners.iter().position(|winner| *winner == seat)
                {
                    bonus.winners.remove(index);
                    bonus.losers.push(seat);
                }
            }
            _ => {}
        }
    }
    given
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
pub(super) trait DiceText<const SEATS: usize> {
    /// The letter of a die.
    fn letter(&self, die: Die) -> char;
    /// The letters of some dice.
    fn letters(&self, dice: DieSet) -> String;
    /// A die and what it shows: `B3`.
    fn die(&self, position: &Position<SEATS>, die: Die) -> TextLine;
    /// Several dice and what they show.
    fn dice_line(&self, position: &Position<SEATS>, dice: DieSet) -> TextLine;
    /// Reads the faces of these dice from digits.
    fn faces_in_order(&self, dice: DieSet, digits: &str) -> Result<Outcome, String>;
    /// Reads dice, nearest first.
    fn sorted_by_distance(&self, sorting: &Sorting, text: &str) -> Result<Outcome, String>;
}

impl<const SEATS: usize> DiceText<SEATS> for DiceGame<SEATS> {
    fn letter(&self, die: Die) -> char {
        self.sheet().dice[die.index()].letter
    }

    fn letters(&self, dice: DieSet) -> String {
        dice.iter()
            .map(|die| self.letter(die).to_string())
            .collect::<Vec<_>>()
            .join(" ")
    }

    fn die(&self, position: &Position<SEATS>, die: Die) -> TextLine {
        let face = position
            .dice()
            .face(die)
            .map_or_else(|| "-".into(), |face| face.pips().to_string());
        TextLine::new().with(
            format!("{}{face}", self.letter(die)),
            Style::Filled(draw::hue(self.sheet(), die)),
        )
    }

    fn dice_line(&self, position: &Position<SEATS>, dice: DieSet) -> TextLine {
        dice.iter().fold(TextLine::new(), |line, die| {
            line.and(self.die(position, die)).with("  ", Style::Plain)
        })
    }

    fn faces_in_order(&self, dice: DieSet, digits: &str) -> Result<Outcome, String> {
        if digits.len() != dice.len() {
            return Err(texts::wrong_count(dice.len(), &self.letters(dice)));
        }
        let mut faces = [None; DICE];
        for (die, digit) in dice.iter().zip(digits.bytes()) {
            let face = Face::new(digit.wrapping_sub(b'0')).ok_or_else(texts::wrong_face)?;
            faces[die.index()] = Some(face);
        }
        Ok(Outcome::Roll(faces))
    }

    fn sorted_by_distance(&self, sorting: &Sorting, text: &str) -> Result<Outcome, String> {
        let mut ranking: Vec<Die> = Vec::new();
        for word in text.replace(',', " ").split_whitespace() {
            let die = self.sheet().die_named(word);
            let die = die.ok_or_else(|| texts::no_such_die(word, &self.letters(DieSet::ALL)))?;
            if ranking.contains(&die) {
                return Err(texts::named_twice(word));
            }
            ranking.push(die);
        }
        let named: DieSet = ranking.iter().copied().collect();
        // Where the order of the slots does not matter, those that go to the platter are enough.
        let enough = if sorting.ordered {
            asked_for(sorting).minus(named).is_empty()
        } else {
            sorting.tied.iter().filter(|die| named.contains(*die)).count() >= sorting.wanted()
        };
        let missing = || texts::type_all(&self.letters(asked_for(sorting)));
        if !enough {
            return Err(missing());
        }
        ranking.extend(DieSet::ALL.minus(named));
        let ranking = ranking.try_into().map_err(|_| missing())?;
        Ok(Outcome::Sort(sorting.by_distance(&ranking)))
    }
}
