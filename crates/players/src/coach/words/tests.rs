use std::sync::OnceLock;

use finaud_messages::GiftName;
use finaud_rules::push::Colour;
use finaud_rules::{Die, DieName, Face, Give, Power, Tint, Titles};

use super::*;

const ZONES: [&str; 9] = [
    "yellow",
    "blue",
    "green",
    "orange",
    "violet",
    "turquoise",
    "brown",
    "pink",
    "teal",
];

/// Every kind of bonus, by a name for these tests.
fn gifts() -> Vec<(&'static str, GiftName)> {
    let one = |name: &str, give| GiftName::Marks(vec![(Some(zone(name)), give)]);
    vec![
        ("green X", one("green", Give::Cross)),
        ("pink ?", one("pink", Give::Free)),
        ("orange 5", one("orange", Give::Number(Face::Five))),
        ("violet 6", one("violet", Give::Number(Face::Six))),
        ("teal X", one("teal", Give::Cross)),
        (
            "black X or black 6",
            GiftName::Marks(vec![(None, Give::Cross), (None, Give::Number(Face::Six))]),
        ),
        ("melange", GiftName::Circle("melange".into())),
    ]
}

/// A sheet of all colours.
fn names() -> Names<'static> {
    static DICE: OnceLock<Vec<DieName>> = OnceLock::new();
    let dice = DICE.get_or_init(|| {
        let die = |name: &&str| DieName {
            name: (*name).into(),
            letter: 'A',
            titles: Titles::default(),
            tint: Tint::Named("grey"),
        };
        std::iter::once(&"white").chain(&ZONES).map(die).collect()
    });
    Names::new(dice, gifts().into_iter().map(|(_, gift)| gift).collect())
}

fn language(code: &str) -> Language {
    Language::get(code).unwrap()
}

/// What is said of one reason; spaces at which no line breaks are written as plain ones.
fn say(code: &str, reason: Reason) -> String {
    sentence(language(code), &names(), &[reason]).replace('\u{a0}', " ")
}

fn zone(name: &str) -> u8 {
    ZONES.iter().position(|zone| *zone == name).unwrap() as u8
}

fn completes(name: &str, group: GroupKind, points: i16, won: Option<Award>) -> Reason {
    Reason::Completes {
        zone: zone(name),
        group,
        points,
        won,
    }
}

fn wins(name: &str, won: Award) -> Reason {
    Reason::Wins {
        zone: zone(name),
        won,
    }
}

fn gift(name: &str) -> Award {
    Award::Gift(gifts().iter().position(|(other, _)| *other == name).unwrap() as u8)
}

fn points(name: &str, points: i16) -> Reason {
    Reason::Points {
        zone: zone(name),
        points,
    }
}

fn near(name: &str, cell: NearCell, won: Award) -> Reason {
    Reason::Near {
        zone: zone(name),
        cell,
        won,
    }
}

fn needs(name: &str, least: u8, most: u8) -> Reason {
    Reason::Needs {
        zone: zone(name),
        least,
        most,
    }
}

fn spends(power: Power, count: u8, left: u8) -> Reason {
    Reason::Spends { power, count, left }
}

/// Every reason with what is said of it in English, French and German.
fn book() -> Vec<(Reason, [&'static str; 3])> {
    vec![
        (
            completes("blue", GroupKind::Row(2), 0, Some(Award::Fox)),
            [
                "completes the third blue row: fox",
                "complète la troisième ligne bleue : renard",
                "macht die dritte blaue Reihe voll: Fuchs",
            ],
        ),
        (
            completes("yellow", GroupKind::Column(0), 10, Some(gift("green X"))),
            [
                "completes the first yellow column: green X and 10 points",
                "complète la première colonne jaune : croix verte et 10 points",
                "macht die erste gelbe Spalte voll: grünes X und 10 Punkte",
            ],
        ),
        (
            completes(
                "yellow",
                GroupKind::Diagonal,
                0,
                Some(Award::Circle(Power::Extra)),
            ),
            [
                "completes the yellow diagonal: +1",
                "complète la diagonale jaune : +1",
                "macht die gelbe Diagonale voll: +1",
            ],
        ),
        (
            completes("green", GroupKind::Block(1), 1, None),
            [
                "completes the second green block: 1 point",
                "complète la deuxième paire verte : 1 point",
                "macht das zweite grüne Paar voll: 1 Punkt",
            ],
        ),
        (
            completes("turquoise", GroupKind::Other, 0, Some(gift("melange"))),
            [
                "completes a turquoise group: Mélange action",
                "complète un groupe turquoise : action Mélange",
                "macht eine türkise Gruppe voll: Mélange-Aktion",
            ],
        ),
        (
            wins("violet", Award::Fox),
            [
                "this violet cell gives a fox",
                "cette case violette donne un renard",
                "dieses violette Feld bringt einen Fuchs",
            ],
        ),
        (
            wins("green", Award::Circle(Power::Reroll)),
            [
                "this green cell gives a reroll",
                "cette case verte donne une relance",
                "dieses grüne Feld bringt ein Nachwürfeln",
            ],
        ),
        (
            wins("brown", gift("pink ?")),
            [
                "this brown cell gives a pink ?",
                "cette case marron donne un ? rose",
                "dieses braune Feld bringt ein rosa ?",
            ],
        ),
        (
            wins("blue", gift("orange 5")),
            [
                "this blue cell gives an orange 5",
                "cette case bleue donne un 5 orange",
                "dieses blaue Feld bringt eine orange 5",
            ],
        ),
        (
            wins("blue", gift("black X or black 6")),
            [
                "this blue cell gives a black X or a black 6",
                "cette case bleue donne une croix noire ou un 6 noir",
                "dieses blaue Feld bringt ein schwarzes X oder eine schwarze 6",
            ],
        ),
        (
            Reason::Circles(Power::Polish),
            [
                "circles a polish",
                "entoure un polissage",
                "kreist ein Polieren ein",
            ],
        ),
        (
            Reason::RowEnd {
                power: Power::Reroll,
                won: Award::Fox,
            },
            [
                "completes the row of rerolls: fox",
                "complète la rangée des relances : renard",
                "macht die Reihe Nachwürfeln voll: Fuchs",
            ],
        ),
        (
            Reason::GivesUp {
                zone: zone("pink"),
                lost: Award::Circle(Power::Joker),
            },
            [
                "passes up a joker in pink",
                "laisse passer le bonus de cette case rose : un joker",
                "verzichtet auf einen Joker in Rosa",
            ],
        ),
        (
            points("orange", 12),
            [
                "scores 12 points in orange",
                "rapporte 12 points en orange",
                "bringt 12 Punkte in Orange",
            ],
        ),
        (
            points("yellow", -1),
            [
                "costs 1 point in yellow",
                "coûte 1 point en jaune",
                "kostet 1 Punkt in Gelb",
            ],
        ),
        (
            Reason::Foxes { foxes: 1, points: 4 },
            [
                "the fox is worth 4 points more",
                "le renard vaut 4 points de plus",
                "der Fuchs zählt 4 Punkte mehr",
            ],
        ),
        (
            Reason::Foxes { foxes: 3, points: -1 },
            [
                "the foxes are worth 1 point less",
                "les renards valent 1 point de moins",
                "die Füchse zählen 1 Punkt weniger",
            ],
        ),
        (
            near("blue", NearCell::Number(9), Award::Circle(Power::Reroll)),
            [
                "only the blue 9 is missing for a reroll",
                "plus que le 9 bleu pour gagner une relance",
                "nur noch die blaue 9 fehlt für ein Nachwürfeln",
            ],
        ),
        (
            near("yellow", NearCell::InRow(5, 1), gift("violet 6")),
            [
                "only the yellow 5 in row 2 is missing for a violet 6",
                "plus que le 5 jaune de la ligne 2 pour gagner un 6 violet",
                "nur noch die gelbe 5 in Reihe 2 fehlt für eine violette 6",
            ],
        ),
        (
            near("green", NearCell::Next, Award::Fox),
            [
                "the next green cell will give a fox",
                "la prochaine case verte donnera un renard",
                "das nächste grüne Feld bringt einen Fuchs",
            ],
        ),
        (
            Reason::Towards {
                zone: zone("yellow"),
                group: GroupKind::Row(3),
                missing: 2,
            },
            [
                "the fourth yellow row needs 2 more cells",
                "il manque 2 cases à la quatrième ligne jaune",
                "für die vierte gelbe Reihe fehlen noch 2 Felder",
            ],
        ),
        (
            Reason::Fills(zone("green")),
            [
                "a green cell that gives nothing yet",
                "une case verte qui ne rapporte rien tout de suite",
                "ein grünes Feld, das vorerst nichts bringt",
            ],
        ),
        (
            needs("green", 7, 6),
            [
                "nothing more fits in green",
                "plus rien ne peut suivre en vert",
                "in Grün passt nichts mehr",
            ],
        ),
        (
            needs("violet", 6, 6),
            [
                "only a 6 can follow in violet",
                "seul un 6 peut suivre en violet",
                "in Violett passt nur noch eine 6",
            ],
        ),
        (
            needs("violet", 5, 6),
            [
                "only a 5 or a 6 can follow in violet",
                "seul un 5 ou un 6 peut suivre en violet",
                "in Violett passt nur noch eine 5 oder 6",
            ],
        ),
        (
            needs("violet", 24, 30),
            [
                "violet now needs at least 24",
                "il faut désormais au moins 24 en violet",
                "in Violett geht es erst ab 24 weiter",
            ],
        ),
        (
            Reason::Skips {
                zone: zone("brown"),
                cells: 3,
            },
            [
                "skips 3 cells in brown",
                "saute 3 cases en marron",
                "überspringt 3 Felder in Braun",
            ],
        ),
        (
            Reason::GivesAway(vec![
                (Die::White, Face::Five),
                (Die::Zone1, Face::Three),
                (Die::Zone4, Face::One),
            ]),
            [
                "sends the white 5, the yellow 3 and the orange 1 to the platter",
                "envoie le 5 blanc, le 3 jaune et le 1 orange sur le plateau",
                "legt die weiße 5, die gelbe 3 und die orange 1 aufs Silbertablett",
            ],
        ),
        (
            Reason::Keeps(0),
            [
                "leaves no die for the next roll",
                "ne garde aucun dé pour le prochain lancer",
                "lässt keinen Würfel für den nächsten Wurf",
            ],
        ),
        (
            Reason::Keeps(3),
            [
                "keeps 3 dice for the next roll",
                "garde 3 dés pour le prochain lancer",
                "behält 3 Würfel für den nächsten Wurf",
            ],
        ),
        (
            spends(Power::Reroll, 1, 2),
            [
                "spends a reroll, 2 left",
                "dépense une relance, il en reste 2",
                "setzt ein Nachwürfeln ein, danach noch 2 übrig",
            ],
        ),
        (
            spends(Power::Polish, 2, 0),
            [
                "spends 2 polishes, none left",
                "dépense 2 polissages, il n’en reste plus",
                "setzt 2 × Polieren ein, danach ist nichts mehr davon übrig",
            ],
        ),
        (
            spends(Power::TakeBack, 1, 1),
            [
                "spends a take-back, 1 left",
                "dépense une reprise, il en reste 1",
                "setzt ein Zurückholen ein, danach noch 1 übrig",
            ],
        ),
        (
            Reason::Rolls(4),
            ["rolls 4 dice", "lance 4 dés", "würfelt mit 4 Würfeln"],
        ),
        (
            Reason::UsesNoDie,
            [
                "uses no die of this roll",
                "n’utilise aucun dé de ce lancer",
                "nutzt keinen Würfel aus diesem Wurf",
            ],
        ),
        (
            Reason::TakesNothing,
            [
                "takes nothing from the platter",
                "ne prend rien sur le plateau",
                "nimmt nichts vom Silbertablett",
            ],
        ),
        (
            Reason::Finishes(0),
            ["ends the turn", "termine le tour", "beendet den Zug"],
        ),
        (
            Reason::Finishes(2),
            [
                "ends the turn and saves 2 × +1 for later",
                "termine le tour et garde 2 × +1 pour plus tard",
                "beendet den Zug und behält 2 × +1 für später",
            ],
        ),
        (
            Reason::StopsRolling,
            ["stops rolling", "arrête de lancer", "hört auf zu würfeln"],
        ),
        (
            Reason::TakesBack(Die::Zone2),
            [
                "takes the blue die back",
                "reprend le dé bleu",
                "holt den blauen Würfel vom Silbertablett zurück",
            ],
        ),
        (
            Reason::Bust {
                chance: 0.0,
                stake: 9,
            },
            [
                "the next card cannot bust",
                "la prochaine carte passe à coup sûr",
                "die nächste Karte passt auf jeden Fall",
            ],
        ),
        (
            Reason::Bust {
                chance: 0.23,
                stake: 0,
            },
            [
                "the next card busts 23% of the time",
                "la prochaine carte ne passe pas dans 23 % des cas",
                "die nächste Karte passt in 23 % der Fälle nicht",
            ],
        ),
        (
            Reason::Bust {
                chance: 0.4,
                stake: 12,
            },
            [
                "the next card busts 40% of the time, and 12 points are lost",
                "la prochaine carte ne passe pas dans 40 % des cas, et 12 points sont perdus",
                "die nächste Karte passt in 40 % der Fälle nicht, und 12 Punkte sind weg",
            ],
        ),
        (
            Reason::Secures(11),
            ["secures 11 points", "assure 11 points", "nimmt 11 Punkte mit"],
        ),
        (
            Reason::Leaves(vec![8, 5]),
            [
                "leaves the others 8 and 5 points",
                "laisse 8 et 5 points aux autres",
                "lässt den anderen 8 und 5 Punkte",
            ],
        ),
        (
            Reason::Protects {
                colour: Colour::Purple,
                points: 9,
            },
            [
                "protects 9 points in purple",
                "protège 9 points en violet",
                "schützt 9 Punkte in Lila",
            ],
        ),
        (
            Reason::Builds { column: 1, points: 9 },
            [
                "column 2 grows to 9 points",
                "la colonne 2 passe à 9 points",
                "Spalte 2 wächst auf 9 Punkte",
            ],
        ),
        (
            Reason::Begins(2),
            ["begins column 3", "commence la colonne 3", "beginnt Spalte 3"],
        ),
        (
            Reason::Takes(1),
            ["takes 1 point", "prend 1 point", "nimmt 1 Punkt"],
        ),
        (
            Reason::RollsForIt(2.4),
            [
                "the die costs 2.4 points on average",
                "le dé coûte 2,4 points en moyenne",
                "der Würfel kostet im Schnitt 2,4 Punkte",
            ],
        ),
        (
            Reason::Spares(Power::Reroll),
            ["saves a reroll", "économise une relance", "spart ein Nachwürfeln"],
        ),
        (
            Reason::KeepsBonus {
                zone: zone("pink"),
                won: Award::Circle(Power::Joker),
            },
            [
                "does not give up a joker in pink",
                "ne renonce pas à un joker en rose",
                "verzichtet nicht auf einen Joker in Rosa",
            ],
        ),
        (
            Reason::SkipsFewer {
                zone: zone("brown"),
                cells: 1,
            },
            [
                "skips 1 fewer cell in brown",
                "saute 1 case de moins en marron",
                "überspringt 1 Feld weniger in Braun",
            ],
        ),
        (
            Reason::KeepsOpen(zone("orange")),
            [
                "leaves more numbers possible in orange",
                "garde plus de nombres possibles en orange",
                "lässt in Orange mehr Zahlen zu",
            ],
        ),
        (
            Reason::LessRisk { from: 0.4, to: 0.2 },
            [
                "the next card busts 20% of the time instead of 40%",
                "la prochaine carte ne passe pas dans 20 % des cas au lieu de 40 %",
                "die nächste Karte passt in 20 % der Fälle nicht, statt in 40 %",
            ],
        ),
        (
            Reason::LessRisk { from: 0.4, to: 0.0 },
            [
                "avoids a card that busts 40% of the time",
                "évite une carte qui ne passerait pas dans 40 % des cas",
                "erspart eine Karte, die in 40 % der Fälle nicht passt",
            ],
        ),
        (
            Reason::LeavesLess(3),
            [
                "leaves the others 3 points fewer",
                "laisse 3 points de moins aux autres",
                "lässt den anderen 3 Punkte weniger",
            ],
        ),
        (
            Reason::AvoidsDie(2.4),
            [
                "avoids the die, which costs 2.4 points on average",
                "évite le dé, qui coûte 2,4 points en moyenne",
                "erspart den Würfel, der im Schnitt 2,4 Punkte kostet",
            ],
        ),
        (
            Reason::Prospects,
            [
                "better prospects later on",
                "de meilleures perspectives pour la suite",
                "bessere Aussichten für später",
            ],
        ),
    ]
}

/// Which kind of reason it is. A new kind has to be added here, and then the book has to say it.
fn kind(reason: &Reason) -> usize {
    match reason {
        Reason::Completes { .. } => 0,
        Reason::Wins { .. } => 1,
        Reason::Circles(_) => 2,
        Reason::GivesUp { .. } => 3,
        Reason::Points { .. } => 4,
        Reason::Foxes { .. } => 5,
        Reason::Near { .. } => 6,
        Reason::Towards { .. } => 7,
        Reason::Fills(_) => 8,
        Reason::Needs { .. } => 9,
        Reason::Skips { .. } => 10,
        Reason::GivesAway(_) => 11,
        Reason::Keeps(_) => 12,
        Reason::Spends { .. } => 13,
        Reason::Rolls(_) => 14,
        Reason::UsesNoDie => 15,
        Reason::TakesNothing => 16,
        Reason::Finishes(_) => 17,
        Reason::StopsRolling => 18,
        Reason::TakesBack(_) => 19,
        Reason::Bust { .. } => 20,
        Reason::Secures(_) => 21,
        Reason::Leaves(_) => 22,
        Reason::Protects { .. } => 23,
        Reason::Builds { .. } => 24,
        Reason::Begins(_) => 25,
        Reason::Takes(_) => 26,
        Reason::RollsForIt(_) => 27,
        Reason::Spares(_) => 28,
        Reason::KeepsBonus { .. } => 29,
        Reason::SkipsFewer { .. } => 30,
        Reason::KeepsOpen(_) => 31,
        Reason::LessRisk { .. } => 32,
        Reason::LeavesLess(_) => 33,
        Reason::AvoidsDie(_) => 34,
        Reason::Prospects => 35,
        Reason::RowEnd { .. } => 36,
    }
}

const KINDS: usize = 37;

#[test]
fn every_reason_is_said_as_a_player_would_say_it() {
    for (reason, [english, french, german]) in book() {
        assert_eq!(say("en", reason.clone()), english);
        assert_eq!(say("fr", reason.clone()), french);
        assert_eq!(say("de", reason), german);
    }
}

#[test]
fn every_kind_of_reason_is_in_the_book() {
    let told: Vec<usize> = book().iter().map(|(reason, _)| kind(reason)).collect();
    let untold: Vec<usize> = (0..KINDS).filter(|kind| !told.contains(kind)).collect();
    assert!(
        untold.is_empty(),
        "no sentence is checked for the kinds {untold:?}"
    );
}

#[test]
fn no_english_word_is_left_in_another_language() {
    // Spelt the same: French, then German.
    let alike: [&[&str]; 2] = [
        &[
            "point",
            "points",
            "orange",
            "turquoise",
            "violet",
            "joker",
            "mélange",
            "action",
        ],
        &["in", "orange", "joker", "die", "mélange"],
    ];
    let words = |text: &str| -> Vec<String> {
        text.split(|sign: char| !sign.is_alphabetic())
            .filter(|word| word.len() > 1)
            .map(str::to_lowercase)
            .collect()
    };
    for (reason, _) in book() {
        let english = words(&say("en", reason.clone()));
        for (language, alike) in ["fr", "de"].into_iter().zip(alike) {
            let told = say(language, reason.clone());
            assert!(!told.trim().is_empty(), "{reason:?} is not told in {language:?}");
            for word in words(&told) {
                let leaked = english.contains(&word) && !alike.contains(&word.as_str());
                assert!(!leaked, "`{word}` in `{told}` is English");
            }
        }
    }
}

#[test]
fn a_colour_that_only_its_sheet_knows_keeps_its_name() {
    let row = || completes("teal", GroupKind::Row(6), 0, Some(gift("teal X")));
    assert_eq!(say("fr", row()), "complète la 7e ligne teal : croix teal");
    assert_eq!(say("de", row()), "macht die 7. teal Reihe voll: teal X");
}

#[test]
fn one_thing_is_told_in_the_singular() {
    assert_eq!(say("fr", Reason::Rolls(1)), "lance 1 dé");
    assert_eq!(say("de", Reason::Rolls(1)), "würfelt mit 1 Würfel");
    assert_eq!(say("fr", Reason::Secures(0)), "assure 0 point");
    assert_eq!(say("de", Reason::Secures(0)), "nimmt 0 Punkte mit");
    assert_eq!(
        say("fr", Reason::RollsForIt(1.5)),
        "le dé coûte 1,5 point en moyenne"
    );
    assert_eq!(
        say("de", Reason::Finishes(1)),
        "beendet den Zug und behält ein +1 für später"
    );
    let bust = || Reason::Bust {
        chance: 0.5,
        stake: 1,
    };
    assert!(say("fr", bust()).ends_with("et 1 point est perdu"));
    assert!(say("de", bust()).ends_with("und 1 Punkt ist weg"));
}

#[test]
fn a_sentence_tells_the_first_four_things() {
    let reasons: Vec<Reason> = (1..=5).map(Reason::Rolls).collect();
    assert_eq!(
        sentence(language("en"), &names(), &reasons),
        "rolls 1 die; rolls 2 dice; rolls 3 dice; rolls 4 dice"
    );
    assert_eq!(
        sentence(language("fr"), &names(), &reasons[..2]),
        "lance 1 dé\u{a0}; lance 2 dés",
        "a French semicolon stands apart"
    );
    assert_eq!(
        sentence(language("de"), &names(), &[]),
        "ändert nichts auf dem Blatt"
    );
}
