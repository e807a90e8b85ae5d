//! Interned names.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

/// An interned name; two symbols of one table are equal exactly if their texts are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(u32);

/// The table of names. The names of [`sym`] are in each table, at fixed places.
#[derive(Clone, Debug)]
pub struct Symbols {
    names: IndexSet<Box<str>, FxBuildHasher>,
}

macro_rules! well_known {
    ($($name:ident = $text:literal),* $(,)?) => {
        /// The names that the language itself gives a meaning to.
        #[allow(missing_docs)]
        pub mod sym {
            use super::Symbol;
            #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
            enum Place { $($name),* }
            $(pub const $name: Symbol = Symbol(Place::$name as u32);)*
        }

        const WELL_KNOWN: &[&str] = &[$($text),*];
    };
}

well_known! {
    COMMA = ",", SEMICOLON = ";", BAR = "|", ARROW = "->", NECK = ":-", QUERY = "?-", DCG = "-->",
    IMPLIES = "=>", NOT = "\\+", NOT_WORD = "not", EQUAL = "=", NOT_EQUAL = "\\=", IS = "is", LESS = "<",
    AT_MOST = "=<", GREATER = ">", AT_LEAST = ">=", SAME_NUMBER = "=:=", OTHER_NUMBER = "=\\=", APL_AT_MOST = "<=",
    TRUE = "true", FAIL = "fail", FALSE = "false", CUT = "!", CALL = "call", PHRASE = "phrase", ONCE = "once", IGNORE = "ignore",
    FORALL = "forall", FOR_ALL = "for_all", EXISTS = "exists", NEW = "new", FINDALL = "findall", FRESH = "#",
    ABSTRACTION = "\\", CONCRETION = "@", SWAP = "~", EQUIVARIANT = "~=", SUBSTITUTION = "{/}", NIL = "[]",
    CONS = "::", DOT = ".", BRACES = "{}", UNIT = "()", PLUS = "+", MINUS = "-", TIMES = "*", SLASH = "/",
    INT_DIVISION = "//", DIV = "div", MOD = "mod", REM = "rem", MIN = "min", MAX = "max", ABS = "abs", SIGN = "sign",
    POWER = "**", CARET = "^", XOR = "xor", GCD = "gcd", SHIFT_LEFT = "<<", SHIFT_RIGHT = ">>", BIT_AND = "/\\", BIT_OR = "\\/",
    AND = "&&", OR = "||", NEG = "neg", INT = "int", CHAR = "char", BOOL = "bool", LIST = "list", UNIT_TYPE = "unit",
    STRING = "string", PROP = "prop", TYPE = "type", NAME_TYPE = "name_type", PRED = "pred", FUNC = "func",
    CNST = "cnst", TYPE_ARROW = "--->", WHERE = "where", COLON = ":", TRUSTED = "trusted",
    ASSUMABLE = "assumable", CHECK = "check", VALIDATE = "validate", INVALIDATE = "invalidate", RULE = "rule",
    PROPERTIES = "properties", GENERATOR = "generator", OP = "op", INCLUDE = "include", USE = "use",
    MODULE = "module", USE_MODULE = "use_module", DISCONTIGUOUS = "discontiguous", ENSURE_LOADED = "ensure_loaded",
    SET_PROLOG_FLAG = "set_prolog_flag", END_OF_FILE = "end_of_file", UNDERSCORE = "_",
    OPEN = "open", NAMESPACE = "namespace", INFIXL = "infixl", INFIXR = "infixr", INFIXN = "infixn",
    LAMBDA = "lambda", QUESTION = "?",
    SOFT_ARROW = "*->",
    TRACE = "trace", HELP = "help", QUIT = "quit", QUERY_WORD = "query",
}

impl Default for Symbols {
    fn default() -> Symbols {
        let mut names: IndexSet<Box<str>, FxBuildHasher> = IndexSet::default();
        for name in WELL_KNOWN {
            assert!(names.insert((*name).into()), "each well-known name stands once: {name}");
        }
        Symbols { names }
    }
}

impl Symbols {
    /// The symbol of a text.
    pub fn intern(&mut self, text: &str) -> Symbol {
        let place = match self.names.get_index_of(text) {
            Some(place) => place,
            None => self.names.insert_full(text.into()).0,
        };
        Symbol(place as u32)
    }

    /// The symbol of a text, if it is known.
    pub fn get(&self, text: &str) -> Option<Symbol> {
        self.names.get_index_of(text).map(|place| Symbol(place as u32))
    }

    /// The text of a symbol.
    pub fn text(&self, symbol: Symbol) -> &str {
        self.names.get_index(symbol.0 as usize).expect("symbols come from this table")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn well_known_names_are_at_their_places() {
        let mut symbols = Symbols::default();
        assert_eq!(symbols.intern(":-"), sym::NECK);
        assert_eq!(symbols.intern("=\\="), sym::OTHER_NUMBER);
        assert_eq!(symbols.intern("quit"), sym::QUIT);
        assert_eq!(symbols.text(sym::FINDALL), "findall");
    }
}
