//! Why a goal holds, and why one does not, for people.
//!
//! [`Tree::of`] makes a tree of a proof: each node is a goal as it was proved, with the clause that it follows from; what is
//! trusted is closed. [`Tree::prune`] cuts it to what a reader wants to see, before anything is printed. [`why()`] looks
//! for the smallest proof of a goal and has the proof checker accept it; [`why_not()`] says of a goal without a proof how far
//! each clause got, [`missing()`] what would have to hold. Everything here is data; `report` makes text of it. Read `tree` first.

mod abduce;
mod instances;
mod missing;
mod prune;
mod tree;
mod why;
mod why_not;

pub use abduce::{Abduced, Assumption, abduce, assuming};
pub use missing::{Assumable, Missing, missing};
pub use prune::{Level, Pruning, Seen};
pub use tree::{Hidden, Node, NodeId, Opening, Reason, Tree};
pub use why::{Why, why};
pub use why_not::{Attempt, Failing, How, Obstacle, WhyNot, WhyNotOptions, why_not};
