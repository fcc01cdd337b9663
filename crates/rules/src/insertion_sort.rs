//! Sorting a few things.

use std::cmp::Ordering;

/// Sorts, keeping equals in their order. By insertion: our lists are short or nearly in order, and the general sort would
/// be compiled anew for each kind of thing, a tenth of the whole app.
pub fn insertion_sort<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    for last in 1..items.len() {
        let place = items[..last].partition_point(|known| compare(known, &items[last]) != Ordering::Greater);
        items[place..=last].rotate_right(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_sorts_as_the_general_sort_does() {
        let mut bits = 7u64;
        for length in 0..60 {
            let mut items: Vec<(u64, usize)> = (0..length)
                .map(|index| {
                    bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    (bits >> 60, index)
                })
                .collect();
            let mut sorted = items.clone();
            sorted.sort_by_key(|(key, _)| *key);
            insertion_sort(&mut items, |one, other| one.0.cmp(&other.0));
            assert_eq!(items, sorted);
        }
    }
}
