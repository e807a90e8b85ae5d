//! Goals of clauses with the values of their variables in place, collected in one formula.

use crate::engine::instance;
use crate::program::{Formula, Goal, GoalId, Variable};
use crate::source::{FileId, Range, deep};
use crate::term::{Term, TermId, Terms, Var};

/// A formula of goals that are instances of others.
pub(super) struct Instances {
    pub formula: Formula,
}

impl Instances {
    /// No goals yet, over terms that live in an arena and have these variables.
    pub(super) fn new(file: FileId, terms: Terms, vars: Vec<Variable>) -> Instances {
        Instances { formula: Formula { terms, vars, ..Formula::new(file) } }
    }

    /// The formula, whose terms stand nowhere in a text.
    pub(super) fn finish(mut self) -> Formula {
        self.formula.term_ranges = vec![Range::default(); self.formula.terms.len()];
        self.formula
    }

    /// An instance of a term.
    pub(super) fn term(&mut self, from: &Formula, term: TermId, values: &[TermId]) -> TermId {
        let env: Vec<_> = values.iter().copied().map(Some).collect();
        instance(&mut self.formula.terms, from, term, &env).expect("all variables have values")
    }

    /// An instance of a goal, with all its parts.
    pub(super) fn goal(&mut self, from: &Formula, goal: GoalId, values: &[TermId]) -> GoalId {
        deep(|| self.goal_step(from, goal, values))
    }

    fn goal_step(&mut self, from: &Formula, goal: GoalId, values: &[TermId]) -> GoalId {
        let made = match from.goal(goal) {
            Goal::Call(predicate, args) => {
                Goal::Call(*predicate, args.iter().map(|arg| self.term(from, *arg, values)).collect())
            }
            Goal::Unify(a, b) => Goal::Unify(self.term(from, *a, values), self.term(from, *b, values)),
            Goal::Compare(how, a, b) => Goal::Compare(*how, self.term(from, *a, values), self.term(from, *b, values)),
            Goal::Is(a, b) => Goal::Is(self.term(from, *a, values), self.term(from, *b, values)),
            Goal::Fresh(a, b) => Goal::Fresh(self.term(from, *a, values), self.term(from, *b, values)),
            Goal::Equivariant(a, b) => Goal::Equivariant(self.term(from, *a, values), self.term(from, *b, values)),
            Goal::And(parts) => Goal::And(self.goals(from, parts, values)),
            Goal::Or(parts) => Goal::Or(self.goals(from, parts, values)),
            Goal::Not(inner) => Goal::Not(self.goal(from, *inner, values)),
            Goal::If(condition, then, otherwise) => Goal::If(
                self.goal(from, *condition, values),
                self.goal(from, *then, values),
                self.goal(from, *otherwise, values),
            ),
            Goal::FindAll(template, inner, list) => Goal::FindAll(
                self.term(from, *template, values),
                self.goal(from, *inner, values),
                self.term(from, *list, values),
            ),
            Goal::New(names, inner) => Goal::New(names.clone(), self.goal(from, *inner, values)),
            Goal::Exists(vars, inner) | Goal::ForAll(vars, inner) => {
                let inner = self.goal(from, *inner, values);
                let open = self.open(vars, values);
                match (open.is_empty(), from.goal(goal)) {
                    // What had a quantifier is known now.
                    (true, _) => return inner,
                    (false, Goal::Exists(..)) => Goal::Exists(open, inner),
                    _ => Goal::ForAll(open, inner),
                }
            }
            leaf @ (Goal::True | Goal::Fail | Goal::Cut) => leaf.clone(),
        };
        self.add(made)
    }

    fn goals(&mut self, from: &Formula, parts: &[GoalId], values: &[TermId]) -> Vec<GoalId> {
        parts.iter().map(|part| self.goal(from, *part, values)).collect()
    }

    /// The variables that are open still.
    fn open(&self, vars: &[Var], values: &[TermId]) -> Vec<Var> {
        let mut open = vec![];
        for var in vars {
            if let Term::Var(var) = self.formula.terms.get(values[var.0 as usize])
                && !open.contains(var)
            {
                open.push(*var);
            }
        }
        open
    }

    /// A goal whose terms live here already.
    pub(super) fn add(&mut self, goal: Goal) -> GoalId {
        self.formula.add_goal(goal, Range::default())
    }
}
