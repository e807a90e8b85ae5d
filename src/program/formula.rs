//! Typed goals and terms: what clauses, checks and queries are made of.

use crate::source::{FileId, Range, Span};
use crate::syntax::Expectation;
use crate::term::{Name, Symbol, TermId, Terms, Var};

use super::PredId;
use super::types::TypeRef;

/// A goal of a [`Formula`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GoalId(pub u32);

/// How two integers are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// `<`
    Less,
    /// `=<`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
    /// `=:=`
    Equal,
    /// `=\=`
    NotEqual,
}

/// One goal.
///
/// Only what differs in meaning differs here: `X \= Y` is a negated equation, `(C -> T)` an if-then-else that fails
/// otherwise, `forall(C, A)` a negated conjunction. The printer writes them back as people do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Succeeds.
    True,
    /// Fails.
    Fail,
    /// `!`
    Cut,
    /// A call of a predicate.
    Call(PredId, Vec<TermId>),
    /// `t = u`
    Unify(TermId, TermId),
    /// An integer comparison.
    Compare(Comparison, TermId, TermId),
    /// `t is e`
    Is(TermId, TermId),
    /// `a # t`
    Fresh(TermId, TermId),
    /// `t ~= u`: equal up to a permutation of names.
    Equivariant(TermId, TermId),
    /// All of these, from left to right; two at the least.
    And(Vec<GoalId>),
    /// One of these; two at the least.
    Or(Vec<GoalId>),
    /// Negation as failure.
    Not(GoalId),
    /// `(C -> T ; E)`
    If(GoalId, GoalId, GoalId),
    /// `exists X. G`
    Exists(Vec<Var>, GoalId),
    /// `forall X. G`
    ForAll(Vec<Var>, GoalId),
    /// `new a. G`
    New(Vec<Name>, GoalId),
    /// `findall(T, G, L)`
    FindAll(TermId, GoalId, TermId),
}

/// A variable of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Its name in the text; `_` for an anonymous one, and a name that nobody can write for one that the reader made.
    pub name: Symbol,
    /// Its type; variables of the type are those of the predicate's declaration, then open ones.
    pub ty: TypeRef,
}

/// The terms and goals of one clause, check or query, with their places. It refers to nothing outside but the program's
/// signature, so that a mutant replaces one clause and shares all others.
#[derive(Clone, Debug)]
pub struct Formula {
    /// The terms.
    pub terms: Terms,
    /// The goals; parts stand before the whole.
    pub goals: Vec<Goal>,
    /// The variables.
    pub vars: Vec<Variable>,
    /// The names.
    pub names: Vec<Variable>,
    /// Where each term stands.
    pub term_ranges: Vec<Range>,
    /// Where each goal stands.
    pub goal_ranges: Vec<Range>,
    /// The file of those places.
    pub file: FileId,
}

impl Formula {
    /// An empty formula of a file.
    pub fn new(file: FileId) -> Formula {
        Formula {
            terms: Terms::default(),
            goals: vec![],
            vars: vec![],
            names: vec![],
            term_ranges: vec![],
            goal_ranges: vec![],
            file,
        }
    }

    /// Gives memory back that was kept for more.
    pub fn shrink(&mut self) {
        self.terms.shrink();
        self.goals.shrink_to_fit();
        self.vars.shrink_to_fit();
        self.names.shrink_to_fit();
        self.term_ranges.shrink_to_fit();
        self.goal_ranges.shrink_to_fit();
    }

    /// Adds a goal.
    pub fn add_goal(&mut self, goal: Goal, range: Range) -> GoalId {
        self.goals.push(goal);
        self.goal_ranges.push(range);
        GoalId(self.goals.len() as u32 - 1)
    }

    /// The goal of an id.
    pub fn goal(&self, id: GoalId) -> &Goal {
        &self.goals[id.0 as usize]
    }

    /// Where a goal stands.
    pub fn goal_span(&self, id: GoalId) -> Span {
        self.goal_ranges[id.0 as usize].in_file(self.file)
    }

    /// Where a term stands.
    pub fn term_span(&self, id: TermId) -> Span {
        self.term_ranges[id.0 as usize].in_file(self.file)
    }

    /// The goals directly below a goal.
    pub fn subgoals(&self, id: GoalId) -> Vec<GoalId> {
        match self.goal(id) {
            Goal::And(goals) | Goal::Or(goals) => goals.clone(),
            Goal::Not(goal) | Goal::Exists(_, goal) | Goal::ForAll(_, goal) | Goal::New(_, goal) => vec![*goal],
            Goal::FindAll(_, goal, _) => vec![*goal],
            Goal::If(condition, then, otherwise) => vec![*condition, *then, *otherwise],
            _ => vec![],
        }
    }

    /// The terms directly in a goal.
    pub fn goal_terms(&self, id: GoalId) -> Vec<TermId> {
        match self.goal(id) {
            Goal::Call(_, args) => args.clone(),
            Goal::Unify(a, b) | Goal::Compare(_, a, b) | Goal::Is(a, b) => vec![*a, *b],
            Goal::Fresh(a, b) | Goal::Equivariant(a, b) | Goal::FindAll(a, _, b) => vec![*a, *b],
            _ => vec![],
        }
    }

    /// Calls `visit` with each variable occurrence in a term, from left to right.
    pub fn each_var(&self, term: TermId, visit: &mut impl FnMut(Var, TermId)) {
        let mut todo = vec![term];
        while let Some(term) = todo.pop() {
            match self.terms.as_var(term) {
                Some(var) => visit(var, term),
                None => todo.extend(self.terms.children(term).into_iter().rev()),
            }
        }
    }
}

/// A clause of a predicate.
#[derive(Clone, Debug)]
pub struct Clause {
    /// The predicate.
    pub predicate: PredId,
    /// Its place among the clauses of the predicate, from 1.
    pub position: u32,
    /// The name that the text gives it, by `rule(name)` first in the body.
    pub label: Option<Symbol>,
    /// The arguments of the head.
    pub head: Vec<TermId>,
    /// The body; `true` for a fact.
    pub body: GoalId,
    /// The terms and goals.
    pub formula: Formula,
    /// The whole text of it.
    pub span: Span,
}

/// A property to be checked.
#[derive(Clone, Debug)]
pub struct Check {
    /// Its name.
    pub name: Symbol,
    /// The bound, if one is given.
    pub bound: Option<u32>,
    /// What is expected of it.
    pub expected: Expectation,
    /// What is assumed; `true` if nothing is.
    pub hypotheses: GoalId,
    /// What should follow.
    pub conclusion: GoalId,
    /// The terms and goals.
    pub formula: Formula,
    /// The whole text of it.
    pub span: Span,
    /// Where its name stands.
    pub name_span: Span,
}

/// A query that the text asks.
#[derive(Clone, Debug)]
pub struct Query {
    /// The goal.
    pub goal: GoalId,
    /// The terms and goals.
    pub formula: Formula,
    /// The whole text of it.
    pub span: Span,
}
