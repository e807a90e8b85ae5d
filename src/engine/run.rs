//! The loop over operations.

use super::code::{Op, Pc, ProcId, RESUME};
use super::cut::{Barrier, Neck};
use super::index::{self, ANY, MOST};
use super::machine::{Event, HEADER, Kind, Machine};
use super::trace::{AGE, CLOSURE};
use super::word::{Tag, Word};

/// How many calls are made between two looks at the limits.
const PAUSE: u64 = 4096;

/// The place of so many operations that belong to the one at hand; the next stands behind them.
#[inline]
fn take(pc: &mut Pc, count: usize) -> Pc {
    let parts = *pc;
    *pc += count as Pc;
    parts
}

/// What an operation came to.
pub(super) enum Flow {
    /// The next operation is at the program counter.
    Go,
    /// The branch fails.
    Fail,
    /// The caller must hear of something.
    Tell(Event),
}

impl Machine<'_> {
    /// Goes back to the newest choice and on from there, until there is something to tell.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> Event {
        match self.fail() {
            Some(event) => event,
            None => self.run(),
        }
    }

    /// Goes on until there is something to tell.
    // The macros stand at the end of arms and in their middle.
    #[allow(clippy::needless_continue)]
    pub fn run(&mut self) -> Event {
        macro_rules! fail {
            () => {
                match self.fail() {
                    None => continue,
                    Some(event) => return event,
                }
            };
        }
        macro_rules! go {
            ($flow:expr) => {
                match $flow {
                    Flow::Go => continue,
                    Flow::Tell(event) => return event,
                    Flow::Fail => fail!(),
                }
            };
        }
        let code = self.code;
        'operations: loop {
            // Most operations neither call nor choose: they go on here, with the place at hand in a register.
            let mut pc = self.pc;
            let op = loop {
                let op = code.ops[pc as usize];
                pc += 1;
                match self.simple(op, &mut pc) {
                    Some(true) => {}
                    Some(false) => {
                        self.pc = pc;
                        match self.fail() {
                            None => continue 'operations,
                            Some(event) => return event,
                        }
                    }
                    None => break op,
                }
            };
            self.pc = pc;
            match op {
                Op::Call(slots, proc) => {
                    self.ce = self.e;
                    self.cp = self.pc;
                    self.top = (self.e + HEADER + slots as usize).max(self.choice_top);
                    self.at_site();
                    go!(self.call(proc));
                }
                Op::Execute(proc) => {
                    self.at_site();
                    self.leave_frame();
                    go!(self.call(proc));
                }
                Op::Jump(proc) => {
                    self.at_site();
                    go!(self.call(proc));
                }
                Op::Resume => {
                    let closure = self.slot(0);
                    self.leave_frame();
                    go!(self.call_closure(closure));
                }
                Op::Return => {
                    self.leave_frame();
                    if let Some(flow) = self.proceed() {
                        go!(flow);
                    }
                }
                Op::Proceed => {
                    if let Some(flow) = self.proceed() {
                        go!(flow);
                    }
                }
                Op::Fail => fail!(),
                Op::Try(slots, next) => {
                    // Going back forgets who was woken, so they run before there is a choice to go back to.
                    if let Some(flow) = self.run_woken(slots) {
                        go!(flow);
                    }
                    if let Some(alternative) = self.replayed() {
                        self.note_branch(self.here(), alternative);
                        self.pc = if alternative == 0 { self.pc } else { next };
                        continue;
                    }
                    self.protect(slots);
                    self.push_choice(Kind::Branch(next, self.here()), self.saved.len());
                    self.note_branch(self.here(), 0);
                }
                Op::Spend(uses) => {
                    self.slack -= uses as i32;
                    if !self.plain {
                        self.touched |= self.slack == 0;
                        if self.slack < 0 {
                            self.cut_offs.slack += 1;
                            self.drop_uncertain(Some((self.e, self.here())));
                            fail!();
                        }
                    }
                }
                Op::SelectAll(slot, count) => {
                    let address = self.heap.len();
                    self.heap.push(Word((1 << count) - 1));
                    self.set_slot(slot, Word::reference(address));
                }
                Op::Select(slot, table) => self.select(slot, table),
                Op::NeckCut(slots, slot) => {
                    if let Some(flow) = self.neck_cut(slots, slot) {
                        go!(flow);
                    }
                }
                Op::Reload => self.reload_frame(),
                Op::SaveCut(slot) => self.save_cut(slot),
                Op::SaveInnerCut(slots, slot) => self.save_inner_cut(slots, slot),
                Op::EndCut(slot) => self.end_cut(slot),
                Op::Cut(slots, slot) => {
                    if let Some(flow) = self.cut(slots, slot) {
                        go!(flow);
                    }
                }
                Op::NextCut(slots, slot) => {
                    if let Some(flow) = self.run_woken(slots) {
                        go!(flow);
                    }
                    self.next_cut(slots, slot);
                }
                Op::IsNew(slot, count) => match self.fast_value(self.pc, count) {
                    Some(word) => {
                        self.pc += count;
                        self.set_slot(slot, word);
                    }
                    None => {
                        let var = self.new_var();
                        self.set_slot(slot, var);
                        if let Some(flow) = self.slow_is(slot, count) {
                            go!(flow);
                        }
                    }
                },
                Op::Is(slot, count) => match self.fast_value(self.pc, count) {
                    Some(word) => {
                        self.age = 0;
                        self.pc += count;
                        if !self.unify(self.slot(slot), word) {
                            fail!();
                        }
                    }
                    None => {
                        if let Some(flow) = self.slow_is(slot, count) {
                            go!(flow);
                        }
                    }
                },
                Op::Compare(how, count) => match self.fast_compare(how, self.pc, count) {
                    Some(true) => {
                        self.age = 0;
                        self.pc += count;
                    }
                    Some(false) => fail!(),
                    None => {
                        if let Some(flow) = self.slow_compare(how, count) {
                            go!(flow);
                        }
                    }
                },
                Op::Differ(left, right) => {
                    if let Some(flow) = self.differ(left, right) {
                        go!(flow);
                    }
                }
                Op::Builtin(builtin, proc) => {
                    if let Some(flow) = self.builtin(builtin, proc) {
                        go!(flow);
                    }
                }
                Op::Not(slots, least) => {
                    if let Some(flow) = self.begin_not(slots, least) {
                        go!(flow);
                    }
                }
                Op::NotEnd(slots) => go!(self.end_not(slots)),
                Op::Decide(how, count, table) => {
                    let (then, otherwise) = code.branches[table as usize];
                    match self.fast_compare(how, self.pc, count.into()) {
                        Some(true) => {
                            self.note_branch(self.here(), 0);
                            self.pc = then;
                        }
                        Some(false) => {
                            self.note_branch(self.here(), 1);
                            self.pc = otherwise;
                        }
                        None => self.pc += u32::from(count),
                    }
                }
                Op::If(slots, otherwise) => {
                    // A variable may have been split for the condition; whom that wakes does not belong to it.
                    if let Some(flow) = self.run_woken(slots) {
                        go!(flow);
                    }
                    self.begin_if(slots, otherwise);
                }
                Op::Then(slots) => {
                    if let Some(flow) = self.then(slots) {
                        go!(flow);
                    }
                }
                Op::FindAll(slots, after) => self.begin_findall(slots, after),
                Op::Collect(slots, slot) => go!(self.collect(slots, slot)),
                Op::Collected(slot) => self.set_slot(slot, self.found),
                Op::Hypothesis(least) => {
                    if !self.hypothesis(least) {
                        fail!();
                    }
                }
                Op::HypothesisEnd => self.tight |= self.left == 0,
                Op::Settle(slots) => {
                    if let Some(flow) = self.settle(slots, 0, false) {
                        go!(flow);
                    }
                }
                Op::Fresh if self.tight => {}
                Op::Fresh => fail!(),
                Op::Label(slots) => {
                    if let Some(flow) = self.label(slots) {
                        go!(flow);
                    }
                }
                Op::Answer(slots) => {
                    self.protect(slots);
                    return Event::Answer;
                }
                Op::Conclude(slots, least) => go!(self.begin_conclusion(slots, least)),
                Op::ConcludeEnd(slots) => go!(self.end_conclusion(slots)),
                Op::Instance(slots) => go!(self.instance(slots)),
                _ => unreachable!("parts and expressions follow what they belong to"),
            }
        }
    }

    /// Carries out an operation that neither calls nor chooses: whether it fits. Others are none.
    #[inline(always)]
    #[allow(clippy::inline_always)]
    fn simple(&mut self, op: Op, pc: &mut Pc) -> Option<bool> {
        Some(match op {
            Op::GetVar(slot, arg) => {
                self.set_slot(slot, self.args[arg as usize]);
                true
            }
            Op::PutValue(slot, arg) => {
                self.args[arg as usize] = self.slot(slot);
                true
            }
            Op::PutConst(arg, word) => {
                self.args[arg as usize] = word;
                true
            }
            Op::PutVar(slot, arg) => {
                let var = self.new_var();
                self.set_slot(slot, var);
                self.args[arg as usize] = var;
                true
            }
            Op::NewVar(slot) => {
                let var = self.new_var();
                self.set_slot(slot, var);
                true
            }
            Op::BuildConst(slot, word) => {
                self.set_slot(slot, word);
                true
            }
            Op::BuildList(slot) => {
                let address = self.heap.len();
                self.build(2, take(pc, 2));
                self.set_slot(slot, Word::list(address));
                true
            }
            Op::BuildStruct(slot, functor) => {
                let address = self.heap.len();
                self.heap.push(functor);
                let arity = self.code.arity(functor);
                self.build(arity, take(pc, arity));
                self.set_slot(slot, Word::structure(address));
                true
            }
            Op::Allocate(slots) => {
                self.keep_frame();
                self.top = self.e + HEADER + slots as usize;
                true
            }
            Op::GetValue(slot, arg) => self.unify(self.slot(slot), self.args[arg as usize]),
            Op::GetConst(arg, word) => self.match_const(self.args[arg as usize], word),
            Op::GetList(arg) => self.match_list(self.args[arg as usize], take(pc, 2)),
            Op::GetListVars(arg, head, tail) => self.get_list_vars(arg, head, tail),
            Op::GetListValue(arg, head, tail) => self.get_list_value(arg, head, tail),
            Op::GetStruct(arg, functor) => {
                self.match_struct(self.args[arg as usize], functor, take(pc, self.code.arity(functor)))
            }
            Op::MatchConst(slot, word) => self.match_const(self.slot(slot), word),
            Op::MatchList(slot) => self.match_list(self.slot(slot), take(pc, 2)),
            Op::MatchStruct(slot, functor) => {
                self.match_struct(self.slot(slot), functor, take(pc, self.code.arity(functor)))
            }
            Op::Unify(left, right) => self.unify(self.slot(left), self.slot(right)),
            Op::Goto(to) => {
                *pc = to;
                true
            }
            _ => return None,
        })
    }

    /// Whether the head or equation that wanted a variable would not match whatever the variable is: then nothing is wanted.
    #[cold]
    fn mismatches(&mut self) -> bool {
        let code = self.code;
        let at = self.here();
        let place = code.matches.partition_point(|range| range.end <= at);
        let Some(range) = code.matches.get(place).filter(|range| range.contains(&at)) else { return false };
        let (hb, freeze) = (self.hb, self.freeze);
        (self.hb, self.freeze) = (usize::MAX, 0);
        let (trail, woken, heap) = (self.trail.len(), self.woken.len(), self.heap.len());
        let mut pc = range.start;
        let mut fits = true;
        while fits && pc < range.end {
            let op = code.ops[pc as usize];
            pc += 1;
            fits = self.simple(op, &mut pc).unwrap_or(true);
        }
        self.undo(trail);
        self.woken.truncate(woken);
        self.heap.truncate(heap);
        (self.hb, self.freeze) = (hb, freeze);
        !fits
    }

    /// Keeps where the frame at hand returns to, and the clause use that it belongs to.
    #[inline]
    pub(super) fn keep_frame(&mut self) {
        self.frames[self.e] = Word(self.ce as u32);
        self.frames[self.e + 1] = Word(self.cp);
        self.frames[self.e + 2] = Word(self.activation);
    }

    /// Makes sure that what comes next leaves the frame alone.
    #[inline]
    pub(super) fn protect(&mut self, slots: u16) {
        self.top = (self.e + HEADER + slots as usize).max(self.choice_top);
    }

    /// Gives the frame up: what comes next returns to where the frame would have.
    #[inline]
    pub(super) fn leave_frame(&mut self) {
        self.ce = self.frames[self.e].0 as usize;
        self.cp = self.frames[self.e + 1].0;
        self.top = self.e.max(self.choice_top);
    }

    /// Returns to the frame and place at hand; goals that were woken run first.
    #[inline]
    pub(super) fn proceed(&mut self) -> Option<Flow> {
        if !self.woken.is_empty() && self.wake(None) {
            let closure = self.found;
            return Some(self.call_closure(closure));
        }
        self.e = self.ce;
        self.pc = self.cp;
        self.activation = self.frames[self.e + 2].0;
        None
    }

    fn match_const(&mut self, word: Word, constant: Word) -> bool {
        let word = self.deref(word);
        match word.tag() {
            Tag::Ref => self.bind(word.address(), constant),
            Tag::Big => constant.tag() == Tag::Big && self.bigs[word.address()] == self.bigs[constant.address()],
            _ => word == constant,
        }
    }

    #[inline]
    fn match_list(&mut self, word: Word, pc: Pc) -> bool {
        let word = self.deref(word);
        match word.tag() {
            Tag::List => self.read_parts(word.address(), 2, pc),
            Tag::Ref => {
                let address = self.heap.len();
                self.write_parts(word, 2, pc) && self.bind(word.address(), Word::list(address))
            }
            _ => false,
        }
    }

    #[inline]
    fn get_list_vars(&mut self, arg: u16, head: u16, tail: u16) -> bool {
        let word = self.deref(self.args[arg as usize]);
        match word.tag() {
            Tag::List => {
                let address = word.address();
                let (first, rest) = (self.heap[address], self.heap[address + 1]);
                self.set_slot(head, first);
                self.set_slot(tail, rest);
                true
            }
            Tag::Ref => {
                let address = self.heap.len();
                let (first, rest) = (self.new_var(), self.new_var());
                self.set_slot(head, first);
                self.set_slot(tail, rest);
                self.bind(word.address(), Word::list(address))
            }
            _ => false,
        }
    }

    #[inline]
    fn get_list_value(&mut self, arg: u16, head: u16, tail: u16) -> bool {
        let word = self.deref(self.args[arg as usize]);
        match word.tag() {
            Tag::List => {
                let address = word.address();
                let rest = self.heap[address + 1];
                self.set_slot(tail, rest);
                self.unify(self.slot(head), self.heap[address])
            }
            Tag::Ref => {
                if word.address() < self.freeze {
                    self.wanted = Some(word.address());
                    return false;
                }
                let value = self.deref(self.slot(head));
                if value == word || self.occurs(word, value) {
                    return false;
                }
                let address = self.heap.len();
                self.heap.push(value);
                let rest = self.new_var();
                self.set_slot(tail, rest);
                self.bind(word.address(), Word::list(address))
            }
            _ => false,
        }
    }

    fn match_struct(&mut self, word: Word, functor: Word, pc: Pc) -> bool {
        let word = self.deref(word);
        match word.tag() {
            Tag::Struct if self.heap[word.address()] == functor => {
                self.read_parts(word.address() + 1, self.code.arity(functor), pc)
            }
            Tag::Ref => {
                let address = self.heap.len();
                self.heap.push(functor);
                self.write_parts(word, self.code.arity(functor), pc)
                    && self.bind(word.address(), Word::structure(address))
            }
            _ => false,
        }
    }

    /// The parts are there: they must match.
    #[inline]
    fn read_parts(&mut self, address: usize, count: usize, pc: Pc) -> bool {
        let code = self.code;
        for (part, op) in (address..address + count).zip(&code.ops[pc as usize..]) {
            let fits = match *op {
                Op::UnifyVar(slot) => {
                    self.set_slot(slot, self.heap[part]);
                    true
                }
                Op::UnifyValue(slot) => self.unify(self.slot(slot), self.heap[part]),
                Op::UnifyConst(word) => self.match_const(self.heap[part], word),
                _ => true,
            };
            if !fits {
                return false;
            }
        }
        true
    }

    /// The parts are made, for a variable that must not stand in them.
    #[inline]
    fn write_parts(&mut self, var: Word, count: usize, pc: Pc) -> bool {
        let code = self.code;
        if var.address() < self.freeze {
            self.wanted = Some(var.address());
            return false;
        }
        for op in &code.ops[pc as usize..pc as usize + count] {
            match *op {
                Op::UnifyVar(slot) => {
                    let new = self.new_var();
                    self.set_slot(slot, new);
                }
                Op::UnifyValue(slot) => {
                    let value = self.deref(self.slot(slot));
                    if value == var || self.occurs(var, value) {
                        return false;
                    }
                    self.heap.push(value);
                }
                Op::UnifyConst(word) => self.heap.push(word),
                _ => {
                    self.new_var();
                }
            }
        }
        true
    }

    /// Builds the parts of a structure.
    #[inline]
    fn build(&mut self, count: usize, pc: Pc) {
        let code = self.code;
        for op in &code.ops[pc as usize..pc as usize + count] {
            match *op {
                Op::SetValue(slot) => self.heap.push(self.slot(slot)),
                Op::SetConst(word) => self.heap.push(word),
                Op::SetVar(slot) => {
                    let var = self.new_var();
                    self.set_slot(slot, var);
                }
                _ => unreachable!("parts follow what they are parts of"),
            }
        }
    }

    /// Calls a procedure with the arguments at hand; goals that were woken run first.
    #[inline(always)]
    #[allow(clippy::inline_always)]
    pub(super) fn call(&mut self, id: ProcId) -> Flow {
        if !self.woken.is_empty() && self.wake(Some(id)) {
            let closure = self.found;
            return self.call_closure(closure);
        }
        if let Some(flow) = self.tick() {
            return flow;
        }
        let code = self.code;
        if self.replay.is_some() && self.regions.is_empty() {
            return self.call_again(id);
        }
        let proc = &code.procs[id.0 as usize];
        if let Some(arg) = proc.index.decisive()
            && self.settings.indexing
        {
            let key = index::key(self.deref(self.args[arg]), |address| self.heap[address]);
            if key != ANY {
                return self.call_only(id, key);
            }
        }
        let mut keys = [ANY; MOST];
        if self.settings.indexing {
            for (key, arg) in keys.iter_mut().zip(proc.index.args()) {
                *key = index::key(self.deref(self.args[*arg as usize]), |address| self.heap[address]);
            }
        }
        let list = if proc.index.has_tables() { proc.index.candidates(&keys) } else { None };
        let Some(first) = self.next_clause(id, list, 0, &keys) else { return Flow::Fail };
        let b0 = self.choices.len();
        if let Some(next) = self.next_clause(id, list, first + 1, &keys) {
            let saved = self.saved.len();
            self.saved.extend_from_slice(&self.args[..proc.arity]);
            self.push_choice(Kind::Clauses { proc: id, list, next, keys }, saved);
        }
        self.b0 = b0;
        self.enter(id, proc.clause_at(list, first))
    }

    /// Calls the one clause whose deciding argument begins with a word.
    #[inline]
    fn call_only(&mut self, id: ProcId, key: Word) -> Flow {
        let proc = &self.code.procs[id.0 as usize];
        let Some(place) = proc.index.only(key) else { return Flow::Fail };
        let clause = proc.clauses.start + place;
        self.b0 = self.choices.len();
        if !self.affords(clause) && !self.may_cut(clause) {
            return self.unaffordable(clause);
        }
        self.enter(id, clause)
    }

    /// The place of the next clause that can match, from a place in the list on.
    #[inline(always)]
    #[allow(clippy::inline_always)]
    fn next_clause(&mut self, proc: ProcId, list: Option<&[u32]>, from: u32, keys: &[Word; MOST]) -> Option<u32> {
        let code = self.code;
        let proc = &code.procs[proc.0 as usize];
        let count = list.map_or(proc.clauses.len(), <[u32]>::len) as u32;
        for place in from..count {
            let clause = proc.clause_at(list, place);
            if index::fits(&code.clauses[clause as usize].keys, keys) {
                if self.committing || self.affords(clause) || self.may_cut(clause) {
                    return Some(place);
                }
                self.note_unaffordable(clause);
                if code.clauses[clause as usize].has_cut {
                    // Whether it commits is open, so no later clause is tried.
                    return None;
                }
            }
        }
        None
    }

    #[inline]
    fn affords(&self, clause: u32) -> bool {
        let clause = &self.code.clauses[clause as usize];
        if self.plain { clause.cost as i32 <= self.left } else { clause.extra as i32 <= self.slack }
    }

    /// Whether a clause that looking ahead finds too dear has a cut that is to be counted to: it may commit before that shows.
    #[cold]
    fn may_cut(&self, clause: u32) -> bool {
        let clause = &self.code.clauses[clause as usize];
        clause.has_cut && clause.cost as i32 <= self.left
    }

    /// The clause that is to be used cannot be paid for.
    #[cold]
    fn unaffordable(&mut self, clause: u32) -> Flow {
        self.note_unaffordable(clause);
        self.drop_uncertain(None);
        Flow::Fail
    }

    fn note_unaffordable(&mut self, clause: u32) {
        if self.code.clauses[clause as usize].cost as i32 <= self.left {
            self.cut_offs.slack += 1;
        } else {
            self.cut_offs.plain += 1;
        }
    }

    #[inline(always)]
    #[allow(clippy::inline_always)]
    pub(super) fn enter(&mut self, proc: ProcId, clause: u32) -> Flow {
        let code = self.code;
        let compiled = &code.clauses[clause as usize];
        // A goal that waited since an earlier hypothesis is not in the slack of this one.
        if compiled.cost as i32 > self.left || self.committing && !self.affords(clause) {
            if compiled.has_cut {
                self.forget(self.b0);
            }
            return self.unaffordable(clause);
        }
        if compiled.assumes && !self.may_assume() {
            return Flow::Fail;
        }
        let caller = self.activation;
        if compiled.has_cut && !compiled.neck && self.choices.len() == self.b0 {
            self.push_barrier(proc, Barrier::Call(proc));
        }
        if compiled.cost > 0 {
            self.left -= 1;
            self.slack -= compiled.extra as i32;
            self.touched |= self.left == 0 || self.slack == 0 && !self.plain;
            self.uses += 1;
            if self.replay.is_some() {
                self.trace_call(proc);
            }
            self.record.push(clause);
            self.activation = self.record.len() as u32;
            if !self.shared_out && self.is_counted() && !self.takes_branch() {
                return Flow::Fail;
            }
        }
        self.ensure_frame(compiled.slots);
        if compiled.neck {
            self.neck = Some(Neck { proc, slots: compiled.slots, caller });
        }
        self.pc = compiled.entry;
        Flow::Go
    }

    /// Takes one of the assumptions that are left. What is assumed must not decide a negation or a condition.
    #[cold]
    fn may_assume(&mut self) -> bool {
        let may = self.assumptions > 0 && self.regions.is_empty();
        self.assumptions -= u32::from(may);
        may
    }

    /// Whether the branch at hand is one to be counted for shares: outside of searches inside the search.
    fn is_counted(&self) -> bool {
        self.regions.is_empty() && self.share.is_some_and(|share| self.record.len() >= share.depth)
    }

    /// Calls a goal that was kept.
    pub(super) fn call_closure(&mut self, closure: Word) -> Flow {
        let address = closure.address();
        let proc = ProcId(self.heap[address].0);
        let arity = self.code.proc(proc).arity;
        self.activation = self.heap[address + 1].0;
        self.set_site(self.heap[address + 2].0);
        self.age = self.heap[address + AGE].0 as usize;
        self.args[..arity].copy_from_slice(&self.heap[address + CLOSURE..address + CLOSURE + arity]);
        self.call(proc)
    }

    /// Goes back to the newest choice that has something left, or says that there is none.
    pub(super) fn fail(&mut self) -> Option<Event> {
        loop {
            if let Some(var) = self.wanted.take()
                && !self.mismatches()
            {
                match self.want(var) {
                    Flow::Go => return None,
                    Flow::Tell(event) => return Some(event),
                    Flow::Fail => {}
                }
                continue;
            }
            self.neck = None;
            if self.choices.is_empty() {
                return Some(Event::Done);
            }
            self.go_back();
            let place = self.choices.len() - 1;
            let kind = self.choices[place].kind;
            self.note_failed_before_cut(&kind);
            let choice = &self.choices[place];
            let flow = match kind {
                Kind::Clauses { proc, list, next, keys } => {
                    let saved = choice.saved as usize;
                    let called = &self.code.procs[proc.0 as usize];
                    self.args[..called.arity].copy_from_slice(&self.saved[saved..saved + called.arity]);
                    match (self.next_clause(proc, list, next + 1, &keys), &mut self.choices[place].kind) {
                        (Some(after), Kind::Clauses { next, .. }) => *next = after,
                        _ => self.pop_choice(),
                    }
                    self.b0 = place;
                    self.enter(proc, called.clause_at(list, next))
                }
                Kind::Branch(pc, attempt) => {
                    self.pop_choice();
                    self.note_branch(attempt, 1);
                    self.pc = pc;
                    Flow::Go
                }
                Kind::Split(split) => self.next_split(split),
                Kind::Between { low, next, high } => self.next_between(low, next, high),
                Kind::Barrier(_) => {
                    self.pop_choice();
                    Flow::Fail
                }
                Kind::Region => self.end_region(),
                Kind::Grounding(limit) => self.next_grounding(limit),
            };
            match flow {
                Flow::Go => return None,
                Flow::Fail => {}
                Flow::Tell(event) => return Some(event),
            }
        }
    }

    /// Picks the next goal of a conjunction: the leftmost, unless it would generate without a guide and one behind it has
    /// its guide.
    fn select(&mut self, slot: u16, table: u32) {
        let code = self.code;
        let selection = &code.selections[table as usize];
        let cell = self.slot(slot).address();
        let open = self.heap[cell].0;
        if open == 0 {
            self.pc = selection.after;
            return;
        }
        let guided = |goal: &super::code::SelectedGoal| {
            let bound = |slot: &u16| !self.deref(self.slot(*slot)).is_ref();
            goal.guides.as_ref().is_none_or(|guides| guides.iter().any(bound))
        };
        let leftmost = open.trailing_zeros() as usize;
        let mut chosen = leftmost;
        if !guided(&selection.goals[leftmost]) {
            let mut behind = (leftmost + 1..selection.goals.len()).filter(|place| open & 1 << place != 0);
            let ready = |place: &usize| selection.goals[*place].may_advance && guided(&selection.goals[*place]);
            chosen = behind.find(ready).unwrap_or(leftmost);
        }
        let entry = selection.goals[chosen].entry;
        self.write(cell, Word(open & !(1 << chosen)));
        self.pc = entry;
    }

    /// A goal with its arguments, kept on the heap.
    pub(super) fn closure(&mut self, proc: ProcId, args: impl Iterator<Item = Word>) -> Word {
        let address = self.heap.len();
        self.heap.extend([Word(proc.0), Word(self.activation), Word(self.site()), Word(0)]);
        self.heap.extend(args);
        Word::structure(address)
    }

    /// Keeps a goal in a frame of its own, to be called when what is at hand returns.
    pub(super) fn keep_for_later(&mut self, closure: Word) {
        self.ensure_frame(1);
        self.keep_frame();
        self.set_slot(0, closure);
        self.ce = self.e;
        self.cp = RESUME;
        self.top = self.e + HEADER + 1;
    }

    /// Counts a step, and looks at the limits now and then.
    #[inline]
    pub(super) fn tick(&mut self) -> Option<Flow> {
        self.steps += 1;
        if self.steps >= self.check_at { self.pause() } else { None }
    }

    /// Looks at the limits, and at the steps that searches inside the search have.
    #[cold]
    fn pause(&mut self) -> Option<Flow> {
        if let Some(reason) = self.limits.reached(self.steps, self.memory()) {
            return Some(Flow::Tell(Event::Stopped(reason)));
        }
        let flow = self.region_over_steps();
        self.check_at = (self.steps + PAUSE).min(self.region_steps());
        flow
    }

    /// Where the machine is.
    pub(super) fn here(&self) -> Pc {
        self.pc - 1
    }
}
