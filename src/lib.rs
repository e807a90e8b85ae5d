//! Property-based testing, blame and mutation for logic programs.
//!
//! The modules stand in the order in which data flows; each uses only those above it. ARCHITECTURE.md has the table,
//! and a test compares it with the imports.

pub mod source;
pub mod term;
pub mod syntax;
pub mod program;
pub mod edit;
pub mod generate;
pub mod engine;
pub mod check;
pub mod explain;
pub mod blame;
pub mod report;
pub mod cli;
