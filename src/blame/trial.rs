//! Would a change mend the program? A change is tried on what is known, the cheapest first.
//!
//! It is plausible if every counterexample disappears (its hypotheses fail, or its conclusion is found: a cut-off does not
//! count, or changes that loop would look perfect), no sampled passing case breaks, and all properties pass at their own
//! bounds. If the clause could as well be left out, the changed one must be used in a proof of some case, or else vacuous
//! changes would win; if it could not, what tells its deletion from the change is a use. Properties seldom say what must
//! not hold, so a change that lets nearly everything through can pass them all: it is given away by absurd cases, whose
//! values come from different cases, so that their conclusion fails.

use super::absurd::Absurd;
use super::case::{Case, case_of, conclusion_bound, hypotheses, hypothesis_bound, limits};
use super::dependence::Dependence;
use super::repair::{Change, MOST};
use crate::check::{Checker, Decider, Decision, Monitor, Options, Outcome, Reason, Strategy, Verdict};
use crate::engine::{Limits, StopReason};
use crate::program::{CheckId, ClauseId, GoalId, Overlay, PredId};
use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

/// The most calls of one question about one case. What is needed of the program as it is takes far less.
const CASE_STEPS: u64 = 3_000;

/// The most counterexamples of other changes that a change is tried on.
pub const MOST_KNOWN: usize = 40;

/// A change that is worth less, by its kind and by what absurd cases it lets through, or keeps fewer of the passing cases, is
/// none that anybody would make.
const LEAST_PRECISION: f64 = 0.2;
const LEAST_SHARE: f64 = 0.1;

/// If the clause could be left out, the share of what is lost by it that a change must save: less is saved by changes that
/// only hide what is wrong.
const GAIN: f64 = 1.0 / 3.0;

/// As how many calls the compilation of a clause counts.
const COMPILED_STEPS: u64 = 10;

/// The most calls of the search for cases of one property whose proof uses a changed clause.
const USE_STEPS: u64 = 20_000;

/// How many cases of each of its rounds are looked at.
const USE_CASES: usize = 3;

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
    /// Which predicates a property can reach.
    pub dependence: &'b Dependence,
    /// The counterexamples, round-robin over the properties.
    pub failing: &'b [Case],
    /// Cases that pass.
    pub passing: &'b [Case],
    /// Values for which conclusions fail, and probably should.
    pub absurd: &'b Absurd,
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

/// What a change must do to be worth a look at all properties.
#[derive(Clone, Debug, Default)]
pub struct Demands {
    /// Whether its clause must be used in some proof.
    pub is_used: bool,
    /// The share of the passing cases that stay derivable without the clause, if it could be left out.
    pub without: Option<f64>,
    /// The qualities of the best changes so far, the best first.
    pub best: Vec<f64>,
}

impl Demands {
    /// There is a change of this quality: of the best, only so many are of interest.
    pub fn raise(&mut self, quality: f64) {
        self.best.push(quality);
        self.best.sort_by(|one, other| other.total_cmp(one));
        self.best.truncate(MOST);
    }

    fn are_met(&self, change: &Change, share: f64, spread: f64) -> bool {
        let regained = |without: f64| share - without > GAIN * (1.0 - without);
        let is_better = || self.best.len() < MOST || change.quality(share, spread) > self.best[MOST - 1];
        share >= LEAST_SHARE && self.without.is_none_or(regained) && is_better()
    }
}

/// Why a change is not plausible.
enum Refusal {
    /// What is known of the program speaks against it.
    Known,
    /// It has a counterexample that others had, too: its place among those.
    Again(usize),
    /// A property has a counterexample that was not known.
    New(Box<Case>),
}

/// What came of a trial, and how many calls it took: what all may take is counted in calls, not by the clock, so that the
/// same is found each time.
pub struct Tried {
    /// What the change leaves, if it is plausible.
    pub plausible: Option<Plausible>,
    /// The calls.
    pub steps: u64,
}

impl Trials<'_> {
    /// The cases that pass within the limits of a trial.
    pub fn passing(checker: &Checker, cases: &[Case], options: &Options, monitor: &dyn Monitor) -> Vec<Case> {
        let limits = Limits { steps: CASE_STEPS, ..limits(monitor, options) };
        let mut trial = Trial::new(checker, limits);
        let passes = |case: &&Case| trial.hypotheses(case) == Decision::Yes && trial.conclusion(case) == Decision::Yes;
        cases.iter().filter(passes).cloned().collect()
    }

    /// Tries changes of the clauses of a predicate, one after the other; none are tried once the clock says stop. They are compiled
    /// together: most are refused at the first case. `known` are counterexamples that other changes had, the latest first:
    /// whoever has them too is not looked at further.
    pub fn of(
        &self,
        changes: &[&Change],
        predicate: PredId,
        mut demands: Demands,
        known: &mut Vec<Case>,
    ) -> Vec<Option<Tried>> {
        let program = self.checker.programs.user;
        let mut overlay = Overlay::default();
        overlay.open(predicate);
        let chosen: Vec<_> = changes.iter().map(|change| change.offer(program, &mut overlay)).collect();
        let checker = self.checker.with(&overlay);
        let mut trial = Trial::new(&checker, self.limits(CASE_STEPS));
        let mut failing: Vec<&Case> = self.failing.iter().collect();
        let tried = changes.iter().zip(chosen).map(|(change, chosen)| {
            if self.is_over() {
                return None;
            }
            trial.choose(chosen);
            let result = self.result(&mut trial, change, &demands, &mut failing, known);
            // Where the clock came first, nothing was decided.
            if self.is_over() {
                return None;
            }
            let plausible = result.map_err(|refusal| learn(refusal, known)).ok();
            plausible.iter().for_each(|found| demands.raise(change.quality(found.share, found.spread)));
            Some(Tried { plausible, steps: std::mem::take(&mut trial.steps) })
        });
        tried.collect()
    }

    fn result(
        &self,
        trial: &mut Trial,
        change: &Change,
        demands: &Demands,
        failing: &mut [&Case],
        known: &[Case],
    ) -> Result<Plausible, Refusal> {
        let stays = |case: &&Case| trial.hypotheses(case) != Decision::No && trial.conclusion(case) != Decision::Yes;
        if let Some(place) = failing.iter().position(stays) {
            // It will stay for others, too.
            failing[..=place].rotate_right(1);
            return Err(Refusal::Known);
        }
        let is_refuted = |case| trial.hypotheses(case) == Decision::Yes && trial.conclusion(case) == Decision::No;
        if let Some(place) = known.iter().position(is_refuted) {
            return Err(Refusal::Again(place));
        }
        let program = self.checker.programs.user;
        let predicate = change.predicate(program);
        let mut derivable = 0;
        for case in self.passing {
            if !self.concerns(case.check, predicate) {
                derivable += 1;
            } else if trial.hypotheses(case) == Decision::Yes {
                // It had a proof: now that it cannot be found, it is lost.
                if trial.conclusion(case) != Decision::Yes {
                    return Err(Refusal::Known);
                }
                derivable += 1;
            }
        }
        let share = if self.passing.is_empty() { 1.0 } else { f64::from(derivable) / self.passing.len() as f64 };
        let (spread, most) = self.spread(trial, predicate);
        if change.precision(most) < LEAST_PRECISION || !demands.are_met(change, share, spread) {
            return Err(Refusal::Known);
        }
        let (overlay, changed) = change.overlay(program);
        let checker = self.checker.with(&overlay);
        // Most that fail do so soon: a short look at all properties comes first.
        self.passes(&checker, trial, predicate, FIRST_STEPS)?;
        if demands.is_used && changed.is_some_and(|clause| !self.is_used(&checker, trial, predicate, clause)) {
            return Err(Refusal::Known);
        }
        let checked = self.passes(&checker, trial, predicate, CHECK_STEPS)?;
        Ok(Plausible { share, spread, checked })
    }

    /// The share of the absurd cases that are let through, of those that the predicate can concern; and the same for the kind
    /// of them of which most are.
    fn spread(&self, trial: &mut Trial, predicate: PredId) -> (f64, f64) {
        let Absurd { mixed, single, drawn } = self.absurd;
        let counts = [mixed, drawn, single].map(|cases| {
            let concerned = cases.iter().filter(|case| self.conclusion_concerns(case.check, predicate));
            let through = concerned.clone().filter(|case| trial.conclusion(case) == Decision::Yes).count();
            (through as f64, concerned.count() as f64)
        });
        let share = |counts: &[(f64, f64)]| {
            let sum = |of: fn(&(f64, f64)) -> f64| counts.iter().map(of).sum::<f64>();
            sum(|(through, _)| *through) / sum(|(_, all)| *all).max(1.0)
        };
        (share(&counts), share(&counts[..1]).max(share(&counts[1..2])))
    }

    /// Whether the clock says stop.
    pub fn is_over(&self) -> bool {
        self.monitor.stop().load(Ordering::Relaxed)
    }

    fn limits(&self, steps: u64) -> Limits<'_> {
        Limits { steps, ..limits(self.monitor, self.options) }
    }

    /// Whether what becomes of a property can depend on the clauses of a predicate.
    fn concerns(&self, check: CheckId, predicate: PredId) -> bool {
        let check = &self.checker.programs.user.checks[check.0 as usize];
        let goals = [check.hypotheses, check.conclusion];
        goals.into_iter().any(|goal| self.dependence.goal_depends(&check.formula, goal, predicate))
    }

    /// The same for its conclusion.
    fn conclusion_concerns(&self, check: CheckId, predicate: PredId) -> bool {
        let check = &self.checker.programs.user.checks[check.0 as usize];
        self.dependence.goal_depends(&check.formula, check.conclusion, predicate)
    }

    /// What the properties that a predicate concerns came to, those that failed first: they are the likeliest to fail again.
    fn concerned(&self, predicate: PredId) -> impl Iterator<Item = &Outcome> {
        let failed = |outcome: &&Outcome| matches!(outcome.verdict, Verdict::Counterexample(_));
        let all = || self.outcomes.iter().filter(move |outcome| self.concerns(outcome.check, predicate));
        all().filter(failed).chain(all().filter(move |outcome| !failed(outcome)))
    }

    /// Whether a proof of some case uses a clause in the changed program. The cases at hand come from the program as it is,
    /// where the clause was another, so others are looked for.
    fn is_used(&self, checker: &Checker, trial: &mut Trial, predicate: PredId, changed: ClauseId) -> bool {
        let options = Options { steps: USE_STEPS, ..self.options.clone() };
        let limits = self.limits(USE_STEPS);
        self.concerned(predicate).any(|outcome| {
            let cases = checker.cases(outcome.check, USE_CASES, &options, self.monitor);
            trial.steps += USE_STEPS;
            if cases.iter().any(|case| case.used.contains(&changed)) {
                return true;
            }
            let property = &checker.programs.user.checks[outcome.check.0 as usize];
            let conclusion = Decider::for_uses(checker, &property.formula, property.conclusion);
            let mut conclusion = conclusion.ask(limits);
            cases.iter().any(|met| {
                let case = case_of(outcome.check, &met.values);
                let used = conclusion.uses(&case.values, conclusion_bound(&case));
                trial.steps += conclusion.steps();
                used.is_some_and(|used| used.contains(&changed))
            })
        })
    }

    /// Whether the properties that a predicate concerns pass: how many to their bounds, and how many as far as the steps went.
    fn passes(&self, checker: &Checker, trial: &mut Trial, predicate: PredId, steps: u64) -> Result<[u32; 2], Refusal> {
        let mut checked = [0, 0];
        for outcome in self.concerned(predicate) {
            let options =
                Options { strategy: Strategy::Lazy, most: 1, first: true, jobs: 1, steps, ..self.options.clone() };
            let now = checker.check(outcome.check, &options, self.monitor);
            trial.steps += now.uses;
            match now.verdict {
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

/// What was learnt from a refused change comes first in the trial of the next.
fn learn(refusal: Refusal, known: &mut Vec<Case>) {
    match refusal {
        Refusal::New(case) => {
            known.truncate(MOST_KNOWN - 1);
            known.insert(0, *case);
        }
        Refusal::Again(place) => known[..=place].rotate_right(1),
        Refusal::Known => {}
    }
}

/// A program that is tried on cases: the hypotheses and conclusion of each property are compiled when they are asked for.
struct Trial<'c> {
    checker: &'c Checker<'c>,
    limits: Limits<'c>,
    deciders: BTreeMap<(u32, GoalId), Decider>,
    /// The clauses of the predicate that is changed, if it is open which.
    chosen: Option<Vec<ClauseId>>,
    /// The calls so far.
    steps: u64,
}

impl<'c> Trial<'c> {
    fn new(checker: &'c Checker<'c>, limits: Limits<'c>) -> Trial<'c> {
        Trial { checker, limits, deciders: BTreeMap::new(), chosen: None, steps: 0 }
    }

    fn choose(&mut self, clauses: Vec<ClauseId>) {
        self.deciders.values_mut().for_each(|decider| decider.choose(&clauses));
        self.chosen = Some(clauses);
    }

    /// One hypothesis may fail where the search for another has no end.
    fn hypotheses(&mut self, case: &Case) -> Decision {
        let property = &self.checker.programs.user.checks[case.check.0 as usize];
        let bound = hypothesis_bound(case);
        let mut all = Decision::Yes;
        for goal in hypotheses(property) {
            match self.decide(case, goal, bound) {
                Decision::No => return Decision::No,
                Decision::CutOff => all = Decision::CutOff,
                Decision::Yes => {}
            }
        }
        all
    }

    fn conclusion(&mut self, case: &Case) -> Decision {
        let property = &self.checker.programs.user.checks[case.check.0 as usize];
        self.decide(case, property.conclusion, conclusion_bound(case))
    }

    fn decide(&mut self, case: &Case, goal: GoalId, bound: i32) -> Decision {
        let (checker, steps, chosen) = (self.checker, &mut self.steps, &self.chosen);
        let decider = self.deciders.entry((case.check.0, goal)).or_insert_with(|| {
            let program = checker.programs.user;
            *steps += COMPILED_STEPS * program.clauses.len() as u64;
            let mut decider = Decider::new(checker, &program.checks[case.check.0 as usize].formula, goal);
            chosen.iter().for_each(|clauses| decider.choose(clauses));
            decider
        });
        let mut questions = decider.ask(self.limits);
        let decision = questions.decide(&case.values, bound);
        *steps += questions.steps();
        decision
    }
}
