//! A share of a finite set, drawn without repetition.
//!
//! The rate is kept as the decimal fraction that was written: a tenth of ten values is one, which it would not be if 0.1
//! were rounded to a binary fraction first.

use super::sample::below;
use dashu_int::UBig;
use rand::Rng;
use rustc_hash::FxHashSet;

/// A share, more than none and at most all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    numerator: u64,
    denominator: u64,
}

impl Rate {
    /// Reads a decimal fraction: `0.1`, `.25`, `1`.
    pub fn parse(text: &str) -> Result<Rate, String> {
        let wrong = || "a rate is a number above 0 and up to 1, such as 0.1".to_owned();
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let digits = format!("{whole}{fraction}");
        // More digits than this could not be told apart by any run, and do not fit.
        if digits.is_empty() || fraction.len() > 18 || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
            return Err(wrong());
        }
        let denominator = 10u64.pow(fraction.len() as u32);
        let numerator = digits.parse().map_err(|_| wrong())?;
        if numerator == 0 || numerator > denominator {
            return Err(wrong());
        }
        Ok(Rate { numerator, denominator })
    }

    /// How many of so many that is, rounded up.
    pub fn of(self, total: &UBig) -> UBig {
        (total * self.numerator + (self.denominator - 1)) / self.denominator
    }

    /// The places of that many of the values of a set with this total, in order; each such choice of places is as likely
    /// as any other. `None` if they would be more than `most`: they are kept in memory.
    pub fn draw(self, total: &UBig, most: usize, rng: &mut impl Rng) -> Option<Vec<UBig>> {
        let wanted = self.of(total);
        if wanted > UBig::from(most) {
            return None;
        }
        let mut places: Vec<_> = distinct(total, &wanted, rng).into_iter().collect();
        places.sort_unstable();
        Some(places)
    }
}

/// Draws different numbers below a total by Floyd's algorithm (Bentley and Floyd, "A sample of brilliance", 1987): as many
/// draws as numbers, and no memory for those that are not drawn.
fn distinct(total: &UBig, wanted: &UBig, rng: &mut impl Rng) -> FxHashSet<UBig> {
    let mut drawn = FxHashSet::default();
    let mut top = total - wanted;
    while top < *total {
        let number = below(&(&top + UBig::ONE), rng);
        if !drawn.insert(number) {
            drawn.insert(top.clone());
        }
        top += UBig::ONE;
    }
    drawn
}
