//! Changes of a program: clauses left out, put in the place of others, or added.
//!
//! A changed program is the program with an overlay: nothing is copied, and all ids stay what they are. Clauses that are
//! added have the ids behind those of the program.

use super::formula::Clause;
use super::{ClauseId, PredId, Program};
use rustc_hash::FxHashMap;

/// Clauses that differ from those of a program.
#[derive(Clone, Debug, Default)]
pub struct Overlay {
    replaced: FxHashMap<ClauseId, Clause>,
    added: Vec<Clause>,
    /// The clauses of predicates that have not the same ones as before, in order.
    lists: FxHashMap<PredId, Vec<ClauseId>>,
    /// The facts that stand for assumptions.
    assumptions: Vec<ClauseId>,
    /// The predicates whose clauses are chosen later, with those that they may have besides their own.
    offered: FxHashMap<PredId, Vec<ClauseId>>,
}

impl Overlay {
    /// Puts a clause in the place of another of the same predicate.
    pub fn replace(&mut self, id: ClauseId, clause: Clause) {
        self.replaced.insert(id, clause);
    }

    /// Leaves a clause out.
    pub fn remove(&mut self, program: &Program, id: ClauseId) {
        let predicate = self.clause(program, id).predicate;
        self.list(program, predicate).retain(|other| *other != id);
    }

    /// Adds a clause at a place among those of its predicate, from 0; behind all if there are not so many.
    pub fn insert(&mut self, program: &Program, place: usize, clause: Clause) -> ClauseId {
        let predicate = clause.predicate;
        let id = self.add(program, clause);
        let list = self.list(program, predicate);
        list.insert(place.min(list.len()), id);
        id
    }

    /// Leaves it open which clauses a predicate has: its own unless others are chosen. Many changes can so be compiled
    /// together, and tried one after the other.
    pub fn open(&mut self, predicate: PredId) {
        self.offered.entry(predicate).or_default();
    }

    /// Offers a clause: its predicate has it only where it is chosen.
    pub fn offer(&mut self, program: &Program, clause: Clause) -> ClauseId {
        let predicate = clause.predicate;
        let id = self.add(program, clause);
        self.offered.entry(predicate).or_default().push(id);
        id
    }

    /// The clauses that are offered for a predicate, if it is open.
    pub fn offered(&self, predicate: PredId) -> Option<&[ClauseId]> {
        self.offered.get(&predicate).map(Vec::as_slice)
    }

    fn add(&mut self, program: &Program, clause: Clause) -> ClauseId {
        self.added.push(clause);
        ClauseId((program.clauses.len() + self.added.len() - 1) as u32)
    }

    /// Adds, behind the clauses of a predicate, a fact that any call fits and that stands for an assumption: a search may
    /// use only so many of these.
    pub fn assume(&mut self, program: &Program, predicate: PredId) -> ClauseId {
        let id = self.insert(program, usize::MAX, Clause::open_fact(program, predicate));
        self.assumptions.push(id);
        id
    }

    /// The clauses that stand for assumptions.
    pub fn assumptions(&self) -> &[ClauseId] {
        &self.assumptions
    }

    /// Whether a clause stands for an assumption.
    pub fn is_assumption(&self, id: ClauseId) -> bool {
        self.assumptions.contains(&id)
    }

    fn list(&mut self, program: &Program, predicate: PredId) -> &mut Vec<ClauseId> {
        self.lists.entry(predicate).or_insert_with(|| program.signature.predicate(predicate).clauses.clone())
    }

    /// The clauses of a predicate, in order.
    pub fn clauses<'o>(&'o self, program: &'o Program, predicate: PredId) -> &'o [ClauseId] {
        self.lists.get(&predicate).unwrap_or_else(|| &program.signature.predicate(predicate).clauses)
    }

    /// A clause.
    pub fn clause<'o>(&'o self, program: &'o Program, id: ClauseId) -> &'o Clause {
        self.replaced.get(&id).unwrap_or_else(|| {
            let added = (id.0 as usize).checked_sub(program.clauses.len());
            added.map_or_else(|| program.clause(id), |place| &self.added[place])
        })
    }
}
