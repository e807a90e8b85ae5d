//! The predicates that every program has unless it defines them itself, and those that none can have.

use super::signature::{Predicate, PredicateKind, Signature};
use super::types::{Type, TypeId, TypeRef};
use crate::term::{Symbol, Symbols, sym};

/// The library with the types of its arguments: `A` anything, `[A]` a list of them, `int` an integer.
const LIBRARY: &[(&str, &[&str])] = &[
    ("append", &["[A]", "[A]", "[A]"]),
    ("append", &["[[A]]", "[A]"]),
    ("member", &["A", "[A]"]),
    ("memberchk", &["A", "[A]"]),
    ("length", &["[A]", "int"]),
    ("reverse", &["[A]", "[A]"]),
    ("select", &["A", "[A]", "[A]"]),
    ("selectchk", &["A", "[A]", "[A]"]),
    ("subtract", &["[A]", "[A]", "[A]"]),
    ("permutation", &["[A]", "[A]"]),
    ("nth0", &["int", "[A]", "A"]),
    ("nth1", &["int", "[A]", "A"]),
    ("last", &["[A]", "A"]),
    ("msort", &["[A]", "[A]"]),
    ("sort", &["[A]", "[A]"]),
    ("list_to_set", &["[A]", "[A]"]),
    ("delete", &["[A]", "A", "[A]"]),
    ("union", &["[A]", "[A]", "[A]"]),
    ("intersection", &["[A]", "[A]", "[A]"]),
    ("subset", &["[A]", "[A]"]),
    ("sum_list", &["[int]", "int"]),
    ("sumlist", &["[int]", "int"]),
    ("max_list", &["[int]", "int"]),
    ("min_list", &["[int]", "int"]),
    ("numlist", &["int", "int", "[int]"]),
    ("between", &["int", "int", "int"]),
    ("succ", &["int", "int"]),
    ("plus", &["int", "int", "int"]),
    ("==", &["A", "A"]),
    ("\\==", &["A", "A"]),
    ("@<", &["A", "A"]),
    ("@=<", &["A", "A"]),
    ("@>", &["A", "A"]),
    ("@>=", &["A", "A"]),
    ("copy_term", &["A", "A"]),
];

/// Predicates of other Prologs that have effects.
const IMPURE: &[&str] = &[
    "assert",
    "asserta",
    "assertz",
    "retract",
    "retractall",
    "abolish",
    "write",
    "writeln",
    "print",
    "format",
    "nl",
    "writeq",
    "write_canonical",
    "write_term",
    "put_char",
    "get_char",
    "peek_char",
    "read",
    "read_term",
    "tab",
    "halt",
    "consult",
    "open",
    "close",
    "see",
    "tell",
    "nb_setval",
    "b_setval",
    "nb_getval",
    "b_getval",
    "random",
    "random_between",
    "catch",
    "throw",
    "garbage_collect",
    "statistics",
    "clause",
    "set_prolog_flag",
    "repeat",
];

/// Predicates of other Prologs that ask what a term is or take it apart, which here its type says; and those that take
/// predicates as arguments.
const UNTYPED: &[&str] = &[
    "var",
    "nonvar",
    "functor",
    "arg",
    "=..",
    "atom_codes",
    "atom_chars",
    "atom_length",
    "char_code",
    "number_codes",
    "number_chars",
    "atom_number",
    "atom_string",
    "sub_atom",
    "atomic_list_concat",
    "setof",
    "bagof",
    "aggregate_all",
    "ground",
    "atom",
    "number",
    "integer",
    "float",
    "compound",
    "atomic",
    "callable",
    "is_list",
    "string",
    "term_variables",
    "compare",
    "maplist",
    "foldl",
    "include",
    "exclude",
    "partition",
    "predsort",
    "unify_with_occurs_check",
];

/// Adds the library to a signature.
pub fn add_library(signature: &mut Signature, symbols: &mut Symbols) {
    for (name, args) in LIBRARY {
        let args: Vec<_> = args.iter().map(|arg| library_type(signature, arg)).collect();
        let predicate = Predicate::new(symbols.intern(name), args, PredicateKind::Library, None);
        signature.add_predicate(Predicate { trusted: true, ..predicate });
    }
}

fn library_type(signature: &mut Signature, text: &str) -> TypeRef {
    match text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        Some(inner) => {
            let inner = library_type(signature, inner);
            signature.types.app(TypeId::LIST, &[inner])
        }
        None if text == "int" => signature.types.app(TypeId::INT, &[]),
        None => signature.types.add(Type::Var(0)),
    }
}

/// Whether a predicate of another Prolog is left out here because it is not pure.
pub fn is_impure(name: &str) -> bool {
    IMPURE.contains(&name)
}

/// Whether a predicate of another Prolog is left out here because types, or the lack of predicates as arguments, forbid it.
pub fn is_untyped(name: &str) -> bool {
    UNTYPED.contains(&name)
}

/// Whether a predicate is control, unification or arithmetic, which no program may define.
pub fn is_protected(name: Symbol, arity: usize) -> bool {
    match arity {
        0 => matches!(name, sym::TRUE | sym::FAIL | sym::FALSE | sym::CUT),
        1 => matches!(name, sym::NOT | sym::NOT_WORD | sym::CALL | sym::ONCE | sym::IGNORE),
        2 => {
            matches!(
                name,
                sym::COMMA | sym::SEMICOLON | sym::ARROW | sym::SOFT_ARROW | sym::BAR | sym::EQUAL | sym::NOT_EQUAL
            ) || matches!(name, sym::IS | sym::LESS | sym::AT_MOST | sym::GREATER | sym::AT_LEAST | sym::APL_AT_MOST)
                || matches!(name, sym::SAME_NUMBER | sym::OTHER_NUMBER | sym::CALL | sym::FORALL | sym::EXISTS)
                || matches!(name, sym::FOR_ALL | sym::NEW | sym::FRESH | sym::EQUIVARIANT | sym::NECK | sym::IMPLIES)
        }
        3 => matches!(name, sym::FINDALL | sym::CALL),
        _ => name == sym::CALL,
    }
}
