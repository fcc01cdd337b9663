//! What a command leads to: entries for the log, or a refusal.
//!
//! Nothing here changes a table. Whoever keeps the log appends the entries if nobody was quicker, and then applies them.

use finaud_rules::Seat;

use crate::event::{Event, LOG_VERSION, Opened};
use crate::settings::{check_level, check_name, check_players};
use crate::table::{OnlineTable, Phase, Sitter};
use crate::{
    Act, Command, CommandId, Entry, Key, KeyHash, Logged, Opening, Private, Refused, Role, Scope, Seed, Seq,
    Shelf, TableId, Time,
};

/// The most entries of a log. What is left behind them is for the end.
pub const MOST_ENTRIES: Seq = 5_000;
const LAST_ENTRIES: Seq = 16;
/// Where there is no clock, somebody who has been asked for so long may be taken for absent.
pub const ABSENT_AFTER: u64 = 60_000;
/// The same where ratings are at stake: nobody is to be played for by a novice while they think.
pub const RATED_ABSENT_AFTER: u64 = 24 * 3_600_000;
/// The most entries of a seat that do not advance the game: names, choices that are taken back, leaving and returning. Everybody together
/// leaves room for the game.
pub const MOST_ASIDES: Seq = 500;
/// A table that nobody began is given up after a day.
pub const OPEN_FOR: u64 = 24 * 3_600_000;
/// A game is given up after 30 days in which nothing happened.
pub const IDLE_FOR: u64 = 30 * 24 * 3_600_000;
/// How many phrases there are.
pub const PHRASES: u8 = 12;

/// What a command leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decision {
    /// These entries, all or none. The first one carries the command: its number is acknowledged.
    Append(Vec<Logged>),
    /// Nothing: the command has made this entry before, which is acknowledged again.
    Already(Seq),
}

/// Entries that are being written, and the table as it will be after them.
struct Draft {
    table: OnlineTable,
    now: Time,
    by: Option<Seat>,
    command: Option<CommandId>,
    log: Vec<Logged>,
}

impl Draft {
    fn of(table: &OnlineTable, now: Time, by: Role, command: Option<CommandId>) -> Draft {
        Draft {
            // A clock that goes backwards must not make entries that are older than the one before.
            now: now.max(table.touched()),
            by: match by {
                Role::Seat(seat) => Some(seat),
                Role::Joiner | Role::Watcher | Role::Bot(_) | Role::House => None,
            },
            command,
            log: Vec::new(),
            table: table.clone(),
        }
    }

    fn body(&mut self, body: String, private: Private) -> Result<(), Refused> {
        let logged = Logged {
            entry: Entry {
                seq: self.table.seq() + 1,
                at: self.now,
                by: self.by,
                body,
            },
            private: Private {
                command: self.command.take(),
                ..private
            },
        };
        // What was decided above can happen; if not, the mistake is ours and nothing happens.
        self.table.apply(&logged).map_err(|_| Refused::Illegal)?;
        self.log.push(logged);
        Ok(())
    }

    fn event(&mut self, event: &Event) -> Result<(), Refused> {
        self.body(event.text(), Private::default())
    }

    fn event_with(&mut self, event: &Event, private: Private) -> Result<(), Refused> {
        self.body(event.text(), private)
    }

    /// Everything that follows is done by nobody at the table.
    fn by_itself(&mut self) -> &mut Draft {
        self.by = None;
        self
    }

    /// The server draws another seed, and everybody has to do so too.
    fn redraw(&mut self, seed: Seed) -> Result<(), Refused> {
        let commitment = seed.server_commitment(&self.table.scope());
        let private = Private {
            seed: Some(seed),
            ..Private::default()
        };
        self.by_itself()
            .event_with(&Event::Redrawn { commitment }, private)
    }

    /// Luck falls.
    fn luck(&mut self) -> Result<(), Refused> {
        let play = self.table.play().ok_or(Refused::NotPlaying)?;
        let key = self.table.key.as_ref().ok_or(Refused::NotYours)?;
        let line = play.luck(key).ok_or(Refused::NotYourDice)?;
        self.by_itself().body(line, Private::default())
    }

    /// What follows from a choice or a roll by itself: cards, the end.
    fn follow(&mut self) -> Result<(), Refused> {
        while self.table.play().is_some_and(crate::Play::falls_by_itself) {
            self.luck()?;
        }
        if self.table.play().is_some_and(crate::Play::is_over) {
            self.by_itself().end(false)?;
        }
        Ok(())
    }

    /// Nothing more is played, and the server shows its seed, unless others still play with the same dice.
    fn end(&mut self, abandoned: bool) -> Result<(), Refused> {
        let points = self.table.points();
        self.event(&Event::Ended { points, abandoned })?;
        if self.table.settings().daily.is_none() && self.table.play().is_some() {
            self.reveal()?;
        }
        Ok(())
    }

    fn reveal(&mut self) -> Result<(), Refused> {
        let seed = self.table.draw.server_seed().ok_or(Refused::NotYours)?;
        self.by_itself().event(&Event::Revealed { seed })
    }
}

impl OnlineTable {
    /// Opens a table; whoever opens it has the first seat and is the host. `seed` is 32 fresh random bytes, or the server's secret
    /// of the day for a day's challenge. The table is named by the command: sent twice, it names the same table.
    pub fn open(
        opening: &Opening,
        command: CommandId,
        now: Time,
        seed: Seed,
        shelf: &mut Shelf,
    ) -> Result<(OnlineTable, Vec<Logged>), Refused> {
        let settings = &opening.settings;
        settings.check()?;
        let name = check_name(&opening.name)?;
        if opening.key == opening.join {
            return Err(Refused::BadKey);
        }
        let id = TableId::of_opening(&command);
        let first = opened(id, settings.clone(), None, opening.join, seed, shelf)?;
        let mut draft = Draft::starting(first, Some(command), now, shelf)?;
        draft.by = Some(Seat(0));
        let private = Private {
            key: Some(opening.key),
            ..Private::default()
        };
        draft.event_with(&Event::Sat { seat: Seat(0), name }, private)?;
        Ok((draft.table, draft.log))
    }

    /// The log with which the rematch begins: the same people and bots, the second seat first. It follows from the log of this table
    /// alone, so that any node can write it; `None` if there is no rematch.
    pub fn rematch(&self, shelf: &mut Shelf) -> Option<Vec<Logged>> {
        let (id, seed, join) = (self.next?, self.rematch_seed?, self.join?);
        let first = opened(id, self.settings.clone(), Some(self.id), join, seed, shelf).ok()?;
        let mut draft = Draft::starting(first, None, self.touched, shelf).ok()?;
        let mut order: Vec<Seat> = self.all_seats().collect();
        order.rotate_left(1);
        // The host first, so that it is the host again.
        let is_host = |seat: &Seat| self.host == Some(*seat);
        let sitting = (0..).map(Seat).zip(order);
        let (host, others): (Vec<_>, Vec<_>) = sitting.partition(|(_, old)| is_host(old));
        for (seat, old) in host.into_iter().chain(others) {
            let place = self.seat(old)?;
            let name = place.name.clone();
            let done = match &place.sitter {
                Sitter::Person | Sitter::Away(_) => {
                    let private = Private {
                        key: place.key,
                        ..Private::default()
                    };
                    draft.event_with(&Event::Sat { seat, name }, private)
                }
                Sitter::Bot(level) => {
                    let level = level.clone();
                    draft.event(&Event::Bot { seat, level, name })
                }
                Sitter::Nobody | Sitter::Vacant(_) => Ok(()),
            };
            done.ok()?;
        }
        Some(draft.log)
    }

    /// What a command leads to. `seed` is 32 fresh random bytes, used where the server draws anew.
    pub fn decide(&self, command: &Command, by: Role, now: Time, seed: Seed) -> Result<Decision, Refused> {
        if let Some(seq) = command.id.and_then(|id| self.seq_of(&id)) {
            return Ok(Decision::Already(seq));
        }
        let ends = matches!(command.act, Act::Abandon {});
        if self.seq + LAST_ENTRIES > MOST_ENTRIES && !ends {
            return Err(Refused::Full);
        }
        if let Role::Seat(seat) = by
            && command.act.is_aside()
            && self.asides(seat) >= MOST_ASIDES
        {
            return Err(Refused::Full);
        }
        let mut draft = Draft::of(self, now, by, command.id);
        self.act(&mut draft, command, by, now, seed)?;
        Ok(Decision::Append(draft.log))
    }

    fn act(
        &self,
        draft: &mut Draft,
        command: &Command,
        by: Role,
        now: Time,
        seed: Seed,
    ) -> Result<(), Refused> {
        let at = command.at;
        match &command.act {
            Act::Sit { seat, name, key } => self.sit(draft, by, *seat, name, *key),
            Act::Name { name } => {
                let seat = self.own_seat(by)?;
                self.not_over()?;
                let name = check_name(name)?;
                draft.event(&Event::Named { seat, name })
            }
            Act::Leave {} => self.leave(draft, by, seed),
            Act::Bot { seat, level, name } => self.bot(draft, by, *seat, level, name.as_deref(), seed),
            Act::Free { seat } => self.free(draft, by, *seat, seed),
            Act::Chairs { players } => {
                self.host_before_game(by)?;
                check_players(&self.settings.game, *players)?;
                let taken = |seat: &&crate::OnlineSeat| seat.sitter != Sitter::Nobody;
                if self.settings.players == *players {
                    return Err(Refused::AlreadyDone);
                }
                if self.seats.iter().filter(taken).count() > usize::from(*players) {
                    return Err(Refused::SeatTaken);
                }
                draft.event(&Event::Chairs { players: *players })
            }
            Act::Order { seats } => {
                self.host_before_game(by)?;
                let named: finaud_rules::Seats = seats.iter().copied().collect();
                if seats.len() != self.seats.len() || !self.all_seats().all(|seat| named.contains(seat)) {
                    return Err(Refused::BadOrder);
                }
                let seats = seats.clone();
                draft.event(&Event::Ordered { seats })
            }
            Act::Begin {} => {
                self.host_before_game(by)?;
                if self.seats.iter().any(|seat| seat.sitter == Sitter::Nobody) {
                    return Err(Refused::EmptySeats);
                }
                draft.event(&Event::Began {})
            }
            Act::Commit { commitment } => {
                let seat = self.own_seat(by)?;
                self.before_play()?;
                if self.settings.daily.is_some() || self.draw.commitment_of(seat).is_some() {
                    return Err(Refused::AlreadyDone);
                }
                let commitment = *commitment;
                draft.event(&Event::Committed { seat, commitment })
            }
            Act::Reveal { seed } => {
                let seat = self.own_seat(by)?;
                self.before_play()?;
                if self.phase == Phase::Open || !self.all_committed() {
                    return Err(Refused::TooEarly);
                }
                if self.draw.seed_of(seat).is_some() {
                    return Err(Refused::AlreadyDone);
                }
                let due = seed.seat_commitment(&self.id, seat);
                let committed = self.draw.commitment_of(seat);
                if !committed.is_some_and(|commitment| commitment.matches(&due)) {
                    return Err(Refused::WrongSeed);
                }
                draft.event(&Event::Shown { seat, seed: *seed })
            }
            Act::Choose { action } => {
                let seat = self.acting_seat(by, at)?;
                let play = self.playing()?;
                let line = play.choice(seat, action)?;
                draft.body(line, Private::default())?;
                draft.follow()
            }
            Act::Roll {} => {
                self.roll(by, at, now)?;
                draft.luck()?;
                draft.follow()
            }
            Act::Undo {} => {
                let seat = self.present_seat(by)?;
                let play = self.playing()?;
                self.fresh(seat, at)?;
                let removes = play.undoable(seat)?;
                draft.event(&Event::Undone { seat, removes })
            }
            Act::Hand { seat, level } => self.hand(draft, by, *seat, level.as_deref(), now),
            Act::Return {} => {
                let seat = self.own_seat(by)?;
                self.playing()?;
                match self.seats[seat.index()].sitter {
                    Sitter::Away(_) => draft.event(&Event::Returned { seat }),
                    _ => Err(Refused::NotAway),
                }
            }
            Act::Abandon {} => self.abandon(draft, by, now),
            Act::Rematch {} => {
                self.own_seat(by)?;
                if self.phase != Phase::Over || self.play.is_none() {
                    return Err(Refused::NotPlaying);
                }
                if self.next.is_some() || self.settings.daily.is_some() {
                    return Err(Refused::AlreadyDone);
                }
                let id = command.id.ok_or(Refused::Unreadable)?;
                let table = TableId::of_rematch(&self.id, &id);
                let private = Private {
                    seed: Some(seed),
                    ..Private::default()
                };
                draft.event_with(&Event::Rematched { table }, private)
            }
            Act::Late { seat } => {
                self.house(by)?;
                self.late(draft, *seat, now)
            }
            Act::Unseal {} => {
                self.house(by)?;
                if self.phase != Phase::Over || self.settings.daily.is_none() {
                    return Err(Refused::Sealed);
                }
                if self.draw.revealed().is_some() {
                    return Err(Refused::AlreadyDone);
                }
                if self.play.is_none() || self.day_ends().is_none_or(|end| now < end) {
                    return Err(Refused::Sealed);
                }
                draft.reveal()
            }
        }
    }

    fn sit(
        &self,
        draft: &mut Draft,
        by: Role,
        seat: Option<Seat>,
        name: &str,
        key: KeyHash,
    ) -> Result<(), Refused> {
        match by {
            Role::Joiner => {}
            Role::Seat(_) => return Err(Refused::AlreadySeated),
            Role::Watcher | Role::Bot(_) | Role::House => return Err(Refused::NotInvited),
        }
        let is_free = |seat: &Seat| match (self.phase, &self.seats[seat.index()].sitter) {
            (Phase::Open, Sitter::Nobody) => self.settings.daily.is_none(),
            (Phase::Playing, Sitter::Vacant(_)) => true,
            _ => false,
        };
        let seat = match seat {
            _ if self.phase == Phase::Over => return Err(Refused::Over),
            Some(seat) if seat.index() >= self.seats.len() => return Err(Refused::NoSuchSeat),
            Some(seat) if is_free(&seat) => seat,
            Some(_) => return Err(Refused::SeatTaken),
            None => self.all_seats().find(is_free).ok_or(Refused::NoFreeSeat)?,
        };
        let name = check_name(name)?;
        let used = self.seats.iter().map(|seat| &seat.key).chain([&self.join]);
        if used.flatten().any(|used| *used == key) {
            return Err(Refused::BadKey);
        }
        let private = Private {
            key: Some(key),
            ..Private::default()
        };
        draft.event_with(&Event::Sat { seat, name }, private)
    }

    fn leave(&self, draft: &mut Draft, by: Role, seed: Seed) -> Result<(), Refused> {
        let seat = self.own_seat(by)?;
        match self.phase {
            Phase::Open | Phase::Seeding => {
                draft.event(&Event::Left { seat })?;
                if draft.table.people().next().is_none() {
                    return draft.by_itself().end(true);
                }
                if self.phase == Phase::Seeding {
                    draft.redraw(seed)?;
                }
                Ok(())
            }
            Phase::Playing if matches!(self.seats[seat.index()].sitter, Sitter::Away(_)) => {
                Err(Refused::Away)
            }
            Phase::Playing => {
                let level = self.settings.stand_in().to_owned();
                draft.event(&Event::Handed { seat, level })
            }
            Phase::Over => Err(Refused::Over),
        }
    }

    fn bot(
        &self,
        draft: &mut Draft,
        by: Role,
        seat: Seat,
        level: &str,
        name: Option<&str>,
        seed: Seed,
    ) -> Result<(), Refused> {
        let host = self.only_host(by)?;
        self.before_play()?;
        check_level(level)?;
        let name = check_name(name.unwrap_or(level))?;
        let place = self.seat(seat).ok_or(Refused::NoSuchSeat)?;
        let level = level.to_string();
        match (&place.sitter, self.phase) {
            (Sitter::Nobody | Sitter::Bot(_), Phase::Open) => draft.event(&Event::Bot { seat, level, name }),
            // Whoever stays silent when seeds are due is not simply left out: that would let them, and whoever they
            // tell, choose between two draws.
            (Sitter::Person, Phase::Seeding) if seat != host && self.is_silent(seat) => {
                draft.event(&Event::Bot { seat, level, name })?;
                draft.redraw(seed)
            }
            (_, Phase::Seeding) => Err(Refused::Begun),
            _ => Err(Refused::SeatTaken),
        }
    }

    fn free(&self, draft: &mut Draft, by: Role, seat: Seat, seed: Seed) -> Result<(), Refused> {
        let host = self.only_host(by)?;
        self.not_over()?;
        let place = self.seat(seat).ok_or(Refused::NoSuchSeat)?;
        match (&place.sitter, self.phase) {
            (Sitter::Nobody | Sitter::Vacant(_), _) => return Err(Refused::SeatFree),
            (Sitter::Bot(_), Phase::Seeding | Phase::Playing) => return Err(Refused::Begun),
            // The host leaves; nobody can make them.
            (Sitter::Person | Sitter::Away(_), _) if seat == host => return Err(Refused::SeatTaken),
            _ => {}
        }
        draft.event(&Event::Freed { seat })?;
        if self.phase == Phase::Seeding {
            draft.redraw(seed)?;
        }
        Ok(())
    }

    /// May this role let the luck fall that is due?
    fn roll(&self, by: Role, at: u32, now: Time) -> Result<(), Refused> {
        let play = self.playing()?;
        let roller = play.roller();
        match by {
            Role::House => {
                let roller = roller.ok_or(Refused::NotYourDice)?;
                let person = self.seats[roller.index()].sitter == Sitter::Person;
                let late = self.deadline(roller).is_some_and(|deadline| now >= deadline);
                if person && !late {
                    Err(Refused::NotLate)
                } else {
                    Ok(())
                }
            }
            by => {
                let seat = self.acting_seat(by, at)?;
                if roller == Some(seat) {
                    Ok(())
                } else {
                    Err(Refused::NotYourDice)
                }
            }
        }
    }

    fn hand(
        &self,
        draft: &mut Draft,
        by: Role,
        seat: Seat,
        level: Option<&str>,
        now: Time,
    ) -> Result<(), Refused> {
        let own = self.own_seat(by)?;
        self.playing()?;
        let level = match level {
            Some(level) if !self.settings.rated => level,
            _ => self.settings.stand_in(),
        };
        let level = level.to_owned();
        check_level(&level)?;
        let place = self.seat(seat).ok_or(Refused::NoSuchSeat)?;
        match place.sitter {
            Sitter::Person => {}
            Sitter::Nobody => return Err(Refused::SeatFree),
            Sitter::Away(_) | Sitter::Vacant(_) | Sitter::Bot(_) => return Err(Refused::Away),
        }
        // Without a clock, the host says who is absent, and anybody that the host is; they can return whenever they like.
        let absent = || {
            let since = place.asked.map(|since| now.since(since));
            let patience = match self.settings.rated {
                true => RATED_ABSENT_AFTER,
                false => ABSENT_AFTER,
            };
            self.settings.pace.milliseconds().is_none()
                && [own, seat].iter().any(|seat| self.host == Some(*seat))
                && since.is_some_and(|since| since >= patience)
        };
        if own != seat && !place.late && !absent() {
            return Err(Refused::NotLate);
        }
        draft.event(&Event::Handed { seat, level })
    }

    fn late(&self, draft: &mut Draft, seat: Seat, now: Time) -> Result<(), Refused> {
        let play = self.playing()?;
        let place = self.seat(seat).ok_or(Refused::NoSuchSeat)?;
        let over = self.deadline(seat).is_some_and(|deadline| now >= deadline);
        if place.sitter != Sitter::Person || !over || play.roller().is_some() {
            return Err(Refused::NotLate);
        }
        if place.late {
            return Err(Refused::AlreadyDone);
        }
        draft.event(&Event::Late { seat })?;
        if self.settings.late == crate::Late::Bot {
            let level = self.settings.stand_in().to_owned();
            draft.event(&Event::Handed { seat, level })?;
        }
        Ok(())
    }

    fn abandon(&self, draft: &mut Draft, by: Role, now: Time) -> Result<(), Refused> {
        self.not_over()?;
        match by {
            Role::House if now >= self.given_up_at() => {}
            Role::House => return Err(Refused::NotLate),
            by => {
                let own = self.own_seat(by)?;
                let present = |seat: &Seat| self.seats[seat.index()].sitter == Sitter::Person;
                let alone = !self.people().any(|seat| seat != own && present(&seat));
                let may = match self.phase {
                    Phase::Open => alone || self.host == Some(own),
                    Phase::Seeding | Phase::Playing | Phase::Over => alone,
                };
                if !may {
                    return Err(Refused::OthersPlay);
                }
            }
        }
        draft.end(true)
    }

    /// When a table at which nothing happens is given up.
    pub(crate) fn given_up_at(&self) -> Time {
        match self.phase {
            _ if self.seq + LAST_ENTRIES > MOST_ENTRIES => self.touched,
            Phase::Open => self.touched.plus(OPEN_FOR),
            Phase::Seeding | Phase::Playing | Phase::Over => self.touched.plus(IDLE_FOR),
        }
    }

    /// When the day of a day's challenge ends.
    pub fn day_ends(&self) -> Option<Time> {
        crate::jobs::end_of_day(self.settings.daily.as_deref()?)
    }

    /// Is this a phrase that somebody at the table may say? Phrases are not kept.
    pub fn may_say(&self, by: Role, phrase: u8) -> Result<Seat, Refused> {
        let seat = self.own_seat(by)?;
        if (1..=PHRASES).contains(&phrase) {
            Ok(seat)
        } else {
            Err(Refused::BadPhrase)
        }
    }

    /// The right that a key gives, or the refusal.
    pub fn admit(&self, key: Option<&Key>) -> Result<Role, Refused> {
        self.role_of(key).ok_or(Refused::WrongKey)
    }

    fn house(&self, by: Role) -> Result<(), Refused> {
        if by == Role::House {
            Ok(())
        } else {
            Err(Refused::NotYours)
        }
    }

    fn own_seat(&self, by: Role) -> Result<Seat, Refused> {
        match by {
            Role::Seat(seat) if self.seat(seat).is_some_and(crate::OnlineSeat::is_person) => Ok(seat),
            _ => Err(Refused::NoSeat),
        }
    }

    fn only_host(&self, by: Role) -> Result<Seat, Refused> {
        let seat = self.own_seat(by)?;
        if self.host == Some(seat) {
            Ok(seat)
        } else {
            Err(Refused::NotHost)
        }
    }

    fn not_over(&self) -> Result<(), Refused> {
        if self.phase == Phase::Over {
            Err(Refused::Over)
        } else {
            Ok(())
        }
    }

    fn before_play(&self) -> Result<(), Refused> {
        match self.phase {
            Phase::Open | Phase::Seeding => Ok(()),
            Phase::Playing => Err(Refused::Begun),
            Phase::Over => Err(Refused::Over),
        }
    }

    fn host_before_game(&self, by: Role) -> Result<(), Refused> {
        self.only_host(by)?;
        self.before_play()?;
        if self.phase == Phase::Seeding {
            Err(Refused::Begun)
        } else {
            Ok(())
        }
    }

    fn playing(&self) -> Result<&crate::Play, Refused> {
        match (self.phase, &self.play) {
            (Phase::Playing, Some(play)) => Ok(play),
            (Phase::Over, _) => Err(Refused::Over),
            _ => Err(Refused::NotPlaying),
        }
    }

    /// The seat of somebody who plays for themselves.
    fn present_seat(&self, by: Role) -> Result<Seat, Refused> {
        let seat = self.own_seat(by)?;
        match self.seats[seat.index()].sitter {
            Sitter::Person => Ok(seat),
            _ => Err(Refused::Away),
        }
    }

    fn fresh(&self, seat: Seat, at: u32) -> Result<(), Refused> {
        let now = self.decision(seat);
        if at == now {
            Ok(())
        } else {
            Err(Refused::Stale { at: now })
        }
    }

    /// The seat that chooses or rolls: a person's own, or a bot's.
    fn acting_seat(&self, by: Role, at: u32) -> Result<Seat, Refused> {
        self.playing()?;
        let seat = match by {
            Role::Bot(seat) => {
                let bot = self.seat(seat).and_then(crate::OnlineSeat::level);
                bot.map(|_| seat).ok_or(Refused::NotAway)?
            }
            by => self.present_seat(by)?,
        };
        self.fresh(seat, at)?;
        if self.asked().contains(seat) {
            Ok(seat)
        } else {
            Err(Refused::NotAsked)
        }
    }
}

impl Draft {
    /// A log that begins with this entry.
    fn starting(
        (event, private): (Event, Private),
        command: Option<CommandId>,
        now: Time,
        shelf: &mut Shelf,
    ) -> Result<Draft, Refused> {
        let first = Logged {
            entry: Entry {
                seq: 1,
                at: now,
                by: None,
                body: event.text(),
            },
            private: Private { command, ..private },
        };
        let table = OnlineTable::replay([&first], shelf).map_err(|_| Refused::NoSuchGame)?;
        Ok(Draft {
            table,
            now,
            by: None,
            command: None,
            log: vec![first],
        })
    }
}

/// The first entry of a table.
fn opened(
    table: TableId,
    settings: crate::Settings,
    parent: Option<TableId>,
    join: KeyHash,
    seed: Seed,
    shelf: &mut Shelf,
) -> Result<(Event, Private), Refused> {
    let scope = match &settings.daily {
        Some(day) => Scope::Day(day.clone()),
        None => Scope::Table(table),
    };
    let edition = shelf.game(&settings)?.edition();
    let event = Event::Opened(Box::new(Opened {
        v: LOG_VERSION,
        table,
        settings,
        edition,
        commitment: seed.server_commitment(&scope),
        parent,
    }));
    let private = Private {
        command: None,
        key: Some(join),
        seed: Some(seed),
    };
    Ok((event, private))
}
