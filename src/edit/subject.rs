//! The clause that is edited, with all that edits need to know of it: the type of each term, which variables may stand
//! where, and which places there are.
//!
//! Types come from both sides: what a term is made of, and what it is an argument of. A term whose type neither side
//! tells (`[]` in `append([], [], [])`) is no place, and so is left alone; so are names, and what is below swaps,
//! concretions and substitutions.

use super::change::{Change, rebuild};
use crate::program::{Clause, FunctorKind, Goal, GoalId, Program, Type, TypeId, TypeKind, TypeRef, Types, builtin};
use crate::term::{Functor, Term, TermId, Var};

/// The most places of a clause that are edited: beyond, they are chosen evenly.
const MOST_PLACES: usize = 500;

/// A term that edits may change.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub term: TermId,
    pub ty: TypeRef,
    /// The goal that it stands in; none in the head.
    pub goal: Option<GoalId>,
    /// Whether it is evaluated as a number, and so must not be an open variable.
    pub evaluated: bool,
    /// Whether more solutions of its goal can only be more solutions of the clause.
    pub positive: bool,
    /// The variables that may stand here, by the number of their list.
    pub scope: usize,
}

/// A goal of the clause.
#[derive(Clone, Copy, Debug)]
pub(super) struct Site {
    pub goal: GoalId,
    pub positive: bool,
    pub scope: usize,
    /// Whether it stands directly in a negation.
    pub negated: bool,
}

/// A clause to be edited.
pub(super) struct Subject<'p> {
    pub program: &'p Program,
    /// The clause, copied so that no two occurrences share a term.
    pub clause: Clause,
    /// The program's types, and those that come up on the way.
    pub types: Types,
    /// The type of each term, where it is known.
    pub term_types: Vec<Option<TypeRef>>,
    pub places: Vec<Place>,
    /// The goals, from left to right, the whole before its parts.
    pub sites: Vec<Site>,
    /// Lists of variables that are visible at a place.
    pub scopes: Vec<Vec<Var>>,
    /// How often each variable occurs.
    pub counts: Vec<u32>,
}

impl<'p> Subject<'p> {
    pub fn new(program: &'p Program, clause: &Clause) -> Subject<'p> {
        let clause = rebuild(clause, &Change::default()).clause;
        let types = program.signature.types.clone();
        let term_types = vec![None; clause.formula.terms.len()];
        let (places, sites, scopes) = (vec![], vec![], vec![]);
        let counts = vec![0; clause.formula.vars.len()];
        let mut subject = Subject { program, clause, types, term_types, places, sites, scopes, counts };
        subject.count();
        subject.type_from_below();
        subject.visit_head();
        subject.visit_body();
        subject.places = evenly(std::mem::take(&mut subject.places), MOST_PLACES);
        subject
    }

    fn count(&mut self) {
        let mut bound = vec![false; self.counts.len()];
        for goal in &self.clause.formula.goals {
            if let Goal::Exists(vars, _) | Goal::ForAll(vars, _) = goal {
                vars.iter().for_each(|var| bound[var.0 as usize] = true);
            }
        }
        for term in 0..self.clause.formula.terms.len() {
            if let Some(var) = self.clause.formula.terms.as_var(TermId(term as u32)) {
                self.counts[var.0 as usize] += 1;
            }
        }
        let all = (0..self.counts.len()).filter(|var| self.counts[*var] > 0 && !bound[*var]);
        self.scopes.push(all.map(|var| Var(var as u32)).collect());
    }

    /// What a term is made of tells its type, if that has no open parts. Arguments stand before what they are arguments
    /// of, so this is one pass.
    fn type_from_below(&mut self) {
        for place in 0..self.term_types.len() {
            let term = TermId(place as u32);
            self.term_types[place] = match self.clause.formula.terms.get(term) {
                Term::Var(var) => Some(self.var_type(*var)),
                Term::Name(name) => Some(self.clause.formula.names[name.0 as usize].ty),
                Term::Int(_) => Some(self.types.app(TypeId::INT, &[])),
                Term::Char(_) => Some(self.types.app(TypeId::CHAR, &[])),
                Term::App(functor, args) => {
                    let args: Vec<_> =
                        self.clause.formula.terms.args(*args).iter().map(|arg| self.known(*arg)).collect();
                    let def = self.program.signature.functor(*functor);
                    self.instance(&def.args, &args, def.result)
                }
                _ => None,
            };
        }
    }

    /// The type of a variable.
    pub fn var_type(&mut self, var: Var) -> TypeRef {
        self.base(self.clause.formula.vars[var.0 as usize].ty)
    }

    /// The type of a term, where it is known.
    pub fn known(&self, term: TermId) -> Option<TypeRef> {
        self.term_types[term.0 as usize]
    }

    /// What a type with parameters is, given what some others with the same parameters are.
    fn instance(&mut self, patterns: &[TypeRef], known: &[Option<TypeRef>], result: TypeRef) -> Option<TypeRef> {
        let mut params = vec![None; self.types.var_count(result) as usize];
        for (pattern, known) in patterns.iter().zip(known) {
            let pattern = self.base(*pattern);
            if let Some(known) = known
                && !bind(&self.types, pattern, *known, &mut params)
            {
                return None;
            }
        }
        let params: Option<Vec<_>> = params[..self.types.var_count(result) as usize].iter().copied().collect();
        Some(self.types.substitute(result, &params?))
    }

    /// A refined type is edited as what it refines.
    pub fn base(&mut self, ty: TypeRef) -> TypeRef {
        let mut ty = ty;
        while let Type::App(id, args) = self.types.get(ty).clone() {
            let TypeKind::Refined(base, _) = self.program.signature.type_defs[id.0 as usize].kind else { break };
            ty = self.types.substitute(base, &args);
        }
        ty
    }

    /// Whether a variable of the type can be added: the clause must not need types that the program does not have.
    pub fn is_of_program(&self, ty: TypeRef) -> bool {
        (ty.0 as usize) < self.program.signature.types.count()
    }

    /// The constructors of a type, with the types of their arguments.
    pub fn constructors(&mut self, ty: TypeRef) -> Vec<(Functor, Vec<TypeRef>)> {
        let Type::App(id, params) = self.types.get(ty).clone() else { return vec![] };
        let functors = match (&self.program.signature.type_defs[id.0 as usize].kind, id) {
            (TypeKind::Data(functors), _) => functors.clone(),
            (_, TypeId::LIST) => vec![builtin::NIL, builtin::CONS],
            (_, TypeId::BOOL) => vec![builtin::TRUE, builtin::FALSE],
            (_, TypeId::PAIR) => vec![builtin::PAIR],
            (_, TypeId::UNIT) => vec![builtin::UNIT],
            _ => vec![],
        };
        functors.into_iter().map(|functor| (functor, self.argument_types(functor, &params))).collect()
    }

    fn argument_types(&mut self, functor: Functor, params: &[TypeRef]) -> Vec<TypeRef> {
        let args = self.program.signature.functor(functor).args.clone();
        let args: Vec<_> = args.into_iter().map(|arg| self.types.substitute(arg, params)).collect();
        args.into_iter().map(|arg| self.base(arg)).collect()
    }

    /// The variables of a type that may stand somewhere.
    pub fn vars_of(&mut self, scope: usize, ty: TypeRef) -> Vec<Var> {
        let vars = self.scopes[scope].clone();
        vars.into_iter().filter(|var| self.var_type(*var) == ty).collect()
    }

    fn visit_head(&mut self) {
        let types = self.program.signature.predicate(self.clause.predicate).args.clone();
        for (term, ty) in self.clause.head.clone().into_iter().zip(types) {
            let place = Place { term, ty, goal: None, evaluated: false, positive: true, scope: 0 };
            self.visit_term(place);
        }
    }

    fn visit_body(&mut self) {
        let mut todo = vec![Site { goal: self.clause.body, positive: true, scope: 0, negated: false }];
        while let Some(site) = todo.pop() {
            self.sites.push(site);
            self.visit_goal(site);
            let goal = self.clause.formula.goal(site.goal);
            let mut inner = Site { negated: matches!(goal, Goal::Not(_)), ..site };
            match goal {
                Goal::Not(_) | Goal::FindAll(..) => inner.positive = false,
                Goal::Exists(vars, _) | Goal::ForAll(vars, _) => {
                    let visible = self.scopes[site.scope].iter().chain(vars).copied().collect();
                    inner.scope = self.scopes.len();
                    self.scopes.push(visible);
                }
                _ => {}
            }
            let is_if = matches!(goal, Goal::If(..));
            let parts = self.clause.formula.subgoals(site.goal).into_iter().enumerate();
            let parts: Vec<_> =
                parts.map(|(n, goal)| Site { goal, positive: inner.positive && !(is_if && n == 0), ..inner }).collect();
            todo.extend(parts.into_iter().rev());
        }
    }

    fn visit_goal(&mut self, site: Site) {
        let terms = self.clause.formula.goal_terms(site.goal);
        let place = |term, ty, evaluated| Place {
            term,
            ty,
            goal: Some(site.goal),
            evaluated,
            positive: site.positive,
            scope: site.scope,
        };
        let int = self.types.app(TypeId::INT, &[]);
        match (self.clause.formula.goal(site.goal).clone(), terms.as_slice()) {
            (Goal::Call(predicate, _), _) => {
                let declared = self.program.signature.predicate(predicate).args.clone();
                let types = self.call_types(&declared, &terms);
                for (term, ty) in terms.iter().zip(types) {
                    if let Some(ty) = ty {
                        self.visit_term(place(*term, ty, false));
                    }
                }
            }
            (Goal::Unify(..), &[a, b]) => {
                if let Some(ty) = self.known(a).or(self.known(b)) {
                    self.visit_term(place(a, ty, false));
                    self.visit_term(place(b, ty, false));
                }
            }
            (Goal::Compare(..), &[a, b]) => {
                self.visit_term(place(a, int, true));
                self.visit_term(place(b, int, true));
            }
            (Goal::Is(..), &[a, b]) => {
                self.visit_term(place(a, int, false));
                self.visit_term(place(b, int, true));
            }
            // Either side alone says what it is, as far as anything does.
            _ => {
                for term in terms {
                    if let Some(ty) = self.known(term) {
                        self.visit_term(place(term, ty, false));
                    }
                }
            }
        }
    }

    /// The types that the arguments of a call have, where they are known.
    pub fn call_types(&mut self, declared: &[TypeRef], args: &[TermId]) -> Vec<Option<TypeRef>> {
        let known: Vec<_> = args.iter().map(|arg| self.known(*arg)).collect();
        declared
            .iter()
            .zip(&known)
            .map(|(ty, own)| self.instance(declared, &known, *ty).or(*own).map(|ty| self.base(ty)))
            .collect()
    }

    /// Notes a term and what is in it as places, from left to right.
    fn visit_term(&mut self, place: Place) {
        let mut todo = vec![place];
        while let Some(mut place) = todo.pop() {
            place.ty = self.base(place.ty);
            self.term_types[place.term.0 as usize] = Some(place.ty);
            let params = match self.types.get(place.ty) {
                Type::App(_, params) => params.clone(),
                Type::Var(_) => Box::default(),
            };
            let mut parts = vec![];
            match self.clause.formula.terms.get(place.term) {
                Term::App(functor, args) => {
                    let args = self.clause.formula.terms.args(*args).to_vec();
                    let def = self.program.signature.functor(*functor);
                    let closed = def.args.iter().all(|ty| self.types.is_closed(*ty));
                    let evaluated = def.kind == FunctorKind::Evaluable;
                    if closed || !evaluated {
                        let types = self.argument_types(*functor, &params);
                        parts.extend(args.into_iter().zip(types).map(|(term, ty)| Place { term, ty, ..place }));
                    }
                }
                Term::Abstraction(_, body) if params.len() == 2 => {
                    parts.push(Place { term: *body, ty: params[1], ..place });
                }
                Term::Var(_) | Term::Int(_) | Term::Char(_) => {}
                _ => continue,
            }
            if !matches!(self.clause.formula.terms.get(place.term), Term::Abstraction(..)) {
                self.places.push(place);
            }
            todo.extend(parts.into_iter().rev());
        }
    }
}

/// Finds the parameters with which a type with parameters is another type.
pub(super) fn bind(types: &Types, pattern: TypeRef, ty: TypeRef, params: &mut Vec<Option<TypeRef>>) -> bool {
    let mut todo = vec![(pattern, ty)];
    while let Some((pattern, ty)) = todo.pop() {
        if types.is_closed(pattern) {
            if pattern != ty {
                return false;
            }
            continue;
        }
        match (types.get(pattern), types.get(ty)) {
            (Type::Var(index), _) => {
                let index = *index as usize;
                if params.len() <= index {
                    params.resize(index + 1, None);
                }
                if *params[index].get_or_insert(ty) != ty {
                    return false;
                }
            }
            (Type::App(a, xs), Type::App(b, ys)) if a == b => todo.extend(xs.iter().copied().zip(ys.iter().copied())),
            _ => return false,
        }
    }
    true
}

/// At most so many, spread evenly.
pub(super) fn evenly<T>(all: Vec<T>, most: usize) -> Vec<T> {
    let count = all.len();
    if count <= most {
        return all;
    }
    let chosen = |n: usize| n * most / count != (n + 1) * most / count;
    all.into_iter().enumerate().filter(|(n, _)| chosen(*n)).map(|(_, item)| item).collect()
}
