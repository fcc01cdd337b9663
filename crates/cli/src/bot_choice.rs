//! A bot on the command line: its name, and a file of weights of its own if it has one.

use std::path::{Path, PathBuf};

use anyhow::Result;
use finaud_players::Bot;
use finaud_players::arena::Entrant;
use finaud_players::learned::Learnable;

use crate::failure::UsageError;
use crate::game_choice;
use crate::surface::Surface;

/// `expert`, or `expert:FILE`: the same bot with what is in this file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct BotChoice {
    bot: Bot,
    weights: Option<PathBuf>,
}

/// Reads a bot with or without its file.
pub(crate) fn bot_choice(text: &str) -> Result<BotChoice, finaud_players::UnknownBot> {
    let (name, file) = match text.trim().split_once(':') {
        Some((name, file)) => (name, Some(file)),
        None => (text.trim(), None),
    };
    Ok(BotChoice {
        bot: Bot::by_name(name.trim())?,
        weights: file.map(PathBuf::from),
    })
}

impl std::fmt::Display for BotChoice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.weights {
            None => write!(f, "{}", self.bot),
            Some(file) => write!(f, "{}:{}", self.bot, file.display()),
        }
    }
}

impl BotChoice {
    /// What it is called without the folders of its file, which are nobody else's business.
    pub(crate) fn short_name(&self) -> String {
        let file = self.weights.as_deref().and_then(Path::file_name);
        file.map_or_else(
            || self.bot.to_string(),
            |file| format!("{}:{}", self.bot, file.to_string_lossy()),
        )
    }

    /// Somebody who can take part in a game.
    pub(crate) fn entrant<G: Surface + Learnable>(&self, game: &G) -> Result<Entrant<G>> {
        let BotChoice { bot, weights } = self;
        let nobody = || UsageError(format!("`{bot}` cannot play {}", game.name()));
        let Some(file) = weights else {
            game_choice::check_bot(game, *bot)?;
            return Ok(Entrant::bot(game, *bot).ok_or_else(nobody)?);
        };
        game_choice::check_can_play(game, *bot)?;
        if !G::LEARNED.contains(bot) {
            return Err(UsageError(format!(
                "`{bot}` has learned nothing at {}: leave out `:{}`",
                game.name(),
                file.display()
            ))
            .into());
        }
        let weights = game_choice::read_weights(file, game)?;
        Ok(Entrant::bot_with(game, *bot, self.to_string(), weights.net).ok_or_else(nobody)?)
    }
}
