//! Whom one counterexample leaves, and whom all of them leave: the core.
//!
//! A counterexample to `G => A` is a wrong answer, if some atom of G should not hold, a missing answer, if A should, or both.
//! As a wrong answer it blames the clauses without which G has no proof; as a missing one the predicates whose calls, if they
//! succeeded outright, would let A through. Whoever is blamed in neither way could be edited at will, and the counterexample would
//! stay. So if one untrusted clause is wrong, the trusted ones and the property are right, it is in all these sets.

use super::case::{Case, conclusion_bound, denied, hypotheses, hypothesis_bound, limits};
use super::repair::Change;
use super::suspect::Suspect;
use super::variant::Variants;
use crate::check::{Checker, Decider, Decision, Monitor, Options};
use crate::edit::relaxations;
use crate::engine::Limits;
use crate::program::{Check, ClauseId, GoalId, Overlay, PredId};
use std::collections::{BTreeMap, BTreeSet};

/// The most calls of the search for a conclusion with a clause made more general.
const RELAXED_STEPS: u64 = 10_000;

/// How a counterexample blames a suspect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Charge {
    /// The hypotheses have no proof without it: it may be a wrong answer's.
    pub wrong: bool,
    /// The conclusion may have a proof if it is edited: it may be a missing answer's.
    pub missing: bool,
}

/// Decides who is a candidate, and remembers the compiled variants.
pub struct Candidates<'b> {
    checker: &'b Checker<'b>,
    variants: &'b Variants<'b>,
    options: &'b Options,
    monitor: &'b dyn Monitor,
    /// Whether no proof of a property's hypotheses rests on a failure.
    pure: BTreeMap<u32, bool>,
    generous: BTreeMap<(u32, PredId), Decider>,
    strict: BTreeMap<(u32, Suspect, GoalId), Decider>,
}

impl<'b> Candidates<'b> {
    /// For the counterexamples of a program.
    pub fn new(
        checker: &'b Checker<'b>,
        variants: &'b Variants<'b>,
        options: &'b Options,
        monitor: &'b dyn Monitor,
    ) -> Candidates<'b> {
        let (pure, generous, strict) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        Candidates { checker, variants, options, monitor, pure, generous, strict }
    }

    fn property(&self, case: &Case) -> &'b Check {
        &self.checker.programs.user.checks[case.check.0 as usize]
    }

    /// How a counterexample blames each of some suspects; those that it does not blame are left out.
    pub fn of(&mut self, case: &Case, suspects: &[Suspect]) -> BTreeMap<Suspect, Charge> {
        let program = self.checker.programs.user;
        let predicates: BTreeSet<PredId> = suspects.iter().map(|suspect| suspect.predicate(program)).collect();
        let missing: BTreeSet<PredId> = predicates.into_iter().filter(|id| self.lets_through(case, *id)).collect();
        // What is denied holds in a counterexample: only who is needed for that can let the conclusion through.
        let denied = denied(self.property(case));
        let mut charges = BTreeMap::new();
        for suspect in suspects {
            let charge = Charge {
                wrong: self.is_needed(case, *suspect, &hypotheses(self.property(case))),
                missing: missing.contains(&suspect.predicate(program))
                    && denied.is_none_or(|goal| self.is_needed(case, *suspect, &[goal])),
            };
            if charge != Charge::default() {
                charges.insert(*suspect, charge);
            }
        }
        charges
    }

    /// Whether the conclusion might have a proof if calls of a predicate succeeded; a cut-off means that it might.
    fn lets_through(&mut self, case: &Case, predicate: PredId) -> bool {
        let property = self.property(case);
        if !self.variants.dependence.goal_depends(&property.formula, property.conclusion, predicate) {
            return false;
        }
        let (checker, variants) = (self.checker, self.variants);
        let decider = self.generous.entry((case.check.0, predicate)).or_insert_with(|| {
            let overlay = variants.generous(predicate);
            let mut formula = property.formula.clone();
            let goal = variants.generous_goal(&mut formula, property.conclusion, predicate);
            Decider::new(&checker.with(&overlay), &formula, goal)
        });
        decider.decide(&case.values, conclusion_bound(case), limits(self.monitor, self.options)) != Decision::No
    }

    /// Whether some of these goals, which hold, has no proof that every edit of the suspect leaves standing.
    fn is_needed(&mut self, case: &Case, suspect: Suspect, goals: &[GoalId]) -> bool {
        let property = self.property(case);
        let (checker, variants) = (self.checker, self.variants);
        let program = checker.programs.user;
        let predicate = suspect.predicate(program);
        let depends = |goal: &GoalId| variants.dependence.goal_depends(&property.formula, *goal, predicate);
        let concerned: Vec<GoalId> = goals.iter().copied().filter(depends).collect();
        if concerned.is_empty() {
            return false;
        }
        let of_hypotheses = denied(property).is_none_or(|goal| !goals.contains(&goal));
        let pure = self.pure.entry(case.check.0);
        let pure = *pure.or_insert_with(|| variants.is_pure(&property.formula, property.hypotheses)) && of_hypotheses;
        match suspect {
            // The proof at hand stands whatever becomes of clauses that it does not use.
            Suspect::Clause(id) if pure && !case.covered.is_empty() && !case.covered.contains(&id) => return false,
            Suspect::Missing(_) if pure => return false,
            _ => {}
        }
        let limits = limits(self.monitor, self.options);
        concerned.into_iter().any(|goal| {
            let decider = self.strict.entry((case.check.0, suspect, goal)).or_insert_with(|| {
                let overlay = strict(variants, suspect);
                let mut formula = property.formula.clone();
                let goal = variants.strict_goal(&mut formula, goal, predicate);
                Decider::new(&checker.with(&overlay), &formula, goal)
            });
            decider.decide(&case.values, hypothesis_bound(case), limits) != Decision::Yes
        })
    }
}

fn strict(variants: &Variants, suspect: Suspect) -> Overlay {
    match suspect {
        Suspect::Clause(id) => variants.strict(id),
        Suspect::Missing(id) => variants.strict_of(id),
    }
}

/// Whom all counterexamples leave, with how often each way; and how many of them each suspect is blamed by.
#[derive(Clone, Debug, Default)]
pub struct Core {
    /// Those that all blame.
    pub members: Vec<Suspect>,
    /// For each suspect, the counterexamples that blame it as wrong, as missing, and at all.
    pub counts: BTreeMap<Suspect, [u32; 3]>,
    /// For each counterexample that was looked at, whom it blames.
    pub sets: Vec<BTreeSet<Suspect>>,
}

impl Core {
    /// Takes counterexamples in their order until the clock says stop.
    pub fn new(candidates: &mut Candidates, cases: &[Case], suspects: &[Suspect]) -> Core {
        let mut core = Core { members: suspects.to_vec(), ..Core::default() };
        for case in cases {
            if candidates.monitor.stop().load(std::sync::atomic::Ordering::Relaxed) && !core.sets.is_empty() {
                break;
            }
            let charges = candidates.of(case, suspects);
            for (suspect, charge) in &charges {
                let counts = core.counts.entry(*suspect).or_default();
                counts[0] += u32::from(charge.wrong);
                counts[1] += u32::from(charge.missing);
                counts[2] += 1;
            }
            core.members.retain(|suspect| charges.contains_key(suspect));
            core.sets.push(charges.into_keys().collect());
        }
        core
    }

    /// The fewest suspects of which each counterexample blames one: two of them, if two will do.
    pub fn pairs(&self) -> Vec<[Suspect; 2]> {
        let all: Vec<Suspect> = self.counts.keys().copied().collect();
        let mut pairs = vec![];
        for (place, one) in all.iter().enumerate() {
            for other in &all[place + 1..] {
                if self.sets.iter().all(|set| set.contains(one) || set.contains(other)) {
                    pairs.push([*one, *other]);
                }
            }
        }
        pairs
    }
}

/// Whether a clause, made more general by one edit, would let the conclusion of a counterexample through.
pub fn is_relaxable(checker: &Checker, case: &Case, id: ClauseId, options: &Options, monitor: &dyn Monitor) -> bool {
    let program = checker.programs.user;
    let property = &program.checks[case.check.0 as usize];
    let mut overlay = Overlay::default();
    overlay.open(program.clause(id).predicate);
    let changes = relaxations(program, id).into_iter();
    let changes =
        changes.map(|edit| Change::Replace(id, edit.kind, Box::new(edit.clause)).offer(program, &mut overlay));
    let choices: Vec<_> = changes.collect();
    let mut decider = Decider::new(&checker.with(&overlay), &property.formula, property.conclusion);
    let limits = Limits { steps: RELAXED_STEPS, ..limits(monitor, options) };
    choices.iter().any(|chosen| {
        decider.choose(chosen);
        decider.decide(&case.values, conclusion_bound(case), limits) != Decision::No
    })
}
