//! Data to text.
//!
//! What comes in is data of the modules above; what goes out is a `String`. Nothing here prints or looks at the terminal:
//! whoever calls says whether colours are wanted.

mod answers;
mod blame;
mod check;
mod diagnostics;
mod graph;
mod json;
mod picture;
mod shell;
mod tree;
mod why_not;

pub use answers::run_text;
pub use blame::BlameText;
pub use check::CheckText;
pub use diagnostics::{DiagnosticsText, counted};
pub use graph::GraphReport;
pub use json::{ChecksJson, pretty, replay_json, run_json};
pub use shell::command;
pub use tree::{TreeJson, TreeReport};
pub use why_not::{AskedJson, WhyNotJson};
