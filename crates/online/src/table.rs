//! An online table: what its log adds up to.

use finaud_rules::{Seat, Seats};

use crate::draw::Draw;
use crate::event::{Event, LOG_VERSION, Opened};
use crate::play::Play;
use crate::shelf::{SharedGame, Shelf};
use crate::{
    CommandId, DiceKey, Entry, Key, KeyHash, LogError, Logged, Private, Refused, Role, Scope, Seq, Settings,
    TableId, Time,
};

/// What a table is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// People sit down.
    Open,
    /// The seats are fixed, and people show their seeds.
    Seeding,
    /// The game is on.
    Playing,
    /// Nothing more is played.
    Over,
}

/// A seat of an online table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OnlineSeat {
    /// The name on the sheet; empty if nobody sits there.
    pub name: String,
    /// Who sits there.
    pub sitter: Sitter,
    /// How often the seat was asked: the number of its decision.
    pub decision: u32,
    /// Since when it is asked; `None` if it is not.
    pub asked: Option<Time>,
    /// Was its time over before it answered?
    pub late: bool,
    /// The hash of the key; `None` where no person sits, and in a client.
    pub(crate) key: Option<KeyHash>,
}

/// Who chooses for a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sitter {
    /// Nobody yet.
    Nobody,
    /// Somebody.
    Person,
    /// A bot of this level, until the person returns.
    Away(String),
    /// A bot of this level, until somebody takes the seat that the host has freed.
    Vacant(String),
    /// A bot of this level.
    Bot(String),
}

impl OnlineSeat {
    fn free() -> OnlineSeat {
        OnlineSeat {
            name: String::new(),
            sitter: Sitter::Nobody,
            decision: 0,
            asked: None,
            late: false,
            key: None,
        }
    }

    /// The hash of its key; `None` where no person sits, and in a client.
    pub fn key_hash(&self) -> Option<&KeyHash> {
        self.key.as_ref()
    }

    /// Does the seat belong to a person, even if a bot plays for them?
    pub fn is_person(&self) -> bool {
        matches!(self.sitter, Sitter::Person | Sitter::Away(_))
    }

    /// The level of the bot that chooses; `None` if a person does, or nobody.
    pub fn level(&self) -> Option<&str> {
        match &self.sitter {
            Sitter::Nobody | Sitter::Person => None,
            Sitter::Away(level) | Sitter::Vacant(level) | Sitter::Bot(level) => Some(level),
        }
    }
}

/// An online table: what its log adds up to, for a server (which knows what is private) and for a client (which does not).
#[derive(Clone, Debug)]
pub struct OnlineTable {
    pub(crate) id: TableId,
    pub(crate) settings: Settings,
    pub(crate) game: SharedGame,
    pub(crate) parent: Option<TableId>,
    pub(crate) next: Option<TableId>,
    pub(crate) seats: Vec<OnlineSeat>,
    pub(crate) host: Option<Seat>,
    pub(crate) phase: Phase,
    pub(crate) draw: Draw,
    pub(crate) play: Option<Play>,
    pub(crate) points: Vec<i32>,
    pub(crate) abandoned: bool,
    pub(crate) seq: Seq,
    /// When the last entry was made.
    pub(crate) touched: Time,
    /// The hash of the key in the invitation.
    pub(crate) join: Option<KeyHash>,
    /// How many entries of each seat did not advance the game.
    asides: Vec<Seq>,
    /// The commands of the log, in their order.
    commands: Vec<(CommandId, Seq)>,
    /// The private seed of the rematch.
    pub(crate) rematch_seed: Option<crate::Seed>,
    /// From which all luck follows, where the seeds are known.
    pub(crate) key: Option<DiceKey>,
}

impl OnlineTable {
    /// The table with this log.
    pub fn replay<'a>(
        log: impl IntoIterator<Item = &'a Logged>,
        shelf: &mut Shelf,
    ) -> Result<OnlineTable, LogError> {
        let mut log = log.into_iter();
        let first = log.next().ok_or(LogError::Empty)?;
        let mut table = OnlineTable::begin(&first.entry, &first.private, shelf)?;
        log.try_for_each(|logged| table.apply(logged)).map(|()| table)
    }

    /// The table with this log, as far as a client knows it.
    pub fn replay_public<'a>(
        log: impl IntoIterator<Item = &'a Entry>,
        shelf: &mut Shelf,
    ) -> Result<OnlineTable, LogError> {
        let mut log = log.into_iter();
        let first = log.next().ok_or(LogError::Empty)?;
        let mut table = OnlineTable::begin(first, &Private::default(), shelf)?;
        log.try_for_each(|entry| table.apply_public(entry))
            .map(|()| table)
    }

    /// The table after the first entry of its log.
    pub(crate) fn begin(
        entry: &Entry,
        private: &Private,
        shelf: &mut Shelf,
    ) -> Result<OnlineTable, LogError> {
        if entry.seq != 1 {
            return Err(LogError::Gap {
                due: 1,
                found: entry.seq,
            });
        }
        if let Some(version) = newer_version(&entry.body) {
            return Err(LogError::Newer(version));
        }
        let Some(Event::Opened(opened)) = Event::read(&entry.body) else {
            return Err(LogError::Impossible(1, "a log begins with `opened`".into()));
        };
        let Opened {
            table,
            settings,
            edition,
            commitment,
            parent,
            ..
        } = *opened;
        let game = shelf
            .game(&settings)
            .map_err(|refused| match (refused, settings.sheet) {
                (Refused::NoSuchSheet, Some(sheet)) => LogError::NoSheet(sheet),
                _ => LogError::NoSuchGame,
            })?;
        if edition != game.edition() {
            return Err(LogError::OtherEdition);
        }
        let mut table = OnlineTable {
            id: table,
            game,
            parent,
            next: None,
            seats: vec![OnlineSeat::free(); usize::from(settings.players)],
            host: None,
            phase: Phase::Open,
            draw: Draw::new(commitment, usize::from(settings.players), private.seed),
            play: None,
            points: Vec::new(),
            abandoned: false,
            seq: 1,
            touched: entry.at,
            join: private.key,
            asides: Vec::new(),
            commands: Vec::new(),
            rematch_seed: None,
            key: None,
            settings,
        };
        table.remember(private, 1);
        Ok(table)
    }

    /// Lets the next entry of the log happen. One that cannot be changes nothing.
    pub fn apply(&mut self, logged: &Logged) -> Result<(), LogError> {
        self.apply_parts(&logged.entry, &logged.private)
    }

    /// The same where nothing private is known.
    pub fn apply_public(&mut self, entry: &Entry) -> Result<(), LogError> {
        self.apply_parts(entry, &Private::default())
    }

    fn apply_parts(&mut self, entry: &Entry, private: &Private) -> Result<(), LogError> {
        if entry.seq != self.seq + 1 {
            return Err(LogError::Gap {
                due: self.seq + 1,
                found: entry.seq,
            });
        }
        let was = self.asked();
        let mut asides = 0;
        let acted = if Event::is_one(&entry.body) {
            let event = Event::read(&entry.body);
            let event = event.ok_or_else(|| String::from("it cannot be read"));
            event.and_then(|event| {
                asides = event.asides();
                self.apply_event(event, private, entry.at)
            })
        } else {
            self.apply_line(entry)
        };
        let acted = acted.map_err(|why| LogError::Impossible(entry.seq, why))?;
        self.seq = entry.seq;
        self.touched = entry.at;
        self.remember(private, entry.seq);
        if let Some(seat) = entry.by.filter(|_| asides > 0) {
            self.count_asides(seat, asides);
        }
        self.note_asked(was, acted, entry.at);
        Ok(())
    }

    fn remember(&mut self, private: &Private, seq: Seq) {
        self.commands
            .extend(private.command.map(|command| (command, seq)));
    }

    fn count_asides(&mut self, seat: Seat, count: Seq) {
        if self.asides.len() <= seat.index() {
            self.asides.resize(seat.index() + 1, 0);
        }
        self.asides[seat.index()] += count;
    }

    /// How many entries of a seat did not advance the game.
    pub(crate) fn asides(&self, seat: Seat) -> Seq {
        self.asides.get(seat.index()).copied().unwrap_or(0)
    }

    /// The entry that this command has made; `None` if it has made none.
    pub fn seq_of(&self, command: &CommandId) -> Option<Seq> {
        let found = self.commands.iter().rev().find(|(known, _)| known == command);
        found.map(|(_, seq)| *seq)
    }

    /// A line of the game.
    fn apply_line(&mut self, entry: &Entry) -> Result<Option<Seat>, String> {
        let (Phase::Playing, Some(play)) = (self.phase, &mut self.play) else {
            return Err("no game is on".into());
        };
        let roller = play.roller();
        let chooser = play.apply(entry.seq, entry.by, &entry.body)?;
        Ok(chooser.or(roller))
    }

    /// Something that happened at the table; returns the seat that acted in the game.
    fn apply_event(&mut self, event: Event, private: &Private, at: Time) -> Result<Option<Seat>, String> {
        let phase = self.phase;
        let in_phase = |phases: &[Phase]| match phases.contains(&phase) {
            true => Ok(()),
            false => Err(format!("not in this phase: {phase:?}")),
        };
        let mut acted = None;
        match event {
            Event::Opened(_) => return Err("the table is open".into()),
            Event::Sat { seat, name } => {
                in_phase(&[Phase::Open, Phase::Playing])?;
                let place = self.seat_mut(seat)?;
                let free = match phase {
                    Phase::Open => place.sitter == Sitter::Nobody,
                    _ => matches!(place.sitter, Sitter::Vacant(_)),
                };
                if !free {
                    return Err("the seat is taken".into());
                }
                place.name = name;
                place.sitter = Sitter::Person;
                place.key = private.key;
                place.late = false;
                place.asked = place.asked.map(|_| at);
                self.host = self.host.or(Some(seat));
            }
            Event::Named { seat, name } => self.person_mut(seat)?.name = name,
            Event::Left { seat } => {
                in_phase(&[Phase::Open, Phase::Seeding])?;
                self.person_mut(seat)?;
                self.empty(seat)?;
                self.reopen();
            }
            Event::Freed { seat } => match self.phase {
                Phase::Open | Phase::Seeding => {
                    self.empty(seat)?;
                    self.reopen();
                }
                Phase::Playing => {
                    let level = self.settings.stand_in.clone();
                    let place = self.person_mut(seat)?;
                    place.sitter = Sitter::Vacant(level);
                    place.key = None;
                    self.pass_host_from(seat);
                }
                Phase::Over => return Err("the game is over".into()),
            },
            Event::Bot { seat, level, name } => {
                in_phase(&[Phase::Open, Phase::Seeding])?;
                self.empty(seat)?;
                let place = self.seat_mut(seat)?;
                place.name = name;
                place.sitter = Sitter::Bot(level);
            }
            Event::Chairs { players } => {
                in_phase(&[Phase::Open])?;
                self.set_chairs(usize::from(players))?;
            }
            Event::Ordered { seats } => {
                in_phase(&[Phase::Open])?;
                self.set_order(&seats)?;
            }
            Event::Began {} => {
                in_phase(&[Phase::Open])?;
                if self.seats.iter().any(|seat| seat.sitter == Sitter::Nobody) {
                    return Err("a seat is free".into());
                }
                self.phase = Phase::Seeding;
                self.deal_if_ready();
            }
            Event::Committed { seat, commitment } => {
                in_phase(&[Phase::Open, Phase::Seeding])?;
                self.person_mut(seat)?;
                self.draw.commit(seat, commitment)?;
            }
            Event::Shown { seat, seed } => {
                in_phase(&[Phase::Seeding])?;
                if !self.all_committed() {
                    return Err("others have not committed".into());
                }
                let due = seed.seat_commitment(&self.id, seat);
                self.draw.show(seat, seed, due)?;
                self.deal_if_ready();
            }
            Event::Redrawn { commitment } => {
                in_phase(&[Phase::Open, Phase::Seeding])?;
                self.draw.again(commitment, private.seed);
                self.deal_if_ready();
            }
            Event::Undone { seat, removes } => {
                in_phase(&[Phase::Playing])?;
                let play = self.play.as_mut().ok_or("no game is on")?;
                play.remove(&removes)?;
                acted = Some(seat);
            }
            Event::Late { seat } => {
                in_phase(&[Phase::Playing])?;
                self.person_mut(seat)?.late = true;
            }
            Event::Handed { seat, level } => {
                in_phase(&[Phase::Playing])?;
                self.person_mut(seat)?.sitter = Sitter::Away(level);
            }
            Event::Returned { seat } => {
                in_phase(&[Phase::Playing])?;
                let place = self.person_mut(seat)?;
                place.sitter = Sitter::Person;
                place.late = false;
                place.asked = place.asked.map(|_| at);
            }
            Event::Ended { points, abandoned } => {
                in_phase(&[Phase::Open, Phase::Seeding, Phase::Playing])?;
                self.phase = Phase::Over;
                self.points = points;
                self.abandoned = abandoned;
            }
            Event::Revealed { seed } => {
                in_phase(&[Phase::Over])?;
                self.draw.reveal(seed);
                self.derive_key();
            }
            Event::Rematched { table } => {
                in_phase(&[Phase::Over])?;
                self.next = Some(table);
                self.rematch_seed = private.seed;
            }
        }
        Ok(acted)
    }

    fn seat_mut(&mut self, seat: Seat) -> Result<&mut OnlineSeat, String> {
        let place = self.seats.get_mut(seat.index());
        place.ok_or_else(|| "there is no such seat".into())
    }

    fn person_mut(&mut self, seat: Seat) -> Result<&mut OnlineSeat, String> {
        let place = self.seat_mut(seat)?;
        if place.is_person() {
            Ok(place)
        } else {
            Err("no person sits there".into())
        }
    }

    /// Nobody sits there any more.
    fn empty(&mut self, seat: Seat) -> Result<(), String> {
        *self.seat_mut(seat)? = OnlineSeat::free();
        self.draw.forget(seat);
        self.pass_host_from(seat);
        Ok(())
    }

    /// If this was the host, the first person is now.
    fn pass_host_from(&mut self, seat: Seat) {
        if self.host == Some(seat) {
            let first = self.people().next();
            self.host = first;
        }
    }

    fn reopen(&mut self) {
        self.phase = Phase::Open;
    }

    fn set_chairs(&mut self, players: usize) -> Result<(), String> {
        let mut kept: Vec<Seat> = self.all_seats().collect();
        while kept.len() > players {
            let free = kept
                .iter()
                .rposition(|seat| self.seats[seat.index()].sitter == Sitter::Nobody);
            kept.remove(free.ok_or("too few seats are free")?);
        }
        self.rearrange(&kept);
        self.seats.resize(players, OnlineSeat::free());
        self.draw.resize(players);
        self.settings.players = players as u8;
        self.game = self.game.with_players(players)?;
        Ok(())
    }

    fn set_order(&mut self, seats: &[Seat]) -> Result<(), String> {
        let named: Seats = seats.iter().copied().collect();
        let all = self.all_seats().all(|seat| named.contains(seat));
        if !all || seats.len() != self.seats.len() {
            return Err("not every seat is named once".into());
        }
        self.rearrange(seats);
        Ok(())
    }

    /// Puts these seats first, second and so on. Whoever moves has to commit to a seed anew: the seat is in the hash.
    fn rearrange(&mut self, seats: &[Seat]) {
        let place_of = |old: Seat| seats.iter().position(|seat| *seat == old);
        self.host = self.host.and_then(place_of).map(|index| Seat(index as u8));
        self.seats = seats
            .iter()
            .map(|seat| self.seats[seat.index()].clone())
            .collect();
        self.draw.rearrange(seats);
    }

    /// Has everybody committed to a seed?
    pub(crate) fn all_committed(&self) -> bool {
        self.people().all(|seat| self.draw.commitment_of(seat).is_some())
    }

    /// Has this person still to commit, or to show a seed that can be shown?
    pub(crate) fn is_silent(&self, seat: Seat) -> bool {
        match self.draw.commitment_of(seat) {
            None => true,
            Some(_) => self.all_committed() && self.draw.seed_of(seat).is_none(),
        }
    }

    /// The game begins once everybody has shown their seed; on a day's challenge nobody has one.
    fn deal_if_ready(&mut self) {
        let ready =
            self.settings.daily.is_some() || self.people().all(|seat| self.draw.seed_of(seat).is_some());
        if self.phase != Phase::Seeding || !ready {
            return;
        }
        self.phase = Phase::Playing;
        self.play = Some(Play::new(&self.game));
        self.derive_key();
    }

    fn derive_key(&mut self) {
        let seeds = self.all_seats().filter_map(|seat| self.draw.seed_of(seat));
        let seeds: Vec<crate::Seed> = seeds.collect();
        self.key = self.draw.server_seed().map(|server| {
            let players = usize::from(self.settings.players);
            DiceKey::new(&self.scope(), &server, seeds, &self.settings.game, players)
        });
    }

    /// Counts the decisions of the seats that are asked anew.
    fn note_asked(&mut self, was: Seats, acted: Option<Seat>, at: Time) {
        let now = self.asked();
        for (seat, place) in (0..).map(Seat).zip(&mut self.seats) {
            if !now.contains(seat) {
                place.asked = None;
                place.late = false;
            } else if !was.contains(seat) || acted == Some(seat) {
                place.decision += 1;
                place.asked = Some(at);
                place.late = false;
            }
        }
    }

    /// The seats that are asked now: to choose, or to roll.
    pub fn asked(&self) -> Seats {
        match (self.phase, &self.play) {
            (Phase::Playing, Some(play)) if !play.falls_by_itself() => {
                let roller = play.roller();
                roller.map_or_else(|| play.choosers(), Seats::one)
            }
            _ => Seats::default(),
        }
    }

    /// What the dice belong to.
    pub fn scope(&self) -> Scope {
        match &self.settings.daily {
            Some(day) => Scope::Day(day.clone()),
            None => Scope::Table(self.id),
        }
    }

    /// The name of the table.
    pub fn id(&self) -> TableId {
        self.id
    }

    /// What was agreed.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The number of the last entry.
    pub fn seq(&self) -> Seq {
        self.seq
    }

    /// When the last entry was made.
    pub fn touched(&self) -> Time {
        self.touched
    }

    /// What the table is doing.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Was the game given up before its end?
    pub fn is_abandoned(&self) -> bool {
        self.abandoned
    }

    /// Who may change the table: whoever opened it, or else the first person.
    pub fn host(&self) -> Option<Seat> {
        self.host
    }

    /// The seats, the first one first.
    pub fn seats(&self) -> &[OnlineSeat] {
        &self.seats
    }

    /// A seat.
    pub fn seat(&self, seat: Seat) -> Option<&OnlineSeat> {
        self.seats.get(seat.index())
    }

    /// Every seat.
    pub fn all_seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.seats.len() as u8).map(Seat)
    }

    /// The seats that belong to people.
    pub fn people(&self) -> impl Iterator<Item = Seat> + '_ {
        self.all_seats()
            .filter(|seat| self.seats[seat.index()].is_person())
    }

    /// How often a seat was asked: what a command of it must carry.
    pub fn decision(&self, seat: Seat) -> u32 {
        self.seat(seat).map_or(0, |place| place.decision)
    }

    /// When the time of a seat is over; `None` if it is not asked or has all the time it wants.
    pub fn deadline(&self, seat: Seat) -> Option<Time> {
        let since = self.seat(seat)?.asked?;
        Some(since.plus(self.settings.pace.milliseconds()?))
    }

    /// The seeds and commitments.
    pub fn draw(&self) -> &Draw {
        &self.draw
    }

    /// The game in progress, or as it ended; `None` before it began.
    pub fn play(&self) -> Option<&Play> {
        self.play.as_ref()
    }

    /// The game.
    pub fn game(&self) -> &SharedGame {
        &self.game
    }

    /// The points of each seat: at the end, or if it ended now.
    pub fn points(&self) -> Vec<i32> {
        match (self.phase, &self.play) {
            (Phase::Over, _) => self.points.clone(),
            (_, Some(play)) => play.points(),
            (_, None) => Vec::new(),
        }
    }

    /// The table of which this is the rematch.
    pub fn parent(&self) -> Option<TableId> {
        self.parent
    }

    /// The table at which the same people play again.
    pub fn next_table(&self) -> Option<TableId> {
        self.next
    }

    /// The seed of a bot's choice now: the same on every node. `None` where the seeds are not known.
    pub fn bot_seed(&self, seat: Seat) -> Option<u64> {
        let key = self.key.as_ref()?;
        Some(key.bot_seed(seat, self.decision(seat)))
    }

    /// Which right a key gives here; `None` for a key that gives none. Without a key one may watch.
    /// Seats move ([`Event::Ordered`], [`Event::Chairs`]) and are freed: ask again for every command.
    pub fn role_of(&self, key: Option<&Key>) -> Option<Role> {
        let Some(key) = key else {
            return Some(Role::Watcher);
        };
        let fits = |hash: &Option<KeyHash>| hash.as_ref().is_some_and(|hash| hash.matches(key));
        // All are compared, so that the time taken tells nothing.
        let mut role = fits(&self.join).then_some(Role::Joiner);
        for (seat, place) in (0..).map(Seat).zip(&self.seats) {
            if fits(&place.key) {
                role = Some(Role::Seat(seat));
            }
        }
        role
    }
}

/// The version of a log that is newer than those known here.
fn newer_version(body: &str) -> Option<u32> {
    let value: serde_json::Value = serde_json::from_str(body).ok()?;
    let version = u32::try_from(value.get("opened")?.get("v")?.as_u64()?).ok()?;
    (version > LOG_VERSION).then_some(version)
}
