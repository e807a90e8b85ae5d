//! The types that calls are made at.

use super::{Compiler, Scope};
use crate::engine::code::Origin;
use crate::engine::library::Callee;
use crate::generate::ShapeId;
use crate::program::{PredId, Type, TypeId, TypeRef, builtin};
use crate::source::deep;
use crate::term::{Term, TermId, Var};

impl Compiler<'_> {
    /// A type of the program or the library in the table of shapes; the library's has lists, integers and variables only.
    fn import(&mut self, origin: Origin, ty: TypeRef) -> TypeRef {
        if origin == Origin::Program {
            return ty;
        }
        match self.programs.get(origin).signature.types.get(ty).clone() {
            Type::Var(var) => self.code.shapes.types.add(Type::Var(var)),
            Type::App(id, args) => {
                let args: Vec<_> = args.iter().map(|arg| self.import(origin, *arg)).collect();
                self.code.shapes.types.app(id, &args)
            }
        }
    }

    /// The closed type of a variable of a scope.
    pub(super) fn var_type(&mut self, scope: &Scope, var: Var) -> TypeRef {
        let ty = self.import(scope.origin, scope.formula.vars[var.0 as usize].ty);
        self.code.shapes.types.substitute(ty, &scope.types)
    }

    /// The shape of a variable of a scope.
    pub(super) fn var_shape(&mut self, scope: &Scope, var: Var) -> ShapeId {
        let ty = self.var_type(scope, var);
        self.code.shapes.add(self.programs.user, ty)
    }

    /// What the type variables of a callee stand for in a call, and the shapes of the arguments.
    pub(super) fn call_types(
        &mut self,
        scope: &Scope,
        callee: Callee,
        predicate: PredId,
        args: &[TermId],
    ) -> (Vec<TypeRef>, Vec<ShapeId>) {
        // A library predicate without clauses is known by the caller's program alone.
        let (origin, id) = match callee {
            Callee::Predicate(origin, id) => (origin, id),
            _ => (scope.origin, predicate),
        };
        let patterns = self.programs.get(origin).signature.predicate(id).args.clone();
        let patterns: Vec<_> = patterns.into_iter().map(|ty| self.import(origin, ty)).collect();
        let count = patterns.iter().map(|ty| self.code.shapes.types.var_count(*ty)).max().unwrap_or(0);
        let mut found = vec![None; count as usize];
        if count > 0 {
            for (pattern, arg) in patterns.iter().zip(args) {
                self.collect(scope, *pattern, *arg, &mut found);
            }
        }
        let types = self.close(found);
        let shapes = patterns.into_iter().map(|ty| {
            let ty = self.code.shapes.types.substitute(ty, &types);
            self.code.shapes.add(self.programs.user, ty)
        });
        let shapes = shapes.collect();
        (types, shapes)
    }

    /// The types at which a predicate of one argument takes a shape.
    pub(super) fn types_of_instance(&mut self, predicate: PredId, shape: ShapeId) -> Vec<TypeRef> {
        let pattern = self.programs.user.signature.predicate(predicate).args[0];
        let mut found = vec![None; self.code.shapes.types.var_count(pattern) as usize];
        let ty = self.code.shapes.get(shape).ty;
        self.match_types(pattern, ty, &mut found);
        self.close(found)
    }

    /// Nothing depends on a type that the call leaves open; the unit will do.
    fn close(&mut self, found: Vec<Option<TypeRef>>) -> Vec<TypeRef> {
        let unit = self.code.shapes.types.app(TypeId::UNIT, &[]);
        found.into_iter().map(|ty| ty.unwrap_or(unit)).collect()
    }

    /// Finds what the variables of a pattern stand for, given a term of that type.
    fn collect(&mut self, scope: &Scope, pattern: TypeRef, term: TermId, found: &mut [Option<TypeRef>]) {
        if self.code.shapes.types.is_closed(pattern) {
            return;
        }
        match scope.formula.terms.get(term) {
            Term::Var(var) => {
                let ty = self.var_type(scope, *var);
                self.match_types(pattern, ty, found);
            }
            Term::Int(_) => self.collect_builtin(pattern, TypeId::INT, found),
            Term::Char(_) => self.collect_builtin(pattern, TypeId::CHAR, found),
            Term::App(functor, args) => {
                let def = self.programs.get(scope.origin).signature.functor(*functor).clone();
                let result = self.import(scope.origin, def.result);
                let count = self.code.shapes.types.var_count(result).max(2);
                let mut params = vec![None; count as usize];
                let args = scope.formula.terms.args(*args).to_vec();
                // The elements of a long list have one type; the last part is looked at last.
                for (ty, arg) in def.args.iter().zip(args) {
                    let ty = self.import(scope.origin, *ty);
                    let known = match self.code.shapes.types.get(ty) {
                        Type::Var(var) => params.get(*var as usize).is_some_and(Option::is_some),
                        Type::App(..) => *functor == builtin::CONS && params[0].is_some(),
                    };
                    if !known {
                        deep(|| self.collect(scope, ty, arg, &mut params));
                    }
                }
                self.match_partial(pattern, result, &params, found);
            }
            _ => {}
        }
    }

    fn collect_builtin(&mut self, pattern: TypeRef, id: TypeId, found: &mut [Option<TypeRef>]) {
        let ty = self.code.shapes.types.app(id, &[]);
        self.match_types(pattern, ty, found);
    }

    /// Matches a pattern with the result type of a constructor, some of whose parameters are known.
    fn match_partial(
        &mut self,
        pattern: TypeRef,
        result: TypeRef,
        params: &[Option<TypeRef>],
        found: &mut [Option<TypeRef>],
    ) {
        match (self.code.shapes.types.get(pattern).clone(), self.code.shapes.types.get(result).clone()) {
            (Type::Var(var), _) => {
                let count = self.code.shapes.types.var_count(result) as usize;
                let known: Option<Vec<_>> = params[..count].iter().copied().collect();
                if let (Some(known), None) = (known, found[var as usize]) {
                    found[var as usize] = Some(self.code.shapes.types.substitute(result, &known));
                }
            }
            (Type::App(_, patterns), Type::App(_, results)) => {
                for (pattern, result) in patterns.iter().zip(&results) {
                    self.match_partial(*pattern, *result, params, found);
                }
            }
            (Type::App(..), Type::Var(var)) => {
                if let Some(Some(ty)) = params.get(var as usize) {
                    self.match_types(pattern, *ty, found);
                }
            }
        }
    }

    fn match_types(&mut self, pattern: TypeRef, ty: TypeRef, found: &mut [Option<TypeRef>]) {
        if self.code.shapes.types.is_closed(pattern) {
            return;
        }
        match (self.code.shapes.types.get(pattern).clone(), self.code.shapes.types.get(ty).clone()) {
            (Type::Var(var), _) => {
                found[var as usize].get_or_insert(ty);
            }
            (Type::App(_, patterns), Type::App(_, types)) => {
                for (pattern, ty) in patterns.iter().zip(&types) {
                    deep(|| self.match_types(*pattern, *ty, found));
                }
            }
            (Type::App(..), Type::Var(_)) => {}
        }
    }
}
