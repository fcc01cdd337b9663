//! What is told about each game, in which order, with which picture.

use super::dice_pictures::DicePicture;
use super::push_pictures::PushPicture;
use crate::new_game::PUSH;

/// A few sections that belong together.
pub(super) struct Chapter {
    /// The message of its heading.
    pub(super) heading: &'static str,
    pub(super) sections: Vec<HowSection>,
}

/// A section: its name in the messages, and what is drawn beside it.
#[derive(Clone, Copy)]
pub(super) struct HowSection {
    pub(super) key: &'static str,
    pub(super) picture: Option<Picture>,
}

/// Something drawn.
#[derive(Clone, Copy)]
pub(super) enum Picture {
    Dice(DicePicture),
    Cards(PushPicture),
}

fn plain(key: &'static str) -> HowSection {
    HowSection { key, picture: None }
}

fn dice(key: &'static str, picture: DicePicture) -> HowSection {
    HowSection {
        key,
        picture: Some(Picture::Dice(picture)),
    }
}

fn cards(key: &'static str, picture: PushPicture) -> HowSection {
    HowSection {
        key,
        picture: Some(Picture::Cards(picture)),
    }
}

/// The chapters of a game.
pub(super) fn chapters(game: &str) -> Vec<Chapter> {
    if game == PUSH { push() } else { dice_game(game) }
}

fn push() -> Vec<Chapter> {
    vec![
        Chapter {
            heading: "howto.page.cards",
            sections: vec![
                plain("turn"),
                cards("columns", PushPicture::Columns),
                cards("stop", PushPicture::Stop),
                cards("switch", PushPicture::Switch),
            ],
        },
        Chapter {
            heading: "howto.page.risks",
            sections: vec![
                cards("bust", PushPicture::Bust),
                cards("die", PushPicture::Die),
                cards("protect", PushPicture::Protect),
            ],
        },
        Chapter {
            heading: "howto.page.course",
            sections: vec![plain("end"), plain("risk")],
        },
    ]
}

fn dice_game(game: &str) -> Vec<Chapter> {
    let mut turn = vec![
        dice("turn", DicePicture::Turn),
        dice("platter", DicePicture::Platter),
        dice("white", DicePicture::White),
    ];
    let zones: &[&str] = match game {
        "hyper-fute" => &["yellow", "turquoise", "blue", "brown", "pink"],
        _ => &["yellow", "blue", "green", "orange", "violet"],
    };
    let zones = zones
        .iter()
        .enumerate()
        .map(|(index, zone)| dice(zone, DicePicture::Zone(index)));
    let mut gains = vec![
        dice("bonuses", DicePicture::Gifts),
        dice("foxes", DicePicture::Foxes),
        dice("actions", DicePicture::Powers),
        plain("reroll"),
        plain("extra"),
    ];
    let mut course = vec![
        dice("passive", DicePicture::Passive),
        dice("rounds", DicePicture::Rounds),
        dice("solo", DicePicture::Solo),
        plain("end"),
    ];
    match game {
        "tres-fute-deluxe" => course.push(plain("sheet")),
        "melange-fute" => {
            gains.extend(["melange", "polish", "takeback", "joker"].map(plain));
            course.push(plain("sheet"));
        }
        "hyper-fute" => {
            turn.push(dice("slots", DicePicture::Slots));
            gains.extend(["joker", "tracks"].map(plain));
        }
        _ => {}
    }
    turn.push(plain("skip"));
    vec![
        Chapter {
            heading: "howto.page.dice",
            sections: turn,
        },
        Chapter {
            heading: "howto.page.zones",
            sections: zones.collect(),
        },
        Chapter {
            heading: "howto.page.gains",
            sections: gains,
        },
        Chapter {
            heading: "howto.page.course",
            sections: course,
        },
    ]
}
