//! The terms of the reference solver: variables with their types, unification, the standard order, copies.
//!
//! Terms stand in one vector that backtracking cuts back; whatever changes an older term is on the trail.

use crate::engine::Origin;
use crate::engine::Programs;
use crate::generate::{ShapeId, Shapes};
use crate::program::{Type, TypeRef, builtin};
use crate::term::{Functor, Seen, Term, TermId, Terms, Var};
use dashu_int::IBig;
use rustc_hash::FxHashMap;
use std::cmp::Ordering;

/// A term of a store; a variable with a greater number is younger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ref(pub usize);

/// One node of a term.
#[derive(Clone, Debug)]
pub enum Node {
    /// A variable with its value, its type if that is known, and the variable that it became a part of by splitting.
    Var {
        value: Option<Ref>,
        shape: Option<ShapeId>,
        root: Option<Ref>,
    },
    Int(IBig),
    Char(char),
    App(Functor, Box<[Ref]>),
}

/// How two terms relate.
pub enum Match {
    Never,
    Now,
    /// It depends on a variable.
    Needs(Ref),
}

/// Terms that outlive backtracking, with the types of their variables.
pub struct Copy {
    pub terms: Terms,
    pub roots: Vec<TermId>,
    vars: Vec<Option<ShapeId>>,
}

/// Terms, and what was done to them.
pub struct Store<'p> {
    programs: &'p Programs<'p>,
    pub shapes: Shapes,
    pub nodes: Vec<Node>,
    pub trail: Vec<(Ref, Node)>,
}

impl<'p> Store<'p> {
    pub fn new(programs: &'p Programs<'p>) -> Store<'p> {
        Store { programs, shapes: Shapes::new(programs.user), nodes: vec![], trail: vec![] }
    }

    pub fn add(&mut self, node: Node) -> Ref {
        self.nodes.push(node);
        Ref(self.nodes.len() - 1)
    }

    pub fn new_var(&mut self, shape: Option<ShapeId>) -> Ref {
        self.add(Node::Var { value: None, shape, root: None })
    }

    pub fn list(&mut self, elements: &[Ref]) -> Ref {
        let nil = self.add(Node::App(builtin::NIL, Box::default()));
        elements.iter().rev().fold(nil, |tail, head| self.add(Node::App(builtin::CONS, Box::new([*head, tail]))))
    }

    /// All terms of an arena, with these variables.
    pub fn instantiate(&mut self, terms: &Terms, vars: &[Ref]) -> Result<Vec<Ref>, String> {
        let mut made: Vec<Ref> = vec![];
        for id in (0..terms.len() as u32).map(TermId) {
            made.push(match terms.get(id) {
                Term::Var(var) => vars[var.0 as usize],
                Term::Int(value) => self.add(Node::Int(value.clone())),
                Term::Char(value) => self.add(Node::Char(*value)),
                Term::App(functor, args) => {
                    let args = terms.args(*args).iter().map(|arg| made[arg.0 as usize]).collect();
                    self.add(Node::App(*functor, args))
                }
                _ => return Err("names and abstractions".into()),
            });
        }
        Ok(made)
    }

    /// Terms whose variables are new, of types that are not known.
    pub fn instantiate_open(&mut self, terms: &Terms) -> Result<Vec<Ref>, String> {
        let vars = (0..terms.len() as u32).filter_map(|id| terms.as_var(TermId(id)));
        let count = vars.map(|var| var.0 + 1).max().unwrap_or(0);
        let vars: Vec<Ref> = (0..count).map(|_| self.new_var(None)).collect();
        self.instantiate(terms, &vars)
    }

    /// The shape of a type of a clause, if it has no parameters.
    pub fn shape(&mut self, origin: Origin, ty: TypeRef) -> Option<ShapeId> {
        let ty = self.import(origin, ty);
        self.shapes.types.is_closed(ty).then(|| self.shapes.add(self.programs.user, ty))
    }

    /// The library has a table of types of its own.
    fn import(&mut self, origin: Origin, ty: TypeRef) -> TypeRef {
        if origin == Origin::Program {
            return ty;
        }
        match self.programs.get(origin).signature.types.get(ty).clone() {
            Type::Var(var) => self.shapes.types.add(Type::Var(var)),
            Type::App(id, args) => {
                let args: Vec<_> = args.iter().map(|arg| self.import(origin, *arg)).collect();
                self.shapes.types.app(id, &args)
            }
        }
    }

    pub fn deref(&self, mut term: Ref) -> Ref {
        while let Node::Var { value: Some(value), .. } = self.nodes[term.0] {
            term = value;
        }
        term
    }

    /// The variable that a term still is.
    pub fn open_var(&self, term: Ref) -> Option<Ref> {
        let term = self.deref(term);
        matches!(self.nodes[term.0], Node::Var { .. }).then_some(term)
    }

    /// The integer that a term is, or the variable that it still is.
    pub fn integer(&self, term: Ref) -> Result<IBig, Ref> {
        match &self.nodes[self.deref(term).0] {
            Node::Int(value) => Ok(value.clone()),
            _ => Err(self.open_var(term).expect("types say that it is an integer")),
        }
    }

    pub fn undo(&mut self, trail: usize, nodes: usize) {
        while self.trail.len() > trail {
            let (term, node) = self.trail.pop().expect("the trail is longer");
            self.nodes[term.0] = node;
        }
        self.nodes.truncate(nodes);
    }

    fn write(&mut self, term: Ref, node: Node) {
        let old = std::mem::replace(&mut self.nodes[term.0], node);
        self.trail.push((term, old));
    }

    /// Gives a variable a value, and the value the variable's type.
    pub fn bind(&mut self, var: Ref, value: Ref) {
        let Node::Var { shape, root, .. } = self.nodes[var.0] else { unreachable!("variables are bound") };
        self.write(var, Node::Var { value: Some(value), shape, root });
        let mut todo: Vec<_> = shape.map(|shape| (value, shape)).into_iter().collect();
        let mut seen = Seen::default();
        while let Some((term, shape)) = todo.pop() {
            let term = self.deref(term);
            if seen.again((term, shape)) {
                continue;
            }
            match &self.nodes[term.0] {
                Node::Var { shape: None, root, .. } => {
                    let root = *root;
                    self.write(term, Node::Var { value: None, shape: Some(shape), root });
                }
                Node::App(functor, args) => {
                    let mut constructors = self.shapes.constructors(shape).iter();
                    let found = constructors.find(|constructor| constructor.functor == *functor);
                    todo.extend(args.iter().copied().zip(found.into_iter().flat_map(|found| found.args.clone())));
                }
                _ => {}
            }
        }
    }

    /// Makes pairs of terms equal, unless that binds a variable older than `freeze`, or makes a term contain itself.
    pub fn unify(&mut self, pairs: &[(Ref, Ref)], freeze: Ref) -> Match {
        let (trail, nodes) = (self.trail.len(), self.nodes.len());
        let mut wanted = None;
        let mut todo: Vec<_> = pairs.iter().rev().copied().collect();
        let mut seen = Seen::default();
        while let Some((left, right)) = todo.pop() {
            let (left, right) = (self.deref(left), self.deref(right));
            if left == right || seen.again((left, right)) {
                continue;
            }
            // Of two variables the younger refers to the older.
            let (var, value) = match (self.open_var(left), self.open_var(right)) {
                (Some(left), Some(right)) => (left.max(right), left.min(right)),
                (Some(var), None) => (var, right),
                (None, Some(var)) => (var, left),
                (None, None) => match (&self.nodes[left.0], &self.nodes[right.0]) {
                    (Node::App(one, left), Node::App(other, right)) if one == other => {
                        todo.extend(left.iter().copied().zip(right.iter().copied()).rev());
                        continue;
                    }
                    (Node::Int(one), Node::Int(other)) if one == other => continue,
                    (Node::Char(one), Node::Char(other)) if one == other => continue,
                    _ => {
                        self.undo(trail, nodes);
                        return Match::Never;
                    }
                },
            };
            if self.occurs(var, value) {
                self.undo(trail, nodes);
                return Match::Never;
            }
            wanted = wanted.or((var < freeze).then_some(var));
            self.bind(var, value);
        }
        let Some(var) = wanted else { return Match::Now };
        self.undo(trail, nodes);
        Match::Needs(var)
    }

    fn occurs(&self, var: Ref, term: Ref) -> bool {
        let mut todo = vec![term];
        let mut seen = Seen::default();
        while let Some(term) = todo.pop().map(|term| self.deref(term)) {
            match &self.nodes[term.0] {
                Node::Var { .. } if term == var => return true,
                Node::App(_, args) if !seen.again(term) => todo.extend(args.iter()),
                _ => {}
            }
        }
        false
    }

    /// The first unbound variable in a term.
    pub fn open_in(&self, term: Ref) -> Option<Ref> {
        let mut todo = vec![term];
        while let Some(term) = todo.pop().map(|term| self.deref(term)) {
            match &self.nodes[term.0] {
                Node::Var { .. } => return Some(term),
                Node::App(_, args) => todo.extend(args.iter().rev()),
                _ => {}
            }
        }
        None
    }

    /// The standard order of terms, or the variable that it depends on: by number of arguments, name, and arguments.
    pub fn compare(&mut self, left: Ref, right: Ref) -> Result<Ordering, Ref> {
        let mut todo = vec![(left, right)];
        let mut seen = Seen::default();
        while let Some((left, right)) = todo.pop() {
            let (left, right) = (self.deref(left), self.deref(right));
            if left == right || seen.again((left, right)) {
                continue;
            }
            let order = match (&self.nodes[left.0], &self.nodes[right.0]) {
                (Node::Var { .. }, Node::Var { .. }) => return Err(left.max(right)),
                (Node::Var { .. }, _) => return Err(left),
                (_, Node::Var { .. }) => return Err(right),
                (Node::Int(one), Node::Int(other)) => one.cmp(other),
                (Node::Char(one), Node::Char(other)) => one.cmp(other),
                (Node::App(one, args), Node::App(other, others)) => {
                    let order = args.len().cmp(&others.len()).then(self.name(*one).cmp(&self.name(*other)));
                    todo.extend(args.iter().copied().zip(others.iter().copied()).rev());
                    order
                }
                _ => unreachable!("the terms have one type"),
            };
            if order.is_ne() {
                return Ok(order);
            }
        }
        Ok(Ordering::Equal)
    }

    /// Constructors are ordered by name, constants of an open type by number.
    fn name(&self, functor: Functor) -> (&str, u32) {
        let functors = &self.programs.user.signature.functors;
        let name = functors.get(functor.0 as usize).map(|def| self.programs.user.symbols.text(def.name));
        name.map_or(("", functor.0), |name| (name, 0))
    }

    /// The elements of a list in the standard order, perhaps each once; or the variable that it depends on.
    pub fn sorted(&mut self, list: Ref, once: bool) -> Result<Vec<Ref>, Ref> {
        let mut elements = vec![];
        let mut rest = self.deref(list);
        while let Node::App(builtin::CONS, args) = &self.nodes[rest.0] {
            elements.push(args[0]);
            rest = self.deref(args[1]);
        }
        if let Some(var) = self.open_var(rest) {
            return Err(var);
        }
        let mut sorted: Vec<Ref> = vec![];
        for element in elements {
            let mut place = sorted.len();
            while place > 0 && self.compare(sorted[place - 1], element)?.is_gt() {
                place -= 1;
            }
            let known = place > 0 && self.compare(sorted[place - 1], element)?.is_eq();
            if !(once && known) {
                sorted.insert(place, element);
            }
        }
        Ok(sorted)
    }

    /// Copies terms; their variables are numbered as they are met.
    pub fn copy_out(&self, terms: &[Ref]) -> Copy {
        let mut copy = Copy { terms: Terms::default(), roots: vec![], vars: vec![] };
        let mut known: FxHashMap<Ref, Var> = FxHashMap::default();
        let mut made_of: FxHashMap<Ref, TermId> = FxHashMap::default();
        let mut todo: Vec<(Ref, bool)> = terms.iter().rev().map(|term| (*term, false)).collect();
        while let Some((term, parts_done)) = todo.pop() {
            let term = self.deref(term);
            if let Some(made) = made_of.get(&term).filter(|_| !parts_done) {
                copy.roots.push(*made);
                continue;
            }
            let made = match &self.nodes[term.0] {
                Node::Int(value) => copy.terms.add(Term::Int(value.clone())),
                Node::Char(value) => copy.terms.add(Term::Char(*value)),
                Node::App(functor, args) if parts_done => {
                    let args = copy.roots.split_off(copy.roots.len() - args.len());
                    let made = copy.terms.app(*functor, &args);
                    made_of.insert(term, made);
                    made
                }
                Node::App(_, args) => {
                    todo.push((term, true));
                    todo.extend(args.iter().rev().map(|arg| (*arg, false)));
                    continue;
                }
                Node::Var { shape, .. } => {
                    let next = Var(copy.vars.len() as u32);
                    let var = *known.entry(term).or_insert(next);
                    if var == next {
                        copy.vars.push(*shape);
                    }
                    copy.terms.add(Term::Var(var))
                }
            };
            copy.roots.push(made);
        }
        copy
    }

    /// Puts a copy of one term back, with new variables.
    pub fn copy_in(&mut self, copy: &Copy) -> Ref {
        let vars: Vec<Ref> = copy.vars.iter().map(|shape| self.new_var(*shape)).collect();
        let made = self.instantiate(&copy.terms, &vars).expect("the solver's terms have no names");
        made[copy.roots[0].0 as usize]
    }
}
