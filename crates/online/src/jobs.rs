//! What is to be done at a table by nobody in particular: any server may, and the first one does.

use finaud_rules::Seat;

use crate::table::{OnlineTable, Phase, Sitter};
use crate::{Act, Command, Role, Time};

/// How long somebody may take back a choice before the dice of a bot fall.
pub const UNDO_OFFERED: u64 = 2_000;
const DAY: u64 = 24 * 3_600_000;

/// Something to be done, not before it is due.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Job {
    /// When.
    pub due: Time,
    /// What.
    pub task: Task,
}

/// What is to be done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Task {
    /// A bot of this level is asked: find its choice, with [`OnlineTable::bot_seed`], and let [`Role::Bot`] choose it.
    Choose {
        /// For which seat.
        seat: Seat,
        /// The level of the bot.
        level: String,
    },
    /// The dice of a bot fall, or those of somebody whose time is over.
    Roll,
    /// Somebody's time is over.
    Late(Seat),
    /// Nothing has happened for too long.
    Abandon,
    /// The day is over, its dice may be known.
    Unseal,
}

impl Task {
    /// The command that does it; `None` for a bot's choice, which has to be found first.
    pub fn command(&self) -> Option<(Command, Role)> {
        let act = match self {
            Task::Choose { .. } => return None,
            Task::Roll => Act::Roll {},
            Task::Late(seat) => Act::Late { seat: *seat },
            Task::Abandon => Act::Abandon {},
            Task::Unseal => Act::Unseal {},
        };
        Some((Command::by_itself(0, act), Role::House))
    }
}

impl OnlineTable {
    /// Everything that is to be done by itself unless something else happens before.
    pub fn jobs(&self) -> Vec<Job> {
        let mut jobs = Vec::new();
        match (self.phase, &self.play) {
            (Phase::Over, Some(_)) => {
                if self.draw.revealed().is_none() {
                    jobs.extend(self.day_ends().map(|due| Job {
                        due: due.max(self.touched),
                        task: Task::Unseal,
                    }));
                }
                return jobs;
            }
            (Phase::Over, None) => return jobs,
            (Phase::Playing, Some(play)) => {
                // While no person is there, bots rest.
                let somebody = self.seats.iter().any(|seat| seat.sitter == Sitter::Person);
                let roller = play.roller();
                for seat in self.asked().iter() {
                    let place = &self.seats[seat.index()];
                    let since = place.asked.unwrap_or(self.touched);
                    match (place.level(), roller) {
                        (Some(_), Some(_)) if somebody => {
                            // Dice that fall at once would end what somebody may still take back.
                            let offered = self.people().any(|person| play.undoable(person).is_ok());
                            let due = since.plus(if offered { UNDO_OFFERED } else { 0 });
                            jobs.push(Job {
                                due,
                                task: Task::Roll,
                            });
                        }
                        (Some(level), None) if somebody => {
                            let level = level.to_string();
                            let task = Task::Choose { seat, level };
                            jobs.push(Job { due: since, task });
                        }
                        (Some(_), _) => {}
                        (None, roller) => {
                            let task = if roller.is_some() {
                                Task::Roll
                            } else {
                                Task::Late(seat)
                            };
                            let due = self.deadline(seat).filter(|_| !place.late);
                            jobs.extend(due.map(|due| Job { due, task }));
                        }
                    }
                }
            }
            _ => {}
        }
        jobs.push(Job {
            due: self.given_up_at(),
            task: Task::Abandon,
        });
        jobs
    }

    /// When the next job is due; `None` if there is none any more.
    pub fn due(&self) -> Option<Time> {
        self.jobs().into_iter().map(|job| job.due).min()
    }
}

/// The end of a day, `2031-05-04`, in UTC; `None` if there is no such day.
pub(crate) fn end_of_day(day: &str) -> Option<Time> {
    let mut parts = day.split('-').map(|part| part.parse::<i64>().ok());
    let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
    if !(1970..=9999).contains(&year) || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    // Years begin in March here, so that the day that comes and goes is the last one.
    let (year, month) = if month > 2 {
        (year, month - 3)
    } else {
        (year - 1, month + 9)
    };
    let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day - 1;
    let since_1970 = u64::try_from(days - 719_468).ok()?;
    Some(Time((since_1970 + 1) * DAY))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_end_at_midnight() {
        assert_eq!(end_of_day("1970-01-01"), Some(Time(DAY)));
        assert_eq!(end_of_day("2000-02-29"), Some(Time(951_868_800_000)));
        assert_eq!(end_of_day("2026-11-17"), Some(Time(1_794_960_000_000)));
        for wrong in ["2026-13-01", "2026-00-10", "1969-12-31", "x", ""] {
            assert_eq!(end_of_day(wrong), None, "{wrong}");
        }
    }
}
