//! What is known of predicates before anything runs: the least number of clause uses in a proof, and which arguments guide
//! a recursion.
//!
//! The least number m of a predicate is the least solution of m(p) = min over its clauses of 1 + the sum over the body. A
//! negation counts 0, since its uses are not charged, a disjunction its least branch. A predicate without a finite proof
//! has none; and so has what needs a value of a type that has no values.
//!
//! An argument guides a predicate if each recursive call passes, at a guiding place of the callee, a proper part of it: then
//! the recursion ends once the argument is bound, whatever the others are. A recursive call without a bound guide
//! generates, and other goals of its clause that are guided had better run first.

use super::code::{NEVER, Origin};
use super::library::{Callee, Programs};
use crate::generate::Shapes;
use crate::program::{Clause, Formula, Goal, GoalId, PredId, Program, Type, TypeDef, TypeKind, TypeRef};
use crate::term::{TermId, Var};
use petgraph::algo::tarjan_scc;
use petgraph::graph::DiGraph;
use rustc_hash::{FxHashMap, FxHashSet};

type Key = (Origin, PredId);

/// What is known of the predicates that a goal can reach.
#[derive(Debug, Default)]
pub struct Analysis {
    least: FxHashMap<Key, u32>,
    /// The guiding arguments of recursive predicates.
    guides: FxHashMap<Key, Vec<usize>>,
    /// The program's types without values.
    empty: FxHashSet<TypeRef>,
}

impl Analysis {
    /// Looks at all predicates that a formula of the program can reach.
    pub fn new(programs: &Programs, formula: &Formula, extra: &[PredId]) -> Analysis {
        let reached = reach(programs, formula, extra);
        let empty = empty_types(programs.user, programs, formula, &reached);
        let least = reached.iter().map(|key| (*key, NEVER)).collect();
        let mut analysis = Analysis { least, empty, ..Analysis::default() };
        analysis.find_least(programs, &reached);
        analysis.find_guides(programs, &reached);
        analysis
    }

    /// The least number of clause uses in a proof of a predicate.
    pub fn least(&self, origin: Origin, id: PredId) -> u32 {
        // Of what was not looked at nothing is known.
        self.least.get(&(origin, id)).copied().unwrap_or(0)
    }

    /// The guiding arguments of a recursive predicate; `None` if it is not recursive.
    pub fn guides(&self, origin: Origin, id: PredId) -> Option<&[usize]> {
        self.guides.get(&(origin, id)).map(Vec::as_slice)
    }

    /// The least number of clause uses in a proof of a clause's body, if the clause has instances.
    pub fn least_of_body(&self, programs: &Programs, origin: Origin, clause: &Clause) -> u32 {
        let vars = (0..clause.formula.vars.len() as u32).map(Var);
        if self.lack_values(origin, &clause.formula, vars) {
            return NEVER;
        }
        self.least_of(programs, origin, &clause.formula, clause.body)
    }

    /// Whether one of these variables has a type without values.
    fn lack_values(&self, origin: Origin, formula: &Formula, mut vars: impl Iterator<Item = Var>) -> bool {
        let lacks = |var: Var| self.empty.contains(&formula.vars[var.0 as usize].ty);
        origin == Origin::Program && !self.empty.is_empty() && vars.any(lacks)
    }

    /// The least number of clause uses in a proof of a goal.
    pub fn least_of(&self, programs: &Programs, origin: Origin, formula: &Formula, goal: GoalId) -> u32 {
        let least = |goal: GoalId| self.least_of(programs, origin, formula, goal);
        match formula.goal(goal) {
            Goal::Fail => NEVER,
            Goal::Call(id, _) => match programs.callee(origin, *id) {
                Callee::Predicate(origin, id) => self.least(origin, id),
                Callee::Builtin(_) => 0,
                Callee::Generator(_) => 1,
            },
            Goal::And(parts) => {
                parts.iter().map(|part| crate::source::deep(|| least(*part))).fold(0, u32::saturating_add)
            }
            Goal::Or(parts) => parts.iter().map(|part| crate::source::deep(|| least(*part))).min().unwrap_or(NEVER),
            Goal::If(_, then, otherwise) => {
                crate::source::deep(|| least(*then)).min(crate::source::deep(|| least(*otherwise)))
            }
            Goal::Exists(vars, _) if self.lack_values(origin, formula, vars.iter().copied()) => NEVER,
            Goal::Exists(_, part) | Goal::ForAll(_, part) | Goal::New(_, part) => crate::source::deep(|| least(*part)),
            _ => 0,
        }
    }

    fn find_least(&mut self, programs: &Programs, reached: &[Key]) {
        let mut changed = true;
        while changed {
            changed = false;
            for key in reached {
                let of_clause = |clause: &Clause| self.least_of_body(programs, key.0, clause).saturating_add(1);
                let least = possible(programs, *key).map(of_clause).min().unwrap_or(NEVER);
                if least != self.least(key.0, key.1) {
                    self.least.insert(*key, least);
                    changed = true;
                }
            }
        }
    }

    /// The greatest solution: all arguments guide until a recursive call shows otherwise.
    fn find_guides(&mut self, programs: &Programs, reached: &[Key]) {
        let components = components(programs, reached);
        for key in reached.iter().filter(|key| components.contains_key(*key)) {
            let arity = programs.get(key.0).signature.predicate(key.1).arity();
            self.guides.insert(*key, (0..arity).collect());
        }
        let mut changed = true;
        while changed {
            changed = false;
            for key in reached.iter().filter(|key| components.contains_key(*key)) {
                let kept: Vec<usize> = self.guides[key]
                    .iter()
                    .copied()
                    .filter(|arg| self.guided(programs, *key, *arg, &components))
                    .collect();
                if kept.len() < self.guides[key].len() {
                    self.guides.insert(*key, kept);
                    changed = true;
                }
            }
        }
    }

    fn guided(&self, programs: &Programs, key: Key, arg: usize, components: &FxHashMap<Key, usize>) -> bool {
        clauses(programs, key).all(|clause| {
            let parts = proper_parts(&clause.formula, clause.head[arg]);
            calls(programs, key.0, &clause.formula).all(|(callee, args)| {
                components.get(&callee) != components.get(&key)
                    || self
                        .guides
                        .get(&callee)
                        .is_some_and(|guides| guides.iter().any(|guide| is_part(&clause.formula, args[*guide], &parts)))
            })
        })
    }
}

/// The types of variables that have no values.
fn empty_types(program: &Program, programs: &Programs, formula: &Formula, reached: &[Key]) -> FxHashSet<TypeRef> {
    if !has_empty_type(program) {
        return FxHashSet::default();
    }
    let of_program = reached.iter().filter(|(origin, _)| *origin == Origin::Program);
    let formulas = of_program.flat_map(|key| possible(programs, *key)).map(|clause| &clause.formula);
    let types: FxHashSet<TypeRef> =
        formulas.chain([formula]).flat_map(|formula| &formula.vars).map(|variable| variable.ty).collect();
    let mut shapes = Shapes::new(program);
    let mut lacks = |ty: &TypeRef| {
        shapes.types.is_closed(*ty) && {
            let shape = shapes.add(program, *ty);
            shapes.has_no_values(shape)
        }
    };
    types.into_iter().filter(|ty| lacks(ty)).collect()
}

/// Whether a type that the program declares has no values whatever its parameters are: no other type lacks them without
/// one. A type that was inferred has all the values that somebody might write.
fn has_empty_type(program: &Program) -> bool {
    let signature = &program.signature;
    let has_some = |def: &TypeDef| def.span.is_none() || !matches!(def.kind, TypeKind::Data(_) | TypeKind::Refined(..));
    let mut inhabited: Vec<bool> = signature.type_defs.iter().map(has_some).collect();
    let mut changed = true;
    while changed {
        changed = false;
        for (place, def) in signature.type_defs.iter().enumerate() {
            let has = |ty: &TypeRef| match signature.types.get(*ty) {
                Type::App(id, _) => inhabited[id.0 as usize],
                Type::Var(_) => true,
            };
            let found = match &def.kind {
                TypeKind::Data(constructors) => {
                    constructors.iter().any(|functor| signature.functor(*functor).args.iter().all(has))
                }
                TypeKind::Refined(base, _) => has(base),
                TypeKind::Name | TypeKind::Builtin => true,
            };
            if found && !inhabited[place] {
                inhabited[place] = true;
                changed = true;
            }
        }
    }
    inhabited.contains(&false)
}

fn clauses<'a>(programs: &'a Programs, (origin, id): Key) -> impl Iterator<Item = &'a Clause> {
    programs.clauses(origin, id).iter().map(move |clause| programs.clause(origin, *clause))
}

/// Its clauses with those that are offered besides: what is least over all of them is not too much for any choice. What guides a
/// recursion is only a hint, and one of many offered clauses would take it away from all.
fn possible<'a>(programs: &'a Programs, (origin, id): Key) -> impl Iterator<Item = &'a Clause> {
    let offered = programs.offered(origin, id).unwrap_or_default();
    clauses(programs, (origin, id)).chain(offered.iter().map(move |clause| programs.clause(origin, *clause)))
}

fn calls<'a>(
    programs: &'a Programs,
    origin: Origin,
    formula: &'a Formula,
) -> impl Iterator<Item = (Key, &'a [TermId])> + 'a {
    formula.goals.iter().filter_map(move |goal| match goal {
        Goal::Call(id, args) => match programs.callee(origin, *id) {
            Callee::Predicate(origin, id) => Some(((origin, id), args.as_slice())),
            _ => None,
        },
        _ => None,
    })
}

/// The variables below the top of a term.
fn proper_parts(formula: &Formula, term: TermId) -> FxHashSet<Var> {
    let mut vars = FxHashSet::default();
    if formula.terms.as_var(term).is_none() {
        formula.each_var(term, &mut |var, _| {
            vars.insert(var);
        });
    }
    vars
}

fn is_part(formula: &Formula, term: TermId, parts: &FxHashSet<crate::term::Var>) -> bool {
    formula.terms.as_var(term).is_some_and(|var| parts.contains(&var))
}

fn reach(programs: &Programs, formula: &Formula, extra: &[PredId]) -> Vec<Key> {
    let mut reached: Vec<Key> = vec![];
    let mut seen = FxHashSet::default();
    let roots = calls(programs, Origin::Program, formula).map(|(key, _)| key);
    for key in roots.chain(extra.iter().map(|id| (Origin::Program, *id))) {
        if seen.insert(key) {
            reached.push(key);
        }
    }
    let mut next = 0;
    while next < reached.len() {
        for clause in possible(programs, reached[next]) {
            for (callee, _) in calls(programs, reached[next].0, &clause.formula) {
                if seen.insert(callee) {
                    reached.push(callee);
                }
            }
        }
        next += 1;
    }
    reached
}

/// The recursive predicates, with the number of the group of those that call each other.
fn components(programs: &Programs, reached: &[Key]) -> FxHashMap<Key, usize> {
    let places: FxHashMap<Key, usize> = reached.iter().enumerate().map(|(place, key)| (*key, place)).collect();
    let mut graph = DiGraph::<Key, ()>::new();
    let nodes: Vec<_> = reached.iter().map(|key| graph.add_node(*key)).collect();
    let mut loops = FxHashSet::default();
    for key in reached {
        for clause in clauses(programs, *key) {
            for (callee, _) in calls(programs, key.0, &clause.formula) {
                graph.update_edge(nodes[places[key]], nodes[places[&callee]], ());
                if callee == *key {
                    loops.insert(*key);
                }
            }
        }
    }
    let mut components = FxHashMap::default();
    for (number, group) in tarjan_scc(&graph).into_iter().enumerate() {
        for node in &group {
            if group.len() > 1 || loops.contains(&graph[*node]) {
                components.insert(graph[*node], number);
            }
        }
    }
    components
}
