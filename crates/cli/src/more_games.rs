//! Games that come as folders, besides those inside the program: `--more-games`.

use std::path::Path;

use anyhow::{Context, Error, Result, bail};
use finaud_catalog::files::{read_game_texts, read_games};
use finaud_catalog::{GameEntry, Messages};
use finaud_messages::Language;
use finaud_players::learned::{Weights, register_weights};
use finaud_rules::install_builtin;

/// Makes the games of a folder known, as if they were built in: sheets, texts, weights.
pub(crate) fn install(folder: &Path) -> Result<()> {
    for game in read_games(folder).map_err(Error::msg)? {
        let home = folder.join(&game.id);
        install_sheet(&game).with_context(|| home.join("sheet.toml").display().to_string())?;
        for players in &game.weights {
            let file = home.join(format!("{players}.weights"));
            let name = || file.display().to_string();
            register_weights(Weights::read(&std::fs::read(&file).with_context(name)?).with_context(name)?);
        }
    }
    for language in Language::all() {
        let mut texts = Messages::new();
        read_game_texts(folder, language.code(), &mut texts).map_err(Error::msg)?;
        finaud_messages::extend(language, &serde_json::to_string(&texts)?)?;
    }
    Ok(())
}

fn install_sheet(game: &GameEntry) -> Result<()> {
    let Some(sheet) = &game.sheet else {
        bail!("a game from a folder needs a sheet");
    };
    match install_builtin(sheet) {
        Ok(id) if id == game.id => Ok(()),
        Ok(id) => bail!("the sheet calls itself `{id}`, but its folder is `{}`", game.id),
        Err(problems) => {
            let first = problems.first().map(ToString::to_string);
            bail!(
                "{}; `finaud sheet check` lists all problems",
                first.unwrap_or_default()
            )
        }
    }
}
