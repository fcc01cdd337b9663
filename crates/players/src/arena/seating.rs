//! Who sits where in the games of a deal.

/// The most entrants of a match.
pub const MOST_ENTRANTS: usize = 10;
/// The most seatings in which everybody meets everybody in all ways; beyond, the order of the entrants is only rotated.
pub const MOST_SEATINGS: usize = 24;

/// Which of all possible seatings are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// There is one seat: each entrant plays alone.
    Alone,
    /// All in which the entrants sit equally often, as far as the seats allow.
    All,
    /// The first entrant has one seat, each in turn, and the second all others.
    OneAgainst,
    /// There would be too many: the entrants keep their order and move on from seat to seat.
    Rotations,
}

/// The seatings of every deal: over all of them, every entrant has every seat equally often.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seatings {
    entrants: usize,
    order: Order,
    /// The entrant in each seat.
    all: Vec<Vec<usize>>,
}

/// Why the entrants cannot be seated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoSeating {
    /// Nobody takes part.
    Nobody,
    /// A table has fewer seats than there are entrants.
    TooFewSeats {
        /// How many take part.
        entrants: usize,
        /// How many can sit.
        seats: usize,
    },
    /// More than [`MOST_ENTRANTS`].
    TooMany {
        /// How many take part.
        entrants: usize,
    },
}

impl std::fmt::Display for NoSeating {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NoSeating::Nobody => write!(f, "nobody takes part"),
            NoSeating::TooFewSeats { entrants, seats } => {
                write!(f, "{entrants} bots cannot sit at a table for {seats}")
            }
            NoSeating::TooMany { entrants } => {
                write!(f, "{entrants} bots are too many: {MOST_ENTRANTS} at most")
            }
        }
    }
}

impl std::error::Error for NoSeating {}

impl Seatings {
    /// The seatings of so many entrants at a table with so many seats.
    ///
    /// ```
    /// use finaud_players::arena::Seatings;
    /// let seatings = Seatings::of(2, 3).unwrap();
    /// assert_eq!(seatings.len(), 6);
    /// assert_eq!(seatings.iter().next(), Some(&[0, 0, 1][..]));
    /// ```
    pub fn of(entrants: usize, seats: usize) -> Result<Seatings, NoSeating> {
        if entrants == 0 || seats == 0 {
            return Err(NoSeating::Nobody);
        }
        if entrants > MOST_ENTRANTS {
            return Err(NoSeating::TooMany { entrants });
        }
        let (order, all) = if seats == 1 {
            (Order::Alone, (0..entrants).map(|entrant| vec![entrant]).collect())
        } else if entrants > seats {
            return Err(NoSeating::TooFewSeats { entrants, seats });
        } else if let Some(all) = fillings(entrants, seats) {
            (Order::All, all)
        } else {
            (Order::Rotations, rotations(entrants, seats))
        };
        Ok(Seatings { entrants, order, all })
    }

    /// The seatings of one entrant against another who has all other seats.
    ///
    /// ```
    /// use finaud_players::arena::Seatings;
    /// let seatings = Seatings::one_against(3).unwrap();
    /// assert_eq!(seatings.iter().collect::<Vec<_>>(), [[0, 1, 1], [1, 0, 1], [1, 1, 0]]);
    /// ```
    pub fn one_against(seats: usize) -> Result<Seatings, NoSeating> {
        if seats < 2 {
            return Err(NoSeating::TooFewSeats { entrants: 2, seats });
        }
        let with_one_in = |place: usize| (0..seats).map(|seat| usize::from(seat != place)).collect();
        Ok(Seatings {
            entrants: 2,
            order: Order::OneAgainst,
            all: (0..seats).map(with_one_in).collect(),
        })
    }

    /// Which of all possible seatings these are.
    pub fn order(&self) -> Order {
        self.order
    }

    /// How many entrants there are.
    pub fn entrants(&self) -> usize {
        self.entrants
    }

    /// How many games a deal has.
    #[expect(clippy::len_without_is_empty, reason = "there is always a seating")]
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// The entrant in each seat, seating by seating.
    pub fn iter(&self) -> impl Iterator<Item = &[usize]> {
        self.all.iter().map(Vec::as_slice)
    }

    /// In how many games of a deal an entrant takes part.
    pub fn games_of(&self, entrant: usize) -> usize {
        self.iter().filter(|seating| seating.contains(&entrant)).count()
    }

    /// How many seats an entrant has in the games of a deal, all together.
    pub fn seats_of(&self, entrant: usize) -> usize {
        self.iter().map(|seating| times(seating, entrant)).sum()
    }

    /// How many seats an entrant has at most in one game.
    pub fn most_at_once(&self, entrant: usize) -> usize {
        let times = self.iter().map(|seating| times(seating, entrant));
        times.max().unwrap_or(0)
    }

    /// The share of the victories an entrant would have if all played alike: its share of the seats.
    pub fn fair_share(&self, entrant: usize) -> f64 {
        let seats: usize = self.all.iter().map(Vec::len).sum();
        self.seats_of(entrant) as f64 / seats as f64
    }
}

fn times(seating: &[usize], entrant: usize) -> usize {
    seating.iter().filter(|other| **other == entrant).count()
}

/// All seatings in which every entrant has as many seats as any other, or one more where the seats do not divide evenly.
/// `None` if they are more than [`MOST_SEATINGS`].
fn fillings(entrants: usize, seats: usize) -> Option<Vec<Vec<usize>>> {
    let mut search = Enumeration {
        seats,
        least: seats / entrants,
        extra: seats % entrants,
        taken: vec![0; entrants],
        seating: Vec::with_capacity(seats),
        found: Vec::new(),
    };
    search.go_on();
    (search.found.len() <= MOST_SEATINGS).then_some(search.found)
}

/// Seats one entrant after the other, in all ways.
struct Enumeration {
    seats: usize,
    /// Everybody has so many seats.
    least: usize,
    /// So many entrants have one seat more.
    extra: usize,
    taken: Vec<usize>,
    seating: Vec<usize>,
    found: Vec<Vec<usize>>,
}

impl Enumeration {
    fn go_on(&mut self) {
        // One too many is enough to know that there are too many.
        if self.found.len() > MOST_SEATINGS {
            return;
        }
        if self.seating.len() == self.seats {
            self.found.push(self.seating.clone());
            return;
        }
        for entrant in 0..self.taken.len() {
            let more = usize::from(self.taken[entrant] == self.least);
            if self.taken[entrant] > self.least || more > self.extra {
                continue;
            }
            self.extra -= more;
            self.taken[entrant] += 1;
            self.seating.push(entrant);
            self.go_on();
            self.seating.pop();
            self.taken[entrant] -= 1;
            self.extra += more;
        }
    }
}

/// The entrants in their order, over and over until all seats are taken, begun with each of them and moved on through all
/// seats.
fn rotations(entrants: usize, seats: usize) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = Vec::new();
    for first in 0..entrants {
        for by in 0..seats {
            let seating = (0..seats).map(|seat| (first + (seat + by) % seats) % entrants);
            let seating: Vec<usize> = seating.collect();
            if !all.contains(&seating) {
                all.push(seating);
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_has_every_seat_equally_often() {
        for seats in 2..=8 {
            for entrants in 1..=seats {
                let seatings = Seatings::of(entrants, seats).unwrap();
                assert!(seatings.len() <= MOST_SEATINGS.max(seats * entrants));
                for seat in 0..seats {
                    let times = |entrant| seatings.iter().filter(|seating| seating[seat] == entrant).count();
                    for entrant in 0..entrants {
                        assert_eq!(times(entrant), times(0), "{entrants} at {seats}: {seatings:?}");
                    }
                }
                for entrant in 0..entrants {
                    assert_eq!(seatings.fair_share(entrant), 1.0 / entrants as f64);
                }
            }
        }
    }

    #[test]
    fn no_seating_is_played_twice_and_nobody_is_left_out() {
        for seats in 2..=6 {
            for entrants in 1..=seats {
                let seatings = Seatings::of(entrants, seats).unwrap();
                let mut sorted: Vec<_> = seatings.iter().collect();
                sorted.sort();
                sorted.dedup();
                assert_eq!(sorted.len(), seatings.len());
                for seating in seatings.iter() {
                    assert_eq!(seating.len(), seats);
                    for entrant in 0..entrants {
                        let times = times(seating, entrant);
                        assert!((seats / entrants..=seats.div_ceil(entrants)).contains(&times));
                    }
                }
            }
        }
    }

    #[test]
    fn there_are_as_many_as_counted_by_hand() {
        for (entrants, seats, order, many) in [
            (1, 4, Order::All, 1),
            (2, 2, Order::All, 2),
            (2, 3, Order::All, 6),
            (3, 3, Order::All, 6),
            (2, 4, Order::All, 6),
            (4, 4, Order::All, 24),
            (2, 6, Order::All, 20),
            (3, 4, Order::Rotations, 12),
            (5, 5, Order::Rotations, 5),
            (3, 6, Order::Rotations, 3),
            (6, 6, Order::Rotations, 6),
            (3, 1, Order::Alone, 3),
        ] {
            let seatings = Seatings::of(entrants, seats).unwrap();
            assert_eq!(
                (seatings.order(), seatings.len()),
                (order, many),
                "{entrants} at {seats}"
            );
        }
    }

    #[test]
    fn one_against_all_others_has_every_seat_once() {
        for seats in 2..=6 {
            let seatings = Seatings::one_against(seats).unwrap();
            assert_eq!(seatings.len(), seats);
            assert_eq!(
                (seatings.most_at_once(0), seatings.most_at_once(1)),
                (1, seats - 1)
            );
            assert_eq!(seatings.fair_share(0), 1.0 / seats as f64);
            for seat in 0..seats {
                assert_eq!(seatings.iter().filter(|seating| seating[seat] == 0).count(), 1);
            }
        }
        assert!(Seatings::one_against(1).is_err());
    }

    #[test]
    fn those_who_cannot_sit_are_told() {
        assert_eq!(Seatings::of(0, 2), Err(NoSeating::Nobody));
        assert_eq!(Seatings::of(11, 1), Err(NoSeating::TooMany { entrants: 11 }));
        assert_eq!(
            Seatings::of(3, 2).unwrap_err().to_string(),
            "3 bots cannot sit at a table for 2"
        );
    }
}
