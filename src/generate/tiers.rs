//! All values of a finite set, one after the other, in the order of the set.
//!
//! With the sets of [`Counts`](super::Counts), one for each size, these are the tiers of `LeanCheck`: every tuple of a
//! total size, once. A step changes only what differs: it goes back to the last choice that has another alternative, takes
//! it, and builds what stands behind. Nothing is allocated once the buffers have grown to the largest value, and, since
//! alternatives without values are not in the table, no step is in vain.

use super::sets::{Set, SetId, Sets};
use super::value::Tuple;
use dashu_int::UBig;

/// A walk through a set.
#[derive(Clone, Debug)]
pub struct Tiers<'s> {
    sets: &'s Sets,
    /// The set, until the first step.
    start: Option<SetId>,
    tuple: Tuple,
    /// The choices that have another alternative, the last one on top.
    choices: Vec<Pending>,
    /// Sets whose values are still to be built: linked, so that a choice keeps all that follows it by one number. What a
    /// choice needs stands below what was added after it.
    following: Vec<Following>,
    unchanged: u32,
}

/// A choice, and the state to which taking its next alternative goes back.
#[derive(Clone, Copy, Debug)]
struct Pending {
    next: u32,
    end: u32,
    cells: u32,
    following: u32,
    after: u32,
}

/// A set to be built, and what comes after it.
#[derive(Clone, Copy, Debug)]
struct Following {
    set: SetId,
    after: u32,
}

/// Nothing comes after.
const NOTHING: u32 = u32::MAX;

impl<'s> Tiers<'s> {
    /// Before the first value of a set.
    pub fn new(sets: &'s Sets, set: SetId) -> Tiers<'s> {
        let start = (set != SetId::EMPTY).then_some(set);
        Tiers { sets, start, tuple: Tuple::default(), choices: vec![], following: vec![], unchanged: 0 }
    }

    /// Goes on to the next value; says whether there is one.
    #[expect(clippy::should_implement_trait, reason = "an iterator could not lend its buffer")]
    #[inline]
    pub fn next(&mut self) -> bool {
        let Some(choice) = self.choices.last_mut() else { return self.begin() };
        let Pending { next, end, cells, following, after } = *choice;
        choice.next += 1;
        if choice.next == end {
            self.choices.pop();
        }
        self.tuple.cells.truncate(cells as usize);
        self.following.truncate(following as usize);
        self.unchanged = cells;
        self.build(next, after);
        true
    }

    /// Goes to the value at a place of the set, from 0, as if all before it had been seen: so that several threads can
    /// share one set. There must be such a value, and there must have been no step yet.
    pub fn start_at(&mut self, place: &UBig) {
        let mut set = self.start.take().expect("the set has values, and there was no step yet");
        assert!(self.sets.count(set).is_some_and(|count| place < count), "the place is one of the set");
        let mut place = place.clone();
        let mut after = NOTHING;
        // The places of the values of the sets that follow, by their numbers there.
        let mut places: Vec<UBig> = vec![];
        loop {
            let (alternative, mut rest) = self.sets.find(self.sets.get(set), place);
            self.choose(set, alternative, after);
            self.tuple.cells.extend_from_slice(self.sets.cells_of(alternative));
            for part in self.sets.parts_of(alternative).iter().rev() {
                places.push(self.sets.last_digit(&mut rest, *part));
                self.following.push(Following { set: *part, after });
                after = self.following.len() as u32 - 1;
            }
            if after == NOTHING {
                return;
            }
            place = std::mem::take(&mut places[after as usize]);
            Following { set, after } = self.following[after as usize];
        }
    }

    /// The present value; there must have been a step that found one.
    pub fn tuple(&self) -> &Tuple {
        &self.tuple
    }

    /// How many cells at the beginning are those of the value before.
    pub fn unchanged(&self) -> usize {
        self.unchanged as usize
    }

    fn begin(&mut self) -> bool {
        let Some(set) = self.start.take() else { return false };
        let first = self.sets.get(set).first;
        self.choose(set, first, NOTHING);
        self.build(first, NOTHING);
        true
    }

    /// Takes an alternative, and the first one of each choice behind it.
    #[inline]
    fn build(&mut self, mut alternative: u32, mut after: u32) {
        loop {
            self.tuple.cells.extend_from_slice(self.sets.cells_of(alternative));
            let set = match self.sets.parts_of(alternative) {
                [] if after == NOTHING => return,
                [] => {
                    let following = self.following[after as usize];
                    after = following.after;
                    following.set
                }
                [first, rest @ ..] => {
                    for set in rest.iter().rev() {
                        self.following.push(Following { set: *set, after });
                        after = self.following.len() as u32 - 1;
                    }
                    *first
                }
            };
            alternative = self.sets.get(set).first;
            self.choose(set, alternative, after);
        }
    }

    /// Notes which alternatives of a set there are behind the one that is taken.
    #[inline]
    fn choose(&mut self, set: SetId, alternative: u32, after: u32) {
        let Set { end, variable, .. } = self.sets.get(set);
        if let Some(variable) = variable {
            self.tuple.begin(variable);
        }
        let next = alternative + 1;
        if next != end {
            let cells = self.tuple.cells.len() as u32;
            let following = self.following.len() as u32;
            self.choices.push(Pending { next, end, cells, following, after });
        }
    }
}
