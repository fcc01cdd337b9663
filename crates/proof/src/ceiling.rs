//! What nobody can exceed, even with dice chosen freely.
//!
//! The end of a game is a set of marks in each zone. Every mark comes from a die or from a bonus: with so many picks, extra
//! dice and bonuses, there can be so many marks and no more. The ceiling is the most points of all ends for which there are
//! marks enough. What is left out only makes it higher: the order in which bonuses come, the numbers of the dice, which die fits
//! which zone. docs/proof.md has the derivation.
//!
//! - A *walk* through a zone finds every set of cells that can be marked, the most points on it, and what it gives.
//! - An *end* takes one set in each zone. The marks that dice do not pay for must be paid for by bonuses of the zone. A bonus
//!   that writes a lower number than the best costs at least the least that it ever costs in this zone.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use finaud_rules::zone::{EntryContext, Ink, Mark, Source};
use finaud_rules::{
    Award, DiceGame, GiftChoice, Give, Phase, Position, Power, ROLLS, Score, Seat, SoloGame, Stage, Values,
    ZONES,
};

use crate::fingerprint::fingerprint;

/// A sheet for which no ceiling is derived.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoCeiling {
    /// A zone takes numbers in a way that the derivation does not cover.
    Zone(usize),
    /// Actions other than rolling again and extra dice.
    Actions,
    /// Bonuses that circle boxes of the player's choice, or rows that give something at their end.
    Boxes,
}

impl std::fmt::Display for NoCeiling {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("no ceiling is derived for this sheet: ")?;
        match self {
            NoCeiling::Zone(zone) => write!(f, "zone {} takes other dice along", zone + 1),
            NoCeiling::Actions => f.write_str("it has actions beside rolling again and extra dice"),
            NoCeiling::Boxes => f.write_str("boxes can be circled in other ways"),
        }
    }
}

impl std::error::Error for NoCeiling {}

/// So many ends are looked through quickly.
const QUICK: usize = 100_000;
/// The most kinds of gift a sheet has.
const GIFTS: usize = 16;

/// What a set of marks gives.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
struct Given {
    gifts: [u8; GIFTS],
    extras: u8,
    foxes: u8,
}

impl Given {
    fn add(&mut self, award: Award) {
        match award {
            Award::Fox => self.foxes += 1,
            Award::Gift(gift) => self.gifts[usize::from(gift) % GIFTS] += 1,
            Award::Circle(Power::Extra) => self.extras += 1,
            Award::Circle(_) => {}
        }
    }

    fn plus(&self, other: &Given) -> Given {
        Given {
            gifts: std::array::from_fn(|gift| self.gifts[gift] + other.gifts[gift]),
            extras: self.extras + other.extras,
            foxes: self.foxes + other.foxes,
        }
    }
}

/// One way to go on in a zone: so many marks more, so many points in the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Reached {
    marks: u8,
    points: i16,
    given: Given,
}

/// Everything that can be reached in a zone, and what lower numbers cost there at least.
#[derive(Clone, Debug)]
struct Walk {
    reached: Vec<Reached>,
    /// By how many points writing this number is worse than the best, at least; by number.
    deficit: [i16; 8],
}

/// The best end that the ceiling allows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct End {
    /// Its points: the ceiling.
    pub points: i16,
    /// The points of each zone.
    pub zones: [i16; ZONES],
    /// The marks in each zone, from the position on.
    pub marks: [u8; ZONES],
    /// Its foxes.
    pub foxes: u8,
    /// The picks there are, and the extra dice.
    pub dice: (u8, u8),
    /// How many of the marks bonuses pay for.
    pub gifts: u8,
}

/// Finds ceilings on a sheet, for somebody who plays alone.
#[derive(Debug)]
pub struct Ceiling<'a> {
    game: &'a SoloGame,
    walks: HashMap<(usize, u128), Rc<Walk>>,
}

impl<'a> Ceiling<'a> {
    /// Ceilings for this game, if they are derived for such a sheet.
    pub fn new(game: &'a SoloGame) -> Result<Ceiling<'a>, NoCeiling> {
        let sheet = game.sheet();
        for (index, zone) in sheet.zones.iter().enumerate() {
            let plain = matches!(zone.source, Source::Face | Source::WithWhite);
            if !plain || zone.counts_other_dice() {
                return Err(NoCeiling::Zone(index));
            }
        }
        let others = [Power::Joker, Power::Polish, Power::TakeBack];
        if others.iter().any(|power| sheet.power(*power).boxes > 0) {
            return Err(NoCeiling::Actions);
        }
        let chosen = |gift: &finaud_rules::Gift| matches!(gift.choice, GiftChoice::Circle(_));
        let ends = Power::ALL.iter().any(|power| sheet.power(*power).end.is_some());
        if sheet.gifts.len() > GIFTS || sheet.gifts.iter().any(chosen) || ends {
            return Err(NoCeiling::Boxes);
        }
        Ok(Ceiling {
            game,
            walks: HashMap::new(),
        })
    }

    /// The most points that can be reached from a position, with dice chosen freely from now on.
    pub fn of(&mut self, position: &Position<1>) -> End {
        let walks = self.walks_from(position);
        let picks = picks_left(self.game, position);
        self.best_end(&walks, self.had(position), picks)
    }

    /// The same where it is found quickly: late in a game, when few ends are left.
    pub fn quick(&mut self, position: &Position<1>) -> Option<i32> {
        let walks = self.walks_from(position);
        let ends: usize = walks.iter().map(|walk| walk.reached.len()).product();
        (ends <= QUICK).then(|| {
            let picks = picks_left(self.game, position);
            i32::from(self.best_end(&walks, self.had(position), picks).points)
        })
    }

    fn walks_from(&mut self, position: &Position<1>) -> [Rc<Walk>; ZONES] {
        let player = position.player(Seat(0));
        std::array::from_fn(|zone| self.walk(zone, player.ink(zone)))
    }

    /// What there is already, and what rounds to come give.
    fn had(&self, position: &Position<1>) -> Given {
        let player = position.player(Seat(0));
        let mut had = Given {
            extras: player.boxes(Power::Extra).left(),
            foxes: player.foxes(),
            ..Given::default()
        };
        for gift in player.pending().kinds() {
            had.gifts[usize::from(gift) % GIFTS] += player.pending().count(gift);
        }
        let later = usize::from(position.round())..usize::from(self.game.rounds());
        for award in later.filter_map(|round| self.game.sheet().round_awards.get(round).copied().flatten()) {
            had.add(award);
        }
        had
    }

    fn best_end(&self, walks: &[Rc<Walk>; ZONES], had: Given, picks: u8) -> End {
        let mut best = End {
            points: i16::MIN,
            zones: [0; ZONES],
            marks: [0; ZONES],
            foxes: 0,
            dice: (picks, 0),
            gifts: 0,
        };
        // How many points the zones from each on can add at most, and how many foxes: to leave hopeless ends early.
        let most = |walk: &Walk| {
            walk.reached
                .iter()
                .map(|reached| reached.points)
                .max()
                .unwrap_or(0)
        };
        let foxes = |walk: &Walk| {
            walk.reached
                .iter()
                .map(|reached| reached.given.foxes)
                .max()
                .unwrap_or(0)
        };
        let mut rest = [(0i16, 0u8); ZONES + 1];
        for zone in (0..ZONES).rev() {
            rest[zone] = (
                rest[zone + 1].0 + most(&walks[zone]),
                rest[zone + 1].1 + foxes(&walks[zone]),
            );
        }
        let mut chosen = [Reached {
            marks: 0,
            points: 0,
            given: Given::default(),
        }; ZONES];
        self.choose(walks, &rest, &had, picks, 0, &mut chosen, &mut best);
        best
    }

    #[expect(clippy::too_many_arguments, reason = "one step of a plain enumeration")]
    fn choose(
        &self,
        walks: &[Rc<Walk>; ZONES],
        rest: &[(i16, u8); ZONES + 1],
        had: &Given,
        picks: u8,
        zone: usize,
        chosen: &mut [Reached; ZONES],
        best: &mut End,
    ) {
        let sheet = self.game.sheet();
        let so_far: i16 = chosen[..zone].iter().map(|reached| reached.points).sum();
        let foxes = chosen[..zone]
            .iter()
            .fold(had.foxes, |sum, reached| sum + reached.given.foxes);
        let lowest = chosen[..zone].iter().map(|reached| reached.points).min();
        // Foxes are worth the lowest zone at most: with no zone chosen yet, whatever zones can be worth.
        let lowest = lowest.unwrap_or_else(|| rest[0].0);
        let hope = so_far + rest[zone].0 + i16::from(foxes + rest[zone].1) * lowest.max(0);
        if hope <= best.points {
            return;
        }
        if zone == ZONES {
            let zones: [i16; ZONES] = std::array::from_fn(|zone| chosen[zone].points);
            let given = chosen.iter().fold(*had, |sum, reached| sum.plus(&reached.given));
            let foxes = given.foxes.min(sheet.fox_count() as u8);
            let points = Score::from_zones(sheet, zones, foxes).total;
            if points <= best.points {
                return;
            }
            if let Some((cost, gifts)) = self.paid(walks, chosen, &given, picks)
                && points - cost > best.points
            {
                *best = End {
                    points: points - cost,
                    zones,
                    marks: std::array::from_fn(|zone| chosen[zone].marks),
                    foxes,
                    dice: (picks, given.extras),
                    gifts,
                };
            }
            return;
        }
        for reached in &walks[zone].reached {
            chosen[zone] = *reached;
            self.choose(walks, rest, had, picks, zone + 1, chosen, best);
        }
    }

    /// What it costs at least to pay for all these marks, and how many bonuses it takes; `None` if it cannot be done.
    fn paid(
        &self,
        walks: &[Rc<Walk>; ZONES],
        chosen: &[Reached; ZONES],
        given: &Given,
        picks: u8,
    ) -> Option<(i16, u8)> {
        let marks: u32 = chosen.iter().map(|reached| u32::from(reached.marks)).sum();
        let extras = given.extras.min(self.game.sheet().power(Power::Extra).boxes);
        let short = marks.saturating_sub(u32::from(picks) + u32::from(extras)) as usize;
        if short == 0 {
            return Some((0, 0));
        }
        let mut costs = Vec::with_capacity(32);
        let mut of_any = 0;
        for (zone, walk) in walks.iter().enumerate() {
            let mut own = Vec::new();
            for (gift, count) in given.gifts.iter().enumerate().filter(|(_, count)| **count > 0) {
                let GiftChoice::Mark(targets) = &self.game.sheet().gifts[gift].choice else {
                    continue;
                };
                if let [(target, give)] = &targets[..] {
                    if usize::from(*target) == zone {
                        let cost = match give {
                            Give::Number(face) => walk.deficit[usize::from(face.pips())],
                            Give::Cross | Give::Free => 0,
                        };
                        own.extend(std::iter::repeat_n(cost, usize::from(*count)));
                    }
                } else if zone == 0 {
                    of_any += usize::from(*count);
                }
            }
            own.sort_unstable();
            own.truncate(usize::from(chosen[zone].marks));
            costs.extend(own);
        }
        // A bonus for one of several zones is taken to fit wherever it is needed, and to write the best number.
        costs.extend(std::iter::repeat_n(0, of_any));
        costs.sort_unstable();
        (costs.len() >= short).then(|| (costs[..short].iter().sum(), short as u8))
    }

    /// What can be reached in a zone from here.
    fn walk(&mut self, zone: usize, ink: &Ink) -> Rc<Walk> {
        let key = (zone, fingerprint(ink));
        let known = self.walks.entry(key);
        Rc::clone(known.or_insert_with(|| Rc::new(walk(self.game, zone, ink))))
    }
}

/// Picks from a position to the end of the game.
fn picks_left(game: &SoloGame, position: &Position<1>) -> u8 {
    let rounds = game.rounds() - position.round();
    let now = match (position.active().is_some(), position.phase()) {
        (_, Phase::Over) => return 0,
        (true, Phase::RoundStart | Phase::BeforeRoll | Phase::Rolling | Phase::Rolled) => {
            ROLLS + 1 - position.roll() + 1
        }
        (true, Phase::Entered) => ROLLS - position.roll() + 1,
        // The passive turn is still to come.
        (true, _) => 1,
        (false, Phase::Window) => u8::from(position.player(Seat(0)).stage() == Stage::Pick),
        (false, _) => 1,
    };
    now + rounds * (ROLLS + 1)
}

/// The numbers that dice can show for a zone.
fn numbers(source: Source) -> Values {
    match source {
        Source::WithWhite => Values::SUMS,
        Source::Face | Source::WithPlatter | Source::BesideWhite => Values::FACES,
    }
}

/// Walks through a zone, mark by mark. Inks with the same cells and the same marks to come differ in points alone, so the
/// best of them stands for all.
fn walk<const SEATS: usize>(game: &DiceGame<SEATS>, zone: usize, from: &Ink) -> Walk {
    let rules = &game.sheet().zones[zone];
    let marks_of = |ink: &Ink| {
        let mut marks = Vec::new();
        rules.marks(ink, numbers(rules.source), EntryContext::BONUS, |mark| {
            marks.push(mark);
        });
        marks
    };
    let mut level: HashMap<(u32, Vec<Mark>, Given), Ink> = HashMap::new();
    level.insert((from.filled(), marks_of(from), Given::default()), *from);
    let mut best: BTreeMap<(u8, Given), i16> = BTreeMap::new();
    let mut deficit = [i16::MAX; 8];
    for count in 0.. {
        let mut next: HashMap<(u32, Vec<Mark>, Given), Ink> = HashMap::new();
        for ((_, marks, given), ink) in &level {
            let points = rules.score(ink);
            best.entry((count, *given))
                .and_modify(|most| *most = points.max(*most))
                .or_insert(points);
            // The best that a mark on the same cells comes to here, and what each number comes to.
            let mut top: HashMap<u32, i16> = HashMap::new();
            let mut numbered: Vec<(u8, u32, i16)> = Vec::new();
            for mark in marks {
                let (after, awards) = game.written(zone, ink, *mark);
                let mut sum = *given;
                awards.into_iter().for_each(|award| sum.add(award));
                let points = rules.score(&after);
                let most = top.entry(after.filled()).or_insert(points);
                *most = points.max(*most);
                for number in 1..=6 {
                    if rules.allows(ink, Values::one(number), EntryContext::BONUS, *mark) {
                        numbered.push((number, after.filled(), points));
                    }
                }
                let key = (after.filled(), marks_of(&after), sum);
                let kept = next.entry(key).or_insert(after);
                if rules.score(kept) < points {
                    *kept = after;
                }
            }
            for (number, filled, points) in numbered {
                let behind = top[&filled] - points;
                let least = &mut deficit[usize::from(number)];
                *least = behind.min(*least);
            }
        }
        if next.is_empty() {
            break;
        }
        level = next;
    }
    let reached = best
        .into_iter()
        .map(|((marks, given), points)| Reached { marks, points, given })
        .collect();
    Walk {
        reached,
        deficit: deficit.map(|least| if least == i16::MAX { 0 } else { least }),
    }
}
