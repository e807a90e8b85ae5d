//! Candidate repairs of a suspect: all single edits of a clause, its deletion, and clauses that may be missing.
//!
//! A repair is a guess: a change by which all properties pass up to their bounds. Nothing says that it is the right one.

use super::case::Case;
use super::generalise;
use super::suspect::Suspect;
use super::trial::{Plausible, Refusal, Trials};
use crate::edit::{EditKind, edits, edits_of};
use crate::explain::Assumption;
use crate::program::{Clause, ClauseId, Overlay, PredId, Program};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A change that makes all checks pass up to their bounds.
#[derive(Clone, Debug)]
pub struct Repair {
    /// The change.
    pub change: Change,
    /// What it is, in a few words.
    pub words: String,
    /// What it leaves.
    pub plausible: Plausible,
}

/// A change of a program.
#[derive(Clone, Debug)]
pub enum Change {
    /// A clause becomes another.
    Replace(ClauseId, EditKind, Box<Clause>),
    /// A clause is left out.
    Delete(ClauseId),
    /// A clause is added behind the others of its predicate.
    Add(Box<Clause>),
}

/// The most repairs of one suspect.
const MOST: usize = 3;

/// How many changes are tried before those behind them know of what was found.
const AT_ONCE: usize = 8;

/// The share of the passing cases that counts as hardly a loss.
const LOSS: f64 = 0.1;

/// The most clauses that are tried for one that may be missing.
const MOST_MISSING: usize = 1500;

impl Change {
    /// The program with the change, and the clause that it puts in.
    pub fn overlay(&self, program: &Program) -> (Overlay, Option<ClauseId>) {
        let mut overlay = Overlay::default();
        let changed = match self {
            Change::Replace(id, _, clause) => {
                overlay.replace(*id, (**clause).clone());
                Some(*id)
            }
            Change::Delete(id) => {
                overlay.remove(program, *id);
                None
            }
            Change::Add(clause) => Some(overlay.insert(program, usize::MAX, (**clause).clone())),
        };
        (overlay, changed)
    }
}

/// Which changes are left out, so that a measurement does not reward undoing a mutation.
pub type Hidden<'h> = &'h (dyn Fn(&Change) -> bool + Sync);

/// The repairs of a suspect.
pub struct Found {
    /// At most a few, in the order in which they were listed.
    pub repairs: Vec<Repair>,
    /// Whether the time was over before all changes were tried.
    pub cut_off: bool,
}

/// The plausible changes of a suspect that are found until a time. Each property that a change fails leaves a counterexample
/// in `known`, which spares the changes behind it the search. The changes of one turn do not know of each other, so that
/// the result does not depend on the number of threads.
pub fn repairs(
    trials: &Trials,
    suspect: Suspect,
    assumptions: &[Assumption],
    until: f64,
    (hidden, jobs): (Hidden, usize),
    known: &mut Vec<Case>,
) -> Found {
    let program = trials.checker.programs.user;
    let mut changes: Vec<(Change, String)> = match suspect {
        Suspect::Clause(id) => {
            let edits = edits(program, id).into_iter();
            let edits = edits.map(|edit| (Change::Replace(id, edit.kind, Box::new(edit.clause)), edit.words));
            let deletion = (Change::Delete(id), "the clause is left out".to_owned());
            std::iter::once(deletion).chain(edits).collect()
        }
        Suspect::Missing(predicate) => missing(program, predicate, assumptions),
    };
    changes.retain(|(change, _)| !hidden(change));
    let mut found: Vec<(usize, Plausible)> = vec![];
    let mut cut_off = false;
    for start in (0..changes.len()).step_by(AT_ONCE) {
        let some = &changes[start..changes.len().min(start + AT_ONCE)];
        let tried = at_once(some, jobs, |(change, _)| {
            let (overlay, changed) = change.overlay(program);
            (!trials.is_over(until)).then(|| trials.of(&overlay, changed, known))
        });
        for (place, tried) in tried.into_iter().enumerate() {
            match tried {
                None => cut_off = true,
                Some(Ok(plausible)) => found.push((start + place, plausible)),
                Some(Err(Refusal::New(case))) => known.push(*case),
                Some(Err(Refusal::Known)) => {}
            }
        }
        let living = found.iter().filter(|(place, _)| !is_deletion(&changes[*place].0)).count();
        if living >= MOST || cut_off {
            break;
        }
    }
    found.truncate(MOST + 1);
    let without = found.iter().find(|(place, _)| is_deletion(&changes[*place].0)).map(|(_, plausible)| plausible.share);
    found.sort_by_key(|(place, plausible)| match &changes[*place].0 {
        // If the clause can be left out with hardly a loss, one that asks for larger values only hides what is wrong.
        change if without.is_some_and(|share| share + LOSS >= plausible.share) && grows(program, change) => 2,
        Change::Delete(_) => 1,
        _ => 0,
    });
    let mut changes: Vec<Option<(Change, String)>> = changes.into_iter().map(Some).collect();
    let repair = |(place, plausible): (usize, Plausible)| {
        let (change, words) = changes[place].take().expect("each place is there once");
        Repair { change, words, plausible }
    };
    Found { repairs: found.into_iter().map(repair).collect(), cut_off }
}

fn is_deletion(change: &Change) -> bool {
    matches!(change, Change::Delete(_))
}

/// Whether a change makes the head of a clause larger.
fn grows(program: &Program, change: &Change) -> bool {
    let size = |clause: &Clause| {
        let mut todo = clause.head.clone();
        let mut size = 0;
        while let Some(term) = todo.pop() {
            size += 1;
            todo.extend(clause.formula.terms.children(term));
        }
        size
    };
    matches!(change, Change::Replace(id, _, clause) if size(clause) > size(program.clause(*id)))
}

/// What becomes of all of a row, which several threads share.
fn at_once<T: Sync, R: Send>(row: &[T], jobs: usize, make: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut made = vec![];
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(one) = row.get(place) else { return made };
            made.push((place, make(one)));
        }
    };
    let mut made = std::thread::scope(|scope| {
        let others: Vec<_> = (1..jobs).map(|_| scope.spawn(worker)).collect();
        let mut made = worker();
        others.into_iter().for_each(|other| made.extend(other.join().expect("a trial does not panic")));
        made
    });
    made.sort_by_key(|(place, _)| *place);
    made.into_iter().map(|(_, made)| made).collect()
}

/// Clauses that a predicate may lack: what had to be assumed, as a fact and in general, and edited copies of its clauses and
/// of the general fact.
fn missing(program: &Program, predicate: PredId, assumptions: &[Assumption]) -> Vec<(Change, String)> {
    let mut clauses: Vec<Clause> = vec![];
    let atoms: Vec<&Assumption> = assumptions.iter().filter(|atom| atom.predicate == predicate).collect();
    if !atoms.is_empty() {
        let general = generalise::fact(program, predicate, &atoms);
        clauses.push(general.clone());
        clauses.extend(edits_of(program, &general).into_iter().map(|edit| edit.clause));
    }
    for sibling in &program.signature.predicate(predicate).clauses {
        clauses.extend(edits(program, *sibling).into_iter().map(|edit| edit.clause));
    }
    clauses.truncate(MOST_MISSING);
    let add = |clause| (Change::Add(Box::new(clause)), "a clause is added".to_owned());
    clauses.into_iter().map(add).collect()
}
