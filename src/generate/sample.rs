//! Values drawn from a finite set, each as likely as any other.
//!
//! A draw is a number below the count of the set, and the value at that place. The generator is xoshiro256++, whose
//! outputs are fixed by its published algorithm; numbers are made from them here, and not by rand's distributions, which
//! may change between versions. So a seed gives the same values on every machine and in every version.

use super::sets::{SetId, Sets};
use super::value::Tuple;
use dashu_int::UBig;
use dashu_int::ops::BitTest;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};

/// The generator of a seed.
pub fn generator(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// Draws from a set, with repetition.
#[derive(Clone, Debug)]
pub struct Sampler<'s, R> {
    sets: &'s Sets,
    set: SetId,
    count: &'s UBig,
    rng: R,
    tuple: Tuple,
}

impl<'s, R: Rng> Sampler<'s, R> {
    /// Draws from a set; `None` if it has no values, or more than are counted.
    pub fn new(sets: &'s Sets, set: SetId, rng: R) -> Option<Sampler<'s, R>> {
        let count = sets.count(set).filter(|count| !count.is_zero())?;
        Some(Sampler { sets, set, count, rng, tuple: Tuple::default() })
    }

    /// The next value.
    pub fn draw(&mut self) -> &Tuple {
        let place = below(self.count, &mut self.rng);
        self.sets.unrank(self.set, &place, &mut self.tuple);
        &self.tuple
    }
}

/// A number below a bound, each as likely as any other. As many bits as the highest such number has are drawn, the lowest
/// 64 first, until they are below the bound: on average less than twice.
pub fn below(bound: &UBig, rng: &mut impl Rng) -> UBig {
    assert!(!bound.is_zero(), "there is a number below the bound");
    let bits = (bound - UBig::ONE).bit_len();
    let words = bits.div_ceil(64);
    // The highest word keeps as many bits as are wanted of it.
    let mask = u64::MAX >> (words * 64 - bits).min(63);
    loop {
        let mut drawn: Vec<u64> = (0..words).map(|_| rng.next_u64()).collect();
        drawn.last_mut().into_iter().for_each(|word| *word &= mask);
        let bytes: Vec<u8> = drawn.into_iter().flat_map(u64::to_le_bytes).collect();
        let number = UBig::from_le_bytes(&bytes);
        if number < *bound {
            return number;
        }
    }
}
