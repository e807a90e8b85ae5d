//! Cases: values for which a property failed, and values for which it held.

use crate::check::{Checker, Counterexample, Decider, Met, Monitor, Options, Values};
use crate::engine::Limits;
use crate::program::{Check, CheckId, ClauseId, Goal, GoalId};
use crate::term::Term;
use rustc_hash::FxHashSet;

/// Values of a property's variables, and what its proofs used.
#[derive(Clone, Debug)]
pub struct Case {
    /// The property.
    pub check: CheckId,
    /// The values.
    pub values: Values,
    /// The round that found them.
    pub depth: u32,
    /// The clauses that the first proof of the hypotheses used, and, in a passing case, that of the conclusion, in a failing
    /// one, that of what the conclusion denies; empty where there was none within the limits.
    pub covered: FxHashSet<ClauseId>,
}

/// The most calls of one question about one case.
pub const STEPS: u64 = 100_000;

/// The most calls of the search for cases of one property, and of the proof of the conclusion of each.
const MET_STEPS: u64 = 30_000;

/// The hypotheses of a property one by one: the values of a case are ground, so that each stands for itself. All as one if
/// there is a cut among them.
pub fn hypotheses(property: &Check) -> Vec<GoalId> {
    let goals = property.formula.conjuncts(property.hypotheses);
    match goals.iter().any(|goal| *property.formula.goal(*goal) == Goal::Cut) {
        true => vec![property.hypotheses],
        false => goals,
    }
}

/// What a conclusion denies that is a negation.
pub fn denied(property: &Check) -> Option<GoalId> {
    match property.formula.goal(property.conclusion) {
        Goal::Not(inner) if !matches!(property.formula.goal(*inner), Goal::Unify(..)) => Some(*inner),
        _ => None,
    }
}

/// What the search for a proof of some hypotheses may use. A changed program may need more than the one that was checked.
pub fn hypothesis_bound(case: &Case) -> i32 {
    clamp(case.depth.saturating_mul(3).saturating_add(20))
}

/// What the search for a proof of a conclusion may use: at 3d+10 culprits were lost, since the right proof can be longer.
pub fn conclusion_bound(case: &Case) -> i32 {
    clamp(case.depth.saturating_mul(6).saturating_add(50))
}

fn clamp(bound: u32) -> i32 {
    i32::try_from(bound).unwrap_or(i32::MAX).min(crate::engine::UNBOUNDED / 8)
}

/// The limits of one question.
pub fn limits<'m>(monitor: &'m dyn Monitor, options: &Options) -> Limits<'m> {
    Limits { stop: monitor.stop(), steps: STEPS, memory: options.memory }
}

/// The case of a counterexample, so far without what covers it.
pub fn case_of(check: CheckId, found: &Counterexample) -> Case {
    let values = Values { terms: found.formula.terms.clone(), bindings: found.bindings.clone() };
    Case { check, values, depth: found.depth, covered: FxHashSet::default() }
}

/// The case of a counterexample.
pub fn failing(
    checker: &Checker,
    check: CheckId,
    found: &Counterexample,
    monitor: &dyn Monitor,
    options: &Options,
) -> Case {
    let mut case = case_of(check, found);
    let property = &checker.programs.user.checks[check.0 as usize];
    let uses = |goal, bound| {
        let decider = Decider::for_uses(checker, &property.formula, goal);
        decider.uses(&case.values, bound, limits(monitor, options)).unwrap_or_default()
    };
    let mut covered = uses(property.hypotheses, hypothesis_bound(&case));
    covered.extend(denied(property).into_iter().flat_map(|goal| uses(goal, conclusion_bound(&case))));
    case.covered = covered;
    case
}

/// The most cases of one property and kind.
const MOST_MET: usize = 60;

/// Cases of a property, failing and passing: from each round up to its bound the first `each` of both, evenly thinned if they
/// are too many.
pub fn met(checker: &Checker, id: CheckId, each: usize, options: &Options, monitor: &dyn Monitor) -> [Vec<Case>; 2] {
    let property = &checker.programs.user.checks[id.0 as usize];
    let conclusion = Decider::for_uses(checker, &property.formula, property.conclusion);
    let mut conclusion = conclusion.ask(Limits { steps: MET_STEPS, ..limits(monitor, options) });
    let denied = denied(property).map(|goal| Decider::for_uses(checker, &property.formula, goal));
    let mut denied =
        denied.as_ref().map(|decider| decider.ask(Limits { steps: MET_STEPS, ..limits(monitor, options) }));
    let options = Options { steps: MET_STEPS, ..options.clone() };
    let (failing, passing): (Vec<Met>, Vec<Met>) =
        checker.cases(id, each, &options, monitor).into_iter().partition(|met| met.refuted);
    [failing, passing].map(|all| {
        let step = all.len().div_ceil(MOST_MET).max(1);
        let some = all.into_iter().step_by(step).map(|met| {
            let mut case = Case { covered: met.used, ..case_of(id, &met.values) };
            let bound = conclusion_bound(&case);
            let used = match &mut denied {
                Some(denied) if met.refuted => denied.uses(&case.values, bound),
                _ if met.refuted => None,
                _ => conclusion.uses(&case.values, bound),
            };
            case.covered.extend(used.into_iter().flatten());
            case
        });
        some.collect()
    })
}

/// The text of a case, to tell it from others.
pub fn key(case: &Case) -> String {
    let mut text = String::new();
    for (var, term) in &case.values.bindings {
        text.push_str(&format!("{}=", var.0));
        let mut todo = vec![*term];
        while let Some(term) = todo.pop() {
            match case.values.terms.get(term) {
                Term::App(functor, _) => text.push_str(&format!("f{} ", functor.0)),
                leaf => text.push_str(&format!("{leaf:?} ")),
            }
            todo.extend(case.values.terms.children(term).into_iter().rev());
        }
    }
    text
}
