//! The library: predicates with clauses, from a Prolog text of our own, and those that the machine knows itself.

use super::code::{Builtin, Origin};
use crate::program::{Clause, ClauseId, Overlay, PredId, PredicateKind, Program, TypeRef};
use crate::source::{FileId, SourceMap};
use crate::syntax::{Files, Reading, read};
use std::sync::Arc;

/// A program, perhaps with changes, and the library beside it.
#[derive(Clone)]
pub struct Programs<'p> {
    /// The program.
    pub user: &'p Program,
    changes: Option<&'p Overlay>,
    library: Arc<Program>,
    /// What calls of the program's and of the library's predicates come to.
    callees: Arc<[Vec<Callee>; 2]>,
}

/// What a call comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Callee {
    /// A predicate with clauses, or without any: then the call fails.
    Predicate(Origin, PredId),
    /// What the machine does itself.
    Builtin(Builtin),
    /// The generator of a type of the program.
    Generator(TypeRef),
}

/// The text of the library is a file without a name.
#[derive(Default)]
struct Text(SourceMap);

impl Files for Text {
    fn sources(&self) -> &SourceMap {
        &self.0
    }

    fn open(&mut self, _: &str, _: FileId) -> Result<FileId, String> {
        Err("the library uses no files".into())
    }
}

/// Reads the library.
fn library() -> Program {
    let mut files = Text::default();
    let file = files.0.add("library.pl", include_str!("library.pl"));
    let mut reading = Reading::default();
    read(&mut files, file, &mut reading);
    let (program, diagnostics) = Program::build(reading);
    assert!(!diagnostics.has_errors(), "the library is without errors");
    program
}

impl<'p> Programs<'p> {
    /// A program with the library.
    pub fn new(user: &'p Program) -> Programs<'p> {
        let mut programs =
            Programs { user, changes: None, library: Arc::new(library()), callees: Arc::new([vec![], vec![]]) };
        programs.callees = Arc::new([Origin::Program, Origin::Library].map(|origin| {
            let predicates = programs.get(origin).signature.predicates();
            predicates.map(|(id, _)| programs.find_callee(origin, id)).collect()
        }));
        programs
    }

    /// The same with changes in the place of those that there were.
    pub fn with<'q>(&'q self, changes: &'q Overlay) -> Programs<'q> {
        Programs { changes: Some(changes), ..self.clone() }
    }

    /// The program or the library.
    pub fn get(&self, origin: Origin) -> &Program {
        match origin {
            Origin::Program => self.user,
            Origin::Library => &self.library,
        }
    }

    /// The clauses of a predicate, in order.
    pub fn clauses(&self, origin: Origin, id: PredId) -> &[ClauseId] {
        match (origin, self.changes) {
            (Origin::Program, Some(changes)) => changes.clauses(self.user, id),
            _ => &self.get(origin).signature.predicate(id).clauses,
        }
    }

    /// The clauses that a predicate has only where they are chosen, if they can be.
    pub fn offered(&self, origin: Origin, id: PredId) -> Option<&[ClauseId]> {
        self.changes.filter(|_| origin == Origin::Program)?.offered(id)
    }

    /// Whether a clause stands for an assumption.
    pub fn is_assumption(&self, origin: Origin, id: ClauseId) -> bool {
        origin == Origin::Program && self.changes.is_some_and(|changes| changes.is_assumption(id))
    }

    /// A clause.
    pub fn clause(&self, origin: Origin, id: ClauseId) -> &Clause {
        match (origin, self.changes) {
            (Origin::Program, Some(changes)) => changes.clause(self.user, id),
            _ => self.get(origin).clause(id),
        }
    }

    /// What a call of a predicate comes to.
    pub fn callee(&self, origin: Origin, id: PredId) -> Callee {
        self.callees[origin as usize][id.0 as usize]
    }

    fn find_callee(&self, origin: Origin, id: PredId) -> Callee {
        let program = self.get(origin);
        let predicate = program.signature.predicate(id);
        match predicate.kind {
            PredicateKind::Declared | PredicateKind::Inferred => Callee::Predicate(origin, id),
            PredicateKind::Generator => Callee::Generator(predicate.args[0]),
            PredicateKind::Library => {
                let name = program.symbols.text(predicate.name);
                if let Some(builtin) = builtin(name) {
                    return Callee::Builtin(builtin);
                }
                let same = |(_, found): &(PredId, &crate::program::Predicate)| {
                    self.library.symbols.text(found.name) == name && found.arity() == predicate.arity()
                };
                let declared =
                    self.library.signature.predicates().filter(|(_, found)| found.kind == PredicateKind::Declared);
                let (id, _) = declared.into_iter().find(same).expect("the library has its predicates");
                Callee::Predicate(Origin::Library, id)
            }
        }
    }
}

fn builtin(name: &str) -> Option<Builtin> {
    Some(match name {
        "between" => Builtin::Between,
        "succ" => Builtin::Succ,
        "plus" => Builtin::Plus,
        "==" => Builtin::Same,
        "\\==" => Builtin::NotSame,
        "@<" => Builtin::Before,
        "@=<" => Builtin::NotAfter,
        "@>" => Builtin::After,
        "@>=" => Builtin::NotBefore,
        "copy_term" => Builtin::CopyTerm,
        "msort" => Builtin::Msort,
        "sort" => Builtin::Sort,
        _ => return None,
    })
}
