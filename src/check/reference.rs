//! The reference solver: what a goal means, slow and plain.
//!
//! It interprets the clauses of the program as they are and shares no code with the machine; only the library's clauses
//! and the rule for the order of goals come from there. A search is a list of goals, a stack of choices and a budget of
//! clause uses. It ends with a proof, with none, cut off, or wanting a variable that is not its own to bind:
//!
//! - the leftmost goal that can run runs; a goal that lacks a variable stays where it is until the variable is bound, and
//!   when only such goals are left, before a cut or at the end, the variable of the leftmost is split by its type;
//! - a recursive call without a bound guide lets the first call behind it in its body that has one run before it;
//! - a negation, a condition and findall are searches of their own, with the budget that is left, which they do not
//!   use up; what is outside of a negation or of findall is frozen;
//! - what has no finite proof at all, as the least numbers of clause uses say, fails;
//! - a cut-off is never failure: where the first proof or all of them matter, it cuts off the whole goal.
//!
//! Read [`verify`] first, then `search` and `resume`, and `step` in `goal`.

mod builtin;
mod evaluate;
mod goal;
mod store;
mod value;

use crate::engine::{Analysis, Callee, Judge, Origin, Programs, Scope};
use crate::generate::{Constructor, ShapeId};
use crate::program::{Check, ClauseId, Formula, Goal, GoalId, PredId};
use crate::source::deep;
use crate::syntax::Notation;
use crate::term::{Term, TermId, Terms, Var};
use dashu_int::IBig;
use goal::{conjuncts, has_cut, occurrences};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::mem::take;
use std::rc::Rc;
use store::{Match, Node, Ref, Store};

/// What came of verifying a counterexample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verified {
    /// The hypotheses have proofs, the conclusion has none.
    Confirmed,
    /// A hypothesis has no proof, or the conclusion has one.
    Differs(String),
    /// It could not be decided.
    GaveUp(String),
}

/// Verifies a counterexample: each hypothesis has a proof of at most `bound` clause uses, and the conclusion, with
/// `conclusion` of them, has none. The values are ground and live in `terms`; a functor beyond the signature is a
/// constant of an open type.
pub fn verify(
    programs: &Programs,
    check: &Check,
    terms: &Terms,
    values: &[(Var, TermId)],
    bound: u32,
    conclusion: u32,
    steps: u64,
) -> Verified {
    let mut solver = Solver::new(programs, &check.formula, bound, steps);
    let goal = |goal| programs.user.print_goal(&check.formula, goal, Notation::Prolog);
    let hypotheses = conjuncts(&check.formula, check.hypotheses);
    let verified = solver.start(&check.formula, terms, values).and_then(|frame| {
        let goals = solver.hypotheses(&frame, &hypotheses);
        let ended = solver.search(goals, 0, true, &mut |_| true)?;
        let at = || hypotheses.get(solver.reached - 1).map_or("the invariant of a type".into(), |at| goal(*at));
        match ended {
            Ended::No => return Ok(Verified::Differs(format!("{} has no proof", at()))),
            Ended::Yes { .. } => {}
            _ => return Err(format!("{} was cut off", at())),
        }
        let frame = solver.start(&check.formula, terms, values)?;
        let goals = solver.body(&frame, check.conclusion);
        let goals = solver.list(&goals, NIL);
        solver.left = conclusion;
        match solver.search(goals, 0, true, &mut |_| true)? {
            Ended::No => Ok(Verified::Confirmed),
            Ended::Yes { .. } => Ok(Verified::Differs(format!("{} has a proof", goal(check.conclusion)))),
            _ => Err(format!("{} was cut off", goal(check.conclusion))),
        }
    });
    verified.unwrap_or_else(Verified::GaveUp)
}

/// Decides what proofs rest on beside clauses, by searches of so many clause uses and steps.
#[derive(Clone, Copy)]
pub struct Reference<'p> {
    /// The program, with the library.
    pub programs: &'p Programs<'p>,
    /// The clause uses of one search.
    pub bound: u32,
    /// The steps of one search.
    pub steps: u64,
}

impl Judge for Reference<'_> {
    fn proves(&self, scope: &Scope, goal: GoalId, terms: &Terms) -> bool {
        matches!(self.search(scope, goal, terms, true), Ok(Ended::Yes { .. }))
    }

    fn refutes(&self, scope: &Scope, goal: GoalId, terms: &Terms) -> bool {
        matches!(self.search(scope, goal, terms, false), Ok(Ended::No))
    }
}

impl Reference<'_> {
    /// Searches for a proof of a goal where it stands. What is open in the values is bound as the search likes, or, frozen,
    /// not at all.
    fn search(&self, scope: &Scope, goal: GoalId, terms: &Terms, frozen: bool) -> Search<Ended> {
        let Scope { origin, formula, head, values } = *scope;
        let mut solver = Solver::new(self.programs, formula, self.bound, self.steps);
        // A long proof has many such goals and a large arena; each looks at little of it.
        let (terms, values) = excerpt(terms, values);
        let made = solver.store.instantiate_open(&terms)?;
        let vars: Vec<Ref> = values.iter().map(|value| made[value.0 as usize]).collect();
        let terms = solver.store.instantiate(&formula.terms, &vars)?;
        if frozen {
            solver.freeze = Ref(solver.store.nodes.len());
        }
        let barrier = Barrier::default();
        let frame = Frame { origin, formula, head, open: vec![], vars, terms, barrier };
        let result = match formula.goal(goal) {
            Goal::FindAll(_, _, result) => std::slice::from_ref(result),
            _ => &[],
        };
        let frame = Rc::new(solver.renew(&frame, goal, result)?);
        let goals = solver.body(&frame, goal);
        let goals = solver.list(&goals, NIL);
        solver.search(goals, 0, true, &mut |_| true)
    }
}

/// Some terms of an arena, with what they are made of, in an arena of their own.
fn excerpt(from: &Terms, roots: &[TermId]) -> (Terms, Vec<TermId>) {
    let mut needed = BTreeSet::new();
    let mut todo = roots.to_vec();
    while let Some(term) = todo.pop() {
        if needed.insert(term) {
            todo.extend(from.children(term));
        }
    }
    let (mut terms, mut known) = (Terms::default(), FxHashMap::default());
    // Arguments stand before what they are arguments of.
    for term in needed {
        let made = match from.get(term) {
            Term::App(functor, args) => {
                let args: Vec<TermId> = from.args(*args).iter().map(|arg| known[arg]).collect();
                terms.app(*functor, &args)
            }
            leaf => terms.add(leaf.clone()),
        };
        known.insert(term, made);
    }
    let roots = roots.iter().map(|root| known[root]).collect();
    (terms, roots)
}

/// The answers to a query.
#[derive(Clone, Debug)]
pub struct Solved {
    /// For each answer its terms, and the query's variables with what they are; variables of the terms are open.
    pub answers: Vec<(Terms, Vec<(Var, TermId)>)>,
    /// How the search ended.
    pub end: End,
}

/// How a search for answers ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// There are no more answers.
    Finished,
    /// There may be more answers beyond the bound.
    CutOff,
    /// There were as many as were asked for.
    Enough,
    /// It could not go on.
    GaveUp(String),
}

/// Finds at most so many answers to a query, each conjunct with `bound` clause uses. An equation that must not hold may
/// stay open in an answer.
pub fn solve(programs: &Programs, formula: &Formula, goal: GoalId, bound: u32, most: usize, steps: u64) -> Solved {
    let mut solver = Solver::new(programs, formula, bound, steps);
    let mut answers = vec![];
    let ended = solver.start(formula, &Terms::default(), &[]).and_then(|frame| {
        let goals = solver.hypotheses(&frame, &conjuncts(formula, goal));
        let roots: Vec<Ref> = frame.open.iter().map(|var| frame.vars[var.0 as usize]).collect();
        solver.search(goals, 0, false, &mut |solver| {
            let copy = solver.store.copy_out(&roots);
            answers.push((copy.terms, frame.open.iter().copied().zip(copy.roots).collect()));
            answers.len() >= most
        })
    });
    let end = match ended {
        Ok(Ended::No) => End::Finished,
        Ok(Ended::Yes { .. }) => End::Enough,
        Ok(Ended::CutOff | Ended::Wants(_)) => End::CutOff,
        Err(reason) => End::GaveUp(reason),
    };
    Solved { answers, end }
}

/// The goals still to run: a linked list, by its first cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct List(usize);

const NIL: List = List(usize::MAX);

/// A goal of a list.
#[derive(Clone)]
struct Item<'p> {
    frame: Rc<Frame<'p>>,
    step: Step,
    /// The body that it belongs to, up to the next cut; later bodies have greater numbers.
    group: u64,
    /// The variable that it waits for.
    waits: Option<Ref>,
}

#[derive(Clone, Copy)]
enum Step {
    Goal(GoalId),
    /// What has no finite proof.
    Fail,
    /// A hypothesis begins, with the whole bound.
    Hypothesis,
    /// The term is a value of the type.
    Value(ShapeId, Ref),
    /// The predicate of the program holds of the term.
    Holds(PredId, Ref),
}

/// A use of a clause: its variables and terms.
#[derive(Clone)]
struct Frame<'p> {
    origin: Origin,
    formula: &'p Formula,
    head: &'p [TermId],
    /// The variables of a property or query that no goal quantifies.
    open: Vec<Var>,
    vars: Vec<Ref>,
    terms: Vec<Ref>,
    barrier: Barrier,
}

/// What a cut goes back to: how many choices there were, and which goals are younger.
#[derive(Clone, Copy, Default)]
struct Barrier {
    choices: usize,
    since: u64,
}

/// What to undo to be where one was.
struct Mark {
    trail: usize,
    nodes: usize,
    cells: usize,
    spent: usize,
    left: u32,
}

/// What is tried when everything after it has failed.
enum Choice<'p> {
    Goals(List),
    /// A clause of a call.
    Clause(Rc<Call<'p>>, ClauseId),
    /// A constructor of a generator, for a term.
    Construct(Rc<Frame<'p>>, Ref, Constructor, Place<'p>),
    /// A value of a variable that is split, and how many constructors it counts for.
    Give(Ref, Node, Vec<ShapeId>, u32, List),
    /// The numbers from here on.
    Between(Ref, IBig, IBig, List),
    /// There are more values.
    Beyond(List),
}

/// Where a goal stands: behind goals that wait, before all others.
#[derive(Clone)]
struct Place<'p> {
    before: Vec<Item<'p>>,
    rest: List,
}

/// A call, and where it stands.
struct Call<'p> {
    origin: Origin,
    args: Vec<Ref>,
    place: Place<'p>,
    barrier: Barrier,
}

/// How one step went.
enum Flow {
    Go(List),
    Fail,
    /// All goals have proofs but those that wait.
    Done(List),
    /// The variable must be bound first.
    Needs(Ref),
}

/// How a search ended.
#[derive(Clone, Copy)]
enum Ended {
    Yes { waiting: List, cut_off: bool },
    No,
    CutOff,
    Wants(Ref),
}

struct Solver<'p> {
    programs: &'p Programs<'p>,
    analysis: Analysis,
    store: Store<'p>,
    bound: u32,
    steps: u64,
    cells: Vec<(Item<'p>, List)>,
    choices: Vec<(Mark, Choice<'p>)>,
    /// The constructors that split variables got.
    spent: Vec<(Ref, u32)>,
    /// The clause uses that are left.
    left: u32,
    /// The branches of the search at hand that were cut off.
    cut_offs: u64,
    /// Older variables are outside of the search at hand.
    freeze: Ref,
    groups: u64,
    /// How many hypotheses were begun.
    reached: usize,
}

type Search<T> = Result<T, String>;

impl<'p> Solver<'p> {
    fn new(programs: &'p Programs<'p>, formula: &Formula, bound: u32, steps: u64) -> Solver<'p> {
        let predicates: Vec<_> = programs.user.signature.predicates().map(|(id, _)| id).collect();
        Solver {
            programs,
            analysis: Analysis::new(programs, formula, &predicates),
            store: Store::new(programs),
            bound,
            steps,
            cells: vec![],
            choices: vec![],
            spent: vec![],
            left: bound,
            cut_offs: 0,
            freeze: Ref(0),
            groups: 0,
            reached: 0,
        }
    }

    /// A property or query with values for some of its variables.
    fn start(&mut self, formula: &'p Formula, terms: &Terms, values: &[(Var, TermId)]) -> Search<Rc<Frame<'p>>> {
        let values_in: Vec<Ref> = self.store.instantiate_open(terms)?;
        let mut vars = vec![];
        for (place, variable) in formula.vars.iter().enumerate() {
            let given = values.iter().find(|(var, _)| var.0 as usize == place);
            let shape = self.store.shapes.add(self.programs.user, variable.ty);
            vars.push(given.map_or_else(|| self.store.new_var(Some(shape)), |(_, term)| values_in[term.0 as usize]));
        }
        let bound = formula.bound_vars();
        let counts = occurrences(formula, &[], (0..formula.goals.len() as u32).map(GoalId));
        let open = (0..formula.vars.len() as u32).map(Var);
        let open = open.filter(|var| counts.contains_key(var) && !bound.contains(var)).collect();
        let terms = self.store.instantiate(&formula.terms, &vars)?;
        let barrier = Barrier::default();
        Ok(Rc::new(Frame { origin: Origin::Program, formula, head: &[], open, vars, terms, barrier }))
    }

    /// The hypotheses, one after the other, and what the types of the variables ask for.
    fn hypotheses(&mut self, frame: &Rc<Frame<'p>>, goals: &[GoalId]) -> List {
        let mut steps: Vec<_> = goals.iter().map(|goal| Step::Goal(*goal)).collect();
        steps.extend(self.invariants(frame));
        let mut items = vec![];
        for step in steps {
            items.extend(self.items_of(frame, &[Step::Hypothesis, step]));
        }
        self.list(&items, NIL)
    }

    /// Searches for proofs of goals until `enough` says so. At the end, goals that wait and are younger than `since` are
    /// settled: all of them, or all but equations that must not hold.
    fn search(
        &mut self,
        goals: List,
        since: u64,
        all: bool,
        enough: &mut dyn FnMut(&mut Self) -> bool,
    ) -> Search<Ended> {
        let (base, outside) = (self.choices.len(), take(&mut self.cut_offs));
        let mut flow = Flow::Go(goals);
        let ended = loop {
            flow = match flow {
                Flow::Go(goals) => deep(|| self.run(goals, since, all))?,
                Flow::Done(waiting) if enough(self) => break Ended::Yes { waiting, cut_off: self.cut_offs > 0 },
                Flow::Needs(var) => break Ended::Wants(var),
                Flow::Fail | Flow::Done(_) if self.choices.len() > base => self.resume()?,
                Flow::Fail | Flow::Done(_) => break if self.cut_offs > 0 { Ended::CutOff } else { Ended::No },
            }
        };
        self.choices.truncate(base);
        self.cut_offs = outside;
        Ok(ended)
    }

    /// Runs the goal that is next.
    fn run(&mut self, goals: List, since: u64, all: bool) -> Search<Flow> {
        self.steps = self.steps.checked_sub(1).ok_or("it took too many steps")?;
        let (next, place) = self.select(goals);
        let Some(item) = next else {
            let open = place.before.iter().find(|item| item.group >= since && (all || !item.is_disequality()));
            return open.and_then(|item| item.waits).map_or(Ok(Flow::Done(goals)), |var| self.split(var, goals));
        };
        match self.step(&item, &place)? {
            Flow::Needs(var) if var >= self.freeze => {
                let waiting = Item { waits: Some(var), ..item };
                Ok(Flow::Go(self.put(&place, &[waiting])))
            }
            flow => Ok(flow),
        }
    }

    /// The goal that runs next, and its place.
    fn select(&mut self, goals: List) -> (Option<Item<'p>>, Place<'p>) {
        let mut place = Place { before: vec![], rest: goals };
        while let Some((item, rest)) = self.cells.get(place.rest.0).cloned() {
            place.rest = rest;
            if item.waits.is_some_and(|var| matches!(self.store.nodes[var.0], Node::Var { value: None, .. })) {
                place.before.push(item);
                continue;
            }
            if self.is_guided(&item) == Some(false) {
                // The first goal behind it in its body that has a guide takes its place, and it comes next.
                let behind = self.items(rest);
                let guided = |other: &Item| other.group == item.group && self.is_guided(other) == Some(true);
                if let Some(at) = behind.iter().position(guided) {
                    let after = self.list(&behind[at + 1..], NIL);
                    let between = self.list(&behind[..at], after);
                    place.rest = self.list(&[item], between);
                    return (Some(behind[at].clone()), place);
                }
            }
            return (Some(item), place);
        }
        (None, place)
    }

    /// Whether a guiding argument of a recursive call is bound.
    fn is_guided(&self, item: &Item) -> Option<bool> {
        let Step::Goal(goal) = item.step else { return None };
        let Goal::Call(id, args) = item.frame.formula.goal(goal) else { return None };
        let Callee::Predicate(origin, id) = self.programs.callee(item.frame.origin, *id) else { return None };
        let guides = self.analysis.guides(origin, id)?;
        Some(guides.iter().any(|guide| self.store.open_var(item.frame.term(args[*guide])).is_none()))
    }

    /// Goes on with the newest choice.
    fn resume(&mut self) -> Search<Flow> {
        let (mark, choice) = self.choices.pop().expect("the search has a choice");
        self.back_to(&mark);
        Ok(match choice {
            Choice::Goals(goals) => Flow::Go(goals),
            Choice::Beyond(goals) => self.cut_off(goals),
            Choice::Clause(call, id) => {
                let clause = self.programs.clause(call.origin, id);
                let (origin, formula, barrier) = (call.origin, &clause.formula, call.barrier);
                let mut vars = vec![];
                for variable in &formula.vars {
                    let shape = self.store.shape(origin, variable.ty);
                    vars.push(self.store.new_var(shape));
                }
                let terms = self.store.instantiate(&formula.terms, &vars)?;
                let frame = Rc::new(Frame { origin, formula, head: &clause.head, open: vec![], vars, terms, barrier });
                let head = clause.head.iter().map(|term| frame.term(*term));
                let pairs: Vec<_> = head.zip(call.args.iter().copied()).collect();
                self.enter(&pairs, &call.place, |solver| solver.body(&frame, clause.body))
            }
            Choice::Construct(frame, term, constructor, place) => {
                let args: Vec<Ref> = constructor.args.iter().map(|shape| self.store.new_var(Some(*shape))).collect();
                let value = self.store.add(Node::App(constructor.functor, args.clone().into()));
                let steps: Vec<_> =
                    constructor.args.iter().zip(args).map(|(shape, arg)| Step::Value(*shape, arg)).collect();
                self.enter(&[(value, term)], &place, |solver| solver.items_of(&frame, &steps))
            }
            Choice::Give(var, node, parts, weight, goals) => {
                let root = self.root(var);
                let part = |shape| Node::Var { value: None, shape: Some(shape), root: Some(root) };
                let parts: Vec<Ref> = parts.into_iter().map(|shape| self.store.add(part(shape))).collect();
                let value = match node {
                    Node::App(functor, _) => self.store.add(Node::App(functor, parts.into())),
                    node => self.store.add(node),
                };
                self.spent.push((root, weight));
                self.store.bind(var, value);
                Flow::Go(goals)
            }
            Choice::Between(var, next, high, goals) => {
                if next < high {
                    self.push(Choice::Between(var, &next + 1, high, goals));
                }
                let value = self.store.add(Node::Int(next));
                self.store.bind(var, value);
                Flow::Go(goals)
            }
        })
    }

    /// Uses a clause: its head must match, and its use is charged.
    fn enter(
        &mut self,
        pairs: &[(Ref, Ref)],
        place: &Place<'p>,
        body: impl FnOnce(&mut Self) -> Vec<Item<'p>>,
    ) -> Flow {
        match self.store.unify(pairs, self.freeze) {
            Match::Never => Flow::Fail,
            _ if self.left == 0 => self.cut_off(place.rest),
            Match::Needs(var) => Flow::Needs(var),
            Match::Now => {
                self.left -= 1;
                let body = body(self);
                Flow::Go(self.put(place, &body))
            }
        }
    }

    fn push(&mut self, choice: Choice<'p>) {
        let mark = self.mark();
        self.choices.push((mark, choice));
    }

    fn mark(&self) -> Mark {
        let (trail, nodes) = (self.store.trail.len(), self.store.nodes.len());
        Mark { trail, nodes, cells: self.cells.len(), spent: self.spent.len(), left: self.left }
    }

    fn back_to(&mut self, mark: &Mark) {
        self.store.undo(mark.trail, mark.nodes);
        self.cells.truncate(mark.cells);
        self.spent.truncate(mark.spent);
        self.left = mark.left;
    }

    /// The branch with these goals still to run is cut off. A call that might have come to a cut is so as a whole: whether
    /// its other choices are ever tried is open.
    fn cut_off(&mut self, goals: List) -> Flow {
        self.cut_offs += 1;
        for item in self.items(goals) {
            if let Step::Goal(goal) = item.step
                && has_cut(item.frame.formula, goal)
            {
                self.choices.truncate(item.frame.barrier.choices);
            }
        }
        Flow::Fail
    }

    /// Goals at a place.
    fn put(&mut self, place: &Place<'p>, items: &[Item<'p>]) -> List {
        let rest = self.list(items, place.rest);
        self.list(&place.before, rest)
    }

    /// The goal at a place has a proof.
    fn go(&mut self, place: &Place<'p>) -> Flow {
        Flow::Go(self.list(&place.before, place.rest))
    }

    /// Goals in front of others.
    fn list(&mut self, items: &[Item<'p>], rest: List) -> List {
        items.iter().rev().fold(rest, |rest, item| {
            self.cells.push((item.clone(), rest));
            List(self.cells.len() - 1)
        })
    }

    fn items(&self, mut list: List) -> Vec<Item<'p>> {
        let mut items = vec![];
        while let Some((item, rest)) = self.cells.get(list.0) {
            items.push(item.clone());
            list = *rest;
        }
        items
    }

    /// Whether a goal has no finite proof, and cannot commit to anything before that shows: then it fails, whatever the
    /// bound.
    fn never_holds(&self, origin: Origin, formula: &Formula, goal: GoalId) -> bool {
        self.analysis.least_of(self.programs, origin, formula, goal) == u32::MAX && !has_cut(formula, goal)
    }

    fn items_of(&mut self, frame: &Rc<Frame<'p>>, steps: &[Step]) -> Vec<Item<'p>> {
        self.groups += 1;
        let item = |step: &Step| Item { frame: frame.clone(), step: *step, group: self.groups, waits: None };
        steps.iter().map(item).collect()
    }

    /// The goals of a body; those between two cuts are a group.
    fn body(&mut self, frame: &Rc<Frame<'p>>, goal: GoalId) -> Vec<Item<'p>> {
        self.groups += 1;
        let mut items = vec![];
        if self.never_holds(frame.origin, frame.formula, goal) {
            return vec![Item { frame: frame.clone(), step: Step::Fail, group: self.groups, waits: None }];
        }
        for goal in conjuncts(frame.formula, goal) {
            let cuts = u64::from(has_cut(frame.formula, goal));
            self.groups += cuts;
            items.push(Item { frame: frame.clone(), step: Step::Goal(goal), group: self.groups, waits: None });
            self.groups += cuts;
        }
        items
    }
}

impl Frame<'_> {
    fn term(&self, term: TermId) -> Ref {
        self.terms[term.0 as usize]
    }
}

impl Item<'_> {
    /// Whether it is an equation that must not hold.
    fn is_disequality(&self) -> bool {
        let formula = self.frame.formula;
        let Step::Goal(goal) = self.step else { return false };
        matches!(formula.goal(goal), Goal::Not(inner) if matches!(formula.goal(*inner), Goal::Unify(..)))
    }
}
