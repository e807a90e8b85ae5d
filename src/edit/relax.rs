//! Edits that only make a clause more general: with them it has all the solutions that it had.
//!
//! Goals and arguments are only freed where more solutions of the goal are more solutions of the clause, and only if none
//! of the variables that lose an occurrence stands under a negation or in a condition, which would then ask for less.

use super::change::Focus;
use super::subject::Subject;
use super::{Draft, Edit, EditKind, goals, make, terms};
use crate::program::{ClauseId, Goal, GoalId, Program};
use crate::term::{TermId, Var};
use rustc_hash::FxHashMap;

/// The edits that only make a clause more general: a goal or a cut left out, a variable or term made anonymous.
pub fn relaxations(program: &Program, id: ClauseId) -> Vec<Edit> {
    let mut subject = Subject::new(program, program.clause(id));
    let mut drafts = vec![];
    goals::goal_edits(&subject, &mut drafts);
    terms::term_edits(&mut subject, &mut drafts);
    let relax = Relax::new(&subject);
    drafts.retain(|draft| relax.generalises(draft));
    make(&subject, drafts)
}

struct Relax<'s, 'p> {
    subject: &'s Subject<'p>,
    positive: FxHashMap<GoalId, bool>,
    /// The goals that ask for values of variables, or for the lack of them.
    guards: FxHashMap<Var, Vec<GoalId>>,
}

impl<'s, 'p> Relax<'s, 'p> {
    fn new(subject: &'s Subject<'p>) -> Relax<'s, 'p> {
        let positive = subject.sites.iter().map(|site| (site.goal, site.positive)).collect();
        let mut guards: FxHashMap<Var, Vec<GoalId>> = FxHashMap::default();
        let formula = &subject.clause.formula;
        for site in &subject.sites {
            // An open variable in arithmetic is an error.
            if !site.positive || matches!(formula.goal(site.goal), Goal::Compare(..) | Goal::Is(..)) {
                for term in formula.goal_terms(site.goal) {
                    formula.each_var(term, &mut |var, _| guards.entry(var).or_default().push(site.goal));
                }
            }
        }
        Relax { subject, positive, guards }
    }

    fn generalises(&self, draft: &Draft) -> bool {
        match (draft.kind, draft.change.focus) {
            (EditKind::GoalLeftOut | EditKind::CutLeftOut, Focus::LeftOut(goal)) => {
                self.positive[&goal] && self.binds_nothing_needed(goal)
            }
            (EditKind::VariableFreed | EditKind::TermFreed, _) => {
                let place = self.subject.places.iter().find(|place| draft.change.terms.contains_key(&place.term));
                place.is_some_and(|place| place.positive && self.is_free(place.term, &[]))
            }
            _ => false,
        }
    }

    /// Whether no guard but these depends on the term.
    fn is_free(&self, term: TermId, but: &[GoalId]) -> bool {
        let mut free = true;
        self.subject.clause.formula.each_var(term, &mut |var, _| {
            free &= self.guards.get(&var).is_none_or(|goals| goals.iter().all(|goal| but.contains(goal)));
        });
        free
    }

    /// Whether all guards that need a value that the goal gives are parts of it.
    fn binds_nothing_needed(&self, goal: GoalId) -> bool {
        let formula = &self.subject.clause.formula;
        if matches!(formula.goal(goal), Goal::Compare(..) | Goal::Not(_)) {
            return true;
        }
        let mut all = vec![goal];
        let mut next = 0;
        while next < all.len() {
            all.extend(formula.subgoals(all[next]));
            next += 1;
        }
        all.iter().all(|part| formula.goal_terms(*part).into_iter().all(|term| self.is_free(term, &all)))
    }
}
