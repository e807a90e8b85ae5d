//! Proofs, rebuilt from what the machine did.
//!
//! A proof has the shape of the goals: for each goal of a conjunction a step, for a call the clause that answered it, with
//! what its variables stand for, and the steps of its body, in the order of the text, whatever the order in which the
//! machine ran them. `proof_check` says whether one is right, without trusting how it was made.

use super::code::Origin;
use super::library::{Callee, Programs};
use super::trace::Trace;
use crate::program::{ClauseId, Formula, Goal, GoalId};
use crate::source::deep;
use crate::term::{Term, TermId, Terms, Var};
use rustc_hash::FxHashMap;

/// A step of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepId(pub u32);

/// Why a goal holds.
#[derive(Clone, Debug)]
pub enum Step {
    /// It can be seen: an equation, arithmetic, a builtin, a cut, all answers of findall.
    Evident,
    /// By a clause.
    Clause {
        /// Whose it is.
        origin: Origin,
        /// The clause.
        clause: ClauseId,
        /// What its variables stand for.
        values: Vec<TermId>,
        /// Why its body holds.
        body: StepId,
    },
    /// Because all parts of a conjunction do.
    All(Vec<StepId>),
    /// Because a branch of a disjunction does.
    Branch(u32, StepId),
    /// Because the condition and the branch behind it do.
    Then(StepId, StepId),
    /// Because the condition fails, after a finished search, and the other branch holds.
    Else(StepId),
    /// Because a negated goal fails, after a finished search.
    Failure,
}

/// A proof of a goal.
#[derive(Clone, Debug)]
pub struct Proof {
    /// Where the terms live; variables in them may stand for anything.
    pub terms: Terms,
    /// What the variables of the goal's formula stand for.
    pub values: Vec<TermId>,
    /// The steps; parts stand before the whole.
    pub steps: Vec<Step>,
    /// Why the goal holds.
    pub root: StepId,
}

impl Proof {
    /// The step of an id.
    pub fn step(&self, id: StepId) -> &Step {
        &self.steps[id.0 as usize]
    }

    /// How many clauses it uses.
    pub fn uses(&self) -> usize {
        self.steps.iter().filter(|step| matches!(step, Step::Clause { .. })).count()
    }

    /// Rebuilds the proof of a goal of the program from how a branch was done; none if the trace is not of that goal.
    /// `variables` are those that the trace has values of.
    pub fn new(programs: &Programs, formula: &Formula, goal: GoalId, variables: &[Var], trace: Trace) -> Option<Proof> {
        let roots = trace.roots.clone();
        let mut builder = Builder { programs, open: trace.open, steps: vec![], terms: trace.terms.clone(), trace };
        let mut env = vec![None; formula.vars.len()];
        for (var, value) in variables.iter().zip(roots) {
            env[var.0 as usize] = Some(value);
        }
        let place = Place { origin: Origin::Program, formula, number: 0 };
        let values = builder.values(&place, &[goal], env);
        let root = builder.goal(&place, goal)?;
        Some(Proof { terms: builder.terms, values, steps: builder.steps, root })
    }
}

struct Builder<'p> {
    programs: &'p Programs<'p>,
    trace: Trace,
    terms: Terms,
    open: u32,
    steps: Vec<Step>,
}

/// The goals at hand: their formula, and the clause use that they belong to.
struct Place<'f> {
    origin: Origin,
    formula: &'f Formula,
    number: u32,
}

type Env = Vec<Option<TermId>>;

impl Builder<'_> {
    fn add(&mut self, step: Step) -> StepId {
        self.steps.push(step);
        StepId(self.steps.len() as u32 - 1)
    }

    fn goal(&mut self, place: &Place, goal: GoalId) -> Option<StepId> {
        let key = (place.number, goal);
        let step = match place.formula.goal(goal) {
            Goal::Fail => return None,
            Goal::Call(id, _) => match self.programs.callee(place.origin, *id) {
                Callee::Predicate(..) => return deep(|| self.clause(key)),
                Callee::Builtin(_) | Callee::Generator(_) => Step::Evident,
            },
            Goal::And(parts) => {
                Step::All(parts.iter().map(|part| deep(|| self.goal(place, *part))).collect::<Option<_>>()?)
            }
            Goal::Or(parts) => {
                let branch = self.trace.branches.get(&key).copied().unwrap_or(0);
                Step::Branch(branch, deep(|| self.goal(place, *parts.get(branch as usize)?))?)
            }
            Goal::Not(_) => Step::Failure,
            Goal::If(condition, then, otherwise) => match self.trace.branches.get(&key).copied() {
                Some(0) => {
                    let condition = deep(|| self.goal(place, *condition))?;
                    Step::Then(condition, deep(|| self.goal(place, *then))?)
                }
                _ => Step::Else(deep(|| self.goal(place, *otherwise))?),
            },
            Goal::Exists(_, part) => return deep(|| self.goal(place, *part)),
            _ => Step::Evident,
        };
        Some(self.add(step))
    }

    fn clause(&mut self, key: (u32, GoalId)) -> Option<StepId> {
        let number = *self.trace.calls.get(&key)?;
        let (origin, id) = *self.trace.uses.get(&number)?;
        let programs = self.programs;
        let clause = programs.clause(origin, id);
        let args = self.trace.args.get(&key)?.clone();
        let mut env = vec![None; clause.formula.vars.len()];
        for (pattern, arg) in clause.head.iter().zip(args) {
            self.fit(&clause.formula, *pattern, arg, &mut env);
        }
        let place = Place { origin, formula: &clause.formula, number };
        let values = self.values(&place, &[clause.body], env);
        let body = deep(|| self.goal(&place, clause.body))?;
        Some(self.add(Step::Clause { origin, clause: id, values, body }))
    }

    /// Finds what variables stand for: from the arguments of the calls that were made, and through equations and arithmetic
    /// from each other. Those that nothing says anything of stay open.
    fn values(&mut self, place: &Place, goals: &[GoalId], mut env: Env) -> Vec<TermId> {
        let mut taken = vec![];
        goals.iter().for_each(|goal| self.taken(place, *goal, &mut taken));
        loop {
            let before = env.iter().flatten().count();
            for goal in &taken {
                self.learn(place, *goal, &mut env);
            }
            if env.iter().flatten().count() == before {
                break;
            }
        }
        env.into_iter().map(|value| value.unwrap_or_else(|| self.new_var())).collect()
    }

    fn new_var(&mut self) -> TermId {
        self.open += 1;
        self.terms.add(Term::Var(Var(self.open - 1)))
    }

    /// The goals that the proof goes through.
    fn taken(&self, place: &Place, goal: GoalId, out: &mut Vec<GoalId>) {
        let mut todo = vec![goal];
        while let Some(goal) = todo.pop() {
            let branch = self.trace.branches.get(&(place.number, goal)).copied();
            match place.formula.goal(goal) {
                Goal::And(parts) => todo.extend(parts.iter().rev()),
                Goal::Or(parts) => todo.extend(parts.get(branch.unwrap_or(0) as usize)),
                Goal::If(condition, then, _) if branch == Some(0) => todo.extend([*then, *condition]),
                Goal::If(_, _, otherwise) => todo.push(*otherwise),
                Goal::Exists(_, part) => todo.push(*part),
                _ => out.push(goal),
            }
        }
    }

    fn learn(&mut self, place: &Place, goal: GoalId, env: &mut Env) {
        let formula = place.formula;
        match formula.goal(goal) {
            Goal::Call(_, patterns) => {
                let args = self.trace.args.get(&(place.number, goal)).cloned().unwrap_or_default();
                for (pattern, arg) in patterns.iter().zip(args) {
                    self.fit(formula, *pattern, arg, env);
                }
            }
            Goal::Unify(left, right) => {
                if let Some(left) = instance(&mut self.terms, formula, *left, env) {
                    self.fit(formula, *right, left, env);
                } else if let Some(right) = instance(&mut self.terms, formula, *right, env) {
                    self.fit(formula, *left, right, env);
                }
            }
            Goal::Is(left, right) => {
                let open = |term: TermId| formula.terms.as_var(term).is_some_and(|var| env[var.0 as usize].is_none());
                if open(*left)
                    && let Some(right) = instance(&mut self.terms, formula, *right, env)
                    && let Some(value) =
                        super::arithmetic::value_of(self.programs.get(place.origin), &self.terms, right)
                {
                    let value = self.terms.add(Term::Int(value));
                    self.fit(formula, *left, value, env);
                }
            }
            _ => {}
        }
    }

    /// Finds what the variables of a pattern stand for, given what the pattern does.
    fn fit(&self, formula: &Formula, pattern: TermId, term: TermId, env: &mut Env) {
        let mut todo = vec![(pattern, term)];
        while let Some((pattern, term)) = todo.pop() {
            match (formula.terms.get(pattern), self.terms.get(term)) {
                (Term::Var(var), _) => {
                    env[var.0 as usize].get_or_insert(term);
                }
                (Term::App(_, patterns), Term::App(_, terms)) => {
                    let pairs = formula.terms.args(*patterns).iter().zip(self.terms.args(*terms));
                    todo.extend(pairs.map(|(pattern, term)| (*pattern, *term)));
                }
                _ => {}
            }
        }
    }
}

/// An instance of a term of a formula; none if a variable of it stands for nothing yet.
pub fn instance(terms: &mut Terms, formula: &Formula, term: TermId, env: &[Option<TermId>]) -> Option<TermId> {
    let mut done: FxHashMap<TermId, TermId> = FxHashMap::default();
    let mut todo = vec![(term, false)];
    while let Some((next, parts_done)) = todo.pop() {
        if done.contains_key(&next) {
            continue;
        }
        let made = match formula.terms.get(next) {
            Term::Var(var) => env[var.0 as usize]?,
            Term::App(functor, args) => {
                let args = formula.terms.args(*args);
                if !parts_done {
                    todo.push((next, true));
                    todo.extend(args.iter().map(|arg| (*arg, false)));
                    continue;
                }
                let args: Vec<_> = args.iter().map(|arg| done[arg]).collect();
                terms.app(*functor, &args)
            }
            leaf => {
                let leaf = leaf.clone();
                terms.add(leaf)
            }
        };
        done.insert(next, made);
    }
    Some(done[&term])
}
