//! Two variants of a program that say what any edit of one predicate could bring about.
//!
//! The *generous* variant of p lets calls of p succeed outright, whatever their arguments, and lets each negation, condition
//! and cut that depends on p go either way: what it cannot prove, no edit of clauses of p makes provable. The *strict* variant
//! of a clause leaves the clause out and lets no proof rest on a failure that an edit of it could take away: what it
//! proves, every edit of the clause leaves provable. Both are overlays: the program itself is not copied.

use super::dependence::Dependence;
use crate::program::{Clause, ClauseId, Formula, Goal, GoalId, Overlay, PredId, Program};
use crate::source::{Range, deep};

/// Makes variants of one program.
pub struct Variants<'p> {
    program: &'p Program,
    /// Who depends on whom.
    pub dependence: Dependence,
    /// The clauses with negations, conditions, findall or cuts; most programs have few.
    impure: Vec<ClauseId>,
}

/// What is made of goals that depend on a predicate.
#[derive(Clone, Copy)]
enum Mode {
    Generous,
    Strict,
}

impl<'p> Variants<'p> {
    /// For the clauses of a program.
    pub fn new(program: &'p Program) -> Variants<'p> {
        let ids = (0..program.clauses.len() as u32).map(ClauseId);
        let impure = ids.filter(|id| {
            let formula = &program.clause(*id).formula;
            (0..formula.goals.len() as u32).any(|goal| is_impure(formula, GoalId(goal)))
        });
        let impure = impure.collect();
        Variants { program, dependence: Dependence::new(program), impure }
    }

    /// Whether no proof of a goal rests on a failure.
    pub fn is_pure(&self, formula: &Formula, goal: GoalId) -> bool {
        let reached = self.dependence.reached_by(formula, goal);
        let mut todo = vec![goal];
        while let Some(goal) = todo.pop() {
            if is_impure(formula, goal) {
                return false;
            }
            todo.extend(formula.subgoals(goal));
        }
        !self.impure.iter().any(|id| reached.contains(&self.program.clause(*id).predicate))
    }

    /// The program in which calls of a predicate may succeed outright.
    pub fn generous(&self, predicate: PredId) -> Overlay {
        let mut overlay = Overlay::default();
        for id in &self.impure {
            let clause = self.program.clause(*id);
            if self.dependence.depends(clause.predicate, predicate) {
                overlay.replace(*id, self.changed(clause, predicate, Mode::Generous));
            }
        }
        overlay.insert(self.program, 0, Clause::open_fact(self.program, predicate));
        overlay
    }

    /// The program without a clause, in which nothing rests on a failure that depends on its predicate.
    pub fn strict(&self, id: ClauseId) -> Overlay {
        let mut overlay = self.strict_without(self.program.clause(id).predicate, Some(id));
        overlay.remove(self.program, id);
        overlay
    }

    /// The program in which nothing rests on the failure of a predicate: a clause of it may be missing.
    pub fn strict_of(&self, predicate: PredId) -> Overlay {
        self.strict_without(predicate, None)
    }

    fn strict_without(&self, predicate: PredId, edited: Option<ClauseId>) -> Overlay {
        let mut overlay = Overlay::default();
        for id in &self.impure {
            let clause = self.program.clause(*id);
            if self.dependence.depends(clause.predicate, predicate) {
                overlay.replace(*id, self.changed(clause, predicate, Mode::Strict));
            }
            // Whether it cuts could change: the clauses behind it cannot be counted on.
            if clause.formula.goals.contains(&Goal::Cut)
                && (edited == Some(*id) || self.dependence.goal_depends(&clause.formula, clause.body, predicate))
            {
                let list = &self.program.signature.predicate(clause.predicate).clauses;
                list.iter().skip_while(|other| *other != id).skip(1).for_each(|later| {
                    overlay.remove(self.program, *later);
                });
            }
        }
        overlay
    }

    fn changed(&self, clause: &Clause, predicate: PredId, mode: Mode) -> Clause {
        let mut clause = clause.clone();
        clause.body = self.goal(&mut clause.formula, clause.body, predicate, mode);
        clause
    }

    /// What is made of a goal of a property in the generous variant.
    pub fn generous_goal(&self, formula: &mut Formula, goal: GoalId, predicate: PredId) -> GoalId {
        self.goal(formula, goal, predicate, Mode::Generous)
    }

    /// What is made of a goal of a property in the strict variant.
    pub fn strict_goal(&self, formula: &mut Formula, goal: GoalId, predicate: PredId) -> GoalId {
        self.goal(formula, goal, predicate, Mode::Strict)
    }

    fn goal(&self, formula: &mut Formula, goal: GoalId, predicate: PredId, mode: Mode) -> GoalId {
        let depends = |formula: &Formula, goal: GoalId| self.dependence.goal_depends(formula, goal, predicate);
        let change = |formula: &mut Formula, goal: GoalId| deep(|| self.goal(formula, goal, predicate, mode));
        let made = match (formula.goal(goal).clone(), mode) {
            (Goal::Not(inner), _) if !depends(formula, inner) => return goal,
            (Goal::FindAll(_, inner, _), _) if !depends(formula, inner) => return goal,
            (Goal::Not(_) | Goal::FindAll(..) | Goal::Cut, Mode::Generous) => Goal::True,
            (Goal::Not(_) | Goal::FindAll(..), Mode::Strict) => Goal::Fail,
            (Goal::If(condition, then, otherwise), mode) => {
                let affected = depends(formula, condition);
                let then = change(formula, then);
                let otherwise = change(formula, otherwise);
                match (affected, mode) {
                    (false, _) => Goal::If(condition, then, otherwise),
                    (true, Mode::Generous) => {
                        let condition = change(formula, condition);
                        let both = formula.add_goal(Goal::And(vec![condition, then]), Range::default());
                        Goal::Or(vec![both, otherwise])
                    }
                    (true, Mode::Strict) => {
                        let condition = change(formula, condition);
                        let never = formula.add_goal(Goal::Fail, Range::default());
                        Goal::If(condition, then, never)
                    }
                }
            }
            (Goal::And(parts), _) => Goal::And(parts.into_iter().map(|part| change(formula, part)).collect()),
            (Goal::Or(parts), _) => Goal::Or(parts.into_iter().map(|part| change(formula, part)).collect()),
            (Goal::Exists(vars, part), _) => Goal::Exists(vars, change(formula, part)),
            _ => return goal,
        };
        formula.add_goal(made, Range::default())
    }
}

/// Whether a proof of a goal rests on a failure of clauses, or on what comes first.
fn is_impure(formula: &Formula, goal: GoalId) -> bool {
    match formula.goal(goal) {
        Goal::Not(inner) => !matches!(formula.goal(*inner), Goal::Unify(..)),
        Goal::If(..) | Goal::Cut | Goal::FindAll(..) => true,
        _ => false,
    }
}
