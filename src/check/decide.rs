//! Is a goal true of given values? Asked often, of a program with one change after the other.
//!
//! The goal is compiled once and run as the conclusion of a property without hypotheses, so that its budget grows step by
//! step; the answer is yes, no, or that the search was cut off, which is neither.

use super::property::Checker;
use crate::engine::{Code, Ending, Event, Hypotheses, Limits, Machine, Settings};
use crate::program::{ClauseId, Formula, Goal, GoalId};
use crate::source::Range;
use crate::term::{Functor, TermId, Terms, Var};
use rustc_hash::FxHashSet;

/// Values of the variables of a property.
#[derive(Clone, Debug)]
pub struct Values {
    /// Where the terms live.
    pub terms: Terms,
    /// The variables with their values.
    pub bindings: Vec<(Var, TermId)>,
}

impl Values {
    /// The same without the value of the variable at a place.
    #[must_use]
    pub fn without(&self, place: usize) -> Values {
        let mut values = self.clone();
        values.bindings.remove(place);
        values
    }
}

/// What a search for a proof came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// There is a proof.
    Yes,
    /// There is none.
    No,
    /// It is not known: a limit came first.
    CutOff,
}

/// Decides one goal of a formula, for one tuple of values after the other.
pub struct Decider {
    code: Code,
    constants: Functor,
}

impl Decider {
    /// Compiles a goal of a formula of the checker's program.
    pub fn new(checker: &Checker, formula: &Formula, goal: GoalId) -> Decider {
        Decider::ending(checker, formula, goal, true)
    }

    /// The same for [`Decider::uses`].
    pub fn for_uses(checker: &Checker, formula: &Formula, goal: GoalId) -> Decider {
        Decider::ending(checker, formula, goal, false)
    }

    fn ending(checker: &Checker, formula: &Formula, goal: GoalId, concludes: bool) -> Decider {
        let mut formula = formula.clone();
        let nothing = formula.add_goal(Goal::True, Range::default());
        let (goal, ending) = if concludes { (nothing, Ending::Conclude(goal)) } else { (goal, Ending::Answers) };
        let hypotheses = Hypotheses { formula: &formula, goal, ending, selects: true };
        Decider { code: Code::new(&checker.programs, hypotheses, vec![]), constants: checker.constants }
    }

    /// Gives the predicates for which the program's changes offer clauses these ones, in this order.
    pub fn choose(&mut self, clauses: &[ClauseId]) {
        self.code.choose(clauses);
    }

    /// Begins to ask; the limits hold for each question.
    pub fn ask<'m>(&'m self, limits: Limits<'m>) -> Questions<'m> {
        let machine = Machine::new(&self.code, Settings::of_bound(0), limits);
        Questions { decider: self, machine }
    }

    /// Whether the goal has a proof of at most so many clause uses.
    pub fn decide(&self, values: &Values, bound: i32, limits: Limits) -> Decision {
        self.ask(limits).decide(values, bound)
    }

    /// The clauses that the first proof uses, outside of searches inside it; none if there is no proof within the limits.
    pub fn uses(&self, values: &Values, bound: i32, limits: Limits) -> Option<FxHashSet<ClauseId>> {
        self.ask(limits).uses(values, bound)
    }
}

/// Questions about one goal, one after the other.
pub struct Questions<'m> {
    decider: &'m Decider,
    machine: Machine<'m>,
}

impl Questions<'_> {
    /// Whether the goal has a proof of at most so many clause uses.
    pub fn decide(&mut self, values: &Values, bound: i32) -> Decision {
        if self.decider.code.unsupported.is_some() {
            return Decision::CutOff;
        }
        self.start(values, bound);
        match self.machine.run() {
            Event::Proved => Decision::Yes,
            Event::Refuted => Decision::No,
            Event::Done if !self.machine.was_cut_off() => Decision::No,
            _ => Decision::CutOff,
        }
    }

    /// The clauses that the first proof uses, outside of searches inside it; none if there is no proof within the limits.
    pub fn uses(&mut self, values: &Values, bound: i32) -> Option<FxHashSet<ClauseId>> {
        if self.decider.code.unsupported.is_some() {
            return None;
        }
        self.start(values, bound);
        (self.machine.run() == Event::Answer).then(|| self.decider.code.used(self.machine.record()))
    }

    /// How many calls the last question took.
    pub fn steps(&self) -> u64 {
        self.machine.steps()
    }

    fn start(&mut self, values: &Values, bound: i32) {
        let (code, constants, machine) = (&self.decider.code, self.decider.constants, &mut self.machine);
        machine.set(Settings::of_bound(bound));
        machine.forget_steps();
        machine.clear();
        let known = |var: &Var| values.bindings.iter().find(|(known, _)| known == var);
        let roots = code.variables.iter().map(|var| match known(var) {
            Some((_, term)) => machine.load_term(&values.terms, *term, constants),
            None => machine.open_root(),
        });
        let roots = roots.collect();
        machine.start_with(roots);
    }
}
