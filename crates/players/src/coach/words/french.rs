//! The sentences in French.

use finaud_rules::{Award, Give, Power};

use super::{GroupKind, Names, Reason, list, percent, sign, with_comma};

pub(super) const NOTHING: &str = "ne change rien sur la feuille";

pub(super) const BETWEEN: &str = "\u{a0}; ";

pub(super) fn clause(names: &Names<'_>, reason: &Reason) -> String {
    let bonus = |award: &Award| thing(names, *award);
    let a_bonus = |award: &Award| a_thing(names, *award);
    let within = |zone: &u8| within(names.zone(*zone));
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
                (Some(won), points) => format!("{} et {}", bonus(won), count(*points, "point")),
                (None, points) => count(*points, "point"),
            };
            format!("complète {}\u{a0}: {pays}", place(zone, group))
        }
        Reason::Wins { zone, won } => format!("gagne {} {}", a_bonus(won), within(zone)),
        Reason::Circles(power) => format!("entoure {}", a_box(*power)),
        Reason::GivesUp { zone, lost } => format!("renonce à {} {}", a_bonus(lost), within(zone)),
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
            format!("encore une case {} pour gagner {}", within(zone), a_bonus(won))
        }
        Reason::Towards { zone, group, missing } => {
            format!("il manque {} à {}", count(*missing, "case"), place(zone, group))
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
                .map(|(die, face)| format!("le {} {}", face.pips(), masculine(names.die(*die))))
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
        Reason::TakesBack(die) => format!("reprend le dé {}", masculine(names.die(*die))),
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
            let colour = masculine(colour.word());
            format!("protège {} en {colour}", count(*points, "point"))
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

fn nth(index: u8) -> String {
    const OTHERS: [&str; 5] = ["deuxième", "troisième", "quatrième", "cinquième", "sixième"];
    match index.checked_sub(1) {
        None => "première".into(),
        Some(other) => OTHERS
            .get(usize::from(other))
            .map_or_else(|| format!("{}e", index + 1), |word| (*word).into()),
    }
}

fn thing(names: &Names<'_>, award: Award) -> String {
    match award {
        Award::Fox => "renard".into(),
        Award::Circle(power) => box_word(power).into(),
        Award::Gift(gift) => names.gift(gift, "ou", mark, |name| own_gift(name).into()),
    }
}

fn a_thing(names: &Names<'_>, award: Award) -> String {
    match award {
        Award::Fox => "un renard".into(),
        Award::Circle(power) => a_box(power),
        Award::Gift(gift) => names.gift(gift, "ou", a_mark, an_own_gift),
    }
}

fn mark(colour: &str, give: Give) -> String {
    match give {
        Give::Cross => format!("croix {}", feminine(colour)),
        Give::Free | Give::Number(_) => format!("{} {}", sign(give), masculine(colour)),
    }
}

fn a_mark(colour: &str, give: Give) -> String {
    let article = match give {
        Give::Cross => "une",
        Give::Free | Give::Number(_) => "un",
    };
    format!("{article} {}", mark(colour, give))
}

/// A bonus with a name of its own; what only its sheet knows keeps its name.
fn own_gift(name: &str) -> &str {
    match name {
        "melange" => "action Mélange",
        own => own,
    }
}

fn an_own_gift(name: &str) -> String {
    match own_gift(name) {
        own if own == name => own.into(),
        known => format!("une {known}"),
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
