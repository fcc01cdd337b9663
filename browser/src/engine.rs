//! What the engine says about a record: the judge of what a page shows.

use anyhow::{Context as _, Result, anyhow};
use finaud_record::{Notation, Record, RecordHeader, choose_rulings, push};
use finaud_rules::{Next, Seat, SoloGame, TableGame, builtin};

/// How a game stands.
#[derive(Debug)]
pub(crate) struct Prediction {
    pub(crate) points: Vec<i32>,
    pub(crate) over: bool,
    pub(crate) events: usize,
}

/// Plays a record through by the rules.
pub(crate) fn judge(text: &str) -> Result<Prediction> {
    let header = RecordHeader::read(text).map_err(|fault| anyhow!("{fault}"))?;
    let players = usize::from(header.players);
    if header.game == push::ID {
        let game = push::game(players, &header.options).map_err(|fault| anyhow!("{fault}"))?;
        return replay(&game, text);
    }
    let mut sheet = builtin(&header.game).cloned().context("a game of ours")?;
    choose_rulings(&mut sheet, &header.options).map_err(|fault| anyhow!("{fault}"))?;
    if players == 1 {
        replay(
            &SoloGame::new(sheet, 1).map_err(|fault| anyhow!("{fault}"))?,
            text,
        )
    } else {
        replay(
            &TableGame::new(sheet, players).map_err(|fault| anyhow!("{fault}"))?,
            text,
        )
    }
}

fn replay<G: Notation>(game: &G, text: &str) -> Result<Prediction> {
    let replayed = Record::read(game, text).map_err(|fault| anyhow!("the record is refused: {fault}"))?;
    let seats = (0..game.seats() as u8).map(Seat);
    Ok(Prediction {
        points: seats.map(|seat| game.points(&replayed.state, seat)).collect(),
        over: matches!(game.next(&replayed.state), Next::Over),
        events: replayed.record.events.len(),
    })
}
