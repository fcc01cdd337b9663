//! A game as others read it: under which names, and its result as a text.

use finaud_rules::{Seat, insertion_sort};
use finaud_table::Table;

use crate::messages::Language;
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

/// The result of a game as a text for friends.
pub fn result_text(language: Language, table: &Table, link: Option<&str>) -> String {
    let mut text = format!("Finaud · {}\n", table.name());
    if table.seats() == 1 {
        let points = table.points(Seat(0));
        text += &language.fill("share.solo", &[("n", &points)]);
        let title = table
            .sheet()
            .and_then(|sheet| sheet.rating(i16::try_from(points).ok()?));
        if let Some(title) = title {
            text += &format!(" – {}", title.titles.get(language.code()).unwrap_or_default());
        }
        text.push('\n');
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
        let text = result_text(french(), &solo, Some("https://x/#/seed/s/1"));
        assert!(text.starts_with("Finaud · Très Futé\n"), "{text}");
        assert!(
            text.contains(&solo.points(Seat(0)).to_string()) && text.contains("jaune "),
            "{text}"
        );
        assert!(text.trim_end().ends_with("https://x/#/seed/s/1"), "{text}");
        assert!(result_text(english(), &played("push", 3, 2), None).contains("🏆"));
    }
}
