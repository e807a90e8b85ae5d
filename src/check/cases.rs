//! Cases that meet the hypotheses of a property, with what its conclusion says of them.

use super::outcome::Counterexample;
use super::property::{Checker, Monitor, Options, Task};
use crate::engine::{Code, Ending, Event, Hypotheses, Limits, Machine, Share};
use crate::program::{CheckId, ClauseId};
use rustc_hash::FxHashSet;
use std::sync::atomic::Ordering;

/// The most rounds that cases are taken from: with more, each has too few steps to come to one.
const MOST_ROUNDS: u32 = 50;

/// How many parts of a round are gone through one after the other, and after how many clause uses they part: in the order of
/// the search the first clauses would have all the steps.
const PARTS: u64 = 8;
const PARTING: u32 = 3;

/// Ground values that meet the hypotheses of a property.
#[derive(Clone, Debug)]
pub struct Met {
    /// The values; they are a counterexample only if the conclusion fails.
    pub values: Counterexample,
    /// Whether the conclusion fails.
    pub refuted: bool,
    /// The program's clauses that the proof of the hypotheses used.
    pub used: FxHashSet<ClauseId>,
}

impl Checker<'_> {
    /// Ground values that meet the hypotheses and decide the conclusion: from each part of each round up to the bound the first
    /// `each` of both kinds, and as many more whose proofs use clauses together that no case before did. The rounds, and the
    /// parts of each, share the steps of the options evenly.
    pub fn cases(&self, id: CheckId, each: usize, options: &Options, monitor: &dyn Monitor) -> Vec<Met> {
        let check = &self.programs.user.checks[id.0 as usize];
        let ending = Ending::LabelAndConclude(check.conclusion);
        let hypotheses = Hypotheses { formula: &check.formula, goal: check.hypotheses, ending, selects: true };
        let code = Code::new(&self.programs, hypotheses, options.types.clone());
        if code.unsupported.is_some() {
            return vec![];
        }
        let task = Task { checker: self, check, id, options, monitor };
        let rounds = task.bound().min(MOST_ROUNDS);
        let steps = options.steps / PARTS / u64::from(rounds.max(1));
        let limits = Limits { stop: monitor.stop(), steps, memory: options.memory };
        let mut machine = Machine::new(&code, task.settings(1), limits);
        let mut found: Vec<Met> = vec![];
        let mut seen: FxHashSet<Vec<ClauseId>> = FxHashSet::default();
        for depth in 1..=rounds {
            machine.set(task.settings(depth));
            let mut complete = true;
            for number in 0..PARTS {
                machine.forget_steps();
                machine.start(Some(Share { depth: depth.min(PARTING) as usize, number, count: PARTS }));
                let mut counts = [0; 2];
                let mut event = machine.run();
                while matches!(event, Event::Refuted | Event::Proved | Event::Undecided) && counts != [2 * each; 2] {
                    let refuted = event == Event::Refuted;
                    let count = &mut counts[usize::from(refuted)];
                    if event != Event::Undecided && *count < 2 * each {
                        let used = code.used(machine.record());
                        let mut together: Vec<ClauseId> = used.iter().copied().collect();
                        together.sort_unstable();
                        if seen.insert(together) || *count < each {
                            *count += 1;
                            found.push(Met { values: task.counterexample(&mut machine, &code, depth), refuted, used });
                        }
                    }
                    event = machine.next();
                }
                complete &= event == Event::Done && !machine.was_cut_off();
            }
            if complete || monitor.stop().load(Ordering::Relaxed) {
                break;
            }
        }
        found
    }
}
