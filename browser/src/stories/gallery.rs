//! The gallery: from the first page to a game on one of its sheets, and into the workshop.

use anyhow::{Result, ensure};

use crate::context::StoryContext;
use crate::hands::Hands;
use crate::page::Window;

pub(crate) fn a_sheet_of_the_gallery_is_played_to_its_end(stage: &StoryContext<'_>) -> Result<()> {
    let site = stage.site()?;
    let page = stage.visit(Window::PHONE.in_language("fr"), &site, "")?;
    page.find("[data-page=home]")?;
    let early = site.asked();
    ensure!(
        !early.iter().any(|path| path.contains("gallery.json")),
        "the first page fetches the gallery: {early:?}"
    );
    page.tap("[data-do=gallery]")?;
    page.find("[data-page=gallery] [data-sheet=eclair]")?;
    ensure!(
        page.all("[data-page=gallery] .gallery-card")?.len() >= 6,
        "there are too few sheets"
    );
    // How it is played, and back.
    page.tap("[data-sheet=eclair] [data-do=how]")?;
    page.find("main[data-sheet=eclair] .gallery-zones li:nth-child(5)")?;
    let words = page.words()?;
    ensure!(words.contains("Trois manches"), "{words}");
    page.tap("[data-do=play-alone]")?;
    let hands = Hands::new(&page, 7);
    hands.play_to_the_end()?;
    ensure!(hands.check_the_end()?.len() == 1, "somebody else played");
    ensure!(
        hands.record()?.contains("game: eclair"),
        "another game was played"
    );
    // It counts under its own name, also when the page is opened again.
    page.go(&site.address("#/history"))?;
    let words = page.words()?;
    ensure!(words.contains("Éclair"), "{words}");
    // A copy goes to the workshop.
    page.go(&site.address("#/gallery/eclair"))?;
    page.tap("[data-do=change]")?;
    page.find("[data-page=workshop] .ws-drawing")?;
    let words = page.words()?;
    ensure!(words.contains("Éclair (ma feuille)"), "{words}");
    Ok(())
}
