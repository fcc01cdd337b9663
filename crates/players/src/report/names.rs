//! What the things in a report are called.

use finaud_messages::{Argument, Language, Names, Value};
use finaud_rules::zone::GroupKind;
use finaud_rules::{Award, Power, Sheet, SoloGame};

use super::{CellReport, Place, PlayedBy, Question, Report};

/// The words of a report in a language.
pub(super) struct Words<'a> {
    pub(super) report: &'a Report,
    pub(super) sheet: &'a Sheet,
    pub(super) language: Language,
    names: Names<'a>,
    /// The groups of each zone.
    groups: Vec<Vec<GroupKind>>,
}

impl<'a> Words<'a> {
    pub(super) fn new(report: &'a Report, sheet: &'a Sheet, language: Language) -> Words<'a> {
        let game = SoloGame::new(sheet.clone(), 1).ok();
        let groups = sheet.zones.iter().enumerate().map(|(index, zone)| {
            let view = game.as_ref().map(|game| zone.view(game.new_player().ink(index)));
            view.map_or_else(Vec::new, |view| {
                view.groups.iter().map(|group| group.kind).collect()
            })
        });
        Words {
            report,
            sheet,
            language,
            names: Names::of(sheet),
            groups: groups.collect(),
        }
    }

    pub(super) fn say(&self, key: &str, arguments: &[(&str, &dyn Argument)]) -> String {
        self.language.fill(key, arguments)
    }

    pub(super) fn words(&self, key: &str) -> String {
        self.say(key, &[])
    }

    /// A number with so many decimals.
    pub(super) fn number(&self, number: f64, decimals: usize) -> String {
        let text = format!("{:.decimals$}", number + 0.0);
        self.language.tabular(&text)
    }

    /// A share as a percentage. Something that happens at all is never `0 %`.
    pub(super) fn percent(&self, share: f64) -> String {
        let percent = 100.0 * share;
        let number = match percent {
            _ if percent <= 0.0 => "0".into(),
            _ if percent < 0.95 => self.number(percent.max(0.1), 1),
            _ if percent < 100.0 => format!("{:.0}", percent.min(99.0)),
            _ => "100".into(),
        };
        self.language.fill("language.percent", &[("n", &number)])
    }

    /// Who plays how many games of what.
    pub(super) fn title(&self) -> String {
        let report = self.report;
        self.say(
            "report.title",
            &[("game", &report.name), ("players", &report.players)],
        )
    }

    /// What the games were played by, in a sentence.
    pub(super) fn played(&self) -> String {
        let report = self.report;
        let games = &report.games;
        match &report.played {
            PlayedBy::Learned => self.say(
                "report.played.learned",
                &[("games", games), ("seed", &report.seed)],
            ),
            PlayedBy::Borrowed { from, confidence } => {
                let sure = self.words(&format!("report.sure.{confidence}"));
                let arguments: [(&str, &dyn Argument); 4] = [
                    ("games", games),
                    ("seed", &report.seed),
                    ("from", from),
                    ("sure", &sure),
                ];
                self.say("report.played.borrowed", &arguments)
            }
            PlayedBy::Estimate => self.say(
                "report.played.estimate",
                &[("games", games), ("seed", &report.seed)],
            ),
        }
    }

    pub(super) fn zone(&self, zone: usize) -> String {
        let name = self.names.zone(self.language, zone as u8);
        self.say("report.zone", &[("zone", &name)])
    }

    /// What a bonus gives.
    pub(super) fn award(&self, word: &str) -> String {
        let award = match (word, Power::from_word(word), self.sheet.gift_named(word)) {
            ("fox", ..) => Award::Fox,
            (_, Some(power), _) => Award::Circle(power),
            (_, None, Some(gift)) => Award::Gift(gift),
            (_, None, None) => return word.into(),
        };
        let award = self.names.award(self.language, award);
        self.say("report.award", &[("award", &award)])
    }

    /// Where a bonus is printed.
    pub(super) fn place(&self, place: Place) -> String {
        let in_zone = |zone: u8, cell: u8, key: &str| {
            let cells = self.report.zones.get(usize::from(zone)).map(|zone| &zone.cells);
            let cell = cells.and_then(|cells| cells.iter().find(|known| known.cell == cell));
            match cell {
                Some(cell) => self.cell_as(key, usize::from(zone), cell),
                None => self.zone(usize::from(zone)),
            }
        };
        match place {
            Place::Round(round) => self.say("report.place.round", &[("n", &round)]),
            Place::Cell(zone, cell) => in_zone(zone, cell, "cell"),
            Place::Between(zone, cell) => in_zone(zone, cell, "between"),
            Place::Group(zone, group) => {
                let kinds = self.groups.get(usize::from(zone));
                let kind = kinds.and_then(|kinds| kinds.get(usize::from(group)));
                let (key, n) = match kind.copied().unwrap_or(GroupKind::Other) {
                    GroupKind::Row(n) => ("report.place.row", n + 1),
                    GroupKind::Column(n) => ("report.place.column", n + 1),
                    GroupKind::Block(n) => ("report.place.block", n + 1),
                    GroupKind::Shade(n) => ("report.place.shade", n + 1),
                    GroupKind::Diagonal => ("report.place.diagonal", 0),
                    GroupKind::OtherDiagonal => ("report.place.other-diagonal", 0),
                    GroupKind::Other => ("report.place.group", group + 1),
                };
                self.say(key, &[("zone", &self.zone(usize::from(zone))), ("n", &n)])
            }
            Place::RowEnd(power) => self.say("report.place.row-end", &[("row", &self.power_row(power))]),
        }
    }

    fn power_row(&self, power: u8) -> Value<'static> {
        let power = Power::ALL.into_iter().find(|known| *known as u8 == power);
        power.map_or_else(|| Value::Text("".into()), Names::power)
    }

    /// A cell.
    pub(super) fn cell(&self, zone: usize, cell: &CellReport) -> String {
        self.cell_as("cell", zone, cell)
    }

    /// A cell by what one counts on paper: the place in its row, and its row where there are several.
    fn cell_as(&self, key: &str, zone: usize, cell: &CellReport) -> String {
        let name = self.zone(zone);
        let rows = self.report.zones[zone].cells.iter().map(|cell| cell.row).max();
        let several = if rows.unwrap_or(1) > 1 { "-in-row" } else { "" };
        let arguments: [(&str, &dyn Argument); 3] =
            [("zone", &name), ("n", &cell.column), ("row", &cell.row)];
        self.say(&format!("report.place.{key}{several}"), &arguments)
    }

    /// What a decision is about.
    pub(super) fn question(&self, question: Question) -> String {
        match question {
            Question::Roll => self.words("report.question.roll"),
            Question::Platter => self.words("report.question.platter"),
            Question::ExtraDie => self.words("report.question.extra-die"),
            Question::TakeBack => self.words("report.question.take-back"),
            Question::Box(power) => self.say("report.question.box", &[("row", &self.power_row(power))]),
            Question::Gift(gift) => {
                let gift = self.names.gift(self.language, gift);
                self.say("report.question.gift", &[("gift", &gift)])
            }
        }
    }
}
