//! From the games that were played to the figures of a report.

use std::collections::BTreeMap;

use finaud_rules::zone::CellStatus;
use finaud_rules::{Award, DiceGame, Game, Power, Sheet};

use super::played::PlayedSheet;
use super::{
    BonusReport, CellReport, FoxReport, Length, LuckReport, Place, PlayedBy, PlayedGame, Question,
    QuestionReport, Report, Results, SeatReport, ZoneReport,
};

/// Choices that are closer than this are close on any sheet, in points.
const LEAST_CLOSE: f64 = 0.5;
/// The part of the mean result that two close choices may differ by.
const CLOSE: f64 = 0.01;

impl Report {
    /// What these games say. They must be games of a [`Reporter`](super::Reporter) of this game and this seed.
    pub fn of<const SEATS: usize>(game: &DiceGame<SEATS>, seed: u64, played: &[PlayedGame]) -> Report {
        let sheets: Vec<&PlayedSheet> = played.iter().flat_map(|game| &game.sheets).collect();
        let results = results(&sheets, played.len());
        let close_within = (CLOSE * results.mean.abs()).max(LEAST_CLOSE);
        Report {
            game: game.sheet().id.clone(),
            name: game.sheet().name.clone(),
            players: game.seats(),
            games: played.len() as u64,
            seed,
            played: PlayedBy::of(game),
            zones: zones(game, &sheets),
            foxes: foxes(game.sheet(), &sheets),
            bonuses: bonuses(game, &sheets),
            close_within,
            questions: questions(&sheets, close_within),
            length: length(played, &sheets),
            luck: luck(played, &results),
            seats: seats(game.seats(), played),
            results,
        }
    }
}

fn mean(numbers: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = numbers.fold((0.0, 0u64), |(sum, count), number| (sum + number, count + 1));
    sum / count.max(1) as f64
}

fn variance(numbers: impl Iterator<Item = f64> + Clone) -> f64 {
    let middle = mean(numbers.clone());
    mean(numbers.map(|number| (number - middle).powi(2)))
}

fn points(sheet: &PlayedSheet) -> f64 {
    f64::from(sheet.score.total)
}

fn results(sheets: &[&PlayedSheet], games: usize) -> Results {
    let mut sorted: Vec<i32> = sheets.iter().map(|sheet| sheet.score.total.into()).collect();
    sorted.sort_unstable();
    let at = |percent: usize| {
        let place = (sorted.len() * percent / 100).min(sorted.len().saturating_sub(1));
        sorted.get(place).copied().unwrap_or(0)
    };
    let mut counts: Vec<(i32, u64)> = Vec::new();
    for result in &sorted {
        match counts.last_mut() {
            Some((last, times)) if last == result => *times += 1,
            _ => counts.push((*result, 1)),
        }
    }
    let sd = variance(sheets.iter().map(|sheet| points(sheet))).sqrt();
    Results {
        mean: mean(sheets.iter().map(|sheet| points(sheet))),
        // The seats of a game are not independent of each other, so a game counts once.
        standard_error: sd / (games.max(1) as f64).sqrt(),
        sd,
        min: at(0),
        p10: at(10),
        median: at(50),
        p90: at(90),
        max: at(100),
        counts,
    }
}

fn zones<const SEATS: usize>(game: &DiceGame<SEATS>, sheets: &[&PlayedSheet]) -> Vec<ZoneReport> {
    let zones = game.sheet().zones.iter().enumerate();
    zones
        .map(|(index, zone)| {
            let view = zone.view(game.new_player().ink(index));
            let open = view.cells.iter().filter(|cell| cell.status != CellStatus::Fixed);
            let mut cells: Vec<CellReport> = open
                .map(|cell| {
                    let rounds = sheets.iter().filter_map(|sheet| {
                        let mut written = sheet.written.iter();
                        let found = written.find(|(at, id, _)| usize::from(*at) == index && *id == cell.id);
                        found.map(|(_, _, round)| f64::from(*round))
                    });
                    let rounds: Vec<f64> = rounds.collect();
                    CellReport {
                        cell: cell.id,
                        row: cell.row + 1,
                        column: cell.column + 1,
                        filled: rounds.len() as f64 / sheets.len().max(1) as f64,
                        round: (!rounds.is_empty()).then(|| mean(rounds.iter().copied())),
                    }
                })
                .collect();
            cells.sort_by_key(|cell| (cell.row, cell.column, cell.cell));
            let own = || sheets.iter().map(|sheet| f64::from(sheet.score.zones[index]));
            ZoneReport {
                name: zone.name.clone(),
                points: mean(own()),
                sd: variance(own()).sqrt(),
                lowest: mean(sheets.iter().map(|sheet| lowest(sheet, index))),
                filled: mean(cells.iter().map(|cell| cell.filled)),
                cells,
            }
        })
        .collect()
}

/// The part a zone has in being the lowest.
fn lowest(sheet: &PlayedSheet, zone: usize) -> f64 {
    let zones = &sheet.score.zones;
    let least = zones.iter().min().copied().unwrap_or(0);
    if zones[zone] > least {
        return 0.0;
    }
    1.0 / zones.iter().filter(|points| **points == least).count() as f64
}

fn foxes(sheet: &Sheet, sheets: &[&PlayedSheet]) -> FoxReport {
    let printed = sheet.fox_count();
    let share = |count: usize| {
        let has = |sheet: &&PlayedSheet| f64::from(u8::from(usize::from(sheet.score.foxes) == count));
        mean(sheets.iter().map(has))
    };
    FoxReport {
        printed,
        count: mean(sheets.iter().map(|sheet| f64::from(sheet.score.foxes))),
        points: mean(sheets.iter().map(|sheet| f64::from(sheet.score.fox_points))),
        shares: (0..=printed).map(share).collect(),
    }
}

/// Every bonus of the sheet that can come in this game, in the order of the sheet.
fn printed<const SEATS: usize>(game: &DiceGame<SEATS>) -> Vec<(Place, Award)> {
    let sheet = game.sheet();
    let rounds = sheet.round_awards.iter().zip(1..=game.rounds());
    let rounds = rounds.filter_map(|(award, round)| Some((Place::Round(round), (*award)?)));
    let zones = sheet.zones.iter().enumerate().flat_map(|(index, zone)| {
        let view = zone.view(game.new_player().ink(index));
        let bonuses = view.bonuses().map(|(spot, bonus)| (spot, bonus.award));
        let bonuses = bonuses.map(|(spot, award)| (Place::in_zone(index as u8, spot), award));
        bonuses.collect::<Vec<_>>()
    });
    let ends = Power::ALL.into_iter();
    let ends = ends.filter_map(|power| Some((Place::RowEnd(power as u8), sheet.power(power).end?)));
    rounds.chain(zones).chain(ends).collect()
}

fn bonuses<const SEATS: usize>(game: &DiceGame<SEATS>, sheets: &[&PlayedSheet]) -> Vec<BonusReport> {
    let (mut won, mut lost) = (BTreeMap::<Place, Vec<f64>>::new(), BTreeMap::<Place, u64>::new());
    for sheet in sheets {
        for (place, round) in &sheet.won {
            won.entry(*place).or_default().push(f64::from(*round));
        }
        for place in &sheet.lost {
            *lost.entry(*place).or_default() += 1;
        }
    }
    let all = sheets.len().max(1) as f64;
    let word = |award: Award| match award {
        Award::Fox => "fox".to_owned(),
        Award::Circle(power) => power.word().to_owned(),
        Award::Gift(gift) => game.sheet().gifts[usize::from(gift)].name.clone(),
    };
    let bonuses = printed(game).into_iter();
    bonuses
        .map(|(place, award)| {
            let rounds = won.get(&place).map_or(&[][..], |rounds| rounds);
            BonusReport {
                place,
                award: word(award),
                won: rounds.len() as f64 / all,
                lost: lost.get(&place).map_or(0.0, |times| *times as f64 / all),
                round: (!rounds.is_empty()).then(|| mean(rounds.iter().copied())),
            }
        })
        .collect()
}

fn questions(sheets: &[&PlayedSheet], close_within: f64) -> Vec<QuestionReport> {
    let mut asked = BTreeMap::<Question, (Vec<f32>, u64)>::new();
    for decided in sheets.iter().flat_map(|sheet| &sheet.decided) {
        let (margins, options) = asked.entry(decided.question).or_default();
        margins.push(decided.margin);
        *options += u64::from(decided.options);
    }
    let asked = asked.into_iter();
    asked
        .map(|(question, (mut margins, options))| {
            margins.sort_by(f32::total_cmp);
            let close = margins.partition_point(|margin| f64::from(*margin) <= close_within);
            let count = margins.len() as f64;
            QuestionReport {
                question,
                per_game: count / sheets.len().max(1) as f64,
                options: options as f64 / count,
                close: close as f64 / count,
                median_margin: f64::from(margins[margins.len() / 2]),
            }
        })
        .collect()
}

fn length(played: &[PlayedGame], sheets: &[&PlayedSheet]) -> Length {
    let whole = |sheet: &&PlayedSheet| {
        let decided = sheet.decided.iter();
        decided
            .filter(|decided| !matches!(decided.question, Question::Box(_)))
            .count() as f64
    };
    Length {
        turns: mean(played.iter().map(|game| f64::from(game.turns))),
        rolls: mean(played.iter().map(|game| f64::from(game.rolls))),
        actions: mean(sheets.iter().map(|sheet| f64::from(sheet.actions))),
        decisions: mean(sheets.iter().map(whole)),
    }
}

fn luck(played: &[PlayedGame], results: &Results) -> LuckReport {
    let measured: Vec<(f64, f64)> = played
        .iter()
        .flat_map(|game| &game.sheets)
        .filter_map(|sheet| Some((points(sheet), sheet.luck?)))
        .collect();
    let with = variance(measured.iter().map(|(result, _)| *result));
    let without = variance(measured.iter().map(|(result, luck)| result - luck));
    let beginner = || played.iter().map(|game| f64::from(game.beginner.1));
    // Alone, nobody wins: then the same dice are the opponent.
    let wins = |game: &PlayedGame| {
        let (seat, points, victory) = game.beginner;
        if game.sheets.len() > 1 {
            return victory;
        }
        match points.cmp(&game.sheets[seat.index()].score.total.into()) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        }
    };
    let between = ((results.mean - mean(beginner())) / 2.0).powi(2);
    let within = (results.sd.powi(2) + variance(beginner())) / 2.0;
    LuckReport {
        games: measured.len() as u64,
        share: if with > 0.0 {
            (1.0 - without / with).clamp(0.0, 1.0)
        } else {
            0.0
        },
        sd_without: without.sqrt(),
        beginner: mean(beginner()),
        beginner_wins: mean(played.iter().map(wins)),
        skill_share: if between + within > 0.0 {
            between / (between + within)
        } else {
            0.0
        },
    }
}

fn seats(seats: usize, played: &[PlayedGame]) -> Vec<SeatReport> {
    (0..seats)
        .map(|seat| SeatReport {
            mean: mean(played.iter().map(|game| points(&game.sheets[seat]))),
            wins: mean(played.iter().map(|game| game.sheets[seat].victory)),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::question::Decided;
    use super::*;
    use finaud_rules::Score;

    fn sheet(decided: &[(Question, f32)]) -> PlayedSheet {
        let decided = decided.iter().map(|(question, margin)| Decided {
            question: *question,
            options: 4,
            margin: *margin,
        });
        PlayedSheet {
            score: Score {
                zones: [3, 5, 3, 8, 9],
                foxes: 1,
                fox_points: 3,
                total: 31,
            },
            written: Vec::new(),
            won: Vec::new(),
            lost: Vec::new(),
            actions: 9,
            decided: decided.collect(),
            victory: 1.0,
            luck: None,
        }
    }

    #[test]
    fn what_is_never_close_is_no_choice() {
        let one = sheet(&[(Question::Roll, 0.2), (Question::Gift(3), 9.0)]);
        let other = sheet(&[
            (Question::Roll, 5.0),
            (Question::Gift(3), 2.5),
            (Question::Box(0), 0.0),
        ]);
        let asked = questions(&[&one, &other], 2.0);
        let found: Vec<_> = asked
            .iter()
            .map(|report| {
                (
                    report.question,
                    report.per_game,
                    report.close,
                    report.is_no_choice(),
                )
            })
            .collect();
        assert_eq!(
            found,
            [
                (Question::Roll, 1.0, 0.5, false),
                (Question::Box(0), 0.5, 1.0, false),
                (Question::Gift(3), 1.0, 0.0, true),
            ]
        );
        assert_eq!(asked[2].median_margin, 9.0);
        assert_eq!(asked[0].options, 4.0);
    }

    #[test]
    fn equal_zones_share_being_the_lowest() {
        let sheet = sheet(&[]);
        assert_eq!([0, 1, 2].map(|zone| lowest(&sheet, zone)), [0.5, 0.0, 0.5]);
    }

    #[test]
    fn results_are_told_by_what_lies_below() {
        let sheets: Vec<PlayedSheet> = (0..10)
            .map(|index| {
                let mut sheet = sheet(&[]);
                sheet.score.total = 10 * index;
                sheet
            })
            .collect();
        let sheets: Vec<&PlayedSheet> = sheets.iter().collect();
        let results = results(&sheets, 10);
        assert_eq!(
            (results.min, results.p10, results.median, results.p90, results.max),
            (0, 10, 50, 90, 90)
        );
        assert_eq!(results.mean, 45.0);
        assert!((results.sd - 28.72).abs() < 0.01 && (results.standard_error - 9.08).abs() < 0.01);
        assert_eq!(results.counts.len(), 10);
    }
}
