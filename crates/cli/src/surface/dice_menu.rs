//! The choices of a dice game, grouped by die.

use finaud_record::Notation;
use finaud_rules::zone::{CellView, Written};
use finaud_rules::{
    Action, Award, DiceGame, Die, Effect, Entry, Game, Loss, Mark, Origin, Phase, Position, Score, Seat,
    Source, Stage, ZONES,
};

use super::dice::DiceText;
use super::{MenuItem, MenuSection};
use crate::draw::{self, Style, TextLine};
use crate::texts::dice as texts;

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
) -> Vec<MenuSection<Action>> {
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
    let writer = MenuWriter {
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
        MenuSection {
            title: writer.title(wanted),
            items: actions.into_iter().map(|action| writer.item(action)).collect(),
            spends: matches!(wanted, Topic::Die { spends: true, .. }),
        }
    };
    topics.into_iter().map(section).collect()
}

struct MenuWriter<'a, const SEATS: usize> {
    game: &'a DiceGame<SEATS>,
    position: &'a Position<SEATS>,
    seat: Seat,
    /// Is there one section only?
    alone: bool,
}

impl<const SEATS: usize> MenuWriter<'_, SEATS> {
    fn title(&self, topic: Topic) -> TextLine {
        let sheet = self.game.sheet();
        match topic {
            Topic::Die { die, spends } => {
                let mut line = self.game.die(self.position, die);
                let name = crate::texts::die(sheet, die);
                line = line.with(format!(" {name}"), Style::Zone(draw::hue(sheet, die)));
                if self.takes_extra_dice() {
                    line = line.with(format!(" {}", texts::as_extra()), Style::Plain);
                }
                if spends {
                    line = line.with(format!(", {}", texts::spending()), Style::Plain);
                }
                let lost = self.position.sent_to_platter(die);
                if !lost.is_empty() {
                    line = line.with(format!("   {} ", texts::sends_to_platter()), Style::Faint);
                    line = line.and(self.game.dice_line(self.position, lost));
                }
                line
            }
            Topic::Gift(gift) => TextLine::new().with(texts::gift_title(sheet, gift), Style::Bold),
            Topic::Other if self.alone => TextLine::new(),
            Topic::Other => TextLine::new().with(texts::other_title(), Style::Faint),
        }
    }

    /// Is the player at the end of a turn, with the pick done?
    fn takes_extra_dice(&self) -> bool {
        let stage = self.position.player(self.seat).stage();
        self.position.phase() == Phase::Window && stage == Stage::Extra
    }

    fn item(&self, action: Action) -> MenuItem<Action> {
        let mut after = *self.position;
        let mut effects = Vec::new();
        // A legal action is not refused.
        let _ = self
            .game
            .play_observed(&mut after, self.seat, action, &mut effects);
        MenuItem {
            action,
            text: self.text(action, &effects),
            gain: self.gain(&after, &effects),
        }
    }

    fn text(&self, action: Action, effects: &[Effect]) -> String {
        let pool = || self.game.letters(self.position.dice().pool());
        match action {
            Action::Pick(entry) | Action::Extra(entry) => self.entry(action, entry, effects),
            Action::Roll => texts::roll(&pool()),
            Action::EndRolls => texts::end_rolls(),
            Action::Reroll => texts::reroll(&pool()),
            Action::Forfeit => texts::forfeit(),
            Action::Decline => texts::decline(),
            Action::Done => texts::done(),
            Action::TakeBack(die) => texts::take_back(self.game.sheet(), die, &self.game.action_text(action)),
            Action::Gift { .. } | Action::Circle { .. } => {
                let text = self.game.action_text(action);
                text.split_once(": ")
                    .map_or(text.clone(), |(_, what)| what.into())
            }
        }
    }

    /// `blue 7 = 3 + W4`.
    fn entry(&self, action: Action, entry: Entry, effects: &[Effect]) -> String {
        let text = self.game.action_text(action);
        let text = text.strip_prefix("+1 ").unwrap_or(&text);
        // The title of the section names the die already.
        let own = &self.game.sheet().dice[entry.die.index()].name;
        let text = match text.strip_prefix(own.as_str()).map(str::trim_start) {
            Some(rest) if rest.starts_with("as ") => rest,
            _ => text,
        };
        let dice = self.position.dice();
        let shown = |die: Die| format!("{}{}", self.game.letter(die), dice.pips(die));
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
                texts::sum(text, face, &[shown(partner)])
            }
            Source::WithPlatter if plain => {
                let others = dice.platter().without(entry.die);
                let others: Vec<String> = others.iter().map(shown).collect();
                if others.is_empty() {
                    text.into()
                } else {
                    texts::sum(text, face, &others)
                }
            }
            _ => self.written(text, entry, effects),
        }
    }

    /// What an entry writes, where its text does not say so.
    fn written(&self, text: &str, entry: Entry, effects: &[Effect]) -> String {
        let written = effects.iter().find_map(|effect| match *effect {
            Effect::Written { cell, what, .. } => Some((cell, what)),
            _ => None,
        });
        match (entry.mark, written) {
            (Mark::Next, Some((cell, Written::Cross))) => {
                let face = self.position.dice().pips(entry.die);
                let face = Some(face).filter(|_| entry.joker.is_none());
                texts::next_cell(text, face, cell + 1)
            }
            (Mark::Number(_) | Mark::Times(_), Some((cell, Written::Number(number)))) => {
                let zone = usize::from(entry.zone);
                let ink = self.position.player(self.seat).ink(zone);
                let view = self.game.sheet().zones[zone].view(ink);
                match view.cell(cell).map_or(1, CellView::factor) {
                    1 => text.into(),
                    factor => texts::product(text, factor, number),
                }
            }
            _ => text.into(),
        }
    }

    /// What an action brings at once: points and bonuses.
    fn gain(&self, after: &Position<SEATS>, effects: &[Effect]) -> String {
        let total = |position: &Position<SEATS>| {
            i32::from(Score::of(self.game.sheet(), position.player(self.seat)).total)
        };
        let points = texts::gain(total(after) - total(self.position));
        let names = self.won(effects).into_iter();
        let names = names.map(|award| crate::texts::award(self.game.sheet(), award));
        points.into_iter().chain(names).collect::<Vec<_>>().join(", ")
    }

    /// What an action wins, but for what a new round gives: boxes first, foxes last.
    fn won(&self, effects: &[Effect]) -> Vec<Award> {
        let mut won = Vec::new();
        for effect in effects.iter().filter(|effect| effect.seat() == Some(self.seat)) {
            match *effect {
                Effect::Won { origin, award, .. } if !matches!(origin, Origin::Round(_)) => won.push(award),
                // Won, but of no use.
                Effect::Lost {
                    origin: None,
                    award,
                    why: Loss::NoTarget,
                    ..
                } => {
                    if let Some(index) = won.iter().position(|other| *other == award) {
                        won.remove(index);
                    }
                }
                _ => {}
            }
        }
        won.sort_by_key(|award| match *award {
            Award::Circle(power) => (0, power as u8),
            Award::Gift(gift) => (1, gift),
            Award::Fox => (2, 0),
        });
        won
    }
}
