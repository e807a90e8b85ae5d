//! Finding the clauses that can match a call.
//!
//! Each clause has, for each argument that tells clauses apart, the word that the argument must begin with, or none. A call
//! looks at these before anything is built. A procedure of many clauses also has a table from the word to the clauses, for
//! each such argument.

use super::word::{Tag, Word};
use rustc_hash::{FxHashMap, FxHashSet};

/// A pattern that fits every argument, or an argument that fits every pattern.
pub const ANY: Word = Word(u32::MAX);

/// What an argument begins with if it is a list cell.
pub const LIST: Word = Word(u32::MAX - 8);

/// From how many clauses on a table pays.
const MANY: usize = 8;

/// How the clauses of a procedure are found.
#[derive(Clone, Debug, Default)]
pub struct Index {
    args: [u16; MOST],
    count: u8,
    /// If the first of them alone tells all clauses apart: what it begins with, and the place of the one clause. Empty if it
    /// does not, or if there is a table.
    switch: Box<[(Word, u32)]>,
    /// Whether the first of them alone tells all clauses apart.
    decisive: bool,
    /// For each argument, the clauses that fit a word, and those that fit any other; empty for few clauses.
    tables: Vec<Table>,
}

/// What some arguments begin with.
pub type Keys = [Word; MOST];

/// How many arguments are looked at.
pub const MOST: usize = 3;

#[derive(Clone, Debug)]
struct Table {
    fitting: FxHashMap<Word, Box<[u32]>>,
    others: Box<[u32]>,
}

impl Index {
    /// The index of clauses, given what each argument of each clause begins with; and the keys of each clause.
    pub fn new(heads: &[Vec<Word>], arity: usize) -> (Index, Vec<Keys>) {
        let tells_apart = |arg: &usize| {
            let mut keys = heads.iter().map(|head| head[*arg]).filter(|key| *key != ANY);
            keys.next().is_some_and(|first| keys.any(|key| key != first) || heads.iter().any(|head| head[*arg] == ANY))
        };
        let mut args: Vec<usize> = (0..arity).filter(tells_apart).collect();
        // Those that tell most clauses apart come first; the order of the text decides between equals.
        args.sort_by_key(|arg| heads.iter().filter(|head| head[*arg] == ANY).count());
        args.truncate(MOST);
        let keys = heads.iter().map(|head| {
            let mut keys = [ANY; MOST];
            args.iter().zip(&mut keys).for_each(|(arg, key)| *key = head[*arg]);
            keys
        });
        let keys: Vec<_> = keys.collect();
        let tables = match heads.len() >= MANY {
            true => args.iter().map(|arg| Table::new(heads.iter().map(|head| head[*arg]))).collect(),
            false => vec![],
        };
        let decisive = args.first().is_some_and(|arg| {
            let mut seen = FxHashSet::default();
            heads.iter().all(|head| head[*arg] != ANY && seen.insert(head[*arg]))
        });
        let switch = match (decisive, tables.is_empty()) {
            (true, true) => keys.iter().zip(0..).map(|(keys, place)| (keys[0], place)).collect(),
            _ => Box::default(),
        };
        let mut index = Index { args: [0; MOST], count: args.len() as u8, switch, decisive, tables };
        index.args.iter_mut().zip(args).for_each(|(place, arg)| *place = arg as u16);
        (index, keys)
    }

    /// The arguments that tell clauses apart, at most [`MOST`].
    #[inline]
    pub fn args(&self) -> &[u16] {
        &self.args[..self.count as usize]
    }

    /// The argument that alone tells all clauses apart, if there is one.
    #[inline]
    pub fn decisive(&self) -> Option<usize> {
        self.decisive.then_some(self.args[0] as usize)
    }

    /// The place of the one clause whose deciding argument begins with a word.
    #[inline]
    pub fn only(&self, key: Word) -> Option<u32> {
        match self.tables.first() {
            None => self.switch.iter().find(|(word, _)| *word == key).map(|(_, place)| *place),
            Some(table) => table.fitting.get(&key).unwrap_or(&table.others).first().copied(),
        }
    }

    /// Whether there is a table.
    #[inline]
    pub fn has_tables(&self) -> bool {
        !self.tables.is_empty()
    }

    /// The clauses that can match the beginnings of the arguments, if a table knows; else all must be looked at.
    #[inline]
    pub fn candidates(&self, call: &Keys) -> Option<&[u32]> {
        let place = (0..self.tables.len()).find(|place| call[*place] != ANY)?;
        let table = &self.tables[place];
        Some(table.fitting.get(&call[place]).unwrap_or(&table.others))
    }
}

/// Whether a clause can match.
#[inline]
pub fn fits(clause: &Keys, call: &Keys) -> bool {
    let fit = |key: Word, call: Word| key == call || key == ANY || call == ANY;
    fit(clause[0], call[0]) && fit(clause[1], call[1]) && fit(clause[2], call[2])
}

impl Table {
    fn new(keys: impl Iterator<Item = Word> + Clone) -> Table {
        let mut fitting: FxHashMap<Word, Vec<u32>> = FxHashMap::default();
        for key in keys.clone().filter(|key| *key != ANY) {
            fitting.entry(key).or_default();
        }
        let mut others = vec![];
        for (clause, key) in keys.enumerate() {
            if key == ANY {
                fitting.values_mut().for_each(|clauses| clauses.push(clause as u32));
                others.push(clause as u32);
            } else {
                fitting.get_mut(&key).expect("the keys were entered").push(clause as u32);
            }
        }
        let fitting = fitting.into_iter().map(|(key, clauses)| (key, clauses.into())).collect();
        Table { fitting, others: others.into() }
    }
}

/// What a pattern that is not a variable begins with; large integers are left to unification.
#[inline]
pub fn key(word: Word, functor: impl Fn(usize) -> Word) -> Word {
    // As a row of questions: a match becomes a jump that the processor has to guess.
    let tag = word.tag();
    if tag == Tag::List {
        LIST
    } else if matches!(tag, Tag::Atom | Tag::Int) {
        word
    } else if tag == Tag::Struct {
        functor(word.address())
    } else {
        ANY
    }
}
