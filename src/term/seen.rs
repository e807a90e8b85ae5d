//! What a walk through terms has met.
//!
//! Terms share parts: `t(X, X)` is one cell more than `X`, and a tower of such terms has more paths than any walk can follow.
//! Most terms are small, though, and to remember each cell would cost more than to look at it twice. So a walk remembers
//! only once it is long.

use rustc_hash::FxHashSet;
use std::hash::Hash;

/// How many cells a walk looks at before it remembers them.
const LONG: u32 = 1 << 12;

/// The cells, or pairs of them, that a long walk has met.
#[derive(Clone, Debug)]
pub struct Seen<T> {
    count: u32,
    met: FxHashSet<T>,
}

impl<T> Default for Seen<T> {
    fn default() -> Seen<T> {
        Seen { count: 0, met: FxHashSet::default() }
    }
}

impl<T: Eq + Hash> Seen<T> {
    /// Whether the walk has been here before, for all that it remembers.
    #[inline]
    pub fn again(&mut self, place: T) -> bool {
        if self.count < LONG {
            self.count += 1;
            return false;
        }
        !self.met.insert(place)
    }
}
