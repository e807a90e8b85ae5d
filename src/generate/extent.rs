//! Whether a shape has finitely many values, and how far they go.

use super::sets::bounded;
use super::shape::{CHAR_COUNT, ShapeId, Shapes, Values};
use dashu_int::UBig;
use rustc_hash::FxHashMap;

/// The extent of a finite set of values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extent {
    /// How many values there are.
    pub total: UBig,
    /// The size of the largest; 0 if there are none.
    pub largest: u64,
}

impl Extent {
    /// The extent of the tuples of variables of these shapes; `None` if there are infinitely many, or if their number has
    /// more than a million bits, which comes to the same for everyone who asks.
    pub fn of(shapes: &Shapes, variables: &[ShapeId]) -> Option<Extent> {
        let known = extents(shapes, variables);
        product(variables.iter().map(|shape| shapes.base(*shape)), &known)
    }
}

/// The extents of all finite shapes among these and their parts, as the least solution of the equations between them: a
/// shape is finite if the parts of all its constructors are known to be.
fn extents(shapes: &Shapes, variables: &[ShapeId]) -> FxHashMap<ShapeId, Extent> {
    let parts = parts(shapes, variables);
    let mut known = FxHashMap::default();
    let mut changed = true;
    while changed {
        changed = false;
        // Parts mostly stand behind what they are parts of.
        for shape in parts.iter().rev() {
            if known.contains_key(shape) {
                continue;
            }
            if let Some(extent) = extent(shapes, *shape, &known) {
                known.insert(*shape, extent);
                changed = true;
            }
        }
    }
    known
}

/// The shapes of the values that occur in values of these.
fn parts(shapes: &Shapes, variables: &[ShapeId]) -> Vec<ShapeId> {
    let mut parts: Vec<ShapeId> = vec![];
    let mut seen = vec![false; shapes.len()];
    let mut add = |shape: ShapeId, parts: &mut Vec<ShapeId>| {
        let shape = shapes.base(shape);
        if !std::mem::replace(&mut seen[shape.0 as usize], true) {
            parts.push(shape);
        }
    };
    variables.iter().for_each(|shape| add(*shape, &mut parts));
    let mut next = 0;
    while let Some(shape) = parts.get(next).copied() {
        // A constructor without values bounds nothing.
        let constructors = shapes.constructors(shape).iter().filter(|constructor| constructor.least.is_some());
        constructors.flat_map(|constructor| &constructor.args).for_each(|arg| add(*arg, &mut parts));
        next += 1;
    }
    parts
}

fn extent(shapes: &Shapes, shape: ShapeId, known: &FxHashMap<ShapeId, Extent>) -> Option<Extent> {
    match &shapes.get(shape).values {
        Values::Int | Values::Constants => None,
        Values::Char => Some(Extent { total: CHAR_COUNT.into(), largest: CHAR_COUNT.into() }),
        Values::Refined(..) | Values::Opaque => Some(Extent { total: UBig::ZERO, largest: 0 }),
        Values::Data(constructors) => {
            let mut sum = Extent { total: UBig::ZERO, largest: 0 };
            for constructor in constructors.iter().filter(|constructor| constructor.least.is_some()) {
                let args = product(constructor.args.iter().map(|arg| shapes.base(*arg)), known)?;
                sum.total = bounded(sum.total + args.total)?;
                sum.largest = sum.largest.max(args.largest.saturating_add(1));
            }
            Some(sum)
        }
    }
}

fn product(parts: impl Iterator<Item = ShapeId> + Clone, known: &FxHashMap<ShapeId, Extent>) -> Option<Extent> {
    let none = UBig::ZERO;
    // One variable without values leaves no tuple, however many values the others have.
    if parts.clone().any(|part| known.get(&part).is_some_and(|extent| extent.total == none)) {
        return Some(Extent { total: none, largest: 0 });
    }
    let mut product = Extent { total: UBig::ONE, largest: 0 };
    for part in parts {
        let extent = known.get(&part)?;
        product.total = bounded(product.total * &extent.total)?;
        product.largest = product.largest.saturating_add(extent.largest);
    }
    Some(product)
}
