//! Statistics that grow with the range of the scores and not with the number of games.

/// How often each whole number came.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Histogram {
    /// The number the first count stands for.
    first: i32,
    counts: Vec<u64>,
    total: u64,
    sum: i128,
    squares: i128,
}

impl Histogram {
    /// Counts a number once more.
    #[inline]
    pub(crate) fn add(&mut self, number: i32) {
        self.add_many(number, 1);
    }

    fn add_many(&mut self, number: i32, times: u64) {
        if self.counts.is_empty() {
            self.first = number;
        }
        if number < self.first {
            let missing = self.first.abs_diff(number) as usize;
            self.counts.splice(0..0, std::iter::repeat_n(0, missing));
            self.first = number;
        }
        let index = number.abs_diff(self.first) as usize;
        if index >= self.counts.len() {
            self.counts.resize(index + 1, 0);
        }
        self.counts[index] += times;
        self.total += times;
        let (number, many) = (i128::from(number), i128::from(times));
        self.sum += number * many;
        self.squares += number * number * many;
    }

    /// Adds the counts of another histogram.
    pub(crate) fn merge(&mut self, other: &Histogram) {
        other
            .iter()
            .for_each(|(number, times)| self.add_many(number, times));
    }

    /// Every number that came, with how often it came, lowest first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (i32, u64)> {
        let numbers = self
            .counts
            .iter()
            .enumerate()
            .map(|(index, times)| (self.first + index as i32, *times));
        numbers.filter(|(_, times)| *times > 0)
    }

    /// How many numbers were counted.
    pub(crate) fn total(&self) -> u64 {
        self.total
    }

    /// The mean; 0 of nothing.
    pub(crate) fn mean(&self) -> f64 {
        ratio(self.sum, self.total)
    }

    /// The standard deviation of the sample; 0 for less than two numbers.
    pub(crate) fn deviation(&self) -> f64 {
        if self.total < 2 {
            return 0.0;
        }
        // Whole numbers as far as possible: neither the order of the games nor their number costs precision.
        let many = i128::from(self.total);
        let spread = self.squares * many - self.sum * self.sum;
        (spread as f64 / many as f64 / (many - 1) as f64).sqrt()
    }

    /// The lowest number.
    pub(crate) fn min(&self) -> i32 {
        self.iter().next().map_or(0, |(number, _)| number)
    }

    /// The highest number.
    pub(crate) fn max(&self) -> i32 {
        self.iter().last().map_or(0, |(number, _)| number)
    }

    /// The least number that at least `percent` of all numbers do not exceed.
    pub(crate) fn percentile(&self, percent: u32) -> i32 {
        let rank = (u128::from(self.total) * u128::from(percent))
            .div_ceil(100)
            .max(1);
        let mut seen = 0;
        for (number, times) in self.iter() {
            seen += u128::from(times);
            if seen >= rank {
                return number;
            }
        }
        self.max()
    }
}

/// `sum` over `many`; 0 of nothing.
pub(crate) fn ratio(sum: i128, many: u64) -> f64 {
    if many == 0 { 0.0 } else { sum as f64 / many as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(numbers: &[i32]) -> Histogram {
        let mut histogram = Histogram::default();
        numbers.iter().for_each(|number| histogram.add(*number));
        histogram
    }

    #[test]
    fn a_sample_is_described() {
        let histogram = of(&[5, -3, 5, 8, 10]);
        assert_eq!((histogram.total(), histogram.min(), histogram.max()), (5, -3, 10));
        assert_eq!(histogram.mean(), 5.0);
        assert!((histogram.deviation() - 24.5f64.sqrt()).abs() < 1e-12);
        assert_eq!(histogram.percentile(10), -3);
        assert_eq!(histogram.percentile(50), 5);
        assert_eq!(histogram.percentile(90), 10);
    }

    #[test]
    fn parts_add_up_in_any_order() {
        let mut joined = of(&[3, 1]);
        joined.merge(&of(&[-7, 9, 3]));
        let mut other = of(&[9, 3, -7]);
        other.merge(&of(&[1, 3]));
        let list = |histogram: &Histogram| histogram.iter().collect::<Vec<_>>();
        assert_eq!(list(&joined), list(&of(&[3, 1, -7, 9, 3])));
        assert_eq!(list(&joined), list(&other));
        assert_eq!(joined.mean(), other.mean());
        assert_eq!(joined.deviation(), other.deviation());
    }

    #[test]
    fn nothing_has_no_spread() {
        let nothing = Histogram::default();
        assert_eq!(
            (nothing.mean(), nothing.deviation(), nothing.percentile(50)),
            (0.0, 0.0, 0)
        );
        assert_eq!(of(&[4]).deviation(), 0.0);
    }
}
