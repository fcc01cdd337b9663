//! The built-in sheets in a few figures each, to compare other sheets with.
//!
//! The figures were measured by the command in the first line of `built_in.txt`; the same command makes the file anew.

use super::Report;

/// What is compared.
#[derive(Clone, PartialEq, Debug)]
pub struct Figures {
    /// The id of the sheet.
    pub game: String,
    /// How many played.
    pub players: usize,
    /// The mean result.
    pub mean: f64,
    /// Its standard deviation.
    pub sd: f64,
    /// The share of luck in the variance of the results.
    pub luck: f64,
    /// The share of how people play, where every other player is a beginner.
    pub skill: f64,
    /// How many real decisions a player has.
    pub decisions: f64,
    /// The share of them that are close.
    pub close: f64,
    /// How many foxes are won.
    pub foxes: f64,
    /// How many cells nobody reaches.
    pub unreached: usize,
    /// How often the first seat wins.
    pub first: f64,
}

/// How many numbers follow the game.
const NUMBERS: usize = 10;

impl Figures {
    /// The figures of a report.
    pub fn of(report: &Report) -> Figures {
        Figures {
            game: report.game.clone(),
            players: report.players,
            mean: report.results.mean,
            sd: report.results.sd,
            luck: report.luck.share,
            skill: report.luck.skill_share,
            decisions: report.length.decisions,
            close: report.close(),
            foxes: report.foxes.count,
            unreached: report.unreached().count(),
            first: report.seats.first().map_or(0.0, |seat| seat.wins),
        }
    }

    fn read(line: &str) -> Option<Figures> {
        let mut words = line.split_whitespace();
        let game = words.next()?.to_owned();
        let numbers: Vec<f64> = words.map(str::parse).collect::<Result<_, _>>().ok()?;
        let numbers: [f64; NUMBERS] = numbers.try_into().ok()?;
        let [
            players,
            mean,
            sd,
            luck,
            skill,
            decisions,
            close,
            foxes,
            unreached,
            first,
        ] = numbers;
        Some(Figures {
            game,
            players: players as usize,
            mean,
            sd,
            luck,
            skill,
            decisions,
            close,
            foxes,
            unreached: unreached as usize,
            first,
        })
    }

    fn line(&self) -> String {
        format!(
            "{} {} {:.1} {:.1} {:.3} {:.3} {:.1} {:.3} {:.2} {} {:.3}",
            self.game,
            self.players,
            self.mean,
            self.sd,
            self.luck,
            self.skill,
            self.decisions,
            self.close,
            self.foxes,
            self.unreached,
            self.first
        )
    }
}

/// The figures of all built-in sheets for so many players.
pub fn built_in(players: usize) -> Vec<Figures> {
    let lines = include_str!("built_in.txt").lines();
    let figures = lines
        .filter(|line| !line.starts_with('#'))
        .filter_map(Figures::read);
    figures.filter(|figures| figures.players == players).collect()
}

/// Figures as the file has them, with the command that measured them.
pub fn figures_text(command: &str, figures: &[Figures]) -> String {
    let head = format!(
        "# {command}\n# game players mean sd luck skill decisions close foxes unreached first-seat-wins\n"
    );
    figures.iter().fold(head, |text, one| text + &one.line() + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let text = include_str!("built_in.txt");
        let command = text.lines().next().unwrap().trim_start_matches("# ");
        let figures: Vec<Figures> = (1..=4).flat_map(built_in).collect();
        let mut sorted = figures.clone();
        sorted.sort_by(|one, other| one.game.cmp(&other.game).then(one.players.cmp(&other.players)));
        assert_eq!(figures_text(command, &sorted), text);
    }

    #[test]
    fn a_line_that_is_cut_is_no_line() {
        assert_eq!(Figures::read("some-sheet 1 200.0 30.0"), None);
        assert_eq!(Figures::read(""), None);
        assert!(Figures::read("some-sheet 1 200 30 0.4 0.6 50 0.3 2 1 1").is_some());
    }
}
