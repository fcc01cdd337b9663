//! Means and how far they may be off.

/// Sums over whole numbers. Exact, so that neither the order of the games nor their number costs precision.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sample {
    many: u64,
    sum: i128,
    squares: i128,
}

/// A mean with its 95 % confidence interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The mean; 0 of nothing.
    pub mean: f64,
    /// The interval reaches so far to both sides; `None` where a single observation says nothing about it.
    ///
    /// It takes the observations to be about normal: where all of them are equal it is 0, however few they are.
    pub margin: Option<f64>,
}

impl Estimate {
    /// The ends of the interval.
    pub fn interval(&self) -> Option<[f64; 2]> {
        self.margin.map(|margin| [self.mean - margin, self.mean + margin])
    }
}

impl Sample {
    /// Counts a number.
    pub fn add(&mut self, number: i64) {
        let number = i128::from(number);
        self.many += 1;
        self.sum += number;
        self.squares += number * number;
    }

    /// Adds the numbers of another sample.
    pub fn merge(&mut self, other: &Sample) {
        self.many += other.many;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// How many numbers were counted.
    pub fn many(&self) -> u64 {
        self.many
    }

    /// All numbers together.
    pub fn sum(&self) -> i128 {
        self.sum
    }

    /// The standard deviation; `None` for less than two numbers.
    pub fn deviation(&self) -> Option<f64> {
        if self.many < 2 {
            return None;
        }
        let many = i128::from(self.many);
        let exact = self
            .squares
            .checked_mul(many)
            .zip(self.sum.checked_mul(self.sum))
            .map(|(squares, square)| (squares - square) as f64);
        // Only a sheet with absurd points gets here.
        let rounded = || self.squares as f64 * many as f64 - self.sum as f64 * self.sum as f64;
        let spread = exact.unwrap_or_else(rounded).max(0.0);
        Some((spread / many as f64 / (many - 1) as f64).sqrt())
    }

    /// The mean of independent observations, counted in parts of which `unit` make one, and its 95 % confidence interval.
    pub fn estimate(&self, unit: i64) -> Estimate {
        if self.many == 0 {
            return Estimate {
                mean: 0.0,
                margin: None,
            };
        }
        let margin = self
            .deviation()
            .map(|deviation| student(self.many - 1) * deviation / (self.many as f64).sqrt() / unit as f64);
        Estimate {
            mean: self.sum as f64 / (i128::from(self.many) * i128::from(unit)) as f64,
            margin,
        }
    }
}

/// Student's t: 95 % of the distribution with so many degrees of freedom lie this far from 0 or nearer.
fn student(freedom: u64) -> f64 {
    const FEW: [f64; 30] = [
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, //
        2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, //
        2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
    ];
    // The first terms of the Cornish–Fisher expansion around the normal distribution: good to three decimals from here.
    let many = || 1.95996 + 2.37227 / freedom as f64 + 2.82249 / (freedom as f64).powi(2);
    match freedom {
        0 => f64::INFINITY,
        insertion_sort @ 1..=30 => FEW[insertion_sort as usize - 1],
        _ => many(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(numbers: &[i64]) -> Sample {
        let mut sample = Sample::default();
        numbers.iter().for_each(|number| sample.add(*number));
        sample
    }

    #[test]
    fn the_interval_is_the_one_computed_by_hand() {
        // Mean 6; squares of the distances 16 + 4 + 0 + 4 + 16 = 40, over 4: variance 10.
        // Standard error √(10 / 5) = √2; t with 4 degrees of freedom 2.776; margin 2.776 · 1.41421 = 3.92585.
        let sample = of(&[2, 4, 6, 8, 10]);
        assert!((sample.deviation().unwrap() - 10f64.sqrt()).abs() < 1e-12);
        let estimate = sample.estimate(1);
        assert_eq!(estimate.mean, 6.0);
        assert!((estimate.margin.unwrap() - 3.92585).abs() < 1e-5);
        let [low, high] = estimate.interval().unwrap();
        assert!((low - 2.07415).abs() < 1e-5 && (high - 9.92585).abs() < 1e-5);
    }

    #[test]
    fn parts_are_put_together() {
        // The same numbers in halves.
        let estimate = of(&[2, 4, 6, 8, 10]).estimate(2);
        assert_eq!(estimate.mean, 3.0);
        assert!((estimate.margin.unwrap() - 1.96293).abs() < 1e-5);
    }

    #[test]
    fn one_observation_has_no_interval() {
        assert_eq!(
            of(&[7]).estimate(1),
            Estimate {
                mean: 7.0,
                margin: None
            }
        );
        assert_eq!(of(&[]).estimate(1).mean, 0.0);
        assert_eq!(of(&[7, 7]).estimate(1).margin, Some(0.0));
    }

    #[test]
    fn samples_add_up() {
        let mut joined = of(&[2, 10]);
        joined.merge(&of(&[8, 4, 6]));
        assert_eq!(joined, of(&[2, 4, 6, 8, 10]));
    }

    #[test]
    fn absurd_numbers_do_not_overflow() {
        let mut sample = Sample::default();
        for _ in 0..1000 {
            sample.add(10_000_000_000_000_000);
            sample.add(-10_000_000_000_000_000);
        }
        assert!(sample.deviation().unwrap() >= 1e16);
    }

    #[test]
    fn few_and_many_degrees_of_freedom_fit_together() {
        // From printed tables.
        for (freedom, t) in [(1, 12.706), (30, 2.042), (31, 2.040), (60, 2.000), (120, 1.980)] {
            assert!((student(freedom) - t).abs() < 6e-4, "{freedom}");
        }
        assert!((student(1_000_000) - 1.96).abs() < 1e-4);
    }
}
