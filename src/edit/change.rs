//! A change of a clause, and the clause with the change made.
//!
//! A [`Change`] says what stands in the place of some terms and of one goal. [`rebuild`] copies the clause bottom-up,
//! puts the pieces in, and so keeps what holds of formulas: arguments and parts stand before the whole, and each term
//! and goal has its range. What is put in has the range of what it replaces. Variables keep their numbers.

use crate::program::{Clause, Comparison, Formula, Goal, GoalId, PredId, TypeRef, Variable};
use crate::source::{Range, deep};
use crate::term::{Functor, Term, TermId, Var, sym};
use dashu_int::IBig;
use rustc_hash::FxHashMap;

/// What a term becomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// A term of the clause, as it is.
    Old(TermId),
    /// A variable of the clause, or one that the change adds.
    Var(Var),
    /// An anonymous variable.
    Fresh(TypeRef),
    Int(IBig),
    Char(char),
    App(Functor, Vec<Piece>),
}

/// What a goal becomes.
#[derive(Clone, Debug)]
pub(super) enum GoalPiece {
    /// A goal of the clause, with the terms of the change.
    Old(GoalId),
    True,
    Call(PredId, Vec<Piece>),
    Unify(Piece, Piece),
    Compare(Comparison, Piece, Piece),
    And(Vec<GoalPiece>),
    Or(Vec<GoalPiece>),
    Not(Box<GoalPiece>),
    If(Box<[GoalPiece; 3]>),
    /// The goal that people are shown as the new one.
    Shown(Box<GoalPiece>),
}

/// What people are told about a change.
#[derive(Clone, Copy, Debug, Default)]
pub(super) enum Focus {
    /// Nothing: the clause is only copied.
    #[default]
    Nothing,
    /// This goal is left out.
    LeftOut(GoalId),
    /// This goal is left out, and the first of these terms of it stands for the second.
    Unthreaded(GoalId, TermId, TermId),
    /// This goal becomes another.
    Goal(GoalId),
    /// This term of the head becomes another.
    Term(TermId),
    /// These terms of the head change places.
    Swapped(TermId, TermId),
    /// These goals become one.
    Joined(GoalId, GoalId),
    /// A goal is added, before this one if there is one.
    Added(Option<GoalId>),
}

/// A change of a clause.
#[derive(Clone, Debug, Default)]
pub(super) struct Change {
    /// What terms become. None of them is a part of another.
    pub terms: FxHashMap<TermId, Piece>,
    /// What one goal becomes.
    pub goal: Option<(GoalId, GoalPiece)>,
    /// Variables that are added behind those of the clause.
    pub vars: Vec<Variable>,
    pub focus: Focus,
}

/// A changed clause, and where in it is what people are shown.
pub(super) struct Rebuilt {
    pub clause: Clause,
    pub goal: Option<GoalId>,
    pub term: Option<TermId>,
}

/// The clause with the change made. Nothing in it is shared: each occurrence of a term is a term of its own.
pub(super) fn rebuild(clause: &Clause, change: &Change) -> Rebuilt {
    let mut out = Formula::new(clause.formula.file);
    out.vars.clone_from(&clause.formula.vars);
    out.vars.extend(&change.vars);
    out.names.clone_from(&clause.formula.names);
    let mut copy = Copy { old: &clause.formula, change, out, goal: None, term: None };
    let head = clause.head.iter().map(|term| copy.term(*term, true)).collect();
    let body = copy.goal(clause.body, true);
    let clause = Clause {
        predicate: clause.predicate,
        position: clause.position,
        label: clause.label,
        head,
        body,
        formula: copy.out,
        span: clause.span,
    };
    Rebuilt { clause, goal: copy.goal, term: copy.term }
}

struct Copy<'c> {
    old: &'c Formula,
    change: &'c Change,
    out: Formula,
    goal: Option<GoalId>,
    term: Option<TermId>,
}

impl Copy<'_> {
    fn add(&mut self, term: Term, range: Range) -> TermId {
        self.out.term_ranges.push(range);
        self.out.terms.add(term)
    }

    /// Copies a term, changed or not; a loop, since terms may be deep.
    fn term(&mut self, root: TermId, changed: bool) -> TermId {
        let mut todo = vec![(root, false)];
        let mut done: Vec<TermId> = vec![];
        while let Some((term, parts_are_done)) = todo.pop() {
            if let (true, Some(piece)) = (changed, self.change.terms.get(&term)) {
                let piece = self.piece(piece, self.old.term_ranges[term.0 as usize]);
                if matches!(self.change.focus, Focus::Term(shown) if shown == term) {
                    self.term = Some(piece);
                }
                done.push(piece);
                continue;
            }
            let parts = self.old.terms.children(term);
            if parts_are_done || parts.is_empty() {
                let parts = done.split_off(done.len() - parts.len());
                let copy = self.node(term, &parts);
                done.push(copy);
            } else {
                todo.push((term, true));
                todo.extend(parts.into_iter().rev().map(|part| (part, false)));
            }
        }
        done[0]
    }

    fn node(&mut self, term: TermId, parts: &[TermId]) -> TermId {
        let node = match (self.old.terms.get(term), parts) {
            (Term::App(functor, _), _) => Term::App(*functor, self.out.terms.add_args(parts)),
            (Term::Abstraction(..), &[a, b]) => Term::Abstraction(a, b),
            (Term::Concretion(..), &[a, b]) => Term::Concretion(a, b),
            (Term::Swap(..), &[a, b, c]) => Term::Swap(a, b, c),
            (Term::Substitution(..), &[a, b, c]) => Term::Substitution(a, b, c),
            (leaf, _) => leaf.clone(),
        };
        self.add(node, self.old.term_ranges[term.0 as usize])
    }

    /// Builds a piece; pieces are as deep as we make them, which is a few levels.
    fn piece(&mut self, piece: &Piece, range: Range) -> TermId {
        match piece {
            Piece::Old(term) => self.term(*term, false),
            Piece::Var(var) => self.add(Term::Var(*var), range),
            Piece::Fresh(ty) => {
                let var = Var(self.out.vars.len() as u32);
                self.out.vars.push(Variable { name: sym::UNDERSCORE, ty: *ty });
                self.add(Term::Var(var), range)
            }
            Piece::Int(value) => self.add(Term::Int(value.clone()), range),
            Piece::Char(c) => self.add(Term::Char(*c), range),
            Piece::App(functor, args) => {
                let args: Vec<_> = args.iter().map(|arg| self.piece(arg, range)).collect();
                let args = self.out.terms.add_args(&args);
                self.add(Term::App(*functor, args), range)
            }
        }
    }

    fn goal(&mut self, goal: GoalId, changed: bool) -> GoalId {
        let range = self.old.goal_ranges[goal.0 as usize];
        let copy = match &self.change.goal {
            Some((place, piece)) if changed && *place == goal => self.goal_piece(piece, range),
            _ => deep(|| self.goal_copy(goal, changed, range)),
        };
        if changed && matches!(self.change.focus, Focus::Goal(shown) if shown == goal) {
            self.goal = Some(copy);
        }
        copy
    }

    fn goal_copy(&mut self, goal: GoalId, changed: bool, range: Range) -> GoalId {
        let copy = match self.old.goal(goal) {
            Goal::And(parts) => {
                let parts: Vec<_> = parts.iter().map(|part| self.goal(*part, changed)).collect();
                return self.and(parts, range);
            }
            Goal::Or(parts) => {
                let parts: Vec<_> = parts.iter().map(|part| self.goal(*part, changed)).collect();
                return self.or(parts, range);
            }
            Goal::Call(predicate, args) => {
                Goal::Call(*predicate, args.iter().map(|arg| self.term(*arg, true)).collect())
            }
            Goal::Unify(a, b) => Goal::Unify(self.term(*a, true), self.term(*b, true)),
            Goal::Compare(comparison, a, b) => Goal::Compare(*comparison, self.term(*a, true), self.term(*b, true)),
            Goal::Is(a, b) => Goal::Is(self.term(*a, true), self.term(*b, true)),
            Goal::Fresh(a, b) => Goal::Fresh(self.term(*a, true), self.term(*b, true)),
            Goal::Equivariant(a, b) => Goal::Equivariant(self.term(*a, true), self.term(*b, true)),
            Goal::Not(part) => Goal::Not(self.goal(*part, changed)),
            Goal::If(condition, then, otherwise) => {
                Goal::If(self.goal(*condition, changed), self.goal(*then, changed), self.goal(*otherwise, changed))
            }
            Goal::Exists(vars, part) => Goal::Exists(vars.clone(), self.goal(*part, changed)),
            Goal::ForAll(vars, part) => Goal::ForAll(vars.clone(), self.goal(*part, changed)),
            Goal::New(names, part) => Goal::New(names.clone(), self.goal(*part, changed)),
            Goal::FindAll(template, part, list) => {
                let (template, list) = (self.term(*template, true), self.term(*list, true));
                Goal::FindAll(template, self.goal(*part, changed), list)
            }
            simple @ (Goal::True | Goal::Fail | Goal::Cut) => simple.clone(),
        };
        self.out.add_goal(copy, range)
    }

    fn goal_piece(&mut self, piece: &GoalPiece, range: Range) -> GoalId {
        let goal = match piece {
            GoalPiece::Old(goal) => return self.goal(*goal, false),
            GoalPiece::Shown(piece) => {
                let goal = self.goal_piece(piece, range);
                self.goal = Some(goal);
                return goal;
            }
            GoalPiece::And(parts) => {
                let mut parts: Vec<_> = parts.iter().map(|part| self.goal_piece(part, range)).collect();
                parts.retain(|part| *self.out.goal(*part) != Goal::True);
                return self.and(parts, range);
            }
            GoalPiece::Or(parts) => {
                let parts = parts.iter().map(|part| self.goal_piece(part, range)).collect();
                return self.or(parts, range);
            }
            GoalPiece::True => Goal::True,
            GoalPiece::Call(predicate, args) => {
                Goal::Call(*predicate, args.iter().map(|arg| self.piece(arg, range)).collect())
            }
            GoalPiece::Unify(a, b) => Goal::Unify(self.piece(a, range), self.piece(b, range)),
            GoalPiece::Compare(comparison, a, b) => {
                Goal::Compare(*comparison, self.piece(a, range), self.piece(b, range))
            }
            GoalPiece::Not(part) => Goal::Not(self.goal_piece(part, range)),
            GoalPiece::If(parts) => {
                let [condition, then, otherwise] = &**parts;
                let (condition, then) = (self.goal_piece(condition, range), self.goal_piece(then, range));
                Goal::If(condition, then, self.goal_piece(otherwise, range))
            }
        };
        self.out.add_goal(goal, range)
    }

    /// A conjunction. One within another is the same as its parts: so text would be read.
    fn and(&mut self, parts: Vec<GoalId>, range: Range) -> GoalId {
        let flat: Vec<_> = parts
            .into_iter()
            .flat_map(|part| match self.out.goal(part) {
                Goal::And(inner) => inner.clone(),
                _ => vec![part],
            })
            .collect();
        match flat.as_slice() {
            [] => self.out.add_goal(Goal::True, range),
            [single] => *single,
            _ => self.out.add_goal(Goal::And(flat), range),
        }
    }

    fn or(&mut self, parts: Vec<GoalId>, range: Range) -> GoalId {
        let flat: Vec<_> = parts
            .into_iter()
            .flat_map(|part| match self.out.goal(part) {
                Goal::Or(inner) => inner.clone(),
                _ => vec![part],
            })
            .collect();
        match flat.as_slice() {
            [single] => *single,
            _ => self.out.add_goal(Goal::Or(flat), range),
        }
    }
}
