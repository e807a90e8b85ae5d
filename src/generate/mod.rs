//! What types give: the shapes of their values, how many there are of each size, all of them in the order of size, and a
//! fair sample of them.
//!
//! [`Shapes`] closes the types of a program; the rest works on shapes alone. All that is counted, enumerated or drawn is a
//! finite set of tuples, one value for each variable of a property, kept as a rule of a [`Sets`] table: [`Counts`] makes
//! the sets of a size, [`Scope`] those of a scope. [`Tiers`] goes through a set in its order, [`Sampler`] draws from it,
//! [`Rate`] picks a share of it. Read `shape` first, then `sets`.

mod shape;
mod value;
mod sets;
mod count;
mod extent;
mod tiers;
mod sample;
mod rate;
mod scope;

pub use count::{Counts, Room};
pub use extent::Extent;
pub use rate::Rate;
pub use sample::{Sampler, below, generator};
pub use scope::Scope;
pub use sets::{Choice, SetId, Sets};
pub use shape::{
    CHAR_COUNT, Constructor, Shape, ShapeId, Shapes, Values, char_at, int_at, place_of_char, place_of_int,
};
pub use tiers::Tiers;
pub use value::{Cell, Tuple, Value};
