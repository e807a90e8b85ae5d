//! Would a change mend the program? A change is tried on what is known, the cheapest first.
//!
//! It is plausible if every counterexample disappears (its hypotheses fail, or its conclusion is found: a cut-off does not
//! count, or changes that loop would look perfect), no sampled passing case breaks, the changed clause is used in a proof of
//! some case, or else vacuous changes would win, and all properties pass at their own bounds. Properties seldom say what must
//! not hold, so a change that lets nearly everything through can pass them all: it is given away by absurd cases, whose
//! values come from different cases, so that their conclusion fails.

use super::case::{Case, case_of, conclusion_bound, hypothesis_bound, limits};
use crate::check::{Checker, Decider, Decision, Monitor, Options, Outcome, Reason, Strategy, Verdict};
use crate::engine::{Limits, StopReason};
use crate::program::{CheckId, ClauseId, Overlay};
use crate::syntax::Expectation;
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

/// The most calls of the search for a proof that uses a changed clause.
const USE_STEPS: u64 = 3_000;

/// How many cases of a property are looked at for such a proof.
const USE_CASES: usize = 5;

/// The most calls of the check of one property of a changed program, in a first look and in the last.
const FIRST_STEPS: u64 = 10_000;
const CHECK_STEPS: u64 = 200_000;

/// What changes are tried on.
pub struct Trials<'b> {
    /// The checker of the program as it is.
    pub checker: &'b Checker<'b>,
    /// How properties are checked.
    pub options: &'b Options,
    /// Who watches.
    pub monitor: &'b dyn Monitor,
    /// The counterexamples, round-robin over the properties.
    pub failing: &'b [Case],
    /// Cases that pass.
    pub passing: &'b [Case],
    /// Values for which conclusions fail, and probably should.
    pub absurd: &'b [Case],
    /// What the properties came to as the program is.
    pub outcomes: &'b [Outcome],
}

/// What a plausible change leaves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plausible {
    /// The share of the passing cases that stay derivable.
    pub share: f64,
    /// The share of the absurd cases whose conclusion it lets through.
    pub spread: f64,
    /// How many properties were checked to their bounds, and how many until the steps were over.
    pub checked: [u32; 2],
}

/// Why a change is not plausible.
pub enum Refusal {
    /// What is known of the program speaks against it.
    Known,
    /// A property has a counterexample that was not known.
    New(Box<Case>),
}

/// The compiled hypotheses and conclusion of each property of a changed program, made when they are asked for.
struct Compiled<'c> {
    checker: &'c Checker<'c>,
    deciders: BTreeMap<(u32, bool), Decider>,
}

impl Compiled<'_> {
    fn decider(&mut self, check: CheckId, concludes: bool) -> &Decider {
        let checker = self.checker;
        self.deciders.entry((check.0, concludes)).or_insert_with(|| {
            let property = &checker.programs.user.checks[check.0 as usize];
            let goal = if concludes { property.conclusion } else { property.hypotheses };
            Decider::new(checker, &property.formula, goal)
        })
    }
}

impl Trials<'_> {
    /// What a change leaves, if it is plausible. `changed` is the clause that it puts in; none if it only leaves one out.
    /// `known` are counterexamples that other changes had: whoever has them too is not looked at further.
    pub fn of(&self, overlay: &Overlay, changed: Option<ClauseId>, known: &[Case]) -> Result<Plausible, Refusal> {
        let checker = self.checker.with(overlay);
        let mut compiled = Compiled { checker: &checker, deciders: BTreeMap::new() };
        if !self.failing.iter().all(|case| self.disappears(&mut compiled, case)) {
            return Err(Refusal::Known);
        }
        if known.iter().any(|case| self.is_refuted(&mut compiled, case)) {
            return Err(Refusal::Known);
        }
        let mut derivable = 0;
        for cases in by_property(self.passing) {
            let check = cases[0].check;
            let limits = limits(self.monitor, self.options);
            let holds: Vec<&Case> = {
                let mut hypotheses = compiled.decider(check, false).ask(limits);
                let yes = |case: &&&Case| hypotheses.decide(&case.values, hypothesis_bound(case)) == Decision::Yes;
                cases.iter().filter(yes).copied().collect()
            };
            let mut conclusion = compiled.decider(check, true).ask(limits);
            if holds.iter().any(|case| conclusion.decide(&case.values, conclusion_bound(case)) == Decision::No) {
                return Err(Refusal::Known);
            }
            derivable += holds.len();
        }
        // Most that fail do so soon: a short look at all properties comes first.
        self.passes(&checker, FIRST_STEPS)?;
        if let Some(changed) = changed
            && !self.is_used(&checker, changed)
        {
            return Err(Refusal::Known);
        }
        let checked = self.passes(&checker, CHECK_STEPS)?;
        let mut spread = 0;
        for cases in by_property(self.absurd) {
            let mut conclusion = compiled.decider(cases[0].check, true).ask(limits(self.monitor, self.options));
            let yes = |case: &&&Case| conclusion.decide(&case.values, conclusion_bound(case)) == Decision::Yes;
            spread += cases.iter().filter(yes).count();
        }
        let share = if self.passing.is_empty() { 1.0 } else { derivable as f64 / self.passing.len() as f64 };
        Ok(Plausible { share, spread: spread as f64 / self.absurd.len().max(1) as f64, checked })
    }

    /// Whether a time is over.
    pub fn is_over(&self, until: f64) -> bool {
        self.monitor.stop().load(Ordering::Relaxed) || self.monitor.seconds() >= until
    }

    fn hypotheses(&self, compiled: &mut Compiled, case: &Case) -> Decision {
        let decider = compiled.decider(case.check, false);
        decider.decide(&case.values, hypothesis_bound(case), limits(self.monitor, self.options))
    }

    fn conclusion(&self, compiled: &mut Compiled, case: &Case) -> Decision {
        let decider = compiled.decider(case.check, true);
        decider.decide(&case.values, conclusion_bound(case), limits(self.monitor, self.options))
    }

    fn disappears(&self, compiled: &mut Compiled, case: &Case) -> bool {
        self.hypotheses(compiled, case) == Decision::No || self.conclusion(compiled, case) == Decision::Yes
    }

    fn is_refuted(&self, compiled: &mut Compiled, case: &Case) -> bool {
        self.hypotheses(compiled, case) == Decision::Yes && self.conclusion(compiled, case) == Decision::No
    }

    /// Whether a proof of some case uses a clause in the changed program. Passing cases may all do without: where the faulty
    /// clause was used, the property failed. So in failing cases each variable in turn is left open: its value may be what
    /// the fault had made of the others.
    fn is_used(&self, checker: &Checker, changed: ClauseId) -> bool {
        let limits = Limits { steps: USE_STEPS, ..limits(self.monitor, self.options) };
        let uses = |used: Option<FxHashSet<ClauseId>>| used.is_some_and(|used| used.contains(&changed));
        let asked = |cases: &[&Case], opens: bool| {
            let property = &checker.programs.user.checks[cases[0].check.0 as usize];
            let [hypotheses, conclusion] = [property.hypotheses, property.conclusion]
                .map(|goal| Decider::for_uses(checker, &property.formula, goal));
            let (mut hypotheses, mut conclusion) = (hypotheses.ask(limits), conclusion.ask(limits));
            cases.iter().take(USE_CASES).any(|case| {
                let bound = hypothesis_bound(case);
                let open = 0..if opens { case.values.bindings.len() } else { 0 };
                uses(conclusion.uses(&case.values, conclusion_bound(case)))
                    || uses(hypotheses.uses(&case.values, bound))
                    || open.into_iter().any(|open| uses(hypotheses.uses(&case.values.without(open), bound)))
            })
        };
        // Those that used the clause before are the likeliest to use it now.
        let covered: Vec<&Case> = self.passing.iter().filter(|case| case.covered.contains(&changed)).collect();
        by_property(self.failing).iter().any(|cases| asked(cases, true))
            || grouped(covered).iter().any(|cases| asked(cases, false))
            || by_property(self.passing).iter().any(|cases| asked(cases, false))
    }

    /// Whether all properties pass: how many to their bounds, and how many as far as the steps went.
    fn passes(&self, checker: &Checker, steps: u64) -> Result<[u32; 2], Refusal> {
        let mut checked = [0, 0];
        // Those that failed are the likeliest to fail again.
        let (failed, others): (Vec<_>, Vec<_>) =
            self.outcomes.iter().partition(|outcome| matches!(outcome.verdict, Verdict::Counterexample(_)));
        for outcome in failed.into_iter().chain(others) {
            let check = &checker.programs.user.checks[outcome.check.0 as usize];
            if check.expected == Expectation::Invalid {
                continue;
            }
            let options =
                Options { strategy: Strategy::Lazy, most: 1, first: true, jobs: 1, steps, ..self.options.clone() };
            match checker.check(outcome.check, &options, self.monitor).verdict {
                Verdict::Counterexample(found) => {
                    return Err(Refusal::New(Box::new(case_of(outcome.check, &found[0]))));
                }
                Verdict::Vacuous(_) if !matches!(outcome.verdict, Verdict::Vacuous(_)) => return Err(Refusal::Known),
                Verdict::Unknown(Reason::Stopped(StopReason::Steps, _)) => checked[1] += 1,
                Verdict::Unknown(_) if !matches!(outcome.verdict, Verdict::Unknown(_)) => return Err(Refusal::Known),
                _ => checked[0] += 1,
            }
        }
        Ok(checked)
    }
}

/// Cases in groups, one for each property that has some.
fn by_property(cases: &[Case]) -> Vec<Vec<&Case>> {
    grouped(cases.iter())
}

fn grouped<'c>(cases: impl IntoIterator<Item = &'c Case>) -> Vec<Vec<&'c Case>> {
    let mut groups: BTreeMap<u32, Vec<&Case>> = BTreeMap::new();
    cases.into_iter().for_each(|case| groups.entry(case.check.0).or_default().push(case));
    groups.into_values().collect()
}
