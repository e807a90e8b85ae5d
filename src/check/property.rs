//! One property of a program, and how it is to be checked.

use super::outcome::{Counterexample, Outcome, Reason, Round, Vacuity, Verdict};
use super::reference::{Verified, verify};
use super::{search, testing};
use crate::engine::{Code, Ending, Hypotheses, Limits, Programs, Settings, StopReason};
use crate::generate::{Rate, Scope};
use crate::program::{Check, CheckId, Overlay, Program, TypeRef};
use crate::term::Functor;
use std::sync::atomic::{AtomicBool, Ordering};

/// How values that might refute a property are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strategy {
    /// The hypotheses are solved, and what they leave open is split as far as the conclusion looks at it.
    #[default]
    Lazy,
    /// The hypotheses are solved, then all variables get values, then the conclusion is tried.
    Naf,
    /// All values in the order of their sizes.
    Tiers,
    /// Values by chance.
    Random,
}

impl Strategy {
    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Strategy::Lazy => "lazy",
            Strategy::Naf => "naf",
            Strategy::Tiers => "tiers",
            Strategy::Random => "random",
        }
    }
}

/// What makes the search fast; each can be left out to see what it buys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpeedUps {
    /// Branches end as soon as what is pending cannot fit.
    pub slack: bool,
    /// Goals that are guided run before calls that are not.
    pub selection: bool,
    /// Clauses are found by what arguments begin with.
    pub indexing: bool,
    /// Negated goals and conclusions get their budget step by step.
    pub deepening: bool,
}

impl Default for SpeedUps {
    fn default() -> SpeedUps {
        SpeedUps { slack: true, selection: true, indexing: true, deepening: true }
    }
}

/// Which values are drawn by `random`.
#[derive(Clone, Copy, Debug)]
pub struct Sampling {
    /// Where the numbers come from.
    pub seed: u64,
    /// How many values are drawn.
    pub samples: u64,
    /// The share of a finite space that is drawn instead, each value once.
    pub rate: Option<Rate>,
    /// The space.
    pub scope: Option<Scope>,
}

/// How a property is to be checked.
#[derive(Clone, Debug)]
pub struct Options {
    /// The strategy.
    pub strategy: Strategy,
    /// The bound, instead of the property's own.
    pub depth: Option<u32>,
    /// The most counterexamples that are kept.
    pub most: usize,
    /// Whether the search ends with the first counterexample, whatever its size.
    pub first: bool,
    /// What `random` draws.
    pub sampling: Sampling,
    /// What makes the search fast.
    pub speed_ups: SpeedUps,
    /// The most bytes that one search takes.
    pub memory: usize,
    /// The most calls that one search makes.
    pub steps: u64,
    /// How many threads work on one property.
    pub jobs: usize,
    /// What the open types of properties stand for, by their numbers; those beyond stand for types of constants.
    pub types: Vec<TypeRef>,
}

/// Whoever watches a search.
pub trait Monitor: Sync {
    /// Set when the search is to end.
    fn stop(&self) -> &AtomicBool;
    /// The seconds since the search of the property began.
    fn seconds(&self) -> f64;
    /// Whether it is the user who wants the search to end.
    fn interrupted(&self) -> bool {
        false
    }
    /// A round begins, after so many cases.
    fn round(&self, _depth: u32, _cases: u64) {}
    /// So many cases were tried; told now and then.
    fn cases(&self, _cases: u64) {}
}

/// Checks the properties of one program.
pub struct Checker<'p> {
    /// The program, with the library.
    pub programs: Programs<'p>,
    /// The functor of the first constant of an open type.
    pub constants: Functor,
}

/// What all strategies work with.
pub(super) struct Task<'t> {
    pub checker: &'t Checker<'t>,
    pub check: &'t Check,
    pub id: CheckId,
    pub options: &'t Options,
    pub monitor: &'t dyn Monitor,
}

/// The bound of a property that has none: the clock ends its search.
const NO_BOUND: u32 = 1_000_000_000;

/// The steps that the reference solver has for one counterexample.
const VERIFY_STEPS: u64 = 20_000_000;

/// How many times the budget it has when it could not decide with what the machine had.
const VERIFY_AGAIN: u32 = 4;

impl<'p> Checker<'p> {
    /// A checker of a program whose constants for open types begin at a functor.
    pub fn new(program: &'p Program, constants: Functor) -> Checker<'p> {
        Checker { programs: Programs::new(program), constants }
    }

    /// A checker of the program with changes.
    pub fn with<'q>(&'q self, changes: &'q Overlay) -> Checker<'q> {
        Checker { programs: self.programs.with(changes), constants: self.constants }
    }

    /// Checks a property.
    pub fn check(&self, id: CheckId, options: &Options, monitor: &dyn Monitor) -> Outcome {
        self.check_as(&self.programs.user.checks[id.0 as usize], id, options, monitor)
    }

    /// Checks a property that was made from one of the program.
    pub fn check_as(&self, check: &Check, id: CheckId, options: &Options, monitor: &dyn Monitor) -> Outcome {
        let task = Task { checker: self, check, id, options, monitor };
        match options.strategy {
            Strategy::Lazy | Strategy::Naf => search::search(&task),
            Strategy::Tiers | Strategy::Random => testing::test(&task),
        }
    }
}

impl Task<'_> {
    pub(super) fn bound(&self) -> u32 {
        self.options.depth.or(self.check.bound).unwrap_or(NO_BOUND)
    }

    pub(super) fn code(&self, labels: bool) -> Code {
        let conclusion = self.check.conclusion;
        let ending = if labels { Ending::LabelAndConclude(conclusion) } else { Ending::Conclude(conclusion) };
        let selects = self.options.speed_ups.selection;
        let hypotheses = Hypotheses { formula: &self.check.formula, goal: self.check.hypotheses, ending, selects };
        Code::new(&self.checker.programs, hypotheses, self.options.types.clone())
    }

    /// How the machine searches in the round of a bound.
    pub(super) fn settings(&self, depth: u32) -> Settings {
        let speed_ups = self.options.speed_ups;
        let bound = i32::try_from(depth).unwrap_or(i32::MAX).min(crate::engine::UNBOUNDED / 8);
        Settings {
            bound,
            conclusion: 3 * bound + 10,
            slack: speed_ups.slack,
            deepening: speed_ups.deepening,
            indexing: speed_ups.indexing,
            // The first round has no smaller one.
            fresh_only: depth > 1,
            assumptions: 0,
            universal: true,
        }
    }

    pub(super) fn limits(&self) -> Limits<'_> {
        Limits { stop: self.monitor.stop(), steps: self.options.steps, memory: self.options.memory }
    }

    /// Whether whoever watches wants the search to end. The machine looks by itself only after so many calls.
    pub(super) fn is_stopped(&self) -> bool {
        self.monitor.stop().load(Ordering::Relaxed)
    }

    /// Has the reference solver look at a counterexample, with the budget that it was found with; if that does not do,
    /// with a larger one, since it counts plainly where the machine looks ahead.
    pub(super) fn verify(&self, found: &Counterexample) -> Verified {
        let settings = match self.options.strategy {
            Strategy::Lazy | Strategy::Naf => self.settings(found.depth),
            Strategy::Tiers | Strategy::Random => self.test_settings(found.size),
        };
        let (terms, values) = (&found.formula.terms, &found.bindings);
        let programs = &self.checker.programs;
        let verify = |times: u32| {
            let (bound, conclusion) = (settings.bound as u32 * times, settings.conclusion as u32 * times);
            verify(programs, self.check, terms, values, bound, conclusion, VERIFY_STEPS)
        };
        match verify(1) {
            Verified::GaveUp(why) if !self.is_stopped() => match verify(VERIFY_AGAIN) {
                Verified::GaveUp(_) => Verified::GaveUp(why),
                verified => verified,
            },
            verified => verified,
        }
    }

    /// How the machine tests values of a size.
    pub(super) fn test_settings(&self, size: u64) -> Settings {
        let size = u32::try_from(size).unwrap_or(u32::MAX / 8).min(u32::MAX / 8);
        let settings = self.settings(size);
        Settings { bound: settings.conclusion, fresh_only: false, ..settings }
    }

    /// Whether the property says that its hypotheses never hold.
    pub(super) fn never_holds(&self) -> bool {
        *self.check.formula.goal(self.check.conclusion) == crate::program::Goal::Fail
    }

    /// An outcome, so far without anything in it.
    pub(super) fn outcome(&self, verdict: Verdict) -> Outcome {
        Outcome {
            check: self.id,
            verdict,
            rounds: vec![],
            cases: 0,
            uses: 0,
            seconds: self.monitor.seconds(),
            depth: 0,
            instances: self.instances(),
        }
    }

    /// The open types of the property, and what they stand for.
    fn instances(&self) -> Vec<(String, String)> {
        let program = self.checker.programs.user;
        let stands_for = |number: u32, ty: TypeRef| match self.options.types.get(number as usize) {
            Some(given) if *given != ty => program.show_type(*given),
            _ => "the constants c1, c2, ...".to_owned(),
        };
        let open = program.open_types(self.check);
        open.into_iter().map(|(number, ty)| (program.show_type(ty), stands_for(number, ty))).collect()
    }
}

/// What a search has come to so far, for the verdict at its end.
#[derive(Debug, Default)]
pub(super) struct Progress {
    pub rounds: Vec<Round>,
    pub cases: u64,
    pub uses: u64,
    pub depth: u32,
    pub found: Vec<Counterexample>,
}

impl Progress {
    pub(super) fn end(self, task: &Task, verdict: Verdict) -> Outcome {
        let seconds = task.monitor.seconds();
        let verdict = match verdict {
            Verdict::Unknown(Reason::Stopped(StopReason::Asked, depth)) if task.monitor.interrupted() => {
                Verdict::Unknown(Reason::Interrupted(depth))
            }
            verdict => verdict,
        };
        Outcome {
            rounds: self.rounds,
            cases: self.cases,
            uses: self.uses,
            depth: self.depth,
            seconds,
            ..task.outcome(verdict)
        }
    }

    pub(super) fn unknown(self, task: &Task, reason: Reason) -> Outcome {
        self.end(task, Verdict::Unknown(reason))
    }

    pub(super) fn vacuous(self, task: &Task, why: Vacuity) -> Outcome {
        self.end(task, Verdict::Vacuous(why))
    }
}
