//! Heads and terms.

use super::{Compiler, Scope};
use crate::engine::code::{Op, Origin, Pc};
use crate::engine::index;
use crate::engine::word::Word;
use crate::program::{Clause, FunctorKind, Goal, GoalId, builtin};
use crate::term::{Functor, Term, TermId, Var};
use dashu_int::IBig;

/// More slots than fit into an operation.
const MOST_SLOTS: u16 = 60_000;

/// Compiles one clause, or one goal that is a procedure of its own.
pub(super) struct ClauseCompiler<'c, 'p> {
    pub(super) compiler: &'c mut Compiler<'p>,
    pub(super) scope: Scope<'p>,
    /// The slot of each variable that has one; it has a value from then on.
    pub(super) slots: Vec<Option<u16>>,
    next_slot: u16,
    /// Slots of temporary results that are free again.
    free: Vec<u16>,
    /// The slot of the place that a cut goes back to.
    pub(super) cut: Option<u16>,
    /// Whether a cut may come behind the goal at hand.
    pub(super) pending: bool,
    /// Where a cut of the clause became pending, until its body begins.
    pub(super) pending_from: Option<Pc>,
    /// Whether the clause has a frame.
    pub(super) framed: bool,
    /// Whether branches may stand in place; those of goals that are procedures already do not, or code would double with
    /// each level of nesting.
    pub(super) inlines: bool,
    /// The slots whose values the arguments still have, while nothing but the head has been matched and terms been built.
    held: Vec<Option<u16>>,
}

/// Where the value of a term is.
#[derive(Clone, Copy)]
pub(super) enum Built {
    Const(Word),
    Slot(u16),
    /// A slot that nobody needs afterwards.
    Temporary(u16),
    /// A variable that occurs here for the first time.
    New(Var),
}

impl<'c, 'p> ClauseCompiler<'c, 'p> {
    pub(super) fn new(compiler: &'c mut Compiler<'p>, scope: Scope<'p>) -> ClauseCompiler<'c, 'p> {
        let slots = vec![None; scope.formula.vars.len()];
        ClauseCompiler {
            compiler,
            scope,
            slots,
            next_slot: 0,
            free: vec![],
            cut: None,
            pending: false,
            pending_from: None,
            framed: false,
            inlines: false,
            held: vec![],
        }
    }

    pub(super) fn slot_count(&self) -> u16 {
        self.next_slot
    }

    pub(super) fn emit(&mut self, op: Op) {
        match op {
            Op::GetVar(slot, arg) => self.hold(arg, Some(slot)),
            Op::PutValue(_, arg) | Op::PutVar(_, arg) | Op::PutConst(arg, _) => self.hold(arg, None),
            op if op.is_straight() => {}
            _ => self.held.clear(),
        }
        self.compiler.code.ops.push(op);
    }

    fn hold(&mut self, arg: u16, slot: Option<u16>) {
        let arg = arg as usize;
        if slot.is_some() && self.held.len() <= arg {
            self.held.resize(arg + 1, None);
        }
        if let Some(held) = self.held.get_mut(arg) {
            *held = slot;
        }
    }

    pub(super) fn new_slot(&mut self) -> u16 {
        if let Some(slot) = self.free.pop() {
            return slot;
        }
        if self.next_slot >= MOST_SLOTS {
            let place = self.scope.formula.term_ranges.first().copied().unwrap_or_default();
            self.compiler
                .unsupported("a clause with tens of thousands of variables", place.in_file(self.scope.formula.file));
            return 0;
        }
        self.next_slot += 1;
        self.next_slot - 1
    }

    /// A slot that is never given back: what refers to it may run at any time.
    pub(super) fn own_slot(&mut self) -> u16 {
        let free = std::mem::take(&mut self.free);
        let slot = self.new_slot();
        self.free = free;
        slot
    }

    pub(super) fn give_back(&mut self, built: Built) {
        if let Built::Temporary(slot) = built {
            self.free.push(slot);
        }
    }

    pub(super) fn slot_of(&mut self, var: Var) -> u16 {
        let slot = self.own_slot();
        self.slots[var.0 as usize] = Some(slot);
        slot
    }

    fn is_void(&self, var: Var) -> bool {
        self.scope.occurrences[var.0 as usize] == 1
    }

    /// What an argument of a head begins with.
    pub(super) fn key(&mut self, term: TermId) -> Word {
        match self.scope.formula.terms.get(term) {
            Term::App(builtin::CONS, _) => index::LIST,
            Term::App(functor, _) => Word::functor(*functor),
            _ => self.constant(term).map_or(index::ANY, |word| index::key(word, |_| index::ANY)),
        }
    }

    /// The word of a term that is a constant; large integers are constants of the table.
    pub(super) fn constant(&mut self, term: TermId) -> Option<Word> {
        match self.scope.formula.terms.get(term) {
            Term::App(functor, args) if args.is_empty() => Some(Word::functor(*functor)),
            Term::Char(value) => Some(Word::char(*value)),
            Term::Int(value) => match i64::try_from(value).ok().and_then(Word::int) {
                Some(word) => Some(word),
                None => Some(self.large(&value.clone())),
            },
            _ => None,
        }
    }

    fn large(&mut self, value: &IBig) -> Word {
        self.compiler.code.bigs.push(value.clone());
        Word::big(self.compiler.code.bigs.len() - 1)
    }

    /// Compiles a clause; says whether a variable stands twice in its head, whether it has a cut of its own, and whether that
    /// follows the head with nothing in between that could leave a choice.
    pub(super) fn clause(&mut self, clause: &Clause) -> (bool, bool, bool) {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut repeats = false;
        for term in &clause.head {
            self.scope.formula.each_var(*term, &mut |var, _| repeats |= !seen.insert(var));
        }
        let (has_cut, neck) = self.cuts(clause.body);
        if has_cut && !neck {
            // The place to cut back to must be known before anything else runs.
            let slot = self.own_slot();
            self.cut = Some(slot);
            self.pending_from = Some(self.compiler.pc());
            self.emit(Op::SaveCut(slot));
        }
        let head = self.compiler.pc();
        for (arg, term) in clause.head.iter().enumerate() {
            self.head_argument(arg as u16, *term);
        }
        self.matches_from(head);
        self.inlines = true;
        self.body(clause.body, neck);
        (repeats, has_cut, neck)
    }

    fn head_argument(&mut self, arg: u16, term: TermId) {
        if let Some(var) = self.scope.formula.terms.as_var(term) {
            match self.slots[var.0 as usize] {
                Some(slot) => self.emit(Op::GetValue(slot, arg)),
                None if self.is_void(var) => {}
                None => {
                    let slot = self.slot_of(var);
                    self.emit(Op::GetVar(slot, arg));
                }
            }
        } else if let Some(word) = self.constant(term) {
            self.emit(Op::GetConst(arg, word));
        } else if let Some((functor, args)) = self.compound(term) {
            let op = match functor {
                builtin::CONS => Op::GetList(arg),
                _ => Op::GetStruct(arg, Word::functor(functor)),
            };
            self.parts(op, args);
        }
    }

    /// A constructor with arguments; anything else is not for this machine.
    pub(super) fn compound(&mut self, term: TermId) -> Option<(Functor, Vec<TermId>)> {
        let formula = self.scope.formula;
        let what = match formula.terms.get(term) {
            Term::App(functor, args) => {
                let def = self.compiler.programs.get(self.scope.origin).signature.functor(*functor);
                if def.kind == FunctorKind::Constructor {
                    return Some((*functor, formula.terms.args(*args).to_vec()));
                }
                "a function of integers outside of is and comparisons"
            }
            _ => "names and abstractions",
        };
        self.compiler.unsupported(what, formula.term_span(term));
        None
    }

    /// Matches a structure, and then what is inside its parts; `Match` operations take those apart.
    fn parts(&mut self, op: Op, args: Vec<TermId>) {
        let mut todo = self.part_row(op, args);
        while let Some((slot, term)) = todo.pop() {
            let Some((functor, args)) = self.compound(term) else { return };
            self.free.push(slot);
            let op = match functor {
                builtin::CONS => Op::MatchList(slot),
                _ => Op::MatchStruct(slot, Word::functor(functor)),
            };
            todo.extend(self.part_row(op, args));
        }
    }

    /// One row of parts; those that are structures are left for later, the leftmost at the end.
    fn part_row(&mut self, op: Op, args: Vec<TermId>) -> Vec<(u16, TermId)> {
        self.emit(op);
        let start = self.compiler.code.ops.len();
        let mut later = vec![];
        for term in args {
            if let Some(var) = self.scope.formula.terms.as_var(term) {
                match self.slots[var.0 as usize] {
                    Some(slot) => self.emit(Op::UnifyValue(slot)),
                    None if self.is_void(var) => self.emit(Op::UnifyVoid),
                    None => {
                        let slot = self.slot_of(var);
                        self.emit(Op::UnifyVar(slot));
                    }
                }
            } else if let Some(word) = self.constant(term) {
                self.emit(Op::UnifyConst(word));
            } else {
                let slot = self.new_slot();
                self.emit(Op::UnifyVar(slot));
                later.push((slot, term));
            }
        }
        // The commonest rows are one operation.
        let merged = match (op, &self.compiler.code.ops[start..]) {
            (Op::GetList(arg), [Op::UnifyVar(head), Op::UnifyVar(tail)]) => Op::GetListVars(arg, *head, *tail),
            (Op::GetList(arg), [Op::UnifyValue(head), Op::UnifyVar(tail)]) => Op::GetListValue(arg, *head, *tail),
            _ => op,
        };
        if merged != op {
            self.compiler.code.ops.truncate(start - 1);
            self.emit(merged);
        }
        later.reverse();
        later
    }

    /// Builds a term, parts first.
    pub(super) fn build(&mut self, term: TermId) -> Built {
        if let Some(var) = self.scope.formula.terms.as_var(term) {
            return self.slots[var.0 as usize].map_or(Built::New(var), Built::Slot);
        }
        if let Some(word) = self.constant(term) {
            return Built::Const(word);
        }
        let Some((functor, args)) = self.compound(term) else { return Built::Const(Word::NIL) };
        // The last part first: a long list is then built from its end, in constant room.
        let mut parts: Vec<_> = args.iter().rev().map(|arg| crate::source::deep(|| self.build(*arg))).collect();
        parts.reverse();
        let slot = self.new_slot();
        self.emit(match functor {
            builtin::CONS => Op::BuildList(slot),
            _ => Op::BuildStruct(slot, Word::functor(functor)),
        });
        for part in parts {
            self.set(part);
            self.give_back(part);
        }
        Built::Temporary(slot)
    }

    fn set(&mut self, part: Built) {
        let op = match part {
            Built::Const(word) => Op::SetConst(word),
            Built::Slot(slot) | Built::Temporary(slot) => Op::SetValue(slot),
            // The same variable may stand twice in one row.
            Built::New(var) => match self.slots[var.0 as usize] {
                Some(slot) => Op::SetValue(slot),
                None => Op::SetVar(self.slot_of(var)),
            },
        };
        self.emit(op);
    }

    /// Puts terms into the arguments of a call.
    pub(super) fn put_arguments(&mut self, args: &[TermId]) {
        // Structures first: building them needs no argument.
        let mut built: Vec<_> = args.iter().map(|term| self.build(*term)).collect();
        for (arg, built) in built.iter_mut().enumerate() {
            let op = match *built {
                Built::Const(word) => Op::PutConst(arg as u16, word),
                Built::Slot(slot) if self.held.get(arg) == Some(&Some(slot)) => continue,
                Built::Slot(slot) | Built::Temporary(slot) => Op::PutValue(slot, arg as u16),
                Built::New(var) => match self.slots[var.0 as usize] {
                    Some(slot) => Op::PutValue(slot, arg as u16),
                    None => Op::PutVar(self.slot_of(var), arg as u16),
                },
            };
            self.emit(op);
        }
        built.into_iter().for_each(|built| self.give_back(built));
    }

    /// Builds a term into a slot.
    pub(super) fn build_slot(&mut self, term: TermId) -> Built {
        match self.build(term) {
            Built::Const(word) => {
                let slot = self.new_slot();
                self.emit(Op::BuildConst(slot, word));
                Built::Temporary(slot)
            }
            Built::New(var) => {
                let slot = self.slot_of(var);
                self.emit(Op::NewVar(slot));
                Built::Slot(slot)
            }
            built => built,
        }
    }

    /// `t = u`: a variable against a pattern where there is one.
    pub(super) fn unify(&mut self, left: TermId, right: TermId) {
        let start = self.compiler.pc();
        self.equation(left, right);
        self.matches_from(start);
    }

    /// What was emitted from a place on is one head or equation.
    pub(super) fn matches_from(&mut self, start: Pc) {
        let end = self.compiler.pc();
        if start < end {
            self.compiler.code.matches.push(start..end);
        }
    }

    fn equation(&mut self, left: TermId, right: TermId) {
        let var = |compiler: &Self, term| compiler.scope.formula.terms.as_var(term);
        let (left, right) = if var(self, left).is_none() { (right, left) } else { (left, right) };
        let slot = var(self, left).and_then(|var| self.slots[var.0 as usize]);
        match (slot, self.constant(right)) {
            (Some(slot), Some(word)) => self.emit(Op::MatchConst(slot, word)),
            (Some(slot), None) if var(self, right).is_none() => {
                let Some((functor, args)) = self.compound(right) else { return };
                let op = match functor {
                    builtin::CONS => Op::MatchList(slot),
                    _ => Op::MatchStruct(slot, Word::functor(functor)),
                };
                self.parts(op, args);
            }
            _ => {
                let (left, right) = (self.build_slot(left), self.build_slot(right));
                if let (Built::Slot(a) | Built::Temporary(a), Built::Slot(b) | Built::Temporary(b)) = (left, right) {
                    self.emit(Op::Unify(a, b));
                }
                self.give_back(left);
                self.give_back(right);
            }
        }
    }

    /// Gives values to variables that are first met where only one of several ways leads.
    pub(super) fn initialise(&mut self, vars: &[Var]) {
        for var in vars {
            if self.slots[var.0 as usize].is_none() {
                let slot = self.slot_of(*var);
                self.emit(Op::NewVar(slot));
            }
        }
    }

    /// The variables of a goal, with how often they occur in it, in the order of first occurrence.
    pub(super) fn vars_of(&self, goal: GoalId) -> indexmap::IndexMap<Var, u32, rustc_hash::FxBuildHasher> {
        let mut vars = indexmap::IndexMap::default();
        let formula = self.scope.formula;
        let mut todo = vec![goal];
        while let Some(goal) = todo.pop() {
            for term in formula.goal_terms(goal) {
                formula.each_var(term, &mut |var, _| *vars.entry(var).or_insert(0) += 1);
            }
            todo.extend(formula.subgoals(goal).into_iter().rev());
        }
        vars
    }

    /// The variables of a goal that also occur outside of it.
    pub(super) fn shared_vars(&self, goal: GoalId) -> Vec<Var> {
        let outside = |(var, count): &(&Var, &u32)| self.scope.occurrences[var.0 as usize] > **count;
        self.vars_of(goal).iter().filter(outside).map(|(var, _)| *var).collect()
    }

    /// Whether a cut of the clause stands in a goal.
    pub(super) fn has_cut(&self, goal: GoalId) -> bool {
        let formula = self.scope.formula;
        let mut todo = vec![goal];
        while let Some(goal) = todo.pop() {
            match formula.goal(goal) {
                Goal::Cut => return true,
                // A cut in a negation, a condition or findall goes no further than that.
                Goal::Not(_) | Goal::FindAll(..) => {}
                Goal::If(_, then, otherwise) => todo.extend([*then, *otherwise]),
                _ => todo.extend(formula.subgoals(goal)),
            }
        }
        false
    }

    pub(super) fn origin(&self) -> Origin {
        self.scope.origin
    }
}
