//! Operator tables, which `:- op/3` and `infixl` change while a file is read.
//!
//! The two notations have tables of their own: Prolog has priorities from 1 to 1200, and prefix and postfix operators;
//! αProlog has infix operators only, of nine levels. What one file declares holds in those that are read after it.

use crate::term::{Symbol, Symbols, sym};
use rustc_hash::FxHashMap;

/// How operators of one priority group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Associativity {
    /// To the left.
    Left,
    /// To the right.
    Right,
    /// Not at all.
    None,
}

/// An operator declaration, for the printer to give back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixity {
    /// The operator.
    pub name: Symbol,
    /// Its level: 1 to 1200 in Prolog, 1 to 9 in αProlog.
    pub level: u32,
    /// Its place.
    pub place: Place,
    /// Whether the level is one of αProlog's.
    pub alpha: bool,
}

/// Where an operator stands, and what may stand beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// `xfx`, `yfx`, `xfy`.
    Infix(Associativity),
    /// `fy` (an operator of the same priority may follow) or `fx`.
    Prefix(bool),
    /// `yf` or `xf`.
    Postfix(bool),
}

/// A Prolog operator as a parser meets it: its priority and those of its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operator {
    /// Its own priority.
    pub priority: u32,
    /// The highest priority on the left (0 for a prefix operator).
    pub left: u32,
    /// The highest priority on the right (0 for a postfix operator).
    pub right: u32,
}

/// The operators of the Prolog notation.
#[derive(Clone, Debug)]
pub struct Operators {
    prefix: FxHashMap<Symbol, Operator>,
    infix: FxHashMap<Symbol, Operator>,
    postfix: FxHashMap<Symbol, Operator>,
}

const INFIX: &[(u32, Associativity, &[&str])] = &[
    (1200, Associativity::None, &[":-", "-->", "=>"]),
    (1125, Associativity::None, &["--->", "::"]),
    (1105, Associativity::None, &["where"]),
    (1100, Associativity::Right, &[";", "|"]),
    (1050, Associativity::Right, &["->", "*->"]),
    (1000, Associativity::Right, &[","]),
    (
        700,
        Associativity::None,
        &[
            "=", "\\=", "==", "\\==", "@<", "@=<", "@>", "@>=", "is", "=:=", "=\\=", "<", "=<", ">", ">=", "=..", "#",
            "~=",
        ],
    ),
    (600, Associativity::Right, &[":"]),
    (500, Associativity::Left, &["+", "-", "/\\", "\\/", "xor"]),
    (400, Associativity::Left, &["*", "/", "//", "mod", "rem", "div", "<<", ">>"]),
    (200, Associativity::None, &["**"]),
    (200, Associativity::Right, &["^", "\\"]),
    (150, Associativity::None, &["~"]),
    (100, Associativity::Left, &["@"]),
];

const PREFIX: &[(u32, bool, &[&str])] = &[
    (1200, false, &[":-", "?-"]),
    (1150, false, &["type", "name_type", "pred", "func", "trusted", "assumable", "dynamic", "discontiguous", "table"]),
    (900, true, &["\\+"]),
    (200, true, &["-", "+", "\\"]),
];

impl Operators {
    /// The table that each program starts with: ISO's, with ours for declarations and names.
    pub fn standard(symbols: &mut Symbols) -> Operators {
        let mut table =
            Operators { prefix: FxHashMap::default(), infix: FxHashMap::default(), postfix: FxHashMap::default() };
        for (priority, associativity, names) in INFIX {
            for name in *names {
                table.declare(symbols.intern(name), *priority, Place::Infix(*associativity));
            }
        }
        for (priority, nests, names) in PREFIX {
            for name in *names {
                table.declare(symbols.intern(name), *priority, Place::Prefix(*nests));
            }
        }
        table
    }

    /// Declares an operator; priority 0 takes it away.
    pub fn declare(&mut self, name: Symbol, priority: u32, place: Place) {
        let below = priority.saturating_sub(1);
        let (table, operator) = match place {
            Place::Infix(associativity) => {
                let left = if associativity == Associativity::Left { priority } else { below };
                let right = if associativity == Associativity::Right { priority } else { below };
                (&mut self.infix, Operator { priority, left, right })
            }
            Place::Prefix(nests) => {
                (&mut self.prefix, Operator { priority, left: 0, right: if nests { priority } else { below } })
            }
            Place::Postfix(nests) => {
                (&mut self.postfix, Operator { priority, left: if nests { priority } else { below }, right: 0 })
            }
        };
        if priority == 0 {
            table.remove(&name);
        } else {
            table.insert(name, operator);
        }
    }

    /// The prefix operator of a name.
    pub fn prefix(&self, name: Symbol) -> Option<Operator> {
        self.prefix.get(&name).copied()
    }

    /// The infix operator of a name.
    pub fn infix(&self, name: Symbol) -> Option<Operator> {
        self.infix.get(&name).copied()
    }

    /// The postfix operator of a name.
    pub fn postfix(&self, name: Symbol) -> Option<Operator> {
        self.postfix.get(&name).copied()
    }

    /// Whether a name is an operator of any kind.
    pub fn is_operator(&self, name: Symbol) -> bool {
        self.prefix.contains_key(&name) || self.infix.contains_key(&name) || self.postfix.contains_key(&name)
    }
}

/// The infix operators of the αProlog notation: how strongly each binds, and to which side it groups.
///
/// αProlog has nine levels for users, and its own operators between them. Within one level its grammar lets those that
/// group to the left bind weakest and those that do not group strongest, so a level has room for ten strengths here.
#[derive(Clone, Debug)]
pub struct AplOperators {
    table: FxHashMap<Symbol, (u32, Associativity)>,
}

impl AplOperators {
    /// The strength of `->` and `=>`.
    pub const ARROW: u32 = 13;
    /// The strength of `:-`.
    pub const NECK: u32 = 14;
    /// The strength of the `|` before an else branch.
    pub const BAR: u32 = 15;
    /// The strength of `,`.
    pub const COMMA: u32 = 33;
    /// The strength of `a\t`.
    pub const ABSTRACTION: u32 = 103;

    /// The table that each program starts with.
    pub fn standard(symbols: &mut Symbols) -> AplOperators {
        let mut table = FxHashMap::default();
        for (name, strength, associativity) in [
            (sym::IMPLIES, Self::ARROW, Associativity::Right),
            (sym::ARROW, Self::ARROW, Associativity::Right),
            (sym::NECK, Self::NECK, Associativity::Left),
            (sym::SEMICOLON, 23, Associativity::Right),
            (sym::COMMA, Self::COMMA, Associativity::Right),
            (sym::EQUAL, 43, Associativity::None),
            (sym::FRESH, 43, Associativity::None),
            (sym::IS, 43, Associativity::None),
            (sym::EQUIVARIANT, 43, Associativity::None),
            // Not αProlog's own: what a translation from Prolog needs.
            (sym::SAME_NUMBER, 43, Associativity::None),
            (sym::OTHER_NUMBER, 43, Associativity::None),
            (sym::CONS, 63, Associativity::Right),
            (sym::ABSTRACTION, Self::ABSTRACTION, Associativity::Right),
            (sym::CONCRETION, 104, Associativity::Left),
        ] {
            table.insert(name, (strength, associativity));
        }
        let mut operators = AplOperators { table };
        for (level, names) in [(6, &["+", "-"][..]), (7, &["*"]), (5, &["<", "<=", ">", ">="]), (4, &["&&", "||"])] {
            for name in names {
                operators.declare(symbols.intern(name), level, Associativity::Right);
            }
        }
        operators
    }

    /// Declares an operator of a level from 1 to 9.
    pub fn declare(&mut self, name: Symbol, level: u32, associativity: Associativity) {
        let within = match associativity {
            Associativity::Left => 0,
            Associativity::Right => 1,
            Associativity::None => 2,
        };
        self.table.insert(name, (level * 10 + within, associativity));
    }

    /// How strongly a name binds, if it is an operator.
    pub fn infix(&self, name: Symbol) -> Option<(u32, Associativity)> {
        self.table.get(&name).copied()
    }
}
