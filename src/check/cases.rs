//! Cases that meet the hypotheses of a property, with what its conclusion says of them.

use super::outcome::Counterexample;
use super::property::{Checker, Monitor, Options, Task};
use crate::engine::{Code, Ending, Event, Hypotheses, Limits, Machine};
use crate::program::{CheckId, ClauseId};
use rustc_hash::FxHashSet;

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
    /// Ground values that meet the hypotheses and decide the conclusion: from each round up to the bound the first `each` of
    /// both kinds, as long as the steps of the options last.
    pub fn cases(&self, id: CheckId, each: usize, options: &Options, monitor: &dyn Monitor) -> Vec<Met> {
        let check = &self.programs.user.checks[id.0 as usize];
        let ending = Ending::LabelAndConclude(check.conclusion);
        let hypotheses = Hypotheses { formula: &check.formula, goal: check.hypotheses, ending, selects: true };
        let code = Code::new(&self.programs, hypotheses, options.types.clone());
        if code.unsupported.is_some() {
            return vec![];
        }
        let task = Task { checker: self, check, id, options, monitor };
        let limits = Limits { stop: monitor.stop(), steps: options.steps, memory: options.memory };
        let mut machine = Machine::new(&code, task.settings(1), limits);
        let mut found: Vec<Met> = vec![];
        for depth in 1..=task.bound() {
            machine.set(task.settings(depth));
            machine.start(None);
            let mut counts = [0; 2];
            let mut event = machine.run();
            while matches!(event, Event::Refuted | Event::Proved | Event::Undecided) && counts != [each; 2] {
                let refuted = event == Event::Refuted;
                let count = &mut counts[usize::from(refuted)];
                if event != Event::Undecided && *count < each {
                    *count += 1;
                    let used = code.used(machine.record());
                    found.push(Met { values: task.counterexample(&mut machine, &code, depth), refuted, used });
                }
                event = machine.next();
            }
            let complete = event == Event::Done && !machine.was_cut_off();
            if complete || matches!(event, Event::Stopped(_)) {
                break;
            }
        }
        found
    }
}
