//! How many values there are of each size, exactly; and the sets of them.
//!
//! The values of size n of a shape are, for each constructor, those of its arguments with sizes that sum to n - 1. The
//! table grows by size: what a size needs has smaller ones. Arguments are split off one at a time, the first of size a
//! and the rest of size m - a, so that k arguments cost k convolutions and not one of k dimensions. Only sizes that can
//! occur within the asked one are built: in a value of size 9 a part that stands below two constructors has at most 7.
//!
//! The order of the values of one size: they are compared from left to right; of two parts the smaller comes first; among
//! parts of one size constructors come in the order of their shape. Tuples are compared in the same way.

use super::sets::{Choice, SetId, Sets};
use super::shape::{ShapeId, Shapes, Values, char_at, int_at};
use super::value::Cell;
use dashu_int::UBig;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The values of shapes by their sizes; all calls must be given the same shapes, which may have grown.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    sets: Sets,
    /// For each shape, the sets of its values by size, as far as they were asked for.
    rows: FxHashMap<ShapeId, Row>,
    /// For a constructor of a shape, for each argument but the first and the last, the sets by size of the values of the
    /// arguments from it on.
    suffixes: FxHashMap<(ShapeId, usize), Vec<Row>>,
    /// For variables of these shapes, for each of them, the sets by size of the values of the variables from it on.
    tuples: FxHashMap<Box<[ShapeId]>, Vec<Row>>,
}

/// Says whether the table may grow: there is time and memory left.
pub type Room<'r> = &'r dyn Fn(&Sets) -> bool;

/// Sets by size, from 0.
type Row = Vec<SetId>;

impl Counts {
    /// Nothing is counted yet.
    pub fn new() -> Counts {
        Counts::default()
    }

    /// The sets that were asked for.
    pub fn sets(&self) -> &Sets {
        &self.sets
    }

    /// How many values of a size a shape has.
    pub fn count(&mut self, shapes: &Shapes, shape: ShapeId, size: u32) -> &UBig {
        let set = self.set(shapes, shape, size);
        self.known(set)
    }

    /// How many tuples of a total size there are for variables of these shapes.
    pub fn count_tuples(&mut self, shapes: &Shapes, variables: &[ShapeId], size: u32) -> &UBig {
        let set = self.tuples(shapes, variables, size);
        self.known(set)
    }

    fn known(&self, set: SetId) -> &UBig {
        // There are at most c^n values of n cells with c constructors.
        self.sets.count(set).expect("a table of sizes with such counts has no room in memory")
    }

    /// The set of tuples of a total size for variables of these shapes.
    pub fn tuples(&mut self, shapes: &Shapes, variables: &[ShapeId], size: u32) -> SetId {
        self.tuples_within(shapes, variables, size, &|_| true).expect("there is room for all")
    }

    /// The same as long as the table may grow, which is asked for each set of it; none if it may not.
    pub fn tuples_within(&mut self, shapes: &Shapes, variables: &[ShapeId], size: u32, room: Room) -> Option<SetId> {
        let variables: Vec<_> = variables.iter().map(|shape| shapes.base(*shape)).collect();
        let [.., last] = variables.as_slice() else {
            return Some(if size == 0 { SetId::UNIT } else { SetId::EMPTY });
        };
        let least: Option<Vec<u32>> = variables.iter().map(|shape| shapes.get(*shape).least).collect();
        let Some(least) = least else { return Some(SetId::EMPTY) };
        let mut rows = self.tuples.remove(variables.as_slice()).unwrap_or(vec![vec![]; variables.len()]);
        // What the variables before and behind need at least is not left for this one.
        let mut before: u32 = least.iter().fold(0, |sum, least| sum.saturating_add(*least));
        let mut behind = 0u32;
        for place in (0..variables.len()).rev() {
            before -= least[place];
            let most = size.saturating_sub(before);
            self.extend(shapes, variables[place], most.saturating_sub(behind), room)?;
            behind = behind.saturating_add(least[place]);
            let (own, rest) = rows[place..].split_first_mut().expect("there is a row for each variable");
            for total in own.len() as u32..=most {
                if !room(&self.sets) {
                    return None;
                }
                let choices = match rest.first() {
                    None => vec![Choice { cells: vec![], parts: vec![self.row_entry(*last, total)] }],
                    Some(rest) => splits(&[], &self.rows[&variables[place]], rest, total),
                };
                own.push(self.sets.add_variable(choices, place));
            }
        }
        let set = rows[0][size as usize];
        self.tuples.insert(variables.into(), rows);
        Some(set)
    }

    /// The set of tuples of total sizes up to this one, smaller ones first. Each call adds a set.
    pub fn tuples_up_to(&mut self, shapes: &Shapes, variables: &[ShapeId], size: u32) -> SetId {
        self.tuples_up_to_within(shapes, variables, size, &|_| true).expect("there is room for all")
    }

    /// The same as long as the table may grow.
    pub fn tuples_up_to_within(
        &mut self,
        shapes: &Shapes,
        variables: &[ShapeId],
        size: u32,
        room: Room,
    ) -> Option<SetId> {
        let mut choices = vec![];
        for size in 0..=size {
            let set = self.tuples_within(shapes, variables, size, room)?;
            choices.push(Choice { cells: vec![], parts: vec![set] });
        }
        Some(self.sets.add(choices))
    }

    /// The set of the values of a size.
    fn set(&mut self, shapes: &Shapes, shape: ShapeId, size: u32) -> SetId {
        let shape = shapes.base(shape);
        self.extend(shapes, shape, size, &|_| true).expect("there is room for all");
        self.row_entry(shape, size)
    }

    fn row_entry(&self, shape: ShapeId, size: u32) -> SetId {
        self.rows.get(&shape).and_then(|row| row.get(size as usize)).copied().unwrap_or(SetId::EMPTY)
    }

    /// Builds the sets of a shape up to a size, and of the parts of its values up to the sizes that they can have there.
    fn extend(&mut self, shapes: &Shapes, shape: ShapeId, size: u32, room: Room) -> Option<()> {
        if self.rows.entry(shape).or_default().len() > size as usize {
            return Some(());
        }
        let needed = needed_sizes(shapes, shape, size);
        for size in 0..=size {
            for (shape, most) in &needed {
                if size <= *most && self.rows.entry(*shape).or_default().len() == size as usize {
                    if !room(&self.sets) {
                        return None;
                    }
                    let set = self.build(shapes, *shape, size);
                    self.rows.entry(*shape).or_default().push(set);
                }
            }
        }
        Some(())
    }

    fn build(&mut self, shapes: &Shapes, shape: ShapeId, size: u32) -> SetId {
        let Some(place) = size.checked_sub(1) else { return SetId::EMPTY };
        let one = |cell| vec![Choice { cells: vec![cell], parts: vec![] }];
        let choices = match &shapes.get(shape).values {
            Values::Int => one(Cell::Int(int_at(place))),
            Values::Char => char_at(place).map_or(vec![], |value| one(Cell::Char(value))),
            Values::Constants => one(Cell::Constant(size)),
            Values::Data(constructors) => {
                let numbers = 0..constructors.len();
                numbers.flat_map(|number| self.applications(shapes, shape, number, place)).collect()
            }
            Values::Refined(..) | Values::Opaque => vec![],
        };
        self.sets.add(choices)
    }

    /// The values of a constructor whose arguments have this size together.
    fn applications(&mut self, shapes: &Shapes, shape: ShapeId, number: usize, size: u32) -> Vec<Choice> {
        let constructor = &shapes.constructors(shape)[number];
        if constructor.least.is_none_or(|least| least > size.saturating_add(1)) {
            return vec![];
        }
        let cells = vec![Cell::Functor(constructor.functor)];
        let args: Vec<_> = constructor.args.iter().map(|arg| shapes.base(*arg)).collect();
        let (first, last) = match args.as_slice() {
            [] if size == 0 => return vec![Choice { cells, parts: vec![] }],
            [] => return vec![],
            [only] => return vec![Choice { cells, parts: vec![self.row_entry(*only, size)] }],
            [first, .., last] => (first, last),
        };
        let mut rows = self.suffixes.remove(&(shape, number)).unwrap_or(vec![vec![]; args.len() - 2]);
        // A row is built no further than the arguments before it leave room for: beyond, the parts are not there yet.
        let least: Vec<u32> =
            args.iter().map(|arg| shapes.get(*arg).least.expect("the constructor has values")).collect();
        for place in (1..args.len() - 1).rev() {
            let most = size - least[..place].iter().sum::<u32>();
            for total in rows[place - 1].len() as u32..=most {
                let rest = rows.get(place).unwrap_or(&self.rows[last]);
                let choices = splits(&[], &self.rows[&args[place]], rest, total);
                let set = self.sets.add(choices);
                rows[place - 1].push(set);
            }
        }
        let choices = splits(&cells, &self.rows[first], rows.first().unwrap_or(&self.rows[last]), size);
        self.suffixes.insert((shape, number), rows);
        choices
    }
}

/// All ways to take a first and a rest from two rows so that their sizes have this sum, smaller first ones before others.
fn splits(cells: &[Cell], first: &[SetId], rest: &[SetId], total: u32) -> Vec<Choice> {
    let total = total as usize;
    let sizes = (total + 1).saturating_sub(rest.len())..first.len().min(total + 1);
    let parts = sizes.map(|size| [first[size], rest[total - size]]);
    let parts = parts.filter(|parts| !parts.contains(&SetId::EMPTY));
    parts.map(|parts| Choice { cells: cells.to_vec(), parts: parts.to_vec() }).collect()
}

/// The shapes that occur in values of a shape up to a size, each with the largest size that its values have there: what
/// stands around them at least, a shortest path, is not left for them.
fn needed_sizes(shapes: &Shapes, shape: ShapeId, size: u32) -> Vec<(ShapeId, u32)> {
    let mut around: FxHashMap<ShapeId, u32> = FxHashMap::default();
    let mut needed = vec![];
    let mut todo = BinaryHeap::from([Reverse((0, shape))]);
    while let Some(Reverse((cost, shape))) = todo.pop() {
        if around.contains_key(&shape) {
            continue;
        }
        around.insert(shape, cost);
        needed.push((shape, size - cost));
        for constructor in shapes.constructors(shape) {
            let Some(least) = constructor.least.filter(|least| *least <= size - cost) else { continue };
            for arg in &constructor.args {
                let arg = shapes.base(*arg);
                let own = shapes.get(arg).least.expect("a constructor with values has arguments with values");
                todo.push(Reverse((cost + least - own, arg)));
            }
        }
    }
    needed
}
