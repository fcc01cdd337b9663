//! Games that come as folders, besides those inside the program: `--more-games`.

use std::path::Path;

use anyhow::{Context, Error, Result, bail};
use finaud_catalog::Messages;
use finaud_catalog::files::{check_sheet, read_game_texts, read_games};
use finaud_messages::Language;
use finaud_messages::files::read_bytes;
use finaud_players::learned::{Weights, register_weights};
use finaud_record::push;
use finaud_rules::{builtin_text, install_builtin};

/// Makes the games of a folder known, as if they were built in: sheets, texts, weights. Those that are built in stay as they
/// are.
pub(crate) fn install(folder: &Path) -> Result<()> {
    for game in read_games(folder).map_err(Error::msg)? {
        check_sheet(&game).map_err(Error::msg)?;
        let home = folder.join(&game.id);
        match (&game.sheet, builtin_text(&game.id)) {
            (None, _) if game.id == push::ID => continue,
            (None, _) => bail!("{}: a game from a folder needs a `sheet.toml`", home.display()),
            (Some(text), Some(known)) if text == known => continue,
            _ if game.id == push::ID || builtin_text(&game.id).is_some() => {
                bail!("{}: `{}` belongs to a built-in game", home.display(), game.id)
            }
            // Checked above.
            (Some(text), _) => drop(install_builtin(text)),
        }
        for players in &game.weights {
            let file = home.join(format!("{players}.weights"));
            let bytes = read_bytes(&file).map_err(Error::msg)?;
            register_weights(Weights::read(&bytes).with_context(|| file.display().to_string())?);
        }
    }
    for language in Language::all() {
        let mut texts = Messages::new();
        read_game_texts(folder, language.code(), &mut texts).map_err(Error::msg)?;
        finaud_messages::extend(language, &serde_json::to_string(&texts)?)?;
    }
    Ok(())
}
