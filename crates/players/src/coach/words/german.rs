//! The sentences in German.

use finaud_rules::{Award, Give, Power};

use super::{GroupKind, Names, Reason, list, percent, sign, with_comma};

pub(super) const NOTHING: &str = "ändert nichts auf dem Blatt";

pub(super) const BETWEEN: &str = "; ";

pub(super) fn clause(names: &Names<'_>, reason: &Reason) -> String {
    let bonus = |award: &Award| thing(names, *award);
    let a_bonus = |award: &Award| a_thing(names, *award);
    let zone_noun = |zone: &u8| noun(names.zone(*zone));
    let place = |zone: &u8, group: &GroupKind| place(names.zone(*zone), *group);
    match reason {
        Reason::Completes {
            zone,
            group,
            points,
            won,
        } => {
            let pays = match (won, points) {
                (Some(won), 0) => bonus(won),
                (Some(won), points) => format!("{} und {}", bonus(won), points_count(*points)),
                (None, points) => points_count(*points),
            };
            format!("macht {} voll: {pays}", place(zone, group))
        }
        Reason::Wins { zone, won } => format!("bringt {} in {}", a_bonus(won), zone_noun(zone)),
        Reason::Circles(power) => format!("kreist {} ein", a_box(*power)),
        Reason::GivesUp { zone, lost } => format!("verzichtet auf {} in {}", a_bonus(lost), zone_noun(zone)),
        Reason::Points { zone, points } if *points < 0 => {
            format!("kostet {} in {}", points_count(-points), zone_noun(zone))
        }
        Reason::Points { zone, points } => format!("bringt {} in {}", points_count(*points), zone_noun(zone)),
        Reason::Foxes { foxes, points } => {
            let whose = match foxes {
                1 => "der Fuchs zählt",
                _ => "die Füchse zählen",
            };
            let more = if *points > 0 { "mehr" } else { "weniger" };
            format!("{whose} {} {more}", points_count(points.abs()))
        }
        Reason::Near { zone, won } => format!("noch ein Feld in {} bringt {}", zone_noun(zone), a_bonus(won)),
        Reason::Towards { zone, group, missing } => {
            format!("{} braucht noch {}", place(zone, group), cells(*missing))
        }
        Reason::Fills(zone) => format!("ein Feld in {}, das vorerst nichts bringt", zone_noun(zone)),
        Reason::Needs { zone, least, most } => match most.checked_sub(*least) {
            None => format!("in {} passt nichts mehr", zone_noun(zone)),
            Some(0) => format!("in {} passt nur noch eine {least}", zone_noun(zone)),
            Some(1) => format!("in {} passt nur noch eine {least} oder {most}", zone_noun(zone)),
            Some(_) => format!("in {} geht es erst ab {least} weiter", zone_noun(zone)),
        },
        Reason::Skips { zone, cells: count } => {
            format!("überspringt {} in {}", cells(*count), zone_noun(zone))
        }
        Reason::GivesAway(dice) => {
            let dice: Vec<String> = dice
                .iter()
                .map(|(die, face)| {
                    let face = face.pips().to_string();
                    format!("die {}", coloured(names.die(*die), Ending::E, &face))
                })
                .collect();
            format!("legt {} aufs Silbertablett", list(&dice, "und"))
        }
        Reason::Keeps(0) => "lässt keinen Würfel für den nächsten Wurf".into(),
        Reason::Keeps(dice) => format!("behält {dice} Würfel für den nächsten Wurf"),
        Reason::Spends { power, count, left } => {
            let boxes = match count {
                1 => a_box(*power),
                count => format!("{count} × {}", box_word(*power)),
            };
            match left {
                0 => format!("verbraucht {boxes}, danach keine übrig"),
                left => format!("verbraucht {boxes}, noch {left} übrig"),
            }
        }
        Reason::Rolls(1) => "würfelt mit 1 Würfel".into(),
        Reason::Rolls(dice) => format!("würfelt mit {dice} Würfeln"),
        Reason::UsesNoDie => "nutzt keinen Würfel aus diesem Wurf".into(),
        Reason::TakesNothing => "nimmt nichts vom Silbertablett".into(),
        Reason::Finishes(0) => "beendet den Zug".into(),
        Reason::Finishes(1) => "beendet den Zug und behält ein +1 für später".into(),
        Reason::Finishes(left) => format!("beendet den Zug und behält {left} × +1 für später"),
        Reason::StopsRolling => "hört auf zu würfeln".into(),
        Reason::TakesBack(die) => format!("holt {} vom Silbertablett zurück", noun(names.die(*die))),
        Reason::Bust { chance, .. } if *chance <= 0.0 => "die nächste Karte passt auf jeden Fall".into(),
        Reason::Bust { chance, stake } => {
            let risk = format!("mit {} Risiko passt die nächste Karte nicht", percent(*chance));
            match stake {
                0 => risk,
                1 => format!("{risk}, und 1 Punkt ist weg"),
                stake => format!("{risk}, und {stake} Punkte sind weg"),
            }
        }
        Reason::Secures(points) => format!("nimmt {} mit", points_count(*points)),
        Reason::Leaves(columns) => {
            let points: Vec<String> = columns.iter().map(ToString::to_string).collect();
            let word = if columns == &[1] { "Punkt" } else { "Punkte" };
            format!("lässt den anderen {} {word}", list(&points, "und"))
        }
        Reason::Protects { colour, points } => {
            format!("schützt {} in {}", points_count(*points), noun(colour.word()))
        }
        Reason::Builds { column, points } => {
            format!("Spalte {} wächst auf {}", column + 1, points_count(*points))
        }
        Reason::Begins(column) => format!("beginnt Spalte {}", column + 1),
        Reason::Takes(points) => format!("nimmt {}", points_count(*points)),
        Reason::RollsForIt(cost) => format!("der Würfel kostet im Mittel {} Punkte", with_comma(*cost)),
    }
}

/// How a colour ends before its noun. Nominative and accusative are alike in everything that is told here.
#[derive(Clone, Copy)]
enum Ending {
    /// `die blaue 5`.
    E,
    /// `ein blaues X`.
    Es,
}

/// A colour as a noun, and as an adjective with each ending.
fn colour(name: &str) -> Option<[&'static str; 3]> {
    Some(match name {
        "yellow" => ["Gelb", "gelbe", "gelbes"],
        "blue" => ["Blau", "blaue", "blaues"],
        "turquoise" => ["Türkis", "türkise", "türkises"],
        "brown" => ["Braun", "braune", "braunes"],
        "pink" => ["Rosa", "rosa", "rosa"],
        "violet" => ["Violett", "violette", "violettes"],
        "purple" => ["Lila", "lila", "lila"],
        "orange" => ["Orange", "orange", "oranges"],
        "green" => ["Grün", "grüne", "grünes"],
        "red" => ["Rot", "rote", "rotes"],
        "white" => ["Weiß", "weiße", "weißes"],
        "black" => ["Schwarz", "schwarze", "schwarzes"],
        "grey" => ["Grau", "graue", "graues"],
        "silver" => ["Silber", "silberne", "silbernes"],
        _ => return None,
    })
}

fn noun(name: &str) -> &str {
    colour(name).map_or(name, |[noun, ..]| noun)
}

/// `blaue 5`; a colour that only its sheet knows has no endings and comes behind: `5 in teal`.
fn coloured(name: &str, ending: Ending, what: &str) -> String {
    match (colour(name), ending) {
        (Some([_, e, _]), Ending::E) => format!("{e} {what}"),
        (Some([_, _, es]), Ending::Es) => format!("{es} {what}"),
        (None, _) => format!("{what} in {name}"),
    }
}

fn place(zone: &str, group: GroupKind) -> String {
    let with = |article: &str, index: u8, what: &str| {
        format!("{article} {} {}", nth(index), coloured(zone, Ending::E, what))
    };
    match group {
        GroupKind::Row(row) => with("die", row, "Reihe"),
        GroupKind::Column(column) => with("die", column, "Spalte"),
        GroupKind::Block(block) => with("das", block, "Paar"),
        GroupKind::Diagonal => format!("die {}", coloured(zone, Ending::E, "Diagonale")),
        GroupKind::Other => format!("eine {}", coloured(zone, Ending::E, "Gruppe")),
    }
}

fn nth(index: u8) -> String {
    const WORDS: [&str; 6] = ["erste", "zweite", "dritte", "vierte", "fünfte", "sechste"];
    WORDS
        .get(usize::from(index))
        .map_or_else(|| format!("{}.", index + 1), |word| (*word).into())
}

fn thing(names: &Names<'_>, award: Award) -> String {
    match award {
        Award::Fox => "Fuchs".into(),
        Award::Circle(power) => box_word(power).into(),
        Award::Gift(gift) => names.gift(gift, "oder", mark, |name| own_gift(name).into()),
    }
}

/// In the accusative.
fn a_thing(names: &Names<'_>, award: Award) -> String {
    match award {
        Award::Fox => "einen Fuchs".into(),
        Award::Circle(power) => a_box(power),
        Award::Gift(gift) => names.gift(gift, "oder", a_mark, an_own_gift),
    }
}

fn mark(colour: &str, give: Give) -> String {
    let ending = match give {
        Give::Cross | Give::Free => Ending::Es,
        Give::Number(_) => Ending::E,
    };
    coloured(colour, ending, &sign(give))
}

fn a_mark(colour: &str, give: Give) -> String {
    let article = match give {
        Give::Cross | Give::Free => "ein",
        Give::Number(_) => "eine",
    };
    format!("{article} {}", mark(colour, give))
}

/// A bonus with a name of its own; what only its sheet knows keeps its name.
fn own_gift(name: &str) -> &str {
    match name {
        "melange" => "Mélange-Aktion",
        own => own,
    }
}

fn an_own_gift(name: &str) -> String {
    match own_gift(name) {
        own if own == name => own.into(),
        known => format!("eine {known}"),
    }
}

fn box_word(power: Power) -> &'static str {
    match power {
        Power::Reroll => "Nachwürfeln",
        Power::Extra => "+1",
        Power::Joker => "Joker",
        Power::Polish => "Polieren",
        Power::TakeBack => "Zurücknehmen",
    }
}

/// In the accusative.
fn a_box(power: Power) -> String {
    let article = match power {
        Power::Joker => "einen",
        Power::Reroll | Power::Extra | Power::Polish | Power::TakeBack => "ein",
    };
    format!("{article} {}", box_word(power))
}

fn points_count(points: i16) -> String {
    match points {
        1 => "1 Punkt".into(),
        points => format!("{points} Punkte"),
    }
}

fn cells(count: u32) -> String {
    match count {
        1 => "1 Feld".into(),
        count => format!("{count} Felder"),
    }
}
