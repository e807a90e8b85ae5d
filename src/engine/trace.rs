//! Doing a branch again to see how it was done.
//!
//! The machine keeps no proofs: it keeps the clauses that were used and the alternatives that were taken, one word each. A
//! branch that somebody asks about is run once more, with each choice made as the record says; this time it is noted which
//! goal of which clause use each step belongs to. Searches inside the search are simply done again: they come to the same.

use super::code::{Code, Origin, Pc, ProcId};
use super::machine::{Event, Machine};
use super::run::Flow;
use super::word::{Atom, Tag, Word};
use crate::program::{ClauseId, GoalId};
use crate::term::{Args, Functor, Term, TermId, Terms, Var};
use rustc_hash::FxHashMap;

/// Marks a word of the record as an alternative: a branch, a constructor, or a number.
pub(super) const ALTERNATIVE: u32 = 1 << 31;

/// Where the arguments of a goal that is kept begin: behind its procedure, clause use, site and age.
pub(super) const CLOSURE: usize = 4;

/// Where a goal that is kept has its age: where the heap ended when it first began to wait, or 0 if it never did.
pub(super) const AGE: usize = 3;

/// What is being done again.
#[derive(Clone, Debug)]
pub(super) struct Replay {
    record: Vec<u32>,
    site: Pc,
    /// What was noted for each word of the record, and for calls of builtins.
    steps: Vec<Noted>,
}

#[derive(Clone, Debug)]
struct Noted {
    /// How long the record was.
    at: usize,
    /// The clause use that the goal belongs to, and where in its code the goal is.
    activation: u32,
    site: Pc,
    taken: Taken,
    /// The arguments of a call.
    args: Vec<Word>,
}

#[derive(Clone, Copy, Debug)]
enum Taken {
    Clause,
    Builtin,
    Branch(u32),
}

/// How a branch was done: what came of each goal of each clause use. The use 0 is the property or query itself, the others
/// are numbered as they came.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// The clauses that were used, by the number of the use.
    pub uses: FxHashMap<u32, (Origin, ClauseId)>,
    /// The use that answered a call, by the use that the goal belongs to and the goal.
    pub calls: FxHashMap<(u32, GoalId), u32>,
    /// The branch of a disjunction, or of an if-then-else, that was taken.
    pub branches: FxHashMap<(u32, GoalId), u32>,
    /// The arguments of calls, as they were in the end.
    pub args: FxHashMap<(u32, GoalId), Vec<TermId>>,
    /// The variables of the property or query.
    pub roots: Vec<TermId>,
    /// Where the terms live.
    pub terms: Terms,
    /// How many variables are open in them.
    pub open: u32,
}

impl Machine<'_> {
    /// What was used and taken on the branch at hand.
    pub fn record(&self) -> &[u32] {
        &self.record
    }

    /// Does a branch to an answer again, from the same start.
    pub fn trace(&mut self, record: &[u32], constants: Functor, start: impl FnOnce(&mut Self)) -> Option<Trace> {
        start(self);
        self.replay = Some(Replay { record: record.to_vec(), site: 0, steps: vec![] });
        let event = self.run();
        let replay = self.replay.take()?;
        (event == Event::Answer).then(|| self.trace_of(replay, constants))
    }

    fn trace_of(&self, replay: Replay, constants: Functor) -> Trace {
        let mut trace = Trace::default();
        let mut builder =
            SharedTerms { machine: self, constants, terms: Terms::default(), known: FxHashMap::default(), open: 0 };
        trace.roots = self.roots.iter().map(|root| builder.term(*root)).collect();
        for noted in replay.steps {
            let Some(goal) = self.code.sites.get(&noted.site) else { continue };
            let key = (noted.activation, *goal);
            match noted.taken {
                Taken::Clause => {
                    let number = noted.at as u32 + 1;
                    if let Some(source) = clause_of(self.code, replay.record.get(noted.at).copied()) {
                        trace.uses.insert(number, source);
                    }
                    trace.calls.insert(key, number);
                }
                Taken::Builtin => {}
                // A disjunction of many branches is a row of attempts.
                Taken::Branch(alternative) => *trace.branches.entry(key).or_insert(0) += alternative,
            }
            if !matches!(noted.taken, Taken::Branch(_)) {
                trace.args.insert(key, noted.args.iter().map(|arg| builder.term(*arg)).collect());
            }
        }
        (trace.terms, trace.open) = (builder.terms, builder.open);
        trace
    }

    /// The alternative that was taken here, if a branch is done again.
    pub(super) fn replayed(&self) -> Option<u32> {
        let replay = self.replay.as_ref().filter(|_| self.regions.is_empty())?;
        replay.record.get(self.record.len()).map(|word| word & !ALTERNATIVE)
    }

    /// Notes where the call at hand stands.
    #[inline]
    pub(super) fn at_site(&mut self) {
        let here = self.here();
        if let Some(replay) = &mut self.replay {
            replay.site = here;
        }
    }

    pub(super) fn site(&self) -> Pc {
        self.replay.as_ref().map_or(0, |replay| replay.site)
    }

    pub(super) fn set_site(&mut self, site: Pc) {
        if let Some(replay) = &mut self.replay {
            replay.site = site;
        }
    }

    /// Takes a branch.
    #[inline]
    pub(super) fn note_branch(&mut self, site: Pc, alternative: u32) {
        if self.replay.is_some() {
            self.note(site, Taken::Branch(alternative), vec![]);
        }
        self.record.push(ALTERNATIVE | alternative);
    }

    fn note(&mut self, site: Pc, taken: Taken, args: Vec<Word>) {
        let (at, activation) = (self.record.len(), self.activation);
        if let Some(replay) = &mut self.replay {
            replay.steps.push(Noted { at, activation, site, taken, args });
        }
    }

    /// How many steps were noted, and where the call at hand stands.
    #[inline]
    pub(super) fn noted(&self) -> (usize, Pc) {
        self.replay.as_ref().map_or((0, 0), |replay| (replay.steps.len(), replay.site))
    }

    /// Forgets steps of a branch that failed.
    #[inline]
    pub(super) fn back_to_noted(&mut self, (from, site): (usize, Pc)) {
        if let Some(replay) = &mut self.replay {
            replay.steps.truncate(from);
            replay.site = site;
        }
    }

    /// Notes the call that a clause is used for.
    pub(super) fn trace_call(&mut self, proc: ProcId) {
        let args = self.args[..self.code.proc(proc).arity].to_vec();
        self.note(self.site(), Taken::Clause, args);
    }

    /// Notes the call of a builtin.
    pub(super) fn trace_builtin(&mut self, proc: ProcId) {
        let args = self.args[..self.code.proc(proc).arity].to_vec();
        self.note(self.site(), Taken::Builtin, args);
    }

    /// Calls a procedure with the clause that the record says.
    pub(super) fn call_again(&mut self, id: ProcId) -> Flow {
        let proc = self.code.proc(id);
        self.b0 = self.choices.len();
        let only = proc.clauses.start;
        if proc.clauses.len() == 1 && self.code.clauses[only as usize].cost == 0 {
            return self.enter(id, only);
        }
        let replay = self.replay.as_ref().expect("something is done again");
        match replay.record.get(self.record.len()) {
            Some(clause) if proc.clauses.contains(clause) => {
                let clause = *clause;
                self.enter(id, clause)
            }
            // The record ends here, or is of another branch.
            _ => Flow::Tell(Event::Done),
        }
    }
}

/// Builds terms, each part once: the arguments of a recursion share nearly all they have.
struct SharedTerms<'m> {
    machine: &'m Machine<'m>,
    constants: Functor,
    terms: Terms,
    known: FxHashMap<Word, TermId>,
    open: u32,
}

impl SharedTerms<'_> {
    fn term(&mut self, word: Word) -> TermId {
        let mut todo = vec![(word, false)];
        while let Some((word, parts_done)) = todo.pop() {
            let word = self.machine.deref(word);
            if self.known.contains_key(&word) {
                continue;
            }
            if !matches!(word.tag(), Tag::List | Tag::Struct) {
                let term = self.leaf(word);
                self.known.insert(word, term);
                continue;
            }
            let (functor, parts) = self.machine.structure(word);
            if parts_done {
                let parts: Vec<_> = parts.iter().map(|part| self.known[&self.machine.deref(*part)]).collect();
                let term = self.terms.app(functor, &parts);
                self.known.insert(word, term);
            } else {
                todo.push((word, true));
                todo.extend(parts.iter().map(|part| (*part, false)));
            }
        }
        self.known[&self.machine.deref(word)]
    }

    fn leaf(&mut self, word: Word) -> TermId {
        let term = match word.tag() {
            Tag::Int | Tag::Big => Term::Int(self.machine.integer_value(word)),
            Tag::Atom => match word.as_atom() {
                Atom::Char(value) => Term::Char(value),
                Atom::Constant(number) => Term::App(Functor(self.constants.0 + number - 1), Args::default()),
                Atom::Functor(functor) => Term::App(functor, Args::default()),
            },
            _ => {
                self.open += 1;
                Term::Var(Var(self.open - 1))
            }
        };
        self.terms.add(term)
    }
}

fn clause_of(code: &Code, word: Option<u32>) -> Option<(Origin, ClauseId)> {
    code.clauses.get(word? as usize)?.source
}
