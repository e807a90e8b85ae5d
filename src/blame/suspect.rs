//! Who can be to blame, and what speaks against each.

use super::dependence::Dependence;
use crate::program::{ClauseId, PredId, PredicateKind, Program};
use std::collections::BTreeSet;

/// What may be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Suspect {
    /// A clause.
    Clause(ClauseId),
    /// A predicate lacks a clause.
    Missing(PredId),
}

/// The predicates whose clauses can be to blame, and those that nobody blames.
#[derive(Clone, Debug)]
pub struct Trust {
    suspect: BTreeSet<PredId>,
}

impl Trust {
    /// All predicates with clauses that the properties can reach are suspects, but for those that are trusted.
    pub fn new(program: &Program, dependence: &Dependence, trusted: &[PredId]) -> Trust {
        let mut suspect = BTreeSet::new();
        for check in &program.checks {
            for goal in [check.hypotheses, check.conclusion] {
                suspect.extend(dependence.reached_by(&check.formula, goal));
            }
        }
        suspect.retain(|id| {
            let predicate = program.signature.predicate(*id);
            matches!(predicate.kind, PredicateKind::Declared | PredicateKind::Inferred)
                && !predicate.trusted
                && !trusted.contains(id)
        });
        Trust { suspect }
    }

    /// Whether a predicate can be to blame.
    pub fn is_suspect(&self, id: PredId) -> bool {
        self.suspect.contains(&id)
    }

    /// All that can be to blame, in the order of the program: the clauses of a predicate, then that one is missing.
    pub fn suspects(&self, program: &Program) -> Vec<Suspect> {
        let of = |id: &PredId| {
            let clauses = program.signature.predicate(*id).clauses.iter().map(|clause| Suspect::Clause(*clause));
            clauses.chain([Suspect::Missing(*id)]).collect::<Vec<_>>()
        };
        self.suspect.iter().flat_map(of).collect()
    }
}

impl Suspect {
    /// The predicate of a clause, or the one that lacks a clause.
    pub fn predicate(self, program: &Program) -> PredId {
        match self {
            Suspect::Clause(id) => program.clause(id).predicate,
            Suspect::Missing(id) => id,
        }
    }
}
