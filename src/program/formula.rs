//! Typed goals and terms: what clauses, checks and queries are made of.

use crate::source::{FileId, Range, Span};
use crate::syntax::Expectation;
use crate::term::{Name, Symbol, Term, TermId, Terms, Var, sym};

use super::types::TypeRef;
use super::{PredId, Program};
use rustc_hash::{FxHashMap, FxHashSet};

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

    /// The variables that a goal has for itself: those of quantifiers, and, as in Prolog, those that stand only in the
    /// template and goal of one `findall`, or in one `forall`.
    pub fn bound_vars(&self) -> FxHashSet<Var> {
        let mut bound = FxHashSet::default();
        let mut all: FxHashMap<Var, usize> = FxHashMap::default();
        let goals = (0..self.goals.len() as u32).map(GoalId);
        goals.clone().for_each(|goal| self.count_vars(goal, &mut all));
        for goal in goals {
            let (template, inner) = match self.goal(goal) {
                Goal::Exists(vars, _) | Goal::ForAll(vars, _) => {
                    bound.extend(vars.iter().copied());
                    continue;
                }
                Goal::FindAll(template, inner, _) => (Some(*template), *inner),
                Goal::Not(inner) if self.is_forall(*inner) => (None, *inner),
                _ => continue,
            };
            let mut inside = FxHashMap::default();
            template
                .into_iter()
                .for_each(|term| self.each_var(term, &mut |var, _| *inside.entry(var).or_insert(0) += 1));
            self.count_vars_inside(inner, &mut inside);
            bound.extend(inside.into_iter().filter(|(var, count)| all.get(var) == Some(count)).map(|(var, _)| var));
        }
        bound
    }

    /// Whether the negation of a goal is `forall(C, A)`.
    fn is_forall(&self, goal: GoalId) -> bool {
        let Goal::And(parts) = self.goal(goal) else { return false };
        parts.last().is_some_and(|last| matches!(self.goal(*last), Goal::Not(_)))
    }

    /// Counts how often each variable stands in a goal and the goals inside it.
    pub fn count_vars_inside(&self, goal: GoalId, counts: &mut FxHashMap<Var, usize>) {
        let mut todo = vec![goal];
        while let Some(goal) = todo.pop() {
            self.count_vars(goal, counts);
            todo.extend(self.subgoals(goal));
        }
    }

    fn count_vars(&self, goal: GoalId, counts: &mut FxHashMap<Var, usize>) {
        for term in self.goal_terms(goal) {
            self.each_var(term, &mut |var, _| *counts.entry(var).or_insert(0) += 1);
        }
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

    /// The goals of a conjunction: `true` has none, and a goal that is no conjunction is its only one.
    pub fn conjuncts(&self, id: GoalId) -> Vec<GoalId> {
        match self.goal(id) {
            Goal::True => vec![],
            Goal::And(goals) => goals.clone(),
            _ => vec![id],
        }
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

impl Clause {
    /// A fact that any call of a predicate fits.
    pub fn open_fact(program: &Program, predicate: PredId) -> Clause {
        let def = program.signature.predicate(predicate);
        let file = def.span.map(|span| span.file).or_else(|| program.clauses.first().map(|clause| clause.formula.file));
        let mut formula = Formula::new(file.unwrap_or(FileId(0)));
        let mut head = vec![];
        for (number, ty) in def.args.iter().enumerate() {
            formula.vars.push(Variable { name: sym::UNDERSCORE, ty: *ty });
            formula.term_ranges.push(Range::default());
            head.push(formula.terms.add(Term::Var(Var(number as u32))));
        }
        let body = formula.add_goal(Goal::True, Range::default());
        let span = def.span.unwrap_or_else(|| Range::default().in_file(formula.file));
        Clause { predicate, position: 0, label: None, head, body, formula, span }
    }
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
