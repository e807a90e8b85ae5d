//! Values that are given: are they a counterexample?
//!
//! The values become hypotheses, `X = t` before all others, which cost nothing; then the property is searched as any other,
//! by `lazy`. So a replay says what a check would say, and a variable without a name, which nobody can give a value, is
//! searched for.

use super::outcome::{Counterexample, Outcome, Reason, Vacuity, Verdict};
use super::property::{Checker, Monitor, Options, Strategy, Task};
use super::search;
use crate::program::{Assignment, Check, CheckId, Goal, GoalId};
use crate::source::Range;
use crate::term::Term;

/// What came of values.
#[derive(Clone, Debug)]
pub enum Replayed {
    /// They are a counterexample.
    Refuted(Box<Counterexample>),
    /// The conclusion holds.
    Holds,
    /// This hypothesis does not hold, or else what the type of a variable asks of its values.
    Fails(Option<GoalId>),
    /// The hypotheses have no proof up to a bound, but a larger bound may have one.
    CutOff(u32),
    /// Something came first.
    Unknown(Reason),
}

impl Checker<'_> {
    /// Tests a property for values of its variables. The bound is the largest of the options', the property's and one that
    /// values of this size seldom need.
    pub fn replay(&self, id: CheckId, values: &Assignment, options: &Options, monitor: &dyn Monitor) -> Replayed {
        let check = &self.programs.user.checks[id.0 as usize];
        let least = values.size.saturating_mul(3).saturating_add(10);
        let bound = options.depth.or(check.bound).unwrap_or(0).max(least);
        let options = Options { strategy: Strategy::Lazy, depth: Some(bound), most: 1, first: true, ..options.clone() };
        let search = |check: &Check| search::search(&Task { checker: self, check, id, options: &options, monitor });
        let hypotheses = check.formula.conjuncts(check.hypotheses);
        let outcome = search(&with(check, values, &hypotheses, None));
        match outcome.verdict {
            Verdict::Counterexample(mut found) if !found.is_empty() => {
                let found = Counterexample { replayed: true, ..found.swap_remove(0) };
                return Replayed::Refuted(Box::new(found));
            }
            Verdict::Vacuous(Vacuity::UpToBound) => return Replayed::CutOff(outcome.depth),
            Verdict::Vacuous(_) => {}
            Verdict::Unknown(reason) => return Replayed::Unknown(reason),
            _ if outcome.cases == 0 => {}
            _ => return Replayed::Holds,
        }
        let holds = |count: &usize| {
            let prefix = with(check, values, &hypotheses[..*count], Some(Goal::Fail));
            matches!(search(&prefix).verdict, Verdict::Counterexample(_))
        };
        let failed = (1..=hypotheses.len()).find(|count| !holds(count));
        Replayed::Fails(failed.map(|count| hypotheses[count - 1]))
    }
}

impl Checker<'_> {
    /// The outcome where nothing was searched for, because these were known.
    pub fn known(&self, id: CheckId, found: Vec<Counterexample>, options: &Options, monitor: &dyn Monitor) -> Outcome {
        let check = &self.programs.user.checks[id.0 as usize];
        let task = Task { checker: self, check, id, options, monitor };
        let mut outcome = task.outcome(Verdict::Counterexample(vec![]));
        outcome.cases = found.len() as u64;
        outcome.depth = found.iter().map(|found| found.depth).min().unwrap_or(0);
        outcome.join(found, options.most);
        outcome
    }
}

impl Outcome {
    /// Adds counterexamples that were known before: behind those that were found, or in place of another verdict.
    pub fn join(&mut self, mut known: Vec<Counterexample>, most: usize) {
        known.sort_by_cached_key(|found| (found.depth, search::key(found)));
        let mut all = match std::mem::replace(&mut self.verdict, Verdict::Holds) {
            Verdict::Counterexample(found) => found,
            verdict if known.is_empty() => {
                self.verdict = verdict;
                return;
            }
            _ => vec![],
        };
        for one in known {
            if all.len() < most && all.iter().all(|found| search::key(found) != search::key(&one)) {
                all.push(one);
            }
        }
        self.verdict = Verdict::Counterexample(all);
    }
}

/// A property with equations for its variables, only some of its hypotheses, and perhaps another conclusion.
fn with(check: &Check, values: &Assignment, hypotheses: &[GoalId], conclusion: Option<Goal>) -> Check {
    let mut formula = values.formula.clone();
    let mut goals = vec![];
    for (var, term) in &values.bindings {
        formula.term_ranges.push(Range::default());
        let left = formula.terms.add(Term::Var(*var));
        goals.push(formula.add_goal(Goal::Unify(left, *term), Range::default()));
    }
    goals.extend_from_slice(hypotheses);
    let hypotheses = match goals.as_slice() {
        [] => formula.add_goal(Goal::True, Range::default()),
        [single] => *single,
        _ => formula.add_goal(Goal::And(goals), Range::default()),
    };
    let conclusion = match conclusion {
        Some(goal) => formula.add_goal(goal, Range::default()),
        None => check.conclusion,
    };
    Check { hypotheses, conclusion, formula, ..check.clone() }
}
