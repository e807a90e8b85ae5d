//! Values for which the conclusion of a property fails, whatever its hypotheses say.
//!
//! Properties seldom say what must not hold. These values do, as far as the program is right: a change that lets the
//! conclusion hold of most of them lets nearly everything through.

use super::decide::Values;
use super::property::{Checker, Monitor, Options, Task};
use super::values::TermBuilder;
use crate::engine::{Code, Ending, Event, Hypotheses, Limits, Machine};
use crate::generate::{Counts, Sampler, generator};
use crate::program::{CheckId, Goal};
use crate::source::Range;

/// The sizes of the values that are drawn, how many of each, and the steps of each question.
const SIZES: std::ops::Range<u32> = 1..12;
const DRAWN: usize = 12;
const STEPS: u64 = 5_000;

/// The most sets that are counted for them.
const MOST_BYTES: usize = 4 << 20;

impl Checker<'_> {
    /// Ground values of the property's variables for which the conclusion fails, at most so many, drawn from small ones; always
    /// the same.
    pub fn outside(&self, id: CheckId, most: usize, options: &Options, monitor: &dyn Monitor) -> Vec<Values> {
        let check = &self.programs.user.checks[id.0 as usize];
        let mut formula = check.formula.clone();
        let goal = formula.add_goal(Goal::True, Range::default());
        let ending = Ending::Conclude(check.conclusion);
        let code = Code::new(
            &self.programs,
            Hypotheses { formula: &formula, goal, ending, selects: true },
            options.types.clone(),
        );
        let shapes = code.proc(code.main).shapes.clone();
        if code.unsupported.is_some() || shapes.is_empty() {
            return vec![];
        }
        let task = Task { checker: self, check, id, options, monitor };
        let limits = Limits { stop: monitor.stop(), steps: STEPS, memory: options.memory };
        let mut machine = Machine::new(&code, task.settings(1), limits);
        let mut counts = Counts::new();
        let mut found: Vec<Values> = vec![];
        for size in SIZES {
            let room = |sets: &crate::generate::Sets| sets.bytes() < MOST_BYTES;
            let Some(set) = counts.tuples_within(&code.shapes, &shapes, size, &room) else { break };
            let Some(mut sampler) = Sampler::new(counts.sets(), set, generator(size.into())) else { continue };
            machine.set(task.test_settings(size.into()));
            for _ in 0..DRAWN {
                let tuple = sampler.draw();
                machine.forget_steps();
                machine.clear();
                let roots = tuple.values().map(|value| machine.load_cells(value.0)).collect();
                machine.start_with(roots);
                if machine.run() != Event::Refuted {
                    continue;
                }
                let mut builder = TermBuilder::new(&machine, self.constants, &check.formula);
                let mut closed = |_| unreachable!("the values are ground");
                let words = code.variables.iter().zip(machine.roots());
                let bindings = words.map(|(var, word)| (*var, builder.term(*word, &mut closed))).collect();
                let terms = builder.formula.terms;
                found.push(Values { terms, bindings });
            }
        }
        let step = found.len().div_ceil(most).max(1);
        found.into_iter().step_by(step).collect()
    }
}
