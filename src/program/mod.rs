//! The typed program: what everything after reading works on.
//!
//! [`Program::build`] takes what was read and gives a program in which each name is resolved to an id, each variable has
//! a type, functions are predicates with a result argument, and each clause, goal and term knows its place in the text;
//! or it says, all at once, what is wrong. `declare` fills the [`Signature`], `elaborate` types clauses and checks
//! against it, `lint` looks for what is probably not meant, `unparse` goes back to syntax. Read `formula` first.

mod declare;
mod elaborate;
mod formula;
mod graph;
mod head;
mod infer;
mod library;
mod lint;
mod overlay;
mod scope;
mod signature;
mod type_expr;
mod types;
mod unparse;
mod values;

pub use formula::{Check, Clause, Comparison, Formula, Goal, GoalId, Query, Variable};
pub use graph::CallGraph;
pub use overlay::Overlay;
pub use signature::{FunctorDef, FunctorKind, Predicate, PredicateKind, Signature, builtin};
pub use types::{Type, TypeDef, TypeId, TypeKind, TypeRef, Types};
pub use unparse::{GoalPrinter, TermPrinter};
pub use values::{Assignment, Misread, ValueReader};

use crate::source::{Diagnostics, FileId};
use crate::syntax::{AplOperators, Fixity, Notation, Operators, Reading, written_name};
use crate::term::{Functor, Symbol, Symbols};
use rustc_hash::FxHashMap;
use scope::Scope;

/// A predicate of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PredId(pub u32);

/// A clause of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClauseId(pub u32);

/// A check of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CheckId(pub u32);

/// How many constants a type that is left open has: more than any search gets to.
pub const MOST_CONSTANTS: u32 = 1000;

/// A declared abbreviation. Type expressions have it expanded; it is kept for the printer.
#[derive(Clone, Debug)]
pub struct Abbreviation {
    /// Its name.
    pub name: Symbol,
    /// Its parameters.
    pub params: Vec<Symbol>,
    /// What it stands for.
    pub ty: TypeRef,
}

/// What the text says, in its order.
#[derive(Clone, Debug)]
pub enum ProgramItem {
    /// A type, with its constructors behind it unless they are items of their own.
    Type(TypeId, bool),
    /// A constructor that is declared by itself.
    Functor(Functor),
    /// An abbreviation.
    Abbreviation(Abbreviation),
    /// A predicate or function.
    Predicate(PredId),
    /// A clause.
    Clause(ClauseId),
    /// A check.
    Check(CheckId),
    /// A query.
    Query(usize),
    /// Trusted predicates.
    Trusted(Vec<PredId>),
    /// Assumable predicates.
    Assumable(Vec<PredId>),
    /// Predicates whose clauses may stand apart.
    Discontiguous(Vec<PredId>),
    /// The properties file of the program.
    Properties(Symbol),
    /// A generator for a type.
    Generator(TypeRef, PredId),
    /// An operator.
    Operator(Fixity),
}

/// A typed program.
#[derive(Clone, Debug)]
pub struct Program {
    /// The names.
    pub symbols: Symbols,
    /// Types, functors and predicates.
    pub signature: Signature,
    /// The clauses.
    pub clauses: Vec<Clause>,
    /// The checks.
    pub checks: Vec<Check>,
    /// The queries.
    pub queries: Vec<Query>,
    /// Everything in the order of the text, with the file that it stands in.
    pub items: Vec<(FileId, ProgramItem)>,
    /// The operators of the Prolog notation.
    pub operators: Operators,
    /// The operators of the αProlog notation.
    pub apl_operators: AplOperators,
    /// The notation of each file that an item came from.
    pub notations: FxHashMap<FileId, Notation>,
}

impl Program {
    /// Builds the program of what was read, and says what is wrong with it. With errors, the program is what could be
    /// made of the rest; only the messages are of use then.
    pub fn build(reading: Reading) -> (Program, Diagnostics) {
        let (program, mut diagnostics) = elaborate::build(reading);
        lint::lint(&program, &mut diagnostics);
        (program, diagnostics)
    }

    /// Adds the constants that stand for the values of types that checks and queries leave open.
    pub fn add_constants(&mut self) -> Functor {
        let formulas = self.checks.iter().map(|check| &check.formula);
        let formulas = formulas.chain(self.queries.iter().map(|query| &query.formula));
        let open = |formula: &Formula| formula.vars.iter().any(|var| !self.signature.types.is_closed(var.ty));
        let count = if formulas.into_iter().any(open) { MOST_CONSTANTS } else { 0 };
        self.signature.add_constants(&mut self.symbols, count)
    }

    /// The notation of a file.
    pub fn notation_of(&self, file: FileId) -> Notation {
        self.notations.get(&file).copied().unwrap_or(Notation::Prolog)
    }

    /// The clause of an id.
    pub fn clause(&self, id: ClauseId) -> &Clause {
        &self.clauses[id.0 as usize]
    }

    /// The name of a clause that a person can say: its label, or predicate and position.
    pub fn clause_name(&self, id: ClauseId) -> String {
        self.name_of(self.clause(id))
    }

    /// The name of a clause, which may be one of changes to the program.
    pub fn name_of(&self, clause: &Clause) -> String {
        if let Some(label) = clause.label {
            self.symbols.text(label).to_owned()
        } else {
            let predicate = self.signature.predicate(clause.predicate);
            format!("{}.{}", self.symbols.text(predicate.name), clause.position)
        }
    }

    /// The name of a predicate, as `append/3`.
    pub fn predicate_name(&self, id: PredId) -> String {
        let predicate = self.signature.predicate(id);
        format!("{}/{}", written_name(self.symbols.text(predicate.name)), predicate.arity())
    }

    /// A constructor with the types of its arguments, as `s(nat)`.
    pub fn show_constructor(&self, id: Functor) -> String {
        let def = self.signature.functor(id);
        let args: Vec<_> = def.args.iter().map(|ty| self.show_type(*ty)).collect();
        let name = written_name(self.symbols.text(def.name));
        if args.is_empty() { name } else { format!("{name}({})", args.join(",")) }
    }

    /// A type as a person writes it.
    pub fn show_type(&self, ty: TypeRef) -> String {
        self.signature.show_type(ty, &self.symbols)
    }
}
