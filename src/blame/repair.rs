//! Candidate repairs of a suspect: all single edits of a clause, its deletion, and clauses that may be missing.
//!
//! A repair is a guess: a change by which all properties pass up to their bounds. Nothing says that it is the right one.

use super::case::{Case, key};
use super::generalise;
use super::rank::in_turn;
use super::suspect::Suspect;
use super::trial::{Demands, MOST_KNOWN, Plausible, Trials};
use crate::edit::{EditKind, edits, edits_of};
use crate::explain::Assumption;
use crate::program::{Clause, ClauseId, Goal, Overlay, PredId, Program};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
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

impl Repair {
    /// How well it does, from 0 to 1.
    pub fn quality(&self) -> f64 {
        self.change.quality(self.plausible.share, self.plausible.spread)
    }
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

/// What a change that passes all checks is worth by its kind. Over mutants of the programs, changes that ask less of a clause
/// seldom were of the faulty one: properties that say what must hold, but not what must not, are easily met by them.
fn weight(kind: EditKind) -> f64 {
    match kind {
        EditKind::ConjunctionToDisjunction => 0.15,
        EditKind::GoalLeftOut | EditKind::CallUnthreaded => 0.6,
        _ => 1.0,
    }
}

/// How many variables of a clause stand nowhere else, and at least 1.
fn loose(clause: &Clause) -> i32 {
    let mut counts = FxHashMap::default();
    clause.head.iter().for_each(|term| {
        clause.formula.each_var(*term, &mut |var, _| *counts.entry(var).or_insert(0) += 1);
    });
    clause.formula.count_vars_inside(clause.body, &mut counts);
    counts.values().filter(|count| **count == 1).count().max(1) as i32
}

/// The most repairs of one suspect.
pub const MOST: usize = 3;

/// How many changes are compiled together, and how many such rows are tried before those behind them know of what was found.
const ROW: usize = 32;
const AT_ONCE: usize = 2;

/// Kinds of edits that are worth less are not tried on copies of clauses.
const LEAST_WEIGHT: f64 = 0.5;

/// The most clauses that are tried for one that may be missing.
const MOST_MISSING: usize = 1500;

impl Change {
    /// The predicate whose clauses it changes.
    pub fn predicate(&self, program: &Program) -> PredId {
        match self {
            Change::Replace(_, _, clause) | Change::Add(clause) => clause.predicate,
            Change::Delete(id) => program.clause(*id).predicate,
        }
    }

    /// How well it does, from 0 to 1: best if all passing cases stay derivable, and nothing absurd is let through.
    pub fn quality(&self, share: f64, spread: f64) -> f64 {
        share.powi(3) * self.precision(spread)
    }

    /// How well it does, whatever becomes of the passing cases: these may be wrong, too.
    pub fn precision(&self, spread: f64) -> f64 {
        let kind = match self {
            Change::Replace(_, kind, _) => weight(*kind),
            // Of clauses to add there are so many that some fit by chance, most of all those that ask little.
            Change::Add(clause) => 0.9 * 0.85_f64.powi(loose(clause) - 1),
            Change::Delete(_) => 1.0,
        };
        kind * (1.0 - spread).powi(2)
    }

    /// The clauses of its predicate with the change, whose new clause becomes an offer.
    pub fn offer(&self, program: &Program, overlay: &mut Overlay) -> Vec<ClauseId> {
        let mut clauses = program.signature.predicate(self.predicate(program)).clauses.clone();
        match self {
            Change::Replace(id, _, clause) => {
                let new = overlay.offer(program, (**clause).clone());
                clauses.iter_mut().filter(|other| *other == id).for_each(|other| *other = new);
            }
            Change::Delete(id) => clauses.retain(|other| other != id),
            Change::Add(clause) => clauses.push(overlay.offer(program, (**clause).clone())),
        }
        clauses
    }

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
    /// At most a few, the best first.
    pub repairs: Vec<Repair>,
    /// The calls that it took.
    pub steps: u64,
    /// Whether they, or the time, were used up before all changes were tried.
    pub cut_off: bool,
}

/// The plausible changes of a suspect that are found with so many calls, the best first. Each property that a change fails leaves
/// a counterexample in `known`, which spares the changes behind it the search. The rows of one turn do not know of each other,
/// so that the result does not depend on the number of threads.
pub fn repairs(
    trials: &Trials,
    suspect: Suspect,
    assumptions: &[Assumption],
    most_steps: u64,
    (hidden, jobs): (Hidden, usize),
    known: &mut Vec<Case>,
) -> Found {
    let program = trials.checker.programs.user;
    let predicate = suspect.predicate(program);
    let mut found: Vec<Repair> = vec![];
    let mut steps = 0;
    let mut demands = Demands { is_used: matches!(suspect, Suspect::Missing(_)), ..Demands::default() };
    if let Suspect::Clause(id) = suspect {
        let change = Change::Delete(id);
        let tried = trials.of(&[&change], predicate, demands.clone(), known).pop().flatten();
        steps += tried.as_ref().map_or(0, |tried| tried.steps);
        if let Some(plausible) = tried.and_then(|tried| tried.plausible) {
            // If the clause can be left out, a change must be worth more than that: nothing is, if nothing is lost.
            demands = Demands { is_used: true, without: Some(plausible.share), ..demands };
            if !hidden(&change) {
                found.push(Repair { change, words: "the clause is left out".to_owned(), plausible });
            }
        }
    }
    if demands.without.is_some_and(|without| without >= 1.0) {
        return Found { repairs: found, steps, cut_off: false };
    }
    let mut changes = match suspect {
        Suspect::Clause(id) => replacements(program, id),
        Suspect::Missing(predicate) => missing(program, predicate, assumptions),
    };
    changes.retain(|(change, _)| !hidden(change));
    let mut cut_off = false;
    let mut changes = changes.into_iter().peekable();
    while changes.peek().is_some() && !cut_off {
        let some: Vec<_> = changes.by_ref().take(ROW * AT_ONCE).collect();
        let rows: Vec<&[(Change, String)]> = some.chunks(ROW).collect();
        let tried = at_once(&rows, jobs, |row| {
            let changes: Vec<&Change> = row.iter().map(|(change, _)| change).collect();
            let mut known = known.clone();
            (trials.of(&changes, predicate, demands.clone(), &mut known), known)
        });
        let (tried, learnt): (Vec<_>, Vec<_>) = tried.into_iter().unzip();
        *known = join(learnt);
        for ((change, words), tried) in some.into_iter().zip(tried.into_iter().flatten()) {
            let Some(tried) = tried else {
                cut_off = true;
                continue;
            };
            steps += tried.steps;
            let Some(plausible) = tried.plausible else { continue };
            let repair = Repair { change, words, plausible };
            demands.raise(repair.quality());
            found.push(repair);
        }
        cut_off |= steps >= most_steps && changes.peek().is_some();
    }
    found.sort_by(|one, other| other.quality().total_cmp(&one.quality()));
    found.truncate(MOST);
    Found { repairs: found, steps, cut_off }
}

/// All edits of a clause.
fn replacements(program: &Program, id: ClauseId) -> Vec<(Change, String)> {
    let edits = edits(program, id).into_iter();
    edits.map(|edit| (Change::Replace(id, edit.kind, Box::new(edit.clause)), edit.words)).collect()
}

/// What each row has learnt, as one: the latest of each in turn.
fn join(rows: Vec<Vec<Case>>) -> Vec<Case> {
    let mut seen = BTreeSet::new();
    let mut all = in_turn(rows.into_iter().map(Vec::into_iter).collect(), usize::MAX);
    all.retain(|case| seen.insert((case.check.0, key(case))));
    all.truncate(MOST_KNOWN);
    all
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
        let others: Vec<_> = (1..jobs.min(row.len())).map(|_| scope.spawn(worker)).collect();
        let mut made = worker();
        others.into_iter().for_each(|other| made.extend(other.join().expect("a trial does not panic")));
        made
    });
    made.sort_by_key(|(place, _)| *place);
    made.into_iter().map(|(_, made)| made).collect()
}

/// Clauses that a predicate may lack: what had to be assumed, as a fact and in general; the clauses of it and of
/// predicates like it, as they would be for this one; and edits of all these.
fn missing(program: &Program, predicate: PredId, assumptions: &[Assumption]) -> Vec<(Change, String)> {
    let atoms: Vec<&Assumption> = assumptions.iter().filter(|atom| atom.predicate == predicate).collect();
    let general = generalise::facts(program, predicate, &atoms);
    let signature = &program.signature;
    let args = &signature.predicate(predicate).args;
    let alike = signature.predicates().filter(|(id, other)| *id != predicate && !other.trusted && other.args == *args);
    // Another copy of a clause that is there adds nothing: only edits of it do.
    let own = signature.predicate(predicate).clauses.iter().map(|id| (program.clause(*id).clone(), false));
    let others = alike.flat_map(|(_, other)| &other.clauses).map(|id| (as_clause_of(program, *id, predicate), true));
    let models = general.into_iter().map(|fact| (fact, true)).chain(own).chain(others);
    let rows = models.map(|(model, is_new)| {
        let edits = edits_of(program, &model)
            .into_iter()
            .filter(|edit| weight(edit.kind) > LEAST_WEIGHT)
            .map(|edit| edit.clause);
        is_new.then_some(model).into_iter().chain(edits)
    });
    let rows = rows.collect();
    let add = |clause| (Change::Add(Box::new(clause)), "a clause is added".to_owned());
    in_turn(rows, MOST_MISSING).into_iter().map(add).collect()
}

/// A clause as it would be for another predicate that takes the same: what it says of its own is said of the other.
fn as_clause_of(program: &Program, id: ClauseId, predicate: PredId) -> Clause {
    let mut clause = program.clause(id).clone();
    for goal in &mut clause.formula.goals {
        if let Goal::Call(called, _) = goal
            && *called == clause.predicate
        {
            *called = predicate;
        }
    }
    clause.predicate = predicate;
    clause.label = None;
    clause
}
