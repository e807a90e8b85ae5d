//! Checking properties: the search for counterexamples, and what it says.
//!
//! [`Checker`] takes a program; [`Checker::check`] searches one property by one of four strategies and gives an [`Outcome`].
//! `lazy` and `naf` solve the hypotheses round by round (`search`); `tiers` and `random` make up values and test them
//! (`testing`). Each counterexample is confirmed by the solver of `reference`, which shares no code with the machine. Read
//! `outcome` first.

mod cases;
mod decide;
mod outcome;
mod outside;
mod property;
mod prove;
mod reference;
mod replay;
mod search;
mod store;
mod testing;
mod values;

pub use cases::Met;
pub use decide::{Decider, Decision, Questions, Values};
pub use outcome::{Counterexample, Outcome, Reason, Round, Vacuity, Verdict};
pub use property::{Checker, Monitor, Options, Sampling, SpeedUps, Strategy};
pub use prove::{Claim, Prover};
pub use reference::{End, Reference, Solved, Verified, solve, verify};
pub use replay::Replayed;
pub use store::{Bindings, Store, Stored, hash, texts};
pub use values::{Answer, Answers, Ended, answers};
