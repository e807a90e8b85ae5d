//! A proof as a tree for people.
//!
//! A proof has a step for each goal, however small, and its clauses speak of their own variables. A tree has a node for
//! each goal that is a call, a negation or can be seen, with the values in place; conjunctions, and the branches that were
//! taken, are not nodes. What is trusted, and what the library has, is closed: its proof is not shown.

use super::instances::Instances;
use crate::engine::{Callee, Origin, Programs, Proof, Step, StepId};
use crate::program::{Clause, ClauseId, Formula, Goal, GoalId, PredId, TypeRef, Variable};
use crate::source::Span;
use crate::term::{TermId, Terms, sym};

/// A node of a [`Tree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct NodeId(pub u32);

/// Why a goal holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// By a clause.
    Clause {
        /// The clause; it may be one of changes to the program.
        clause: ClauseId,
        /// Its name: its label, or predicate and position.
        name: String,
        /// Where it stands.
        span: Span,
        /// Whether it has no body.
        fact: bool,
    },
    /// It was assumed.
    Assumed,
    /// It is a call of a trusted predicate.
    Trusted,
    /// It is a call of a predicate of the library, or of one that types give.
    Library,
    /// It can be seen: an equation, a comparison, arithmetic, a cut, all answers of findall.
    Evident,
    /// It is a negation, and what it negates fails, after a finished search.
    Fails,
    /// It is the negation of a condition that fails: the other branch was taken.
    Else,
}

/// A goal, why it holds, and what that rests on.
#[derive(Clone, Debug)]
pub struct Node {
    /// The goal, with values in place, in the tree's formula.
    pub goal: GoalId,
    /// Why it holds.
    pub reason: Reason,
    /// What that rests on, in the order of the clause.
    pub children: Vec<NodeId>,
    /// What is left out below it.
    pub hidden: Hidden,
}

/// What is left out below a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hidden {
    /// How many nodes.
    pub steps: usize,
    /// The passing cases that have the goal, if it is folded for that.
    pub seen: Option<u64>,
}

/// A proof as a tree; with several roots if the goal is a conjunction.
#[derive(Clone, Debug)]
pub struct Tree {
    /// The goals and terms of the nodes.
    pub formula: Formula,
    /// The nodes; each stands before what it rests on, in the order in which a reader meets them.
    pub nodes: Vec<Node>,
    /// Those that rest on nothing else.
    pub roots: Vec<NodeId>,
    /// Whether only the names of clauses are to be shown.
    pub skeleton: bool,
}

/// What is opened and what is not, beside what the program says.
#[derive(Clone, Copy, Debug, Default)]
pub struct Opening<'o> {
    /// Clauses that stand for assumptions.
    pub assumed: &'o [ClauseId],
    /// Predicates that are opened though they are trusted.
    pub opened: &'o [PredId],
    /// Predicates that are trusted, besides those that the program trusts.
    pub trusted: &'o [PredId],
}

impl Tree {
    /// The tree of a proof that was made of a goal of a formula.
    pub fn of(programs: &Programs, formula: &Formula, goal: GoalId, proof: &Proof, opening: &Opening) -> Tree {
        let vars = variables(programs, formula, proof);
        let instances = Instances::new(formula.file, proof.terms.clone(), vars);
        let mut builder = Builder { programs, proof, opening, instances, nodes: vec![], roots: vec![], todo: vec![] };
        let place = Place { formula, values: &proof.values };
        builder.todo.push(Task { parent: None, place, goal, step: proof.root });
        while let Some(task) = builder.todo.pop() {
            builder.step(&task);
        }
        let Builder { instances, nodes, roots, .. } = builder;
        Tree { formula: instances.finish(), nodes, roots, skeleton: false }
    }

    /// The node of an id.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// How many nodes stand below each node, hidden ones included.
    pub fn sizes(&self) -> Vec<usize> {
        let mut sizes = vec![0; self.nodes.len()];
        for (place, node) in self.nodes.iter().enumerate().rev() {
            let below = node.children.iter().map(|child| 1 + sizes[child.0 as usize]);
            sizes[place] = node.hidden.steps + below.sum::<usize>();
        }
        sizes
    }

    /// Whether each node is an assumption or rests on one.
    pub(super) fn assumes(&self) -> Vec<bool> {
        let mut assumes = vec![false; self.nodes.len()];
        for (place, node) in self.nodes.iter().enumerate().rev() {
            let below = node.children.iter().any(|child| assumes[child.0 as usize]);
            assumes[place] = below || node.reason == Reason::Assumed;
        }
        assumes
    }

    /// The number of steps, those that are hidden included.
    pub fn steps(&self) -> usize {
        let hidden: usize = self.nodes.iter().map(|node| node.hidden.steps).sum();
        self.nodes.len() + hidden
    }

    /// Whether steps are left out that were too many or too deep.
    pub fn is_cut(&self) -> bool {
        self.nodes.iter().any(|node| node.hidden.steps > 0 && node.hidden.seen.is_none())
    }

    /// The clauses that the tree uses, each once, in the order in which a reader meets them.
    pub fn clauses(&self) -> Vec<ClauseId> {
        let mut found = indexmap::IndexSet::new();
        found.extend(self.nodes.iter().filter_map(|node| match node.reason {
            Reason::Clause { clause, .. } => Some(clause),
            _ => None,
        }));
        found.into_iter().collect()
    }
}

/// The variables that stay open in a proof, with the names that a clause first gave them.
fn variables(programs: &Programs, formula: &Formula, proof: &Proof) -> Vec<Variable> {
    let count = open_variables(&proof.terms);
    // Nobody asks for the type of a variable that is only printed.
    let mut vars = vec![Variable { name: sym::UNDERSCORE, ty: TypeRef(0) }; count];
    let mut name = |formula: &Formula, values: &[TermId]| {
        for (variable, value) in formula.vars.iter().zip(values) {
            if let Some(open) = proof.terms.as_var(*value)
                && vars[open.0 as usize].name == sym::UNDERSCORE
            {
                vars[open.0 as usize] = *variable;
            }
        }
    };
    name(formula, &proof.values);
    for step in proof.steps.iter().rev() {
        if let Step::Clause { origin: Origin::Program, clause, values, .. } = step {
            name(&programs.clause(Origin::Program, *clause).formula, values);
        }
    }
    vars
}

fn open_variables(terms: &Terms) -> usize {
    let all = (0..terms.len() as u32).map(TermId);
    all.filter_map(|term| terms.as_var(term)).map(|var| var.0 as usize + 1).max().unwrap_or(0)
}

/// A clause, or what was asked, with what its variables stand for.
#[derive(Clone, Copy)]
struct Place<'t> {
    formula: &'t Formula,
    values: &'t [TermId],
}

/// A step that is still to become nodes.
struct Task<'t> {
    parent: Option<NodeId>,
    place: Place<'t>,
    goal: GoalId,
    step: StepId,
}

struct Builder<'t> {
    programs: &'t Programs<'t>,
    proof: &'t Proof,
    opening: &'t Opening<'t>,
    instances: Instances,
    nodes: Vec<Node>,
    roots: Vec<NodeId>,
    /// What comes next is last.
    todo: Vec<Task<'t>>,
}

impl<'t> Builder<'t> {
    fn step(&mut self, task: &Task<'t>) {
        let Task { parent, place, goal, step } = *task;
        let proof = self.proof;
        let next = |goal, step| Task { parent, place, goal, step };
        match (place.formula.goal(goal), proof.step(step)) {
            (Goal::True, _) => {}
            (Goal::Exists(_, part), _) => self.todo.push(next(*part, step)),
            (Goal::And(goals), Step::All(steps)) => {
                let tasks = goals.iter().zip(steps).rev().map(|(goal, step)| next(*goal, *step));
                self.todo.extend(tasks);
            }
            (Goal::Or(goals), Step::Branch(branch, step)) => {
                self.todo.extend(goals.get(*branch as usize).map(|goal| next(*goal, *step)));
            }
            (Goal::If(condition, then, _), Step::Then(holds, step)) => {
                self.todo.extend([next(*then, *step), next(*condition, *holds)]);
            }
            (Goal::If(condition, _, otherwise), Step::Else(step)) => {
                let condition = self.instances.goal(place.formula, *condition, place.values);
                let negated = self.instances.add(Goal::Not(condition));
                self.add(parent, negated, Reason::Else);
                self.todo.push(next(*otherwise, *step));
            }
            (Goal::Call(called, _), Step::Clause { origin, clause, values, body }) => {
                let made = self.instances.goal(place.formula, goal, place.values);
                let reason = self.reason(*called, *origin, *clause);
                let opens = matches!(reason, Reason::Clause { .. });
                let node = self.add(parent, made, reason);
                if opens {
                    let used = self.programs.clause(*origin, *clause);
                    let place = Place { formula: &used.formula, values };
                    self.todo.push(Task { parent: Some(node), place, goal: used.body, step: *body });
                }
            }
            (kind, _) => {
                let reason = match kind {
                    Goal::Call(..) => Reason::Library,
                    // An inequality can be seen, too.
                    Goal::Not(inner) if !matches!(place.formula.goal(*inner), Goal::Unify(..)) => Reason::Fails,
                    _ => Reason::Evident,
                };
                let made = self.instances.goal(place.formula, goal, place.values);
                self.add(parent, made, reason);
            }
        }
    }

    fn reason(&self, called: PredId, origin: Origin, clause: ClauseId) -> Reason {
        // The call stands in a clause of the program: those of the library are never opened.
        match self.programs.callee(Origin::Program, called) {
            Callee::Predicate(Origin::Program, id) => {
                if self.opening.assumed.contains(&clause) {
                    return Reason::Assumed;
                }
                let trusted = self.programs.user.signature.predicate(id).trusted || self.opening.trusted.contains(&id);
                if trusted && !self.opening.opened.contains(&id) {
                    return Reason::Trusted;
                }
                let used: &Clause = self.programs.clause(origin, clause);
                let fact = *used.formula.goal(used.body) == Goal::True;
                Reason::Clause { clause, name: self.programs.user.name_of(used), span: used.span, fact }
            }
            _ => Reason::Library,
        }
    }

    fn add(&mut self, parent: Option<NodeId>, goal: GoalId, reason: Reason) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node { goal, reason, children: vec![], hidden: Hidden::default() });
        match parent {
            Some(parent) => self.nodes[parent.0 as usize].children.push(id),
            None => self.roots.push(id),
        }
        id
    }
}
