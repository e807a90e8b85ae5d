//! Symbols and terms: the kernel that everything else speaks in.
//!
//! A [`Symbol`] is an interned name. [`Terms`] is a flat arena of first-order terms with the nominal ones beside them; a
//! term is an index into it. Arguments always stand before what they are arguments of, so a pass from the leaves up is a
//! loop, and dropping a term a million deep is dropping a vector.

mod arena;
mod seen;
mod symbol;

pub use arena::{Args, Functor, Name, Term, TermId, Terms, Var};
pub use seen::Seen;
pub use symbol::{Symbol, Symbols, sym};
