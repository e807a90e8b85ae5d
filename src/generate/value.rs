//! Ground values, flat: the cells of a value stand in preorder, each constructor before its arguments.
//!
//! A [`Tuple`] holds a value for each variable of a property in one run of cells, and so can be filled again and again
//! without allocation. A [`Value`] is one of them, borrowed. How many arguments a constructor has is not in its cell: its
//! shape says so.

use super::shape::{ShapeId, Shapes, place_of_char, place_of_int};
use crate::term::{Functor, Term, TermId, Terms};

/// One node of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cell {
    /// A constructor; its arguments follow.
    Functor(Functor),
    /// An integer.
    Int(i64),
    /// A character.
    Char(char),
    /// One of the constants c1, c2, ... of an open type, from 1.
    Constant(u32),
}

impl Cell {
    /// What the node counts for in the size of a value.
    pub fn size(self) -> u64 {
        match self {
            Cell::Functor(_) => 1,
            Cell::Int(value) => place_of_int(value) + 1,
            Cell::Char(value) => u64::from(place_of_char(value)) + 1,
            Cell::Constant(number) => u64::from(number),
        }
    }
}

/// A ground value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Value<'t>(pub &'t [Cell]);

impl Value<'_> {
    /// The size of the value.
    pub fn size(self) -> u64 {
        self.0.iter().map(|cell| cell.size()).sum()
    }

    /// Adds the value to an arena of terms. No term stands for a constant of an open type yet: the caller sets aside a run
    /// of functors for c1, c2, ..., and passes the first of them.
    pub fn add_to(self, shapes: &Shapes, shape: ShapeId, constants: Functor, terms: &mut Terms) -> TermId {
        let mut open: Vec<Open> = vec![];
        let mut done: Vec<TermId> = vec![];
        let mut expected = shape;
        for cell in self.0 {
            done.push(match *cell {
                Cell::Int(value) => terms.add(Term::Int(value.into())),
                Cell::Char(value) => terms.add(Term::Char(value)),
                Cell::Constant(number) => terms.app(Functor(constants.0 + number - 1), &[]),
                Cell::Functor(functor) => {
                    let args = arguments(shapes, expected, functor);
                    if let [first, ..] = args {
                        open.push(Open { functor, args, start: done.len() });
                        expected = *first;
                        continue;
                    }
                    terms.app(functor, &[])
                }
            });
            // The term may be the last argument of what is open, and that in turn of what is open around it.
            while let Some(top) = open.last() {
                if let Some(next) = top.args.get(done.len() - top.start) {
                    expected = *next;
                    break;
                }
                let term = terms.app(top.functor, &done[top.start..]);
                done.truncate(top.start);
                done.push(term);
                open.pop();
            }
        }
        assert!(open.is_empty() && done.len() == 1, "the cells are those of one value");
        done[0]
    }
}

/// A constructor whose arguments are being read; those already there stand from `start` on.
struct Open<'s> {
    functor: Functor,
    args: &'s [ShapeId],
    start: usize,
}

fn arguments(shapes: &Shapes, shape: ShapeId, functor: Functor) -> &[ShapeId] {
    let constructors = shapes.constructors(shape);
    let constructor = constructors.iter().find(|constructor| constructor.functor == functor);
    &constructor.expect("the value is one of this shape").args
}

/// A value for each of some variables.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tuple {
    pub(super) cells: Vec<Cell>,
    starts: Vec<u32>,
}

impl Tuple {
    /// The cells of all values, one after the other.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Where each variable's value begins among the cells.
    pub fn starts(&self) -> &[u32] {
        &self.starts
    }

    /// How many variables there are.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// The value of a variable.
    pub fn get(&self, variable: usize) -> Value<'_> {
        let end = self.starts.get(variable + 1).map_or(self.cells.len(), |end| *end as usize);
        Value(&self.cells[self.starts[variable] as usize..end])
    }

    /// The values of all variables.
    pub fn values(&self) -> impl Iterator<Item = Value<'_>> {
        (0..self.len()).map(|variable| self.get(variable))
    }

    /// The sizes of all values together.
    pub fn size(&self) -> u64 {
        Value(&self.cells).size()
    }

    pub(super) fn clear(&mut self) {
        self.cells.clear();
        self.starts.clear();
    }

    /// The value of a variable begins here; what was known of later ones no longer holds.
    pub(super) fn begin(&mut self, variable: u32) {
        self.starts.truncate(variable as usize);
        self.starts.push(self.cells.len() as u32);
    }
}
