//! Means and spreads of numbers that are not whole.

/// The mean and the spread of numbers, added one after the other (Welford's method).
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Moments {
    many: u64,
    mean: f64,
    squares: f64,
}

impl Moments {
    /// Adds a number.
    pub fn add(&mut self, number: f64) {
        self.many += 1;
        let off = number - self.mean;
        self.mean += off / self.many as f64;
        self.squares += off * (number - self.mean);
    }

    /// Adds the numbers of others.
    pub fn merge(&mut self, other: &Moments) {
        if other.many == 0 {
            return;
        }
        let (one, two) = (self.many as f64, other.many as f64);
        let off = other.mean - self.mean;
        self.many += other.many;
        self.mean += off * two / (one + two);
        self.squares += other.squares + off * off * one * two / (one + two);
    }

    /// How many there are.
    pub fn many(&self) -> u64 {
        self.many
    }

    /// Their mean; 0 of nothing.
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// Their standard deviation; 0 for less than two.
    pub fn deviation(&self) -> f64 {
        match self.many {
            0 | 1 => 0.0,
            many => (self.squares / (many - 1) as f64).sqrt(),
        }
    }

    /// How far the mean may be off: half of a 95 % confidence interval.
    pub fn margin(&self) -> f64 {
        match self.many {
            0 | 1 => f64::INFINITY,
            many => 1.96 * self.deviation() / (many as f64).sqrt(),
        }
    }
}

impl FromIterator<f64> for Moments {
    fn from_iter<I: IntoIterator<Item = f64>>(numbers: I) -> Moments {
        let mut moments = Moments::default();
        numbers.into_iter().for_each(|number| moments.add(number));
        moments
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_add_up_to_the_whole() {
        let numbers = [2.0, 4.0, 6.0, 8.0, 10.0];
        let whole: Moments = numbers.into_iter().collect();
        assert_eq!(whole.mean(), 6.0);
        assert!((whole.deviation() - 10f64.sqrt()).abs() < 1e-12);
        let mut joined: Moments = numbers[..2].iter().copied().collect();
        joined.merge(&numbers[2..].iter().copied().collect());
        joined.merge(&Moments::default());
        assert_eq!(joined.many(), 5);
        assert!((joined.mean() - whole.mean()).abs() < 1e-12);
        assert!((joined.deviation() - whole.deviation()).abs() < 1e-12);
    }
}
