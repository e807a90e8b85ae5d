//! Searches inside the search: negations, conditions, findall, and the conclusion.
//!
//! Each is a region with a choice at its bottom. Inside, cut-offs are counted apart: what they come to is decided at the
//! end of the region. A negation, findall or conclusion must not bind what is outside: a branch that wants to makes the goal
//! wait, or, where nobody inside the outer search may bind the variable either, makes that want it. What commits (a
//! condition, a cut) binds as Prolog does; but not the variables of a property, which stand for all their values.
//!
//! A cut-off is never failure. Where only finding a proof counts (negation, conclusion) a proof is a proof, whatever else
//! was cut off. Where the first proof is committed to, an earlier cut-off leaves open what is first.

use super::code::{NEVER, Pc};
use super::machine::{CutOffs, Event, Kind, Machine, UNBOUNDED};
use super::run::Flow;
use super::wait::Resume;
use super::word::Word;

/// How many calls a negation or conclusion gets with its whole budget at once, before the budget grows step by step.
const FIRST_STEPS: u64 = 2000;

/// A search inside the search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Region {
    kind: RegionKind,
    /// The place of its choice.
    place: usize,
    /// Where it began.
    pc: Pc,
    outer: Outer,
    /// The budget of the attempt at hand, and the whole.
    fuel: i32,
    whole: i32,
    /// The least that a proof takes.
    least: i32,
    stage: Stage,
    /// Whether the attempt at hand took all its steps.
    over: bool,
    /// The calls at which the attempt at hand is over, and at which the region began.
    steps: u64,
    began: u64,
    /// The first variable of the outside that a branch wanted.
    wanted: Option<usize>,
    /// How many answers findall had before.
    collected: usize,
    /// The age of the goal, if it has waited.
    age: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RegionKind {
    Not,
    If(Pc),
    FindAll(Pc),
    Conclusion,
}

/// The attempts of a negation or conclusion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// The whole budget, for so many steps.
    First,
    /// A budget that grows.
    Growing,
    /// The whole budget, without looking ahead.
    Plain,
}

/// The registers of the search around it.
#[derive(Clone, Copy, Debug)]
struct Outer {
    freeze: usize,
    cut_offs: CutOffs,
    touched: bool,
    plain: bool,
    committing: bool,
    universal: bool,
}

impl Region {
    /// The place of its choice.
    pub(super) fn place(&self) -> usize {
        self.place
    }
}

impl Machine<'_> {
    fn push_region(&mut self, kind: RegionKind, saved: usize) {
        let outer = Outer {
            freeze: self.freeze,
            cut_offs: self.cut_offs,
            touched: self.touched,
            plain: self.plain,
            committing: self.committing,
            universal: self.universal,
        };
        let (fuel, whole) = (self.left, self.left);
        let region = Region {
            kind,
            place: self.choices.len(),
            pc: self.here(),
            outer,
            fuel,
            whole,
            least: 0,
            stage: Stage::First,
            over: false,
            steps: u64::MAX,
            began: self.steps,
            wanted: None,
            collected: self.collected.len(),
            age: self.take_age(),
        };
        self.push_choice(Kind::Region, saved);
        self.regions.push(region);
        self.cut_offs = CutOffs::default();
        self.touched = false;
        self.committing = matches!(kind, RegionKind::If(_));
        // Where the first proof counts, or all do, looking ahead would leave open what plain counting decides.
        self.plain = self.plain || self.committing || matches!(kind, RegionKind::FindAll(_));
    }

    /// The innermost region.
    fn innermost(&self) -> Region {
        *self.regions.last().expect("there is a region")
    }

    fn innermost_mut(&mut self) -> &mut Region {
        self.regions.last_mut().expect("there is a region")
    }

    /// Leaves the innermost region: its choices are forgotten, the registers are those outside again. What used up its budget
    /// inside did so outside; but a conclusion has a budget of its own.
    fn leave(&mut self) -> Region {
        let region = self.regions.pop().expect("there is a region");
        self.forget(region.place);
        self.freeze = region.outer.freeze;
        self.cut_offs = region.outer.cut_offs;
        self.touched = region.outer.touched || self.touched && region.kind != RegionKind::Conclusion;
        self.plain = region.outer.plain;
        self.committing = region.outer.committing;
        self.universal = region.outer.universal;
        region
    }

    /// Leaves the innermost region as if it had never begun. But with a smaller bound it may have been cut off before it came
    /// to what it is left for.
    fn abandon(&mut self) -> Region {
        let place = self.innermost().place;
        let touched = self.touched;
        // As if the region had failed at once; its choice goes with it.
        self.neck = None;
        self.forget(place + 1);
        self.go_back();
        let region = self.leave();
        self.collected.truncate(region.collected);
        self.tight |= touched;
        region
    }

    /// Notes that the goal that began at a place of the frame at hand was cut off, whatever its region found.
    fn goal_cut_off(&mut self, inside: CutOffs, pc: Pc) -> Flow {
        if inside.plain > 0 {
            self.cut_offs.plain += 1;
        } else if inside.undefined > 0 && inside.slack == 0 {
            self.cut_offs.undefined += 1;
        } else {
            self.cut_offs.slack += 1;
        }
        self.drop_uncertain(Some((self.e, pc)));
        Flow::Fail
    }

    /// Gives the region on top its budget and starts its goal.
    fn attempt(&mut self, stage: Stage, fuel: i32, plain: bool, steps: u64) {
        let began = self.steps;
        let region = self.innermost_mut();
        region.stage = stage;
        region.over = false;
        region.fuel = fuel;
        region.steps = began.saturating_add(steps);
        let (pc, least, kind) = (region.pc, region.least, region.kind);
        self.cut_offs = CutOffs::default();
        self.touched = false;
        self.committing = false;
        self.plain = plain;
        self.left = fuel;
        self.slack = fuel - least;
        self.pc = pc + 1;
        self.check_at = self.check_at.min(self.steps.saturating_add(steps));
        if kind == RegionKind::Conclusion {
            self.innermost_mut().wanted = None;
        }
    }

    /// The steps at which the first attempt is over.
    pub(super) fn region_steps(&self) -> u64 {
        self.regions.iter().map(|region| region.steps).min().unwrap_or(u64::MAX)
    }

    /// Ends the outermost attempt that took all its steps.
    pub(super) fn region_over_steps(&mut self) -> Option<Flow> {
        let over = self.regions.iter().position(|region| region.steps <= self.steps)?;
        // Everything above it goes; the choice of the region itself decides what comes next.
        while self.regions.len() > over + 1 {
            self.leave();
        }
        let region = self.innermost_mut();
        region.over = true;
        let (place, collected) = (region.place, region.collected);
        self.forget(place + 1);
        self.collected.truncate(collected);
        self.cut_offs.slack += 1;
        Some(Flow::Fail)
    }

    /// The choice at the bottom of a region was reached: all branches failed, were cut off, or wanted something.
    pub(super) fn end_region(&mut self) -> Flow {
        let region = self.innermost();
        let inside = self.cut_offs;
        let touched = self.touched;
        match region.kind {
            RegionKind::Not | RegionKind::Conclusion => {
                let wants = region.wanted.is_some();
                if inside != CutOffs::default() && !wants && self.try_again(inside) {
                    return Flow::Go;
                }
                self.leave();
                match region.kind {
                    RegionKind::Not if inside == CutOffs::default() => {
                        self.tight |= touched;
                        self.return_from_goal()
                    }
                    RegionKind::Not => self.goal_cut_off(inside, region.pc),
                    _ => match region.wanted {
                        Some(var) => self.split_conclusion(var, region.pc),
                        None if inside == CutOffs::default() => self.begin_grounding(),
                        None => {
                            self.lacked_values_only = !inside.by_budget();
                            Flow::Tell(Event::Undecided)
                        }
                    },
                }
            }
            RegionKind::If(otherwise) => {
                self.leave();
                if inside != CutOffs::default() {
                    return self.goal_cut_off(inside, region.pc);
                }
                self.tight |= touched;
                self.note_branch(region.pc, 1);
                self.pc = otherwise;
                Flow::Go
            }
            RegionKind::FindAll(after) => {
                let answers = self.collected.split_off(region.collected);
                self.leave();
                if inside != CutOffs::default() {
                    return self.goal_cut_off(inside, region.pc);
                }
                self.tight |= touched;
                let words: Vec<Word> = answers.iter().map(|answer| self.load(answer)[0]).collect();
                self.found = self.list_of(&words);
                self.pc = after;
                Flow::Go
            }
        }
    }

    /// Another attempt of a negation or conclusion that was cut off: with a budget that grows step by step if the whole took
    /// too long at once, then by plain counting if only looking ahead cut it off.
    fn try_again(&mut self, inside: CutOffs) -> bool {
        let region = self.innermost();
        let (stage, fuel) = match region.stage {
            Stage::First if region.over => (Stage::Growing, region.least + 2),
            Stage::Growing if region.fuel < region.whole => (Stage::Growing, region.fuel + (region.fuel / 4).max(1)),
            Stage::First | Stage::Growing if inside.plain + inside.undefined == 0 && !region.outer.plain => {
                (Stage::Plain, region.whole)
            }
            _ => return false,
        };
        let steps = match stage {
            Stage::Plain => (self.steps - region.began) * 10 + FIRST_STEPS,
            _ => u64::MAX,
        };
        let plain = region.outer.plain || stage == Stage::Plain;
        self.attempt(stage, fuel.min(region.whole), plain, steps);
        true
    }

    /// A goal that is a procedure of its own has succeeded.
    fn return_from_goal(&mut self) -> Flow {
        self.leave_frame();
        self.proceed().unwrap_or(Flow::Go)
    }

    pub(super) fn begin_not(&mut self, slots: u16, least: u32) -> Option<Flow> {
        if least == NEVER {
            return Some(self.return_from_goal());
        }
        self.protect(slots);
        self.push_region(RegionKind::Not, self.saved.len());
        self.freeze = self.heap.len();
        self.begin_attempts(least);
        None
    }

    fn begin_attempts(&mut self, least: u32) {
        let plain = self.plain;
        let region = self.innermost_mut();
        region.least = least.min(UNBOUNDED as u32) as i32;
        let whole = region.whole;
        let steps = if self.settings.deepening { FIRST_STEPS } else { u64::MAX };
        let fits = whole >= least as i32;
        let (stage, plain) = if fits { (Stage::First, plain) } else { (Stage::Plain, true) };
        // What cannot fit has to be counted to be sure that it does not fail before.
        self.attempt(stage, whole, plain, steps);
    }

    pub(super) fn end_not(&mut self, slots: u16) -> Flow {
        let place = self.innermost().place;
        if let Some(flow) = self.settle(slots, self.choices[place].heap as usize, true) {
            return flow;
        }
        self.abandon();
        Flow::Fail
    }

    pub(super) fn begin_if(&mut self, slots: u16, otherwise: Pc) {
        self.protect(slots);
        self.push_region(RegionKind::If(otherwise), self.saved.len());
    }

    /// The condition has a proof: it is committed to, unless that is not for sure the first, or says something of a
    /// property's variable.
    pub(super) fn then(&mut self, slots: u16) -> Option<Flow> {
        let place = self.innermost().place;
        if let Some(flow) = self.settle(slots, self.choices[place].heap as usize, true) {
            return Some(flow);
        }
        if self.cut_offs != CutOffs::default() {
            let inside = self.cut_offs;
            let region = self.abandon();
            return Some(self.goal_cut_off(inside, region.pc));
        }
        if let Some(var) = self.bound_universal(place) {
            return Some(self.wait_as_condition(var));
        }
        let (left, slack, touched) = (self.choices[place].left, self.choices[place].slack, self.touched);
        let region = self.leave();
        self.note_branch(region.pc, 0);
        // The uses of a condition are not charged.
        (self.left, self.slack) = (left, slack);
        self.tight |= touched;
        None
    }

    /// The condition at hand depends on a property's variable: the whole goal waits for it, or, if it has a cut, the variable
    /// is split at once, since the place that the cut goes back to does not wait.
    pub(super) fn wait_as_condition(&mut self, var: usize) -> Flow {
        let region = self.abandon();
        let proc = self.code.waiting[&region.pc].proc;
        if !self.code.proc(proc).cuts {
            self.wait_at(region.pc, var, region.age);
            return self.return_from_goal();
        }
        match self.root_shape(var) {
            Some(shape) => self.split(var, shape, Resume::At(region.pc)),
            None => Flow::Tell(Event::Undecided),
        }
    }

    pub(super) fn begin_findall(&mut self, slots: u16, after: Pc) {
        self.protect(slots);
        self.push_region(RegionKind::FindAll(after), self.saved.len());
        self.freeze = self.heap.len();
    }

    pub(super) fn collect(&mut self, slots: u16, slot: u16) -> Flow {
        let place = self.innermost().place;
        if let Some(flow) = self.settle(slots, self.choices[place].heap as usize, true) {
            return flow;
        }
        // A property's variable stands for one value in all answers: its copies would not.
        if let Some(var) = self.open_in(self.slot(slot), |var| var < self.freeze && self.is_of_property(var)) {
            self.wanted = Some(var);
            return Flow::Fail;
        }
        let answer = self.snapshot(&[self.slot(slot)]);
        self.collected.push(answer);
        Flow::Fail
    }

    /// A branch wants to bind a variable of the outside. Each goal on the way out wants it then, before its own cut too.
    pub(super) fn want(&mut self, var: usize) -> Flow {
        let mut here = self.here();
        while let Some(innermost) = self.regions.last_mut() {
            let region = *innermost;
            if region.kind == RegionKind::Conclusion {
                innermost.wanted.get_or_insert(var);
                self.drop_uncertain(Some((self.e, here)));
                return Flow::Fail;
            }
            self.abandon();
            if var >= self.freeze {
                self.wait_at(region.pc, var, region.age);
                return self.return_from_goal();
            }
            here = region.pc;
        }
        unreachable!("what is frozen is outside of some region")
    }

    /// A hypothesis begins, with the whole bound.
    pub(super) fn hypothesis(&mut self, least: u32) -> bool {
        self.left = self.settings.bound;
        if least == NEVER {
            return false;
        }
        self.slack = self.left - least as i32;
        if self.slack < 0 && !self.plain {
            if self.left < UNBOUNDED {
                self.cut_offs.plain += 1;
            }
            return false;
        }
        true
    }

    pub(super) fn begin_conclusion(&mut self, slots: u16, least: u32) -> Flow {
        if let Some(flow) = self.run_woken(slots) {
            return flow;
        }
        if self.told_elsewhere() {
            return Flow::Fail;
        }
        self.protect(slots);
        if least == NEVER {
            return self.begin_grounding();
        }
        self.left = self.settings.conclusion;
        self.slack = self.left;
        self.push_region(RegionKind::Conclusion, self.saved.len());
        self.freeze = self.heap.len();
        self.universal = false;
        self.begin_attempts(least);
        Flow::Go
    }

    pub(super) fn end_conclusion(&mut self, slots: u16) -> Flow {
        let place = self.innermost().place;
        if let Some(flow) = self.settle(slots, self.choices[place].heap as usize, true) {
            return flow;
        }
        self.abandon();
        Flow::Tell(Event::Proved)
    }
}
