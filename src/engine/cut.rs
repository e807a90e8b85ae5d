//! Cuts, and what a cut-off before one means.
//!
//! While a cut of the clause may still come, its frame has the place that the cut goes back to in a slot, and the choice at
//! that place remembers how everything was when the clause was called. A cut-off is never failure: a branch that is cut off
//! while cuts are pending leaves open whether they come, so the choices that they would forget are forgotten at once. So is
//! what a variable of the outside is wanted for. Where cuts are pending, cut-offs count only when they are reached, since a
//! commitment may come first, and uses are counted plainly: looking ahead would leave open what counting decides.
//!
//! A cut commits to what was proved before it, so goals that wait since the clause was called are settled first; and it
//! must not commit to a value of a property's variable, which stands for all its values: the variable is split first.

use super::code::{Op, Pc, ProcId, RESUME};
use super::machine::{Event, HEADER, Kind, Machine};
use super::run::Flow;
use super::wait::Resume;
use super::word::{Tag, Word};

/// How many bits of what a slot keeps for a cut say how uses were counted.
const FLAGS: u32 = 2;

/// What is done again if a variable of the property must be split before a cut.
#[derive(Clone, Copy, Debug)]
pub(super) enum Barrier {
    /// A call, with the arguments that the choice saved.
    Call(ProcId),
    /// A call whose clause was used already: that is taken back.
    Used(Neck),
    /// What stands behind an earlier cut.
    Behind(Pc),
    /// The search inside the search that the cut is local to.
    Inside,
}

/// A clause at its head whose cut follows with nothing in between that could leave a choice.
#[derive(Clone, Copy, Debug)]
pub(super) struct Neck {
    pub proc: ProcId,
    pub slots: u16,
    /// The clause use that its call belongs to.
    pub caller: u32,
}

impl Machine<'_> {
    /// Keeps where a cut goes back to, and how uses were counted before it was pending.
    fn keep_cut(&mut self, slot: u16, back_to: usize) {
        let flags = i64::from(self.committing) << 1 | i64::from(self.plain);
        let word = Word::int((back_to as i64) << FLAGS | flags);
        self.set_slot(slot, word.expect("choices are far fewer than fit"));
        (self.committing, self.plain) = (true, true);
    }

    fn cut_place(&self, slot: u16) -> usize {
        (self.slot(slot).as_int() >> FLAGS) as usize
    }

    /// No cut is pending any longer.
    pub(super) fn end_cut(&mut self, slot: u16) {
        let word = self.slot(slot).as_int();
        (self.committing, self.plain) = (word & 2 != 0, word & 1 != 0);
        // What was used while uses were counted plainly counts for looking ahead again.
        self.touched |= !self.plain && self.slack <= 0;
    }

    /// What is tried next, at a choice that was gone back to, comes after something that a cut might have committed to, if it
    /// had not failed. With a smaller bound that may have been cut off, so the branch is a new one.
    #[inline]
    pub(super) fn note_failed_before_cut(&mut self, kind: &Kind) {
        let commits = matches!(kind, Kind::Clauses { proc, .. } if self.code.proc(*proc).commits);
        self.tight |= self.touched && (commits || self.committing);
    }

    /// A clause with a cut begins.
    pub(super) fn save_cut(&mut self, slot: u16) {
        self.keep_cut(slot, self.b0);
    }

    /// A search inside the search begins that has a cut of its own.
    pub(super) fn save_inner_cut(&mut self, slots: u16, slot: u16) {
        self.protect(slots);
        let back_to = self.choices.len();
        self.push_choice(Kind::Barrier(Barrier::Inside), self.saved.len());
        self.keep_cut(slot, back_to);
    }

    /// Another cut may follow one that may have come.
    pub(super) fn next_cut(&mut self, slots: u16, slot: u16) {
        self.protect(slots);
        let kind = self.choices.get(self.cut_place(slot)).map(|choice| &choice.kind);
        if !matches!(kind, Some(Kind::Clauses { .. } | Kind::Barrier(_))) {
            // The cut has come, or a variable of the property was split here, whose other values are not the cut's to forget.
            self.end_cut(slot);
            self.keep_cut(slot, self.choices.len());
            self.push_choice(Kind::Barrier(Barrier::Behind(self.here())), self.saved.len());
        }
        (self.committing, self.plain) = (true, true);
    }

    /// A choice that a call with a cut goes back to if no other clause has left one.
    pub(super) fn push_barrier(&mut self, proc: ProcId, barrier: Barrier) {
        let saved = self.saved.len();
        self.saved.extend_from_slice(&self.args[..self.code.proc(proc).arity]);
        self.push_choice(Kind::Barrier(barrier), saved);
    }

    /// Commits to what was proved.
    pub(super) fn cut(&mut self, slots: u16, slot: u16) -> Option<Flow> {
        let place = self.cut_place(slot);
        if let Some(flow) = self.settle(slots, self.choices[place].heap as usize, true) {
            return Some(flow);
        }
        if let Some(var) = self.bound_universal(place) {
            return Some(self.split_before_cut(place, var));
        }
        self.forget(place);
        self.tight |= self.touched;
        self.end_cut(slot);
        None
    }

    /// Commits to a clause right behind its head; there is something to forget only if another clause could match. Goals that
    /// the head has woken come first: then the operations that follow do the cut as any other.
    pub(super) fn neck_cut(&mut self, slots: u16, slot: u16) -> Option<Flow> {
        let neck = self.neck.take();
        let place = self.b0;
        if self.choices.len() > place
            && let Some(var) = self.bound_universal(place)
        {
            return Some(self.split_before_cut(place, var));
        }
        if let (Some(neck), false) = (neck, self.woken.is_empty()) {
            self.keep_frame();
            self.protect(slots);
            if self.choices.len() == place {
                self.push_barrier(neck.proc, Barrier::Used(neck));
            }
            self.keep_cut(slot, place);
            (self.ce, self.cp) = (self.e, self.pc);
            if self.wake(None) {
                let closure = self.found;
                return Some(self.call_closure(closure));
            }
            return None;
        }
        self.forget(place);
        // Past the cut and what puts the frame's registers back.
        self.pc += 2;
        None
    }

    /// Puts back where a frame returns to that was kept although its clause has none.
    pub(super) fn reload_frame(&mut self) {
        self.ce = self.frames[self.e].0 as usize;
        self.cp = self.frames[self.e + 1].0;
    }

    /// The cut would commit to a value of a property's variable: the variable is split first, and what came since the choice
    /// at a place is done again.
    fn split_before_cut(&mut self, place: usize, var: usize) -> Flow {
        let Some(shape) = self.root_shape(var) else { return Flow::Tell(Event::Undecided) };
        let again = match self.choices[place].kind {
            Kind::Clauses { proc, .. } => Barrier::Call(proc),
            Kind::Barrier(barrier) => barrier,
            _ => unreachable!("a cut goes back to a call or a barrier"),
        };
        if let Barrier::Inside = again {
            return self.wait_as_condition(var);
        }
        self.forget(place + 1);
        self.go_back();
        self.tight |= self.touched;
        let saved = self.choices[place].saved as usize;
        if let Barrier::Used(neck) = again {
            let clause = self.record.pop().expect("the clause was used");
            let clause = &self.code.clauses[clause as usize];
            self.left += clause.cost as i32;
            self.slack += clause.extra as i32;
            self.activation = neck.caller;
        }
        match again {
            Barrier::Call(proc) | Barrier::Used(Neck { proc, .. }) => {
                let args = self.saved[saved..saved + self.code.proc(proc).arity].to_vec();
                self.pop_choice();
                let closure = self.closure(proc, args.into_iter());
                self.split(var, shape, Resume::Call(closure))
            }
            Barrier::Behind(pc) => {
                self.pop_choice();
                self.split(var, shape, Resume::At(pc))
            }
            Barrier::Inside => unreachable!("it waits"),
        }
    }

    /// The branch at hand was cut off, or wants something: whether the cuts that are pending come is open, so nothing is
    /// tried that they would forget. `here` is the frame and place at hand, unless a call is about to be made.
    pub(super) fn drop_uncertain(&mut self, here: Option<(usize, Pc)>) {
        if self.neck.take().is_some() {
            self.forget(self.b0);
        }
        if self.committing {
            self.drop_pending(here);
        }
    }

    #[cold]
    fn drop_pending(&mut self, here: Option<(usize, Pc)>) {
        let (bottom, least) = match self.regions.last() {
            Some(region) => (self.choices[region.place()].e as usize, region.place() + 1),
            None => (0, 0),
        };
        let mut back_to = usize::MAX;
        let mut look = |frame: usize, pc: Pc| {
            if let Some(slot) = self.code.pending_cut(pc) {
                let word = self.frames[frame + HEADER + slot as usize];
                if word.tag() == Tag::Int {
                    back_to = back_to.min((word.as_int() >> FLAGS) as usize);
                }
            }
        };
        if let Some((frame, pc)) = here {
            look(frame, pc);
        }
        let (mut frame, mut pc) = (self.ce, self.cp);
        loop {
            // The place behind a call; but goals that a cut itself runs return to the cut.
            if pc != RESUME {
                let is_cut = matches!(self.code.ops[pc as usize], Op::Cut(..));
                look(frame, if is_cut { pc } else { pc - 1 });
            }
            if frame <= bottom {
                break;
            }
            (frame, pc) = (self.frames[frame].0 as usize, self.frames[frame + 1].0);
        }
        self.forget(back_to.max(least));
    }
}
