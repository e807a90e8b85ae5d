//! Abduction: the least that would have to hold for a goal to have a proof.
//!
//! These are the proofs of the calculus AE(P): as SLD, but an abducible atom may be closed by assuming it. Assumptions are
//! facts of an overlay that any call fits, of which a search may use only so many; negations and conditions are decided
//! without them. So a proof with assumptions is an ordinary proof of the program with these facts, and the proof checker accepts or
//! rejects it as any other. Least means: fewest assumptions first, then the smallest atoms. An assumption must itself
//! have no proof, and the goal itself is assumed only if nothing else will do.

use crate::check::{Checker, Claim, Decider, Decision, Prover, Values};
use crate::engine::{Limits, Origin, Proof, Settings, Step};
use crate::program::{Clause, Goal, GoalId, Overlay, PredId, Program};
use crate::source::Range;
use crate::term::{Term, TermId, Terms, Var};
use rustc_hash::FxHashMap;

/// The most assumptions of one explanation.
const MOST_ASSUMPTIONS: u32 = 3;

/// How many proofs are looked at for one number of assumptions and one bound.
const PROOFS: usize = 64;

/// How much larger proofs may be than the first that is found, beyond twice.
const LARGER: i32 = 6;

/// An atom that is assumed.
#[derive(Clone, Debug)]
pub struct Assumption {
    /// The predicate.
    pub predicate: PredId,
    /// The arguments; variables in them may stand for anything.
    pub args: Vec<TermId>,
    /// Where they live.
    pub terms: Terms,
}

/// A proof that rests on assumptions.
#[derive(Clone, Debug)]
pub struct Abduced {
    /// What is assumed.
    pub assumptions: Vec<Assumption>,
    /// The proof, by the clauses of the program with the overlay.
    pub proof: Proof,
    /// Whether it assumes the goal itself.
    pub trivial: bool,
}

/// The program in which these predicates may be assumed.
pub fn assuming(program: &Program, predicates: &[PredId]) -> Overlay {
    let mut overlay = Overlay::default();
    predicates.iter().for_each(|predicate| {
        overlay.assume(program, *predicate);
    });
    overlay
}

/// The least explanations of a goal, at most so many, the smallest first: `plain` is the checker of the program, `assuming`
/// that of the overlay of [`assuming`].
pub fn abduce(checkers: (&Checker, &Checker), claim: &Claim, bound: i32, most: usize, limits: Limits) -> Vec<Abduced> {
    abduce_except(checkers, claim, bound, most, limits, &[])
}

/// The same without those that assume certain atoms.
pub(super) fn abduce_except(
    (plain, assuming): (&Checker, &Checker),
    claim: &Claim,
    bound: i32,
    most: usize,
    limits: Limits,
    except: &[Assumption],
) -> Vec<Abduced> {
    let may = |assumption: &Assumption| {
        !except.iter().any(|other| assumption.is_like(other)) && fails(plain, assumption, bound, limits)
    };
    let prover = Prover::new(assuming, claim);
    let mut trivial = vec![];
    for assumptions in 1..=MOST_ASSUMPTIONS {
        let mut found = vec![];
        // Small proofs first: a search with the whole bound at once gets lost in large ones. But the smallest proof need not
        // assume the smallest atoms, so a few larger ones are looked at, too.
        let mut depth = 2;
        let mut last = bound;
        while depth <= last {
            let settings = Settings { assumptions, ..Settings::of_bound(depth) };
            for proof in prover.proofs(settings, limits, PROOFS) {
                let abduced = abduced(assuming, claim, proof);
                if !abduced.assumptions.iter().all(may) {
                    continue;
                }
                if abduced.trivial { &mut trivial } else { &mut found }.push(abduced);
            }
            if !found.is_empty() && last == bound {
                last = bound.min(2 * depth + LARGER);
            }
            depth += (depth / 2).max(1);
        }
        if !found.is_empty() {
            found.sort_by_key(|abduced| (abduced.assumptions.len(), size(abduced), abduced.proof.steps.len()));
            found.truncate(most);
            return found;
        }
    }
    trivial.truncate(1);
    trivial
}

/// What a proof assumes.
fn abduced(assuming: &Checker, claim: &Claim, proof: Proof) -> Abduced {
    let mut assumptions = vec![];
    for step in &proof.steps {
        if let Step::Clause { origin: Origin::Program, clause, values, .. } = step
            && assuming.programs.is_assumption(Origin::Program, *clause)
        {
            let predicate = assuming.programs.clause(Origin::Program, *clause).predicate;
            assumptions.push(Assumption { predicate, args: values.clone(), terms: proof.terms.clone() });
        }
    }
    assumptions.sort_by_key(size_of);
    assumptions.dedup_by(|one, other| one.same(other));
    let trivial = match (claim.formula.goal(claim.goal), assumptions.as_slice()) {
        (Goal::Call(predicate, _), [only]) => only.predicate == *predicate && proof.steps.len() <= 2,
        _ => false,
    };
    Abduced { assumptions, proof, trivial }
}

impl Abduced {
    /// Whether two explanations assume the same atoms.
    pub(super) fn assumes_the_same(&self, other: &Abduced) -> bool {
        let have = |all: &[Assumption], one: &Assumption| all.iter().any(|other| one.is_like(other));
        self.assumptions.len() == other.assumptions.len()
            && self.assumptions.iter().all(|one| have(&other.assumptions, one))
            && other.assumptions.iter().all(|one| have(&self.assumptions, one))
    }
}

impl Assumption {
    fn same(&self, other: &Assumption) -> bool {
        self.compare(other, |one, two| one == two)
    }

    /// Whether two atoms of different proofs are the same but for their variables, which have no names there.
    fn is_like(&self, other: &Assumption) -> bool {
        let (mut there, mut back) = (FxHashMap::default(), FxHashMap::default());
        self.compare(other, |one, two| {
            *there.entry(one).or_insert(two) == two && *back.entry(two).or_insert(one) == one
        })
    }

    fn compare(&self, other: &Assumption, mut alike: impl FnMut(Var, Var) -> bool) -> bool {
        let mut todo: Vec<_> = self.args.iter().copied().zip(other.args.iter().copied()).collect();
        let mut same = self.predicate == other.predicate;
        while let (true, Some((one, two))) = (same, todo.pop()) {
            same = match (self.terms.get(one), other.terms.get(two)) {
                (Term::App(one, _), Term::App(two, _)) => one == two,
                (Term::Var(one), Term::Var(two)) => alike(*one, *two),
                (one, two) => one == two,
            };
            todo.extend(self.terms.children(one).into_iter().zip(other.terms.children(two)));
        }
        same
    }

    /// A clause that has the atom as its head, with a goal for asking whether it holds.
    fn as_call(&self, program: &Program) -> (Clause, GoalId, Values) {
        let mut clause = Clause::open_fact(program, self.predicate);
        let call = Goal::Call(self.predicate, clause.head.clone());
        let goal = clause.formula.add_goal(call, Range::default());
        let vars = (0..self.args.len() as u32).map(Var);
        let bindings = vars.zip(self.args.iter().copied()).collect();
        (clause, goal, Values { terms: self.terms.clone(), bindings })
    }
}

/// Whether an atom has no proof of its own: else there is nothing to assume.
fn fails(plain: &Checker, assumption: &Assumption, bound: i32, limits: Limits) -> bool {
    let (clause, goal, values) = assumption.as_call(plain.programs.user);
    Decider::new(plain, &clause.formula, goal).decide(&values, bound, limits) != Decision::Yes
}

fn size(abduced: &Abduced) -> usize {
    abduced.assumptions.iter().map(size_of).sum()
}

fn size_of(assumption: &Assumption) -> usize {
    let mut todo = assumption.args.clone();
    let mut size = 1;
    while let Some(term) = todo.pop() {
        size += 1;
        todo.extend(assumption.terms.children(term));
    }
    size
}
