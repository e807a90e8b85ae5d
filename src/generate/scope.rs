//! Scopes: the values within a limit k, a finite set for each type, as in `QuickCheck` for Whiley.
//!
//! Integers are those from -k to k; of characters and constants there are as many, the first ones; a list has at most k
//! elements; constructors of a declared type stand within each other at most k deep, so that `z` has depth 0 and `s(z)`
//! depth 1. Types that contain each other share one depth. A part whose type does not contain the type around it begins
//! anew: in `type exp ---> lit(nat) ; plus(exp, exp)` depth 1 has `plus(lit(s(z)), lit(z))`. Lists and pairs have no
//! depth, but those of a recursive type pass on the depth around them.
//!
//! DIVERGENCE: `QuickCheck` for Whiley counts each declaration for itself and stops on entering a type for the (k+1)-th
//! time, so that k = 0 leaves no value of a declared type at all.
//!
//! The order within a scope is that of `sets`: integers 0, 1, -1, ..., constructors as in their shape, from left to right.

use super::extent::Extent;
use super::sets::{Choice, SetId, Sets};
use super::shape::{CHAR_COUNT, ShapeId, Shapes, Values, char_at, int_at};
use super::value::Cell;
use crate::program::{Type, TypeId, builtin};
use rustc_hash::{FxHashMap, FxHashSet};

/// A scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scope {
    /// The limit; none if all values are in the scope.
    limit: Option<u32>,
}

impl Scope {
    /// The names of the scopes with limits 0 to 4.
    pub const NAMES: [&'static str; 5] = ["tiny", "small", "medium", "large", "huge"];

    /// All values, of types that have finitely many.
    pub const WHOLE: Scope = Scope { limit: None };

    /// The scope of a limit.
    pub fn new(limit: u32) -> Scope {
        Scope { limit: Some(limit) }
    }

    /// The scope of a name.
    pub fn named(name: &str) -> Option<Scope> {
        let limit = Scope::NAMES.iter().position(|known| *known == name)?;
        Some(Scope::new(limit as u32))
    }

    /// Adds the set of tuples for variables of these shapes within the scope; `None` if it is the whole of infinitely many.
    pub fn tuples(self, sets: &mut Sets, shapes: &Shapes, variables: &[ShapeId]) -> Option<SetId> {
        if self.limit.is_none() {
            Extent::of(shapes, variables)?;
        }
        let groups = groups(shapes, variables);
        let mut builder = Builder { limit: self.limit, shapes, groups, sets, built: FxHashMap::default() };
        let mut rest = SetId::UNIT;
        for (place, shape) in variables.iter().enumerate().rev() {
            let set = builder.build(*shape);
            let parts = if place + 1 == variables.len() { vec![set] } else { vec![set, rest] };
            rest = builder.sets.add_variable(vec![Choice { cells: vec![], parts }], place);
        }
        Some(rest)
    }
}

/// A set of a scope: the values of a shape at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Key {
    shape: ShapeId,
    around: Around,
    /// How many elements a list may still have.
    length: u32,
}

/// The recursive types that a place is within, if any, and how much deeper these may go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Around {
    group: Option<TypeId>,
    depth: u32,
}

struct Builder<'a> {
    limit: Option<u32>,
    shapes: &'a Shapes,
    groups: FxHashMap<TypeId, TypeId>,
    sets: &'a mut Sets,
    built: FxHashMap<Key, SetId>,
}

impl Builder<'_> {
    /// The set of a shape that is not within another one. Parts wait on a stack of their own for what they are parts of.
    fn build(&mut self, shape: ShapeId) -> SetId {
        let Some(root) = self.enter(shape, Around::default()) else { return SetId::EMPTY };
        let mut todo = vec![root];
        while let Some(key) = todo.last().copied() {
            if self.built.contains_key(&key) {
                todo.pop();
                continue;
            }
            let alternatives = self.alternatives(key);
            let before = todo.len();
            let parts = alternatives.iter().flat_map(|(_, parts)| parts);
            todo.extend(parts.filter(|part| !self.built.contains_key(part)));
            if todo.len() > before {
                continue;
            }
            todo.pop();
            let choices = alternatives.into_iter().map(|(cell, parts)| Choice {
                cells: vec![cell],
                parts: parts.iter().map(|part| self.built[part]).collect(),
            });
            let set = self.sets.add(choices.collect());
            self.built.insert(key, set);
        }
        self.built[&root]
    }

    /// The set of a part within others, if the depth allows one.
    fn enter(&self, shape: ShapeId, around: Around) -> Option<Key> {
        let Some(limit) = self.limit else {
            return Some(Key { shape: self.shapes.base(shape), around: Around::default(), length: u32::MAX });
        };
        let around = match declared_type(self.shapes, shape) {
            None => around,
            Some(id) => {
                let group = self.groups.get(&id).copied();
                let within = around.group.is_some() && around.group == group;
                Around { group, depth: if within { around.depth.checked_sub(1)? } else { limit } }
            }
        };
        Some(Key { shape: self.shapes.base(shape), around, length: limit })
    }

    fn alternatives(&self, key: Key) -> Vec<(Cell, Vec<Key>)> {
        // As many of each kind as there are integers from -k to k.
        let count = self.limit.map_or(CHAR_COUNT, |limit| limit.saturating_mul(2).saturating_add(1));
        match &self.shapes.get(key.shape).values {
            Values::Int => (0..count).map(|place| (Cell::Int(int_at(place)), vec![])).collect(),
            Values::Char => (0..count).map_while(char_at).map(|value| (Cell::Char(value), vec![])).collect(),
            Values::Constants => (1..=count).map(|number| (Cell::Constant(number), vec![])).collect(),
            Values::Refined(..) | Values::Opaque => vec![],
            Values::Data(constructors) => {
                let constructors = constructors.iter().filter(|constructor| constructor.least.is_some());
                constructors
                    .filter_map(|constructor| {
                        let parts = self.parts(key, constructor.functor == builtin::CONS, &constructor.args)?;
                        Some((Cell::Functor(constructor.functor), parts))
                    })
                    .collect()
            }
        }
    }

    fn parts(&self, key: Key, is_cons: bool, args: &[ShapeId]) -> Option<Vec<Key>> {
        if is_cons && self.limit.is_some() {
            let tail = Key { length: key.length.checked_sub(1)?, ..key };
            return Some(vec![self.enter(args[0], key.around)?, tail]);
        }
        args.iter().map(|arg| self.enter(*arg, key.around)).collect()
    }
}

/// The type whose depth a shape's values have: that of its constructors, if a file declares it, else the refined type that
/// the shape is.
fn declared_type(shapes: &Shapes, shape: ShapeId) -> Option<TypeId> {
    let type_of = |shape: ShapeId| match shapes.types.get(shapes.get(shape).ty) {
        Type::App(id, _) => Some(*id),
        Type::Var(_) => None,
    };
    let base = shapes.base(shape);
    let is_data = matches!(shapes.get(base).values, Values::Data(_));
    let built_in = [TypeId::BOOL, TypeId::LIST, TypeId::PAIR, TypeId::UNIT];
    let own = type_of(base).filter(|id| is_data && !built_in.contains(id));
    // Of several refinements the innermost counts: whichever of them is entered, it is passed.
    let mut refined = None;
    let mut at = shape;
    while own.is_none() && at != base {
        refined = type_of(at);
        let Values::Refined(next, _) = shapes.get(at).values else { break };
        at = next;
    }
    own.or(refined)
}

/// For each declared type that contains itself, one type to stand for it and all that it contains and is contained in.
fn groups(shapes: &Shapes, variables: &[ShapeId]) -> FxHashMap<TypeId, TypeId> {
    let below = types_below(shapes, variables);
    let reached: FxHashMap<TypeId, FxHashSet<TypeId>> = below.keys().map(|id| (*id, reach(*id, &below))).collect();
    let together = |id: TypeId, other: &TypeId| reached[&id].contains(other) && reached[other].contains(&id);
    let groups = reached.keys().filter_map(|id| {
        let group = reached[id].iter().filter(|other| together(*id, other)).min()?;
        Some((*id, *group))
    });
    groups.collect()
}

fn reach(id: TypeId, below: &FxHashMap<TypeId, FxHashSet<TypeId>>) -> FxHashSet<TypeId> {
    let mut reached = FxHashSet::default();
    let mut todo = vec![id];
    while let Some(id) = todo.pop() {
        todo.extend(below[&id].iter().filter(|next| reached.insert(**next)));
    }
    reached
}

/// For each declared type, those that its constructors have as arguments, directly or within lists and pairs.
fn types_below(shapes: &Shapes, variables: &[ShapeId]) -> FxHashMap<TypeId, FxHashSet<TypeId>> {
    let mut below: FxHashMap<TypeId, FxHashSet<TypeId>> = FxHashMap::default();
    let mut seen = FxHashSet::default();
    let mut todo: Vec<_> = variables.iter().map(|shape| (None, *shape)).collect();
    while let Some((above, shape)) = todo.pop() {
        let own = declared_type(shapes, shape);
        if let Some(own) = own {
            below.entry(own).or_default();
            above.map(|above| below.entry(above).or_default().insert(own));
        }
        let above = own.or(above);
        if seen.insert((above, shape)) {
            let args = shapes.constructors(shape).iter().flat_map(|constructor| &constructor.args);
            todo.extend(args.map(|arg| (above, *arg)));
        }
    }
    below
}
