//! Where the results of a step are written: a row for each game, in arrays that somebody handed in.

use finaud_rules::Seat;

/// Observations of some games; or none are wanted.
pub(crate) enum Rows<'a> {
    Nothing,
    Plain(&'a mut [i16]),
    Encoder(&'a mut [f32]),
}

impl Rows<'_> {
    fn row(&mut self, index: usize, width: usize) -> Rows<'_> {
        match self {
            Rows::Nothing => Rows::Nothing,
            Rows::Plain(all) => Rows::Plain(&mut all[index * width..][..width]),
            Rows::Encoder(all) => Rows::Encoder(&mut all[index * width..][..width]),
        }
    }

    fn again(&mut self) -> Rows<'_> {
        match self {
            Rows::Nothing => Rows::Nothing,
            Rows::Plain(row) => Rows::Plain(row),
            Rows::Encoder(row) => Rows::Encoder(row),
        }
    }
}

impl<'a> Rows<'a> {
    fn split_at(self, at: usize) -> (Rows<'a>, Rows<'a>) {
        match self {
            Rows::Nothing => (Rows::Nothing, Rows::Nothing),
            Rows::Plain(all) => {
                let (one, other) = all.split_at_mut(at);
                (Rows::Plain(one), Rows::Plain(other))
            }
            Rows::Encoder(all) => {
                let (one, other) = all.split_at_mut(at);
                (Rows::Encoder(one), Rows::Encoder(other))
            }
        }
    }
}

/// How many numbers a game has in each of the wide arrays.
#[derive(Clone, Copy)]
pub(crate) struct Widths {
    pub(crate) observation: usize,
    pub(crate) mask: usize,
    pub(crate) players: usize,
}

/// The results of some games.
pub(crate) struct Outputs<'a> {
    pub(crate) widths: Widths,
    pub(crate) observations: Rows<'a>,
    pub(crate) finals: Rows<'a>,
    pub(crate) masks: Option<&'a mut [i8]>,
    pub(crate) counts: Option<&'a mut [i32]>,
    pub(crate) rewards: &'a mut [f32],
    pub(crate) terminated: &'a mut [bool],
    pub(crate) players: &'a mut [i8],
    pub(crate) illegal: Option<&'a mut [bool]>,
    pub(crate) begun: Option<&'a mut [bool]>,
}

/// The results of one game.
pub(crate) struct Row<'a> {
    observation: Rows<'a>,
    last: Rows<'a>,
    pub(crate) mask: Option<&'a mut [i8]>,
    count: Option<&'a mut i32>,
    pub(crate) rewards: &'a mut [f32],
    terminated: &'a mut bool,
    player: &'a mut i8,
    illegal: Option<&'a mut bool>,
    begun: Option<&'a mut bool>,
}

impl Outputs<'_> {
    /// The results of the game with this index.
    #[inline]
    pub(crate) fn row(&mut self, index: usize) -> Row<'_> {
        let Widths {
            observation,
            mask,
            players,
        } = self.widths;
        Row {
            observation: self.observations.row(index, observation),
            last: self.finals.row(index, observation),
            mask: self.masks.as_mut().map(|all| &mut all[index * mask..][..mask]),
            count: self.counts.as_mut().map(|all| &mut all[index]),
            rewards: &mut self.rewards[index * players..][..players],
            terminated: &mut self.terminated[index],
            player: &mut self.players[index],
            illegal: self.illegal.as_mut().map(|all| &mut all[index]),
            begun: self.begun.as_mut().map(|all| &mut all[index]),
        }
    }
}

impl<'a> Outputs<'a> {
    /// The results of the first so many games, and of the others.
    pub(crate) fn split_at(self, games: usize) -> (Outputs<'a>, Outputs<'a>) {
        fn both<T>(all: Option<&mut [T]>, at: usize) -> (Option<&mut [T]>, Option<&mut [T]>) {
            match all.map(|all| all.split_at_mut(at)) {
                Some((one, other)) => (Some(one), Some(other)),
                None => (None, None),
            }
        }
        let widths = self.widths;
        let observations = self.observations.split_at(games * widths.observation);
        let finals = self.finals.split_at(games * widths.observation);
        let masks = both(self.masks, games * widths.mask);
        let counts = both(self.counts, games);
        let rewards = self.rewards.split_at_mut(games * widths.players);
        let terminated = self.terminated.split_at_mut(games);
        let players = self.players.split_at_mut(games);
        let illegal = both(self.illegal, games);
        let begun = both(self.begun, games);
        (
            Outputs {
                widths,
                observations: observations.0,
                finals: finals.0,
                masks: masks.0,
                counts: counts.0,
                rewards: rewards.0,
                terminated: terminated.0,
                players: players.0,
                illegal: illegal.0,
                begun: begun.0,
            },
            Outputs {
                widths,
                observations: observations.1,
                finals: finals.1,
                masks: masks.1,
                counts: counts.1,
                rewards: rewards.1,
                terminated: terminated.1,
                players: players.1,
                illegal: illegal.1,
                begun: begun.1,
            },
        )
    }
}

impl Row<'_> {
    /// Nothing was won, nothing ended.
    #[inline]
    pub(crate) fn clear(&mut self) {
        self.rewards.fill(0.0);
        *self.terminated = false;
        if let Some(illegal) = &mut self.illegal {
            **illegal = false;
        }
        if let Some(begun) = &mut self.begun {
            **begun = false;
        }
    }

    #[inline]
    pub(crate) fn mark_terminated(&mut self) {
        *self.terminated = true;
    }

    #[inline]
    pub(crate) fn mark_illegal(&mut self) {
        if let Some(illegal) = &mut self.illegal {
            **illegal = true;
        }
    }

    /// The game was begun anew.
    #[inline]
    pub(crate) fn mark_begun(&mut self) {
        if let Some(begun) = &mut self.begun {
            **begun = true;
        }
    }

    #[inline]
    pub(crate) fn player(&mut self, seat: Seat) {
        *self.player = seat.0 as i8;
    }

    #[inline]
    pub(crate) fn count(&mut self, count: usize) {
        if let Some(slot) = &mut self.count {
            **slot = count as i32;
        }
    }

    /// The rewards to be written, and the observation.
    pub(crate) fn rewards_and_rows(&mut self) -> (&mut [f32], Rows<'_>) {
        (self.rewards, self.observation.again())
    }

    /// The rewards to be written, and the last observation.
    pub(crate) fn rewards_and_final_rows(&mut self) -> (&mut [f32], Rows<'_>) {
        (self.rewards, self.last.again())
    }

    pub(crate) fn rows(&mut self) -> Rows<'_> {
        self.observation.again()
    }

    /// Where the last observation of a game goes that begins anew in the same step.
    pub(crate) fn final_rows(&mut self) -> Rows<'_> {
        self.last.again()
    }
}
