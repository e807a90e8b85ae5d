//! Proofs of goals: found by the machine, rebuilt from its record.

use super::property::Checker;
use crate::engine::{Code, Ending, Event, Hypotheses, Limits, Machine, Proof, Settings, Word};
use crate::program::{Formula, GoalId};
use crate::term::{TermId, Terms, Var};

/// A goal with values of some of its variables.
#[derive(Clone, Copy, Debug)]
pub struct Claim<'c> {
    /// The formula of the goal.
    pub formula: &'c Formula,
    /// The goal.
    pub goal: GoalId,
    /// Where the values live.
    pub terms: &'c Terms,
    /// The values.
    pub values: &'c [(Var, TermId)],
}

impl Checker<'_> {
    /// The first proof of a claim that is found within the settings' bound.
    pub fn prove(&self, claim: &Claim, settings: Settings, limits: Limits) -> Option<Proof> {
        Prover::new(self, claim).proofs(settings, limits, 1).pop()
    }
}

/// A claim whose proofs are asked for more than once: it is compiled only once.
pub struct Prover<'c> {
    checker: &'c Checker<'c>,
    claim: Claim<'c>,
    code: Code,
}

impl<'c> Prover<'c> {
    /// Compiles a claim.
    pub fn new(checker: &'c Checker<'c>, claim: &Claim<'c>) -> Prover<'c> {
        let Claim { formula, goal, .. } = *claim;
        let hypotheses = Hypotheses { formula, goal, ending: Ending::Answers, selects: true };
        let code = Code::new(&checker.programs, hypotheses, vec![]);
        Prover { checker, claim: *claim, code }
    }

    /// The first proofs that are found within the settings' bound, at most so many.
    pub fn proofs(&self, settings: Settings, limits: Limits, most: usize) -> Vec<Proof> {
        let Prover { checker, claim, code } = self;
        if code.unsupported.is_some() {
            return vec![];
        }
        let mut machine = Machine::new(code, settings, limits);
        let start = |machine: &mut Machine| {
            machine.clear();
            let roots = code.variables.iter().map(|var| self.root(*var, machine)).collect();
            machine.start_with(roots);
        };
        start(&mut machine);
        let mut records = vec![];
        let mut event = machine.run();
        while event == Event::Answer {
            records.push(machine.record().to_vec());
            if records.len() >= most {
                break;
            }
            event = machine.next();
        }
        let proof = |record: Vec<u32>| {
            let trace = machine.trace(&record, checker.constants, start)?;
            Proof::new(&checker.programs, claim.formula, claim.goal, &code.variables, trace)
        };
        records.into_iter().filter_map(proof).collect()
    }

    fn root(&self, var: Var, machine: &mut Machine) -> Word {
        match self.claim.values.iter().find(|(known, _)| *known == var) {
            Some((_, term)) => machine.load_term(self.claim.terms, *term, self.checker.constants),
            None => machine.open_root(),
        }
    }
}
