//! What was done is kept on the device: a line for each game, and which achievements were earned when.
//!
//! Games from before there were achievements are counted when somebody first looks. What was earned stays, even if the game
//! is deleted.

use leptos::prelude::GetUntracked;

use super::feats::Feats;
use super::list::{ACHIEVEMENTS, Progress, progress};
use crate::saved;
use crate::settings::settings;
use crate::storage;

/// A line for each game that was counted.
const FEATS: &str = "feats";
/// A line for each achievement that was earned: its id, when, and in which game.
const EARNED: &str = "achievements";

/// What was earned so far: id, when, and in which game.
fn read_earned(text: &str) -> Vec<(String, f64, String)> {
    text.lines()
        .filter_map(|line| {
            let mut parts = line.split(' ');
            let earned = (
                parts.next()?.to_owned(),
                parts.next()?.parse().ok()?,
                parts.next()?.to_owned(),
            );
            Some(earned)
        })
        .collect()
}

/// Adds what was earned before to what the games say now.
fn with_earned(progress: &mut [Progress], earned: &[(String, f64, String)]) {
    for (achievement, now) in ACHIEVEMENTS.iter().zip(progress) {
        if let Some((_, when, game)) = earned.iter().find(|(id, ..)| id == achievement.id) {
            now.done = achievement.goal;
            now.earned = Some((*when, game.clone()));
        }
    }
}

/// What was earned, as it is kept. What a newer version knows and this one does not stays there.
fn earned_text(progress: &[Progress], before: &[(String, f64, String)]) -> String {
    let known = ACHIEVEMENTS
        .iter()
        .zip(progress)
        .filter_map(|(achievement, progress)| {
            let (when, game) = progress.earned.as_ref()?;
            Some(format!("{} {when} {game}", achievement.id))
        });
    let is_unknown = |id: &str| ACHIEVEMENTS.iter().all(|achievement| achievement.id != id);
    let unknown = before
        .iter()
        .filter(|(id, ..)| is_unknown(id))
        .map(|(id, when, game)| format!("{id} {when} {game}"));
    known.chain(unknown).collect::<Vec<_>>().join("\n")
}

/// How far the person at this device is with everything. Counts games that were not counted yet.
pub(super) fn look() -> Vec<Progress> {
    let name = settings().name.get_untracked();
    let before = storage::read(FEATS).unwrap_or_default();
    let known: Vec<&str> = before.lines().collect();
    let mut games: Vec<Feats> = Vec::new();
    let mut lines: Vec<String> = Vec::new();
    for saved in saved::all().iter().filter(|saved| saved.counts()) {
        // A game that is over may still be asked about: hints count to the end.
        let key = format!("{}:{}:{name}|", saved.id, saved.revision);
        let line = known.iter().find_map(|line| line.strip_prefix(&key));
        let feats = match line.map(|line| (line, Feats::read(line))) {
            // It was looked at, and is somebody else's.
            Some(("", _)) => None,
            Some((_, Some(feats))) => Some(feats),
            _ => saved
                .table()
                .ok()
                .and_then(|table| Feats::of(saved, &table, &name)),
        };
        let line = feats.as_ref().map(Feats::line).unwrap_or_default();
        lines.push(key + &line);
        games.extend(feats);
    }
    let text = lines.join("\n");
    if text != before {
        // If the device refuses, they are counted again next time.
        let _ = storage::write(FEATS, &text);
    }
    let mut progress = progress(&games);
    let kept = storage::read(EARNED).unwrap_or_default();
    let before = read_earned(&kept);
    with_earned(&mut progress, &before);
    let earned = earned_text(&progress, &before);
    if earned != kept {
        let _ = storage::write(EARNED, &earned);
    }
    progress
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_earned_stays_earned() {
        let mut now = progress(&[]);
        assert!(
            now.iter()
                .all(|progress| progress.earned.is_none() && progress.done == 0)
        );
        let kept = read_earned("first-fox 12.5 g1\nlong-gone 3 g2\nbroken\nchain-3 x g1\n");
        assert_eq!(kept.len(), 2);
        with_earned(&mut now, &kept);
        let earned: Vec<&str> = ACHIEVEMENTS
            .iter()
            .zip(&now)
            .filter(|(_, progress)| progress.earned.is_some())
            .map(|(achievement, _)| achievement.id)
            .collect();
        assert_eq!(earned, ["first-fox"]);
        // What another version knows is not lost.
        assert_eq!(earned_text(&now, &kept), "first-fox 12.5 g1\nlong-gone 3 g2");
    }
}
