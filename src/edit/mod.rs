//! All typed edits of a clause: what may be wrong with it, and what may repair it.
//!
//! In goes a clause; out comes each clause that differs from it in one place: by a goal left out, negated or added,
//! another predicate, variable or constant, a constructor more or less. An edit of a right clause is a mutant; an edit of
//! a faulty clause is a candidate for its repair, and so each operator has its inverse here. Each result has the types of
//! the program, differs from the original, and no two are equal up to the names of variables. The order depends on the
//! clause alone.
//!
//! Read `kind` for what there is. `subject` types the clause and finds its places, `goals`, `terms` and `calls` say what
//! may stand there, and `change` makes the new clause.

mod calls;
mod change;
mod fill;
mod goals;
mod key;
mod kind;
mod relax;
mod subject;
mod terms;

pub use kind::EditKind;
pub use relax::relaxations;

use crate::program::{Clause, ClauseId, GoalId, Program, TermPrinter};
use crate::term::TermId;
use change::{Change, Focus, Rebuilt, rebuild};
use key::Key;
use rustc_hash::{FxHashMap, FxHashSet};
use subject::{Subject, evenly};

/// The most edits of a clause. Beyond, each kind that has more than its share is thinned out evenly.
const MOST_EDITS: usize = 2000;

/// The most terms and goals of all edits of a clause together: a clause of enormous size has fewer of them.
const MOST_NODES: usize = 4_000_000;

/// A change of one clause.
#[derive(Clone, Debug)]
pub struct Edit {
    /// What it does.
    pub kind: EditKind,
    /// The edited clause, complete. Variables have the numbers that they have in the original, and new ones follow.
    pub clause: Clause,
    /// What it does, for people: `ss(W) becomes aa(W)`.
    pub words: String,
}

/// An edit that is not made yet.
struct Draft {
    kind: EditKind,
    change: Change,
}

/// All edits of a clause of a program.
pub fn edits(program: &Program, id: ClauseId) -> Vec<Edit> {
    edits_of(program, program.clause(id))
}

/// All edits of a clause that need not be in the program, but uses its names and types.
pub fn edits_of(program: &Program, clause: &Clause) -> Vec<Edit> {
    let mut subject = Subject::new(program, clause);
    let mut drafts = vec![];
    goals::goal_edits(&subject, &mut drafts);
    terms::term_edits(&mut subject, &mut drafts);
    calls::call_edits(&mut subject, &mut drafts);
    make(&subject, drafts)
}

/// Makes the edits, and keeps those that are new.
fn make(subject: &Subject, mut drafts: Vec<Draft>) -> Vec<Edit> {
    drafts.sort_by_key(|draft| draft.kind);
    let mut words = Words { subject, printer: TermPrinter::new(subject.program), goals: FxHashMap::default() };
    let mut seen = FxHashSet::default();
    seen.insert(Key::of(&subject.clause));
    let mut edits = vec![];
    let size = subject.clause.formula.terms.len() + subject.clause.formula.goals.len();
    for draft in thin(drafts, (MOST_NODES / size).clamp(1, MOST_EDITS)) {
        let rebuilt = rebuild(&subject.clause, &draft.change);
        if seen.insert(Key::of(&rebuilt.clause)) {
            let words = words.of(draft.change.focus, &rebuilt);
            edits.push(Edit { kind: draft.kind, clause: rebuilt.clause, words });
        }
    }
    edits
}

/// Not too many of each kind: the most of a kind that lets all together be few enough.
fn thin(drafts: Vec<Draft>, most_edits: usize) -> Vec<Draft> {
    if drafts.len() <= most_edits {
        return drafts;
    }
    let mut kinds: Vec<Vec<Draft>> = vec![];
    for draft in drafts {
        match kinds.last_mut() {
            Some(kind) if kind[0].kind == draft.kind => kind.push(draft),
            _ => kinds.push(vec![draft]),
        }
    }
    let mut counts: Vec<_> = kinds.iter().map(Vec::len).collect();
    counts.sort_unstable();
    let (mut left, mut most) = (most_edits, 0);
    for (n, count) in counts.iter().enumerate() {
        most = left / (counts.len() - n);
        if *count > most {
            break;
        }
        left -= count;
    }
    kinds.into_iter().flat_map(|kind| evenly(kind, most.max(1))).collect()
}

/// Says what edits do. The text of a goal of the original is written once.
struct Words<'s, 'p> {
    subject: &'s Subject<'p>,
    printer: TermPrinter<'p>,
    goals: FxHashMap<GoalId, String>,
}

impl Words<'_, '_> {
    fn of(&mut self, focus: Focus, new: &Rebuilt) -> String {
        match focus {
            Focus::Nothing => String::new(),
            Focus::LeftOut(goal) => format!("the goal {} is left out", self.old_goal(goal)),
            Focus::Unthreaded(goal, left, right) => {
                let (goal, left, right) = (self.old_goal(goal), self.old_term(left), self.old_term(right));
                format!("the goal {goal} is left out, with {left} for {right}")
            }
            Focus::Goal(goal) => format!("{} becomes {}", self.old_goal(goal), self.new_goal(new)),
            Focus::Term(term) => format!("{} becomes {} in the head", self.old_term(term), self.new_term(new)),
            Focus::Swapped(left, right) => {
                format!("{} and {} change places in the head", self.old_term(left), self.old_term(right))
            }
            Focus::Joined(left, right) => {
                format!("{} and {} become {}", self.old_goal(left), self.old_goal(right), self.new_goal(new))
            }
            Focus::Added(None) => format!("the goal {} is added", self.new_goal(new)),
            Focus::Added(Some(goal)) => {
                format!("the goal {} is added before {}", self.new_goal(new), self.old_goal(goal))
            }
        }
    }

    fn old_goal(&mut self, goal: GoalId) -> String {
        let clause = &self.subject.clause;
        let notation = self.subject.program.notation_of(clause.formula.file);
        self.goals.entry(goal).or_insert_with(|| self.printer.goal(&clause.formula, goal, notation)).clone()
    }

    fn old_term(&mut self, term: TermId) -> String {
        let clause = &self.subject.clause;
        self.printer.term(&clause.formula, term, self.subject.program.notation_of(clause.formula.file))
    }

    /// What the change put in; the whole body, if it left nothing to be shown.
    fn new_goal(&mut self, new: &Rebuilt) -> String {
        let notation = self.subject.program.notation_of(new.clause.formula.file);
        self.printer.goal(&new.clause.formula, new.goal.unwrap_or(new.clause.body), notation)
    }

    fn new_term(&mut self, new: &Rebuilt) -> String {
        let notation = self.subject.program.notation_of(new.clause.formula.file);
        new.term.map(|term| self.printer.term(&new.clause.formula, term, notation)).unwrap_or_default()
    }
}
