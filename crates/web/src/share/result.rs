//! A game as others read it: under which names, and its result as a text.

use finaud_rules::{Seat, insertion_sort};
use finaud_table::Table;

use super::squares;
use crate::daily::Day;
use crate::messages::Language;
use crate::saved::Saved;
use crate::tell;

/// Does a person sit there whom the page only calls "You"?
pub fn is_nameless(table: &Table, seat: Seat) -> bool {
    let name = table.chairs()[seat.index()].name.trim();
    table.is_person(seat) && (name.is_empty() || tell::is_you(name))
}

/// The game as others should read it: somebody who is only called "You" gets this name, or is told by the seat.
pub fn for_others(language: Language, table: &Table, name: &str) -> Table {
    let mut shown = table.clone();
    for seat in table.all_seats() {
        if is_nameless(table, seat) {
            match name.trim() {
                "" => shown.rename(seat, &language.fill("setup.person", &[("n", &seat)])),
                name => shown.rename(seat, name),
            }
        }
    }
    shown
}

/// With how much help, for friends: "without hints", "with 3 hints".
fn help(language: Language, hints: u32) -> String {
    match hints {
        0 => language.text("share.unaided").into(),
        hints => language.fill("daily.hints", &[("n", &hints)]),
    }
}

/// The result of a day's challenge as a text for friends, which gives nothing away about the dice.
pub fn challenge_text(language: Language, table: &Table, day: Day, hints: u32, link: &str) -> String {
    let squares = table
        .sheet()
        .zip(table.score(Seat(0)))
        .map(|(sheet, score)| squares(sheet, &score));
    format!(
        "{} · {}\n{}\n{} · {}\n{link}\n",
        language.fill("share.daily", &[("n", &day.challenge())]),
        table.name(),
        squares.unwrap_or_default(),
        language.fill("common.points", &[("n", &table.points(Seat(0)))]),
        help(language, hints),
    )
}

/// The result of a game as a text for friends.
pub fn result_text(language: Language, table: &Table, saved: &Saved, link: Option<&str>) -> String {
    if let (Some(day), Some(link)) = (saved.daily.as_deref().and_then(|day| day.parse().ok()), link) {
        return challenge_text(language, table, day, saved.hints, link);
    }
    let mut text = format!("Finaud · {}\n", table.name());
    if table.seats() == 1 {
        let points = table.points(Seat(0));
        text += &language.fill("common.points", &[("n", &points)]);
        let title = table
            .sheet()
            .and_then(|sheet| sheet.rating(i16::try_from(points).ok()?));
        if let Some(title) = title {
            text += &format!(" – {}", title.titles.get(language.code()).unwrap_or_default());
        }
        text += &format!(" · {}\n", help(language, saved.hints));
        if let (Some(sheet), Some(score)) = (table.sheet(), table.score(Seat(0))) {
            let zones = score.zones.iter().enumerate();
            let mut parts: Vec<String> = zones
                .map(|(zone, points)| format!("{} {points}", tell::zone(language, sheet, zone)))
                .collect();
            if score.foxes > 0 {
                parts.push(format!("🦊×{} {}", score.foxes, score.fox_points));
            }
            text += &format!("{}\n", parts.join(" · "));
        }
    } else {
        let winners = table.winners();
        let mut order: Vec<Seat> = table.all_seats().collect();
        let rank = |seat: &Seat| (!winners.contains(*seat), -table.points(*seat));
        insertion_sort(&mut order, |one, other| rank(one).cmp(&rank(other)));
        for seat in order {
            let crown = if winners.contains(seat) { "🏆 " } else { "" };
            text += &format!(
                "{crown}{} {}\n",
                tell::seat(language, table, seat),
                table.points(seat)
            );
        }
        if saved.hints > 0 {
            text += &format!("{}\n", help(language, saved.hints));
        }
    }
    if let Some(link) = link {
        text += &format!("{}\n{link}\n", language.text("share.beat"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::tests::{english, french};
    use crate::new_game::tests::played;
    use crate::share::without_names;
    use finaud_table::{Chair, ChanceSource, GameSpec};

    #[test]
    fn nobody_is_called_you_in_what_others_read() {
        let spec = GameSpec::plain("tres-fute", 2);
        let chairs = vec![Chair::person(""), Chair::bot("Renart", "club")];
        let mut table = Table::new(&spec, chairs, ChanceSource::Seed(1)).unwrap();
        for (called, name, shown) in [
            ("You", "", "Joueur 1"),
            ("Toi", "", "Joueur 1"),
            ("", "Zoé", "Zoé"),
            ("Du", " Zoé ", "Zoé"),
            ("Ada", "Zoé", "Ada"),
        ] {
            table.rename(Seat(0), called);
            let others = for_others(french(), &table, name);
            assert_eq!(others.chairs()[0].name, shown, "{called:?} by {name:?}");
            assert_eq!(others.chairs()[1], table.chairs()[1]);
            assert_eq!(
                without_names(&others.record_text()),
                without_names(&table.record_text())
            );
        }
        let other = played("tres-fute", 2, 3).record_text();
        assert_ne!(without_names(&table.record_text()), without_names(&other));
    }

    #[test]
    fn a_result_is_told_with_its_zones_or_its_winner() {
        let solo = played("tres-fute", 1, 5);
        let mut saved = kept();
        let text = result_text(french(), &solo, &saved, Some("https://x/#/seed/s/1"));
        assert!(text.contains("sans conseil"), "{text}");
        assert!(text.starts_with("Finaud · Très Futé\n"), "{text}");
        assert!(
            text.contains(&solo.points(Seat(0)).to_string()) && text.contains("jaune "),
            "{text}"
        );
        assert!(text.trim_end().ends_with("https://x/#/seed/s/1"), "{text}");
        let push = played("push", 3, 2);
        let text = result_text(english(), &push, &saved, None);
        assert!(text.contains("🏆") && !text.contains("hint"), "{text}");
        // Help is told, whatever the game.
        saved.hints = 2;
        for table in [&solo, &push] {
            let text = result_text(english(), table, &saved, None);
            assert!(text.contains("with 2 hints"), "{text}");
        }
    }

    #[test]
    fn a_challenge_is_told_in_squares_without_its_dice() {
        let solo = played("tres-fute", 1, 5);
        let mut saved = kept();
        saved.daily = Some("2026-01-02".into());
        let text = result_text(french(), &solo, &saved, Some("https://x/#/seed/s/1"));
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "Finaud n°\u{a0}2 · Très Futé");
        assert!(
            lines[1].chars().all(|letter| "🟨🟦🟩🟧🟪⬜🦊".contains(letter)),
            "{text}"
        );
        assert_eq!(
            lines[2],
            format!("{} points · sans conseil", solo.points(Seat(0)))
        );
        assert_eq!(lines[3], "https://x/#/seed/s/1");
    }

    fn kept() -> Saved {
        let (_, text) = crate::storage::tests::version_0_1_of("game.").remove(0);
        let mut saved = Saved::read(&text).unwrap();
        (saved.hints, saved.daily) = (0, None);
        saved
    }
}
