//! Is a proof right?
//!
//! The checker knows clauses and instances of them, nothing of the machine. What a step rests on beyond that, a builtin or
//! a search that ended without a proof, it asks of a [`Judge`]. An unknown clause, a goal without its step, an argument that
//! is no instance: each is a rejection with its reason, never a panic.

use super::code::Origin;
use super::library::{Callee, Programs};
use super::proof::{Proof, Step, StepId, instance};
use crate::program::{Clause, Formula, Goal, GoalId};
use crate::source::deep;
use crate::term::{Term, TermId, Terms};

/// Decides goals that have no clauses, and goals that are said to fail.
pub trait Judge {
    /// Whether a goal has a proof where it stands, whatever is open in the values. The values live in `terms`.
    fn proves(&self, scope: &Scope, goal: GoalId, terms: &Terms) -> bool;
    /// Whether a goal has no proof where it stands, after a finished search, whatever is open in the values.
    fn refutes(&self, scope: &Scope, goal: GoalId, terms: &Terms) -> bool;
}

/// Where a goal stands: in a clause, property or query, with what the variables stand for.
#[derive(Clone, Copy, Debug)]
pub struct Scope<'s> {
    /// Whose clause it is.
    pub origin: Origin,
    /// The formula of the goal.
    pub formula: &'s Formula,
    /// The head of the clause.
    pub head: &'s [TermId],
    /// What the variables of the formula stand for.
    pub values: &'s [TermId],
}

/// Why a proof is not right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejected {
    /// The step.
    pub step: StepId,
    /// What is wrong with it.
    pub reason: &'static str,
}

impl Proof {
    /// Accepts the proof of a goal of the program, or says what is wrong with it.
    pub fn check(
        &self,
        programs: &Programs,
        formula: &Formula,
        goal: GoalId,
        judge: &dyn Judge,
    ) -> Result<(), Rejected> {
        let mut checker = Checker { programs, proof: self, judge, terms: self.terms.clone() };
        let scope = Scope { origin: Origin::Program, formula, head: &[], values: &self.values };
        checker.goal(&scope, goal, self.root)
    }
}

struct Checker<'p> {
    programs: &'p Programs<'p>,
    proof: &'p Proof,
    judge: &'p dyn Judge,
    /// The terms of the proof, and instances that were made to be compared with them.
    terms: Terms,
}

impl Checker<'_> {
    fn goal(&mut self, scope: &Scope, goal: GoalId, id: StepId) -> Result<(), Rejected> {
        let reject = |reason| Err(Rejected { step: id, reason });
        if scope.values.len() != scope.formula.vars.len() {
            return reject("a variable of the clause has no value");
        }
        let Some(step) = self.proof.steps.get(id.0 as usize) else { return reject("there is no such step") };
        match (scope.formula.goal(goal), step) {
            (Goal::Exists(_, part), _) => deep(|| self.goal(scope, *part, id)),
            (Goal::True | Goal::Cut, Step::Evident) => Ok(()),
            (Goal::Unify(left, right), Step::Evident) => {
                let (left, right) = (self.instance(scope, *left), self.instance(scope, *right));
                if self.equal(left, right) { Ok(()) } else { reject("the two sides are not equal") }
            }
            (Goal::Call(predicate, args), Step::Clause { origin, clause, values, body }) => {
                let callee = self.programs.callee(scope.origin, *predicate);
                let Callee::Predicate(owner, called) = callee else {
                    return reject("the clause is of another predicate");
                };
                if owner != *origin || !self.programs.clauses(owner, called).contains(clause) {
                    return reject("the predicate has no such clause");
                }
                let used = self.programs.clause(owner, *clause);
                self.clause(scope, args, used, *origin, values, *body, id)
            }
            (Goal::And(goals), Step::All(steps)) if goals.len() == steps.len() => {
                let mut pairs = goals.iter().zip(steps);
                pairs.try_for_each(|(goal, step)| deep(|| self.goal(scope, *goal, *step)))
            }
            (Goal::Or(goals), Step::Branch(branch, step)) => match goals.get(*branch as usize) {
                Some(goal) => deep(|| self.goal(scope, *goal, *step)),
                None => reject("there is no such branch"),
            },
            (Goal::If(condition, then, _), Step::Then(holds, step)) => {
                deep(|| self.goal(scope, *condition, *holds))?;
                deep(|| self.goal(scope, *then, *step))
            }
            (Goal::If(condition, _, otherwise), Step::Else(step)) => {
                match self.judge.refutes(scope, *condition, &self.terms) {
                    true => deep(|| self.goal(scope, *otherwise, *step)),
                    false => reject("the condition does not fail"),
                }
            }
            (Goal::Not(inner), Step::Failure) => match self.judge.refutes(scope, *inner, &self.terms) {
                true => Ok(()),
                false => reject("the negated goal does not fail"),
            },
            (Goal::Is(..) | Goal::Compare(..) | Goal::FindAll(..) | Goal::Call(..), Step::Evident) => {
                match self.judge.proves(scope, goal, &self.terms) {
                    true => Ok(()),
                    false => reject("what should be evident is not"),
                }
            }
            _ => reject("the step is not one for this goal"),
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn clause(
        &mut self,
        scope: &Scope,
        args: &[TermId],
        clause: &Clause,
        origin: Origin,
        values: &[TermId],
        body: StepId,
        id: StepId,
    ) -> Result<(), Rejected> {
        let inner = Scope { origin, formula: &clause.formula, head: &clause.head, values };
        if values.len() != clause.formula.vars.len() || args.len() != clause.head.len() {
            return Err(Rejected { step: id, reason: "a variable of the clause has no value" });
        }
        for (arg, pattern) in args.iter().zip(&clause.head) {
            let (arg, pattern) = (self.instance(scope, *arg), self.instance(&inner, *pattern));
            if !self.equal(arg, pattern) {
                return Err(Rejected { step: id, reason: "the goal is no instance of the head" });
            }
        }
        deep(|| self.goal(&inner, clause.body, body))
    }

    fn instance(&mut self, scope: &Scope, term: TermId) -> TermId {
        let env: Vec<_> = scope.values.iter().copied().map(Some).collect();
        instance(&mut self.terms, scope.formula, term, &env).expect("all variables have values")
    }

    fn equal(&self, left: TermId, right: TermId) -> bool {
        let mut todo = vec![(left, right)];
        while let Some((left, right)) = todo.pop() {
            if left == right {
                continue;
            }
            match (self.terms.get(left), self.terms.get(right)) {
                (Term::App(one, _), Term::App(other, _)) if one == other => {
                    todo.extend(self.terms.children(left).into_iter().zip(self.terms.children(right)));
                }
                (one, other) if one == other => {}
                _ => return false,
            }
        }
        true
    }
}
