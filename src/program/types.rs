//! Type expressions, shared and compared by identity, and the types that a program declares.
//!
//! Equal expressions have equal references, so that comparing is cheap and an abbreviation of abbreviations, which may
//! stand for a type of exponential size, takes the room of its parts. Variables are numbered within the declaration or
//! formula that the expression belongs to.

use crate::source::Span;
use crate::term::{Functor, Symbol, Symbols, sym};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::PredId;

/// A type constructor: a declared type, or one of the built-in ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TypeId(pub u32);

impl TypeId {
    /// `int`
    pub const INT: TypeId = TypeId(0);
    /// `char`
    pub const CHAR: TypeId = TypeId(1);
    /// `bool`
    pub const BOOL: TypeId = TypeId(2);
    /// `list(A)`
    pub const LIST: TypeId = TypeId(3);
    /// `(A,B)`
    pub const PAIR: TypeId = TypeId(4);
    /// `unit`
    pub const UNIT: TypeId = TypeId(5);
    /// `A\B`
    pub const ABSTRACTION: TypeId = TypeId(6);
    /// What an unknown name stands for, once it was reported: it fits everything.
    pub const UNKNOWN: TypeId = TypeId(7);
}

/// A type expression of a [`Types`] table; equal expressions have equal references.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TypeRef(pub u32);

/// A type expression.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// A parameter of the declaration, or an open type of the clause, that the expression belongs to.
    Var(u32),
    /// A type constructor with its arguments.
    App(TypeId, Box<[TypeRef]>),
}

/// What values a declared type has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypeKind {
    /// Built into the language.
    Builtin,
    /// The terms of these constructors, in the order of their declaration.
    Data(Vec<Functor>),
    /// Names.
    Name,
    /// The values of another type that satisfy a predicate: `type sorted = list(nat) where ordered`.
    Refined(TypeRef, Option<PredId>),
}

/// A declared type.
#[derive(Clone, Debug)]
pub struct TypeDef {
    /// Its name.
    pub name: Symbol,
    /// Its parameters, by the names that the declaration gives them.
    pub params: Vec<Symbol>,
    /// Its values.
    pub kind: TypeKind,
    /// Where it is declared; nowhere if it is built in or inferred.
    pub span: Option<Span>,
}

/// All type expressions of a program.
#[derive(Clone, Debug, Default)]
pub struct Types {
    table: IndexSet<Type, FxBuildHasher>,
    /// For each expression, whether it is without variables.
    closed: Vec<bool>,
}

impl Types {
    /// The reference of an expression.
    pub fn add(&mut self, ty: Type) -> TypeRef {
        let closed = match &ty {
            Type::Var(_) => false,
            Type::App(_, args) => args.iter().all(|arg| self.is_closed(*arg)),
        };
        let (place, new) = self.table.insert_full(ty);
        if new {
            self.closed.push(closed);
        }
        TypeRef(place as u32)
    }

    /// How many expressions there are; their references are the numbers below it.
    pub fn count(&self) -> usize {
        self.table.len()
    }

    /// Whether an expression is without variables.
    pub fn is_closed(&self, ty: TypeRef) -> bool {
        self.closed[ty.0 as usize]
    }

    /// A type constructor with its arguments.
    pub fn app(&mut self, id: TypeId, args: &[TypeRef]) -> TypeRef {
        self.add(Type::App(id, args.into()))
    }

    /// The expression of a reference.
    pub fn get(&self, ty: TypeRef) -> &Type {
        self.table.get_index(ty.0 as usize).expect("types come from this table")
    }

    /// An expression with the variables replaced.
    pub fn substitute(&mut self, ty: TypeRef, by: &[TypeRef]) -> TypeRef {
        let mut memo = rustc_hash::FxHashMap::default();
        self.substitute_shared(ty, by, &mut memo)
    }

    /// Shared parts are replaced once: abbreviations of abbreviations can make expressions of exponential size.
    fn substitute_shared(
        &mut self,
        ty: TypeRef,
        by: &[TypeRef],
        memo: &mut rustc_hash::FxHashMap<TypeRef, TypeRef>,
    ) -> TypeRef {
        if let Some(done) = memo.get(&ty) {
            return *done;
        }
        let result = match self.get(ty).clone() {
            Type::Var(index) => by.get(index as usize).copied().unwrap_or(ty),
            Type::App(id, args) => {
                let args: Vec<_> =
                    args.iter().map(|arg| crate::source::deep(|| self.substitute_shared(*arg, by, memo))).collect();
                self.app(id, &args)
            }
        };
        memo.insert(ty, result);
        result
    }

    /// One more than the highest number of a variable in an expression.
    pub fn var_count(&self, ty: TypeRef) -> u32 {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut todo = vec![ty];
        let mut count = 0;
        while let Some(ty) = todo.pop() {
            match self.get(ty) {
                Type::Var(index) => count = count.max(index + 1),
                Type::App(_, args) => todo.extend(args.iter().filter(|arg| seen.insert(**arg))),
            }
        }
        count
    }

    /// The types along a tuple: `(a,b,c)` gives three.
    pub fn tuple(&self, ty: TypeRef) -> Vec<TypeRef> {
        let mut parts = vec![];
        let mut rest = ty;
        while let Type::App(TypeId::PAIR, args) = self.get(rest) {
            parts.push(args[0]);
            rest = args[1];
        }
        parts.push(rest);
        parts
    }

    /// An expression as a person writes it in Prolog. One of more than a few dozen parts is cut short.
    pub fn show(&self, ty: TypeRef, defs: &[TypeDef], symbols: &Symbols) -> String {
        let mut text = String::new();
        self.write(ty, defs, symbols, false, &mut text);
        text
    }

    fn write(&self, ty: TypeRef, defs: &[TypeDef], symbols: &Symbols, inner: bool, out: &mut String) {
        const LONGEST: usize = 200;
        if out.len() > LONGEST {
            // The rest may be of exponential size: shared parts are written again and again.
            if !out.ends_with("...") {
                out.push_str("...");
            }
            return;
        }
        match self.get(ty) {
            Type::Var(index) => out.push_str(&var_name(*index)),
            Type::App(TypeId::PAIR, _) => {
                out.push('(');
                for (n, part) in self.tuple(ty).into_iter().enumerate().take(LONGEST) {
                    out.push_str(if n > 0 && !out.ends_with("...") { "," } else { "" });
                    self.write(part, defs, symbols, false, out);
                }
                out.push_str(if out.ends_with("...") { "" } else { ")" });
            }
            Type::App(TypeId::ABSTRACTION, args) => {
                out.push_str(if inner { "(" } else { "" });
                self.write(args[0], defs, symbols, true, out);
                out.push('\\');
                self.write(args[1], defs, symbols, false, out);
                out.push_str(if inner { ")" } else { "" });
            }
            Type::App(id, args) => {
                out.push_str(symbols.text(defs[id.0 as usize].name));
                for (n, arg) in args.iter().enumerate() {
                    out.push_str(if n > 0 { "," } else { "(" });
                    self.write(*arg, defs, symbols, false, out);
                }
                out.push_str(if args.is_empty() { "" } else { ")" });
            }
        }
    }
}

/// The name of a type variable: A, B, ..., Z, A1, ...
pub fn var_name(index: u32) -> String {
    let letter = char::from(b'A' + (index % 26) as u8);
    if index < 26 { letter.to_string() } else { format!("{letter}{}", index / 26) }
}

/// The built-in types, at the places that the constants of [`TypeId`] say.
pub fn builtin_types(symbols: &mut Symbols) -> Vec<TypeDef> {
    let (a, b) = (symbols.intern("A"), symbols.intern("B"));
    let builtin =
        |name, params: &[Symbol]| TypeDef { name, params: params.to_vec(), kind: TypeKind::Builtin, span: None };
    vec![
        builtin(sym::INT, &[]),
        builtin(sym::CHAR, &[]),
        builtin(sym::BOOL, &[]),
        builtin(sym::LIST, &[a]),
        builtin(sym::COMMA, &[a, b]),
        builtin(sym::UNIT_TYPE, &[]),
        builtin(sym::ABSTRACTION, &[a, b]),
        builtin(sym::QUESTION, &[]),
    ]
}
