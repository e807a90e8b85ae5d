//! The machine: its heap, stacks and registers, and what all operations are made of.
//!
//! Terms live in one heap that only grows; a choice remembers how long everything was, and failure cuts everything back to
//! that. A frame is a run of slots; it is given up at the last call unless a choice needs it. Variables below `freeze`
//! belong to what is outside of the search at hand and are never bound: whoever wants to has to tell.
//!
//! `run` is the loop over operations, `region` the searches inside the search, `cut` commitments, `wait` goals that wait and variables that
//! are split by type, `builtin` and `arithmetic` what has no clauses, `snapshot` terms that outlive the heap.

use super::code::{Code, Pc, ProcId};
use super::cut::{Barrier, Neck};
use super::limits::{Limits, StopReason};
use super::region::Region;
use super::wait::Split;
use super::word::{Tag, Word};
use crate::source::Span;
use crate::term::Seen;
use dashu_int::IBig;
use dashu_int::ops::BitTest;

/// What a frame keeps before its slots: the frame and the place to return to, and the clause use that it belongs to.
pub(super) const HEADER: usize = 3;

/// A budget without a bound.
pub const UNBOUNDED: i32 = i32::MAX / 4;

/// How the machine searches.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The clause uses of each hypothesis; also the most constructors that an open variable gets.
    pub bound: i32,
    /// The clause uses of the conclusion.
    pub conclusion: i32,
    /// Whether branches end as soon as what is pending cannot fit.
    pub slack: bool,
    /// Whether negated goals and conclusions get their budget step by step.
    pub deepening: bool,
    /// Whether clauses are looked for by what arguments begin with.
    pub indexing: bool,
    /// Whether answers that a smaller bound has found are passed over.
    pub fresh_only: bool,
    /// How many assumptions a branch may use, outside of searches inside it.
    pub assumptions: u32,
    /// Whether the variables of the main procedure stand for all values, as those of a property do: what commits to a choice
    /// must not bind them.
    pub universal: bool,
}

impl Settings {
    /// One search for answers with a bound, by all that makes it fast.
    pub fn of_bound(bound: i32) -> Settings {
        Settings {
            bound,
            conclusion: bound,
            slack: true,
            deepening: true,
            indexing: true,
            fresh_only: false,
            assumptions: 0,
            universal: false,
        }
    }
}

/// A share of a search. The branches that have just used so many clauses are counted; every so many-th is taken, the others
/// are left to machines with other shares. What comes before is done by all, and told by the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// The clause uses at which branches are counted.
    pub depth: usize,
    /// Which of the shares this is, from 0; one that does not exist takes no branch.
    pub number: u64,
    /// How many shares there are.
    pub count: u64,
}

/// What the machine has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// An answer to the hypotheses.
    Answer,
    /// The conclusion has a proof.
    Proved,
    /// The conclusion has no proof, whatever the open variables are.
    Refuted,
    /// The conclusion was cut off.
    Undecided,
    /// The conclusion depends on a variable that has all its constructors for this round; integers are still to come from a
    /// place on.
    Beyond {
        /// The variable.
        var: usize,
        /// The place of the next value, where values are not built of parts.
        from: u32,
    },
    /// There is nothing more.
    Done,
    /// A limit was reached.
    Stopped(StopReason),
}

/// A choice: what to go back to. Lengths and addresses fit into half a word of the machine below, and many choices are made.
pub(super) struct Choice<'c> {
    pub kind: Kind<'c>,
    pub heap: u32,
    pub trail: u32,
    pub top: u32,
    /// Where the arguments that it saved begin.
    pub saved: u32,
    pub e: u32,
    pub ce: u32,
    pub cp: Pc,
    pub b0: u32,
    pub left: i32,
    pub slack: i32,
    pub pending: u32,
    pub bigs: u32,
    pub splits: u32,
    pub record: u32,
    /// How many steps were noted, and where the call at hand stands, if a branch is done again.
    pub noted: (u32, Pc),
    pub activation: u32,
    pub assumptions: u32,
    pub tight: bool,
    pub shared_out: bool,
    pub plain: bool,
    pub committing: bool,
}

/// What comes next at a choice.
#[derive(Clone, Copy)]
pub(super) enum Kind<'c> {
    /// The next clause of a call.
    Clauses { proc: ProcId, list: Option<&'c [u32]>, next: u32, keys: [Word; super::index::MOST] },
    /// Another branch, and where the attempt at the first began.
    Branch(Pc, Pc),
    /// The next value of a variable.
    Split(Split),
    /// The next number of `between/3`.
    Between { low: i64, next: i64, high: i64 },
    /// What a cut goes back to; there is nothing else to try.
    Barrier(Barrier),
    /// The end of a search inside the search.
    Region,
    /// Instances of what the conclusion fails for, with so many constructors for each variable.
    Grounding(i32),
}

/// What was cut off in the search at hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct CutOffs {
    /// Branches that slack ended although uses were left.
    pub slack: u64,
    /// Branches that ran out of uses or constructors.
    pub plain: u64,
    /// Branches that came to what has no value: no budget helps.
    pub undefined: u64,
}

impl CutOffs {
    /// Whether a larger budget may change what was cut off.
    pub fn by_budget(self) -> bool {
        self.slack > 0 || self.plain > 0
    }
}

/// How many bits an integer has.
pub(super) fn bits(value: &IBig) -> usize {
    value.bit_len()
}

/// A machine for one property or query.
pub struct Machine<'c> {
    pub(super) code: &'c Code,
    pub(super) settings: Settings,
    pub(super) limits: Limits<'c>,
    pub(super) heap: Vec<Word>,
    pub(super) trail: Vec<(u32, Word)>,
    pub(super) frames: Vec<Word>,
    pub(super) choices: Vec<Choice<'c>>,
    /// The searches inside the search, the innermost last; each has a choice.
    pub(super) regions: Vec<Region>,
    pub(super) saved: Vec<Word>,
    pub(super) args: Vec<Word>,
    pub(super) bigs: Vec<IBig>,
    /// For each of them, the bytes that it and those before it take beyond the program's.
    big_bytes: Vec<usize>,
    /// The next operation.
    pub(super) pc: Pc,
    /// The frame at hand, the first free place above it, and the frame and place to return to.
    pub(super) e: usize,
    pub(super) top: usize,
    pub(super) ce: usize,
    pub(super) cp: Pc,
    /// How many choices there were when the procedure at hand was called.
    pub(super) b0: usize,
    /// The heap and frames that the newest choice goes back to.
    pub(super) hb: usize,
    pub(super) choice_top: usize,
    /// What is outside of the search at hand.
    pub(super) freeze: usize,
    /// The clause uses that are left, and those left when what is pending had its least.
    pub(super) left: i32,
    pub(super) slack: i32,
    /// Whether uses are counted without looking ahead.
    pub(super) plain: bool,
    /// Whether the branch at hand would not be there with a bound less by one.
    pub(super) tight: bool,
    /// Whether the search at hand used up its budget on some branch.
    pub(super) touched: bool,
    pub(super) cut_offs: CutOffs,
    /// Whether what left the last conclusion undecided was only what has no value.
    pub(super) lacked_values_only: bool,
    /// Whether cut-offs count only when they are reached: a commitment may come first. See `cut`.
    pub(super) committing: bool,
    /// The clause that is at its head and will cut there.
    pub(super) neck: Option<Neck>,
    /// A variable of the outside that somebody wanted to bind.
    pub(super) wanted: Option<usize>,
    /// The age of the goal that was woken and is about to run; 0 if it is another.
    pub(super) age: usize,
    /// The newest goal that waits.
    pub(super) pending: usize,
    /// Goals whose variables were bound since the last call.
    pub(super) woken: Vec<usize>,
    pub(super) splits: Vec<super::wait::Given>,
    pub(super) collected: Vec<super::snapshot::Snapshot>,
    /// Whether main's variables stand for all values now.
    pub(super) universal: bool,
    /// The arguments of main.
    pub(super) roots: Vec<Word>,
    /// The clauses that were used and the alternatives that were taken on the branch at hand, in order: what its proof is
    /// rebuilt from.
    pub(super) record: Vec<u32>,
    /// The clause use that the goals at hand belong to: its place in the record, from 1; 0 is the property or query itself.
    pub(super) activation: u32,
    /// How many assumptions are left.
    pub(super) assumptions: u32,
    /// What is being done again to see how it was done.
    pub(super) replay: Option<super::trace::Replay>,
    /// The share of the search, how many branches were counted, and whether the branch at hand was.
    pub(super) share: Option<Share>,
    pub(super) branches: u64,
    pub(super) shared_out: bool,
    pub(super) steps: u64,
    pub(super) uses: u64,
    pub(super) check_at: u64,
    /// The first thing that had no value, and where.
    pub(super) error: Option<(&'static str, Option<Span>)>,
    /// A term on its way from one operation to the next.
    pub(super) found: Word,
    /// The variables that any value may have, before an instance was looked for, and how many constructors there were then.
    pub(super) pattern: Option<(Vec<usize>, usize)>,
    /// Whether there may be instances with more constructors than were tried.
    pub(super) instances_beyond: bool,
    /// The variable whose values an earlier round began with, and the place of the next.
    pub(super) from: Option<(usize, u32)>,
    todo: Vec<(Word, Word)>,
}

impl<'c> Machine<'c> {
    /// A machine that has not begun.
    pub fn new(code: &'c Code, settings: Settings, limits: Limits<'c>) -> Machine<'c> {
        let arity = code.procs.iter().map(|proc| proc.shapes.len()).max().unwrap_or(0);
        Machine {
            code,
            settings,
            limits,
            heap: vec![],
            trail: vec![],
            frames: vec![Word(0); 1 << 12],
            choices: vec![],
            regions: vec![],
            saved: vec![],
            args: vec![Word(0); arity + 1],
            bigs: code.bigs.clone(),
            big_bytes: vec![0; code.bigs.len()],
            pc: 0,
            e: 0,
            top: 0,
            ce: 0,
            cp: 0,
            b0: 0,
            hb: 0,
            choice_top: 0,
            freeze: 0,
            left: UNBOUNDED,
            slack: UNBOUNDED,
            plain: !settings.slack,
            tight: false,
            touched: false,
            cut_offs: CutOffs::default(),
            lacked_values_only: false,
            committing: false,
            neck: None,
            wanted: None,
            age: 0,
            pending: 0,
            woken: vec![],
            splits: vec![],
            collected: vec![],
            universal: settings.universal,
            roots: vec![],
            record: vec![],
            activation: 0,
            assumptions: settings.assumptions,
            replay: None,
            share: None,
            branches: 0,
            shared_out: true,
            steps: 0,
            uses: 0,
            check_at: 0,
            error: None,
            found: Word::NIL,
            pattern: None,
            instances_beyond: false,
            from: None,
            todo: vec![],
        }
    }

    /// Changes how the machine searches, from the next start on.
    pub fn set(&mut self, settings: Settings) {
        self.settings = settings;
    }

    /// Counts steps anew, so that the limits hold for what comes next alone.
    pub fn forget_steps(&mut self) {
        self.steps = 0;
    }

    /// How many clauses were used.
    pub fn uses(&self) -> u64 {
        self.uses
    }

    /// How many calls were made.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// How many branches were counted for shares.
    pub fn branches(&self) -> u64 {
        self.branches
    }

    /// Takes a branch, or leaves it to another share.
    #[cold]
    pub(super) fn takes_branch(&mut self) -> bool {
        let Some(share) = self.share else { return true };
        self.shared_out = true;
        self.branches += 1;
        (self.branches - 1) % share.count == share.number
    }

    /// Whether another share tells what the branch at hand comes to.
    pub(super) fn told_elsewhere(&self) -> bool {
        !self.shared_out && self.share.is_some_and(|share| share.number != 0)
    }

    /// Whether something was cut off since the start.
    pub fn was_cut_off(&self) -> bool {
        self.cut_offs != CutOffs::default()
    }

    /// Whether a larger bound may have something that was cut off since the start.
    pub fn may_go_further(&self) -> bool {
        self.cut_offs.by_budget()
    }

    /// Whether the conclusion that was left undecided came to nothing but what has no value.
    pub fn lacked_values_only(&self) -> bool {
        self.lacked_values_only
    }

    /// The first thing since the machine was made that had no value, and where it stands.
    pub fn error(&self) -> Option<(&'static str, Option<Span>)> {
        self.error
    }

    /// The variables of the property or query, as they are now.
    pub fn roots(&self) -> &[Word] {
        &self.roots
    }

    /// Clears everything; the next term is the first.
    pub fn clear(&mut self) {
        self.heap.clear();
        // No term stands at the address 0, which means nothing.
        self.heap.push(Word(0));
        self.trail.clear();
        self.choices.clear();
        self.saved.clear();
        self.bigs.truncate(self.code.bigs.len());
        self.big_bytes.truncate(self.code.bigs.len());
        (self.e, self.top, self.ce, self.cp, self.b0) = (0, 0, 0, 0, 0);
        (self.hb, self.choice_top, self.freeze) = (0, 0, 0);
        (self.left, self.slack) = (UNBOUNDED, UNBOUNDED);
        self.plain = !self.settings.slack;
        self.tight = !self.settings.fresh_only;
        self.touched = false;
        self.cut_offs = CutOffs::default();
        self.regions.clear();
        self.committing = false;
        self.neck = None;
        self.wanted = None;
        self.age = 0;
        self.pending = 0;
        self.woken.clear();
        self.splits.clear();
        self.collected.clear();
        self.record.clear();
        self.activation = 0;
        self.assumptions = self.settings.assumptions;
        self.replay = None;
        self.pattern = None;
        self.from = None;
        self.share = None;
        self.branches = 0;
        self.shared_out = true;
        self.universal = self.settings.universal;
        self.check_at = self.steps;
    }

    /// Starts a share of the search, or all of it, with a new variable for each of main's.
    pub fn start(&mut self, share: Option<Share>) {
        self.clear();
        self.share = share;
        self.shared_out = share.is_none();
        let count = self.code.proc(self.code.main).shapes.len();
        let roots = (0..count).map(|_| self.new_var()).collect();
        self.start_with(roots);
    }

    /// A new variable, for a start with some values only.
    pub fn open_root(&mut self) -> Word {
        self.new_var()
    }

    /// Starts the search with terms for main's variables; they are on the heap of a cleared machine.
    pub fn start_with(&mut self, roots: Vec<Word>) {
        let main = self.code.proc(self.code.main);
        let clause = &self.code.clauses[main.clauses.start as usize];
        self.args[..roots.len()].copy_from_slice(&roots);
        self.roots = roots;
        self.ensure_frame(clause.slots);
        self.pc = clause.entry;
    }

    pub(super) fn ensure_frame(&mut self, slots: u16) {
        let end = self.top + HEADER + slots as usize;
        if end > self.frames.len() {
            self.frames.resize((end + 1).next_power_of_two(), Word(0));
        }
        self.e = self.top;
    }

    #[inline]
    pub(super) fn slot(&self, slot: u16) -> Word {
        self.frames[self.e + HEADER + slot as usize]
    }

    #[inline]
    pub(super) fn set_slot(&mut self, slot: u16, word: Word) {
        let place = self.e + HEADER + slot as usize;
        self.frames[place] = word;
    }

    #[inline]
    pub(super) fn new_var(&mut self) -> Word {
        let word = Word::reference(self.heap.len());
        self.heap.push(word);
        word
    }

    /// Follows references to a value, or to a variable that has none.
    #[inline]
    pub fn deref(&self, mut word: Word) -> Word {
        while word.is_ref() {
            let next = self.heap[word.address()];
            if next == word || next.tag() == Tag::Waited {
                break;
            }
            word = next;
        }
        word
    }

    /// Gives a variable a value; false if it is not ours to bind.
    #[inline]
    pub(super) fn bind(&mut self, address: usize, word: Word) -> bool {
        if address < self.freeze {
            self.wanted = Some(address);
            return false;
        }
        let old = self.heap[address];
        if old.tag() == Tag::Waited {
            self.woken.push(old.address());
            self.trail.push((address as u32, old));
        } else if address < self.hb {
            self.trail.push((address as u32, old));
        }
        self.heap[address] = word;
        true
    }

    /// Writes a cell so that going back undoes it.
    pub(super) fn write(&mut self, address: usize, word: Word) {
        self.trail.push((address as u32, self.heap[address]));
        self.heap[address] = word;
    }

    /// Makes two terms equal, without making one that contains itself.
    pub(super) fn unify(&mut self, left: Word, right: Word) -> bool {
        let (left, right) = (self.deref(left), self.deref(right));
        if left == right {
            return true;
        }
        match (left.tag(), right.tag()) {
            (Tag::Ref, Tag::Atom | Tag::Int) => self.bind(left.address(), right),
            (Tag::Atom | Tag::Int, Tag::Ref) => self.bind(right.address(), left),
            (Tag::Atom | Tag::Int, _) | (_, Tag::Atom | Tag::Int) => false,
            _ => {
                let mut todo = std::mem::take(&mut self.todo);
                todo.clear();
                todo.push((left, right));
                let equal = self.unify_all(&mut todo);
                self.todo = todo;
                equal
            }
        }
    }

    fn unify_all(&mut self, todo: &mut Vec<(Word, Word)>) -> bool {
        let mut seen = Seen::default();
        while let Some((left, right)) = todo.pop() {
            let (left, right) = (self.deref(left), self.deref(right));
            if left == right {
                continue;
            }
            match (left.tag(), right.tag()) {
                // They are equal if the rest is, which is yet to be seen, or was.
                (Tag::List | Tag::Struct, Tag::List | Tag::Struct) if seen.again((left, right)) => {}
                (Tag::Ref, Tag::Ref) => {
                    // The younger refers to the older, which lives longer.
                    let (older, younger) = if left.0 < right.0 { (left, right) } else { (right, left) };
                    if !self.bind(younger.address(), older) {
                        return false;
                    }
                }
                (Tag::Ref, _) => {
                    if self.occurs(left, right) || !self.bind(left.address(), right) {
                        return false;
                    }
                }
                (_, Tag::Ref) => {
                    if self.occurs(right, left) || !self.bind(right.address(), left) {
                        return false;
                    }
                }
                (Tag::List, Tag::List) => {
                    let (left, right) = (left.address(), right.address());
                    todo.push((self.heap[left + 1], self.heap[right + 1]));
                    todo.push((self.heap[left], self.heap[right]));
                }
                (Tag::Struct, Tag::Struct) => {
                    let (left, right) = (left.address(), right.address());
                    let functor = self.heap[left];
                    if functor != self.heap[right] {
                        return false;
                    }
                    for arg in (1..=self.code.arity(functor)).rev() {
                        todo.push((self.heap[left + arg], self.heap[right + arg]));
                    }
                }
                (Tag::Big, Tag::Big) => {
                    if self.bigs[left.address()] != self.bigs[right.address()] {
                        return false;
                    }
                }
                _ => return false,
            }
        }
        true
    }

    /// Whether a variable stands in a term.
    #[inline]
    pub(super) fn occurs(&self, var: Word, term: Word) -> bool {
        let parts = self.part_range(term);
        !parts.is_empty() && self.occurs_in_parts(var, parts)
    }

    fn occurs_in_parts(&self, var: Word, parts: std::ops::Range<usize>) -> bool {
        // The parts that are still to be looked at; only the last of a row need not be remembered.
        let mut todo: Vec<std::ops::Range<usize>> = vec![];
        let mut seen = Seen::default();
        let mut row = parts;
        loop {
            let Some(part) = row.next() else {
                match todo.pop() {
                    Some(next) => row = next,
                    None => return false,
                }
                continue;
            };
            let term = self.deref(self.heap[part]);
            if term == var {
                return true;
            }
            let inner = self.part_range(term);
            if !inner.is_empty() && !seen.again(inner.start) {
                let rest = std::mem::replace(&mut row, inner);
                if !rest.is_empty() {
                    todo.push(rest);
                }
            }
        }
    }

    /// The cells of the parts of a structure.
    #[inline]
    pub(super) fn part_range(&self, term: Word) -> std::ops::Range<usize> {
        let address = term.address();
        match term.tag() {
            Tag::List => address..address + 2,
            Tag::Struct => address + 1..address + 1 + self.code.arity(self.heap[address]),
            _ => 0..0,
        }
    }

    /// Whether terms, written out, have no more than so many nodes: what they share is written each time.
    pub fn fits(&self, terms: &[Word], most: usize) -> bool {
        let mut todo = terms.to_vec();
        let mut nodes = 0;
        while let Some(term) = todo.pop() {
            nodes += 1;
            if nodes > most {
                return false;
            }
            let term = self.deref(term);
            todo.extend_from_slice(&self.heap[self.part_range(term)]);
        }
        true
    }

    /// Goes back in the trail.
    #[inline]
    pub(super) fn undo(&mut self, to: usize) {
        while self.trail.len() > to {
            let (address, old) = self.trail.pop().expect("the trail is longer");
            self.heap[address as usize] = old;
        }
    }

    /// Pushes a choice that goes back to how everything is now.
    #[inline]
    pub(super) fn push_choice(&mut self, kind: Kind<'c>, saved: usize) {
        let (noted, site) = self.noted();
        let choice = Choice {
            kind,
            heap: self.heap.len() as u32,
            trail: self.trail.len() as u32,
            top: self.top as u32,
            saved: saved as u32,
            e: self.e as u32,
            ce: self.ce as u32,
            cp: self.cp,
            b0: self.b0 as u32,
            left: self.left,
            slack: self.slack,
            pending: self.pending as u32,
            bigs: self.bigs.len() as u32,
            splits: self.splits.len() as u32,
            record: self.record.len() as u32,
            noted: (noted as u32, site),
            activation: self.activation,
            assumptions: self.assumptions,
            tight: self.tight,
            shared_out: self.shared_out,
            plain: self.plain,
            committing: self.committing,
        };
        self.hb = self.heap.len();
        self.choice_top = self.top;
        self.choices.push(choice);
    }

    /// Goes back to how everything was at the newest choice, which stays.
    #[inline]
    pub(super) fn go_back(&mut self) {
        let choice = self.choices.last().expect("there is a choice to go back to");
        let (noted, site) = choice.noted;
        while self.trail.len() > choice.trail as usize {
            let (address, old) = self.trail.pop().expect("the trail is longer");
            self.heap[address as usize] = old;
        }
        self.heap.truncate(choice.heap as usize);
        self.top = choice.top as usize;
        self.e = choice.e as usize;
        self.ce = choice.ce as usize;
        self.cp = choice.cp;
        self.b0 = choice.b0 as usize;
        self.left = choice.left;
        self.slack = choice.slack;
        self.tight = choice.tight;
        self.pending = choice.pending as usize;
        self.record.truncate(choice.record as usize);
        self.shared_out = choice.shared_out;
        (self.plain, self.committing) = (choice.plain, choice.committing);
        self.activation = choice.activation;
        self.assumptions = choice.assumptions;
        if self.bigs.len() > choice.bigs as usize {
            self.bigs.truncate(choice.bigs as usize);
            self.big_bytes.truncate(choice.bigs as usize);
        }
        self.splits.truncate(choice.splits as usize);
        self.woken.clear();
        self.back_to_noted((noted as usize, site));
    }

    /// Forgets the choices from a place on; what they would go back to stays as it is.
    pub(super) fn forget(&mut self, from: usize) {
        if from < self.choices.len() {
            self.saved.truncate(self.choices[from].saved as usize);
            self.choices.truncate(from);
            self.see_newest();
        }
    }

    /// Pops the newest choice.
    #[inline]
    pub(super) fn pop_choice(&mut self) {
        if let Some(choice) = self.choices.pop() {
            self.saved.truncate(choice.saved as usize);
        }
        self.see_newest();
    }

    #[inline]
    fn see_newest(&mut self) {
        (self.hb, self.choice_top) =
            self.choices.last().map_or((0, 0), |choice| (choice.heap as usize, choice.top as usize));
    }

    pub(super) fn memory(&self) -> usize {
        size_of::<Word>() * (self.heap.len() + self.frames.len() + self.saved.len())
            + size_of::<(u32, Word)>() * self.trail.len()
            + size_of::<Choice>() * self.choices.len()
            + self.big_bytes.last().copied().unwrap_or(0)
            + self.collected.iter().map(super::snapshot::Snapshot::bytes).sum::<usize>()
    }

    /// Keeps a large integer.
    pub(super) fn push_big(&mut self, value: IBig) {
        let bytes = size_of::<IBig>() + bits(&value) / 8;
        self.big_bytes.push(self.big_bytes.last().copied().unwrap_or(0) + bytes);
        self.bigs.push(value);
    }

    /// Remembers that something has no value; the branch counts as cut off.
    pub(super) fn undefined(&mut self, what: &'static str, place: Option<Span>) {
        self.error.get_or_insert((what, place));
        self.cut_offs.undefined += 1;
        self.drop_uncertain(Some((self.e, self.here())));
    }
}
