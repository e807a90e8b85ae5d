//! Text to syntax tree and back, in two notations.
//!
//! Text comes in through [`read()`]; what goes out is a list of [`Item`]s (declarations, clauses, checks, directives) whose
//! terms live in one flat [`Ast`]. The tree says what stands in the text and where, nothing about types or what a name
//! means. `prolog` and `aprolog` build the same tree: conjunction is `,`, an if-then-else is `;` over `->`, a quantifier
//! is `exists` over a list of variables, so everything after this module knows one language. The [`Printer`] turns a tree
//! back into either notation. Read `ast` first, then `prolog`.

mod aprolog;
mod ast;
mod dcg;
mod operators;
mod printer;
mod prolog;
mod read;
mod token;

pub use ast::{Ast, Expectation, Item, ItemKind, Node, NodeArgs, NodeId, PredicateRef, Sort};
pub use operators::{AplOperators, Associativity, Fixity, Operators, Place};
pub use printer::{Printer, written_name};
pub use read::{Files, MISSING_STOP, Notation, Reading, read, read_text};
