//! Terms that outlive the heap.

use super::code::ProcId;
use super::machine::{Machine, bits};
use super::wait::Given;
use super::word::{Tag, Word};
use crate::generate::{Cell, ShapeId};
use crate::program::{TypeRef, builtin};
use crate::term::{Functor, Term, TermId, Terms, Var};
use dashu_int::IBig;
use rustc_hash::FxHashMap;

/// Some terms, copied; addresses are places in the copy.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    cells: Vec<Word>,
    roots: Vec<Word>,
    bigs: Vec<IBig>,
}

/// How many cells a copy has before it is worth looking for what it shares.
const SHARES: usize = 1 << 12;

impl Snapshot {
    /// How much room it takes.
    pub fn bytes(&self) -> usize {
        let digits = self.bigs.iter().map(|big| size_of::<IBig>() + bits(big) / 8).sum::<usize>();
        size_of::<Snapshot>() + size_of::<Word>() * (self.cells.len() + self.roots.len()) + digits
    }
}

impl Machine<'_> {
    /// Copies terms.
    pub fn snapshot(&self, roots: &[Word]) -> Snapshot {
        self.snapshot_with(roots).0
    }

    /// Copies terms; also says where each variable of theirs went.
    pub(super) fn snapshot_with(&self, roots: &[Word]) -> (Snapshot, FxHashMap<usize, usize>) {
        let mut copy = Snapshot::default();
        let mut vars = FxHashMap::default();
        let mut todo: Vec<(usize, Word)> = vec![];
        // What a large copy shares is copied once.
        let mut shared = FxHashMap::default();
        copy.roots = roots.iter().map(|root| self.copy_word(*root, &mut copy, &mut vars, &mut todo)).collect();
        while let Some((place, word)) = todo.pop() {
            let word = self.deref(word);
            copy.cells[place] = match word.tag() {
                // The first place of a variable in a structure is its cell.
                Tag::Ref => Word::reference(*vars.entry(word.address()).or_insert(place)),
                Tag::List | Tag::Struct if copy.cells.len() > SHARES => match shared.get(&word) {
                    Some(known) => *known,
                    None => {
                        let made = self.copy_word(word, &mut copy, &mut vars, &mut todo);
                        shared.insert(word, made);
                        made
                    }
                },
                _ => self.copy_word(word, &mut copy, &mut vars, &mut todo),
            };
        }
        (copy, vars)
    }

    fn copy_word(
        &self,
        word: Word,
        copy: &mut Snapshot,
        vars: &mut FxHashMap<usize, usize>,
        todo: &mut Vec<(usize, Word)>,
    ) -> Word {
        let word = self.deref(word);
        let place = copy.cells.len();
        match word.tag() {
            Tag::Ref => Word::reference(*vars.entry(word.address()).or_insert_with(|| {
                copy.cells.push(Word::reference(place));
                place
            })),
            Tag::List => {
                let address = word.address();
                copy.cells.extend([Word(0); 2]);
                todo.extend([(place + 1, self.heap[address + 1]), (place, self.heap[address])]);
                Word::list(place)
            }
            Tag::Struct => {
                let address = word.address();
                let functor = self.heap[address];
                let arity = self.code.arity(functor);
                copy.cells.push(functor);
                copy.cells.resize(place + 1 + arity, Word(0));
                todo.extend((1..=arity).rev().map(|arg| (place + arg, self.heap[address + arg])));
                Word::structure(place)
            }
            Tag::Big => {
                copy.bigs.push(self.bigs[word.address()].clone());
                Word::big(copy.bigs.len() - 1)
            }
            _ => word,
        }
    }

    /// Puts a copy back on the heap.
    pub fn load(&mut self, copy: &Snapshot) -> Vec<Word> {
        let (offset, bigs) = (self.heap.len(), self.bigs.len());
        let moved = |word: Word| match word.tag() {
            Tag::Ref => Word::reference(word.address() + offset),
            Tag::List => Word::list(word.address() + offset),
            Tag::Struct => Word::structure(word.address() + offset),
            Tag::Big => Word::big(word.address() + bigs),
            _ => word,
        };
        self.heap.extend(copy.cells.iter().map(|word| moved(*word)));
        copy.bigs.iter().for_each(|big| self.push_big(big.clone()));
        copy.roots.iter().map(|word| moved(*word)).collect()
    }

    /// Puts a value on the heap.
    pub fn load_cells(&mut self, cells: &[Cell]) -> Word {
        let mut done: Vec<Word> = vec![];
        for cell in cells.iter().rev() {
            let word = match *cell {
                Cell::Int(value) => self.integer(value.into()),
                Cell::Char(value) => Word::char(value),
                Cell::Constant(number) => Word::constant(number),
                Cell::Functor(functor) => {
                    let arity = self.code.arities[functor.0 as usize] as usize;
                    let address = self.heap.len();
                    if arity > 0 && functor != builtin::CONS {
                        self.heap.push(Word::functor(functor));
                    }
                    // What stands behind is done, the first part last.
                    let rest = done.len() - arity;
                    self.heap.extend(done.drain(rest..).rev());
                    match arity {
                        0 => Word::functor(functor),
                        _ if functor == builtin::CONS => Word::list(address),
                        _ => Word::structure(address),
                    }
                }
            };
            done.push(word);
        }
        done.pop().expect("a value has cells")
    }

    /// Puts a term on the heap; each variable of it becomes a new one.
    pub fn load_term(&mut self, terms: &Terms, term: TermId, constants: Functor) -> Word {
        let mut vars: FxHashMap<Var, Word> = FxHashMap::default();
        let mut todo = vec![(term, false)];
        let mut done: Vec<Word> = vec![];
        while let Some((term, parts_done)) = todo.pop() {
            let word = match terms.get(term) {
                Term::Var(var) => *vars.entry(*var).or_insert_with(|| self.new_var()),
                Term::Int(value) => self.integer(value.clone()),
                Term::Char(value) => Word::char(*value),
                // The constants of open types come behind all functors.
                Term::App(functor, args) if args.is_empty() => match functor.0.checked_sub(constants.0) {
                    Some(number) => Word::constant(number + 1),
                    None => Word::functor(*functor),
                },
                Term::App(functor, args) => {
                    let args = terms.args(*args);
                    if !parts_done {
                        todo.push((term, true));
                        todo.extend(args.iter().rev().map(|arg| (*arg, false)));
                        continue;
                    }
                    let parts = done.split_off(done.len() - args.len());
                    let address = self.heap.len();
                    if *functor == builtin::CONS {
                        self.heap.extend(parts);
                        Word::list(address)
                    } else {
                        self.heap.push(Word::functor(*functor));
                        self.heap.extend(parts);
                        Word::structure(address)
                    }
                }
                _ => unreachable!("names have no words yet"),
            };
            done.push(word);
        }
        done.pop().expect("a term is a word")
    }

    /// The integer that a word is.
    pub fn integer_value(&self, word: Word) -> IBig {
        self.integer_of(word).expect("it is an integer")
    }

    /// The functor and the arguments of a structure.
    pub fn structure(&self, word: Word) -> (Functor, &[Word]) {
        let address = word.address();
        if word.tag() == Tag::List {
            return (builtin::CONS, &self.heap[address..address + 2]);
        }
        let functor = self.heap[address];
        (functor.as_functor(), &self.heap[address + 1..=address + self.code.arity(functor)])
    }

    /// The unbound variables in terms of shapes, by their addresses, with their types.
    pub fn open_types(&self, words: &[Word], shapes: &[ShapeId]) -> FxHashMap<usize, TypeRef> {
        let words = words.iter().copied().zip(shapes.iter().copied()).collect();
        self.open_vars(words).map(|(address, shape)| (address, self.code.shapes.get(shape).ty)).collect()
    }

    /// A list of terms.
    pub(super) fn list_of(&mut self, words: &[Word]) -> Word {
        words.iter().rev().fold(Word::NIL, |tail, head| {
            let address = self.heap.len();
            self.heap.extend([*head, tail]);
            Word::list(address)
        })
    }
}

/// A case that a later round goes on with.
#[derive(Clone, Debug)]
pub struct Leaf {
    copy: Snapshot,
    /// The equations that must not hold: procedures, whose arguments are the roots behind main's.
    constraints: Vec<ProcId>,
    /// The places of open variables that are parts of one that has got constructors, with the number of that one.
    groups: Vec<(usize, usize)>,
    /// How many constructors each of those has got.
    used: Vec<u32>,
    /// The variable to go on with, and the place of its next value.
    from: Option<(usize, u32)>,
}

impl Leaf {
    /// How much room it takes.
    pub fn bytes(&self) -> usize {
        self.copy.bytes() + size_of::<(usize, usize)>() * (self.groups.len() + self.used.len())
    }
}

impl Machine<'_> {
    /// Keeps the case at hand, whose conclusion was left open; `from` is the variable it depends on and where its values
    /// go on.
    pub fn leaf(&self, from: Option<(usize, u32)>) -> Leaf {
        let constraints = self.open_disequalities();
        let args = constraints.iter().flat_map(|(_, args)| args.iter().copied());
        let roots: Vec<Word> = self.roots().iter().copied().chain(args).collect();
        let (copy, vars) = self.snapshot_with(&roots);
        let mut numbers: FxHashMap<usize, usize> = FxHashMap::default();
        let (mut groups, mut used) = (vec![], vec![]);
        let mut open: Vec<(usize, usize)> = vars.iter().map(|(var, place)| (*place, *var)).collect();
        open.sort_unstable();
        for (place, var) in open {
            if let (Some(root), count) = self.used(var) {
                let number = *numbers.entry(root).or_insert_with(|| {
                    used.push(count);
                    used.len() - 1
                });
                groups.push((place, number));
            }
        }
        let from = from.and_then(|(var, next)| Some((*vars.get(&var)?, next)));
        let constraints = constraints.into_iter().map(|(proc, _)| proc).collect();
        Leaf { copy, constraints, groups, used, from }
    }

    /// Starts with the conclusion of a case that was kept.
    pub fn start_leaf(&mut self, leaf: &Leaf) {
        self.clear();
        let offset = self.heap.len();
        let mut roots = self.load(&leaf.copy);
        let main = self.code.proc(self.code.main);
        let mut constraints = roots.split_off(main.shapes.len());
        self.start_with(roots);
        self.tight = true;
        for (number, used) in leaf.used.iter().enumerate() {
            self.splits.push(Given { start: 0, count: 0, root: number, weight: *used });
        }
        for (place, number) in &leaf.groups {
            self.splits.push(Given { start: place + offset, count: 1, root: *number, weight: 0 });
        }
        self.from = leaf.from.map(|(place, next)| (place + offset, next));
        let slots = self.code.clauses[main.clauses.start as usize].slots;
        for (slot, word) in self.roots.clone().into_iter().enumerate() {
            self.set_slot(slot as u16, word);
        }
        self.top = self.e + super::machine::HEADER + slots as usize;
        self.pc = self.code.conclusion.expect("only conclusions leave cases").0;
        (self.ce, self.cp) = (self.e, self.pc);
        let mut closures = vec![];
        for proc in &leaf.constraints {
            let rest = constraints.split_off(self.code.proc(*proc).shapes.len());
            closures.push(self.closure(*proc, std::mem::replace(&mut constraints, rest).into_iter()));
        }
        if !closures.is_empty() {
            // They are called one after the other, and return to the conclusion.
            closures.into_iter().rev().for_each(|closure| self.keep_for_later(closure));
            self.pc = super::code::RESUME;
        }
    }
}
