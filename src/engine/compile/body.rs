//! Goals.
//!
//! A conjunction is compiled from left to right; equations and arithmetic in place, a negation, condition or findall as a
//! call of a procedure of its own, so that it can be kept and called later when it has to wait. Where a recursive call may
//! come up without anything to guide it while a goal behind it has its guide, the order is left to `Select`.

use super::clause::{Built, ClauseCompiler};
use super::{GoalTask, Task};
use crate::engine::arithmetic::arithmetic;
use crate::engine::code::{GoalKind, NEVER, Op, Pc, ProcId, ProcKind, SelectedGoal, Selection, Waiting};
use crate::engine::library::Callee;
use crate::program::{Comparison, Goal, GoalId};
use crate::term::{Term, TermId, Var};

/// The most goals of a conjunction whose order is decided while it runs: a small integer has a bit for each.
const MOST_SELECTED: usize = 28;

impl ClauseCompiler<'_, '_> {
    /// Whether a body has a cut of its clause, and whether that follows the head with nothing in between that could leave a
    /// choice.
    pub(super) fn cuts(&self, body: GoalId) -> (bool, bool) {
        let goals = self.conjuncts(body);
        let first_cut = goals.iter().position(|goal| *self.scope.formula.goal(*goal) == Goal::Cut);
        let neck = first_cut.is_some_and(|cut| {
            goals[..cut].iter().all(|goal| self.is_inline(*goal))
                && !goals[cut + 1..].iter().any(|goal| self.has_cut(*goal))
        });
        (goals.iter().any(|goal| self.has_cut(*goal)), neck)
    }

    /// Compiles a body to its end.
    pub(super) fn body(&mut self, body: GoalId, neck: bool) {
        let goals = self.conjuncts(body);
        let formula = self.scope.formula;
        let inline_until =
            goals.iter().position(|goal| !(self.is_inline(*goal) || neck && *formula.goal(*goal) == Goal::Cut));
        let last_calls = inline_until.is_some_and(|place| place + 1 == goals.len() && self.is_call(goals[place]));
        self.framed = !(inline_until.is_none() || last_calls) || self.cut.is_some();
        let allocate = self.compiler.pc();
        if self.framed {
            self.emit(Op::Allocate(0));
        }
        let first_cut = goals.iter().position(|goal| neck && *formula.goal(*goal) == Goal::Cut);
        match first_cut {
            Some(cut) => {
                goals[..cut].iter().for_each(|goal| self.inline(*goal));
                let slot = self.own_slot();
                self.emit(Op::NeckCut(0, slot));
                let at = self.compiler.pc();
                self.compiler.code.pending_cuts.push((at..at + 1, slot));
                self.emit(Op::Cut(0, slot));
                self.emit(Op::Reload);
                self.conjunction(&goals[cut + 1..], true);
            }
            None => self.conjunction(&goals, true),
        }
        self.patch_frames(allocate);
    }

    /// Now that the number of slots is known, writes it into the operations that need it.
    pub(super) fn patch_frames(&mut self, from: Pc) {
        let count = self.slot_count();
        for op in &mut self.compiler.code.ops[from as usize..] {
            match op {
                Op::Allocate(size) | Op::Call(size, _) | Op::Try(size, _) | Op::Cut(size, _) => *size = count,
                Op::Not(size, _) | Op::If(size, _) | Op::Then(size) | Op::FindAll(size, _) => *size = count,
                Op::Settle(size) | Op::Label(size) | Op::Answer(size) => *size = count,
                Op::Collect(size, _) | Op::Instance(size) | Op::NeckCut(size, _) => *size = count,
                Op::SaveInnerCut(size, _) | Op::NextCut(size, _) => *size = count,
                Op::Conclude(size, _) | Op::ConcludeEnd(size) | Op::NotEnd(size) => *size = count,
                _ => {}
            }
        }
    }

    /// The goals of a conjunction, from left to right.
    pub(super) fn conjuncts(&self, goal: GoalId) -> Vec<GoalId> {
        let mut goals = vec![];
        let mut todo = vec![goal];
        while let Some(goal) = todo.pop() {
            match self.scope.formula.goal(goal) {
                Goal::True => {}
                Goal::And(parts) => todo.extend(parts.iter().rev()),
                // What has no values of its variables stays a goal of its own, which fails.
                Goal::Exists(_, part) if self.least(goal) != NEVER => todo.push(*part),
                _ => goals.push(goal),
            }
        }
        goals
    }

    fn is_inline(&self, goal: GoalId) -> bool {
        match self.scope.formula.goal(goal) {
            Goal::Fail | Goal::Unify(..) | Goal::Is(..) | Goal::Compare(..) => true,
            Goal::Not(_) => self.is_disequality(goal),
            _ => false,
        }
    }

    /// Whether a goal is an equation that must not hold, of variables that all stand elsewhere, too. A variable that only
    /// the equation has is one that no value may make equal: that takes a search.
    fn is_disequality(&self, goal: GoalId) -> bool {
        let formula = self.scope.formula;
        let negates = matches!(formula.goal(goal), Goal::Not(inner) if matches!(formula.goal(*inner), Goal::Unify(..)));
        negates && self.shared_vars(goal).len() == self.vars_of(goal).len()
    }

    /// Whether a goal is one call at the end of the code.
    fn is_call(&self, goal: GoalId) -> bool {
        match self.scope.formula.goal(goal) {
            Goal::Call(..) | Goal::Not(_) | Goal::FindAll(..) => true,
            Goal::If(condition, ..) => !matches!(self.scope.formula.goal(*condition), Goal::Compare(..)),
            _ => false,
        }
    }

    /// Compiles goals one after the other; with `last`, to the end of the clause.
    pub(super) fn conjunction(&mut self, goals: &[GoalId], last: bool) {
        let outside = self.pending;
        let mut rest = goals;
        let mut start = self.pending_from.take().unwrap_or(self.compiler.pc());
        while !rest.is_empty() {
            let until = rest.iter().position(|goal| self.has_cut(*goal)).unwrap_or(rest.len());
            let (segment, behind) = rest.split_at(until);
            self.pending = outside || !behind.is_empty();
            if self.framed && self.needs_selection(segment) {
                self.selection(segment);
            } else {
                for (place, goal) in segment.iter().enumerate() {
                    let ends = last && behind.is_empty() && place + 1 == segment.len();
                    if self.goal(*goal, ends) {
                        self.pending = outside;
                        return;
                    }
                }
            }
            let Some((goal, behind)) = behind.split_first() else { break };
            rest = behind;
            self.pending = outside || behind.iter().any(|goal| self.has_cut(*goal));
            let is_cut = *self.scope.formula.goal(*goal) == Goal::Cut;
            if let (true, Some(slot)) = (is_cut, self.cut) {
                self.emit(Op::Cut(0, slot));
                self.pends_from(start, outside);
                start = self.compiler.pc();
            } else {
                // What stands before it is pending; what stands in it says so itself.
                if !self.pending {
                    self.pends_from(start, outside);
                }
                self.goal(*goal, false);
            }
            if let (true, Some(slot)) = (self.pending, self.cut) {
                self.emit(Op::NextCut(0, slot));
            }
        }
        self.pending = outside;
        if last {
            self.emit(if self.framed { Op::Return } else { Op::Proceed });
        }
    }

    /// From a place on a cut may come; unless that is said of something around it.
    fn pends_from(&mut self, start: Pc, outside: bool) {
        let end = self.compiler.pc();
        if let (false, Some(slot)) = (outside || start >= end, self.cut) {
            self.compiler.code.pending_cuts.push((start..end, slot));
        }
    }

    /// Whether an unguided call may stand before one that has its guide.
    fn needs_selection(&self, goals: &[GoalId]) -> bool {
        if goals.len() > MOST_SELECTED || !self.compiler.selects {
            return false;
        }
        let unguided = goals.iter().position(|goal| matches!(self.guides(*goal), Some(Some(_))));
        let can_be_guided = |goal: &GoalId| match self.guides(*goal) {
            None => false,
            Some(guides) => guides.is_none_or(|vars| !vars.is_empty()),
        };
        unguided.is_some_and(|place| goals[place + 1..].iter().any(can_be_guided))
    }

    /// `None`: not a recursive call. `Some(None)`: one that always has a guide. Otherwise the variables that guide it.
    #[allow(clippy::option_option)]
    fn guides(&self, goal: GoalId) -> Option<Option<Vec<Var>>> {
        let Goal::Call(id, args) = self.scope.formula.goal(goal) else { return None };
        let Callee::Predicate(origin, id) = self.compiler.programs.callee(self.origin(), *id) else { return None };
        let guides = self.compiler.analysis.guides(origin, id)?;
        let terms: Vec<_> = guides.iter().map(|guide| self.scope.formula.terms.as_var(args[*guide])).collect();
        Some(terms.into_iter().collect())
    }

    fn selection(&mut self, goals: &[GoalId]) {
        // Whichever runs first, all variables that they share are there.
        for goal in goals {
            let shared = self.shared_vars(*goal);
            self.initialise(&shared);
        }
        // A variable that only its goal has is not bound by another, and has no slot yet.
        let slots_of = |vars: Vec<Var>| vars.iter().filter_map(|var| self.slots[var.0 as usize]).collect();
        let guides: Vec<_> = goals.iter().map(|goal| self.guides(*goal).map(|vars| vars.map(slots_of))).collect();
        let slot = self.own_slot();
        self.emit(Op::SelectAll(slot, goals.len() as u32));
        let table = self.compiler.code.selections.len() as u32;
        self.compiler.code.selections.push(Selection { goals: vec![], after: 0 });
        let select = self.compiler.pc();
        self.emit(Op::Select(slot, table));
        let mut selected = vec![];
        for (goal, guides) in goals.iter().zip(guides) {
            let entry = self.compiler.pc();
            self.goal(*goal, false);
            self.emit(Op::Goto(select));
            selected.push(SelectedGoal { entry, may_advance: guides.is_some(), guides: guides.flatten() });
        }
        let after = self.compiler.pc();
        self.compiler.code.selections[table as usize] = Selection { goals: selected, after };
    }

    fn inline(&mut self, goal: GoalId) {
        self.goal(goal, false);
    }

    /// Compiles one goal; with `last`, to the end of the clause if it is a call. Says whether it did.
    fn goal(&mut self, goal: GoalId, last: bool) -> bool {
        let formula = self.scope.formula;
        match formula.goal(goal) {
            Goal::True => {}
            Goal::Fail => self.emit(Op::Fail),
            Goal::Cut => {
                let place = formula.goal_span(goal);
                self.compiler.unsupported("a cut in this place", place);
            }
            Goal::Unify(left, right) => self.unify(*left, *right),
            Goal::Compare(how, left, right) => {
                let at = self.waiting_op(goal, Op::Compare(*how, 0));
                self.expression(*left);
                self.expression(*right);
                let count = self.compiler.pc() - at - 1;
                self.compiler.code.ops[at as usize] = Op::Compare(*how, count);
            }
            Goal::Is(left, right) => {
                let new = formula.terms.as_var(*left).filter(|var| self.slots[var.0 as usize].is_none());
                let new = new.filter(|var| self.vars_of(goal).get(var) == Some(&1));
                let (slot, op): (_, fn(u16, u32) -> Op) = match new {
                    Some(var) => (Built::Slot(self.slot_of(var)), Op::IsNew),
                    None => (self.build_slot(*left), Op::Is),
                };
                let (Built::Slot(target) | Built::Temporary(target)) = slot else { return false };
                let at = self.waiting_op(goal, op(target, 0));
                self.expression(*right);
                let count = self.compiler.pc() - at - 1;
                self.compiler.code.ops[at as usize] = op(target, count);
                self.give_back(slot);
            }
            Goal::Call(id, args) => {
                let callee = self.compiler.programs.callee(self.origin(), *id);
                let (types, shapes) = self.compiler.call_types(&self.scope, callee, *id, args);
                let proc = self.compiler.proc_of(callee, types, shapes, Some(formula.goal_span(goal)));
                self.put_arguments(args);
                self.site(goal);
                return self.call(proc, last);
            }
            Goal::Not(inner) => match formula.goal(*inner) {
                Goal::Unify(left, right) if self.is_disequality(goal) => {
                    let (left, right) = (self.build_slot(*left), self.build_slot(*right));
                    if let (Built::Slot(a) | Built::Temporary(a), Built::Slot(b) | Built::Temporary(b)) = (left, right)
                    {
                        self.waiting_op(goal, Op::Differ(a, b));
                    }
                    self.give_back(left);
                    self.give_back(right);
                }
                _ => return self.own_proc(goal, last),
            },
            Goal::If(condition, then, otherwise) => match formula.goal(*condition) {
                Goal::Compare(how, left, right) if self.inlines && self.framed => {
                    return self.decided(goal, (*how, *left, *right), *then, *otherwise, last);
                }
                _ => return self.own_proc(goal, last),
            },
            Goal::FindAll(..) => return self.own_proc(goal, last),
            Goal::Exists(..) if self.least(goal) == NEVER => self.emit(Op::Fail),
            Goal::And(_) | Goal::Exists(..) => {
                let goals = self.conjuncts(goal);
                self.conjunction(&goals, false);
            }
            Goal::Or(parts) => self.disjunction(goal, parts),
            Goal::ForAll(..) => {
                self.compiler.unsupported("a goal for all values of a variable", formula.goal_span(goal));
            }
            Goal::Fresh(..) | Goal::Equivariant(..) | Goal::New(..) => {
                self.compiler.unsupported("names and abstractions", formula.goal_span(goal));
            }
        }
        false
    }

    /// The next operation belongs to a goal.
    fn site(&mut self, goal: GoalId) {
        let at = self.compiler.pc();
        self.compiler.code.sites.insert(at, goal);
    }

    pub(super) fn call(&mut self, proc: ProcId, last: bool) -> bool {
        if self.compiler.code.proc(proc).least == NEVER {
            // There is no proof, so the call fails; and what stands behind it is never reached.
            self.emit(Op::Fail);
            return false;
        }
        self.emit(match (last, self.framed) {
            (true, true) => Op::Execute(proc),
            (true, false) => Op::Jump(proc),
            (false, _) => Op::Call(0, proc),
        });
        last
    }

    fn disjunction(&mut self, goal: GoalId, parts: &[GoalId]) {
        let shared = self.shared_vars(goal);
        self.initialise(&shared);
        // What several branches use must have one slot in all of them.
        let mut counts = indexmap::IndexMap::<Var, u32>::new();
        for part in parts {
            self.vars_of(*part).keys().for_each(|var| *counts.entry(*var).or_insert(0) += 1);
        }
        let several: Vec<_> = counts.into_iter().filter(|(_, count)| *count > 1).map(|(var, _)| var).collect();
        self.initialise(&several);
        let least = self.least(goal);
        let cuts = self.has_cut(goal);
        let mut ends = vec![];
        for (place, part) in parts.iter().enumerate() {
            let attempt = self.compiler.pc();
            self.site(goal);
            if place + 1 < parts.len() {
                self.emit(Op::Try(0, 0));
            }
            self.branch(*part, least, cuts);
            if place + 1 < parts.len() {
                ends.push(self.compiler.pc());
                self.emit(Op::Goto(0));
                let next = self.compiler.pc();
                self.compiler.code.ops[attempt as usize] = Op::Try(0, next);
            }
        }
        let after = self.compiler.pc();
        for end in ends {
            self.compiler.code.ops[end as usize] = Op::Goto(after);
        }
    }

    /// A branch of a goal for which so many uses were set aside, and which has a cut in one of its branches or not.
    fn branch(&mut self, goal: GoalId, least: u32, cuts: bool) {
        self.branch_to(goal, least, cuts, false);
    }

    /// The same; with `last`, to the end of the clause.
    fn branch_to(&mut self, goal: GoalId, least: u32, cuts: bool, last: bool) {
        let own = self.least(goal);
        let has_cut = self.has_cut(goal);
        // A branch that has no proof may cut before that shows.
        if own == NEVER && !has_cut {
            return self.emit(Op::Fail);
        }
        if let (true, false, false, Some(slot)) = (cuts, has_cut, self.pending, self.cut) {
            self.emit(Op::EndCut(slot));
        }
        if own > least && own != NEVER {
            self.emit(Op::Spend(own - least));
        }
        let goals = self.conjuncts(goal);
        self.conjunction(&goals, last);
    }

    pub(super) fn least(&self, goal: GoalId) -> u32 {
        let compiler = &self.compiler;
        compiler.analysis.least_of(compiler.programs, self.scope.origin, self.scope.formula, goal)
    }

    /// Emits an operation of a goal that may have to wait, and prepares the procedure that it then becomes.
    fn waiting_op(&mut self, goal: GoalId, op: Op) -> Pc {
        let shared: Vec<Var> = self.vars_of(goal).keys().copied().collect();
        self.initialise(&shared);
        let at = self.compiler.pc();
        let place = self.scope.formula.goal_span(goal);
        self.compiler.code.places.insert(at, place);
        if self.compiler.own != Some(goal) {
            let kind = if matches!(op, Op::Differ(..)) { GoalKind::Differ } else { GoalKind::Plain };
            let slots = shared.iter().filter_map(|var| self.slots[var.0 as usize]).collect();
            let proc = self.goal_proc(goal, kind, shared, false);
            self.compiler.code.waiting.insert(at, Waiting { proc, slots });
        }
        self.emit(op);
        at
    }

    /// An if-then-else whose condition is a comparison, which is mostly decided at once: the branches stand in place, and
    /// the procedure of the whole goal is called only if a variable of the condition has no value yet.
    fn decided(
        &mut self,
        goal: GoalId,
        (how, left, right): (Comparison, TermId, TermId),
        then: GoalId,
        otherwise: GoalId,
        last: bool,
    ) -> bool {
        let shared = self.shared_vars(goal);
        self.initialise(&shared);
        // What both branches use, or a branch and the condition, has one slot in all of them.
        let vars: Vec<_> = self.vars_of(goal).into_iter().collect();
        let in_one = |part: GoalId, var: Var, count: u32| self.vars_of(part).get(&var) == Some(&count);
        let across =
            vars.into_iter().filter(|(var, count)| !in_one(then, *var, *count) && !in_one(otherwise, *var, *count));
        let across: Vec<Var> = across.map(|(var, _)| var).collect();
        self.initialise(&across);
        let at = self.compiler.pc();
        let table = self.compiler.code.branches.len() as u32;
        self.compiler.code.branches.push((0, 0));
        self.site(goal);
        self.emit(Op::Fail);
        self.expression(left);
        self.expression(right);
        let count = self.compiler.pc() - at - 1;
        self.compiler.code.ops[at as usize] = Op::Decide(how, count as u16, table);
        let ended = self.own_proc(goal, last);
        let mut ends = vec![];
        let (least, cuts) = (self.least(goal), self.has_cut(goal));
        let mut places = [0; 2];
        for (place, branch) in [then, otherwise].into_iter().enumerate() {
            if !(ended && place == 0) {
                ends.push(self.compiler.pc());
                self.emit(Op::Goto(0));
            }
            places[place] = self.compiler.pc();
            self.branch_to(branch, least, cuts, last);
        }
        self.compiler.code.branches[table as usize] = (places[0], places[1]);
        let after = self.compiler.pc();
        for end in ends {
            self.compiler.code.ops[end as usize] = Op::Goto(after);
        }
        last
    }

    /// A goal that is a procedure of its own, called at once.
    fn own_proc(&mut self, goal: GoalId, last: bool) -> bool {
        let formula = self.scope.formula;
        let mut shared = self.shared_vars(goal);
        let mut kind = GoalKind::Plain;
        match formula.goal(goal) {
            // The result stands outside of the search: it may have to wait for what both have.
            Goal::FindAll(_, _, result) => formula.each_var(*result, &mut |var, _| {
                if !shared.contains(&var) {
                    shared.push(var);
                }
            }),
            Goal::Not(inner) if matches!(formula.goal(*inner), Goal::Unify(..)) => kind = GoalKind::Differ,
            _ => {}
        }
        let cuts = self.has_cut(goal) && self.cut.is_some();
        let proc = self.goal_proc(goal, kind, shared.clone(), cuts);
        for (arg, var) in shared.iter().enumerate() {
            let op = match self.slots[var.0 as usize] {
                Some(slot) => Op::PutValue(slot, arg as u16),
                None => Op::PutVar(self.slot_of(*var), arg as u16),
            };
            self.emit(op);
        }
        if let (true, Some(cut)) = (cuts, self.cut) {
            self.emit(Op::PutValue(cut, shared.len() as u16));
        }
        self.call(proc, last)
    }

    fn goal_proc(&mut self, goal: GoalId, kind: GoalKind, shared: Vec<Var>, cuts: bool) -> ProcId {
        let mut shapes: Vec<_> = shared.iter().map(|var| self.compiler.var_shape(&self.scope, *var)).collect();
        if cuts {
            let int = self.compiler.int_shape();
            shapes.push(int);
        }
        let least = self.least(goal);
        let place = self.scope.formula.goal_span(goal);
        let proc = self.compiler.add_proc(ProcKind::Goal(kind), shapes, least, Some(place));
        self.compiler.code.procs[proc.0 as usize].cuts = cuts;
        let scope = self.scope.clone();
        self.compiler.tasks.push(Task::Goal(proc, GoalTask { scope, goal, shared, cuts, pending: self.pending }));
        proc
    }

    /// The procedure of a goal: its arguments, then the goal.
    pub(super) fn shared_goal(&mut self, proc: ProcId, goal: GoalId, shared: &[Var], cuts: bool) {
        for (arg, var) in shared.iter().enumerate() {
            let slot = self.slot_of(*var);
            self.emit(Op::GetVar(slot, arg as u16));
        }
        if cuts {
            let slot = self.own_slot();
            self.cut = Some(slot);
            self.emit(Op::GetVar(slot, shared.len() as u16));
        }
        let formula = self.scope.formula;
        let allocate = self.compiler.pc();
        match formula.goal(goal) {
            Goal::Not(inner) if !self.is_disequality(goal) => {
                self.framed = true;
                self.emit(Op::Allocate(0));
                let least = self.least(*inner);
                self.waits_as(proc, shared.len() + usize::from(cuts));
                self.emit(Op::Not(0, least));
                self.inner(*inner);
                self.emit(Op::NotEnd(0));
                self.emit(Op::Return);
            }
            Goal::If(condition, then, otherwise) => {
                self.framed = true;
                self.emit(Op::Allocate(0));
                // What the branches share with the condition or each other has one slot in all.
                let vars: Vec<_> = self.vars_of(goal).into_iter().collect();
                let in_one = |part: GoalId, var: Var, count: u32| self.vars_of(part).get(&var) == Some(&count);
                let across: Vec<Var> = vars
                    .into_iter()
                    .filter(|(var, count)| {
                        !in_one(*then, *var, *count)
                            && !in_one(*otherwise, *var, *count)
                            && !in_one(*condition, *var, *count)
                    })
                    .map(|(var, _)| var)
                    .collect();
                // What the condition shares with its branch is bound by it, so it must be newer than what is frozen.
                let at = self.compiler.pc();
                self.waits_as(proc, shared.len() + usize::from(cuts));
                self.site(goal);
                self.emit(Op::If(0, 0));
                if cuts {
                    self.pends_from(at, false);
                }
                self.initialise(&across);
                self.inner(*condition);
                self.emit(Op::Then(0));
                let least = self.least(goal);
                self.branch(*then, least, cuts);
                self.emit(Op::Return);
                let next = self.compiler.pc();
                self.compiler.code.ops[at as usize] = Op::If(0, next);
                // The other branch starts with the variables that were there before the condition.
                for var in &across {
                    if let Some(slot) = self.slots[var.0 as usize]
                        && !shared.contains(var)
                    {
                        self.emit(Op::NewVar(slot));
                    }
                }
                self.branch(*otherwise, least, cuts);
                self.emit(Op::Return);
            }
            Goal::FindAll(template, inner, result) => {
                self.framed = true;
                self.emit(Op::Allocate(0));
                // The result stands outside; what it shares with the goal is not of the goal alone.
                let mut outside = vec![];
                formula.each_var(*result, &mut |var, _| outside.push(var));
                self.initialise(&outside);
                let at = self.compiler.pc();
                self.waits_as(proc, shared.len() + usize::from(cuts));
                self.emit(Op::FindAll(0, 0));
                self.inner(*inner);
                let slot = self.build_slot(*template);
                if let Built::Slot(slot) | Built::Temporary(slot) = slot {
                    self.emit(Op::Collect(0, slot));
                }
                self.give_back(slot);
                let next = self.compiler.pc();
                self.compiler.code.ops[at as usize] = Op::FindAll(0, next);
                let list = self.new_slot();
                self.emit(Op::Collected(list));
                let slot = self.build_slot(*result);
                if let Built::Slot(slot) | Built::Temporary(slot) = slot {
                    let start = self.compiler.pc();
                    self.emit(Op::Unify(slot, list));
                    self.matches_from(start);
                }
                self.emit(Op::Return);
            }
            _ => {
                // What waits is the same operation again, now with the procedure itself to wait as.
                self.framed = false;
                self.compiler.own = Some(goal);
                self.goal(goal, false);
                self.compiler.own = None;
                self.emit(Op::Proceed);
                let entries: Vec<Pc> = (allocate..self.compiler.pc()).filter(|pc| self.may_wait(*pc)).collect();
                let slots: Vec<u16> = shared.iter().filter_map(|var| self.slots[var.0 as usize]).collect();
                for pc in entries {
                    self.compiler.code.waiting.insert(pc, Waiting { proc, slots: slots.clone() });
                }
            }
        }
        self.patch_frames(allocate);
    }

    /// The goal at the next operation waits as the procedure, whose arguments are in the first slots.
    fn waits_as(&mut self, proc: ProcId, arity: usize) {
        let at = self.compiler.pc();
        self.compiler.code.waiting.insert(at, Waiting { proc, slots: (0..arity as u16).collect() });
    }

    fn may_wait(&self, pc: Pc) -> bool {
        matches!(self.compiler.code.ops[pc as usize], Op::Is(..) | Op::IsNew(..) | Op::Compare(..) | Op::Differ(..))
    }

    /// The goal of a search inside the search, where a cut is local.
    fn inner(&mut self, goal: GoalId) {
        let outer = self.cut.take();
        let pending = std::mem::take(&mut self.pending);
        if self.has_cut(goal) {
            let slot = self.own_slot();
            self.cut = Some(slot);
            self.emit(Op::SaveInnerCut(0, slot));
        }
        let goals = self.conjuncts(goal);
        self.conjunction(&goals, false);
        (self.cut, self.pending) = (outer, pending);
    }

    /// Integer expressions, for a stack of values.
    fn expression(&mut self, term: TermId) {
        let formula = self.scope.formula;
        match formula.terms.get(term) {
            Term::Var(var) => {
                if let Some(slot) = self.slots[var.0 as usize] {
                    self.emit(Op::Value(slot));
                }
            }
            Term::Int(value) => match i32::try_from(value) {
                Ok(value) => self.emit(Op::Number(value)),
                Err(_) => {
                    self.compiler.code.bigs.push(value.clone());
                    let place = self.compiler.code.bigs.len() as u32 - 1;
                    self.emit(Op::LargeNumber(place));
                }
            },
            Term::App(functor, args) => {
                let args = formula.terms.args(*args).to_vec();
                for arg in &args {
                    crate::source::deep(|| self.expression(*arg));
                }
                let program = self.compiler.programs.get(self.origin());
                let name = program.signature.functor(*functor).name;
                match arithmetic(name, args.len()) {
                    Some(function) => self.emit(Op::Apply(function)),
                    None => self.compiler.unsupported("a function that is not of integers", formula.term_span(term)),
                }
            }
            _ => self.compiler.unsupported("a term that is no integer expression", formula.term_span(term)),
        }
    }
}
