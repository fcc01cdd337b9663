//! Results in a few bars.

use super::Results;

/// Results from `low` to `high`, and how many there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bin {
    pub(super) low: i32,
    pub(super) high: i32,
    pub(super) count: u64,
}

/// The results in bars of one round width, at most so many or a few more.
pub(super) fn bins(results: &Results, most: i32) -> Vec<Bin> {
    let width = width((results.max - results.min) / most.max(1) + 1);
    let first = results.min.div_euclid(width);
    let last = results.max.div_euclid(width);
    let mut bins: Vec<Bin> = (first..=last)
        .map(|index| Bin {
            low: index * width,
            high: index * width + width - 1,
            count: 0,
        })
        .collect();
    for (result, times) in &results.counts {
        if let Some(bin) = bins.get_mut((result.div_euclid(width) - first) as usize) {
            bin.count += times;
        }
    }
    bins
}

/// 1, 2 or 5 times a power of ten, at least this.
fn width(least: i32) -> i32 {
    let mut scale = 1;
    loop {
        for step in [1, 2, 5] {
            if step * scale >= least {
                return step * scale;
            }
        }
        scale *= 10;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_result_has_its_bar() {
        let results = Results {
            mean: 0.0,
            standard_error: 0.0,
            sd: 0.0,
            min: -7,
            p10: 0,
            median: 0,
            p90: 0,
            max: 95,
            counts: vec![(-7, 1), (0, 2), (9, 3), (10, 4), (95, 5)],
        };
        let bins = bins(&results, 12);
        assert_eq!((bins[0].low, bins[0].high, bins[0].count), (-10, -1, 1));
        assert_eq!((bins[1].low, bins[1].count), (0, 5));
        assert_eq!(bins.iter().map(|bin| bin.count).sum::<u64>(), 15);
        assert_eq!(bins.last().unwrap().high, 99);
    }
}
