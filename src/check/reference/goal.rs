//! What each kind of goal does in the reference solver.

use super::evaluate::{NoValue, compares, evaluate};
use super::store::{Match, Node, Ref};
use super::{Barrier, Call, Choice, Ended, Flow, Frame, Item, NIL, Place, Search, Solver, Step};
use crate::engine::{Callee, Origin};
use crate::program::{Formula, Goal, GoalId, PredId};
use crate::term::{TermId, Var};
use dashu_int::IBig;
use rustc_hash::FxHashMap;
use std::mem::replace;
use std::rc::Rc;

impl<'p> Solver<'p> {
    /// Runs a goal at its place.
    pub(super) fn step(&mut self, item: &Item<'p>, place: &Place<'p>) -> Search<Flow> {
        let frame = &item.frame;
        let formula = frame.formula;
        let goal = match item.step {
            Step::Goal(goal) => goal,
            Step::Fail => return Ok(Flow::Fail),
            Step::Hypothesis => {
                self.left = self.bound;
                self.reached += 1;
                return Ok(self.go(place));
            }
            Step::Value(shape, term) => return self.value(shape, term, frame, place),
            Step::Holds(id, term) => return Ok(self.call(Origin::Program, id, vec![term], place)),
        };
        let holds = |solver: &mut Self, holds| if holds { solver.go(place) } else { Flow::Fail };
        Ok(match formula.goal(goal) {
            Goal::True | Goal::And(_) | Goal::Exists(..) => {
                let body = self.body(frame, goal);
                Flow::Go(self.put(place, &body))
            }
            Goal::Fail => Flow::Fail,
            Goal::Cut => {
                let barrier = frame.barrier;
                if let Some(var) =
                    place.before.iter().find(|item| item.group >= barrier.since).and_then(|item| item.waits)
                {
                    let goals = self.put(place, std::slice::from_ref(item));
                    return self.split(var, goals);
                }
                self.choices.truncate(barrier.choices);
                holds(self, true)
            }
            Goal::Unify(left, right) => self.equal(&[(frame.term(*left), frame.term(*right))], place),
            Goal::Is(left, right) => match self.evaluate(frame, frame.term(*right)) {
                Ok(value) => {
                    let value = self.store.add(Node::Int(value));
                    self.equal(&[(frame.term(*left), value)], place)
                }
                Err(reason) => self.no_value(reason, place)?,
            },
            Goal::Compare(how, left, right) => {
                let left = self.evaluate(frame, frame.term(*left));
                match left.and_then(|left| Ok((left, self.evaluate(frame, frame.term(*right))?))) {
                    Ok((left, right)) => holds(self, compares(*how, left.cmp(&right))),
                    Err(reason) => self.no_value(reason, place)?,
                }
            }
            Goal::Call(id, args) => {
                let args: Vec<Ref> = args.iter().map(|arg| frame.term(*arg)).collect();
                match self.programs.callee(frame.origin, *id) {
                    Callee::Predicate(origin, id) => self.call(origin, id, args, place),
                    Callee::Builtin(builtin) => self.builtin(builtin, &args, place)?,
                    Callee::Generator(ty) if self.store.shapes.types.is_closed(ty) => {
                        let shape = self.store.shapes.add(self.programs.user, ty);
                        self.value(shape, args[0], frame, place)?
                    }
                    Callee::Generator(_) => return Err("a generator of a type with parameters".into()),
                }
            }
            Goal::Or(parts) => {
                for part in parts.iter().rev() {
                    let body = self.body(frame, *part);
                    let goals = self.put(place, &body);
                    self.push(Choice::Goals(goals));
                }
                Flow::Fail
            }
            Goal::Not(inner) => {
                let mark = self.mark();
                let freeze = replace(&mut self.freeze, Ref(self.store.nodes.len()));
                let inside = Rc::new(self.renew(frame, goal, &[])?);
                let body = self.body(&inside, *inner);
                let goals = self.list(&body, NIL);
                let ended = self.search(goals, 0, true, &mut |_| true)?;
                self.freeze = freeze;
                self.back_to(&mark);
                match ended {
                    Ended::Yes { .. } => Flow::Fail,
                    Ended::No => holds(self, true),
                    Ended::CutOff => self.cut_off(place.rest),
                    Ended::Wants(var) => Flow::Needs(var),
                }
            }
            Goal::If(condition, then, otherwise) => {
                let mark = self.mark();
                let since = self.groups + 1;
                let barrier = Barrier { choices: self.choices.len(), since };
                let inside = Rc::new(Frame { barrier, ..(**frame).clone() });
                let body = self.body(&inside, *condition);
                let goals = self.list(&body, NIL);
                let goals = self.list(&place.before, goals);
                match self.search(goals, since, true, &mut |_| true)? {
                    Ended::Yes { waiting, cut_off: false } => {
                        self.left = mark.left;
                        let place = Place { before: self.items(waiting), rest: place.rest };
                        let body = self.body(frame, *then);
                        Flow::Go(self.put(&place, &body))
                    }
                    Ended::No => {
                        self.back_to(&mark);
                        let body = self.body(frame, *otherwise);
                        Flow::Go(self.put(place, &body))
                    }
                    // A cut may stand in its branches.
                    Ended::Yes { .. } | Ended::CutOff => {
                        let goals = self.list(std::slice::from_ref(item), place.rest);
                        self.cut_off(goals)
                    }
                    Ended::Wants(var) => Flow::Needs(var),
                }
            }
            Goal::FindAll(template, inner, result) => {
                let mark = self.mark();
                let freeze = replace(&mut self.freeze, Ref(self.store.nodes.len()));
                let inside = Rc::new(self.renew(frame, goal, &[*result])?);
                let body = self.body(&inside, *inner);
                let goals = self.list(&body, NIL);
                let mut found = vec![];
                let ended = self.search(goals, 0, true, &mut |solver| {
                    found.push(solver.store.copy_out(&[inside.term(*template)]));
                    false
                })?;
                self.freeze = freeze;
                self.back_to(&mark);
                match ended {
                    Ended::CutOff | Ended::Yes { .. } => self.cut_off(place.rest),
                    Ended::Wants(var) => Flow::Needs(var),
                    Ended::No => {
                        let found: Vec<Ref> = found.iter().map(|copy| self.store.copy_in(copy)).collect();
                        let list = self.store.list(&found);
                        self.equal(&[(frame.term(*result), list)], place)
                    }
                }
            }
            Goal::ForAll(..) => return Err("a goal for all values of a variable".into()),
            Goal::Fresh(..) | Goal::Equivariant(..) | Goal::New(..) => return Err("names and abstractions".into()),
        })
    }

    /// Tries the clauses of a predicate.
    pub(super) fn call(&mut self, origin: Origin, id: PredId, args: Vec<Ref>, place: &Place<'p>) -> Flow {
        let barrier = Barrier { choices: self.choices.len(), since: self.groups + 1 };
        let call = Rc::new(Call { origin, args, place: place.clone(), barrier });
        if self.analysis.least(origin, id) == u32::MAX {
            return Flow::Fail;
        }
        for clause in self.programs.clauses(origin, id).iter().rev() {
            let tried = self.programs.clause(origin, *clause);
            let never = self.analysis.least_of_body(self.programs, origin, tried) == u32::MAX;
            if never && !has_cut(&tried.formula, tried.body) {
                continue;
            }
            self.push(Choice::Clause(call.clone(), *clause));
        }
        Flow::Fail
    }

    /// Terms must be equal; then it goes on.
    pub(super) fn equal(&mut self, pairs: &[(Ref, Ref)], place: &Place<'p>) -> Flow {
        match self.store.unify(pairs, self.freeze) {
            Match::Never => Flow::Fail,
            Match::Now => self.go(place),
            Match::Needs(var) => Flow::Needs(var),
        }
    }

    pub(super) fn equal_int(&mut self, term: Ref, value: IBig, place: &Place<'p>) -> Flow {
        let value = self.store.add(Node::Int(value));
        self.equal(&[(term, value)], place)
    }

    fn evaluate(&self, frame: &Frame, term: Ref) -> Result<IBig, NoValue> {
        evaluate(&self.store, self.programs, frame.origin, term)
    }

    fn no_value(&mut self, reason: NoValue, place: &Place<'p>) -> Search<Flow> {
        match reason {
            NoValue::Needs(var) => Ok(Flow::Needs(var)),
            NoValue::Undefined => Ok(self.cut_off(place.rest)),
            NoValue::GaveUp(reason) => Err(reason),
        }
    }

    /// A frame for the inside of a goal: variables that occur nowhere else are new, and a cut goes no further.
    pub(super) fn renew(&mut self, frame: &Frame<'p>, goal: GoalId, outside: &[TermId]) -> Search<Frame<'p>> {
        let formula = frame.formula;
        let all = occurrences(formula, frame.head, (0..formula.goals.len() as u32).map(GoalId));
        let inside = occurrences(formula, &[], below(formula, goal).into_iter());
        let shared = occurrences(formula, outside, std::iter::empty());
        let mut vars = frame.vars.clone();
        for (var, count) in inside {
            if all[&var] == count && !shared.contains_key(&var) && !frame.open.contains(&var) {
                let shape = self.store.shape(frame.origin, formula.vars[var.0 as usize].ty);
                vars[var.0 as usize] = self.store.new_var(shape);
            }
        }
        let terms = self.store.instantiate(&formula.terms, &vars)?;
        let barrier = Barrier { choices: self.choices.len(), since: 0 };
        Ok(Frame { vars, terms, barrier, ..frame.clone() })
    }
}

/// The goals of a conjunction, from left to right.
pub(super) fn conjuncts(formula: &Formula, goal: GoalId) -> Vec<GoalId> {
    let mut goals = vec![];
    let mut todo = vec![goal];
    while let Some(goal) = todo.pop() {
        match formula.goal(goal) {
            Goal::True => {}
            Goal::And(parts) => todo.extend(parts.iter().rev()),
            Goal::Exists(_, part) => todo.push(*part),
            _ => goals.push(goal),
        }
    }
    goals
}

/// A goal and all goals in it.
fn below(formula: &Formula, goal: GoalId) -> Vec<GoalId> {
    let mut goals = vec![goal];
    let mut next = 0;
    while next < goals.len() {
        goals.extend(formula.subgoals(goals[next]));
        next += 1;
    }
    goals
}

/// Whether a cut of the clause stands in a goal; in a negation, a condition or findall it goes no further than that.
pub(super) fn has_cut(formula: &Formula, goal: GoalId) -> bool {
    let mut todo = vec![goal];
    while let Some(goal) = todo.pop() {
        match formula.goal(goal) {
            Goal::Cut => return true,
            Goal::Not(_) | Goal::FindAll(..) => {}
            Goal::If(_, then, otherwise) => todo.extend([*then, *otherwise]),
            _ => todo.extend(formula.subgoals(goal)),
        }
    }
    false
}

/// How often variables occur in terms and goals.
pub(super) fn occurrences(
    formula: &Formula,
    terms: &[TermId],
    goals: impl Iterator<Item = GoalId>,
) -> FxHashMap<Var, usize> {
    let mut counts = FxHashMap::default();
    let mut count = |term: TermId| formula.each_var(term, &mut |var, _| *counts.entry(var).or_insert(0) += 1);
    terms.iter().for_each(|term| count(*term));
    goals.for_each(|goal| formula.goal_terms(goal).into_iter().for_each(&mut count));
    counts
}
