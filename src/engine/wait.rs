//! Goals that wait, and variables that are split by their types.
//!
//! A goal waits for one variable: the variable's cell then refers to a record of it, and binding the variable wakes the goal,
//! which runs before anything else does. Where a search may not end with goals that wait, the variable of the oldest is
//! split: each constructor of its type is a choice. An open variable gets at most as many constructors in all as the bound
//! allows; what lies beyond is left to a larger bound.

use super::code::{GoalKind, Pc, ProcId, ProcKind};
use super::cut::{Barrier, Neck};
use super::machine::{Event, HEADER, Kind, Machine};
use super::run::Flow;
use super::trace::{AGE, ALTERNATIVE, CLOSURE};
use super::word::{Tag, Word};
use crate::generate::{ShapeId, Values, char_at, int_at};
use crate::program::{MOST_CONSTANTS, builtin};
use crate::term::{Functor, Seen};
use rustc_hash::FxHashSet;

/// A variable that gets one value after the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Split {
    var: usize,
    shape: ShapeId,
    /// The next constructor, or the place of the next value.
    next: u32,
    resume: Resume,
    /// Whether the conclusion wants it: then what lies beyond is no cut-off.
    conclusion: bool,
    /// The clause that is at its head when the values come.
    neck: Option<Neck>,
}

/// Where a search goes on after a split.
#[derive(Clone, Copy, Debug)]
pub(super) enum Resume {
    /// In the frame at hand.
    At(Pc),
    /// By calling a goal.
    Call(Word),
}

/// A constructor that a variable got.
#[derive(Clone, Copy, Debug)]
pub(super) struct Given {
    /// The variables that are its arguments now.
    pub start: usize,
    pub count: usize,
    /// The variable that all began with, by its first constructor.
    pub root: usize,
    /// How many constructors it counts for.
    pub weight: u32,
}

/// The parts of a record of a waiting goal: the goal, whether it was woken, the next one that waits for the same variable,
/// the one that began to wait before, and the variable.
const GOAL: usize = 0;
const WOKEN: usize = 1;
const NEXT: usize = 2;
const BEFORE: usize = 3;
const VAR: usize = 4;

/// The most constructors that a variable gets in an instance of what a conclusion fails for.
const MOST_GROUNDING: i32 = 64;

impl Machine<'_> {
    /// Lets a goal wait for a variable. The variable refers to a cell of its own for that: cells inside of structures are
    /// copied as they are, and must not say that somebody waits for them.
    pub(super) fn suspend(&mut self, closure: Word, var: usize, age: usize) {
        let old = self.heap[var];
        let (cell, next) = if old.tag() == Tag::Waited {
            (var, old.address())
        } else {
            let cell = self.new_var();
            self.write(var, cell);
            if let (Some(root), _) = self.used(var) {
                self.splits.push(Given { start: cell.address(), count: 1, root, weight: 0 });
            }
            (cell.address(), 0)
        };
        let record = self.heap.len();
        self.heap.extend([closure, Word(0), Word(next as u32), Word(self.pending as u32), Word(cell as u32)]);
        self.pending = record;
        self.heap[closure.address() + AGE] = Word(if age == 0 { record } else { age } as u32);
        self.write(cell, Word::waited(record));
    }

    /// The age of the goal at hand, which only the first to ask is told.
    pub(super) fn take_age(&mut self) -> usize {
        std::mem::take(&mut self.age)
    }

    /// Lets the goal that begins at a place of the frame at hand wait.
    pub(super) fn wait_at(&mut self, pc: Pc, var: usize, age: usize) {
        let code = self.code;
        let waiting = &code.waiting[&pc];
        let base = self.e + HEADER;
        let args: Vec<Word> = waiting.slots.iter().map(|slot| self.frames[base + *slot as usize]).collect();
        let closure = self.closure(waiting.proc, args.into_iter());
        self.suspend(closure, var, age);
    }

    /// The goal at a place needs a variable: it waits, or, before a cut, the variable is split at once.
    pub(super) fn need(&mut self, pc: Pc, var: usize) -> Option<Flow> {
        if var < self.freeze {
            self.wanted = Some(var);
            return Some(Flow::Fail);
        }
        if let Some(neck) = self.neck {
            let waiting = &self.code.waiting[&pc];
            let shapes = &self.code.proc(waiting.proc).shapes;
            let words: Vec<_> = waiting.slots.iter().map(|slot| self.slot(*slot)).zip(shapes.iter().copied()).collect();
            let shape = self.find_shape(words, var)?;
            self.protect(neck.slots);
            if self.choices.len() == self.b0 {
                self.push_barrier(neck.proc, Barrier::Used(neck));
            }
            return Some(self.split(var, shape, Resume::At(pc)));
        }
        let age = self.take_age();
        self.wait_at(pc, var, age);
        None
    }

    /// Collects the goals that were woken; the first is in `found`, the others and what was about to be called run after
    /// it. False if there are none.
    #[cold]
    pub(super) fn wake(&mut self, about_to: Option<ProcId>) -> bool {
        let mut records = vec![];
        for first in std::mem::take(&mut self.woken) {
            let mut record = first;
            while record != 0 {
                if self.heap[record + WOKEN] == Word(0) {
                    self.write(record + WOKEN, Word(1));
                    records.push(record);
                }
                record = self.heap[record + NEXT].0 as usize;
            }
        }
        // As they stand in the text, whatever they waited for last.
        records.sort_unstable_by_key(|record| self.age_of(*record));
        let Some((first, others)) = records.split_first() else { return false };
        if let Some(proc) = about_to {
            let args = self.args[..self.code.proc(proc).shapes.len()].to_vec();
            let closure = self.closure(proc, args.into_iter());
            self.keep_for_later(closure);
        }
        for record in others.iter().rev() {
            self.keep_for_later(self.heap[record + GOAL]);
        }
        self.found = self.heap[first + GOAL];
        true
    }

    /// Runs the goals that were woken, then the operation at hand again.
    pub(super) fn run_woken(&mut self, slots: u16) -> Option<Flow> {
        if self.woken.is_empty() {
            return None;
        }
        let here = self.here();
        self.protect(slots);
        (self.ce, self.cp) = (self.e, here);
        if self.wake(None) {
            let closure = self.found;
            return Some(self.call_closure(closure));
        }
        None
    }

    /// Splits variables until no goal waits that began to since a place in the heap. Equations that must not hold may wait
    /// on, unless `all` must be settled.
    pub(super) fn settle(&mut self, slots: u16, since: usize, all: bool) -> Option<Flow> {
        if let Some(flow) = self.run_woken(slots) {
            return Some(flow);
        }
        let mut oldest: Option<(usize, usize)> = None;
        let mut record = self.pending;
        while record > since {
            let age = self.age_of(record);
            let is_older = oldest.is_none_or(|(oldest, _)| age <= oldest);
            if self.heap[record + WOKEN] == Word(0) && age > since && is_older && (all || !self.may_wait_on(record)) {
                oldest = Some((age, record));
            }
            record = self.heap[record + BEFORE].0 as usize;
        }
        let (_, record) = oldest?;
        let var = self.heap[record + VAR].0 as usize;
        let shape = self.shape_in_goal(record, var).expect("goals wait for their own variables");
        self.protect(slots);
        Some(self.split(var, shape, Resume::At(self.here())))
    }

    /// Where the heap ended when the goal of a record first began to wait.
    fn age_of(&self, record: usize) -> usize {
        self.heap[self.heap[record + GOAL].address() + AGE].0 as usize
    }

    fn may_wait_on(&self, record: usize) -> bool {
        let proc = ProcId(self.heap[self.heap[record + GOAL].address()].0);
        self.code.proc(proc).kind == ProcKind::Goal(GoalKind::Differ)
    }

    fn shape_in_goal(&self, record: usize, var: usize) -> Option<ShapeId> {
        let closure = self.heap[record + GOAL].address();
        let shapes = &self.code.proc(ProcId(self.heap[closure].0)).shapes;
        let words = (0..shapes.len()).map(|arg| self.heap[closure + CLOSURE + arg]).zip(shapes.iter().copied());
        self.find_shape(words.collect(), var)
    }

    /// The equations that must not hold and still wait: procedure and arguments.
    pub(super) fn open_disequalities(&self) -> Vec<(ProcId, Vec<Word>)> {
        let mut open = vec![];
        let mut record = self.pending;
        while record != 0 {
            if self.heap[record + WOKEN] == Word(0) {
                let closure = self.heap[record + GOAL].address();
                let proc = ProcId(self.heap[closure].0);
                let arity = self.code.proc(proc).arity;
                open.push((proc, self.heap[closure + CLOSURE..closure + CLOSURE + arity].to_vec()));
            }
            record = self.heap[record + BEFORE].0 as usize;
        }
        open
    }

    /// Splits the variables of the property until they are ground.
    pub(super) fn label(&mut self, slots: u16) -> Option<Flow> {
        if let Some(flow) = self.run_woken(slots) {
            return Some(flow);
        }
        let shapes = &self.code.proc(self.code.main).shapes;
        let words = self.roots.iter().copied().zip(shapes.iter().copied()).collect();
        let (var, shape) = self.open_vars(words).next()?;
        self.protect(slots);
        Some(self.split(var, shape, Resume::At(self.here())))
    }

    /// The unbound variables in typed terms, from left to right.
    pub(super) fn open_vars(&self, words: Vec<(Word, ShapeId)>) -> OpenVars<'_> {
        OpenVars { machine: self, todo: words.into_iter().rev().collect(), seen: Seen::default() }
    }

    /// The shape of the variable at an address, bound or not, in typed terms.
    fn find_shape(&self, words: Vec<(Word, ShapeId)>, var: usize) -> Option<ShapeId> {
        self.find_cell(words, |address| address == var).map(|(_, shape)| shape)
    }

    /// The first cell in typed terms that is one of those that are looked for, with its shape; each cell that a chain of
    /// references goes through may be one.
    fn find_cell(&self, words: Vec<(Word, ShapeId)>, is_one: impl Fn(usize) -> bool) -> Option<(usize, ShapeId)> {
        let mut todo = words;
        let mut seen = Seen::default();
        todo.reverse();
        while let Some((mut word, shape)) = todo.pop() {
            while word.is_ref() {
                if is_one(word.address()) {
                    return Some((word.address(), shape));
                }
                let next = self.heap[word.address()];
                if next == word || next.tag() == Tag::Waited {
                    break;
                }
                word = next;
            }
            if seen.again((word, shape)) {
                continue;
            }
            for (address, shape) in self.parts(word, shape) {
                if is_one(address) {
                    return Some((address, shape));
                }
                todo.push((self.heap[address], shape));
            }
        }
        None
    }

    /// The cells of the parts of a value, with their shapes, the last first.
    pub(super) fn parts(&self, word: Word, shape: ShapeId) -> impl Iterator<Item = (usize, ShapeId)> + use<'_> {
        let (functor, first) = match word.tag() {
            Tag::List => (Some(builtin::CONS), word.address()),
            Tag::Struct => (Some(self.heap[word.address()].as_functor()), word.address() + 1),
            _ => (None, 0),
        };
        let args = functor.map_or(&[] as &[ShapeId], |functor| self.args_of(functor, shape));
        args.iter().enumerate().map(move |(arg, shape)| (first + arg, *shape)).rev()
    }

    /// The shapes of the arguments of a constructor of a shape.
    fn args_of(&self, functor: Functor, mut shape: ShapeId) -> &[ShapeId] {
        loop {
            match &self.code.shapes.get(shape).values {
                Values::Refined(base, _) => shape = *base,
                Values::Data(constructors) => {
                    let found = constructors.iter().find(|constructor| constructor.functor == functor);
                    return found.map_or(&[], |constructor| &constructor.args);
                }
                _ => return &[],
            }
        }
    }

    /// A variable of the property that was bound since a choice.
    pub(super) fn bound_universal(&self, place: usize) -> Option<usize> {
        if !self.universal {
            return None;
        }
        let (trail, heap) = (self.choices[place].trail as usize, self.choices[place].heap as usize);
        let bound: FxHashSet<usize> = self.trail[trail..]
            .iter()
            .map(|(address, _)| *address as usize)
            .filter(|address| *address < heap && !self.is_waited(*address))
            .collect();
        if bound.is_empty() {
            return None;
        }
        let shapes = &self.code.proc(self.code.main).shapes;
        let words = self.roots.iter().copied().zip(shapes.iter().copied()).collect();
        self.find_cell(words, |address| bound.contains(&address)).map(|(address, _)| address)
    }

    /// Whether an unbound variable stands in the value of a property's variable.
    pub(super) fn is_of_property(&self, var: usize) -> bool {
        let var = Word::reference(var);
        self.settings.universal
            && self.roots.iter().any(|root| self.deref(*root) == var || self.occurs(var, self.deref(*root)))
    }

    /// Whether the cell only says that goals wait for it, itself or by the newer cell that it was given for that.
    fn is_waited(&self, address: usize) -> bool {
        let word = self.heap[address];
        let newer = word.is_ref() && word.address() > address;
        word.tag() == Tag::Waited || newer && self.heap[word.address()].tag() == Tag::Waited
    }

    /// The shape of a variable of the property; none if it stands in a value that was given at another type, as what is
    /// assumed of a polymorphic predicate: then nothing can be split.
    pub(super) fn root_shape(&self, var: usize) -> Option<ShapeId> {
        let shapes = &self.code.proc(self.code.main).shapes;
        let words = self.roots.iter().copied().zip(shapes.iter().copied()).collect();
        self.find_shape(words, var)
    }

    /// Splits a variable that the conclusion wants.
    pub(super) fn split_conclusion(&mut self, var: usize, pc: Pc) -> Flow {
        let Some(shape) = self.root_shape(var) else { return Flow::Tell(Event::Undecided) };
        let next = self.from.take().filter(|(from, _)| *from == var).map_or(0, |(_, next)| next);
        let split = Split { var, shape, next, resume: Resume::At(pc), conclusion: true, neck: None };
        self.push_choice(Kind::Split(split), self.saved.len());
        self.next_split(split)
    }

    /// Gives a variable all values of its shape, one choice a constructor.
    pub(super) fn split(&mut self, var: usize, shape: ShapeId, resume: Resume) -> Flow {
        let next = self.replayed().unwrap_or(0);
        let split = Split { var, shape, next, resume, conclusion: false, neck: self.neck };
        self.push_choice(Kind::Split(split), self.saved.len());
        self.next_split(split)
    }

    /// The next value of the split that the newest choice is.
    pub(super) fn next_split(&mut self, split: Split) -> Flow {
        if let Some(flow) = self.tick() {
            return flow;
        }
        let (root, used) = self.used(split.var);
        let allowed = (self.split_bound() - used as i32).max(0) as u32;
        let code = self.code;
        let mut shape = split.shape;
        let (word, parts, more) = loop {
            match &code.shapes.get(shape).values {
                Values::Refined(base, _) => shape = *base,
                Values::Data(constructors) => {
                    let mut rest = constructors.iter().enumerate().skip(split.next as usize);
                    let mut rest = rest.by_ref().filter(|(_, constructor)| constructor.least.is_some());
                    let Some((place, constructor)) = rest.next() else {
                        self.pop_choice();
                        return Flow::Fail;
                    };
                    if allowed == 0 {
                        return self.beyond(split);
                    }
                    let more = rest.next().map(|_| place as u32 + 1);
                    break (Word::functor(constructor.functor), constructor.args.len(), more);
                }
                Values::Int | Values::Char | Values::Constants if split.next >= allowed => return self.beyond(split),
                Values::Int => {
                    let word = Word::int(int_at(split.next)).expect("places are small");
                    break (word, 0, Some(split.next + 1));
                }
                Values::Char => match char_at(split.next) {
                    Some(char) => break (Word::char(char), 0, Some(split.next + 1)),
                    None => {
                        self.pop_choice();
                        return Flow::Fail;
                    }
                },
                Values::Constants if split.next >= MOST_CONSTANTS => return self.beyond(split),
                Values::Constants => break (Word::constant(split.next + 1), 0, Some(split.next + 1)),
                Values::Opaque => {
                    self.pop_choice();
                    self.undefined("values of a type that cannot be listed are needed", None);
                    return Flow::Fail;
                }
            }
        };
        self.record.push(ALTERNATIVE | split.next);
        match (&mut self.choices.last_mut().expect("the split is a choice").kind, more) {
            (Kind::Split(split), Some(more)) => split.next = more,
            _ => self.pop_choice(),
        }
        let is_data = matches!(code.shapes.get(shape).values, Values::Data(_));
        let weight = if is_data { 1 } else { split.next + 1 };
        let is_last = used + weight == self.settings.bound as u32;
        self.tight |= is_last;
        // Others may rest on the failure of this value.
        self.touched |= is_last && (!self.regions.is_empty() || self.committing || split.neck.is_some());
        let value = self.open_value(word, parts);
        let start = self.heap.len() - parts;
        let root = root.unwrap_or(self.splits.len());
        self.splits.push(Given { start, count: parts, root, weight });
        self.bind(split.var, value);
        self.neck = split.neck;
        match split.resume {
            Resume::At(pc) => {
                self.pc = pc;
                Flow::Go
            }
            Resume::Call(closure) => self.call_closure(closure),
        }
    }

    /// A constructor with new variables.
    fn open_value(&mut self, functor: Word, parts: usize) -> Word {
        if parts == 0 {
            return functor;
        }
        let address = self.heap.len();
        let is_list = functor == Word::functor(builtin::CONS);
        if !is_list {
            self.heap.push(functor);
        }
        for _ in 0..parts {
            self.new_var();
        }
        if is_list { Word::list(address) } else { Word::structure(address) }
    }

    fn beyond(&mut self, split: Split) -> Flow {
        self.pop_choice();
        if self.pattern.is_some() {
            self.instances_beyond = true;
            return Flow::Fail;
        }
        if split.conclusion {
            return Flow::Tell(Event::Beyond { var: split.var, from: split.next });
        }
        self.cut_offs.plain += 1;
        self.neck = split.neck;
        self.drop_uncertain(match split.resume {
            Resume::At(pc) => Some((self.e, pc)),
            Resume::Call(_) => None,
        });
        Flow::Fail
    }

    /// The first constructor of the variable that a variable is a part of, and how many constructors that has got.
    pub(super) fn used(&self, var: usize) -> (Option<usize>, u32) {
        // An instance is looked for with constructors that count anew.
        let splits = &self.splits[self.pattern.as_ref().map_or(0, |(_, splits)| *splits)..];
        let holds = |given: &&Given| (given.start..given.start + given.count).contains(&var);
        let Some(root) = splits.iter().rev().find(holds).map(|given| given.root) else { return (None, 0) };
        let used = splits.iter().filter(|given| given.root == root).map(|given| given.weight).sum();
        (Some(root), used)
    }

    fn split_bound(&self) -> i32 {
        if self.pattern.is_none() {
            return self.settings.bound;
        }
        let limit = self.choices.iter().rev().find_map(|choice| match choice.kind {
            Kind::Grounding(limit) => Some(limit),
            _ => None,
        });
        limit.expect("instances are looked for above a choice of their size")
    }

    /// The conclusion has no proof: a ground instance is looked for, the smallest first.
    pub(super) fn begin_grounding(&mut self) -> Flow {
        self.lacked_values_only = false;
        self.pattern = Some((self.free_roots(), self.splits.len()));
        self.push_choice(Kind::Grounding(0), self.saved.len());
        self.next_grounding(0)
    }

    /// The open variables of the property that no goal waits for: what waits is an equation that must not hold, which some
    /// of the values of its variables do not meet.
    fn free_roots(&self) -> Vec<usize> {
        let mut held = FxHashSet::default();
        for (proc, args) in self.open_disequalities() {
            let shapes = &self.code.proc(proc).shapes;
            let words = args.into_iter().zip(shapes.iter().copied()).collect();
            held.extend(self.open_vars(words).map(|(var, _)| var));
        }
        let shapes = &self.code.proc(self.code.main).shapes;
        let words = self.roots.iter().copied().zip(shapes.iter().copied()).collect();
        self.open_vars(words).map(|(var, _)| var).filter(|var| !held.contains(var)).collect()
    }

    /// Tries the next size; the newest choice is that of the last.
    pub(super) fn next_grounding(&mut self, limit: i32) -> Flow {
        let next = limit + 1;
        if limit > 0 && !self.instances_beyond {
            // What must not be equal leaves no values: there is no such case.
            self.pop_choice();
            self.pattern = None;
            return Flow::Fail;
        }
        self.instances_beyond = false;
        if next > MOST_GROUNDING {
            self.pop_choice();
            self.pattern = None;
            return Flow::Tell(Event::Undecided);
        }
        self.choices.last_mut().expect("it is a choice").kind = Kind::Grounding(next);
        self.pc = self.code.conclusion.expect("there is a conclusion").1;
        Flow::Go
    }

    /// All variables are ground, and what must not be equal is not.
    pub(super) fn instance(&mut self, slots: u16) -> Flow {
        if let Some(flow) = self.label(slots) {
            return flow;
        }
        match self.settle(slots, 0, true) {
            Some(flow) => flow,
            None => Flow::Tell(Event::Refuted),
        }
    }

    /// Forgets the other instances of what the conclusion fails for, and says of the one at hand which variables may have
    /// any value.
    pub fn take_pattern(&mut self) -> Option<super::snapshot::Snapshot> {
        let place = self.choices.iter().rposition(|choice| matches!(choice.kind, Kind::Grounding(_)))?;
        let (free, _) = self.pattern.take()?;
        let values: Vec<Word> = free.iter().map(|var| self.heap[*var]).collect();
        free.iter().for_each(|var| self.heap[*var] = Word::reference(*var));
        let pattern = self.snapshot(&self.roots);
        free.iter().zip(values).for_each(|(var, value)| self.heap[*var] = value);
        self.forget(place + 1);
        self.go_back();
        self.pop_choice();
        Some(pattern)
    }

    /// Two terms must not be equal.
    pub(super) fn differ(&mut self, left: u16, right: u16) -> Option<Flow> {
        let age = self.take_age();
        let (left, right) = (self.slot(left), self.slot(right));
        match self.equal_if(left, right) {
            Equal::Never => None,
            Equal::Always => Some(Flow::Fail),
            Equal::If(var) => {
                self.age = age;
                self.need(self.here(), var)
            }
        }
    }

    /// Whether two terms are equal, or which variable it depends on.
    pub(super) fn equal_if(&mut self, left: Word, right: Word) -> Equal {
        let (hb, freeze) = (self.hb, self.freeze);
        (self.hb, self.freeze) = (usize::MAX, 0);
        let (trail, woken) = (self.trail.len(), self.woken.len());
        let unifies = self.unify(left, right);
        let bound = self.trail.get(trail).map(|(address, _)| *address as usize);
        self.undo(trail);
        self.woken.truncate(woken);
        (self.hb, self.freeze) = (hb, freeze);
        match bound {
            _ if !unifies => Equal::Never,
            None => Equal::Always,
            Some(var) => Equal::If(var),
        }
    }
}

/// Whether two terms are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Equal {
    Never,
    Always,
    /// It depends on what the variable is.
    If(usize),
}

/// The unbound variables of typed terms.
pub(super) struct OpenVars<'m> {
    machine: &'m Machine<'m>,
    todo: Vec<(Word, ShapeId)>,
    seen: Seen<(Word, ShapeId)>,
}

impl Iterator for OpenVars<'_> {
    type Item = (usize, ShapeId);

    fn next(&mut self) -> Option<(usize, ShapeId)> {
        while let Some((word, shape)) = self.todo.pop() {
            let word = self.machine.deref(word);
            if word.is_ref() {
                return Some((word.address(), shape));
            }
            if self.seen.again((word, shape)) {
                continue;
            }
            let machine = self.machine;
            let cells = machine.parts(word, shape).map(|(address, shape)| (machine.heap[address], shape));
            // Constants have no variables: most cells are some.
            self.todo.extend(cells.filter(|(word, _)| !matches!(word.tag(), Tag::Atom | Tag::Int)));
        }
        None
    }
}
