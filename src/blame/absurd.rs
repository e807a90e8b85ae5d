//! Values for which conclusions fail and probably should: changes that let them through let nearly everything through.
//!
//! Properties seldom say what must not hold. Two sources say it for them, as a guess: values mixed from different cases,
//! which seldom fit each other, and values drawn by chance. Where a conclusion has only one variable, nothing can be mixed,
//! and the counterexamples themselves take the place: they speak a little for faults of the premise.

use super::case::{Case, conclusion_bound, hypothesis_bound, limits};
use crate::check::{Checker, Decider, Decision, Monitor, Options};
use crate::program::CheckId;
use crate::source::deep;
use crate::term::{Term, TermId, Terms, Var};
use rustc_hash::{FxHashMap, FxHashSet};

/// How many values of each kind are made for each property.
const EACH: usize = 24;

/// Values for which conclusions fail.
#[derive(Clone, Debug, Default)]
pub struct Absurd {
    /// Those that are mixed from several cases.
    pub mixed: Vec<Case>,
    /// Those of one case, where nothing can be mixed.
    pub single: Vec<Case>,
    /// Those that are drawn.
    pub drawn: Vec<Case>,
}

/// Values for which the conclusions of properties fail.
pub fn absurd(
    checker: &Checker,
    checks: impl Iterator<Item = CheckId>,
    cases: &[Case],
    options: &Options,
    monitor: &dyn Monitor,
) -> Absurd {
    let mut absurd = Absurd::default();
    for check in checks {
        let property = &checker.programs.user.checks[check.0 as usize];
        let of: Vec<&Case> = cases.iter().filter(|case| case.check == check).collect();
        let mut vars = FxHashMap::default();
        property.formula.count_vars_inside(property.conclusion, &mut vars);
        let decider = Decider::new(checker, &property.formula, property.conclusion);
        let fails = |case: &Case| {
            decider.decide(&case.values, conclusion_bound(case), limits(monitor, options)) == Decision::No
        };
        let premise = Decider::new(checker, &property.formula, property.hypotheses);
        // What meets the hypotheses is a counterexample, and nothing absurd.
        let is_off = |case: &Case| {
            premise.decide(&case.values, hypothesis_bound(case), limits(monitor, options)) == Decision::No
        };
        let count = if of.len() < 2 { 0 } else { EACH };
        let mixtures = (0..count).map(|place| mixture(&of, place, &vars)).filter(fails);
        match vars.len() < 2 {
            true => absurd.single.extend(mixtures),
            false => absurd.mixed.extend(mixtures.filter(is_off)),
        }
        let depth = of.iter().map(|case| case.depth).max().unwrap_or(1);
        let values = checker.outside(check, EACH, options, monitor).into_iter();
        let drawn = values.map(|values| Case { check, values, depth, covered: FxHashSet::default() });
        absurd.drawn.extend(drawn.filter(is_off));
    }
    absurd
}

/// A case with the values of one, but for every other variable of the conclusion those of another.
fn mixture(cases: &[&Case], place: usize, vars: &FxHashMap<Var, usize>) -> Case {
    let one = cases[place % cases.len()];
    let other = cases[(place * 7 + 1 + place / cases.len()) % cases.len()];
    let mut mixed = one.clone();
    mixed.depth = one.depth.max(other.depth);
    let concluded = mixed.values.bindings.iter_mut().filter(|(var, _)| vars.contains_key(var));
    for (number, (var, value)) in concluded.enumerate() {
        let theirs = other.values.bindings.iter().find(|(theirs, _)| theirs == var);
        if let (Some((_, theirs)), true) = (theirs, (number + place).is_multiple_of(2)) {
            *value = copied(&other.values.terms, *theirs, &mut mixed.values.terms);
        }
    }
    mixed
}

/// A ground term in another arena.
fn copied(from: &Terms, term: TermId, to: &mut Terms) -> TermId {
    let parts: Vec<TermId> = from.children(term).into_iter().map(|part| deep(|| copied(from, part, to))).collect();
    match from.get(term) {
        Term::App(functor, _) => to.app(*functor, &parts),
        leaf => to.add(leaf.clone()),
    }
}
