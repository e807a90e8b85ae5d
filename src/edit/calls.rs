//! Edits of calls: another predicate, and goals that are added.
//!
//! What may be added is bounded, and what is likely comes first: calls that the other clauses of the predicate make, or
//! the clauses of what they call; arguments that nothing else in the clause uses.

use super::change::{Change, Focus, GoalPiece, Piece};
use super::fill::Choices;
use super::subject::{Subject, bind, evenly};
use super::{Draft, EditKind};
use crate::program::{Comparison, Goal, GoalId, PredId, PredicateKind, TypeId};
use crate::term::{TermId, Var};
use dashu_int::IBig;
use rustc_hash::{FxHashMap, FxHashSet};

/// The most goals of each kind that are added to a clause.
const MOST_ADDED: usize = 60;

/// How many arguments of a call are looked at for what a step takes and gives.
const MOST_STEP_ARGUMENTS: usize = 8;

/// All edits of calls.
pub(super) fn call_edits(subject: &mut Subject, out: &mut Vec<Draft>) {
    let mut calls = Calls { called: called(subject), subject, out };
    calls.replace();
    let candidates = calls.candidates();
    calls.add(&candidates);
    calls.add_equations();
    calls.add_comparisons();
    calls.thread(&candidates);
    calls.unthread();
}

/// All predicates that clauses of the program call.
fn called(subject: &Subject) -> FxHashSet<PredId> {
    subject.program.clauses.iter().flat_map(|clause| calls(&clause.formula.goals)).collect()
}

fn calls(goals: &[Goal]) -> impl Iterator<Item = PredId> + '_ {
    goals.iter().filter_map(|goal| match goal {
        Goal::Call(predicate, _) => Some(*predicate),
        _ => None,
    })
}

struct Calls<'s, 'p> {
    subject: &'s mut Subject<'p>,
    called: FxHashSet<PredId>,
    out: &'s mut Vec<Draft>,
}

impl Calls<'_, '_> {
    fn may_be_called(&self, predicate: PredId) -> bool {
        match self.subject.program.signature.predicate(predicate).kind {
            PredicateKind::Declared | PredicateKind::Inferred => true,
            PredicateKind::Library => self.called.contains(&predicate),
            PredicateKind::Generator => false,
        }
    }

    /// Another predicate with the same types of arguments is called.
    fn replace(&mut self) {
        let program = self.subject.program;
        let all: Vec<_> =
            program.signature.predicates().map(|(id, _)| id).filter(|id| self.may_be_called(*id)).collect();
        for site in self.subject.sites.clone() {
            let Goal::Call(predicate, args) = self.subject.clause.formula.goal(site.goal).clone() else { continue };
            let declared = &program.signature.predicate(predicate).args;
            let types: Option<Vec<_>> = self.subject.call_types(declared, &args).into_iter().collect();
            for other in all.iter().filter(|other| **other != predicate) {
                let patterns = &program.signature.predicate(*other).args;
                let fits = match &types {
                    Some(types) if types.len() == patterns.len() => {
                        let mut params = vec![];
                        patterns.iter().zip(types).all(|(pattern, ty)| {
                            let pattern = self.subject.base(*pattern);
                            bind(&self.subject.types, pattern, *ty, &mut params)
                        })
                    }
                    _ => patterns == declared,
                };
                if fits {
                    let args = args.iter().map(|arg| Piece::Old(*arg)).collect();
                    let goal = Some((site.goal, GoalPiece::Call(*other, args)));
                    let change = Change { goal, focus: Focus::Goal(site.goal), ..Change::default() };
                    self.out.push(Draft { kind: EditKind::PredicateReplaced, change });
                }
            }
        }
    }

    /// What the clauses of the same predicate call, then what the clauses of those call, then all other predicates.
    fn candidates(&self) -> Vec<PredId> {
        let program = self.subject.program;
        let of = |predicate: PredId| {
            let clauses = program.signature.predicate(predicate).clauses.iter();
            clauses.flat_map(|id| calls(&program.clause(*id).formula.goals)).collect::<Vec<_>>()
        };
        let own: Vec<_> = calls(&self.subject.clause.formula.goals).chain(of(self.subject.clause.predicate)).collect();
        let next: Vec<_> = own.iter().flat_map(|callee| of(*callee)).collect();
        let others = program.signature.predicates().map(|(id, _)| id);
        let mut seen = FxHashSet::default();
        let all = own.into_iter().chain(next).chain([self.subject.clause.predicate]).chain(others);
        all.filter(|id| self.may_be_called(*id) && seen.insert(*id)).collect()
    }

    /// The goals of the body.
    fn body(&self) -> Vec<GoalId> {
        match self.subject.clause.formula.goal(self.subject.clause.body) {
            Goal::And(parts) => parts.clone(),
            _ => vec![self.subject.clause.body],
        }
    }

    fn push_added(&mut self, kind: EditKind, goal: GoalPiece) {
        let mut goals: Vec<_> = self.body().into_iter().map(GoalPiece::Old).collect();
        goals.push(GoalPiece::Shown(Box::new(goal)));
        let goal = Some((self.subject.clause.body, GoalPiece::And(goals)));
        self.out.push(Draft { kind, change: Change { goal, focus: Focus::Added(None), ..Change::default() } });
    }

    /// A call is added at the end. The candidates take turns, so that each has a share of what is allowed. What the
    /// clause calls or defines already adds nothing, nor does a call that has nothing to do with the rest.
    fn add(&mut self, candidates: &[PredId]) {
        let known = self.known_calls();
        let choices = Choices { scope: 0, constants: false, fresh: false, open: true };
        let fillings = candidates.iter().map(|predicate| {
            let types = self.subject.program.signature.predicate(*predicate).args.clone();
            let fillings = self.subject.fillings(&types, vec![], choices, MOST_ADDED);
            let is_linked = |args: &Vec<Piece>| args.is_empty() || args.iter().any(|arg| matches!(arg, Piece::Var(_)));
            let calls = fillings.into_iter().filter(is_linked).map(|args| (*predicate, args));
            calls.filter(|call| !known.contains(call)).collect::<Vec<_>>()
        });
        let fillings: Vec<_> = fillings.collect();
        for (predicate, args) in turns(fillings, MOST_ADDED) {
            self.push_added(EditKind::CallAdded, GoalPiece::Call(predicate, args));
        }
    }

    /// The head and the goals of the body that are calls with variables only.
    fn known_calls(&self) -> Vec<(PredId, Vec<Piece>)> {
        let formula = &self.subject.clause.formula;
        let body = self.body();
        let goals = body.iter().filter_map(|goal| match formula.goal(*goal) {
            Goal::Call(predicate, args) => Some((*predicate, args)),
            _ => None,
        });
        let head = (self.subject.clause.predicate, &self.subject.clause.head);
        let var = |arg: &TermId| Some(Piece::Var(formula.terms.as_var(*arg)?));
        let vars = |args: &Vec<TermId>| args.iter().map(var).collect::<Option<Vec<_>>>();
        goals.chain([head]).filter_map(|(predicate, args)| Some((predicate, vars(args)?))).collect()
    }

    /// Pairs of variables of one type, the likely ones first.
    fn pairs(&mut self, ty: Option<TypeId>) -> Vec<(Var, Var)> {
        let vars: Vec<_> = self.subject.scopes[0].iter().copied().take(MOST_ADDED).collect();
        let int = ty.map(|id| self.subject.types.app(id, &[]));
        let mut pairs = vec![];
        for (n, left) in vars.iter().enumerate() {
            let ty = self.subject.var_type(*left);
            for right in &vars[n + 1..] {
                if self.subject.var_type(*right) == ty && int.is_none_or(|int| int == ty) {
                    pairs.push((*left, *right));
                }
            }
        }
        pairs.sort_by_key(|(left, right)| self.subject.cost(&[Piece::Var(*left), Piece::Var(*right)]));
        pairs
    }

    fn add_equations(&mut self) {
        for (left, right) in self.pairs(None).into_iter().take(MOST_ADDED / 2) {
            let equation = GoalPiece::Unify(Piece::Var(left), Piece::Var(right));
            self.push_added(EditKind::EquationAdded, equation.clone());
            self.push_added(EditKind::EquationAdded, GoalPiece::Not(Box::new(equation)));
        }
    }

    fn add_comparisons(&mut self) {
        let int = self.subject.types.app(TypeId::INT, &[]);
        let pairs: Vec<_> = self.pairs(Some(TypeId::INT)).into_iter().map(|(x, y)| (x, Piece::Var(y))).collect();
        let alone = self.subject.vars_of(0, int).into_iter().map(|var| (var, Piece::Int(IBig::from(0))));
        let all: Vec<_> = alone.chain(pairs).collect();
        for (left, right) in all.into_iter().take(MOST_ADDED / 6) {
            for comparison in [
                Comparison::Less,
                Comparison::AtMost,
                Comparison::Greater,
                Comparison::AtLeast,
                Comparison::Equal,
                Comparison::NotEqual,
            ] {
                let goal = GoalPiece::Compare(comparison, Piece::Var(left), right.clone());
                self.push_added(EditKind::ComparisonAdded, goal);
            }
        }
    }

    /// A step that is missing between the goals: a call takes a variable and gives another one, and the goals behind it
    /// mean that other one.
    fn thread(&mut self, candidates: &[PredId]) {
        let body = self.body();
        let new = Var(self.subject.clause.formula.vars.len() as u32);
        let mut drafts = vec![];
        for passage in evenly(self.passages(&body), MOST_ADDED) {
            for predicate in candidates {
                let steps = self.steps(*predicate, passage.var, new).into_iter();
                drafts.push(steps.map(|args| (passage.clone(), *predicate, args)).collect());
            }
        }
        for (passage, predicate, args) in turns(drafts, MOST_ADDED) {
            let mut goals: Vec<_> = body.iter().map(|goal| GoalPiece::Old(*goal)).collect();
            goals.insert(passage.place, GoalPiece::Shown(Box::new(GoalPiece::Call(predicate, args))));
            let change = Change {
                terms: passage.terms.into_iter().map(|term| (term, Piece::Var(new))).collect(),
                goal: Some((self.subject.clause.body, GoalPiece::And(goals))),
                vars: vec![self.subject.clause.formula.vars[passage.var.0 as usize]],
                focus: Focus::Added(Some(body[passage.place])),
            };
            self.out.push(Draft { kind: EditKind::CallThreaded, change });
        }
    }

    /// A step too many between the goals: the call is left out, and what it gives is what it takes.
    fn unthread(&mut self) {
        let body = self.body();
        for goal in &body {
            let formula = &self.subject.clause.formula;
            let Goal::Call(_, args) = formula.goal(*goal).clone() else { continue };
            let vars: Vec<_> = args.iter().filter_map(|arg| Some((*arg, formula.terms.as_var(*arg)?))).collect();
            for (n, (left, old)) in vars.iter().enumerate().take(MOST_STEP_ARGUMENTS) {
                for (right, new) in vars[n + 1..].iter().take(MOST_STEP_ARGUMENTS) {
                    let linked = [old, new].iter().all(|var| self.subject.scopes[0].contains(var));
                    if !linked || old == new || self.subject.known(*left) != self.subject.known(*right) {
                        continue;
                    }
                    let rest = body.iter().filter(|other| *other != goal).map(|other| GoalPiece::Old(*other));
                    let whole = Some((self.subject.clause.body, GoalPiece::And(rest.collect())));
                    let terms = &self.subject.clause.formula.terms;
                    let all = (0..terms.len()).map(|term| TermId(term as u32));
                    let terms = all.filter(|term| terms.as_var(*term) == Some(*new));
                    let terms = terms.map(|term| (term, Piece::Var(*old))).collect();
                    let focus = Focus::Unthreaded(*goal, *left, *right);
                    let change = Change { terms, goal: whole, focus, ..Change::default() };
                    self.out.push(Draft { kind: EditKind::CallUnthreaded, change });
                }
            }
        }
    }

    /// Where variables come from the head or a goal into later goals.
    fn passages(&self, body: &[GoalId]) -> Vec<Passage> {
        let formula = &self.subject.clause.formula;
        let mut found: Vec<Passage> = vec![];
        // Each occurrence, by the number of its goal from 1; the head is number 0.
        let mut occurrences: FxHashMap<Var, Vec<(usize, TermId)>> = FxHashMap::default();
        for term in &self.subject.clause.head {
            formula.each_var(*term, &mut |var, term| occurrences.entry(var).or_default().push((0, term)));
        }
        for (place, goal) in body.iter().enumerate() {
            let mut todo = vec![*goal];
            while let Some(goal) = todo.pop() {
                for term in formula.goal_terms(goal) {
                    formula
                        .each_var(term, &mut |var, term| occurrences.entry(var).or_default().push((place + 1, term)));
                }
                todo.extend(formula.subgoals(goal));
            }
        }
        for var in &self.subject.scopes[0] {
            let all = &occurrences[var];
            let mut last = all[0].0;
            for (n, (number, _)) in all.iter().enumerate().take(MOST_ADDED) {
                if *number > last {
                    let terms = all[n..].iter().map(|(_, term)| *term).collect();
                    found.push(Passage { var: *var, place: number - 1, terms });
                    last = *number;
                }
            }
        }
        found
    }

    /// The arguments of calls of a predicate that take one variable and give another of the same type, behind it.
    fn steps(&mut self, predicate: PredId, old: Var, new: Var) -> Vec<Vec<Piece>> {
        let declared = self.subject.program.signature.predicate(predicate).args.clone();
        let declared: Vec<_> = declared.into_iter().map(|ty| self.subject.base(ty)).collect();
        let ty = self.subject.var_type(old);
        let mut steps = vec![];
        for to in (1..declared.len()).rev().take(MOST_STEP_ARGUMENTS) {
            for from in (0..to).rev().take(MOST_STEP_ARGUMENTS) {
                let mut params = vec![];
                let fits = bind(&self.subject.types, declared[from], ty, &mut params)
                    && bind(&self.subject.types, declared[to], ty, &mut params);
                if !fits {
                    continue;
                }
                let others = (0..declared.len()).filter(|n| *n != from && *n != to);
                let types: Vec<_> = others.map(|n| declared[n]).collect();
                let choices = Choices { scope: 0, constants: false, fresh: false, open: true };
                for mut args in self.subject.fillings(&types, params, choices, 2) {
                    args.insert(from, Piece::Var(old));
                    args.insert(to, Piece::Var(new));
                    steps.push(args);
                }
            }
        }
        steps
    }
}

/// A variable that a goal of the body takes over, and its occurrences from there on.
#[derive(Clone)]
struct Passage {
    var: Var,
    place: usize,
    terms: Vec<TermId>,
}

/// The first of each list, then the second of each, up to so many.
fn turns<T>(lists: Vec<Vec<T>>, most: usize) -> Vec<T> {
    let mut lists: Vec<_> = lists.into_iter().map(Vec::into_iter).collect();
    let mut taken = vec![];
    loop {
        let before = taken.len();
        taken.extend(lists.iter_mut().filter_map(Iterator::next).take(most - before));
        if taken.len() == before {
            return taken;
        }
    }
}
