//! The sentences in French.

use finaud_rules::Power;

use super::{Gift, GroupKind, Reason, Thing, list, percent, with_comma};

pub(super) const NOTHING: &str = "ne change rien sur la feuille";

pub(super) const BETWEEN: &str = "\u{a0}; ";

pub(super) fn clause(reason: &Reason) -> String {
    match reason {
        Reason::Completes {
            zone,
            group,
            points,
            won,
        } => {
            let pays = match (won, points) {
                (Some(won), 0) => thing(won),
                (Some(won), points) => format!("{} et {}", thing(won), count(*points, "point")),
                (None, points) => count(*points, "point"),
            };
            format!("complète {}\u{a0}: {pays}", place(zone, *group))
        }
        Reason::Wins { zone, won } => format!("gagne {} {}", a_thing(won), within(zone)),
        Reason::Circles(power) => format!("entoure {}", a_box(*power)),
        Reason::GivesUp { zone, lost } => format!("renonce à {} {}", a_thing(lost), within(zone)),
        Reason::Points { zone, points } if *points < 0 => {
            format!("coûte {} {}", count(-points, "point"), within(zone))
        }
        Reason::Points { zone, points } => {
            format!("rapporte {} {}", count(*points, "point"), within(zone))
        }
        Reason::Foxes { foxes, points } => {
            let whose = match foxes {
                1 => "le renard vaut",
                _ => "les renards valent",
            };
            let more = if *points > 0 { "de plus" } else { "de moins" };
            format!("{whose} {} {more}", count(points.abs(), "point"))
        }
        Reason::Near { zone, won } => {
            format!("encore une case {} pour gagner {}", within(zone), a_thing(won))
        }
        Reason::Towards { zone, group, missing } => {
            format!("il manque {} à {}", count(*missing, "case"), place(zone, *group))
        }
        Reason::Fills(zone) => format!("une case {} qui ne rapporte rien tout de suite", within(zone)),
        Reason::Needs { zone, least, most } => match most.checked_sub(*least) {
            None => format!("plus rien ne va {}", within(zone)),
            Some(0) => format!("seul un {least} peut suivre {}", within(zone)),
            Some(1) => format!("seul un {least} ou un {most} peut suivre {}", within(zone)),
            Some(_) => format!("il faut désormais au moins {least} {}", within(zone)),
        },
        Reason::Skips { zone, cells } => format!("saute {} {}", count(*cells, "case"), within(zone)),
        Reason::GivesAway(dice) => {
            let dice: Vec<String> = dice
                .iter()
                .map(|(name, face)| format!("le {face} {}", masculine(name)))
                .collect();
            format!("envoie {} sur le plateau", list(&dice, "et"))
        }
        Reason::Keeps(0) => "ne garde aucun dé pour le prochain lancer".into(),
        Reason::Keeps(dice) => format!("garde {} pour le prochain lancer", dice_count(*dice)),
        Reason::Spends { power, count, left } => {
            let boxes = match count {
                1 => a_box(*power),
                count => format!("{count} {}", boxes(*power)),
            };
            match left {
                0 => format!("dépense {boxes}, il n’en reste plus"),
                left => format!("dépense {boxes}, il en reste {left}"),
            }
        }
        Reason::Rolls(dice) => format!("lance {}", dice_count(*dice)),
        Reason::UsesNoDie => "n’utilise aucun dé de ce lancer".into(),
        Reason::TakesNothing => "ne prend rien sur le plateau".into(),
        Reason::Finishes(0) => "termine le tour".into(),
        Reason::Finishes(left) => {
            format!(
                "termine le tour et garde {} +1 pour plus tard",
                count(*left, "action")
            )
        }
        Reason::StopsRolling => "arrête de lancer".into(),
        Reason::TakesBack(die) => format!("reprend le dé {}", masculine(die)),
        Reason::Bust { chance, .. } if *chance <= 0.0 => "la prochaine carte passe à coup sûr".into(),
        Reason::Bust { chance, stake } => {
            let risk = format!(
                "la prochaine carte ne passe pas dans {} des cas",
                percent(*chance)
            );
            match stake {
                0 => risk,
                1 => format!("{risk}, et 1 point est perdu"),
                stake => format!("{risk}, et {stake} points sont perdus"),
            }
        }
        Reason::Secures(points) => format!("assure {}", count(*points, "point")),
        Reason::Leaves(columns) => {
            let points: Vec<String> = columns.iter().map(ToString::to_string).collect();
            let word = if matches!(columns[..], [0 | 1]) {
                "point"
            } else {
                "points"
            };
            format!("laisse {} {word} aux autres", list(&points, "et"))
        }
        Reason::Protects { colour, points } => {
            format!("protège {} {}", count(*points, "point"), within(colour))
        }
        Reason::Builds { column, points } => {
            format!("la colonne {} passe à {}", column + 1, count(*points, "point"))
        }
        Reason::Begins(column) => format!("commence la colonne {}", column + 1),
        Reason::Takes(points) => format!("prend {}", count(*points, "point")),
        Reason::RollsForIt(cost) => {
            let word = if *cost < 2.0 { "point" } else { "points" };
            format!("le dé coûte {} {word} en moyenne", with_comma(*cost))
        }
    }
}

/// A colour in the masculine and in the feminine.
fn colour(name: &str) -> (&str, &str) {
    match name {
        "yellow" => ("jaune", "jaune"),
        "blue" => ("bleu", "bleue"),
        "turquoise" => ("turquoise", "turquoise"),
        "brown" => ("marron", "marron"),
        "pink" => ("rose", "rose"),
        "violet" | "purple" => ("violet", "violette"),
        "orange" => ("orange", "orange"),
        "green" => ("vert", "verte"),
        "red" => ("rouge", "rouge"),
        "white" => ("blanc", "blanche"),
        "black" => ("noir", "noire"),
        "grey" => ("gris", "grise"),
        "silver" => ("argenté", "argentée"),
        own => (own, own),
    }
}

fn masculine(name: &str) -> &str {
    colour(name).0
}

fn feminine(name: &str) -> &str {
    colour(name).1
}

fn within(zone: &str) -> String {
    format!("en {}", masculine(zone))
}

fn place(zone: &str, group: GroupKind) -> String {
    match group {
        GroupKind::Row(row) => format!("la {} ligne {}", nth(row), feminine(zone)),
        GroupKind::Column(column) => format!("la {} colonne {}", nth(column), feminine(zone)),
        GroupKind::Block(block) => format!("la {} paire {}", nth(block), feminine(zone)),
        GroupKind::Diagonal => format!("la diagonale {}", feminine(zone)),
        GroupKind::Other => format!("un groupe {}", masculine(zone)),
    }
}

fn nth(index: usize) -> String {
    const OTHERS: [&str; 5] = ["deuxième", "troisième", "quatrième", "cinquième", "sixième"];
    match index.checked_sub(1) {
        None => "première".into(),
        Some(other) => OTHERS
            .get(other)
            .map_or_else(|| format!("{}e", index + 1), |word| (*word).into()),
    }
}

fn thing(thing: &Thing) -> String {
    match thing {
        Thing::Fox => "renard".into(),
        Thing::Box(power) => box_word(*power).into(),
        Thing::Gift(name) => super::gift(name, "ou", bare_gift),
    }
}

fn a_thing(thing: &Thing) -> String {
    match thing {
        Thing::Fox => "un renard".into(),
        Thing::Box(power) => a_box(*power),
        Thing::Gift(name) => super::gift(name, "ou", a_gift),
    }
}

fn bare_gift(gift: Gift<'_>) -> String {
    match gift {
        Gift::Cross(colour) => format!("croix {}", feminine(colour)),
        Gift::Free(colour) => format!("? {}", masculine(colour)),
        Gift::Number(colour, number) => format!("{number} {}", masculine(colour)),
        Gift::Melange => "action Mélange".into(),
        Gift::Own(name) => name.into(),
    }
}

fn a_gift(gift: Gift<'_>) -> String {
    let bare = bare_gift(gift);
    match gift {
        Gift::Cross(_) | Gift::Melange => format!("une {bare}"),
        Gift::Free(_) | Gift::Number(..) => format!("un {bare}"),
        Gift::Own(_) => bare,
    }
}

fn box_word(power: Power) -> &'static str {
    match power {
        Power::Reroll => "relance",
        Power::Extra => "+1",
        Power::Joker => "joker",
        Power::Polish => "polissage",
        Power::TakeBack => "reprise",
    }
}

fn a_box(power: Power) -> String {
    let article = match power {
        Power::Reroll | Power::TakeBack => "une",
        Power::Extra | Power::Joker | Power::Polish => "un",
    };
    format!("{article} {}", box_word(power))
}

fn boxes(power: Power) -> String {
    let plural = if power == Power::Extra { "" } else { "s" };
    format!("{}{plural}", box_word(power))
}

fn dice_count(dice: usize) -> String {
    match dice {
        1 => "1 dé".into(),
        dice => format!("{dice} dés"),
    }
}

/// In French the plural begins at two.
fn count<N: Copy + PartialOrd + From<u8> + std::fmt::Display>(number: N, word: &str) -> String {
    if number < N::from(2) {
        format!("{number} {word}")
    } else {
        format!("{number} {word}s")
    }
}
