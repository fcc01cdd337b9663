//! The choices of a dice game, grouped by die.

use finaud_record::Notation;
use finaud_rules::zone::{Factor, Track, Writes};
use finaud_rules::{
    Action, Award, DiceGame, Die, Entry, Game, Mark, Mechanic, Position, Power, Seat, Source, ZONES,
};

use super::dice::{DiceWords, uses_extra_dice};
use super::{Choice, Section};
use crate::draw::{self, Line, Style};

/// What the choices of a section have in common.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Topic {
    /// A die, used as it is or with actions spent on it.
    Die { die: Die, spends: bool },
    /// A bonus.
    Gift(u8),
    /// Everything else.
    Other,
}

fn topic(action: Action) -> Topic {
    match action {
        Action::Pick(entry) | Action::Extra(entry) => Topic::Die {
            die: entry.die,
            spends: entry.joker.is_some() || entry.polish > 0,
        },
        Action::Gift { gift, .. } | Action::Circle { gift, .. } => Topic::Gift(gift),
        Action::Roll
        | Action::EndRolls
        | Action::Reroll
        | Action::Forfeit
        | Action::Decline
        | Action::Done
        | Action::TakeBack(_) => Topic::Other,
    }
}

/// The legal actions as sections: dice as they are, everything else, dice with actions spent on them.
pub(super) fn menu<const SEATS: usize>(
    game: &DiceGame<SEATS>,
    position: &Position<SEATS>,
    seat: Seat,
    legal: &[Action],
) -> Vec<Section<Action>> {
    let mut topics: Vec<Topic> = Vec::new();
    for action in legal {
        let topic = topic(*action);
        if !topics.contains(&topic) {
            topics.push(topic);
        }
    }
    // The white die has the longest list and comes after the others.
    let place = |die: Die| die.zone().map_or(ZONES, usize::from);
    topics.sort_by_key(|topic| match topic {
        Topic::Gift(gift) => (0, usize::from(*gift)),
        Topic::Die { die, spends: false } => (1, place(*die)),
        Topic::Other => (2, 0),
        Topic::Die { die, spends: true } => (3, place(*die)),
    });
    let reader = Reader {
        game,
        position,
        seat,
        alone: topics.len() == 1,
    };
    let section = |wanted: Topic| {
        let mut actions: Vec<Action> = legal
            .iter()
            .copied()
            .filter(|action| topic(*action) == wanted)
            .collect();
        actions.sort_unstable();
        Section {
            title: reader.title(wanted),
            choices: actions.into_iter().map(|action| reader.choice(action)).collect(),
            spends: matches!(wanted, Topic::Die { spends: true, .. }),
        }
    };
    topics.into_iter().map(section).collect()
}

struct Reader<'a, const SEATS: usize> {
    game: &'a DiceGame<SEATS>,
    position: &'a Position<SEATS>,
    seat: Seat,
    /// Is there one section only?
    alone: bool,
}

impl<const SEATS: usize> Reader<'_, SEATS> {
    fn title(&self, topic: Topic) -> Line {
        let sheet = self.game.sheet();
        match topic {
            Topic::Die { die, spends } => {
                let mut line = self.game.die(self.position, die);
                let name = &sheet.dice[die.index()].name;
                line = line.with(format!(" {name}"), Style::Zone(draw::hue(sheet, die)));
                if uses_extra_dice(self.position, self.seat) {
                    line = line.with(" as extra die (+1)", Style::Plain);
                }
                if spends {
                    line = line.with(", spending actions", Style::Plain);
                }
                let lost = self.position.sent_to_platter(die);
                if !lost.is_empty() {
                    line = line.with("   sends to the platter: ", Style::Faint);
                    line = line.and(self.game.dice_line(self.position, lost));
                }
                line
            }
            Topic::Gift(gift) => {
                let name = sheet.gifts.get(usize::from(gift)).map_or("?", |gift| &gift.name);
                Line::new().with(format!("bonus {name}"), Style::Bold)
            }
            Topic::Other if self.alone => Line::new(),
            Topic::Other => Line::new().with("or", Style::Faint),
        }
    }

    fn choice(&self, action: Action) -> Choice<Action> {
        let text = match action {
            Action::Pick(entry) | Action::Extra(entry) => self.entry(action, entry),
            Action::Roll => format!("roll {}", self.game.letters(self.position.dice().pool())),
            Action::EndRolls => "stop rolling: no die is left".into(),
            Action::Reroll => format!(
                "roll {} again (reroll)",
                self.game.letters(self.position.dice().pool())
            ),
            Action::Forfeit => "use no die of this roll (forfeit)".into(),
            Action::Decline => "use no die of the platter (decline)".into(),
            Action::Done => "no (further) extra die (done)".into(),
            Action::TakeBack(_) => format!("{} from the platter", self.game.action_text(action)),
            Action::Gift { .. } | Action::Circle { .. } => {
                let text = self.game.action_text(action);
                text.split_once(": ")
                    .map_or(text.clone(), |(_, what)| what.into())
            }
        };
        Choice {
            action,
            text,
            gain: self.gain(action),
        }
    }

    /// `blue 7 = 3 + W4`.
    fn entry(&self, action: Action, entry: Entry) -> String {
        let text = self.game.action_text(action);
        let text = text.strip_prefix("+1 ").unwrap_or(&text);
        // The title of the section names the die already.
        let own = &self.game.sheet().dice[entry.die.index()].name;
        let text = match text.strip_prefix(own.as_str()).map(str::trim_start) {
            Some(rest) if rest.starts_with("as ") => rest,
            _ => text,
        };
        let dice = self.position.dice();
        let zone = &self.game.sheet().zones[usize::from(entry.zone)];
        let plain = entry.joker.is_none() && entry.polish == 0;
        let face = dice.pips(entry.die);
        match zone.source {
            Source::WithWhite if plain => {
                let partner = if entry.die == Die::White {
                    Die::ALL[usize::from(entry.zone) + 1]
                } else {
                    Die::White
                };
                format!(
                    "{text} = {face} + {}{}",
                    self.game.letter(partner),
                    dice.pips(partner)
                )
            }
            Source::WithPlatter if plain => {
                let others = dice.platter().without(entry.die);
                let others: String = others
                    .iter()
                    .map(|die| format!(" + {}{}", self.game.letter(die), dice.pips(die)))
                    .collect();
                if others.is_empty() {
                    text.into()
                } else {
                    format!("{text} = {face}{others}")
                }
            }
            _ => match &zone.mechanic {
                Mechanic::Track(track) => self.track_entry(text, track, entry, face),
                _ => text.into(),
            },
        }
    }

    fn track_entry(&self, text: &str, track: &Track, entry: Entry, face: u8) -> String {
        let count = track.count(self.position.player(self.seat).ink(usize::from(entry.zone)));
        let Some(cell) = track.cells.get(count) else {
            return text.into();
        };
        match (entry.mark, cell.factor) {
            (Mark::Next, _) if track.writes == Writes::Cross => {
                let value = if entry.joker.is_none() {
                    format!("{face} ")
                } else {
                    String::new()
                };
                format!("{text} {value}(cell {})", count + 1)
            }
            (Mark::Number(number) | Mark::Times(number), Factor::Times(factor)) if factor != 1 => {
                format!("{text} ×{factor} = {}", u16::from(number) * u16::from(factor))
            }
            _ => text.into(),
        }
    }

    /// What an action brings at once: points and bonuses.
    fn gain(&self, action: Action) -> String {
        let mut after = *self.position;
        if self.game.play(&mut after, self.seat, action).is_err() {
            return String::new();
        }
        let points = self.game.points(&after, self.seat) - self.game.points(self.position, self.seat);
        let mut gains = Vec::new();
        match points {
            0 => {}
            1.. => gains.push(format!("+{points}")),
            _ => gains.push(format!("−{}", points.unsigned_abs())),
        }
        gains.extend(self.bonuses(&after));
        gains.join(", ")
    }

    fn bonuses(&self, after: &Position<SEATS>) -> Vec<String> {
        let sheet = self.game.sheet();
        // A choice may end the round; the bonus of the next one is not its merit.
        let next_round = (after.round() != self.position.round())
            .then(|| {
                sheet
                    .round_awards
                    .get(usize::from(after.round()) - 1)
                    .copied()
                    .flatten()
            })
            .flatten();
        let (before, after) = (self.position.player(self.seat), after.player(self.seat));
        let mut awards: Vec<(Award, u8)> = Power::ALL
            .into_iter()
            .map(|power| {
                let more = after
                    .boxes(power)
                    .circled()
                    .saturating_sub(before.boxes(power).circled());
                (Award::Circle(power), more)
            })
            .collect();
        awards.extend((0..sheet.gifts.len() as u8).map(|gift| {
            let more = after
                .pending()
                .count(gift)
                .saturating_sub(before.pending().count(gift));
            (Award::Gift(gift), more)
        }));
        awards.push((Award::Fox, after.foxes().saturating_sub(before.foxes())));
        let mut names = Vec::new();
        for (award, count) in awards {
            let own = count.saturating_sub(u8::from(next_round == Some(award)));
            names.extend((0..own).map(|_| draw::award_name(sheet, award)));
        }
        names
    }
}
