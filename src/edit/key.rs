//! Clauses up to the names of variables: two that differ in nothing else have equal keys.

use crate::program::{Clause, Comparison, Formula, Goal, GoalId, PredId};
use crate::term::{Functor, Term, TermId};
use dashu_int::IBig;
use rustc_hash::FxHashMap;

/// A step of a walk through a clause.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Step {
    /// A variable, by the order in which they are met.
    Var(u32),
    Name(u32),
    Int(IBig),
    Char(char),
    App(Functor),
    Call(PredId),
    Compare(Comparison),
    /// A conjunction, a disjunction or a quantifier of so many parts.
    Many(&'static str, usize),
    Other(&'static str),
}

/// A clause up to the names of variables.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key(Vec<Step>);

enum Todo {
    Term(TermId),
    Goal(GoalId),
}

impl Key {
    pub fn of(clause: &Clause) -> Key {
        let mut walk = Walk { formula: &clause.formula, vars: FxHashMap::default(), names: FxHashMap::default() };
        let mut steps = vec![];
        let mut todo = vec![Todo::Goal(clause.body)];
        todo.extend(clause.head.iter().rev().map(|term| Todo::Term(*term)));
        while let Some(next) = todo.pop() {
            match next {
                Todo::Term(term) => {
                    steps.push(walk.term(term));
                    todo.extend(clause.formula.terms.children(term).into_iter().rev().map(Todo::Term));
                }
                Todo::Goal(goal) => {
                    walk.goal(goal, &mut steps);
                    todo.extend(clause.formula.subgoals(goal).into_iter().rev().map(Todo::Goal));
                    todo.extend(clause.formula.goal_terms(goal).into_iter().rev().map(Todo::Term));
                }
            }
        }
        Key(steps)
    }
}

struct Walk<'c> {
    formula: &'c Formula,
    vars: FxHashMap<u32, u32>,
    names: FxHashMap<u32, u32>,
}

impl Walk<'_> {
    fn var(&mut self, var: u32) -> Step {
        let next = self.vars.len() as u32;
        Step::Var(*self.vars.entry(var).or_insert(next))
    }

    fn name(&mut self, name: u32) -> Step {
        let next = self.names.len() as u32;
        Step::Name(*self.names.entry(name).or_insert(next))
    }

    fn term(&mut self, term: TermId) -> Step {
        match self.formula.terms.get(term) {
            Term::Var(var) => self.var(var.0),
            Term::Name(name) => self.name(name.0),
            Term::Int(value) => Step::Int(value.clone()),
            Term::Char(c) => Step::Char(*c),
            Term::App(functor, _) => Step::App(*functor),
            Term::Abstraction(..) => Step::Other("\\"),
            Term::Concretion(..) => Step::Other("@"),
            Term::Swap(..) => Step::Other("~"),
            Term::Substitution(..) => Step::Other("{/}"),
        }
    }

    fn goal(&mut self, goal: GoalId, steps: &mut Vec<Step>) {
        steps.push(match self.formula.goal(goal) {
            Goal::True => Step::Other("true"),
            Goal::Fail => Step::Other("fail"),
            Goal::Cut => Step::Other("!"),
            Goal::Call(predicate, _) => Step::Call(*predicate),
            Goal::Unify(..) => Step::Other("="),
            Goal::Compare(comparison, ..) => Step::Compare(*comparison),
            Goal::Is(..) => Step::Other("is"),
            Goal::Fresh(..) => Step::Other("#"),
            Goal::Equivariant(..) => Step::Other("~="),
            Goal::And(parts) => Step::Many(",", parts.len()),
            Goal::Or(parts) => Step::Many(";", parts.len()),
            Goal::Not(_) => Step::Other("not"),
            Goal::If(..) => Step::Other("if"),
            Goal::Exists(vars, _) => Step::Many("exists", vars.len()),
            Goal::ForAll(vars, _) => Step::Many("forall", vars.len()),
            Goal::New(names, _) => Step::Many("new", names.len()),
            Goal::FindAll(..) => Step::Other("findall"),
        });
        match self.formula.goal(goal) {
            Goal::Exists(vars, _) | Goal::ForAll(vars, _) => {
                steps.extend(vars.iter().map(|var| self.var(var.0)).collect::<Vec<_>>());
            }
            Goal::New(names, _) => steps.extend(names.iter().map(|name| self.name(name.0)).collect::<Vec<_>>()),
            _ => {}
        }
    }
}
