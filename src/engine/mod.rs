//! The engine: compiled clauses, the machine that runs them, and what it finds.
//!
//! A property or query is compiled with all that it can reach ([`Code`]); a [`Machine`] searches for answers, bounded by
//! clause uses, and tells what it comes to one [`Event`] at a time. Nothing recurses on the native stack, and each search
//! says why it ended. Read `code` first, then `machine`, `run`, `region` and `cut`.

mod analysis;
mod arithmetic;
mod builtin;
mod code;
mod compile;
mod cut;
mod index;
mod library;
mod limits;
mod machine;
mod proof;
mod proof_check;
mod region;
mod run;
mod snapshot;
mod trace;
mod wait;
mod word;

pub use code::{ClauseCode, Code, Origin, Proc, ProcId, ProcKind};
pub use compile::{Ending, Hypotheses};
pub use library::Programs;
pub use limits::{Limits, StopReason};
pub use machine::{Event, Machine, Settings, Share, UNBOUNDED};
pub use proof::{Proof, Step, StepId, instance};
pub use proof_check::{Judge, Rejected, Scope};
pub use snapshot::{Leaf, Snapshot};
pub use trace::Trace;
pub use word::{Atom, Tag, Word};
pub use {analysis::Analysis, code::Builtin, library::Callee};
