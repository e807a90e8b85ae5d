//! Finite sets of values, as rules: the one form in which values are counted, enumerated and drawn.
//!
//! A set is a sequence of alternatives, an alternative some cells and then a value of each of its parts, which are sets
//! again. `trees of size 3 = node, tree of size 1, tree of size 1` is such a rule. Parts are added before what they are
//! parts of, so there are no cycles; no two alternatives may give the same value. The order of a set is that of its
//! alternatives, and within one that of the first part, then of the second: two values are compared from left to right.
//! Only sets with values are named by alternatives, so that a search through them meets no dead end.
//!
//! DIVERGENCE: Feat (Duregård, Jansson, Wang, 2012) composes enumerations as functions from numbers to values. Rules in
//! a table serve the same lookup, and besides can be gone through in order without finding each value anew.

use super::value::{Cell, Tuple};
use dashu_int::UBig;
use dashu_int::ops::{BitTest, DivRem};

/// A set of a [`Sets`] table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SetId(u32);

impl SetId {
    /// The set without values.
    pub const EMPTY: SetId = SetId(0);
    /// The set of the tuple without variables.
    pub const UNIT: SetId = SetId(1);
}

/// One alternative of a set, on its way into the table.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// What the values begin with.
    pub cells: Vec<Cell>,
    /// The sets that the rest is taken from.
    pub parts: Vec<SetId>,
}

/// A set with at most this many values is kept as the list of them: going through it copies runs of cells.
const LISTED: u32 = 32;

/// The longest run of cells that is made by joining shorter ones; else the numerals of size n would take n² cells.
const LONGEST_RUN: usize = 32;

/// The counts of larger sets are not kept: a type of sixty nested pairs has 2^(2^60) values.
const MOST_BITS: usize = 1 << 20;

#[derive(Clone, Copy, Debug)]
pub(super) struct Set {
    /// The alternatives, from `first` to before `end`.
    pub first: u32,
    pub end: u32,
    /// The variable whose value begins with this set, if any.
    pub variable: Option<u32>,
}

impl Set {
    fn alternatives(self) -> std::ops::Range<usize> {
        self.first as usize..self.end as usize
    }
}

#[derive(Clone, Copy, Debug)]
struct Alternative {
    cells: u32,
    cell_count: u32,
    parts: u32,
    part_count: u32,
}

/// A table of finite sets.
#[derive(Clone, Debug)]
pub struct Sets {
    all: Vec<Set>,
    counts: Vec<Option<UBig>>,
    alternatives: Vec<Alternative>,
    /// For each alternative, how many values it and those before it in its set have.
    ends: Vec<UBig>,
    cells: Vec<Cell>,
    parts: Vec<SetId>,
    /// How much room the numbers take.
    digits: usize,
}

impl Default for Sets {
    fn default() -> Sets {
        Sets::new()
    }
}

impl Sets {
    /// The empty set, and that of the empty tuple.
    pub fn new() -> Sets {
        let mut sets = Sets {
            all: vec![],
            counts: vec![],
            alternatives: vec![],
            ends: vec![],
            cells: vec![],
            parts: vec![],
            digits: 0,
        };
        assert_eq!(sets.store(vec![], None), SetId::EMPTY);
        assert_eq!(sets.store(vec![Choice::default()], None), SetId::UNIT);
        sets
    }

    /// How much room the table takes.
    pub fn bytes(&self) -> usize {
        self.digits
            + self.all.len() * (size_of::<Set>() + size_of::<Option<UBig>>())
            + self.alternatives.len() * (size_of::<Alternative>() + size_of::<UBig>())
            + self.cells.len() * size_of::<Cell>()
            + self.parts.len() * size_of::<SetId>()
    }

    /// How many values a set has; `None` if their number has more than a million bits.
    pub fn count(&self, set: SetId) -> Option<&UBig> {
        self.counts[set.0 as usize].as_ref()
    }

    /// Adds a set whose values begin with one of these choices, in this order. A choice with an empty part has no values
    /// and is left out.
    pub fn add(&mut self, choices: Vec<Choice>) -> SetId {
        self.add_marked(choices, None)
    }

    /// Adds a set of tuples of the variables from this one on.
    pub(super) fn add_variable(&mut self, choices: Vec<Choice>, variable: usize) -> SetId {
        self.add_marked(choices, Some(variable as u32))
    }

    fn add_marked(&mut self, mut choices: Vec<Choice>, variable: Option<u32>) -> SetId {
        choices.retain(|choice| !choice.parts.contains(&SetId::EMPTY));
        if choices.is_empty() {
            return SetId::EMPTY;
        }
        // A set that is just another one needs no entry of its own.
        if let ([Choice { cells, parts }], None) = (choices.as_slice(), variable)
            && let ([], [part]) = (cells.as_slice(), parts.as_slice())
        {
            return *part;
        }
        let choices = self.open(choices);
        self.store(choices, variable)
    }

    /// Replaces first parts by their alternatives, which keeps the order: all of them in a small set, and those that leave
    /// no choice in any set. So a step through the set goes further.
    fn open(&self, mut choices: Vec<Choice>) -> Vec<Choice> {
        let total: Option<UBig> = choices.iter().map(|choice| self.product(&choice.parts)).sum();
        let listed = total.is_some_and(|total| total <= UBig::from(LISTED));
        let mut opened = vec![];
        choices.reverse();
        while let Some(choice) = choices.pop() {
            let first = choice.parts.first().map(|part| self.get(*part));
            match first {
                Some(set) if (listed || set.end - set.first == 1) && self.may_join(&choice, set) => {
                    choices.extend(set.alternatives().rev().map(|alternative| {
                        let cells = [&choice.cells, self.cells_of(alternative as u32)].concat();
                        let parts = [self.parts_of(alternative as u32), &choice.parts[1..]].concat();
                        Choice { cells, parts }
                    }));
                }
                _ => opened.push(choice),
            }
        }
        opened
    }

    /// The beginning of a variable's value would be lost if its set were opened.
    fn may_join(&self, choice: &Choice, set: Set) -> bool {
        let longest = set.alternatives().map(|alternative| self.alternatives[alternative].cell_count).max();
        set.variable.is_none() && choice.cells.len() + longest.unwrap_or(0) as usize <= LONGEST_RUN
    }

    fn store(&mut self, choices: Vec<Choice>, variable: Option<u32>) -> SetId {
        let first = self.alternatives.len() as u32;
        let mut total = Some(UBig::ZERO);
        for choice in choices {
            total = total.and_then(|total| bounded(total + self.product(&choice.parts)?));
            self.digits += total.as_ref().map_or(0, |total| total.bit_len() / 8);
            self.ends.push(total.clone().unwrap_or(UBig::ZERO));
            self.alternatives.push(Alternative {
                cells: self.cells.len() as u32,
                cell_count: choice.cells.len() as u32,
                parts: self.parts.len() as u32,
                part_count: choice.parts.len() as u32,
            });
            self.cells.extend(choice.cells);
            self.parts.extend(choice.parts);
        }
        self.all.push(Set { first, end: self.alternatives.len() as u32, variable });
        self.counts.push(total);
        SetId(self.all.len() as u32 - 1)
    }

    fn product(&self, parts: &[SetId]) -> Option<UBig> {
        parts.iter().try_fold(UBig::ONE, |product, part| bounded(product * self.count(*part)?))
    }

    /// The value at a place of a set, from 0; there must be one.
    pub fn unrank(&self, set: SetId, place: &UBig, tuple: &mut Tuple) {
        assert!(self.count(set).is_some_and(|count| place < count), "the place is one of the set");
        tuple.clear();
        let mut todo = vec![(set, place.clone())];
        while let Some((id, place)) = todo.pop() {
            let set = self.get(id);
            if let Some(variable) = set.variable {
                tuple.begin(variable);
            }
            let (alternative, mut rest) = self.find(set, place);
            tuple.cells.extend_from_slice(self.cells_of(alternative));
            // The last part changes fastest; the first, taken last, is the next to be found.
            for part in self.parts_of(alternative).iter().rev() {
                todo.push((*part, self.last_digit(&mut rest, *part)));
            }
        }
    }

    /// The alternative that has the value at a place of a set, and the value's place within it.
    pub(super) fn find(&self, set: Set, place: UBig) -> (u32, UBig) {
        let ends = &self.ends[set.alternatives()];
        let chosen = ends.partition_point(|end| *end <= place);
        let rest = if chosen == 0 { place } else { place - &ends[chosen - 1] };
        (set.first + chosen as u32, rest)
    }

    /// Takes off a place among the values of several parts what it says about the last of them.
    pub(super) fn last_digit(&self, place: &mut UBig, part: SetId) -> UBig {
        let count = self.count(part).expect("a part has no more values than the whole");
        let (higher, digit) = std::mem::take(place).div_rem(count);
        *place = higher;
        digit
    }

    #[inline]
    pub(super) fn get(&self, set: SetId) -> Set {
        self.all[set.0 as usize]
    }

    #[inline]
    pub(super) fn cells_of(&self, alternative: u32) -> &[Cell] {
        let alternative = self.alternatives[alternative as usize];
        &self.cells[alternative.cells as usize..][..alternative.cell_count as usize]
    }

    #[inline]
    pub(super) fn parts_of(&self, alternative: u32) -> &[SetId] {
        let alternative = self.alternatives[alternative as usize];
        &self.parts[alternative.parts as usize..][..alternative.part_count as usize]
    }
}

/// A count, if it is one that is kept.
pub(super) fn bounded(count: UBig) -> Option<UBig> {
    (count.bit_len() <= MOST_BITS).then_some(count)
}
