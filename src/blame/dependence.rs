//! Which predicates a predicate can reach, and so whose truth an edit of a clause can change.

use crate::program::{Formula, Goal, GoalId, PredId, Program};
use std::collections::BTreeSet;

/// For each predicate of a program, the predicates that its clauses can reach, itself included.
#[derive(Clone, Debug)]
pub struct Dependence {
    reaches: Vec<BTreeSet<PredId>>,
}

impl Dependence {
    /// Follows all calls.
    pub fn new(program: &Program) -> Dependence {
        let mut direct: Vec<BTreeSet<PredId>> = program.signature.predicates().map(|_| BTreeSet::new()).collect();
        for clause in &program.clauses {
            direct[clause.predicate.0 as usize].extend(calls(&clause.formula));
        }
        let reaches = program.signature.predicates().map(|(id, _)| {
            let mut seen = BTreeSet::from([id]);
            let mut todo = vec![id];
            while let Some(next) = todo.pop() {
                todo.extend(direct[next.0 as usize].iter().filter(|callee| seen.insert(**callee)));
            }
            seen
        });
        Dependence { reaches: reaches.collect() }
    }

    /// The predicates that a predicate can reach, itself included.
    pub fn reached(&self, id: PredId) -> &BTreeSet<PredId> {
        &self.reaches[id.0 as usize]
    }

    /// Whether the truth of one predicate can change when clauses of another do.
    pub fn depends(&self, id: PredId, on: PredId) -> bool {
        self.reached(id).contains(&on)
    }

    /// The same for a goal.
    pub fn goal_depends(&self, formula: &Formula, goal: GoalId, on: PredId) -> bool {
        let mut todo = vec![goal];
        while let Some(goal) = todo.pop() {
            if let Goal::Call(id, _) = formula.goal(goal)
                && self.depends(*id, on)
            {
                return true;
            }
            todo.extend(formula.subgoals(goal));
        }
        false
    }

    /// The predicates that a goal can reach.
    pub fn reached_by(&self, formula: &Formula, goal: GoalId) -> BTreeSet<PredId> {
        let mut reached = BTreeSet::new();
        let mut todo = vec![goal];
        while let Some(goal) = todo.pop() {
            if let Goal::Call(id, _) = formula.goal(goal) {
                reached.extend(self.reached(*id));
            }
            todo.extend(formula.subgoals(goal));
        }
        reached
    }
}

fn calls(formula: &Formula) -> impl Iterator<Item = PredId> + '_ {
    formula.goals.iter().filter_map(|goal| match goal {
        Goal::Call(id, _) => Some(*id),
        _ => None,
    })
}
