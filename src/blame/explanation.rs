//! Why one counterexample is one: as a wrong answer, by the proof of its hypotheses; as a missing one, by what would have to
//! hold for its conclusion.

use super::case::{case_of, conclusion_bound, denied, hypothesis_bound, limits};
use super::rank::Request;
use super::suspect::Trust;
use super::variant::Variants;
use crate::check::{Checker, Claim, Counterexample, Reference};
use crate::engine::Settings;
use crate::explain::{Assumable, Assumption, Missing, Opening, Tree, missing};
use crate::program::{CheckId, PredId};

/// The steps that the judge of a proof has for one goal.
const JUDGE_STEPS: u64 = 2_000_000;

/// What is the matter with a counterexample to `G => A`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Some atom of G should not hold: nothing that A calls can be to blame.
    Wrong,
    /// A should hold: nothing that G calls can be to blame.
    Missing,
    /// It may be the one or the other.
    Both,
    /// Nothing that can be to blame is called.
    Neither,
}

/// A counterexample with its explanation.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The property.
    pub check: CheckId,
    /// The values.
    pub counterexample: Counterexample,
    /// What is the matter.
    pub kind: Kind,
    /// The proof of the hypotheses, if they can be to blame and it was found and accepted.
    pub wrong: Option<Tree>,
    /// The least explanation of the conclusion, if it can be to blame and there is one.
    pub missing: Option<Missing>,
    /// The proof of what the conclusion denies, if it is a negation, can be to blame, and the proof was found and accepted.
    pub denied: Option<Tree>,
}

/// Explains a counterexample, without assuming certain atoms.
pub fn explain(
    checker: &Checker,
    check: CheckId,
    found: &Counterexample,
    request: &Request,
    except: &[Assumption],
) -> Explanation {
    let program = checker.programs.user;
    let variants = Variants::new(program);
    let trust = Trust::new(program, &variants.dependence, &request.trusted);
    let property = &program.checks[check.0 as usize];
    let reaches = |goal| variants.dependence.reached_by(&property.formula, goal).iter().any(|id| trust.is_suspect(*id));
    let kind = match (reaches(property.hypotheses), reaches(property.conclusion)) {
        (true, false) => Kind::Wrong,
        (false, true) => Kind::Missing,
        (true, true) => Kind::Both,
        (false, false) => Kind::Neither,
    };
    let case = case_of(check, found);
    let claim = |goal| Claim { formula: &property.formula, goal, terms: &found.formula.terms, values: &found.bindings };
    let limits = limits(request.monitor, request.options);
    let proved = |goal, depth: u32, bound: i32| {
        let settings = Settings::of_bound(depth.clamp(1, bound as u32) as i32);
        let proof = checker.prove(&claim(goal), settings, limits)?;
        let opening = Opening { trusted: &request.trusted, ..Opening::default() };
        let judge = Reference { programs: &checker.programs, bound: bound as u32, steps: JUDGE_STEPS };
        let accepted = proof.check(&checker.programs, &property.formula, goal, &judge).is_ok();
        accepted.then(|| Tree::of(&checker.programs, &property.formula, goal, &proof, &opening))
    };
    let wrong =
        (kind != Kind::Missing).then(|| proved(property.hypotheses, found.depth, hypothesis_bound(&case))).flatten();
    let denied = denied(property)
        .filter(|_| kind != Kind::Wrong)
        .and_then(|goal| proved(goal, u32::MAX, conclusion_bound(&case)));
    let missing = (kind != Kind::Wrong).then(|| {
        let goal = property.conclusion;
        let abducible = abducibles(&trust, request, &variants.dependence.reached_by(&property.formula, goal));
        let assumable = Assumable { predicates: &abducible, except, trusted: &request.trusted };
        missing(checker, &claim(goal), assumable, conclusion_bound(&case), 1, limits).pop()
    });
    Explanation { check, counterexample: found.clone(), kind, wrong, missing: missing.flatten(), denied }
}

/// What may be assumed of what a goal reaches.
pub fn abducibles<'r>(trust: &Trust, request: &Request, reached: impl IntoIterator<Item = &'r PredId>) -> Vec<PredId> {
    trust.abducible(&request.assumable, reached)
}
