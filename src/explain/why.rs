//! The smallest proof of a goal: the bound grows until there is one.

use crate::check::{Checker, Claim, Ended, Reference, answers};
use crate::engine::{Limits, Proof, Rejected, Settings, StopReason};
use crate::program::Query;
use crate::source::Span;
use crate::term::Terms;

/// What came of looking for a proof.
#[derive(Clone, Debug)]
pub enum Why {
    /// A proof that the checker accepted.
    Holds(Box<Proof>),
    /// A proof was found, but the checker did not accept it.
    Rejected(Rejected),
    /// A proof was found, but could not be rebuilt.
    Lost,
    /// There is none, after a finished search.
    Fails,
    /// There is none up to this bound.
    CutOff(u32),
    /// A limit was reached while this bound was tried.
    Stopped(StopReason, u32),
    /// Something had no value, and no proof does without it.
    Undefined(String, Option<Span>),
    /// What cannot be run, and where it stands.
    Unsupported(String, Option<Span>),
}

/// The bounds up to which each is tried; behind them they grow by a fiftieth.
const EACH: u32 = 50;

/// The steps that the checker's judge has for one goal.
const JUDGE_STEPS: u64 = 20_000_000;

/// Looks for the proof of a query with the fewest clause uses, up to a bound. Beyond a bound of 50 it may be larger than the
/// smallest by a fiftieth.
pub fn why(checker: &Checker, query: &Query, settings: Settings, depth: u32, limits: Limits) -> Why {
    let mut bound = 1.min(depth);
    loop {
        let settings = Settings { bound: bound as i32, conclusion: bound as i32, ..settings };
        let found = match answers(checker, query, settings, 1, limits) {
            Ok(found) => found,
            Err((what, place)) => return Why::Unsupported(what, place),
        };
        match found.ended {
            Ended::Enough => return proof(checker, query, settings, limits),
            Ended::Stopped(reason) => return Why::Stopped(reason, bound),
            Ended::Complete | Ended::CutOff
                if found.error.is_some() && (found.ended == Ended::Complete || bound >= depth) =>
            {
                let (what, place) = found.error.expect("there is one");
                return Why::Undefined(what, place);
            }
            Ended::Complete => return Why::Fails,
            Ended::CutOff if bound >= depth => return Why::CutOff(bound),
            Ended::CutOff => bound = (bound + 1.max(bound / EACH)).min(depth),
        }
    }
}

/// The proof that a search with these settings comes to first.
fn proof(checker: &Checker, query: &Query, settings: Settings, limits: Limits) -> Why {
    let claim = Claim { formula: &query.formula, goal: query.goal, terms: &Terms::default(), values: &[] };
    let Some(proof) = checker.prove(&claim, settings, limits) else { return Why::Lost };
    // A negation has its own search, which may need more than the proof around it.
    let bound = (settings.bound as u32).saturating_mul(3).saturating_add(100);
    let judge = Reference { programs: &checker.programs, bound, steps: JUDGE_STEPS };
    match proof.check(&checker.programs, &query.formula, query.goal, &judge) {
        Ok(()) => Why::Holds(Box::new(proof)),
        Err(rejected) => Why::Rejected(rejected),
    }
}
