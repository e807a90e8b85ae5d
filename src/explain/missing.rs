//! What would have to hold for a goal to have a proof, as trees that the proof checker accepted.

use super::abduce::{Abduced, Assumption, abduce_except, assuming};
use super::tree::{Opening, Tree};
use crate::check::{Checker, Claim, Reference};
use crate::engine::{Limits, Origin, Proof, Step, StepId};
use crate::program::PredId;

/// The steps that the judge of a proof has for one goal.
const JUDGE_STEPS: u64 = 2_000_000;

/// How many proofs are looked at for each explanation that is wanted: several may assume the same.
const EACH: usize = 8;

/// An explanation of a missing answer.
#[derive(Clone, Debug)]
pub struct Missing {
    /// A proof with assumptions.
    pub tree: Tree,
    /// What is assumed.
    pub abduced: Abduced,
}

/// What explanations may assume.
#[derive(Clone, Copy, Debug, Default)]
pub struct Assumable<'a> {
    /// Atoms of these predicates,
    pub predicates: &'a [PredId],
    /// but none of these atoms.
    pub except: &'a [Assumption],
    /// Predicates whose proofs are not shown, besides those that the program trusts, unless they rest on assumptions.
    pub trusted: &'a [PredId],
}

/// The least explanations of a goal that has no proof, at most so many, no two with the same assumptions.
pub fn missing(
    checker: &Checker,
    claim: &Claim,
    assumable: Assumable,
    bound: i32,
    most: usize,
    limits: Limits,
) -> Vec<Missing> {
    let mut found: Vec<Missing> = vec![];
    if assumable.predicates.is_empty() {
        return found;
    }
    let overlay = assuming(checker.programs.user, assumable.predicates);
    let changed = checker.with(&overlay);
    let judge = Reference { programs: &changed.programs, bound: bound as u32, steps: JUDGE_STEPS };
    let accepted = |proof: &Proof| proof.check(&changed.programs, claim.formula, claim.goal, &judge).is_ok();
    for abduced in abduce_except((checker, &changed), claim, bound, EACH * most, limits, assumable.except) {
        let known = found.iter().any(|other| other.abduced.assumes_the_same(&abduced));
        if found.len() < most && !known && accepted(&abduced.proof) {
            let opened = resting(&changed, &abduced.proof);
            let opening = Opening { assumed: overlay.assumptions(), opened: &opened, trusted: assumable.trusted };
            let tree = Tree::of(&changed.programs, claim.formula, claim.goal, &abduced.proof, &opening);
            found.push(Missing { tree, abduced });
        }
    }
    found
}

/// The predicates whose answers in a proof rest on assumptions: they are opened whoever trusts them, or nobody would see
/// what is assumed.
fn resting(checker: &Checker, proof: &Proof) -> Vec<PredId> {
    let mut rests: Vec<bool> = vec![];
    let mut opened = vec![];
    for step in &proof.steps {
        let below = |id: &StepId| rests[id.0 as usize];
        let this = match step {
            Step::Clause { origin: Origin::Program, clause, body, .. } => {
                let assumed = checker.programs.is_assumption(Origin::Program, *clause);
                if below(body) {
                    opened.push(checker.programs.clause(Origin::Program, *clause).predicate);
                }
                assumed || below(body)
            }
            Step::Clause { body, .. } => below(body),
            Step::All(parts) => parts.iter().any(below),
            Step::Branch(_, part) | Step::Else(part) => below(part),
            Step::Then(condition, then) => below(condition) || below(then),
            Step::Evident | Step::Failure => false,
        };
        rests.push(this);
    }
    opened
}
