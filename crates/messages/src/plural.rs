//! Which plural form a number takes, by the rules of the Unicode CLDR, which languages write into their files.
//!
//! A rule is a condition on a number: `i = 1 and v = 0`, `n % 10 = 2..4 and n % 100 != 12..14`. Its operands are `n`, the
//! absolute value; `i`, its whole part; `v`, how many decimals are shown; `f`, these decimals as a number.

/// A number as it is shown.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Shown {
    whole: u64,
    decimals: u32,
    fraction: u64,
}

impl Shown {
    /// A whole number.
    pub(crate) fn whole(number: i64) -> Shown {
        Shown {
            whole: number.unsigned_abs(),
            decimals: 0,
            fraction: 0,
        }
    }

    /// A number with one decimal.
    pub(crate) fn one_decimal(number: f64) -> Shown {
        let tenths = (number.abs() * 10.0).round() as u64;
        Shown {
            whole: tenths / 10,
            decimals: 1,
            fraction: tenths % 10,
        }
    }

    /// The value of an operand; `None` for `n` where it is no whole number.
    fn operand(self, name: &str) -> Option<u64> {
        match name {
            "n" => (self.fraction == 0).then_some(self.whole),
            "i" => Some(self.whole),
            "v" => Some(self.decimals.into()),
            "f" | "t" => Some(self.fraction),
            // Numbers are never shown with an exponent.
            "e" | "c" => Some(0),
            _ => None,
        }
    }
}

/// Does the rule hold for a number? A rule that cannot be read holds for none.
pub(crate) fn holds(rule: &str, number: Shown) -> bool {
    rule.split(" or ").any(|part| {
        let mut relations = part.split(" and ");
        relations.all(|relation| relation_holds(relation, number).unwrap_or(false))
    })
}

/// Can the rule be read?
pub(crate) fn is_valid(rule: &str) -> bool {
    let mut relations = rule.split(" or ").flat_map(|part| part.split(" and "));
    relations.all(|relation| relation_holds(relation, Shown::whole(0)).is_some())
}

fn relation_holds(relation: &str, number: Shown) -> Option<bool> {
    let (left, wanted, right) = match relation.split_once("!=") {
        Some((left, right)) => (left, false, right),
        None => relation
            .split_once('=')
            .map(|(left, right)| (left, true, right))?,
    };
    let (operand, modulus) = match left.split_once('%') {
        Some((operand, modulus)) => (operand.trim(), Some(modulus.trim().parse::<u64>().ok()?)),
        None => (left.trim(), None),
    };
    if !["n", "i", "v", "f", "t", "e", "c"].contains(&operand) {
        return None;
    }
    let mut ranges = Vec::new();
    for range in right.split(',') {
        let (low, high) = range.split_once("..").unwrap_or((range, range));
        ranges.push(low.trim().parse::<u64>().ok()?..=high.trim().parse::<u64>().ok()?);
    }
    let Some(value) = number.operand(operand) else {
        return Some(!wanted);
    };
    let value = modulus.map_or(value, |modulus| value.checked_rem(modulus).unwrap_or(value));
    Some(ranges.iter().any(|range| range.contains(&value)) == wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn french_begins_the_plural_at_two_and_english_beside_one() {
        let (french, english) = ("i = 0,1", "i = 1 and v = 0");
        let one = |rule: &str| [0, 1, 2, -1, 21].map(|number| holds(rule, Shown::whole(number)));
        assert_eq!(one(french), [true, true, false, true, false]);
        assert_eq!(one(english), [false, true, false, true, false]);
        assert!(holds(french, Shown::one_decimal(1.5)));
        assert!(!holds(english, Shown::one_decimal(1.0)));
    }

    #[test]
    fn slavic_plurals_can_be_told() {
        let few = "v = 0 and i % 10 = 2..4 and i % 100 != 12..14";
        let found: Vec<i64> = (0..30)
            .filter(|number| holds(few, Shown::whole(*number)))
            .collect();
        assert_eq!(found, [2, 3, 4, 22, 23, 24]);
        let many =
            "v = 0 and i != 1 and i % 10 = 0..1 or v = 0 and i % 10 = 5..9 or v = 0 and i % 100 = 12..14";
        assert!(
            holds(many, Shown::whole(0)) && holds(many, Shown::whole(112)) && !holds(many, Shown::whole(1))
        );
    }

    #[test]
    fn nonsense_holds_for_nothing() {
        for rule in [
            "",
            "n",
            "x = 1",
            "n = one",
            "n % 0 = 1",
            "i = 1 und v = 0",
            "n = 99999999999999999999",
        ] {
            assert!(!holds(rule, Shown::whole(7)), "{rule}");
        }
        assert!(!is_valid("n = one") && is_valid("i = 1 and v = 0"));
    }
}
