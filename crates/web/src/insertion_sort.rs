//! Sorting a few things.

use std::cmp::Ordering;

/// Sorts, keeping equals in their order. By insertion: lists of the app are short or nearly in order, and the general
/// sort would be compiled anew for each kind of thing, some kilobytes to download every time.
pub fn insertion_sort<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    for last in 1..items.len() {
        let mut place = last;
        while place > 0 && compare(&items[place - 1], &items[place]) == Ordering::Greater {
            items.swap(place - 1, place);
            place -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use finaud_record::SplitMix64;

    #[test]
    fn it_sorts_as_the_general_sort_does() {
        let mut random = SplitMix64::new(7);
        for length in 0..60 {
            let mut items: Vec<(u64, usize)> = (0..length).map(|index| (random.below(9), index)).collect();
            let mut sorted = items.clone();
            sorted.sort_by_key(|(key, _)| *key);
            insertion_sort(&mut items, |one, other| one.0.cmp(&other.0));
            assert_eq!(items, sorted);
        }
    }
}
