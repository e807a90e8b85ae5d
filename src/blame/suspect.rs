//! Who can be to blame, and what speaks against each.

use super::dependence::Dependence;
use crate::program::{ClauseId, Formula, GoalId, PredId, PredicateKind, Program};
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
    /// What the program declares to be assumable.
    declared: BTreeSet<PredId>,
}

impl Trust {
    /// All predicates with clauses that the properties can reach are suspects, but for those that are trusted.
    pub fn new(program: &Program, dependence: &Dependence, trusted: &[PredId]) -> Trust {
        let goals = program.checks.iter().flat_map(|check| {
            [check.hypotheses, check.conclusion].map(|goal| dependence.reached_by(&check.formula, goal))
        });
        Trust::among(program, goals.flatten().collect(), trusted)
    }

    /// The same for those that a goal can reach.
    pub fn of_goal(
        program: &Program,
        dependence: &Dependence,
        (formula, goal): (&Formula, GoalId),
        trusted: &[PredId],
    ) -> Trust {
        Trust::among(program, dependence.reached_by(formula, goal), trusted)
    }

    fn among(program: &Program, mut suspect: BTreeSet<PredId>, trusted: &[PredId]) -> Trust {
        suspect.retain(|id| {
            let predicate = program.signature.predicate(*id);
            matches!(predicate.kind, PredicateKind::Declared | PredicateKind::Inferred)
                && !predicate.trusted
                && !trusted.contains(id)
        });
        let declared = program.signature.predicates().filter(|(_, predicate)| predicate.assumable);
        Trust { suspect, declared: declared.map(|(id, _)| id).collect() }
    }

    /// What may be assumed of some predicates: what is asked for, else what the program declares, else all that can be
    /// to blame.
    pub fn abducible<'r>(&self, asked: &[PredId], among: impl IntoIterator<Item = &'r PredId>) -> Vec<PredId> {
        let may = |id: &&PredId| match asked.is_empty() {
            true => self.declared.is_empty() || self.declared.contains(id),
            false => asked.contains(id),
        };
        among.into_iter().filter(|id| self.is_suspect(**id)).filter(may).copied().collect()
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
