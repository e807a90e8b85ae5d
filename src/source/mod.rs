//! Where everything comes from: files, places in them, and what is wrong there.
//!
//! A [`SourceMap`] owns the text of all files of a run. A [`Span`] is a byte range in one of them; every token, term,
//! goal, clause and declaration keeps its span, so that a message, an explanation or a mutant can point at the text that
//! the user wrote. A [`Diagnostic`] is data: what is wrong, where, also where, and what to write instead. Nothing in this
//! module reads a file or prints.

mod deep;
mod diagnostic;
mod map;

pub use deep::deep;
pub use diagnostic::{Diagnostic, Diagnostics, Severity, Warning};
pub use map::{FileId, Position, Range, SourceFile, SourceMap, Span};
