//! The ranking of the suspects, and the whole of blame.
//!
//! The core comes first: if one clause is wrong, it is in it. Then what counts most is the best repair, less whether a clause,
//! made more general, lets a conclusion through, and whether what is missing is assumed; least, how many cases blame a clause or
//! use it. Nothing is filtered by the ranking: whoever is in the core stays in it.

use super::absurd::absurd;
use super::candidates::{Candidates, Core, is_relaxable};
use super::case::{Case, conclusion_bound, failing, key, limits, met};
use super::explanation::abducibles;
use super::repair::{Change, Hidden, Repair, repairs};
use super::spectrum::Spectrum;
use super::suspect::{Suspect, Trust};
use super::trial::Trials;
use super::variant::Variants;
use crate::check::{Checker, Claim, Monitor, Options, Outcome, Verdict};
use crate::explain::{Assumption, abduce, assuming};
use crate::program::{ClauseId, PredId, Program};
use crate::syntax::Expectation;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// How many counterexamples of a property are looked at, and how many cases of each of its rounds.
pub const COUNTEREXAMPLES: usize = 15;
const EACH: usize = 6;

/// The most passing cases of all properties together that changes are tried on.
const MOST_PASSING: usize = 90;

/// How many suspects repairs are looked for.
const MOST_REPAIRED: usize = 40;

/// How many suspects are tried in a more general form.
const MOST_RELAXED: usize = 40;

/// How many calls a second of the budget stands for: fewer than a machine makes, so that the calls come first, not the clock.
const STEPS_A_SECOND: f64 = 3_000_000.0;

/// How much a repair of what only a missing answer blames loses if a wrong answer explains everything.
const DOUBT: f64 = 0.3;

/// How many missing answers are explained, and how many of the least explanations of each are looked at.
const EXPLAINED: usize = 30;
const EXPLANATIONS: usize = 6;

/// What is asked of blame.
pub struct Request<'r> {
    /// How properties are checked.
    pub options: &'r Options,
    /// Who watches: the clock of the budget.
    pub monitor: &'r dyn Monitor,
    /// The budget, in seconds of that clock.
    pub budget: f64,
    /// Predicates that nobody blames, besides those that the program trusts.
    pub trusted: Vec<PredId>,
    /// What may be assumed; the dependency graph decides if nothing is given.
    pub assumable: Vec<PredId>,
    /// Whether repairs are looked for.
    pub repairs: bool,
    /// The changes that are not tried.
    pub hidden: Hidden<'r>,
    /// How many threads try changes.
    pub jobs: usize,
}

/// A suspect with what speaks against it.
#[derive(Clone, Debug)]
pub struct Ranked {
    /// Who.
    pub suspect: Suspect,
    /// Whether it is one of those of whom one is to blame, if one clause is.
    pub core: bool,
    /// The counterexamples that blame it as a wrong answer's, as a missing answer's, and at all.
    pub counts: [u32; 3],
    /// Whether one edit that makes it more general lets a conclusion through.
    pub relaxable: bool,
    /// How often proofs of cases use it.
    pub spectrum: Spectrum,
    /// Whether what is missing was assumed of its predicate.
    pub assumed: bool,
    /// Plausible repairs.
    pub repairs: Vec<Repair>,
    /// Whether it is best left out, as an earlier clause of its predicate is: what was added later is likelier to be wrong.
    pub later: bool,
    /// What the order goes by: greater first, equal is a tie.
    pub score: f64,
}

/// Who is to blame.
#[derive(Clone, Debug, Default)]
pub struct Blame {
    /// The suspects, the worst first.
    pub ranked: Vec<Ranked>,
    /// The counterexamples that were looked at.
    pub failing: Vec<Case>,
    /// How many of them were asked whom they blame before the clock said stop.
    pub examined: usize,
    /// The passing cases.
    pub passing: Vec<Case>,
    /// What explanations of missing answers assume, the smallest of each counterexample.
    pub assumptions: Vec<Assumption>,
    /// If no single suspect explains all counterexamples: pairs that do.
    pub pairs: Vec<[Suspect; 2]>,
    /// Whether the calls, or the time, were used up before all changes were tried.
    pub cut_off: bool,
}

/// Blames clauses for the counterexamples in the outcomes of a program's properties.
pub fn blame(checker: &Checker, outcomes: &[Outcome], request: &Request) -> Blame {
    let program = checker.programs.user;
    // What is expected to fail says nothing of what is right.
    let may_fail = |outcome: &&Outcome| program.checks[outcome.check.0 as usize].expected == Expectation::Invalid;
    let outcomes: &[Outcome] = &outcomes.iter().filter(|outcome| !may_fail(outcome)).cloned().collect::<Vec<_>>();
    let (options, monitor) = (request.options, request.monitor);
    let variants = Variants::new(program);
    let trust = Trust::new(program, &variants.dependence, &request.trusted);
    let suspects = trust.suspects(program);
    let mut failing = counterexamples(checker, outcomes, options, monitor);
    if failing.is_empty() {
        return Blame::default();
    }
    let passing = more_cases(checker, outcomes, &mut failing, options, monitor);
    let mut candidates = Candidates::new(checker, &variants, options, monitor);
    let core = Core::new(&mut candidates, &failing, &suspects);
    let assumptions = assumed(checker, &failing, &variants, &trust, request);
    let ranked = core.counts.keys().map(|suspect| {
        let spectrum = match suspect {
            Suspect::Clause(id) => Spectrum::new(*id, &failing, &passing),
            Suspect::Missing(_) => Spectrum::default(),
        };
        let predicate = suspect.predicate(program);
        Ranked {
            suspect: *suspect,
            core: core.members.contains(suspect),
            counts: core.counts[suspect],
            relaxable: false,
            spectrum,
            assumed: assumptions.iter().any(|atom| atom.predicate == predicate),
            repairs: vec![],
            later: false,
            score: 0.0,
        }
    });
    let mut ranked: Vec<Ranked> = ranked.collect();
    let cases = failing.len() as f64;
    order(program, &mut ranked, cases);
    for one in ranked.iter_mut().filter(|one| one.core && one.counts[1] > 0).take(MOST_RELAXED) {
        let Suspect::Clause(id) = one.suspect else { continue };
        // One case that only a missing answer explains is enough to ask.
        let mut missing = failing.iter().filter(|case| !case.covered.contains(&id)).chain(&failing);
        one.relaxable = missing.next().is_some_and(|case| is_relaxable(checker, case, id, options, monitor));
    }
    order(program, &mut ranked, cases);
    let mut cut_off = false;
    if request.repairs {
        let checks = outcomes.iter().map(|outcome| outcome.check);
        let absurd = absurd(checker, checks, &[failing.as_slice(), passing.as_slice()].concat(), options, monitor);
        let tried_on = Trials::passing(checker, &passing, options, monitor);
        let trials = Trials {
            checker,
            options,
            monitor,
            dependence: &variants.dependence,
            failing: &failing,
            passing: &tried_on,
            absurd: &absurd,
            outcomes,
        };
        let in_core = ranked.iter().any(|one| one.core);
        let tried = ranked.iter_mut().filter(|one| one.core || !in_core).take(MOST_REPAIRED);
        let mut known = vec![];
        let mut left = tried.collect::<Vec<_>>().into_iter();
        let mut steps = (request.budget * STEPS_A_SECOND) as u64;
        while let Some(one) = left.next() {
            // Each has its share of what is left, so that one with many changes does not take all.
            let most = steps / (left.len() as u64 + 1);
            let found = repairs(&trials, one.suspect, &assumptions, most, (request.hidden, request.jobs), &mut known);
            steps = steps.saturating_sub(found.steps);
            one.repairs = found.repairs;
            cut_off |= found.cut_off;
        }
        order(program, &mut ranked, cases);
    }
    cut_off |= monitor.stop().load(std::sync::atomic::Ordering::Relaxed);
    let mut pairs = if core.members.is_empty() { core.pairs() } else { vec![] };
    let rank = |suspect: &Suspect| ranked.iter().position(|one| one.suspect == *suspect);
    pairs.sort_by_cached_key(|[one, other]| rank(one).zip(rank(other)).map(|(one, other)| one + other));
    Blame { ranked, examined: core.sets.len(), failing, passing, assumptions, pairs, cut_off }
}

/// The counterexamples, one of each property in turn, the smallest first.
fn counterexamples(checker: &Checker, outcomes: &[Outcome], options: &Options, monitor: &dyn Monitor) -> Vec<Case> {
    let rows = outcomes.iter().filter_map(|outcome| match &outcome.verdict {
        Verdict::Counterexample(found) => Some(found.iter().map(|found| (outcome.check, found))),
        _ => None,
    });
    let cases = in_turn(rows.collect(), usize::MAX).into_iter();
    cases.map(|(check, found)| failing(checker, check, found, monitor, options)).collect()
}

/// Passing cases, and, where the first round with counterexamples has only a few, those of later rounds.
fn more_cases(
    checker: &Checker,
    outcomes: &[Outcome],
    known: &mut Vec<Case>,
    options: &Options,
    monitor: &dyn Monitor,
) -> Vec<Case> {
    let mut seen: BTreeSet<(u32, String)> = known.iter().map(|case| (case.check.0, key(case))).collect();
    let (mut failing, mut passing) = (vec![], vec![]);
    for outcome in outcomes {
        let fails = known.iter().filter(|case| case.check == outcome.check).count();
        let [more, passed] = met(checker, outcome.check, EACH, options, monitor);
        // What was not asked for stays out of it.
        if fails > 0 {
            let mut more = more;
            more.retain(|case| seen.insert((case.check.0, key(case))));
            more.truncate(COUNTEREXAMPLES.saturating_sub(fails));
            failing.push(more.into_iter());
        }
        // Larger cases use more clauses.
        passing.push(passed.into_iter().rev());
    }
    known.extend(in_turn(failing, usize::MAX));
    balanced(in_turn(passing, usize::MAX), MOST_PASSING)
}

/// So many of the cases that each clause is used by as many of them as can be: always the one next whose clauses those before
/// it used least.
fn balanced(cases: Vec<Case>, most: usize) -> Vec<Case> {
    // In order, so that sums do not depend on that of a table.
    let sorted = |case: &Case| case.covered.iter().copied().collect::<BTreeSet<ClauseId>>();
    let covered: Vec<Vec<ClauseId>> = cases.iter().map(|case| sorted(case).into_iter().collect()).collect();
    let mut used: FxHashMap<ClauseId, f64> = FxHashMap::default();
    let mut left: Vec<usize> = (0..cases.len()).collect();
    let mut chosen = vec![];
    while chosen.len() < most && !left.is_empty() {
        let worth = |clause: &ClauseId| (1.0 + used.get(clause).unwrap_or(&0.0)).powi(-2);
        let gains: Vec<f64> = left.iter().map(|case| covered[*case].iter().map(worth).sum()).collect();
        let best = (0..left.len()).rev().max_by(|one, other| gains[*one].total_cmp(&gains[*other]));
        let case = left.remove(best.expect("there are cases left"));
        covered[case].iter().for_each(|clause| *used.entry(*clause).or_default() += 1.0);
        chosen.push(case);
    }
    let mut cases: Vec<Option<Case>> = cases.into_iter().map(Some).collect();
    chosen.into_iter().filter_map(|case| cases[case].take()).collect()
}

/// One of each row in turn, at most so many.
pub(super) fn in_turn<T>(mut rows: Vec<impl Iterator<Item = T>>, most: usize) -> Vec<T> {
    let mut all = vec![];
    loop {
        let before = all.len();
        for row in &mut rows {
            all.extend(row.next().filter(|_| all.len() < most));
        }
        if all.len() == before {
            return all;
        }
    }
}

/// What the least explanations of missing answers assume.
fn assumed(
    checker: &Checker,
    failing: &[Case],
    variants: &Variants,
    trust: &Trust,
    request: &Request,
) -> Vec<Assumption> {
    let program = checker.programs.user;
    let mut all = vec![];
    for case in failing.iter().take(EXPLAINED) {
        let property = &program.checks[case.check.0 as usize];
        let reached = variants.dependence.reached_by(&property.formula, property.conclusion);
        let abducible = abducibles(trust, request, &reached);
        let overlay = assuming(program, &abducible);
        let claim = Claim {
            formula: &property.formula,
            goal: property.conclusion,
            terms: &case.values.terms,
            values: &case.values.bindings,
        };
        let bound = conclusion_bound(case);
        let limits = limits(request.monitor, request.options);
        let found = abduce((checker, &checker.with(&overlay)), &claim, bound, EXPLANATIONS, limits);
        all.extend(found.into_iter().flat_map(|abduced| abduced.assumptions));
    }
    all
}

/// Sorts by the evidence: the core first, then by what a repair is worth, then by what only hints.
fn order(program: &Program, ranked: &mut [Ranked], cases: f64) {
    // The better a clause of the premise explains all counterexamples, the less a gap in what the conclusion calls does.
    let explains_all = ranked.iter().filter(|one| one.core && f64::from(one.counts[0]) >= cases);
    let wrong = explains_all.map(|one| one.spectrum.ochiai()).fold(0.0, f64::max);
    let left_out = |one: &Ranked| match one.repairs.first().map(|repair| &repair.change) {
        Some(Change::Delete(id)) => Some(*id),
        _ => None,
    };
    let best_left_out: Vec<(PredId, ClauseId)> =
        ranked.iter().filter_map(|one| left_out(one).map(|id| (program.clause(id).predicate, id))).collect();
    for one in ranked.iter_mut() {
        let earlier = |id: ClauseId| {
            best_left_out.iter().any(|(predicate, other)| *predicate == program.clause(id).predicate && *other < id)
        };
        one.later = left_out(one).is_some_and(earlier);
        let doubt = if one.counts[0] == 0 { DOUBT * wrong } else { 0.0 };
        let repair = one.repairs.first().map_or(0.0, Repair::quality) * (1.0 - doubt);
        let blamed = f64::from(one.counts[2]) / cases;
        one.score = 1000.0 * f64::from(u8::from(one.core))
            + 500.0 * repair
            + 50.0 * f64::from(u8::from(one.later))
            + 20.0 * f64::from(u8::from(one.relaxable))
            + 10.0 * f64::from(u8::from(one.assumed && matches!(one.suspect, Suspect::Missing(_))))
            + 10.0 * blamed
            + 5.0 * one.spectrum.ochiai();
    }
    // Equals stay equals; the clause that stands last is shown first, since faults are rather in what was added to a program.
    let place = |one: &Ranked| match one.suspect {
        Suspect::Clause(id) => (0, u32::MAX - id.0),
        Suspect::Missing(id) => (1, id.0),
    };
    ranked.sort_by(|one, other| other.score.total_cmp(&one.score).then_with(|| place(one).cmp(&place(other))));
}
