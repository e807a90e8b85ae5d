//! Data to text.
//!
//! What comes in is data of the modules above; what goes out is a `String`. Nothing here prints or looks at the terminal:
//! whoever calls says whether colours are wanted.

mod diagnostics;

pub use diagnostics::{DiagnosticsText, counted};
