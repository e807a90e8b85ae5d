//! Why a goal has no proof: how far each clause of its predicate got.
//!
//! For each clause, the goal's arguments are made equal to the head's one after the other, and then the body's goals join
//! them from left to right, until the engine finds that there is no solution any more. What was added last is the
//! obstacle: an argument that does not match, or a goal of the body, shown for the first solution of what stands before it.
//! If that goal calls a predicate of the program, it can be asked why not in turn.

use super::instances::Instances;
use crate::check::{Answer, Checker, Ended, answers};
use crate::engine::{Callee, Limits, Origin, Settings, StopReason, instance};
use crate::program::{ClauseId, Formula, Goal, GoalId, PredId, Query};
use crate::source::{Range, Span};
use crate::syntax::Notation;
use crate::term::{Term, TermId, Terms, Var};
use rustc_hash::FxHashMap;

/// How a goal fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// After a finished search.
    Finished,
    /// It does not: there is a proof.
    Holds,
    /// There is no proof up to the bound.
    CutOff,
    /// A limit was reached.
    Stopped(StopReason),
    /// Something had no value on the way.
    Undefined,
    /// It cannot be run.
    Unsupported,
}

/// A goal that has no proof, and why.
#[derive(Clone, Debug)]
pub struct WhyNot {
    /// The goal and its terms.
    pub formula: Formula,
    /// The goal, with the values that were known.
    pub goal: GoalId,
    /// How it fails.
    pub how: How,
    /// The clauses of its predicate, in order; none if it is no call, or its predicate is not opened.
    pub attempts: Vec<Attempt>,
    /// The first part without a solution, if the goal is a conjunction.
    pub part: Option<Box<Failing>>,
    /// Whether the predicate was opened: then, without attempts, it has no clauses.
    pub opened: bool,
}

/// What came of a clause.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// The clause.
    pub clause: ClauseId,
    /// Its name.
    pub name: String,
    /// Where it stands.
    pub span: Span,
    /// Whether it has no body.
    pub fact: bool,
    /// How far it got.
    pub obstacle: Obstacle,
}

/// What a clause did not get beyond.
#[derive(Clone, Debug)]
pub enum Obstacle {
    /// An argument of the head does not match.
    Head {
        /// Where the terms live.
        formula: Formula,
        /// Which argument, from 1.
        argument: usize,
        /// What the head has, given what matched before it.
        pattern: TermId,
        /// What the goal has.
        value: TermId,
    },
    /// A goal of the body.
    Goal(Failing),
    /// Nothing: its body has a solution, but a cut of an earlier clause left it out.
    Cut,
}

/// A goal of a body that has no solution together with those before it.
#[derive(Clone, Debug)]
pub struct Failing {
    /// How many goals of the body stand before it.
    pub solved: usize,
    /// Those goals and the failing one, for the first solution of those before it, with what is known of them below.
    pub before: Vec<GoalId>,
    /// Whether there may be other solutions.
    pub others: bool,
    /// How the search for a solution of all of them ended: only a finished one says that it fails for the others, too.
    pub how: How,
    /// Why it fails.
    pub why: WhyNot,
}

/// How to ask.
#[derive(Clone, Copy, Debug)]
pub struct WhyNotOptions<'o> {
    /// How the engine searches, and up to which bound.
    pub settings: Settings,
    /// The limits of each search.
    pub limits: Limits<'o>,
    /// How many goals, one below the other, are asked why not.
    pub depth: u32,
}

/// Says why a goal of a formula has no proof, or that it has one. The constants for open types must
/// have been added to the program even if no property has open types: clauses may.
pub fn why_not(checker: &Checker, formula: &Formula, goal: GoalId, options: &WhyNotOptions) -> WhyNot {
    let called = formula.goals.iter().filter_map(|goal| match goal {
        Goal::Call(id, _) => Some(*id),
        _ => None,
    });
    let asked = called.collect();
    Asking { checker, options, asked, above: vec![] }.goal(formula.clone(), goal, None, 0)
}

/// The steps that a search has, and, if no order was decided with them, has again.
const STEPS: [u64; 2] = [100_000, 2_000_000];

/// The bounds that are tried, up to the one of the settings.
const BOUNDS: [i32; 3] = [6, 20, i32::MAX];

struct Asking<'o> {
    checker: &'o Checker<'o>,
    options: &'o WhyNotOptions<'o>,
    /// What was asked calls these: they are opened, whoever trusts them.
    asked: Vec<PredId>,
    /// The goals above, as text: one that comes again is not opened again.
    above: Vec<String>,
}

/// A search for a solution of the first goals of a row.
struct Found {
    /// How the search failed if it did.
    how: How,
    first: Option<Answer>,
    others: bool,
}

impl Asking<'_> {
    fn goal(&mut self, formula: Formula, goal: GoalId, how: Option<How>, depth: u32) -> WhyNot {
        let program = self.checker.programs.user;
        let how = how.unwrap_or_else(|| self.row(&formula, &formula.conjuncts(goal)).how);
        let mut answer = WhyNot { goal, how, attempts: vec![], part: None, opened: false, formula };
        let shown = program.print_goal(&answer.formula, goal, Notation::Prolog);
        if depth > self.options.depth || matches!(how, How::Unsupported | How::Holds) || self.above.contains(&shown) {
            return answer;
        }
        self.above.push(shown);
        match answer.formula.goal(goal).clone() {
            Goal::Call(called, args) => {
                if let Callee::Predicate(Origin::Program, id) = self.checker.programs.callee(Origin::Program, called)
                    && (self.asked.contains(&id) || !program.signature.predicate(id).trusted)
                {
                    answer.opened = true;
                    let clauses = self.checker.programs.clauses(Origin::Program, id).to_vec();
                    let attempts =
                        clauses.into_iter().map(|clause| self.attempt(&answer.formula, &args, clause, depth));
                    answer.attempts = attempts.collect();
                }
            }
            Goal::And(goals) => {
                // The parts are what was asked.
                let failing = self.first_failing(&answer.formula, &goals, 0, depth);
                answer.part = failing.map(Box::new);
            }
            Goal::Exists(_, inner) => {
                let inner = self.goal(answer.formula.clone(), inner, Some(how), depth);
                answer.part = Some(Box::new(Failing { solved: 0, before: vec![], others: false, how, why: inner }));
            }
            _ => {}
        }
        self.above.pop();
        answer
    }

    /// How far a clause gets with these arguments.
    fn attempt(&mut self, goal: &Formula, args: &[TermId], id: ClauseId, depth: u32) -> Attempt {
        let checker = self.checker;
        let clause = checker.programs.clause(Origin::Program, id);
        let mut formula = clause.formula.clone();
        let body = formula.conjuncts(clause.body);
        let values = import(&mut formula, goal, args);
        let mut goals: Vec<GoalId> = vec![];
        for (pattern, value) in clause.head.iter().zip(&values) {
            formula.term_ranges.resize(formula.terms.len(), Range::default());
            goals.push(formula.add_goal(Goal::Unify(*pattern, *value), Range::default()));
        }
        let head = goals.len();
        goals.extend(&body);
        let obstacle = match self.mismatch(&formula, &goals[..head], &clause.head, &values) {
            Some(obstacle) => obstacle,
            None => self.first_failing(&formula, &goals, head, depth).map_or(Obstacle::Cut, Obstacle::Goal),
        };
        let name = checker.programs.user.name_of(clause);
        Attempt { clause: id, name, span: clause.span, fact: body.is_empty(), obstacle }
    }

    /// The first argument that does not match, if one does not.
    fn mismatch(
        &self,
        formula: &Formula,
        equations: &[GoalId],
        head: &[TermId],
        values: &[TermId],
    ) -> Option<Obstacle> {
        if equations.is_empty() || self.row(formula, equations).first.is_some() {
            return None;
        }
        let mut last: Option<Answer> = None;
        for place in 0..equations.len() {
            let found = self.row(formula, &equations[..=place]).first;
            if found.is_some() {
                last = found;
                continue;
            }
            let (mut instances, env) = instances(formula, last.as_ref());
            let pattern = instances.term(formula, head[place], &env);
            let value = instances.term(formula, values[place], &env);
            return Some(Obstacle::Head { formula: instances.finish(), argument: place + 1, pattern, value });
        }
        None
    }

    /// The first goal that has no solution together with those before it; the first `given` are known to have one.
    fn first_failing(&mut self, formula: &Formula, goals: &[GoalId], given: usize, depth: u32) -> Option<Failing> {
        let mut last = (given > 0).then(|| self.row(formula, &goals[..given]));
        for place in given..goals.len() {
            let found = self.row(formula, &goals[..=place]);
            if found.first.is_some() {
                last = Some(found);
                continue;
            }
            let solution = last.as_ref().and_then(|last| last.first.as_ref());
            let (mut instances, env) = instances(formula, solution);
            let before = goals[given..place].iter().map(|goal| instances.goal(formula, *goal, &env)).collect();
            let failing = instances.goal(formula, goals[place], &env);
            let others = last.is_some_and(|last| last.others);
            // With other solutions, this one may fail quickly where another was cut off.
            let known = (!others).then_some(found.how);
            let why = self.goal(instances.finish(), failing, known, depth + 1);
            return Some(Failing { solved: place - given, before, others, how: found.how, why });
        }
        None
    }

    /// Searches for a solution of goals. In the order of the text they may come up with solutions without end, all of which
    /// the last goal refuses; so the order in which the last one comes first has its turn, too, unless a cut forbids it.
    /// Small bounds come first: a small solution is easier to read.
    fn row(&self, formula: &Formula, goals: &[GoalId]) -> Found {
        let mut orders = vec![goals.to_vec()];
        let cuts = formula.goals.iter().any(|goal| matches!(goal, Goal::Cut));
        if let (false, Some((last, before))) = (cuts, goals.split_last()) {
            // What the head says still comes first.
            let head = before.iter().take_while(|goal| matches!(formula.goal(**goal), Goal::Unify(..))).count();
            let mut order = before[..head].to_vec();
            order.push(*last);
            order.extend(&before[head..]);
            orders.extend((order != goals).then_some(order));
        }
        let WhyNotOptions { settings, limits, .. } = *self.options;
        let mut found = None;
        for steps in STEPS {
            for order in &orders {
                let mut formula = formula.clone();
                let goal = conjunction(&mut formula, order);
                let limits = Limits { steps: limits.steps.min(steps), ..limits };
                for bound in BOUNDS.map(|bound| bound.min(settings.bound)) {
                    let settings = Settings { bound, conclusion: bound, ..settings };
                    let next = self.search(&formula, goal, settings, limits);
                    if matches!(next.how, How::Holds | How::Finished | How::Unsupported) {
                        return next;
                    }
                    let stopped = matches!(next.how, How::Stopped(_));
                    // What was cut off at the whole bound says more than what ran out of steps.
                    if found.as_ref().is_none_or(|found: &Found| matches!(found.how, How::Stopped(_)) || !stopped) {
                        found = Some(next);
                    }
                    if stopped {
                        break;
                    }
                }
            }
        }
        found.expect("there is an order")
    }

    fn search(&self, formula: &Formula, goal: GoalId, settings: Settings, limits: Limits) -> Found {
        let span = Range::default().in_file(formula.file);
        let query = Query { goal, formula: formula.clone(), span };
        let Ok(mut found) = answers(self.checker, &query, settings, 2, limits) else {
            return Found { how: How::Unsupported, first: None, others: false };
        };
        let how = match found.ended {
            _ if !found.answers.is_empty() => How::Holds,
            Ended::Stopped(reason) => How::Stopped(reason),
            Ended::CutOff => How::CutOff,
            _ if found.error.is_some() => How::Undefined,
            _ => How::Finished,
        };
        let others = found.answers.len() > 1 || found.ended != Ended::Complete;
        let first = (!found.answers.is_empty()).then(|| found.answers.swap_remove(0));
        Found { how, first, others }
    }
}

/// Where instances of a formula's goals are made for a solution, and what the variables stand for in them.
fn instances(formula: &Formula, solution: Option<&Answer>) -> (Instances, Vec<TermId>) {
    let (terms, vars) = match solution {
        Some(answer) => (answer.formula.terms.clone(), answer.formula.vars.clone()),
        None => (Terms::default(), formula.vars.clone()),
    };
    let mut instances = Instances::new(formula.file, terms, vars);
    let known: FxHashMap<Var, TermId> = solution.iter().flat_map(|answer| answer.bindings.iter().copied()).collect();
    let vars = (0..formula.vars.len() as u32).map(Var);
    let env = vars
        .map(|var| known.get(&var).copied().unwrap_or_else(|| instances.formula.terms.add(Term::Var(var))))
        .collect();
    (instances, env)
}

/// The conjunction of goals. Outside of a clause there is nothing that a cut could cut: `(G, !, H)` becomes `(G -> H)`.
fn conjunction(formula: &mut Formula, goals: &[GoalId]) -> GoalId {
    let head = goals.iter().take_while(|goal| matches!(formula.goal(**goal), Goal::Unify(..))).count();
    let cut = goals.iter().rposition(|goal| *formula.goal(*goal) == Goal::Cut);
    let parts = match cut {
        Some(cut) => {
            let mut parts = goals[..head].to_vec();
            let condition = conjunction(formula, &goals[head..cut]);
            let then = conjunction(formula, &goals[cut + 1..]);
            let fail = formula.add_goal(Goal::Fail, Range::default());
            parts.push(formula.add_goal(Goal::If(condition, then, fail), Range::default()));
            parts
        }
        None => goals.to_vec(),
    };
    match parts.as_slice() {
        [] => formula.add_goal(Goal::True, Range::default()),
        [single] => *single,
        _ => formula.add_goal(Goal::And(parts), Range::default()),
    }
}

/// Copies terms of one formula into another, with new variables for theirs.
fn import(formula: &mut Formula, from: &Formula, terms: &[TermId]) -> Vec<TermId> {
    let mut env: Vec<Option<TermId>> = vec![None; from.vars.len()];
    for term in terms {
        from.each_var(*term, &mut |var, _| {
            env[var.0 as usize].get_or_insert_with(|| {
                formula.vars.push(from.vars[var.0 as usize]);
                formula.terms.add(Term::Var(Var(formula.vars.len() as u32 - 1)))
            });
        });
    }
    let copy = |term: &TermId| instance(&mut formula.terms, from, *term, &env).expect("all variables have values");
    let copies = terms.iter().map(copy).collect();
    formula.term_ranges.resize(formula.terms.len(), Range::default());
    copies
}

impl WhyNot {
    /// Whether no clause got beyond its head.
    pub fn matches_nothing(&self) -> bool {
        self.opened && self.attempts.iter().all(|attempt| matches!(attempt.obstacle, Obstacle::Head { .. }))
    }
}
