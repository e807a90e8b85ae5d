//! Values from types, then tests: `tiers` in the order of size, `random` by chance.
//!
//! The variables of the property get ground values; the hypotheses and then the conclusion are tried on them. All have a
//! budget that grows with the size of the values.

use super::outcome::{Outcome, Reason, Round, Vacuity, Verdict};
use super::property::{Progress, Strategy, Task};
use super::search::{confirm, keep_confirmed};
use crate::engine::{Code, Event, Machine, StopReason};
use crate::generate::{Counts, Extent, Room, Sampler, Scope, SetId, Sets, ShapeId, Tiers, Tuple, generator};

/// The most places that a share of a space may have.
const MOST_PLACES: usize = 10_000_000;

/// How often whoever watches is told of the cases.
const TELL: u64 = 1 << 10;

/// The property and the machine that tests it.
struct Tester<'t, 'm> {
    task: &'t Task<'t>,
    code: &'m Code,
    machine: Machine<'m>,
    progress: Progress,
    /// How many values met a limit in the conclusion.
    undecided: u64,
    /// Whether some met one in the hypotheses: they are beyond the bound.
    beyond: bool,
    tested: u64,
    /// Why a counterexample was not confirmed: from then on each is, before it takes the place of another.
    doubt: Option<String>,
}

/// Tests a property.
pub(super) fn test(task: &Task) -> Outcome {
    let code = task.code(false);
    let progress = Progress::default();
    if let Some((what, place)) = code.unsupported.clone() {
        return progress.unknown(task, Reason::Unsupported(what, place));
    }
    let shapes = code.proc(code.main).shapes.clone();
    if let Some(place) = shapes.iter().position(|shape| code.shapes.get(*shape).least.is_none()) {
        return progress.vacuous(task, Vacuity::NoValues(code.variables[place]));
    }
    let machine = Machine::new(&code, task.settings(1), task.limits());
    let (undecided, beyond, tested, doubt) = (0, false, 0, None);
    let tester = Tester { task, code: &code, machine, progress, undecided, beyond, tested, doubt };
    match task.options.strategy {
        Strategy::Random => tester.random(&shapes),
        _ => tester.tiers(&shapes),
    }
}

impl Tester<'_, '_> {
    /// The budget of tests of values of a size.
    fn set(&mut self, size: u64) {
        self.machine.set(self.task.test_settings(size));
    }

    /// Tests one tuple of values; false when the search is to end.
    fn test(&mut self, tuple: &Tuple) -> Result<bool, StopReason> {
        if self.task.is_stopped() {
            return Err(StopReason::Asked);
        }
        self.machine.clear();
        let roots = tuple.values().map(|value| self.machine.load_cells(value.0)).collect();
        self.machine.start_with(roots);
        self.tested += 1;
        if self.tested.is_multiple_of(TELL) {
            self.task.monitor.cases(self.progress.cases);
        }
        match self.machine.run() {
            Event::Proved => self.progress.cases += 1,
            Event::Refuted => {
                self.progress.cases += 1;
                let found = self.task.counterexample(&mut self.machine, self.code, self.progress.depth);
                let kept = keep_confirmed(self.task, &mut self.progress.found, found, self.doubt.is_some());
                return Ok(!(self.task.options.first && kept));
            }
            Event::Undecided | Event::Beyond { .. } => {
                self.progress.cases += 1;
                self.undecided += 1;
            }
            Event::Done => self.beyond |= self.machine.was_cut_off(),
            Event::Stopped(reason) => return Err(reason),
            Event::Answer => unreachable!("a property has a conclusion"),
        }
        Ok(true)
    }

    fn tiers(mut self, shapes: &[ShapeId]) -> Outcome {
        let extent = Extent::of(&self.code.shapes, shapes);
        let mut counts = Counts::new();
        for size in 0..=self.task.bound() {
            self.progress.depth = size;
            self.task.monitor.round(size, self.progress.cases);
            let before = (self.task.monitor.seconds(), self.progress.cases);
            self.set(size.into());
            let set = self.room(|room| counts.tuples_within(&self.code.shapes, shapes, size, room));
            let ended = match set {
                Ok(set) => self.confirmed(|tester| tester.tier(counts.sets(), set)),
                Err(reason) => Err(reason),
            };
            if !self.progress.found.is_empty() && (ended.is_ok() || self.task.options.first) {
                return self.refuted();
            }
            if let Err(reason) = ended {
                self.progress.depth = size.saturating_sub(1);
                return self.end(Verdict::Unknown(Reason::Stopped(reason, size)));
            }
            let (seconds, cases) = (self.task.monitor.seconds() - before.0, self.progress.cases - before.1);
            self.progress.rounds.push(Round { depth: size, cases, seconds });
            if extent.as_ref().is_some_and(|extent| extent.largest <= size.into()) {
                let verdict = if self.beyond { Verdict::Holds } else { Verdict::Exhausted };
                return self.end(verdict);
            }
        }
        self.end(Verdict::Holds)
    }

    /// Goes through values; once more if what was found is not confirmed, which others may be.
    fn confirmed(&mut self, mut tests: impl FnMut(&mut Self) -> Result<(), StopReason>) -> Result<(), StopReason> {
        let (cases, undecided, tested) = (self.progress.cases, self.undecided, self.tested);
        let ended = tests(self);
        if self.doubt.is_some() {
            return ended;
        }
        self.doubt = confirm(self.task, &mut self.progress.found);
        if self.doubt.is_none() || !self.progress.found.is_empty() || ended.is_err() {
            return ended;
        }
        (self.progress.cases, self.undecided, self.tested) = (cases, undecided, tested);
        tests(self)
    }

    /// Lets a table grow while there is time and memory.
    fn room<T>(&self, build: impl FnOnce(Room) -> Option<T>) -> Result<T, StopReason> {
        let room = |sets: &Sets| !self.task.is_stopped() && sets.bytes() < self.task.options.memory;
        let full = || if self.task.is_stopped() { StopReason::Asked } else { StopReason::Memory };
        build(&room).ok_or_else(full)
    }

    /// The verdict when there are counterexamples, all confirmed.
    fn refuted(mut self) -> Outcome {
        let found = std::mem::take(&mut self.progress.found);
        self.progress.end(self.task, Verdict::Counterexample(found))
    }

    fn tier(&mut self, sets: &Sets, set: SetId) -> Result<(), StopReason> {
        let mut tiers = Tiers::new(sets, set);
        while tiers.next() {
            if !self.test(tiers.tuple())? {
                break;
            }
        }
        Ok(())
    }

    fn random(mut self, shapes: &[ShapeId]) -> Outcome {
        let sampling = self.task.options.sampling;
        let mut counts = Counts::new();
        let mut sets = Sets::new();
        let size = self.task.options.depth.or(self.task.check.bound).unwrap_or(10);
        self.progress.depth = size;
        let scoped = match (sampling.scope, sampling.rate) {
            (Some(scope), _) => scope.tuples(&mut sets, &self.code.shapes, shapes),
            (None, Some(_)) => Scope::WHOLE.tuples(&mut sets, &self.code.shapes, shapes),
            (None, None) => None,
        };
        let (sets, set) = match scoped {
            Some(set) => (&sets, set),
            None => match self.room(|room| counts.tuples_up_to_within(&self.code.shapes, shapes, size, room)) {
                Ok(set) => (counts.sets(), set),
                Err(reason) => return self.end(Verdict::Unknown(Reason::Stopped(reason, size))),
            },
        };
        let ended = self.confirmed(|tester| tester.draw(sets, set));
        if !self.progress.found.is_empty() {
            return self.refuted();
        }
        let tested = self.tested;
        match ended {
            Err(reason) => self.end(Verdict::Unknown(Reason::Stopped(reason, size))),
            Ok(()) => self.end(Verdict::Passed(tested)),
        }
    }

    fn draw(&mut self, sets: &Sets, set: SetId) -> Result<(), StopReason> {
        let sampling = self.task.options.sampling;
        let mut rng = generator(sampling.seed);
        if let Some(rate) = sampling.rate {
            let Some(total) = sets.count(set) else { return Err(StopReason::Memory) };
            let Some(places) = rate.draw(total, MOST_PLACES, &mut rng) else { return Err(StopReason::Memory) };
            let mut tuple = Tuple::default();
            for place in places {
                sets.unrank(set, &place, &mut tuple);
                self.set(tuple.size());
                if !self.test(&tuple)? {
                    break;
                }
            }
            return Ok(());
        }
        // There are values, but more than are counted.
        if sets.count(set).is_none() {
            return Err(StopReason::Memory);
        }
        let Some(mut sampler) = Sampler::new(sets, set, rng) else { return Ok(()) };
        for _ in 0..sampling.samples {
            let tuple = sampler.draw();
            self.set(tuple.size());
            if !self.test(tuple)? {
                break;
            }
        }
        Ok(())
    }

    /// The verdict when no counterexample was found.
    fn end(mut self, verdict: Verdict) -> Outcome {
        self.progress.uses = self.machine.uses();
        if let Some((what, place)) = self.machine.error().filter(|_| !self.task.monitor.interrupted()) {
            return self.progress.unknown(self.task, Reason::Undefined(what.to_owned(), place));
        }
        if let Some(why) = self.doubt.take() {
            return self.progress.unknown(self.task, Reason::Unconfirmed(why));
        }
        match verdict {
            Verdict::Unknown(_) => self.progress.end(self.task, verdict),
            _ if self.progress.cases == 0 && self.undecided == 0 && !self.task.never_holds() => {
                let never = matches!(verdict, Verdict::Exhausted) && !self.beyond;
                self.progress.vacuous(self.task, if never { Vacuity::Never } else { Vacuity::UpToBound })
            }
            _ if self.undecided > 0 => self.progress.unknown(self.task, Reason::CutOff(self.undecided)),
            _ => self.progress.end(self.task, verdict),
        }
    }
}
