//! What is told about each game, in which order, with which picture.

use finaud_rules::builtin;

use super::dice_pictures::DicePicture;
use super::push_pictures::PushPicture;
use super::text;
use crate::messages::Language;
use crate::new_game::PUSH;
use crate::tell;

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
    /// The zone it is about.
    zone: Option<usize>,
}

impl HowSection {
    /// Is there anything to say about it in this game?
    fn has_text(&self, language: Language, game: &str) -> bool {
        self.zone.is_some() || text(language, game, Some(self.key), "text").is_some()
    }

    /// What stands above it; a zone that nobody has words for is called by its name.
    pub(super) fn heading(&self, language: Language, game: &str) -> String {
        let told = text(language, game, Some(self.key), "heading").map(str::to_owned);
        let zone = || Some(tell::zone(language, builtin(game)?, self.zone?));
        told.or_else(zone).unwrap_or_default()
    }
}

/// Something drawn.
#[derive(Clone, Copy)]
pub(super) enum Picture {
    Dice(DicePicture),
    Cards(PushPicture),
}

fn plain(key: &'static str) -> HowSection {
    HowSection {
        key,
        picture: None,
        zone: None,
    }
}

fn dice(key: &'static str, picture: DicePicture) -> HowSection {
    HowSection {
        key,
        picture: Some(Picture::Dice(picture)),
        zone: None,
    }
}

fn cards(key: &'static str, picture: PushPicture) -> HowSection {
    HowSection {
        key,
        picture: Some(Picture::Cards(picture)),
        zone: None,
    }
}

/// The chapters of a game.
pub(super) fn chapters(language: Language, game: &str) -> Vec<Chapter> {
    if game == PUSH {
        push()
    } else {
        dice_game(language, game)
    }
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

/// A dice game is told by what its sheet has. Zones are always told; whatever else has no words is left out.
fn dice_game(language: Language, game: &str) -> Vec<Chapter> {
    let sheet = builtin(game);
    let zones = sheet.iter().flat_map(|sheet| &sheet.zones).enumerate();
    let zones = zones.map(|(index, zone)| HowSection {
        zone: Some(index),
        ..dice(&zone.name, DicePicture::Zone(index))
    });
    let chapter = |heading, mut sections: Vec<HowSection>| {
        sections.retain(|section| section.has_text(language, game));
        Chapter { heading, sections }
    };
    vec![
        chapter(
            "howto.page.dice",
            vec![
                dice("turn", DicePicture::Turn),
                dice("platter", DicePicture::Platter),
                dice("white", DicePicture::White),
                dice("slots", DicePicture::Slots),
                plain("skip"),
            ],
        ),
        chapter("howto.page.zones", zones.collect()),
        chapter(
            "howto.page.gains",
            vec![
                dice("bonuses", DicePicture::Gifts),
                dice("foxes", DicePicture::Foxes),
                dice("actions", DicePicture::Powers),
                plain("reroll"),
                plain("extra"),
                plain("circle"),
                plain("polish"),
                plain("takeback"),
                plain("joker"),
                plain("tracks"),
            ],
        ),
        chapter(
            "howto.page.course",
            vec![
                dice("passive", DicePicture::Passive),
                dice("rounds", DicePicture::Rounds),
                dice("solo", DicePicture::Solo),
                plain("end"),
                plain("sheet"),
            ],
        ),
    ]
}
