//! What the proofs of passing cases have, too: in the proof of a failing one it is no news, and can be folded.

use super::case::{Case, conclusion_bound, hypothesis_bound};
use crate::check::{Checker, Claim, Monitor, Options};
use crate::engine::{Limits, Settings};
use crate::explain::{Opening, Reason, Tree};
use crate::program::{CheckId, Formula, Goal, GoalId};
use crate::term::{Term, TermId};
use rustc_hash::{FxHashMap, FxHashSet};

/// The calls that the search for one proof may take: cases whose proofs take more are left out.
const STEPS: u64 = 20_000;

/// The most goals of one proof that are looked at, and the most symbols of one.
const GOALS: usize = 2000;
const SYMBOLS: usize = 200;

/// Ground goals that were proved by clauses, and in how many passing cases of each property. Those of other properties do
/// not count: a weak property passes with wrong answers in its proofs, so that a fold would hide what is to be seen.
#[derive(Clone, Debug, Default)]
pub struct Familiar {
    cases: FxHashMap<(CheckId, String), u64>,
}

impl Familiar {
    /// Proves the hypotheses and the conclusion of each passing case, and counts the cases of each goal in the proofs.
    pub fn new(checker: &Checker, passing: &[Case], options: &Options, monitor: &dyn Monitor) -> Familiar {
        let limits = Limits { stop: monitor.stop(), steps: STEPS, memory: options.memory };
        let mut familiar = Familiar::default();
        for case in passing {
            for goal in proved(checker, case, limits) {
                *familiar.cases.entry((case.check, goal)).or_default() += 1;
            }
        }
        familiar
    }

    /// In how many passing cases of a property a goal was proved, if it was.
    pub fn count(&self, check: CheckId, formula: &Formula, goal: GoalId) -> Option<u64> {
        self.cases.get(&(check, key(formula, goal)?)).copied()
    }
}

/// The goals in the proofs of a case, each once.
fn proved(checker: &Checker, case: &Case, limits: Limits) -> FxHashSet<String> {
    let property = &checker.programs.user.checks[case.check.0 as usize];
    let (formula, values) = (&property.formula, &case.values);
    let mut goals = FxHashSet::default();
    let hypotheses = (case.depth.clamp(1, hypothesis_bound(case) as u32) as i32, property.hypotheses);
    for (bound, goal) in [hypotheses, (conclusion_bound(case), property.conclusion)] {
        let claim = Claim { formula, goal, terms: &values.terms, values: &values.bindings };
        let Some(proof) = checker.prove(&claim, Settings::of_bound(bound), limits) else { continue };
        let tree = Tree::of(&checker.programs, formula, goal, &proof, &Opening::default());
        let nodes = tree.nodes.iter().take(GOALS).filter(|node| matches!(node.reason, Reason::Clause { .. }));
        goals.extend(nodes.filter_map(|node| key(&tree.formula, node.goal)));
    }
    goals
}

/// A text that tells ground calls apart; none of a goal with variables, of a large one, or of what is no call.
fn key(formula: &Formula, goal: GoalId) -> Option<String> {
    let Goal::Call(predicate, args) = formula.goal(goal) else { return None };
    let mut text = format!("p{} ", predicate.0);
    let mut todo: Vec<TermId> = args.iter().rev().copied().collect();
    let mut left = SYMBOLS;
    while let Some(term) = todo.pop() {
        left = left.checked_sub(1)?;
        match formula.terms.get(term) {
            Term::Var(_) => return None,
            Term::App(functor, _) => text.push_str(&format!("f{} ", functor.0)),
            leaf => text.push_str(&format!("{leaf:?} ")),
        }
        todo.extend(formula.terms.children(term).into_iter().rev());
    }
    Some(text)
}
