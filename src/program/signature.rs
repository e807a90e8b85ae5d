//! Constructors, functions and predicates: what there is, under which names.
//!
//! Constructors and predicates have names of their own: a predicate may be called as a constructor is. Within each kind a
//! name may be used with several numbers of arguments. What the files declare is found before what is built in.

use super::types::{TypeDef, TypeId, TypeRef, Types, builtin_types};
use super::{ClauseId, PredId};
use crate::source::Span;
use crate::term::{Functor, Symbol, Symbols, sym};
use rustc_hash::FxHashMap;

/// What a functor is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FunctorKind {
    /// A constructor: it stands for itself.
    Constructor,
    /// A built-in function, which `is` and comparisons evaluate.
    Evaluable,
}

/// A constructor or a built-in function.
#[derive(Clone, Debug)]
pub struct FunctorDef {
    /// Its name.
    pub name: Symbol,
    /// Constructor or function.
    pub kind: FunctorKind,
    /// The types of its arguments; the variables are the parameters of the result's type.
    pub args: Vec<TypeRef>,
    /// The type of the result.
    pub result: TypeRef,
    /// Whether αProlog writes its arguments one after the other, `f X Y`, rather than as a tuple.
    pub curried: bool,
    /// Where it is declared; nowhere if it is built in or inferred.
    pub span: Option<Span>,
}

/// Where a predicate comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PredicateKind {
    /// The files declare it.
    Declared,
    /// The files have clauses for it; its type was inferred.
    Inferred,
    /// The library has it.
    Library,
    /// `gen_T`: the generator that a type gives.
    Generator,
}

/// A predicate.
#[derive(Clone, Debug)]
pub struct Predicate {
    /// Its name.
    pub name: Symbol,
    /// The types of its arguments.
    pub args: Vec<TypeRef>,
    /// Where it comes from.
    pub kind: PredicateKind,
    /// Whether it was declared as a function, whose result is the last argument.
    pub function: bool,
    /// Whether αProlog writes its arguments one after the other.
    pub curried: bool,
    /// Never blamed, not opened in explanations.
    pub trusted: bool,
    /// What abduction may assume; where no file says so, the dependency graph decides.
    pub assumable: bool,
    /// The clauses may stand apart.
    pub discontiguous: bool,
    /// The clauses, in order.
    pub clauses: Vec<ClauseId>,
    /// Where it is declared, or its first clause.
    pub span: Option<Span>,
}

impl Predicate {
    /// A predicate of which nothing else is declared.
    pub fn new(name: Symbol, args: Vec<TypeRef>, kind: PredicateKind, span: Option<Span>) -> Predicate {
        Predicate {
            name,
            args,
            kind,
            function: false,
            curried: false,
            trusted: false,
            assumable: false,
            discontiguous: false,
            clauses: vec![],
            span,
        }
    }

    /// The number of arguments.
    pub fn arity(&self) -> usize {
        self.args.len()
    }
}

/// The built-in functors, at the places that the constants say.
#[allow(missing_docs)]
pub mod builtin {
    use super::Functor;
    pub const NIL: Functor = Functor(0);
    pub const CONS: Functor = Functor(1);
    pub const PAIR: Functor = Functor(2);
    pub const UNIT: Functor = Functor(3);
    pub const TRUE: Functor = Functor(4);
    pub const FALSE: Functor = Functor(5);
}

/// Types, functors and predicates, and how their names are found.
#[derive(Clone, Debug)]
pub struct Signature {
    /// The type expressions.
    pub types: Types,
    /// The types.
    pub type_defs: Vec<TypeDef>,
    /// The functors.
    pub functors: Vec<FunctorDef>,
    /// The predicates.
    pub predicates: Vec<Predicate>,
    type_names: FxHashMap<Symbol, TypeId>,
    functor_names: FxHashMap<Symbol, Vec<Functor>>,
    predicate_names: FxHashMap<Symbol, Vec<PredId>>,
}

impl Signature {
    /// The built-in types and functors.
    pub fn builtin(symbols: &mut Symbols) -> Signature {
        let mut signature = Signature {
            types: Types::default(),
            type_defs: vec![],
            functors: vec![],
            predicates: vec![],
            type_names: FxHashMap::default(),
            functor_names: FxHashMap::default(),
            predicate_names: FxHashMap::default(),
        };
        for def in builtin_types(symbols) {
            signature.add_type(def);
        }
        let types = &mut signature.types;
        let (a, b) = (types.add(super::Type::Var(0)), types.add(super::Type::Var(1)));
        let (int, boolean) = (types.app(TypeId::INT, &[]), types.app(TypeId::BOOL, &[]));
        let (list, pair) = (types.app(TypeId::LIST, &[a]), types.app(TypeId::PAIR, &[a, b]));
        let (unit, char) = (types.app(TypeId::UNIT, &[]), types.app(TypeId::CHAR, &[]));
        let (abstraction, string) = (types.app(TypeId::ABSTRACTION, &[a, b]), types.app(TypeId::LIST, &[char]));
        let mut add = |name: Symbol, kind, args: &[TypeRef], result| {
            let args = args.to_vec();
            signature.add_functor(FunctorDef { name, kind, args, result, curried: true, span: None })
        };
        let constructor = FunctorKind::Constructor;
        assert_eq!(add(sym::NIL, constructor, &[], list), builtin::NIL);
        assert_eq!(add(sym::CONS, constructor, &[a, list], list), builtin::CONS);
        assert_eq!(add(sym::COMMA, constructor, &[a, b], pair), builtin::PAIR);
        assert_eq!(add(sym::UNIT, constructor, &[], unit), builtin::UNIT);
        assert_eq!(add(sym::TRUE, constructor, &[], boolean), builtin::TRUE);
        assert_eq!(add(sym::FALSE, constructor, &[], boolean), builtin::FALSE);
        let mut evaluable = |name: Symbol, args: &[TypeRef], result| {
            add(name, FunctorKind::Evaluable, args, result);
        };
        for name in [
            sym::PLUS,
            sym::MINUS,
            sym::TIMES,
            sym::INT_DIVISION,
            sym::DIV,
            sym::MOD,
            sym::REM,
            sym::MIN,
            sym::MAX,
            sym::POWER,
            sym::CARET,
            sym::XOR,
            sym::GCD,
            sym::SHIFT_LEFT,
            sym::SHIFT_RIGHT,
            sym::BIT_AND,
            sym::BIT_OR,
        ] {
            evaluable(name, &[int, int], int);
        }
        for name in [sym::MINUS, sym::PLUS, sym::ABS, sym::SIGN, sym::ABSTRACTION] {
            evaluable(name, &[int], int);
        }
        // What αProlog's prelude has beyond arithmetic.
        evaluable(sym::AND, &[boolean, boolean], boolean);
        evaluable(sym::OR, &[boolean, boolean], boolean);
        evaluable(sym::NEG, &[boolean], boolean);
        evaluable(symbols.intern("mk_abs"), &[a, b], abstraction);
        evaluable(symbols.intern("split_abs"), &[abstraction], pair);
        evaluable(symbols.intern("Name.to_string"), &[a], string);
        evaluable(symbols.intern("Name.from_string"), &[string], a);
        evaluable(symbols.intern("Name.names"), &[a, a], int);
        evaluable(symbols.intern("Name.lt"), &[a, a], boolean);
        signature
    }

    /// Adds a type; its name now means it.
    pub fn add_type(&mut self, def: TypeDef) -> TypeId {
        let id = TypeId(self.type_defs.len() as u32);
        self.type_names.insert(def.name, id);
        self.type_defs.push(def);
        id
    }

    /// The type of a name.
    pub fn find_type(&self, name: Symbol) -> Option<TypeId> {
        self.type_names.get(&name).copied()
    }

    /// All names of types.
    pub fn type_names(&self) -> impl Iterator<Item = Symbol> + '_ {
        self.type_defs.iter().map(|def| def.name)
    }

    /// Adds a functor. One of the files takes the place of a built-in one with its name and number of arguments.
    pub fn add_functor(&mut self, def: FunctorDef) -> Functor {
        let id = Functor(self.functors.len() as u32);
        let named = self.functor_names.entry(def.name).or_default();
        // The files' own come first, and so are found first.
        named.insert(0, id);
        self.functors.push(def);
        id
    }

    /// Adds the constants c1, c2, ... that stand for the values of a type that is left open; the first is returned, the others
    /// follow it.
    pub fn add_constants(&mut self, symbols: &mut Symbols, count: u32) -> Functor {
        let first = Functor(self.functors.len() as u32);
        let result = self.types.app(TypeId::UNKNOWN, &[]);
        for number in 1..=count {
            let name = symbols.intern(&format!("c{number}"));
            let kind = FunctorKind::Constructor;
            // They are found after everything that the files declare.
            self.functor_names.entry(name).or_default().push(Functor(self.functors.len() as u32));
            self.functors.push(FunctorDef { name, kind, args: vec![], result, curried: true, span: None });
        }
        first
    }

    /// Lets another name mean a functor, too.
    pub fn rename_functor(&mut self, functor: Functor, name: Symbol) {
        self.functor_names.entry(name).or_default().insert(0, functor);
    }

    /// The functors of a name, the files' own first, those that were declared last before others.
    pub fn functors_named(&self, name: Symbol) -> &[Functor] {
        self.functor_names.get(&name).map_or(&[], Vec::as_slice)
    }

    /// The functor of a name with this many arguments.
    pub fn find_functor(&self, name: Symbol, arity: usize) -> Option<Functor> {
        self.functors_named(name).iter().copied().find(|id| self.functor(*id).args.len() == arity)
    }

    /// The functor of an id.
    pub fn functor(&self, id: Functor) -> &FunctorDef {
        &self.functors[id.0 as usize]
    }

    /// Adds a predicate.
    pub fn add_predicate(&mut self, predicate: Predicate) -> PredId {
        let id = PredId(self.predicates.len() as u32);
        self.predicate_names.entry(predicate.name).or_default().insert(0, id);
        self.predicates.push(predicate);
        id
    }

    /// The predicates of a name, the files' own first.
    pub fn predicates_named(&self, name: Symbol) -> &[PredId] {
        self.predicate_names.get(&name).map_or(&[], Vec::as_slice)
    }

    /// The predicate of a name with this many arguments.
    pub fn find_predicate(&self, name: Symbol, arity: usize) -> Option<PredId> {
        self.predicates_named(name).iter().copied().find(|id| self.predicate(*id).arity() == arity)
    }

    /// The predicate of an id.
    pub fn predicate(&self, id: PredId) -> &Predicate {
        &self.predicates[id.0 as usize]
    }

    /// All predicates with their ids.
    pub fn predicates(&self) -> impl Iterator<Item = (PredId, &Predicate)> {
        self.predicates.iter().enumerate().map(|(n, predicate)| (PredId(n as u32), predicate))
    }

    /// A type as a person writes it.
    pub fn show_type(&self, ty: TypeRef, symbols: &Symbols) -> String {
        self.types.show(ty, &self.type_defs, symbols)
    }
}
