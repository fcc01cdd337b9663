//! What `finaud play` says, whatever the game.

/// The first line.
pub(crate) fn greeting(game: &str) -> String {
    format!("{game}. Type ? for help, q to save and leave.")
}

/// The commands.
pub(crate) fn help() -> &'static str {
    "  a number       plays the choice with this number
  blue 7         plays an action by its words, as records write it
  m              shows more choices: those that spend actions
  u              takes your last choice back, up to the last roll of the dice
  s, s 2         shows everybody's sheet, or that of player 2
  c              tells the chances, where there is something to tell
  r              with real dice: types the last roll again
  q              saves the game and leaves
  ?              shows this help"
}

/// What stands before the answer to a person's choice.
pub(crate) fn prompt(name: &str) -> String {
    format!("{name}>")
}

/// What stands before dice or cards that are typed in.
pub(crate) fn chance_prompt() -> &'static str {
    "dice>"
}

/// Somebody chose.
pub(crate) fn choice(name: &str, action: &str) -> String {
    format!("{name}: {action}")
}

/// Somebody had no choice.
pub(crate) fn only_choice(name: &str, action: &str) -> String {
    format!("{name}: {action} (the only choice)")
}

/// Something was taken back.
pub(crate) fn taken_back() -> &'static str {
    "taken back"
}

/// The last roll was not typed in.
pub(crate) fn nothing_to_retype() -> &'static str {
    "Only a roll that was just typed in can be typed again."
}

/// No choice has this number.
pub(crate) fn no_such_choice(number: usize) -> String {
    format!("There is no choice {number}.")
}

/// An action that is not legal now.
pub(crate) fn not_now() -> &'static str {
    "That cannot be played now."
}

/// There are no chances to speak of.
pub(crate) fn no_chances() -> &'static str {
    "There is nothing to tell here."
}

/// No player has this number.
pub(crate) fn no_such_player(players: usize) -> String {
    format!("The players are numbered from 1 to {players}.")
}

/// Choices that are not shown, by their numbers.
pub(crate) fn more_choices(hidden: usize, first: usize, last: usize) -> String {
    format!("m) {hidden} more choices that spend actions ({first} to {last})")
}

/// Where a game stands that is over.
pub(crate) fn game_over() -> String {
    "the game is over".into()
}

/// A game was saved; how to go on with it.
pub(crate) fn saved(path: &str, built_in: bool) -> String {
    // A sheet that is not built in has to be named again.
    let sheet = if built_in { "" } else { " --game SHEET-FILE" };
    format!("Saved. Go on with: finaud play --resume {path}{sheet}")
}

/// Where a finished game is kept.
pub(crate) fn record(path: &str) -> String {
    format!("The record of the game: {path}")
}

/// Above the final scores.
pub(crate) fn over() -> &'static str {
    "The game is over."
}

/// The labels of the table of final scores.
pub(crate) const FOXES: &str = "foxes";
pub(crate) const TOTAL: &str = "total";

/// Who wins.
pub(crate) fn winners(names: &[&str]) -> String {
    match names {
        [one] => format!("{one} wins."),
        several => format!("{} share the victory.", several.join(" and ")),
    }
}

/// The rating of a score.
pub(crate) fn rating(points: i32, title: &str) -> String {
    format!("{points} points: {title}")
}

/// The seed of a finished game.
pub(crate) fn seed(seed: &str) -> String {
    format!("The seed of this game: {seed}")
}

/// A file holds a game that is not over.
pub(crate) fn unfinished(file: &str, game: &str, players: u8) -> String {
    format!("{file} holds an unfinished game of {game} ({players} players).")
}

/// What is to be done with it.
pub(crate) fn go_on() -> &'static str {
    "Go on with it? (y: go on, n: forget it and start anew, q: quit)"
}

/// A file holds a game that is over.
pub(crate) fn finished(file: &str) -> String {
    format!("{file} holds a finished game; name another file")
}

/// Something else than a game is in a file.
pub(crate) fn no_record(file: &str) -> String {
    format!("{file} is no record of a game")
}

/// A game cannot go on.
pub(crate) fn cannot_resume(file: &str) -> String {
    format!("{file} cannot be resumed")
}

/// A game cannot go on because its sheet was changed.
pub(crate) fn other_edition(why: &str) -> String {
    format!("{why}, and the rules do not change in the middle of a game")
}

/// A file cannot be written.
pub(crate) fn cannot_save(file: &str) -> String {
    format!("the game cannot be saved in {file}")
}

/// Every usual name of a file is taken.
pub(crate) fn too_many_games() -> &'static str {
    "there are too many finished games here; name a file with --save"
}

/// A name that is too short or too long.
pub(crate) fn bad_name(longest: usize) -> String {
    format!("a player has a name of 1 to {longest} letters")
}

/// A text that is no seed.
pub(crate) fn no_seed(text: &str, why: &str) -> String {
    format!("`{text}` is no seed: {why}")
}

/// A seed of another game.
pub(crate) fn other_seed(text: &str, wanted: (&str, usize), found: (&str, usize)) -> String {
    let of = |(game, players): (&str, usize)| format!("{game} for {players}");
    format!(
        "the seed `{text}` is of another game ({}), not of {}",
        of(found),
        of(wanted)
    )
}
